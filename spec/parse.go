package spec

import (
	"fmt"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
)

// Limits on what one spec may hold. A person's spec comes near none of them;
// they keep hostile or generated input from eating memory or the stack.
const (
	maxFileBytes = 2 << 20 // 5,000 lines are about 0.2 MiB
	maxBytes     = 8 << 20 // all files of a spec and its modules
	maxNesting   = 100     // brackets, blocks and templates within each other
	maxChain     = 1000    // operators between two commas or lines: each is a level of the tree
	maxFiles     = 500
	maxModules   = 500 // uses of modules, each counted as often as it is reached
	maxDepth     = 16  // modules within each other
	maxProblems  = 100 // diagnostics of one Read
)

// parse reads one file's syntax. The file is returned even with errors, so
// that they can be printed with their source lines.
func parse(src []byte, name string) (*hcl.File, hcl.Diagnostics) {
	if diag := tooDeep(src, name); diag != nil {
		return &hcl.File{Bytes: src}, hcl.Diagnostics{diag}
	}
	f, diags := hclsyntax.ParseConfig(src, name, hcl.InitialPos)
	return f, withoutEchoes(diags)
}

// withoutEchoes drops a diagnostic that says the same again from where the one
// before it ended: a quote that is not closed is otherwise reported for each
// line up to the end of the file.
func withoutEchoes(diags hcl.Diagnostics) hcl.Diagnostics {
	var kept hcl.Diagnostics
	for i, diag := range diags {
		if i > 0 && diag.Summary == diags[i-1].Summary && diag.Subject.Start.Line == diags[i-1].Subject.End.Line {
			continue
		}
		kept = append(kept, diag)
	}
	return kept
}

// level is an open bracket, block or template while tokens are counted.
type level struct {
	lines bool // a line's end ends an expression here
	chain int  // operators since the last separator
}

// tooDeep looks for nesting that would make the recursive parser, and
// whatever walks its tree, use an unreasonable stack: Go cannot recover from
// a stack that is exhausted. It needs the tokens only.
func tooDeep(src []byte, name string) *hcl.Diagnostic {
	tokens, _ := hclsyntax.LexConfig(src, name, hcl.InitialPos) // errors come again from the parser
	levels := []level{{lines: true}}
	for i := range tokens {
		t := &tokens[i]
		top := &levels[len(levels)-1]
		switch effects[t.Type] {
		case opens:
			if t.Type != hclsyntax.TokenTemplateInterp { // those lie side by side
				top.chain++ // a[i][i]… and %{ if … } are a level each
			}
			levels = append(levels, level{lines: t.Type == hclsyntax.TokenOBrace})
		case closes:
			if len(levels) > 1 {
				levels = levels[:len(levels)-1]
			}
		case links:
			top.chain++
		case separates:
			if t.Type == hclsyntax.TokenComma || top.lines {
				top.chain = 0
			}
		}
		if len(levels) > maxNesting {
			return problem("Too deeply nested",
				fmt.Sprintf("Blocks and brackets may stand within each other %d deep at most. Give the inner part a name in a locals block.", maxNesting), t.Range)
		}
		if levels[len(levels)-1].chain > maxChain {
			return problem("Expression too long",
				fmt.Sprintf("One expression may have %d operators at most. Split it by names in a locals block.", maxChain), t.Range)
		}
	}
	return nil
}

// effect is what a kind of token does to the depth of the tree.
type effect uint8

const (
	opens effect = iota + 1
	closes
	links
	separates
)

var effects = map[hclsyntax.TokenType]effect{
	hclsyntax.TokenOBrace: opens, hclsyntax.TokenOBrack: opens, hclsyntax.TokenOParen: opens,
	hclsyntax.TokenOQuote: opens, hclsyntax.TokenOHeredoc: opens,
	hclsyntax.TokenTemplateInterp: opens, hclsyntax.TokenTemplateControl: opens,

	hclsyntax.TokenCBrace: closes, hclsyntax.TokenCBrack: closes, hclsyntax.TokenCParen: closes,
	hclsyntax.TokenCQuote: closes, hclsyntax.TokenCHeredoc: closes, hclsyntax.TokenTemplateSeqEnd: closes,

	hclsyntax.TokenStar: links, hclsyntax.TokenSlash: links, hclsyntax.TokenPlus: links,
	hclsyntax.TokenMinus: links, hclsyntax.TokenPercent: links, hclsyntax.TokenBang: links,
	hclsyntax.TokenEqualOp: links, hclsyntax.TokenNotEqual: links, hclsyntax.TokenLessThan: links,
	hclsyntax.TokenLessThanEq: links, hclsyntax.TokenGreaterThan: links, hclsyntax.TokenGreaterThanEq: links,
	hclsyntax.TokenAnd: links, hclsyntax.TokenOr: links, hclsyntax.TokenQuestion: links,
	hclsyntax.TokenDot: links, hclsyntax.TokenColon: links,

	hclsyntax.TokenComma: separates, hclsyntax.TokenNewline: separates,
}
