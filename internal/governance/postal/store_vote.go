package postal

import (
	"context"
	"fmt"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/governance/ballot"
	"nzgs/internal/store"
)

// lockVote makes those who act on one vote queue, on PostgreSQL too.
func lockVote(ctx context.Context, tx *store.Tx, id VoteID) error {
	_, err := store.One(ctx, tx, store.Value[VoteID], `
		UPDATE postal_vote
		SET version = version
		WHERE id = $1
		RETURNING id`, id)
	return err
}

const voteColumns = `
		SELECT v.id, v.version, v.state, v.title, v.meeting_id, v.held, v.typed_why, v.egm, v.closing, v.address, v.way, v.proposer_id,
		       v.roll_day, v.roll_count, v.roll_hash, v.motions_hash, v.frozen_at,
		       v.papers_at, v.despatched, v.sent_how, v.sent_by, v.closed_at, v.agreed_at,
		       v.reported, v.report_note, v.declared, v.destroyed, v.destroyed_by, v.destroy_how, v.cleared_at
		FROM postal_vote v`

func scanVote(s store.Scanner) (v Vote, err error) {
	err = s.Scan(&v.ID, &v.Version, &v.State, &v.Title, store.ZeroNull(&v.Meeting), &v.Held, &v.Typed, &v.EGM, &v.Closing, &v.Address, &v.Way, store.ZeroNull(&v.Proposer),
		&v.RollDay, &v.RollCount, &v.RollHash, &v.MotionsHash, &v.FrozenAt,
		&v.PapersAt, &v.Despatched, &v.SentHow, &v.SentBy, &v.ClosedAt, &v.AgreedAt,
		&v.Reported, &v.ReportNote, &v.Declared, &v.Destroyed, &v.Destroyer, &v.DestroyHow, &v.ClearedAt)
	return v, err
}

func voteByID(ctx context.Context, q store.Queryer, id VoteID) (Vote, error) {
	v, err := store.One(ctx, q, scanVote, voteColumns+`
		WHERE v.id = $1`, id)
	if err != nil {
		return v, err
	}
	v.Motions, err = store.All(ctx, q, func(s store.Scanner) (m Motion, err error) {
		err = s.Scan(&m.Number, &m.Kind, &m.Text)
		return m, err
	}, `
		SELECT number, kind, wording
		FROM postal_motion
		WHERE vote_id = $1
		ORDER BY number`, id)
	if err != nil {
		return v, fmt.Errorf("read the motions of a postal vote: %w", err)
	}
	return v, nil
}

func allVotes(ctx context.Context, q store.Queryer) ([]Vote, error) {
	all, err := store.All(ctx, q, scanVote, voteColumns+`
		ORDER BY v.egm DESC, v.id DESC`)
	if err != nil {
		return nil, fmt.Errorf("list postal votes: %w", err)
	}
	return all, nil
}

// votesOfTeller are the votes that a person is a teller of.
func votesOfTeller(ctx context.Context, q store.Queryer, person auth.PersonID) ([]VoteID, error) {
	return store.All(ctx, q, store.Value[VoteID], `
		SELECT vote_id
		FROM postal_teller
		WHERE person_id = $1`, person)
}

// readPapers reads package and result as they are kept.
func (f *facts) readPapers(ctx context.Context, q store.Queryer) error {
	return q.QueryRow(ctx, `
		SELECT package, result, keys_unsigned
		FROM postal_vote
		WHERE id = $1`, f.ID).Scan(&f.pack, &f.result, &f.unsignedKeys)
}

func insertVote(ctx context.Context, tx *store.Tx, d Draft, now civil.Instant) (VoteID, error) {
	id, err := store.One(ctx, tx, store.Value[VoteID], `
		INSERT INTO postal_vote (title, meeting_id, held, typed_why, egm, closing, address, way, proposer_id, created_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
		RETURNING id`, d.Title, store.NullZero(d.Meeting), d.Held, d.Typed, d.EGM, d.Closing, d.Address, string(d.Way),
		store.NullZero(d.Proposer), now)
	if err != nil {
		return 0, fmt.Errorf("begin a postal vote: %w", err)
	}
	return id, nil
}

func updateDraft(ctx context.Context, tx *store.Tx, id VoteID, d Draft) error {
	return change(ctx, tx, id, `title = $2, meeting_id = $3, egm = $4, closing = $5, address = $6, way = $7, proposer_id = $8, held = $9, typed_why = $10`,
		d.Title, store.NullZero(d.Meeting), d.EGM, d.Closing, d.Address, string(d.Way), store.NullZero(d.Proposer), d.Held,
		d.Typed)
}

