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

// alive is the condition that the one with a number is not known to have died.
func alive(person string) string {
	return `NOT EXISTS (SELECT 1 FROM departure d WHERE d.person_id = ` + person + ` AND d.kind = 'died' AND d.undone_at IS NULL)`
}

// byMail is the condition that the newsletter goes to a reader by mail: once to an address, which a member's choice and a
// subscription by the form may both name.
var byMail = `r.confirmed_at IS NOT NULL AND r.way = 'mail' AND (r.person_id IS NULL OR a.id IS NOT NULL) AND ` +
	alive("r.person_id") + `
	AND NOT (r.person_id IS NULL AND EXISTS (
		SELECT 1
		FROM newsletter_reader m
		JOIN account b ON b.person_id = m.person_id AND b.disabled = FALSE
		WHERE m.way = 'mail' AND b.email_key = r.email_key AND ` + alive("m.person_id") + `))`

// ofAccount is the condition that a subscription by the form is of the address of someone's account.
const ofAccount = `r.person_id IS NULL AND r.email_key IN (SELECT b.email_key FROM account b WHERE b.person_id = $1)`

// What stands in the database for a member to whom it does not come: by the member's own choice, or taken off paper by an officer.
const (
	notKept = "not"
	offKept = "off"
)

// standing is how the newsletter comes to someone, and what is known of it.
type standing struct {
	Choice
	own     string // what is kept of the member's choice; "" nothing
	form    bool   // the address of the account is subscribed by the form
	mailbox string // the address that was confirmed for the choice, as a key
	died    bool
}

// proven is the address of the account, as a key, if its owner opened the link of a letter to it; else "".
func (s standing) proven() string {
	if key := members.EmailKey(s.Email); s.form || s.mailbox == key {
		return key
	}
	return ""
}

// choiceOf reads how the newsletter comes to someone. A subscription by the form of the account's own address brings it by mail, and
// then nothing comes on paper.
func choiceOf(ctx context.Context, q store.Queryer, person auth.PersonID, now civil.Instant) (c standing, err error) {
	c, err = store.One(ctx, q, func(s store.Scanner) (c standing, err error) {
		err = s.Scan(&c.own, &c.mailbox, &c.form, &c.Asked, &c.Email, &c.Address, &c.died)
		return c, err
	}, `
		SELECT COALESCE((SELECT r.way FROM newsletter_reader r WHERE r.person_id = p.id), ''),
		       COALESCE((SELECT r.mailbox_key FROM newsletter_reader r WHERE r.person_id = p.id), ''),
		       EXISTS (SELECT 1 FROM newsletter_reader r WHERE r.confirmed_at IS NOT NULL AND `+ofAccount+`),
		       EXISTS (SELECT 1 FROM newsletter_reader r WHERE r.confirmed_at IS NULL AND r.expires_at > $2 AND `+ofAccount+`),
		       COALESCE((SELECT b.email FROM account b WHERE b.person_id = p.id AND b.disabled = FALSE), ''), p.address,
		       NOT `+alive("p.id")+`
		FROM person p
		WHERE p.id = $1`, person, now)
	if errors.Is(err, store.ErrNoRows) {
		return c, apperr.New(apperr.NotFound, "No one in the register has this member number.")
	}
	if err != nil {
		return c, fmt.Errorf("read how someone gets the newsletter: %w", err)
	}
	switch {
	case c.form || c.own == string(ByMail):
		c.Way = ByMail
	case c.own == string(OnPaper):
		c.Way = OnPaper
	}
	return c, nil
}

// setChoice keeps a member's choice. The row that brought the newsletter stays, and with it the link that stops it in letters that
// have left or wait: the member's own, else that of the form for the account's address, which becomes the member's. Proven is the
// address that was confirmed, as a key; "" none was now.
func setChoice(ctx context.Context, tx *store.Tx, person auth.PersonID, way, proven, leave string, now civil.Instant) error {
	n, err := tx.Exec(ctx, `
		UPDATE newsletter_reader
		SET way = $2, mailbox_key = CASE WHEN $3 <> '' THEN $3 ELSE mailbox_key END
		WHERE person_id = $1`, person, way, proven)
	key := fmt.Sprintf("member %d", person)
	if err == nil && n == 0 {
		n, err = tx.Exec(ctx, `
			UPDATE newsletter_reader
			SET person_id = $1, way = $2, mailbox_key = email_key, email = '', email_key = $3
			WHERE id IN (SELECT r.id FROM newsletter_reader r WHERE r.confirmed_at IS NOT NULL AND `+ofAccount+`)`, person, way, key)
	}
	if err == nil && n == 0 {
		_, err = tx.Exec(ctx, `
			INSERT INTO newsletter_reader (email, email_key, leave_token, asked_at, confirmed_at, person_id, way, mailbox_key)
			VALUES ('', $2, $3, $4, $4, $1, $5, $6)`, person, key, leave, now, way, proven)
	}
	return err
}

// endForm deletes what was asked for by the form for the address of a member's account.
func endForm(ctx context.Context, tx *store.Tx, person auth.PersonID) error {
	_, err := tx.Exec(ctx, `
		DELETE FROM newsletter_reader
		WHERE id IN (SELECT r.id FROM newsletter_reader r WHERE `+ofAccount+`)`, person)
	return err
}

// memberAt is who has an open account with the address of a reader, and is not known to have died; 0: no one.
func memberAt(ctx context.Context, q store.Queryer, id ReaderID) (auth.PersonID, error) {
	person, err := store.One(ctx, q, store.Value[auth.PersonID], `
		SELECT b.person_id
		FROM newsletter_reader r
		JOIN account b ON b.email_key = r.email_key AND b.disabled = FALSE
		WHERE r.id = $1 AND r.person_id IS NULL AND `+alive("b.person_id"), id)
	if errors.Is(err, store.ErrNoRows) {
		return 0, nil
	}
	return person, err
}

func paperReaders(ctx context.Context, q store.Queryer) ([]PaperReader, error) {
	ids, err := store.All(ctx, q, store.Value[auth.PersonID], `
		SELECT r.person_id
		FROM newsletter_reader r
		JOIN person p ON p.id = r.person_id
		WHERE r.way = 'paper' AND `+alive("r.person_id")+`
		  AND NOT EXISTS (
		          SELECT 1
		          FROM newsletter_reader f
		          JOIN account b ON b.email_key = f.email_key
		          WHERE f.person_id IS NULL AND f.confirmed_at IS NOT NULL AND b.person_id = r.person_id)
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
		SELECT count(*) `+fromReaders+` WHERE r.person_id IS NOT NULL AND r.way = 'mail' AND a.email_key = $1 AND `+alive("r.person_id"), members.EmailKey(email))
	return n > 0, err
}
