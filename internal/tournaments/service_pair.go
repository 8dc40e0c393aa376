package tournaments

import (
	"context"
	"slices"
	"strings"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/pairing"
	"nzgs/internal/store"
)

// fixFacts are what the audit log keeps of a decision about a pair.
type fixFacts struct {
	Section  SectionID `json:"section"`
	Round    int       `json:"round"`
	White    EntryID   `json:"white"`
	Black    EntryID   `json:"black,omitempty"`
	Handicap *int      `json:"handicap,omitempty"`
	Reason   string    `json:"reason,omitempty"`
}

func (p FixedPair) facts() fixFacts {
	return fixFacts{p.Section, p.Round, p.White, p.Black, p.Handicap, p.Reason}
}

// Fix fixes a pair for a round; the others are drawn around it. A preview of
// the round is drawn again at once.
func (s *Service) Fix(ctx context.Context, actor auth.Actor, in FixForm) error {
	return s.direct(ctx, actor, in.Section, func(tx *store.Tx, h here) error {
		f, err := fieldOf(ctx, tx, h.section)
		if err != nil {
			return err
		}
		p, problems := in.read(f)
		if err := problems.Err(); err != nil {
			return err
		}
		id, err := insertFixed(ctx, tx, p)
		if err != nil {
			return err
		}
		if err := s.record(ctx, tx, actor, "fix.pair", "fixed_pair", int64(id), nil, p.facts()); err != nil {
			return err
		}
		return s.again(ctx, tx, actor, h.section, func(round int) bool { return round == in.Round })
	})
}

// end is one of the two players of a form, by the name of its input.
type end struct {
	name string
	id   EntryID
}

func (in FixForm) ends() []end    { return []end{{"white", in.White}, {"black", in.Black}} }
func (in ForbidForm) ends() []end { return []end{{"a", in.A}, {"b", in.B}} }

// read checks the form against the section.
func (in FixForm) read(f field) (FixedPair, apperr.Fields) {
	var problems apperr.Fields
	p := FixedPair{Section: in.Section, Round: in.Round, White: in.White, Black: in.Black, Colours: in.Colours, Reason: oneLine(in.Reason)}
	if p.Colours != pairing.ColoursByDraw {
		p.Colours = pairing.ColoursAsGiven
	}
	f.checkToDraw(&problems, "round", in.Round)
	f.checkPlays(&problems, "white", in.White, in.Round)
	if in.Black != 0 {
		f.checkPlays(&problems, "black", in.Black, in.Round)
	}
	if in.Black == in.White {
		problems.Add("black", "Choose another player, or nobody for the bye.")
	}
	for _, other := range f.fixed {
		if other.Round != in.Round {
			continue
		}
		for _, end := range in.ends() {
			if end.id != 0 && (other.White == end.id || other.Black == end.id) && !problems.Has(end.name) {
				problems.Add(end.name, "This player is in a fixed pair already. Let that one go first.")
			}
		}
		if other.Black == 0 && in.Black == 0 && !problems.Has("black") {
			problems.Add("black", "The bye is given already. Let that go first.")
		}
	}
	if strings.TrimSpace(in.Handicap) != "" {
		p.Handicap = readHandicap(&problems, in.Handicap, p.Reason)
	}
	return p, problems
}

func readHandicap(problems *apperr.Fields, text, reason string) *int {
	n, ok := parseCount(text, 0, 0, maxStones)
	if !ok {
		problems.Add("handicap", "Give the stones as a whole number from 0 to %d.", maxStones)
	}
	if reason == "" {
		problems.Add("reason", "Say why this game has another handicap; the players will ask.")
	}
	return &n
}

// checkToDraw refuses a decision about a round that is published or not
// planned.
func (f field) checkToDraw(problems *apperr.Fields, name string, round int) {
	published := 0
	for _, r := range f.rounds {
		if r.State == Published {
			published = r.Number
		}
	}
	switch {
	case round < 1 || round > f.section.Rounds:
		problems.Add(name, "The section has rounds 1 to %d.", f.section.Rounds)
	case round <= published:
		problems.Add(name, "Round %d is published already.", round)
	}
}

