package leaving

import (
	"context"
	"fmt"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/members"
	"nzgs/internal/store"
)

const departureColumns = `d.id, d.person_id, d.kind, d.day, d.reason, d.closed_id, d.recorded_at, d.recorded_by,
	d.undone_at, d.undone_by, d.undone_why`

func scanDeparture(s store.Scanner) (d Departure, err error) {
	err = s.Scan(&d.ID, &d.Person, &d.Kind, &d.Day, &d.Reason, store.ZeroNull(&d.closed), &d.At, &d.By, &d.UndoneAt,
		&d.UndoneBy, &d.UndoneWhy)
	return d, err
}

func departuresOf(ctx context.Context, q store.Queryer, person members.PersonID) ([]Departure, error) {
	list, err := store.All(ctx, q, scanDeparture, `
		SELECT `+departureColumns+`
		FROM departure d
		WHERE d.person_id = $1
		ORDER BY d.id DESC`, person)
	if err != nil {
		return nil, fmt.Errorf("read who left: %w", err)
	}
	return list, nil
}

func departureByID(ctx context.Context, q store.Queryer, id ID) (Departure, error) {
	return store.One(ctx, q, scanDeparture, `
		SELECT `+departureColumns+`
		FROM departure d
		WHERE d.id = $1`, id)
}

func insertDeparture(
	ctx context.Context, tx *store.Tx, d Departure, ended []members.Term, offices []auth.Office,
) error {
	id, err := store.One(ctx, tx, store.Value[ID], `
		INSERT INTO departure (person_id, kind, day, reason, closed_id, recorded_at, recorded_by)
		VALUES ($1, $2, $3, $4, $5, $6, $7)
		RETURNING id`, d.Person, string(d.Kind), d.Day, d.Reason, store.NullZero(d.closed), d.At, d.By)
	if err != nil {
		return fmt.Errorf("record that someone left: %w", err)
	}
	for _, t := range ended { // a handful
		if _, err := tx.Exec(ctx, `
			INSERT INTO departure_term (departure_id, term_id)
			VALUES ($1, $2)`, id, t.ID); err != nil {
			return fmt.Errorf("record which term ended: %w", err)
		}
	}
	for _, o := range offices { // a handful
		if o.Event != 0 { // the event may be deleted; its officers appoint again
			continue
		}
		if _, err := tx.Exec(ctx, `
			INSERT INTO departure_office (departure_id, role, club_id, acting, from_day, until_day)
			VALUES ($1, $2, $3, $4, $5, $6)`, id, string(o.Role), store.NullZero(o.Club), o.Acting, o.From, o.Until); err != nil {
			return fmt.Errorf("record which office ended: %w", err)
		}
	}
	return nil
}

func officesOf(ctx context.Context, q store.Queryer, id ID) ([]auth.Office, error) {
	list, err := store.All(ctx, q, func(s store.Scanner) (o auth.Office, err error) {
		err = s.Scan(&o.Role, store.ZeroNull(&o.Club), &o.Acting, &o.From, &o.Until)
		return o, err
	}, `
		SELECT role, club_id, acting, from_day, until_day
		FROM departure_office
		WHERE departure_id = $1
		ORDER BY id`, id)
	if err != nil {
		return nil, fmt.Errorf("read which offices ended: %w", err)
	}
	return list, nil
}

func termsOf(ctx context.Context, q store.Queryer, id ID) ([]members.TermID, error) {
	list, err := store.All(ctx, q, store.Value[members.TermID], `
		SELECT term_id
		FROM departure_term
		WHERE departure_id = $1
		ORDER BY term_id`, id)
	if err != nil {
		return nil, fmt.Errorf("read which terms ended: %w", err)
	}
	return list, nil
}

func endDeparture(ctx context.Context, tx *store.Tx, id ID, at civil.Instant, by, why string) error {
	_, err := tx.Exec(ctx, `
		UPDATE departure
		SET undone_at = $2, undone_by = $3, undone_why = $4
		WHERE id = $1`, id, at, by, why)
	if err != nil {
		return fmt.Errorf("undo that someone left: %w", err)
	}
	return nil
}

// RecordDeath records within tx that somebody died, for a room that has asked who may and adds the person: there is no
// term to end and no account to close. It writes the audit entry.
func RecordDeath(
	ctx context.Context, tx *store.Tx, person members.PersonID, day civil.Date, reason string, at civil.Instant, by string,
) error {
	return insertDeparture(ctx, tx, Departure{Person: person, Kind: Died, Day: day, Reason: reason, At: at, By: by}, nil, nil)
}
