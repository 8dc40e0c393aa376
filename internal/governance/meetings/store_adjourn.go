package meetings

import (
	"context"
	"encoding/json"
	"fmt"

	"nzgs/internal/civil"
	"nzgs/internal/store"
)

// sittingsOf reads the days of a meeting that were adjourned, without names.
func sittingsOf(ctx context.Context, q store.Queryer, id ID) ([]Sitting, error) {
	all, err := store.All(ctx, q, func(s store.Scanner) (p Sitting, err error) {
		var quorum string
		if err := s.Scan(
			&p.ID, &p.Number, &p.Day, &p.Time, &p.Place, &p.Online, &p.Reason, &p.Tell, &p.BeganAt, &quorum,
			store.ZeroNull(&p.Chair.Person), &p.ChairHow, &p.AdjournedAt, &p.By, &p.ResumedAt, &p.Version,
		); err != nil {
			return p, err
		}
		return p, json.Unmarshal([]byte(quorum), &p.Quorum)
	}, `
		SELECT id, number, day, time, place, online, reason, told, began_at, quorum, chair_id, chair_how, adjourned_at,
		       adjourned_by, resumed_at, version
		FROM meeting_adjournment
		WHERE meeting_id = $1
		ORDER BY number`, id)
	if err != nil {
		return nil, fmt.Errorf("read the days of meeting %d: %w", id, err)
	}
	if len(all) == 0 {
		return nil, nil
	}
	at := make(map[int64]*Sitting, len(all))
	for i := range all {
		at[all[i].ID] = &all[i]
	}
	if err := addSat(ctx, q, id, at); err != nil {
		return nil, err
	}
	return all, addTold(ctx, q, id, at)
}

func addSat(ctx context.Context, q store.Queryer, id ID, at map[int64]*Sitting) error {
	_, err := store.All(ctx, q, func(s store.Scanner) (p Presence, err error) {
		var of int64
		if err := s.Scan(&of, &p.Person, &p.Came, &p.Where, &p.CameAt, &p.LeftAt, &p.Entitled); err != nil {
			return p, err
		}
		at[of].Attendance = append(at[of].Attendance, p)
		return p, nil
	}, `
		SELECT s.adjournment_id, s.person_id, s.came, s.place, s.came_at, s.left_at, s.entitled
		FROM meeting_sat s
		JOIN meeting_adjournment a ON a.id = s.adjournment_id
		JOIN person p ON p.id = s.person_id
		WHERE a.meeting_id = $1
		ORDER BY p.sort_key, p.id`, id)
	if err != nil {
		return fmt.Errorf("read who was at meeting %d before: %w", id, err)
	}
	return nil
}

func addTold(ctx context.Context, q store.Queryer, id ID, at map[int64]*Sitting) error {
	_, err := store.All(ctx, q, func(s store.Scanner) (p Someone, err error) {
		var of int64
		var byMail bool
		if err := s.Scan(&of, &p.Person, &byMail); err != nil {
			return p, err
		}
		if letters := &at[of].Letters; byMail {
			letters.Queued++
		} else {
			letters.NoLetter = append(letters.NoLetter, p)
		}
		return p, nil
	}, `
		SELECT t.adjournment_id, t.person_id, t.by_mail
		FROM meeting_adjournment_told t
		JOIN meeting_adjournment a ON a.id = t.adjournment_id
		JOIN person p ON p.id = t.person_id
		WHERE a.meeting_id = $1
		ORDER BY p.sort_key, p.id`, id)
	if err != nil {
		return fmt.Errorf("read who is told of the day of meeting %d: %w", id, err)
	}
	return nil
}

// insertSitting keeps a sitting that is adjourned, with the roll of who was there,
// whose rows of the meeting are cleared: on the further day they come again.
func insertSitting(ctx context.Context, tx *store.Tx, id ID, p Sitting) (int64, error) {
	quorum, err := json.Marshal(p.Quorum)
	if err != nil {
		return 0, fmt.Errorf("keep the quorum of meeting %d: %w", id, err)
	}
	row, err := store.One(ctx, tx, store.Value[int64], `
		INSERT INTO meeting_adjournment (meeting_id, number, day, time, place, online, reason, told, began_at, quorum, chair_id,
		                                 chair_how, adjourned_at, adjourned_by)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
		RETURNING id`, id, p.Number, p.Day, p.Time, p.Place, p.Online, p.Reason, string(p.Tell), p.BeganAt, string(quorum),
		store.NullZero(p.Chair.Person), string(p.ChairHow), p.AdjournedAt, p.By)
	if err != nil {
		return 0, fmt.Errorf("adjourn meeting %d: %w", id, err)
	}
	for _, a := range p.Attendance {
		if _, err := tx.Exec(ctx, `
			INSERT INTO meeting_sat (adjournment_id, person_id, came, place, came_at, left_at, entitled)
			VALUES ($1, $2, $3, $4, $5, $6, $7)`, row, a.Person, string(a.Came), string(a.Where), a.CameAt, a.LeftAt,
			a.Entitled); err != nil {
			return 0, fmt.Errorf("keep who was at meeting %d: %w", id, err)
		}
	}
	return row, deletePresences(ctx, tx, id)
}