func (f field) checkPlays(problems *apperr.Fields, name string, id EntryID, round int) {
	i := slices.IndexFunc(f.entries, func(e Entry) bool { return e.ID == id })
	switch {
	case i < 0:
		problems.Add(name, "Choose a player of this section.")
	case !f.entries[i].Plays(round):
		problems.Add(name, "%s does not play in round %d.", f.entries[i].Name, round)
	}
}

// LetGo lets a fixed pair go.
func (s *Service) LetGo(ctx context.Context, actor auth.Actor, id FixedID) error {
	section, err := sectionOfFixed(ctx, s.db, id)
	if err != nil {
		return err
	}
	return s.direct(ctx, actor, section, func(tx *store.Tx, h here) error {
		f, err := fieldOf(ctx, tx, h.section)
		if err != nil {
			return err
		}
		i := slices.IndexFunc(f.fixed, func(p FixedPair) bool { return p.ID == id })
		if i < 0 {
			return errSame
		}
		p := f.fixed[i]
		var problems apperr.Fields
		if f.checkToDraw(&problems, "round", p.Round); len(problems) > 0 {
			return apperr.New(apperr.Conflict, "Round %d is published already.", p.Round)
		}
		if err := deleteFixed(ctx, tx, id); err != nil {
			return err
		}
		if err := s.record(ctx, tx, actor, "let_go.pair", "fixed_pair", int64(id), p.facts(), nil); err != nil {
			return err
		}
		return s.again(ctx, tx, actor, h.section, func(round int) bool { return round == p.Round })
	})
}

// forbidFacts are what the audit log keeps of a forbidden pair.
type forbidFacts struct {
	Section SectionID `json:"section"`
	Round   int       `json:"round"`
	A       EntryID   `json:"a"`
	B       EntryID   `json:"b"`
	Reason  string    `json:"reason,omitempty"`
}

func (p ForbiddenPair) facts() forbidFacts {
	return forbidFacts{p.Section, p.Round, p.A, p.B, p.Reason}
}

// Forbid keeps two players apart, in one round or in all that are still to be
// drawn. A preview is drawn again at once.
func (s *Service) Forbid(ctx context.Context, actor auth.Actor, in ForbidForm) error {
	return s.direct(ctx, actor, in.Section, func(tx *store.Tx, h here) error {
		f, err := fieldOf(ctx, tx, h.section)
		if err != nil {
			return err
		}
		p := ForbiddenPair{Section: in.Section, Round: in.Round, A: min(in.A, in.B), B: max(in.A, in.B), Reason: oneLine(in.Reason)}
		var problems apperr.Fields
		for _, end := range in.ends() {
			if !slices.ContainsFunc(f.entries, func(e Entry) bool { return e.ID == end.id }) {
				problems.Add(end.name, "Choose a player of this section.")
			}
		}
		if in.A == in.B && len(problems) == 0 {
			problems.Add("b", "Choose another player.")
		}
		if in.Round != 0 {
			f.checkToDraw(&problems, "round", in.Round)
		}
		if err := problems.Err(); err != nil {
			return err
		}
		if slices.ContainsFunc(f.forbidden, func(o ForbiddenPair) bool { return o.Round == p.Round && o.A == p.A && o.B == p.B }) {
			return errSame
		}
		id, err := insertForbidden(ctx, tx, p)
		if err != nil {
			return err
		}
		if err := s.record(ctx, tx, actor, "forbid.pair", "forbidden_pair", int64(id), nil, p.facts()); err != nil {
			return err
		}
		return s.again(ctx, tx, actor, h.section, func(round int) bool { return p.Round == 0 || p.Round == round })
	})
}

