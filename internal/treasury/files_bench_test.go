package treasury_test

import (
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
	"testing"

	"nzgs/internal/civil"
	"nzgs/internal/spool"
	"nzgs/internal/treasury"
	"nzgs/reports"
	"nzgs/web/books"
)

// highWater notes how much is held while something long is written, every so many bytes.
type highWater struct {
	spool *spool.Spool
	next  int64
	most  uint64
}

func (h *highWater) Write(p []byte) (int, error) {
	n, err := h.spool.Write(p)
	if h.spool.Len() >= h.next {
		h.next += 1 << 18
		h.look()
	}
	return n, err
}

func (h *highWater) look() {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	h.most = max(h.most, m.HeapAlloc)
}

// BenchmarkJournalFiles writes the journal of ten and of twenty years as files, 50,000 and 100,000 lines, as the site does:
// what is held must not grow with it.
func BenchmarkJournalFiles(b *testing.B) {
	d := twentyYears(b)
	spools, err := spool.Open(b.TempDir(), 0, civil.SystemClock().Time())
	if err != nil {
		b.Fatal(err)
	}
	press := reports.Press{Spools: spools}
	for name, write := range map[string]func(w io.Writer, j treasury.JournalFile) error{
		"txt":  func(w io.Writer, j treasury.JournalFile) error { return j.WritePlain(w) },
		"csv":  func(w io.Writer, j treasury.JournalFile) error { return reports.TableCSV(w, books.JournalTable(j)) },
		"xlsx": func(w io.Writer, j treasury.JournalFile) error { return press.TableXLSX(w, books.JournalTable(j)) },
	} {
		for years, from := range map[int]civil.Date{10: day("2016-07-01"), 20: {}} {
			b.Run(fmt.Sprintf("%s/%d-years", name, years), func(b *testing.B) {
				defer debug.SetGCPercent(debug.SetGCPercent(20))
				for b.Loop() {
					j, err := d.JournalFile(ctx, d.treasurer, treasury.JournalFilter{From: from})
					if err != nil {
						b.Fatal(err)
					}
					out := &highWater{spool: spools.New()}
					out.look()
					before := out.most
					if err := write(out, j); err != nil {
						b.Fatal(err)
					}
					out.look()
					b.ReportMetric(float64(out.most-before)/(1<<20), "MB-held")
					b.ReportMetric(float64(out.spool.Len())/(1<<20), "MB-file")
					out.spool.Close()
				}
			})
		}
	}
}
