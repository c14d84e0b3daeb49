package dialect

import (
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// typeForm splits "decimal(12,2) unsigned" into a word, numbers and the rest.
var typeForm = regexp.MustCompile(`^\s*([A-Za-z][A-Za-z0-9_]*)\s*(?:\(([^()]*|[^()]*'[^']*'[^()]*)\))?\s*([A-Za-z0-9_ ]*)$`)

// family is a kind of column type with what is common to its members.
type family struct {
	affinity string // SQLite's type for it
	size     int64  // bytes; 0: as declared
	max      int64  // the largest signed integer; 0 for other types
}

// Sizes of types without a fixed one are a guess at usual values: nobody
// declares text to store a few bytes, or a megabyte.
var families = map[string]family{
	"bool": {"INTEGER", 1, 127}, "boolean": {"INTEGER", 1, 127}, "tinyint": {"INTEGER", 1, 127},
	"smallint": {"INTEGER", 2, math.MaxInt16}, "mediumint": {"INTEGER", 3, 1<<23 - 1},
	"int": {"INTEGER", 4, math.MaxInt32}, "integer": {"INTEGER", 4, math.MaxInt32},
	"bigint": {"INTEGER", 8, math.MaxInt64}, "year": {"INTEGER", 1, 2155}, "bit": {"INTEGER", 8, math.MaxInt64},
	"decimal": {"NUMERIC", 0, 0}, "numeric": {"NUMERIC", 0, 0}, "dec": {"NUMERIC", 0, 0}, "fixed": {"NUMERIC", 0, 0},
	"float": {"REAL", 4, 0}, "double": {"REAL", 8, 0}, "real": {"REAL", 8, 0},
	"date": {"TEXT", 3, 0}, "time": {"TEXT", 4, 0}, "datetime": {"TEXT", 6, 0}, "timestamp": {"TEXT", 5, 0},
	"char": {"TEXT", 0, 0}, "varchar": {"TEXT", 0, 0}, "nchar": {"TEXT", 0, 0}, "nvarchar": {"TEXT", 0, 0},
	"tinytext": {"TEXT", 64, 0}, "text": {"TEXT", 256, 0}, "mediumtext": {"TEXT", 1024, 0}, "longtext": {"TEXT", 1024, 0},
	"json": {"TEXT", 256, 0}, "enum": {"TEXT", 1, 0}, "set": {"TEXT", 8, 0}, "uuid": {"TEXT", 16, 0},
	"inet4": {"TEXT", 4, 0}, "inet6": {"TEXT", 16, 0},
	"binary": {"BLOB", 0, 0}, "varbinary": {"BLOB", 0, 0}, "tinyblob": {"BLOB", 64, 0}, "blob": {"BLOB", 256, 0},
	"mediumblob": {"BLOB", 1024, 0}, "longblob": {"BLOB", 1024, 0},
}

// TypeNames lists the first words of all known column types, for messages.
func TypeNames() []string { return slices.Sorted(maps.Keys(families)) }

// Type is a column type that was understood.
type Type struct {
	SQL    string // as the dialect writes it
	Size   int64  // estimated bytes of a value
	Max    int64  // the largest value of an integer type; 0 for others
	Binary bool   // holds bytes rather than text
}

// Type reads a column type as authors write it: MySQL's, also for SQLite, which gets the type of the
// same affinity (https://www.sqlite.org/datatype3.html, section 3.1). False if the first word is unknown.
func (d *Dialect) Type(text string) (Type, bool) {
	m := typeForm.FindStringSubmatch(text)
	if m == nil {
		return Type{}, false
	}
	f, known := families[strings.ToLower(m[1])]
	if !known {
		return Type{}, false
	}
	t := Type{SQL: strings.TrimSpace(text), Size: f.size, Max: f.max, Binary: f.affinity == "BLOB"}
	if t.Size == 0 {
		t.Size = declaredSize(strings.ToLower(m[1]), m[2])
	}
	if f.max > 0 && f.max < math.MaxInt64 && strings.Contains(strings.ToLower(m[3]), "unsigned") {
		t.Max = 2*f.max + 1
	}
	if d.lite {
		t.SQL = f.affinity
		if t.Max > 0 {
			t.Max = math.MaxInt64
		}
	}
	return t, true
}

// declaredSize estimates a value of a type with a length: fixed ones are as
// long as declared, variable ones half of it, decimals half a byte a digit.
func declaredSize(word, numbers string) int64 {
	first, _, _ := strings.Cut(numbers, ",")
	n, err := strconv.ParseInt(strings.TrimSpace(first), 10, 64)
	if err != nil {
		n = 1
		if word == "decimal" || word == "numeric" {
			n = 10
		}
	}
	switch {
	case strings.HasPrefix(word, "var"), word == "nvarchar":
		return n/2 + 1
	case word == "decimal", word == "numeric", word == "dec", word == "fixed":
		return n/2 + 1
	}
	return n
}

// Word tells whether text is a plain word, such as the name of an engine or a
// charset, that needs no quotes and can do no harm.
func Word(text string) error {
	for _, c := range text {
		if c != '_' && c != '.' && (c < '0' || c > '9') && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') {
			return fmt.Errorf("%q may hold letters, digits and underscores only", text)
		}
	}
	if text == "" {
		return fmt.Errorf("the name is empty")
	}
	return nil
}

// keyForm splits "name(10) DESC".
var keyForm = regexp.MustCompile(`^\s*([A-Za-z_][A-Za-z0-9_-]*)\s*(?:\(\s*([0-9]{1,4})\s*\))?\s*(?i:(asc|desc))?\s*$`)

// ParseKey reads a column of a key: its name, perhaps the number of leading
// characters in parentheses, perhaps ASC or DESC.
func ParseKey(text string) (Key, bool) {
	m := keyForm.FindStringSubmatch(text)
	if m == nil {
		return Key{}, false
	}
	prefix, _ := strconv.ParseInt("0"+m[2], 10, 64)
	return Key{Column: m[1], Prefix: prefix, Desc: strings.EqualFold(m[3], "desc")}, true
}

// liteOptions are all that SQLite lets follow a table's columns.
var liteOptions = regexp.MustCompile(`(?i)^\s*(strict|without\s+rowid)(\s*,\s*(strict|without\s+rowid))?\s*$`)

// HasOption tells whether text may follow CREATE TABLE. What MySQL and MariaDB
// take there differs by engine and version, so theirs is left to the server.
func (d *Dialect) HasOption(text string) bool { return !d.lite || liteOptions.MatchString(text) }
