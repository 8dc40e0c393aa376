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
	teams, err := teamPairs(ctx, q, section, false)
	for _, p := range teams {
		list = append(list, FixedPair{
			ID: FixedID(p.id), Section: section, Round: p.round, White: p.a, Black: p.b, Colours: pairing.ColoursByDraw, Reason: p.reason,
		})
	}
	return list, err
}

// teamPair is a decision about two teams. Its number and those of the teams are below zero, apart from those of players.
type teamPair struct {
	id     int64
	round  int
	a, b   EntryID
	reason string
}

func teamPairs(ctx context.Context, q store.Queryer, section SectionID, forbidden bool) ([]teamPair, error) {
	list, err := store.All(ctx, q, func(s store.Scanner) (p teamPair, err error) {
		err = s.Scan(&p.id, &p.round, &p.a, store.ZeroNull(&p.b), &p.reason)
		p.id, p.a, p.b = -p.id, -p.a, -p.b
		return p, err
	}, `
		SELECT id, round, white_id, black_id, reason
		FROM team_pair
		WHERE section_id = $1 AND forbidden = $2
		ORDER BY id`, section, forbidden)
	if err != nil {
		return nil, fmt.Errorf("read decisions about teams: %w", err)
	}
	return list, nil
}

// insertTeamPair keeps a decision about two teams, and gives its number below zero.
func insertTeamPair(ctx context.Context, tx *store.Tx, section SectionID, p teamPair, forbidden bool) (int64, error) {
	id, err := store.One(ctx, tx, store.Value[int64], `
		INSERT INTO team_pair (section_id, round, white_id, black_id, forbidden, reason)
		VALUES ($1, $2, $3, $4, $5, $6)
		RETURNING id`, section, p.round, -p.a, store.NullZero(-p.b), forbidden, p.reason)
	return -id, wrapSave("a decision about two teams", err)
}

func deleteTeamPair(ctx context.Context, tx *store.Tx, id int64) error {
	_, err := tx.Exec(ctx, `DELETE FROM team_pair WHERE id = $1`, -id)
	return wrapSave("a decision about two teams", err)
}

// sectionOfTeamPair is the section that a decision about two teams is of.
func sectionOfTeamPair(ctx context.Context, q store.Queryer, id int64) (SectionID, error) {
	section, err := store.One(ctx, q, store.Value[SectionID], `SELECT section_id FROM team_pair WHERE id = $1`, -id)
	if errors.Is(err, store.ErrNoRows) {
		return 0, apperr.New(apperr.NotFound, "This decision about two teams was undone already.")
	}
	return section, err
}

func insertFixed(ctx context.Context, tx *store.Tx, p FixedPair) (FixedID, error) {
	if p.White < 0 {
		id, err := insertTeamPair(ctx, tx, p.Section, teamPair{round: p.Round, a: p.White, b: p.Black, reason: p.Reason}, false)
		return FixedID(id), err
	}
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
	if id < 0 {
		return deleteTeamPair(ctx, tx, int64(id))
	}
	_, err := tx.Exec(ctx, `DELETE FROM fixed_pair WHERE id = $1`, id)
	return wrapSave("a fixed pair", err)
}

func sectionOfFixed(ctx context.Context, q store.Queryer, id FixedID) (SectionID, error) {
	if id < 0 {
		return sectionOfTeamPair(ctx, q, int64(id))
	}
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
	teams, err := teamPairs(ctx, q, section, true)
	for _, p := range teams {
		list = append(list, ForbiddenPair{
			ID: ForbidID(p.id), Section: section, Round: p.round, A: p.a, B: p.b, Reason: p.reason,
		})
	}
	return list, err
}

func insertForbidden(ctx context.Context, tx *store.Tx, p ForbiddenPair) (ForbidID, error) {
	if p.A < 0 {
		id, err := insertTeamPair(ctx, tx, p.Section, teamPair{round: p.Round, a: p.A, b: p.B, reason: p.Reason}, true)
		return ForbidID(id), err
	}
	id, err := store.One(ctx, tx, store.Value[ForbidID], `
		INSERT INTO forbidden_pair (section_id, round, a_id, b_id, reason)
		VALUES ($1, $2, $3, $4, $5)
		RETURNING id`, p.Section, p.Round, p.A, p.B, p.Reason)
	return id, wrapSave("a forbidden pair", err)
}

func deleteForbidden(ctx context.Context, tx *store.Tx, id ForbidID) error {
	if id < 0 {
		return deleteTeamPair(ctx, tx, int64(id))
	}
	_, err := tx.Exec(ctx, `DELETE FROM forbidden_pair WHERE id = $1`, id)
	return wrapSave("a forbidden pair", err)
}

func sectionOfForbidden(ctx context.Context, q store.Queryer, id ForbidID) (SectionID, error) {
	if id < 0 {
		return sectionOfTeamPair(ctx, q, int64(id))
	}
	section, err := store.One(ctx, q, store.Value[SectionID], `SELECT section_id FROM forbidden_pair WHERE id = $1`, id)
	if errors.Is(err, store.ErrNoRows) {
		return 0, apperr.New(apperr.NotFound, "This pair is no longer forbidden.")
	}
	return section, err
}

// deletePairs removes what the director decided about pairs of a section.
func deletePairs(ctx context.Context, tx *store.Tx, section SectionID) error {
	for _, table := range []string{"fixed_pair", "forbidden_pair", "team_pair"} {
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
