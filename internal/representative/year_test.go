package representative_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/ratings/points"
	"nzgs/internal/representative"
	"nzgs/internal/store"
	"nzgs/internal/store/storetest"
)

// Two regionals, one national with a tie and a visitor, a correction after posting, the year end, the representative's
// deduction, and next year's first event.
func TestAPointsYear(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		w.regional("Autumn Open", "2026-08-02", 8, 6, 4, 2)
		spring := w.regional("Spring Open", "2026-10-04", 2, 8, 6, 4)
		w.wants("2026-10-03", "4.00 3.00 2.00 1.00 – –")
		w.wants("2026-10-04", "5.00 7.00 5.00 3.00 – –")
		// The visitor is first of the championship; Bea and Caleb share third and fourth.
		w.championship("Congress", "2026-11-22", 8, 6, 6, 4, 2, 10)
		w.wants("2026-11-22", "12.00 11.00 9.00 5.00 1.00 –")

		w.post(spring, 8, 2, 6, 4)
		w.wants("2026-11-22", "15.00 8.00 9.00 5.00 1.00 –")
		account, err := w.s.Account(ctx, w.players[0])
		w.must(err)
		var shown []string
		for _, l := range account.Lines {
			shown = append(shown, fmt.Sprintf("%s %s %v %v", l.EventName, l.Points, l.Reverses, l.Reversed))
		}
		want := "Autumn Open 4.00 false false, Spring Open 1.00 false true, Spring Open -1.00 true false, " +
			"Spring Open 4.00 false false, Congress 7.00 false false"
		if got := strings.Join(shown, ", "); got != want {
			t.Errorf("the account is %s", got)
		}

		w.must(w.s.SetWishes(ctx, officer, 2026, map[auth.PersonID]representative.Wish{
			w.players[0]: representative.Declines, w.players[1]: representative.Wishes, w.players[2]: representative.Wishes,
		}))
		number := w.resolution()
		choose := func(person auth.PersonID, number, reason string) error {
			return w.s.Choose(ctx, officer, representative.Choosing{
				Year: 2026, Person: person, Resolution: number, Reason: reason,
			})
		}
		w.refused(choose(w.players[0], number, ""), apperr.Invalid, "has not said that they wish to go")
		w.refused(choose(w.players[1], number, ""), apperr.Invalid, "Say why the committee chose otherwise")
		w.refused(choose(w.players[2], "2027/9", ""), apperr.Invalid, "resolution: Enter the number")
		w.must(choose(w.players[2], number, ""))

		end, err := w.s.YearEnd(ctx, officer, 2026)
		w.must(err)
		if len(end.Would.Post) != 6 || len(end.Would.Reverse) != 0 || end.Ranking[0].Points != 1500 {
			t.Errorf("the preview is %+v", end)
		}
		w.must(w.s.Close(ctx, officer, 2026, end.Revision))
		w.wants("2026-11-22", "11.25 6.00 -23.25 3.75 0.75 –")
		w.regional("Summer Open", "2027-02-07", 2, 4, 8, 6)
		w.wants("2027-02-07", "12.25 8.00 -19.25 6.75 0.75 –")
		w.refused(w.s.Close(ctx, officer, 2026, end.Revision), apperr.Conflict, "was closed by Rangi Officer")

		// A correction within the closed year works the year end out again; undoing it gives everything back.
		w.post(spring, 2, 8, 6, 4)
		w.wants("2026-11-22", "9.00 8.25 -23.25 3.75 0.75 –")
		w.refused(w.s.Reopen(ctx, officer, 2026, " "), apperr.Invalid, "reason: Say")
		w.must(w.s.Reopen(ctx, officer, 2026, "The fee was late."))
		w.wants("2026-11-22", "12.00 11.00 9.00 5.00 1.00 –")
		w.refused(w.s.Reopen(ctx, officer, 2026, "Again."), apperr.Conflict, "is not closed")

		history, err := w.s.History(ctx)
		w.must(err)
		if len(history) != 2 || history[0].Championship != "" || len(history[1].Events) != 3 ||
			history[1].Representative.Resolution != number || history[1].Leaders[0].Points != 1200 {
			t.Errorf("the history is %+v", history)
		}
	})
}

