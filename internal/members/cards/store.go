package cards

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"nzgs/internal/apperr"
	"nzgs/internal/civil"
	"nzgs/internal/members"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// codesOf are the codes of the good cards of people, the newest of each.
func codesOf(ctx context.Context, q store.Queryer, ids []members.PersonID) (map[members.PersonID]string, error) {
	type card struct {
		person members.PersonID
		code   string
	}
	out := make(map[members.PersonID]string, len(ids))
	for chunk := range slices.Chunk(ids, store.MaxIn) {
		list, args := store.In(nil, chunk)
		all, err := store.All(ctx, q, func(s store.Scanner) (c card, err error) {
			err = s.Scan(&c.person, &c.code)
			return c, err
		}, `
			SELECT c.person_id, c.code
			FROM membership_card c
			WHERE c.ended_at IS NULL AND c.person_id IN `+list+`
			ORDER BY c.id`, args...)
		if err != nil {
			return nil, fmt.Errorf("read membership cards: %w", err)
		}
		for _, c := range all {
			out[c.person] = c.code
		}
	}
	return out, nil
}

// ofCode is whose card has a code, and whether the card has ended.
func ofCode(ctx context.Context, q store.Queryer, hash string) (person members.PersonID, ended bool, err error) {
	type card struct {
		person members.PersonID
		ended  bool
	}
	c, err := store.One(ctx, q, func(s store.Scanner) (c card, err error) {
		err = s.Scan(&c.person, &c.ended)
		return c, err
	}, `
		SELECT c.person_id, c.ended_at IS NOT NULL
		FROM membership_card c
		WHERE c.code_hash = $1`, hash)
	if errors.Is(err, store.ErrNoRows) {
		return 0, false, apperr.New(apperr.NotFound, "This address is of no membership card. Scan the code on the card again.")
	}
	if err != nil {
		return 0, false, fmt.Errorf("find a membership card: %w", err)
	}
	return c.person, c.ended, nil
}

func insertCards(ctx context.Context, tx *store.Tx, at civil.Instant, ids []members.PersonID) error {
	const columns = 4
	for chunk := range slices.Chunk(ids, store.InsertRows(columns)) {
		args := make([]any, 0, len(chunk)*columns)
		for _, id := range chunk {
			code := newCode()
			args = append(args, id, code, hashOf(code), at)
		}
		if _, err := tx.Exec(ctx, `
			INSERT INTO membership_card (person_id, code, code_hash, made_at)
			VALUES `+store.Values(len(chunk), columns), args...); err != nil {
			return fmt.Errorf("make membership cards: %w", err)
		}
	}
	return nil
}

// endCards ends the good cards of a person, and says how many those were.
func endCards(ctx context.Context, tx *store.Tx, at civil.Instant, id members.PersonID) (int64, error) {
	n, err := tx.Exec(ctx, `
		UPDATE membership_card
		SET code = '', ended_at = $2
		WHERE person_id = $1 AND ended_at IS NULL`, id, at)
	if err != nil {
		return 0, fmt.Errorf("end membership cards: %w", err)
	}
	return n, nil
}

// choice is which name someone wants on the card.
type choice struct {
	person  members.PersonID
	shows   Shows
	version int64 // 0: nothing was chosen
}

func choicesOf(ctx context.Context, q store.Queryer, ids []members.PersonID) (map[members.PersonID]choice, error) {
	out := make(map[members.PersonID]choice, len(ids))
	for chunk := range slices.Chunk(ids, store.MaxIn) {
		list, args := store.In(nil, chunk)
		all, err := store.All(ctx, q, func(s store.Scanner) (c choice, err error) {
			err = s.Scan(&c.person, &c.shows, &c.version)
			return c, err
		}, `
			SELECT n.person_id, n.shows, n.version
			FROM membership_card_name n
			WHERE n.person_id IN `+list, args...)
		if err != nil {
			return nil, fmt.Errorf("read the names of membership cards: %w", err)
		}
		for _, c := range all {
			out[c.person] = c
		}
	}
	return out, nil
}

// choose keeps which name someone wants, of the version that was read.
func choose(ctx context.Context, tx *store.Tx, id members.PersonID, version int64, shows Shows) error {
	n, err := tx.Exec(ctx, `
		INSERT INTO membership_card_name (person_id, shows, version)
		VALUES ($1, $2, 1)
		ON CONFLICT (person_id) DO UPDATE
		SET shows = excluded.shows, version = membership_card_name.version + 1
		WHERE membership_card_name.version = $3`, id, string(shows), version)
	if err != nil {
		return fmt.Errorf("keep the name of a membership card: %w", err)
	}
	if n == 0 {
		return usecase.Stale("this card", "person", int64(id))
	}
	return nil
}
