package tournaments

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/pairing"
	"nzgs/internal/ratings/scale"
	"nzgs/internal/store/storetest"
)

// finished is an event that was played before the society had this program.
func finished(people []PersonID, rounds int) FinishedEvent {
	s := FinishedSection{Name: "Open", Settings: DefaultSettings()}
	s.Settings.Rounds = rounds
	for i, p := range people {
		s.Players = append(s.Players, FinishedPlayer{Person: p, Rating: scale.Rating(60 - 5*i)})
	}
	for n := range rounds {
		var r FinishedRound
		for i := 0; i+1 < len(people); i += 2 {
			// The odd positions move along, so that no one meets twice.
			b := (i + 1 + 2*n) % len(people)
			r.Games = append(r.Games, FinishedGame{
				Black: i, White: b, Result: []pairing.Result{pairing.BlackWins, pairing.WhiteWins}[(i/2+n)%2],
			})
		}
		s.Rounds = append(s.Rounds, r)
	}
	return FinishedEvent{
		Name: "Autumn Open", Place: "Dunedin", From: civil.MustParseDate("2025-04-12"), To: civil.MustParseDate("2025-04-13"),
		Sections: []FinishedSection{s},
	}
}

func TestAFinishedEventIsTakenOver(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		people := w.members(8)
		in := finished(people, 3)
		in.Sections[0].Players[7].Absent = []int{2}
		in.Sections[0].Rounds[1].Games = in.Sections[0].Rounds[1].Games[:2]
		in.Sections[0].Rounds[1].Byes = []int{4}
		left := in.Sections[0].Rounds[1].Games
		for _, g := range left {
			if g.White == 4 || g.Black == 4 || g.White == 7 {
				t.Fatal("the test's own round does not fit together")
			}
		}
		in.Sections[0].Players[5].Absent, in.Sections[0].Players[6].Absent = nil, []int{2}
		e, err := w.s.ImportFinished(ctx, w.director, in)
		w.must(err)
		if e.Slug != "autumn-open-2025" || e.Status != Final {
			t.Errorf("taken over: %+v", e)
		}
		sections, err := w.s.Sections(ctx, auth.Actor{}, e.ID)
		w.must(err)
		c := w.chart(sections[0].ID)
		if len(c.Entries) != 8 || len(c.Rounds) != 3 || len(c.Rounds[0].Games) != 4 || !cmp.Equal(
			c.Rounds[1].Byes, []EntryID{c.Entries[4].ID},
		) ||
			c.Rounds[0].Games[3].Table != 4 || c.Rounds[0].Games[0].Komi != 14 {
			t.Errorf("its section: %+v", c.Rounds)
		}
		s, err := c.Standings(0)
		w.must(err)
		if !s.Final || len(s.Rows) != 8 {
			t.Errorf("standings: %+v", s)
		}
		out, err := w.s.SubmitForRating(ctx, w.director, e.ID, e.Version)
		w.must(err)
		if out.Games != 10 {
			t.Errorf("rated %d games, want 10", out.Games)
		}
		w.audited()
	})
}

func TestWhatDoesNotFitTogetherIsRefused(t *testing.T) {
	w := newWorldSQLite(t)
	people := w.members(4)
	for _, tt := range []struct {
		name string
		spot func(s *FinishedSection)
		says string
	}{
		{"a round missing", func(s *FinishedSection) { s.Rounds = s.Rounds[:1] }, "2 rounds are planned, but 1 are given"},
		{"a stranger", func(s *FinishedSection) { s.Rounds[0].Games[0].Black = 9 }, "names player 9"},
		{"drawn twice", func(s *FinishedSection) { s.Rounds[1].Byes = []int{0} }, "player 0 is drawn twice in round 2"},
		{"no result", func(s *FinishedSection) { s.Rounds[0].Games[1].Result = "" }, "a game of round 1 has no result"},
		{"a rating off the scale", func(s *FinishedSection) { s.Players[0].Rating = 500 }, "rating"},
		{"no games", func(s *FinishedSection) {
			s.Rounds[0].Games, s.Rounds[1].Games = nil, nil
		}, "has no games"},
	} {
		in := finished(people, 2)
		tt.spot(&in.Sections[0])
		_, err := w.s.ImportFinished(ctx, w.director, in)
		w.refused(err, apperr.Invalid, tt.says)
	}
	twice := finished(people, 2)
	twice.Sections = append(twice.Sections, twice.Sections[0])
	twice.Sections[1].Name = strings.ToUpper(twice.Sections[1].Name)
	_, err := w.s.ImportFinished(ctx, w.director, twice)
	w.refused(err, apperr.Invalid, "another section has this name")
	if list, total, err := w.s.Events(ctx, w.director, EventFilter{}); err != nil || total != 0 {
		t.Errorf("a refused event is there: %v, %v", list, err)
	}
	_, err = w.s.ImportFinished(ctx, auth.Actor{}, finished(people, 2))
	w.refused(err, apperr.SignIn, "")
}

// BenchmarkWallchart measures what an event page of sixty players and five
// rounds costs: read from the database at each new revision, and from memory.
func BenchmarkWallchart(b *testing.B) {
	w := newWorld(b, storetest.SQLite(b))
	people := w.members(60)
	e, err := w.s.ImportFinished(ctx, w.director, finished(people, 5))
	w.must(err)
	sections, err := w.s.Sections(ctx, auth.Actor{}, e.ID)
	w.must(err)
	read := func() {
		c, err := w.s.Wallchart(ctx, auth.Actor{}, sections[0].ID)
		w.must(err)
		if len(c.Pairings(5)) != 30 {
			b.Fatal("no pairings")
		}
		if _, err := c.Crosstable(0); err != nil {
			b.Fatal(err)
		}
	}
	b.Run("new revision", func(b *testing.B) {
		for b.Loop() {
			w.s.charts = newChartCache(cachedCharts)
			read()
		}
	})
	b.Run("same revision", func(b *testing.B) {
		for b.Loop() {
			read()
		}
	})
}

// BenchmarkImportFinished measures taking over events of sixty games.
func BenchmarkImportFinished(b *testing.B) {
	w := newWorld(b, storetest.SQLite(b))
	people := w.members(24)
	in := finished(people, 5)
	for b.Loop() {
		_, err := w.s.ImportFinished(ctx, w.director, in)
		w.must(err)
	}
}
