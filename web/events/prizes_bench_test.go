package events_test

import (
	"testing"

	"nzgs/web/kit/kittest"
)

// BenchmarkPrizesAndLot is what the public pages of prizes and of the lot cost, of a section of the demonstration.
func BenchmarkPrizesAndLot(b *testing.B) {
	s := kittest.EmptySite(b)
	half := s.FillSmall().Halves[0]
	section, err := s.Tournaments.Section(b.Context(), kittest.Program, half.Section)
	s.Must(err)
	event, err := s.Tournaments.EventByID(b.Context(), kittest.Program, half.Event)
	s.Must(err)
	for _, page := range []string{"prizes", "lot", "lot.json"} {
		b.Run(page, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				s.Browser("").Get("/events/" + event.Slug + "/sections/" + section.Slug + "/" + page)
			}
		})
	}
}
