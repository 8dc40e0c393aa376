package postal

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/members"
	"nzgs/internal/store"
)

// memberIDs are all who are members on a day.
func memberIDs(ctx context.Context, q store.Queryer, day civil.Date) ([]auth.PersonID, error) {
	all, err := store.All(ctx, q, store.Value[auth.PersonID], `
		SELECT id
		FROM person
		ORDER BY id`)
	if err != nil {
		return nil, fmt.Errorf("list the register: %w", err)
	}
	are, err := members.MembersOn(ctx, q, all, day)
	return slices.DeleteFunc(all, func(p auth.PersonID) bool { return !are[p] }), err
}

func insertVoters(ctx context.Context, tx *store.Tx, id VoteID, voters []Voter) error {
	const columns = 5
	for chunk := range slices.Chunk(voters, store.InsertRows(columns)) {
		args := make([]any, 0, len(chunk)*columns)
		for _, v := range chunk {
			args = append(args, id, v.Person, v.Name, v.sortKey, v.Hash)
		}
		if _, err := tx.Exec(ctx, `
			INSERT INTO postal_voter (vote_id, person_id, name, sort_key, hash)
			VALUES `+store.Values(len(chunk), columns), args...); err != nil {
			return fmt.Errorf("freeze the roll: %w", err)
		}
	}
	return nil
}

// voters is the frozen roll by name.
func voters(ctx context.Context, q store.Queryer, id VoteID) ([]Voter, error) {
	all, err := store.All(ctx, q, func(s store.Scanner) (v Voter, err error) {
		err = s.Scan(&v.Person, &v.Name, &v.sortKey, &v.Hash)
		return v, err
	}, `
		SELECT person_id, name, sort_key, hash
		FROM postal_voter
		WHERE vote_id = $1
		ORDER BY sort_key, person_id`, id)
	if err != nil {
		return nil, fmt.Errorf("read the roll: %w", err)
	}
	return all, nil
}

func voterName(ctx context.Context, q store.Queryer, id VoteID, person auth.PersonID) (string, error) {
	return store.One(ctx, q, store.Value[string], `
		SELECT name
		FROM postal_voter
		WHERE vote_id = $1 AND person_id = $2`, id, person)
}

func tellersOf(ctx context.Context, q store.Queryer, id VoteID) ([]teller, error) {
	all, err := store.All(ctx, q, func(s store.Scanner) (t teller, err error) {
		var signed string
		err = s.Scan(&t.Person, &t.position, &t.Recipient, &t.test, &t.Proven, &t.Finished, &t.Approved, &signed, &t.begun,
			&t.Entered)
		if err == nil && signed != "" {
			err = json.Unmarshal([]byte(signed), &t.signed)
		}
		return t, err
	}, `
		SELECT t.person_id, t.position, t.card, t.test, t.proven_at, t.finished_at, t.approved_at, t.signed_keys, t.begun,
		       (SELECT COUNT(*) FROM postal_entry e WHERE e.vote_id = t.vote_id AND e.teller = t.position)
		FROM postal_teller t
		WHERE t.vote_id = $1
		ORDER BY t.position`, id)
	if err != nil {
		return nil, fmt.Errorf("read the tellers: %w", err)
	}
	ids := make([]auth.PersonID, len(all))
	for i, t := range all {
		ids[i] = t.Person
	}
	people, err := members.People(ctx, q, ids)
	for i, t := range all {
		all[i].Name = people[t.Person].Name.String()
	}
	return all, err
}

func replaceTellers(ctx context.Context, tx *store.Tx, id VoteID, all []teller) error {
	if err := deleteFrom(ctx, tx, id, "postal_teller"); err != nil {
		return err
	}
	for _, t := range all {
		signed, err := t.signedText()
		if err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `
			INSERT INTO postal_teller (vote_id, person_id, position, card, test, proven_at, signed_keys)
			VALUES ($1, $2, $3, $4, $5, $6, $7)`, id, t.Person, t.position, t.Recipient, t.test, t.Proven, signed); err != nil {
			return fmt.Errorf("appoint a teller: %w", err)
		}
	}
	return nil
}

