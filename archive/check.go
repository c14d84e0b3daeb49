package archive

import (
	"cmp"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"slices"
	"strconv"

	"github.com/assay-bench/assay/archive/event"
)

// Finding is one thing that is wrong with a run.
type Finding struct {
	Path    string `json:"path"`    // the file or directory, relative to the run
	Problem string `json:"problem"` // words that follow the path
}

// String is a sentence without its full stop.
func (f Finding) String() string { return f.Path + " " + f.Problem }

// Check examines a run: that the files are those of run.json, byte for byte;
// that footers name this run and the place where the file lies; that rows of
// a row group are in order; that numbers of events are unique and each
// statement has its event; that no arrival of an open loop is lost; that the
// totals of the cells are the rows. No findings mean that all is well. An error
// means that run.json cannot be read. It takes a bit of memory for each event
// of a repeat.
func Check(fsys fs.FS) ([]Finding, error) {
	info, err := readInfo(fsys)
	if err != nil {
		return nil, err
	}
	c := checker{run: &Run{Info: info, fsys: fsys}, damaged: map[string]bool{}}
	if info.Status == Running {
		c.find(infoFile, "says that the run is running: it was not finished")
	}
	c.files()
	if !c.damaged[cellsFile] {
		if c.run.Cells, err = c.run.cells(); err != nil {
			c.find(cellsFile, "cannot be read: %v", err)
		}
	}
	c.places()
	return c.findings, nil
}

// CheckPath examines the run at a path: its directory or a zip file of it.
func CheckPath(path string) ([]Finding, error) {
	if !isFile(path) {
		return Check(os.DirFS(path))
	}
	z, err := openZip(path)
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", path, err)
	}
	defer z.Close()
	return Check(z)
}

// checker collects findings about a run.
type checker struct {
	run      *Run
	findings []Finding
	damaged  map[string]bool // files that are not as written: their rows mean nothing
}

// find adds a finding.
func (c *checker) find(path, format string, args ...any) {
	c.findings = append(c.findings, Finding{path, fmt.Sprintf(format, args...)})
}

// files compares the files that are there with those of run.json.
func (c *checker) files() {
	listed := map[string]bool{infoFile: true}
	for i := range c.run.Info.Files {
		f := &c.run.Info.Files[i]
		listed[f.Path] = true
		if _, err := fs.Stat(c.run.fsys, f.Path); err != nil {
			c.find(f.Path, "is missing: %v", cause(err))
			continue
		}
		problem, err := verify(c.run.fsys, f)
		if err != nil {
			problem = "cannot be read: " + err.Error()
		}
		if problem != "" {
			c.find(f.Path, "%s", problem)
			c.damaged[f.Path] = true
		}
	}
	err := fs.WalkDir(c.run.fsys, ".", func(p string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && !listed[p] {
			c.find(p, "is not in run.json")
		}
		return err
	})
	if err != nil {
		c.find(".", "cannot be walked: %v", err)
	}
}

// places checks every repeat that left files or is a row of the cells.
func (c *checker) places() {
	all := map[place]*event.Cell{}
	for _, table := range []string{eventTable.name, statementTable.name, arrivalTable.name, sampleTable.name} {
		dirs, _ := fs.Glob(c.run.fsys, table+"/cell=*/repeat=*")
		for _, dir := range dirs {
			var at place
			if _, err := fmt.Sscanf(dir, table+"/cell=%d/repeat=%d", &at.cell, &at.repeat); err != nil || at.dir(table) != dir {
				c.find(dir, "is not the directory of a repeat")
				continue
			}
			all[at] = nil
		}
	}
	for i := range c.run.Cells {
		cell := &c.run.Cells[i]
		all[place{cell.Cell, cell.Repeat}] = cell
	}
	for _, at := range slices.SortedFunc(maps.Keys(all), func(a, b place) int {
		return cmp.Or(cmp.Compare(a.cell, b.cell), cmp.Compare(a.repeat, b.repeat))
	}) {
		c.place(at, all[at])
	}
}

// footers checks that the parts of a table name this run and their place, and
// returns the parts whose rows can be checked.
func (c *checker) footers(table string, at place) []string {
	parts, err := partsOf(c.run.fsys, at.dir(table))
	if err != nil {
		c.find(at.dir(table), "cannot be read: %v", cause(err))
	}
	return slices.DeleteFunc(parts, func(name string) bool {
		if c.damaged[name] {
			return true
		}
		f, err := openParquet(c.run.fsys, name)
		if err != nil {
			c.find(name, "cannot be read: %v", err)
			return true
		}
		defer f.Close()
		about := f.MetaData().KeyValueMetadata()
		for _, want := range [][2]string{
			{"assay.table", table}, {"assay.run", c.run.Info.Run}, {"assay.digest", c.run.Info.Digest},
			{"assay.cell", strconv.Itoa(at.cell)}, {"assay.repeat", strconv.Itoa(at.repeat)},
		} {
			if got := about.FindValue(want[0]); got == nil || *got != want[1] {
				c.find(name, "has a footer of another place: %s is not %q", path.Base(want[0]), want[1])
			}
		}
		return false
	})
}
