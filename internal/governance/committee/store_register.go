package committee

import (
	"context"
	"errors"
	"fmt"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/clubs"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

const loanColumns = `
		SELECT l.id, l.lender, l.cents, l.day, l.materials, l.condition, r.id, r.year, r.number, r.day, l.trace,
		       l.repaid_on, l.request_id, l.recorded_at, l.recorded_by, l.version
		FROM committee_loan l
		JOIN committee_resolution r ON r.id = l.resolution_id`

func scanLoan(s store.Scanner) (Loan, error) {
	var l Loan
	var trace string
	r := &l.Resolution
	if err := s.Scan(&l.ID, &l.Lender, &l.Amount, &l.Day, &l.Materials, &l.Condition, &r.ID, &r.Number.Year, &r.Number.No, &r.Day, &trace,
		&l.RepaidOn, store.ZeroNull(&l.PaidBy), &l.RecordedAt, &l.RecordedBy, &l.Version); err != nil {
		return l, err
	}
	var err error
	l.Trace, err = constitution.DecodeTrace(trace)
	return l, err
}

// loans reads all loans, the latest first.
func loans(ctx context.Context, q store.Queryer) ([]Loan, error) {
	all, err := store.All(ctx, q, scanLoan, loanColumns+`
		ORDER BY l.day DESC, l.id DESC`)
	if err != nil {
		return nil, fmt.Errorf("read the loans: %w", err)
	}
	return all, nil
}

func loanByID(ctx context.Context, q store.Queryer, id LoanID) (Loan, error) {
	l, err := store.One(ctx, q, scanLoan, loanColumns+`
		WHERE l.id = $1`, id)
	if errors.Is(err, store.ErrNoRows) {
		return l, apperr.New(apperr.NotFound, "Loan not found.")
	}
	return l, err
}

func insertLoan(ctx context.Context, tx *store.Tx, l Loan) (LoanID, error) {
	trace, err := constitution.EncodeTrace(l.Trace)
	if err != nil {
		return 0, err
	}
	id, err := store.One(ctx, tx, store.Value[LoanID], `
		INSERT INTO committee_loan (lender, cents, day, purpose, materials, condition, resolution_id, trace, recorded_at, recorded_by)
		VALUES ($1, $2, $3, 'go_materials', $4, $5, $6, $7, $8, $9)
		RETURNING id`, l.Lender, int64(l.Amount), l.Day, l.Materials, l.Condition, l.Resolution.ID, trace, l.RecordedAt,
		l.RecordedBy)
	if err != nil {
		return 0, fmt.Errorf("keep a loan: %w", err)
	}
	return id, nil
}

func repayLoan(ctx context.Context, tx *store.Tx, in RepayInput) error {
	n, err := tx.Exec(ctx, `
		UPDATE committee_loan
		SET repaid_on = $3, request_id = $4, version = version + 1
		WHERE id = $1 AND version = $2`, in.ID, in.Version, in.On, store.NullZero(in.By))
	switch {
	case err != nil:
		return fmt.Errorf("keep that a loan was paid back: %w", err)
	case n == 0:
		return usecase.Stale("this loan", "committee_loan", int64(in.ID))
	}
	return nil
}

const exclusionColumns = `
		SELECT x.id, x.person_id, x.club_id, x.rules, x.reasons, x.sent_on, x.sent, x.hearing_on, x.heard, x.state, x.decided_on,
		       COALESCE(r.id, 0), COALESCE(r.year, 0), COALESCE(r.number, 0), r.day, x.decision, x.trace,
		       x.recorded_at, x.recorded_by, x.version
		FROM exclusion x
		LEFT JOIN committee_resolution r ON r.id = x.resolution_id`

func scanExclusion(s store.Scanner) (Exclusion, error) {
	var x Exclusion
	var trace string
	r := &x.Resolution
	if err := s.Scan(&x.ID, store.ZeroNull(&x.Who.Person), store.ZeroNull(&x.Club.ID), &x.Rules, &x.Reasons, &x.SentOn, &x.Sent, &x.HearingOn, &x.Heard, &x.State, &x.DecidedOn,
		&r.ID, &r.Number.Year, &r.Number.No, &r.Day, &x.Decision, &trace, &x.RecordedAt, &x.RecordedBy,
		&x.Version); err != nil {
		return x, err
	}
	var err error
	x.Trace, err = constitution.DecodeTrace(trace)
	return x, err
}

// exclusions reads all cases, the latest first.
func exclusions(ctx context.Context, q store.Queryer) ([]Exclusion, error) {
	return readExclusions(ctx, q, exclusionColumns+`
		ORDER BY x.id DESC`)
}

func exclusionByID(ctx context.Context, q store.Queryer, id ExclusionID) (Exclusion, error) {
	all, err := readExclusions(ctx, q, exclusionColumns+`
		WHERE x.id = $1`, id)
	if err == nil && len(all) == 0 {
		err = apperr.New(apperr.NotFound, "Case not found.")
	}
	if err != nil {
		return Exclusion{}, err
	}
	return all[0], nil
}

func readExclusions(ctx context.Context, q store.Queryer, query string, args ...any) ([]Exclusion, error) {
	all, err := store.All(ctx, q, scanExclusion, query, args...)
	if err != nil {
		return nil, fmt.Errorf("read the exclusions: %w", err)
	}
	var ids []auth.PersonID
	for _, x := range all {
		ids = append(ids, x.Who.Person)
	}
	who, err := names(ctx, q, distinct(ids))
	if err != nil {
		return nil, err
	}
	for i := range all {
		all[i].Who = who[all[i].Who.Person]
		if id := all[i].Club.ID; id != 0 {
			if all[i].Club, err = clubs.ByID(ctx, q, id); err != nil {
				return nil, err
			}
		}
	}
	return all, nil
}

func insertExclusion(
	ctx context.Context, tx *store.Tx, in ExclusionInput, at civil.Instant, by string,
) (ExclusionID, error) {
	id, err := store.One(ctx, tx, store.Value[ExclusionID], `
		INSERT INTO exclusion (person_id, club_id, rules, reasons, sent_on, sent, hearing_on, heard, recorded_at, recorded_by)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
		RETURNING id`, store.NullZero(in.Person), store.NullZero(in.Club), in.Rules, in.Reasons, in.SentOn, in.Sent,
		in.HearingOn, in.Heard, at, by)
	if err != nil {
		return 0, fmt.Errorf("keep a case: %w", err)
	}
	return id, nil
}

// updateExclusion writes an open case under the version that was read.
func updateExclusion(ctx context.Context, tx *store.Tx, id ExclusionID, version int64, in ExclusionInput) error {
	n, err := tx.Exec(ctx, `
		UPDATE exclusion
		SET rules = $3, reasons = $4, sent_on = $5, sent = $6, hearing_on = $7, heard = $8, version = version + 1
		WHERE id = $1 AND version = $2 AND state = 'open'`, id, version, in.Rules, in.Reasons, in.SentOn, in.Sent,
		in.HearingOn, in.Heard)
	return changedCase(id, n, err)
}

// closeExclusion writes the decision under the version that was read.
func closeExclusion(ctx context.Context, tx *store.Tx, x Exclusion) error {
	trace, err := constitution.EncodeTrace(x.Trace)
	if err != nil {
		return err
	}
	n, err := tx.Exec(ctx, `
		UPDATE exclusion
		SET state = $3, decided_on = $4, resolution_id = $5, decision = $6, trace = $7, version = version + 1
		WHERE id = $1 AND version = $2 AND state = 'open'`, x.ID, x.Version, string(x.State), x.DecidedOn,
		store.NullZero(x.Resolution.ID), x.Decision, trace)
	return changedCase(x.ID, n, err)
}

func changedCase(id ExclusionID, n int64, err error) error {
	switch {
	case err != nil:
		return fmt.Errorf("change a case: %w", err)
	case n == 0:
		return usecase.Stale("this case", "exclusion", int64(id))
	}
	return nil
}
