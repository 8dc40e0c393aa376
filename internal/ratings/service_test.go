package ratings

import (
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"nzgs/internal/apperr"
	"nzgs/internal/audit"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/ratings/scale"
	"nzgs/internal/store"
)

func TestRateEvent(t *testing.T) {
	onBoth(t, []string{"1d", "1d", "2k"}, func(t *testing.T, w *world) {
		in := w.submission("2026-03-14",
			w.game(1, 0, 1, 0, BlackWins),
			w.game(2, 2, 0, 3, WhiteWins))
		out := w.mustRate(in)
		// 1 dan is 1.0: GoR 2100. Both games are rated from there, by hand:
		// 9.306 for the even win, and for White against 2 kyu (1900) on three stones.
		f := nzgs2026
		second := f.Game(2100, 1900, White, 3, Win, FullWeight).Change
		want := scale.Milli(1000) + thousandths(f.Game(2100, 2100, Black, 0, Win, FullWeight).Change+second)
		if out.Formula != "nzgs-2026" || out.Games != 2 || len(out.Changes) != 3 || len(out.Later) != 0 {
			t.Fatalf("outcome %+v", out)
		}
		if c := out.Changes[0]; c.Person != w.people[0] || c.Before != 1000 || c.After != want || c.Games != 2 || !c.First {
			t.Errorf("first player: %+v, want 1.000 → %s", c, want)
		}
		// 2100 loses to 2100: 2091.725, which is −0.083 stones to the thousandth.
		if got := w.milli(1); got != 917 {
			t.Errorf("the loser of the even game stands at %s, want 0.917", got)
		}
		if got := w.milli(0); got != want {
			t.Errorf("the list says %s, want %s", got, want)
		}
		w.check()
	})
}

func TestWhatIsNotRated(t *testing.T) {
	onBoth(t, []string{"1d", "1d", "1d"}, func(t *testing.T, w *world) {
		out := w.mustRate(w.submission("2026-03-14",
			w.game(1, 0, 1, 0, Jigo),
			w.game(2, 0, 2, 0, "W_default"),
			w.game(3, 0, 2, 0, "B_default"),
			w.game(4, 1, 2, 0, "both_lose"),
			w.game(5, 1, 2, 0, "both_default"),
			w.game(6, 1, 2, 0, "")))
		if out.Games != 1 || out.NotRated != 5 || len(out.Changes) != 2 {
			t.Errorf("outcome %+v: want 1 game, 5 not rated, 2 players", out)
		}
		strengths, err := w.s.Current(ctx, w.db, w.people)
		if err != nil {
			t.Fatal(err)
		}
		if s := strengths[w.people[2]]; s.Basis != Declared || s.Games != 0 || s.Rating != 10 {
			t.Errorf("who had only games that are not rated: %+v", s)
		}
		if _, err := w.rate(w.submission(
			"2026-03-15", w.game(1, 0, 1, 0, "W_default"),
		)); apperr.KindOf(err) != apperr.Invalid {
			t.Errorf("an event without a rated game: %v", err)
		}
	})
}

func TestRefusals(t *testing.T) {
	onBoth(t, []string{"1d", "1d", ""}, func(t *testing.T, w *world) {
		good := func() Submission { return w.submission("2026-03-14", w.game(1, 0, 1, 0, BlackWins)) }
		for _, c := range []struct {
			name string
			spec func(in *Submission)
			want string
		}{
			{"no name", func(in *Submission) { in.Name = "  " }, "name"},
			{"no day", func(in *Submission) { in.Day = civil.Date{} }, "day"},
			{"no weight", func(in *Submission) { in.Weight = 0 }, "weight"},
			{"heavy", func(in *Submission) { in.Weight = 1001 }, "weight"},
			{"a game twice", func(in *Submission) { in.Games = append(in.Games, in.Games[0]) }, "twice"},
			{"against oneself", func(in *Submission) { in.Games[0].White = in.Games[0].Black }, "play themselves"},
			{"no one", func(in *Submission) { in.Games[0].White = 0 }, "register"},
			{"a stranger", func(in *Submission) { in.Games[0].White = 999999 }, "not in the register"},
			{"handicap below 0", func(in *Submission) { in.Games[0].Handicap = -1 }, "handicap"},
			{"handicap of 26", func(in *Submission) { in.Games[0].Handicap = 26 }, "handicap"},
			{"no number", func(in *Submission) { in.Games[0].Ref = 0 }, "number"},
			{"heavy section", func(in *Submission) { in.Games[0].Weight = 2000 }, "weight"},
			{"no strength", func(in *Submission) { in.Games[0].White = w.people[2] }, "Player002"},
			{"absurd strength", func(in *Submission) { in.Players = []Player{{w.people[0], 130}} }, "between"},
		} {
			in := good()
			c.spec(&in)
			_, err := w.rate(in)
			if apperr.KindOf(err) != apperr.Invalid || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%s: %v, want a refusal about %q", c.name, err, c.want)
			}
		}
		if got := w.snapshot(); len(got) != 0 {
			t.Errorf("refused submissions left %v", got)
		}
	})
}

