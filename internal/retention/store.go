package retention

import (
	"context"
	"fmt"
	"strings"

	"nzgs/internal/civil"
	"nzgs/internal/store"
)

// change runs one writing statement and says what it was for.
func change(ctx context.Context, tx *store.Tx, what, statement string, args ...any) (int64, error) {
	n, err := tx.Exec(ctx, statement, args...)
	if err != nil {
		return 0, fmt.Errorf("remove %s: %w", what, err)
	}
	return n, nil
}

// What is due, once for the page that shows it and for the statement that removes it.
var (
	dueLetters  = condition{`mail_letter WHERE to_address <> '` + Removed + `' AND ` + oldLetter, byInstant}
	dueMailings = condition{
		`mailing_letter
		WHERE subject <> '` + Removed + `' AND mailing_id IN (SELECT id FROM mailing WHERE made_at < $1)`, byInstant,
	}
	dueBounces = condition{`mail_bounce WHERE settled_at < $1`, byInstant}
	dueRolls   = condition{
		`meeting_roll
		WHERE address <> '' AND notice_id IN (
		    SELECT n.id
		    FROM meeting_notice n
		    JOIN meeting m ON m.id = n.meeting_id
		    WHERE m.date < $1 AND m.state IN ('closed', 'approved', 'inquorate', 'cancelled'))`, byDay,
	}
	dueLists = condition{
		`club_return_row
		WHERE (email <> '' OR phone <> '' OR address <> '' OR note <> '') AND return_id IN (
		    SELECT id
		    FROM club_return
		    WHERE state IN ('confirmed', 'withdrawn') AND COALESCE(confirmed_at, submitted_at, created_at) < $1)`, byInstant,
	}
	dueFormer  = condition{`person p WHERE ` + wasFormer + ` AND p.id NOT IN (` + needed("$3") + `)`, byAll}
	heldFormer = condition{`person p WHERE ` + wasFormer + ` AND p.id IN (` + needed("$3") + `)`, byAll}
	dueReasons = condition{`departure WHERE reason <> '` + Removed + `' AND day < $1`, byDay}
)

const oldLetter = `state IN ('sent', 'failed') AND COALESCE(sent_at, queued_at) < $1`

// where is the condition alone.
func (c condition) where() string {
	_, where, _ := strings.Cut(c.from, "WHERE ")
	return where
}

func removeLetters(ctx context.Context, tx *store.Tx, before, _ civil.Date) (int64, error) {
	if _, err := change(ctx, tx, "attachments of letters", `
		DELETE FROM mail_letter_attachment
		WHERE letter_id IN (SELECT id FROM mail_letter WHERE `+oldLetter+`)`, before.Midnight()); err != nil {
		return 0, err
	}
	n, err := change(ctx, tx, "letters", `
		UPDATE mail_letter
		SET to_name = '', to_address = '`+Removed+`', subject = '`+Removed+`', body = '', reply_name = '', reply_address = '',
		    problem = '', outdated = 'Its address and text are no longer kept.',
		    letter_key = CASE WHEN letter_key LIKE '%@%' THEN 'removed:' || CAST(id AS TEXT) ELSE letter_key END
		WHERE `+dueLetters.where(), before.Midnight())
	if err != nil {
		return 0, err
	}
	_, err = change(ctx, tx, "files that no letter has", `
		DELETE FROM mail_attachment
		WHERE NOT EXISTS (SELECT 1 FROM mail_letter_attachment a WHERE a.attachment_id = mail_attachment.id)`)
	return n, err
}

func removeMailings(ctx context.Context, tx *store.Tx, before, _ civil.Date) (int64, error) {
	return change(ctx, tx, "letters on paper", `
		UPDATE mailing_letter
		SET postal = '', subject = '`+Removed+`', body = ''
		WHERE `+dueMailings.where(), before.Midnight())
}

func removeBounces(ctx context.Context, tx *store.Tx, before, _ civil.Date) (int64, error) {
	return change(ctx, tx, "addresses that came back", `DELETE FROM mail_bounce WHERE `+dueBounces.where(), before.Midnight())
}

func removeRolls(ctx context.Context, tx *store.Tx, before, _ civil.Date) (int64, error) {
	return change(ctx, tx, "addresses of notices", `
		UPDATE meeting_roll
		SET address = ''
		WHERE `+dueRolls.where(), before)
}

func removeLists(ctx context.Context, tx *store.Tx, before, _ civil.Date) (int64, error) {
	return change(ctx, tx, "contact details of clubs’ lists", `
		UPDATE club_return_row
		SET email = '', phone = '', address = '', note = ''
		WHERE `+dueLists.where(), before.Midnight())
}

// wasFormer is the condition that a person p has contact details, and was last a member, or played, before the day $1.
// Until when people were members is kept with them; who played is read once, by the days of events: looking at each person
// what they played would read all entries of twenty years.
const wasFormer = `(p.email <> '' OR p.phone <> '' OR p.address <> '' OR p.note <> '') AND p.created_at < $2
	AND p.gone = FALSE AND p.last_to < $1
	AND p.id NOT IN (
	    SELECT x.person_id
	    FROM entry x
	    WHERE x.person_id IS NOT NULL AND x.section_id IN (
	        SELECT s.id FROM section s WHERE s.event_id IN (SELECT e.id FROM event e WHERE e.to_day >= $1)))`

func removeFormer(ctx context.Context, tx *store.Tx, before, today civil.Date) (int64, error) {
	return change(ctx, tx, "contact details of former members", `
		UPDATE person
		SET email = '', email_key = '', phone = '', phone_key = '', address = '', note = '', version = version + 1
		WHERE id IN (SELECT p.id FROM `+dueFormer.from+`)`, byAll(before, today)...)
}

