package pairing

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
)

// Redraw is what [Check] found about one round.
type Redraw struct {
	Round       int
	Drawing     *Drawing     // as the round would be drawn; nil when it could not be
	Differences []Difference // empty when the round was drawn exactly so
}

// DifferenceKind says how a played round differs from its draw.
type DifferenceKind string

// The kinds of difference, the gravest first.
const (
	DiffersByRule     DifferenceKind = "rule"     // a hard rule was broken, or the round cannot be drawn
	DiffersByField    DifferenceKind = "field"    // someone played who was not to, or the other way round
	DiffersByCost     DifferenceKind = "cost"     // another draw is better
	DiffersByLot      DifferenceKind = "lot"      // as good in every criterion, but not what the lot gives
	DiffersByColours  DifferenceKind = "colours"  // the same pair with other colours, no worse for it
	DiffersByHandicap DifferenceKind = "handicap" // another handicap than the rule gives
)

// Difference is one way in which a played round differs from its draw.
type Difference struct {
	Kind      DifferenceKind
	Criterion Criterion // for DiffersByCost, the first in which the round is worse
	Players   []ID
	Text      string
}

// Check draws every played round again, among those who played it and with the pairs the director had fixed, and
// reports what differs. The error is an [Invalid] event.
func Check(ev *Event) ([]Redraw, error) {
	if err := ev.Validate(); err != nil {
		return nil, err
	}
	if ev.Boards > 0 {
		return checkTeams(ev)
	}
	rounds := make([]*Round, len(ev.Played))
	for i := range ev.Played {
		rounds[i] = &ev.Played[i]
	}
	slices.SortFunc(rounds, func(a, b *Round) int { return cmp.Compare(a.Number, b.Number) })
	redraws := make([]Redraw, len(rounds))
	for i, r := range rounds {
		var err error
		if redraws[i], err = check(ev, r); err != nil {
			return nil, err
		}
	}
	return redraws, nil
}

func check(ev *Event, r *Round) (Redraw, error) {
	if r.Seed != 0 {
		with := *ev
		with.Seed = r.Seed
		ev = &with
	}
	f := newField(ev, r.Number-1)
	out := Redraw{Round: r.Number}
	switch ev.System {
	case RoundRobin:
		return checkTable(f, r)
	case Knockout:
		return checkBracket(f, r)
	case Match:
		return checkSettled(f, r, "match", drawMatch)
	}
	var active []int
	for i, p := range f.players {
		in := r.has(p.ID)
		if in {
			active = append(active, i)
		}
		if in != p.plays(r.Number) {
			text := f.name(i) + " should have played but was not drawn"
			if in {
				text = f.name(i) + " was drawn but should not have played (" + p.whyIdle(r.Number) + ")"
			}
			out.add(DiffersByField, text, p.ID)
		}
	}
	s, err := prepare(f, r.Number, active, r.Fixed)
	if err != nil {
		return out.refused(err)
	}
	best, stuck, err := s.best()
	if err != nil {
		return out, err
	}
	if stuck != nil {
		return out.refused(s.diagnose(stuck))
	}
	out.compare(s, r, best)
	out.Drawing = s.drawing(best)
	return out, nil
}

// refused notes a round that cannot be drawn at all; other errors stay errors.
func (out Redraw) refused(err error) (Redraw, error) {
	var impossible *Impossible
	var invalid Invalid
	var undecided *Undecided
	switch {
	case errors.As(err, &undecided):
		out.add(DiffersByRule, undecided.Error())
	case errors.As(err, &impossible):
		out.add(DiffersByRule, impossible.Message, impossible.Players...)
	case errors.As(err, &invalid):
		out.add(DiffersByRule, invalid.Error())
	default:
		return out, err
	}
	return out, nil
}

func (out *Redraw) add(kind DifferenceKind, text string, players ...ID) {
	out.Differences = append(out.Differences, Difference{Kind: kind, Players: players, Text: text})
}

func (r *Round) has(id ID) bool {
	return slices.Contains(r.Byes, id) ||
		slices.ContainsFunc(r.Games, func(g Game) bool { return g.White == id || g.Black == id })
}

