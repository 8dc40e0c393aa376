package tournaments

import (
	"container/list"
	"context"
	"slices"
	"sync"

	"nzgs/internal/auth"
	"nzgs/internal/store"
)

// Wallchart is everything about a section. Previews and decisions about pairs
// are in it only for whoever directs the event, memberships only for those who
// may see entry lists.
func (s *Service) Wallchart(ctx context.Context, actor auth.Actor, id SectionID) (*Wallchart, error) {
	h, err := sectionByID(ctx, s.db, id)
	return s.listed(ctx, actor, h, err)
}

// WallchartOfTeam is the wallchart of the section that a team is in, for whoever directs the event.
func (s *Service) WallchartOfTeam(ctx context.Context, actor auth.Actor, id TeamID) (*Wallchart, error) {
	section, err := sectionOfTeam(ctx, s.db, id)
	if err != nil {
		return nil, err
	}
	w, err := s.Wallchart(ctx, actor, section)
	if err != nil {
		return nil, err
	}
	return w, s.cases.Require(actor, auth.DirectEvent, auth.Object{Event: w.Event.ID})
}

// WallchartAt is the wallchart at an address: that of the event and of the
// section within it.
func (s *Service) WallchartAt(ctx context.Context, actor auth.Actor, event, section string) (*Wallchart, error) {
	h, err := sectionBySlug(ctx, s.db, event, section)
	return s.listed(ctx, actor, h, err)
}

// listed is the wallchart without the players where the director lists no names before the first draw: each still
// finds the own entry.
func (s *Service) listed(ctx context.Context, actor auth.Actor, h here, err error) (*Wallchart, error) {
	w, err := s.wallchart(ctx, actor, h, err)
	if err != nil || w.Event.Lists != ListNumber || w.Published() > 0 ||
		auth.Can(actor, auth.EnterResult, auth.Object{Event: w.Event.ID}, s.cases.Today()) ||
		auth.Can(actor, auth.ViewEntries, auth.Object{Event: w.Event.ID}, s.cases.Today()) {
		return w, err
	}
	w.Entries = slices.DeleteFunc(w.Entries, func(e Entry) bool { return e.Person != actor.Person })
	return w, nil
}

// WallchartByCard is the wallchart of the section whose table card has that
// code, and the number of the table.
func (s *Service) WallchartByCard(ctx context.Context, card string) (w *Wallchart, table int, err error) {
	id, table, ok := splitCard(card)
	if !ok {
		return nil, 0, errNoCard()
	}
	h, err := sectionByID(ctx, s.db, id)
	if err != nil || !h.section.opens(card, table) {
		return nil, 0, errNoCard()
	}
	w, err = s.wallchart(ctx, auth.Actor{}, h, nil)
	return w, table, err
}

func (s *Service) wallchart(ctx context.Context, actor auth.Actor, h here, err error) (*Wallchart, error) {
	if err == nil && !s.sees(actor, h.event) {
		err = errNoSection()
	}
	if err != nil {
		return nil, err
	}
	c, err := s.chart(ctx, h)
	if err != nil {
		return nil, err
	}
	w := &Wallchart{
		Event: h.event, Section: c.field.section, Entries: slices.Clone(c.field.entries),
		Rounds:    slices.Clone(c.field.rounds),
		Timetable: c.field.timetable,
		field:     c.field, figures: c.figures, index: c.index, directs: s.Directs(actor, h.event.ID),
	}
	w.Section.Rounds = c.planned
	w.timed()
	desk := s.sees(actor, Event{ID: h.event.ID, Status: Draft})
	atDoor := auth.Can(actor, auth.EnterResult, auth.Object{Event: h.event.ID}, s.cases.Today())
	for i, e := range w.Entries {
		now := c.players[e.ID]
		w.Entries[i].show(now, now.listed)
		if !desk {
			w.Entries[i] = w.Entries[i].public()
			if atDoor {
				w.Entries[i].Here = e.Here
			}
		}
	}
	if !w.directs {
		w.Rounds = slices.DeleteFunc(w.Rounds, func(r Round) bool { return r.State != Published })
	}
	return w, nil
}

