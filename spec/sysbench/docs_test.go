package sysbench

import (
	"os"
	"strings"
	"testing"
)

// The guide for people who switch names every option that Convert knows.
func TestGuideNamesOptions(t *testing.T) {
	text, err := os.ReadFile("../../docs/sysbench.md")
	if err != nil {
		t.Fatal(err)
	}
	guide := strings.NewReplacer(
		"`-pct`, `-res`", "`--oltp-dist-pct`, `--oltp-dist-res`", "`-max`", "`--oltp-user-delay-max`").Replace(string(text))
	for _, options := range []map[string]option{general, modernOptions, legacyOptions} {
		for name := range options {
			if spelled := "`--" + strings.ReplaceAll(name, "_", "-"); !strings.Contains(guide, spelled+"`") && !strings.Contains(guide, spelled+"=") {
				t.Errorf("docs/sysbench.md does not name %s", spelled)
			}
		}
	}
}
