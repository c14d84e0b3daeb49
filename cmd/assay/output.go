package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/assay-bench/assay/archive/report"
	"github.com/assay-bench/assay/spec"
	"github.com/spf13/cobra"
)

// output is what is shown of a run, how, and where.
type output struct {
	name        string // of the format
	json        bool
	file        string
	percentiles []float64
	interval    time.Duration
	checkpoints []time.Duration
	histogram   bool
	invalid     bool
	choice      choice // of cells

	format report.Format // once checked
}

func (o *output) register(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&o.name, "format", "text", "`FORMAT` of the summary: "+formatList())
	flags.BoolVar(&o.json, "json", false, "the same as --format json")
	flags.StringVarP(&o.file, "output", "o", "", "write the summary to `FILE`")
	flags.Float64SliceVar(&o.percentiles, "percentiles", nil, "the `PERCENTILES` to show, from 0 to 100 (default 50,95,99,99.9; of --format sysbench 95)")
	flags.DurationVar(&o.interval, "interval", 0, "show intervals of this `WIDTH`, such as 1s or 100ms")
	flags.DurationSliceVar(&o.checkpoints, "checkpoints", nil, "show what was done between these `INSTANTS` of the measured phase, such as 10s,60s")
	for _, name := range []string{"percentiles", "checkpoints"} {
		flags.Lookup(name).DefValue = "" // an empty list is no news for --help
	}
	flags.BoolVar(&o.histogram, "histogram", false, "show how response times are distributed")
	flags.BoolVar(&o.invalid, "invalid", false, "compare repeats that are not valid, too, which --format bench leaves out")
}

// formatList is the names of all formats.
func formatList() string { return either(formatNames()) }

// either is two words or more as a choice: "text, json or csv".
func either(words []string) string {
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " or " + words[last]
}

// formatNames are the words for --format.
func formatNames() (names []string) {
	for _, f := range report.Formats() {
		names = append(names, f.Name)
	}
	return names
}

// check refuses what could not be shown and a file that cannot be written,
// before anything runs.
func (o *output) check() error {
	if o.json {
		o.name = "json"
	}
	if err := o.choose(); err != nil {
		return err
	}
	asked := o.options()
	if err := asked.Check(); err != nil || o.file == "" {
		return err
	}
	f, err := os.OpenFile(o.file, os.O_WRONLY|os.O_CREATE, 0o666)
	if err != nil {
		return err
	}
	return f.Close()
}

// choose finds the format by its name.
func (o *output) choose() error {
	for _, f := range report.Formats() {
		if f.Name == o.name {
			o.format = f
			return nil
		}
	}
	meant := ""
	if name := spec.Suggest(o.name, formatNames()); name != "" {
		meant = fmt.Sprintf("; did you mean %q?", name)
	}
	return fmt.Errorf("--format %s is none of %s%s", o.name, formatList(), meant)
}

// options are what the summary must have for it.
func (o *output) options() report.Options {
	asked := report.Options{Percentiles: o.percentiles, Interval: int64(o.interval), Histogram: o.histogram, Invalid: o.invalid}
	if asked.Percentiles == nil {
		asked.Percentiles = o.format.Percentiles
	}
	for _, at := range o.checkpoints {
		asked.Checkpoints = append(asked.Checkpoints, int64(at))
	}
	return asked
}

// usual tells whether that is no more than what every run's summary has.
func (o *output) usual() bool {
	asked := o.options()
	return slices.Equal(asked.Percentiles, report.DefaultPercentiles) && asked.Interval == 0 && !asked.Histogram && !asked.Invalid && asked.Checkpoints == nil
}

// tells tells whether whoever runs the command reads the summary, with the
// reason why a run failed in it.
func (o *output) tells() bool { return o.file == "" && o.format.Name == "text" }

// print summarises an archived run as it was asked for, and writes it.
func (o *output) print(w io.Writer, dir string) error {
	run, err := openRun(dir)
	if err != nil {
		return fmt.Errorf("no run: %w; assay archive ls lists those there are", err)
	}
	defer run.Close()
	asked := o.options()
	if asked.Only, err = o.choice.of(run); err != nil {
		return err
	}
	summary, err := report.Summarise(run, asked)
	if err != nil {
		return err
	}
	return o.write(w, summary)
}

// write prints a summary to w or the file.
func (o *output) write(w io.Writer, s *report.Summary) error {
	var text bytes.Buffer
	if err := o.format.Write(s, &text); err != nil {
		return err
	}
	return writeOut(w, o.file, text.Bytes())
}
