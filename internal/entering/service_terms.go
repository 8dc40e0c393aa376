package entering

import (
	"context"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/store"
	"nzgs/internal/tournaments"
	"nzgs/internal/usecase"
)

// termsFacts are what the audit log keeps of terms.
type termsFacts struct {
	Taken  bool                `json:"taken"`
	Closes string              `json:"closes"`
	Fees   string              `json:"fees"`
	Lists  tournaments.Listing `json:"lists"`
	Places map[SectionID]int   `json:"places,omitempty"`
	Billed bool                `json:"billed,omitempty"`
}

func (t Terms) facts() termsFacts {
	return termsFacts{t.Taken, t.Closes.String(), t.Fees.String(), t.Lists, t.Places, t.Billed}
}

// OpenEntries announces an event and takes entries online, on the terms that a new event begins with unless others are
// set: one press makes a new event ready. An event without a section gets one: Open, as the first of the presets has it.
func (s *Service) OpenEntries(ctx context.Context, actor auth.Actor, event EventID, version int64) error {
	permit, err := s.cases.May(actor, auth.DirectEvent, auth.Object{Event: event})
	if err != nil {
		return err
	}
	return s.hold(ctx, event, func(tx *store.Tx, f field) (*usecase.Entry, error) {
		if f.event.Version != version {
			return nil, usecase.Stale("this event", "event", int64(event))
		}
		t := f.terms
		if t.Taken = true; t.Version == 0 && !s.cases.Now().Before(t.Closes) {
			t.Closes = ClosingAt(f.event.To, 0)
		}
		if _, err := saveTerms(ctx, tx, t); err != nil {
			return nil, err
		}
		done := permit.Did("set.entry_terms", "event", int64(event), f.terms.facts(), t.facts())
		if len(f.sections) == 0 {
			first := tournaments.SectionInput{Name: "Open", Settings: tournaments.Presets()[0].Settings}
			first.Seed = tournaments.NewLot()
			added, err := tournaments.AddSectionWithin(ctx, tx, permit, event, first)
			if err != nil {
				return nil, err
			}
			done = done.Then(added)
		}
		announced, err := s.events.AnnounceWithin(ctx, tx, permit, f.event)
		return done.Then(announced), err
	})
}

// Terms are the terms of an event, for its director.
func (s *Service) Terms(ctx context.Context, actor auth.Actor, event EventID) (Terms, error) {
	if err := s.cases.Require(actor, auth.DirectEvent, auth.Object{Event: event}); err != nil {
		return Terms{}, err
	}
	f, err := fieldOf(ctx, s.db, event)
	return f.terms, err
}

// SetTerms sets on which terms people enter. More places move up those who wait; fees apply to those who enter from
// now on.
func (s *Service) SetTerms(ctx context.Context, actor auth.Actor, event EventID, in TermsInput) error {
	permit, err := s.cases.May(actor, auth.DirectEvent, auth.Object{Event: event})
	if err != nil {
		return err
	}
	return s.hold(ctx, event, func(tx *store.Tx, f field) (*usecase.Entry, error) {
		if !f.event.Status.TakesChanges() {
			return nil, apperr.New(apperr.Conflict, "%s is %s: no one enters it now.", f.event.Name, f.event.Status)
		}
		t, problems := in.check(f.event, f.sections)
		if err := problems.Err(); err != nil {
			return nil, err
		}
		changed, err := saveTerms(ctx, tx, t)
		if err != nil {
			return nil, err
		}
		if !changed {
			return nil, usecase.Stale("the terms of entry", "event", int64(event))
		}
		done := permit.Did("set.entry_terms", "event", int64(event), f.terms.facts(), t.facts())
		for _, section := range f.sections { // a handful
			moved, err := s.fill(ctx, tx, section.ID)
			if err != nil {
				return nil, err
			}
			done = done.Then(moved)
		}
		return done, nil
	})
}

// FollowDays moves the closing time of an event along with its days, which have moved since it was set. Whoever wants to
// keep it saves the terms.
func (s *Service) FollowDays(ctx context.Context, actor auth.Actor, event EventID, version int64) error {
	permit, err := s.cases.May(actor, auth.DirectEvent, auth.Object{Event: event})
	if err != nil {
		return err
	}
	return s.hold(ctx, event, func(tx *store.Tx, f field) (*usecase.Entry, error) {
		t := f.terms
		to, asks := t.Moved()
		if t.Version != version || !asks {
			return nil, usecase.Stale("the terms of entry", "event", int64(event))
		}
		t.Closes, t.days.was = to, t.days.from
		if _, err := saveTerms(ctx, tx, t); err != nil {
			return nil, err
		}
		return permit.Did("set.entry_terms", "event", int64(event), f.terms.facts(), t.facts()), nil
	})
}
