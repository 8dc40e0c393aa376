package auth

import (
	"strings"
	"testing"

	"nzgs/internal/civil"
	"nzgs/internal/store/storetest"
)

// BenchmarkActorBySession is what every request of someone signed in pays.
func BenchmarkActorBySession(b *testing.B) {
	db := storetest.SQLite(b)
	now := civil.MustParseInstant("2026-07-01T00:00:00.000Z")
	s := New(db, func() civil.Instant { return now }, Settings{AddPerson: addTestPerson})
	link, err := s.SetUpLink(b.Context(), System("program"))
	if err != nil {
		b.Fatal(err)
	}
	in, err := s.SetUp(b.Context(), Arrival{Token: link.Token}, firstPerson())
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := s.ActorBySession(b.Context(), in.Token); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkWeakness is the longest password that is looked at.
func BenchmarkWeakness(b *testing.B) {
	password := strings.Repeat("dragon monkey 12 ", 15) + "q"
	for b.Loop() {
		weakness(password, aboutPerson{email: "aroha@example.nz", society: "New Zealand Go Society"})
	}
}
