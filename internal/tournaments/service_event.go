package tournaments

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/pairing"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// eventFacts are what the audit log keeps of an event.
type eventFacts struct {
	Name      string `json:"name"`
	Slug      string `json:"slug"`
	Place     string `json:"place"`
	From      string `json:"from"`
	To        string `json:"to"`
	Organiser ClubID `json:"organiser,omitempty"`
	Status    Status `json:"status,omitempty"`
}

func (e Event) facts() eventFacts {
	return eventFacts{e.Name, e.Slug, e.Place, e.From.String(), e.To.String(), e.Organiser, e.Status}
}

// CreateEvent makes a draft event. Someone who does not direct every event
// becomes its director.
func (s *Service) CreateEvent(ctx context.Context, actor auth.Actor, in EventInput) (Event, error) {
	permit, err := s.cases.May(actor, auth.CreateEvent, auth.Object{})
	if err != nil {
		return Event{}, err
	}
	e, problems := in.check()
	if err := problems.Err(); err != nil {
		return Event{}, err
	}
	e.Status = Draft
	err = s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		return s.create(ctx, tx, permit, actor, &e, in)
	})
	if err != nil {
		return Event{}, err
	}
	return eventByID(ctx, s.db, e.ID)
}

// create adds an event within tx and appoints whoever makes it, unless they direct it already.
func (s *Service) create(
	ctx context.Context, tx *store.Tx, permit usecase.Permit, actor auth.Actor, e *Event, in EventInput,
) (*usecase.Entry, error) {
	if err := s.nameEvent(ctx, tx, e, in); err != nil {
		return nil, err
	}
	id, err := insertEvent(ctx, tx, *e, s.cases.Now())
	if err != nil {
		return nil, err
	}
	e.ID = id
	done := permit.Did("create.event", "event", int64(id), nil, e.facts())
	if err := done.Write(ctx, tx); err != nil { // before the director's office
		return nil, err
	}
	if !actor.SignedIn() || s.Directs(actor, id) {
		return done, nil
	}
	_, err = s.offices.AppointWithin(ctx, tx, actor, auth.Office{
		Person: actor.Person, Role: auth.Director, Event: id, From: s.cases.Today(),
	})
	return done, err
}

// nameEvent numbers an address that was made from the name and is taken.
func (s *Service) nameEvent(ctx context.Context, q store.Queryer, e *Event, in EventInput) error {
	if strings.TrimSpace(in.Slug) != "" {
		return nil
	}
	taken, err := slugsLike(ctx, q, e.Slug)
	e.Slug = freeSlug(e.Slug, taken)
	return err
}

// EditEvent changes an event's own fields.
func (s *Service) EditEvent(ctx context.Context, actor auth.Actor, id EventID, in EventInput) error {
	return s.directEvent(ctx, actor, id, func(tx *store.Tx, permit usecase.Permit, was Event) (*usecase.Entry, error) {
		e, problems := in.check()
		if was.Status == Rated && (e.From != was.From || e.To != was.To) {
			problems.Add("from", "The rating list uses the event’s days. To change them, withdraw its rating.")
		}
		if strings.TrimSpace(in.Slug) == "" {
			e.Slug = was.Slug // people have the address already
		}
		if err := problems.Err(); err != nil {
			return nil, err
		}
		e.ID, e.Status = id, was.Status
		changed, err := updateEvent(ctx, tx, e)
		if err != nil {
			return nil, err
		}
		if !changed {
			return nil, usecase.Stale("this event", "event", int64(id))
		}
		return s.followDays(ctx, tx, permit, was, e, permit.Did("edit.event", "event", int64(id), was.facts(), e.facts()))
	})
}

