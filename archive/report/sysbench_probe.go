package report

// ownReport is what sysbench writes of a built-in test in place of what it
// writes of SQL. A nil function writes nothing.
type ownReport struct {
	options  func(b *sysbench, l *Load)           // in the header
	interval func(b *sysbench, l *Load, p *Piece) // the line of an interval
	work     func(b *sysbench, l *Load, p *Piece) // in place of the SQL statistics
}

// ownReports are those of the tests that are probes here. Others are reported
// like threads, by their events alone.
var ownReports = map[string]ownReport{
	"cpu":    {cpuOptions, eventInterval, cpuWork},
	"memory": {memoryOptions, memoryInterval, memoryWork},
	"fileio": {fileioOptions, fileioInterval, fileioWork},
}

// own is the report of a load's probe; false if it runs a mix.
func (l *Load) own() (ownReport, bool) {
	if l.Probe == nil {
		return ownReport{}, false
	}
	if r, known := ownReports[l.Probe.Kind]; known {
		return r, true
	}
	return ownReport{nil, eventInterval, func(b *sysbench, _ *Load, _ *Piece) { b.line("") }}, true
}

// eventInterval is the line of a test that counts events alone.
func eventInterval(b *sysbench, l *Load, p *Piece) {
	b.line("[ %ss ] thds: %d eps: %.2f lat (ms,%s%%): %.2f", seconds(p.Start+p.Length), l.Workers.Count,
		perSecond(p.Events.OK, p.Length), b.rank(), b.percentile(p.Response))
}

func cpuOptions(b *sysbench, l *Load) {
	b.line("\nPrime numbers limit: %s", l.Probe.option("cpu_max_prime"))
}

func cpuWork(b *sysbench, _ *Load, p *Piece) {
	b.line("CPU speed:\n    events per second: %8.2f\n", perSecond(p.Events.OK, p.Length))
}

// memoryOptions name another method than sysbench's in place of the operation.
func memoryOptions(b *sysbench, l *Load) {
	operation := l.Probe.option("memory_method")
	if operation == "words" {
		operation = l.Probe.option("memory_oper")
	}
	b.line("\nRunning memory speed test with the following options:")
	b.line("  block size: %dKiB", l.Probe.size("memory_block_size")>>10)
	b.line("  total size: %dMiB", l.Probe.size("memory_total_size")>>20)
	b.line("  operation: %s", operation)
	b.line("  scope: %s", l.Probe.option("memory_scope"))
}

// mebibytes is how much was moved in a second, in the unit of sysbench.
func mebibytes(bytes, length int64) float64 { return perSecond(bytes, length) / (1 << 20) }

func memoryInterval(b *sysbench, _ *Load, p *Piece) {
	b.line("[ %ss ] %.2f MiB/sec", seconds(p.Start+p.Length), mebibytes(p.Bytes, p.Length))
}

func memoryWork(b *sysbench, _ *Load, p *Piece) {
	b.line("Total operations: %d (%8.2f per second)\n", p.Events.OK, perSecond(p.Events.OK, p.Length))
	if p.Bytes > 0 {
		b.line("%.2f MiB transferred (%.2f MiB/sec)\n", float64(p.Bytes)/(1<<20), mebibytes(p.Bytes, p.Length))
	}
	b.line("")
}

// ownHeader writes the options of a built-in test.
func (b *sysbench) ownHeader(l *Load) {
	if own, is := l.own(); is && own.options != nil {
		own.options(b, l)
	}
}
