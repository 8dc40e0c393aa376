package tournaments

import (
	"context"
	"errors"
	"fmt"

	"nzgs/internal/apperr"
	"nzgs/internal/civil"
	"nzgs/internal/store"
)

const eventColumns = `e.id, e.slug, e.name, e.place, e.from_day, e.to_day, e.organiser_id, c.name,
	e.about, e.status, e.entry_list, e.away, COALESCE(l.heard_at, l.lent_at), l.place,
	(SELECT COUNT(*) FROM venue_home v WHERE v.event_id = e.id) > 0,
	e.cancelled, e.cancel_reason, e.cancelled_at, e.cancelled_by, e.cancel_turns, e.version, e.revision`

const eventTables = `event e ` + besideEvents

// besideEvents are who holds an event, and its loan while it is away.
const besideEvents = `LEFT JOIN club c ON c.id = e.organiser_id
	LEFT JOIN event_loan l ON l.event_id = e.id AND l.state = 'out'`

func scanEvent(s store.Scanner) (Event, error) {
	var e Event
	err := s.Scan(eventFields(&e)...)
	return e, err
}

func eventFields(e *Event) []any {
	return []any{
		&e.ID, &e.Slug, &e.Name, &e.Place, &e.From, &e.To, store.ZeroNull(&e.Organiser), store.EmptyNull(&e.OrganiserName),
		&e.About, &e.Status, &e.Lists, &e.Away, &e.KnownAt, store.EmptyNull(&e.PlayedAt), &e.AtVenue,
		&e.Cancelled.Is, &e.Cancelled.Reason, &e.Cancelled.At, &e.Cancelled.By, &e.Cancelled.Turns, &e.Version, &e.Revision,
	}
}

func errNoEvent() error {
	return apperr.New(apperr.NotFound, "Event not found.")
}

func eventByID(ctx context.Context, q store.Queryer, id EventID) (Event, error) {
	return oneEvent(store.One(ctx, q, scanEvent, `
		SELECT `+eventColumns+`
		FROM `+eventTables+`
		WHERE e.id = $1`, id))
}

func eventBySlug(ctx context.Context, q store.Queryer, slug string) (Event, error) {
	return oneEvent(store.One(ctx, q, scanEvent, `
		SELECT `+eventColumns+`
		FROM `+eventTables+`
		WHERE e.slug = $1`, slug))
}

func oneEvent(e Event, err error) (Event, error) {
	if errors.Is(err, store.ErrNoRows) {
		return e, errNoEvent()
	}
	if err != nil {
		return e, fmt.Errorf("read an event: %w", err)
	}
	return e, nil
}

// slugsLike lists the addresses that begin with the wanted one.
func slugsLike(ctx context.Context, q store.Queryer, wanted string) ([]string, error) {
	return store.All(ctx, q, store.Value[string], `
		SELECT slug
		FROM event
		WHERE slug >= $1 AND slug < $2`, wanted, wanted+"~")
}

func insertEvent(ctx context.Context, tx *store.Tx, e Event, at civil.Instant) (EventID, error) {
	id, err := store.One(ctx, tx, store.Value[EventID], `
		INSERT INTO event (slug, name, place, from_day, to_day, organiser_id, about, status, created_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
		RETURNING id`,
		e.Slug, e.Name, e.Place, e.From, e.To, store.NullZero(e.Organiser), e.About, string(e.Status), at)
	return id, slugTaken(err)
}

func updateEvent(ctx context.Context, tx *store.Tx, e Event) (changed bool, err error) {
	n, err := tx.Exec(ctx, `
		UPDATE event
		SET slug = $3, name = $4, place = $5, from_day = $6, to_day = $7, organiser_id = $8, about = $9,
		    version = version + 1
		WHERE id = $1 AND version = $2`,
		e.ID, e.Version, e.Slug, e.Name, e.Place, e.From, e.To, store.NullZero(e.Organiser), e.About)
	return n > 0, slugTaken(err)
}

