package auth

import (
	"context"
	"encoding/base64"
	"fmt"

	"nzgs/internal/auth/passkey"
	"nzgs/internal/civil"
	"nzgs/internal/store"
)

// passkeyRow is a passkey as it is stored, with whose it is.
type passkeyRow struct {
	factor  FactorID
	name    string
	used    civil.Instant // zero: not yet
	key     passkey.Key
	handle  []byte
	account Account // without offices
}

const passkeyColumns = `
		SELECT k.factor_id, f.name, f.used_at,
		       k.credential_id, k.public_key, k.sign_count, k.syncable, k.synced, h.handle,
		       a.id, a.person_id, a.email, a.disabled, p.family_name, p.given_names, p.family_first
		FROM passkey k
		JOIN second_factor f ON f.id = k.factor_id
		JOIN passkey_handle h ON h.account_id = f.account_id
		JOIN account a ON a.id = f.account_id
		JOIN person p ON p.id = a.person_id`

func scanPasskey(r store.Scanner) (passkeyRow, error) {
	var k passkeyRow
	var n nameColumns
	var id, public, handle string
	a := &k.account
	err := r.Scan(&k.factor, &k.name, &k.used,
		&id, &public, &k.key.Count, &k.key.Syncable, &k.key.Synced, &handle,
		&a.ID, &a.Person, &a.Email, &a.Disabled, &n.family, &n.given, &n.familyFirst)
	if err != nil {
		return passkeyRow{}, err
	}
	a.Name = n.name()
	for _, c := range []struct {
		to   *[]byte
		text string
	}{{&k.key.ID, id}, {&k.key.Public, public}, {&k.handle, handle}} {
		if *c.to, err = base64.RawURLEncoding.DecodeString(c.text); err != nil {
			return passkeyRow{}, fmt.Errorf("read a stored passkey: %w", err)
		}
	}
	return k, nil
}

func passkeyByID(ctx context.Context, q store.Queryer, id []byte) (passkeyRow, error) {
	return store.One(ctx, q, scanPasskey, passkeyColumns+`
		WHERE k.credential_id = $1`, base64.RawURLEncoding.EncodeToString(id))
}

func passkeysOf(ctx context.Context, q store.Queryer, account AccountID) ([]passkeyRow, error) {
	return store.All(ctx, q, scanPasskey, passkeyColumns+`
		WHERE f.account_id = $1
		ORDER BY k.factor_id`, account)
}

func insertPasskey(ctx context.Context, tx *store.Tx, id FactorID, k passkey.Key) error {
	_, err := tx.Exec(ctx, `
		INSERT INTO passkey (factor_id, credential_id, public_key, sign_count, syncable, synced)
		VALUES ($1, $2, $3, $4, $5, $6)`, id, base64.RawURLEncoding.EncodeToString(k.ID),
		base64.RawURLEncoding.EncodeToString(k.Public), k.Count, k.Syncable, k.Synced)
	return err
}

// usePasskey says whether the passkey is still there and its count has gone on: of two
// uses with one count, the second finds it gone on already. A device that does not
// count says 0 always.
func usePasskey(ctx context.Context, tx *store.Tx, id FactorID, k passkey.Key) (int64, error) {
	return tx.Exec(ctx, `
		UPDATE passkey
		SET sign_count = $2, synced = $3
		WHERE factor_id = $1 AND (sign_count < $2 OR sign_count = 0 AND $2 = 0)`, id, k.Count, k.Synced)
}

// deletePasskeySessions ends the sessions of an account in which a passkey was used
// last, but keep.
func deletePasskeySessions(ctx context.Context, tx *store.Tx, account AccountID, keep SessionID) error {
	_, err := tx.Exec(ctx, `
		DELETE FROM session
		WHERE account_id = $1 AND factor = $2 AND id <> $3`, account, GivenPasskey, keep)
	return err
}

func passkeyHandleOf(ctx context.Context, q store.Queryer, account AccountID) (string, error) {
	return store.One(ctx, q, store.Value[string], `SELECT handle FROM passkey_handle WHERE account_id = $1`, account)
}

func insertPasskeyHandle(ctx context.Context, tx *store.Tx, account AccountID, handle string) error {
	_, err := tx.Exec(ctx, `
		INSERT INTO passkey_handle (account_id, handle)
		VALUES ($1, $2)
		ON CONFLICT (account_id) DO NOTHING`, account, handle)
	return err
}

func passkeySecretOf(ctx context.Context, q store.Queryer) (string, error) {
	return store.One(ctx, q, store.Value[string], `SELECT secret FROM passkey_secret WHERE id = 1`)
}

func insertPasskeySecret(ctx context.Context, tx *store.Tx, secret string) error {
	_, err := tx.Exec(ctx, `
		INSERT INTO passkey_secret (id, secret)
		VALUES (1, $1)
		ON CONFLICT (id) DO NOTHING`, secret)
	return err
}

func insertSpentChallenge(ctx context.Context, tx *store.Tx, hash string, until civil.Instant) (int64, error) {
	return tx.Exec(ctx, `
		INSERT INTO passkey_challenge_spent (challenge_hash, until_at)
		VALUES ($1, $2)
		ON CONFLICT (challenge_hash) DO NOTHING`, hash, until)
}

func deleteSpentChallenges(ctx context.Context, tx *store.Tx, now civil.Instant) (int64, error) {
	return tx.Exec(ctx, `DELETE FROM passkey_challenge_spent WHERE until_at <= $1`, now)
}
