package auth

import (
	"context"
	"errors"
	"fmt"

	"nzgs/internal/civil"
	"nzgs/internal/store"
)

// toInvite reads of each of these people what an invitation by letter needs, in the order given. Someone who is not in
// the register is left out.
func toInvite(ctx context.Context, q store.Queryer, people []PersonID, now civil.Instant) ([]ToInvite, error) {
	found := make(map[PersonID]ToInvite, len(people))
	for start := 0; start < len(people); start += store.MaxIn - 1 {
		chunk := people[start:min(start+store.MaxIn-1, len(people))]
		condition, args := store.In([]any{now}, chunk)
		list, err := store.All(ctx, q, scanToInvite, toInviteSQL+condition+toInviteEnd, args...)
		if err != nil {
			return nil, fmt.Errorf("read who can be invited by letter: %w", err)
		}
		for _, one := range list {
			found[one.Person] = one
		}
	}
	out := make([]ToInvite, 0, len(found))
	for _, id := range people {
		if one, known := found[id]; known {
			out = append(out, one)
		}
	}
	return out, nil
}

// toInviteSQL reads people with their accounts. An account that a letter made and no one has used follows the register's
// address, unless an officer gave it one of its own.
const toInviteSQL = `
		SELECT x.id, x.family_name, x.given_names, x.family_first, x.email, x.account_id, x.account_email, x.register_email,
		       x.disabled, x.version, x.used, x.until,
		       EXISTS (SELECT 1 FROM person_alias l WHERE l.gone_id = x.id),
		       EXISTS (SELECT 1 FROM departure d WHERE d.person_id = x.id AND d.kind = 'died' AND d.undone_at IS NULL),
		       x.email_key <> ''
		         AND EXISTS (SELECT 1 FROM mail_bounce b WHERE b.address_key = x.email_key AND b.settled_at IS NULL),
		       x.email_key <> '' AND (
		         EXISTS (SELECT 1 FROM person o
		                 WHERE o.email_key = x.email_key AND o.id <> x.id
		                   AND NOT EXISTS (SELECT 1 FROM person_alias l WHERE l.gone_id = o.id)
		                   AND NOT EXISTS (SELECT 1 FROM departure d
		                                   WHERE d.person_id = o.id AND d.kind = 'died' AND d.undone_at IS NULL))
		         OR EXISTS (SELECT 1 FROM account c WHERE c.email_key = x.email_key AND c.person_id <> x.id))
		FROM (SELECT y.*,
		             CASE WHEN y.follows AND y.register_email <> '' THEN y.register_email ELSE y.account_email END AS email,
		             CASE WHEN y.follows AND y.register_email <> '' THEN y.register_key ELSE y.account_key END AS email_key
		      FROM (SELECT p.id, p.family_name, p.given_names, p.family_first, p.email AS register_email,
		                   p.email_key AS register_key, a.id AS account_id, COALESCE(a.email, '') AS account_email,
		                   COALESCE(a.email_key, '') AS account_key, COALESCE(a.disabled, FALSE) AS disabled,
		                   COALESCE(a.version, 0) AS version,
		                   a.id IS NOT NULL AND (a.password_hash <> ''
		                     OR EXISTS (SELECT 1 FROM second_factor f WHERE f.account_id = a.id)
		                     OR EXISTS (SELECT 1 FROM session s WHERE s.account_id = a.id)) AS used,
		                   a.id IS NULL OR (
		                     EXISTS (SELECT 1 FROM invitation i WHERE i.account_id = a.id AND i.made_account)
		                     AND NOT EXISTS (SELECT 1 FROM account_opening o
		                                     WHERE o.account_id = a.id AND o.kind = 'address')) AS follows,
		                   (SELECT MAX(l.expires_at) FROM one_time_link l
		                    WHERE l.account_id = a.id AND l.purpose = 'invite' AND l.used_at IS NULL
		                      AND l.expires_at > $1) AS until
		            FROM person p
		            LEFT JOIN account a ON a.person_id = p.id
		            WHERE p.id IN `

const toInviteEnd = `) y) x`

func scanToInvite(r store.Scanner) (ToInvite, error) {
	var one ToInvite
	var n nameColumns
	var used, gone, died, bounced, shared bool
	a := &one.account
	err := r.Scan(&one.Person, &n.family, &n.given, &n.familyFirst, &one.Email, store.ZeroNull(&one.Account),
		&a.Email, &a.Letters, &a.Disabled, &a.Version, &used, &one.Until, &gone, &died, &bounced, &shared)
	one.Name = n.name()
	a.ID, a.Person, a.Name = one.Account, one.Person, one.Name
	for _, c := range []struct {
		is   bool
		what Missing
	}{
		{gone, MissingMerged}, {died, MissingDied}, {a.Disabled, MissingClosed}, {used, MissingAccount},
		{one.Email == "", MissingAddress}, {!ValidEmail(one.Email), MissingUsable}, {bounced, MissingBounced},
		{shared, MissingShared}, {!one.Until.IsZero(), MissingLately},
	} {
		if c.is {
			one.Missing = c.what
			break
		}
	}
	return one, err
}

