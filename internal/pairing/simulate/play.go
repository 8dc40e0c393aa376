package simulate

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"nzgs/internal/pairing"
	"nzgs/internal/ratings/scale"
)

// Played is a random event, played to its end.
type Played struct {
	Event    *pairing.Event
	Strength []float64 // true strength in stones, in the order of Event.Players
	Stuck    []int     // rounds that could be drawn only with pairs that had met
}

// Play makes one event of the plan's field and seed and plays it round by round as [pairing.Draw] draws it, by a
// variant that need not be one of the plan's own. Events are numbered from 1. The error is a [pairing.Invalid] plan
// or variant, or that of ctx.
func (p *Plan) Play(ctx context.Context, v Variant, number int) (*Played, error) {
	only := *p
	only.Systems, only.Handicaps = []pairing.System{v.System}, []pairing.HandicapRule{v.Handicap}
	only.Rounds, only.Events = []int{v.Rounds}, 1
	if v.System != pairing.RoundRobin {
		only.Seedings = []pairing.Seeding{v.Seeding}
	}
	if err := only.Validate(); err != nil {
		return nil, err
	}
	t := p.begin(v, number)
	for round := 1; round <= v.Rounds; round++ {
		if err := t.playRound(ctx, round); err != nil {
			return nil, err
		}
	}
	return &Played{Event: t.ev, Strength: t.strength, Stuck: t.stuck}, nil
}

// tournament is an event in play.
type tournament struct {
	ev      *pairing.Event
	entered // ev.Players are its players
	index   map[pairing.ID]int
	model   model
	luck    uint64 // seed of all results
	stuck   []int  // rounds drawn with pairs that had met
	tally   tally
}

// begin makes the event before its first round. What is random is drawn in the same order for every variant.
func (p *Plan) begin(v Variant, number int) *tournament {
	r := rand.New(rand.NewPCG(p.Seed, uint64(number)))
	lot, luck := r.Uint64(), r.Uint64()
	all := p.Field.draw(r)
	here := all.within(v.Rounds, v.System)
	t := &tournament{
		entered: here, model: newModel(&p.Field), luck: luck, index: map[pairing.ID]int{}, tally: newTally(len(here.players)),
		ev: &pairing.Event{
			System: v.System, Rounds: v.Rounds, Handicap: v.Handicap, Seeding: v.Seeding, Seed: lot,
			Criteria: p.Rules.Criteria, Apart: p.Rules.Apart, AbsenceHalf: p.Rules.AbsenceHalf,
			TieBreaks: pairing.DefaultTieBreaks(v.System), Players: here.players,
		},
	}
	switch {
	case v.System == pairing.Swiss:
		t.ev.Acceleration = p.Rules.Acceleration
	case v.System == pairing.McMahon && len(p.Rules.Bands) > 0:
		t.ev.Bands = p.Rules.Bands
	case v.System == pairing.McMahon:
		t.ev.Bar, t.ev.Floor = bounds(all.players, p.Bar, p.Floor)
	}
	for i, player := range here.players {
		t.index[player.ID] = i
	}
	return t
}

// The bar that is chosen when none is given.
const (
	topPart = 4 // a quarter of the field
	topSize = 8
)

// topOf is how many of so many players start level at the top.
func topOf(players int) int { return min(players, max(topSize, players/topPart)) }

// ProposedBar is the bar that a plan without one plays by: the highest whole grade that at least a quarter of the
// field, and at least eight players, have reached; and how many have. It wants someone in the field.
func ProposedBar(field []Entrant) (bar scale.Grade, reached int) {
	grades := make([]scale.Grade, len(field))
	for i, e := range field {
		grades[i] = e.Rating.Grade()
	}
	slices.SortFunc(grades, func(a, b scale.Grade) int { return cmp.Compare(b, a) })
	bar = grades[topOf(len(grades))-1]
	for _, g := range grades {
		if g >= bar {
			reached++
		}
	}
	return bar, reached
}

// bounds gives bar and floor of a field. They are looked for among all who ever come, so that a late entry does not
// move them.
func bounds(players []pairing.Player, bar, floor *scale.Rating) (*scale.Rating, *scale.Rating) {
	byRating := slices.SortedFunc(slices.Values(players), func(a, b pairing.Player) int {
		return cmp.Compare(b.Rating, a.Rating)
	})
	whole := func(i int) *scale.Rating {
		r := scale.Rating(10 * byRating[i].Rating.Grade())
		return &r
	}
	top := topOf(len(players))
	switch {
	case bar == nil && floor == nil:
		return whole(top - 1), whole(len(players) - 1)
	case bar == nil:
		if bar = whole(top - 1); *bar < *floor {
			bar = floor
		}
	case floor == nil:
		if floor = whole(len(players) - 1); *floor > *bar {
			floor = bar
		}
	}
	return bar, floor
}

// playRound draws a round and decides its games.
func (t *tournament) playRound(ctx context.Context, round int) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	drawing, err := t.draw(round)
	if err != nil {
		return fmt.Errorf("round %d of a simulated event: %w", round, err)
	}
	played := drawing.AsRound()
	chances := make([]float64, len(drawing.Pairs))
	for i := range drawing.Pairs {
		p := &drawing.Pairs[i]
		white, black := t.index[p.White], t.index[p.Black]
		chances[i] = t.model.expected(t.strength[white], t.strength[black], p.Handicap)
		played.Games[i].Result = t.model.play(t.luck, round, t.number(white), t.number(black), chances[i], p)
	}
	t.tally.count(t, drawing, chances, played.Games)
	t.ev.Played = append(t.ev.Played, played)
	return nil
}

func (t *tournament) number(i int) int { return t.ev.Players[i].Number }

// draw draws a round. Where no draw exists without pairs that have met, the fewest meet again, as the refusal offers. A
// round to which no one comes has no games.
func (t *tournament) draw(round int) (*pairing.Drawing, error) {
	d, err := pairing.Draw(t.ev, round, nil)
	var no *pairing.Impossible
	if !errors.As(err, &no) {
		return d, err
	}
	if len(no.Relax) == 0 {
		return &pairing.Drawing{Round: round}, nil
	}
	t.stuck = append(t.stuck, round)
	var again []pairing.Fixed
	for _, l := range no.Relax[0].Lift {
		again = append(again, pairing.Fixed{White: l.A, Black: l.B, Colours: pairing.ColoursByDraw})
	}
	return pairing.Draw(t.ev, round, again)
}
