package ratings

import (
	"fmt"
	"slices"
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
)

func day(text string) civil.Date { return civil.MustParseDate(text) }

func (w *world) past(on string, scope Scope) Past {
	w.t.Helper()
	out, err := w.s.PastList(ctx, desk, day(on), scope, Paging{Size: AllRows})
	if err != nil {
		w.t.Fatal(err)
	}
	return out
}

func TestTheListOfADay(t *testing.T) {
	onBoth(t, listGrades, func(t *testing.T, w *world) {
		listWorld(t, w)
		for _, c := range []struct {
			on    string
			scope Scope
			want  string
		}{
			{"2019-05-03", Everyone, ""},
			{"2019-05-04", Everyone, "0 4"}, // the day of an event is after it
			{"2021-05-04", Active, "0 4"},   // active for two years
			{"2021-05-05", Active, ""},
			{"2026-05-01", Everyone, "0 4"},
			{"2026-05-02", Active, "0 1 5 2 3"},
			{"2026-11-21", Everyone, "0 1 5 2 3 4"},
		} {
			if got := w.names(w.past(c.on, c.scope).Rows); got != c.want {
				t.Errorf("%s, %s: %q, not %q", c.on, c.scope, got, c.want)
			}
		}
		for _, r := range w.past("2026-05-02", Everyone).Rows {
			if r.Person == w.people[5] && r.Name != "Tūī 7" {
				t.Errorf("an alias is shown as %q", r.Name)
			}
		}
		// Equal ratings share a place.
		rows := w.past("2026-05-02", Active).Rows
		if rows[3].Place != 4 || rows[4].Place != 4 {
			t.Errorf("places %d and %d", rows[3].Place, rows[4].Place)
		}
	})
}

// The list of a day is the list as it would be without all that came later, to the
// thousandth, and today's is the list.
func TestTheListOfADayIsThatWithoutLaterEvents(t *testing.T) {
	onBoth(t, listGrades, func(t *testing.T, w *world) {
		var events []EventID
		for i := range 8 {
			in := w.submission(day("2026-01-03").AddDays(9*i).String(),
				w.game(1, i%7, (i+1)%7, 0, BlackWins), w.game(2, (i+3)%7, i%7, i%3, []Result{Jigo, WhiteWins}[i%2]))
			w.mustRate(in)
			events = append(events, in.Event)
		}
		lines := func(rows []Row) (out []string) {
			for _, r := range rows {
				out = append(out, fmt.Sprint(r.Place, r.Person, r.Rating, r.Games, r.LastDay))
			}
			slices.Sort(out) // of one rating any comes first
			return out
		}
		list := func() []string {
			now, err := w.s.List(ctx, Filter{Scope: Everyone, Size: AllRows})
			if err != nil {
				t.Fatal(err)
			}
			return lines(now.Rows)
		}
		if got, want := lines(w.past("2026-11-21", Everyone).Rows), list(); !slices.Equal(got, want) {
			t.Errorf("today\n%v\nnot\n%v", got, want)
		}
		var past [][]string
		for i := range events {
			past = append(past, lines(w.past(day("2026-01-03").AddDays(9*i).String(), Everyone).Rows))
		}
		for i := len(events) - 1; i >= 0; i-- {
			if want := list(); !slices.Equal(past[i], want) {
				t.Errorf("after event %d\n%v\nnot\n%v", i, past[i], want)
			}
			w.mustWithdraw(events[i])
		}
	})
}

func TestWhatChangedBetweenTwoLists(t *testing.T) {
	onBoth(t, listGrades, func(t *testing.T, w *world) {
		listWorld(t, w)
		got, err := w.s.Between(ctx, desk, day("2026-05-01"), day("2026-07-31"), Paging{})
		if err != nil {
			t.Fatal(err)
		}
		if got.Same != 1 || len(got.Rows) != 5 { // player 4 did not play
			t.Fatalf("%d the same, %d changed", got.Same, len(got.Rows))
		}
		for i, m := range got.Rows {
			if i > 0 && m.distance() > got.Rows[i-1].distance() {
				t.Error("not who moved furthest first")
			}
			if m.New == (m.Person == w.people[0]) || len(m.Events) != 1 || m.Events[0].Day != day("2026-05-02") {
				t.Errorf("%+v", m)
			}
			if m.Before != m.Events[0].Before || m.After != m.Events[len(m.Events)-1].After {
				t.Errorf("%s → %s, the events %+v", m.Before, m.After, m.Events)
			}
			if games := m.Events[0].Games; m.Games != games {
				t.Errorf("%d games, the event has %d", m.Games, games)
			}
		}
		// Two events: what stood before the first, and after the last.
		got, err = w.s.Between(ctx, desk, day("2026-05-02"), day("2026-08-01"), Paging{})
		if err != nil || w.moved(got) != "2 3" || got.Same != 4 {
			t.Errorf("%s, %d the same, %v", w.moved(got), got.Same, err)
		}
		for _, wrong := range [][2]string{{"2026-05-01", "2026-05-01"}, {"2026-05-02", "2026-05-01"}, {"2026-05-01", "2027-05-01"}} {
			if _, err := w.s.Between(ctx, desk, day(wrong[0]), day(wrong[1]), Paging{}); apperr.KindOf(err) != apperr.Invalid {
				t.Errorf("%v: %v", wrong, err)
			}
		}
		if _, err := w.s.PastList(ctx, desk, day("2027-05-01"), Active, Paging{}); apperr.KindOf(err) != apperr.Invalid {
			t.Errorf("a list of the future: %v", err)
		}
	})
}

