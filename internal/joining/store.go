package joining

import (
	"context"
	"errors"
	"fmt"

	"nzgs/internal/apperr"
	"nzgs/internal/civil"
	"nzgs/internal/members"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

const columns = `r.id, r.state, r.family_name, r.given_names, r.email, r.club_id, r.kind, r.note, r.consent, r.asked_at,
	r.expires_at, r.confirmed_at, r.decided_at, r.decided_by, r.reason, r.person_id, r.version`

func scan(s store.Scanner) (r Request, err error) {
	err = s.Scan(&r.ID, &r.State, &r.Name.Family, &r.Name.Given, &r.Email, store.ZeroNull(&r.Club), &r.Kind, &r.Note, &r.Consent,
		&r.Asked, &r.Expires, &r.Confirmed, &r.Decided, &r.By, &r.Reason, store.ZeroNull(&r.Person), &r.Version)
	r.Name.Order = members.GuessOrder(r.Name.Family, r.Name.Given)
	return r, err
}

func errNone() error {
	return apperr.New(apperr.NotFound, "This link is not valid, or no longer. Send the form again, or ask the secretary.")
}

func byID(ctx context.Context, q store.Queryer, id ID) (Request, error) {
	r, err := store.One(ctx, q, scan, `SELECT `+columns+` FROM join_request r WHERE r.id = $1`, id)
	if errors.Is(err, store.ErrNoRows) {
		err = apperr.New(apperr.NotFound, "Request not found.")
	}
	return r, err
}

func byToken(ctx context.Context, q store.Queryer, hash string) (Request, error) {
	r, err := store.One(ctx, q, scan, `
		SELECT `+columns+`
		FROM join_request r
		JOIN join_link l ON l.request_id = r.id
		WHERE l.hash = $1`, hash)
	if errors.Is(err, store.ErrNoRows) {
		err = errNone()
	}
	return r, err
}

// standing finds the request of an address that is not decided.
func standing(ctx context.Context, q store.Queryer, email string) (r Request, found bool, err error) {
	r, err = store.One(ctx, q, scan, `
		SELECT `+columns+`
		FROM join_request r
		WHERE r.email_key = $1 AND r.state IN ('unconfirmed', 'waiting')
		ORDER BY CASE r.state WHEN 'waiting' THEN 0 ELSE 1 END, r.id
		LIMIT 1`, members.EmailKey(email))
	if errors.Is(err, store.ErrNoRows) {
		return r, false, nil
	}
	return r, err == nil, err
}

func listed(ctx context.Context, q store.Queryer, state State) ([]Request, error) {
	return store.All(ctx, q, scan, `
		SELECT `+columns+`
		FROM join_request r
		WHERE r.state = $1
		ORDER BY r.id`, string(state))
}

func countOpen(ctx context.Context, q store.Queryer) (int, error) {
	return store.One(ctx, q, store.Value[int], `SELECT count(*) FROM join_request WHERE state IN ('unconfirmed', 'waiting')`)
}

func insert(ctx context.Context, tx *store.Tx, r Request) (ID, error) {
	id, err := store.One(ctx, tx, store.Value[ID], `
		INSERT INTO join_request (state, family_name, given_names, email, email_key, club_id, kind, note, consent, asked_at,
		                          expires_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
		RETURNING id`, string(r.State), r.Name.Family, r.Name.Given, r.Email, members.EmailKey(r.Email), store.NullZero(r.Club),
		string(r.Kind), r.Note, r.Consent, r.Asked, r.Expires)
	if err != nil {
		return 0, fmt.Errorf("keep a request to join: %w", err)
	}
	return id, nil
}

// save keeps a request whose version is the one that was read.
func save(ctx context.Context, tx *store.Tx, r Request) error {
	n, err := tx.Exec(ctx, `
		UPDATE join_request
		SET state = $2, family_name = $3, given_names = $4, club_id = $5, kind = $6, note = $7, asked_at = $8, expires_at = $9,
		    confirmed_at = $10, decided_at = $11, decided_by = $12, reason = $13, person_id = $14, version = version + 1
		WHERE id = $1 AND version = $15`, r.ID, string(r.State), r.Name.Family, r.Name.Given, store.NullZero(r.Club), string(r.Kind),
		r.Note, r.Asked, r.Expires, r.Confirmed, r.Decided, r.By, r.Reason, store.NullZero(r.Person), r.Version)
	if err != nil {
		return fmt.Errorf("keep a request to join: %w", err)
	}
	if n == 0 {
		return usecase.Stale("this request", "join_request", int64(r.ID))
	}
	return nil
}

func insertLink(ctx context.Context, tx *store.Tx, hash string, id ID, at civil.Instant) error {
	if _, err := tx.Exec(ctx, `INSERT INTO join_link (hash, request_id, made_at) VALUES ($1, $2, $3)`, hash, id, at); err != nil {
		return fmt.Errorf("keep a link: %w", err)
	}
	return nil
}

// excluded reports whether the committee has excluded a person (rule 2.5).
func excluded(ctx context.Context, q store.Queryer, person members.PersonID) (bool, error) {
	return store.One(ctx, q, store.Value[bool], `
		SELECT EXISTS (SELECT 1 FROM exclusion WHERE person_id = $1 AND state = 'excluded')`, person)
}

// Forgotten is what was forgotten at once, for the log.
type Forgotten struct {
	Unconfirmed int64 `json:"unconfirmed"`
	Refused     int64 `json:"refused"`
	Addresses   int64 `json:"addresses"` // of who was accepted
}

// forget removes what is over: unconfirmed before now, and what was decided before a time.
func forget(ctx context.Context, tx *store.Tx, now, before civil.Instant) (out Forgotten, err error) {
	const over = `(state = 'unconfirmed' AND expires_at <= $1 OR state IN ('accepted', 'refused') AND decided_at < $2)`
	if _, err := tx.Exec(ctx, `DELETE FROM join_link WHERE request_id IN (SELECT id FROM join_request WHERE `+over+`)`, now, before); err != nil {
		return out, fmt.Errorf("forget links: %w", err)
	}
	if out.Unconfirmed, err = tx.Exec(ctx, `DELETE FROM join_request WHERE state = 'unconfirmed' AND expires_at <= $1`, now); err != nil {
		return out, fmt.Errorf("forget requests that no one confirmed: %w", err)
	}
	if out.Refused, err = tx.Exec(ctx, `DELETE FROM join_request WHERE state = 'refused' AND decided_at < $1`, before); err != nil {
		return out, fmt.Errorf("forget requests that were refused: %w", err)
	}
	if out.Addresses, err = tx.Exec(ctx, `
		UPDATE join_request
		SET email = '', email_key = '', note = '', family_name = '', given_names = '', version = version + 1
		WHERE state = 'accepted' AND decided_at < $1 AND email <> ''`, before); err != nil {
		return out, fmt.Errorf("forget addresses of requests: %w", err)
	}
	return out, nil
}
