package interop

import (
	"bytes"
	"encoding/json"
	"os/exec"
	"testing"
)

// fromJavaScript has js/figures.mjs find the figures. `make test-readers`
// installs its packages.
func fromJavaScript(t *testing.T, dir string) figures {
	c := exec.Command("node", "js/figures.mjs", dir)
	var said bytes.Buffer
	c.Stderr = &said
	out, err := c.Output()
	if err != nil {
		t.Fatalf("node: %v; make test-readers installs what it needs\n%s", err, &said)
	}
	all := figures{}
	if err := json.Unmarshal(out, &all); err != nil {
		t.Fatal(err)
	}
	return all
}
