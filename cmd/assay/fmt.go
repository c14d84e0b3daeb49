package main

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/assay-bench/assay/spec"
	"github.com/spf13/cobra"
)

func newFmt(a *app) *cobra.Command {
	var check, diff bool
	cmd := &cobra.Command{
		Use:   "fmt PATH…",
		Short: "Rewrite spec files in the usual layout",
		Args:  cobra.MinimumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			return a.fmt(args, check, diff)
		},
	}
	cmd.Flags().BoolVar(&check, "check", false, "write nothing; exit 1 if a file would change")
	cmd.Flags().BoolVar(&diff, "diff", false, "write nothing; show what would change")
	return cmd
}

// fmt formats every spec below the paths and lists the files that change.
func (a *app) fmt(paths []string, check, diff bool) error {
	changed := 0
	for _, path := range paths {
		files, err := specFiles(path)
		if err != nil {
			return err
		}
		for _, file := range files {
			differs, err := a.fmtFile(file, !check && !diff, diff)
			if err != nil {
				return err
			}
			if differs {
				changed++
			}
		}
	}
	if check && changed > 0 {
		return silent(exitUsage)
	}
	return nil
}

// fmtFile formats one file and tells whether that changes it.
func (a *app) fmtFile(path string, write, diff bool) (bool, error) {
	src, err := os.ReadFile(path)
	if err != nil {
		return false, err
	}
	name := filepath.ToSlash(path)
	out, diags := spec.Format(src, name)
	if diags.HasErrors() {
		return false, a.diagnose(diags, spec.Source(name, src))
	}
	if bytes.Equal(src, out) {
		return false, nil
	}
	if diff {
		a.showDiff(path, src, out)
	} else {
		fmt.Fprintln(a.out, path)
	}
	if !write {
		return true, nil
	}
	return true, os.WriteFile(path, out, 0o644)
}

// showDiff prints the lines that differ. Formatting never adds or removes a
// line, so lines pair up by number.
func (a *app) showDiff(path string, src, out []byte) {
	before, after := strings.Split(string(src), "\n"), strings.Split(string(out), "\n")
	for i := range max(len(before), len(after)) {
		old, new := at(before, i), at(after, i)
		if old != new {
			fmt.Fprintf(a.out, "%s:%d\n- %s\n+ %s\n", path, i+1, old, new)
		}
	}
}

// at is line i; beyond the last one there is nothing.
func at(lines []string, i int) string {
	if i < len(lines) {
		return lines[i]
	}
	return ""
}

// specFiles is path itself, or all .hcl files below the directory path.
func specFiles(path string) (files []string, err error) {
	err = filepath.WalkDir(path, func(p string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && (p == path || strings.HasSuffix(p, ".hcl")) {
			files = append(files, p)
		}
		return err
	})
	return files, err
}
