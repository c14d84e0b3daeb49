package driver

import (
	"fmt"
	"strconv"
)

// Room is the finding about a resource that is counted, of which have are
// left or allowed. A lack of it has the verdict short.
func Room(host int, name string, have, need int64, short Verdict, fix string) Finding {
	f := Finding{Host: host, Name: name, Have: strconv.FormatInt(have, 10), Need: strconv.FormatInt(need, 10)}
	if have < need {
		f.Verdict, f.Fix = short, fix
	}
	return f
}

// Space is Room in bytes.
func Space(host int, name string, have, need int64, fix string) Finding {
	f := Room(host, name, have, need, Refuses, fix)
	f.Have, f.Need = bytes(have), bytes(need)
	return f
}

// Switch is the finding about something that is on or off, and has to be as
// need says, or may be either way if it does not matter.
func Switch(host int, name string, have, need, matters bool, fix string) Finding {
	word := func(on bool) string { return map[bool]string{true: "on", false: "off"}[on] }
	f := Finding{Host: host, Name: name, Have: word(have), Need: "either"}
	if matters {
		f.Need = word(need)
	}
	if matters && have != need {
		f.Verdict, f.Fix = Refuses, fix
	}
	return f
}

// Files is the finding about the files that this process may open: one for
// each connection, and some for the archive and the system.
func Files(each int, n Needs) []Finding {
	const others = 64
	have, known := FileLimit()
	if !known {
		return nil
	}
	need := int64(each)*int64(n.Sessions) + others
	return []Finding{Room(Here, "open files (ulimit -n)", have, need, Refuses, fmt.Sprintf("raise the limit with ulimit -n %d, or use fewer threads", need))}
}

// bytes writes a size with three digits at least.
func bytes(n int64) string {
	units := []string{"B", "KiB", "MiB", "GiB", "TiB"}
	u, scale := 0, int64(1)
	for ; u < len(units)-1 && n/scale >= 10*1024; u++ {
		scale *= 1024
	}
	return fmt.Sprintf("%d %s", n/scale, units[u])
}
