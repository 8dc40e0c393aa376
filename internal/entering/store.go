package entering

import (
	"context"
	"errors"
	"fmt"

	"nzgs/internal/apperr"
	"nzgs/internal/civil"
	"nzgs/internal/members"
	"nzgs/internal/store"
	"nzgs/internal/tournaments"
)

const columns = `a.id, a.event_id, a.section_id, a.person_id, a.family_name, a.given_names, a.email, a.country, a.club,
	a.egf_pin, a.aga_number, a.grade, a.absent, a.note, a.team, a.student, a.kind, a.fee, a.state, a.asked_at, a.expires_at,
	a.queued_at, a.ended_at, a.entry_id, a.paid_at, a.paid_how, a.paid_by, a.invoice_id, a.version`

func scan(s store.Scanner) (Application, error) {
	var a Application
	var absent string
	err := s.Scan(&a.ID, &a.Event, &a.Section, store.ZeroNull(&a.Person), &a.Name.Family, &a.Name.Given, &a.Email, &a.Country,
		&a.Club, &a.PIN, &a.AGA, &a.Grade, &absent, &a.Note, &a.Team, &a.Student, &a.Kind, &a.Fee, &a.State, &a.Asked, &a.Expires,
		&a.Queued, &a.Ended, store.ZeroNull(&a.Entry), &a.Paid.At, &a.Paid.How, &a.Paid.By,
		store.ZeroNull(&a.Invoice), &a.Version)
	if err != nil {
		return a, err
	}
	a.Name.Order = members.GuessOrder(a.Name.Family, a.Name.Given)
	a.Absent, err = tournaments.ParseRounds(absent)
	return a, err
}

func byID(ctx context.Context, q store.Queryer, id ApplicationID) (Application, error) {
	a, err := store.One(ctx, q, scan, `SELECT `+columns+` FROM application a WHERE a.id = $1`, id)
	return found(a, err)
}

func byToken(ctx context.Context, q store.Queryer, hash string) (Application, error) {
	a, err := store.One(ctx, q, scan, `
		SELECT `+columns+`
		FROM application a
		JOIN application_link l ON l.application_id = a.id
		WHERE l.token_hash = $1`, hash)
	return found(a, err)
}

func found(a Application, err error) (Application, error) {
	if errors.Is(err, store.ErrNoRows) {
		return a, errNone()
	}
	if err != nil {
		return a, fmt.Errorf("read an application: %w", err)
	}
	return a, nil
}

func errNone() error {
	return apperr.New(apperr.NotFound, "This link is not valid. Entries that are not confirmed within two days are forgotten: "+
		"enter again.")
}

// ofEvent reads the applications to an event that count or counted, in the order of their turns.
func ofEvent(ctx context.Context, q store.Queryer, event EventID) ([]Application, error) {
	return list(store.All(ctx, q, scan, `
		SELECT `+columns+`
		FROM application a
		WHERE a.event_id = $1 AND a.state <> 'unconfirmed'
		ORDER BY a.queued_at, a.id`, event))
}

// endedWithBill reads the latest application of the same person to the same section that ended and had an invoice.
func endedWithBill(ctx context.Context, q store.Queryer, a Application) (Application, bool, error) {
	all, err := list(store.All(ctx, q, scan, `
		SELECT `+columns+`
		FROM application a
		WHERE a.section_id = $1 AND a.person_id = $2 AND a.id <> $3 AND a.state IN ('withdrawn', 'declined')
		  AND a.invoice_id IS NOT NULL
		ORDER BY a.id DESC
		LIMIT 1`, a.Section, a.Person, a.ID))
	if err != nil || len(all) == 0 {
		return Application{}, false, err
	}
	return all[0], true, nil
}

// ofPerson reads the applications of someone to sections that have not begun, of events that are announced and, where
// they are cancelled, not over.
func ofPerson(ctx context.Context, q store.Queryer, person PersonID, today civil.Date) ([]Application, error) {
	return list(store.All(ctx, q, scan, `
		SELECT `+columns+`
		FROM application a
		JOIN event e ON e.id = a.event_id
		WHERE a.person_id = $1 AND a.state IN ('preliminary', 'waiting', 'confirmed') AND e.status IN ('open', 'running')
		  AND NOT EXISTS (SELECT 1 FROM round r WHERE r.section_id = a.section_id AND r.state = 'published')
		  AND (e.cancelled = FALSE OR e.to_day >= $2)
		ORDER BY e.from_day, a.id`, person, today))
}

