package meetings

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"nzgs/internal/apperr"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/store"
)

// motionsOf reads the motions of a meeting with their amendments and counts,
// as they are stored: without names and what follows from the counts.
func motionsOf(ctx context.Context, q store.Queryer, id ID) ([]Motion, error) {
	all, err := store.All(ctx, q, scanMotion, `
		SELECT id, meeting_id, number, paper_number, origin, kind, item, title, wording, change, mover_id, seconder_id, received,
		       accepted, late_reason, effect, state, chair_vote, reason, trace, decided_at, copied_id, procedural, about_id, version
		FROM motion
		WHERE meeting_id = $1
		ORDER BY number`, id)
	if err != nil {
		return nil, fmt.Errorf("read the motions of meeting %d: %w", id, err)
	}
	at := make(map[MotionID]int, len(all))
	for i, m := range all {
		at[m.ID] = i
	}
	if err := addAmendments(ctx, q, id, all, at); err != nil {
		return nil, err
	}
	if err := addCounts(ctx, q, id, all, at); err != nil {
		return nil, err
	}
	return all, addUndone(ctx, q, id, all, at)
}

func scanMotion(s store.Scanner) (m Motion, err error) {
	var paper *int
	var change, trace string
	if err := s.Scan(&m.ID, &m.Meeting, &m.Number, &paper, &m.Origin, &m.Kind, &m.Item, &m.Title, &m.Moved, &change,
		store.ZeroNull(&m.Mover.Person), store.ZeroNull(&m.Seconder.Person), &m.Received, &m.Accepted, &m.LateReason,
		&m.Effect, &m.State,
		&m.ChairVote, &m.Reason, &trace, &m.DecidedAt, store.ZeroNull(&m.CopiedFrom), &m.Procedural,
		store.ZeroNull(&m.About), &m.Version); err != nil {
		return m, err
	}
	if paper != nil {
		m.PaperNumber = *paper
	}
	return m, errors.Join(decodeJSON(change, &m.MovedChange), decodeJSON(trace, &m.Trace))
}

func addAmendments(ctx context.Context, q store.Queryer, id ID, all []Motion, at map[MotionID]int) error {
	_, err := store.All(ctx, q, func(s store.Scanner) (a Amendment, err error) {
		var change, trace string
		if err := s.Scan(&a.ID, &a.Motion, &a.Number, &a.Text, &change, store.ZeroNull(&a.Mover.Person), store.ZeroNull(&a.Seconder.Person),
			&a.Fate, &a.ChairVote, &a.Reason, &trace, &a.DecidedAt, &a.Version); err != nil {
			return a, err
		}
		err = errors.Join(decodeJSON(change, &a.Change), decodeJSON(trace, &a.Trace))
		m := &all[at[a.Motion]]
		m.Amendments = append(m.Amendments, a)
		return a, err
	}, `
		SELECT a.id, a.motion_id, a.number, a.wording, a.change, a.mover_id, a.seconder_id, a.fate, a.chair_vote, a.reason, a.trace,
		       a.decided_at, a.version
		FROM motion_amendment a
		JOIN motion m ON m.id = a.motion_id
		WHERE m.meeting_id = $1
		ORDER BY a.motion_id, a.number`, id)
	if err != nil {
		return fmt.Errorf("read the amendments of meeting %d: %w", id, err)
	}
	return nil
}

func addCounts(ctx context.Context, q store.Queryer, id ID, all []Motion, at map[MotionID]int) error {
	_, err := store.All(ctx, q, func(s store.Scanner) (c Count, err error) {
		var motion MotionID
		var amendment AmendmentID
		var again Recount
		var aside SetAside
		var voters, of int64
		if err := s.Scan(
			&motion, store.ZeroNull(&amendment), &c.No, &c.Method, &c.Votes.Yes, &c.Votes.No, &c.Votes.Abstain, &c.Spoiled,
			&c.Blank, &c.Call, &c.At, &c.By, store.ZeroNull(&voters), store.ZeroNull(&c.Chair), store.ZeroNull(&of),
			store.ZeroNull(&again.Asked.Person), &again.Reason, &again.Stands, &aside.At, &aside.By, &aside.Reason,
		); err != nil {
			return c, err
		}
		if c.Voters, again.Of = int(voters), int(of); of != 0 {
			c.Recount = &again
		}
		if !aside.At.IsZero() {
			c.SetAside = &aside
		}
		ballot := all[at[motion]].ballot(amendment)
		ballot.Counts = append(ballot.Counts, c)
		return c, nil
	}, `
		SELECT c.motion_id, c.amendment_id, c.number, c.method, c.yes, c.no, c.abstain, c.spoiled, c.blank, c.heard, c.recorded_at,
		       c.recorded_by, c.voters, c.chair_id, c.recount_of, c.asked_id, c.recount_reason, c.stands, c.set_aside_at,
		       c.set_aside_by, c.set_aside_reason
		FROM motion_count c
		JOIN motion m ON m.id = c.motion_id
		WHERE m.meeting_id = $1
		ORDER BY c.id`, id)
	if err != nil {
		return fmt.Errorf("read the counts of meeting %d: %w", id, err)
	}
	return nil
}

