package cancelling

import (
	"context"
	"errors"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/store"
	"nzgs/internal/tournaments"
	"nzgs/internal/usecase"
)

// Gone is what is deleted with an event.
type Gone struct {
	Event    tournaments.Event
	Refused  string // why it cannot be deleted; "" when it can
	Sections []GoneSection
}

// GoneSection is a section that is deleted.
type GoneSection struct {
	Name    string `json:"name"`
	Players int    `json:"players"`

	Commitment  string        `json:"lots_committed_to,omitempty"`
	CommittedAt civil.Instant `json:"committed_at,omitzero"`
	Seen        bool          `json:"lot_drawn,omitempty"`
}

// Deleting says what would be deleted, for the director of the event.
func (s *Service) Deleting(ctx context.Context, actor auth.Actor, id EventID) (Gone, error) {
	if err := s.cases.Require(actor, auth.DirectEvent, auth.Object{Event: id}); err != nil {
		return Gone{}, err
	}
	e, err := tournaments.EventIn(ctx, s.db, id)
	if err != nil {
		return Gone{}, err
	}
	out, err := gone(ctx, s.db, e)
	if err != nil {
		return Gone{}, err
	}
	var why *apperr.Error
	if err := mayDelete(ctx, s.db, out); errors.As(err, &why) {
		out.Refused = why.Message
	} else if err != nil {
		return Gone{}, err
	}
	return out, nil
}

func gone(ctx context.Context, q store.Queryer, e tournaments.Event) (Gone, error) {
	out := Gone{Event: e}
	sections, err := tournaments.SectionsIn(ctx, q, e.ID)
	if err != nil {
		return out, err
	}
	for _, section := range sections { // a handful
		entries, err := tournaments.EntriesIn(ctx, q, section.ID)
		if err != nil {
			return out, err
		}
		one := GoneSection{Name: section.Name, Players: len(entries)}
		lots, err := tournaments.CommitmentIn(ctx, q, section.ID)
		if err != nil {
			return out, err
		}
		if lots != nil {
			one.Commitment, one.CommittedAt, one.Seen = lots.Value, lots.At, lots.Seen
		}
		out.Sections = append(out.Sections, one)
	}
	return out, nil
}

// mayDelete refuses an event that cannot be deleted: one that anything was played in, that anyone paid for, or that
// people know of who are entered.
func mayDelete(ctx context.Context, q store.Queryer, g Gone) error {
	e := g.Event
	switch {
	case e.Away != "":
		return e.Closed()
	case e.AtVenue:
		return apperr.New(apperr.Conflict, "Give %s back first: it is deleted on the society’s site.", e.Name)
	case !e.Status.TakesChanges():
		return apperr.New(apperr.Conflict, "%s is %s: what was played stays.", e.Name, e.Status)
	}
	if n, err := countPlayed(ctx, q, e.ID); err != nil {
		return err
	} else if n > 0 {
		return apperr.New(apperr.Conflict, "%s has results, or reports or records of games. What was played stays.", e.Name)
	}
	if what, err := keptBy(ctx, q, e.ID); err != nil {
		return err
	} else if what != "" {
		return apperr.New(apperr.Conflict, "%s stays: %s.", e.Name, what)
	}
	if !e.Status.Public() {
		return nil
	}
	players := 0
	for _, section := range g.Sections {
		players += section.Players
	}
	online, err := countOnline(ctx, q, e.ID)
	if err != nil {
		return err
	}
	switch {
	case players+online > 0 && e.Cancelled.Is:
		return apperr.New(apperr.Conflict, "Players were entered in %s and were told that it is cancelled. Its page stays, so that "+
			"they can read why.", e.Name)
	case players+online > 0:
		return apperr.New(apperr.Conflict, "%s is announced, and players are entered or were. Cancel it instead: they are told, and "+
			"its page says so.", e.Name)
	}
	sections, err := tournaments.SectionsIn(ctx, q, e.ID)
	if err != nil {
		return err
	}
	for _, section := range sections {
		if err := tournaments.KeepsItsLots(ctx, q, e, section); err != nil {
			return err
		}
	}
	return nil
}

// Delete deletes an event for good, with all that belongs to it: one that is not announced, or that is and in which no
// one is entered. The log keeps that there was one, and what its lots were committed to. Who came into the register by
// it stays there. revision is the event's as the director saw it; sure says that they mean it.
//
// Errors: Conflict for an event that stays, or that changed since; Invalid without sure.
func (s *Service) Delete(ctx context.Context, actor auth.Actor, id EventID, sure Sure, revision int64) error {
	permit, err := s.cases.May(actor, auth.DirectEvent, auth.Object{Event: id})
	if err != nil {
		return err
	}
	return s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		seen, err := s.events.TouchCancelled(ctx, tx, id)
		if err != nil {
			return nil, err
		}
		g, err := gone(ctx, tx, seen)
		if err != nil {
			return nil, err
		}
		if err := mayDelete(ctx, tx, g); err != nil {
			return nil, err
		}
		if seen.Revision != revision+1 { // touched just now
			return nil, usecase.Stale("this event", "event", int64(id))
		}
		if !sure {
			var problems apperr.Fields
			problems.Add("sure", "Tick this to delete the event. It cannot be undone.")
			return nil, problems.Err()
		}
		if err := deleteEvent(ctx, tx, id); err != nil {
			return nil, err
		}
		return permit.Did("delete.event", "event", int64(id), deleted{
			seen.Name, seen.Slug, seen.From.String(), seen.To.String(), seen.Status, g.Sections,
		}, nil), nil
	})
}

// Sure says that a director means it.
type Sure bool

// deleted is what the audit log keeps of an event that was deleted: no one's name.
type deleted struct {
	Name     string             `json:"name"`
	Slug     string             `json:"slug"`
	From     string             `json:"from"`
	To       string             `json:"to"`
	Status   tournaments.Status `json:"status"`
	Sections []GoneSection      `json:"sections"`
}