// move changes the stage of an event; check may refuse it. An event that is at
// that stage already is left alone.
func (s *Service) move(
	ctx context.Context, actor auth.Actor, id EventID, version int64, action string, next Status,
	check func(tx *store.Tx, e Event) error,
) error {
	return s.directEvent(ctx, actor, id, func(tx *store.Tx, permit usecase.Permit, e Event) (*usecase.Entry, error) {
		switch {
		case e.Status == next:
			return nil, usecase.ErrSame
		case e.Version != version:
			return nil, usecase.Stale("this event", "event", int64(id))
		case !e.Status.mayBecome(next):
			return nil, apperr.New(apperr.Conflict, "The event is now %s. Check it and try again.", e.Status)
		}
		if check != nil {
			if err := check(tx, e); err != nil {
				return nil, err
			}
		}
		return s.setStatus(ctx, tx, permit, e, next, action)
	})
}

func (s *Service) setStatus(
	ctx context.Context, tx *store.Tx, permit usecase.Permit, e Event, next Status, action string,
) (*usecase.Entry, error) {
	if err := setStatus(ctx, tx, e.ID, next); err != nil {
		return nil, err
	}
	// What a draft's lots are committed to no one could read. A laptop leaves what travels as the site has it.
	if !e.Status.Public() && next.Public() {
		show := showLots
		if e.AtVenue {
			show = showLotsHere
		}
		if err := show(ctx, tx, e.ID, permit.Now()); err != nil {
			return nil, err
		}
	}
	return permit.Did(
		action, "event", int64(e.ID),
		map[string]Status{"status": e.Status},
		map[string]Status{"status": next},
	), nil
}

// Announce opens a draft event: everyone sees it, entries are taken.
func (s *Service) Announce(ctx context.Context, actor auth.Actor, id EventID, version int64) error {
	next, err := s.announced(ctx, id)
	if err != nil {
		return err
	}
	return s.move(ctx, actor, id, version, "announce.event", next, func(tx *store.Tx, e Event) error {
		sections, err := sectionsOf(ctx, tx, id)
		if err == nil && len(sections) == 0 {
			err = apperr.New(apperr.Invalid, "Add a section first, so that players can see what they are entering.")
		}
		return err
	})
}

// announced is the stage that an event has once it is announced: a draft whose rounds came with a
// file is being played.
func (s *Service) announced(ctx context.Context, id EventID) (Status, error) {
	e, err := eventByID(ctx, s.db, id)
	if err != nil || e.Status != Draft {
		return Open, err
	}
	counts, err := countSections(ctx, s.db, []EventID{id})
	if slices.ContainsFunc(counts, func(c sectionCount) bool { return c.published > 0 }) {
		return Running, err
	}
	return Open, err
}

// Unannounce makes an announced event a draft again while no one is entered, and no one has entered online.
func (s *Service) Unannounce(ctx context.Context, actor auth.Actor, id EventID, version int64) error {
	return s.move(ctx, actor, id, version, "unannounce.event", Draft, func(tx *store.Tx, e Event) error {
		n, err := countEntries(ctx, tx, id)
		if err == nil && n > 0 {
			err = apperr.New(apperr.Invalid, "Players are already entered; they would no longer see the event.")
		}
		if err != nil {
			return err
		}
		sections, err := sectionsOf(ctx, tx, id)
		if err != nil {
			return err
		}
		for _, section := range sections { // a handful
			if err := KeepsItsLots(ctx, tx, e, section); err != nil {
				return err
			}
			if n, err := applicants(ctx, tx, section.ID); err != nil {
				return err
			} else if n > 0 {
				return apperr.New(apperr.Invalid, "Players have entered online; they would no longer see the event.")
			}
		}
		return nil
	})
}

// Close makes an event final. Every round of every section must be played; a
// section that ends early is given fewer rounds first. The points of its
// sections towards representing the country are posted, or corrected, and the
// titles they decide are awarded.
func (s *Service) Close(ctx context.Context, actor auth.Actor, id EventID, version int64) error {
	return s.move(ctx, actor, id, version, "close.event", Final, func(tx *store.Tx, e Event) error {
		left, err := s.leftToPlay(ctx, tx, id)
		if err == nil && len(left) > 0 {
			err = apperr.New(
				apperr.Invalid, "%s If a section ended early, give it fewer rounds in its settings.", strings.Join(left, " "),
			)
		}
		if err != nil {
			return err
		}
		posted, err := s.postPoints(ctx, tx, actor, e)
		if err != nil {
			return err
		}
		decided, err := s.awardTitles(ctx, tx, actor, e)
		if done := posted.Then(decided); err == nil && done != nil {
			err = done.Write(ctx, tx)
		}
		return err
	})
}

