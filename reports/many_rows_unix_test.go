//go:build unix

package reports

import (
	"io"
	"runtime"
	"runtime/metrics"
	"syscall"
	"testing"
	"time"
)

// What a print of five thousand rows may take of the processor, and hold beside the program.
const (
	mostProcessor = time.Second
	mostHeld      = 100 << 20
)

// No print of five thousand rows takes a second of the processor or 100 MB: the best of three, as a machine has other
// things to do.
func TestFiveThousandRowsTakeLittle(t *testing.T) {
	if testing.Short() {
		t.Skip("prints of thousands of rows are measured with all tests")
	}
	for _, p := range manyPrints() {
		t.Run(p.name, func(t *testing.T) {
			took, held := time.Hour, uint64(1<<62)
			for range 3 {
				processor, bytes := measured(t, p.write)
				took, held = min(took, processor), min(held, bytes)
				if took < mostProcessor && held < mostHeld {
					break
				}
			}
			if took >= mostProcessor || held >= mostHeld {
				t.Errorf("it takes %v of the processor and %d MB", took.Round(time.Millisecond), held>>20)
			}
		})
	}
}

// measured is what a print takes of the processor, and the most bytes that it had on the heap beside what stood there
// before, with what was let go and not yet collected.
func measured(t *testing.T, write func(io.Writer) error) (processor time.Duration, held uint64) {
	t.Helper()
	runtime.GC()
	before, began := onHeap(), used(t)
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
	processor = used(t) - began
	close(done)
	held = <-most - before
	if err != nil {
		t.Fatal(err)
	}
	return processor, held
}

func onHeap() uint64 {
	s := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(s)
	return s[0].Value.Uint64()
}

// used is the time of the processor that this program has taken.
func used(t *testing.T) time.Duration {
	t.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		t.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
