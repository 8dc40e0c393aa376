package venue

import (
	"context"
	"fmt"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/members"
	"nzgs/internal/store"
)

// originOf is where the laptop's event is from; store.ErrNoRows in a database without one.
func originOf(ctx context.Context, q store.Queryer) (Origin, error) {
	return store.One(ctx, q, func(s store.Scanner) (o Origin, err error) {
		err = s.Scan(
			&o.Event, &o.Number, &o.Site, &o.Society, &o.LentAt, &o.LentBy, &o.Hash, &o.Heard, &o.SiteClock, &o.Tried,
			&o.Answer, &o.secret,
		)
		return o, err
	}, `
		SELECT event_id, number, site, society, lent_at, lent_by, hash, heard_at, site_clock, tried_at, answer, secret
		FROM venue_home
		WHERE id = 1`)
}

func insertOrigin(ctx context.Context, tx *store.Tx, h *Home, hash string) error {
	if _, err := tx.Exec(ctx, `
		INSERT INTO venue_home (id, event_id, number, site, society, secret, lent_at, lent_by, hash)
		VALUES (1, $1, $2, $3, $4, $5, $6, $7, $8)`,
		h.EventID, h.Number, h.Site, h.Society, h.Key, h.LentAt, h.LentBy, hash); err != nil {
		return fmt.Errorf("note where the event is from: %w", err)
	}
	at, err := civil.ParseInstant(h.LentAt)
	if err != nil {
		return wrong("the instant at which it was lent is not one")
	}
	return insertSent(ctx, tx, hash, at)
}

func updateOrigin(ctx context.Context, tx *store.Tx, o Origin) error {
	if _, err := tx.Exec(ctx, `
		UPDATE venue_home
		SET hash = $1, heard_at = $2, site_clock = $3, tried_at = $2, answer = $4
		WHERE id = 1`, o.Hash, orNull(o.Heard), orNull(o.SiteClock), o.Answer); err != nil {
		return fmt.Errorf("note what the site said: %w", err)
	}
	return nil
}

func updateAnswer(ctx context.Context, tx *store.Tx, answer string, at civil.Instant) error {
	if _, err := tx.Exec(ctx, `
		UPDATE venue_home
		SET answer = $1, tried_at = $2
		WHERE id = 1`, answer, at); err != nil {
		return fmt.Errorf("note that the site did not answer: %w", err)
	}
	return nil
}

// insertSent notes a version before it is sent.
func insertSent(ctx context.Context, tx *store.Tx, hash string, at civil.Instant) error {
	if _, err := tx.Exec(ctx, `
		INSERT INTO venue_sent (hash, sent_at)
		VALUES ($1, $2)
		ON CONFLICT (hash) DO NOTHING`, hash, at); err != nil {
		return fmt.Errorf("note what is sent: %w", err)
	}
	return nil
}

// sentBefore are the versions that were sent, and the one that the laptop began with.
func sentBefore(ctx context.Context, q store.Queryer) ([]string, error) {
	list, err := store.All(ctx, q, store.Value[string], `
		SELECT hash
		FROM venue_sent
		ORDER BY sent_at DESC, hash`)
	if err != nil {
		return nil, fmt.Errorf("read what was sent: %w", err)
	}
	return list, nil
}

// insertPeople puts the people of the file into the empty register, under the numbers that the society knows them by.
func insertPeople(ctx context.Context, tx *store.Tx, d *Document, at civil.Instant) error {
	for _, list := range [][]Player{d.People, d.Others} {
		for _, p := range list {
			if err := insertPlayer(ctx, tx, p, at); err != nil {
				return err
			}
		}
	}
	return nil
}

