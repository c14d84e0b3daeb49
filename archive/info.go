package archive

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"strings"

	"github.com/assay-bench/assay/archive/event"
)

// The files of the whole run.
const (
	infoFile  = "run.json"
	planFile  = "plan.json"
	cellsFile = "cells.parquet"
	factsFile = "facts.parquet"
)

// epochLayout writes an instant to the nanosecond, as RFC 3339 has it.
const epochLayout = "2006-01-02T15:04:05.999999999Z07:00"

// writeInfo replaces run.json.
func writeInfo(d disk, dir string, info *Info) error {
	data, err := json.MarshalIndent(info, "", "  ")
	if err != nil {
		return err
	}
	return d.replace(filepath.Join(dir, infoFile), append(data, '\n'))
}

// readInfo reads run.json.
func readInfo(fsys fs.FS) (Info, error) {
	var info Info
	data, err := fs.ReadFile(fsys, infoFile)
	if err != nil {
		return info, fmt.Errorf("read %s: %w", infoFile, cause(err))
	}
	if err := json.Unmarshal(data, &info); err != nil {
		return info, fmt.Errorf("read %s: %w", infoFile, err)
	}
	if info.SchemaVersion < 1 {
		return info, fmt.Errorf("%s is not that of a run: it has no schema_version", infoFile)
	}
	if info.SchemaVersion > SchemaVersion {
		return info, fmt.Errorf("the run was archived in format %d; this program reads formats up to %d",
			info.SchemaVersion, SchemaVersion)
	}
	return info, nil
}

// clocksOf makes an empty list of none, so that run.json never has a null.
func clocksOf(clocks []event.Clock) []event.Clock {
	if clocks == nil {
		return []event.Clock{}
	}
	return clocks
}

// runName is the name of a run's directory, without the number that may follow.
func runName(info *Info) string {
	digest := info.Digest[:min(8, len(info.Digest))]
	return info.Started.UTC().Format("20060102T150405Z") + "-" + plain(info.Experiment) + "-" + plain(digest)
}

// plain replaces what is awkward in the name of a file.
func plain(name string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '_' || r == '.' {
			return r
		}
		return '_'
	}, name)
}

// sourcePath is where a file of the spec is kept. What lies above the spec's
// own directory, as a module may, goes to a directory called up.
func sourcePath(p string) string {
	steps := strings.Split(path.Clean("./"+filepath.ToSlash(p)), "/")
	for i, step := range steps {
		if step == ".." {
			steps[i] = "up"
		}
	}
	return path.Join("spec", path.Join(steps...))
}

// storeFile writes a file of the run and tells what was written.
func storeFile(d disk, dir, at string, data []byte) (File, error) {
	if err := d.replace(filepath.Join(dir, filepath.FromSlash(at)), data); err != nil {
		return File{}, err
	}
	sum := sha256.Sum256(data)
	return File{Path: at, Bytes: int64(len(data)), SHA256: hex.EncodeToString(sum[:])}, nil
}
