package committee

import (
	"context"
	"slices"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/governance"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/members"
	"nzgs/internal/money"
	"nzgs/internal/store"
	"nzgs/internal/treasury"
	"nzgs/internal/treasury/ledger"
	"nzgs/internal/usecase"
)

// Payments lists the requests, those that wait first, then the latest.
func (s *Service) Payments(ctx context.Context, actor auth.Actor) ([]Payment, error) {
	if err := s.cases.Require(actor, auth.TakePartInCommittee, auth.Object{}); err != nil {
		return nil, err
	}
	all, err := payments(ctx, s.db)
	if err != nil {
		return nil, err
	}
	if err := s.judge(ctx, s.db, all); err != nil {
		return nil, err
	}
	slices.SortStableFunc(all, func(a, b Payment) int {
		switch {
		case a.State == PaymentOpen && b.State != PaymentOpen:
			return -1
		case a.State != PaymentOpen && b.State == PaymentOpen:
			return 1
		}
		return 0
	})
	return all, nil
}

// Payment is one request.
func (s *Service) Payment(ctx context.Context, actor auth.Actor, id PaymentID) (Payment, error) {
	if err := s.cases.Require(actor, auth.TakePartInCommittee, auth.Object{}); err != nil {
		return Payment{}, err
	}
	return s.payment(ctx, s.db, id)
}

func (s *Service) payment(ctx context.Context, q store.Queryer, id PaymentID) (Payment, error) {
	p, err := paymentByID(ctx, q, id)
	if err != nil {
		return Payment{}, err
	}
	one := []Payment{p}
	err = s.judge(ctx, q, one)
	return one[0], err
}

// judge works out how far each request has come: one that is open by the
// constitution of today, one that is closed by that of the day it was closed.
func (s *Service) judge(ctx context.Context, q store.Queryer, all []Payment) error {
	rules := map[civil.Date]constitution.Constitution{}
	for i := range all {
		on := all[i].judgedOn(s.cases.Today())
		c, there := rules[on]
		if !there {
			var err error
			if c, err = s.rules.On(ctx, q, on); err != nil {
				return err
			}
			rules[on] = c
		}
		all[i].judge(c)
	}
	return s.judgeEarlier(ctx, q, all)
}

// judgeEarlier finds the requests that wait by the constitution of today and
// were free to be paid by one that was applied before: that they were paid then
// can still be recorded.
func (s *Service) judgeEarlier(ctx context.Context, q store.Queryer, all []Payment) error {
	waits := func(p Payment) bool { return p.State == PaymentOpen && p.Stage != Approved }
	if !slices.ContainsFunc(all, waits) {
		return nil
	}
	history, err := governance.Load(ctx, q)
	if err != nil {
		return err
	}
	for i, p := range all {
		if !waits(p) {
			continue
		}
		for _, day := range history.LastDays(s.cases.Today()) {
			then := p
			then.judge(history.On(day))
			if then.mayBePaid(day) == nil {
				all[i].Until = day
				break
			}
		}
	}
	return nil
}

// MayApprove reports why the actor cannot approve a payment; nil when nothing
// keeps them.
func (s *Service) MayApprove(actor auth.Actor, p Payment) error {
	if err := s.cases.Require(actor, auth.ApprovePayments, auth.Object{}); err != nil {
		return err
	}
	if actor.Person == 0 {
		return apperr.New(apperr.Forbidden, "A payment is approved by an officer, not by the program.")
	}
	return p.mayApprove(Who{actor.Person, actor.Name})
}

// paymentFacts are what the audit log keeps of a request.
type paymentFacts struct {
	Payee      string                     `json:"payee"`
	PayeeID    auth.PersonID              `json:"payee_id,omitempty"`
	Amount     money.Cents                `json:"amount"`
	Purpose    string                     `json:"purpose"`
	Day        civil.Date                 `json:"day"`
	Method     constitution.PaymentMethod `json:"method"`
	Attachment string                     `json:"attachment,omitempty"`
	Resolution string                     `json:"resolution,omitempty"`
	Replaces   PaymentID                  `json:"replaces,omitempty"`
	Account    AccountCode                `json:"account,omitempty"`
	Refund     ledger.Party               `json:"refund,omitzero"`
	RefundOf   treasury.PaymentID         `json:"refund_of,omitzero"`
}

