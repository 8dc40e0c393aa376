package tournaments

import (
	"context"
	"fmt"
	"slices"

	"nzgs/internal/auth"
	"nzgs/internal/pairing"
	"nzgs/internal/ratings"
	"nzgs/internal/ratings/scale"
)

// Effects is what another result of a game would change.
type Effects struct {
	Places []PlaceMoved    // by the present order
	Rounds []RoundEffect   // drawn after the game's round, in order
	Rating []RatingMoved   // of a rated event, in the order of names
	Later  []ratings.Later // rated events after it that are worked out again
}

// None reports whether nothing else would change.
func (e Effects) None() bool { return len(e.Places)+len(e.Rounds)+len(e.Rating)+len(e.Later) == 0 }

// PlaceMoved is a player whose place or score would be another one.
type PlaceMoved struct {
	Name            string
	Was, Now        pairing.Place
	WasScore, Score pairing.Score
}

// RoundEffect is a round that was drawn after the game's. Pairs are those that the draw would make
// now and did not then; with none, it would pair as it did.
type RoundEffect struct {
	Round     int
	Teams     bool // the pairs are of teams
	Published bool
	Pairs     []string // "Ash – Birch", "Elm has the bye"
	Why       string   // it cannot be drawn again; "" when it can
}

// RatingMoved is a player whose rating after the event would be another one.
type RatingMoved struct {
	Name     string
	Was, Now scale.Milli
}

// maxRedrawn bounds the players of a section whose later rounds are drawn again for a comparison.
const maxRedrawn = 600

// EffectsOf says what another result of a game would change: places, later draws, ratings. Nothing
// is saved.
func (s *Service) EffectsOf(ctx context.Context, actor auth.Actor, id GameID, to pairing.Result) (Effects, error) {
	var out Effects
	section, err := sectionOfGame(ctx, s.db, id)
	if err != nil {
		return out, err
	}
	w, err := s.Wallchart(ctx, actor, section)
	if err != nil {
		return out, err
	}
	if err := s.cases.Require(actor, auth.EnterResult, auth.Object{Event: w.Event.ID}); err != nil {
		return out, err
	}
	round, was, ok := w.field.game(id)
	if !ok {
		return out, errNoGame()
	}
	if was.Result == to {
		return out, nil
	}
	next := w.field.withResult(id, to)
	out.Places = w.moved(next)
	for _, r := range w.Rounds { // previews only for the director
		if r.Number > round {
			out.Rounds = append(out.Rounds, s.compareRound(w, r, w.field, next))
		}
	}
	if w.Event.Status == Rated {
		err = s.rated(ctx, w, id, was.Result, to, &out)
	}
	return out, err
}

// withResult is the field with another result of a game.
func (f field) withResult(id GameID, to pairing.Result) field {
	f.rounds = slices.Clone(f.rounds)
	for i := range f.rounds {
		r := &f.rounds[i]
		if at := slices.IndexFunc(r.Games, func(g Game) bool { return g.ID == id }); at >= 0 {
			r.Games = slices.Clone(r.Games)
			r.Games[at].Result = to
		}
	}
	return f
}

// moved lists whose place or score would be another one: in a section of teams the teams, then their players.
func (w *Wallchart) moved(next field) []PlaceMoved {
	through, figures := w.latest(), newFigures(next)
	var out []PlaceMoved
	if w.Section.Teams() {
		out = w.movedIn(w.figures.teamTable(through), figures.teamTable(through))
	}
	return append(out, w.movedIn(w.figures.table(through), figures.table(through))...)
}

func (w *Wallchart) movedIn(was, next *pairing.Table) []PlaceMoved {
	after := make(map[pairing.ID]pairing.Row)
	for _, row := range next.Rows {
		after[row.ID] = row
	}
	var out []PlaceMoved
	for _, row := range was.Rows {
		now := after[row.ID]
		if now.Place != row.Place || now.Score != row.Score {
			out = append(out, PlaceMoved{w.nameOf(EntryOf(row.ID)), row.Place, now.Place, row.Score, now.Score})
		}
	}
	return out
}

// compareRound compares a round as it would be drawn from some results with the one that would be drawn
// from others.
func (s *Service) compareRound(w *Wallchart, r Round, before, next field) RoundEffect {
	out := RoundEffect{Round: r.Number, Teams: w.Section.Teams(), Published: r.State == Published}
	if w.field.section.System == pairing.RoundRobin {
		return out
	}
	if len(w.field.entries) > maxRedrawn {
		out.Why = "The section is too large to compare its draws here."
		return out
	}
	then, err := s.solve(before.drawnAs(r).inputs(r.Number), r.Number)
	if err != nil {
		out.Why = w.Named(before.refusal(err).Error())
		return out
	}
	now, err := s.solve(next.drawnAs(r).inputs(r.Number), r.Number)
	if err != nil {
		out.Why = w.Named(next.refusal(err).Error())
		return out
	}
	out.Pairs = w.otherPairs(then, now)
	return out
}

// drawnAs is the field with the lot that a round was drawn with.
func (f field) drawnAs(r Round) field {
	f.section.Seed, f.lots = r.Seed, nil
	return f
}

// otherPairs are the pairs of a draw that another one does not have; of a draw of teams, the pairs of teams.
func (w *Wallchart) otherPairs(was, now *pairing.Drawing) []string {
	if was.Teams != nil && now.Teams != nil {
		was, now = was.Teams, now.Teams
	}
	had := make(map[[2]pairing.ID]bool, len(was.Pairs))
	for _, p := range was.Pairs {
		had[[2]pairing.ID{p.White, p.Black}], had[[2]pairing.ID{p.Black, p.White}] = true, true
	}
	var out []string
	for _, p := range now.Pairs {
		if !had[[2]pairing.ID{p.White, p.Black}] {
			out = append(out, w.nameOf(EntryOf(p.Black))+" – "+w.nameOf(EntryOf(p.White)))
		}
	}
	if now.Bye != was.Bye && now.Bye != "" {
		out = append(out, w.nameOf(EntryOf(now.Bye))+" has the bye")
	}
	return out
}

// rated compares the ratings after a rated event.
func (s *Service) rated(ctx context.Context, w *Wallchart, id GameID, was, to pairing.Result, out *Effects) error {
	outcomes := make([]ratings.Outcome, 2)
	for i, result := range []pairing.Result{was, to} {
		plan, err := s.planCorrection(ctx, w.Event.ID, Correction{Game: id, Result: result})
		if err != nil {
			return err
		}
		outcomes[i] = plan.Outcome()
	}
	before := make(map[PersonID]scale.Milli)
	for _, c := range outcomes[0].Changes {
		before[PersonID(c.Person)] = c.After
	}
	names := make(map[PersonID]string)
	for _, e := range w.Entries {
		names[e.Person] = e.Name
	}
	for _, c := range outcomes[1].Changes {
		if had, rated := before[PersonID(c.Person)]; rated && had != c.After {
			name := names[PersonID(c.Person)]
			if name == "" {
				name = fmt.Sprintf("Player %d", c.Person)
			}
			out.Rating = append(out.Rating, RatingMoved{name, had, c.After})
		}
	}
	slices.SortFunc(out.Rating, func(a, b RatingMoved) int { return int(b.Now-b.Was) - int(a.Now-a.Was) })
	out.Later = outcomes[1].Later
	return nil
}