// Closing and undoing give the state before, line by line.
func TestUndoingAYearEndGivesTheStateBefore(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		w.championship("Congress", "2026-11-22", 8, 6, 6, 4, 2, 10)
		w.regional("Summer Open", "2027-02-07", 2, 4, 8, 6)
		before, err := w.s.Counting(ctx)
		w.must(err)
		end, err := w.s.YearEnd(ctx, officer, 2026)
		w.must(err)
		w.must(w.s.Close(ctx, officer, 2026, end.Revision))
		w.must(w.s.Reopen(ctx, officer, 2026, "To see."))
		after, err := w.s.Counting(ctx)
		w.must(err)
		if !slices.Equal(before, after) {
			t.Errorf("before %+v, after %+v", before, after)
		}
	})
}

// Two officers close the year from one preview: one does, the other reads who was first.
func TestTwoOfficersCloseAYearAtOnce(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		w.championship("Congress", "2026-11-22", 8, 6, 4)
		end, err := w.s.YearEnd(ctx, officer, 2026)
		w.must(err)
		errs := make([]error, 2)
		var both sync.WaitGroup
		for i := range errs {
			both.Add(1)
			go func() {
				defer both.Done()
				errs[i] = w.s.Close(ctx, officer, 2026, end.Revision)
			}()
		}
		both.Wait()
		if (errs[0] == nil) == (errs[1] == nil) {
			t.Fatalf("closing said %v and %v", errs[0], errs[1])
		}
		for _, err := range errs {
			if err != nil {
				w.refused(err, apperr.Conflict, "was closed by Rangi Officer")
			}
		}
		w.wants("2026-11-22", "7.50 5.25 3.75 – – –")
	})
}

// A year is not closed by a preview that is no longer what closing would post.
func TestAnOldPreviewClosesNothing(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		w.refused(w.s.Close(ctx, officer, 2026, 0), apperr.Invalid, "has not been posted")
		w.championship("Congress", "2026-11-22", 8, 6, 4)
		end, err := w.s.YearEnd(ctx, officer, 2026)
		w.must(err)
		w.regional("Spring Open", "2026-10-04", 2, 8, 6, 4)
		w.refused(w.s.Close(ctx, officer, 2026, end.Revision), apperr.Conflict, "have changed since this preview")
	})
}

func TestWhoMayKeepPoints(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		s := w.section("Autumn Open", "2026-08-02")
		for kind, actor := range map[apperr.Kind]auth.Actor{
			apperr.SignIn: {}, apperr.Forbidden: {Person: 1, Name: "Aroha"},
		} {
			_, err := w.s.YearEnd(ctx, actor, 2026)
			w.refused(err, kind, "")
			_, err = w.s.Desk(ctx, actor)
			w.refused(err, kind, "")
			_, err = w.s.Enter(ctx, actor, file("", nil))
			w.refused(err, kind, "")
			w.refused(w.s.Close(ctx, actor, 2026, 0), kind, "")
			w.refused(w.s.Reopen(ctx, actor, 2026, "x"), kind, "")
			w.refused(w.s.SetWishes(ctx, actor, 2026, nil), kind, "")
			w.refused(w.s.Choose(ctx, actor, representative.Choosing{}), kind, "")
			w.refused(w.s.Amend(ctx, actor, representative.Figures{}), kind, "")
			w.refused(w.s.UndoImport(ctx, actor, 1), kind, "")
			w.refused(w.db.InTx(ctx, func(tx *store.Tx) error {
				_, err := w.s.Declare(ctx, tx, actor, s, representative.Declaration{})
				return err
			}), kind, "")
			w.refused(w.db.InTx(ctx, func(tx *store.Tx) error {
				_, err := w.s.Post(ctx, tx, actor, representative.Finished{Section: s})
				return err
			}), kind, "")
		}
	})
}

// The database itself keeps the ledger as it was posted.
func TestLinesOfPointsAreNeverChanged(t *testing.T) {
	storetest.Both(t, func(t *testing.T, db *store.DB) {
		w := newWorld(t, db)
		w.regional("Autumn Open", "2026-08-02", 8, 6, 4, 2)
		for _, statement := range []string{
			`UPDATE points_line SET points = 0`,
			`DELETE FROM points_line`,
			`INSERT INTO points_line (person_id, day, step, points_event_id, event_name, points, rule, trace, cause, posted_at, posted_by)
			 SELECT person_id, day, 'gift', points_event_id, event_name, points, rule, trace, cause, posted_at, posted_by FROM points_line`,
		} {
			if err := db.InTx(ctx, func(tx *store.Tx) error {
				_, err := tx.Exec(ctx, statement)
				return err
			}); err == nil {
				t.Errorf("the database carried out: %s", statement)
			}
		}
		// A line is reversed once.
		reverse := func() error {
			return db.InTx(ctx, func(tx *store.Tx) error {
				_, err := tx.Exec(ctx, `
					INSERT INTO points_line (person_id, day, step, points_event_id, event_name, points, rule, trace, cause, reverses_id,
					                         posted_at, posted_by)
					SELECT person_id, day, step, points_event_id, event_name, -points, rule, trace, cause, id, posted_at, posted_by
					FROM points_line
					WHERE id = (SELECT MIN(id) FROM points_line)`)
				return err
			})
		}
		w.must(reverse())
		if reverse() == nil {
			t.Error("a line was reversed twice")
		}
	})
}

