package planner

import (
	"maps"
	"slices"

	"github.com/hashicorp/hcl/v2"
	"github.com/zclconf/go-cty/cty"

	"github.com/assay-bench/assay/planner/dialect"
	"github.com/assay-bench/assay/planner/plan"
	"github.com/assay-bench/assay/spec"
)

// scope is what names mean at plan time: in one spec or one instance of a
// module, for one cell. It fills itself as names are asked for, so that a cell
// costs only what depends on its factors.
type scope struct {
	at      string // "" in the root, "module.NAME." in an instance: before names in messages
	spec    *spec.Spec
	known   *index
	shared  *shared
	reads   *factorSet // factors that have been read so far in this cell
	bind    func(*spec.Variable) bound
	vars    map[string]bound // variables asked for so far
	locals  map[string]bound // locals asked for so far
	modules map[string]*scope
	dialect *dialect.Dialect // of the target for which this is planned
	schema  *plan.Schema     // of the mix being lowered; nil without tables
}

// shared is what all scopes of one compilation have in common.
type shared struct {
	work    budget   // for all loops and all that is written out
	late    lateness // what expressions are no constants
	indexes map[*spec.Spec]*index
	reads   map[hcl.Range]factorSet // by expressions, of those that read any
}

// index finds the declarations of a spec by name.
type index struct {
	variables map[string]*spec.Variable
	locals    map[string]*spec.Local

	variableNames, localNames []string // in written order
}

// newShared is what a compilation begins with.
func newShared() *shared {
	return &shared{work: budget{left: maxWork}, indexes: map[*spec.Spec]*index{}, reads: map[hcl.Range]factorSet{}}
}

// index is made once for a spec, however many cells and instances ask it.
func (sh *shared) index(sp *spec.Spec) *index {
	x := sh.indexes[sp]
	if x == nil {
		x = &index{variables: map[string]*spec.Variable{}, locals: map[string]*spec.Local{}}
		for _, v := range sp.Variables {
			x.variables[v.Name] = v
			x.variableNames = append(x.variableNames, v.Name)
		}
		for _, l := range sp.Locals {
			x.locals[l.Name] = l
			x.localNames = append(x.localNames, l.Name)
		}
		sh.indexes[sp] = x
	}
	return x
}

// bound is what a name stands for, and the factors that this depends on.
type bound struct {
	value cty.Value // marked if sensitive
	reads factorSet
	diags hcl.Diagnostics
}

// factorSet is a set of factors, by their place in the matrix.
type factorSet uint64

// newScope is a scope in which bind gives variables their values.
func newScope(sp *spec.Spec, sh *shared, reads *factorSet, bind func(*spec.Variable) bound) *scope {
	return &scope{
		spec: sp, known: sh.index(sp), shared: sh, reads: reads, bind: bind,
		vars: map[string]bound{}, locals: map[string]bound{}, modules: map[string]*scope{},
	}
}

// plannedFor is s for a dialect; the two share what they know.
func (s *scope) plannedFor(d *dialect.Dialect) *scope {
	c := *s
	c.dialect = d
	return &c
}

// input is what module block m sets for variable v of the module.
func (s *scope) input(m *spec.Module, v *spec.Variable) bound {
	for _, in := range m.Inputs {
		if in.Name == v.Name {
			value, diags := s.evaluate(in.Value)
			return accept(v, value, in.Value.Range(), diags)
		}
	}
	return defaultOf(v, m.DeclRange)
}

// child is a scope for a module, whose variables take what the module block
// sets, evaluated in s.
func (s *scope) child(m *spec.Module) *scope {
	if c, ok := s.modules[m.Name]; ok {
		return c.plannedFor(s.dialect) // a module's target is found before its dialect is known
	}
	c := newScope(m.Spec, s.shared, s.reads, func(v *spec.Variable) bound { return s.input(m, v) })
	c.at, c.dialect = s.at+"module."+m.Name+".", s.dialect
	s.modules[m.Name] = c
	return c
}

// table finds a table of the schema at hand; t is nil if there is none.
func (s *scope) table(name string) (index int, t *plan.Table) {
	if s.schema == nil {
		return -1, nil
	}
	for i := range s.schema.Tables {
		if s.schema.Tables[i].Name == name {
			return i, &s.schema.Tables[i]
		}
	}
	return -1, nil
}

// tableNames lists what table can find, for messages.
func (s *scope) tableNames() (names []string) {
	if s.schema != nil {
		for i := range s.schema.Tables {
			names = append(names, s.schema.Tables[i].Name)
		}
	}
	return names
}

// local finds the declaration of a local; nil if there is none.
func (s *scope) local(name string) *spec.Local { return s.known.locals[name] }

// boundVariable is the value of a variable, converted to its type, and what
// was wrong with it; false if there is no such variable.
func (s *scope) boundVariable(name string) (bound, bool) {
	b, known := s.vars[name]
	if !known {
		v := s.known.variables[name]
		if v == nil {
			return bound{}, false
		}
		b = s.tracked(func() bound { return s.bind(v) })
		s.vars[name] = b
	}
	*s.reads |= b.reads
	return b, true
}

// boundLocal is the value of a local that is known to be no draw.
func (s *scope) boundLocal(l *spec.Local) bound {
	b, known := s.locals[l.Name]
	if !known {
		b = s.tracked(func() bound {
			v, diags := s.evaluate(l.Value)
			return bound{value: v, diags: diags}
		})
		s.locals[l.Name] = b
	}
	*s.reads |= b.reads
	return b
}

// tracked runs f and notes the factors that it read.
func (s *scope) tracked(f func() bound) bound {
	before := *s.reads
	*s.reads = 0
	b := f()
	b.reads |= *s.reads
	*s.reads = before
	return b
}

// variableNames and localNames list what there is, for messages.
func (s *scope) variableNames() []string { return s.known.variableNames }
func (s *scope) localNames() []string    { return s.known.localNames }

// functionNames lists all functions of the language, drawn ones too.
func functionNames() []string {
	names := slices.Collect(maps.Keys(functions))
	names = slices.AppendSeq(names, maps.Keys(generators))
	slices.Sort(names)
	return names
}