func slugTaken(err error) error {
	if store.UniqueOn(err, "event", "slug") {
		var f apperr.Fields
		f.Add("slug", "Another event has this address. Choose another one.")
		return f.Err()
	}
	if err != nil {
		return fmt.Errorf("save an event: %w", err)
	}
	return nil
}

func setStatus(ctx context.Context, tx *store.Tx, id EventID, status Status) error {
	if _, err := tx.Exec(ctx, `
		UPDATE event
		SET status = $2, version = version + 1
		WHERE id = $1`, id, string(status)); err != nil {
		return fmt.Errorf("save the status of an event: %w", err)
	}
	return nil
}

func setAway(ctx context.Context, tx *store.Tx, id EventID, away Away) error {
	if _, err := tx.Exec(ctx, `
		UPDATE event
		SET away = $2
		WHERE id = $1`, id, string(away)); err != nil {
		return fmt.Errorf("save where an event is written: %w", err)
	}
	return nil
}

func setCancelled(ctx context.Context, tx *store.Tx, id EventID, c Cancellation) error {
	if _, err := tx.Exec(ctx, `
		UPDATE event
		SET cancelled = $2, cancel_reason = $3, cancelled_at = $4, cancelled_by = $5, cancel_turns = $6,
		    version = version + 1
		WHERE id = $1`, id, c.Is, c.Reason, c.At, c.By, c.Turns); err != nil {
		return fmt.Errorf("save whether an event is cancelled: %w", err)
	}
	return nil
}

func playedOnline(ctx context.Context, q store.Queryer, id EventID) (bool, error) {
	n, err := store.One(ctx, q, store.Value[int], `
		SELECT COUNT(*)
		FROM weekly_section w
		JOIN section s ON s.id = w.section_id
		WHERE s.event_id = $1`, id)
	if err != nil {
		return false, fmt.Errorf("look for sections played online: %w", err)
	}
	return n > 0, nil
}

// bumpRevision raises the event's revision, which holds its row until the
// transaction ends.
func bumpRevision(ctx context.Context, tx *store.Tx, id EventID) error {
	n, err := tx.Exec(ctx, `
		UPDATE event
		SET revision = revision + 1
		WHERE id = $1`, id)
	if err != nil {
		return fmt.Errorf("hold the event: %w", err)
	}
	if n == 0 {
		return errNoEvent()
	}
	return nil
}

func revisionOf(ctx context.Context, q store.Queryer, id EventID) (int64, error) {
	n, err := store.One(ctx, q, store.Value[int64], `SELECT revision FROM event WHERE id = $1`, id)
	if errors.Is(err, store.ErrNoRows) {
		return 0, errNoEvent()
	}
	return n, err
}

func revisionAt(ctx context.Context, q store.Queryer, slug string) (int64, error) {
	n, err := store.One(ctx, q, store.Value[int64], `SELECT revision FROM event WHERE slug = $1`, slug)
	if errors.Is(err, store.ErrNoRows) {
		return 0, errNoEvent()
	}
	return n, err
}

// lastFirst is the order of events that are over.
const lastFirst = "e.from_day DESC, e.id DESC"

// overInOrder is that an event is over, read in the order of the index of first days: most are, and the few of a page are
// found without sorting them all.
const overInOrder = "e.from_day < $1 AND e.to_day || '' < $1"

// all reports that nothing but the days chooses, or next to nothing: few events are cancelled.
func (f EventFilter) all() bool {
	return f.Club == 0 && f.Year == 0 && f.System == "" && f.Among == nil
}

// listOf is the page of events that a filter chooses, as a condition on the
// event's id: the same for the events and for what is counted about them.
func listOf(when When) (where, order string) {
	switch when {
	case Coming:
		return "e.to_day >= $1", "e.from_day || '', e.id" // not in the order of an index, by which all would be read for the few
	case Past:
		return "e.to_day < $1", lastFirst
	default:
		return "CAST($1 AS TEXT) <> ''", lastFirst
	}
}

