package mysql

import (
	"context"
	"fmt"
	"math"
	"os"
	"strconv"

	sqldriver "database/sql/driver"

	"github.com/assay-bench/assay/executor/driver"
)

// asks are the server's own words about its limits. Names that a server does
// not know are simply absent: MariaDB has no super_read_only.
const asks = "SHOW GLOBAL VARIABLES WHERE Variable_name IN ('max_connections', 'max_user_connections', 'max_prepared_stmt_count', " +
	"'max_allowed_packet', 'table_open_cache', 'open_files_limit', 'read_only', 'super_read_only', 'innodb_read_only', 'local_infile', " +
	"'datadir', 'hostname')"

// counts are what is in use of these.
const counts = "SHOW GLOBAL STATUS WHERE Variable_name IN ('Threads_connected', 'Prepared_stmt_count')"

// space is what the tables of the target's database take already.
const space = "SELECT 'space', CAST(COALESCE(SUM(data_length + index_length), 0) AS CHAR) FROM information_schema.tables WHERE table_schema = DATABASE()"

// rights counts those privileges of the user that write on a server that is
// read-only. SUPER is one in MySQL and in MariaDB before 10.11; after that the
// server itself refuses the first statement that writes.
const rights = "SELECT 'rights', CAST(COUNT(*) AS CHAR) FROM information_schema.user_privileges WHERE privilege_type IN ('SUPER', 'READ_ONLY ADMIN', 'READ ONLY ADMIN', 'CONNECTION_ADMIN') " +
	"AND grantee = " + grantee

// account is how many sessions the user may have: a limit of the account itself,
// which GRANT and ALTER USER set, or else that of all.
const account = "SELECT 'account', CAST(@@SESSION.max_user_connections AS CHAR) UNION ALL SELECT 'user', " + grantee

// grantee is the user's account as GRANT writes it.
const grantee = "CONCAT('''', REPLACE(CURRENT_USER(), '@', '''@'''), '''')"

// limits is what a host answers to these questions.
type limits map[string]string

// number is a limit, or the greatest number if the server has none of the name.
func (l limits) number(name string) int64 {
	n, err := strconv.ParseInt(l[name], 10, 64)
	if err != nil {
		return math.MaxInt64
	}
	return n
}

// on tells whether a variable is on; one that does not exist is off.
func (l limits) on(name string) bool { return l[name] == "ON" || l[name] == "1" }

// Preflight asks each host for its limits. Where statements cannot all be
// prepared, every session prepares the first that it sends, up to its share of
// nine tenths of the room, and sends the others as text: so the same sessions
// prepare the same statements in every run, and other users of the server
// keep some room.
func (db *database) Preflight(ctx context.Context, needs driver.Needs) ([]driver.Finding, error) {
	db.localFiles.Store(needs.LocalFiles)
	findings := driver.Files(1, needs)
	share := int64(math.MaxInt64)
	for host := range db.at.Hosts {
		l, err := db.limits(ctx, host)
		if err != nil {
			return findings, db.openFailure(err, host)
		}
		of := divide(needs, len(db.at.Hosts))
		statements, each := preparing(host, l, of)
		share = min(share, each)
		findings = append(findings, statements)
		findings = append(findings, rooms(host, l, of)...)
		findings = append(findings, switches(host, l, needs)...)
		findings = append(findings, db.disk(host, l, needs)...)
	}
	db.prepares.Store(share)
	return findings, nil
}

// divide gives one host's share of what sessions need.
func divide(n driver.Needs, hosts int) driver.Needs {
	n.Workers = (n.Workers + hosts - 1) / hosts
	n.Sessions = (n.Sessions + hosts - 1) / hosts
	n.Statements = (n.Statements + int64(hosts) - 1) / int64(hosts)
	return n
}

// limits asks a host all questions, over one connection.
func (db *database) limits(ctx context.Context, host int) (limits, error) {
	s, err := db.connect(ctx, host)
	if err != nil {
		return nil, err
	}
	defer s.Close()
	l := limits{}
	for _, sql := range []string{asks, counts, space, rights, account} {
		if err := s.ask(sql, func(row []sqldriver.Value) { l[text(row[0])] = text(row[1]) }); err != nil {
			return nil, err
		}
	}
	return l, nil
}

