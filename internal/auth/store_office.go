package auth

import (
	"context"
	"slices"

	"nzgs/internal/civil"
	"nzgs/internal/store"
)

const appointmentColumns = `
		SELECT o.id, o.person_id, o.role, o.club_id, o.event_id, o.acting, o.from_day, o.until_day, o.version,
		       p.family_name, p.given_names, p.family_first, c.name, e.name
		FROM office o
		JOIN person p ON p.id = o.person_id
		LEFT JOIN club c ON c.id = o.club_id
		LEFT JOIN event e ON e.id = o.event_id`

func scanAppointment(r store.Scanner) (Appointment, error) {
	var a Appointment
	var n nameColumns
	err := r.Scan(&a.ID, &a.Person, &a.Role, store.ZeroNull(&a.Office.Club), store.ZeroNull(&a.Office.Event), &a.Acting, &a.From, &a.Until, &a.Version,
		&n.family, &n.given, &n.familyFirst, store.EmptyNull(&a.Club), store.EmptyNull(&a.Event))
	a.Name = n.name()
	return a, err
}

func appointmentByID(ctx context.Context, q store.Queryer, id OfficeID) (Appointment, error) {
	return store.One(ctx, q, scanAppointment, appointmentColumns+`
		WHERE o.id = $1`, id)
}

// currentOffices are those that have not ended before the day, in the order of
// Roles.
func currentOffices(ctx context.Context, q store.Queryer, day civil.Date) ([]Appointment, error) {
	return store.All(ctx, q, scanAppointment, appointmentColumns+`
		WHERE o.until_day IS NULL OR o.until_day >= $1
		ORDER BY CASE o.role
		           WHEN 'president' THEN 1
		           WHEN 'secretary' THEN 2
		           WHEN 'treasurer' THEN 3
		           WHEN 'committee' THEN 4
		           WHEN 'club_secretary' THEN 5
		           WHEN 'director' THEN 6
		           WHEN 'referee' THEN 7
		           WHEN 'ratings_officer' THEN 8
		           ELSE 9
		         END, COALESCE(c.sort_key, ''), COALESCE(e.from_day, '') DESC, e.id, o.from_day, p.sort_key, o.id`, day)
}

// seatsBetween are the seats of the committee held on at least one of the days.
func seatsBetween(ctx context.Context, q store.Queryer, from, until civil.Date) ([]Appointment, error) {
	return store.All(ctx, q, scanAppointment, appointmentColumns+`
		WHERE o.role IN ('president', 'secretary', 'treasurer', 'committee')
		  AND o.from_day <= $2 AND (o.until_day IS NULL OR o.until_day >= $1)
		ORDER BY CASE o.role
		           WHEN 'president' THEN 1
		           WHEN 'secretary' THEN 2
		           WHEN 'treasurer' THEN 3
		           ELSE 4
		         END, o.acting, o.from_day, p.sort_key, o.id`, from, until)
}

// HoldersOf lists every office of these roles that was ever given and not withdrawn, those that began first first. Who
// holds an office is public.
func HoldersOf(ctx context.Context, q store.Queryer, roles []Role) ([]Appointment, error) {
	texts := make([]string, len(roles))
	for i, r := range roles {
		texts[i] = string(r)
	}
	list, args := store.In(nil, texts)
	return store.All(ctx, q, scanAppointment, appointmentColumns+`
		WHERE o.role IN `+list+`
		ORDER BY o.from_day, o.id`, args...)
}

func appointmentsByID(ctx context.Context, q store.Queryer, ids []OfficeID) (map[OfficeID]Appointment, error) {
	out := make(map[OfficeID]Appointment, len(ids))
	for chunk := range slices.Chunk(ids, store.MaxIn) {
		list, args := store.In(nil, chunk)
		found, err := store.All(ctx, q, scanAppointment, appointmentColumns+`
			WHERE o.id IN `+list, args...)
		if err != nil {
			return nil, err
		}
		for _, a := range found {
			out[a.ID] = a
		}
	}
	return out, nil
}

func endedOffices(ctx context.Context, q store.Queryer, day civil.Date, offset, limit int) ([]Appointment, error) {
	return store.All(ctx, q, scanAppointment, appointmentColumns+`
		WHERE o.until_day < $1
		ORDER BY o.until_day DESC, o.id DESC
		LIMIT $2 OFFSET $3`, day, limit, offset)
}

func countEndedOffices(ctx context.Context, q store.Queryer, day civil.Date) (int, error) {
	return store.One(ctx, q, store.Value[int], `SELECT COUNT(*) FROM office WHERE until_day < $1`, day)
}

// OfficesOn are the offices of these people that have not ended before the day.
func OfficesOn(ctx context.Context, q store.Queryer, day civil.Date, people []PersonID) (map[PersonID][]Office, error) {
	condition, args := store.In([]any{day}, people)
	list, err := store.All(ctx, q, func(r store.Scanner) (Office, error) {
		var o Office
		err := r.Scan(
			&o.ID, &o.Person, &o.Role, store.ZeroNull(&o.Club), store.ZeroNull(&o.Event), &o.Acting, &o.From, &o.Until,
			&o.Version,
		)
		return o, err
	}, `
		SELECT id, person_id, role, club_id, event_id, acting, from_day, until_day, version
		FROM office
		WHERE person_id IN `+condition+` AND (until_day IS NULL OR until_day >= $1)
		ORDER BY from_day, id`, args...)
	if err != nil {
		return nil, err
	}
	of := make(map[PersonID][]Office)
	for _, o := range list {
		of[o.Person] = append(of[o.Person], o)
	}
	return of, nil
}

