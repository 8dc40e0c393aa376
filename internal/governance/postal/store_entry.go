package postal

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"nzgs/internal/apperr"
	"nzgs/internal/governance/ballot"
	"nzgs/internal/store"
)

// records are a teller's sealed papers by their random ids.
func records(ctx context.Context, q store.Queryer, id VoteID, teller ballot.TellerNumber) ([]ballot.Record, error) {
	all, err := store.All(ctx, q, func(s store.Scanner) (r ballot.Record, err error) {
		err = s.Scan(&r.ID, &r.Sealed)
		return r, err
	}, `
		SELECT id, sealed
		FROM postal_entry
		WHERE vote_id = $1 AND teller = $2
		ORDER BY id`, id, teller)
	if err != nil {
		return nil, fmt.Errorf("read a teller’s entries: %w", err)
	}
	return all, nil
}

// rewriteRecords keeps a teller's whole batch in place of what was there.
func rewriteRecords(
	ctx context.Context, tx *store.Tx, id VoteID, teller ballot.TellerNumber, all []ballot.Record,
) error {
	rows := make([]entryRow, len(all))
	for i, r := range all {
		rows[i] = entryRow{string(r.ID), id, teller, r.Sealed}
	}
	return rewriteEntries(ctx, tx, func(r entryRow) bool { return r.vote != id || r.teller != teller }, rows)
}

// clearEntries throws all entries of a vote away.
func clearEntries(ctx context.Context, tx *store.Tx, id VoteID) error {
	return rewriteEntries(ctx, tx, func(r entryRow) bool { return r.vote != id }, nil)
}

// rewriteEntries writes the whole table again: the rows to keep, and more. So nothing
// of a row, its place in the file included, tells which were there before: the rows
// go in the order of their random ids into pages that are empty. A page that only
// loses rows may keep a copy of one where it is not used.
func rewriteEntries(ctx context.Context, tx *store.Tx, keep func(entryRow) bool, more []entryRow) error {
	there, err := store.All(ctx, tx, scanEntryRow, `
		SELECT id, vote_id, teller, sealed
		FROM postal_entry`)
	if err != nil {
		return fmt.Errorf("keep entries: %w", err)
	}
	rows := more
	for _, r := range there {
		if keep(r) {
			rows = append(rows, r)
		}
	}
	slices.SortFunc(rows, func(a, b entryRow) int { return cmp.Compare(a.id, b.id) })
	if _, err := tx.Exec(ctx, `DELETE FROM postal_entry`); err != nil {
		return fmt.Errorf("keep entries: %w", err)
	}
	const columns = 4
	for chunk := range slices.Chunk(rows, store.InsertRows(columns)) {
		args := make([]any, 0, len(chunk)*columns)
		for _, r := range chunk {
			args = append(args, r.id, r.vote, r.teller, r.sealed)
		}
		if _, err := tx.Exec(ctx, `
			INSERT INTO postal_entry (id, vote_id, teller, sealed)
			VALUES `+store.Values(len(chunk), columns), args...); err != nil {
			return fmt.Errorf("keep entries: %w", err)
		}
	}
	return nil
}

// entryRow is a sealed entry as it is stored.
type entryRow struct {
	id     string
	vote   VoteID
	teller ballot.TellerNumber
	sealed []byte
}

func scanEntryRow(s store.Scanner) (r entryRow, err error) {
	err = s.Scan(&r.id, &r.vote, &r.teller, &r.sealed)
	return r, err
}

// deleteEntries throws a teller's entries away, and counts that it happened.
func deleteEntries(ctx context.Context, tx *store.Tx, id VoteID, position int) error {
	if err := rewriteRecords(ctx, tx, id, ballot.TellerNumber(position), nil); err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, `
		UPDATE postal_teller
		SET begun = begun + 1
		WHERE vote_id = $1 AND position = $2`, id, position); err != nil {
		return fmt.Errorf("count a teller’s new beginning: %w", err)
	}
	return nil
}

const envelopeColumns = `
		SELECT e.id, COALESCE(e.person_id, 0), COALESCE(w.name, ''), e.named, e.received, e.form, e.route, e.club, e.standing,
		       e.why, e.reason, e.reading, e.recorded_at, e.recorded_by, e.ruled_by, e.version
		FROM postal_envelope e
		LEFT JOIN postal_voter w ON w.vote_id = e.vote_id AND w.person_id = e.person_id`

