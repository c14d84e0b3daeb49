// Package probe is what there is to know of each kind of hardware probe before
// one runs: its options with types, bounds and defaults, its operations, and
// which values cannot go together.
//
// It measures nothing; package probes does. One table for each kind serves all
// who speak of options: the language and its reference, the planner's checks,
// the flags of the command, and whoever reads another tool's command line.
package probe

// Kind is one kind of probe.
type Kind struct {
	Name       string   // as in probe "cpu" "NAME"
	About      string   // what it measures, Markdown
	Operations []string // of its events: the archive's column transaction
	Options    []Option
	Example    string // HCL, for the reference

	// Step is what an event is made of, if its time divided by their number
	// tells something: a load of a pointer, a lock. Nil if it does not.
	Step func(Values) Step
	// Check says what is impossible though each option by itself is right,
	// with the remedy. Nil if nothing is.
	Check func(Values) []Problem
	// Amount is how many events there are unless the load says so; nil if
	// the probe knows no end.
	Amount func(Values) Amount
}

// Amount is the work that a probe's own options ask for.
type Amount struct {
	Events int64 // 0: without end
	Each   bool  // so many for each worker, not over all
	Whole  bool  // time alone does not end it, as a load would otherwise after ten seconds
}

// Step is one of N equal parts of an event.
type Step struct {
	Name string // empty if there are none
	N    int64
}

// Problem is what is wrong with the value of an option.
type Problem struct {
	Option string
	Detail string // whole sentences, the last of which is the remedy
}

// Option is one option of a kind.
type Option struct {
	Name     string
	Type     Type
	Required bool     // there is no default
	Low      int64    // of Count, Size and Span; Ratio must be above 0
	High     int64    // likewise
	Words    []string // of Word and Words
	Default  string   // as text; see Parse
	Own      bool     // sysbench does not have it
	About    string   // whole sentences without the last dot
}

// Type is what an option takes.
type Type uint8

// The types.
const (
	Count Type = iota // a whole number
	Size              // bytes
	Span              // nanoseconds
	Ratio             // a number
	Truth             // a bool
	Word              // one of Words
	Words             // any of Words, in their order, joined by commas
	Place             // a path, which is no part of the plan: the same work elsewhere is the same experiment
)

// Kinds are all kinds in the order of the reference.
func Kinds() []*Kind {
	return []*Kind{&cpu, &memory, &fileio, &fsync, &network, &threads, &mutex, &clock}
}

// Find gives the kind of that name, or nil.
func Find(name string) *Kind {
	for _, k := range Kinds() {
		if k.Name == name {
			return k
		}
	}
	return nil
}

// Names are the names of all kinds.
func Names() (names []string) {
	for _, k := range Kinds() {
		names = append(names, k.Name)
	}
	return names
}

// Option gives the option of that name, or nil.
func (k *Kind) Option(name string) *Option {
	for i := range k.Options {
		if k.Options[i].Name == name {
			return &k.Options[i]
		}
	}
	return nil
}
