package web

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"sync"

	"github.com/labstack/echo/v4"

	"nzgs/internal/audit"
	"nzgs/internal/store"
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

// aLog is the audit log as it is followed.
type aLog interface {
	Written(ctx context.Context) (int64, error)
	Ends(ctx context.Context) ([]audit.End, error)
	After(ctx context.Context, stream, seq int64, limit int) ([]audit.Step, error)
}

// loggedIn is the log of a database.
type loggedIn struct{ db *store.DB }

func (l loggedIn) Written(ctx context.Context) (int64, error)    { return audit.Written(ctx, l.db) }
func (l loggedIn) Ends(ctx context.Context) ([]audit.End, error) { return audit.Ends(ctx, l.db) }
func (l loggedIn) After(ctx context.Context, stream, seq int64, limit int) ([]audit.Step, error) {
	return audit.After(ctx, l.db, stream, seq, limit)
}

// logReader follows the audit log, in which every change stands, also those of another copy of the program: it is in
// the database with the change. Entries of different streams come in any order; those of one in theirs.
type logReader struct {
	log      aLog
	readMost int

	mu    sync.Mutex
	begun bool
	seen  map[int64]audit.End // how far each stream was read
	all   int64               // how many entries
	quiet int64               // grows with each that is not of one event alone
}

// manySteps are read one by one; when more was done in a stream, all of it counts for every page.
const manySteps = 200

func newLogReader(log aLog) *logReader {
	return &logReader{log: log, readMost: manySteps, seen: map[int64]audit.End{}}
}

// now reads what was done since it was asked last.
func (l *logReader) now(ctx context.Context) (all, quiet int64, err error) {
	written, err := l.log.Written(ctx)
	if err != nil {
		return 0, 0, err
	}
	l.mu.Lock()
	begun, seen := l.begun, l.seen
	if all, quiet = l.all, l.quiet; begun && written <= all {
		l.mu.Unlock()
		return all, quiet, nil
	}
	seen = maps.Clone(seen)
	l.mu.Unlock()
	ends, err := l.log.Ends(ctx)
	if err != nil {
		return 0, 0, err
	}
	done := make(map[int64][]audit.Step)
	for _, end := range ends {
		was := seen[end.Stream]
		if begun && was.Number < end.Number {
			if done[end.Stream], err = l.log.After(ctx, end.Stream, was.Seq, l.readMost); err != nil {
				return 0, 0, err
			}
		}
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.begun = true
	for _, end := range ends {
		l.take(end, done[end.Stream])
	}
	return l.all, l.quiet, nil
}

// take notes how far a stream is. Another request may have read further in the meantime.
func (l *logReader) take(end audit.End, done []audit.Step) {
	was := l.seen[end.Stream]
	if end.Number <= was.Number {
		return
	}
	l.seen[end.Stream] = end
	l.all += end.Number - was.Number
	if len(done) == 0 || len(done) >= l.readMost {
		l.quiet++ // whatever was done
		return
	}
	for _, step := range done {
		if step.Seq > was.Seq && step.Seq <= end.Seq && !slices.Contains(ofOneEvent, step.Action) {
			l.quiet++
		}
	}
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
