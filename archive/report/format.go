package report

import (
	"io"
	"slices"
)

// Format is one way to write a summary. To add one is to add a row to the
// table of Formats; everything that a format writes is in the Summary, so any
// archived run can be written in any of them.
type Format struct {
	Name        string
	Doc         string    // what it is, in a few words
	Percentiles []float64 // those it shows unless others are asked for
	Write       func(*Summary, io.Writer) error
}

// Formats are all formats; the first is the usual one.
func Formats() []Format { return slices.Clone(formats) }

var formats = []Format{
	{"text", "for people", DefaultPercentiles, (*Summary).Text},
	{"json", "all of the summary, as one object", DefaultPercentiles, (*Summary).JSON},
	{"csv", "a table for each run, with its factors as columns", DefaultPercentiles, (*Summary).CSV},
	{"bench", "Go benchmark lines, for benchstat", DefaultPercentiles, (*Summary).Bench},
	{"sysbench", "the layout of sysbench 1.0.20", []float64{95}, (*Summary).Sysbench},
}
