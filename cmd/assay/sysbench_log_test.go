package main

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/assay-bench/assay/executor/server"
	"github.com/assay-bench/assay/executor/server/servertest"
)

// statement is one statement of the general log: its shape, in which literals
// are ? and the number of a table is #, and what stood in their places.
type statement struct {
	shape  string
	table  int64 // the number of the table; 0 if it has none
	ints   []int64
	texts  []string
	thread string // the server's number of the connection
}

// generalLog is the server's log of all statements.
type generalLog struct {
	t    *testing.T
	file string
}

// logged switches the general log on until the end of the test.
func logged(t *testing.T, s *server.Server) *generalLog {
	file := filepath.Join(s.Dir, "data", "statements.log")
	servertest.SQL(t, s, "SET GLOBAL general_log_file = '"+file+"'; SET GLOBAL general_log = ON")
	t.Cleanup(func() { servertest.SQL(t, s, "SET GLOBAL general_log = OFF") })
	return &generalLog{t, file}
}

// during gives the statements of the connection that worked most while do ran.
func (l *generalLog) during(do func()) []statement {
	l.t.Helper()
	before, err := os.Stat(l.file)
	if err != nil {
		l.t.Fatal(err)
	}
	do()
	file, err := os.Open(l.file)
	if err != nil {
		l.t.Fatal(err)
	}
	defer file.Close()
	text, err := io.ReadAll(io.NewSectionReader(file, before.Size(), 1<<32))
	if err != nil {
		l.t.Fatal(err)
	}
	all := map[string][]statement{}
	busiest := ""
	for _, st := range parseLog(text) {
		all[st.thread] = append(all[st.thread], st)
		if len(all[st.thread]) > len(all[busiest]) {
			busiest = st.thread
		}
	}
	return all[busiest]
}

// entry begins a record of the log: perhaps the time, the connection, what it
// asked for. A statement may go on over further lines.
var entry = regexp.MustCompile(`^(?:\d{6} +\d+:\d\d:\d\d)?\t+ *(\d+) (Query|Execute|Prepare|Connect|Quit|Close stmt|Init DB|Statistics|Ping|Reset stmt)\t(.*)$`)

// parseLog reads what workloads execute: statements about sbtest tables, and
// BEGIN and COMMIT. A statement that is prepared appears when it is executed.
func parseLog(text []byte) (out []statement) {
	thread, kind, sql := "", "", ""
	end := func() {
		if kind != "Query" && kind != "Execute" {
			return
		}
		if st := parseStatement(sql); st.table > 0 || st.shape == "BEGIN" || st.shape == "COMMIT" {
			st.thread = thread
			out = append(out, st)
		}
	}
	for line := range bytes.Lines(text) {
		line := strings.TrimRight(string(line), "\n")
		m := entry.FindStringSubmatch(line)
		if m == nil {
			sql += " " + line
			continue
		}
		end()
		thread, kind, sql = m[1], m[2], m[3]
	}
	end()
	return out
}

var (
	literal = regexp.MustCompile(`'(?:[^'\\]|\\.|'')*'|sbtest(\d+)|-?\b\d+\b`)
	rows    = regexp.MustCompile(`\(\?,\?\)(?:,\(\?,\?\))+`)
)

// parseStatement takes the literals out of a statement.
func parseStatement(sql string) statement {
	var st statement
	shape := literal.ReplaceAllStringFunc(sql, func(found string) string {
		switch {
		case found[0] == '\'':
			st.texts = append(st.texts, found)
			return "?"
		case found[0] == 's':
			st.table, _ = strconv.ParseInt(found[len("sbtest"):], 10, 64)
			return "sbtest#"
		}
		n, _ := strconv.ParseInt(found, 10, 64)
		st.ints = append(st.ints, n)
		return "?"
	})
	shape = rows.ReplaceAllString(shape, "(?,?)…") // however many rows there are
	st.shape = strings.Join(strings.Fields(shape), " ")
	return st
}
