package mysql_test

import (
	"context"
	"net"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/assay-bench/assay/executor/driver"
	"github.com/assay-bench/assay/executor/driver/drivertest"
	"github.com/assay-bench/assay/executor/mysql"
	"github.com/assay-bench/assay/executor/server/servertest"
	"github.com/assay-bench/assay/planner/expr"
	"github.com/assay-bench/assay/planner/plan"
)

// TestOpenFailures checks which errors waiting may cure, and that none shows
// the password.
func TestOpenFailures(t *testing.T) {
	s := shared(t)
	servertest.SQL(t, s, "CREATE USER IF NOT EXISTS walled@localhost IDENTIFIED BY 'right'; CREATE USER IF NOT EXISTS single@localhost WITH MAX_USER_CONNECTIONS 1")
	at := func(user, password, database string, hosts ...string) driver.Endpoint {
		return driver.Endpoint{Hosts: hosts, User: user, Password: password, Database: database}
	}
	closed, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	closed.Close()
	for name, c := range map[string]struct {
		at     driver.Endpoint
		target plan.Target
		class  driver.Class
		code   int
	}{
		"wrong password":   {at("walled", "secret word", "", s.Socket), plan.Target{}, driver.Refused, 1045},
		"no password":      {at("walled", "", "", s.Socket), plan.Target{}, driver.Refused, 1045},
		"no right":         {at("walled", "right", "mysql", s.Socket), plan.Target{}, driver.Refused, 1044},
		"no such database": {at("root", "", "missing", s.Socket), plan.Target{}, driver.Refused, 1049},
		"no such setting":  {at("root", "", "", s.Socket), plan.Target{Session: []plan.Setting{{Name: "no_such", Value: "1"}}}, driver.Refused, 1193},
		"failing init":     {at("root", "", "", s.Socket), plan.Target{Init: []string{"SELECT * FROM missing.t"}}, driver.Refused, 1146},
		"no such host":     {at("root", "", "", "host.invalid:3306"), plan.Target{}, driver.Refused, 2005},
		"nobody listens":   {at("root", "", "", closed.Addr().String()), plan.Target{}, driver.Lost, driver.CodeConnect},
		"no such socket":   {at("root", "", "", filepath.Join(t.TempDir(), "none")), plan.Target{}, driver.Lost, driver.CodeConnect},
	} {
		t.Run(name, func(t *testing.T) {
			db, err := mysql.Open(context.Background(), &c.target, c.at)
			if err != nil {
				t.Fatal(err)
			}
			_, err = db.Open(context.Background(), 0)
			failed := drivertest.AsError(t, "opening", err)
			if failed.Class != c.class || failed.Code != c.code {
				t.Errorf("class %d, %v; want class %d, code %d", failed.Class, failed, c.class, c.code)
			}
			if told := strings.Contains(failed.Error(), "no password was given"); told != (name == "no password") {
				t.Errorf("the missing password is told: %v in %v", told, failed)
			}
			if strings.Contains(failed.Error(), "secret word") {
				t.Errorf("the error shows the password: %v", failed)
			}
		})
	}
}

// TestFullServer checks that a server without a free connection is a case for
// waiting.
func TestFullServer(t *testing.T) {
	s := shared(t)
	global(t, s, "max_connections", "10")
	servertest.SQL(t, s, "CREATE USER plain@localhost") // root has a connection in reserve
	db, err := mysql.Open(context.Background(), &plan.Target{}, driver.Endpoint{Hosts: []string{s.Socket}, User: "plain"})
	if err != nil {
		t.Fatal(err)
	}
	for n := range 30 {
		conn, err := db.Open(context.Background(), n)
		if err == nil {
			t.Cleanup(func() { conn.Close() })
			continue
		}
		if failed := drivertest.AsError(t, "opening", err); failed.Class != driver.Lost || failed.Code != 1040 {
			t.Errorf("class %d, %v; want class Lost, code 1040", failed.Class, failed)
		}
		return
	}
	t.Error("30 sessions on a server for 10")
}

