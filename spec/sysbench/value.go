package sysbench

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/agext/levenshtein"
	"github.com/zclconf/go-cty/cty"
)

// reader reads a value as sysbench does. Without an error the value counts;
// the note says what sysbench makes of a value that looks like something else.
type reader func(text string) (v cty.Value, note string, err error)

// read reads the value of an option, and reports what is wrong with it.
func (c *converter) read(o *setting, as option) (v cty.Value, ok bool) {
	text := o.value
	if o.bare {
		text = "on" // which only switches can do without
	}
	var note string
	var err error
	switch {
	case len(as.words) > 0 && !slices.Contains(as.words, text):
		hint := didYouMean(text, as.words)
		if o.name == "db_driver" && text == "pgsql" {
			hint = " Assay does not speak to PostgreSQL yet."
		}
		err = fmt.Errorf("it can be %s, and this is %q.%s", either(as.words), text, hint)
	case as.read != nil:
		v, note, err = as.read(text)
	case o.bare || text == "":
		err = fmt.Errorf("it needs a value: write %s=VALUE", spelled(o.name))
	default:
		v = cty.StringVal(text)
	}
	if err == nil && (as.most != 0 || as.least != 0) {
		err = as.within(v)
	}
	if err != nil {
		detail := err.Error()
		c.fail(o.at, "Wrong value", "%s%s.", strings.ToUpper(detail[:1]), strings.TrimSuffix(detail[1:], "."))
		return v, false
	}
	if note != "" {
		c.warn(o.at, "Value that may surprise", "%s", note)
	}
	return v, true
}

// within holds a number to the bounds of an option.
func (as option) within(v cty.Value) error {
	x, _ := v.AsBigFloat().Float64()
	switch {
	case x >= as.least && as.most == 0, x >= as.least && x <= as.most:
		return nil
	case as.most == 0:
		return fmt.Errorf("it must be at least %v, and this is %v", as.least, x)
	}
	return fmt.Errorf("it must be from %v to %v, and this is %v", as.least, as.most, x)
}

// readWhole reads sysbench's INT: all of the text, within 32 bits.
func readWhole(text string) (cty.Value, string, error) {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n > math.MaxInt32 {
		return cty.NilVal, "", fmt.Errorf("sysbench reads a whole number up to %d here, without a suffix, and this is %q", math.MaxInt32, text)
	}
	if n < 0 {
		return cty.NilVal, "", fmt.Errorf("a number below 0 has no meaning here, and this is %d", n)
	}
	return cty.NumberIntVal(n), "", nil
}

// number is the part of a text that C's strtod takes for a number.
var number = regexp.MustCompile(`^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?`)

// readFloat reads sysbench's DOUBLE, which ends where the number does and
// passes the rest over in silence.
func readFloat(text string) (cty.Value, string, error) {
	part := number.FindString(text)
	x, err := strconv.ParseFloat(strings.TrimSpace(part), 64)
	if part == "" || err != nil {
		return cty.NilVal, "", fmt.Errorf("a number is wanted, and this is %q", text)
	}
	note := ""
	if rest := text[len(part):]; rest != "" {
		note = fmt.Sprintf("sysbench reads %q as %g and passes %q over in silence, and so does this spec.%s", text, x, rest, meant(x, rest))
	}
	return cty.NumberFloatVal(x), note, nil
}

// readShare reads a share of a whole.
func readShare(text string) (cty.Value, string, error) {
	v, note, err := readFloat(text)
	if err == nil && (v.LessThanOrEqualTo(cty.NumberIntVal(0)).True() || v.GreaterThanOrEqualTo(cty.NumberIntVal(1)).True()) {
		err = fmt.Errorf("it must be above 0 and below 1, and this is %q", text)
	}
	return v, note, err
}

// meant is what a suffix would say if sysbench knew it here.
func meant(x float64, suffix string) string {
	power := strings.IndexByte("KMGT", strings.ToUpper(suffix)[0])
	if power < 0 {
		return ""
	}
	return fmt.Sprintf(" If %.0f was meant, write that.", x*math.Pow(1000, float64(power+1)))
}

// readNumber reads a numeric option of a script. They are DOUBLEs too, though
// each of them counts something.
func readNumber(text string) (cty.Value, string, error) {
	v, note, err := readFloat(text)
	if err != nil {
		return v, note, err
	}
	x, _ := v.AsBigFloat().Float64()
	if x < 0 || x != math.Trunc(x) {
		return v, "", fmt.Errorf("this counts something: a whole number from 0 is wanted, and this is %q", text)
	}
	return v, note, nil
}

// readBool reads sysbench's BOOL.
func readBool(text string) (cty.Value, string, error) {
	switch {
	case slices.Contains(yes, text):
		return cty.True, "", nil
	case slices.Contains(no, text):
		return cty.False, "", nil
	}
	return cty.NilVal, "", fmt.Errorf("a switch is on or off, and this is %q", text)
}

// readTLS reads the switch of 1.0 or the mode of 1.1.
func readTLS(text string) (cty.Value, string, error) {
	modes := []string{"disabled", "preferred", "required", "verify_ca", "verify_identity"}
	mode := strings.ToLower(text)
	switch {
	case slices.Contains(yes, mode):
		return cty.StringVal("required"), "With the switch of 1.0 the certificates are cacert.pem, client-cert.pem and client-key.pem in the current directory. " +
			"If the server wants them, add mysql_ssl_ca, mysql_ssl_cert and mysql_ssl_key to the module.", nil
	case slices.Contains(no, mode):
		return cty.StringVal("disabled"), "", nil
	case slices.Contains(modes, mode):
		return cty.StringVal(mode), "", nil
	}
	return cty.NilVal, "", fmt.Errorf("it is on, off or one of %s, and this is %q", either(modes), text)
}

// readCodes reads the numbers of errors, or all.
func readCodes(text string) (cty.Value, string, error) {
	if text == "all" {
		return cty.StringVal("all"), "sysbench repeats an event that fails for good without end. Here it has ten attempts.", nil
	}
	var codes []cty.Value
	for part := range strings.SplitSeq(text, ",") {
		n, err := strconv.Atoi(strings.TrimSpace(part))
		if err != nil || n < 1 || n > math.MaxUint16 {
			return cty.NilVal, "", fmt.Errorf("error codes are numbers with commas between them, or all, and this is %q", text)
		}
		codes = append(codes, cty.NumberIntVal(int64(n)))
	}
	return cty.TupleVal(codes), "", nil
}

// either joins words as "a, b or c".
func either(words []string) string {
	if len(words) == 1 {
		return words[0]
	}
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " or " + words[last]
}

// didYouMean names the word that is nearest, with a leading space.
func didYouMean(given string, known []string) string {
	best, distance := "", max(2, len(given)/3)+1
	for _, word := range known {
		if d := levenshtein.Distance(given, word, nil); d < distance {
			best, distance = word, d
		}
	}
	if best == "" {
		return ""
	}
	return fmt.Sprintf(" Did you mean %s?", best)
}
