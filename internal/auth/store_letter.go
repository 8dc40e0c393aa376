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

// insertResetRequest writes that a new password was asked for, and of whom it has to be told which address signs in.
func insertResetRequest(
	ctx context.Context, tx *store.Tx, account AccountID, elsewhere []AccountID, now civil.Instant,
) error {
	if _, err := tx.Exec(ctx, `
		INSERT INTO reset_request (account_id, asked_at)
		VALUES ($1, $2)`, store.NullZero(account), now); err != nil {
		return err
	}
	for _, id := range elsewhere {
		if _, err := tx.Exec(ctx, `
			INSERT INTO reset_request (account_id, by_letters, asked_at)
			VALUES ($1, TRUE, $2)`, id, now); err != nil {
			return err
		}
	}
	return nil
}

// accountsWrittenAt are the open accounts whose letters go to an address that does not sign in.
func accountsWrittenAt(ctx context.Context, q store.Queryer, key string, limit int) ([]AccountID, error) {
	return store.All(ctx, q, store.Value[AccountID], `
		SELECT a.id
		FROM account a
		JOIN person p ON p.id = a.person_id
		WHERE p.email_key = $1 AND a.email_key <> $1 AND a.disabled = FALSE
		ORDER BY a.id
		LIMIT $2`, key, limit)
}

func anyResetRequest(ctx context.Context, q store.Queryer) (bool, error) {
	return store.One(ctx, q, store.Value[bool], `SELECT EXISTS (SELECT 1 FROM reset_request)`)
}

// resetAsked is one asking for a new password.
type resetAsked struct {
	account   AccountID // 0 where there is none
	byLetters bool      // by the address of letters, which does not sign in
}

// takeResetRequests takes out what was asked for, and returns what was asked for since.
func takeResetRequests(ctx context.Context, tx *store.Tx, since civil.Instant) ([]resetAsked, error) {
	var out []resetAsked
	_, err := store.All(ctx, tx, func(r store.Scanner) (a resetAsked, err error) {
		var at civil.Instant
		err = r.Scan(store.ZeroNull(&a.account), &a.byLetters, &at)
		if !at.Before(since) {
			out = append(out, a)
		}
		return a, err
	}, `DELETE FROM reset_request RETURNING account_id, by_letters, asked_at`)
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
