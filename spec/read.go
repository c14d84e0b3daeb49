package spec

import (
	"fmt"
	"io/fs"
	"path"
	"path/filepath"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
)

// Options says where Read finds files.
type Options struct {
	FS      fs.FS // paths are of this file system; nil: of the operating system
	Builtin fs.FS // the specs that modules use as "assay/NAME": NAME.hcl or directory NAME; may be nil
}

// Read reads the file at path alone, or all *.hcl files of the directory at
// path but for *.vars.hcl, and the modules they use. The Spec is never nil and
// holds all that could be read, so that further mistakes can be found; it must
// not be run if there are errors.
//
// Every error in a file has a Subject. Only what concerns the path itself,
// such as a file that does not exist, has none.
func Read(path string, o Options) (*Spec, hcl.Diagnostics) {
	l := &loader{
		builtin: origin{fsys: o.Builtin, prefix: "<assay>/"},
		files:   map[string]*hcl.File{},
		loaded:  map[string]*Spec{},
		uses:    map[*Spec]int{},
	}
	s := l.spec(source{origin{fsys: o.FS}, clean(path)}, nil)
	s.Path = path
	return s, l.diags
}

// loader reads one spec with its modules. Modules are read once however often
// they are used, and their Specs are shared.
type loader struct {
	decoder
	builtin origin
	files   map[string]*hcl.File
	bytes   int              // read so far
	tokens  int              // in them
	loaded  map[string]*Spec // by the name of the source
	uses    map[*Spec]int    // how many modules a spec has below it, each as often as it is reached
	stack   []source         // being loaded, outermost first
}

// source identifies a spec: a file or directory of an origin.
type source struct {
	origin
	path string // slash-separated, clean
}

// name is how the source is called in ranges and messages.
func (s source) name() string { return s.prefix + s.path }

// spec reads one spec; at is the module that asks for it, nil for the first.
func (l *loader) spec(src source, at *hcl.Range) *Spec {
	s := &Spec{Path: src.name(), Files: l.files}
	l.loaded[src.name()] = s
	l.stack = append(l.stack, src)
	defer func() { l.stack = l.stack[:len(l.stack)-1] }()

	names, err := src.list(src.path)
	switch {
	case err != nil:
		l.add(cannotRead(src.name(), err, at))
	case len(names) == 0:
		l.add(noFiles(src.name(), at))
	}
	all := scope{}
	for _, name := range names {
		if body := l.file(src.origin, name, at); body != nil {
			l.top(s, body, all)
		}
	}
	l.modules(s, src)
	return s
}

// file reads and parses one file; nil if there is nothing to decode.
func (l *loader) file(o origin, name string, at *hcl.Range) *hclsyntax.Body {
	shown := o.prefix + name
	if diag := notASpec(shown); diag != nil {
		diag.Subject = at
		l.add(diag)
		return nil
	}
	if len(l.files) >= maxFiles || l.bytes >= maxBytes {
		l.add(tooMuch(shown, at))
		return nil
	}
	src, err := o.read(name, min(maxFileBytes, maxBytes-l.bytes))
	if err != nil {
		l.add(cannotRead(shown, err, at))
		return nil
	}
	l.bytes += len(src)
	f, tokens, diags := parse(src, shown, maxTokens-l.tokens)
	l.tokens += tokens
	l.files[shown] = f
	l.add(diags...)
	l.partial = diags.HasErrors()
	body, _ := f.Body.(*hclsyntax.Body) // absent if parse refused the file
	return body
}

// top decodes the blocks of one file into s; all has the names of its specs.
func (l *loader) top(s *Spec, body *hclsyntax.Body, all scope) {
	c := l.body(body, &fileKind, body.MissingItemRange())
	for _, b := range c.blocks {
		l.topBlock(s, b, all)
	}
}

// topBlock decodes one block. Names are claimed across all files of the spec.
func (l *loader) topBlock(s *Spec, b *hclsyntax.Block, all scope) {
	var n Named
	switch b.Type {
	case "assay":
		a := l.assay(b)
		if s.Assay != nil { // in another file: one file's are counted by body
			l.add(secondBlock(&fileKind, b, s.Assay.DeclRange))
			return
		}
		s.Assay = a
	case "locals":
		for _, local := range l.locals(b) {
			l.claim(all, "local", local.Name, local.NameRange)
			s.Locals = append(s.Locals, local)
		}
	case "variable":
		n = keep(&s.Variables, l.variable(b)).Named
	case "module":
		n = keep(&s.Modules, l.module(b)).Named
	case "server":
		n = keep(&s.Servers, l.server(b)).Named
	case "target":
		n = keep(&s.Targets, l.target(b)).Named
	case "schema":
		n = keep(&s.Schemas, l.schema(b)).Named
	case "mix":
		n = keep(&s.Mixes, l.mix(b)).Named
	case "probe":
		n = keep(&s.Probes, l.probe(b)).Named
	case "experiment":
		n = keep(&s.Experiments, l.experiment(b)).Named
	}
	l.claim(all, b.Type, n.Name, n.NameRange)
}

// keep appends v and gives it back.
func keep[T any](list *[]*T, v *T) *T {
	*list = append(*list, v)
	return v
}

// clean makes a path as given into the form used in ranges.
func clean(p string) string { return path.Clean(filepath.ToSlash(p)) }

// noFiles: an empty directory is more often the wrong path than a wish.
func noFiles(name string, at *hcl.Range) *hcl.Diagnostic {
	return &hcl.Diagnostic{
		Severity: hcl.DiagError,
		Summary:  "No spec in directory",
		Detail:   fmt.Sprintf("The directory %s holds no file that ends in .hcl, files of variables (.vars.hcl) aside.", name),
		Subject:  at,
	}
}

// tooMuch is for files beyond the limits of a whole spec.
func tooMuch(name string, at *hcl.Range) *hcl.Diagnostic {
	return &hcl.Diagnostic{
		Severity: hcl.DiagError,
		Summary:  "Spec too large",
		Detail: fmt.Sprintf("%s is not read: a spec and its modules may have %d files and %d MiB together. Split it into specs that are run by themselves.",
			name, maxFiles, maxBytes>>20),
		Subject: at,
	}
}
