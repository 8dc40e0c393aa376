package inviting

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

func insertRound(ctx context.Context, tx *store.Tx, permit usecase.Permit, in round) (RoundID, error) {
	id, err := store.One(ctx, tx, store.Value[RoundID], `
		INSERT INTO invitation_round (made_at, made_by, again_of, club_id)
		VALUES ($1, $2, $3, $4)
		RETURNING id`, permit.Now(), store.NullZero(permit.Person()), store.NullZero(in.again), store.NullZero(in.club))
	if err != nil {
		return 0, fmt.Errorf("keep who is invited: %w", err)
	}
	return id, nil
}

func insertWaiting(ctx context.Context, tx *store.Tx, id RoundID, people []auth.PersonID) error {
	for chunk := range slices.Chunk(people, store.InsertRows(3)) {
		var args []any
		for _, p := range chunk {
			args = append(args, id, p, string(Waiting))
		}
		if _, err := tx.Exec(ctx, `
			INSERT INTO invitation (round_id, person_id, state)
			VALUES `+store.Values(len(chunk), 3), args...); err != nil {
			return fmt.Errorf("keep who is invited: %w", err)
		}
	}
	return nil
}

func anyWaiting(ctx context.Context, q store.Queryer) (bool, error) {
	return store.One(ctx, q, store.Value[bool], `SELECT EXISTS (SELECT 1 FROM invitation WHERE state = 'waiting')`)
}

// waitingPeople are those whose letter is still to be written.
func waitingPeople(ctx context.Context, q store.Queryer) (map[auth.PersonID]bool, error) {
	list, err := store.All(ctx, q, store.Value[auth.PersonID], `SELECT person_id FROM invitation WHERE state = 'waiting'`)
	if err != nil {
		return nil, fmt.Errorf("read who waits for an invitation: %w", err)
	}
	out := make(map[auth.PersonID]bool, len(list))
	for _, id := range list {
		out[id] = true
	}
	return out, nil
}

// waiting is an invitation that is still to be written.
type waiting struct {
	id     int64
	round  RoundID
	person auth.PersonID
	again  bool
	by     auth.Actor
}

func nextWaiting(ctx context.Context, tx *store.Tx, limit int) ([]waiting, error) {
	list, err := store.All(ctx, tx, func(s store.Scanner) (w waiting, err error) {
		var n auth.Name
		var familyFirst, by bool
		err = s.Scan(&w.id, &w.round, &w.person, &w.again, &by, &w.by.Person, &n.Family, &n.Given, &familyFirst)
		if n.Order = auth.GivenFirst; familyFirst {
			n.Order = auth.FamilyFirst
		}
		if w.by.Name = n.String(); !by {
			w.by = auth.System("the program")
		}
		return w, err
	}, `
		SELECT i.id, i.round_id, i.person_id, r.again_of IS NOT NULL, p.id IS NOT NULL, COALESCE(p.id, 0),
		       COALESCE(p.family_name, ''), COALESCE(p.given_names, ''), COALESCE(p.family_first, FALSE)
		FROM invitation i
		JOIN invitation_round r ON r.id = i.round_id
		LEFT JOIN person p ON p.id = r.made_by
		WHERE i.state = 'waiting'
		ORDER BY i.id
		LIMIT $1`, limit)
	if err != nil {
		return nil, fmt.Errorf("read who waits for an invitation: %w", err)
	}
	return list, nil
}

func leaveOut(ctx context.Context, tx *store.Tx, id int64, why auth.Missing) error {
	_, err := tx.Exec(ctx, `UPDATE invitation SET state = 'left_out', why = $2 WHERE id = $1`, id, string(why))
	if err != nil {
		return fmt.Errorf("note who was not invited: %w", err)
	}
	return nil
}

func setInvited(ctx context.Context, tx *store.Tx, id int64, in auth.LetterInvitation, now civil.Instant) error {
	_, err := tx.Exec(ctx, `
		UPDATE invitation
		SET state = 'invited', account_id = $2, link_id = $3, made_account = $4, invited_at = $5
		WHERE id = $1`, id, in.Account, in.Link, in.Made, now)
	if err != nil {
		return fmt.Errorf("note who was invited: %w", err)
	}
	return nil
}

// inUse is that someone has used the account of an invitation i.
const inUse = `EXISTS (SELECT 1 FROM account a
		               WHERE a.id = i.account_id AND (a.password_hash <> ''
		                 OR EXISTS (SELECT 1 FROM second_factor f WHERE f.account_id = a.id)
		                 OR EXISTS (SELECT 1 FROM session s WHERE s.account_id = a.id)))`

// newer is that a later invitation of the same person waits or was written.
const newer = `EXISTS (SELECT 1 FROM invitation n
		               WHERE n.person_id = i.person_id AND n.id > i.id AND n.state IN ('waiting', 'invited'))`

// notCome are the people of a round whose account no one has used, and who have no newer invitation.
func notCome(ctx context.Context, q store.Queryer, id RoundID) ([]auth.PersonID, error) {
	list, err := store.All(ctx, q, store.Value[auth.PersonID], `
		SELECT i.person_id
		FROM invitation i
		WHERE i.round_id = $1 AND i.state = 'invited' AND i.account_id IS NOT NULL AND NOT `+inUse+` AND NOT `+newer+`
		ORDER BY i.id`, id)
	if err != nil {
		return nil, fmt.Errorf("read who has not come: %w", err)
	}
	return list, nil
}

func stopWaiting(ctx context.Context, tx *store.Tx, id RoundID) (int, error) {
	n, err := tx.Exec(ctx, `UPDATE invitation SET state = 'undone' WHERE round_id = $1 AND state = 'waiting'`, id)
	if err != nil {
		return 0, fmt.Errorf("stop invitations: %w", err)
	}
	return int(n), nil
}

