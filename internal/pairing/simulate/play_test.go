package simulate

import (
	"context"
	"math/rand/v2"
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"nzgs/internal/pairing"
	"nzgs/internal/ratings/scale"
)

// randomPlan is one event of a small field with everything in it that can go on in one.
func randomPlan(r *rand.Rand) (Plan, Variant) {
	p := DefaultPlan()
	f := DefaultField(MinPlayers + r.IntN(14))
	f.Spread, f.Form, f.Clubs = 10*r.Float64(), 2*r.Float64(), r.IntN(4)
	f.Late, f.Absent, f.HalfBye, f.Withdraw = r.IntN(200), r.IntN(150), r.IntN(150), r.IntN(100)
	f.Default, f.Jigo = r.IntN(200), r.IntN(200)
	p.Field, p.Seed = f, r.Uint64()
	v := Variant{
		System:  []pairing.System{pairing.Swiss, pairing.McMahon, pairing.RoundRobin}[r.IntN(3)],
		Seeding: []pairing.Seeding{pairing.SeedSlide, pairing.SeedFold, pairing.SeedRandom, pairing.SeedClosest}[r.IntN(4)],
		Rounds:  1 + r.IntN(f.Players-1+f.Players%2), Handicap: pairing.HandicapRule{By: scale.ByNone},
	}
	if r.IntN(2) == 0 {
		v.Handicap.By, v.Handicap.Reduction = scale.ByRating, r.IntN(2)
	}
	p.Rounds = []int{v.Rounds}
	if r.IntN(2) == 0 {
		p.Rules = Rules{
			Criteria: pairing.DefaultCriteria()[r.IntN(6):], Apart: pairing.Apart{Firm: r.IntN(3), Weak: r.IntN(4)},
			Acceleration: pairing.Acceleration{Rounds: r.IntN(3)}, Bands: []scale.Rating{-50, -10, 10}[r.IntN(4):],
			AbsenceHalf: r.IntN(2) == 0,
		}
	}
	return p, v
}

func eachPlayed(t *testing.T, visit func(t *rapid.T, p Plan, v Variant, played *Played)) {
	rapid.Check(t, func(t *rapid.T) {
		p, v := randomPlan(source(rapid.Uint64().Draw(t, "plan")))
		played, err := p.Play(context.Background(), v, 1)
		if err != nil {
			t.Fatal(err)
		}
		visit(t, p, v, played)
	})
}

// A played event is one that could have been: valid, drawn as the draw draws it, with every result in, and with pairs
// that meet again only in rounds that could not be drawn without.
func TestPlayedEventsAreHonest(t *testing.T) {
	eachPlayed(t, func(t *rapid.T, _ Plan, v Variant, played *Played) {
		ev := played.Event
		if len(ev.Played) != v.Rounds || len(played.Strength) != len(ev.Players) {
			t.Fatalf("%d rounds, %d strengths", len(ev.Played), len(played.Strength))
		}
		redraws, err := pairing.Check(ev)
		if err != nil {
			t.Fatal(err)
		}
		met, stuck := map[[2]pairing.ID]bool{}, map[int]bool{}
		for _, n := range played.Stuck {
			stuck[n] = true
		}
		for k, r := range ev.Played {
			for _, g := range r.Games {
				if g.Result == pairing.NoResult {
					t.Fatalf("round %d has no result of %s–%s", r.Number, g.White, g.Black)
				}
				pair := [2]pairing.ID{min(g.White, g.Black), max(g.White, g.Black)}
				if met[pair] && !stuck[r.Number] {
					t.Fatalf("%s and %s meet again in round %d", g.White, g.Black, r.Number)
				}
				met[pair] = true
			}
			if d := redraws[k].Differences; len(d) > 0 && len(r.Games)+len(r.Byes) > 0 {
				t.Fatalf("round %d: %+v", r.Number, d)
			}
		}
	})
}

// The first rounds do not depend on how many follow. (In a round robin they do: a table of late entries is drawn for
// all.)
func TestFirstRoundsStandAlone(t *testing.T) {
	eachPlayed(t, func(t *rapid.T, p Plan, v Variant, played *Played) {
		if v.Rounds < 2 {
			return
		}
		shorter := v
		shorter.Rounds = 1 + int(p.Seed%uint64(v.Rounds-1))
		p.Rounds = []int{shorter.Rounds}
		short, err := p.Play(context.Background(), shorter, 1)
		if err != nil {
			t.Fatal(err)
		}
		if want := played.Event.Played[:shorter.Rounds]; !reflect.DeepEqual(short.Event.Played, want) {
			t.Fatalf("%+v\nand in the longer event %+v", short.Event.Played, want)
		}
	})
}