func (w *world) moved(b Between) string {
	rows := make([]Row, len(b.Rows))
	for i, m := range b.Rows {
		rows[i].Person = m.Person
	}
	slices.SortFunc(rows, func(a, b Row) int { return int(a.Person - b.Person) })
	return w.names(rows)
}

// Only more than a stone in one event is a big move, and no event that was withdrawn.
func TestMovers(t *testing.T) {
	onBoth(t, []string{"5k", "5k", "5k", "5k"}, func(t *testing.T, w *world) {
		var games []Game
		for round := 1; round <= 14; round++ {
			games = append(games, w.game(round, 0, 1, 0, BlackWins), w.game(round, 2, 3, 0, Jigo))
		}
		in := w.submission("2026-05-02", games...)
		w.mustRate(in)
		movers := func(since string) []Mover {
			out, total, err := w.s.Movers(ctx, desk, day(since), Paging{})
			if err != nil || total != len(out) {
				t.Fatal(total, err)
			}
			return out
		}
		got := movers("2026-05-02")
		if len(got) != 2 || got[0].Person != w.people[0] || got[1].Person != w.people[1] || got[0].Event != in.Event {
			t.Fatalf("%+v", got)
		}
		w.exec(`UPDATE rating_change SET after_milli = before_milli - 1000 WHERE person_id = $1`, w.people[1])
		if got := movers("2026-05-02"); len(got) != 1 {
			t.Errorf("a stone is not more than a stone: %+v", got)
		}
		if got := movers("2026-05-03"); len(got) != 0 {
			t.Errorf("before the day: %+v", got)
		}
	})
}

func TestWhatWaitsAtTheDesk(t *testing.T) {
	onBoth(t, []string{"5k", "", "", ""}, func(t *testing.T, w *world) {
		w.join(1)
		w.exec(`DELETE FROM membership_term WHERE person_id = $1`, w.people[3])
		id := w.event("2026-05-02")
		w.event("2026-05-09")
		w.exec(`UPDATE event SET status = 'final' WHERE id = $1`, id)
		if got, err := w.s.Waiting(ctx, desk); err != nil || len(got) != 1 || got[0].Event != id {
			t.Errorf("%+v, %v", got, err)
		}
		got, _, err := w.s.Ungraded(ctx, desk, Paging{})
		if err != nil || len(got) != 2 || got[0].Person != w.people[1] || got[1].Person != w.people[2] {
			t.Fatalf("%+v, %v", got, err) // a grade, and no member
		}
		if len(got[0].Clubs) != 1 {
			t.Errorf("%+v", got[0])
		}
		w.exec(`UPDATE person SET grade = '5k'`)
		w.mustRate(w.submission("2026-05-02", w.game(1, 0, 2, 0, Jigo)))
		w.exec(`UPDATE person SET grade = ''`)
		left, _, err := w.s.Ungraded(ctx, desk, Paging{})
		if err != nil || len(left) != 1 || left[0].Person != w.people[1] {
			t.Errorf("those with a rating: %+v, %v", left, err)
		}
	})
}

// Only who keeps the ratings sees the desk.
func TestWhoKeepsTheRatings(t *testing.T) {
	onBoth(t, []string{"5k"}, func(t *testing.T, w *world) {
		someone := auth.Actor{Person: w.people[0]}
		for name, ask := range map[string]func() error{
			"PastList": func() error { _, err := w.s.PastList(ctx, someone, day("2026-01-01"), Active, Paging{}); return err },
			"Between": func() error {
				_, err := w.s.Between(ctx, someone, day("2026-01-01"), day("2026-02-01"), Paging{})
				return err
			},
			"Movers":    func() error { _, _, err := w.s.Movers(ctx, someone, day("2026-01-01"), Paging{}); return err },
			"Newcomers": func() error { _, _, err := w.s.Newcomers(ctx, someone, Paging{}); return err },
			"Waiting":   func() error { _, err := w.s.Waiting(ctx, someone); return err },
			"Ungraded":  func() error { _, _, err := w.s.Ungraded(ctx, someone, Paging{}); return err },
		} {
			if err := ask(); apperr.KindOf(err) != apperr.Forbidden {
				t.Errorf("%s: %v", name, err)
			}
		}
	})
}