// officesLike are the offices of the same role, club and event, whoever holds
// them and whenever.
func officesLike(ctx context.Context, q store.Queryer, o Office) ([]Appointment, error) {
	return store.All(ctx, q, scanAppointment, appointmentColumns+`
		WHERE o.role = $1 AND COALESCE(o.club_id, 0) = $2 AND COALESCE(o.event_id, 0) = $3
		ORDER BY o.from_day, o.id`, string(o.Role), o.Club, o.Event)
}

// eventOffices are the offices of directors and referees that serve the event
// and have not ended before the day.
func eventOffices(ctx context.Context, q store.Queryer, event EventID, day civil.Date) ([]EventOffice, error) {
	list, err := store.All(ctx, q, scanAppointment, appointmentColumns+`
		WHERE o.role IN ('director', 'referee') AND (o.event_id = $1 OR o.event_id IS NULL)
		  AND (o.until_day IS NULL OR o.until_day >= $2)
		ORDER BY o.role, CASE WHEN o.event_id IS NULL THEN 1 ELSE 0 END, o.from_day, p.sort_key, o.id`, event, day)
	if err != nil {
		return nil, err
	}
	accounts, err := store.All(ctx, q, store.Value[PersonID], `
		SELECT a.person_id
		FROM account a
		WHERE a.disabled = FALSE
		  AND a.person_id IN (SELECT o.person_id FROM office o
		                      WHERE o.role IN ('director', 'referee') AND (o.event_id = $1 OR o.event_id IS NULL))`, event)
	if err != nil {
		return nil, err
	}
	out := make([]EventOffice, len(list))
	for i, a := range list {
		out[i] = EventOffice{a, slices.Contains(accounts, a.Person)}
	}
	return out, nil
}

// servingEvent lists who directs or referees an event on the day.
func servingEvent(ctx context.Context, q store.Queryer, event EventID, day civil.Date) ([]PersonID, error) {
	return store.All(ctx, q, store.Value[PersonID], `
		SELECT DISTINCT person_id
		FROM office
		WHERE role IN ('director', 'referee') AND (event_id = $1 OR event_id IS NULL)
		  AND from_day <= $2 AND (until_day IS NULL OR until_day >= $2)
		ORDER BY person_id`, event, day)
}

// directorsOn counts the offices of directors that serve the event on the day.
func directorsOn(ctx context.Context, q store.Queryer, event EventID, day civil.Date) (int, error) {
	return store.One(ctx, q, store.Value[int], `
		SELECT COUNT(*)
		FROM office
		WHERE role = 'director' AND (event_id = $1 OR event_id IS NULL)
		  AND from_day <= $2 AND (until_day IS NULL OR until_day >= $2)`, event, day)
}

// parts says which parts of an office are there.
type parts struct{ person, club, event, died bool }

func officePartsExist(ctx context.Context, q store.Queryer, o Office) (parts, error) {
	var p parts
	err := q.QueryRow(ctx, `
		SELECT EXISTS (SELECT 1 FROM person WHERE id = $1 AND id NOT IN (SELECT gone_id FROM person_alias)),
		       EXISTS (SELECT 1 FROM club WHERE id = $2),
		       EXISTS (SELECT 1 FROM event WHERE id = $3),
		       EXISTS (SELECT 1 FROM departure WHERE person_id = $1 AND kind = 'died' AND undone_at IS NULL)`,
		o.Person, o.Club, o.Event).Scan(&p.person, &p.club, &p.event, &p.died)
	return p, err
}

func insertOffice(ctx context.Context, tx *store.Tx, o Office, now civil.Instant) (OfficeID, error) {
	return store.One(ctx, tx, store.Value[OfficeID], `
		INSERT INTO office (person_id, role, club_id, event_id, acting, from_day, until_day, created_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
		RETURNING id`, o.Person, string(o.Role), store.NullZero(o.Club), store.NullZero(o.Event), o.Acting, o.From, o.Until,
		now)
}

// updateOfficeUntil writes the last day under the version that was read.
func updateOfficeUntil(ctx context.Context, tx *store.Tx, o Office, version int64) (int64, error) {
	return tx.Exec(ctx, `
		UPDATE office
		SET until_day = $3, version = version + 1
		WHERE id = $1 AND version = $2`, o.ID, version, o.Until)
}

// deleteOffice cancels an appointment under the version that was read.
func deleteOffice(ctx context.Context, tx *store.Tx, o Office, version int64) (int64, error) {
	return tx.Exec(ctx, `
		DELETE FROM office
		WHERE id = $1 AND version = $2`, o.ID, version)
}

// lastingAdministrators counts the administrators on the day whose office has
// no end and who can sign in.
func lastingAdministrators(ctx context.Context, q store.Queryer, day civil.Date) (int, error) {
	return store.One(ctx, q, store.Value[int], `
		SELECT COUNT(*)
		FROM office o
		JOIN account a ON a.person_id = o.person_id
		WHERE o.role = 'administrator' AND o.from_day <= $1 AND o.until_day IS NULL
		  AND a.disabled = FALSE AND a.password_hash <> ''`, day)
}
