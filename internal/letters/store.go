package letters

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// templateOf reads what letters of an occasion say now.
func templateOf(ctx context.Context, q store.Queryer, a About) (Template, error) {
	t, err := store.One(ctx, q, func(s store.Scanner) (t Template, err error) {
		err = s.Scan(&t.Version, &t.Subject, &t.Body, &t.ChangedBy, &t.ChangedAt)
		return t, err
	}, `
		SELECT version, subject, body, changed_by, changed_at
		FROM letter_template
		WHERE occasion = $1
		ORDER BY version DESC
		LIMIT 1`, string(a.Occasion))
	if err != nil && !errors.Is(err, store.ErrNoRows) {
		return t, fmt.Errorf("read what a letter says: %w", err)
	}
	t.About, t.Own = a, t.Text.Body != ""
	if !t.Own {
		t.Text = a.House
	}
	return t, nil
}

func insertTemplate(
	ctx context.Context, tx *store.Tx, o Occasion, version int, t Text, permit usecase.Permit,
) error {
	_, err := tx.Exec(ctx, `
		INSERT INTO letter_template (occasion, version, subject, body, changed_by, changed_at)
		VALUES ($1, $2, $3, $4, $5, $6)`, string(o), version, t.Subject, t.Body, permit.Name(), permit.Now())
	if store.IsUnique(err) {
		return usecase.Stale("this letter", "letter_template", 0)
	}
	if err != nil {
		return fmt.Errorf("keep what a letter says: %w", err)
	}
	return nil
}

// marked reads which of the keys stand in a table, by themselves or by a former one.
func marked(
	ctx context.Context, q store.Queryer, keys []string, former map[string]string, query string,
) (map[string]bool, error) {
	out := map[string]bool{}
	for chunk := range slices.Chunk(slices.Concat(keys, slices.Collect(maps.Keys(former))), store.MaxIn) {
		condition, args := store.In(nil, chunk)
		found, err := store.All(ctx, q, store.Value[string], query+condition, args...)
		if err != nil {
			return nil, fmt.Errorf("look for letters: %w", err)
		}
		for _, key := range found {
			out[cmp.Or(former[key], key)] = true
		}
	}
	return out, nil
}

func writtenOf(ctx context.Context, q store.Queryer, keys []string, former map[string]string) (map[string]bool, error) {
	return marked(ctx, q, keys, former, `SELECT letter_key FROM mailing_letter WHERE letter_key IN `)
}

func leftOutOf(ctx context.Context, q store.Queryer, keys []string, former map[string]string) (map[string]bool, error) {
	return marked(ctx, q, keys, former, `SELECT letter_key FROM letter_left_out WHERE letter_key IN `)
}

// formerKeys are the keys that letters to someone had before a record was joined to theirs, with the key of now: what
// was written to the one is written to the other.
func formerKeys(ctx context.Context, q store.Queryer, all []Addressee) (map[string]string, error) {
	keys := map[auth.PersonID]string{}
	var people []auth.PersonID
	for _, a := range all {
		if a.Person != 0 && strings.HasSuffix(a.Key, fmt.Sprintf(":person:%d", a.Person)) {
			keys[a.Person], people = a.Key, append(people, a.Person)
		}
	}
	out := map[string]string{}
	for chunk := range slices.Chunk(people, store.MaxIn) {
		condition, args := store.In(nil, chunk)
		if _, err := store.All(ctx, q, func(s store.Scanner) (gone auth.PersonID, err error) {
			var kept auth.PersonID
			err = s.Scan(&gone, &kept)
			out[strings.TrimSuffix(keys[kept], fmt.Sprint(kept))+fmt.Sprint(gone)] = keys[kept]
			return gone, err
		}, `SELECT gone_id, kept_id FROM person_alias WHERE kept_id IN `+condition, args...); err != nil {
			return nil, fmt.Errorf("look for records that were joined: %w", err)
		}
	}
	return out, nil
}

func setLeftOut(ctx context.Context, tx *store.Tx, key string, out bool, permit usecase.Permit) error {
	statement, args := `DELETE FROM letter_left_out WHERE letter_key = $1`, []any{key}
	if out {
		statement = `
			INSERT INTO letter_left_out (letter_key, left_by, left_at)
			VALUES ($1, $2, $3)
			ON CONFLICT DO NOTHING`
		args = append(args, permit.Name(), permit.Now())
	}
	if _, err := tx.Exec(ctx, statement, args...); err != nil {
		return fmt.Errorf("keep who is left out: %w", err)
	}
	return nil
}