// preparing is the finding about prepared statements, and how many of them
// each session may make.
func preparing(host int, l limits, n driver.Needs) (f driver.Finding, each int64) {
	room := max(l.number("max_prepared_stmt_count")-l.number("Prepared_stmt_count"), 0)
	if room >= n.Statements || n.Workers == 0 {
		return driver.Room(host, "max_prepared_stmt_count", room, n.Statements, driver.Fits, ""), math.MaxInt64
	}
	each = room / 10 * 9 / int64(n.Workers)
	return driver.Room(host, "max_prepared_stmt_count", room, n.Statements, driver.Adapts, fmt.Sprintf(
		"each session prepares the first %d statements that it sends, and sends the others as text; with SET GLOBAL max_prepared_stmt_count = %d all are prepared",
		each, n.Statements+l.number("Prepared_stmt_count"))), each
}

// rooms are the findings about what sessions and statements take.
func rooms(host int, l limits, n driver.Needs) []driver.Finding {
	// The session that asks is one of the connections that there are.
	connections := l.number("Threads_connected") - 1 + int64(n.Sessions)
	findings := []driver.Finding{
		driver.Room(host, "max_connections", l.number("max_connections"), connections, driver.Refuses,
			fmt.Sprintf("SET GLOBAL max_connections = %d, or use fewer threads", connections)),
		driver.Space(host, "max_allowed_packet", l.number("max_allowed_packet"), n.Packet,
			fmt.Sprintf("SET GLOBAL max_allowed_packet = %d, or use a smaller batch", (n.Packet+1023)/1024*1024)),
		// Below this every statement may have to open its table again; there
		// may be more, as each session has an instance of its own.
		driver.Room(host, "table_open_cache", l.number("table_open_cache"), n.Tables+int64(n.Workers), driver.Warns,
			fmt.Sprintf("tables are closed and opened again all the time, which is measured too; SET GLOBAL table_open_cache = %d", n.Tables*int64(max(n.Workers, 1)))),
		driver.Room(host, "open_files_limit", l.number("open_files_limit"), n.Tables+int64(n.Sessions), driver.Warns,
			"files are closed and opened again all the time, which is measured too; start the server with a higher open_files_limit"),
	}
	if user := l.number("account"); user > 0 && user < math.MaxInt64 {
		fix := "SET GLOBAL max_user_connections ="
		if user != l.number("max_user_connections") {
			fix = "ALTER USER " + l["user"] + " WITH MAX_USER_CONNECTIONS"
		}
		findings = append(findings, driver.Room(host, "max_user_connections", user, int64(n.Sessions), driver.Refuses,
			fmt.Sprintf("%s %d, or use fewer threads", fix, n.Sessions)))
	}
	return findings
}

// switches are the findings about what a server may be forbidden.
func switches(host int, l limits, n driver.Needs) []driver.Finding {
	readOnly := l.on("super_read_only") || l.on("innodb_read_only") || l.on("read_only") && l["rights"] == "0"
	return []driver.Finding{
		driver.Switch(host, "read_only", readOnly, false, n.Writes, "write to another server, or SET GLOBAL read_only = OFF"),
		driver.Switch(host, "local_infile", l.on("local_infile"), true, n.LocalFiles, "SET GLOBAL local_infile = ON"),
	}
}

// disk is the finding about free space, if the server's data directory is on
// this machine. What the database holds already is not added again.
func (db *database) disk(host int, l limits, n driver.Needs) []driver.Finding {
	name, err := os.Hostname()
	if err != nil || name != l["hostname"] || n.Bytes == 0 {
		return nil
	}
	free, known := driver.FreeSpace(l["datadir"])
	if !known {
		return nil
	}
	need := max(n.Bytes-l.number("space"), 0)
	return []driver.Finding{driver.Space(host, "disk of "+l["datadir"], free, need, "make room there, or load fewer rows")}
}
