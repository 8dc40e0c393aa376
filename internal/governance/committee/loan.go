package committee

import (
	"context"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/money"
	"nzgs/internal/store"
	"nzgs/internal/treasury"
	"nzgs/internal/treasury/ledger"
	"nzgs/internal/usecase"
)

// LoanID names a loan.
type LoanID int64

// RecourseText proposes the condition that rule 3.5 asks for, in words of our
// own.
const RecourseText = "The lender has no claim on the society until the sale of the go materials bought with this " +
	"loan has brought in enough to repay it."

// Loan is money that the committee borrowed, rule 3.5.
type Loan struct {
	ID         LoanID
	Lender     string
	Amount     money.Cents
	Day        civil.Date
	Materials  string // that it buys
	Condition  string // the limited recourse, as it was put to the lender
	Resolution ResolutionRef
	Trace      constitution.Trace
	RepaidOn   civil.Date // zero: not yet
	RecordedAt civil.Instant
	RecordedBy string
	Version    int64
}

// LoanInput is a loan to be recorded. Its fields are lender, amount, day,
// purpose, materials, condition and resolution.
type LoanInput struct {
	Lender     string
	Amount     money.Cents
	Day        civil.Date
	Purpose    constitution.LoanPurpose
	Materials  string
	Condition  string
	Resolution ResolutionID
}

// Loans lists the loans, the latest first.
func (s *Service) Loans(ctx context.Context, actor auth.Actor) ([]Loan, error) {
	if err := s.cases.Require(actor, auth.TakePartInCommittee, auth.Object{}); err != nil {
		return nil, err
	}
	return loans(ctx, s.db)
}

// Borrow records a loan that rule 3.5 allows.
func (s *Service) Borrow(ctx context.Context, actor auth.Actor, in LoanInput) (LoanID, error) {
	permit, err := s.cases.May(actor, auth.KeepCommittee, auth.Object{})
	if err != nil {
		return 0, err
	}
	var id LoanID
	err = s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		l, err := s.borrowed(ctx, tx, in)
		if err != nil {
			return nil, err
		}
		l.RecordedAt, l.RecordedBy = s.cases.Now(), actor.Name
		if id, err = insertLoan(ctx, tx, l); err != nil {
			return nil, err
		}
		booked, err := treasury.BookBorrowed(ctx, tx, permit, treasury.Borrowed{
			Document: ledger.OfLoan, ID: int64(id), Text: "Loan of " + l.Lender, Amount: l.Amount, Day: l.Day,
		})
		return permit.Did("record.loan", "committee_loan", int64(id), nil, map[string]any{
			"lender": l.Lender, "amount": l.Amount, "day": l.Day, "materials": l.Materials, "condition": l.Condition,
			"resolution": l.Resolution.Number.String(), "trace": l.Trace.String(),
		}).Then(booked), err
	})
	return id, err
}

// borrowed checks the input by rule 3.5 and gives the loan that it makes.
func (s *Service) borrowed(ctx context.Context, q store.Queryer, in LoanInput) (Loan, error) {
	l := Loan{
		Lender: tidyLine(in.Lender), Amount: in.Amount, Day: in.Day, Materials: tidyText(in.Materials),
		Condition: tidyText(in.Condition),
	}
	var f apperr.Fields
	checkText(&f, "lender", l.Lender, maxLine, "Enter who lends the money.")
	if in.Amount <= 0 || in.Amount > money.MaxInput {
		f.Add("amount", "Enter dollars and cents above zero, for example 1500.00.")
	}
	s.checkPast(&f, "day", in.Day)
	on := in.Day
	if f.Has("day") {
		on = s.cases.Today()
	}
	c, err := s.rules.On(ctx, q, on)
	if err != nil {
		return l, err
	}
	// Each fact is asked for by itself, so that each problem stands at its field.
	purpose, _ := c.Borrow(constitution.Loan{Purpose: in.Purpose, Condition: RecourseText})
	takeFindings(&f, "purpose", purpose)
	checkText(&f, "materials", l.Materials, maxText, "Say which go materials it buys.")
	condition, _ := c.Borrow(constitution.Loan{Purpose: constitution.GoMaterials, Condition: l.Condition})
	takeFindings(&f, "condition", condition)
	checkText(&f, "condition", l.Condition, maxText, "")
	_, l.Trace = c.Borrow(constitution.Loan{Purpose: in.Purpose, Condition: l.Condition})
	r, err := authority(ctx, q, &f, in.Resolution, on)
	if err != nil {
		return l, err
	}
	l.Resolution = r.ref()
	return l, f.Err()
}

// Repay records the day on which a loan was paid back. The field is repaid_on.
func (s *Service) Repay(ctx context.Context, actor auth.Actor, id LoanID, version int64, on civil.Date) error {
	permit, err := s.cases.May(actor, auth.KeepCommittee, auth.Object{})
	if err != nil {
		return err
	}
	return s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		l, err := loanByID(ctx, tx, id)
		if err != nil {
			return nil, err
		}
		var f apperr.Fields
		s.checkPast(&f, "repaid_on", on)
		switch {
		case !l.RepaidOn.IsZero():
			return nil, apperr.New(apperr.Invalid, "This loan was paid back on %s.", l.RepaidOn.Long())
		case !f.Has("repaid_on") && on.Before(l.Day):
			f.Add("repaid_on", "The money was borrowed on %s. Enter that day or a later one.", l.Day.Long())
		}
		if err := f.Err(); err != nil {
			return nil, err
		}
		if err := repayLoan(ctx, tx, id, version, on); err != nil {
			return nil, err
		}
		booked, err := treasury.BookBorrowed(ctx, tx, permit, treasury.Borrowed{
			Document: ledger.OfLoanRepaid, ID: int64(id), Text: "Loan of " + l.Lender + " paid back", Amount: l.Amount, Day: on,
		})
		return permit.Did(
			"repay.loan", "committee_loan", int64(id), nil, map[string]any{"repaid_on": on},
		).Then(booked), err
	})
}
