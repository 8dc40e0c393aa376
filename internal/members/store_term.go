package members

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"nzgs/internal/apperr"
	"nzgs/internal/civil"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/store"
)

// inForceSQL is the condition that a row t of membership_term counts.
const inForceSQL = `t.corrected = FALSE AND t.kind <> 'void'`

const termColumns = `t.id, t.person_id, t.club_id, t.year, t.from_day, t.to_day, t.kind, t.trace,
	t.return_row_id, t.moved_row_id, t.payment_id, t.asked_id, t.corrects_id, t.reason, t.by_standing, t.recorded_at, t.recorded_by`

func scanTerm(s store.Scanner) (Term, error) {
	var t Term
	var trace string
	if err := s.Scan(&t.ID, &t.Person, store.ZeroNull(&t.Club), &t.Year, &t.From, &t.To, &t.Kind, &trace,
		store.ZeroNull(&t.ReturnRow), store.ZeroNull(&t.MovedRow), store.ZeroNull(&t.Payment), store.ZeroNull(&t.Asked),
		store.ZeroNull(&t.Corrects), &t.Reason, &t.ByStanding, &t.RecordedAt, store.ZeroNull(&t.RecordedBy)); err != nil {
		return t, err
	}
	var err error
	t.Trace, err = constitution.DecodeTrace(trace)
	return t, err
}

// TermsOf reads every term of the given people, corrections included, oldest
// record first.
func TermsOf(ctx context.Context, q store.Queryer, ids []PersonID) (map[PersonID][]Term, error) {
	return termsOf(ctx, q, ids, termColumns, scanTerm)
}

// DatesOf is TermsOf with only what says who was a member when: kind, days,
// club and year.
func DatesOf(ctx context.Context, q store.Queryer, ids []PersonID) (map[PersonID][]Term, error) {
	return termsOf(ctx, q, ids, dateColumns, scanDates)
}

// InForceSince is DatesOf with only the terms in force that end on a day or later.
func InForceSince(ctx context.Context, q store.Queryer, ids []PersonID, since civil.Date) (map[PersonID][]Term, error) {
	return termsWhere(ctx, q, ids, dateColumns, scanDates, `t.to_day >= $1 AND `+inForceSQL, since)
}

const dateColumns = `t.id, t.person_id, t.club_id, t.year, t.from_day, t.to_day, t.kind, t.corrects_id`

func scanDates(s store.Scanner) (Term, error) {
	var t Term
	err := s.Scan(&t.ID, &t.Person, store.ZeroNull(&t.Club), &t.Year, &t.From, &t.To, &t.Kind, store.ZeroNull(&t.Corrects))
	return t, err
}

func termsOf(
	ctx context.Context, q store.Queryer, ids []PersonID, columns string, scan func(store.Scanner) (Term, error),
) (map[PersonID][]Term, error) {
	return termsWhere(ctx, q, ids, columns, scan, "1 = 1")
}

// termsWhere is termsOf with only the terms that a condition on the args takes.
func termsWhere(
	ctx context.Context, q store.Queryer, ids []PersonID, columns string, scan func(store.Scanner) (Term, error),
	condition string, conditionArgs ...any,
) (map[PersonID][]Term, error) {
	out := make(map[PersonID][]Term, len(ids))
	for chunk := range slices.Chunk(ids, store.MaxIn) {
		list, args := store.In(slices.Clone(conditionArgs), chunk)
		terms, err := store.All(ctx, q, scan, `
			SELECT `+columns+`
			FROM membership_term t
			WHERE `+condition+` AND t.person_id IN `+list+`
			ORDER BY t.id`, args...)
		if err != nil {
			return nil, fmt.Errorf("read terms: %w", err)
		}
		for _, t := range terms {
			out[t.Person] = append(out[t.Person], t)
		}
	}
	return out, nil
}

func termByID(ctx context.Context, q store.Queryer, id TermID) (Term, error) {
	t, err := store.One(ctx, q, scanTerm, `
		SELECT `+termColumns+`
		FROM membership_term t
		WHERE t.id = $1`, id)
	if errors.Is(err, store.ErrNoRows) {
		return t, apperr.New(apperr.NotFound, "Term not found.")
	}
	return t, err
}

