package clubs

import (
	"context"
	"errors"
	"fmt"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/members"
	"nzgs/internal/places"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

const clubColumns = `c.id, c.name, c.short_name, c.city, c.meets, c.email, c.website, c.latitude, c.longitude,
	c.about, c.version, c.excluded_on`

func scanClub(s store.Scanner) (Club, error) {
	var c Club
	err := s.Scan(
		&c.ID, &c.Name, &c.Short, &c.City, &c.Meets, &c.Email, &c.Website, &c.At.Lat, &c.At.Lon, &c.About, &c.Version,
		&c.ExcludedOn,
	)
	return c, err
}

// ByID reads one club.
func ByID(ctx context.Context, q store.Queryer, id ClubID) (Club, error) {
	c, err := store.One(ctx, q, scanClub, `
		SELECT `+clubColumns+`
		FROM club c
		WHERE c.id = $1`, id)
	if errors.Is(err, store.ErrNoRows) {
		return c, apperr.New(apperr.NotFound, "No club has the number %d.", id)
	}
	return c, err
}

// All reads every club, sorted by name.
func All(ctx context.Context, q store.Queryer) ([]Club, error) {
	clubs, err := store.All(ctx, q, scanClub, `
		SELECT `+clubColumns+`
		FROM club c
		ORDER BY c.sort_key, c.id`)
	if err != nil {
		return nil, fmt.Errorf("read the clubs: %w", err)
	}
	return clubs, nil
}

func insertClub(ctx context.Context, tx *store.Tx, now civil.Instant, in ClubInput) (ClubID, error) {
	at, _ := places.ParsePoint(in.At)
	id, err := store.One(ctx, tx, store.Value[ClubID], `
		INSERT INTO club (name, name_key, sort_key, short_name, city, meets, email, website, created_at, latitude, longitude,
		                  about)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
		RETURNING id`,
		in.Name, members.Fold(in.Name), members.SortKey(in.Name, ""), in.Short, in.City, in.Meets, in.Email, in.Website, now,
		at.Lat, at.Lon, in.About)
	if store.UniqueOn(err, "club", "name_key") {
		return 0, errSameName(in.Name)
	}
	if err != nil {
		return 0, fmt.Errorf("add a club: %w", err)
	}
	return id, nil
}

func updateClub(ctx context.Context, tx *store.Tx, id ClubID, version int64, in ClubInput) error {
	at, _ := places.ParsePoint(in.At)
	n, err := tx.Exec(ctx, `
		UPDATE club
		SET name = $3, name_key = $4, sort_key = $5, short_name = $6, city = $7, meets = $8, email = $9,
		    website = $10, latitude = $11, longitude = $12, about = $13, version = version + 1
		WHERE id = $1 AND version = $2`,
		id, version, in.Name, members.Fold(in.Name), members.SortKey(in.Name, ""), in.Short, in.City, in.Meets, in.Email,
		in.Website, at.Lat, at.Lon, in.About)
	if store.UniqueOn(err, "club", "name_key") {
		return errSameName(in.Name)
	}
	if err != nil {
		return fmt.Errorf("save club %d: %w", id, err)
	}
	if n == 0 {
		return usecase.Stale("this club", "club", int64(id))
	}
	return nil
}

// excludeClub keeps the day on which the committee excluded a club.
func excludeClub(ctx context.Context, tx *store.Tx, id ClubID, day civil.Date) error {
	n, err := tx.Exec(ctx, `UPDATE club SET excluded_on = $2, version = version + 1 WHERE id = $1`, id, day)
	if err == nil && n == 0 {
		err = store.ErrNoRows
	}
	if err != nil {
		return fmt.Errorf("exclude club %d: %w", id, err)
	}
	return nil
}

// excludedBy is the number of the resolution by which the committee excluded a
// club.
func excludedBy(ctx context.Context, q store.Queryer, c Club) (string, error) {
	list, err := store.All(ctx, q, func(s store.Scanner) (string, error) {
		var year, number int
		err := s.Scan(&year, &number)
		return fmt.Sprintf("%d/%d", year, number), err
	}, `
		SELECT r.year, r.number
		FROM exclusion x
		JOIN committee_resolution r ON r.id = x.resolution_id
		WHERE x.club_id = $1 AND x.state = 'excluded' AND x.decided_on = $2
		ORDER BY x.id DESC
		LIMIT 1`, c.ID, c.ExcludedOn)
	if err != nil || len(list) == 0 {
		return "", err
	}
	return list[0], nil
}

func errSameName(name string) error {
	var f apperr.Fields
	f.Add("name", "There is already a club called “%s”.", name)
	return f.Err()
}

// Secretary is a club's secretary in office.
type Secretary struct {
	Office   int64
	Club     ClubID
	Person   PersonID
	Name     members.Name
	Since    civil.Date
	IsMember bool // of the club, as rule 2.4 asks
}

// secretariesOn reads the secretaries in office on the day, of one club or
// (club 0) of all, the latest first.
func secretariesOn(ctx context.Context, q store.Queryer, club ClubID, day civil.Date) ([]Secretary, error) {
	list, err := store.All(ctx, q, func(s store.Scanner) (Secretary, error) {
		var x Secretary
		var familyFirst bool
		err := s.Scan(&x.Office, &x.Club, &x.Person, &x.Since, &x.Name.Family, &x.Name.Given, &familyFirst)
		x.Name.Order = members.GivenFirst
		if familyFirst {
			x.Name.Order = members.FamilyFirst
		}
		return x, err
	}, `
		SELECT o.id, o.club_id, o.person_id, o.from_day, p.family_name, p.given_names, p.family_first
		FROM office o
		JOIN person p ON p.id = o.person_id
		WHERE o.role = 'club_secretary' AND ($2 = 0 OR o.club_id = $2)
		  AND o.from_day <= $1 AND (o.until_day IS NULL OR o.until_day >= $1)
		ORDER BY o.from_day DESC, o.id DESC`, day, int64(club))
	if err != nil {
		return nil, fmt.Errorf("read club secretaries: %w", err)
	}
	return list, nil
}

// secretaryAfter finds the latest of a club's secretaries whose office begins
// after the day from, or has ended by today and not before that day.
func secretaryAfter(
	ctx context.Context, q store.Queryer, club ClubID, from, today civil.Date,
) (held auth.Appointment, found bool, err error) {
	held, err = store.One(ctx, q, func(s store.Scanner) (auth.Appointment, error) {
		var a auth.Appointment
		var familyFirst bool
		err := s.Scan(&a.From, &a.Until, &a.Name.Family, &a.Name.Given, &familyFirst)
		a.Name.Order = members.GivenFirst
		if familyFirst {
			a.Name.Order = members.FamilyFirst
		}
		return a, err
	}, `
		SELECT o.from_day, o.until_day, p.family_name, p.given_names, p.family_first
		FROM office o
		JOIN person p ON p.id = o.person_id
		WHERE o.role = 'club_secretary' AND o.club_id = $1
		  AND (o.from_day > $2 OR (o.until_day >= $2 AND o.until_day < $3))
		ORDER BY o.from_day DESC, o.id DESC
		LIMIT 1`, club, from, today)
	if errors.Is(err, store.ErrNoRows) {
		return held, false, nil
	}
	if err != nil {
		return held, false, fmt.Errorf("read club secretaries: %w", err)
	}
	return held, true, nil
}
