package archive

import (
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// platter knows what of the files of a run a power cut would leave: of each
// file what was synced, of each directory the names that it had when it was
// synced. It watches a disk and kills it after some operations.
type platter struct {
	root    string
	graves  string // keeps what was removed or replaced, but not durably
	death   int    // number of operations that are done
	done    int
	synced  map[string]int64  // bytes by path
	durable map[string]bool   // names of files and directories
	renamed map[string]string // not durably: new name to old
	removed map[string]grave  // not durably, by path
}

// grave is a file that a power cut may bring back.
type grave struct {
	name  string
	bytes int64 // that were synced
}

func newPlatter(root string, death int) *platter {
	return &platter{
		root: filepath.Join(root, "results"), graves: filepath.Join(root, "graves"), death: death,
		synced: map[string]int64{}, durable: map[string]bool{}, renamed: map[string]string{}, removed: map[string]grave{},
	}
}

// before is the hook of a disk.
func (p *platter) before(operation, path string) error {
	if p.done >= p.death {
		return errDead
	}
	p.done++
	switch operation {
	case opCreate:
		p.synced[path] = 0
	case opSync:
		return p.sync(path)
	case opRename:
		from := path + openSuffix
		if err := p.bury(path); err != nil {
			return err
		}
		p.synced[path], p.renamed[path] = p.synced[from], from
	case opRemove:
		return p.bury(path)
	}
	return nil
}

// bury keeps a file whose name is about to go.
func (p *platter) bury(path string) error {
	if !p.durable[path] {
		return nil
	}
	name := filepath.Join(p.graves, fmt.Sprint(p.done))
	err := os.Link(path, name)
	if os.IsNotExist(err) || err != nil && p.isDir(path) {
		return nil
	}
	p.removed[path] = grave{name, p.synced[path]}
	return err
}

func (p *platter) isDir(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// sync makes durable what a file or a directory has now.
func (p *platter) sync(path string) error {
	if !p.isDir(path) {
		info, err := os.Stat(path)
		if err == nil {
			p.synced[path] = info.Size()
		}
		return err
	}
	for name := range p.durable {
		if filepath.Dir(name) == path {
			delete(p.durable, name)
		}
	}
	entries, err := os.ReadDir(path)
	for _, e := range entries {
		p.durable[filepath.Join(path, e.Name())] = true
	}
	for name := range p.renamed {
		if filepath.Dir(name) == path {
			delete(p.renamed, name)
		}
	}
	for name := range p.removed {
		if filepath.Dir(name) == path {
			delete(p.removed, name)
		}
	}
	return err
}

// cut cuts the power. What was not synced is lost; with names, those of
// directories are kept; with some, half of the content that was not synced.
func (p *platter) cut(names, some bool) error {
	if !names {
		for to, from := range p.renamed {
			if err := os.Rename(to, from); err != nil {
				return err
			}
			p.synced[from] = p.synced[to]
		}
		for path, g := range p.removed {
			if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o777), os.Rename(g.name, path)); err != nil {
				return err
			}
			p.synced[path], p.durable[filepath.Dir(path)] = g.bytes, true
		}
	}
	return filepath.WalkDir(p.root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil || path == p.root:
			return err
		case !names && !p.durable[path]:
			if err := os.RemoveAll(path); err != nil || !d.IsDir() {
				return err
			}
			return fs.SkipDir
		case d.IsDir():
			return nil
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		left := min(p.synced[path], info.Size())
		if some {
			left += (info.Size() - left) / 2
		}
		return os.Truncate(path, left)
	})
}

// TestPowerCut cuts the power after every operation that makes something
// durable or changes a name. Whatever stood in closed parts is there after
// repair.
func TestPowerCut(t *testing.T) {
	t.Parallel()
	b := fill(durableBatches*durableEvents, 1)
	root := memoryDir(t)
	var operations []string
	play(filepath.Join(root, "whole"), mortal(math.MaxInt, &operations), b)
	for death, operation := range operations {
		if strings.HasPrefix(operation, opWrite) || testing.Short() && death%7 > 0 {
			continue
		}
		variants := 2
		if death%4 == 0 {
			variants = 3
		}
		for variant := range variants {
			here := filepath.Join(root, fmt.Sprint(death, ".", variant))
			if err := os.MkdirAll(filepath.Join(here, "graves"), 0o777); err != nil {
				t.Fatal(err)
			}
			p := newPlatter(here, death+1)
			came := play(p.root, disk{p.before}, b)
			if err := p.cut(variant > 0, variant > 1); err != nil {
				t.Fatal(err)
			}
			if came.dir == "" {
				continue // no run was begun
			}
			expectBatches(t, &came, came.closed, b)
			if t.Failed() {
				t.Fatalf("cut after %s, operation %d, variant %d", operation, death, variant)
			}
		}
	}
}
