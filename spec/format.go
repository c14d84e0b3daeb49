package spec

import (
	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclwrite"
)

// Format lays out a file the canonical way: two spaces a level, equals signs
// of neighbouring lines aligned. Comments and line breaks stay; formatting
// twice changes nothing. A file that does not parse is not touched: the result
// is nil and the diagnostics say why.
func Format(src []byte, name string) ([]byte, hcl.Diagnostics) {
	if _, _, diags := parse(src, name, maxTokens); diags.HasErrors() {
		return nil, diags
	}
	return hclwrite.Format(src), nil
}