// leftToPlay says section by section what is missing before the event can be
// closed.
func (s *Service) leftToPlay(ctx context.Context, q store.Queryer, id EventID) ([]string, error) {
	sections, err := sectionsOf(ctx, q, id)
	if err != nil {
		return nil, err
	}
	if len(sections) == 0 {
		return []string{"The event has no section."}, nil
	}
	var left []string
	for _, section := range sections { // a handful; each is read whole
		f, err := fieldOf(ctx, q, section)
		if err != nil {
			return nil, err
		}
		if why := f.left(); why != "" {
			left = append(left, fmt.Sprintf("%s: %s", section.Name, why))
		}
	}
	return left, nil
}

// Reopen undoes Close, so that results can be corrected.
func (s *Service) Reopen(ctx context.Context, actor auth.Actor, id EventID, version int64) error {
	return s.move(ctx, actor, id, version, "reopen.event", Running, nil)
}

// Event is the event with that address.
func (s *Service) Event(ctx context.Context, actor auth.Actor, slug string) (Event, error) {
	e, err := eventBySlug(ctx, s.db, slug)
	return s.seen(actor, e, err)
}

// EventByID is the event with that id.
func (s *Service) EventByID(ctx context.Context, actor auth.Actor, id EventID) (Event, error) {
	e, err := eventByID(ctx, s.db, id)
	return s.seen(actor, e, err)
}

// seen hides what the actor may not see as if it were not there.
func (s *Service) seen(actor auth.Actor, e Event, err error) (Event, error) {
	if err == nil && !s.sees(actor, e) {
		return Event{}, errNoEvent()
	}
	return e, err
}

// mostEvents is how many events are read at once.
const mostEvents = 200

// AllEvents lists the events of a time, page by page until there are no more.
func (s *Service) AllEvents(ctx context.Context, actor auth.Actor, when When) ([]EventSummary, error) {
	var all []EventSummary
	for {
		list, total, err := s.Events(ctx, actor, EventFilter{When: when, Limit: mostEvents, Offset: len(all)})
		all = append(all, list...)
		if err != nil || len(list) == 0 || len(all) >= total {
			return all, err
		}
	}
}

// Events lists a page of events and says how many there are in all.
func (s *Service) Events(
	ctx context.Context, actor auth.Actor, f EventFilter,
) (events []EventSummary, total int, err error) {
	if f.Limit <= 0 {
		f.Limit = 50
	}
	f.Limit, f.Offset = min(f.Limit, mostEvents), max(f.Offset, 0)
	var drafts []EventID
	for _, o := range actor.Offices {
		if o.Event != 0 && o.HeldOn(s.cases.Today()) {
			drafts = append(drafts, o.Event)
		}
	}
	all := auth.Can(actor, auth.ViewEntries, auth.Object{}, s.cases.Today())
	list, total, err := listEvents(ctx, s.db, f, s.cases.Today(), drafts[:min(len(drafts), store.MaxIn)], all)
	if err != nil {
		return nil, 0, err
	}
	events, err = summaries(ctx, s.db, list)
	return events, total, err
}

