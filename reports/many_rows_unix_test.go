//go:build unix

package reports

import (
	"io"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"syscall"
	"testing"
	"time"
)

// mostHeld is what a print of five thousand rows may hold beside the program.
const mostHeld = 100 << 20

// usualGC is how much a program collects where nothing else is set; tests are told to collect less.
const usualGC = 100

// No print of five thousand rows holds 100 MB: the best of three, as a busy machine collects late. What it takes of the
// processor, of which the aim is a second, is written down here and measured by BenchmarkFiveThousandRows.
func TestFiveThousandRowsTakeLittle(t *testing.T) {
	if testing.Short() {
		t.Skip("prints of thousands of rows are measured with all tests")
	}
	if withDetector {
		t.Skip("what the race detector holds is not the print's")
	}
	defer debug.SetGCPercent(debug.SetGCPercent(usualGC))
	for _, p := range manyPrints() {
		t.Run(p.name, func(t *testing.T) {
			held := uint64(1 << 62)
			for range 3 {
				runtime.GC()
				processor, bytes := measured(t, p.write)
				t.Logf("it takes %v of the processor and %d MB", processor.Round(time.Millisecond), bytes>>20)
				if held = min(held, bytes); held < mostHeld {
					break
				}
			}
			if held >= mostHeld {
				t.Errorf("it holds %d MB", held>>20)
			}
		})
	}
}

// Prints of 5,000 rows: the aim is a second of the processor and 100 MB.
func BenchmarkFiveThousandRows(b *testing.B) {
	defer debug.SetGCPercent(debug.SetGCPercent(usualGC))
	for _, p := range manyPrints() {
		b.Run(p.name, func(b *testing.B) {
			b.ReportAllocs()
			var processor time.Duration
			var held uint64
			for b.Loop() {
				b.StopTimer()
				runtime.GC()
				b.StartTimer()
				took, bytes := measured(b, p.write)
				processor, held = processor+took, max(held, bytes)
			}
			b.ReportMetric(float64(processor.Milliseconds())/float64(b.N), "processor-ms/op")
			b.ReportMetric(float64(held>>20), "MB-held")
		})
	}
}

// measured is what a print takes of the processor, and the most bytes that it had on the heap beside what stood there
// before, with what was let go and not yet collected.
func measured(tb testing.TB, write func(io.Writer) error) (processor time.Duration, held uint64) {
	tb.Helper()
	before, began := onHeap(), used(tb)
	done, most := make(chan struct{}), make(chan uint64)
	go func() {
		out := before
		for {
			select {
			case <-done:
				most <- out
				return
			case <-time.After(2 * time.Millisecond):
				out = max(out, onHeap())
			}
		}
	}()
	err := write(io.Discard)
	processor = used(tb) - began
	close(done)
	held = <-most - before
	if err != nil {
		tb.Fatal(err)
	}
	return processor, held
}

func onHeap() uint64 {
	s := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(s)
	return s[0].Value.Uint64()
}

// used is the time of the processor that this program has taken.
func used(tb testing.TB) time.Duration {
	tb.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		tb.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
