package pairing

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

func asAny(d *Drawing) anyDraw {
	a := anyDraw{bye: d.Bye}
	for _, p := range d.Pairs {
		a.pairs = append(a.pairs, [2]ID{p.White, p.Black})
	}
	return a
}

// pairSet gives the pairs without colours and order, for comparison.
func pairSet(d anyDraw) []string {
	var set []string
	for _, p := range d.pairs {
		set = append(set, fmt.Sprint(min(p[0], p[1]), "–", max(p[0], p[1])))
	}
	slices.Sort(set)
	return append(set, "bye "+string(d.bye))
}

func TestTheWholeDrawIsOptimal(t *testing.T) {
	events := 700
	if testing.Short() {
		events = 100
	}
	draws, impossible, withFixed := 0, 0, 0
	for seed := range events {
		r := rand.New(rand.NewPCG(11, uint64(seed)))
		ev := randomEvent(r, 2+r.IntN(7))
		round := 1 + r.IntN(4)
		for n := 1; n < round; n++ {
			if !playAtRandom(r, ev, n) {
				ev.Played = append(ev.Played, Round{Number: n})
			}
		}
		fixed := randomFixed(r, ev, round)
		var pairs [][2]ID
		for _, f := range fixed {
			pairs = append(pairs, [2]ID{f.White, f.Black})
		}
		o := newOracle(ev, round, pairs)
		want, of := o.best()
		d, err := Draw(ev, round, fixed)
		if want == nil {
			var no *Impossible
			if !errors.As(err, &no) {
				t.Fatalf("seed %d: no draw is possible, but the answer is %v, %v", seed, d, err)
			}
			checkWaysOut(t, seed, ev, round, fixed, no)
			impossible++
			continue
		}
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		draws++
		if len(fixed) > 0 {
			withFixed++
		}
		if got := o.cost(asAny(d)); !slices.Equal(got, want) {
			t.Fatalf("seed %d round %d: %v costs %v; best is %v with %v", seed, round, pairSet(asAny(d)), got, pairSet(of), want)
		}
		checkReportedCost(t, o, d)
		if !slices.Equal(pairSet(asAny(d)), pairSet(of)) {
			t.Fatalf("seed %d: %v, want %v", seed, pairSet(asAny(d)), pairSet(of))
		}
	}
	t.Logf("%d draws, %d with fixed pairs; %d impossible", draws, withFixed, impossible)
	if draws < events/2 || impossible < events/100 || withFixed < events/20 {
		t.Error("the random events no longer cover what they should")
	}
}

// checkReportedCost compares the cost a drawing reports with the definitions. The bye's score and rating are reported
// above the lowest.
func checkReportedCost(t *testing.T, o *oracle, d *Drawing) {
	t.Helper()
	for _, c := range d.Cost {
		if c.Criterion == CriterionGames || c.Criterion == CriterionLot {
			continue
		}
		got, want := c.Values, o.criterion(c.Criterion, asAny(d))
		if c.Criterion == CriterionBye {
			got, want = got[:1], want[:1]
		}
		if !slices.Equal(got, want) {
			t.Fatalf("%s is reported as %v, want %v", c.Criterion, got, want)
		}
	}
}

// randomFixed fixes up to one pair or bye that breaks no rule.
func randomFixed(r *rand.Rand, ev *Event, round int) []Fixed {
	var in []ID
	for _, p := range ev.Players {
		if takesPart(p, round) {
			in = append(in, p.ID)
		}
	}
	if len(in) < 2 || r.IntN(3) > 0 {
		return nil
	}
	r.Shuffle(len(in), func(i, j int) { in[i], in[j] = in[j], in[i] })
	if r.IntN(3) == 0 {
		return []Fixed{{White: in[0]}}
	}
	if !allowed(ev, round, in[0], in[1]) {
		return nil
	}
	return []Fixed{{White: in[0], Black: in[1]}}
}

// checkWaysOut follows every relaxation offered and wants a draw.
func checkWaysOut(t *testing.T, seed int, ev *Event, round int, fixed []Fixed, no *Impossible) {
	t.Helper()
	if len(no.Rules) == 1 && no.Rules[0] == RuleField {
		return
	}
	if len(no.Relax) == 0 || len(no.Rules) == 0 || len(no.Players) == 0 {
		t.Fatalf("seed %d: no way out of %+v", seed, no)
	}
	for _, way := range no.Relax {
		relaxed, pairs := *ev, slices.Clone(fixed)
		relaxed.Forbidden = slices.Clone(ev.Forbidden)
		for _, l := range way.Lift {
			same := func(a, b ID) bool { return a == l.A && b == l.B || a == l.B && b == l.A }
			switch l.Rule {
			case RuleForbidden:
				relaxed.Forbidden = slices.DeleteFunc(relaxed.Forbidden, func(f [2]ID) bool { return same(f[0], f[1]) })
			case RuleFixed:
				pairs = slices.DeleteFunc(pairs, func(f Fixed) bool { return same(f.White, f.Black) })
			}
		}
		for _, l := range way.Lift {
			if l.Rule == RuleRematch {
				pairs = append(pairs, Fixed{White: l.A, Black: l.B, Colours: ColoursByDraw})
			}
		}
		if _, err := Draw(&relaxed, round, pairs); err != nil {
			t.Fatalf("seed %d: %q was offered for %v, but then: %v", seed, way.Text, no, err)
		}
	}
}