func insertPlayer(ctx context.Context, tx *store.Tx, p Player, at civil.Instant) error {
	public := members.ByName
	if p.Alias != "" {
		public = members.ByAlias
	}
	if _, err := tx.Exec(ctx, `
		INSERT INTO person (id, family_name, given_names, family_first, alias, public_as, name_key, sort_key, grade, created_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
		p.ID, p.Family, p.Given, p.FamilyFirst, p.Alias, string(public), members.NameKey(p.Family, p.Given),
		members.SortKey(p.Family, p.Given), p.Rating, at); err != nil {
		return wrong("person %d is in it twice or cannot be kept", p.ID)
	}
	return nil
}

func insertEventOf(ctx context.Context, tx *store.Tx, d *Document, at civil.Instant) error {
	f := d.Event
	if _, err := tx.Exec(ctx, `
		INSERT INTO event (id, slug, name, place, from_day, to_day, about, status, created_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
		d.Home.EventID, d.Home.Slug, f.Name, f.Place, f.From, f.To, f.About, f.Status, at); err != nil {
		return unreadable(&unkept{"event", err})
	}
	return nil
}

// insertDirector lets whoever lent the event direct it on the laptop. The office begins long ago: a clock that is wrong
// does not keep a director out.
func insertDirector(ctx context.Context, tx *store.Tx, d *Document, at civil.Instant) error {
	h := d.Home
	n, err := store.One(ctx, tx, store.Value[int], `SELECT COUNT(*) FROM person WHERE id = $1`, h.Lender)
	if err != nil {
		return fmt.Errorf("look for the director: %w", err)
	}
	if n == 0 {
		if err := insertPlayer(ctx, tx, Player{ID: h.Lender, Family: h.LentBy}, at); err != nil {
			return err
		}
	}
	_, err = insertHelper(ctx, tx, helper{person: h.Lender, role: "director", from: longAgo, event: h.EventID}, at)
	return err
}

// helper is somebody who signs in at the venue.
type helper struct {
	person, event int64
	role          string
	from, until   string // days; no until: as long as the event is here
}

const longAgo = "2000-01-01"

// insertHelper gives a person an account without a password, and an office of the event.
func insertHelper(ctx context.Context, tx *store.Tx, h helper, at civil.Instant) (auth.AccountID, error) {
	email := fmt.Sprintf("%d@venue.invalid", h.person)
	id, err := store.One(ctx, tx, store.Value[auth.AccountID], `
		INSERT INTO account (person_id, email, email_key, created_at)
		VALUES ($1, $2, $2, $3)
		RETURNING id`, h.person, email, at)
	if err != nil {
		return 0, fmt.Errorf("open an account: %w", err)
	}
	if _, err := tx.Exec(ctx, `
		INSERT INTO office (person_id, role, event_id, from_day, until_day, created_at)
		VALUES ($1, $2, $3, $4, $5, $6)`, h.person, h.role, h.event, h.from, store.NullEmpty(h.until), at); err != nil {
		return 0, fmt.Errorf("appoint a helper: %w", err)
	}
	return id, nil
}

// insertHelperPerson is a name beside what someone enters; it never becomes a person of the society's register.
func insertHelperPerson(ctx context.Context, tx *store.Tx, name string, at civil.Instant) (int64, error) {
	id, err := store.One(ctx, tx, store.Value[int64], `
		INSERT INTO person (family_name, given_names, name_key, sort_key, created_at)
		VALUES ($1, '', '', '', $2)
		RETURNING id`, name, at)
	if err != nil {
		return 0, fmt.Errorf("note a helper: %w", err)
	}
	return id, nil
}

// ofHelpers are the offices of those who came in by a code: every one of them has a last day.
const ofHelpers = `from_day = '` + longAgo + `' AND until_day IS NOT NULL`

func countHelpers(ctx context.Context, q store.Queryer) (int, error) {
	n, err := store.One(ctx, q, store.Value[int], `SELECT COUNT(*) FROM office WHERE `+ofHelpers)
	if err != nil {
		return 0, fmt.Errorf("count the helpers: %w", err)
	}
	return n, nil
}

func helpersOf(ctx context.Context, q store.Queryer, today string) ([]Helper, error) {
	list, err := store.All(ctx, q, func(s store.Scanner) (h Helper, err error) {
		var until string
		err = s.Scan(&h.Office, &h.Name, &h.Role, &until)
		h.Today = until >= today
		return h, err
	}, `
		SELECT o.id, p.family_name, o.role, o.until_day
		FROM office o
		JOIN person p ON p.id = o.person_id
		WHERE `+ofHelpers+`
		ORDER BY o.id DESC`)
	if err != nil {
		return nil, fmt.Errorf("read the helpers: %w", err)
	}
	return list, nil
}

func endHelper(ctx context.Context, tx *store.Tx, id auth.OfficeID) (bool, error) {
	n, err := tx.Exec(ctx, `
		UPDATE office
		SET until_day = $2, version = version + 1
		WHERE id = $1 AND until_day <> $2 AND `+ofHelpers, id, longAgo)
	if err != nil {
		return false, fmt.Errorf("end what a helper may do: %w", err)
	}
	return n > 0, nil
}

// lenderAccount is the account of the director who lent the event.
func lenderAccount(ctx context.Context, q store.Queryer) (auth.AccountID, error) {
	id, err := store.One(ctx, q, store.Value[auth.AccountID], `
		SELECT a.id
		FROM account a
		JOIN office o ON o.person_id = a.person_id
		WHERE o.role = 'director' AND o.until_day IS NULL
		ORDER BY a.id
		LIMIT 1`)
	if err != nil {
		return 0, fmt.Errorf("read the director: %w", err)
	}
	return id, nil
}

func codeSerials(ctx context.Context, q store.Queryer) (map[string]int, error) {
	out := make(map[string]int)
	_, err := store.All(ctx, q, func(s store.Scanner) (role string, err error) {
		var serial int
		err = s.Scan(&role, &serial)
		out[role] = serial
		return role, err
	}, `SELECT role, serial FROM venue_code`)
	if err != nil {
		return nil, fmt.Errorf("read the codes: %w", err)
	}
	return out, nil
}

func bumpCode(ctx context.Context, tx *store.Tx, role string) error {
	if _, err := tx.Exec(ctx, `
		INSERT INTO venue_code (role, serial)
		VALUES ($1, 1)
		ON CONFLICT (role) DO UPDATE SET serial = venue_code.serial + 1`, role); err != nil {
		return fmt.Errorf("make a new code: %w", err)
	}
	return nil
}
