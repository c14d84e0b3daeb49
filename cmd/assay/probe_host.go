package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"text/tabwriter"

	"github.com/assay-bench/assay/archive/event"
	"github.com/spf13/cobra"
)

func newProbeHost(a *app) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "host",
		Short: "Show the facts of this host that every run archives",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			text, err := hostText(hostFacts(), asJSON)
			if err == nil {
				_, err = a.out.Write(text)
			}
			return err
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "as an array of name, value and unit")
	return cmd
}

// hostText lists facts, a line for each.
func hostText(facts []event.Fact, asJSON bool) ([]byte, error) {
	if asJSON {
		type fact struct {
			Name  string `json:"name"`
			Value string `json:"value"`
			Unit  string `json:"unit,omitempty"`
		}
		list := make([]fact, len(facts))
		for i, f := range facts {
			list[i] = fact{f.Name, f.Value, f.Unit}
		}
		encoded, err := json.MarshalIndent(list, "", "  ")
		return append(encoded, '\n'), err
	}
	var text bytes.Buffer
	columns := tabwriter.NewWriter(&text, 0, 0, 2, ' ', 0)
	for _, f := range facts {
		fmt.Fprintf(columns, "%s\t%s %s\n", f.Name, f.Value, f.Unit)
	}
	err := columns.Flush()
	return text.Bytes(), err
}
