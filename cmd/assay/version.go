package main

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"
)

// version is the release that this tree is heading for.
const version = "0.1.0"

// tool names the program in plans' archives and in `assay version`.
func tool() string {
	return fmt.Sprintf("assay %s %s %s/%s%s", version, runtime.Version(), runtime.GOOS, runtime.GOARCH, revision())
}

// revision is " commit abcdef012345" with a "+" if the tree had changes, where
// the build recorded it.
func revision() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	commit, dirty := "", ""
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			commit = s.Value[:min(len(s.Value), 12)]
		case s.Key == "vcs.modified" && s.Value == "true":
			dirty = "+"
		}
	}
	if commit == "" {
		return ""
	}
	return " commit " + commit + dirty
}

func newVersion(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version",
		Args:  cobra.NoArgs,
		Run:   func(*cobra.Command, []string) { fmt.Fprintln(a.out, tool()) },
	}
}
