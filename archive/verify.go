package archive

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"
	"strings"

	"github.com/apache/arrow/go/v17/parquet"
	"github.com/apache/arrow/go/v17/parquet/file"
)

// verify compares a file with what run.json says of it and tells the first
// difference in words that follow the file's path, or nothing. An error is
// one of reading.
func verify(fsys fs.FS, f *File) (problem string, err error) {
	size, sum, err := digest(fsys, f.Path)
	if err != nil {
		return "", fmt.Errorf("read back %s: %w", f.Path, cause(err))
	}
	if size != f.Bytes {
		return fmt.Sprintf("has %d bytes, not the %d that were written", size, f.Bytes), nil
	}
	if sum != f.SHA256 {
		return "has other content than was written: its SHA-256 differs", nil
	}
	if !strings.HasSuffix(f.Path, ".parquet") {
		return "", nil
	}
	// The same bytes may still be wrong, if the writer's idea of them was.
	rows, err := countRows(fsys, f.Path)
	if err != nil {
		return fmt.Sprintf("cannot be read back: %v", err), nil
	}
	if rows != f.Rows {
		return fmt.Sprintf("has %d rows, not the %d that were written", rows, f.Rows), nil
	}
	return "", nil
}

// digest reads a whole file and gives its size and its SHA-256 in hexadecimal.
func digest(fsys fs.FS, path string) (size int64, sum string, err error) {
	r, err := fsys.Open(path)
	if err != nil {
		return 0, "", err
	}
	defer r.Close()
	hash := sha256.New()
	size, err = io.Copy(hash, r)
	return size, hex.EncodeToString(hash.Sum(nil)), err
}

// countRows decodes the first column of a file and counts its values. The
// footer alone would be only what the writer believed.
func countRows(fsys fs.FS, path string) (rows int64, err error) {
	r, err := openParquet(fsys, path)
	if err != nil {
		return 0, err
	}
	defer r.Close()
	defer recovered(&err)
	v := vector{}
	for g := range r.NumRowGroups() {
		chunk, err := r.RowGroup(g).Column(0)
		if err != nil {
			return rows, err
		}
		n, err := v.count(chunk) // by arrow's own decoder, not by ours
		if err != nil {
			return rows, err
		}
		rows += n
	}
	if footer := r.NumRows(); footer != rows {
		return rows, fmt.Errorf("its footer tells of %d rows, its first column has %d", footer, rows)
	}
	return rows, nil
}

// count decodes a column chunk to its end.
func (v *vector) count(chunk file.ColumnChunkReader) (rows int64, err error) {
	v.size(scanRows)
	for chunk.HasNext() {
		n, _, err := v.fetchArrow(chunk, scanRows)
		if err != nil || n == 0 {
			return rows, err
		}
		rows += n
	}
	return rows, chunk.Err()
}

// openParquet opens a Parquet file of a run.
func openParquet(fsys fs.FS, path string) (*file.Reader, error) {
	f, err := fsys.Open(path)
	if err != nil {
		return nil, cause(err)
	}
	source, err := seekable(f)
	if err != nil {
		f.Close()
		return nil, cause(err)
	}
	r, err := readFooter(source)
	if err != nil {
		f.Close()
	}
	return r, err
}

// section is a file that can be read anywhere and closed.
type section struct {
	*io.SectionReader
	io.Closer
}

// seekable makes a file readable out of order. Files of an operating system
// or in memory are; of others, such as the compressed ones of a zip, the whole
// content is kept.
func seekable(f fs.File) (parquet.ReaderAtSeeker, error) {
	if at, ok := f.(io.ReaderAt); ok {
		info, err := f.Stat()
		if err != nil {
			return nil, err
		}
		return section{io.NewSectionReader(at, 0, info.Size()), f}, nil
	}
	data, err := io.ReadAll(f)
	if err != nil {
		return nil, err
	}
	return section{io.NewSectionReader(bytes.NewReader(data), 0, int64(len(data))), f}, nil
}

// readFooter opens a Parquet file; arrow panics on some that are broken.
func readFooter(source parquet.ReaderAtSeeker) (r *file.Reader, err error) {
	defer recovered(&err)
	return file.NewParquetReader(source)
}

// recovered turns a panic of arrow over a broken file into an error.
func recovered(err *error) {
	if r := recover(); r != nil {
		*err = fmt.Errorf("broken file: %v", r)
	}
}

// measureFile tells what run.json has to say of a file that is there. One
// that is no Parquet although it is called so has no rows; Check finds it.
func measureFile(fsys fs.FS, at string) (File, error) {
	size, sum, err := digest(fsys, at)
	if err != nil {
		return File{}, fmt.Errorf("read %s: %w", at, cause(err))
	}
	f := File{Path: at, Bytes: size, SHA256: sum}
	if strings.HasSuffix(at, ".parquet") {
		if p, err := openParquet(fsys, at); err == nil {
			f.Rows = p.NumRows()
			p.Close()
		}
	}
	return f, nil
}
