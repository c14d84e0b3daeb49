package server

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/assay-bench/assay/planner/plan"
)

// program is a server program that was found.
type program struct {
	path    string
	version string
	mysql   bool // Oracle's MySQL, which installs its data itself
}

// ErrNotInstalled is the error of Start if no program was named and none is
// installed.
var ErrNotInstalled = errors.New("neither mariadbd nor mysqld is installed (in a checkout of Assay, make packages installs MariaDB)")

// programDirs are searched after PATH, which for most users lacks sbin.
var programDirs = []string{"/usr/sbin", "/usr/local/sbin", "/usr/local/bin", "/usr/libexec", "/usr/local/mysql/bin", "/usr/local/mariadb/bin"}

// find looks the program up, asks it for its version and holds that against
// the constraint, if any.
func find(ctx context.Context, wanted, constraint string) (program, error) {
	path, err := lookUp(wanted)
	if err != nil {
		return program{}, err
	}
	out, err := exec.CommandContext(ctx, path, "--no-defaults", "--version").Output()
	if ctx.Err() != nil {
		return program{}, ctx.Err()
	}
	if err != nil {
		return program{}, fmt.Errorf("cannot ask %s for its version: %w", path, err)
	}
	found := describe(path, string(out))
	if constraint == "" {
		return found, nil
	}
	ok, err := plan.Satisfies(found.version, constraint)
	if err != nil {
		return program{}, fmt.Errorf("cannot compare the version of %s: %w", path, err)
	}
	if !ok {
		return program{}, &VersionError{Program: path, Version: found.version, Constraint: constraint}
	}
	return found, nil
}

// lookUp finds a program by its path or its name; without either the first of
// those that are usual.
func lookUp(wanted string) (string, error) {
	names := []string{wanted}
	switch {
	case wanted == "":
		names = []string{"mariadbd", "mysqld"}
	case strings.Contains(wanted, "/"):
		path, err := exec.LookPath(wanted)
		if err != nil {
			return "", fmt.Errorf("cannot find the server program: %w", err)
		}
		return path, nil
	}
	for _, name := range names {
		for _, dir := range append([]string{""}, programDirs...) {
			if path, err := exec.LookPath(filepath.Join(dir, name)); err == nil {
				return path, nil
			}
		}
	}
	if wanted == "" {
		return "", ErrNotInstalled
	}
	return "", fmt.Errorf("cannot find the server program %s on PATH or in %s; install it (on Debian: apt install mariadb-server), or give its path as `program` of the server block",
		wanted, strings.Join(programDirs, ", "))
}

// versionPattern finds the version in the answer to --version.
var versionPattern = regexp.MustCompile(`Ver (\S+)`)

// describe reads the answer to --version, such as
// "mariadbd  Ver 10.11.6-MariaDB-0+deb12u1 for debian-linux-gnu on x86_64 (Debian 12)".
func describe(path, answer string) program {
	p := program{path: path, mysql: !strings.Contains(answer, "MariaDB")}
	if m := versionPattern.FindStringSubmatch(answer); m != nil {
		p.version = m[1]
	}
	return p
}

// install makes a data directory with the system tables, in which root has
// no password: the directory's mode is what keeps others out.
func (s *Server) install(ctx context.Context, data string) error {
	path, how, err := s.program.installer()
	if err != nil {
		return err
	}
	args := append([]string{"--no-defaults", "--datadir=" + data, "--log-error=" + s.logFile()}, how...)
	for _, setting := range s.options.Settings {
		if shapesFiles(setting) {
			args = append(args, "--"+setting)
		}
	}
	var out bytes.Buffer
	cmd := exec.Command(path, args...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = s.Dir, &out, &out
	cmd.Env = append(os.Environ(), "HOME="+s.Dir, "TMPDIR="+s.Dir)
	p, err := launch(cmd, s.account, s.marker)
	if err != nil {
		return fmt.Errorf("cannot start %s: %w", path, err)
	}
	select {
	case <-p.ended:
	case <-ctx.Done(): // the program is a script: what it has started must end too
		p.kill()
		<-p.ended
		return fmt.Errorf("installing a data directory was cut short: %w", ctx.Err())
	}
	if !cmd.ProcessState.Success() {
		why := s.logTail() // says it shorter, if it got so far
		if why == "" {
			why = "\n" + strings.TrimSpace(out.String())
		}
		return fmt.Errorf("cannot install a data directory with %s (%v)%s", path, cmd.ProcessState, why)
	}
	return nil
}

// shapesFiles tells whether a setting must be known when the files are made.
// Others are left out: some, such as innodb_fast_shutdown=2, would spoil them.
func shapesFiles(setting string) bool {
	setting = strings.ReplaceAll(setting, "-", "_")
	for _, prefix := range []string{"innodb_page_size", "innodb_data", "innodb_log_file", "innodb_undo", "innodb_checksum", "lower_case_table_names"} {
		if strings.HasPrefix(setting, prefix) {
			return true
		}
	}
	return false
}

// installer is the program that makes a data directory, and its arguments.
func (p program) installer() (path string, args []string, err error) {
	if p.mysql {
		return p.path, []string{"--initialize-insecure"}, nil
	}
	args = []string{"--auth-root-authentication-method=normal", "--skip-test-db", "--skip-name-resolve"}
	// The script lies beside the program or, in an unpacked archive, in
	// scripts/; that of another installation would make another's tables.
	bin := filepath.Dir(p.path)
	if resolved, err := filepath.EvalSymlinks(p.path); err == nil {
		bin = filepath.Dir(resolved)
	}
	base := filepath.Dir(bin)
	for _, dir := range []string{"bin", "scripts"} {
		path := filepath.Join(base, dir, "mariadb-install-db")
		if _, err := os.Stat(path); err == nil {
			return path, append(args, "--basedir="+base), nil
		}
	}
	path, err = exec.LookPath("mariadb-install-db")
	if err != nil {
		return "", nil, fmt.Errorf("cannot find the program that installs MariaDB's system tables: %w", err)
	}
	return path, args, nil
}