// change sets columns of a vote, $2 and on, and counts its version up.
func change(ctx context.Context, tx *store.Tx, id VoteID, set string, args ...any) error {
	if _, err := tx.Exec(
		ctx, `UPDATE postal_vote SET version = version + 1, `+set+` WHERE id = $1`, append([]any{id}, args...)...,
	); err != nil {
		return fmt.Errorf("change postal vote %d: %w", id, err)
	}
	return nil
}

func bumpVersion(ctx context.Context, tx *store.Tx, id VoteID) error {
	return change(ctx, tx, id, `title = title`)
}

func setState(ctx context.Context, tx *store.Tx, id VoteID, to State) error {
	return change(ctx, tx, id, `state = $2`, string(to))
}

func replaceMotions(ctx context.Context, tx *store.Tx, id VoteID, motions []Motion) error {
	if _, err := tx.Exec(ctx, `DELETE FROM postal_motion WHERE vote_id = $1`, id); err != nil {
		return fmt.Errorf("change the motions of a postal vote: %w", err)
	}
	for _, m := range motions {
		if _, err := tx.Exec(ctx, `
			INSERT INTO postal_motion (vote_id, number, kind, wording)
			VALUES ($1, $2, $3, $4)`, id, m.Number, string(m.Kind), m.Text); err != nil {
			return fmt.Errorf("keep motion %d of a postal vote: %w", m.Number, err)
		}
	}
	return nil
}

func freezeVote(ctx context.Context, tx *store.Tx, v Vote, now civil.Instant) error {
	return change(ctx, tx, v.ID, `state = 'frozen', roll_day = $2, roll_count = $3, roll_hash = $4, motions_hash = $5, frozen_at = $6`,
		v.RollDay, v.RollCount, v.RollHash, v.MotionsHash, now)
}

// reopenVote takes away what came after the draft.
func reopenVote(ctx context.Context, tx *store.Tx, id VoteID) error {
	if err := deleteFrom(ctx, tx, id, "postal_print", "postal_teller", "postal_voter"); err != nil {
		return err
	}
	return change(ctx, tx, id, `state = 'draft', roll_day = NULL, roll_count = 0, roll_hash = '', motions_hash = '', frozen_at = NULL,
		package = '', papers_at = NULL`)
}

func deleteFrom(ctx context.Context, tx *store.Tx, id VoteID, tables ...string) error {
	for _, table := range tables {
		if _, err := tx.Exec(ctx, `DELETE FROM `+table+` WHERE vote_id = $1`, id); err != nil {
			return fmt.Errorf("empty %s of postal vote %d: %w", table, id, err)
		}
	}
	return nil
}

func setPackage(ctx context.Context, tx *store.Tx, id VoteID, p *ballot.Package) error {
	return change(ctx, tx, id, `package = $2`, string(p.Encode()))
}

func paperVote(ctx context.Context, tx *store.Tx, id VoteID, p *ballot.Package, now civil.Instant) error {
	return change(ctx, tx, id, `state = 'papers', package = $2, papers_at = $3`, string(p.Encode()), now)
}

// despatchVote takes the block away that papers are printed from.
func despatchVote(ctx context.Context, tx *store.Tx, id VoteID, d Despatch) error {
	if err := deleteFrom(ctx, tx, id, "postal_print"); err != nil {
		return err
	}
	return change(ctx, tx, id, `state = 'despatched', despatched = $2, sent_how = $3, sent_by = $4`, d.On, d.How, d.By)
}

func closeVote(ctx context.Context, tx *store.Tx, id VoteID, now civil.Instant) error {
	return change(ctx, tx, id, `state = 'closed', closed_at = $2`, now)
}

// setResult keeps totals with the approvals so far; "" takes them back.
func setResult(ctx context.Context, tx *store.Tx, id VoteID, result string) error {
	return change(ctx, tx, id, `result = $2`, result)
}

func agreeVote(ctx context.Context, tx *store.Tx, id VoteID, result string, now civil.Instant) error {
	return change(ctx, tx, id, `state = 'agreed', result = $2, agreed_at = $3`, result, now)
}

func reportVote(ctx context.Context, tx *store.Tx, id VoteID, on civil.Date, note string) error {
	return change(ctx, tx, id, `state = 'reported', reported = $2, report_note = $3`, on, note)
}

func declareVote(ctx context.Context, tx *store.Tx, id VoteID, on civil.Date, declaration string) error {
	return change(ctx, tx, id, `state = 'declared', declared = $2, declaration = $3`, on, declaration)
}

