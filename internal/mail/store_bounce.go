package mail

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

func readPace(ctx context.Context, q store.Queryer) (Pace, error) {
	p, err := store.One(ctx, q, func(s store.Scanner) (p Pace, err error) {
		err = s.Scan(&p.PerMinute, &p.QuietFrom, &p.QuietUntil, &p.Version)
		return p, err
	}, `
		SELECT per_minute, quiet_from, quiet_until, version
		FROM mail_pace
		WHERE id = 1`)
	if err != nil {
		return p, fmt.Errorf("read how fast letters leave: %w", err)
	}
	return p, nil
}

func savePace(ctx context.Context, tx *store.Tx, p Pace) error {
	n, err := tx.Exec(ctx, `
		UPDATE mail_pace
		SET per_minute = $1, quiet_from = $2, quiet_until = $3, version = version + 1
		WHERE id = 1 AND version = $4`, p.PerMinute, p.QuietFrom, p.QuietUntil, p.Version)
	if err != nil {
		return fmt.Errorf("keep how fast letters leave: %w", err)
	}
	if n == 0 {
		return usecase.Stale("how fast letters leave", "mail_pace", 1)
	}
	return nil
}

// triedSince counts the letters that were tried since an instant.
func triedSince(ctx context.Context, q store.Queryer, since, now civil.Instant) (int, error) {
	n, err := store.One(ctx, q, store.Value[int], `
		SELECT COUNT(*)
		FROM mail_letter
		WHERE tried_at > $1 AND tried_at <= $2`, since, now) // a clock that was set back holds up nothing
	if err != nil {
		return 0, fmt.Errorf("count the letters of the last minute: %w", err)
	}
	return n, nil
}

// insertBounce notes an address that came back, unless it waits to be looked at already.
func insertBounce(
	ctx context.Context, tx *store.Tx, address string, letter LetterID, problem string, now civil.Instant,
) error {
	if _, err := tx.Exec(ctx, `
		INSERT INTO mail_bounce (address_key, address, letter_id, problem, noted_at)
		VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (address_key) WHERE settled_at IS NULL DO NOTHING`,
		auth.EmailKey(address), address, store.NullZero(letter), problem, now); err != nil {
		return fmt.Errorf("note an address that came back: %w", err)
	}
	return nil
}

func settleBounce(ctx context.Context, tx *store.Tx, id BounceID, now civil.Instant) (bool, error) {
	n, err := tx.Exec(ctx, `
		UPDATE mail_bounce
		SET settled_at = $2
		WHERE id = $1 AND settled_at IS NULL`, id, now)
	if err != nil {
		return false, fmt.Errorf("settle an address that came back: %w", err)
	}
	return n > 0, nil
}

// bouncesWith reads the bounces that a condition leaves, with where each person is written to now.
func bouncesWith(ctx context.Context, q store.Queryer, condition string, args ...any) ([]Bounce, error) {
	list, err := store.All(ctx, q, func(s store.Scanner) (b Bounce, err error) {
		var link int64
		var key, account string
		err = s.Scan(&b.ID, &b.Address, store.ZeroNull(&b.Letter), &b.Problem, &b.Noted, &b.Person, &b.Name, &link, &key,
			&b.Corrected, &account)
		if b.Corrected == "" || auth.IsAboutAccount(key) { // others may read the mailbox of the other letters
			b.Corrected = account
		}
		if link != 0 || !ValidAddress(b.Corrected) || auth.EmailKey(b.Corrected) == auth.EmailKey(b.Address) {
			b.Corrected = "" // a link is made for one address
		}
		return b, err
	}, `
		SELECT b.id, b.address, b.letter_id, b.problem, b.noted_at, COALESCE(l.person_id, 0), COALESCE(l.to_name, ''),
		       COALESCE(l.link_id, 0), COALESCE(l.letter_key, ''), COALESCE(p.email, ''), COALESCE(a.email, '')
		FROM mail_bounce b
		LEFT JOIN mail_letter l ON l.id = b.letter_id
		LEFT JOIN person p ON p.id = l.person_id
		LEFT JOIN account a ON a.person_id = l.person_id AND a.disabled = FALSE
		WHERE `+condition+`
		ORDER BY b.id DESC`, args...)
	if err != nil {
		return nil, fmt.Errorf("read the addresses that came back: %w", err)
	}
	return list, nil
}

func openBounces(ctx context.Context, q store.Queryer) ([]Bounce, error) {
	return bouncesWith(ctx, q, `b.settled_at IS NULL`)
}

// bouncedLetter is the letter of a bounce, and where it can go now: 0 and "" where it cannot.
func bouncedLetter(ctx context.Context, q store.Queryer, id BounceID) (LetterID, string, error) {
	list, err := bouncesWith(ctx, q, `b.id = $1`, id)
	if err != nil || len(list) == 0 {
		return 0, "", err
	}
	return list[0].Letter, list[0].Corrected, nil
}

// attachedTo are the files of a letter.
func attachedTo(ctx context.Context, q store.Queryer, id LetterID) ([]AttachmentID, error) {
	all, err := store.All(ctx, q, store.Value[AttachmentID], `
		SELECT attachment_id
		FROM mail_letter_attachment
		WHERE letter_id = $1
		ORDER BY position`, id)
	if err != nil {
		return nil, fmt.Errorf("read the files of a letter: %w", err)
	}
	return all, nil
}

func bounced(ctx context.Context, q store.Queryer, addresses []string) (map[string]string, error) {
	keys := make([]string, len(addresses))
	for i, a := range addresses {
		keys[i] = auth.EmailKey(a)
	}
	out := map[string]string{}
	for chunk := range slices.Chunk(keys, store.MaxIn) {
		condition, args := store.In(nil, chunk)
		if _, err := store.All(ctx, q, func(s store.Scanner) (key string, err error) {
			var problem string
			err = s.Scan(&key, &problem)
			out[key] = problem
			return key, err
		}, `
			SELECT address_key, problem
			FROM mail_bounce
			WHERE settled_at IS NULL AND address_key IN `+condition, args...); err != nil {
			return nil, fmt.Errorf("look for addresses that came back: %w", err)
		}
	}
	return out, nil
}

// lastTo is the last letter to an address that left or was refused; 0 for none.
func lastTo(ctx context.Context, q store.Queryer, address string) (LetterID, error) {
	id, err := store.One(ctx, q, store.Value[LetterID], `
		SELECT id
		FROM mail_letter
		WHERE (to_address = $1 OR LOWER(to_address) = $2) AND state <> 'waiting'
		ORDER BY id DESC
		LIMIT 1`, address, auth.EmailKey(address)) // mail servers write addresses in small letters
	if errors.Is(err, store.ErrNoRows) {
		return 0, nil
	}
	if err != nil {
		return 0, fmt.Errorf("look for letters to an address: %w", err)
	}
	return id, nil
}
