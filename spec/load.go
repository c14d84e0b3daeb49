package spec

import (
	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
)

// Load is one population of workers. Times are duration texts such as "10s".
type Load struct {
	Named
	Mix      hcl.Expression // mix.NAME or module.M.mix.NAME; nil if there is a Probe
	Probe    hcl.Expression // probe.KIND.NAME or module.M.probe.KIND.NAME; nil if there is a Mix
	Target   hcl.Expression // absent: the experiment's
	Threads  hcl.Expression // number of workers, perhaps of host facts
	Rate     hcl.Expression // arrivals per second; absent or null: a closed loop
	RatePer  hcl.Expression // whose rate it is: "load" or "worker"
	Arrivals hcl.Expression // "poisson" or "constant"
	Overload hcl.Expression // "wait", "drop" or "stop"
	MaxWait  hcl.Expression // duration from which on overload says what happens
	Events   hcl.Expression // exact number over all workers
	Warmup   hcl.Expression // before the measured phase
	Duration hcl.Expression // of the measured phase
	Cooldown hcl.Expression // after it
	Grace    hcl.Expression // from the end to the hard deadline
	Think    hcl.Expression // between events: duration text, or drawn seconds
	Errors   *Errors        // nil: the defaults
	Stages   []*Stage       // in written order

	Reconnect    hcl.Expression // "session", "transaction" or a number of events
	StartTimeout hcl.Expression // duration for all workers to connect
}

// Errors is the policy for failed statements.
type Errors struct {
	Retry       hcl.Expression // list of codes
	Ignore      hcl.Expression // list of codes, or "all"
	MaxAttempts hcl.Expression // of one event, the first included
	Backoff     hcl.Expression // duration before the second attempt; doubles
	BackoffMax  hcl.Expression // duration it doubles up to
	Reconnect   hcl.Expression // duration for which a lost connection is sought
	DeclRange   hcl.Range
}

// load leaves defaults to the planner, since some depend on the dialect.
func (d *decoder) load(b *hclsyntax.Block) *Load {
	c := d.block(b, &loadKind)
	l := &Load{
		Named:    c.Named,
		Mix:      c.expr("mix"),
		Probe:    c.expr("probe"),
		Target:   c.expr("target"),
		Threads:  c.expr("threads"),
		Rate:     c.expr("rate"),
		RatePer:  c.expr("rate_per"),
		Arrivals: c.expr("arrivals"),
		Overload: c.expr("overload"),
		MaxWait:  c.expr("max_wait"),
		Events:   c.expr("events"),
		Warmup:   c.expr("warmup"),
		Duration: c.expr("duration"),
		Cooldown: c.expr("cooldown"),
		Grace:    c.expr("grace"),
		Think:    c.expr("think"),

		Reconnect:    c.expr("reconnect"),
		StartTimeout: c.expr("start_timeout"),
	}
	for _, b := range c.blocks {
		switch b.Type {
		case "errors":
			l.Errors = d.errors(b)
		case "stage":
			l.Stages = append(l.Stages, d.stage(b))
		}
	}
	if (l.Mix == nil) == (l.Probe == nil) && !d.partial {
		d.add(problem("One work for a load", "A load runs either a mix (mix = mix.NAME) or a probe (probe = probe.KIND.NAME).", c.DeclRange))
	}
	return l
}

// errors tells an absent attribute from one that is zero: the planner's defaults
// depend on the dialect.
func (d *decoder) errors(b *hclsyntax.Block) *Errors {
	c := d.block(b, &errorsKind)
	return &Errors{
		Retry:       c.expr("retry"),
		Ignore:      c.expr("ignore"),
		MaxAttempts: c.expr("max_attempts"),
		Backoff:     c.expr("backoff"),
		BackoffMax:  c.expr("backoff_max"),
		Reconnect:   c.expr("reconnect"),
		DeclRange:   c.DeclRange,
	}
}

