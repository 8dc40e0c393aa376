package web

import (
	"testing"

	"nzgs/internal/tournaments"
)

// Every stage of an event has its own word; only what happens now is marked as
// live.
func TestStatusBadge(t *testing.T) {
	for _, tt := range []struct {
		status tournaments.Status
		want   Badge
	}{
		{tournaments.Draft, Badge{KindWarning, "Being set up"}},
		{tournaments.Open, Badge{KindInfo, "Open for entries"}},
		{tournaments.Running, Badge{KindLive, "Being played"}},
		{tournaments.Final, Badge{KindNeutral, "Finished"}},
		{tournaments.Rated, Badge{KindNeutral, "Finished and rated"}},
	} {
		if got := *statusBadge(tt.status); got != tt.want {
			t.Errorf("%s: %v, want %v", tt.status, got, tt.want)
		}
	}
}
