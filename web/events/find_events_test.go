package events_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"nzgs/internal/civil"
	"nzgs/internal/pairing"
	"nzgs/internal/tournaments"
	"nzgs/web/kit/kittest"
)

// Events of all years are found by words, year, kind and place, in a form without a script; the files, the pager and
// what programs are told follow the choice.
func TestEventsAreFound(t *testing.T) {
	s := kittest.EmptySite(t)
	add := func(name, place, day string, system pairing.System, announced bool) {
		ctx, on := t.Context(), civil.MustParseDate(day)
		in := tournaments.EventInput{Name: name, Place: place, From: on, To: on}
		e, err := s.Tournaments.CreateEvent(ctx, kittest.Program, in)
		s.Must(err)
		settings := tournaments.DefaultSettings()
		settings.System = system
		section := tournaments.SectionInput{Name: "Open", Settings: settings}
		_, err = s.Tournaments.AddSection(ctx, kittest.Program, e.ID, section)
		s.Must(err)
		if announced {
			e, err = s.Tournaments.EventByID(ctx, kittest.Program, e.ID)
			s.Must(err)
			s.Must(s.Tournaments.Announce(ctx, kittest.Program, e.ID, e.Version))
		}
	}
	add("Ōtautahi Shield", "Christchurch", "2019-03-02", pairing.Swiss, true)
	add("Harbour Cup", "Ōtautahi, Christchurch", "2020-03-07", pairing.McMahon, true)
	add("Secret Cup", "Christchurch", "2020-04-04", pairing.McMahon, false)
	for i := range 45 {
		add(fmt.Sprintf("Weekly %02d", i), "Wellington", "2021-05-01", pairing.RoundRobin, true)
	}
	s.Now = s.Now.Add(time.Minute)
	b := s.Browser("")
	names := []string{"Ōtautahi Shield", "Harbour Cup", "Secret Cup", "Weekly 00", "Weekly 44"}
	for _, tt := range []struct {
		query, count string
		want         []string
	}{
		{"", "47 events", []string{"Weekly 44"}},
		{"q=otau", "2 events", []string{"Ōtautahi Shield", "Harbour Cup"}},
		{"place=otau", "2 events", []string{"Ōtautahi Shield", "Harbour Cup"}}, // of the two names of Christchurch
		{"q=cup&place=chr", "1 event", []string{"Harbour Cup"}},
		{"year=2019", "1 event", []string{"Ōtautahi Shield"}},
		{"kind=mcmahon", "1 event", []string{"Harbour Cup"}},
		{"q=otau&year=2020&kind=mcmahon", "1 event", []string{"Harbour Cup"}},
		{"q=otau&kind=roundrobin", "No event matches", nil},
		{"q=secret", "No event matches", nil},
		{"q=weekly&page=2", "41–45 of 45", []string{"Weekly 00"}},
		{"year=2021", "1–40 of 45", []string{"Weekly 44"}},
		{"year=twenty", "A year has four digits", []string{"Weekly 44"}},
		{"kind=chess", "47 events", []string{"Weekly 44"}},
	} {
		page, list := b.Get("/events?"+tt.query), b.Get("/events.csv?"+tt.query)
		page.Wants(t, http.StatusOK, tt.count)
		list.Wants(t, http.StatusOK)
		for _, name := range names {
			want := false
			for _, w := range tt.want {
				want = want || w == name
			}
			if strings.Contains(page.Body, ">"+name+"<") != want || strings.Contains(list.Body, name) != want {
				t.Errorf("%q: %s is to be there: %v", tt.query, name, want)
			}
		}
	}
	page := b.Get("/events?q=weekly&page=2")
	page.Wants(
		t, http.StatusOK, `value="weekly"`, `href="/events?q=weekly" rel="prev"`, `"/events.csv?q=weekly&amp;page=2"`,
		`content="noindex"`,
	)
	if page.Header.Get("Cache-Control") != "no-store" {
		t.Error("what rests on the index of words is kept")
	}
	hostile := b.Get(`/events?q=%22%3E%3Cscript%3E&place=` + strings.Repeat("a", 5000))
	hostile.Wants(t, http.StatusOK, "No event matches", "&lt;script&gt;")
}
