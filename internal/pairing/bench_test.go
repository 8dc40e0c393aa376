package pairing

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"runtime/metrics"
	"slices"
	"testing"
	"time"
)

// played keeps the events of the benchmarks, which take longer to make than to draw once more.
var played = map[string]*Event{}

// fourRounds gives an event of so many players with four rounds of nine behind it.
func fourRounds(b *testing.B, system System, players int) *Event {
	b.Helper()
	key := fmt.Sprint(system, players)
	if played[key] == nil {
		r := rand.New(rand.NewPCG(7, uint64(players)))
		ev := largeEvent(r, system, players)
		for round := 1; round <= 4; round++ {
			playDrawn(b, r, ev, round)
		}
		played[key] = ev
	}
	return played[key]
}

// BenchmarkDraw draws round 5 of 9 of a Swiss, and BenchmarkDrawMcMahon of a McMahon: the number after the name is that
// of the players. Peak-MB is the most memory that was in use at any time, the event's own included.
func BenchmarkDraw(b *testing.B)        { benchmarkDraw(b, Swiss) }
func BenchmarkDrawMcMahon(b *testing.B) { benchmarkDraw(b, McMahon) }

func benchmarkDraw(b *testing.B, system System) {
	for _, players := range []int{30, 60, 150, 300, 1000, 3000, 10000} {
		b.Run(fmt.Sprint(players), func(b *testing.B) {
			ev := fourRounds(b, system, players)
			measurePeak(b, func() {
				if _, err := Draw(ev, 5, nil); err != nil {
					b.Fatal(err)
				}
			})
		})
	}
}

// BenchmarkWhyNot asks why two players of the best and of the last table do not meet: two draws, the second of them
// from where the first ended.
func BenchmarkWhyNot(b *testing.B) {
	for _, players := range []int{300, 3000} {
		b.Run(fmt.Sprint(players), func(b *testing.B) {
			ev := fourRounds(b, Swiss, players)
			d, err := Draw(ev, 5, nil)
			if err != nil {
				b.Fatal(err)
			}
			first, last := d.Pairs[0], d.Pairs[len(d.Pairs)-1]
			measurePeak(b, func() {
				if alt, err := WhyNot(ev, 5, nil, first.White, last.Black); err != nil || alt.Rule != "" {
					b.Fatal(alt, err)
				}
			})
		})
	}
}

// BenchmarkImpossible asks for a draw that the director's forbidden pairs do not allow: one player may meet no one.
func BenchmarkImpossible(b *testing.B) {
	for _, players := range []int{300, 3000} {
		b.Run(fmt.Sprint(players), func(b *testing.B) {
			ev := *fourRounds(b, Swiss, players)
			ev.Forbidden = slices.Clone(ev.Forbidden)
			for _, p := range ev.Players[1:] {
				ev.Forbidden = append(ev.Forbidden, [2]ID{ev.Players[0].ID, p.ID})
			}
			measurePeak(b, func() {
				if _, err := Draw(&ev, 5, nil); err == nil {
					b.Fatal("drawn all the same")
				}
			})
		})
	}
}

// measurePeak runs the work b.N times and reports the most memory in use meanwhile.
func measurePeak(b *testing.B, work func()) {
	b.Helper()
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	done, peak := make(chan struct{}), make(chan uint64)
	runtime.GC()
	go func() {
		most := uint64(0)
		for tick := time.NewTicker(time.Millisecond); ; {
			metrics.Read(sample)
			most = max(most, sample[0].Value.Uint64())
			select {
			case <-done:
				peak <- most
				return
			case <-tick.C:
			}
		}
	}()
	b.ResetTimer()
	for range b.N {
		work()
	}
	b.StopTimer()
	close(done)
	b.ReportMetric(float64(<-peak)/1e6, "peak-MB")
}

func BenchmarkStandings(b *testing.B) {
	ev := *fourRounds(b, Swiss, 150)
	ev.TieBreaks = TieBreaks()
	b.ResetTimer()
	for range b.N {
		Standings(&ev, 4)
	}
}