// DeskEvents lists the events whose results the actor may enter: all that are not
// rated yet, those to come first and the soonest of them at the top, and the
// latest rated ones, at most so many.
func (s *Service) DeskEvents(
	ctx context.Context, actor auth.Actor, ratedLimit int,
) (open, rated []EventSummary, err error) {
	today := s.cases.Today()
	all := auth.Can(actor, auth.EnterResult, auth.Object{}, today)
	var own []EventID
	for _, o := range actor.Offices {
		if o.Event != 0 && auth.Can(actor, auth.EnterResult, auth.Object{Event: o.Event}, today) {
			own = append(own, o.Event)
		}
	}
	own = own[:min(len(own), store.MaxIn)]
	list, err := openEvents(ctx, s.db, own, all, today)
	if err != nil {
		return nil, nil, err
	}
	slices.SortStableFunc(list, func(a, b Event) int {
		switch comingA, comingB := !a.To.Before(today), !b.To.Before(today); {
		case comingA && comingB:
			return cmp.Compare(a.From.String(), b.From.String())
		case comingA:
			return -1
		case comingB:
			return 1
		}
		return cmp.Compare(b.From.String(), a.From.String())
	})
	if open, err = summaries(ctx, s.db, list); err != nil {
		return nil, nil, err
	}
	if list, err = latestRated(ctx, s.db, own, all, ratedLimit); err != nil {
		return nil, nil, err
	}
	rated, err = summaries(ctx, s.db, list)
	return open, rated, err
}

// summaries says of each event how it stands.
func summaries(ctx context.Context, q store.Queryer, list []Event) ([]EventSummary, error) {
	ids := make([]EventID, len(list))
	for i, e := range list {
		ids[i] = e.ID
	}
	figures := make(map[EventID][]sectionFigures, len(list))
	for chunk := range slices.Chunk(ids, store.MaxIn) {
		some, err := figuresOf(ctx, q, chunk)
		if err != nil {
			return nil, err
		}
		maps.Copy(figures, some)
	}
	out := make([]EventSummary, len(list))
	for i, e := range list {
		out[i] = summarise(e, figures[e.ID])
	}
	return out, nil
}

// summarise says in a line how an event stands.
func summarise(e Event, sections []sectionFigures) EventSummary {
	out := EventSummary{Event: e}
	round, rounds := 0, 0
	for _, c := range sections {
		out.Sections = append(out.Sections, c.name)
		out.Players += c.players
		round, rounds = max(round, c.published), max(rounds, c.rounds)
	}
	if e.Cancelled.Is {
		out.Text = e.State()
		return out
	}
	switch e.Status {
	case Open:
		out.Text = players(out.Players) + " so far"
	case Running:
		out.Text = fmt.Sprintf("Round %d of %d", round, rounds)
	case Draft:
		out.Text = e.Status.String()
	default:
		out.Text = players(out.Players)
	}
	return out
}

func players(n int) string {
	switch n {
	case 0:
		return "no players"
	case 1:
		return "one player"
	}
	return fmt.Sprintf("%d players", n)
}

// Overview is an event with its sections at a glance.
func (s *Service) Overview(ctx context.Context, actor auth.Actor, slug string) (Overview, error) {
	e, err := s.Event(ctx, actor, slug)
	if err != nil {
		return Overview{}, err
	}
	counts, err := countSections(ctx, s.db, []EventID{e.ID})
	if err != nil {
		return Overview{}, err
	}
	progress, err := latestProgress(ctx, s.db, e.ID)
	if err != nil {
		return Overview{}, err
	}
	o := Overview{Event: e}
	for _, c := range counts {
		so := SectionOverview{Section: c.section, Players: c.players, Current: progress[c.section.ID]}
		if c.section.System == pairing.Knockout || c.section.System == pairing.Match {
			f, err := fieldOf(ctx, s.db, c.section) // a handful; what is left follows from the results
			if err != nil {
				return Overview{}, err
			}
			so.Planned, so.Undecided = f.planned(), f.undecided()
		}
		so.Text = progressText(so)
		if s.sees(actor, Event{ID: e.ID, Status: Draft}) {
			so.Warned = c.warned
		}
		o.Sections = append(o.Sections, so)
	}
	return o, nil
}

func progressText(o SectionOverview) string {
	p, rounds := o.Current, o.Rounds()
	switch {
	case p.Round == 0:
		return players(o.Players) + " entered"
	case o.Undecided != "":
		return o.Undecided
	case p.Complete() && p.Round >= rounds:
		return allRounds(rounds) + " played"
	case p.Complete():
		return fmt.Sprintf("Round %d of %d is finished", p.Round, rounds)
	}
	return fmt.Sprintf("Round %d of %d: %d of %d results are in", p.Round, rounds, p.In, p.Total)
}
