package events

import (
	"fmt"
	"net/http"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"

	"nzgs/internal/auth"
	"nzgs/internal/tournaments"
	"nzgs/web/kit"
)

const (
	heartbeat    = 20 * time.Second
	takenWithin  = 15 * time.Second // a message; whoever does not take it gives the place back
	retryAfterMS = 2000
)

// eventLive is the stream of an event's revisions as server-sent events.
func (s *Desk) eventLive(c echo.Context) error {
	e, err := s.watchable(c)
	if err != nil {
		return err
	}
	ctx, revision := c.Request().Context(), e.Revision
	ch, stop, ok := s.live.watch(e.ID, kit.Network(c), revision)
	if !ok {
		c.Response().Header().Set("Retry-After", "30")
		return c.NoContent(http.StatusServiceUnavailable)
	}
	defer stop()

	w := c.Response()
	control := http.NewResponseController(w.Writer)
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("X-Accel-Buffering", "no") // nginx must not hold events back
	w.WriteHeader(http.StatusOK)
	beat := time.NewTicker(heartbeat)
	defer beat.Stop()
	message := "retry: " + strconv.Itoa(retryAfterMS) + "\n" + revisionMessage(revision)
	for {
		if err := control.SetWriteDeadline(time.Now().Add(takenWithin)); err != nil {
			return fmt.Errorf("live page: %w", err)
		}
		if _, err := w.Write([]byte(message)); err != nil {
			return nil // the reader has gone
		}
		if err := control.Flush(); err != nil {
			return nil // the reader takes nothing
		}
		select {
		case <-ctx.Done():
			return nil
		case <-s.live.done:
			return nil
		case rev := <-ch:
			message = revisionMessage(rev)
		case <-beat.C:
			message = ": still here\n\n"
		}
	}
}

func revisionMessage(revision int64) string {
	return fmt.Sprintf("event: revision\nid: %d\ndata: %d\n\n", revision, revision)
}

// eventRevision answers with the revision alone, for pages that poll.
func (s *Desk) eventRevision(c echo.Context) error {
	e, err := s.watchable(c)
	if err != nil {
		return err
	}
	c.Response().Header().Set("Cache-Control", "no-store")
	return c.String(http.StatusOK, strconv.FormatInt(e.Revision, 10))
}

// watchable is the event of the address, for whoever may see it.
func (s *Desk) watchable(c echo.Context) (tournaments.Event, error) {
	id, err := kit.PathID[auth.EventID](c, "id")
	if err != nil {
		return tournaments.Event{}, err
	}
	return s.tournaments.EventByID(c.Request().Context(), s.Actor(c), id)
}