// signedText is what the teller signed last, as it is kept.
func (t teller) signedText() (string, error) {
	if len(t.signed.Signature) == 0 {
		return "", nil
	}
	text, err := json.Marshal(t.signed)
	return string(text), err
}

func updateKey(ctx context.Context, tx *store.Tx, id VoteID, t teller) error {
	signed, err := t.signedText()
	if err != nil {
		return fmt.Errorf("keep what a teller signed: %w", err)
	}
	if _, err := tx.Exec(ctx, `
		UPDATE postal_teller
		SET card = $3, test = $4, proven_at = $5, signed_keys = $6
		WHERE vote_id = $1 AND person_id = $2`, id, t.Person, t.Recipient, t.test, t.Proven, signed); err != nil {
		return fmt.Errorf("keep a teller’s key: %w", err)
	}
	return nil
}

func updateProgress(ctx context.Context, tx *store.Tx, id VoteID, t teller) error {
	if _, err := tx.Exec(ctx, `
		UPDATE postal_teller
		SET finished_at = $3, approved_at = $4
		WHERE vote_id = $1 AND person_id = $2`, id, t.Person, t.Finished, t.Approved); err != nil {
		return fmt.Errorf("keep a teller’s progress: %w", err)
	}
	return nil
}

func documentsOf(ctx context.Context, q store.Queryer, id VoteID) ([]Document, error) {
	all, err := store.All(ctx, q, func(s store.Scanner) (d Document, err error) {
		err = s.Scan(&d.ID, &d.Name, &d.MediaType, &d.Minutes, &d.Size)
		return d, err
	}, `
		SELECT id, name, media_type, minutes, length(content)
		FROM postal_document
		WHERE vote_id = $1
		ORDER BY id`, id)
	if err != nil {
		return nil, fmt.Errorf("list the documents of a postal vote: %w", err)
	}
	return all, nil
}

func insertDocument(ctx context.Context, tx *store.Tx, id VoteID, d Document) (DocumentID, error) {
	doc, err := store.One(ctx, tx, store.Value[DocumentID], `
		INSERT INTO postal_document (vote_id, name, media_type, minutes, content)
		VALUES ($1, $2, $3, $4, $5)
		RETURNING id`, id, d.Name, d.MediaType, d.Minutes, d.Content)
	if err != nil {
		return 0, fmt.Errorf("keep a document of a postal vote: %w", err)
	}
	return doc, nil
}

func deleteDocument(ctx context.Context, tx *store.Tx, id VoteID, doc DocumentID) (name string, err error) {
	return store.One(ctx, tx, store.Value[string], `
		DELETE FROM postal_document
		WHERE vote_id = $1 AND id = $2
		RETURNING name`, id, doc)
}

func documentByID(ctx context.Context, q store.Queryer, id VoteID, doc DocumentID) (Document, error) {
	return store.One(ctx, q, func(s store.Scanner) (d Document, err error) {
		err = s.Scan(&d.ID, &d.Name, &d.MediaType, &d.Minutes, &d.Content)
		d.Size = len(d.Content)
		return d, err
	}, `
		SELECT id, name, media_type, minutes, content
		FROM postal_document
		WHERE vote_id = $1 AND id = $2`, id, doc)
}

func keepPrint(ctx context.Context, tx *store.Tx, id VoteID, sealed []byte) error {
	if _, err := tx.Exec(ctx, `
		INSERT INTO postal_print (vote_id, sealed)
		VALUES ($1, $2)
		ON CONFLICT (vote_id) DO UPDATE
		SET sealed = excluded.sealed`, id, sealed); err != nil {
		return fmt.Errorf("keep the papers: %w", err)
	}
	return nil
}

func printBlock(ctx context.Context, q store.Queryer, id VoteID) ([]byte, error) {
	sealed, err := store.One(ctx, q, store.Value[[]byte], `
		SELECT sealed
		FROM postal_print
		WHERE vote_id = $1`, id)
	if err != nil {
		return nil, fmt.Errorf("read the papers: %w", err)
	}
	return sealed, nil
}
