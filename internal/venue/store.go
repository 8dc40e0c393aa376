package venue

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"nzgs/internal/apperr"
	"nzgs/internal/civil"
	"nzgs/internal/store"
)

const loanColumns = `l.id, l.event_id, l.number, l.state, l.new_from, l.new_until, l.hash, l.lent_at, l.lent_by, l.lender_id,
	l.heard_at, l.told_at, l.place, l.pushes, l.ended_at, l.ended_by`

func scanLoan(s store.Scanner) (Loan, error) {
	var l Loan
	err := s.Scan(
		&l.ID, &l.Event, &l.Number, &l.State, &l.NewFrom, &l.NewUntil, &l.Hash, &l.LentAt, &l.LentBy, &l.Lender,
		&l.Heard, &l.Told, &l.Place, &l.Pushes, &l.EndedAt, &l.EndedBy,
	)
	return l, err
}

// lastLoan is the newest loan of an event; the zero Loan when it was never lent.
func lastLoan(ctx context.Context, q store.Queryer, event EventID) (Loan, error) {
	l, err := store.One(ctx, q, scanLoan, `
		SELECT `+loanColumns+`
		FROM event_loan l
		WHERE l.event_id = $1
		ORDER BY l.number DESC
		LIMIT 1`, event)
	if errors.Is(err, store.ErrNoRows) {
		return Loan{}, nil
	}
	if err != nil {
		return l, fmt.Errorf("read a loan: %w", err)
	}
	return l, nil
}

func loanByKey(ctx context.Context, q store.Queryer, hash string) (Loan, error) {
	l, err := store.One(ctx, q, scanLoan, `
		SELECT `+loanColumns+`
		FROM event_loan_key k
		JOIN event_loan l ON l.id = k.loan_id
		WHERE k.key_hash = $1`, hash)
	if errors.Is(err, store.ErrNoRows) {
		return l, apperr.New(apperr.NotFound, "No event was lent with this key. Is the site that of the file?")
	}
	if err != nil {
		return l, fmt.Errorf("read a loan: %w", err)
	}
	return l, nil
}

func insertLoan(ctx context.Context, tx *store.Tx, l Loan) (LoanID, error) {
	id, err := store.One(ctx, tx, store.Value[LoanID], `
		INSERT INTO event_loan (event_id, number, new_from, new_until, hash, lent_at, lent_by, lender_id)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
		RETURNING id`, l.Event, l.Number, l.NewFrom, l.NewUntil, l.Hash, l.LentAt, l.LentBy, l.Lender)
	if err != nil {
		return 0, fmt.Errorf("lend an event: %w", err)
	}
	return id, insertVersion(ctx, tx, id, l.Hash, l.LentAt)
}

func insertVersion(ctx context.Context, tx *store.Tx, id LoanID, hash string, at civil.Instant) error {
	if _, err := tx.Exec(ctx, `
		INSERT INTO event_loan_version (loan_id, hash, came_at)
		VALUES ($1, $2, $3)
		ON CONFLICT (loan_id, hash) DO NOTHING`, id, hash, at); err != nil {
		return fmt.Errorf("note a version: %w", err)
	}
	return nil
}

// hadVersion reports whether the version came in this loan, or began it.
func hadVersion(ctx context.Context, q store.Queryer, id LoanID, hash string) (bool, error) {
	n, err := store.One(ctx, q, store.Value[int], `
		SELECT COUNT(*)
		FROM event_loan_version
		WHERE loan_id = $1 AND hash = $2`, id, hash)
	if err != nil {
		return false, fmt.Errorf("look for a version: %w", err)
	}
	return n > 0, nil
}

func insertKey(ctx context.Context, tx *store.Tx, id LoanID, hash string, at civil.Instant) error {
	if _, err := tx.Exec(ctx, `
		INSERT INTO event_loan_key (key_hash, loan_id, made_at)
		VALUES ($1, $2, $3)`, hash, id, at); err != nil {
		return fmt.Errorf("keep the hash of a key: %w", err)
	}
	return nil
}

// saveLoan saves what changes of a loan.
func saveLoan(ctx context.Context, tx *store.Tx, l Loan) error {
	var ended any
	if !l.EndedAt.IsZero() {
		ended = l.EndedAt
	}
	if _, err := tx.Exec(ctx, `
		UPDATE event_loan
		SET state = $2, hash = $3, heard_at = $4, told_at = $5, place = $6, pushes = $7, ended_at = $8, ended_by = $9
		WHERE id = $1`,
		l.ID, string(l.State), l.Hash, orNull(l.Heard), orNull(l.Told), l.Place, l.Pushes, ended, l.EndedBy); err != nil {
		return fmt.Errorf("save a loan: %w", err)
	}
	return nil
}

func orNull(at civil.Instant) any {
	if at.IsZero() {
		return nil
	}
	return at
}

// broughtHome are the people of the event when it was lent, and those who were entered at the venue: their numbers there
// and in the register.
func broughtHome(ctx context.Context, q store.Queryer, id LoanID) (map[int64]int64, error) {
	pairs, err := store.All(ctx, q, func(s store.Scanner) (p [2]int64, err error) {
		err = s.Scan(&p[0], &p[1])
		return p, err
	}, `
		SELECT away_id, person_id
		FROM event_loan_person
		WHERE loan_id = $1`, id)
	if err != nil {
		return nil, fmt.Errorf("read who was entered at the venue: %w", err)
	}
	out := make(map[int64]int64, len(pairs))
	for _, p := range pairs {
		out[p[0]] = p[1]
	}
	return out, nil
}

