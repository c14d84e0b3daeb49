package mysql

import (
	"bytes"
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync/atomic"

	sqldriver "database/sql/driver"

	"github.com/assay-bench/assay/executor/driver"
	library "github.com/go-sql-driver/mysql"
)

// Stream asks the server about the table. Its engine must have transactions,
// since only then can a load that went wrong be taken back.
func (s *session) Stream(table string, columns []driver.Column) (driver.Stream, string, error) {
	if s.broken {
		return nil, "", gone()
	}
	known, err := s.about(table)
	switch {
	case err != nil:
		return nil, "", s.failure(err)
	case !known.allowed:
		return nil, "the server's local_infile is OFF", nil
	case !known.transactions:
		return nil, fmt.Sprintf("engine %s has no transactions", known.engine), nil
	case known.client != known.connection:
		// An INSERT's literals are converted to it on their way, fields are not.
		return nil, "character_set_connection is not character_set_client", nil
	}
	charset := "utf8mb4"
	if known.client == binary {
		charset = binary
	}
	made := newStream(columns, known.columns, charset)
	if made == nil {
		return nil, "the server does not list all columns of the table", nil
	}
	return made, "", nil
}

// knowledge is what a stream depends on.
type knowledge struct {
	allowed            bool
	client, connection string // character sets
	engine             string
	transactions       bool
	columns            map[string]told // by name, in lower case
}

// about asks for it. The table's name is written in hexadecimal, which no
// sql_mode and character set reads otherwise.
func (s *session) about(table string) (k knowledge, err error) {
	in := fmt.Sprintf(" WHERE t.table_schema = DATABASE() AND t.table_name = CONVERT(x'%x' USING utf8mb4)", table)
	k.columns = map[string]told{}
	for _, question := range []struct {
		sql string
		use func(row []sqldriver.Value)
	}{
		{"SELECT IF(@@GLOBAL.local_infile, 'on', 'off'), @@SESSION.character_set_client, @@SESSION.character_set_connection", func(row []sqldriver.Value) {
			k.allowed, k.client, k.connection = text(row[0]) == "on", text(row[1]), text(row[2])
		}},
		{"SELECT t.engine, e.transactions FROM information_schema.tables t JOIN information_schema.engines e ON e.engine = t.engine" + in, func(row []sqldriver.Value) {
			k.engine, k.transactions = text(row[0]), text(row[1]) == "YES"
		}},
		{"SELECT t.column_name, t.data_type, t.character_set_name, t.is_nullable FROM information_schema.columns t" + in, func(row []sqldriver.Value) {
			k.columns[strings.ToLower(text(row[0]))] = told{strings.ToLower(text(row[1])), text(row[2]), text(row[3]) == "YES"}
		}},
	} {
		if err = s.ask(question.sql, question.use); err != nil {
			return k, err
		}
	}
	return k, nil
}

// errUnlike is the code of rows that a LOAD DATA has left out without a word.
const errUnlike = 1261 // row doesn't contain data for all columns

// readers counts the names that the module knows rows by: they are global to
// the process.
var readers atomic.Int64

// load executes a stream's statement. The server asks for a file, as LOAD DATA
// LOCAL has it, and gets the rows instead: there is none, and the module knows
// the name during this statement only, and once, so that no server can ask
// for anything at another time.
//
// LOCAL makes warnings of errors, and leaves rows out that have them. Here
// they are errors again.
func (s *session) load(st *driver.Statement, res *driver.Result) error {
	if s.lexis.foreignTo([]byte(st.SQL)) {
		return foreignText()
	}
	name := "assay-" + strconv.FormatInt(readers.Add(1), 10)
	var rows io.Reader = bytes.NewReader(st.Data)
	library.RegisterReaderHandler(name, func() (once io.Reader) {
		once, rows = rows, nil
		return once
	})
	defer library.DeregisterReaderHandler(name)
	sql := strings.Replace(st.SQL, loadHead, "LOAD DATA LOCAL INFILE 'Reader::"+name+"'", 1)
	var err error
	s.link.aside(func() {
		done, failed := s.conn.Exec(sql, nil)
		if err = affected(done, failed, res); err == nil {
			err = s.objections()
		}
	})
	if err != nil {
		return err
	}
	if res.Affected != st.Rows {
		return &driver.Error{Code: errUnlike, Message: fmt.Sprintf("LOAD DATA stored %d of %d rows, without a warning", res.Affected, st.Rows)}
	}
	return nil
}

// objections is the first warning about the last statement that is more than a
// note, as an error. A server keeps so many only; those that it does not show
// may be of any kind.
func (s *session) objections() error {
	told, listed := int64(0), int64(0)
	var found error
	err := s.ask("SHOW COUNT(*) WARNINGS", func(row []sqldriver.Value) { told = count(row[0]) })
	if err != nil || told == 0 {
		return err
	}
	err = s.ask("SHOW WARNINGS", func(row []sqldriver.Value) {
		listed++
		if found == nil && text(row[0]) != "Note" {
			found = &driver.Error{Code: int(count(row[1])), Message: text(row[2])}
		}
	})
	if err == nil && found == nil && listed < told {
		return &driver.Error{Code: errUnlike, Message: fmt.Sprintf("LOAD DATA had %d warnings, of which the server shows %d", told, listed)}
	}
	if err != nil {
		return err
	}
	return found
}

// count is a column of a text result that is a number.
func count(v sqldriver.Value) int64 {
	switch n := v.(type) {
	case int64:
		return n
	case uint64:
		return int64(n)
	}
	n, _ := strconv.ParseInt(text(v), 10, 64)
	return n
}
