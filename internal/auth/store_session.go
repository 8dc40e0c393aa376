package auth

import (
	"context"

	"nzgs/internal/civil"
	"nzgs/internal/store"
)

// sessionFile is a session with who has it.
type sessionFile struct {
	actor   Actor
	created civil.Instant
	seen    civil.Instant
	expires civil.Instant
}

// sessionByHash reads the session, its owner and the offices that have not
// ended before the day: a row for each office.
func sessionByHash(ctx context.Context, q store.Queryer, hash string, day civil.Date) (sessionFile, error) {
	var f sessionFile
	scan := func(r store.Scanner) (Office, error) {
		var o Office
		var n nameColumns
		var role string
		err := r.Scan(&f.actor.Session, &f.created, &f.seen, &f.expires, &f.actor.Account, &f.actor.Person,
			&n.family, &n.given, &n.familyFirst,
			&f.actor.Proof.At, &f.actor.Proof.Factor, &f.actor.Proof.Enrolled, &f.actor.Proof.Teller,
			&f.actor.Proof.Unready,
			store.ZeroNull(&o.ID), store.EmptyNull(&role), store.ZeroNull(&o.Club), store.ZeroNull(&o.Event),
			&o.From, &o.Until, store.ZeroNull(&o.Version))
		o.Person, o.Role = f.actor.Person, Role(role)
		if f.actor.Name == "" {
			f.actor.Name = n.name().String()
		}
		return o, err
	}
	rows, err := store.All(ctx, q, scan, `
		SELECT s.id, s.created_at, s.seen_at, s.expires_at, a.id, a.person_id,
		       p.family_name, p.given_names, p.family_first,
		       s.proved_at, s.factor,
		       EXISTS (SELECT 1 FROM second_factor f WHERE f.account_id = a.id),
		       EXISTS (SELECT 1 FROM postal_teller t JOIN postal_vote v ON v.id = t.vote_id
		               WHERE t.person_id = a.person_id AND v.state NOT IN ('declared', 'destroyed')),
		       a.password_hash = '',
		       o.id, o.role, o.club_id, o.event_id, o.from_day, o.until_day, o.version
		FROM session s
		JOIN account a ON a.id = s.account_id
		JOIN person p ON p.id = a.person_id
		LEFT JOIN office o ON o.person_id = a.person_id
		                  AND (o.until_day IS NULL OR o.until_day >= $2)
		WHERE s.token_hash = $1 AND a.disabled = FALSE
		ORDER BY o.id`, hash, day)
	if err != nil {
		return sessionFile{}, err
	}
	if len(rows) == 0 {
		return sessionFile{}, store.ErrNoRows
	}
	if rows[0].ID != 0 { // else the one row of a person without an office
		f.actor.Offices = rows
	}
	return f, nil
}

func insertSession(
	ctx context.Context, tx *store.Tx, hash string, account AccountID, given Given, device string,
	now, expires civil.Instant,
) (SessionID, error) {
	return store.One(ctx, tx, store.Value[SessionID], `
		INSERT INTO session (token_hash, account_id, factor, device, created_at, seen_at, proved_at, expires_at)
		VALUES ($1, $2, $3, $4, $5, $5, $5, $6)
		RETURNING id`, hash, account, given, device, now, expires)
}

// proveSession notes what was proved in a session that goes on.
func proveSession(ctx context.Context, tx *store.Tx, id SessionID, given Given, now civil.Instant) error {
	_, err := tx.Exec(ctx, `
		UPDATE session
		SET proved_at = $2, factor = $3
		WHERE id = $1`, id, now, given)
	return err
}

// renewSession gives a session of the account another token and says when it ends at
// the latest; ErrNoRows when the account has no such session.
func renewSession(
	ctx context.Context, tx *store.Tx, id SessionID, account AccountID, hash string,
) (expires civil.Instant, err error) {
	return store.One(ctx, tx, store.Value[civil.Instant], `
		UPDATE session
		SET token_hash = $3
		WHERE id = $1 AND account_id = $2
		RETURNING expires_at`, id, account, hash)
}

func touchSession(ctx context.Context, tx *store.Tx, id SessionID, now civil.Instant) error {
	_, err := tx.Exec(ctx, `
		UPDATE session
		SET seen_at = $2
		WHERE id = $1 AND seen_at < $2`, id, now)
	return err
}

func sessionsOf(ctx context.Context, q store.Queryer, account AccountID) ([]Session, error) {
	return store.All(ctx, q, func(r store.Scanner) (Session, error) {
		var s Session
		err := r.Scan(&s.ID, &s.Device, &s.Created, &s.Seen)
		return s, err
	}, `
		SELECT id, device, created_at, seen_at
		FROM session
		WHERE account_id = $1
		ORDER BY seen_at DESC, id DESC`, account)
}

// sessionHashes are the hashes of the tokens of all accounts, those used last first.
func sessionHashes(ctx context.Context, q store.Queryer, most int) ([]string, error) {
	return store.All(ctx, q, store.Value[string], `
		SELECT token_hash
		FROM session
		ORDER BY seen_at DESC, id DESC
		LIMIT $1`, most)
}

// deleteSession ends a session of the account and returns its device; ErrNoRows
// when the account has no such session.
func deleteSession(ctx context.Context, tx *store.Tx, id SessionID, account AccountID) (device string, err error) {
	return store.One(ctx, tx, store.Value[string], `
		DELETE FROM session
		WHERE id = $1 AND account_id = $2
		RETURNING device`, id, account)
}

func deleteSessionByHash(ctx context.Context, tx *store.Tx, hash string) error {
	_, err := tx.Exec(ctx, `DELETE FROM session WHERE token_hash = $1`, hash)
	return err
}

// deleteSessionsOf ends the sessions of the account but keep (0: all of them).
func deleteSessionsOf(ctx context.Context, tx *store.Tx, account AccountID, keep SessionID) (int64, error) {
	return tx.Exec(ctx, `
		DELETE FROM session
		WHERE account_id = $1 AND id <> $2`, account, keep)
}

// stillIn refuses within tx whose session was ended since the page asked who they are, as by the link that stops a change
// of address: who ends it afterwards waits for tx.
func stillIn(ctx context.Context, tx *store.Tx, actor Actor) error {
	if actor.Session == 0 {
		return nil
	}
	n, err := tx.Exec(ctx, `
		UPDATE session
		SET seen_at = seen_at
		WHERE id = $1 AND account_id = $2`, actor.Session, actor.Account)
	if err == nil && n == 0 {
		err = errNoSession
	}
	return err
}

func deleteOldSessions(ctx context.Context, tx *store.Tx, now civil.Instant) (int64, error) {
	return tx.Exec(ctx, `
		DELETE FROM session
		WHERE expires_at <= $1 OR seen_at <= $2`, now, now.Add(-memberLimits.idle))
}
