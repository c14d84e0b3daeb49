package probe

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Value is the value of an option. Which field counts follows from its Type:
// Int for Count, Size, Span and Truth (0 or 1), Float for Ratio, else Text.
type Value struct {
	Int   int64
	Float float64
	Text  string
}

// Values are the values of all options of a kind.
type Values struct {
	kind *Kind
	list []Value // in the order of Kind.Options
}

// Defaults are the values of a probe of which nothing is said.
func (k *Kind) Defaults() Values {
	v := Values{k, make([]Value, len(k.Options))}
	for i := range k.Options {
		o := &k.Options[i]
		if o.Required {
			continue
		}
		value, err := o.Parse(o.Default)
		if err != nil {
			panic(fmt.Sprintf("probe: the default of %s.%s: %v", k.Name, o.Name, err))
		}
		v.list[i] = value
	}
	return v
}

// Set sets an option that the kind has.
func (v Values) Set(name string, to Value) { v.list[v.index(name)] = to }

// Get gives the value of an option that the kind has.
func (v Values) Get(name string) Value { return v.list[v.index(name)] }

// Int, Float, True and Text give the value of an option of such a type.
func (v Values) Int(name string) int64     { return v.Get(name).Int }
func (v Values) Float(name string) float64 { return v.Get(name).Float }
func (v Values) True(name string) bool     { return v.Get(name).Int != 0 }
func (v Values) Text(name string) string   { return v.Get(name).Text }

// Has tells whether a word is among those of an option of type Words.
func (v Values) Has(name, word string) bool {
	return slices.Contains(strings.Split(v.Text(name), ","), word)
}

// index panics on a name that the kind does not have, which is a mistake in
// the program.
func (v Values) index(name string) int {
	for i := range v.kind.Options {
		if v.kind.Options[i].Name == name {
			return i
		}
	}
	panic(fmt.Sprintf("probe: %s has no option %q", v.kind.Name, name))
}

// Problems are what is wrong with the values, each by itself and then
// together.
func (v Values) Problems() (all []Problem) {
	for i := range v.kind.Options {
		o := &v.kind.Options[i]
		if o.Required && v.list[i] == (Value{}) {
			all = append(all, Problem{o.Name, fmt.Sprintf("The option %s is missing. It must be one of %s.", o.Name, strings.Join(o.Words, ", "))})
			continue
		}
		if err := o.Check(v.list[i]); err != nil {
			all = append(all, Problem{o.Name, err.Error() + "."})
		}
	}
	if len(all) == 0 && v.kind.Check != nil {
		all = v.kind.Check(v)
	}
	return all
}

// Amount is how many events there are unless the load says so.
func (v Values) Amount() Amount {
	if v.kind.Amount == nil {
		return Amount{}
	}
	return v.kind.Amount(v)
}

// Step is what an event is made of.
func (v Values) Step() Step {
	if v.kind.Step == nil {
		return Step{}
	}
	return v.kind.Step(v)
}

// Check tells whether a value is one that the option may have. An error is one
// sentence that says which those are.
func (o *Option) Check(v Value) error {
	switch o.Type {
	case Count, Size, Span:
		if v.Int < o.Low || v.Int > o.High {
			return fmt.Errorf("%s must be from %s to %s; it is %s", o.Name, o.format(o.Low), o.format(o.High), o.format(v.Int))
		}
	case Truth:
		if v.Int != 0 && v.Int != 1 {
			return fmt.Errorf("%s must be true or false", o.Name)
		}
	case Ratio:
		if !(v.Float > 0) || math.IsInf(v.Float, 0) {
			return fmt.Errorf("%s must be a number above 0; it is %v", o.Name, v.Float)
		}
	case Word:
		if !slices.Contains(o.Words, v.Text) {
			return fmt.Errorf("%s must be one of %s; it is %q", o.Name, strings.Join(o.Words, ", "), v.Text)
		}
	case Words:
		if joined, err := o.join(strings.Split(v.Text, ",")); err != nil || joined != v.Text {
			return fmt.Errorf("%s may hold %s, in this order; it is %q", o.Name, strings.Join(o.Words, ", "), v.Text)
		}
	}
	return nil
}

// Join is the value of an option of type Words that has these words.
func (o *Option) Join(words []string) (Value, error) {
	text, err := o.join(words)
	return Value{Text: text}, err
}

// join puts words into the option's order, each once, joined by commas.
func (o *Option) join(words []string) (string, error) {
	for _, w := range words {
		if w != "" && !slices.Contains(o.Words, w) {
			return "", fmt.Errorf("%s may hold %s; %q is none of them", o.Name, strings.Join(o.Words, ", "), w)
		}
	}
	var kept []string
	for _, w := range o.Words {
		if slices.Contains(words, w) {
			kept = append(kept, w)
		}
	}
	return strings.Join(kept, ","), nil
}

// format writes an integer as the option takes it.
func (o *Option) format(n int64) string {
	if o.Type == Span {
		return time.Duration(n).String()
	}
	return strconv.FormatInt(n, 10)
}
