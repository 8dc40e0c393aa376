package takeover_test

import (
	"fmt"
	"strings"
	"testing"

	"nzgs/internal/store/storetest"
)

// The largest list that is read: looked at, taken over, and sent again.
func BenchmarkFiveThousandRows(b *testing.B) {
	var list strings.Builder
	list.WriteString("Member no.,Surname,Given names,Email,Phone,Street,City,Joined,Club,2023/24,2024/25,2025/26\n")
	for i := range 5000 {
		fmt.Fprintf(&list, "%d,Family%c%c%c,Given%d,p%d@example.nz,021 %06d,%d Rata Street,Wellington,%d,Club %d,x,,x\n", 10+i,
			'a'+i%26, 'a'+i/26%26, 'a'+i/676, i%97, i, i, i, 1970+i%50, i%40)
	}
	for b.Loop() {
		b.StopTimer()
		t := &testing.T{}
		s := newSociety(t, storetest.SQLite(b))
		b.StartTimer()
		s.send("large.csv", list.String())
		s.say(nil)
		if w := s.waiting(); w.Plan.New != 5000 || len(w.Plan.Obstacles) > 0 {
			b.Fatalf("%+v %q", w.Plan.Counts, w.Plan.Obstacles)
		}
		s.take()
		s.send("large.csv", list.String())
		s.say(nil)
		if w := s.waiting(); !w.Plan.Nothing() {
			b.Fatalf("again: %+v", w.Plan.Counts)
		}
	}
}
