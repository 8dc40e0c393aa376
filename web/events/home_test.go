package events

import (
	"testing"

	"nzgs/internal/civil"
	"nzgs/internal/tournaments"
	"nzgs/web/kit"
)

// Every stage of an event has its own word; only what happens now is marked as
// live.
func TestStatusBadge(t *testing.T) {
	day := civil.MustParseDate("2026-07-01")
	for _, tt := range []struct {
		status tournaments.Status
		want   kit.Badge
	}{
		{tournaments.Draft, kit.Badge{Kind: kit.KindWarning, Text: "Being set up"}},
		{tournaments.Open, kit.Badge{Kind: kit.KindInfo, Text: "Open for entries"}},
		{tournaments.Running, kit.Badge{Kind: kit.KindLive, Text: "Being played"}},
		{tournaments.Final, kit.Badge{Kind: kit.KindNeutral, Text: "Finished"}},
		{tournaments.Rated, kit.Badge{Kind: kit.KindNeutral, Text: "Finished and rated"}},
	} {
		if got := *statusBadge(tournaments.Event{Status: tt.status, To: day}, day); got != tt.want {
			t.Errorf("%s: %v, want %v", tt.status, got, tt.want)
		}
		called := tournaments.Event{Status: tt.status, Cancelled: tournaments.Cancellation{Is: true}}
		if got := *statusBadge(called, day); got != (kit.Badge{Kind: kit.KindError, Text: "Cancelled"}) {
			t.Errorf("%s and cancelled: %v", tt.status, got)
		}
	}
}

// Bug: an event of last year that no one had closed was shown as being played, or as open for entries.
func TestAnEventThatWasNeverClosedIsNotBeingPlayed(t *testing.T) {
	day := civil.MustParseDate("2026-07-01")
	for _, status := range []tournaments.Status{tournaments.Open, tournaments.Running} {
		e := tournaments.Event{Status: status, To: day.AddDays(-1)}
		if got := *statusBadge(e, day); got != (kit.Badge{Kind: kit.KindNeutral, Text: "Over, not closed yet"}) {
			t.Errorf("%s: %v", status, got)
		}
		e.Cancelled.Is = true
		if got := statusBadge(e, day).Text; got != "Cancelled" {
			t.Errorf("%s and cancelled: %s", status, got)
		}
	}
}
