package main

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/assay-bench/assay/examples"
	"github.com/assay-bench/assay/spec"
	"github.com/assay-bench/assay/spec/sysbench"
	"github.com/spf13/cobra"
)

func newInit(a *app) *cobra.Command {
	var example, command string
	cmd := &cobra.Command{
		Use:   "init DIR",
		Short: "Write a spec to begin with: an example, or what a sysbench command does",
		Args:  cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if cmd.Flags().Changed("from-sysbench") {
				return a.initSysbench(command, args[0])
			}
			return a.initExample(example, args[0])
		},
	}
	cmd.Flags().StringVar(&example, "from", "quickstart", "the `EXAMPLE` to copy: "+strings.Join(exampleNames(), ", "))
	cmd.Flags().StringVar(&command, "from-sysbench", "", "a `COMMAND` of sysbench 0.4, 0.5 or 1.0, such as 'sysbench oltp_read_write --tables=4 run'")
	cmd.MarkFlagsMutuallyExclusive("from", "from-sysbench")
	return cmd
}

// initSysbench writes the spec that a command line of sysbench converts to.
func (a *app) initSysbench(command, dir string) error {
	made, diags := sysbench.Convert(command)
	if err := a.diagnose(diags, spec.Source(sysbench.File, sysbench.Source(command))); err != nil {
		return err
	}
	if err := a.fill(dir, map[string][]byte{"sysbench.hcl": made.Spec}); err != nil {
		return err
	}
	verb := "run"
	if made.Command == "prepare" || made.Command == "cleanup" {
		verb = made.Command
	}
	fmt.Fprintf(a.out, "\nThe same with Assay: assay %s %s\n", verb, dir)
	return nil
}

// initExample copies an example.
func (a *app) initExample(name, dir string) error {
	files, err := exampleFiles(name)
	if err != nil {
		return err
	}
	if err := a.fill(dir, files); err != nil {
		return err
	}
	fmt.Fprintf(a.out, "\nSee what it does: assay plan %s\n", dir)
	return nil
}

// exampleNames lists the examples that are built in.
func exampleNames() (names []string) {
	entries, err := fs.ReadDir(examples.FS, ".")
	if err != nil {
		panic(err) // the files are part of this program
	}
	for _, e := range entries {
		names = append(names, strings.TrimSuffix(e.Name(), ".hcl"))
	}
	return names
}

// exampleFiles are the files of an example by name.
func exampleFiles(name string) (map[string][]byte, error) {
	files := map[string][]byte{}
	if data, err := fs.ReadFile(examples.FS, name+".hcl"); err == nil {
		files[name+".hcl"] = data
		return files, nil
	}
	entries, err := fs.ReadDir(examples.FS, path.Clean(name))
	if err != nil || name == "." {
		return nil, fmt.Errorf("there is no example %q, but %s", name, strings.Join(exampleNames(), ", "))
	}
	for _, e := range entries {
		if files[e.Name()], err = fs.ReadFile(examples.FS, path.Join(name, e.Name())); err != nil {
			return nil, err
		}
	}
	return files, nil
}

// fill writes files into dir, which must hold no spec yet: a directory is read
// as one spec, so two would mix, and nobody's work is overwritten.
func (a *app) fill(dir string, files map[string][]byte) error {
	there, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	for _, e := range there {
		if strings.HasSuffix(e.Name(), ".hcl") {
			return fmt.Errorf("%s holds a spec already; name another directory", dir)
		}
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		file := filepath.Join(dir, name)
		if err := os.WriteFile(file, files[name], 0o666); err != nil {
			return err
		}
		fmt.Fprintln(a.out, file)
	}
	return nil
}
