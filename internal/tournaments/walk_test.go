package tournaments

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/pairing"
	"nzgs/internal/ratings/scale"
	"nzgs/internal/store"
)

// TestWhateverIsDoneThereIsAChart lets a clumsy director do anything in any
// order. Whatever is accepted, what is stored must be an event that package
// pairing can rank, everyone is drawn at most once a round, rounds follow one
// another, and only the last may be unfinished; whatever is refused is refused
// with a reason.
func TestWhateverIsDoneThereIsAChart(t *testing.T) {
	done := map[string]int{}
	for _, system := range []pairing.System{pairing.Swiss, pairing.McMahon, pairing.RoundRobin} {
		t.Run(string(system), func(t *testing.T) {
			w := newWorldSQLite(t)
			form := open5()
			form.System, form.Handicap.By = system, scale.ByRating
			_, section := w.event(form)
			people := w.members(9)
			w.enter(section, people[:7]...)
			rng := rand.New(rand.NewPCG(11, 7))
			for step := range 250 {
				what, err := clumsy(w, section, people, rng)
				switch {
				case err == nil:
					done[what]++
				case apperr.KindOf(err) == "":
					t.Fatalf("step %d, %s: %v", step, what, err)
				}
				checkChart(t, w.chart(section), fmt.Sprintf("step %d, after %s", step, what))
			}
			w.audited()
		})
	}
	for _, what := range []string{
		"draw", "publish", "result", "absent", "withdraw", "readmit", "fix", "let go", "enter", "unpublish", "forbid",
		"allow",
	} {
		if done[what] == 0 {
			t.Errorf("nothing was ever done by %q: %v", what, done)
		}
	}
}

// clumsy does one thing at random and says what.
func clumsy(w *world, section SectionID, people []PersonID, rng *rand.Rand) (string, error) {
	c := w.chart(section)
	e := c.Entries[rng.IntN(len(c.Entries))]
	other := c.Entries[rng.IntN(len(c.Entries))]
	round := 1 + rng.IntN(6)
	var last Round
	if n := len(c.Rounds); n > 0 {
		last = c.Rounds[n-1]
	}
	switch rng.IntN(14) {
	case 0, 1:
		_, err := w.s.Draw(ctx, w.director, section, 0)
		return "draw", err
	case 2, 3:
		return "publish", w.s.Publish(ctx, w.director, last.ID, last.Version, "")
	case 4, 5, 6:
		return "result", w.someResults(c, last, rng)
	case 7:
		form := e.Input()
		form.Absent, form.HalfByes = []int{round}, nil
		return "absent", w.s.EditEntry(ctx, w.director, e.ID, form)
	case 8:
		if rng.IntN(3) > 0 {
			return "readmit", w.s.Readmit(ctx, w.director, e.ID, e.Version)
		}
		return "withdraw", w.s.Withdraw(ctx, w.director, e.ID, round-1, e.Version)
	case 9:
		return "readmit", w.s.Readmit(ctx, w.director, e.ID, e.Version)
	case 10:
		round, _ = c.Next()
		if fixed := c.Fixed(round); len(fixed) > 0 {
			return "let go", w.s.LetGo(ctx, w.director, fixed[0].ID)
		}
		return "fix", w.s.Fix(ctx, w.director, FixInput{Section: section, Round: round, White: e.ID, Black: other.ID})
	case 11:
		_, err := w.s.Enter(ctx, w.director, people[rng.IntN(len(people))], EntryInput{Section: section})
		return "enter", err
	case 12:
		return "unpublish", w.s.Unpublish(ctx, w.director, last.ID, last.Version)
	default:
		if f := c.Forbidden(); len(f) > 2 {
			return "allow", w.s.Allow(ctx, w.director, f[0].ID)
		}
		return "forbid", w.s.Forbid(ctx, w.director, ForbidInput{Section: section, A: e.ID, B: other.ID})
	}
}