func removeReasons(ctx context.Context, tx *store.Tx, before, _ civil.Date) (int64, error) {
	return change(ctx, tx, "why people left", `
		UPDATE departure
		SET reason = '`+Removed+`', undone_why = CASE WHEN undone_why = '' THEN '' ELSE '`+Removed+`' END
		WHERE `+dueReasons.where(), before)
}

func count(ctx context.Context, q store.Queryer, query string, args ...any) (int64, error) {
	n, err := store.One(ctx, q, store.Value[int64], query, args...)
	if err != nil {
		return 0, fmt.Errorf("count what is kept: %w", err)
	}
	return n, nil
}

// plan reads whether the program removes by itself, with the version.
func plan(ctx context.Context, q store.Queryer) (daily bool, version int64, err error) {
	err = q.QueryRow(ctx, `SELECT daily, version FROM retention_plan WHERE id = 1`).Scan(&daily, &version)
	if err != nil {
		return false, 0, fmt.Errorf("read how long things are kept: %w", err)
	}
	return daily, version, nil
}

func savePlan(ctx context.Context, tx *store.Tx, daily bool, version int64) (int64, error) {
	n, err := tx.Exec(ctx, `
		UPDATE retention_plan
		SET daily = $1, version = version + 1
		WHERE id = 1 AND version = $2`, daily, version)
	if err != nil {
		return 0, fmt.Errorf("save how long things are kept: %w", err)
	}
	return n, nil
}

// periods reads the periods that the society decided on, by kind.
func periods(ctx context.Context, q store.Queryer) (map[string]int, error) {
	type one struct {
		kind   string
		months int
	}
	all, err := store.All(ctx, q, func(s store.Scanner) (o one, err error) {
		err = s.Scan(&o.kind, &o.months)
		return o, err
	}, `
		SELECT kind, months
		FROM retention_period`)
	if err != nil {
		return nil, fmt.Errorf("read how long things are kept: %w", err)
	}
	out := map[string]int{}
	for _, o := range all {
		out[o.kind] = o.months
	}
	return out, nil
}

func savePeriod(ctx context.Context, tx *store.Tx, kind string, months int, at civil.Instant, by string) error {
	_, err := tx.Exec(ctx, `
		INSERT INTO retention_period (kind, months, changed_at, changed_by)
		VALUES ($1, $2, $3, $4)
		ON CONFLICT (kind) DO UPDATE SET months = excluded.months, changed_at = excluded.changed_at,
		    changed_by = excluded.changed_by`, kind, months, at, by)
	if err != nil {
		return fmt.Errorf("save how long something is kept: %w", err)
	}
	return nil
}

// beginRun is the report that a run is written in: of the program's own one of a day.
func beginRun(ctx context.Context, tx *store.Tx, r Run) (id RunID, err error) {
	conflict := ``
	if r.Daily {
		conflict = `ON CONFLICT (day) WHERE daily = TRUE DO UPDATE SET at = excluded.at`
	}
	id, err = store.One(ctx, tx, store.Value[RunID], `
		INSERT INTO retention_run (day, at, by_name, daily)
		VALUES ($1, $2, $3, $4) `+conflict+`
		RETURNING id`, r.At.Date(), r.At, r.By, r.Daily)
	if err != nil {
		return 0, fmt.Errorf("begin a report: %w", err)
	}
	return id, nil
}

func addLine(ctx context.Context, tx *store.Tx, id RunID, l Line) error {
	_, err := tx.Exec(ctx, `
		INSERT INTO retention_removed (run_id, kind, rule, removed, held)
		VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (run_id, kind) DO UPDATE SET removed = retention_removed.removed + excluded.removed, held = excluded.held`,
		id, l.Kind, l.Rule, l.Removed, l.Held)
	if err != nil {
		return fmt.Errorf("write a report: %w", err)
	}
	return nil
}

// dailyRan reports whether the program has removed what the society's periods say today.
func dailyRan(ctx context.Context, q store.Queryer, day civil.Date) (bool, error) {
	return store.One(ctx, q, store.Value[bool], `
		SELECT EXISTS (
		    SELECT 1
		    FROM retention_run r
		    JOIN retention_removed l ON l.run_id = r.id
		    WHERE r.daily = TRUE AND r.day = $1 AND l.kind = 'letters')`, day)
}

// runs reads the reports, the latest first.
func runs(ctx context.Context, q store.Queryer, limit int) ([]Run, error) {
	type row struct {
		Run
		line Line
	}
	rows, err := store.All(ctx, q, func(s store.Scanner) (r row, err error) {
		err = s.Scan(&r.ID, &r.At, &r.By, &r.Daily, &r.line.Kind, &r.line.Rule, &r.line.Removed, &r.line.Held)
		return r, err
	}, `
		SELECT r.id, r.at, r.by_name, r.daily, l.kind, l.rule, l.removed, l.held
		FROM (SELECT id, at, by_name, daily FROM retention_run ORDER BY id DESC LIMIT $1) r
		JOIN retention_removed l ON l.run_id = r.id
		ORDER BY r.id DESC, l.kind`, limit)
	if err != nil {
		return nil, fmt.Errorf("read the reports: %w", err)
	}
	var out []Run
	for _, r := range rows {
		if n := len(out); n == 0 || out[n-1].ID != r.ID {
			out = append(out, r.Run)
		}
		last := &out[len(out)-1]
		last.Lines = append(last.Lines, r.line)
	}
	return out, nil
}