func scanEnvelope(s store.Scanner) (e Envelope, err error) {
	err = s.Scan(&e.ID, &e.Person, &e.Name, &e.Named, &e.Received, &e.Form, &e.Route, &e.Club, &e.Standing, &e.Why,
		&e.Reason, &e.Reading, &e.RecordedAt, &e.RecordedBy, &e.RuledBy, &e.Version)
	return e, err
}

func envelopes(ctx context.Context, q store.Queryer, id VoteID) ([]Envelope, error) {
	all, err := store.All(ctx, q, scanEnvelope, envelopeColumns+`
		WHERE e.vote_id = $1
		ORDER BY COALESCE(w.sort_key, ''), COALESCE(w.person_id, 0), e.received, e.id`, id)
	if err != nil {
		return nil, fmt.Errorf("read the envelope register: %w", err)
	}
	return all, nil
}

// envelopesOfVoter are a member's papers in the order of receipt.
func envelopesOfVoter(ctx context.Context, q store.Queryer, id VoteID, person int64) ([]Envelope, error) {
	all, err := store.All(ctx, q, scanEnvelope, envelopeColumns+`
		WHERE e.vote_id = $1 AND e.person_id = $2
		ORDER BY e.received, e.id`, id, person)
	if err != nil {
		return nil, fmt.Errorf("read a member’s papers: %w", err)
	}
	return all, nil
}

// validPapers are the papers of the register that count.
func validPapers(ctx context.Context, q store.Queryer, id VoteID) ([]EnvelopeID, error) {
	all, err := store.All(ctx, q, store.Value[EnvelopeID], `
		SELECT id
		FROM postal_envelope
		WHERE vote_id = $1 AND standing = 'valid'
		ORDER BY id`, id)
	if err != nil {
		return nil, fmt.Errorf("list the papers that count: %w", err)
	}
	return all, nil
}

func countEnvelopes(ctx context.Context, q store.Queryer, id VoteID) (c Counts, err error) {
	err = q.QueryRow(ctx, `
		SELECT COUNT(DISTINCT person_id),
		       COUNT(CASE WHEN standing = 'valid' THEN 1 END),
		       COUNT(CASE WHEN standing = 'rejected' THEN 1 END),
		       COUNT(CASE WHEN standing = 'waiting' THEN 1 END)
		FROM postal_envelope
		WHERE vote_id = $1`, id).Scan(&c.Members, &c.Valid, &c.Rejected, &c.Waiting)
	if err != nil {
		return c, fmt.Errorf("count the papers that came back: %w", err)
	}
	return c, nil
}

func insertEnvelope(ctx context.Context, tx *store.Tx, id VoteID, e Envelope) (EnvelopeID, error) {
	envelope, err := store.One(ctx, tx, store.Value[EnvelopeID], `
		INSERT INTO postal_envelope (vote_id, person_id, received, form, route, club, standing, reason, reading, recorded_at, recorded_by,
		                             named, why)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
		RETURNING id`, id, store.NullZero(e.Person), e.Received, string(e.Form), string(e.Route), e.Club, string(e.Standing),
		e.Reason, e.Reading, e.RecordedAt, e.RecordedBy, e.Named, string(e.Why))
	if err != nil {
		return 0, fmt.Errorf("keep a paper in the envelope register: %w", err)
	}
	return envelope, nil
}

// ruleOnEnvelope changes what a paper is taken for, if nobody changed the line
// since the version that e carries.
func ruleOnEnvelope(ctx context.Context, tx *store.Tx, id VoteID, e Envelope) error {
	_, err := store.One(ctx, tx, store.Value[EnvelopeID], `
		UPDATE postal_envelope
		SET standing = $4, reason = $5, reading = $6, ruled_by = $7, why = $8, version = version + 1
		WHERE vote_id = $1 AND id = $2 AND version = $3
		RETURNING id`, id, e.ID, e.Version, string(e.Standing), e.Reason, e.Reading, e.RuledBy, string(e.Why))
	if errors.Is(err, store.ErrNoRows) {
		return apperr.New(apperr.Conflict, "Another teller changed this line of the register first. Check it as it is now.")
	}
	if err != nil {
		return fmt.Errorf("rule on a paper: %w", err)
	}
	return nil
}
