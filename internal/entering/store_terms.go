package entering

import (
	"context"
	"errors"
	"fmt"

	"nzgs/internal/store"
	"nzgs/internal/tournaments"
)

func termsOf(ctx context.Context, q store.Queryer, e tournaments.Event) (Terms, error) {
	t := Terms{Event: e.ID, Lists: e.Lists, days: span{from: e.From}}
	var student *int64
	err := q.QueryRow(ctx, `
		SELECT taken, closes_at, fee_member, fee_visitor, fee_student, how_to_pay, from_day, billed, version
		FROM entry_terms
		WHERE event_id = $1`, e.ID).Scan(&t.Taken, &t.Closes, &t.Fees.Member, &t.Fees.Visitor, &student, &t.Pay,
		&t.days.was, &t.Billed, &t.Version)
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
		t.Event, t.Taken, t.Closes, int64(t.Fees.Member), int64(t.Fees.Visitor), student, t.Pay, t.days.was, t.Billed,
	}
	var n int64
	if t.Version == 0 {
		n, err = tx.Exec(ctx, `
			INSERT INTO entry_terms (event_id, taken, closes_at, fee_member, fee_visitor, fee_student, how_to_pay, from_day,
			                         billed)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
			ON CONFLICT (event_id) DO NOTHING`, args...)
	} else {
		n, err = tx.Exec(ctx, `
			UPDATE entry_terms
			SET taken = $2, closes_at = $3, fee_member = $4, fee_visitor = $5, fee_student = $6, how_to_pay = $7,
			    from_day = $8, billed = $9, version = version + 1
			WHERE event_id = $1 AND version = $10`, append(args, t.Version)...)
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
