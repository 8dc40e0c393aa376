package simulate

import (
	"cmp"
	"context"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"nzgs/internal/pairing"
	"nzgs/internal/ratings/scale"
)

// certain is a field whose games can only end one way: ten stones lie between two players.
func certain(players int) Field {
	f := Field{Players: players}
	for i := range players {
		f.Entrants = append(f.Entrants, Entrant{Rating: scale.Rating(60 - 100*i), Club: []string{"Hutt", "Waikato"}[i%2]})
	}
	return f
}

func figuresOf(t *testing.T, f Field, v Variant) map[Measure]float64 {
	t.Helper()
	p := DefaultPlan()
	p.Field = f
	e := p.begin(v, 1)
	for round := 1; round <= v.Rounds; round++ {
		if err := e.playRound(context.Background(), round); err != nil {
			t.Fatal(err)
		}
	}
	return e.figures(v.Rounds)
}

func check(t *testing.T, got, want map[Measure]float64) {
	t.Helper()
	for m, w := range want {
		if g := got[m]; math.Abs(g-w) > 1e-9 && !(math.IsNaN(g) && math.IsNaN(w)) {
			t.Errorf("%s is %v, want %v", m, g, w)
		}
	}
}

// Four players, every game certain: all six pairs, 10+20+30+10+20+10 stones apart; places are strengths.
func TestFiguresOfARoundRobin(t *testing.T) {
	got := figuresOf(t, certain(4), Variant{System: pairing.RoundRobin, Rounds: 3})
	check(t, got, map[Measure]float64{
		Spearman: 1, Kendall: 1, PlaceError: 0, StrongestFirst: 1, StrongestPlace: 1, SoleWinner: 1,
		StrengthGap: 100. / 6, CloseGames: 0, MeanHandicap: 0, ClubGames: 2. / 6, ColourImbalance: 1,
		Floats: math.NaN(), RepeatedFloats: math.NaN(), SecondByes: math.NaN(),
		Byes: 0, ByesLower: math.NaN(), Rematches: 0, Stuck: 0,
	})
}

// Four players in a Swiss of two rounds. Slide would be 1–3 and 2–4, but those are club-mates, and 1–2 and 3–4 are in
// the same half: it is 1–4 and 2–3, then the winners 1–2 and the losers 3–4.
func TestFiguresOfASwiss(t *testing.T) {
	got := figuresOf(t, certain(4), Variant{System: pairing.Swiss, Seeding: pairing.SeedSlide, Rounds: 2})
	check(t, got, map[Measure]float64{
		StrengthGap: (30. + 10 + 10 + 10) / 4, ScoreGap: 0, Floats: 0, RepeatedFloats: 0, ClubGames: 0,
		Spearman: 1, StrongestFirst: 1, StrongestPlace: 1, SoleWinner: 1, Rematches: 0, Byes: 0,
	})
}

// Three players and three rounds: everyone has the bye once, the strongest never loses, no one meets twice.
func TestFiguresWithByes(t *testing.T) {
	got := figuresOf(t, certain(3), Variant{System: pairing.Swiss, Seeding: pairing.SeedSlide, Rounds: 3})
	check(t, got, map[Measure]float64{
		Byes: 3, SecondByes: 0, ByesUpper: 1. / 3, ByesMiddle: 1. / 3, ByesLower: 1. / 3, StrengthGap: 40. / 3,
		Spearman: 1, StrongestFirst: 1, Rematches: 0, Stuck: 0,
	})
}

// Nine stones are worth eight and a half, so that they make a close game of nine stones' difference; three do not.
// Handicap games have no colours to balance.
func TestFiguresWithHandicap(t *testing.T) {
	f := Field{Players: 2, Entrants: []Entrant{{Rating: 40}, {Rating: -50}}}
	v := Variant{
		System: pairing.Swiss, Seeding: pairing.SeedClosest, Rounds: 1, Handicap: pairing.HandicapRule{By: scale.ByRating},
	}
	check(t, figuresOf(t, f, v), map[Measure]float64{MeanHandicap: 9, CloseGames: 1, ColourImbalance: 0, StrengthGap: 9})
	v.Handicap.Ceiling = 3
	check(t, figuresOf(t, f, v), map[Measure]float64{MeanHandicap: 3, CloseGames: 0})
	v.Handicap = pairing.HandicapRule{}
	check(t, figuresOf(t, f, v), map[Measure]float64{MeanHandicap: 0, CloseGames: 0, ColourImbalance: 1})
}

// A jigo between two leaves both on half a point: they share the first place.
func TestASharedFirstPlace(t *testing.T) {
	f := Field{Players: 2, Jigo: 500, Entrants: []Entrant{{Rating: 10}, {Rating: 10}}}
	p := Plan{Field: f}
	for number := 1; ; number++ {
		e := p.begin(Variant{System: pairing.Swiss, Rounds: 1}, number)
		if err := e.playRound(context.Background(), 1); err != nil {
			t.Fatal(err)
		}
		if e.ev.Played[0].Games[0].Result != pairing.Jigo {
			continue
		}
		// Both are as strong as each other, so either of them is the strongest.
		check(t, e.figures(1), map[Measure]float64{
			StrongestFirst: 1, StrongestPlace: 1.5, SoleWinner: 0, Spearman: math.NaN(), PlaceError: 0, CloseGames: 1,
		})
		e.strength[0]++
		check(t, e.figures(1), map[Measure]float64{StrongestFirst: 0.5, StrongestPlace: 1.5, PlaceError: 0.5})
		return
	}
}