// destroyVote deletes keys first, then all that is neither totals nor outcome.
func destroyVote(ctx context.Context, tx *store.Tx, id VoteID, on civil.Date, by, how string) error {
	if _, err := tx.Exec(ctx, `UPDATE postal_teller SET card = '', test = '', signed_keys = '' WHERE vote_id = $1`, id); err != nil {
		return fmt.Errorf("delete the tellers’ keys: %w", err)
	}
	if err := clearProposedKeys(ctx, tx, id); err != nil {
		return err
	}
	if err := clearEntries(ctx, tx, id); err != nil {
		return err
	}
	if err := deleteFrom(ctx, tx, id, "postal_print", "postal_envelope", "postal_voter"); err != nil {
		return err
	}
	return change(
		ctx, tx, id, `state = 'destroyed', standing_key = '', destroyed = $2, destroyed_by = $3, destroy_how = $4`, on, by, how,
	)
}

func declarationText(ctx context.Context, q store.Queryer, id VoteID) (string, error) {
	return store.One(ctx, q, store.Value[string], `
		SELECT declaration
		FROM postal_vote
		WHERE id = $1 AND declared IS NOT NULL`, id)
}

// declarations are those of all votes, as they are kept, by day.
func declarations(ctx context.Context, q store.Queryer) ([]string, error) {
	return store.All(ctx, q, store.Value[string], `
		SELECT declaration
		FROM postal_vote
		WHERE declared IS NOT NULL
		ORDER BY declared, id`)
}

// voteOnMeeting is the vote on a meeting's motions, or 0.
func voteOnMeeting(ctx context.Context, q store.Queryer, id MeetingID) (VoteID, error) {
	found, err := store.All(ctx, q, store.Value[VoteID], `
		SELECT id
		FROM postal_vote
		WHERE meeting_id = $1
		ORDER BY id
		LIMIT 1`, id)
	if err != nil || len(found) == 0 {
		return 0, err
	}
	return found[0], nil
}

// destroyedUncleared are the votes that were destroyed and whose traces may
// still be in the database's files.
func destroyedUncleared(ctx context.Context, q store.Queryer) ([]VoteID, error) {
	all, err := store.All(ctx, q, store.Value[VoteID], `
		SELECT id
		FROM postal_vote
		WHERE state = 'destroyed' AND cleared_at IS NULL
		ORDER BY id`)
	if err != nil {
		return nil, fmt.Errorf("list the destroyed postal votes: %w", err)
	}
	return all, nil
}

func markCleared(ctx context.Context, tx *store.Tx, id VoteID, at civil.Instant) error {
	if _, err := tx.Exec(ctx, `UPDATE postal_vote SET cleared_at = $2 WHERE id = $1`, id, at); err != nil {
		return fmt.Errorf("keep that postal vote %d is cleared: %w", id, err)
	}
	return nil
}

// What a vote rests on, a query a part: each column as text, in an order of its own.
const (
	standingVote = `
		SELECT state, title, CAST(meeting_id AS TEXT), held, typed_why, egm, closing, address, way, CAST(proposer_id AS TEXT),
		       roll_day, CAST(roll_count AS TEXT), roll_hash, motions_hash, frozen_at, papers_at, despatched, sent_how, sent_by,
		       closed_at, agreed_at, reported, report_note, declared, destroyed, destroyed_by, destroy_how
		FROM postal_vote
		WHERE id = $1`
	standingMotions = `
		SELECT CAST(number AS TEXT), kind, wording
		FROM postal_motion
		WHERE vote_id = $1
		ORDER BY number`
	standingRoll = `
		SELECT CAST(person_id AS TEXT), name, hash
		FROM postal_voter
		WHERE vote_id = $1
		ORDER BY person_id`
	standingTellers = `
		SELECT CAST(person_id AS TEXT), CAST(position AS TEXT), card, test, proven_at, finished_at, approved_at
		FROM postal_teller
		WHERE vote_id = $1
		ORDER BY position`
	standingProposals = `
		SELECT CAST(id AS TEXT), CAST(outgoing_id AS TEXT), CAST(incoming_id AS TEXT), reason, resolution, card, test, proven_at,
		       CAST(proposed_by AS TEXT), proposed_name, proposed_at, state, ended_at
		FROM postal_replacement
		WHERE vote_id = $1
		ORDER BY id`
	standingConfirmations = `
		SELECT CAST(c.replacement_id AS TEXT), CAST(c.person_id AS TEXT), c.office, c.name, c.digest, c.confirmed_at
		FROM postal_confirmation c
		JOIN postal_replacement r ON r.id = c.replacement_id
		WHERE r.vote_id = $1
		ORDER BY c.replacement_id, c.person_id`
	standingRegister = `
		SELECT CAST(id AS TEXT), CAST(person_id AS TEXT), received, form, route, club, standing,
		       CASE WHEN why = '' AND named = '' THEN reason
		            ELSE why || ' ' || CAST(length(named) AS TEXT) || ' ' || named || ' ' || reason END,
		       reading, recorded_at, recorded_by, ruled_by, CAST(version AS TEXT)
		FROM postal_envelope
		WHERE vote_id = $1
		ORDER BY id`
)