// compare sets a round as played against the best draw of it.
func (out *Redraw) compare(s *state, r *Round, best []game) {
	played := s.asPlayed(r)
	for i := range played {
		g := &played[i]
		if g.isBye() || g.fixed != byDraw {
			continue
		}
		if rule, text := s.brokenBy(g); rule != "" {
			out.add(DiffersByRule, text, s.players[g.a].ID, s.players[g.b].ID)
		}
	}
	out.compareFixed(s, played)
	if byes := len(r.Byes); byes > len(s.active)%2 {
		out.add(DiffersByRule, fmt.Sprintf("%d byes where %d are needed", byes, len(s.active)%2), r.Byes...)
	}
	out.compareCost(s, played, best)
	for _, g := range r.Games {
		out.compareStronger(s.field, g)
		out.compareHandicap(s.field, g)
	}
}

// compareFixed looks for what the director had fixed and was not drawn.
func (out *Redraw) compareFixed(s *state, played []game) {
	for i := range s.fixed {
		fixed := &s.fixed[i]
		at := slices.IndexFunc(played, func(g game) bool { return g.a == fixed.a && g.b == fixed.b })
		if at >= 0 && fixed.fixed == coloursByDirector && played[at].white != fixed.white {
			out.turned(s, fixed)
		}
		if at >= 0 {
			continue
		}
		players := []ID{s.players[fixed.a].ID}
		if !fixed.isBye() {
			players = append(players, s.players[fixed.b].ID)
		}
		out.add(DiffersByRule, s.pairText(fixed)+" was fixed by the director but was not drawn", players...)
	}
}

// compareStronger looks who had White in a handicap game. In a game that was played even, by choice or against the
// rule, no one is the stronger.
func (out *Redraw) compareStronger(f *field, g Game) {
	white, black := f.index[g.White], f.index[g.Black]
	level := func(i int) int { return f.ev.Handicap.Level(f.side(i, out.Round)) }
	if g.Handicap > 0 && level(white) < level(black) {
		out.add(DiffersByColours, fmt.Sprintf(
			"%s–%s: %s, the stronger, should have White", f.name(white), f.name(black), f.name(black),
		),
			g.White, g.Black)
	}
}

func (s *state) brokenBy(g *game) (Rule, string) {
	if s.isBarred(g.a, g.b) {
		return RuleForbidden, s.pairText(g) + " is one of the forbidden pairs"
	}
	if met := s.metIn(g.a, g.b); met > 0 {
		return RuleRematch, fmt.Sprintf("%s had already met in round %d", s.pairText(g), met)
	}
	return "", ""
}

// asPlayed gives the round's games as the draw sees them: with the handicap of the rule and the colours played.
func (s *state) asPlayed(r *Round) []game {
	var games []game
	for _, g := range r.Games {
		white, black := s.index[g.White], s.index[g.Black]
		p := s.newGame(white, black)
		if s.stonesIn(&p) == 0 {
			p.white = white
		}
		games = append(games, p)
	}
	for _, id := range r.Byes {
		games = append(games, s.newBye(s.index[id]))
	}
	for i := range games {
		for _, fx := range s.fixed {
			if fx.a == games[i].a && fx.b == games[i].b {
				games[i].fixed = fx.fixed
			}
		}
	}
	return games
}

func (out *Redraw) compareCost(s *state, played, best []game) {
	if len(played) != len(best) {
		return // reported as byes too many
	}
	was, is := s.costs(best), s.costs(played)
	for i := range was {
		if d := slices.Compare(is[i].Values, was[i].Values); d == 0 {
			continue
		} else if d < 0 {
			return // better only by breaking a rule, which has been reported
		}
		if was[i].Criterion == CriterionLot {
			out.add(DiffersByLot, "as good in every criterion, but not what the lot gives")
			return
		}
		alt := &Alternative{Criterion: was[i].Criterion, Best: was[i].Values, With: is[i].Values}
		out.Differences = append(out.Differences, Difference{
			Kind: DiffersByCost, Criterion: was[i].Criterion,
			Text: "another draw is better; with the one played " + s.worse(alt, best, played),
		})
		return
	}
	for _, g := range played {
		for _, b := range best {
			if g.a == b.a && g.b == b.b && g.white != b.white && g.fixed != coloursByDirector {
				out.turned(s, &b)
			}
		}
	}
}

