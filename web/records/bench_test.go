package records_test

import (
	"net/http"
	"testing"

	"nzgs/web/kit"
	"nzgs/web/kit/kittest"
)

// BenchmarkKeptRecord is a record that a table sent in, as everybody reads it: its
// stored report and its board, or its file.
func BenchmarkKeptRecord(b *testing.B) {
	s := kittest.EmptySite(b)
	record := kit.RecordURL(s.FillSmall().Halves[0].Record)
	everybody := s.Browser("")
	for _, part := range []string{"", "/record.sgf"} {
		b.Run("page"+part, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if a := everybody.Get(record + part); a.Status != http.StatusOK {
					b.Fatal(a.Status)
				}
			}
		})
	}
}
