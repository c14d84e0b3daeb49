// Package examples holds the example specs as files built into the command,
// so that a module can name one of them: source = "assay/NAME".
package examples

import "embed"

// FS has each example as NAME.hcl or as the directory NAME.
//
//go:embed *.hcl sysbench sysbench-0.4 ycsb
var FS embed.FS
