package results

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/pairing"
	"nzgs/internal/store/storetest"
)

func TestTheBoard(t *testing.T) {
	onBoth(t, 3, func(t *testing.T, w *world) {
		saved, err := w.at(w.director, 2, "b")
		w.must(err)
		if saved.Game.Table != 2 || saved.Game.Result != pairing.BlackWins || saved.Game.ResultBy != "Aroha" ||
			saved.Game.Version != 2 || saved.Change == 0 {
			t.Errorf("saved %+v", saved)
		}
		b, err := w.s.Board(ctx, w.director, w.section, 0)
		w.must(err)
		if b.Next != 1 || b.Progress.In != 1 || !cmp.Equal(b.Progress.Outstanding, []int{1, 3}) || len(b.Rows) != 3 ||
			b.Rows[1].Standing != Decided || b.Rows[1].Game.Result != pairing.BlackWins || b.Undo == nil ||
			b.Undo.Game != saved.Game.ID {
			t.Errorf("the board: %+v", b)
		}
		for _, tt := range []struct {
			table  int
			result pairing.Result
			want   string
		}{
			{7, pairing.WhiteWins, "table: This round has no table 7. It has tables 1 to 3."},
			{1, "q", "result: Choose one of the results offered."},
			{0, pairing.NoResult, "table: "},
		} {
			_, err := w.s.EnterAt(ctx, w.director, BoardInput{Section: w.section, Table: tt.table, Result: tt.result})
			w.refused(err, apperr.Invalid, tt.want)
		}
		_, err = w.s.EnterAt(ctx, w.director, BoardInput{Section: w.section, Round: 2, Table: 1, Result: "W"})
		w.refused(err, apperr.Invalid, "Round 2 is not published")
		_, err = w.at(auth.Actor{}, 1, "w")
		w.refused(err, apperr.SignIn, "")
		_, err = w.at(auth.Actor{Person: w.people[0], Name: "A player"}, 1, "w")
		w.refused(err, apperr.Forbidden, "")
		w.audited()
	})
}

func TestTheSecondDirectorIsToldOfTheFirst(t *testing.T) {
	onBoth(t, 1, func(t *testing.T, w *world) {
		g := w.game(1)
		_, err := w.s.Enter(ctx, w.director, Entry{Game: g.ID, Version: g.Version, Result: pairing.BlackWins, Margin: " 4½ "})
		w.must(err)
		_, err = w.s.Enter(ctx, w.other, Entry{Game: g.ID, Version: g.Version, Result: pairing.WhiteWins})
		w.refused(
			err, apperr.Conflict, "Table 1: Aroha has already saved “Black won”. Your result, “White won”, was not saved.",
		)
		var c *Conflict
		if !errors.As(err, &c) || c.Theirs != pairing.BlackWins || c.TheirMargin != "4½" || c.By != "Aroha" ||
			c.Yours != pairing.WhiteWins || c.Version != 2 || c.Black == "" {
			t.Fatalf("the conflict: %+v", c)
		}
		before := w.audited()
		saved, err := w.s.Enter(ctx, w.other, Entry{Game: g.ID, Version: g.Version, Result: pairing.BlackWins})
		w.must(err)
		if saved.Change != 0 || saved.Game.ResultBy != "Aroha" || w.audited() != before {
			t.Errorf("the same result again: %+v; it changes nothing", saved)
		}
		if _, err := w.at(w.other, 1, "w"); apperr.KindOf(err) != apperr.Conflict {
			t.Errorf("without a version a result that is there is not overwritten: %v", err)
		}
		_, err = w.s.Enter(ctx, w.other, Entry{Game: g.ID, Version: c.Version, Result: pairing.WhiteWins})
		w.must(err)
		if got, want := w.history(1), "->B by Aroha (board), B>W by Rewi (board)"; got != want {
			t.Errorf("history %q, want %q", got, want)
		}
		w.audited()
	})
}

