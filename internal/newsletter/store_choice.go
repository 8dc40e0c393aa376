package newsletter

import (
	"context"
	"errors"
	"fmt"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/members"
	"nzgs/internal/store"
)

// fromReaders are readers r with the account a of a member who reads, if it is open.
const fromReaders = ` FROM newsletter_reader r LEFT JOIN account a ON a.person_id = r.person_id AND a.disabled = FALSE `

// alive is the condition that a reader is not known to have died.
const alive = `NOT EXISTS (SELECT 1 FROM departure d WHERE d.person_id = r.person_id AND d.kind = 'died' AND d.undone_at IS NULL)`

// byMail is the condition that the newsletter goes to a reader by mail: once to an address, which a member's choice and a
// subscription by the form may both name.
const byMail = `r.confirmed_at IS NOT NULL AND r.way = 'mail' AND (r.person_id IS NULL OR a.id IS NOT NULL) AND ` + alive + `
	AND NOT (r.person_id IS NULL AND EXISTS (
		SELECT 1
		FROM newsletter_reader m
		JOIN account b ON b.person_id = m.person_id AND b.disabled = FALSE
		WHERE m.way = 'mail' AND b.email_key = r.email_key))`

// ofAccount is the condition that a subscription by the form is of the address of someone's account.
const ofAccount = `r.person_id IS NULL AND r.email_key IN (SELECT b.email_key FROM account b WHERE b.person_id = $1)`

func choiceOf(ctx context.Context, q store.Queryer, person auth.PersonID) (c Choice, err error) {
	c, err = store.One(ctx, q, func(s store.Scanner) (c Choice, err error) {
		var way string
		err = s.Scan(&way, &c.Email, &c.Address)
		c.Way = Way(way)
		return c, err
	}, `
		SELECT COALESCE(
		           (SELECT r.way FROM newsletter_reader r WHERE r.person_id = p.id),
		           (SELECT 'mail' FROM newsletter_reader r WHERE r.confirmed_at IS NOT NULL AND `+ofAccount+`), ''),
		       COALESCE((SELECT b.email FROM account b WHERE b.person_id = p.id AND b.disabled = FALSE), ''), p.address
		FROM person p
		WHERE p.id = $1`, person)
	if errors.Is(err, store.ErrNoRows) {
		return c, apperr.New(apperr.NotFound, "No one in the register has this member number.")
	}
	if err != nil {
		return c, fmt.Errorf("read how someone gets the newsletter: %w", err)
	}
	return c, nil
}

// deleteChoice ends whatever brings the newsletter to a person: the choice, and a subscription for the address of the account.
func deleteChoice(ctx context.Context, tx *store.Tx, person auth.PersonID) error {
	_, err := tx.Exec(ctx, `
		DELETE FROM newsletter_reader
		WHERE id IN (SELECT r.id FROM newsletter_reader r WHERE r.person_id = $1 OR `+ofAccount+`)`, person)
	return err
}

func insertChoice(ctx context.Context, tx *store.Tx, person auth.PersonID, way Way, leave string, now civil.Instant) error {
	_, err := tx.Exec(ctx, `
		INSERT INTO newsletter_reader (email, email_key, leave_token, asked_at, confirmed_at, person_id, way)
		VALUES ('', $2, $3, $4, $4, $1, $5)`, person, fmt.Sprintf("member %d", person), leave, now, string(way))
	return err
}

func paperReaders(ctx context.Context, q store.Queryer) ([]PaperReader, error) {
	ids, err := store.All(ctx, q, store.Value[auth.PersonID], `
		SELECT r.person_id
		FROM newsletter_reader r
		JOIN person p ON p.id = r.person_id
		WHERE r.way = 'paper' AND `+alive+`
		ORDER BY p.sort_key, p.id`)
	if err != nil {
		return nil, fmt.Errorf("read who gets the newsletter on paper: %w", err)
	}
	people, err := members.People(ctx, q, ids)
	if err != nil {
		return nil, err
	}
	out := make([]PaperReader, len(ids))
	for i, id := range ids {
		out[i] = PaperReader{Person: id, Name: people[id].Name.String(), Address: people[id].Contact.Address}
	}
	return out, nil
}

// memberReads reports whether a member has the newsletter come by mail to an address.
func memberReads(ctx context.Context, q store.Queryer, email string) (bool, error) {
	n, err := store.One(ctx, q, store.Value[int], `
		SELECT count(*) `+fromReaders+` WHERE r.person_id IS NOT NULL AND r.way = 'mail' AND a.email_key = $1`, members.EmailKey(email))
	return n > 0, err
}