func (p Payment) facts() paymentFacts {
	return paymentFacts{
		p.Payee, p.PayeeID, p.Amount, p.Purpose, p.Day, p.Method, p.Attachment, p.Resolution.Number.String(), p.Replaces,
		p.Account, p.Refund, p.RefundOf,
	}
}

// AskPayment asks for a payment out.
func (s *Service) AskPayment(ctx context.Context, actor auth.Actor, in PaymentInput) (PaymentID, error) {
	permit, err := s.cases.May(actor, auth.TakePartInCommittee, auth.Object{})
	if err != nil {
		return 0, err
	}
	var id PaymentID
	err = s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		p, err := s.asked(ctx, tx, in)
		if err != nil {
			return nil, err
		}
		var done *usecase.Entry
		id, done, err = s.ask(ctx, tx, permit, p)
		return done, err
	})
	return id, err
}

func (s *Service) ask(
	ctx context.Context, tx *store.Tx, permit usecase.Permit, p Payment,
) (PaymentID, *usecase.Entry, error) {
	p.AskedBy, p.AskedAt = Who{Person: permit.Person()}, permit.Now()
	id, err := insertPayment(ctx, tx, p)
	if err != nil {
		return 0, nil, err
	}
	return id, permit.Did("ask.payment", "payment_request", int64(id), nil, p.facts()), nil
}

// asked checks the input and gives the request that it makes.
func (s *Service) asked(ctx context.Context, q store.Queryer, in PaymentInput) (Payment, error) {
	in = in.tidied()
	known, err := in.refund(ctx, q)
	if err != nil {
		return Payment{}, err
	}
	account, err := treasury.CheckPaidTo(ctx, q, "account", in.Account)
	if err != nil {
		return Payment{}, err
	}
	known = append(known, account...)
	if in.PayeeID != 0 {
		who, err := names(ctx, q, []auth.PersonID{in.PayeeID})
		if err != nil {
			return Payment{}, err
		}
		if in.Payee = who[in.PayeeID].Name; in.Payee == "" {
			known.Add("payee", "This person is not in the register. Choose another, or enter the name.")
			in.PayeeID = 0
		}
		if err := members.CheckCurrent(ctx, q, &known, "payee", in.PayeeID); err != nil {
			return Payment{}, err
		}
	}
	f := known
	for _, p := range in.check() {
		if !f.Has(p.Name) {
			f = append(f, p)
		}
	}
	p := Payment{
		Payee: in.Payee, PayeeID: in.PayeeID, Amount: in.Amount, Purpose: in.Purpose, Day: in.Day, Method: in.Method,
		Attachment: in.Attachment, Account: in.Account, Refund: in.Refund,
		RefundOf: in.RefundOf,
	}
	if in.Resolution != 0 {
		r, err := authority(ctx, q, &f, in.Resolution, s.cases.Today())
		if err != nil {
			return Payment{}, err
		}
		p.Resolution = r.ref()
	}
	return p, f.Err()
}

// refund makes a refund's request one to who paid what is paid back, and checks that so much is left.
func (in *PaymentInput) refund(ctx context.Context, q store.Queryer) (apperr.Fields, error) {
	var f apperr.Fields
	if in.Refund.IsZero() {
		in.RefundOf = 0
		return f, nil
	}
	credit, payer, err := treasury.Refundable(ctx, q, in.Refund, in.RefundOf)
	if err != nil {
		return nil, err
	}
	to := in.Refund
	if !payer.IsZero() {
		to = payer.Party
	}
	names, err := treasury.PartyNames(ctx, q, []ledger.Party{to})
	if err != nil {
		return nil, err
	}
	in.Payee, in.PayeeID, in.Account = names[to], auth.PersonID(to.Person), ""
	if to.IsZero() {
		in.Payee = payer.Name
	}
	if in.Payee == "" {
		f.Add("payee", "Choose the member or the club whose credit is paid back.")
	}
	if in.Amount > credit {
		f.Add("amount", "A credit of %s can be paid back. Enter that or less.", credit)
	}
	return f, nil
}

