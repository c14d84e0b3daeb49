package spec

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
)

// Limits on what one spec may hold. A person's spec comes near none of them;
// they keep hostile or generated input from eating memory or the stack.
const (
	maxFileBytes = 1 << 20 // 5,000 lines are about 0.2 MiB
	maxBytes     = 8 << 20 // all files of a spec and its modules
	maxTokens    = 500_000 // of all files; 5,000 lines are about 50,000, and each becomes some 200 bytes of tree
	maxNesting   = 100     // brackets, blocks and templates within each other
	maxChain     = 1000    // operators between two commas or lines: each is a level of the tree
	maxDigits    = 100     // bytes of a number; the parser's time grows with their square
	maxFiles     = 500
	maxModules   = 500 // uses of modules, each counted as often as it is reached
	maxDepth     = 16  // modules within each other
	maxProblems  = 100 // diagnostics of one Read
)

// measure counts the tokens of a file and refuses what would cost its reader
// unreasonably: the parser and whatever walks its tree are recursive, and Go
// cannot recover from a stack that is exhausted.
func measure(src []byte, name string, limit int) (int, *hcl.Diagnostic) {
	tokens, _ := hclsyntax.LexConfig(src, name, hcl.InitialPos) // errors come again from the parser
	if len(tokens) > limit {
		return limit, problem("Spec too large",
			fmt.Sprintf("A spec and its modules may have %d words and signs together. Split it into specs that are run by themselves.", maxTokens),
			tokens[limit].Range)
	}
	n := nesting{{lines: true}}
	for i := range tokens {
		if diag := n.take(&tokens[i]); diag != nil {
			return len(tokens), diag
		}
	}
	return len(tokens), nil
}

// nesting is the open brackets, blocks and templates around a token.
type nesting []level

type level struct {
	lines bool // a line's end ends an expression here
	chain int  // operators since the last separator
}

// take goes on by one token.
func (n *nesting) take(t *hclsyntax.Token) *hcl.Diagnostic {
	top := &(*n)[len(*n)-1]
	switch effects[t.Type] {
	case opens:
		if t.Type != hclsyntax.TokenTemplateInterp { // those lie side by side
			top.chain++ // a[i][i]… and %{ if … } are a level each
		}
		*n = append(*n, level{lines: t.Type == hclsyntax.TokenOBrace})
	case closes:
		if len(*n) > 1 {
			*n = (*n)[:len(*n)-1]
		}
	case links:
		top.chain++
	case separates:
		if t.Type == hclsyntax.TokenComma || top.lines {
			top.chain = 0
		}
	case counts:
		return badNumber(t)
	}
	switch {
	case len(*n) > maxNesting:
		return problem("Too deeply nested",
			fmt.Sprintf("Blocks and brackets may stand within each other %d deep at most. Give the inner part a name in a locals block.", maxNesting), t.Range)
	case top.chain > maxChain:
		return problem("Expression too long",
			fmt.Sprintf("One expression may have %d operators at most. Split it by names in a locals block.", maxChain), t.Range)
	}
	return nil
}

// badNumber refuses numbers beyond float64: HCL would keep 1e999999999, and
// whoever makes an integer or a text of it would fill the memory.
func badNumber(t *hclsyntax.Token) *hcl.Diagnostic {
	if len(t.Bytes) > maxDigits {
		return problem("Number too long", fmt.Sprintf("A number may have %d digits at most.", maxDigits), t.Range)
	}
	f, err := strconv.ParseFloat(string(t.Bytes), 64)
	mantissa, _, _ := bytes.Cut(bytes.ToLower(t.Bytes), []byte("e"))
	vanished := f == 0 && bytes.ContainsAny(mantissa, "123456789")
	if vanished || errors.Is(err, strconv.ErrRange) {
		return problem("Number out of range", "Numbers go from about 5e-324 up to 1.8e308. Write one between these.", t.Range)
	}
	return nil // a number that is none is the parser's to report
}

// effect is what a kind of token does to the depth of the tree.
type effect uint8

const (
	opens effect = iota + 1
	closes
	links
	separates
	counts
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

	hclsyntax.TokenNumberLit: counts,
}
