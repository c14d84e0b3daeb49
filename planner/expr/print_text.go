package expr

import (
	"fmt"
	"math"
	"strconv"
	"unicode/utf8"
)

// constant writes a value as an author would. A whole float keeps its point, so
// that it is not taken for an int.
func (p *printer) constant(e *Expr) {
	switch e.Kind {
	case Null:
		p.text("null")
	case Float:
		p.out = appendFloat(p.out, e.Float)
		if e.Float == math.Trunc(e.Float) && math.Abs(e.Float) < 1<<53 {
			p.text(".0")
		}
	case String, Bytes:
		p.quoted(e.Text)
	case Time:
		p.quoted(string(Value{Kind: Time, Int: e.Int}.Append(nil)))
	default:
		p.out = Value{Kind: e.Kind, Int: e.Int}.Append(p.out)
	}
}

// template writes concat as a quoted template.
func (p *printer) template(e *Expr) {
	p.text(`"`)
	for i := range e.Args {
		if arg := &e.Args[i]; arg.Op == OpConst && arg.Kind == String {
			p.escaped(arg.Text)
			continue
		}
		p.text("${")
		p.expr(&e.Args[i], loosest)
		p.text("}")
	}
	p.text(`"`)
}

// quoted writes a text in its quotes.
func (p *printer) quoted(s string) {
	p.text(`"`)
	p.escaped(s)
	p.text(`"`)
}

// escaped writes the inside of a quoted template; what is not UTF-8 is shown
// as Go shows it, since HCL has no way to write it.
func (p *printer) escaped(s string) {
	for i, r := range s {
		_, size := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			p.out = fmt.Appendf(p.out, `\x%02x`, s[i])
		case (r == '$' || r == '%') && i+1 < len(s) && s[i+1] == '{':
			p.out = append(p.out, s[i], s[i])
		default:
			quoted := strconv.AppendQuote(nil, string(r))
			p.out = append(p.out, quoted[1:len(quoted)-1]...)
		}
	}
}