func TestUndo(t *testing.T) {
	onBoth(t, 2, func(t *testing.T, w *world) {
		_, err := w.at(w.director, 1, "b")
		w.must(err)
		_, err = w.at(w.director, 2, "w")
		w.must(err)
		g := w.game(2)
		_, err = w.s.Enter(ctx, w.other, Entry{Game: g.ID, Version: g.Version, Result: pairing.Jigo})
		w.must(err)
		// The director's own last entry that still stands is table 1.
		saved, err := w.s.UndoLast(ctx, w.director, w.section, 0)
		w.must(err)
		if saved.Game.Table != 1 || saved.Game.Result != pairing.NoResult {
			t.Errorf("undone: %+v", saved)
		}
		_, err = w.s.UndoLast(ctx, w.director, w.section, 0)
		w.refused(err, apperr.Conflict, "no entry to undo")
		_, err = w.s.Undo(ctx, w.director, g.ID, g.Version, "")
		w.refused(err, apperr.Conflict, "Rewi has already saved “Jigo”")
		saved, err = w.s.UndoLast(ctx, w.other, w.section, 0)
		w.must(err)
		if saved.Game.Table != 2 || saved.Game.Result != pairing.WhiteWins {
			t.Errorf("undone: %+v; the director's entry stands again", saved)
		}
		saved, err = w.s.UndoLast(ctx, w.director, w.section, 0)
		w.must(err)
		if saved.Game.Table != 2 || saved.Game.Result != pairing.NoResult {
			t.Errorf("undone: %+v", saved)
		}
		_, err = w.s.Undo(ctx, w.director, g.ID, saved.Game.Version, "")
		w.refused(err, apperr.Conflict, "has no entry to undo")
		want := "->W by Aroha (board), W>J by Rewi (board), J>W by Rewi (undo), W>- by Aroha (undo)"
		if got := w.history(2); got != want {
			t.Errorf("history %q,\nwant    %q", got, want)
		}
		// Entered and taken back: the round may be unpublished and drawn again.
		r := w.chart().Rounds[0]
		w.must(w.events.Unpublish(ctx, w.director, r.ID, r.Version))
		_, err = w.events.Draw(ctx, w.director, w.section, 1)
		w.must(err)
		w.audited()
	})
}

func TestARoundThatIsFollowedStaysComplete(t *testing.T) {
	onBoth(t, 2, func(t *testing.T, w *world) {
		first := w.game(1)
		for table := 1; table <= 2; table++ {
			_, err := w.at(w.director, table, "b")
			w.must(err)
		}
		w.publish()
		_, err := w.s.Undo(ctx, w.director, first.ID, first.Version+1, "")
		w.refused(err, apperr.Conflict, "Round 2 is published already, so every game of round 1 needs a result")
		_, err = w.s.Enter(ctx, w.director, Entry{Game: first.ID, Version: first.Version + 1, Result: pairing.WhiteWins})
		w.must(err) // a correction is possible
	})
}

func TestClosedEventsTakeNoResults(t *testing.T) {
	onBoth(t, 2, func(t *testing.T, w *world) {
		var last int64
		for range 3 {
			for table := 1; table <= 2; table++ {
				saved, err := w.at(w.director, table, "b")
				w.must(err)
				last = saved.Game.Version
			}
			if w.chart().Published() < 3 {
				w.publish()
			}
		}
		e, err := w.events.EventByID(ctx, w.director, w.event.ID)
		w.must(err)
		w.must(w.events.Close(ctx, w.director, e.ID, e.Version))
		_, err = w.s.Enter(ctx, w.director, Entry{Game: w.game(2).ID, Version: last, Result: pairing.WhiteWins})
		w.refused(err, apperr.Conflict, "Congress is finished. Reopen it to correct a result.")
		tab, err := w.s.TableByCard(ctx, auth.Actor{}, w.card(1))
		w.must(err)
		if tab.CanReport {
			t.Error("a closed event takes reports")
		}
	})
}

func TestEnteringAPileIsAllOrNothing(t *testing.T) {
	onBoth(t, 3, func(t *testing.T, w *world) {
		var pile []Entry
		for table := 1; table <= 3; table++ {
			g := w.game(table)
			pile = append(pile, Entry{Game: g.ID, Version: g.Version, Result: pairing.BlackWins})
		}
		_, err := w.at(w.other, 3, "w")
		w.must(err)
		_, err = w.s.EnterAll(ctx, w.director, w.event.ID, pile)
		w.refused(err, apperr.Conflict, "Table 3: Rewi has already saved")
		if g := w.game(1); g.Result != pairing.NoResult {
			t.Error("half a pile was saved")
		}
		saved, err := w.s.EnterAll(ctx, w.director, w.event.ID, pile[:2])
		w.must(err)
		again, err := w.s.EnterAll(ctx, w.director, w.event.ID, pile[:2])
		w.must(err)
		if len(saved) != 2 || saved[1].Change == 0 || len(again) != 2 || again[1].Change != 0 {
			t.Errorf("saved %+v, again %+v", saved, again)
		}
		_, err = w.s.EnterAll(ctx, w.director, w.event.ID+1, pile[:1])
		w.refused(err, apperr.NotFound, "")
		w.audited()
	})
}