func addUndone(ctx context.Context, q store.Queryer, id ID, all []Motion, at map[MotionID]int) error {
	_, err := store.All(ctx, q, func(s store.Scanner) (u Undone, err error) {
		var motion MotionID
		var amendment AmendmentID
		if err := s.Scan(&motion, store.ZeroNull(&amendment), &u.Outcome, &u.Reason, &u.At, &u.By); err != nil {
			return u, err
		}
		ballot := all[at[motion]].ballot(amendment)
		ballot.Undone = append(ballot.Undone, u)
		return u, nil
	}, `
		SELECT u.motion_id, u.amendment_id, u.outcome, u.reason, u.recorded_at, u.recorded_by
		FROM motion_set_aside u
		JOIN motion m ON m.id = u.motion_id
		WHERE m.meeting_id = $1
		ORDER BY u.id`, id)
	if err != nil {
		return fmt.Errorf("read the outcomes set aside at meeting %d: %w", id, err)
	}
	return nil
}

func decodeJSON(text string, into any) error {
	if text == "" {
		return nil
	}
	return json.Unmarshal([]byte(text), into)
}

// encodeChange is "" for no change: not the same as a change of nothing.
func encodeChange(change []FigureChange) (string, error) {
	if change == nil {
		return "", nil
	}
	b, err := json.Marshal(change)
	return string(b), err
}

// meetingOfMotion and meetingOfAmendment say which meeting to hold.
func meetingOfMotion(ctx context.Context, q store.Queryer, id MotionID) (ID, error) {
	return meetingOf(ctx, q, `SELECT meeting_id FROM motion WHERE id = $1`, int64(id), "motion")
}

func meetingOfAmendment(ctx context.Context, q store.Queryer, id AmendmentID) (ID, error) {
	return meetingOf(ctx, q, `
		SELECT m.meeting_id
		FROM motion_amendment a
		JOIN motion m ON m.id = a.motion_id
		WHERE a.id = $1`, int64(id), "amendment")
}

func meetingOf(ctx context.Context, q store.Queryer, query string, id int64, what string) (ID, error) {
	meeting, err := store.One(ctx, q, store.Value[ID], query, id)
	if errors.Is(err, store.ErrNoRows) {
		return 0, apperr.New(apperr.NotFound, "This %s was not found.", what)
	}
	if err != nil {
		return 0, fmt.Errorf("find %s %d: %w", what, id, err)
	}
	return meeting, nil
}

func insertMotion(ctx context.Context, tx *store.Tx, m Motion) (MotionID, error) {
	change, err := encodeChange(m.MovedChange)
	if err != nil {
		return 0, fmt.Errorf("keep the figures of a motion: %w", err)
	}
	id, err := store.One(ctx, tx, store.Value[MotionID], `
		INSERT INTO motion (meeting_id, number, origin, kind, item, title, wording, change, mover_id, seconder_id, received, accepted, late_reason, effect, copied_id, procedural,
		                    about_id)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)
		RETURNING id`, m.Meeting, m.Number, string(m.Origin), string(m.Kind), string(m.Item), m.Title, m.Moved, change,
		store.NullZero(m.Mover.Person), store.NullZero(m.Seconder.Person), m.Received, m.Accepted, m.LateReason,
		string(m.Effect), store.NullZero(m.CopiedFrom), string(m.Procedural), store.NullZero(m.About))
	if err != nil {
		return 0, fmt.Errorf("keep a motion of meeting %d: %w", m.Meeting, err)
	}
	return id, nil
}