// TermsFromRows reads the terms in force that came from the given rows of a
// club's list, also those that went on with another club.
func TermsFromRows(ctx context.Context, q store.Queryer, rows []int64) ([]Term, error) {
	var out []Term
	for chunk := range slices.Chunk(rows, store.MaxIn) {
		list, args := store.In(nil, chunk)
		terms, err := store.All(ctx, q, scanTerm, `
			SELECT `+termColumns+`
			FROM membership_term t
			WHERE (t.return_row_id IN `+list+` OR t.moved_row_id IN `+list+`) AND `+inForceSQL+`
			ORDER BY t.id`, args...)
		if err != nil {
			return nil, fmt.Errorf("read the terms of a list: %w", err)
		}
		out = append(out, terms...)
	}
	return out, nil
}

// TermsPaidBy reads the terms in force of a subscription that a payment paid for at once.
func TermsPaidBy(ctx context.Context, q store.Queryer, payment int64) ([]Term, error) {
	terms, err := store.All(ctx, q, scanTerm, `
		SELECT `+termColumns+`
		FROM membership_term t
		WHERE t.payment_id = $1 AND t.asked_id IS NULL AND `+inForceSQL+`
		ORDER BY t.id`, payment)
	if err != nil {
		return nil, fmt.Errorf("read the terms that a payment paid for: %w", err)
	}
	return terms, nil
}

// TermsAsked reads the terms in force of a subscription that was asked for.
func TermsAsked(ctx context.Context, q store.Queryer, asked int64) ([]Term, error) {
	terms, err := store.All(ctx, q, scanTerm, `
		SELECT `+termColumns+`
		FROM membership_term t
		WHERE t.asked_id = $1 AND `+inForceSQL+`
		ORDER BY t.id`, asked)
	if err != nil {
		return nil, fmt.Errorf("read the terms of an asked subscription: %w", err)
	}
	return terms, nil
}

// InsertTerms adds terms within tx; the caller writes the audit entry. It
// refuses a term that ends before it begins.
func InsertTerms(ctx context.Context, tx *store.Tx, terms []Term) error {
	const columns = 16
	for chunk := range slices.Chunk(terms, store.InsertRows(columns)) {
		args := make([]any, 0, len(chunk)*columns)
		for _, t := range chunk {
			if t.To.Before(t.From) || t.From.IsZero() {
				return fmt.Errorf("a term of person %d would run from %s to %s", t.Person, t.From, t.To)
			}
			trace, err := constitution.EncodeTrace(t.Trace)
			if err != nil {
				return err
			}
			args = append(args, t.Person, store.NullZero(t.Club), int64(t.Year), t.From, t.To, string(t.Kind), trace,
				store.NullZero(t.ReturnRow), store.NullZero(t.MovedRow), store.NullZero(t.Payment), store.NullZero(t.Asked),
				store.NullZero(t.Corrects), t.Reason, t.ByStanding, t.RecordedAt, store.NullZero(t.RecordedBy))
		}
		if _, err := tx.Exec(ctx, `
			INSERT INTO membership_term (person_id, club_id, year, from_day, to_day, kind, trace,
			                             return_row_id, moved_row_id, payment_id, asked_id, corrects_id, reason, by_standing, recorded_at,
			                             recorded_by)
			VALUES `+store.Values(len(chunk), columns), args...); err != nil {
			return fmt.Errorf("add terms: %w", err)
		}
	}
	return nil
}

// MembersOn says which of the given people are members on the day.
func MembersOn(ctx context.Context, q store.Queryer, ids []PersonID, day civil.Date) (map[PersonID]bool, error) {
	out := make(map[PersonID]bool, len(ids))
	for chunk := range slices.Chunk(ids, store.MaxIn) {
		list, args := store.In([]any{day}, chunk)
		found, err := store.All(ctx, q, store.Value[PersonID], `
			SELECT DISTINCT t.person_id
			FROM membership_term t
			WHERE t.to_day >= $1 AND t.from_day <= $1 AND t.person_id IN `+list+` AND `+inForceSQL, args...)
		if err != nil {
			return nil, fmt.Errorf("read who is a member: %w", err)
		}
		for _, id := range found {
			out[id] = true
		}
	}
	return out, nil
}

// CountsOn counts the members on the day: of each club, and (key 0) of the
// society as a whole, everybody once.
func CountsOn(ctx context.Context, q store.Queryer, day civil.Date) (map[ClubID]int, error) {
	type pair struct {
		club   ClubID
		person PersonID
	}
	// Counted here: asked for each pair once, SQLite reads the terms of all years by club.
	pairs, err := store.All(ctx, q, func(s store.Scanner) (pair, error) {
		var p pair
		err := s.Scan(store.ZeroNull(&p.club), &p.person)
		return p, err
	}, `
		SELECT t.club_id, t.person_id
		FROM membership_term t
		WHERE t.to_day >= $1 AND t.from_day <= $1 AND `+inForceSQL, day)
	if err != nil {
		return nil, fmt.Errorf("count members: %w", err)
	}
	counts := map[ClubID]int{}
	seen := make(map[pair]bool, 2*len(pairs))
	count := func(p pair) {
		if !seen[p] {
			seen[p] = true
			counts[p.club]++
		}
	}
	for _, p := range pairs {
		if p.club != 0 {
			count(p)
		}
		count(pair{person: p.person})
	}
	return counts, nil
}

