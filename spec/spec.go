// Package spec reads HCL files into a Spec: every block as a struct that keeps
// its ranges, every value as the expression that was written.
//
// It evaluates nothing and knows no database, plan or server; what a value
// means is the planner's business. It finds what can be said of one file by
// itself: syntax, unknown or missing blocks and attributes, duplicate names.
// Reading 5,000 lines costs some tens of milliseconds.
package spec

import "github.com/hashicorp/hcl/v2"

// Spec is one file or one directory of files, with its modules.
type Spec struct {
	Path        string               // as given, for messages
	Files       map[string]*hcl.File // by the name in ranges, modules' files included: for printing diagnostics
	Assay       *Assay               // nil if absent
	Variables   []*Variable
	Locals      []*Local
	Modules     []*Module
	Servers     []*Server
	Targets     []*Target
	Schemas     []*Schema
	Mixes       []*Mix
	Probes      []*Probe
	Experiments []*Experiment
}

// Named is what every labelled block has: its label and where it stands.
type Named struct {
	Name      string
	NameRange hcl.Range // of the label
	DeclRange hcl.Range // of the block's header
	Body      hcl.Range // of the whole block, for "must be in" messages
}
