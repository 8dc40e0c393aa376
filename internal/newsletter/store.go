package newsletter

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"nzgs/internal/apperr"
	"nzgs/internal/civil"
	"nzgs/internal/members"
	"nzgs/internal/news"
	"nzgs/internal/store"
)

var (
	errNoIssue = apperr.New(apperr.NotFound, "This newsletter does not exist.")
	errNoLink  = apperr.New(apperr.NotFound, "This link is not valid, or no longer. Send the form again.")
	errUnknown = apperr.New(apperr.NotFound, "This link is not known. If the newsletter was stopped by it before, there is nothing to do. "+
		"If it still comes, stop it by the link in the newest letter, or sign in and choose at “My letters”.")
)

func kept[T ~int64](list []T) string {
	out := make([]string, len(list))
	for i, n := range list {
		out[i] = strconv.FormatInt(int64(n), 10)
	}
	return strings.Join(out, ",")
}

func listed[T ~int64](text string) (out []T) {
	for one := range strings.SplitSeq(text, ",") {
		if n, err := strconv.ParseInt(one, 10, 64); err == nil {
			out = append(out, T(n))
		}
	}
	return out
}

func insertIssue(ctx context.Context, tx *store.Tx, in Input) (ID, error) {
	id, err := store.One(ctx, tx, store.Value[ID], `
		INSERT INTO newsletter (title, intro, news)
		VALUES ($1, $2, $3)
		RETURNING id`, in.Title, in.Intro, kept(in.News))
	if err != nil {
		return 0, fmt.Errorf("keep a newsletter: %w", err)
	}
	return id, nil
}

// lockIssue makes whoever changes or sends a newsletter wait for whoever is doing so.
func lockIssue(ctx context.Context, tx *store.Tx, id ID) error {
	_, err := tx.Exec(ctx, `UPDATE newsletter SET version = version WHERE id = $1`, id)
	return err
}

func updateIssue(ctx context.Context, tx *store.Tx, i Issue) error {
	_, err := tx.Exec(ctx, `
		UPDATE newsletter SET title = $2, intro = $3, news = $4, version = version + 1 WHERE id = $1`,
		i.ID, i.Title, i.Intro, kept(i.News))
	return err
}

func setSent(ctx context.Context, tx *store.Tx, i Issue) error {
	_, err := tx.Exec(ctx, `
		UPDATE newsletter
		SET body = $2, sent_at = $3, sent_by = $4, readers = $5, news = $6, version = version + 1
		WHERE id = $1`, i.ID, i.Body, i.Sent, i.By, i.Readers, kept(i.News))
	return err
}

func deleteIssue(ctx context.Context, tx *store.Tx, id ID) error {
	_, err := tx.Exec(ctx, `DELETE FROM newsletter WHERE id = $1`, id)
	return err
}

const issueColumns = `i.id, i.title, i.intro, i.news, i.body, i.sent_at, i.sent_by, i.readers, i.version`

func scanIssue(s store.Scanner) (i Issue, err error) {
	var chosen string
	err = s.Scan(&i.ID, &i.Title, &i.Intro, &chosen, &i.Body, &i.Sent, &i.By, &i.Readers, &i.Version)
	i.News = listed[news.ID](chosen)
	return i, err
}

func issueByID(ctx context.Context, q store.Queryer, id ID) (Issue, error) {
	i, err := store.One(ctx, q, scanIssue, `SELECT `+issueColumns+` FROM newsletter i WHERE i.id = $1`, id)
	if errors.Is(err, store.ErrNoRows) {
		err = errNoIssue
	}
	return i, err
}

func issues(ctx context.Context, q store.Queryer, which string, page, size int) ([]Issue, int, error) {
	n, err := store.One(ctx, q, store.Value[int], `SELECT count(*) FROM newsletter i WHERE `+which)
	if err != nil {
		return nil, 0, err
	}
	list, err := store.All(ctx, q, scanIssue, `
		SELECT `+issueColumns+`
		FROM newsletter i
		WHERE `+which+`
		ORDER BY COALESCE(i.sent_at, '9999') DESC, i.id DESC
		LIMIT $1 OFFSET $2`, size, (store.PageIn(page, size, n)-1)*size)
	return list, n, err
}

const readerColumns = `r.id, CASE WHEN r.person_id IS NULL THEN r.email ELSE COALESCE(a.email, '') END, r.leave_token, r.confirmed_at IS NOT NULL, r.expires_at`

func scanReader(s store.Scanner) (r reader, err error) {
	err = s.Scan(&r.id, &r.email, &r.leave, &r.confirmed, &r.expires)
	return r, err
}

func confirmed(ctx context.Context, q store.Queryer) ([]reader, error) {
	return store.All(ctx, q, scanReader, `
		SELECT `+readerColumns+fromReaders+`WHERE `+byMail+` ORDER BY r.id`)
}