// OfClub lists the people with a term in force of the club that covers the
// day.
func OfClub(ctx context.Context, q store.Queryer, club ClubID, day civil.Date) ([]PersonID, error) {
	ids, err := store.All(ctx, q, store.Value[PersonID], `
		SELECT DISTINCT t.person_id
		FROM membership_term t
		WHERE t.club_id = $1 AND t.to_day >= $2 AND t.from_day <= $2 AND `+inForceSQL, club, day)
	if err != nil {
		return nil, fmt.Errorf("read the members of a club: %w", err)
	}
	return ids, nil
}

// AllOn lists the people with a term in force that covers the day.
func AllOn(ctx context.Context, q store.Queryer, day civil.Date) ([]PersonID, error) {
	ids, err := store.All(ctx, q, store.Value[PersonID], `
		SELECT DISTINCT t.person_id
		FROM membership_term t
		WHERE t.to_day >= $1 AND t.from_day <= $1 AND `+inForceSQL, day)
	if err != nil {
		return nil, fmt.Errorf("read the members of a day: %w", err)
	}
	return ids, nil
}

// CountLiving counts the people of AllOn, without those who have died.
func CountLiving(ctx context.Context, q store.Queryer, day civil.Date) (int, error) {
	n, err := store.One(ctx, q, store.Value[int], `
		SELECT COUNT(DISTINCT t.person_id)
		FROM membership_term t
		WHERE t.to_day >= $1 AND t.from_day <= $1 AND `+inForceSQL+`
		  AND t.person_id NOT IN (SELECT d.person_id FROM departure d WHERE d.kind = 'died' AND d.undone_at IS NULL)`, day)
	if err != nil {
		return 0, fmt.Errorf("count the members of a day: %w", err)
	}
	return n, nil
}

// TermsOfClub reads the terms in force of a club that meet a span of days: kind,
// days, person and year.
func TermsOfClub(ctx context.Context, q store.Queryer, club ClubID, days constitution.Span) ([]Term, error) {
	terms, err := store.All(ctx, q, scanDates, `
		SELECT `+dateColumns+`
		FROM membership_term t
		WHERE t.club_id = $1 AND t.to_day >= $2 AND t.from_day <= $3 AND `+inForceSQL+`
		ORDER BY t.id`, club, days.From, days.To)
	if err != nil {
		return nil, fmt.Errorf("read the terms of a club: %w", err)
	}
	return terms, nil
}

// OfClubInYear lists the people whom the club has registered for the year.
func OfClubInYear(ctx context.Context, q store.Queryer, club ClubID, year Year) ([]PersonID, error) {
	ids, err := store.All(ctx, q, store.Value[PersonID], `
		SELECT DISTINCT t.person_id
		FROM membership_term t
		WHERE t.club_id = $1 AND t.year = $2 AND `+inForceSQL, club, int64(year))
	if err != nil {
		return nil, fmt.Errorf("read whom a club has registered: %w", err)
	}
	return ids, nil
}

// LastYearOf is the latest subscription year, not after the given one, for
// which the club has registered anybody.
func LastYearOf(ctx context.Context, q store.Queryer, club ClubID, notAfter Year) (year Year, found bool, err error) {
	year, err = store.One(ctx, q, store.Value[Year], `
		SELECT coalesce(max(t.year), 0)
		FROM membership_term t
		WHERE t.club_id = $1 AND t.year <= $2 AND `+inForceSQL, club, int64(notAfter))
	if err != nil {
		return 0, false, fmt.Errorf("read the last year of a club: %w", err)
	}
	return year, year != 0, nil
}

// RegisteredBy lists everybody whom a club's lists ever registered, by number.
func RegisteredBy(ctx context.Context, q store.Queryer, club ClubID) ([]PersonID, error) {
	all, err := store.All(ctx, q, store.Value[PersonID], `
		SELECT DISTINCT person_id
		FROM membership_term
		WHERE club_id = $1
		ORDER BY person_id`, club)
	if err != nil {
		return nil, fmt.Errorf("read whom a club registered: %w", err)
	}
	return all, nil
}
