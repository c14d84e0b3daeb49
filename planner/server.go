package planner

import (
	"math/big"
	"path"
	"regexp"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/zclconf/go-cty/cty"

	"github.com/assay-bench/assay/planner/plan"
	"github.com/assay-bench/assay/spec"
)

// programs are the server programs with the dialects that they speak, their
// own first. Some systems install MariaDB as mysqld.
var programs = map[string][]string{
	"mariadbd": {"mariadb", "mysql"},
	"mysqld":   {"mysql", "mariadb"},
}

var programNames = []string{"mariadbd", "mysqld"}

// started is a target's server: its place in the plan and its dialects, the
// default first. Without a server the place is nil.
type started struct {
	place    *int
	dialects []string
}

// serverOf finds the server that a target names in a cell; false if it failed.
func (c *compiler) serverOf(t *spec.Target, in *scope, cell *cell) (started, bool) {
	if t.Server == nil {
		return started{}, true
	}
	d, diags := in.declaration(t.Server, "server")
	c.reportIn(cell, diags)
	if diags.HasErrors() {
		return started{}, false
	}
	s, diags := d.server()
	c.reportIn(cell, diags)
	if diags.HasErrors() {
		return started{}, false
	}
	index := recall(c.memos.blocks.of(blockKey{s, d.in.at, ""}), cell, func() int { return c.server(s, d.in, cell) })
	if index < 0 {
		return started{}, false
	}
	r := &reading{s: d.in}
	dialects := programs[c.plan.Servers[index].Program]
	word := r.choice(s.Dialect, "dialect of a server", dialects...)
	c.reportIn(cell, r.diags)
	if word != dialects[0] {
		dialects = []string{word, dialects[0]}
	}
	return started{&index, dialects}, !r.failed()
}

// server compiles a server block and gives its place in the plan, or -1.
func (c *compiler) server(s *spec.Server, in *scope, cell *cell) int {
	r := &reading{s: in}
	program := r.program(s)
	made := plan.Server{
		Name:    s.Name,
		Program: path.Base(program),
		Version: r.constraint(s.Version),
		Options: r.serverOptions(s.Options),
		Plugins: r.plugins(s.Plugins),
		TCP:     s.Port != nil,
	}
	at := Launch{Name: s.Name, Port: r.listen(s.Port)}
	if made.Program != program {
		at.Program = program
	}
	c.reportIn(cell, r.diags)
	if r.failed() || !c.launch(at, s) {
		return -1
	}
	c.note("server."+s.Name, s.NameRange)
	return store(c, "server", &c.plan.Servers, made)
}

// program is the name or the path of the program. Only the two servers' own names
// will do: a plan from elsewhere must not start something else.
func (r *reading) program(s *spec.Server) string {
	text := r.text(s.Program, "mariadbd")
	base := path.Base(text)
	if programs[base] == nil {
		r.wrong(s.Program.Range(), "Unknown server program", "%q is neither mariadbd nor mysqld, nor the path of one of them.%s", text, didYouMean(base, programNames))
		return programNames[0]
	}
	if base != text && text[0] != '/' {
		r.wrong(s.Program.Range(), "Relative path", "The path of a program is absolute: it begins with a slash. A name alone is searched on the machine.")
	}
	return text
}

// constraint is the versions that will do, kept as it is written: it is held
// against the program that is found on the machine of the run.
func (r *reading) constraint(e hcl.Expression) string {
	text := r.text(e, "")
	if text == "" {
		return ""
	}
	if _, err := plan.Satisfies("0", text); err != nil {
		r.wrong(e.Range(), "Invalid version constraint", "%s. Write something like \">= 10.6\" or \"10.11\".", upperFirst(err.Error()))
	}
	return text
}

// pluginForm keeps a plugin to the server's own directory of plugins.
var pluginForm = regexp.MustCompile(`^[A-Za-z0-9_][A-Za-z0-9_.-]*$`)

// plugins are names of libraries.
func (r *reading) plugins(e hcl.Expression) []string {
	names, _ := r.texts(e)
	for i, name := range names {
		if !pluginForm.MatchString(name) {
			r.wrong(e.Range(), "Invalid plugin", "%q is no name of a plugin library, such as \"ha_rocksdb\"; it is looked for in the server's own directory.", name)
		}
		names[i] = strings.TrimSuffix(name, ".so")
	}
	return names
}

// AnyPort as Launch.Port asks for one that is free.
const AnyPort = -1

// listen is the port: 0 for none.
func (r *reading) listen(e hcl.Expression) int {
	v, ok := r.value(e, cty.DynamicPseudoType)
	if !ok {
		return 0
	}
	if v.Type() == cty.String && v.AsString() == "any" {
		return AnyPort
	}
	if v.Type() == cty.Number {
		if n, accuracy := v.AsBigFloat().Int64(); accuracy == big.Exact && n >= 1 && n <= 65535 {
			return int(n)
		}
	}
	r.wrong(e.Range(), "Invalid port", "A port is a whole number from 1 to 65535, or \"any\" for one that is free.")
	return 0
}
