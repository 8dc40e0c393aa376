package playing_test

import (
	"net/http"
	"testing"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/ratings/scale"
	"nzgs/internal/store"
	"nzgs/internal/tournaments"
	"nzgs/internal/weekly"
	"nzgs/web/kit/kittest"
)

// sitDown publishes the first round of an event played online, with two people at its table, and gives Black.
func sitDown(t *testing.T, s *kittest.Site, people ...auth.PersonID) (black auth.PersonID) {
	t.Helper()
	ctx, must := t.Context(), s.Must
	_, id := s.Account("Dora", "Director", auth.Office{Role: auth.Director})
	director := auth.Actor{Person: id, Offices: []auth.Office{{Person: id, Role: auth.Director, From: civil.MustParseDate("2020-01-01")}}}
	today := s.Now.Date()
	e, err := s.Tournaments.CreateEvent(ctx, director, tournaments.EventInput{Name: "Weekly Online", From: today, To: today.AddDays(60)})
	must(err)
	settings := tournaments.DefaultSettings()
	settings.Rounds, settings.Handicap.By = 3, scale.ByRating
	section, err := s.Tournaments.AddSection(ctx, director, e.ID, tournaments.SectionInput{Name: "Open", Settings: settings})
	must(err)
	for _, p := range people {
		_, err := s.Tournaments.Enter(ctx, director, p, tournaments.EntryInput{Section: section})
		must(err)
	}
	e, err = s.Tournaments.EventByID(ctx, director, e.ID)
	must(err)
	must(s.Tournaments.Announce(ctx, director, e.ID, e.Version))
	must(s.Weekly.SetPlan(ctx, director, section, weekly.Proposed(today, 3, "The director")))
	r, err := s.Tournaments.Draw(ctx, director, section, 0)
	must(err)
	must(s.Tournaments.Publish(ctx, director, r.ID, r.Version, ""))
	p, err := tournaments.GameByID(ctx, s.DB, r.Games[0].ID)
	must(err)
	return p.BlackPerson
}

// TestAGameIsSentInForATable: by each player from the game's page; the table then has the result and the record.
func TestAGameIsSentInForATable(t *testing.T) {
	s, aroha, ruru, _ := members(t)
	people, err := store.All(t.Context(), s.DB, store.Value[auth.PersonID], `SELECT id FROM person ORDER BY id LIMIT 2`)
	s.Must(err)
	black, white := aroha, ruru // as they were registered
	if sitDown(t, s, people...) != people[0] {
		black, white = ruru, aroha
	}
	offer(t, black, white, "go nz 19", "open", "1")
	do(t, black, "at=E5")
	do(t, white, "at=G7")
	do(t, white, "do=resign")
	black.Get("/play/1").Wants(t, http.StatusOK, "Your game in Weekly Online, round 1", "Send it in")
	black.Post("/play/1/send-in", "table", "99").Wants(t, http.StatusNotFound)
	black.Post("/play/1/send-in", "table", "1").LeadsTo(t, "/play/1")
	black.Get("/play/1").Wants(t, http.StatusOK, "You have sent this game in.")
	white.Post("/play/1/send-in", "table", "1").LeadsTo(t, "/play/1")
	white.Get("/games/1").Wants(t, http.StatusOK, "Black won")
}