func TestAllProblemsAtOnce(t *testing.T) {
	in := Submission{
		Games: []Game{
			{Ref: 1, Round: 1, Black: 1, White: 1, Result: BlackWins}, {Round: 1, Black: 1, White: 2, Result: Jigo},
		},
	}
	_, _, err := in.prepare()
	for _, want := range []string{"event:", "name:", "day:", "weight:", "play themselves", "has no number"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v does not mention %q", err, want)
		}
	}
}

func TestWhoMayRate(t *testing.T) {
	onBoth(t, []string{"1d", "1d"}, func(t *testing.T, w *world) {
		in := w.submission("2026-03-14", w.game(1, 0, 1, 0, BlackWins))
		director := func(event EventID) auth.Actor {
			return auth.Actor{Account: 1, Person: w.people[0], Name: "A director", Offices: []auth.Office{
				{Person: w.people[0], Role: auth.Director, Event: event, From: civil.MustParseDate("2026-01-01")}}}
		}
		try := func(actor auth.Actor) error {
			return w.db.InTx(ctx, func(tx *store.Tx) error {
				_, err := w.s.RateEvent(ctx, tx, actor, in)
				return err
			})
		}
		if err := try(auth.Actor{}); apperr.KindOf(err) != apperr.SignIn {
			t.Errorf("no one: %v", err)
		}
		if err := try(director(in.Event + 1)); apperr.KindOf(err) != apperr.Forbidden {
			t.Errorf("director of another event: %v", err)
		}
		if err := try(director(in.Event)); err != nil {
			t.Errorf("director of the event: %v", err)
		}
		err := w.db.InTx(ctx, func(tx *store.Tx) error {
			_, err := w.s.Withdraw(ctx, tx, director(in.Event+1), in.Event)
			return err
		})
		if apperr.KindOf(err) != apperr.Forbidden {
			t.Errorf("director of another event withdraws: %v", err)
		}
		if _, err := w.s.Recalculate(ctx, director(in.Event), Check, nil); apperr.KindOf(err) != apperr.Forbidden {
			t.Errorf("director of one event recalculates: %v", err)
		}
	})
}

func TestOnce(t *testing.T) {
	onBoth(t, []string{"1d", "1d"}, func(t *testing.T, w *world) {
		in := w.submission("2026-03-14", w.game(1, 0, 1, 0, BlackWins))
		w.mustRate(in)
		if _, err := w.rate(in); apperr.KindOf(err) != apperr.Conflict {
			t.Errorf("the same event again: %v", err)
		}
		other := w.submission("2026-03-15", in.Games...)
		if _, err := w.rate(other); apperr.KindOf(err) != apperr.Conflict || !strings.Contains(
			err.Error(), "rated only once",
		) {
			t.Errorf("the same game in another event: %v", err)
		}
		w.mustWithdraw(in.Event)
		w.mustRate(other) // the game counts nowhere now
		if _, err := w.rate(in); apperr.KindOf(err) != apperr.Conflict {
			t.Errorf("the game again after it was rated elsewhere: %v", err)
		}
	})
}

func TestWithdrawReversesExactlyTheLatestEvent(t *testing.T) {
	onBoth(t, []string{"1d", "2k", "9k"}, func(t *testing.T, w *world) {
		w.mustRate(w.submission("2026-03-14", w.game(1, 0, 1, 0, BlackWins)))
		before := w.snapshot()
		in := w.submission("2026-05-01", w.game(1, 0, 1, 0, WhiteWins), w.game(1, 2, 1, 7, BlackWins))
		rated := w.mustRate(in)
		after := w.snapshot()
		out := w.mustWithdraw(in.Event)
		if diff := cmp.Diff(before, w.snapshot()); diff != "" {
			t.Errorf("withdrawing left (- before, + after):\n%s", diff)
		}
		if diff := cmp.Diff(rated.Changes, out.Changes); diff != "" {
			t.Errorf("withdrawing does not name what it reversed:\n%s", diff)
		}
		if _, err := w.withdraw(in.Event); apperr.KindOf(err) != apperr.NotFound {
			t.Errorf("withdrawing twice: %v", err)
		}
		w.mustRate(in)
		if diff := cmp.Diff(after, w.snapshot()); diff != "" {
			t.Errorf("rating again gives something else:\n%s", diff)
		}
		w.check()
	})
}

