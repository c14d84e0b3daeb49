package planner

import (
	"fmt"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/assay-bench/assay/spec"
)

// declared is a block that an expression names, and the scope of its spec.
type declared struct {
	in   *scope
	name string
	at   hcl.Range // of the reference
}

// declaration resolves an expression that names a block of a kind ("mix",
// "schema", "target", "server" or "probe"): mix.NAME, module.M.mix.NAME,
// mix[constant], or a choice between those by a constant condition. Only the
// branch that is taken is looked at, so the other may name what is not there
// for these variables.
func (s *scope) declaration(e hcl.Expression, kind string) (declared, hcl.Diagnostics) {
	switch e := e.(type) {
	case *hclsyntax.ParenthesesExpr:
		return s.declaration(e.Expression, kind)
	case *hclsyntax.ConditionalExpr:
		v, diags := s.constant(e.Condition, cty.Bool)
		switch {
		case diags.HasErrors():
			return declared{}, diags
		case v.True():
			return s.declaration(e.TrueResult, kind)
		}
		return s.declaration(e.FalseResult, kind)
	case *hclsyntax.IndexExpr:
		of, isReference := e.Collection.(*hclsyntax.ScopeTraversalExpr)
		if !isReference {
			break
		}
		key, diags := s.constant(e.Key, cty.String)
		if diags.HasErrors() {
			return declared{}, diags
		}
		step := hcl.TraverseAttr{Name: key.AsString(), SrcRange: e.SrcRange}
		return s.declaredBy(append(of.Traversal[:len(of.Traversal):len(of.Traversal)], step), kind, e.Range())
	case *hclsyntax.ScopeTraversalExpr:
		return s.declaredBy(e.Traversal, kind, e.Range())
	}
	return declared{}, errorAt(e.Range(), "Not a reference", "Here a %s is named without quotes, as in %s.NAME.", kind, kind)
}

// declaredBy follows kind.NAME or module.M.kind.NAME. A module's own modules
// are its own business and cannot be reached through it.
func (s *scope) declaredBy(t hcl.Traversal, kind string, r hcl.Range) (declared, hcl.Diagnostics) {
	words := make([]string, 0, len(t))
	for i := range t {
		word := t.RootName()
		if i > 0 {
			word = stepName(t[i-1:])
		}
		words = append(words, word)
	}
	form := kind + ".NAME"
	if kind == "probe" {
		form = "probe.KIND.NAME"
		if last := len(words) - 1; last > 1 { // both words are the name
			words = append(words[:last-1], words[last-1]+"."+words[last])
		}
	}
	switch {
	case len(words) == 2 && words[0] == kind:
		return declared{in: s, name: words[1], at: r}, nil
	case len(words) == 4 && words[0] == "module" && words[2] == kind:
		m := s.module(words[1])
		if m == nil {
			names := labels(s.spec.Modules, func(m *spec.Module) *spec.Named { return &m.Named })
			return declared{}, errorAt(r, "Unknown module", "There is no module %q here.%s", words[1], didYouMean(words[1], names))
		}
		return declared{in: s.child(m), name: words[3], at: r}, nil
	}
	if _, known := roots[words[0]]; !known {
		return declared{}, unknownRoot(t, []string{kind, "module"})
	}
	return declared{}, errorAt(r, "Not a "+kind, "Here a %s is named, as in %s or module.MODULE.%s.", kind, form, form)
}

// module finds a module block that could be read; nil if there is none.
func (s *scope) module(name string) *spec.Module {
	for _, m := range s.spec.Modules {
		if m.Name == name && m.Spec != nil {
			return m
		}
	}
	return nil
}

// maxListed is how many names a message lists.
const maxListed = 12

// find gives the block of that name, or says that there is none. The kinds of
// blocks share their names only through Named, hence the function.
func find[T any](d declared, kind string, blocks []T, named func(T) *spec.Named) (block T, diags hcl.Diagnostics) {
	for _, b := range blocks {
		if named(b).Name == d.name {
			return b, nil
		}
	}
	names := labels(blocks, named)
	hint := didYouMean(d.name, names)
	if hint == "" && len(names) > 0 && len(names) <= maxListed {
		hint = fmt.Sprintf(" There %s %s.", map[bool]string{true: "is", false: "are"}[len(names) == 1], listed(names))
	}
	return block, errorAt(d.at, "Unknown "+kind, "There is no %s %q here.%s", kind, d.in.at+kind+"."+d.name, hint)
}

func (d declared) mix() (*spec.Mix, hcl.Diagnostics) {
	return find(d, "mix", d.in.spec.Mixes, func(m *spec.Mix) *spec.Named { return &m.Named })
}

func (d declared) schema() (*spec.Schema, hcl.Diagnostics) {
	return find(d, "schema", d.in.spec.Schemas, func(s *spec.Schema) *spec.Named { return &s.Named })
}

func (d declared) server() (*spec.Server, hcl.Diagnostics) {
	return find(d, "server", d.in.spec.Servers, func(s *spec.Server) *spec.Named { return &s.Named })
}

func (d declared) probe() (*spec.Probe, hcl.Diagnostics) {
	return find(d, "probe", d.in.spec.Probes, func(p *spec.Probe) *spec.Named { return &p.Named })
}

func (d declared) target() (*spec.Target, hcl.Diagnostics) {
	return find(d, "target", d.in.spec.Targets, func(t *spec.Target) *spec.Named { return &t.Named })
}
