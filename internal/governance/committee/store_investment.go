package committee

import (
	"context"
	"fmt"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

const investmentColumns = `
		SELECT i.id, i.what, i.place, i.cents, i.day, i.care, r.id, r.year, r.number, r.day, i.approver_id, i.second_id, i.trace,
		       i.ended_on, i.recorded_at, i.recorded_by, i.version
		FROM committee_investment i
		JOIN committee_resolution r ON r.id = i.resolution_id`

func scanInvestment(s store.Scanner) (Investment, error) {
	var i Investment
	var trace string
	r := &i.Resolution
	if err := s.Scan(&i.ID, &i.What, &i.Place, &i.Amount, &i.Day, &i.Care, &r.ID, &r.Number.Year, &r.Number.No, &r.Day,
		store.ZeroNull(&i.Approver.Person), store.ZeroNull(&i.Second.Person), &trace,
		&i.EndedOn, &i.RecordedAt, &i.RecordedBy, &i.Version); err != nil {
		return i, err
	}
	var err error
	i.Trace, err = constitution.DecodeTrace(trace)
	return i, err
}

// investments reads all investments, the latest first.
func investments(ctx context.Context, q store.Queryer) ([]Investment, error) {
	return readInvestments(ctx, q, investmentColumns+`
		ORDER BY i.day DESC, i.id DESC`)
}

func investmentByID(ctx context.Context, q store.Queryer, id InvestmentID) (Investment, error) {
	all, err := readInvestments(ctx, q, investmentColumns+`
		WHERE i.id = $1`, id)
	if err == nil && len(all) == 0 {
		err = apperr.New(apperr.NotFound, "Investment not found.")
	}
	if err != nil {
		return Investment{}, err
	}
	return all[0], nil
}

func readInvestments(ctx context.Context, q store.Queryer, query string, args ...any) ([]Investment, error) {
	all, err := store.All(ctx, q, scanInvestment, query, args...)
	if err != nil {
		return nil, fmt.Errorf("read the investments: %w", err)
	}
	var ids []auth.PersonID
	for _, i := range all {
		ids = append(ids, i.Approver.Person, i.Second.Person)
	}
	who, err := names(ctx, q, distinct(ids))
	for i := range all {
		all[i].Approver, all[i].Second = who[all[i].Approver.Person], who[all[i].Second.Person]
	}
	return all, err
}

func insertInvestment(ctx context.Context, tx *store.Tx, i Investment) (InvestmentID, error) {
	trace, err := constitution.EncodeTrace(i.Trace)
	if err != nil {
		return 0, err
	}
	id, err := store.One(ctx, tx, store.Value[InvestmentID], `
		INSERT INTO committee_investment (what, place, cents, day, care, resolution_id, approver_id, second_id, trace, recorded_at, recorded_by)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
		RETURNING id`, i.What, i.Place, int64(i.Amount), i.Day, i.Care, i.Resolution.ID,
		store.NullZero(i.Approver.Person), store.NullZero(i.Second.Person), trace, i.RecordedAt, i.RecordedBy)
	if err != nil {
		return 0, fmt.Errorf("keep an investment: %w", err)
	}
	return id, nil
}

// endInvestment writes the last day under the version that was read.
func endInvestment(ctx context.Context, tx *store.Tx, id InvestmentID, version int64, on civil.Date) error {
	n, err := tx.Exec(ctx, `
		UPDATE committee_investment
		SET ended_on = $3, version = version + 1
		WHERE id = $1 AND version = $2`, id, version, on)
	switch {
	case err != nil:
		return fmt.Errorf("keep that an investment ended: %w", err)
	case n == 0:
		return usecase.Stale("this investment", "committee_investment", int64(id))
	}
	return nil
}