func TestWithdrawFromTheMiddle(t *testing.T) {
	onBoth(t, []string{"1d", "2k", "9k", "1d"}, func(t *testing.T, w *world) {
		first := w.submission("2026-01-10", w.game(1, 0, 1, 0, BlackWins))
		middle := w.submission("2026-02-10", w.game(1, 1, 2, 0, BlackWins), w.game(2, 0, 2, 0, BlackWins))
		last := w.submission("2026-03-10", w.game(1, 0, 2, 0, Jigo))
		apart := w.submission("2026-03-11", w.game(1, 1, 3, 0, Jigo))
		w.mustRate(first)
		w.mustRate(last)
		w.mustRate(apart)
		without := w.snapshot()
		late := w.mustRate(middle) // late: takes its place by its day
		if len(late.Later) != 2 || late.Later[0].Event != last.Event || late.Later[0].Players != 2 ||
			late.Later[1].Event != apart.Event {
			t.Errorf("later events of a late submission: %+v", late.Later)
		}
		w.check()
		if s, err := w.s.On(ctx, w.db, middle.Day.AddDays(1), w.people[2:3]); err != nil || s[w.people[2]].Games != 2 {
			t.Errorf("on the day after: %+v, %v", s, err)
		}
		out := w.mustWithdraw(middle.Event)
		if len(out.Later) != 2 {
			t.Errorf("later events of a withdrawal: %+v", out.Later)
		}
		if diff := cmp.Diff(without, w.snapshot()); diff != "" {
			t.Errorf("rated and withdrawn (- before, + after):\n%s", diff)
		}
		w.check()
	})
}

func TestAuditKeepsTheFigures(t *testing.T) {
	onBoth(t, []string{"1d", "1d"}, func(t *testing.T, w *world) {
		in := w.submission("2026-03-14", w.game(1, 0, 1, 0, BlackWins))
		w.mustRate(in)
		w.mustWithdraw(in.Event)
		entries, err := audit.Of(ctx, w.db, "event", int64(in.Event), 10)
		if err != nil || len(entries) != 2 {
			t.Fatalf("%d entries, %v", len(entries), err)
		}
		if e := entries[0]; e.Action != "withdraw.rating" || !strings.Contains(e.Detail, `{"before":`) ||
			strings.Contains(e.Detail, `"after":{`) {
			t.Errorf("withdrawal: %s %s", e.Action, e.Detail)
		}
		want := fmt.Sprintf(`{"person":%d,"before":1000,"after":1093}`, w.people[0])
		if e := entries[1]; e.Action != "rate.event" || !strings.Contains(e.Detail, want) {
			t.Errorf("rating: %s %s, want %s in it", e.Action, e.Detail, want)
		}
	})
}

func TestProvisionalUntilTenGames(t *testing.T) {
	onBoth(t, []string{"5k", "5k"}, func(t *testing.T, w *world) {
		var games []Game
		for round := 1; round <= 9; round++ {
			games = append(games, w.game(round, round%2, 1-round%2, 0, BlackWins))
		}
		w.mustRate(w.submission("2026-03-14", games...))
		strengths := func() Strength {
			s, err := w.s.Current(ctx, w.db, w.people)
			if err != nil {
				t.Fatal(err)
			}
			return s[w.people[0]]
		}
		if s := strengths(); s.Games != 9 || !s.Provisional() {
			t.Errorf("after nine games: %+v", s)
		}
		w.mustRate(w.submission("2026-03-15", w.game(1, 0, 1, 0, BlackWins)))
		if s := strengths(); s.Games != 10 || s.Provisional() {
			t.Errorf("after ten games: %+v", s)
		}
	})
}

func TestEntryRating(t *testing.T) {
	onBoth(t, []string{"3d", "50k", "", "5p"}, func(t *testing.T, w *world) {
		in := w.submission("2026-03-14", w.game(1, 0, 1, 0, BlackWins), w.game(1, 2, 3, 0, BlackWins))
		in.Players = []Player{{w.people[2], -45}, {w.people[2], -50}, {w.people[3], 80}}
		out := w.mustRate(in)
		for i, want := range []scale.Milli{
			3000,   // the grade of the register
			-29000, // 50 kyu lies under the floor
			-4500,  // entered twice: the higher strength
			8000,   // a professional grade is not on the scale; what the entry says counts
		} {
			if got := out.Changes[i].Before; got != want {
				t.Errorf("player %d enters at %s, want %s", i, got, want)
			}
		}
		if got := w.milli(1); got < -29000 {
			t.Errorf("a rating of %s lies under the floor", got)
		}
		// Later declarations do not matter once there are games.
		again := w.submission("2026-04-14", w.game(1, 0, 1, 0, BlackWins))
		again.Players = []Player{{w.people[0], -100}}
		if out := w.mustRate(again); out.Changes[0].Before == -10000 || out.Changes[0].First {
			t.Errorf("a declared strength replaced a rating: %+v", out.Changes[0])
		}
		w.check()
	})
}

