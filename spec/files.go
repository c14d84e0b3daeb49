package spec

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"strings"

	"github.com/hashicorp/hcl/v2"
)

// Endings of the files that Assay reads.
const (
	ending     = ".hcl"
	varsEnding = ".vars.hcl" // values for variables; never read as a spec
	autoVars   = "auto.vars.hcl"
)

// origin is where files come from: the operating system, or an fs.FS.
type origin struct {
	fsys   fs.FS  // nil: the operating system
	prefix string // put before paths in ranges, to tell origins apart
}

// stat, open and readDir follow symbolic links, as an author expects.
func (o origin) stat(name string) (fs.FileInfo, error) {
	if o.fsys == nil {
		return os.Stat(name)
	}
	return fs.Stat(o.fsys, name)
}

// open opens a file of the origin.
func (o origin) open(name string) (fs.File, error) {
	if o.fsys == nil {
		return os.Open(name)
	}
	return o.fsys.Open(name)
}

// readDir lists a directory of the origin.
func (o origin) readDir(name string) ([]fs.DirEntry, error) {
	if o.fsys == nil {
		return os.ReadDir(name)
	}
	return fs.ReadDir(o.fsys, name)
}

// read gives a file's bytes, at most limit. Devices and pipes are refused,
// since reading one may never end.
func (o origin) read(name string, limit int) ([]byte, error) {
	info, err := o.stat(name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, errors.New("it is not a regular file")
	}
	f, err := o.open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	src, err := io.ReadAll(io.LimitReader(f, int64(limit)+1))
	if err != nil {
		return nil, err
	}
	if len(src) > limit {
		return nil, fmt.Errorf("it is larger than %d KiB, the most that is read", limit>>10)
	}
	return src, nil
}

// list gives the spec files at a path, sorted: the file itself, or all *.hcl
// of a directory but for the files of variables.
func (o origin) list(name string) ([]string, error) {
	info, err := o.stat(name)
	if err != nil {
		return nil, err
	}
	if !info.IsDir() {
		return []string{name}, nil
	}
	entries, err := o.readDir(name) // sorted by name
	if err != nil {
		return nil, err
	}
	var names []string
	for _, e := range entries {
		if n := e.Name(); isSpecFile(n) && !e.IsDir() {
			names = append(names, path.Join(name, n))
		}
	}
	return names, nil
}

// isSpecFile tells by name; hidden files are an editor's business.
func isSpecFile(name string) bool {
	return strings.HasSuffix(name, ending) && !strings.HasSuffix(name, varsEnding) && !strings.HasPrefix(name, ".")
}

// notASpec says why a file of that name is not read, or gives nil.
func notASpec(name string) *hcl.Diagnostic {
	detail := ""
	switch {
	case strings.HasSuffix(name, varsEnding):
		detail = "%s holds values for variables. Give the spec as the argument and this file with --var-file."
	case strings.HasSuffix(name, ".json"):
		detail = "%s is JSON. Specs are written in HCL's native syntax, in files that end in .hcl."
	case !strings.HasSuffix(name, ending):
		detail = "%s does not end in .hcl, as specs do. Rename it, or give the directory that holds the spec."
	default:
		return nil
	}
	return &hcl.Diagnostic{Severity: hcl.DiagError, Summary: "Not a spec", Detail: fmt.Sprintf(detail, name)}
}

// cannotRead is the world's answer as a diagnostic, at the module that asked
// or, for a path of the command line, nowhere.
func cannotRead(name string, err error, at *hcl.Range) *hcl.Diagnostic {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		err = pe.Err // the path is in the sentence already
	}
	return &hcl.Diagnostic{
		Severity: hcl.DiagError,
		Summary:  "Unreadable file",
		Detail:   fmt.Sprintf("%s cannot be read: %s.", name, err),
		Subject:  at,
	}
}
