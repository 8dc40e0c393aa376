package events_test

import (
	"net/http"
	"strconv"
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

// BenchmarkPrizesAnnounced is the announced list of ten prizes in a section of 38 players, as anyone reads it.
func BenchmarkPrizesAnnounced(b *testing.B) {
	d := newDesk(b)
	d.setUp("rounds", "1")
	d.guests(plants...)
	form := []string{"version", "0", "once", "on", "ties", "place"}
	for n := range 10 {
		line := strconv.Itoa(n + 1)
		form = append(form, "kind_"+line, "place", "nth_"+line, line, "money_"+line, "100", "order_"+line, line)
	}
	d.Post(prizesPath+"/edit", form...).LeadsTo(b, prizesPath)
	d.play(1)
	keys := make([]string, len(plants)/2)
	for i := range keys {
		keys[i] = "b"
	}
	d.results(1, keys...)
	d.Post(prizesPath+"/publish", "version", d.versionOn(prizesPath, "/publish")).LeadsTo(b, prizesPath)
	for _, format := range []string{"", ".csv", ".json"} {
		b.Run("list"+format, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				d.Site.Browser("").Get(prizesPublic+format).Wants(b, http.StatusOK, "10th place")
			}
		})
	}
}
