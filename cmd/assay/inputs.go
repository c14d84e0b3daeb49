package main

import (
	"fmt"
	"os"
	"strconv"
	"strings"

	"github.com/assay-bench/assay/planner"
	"github.com/assay-bench/assay/spec"
	"github.com/spf13/cobra"
)

// inputs are the flags that say what a spec is compiled with.
type inputs struct {
	vars     []string
	varFiles []string
	only     []string
	seed     string // as given: 0 is a seed, and none is the spec's own
	target   string
}

// register adds the flags. Those that may be given often are arrays and not
// slices, since a value may hold a comma.
func (in *inputs) register(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringArrayVar(&in.vars, "var", nil, "set a variable of the spec: `NAME=VALUE`; may be given often")
	flags.StringArrayVar(&in.varFiles, "var-file", nil, "set the variables that `FILE` lists; may be given often")
	flags.StringArrayVar(&in.only, "only", nil, "take only the cells where `FACTOR=VALUE`; may be given often")
	flags.StringVar(&in.seed, "seed", "", "the `NUMBER` that all randomness comes from (default: the spec's, or 1)")
	flags.StringVar(&in.target, "target", "", "go to `PLACE`: the name of a target block, mariadb://USER@HOST:PORT/DATABASE,\n"+
		"mariadb://USER@/DATABASE?socket=PATH, mysql://…, sqlite:FILE or null:\n(a password is read from "+passwordVariable+")")
}

// environmentPrefix begins the names of environment variables that set
// variables of a spec.
const environmentPrefix = "ASSAY_VAR_"

// options are the planner's options; later values of a variable win, so the
// environment stands before the files and these before --var. The files that
// were read are added to s, for diagnostics.
func (in *inputs) options(a *app, s *spec.Spec, experiment string) (planner.Options, error) {
	o := planner.Options{Experiment: experiment, Vars: environment(os.Environ())}
	files := in.varFiles
	if auto := spec.AutoVars(s.Path); auto != "" {
		files = append([]string{auto}, files...)
	}
	for _, file := range files {
		vars, err := a.fileVars(s, file)
		if err != nil {
			return o, err
		}
		o.Vars = append(o.Vars, vars...)
	}
	for _, text := range in.vars {
		name, value, ok := strings.Cut(text, "=")
		if !ok {
			return o, fmt.Errorf("--var %s is not of the form NAME=VALUE", text)
		}
		o.Vars = append(o.Vars, planner.Var{Name: name, Text: value, Source: "--var"})
	}
	return o, in.seedAndTarget(&o)
}

// seedAndTarget reads the flags --seed and --target.
func (in *inputs) seedAndTarget(o *planner.Options) error {
	if in.seed != "" {
		seed, err := strconv.ParseUint(in.seed, 0, 64)
		if err != nil {
			return fmt.Errorf("--seed %s is not a whole number from 0 to %d", in.seed, uint64(1<<64-1))
		}
		o.Seed = &seed
	}
	place, err := in.place()
	if err != nil || place == nil {
		return err
	}
	o.Target = place.name
	return nil
}

// place is what --target says; nil without it.
func (in *inputs) place() (*override, error) {
	if in.target == "" {
		return nil, nil
	}
	return parseTarget(in.target)
}

// fileVars reads a file of variables. It becomes one of the files of s, so that
// a diagnostic about a value can show its line.
func (a *app) fileVars(s *spec.Spec, file string) ([]planner.Var, error) {
	attributes, read, diags := spec.ReadVars(file)
	if read != nil {
		s.Files[file] = read
	}
	if err := a.diagnose(diags, s.Files); err != nil {
		return nil, err
	}
	vars := make([]planner.Var, len(attributes))
	for i, at := range attributes {
		vars[i] = planner.Var{Name: at.Name, Expression: at.Value, Source: file}
	}
	return vars, nil
}

// environment takes the variables that the environment sets. A name that the
// spec does not have is no mistake: another spec may.
func environment(environ []string) (vars []planner.Var) {
	for _, entry := range environ {
		name, value, _ := strings.Cut(entry, "=")
		if name, ours := strings.CutPrefix(name, environmentPrefix); ours {
			vars = append(vars, planner.Var{Name: name, Text: value, Source: environmentPrefix + name, Lax: true})
		}
	}
	return vars
}

// named is the experiment that the arguments SPEC [EXPERIMENT] name; "" is the
// only one.
func named(args []string) string {
	if len(args) > 1 {
		return args[1]
	}
	return ""
}
