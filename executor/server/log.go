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
	if s.Dir == "" {
		return nil // it never had one
	}
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

// logTail is what the server's log ends with, as an addition to an error: the
// last errors since its start, or if it had none the last lines.
func (s *Server) logTail() string {
	const lines, width = 6, 300
	log := sinceStart(s.Log(1 << 16))
	last := said(log, "[ERROR]")
	if last == nil {
		last = strings.Split(strings.TrimSpace(log), "\n")
	}
	last = last[max(0, len(last)-lines):]
	for i, line := range last {
		if len(line) > width {
			last[i] = strings.ToValidUTF8(line[:width], "") + "…"
		}
	}
	if text := strings.Join(last, "\n"); text != "" {
		return "; its log ends with:\n" + text
	}
	return ""
}

// Warnings are what the server warned of when it was last started, each once:
// options that it adjusted or ignores, limits that it could not raise.
func (s *Server) Warnings() []string {
	start, _, _ := strings.Cut(sinceStart(s.Log(1<<20)), readyMark)
	return said(start, "[Warning]")
}

// Marks in a log: startMark is in the line that MariaDB and MySQL begin with at
// each start ("Starting MariaDB 10.11… as process 123"), readyMark in the one
// at its end. ownTrace is in what our own look for readiness leaves there.
const (
	startMark = " as process "
	readyMark = "ready for connections"
	ownTrace  = "closed normally without authentication"
)

// sinceStart is the part of a log that the last start has written.
func sinceStart(log []byte) string {
	if i := bytes.LastIndex(log, []byte(startMark)); i >= 0 {
		log = log[bytes.LastIndexByte(log[:i], '\n')+1:]
	}
	var ours strings.Builder
	for line := range strings.Lines(string(log)) {
		if !strings.Contains(line, ownTrace) {
			ours.WriteString(line)
		}
	}
	return ours.String()
}

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
