package events

import (
	"container/list"
	"context"
	"strconv"
	"sync"
	"time"

	"nzgs/internal/auth"
	"nzgs/web/kit"
)

// Live pages: whoever looks at an event is told when its revision changes.
// This process is told at once through Notify, and of what another copy of the
// program changed through Heard. Either may be missed: the database is asked once
// a second, for the events that somebody watches.
const (
	pollEvery   = time.Second
	maxWatchers = 7000
	eventPlaces = 6000 // of them on one event
	netPlaces   = 1200 // of them from one network: everybody in a hall

	// Each who is told fetches what has changed, so that thousands are told one after the other: all of them within a
	// second or so, and whoever looks at something else has their turn in between.
	toldASecond = 5000
	toldEvery   = 20 * time.Millisecond
)

// hub knows who watches which event.
type hub struct {
	revision func(context.Context, auth.EventID) (int64, error)
	done     chan struct{}
	once     sync.Once

	ofEvents, ofNetworks *kit.Places // who watches

	mu    sync.Mutex
	rooms map[auth.EventID]*room
}

// room is who watches one event.
type room struct {
	watchers *list.List // of chan int64, in the order in which they came
	last     int64      // the revision that they are told
	telling  bool
}

func newHub(revision func(context.Context, auth.EventID) (int64, error)) *hub {
	return &hub{
		revision: revision, done: make(chan struct{}),
		ofEvents: kit.NewPlaces(maxWatchers, eventPlaces), ofNetworks: kit.NewPlaces(maxWatchers, netPlaces),
		rooms: map[auth.EventID]*room{},
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
	ids := make([]auth.EventID, 0, len(h.rooms))
	for id := range h.rooms {
		ids = append(ids, id)
	}
	return ids
}

// look reads the event's revision and has its watchers told when it is new.
func (h *hub) look(ctx context.Context, id auth.EventID) {
	rev, err := h.revision(ctx, id)
	if err != nil {
		return // the next look will tell
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	r := h.rooms[id]
	if r == nil || r.last == rev {
		return
	}
	r.last = rev
	if !r.telling {
		r.telling = true
		go h.tell(r) // raced by TestTwoDirectorsConflict
	}
}

// tell tells everybody in a room the newest revision, one after the other, and begins again while there is a newer one.
func (h *hub) tell(r *room) {
	for {
		told, all := h.inRoom(r)
		for len(all) > 0 {
			n := min(h.share(r), len(all))
			for _, ch := range all[:n] {
				h.push(r, ch)
			}
			if all = all[n:]; len(all) == 0 {
				break
			}
			select {
			case <-h.done:
				return
			case <-time.After(toldEvery):
			}
		}
		if h.rests(r, told) {
			return
		}
	}
}

func (h *hub) inRoom(r *room) (last int64, all []chan int64) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for el := r.watchers.Front(); el != nil; el = el.Next() {
		all = append(all, el.Value.(chan int64))
	}
	return r.last, all
}

// share is how many of a room are told at once: its part of those that may be, by how many watch it.
func (h *hub) share(r *room) int {
	h.mu.Lock()
	defer h.mu.Unlock()
	all := 0
	for _, other := range h.rooms {
		all += other.watchers.Len()
	}
	const atOnce = toldASecond * int(toldEvery/time.Millisecond) / 1000
	return max(1, atOnce*r.watchers.Len()/max(1, all))
}

// push leaves the newest revision for a watcher, in place of one that nobody has taken yet.
func (h *hub) push(r *room, ch chan int64) {
	h.mu.Lock()
	defer h.mu.Unlock()
	select {
	case <-ch:
	default:
	}
	ch <- r.last
}

// rests ends the telling when all were told the newest revision.
func (h *hub) rests(r *room, told int64) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	r.telling = r.last != told
	return !r.telling
}

// watch registers a watcher; ok is false when there are too many, of the event
// or from the network. One whose page is older than what the others were told is told at once.
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
	r := h.rooms[id]
	if r == nil {
		r = &room{watchers: list.New(), last: revision}
		h.rooms[id] = r
	}
	ch = make(chan int64, 1)
	if revision < r.last {
		ch <- r.last
	}
	el := r.watchers.PushBack(ch)
	return ch, func() {
		h.forget(id, el)
		freeEvent()
		freeNetwork()
	}, true
}

func (h *hub) forget(id auth.EventID, el *list.Element) {
	h.mu.Lock()
	defer h.mu.Unlock()
	r := h.rooms[id]
	r.watchers.Remove(el)
	if r.watchers.Len() == 0 {
		delete(h.rooms, id)
	}
}

// Viewers is how many pages are told of changes.
func (s *Desk) Viewers() int { return s.live.ofNetworks.Taken() }

// Notify tells the watchers of an event of a change that has just been
// committed by this process.
func (s *Desk) Notify(id auth.EventID) {
	if s.live.isWatched(id) {
		go s.live.look(context.Background(), id) // raced by TestTwoDirectorsConflict
	}
}

// Heard looks at an event that another copy of the program says was changed, if someone watches it here; at every event
// that is watched where text is empty.
func (s *Desk) Heard(ctx context.Context, text string) {
	if text == "" {
		for _, id := range s.live.watched() {
			s.live.look(ctx, id)
		}
		return
	}
	id, err := strconv.ParseInt(text, 10, 64)
	if err == nil && s.live.isWatched(auth.EventID(id)) {
		s.live.look(ctx, auth.EventID(id))
	}
}

func (h *hub) isWatched(id auth.EventID) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.rooms[id] != nil
}
