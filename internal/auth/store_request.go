package auth

import (
	"context"

	"nzgs/internal/civil"
	"nzgs/internal/store"
)

const requestColumns = `
		SELECT r.id, r.account_id, a.person_id, p.family_name, p.given_names, p.family_first,
		       r.kind, r.reason, r.new_email, r.asked_by, b.family_name, b.given_names, b.family_first,
		       r.asked_at, r.until_at, r.salt, r.outcome <> ''
		FROM account_request r
		JOIN account a ON a.id = r.account_id
		JOIN person p ON p.id = a.person_id
		JOIN person b ON b.id = r.asked_by`

func scanRequest(row store.Scanner) (Request, error) {
	var r Request
	var n, by nameColumns
	err := row.Scan(&r.ID, &r.Account, &r.Person, &n.family, &n.given, &n.familyFirst,
		&r.Kind, &r.Reason, &r.NewEmail, &r.Asker, &by.family, &by.given, &by.familyFirst,
		&r.AskedAt, &r.Until, &r.salt, &r.ended)
	r.Name, r.AskedBy = n.name(), by.name()
	r.Mark = r.mark()
	return r, err
}

func insertRequest(ctx context.Context, tx *store.Tx, r Request) (RequestID, error) {
	return store.One(ctx, tx, store.Value[RequestID], `
		INSERT INTO account_request (account_id, kind, reason, new_email, salt, asked_by, asked_at, until_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
		RETURNING id`, r.Account, string(r.Kind), string(r.Reason), r.NewEmail, r.salt, r.Asker, r.AskedAt, r.Until)
}

func requestByID(ctx context.Context, q store.Queryer, id RequestID) (Request, error) {
	return store.One(ctx, q, scanRequest, requestColumns+`
		WHERE r.id = $1`, id)
}

func waitingRequests(ctx context.Context, q store.Queryer, now civil.Instant) ([]Request, error) {
	return store.All(ctx, q, scanRequest, requestColumns+`
		WHERE r.ended_at IS NULL AND r.until_at > $1
		ORDER BY r.asked_at, r.id`, now)
}

func lateRequests(ctx context.Context, q store.Queryer, now civil.Instant) ([]Request, error) {
	return store.All(ctx, q, scanRequest, requestColumns+`
		WHERE r.ended_at IS NULL AND r.until_at <= $1
		ORDER BY r.id`, now)
}

// endRequest ends a request that waits; ErrNoRows when it was ended first.
func endRequest(
	ctx context.Context, tx *store.Tx, id RequestID, outcome string, by PersonID, now civil.Instant,
) error {
	_, err := store.One(ctx, tx, store.Value[RequestID], `
		UPDATE account_request
		SET ended_at = $2, outcome = $3, ended_by = $4, new_email = ''
		WHERE id = $1 AND ended_at IS NULL
		RETURNING id`, id, now, outcome, store.NullZero(by))
	return err
}

// heldOffice reports whether somebody held one of the offices at a time, and it was
// entered by then.
func heldOffice(ctx context.Context, q store.Queryer, person PersonID, roles []Role, at civil.Instant) (bool, error) {
	condition, args := store.In([]any{person, at.Date(), at}, roles)
	return store.One(ctx, q, store.Value[bool], `
		SELECT EXISTS (SELECT 1
		               FROM office
		               WHERE person_id = $1 AND club_id IS NULL AND event_id IS NULL AND role IN `+condition+`
		                 AND from_day <= $2 AND (until_day IS NULL OR until_day >= $2) AND created_at <= $3)`, args...)
}
