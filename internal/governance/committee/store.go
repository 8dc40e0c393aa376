package committee

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// nextNumber takes the next number of the year. The row stays locked until the
// transaction ends, and a rollback gives the number back.
func nextNumber(ctx context.Context, tx *store.Tx, year int) (Number, error) {
	no, err := store.One(ctx, tx, store.Value[int], `
		INSERT INTO committee_series (year, last_no)
		VALUES ($1, 1)
		ON CONFLICT (year) DO UPDATE
		SET last_no = committee_series.last_no + 1
		RETURNING last_no`, year)
	if err != nil {
		return Number{}, fmt.Errorf("take a resolution's number: %w", err)
	}
	return Number{year, no}, nil
}

const resolutionColumns = `
		SELECT r.id, r.year, r.number, r.day, r.meeting_id, r.wording, r.mover_id, r.seconder_id,
		       r.yes, r.no, r.abstain, r.chair_vote, r.outcome, r.trace, r.recorded_at, r.recorded_by, r.version
		FROM committee_resolution r`

func scanResolution(s store.Scanner) (Resolution, error) {
	var r Resolution
	var trace string
	if err := s.Scan(&r.ID, &r.Number.Year, &r.Number.No, &r.Day, store.ZeroNull(&r.Meeting), &r.Text,
		store.ZeroNull(&r.Mover.Person), store.ZeroNull(&r.Seconder.Person),
		&r.Votes.Yes, &r.Votes.No, &r.Votes.Abstain, &r.Chair, &r.Outcome, &trace, &r.RecordedAt, &r.RecordedBy,
		&r.Version); err != nil {
		return r, err
	}
	var err error
	r.Trace, err = constitution.DecodeTrace(trace)
	return r, err
}

// resolutions reads the register, the latest number first.
func resolutions(ctx context.Context, q store.Queryer) ([]Resolution, error) {
	all, err := store.All(ctx, q, scanResolution, resolutionColumns+`
		ORDER BY r.year DESC, r.number DESC`)
	if err != nil {
		return nil, fmt.Errorf("read the committee's resolutions: %w", err)
	}
	return all, addPresent(ctx, q, all, `
		SELECT resolution_id, person_id
		FROM committee_resolution_present
		ORDER BY resolution_id, person_id`)
}

func resolutionByID(ctx context.Context, q store.Queryer, id ResolutionID) (Resolution, error) {
	r, err := store.One(ctx, q, scanResolution, resolutionColumns+`
		WHERE r.id = $1`, id)
	if errors.Is(err, store.ErrNoRows) {
		return r, apperr.New(apperr.NotFound, "Resolution not found.")
	}
	if err != nil {
		return r, fmt.Errorf("read a resolution: %w", err)
	}
	one := []Resolution{r}
	err = addPresent(ctx, q, one, `
		SELECT resolution_id, person_id
		FROM committee_resolution_present
		WHERE resolution_id = $1
		ORDER BY person_id`, id)
	return one[0], err
}

// ByNumber is the resolution with a number as people write it, 2026/3, for another room that rests on it; found is false
// when there is none.
func ByNumber(ctx context.Context, q store.Queryer, number string) (r Resolution, found bool, err error) {
	var n Number
	if _, err := fmt.Sscanf(number, "%d/%d", &n.Year, &n.No); err != nil || n.String() != strings.TrimSpace(number) {
		return r, false, nil
	}
	r, err = store.One(ctx, q, scanResolution, resolutionColumns+`
		WHERE r.year = $1 AND r.number = $2`, n.Year, n.No)
	if errors.Is(err, store.ErrNoRows) {
		return r, false, nil
	}
	if err != nil {
		return r, false, fmt.Errorf("read a resolution: %w", err)
	}
	return r, true, nil
}

// addPresent reads who was present, and the names of everybody.
func addPresent(ctx context.Context, q store.Queryer, all []Resolution, query string, args ...any) error {
	at := make(map[ResolutionID]int, len(all))
	var ids []auth.PersonID
	for i, r := range all {
		at[r.ID] = i
		ids = append(ids, r.Mover.Person, r.Seconder.Person)
	}
	if _, err := store.All(ctx, q, func(s store.Scanner) (p auth.PersonID, err error) {
		var id ResolutionID
		err = s.Scan(&id, &p)
		if i, found := at[id]; found {
			all[i].Present = append(all[i].Present, Who{Person: p})
			ids = append(ids, p)
		}
		return p, err
	}, query, args...); err != nil {
		return fmt.Errorf("read who was present: %w", err)
	}
	who, err := names(ctx, q, distinct(ids))
	if err != nil {
		return err
	}
	for i := range all {
		r := &all[i]
		r.Mover, r.Seconder = who[r.Mover.Person], who[r.Seconder.Person]
		for j, p := range r.Present {
			r.Present[j] = who[p.Person]
		}
		byName(r.Present)
	}
	return nil
}