// someResults enters all but a few results of a published round.
func (w *world) someResults(c *Wallchart, r Round, rng *rand.Rand) error {
	if r.State != Published {
		return apperr.New(apperr.Conflict, "not published")
	}
	return w.db.InTx(ctx, func(tx *store.Tx) error {
		if err := w.s.Touch(ctx, tx, c.Event.ID); err != nil {
			return err
		}
		for _, g := range r.Games {
			if g.Result != pairing.NoResult || rng.IntN(5) == 0 {
				continue
			}
			if _, err := SaveResult(ctx, tx, g, pairing.BlackWins, "", "test", w.now); err != nil {
				return err
			}
		}
		return nil
	})
}

func checkChart(t *testing.T, c *Wallchart, when string) {
	t.Helper()
	if err := c.field.event(0).Validate(); err != nil {
		t.Fatalf("%s: what is stored is no event: %v", when, err)
	}
	for i, r := range c.Rounds {
		if r.Number != i+1 || r.State == Preview && i+1 < len(c.Rounds) {
			t.Fatalf("%s: round %d stands at %d, %s", when, r.Number, i+1, r.State)
		}
		if i+1 < len(c.Rounds) && !r.Progress().Complete() {
			t.Fatalf("%s: round %d is drawn, round %d is not finished", when, i+2, i+1)
		}
		seen := map[EntryID]bool{}
		for _, id := range r.Byes {
			seen[id] = true
		}
		for _, g := range r.Games {
			if seen[g.Black] || seen[g.White] {
				t.Fatalf("%s: someone is drawn twice in round %d", when, r.Number)
			}
			seen[g.Black], seen[g.White] = true, true
		}
	}
	if _, err := c.Crosstable(0); err != nil {
		t.Fatalf("%s: %v", when, err)
	}
	for n := range c.Rounds {
		c.ByName(n + 1)
	}
	c.Next()
}

func TestEverybodySeesNoMoreThanTheyMay(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		_, section := w.event(open5())
		p := w.person("Visitor", "A", "3k")
		e := w.enter(section, p, w.members(1)[0])
		w.must(w.s.Forbid(ctx, w.director, ForbidInput{
			Section: section, Round: 2, A: e[0].ID, B: e[1].ID, Reason: "a quarrel",
		}))
		w.must(w.s.Fix(ctx, w.director, FixInput{
			Section: section, Round: 1, White: e[0].ID, Black: e[1].ID, Reason: "the sponsor asked",
		}))
		player := w.actor(p)
		referee := w.actor(w.people[0], auth.Referee)
		officer := w.actor(w.people[0], auth.Secretary)
		for _, tt := range []struct {
			name       string
			actor      auth.Actor
			membership Membership
			decisions  bool
		}{
			{"no one", auth.Actor{}, "", false}, {"a player", player, "", false}, {"a referee", referee, "", false},
			{"an officer", officer, NotMember, false}, {"the director", w.director, NotMember, true},
		} {
			c, err := w.s.Wallchart(ctx, tt.actor, section)
			w.must(err)
			if one := c.Entries[0]; one.Membership != tt.membership || (one.Warning != "") != (tt.membership != "") {
				t.Errorf("%s sees the membership %q", tt.name, one.Membership)
			}
			if (len(c.Forbidden()) > 0) != tt.decisions || (len(c.Fixed(1)) > 0) != tt.decisions {
				t.Errorf("%s sees decisions: %v", tt.name, c.Forbidden())
			}
		}
	})
}

func TestAHandicapIsTheRulesOrTheDirectors(t *testing.T) {
	w := newWorldSQLite(t)
	_, section := w.event(aSection("Handicap", 3, byRating))
	w.enter(section, w.members(4)...) // 6, 5, 4, 3 dan
	r := w.publish(section)
	if g := r.Games[0]; g.Handicap != 2 || g.Komi != 0 {
		t.Errorf("6.0 − 4.0: %d stones, komi %s", g.Handicap, g.Komi)
	}
	w.must(w.s.SetHandicap(ctx, w.director, r.Games[0].ID, 1, 0, "they asked for an even game"))
	r, _ = w.chart(section).Round(1)
	if g := r.Games[0]; g.HandicapReason != "they asked for an even game" || g.Komi != 14 {
		t.Errorf("%q, komi %s", g.HandicapReason, g.Komi)
	}
}
