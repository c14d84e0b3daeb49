package spec

import (
	"strings"
	"testing"
)

// TestQuantities: the parser stops at the first mistake of a block, so each
// has a file of its own.
func TestQuantities(t *testing.T) {
	for value, want := range map[string]string{
		`3s`:                  `2 7-9: Quantity without quotes: A number with a unit is text: write "3s".`,
		`1m30s`:               `2 7-12: Quantity without quotes: A number with a unit is text: write "1m30s".`,
		`1.5 s`:               `2 7-12: Quantity without quotes: A number with a unit is text: write "1.5s".`,
		`[3s, 5s]`:            `2 8-10: Quantity without quotes: A number with a unit is text: write "3s".`,
		`duration(50ms)`:      `2 16-20: Quantity without quotes: A number with a unit is text: write "50ms".`,
		`"ü" == 1 || b < 5ms`: `2 23-26: Quantity without quotes: A number with a unit is text: write duration("5ms").`,
		`local.b == 512MiB`:   `2 18-24: Quantity without quotes: A number with a unit is text: write size("512MiB").`,
		`local.b ? 3s : 5s`:   `2 17-19: Quantity without quotes: A number with a unit is text: write duration("3s").`,
		`1_000`:               `2 7-12: Not a number: A number has digits and perhaps a point, and "1_000" has more.`,
		`10k`:                 `2 7-10: Not a number: A number has digits and perhaps a point, and "10k" has more.`,
		`50%`:                 `2 7-10: Not a number: A number has digits and perhaps a point, and "50%" has more.`,
		`b 3s`:                `2 9-10: Missing newline after attribute: An attribute ends with its line`,
	} {
		_, _, diags := parse([]byte("locals {\n  a = "+value+"\n}\n"), "f.hcl", maxTokens)
		if len(diags) != 1 || !strings.HasPrefix(found(diags[0]), "f.hcl:"+want) {
			t.Errorf("%s: %v, want %s", value, diags, want)
		}
	}
}
