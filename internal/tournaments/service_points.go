package tournaments

import (
	"context"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/pairing"
	"nzgs/internal/representative"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// PointsSection is a section with what is said of its points towards representing the country.
type PointsSection struct {
	Event    Event
	Section  Section
	Declared representative.Declared // its id is 0 when it gives none
	Near     []string                // of one section alone: points events of the same days
	Closed   int                     // of one section alone: the closed points year that this actor cannot change
}

// PointsSections are the sections of an event, for who says which of them give points.
func (s *Service) PointsSections(ctx context.Context, actor auth.Actor, id EventID) ([]PointsSection, error) {
	if err := s.cases.Require(actor, auth.DeclarePoints, auth.Object{Event: id}); err != nil {
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
	declared, err := s.points.DeclaredIn(ctx, s.db, id)
	if err != nil {
		return nil, err
	}
	out := make([]PointsSection, len(sections))
	for i, section := range sections {
		out[i] = PointsSection{Event: e, Section: section, Declared: declared[representative.SectionID(section.ID)]}
	}
	return out, nil
}

// PointsSection is one of them.
func (s *Service) PointsSection(ctx context.Context, actor auth.Actor, id SectionID) (PointsSection, error) {
	h, err := sectionByID(ctx, s.db, id)
	if err != nil {
		return PointsSection{}, err
	}
	all, err := s.PointsSections(ctx, actor, h.event.ID)
	if err != nil {
		return PointsSection{}, err
	}
	for _, one := range all {
		if one.Section.ID == id {
			named := pointsOf(one.Event, one.Section, len(all))
			if one.Closed, err = s.points.ClosedTo(ctx, s.db, actor, named); err != nil {
				return one, err
			}
			one.Near, err = s.points.Near(ctx, named)
			return one, err
		}
	}
	return PointsSection{}, errNoEvent()
}

// DeclarePoints says whether a section gives points towards representing the country. Those of an event that is finished
// are posted at once.
func (s *Service) DeclarePoints(
	ctx context.Context, actor auth.Actor, id SectionID, in representative.Declaration,
) error {
	h, err := sectionByID(ctx, s.db, id)
	if err != nil {
		return err
	}
	permit, err := s.cases.May(actor, auth.DeclarePoints, auth.Object{Event: h.event.ID})
	if err != nil {
		return err
	}
	if h.section.Pairs && in.Kind != "" {
		return apperr.New(apperr.Invalid, "Pair go gives no points: they are for single players.")
	}
	return s.within(ctx, permit, h.event.ID, func(
		tx *store.Tx, _ usecase.Permit, e Event,
	) (*usecase.Entry, error) {
		sections, err := sectionsOf(ctx, tx, e.ID)
		if err != nil {
			return nil, err
		}
		said, err := s.points.Declare(ctx, tx, actor, pointsOf(e, h.section, len(sections)), in)
		if err != nil || e.Status.TakesChanges() {
			return said, err
		}
		posted, err := s.postPoints(ctx, tx, actor, e)
		return said.Then(posted), err
	})
}

// PostPoints posts the points of a finished event again, after something else than a result was corrected: a
// membership, a club's affiliation.
func (s *Service) PostPoints(ctx context.Context, actor auth.Actor, id EventID) error {
	permit, err := s.cases.May(actor, auth.DeclarePoints, auth.Object{Event: id})
	if err != nil {
		return err
	}
	return s.within(ctx, permit, id, func(tx *store.Tx, _ usecase.Permit, e Event) (*usecase.Entry, error) {
		if e.Status.TakesChanges() {
			return nil, errNotFinished(e)
		}
		posted, err := s.postPoints(ctx, tx, actor, e)
		if err == nil && posted == nil {
			err = usecase.ErrSame
		}
		return posted, err
	})
}

// postPoints posts what the sections of a finished event give.
func (s *Service) postPoints(ctx context.Context, tx *store.Tx, actor auth.Actor, e Event) (*usecase.Entry, error) {
	declared, err := s.points.DeclaredIn(ctx, tx, e.ID)
	if err != nil || len(declared) == 0 {
		return nil, err
	}
	sections, err := sectionsOf(ctx, tx, e.ID)
	if err != nil {
		return nil, err
	}
	var done *usecase.Entry
	for _, section := range sections { // a handful; each is read whole
		if declared[representative.SectionID(section.ID)].ID == 0 {
			continue
		}
		f, err := fieldOf(ctx, tx, section)
		if err != nil {
			return nil, err
		}
		posted, err := s.points.Post(ctx, tx, actor, representative.Finished{
			Section: pointsOf(e, section, len(sections)), Scores: f.scores(),
		})
		if err != nil {
			return nil, err
		}
		done = done.Then(posted)
	}
	return done, nil
}

// pointsOf is a section as the ledger names it.
func pointsOf(e Event, section Section, sections int) representative.Section {
	out := representative.Section{
		ID: representative.SectionID(section.ID), Event: e.ID, Name: e.Name, LastDay: e.To,
	}
	if sections > 1 {
		out.Name += ", " + section.Name
	}
	return out
}

// scores are the final scores of everyone who played a game.
func (f field) scores() []representative.Score {
	person := make(map[pairing.ID]PersonID, len(f.entries))
	for _, e := range f.entries {
		person[pairingID(e.ID)] = e.Person
	}
	var out []representative.Score
	for _, row := range newFigures(f).table(f.section.Rounds).Rows {
		for _, line := range row.Rounds {
			if line.Kind == pairing.KindGame {
				out = append(out, representative.Score{Person: person[row.ID], Score: int(row.Score)})
				break
			}
		}
	}
	return out
}
