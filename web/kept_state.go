package web

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"github.com/labstack/echo/v4"

	"nzgs/internal/audit"
	"nzgs/web/kit"
)

// state is how far things are that a page rests on: the log, what this program changed without it (sessions, letters
// on their way), the event, the time. All of it only grows, but for the time of a clock that is set back. What a page
// shows of the time of day, an hour that has begun or a day that is over, is right to the minute.
type state struct {
	log, unlogged, revision, minute int64
}

// holds says whether what was made at one state is right at another.
func (s state) holds(now state) bool {
	return s.log >= now.log && s.unlogged >= now.unlogged && s.revision >= now.revision && s.minute == now.minute
}

func (s state) String() string { return fmt.Sprint(s.log, s.unlogged, s.revision, s.minute) }

// ofOneEvent is what is done hundreds of times while an event is played and changes nothing but what stands on the
// pages of that event: each raises its revision in the same transaction. All else that is done counts for every page:
// who is hidden, leaves or is erased is shown no more.
var ofOneEvent = []string{"enter.result", "report.result", "check.in", "draw.round", "publish.round"}

// logReader follows the audit log, in which every change stands, also those of another copy of the program: it is in
// the database with the change.
type logReader struct {
	mu       sync.Mutex
	begun    bool
	all      int64 // the newest entry
	quiet    int64 // the newest that is not of one event alone
	newest   func(ctx context.Context) (int64, error)
	since    func(ctx context.Context, seq int64, limit int) ([]audit.Step, error)
	readMost int
}

// manySteps are read one by one; when more was done, all of it counts for every page.
const manySteps = 200

func newLogReader(
	newest func(context.Context) (int64, error), since func(context.Context, int64, int) ([]audit.Step, error),
) *logReader {
	return &logReader{newest: newest, since: since, readMost: manySteps}
}

// now reads what was done since it was asked last.
func (l *logReader) now(ctx context.Context) (all, quiet int64, err error) {
	l.mu.Lock()
	begun, from := l.begun, l.all
	l.mu.Unlock()
	var steps []audit.Step
	if begun {
		if steps, err = l.since(ctx, from, l.readMost); err != nil {
			return 0, 0, err
		}
	}
	if !begun || len(steps) == l.readMost {
		if from, err = l.newest(ctx); err != nil {
			return 0, 0, err
		}
		steps = []audit.Step{{Seq: from}}
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.begun = true
	for _, step := range steps {
		l.all = max(l.all, step.Seq)
		if !slices.Contains(ofOneEvent, step.Action) {
			l.quiet = max(l.quiet, step.Seq)
		}
	}
	return l.all, l.quiet, nil
}

// stateOf is the state now of what a page rests on. It is read before the page is made, so that what changes
// meanwhile makes the page outdated and never wrong.
func (s *Server) stateOf(c echo.Context, on kit.Rests) (state, error) {
	ctx := c.Request().Context()
	unlogged := s.unlogged()
	all, quiet, err := s.done.now(ctx)
	now := state{log: quiet, unlogged: unlogged, minute: s.Clock().Time().Unix() / 60}
	if on == kit.OnAll {
		now.log = all
	}
	if err != nil || on != kit.OnEvent {
		return now, err
	}
	slug, _ := kit.SplitFormat(c.Param("event"))
	now.revision, err = s.revision(ctx, slug)
	return now, err
}
