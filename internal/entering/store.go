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
	a.egf_pin, a.aga_number, a.grade, a.absent, a.note, a.student, a.kind, a.fee, a.state, a.asked_at, a.expires_at,
	a.queued_at, a.ended_at, a.entry_id, a.paid_at, a.paid_how, a.paid_by, a.version`

func scan(s store.Scanner) (Application, error) {
	var a Application
	var absent string
	err := s.Scan(&a.ID, &a.Event, &a.Section, store.ZeroNull(&a.Person), &a.Name.Family, &a.Name.Given, &a.Email, &a.Country,
		&a.Club, &a.PIN, &a.AGA, &a.Grade, &absent, &a.Note, &a.Student, &a.Kind, &a.Fee, &a.State, &a.Asked, &a.Expires,
		&a.Queued, &a.Ended, store.ZeroNull(&a.Entry), &a.Paid.At, &a.Paid.How, &a.Paid.By, &a.Version)
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

// ofPerson reads the applications of someone to events that are announced and not over.
func ofPerson(ctx context.Context, q store.Queryer, person PersonID) ([]Application, error) {
	return list(store.All(ctx, q, scan, `
		SELECT `+columns+`
		FROM application a
		JOIN event e ON e.id = a.event_id
		WHERE a.person_id = $1 AND a.state IN ('preliminary', 'waiting', 'confirmed') AND e.status = 'open'
		ORDER BY e.from_day, a.id`, person))
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
		a.PIN, a.AGA, a.Grade, tournaments.FormatRounds(a.Absent), a.Note, a.Student, string(a.Kind), int64(a.Fee),
		string(a.State), a.Expires, a.Queued, a.Ended, store.NullZero(a.Entry), a.Paid.At, string(a.Paid.How), a.Paid.By,
	}
}

func insert(ctx context.Context, tx *store.Tx, a Application) (ApplicationID, error) {
	const more = 3
	args := append(a.values(), a.Event, a.Section, a.Asked)
	id, err := store.One(ctx, tx, store.Value[ApplicationID], `
		INSERT INTO application (person_id, family_name, given_names, name_key, email, email_key, country, club,
		                         egf_pin, aga_number, grade, absent, note, student, kind, fee,
		                         state, expires_at, queued_at, ended_at, entry_id, paid_at, paid_how, paid_by,
		                         event_id, section_id, asked_at)
		VALUES `+store.Values(1, len(a.values())+more)+`
		RETURNING id`, args...)
	return id, twice(err)
}

func update(ctx context.Context, tx *store.Tx, a Application) (changed bool, err error) {
	n, err := tx.Exec(ctx, `
		UPDATE application
		SET person_id = $1, family_name = $2, given_names = $3, name_key = $4, email = $5, email_key = $6, country = $7,
		    club = $8, egf_pin = $9, aga_number = $10, grade = $11, absent = $12, note = $13, student = $14, kind = $15,
		    fee = $16, state = $17, expires_at = $18, queued_at = $19, ended_at = $20, entry_id = $21, paid_at = $22,
		    paid_how = $23, paid_by = $24, version = version + 1
		WHERE id = $25 AND version = $26`, append(a.values(), a.ID, a.Version)...)
	return n > 0, twice(err)
}

// twice names someone who is entered in a section a second time.
func twice(err error) error {
	if store.UniqueOn(err, "application", "person_id") {
		return apperr.New(apperr.Conflict, "This player is already entered in the section.")
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

// settle has those whom the director has entered by hand stand as confirmed, and those whose entry was removed, or who
// withdrew before the first round, as withdrawn.
func settle(ctx context.Context, tx *store.Tx, section SectionID, now civil.Instant) error {
	if _, err := tx.Exec(ctx, `
		UPDATE application
		SET state = 'withdrawn', ended_at = $2, entry_id = NULL, version = version + 1
		WHERE section_id = $1 AND state = 'confirmed'
		  AND NOT EXISTS (SELECT 1
		                  FROM entry n
		                  WHERE n.id = application.entry_id AND COALESCE(n.withdrawn_after, 1) > 0)`,
		section, now); err != nil {
		return fmt.Errorf("note who has left: %w", err)
	}
	if _, err := tx.Exec(ctx, `
		UPDATE application
		SET state = 'confirmed', version = version + 1,
		    entry_id = (SELECT n.id
		                FROM entry n
		                WHERE n.section_id = application.section_id AND n.person_id = application.person_id)
		WHERE section_id = $1 AND state IN ('preliminary', 'waiting')
		  AND EXISTS (SELECT 1
		              FROM entry n
		              WHERE n.section_id = application.section_id AND n.person_id = application.person_id
		                AND COALESCE(n.withdrawn_after, 1) > 0)`,
		section); err != nil {
		return fmt.Errorf("note who is entered: %w", err)
	}
	return nil
}

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

func termsOf(ctx context.Context, q store.Queryer, e tournaments.Event) (Terms, error) {
	t := Terms{Event: e.ID, Lists: e.Lists}
	var student *int64
	err := q.QueryRow(ctx, `
		SELECT taken, closes_at, fee_member, fee_visitor, fee_student, how_to_pay, version
		FROM entry_terms
		WHERE event_id = $1`, e.ID).Scan(&t.Taken, &t.Closes, &t.Fees.Member, &t.Fees.Visitor, &student, &t.Pay, &t.Version)
	if errors.Is(err, store.ErrNoRows) {
		t = DefaultTerms(e)
		t.Lists = e.Lists
	} else if err != nil {
		return t, fmt.Errorf("read the terms of entry: %w", err)
	}
	if student != nil {
		t.Fees.Student = cents(*student)
	}
	t.Places = map[SectionID]int{}
	_, err = store.All(ctx, q, func(s store.Scanner) (id SectionID, err error) {
		var places int
		err = s.Scan(&id, &places)
		t.Places[id] = places
		return id, err
	}, `
		SELECT p.section_id, p.places
		FROM section_places p
		JOIN section s ON s.id = p.section_id
		WHERE s.event_id = $1`, e.ID)
	if err != nil {
		return t, fmt.Errorf("read the places of sections: %w", err)
	}
	return t, nil
}

func saveTerms(ctx context.Context, tx *store.Tx, t Terms) (changed bool, err error) {
	var student any
	if t.Fees.Student != nil {
		student = int64(*t.Fees.Student)
	}
	args := []any{
		t.Event, t.Taken, t.Closes, int64(t.Fees.Member), int64(t.Fees.Visitor), student, t.Pay,
	}
	var n int64
	if t.Version == 0 {
		n, err = tx.Exec(ctx, `
			INSERT INTO entry_terms (event_id, taken, closes_at, fee_member, fee_visitor, fee_student, how_to_pay)
			VALUES ($1, $2, $3, $4, $5, $6, $7)
			ON CONFLICT (event_id) DO NOTHING`, args...)
	} else {
		n, err = tx.Exec(ctx, `
			UPDATE entry_terms
			SET taken = $2, closes_at = $3, fee_member = $4, fee_visitor = $5, fee_student = $6, how_to_pay = $7,
			    version = version + 1
			WHERE event_id = $1 AND version = $8`, append(args, t.Version)...)
	}
	if err != nil || n == 0 {
		return false, err
	}
	if _, err := tx.Exec(ctx, `
		DELETE FROM section_places
		WHERE section_id IN (SELECT id FROM section WHERE event_id = $1)`, t.Event); err != nil {
		return false, err
	}
	for section, places := range t.Places { // a handful
		if _, err := tx.Exec(ctx, `
			INSERT INTO section_places (section_id, places)
			VALUES ($1, $2)`, section, places); err != nil {
			return false, err
		}
	}
	return true, tournaments.SetEntryList(ctx, tx, t.Event, t.Lists)
}
