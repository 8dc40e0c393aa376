package pairing

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"nzgs/internal/ratings/scale"
)

// With random seeding the seed alone decides who meets whom: the same seed always gives the same draw, and over many
// seeds each of the three ways to pair four players comes up as often as the others.
func TestRandomSeedingGoesByTheSeed(t *testing.T) {
	const seeds = 3000
	count := map[string]int{}
	for seed := range uint64(seeds) {
		ev := &Event{System: Swiss, Rounds: 3, Seeding: SeedRandom, Seed: seed, Players: entries("6d", "1d", "5k", "20k")}
		d := mustDraw(t, ev, 1)
		if diff := cmp.Diff(d, mustDraw(t, ev, 1)); diff != "" {
			t.Fatalf("seed %d gives two draws:\n%s", seed, diff)
		}
		pairs := []string{}
		for _, p := range d.Pairs {
			pairs = append(pairs, string(min(p.White, p.Black)+max(p.White, p.Black)))
		}
		slices.Sort(pairs)
		count[fmt.Sprint(pairs)]++
	}
	// A third of 3,000 is 1,000, give or take four times 26.
	for _, way := range []string{"[ab cd]", "[ac bd]", "[ad bc]"} {
		if n := count[way]; n < 890 || n > 1110 {
			t.Errorf("%s comes up %d times of %d: %v", way, n, seeds, count)
		}
	}
}

// Random seeding is by lot within a score group only: winners still meet winners.
func TestRandomSeedingStaysWithinTheScoreGroup(t *testing.T) {
	for seed := range uint64(100) {
		ev := &Event{
			System: Swiss, Rounds: 3, Seeding: SeedRandom, Seed: seed, Players: eight(), Played: rounds("ab cd ef gh"),
		}
		for _, p := range mustDraw(t, ev, 2).Pairs {
			if winners := "aceg"; slices.Contains([]byte(winners), p.White[0]) != slices.Contains([]byte(winners), p.Black[0]) {
				t.Fatalf("seed %d: %s meets %s", seed, p.White, p.Black)
			}
		}
	}
}

// Without entry numbers players are told apart by rating, start score and first round: in whatever order the list
// names them, each round's draw and the standings are the same.
func TestInputOrderDoesNotMatterWithoutEntryNumbers(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 4))
	for run := range 60 {
		ev := randomEvent(r, 2+r.IntN(9))
		for i := range ev.Players {
			ev.Players[i].Number, ev.Players[i].Rating = 0, scale.Rating(40-7*i)
		}
		for round := 1; round <= ev.Rounds; round++ {
			d, err := Draw(ev, round, nil)
			if err != nil {
				break
			}
			turned := *ev
			turned.Players, turned.Played = slices.Clone(ev.Players), slices.Clone(ev.Played)
			r.Shuffle(len(turned.Players), func(i, j int) {
				turned.Players[i], turned.Players[j] = turned.Players[j], turned.Players[i]
			})
			slices.Reverse(turned.Played)
			again := mustDraw(t, &turned, round)
			if diff := cmp.Diff(d.AsRound(), again.AsRound()); diff != "" {
				t.Fatalf("event %d, round %d: another order of the list, another draw:\n%s", run, round, diff)
			}
			if diff := cmp.Diff(d.Cost, again.Cost); diff != "" {
				t.Fatalf("event %d, round %d: another order of the list, another cost:\n%s", run, round, diff)
			}
			played := d.AsRound()
			for i := range played.Games {
				played.Games[i].Result = []Result{WhiteWins, BlackWins, Jigo}[r.IntN(3)]
			}
			ev.Played, turned.Played = append(ev.Played, played), append(turned.Played, played)
			if got, want := writeTable(Standings(&turned, round)), writeTable(Standings(ev, round)); got != want {
				t.Fatalf("event %d, round %d: another order of the list, other standings:\n%swant\n%s", run, round, got, want)
			}
		}
	}
}

// Players who are equal in everything the lot goes by stand in the order of the list.
func TestEqualPlayersWithoutEntryNumbersStandAsListed(t *testing.T) {
	ev := &Event{System: Swiss, Rounds: 2, Players: entries("1d", "1d", "1d", "1d")}
	first := mustDraw(t, ev, 1)
	renamed := *ev
	renamed.Players = slices.Clone(ev.Players)
	to := map[ID]ID{"a": "w", "b": "x", "c": "y", "d": "z"}
	for i := range renamed.Players {
		renamed.Players[i].ID = to[renamed.Players[i].ID]
	}
	for i, p := range mustDraw(t, &renamed, 1).Pairs {
		if q := first.Pairs[i]; p.White != to[q.White] || p.Black != to[q.Black] {
			t.Errorf("table %d: %s–%s, want %s–%s", i+1, p.White, p.Black, to[q.White], to[q.Black])
		}
	}
}

// Slide through round 1, fold from round 2 on: of four on one score, the strongest meets the third, later the last.
func TestSeedingChangesAfterARound(t *testing.T) {
	ev := &Event{
		System: Swiss, Rounds: 2, Seeding: SeedSlide, Reseed: Reseed{From: 2, Seeding: SeedFold},
		Players: entries("4d", "3d", "2d", "1d"),
	}
	if err := ev.Validate(); err != nil {
		t.Fatal(err)
	}
	met := func(round int) string {
		for _, p := range mustDraw(t, ev, round).Pairs {
			if p.White == "a" || p.Black == "a" {
				return string(max(p.White, p.Black))
			}
		}
		return ""
	}
	if got := met(1); got != "c" {
		t.Errorf("in round 1 a meets %s", got)
	}
	ev.Played = []Round{{Number: 1}}
	if got := met(2); got != "d" {
		t.Errorf("in round 2 a meets %s", got)
	}
	ev.Reseed = Reseed{}
	if got := met(2); got != "c" {
		t.Errorf("without the change a meets %s in round 2", got)
	}
}
