package plan

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-bench/assay/planner/expr"
)

var update = flag.Bool("update", false, "write the golden files anew")

// golden compares got with a file under testdata.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("%s (-want +got):\n%s", name, diff)
	}
}

func encode(t *testing.T, p *Plan) []byte {
	t.Helper()
	data, err := Encode(p)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestEncodeGolden(t *testing.T) { golden(t, "sample.json", encode(t, sample())) }

func TestDecodeIsTheInverse(t *testing.T) {
	want := sample()
	want.Loads[0].Threads = Number{Expr: expr.Expr{Op: expr.OpFact, Kind: expr.Int, Text: "host.cpus"}}
	data := encode(t, want)
	got, err := Decode(data)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if !bytes.Equal(encode(t, got), data) {
		t.Error("encoding again gives other bytes")
	}
}

// TestLayoutChangesNothing compares with compact JSON: a string that looks
// like JSON, an escaped quote and long scalars must survive.
func TestLayoutChangesNothing(t *testing.T) {
	p := sample()
	p.Notes.Description = `{"a": [1,2], "quote\"": ` + strings.Repeat("x, ", 60) + "\\"
	compact, err := marshal(p)
	if err != nil {
		t.Fatal(err)
	}
	var got bytes.Buffer
	if err := json.Compact(&got, encode(t, p)); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(compact), got.String()); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func TestDigest(t *testing.T) {
	base := Digest(sample())
	if len(base) != 64 {
		t.Errorf("Digest = %q, want 64 hex digits", base)
	}
	notes := sample()
	notes.Notes = Notes{Description: "other"}
	if Digest(notes) != base {
		t.Error("notes change the digest")
	}
	changes := map[string]func(*Plan){
		"seed":    func(p *Plan) { p.Seed++ },
		"SQL":     func(p *Plan) { p.Mixes[0].Transactions[0].Body.Steps[0].Query.SQL.Parts[0] = "SELECT pad FROM " },
		"session": func(p *Plan) { p.Targets[0].Session[0].Value = "''" },
		"threads": func(p *Plan) { p.Loads[0].Threads.N++ },
	}
	for name, change := range changes {
		p := sample()
		change(p)
		if Digest(p) == base {
			t.Errorf("%s does not change the digest", name)
		}
	}
}

func TestTenThousandCellsStaySmall(t *testing.T) {
	p := sample()
	for i := 4; i < 10000; i++ {
		cell := p.Cells[i%4]
		cell.Number = i
		p.Cells = append(p.Cells, cell)
	}
	data := encode(t, p)
	if len(data) > 4<<20 {
		t.Errorf("10,000 cells take %d bytes, want at most 4 MiB", len(data))
	}
	if _, err := Decode(data); err != nil {
		t.Error(err)
	}
}
