package events

import (
	"testing"

	"nzgs/internal/tournaments"
	"nzgs/web/kit"
)

// Every stage of an event has its own word; only what happens now is marked as
// live.
func TestStatusBadge(t *testing.T) {
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
		if got := *statusBadge(tournaments.Event{Status: tt.status}); got != tt.want {
			t.Errorf("%s: %v, want %v", tt.status, got, tt.want)
		}
		called := tournaments.Event{Status: tt.status, Cancelled: tournaments.Cancellation{Is: true}}
		if got := *statusBadge(called); got != (kit.Badge{Kind: kit.KindError, Text: "Cancelled"}) {
			t.Errorf("%s and cancelled: %v", tt.status, got)
		}
	}
}
