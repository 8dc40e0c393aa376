package auth

import (
	"context"

	"nzgs/internal/civil"
	"nzgs/internal/store"
)

func hasFactor(ctx context.Context, q store.Queryer, account AccountID) (bool, error) {
	return store.One(ctx, q, store.Value[bool], `
		SELECT EXISTS (SELECT 1 FROM second_factor WHERE account_id = $1)`, account)
}

const factorColumns = `
		SELECT id, kind, name, created_at, used_at
		FROM second_factor`

func scanFactor(r store.Scanner) (Factor, error) {
	var f Factor
	err := r.Scan(&f.ID, &f.Kind, &f.Name, &f.Created, &f.Used)
	return f, err
}

func factorsOf(ctx context.Context, q store.Queryer, account AccountID) ([]Factor, error) {
	return store.All(ctx, q, scanFactor, factorColumns+`
		WHERE account_id = $1
		ORDER BY id`, account)
}

func factorByID(ctx context.Context, q store.Queryer, id FactorID, account AccountID) (Factor, error) {
	return store.One(ctx, q, scanFactor, factorColumns+`
		WHERE id = $1 AND account_id = $2`, id, account)
}

func kindsOf(ctx context.Context, q store.Queryer, account AccountID) ([]FactorKind, error) {
	return store.All(ctx, q, store.Value[FactorKind], `
		SELECT DISTINCT kind
		FROM second_factor
		WHERE account_id = $1
		ORDER BY kind`, account)
}

func insertFactor(
	ctx context.Context, tx *store.Tx, account AccountID, kind FactorKind, name string, now civil.Instant,
) (FactorID, error) {
	return store.One(ctx, tx, store.Value[FactorID], `
		INSERT INTO second_factor (account_id, kind, name, created_at)
		VALUES ($1, $2, $3, $4)
		RETURNING id`, account, kind, name, now)
}

// deleteFactor deletes a factor with what its kind keeps of it.
func deleteFactor(ctx context.Context, tx *store.Tx, id FactorID) error {
	for _, of := range []string{"totp", "passkey"} {
		if _, err := tx.Exec(ctx, `DELETE FROM `+of+` WHERE factor_id = $1`, id); err != nil {
			return err
		}
	}
	_, err := tx.Exec(ctx, `DELETE FROM second_factor WHERE id = $1`, id)
	return err
}

// recoveryCode is one that has not been used.
type recoveryCode struct {
	id   int64
	hash string
}

func recoveryCodesOf(ctx context.Context, q store.Queryer, account AccountID) ([]recoveryCode, error) {
	return store.All(ctx, q, func(r store.Scanner) (recoveryCode, error) {
		var c recoveryCode
		err := r.Scan(&c.id, &c.hash)
		return c, err
	}, `
		SELECT id, code_hash
		FROM recovery_code
		WHERE account_id = $1 AND used_at IS NULL
		ORDER BY id`, account)
}

func deleteRecoveryCodes(ctx context.Context, tx *store.Tx, account AccountID) error {
	_, err := tx.Exec(ctx, `DELETE FROM recovery_code WHERE account_id = $1`, account)
	return err
}

func insertHalf(ctx context.Context, tx *store.Tx, hash string, h half) error {
	_, err := tx.Exec(ctx, `
		INSERT INTO half_sign_in (token_hash, account_id, device, action, expires_at)
		VALUES ($1, $2, $3, $4, $5)`, hash, h.account.ID, h.device, h.action, h.expires)
	return err
}

func halfByHash(ctx context.Context, q store.Queryer, hash string) (half, error) {
	return store.One(ctx, q, func(r store.Scanner) (half, error) {
		var h half
		var n nameColumns
		a := &h.account
		err := r.Scan(&h.id, &h.device, &h.action, &h.expires,
			&a.ID, &a.Person, &a.Email, &a.Disabled, &n.family, &n.given, &n.familyFirst)
		a.Name = n.name()
		return h, err
	}, `
		SELECT h.id, h.device, h.action, h.expires_at,
		       a.id, a.person_id, a.email, a.disabled, p.family_name, p.given_names, p.family_first
		FROM half_sign_in h
		JOIN account a ON a.id = h.account_id
		JOIN person p ON p.id = a.person_id
		WHERE h.token_hash = $1`, hash)
}

func deleteHalf(ctx context.Context, tx *store.Tx, id int64) (int64, error) {
	return tx.Exec(ctx, `DELETE FROM half_sign_in WHERE id = $1`, id)
}

func deleteHalvesOf(ctx context.Context, tx *store.Tx, account AccountID) error {
	_, err := tx.Exec(ctx, `DELETE FROM half_sign_in WHERE account_id = $1`, account)
	return err
}

func deleteOldHalves(ctx context.Context, tx *store.Tx, now civil.Instant) (int64, error) {
	return tx.Exec(ctx, `DELETE FROM half_sign_in WHERE expires_at <= $1`, now)
}

// letInUntil is how long someone has let the account in without a second factor; the
// zero instant: no one has.
func letInUntil(ctx context.Context, q store.Queryer, account AccountID, now civil.Instant) (civil.Instant, error) {
	return store.One(ctx, q, store.Value[civil.Instant], `
		SELECT MAX(until_at)
		FROM let_in
		WHERE account_id = $1 AND from_at <= $2 AND until_at > $2`, account, now)
}