// ChangePayment changes a request that nobody has approved, under the version
// that was read. Once somebody has, the change becomes a request of its own,
// which takes the place of the old one and starts its approvals again; the id
// is that of the request that holds now.
func (s *Service) ChangePayment(
	ctx context.Context, actor auth.Actor, id PaymentID, version int64, in PaymentInput,
) (PaymentID, error) {
	permit, err := s.cases.May(actor, auth.TakePartInCommittee, auth.Object{})
	if err != nil {
		return 0, err
	}
	now := id
	err = s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		before, err := s.payment(ctx, tx, id)
		if err != nil {
			return nil, err
		}
		if before.State != PaymentOpen {
			return nil, apperr.New(
				apperr.Invalid, "This request is closed: it is %s. Ask for a new payment instead.", before.State,
			)
		}
		in.Refund, in.RefundOf = before.Refund, before.RefundOf // what pays a credit back stays that
		p, err := s.asked(ctx, tx, in)
		if err != nil {
			return nil, err
		}
		p.ID, p.Version = id, version
		if len(before.Approvals) == 0 {
			if err := updatePayment(ctx, tx, p); err != nil {
				return nil, err
			}
			return permit.Did("change.payment", "payment_request", int64(id), before.facts(), p.facts()), nil
		}
		if err := closePayment(ctx, tx, Payment{
			ID: id, Version: version, State: PaymentReplaced, ClosedBy: Who{Person: actor.Person}, ClosedAt: s.cases.Now(),
		}); err != nil {
			return nil, err
		}
		p.Replaces = id
		var done *usecase.Entry
		now, done, err = s.ask(ctx, tx, permit, p)
		return done, err
	})
	return now, err
}

// ApprovePayment records the actor's approval of a request as it was read.
// Rule 3.4: a second one is another officer's.
func (s *Service) ApprovePayment(ctx context.Context, actor auth.Actor, id PaymentID, version int64) error {
	permit, err := s.cases.May(actor, auth.ApprovePayments, auth.Object{})
	if err != nil {
		return err
	}
	return s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		// Taking the version first makes two officers who approve at once queue.
		if err := bumpPayment(ctx, tx, id, version); err != nil {
			return nil, err
		}
		p, err := s.payment(ctx, tx, id)
		if err != nil {
			return nil, err
		}
		if err := s.MayApprove(actor, p); err != nil {
			return nil, err
		}
		office, err := s.officeOf(actor)
		if err != nil {
			return nil, err
		}
		a := Approval{Who: Who{actor.Person, actor.Name}, Role: office.Role, Acting: office.Acting, At: s.cases.Now()}
		if err := insertApproval(ctx, tx, id, a); err != nil {
			if store.IsUnique(err) {
				return nil, apperr.UnderRule("3.4", "You have approved this payment already. Another officer approves it next.")
			}
			return nil, err
		}
		return permit.Did("approve.payment", "payment_request", int64(id), nil, map[string]any{
			"as": office.Title(), "payee": p.Payee, "amount": p.Amount, "approvals": len(p.Approvals) + 1,
		}), nil
	})
}

// officeOf is the officer's office in which the actor approves: the senior one,
// and one in its own right before an acting one.
func (s *Service) officeOf(actor auth.Actor) (auth.Office, error) {
	var best auth.Office
	for _, role := range []auth.Role{auth.President, auth.Secretary, auth.Treasurer} {
		for _, o := range actor.Offices {
			if o.Role == role && o.HeldOn(s.cases.Today()) && (best.Role == "" || best.Acting && !o.Acting) {
				best = o
			}
		}
	}
	if best.Role == "" {
		return best, apperr.New(apperr.Forbidden, "A payment is approved by the president, the secretary or the treasurer.")
	}
	return best, nil
}