// chosen is the rest of what a filter asks for, after the conditions that have args.
func (f EventFilter) chosen(args []any) (where string, _ []any) {
	if f.Club != 0 {
		args = append(args, f.Club)
		where += fmt.Sprintf(" AND e.organiser_id = $%d", len(args))
	}
	if f.Year != 0 {
		args = append(args, fmt.Sprintf("%04d-01-01", f.Year), fmt.Sprintf("%04d-12-31", f.Year))
		where += fmt.Sprintf(" AND e.from_day BETWEEN $%d AND $%d", len(args)-1, len(args))
	}
	if f.System != "" {
		args = append(args, string(f.System))
		where += fmt.Sprintf(" AND e.id IN (SELECT s.event_id FROM section s WHERE s.system = $%d)", len(args))
	}
	if f.Among != nil {
		var in string
		in, args = store.In(args, f.Among)
		where += " AND e.id IN " + in
	}
	if f.Held {
		where += " AND e.cancelled = FALSE"
	}
	return where, args
}

// listEvents reads a page of events that anyone may see, and those in drafts.
func listEvents(
	ctx context.Context, q store.Queryer, f EventFilter, today civil.Date, drafts []EventID, all bool,
) ([]Event, int, error) {
	days, order := listOf(f.When)
	in, args := store.In([]any{today.String(), all}, drafts)
	chosen, args := f.chosen(args)
	shown := ` AND (e.status <> 'draft' OR CAST($2 AS BOOLEAN) = TRUE OR e.id IN ` + in + `)` + chosen
	where := days + shown
	total, err := store.One(ctx, q, store.Value[int], `
		SELECT COUNT(*)
		FROM event e
		WHERE `+where, args...)
	if err != nil {
		return nil, 0, fmt.Errorf("count events: %w", err)
	}
	f.Offset = store.OffsetIn(f.Offset, f.Limit, total)
	if f.When == Past && f.all() {
		where = overInOrder + shown
	}
	limit := fmt.Sprintf("$%d OFFSET $%d", len(args)+1, len(args)+2)
	events, err := store.All(ctx, q, scanEvent, `
		SELECT `+eventColumns+`
		FROM `+eventTables+`
		WHERE e.id IN (SELECT e.id FROM event e WHERE `+where+` ORDER BY `+order+` LIMIT `+limit+`)
		ORDER BY `+order, append(args, f.Limit, f.Offset)...)
	if err != nil {
		return nil, 0, fmt.Errorf("list events: %w", err)
	}
	return events, total, nil
}

// openEvents reads the events that are not rated yet, all or those among own; those that are cancelled until their
// days are over.
func openEvents(ctx context.Context, q store.Queryer, own []EventID, all bool, today civil.Date) ([]Event, error) {
	in, args := store.In([]any{all, today}, own)
	events, err := store.All(ctx, q, scanEvent, `
		SELECT `+eventColumns+`
		FROM `+eventTables+`
		WHERE e.status <> 'rated' AND (e.cancelled = FALSE OR e.to_day >= $2) AND (CAST($1 AS BOOLEAN) = TRUE OR e.id IN `+in+`)
		ORDER BY e.id`, args...)
	if err != nil {
		return nil, fmt.Errorf("list the events that are not rated: %w", err)
	}
	return events, nil
}

// latestRated reads the rated events, all or those among own, the latest first.
func latestRated(ctx context.Context, q store.Queryer, own []EventID, all bool, limit int) ([]Event, error) {
	in, args := store.In([]any{all, limit}, own)
	events, err := store.All(ctx, q, scanEvent, `
		SELECT `+eventColumns+`
		FROM `+eventTables+`
		WHERE e.status = 'rated' AND (CAST($1 AS BOOLEAN) = TRUE OR e.id IN `+in+`)
		ORDER BY e.from_day DESC, e.id DESC
		LIMIT $2`, args...)
	if err != nil {
		return nil, fmt.Errorf("list the rated events: %w", err)
	}
	return events, nil
}

// sectionFigures is what lists of events say of a section.
type sectionFigures struct {
	event     EventID
	name      string
	rounds    int
	players   int
	published int // rounds
}