func TestOnAndCurrent(t *testing.T) {
	onBoth(t, []string{"1d", "4k", "nonsense"}, func(t *testing.T, w *world) {
		a := w.mustRate(w.submission("2026-03-14", w.game(1, 0, 1, 0, BlackWins)))
		b := w.mustRate(w.submission("2026-06-01", w.game(1, 0, 1, 0, BlackWins)))
		for _, c := range []struct {
			day   string
			want  scale.Rating
			games int
			basis Basis
		}{
			{"2026-03-14", 10, 0, Declared}, // the event of the day itself does not count yet
			{"2026-03-15", a.Changes[0].After.Published(), 1, Listed},
			{"2026-06-01", a.Changes[0].After.Published(), 1, Listed},
			{"2026-06-02", b.Changes[0].After.Published(), 2, Listed},
		} {
			s, err := w.s.On(ctx, w.db, civil.MustParseDate(c.day), w.people)
			if err != nil {
				t.Fatal(err)
			}
			if got := s[w.people[0]]; got.Rating != c.want || got.Games != c.games || got.Basis != c.basis {
				t.Errorf("on %s: %+v, want %s after %d games (%s)", c.day, got, c.want, c.games, c.basis)
			}
			if got := s[w.people[2]]; got.Basis != Unknown {
				t.Errorf("without games and grade: %+v", got)
			}
		}
		none, err := w.s.Current(ctx, w.db, []PersonID{999999})
		if err != nil || len(none) != 0 {
			t.Errorf("a stranger: %v, %v", none, err)
		}
	})
}

func TestOldResultsAreNotReratedByANewVersion(t *testing.T) {
	onBoth(t, []string{"1d", "1d"}, func(t *testing.T, w *world) {
		w.mustRate(w.submission("2026-03-14", w.game(1, 0, 1, 0, BlackWins)))
		before := w.snapshot()
		second := nzgs2026
		second.Name, second.From, second.ConPower = "nzgs-2030", civil.MustParseDate("2026-04-01"), 1.5
		w.s.versions = []Formula{nzgs2026, second}
		w.check()
		if diff := cmp.Diff(before, w.snapshot()); diff != "" {
			t.Errorf("a new version changed old results:\n%s", diff)
		}
		late := w.mustRate(w.submission("2026-03-20", w.game(1, 0, 1, 0, Jigo)))
		after := w.mustRate(w.submission("2026-04-01", w.game(1, 0, 1, 0, WhiteWins)))
		if late.Formula != "nzgs-2026" || after.Formula != "nzgs-2030" {
			t.Errorf("rated by %s and %s", late.Formula, after.Formula)
		}
		w.check()
	})
}

// Directors who send their events in at the same moment queue; none of the
// events is lost or worked out from stale ratings.
func TestManyDirectorsAtOnce(t *testing.T) {
	onBoth(t, []string{"1d", "1d", "5k"}, func(t *testing.T, w *world) {
		var all []Submission
		for i := range 6 {
			all = append(
				all, w.submission(fmt.Sprintf("2026-03-%02d", 20-i), w.game(1, 0, 1, 0, BlackWins), w.game(2, 2, 0, 6, Jigo)),
			)
		}
		var wg sync.WaitGroup
		var once atomic.Int32
		for _, in := range all[1:] {
			wg.Go(func() {
				if _, err := w.rate(in); err != nil {
					t.Errorf("%s: %v", in.Name, err)
				}
			})
			wg.Go(func() {
				switch _, err := w.rate(all[0]); {
				case err == nil:
					once.Add(1)
				case apperr.KindOf(err) != apperr.Conflict:
					t.Errorf("one event by several directors: %v", err)
				}
			})
		}
		wg.Wait()
		if n := once.Load(); n != 1 {
			t.Errorf("one event was rated %d times", n)
		}
		w.check()
		if s, err := w.s.Current(ctx, w.db, w.people[:1]); err != nil || s[w.people[0]].Games != 12 {
			t.Errorf("after six events of two games: %+v, %v", s, err)
		}
	})
}
