package tournaments

import (
	"context"
	"slices"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/pairing"
	"nzgs/internal/store"
	"nzgs/internal/titles"
	"nzgs/internal/usecase"
)

// TitleSection is a section with what is said of the title it decides.
type TitleSection struct {
	Event    Event
	Section  Section
	Declared titles.Declared // its id is 0 when it decides none
}

// TitleSections are the sections of an event, for who says which of them decide titles.
func (s *Service) TitleSections(ctx context.Context, actor auth.Actor, id EventID) ([]TitleSection, error) {
	if err := s.cases.Require(actor, auth.DeclareTitles, auth.Object{Event: id}); err != nil {
		return nil, err
	}
	e, err := eventByID(ctx, s.db, id)
	if err != nil {
		return nil, err
	}
	sections, err := sectionsOf(ctx, s.db, id)
	if err != nil {
		return nil, err
	}
	declared, err := s.titles.DeclaredIn(ctx, s.db, id)
	if err != nil {
		return nil, err
	}
	out := make([]TitleSection, len(sections))
	for i, section := range sections {
		out[i] = TitleSection{e, section, declared[titles.SectionID(section.ID)]}
	}
	return out, nil
}

// TitleSection is one of them.
func (s *Service) TitleSection(ctx context.Context, actor auth.Actor, id SectionID) (TitleSection, error) {
	h, err := sectionByID(ctx, s.db, id)
	if err != nil {
		return TitleSection{}, err
	}
	all, err := s.TitleSections(ctx, actor, h.event.ID)
	if err != nil {
		return TitleSection{}, err
	}
	for _, one := range all {
		if one.Section.ID == id {
			return one, nil
		}
	}
	return TitleSection{}, errNoEvent()
}

// DeclareTitle says which title a section decides; 0 is none. That of an event that is finished is decided at once.
func (s *Service) DeclareTitle(
	ctx context.Context, actor auth.Actor, id SectionID, title titles.ID, version int64,
) error {
	h, err := sectionByID(ctx, s.db, id)
	if err != nil {
		return err
	}
	permit, err := s.cases.May(actor, auth.DeclareTitles, auth.Object{Event: h.event.ID})
	if err != nil {
		return err
	}
	if h.section.Pairs && title != 0 {
		return apperr.New(apperr.Invalid, "Pair go decides no title here: the roll names one person for each.")
	}
	if h.section.Teams() && title != 0 {
		return apperr.New(apperr.Invalid, "A team event decides no title here: the roll names one person for each.")
	}
	return s.within(ctx, permit, h.event.ID, func(tx *store.Tx, _ usecase.Permit, e Event) (*usecase.Entry, error) {
		sections, err := sectionsOf(ctx, tx, e.ID)
		if err != nil {
			return nil, err
		}
		f, err := fieldOf(ctx, tx, h.section)
		if err != nil {
			return nil, err
		}
		in := titles.Declaration{Title: title, Version: version, Plays: f.has(actor.Person)}
		said, err := s.titles.Declare(ctx, tx, actor, titleOf(e, h.section, len(sections)), in)
		if err != nil || e.Status.TakesChanges() {
			return said, err
		}
		decided, err := s.awardTitles(ctx, tx, actor, e)
		return said.Then(decided), err
	})
}

// has reports whether a person is entered.
func (f field) has(person PersonID) bool {
	return person != 0 && slices.ContainsFunc(f.entries, func(e Entry) bool { return e.Person == person })
}

// AwardTitles decides the titles of a finished event again, after something else than a result was corrected: a
// membership, another entry of the roll.
func (s *Service) AwardTitles(ctx context.Context, actor auth.Actor, id EventID) error {
	permit, err := s.cases.May(actor, auth.DeclareTitles, auth.Object{Event: id})
	if err != nil {
		return err
	}
	return s.within(ctx, permit, id, func(tx *store.Tx, _ usecase.Permit, e Event) (*usecase.Entry, error) {
		if e.Status.TakesChanges() {
			return nil, errNotFinished(e)
		}
		decided, err := s.awardTitles(ctx, tx, actor, e)
		if err == nil && decided == nil {
			err = usecase.ErrSame
		}
		return decided, err
	})
}

// awardTitles decides the titles of the sections of a finished event.
func (s *Service) awardTitles(ctx context.Context, tx *store.Tx, actor auth.Actor, e Event) (*usecase.Entry, error) {
	declared, err := s.titles.DeclaredIn(ctx, tx, e.ID)
	if err != nil || len(declared) == 0 {
		return nil, err
	}
	sections, err := sectionsOf(ctx, tx, e.ID)
	if err != nil {
		return nil, err
	}
	var done *usecase.Entry
	for _, section := range sections { // a handful; each is read whole
		d := declared[titles.SectionID(section.ID)]
		if d.ID == 0 {
			continue
		}
		f, err := fieldOf(ctx, tx, section)
		if err != nil {
			return nil, err
		}
		decided, err := s.titles.Award(ctx, tx, actor, titles.Finished{
			Section: titleOf(e, section, len(sections)), Players: f.titlePlayers(d.Rule.Breaks),
		})
		if err != nil {
			return nil, err
		}
		done = done.Then(decided)
	}
	return done, nil
}

// titleOf is a section as the roll names it.
func titleOf(e Event, section Section, sections int) titles.Section {
	out := titles.Section{
		ID: titles.SectionID(section.ID), Event: e.ID, Name: e.Name, FirstDay: e.From, LastDay: e.To,
	}
	if sections > 1 {
		out.Name += ", " + section.Name
	}
	return out
}

// titlePlayers is everyone who played a game, by score and then a title's tie-breaks, the best first.
func (f field) titlePlayers(breaks []pairing.TieBreak) []titles.Player {
	person := make(map[pairing.ID]PersonID, len(f.entries))
	for _, e := range f.entries {
		person[pairingID(e.ID)] = e.Person
	}
	f.section.TieBreaks = breaks
	var out []titles.Player
	for _, row := range newFigures(f).table(f.section.Rounds).Rows {
		if !slices.ContainsFunc(row.Rounds, func(l pairing.Line) bool { return l.Kind == pairing.KindGame }) {
			continue
		}
		p := titles.Player{Person: person[row.ID], Place: row.Place.From, Score: row.Score.String()}
		for _, v := range row.Values {
			p.Figures = append(p.Figures, titles.BreakName(v.TieBreak)+" "+v.String())
		}
		out = append(out, p)
	}
	return out
}
