package sqlite

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/assay-bench/assay/executor/driver"
	"github.com/assay-bench/assay/planner/plan"
)

// Of many that ask for one file at the same time, by two names, one at a time
// gets it; nobody is left with the lock of a file that was removed.
func TestClaim(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.db")
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(t.TempDir(), "b.db")
	if err := os.Symlink(path, link); err != nil {
		t.Fatal(err)
	}
	var holders, got, refused atomic.Int64
	var wg sync.WaitGroup
	for n := range 8 {
		db := &database{path: []string{path, link}[n%2]}
		wg.Go(func() {
			for range 200 {
				c := db.Claim()
				if c == nil {
					t.Error("no locks on this system")
					return
				}
				if c.Release == nil {
					refused.Add(1)
					continue
				}
				if holders.Add(1) != 1 {
					t.Error("two hold one database")
				}
				got.Add(1)
				holders.Add(-1)
				c.Release()
			}
		})
	}
	wg.Wait()
	if got.Load() == 0 || refused.Load() == 0 {
		t.Errorf("%d got the database, %d were refused", got.Load(), refused.Load())
	}
	if left, _ := os.ReadDir(filepath.Dir(path)); len(left) != 1 {
		t.Errorf("the lock is left: %v", left)
	}
}

func TestClaimNamesTheHolder(t *testing.T) {
	db := &database{path: filepath.Join(t.TempDir(), "a.db")}
	if err := os.WriteFile(db.path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	mine := db.Claim()
	defer mine.Release()
	if c := db.Claim(); c.Release != nil || c.Holder != fmt.Sprintf("process %d", os.Getpid()) {
		t.Errorf("%+v", c)
	}
	private, err := Open(context.Background(), &plan.Target{}, driver.Endpoint{})
	if err != nil {
		t.Fatal(err)
	}
	defer private.Close()
	if c := private.(driver.Claimer).Claim(); c != nil {
		t.Errorf("a private database is claimed: %+v", c)
	}
}
