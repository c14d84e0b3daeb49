package main

import (
	"slices"
	"strings"

	"github.com/assay-bench/assay/spec"
)

// withheld stands for a value that must not be kept.
const withheld = "(sensitive)"

// redact is the command line as the archive may keep it: without the values
// of sensitive variables, however --var was written.
func redact(args []string, s *spec.Spec) []string {
	out := slices.Clone(args)
	for i, arg := range out {
		flag, value, joined := strings.Cut(arg, "=")
		switch {
		case flag == "--var" && joined:
			out[i] = flag + "=" + withhold(value, s)
		case i > 0 && args[i-1] == "--var":
			out[i] = withhold(arg, s)
		}
	}
	return out
}

// withhold is NAME=VALUE without the value of a sensitive variable.
func withhold(setting string, s *spec.Spec) string {
	name, _, _ := strings.Cut(setting, "=")
	for _, v := range s.Variables {
		if v.Name == name && v.Sensitive {
			return name + "=" + withheld
		}
	}
	return setting
}