func insertMailing(ctx context.Context, tx *store.Tx, permit usecase.Permit, m Mailing) (MailingID, error) {
	source, err := m.Source.encoded()
	if err != nil {
		return 0, err
	}
	id, err := store.One(ctx, tx, store.Value[MailingID], `
		INSERT INTO mailing (occasion, source, club_id, event_id, subject, body, template, person_id, written_by, made_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
		RETURNING id`, string(m.Occasion), source, store.NullZero(m.Source.Club), store.NullZero(m.Source.Event),
		m.Text.Subject, m.Text.Body, m.Template, store.NullZero(permit.Person()), permit.Name(), permit.Now())
	if err != nil {
		return 0, fmt.Errorf("keep a mailing: %w", err)
	}
	return id, nil
}

func updateMailing(ctx context.Context, tx *store.Tx, id MailingID, version int64, t Text) error {
	n, err := tx.Exec(ctx, `
		UPDATE mailing
		SET subject = $3, body = $4, version = version + 1
		WHERE id = $1 AND version = $2 AND sent_at IS NULL`, id, version, t.Subject, t.Body)
	if err != nil {
		return fmt.Errorf("change a mailing: %w", err)
	}
	if n == 0 {
		return usecase.Stale("this letter", "mailing", int64(id))
	}
	return nil
}

// markSent marks a mailing as sent: once.
func markSent(ctx context.Context, tx *store.Tx, id MailingID, now civil.Instant) error {
	n, err := tx.Exec(ctx, `
		UPDATE mailing
		SET sent_at = $2
		WHERE id = $1 AND sent_at IS NULL`, id, now)
	if err != nil {
		return fmt.Errorf("mark a mailing as sent: %w", err)
	}
	if n == 0 {
		return apperr.New(apperr.Conflict, "Someone else wrote this letter first. It was not written again.")
	}
	return nil
}

const mailingColumns = `
		SELECT m.id, m.occasion, m.source, m.subject, m.body, m.template, m.person_id, m.written_by, m.made_at, m.sent_at,
		       m.version, (SELECT COUNT(*) FROM mailing_letter l WHERE l.mailing_id = m.id AND l.way = 'mail'),
		       (SELECT COUNT(*) FROM mailing_letter l WHERE l.mailing_id = m.id AND l.way = 'paper')
		FROM mailing m`

func scanMailing(s store.Scanner) (m Mailing, err error) {
	var source string
	err = s.Scan(&m.ID, &m.Occasion, &source, &m.Text.Subject, &m.Text.Body, &m.Template, store.ZeroNull(&m.Person),
		&m.WrittenBy, &m.Made, &m.Sent, &m.Version, &m.Mail, &m.Paper)
	if err == nil && source != "" {
		err = json.Unmarshal([]byte(source), &m.Source)
	}
	return m, err
}

func mailingByID(ctx context.Context, q store.Queryer, id MailingID) (Mailing, error) {
	m, err := store.One(ctx, q, scanMailing, mailingColumns+`
		WHERE m.id = $1`, id)
	if errors.Is(err, store.ErrNoRows) {
		return m, apperr.New(apperr.NotFound, "Letter not found.")
	}
	if err != nil {
		return m, fmt.Errorf("read a mailing: %w", err)
	}
	return m, nil
}

func newestMailings(ctx context.Context, q store.Queryer, from, size int) ([]Mailing, error) {
	list, err := store.All(ctx, q, scanMailing, mailingColumns+`
		ORDER BY m.id DESC
		LIMIT $1 OFFSET $2`, size, from)
	if err != nil {
		return nil, fmt.Errorf("read mailings: %w", err)
	}
	return list, nil
}

func countMailings(ctx context.Context, q store.Queryer) (int, error) {
	n, err := store.One(ctx, q, store.Value[int], `SELECT COUNT(*) FROM mailing`)
	if err != nil {
		return 0, fmt.Errorf("count mailings: %w", err)
	}
	return n, nil
}

// insertMailed keeps a letter of a mailing, unless one with its key was written before.
func insertMailed(ctx context.Context, tx *store.Tx, id MailingID, a Addressee, by way, l Letter) (bool, error) {
	postal := ""
	if by == onPaper {
		postal = a.Postal
	}
	n, err := tx.Exec(ctx, `
		INSERT INTO mailing_letter (letter_key, mailing_id, person_id, name, way, postal, subject, body)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
		ON CONFLICT DO NOTHING`, a.Key, id, store.NullZero(a.Person), a.Name, string(by), postal, l.Subject, l.Body)
	if err != nil {
		return false, fmt.Errorf("keep a letter of a mailing: %w", err)
	}
	return n > 0, nil
}