func insertResolution(ctx context.Context, tx *store.Tx, r Resolution) (ResolutionID, error) {
	trace, err := constitution.EncodeTrace(r.Trace)
	if err != nil {
		return 0, err
	}
	id, err := store.One(ctx, tx, store.Value[ResolutionID], `
		INSERT INTO committee_resolution (year, number, day, meeting_id, wording, mover_id, seconder_id,
		                                  yes, no, abstain, chair_vote, outcome, trace, recorded_at, recorded_by)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
		RETURNING id`, r.Number.Year, r.Number.No, r.Day, store.NullZero(r.Meeting), r.Text,
		store.NullZero(r.Mover.Person), store.NullZero(r.Seconder.Person), r.Votes.Yes, r.Votes.No, r.Votes.Abstain,
		string(r.Chair), string(r.Outcome), trace, r.RecordedAt, r.RecordedBy)
	if err != nil {
		return 0, fmt.Errorf("keep resolution %s: %w", r.Number, err)
	}
	return id, insertPresent(ctx, tx, id, r.Present)
}

func insertPresent(ctx context.Context, tx *store.Tx, id ResolutionID, present []Who) error {
	for _, w := range present {
		if _, err := tx.Exec(ctx, `
			INSERT INTO committee_resolution_present (resolution_id, person_id)
			VALUES ($1, $2)`, id, w.Person); err != nil {
			return fmt.Errorf("keep who was present: %w", err)
		}
	}
	return nil
}

// updateResolution writes a resolution under the version that was read.
func updateResolution(ctx context.Context, tx *store.Tx, r Resolution) error {
	trace, err := constitution.EncodeTrace(r.Trace)
	if err != nil {
		return err
	}
	n, err := tx.Exec(ctx, `
		UPDATE committee_resolution
		SET day = $3, meeting_id = $4, wording = $5, mover_id = $6, seconder_id = $7, yes = $8, no = $9, abstain = $10,
		    chair_vote = $11, outcome = $12, trace = $13, version = version + 1
		WHERE id = $1 AND version = $2`, r.ID, r.Version, r.Day, store.NullZero(r.Meeting), r.Text,
		store.NullZero(r.Mover.Person), store.NullZero(r.Seconder.Person), r.Votes.Yes, r.Votes.No, r.Votes.Abstain,
		string(r.Chair), string(r.Outcome), trace)
	switch {
	case err != nil:
		return fmt.Errorf("correct resolution %s: %w", r.Number, err)
	case n == 0:
		return usecase.Stale("this resolution", "committee_resolution", int64(r.ID))
	}
	if _, err := tx.Exec(ctx, `DELETE FROM committee_resolution_present WHERE resolution_id = $1`, r.ID); err != nil {
		return fmt.Errorf("correct resolution %s: %w", r.Number, err)
	}
	return insertPresent(ctx, tx, r.ID, r.Present)
}

// restingOn counts what rests on a resolution.
func restingOn(ctx context.Context, q store.Queryer, id ResolutionID) (int, error) {
	n, err := store.One(ctx, q, store.Value[int], `
		SELECT (SELECT COUNT(*) FROM committee_appointment WHERE resolution_id = $1 OR ended_by_id = $1)
		     + (SELECT COUNT(*) FROM payment_request WHERE resolution_id = $1)
		     + (SELECT COUNT(*) FROM committee_loan WHERE resolution_id = $1)
		     + (SELECT COUNT(*) FROM committee_investment WHERE resolution_id = $1)
		     + (SELECT COUNT(*) FROM sealing WHERE resolution_id = $1)
		     + (SELECT COUNT(*) FROM exclusion WHERE resolution_id = $1)
		     + (SELECT COUNT(*) FROM points_choice WHERE resolution_id = $1 AND withdrawn_at IS NULL)
		     + (SELECT COUNT(*) FROM points_system WHERE resolution_id = $1)`, id)
	if err != nil {
		return 0, fmt.Errorf("count what rests on a resolution: %w", err)
	}
	return n, nil
}

