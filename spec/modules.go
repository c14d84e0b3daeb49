package spec

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
)

// builtinSource begins the source of a module that is built into the command.
const builtinSource = "assay/"

// modules loads what the modules of s refer to and counts them.
func (l *loader) modules(s *Spec, from source) {
	for _, m := range s.Modules {
		if src, ok := l.resolve(m, from); ok {
			l.attach(s, m, src)
		}
	}
}

// attach loads one module within the limits. A Spec that was loaded before
// is shared; the count of uses still grows, since the planner expands each.
func (l *loader) attach(s *Spec, m *Module, src source) {
	if i := slices.IndexFunc(l.stack, func(s source) bool { return s.name() == src.name() }); i >= 0 {
		l.add(cycle(append(slices.Clone(l.stack[i:]), src), m.SourceRange))
		return
	}
	if len(l.stack) >= maxDepth {
		l.add(problem("Modules too deep",
			fmt.Sprintf("Modules may use modules %d deep at most. Use the innermost one directly.", maxDepth), m.SourceRange))
		return
	}
	sub := l.loaded[src.name()]
	if sub == nil {
		sub = l.spec(src, &m.SourceRange)
	}
	if l.uses[s] += 1 + l.uses[sub]; l.uses[s] > maxModules {
		l.add(problem("Too many modules",
			fmt.Sprintf("A spec may use %d modules at most, counting those of its modules each time.", maxModules), m.SourceRange))
		return
	}
	m.Spec = sub
}

// resolve finds the source of m, which stands in a file of from. The decoder
// has reported what begins neither like a path nor like a built-in spec.
func (l *loader) resolve(m *Module, from source) (source, bool) {
	switch {
	case isBuiltin(m.Source):
		return l.resolveBuiltin(m)
	case isRelative(m.Source):
		file := strings.TrimPrefix(m.SourceRange.Filename, from.prefix)
		return source{from.origin, path.Join(path.Dir(file), m.Source)}, true
	}
	return source{}, false
}

// isBuiltin and isRelative are the two forms of a source. A bare word is
// neither: it could mean either.
func isBuiltin(s string) bool { return strings.HasPrefix(s, builtinSource) }

// isRelative asks for the dots, so that no path looks like a name.
func isRelative(s string) bool {
	return s == "." || s == ".." || strings.HasPrefix(s, "./") || strings.HasPrefix(s, "../")
}

// badSource reports a source that Assay would have to guess about; nil if it
// can be looked for.
func badSource(m *Module) *hcl.Diagnostic {
	if isBuiltin(m.Source) || isRelative(m.Source) {
		return nil
	}
	return problem("Unusable source",
		fmt.Sprintf("A module's source is a path that begins with ./ or ../, or \"assay/NAME\" for a built-in one. If %q is a path, write %q.",
			shorten(m.Source), "./"+strings.TrimPrefix(shorten(m.Source), "/")), m.SourceRange)
}

// resolveBuiltin finds a spec of the command: a file, or a directory of that name.
func (l *loader) resolveBuiltin(m *Module) (source, bool) {
	name := path.Clean(strings.TrimPrefix(m.Source, builtinSource))
	for _, candidate := range []string{name, name + ending} {
		if l.builtin.fsys == nil {
			break
		}
		if _, err := l.builtin.stat(candidate); err == nil {
			return source{l.builtin, candidate}, true
		}
	}
	l.add(noBuiltin(m, l.builtinNames()))
	return source{}, false
}

// noBuiltin lists what there is, for there is no directory to look into.
func noBuiltin(m *Module, names []string) *hcl.Diagnostic {
	detail := fmt.Sprintf("There is no built-in spec %q.", shorten(m.Source))
	if hint := didYouMean(m.Source, names); hint != "" {
		detail += hint
	} else if len(names) > 0 {
		detail += " There are " + strings.Join(names, ", ") + "."
	} else {
		detail += " This command has none: give a path that begins with ./ or ../."
	}
	return problem("Unknown built-in spec", detail, m.SourceRange)
}

// builtinNames are the sources that can be written.
func (l *loader) builtinNames() []string {
	if l.builtin.fsys == nil {
		return nil
	}
	entries, _ := l.builtin.readDir(".") // none if unreadable: only a hint is lost
	var names []string
	for _, e := range entries {
		if e.IsDir() || isSpecFile(e.Name()) {
			names = append(names, builtinSource+strings.TrimSuffix(e.Name(), ending))
		}
	}
	return names
}

// cycle writes out the whole ring: each module by itself looks right.
func cycle(ring []source, at hcl.Range) *hcl.Diagnostic {
	names := make([]string, len(ring))
	for i, src := range ring {
		names[i] = src.name()
	}
	return problem("Modules in a circle",
		fmt.Sprintf("This module would use itself without end: %s. Take what both need into a third spec.", strings.Join(names, " → ")), at)
}
