package meetings

import (
	"context"
	"errors"
	"fmt"

	"nzgs/internal/apperr"
	"nzgs/internal/civil"
	"nzgs/internal/store"
)

// A meeting is adjourned while it is open and has a further day on which it has
// not resumed.
const meetingColumns = `m.id, m.kind, m.date, m.time, m.place, m.online,
		       CASE WHEN m.state = 'open' AND EXISTS (
		           SELECT 1 FROM meeting_adjournment a WHERE a.meeting_id = m.id AND a.resumed_at IS NULL
		       ) THEN 'adjourned' ELSE m.state END, m.called_by, m.request_id, m.previous_agm,
		       m.balance_date, m.closing, m.follows_id, m.chair_id, m.chair_how, m.opened_at, m.closed_at, m.reason, m.created_by, m.quorum, m.version`

func scanMeeting(s store.Scanner) (m Meeting, err error) {
	err = s.Scan(&m.ID, &m.Kind, &m.Date, &m.Time, &m.Place, &m.Online, &m.State, &m.CalledBy, store.ZeroNull(&m.Request), &m.Previous,
		&m.Balance, &m.Closing, store.ZeroNull(&m.Follows), store.ZeroNull(&m.Chair), &m.ChairHow, &m.OpenedAt, &m.ClosedAt,
		&m.Reason, &m.CreatedBy, &m.quorum, &m.Version)
	return m, err
}

// ByID reads a meeting.
func ByID(ctx context.Context, q store.Queryer, id ID) (Meeting, error) {
	m, err := store.One(ctx, q, scanMeeting, `
		SELECT `+meetingColumns+`
		FROM meeting m
		WHERE m.id = $1`, id)
	if errors.Is(err, store.ErrNoRows) {
		return Meeting{}, apperr.New(apperr.NotFound, "Meeting not found.")
	}
	if err != nil {
		return Meeting{}, fmt.Errorf("read meeting %d: %w", id, err)
	}
	return m, nil
}

// allMeetings reads every meeting by its day.
func allMeetings(ctx context.Context, q store.Queryer) ([]Meeting, error) {
	all, err := store.All(ctx, q, scanMeeting, `
		SELECT `+meetingColumns+`
		FROM meeting m
		ORDER BY m.date, m.time, m.id`)
	if err != nil {
		return nil, fmt.Errorf("read the meetings: %w", err)
	}
	return all, nil
}

// furtherDate reads the meeting that was arranged in place of an inquorate
// one; ID 0 when there is none.
func furtherDate(ctx context.Context, q store.Queryer, id ID) (Meeting, error) {
	m, err := store.One(ctx, q, scanMeeting, `
		SELECT `+meetingColumns+`
		FROM meeting m
		WHERE m.follows_id = $1 AND m.state <> 'cancelled'
		ORDER BY m.id DESC
		LIMIT 1`, id)
	if errors.Is(err, store.ErrNoRows) {
		return Meeting{}, nil
	}
	if err != nil {
		return Meeting{}, fmt.Errorf("read the further date of meeting %d: %w", id, err)
	}
	return m, nil
}

func insertMeeting(ctx context.Context, tx *store.Tx, m Meeting, now civil.Instant) (ID, error) {
	id, err := store.One(ctx, tx, store.Value[ID], `
		INSERT INTO meeting (kind, date, time, place, online, called_by, request_id, previous_agm, balance_date, closing, follows_id, created_at, created_by)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
		RETURNING id`, string(m.Kind), m.Date, m.Time, m.Place, m.Online, string(m.CalledBy), store.NullZero(m.Request),
		m.Previous,
		m.Balance, m.Closing, store.NullZero(m.Follows), now, m.CreatedBy)
	if err != nil {
		return 0, fmt.Errorf("keep a meeting: %w", err)
	}
	return id, nil
}

// hold makes other writers of the meeting wait for this transaction.
func hold(ctx context.Context, tx *store.Tx, id ID) error {
	n, err := tx.Exec(ctx, `UPDATE meeting SET version = version WHERE id = $1`, id)
	if err != nil {
		return fmt.Errorf("hold meeting %d: %w", id, err)
	}
	if n == 0 {
		return apperr.New(apperr.NotFound, "Meeting not found.")
	}
	return nil
}

// Hold makes other writers of a meeting, and of what depends on it, wait for
// this transaction: nobody becomes a teller while somebody is nominated.
func Hold(ctx context.Context, tx *store.Tx, id ID) error { return hold(ctx, tx, id) }

