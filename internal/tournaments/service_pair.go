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
	return s.directDraw(ctx, actor, in.Section, func(tx *store.Tx, h here, known drawings) error {
		f, err := fieldOf(ctx, tx, h.section)
		if err != nil {
			return err
		}
		p, problems := in.read(f)
		if err := problems.Err(); err != nil {
			return err
		}
		if p.Handicap != nil {
			p.HandicapBy = actor.Name
		}
		id, err := insertFixed(ctx, tx, p)
		if err != nil {
			return err
		}
		if err := s.record(ctx, tx, actor, "fix.pair", "fixed_pair", int64(id), nil, p.facts()); err != nil {
			return err
		}
		return s.again(ctx, tx, actor, h.section, known, func(round int) bool { return round == in.Round })
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
	p := FixedPair{
		Section: in.Section, Round: in.Round, White: in.White, Black: in.Black, Colours: in.Colours,
		Reason: oneLine(in.Reason),
	}
	if p.Colours != pairing.ColoursByDraw {
		p.Colours = pairing.ColoursAsGiven
	}
	f.checkToDraw(&problems, "round", in.Round)
	if f.section.System == pairing.RoundRobin {
		problems.Add("white", tablePairs)
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
	if strings.TrimSpace(in.Handicap) != "" {
		p.Handicap = readHandicap(&problems, in.Handicap, p.Reason)
	}
	return p, problems
}

// tablePairs refuses a decision about the pairs of a round robin.
const tablePairs = "The pairs of a round robin come from its table."

func readHandicap(problems *apperr.Fields, text, reason string) *int {
	n, ok := parseCount(text, 0, 0, maxStones)
	if !ok {
		problems.Add("handicap", "Enter the stones as a whole number from 0 to %d.", maxStones)
	}
	if reason == "" {
		problems.Add("reason", "Say why this game has a different handicap; the players will ask.")
	}
	return &n
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
	return s.directDraw(ctx, actor, section, func(tx *store.Tx, h here, known drawings) error {
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
			return apperr.New(apperr.Conflict, "Round %d is already published.", p.Round)
		}
		if err := deleteFixed(ctx, tx, id); err != nil {
			return err
		}
		if err := s.record(ctx, tx, actor, "let_go.pair", "fixed_pair", int64(id), p.facts(), nil); err != nil {
			return err
		}
		return s.perhapsAgain(ctx, tx, actor, h.section, known, func(round int) bool { return round == p.Round })
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
	return s.directDraw(ctx, actor, in.Section, func(tx *store.Tx, h here, known drawings) error {
		f, err := fieldOf(ctx, tx, h.section)
		if err != nil {
			return err
		}
		p := ForbiddenPair{
			Section: in.Section, Round: in.Round, A: min(in.A, in.B), B: max(in.A, in.B), Reason: oneLine(in.Reason),
		}
		var problems apperr.Fields
		for _, end := range in.ends() {
			if !slices.ContainsFunc(f.entries, func(e Entry) bool { return e.ID == end.id }) {
				problems.Add(end.name, "Choose a player of this section.")
			}
		}
		if h.section.System == pairing.RoundRobin {
			problems.Add("a", tablePairs)
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
		if slices.ContainsFunc(f.forbidden, func(o ForbiddenPair) bool {
			return o.Round == p.Round && o.A == p.A &&
				o.B == p.B
		}) {
			return errSame
		}
		id, err := insertForbidden(ctx, tx, p)
		if err != nil {
			return err
		}
		if err := s.record(ctx, tx, actor, "forbid.pair", "forbidden_pair", int64(id), nil, p.facts()); err != nil {
			return err
		}
		return s.again(ctx, tx, actor, h.section, known, func(round int) bool { return p.Round == 0 || p.Round == round })
	})
}

// Allow takes a pair off the forbidden ones.
func (s *Service) Allow(ctx context.Context, actor auth.Actor, id ForbidID) error {
	section, err := sectionOfForbidden(ctx, s.db, id)
	if err != nil {
		return err
	}
	return s.directDraw(ctx, actor, section, func(tx *store.Tx, h here, known drawings) error {
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
		return s.perhapsAgain(ctx, tx, actor, h.section, known, func(round int) bool {
			return p.Round == 0 ||
				p.Round == round
		})
	})
}
