package archive

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// runTable is the table of merged runs.
var runTable = table[Info]{
	name: "runs",
	doc:  "One row for each run of a merged data set.",
	columns: []column[Info]{
		text("run", "Its name; the column `run` of every other table.", func(i *Info) *string { return &i.Run }),
		text("experiment", "The experiment.", func(i *Info) *string { return &i.Experiment }),
		text("digest", "Of its plan: equal digests are equal experiments.", func(i *Info) *string { return &i.Digest }),
		integer("seed", "The seed of its random numbers.", func(i *Info) *uint64 { return &i.Seed }),
		text("status", "complete, interrupted, failed, recovered; or running or crashed, and then it lacks rows.", func(i *Info) *string { return (*string)(&i.Status) }),
		optional(text("reason", "Why it is not complete; null if it is.", func(i *Info) *string { return &i.Reason })),
		text("tool", "The program that made it.", func(i *Info) *string { return &i.Tool }),
		computed("started", instants, "When it began, by the wall clock.", func(i *Info) int64 { return i.Started.UnixMicro() },
			func(i *Info, at int64) { i.Started = time.UnixMicro(at).UTC() }),
		written("labels", "What its author called it, as NAME=VALUE, separated by spaces.", labelText, nil),
	},
}

// labelText is all labels as one value: a column for each would give a merged
// data set the columns of whatever authors have written.
func labelText(i *Info) string {
	all := make([]string, len(i.Labels))
	for n, l := range i.Labels {
		all[n] = l.Name + "=" + l.Value
	}
	return strings.Join(all, " ")
}

// Merge writes the tables of several runs into a new directory, each as one
// Parquet file with the column run, and runs.parquet with a row for each run.
// It returns how many rows each table has; one without rows has no file. The
// directory is there whole or not at all.
func Merge(ctx context.Context, dir string, runs []*Run) (rows map[string]int64, err error) {
	return merge(ctx, disk{}, dir, runs)
}

// merge works in a directory of another name, which becomes the right one when
// all is in it.
func merge(ctx context.Context, on disk, dir string, runs []*Run) (rows map[string]int64, err error) {
	wrap := func(err error) error { return fmt.Errorf("merge into %s: %w", dir, cause(err)) }
	if err := distinctRuns(runs); err != nil {
		return nil, wrap(err)
	}
	if _, err := os.Lstat(dir); !errors.Is(err, fs.ErrNotExist) {
		return nil, wrap(errors.New("there is something of that name; choose another or remove it"))
	}
	open := dir + openSuffix
	if err := os.MkdirAll(filepath.Dir(open), 0o777); err != nil {
		return nil, wrap(err)
	}
	if err := os.Mkdir(open, 0o777); errors.Is(err, fs.ErrExist) {
		return nil, wrap(fmt.Errorf("%s is there, of a merge that goes on or was killed; in that case remove it", open))
	} else if err != nil {
		return nil, wrap(err)
	}
	// From here on whatever fails takes the directory with it.
	rows, err = mergeTables(ctx, on, open, runs)
	if err == nil {
		err = on.publish(dir)
	}
	if err != nil {
		return nil, errors.Join(wrap(err), os.RemoveAll(open))
	}
	return rows, nil
}

// mergeTables writes one file for each table that has rows, and gives their
// numbers by table.
func mergeTables(ctx context.Context, on disk, dir string, runs []*Run) (map[string]int64, error) {
	rows := map[string]int64{runTable.name: int64(len(runs))}
	infos := make([]Info, len(runs))
	for i := range runs {
		infos[i] = runs[i].Info
	}
	e := Export{Table: runTable.name, disk: on}
	w := &Writer{press: press{dir: dir, disk: on}}
	if err := writeTableAs(w, &runTable, infos, e.about(nil)); err != nil {
		return nil, err
	}
	for _, table := range ExportTables {
		e := Export{Table: table, Columns: append([]string{"run", "cell", "repeat", factorPrefix + "*"}, "*"), disk: on}
		name := filepath.Join(dir, table+".parquet")
		n, err := e.Parquet(ctx, name, runs)
		if err == nil && n == 0 {
			err = on.remove(name)
		}
		if err != nil {
			return nil, err
		}
		rows[table] = n
	}
	return rows, nil
}
