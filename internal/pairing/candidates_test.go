package pairing

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"nzgs/internal/pairing/matching"
	"nzgs/internal/ratings/scale"
)

// stateOf looks at an event before a round, with nothing fixed.
func stateOf(t testing.TB, ev *Event, round int) *state {
	t.Helper()
	f := newField(ev, round-1)
	s, err := prepare(f, round, f.playing(round), nil)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func candidatesOf(t testing.TB, s *state) *candidates {
	t.Helper()
	c, err := s.candidates(s.poolWithout(s.fixed))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// The weights the matching is asked to sum are the measures that explanations and costs go by, for every pair there is.
func TestCandidatesWeighWhatTheMeasuresSay(t *testing.T) {
	weighed := 0
	for seed := range uint64(150) {
		r := rand.New(rand.NewPCG(21, seed))
		ev := randomEvent(r, 4+r.IntN(5))
		round := 1 + r.IntN(4)
		for n := 1; n < round; n++ {
			if !playAtRandom(r, ev, n) {
				ev.Played = append(ev.Played, Round{Number: n})
			}
		}
		f := newField(ev, round-1)
		if len(f.playing(round)) < 2 {
			continue
		}
		s := stateOf(t, ev, round)
		c := candidatesOf(t, s)
		for u := range c.Len() {
			for v := u + 1; v < c.Len(); v++ {
				weighed += compareWeight(t, ev, s, c, u, v)
			}
		}
	}
	if weighed < 1000 {
		t.Errorf("only %d pairs were weighed", weighed)
	}
}

func compareWeight(t *testing.T, ev *Event, s *state, c *candidates, u, v int) int {
	t.Helper()
	a, b := c.pool.players[u], c.pool.players[v]
	w, ok := c.Edge(u, v, matching.Lowest)
	g := s.newBye(a)
	if b != noOpponent {
		if may := allowed(ev, s.round, s.players[a].ID, s.players[b].ID); may != ok {
			t.Fatalf("%s–%s may meet: %v, but is a candidate: %v", s.players[a].ID, s.players[b].ID, may, ok)
		}
		g = s.newGame(a, b)
	}
	if !ok {
		return 0
	}
	want := make([]int64, len(s.measures))
	for k, m := range s.measures {
		if want[k] = m.value(&g); want[k] > m.most {
			t.Fatalf("%s is %d, more than the %d there can be", m.criterion, want[k], m.most)
		}
	}
	if got := c.packing.Unpack(w.Neg()); !slices.Equal(got, want) {
		t.Fatalf("%s weighs %v, want %v", s.pairText(&g), got, want)
	}
	if again, ok := c.Edge(u, v, w); !ok || again != w {
		t.Fatal("an edge of just the weight asked for is kept back")
	}
	minusOne := w // half of a negative number, rounded down, ends at −1
	for minusOne.Half() != minusOne {
		minusOne = minusOne.Half()
	}
	if _, ok := c.Edge(u, v, w.Sub(minusOne)); ok && minusOne != (matching.Weight{}) {
		t.Fatal("an edge that weighs too little is given")
	}
	return 1
}

func TestStonesAreThoseOfTheHandicapRule(t *testing.T) {
	for seed := range uint64(100) {
		r := rand.New(rand.NewPCG(22, seed))
		ev := randomEvent(r, 8)
		ev.Handicap.By = []scale.By{scale.ByNone, scale.ByRating}[r.IntN(2)]
		ev.Handicap.Ceiling = r.IntN(10)
		for i := range ev.Players {
			ev.Players[i] = Player{ID: ev.Players[i].ID, Rating: scale.Rating(50 - r.IntN(300))}
		}
		s := stateOf(t, ev, 1)
		for a := range s.players {
			for b := range a {
				g := s.newGame(a, b)
				if want := scale.Between(s.players[a].Rating, s.players[b].Rating, ev.Handicap).Stones; s.stonesIn(&g) != want {
					t.Fatalf("%s against %s: %d stones, want %d", s.players[a].Rating, s.players[b].Rating, s.stonesIn(&g), want)
				}
			}
			bye := s.newBye(a)
			if s.stonesIn(&bye) != 0 {
				t.Fatal("a bye with handicap")
			}
		}
	}
}

func TestPairLots(t *testing.T) {
	number := []uint64{3, 1, 4096, 7}
	l := newPairLots(5, 2, number)
	for a := range number {
		for b := range number {
			if want := int64(lot(5, 2, lotPair, number[a], number[b]) >> 32); l.of(a, b) != want {
				t.Errorf("lot of %d and %d is %d, want %d", a, b, l.of(a, b), want)
			}
		}
		if want := int64(lot(5, 2, lotPair, number[a], 0) >> 32); l.of(a, noOpponent) != want {
			t.Errorf("lot of %d and the bye is %d, want %d", a, l.of(a, noOpponent), want)
		}
	}
}

// The largest field with the greatest differences there can be still fits in the weights, whatever is set.
func TestWeightsFitAtMostPlayers(t *testing.T) {
	last := MaxRounds
	for _, system := range []System{Swiss, McMahon} {
		for _, seeding := range []Seeding{SeedSlide, SeedFold, SeedRandom, SeedClosest, SeedHandicap} {
			ev := &Event{
				System: system, Rounds: last, Seeding: seeding, Criteria: Criteria(), Handicap: HandicapRule{By: scale.ByRating, Ceiling: MaxStones},
				Acceleration: Acceleration{Rounds: last, Points: MaxScore},
			}
			for i := range MaxPlayers - 1 { // odd, so that there is a bye
				p := Player{ID: ID(fmt.Sprint(i)), Rating: scale.MinRating, Club: "Hutt", City: "Lower Hutt", Country: "NZ"}
				if i%2 == 0 {
					p.Rating, p.StartScore = scale.MaxRating, MaxScore
				}
				ev.Players = append(ev.Players, p)
			}
			for n := 1; n < last; n++ {
				// Everyone who is strong wins every game by default or with the same colour; that some meet again and
				// again does not matter here.
				r := Round{Number: n}
				for i := 0; i+1 < 40; i += 2 {
					result := []Result{WhiteWins, WhiteDefault}[i/2%2]
					r.Games = append(r.Games, Game{White: ID(fmt.Sprint(i)), Black: ID(fmt.Sprint(i + 1)), Result: result})
				}
				ev.Played = append(ev.Played, r)
			}
			if err := ev.Validate(); err != nil {
				t.Fatal(err)
			}
			s := stateOf(t, ev, last)
			c := candidatesOf(t, s)
			for u := range 80 {
				for v := u + 1; v < c.Len(); v += 31 {
					c.Edge(u, v, matching.Lowest) // panics if a level does not fit
				}
				c.Edge(u, c.Len()-1, matching.Lowest)
			}
		}
	}
}

// Draws of large fields carry the proof that no draw is better: the duals cover every game that could be played, not
// only the candidates.
func TestLargeDrawsAreProved(t *testing.T) {
	sizes := []int{90, 151, 300}
	if testing.Short() {
		sizes = sizes[:1]
	}
	for _, players := range sizes {
		for k, seeding := range []Seeding{SeedSlide, SeedFold, SeedRandom, SeedClosest, SeedHandicap} {
			r := rand.New(rand.NewPCG(23, uint64(players+k)))
			ev := largeEvent(r, []System{Swiss, McMahon}[k%2], players)
			ev.Seeding = seeding
			if k%2 == 1 {
				ev.Handicap.By = scale.ByRating
			}
			for round := 1; round <= 5; round++ {
				s := stateOf(t, ev, round)
				c := candidatesOf(t, s)
				m := matching.NewSolver(c, matching.MaximumCardinality).Solve()
				if err := m.CheckGraph(c, matching.MaximumCardinality); err != nil {
					t.Fatalf("%d players, %s, round %d: %v", players, seeding, round, err)
				}
				if !m.Complete() {
					t.Fatalf("%d players, %s, round %d: no draw", players, seeding, round)
				}
				playDrawn(t, r, ev, round)
			}
		}
	}
}

// largeEvent has members of 12 clubs in 6 cities.
func largeEvent(r *rand.Rand, system System, players int) *Event {
	ev := &Event{System: system, Rounds: 9, Seed: 1}
	if system == McMahon {
		bar, floor := scale.Rating(30), scale.Rating(-120)
		ev.Bar, ev.Floor = &bar, &floor
	}
	for i := range players {
		ev.Players = append(ev.Players, Player{
			ID: ID(fmt.Sprint(i)), Rating: scale.Rating(50 - r.IntN(200)),
			Club: fmt.Sprint("club ", r.IntN(12)), City: fmt.Sprint("city ", r.IntN(6)),
		})
	}
	return ev
}

// playDrawn draws a round and plays it with random results.
func playDrawn(t testing.TB, r *rand.Rand, ev *Event, round int) {
	t.Helper()
	d, err := Draw(ev, round, nil)
	if err != nil {
		t.Fatal(err)
	}
	next := d.AsRound()
	for i := range next.Games {
		next.Games[i].Result = randomResult(r)
	}
	ev.Played = append(ev.Played, next)
}