// paperOf are the letters of a mailing on paper, without those to who has died since, and those of which nothing is kept.
func paperOf(ctx context.Context, q store.Queryer, id MailingID) ([]Printed, error) {
	list, err := store.All(ctx, q, func(s store.Scanner) (p Printed, err error) {
		err = s.Scan(&p.Name, &p.Postal, &p.Subject, &p.Body)
		return p, err
	}, `
		SELECT l.name, l.postal, l.subject, l.body
		FROM mailing_letter l
		LEFT JOIN person p ON p.id = l.person_id
		WHERE l.mailing_id = $1 AND l.way = 'paper' AND l.body <> ''
		  AND NOT EXISTS (SELECT 1
		                  FROM departure d
		                  WHERE d.person_id = l.person_id AND d.kind = 'died' AND d.undone_at IS NULL)
		ORDER BY COALESCE(p.sort_key, ''), l.letter_key`, id)
	if err != nil {
		return nil, fmt.Errorf("read the letters on paper: %w", err)
	}
	return list, nil
}

// whoLeft tells who of some people wants no letters of a topic.
func whoLeft(ctx context.Context, q store.Queryer, t Topic, people []auth.PersonID) (map[auth.PersonID]bool, error) {
	out := map[auth.PersonID]bool{}
	if t == "" {
		return out, nil
	}
	for chunk := range slices.Chunk(people, store.MaxIn) {
		condition, args := store.In([]any{string(t)}, chunk)
		found, err := store.All(ctx, q, store.Value[auth.PersonID], `
			SELECT person_id
			FROM letter_left
			WHERE topic = $1 AND person_id IN `+condition, args...)
		if err != nil {
			return nil, fmt.Errorf("read who wants no letters: %w", err)
		}
		for _, id := range found {
			out[id] = true
		}
	}
	return out, nil
}

func choicesOf(ctx context.Context, q store.Queryer, person auth.PersonID) (Choices, error) {
	name, _, err := addressOf(ctx, q, person)
	if err != nil {
		return Choices{}, err
	}
	out := Choices{Person: person, Name: name, Left: map[Topic]bool{}}
	topics, err := store.All(ctx, q, store.Value[Topic], `SELECT topic FROM letter_left WHERE person_id = $1`, person)
	if err != nil {
		return out, fmt.Errorf("read which letters someone wants: %w", err)
	}
	for _, t := range topics {
		out.Left[t] = true
	}
	return out, nil
}

func setLeft(ctx context.Context, tx *store.Tx, person auth.PersonID, t Topic, left bool, now civil.Instant) error {
	statement, args := `DELETE FROM letter_left WHERE person_id = $1 AND topic = $2`, []any{person, string(t)}
	if left {
		statement = `INSERT INTO letter_left (person_id, topic, left_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`
		args = append(args, now)
	}
	if _, err := tx.Exec(ctx, statement, args...); err != nil {
		return fmt.Errorf("keep which letters someone wants: %w", err)
	}
	return nil
}

// tokenFor is the code of someone's page of choices.
func tokenFor(ctx context.Context, q store.Queryer, person auth.PersonID) (string, error) {
	token, err := store.One(ctx, q, store.Value[string], `SELECT token FROM letter_reader WHERE person_id = $1`, person)
	if err != nil {
		return "", fmt.Errorf("read the address of someone’s choices: %w", err)
	}
	return token, nil
}

// makeToken gives someone a page of choices, unless they have one.
func makeToken(ctx context.Context, tx *store.Tx, person auth.PersonID) error {
	if _, err := tx.Exec(ctx, `
		INSERT INTO letter_reader (person_id, token)
		VALUES ($1, $2)
		ON CONFLICT DO NOTHING`, person, rand.Text()); err != nil {
		return fmt.Errorf("make the address of someone’s choices: %w", err)
	}
	return nil
}

func readerBy(ctx context.Context, q store.Queryer, token string) (auth.PersonID, error) {
	id, err := store.One(ctx, q, store.Value[auth.PersonID], `
		SELECT COALESCE((SELECT a.kept_id FROM person_alias a WHERE a.gone_id = r.person_id), r.person_id)
		FROM letter_reader r
		WHERE r.token = $1`, token) // the link of someone whose record was joined to another leads on
	if errors.Is(err, store.ErrNoRows) {
		return 0, apperr.New(apperr.NotFound, "This link is not complete. Copy all of it from the letter.")
	}
	if err != nil {
		return 0, fmt.Errorf("find who reads letters: %w", err)
	}
	return id, nil
}
