package events

import (
	"context"
	"fmt"
	"net/http"
	"strconv"
	"sync"
	"time"

	"github.com/labstack/echo/v4"

	"nzgs/internal/auth"
	"nzgs/internal/tournaments"
	"nzgs/web/kit"
)

// Live pages: whoever looks at an event is told when its revision changes.
// This process is told at once through Notify; what another process of the
// same society changed is seen by asking the database once a second, for the
// events that somebody watches.
const (
	pollEvery    = time.Second
	heartbeat    = 20 * time.Second
	maxWatchers  = 2000
	eventPlaces  = 1000 // of them on one event
	netPlaces    = 400  // of them from one network: everybody in a hall
	retryAfterMS = 2000
)

// hub knows who watches which event.
type hub struct {
	revision func(context.Context, auth.EventID) (int64, error)
	done     chan struct{}
	once     sync.Once

	ofEvents, ofNetworks *kit.Places // who watches

	mu       sync.Mutex
	watchers map[auth.EventID]map[chan int64]bool
	last     map[auth.EventID]int64
}

func newHub(revision func(context.Context, auth.EventID) (int64, error)) *hub {
	return &hub{
		revision: revision,
		done:     make(chan struct{}),

		ofEvents: kit.NewPlaces(maxWatchers, eventPlaces), ofNetworks: kit.NewPlaces(maxWatchers, netPlaces),

		watchers: make(map[auth.EventID]map[chan int64]bool),
		last:     make(map[auth.EventID]int64),
	}
}

// run asks for the revisions of watched events until ctx ends, and then lets
// every watcher go.
func (h *hub) run(ctx context.Context) {
	tick := time.NewTicker(pollEvery)
	defer tick.Stop()
	defer h.once.Do(func() { close(h.done) })
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			for _, id := range h.watched() {
				h.look(ctx, id)
			}
		}
	}
}

func (h *hub) watched() []auth.EventID {
	h.mu.Lock()
	defer h.mu.Unlock()
	ids := make([]auth.EventID, 0, len(h.watchers))
	for id := range h.watchers {
		ids = append(ids, id)
	}
	return ids
}

// look reads the event's revision and tells its watchers when it is new.
func (h *hub) look(ctx context.Context, id auth.EventID) {
	rev, err := h.revision(ctx, id)
	if err != nil {
		return // the next look will tell
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.last[id] == rev {
		return
	}
	h.last[id] = rev
	for ch := range h.watchers[id] {
		select {
		case <-ch: // an older revision nobody has taken yet
		default:
		}
		ch <- rev
	}
}

// watch registers a watcher; ok is false when there are too many, of the event
// or from the network.
func (h *hub) watch(id auth.EventID, network string, revision int64) (ch chan int64, stop func(), ok bool) {
	freeEvent, ok := h.ofEvents.Take(kit.IDText(id))
	if !ok {
		return nil, nil, false
	}
	freeNetwork, ok := h.ofNetworks.Take(network)
	if !ok {
		freeEvent()
		return nil, nil, false
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	ch = make(chan int64, 1)
	if h.watchers[id] == nil {
		h.watchers[id] = make(map[chan int64]bool)
		h.last[id] = revision
	}
	h.watchers[id][ch] = true
	return ch, func() {
		h.forget(id, ch)
		freeEvent()
		freeNetwork()
	}, true
}

// Viewers is how many pages are told of changes.
func (s *Desk) Viewers() int { return s.live.ofNetworks.Taken() }

func (h *hub) forget(id auth.EventID, ch chan int64) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.watchers[id], ch)
	if len(h.watchers[id]) == 0 {
		delete(h.watchers, id)
		delete(h.last, id)
	}
}

// Notify tells the watchers of an event of a change that has just been
// committed by this process.
func (s *Desk) Notify(id auth.EventID) {
	s.live.mu.Lock()
	watched := len(s.live.watchers[id]) > 0
	s.live.mu.Unlock()
	if watched {
		go s.live.look(context.Background(), id) // raced by TestTwoDirectorsConflict
	}
}

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
	if err := control.SetWriteDeadline(time.Time{}); err != nil {
		return fmt.Errorf("live page: %w", err)
	}
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("X-Accel-Buffering", "no") // nginx must not hold events back
	w.WriteHeader(http.StatusOK)
	beat := time.NewTicker(heartbeat)
	defer beat.Stop()
	message := "retry: " + strconv.Itoa(retryAfterMS) + "\n" + revisionMessage(revision)
	for {
		if _, err := w.Write([]byte(message)); err != nil {
			return nil // the reader has gone
		}
		w.Flush()
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