// Another seed or another number is another event; the same ones are the same event.
func TestEventsComeFromTheirSeed(t *testing.T) {
	p := DefaultPlan()
	v := p.Variants()[0]
	play := func(seed uint64, number int) *Played {
		p.Seed = seed
		played, err := p.Play(context.Background(), v, number)
		if err != nil {
			t.Fatal(err)
		}
		return played
	}
	first := play(1, 1)
	if !reflect.DeepEqual(first, play(1, 1)) {
		t.Error("the same event twice differs")
	}
	for _, other := range []*Played{play(1, 2), play(2, 1), play(2, 2)} {
		if reflect.DeepEqual(first.Strength, other.Strength) || reflect.DeepEqual(first.Event.Played, other.Event.Played) {
			t.Error("two events are the same")
		}
	}
}

// Every variant has the same players, and the first round's games that two variants share end the same way.
func TestVariantsShareFieldAndLuck(t *testing.T) {
	p := DefaultPlan()
	swiss, err := p.Play(context.Background(), p.Variants()[0], 3)
	if err != nil {
		t.Fatal(err)
	}
	mcmahon, err := p.Play(context.Background(), p.Variants()[1], 3)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(
		swiss.Event.Players, mcmahon.Event.Players,
	) || !reflect.DeepEqual(swiss.Strength, mcmahon.Strength) {
		t.Error("the two systems have different fields")
	}
	winner := func(g pairing.Game) pairing.ID {
		switch g.Result {
		case pairing.WhiteWins, pairing.WhiteDefault:
			return g.White
		case pairing.BlackWins, pairing.BlackDefault:
			return g.Black
		}
		return ""
	}
	for k, r := range swiss.Event.Played {
		for _, g := range r.Games {
			for _, h := range mcmahon.Event.Played[k].Games {
				same := g.White == h.White && g.Black == h.Black || g.White == h.Black && g.Black == h.White
				if same && winner(g) != winner(h) {
					t.Errorf("round %d: %+v and %+v", r.Number, g, h)
				}
			}
		}
	}
}

func TestPlayRefusesWhatThePlanDoes(t *testing.T) {
	p := DefaultPlan()
	p.Field.Players = 1
	if _, err := p.Play(context.Background(), p.Variants()[0], 1); err == nil {
		t.Error("an event of one player was played")
	}
	p = DefaultPlan()
	for _, v := range []Variant{
		{}, {System: "knockout", Seeding: pairing.SeedSlide, Rounds: 3}, {System: pairing.Swiss, Rounds: 3},
		{System: pairing.RoundRobin, Rounds: MaxRounds + 1},
		{System: pairing.Swiss, Seeding: pairing.SeedFold, Rounds: 3, Handicap: pairing.HandicapRule{By: "grade"}},
	} {
		if _, err := p.Play(context.Background(), v, 1); err == nil {
			t.Errorf("%+v was played", v)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := p.Play(ctx, p.Variants()[0], 1); err != context.Canceled {
		t.Errorf("%v", err)
	}
}

// What a plan's rules say stands in every event, where it belongs to the system.
func TestRulesStandInTheEvents(t *testing.T) {
	p := DefaultPlan()
	p.Rules = Rules{
		Criteria: []pairing.Criterion{pairing.CriterionScore}, Apart: pairing.Apart{Firm: 2},
		Acceleration: pairing.Acceleration{Rounds: 2, Points: 1}, Bands: []scale.Rating{-50, 10}, AbsenceHalf: true,
	}
	for _, system := range []pairing.System{pairing.Swiss, pairing.McMahon, pairing.RoundRobin} {
		v := Variant{System: system, Seeding: pairing.SeedSlide, Handicap: pairing.HandicapRule{By: scale.ByNone}, Rounds: 1}
		played, err := p.Play(context.Background(), v, 1)
		if err != nil {
			t.Fatal(err)
		}
		ev, want := played.Event, pairing.Event{Acceleration: p.Rules.Acceleration, Bands: p.Rules.Bands}
		if system != pairing.Swiss {
			want.Acceleration = pairing.Acceleration{}
		}
		if system != pairing.McMahon {
			want.Bands = nil
		}
		if !reflect.DeepEqual(ev.Criteria, p.Rules.Criteria) || ev.Apart != p.Rules.Apart || !ev.AbsenceHalf ||
			ev.Acceleration != want.Acceleration || !reflect.DeepEqual(ev.Bands, want.Bands) || ev.Bar != nil {
			t.Errorf("%s is played by %+v", system, ev)
		}
	}
}
