package hosting

import (
	"context"
	"errors"
	"fmt"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/clubs"
	"nzgs/internal/members"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

const visitQuery = `
	SELECT v.id, ` + eveningColumns + `, c.name, v.day, v.state, v.name, v.email, v.note, v.asked_at, v.expires_at,
	       v.answer, v.answered_at, v.stopped, v.asked_after, v.offered, v.joined, d.meets, v.version
	FROM club_visit v
	JOIN club_evening e ON e.id = v.evening_id
	JOIN club c ON c.id = e.club_id
	LEFT JOIN club_evening_day d ON d.evening_id = v.evening_id AND d.day = v.day`

func scanVisit(s store.Scanner) (v Visit, err error) {
	var meets *bool
	fields := append([]any{&v.ID}, eveningFields(&v.Evening)...)
	err = s.Scan(append(fields, &v.ClubName, &v.Day, &v.State, &v.Name, &v.Email, &v.Note, &v.Asked, &v.Expires, &v.Answer,
		&v.Answered, &v.Stopped, &v.askedAfter, &v.offered, &v.joined, &meets, &v.Version)...)
	v.Club = v.Evening.Club
	if meets != nil {
		v.Word = wordFor(*meets)
	}
	return v, err
}

func errNoVisit() error { return apperr.New(apperr.NotFound, "This visit is not known any longer.") }

func visitByID(ctx context.Context, q store.Queryer, id VisitID) (Visit, error) {
	v, err := store.One(ctx, q, scanVisit, visitQuery+` WHERE v.id = $1`, id)
	if errors.Is(err, store.ErrNoRows) {
		err = errNoVisit()
	}
	return v, err
}

func visitByLink(ctx context.Context, q store.Queryer, hash string) (Visit, error) {
	v, err := store.One(ctx, q, scanVisit, visitQuery+`
		JOIN club_visit_link l ON l.visit_id = v.id
		WHERE l.hash = $1`, hash)
	if errors.Is(err, store.ErrNoRows) {
		err = errNoVisit()
	}
	return v, err
}

// visitsOn are those who are coming to an evening.
func visitsOn(ctx context.Context, q store.Queryer, evening EveningID, day civil.Date) ([]Visit, error) {
	return store.All(ctx, q, scanVisit, visitQuery+`
		WHERE v.evening_id = $1 AND v.day = $2 AND v.state = 'coming'
		ORDER BY v.id`, evening, day)
}

// visitsOf are the visits to a club that are confirmed and whose names are kept, the latest evening first.
func visitsOf(ctx context.Context, q store.Queryer, club clubs.ClubID) ([]Visit, error) {
	return store.All(ctx, q, scanVisit, visitQuery+`
		WHERE e.club_id = $1 AND v.state <> 'unconfirmed' AND v.email <> ''
		ORDER BY v.day DESC, v.id
		LIMIT 500`, club)
}

// visitOfAddress finds the visit of an address to an evening.
func visitOfAddress(
	ctx context.Context, q store.Queryer, evening EveningID, day civil.Date, email string,
) (v Visit, found bool, err error) {
	v, err = store.One(ctx, q, scanVisit, visitQuery+`
		WHERE v.evening_id = $1 AND v.day = $2 AND v.email_key = $3 AND v.state <> 'cancelled'
		ORDER BY v.id
		LIMIT 1`, evening, day, auth.EmailKey(email))
	if errors.Is(err, store.ErrNoRows) {
		return v, false, nil
	}
	return v, err == nil, err
}

// openVisits counts the visits that are ahead, to an evening and in all.
func openVisits(ctx context.Context, q store.Queryer, evening EveningID, day, today civil.Date) (here, all int, err error) {
	if here, err = store.One(ctx, q, store.Value[int], `
		SELECT count(*) FROM club_visit WHERE evening_id = $1 AND day = $2 AND state <> 'cancelled'`, evening, day); err != nil {
		return 0, 0, err
	}
	all, err = store.One(ctx, q, store.Value[int], `SELECT count(*) FROM club_visit WHERE day >= $1 AND state = 'unconfirmed'`, today)
	return here, all, err
}

func insertVisit(ctx context.Context, tx *store.Tx, v Visit) (VisitID, error) {
	id, err := store.One(ctx, tx, store.Value[VisitID], `
		INSERT INTO club_visit (evening_id, day, state, name, email, email_key, note, asked_at, expires_at)
		VALUES ($1, $2, 'unconfirmed', $3, $4, $5, $6, $7, $8)
		RETURNING id`, v.Evening.ID, v.Day, v.Name, v.Email, auth.EmailKey(v.Email), v.Note, v.Asked, v.Expires)
	if err != nil {
		return 0, fmt.Errorf("keep a visit: %w", err)
	}
	return id, nil
}

// saveVisit keeps a visit whose version is the one that was read.
func saveVisit(ctx context.Context, tx *store.Tx, v Visit) error {
	n, err := tx.Exec(ctx, `
		UPDATE club_visit
		SET state = $2, name = $3, note = $4, asked_at = $5, expires_at = $6, answer = $7, answered_at = $8, stopped = $9,
		    asked_after = $10, offered = $11, joined = $12, version = version + 1
		WHERE id = $1 AND version = $13`, v.ID, string(v.State), v.Name, v.Note, v.Asked, v.Expires, v.Answer, v.Answered,
		v.Stopped, v.askedAfter, v.offered, v.joined, v.Version)
	if err != nil {
		return fmt.Errorf("keep a visit: %w", err)
	}
	if n == 0 {
		return usecase.Stale("this visit", "club_visit", int64(v.ID))
	}
	return nil
}

func insertLink(ctx context.Context, tx *store.Tx, hash string, id VisitID) error {
	if _, err := tx.Exec(ctx, `INSERT INTO club_visit_link (hash, visit_id) VALUES ($1, $2)`, hash, id); err != nil {
		return fmt.Errorf("keep a link: %w", err)
	}
	return nil
}

// afterVisits are the visits to which a letter is due: the one after the visit, or the offer to join.
func afterVisits(ctx context.Context, q store.Queryer, before, offer civil.Date) ([]Visit, error) {
	return store.All(ctx, q, scanVisit, visitQuery+`
		WHERE v.state = 'coming' AND v.email <> ''
		  AND (v.asked_after = FALSE AND v.day < $1 OR v.offered = FALSE AND v.day <= $2)
		ORDER BY v.id
		LIMIT 200`, before, offer)
}

// wroteBefore reports whether the address of a visit had such a letter about another, or stopped them there. About one that
// was called off it had none, though nothing is due to it either.
func wroteBefore(ctx context.Context, q store.Queryer, v Visit, about why) (bool, error) {
	column := map[why]string{after: "x.asked_after", offer: "x.offered"}[about]
	if column == "" {
		return false, nil
	}
	return store.One(ctx, q, store.Value[bool], `
		SELECT EXISTS (
			SELECT 1
			FROM club_visit x
			LEFT JOIN club_evening_day d ON d.evening_id = x.evening_id AND d.day = x.day
			WHERE x.email_key = $1 AND x.id <> $2 AND x.state = 'coming'
			  AND (x.stopped = TRUE OR `+column+` = TRUE AND COALESCE(d.meets, TRUE) = TRUE)
		)`, auth.EmailKey(v.Email), v.ID)
}

// memberOf reports whether an address is that of a member on a day.
func memberOf(ctx context.Context, q store.Queryer, email string, day civil.Date) (bool, error) {
	ids, err := store.All(ctx, q, store.Value[members.PersonID], `SELECT id FROM person WHERE email_key = $1`, auth.EmailKey(email))
	if err != nil || len(ids) == 0 {
		return false, err
	}
	are, err := members.MembersOn(ctx, q, ids, day)
	for _, is := range are {
		if is {
			return true, err
		}
	}
	return false, err
}

// forget removes what is over: unconfirmed before now, and names and addresses of visits before a day.
func forget(ctx context.Context, tx *store.Tx, now civil.Instant, before civil.Date) (removed int64, err error) {
	const links = `DELETE FROM club_visit_link WHERE visit_id IN (SELECT id FROM club_visit WHERE `
	const unconfirmed, old = `state = 'unconfirmed' AND expires_at <= $1`, `state <> 'unconfirmed' AND day < $1 AND email <> ''`
	for _, step := range []struct {
		query string
		arg   any
	}{
		{links + unconfirmed + `)`, now},
		{`DELETE FROM club_visit WHERE ` + unconfirmed, now},
		{links + old + `)`, before},
		{`UPDATE club_visit SET name = '', email = '', email_key = '', note = '', answer = '', version = version + 1 WHERE ` + old, before},
		{`DELETE FROM club_evening_day WHERE day < $1 AND (meets = TRUE OR NOT EXISTS (
			SELECT 1
			FROM club_visit v
			WHERE v.evening_id = club_evening_day.evening_id AND v.day = club_evening_day.day
		))`, before}, // who was called off is not counted as a visit later
	} {
		n, err := tx.Exec(ctx, step.query, step.arg)
		if err != nil {
			return 0, fmt.Errorf("forget visits: %w", err)
		}
		removed += n
	}
	return removed, nil
}
