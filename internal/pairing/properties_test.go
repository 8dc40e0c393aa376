package pairing

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// wholeEvents plays random events as their draws say and calls visit before each round is played.
func wholeEvents(t *testing.T, visit func(t *rapid.T, ev *Event, round int, d *Drawing)) {
	rapid.Check(t, func(t *rapid.T) {
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "event"), 1))
		ev := randomEvent(r, rapid.IntRange(2, 24).Draw(t, "players"))
		for round := 1; round <= ev.Rounds; round++ {
			d, err := Draw(ev, round, nil)
			var no *Impossible
			if errors.As(err, &no) {
				if len(no.Relax) == 0 && no.Rules[0] != RuleField {
					t.Fatalf("no way out of %v", no)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			visit(t, ev, round, d)
			next := d.AsRound()
			for i := range next.Games {
				next.Games[i].Result = randomResult(r)
			}
			ev.Played = append(ev.Played, next)
		}
	})
}

func TestEveryDrawIsComplete(t *testing.T) {
	wholeEvents(t, func(t *rapid.T, ev *Event, round int, d *Drawing) {
		seen := map[ID]int{}
		for i, p := range d.Pairs {
			seen[p.White]++
			seen[p.Black]++
			if p.Table != i+1 {
				t.Fatalf("table %d stands in place %d", p.Table, i+1)
			}
			if !allowed(ev, round, p.White, p.Black) {
				t.Fatalf("%s–%s is forbidden or a rematch", p.White, p.Black)
			}
			if (p.Komi == 0) != (p.Handicap > 0) {
				t.Fatalf("handicap %d with komi %s", p.Handicap, p.Komi)
			}
			for _, why := range p.Why {
				if why.Value < 0 {
					t.Fatalf("%s has value %d", why.Criterion, why.Value)
				}
			}
		}
		if d.Bye != "" {
			seen[d.Bye]++
		}
		for _, i := range d.Idle {
			seen[i.ID]++
		}
		for _, p := range ev.Players {
			if seen[p.ID] != 1 {
				t.Fatalf("%s stands %d times in round %d", p.ID, seen[p.ID], round)
			}
			idle := slices.ContainsFunc(d.Idle, func(i Idle) bool { return i.ID == p.ID })
			if idle == takesPart(p, round) {
				t.Fatalf("%s is idle in round %d: %v", p.ID, round, idle)
			}
		}
	})
}

// With the default criteria a second bye is given only when everyone who has had fewer could not have had this one.
func TestByesAreFair(t *testing.T) {
	wholeEvents(t, func(t *rapid.T, ev *Event, round int, d *Drawing) {
		if d.Bye == "" || len(ev.Criteria) > 0 {
			return
		}
		o := newOracle(ev, round, nil)
		for _, p := range ev.Players {
			if !takesPart(p, round) || o.byesBefore(p.ID) >= o.byesBefore(d.Bye) {
				continue
			}
			alt, err := WhyNot(ev, round, nil, p.ID, "")
			if err != nil || alt.Rule == "" {
				t.Fatalf("%s had the bye though %s has had fewer: %+v, %v", d.Bye, p.ID, alt, err)
			}
		}
	})
}

func TestTheSameEventGivesTheSameDraw(t *testing.T) {
	wholeEvents(t, func(t *rapid.T, ev *Event, round int, d *Drawing) {
		again, err := Draw(ev, round, nil)
		if err != nil || fmt.Sprintf("%+v", again) != fmt.Sprintf("%+v", d) {
			t.Fatalf("%+v\nand then %+v, %v", d, again, err)
		}
	})
}

// New ids, names and another order of every list change nothing but names. Without entry numbers the order of the
// players tells apart those whom nothing else does, so then only the ids change.
func TestNamesAndOrderDoNotMatter(t *testing.T) {
	wholeEvents(t, func(t *rapid.T, ev *Event, round int, d *Drawing) {
		r := rand.New(rand.NewPCG(uint64(round), ev.Seed))
		other, old := renamed(r, ev)
		got, err := Draw(other, round, nil)
		if err != nil {
			t.Fatal(err)
		}
		back := func(id ID) ID { return old[id] }
		if len(got.Pairs) != len(d.Pairs) || old[got.Bye] != d.Bye {
			t.Fatalf("bye for %s, was %s", old[got.Bye], d.Bye)
		}
		for i, p := range got.Pairs {
			was := d.Pairs[i]
			if back(p.White) != was.White || back(p.Black) != was.Black || p.Handicap != was.Handicap {
				t.Fatalf("table %d: %s–%s, was %s–%s", i+1, back(p.White), back(p.Black), was.White, was.Black)
			}
		}
	})
}

func renamed(r *rand.Rand, ev *Event) (*Event, map[ID]ID) {
	other := *ev
	old, fresh := map[ID]ID{}, map[ID]ID{}
	for i, k := range r.Perm(len(ev.Players)) {
		id := ID(fmt.Sprintf("x%02d", k))
		old[id], fresh[ev.Players[i].ID] = ev.Players[i].ID, id
	}
	other.Players = slices.Clone(ev.Players)
	for i := range other.Players {
		other.Players[i].ID = fresh[other.Players[i].ID]
		other.Players[i].Name = fmt.Sprintf("Name %d", r.Int())
	}
	if ev.Players[0].Number != 0 {
		r.Shuffle(len(other.Players), func(i, j int) { other.Players[i], other.Players[j] = other.Players[j], other.Players[i] })
	}
	other.Forbidden = nil
	for _, f := range ev.Forbidden {
		other.Forbidden = append(other.Forbidden, [2]ID{fresh[f[1]], fresh[f[0]]})
	}
	other.Played = nil
	for _, round := range ev.Played {
		next := Round{Number: round.Number}
		for _, g := range round.Games {
			g.White, g.Black = fresh[g.White], fresh[g.Black]
			next.Games = append(next.Games, g)
		}
		for _, id := range round.Byes {
			next.Byes = append(next.Byes, fresh[id])
		}
		r.Shuffle(len(next.Games), func(i, j int) { next.Games[i], next.Games[j] = next.Games[j], next.Games[i] })
		other.Played = append([]Round{next}, other.Played...)
	}
	return &other, old
}