// Allow takes a pair off the forbidden ones.
func (s *Service) Allow(ctx context.Context, actor auth.Actor, id ForbidID) error {
	section, err := sectionOfForbidden(ctx, s.db, id)
	if err != nil {
		return err
	}
	return s.direct(ctx, actor, section, func(tx *store.Tx, h here) error {
		list, err := forbiddenPairs(ctx, tx, section)
		if err != nil {
			return err
		}
		i := slices.IndexFunc(list, func(p ForbiddenPair) bool { return p.ID == id })
		if i < 0 {
			return errSame
		}
		p := list[i]
		if err := deleteForbidden(ctx, tx, id); err != nil {
			return err
		}
		if err := s.record(ctx, tx, actor, "allow.pair", "forbidden_pair", int64(id), p.facts(), nil); err != nil {
			return err
		}
		return s.again(ctx, tx, actor, h.section, func(round int) bool { return p.Round == 0 || p.Round == round })
	})
}

// SwapColours swaps the colours of an even game without a result. In a preview
// the pair is fixed that way, so that drawing again keeps it.
func (s *Service) SwapColours(ctx context.Context, actor auth.Actor, game GameID, version int64) error {
	return s.changeGame(ctx, actor, game, version, "swap.colours", func(_ field, g *Game) error {
		if g.Handicap > 0 {
			return apperr.New(apperr.Invalid, "With a handicap the weaker player takes Black. Set the handicap to 0 first.")
		}
		g.Black, g.White = g.White, g.Black
		return nil
	})
}

// SetHandicap gives a game without a result another handicap than the
// section's rule does; the stronger player takes White.
func (s *Service) SetHandicap(ctx context.Context, actor auth.Actor, game GameID, version int64, handicap, reason string) error {
	return s.changeGame(ctx, actor, game, version, "set.handicap", func(f field, g *Game) error {
		var problems apperr.Fields
		stones := readHandicap(&problems, handicap, oneLine(reason))
		if strings.TrimSpace(handicap) == "" {
			problems.Add("handicap", "Give the stones as a whole number from 0 to %d.", maxStones)
		}
		if err := problems.Err(); err != nil {
			return err
		}
		g.Handicap, g.Komi, g.HandicapReason = *stones, f.section.komi(*stones), oneLine(reason)
		if g.Handicap > 0 && f.rating(g.Black) > f.rating(g.White) {
			g.Black, g.White = g.White, g.Black
		}
		return nil
	})
}

func (f field) rating(id EntryID) int {
	for _, e := range f.entries {
		if e.ID == id {
			return int(e.Rating)
		}
	}
	return 0
}

// changeGame changes a game without a result and keeps the change as the
// director's decision about the pair.
func (s *Service) changeGame(ctx context.Context, actor auth.Actor, id GameID, version int64, action string, change func(f field, g *Game) error) error {
	section, err := sectionOfGame(ctx, s.db, id)
	if err != nil {
		return err
	}
	return s.direct(ctx, actor, section, func(tx *store.Tx, h here) error {
		f, err := fieldOf(ctx, tx, h.section)
		if err != nil {
			return err
		}
		round, was, ok := f.game(id)
		if !ok {
			return errNoGame()
		}
		if was.Result != pairing.NoResult {
			return apperr.New(apperr.Conflict, "The result of table %d is in. Take it back first.", was.Table)
		}
		next := was
		if err := change(f, &next); err != nil {
			return err
		}
		next.Fixed = true
		if err := s.decide(ctx, tx, f, round, next); err != nil {
			return err
		}
		changed, err := updateGame(ctx, tx, next, version)
		if err != nil {
			return err
		}
		if !changed {
			return stale(ctx, tx, "game", int64(id), "this game")
		}
		if err := s.record(ctx, tx, actor, action, "game", int64(id), was.facts(), next.facts()); err != nil {
			return err
		}
		return s.again(ctx, tx, actor, h.section, func(n int) bool { return n == round })
	})
}