// TestPreparedLimit checks that statements beyond max_prepared_stmt_count run
// as text with the same answer, and are counted.
func TestPreparedLimit(t *testing.T) {
	s := shared(t)
	global(t, s, "max_prepared_stmt_count", "5")
	db := open(t, s, plan.Target{}, "mysql")
	conn := drivertest.Connect(t, db, 0)
	for range 2 {
		for id := range 8 {
			st := driver.Statement{ID: id, SQL: "SELECT ? + " + strconv.Itoa(id), Prepare: true, Reads: []expr.Kind{expr.Int}}
			if res := drivertest.Exec(t, conn, st, expr.IntValue(100)); res.Row[0].Int != int64(100+id) {
				t.Errorf("statement %d gave %d", id, res.Row[0].Int)
			}
		}
	}
	if got := fact(t, db, "client.unprepared_no_room"); got != "3" {
		t.Errorf("%s statements counted as not prepared, want 3", got)
	}
}

// TestUnpreparable checks a statement that the server does not prepare.
func TestUnpreparable(t *testing.T) {
	s := shared(t)
	db := open(t, s, plan.Target{}, "mysql")
	conn := drivertest.Connect(t, db, 0)
	for range 2 {
		drivertest.Exec(t, conn, driver.Statement{ID: 0, SQL: "PREPARE p FROM 'SELECT 1'", Prepare: true})
	}
	if got := fact(t, db, "client.unprepared_unsupported"); got != "1" {
		t.Errorf("%s statements counted as not prepared, want 1", got)
	}
}

func fact(t *testing.T, db driver.Driver, name string) string {
	t.Helper()
	facts, err := db.Facts(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range facts {
		if f.Name == name {
			return f.Value
		}
	}
	t.Fatalf("no fact %s among %d", name, len(facts))
	return ""
}

func TestFacts(t *testing.T) {
	s := shared(t)
	db := open(t, s, plan.Target{}, "")
	if got := fact(t, db, "product"); got != "mariadb" {
		t.Errorf("product %s", got)
	}
	if got, want := fact(t, db, "version"), servertest.SQL(t, s, "SELECT @@version"); got != want {
		t.Errorf("version %s, want %s", got, want)
	}
	if got := fact(t, db, "innodb_buffer_pool_size"); got != "67108864" {
		t.Errorf("innodb_buffer_pool_size %s, want 67108864", got)
	}
}

// TestHosts checks that hosts take turns, TCP and socket.
func TestHosts(t *testing.T) {
	s := shared(t)
	tcp := net.JoinHostPort("127.0.0.1", strconv.Itoa(s.Port))
	db, err := mysql.Open(context.Background(), &plan.Target{}, driver.Endpoint{Hosts: []string{s.Socket, tcp}, User: "root"})
	if err != nil {
		t.Fatal(err)
	}
	for n := range 4 {
		conn := drivertest.Connect(t, db, n)
		if conn.Host() != n%2 {
			t.Errorf("session %d is on host %d", n, conn.Host())
		}
		st := drivertest.Text("SELECT host FROM information_schema.processlist WHERE id = CONNECTION_ID()", expr.String)
		res := drivertest.Exec(t, conn, st)
		if overTCP := strings.Contains(string(res.Row[0].Text), ":"); overTCP != (n%2 == 1) {
			t.Errorf("session %d connects from %q", n, res.Row[0].Text)
		}
	}
}

// TestDeadlock makes one of two sessions the victim.
func TestDeadlock(t *testing.T) {
	s := shared(t)
	db := open(t, s, plan.Target{}, servertest.Database(t, s))
	a, b := drivertest.Connect(t, db, 0), drivertest.Connect(t, db, 1)
	drivertest.Exec(t, a, drivertest.Text("CREATE TABLE t (id INT PRIMARY KEY, k INT) ENGINE=InnoDB"))
	drivertest.Exec(t, a, drivertest.Text("INSERT INTO t VALUES (1, 0), (2, 0)"))
	one, two := drivertest.Text("UPDATE t SET k = k + 1 WHERE id = 1"), drivertest.Text("UPDATE t SET k = k + 1 WHERE id = 2")
	for _, conn := range []driver.Conn{a, b} {
		drivertest.Exec(t, conn, drivertest.Text("BEGIN"))
	}
	drivertest.Exec(t, a, one)
	drivertest.Exec(t, b, two)
	other := make(chan error, 1)
	go func() {
		var res driver.Result
		other <- a.Execute(&two, nil, &res)
	}()
	var res driver.Result
	err := b.Execute(&one, nil, &res)
	if otherErr := <-other; err == nil {
		err = otherErr
	}
	if failed := drivertest.AsError(t, "two updates", err); failed.Class != driver.Failed || failed.Code != 1213 || failed.State != "40001" {
		t.Errorf("class %d, %v; want class Failed, code 1213, state 40001", failed.Class, failed)
	}
}
