package report

import (
	"strconv"
	"strings"
)

// fileModes are sysbench's words for the modes of its test of files.
var fileModes = map[string]string{
	"seqwr": "sequential write (creation)", "seqrewr": "sequential rewrite", "seqrd": "sequential read",
	"rndrd": "random read", "rndwr": "random write", "rndrw": "random r/w",
}

// fileioOptions are the lines before the test starts.
func fileioOptions(b *sysbench, l *Load) {
	p := l.Probe
	mode, files, block := p.option("file_test_mode"), max(p.size("file_num"), 1), p.size("file_block_size")
	b.line("\nExtra file open flags: %s", fileFlags(p.option("file_extra_flags")))
	b.line("%d files, %s each", files, scaled(p.size("file_total_size")/files))
	b.line("%s total file size", scaled(p.size("file_total_size")/files*files))
	b.line("Block size %s", scaled(block))
	if n := p.size("file_merged_requests"); n > 0 {
		b.line("Merging requests up to %s for sequential IO.", scaled(n*block))
	}
	if strings.HasPrefix(mode, "rnd") {
		b.line("Number of IO requests: %d", l.Asked.events())
		b.line("Read/Write ratio for combined random IO test: %.2f", p.number("file_rw_ratio"))
	}
	fileSyncs(b, p)
	b.line("Using %s I/O mode", map[string]string{"sync": "synchronous", "async": "asynchronous", "mmap": "fast mmaped"}[p.option("file_io_mode")])
	if p.option("validate") == "true" {
		b.line("Using checksums validation.")
	}
	b.WriteString("Doing " + fileModes[mode] + " test") // whose line the header ends
}

// fileSyncs tell when files are synced. That writes alone are counted is ours
// to say.
func fileSyncs(b *sysbench, p *Probe) {
	if p.option("file_fsync_all") == "true" {
		b.line("Calling fsync() after each write operation.")
		return
	}
	if n := p.size("file_fsync_writes"); n > 0 {
		b.line("Periodic FSYNC enabled, calling fsync() each %d writes.", n)
	} else if n := p.size("file_fsync_freq"); n > 0 {
		b.line("Periodic FSYNC enabled, calling fsync() each %d requests.", n)
	}
	if p.option("file_fsync_end") == "true" {
		b.line("Calling fsync() at the end of test, Enabled.")
	}
}

// fileFlags writes flags as sysbench does, blanks included.
func fileFlags(list string) string {
	if list == "" {
		return "(none)"
	}
	return strings.NewReplacer("dsync", "dsync ", "sync", "sync ", "direct", "directio", ",", "").Replace(list)
}

// scaled writes a size with five digits at most and its unit.
func scaled(n int64) string {
	size, unit := float64(n), "B"
	for _, next := range []string{"KiB", "MiB", "GiB", "TiB"} {
		if size < 1024 {
			break
		}
		size, unit = size/1024, next
	}
	return strconv.FormatFloat(size, 'g', 5, 64) + unit
}

func fileioInterval(b *sysbench, l *Load, p *Piece) {
	read, written, syncs := p.share("read"), p.share("write"), p.share("sync")
	b.line("[ %ss ] reads: %.2f MiB/s writes: %.2f MiB/s fsyncs: %.2f/s latency (ms,%s%%): %.3f", seconds(p.Start+p.Length),
		mebibytes(read.Bytes, p.Length), mebibytes(written.Bytes, p.Length), perSecond(syncs.OK, p.Length), b.rank(), b.percentile(p.Response))
}

func fileioWork(b *sysbench, _ *Load, p *Piece) {
	read, written, syncs := p.share("read"), p.share("write"), p.share("sync")
	row := func(label string, value float64) { b.line("%-34s%.2f", "    "+label, value) }
	b.line("\nFile operations:")
	row("reads/s:", perSecond(read.OK, p.Length))
	row("writes/s:", perSecond(written.OK, p.Length))
	row("fsyncs/s:", perSecond(syncs.OK, p.Length))
	b.line("\nThroughput:")
	row("read, MiB/s:", mebibytes(read.Bytes, p.Length))
	row("written, MiB/s:", mebibytes(written.Bytes, p.Length))
	b.line("")
}
