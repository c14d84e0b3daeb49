package probe

import (
	"strconv"
	"strings"
)

// Literal writes the value of an option as HCL.
func (o *Option) Literal(v Value) string {
	switch o.Type {
	case Count, Size:
		return strconv.FormatInt(v.Int, 10)
	case Span:
		return `"` + o.format(v.Int) + `"`
	case Ratio:
		return strconv.FormatFloat(v.Float, 'g', -1, 64)
	case Truth:
		return strconv.FormatBool(v.Int != 0)
	case Words:
		if v.Text == "" {
			return "[]"
		}
		return `["` + strings.ReplaceAll(v.Text, ",", `", "`) + `"]`
	}
	return quote(v.Text)
}

// quote writes a text as HCL, which begins templates by ${ and %{.
func quote(text string) string {
	return strings.NewReplacer("${", "$${", "%{", "%%{").Replace(strconv.Quote(text))
}

// Flag is the option's name as a flag: sysbench's name without the word for the
// kind, which the command has said already.
func (k *Kind) Flag(o *Option) string {
	name := strings.TrimPrefix(o.Name, map[string]string{"threads": "thread", "fileio": "file"}[k.Name]+"_")
	return strings.ReplaceAll(strings.TrimPrefix(name, k.Name+"_"), "_", "-")
}

// LongFlag is the option's name as sysbench spells it.
func LongFlag(o *Option) string { return strings.ReplaceAll(o.Name, "_", "-") }
