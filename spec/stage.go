package spec

import (
	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
)

// Stage is a part of a load's measured phase with a size of its own.
type Stage struct {
	Named
	Duration  hcl.Expression // duration text
	Rate      hcl.Expression // of an open loop; absent: as the stage before ended
	Threads   hcl.Expression // of a closed loop; likewise
	Shape     hcl.Expression // "step", "ramp", "sine" or "spike"
	Amplitude hcl.Expression // of a sine, in the unit of Rate or Threads
	Period    hcl.Expression // of a sine, duration text
}

// stage keeps what was written; what a stage has from the one before, the planner
// knows.
func (d *decoder) stage(b *hclsyntax.Block) *Stage {
	c := d.block(b, &stageKind)
	return &Stage{
		Named:     c.Named,
		Duration:  c.expr("duration"),
		Rate:      c.expr("rate"),
		Threads:   c.expr("threads"),
		Shape:     c.expr("shape"),
		Amplitude: c.expr("amplitude"),
		Period:    c.expr("period"),
	}
}

var stageKind = kind{
	name:  "stage",
	label: "the name in the column `stage` of the archive",
	about: "A part of the measured phase in which a load has another size: another rate in an open loop, another number of workers in a closed one. " +
		"Stages follow each other in written order and make the measured phase together, so the load has no `duration`. The warm-up runs at the load's own " +
		"`rate` or `threads`, from which the first stage starts; the cooldown goes on as the last stage ends. All workers connect at the beginning, as many as the largest stage needs; " +
		"those whose turn it is not keep their connection and wait. An event belongs to the stage of its due instant.",
	attrs: []attr{
		{name: "duration", words: "duration", required: true, about: "How long the stage lasts"},
		{name: "rate", words: "number", def: "as the stage before ended", about: "Events per second, of a load with a `rate`; 0 is none"},
		{name: "threads", words: "number", def: "as the stage before ended", about: "Workers, of a load without a `rate`"},
		{name: "shape", words: "text", def: "`\"step\"`", about: "`\"step\"`: that size from beginning to end; `\"ramp\"`: in a straight line from where the stage before ended; " +
			"`\"spike\"`: up (or down) to that size in the middle and back; `\"sine\"`: a wave around that size"},
		{name: "amplitude", words: "number", def: "half of the size", about: "How far a sine goes up and down"},
		{name: "period", words: "duration", def: "the stage's duration", about: "The length of one wave of a sine"},
	},
	example: `experiment "day" {
  load "visitors" {
    mix     = mix.pages
    threads = 64
    rate    = 100

    stage "night" {
      duration = "1m"
    }
    stage "morning" {
      duration = "5m"
      rate     = 800
      shape    = "ramp"
    }
    stage "day" {
      duration  = "10m"
      rate      = 800
      shape     = "sine"
      amplitude = 200
      period    = "2m"
    }
    stage "news" {
      duration = "30s"
      rate     = 3000
      shape    = "spike"
    }
  }
}
`,
}