var loadKind = kind{
	name:  "load",
	label: "the name in the column `load` of the archive",
	about: "A population of workers, each with its own connection, that take transactions from one mix, or operations of one probe of the hardware. Without a `rate` it is a closed loop: " +
		"the next event of a worker begins when the one before has ended. With a `rate` it is an open loop: events are due at instants that do not " +
		"depend on how the database fares, the workers take them in turn, and response times count from the due instant. " +
		"The loads of an experiment run at the same time and share its phases.",
	attrs: []attr{
		{name: "mix", words: "reference", def: "this or `probe`", about: "`mix.NAME` or `module.M.mix.NAME`"},
		{name: "probe", words: "reference", def: "this or `mix`", about: "`probe.KIND.NAME` or `module.M.probe.KIND.NAME`, which needs no target"},
		{name: "target", words: "reference", def: "the experiment's", about: "`target.NAME`"},
		{name: "threads", words: "number", def: "1", about: "How many workers; may be made of `host` facts, as in `host.cpus * 4`. In an open loop this is how many events may run at the same time"},
		{name: "rate", words: "number", def: "a closed loop",
			about: "Events that are due each second, on average: 0.001 to 10,000,000, or 0 for connections that do nothing. Each phase has arrivals of its own, which follow from the seed"},
		{name: "rate_per", words: "text", def: "`\"load\"`", about: "Whose rate it is: `\"load\"`, of all workers together, or `\"worker\"`, to be multiplied by their number. The workers share the arrivals either way"},
		{name: "arrivals", words: "text", def: "`\"poisson\"`", about: "`\"poisson\"`: independent of each other, as those of many users are; `\"constant\"`: at equal distances"},
		{name: "overload", words: "text", def: "`\"wait\"`",
			about: "What becomes of arrivals that no worker is free for. `\"wait\"`: they wait for as long as it takes, and those that are still waiting when the load ends are counted; a `cooldown` gives those of the measured phase more time. " +
				"`\"drop\"`: one that has waited for longer than `max_wait` when its turn comes is given up and counted. `\"stop\"`: as soon as one has waited for longer, the load ends"},
		{name: "max_wait", words: "duration", def: "`\"1s\"`", about: "How long an arrival may wait, if `overload` is `\"drop\"` or `\"stop\"`"},
		{name: "events", words: "number", def: "no limit", about: "Measure exactly so many events over all workers, in place of or beside `duration`"},
		{name: "warmup", words: "duration", def: "`\"0s\"`", about: "Runs before the measurement; archived, not counted"},
		{name: "duration", words: "duration", def: "`\"10s\"`, none if events is set; the sum of the stages", about: "How long is measured"},
		{name: "cooldown", words: "duration", def: "`\"0s\"`", about: "Runs on after the measurement; archived, not counted"},
		{name: "grace", words: "duration", def: "`\"10s\"`", about: "How long events in flight at the end may go on before they are cancelled"},
		{name: "think", words: "duration, or number of seconds, may be drawn", def: "none", about: "A pause of each worker between events, no part of any event's time; in closed loops only"},
		{name: "reconnect", words: "text or number", def: "`\"session\"`",
			about: "How long a worker keeps its connection: `\"session\"` as long as it works, `\"transaction\"` for one event, a number for so many events. The new connection is made at the end of the event, in its service time, and archived as a statement `connect`"},
		{name: "start_timeout", words: "duration", def: "none but the target's `connect_timeout` for each", about: "How long all workers together may take to connect before the cell fails"},
	},
	blocks: []nested{many("stage"), one("errors")},
	absent: []absent{
		{"arrival_rate", openLoop}, {"arrival", openLoop}, {"open", openLoop}, {"tx_rate", openLoop}, {"rate_scope", openLoop},
		{"stages", stageBlocks}, {"ramp", stageBlocks}, {"rampup", stageBlocks},
	},
	example: `experiment "soak" {
  load "oltp" {
    mix      = mix.read_write
    threads  = 16
    warmup   = "30s"
    duration = "10m"
  }
  load "reports" {
    mix      = mix.reports
    duration = "10m"
    think    = "1s"
  }
  load "visitors" {
    mix      = mix.pages
    threads  = 64
    rate     = 500 # a second, whatever the database does
    duration = "10m"
  }
}
`,
}

var errorsKind = kind{
	name: "errors",
	about: "What to do when a statement fails. Codes are the server's. An error that is neither retried nor ignored " +
		"fails the cell. A lost connection never does by itself: the worker connects again.",
	attrs: []attr{
		{name: "retry", words: "list of numbers", def: "`[1213, 1205, 1020]` on mysql and mariadb, `[5, 6]` on sqlite", about: "Roll back and attempt the transaction anew"},
		{name: "ignore", words: "list of numbers, or `\"all\"`", def: "`[]`", about: "Roll back, count the error and go on with the next event"},
		{name: "max_attempts", words: "number", def: "10", about: "Attempts of one event, the first included; after the last its outcome is `error`"},
		{name: "backoff", words: "duration", def: "`\"1ms\"`", about: "The pause before the second attempt; it doubles with each that follows, with jitter"},
		{name: "backoff_max", words: "duration", def: "`\"100ms\"`", about: "The longest pause between attempts"},
		{name: "reconnect", words: "duration", def: "`\"30s\"`", about: "How long a lost connection is sought before the cell fails"},
	},
	example: `experiment "contended" {
  load "oltp" {
    mix     = mix.read_write
    threads = 64

    errors {
      retry        = [1213, 1205]
      max_attempts = 3
    }
  }
}
`,
}