func countReaders(ctx context.Context, q store.Queryer, which string) (int, error) {
	return store.One(ctx, q, store.Value[int], `SELECT count(*)`+fromReaders+`WHERE `+which)
}

func readerOf(ctx context.Context, q store.Queryer, email string) (r reader, found bool, err error) {
	r, err = store.One(ctx, q, scanReader, `
		SELECT `+readerColumns+fromReaders+`WHERE r.email_key = $1`, members.EmailKey(email))
	if errors.Is(err, store.ErrNoRows) {
		return r, false, nil
	}
	return r, err == nil, err
}

func readerByID(ctx context.Context, q store.Queryer, id ReaderID) (r reader, found bool, err error) {
	r, err = store.One(ctx, q, scanReader, `SELECT `+readerColumns+fromReaders+`WHERE r.id = $1 AND r.way = 'mail'`, id)
	if errors.Is(err, store.ErrNoRows) {
		return r, false, nil
	}
	return r, err == nil, err
}

// readerBy finds a reader by one of the columns with a secret.
func readerBy(ctx context.Context, q store.Queryer, column, secret string) (reader, error) {
	r, err := store.One(ctx, q, scanReader, `
		SELECT `+readerColumns+fromReaders+`WHERE r.`+column+` = $1 AND $1 <> ''`, secret)
	if errors.Is(err, store.ErrNoRows) {
		err = errNoLink
	}
	return r, err
}

func insertReader(ctx context.Context, tx *store.Tx, email, leave string, now, expires civil.Instant) (ReaderID, error) {
	return store.One(ctx, tx, store.Value[ReaderID], `
		INSERT INTO newsletter_reader (email, email_key, leave_token, asked_at, expires_at)
		VALUES ($1, $2, $3, $4, $5)
		RETURNING id`, email, members.EmailKey(email), leave, now, expires)
}

func renewReader(ctx context.Context, tx *store.Tx, id ReaderID, expires civil.Instant) error {
	_, err := tx.Exec(ctx, `UPDATE newsletter_reader SET expires_at = $2 WHERE id = $1`, id, expires)
	return err
}

// setConfirm keeps the hash of a link for an address that is still asked.
func setConfirm(ctx context.Context, tx *store.Tx, id ReaderID, to, hash string, now civil.Instant) error {
	n, err := tx.Exec(ctx, `
		UPDATE newsletter_reader
		SET confirm_hash = $3
		WHERE id = $1 AND email = $2 AND confirmed_at IS NULL AND expires_at > $4`, id, to, hash, now)
	if err == nil && n == 0 {
		err = errNoLink
	}
	return err
}

func setConfirmed(ctx context.Context, tx *store.Tx, hash string, now civil.Instant) (int64, error) {
	return tx.Exec(ctx, `
		UPDATE newsletter_reader
		SET confirmed_at = $2, confirm_hash = '', expires_at = NULL
		WHERE confirm_hash = $1 AND confirmed_at IS NULL AND expires_at > $2`, hash, now)
}

// stopReader stops what brings the newsletter to the address of a letter, whichever of the two it is: a member's choice, or a
// subscription by the form, which is deleted. Letters that wait for the address lose it when they are due. It tells how many there were.
func stopReader(ctx context.Context, tx *store.Tx, leave string) (int64, error) {
	chosen, err := tx.Exec(ctx, `
		UPDATE newsletter_reader
		SET way = 'not'
		WHERE person_id IS NOT NULL AND way = 'mail' AND (leave_token = $1 OR person_id IN (
		          SELECT a.person_id
		          FROM newsletter_reader r
		          JOIN account a ON a.email_key = r.email_key
		          WHERE r.leave_token = $1 AND r.person_id IS NULL))`, leave)
	if err != nil {
		return 0, err
	}
	asked, err := tx.Exec(ctx, `
		DELETE FROM newsletter_reader
		WHERE person_id IS NULL AND (leave_token = $1 OR email_key IN (
		          SELECT a.email_key
		          FROM newsletter_reader r
		          JOIN account a ON a.person_id = r.person_id
		          WHERE r.leave_token = $1))`, leave)
	return chosen + asked, err
}

// readsBy tells whether the link that stops a reader would stop anything.
func readsBy(ctx context.Context, q store.Queryer, id ReaderID) (bool, error) {
	n, err := store.One(ctx, q, store.Value[int], `
		SELECT count(*)
		FROM newsletter_reader r
		WHERE r.id = $1 AND (r.way = 'mail' OR EXISTS (
		          SELECT 1
		          FROM newsletter_reader f
		          JOIN account a ON a.email_key = f.email_key
		          WHERE f.person_id IS NULL AND f.confirmed_at IS NOT NULL AND a.person_id = r.person_id))`, id)
	return n > 0, err
}

func forget(ctx context.Context, tx *store.Tx, now civil.Instant) (int64, error) {
	return tx.Exec(ctx, `DELETE FROM newsletter_reader WHERE confirmed_at IS NULL AND expires_at <= $1`, now)
}
