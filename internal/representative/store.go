package representative

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"nzgs/internal/civil"
	"nzgs/internal/members"
	"nzgs/internal/ratings/points"
	"nzgs/internal/store"
)

// lockPoints makes whoever changes points wait for whoever is doing so, and gives the revision from before.
func lockPoints(ctx context.Context, tx *store.Tx) (int64, error) {
	n, err := store.One(ctx, tx, store.Value[int64], `
		UPDATE points_head SET revision = revision + 1 WHERE id = 1 RETURNING revision`)
	if err != nil {
		return 0, fmt.Errorf("lock the points: %w", err)
	}
	return n - 1, nil
}

func revisionOf(ctx context.Context, q store.Queryer) (int64, error) {
	return store.One(ctx, q, store.Value[int64], `SELECT revision FROM points_head WHERE id = 1`)
}

// loadFacts reads all that counts.
func loadFacts(ctx context.Context, q store.Queryer) (f facts, err error) {
	if f.systems, err = systems(ctx, q); err != nil {
		return f, err
	}
	if f.openings, err = openings(ctx, q); err != nil {
		return f, err
	}
	if f.events, err = postedEvents(ctx, q); err != nil {
		return f, err
	}
	f.closed, err = store.All(ctx, q, func(s store.Scanner) (c closedYear, err error) {
		err = s.Scan(&c.event, store.ZeroNull(&c.person))
		return c, err
	}, `
		SELECT y.points_event_id, c.person_id
		FROM points_year y
		LEFT JOIN points_choice c ON c.id = y.choice_id
		WHERE y.undone_at IS NULL
		ORDER BY y.id`)
	if err != nil {
		return f, fmt.Errorf("read the closed points years: %w", err)
	}
	return f, nil
}

func openings(ctx context.Context, q store.Queryer) ([]opening, error) {
	all, err := store.All(ctx, q, func(s store.Scanner) (o opening, err error) {
		err = s.Scan(&o.id, &o.person, &o.day, &o.points, &o.source, &o.represented)
		return o, err
	}, `
		SELECT id, person_id, day, points, source, represented
		FROM points_opening
		WHERE withdrawn_at IS NULL
		ORDER BY id`)
	if err != nil {
		return nil, fmt.Errorf("read the balances brought in: %w", err)
	}
	return all, nil
}

// postedEvents reads the events that are posted, with their placings.
func postedEvents(ctx context.Context, q store.Queryer) ([]event, error) {
	events, err := store.All(ctx, q, func(s store.Scanner) (e event, err error) {
		err = s.Scan(
			&e.id, &e.posting, &e.name, &e.day, &e.kind, &e.ends, store.ZeroNull(&e.club), store.ZeroNull(&e.of),
		)
		return e, err
	}, `
		SELECT e.id, p.id, p.name, p.day, e.kind, e.ends_year, e.club_id, s.event_id
		FROM points_posting p
		JOIN points_event e ON e.id = p.points_event_id
		LEFT JOIN section s ON s.id = e.section_id
		WHERE p.replaced_at IS NULL AND e.withdrawn_at IS NULL
		ORDER BY p.day, e.id`)
	if err != nil {
		return nil, fmt.Errorf("read the posted events: %w", err)
	}
	at := make(map[postingID]int, len(events))
	for i, e := range events {
		at[e.posting] = i
	}
	type row struct {
		posting postingID
		placing
	}
	rows, err := store.All(ctx, q, func(s store.Scanner) (r row, err error) {
		err = s.Scan(&r.posting, store.ZeroNull(&r.person), &r.name, &r.score, &r.member)
		return r, err
	}, `
		SELECT g.posting_id, g.person_id, g.name, g.score, g.member
		FROM points_placing g
		JOIN points_posting p ON p.id = g.posting_id
		WHERE p.replaced_at IS NULL
		ORDER BY g.posting_id, g.seq`)
	if err != nil {
		return nil, fmt.Errorf("read the placings: %w", err)
	}
	for _, r := range rows {
		if i, ok := at[r.posting]; ok {
			events[i].placings = append(events[i].placings, r.placing)
		}
	}
	return events, nil
}

// replacePosting writes what an event came to, in the place of what it came to before.
func replacePosting(ctx context.Context, tx *store.Tx, e event, now civil.Instant, by string) error {
	if err := endPosting(ctx, tx, e.id, now); err != nil {
		return err
	}
	id, err := store.One(ctx, tx, store.Value[postingID], `
		INSERT INTO points_posting (points_event_id, name, day, posted_at, posted_by)
		VALUES ($1, $2, $3, $4, $5)
		RETURNING id`, e.id, e.name, e.day, now, by)
	if err != nil {
		return fmt.Errorf("post %s: %w", e.name, err)
	}
	const columns = 6
	var rows [][]any
	for i, p := range e.placings {
		rows = append(rows, []any{id, i + 1, store.NullZero(p.person), p.name, int64(p.score), p.member})
	}
	err = insertRows(ctx, tx, columns, `INSERT INTO points_placing (posting_id, seq, person_id, name, score, member)`, rows)
	if err != nil {
		return fmt.Errorf("post the placings of %s: %w", e.name, err)
	}
	_, err = tx.Exec(ctx, `UPDATE points_event SET waits = '' WHERE id = $1`, e.id)
	return err
}

