package main

import (
	"path"
	"slices"
	"strings"

	"github.com/assay-bench/assay/archive"
	"github.com/assay-bench/assay/spec"
)

// sources are the files of a spec as the archive keeps them, by their paths
// below the directory that holds them all. Files of variables are left out:
// they are where secrets are. Built-in examples come with the command.
func sources(s *spec.Spec) []archive.Source {
	var names []string
	for name := range s.Files {
		if strings.HasSuffix(name, ".hcl") && !strings.HasSuffix(name, ".vars.hcl") && !strings.HasPrefix(name, "<") {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	root := commonDir(names)
	out := make([]archive.Source, len(names))
	for i, name := range names {
		out[i] = archive.Source{Path: strings.TrimPrefix(name, root), Data: blank(s.Files[name].Bytes, secrets(s, name))}
	}
	return out
}

// commonDir is the longest directory, with its slash, that all slash paths
// begin with; empty if there is none.
func commonDir(names []string) string {
	if len(names) == 0 {
		return ""
	}
	common := path.Dir(names[0]) + "/"
	for _, name := range names {
		for !strings.HasPrefix(name, common) {
			common = strings.TrimSuffix(common, "/")
			common = common[:strings.LastIndex(common, "/")+1]
		}
	}
	return common
}