// PublicChart is what everyone sees of a section, as it stands within the caller's transaction.
func PublicChart(ctx context.Context, q store.Queryer, id SectionID) (*Wallchart, error) {
	h, err := sectionByID(ctx, q, id)
	if err != nil {
		return nil, err
	}
	f, err := fieldOf(ctx, q, h.section)
	if err != nil {
		return nil, err
	}
	w := &Wallchart{
		Event: h.event, Section: h.section, Entries: slices.Clone(f.entries), Rounds: slices.Clone(f.rounds), field: f,
		figures: newFigures(f), index: make(map[EntryID]int, len(f.entries)),
	}
	for i, e := range w.Entries {
		w.index[e.ID], w.Entries[i] = i, e.public()
	}
	w.Rounds = slices.DeleteFunc(w.Rounds, func(r Round) bool { return r.State != Published })
	return w, nil
}

// chart is a section as stored, with what was worked out from it. Names are
// read afresh each time: they belong to people, not to the event's revision.
type chart struct {
	section  SectionID
	revision int64
	field    field
	figures  *figures
	planned  int // rounds
	index    map[EntryID]int
	players  map[EntryID]shown // of the moment; not kept
}

// chart gives the section at the event's revision, from memory where it is.
func (s *Service) chart(ctx context.Context, h here) (chart, error) {
	c, ok := s.charts.get(h.section.ID, h.event.Revision)
	if !ok {
		f, err := fieldOf(ctx, s.db, h.section)
		if err != nil {
			return chart{}, err
		}
		f.rounds = f.complete()
		c = chart{section: h.section.ID, revision: h.event.Revision, field: f, figures: newFigures(f), planned: f.planned()}
		c.index = make(map[EntryID]int, len(f.entries))
		c.players = make(map[EntryID]shown, len(f.entries))
		for i, e := range f.entries {
			c.index[e.ID] = i
			c.players[e.ID] = e.shown()
		}
		s.charts.put(c)
		return c, nil
	}
	var err error
	c.players, err = shownNow(ctx, s.db, h.section.ID)
	return c, err
}

// complete leaves out rounds of which something is missing: without a
// transaction a round may have been drawn while its entries were being read.
// The next look, at the next revision, has them.
func (f field) complete() []Round {
	known := make(map[EntryID]bool, len(f.entries))
	for _, e := range f.entries {
		known[e.ID] = true
	}
	unknown := func(id EntryID) bool { return !known[id] }
	unknownTeam := func(m TeamMatch) bool {
		_, white := f.team(m.White)
		_, black := f.team(m.Black)
		return !white || !black
	}
	return slices.DeleteFunc(slices.Clone(f.rounds), func(r Round) bool {
		return slices.ContainsFunc(r.Byes, unknown) || slices.ContainsFunc(r.Matches, unknownTeam) ||
			slices.ContainsFunc(r.Games, func(g Game) bool { return unknown(g.Black) || unknown(g.White) })
	})
}

// cachedCharts is how many sections are kept in memory: all of the events that
// people look at at the same time.
const cachedCharts = 64

// chartCache keeps the sections looked at last, each at its latest revision.
type chartCache struct {
	mu    sync.Mutex
	size  int
	order *list.List // of chart, last used first
	at    map[SectionID]*list.Element
}

func newChartCache(size int) *chartCache {
	return &chartCache{size: size, order: list.New(), at: make(map[SectionID]*list.Element)}
}

func (c *chartCache) get(id SectionID, revision int64) (chart, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	el := c.at[id]
	if el == nil || el.Value.(chart).revision != revision {
		return chart{}, false
	}
	c.order.MoveToFront(el)
	return el.Value.(chart), true
}

func (c *chartCache) put(v chart) {
	v.players = nil
	c.mu.Lock()
	defer c.mu.Unlock()
	switch el := c.at[v.section]; {
	case el == nil:
		c.at[v.section] = c.order.PushFront(v)
	case el.Value.(chart).revision <= v.revision:
		el.Value = v
		c.order.MoveToFront(el)
	}
	for c.order.Len() > c.size {
		last := c.order.Back()
		delete(c.at, last.Value.(chart).section)
		c.order.Remove(last)
	}
}

// ChartIn is a section as it stands within a transaction, for a change by its director that rests on it.
func (s *Service) ChartIn(ctx context.Context, tx *store.Tx, id SectionID) (*Wallchart, error) {
	h, err := sectionByID(ctx, tx, id)
	if err != nil {
		return nil, err
	}
	f, err := fieldOf(ctx, tx, h.section)
	if err != nil {
		return nil, err
	}
	w := &Wallchart{
		Event: h.event, Section: f.section, Entries: f.entries, Rounds: f.rounds, Timetable: f.timetable,
		field: f, figures: newFigures(f), index: make(map[EntryID]int, len(f.entries)), directs: true,
	}
	for i, e := range f.entries {
		w.index[e.ID] = i
	}
	return w, nil
}
