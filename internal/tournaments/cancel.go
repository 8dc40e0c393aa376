package tournaments

import (
	"context"

	"nzgs/internal/apperr"
	"nzgs/internal/civil"
	"nzgs/internal/store"
)

// Cancellation says whether an event is cancelled. Package cancelling sets it.
type Cancellation struct {
	Is     bool
	Reason string        // for everyone
	At     civil.Instant // when it was last cancelled, or this undone; zero: never
	By     string        // who did that
	Turns  int           // how often; calendars compare it
}

// Says is what a page of an event says that is cancelled.
func (c Cancellation) Says(e Event) string { return e.Name + " is cancelled: " + c.Reason }

// BeingPlayed reports whether rounds are being played.
func (e Event) BeingPlayed() bool { return e.Status == Running && !e.Cancelled.Is }

// Closed says why nothing in the event can be changed here; nil while it can.
func (e Event) Closed() error {
	switch {
	case e.Away != "":
		return apperr.New(apperr.Conflict, "%s", e.Away.Says(e))
	case e.Cancelled.Is:
		return apperr.New(apperr.Conflict, "%s is cancelled, so nothing in it changes.", e.Name)
	case e.Status == Final:
		return apperr.New(apperr.Conflict, "%s is finished. To change anything, reopen it.", e.Name)
	case e.Status == Rated:
		return apperr.New(apperr.Conflict, "%s is rated. A result is corrected on the page of its game. To change anything else, "+
			"withdraw its rating and open it again.", e.Name)
	}
	return nil
}

// TouchCancelled is Touch for the little that goes on in an event that is cancelled: fees that came in, undoing it,
// deleting it. It too refuses an event that is away.
func (s *Service) TouchCancelled(ctx context.Context, tx *store.Tx, event EventID) (Event, error) {
	if err := s.touch(ctx, tx, event); err != nil {
		return Event{}, err
	}
	e, err := eventByID(ctx, tx, event)
	if err == nil && e.Away != "" {
		err = e.Closed()
	}
	return e, err
}

// SetCancelled keeps whether an event is cancelled. TouchCancelled comes first.
func (s *Service) SetCancelled(ctx context.Context, tx *store.Tx, event EventID, c Cancellation) error {
	return setCancelled(ctx, tx, event, c)
}