func insertBrought(ctx context.Context, tx *store.Tx, id LoanID, away, here int64) error {
	if _, err := tx.Exec(ctx, `
		INSERT INTO event_loan_person (loan_id, away_id, person_id)
		VALUES ($1, $2, $3)`, id, away, here); err != nil {
		return fmt.Errorf("note who was entered at the venue: %w", err)
	}
	return nil
}

// peopleIn are the people of the event, by their numbers.
func peopleIn(ctx context.Context, q store.Queryer, event EventID) ([]int64, error) {
	ids, err := store.All(ctx, q, store.Value[int64], `
		SELECT e.person_id
		FROM entry e
		JOIN section s ON s.id = e.section_id
		WHERE s.event_id = $1
		UNION
		SELECT p.person_id
		FROM pair_partner p
		JOIN section s ON s.id = p.section_id
		WHERE s.event_id = $1
		ORDER BY 1`, event)
	if err != nil {
		return nil, fmt.Errorf("read the people of an event: %w", err)
	}
	return ids, nil
}

// lastPerson is the highest number of anyone in the register: whoever is entered at a venue has a higher one there.
func lastPerson(ctx context.Context, q store.Queryer) (int64, error) {
	n, err := store.One(ctx, q, store.Value[int64], `SELECT COALESCE(MAX(id), 0) FROM person`)
	if err != nil {
		return 0, fmt.Errorf("read the highest number of a person: %w", err)
	}
	return n, nil
}

// peopleListed are the people whom the public rating list shows by name.
func peopleListed(ctx context.Context, q store.Queryer) ([]int64, error) {
	ids, err := store.All(ctx, q, store.Value[int64], `
		SELECT r.person_id
		FROM rating r
		JOIN person p ON p.id = r.person_id
		WHERE p.public_as = 'name'
		ORDER BY r.person_id`)
	if err != nil {
		return nil, fmt.Errorf("read the rating list: %w", err)
	}
	return ids, nil
}

// addListed keeps whom the rating list in the file of a loan names, beside those of its earlier files.
func addListed(ctx context.Context, tx *store.Tx, loan LoanID, others []Player) error {
	all, err := listedThen(ctx, tx, loan)
	if err != nil {
		return err
	}
	for _, p := range others {
		all = append(all, p.ID)
	}
	slices.Sort(all)
	words := make([]string, 0, len(all))
	for _, id := range slices.Compact(all) {
		words = append(words, strconv.FormatInt(id, 10))
	}
	if _, err := tx.Exec(ctx, `UPDATE event_loan SET listed = $2 WHERE id = $1`, loan, strings.Join(words, " ")); err != nil {
		return fmt.Errorf("keep whom the rating list names: %w", err)
	}
	return nil
}

// listedThen are those whom the rating list named when the files of a loan were made.
func listedThen(ctx context.Context, q store.Queryer, loan LoanID) (out []int64, err error) {
	text, err := store.One(ctx, q, store.Value[string], `SELECT listed FROM event_loan WHERE id = $1`, loan)
	if errors.Is(err, store.ErrNoRows) {
		return nil, nil // the site's own version
	}
	if err != nil {
		return nil, fmt.Errorf("read whom the rating list named: %w", err)
	}
	for _, word := range strings.Fields(text) {
		id, err := strconv.ParseInt(word, 10, 64)
		if err != nil {
			return nil, fmt.Errorf("read whom the rating list named: %w", err)
		}
		out = append(out, id)
	}
	return out, nil
}

func loanByID(ctx context.Context, q store.Queryer, id LoanID) (Loan, error) {
	l, err := store.One(ctx, q, scanLoan, `
		SELECT `+loanColumns+`
		FROM event_loan l
		WHERE l.id = $1`, id)
	if err != nil {
		return l, fmt.Errorf("read a loan: %w", err)
	}
	return l, nil
}

func noteHeard(ctx context.Context, tx *store.Tx, id LoanID, at, told civil.Instant, place string) error {
	if _, err := tx.Exec(ctx, `
		UPDATE event_loan
		SET heard_at = $2, told_at = $3, place = $4
		WHERE id = $1 AND state = 'out'`, id, at, orNull(told), place); err != nil {
		return fmt.Errorf("note that a laptop was heard of: %w", err)
	}
	return nil
}

// standing is what the site knows of an entry's membership.
type standing struct{ membership, warning string }

func standingIn(ctx context.Context, q store.Queryer, event EventID) (map[int64]standing, error) {
	out := make(map[int64]standing)
	_, err := store.All(ctx, q, func(s store.Scanner) (id int64, err error) {
		var st standing
		err = s.Scan(&id, &st.membership, &st.warning)
		out[id] = st
		return id, err
	}, `
		SELECT e.id, e.membership, e.warning
		FROM entry e
		JOIN section s ON s.id = e.section_id
		WHERE s.event_id = $1`, event)
	if err != nil {
		return nil, fmt.Errorf("read the memberships of entries: %w", err)
	}
	return out, nil
}
