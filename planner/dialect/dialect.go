// Package dialect writes the SQL that Assay itself needs: it quotes names and
// values, makes DDL from tables as data, and knows what a database lacks.
//
// It does not parse SQL and leaves what authors write alone. Everything is
// done once, at plan time; nobody who runs a plan needs this package.
package dialect

import (
	"strconv"
	"strings"

	"github.com/assay-bench/assay/planner/plan"
)

// Dialect is the SQL of one kind of database.
type Dialect struct {
	Name  string // mysql, mariadb or sqlite
	lite  bool   // SQLite's grammar rather than MySQL's
	quote string
}

// all holds every dialect. Those of MySQL and MariaDB differ in name only, so
// far as Assay's own statements go; the name is in a plan's digest.
var all = []*Dialect{
	{Name: "mysql", quote: "`"},
	{Name: "mariadb", quote: "`"},
	{Name: "sqlite", quote: `"`, lite: true},
}

// Find gives the dialect of that name, or nil.
func Find(name string) *Dialect {
	for _, d := range all {
		if d.Name == name {
			return d
		}
	}
	return nil
}

// Quote writes a name so that no reserved word or odd character hurts.
func (d *Dialect) Quote(name string) string {
	return d.quote + strings.ReplaceAll(name, d.quote, d.quote+d.quote) + d.quote
}

// Text writes a text as an SQL literal. Both MySQL and SQLite read a doubled
// quote as one; MySQL, in its default mode, also reads backslashes.
func (d *Dialect) Text(s string) string {
	if !d.lite {
		s = strings.ReplaceAll(s, `\`, `\\`)
	}
	return "'" + strings.ReplaceAll(s, "'", "''") + "'"
}

// Bool writes a truth value; SQLite knows no word for it in older versions.
func (d *Dialect) Bool(b bool) string {
	if b {
		return "1"
	}
	return "0"
}

// Int writes a whole number.
func (d *Dialect) Int(n int64) string { return strconv.FormatInt(n, 10) }

// Plan gives the statements that whoever runs a plan needs. The ledger is the
// table in which Assay notes which tables it made; the statements about it
// hold in both grammars.
func (d *Dialect) Plan() plan.Dialect {
	q := d.Quote
	ledger := q(Ledger)
	columns := make([]string, len(ledgerColumns))
	for i, c := range ledgerColumns {
		columns[i] = q(c)
	}
	p := plan.Dialect{
		Name: d.Name, Quote: d.quote, Rollback: Rollback,
		TableExists:  "SELECT 1 FROM information_schema.tables WHERE table_schema = DATABASE() AND table_name = ?",
		ReadLedger:   "SELECT " + strings.Join([]string{q("digest"), q("rows"), q("state"), q("chunks")}, ", ") + " FROM " + ledger + " WHERE " + q("name") + " = ?",
		WriteLedger:  "REPLACE INTO " + ledger + " (" + strings.Join(columns, ", ") + ") VALUES (?, ?, ?, ?, ?, ?)",
		ForgetLedger: "DELETE FROM " + ledger + " WHERE " + q("name") + " = ?",
		ListLedger:   "SELECT " + q("name") + " FROM " + ledger + " ORDER BY " + q("name"),
		CreateLedger: d.createLedger(),
		Claim:        claim,
	}
	if d.lite {
		p.TableExists = "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?"
		p.Claim = "" // no lock of SQLite's outlives a transaction: its driver has another
	}
	return p
}

// claim takes a lock that is called by the database. It waits for a second, in
// which a run that has just been killed is found to be gone. The server frees
// the lock when its session ends, however that comes about, so no run leaves
// one behind.
const claim = "SELECT GET_LOCK(CONCAT('assay ', MD5(DATABASE())), 1)," +
	" IS_USED_LOCK(CONCAT('assay ', MD5(DATABASE()))), CONNECTION_ID()"

// Ledger is the name of the table that tells which tables Assay made.
const Ledger = "assay_tables"

// ledgerColumns are its columns, in the order of plan.Dialect.WriteLedger.
var ledgerColumns = []string{"name", "digest", "seed", "rows", "state", "chunks"}

// createLedger stores seeds as text, since SQLite has no unsigned integers. A
// fixed engine and charset keep the ledger out of reach of session settings.
func (d *Dialect) createLedger() string {
	types := []string{"varchar(64) NOT NULL PRIMARY KEY", "varchar(64) NOT NULL", "varchar(20) NOT NULL",
		"bigint NOT NULL", "varchar(16) NOT NULL", "longtext NOT NULL"}
	end := ") ENGINE=InnoDB DEFAULT CHARSET=utf8mb4"
	if d.lite {
		types = []string{"TEXT NOT NULL PRIMARY KEY", "TEXT NOT NULL", "TEXT NOT NULL",
			"INTEGER NOT NULL", "TEXT NOT NULL", "TEXT NOT NULL"}
		end = ")"
	}
	var lines []string
	for i, name := range ledgerColumns {
		lines = append(lines, d.Quote(name)+" "+types[i])
	}
	return "CREATE TABLE IF NOT EXISTS " + d.Quote(Ledger) + " (" + strings.Join(lines, ", ") + end
}