// heldMeetings reads the committee's meetings that opened with a quorum, the
// latest first, with those who were present.
func heldMeetings(ctx context.Context, q store.Queryer) ([]Meeting, error) {
	all, err := store.All(ctx, q, func(s store.Scanner) (m Meeting, err error) {
		err = s.Scan(&m.ID, &m.Day)
		return m, err
	}, `
		SELECT id, date
		FROM meeting
		WHERE kind = 'committee' AND state IN ('open', 'closed', 'approved')
		ORDER BY date DESC, id DESC`)
	if err != nil {
		return nil, fmt.Errorf("read the committee's meetings: %w", err)
	}
	at := make(map[MeetingID]int, len(all))
	for i, m := range all {
		at[m.ID] = i
	}
	_, err = store.All(ctx, q, func(s store.Scanner) (p auth.PersonID, err error) {
		var id MeetingID
		err = s.Scan(&id, &p)
		if i, found := at[id]; found {
			all[i].Present = append(all[i].Present, p)
		}
		return p, err
	}, `
		SELECT p.meeting_id, p.person_id
		FROM meeting_presence p
		JOIN meeting m ON m.id = p.meeting_id
		WHERE m.kind = 'committee'
		UNION
		SELECT a.meeting_id, s.person_id
		FROM meeting_sat s
		JOIN meeting_adjournment a ON a.id = s.adjournment_id
		JOIN meeting m ON m.id = a.meeting_id
		WHERE m.kind = 'committee'
		ORDER BY 1, 2`)
	if err != nil {
		return nil, fmt.Errorf("read who was at the committee's meetings: %w", err)
	}
	return all, nil
}

// daysMet reads the days on which the committee has met: those of its meetings
// with a record, and those of resolutions that were decided with a quorum.
func daysMet(ctx context.Context, q store.Queryer) ([]civil.Date, error) {
	days, err := store.All(ctx, q, store.Value[civil.Date], `
		SELECT date
		FROM meeting
		WHERE kind = 'committee' AND state IN ('open', 'closed', 'approved')
		UNION
		SELECT day
		FROM committee_resolution
		WHERE outcome <> 'no_quorum'`)
	if err != nil {
		return nil, fmt.Errorf("read when the committee met: %w", err)
	}
	return days, nil
}

// seatsDecision is the decision on more ordinary members than rule 3.2 has, of
// the AGM that elected those of a day; "" where there was none.
func seatsDecision(ctx context.Context, q store.Queryer, day civil.Date) (string, error) {
	list, err := store.All(ctx, q, store.Value[string], `
		SELECT e.decision
		FROM election e
		JOIN meeting m ON m.id = e.meeting_id
		WHERE e.post = 'ordinary' AND e.confirmed_at IS NOT NULL AND m.date < $1
		ORDER BY m.date DESC, e.id DESC
		LIMIT 1`, day)
	if err != nil {
		return "", fmt.Errorf("read the decision on the seats of the committee: %w", err)
	}
	if len(list) == 0 {
		return "", nil
	}
	return list[0], nil
}

// nextAGM is the day of the next AGM that is planned; zero when none is.
func nextAGM(ctx context.Context, q store.Queryer, after civil.Date) (civil.Date, error) {
	days, err := store.All(ctx, q, store.Value[civil.Date], `
		SELECT date
		FROM meeting
		WHERE kind = 'agm' AND state IN ('planned', 'notice_sent') AND date >= $1
		ORDER BY date
		LIMIT 1`, after)
	if err != nil || len(days) == 0 {
		return civil.Date{}, err
	}
	return days[0], nil
}

// lastAGM is the day of the last AGM that was held; zero when none is known.
func lastAGM(ctx context.Context, q store.Queryer, before civil.Date) (civil.Date, error) {
	days, err := store.All(ctx, q, store.Value[civil.Date], `
		SELECT date
		FROM meeting
		WHERE kind = 'agm' AND state IN ('open', 'closed', 'approved') AND date <= $1
		ORDER BY date DESC
		LIMIT 1`, before)
	if err != nil || len(days) == 0 {
		return civil.Date{}, err
	}
	return days[0], nil
}