// turned notes that a pair had other colours than it was to have.
func (out *Redraw) turned(s *state, due *game) {
	out.add(DiffersByColours, fmt.Sprintf("%s: %s should have White", s.pairText(due), s.name(due.white)),
		s.players[due.a].ID, s.players[due.b].ID)
}

// compareHandicap allows an even game where the rule lets the players choose one.
func (out *Redraw) compareHandicap(f *field, g Game) {
	h := f.handicap(f.index[g.White], f.index[g.Black], out.Round)
	if g.Handicap == h.Stones || g.Handicap == 0 && h.EvenOffered {
		return
	}
	out.add(DiffersByHandicap, fmt.Sprintf("%s–%s was played with handicap %d; the rule gives %s",
		f.name(f.index[g.White]), f.name(f.index[g.Black]), g.Handicap, h), g.White, g.Black)
}

// checkTable sets a round robin's round against the table that the lot gives, and, where that has other pairs, against
// the one that fits the rounds before: the nearer one counts.
func checkTable(f *field, r *Round) (Redraw, error) {
	against := func(d *Drawing, err error) (Redraw, error) {
		out := Redraw{Round: r.Number, Drawing: d}
		if err != nil {
			return out.refused(err)
		}
		out.compareTable(f, r, "table")
		return out, nil
	}
	var byLot Redraw
	if len(f.players) > 1 {
		s := newState(f, r.Number, f.playing(r.Number))
		var err error
		if byLot, err = against(s.drawTable(s.tableByLot(), r.Fixed)); err != nil || len(byLot.Differences) == 0 {
			return byLot, err
		}
	}
	fitting, err := against(drawRoundRobin(f, r.Number, r.Fixed))
	if err == nil && byLot.Drawing != nil &&
		(fitting.Drawing == nil || len(byLot.Differences) <= len(fitting.Differences)) {
		return byLot, nil
	}
	return fitting, err
}

// checkSettled sets a round of a knock-out or a match against what was to be played.
func checkSettled(
	f *field, r *Round, source string, draw func(f *field, round int, fixed []Fixed) (*Drawing, error),
) (Redraw, error) {
	d, err := draw(f, r.Number, r.Fixed)
	out := Redraw{Round: r.Number, Drawing: d}
	if err != nil {
		return out.refused(err)
	}
	out.compareTable(f, r, source)
	for _, id := range r.Byes {
		if !slices.ContainsFunc(d.Through, func(t Through) bool { return t.ID == id }) {
			out.add(DiffersByField, f.name(f.index[id])+" went through without a game but had one to play", id)
		}
	}
	for _, t := range d.Through {
		if !slices.Contains(r.Byes, t.ID) {
			out.add(DiffersByField, f.name(f.index[t.ID])+" should have gone through without a game", t.ID)
		}
	}
	return out, nil
}

// compareTable sets a round as played against the table or the bracket that it was to come from.
func (out *Redraw) compareTable(f *field, r *Round, source string) {
	due := map[[2]int]ID{}
	key := func(a, b ID) [2]int {
		i, j := f.index[a], f.index[b]
		return [2]int{min(i, j), max(i, j)}
	}
	for _, p := range out.Drawing.Pairs {
		due[key(p.White, p.Black)] = p.White
	}
	for _, g := range r.Games {
		k := key(g.White, g.Black)
		white, ok := due[k]
		delete(due, k)
		switch {
		case !ok:
			out.add(
				DiffersByField, fmt.Sprintf("%s–%s is not in this round of the %s", f.name(k[0]), f.name(k[1]), source),
				g.White, g.Black,
			)
		case white != g.White:
			out.add(DiffersByColours, fmt.Sprintf(
				"%s–%s: %s should have White", f.name(k[0]), f.name(k[1]), f.name(f.index[white]),
			),
				g.White, g.Black)
		}
		out.compareHandicap(f, g)
	}
	for _, p := range out.Drawing.Pairs {
		if k := key(p.White, p.Black); due[k] != "" {
			out.add(
				DiffersByField, fmt.Sprintf("%s–%s of the %s was not drawn", f.name(k[0]), f.name(k[1]), source),
				p.White, p.Black,
			)
		}
	}
}
