package sysbench

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/zclconf/go-cty/cty"
)

// settings are what the spec will say.
type settings struct {
	test     *test
	line     string // the command, without secrets
	inputs   []input
	parts    map[string]cty.Value // of the experiment, by where options go
	grace    string
	password bool
}

// input is an attribute of the module call.
type input struct {
	name  string
	value cty.Value
}

// settings reads all options.
func (c *converter) settings(cmd *command, t *test) *settings {
	s := &settings{test: t, line: cmd.line, parts: map[string]cty.Value{}}
	if t.probe == nil {
		s.inputs = append(s.inputs, input{"db_driver", cty.StringVal("mysql")})
	}
	for i := range cmd.options {
		o := &cmd.options[i]
		if t.probe != nil && !c.ofProbe(o, t) {
			continue
		}
		if as, known := c.option(o, t); known {
			c.set(s, o, as)
		}
	}
	c.ends(s, cmd)
	if t.probe != nil {
		c.possible(s, cmd)
	} else {
		c.address(cmd)
	}
	return s
}

// address warns of localhost, which is the default too: to the client library
// under sysbench it means a socket.
func (c *converter) address(cmd *command) {
	at := cmd.script.at
	for _, o := range cmd.options {
		switch {
		case o.name == "mysql_socket", o.name == "mysql_host" && !slices.Contains(strings.Split(o.value, ","), "localhost"):
			return
		case o.name == "mysql_host":
			at = o.at
		}
	}
	c.warn(at, "Another way to the server", "sysbench takes localhost, its default, for a Unix socket; here it is TCP. "+
		"If the server is to be reached by its socket, add --mysql-socket=PATH, such as /run/mysqld/mysqld.sock.")
}

// set puts one option where it belongs.
func (c *converter) set(s *settings, o *setting, as option) {
	switch {
	case as.missing != "":
		if !slices.Contains(as.harmless, o.value) || o.bare {
			c.fail(o.at, "Not available", "There is no %s in Assay. %s", spelled(o.name), as.missing)
		}
		return
	case as.idle != "":
		c.warn(o.at, "Left out", "%s", as.idle)
		return
	case as.to == toPassword:
		s.password = true
		c.warn(o.at, "Password left out", "It has no place in a file. Give it to each run as ASSAY_VAR_mysql_password.")
		return
	case as.to == toGrace:
		c.setGrace(s, o)
		return
	}
	v, ok := c.read(o, as)
	if ok && as.to == toRate && s.test.pacesThreads() && o.value != "0" {
		c.warn(o.at, "Another kind of pace", "In 0.4 each thread waits for a slot of its own, and latency leaves the wait out. Here events are due at equal distances, any worker takes the next, and response time counts from the due instant.")
	}
	switch {
	case !ok || as.to == toNothing || o.name == "db_driver":
	case strings.HasPrefix(as.to, "@"):
		s.parts[as.to] = v
	case as.to != "":
		s.inputs = append(s.inputs, input{as.to, v})
	default:
		s.inputs = append(s.inputs, input{o.name, v})
	}
}

var shutdown = regexp.MustCompile(`^(\d{1,6})(%?)$`)

// setGrace reads how long events may go on past the end: seconds, a share of
// the time, or for ever.
func (c *converter) setGrace(s *settings, o *setting) {
	m := shutdown.FindStringSubmatch(o.value)
	switch {
	case slices.Contains(no, o.value) && !o.bare:
		c.warn(o.at, "Left out", "Events that go on at the end are given ten seconds, not for ever; add grace to the load for more.")
	case o.bare || slices.Contains(yes[:2], o.value):
		s.grace = "5%"
	case m != nil:
		s.grace = o.value
	default:
		c.fail(o.at, "Wrong value", "It is a number of seconds, a percentage as in 10%%, or off, and this is %q.", o.value)
	}
}

// ends decides how the load ends, by the defaults of the version.
func (c *converter) ends(s *settings, cmd *command) {
	events, time := int64(0), int64(10)
	if s.test.old {
		events, time = 10000, 0
	}
	events, time = s.whole(toEvents, events), s.whole(toTime, time)
	if events == 0 && time == 0 {
		at := cmd.script.at
		for _, o := range cmd.options {
			if slices.Contains([]string{"time", "max_time", "events", "max_requests"}, o.name) {
				at = o.at
			}
		}
		c.fail(at, "Run without end", "With neither a time nor a number of events this would never end. Give --time=SECONDS.")
	}
	s.parts[toEvents], s.parts[toTime] = cty.NumberIntVal(events), cty.NumberIntVal(time)
	if percent, isShare := strings.CutSuffix(s.grace, "%"); isShare {
		n, _ := strconv.ParseInt(percent, 10, 64)
		s.grace = strconv.FormatInt(time*n*10, 10) + "ms"
	} else if s.grace != "" {
		s.grace += "s"
	}
}

// whole is a part that is a whole number.
func (s *settings) whole(part string, otherwise int64) int64 {
	v, given := s.parts[part]
	if !given {
		return otherwise
	}
	n, _ := v.AsBigFloat().Int64()
	return n
}
