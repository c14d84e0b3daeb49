package archive

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write the tables of docs/archive-format.md anew")

const formatDoc = "../docs/archive-format.md"

// TestFormatDoc compares the tables in the documentation with those of the
// code. They stand between comments that name them.
func TestFormatDoc(t *testing.T) {
	data, err := os.ReadFile(formatDoc)
	if err != nil {
		t.Fatal(err)
	}
	cells := cellTable([]field{{name: "NAME", kind: texts}})
	got := string(data)
	for name, text := range map[string]string{
		"events": describe(&eventTable), "statements": describe(&statementTable), "arrivals": describe(&arrivalTable),
		"samples": describe(&sampleTable), "facts": describe(&factTable), "cells": describe(&cells),
		"runs": describe(&runTable),
	} {
		begin, end := "<!-- begin "+name+" -->\n", "<!-- end "+name+" -->\n"
		before, rest, found := strings.Cut(got, begin)
		_, after, closed := strings.Cut(rest, end)
		if !found || !closed {
			t.Fatalf("%s has no table %s", formatDoc, name)
		}
		got = before + begin + text + end + after
	}
	if *update {
		if err := os.WriteFile(formatDoc, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := gocmp.Diff(string(data), got); diff != "" {
		t.Errorf("%s is out of date; run go test ./archive -run FormatDoc -update (-file +code):\n%s", formatDoc, diff)
	}
}

// describe is a table as the documentation has it.
func describe[T any](t *table[T]) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n\n| column | type | null | meaning |\n|---|---|---|---|\n", t.doc)
	for i := range t.columns {
		c := &t.columns[i]
		null := ""
		if c.null {
			null = "yes"
		}
		kind, doc := c.kind.String(), c.doc
		if strings.HasPrefix(c.name, factorPrefix) {
			kind, doc = "STRING, INT64, DOUBLE or BOOLEAN", "The value of the factor NAME; one such column for each factor, of the type of its values."
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s |\n", c.name, kind, null, doc)
	}
	return b.String()
}