// Whatever is posted, corrected, closed, undone and withdrawn in whatever order, the ledger is what follows from the facts;
// and the order in which events are posted is of no effect.
func TestTheLedgerFollowsFromTheFacts(t *testing.T) {
	for seed := range uint64(3) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			type played struct {
				name, day string
				national  bool
				scores    []int
			}
			rng := rand.New(rand.NewPCG(seed, 7))
			scores := func() []int {
				out := make([]int, 6)
				for i := range out {
					out[i] = rng.IntN(7) - 1
				}
				out[rng.IntN(6)] = 5
				return out
			}
			var list []played
			for i, on := range []string{"2026-08-02", "2026-09-06", "2026-11-22", "2026-11-22", "2027-02-07", "2027-05-02"} {
				list = append(list, played{fmt.Sprintf("Event %d", i), on, i == 3 || i == 5, scores()})
			}
			play := func(w *world, order []int) {
				sections := map[int]representative.Section{}
				for _, i := range order {
					e := list[i]
					if e.national {
						sections[i] = w.championship(e.name, e.day, scores()...)
					} else {
						sections[i] = w.regional(e.name, e.day, scores()...)
					}
					w.settled()
					if year := 2026 + rng.IntN(2); rng.IntN(2) == 0 {
						if end, err := w.s.YearEnd(ctx, officer, year); err == nil && end.Event != "" && end.Closed.Year == 0 {
							w.must(w.s.Close(ctx, officer, year, end.Revision))
						} else if end.Closed.Year != 0 {
							w.must(w.s.Reopen(ctx, officer, year, "At random."))
						}
						w.settled()
					}
				}
				for i, s := range sections {
					w.post(s, list[i].scores...)
					w.settled()
				}
				for _, year := range []int{2026, 2027} {
					if end, err := w.s.YearEnd(ctx, officer, year); err == nil && end.Closed.Year == 0 {
						w.must(w.s.Close(ctx, officer, year, end.Revision))
					}
				}
				w.settled()
			}
			var ledgers [2][]string
			for i := range ledgers {
				w := newWorld(t, storetest.SQLite(t))
				play(w, rng.Perm(len(list)))
				lines, err := w.s.Counting(ctx)
				w.must(err)
				for _, l := range lines {
					ledgers[i] = append(ledgers[i], fmt.Sprintf("%+v", l))
				}
				slices.Sort(ledgers[i])
			}
			if !slices.Equal(ledgers[0], ledgers[1]) {
				t.Errorf("the order of posting has an effect:\n%s\n\n%s", strings.Join(ledgers[0], "\n"), strings.Join(ledgers[1], "\n"))
			}
		})
	}
}

// The figures of the program are those of the table, from their days on.
func TestFiguresOfTheTable(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		have, err := w.s.Figures(ctx)
		w.must(err)
		shipped := points.Shipped()
		if len(have) != len(shipped) {
			t.Fatalf("%d figures, want %d", len(have), len(shipped))
		}
		for i := range shipped {
			have[i].From = shipped[i].From
			if fmt.Sprint(have[i]) != fmt.Sprint(shipped[i]) {
				t.Errorf("the table has %v, the program %v", have[i], shipped[i])
			}
		}
		w.championship("Congress", "2026-11-22", 8, 6, 4)
		number := w.resolution()
		in := representative.Figures{
			From: day("2026-11-22"), National: "10, x", Regional: "3, 4", Loss: "200%", Fixed: "-1", Resolution: number,
		}
		err = w.s.Amend(ctx, officer, in)
		for _, part := range []string{
			"from: Congress of 22 November 2026 is posted", "national: Write", "regional: A place has no more", "loss: ",
			"fixed: Enter 0",
		} {
			w.refused(err, apperr.Invalid, part)
		}
		w.must(w.s.Amend(ctx, officer, representative.Figures{
			From: day("2027-01-01"), National: "12, 8", Regional: "6", Loss: "50%", Fixed: "20", Resolution: number,
		}))
		w.regional("Summer Open", "2027-02-07", 8, 6)
		w.wants("2027-02-07", "16.00 7.00 5.00 – – –")
	})
}