// RejectPayment closes a request without paying it. The field is reason.
func (s *Service) RejectPayment(
	ctx context.Context, actor auth.Actor, id PaymentID, version int64, reason string,
) error {
	permit, err := s.cases.May(actor, auth.ApprovePayments, auth.Object{})
	if err != nil {
		return err
	}
	reason = tidyText(reason)
	var f apperr.Fields
	checkText(&f, "reason", reason, maxText, "Say why it is not paid.")
	if err := f.Err(); err != nil {
		return err
	}
	return s.close(ctx, permit, "reject.payment", Payment{
		ID: id, Version: version, State: PaymentRejected, Reason: reason,
	}, false)
}

// PaidInput records that a payment was made. Its fields are paid_on and
// reference.
type PaidInput struct {
	ID        PaymentID
	Version   int64
	On        civil.Date
	Reference string
	From      AccountCode // the account that it left; "": the first bank account
	Late      bool        // it is booked on the first day that is open, where the books take nothing on its own
}

// RecordPaid records that an approved payment was made. Rule 3.4: not before
// two officers have approved it.
func (s *Service) RecordPaid(ctx context.Context, actor auth.Actor, in PaidInput) error {
	permit, err := s.cases.May(actor, auth.ApprovePayments, auth.Object{})
	if err != nil {
		return err
	}
	in.Reference = tidyLine(in.Reference)
	var f apperr.Fields
	s.checkPast(&f, "paid_on", in.On)
	checkText(&f, "reference", in.Reference, maxLine, "")
	if err := f.Err(); err != nil {
		return err
	}
	return s.close(ctx, permit, "pay.payment", Payment{
		ID: in.ID, Version: in.Version, State: PaymentPaid, PaidOn: in.On, Reference: in.Reference, From: in.From,
	}, in.Late)
}

// close brings an open request to its last state. Late says that what was paid on a day that is locked is booked later.
func (s *Service) close(ctx context.Context, permit usecase.Permit, action string, to Payment, late bool) error {
	return s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		p, err := s.payment(ctx, tx, to.ID)
		if err != nil {
			return nil, err
		}
		if p.State != PaymentOpen {
			return nil, apperr.New(apperr.Invalid, "This request is closed: it is %s.", p.State)
		}
		if to.State == PaymentPaid {
			c, err := s.rules.On(ctx, tx, to.PaidOn)
			if err != nil {
				return nil, err
			}
			p.judge(c)
			if err := p.mayBePaid(to.PaidOn); err != nil {
				return nil, err
			}
		}
		to.Trace, to.ClosedBy, to.ClosedAt = p.Trace, Who{Person: permit.Person()}, permit.Now()
		if err := closePayment(ctx, tx, to); err != nil {
			return nil, err
		}
		var booked *usecase.Entry
		if to.State == PaymentPaid {
			if booked, err = treasury.BookPaidOut(ctx, tx, permit, treasury.PaidOut{
				Request: int64(p.ID), Payee: p.Payee, Purpose: p.Purpose, Amount: p.Amount, Day: to.PaidOn, Account: p.Account,
				Refund: p.Refund, Of: p.RefundOf, From: to.From, Late: late,
			}); err != nil {
				return nil, err
			}
		}
		return permit.Did(action, "payment_request", int64(p.ID), map[string]any{
			"state": p.State, "approvals": len(p.Approvals),
		}, map[string]any{
			"state": to.State, "payee": p.Payee, "amount": p.Amount, "reason": to.Reason, "paid_on": to.PaidOn,
			"reference": to.Reference, "from": to.From,
		}).Then(booked), nil
	})
}

// Rule 3.4: what keeps a request from having been paid on a day.
func (p Payment) mayBePaid(on civil.Date) error {
	for _, x := range p.Findings {
		if x.Gravity == constitution.Obstacle {
			return apperr.UnderRule(x.Rule, "This payment may not be made yet: %s.", x.Text)
		}
	}
	var f apperr.Fields
	if n := len(p.Approvals); n > 0 && on.Before(p.Approvals[n-1].At.Date()) {
		f.Add(
			"paid_on", "It was approved on %s (rule 3.4). Enter that day or a later one.", p.Approvals[n-1].At.Date().Long(),
		)
	}
	return f.Err()
}
