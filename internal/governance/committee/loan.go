package committee

import (
	"context"
	"slices"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/members"
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
	PaidBy     PaymentID  // the payment out that paid it back; 0: none
	RecordedAt civil.Instant
	RecordedBy string
	Version    int64
}

// LoanInput is a loan to be recorded. Its fields are lender, amount, day, account,
// purpose, materials, condition and resolution.
type LoanInput struct {
	Lender     string
	Amount     money.Cents
	Day        civil.Date
	Purpose    constitution.LoanPurpose
	Materials  string
	Condition  string
	Resolution ResolutionID
	Account    AccountCode // that the money came to; "": the first bank account
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
			Account: in.Account,
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
		f.Add("amount", "Enter %s above zero, for example 1500.00.", money.InUse().Units)
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

// RepayInput is that a loan was paid back. Its fields are repaid_on, paid_by and account.
type RepayInput struct {
	ID        LoanID
	Version   int64
	On        civil.Date
	By        PaymentID   // the payment out that paid it back; 0: none
	InParts   bool        // several payments out did, which the books count under loans
	Otherwise bool        // none of the payments out that may have paid it back did
	Account   AccountCode // that the money left, where no payment out says it; "": the first bank account
}

// Repayments are the payments out that may have paid a loan back: made since it was borrowed, of its amount at least, to
// the lender or counted under loans, and not yet another loan's. In parts says that others may have paid it back together.
func (s *Service) Repayments(ctx context.Context, actor auth.Actor, id LoanID) (whole []Payment, inParts bool, err error) {
	if err := s.cases.Require(actor, auth.TakePartInCommittee, auth.Object{}); err != nil {
		return nil, false, err
	}
	l, err := loanByID(ctx, s.db, id)
	if err != nil {
		return nil, false, err
	}
	return repayments(ctx, s.db, l)
}

func repayments(ctx context.Context, q store.Queryer, l Loan) (whole []Payment, inParts bool, err error) {
	all, err := payments(ctx, q)
	if err != nil {
		return nil, false, err
	}
	every, err := loans(ctx, q)
	if err != nil {
		return nil, false, err
	}
	for _, p := range all {
		toLender := members.Fold(p.Payee) == members.Fold(l.Lender) || p.Account == ledger.Loans
		if !toLender || p.State != PaymentPaid || !p.Refund.IsZero() || p.PaidOn.Before(l.Day) {
			continue
		}
		at := slices.IndexFunc(every, func(x Loan) bool { return x.PaidBy == p.ID })
		switch {
		case at < 0 && p.Amount >= l.Amount:
			whole = append(whole, p)
		case at < 0, p.Account == ledger.Loans && p.Amount > every[at].Amount:
			inParts = true
		}
	}
	return whole, inParts, nil
}

// Repay records that a loan was paid back. Where a payment out did that, its money is counted once: what it was for becomes
// the loan.
func (s *Service) Repay(ctx context.Context, actor auth.Actor, in RepayInput) error {
	permit, err := s.cases.May(actor, auth.KeepCommittee, auth.Object{})
	if err != nil {
		return err
	}
	return s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		if err := treasury.HoldBooks(ctx, tx); err != nil {
			return nil, err
		}
		l, err := loanByID(ctx, tx, in.ID)
		if err != nil {
			return nil, err
		}
		if !l.RepaidOn.IsZero() {
			return nil, apperr.New(apperr.Invalid, "This loan was paid back on %s.", l.RepaidOn.Long())
		}
		by, err := s.checkRepay(ctx, tx, l, in)
		if err != nil {
			return nil, err
		}
		if err := repayLoan(ctx, tx, in); err != nil {
			return nil, err
		}
		booked, err := treasury.BookBorrowed(ctx, tx, permit, treasury.Borrowed{
			Document: ledger.OfLoanRepaid, ID: int64(in.ID), Text: "Loan of " + l.Lender + " paid back", Amount: l.Amount,
			Day: in.On, By: by, Account: in.Account,
		})
		return permit.Did(
			"repay.loan", "committee_loan", int64(in.ID), nil, map[string]any{"repaid_on": in.On, "by": in.By},
		).Then(booked), err
	})
}

// checkRepay checks that a loan was paid back so, and gives the account that the payment out was counted under; "" of none.
func (s *Service) checkRepay(ctx context.Context, q store.Queryer, l Loan, in RepayInput) (AccountCode, error) {
	var f apperr.Fields
	s.checkPast(&f, "repaid_on", in.On)
	if !f.Has("repaid_on") && in.On.Before(l.Day) {
		f.Add("repaid_on", "The money was borrowed on %s. Enter that day or a later one.", l.Day.Long())
	}
	may, inParts, err := repayments(ctx, q, l)
	if err != nil {
		return "", err
	}
	at := slices.IndexFunc(may, func(p Payment) bool { return p.ID == in.By })
	switch {
	case in.By != 0 && at < 0:
		f.Add("paid_by", "Choose a payment out that paid this loan back.")
	case in.By == 0 && in.InParts:
		if err := checkCounted(ctx, q, &f, l); err != nil {
			return "", err
		}
	case in.By == 0 && !in.Otherwise && (len(may) > 0 || inParts):
		f.Add("paid_by", "Say which payment out paid it back, or that none did: otherwise its money would be counted twice.")
	}
	switch err := f.Err(); {
	case err != nil:
		return "", err
	case at >= 0:
		return may[at].CountedUnder(), nil
	case in.InParts:
		return ledger.Loans, nil
	}
	return "", nil
}

// checkCounted checks that the books owe nothing of a loan any more: what they owe is of the other loans.
func checkCounted(ctx context.Context, q store.Queryer, f *apperr.Fields, l Loan) error {
	balances, err := treasury.Balances(ctx, q, civil.Date{}, civil.Date{})
	if err != nil {
		return err
	}
	every, err := loans(ctx, q)
	left := -balances[ledger.Loans]
	for _, x := range every {
		if x.ID != l.ID && x.RepaidOn.IsZero() {
			left -= x.Amount
		}
	}
	if left > 0 {
		f.Add("paid_by", "By the books %s of the loan is still owed. The payments out that paid it back are counted elsewhere: "+
			"have the treasurer move them to loans by an entry in the journal first.", min(left, l.Amount))
	}
	return err
}
