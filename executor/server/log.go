package server

import (
	"bytes"
	"io"
	"os"
	"strings"
	"syscall"
)

// Log is the end of the server's log, of at most so many bytes, in whole
// lines; empty if there is none.
func (s *Server) Log(most int64) []byte {
	// The directory is the server's account's: a link there may lead anywhere.
	f, err := os.OpenFile(s.logFile(), os.O_RDONLY|syscall.O_NOFOLLOW|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil
	}
	if info.Size() > most {
		if _, err := f.Seek(-most, io.SeekEnd); err != nil {
			return nil
		}
	}
	log, err := io.ReadAll(io.LimitReader(f, most))
	if err != nil {
		return nil
	}
	if _, rest, cut := bytes.Cut(log, []byte("\n")); cut && info.Size() > most {
		log = rest
	}
	return log
}

// logTail is the end of the server's log, as an addition to an error.
func (s *Server) logTail() string {
	const most = 2000 // bytes
	log := bytes.TrimSpace(s.Log(most))
	if len(log) == 0 {
		return ""
	}
	return "\nthe end of its log:\n" + string(log)
}

// Warnings are what the server has warned of since it was last started, each
// once: options that it adjusted or ignores, limits that it could not raise.
func (s *Server) Warnings() []string {
	const most = 1 << 20 // bytes of the log; what comes at the start is short
	log := s.Log(most)
	if i := bytes.LastIndex(log, []byte(startMark)); i >= 0 {
		log = log[i:]
	}
	return said(string(log), "[Warning]")
}

// startMark is in the line that MariaDB and MySQL begin their log with at
// each start: "Starting MariaDB 10.11… as process 123".
const startMark = " as process "

// said are the messages of a level in a log, without what stands before the
// level (the time and the thread), each once.
func said(log, level string) (messages []string) {
	seen := map[string]bool{}
	for line := range strings.Lines(log) {
		_, message, found := strings.Cut(line, level)
		message = strings.TrimSpace(message)
		if found && message != "" && !seen[message] {
			seen[message] = true
			messages = append(messages, message)
		}
	}
	return messages
}
