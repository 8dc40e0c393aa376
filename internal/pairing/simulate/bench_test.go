package simulate

import (
	"context"
	"fmt"
	"testing"
)

// BenchmarkEvent plays one event of so many players by Swiss and by McMahon.
func BenchmarkEvent(b *testing.B) {
	for _, players := range []int{20, 60, 150} {
		b.Run(fmt.Sprint(players), func(b *testing.B) {
			p := DefaultPlan()
			p.Field = DefaultField(players)
			p.Events = 1
			for n := range b.N {
				p.Seed = uint64(n)
				if _, err := Run(context.Background(), p, Options{Workers: 1}); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(p.Work())*float64(b.N)/b.Elapsed().Seconds(), "work/s")
		})
	}
}