// updateMotion writes a motion of a meeting that the transaction holds, under
// its next version.
func updateMotion(ctx context.Context, tx *store.Tx, m Motion) error {
	change, err := encodeChange(m.MovedChange)
	if err != nil {
		return fmt.Errorf("keep the figures of motion %d: %w", m.Number, err)
	}
	trace, err := constitution.EncodeTrace(m.Trace)
	if err != nil {
		return fmt.Errorf("keep the trace of motion %d: %w", m.Number, err)
	}
	var paper any
	if m.PaperNumber != 0 {
		paper = m.PaperNumber
	}
	if _, err := tx.Exec(ctx, `
		UPDATE motion
		SET paper_number = $2, origin = $3, kind = $4, item = $5, title = $6, wording = $7, change = $8, mover_id = $9, seconder_id = $10,
		    received = $11, accepted = $12, late_reason = $13, effect = $14, state = $15, chair_vote = $16, reason = $17, trace = $18,
		    decided_at = $19, version = version + 1
		WHERE id = $1`, m.ID, paper, string(m.Origin), string(m.Kind), string(m.Item), m.Title, m.Moved, change,
		store.NullZero(m.Mover.Person),
		store.NullZero(m.Seconder.Person), m.Received, m.Accepted, m.LateReason, string(m.Effect), string(m.State),
		string(m.ChairVote), m.Reason, trace,
		m.DecidedAt); err != nil {
		return fmt.Errorf("change motion %d of meeting %d: %w", m.Number, m.Meeting, err)
	}
	return nil
}

func insertAmendment(ctx context.Context, tx *store.Tx, a Amendment) (AmendmentID, error) {
	change, err := encodeChange(a.Change)
	if err != nil {
		return 0, fmt.Errorf("keep the figures of an amendment: %w", err)
	}
	id, err := store.One(ctx, tx, store.Value[AmendmentID], `
		INSERT INTO motion_amendment (motion_id, number, wording, change, mover_id, seconder_id)
		VALUES ($1, $2, $3, $4, $5, $6)
		RETURNING id`, a.Motion, a.Number, a.Text, change, store.NullZero(a.Mover.Person), store.NullZero(a.Seconder.Person))
	if err != nil {
		return 0, fmt.Errorf("keep an amendment: %w", err)
	}
	return id, nil
}

func updateAmendment(ctx context.Context, tx *store.Tx, a Amendment) error {
	trace, err := constitution.EncodeTrace(a.Trace)
	if err != nil {
		return fmt.Errorf("keep the trace of amendment %d: %w", a.Number, err)
	}
	if _, err := tx.Exec(ctx, `
		UPDATE motion_amendment
		SET fate = $2, chair_vote = $3, reason = $4, trace = $5, decided_at = $6, version = version + 1
		WHERE id = $1`, a.ID, string(a.Fate), string(a.ChairVote), a.Reason, trace, a.DecidedAt); err != nil {
		return fmt.Errorf("change amendment %d: %w", a.Number, err)
	}
	return nil
}

func insertCount(ctx context.Context, tx *store.Tx, motion MotionID, amendment AmendmentID, c Count) error {
	again := Recount{Stands: true}
	if c.Recount != nil {
		again = *c.Recount
	}
	if _, err := tx.Exec(ctx, `
		INSERT INTO motion_count (motion_id, amendment_id, number, method, yes, no, abstain, spoiled, blank, heard, recorded_at,
		                          recorded_by, voters, chair_id, recount_of, asked_id, recount_reason, stands)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)`,
		motion, store.NullZero(amendment), c.No, string(c.Method), c.Votes.Yes, c.Votes.No, c.Votes.Abstain, c.Spoiled, c.Blank,
		string(c.Call), c.At, c.By, store.NullZero(int64(c.Voters)), store.NullZero(c.Chair), store.NullZero(int64(again.Of)),
		store.NullZero(again.Asked.Person), again.Reason, again.Stands); err != nil {
		return fmt.Errorf("keep a count: %w", err)
	}
	return nil
}

// setCountAside marks a count of a motion, or of an amendment, as one that does
// not count.
func setCountAside(
	ctx context.Context, tx *store.Tx, motion MotionID, amendment AmendmentID, no int, a SetAside,
) error {
	if _, err := tx.Exec(ctx, `
		UPDATE motion_count
		SET set_aside_at = $4, set_aside_by = $5, set_aside_reason = $6
		WHERE motion_id = $1 AND COALESCE(amendment_id, 0) = $2 AND number = $3`, motion, int64(amendment), no, a.At, a.By,
		a.Reason); err != nil {
		return fmt.Errorf("set count %d aside: %w", no, err)
	}
	return nil
}

func insertUndone(ctx context.Context, tx *store.Tx, motion MotionID, amendment AmendmentID, u Undone) error {
	if _, err := tx.Exec(ctx, `
		INSERT INTO motion_set_aside (motion_id, amendment_id, outcome, reason, recorded_at, recorded_by)
		VALUES ($1, $2, $3, $4, $5, $6)`, motion, store.NullZero(amendment), u.Outcome, u.Reason, u.At, u.By); err != nil {
		return fmt.Errorf("keep an outcome that was set aside: %w", err)
	}
	return nil
}
