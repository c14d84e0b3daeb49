// Package interop reads archived runs with programs that are not ours: DuckDB,
// parquet-go and a JavaScript reader. They must find the figures that `assay
// report` tells, exactly.
//
// It is a module of its own, since DuckDB needs cgo and 160 MB of modules that
// nobody who builds Assay should have to download. It uses the command alone.
package interop

import (
	"archive/zip"
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// root is the module of Assay.
const root = "../.."

// program is the command, built for these tests.
var program string

// runs are the directories of archived runs by name: one that an earlier
// version wrote, and two of testdata/shop.hcl that this one has just made.
var runs = map[string]string{}

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "interop")
	if err == nil {
		err = prepare(dir)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	code := m.Run()
	os.RemoveAll(dir)
	os.Exit(code)
}

// prepare builds the command and makes the runs.
func prepare(dir string) error {
	program = filepath.Join(dir, "assay")
	build := exec.Command("go", "build", "-o", program, "./cmd/assay")
	build.Dir = root
	if out, err := build.CombinedOutput(); err != nil {
		return fmt.Errorf("build: %w\n%s", err, out)
	}
	if err := unzip(filepath.Join(dir, "golden"), "../testdata/golden-1.zip"); err != nil {
		return err
	}
	runs["golden"] = filepath.Join(dir, "golden")
	for _, name := range []string{"old", "new"} {
		results := filepath.Join(dir, name)
		if _, err := assay("--results", results, "run", "testdata/shop.hcl", "--format", "csv"); err != nil {
			return err
		}
		made, err := filepath.Glob(filepath.Join(results, "*"))
		if err != nil || len(made) != 1 {
			return fmt.Errorf("runs in %s: %q, %v", results, made, err)
		}
		runs[name] = made[0]
	}
	return nil
}

// unzip unpacks a run.
func unzip(dir, name string) error {
	z, err := zip.OpenReader(name)
	if err != nil {
		return err
	}
	defer z.Close()
	return os.CopyFS(dir, z)
}

// assay runs the command and returns what it prints.
func assay(args ...string) ([]byte, error) {
	c := exec.Command(program, args...)
	var said bytes.Buffer
	c.Stderr = &said
	out, err := c.Output()
	if err != nil {
		err = fmt.Errorf("assay %q: %w\n%s", args, err, &said)
	}
	return out, err
}
