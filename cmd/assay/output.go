package main

import (
	"bytes"
	"fmt"
	"io"
	"os"

	"github.com/assay-bench/assay/archive/report"
	"github.com/spf13/cobra"
)

// output is how and where a summary is printed.
type output struct {
	format string
	json   bool
	file   string
}

func (o *output) register(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&o.format, "format", "text", "`FORMAT` of the summary: text or json")
	flags.BoolVar(&o.json, "json", false, "the same as --format json")
	flags.StringVarP(&o.file, "output", "o", "", "write the summary to `FILE`")
}

// check refuses a format that there is not and a file that cannot be written,
// before anything runs.
func (o *output) check() error {
	if o.json {
		o.format = "json"
	}
	if o.format != "text" && o.format != "json" {
		return fmt.Errorf("--format %s is neither text nor json", o.format)
	}
	if o.file == "" {
		return nil
	}
	f, err := os.OpenFile(o.file, os.O_WRONLY|os.O_CREATE, 0o666)
	if err != nil {
		return err
	}
	return f.Close()
}

// write prints a summary to w or the file.
func (o *output) write(w io.Writer, s *report.Summary) error {
	var text bytes.Buffer
	print := s.Text
	if o.format == "json" {
		print = s.JSON
	}
	if err := print(&text); err != nil {
		return err
	}
	return writeOut(w, o.file, text.Bytes())
}
