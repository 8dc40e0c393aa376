package tournaments

import (
	"context"
	"slices"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/pairing"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
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
func (s *Service) Fix(ctx context.Context, actor auth.Actor, in FixInput) error {
	return s.directDraw(ctx, actor, in.Section, func(tx *store.Tx, h here, known drawings) (*usecase.Entry, error) {
		f, err := fieldOf(ctx, tx, h.section)
		if err != nil {
			return nil, err
		}
		p, problems := in.check(f)
		if err := problems.Err(); err != nil {
			return nil, err
		}
		if p.Handicap != nil {
			p.HandicapBy = actor.Name
		}
		id, err := insertFixed(ctx, tx, p)
		if err != nil {
			return nil, err
		}
		done := h.permit.Did("fix.pair", "fixed_pair", int64(id), nil, p.facts())
		next, err := s.again(ctx, tx, h.permit, h.section, known, func(round int) bool { return round == in.Round })
		return done.Then(next), err
	})
}

// end is one of two players, by the name of its input.
type end struct {
	name string
	id   EntryID
}

func (in FixInput) ends() []end    { return []end{{"white", in.White}, {"black", in.Black}} }
func (in ForbidInput) ends() []end { return []end{{"a", in.A}, {"b", in.B}} }

// check gives the pair that is asked for.
func (in FixInput) check(f field) (FixedPair, apperr.Fields) {
	var problems apperr.Fields
	p := FixedPair{
		Section: in.Section, Round: in.Round, White: in.White, Black: in.Black, Colours: in.Colours,
		Handicap: in.Handicap, Reason: oneLine(in.Reason),
	}
	if p.Colours != pairing.ColoursByDraw {
		p.Colours = pairing.ColoursAsGiven
	}
	f.checkToDraw(&problems, "round", in.Round)
	if f.section.System.Settled() {
		problems.Add("white", "%s", f.section.settledPairs())
	}
	f.checkPlays(&problems, "white", in.White, in.Round)
	if in.Black != 0 {
		f.checkPlays(&problems, "black", in.Black, in.Round)
	}
	if in.Black == in.White {
		problems.Add("black", "Choose another player, or the bye.")
	}
	for _, other := range f.fixed {
		if other.Round != in.Round {
			continue
		}
		for _, end := range in.ends() {
			if end.id != 0 && (other.White == end.id || other.Black == end.id) && !problems.Has(end.name) {
				problems.Add(end.name, "This player is already in a fixed pair. Remove that pair first.")
			}
		}
		if other.Black == 0 && in.Black == 0 && !problems.Has("black") {
			problems.Add("black", "The bye is already given. Remove that first.")
		}
	}
	if p.Handicap != nil && f.section.Teams() {
		problems.Add("handicap", "Each board of a match has its own handicap. Leave this empty.")
	} else if p.Handicap != nil {
		checkHandicap(&problems, *p.Handicap, p.Reason)
	}
	return p, problems
}

// checkHandicap checks a handicap that the director sets.
func checkHandicap(problems *apperr.Fields, stones int, reason string) {
	if stones < 0 || stones > maxStones {
		problems.Add("handicap", "Enter the stones as a whole number from 0 to %d.", maxStones)
	}
	if reason == "" {
		problems.Add("reason", "Say why this game has a different handicap; the players will ask.")
	}
}

// checkToDraw refuses a decision about a round that is published or not
// planned.
func (f field) checkToDraw(problems *apperr.Fields, name string, round int) {
	published := publishedOf(f.rounds)
	switch {
	case round < 1 || round > f.section.Rounds:
		problems.Add(name, "The section has rounds 1 to %d.", f.section.Rounds)
	case round <= published:
		problems.Add(name, "Round %d is already published.", round)
	}
}

func (f field) checkPlays(problems *apperr.Fields, name string, id EntryID, round int) {
	i := slices.IndexFunc(f.entries, func(e Entry) bool { return e.ID == id })
	if f.section.Teams() {
		f.checkTeamPlays(problems, name, id, round)
		return
	}
	switch {
	case i < 0:
		problems.Add(name, "Choose a player of this section.")
	case !f.entries[i].Plays(round):
		problems.Add(name, "%s does not play in round %d.", f.entries[i].Name, round)
	}
}

// LetGo removes a fixed pair.
func (s *Service) LetGo(ctx context.Context, actor auth.Actor, id FixedID) error {
	section, err := sectionOfFixed(ctx, s.db, id)
	if err != nil {
		return err
	}
	return s.directDraw(ctx, actor, section, func(tx *store.Tx, h here, known drawings) (*usecase.Entry, error) {
		f, err := fieldOf(ctx, tx, h.section)
		if err != nil {
			return nil, err
		}
		i := slices.IndexFunc(f.fixed, func(p FixedPair) bool { return p.ID == id })
		if i < 0 {
			return nil, usecase.ErrSame
		}
		p := f.fixed[i]
		var problems apperr.Fields
		if f.checkToDraw(&problems, "round", p.Round); len(problems) > 0 {
			return nil, apperr.New(apperr.Conflict, "Round %d is already published.", p.Round)
		}
		if err := deleteFixed(ctx, tx, id); err != nil {
			return nil, err
		}
		done := h.permit.Did("let_go.pair", "fixed_pair", int64(id), p.facts(), nil)
		next, err := s.perhapsAgain(ctx, tx, h.permit, h.section, known, func(round int) bool { return round == p.Round })
		return done.Then(next), err
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
func (s *Service) Forbid(ctx context.Context, actor auth.Actor, in ForbidInput) error {
	return s.directDraw(ctx, actor, in.Section, func(tx *store.Tx, h here, known drawings) (*usecase.Entry, error) {
		f, err := fieldOf(ctx, tx, h.section)
		if err != nil {
			return nil, err
		}
		p := ForbiddenPair{
			Section: in.Section, Round: in.Round, A: min(in.A, in.B), B: max(in.A, in.B), Reason: oneLine(in.Reason),
		}
		var problems apperr.Fields
		for _, end := range in.ends() {
			if !f.hasSide(end.id) {
				problems.Add(end.name, "%s", f.section.chooseSide())
			}
		}
		if h.section.System.Settled() {
			problems.Add("a", "%s", h.section.settledPairs())
		}
		if in.A == in.B && len(problems) == 0 {
			problems.Add("b", "Choose another player.")
		}
		if in.Round != 0 {
			f.checkToDraw(&problems, "round", in.Round)
		}
		if err := problems.Err(); err != nil {
			return nil, err
		}
		if slices.ContainsFunc(f.forbidden, func(o ForbiddenPair) bool {
			return o.Round == p.Round && o.A == p.A &&
				o.B == p.B
		}) {
			return nil, usecase.ErrSame
		}
		id, err := insertForbidden(ctx, tx, p)
		if err != nil {
			return nil, err
		}
		done := h.permit.Did("forbid.pair", "forbidden_pair", int64(id), nil, p.facts())
		next, err := s.again(ctx, tx, h.permit, h.section, known, func(round int) bool {
			return p.Round == 0 || p.Round == round
		})
		return done.Then(next), err
	})
}

// Allow takes a pair off the forbidden ones.
func (s *Service) Allow(ctx context.Context, actor auth.Actor, id ForbidID) error {
	section, err := sectionOfForbidden(ctx, s.db, id)
	if err != nil {
		return err
	}
	return s.directDraw(ctx, actor, section, func(tx *store.Tx, h here, known drawings) (*usecase.Entry, error) {
		list, err := forbiddenPairs(ctx, tx, section)
		if err != nil {
			return nil, err
		}
		i := slices.IndexFunc(list, func(p ForbiddenPair) bool { return p.ID == id })
		if i < 0 {
			return nil, usecase.ErrSame
		}
		p := list[i]
		if err := deleteForbidden(ctx, tx, id); err != nil {
			return nil, err
		}
		done := h.permit.Did("allow.pair", "forbidden_pair", int64(id), p.facts(), nil)
		next, err := s.perhapsAgain(ctx, tx, h.permit, h.section, known, func(round int) bool {
			return p.Round == 0 || p.Round == round
		})
		return done.Then(next), err
	})
}