// insertInvitation keeps that someone was invited with an office.
func insertInvitation(ctx context.Context, tx *store.Tx, in LetterInvitation, now civil.Instant) error {
	_, err := tx.Exec(ctx, `
		INSERT INTO invitation (person_id, state, account_id, link_id, made_account, invited_at)
		VALUES ($1, 'invited', $2, $3, $4, $5)`, in.Person, in.Account, in.Link, in.Made, now)
	if err != nil {
		return fmt.Errorf("keep an invitation: %w", err)
	}
	return nil
}

// addressInvited is the address of an account whose last good invitation goes by letter; "" where someone hands the link
// over.
func addressInvited(ctx context.Context, q store.Queryer, account AccountID, now civil.Instant) (string, error) {
	address, err := store.One(ctx, q, store.Value[string], `
		SELECT a.email
		FROM account a
		WHERE a.id = $1 AND EXISTS (SELECT 1
		                            FROM one_time_link l
		                            JOIN invitation i ON i.link_id = l.id AND i.account_id = l.account_id
		                            WHERE l.account_id = a.id AND l.used_at IS NULL AND l.expires_at > $2)`, account, now)
	if errors.Is(err, store.ErrNoRows) {
		return "", nil
	}
	return address, err
}

// removeUnused removes accounts with what an invitation alone leaves behind.
func removeUnused(ctx context.Context, tx *store.Tx, ids []AccountID) (int, error) {
	if len(ids) == 0 {
		return 0, nil
	}
	condition, args := store.In(nil, ids)
	free, err := store.All(ctx, tx, store.Value[AccountID], `
		SELECT a.id
		FROM account a
		WHERE a.password_hash = '' AND a.id IN `+condition+`
		  AND NOT EXISTS (SELECT 1 FROM session x WHERE x.account_id = a.id)
		  AND NOT EXISTS (SELECT 1 FROM second_factor x WHERE x.account_id = a.id)
		  AND NOT EXISTS (SELECT 1 FROM one_time_link x WHERE x.account_id = a.id)
		  AND NOT EXISTS (SELECT 1 FROM address_change x WHERE x.account_id = a.id)
		  AND NOT EXISTS (SELECT 1 FROM account_request x WHERE x.account_id = a.id)
		  AND NOT EXISTS (SELECT 1 FROM account_opening x WHERE x.account_id = a.id AND x.kind <> 'invite')
		  AND NOT EXISTS (SELECT 1 FROM office x WHERE x.person_id = a.person_id)
		  AND NOT EXISTS (SELECT 1 FROM account_device x WHERE x.account_id = a.id)
		  AND NOT EXISTS (SELECT 1 FROM totp_offer x WHERE x.account_id = a.id)
		  AND NOT EXISTS (SELECT 1 FROM passkey_handle x WHERE x.account_id = a.id)
		  AND NOT EXISTS (SELECT 1 FROM recovery_code x WHERE x.account_id = a.id)
		  AND NOT EXISTS (SELECT 1 FROM half_sign_in x WHERE x.account_id = a.id)
		  AND NOT EXISTS (SELECT 1 FROM let_in x WHERE x.account_id = a.id)
		  AND NOT EXISTS (SELECT 1 FROM takeover_file x WHERE x.account_id = a.id)
		  AND NOT EXISTS (SELECT 1 FROM departure x WHERE x.closed_id = a.id)
		  AND NOT EXISTS (SELECT 1 FROM person_merge x WHERE x.closed_id = a.id)`, args...)
	if err != nil || len(free) == 0 {
		return 0, err
	}
	condition, args = store.In(nil, free)
	for _, statement := range []string{
		`UPDATE invitation SET account_id = NULL, made_account = FALSE WHERE account_id IN `,
		`DELETE FROM account_opening WHERE account_id IN `,
		`DELETE FROM reset_request WHERE account_id IN `,
		`DELETE FROM account WHERE id IN `,
	} {
		if _, err := tx.Exec(ctx, statement+condition, args...); err != nil {
			return 0, fmt.Errorf("remove accounts that no one has used: %w", err)
		}
	}
	return len(free), nil
}
