package main

import "github.com/assay-bench/assay/spec"

// diagnose prints diagnostics and returns the usage error if one is an error.
func (a *app) diagnose(diags spec.Diagnostics, files spec.Files) error {
	if len(diags) == 0 {
		return nil
	}
	if err := spec.Print(a.err, diags, files, width(a.err), isTerminal(a.err)); err != nil {
		return err
	}
	if diags.HasErrors() {
		return silent(exitUsage)
	}
	return nil
}
