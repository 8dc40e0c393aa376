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

// InvestmentID names an investment.
type InvestmentID int64

// Investment is the society's money that the committee invested, rule 3.6.
type Investment struct {
	ID         InvestmentID
	What       string // "Term deposit, 12 months"
	Place      string // where the money is
	Amount     money.Cents
	Day        civil.Date // on which it was made
	Care       string     // what the committee weighed, as a trustee does
	Resolution ResolutionRef
	Approver   Who // the officers who approved the payment, rule 3.4; zero: none was needed
	Second     Who
	Trace      constitution.Trace
	EndedOn    civil.Date // zero: it goes on
	RecordedAt civil.Instant
	RecordedBy string
	Version    int64
}

// InvestmentInput is an investment to be recorded. Its fields are what, place,
// amount, day, care, resolution, approver and second.
type InvestmentInput struct {
	What       string
	Place      string
	Amount     money.Cents
	Day        civil.Date
	Care       string
	Resolution ResolutionID
	Approver   auth.PersonID // 0: nobody
	Second     auth.PersonID
	Account    AccountCode // that the money left; "": the first bank account
}

// Investments lists the investments, the latest first.
func (s *Service) Investments(ctx context.Context, actor auth.Actor) ([]Investment, error) {
	if err := s.cases.Require(actor, auth.TakePartInCommittee, auth.Object{}); err != nil {
		return nil, err
	}
	return investments(ctx, s.db)
}

// Invest records an investment that rule 3.6 allows.
func (s *Service) Invest(ctx context.Context, actor auth.Actor, in InvestmentInput) (InvestmentID, error) {
	permit, err := s.cases.May(actor, auth.KeepCommittee, auth.Object{})
	if err != nil {
		return 0, err
	}
	var id InvestmentID
	err = s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		i, err := s.invested(ctx, tx, in)
		if err != nil {
			return nil, err
		}
		i.RecordedAt, i.RecordedBy = s.cases.Now(), actor.Name
		if id, err = insertInvestment(ctx, tx, i); err != nil {
			return nil, err
		}
		booked, err := treasury.BookBorrowed(ctx, tx, permit, treasury.Borrowed{
			Document: ledger.OfInvestment, ID: int64(id), Text: i.What, Amount: i.Amount, Day: i.Day, Account: in.Account,
		})
		return permit.Did("record.investment", "committee_investment", int64(id), nil, map[string]any{
			"what": i.What, "place": i.Place, "amount": i.Amount, "day": i.Day, "care": i.Care,
			"resolution": i.Resolution.Number.String(),
			"approver":   in.Approver, "second": in.Second, "trace": i.Trace.String(),
		}).Then(booked), err
	})
	return id, err
}

// invested checks the input by rule 3.6, as it was on the day of the
// investment, and gives the investment that it makes.
func (s *Service) invested(ctx context.Context, q store.Queryer, in InvestmentInput) (Investment, error) {
	i := Investment{
		What: tidyLine(in.What), Place: tidyLine(in.Place), Amount: in.Amount, Day: in.Day, Care: tidyText(in.Care),
	}
	var f apperr.Fields
	checkText(&f, "what", i.What, maxLine, "Say what the money is put into, for example a term deposit of 12 months.")
	checkText(&f, "place", i.Place, maxLine, "Say where the money is, for example the bank.")
	if in.Amount <= 0 || in.Amount > money.MaxInput {
		f.Add("amount", "Enter %s above zero, for example 1500.00.", money.InUse().Units)
	}
	s.checkPast(&f, "day", in.Day)
	on := in.Day
	if f.Has("day") {
		on = s.cases.Today()
	}
	checkText(
		&f, "care", i.Care, maxText,
		"Say what the committee considered: how safe it is, what it earns, when the money is needed (rule 3.6).",
	)
	r, err := authority(ctx, q, &f, in.Resolution, on)
	if err != nil {
		return i, err
	}
	i.Resolution = r.ref()
	seats, err := s.seats(ctx, q, on)
	if err != nil {
		return i, err
	}
	out := constitution.Investment{Authority: r.Day, Made: on, Care: i.Care}
	i.Approver = seats.approver(&f, "approver", in.Approver, &out)
	i.Second = seats.approver(&f, "second", in.Second, &out)
	c, err := s.rules.On(ctx, q, on)
	if err != nil {
		return i, err
	}
	found, t := c.Invest(out)
	i.Trace = t
	if len(f) == 0 {
		takeFindings(&f, "second", found) // what is left is about the approvals
	}
	return i, f.Err()
}

// approver adds an officer of the day, who can act, to those who approved; 0 is
// nobody.
func (s Seating) approver(f *apperr.Fields, field string, person auth.PersonID, to *constitution.Investment) Who {
	if person == 0 {
		return Who{}
	}
	for _, o := range s.functioning() {
		if o.Person.ID == int64(person) {
			to.Approvers = append(to.Approvers, o)
			return Who{person, o.Person.Name}
		}
	}
	f.Add(field, "Choose an officer of %s who could act (rule 3.4).", s.Day.Long())
	return Who{}
}

// InvestmentEnd is that an investment ended. Its fields are ended_on and account.
type InvestmentEnd struct {
	ID      InvestmentID
	Version int64
	On      civil.Date
	Account AccountCode // that the money came back to; "": the first bank account
}

// EndInvestment records the day on which an investment ended.
func (s *Service) EndInvestment(ctx context.Context, actor auth.Actor, in InvestmentEnd) error {
	id, version, on := in.ID, in.Version, in.On
	permit, err := s.cases.May(actor, auth.KeepCommittee, auth.Object{})
	if err != nil {
		return err
	}
	return s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		i, err := investmentByID(ctx, tx, id)
		if err != nil {
			return nil, err
		}
		var f apperr.Fields
		s.checkPast(&f, "ended_on", on)
		switch {
		case !i.EndedOn.IsZero():
			return nil, apperr.New(apperr.Invalid, "This investment ended on %s.", i.EndedOn.Long())
		case !f.Has("ended_on") && on.Before(i.Day):
			f.Add("ended_on", "It was made on %s. Enter that day or a later one.", i.Day.Long())
		}
		if err := f.Err(); err != nil {
			return nil, err
		}
		if err := endInvestment(ctx, tx, id, version, on); err != nil {
			return nil, err
		}
		booked, err := treasury.BookBorrowed(ctx, tx, permit, treasury.Borrowed{
			Document: ledger.OfInvestmentEnded, ID: int64(id), Text: i.What + " ended", Amount: i.Amount, Day: on,
			Account: in.Account,
		})
		return permit.Did(
			"end.investment", "committee_investment", int64(id), nil, map[string]any{"ended_on": on},
		).Then(booked), err
	})
}