// inTurn has the forms of an event wait for each other: of two of one person that come at once, the later one finds the
// earlier.
func inTurn(ctx context.Context, tx *store.Tx, event EventID) error {
	if _, err := tx.Exec(ctx, `
		UPDATE entry_terms
		SET version = version
		WHERE event_id = $1`, event); err != nil {
		return fmt.Errorf("wait for other forms: %w", err)
	}
	return nil
}

// alike reads what stands in a section for an address and a name.
func alike(ctx context.Context, q store.Queryer, a Application) ([]Application, error) {
	return list(store.All(ctx, q, scan, `
		SELECT `+columns+`
		FROM application a
		WHERE a.section_id = $1 AND a.email_key = $2 AND a.name_key = $3
		  AND a.state IN ('unconfirmed', 'preliminary', 'waiting', 'confirmed')
		ORDER BY a.id`, a.Section, members.EmailKey(a.Email), nameKey(a)))
}

func list(all []Application, err error) ([]Application, error) {
	if err != nil {
		return nil, fmt.Errorf("read applications: %w", err)
	}
	return all, nil
}

func nameKey(a Application) string {
	if a.Name.Family == "" {
		return ""
	}
	return members.NameKey(a.Name.Family, a.Name.Given)
}

func (a Application) values() []any {
	return []any{
		store.NullZero(a.Person), a.Name.Family, a.Name.Given, nameKey(a), a.Email, members.EmailKey(a.Email), a.Country, a.Club,
		a.PIN, a.AGA, a.Grade, tournaments.FormatRounds(a.Absent), a.Note, a.Team, a.Student, string(a.Kind), int64(a.Fee),
		string(a.State), a.Expires, a.Queued, a.Ended, store.NullZero(a.Entry), a.Paid.At, string(a.Paid.How), a.Paid.By,
		store.NullZero(a.Invoice),
	}
}

func insert(ctx context.Context, tx *store.Tx, a Application) (ApplicationID, error) {
	const more = 3
	args := append(a.values(), a.Event, a.Section, a.Asked)
	id, err := store.One(ctx, tx, store.Value[ApplicationID], `
		INSERT INTO application (person_id, family_name, given_names, name_key, email, email_key, country, club,
		                         egf_pin, aga_number, grade, absent, note, team, student, kind, fee,
		                         state, expires_at, queued_at, ended_at, entry_id, paid_at, paid_how, paid_by, invoice_id,
		                         event_id, section_id, asked_at)
		VALUES `+store.Values(1, len(a.values())+more)+`
		RETURNING id`, args...)
	return id, twice(err)
}

func update(ctx context.Context, tx *store.Tx, a Application) (changed bool, err error) {
	n, err := tx.Exec(ctx, `
		UPDATE application
		SET person_id = $1, family_name = $2, given_names = $3, name_key = $4, email = $5, email_key = $6, country = $7,
		    club = $8, egf_pin = $9, aga_number = $10, grade = $11, absent = $12, note = $13, team = $14, student = $15,
		    kind = $16, fee = $17, state = $18, expires_at = $19, queued_at = $20, ended_at = $21, entry_id = $22,
		    paid_at = $23, paid_how = $24, paid_by = $25, invoice_id = $26, version = version + 1
		WHERE id = $27 AND version = $28`, append(a.values(), a.ID, a.Version)...)
	return n > 0, twice(err)
}

// twice names someone who is entered in a section a second time.
func twice(err error) error {
	if store.UniqueOn(err, "application", "person_id") {
		return apperr.New(apperr.Conflict, "This player is already entered in the section.")
	}
	if store.UniqueOn(err, "application", "entry_id") { // under another person's number, if two records were merged since
		return apperr.New(apperr.Conflict, "The fee of this entry stands among the online entries already.")
	}
	if err != nil {
		return fmt.Errorf("save an application: %w", err)
	}
	return nil
}

func dropLinks(ctx context.Context, tx *store.Tx, id ApplicationID) error {
	_, err := tx.Exec(ctx, `DELETE FROM application_link WHERE application_id = $1`, id)
	return err
}

func insertLink(ctx context.Context, tx *store.Tx, hash string, id ApplicationID, at civil.Instant) error {
	_, err := tx.Exec(ctx, `
		INSERT INTO application_link (token_hash, application_id, made_at)
		VALUES ($1, $2, $3)`, hash, id, at)
	return err
}