// updateMeeting writes a meeting that the transaction holds, under its next
// version.
func updateMeeting(ctx context.Context, tx *store.Tx, m Meeting) error {
	if _, err := tx.Exec(ctx, `
		UPDATE meeting
		SET date = $2, time = $3, place = $4, online = $5, state = $6, previous_agm = $7, balance_date = $8, closing = $9,
		    chair_id = $10, chair_how = $11, opened_at = $12, closed_at = $13, reason = $14, quorum = $15, version = version + 1
		WHERE id = $1`, m.ID, m.Date, m.Time, m.Place, m.Online, m.State.stored(), m.Previous, m.Balance, m.Closing,
		store.NullZero(m.Chair), string(m.ChairHow), m.OpenedAt, m.ClosedAt, m.Reason, m.quorum); err != nil {
		return fmt.Errorf("change meeting %d: %w", m.ID, err)
	}
	return nil
}

func scanItem(s store.Scanner) (i AgendaItem, err error) {
	err = s.Scan(&i.ID, &i.Item, &i.Title, &i.Note, &i.DoneAt)
	return i, err
}

func agendaOf(ctx context.Context, q store.Queryer, id ID) ([]AgendaItem, error) {
	all, err := store.All(ctx, q, scanItem, `
		SELECT id, item, title, note, done_at
		FROM meeting_item
		WHERE meeting_id = $1
		ORDER BY position, id`, id)
	if err != nil {
		return nil, fmt.Errorf("read the agenda of meeting %d: %w", id, err)
	}
	return all, nil
}

func insertItem(ctx context.Context, tx *store.Tx, id ID, i AgendaItem, position int) (ItemID, error) {
	item, err := store.One(ctx, tx, store.Value[ItemID], `
		INSERT INTO meeting_item (meeting_id, position, item, title, note)
		VALUES ($1, $2, $3, $4, $5)
		RETURNING id`, id, position, string(i.Item), i.Title, i.Note)
	if err != nil {
		return 0, fmt.Errorf("put “%s” on the agenda of meeting %d: %w", i.Title, id, err)
	}
	return item, nil
}

// setPosition places an item on its agenda.
func setPosition(ctx context.Context, tx *store.Tx, id ItemID, position int) error {
	if _, err := tx.Exec(ctx, `UPDATE meeting_item SET position = $2 WHERE id = $1`, id, position); err != nil {
		return fmt.Errorf("place item %d on the agenda: %w", id, err)
	}
	return nil
}

func deleteItem(ctx context.Context, tx *store.Tx, id ItemID) error {
	if _, err := tx.Exec(ctx, `DELETE FROM meeting_item WHERE id = $1`, id); err != nil {
		return fmt.Errorf("take item %d off the agenda: %w", id, err)
	}
	return nil
}

// counts of a list of meetings: motions, saved minutes and whether these are
// approved.
type tally struct {
	motions           int
	minutes, readable bool
}

func talliesOf(ctx context.Context, q store.Queryer) (map[ID]tally, error) {
	type row struct {
		id ID
		tally
	}
	rows, err := store.All(ctx, q, func(s store.Scanner) (r row, err error) {
		err = s.Scan(&r.id, &r.motions, &r.minutes, &r.readable)
		return r, err
	}, `
		SELECT m.id,
		       (SELECT COUNT(*) FROM motion o WHERE o.meeting_id = m.id),
		       EXISTS (SELECT 1 FROM meeting_minutes t WHERE t.meeting_id = m.id),
		       EXISTS (SELECT 1 FROM meeting_minutes t WHERE t.meeting_id = m.id
		               AND (t.approved_id IS NOT NULL OR t.shown_at IS NOT NULL))
		FROM meeting m`)
	if err != nil {
		return nil, fmt.Errorf("count what meetings have: %w", err)
	}
	out := make(map[ID]tally, len(rows))
	for _, r := range rows {
		out[r.id] = r.tally
	}
	return out, nil
}

// registered reads everybody who has a term of membership in force over a day, by name;
// what else they are is asked of the register.
func registered(ctx context.Context, q store.Queryer, day civil.Date) ([]PersonID, error) {
	all, err := store.All(ctx, q, store.Value[PersonID], `
		SELECT p.id
		FROM person p
		WHERE p.id IN (
		    SELECT t.person_id
		    FROM membership_term t
		    WHERE t.from_day <= $1 AND t.to_day >= $1 AND t.corrected = FALSE AND t.kind <> 'void')
		ORDER BY p.sort_key, p.id`, day)
	if err != nil {
		return nil, fmt.Errorf("read who is registered on %s: %w", day, err)
	}
	return all, nil
}
