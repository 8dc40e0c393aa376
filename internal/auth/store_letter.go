package auth

import (
	"context"

	"nzgs/internal/civil"
	"nzgs/internal/store"
)

func insertMailedLink(
	ctx context.Context, tx *store.Tx, purpose Purpose, account AccountID, change int64, now, until civil.Instant,
) (int64, error) {
	return store.One(ctx, tx, store.Value[int64], `
		INSERT INTO one_time_link (purpose, account_id, change_id, created_at, expires_at)
		VALUES ($1, $2, $3, $4, $5)
		RETURNING id`, string(purpose), account, store.NullZero(change), now, until)
}

// setLinkToken gives a link that a letter carries its token; ErrNoRows when it is
// used, past its time, replaced, or of a closed account.
func setLinkToken(ctx context.Context, tx *store.Tx, id int64, hash string, now civil.Instant) error {
	_, err := store.One(ctx, tx, store.Value[int64], `
		UPDATE one_time_link
		SET token_hash = $2
		WHERE id = $1 AND used_at IS NULL AND expires_at > $3
		  AND account_id IN (SELECT id FROM account WHERE disabled = FALSE)
		RETURNING id`, id, hash, now)
	return err
}

// deleteLinksFor cancels the account's unused links of one purpose.
func deleteLinksFor(ctx context.Context, tx *store.Tx, account AccountID, purpose Purpose) error {
	_, err := tx.Exec(ctx, `
		DELETE FROM one_time_link
		WHERE account_id = $1 AND purpose = $2 AND used_at IS NULL`, account, string(purpose))
	return err
}

func insertResetRequest(ctx context.Context, tx *store.Tx, account AccountID, now civil.Instant) error {
	_, err := tx.Exec(ctx, `
		INSERT INTO reset_request (account_id, asked_at)
		VALUES ($1, $2)`, store.NullZero(account), now)
	return err
}

func anyResetRequest(ctx context.Context, q store.Queryer) (bool, error) {
	return store.One(ctx, q, store.Value[bool], `SELECT EXISTS (SELECT 1 FROM reset_request)`)
}

// takeResetRequests takes out what was asked for, and returns the accounts of
// what was asked for since: 0 where there is none.
func takeResetRequests(ctx context.Context, tx *store.Tx, since civil.Instant) ([]AccountID, error) {
	var out []AccountID
	_, err := store.All(ctx, tx, func(r store.Scanner) (id AccountID, err error) {
		var at civil.Instant
		err = r.Scan(store.ZeroNull(&id), &at)
		if !at.Before(since) {
			out = append(out, id)
		}
		return id, err
	}, `DELETE FROM reset_request RETURNING account_id, asked_at`)
	return out, err
}

// isTeller reports whether a person is a teller of a vote that has papers, or may
// have some.
func isTeller(ctx context.Context, q store.Queryer, person PersonID) (bool, error) {
	return store.One(ctx, q, store.Value[bool], `
		SELECT EXISTS (SELECT 1
		               FROM postal_teller t
		               JOIN postal_vote v ON v.id = t.vote_id
		               WHERE t.person_id = $1 AND v.state <> 'destroyed')`, person)
}

// openAccountsOf are the accounts of these people that are not closed.
func openAccountsOf(ctx context.Context, q store.Queryer, people []PersonID) ([]Account, error) {
	condition, args := store.In(nil, people)
	return store.All(ctx, q, func(r store.Scanner) (Account, error) {
		f, err := scanAccount(r)
		return f.Account, err
	}, accountColumns+`
		WHERE a.disabled = FALSE AND a.person_id IN `+condition+`
		ORDER BY a.id`, args...)
}

// endCalendar ends the calendar address of an account's owner.
func endCalendarOf(ctx context.Context, tx *store.Tx, person PersonID) error {
	_, err := tx.Exec(ctx, `DELETE FROM duty_feed WHERE person_id = $1`, person)
	return err
}

func endCalendar(ctx context.Context, tx *store.Tx, account AccountID) error {
	_, err := tx.Exec(ctx, `
		DELETE FROM duty_feed
		WHERE person_id = (SELECT person_id FROM account WHERE id = $1)`, account)
	return err
}