func endPosting(ctx context.Context, tx *store.Tx, id EventID, now civil.Instant) error {
	if _, err := tx.Exec(ctx, `
		UPDATE points_posting SET replaced_at = $2 WHERE points_event_id = $1 AND replaced_at IS NULL`, id, now); err != nil {
		return fmt.Errorf("replace a posting: %w", err)
	}
	return nil
}

func insertRows(ctx context.Context, tx *store.Tx, columns int, head string, rows [][]any) error {
	for chunk := range slices.Chunk(rows, store.InsertRows(columns)) {
		query := head + ` VALUES ` + store.Values(len(chunk), columns)
		if _, err := tx.Exec(ctx, query, slices.Concat(chunk...)...); err != nil {
			return err
		}
	}
	return nil
}

const lineColumns = `l.id, l.person_id, l.day, l.step, l.points_event_id, l.opening_id, l.event_name, l.points, l.rule,
	l.trace, l.cause, l.reverses_id, l.posted_at, l.posted_by,
	EXISTS (SELECT 1 FROM points_line r WHERE r.reverses_id = l.id)`

func scanLine(s store.Scanner) (l Line, err error) {
	err = s.Scan(
		&l.id, &l.Person, &l.Day, &l.Step, store.ZeroNull(&l.Event), store.ZeroNull(&l.opening), &l.EventName, &l.Points,
		&l.Rule, &l.Trace, &l.Cause, store.ZeroNull(&l.reverses), &l.PostedAt, &l.PostedBy, &l.Reversed,
	)
	l.Reverses = l.reverses != 0
	return l, err
}

// countingLines are the lines that are neither reversed nor reversals.
func countingLines(ctx context.Context, q store.Queryer) ([]Line, error) {
	all, err := store.All(ctx, q, scanLine, `
		SELECT `+lineColumns+`
		FROM points_line l
		WHERE l.reverses_id IS NULL AND NOT EXISTS (SELECT 1 FROM points_line r WHERE r.reverses_id = l.id)
		ORDER BY l.id`)
	if err != nil {
		return nil, fmt.Errorf("read the ledger: %w", err)
	}
	return all, nil
}

func linesOf(ctx context.Context, q store.Queryer, person PersonID) ([]Line, error) {
	all, err := store.All(ctx, q, scanLine, `
		SELECT `+lineColumns+`
		FROM points_line l
		WHERE l.person_id = $1
		ORDER BY l.day, l.id`, person)
	if err != nil {
		return nil, fmt.Errorf("read an account of points: %w", err)
	}
	return all, nil
}

func hasLines(ctx context.Context, q store.Queryer, person PersonID) (bool, error) {
	has, err := store.One(ctx, q, store.Value[bool], `
		SELECT EXISTS (SELECT 1 FROM points_line WHERE person_id = $1)`, person)
	if err != nil {
		return false, fmt.Errorf("read whether someone has points: %w", err)
	}
	return has, nil
}

func insertLines(ctx context.Context, tx *store.Tx, lines []Line) error {
	const columns = 13
	var rows [][]any
	for _, l := range lines {
		rows = append(rows, []any{
			l.Person, l.Day, string(l.Step), store.NullZero(l.Event), store.NullZero(l.opening), l.EventName, int64(l.Points),
			l.Rule, l.Trace, l.Cause, store.NullZero(l.reverses), l.PostedAt, l.PostedBy,
		})
	}
	err := insertRows(ctx, tx, columns, `
		INSERT INTO points_line (person_id, day, step, points_event_id, opening_id, event_name, points, rule, trace, cause,
		                         reverses_id, posted_at, posted_by)`, rows)
	if err != nil {
		return fmt.Errorf("post lines of points: %w", err)
	}
	return nil
}

// systems are the figures by the day they hold from, the first first.
func systems(ctx context.Context, q store.Queryer) ([]points.System, error) {
	all, err := store.All(ctx, q, func(s store.Scanner) (one points.System, err error) {
		var national, regional string
		if err := s.Scan(&one.From, &national, &regional, &one.Loss, &one.Fixed); err != nil {
			return one, err
		}
		if one.National, err = tableOf(national); err != nil {
			return one, err
		}
		one.Regional, err = tableOf(regional)
		return one, err
	}, `
		SELECT s.from_day, s.national, s.regional, s.loss, s.fixed
		FROM points_system s
		WHERE s.id = (SELECT MAX(o.id) FROM points_system o WHERE o.from_day = s.from_day)
		ORDER BY s.from_day`)
	if err != nil {
		return nil, fmt.Errorf("read how points are given: %w", err)
	}
	return all, nil
}

// tableOf reads hundredths of points by place, as they are kept: "1000,700".
func tableOf(kept string) (out []points.Amount, err error) {
	for text := range strings.SplitSeq(kept, ",") {
		n, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			return nil, fmt.Errorf("read a table of points: %w", err)
		}
		out = append(out, points.Amount(n))
	}
	return out, nil
}

func keptTable(table []points.Amount) string {
	texts := make([]string, len(table))
	for i, a := range table {
		texts[i] = strconv.FormatInt(int64(a), 10)
	}
	return strings.Join(texts, ",")
}

// publicNames are people's names as public pages show them.
func publicNames(ctx context.Context, q store.Queryer, ids []PersonID) (map[PersonID]string, error) {
	return members.PublicNames(ctx, q, ids)
}
