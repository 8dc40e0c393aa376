package playing

import (
	"fmt"
	"net/http"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"

	"nzgs/web/kit"
)

// A game that is looked at is asked once a second how many acts it has.
const (
	pollEvery   = time.Second
	heartbeat   = 20               // polls
	takenWithin = 15 * time.Second // a message; whoever does not take it gives the place back
)

// live is the stream of a game's acts as server-sent events.
func (s *Desk) live(c echo.Context) error {
	g, err := s.load(c)
	if err != nil {
		return err
	}
	free, ok := s.watching.Take(kit.IDText(s.Actor(c).Person))
	if !ok {
		c.Response().Header().Set("Retry-After", "30")
		return c.NoContent(http.StatusServiceUnavailable)
	}
	defer free()
	w := c.Response()
	control := http.NewResponseController(w.Writer)
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("X-Accel-Buffering", "no")
	w.WriteHeader(http.StatusOK)
	tick := time.NewTicker(pollEvery)
	defer tick.Stop()
	shown, message := g.Acts, "retry: 2000\n"+revisionMessage(g.Acts)
	for quiet := 0; ; quiet++ {
		if message == "" && quiet >= heartbeat {
			message = ": still here\n\n"
		}
		if message != "" {
			if err := control.SetWriteDeadline(time.Now().Add(takenWithin)); err != nil {
				return fmt.Errorf("live page: %w", err)
			}
			if _, err := w.Write([]byte(message)); err != nil {
				return nil // the reader has gone
			}
			if err := control.Flush(); err != nil {
				return nil // the reader takes nothing
			}
			message, quiet = "", 0
		}
		select {
		case <-c.Request().Context().Done():
			return nil
		case <-s.done:
			return nil
		case <-tick.C:
		}
		if n, err := s.playing.Acts(c.Request().Context(), g.ID); err == nil && n != shown {
			shown, message = n, revisionMessage(n)
		}
	}
}

func revisionMessage(n int) string { return fmt.Sprintf("event: revision\nid: %d\ndata: %d\n\n", n, n) }

// revision answers with the number of acts alone, for pages that poll.
func (s *Desk) revision(c echo.Context) error {
	g, err := s.load(c)
	if err != nil {
		return err
	}
	kit.NoStore(c)
	return c.String(http.StatusOK, strconv.Itoa(g.Acts))
}
