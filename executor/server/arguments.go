package server

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// arguments are the command line: the user's settings, then what keeps the
// server private, which wins. Configuration files are left out, so that the
// same options make the same server everywhere.
func (s *Server) arguments() []string {
	// A setting may move temporary files elsewhere, so that comes before.
	args := append([]string{"--no-defaults", "--tmpdir=" + s.Dir}, s.options.pluginArgs()...)
	args = append(args, s.options.settingArgs()...)
	// The last one keeps LOAD DATA INFILE and INTO OUTFILE inside.
	args = append(args,
		"--datadir="+filepath.Join(s.Dir, "data"),
		"--socket="+s.Socket,
		"--pid-file="+filepath.Join(s.Dir, "pid"),
		"--log-error="+s.logFile(),
		"--secure-file-priv="+filepath.Join(s.Dir, "data"),
	)
	if len(s.options.Databases) > 0 || s.options.Password != "" {
		args = append(args, "--init-file="+s.initFile())
	}
	if s.program.mysql {
		// Its other protocol would listen on a port of its own.
		args = append(args, "--mysqlx=OFF")
	}
	if s.Port == 0 {
		return append(args, "--skip-networking")
	}
	return append(args, "--bind-address=127.0.0.1", "--port="+strconv.Itoa(s.Port))
}

func (o *Options) pluginArgs() (args []string) {
	for _, plugin := range o.Plugins {
		args = append(args, "--plugin-load-add="+plugin)
	}
	return args
}

func (o *Options) settingArgs() (args []string) {
	for _, setting := range o.Settings {
		args = append(args, "--"+setting)
	}
	return args
}

func (s *Server) initFile() string { return filepath.Join(s.Dir, "init.sql") }

// rootHosts are where an installation has accounts of root for.
var rootHosts = []string{"localhost", "127.0.0.1", "::1"}

// writeInit writes the statements that the server runs before anybody may
// connect. They need no client of ours; only the server's account reads them.
func (s *Server) writeInit() error {
	var sql strings.Builder
	for _, name := range s.options.Databases {
		sql.WriteString("CREATE DATABASE IF NOT EXISTS `" + strings.ReplaceAll(name, "`", "``") + "`;\n")
	}
	for _, host := range rootHosts {
		if password := s.options.Password; password != "" {
			sql.WriteString("ALTER USER IF EXISTS root@'" + host + "' IDENTIFIED BY '" + strings.ReplaceAll(password, "'", "''") + "';\n")
		}
	}
	return os.WriteFile(s.initFile(), []byte(sql.String()), 0o644)
}
