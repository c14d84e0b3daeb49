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

// secrets finds where the defaults of sensitive variables stand in a file of
// the spec or of its modules, as pairs of first byte and byte after the last.
func secrets(s *spec.Spec, file string) (spans [][2]int) {
	for _, v := range s.Variables {
		if !v.Sensitive || v.Default == nil {
			continue
		}
		if r := v.Default.Range(); r.Filename == file {
			spans = append(spans, [2]int{r.Start.Byte, r.End.Byte})
		}
	}
	for _, m := range s.Modules {
		if m.Spec != nil {
			spans = append(spans, secrets(m.Spec, file)...)
		}
	}
	return spans
}

// blank writes null over spans of a spec, which stays one.
func blank(src []byte, spans [][2]int) []byte {
	spans = slices.Clone(spans)
	slices.SortFunc(spans, func(a, b [2]int) int { return b[0] - a[0] }) // the last first, so that the others stay where they are
	for _, at := range slices.Compact(spans) {
		src = slices.Concat(src[:at[0]], []byte("null"), src[at[1]:])
	}
	return src
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