// decide keeps a game as the director's fixed pair of its round.
func (s *Service) decide(ctx context.Context, tx *store.Tx, f field, round int, g Game) error {
	p := FixedPair{Section: f.section.ID, Round: round, White: g.White, Black: g.Black, Reason: g.HandicapReason}
	if g.HandicapReason != "" {
		p.Handicap = &g.Handicap
	}
	for _, old := range f.fixed {
		if old.Round == round && (g.Has(old.White) || g.Has(old.Black)) {
			if p.Reason == "" {
				p.Reason = old.Reason
			}
			if err := deleteFixed(ctx, tx, old.ID); err != nil {
				return err
			}
		}
	}
	_, err := insertFixed(ctx, tx, p)
	return err
}

// game finds a game of the section.
func (f field) game(id GameID) (round int, g Game, ok bool) {
	for _, r := range f.rounds {
		for _, g := range r.Games {
			if g.ID == id {
				return r.Number, g, true
			}
		}
	}
	return 0, Game{}, false
}

// Lift is one pair for which a rule is lifted, as a relaxation of an impossible
// draw proposes it. B is 0 for a fixed bye.
type Lift struct {
	Rule pairing.Rule
	A, B EntryID
}

// Relax carries out a relaxation and draws the round: rematches are fixed,
// forbidden pairs allowed, fixed pairs let go.
func (s *Service) Relax(ctx context.Context, actor auth.Actor, id SectionID, round int, lifts []Lift) (Round, error) {
	var out Round
	err := s.direct(ctx, actor, id, func(tx *store.Tx, h here) error {
		f, err := fieldOf(ctx, tx, h.section)
		if err != nil {
			return err
		}
		number, err := f.toDraw(round)
		if err != nil {
			return err
		}
		for _, l := range lifts {
			if err := s.lift(ctx, tx, actor, f, number, l); err != nil {
				return err
			}
		}
		if f, err = fieldOf(ctx, tx, h.section); err != nil {
			return err
		}
		d, drawErr := f.inputs(number).draw(number)
		out, err = s.keep(ctx, tx, actor, f, d, drawErr)
		return err
	})
	return out, err
}

func (s *Service) lift(ctx context.Context, tx *store.Tx, actor auth.Actor, f field, round int, l Lift) error {
	if l.Rule == pairing.RuleRematch {
		p := FixedPair{
			Section: f.section.ID, Round: round, White: l.A, Black: l.B, Colours: pairing.ColoursByDraw,
			Reason: "a rematch, as no draw is possible without one",
		}
		var problems apperr.Fields
		f.checkPlays(&problems, "a", l.A, round)
		f.checkPlays(&problems, "b", l.B, round)
		if err := problems.Err(); err != nil {
			return err
		}
		id, err := insertFixed(ctx, tx, p)
		if err != nil {
			return err
		}
		return s.record(ctx, tx, actor, "fix.pair", "fixed_pair", int64(id), nil, p.facts())
	}
	for _, p := range f.forbidden {
		if l.Rule != pairing.RuleForbidden || p.A != min(l.A, l.B) || p.B != max(l.A, l.B) || p.Round != 0 && p.Round != round {
			continue
		}
		if err := deleteForbidden(ctx, tx, p.ID); err != nil {
			return err
		}
		if err := s.record(ctx, tx, actor, "allow.pair", "forbidden_pair", int64(p.ID), p.facts(), nil); err != nil {
			return err
		}
	}
	for _, p := range f.fixed {
		same := p.White == l.A && p.Black == l.B || p.White == l.B && p.Black == l.A
		if l.Rule != pairing.RuleFixed || p.Round != round || !same {
			continue
		}
		if err := deleteFixed(ctx, tx, p.ID); err != nil {
			return err
		}
		if err := s.record(ctx, tx, actor, "let_go.pair", "fixed_pair", int64(p.ID), p.facts(), nil); err != nil {
			return err
		}
	}
	return nil
}
