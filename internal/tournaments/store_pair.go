package tournaments

import (
	"context"
	"errors"
	"fmt"

	"nzgs/internal/apperr"
	"nzgs/internal/pairing"
	"nzgs/internal/store"
)

func fixedPairs(ctx context.Context, q store.Queryer, section SectionID) ([]FixedPair, error) {
	list, err := store.All(ctx, q, func(s store.Scanner) (FixedPair, error) {
		var p FixedPair
		var colours string
		err := s.Scan(&p.ID, &p.Section, &p.Round, &p.White, store.ZeroNull(&p.Black), &colours, &p.Handicap, &p.Reason, &p.HandicapBy)
		if colours == "draw" {
			p.Colours = pairing.ColoursByDraw
		}
		return p, err
	}, `
		SELECT id, section_id, round, white_id, black_id, colours, handicap, reason, handicap_by
		FROM fixed_pair
		WHERE section_id = $1
		ORDER BY id`, section)
	if err != nil {
		return nil, fmt.Errorf("read fixed pairs: %w", err)
	}
	return list, nil
}

func insertFixed(ctx context.Context, tx *store.Tx, p FixedPair) (FixedID, error) {
	colours := "given"
	if p.Colours == pairing.ColoursByDraw {
		colours = "draw"
	}
	var handicap any
	if p.Handicap != nil {
		handicap = *p.Handicap
	}
	id, err := store.One(ctx, tx, store.Value[FixedID], `
		INSERT INTO fixed_pair (section_id, round, white_id, black_id, colours, handicap, reason, handicap_by)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
		RETURNING id`, p.Section, p.Round, p.White, store.NullZero(p.Black), colours, handicap, p.Reason, p.HandicapBy)
	return id, wrapSave("a fixed pair", err)
}

func deleteFixed(ctx context.Context, tx *store.Tx, id FixedID) error {
	_, err := tx.Exec(ctx, `DELETE FROM fixed_pair WHERE id = $1`, id)
	return wrapSave("a fixed pair", err)
}

func sectionOfFixed(ctx context.Context, q store.Queryer, id FixedID) (SectionID, error) {
	section, err := store.One(ctx, q, store.Value[SectionID], `SELECT section_id FROM fixed_pair WHERE id = $1`, id)
	if errors.Is(err, store.ErrNoRows) {
		return 0, apperr.New(apperr.NotFound, "This pair is no longer fixed.")
	}
	return section, err
}

func forbiddenPairs(ctx context.Context, q store.Queryer, section SectionID) ([]ForbiddenPair, error) {
	list, err := store.All(ctx, q, func(s store.Scanner) (ForbiddenPair, error) {
		var p ForbiddenPair
		err := s.Scan(&p.ID, &p.Section, &p.Round, &p.A, &p.B, &p.Reason)
		return p, err
	}, `
		SELECT id, section_id, round, a_id, b_id, reason
		FROM forbidden_pair
		WHERE section_id = $1
		ORDER BY id`, section)
	if err != nil {
		return nil, fmt.Errorf("read forbidden pairs: %w", err)
	}
	return list, nil
}

func insertForbidden(ctx context.Context, tx *store.Tx, p ForbiddenPair) (ForbidID, error) {
	id, err := store.One(ctx, tx, store.Value[ForbidID], `
		INSERT INTO forbidden_pair (section_id, round, a_id, b_id, reason)
		VALUES ($1, $2, $3, $4, $5)
		RETURNING id`, p.Section, p.Round, p.A, p.B, p.Reason)
	return id, wrapSave("a forbidden pair", err)
}

func deleteForbidden(ctx context.Context, tx *store.Tx, id ForbidID) error {
	_, err := tx.Exec(ctx, `DELETE FROM forbidden_pair WHERE id = $1`, id)
	return wrapSave("a forbidden pair", err)
}

func sectionOfForbidden(ctx context.Context, q store.Queryer, id ForbidID) (SectionID, error) {
	section, err := store.One(ctx, q, store.Value[SectionID], `SELECT section_id FROM forbidden_pair WHERE id = $1`, id)
	if errors.Is(err, store.ErrNoRows) {
		return 0, apperr.New(apperr.NotFound, "This pair is no longer forbidden.")
	}
	return section, err
}

// deletePairs removes what the director decided about pairs of a section.
func deletePairs(ctx context.Context, tx *store.Tx, section SectionID) error {
	for _, table := range []string{"fixed_pair", "forbidden_pair"} {
		if _, err := tx.Exec(ctx, `DELETE FROM `+table+` WHERE section_id = $1`, section); err != nil {
			return fmt.Errorf("remove the decided pairs of a section: %w", err)
		}
	}
	return nil
}

// insertPartner keeps the second player of a pair.
func insertPartner(ctx context.Context, tx *store.Tx, e Entry) error {
	p := e.Partner
	_, err := tx.Exec(ctx, `
		INSERT INTO pair_partner (entry_id, section_id, person_id, rating, rating_source, club, city, country, membership,
		                          own_rating, own_source)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
		e.ID, e.Section, p.Person, int64(p.Rating), string(p.Source), p.Club, p.City, p.Country, string(p.Membership),
		int64(p.OwnRating), string(p.OwnSource))
	return wrapSave("a pair", err)
}

func deletePartner(ctx context.Context, tx *store.Tx, entry EntryID) error {
	_, err := tx.Exec(ctx, `DELETE FROM pair_partner WHERE entry_id = $1`, entry)
	return wrapSave("a pair", err)
}