// insertLetIn keeps who let the account in; by is 0 for the society's own machine.
func insertLetIn(
	ctx context.Context, tx *store.Tx, account AccountID, by PersonID, reason string, from, until civil.Instant,
) (int64, error) {
	return store.One(ctx, tx, store.Value[int64], `
		INSERT INTO let_in (account_id, given_by, reason, from_at, until_at)
		VALUES ($1, $2, $3, $4, $5)
		RETURNING id`, account, store.NullZero(by), reason, from, until)
}

func insertRecoveryCodes(ctx context.Context, tx *store.Tx, account AccountID, hashes []string) error {
	var args []any
	for _, hash := range hashes {
		args = append(args, account, hash)
	}
	_, err := tx.Exec(ctx, `
		INSERT INTO recovery_code (account_id, code_hash)
		VALUES `+store.Values(len(hashes), 2), args...)
	return err
}

// useRecoveryCode says whether the code was still unused.
func useRecoveryCode(ctx context.Context, tx *store.Tx, id int64, now civil.Instant) (int64, error) {
	return tx.Exec(ctx, `
		UPDATE recovery_code
		SET used_at = $2
		WHERE id = $1 AND used_at IS NULL`, id, now)
}

func totpsOf(ctx context.Context, q store.Queryer, account AccountID) ([]totpRow, error) {
	return store.All(ctx, q, func(r store.Scanner) (totpRow, error) {
		var t totpRow
		err := r.Scan(&t.factor, &t.secret, &t.last)
		return t, err
	}, `
		SELECT t.factor_id, t.secret, t.last_step
		FROM totp t
		JOIN second_factor f ON f.id = t.factor_id
		WHERE f.account_id = $1
		ORDER BY t.factor_id`, account)
}

func insertTOTP(ctx context.Context, tx *store.Tx, id FactorID, secret string, step int64) error {
	_, err := tx.Exec(ctx, `
		INSERT INTO totp (factor_id, secret, last_step)
		VALUES ($1, $2, $3)`, id, secret, step)
	return err
}

// useTOTP says whether no code of the step, or of a later one, was accepted before.
func useTOTP(ctx context.Context, tx *store.Tx, id FactorID, step int64) (int64, error) {
	return tx.Exec(ctx, `
		UPDATE totp
		SET last_step = $2
		WHERE factor_id = $1 AND last_step < $2`, id, step)
}

func noteFactorUsed(ctx context.Context, tx *store.Tx, id FactorID, now civil.Instant) error {
	_, err := tx.Exec(ctx, `
		UPDATE second_factor
		SET used_at = $2
		WHERE id = $1`, id, now)
	return err
}

func totpOfferOf(ctx context.Context, q store.Queryer, account AccountID) (Offer, error) {
	return store.One(ctx, q, func(r store.Scanner) (Offer, error) {
		var o Offer
		err := r.Scan(&o.Secret, &o.made)
		return o, err
	}, `
		SELECT secret, made_at
		FROM totp_offer
		WHERE account_id = $1`, account)
}

// offerTOTP keeps the secret, unless there is one that was made after the instant.
func offerTOTP(
	ctx context.Context, tx *store.Tx, account AccountID, secret string, now, after civil.Instant,
) error {
	_, err := tx.Exec(ctx, `
		INSERT INTO totp_offer (account_id, secret, made_at)
		VALUES ($1, $2, $3)
		ON CONFLICT (account_id) DO UPDATE
		SET secret = excluded.secret, made_at = excluded.made_at
		WHERE totp_offer.made_at <= $4`, account, secret, now, after)
	return err
}

func deleteOffer(ctx context.Context, tx *store.Tx, account AccountID, secret string) (int64, error) {
	return tx.Exec(ctx, `DELETE FROM totp_offer WHERE account_id = $1 AND secret = $2`, account, secret)
}

// unenrolled is somebody with an open account and without a second factor.
type unenrolled struct {
	Person PersonID
	name   Name
	teller bool // of a vote that goes on
}

// peopleWithoutFactor are those of them who hold an office on the day or are tellers.
func peopleWithoutFactor(ctx context.Context, q store.Queryer, day civil.Date) ([]unenrolled, error) {
	const teller = `EXISTS (SELECT 1 FROM postal_teller t JOIN postal_vote v ON v.id = t.vote_id
		               WHERE t.person_id = a.person_id AND v.state NOT IN ('declared', 'destroyed'))`
	return store.All(ctx, q, func(r store.Scanner) (unenrolled, error) {
		var u unenrolled
		var n nameColumns
		err := r.Scan(&u.Person, &n.family, &n.given, &n.familyFirst, &u.teller)
		u.name = n.name()
		return u, err
	}, `
		SELECT a.person_id, p.family_name, p.given_names, p.family_first, `+teller+`
		FROM account a
		JOIN person p ON p.id = a.person_id
		WHERE a.disabled = FALSE
		  AND NOT EXISTS (SELECT 1 FROM second_factor f WHERE f.account_id = a.id)
		  AND (`+teller+` OR EXISTS (SELECT 1 FROM office o WHERE o.person_id = a.person_id
		                             AND o.from_day <= $1 AND (o.until_day IS NULL OR o.until_day >= $1)))
		ORDER BY p.family_name, p.given_names, a.id`, day)
}
