package letters

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"

	"nzgs/internal/civil"
	"nzgs/internal/members"
	"nzgs/internal/money"
	"nzgs/internal/store"
	"nzgs/internal/treasury"
)

// standing is the condition that a row t of membership_term counts.
const standing = `t.corrected = FALSE AND t.kind <> 'void'`

// ending is a member whose term ends on a day.
type ending struct {
	Addressee
	club members.ClubID
}

// endingOn reads whose last term ends on a day, in order of their names, without those who left on it.
func endingOn(ctx context.Context, q store.Queryer, day civil.Date) ([]ending, error) {
	type row struct {
		person members.PersonID
		club   members.ClubID
	}
	rows, err := store.All(ctx, q, func(s store.Scanner) (r row, err error) {
		err = s.Scan(&r.person, &r.club)
		return r, err
	}, `
		SELECT t.person_id, MAX(COALESCE(t.club_id, 0))
		FROM membership_term t
		JOIN person p ON p.id = t.person_id
		WHERE t.to_day = $1 AND `+standing+`
		  AND NOT EXISTS (SELECT 1
		                  FROM membership_term l
		                  WHERE l.person_id = t.person_id AND l.to_day > $1 AND l.corrected = FALSE AND l.kind <> 'void')
		  AND NOT EXISTS (SELECT 1
		                  FROM departure d
		                  WHERE d.person_id = t.person_id AND d.undone_at IS NULL AND d.day >= $1)
		GROUP BY t.person_id, p.sort_key
		ORDER BY p.sort_key, t.person_id`, day)
	if err != nil {
		return nil, fmt.Errorf("read whose terms end: %w", err)
	}
	people, err := peopleOf(ctx, q, rows, func(r row) members.PersonID { return r.person })
	if err != nil {
		return nil, err
	}
	out := make([]ending, len(rows))
	for i, r := range rows {
		out[i].club = r.club
		out[i].to(people[r.person])
	}
	return out, nil
}

// peopleOf reads the people that rows are about.
func peopleOf[T any](
	ctx context.Context, q store.Queryer, rows []T, of func(T) members.PersonID,
) (map[members.PersonID]members.Person, error) {
	ids := make([]members.PersonID, len(rows))
	for i, r := range rows {
		ids[i] = of(r)
	}
	return members.People(ctx, q, ids)
}

// clubRow is a club with who is written to for it.
type clubRow struct {
	id        members.ClubID
	name      string
	email     string
	secretary members.Person // without a number: the club itself
}

// secretaries reads every club that is not excluded, with its secretary on a day.
func secretaries(ctx context.Context, q store.Queryer, day civil.Date) (map[members.ClubID]clubRow, error) {
	type row struct {
		clubRow
		person members.PersonID
	}
	rows, err := store.All(ctx, q, func(s store.Scanner) (r row, err error) {
		err = s.Scan(&r.id, &r.name, &r.email, &r.person)
		return r, err
	}, `
		SELECT c.id, c.name, c.email,
		       COALESCE((SELECT MAX(o.person_id)
		                 FROM office o
		                 WHERE o.club_id = c.id AND o.role = 'club_secretary' AND o.from_day <= $1
		                   AND (o.until_day IS NULL OR o.until_day >= $1)), 0)
		FROM club c
		WHERE c.excluded_on IS NULL OR c.excluded_on > $1`, day)
	if err != nil {
		return nil, fmt.Errorf("read secretaries of clubs: %w", err)
	}
	people, err := peopleOf(ctx, q, rows, func(r row) members.PersonID { return r.person })
	if err != nil {
		return nil, err
	}
	out := make(map[members.ClubID]clubRow, len(rows))
	for _, r := range rows {
		r.secretary = people[r.person]
		if r.secretary.ID == 0 {
			r.secretary = members.Person{Name: members.Name{Family: r.name}, Contact: members.Contact{Email: r.email}}
		}
		out[r.id] = r.clubRow
	}
	return out, nil
}

// inOrder lists clubs by their names.
func inOrder(all map[members.ClubID]clubRow) []clubRow {
	return slices.SortedFunc(maps.Values(all), func(a, b clubRow) int {
		return cmp.Or(cmp.Compare(members.Fold(a.name), members.Fold(b.name)), cmp.Compare(a.id, b.id))
	})
}

// clubsWithoutList are the clubs with a confirmed list of the year before and none handed in for a year.
func clubsWithoutList(ctx context.Context, q store.Queryer, year int) (map[members.ClubID]bool, error) {
	ids, err := store.All(ctx, q, store.Value[members.ClubID], `
		SELECT DISTINCT r.club_id
		FROM club_return r
		WHERE r.year = $1 AND r.state = 'confirmed'
		  AND NOT EXISTS (SELECT 1
		                  FROM club_return n
		                  WHERE n.club_id = r.club_id AND n.year = $2 AND n.state IN ('submitted', 'confirmed'))`,
		year-1, year)
	if err != nil {
		return nil, fmt.Errorf("read which lists are due: %w", err)
	}
	out := make(map[members.ClubID]bool, len(ids))
	for _, id := range ids {
		out[id] = true
	}
	return out, nil
}

// listRow is a list that a club handed in.
type listRow struct {
	id   int64
	club members.ClubID
	year int
	rows int
}

