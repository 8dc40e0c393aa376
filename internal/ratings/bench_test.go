package ratings

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"nzgs/internal/civil"
	"nzgs/internal/members"
	"nzgs/internal/ratings/scale"
	"nzgs/internal/store"
	"nzgs/internal/store/storetest"
)

// The size of the full society.
const (
	fullPeople = 2000
	fullClubs  = 40
	fullEvents = 400
	fullGames  = 150 // of each event
)

// fullSociety rates twenty years: 60,000 games in 400 events. Only the rating
// is measured.
func fullSociety(b *testing.B) *world {
	b.Helper()
	b.StopTimer()
	grades := make([]string, fullPeople)
	rng := rand.New(rand.NewPCG(1, 2))
	for i := range grades {
		grades[i] = scale.Grade(5 - rng.IntN(20)).Short()
	}
	w := newWorld(b, storetest.SQLite(b), grades)
	w.join(fullClubs)
	day := civil.MustParseDate("2006-11-25")
	events := make([]EventID, fullEvents)
	for i := range events {
		events[i] = w.event(day.AddDays(18 * i).String())
	}
	b.StartTimer()
	for first := 0; first < fullEvents; first += 20 {
		w.tx(func(tx *store.Tx) error {
			for i := first; i < first+20; i++ {
				if _, err := w.s.RateEvent(ctx, tx, desk, w.fullEvent(rng, events[i], day.AddDays(18*i))); err != nil {
					return err
				}
			}
			return nil
		})
	}
	b.StopTimer()
	return w
}

// fullEvent draws five rounds of thirty games among people who come again.
func (w *world) fullEvent(rng *rand.Rand, id EventID, day civil.Date) Submission {
	in := Submission{Event: id, Name: fmt.Sprintf("Event %d", id), Day: day, Weight: FullWeight}
	players := make([]int, 2*fullGames/5)
	for i := range players {
		players[i] = i % 20 // the core of every event: a thousand games and more in twenty years
		if i >= 20 {
			players[i] = 20 + (i-20+int(id)*40)%(fullPeople-20)
		}
	}
	for round := 1; round <= 5; round++ {
		rng.Shuffle(len(players), func(i, j int) { players[i], players[j] = players[j], players[i] })
		for i := 0; i < len(players); i += 2 {
			result := []Result{BlackWins, WhiteWins, BlackWins, WhiteWins, Jigo}[rng.IntN(5)]
			in.Games = append(in.Games, w.game(round, players[i], players[i+1], 0, result))
		}
	}
	return in
}

// join makes everyone a member of one of n clubs.
func (w *world) join(n int) {
	w.t.Helper()
	w.tx(func(tx *store.Tx) error {
		for i := range n {
			name := fmt.Sprintf("Club %02d", i)
			if _, err := tx.Exec(ctx, `
				INSERT INTO club (id, name, name_key, sort_key, short_name, created_at)
				VALUES ($1, $2, $3, $4, $5, $6)`,
				i+1, name, members.Fold(name), members.SortKey(name, ""), fmt.Sprintf("C%02d", i), now); err != nil {
				return err
			}
		}
		for i, id := range w.people {
			if _, err := tx.Exec(ctx, `
				INSERT INTO membership_term (person_id, club_id, year, from_day, to_day, kind, trace, recorded_at)
				VALUES ($1, $2, 2026, '2026-07-01', '2027-06-30', 'renewal', '{}', $3)`, id, i%n+1, now); err != nil {
				return err
			}
		}
		return nil
	})
}

// BenchmarkTwentyYears rates 60,000 games, event by event.
func BenchmarkTwentyYears(b *testing.B) {
	for range b.N {
		fullSociety(b)
	}
}

// BenchmarkPages reads pages of the full society.
func BenchmarkPages(b *testing.B) {
	w := fullSociety(b)
	b.Run("recalculate", func(b *testing.B) {
		for range b.N {
			report, err := w.s.Recalculate(ctx, desk, Check, nil)
			if err != nil || !report.OK() || report.Games != fullEvents*fullGames {
				b.Fatal(report, err)
			}
		}
	})
	for _, c := range []struct {
		name   string
		filter Filter
	}{
		{"list", Filter{}},
		{"list of all, last page", Filter{Scope: Everyone, Page: 20}},
		{"list by name", Filter{Scope: Everyone, Sort: ByName}},
		{"search", Filter{Scope: Everyone, Query: "player1"}},
		{"club", Filter{Scope: Everyone, Club: 3}},
		{"export", Filter{Scope: Everyone, Size: AllRows}},
	} {
		b.Run(c.name, func(b *testing.B) {
			for range b.N {
				if list, err := w.s.List(ctx, c.filter); err != nil || len(list.Rows) == 0 {
					b.Fatal(list.Matches, err)
				}
			}
		})
	}
	b.Run("player", func(b *testing.B) {
		for i := range b.N {
			card, err := w.s.Player(ctx, w.people[0], i%20+1)
			if err != nil || card.Games < 1000 {
				b.Fatal(card.Games, err)
			}
		}
	})
	b.Run("on a day", func(b *testing.B) {
		for range b.N {
			if _, err := w.s.On(ctx, w.db, civil.MustParseDate("2020-01-01"), w.people[:64]); err != nil {
				b.Fatal(err)
			}
		}
	})
}