// figuresOf reads the figures of the events' sections, in order.
func figuresOf(ctx context.Context, q store.Queryer, events []EventID) (map[EventID][]sectionFigures, error) {
	out := make(map[EventID][]sectionFigures, len(events))
	if len(events) == 0 {
		return out, nil
	}
	in, args := store.In(nil, events)
	_, err := store.All(ctx, q, func(s store.Scanner) (f sectionFigures, err error) {
		err = s.Scan(&f.event, &f.name, &f.rounds, &f.players, &f.published)
		out[f.event] = append(out[f.event], f)
		return f, err
	}, `
		SELECT s.event_id, s.name, s.rounds,
		       (SELECT COUNT(*) FROM entry n WHERE n.section_id = s.id AND n.withdrawn_after IS NULL),
		       (SELECT COUNT(*) FROM round r WHERE r.section_id = s.id AND r.state = 'published')
		FROM section s
		WHERE s.event_id IN `+in+`
		ORDER BY s.event_id, s.seq`, args...)
	if err != nil {
		return nil, fmt.Errorf("read the figures of sections: %w", err)
	}
	return out, nil
}

// sectionCount is what an event's overview says of a section.
type sectionCount struct {
	section   Section
	players   int
	warned    int
	published int // rounds
}

// countSections reads the sections of events with their figures, in order.
func countSections(ctx context.Context, q store.Queryer, events []EventID) ([]sectionCount, error) {
	in, args := store.In(nil, events)
	counts, err := store.All(ctx, q, func(s store.Scanner) (sectionCount, error) {
		var c sectionCount
		var raw sectionRow
		err := s.Scan(append(raw.fields(&c.section), &c.players, &c.warned, &c.published)...)
		if err == nil {
			err = raw.into(&c.section)
		}
		return c, err
	}, `
		SELECT `+sectionColumns+`,
		       (SELECT COUNT(*) FROM entry n WHERE n.section_id = s.id AND n.withdrawn_after IS NULL),
		       (SELECT COUNT(*) FROM entry n WHERE n.section_id = s.id AND n.membership = 'not_member'),
		       (SELECT COUNT(*) FROM round r WHERE r.section_id = s.id AND r.state = 'published')
		FROM section s
		WHERE s.event_id IN `+in+`
		ORDER BY s.event_id, s.seq`, args...)
	if err != nil {
		return nil, fmt.Errorf("count sections: %w", err)
	}
	return counts, nil
}

// latestProgress reads the progress of each section's last published round.
func latestProgress(ctx context.Context, q store.Queryer, event EventID) (map[SectionID]Progress, error) {
	type line struct {
		section SectionID
		round   int
		table   int
		done    bool
	}
	lines, err := store.All(ctx, q, func(s store.Scanner) (line, error) {
		var l line
		err := s.Scan(&l.section, &l.round, &l.table, &l.done)
		return l, err
	}, `
		SELECT s.id, r.number, COALESCE(g.table_no, 0), COALESCE(g.result, '') <> ''
		FROM section s
		JOIN round r ON r.section_id = s.id
		LEFT JOIN game g ON g.round_id = r.id
		WHERE s.event_id = $1 AND r.state = 'published'
		  AND r.number = (SELECT MAX(x.number) FROM round x WHERE x.section_id = s.id AND x.state = 'published')
		ORDER BY s.id, g.table_no`, event)
	if err != nil {
		return nil, fmt.Errorf("read the progress of an event: %w", err)
	}
	out := make(map[SectionID]Progress)
	for _, l := range lines {
		p := out[l.section]
		p.Round, p.State = l.round, Published
		switch {
		case l.table == 0: // a round of byes alone
		case l.done:
			p.Total, p.In = p.Total+1, p.In+1
		default:
			p.Total, p.Outstanding = p.Total+1, append(p.Outstanding, l.table)
		}
		out[l.section] = p
	}
	return out, nil
}

// countEntries counts everyone ever entered in an event.
func countEntries(ctx context.Context, q store.Queryer, event EventID) (int, error) {
	return store.One(ctx, q, store.Value[int], `
		SELECT COUNT(*)
		FROM entry n
		JOIN section s ON s.id = n.section_id
		WHERE s.event_id = $1`, event)
}
