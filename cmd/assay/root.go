package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"strings"

	"github.com/assay-bench/assay/spec"
	"github.com/rs/zerolog"
	"github.com/spf13/cobra"
)

// app is where the command writes and what holds for every subcommand.
type app struct {
	out, err  io.Writer
	args      []string // as given
	logLevel  string
	logFormat string
	results   string
	log       zerolog.Logger
}

// newRoot wires the subcommands together.
func newRoot(a *app) *cobra.Command {
	root := &cobra.Command{
		Use:   "assay",
		Short: "A declarative benchmark engine for databases",
		Long: "Assay compiles HCL specs of schemas, query mixes and loads into plans, runs them,\narchives every event as Parquet, and reports what was measured.\n\n" +
			"SPEC is a file that ends in .hcl or a directory of them, PLAN a file that `assay plan -o FILE.json`\n" +
			"wrote, RUN the directory of a run, a zip file of it, or its name in the results directory. A SPEC\n" +
			"with several experiments needs the name of one of them as EXPERIMENT.\n\n" +
			"Exit codes: 0 well, 1 a mistake in the spec or on the command line, 2 a run failed,\n" +
			"3 an assertion did not hold, 130 interrupted.",
		SilenceErrors:     true,
		SilenceUsage:      true,
		CompletionOptions: cobra.CompletionOptions{HiddenDefaultCmd: true},
		PersistentPreRunE: func(*cobra.Command, []string) error { return a.openLog() },
	}
	flags := root.PersistentFlags()
	flags.StringVar(&a.results, "results", envOr("ASSAY_RESULTS", "results"), "`DIR` that holds the runs (ASSAY_RESULTS)")
	flags.StringVar(&a.logLevel, "log-level", "info", "least `LEVEL` that is logged: debug, info, warn, error")
	flags.StringVar(&a.logFormat, "log-format", "text", "`FORMAT` of logs on stderr: text or json")
	root.AddCommand(
		newValidate(a), newPlan(a), newRun(a), newPrepare(a), newCleanup(a),
		newReport(a), newArchive(a), newFmt(a), newInit(a), newProbe(a), newVersion(a),
	)
	root.SetFlagErrorFunc(flagError)
	sayUsage(root)
	return root
}

// flagError tells what a flag is for, where the library tells which of its
// functions could not read the value.
func flagError(cmd *cobra.Command, err error) error {
	var invalid interface {
		error
		GetValue() string
	}
	if !errors.As(err, &invalid) {
		return unknownFlag(cmd, err)
	}
	_, name, _ := strings.Cut(invalid.Error(), "--")
	name, _, _ = strings.Cut(name, `"`)
	f := cmd.Flags().Lookup(name)
	if f == nil {
		return err
	}
	return fmt.Errorf("--%s cannot be %q: %s", name, invalid.GetValue(), strings.ReplaceAll(f.Usage, "`", ""))
}

// flagName finds the names of flags in what their help says.
var flagName = regexp.MustCompile(`(?m)^ +(?:-\w, )?--([a-z-]+)`)

// unknownFlag adds the flag that was most likely meant.
func unknownFlag(cmd *cobra.Command, err error) error {
	_, name, long := strings.Cut(err.Error(), "unknown flag: --")
	if !long {
		return err
	}
	var known []string
	for _, m := range flagName.FindAllStringSubmatch(cmd.Flags().FlagUsages(), -1) {
		known = append(known, m[1])
	}
	if meant := spec.Suggest(name, known); meant != "" {
		return fmt.Errorf("%w; did you mean --%s?", err, meant)
	}
	return fmt.Errorf("%w; %s --help lists those there are", err, cmd.CommandPath())
}

// sayUsage makes a wrong number of arguments tell what the right ones are,
// for a command and those below it.
func sayUsage(cmd *cobra.Command) {
	for _, below := range cmd.Commands() {
		sayUsage(below)
	}
	check := cmd.Args
	if check == nil {
		return
	}
	cmd.Args = func(cmd *cobra.Command, args []string) error {
		switch first, _, _ := strings.Cut(strings.TrimPrefix(cmd.Use, cmd.Name()+" "), " "); {
		case check(cmd, args) == nil:
		case len(args) == 0:
			return fmt.Errorf("%s is missing; the usage is %s", first, cmd.UseLine())
		default:
			return fmt.Errorf("these are too many arguments; the usage is %s", cmd.UseLine())
		}
		return nil
	}
}

// envOr is a variable of the environment, or a default where it is not set or
// empty.
func envOr(name, otherwise string) string {
	if v := os.Getenv(name); v != "" {
		return v
	}
	return otherwise
}

// openLog sets the logger up as the flags say.
func (a *app) openLog() error {
	level, err := zerolog.ParseLevel(a.logLevel)
	if err != nil {
		return fmt.Errorf("--log-level %s is none of debug, info, warn, error", a.logLevel)
	}
	var w io.Writer
	switch a.logFormat {
	case "json":
		w = a.err
	case "text":
		w = zerolog.ConsoleWriter{Out: a.err, NoColor: !isTerminal(a.err), TimeFormat: "15:04:05"}
	default:
		return fmt.Errorf("--log-format %s is neither text nor json", a.logFormat)
	}
	a.log = zerolog.New(w).Level(level).With().Timestamp().Logger()
	return nil
}