// lapse forgets what was not confirmed in time, and says how much that is.
func lapse(ctx context.Context, tx *store.Tx, now civil.Instant) (int64, error) {
	if _, err := tx.Exec(ctx, `
		DELETE FROM application_link
		WHERE application_id IN (SELECT id FROM application WHERE state = 'unconfirmed' AND expires_at <= $1)`,
		now); err != nil {
		return 0, err
	}
	return tx.Exec(ctx, `DELETE FROM application WHERE state = 'unconfirmed' AND expires_at <= $1`, now)
}

func lapsed(ctx context.Context, q store.Queryer, now civil.Instant) (bool, error) {
	return store.One(ctx, q, store.Value[bool], `
		SELECT EXISTS (SELECT 1 FROM application WHERE state = 'unconfirmed' AND expires_at <= $1)`, now)
}

// entered reports whether someone stands in a section; who withdrew before its first round does not.
func entered(ctx context.Context, q store.Queryer, section SectionID, person PersonID) (bool, error) {
	return store.One(ctx, q, store.Value[bool], `
		SELECT EXISTS (SELECT 1
		               FROM entry
		               WHERE section_id = $1 AND person_id = $2 AND COALESCE(withdrawn_after, 1) > 0)`, section, person)
}

// whoLeft reads confirmed applications of a section whose entry was removed, or withdrew before the first round.
func whoLeft(ctx context.Context, q store.Queryer, section SectionID) ([]Application, error) {
	return list(store.All(ctx, q, scan, `
		SELECT `+columns+`
		FROM application a
		LEFT JOIN entry n ON n.id = a.entry_id
		WHERE a.section_id = $1 AND a.state = 'confirmed' AND (n.id IS NULL OR n.withdrawn_after = 0)
		ORDER BY a.id`, section))
}

// byHand reads applications of a section that stand as not confirmed, or as ended, of people who have an entry there: the
// latest one of each. Their Entry is that entry.
func byHand(ctx context.Context, q store.Queryer, section SectionID) ([]Application, error) {
	return list(store.All(ctx, q, func(s store.Scanner) (Application, error) {
		var entry EntryID
		a, err := scan(trailing{s, &entry})
		a.Entry = entry
		return a, err
	}, `
		SELECT `+columns+`, n.id
		FROM application a
		JOIN entry n ON n.section_id = a.section_id AND n.person_id = a.person_id
		WHERE a.section_id = $1
		  AND (a.state IN ('preliminary', 'waiting') AND COALESCE(n.withdrawn_after, 1) > 0
		       OR a.state IN ('withdrawn', 'declined') AND n.withdrawn_after IS NULL)
		  AND NOT EXISTS (SELECT 1
		                  FROM application b
		                  WHERE b.section_id = a.section_id AND b.person_id = a.person_id
		                    AND (b.state = 'confirmed' OR b.id > a.id AND b.state <> 'unconfirmed'))
		ORDER BY a.id`, section))
}

// trailing reads one more column at the end of a row.
type trailing struct {
	store.Scanner
	last any
}

// Scan reads the row.
func (t trailing) Scan(dest ...any) error { return t.Scanner.Scan(append(dest, t.last)...) }

// taken counts the places of a section that are held: entries, and preliminary applications.
func taken(ctx context.Context, q store.Queryer, section SectionID) (int, error) {
	n, err := store.One(ctx, q, store.Value[int], `
		SELECT (SELECT COUNT(*) FROM entry WHERE section_id = $1 AND withdrawn_after IS NULL)
		     + (SELECT COUNT(*) FROM application WHERE section_id = $1 AND state = 'preliminary')`, section)
	if err != nil {
		return 0, fmt.Errorf("count the places of a section: %w", err)
	}
	return n, nil
}

// firstWaiting is whose turn it is; ErrNoRows when no one waits.
func firstWaiting(ctx context.Context, q store.Queryer, section SectionID) (Application, error) {
	return store.One(ctx, q, scan, `
		SELECT `+columns+`
		FROM application a
		WHERE a.section_id = $1 AND a.state = 'waiting'
		ORDER BY a.queued_at, a.id
		LIMIT 1`, section)
}

// inLine is the place of an application among those that wait, from 1.
func inLine(ctx context.Context, q store.Queryer, a Application) (int, error) {
	return store.One(ctx, q, store.Value[int], `
		SELECT COUNT(*)
		FROM application
		WHERE section_id = $1 AND state = 'waiting' AND (queued_at < $2 OR queued_at = $2 AND id <= $3)`,
		a.Section, a.Queued, a.ID)
}