// The figures of random events, worked out again from nothing but the event's record.
func TestFiguresAgreeWithTheRecord(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, v := randomPlan(source(rapid.Uint64().Draw(t, "plan")))
		e := p.begin(v, 1)
		for round := 1; round <= v.Rounds; round++ {
			if err := e.playRound(context.Background(), round); err != nil {
				t.Fatal(err)
			}
		}
		got, want := e.figures(v.Rounds), fromRecord(e)
		for m, w := range want {
			if g := got[m]; math.Abs(g-w) > 1e-9 && !(math.IsNaN(g) && math.IsNaN(w)) {
				t.Fatalf("%s is %v, the record says %v\n%+v", m, g, w, e.ev)
			}
		}
	})
}

// fromRecord works out what can be read off an event's rounds and final table, the slow way.
func fromRecord(e *tournament) map[Measure]float64 {
	sum := map[Measure]float64{}
	games := 0.
	meetings, byes := map[[2]pairing.ID]int{}, map[pairing.ID]int{}
	colours := map[pairing.ID]float64{}
	before := map[pairing.ID]pairing.Score{}
	repeated, drift := 0., map[pairing.ID]int{} // 1 floated up in the round before
	player := func(id pairing.ID) (pairing.Player, float64) {
		i := slices.IndexFunc(e.ev.Players, func(p pairing.Player) bool { return p.ID == id })
		return e.ev.Players[i], e.strength[i]
	}
	for _, r := range e.ev.Played {
		earlier := *e.ev
		earlier.Played = e.ev.Played[:r.Number-1]
		for _, row := range pairing.Standings(&earlier, e.ev.Rounds).Rows { // with those who enter in this round
			before[row.ID] = row.Score
		}
		now := map[pairing.ID]int{}
		for _, g := range r.Games {
			now[g.White] = cmp.Compare(before[g.Black], before[g.White])
			now[g.Black] = -now[g.White]
			for _, id := range []pairing.ID{g.White, g.Black} {
				if now[id] != 0 && now[id] == drift[id] {
					repeated++
				}
			}
			white, ws := player(g.White)
			black, bs := player(g.Black)
			games++
			sum[StrengthGap] += math.Abs(ws - bs)
			sum[MeanHandicap] += float64(g.Handicap)
			sum[ScoreGap] += math.Abs(before[g.White].Float() - before[g.Black].Float())
			if before[g.White] != before[g.Black] {
				sum[Floats]++
			}
			if white.Club != "" && white.Club == black.Club {
				sum[ClubGames]++
			}
			chance := e.model.formula.Expected(gor(ws), gor(bs)+e.model.formula.ForHandicap(g.Handicap))
			if chance >= 1./3 && chance <= 2./3 {
				sum[CloseGames]++
			}
			if played := slices.Contains(
				[]pairing.Result{pairing.WhiteWins, pairing.BlackWins, pairing.Jigo}, g.Result,
			); played && g.Handicap == 0 {
				colours[g.White]++
				colours[g.Black]--
			}
			meetings[[2]pairing.ID{min(g.White, g.Black), max(g.White, g.Black)}]++
		}
		drift = now
		for _, id := range r.Byes {
			byes[id]++
		}
	}
	want := map[Measure]float64{RepeatedFloats: repeated}
	for _, m := range []Measure{StrengthGap, MeanHandicap, ScoreGap, Floats, ClubGames, CloseGames} {
		want[m] = sum[m] / games
	}
	for _, n := range meetings {
		want[Rematches] += float64(n - 1)
	}
	for _, n := range byes {
		want[Byes] += float64(n)
		if n > 1 {
			want[SecondByes]++
		}
	}
	for _, c := range colours {
		want[ColourImbalance] += math.Abs(c) / float64(len(e.ev.Players))
	}
	if e.ev.System == pairing.RoundRobin {
		want[Floats], want[RepeatedFloats], want[SecondByes] = math.NaN(), math.NaN(), math.NaN()
	}
	want[StrongestPlace] = placeOfStrongest(e)
	return want
}

func placeOfStrongest(e *tournament) float64 {
	table := pairing.Standings(e.ev, e.ev.Rounds)
	best, place, above := math.Inf(-1), math.NaN(), 0
	for _, row := range table.Rows {
		i := e.index[row.ID]
		if w := e.ev.Players[i].WithdrawnAfter; w > 0 && w < e.ev.Rounds {
			continue
		}
		if e.strength[i] > best {
			best, place = e.strength[i], float64(row.Place.From)
		}
	}
	if math.IsNaN(place) {
		return place
	}
	// Those who withdrew have no place; those who share one have its mean.
	sharing := 0
	for _, row := range table.Rows {
		i := e.index[row.ID]
		if w := e.ev.Players[i].WithdrawnAfter; w > 0 && w < e.ev.Rounds {
			continue
		}
		switch {
		case float64(row.Place.From) < place:
			above++
		case float64(row.Place.From) == place:
			sharing++
		}
	}
	return float64(above) + float64(sharing+1)/2
}