// voided is an invitation that is undone.
type voided struct {
	id, link int64
	account  auth.AccountID
	made     bool
}

// toVoid reads some invitations of a round that no one has used and that no newer one has replaced.
func toVoid(ctx context.Context, q store.Queryer, id RoundID, limit int) ([]voided, error) {
	list, err := store.All(ctx, q, func(s store.Scanner) (v voided, err error) {
		return v, s.Scan(&v.id, &v.link, &v.account, &v.made)
	}, `
		SELECT i.id, i.link_id, i.account_id, (SELECT MAX(CASE WHEN m.made_account THEN 1 ELSE 0 END) = 1
		                                       FROM invitation m
		                                       WHERE m.account_id = i.account_id)
		FROM invitation i
		WHERE i.round_id = $1 AND i.state = 'invited' AND i.account_id IS NOT NULL AND NOT `+inUse+` AND NOT `+newer+`
		ORDER BY i.id
		LIMIT $2`, id, limit)
	if err != nil {
		return nil, fmt.Errorf("read which invitations are undone: %w", err)
	}
	return list, nil
}

func setVoid(ctx context.Context, tx *store.Tx, rows []int64, accounts []auth.AccountID) error {
	condition, args := store.In(nil, rows)
	if _, err := tx.Exec(ctx, `UPDATE invitation SET state = 'undone' WHERE id IN `+condition, args...); err != nil {
		return fmt.Errorf("undo invitations: %w", err)
	}
	condition, args = store.In(nil, accounts)
	if _, err := tx.Exec(ctx, `DELETE FROM one_time_link WHERE used_at IS NULL AND account_id IN `+condition, args...); err != nil {
		return fmt.Errorf("make links void: %w", err)
	}
	return nil
}

func setUndone(ctx context.Context, tx *store.Tx, id RoundID, permit usecase.Permit) error {
	_, err := tx.Exec(ctx, `UPDATE invitation_round SET undone_at = $2, undone_by = $3 WHERE id = $1`, id, permit.Now(),
		store.NullZero(permit.Person()))
	if err != nil {
		return fmt.Errorf("undo invitations: %w", err)
	}
	return nil
}

const roundColumns = `
		SELECT r.id, r.made_at, COALESCE(p.family_name, ''), COALESCE(p.given_names, ''), COALESCE(p.family_first, FALSE),
		       COALESCE(c.name, ''), COALESCE(r.again_of, 0), r.undone_at,
		       (SELECT COUNT(*) FROM invitation i WHERE i.round_id = r.id AND i.state = 'waiting'),
		       (SELECT COUNT(*) FROM invitation i WHERE i.round_id = r.id AND i.state = 'invited'),
		       (SELECT COUNT(*) FROM invitation i WHERE i.round_id = r.id AND i.state = 'invited' AND ` + inUse + `),
		       (SELECT COUNT(*) FROM invitation i WHERE i.round_id = r.id AND i.state = 'left_out'),
		       (SELECT COUNT(*) FROM invitation i WHERE i.round_id = r.id AND i.state = 'undone')
		FROM invitation_round r
		LEFT JOIN person p ON p.id = r.made_by
		LEFT JOIN club c ON c.id = r.club_id`

func scanRound(s store.Scanner) (r Round, err error) {
	var n auth.Name
	var familyFirst bool
	err = s.Scan(&r.ID, &r.Made, &n.Family, &n.Given, &familyFirst, &r.Club, &r.Again, &r.Undone, &r.Waiting, &r.Invited,
		&r.Come, &r.LeftOut, &r.Voided)
	if n.Order = auth.GivenFirst; familyFirst {
		n.Order = auth.FamilyFirst
	}
	if r.By = strings.TrimSpace(n.String()); r.By == "" {
		r.By = "the program"
	}
	return r, err
}

func roundByID(ctx context.Context, q store.Queryer, id RoundID) (Round, error) {
	r, err := store.One(ctx, q, scanRound, roundColumns+`
		WHERE r.id = $1`, id)
	if errors.Is(err, store.ErrNoRows) {
		return r, apperr.New(apperr.NotFound, "Invitations not found.")
	}
	return r, err
}

func countRounds(ctx context.Context, q store.Queryer) (int, error) {
	return store.One(ctx, q, store.Value[int], `SELECT COUNT(*) FROM invitation_round`)
}

func rounds(ctx context.Context, q store.Queryer, from, size int) ([]Round, error) {
	return store.All(ctx, q, scanRound, roundColumns+`
		ORDER BY r.id DESC
		LIMIT $1 OFFSET $2`, size, from)
}

func countPeople(ctx context.Context, q store.Queryer, id RoundID) (int, error) {
	return store.One(ctx, q, store.Value[int], `SELECT COUNT(*) FROM invitation WHERE round_id = $1`, id)
}

func people(ctx context.Context, q store.Queryer, id RoundID, from, size int) ([]Person, error) {
	return store.All(ctx, q, func(s store.Scanner) (p Person, err error) {
		var familyFirst bool
		err = s.Scan(&p.Person, &p.Name.Family, &p.Name.Given, &familyFirst, store.ZeroNull(&p.Account), &p.State, &p.Missing)
		if p.Name.Order = auth.GivenFirst; familyFirst {
			p.Name.Order = auth.FamilyFirst
		}
		return p, err
	}, `
		SELECT p.id, p.family_name, p.given_names, p.family_first, i.account_id,
		       CASE WHEN i.state = 'invited' AND `+inUse+` THEN 'come' ELSE i.state END, i.why
		FROM invitation i
		JOIN person p ON p.id = i.person_id
		WHERE i.round_id = $1
		ORDER BY p.sort_key, p.id
		LIMIT $2 OFFSET $3`, id, size, from)
}