// TestNoEntryIsLost lets four directors enter, correct and undo at the same
// time: the history of every game must be one path, each change beginning
// where the one before it ended, as many as were answered with success, and
// the game must stand where its path ends.
func TestNoEntryIsLost(t *testing.T) {
	const games, directors, entries = 4, 4, 25
	onBoth(t, games, func(t *testing.T, w *world) {
		values := []pairing.Result{pairing.BlackWins, pairing.WhiteWins, pairing.Jigo, pairing.NoResult}
		var mu sync.Mutex
		succeeded, conflicts := map[GameID]int{}, 0
		ids := make([]GameID, games)
		for i := range ids {
			ids[i] = w.game(i + 1).ID
		}
		var wg sync.WaitGroup
		for d := range directors {
			actor := auth.Actor{Person: w.director.Person, Name: fmt.Sprintf("Director %d", d), Offices: w.director.Offices}
			rng := rand.New(rand.NewPCG(uint64(d), 1))
			wg.Go(func() {
				seen := map[GameID]int64{}
				for range entries {
					id := ids[rng.IntN(games)]
					if seen[id] == 0 || rng.IntN(3) == 0 {
						tab, err := w.s.Table(ctx, actor, id)
						if err != nil {
							t.Error(err)
							return
						}
						seen[id] = tab.Game.Version
					}
					var saved Saved
					var err error
					if rng.IntN(4) == 0 {
						saved, err = w.s.Undo(ctx, actor, id, seen[id], "")
					} else {
						saved, err = w.s.Enter(ctx, actor, Entry{Game: id, Version: seen[id], Result: values[rng.IntN(len(values))]})
					}
					mu.Lock()
					switch {
					case err == nil:
						seen[id] = saved.Game.Version
						if saved.Change != 0 {
							succeeded[id]++
						}
					case apperr.KindOf(err) == apperr.Conflict:
						seen[id] = 0
						conflicts++
					default:
						t.Error(err)
					}
					mu.Unlock()
				}
			})
		}
		wg.Wait()
		for i, id := range ids {
			changes, err := w.s.History(ctx, w.director, id)
			w.must(err)
			at := pairing.NoResult
			for _, c := range changes {
				if c.Before != at {
					t.Errorf("table %d: change %d begins at %q, the one before ended at %q", i+1, c.ID, c.Before, at)
				}
				at = c.After
			}
			g := w.game(i + 1)
			if g.Result != at || len(changes) != succeeded[id] || g.Version != int64(1+len(changes)) {
				t.Errorf(
					"table %d stands at %q in version %d; %d changes end at %q, %d were confirmed", i+1, g.Result, g.Version,
					len(changes), at, succeeded[id],
				)
			}
		}
		if conflicts == 0 {
			t.Error("no one ever met anyone else: this test tests nothing")
		}
		w.audited()
	})
}

func TestRefereesMayEnterAndOutsidersMayNot(t *testing.T) {
	onBoth(t, 1, func(t *testing.T, w *world) {
		office := func(role auth.Role, event auth.EventID) auth.Actor {
			return auth.Actor{
				Person: w.people[0], Name: "Mei",
				Offices: []auth.Office{{Role: role, Event: event, From: civil.MustParseDate("2020-01-01")}},
			}
		}
		_, err := w.at(office(auth.Referee, w.event.ID+1), 1, "b")
		w.refused(err, apperr.Forbidden, "")
		_, err = w.at(office(auth.Treasurer, 0), 1, "b")
		w.refused(err, apperr.Forbidden, "")
		_, err = w.at(office(auth.Referee, w.event.ID), 1, "b")
		w.must(err)
	})
}

// BenchmarkEnter measures a result typed at the board of thirty tables, from
// the key to the answer: durable, audited, with its history.
func BenchmarkEnter(b *testing.B) {
	w := newWorld(b, storetest.SQLite(b), 30)
	results := []pairing.Result{pairing.BlackWins, pairing.WhiteWins}
	i := 0
	for b.Loop() {
		i++
		g := w.game(1 + i%30)
		_, err := w.s.EnterAt(ctx, w.director, BoardInput{
			Section: w.section, Table: g.Table, Result: results[(i/30)%2], Version: g.Version,
		})
		w.must(err)
	}
}