func listsSince(ctx context.Context, q store.Queryer, since civil.Instant) ([]listRow, error) {
	list, err := store.All(ctx, q, func(s store.Scanner) (l listRow, err error) {
		err = s.Scan(&l.id, &l.club, &l.year, &l.rows)
		return l, err
	}, `
		SELECT r.id, r.club_id, r.year, (SELECT COUNT(*) FROM club_return_row x WHERE x.return_id = r.id)
		FROM club_return r
		JOIN club c ON c.id = r.club_id
		WHERE r.submitted_at >= $1 AND r.state IN ('submitted', 'confirmed') AND c.excluded_on IS NULL
		ORDER BY r.id`, since)
	if err != nil {
		return nil, fmt.Errorf("read which lists came in: %w", err)
	}
	return list, nil
}

// paymentRow is a payment.
type paymentRow struct {
	id       int64
	person   members.PersonID
	club     members.ClubID
	amount   money.Cents
	received civil.Date
	receipt  treasury.ReceiptNo
	payer    treasury.Payer
	reversed bool
	transfer int64 // the first of the payments that came with the same transfer: itself, where it is
}

func paymentsSince(ctx context.Context, q store.Queryer, since civil.Instant) ([]paymentRow, error) {
	list, err := store.All(ctx, q, func(s store.Scanner) (p paymentRow, err error) {
		err = s.Scan(&p.id, &p.person, &p.club, &p.amount, &p.received, &p.receipt.Year, &p.receipt.No, &p.payer.Name,
			store.ZeroNull(&p.payer.Party.Person), store.ZeroNull(&p.payer.Party.Club), &p.payer.Address, &p.payer.Email,
			&p.payer.Quiet, &p.reversed, &p.transfer)
		return p, err
	}, `
		SELECT p.id, COALESCE(p.person_id, 0), COALESCE(p.club_id, r.club_id, 0), p.amount, p.received_on,
		       p.receipt_year, p.receipt_no, p.paid_by, p.payer_person_id, p.payer_club_id, p.payer_address, p.payer_email,
		       p.payer_quiet, EXISTS (SELECT 1 FROM payment b WHERE b.reverses_id = p.id), COALESCE(p.transfer_id, p.id)
		FROM payment p
		LEFT JOIN club_return r ON r.id = p.return_id
		WHERE p.recorded_at >= $1 AND p.reverses_id IS NULL
		ORDER BY p.id`, since)
	if err != nil {
		return nil, fmt.Errorf("read which payments came in: %w", err)
	}
	return list, nil
}

// newMembers are those whose first term was recorded since an instant.
func newMembers(ctx context.Context, q store.Queryer, since civil.Instant, today civil.Date) ([]Addressee, error) {
	type row struct {
		person   members.PersonID
		from, to civil.Date
		club     string
	}
	rows, err := store.All(ctx, q, func(s store.Scanner) (r row, err error) {
		err = s.Scan(&r.person, &r.from, &r.to, &r.club)
		return r, err
	}, `
		SELECT t.person_id, MIN(t.from_day), MAX(t.to_day), COALESCE(MAX(c.name), '')
		FROM membership_term t
		LEFT JOIN club c ON c.id = t.club_id
		WHERE t.recorded_at >= $1 AND t.kind IN ('new', 'carried_over') AND t.to_day >= $2 AND `+standing+`
		  AND NOT EXISTS (SELECT 1 FROM membership_term e WHERE e.person_id = t.person_id AND e.recorded_at < $1)
		GROUP BY t.person_id
		ORDER BY t.person_id`, since, today)
	if err != nil {
		return nil, fmt.Errorf("read who is new: %w", err)
	}
	people, err := peopleOf(ctx, q, rows, func(r row) members.PersonID { return r.person })
	if err != nil {
		return nil, err
	}
	out := make([]Addressee, len(rows))
	for i, r := range rows {
		out[i] = Addressee{Key: fmt.Sprintf("%s:person:%d", Welcome, r.person), Fields: Fields{
			"from": r.from.Long(), "until": r.to.Long(), "club": r.club,
		}}
		out[i].to(people[r.person])
	}
	return out, nil
}

// withoutPassword are the people whose account waits for its first password.
func withoutPassword(ctx context.Context, q store.Queryer) ([]Addressee, error) {
	type row struct {
		account int64
		person  members.PersonID
		address string
	}
	rows, err := store.All(ctx, q, func(s store.Scanner) (r row, err error) {
		err = s.Scan(&r.account, &r.person, &r.address)
		return r, err
	}, `
		SELECT a.id, a.person_id, a.email
		FROM account a
		JOIN person p ON p.id = a.person_id
		WHERE a.password_hash = '' AND a.disabled = FALSE
		  AND NOT EXISTS (SELECT 1 FROM session x WHERE x.account_id = a.id)
		ORDER BY p.sort_key, a.id`)
	if err != nil {
		return nil, fmt.Errorf("read whose account has no password: %w", err)
	}
	people, err := peopleOf(ctx, q, rows, func(r row) members.PersonID { return r.person })
	if err != nil {
		return nil, err
	}
	out := make([]Addressee, len(rows))
	for i, r := range rows {
		out[i] = Addressee{Key: fmt.Sprintf("%s:%d", Invitation, r.account), Fields: Fields{"address": r.address}}
		out[i].to(people[r.person])
		out[i].Email = r.address
	}
	return out, nil
}

// addressOf is someone's name and e-mail address; "" of the program.
func addressOf(ctx context.Context, q store.Queryer, id members.PersonID) (name, address string, err error) {
	people, err := members.People(ctx, q, []members.PersonID{id})
	var a Addressee
	a.to(people[id])
	return a.Name, a.Email, err
}