// Every pair that was not drawn is either against a rule or costs something.
func TestWhyNotAlwaysHasAnAnswer(t *testing.T) {
	wholeEvents(t, func(t *rapid.T, ev *Event, round int, d *Drawing) {
		if len(d.Pairs) < 2 {
			return
		}
		r := rand.New(rand.NewPCG(uint64(round), ev.Seed))
		a, b := d.Pairs[r.IntN(len(d.Pairs))].White, d.Pairs[r.IntN(len(d.Pairs))].Black
		if a == b {
			return
		}
		alt, err := WhyNot(ev, round, nil, a, b)
		if err != nil || alt.Text == "" {
			t.Fatalf("%+v, %v", alt, err)
		}
		together := slices.ContainsFunc(d.Pairs, func(p Pair) bool { return p.White == a && p.Black == b })
		if alt.Drawn != together {
			t.Fatalf("%s–%s drawn: %v, but the answer is %+v", a, b, together, alt)
		}
		if together || alt.Rule != "" {
			if !together && allowed(ev, round, a, b) && slices.Contains([]Rule{RuleForbidden, RuleRematch}, alt.Rule) {
				if _, err := Draw(ev, round, []Fixed{{White: a, Black: b}}); err == nil {
					t.Fatalf("%s is said to be in the way, but the pair can be fixed", alt.Rule)
				}
			}
			return
		}
		compareDrawings(t, d, alt, a, b)
	})
}

func compareDrawings(t *rapid.T, d *Drawing, alt *Alternative, a, b ID) {
	if !slices.ContainsFunc(alt.Drawing.Pairs, func(p Pair) bool {
		return p.White == a && p.Black == b ||
			p.White == b && p.Black == a
	}) {
		t.Fatalf("the draw shown does not contain %s–%s", a, b)
	}
	for i, c := range d.Cost {
		with := alt.Drawing.Cost[i]
		if c.Criterion == alt.Criterion {
			if slices.Compare(with.Values, c.Values) <= 0 || !slices.Equal(with.Values, alt.With) ||
				!slices.Equal(c.Values, alt.Best) {
				t.Fatalf("%s: %v against %v, told as %+v", c.Criterion, with.Values, c.Values, alt)
			}
			return
		}
		if !slices.Equal(c.Values, with.Values) {
			t.Fatalf("%s differs before %s", c.Criterion, alt.Criterion)
		}
	}
	t.Fatalf("%q is no criterion of the draw", alt.Criterion)
}

// An event played as it was drawn is found to be so.
func TestCheckFindsNothingInAnHonestEvent(t *testing.T) {
	wholeEvents(t, func(t *rapid.T, ev *Event, round int, _ *Drawing) {
		redraws, err := Check(ev)
		if err != nil || len(redraws) != round-1 {
			t.Fatalf("%d rounds checked before round %d: %v", len(redraws), round, err)
		}
		for _, r := range redraws {
			if len(r.Differences) > 0 {
				t.Fatalf("round %d: %+v", r.Round, r.Differences)
			}
		}
	})
}

// Places are a proper ranking, scores are what the lines bring, and every tie-break is the sum of its terms.
func TestStandingsAddUp(t *testing.T) {
	wholeEvents(t, func(t *rapid.T, ev *Event, round int, _ *Drawing) {
		table := Standings(ev, round-1)
		for i, row := range table.Rows {
			total := ev.Players[slices.IndexFunc(ev.Players, func(p Player) bool { return p.ID == row.ID })].StartScore
			for _, l := range row.Rounds {
				total += l.Points
				if l.Total != total {
					t.Fatalf("%s has %s after round %d, want %s", row.ID, l.Total, l.Round, total)
				}
			}
			if row.Points != total || row.Score != row.Points+row.Start {
				t.Fatalf("%+v does not add up to %s", row, total)
			}
			for _, v := range row.Values {
				sum := int64(0)
				for _, term := range v.Terms {
					if !term.Left {
						sum += term.Number
					}
				}
				if sum != v.Number {
					t.Fatalf("%s of %s is %d, its terms give %d", v.TieBreak, row.ID, v.Number, sum)
				}
			}
			if i+1 < row.Place.From || i+1 > row.Place.To || row.ScorePlace.From > row.Place.From ||
				row.ScorePlace.To < row.Place.To {
				t.Fatalf("line %d has place %s, by score %s", i+1, row.Place, row.ScorePlace)
			}
			if i > 0 && table.Rows[i-1].Score < row.Score {
				t.Fatalf("line %d has a higher score than the line before", i+1)
			}
		}
	})
}

// The scores the draw goes by are those the definitions give.
func TestScoresAgreeWithTheDefinitions(t *testing.T) {
	wholeEvents(t, func(t *rapid.T, ev *Event, round int, _ *Drawing) {
		unaccelerated := *ev
		unaccelerated.Acceleration = Acceleration{}
		o := newOracle(&unaccelerated, round, nil)
		for _, row := range Standings(ev, round-1).Rows {
			if want := o.score(row.ID, round); row.Score != want {
				t.Fatalf("%s has %s before round %d, want %s", row.ID, row.Score, round, want)
			}
		}
	})
}
