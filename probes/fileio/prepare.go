package fileio

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// LayoutError is files of a probe that do not fit the job.
type LayoutError struct {
	Path       string
	Have, Want string
}

func (e *LayoutError) Error() string {
	return fmt.Sprintf("the files in %s are those of another probe (%s; wanted are %s): run with --recreate to replace them, or %s", e.Path, e.Have, e.Want, another)
}

// Prepare makes the files of a job as far as they are not there: a directory
// whose files fit is left as it is, and files that are too short are filled
// from where they end. Files of another layout are replaced if the same run
// made them or replace is set, else it is a *LayoutError. SequentialWrite
// makes its files itself, and gets the marker only. It gives the bytes
// written. Files made here go with the run of that name; with no name they
// stay, as files that were there before do.
//
// Each block is written once, buffered, and all are synced at the end, so that
// no write of preparing is left to fall into the measuring.
func (d *Directory) Prepare(ctx context.Context, j *Job, run string, replace bool) (written int64, err error) {
	want := layoutOf(j)
	if want.Run = d.layout.Run; d.layout.Files == 0 {
		want.Run = run
	}
	if d.layout.Files > 0 && !d.layout.fits(want) {
		if ours := run != "" && d.layout.Run == run; !ours && !replace {
			return 0, &LayoutError{d.path, d.layout.String(), want.String()}
		}
		if err := d.empty(); err != nil {
			return 0, err
		}
	}
	if d.layout.State == complete && d.whole() {
		return 0, nil
	}
	if d.layout.State == rewriting {
		if err := d.removeFiles(); err != nil {
			return 0, err
		}
	}
	want.State = filling
	if err := d.write(want); err != nil || j.Mode == SequentialWrite {
		return 0, err
	}
	if written, err = makeFiles(ctx, j); err != nil {
		return written, err
	}
	want.State = complete
	return written, d.write(want)
}

// makeFiles makes all files of a job, one after the other, and gives the bytes
// written. It writes about a MiB at a time, in whole blocks.
func makeFiles(ctx context.Context, j *Job) (written int64, err error) {
	m := &maker{job: j, content: newContent(j)}
	if m.data, err = pages(max(1<<20/j.Block, 1) * j.Block); err != nil {
		return 0, err
	}
	defer unmap(m.data)
	m.content.fill(m.data, ^uint64(0)) // a stream that no worker has
	for n := range j.Files {
		bytes, err := m.file(ctx, n)
		written += bytes
		if err != nil {
			return written, err
		}
	}
	return written, nil
}

// empty removes the files and keeps the marker, which then speaks of none.
func (d *Directory) empty() error {
	if err := d.removeFiles(); err != nil {
		return err
	}
	return d.write(layout{Format: format, Note: note, Run: d.layout.Run})
}

// whole tells whether all files have their size.
func (d *Directory) whole() bool {
	for n := range d.layout.Files {
		info, err := os.Lstat(filepath.Join(d.path, Name(n)))
		if err != nil || info.Size() != d.layout.Size {
			return false
		}
	}
	return true
}

// Rewrite enters into the marker that the files are being made anew.
func (d *Directory) Rewrite() error { return d.state(rewriting) }

// Written enters that they are whole: a load of SequentialWrite has gone
// through all of them, and they serve others from now on.
func (d *Directory) Written() error { return d.state(complete) }

// state enters another state of the same files.
func (d *Directory) state(now string) error {
	l := d.layout
	l.State = now
	return d.write(l)
}

// maker fills files.
type maker struct {
	job     *Job
	content *content
	data    []byte
}

// file fills a file from where it ends, by whole blocks. One of the right size
// is whole, as its data was written in order.
func (m *maker) file(ctx context.Context, n int64) (written int64, err error) {
	path := filepath.Join(m.job.Directory, Name(n))
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return 0, making(err)
	}
	defer func() {
		if failure := f.Close(); err == nil && failure != nil {
			err = making(failure)
		}
	}()
	info, err := f.Stat()
	if err != nil {
		return 0, making(err)
	}
	size := m.job.FileSize()
	if info.Size() == size {
		return 0, nil
	}
	if info.Size() > size {
		if err := f.Truncate(size); err != nil {
			return 0, making(err)
		}
	}
	return m.rest(ctx, f, n, min(info.Size(), size)/m.job.Block*m.job.Block)
}

// rest writes file n from byte at to its end, and syncs it.
func (m *maker) rest(ctx context.Context, f *os.File, n, at int64) (written int64, err error) {
	size := m.job.FileSize()
	for at < size {
		if ctx.Err() != nil {
			return written, context.Cause(ctx)
		}
		b := m.data[:min(int64(len(m.data)), size-at)]
		m.freshen(b, n, at)
		if _, err := f.WriteAt(b, at); err != nil {
			return written, m.failed(n, at, err)
		}
		at += int64(len(b))
		written += int64(len(b))
	}
	if err := f.Sync(); err != nil {
		return written, making(err)
	}
	return written, nil
}

// making is err with what it has ended.
func making(err error) error { return fmt.Errorf("make the files of the probe: %w", err) }

// freshen gives b the data of the blocks at byte at of file n. Their numbers
// are below those of any request of a run.
func (m *maker) freshen(b []byte, n, at int64) {
	block := n*m.content.perFile + at/m.job.Block
	m.content.freshen(b, &Step{number: ^block, block: block})
}

// failed is err as that of a write of a run is told, with the file and the
// byte, and the remedy if the disk is full.
func (m *maker) failed(n, at int64, err error) error {
	if pe, ok := err.(*fs.PathError); ok {
		err = pe.Err
	}
	return &StepError{Write, Name(n), at, err}
}