// updateSitting writes another day for a meeting that is adjourned.
func updateSitting(ctx context.Context, tx *store.Tx, p Sitting) error {
	if _, err := tx.Exec(ctx, `
		UPDATE meeting_adjournment
		SET day = $2, time = $3, place = $4, online = $5, reason = $6, told = $7, version = version + 1
		WHERE id = $1`, p.ID, p.Day, p.Time, p.Place, p.Online, p.Reason, string(p.Tell)); err != nil {
		return fmt.Errorf("choose another day for an adjourned meeting: %w", err)
	}
	if _, err := tx.Exec(ctx, `DELETE FROM meeting_adjournment_told WHERE adjournment_id = $1`, p.ID); err != nil {
		return fmt.Errorf("choose another day for an adjourned meeting: %w", err)
	}
	return nil
}

func insertTold(ctx context.Context, tx *store.Tx, sitting int64, person PersonID, byMail bool) error {
	if _, err := tx.Exec(ctx, `
		INSERT INTO meeting_adjournment_told (adjournment_id, person_id, by_mail)
		VALUES ($1, $2, $3)`, sitting, person, byMail); err != nil {
		return fmt.Errorf("keep who is told of the day of an adjourned meeting: %w", err)
	}
	return nil
}

func setResumed(ctx context.Context, tx *store.Tx, sitting int64, now civil.Instant) error {
	if _, err := tx.Exec(
		ctx, `UPDATE meeting_adjournment SET resumed_at = $2 WHERE id = $1`, sitting, now,
	); err != nil {
		return fmt.Errorf("resume a meeting: %w", err)
	}
	return nil
}

// LastDay is the day of a meeting, or the latest one to which it was adjourned.
func LastDay(ctx context.Context, q store.Queryer, m Meeting) (civil.Date, error) {
	days, err := store.All(ctx, q, store.Value[civil.Date], `
		SELECT day
		FROM meeting_adjournment
		WHERE meeting_id = $1
		ORDER BY number DESC
		LIMIT 1`, m.ID)
	if err != nil {
		return m.Date, fmt.Errorf("read the day of meeting %d: %w", m.ID, err)
	}
	if len(days) == 0 {
		return m.Date, nil
	}
	return days[0], nil
}

// furtherDays are the days on which adjourned meetings continue.
func furtherDays(ctx context.Context, q store.Queryer) (map[ID]AdjournInput, error) {
	out := map[ID]AdjournInput{}
	_, err := store.All(ctx, q, func(s store.Scanner) (a AdjournInput, err error) {
		var id ID
		err = s.Scan(&id, &a.Day, &a.Time, &a.Place)
		out[id] = a
		return a, err
	}, `SELECT meeting_id, day, time, place FROM meeting_adjournment WHERE resumed_at IS NULL`)
	if err != nil {
		return nil, fmt.Errorf("read on which days meetings continue: %w", err)
	}
	return out, nil
}

// toldByMail are those to whom a letter about a day was queued.
func toldByMail(ctx context.Context, q store.Queryer, sitting int64) ([]PersonID, error) {
	ids, err := store.All(ctx, q, store.Value[PersonID], `
		SELECT person_id
		FROM meeting_adjournment_told
		WHERE adjournment_id = $1 AND by_mail = TRUE`, sitting)
	if err != nil {
		return nil, fmt.Errorf("read who is told of the day of an adjourned meeting: %w", err)
	}
	return ids, nil
}

// toldAlready are those who were to be told of a day, by name, whether a letter could
// reach them or not.
func toldAlready(ctx context.Context, q store.Queryer, sitting int64) ([]PersonID, error) {
	ids, err := store.All(ctx, q, store.Value[PersonID], `
		SELECT t.person_id
		FROM meeting_adjournment_told t
		JOIN person p ON p.id = t.person_id
		WHERE t.adjournment_id = $1
		ORDER BY p.sort_key, p.id`, sitting)
	if err != nil {
		return nil, fmt.Errorf("read who was told of the day of an adjourned meeting: %w", err)
	}
	return ids, nil
}
