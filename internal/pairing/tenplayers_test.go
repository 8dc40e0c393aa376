package pairing

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"
)

// priced gives what each game can cost at best, by the definitions. The criteria of a draw are sums over its games, so
// the colours of each may be chosen by themselves.
type priced struct {
	o    *oracle
	game map[[2]ID][]int64
}

func (p *priced) cost(d anyDraw) []int64 {
	var sum []int64
	add := func(one anyDraw, key [2]ID) {
		cost, ok := p.game[key]
		if !ok {
			cost = p.o.cost(one)
			if len(one.pairs) > 0 {
				cost = p.cheaper(one.pairs[0], cost)
			}
			p.game[key] = cost
		}
		if sum == nil {
			sum = make([]int64, len(cost))
		}
		for i, v := range cost {
			sum[i] += v
		}
	}
	for _, pair := range d.pairs {
		add(anyDraw{pairs: [][2]ID{pair}}, pair)
	}
	if d.bye != "" {
		add(anyDraw{bye: d.bye}, [2]ID{d.bye, ""})
	}
	return sum
}

// cheaper gives the cost of a pair with the better of the colours it may have.
func (p *priced) cheaper(pair [2]ID, cost []int64) []int64 {
	turned := [2]ID{pair[1], pair[0]}
	stones := p.o.stones(pair[0], pair[1]) > 0
	if stones || slices.Contains(p.o.fixed, pair) {
		return cost // what the handicap costs does not depend on the colours
	}
	if other := p.o.cost(anyDraw{pairs: [][2]ID{turned}}); slices.Compare(other, cost) < 0 {
		return other
	}
	return cost
}

// Every draw of nine or ten players is compared with all the draws there are, up to 945, criterion by criterion. (With
// fewer players TestTheWholeDrawIsOptimal also tries all colours.)
func TestDrawsOfTenPlayersAreOptimal(t *testing.T) {
	events := 400
	if testing.Short() {
		events = 40
	}
	seen := map[string]int{}
	for seed := range events {
		r := rand.New(rand.NewPCG(24, uint64(seed)))
		ev := randomEvent(r, 9+r.IntN(2))
		if r.IntN(2) == 0 {
			allPresent(ev)
		}
		round := 1 + r.IntN(5)
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
		p := &priced{o: newOracle(ev, round, pairs), game: map[[2]ID][]int64{}}
		var want []int64
		var of anyDraw
		for _, d := range legalDraws(ev, round, pairs) {
			if c := p.cost(d); want == nil || slices.Compare(c, want) < 0 {
				want, of = c, d
			}
		}
		d, err := Draw(ev, round, fixed)
		if want == nil {
			var no *Impossible
			if !errors.As(err, &no) {
				t.Fatalf("seed %d: no draw is possible, but the answer is %v, %v", seed, d, err)
			}
			checkWaysOut(t, seed, ev, round, fixed, no)
			seen["impossible"]++
			continue
		}
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if got := p.o.cost(asAny(d)); !slices.Equal(got, want) || !slices.Equal(pairSet(asAny(d)), pairSet(of)) {
			t.Fatalf("seed %d round %d: %v costs %v; best is %v with %v", seed, round, pairSet(asAny(d)), got, pairSet(of), want)
		}
		checkReportedCost(t, p.o, d)
		count(seen, ev, d, fixed, round)
	}
	t.Log(seen)
	for _, what := range []string{
		"impossible", "bye", "fixed", "fixed bye", "forbidden", "idle", "handicap", "clubs", "accelerated", "mcmahon",
		"own order",
		"eight or more drawn",
	} {
		if seen[what] < events/50 {
			t.Errorf(
				"only %d of %d events show %q: the random events no longer cover what they should", seen[what], events, what,
			)
		}
	}
}

// allPresent lets everyone play every round.
func allPresent(ev *Event) {
	for i := range ev.Players {
		p := &ev.Players[i]
		p.Absent, p.HalfPointByes, p.EnteredIn, p.WithdrawnAfter = nil, nil, 0, 0
	}
}

func count(seen map[string]int, ev *Event, d *Drawing, fixed []Fixed, round int) {
	for what, there := range map[string]bool{
		"bye": d.Bye != "", "fixed": len(fixed) > 0, "fixed bye": d.ByeFixed, "forbidden": len(ev.Forbidden) > 0,
		"idle":     len(d.Idle) > 0,
		"handicap": slices.ContainsFunc(d.Pairs, func(p Pair) bool { return p.Handicap > 0 }),
		"clubs": slices.ContainsFunc(d.Cost, func(c Cost) bool {
			return c.Criterion == CriterionClub &&
				c.Values[0] > 0
		}),
		"accelerated": round <= ev.Acceleration.Rounds, "mcmahon": ev.System == McMahon, "own order": len(ev.Criteria) > 0,
		"eight or more drawn": len(d.Pairs) >= 4,
	} {
		if there {
			seen[what]++
		}
	}
}
