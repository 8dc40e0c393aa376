package clubs

import (
	"context"
	"fmt"
	"slices"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/governance"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/members"
	"nzgs/internal/store"
	"nzgs/internal/treasury"
	"nzgs/internal/usecase"
)

// Confirm accepts a return, with the last choices made on its page: new people
// enter the register, contact data is brought up to date, the fee is fixed,
// and, if it is paid already, the terms begin. All of it in one transaction,
// or nothing.
func (s *Service) Confirm(ctx context.Context, actor auth.Actor, ref Ref, in Last) (Affiliation, error) {
	permit, err := s.cases.May(actor, auth.ConfirmReturn, auth.Object{})
	if err != nil {
		return Affiliation{}, err
	}
	var out Affiliation
	err = s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		r, _, err := s.openFor(ctx, tx, actor, ref)
		if err != nil {
			return nil, err
		}
		if _, err := s.decide(ctx, tx, actor, r, in.Choices); err != nil {
			return nil, err
		}
		p, err := s.preview(ctx, tx, r)
		if err != nil {
			return nil, err
		}
		if err := p.refusal(); err != nil {
			return nil, err
		}
		if err := in.state(actor, s.cases.Today(), &r, p); err != nil {
			return nil, err
		}
		var entry *usecase.Entry
		out, entry, err = s.confirm(ctx, tx, actor, permit, &r, p)
		return entry, err
	})
	return out, err
}

// refusal is the first obstacle as an error, or nil.
func (p Preview) refusal() error {
	if len(p.Obstacles) == 0 {
		return nil
	}
	return &apperr.Error{Kind: apperr.Invalid, Message: p.Obstacles[0].Text, Rule: p.Obstacles[0].Rule}
}

func (s *Service) confirm(
	ctx context.Context, tx *store.Tx, actor auth.Actor, permit usecase.Permit, r *Return, p Preview,
) (Affiliation, *usecase.Entry, error) {
	if err := p.refusal(); err != nil {
		return Affiliation{}, nil, err
	}
	if err := s.takeRows(ctx, tx, *r, p); err != nil {
		return Affiliation{}, nil, err
	}
	r.State, r.ConfirmedAt, r.ConfirmedBy = Confirmed, s.cases.Now(), actor.Person
	r.Rate, r.RateAmount = p.Rate.ID, p.Rate.Amount
	r.Members, r.Charged, r.Fee, r.FeeTrace = p.Members, p.Charged, p.Rate.Amount.Times(p.Charged)+p.differ, p.beforeWaivers
	// The amounts of waivers are known now; the return must be stored as
	// confirmed before its standing is worked out.
	if err := saveReturn(ctx, tx, r); err != nil {
		return Affiliation{}, nil, err
	}
	confirmed := permit.Did("confirm.return", "club_return", int64(r.ID), nil, map[string]any{
		"club": r.Club, "year": r.Year, "list_received": r.ListReceived, "members": r.Members, "charged": r.Charged,
		"added": p.Counts[RowNew], "changed": p.Changes, "rate": p.Rate.Amount, "fee": p.Fee,
	})
	charged, err := s.charge(ctx, tx, permit, *r, p)
	if err != nil {
		return Affiliation{}, nil, err
	}
	a, settled, err := settle(ctx, tx, permit, r, "")
	if err != nil {
		return a, nil, err
	}
	owners, err := treasury.OwnersOnList(ctx, tx, r.ID)
	if err != nil {
		return a, nil, err
	}
	others, err := SettleAccounts(ctx, tx, permit, otherDay, owners)
	return a, confirmed.Then(charged).Then(settled).Then(others), err
}

// charge makes the invoice of a list that was confirmed.
func (s *Service) charge(
	ctx context.Context, tx *store.Tx, permit usecase.Permit, r Return, p Preview,
) (*usecase.Entry, error) {
	rows, err := rowsOf(ctx, tx, r.ID)
	if err != nil {
		return nil, err
	}
	fee := treasury.ReturnFee{
		Return: r.ID, Club: int64(r.Club), Day: r.ListReceived, Fee: r.Fee,
		Text: fmt.Sprintf("Fee for the list of %s: %s × %s", r.Year, count(r.Charged, "member"), r.RateAmount),
	}
	if len(p.differWhy) > 0 {
		fee.Text = fmt.Sprintf("Fee for the list of %s", r.Year)
		fee.Lines = p.invoiceLines(fee.Text)
	}
	for _, row := range rows {
		if !row.Waiver.On.IsZero() && row.Charge > 0 {
			fee.Waivers = append(fee.Waivers, treasury.WaivedFee{
				Row: int64(row.ID), Amount: row.Charge, Day: row.Waiver.On, Reason: row.Waiver.Reason,
			})
		}
	}
	return treasury.ChargeReturn(ctx, tx, permit, fee)
}

// takeRows brings the rows into the register, and keeps the consent that was
// stated of the new members among them.
func (s *Service) takeRows(ctx context.Context, tx *store.Tx, r Return, p Preview) error {
	var consents []members.Consent
	for _, l := range p.Lines {
		row, err := s.takeRow(ctx, tx, l)
		if err != nil {
			return fmt.Errorf("row %d: %w", l.Row.Number, err)
		}
		if !row.Waiver.On.IsZero() {
			row.Waiver.On = r.ListReceived // the day may have been corrected since
		}
		if err := fixRow(ctx, tx, row); err != nil {
			return err
		}
		if l.Registration != nil && l.Registration.NewMember() && !r.Consent.IsZero() {
			c := r.Consent
			c.Person, c.Return = row.Person, int64(r.ID)
			consents = append(consents, c)
		}
	}
	return members.InsertConsents(ctx, tx, s.cases.Now(), consents)
}

// takeRow brings one row into the register and returns it as confirmed.
func (s *Service) takeRow(ctx context.Context, tx *store.Tx, l Line) (Row, error) {
	row := l.Row
	switch l.State {
	case RowLeftOut:
		return row, nil
	case RowNew:
		id, err := members.InsertPerson(ctx, tx, s.cases.Now(), row.newPerson())
		if err != nil {
			return row, err
		}
		row.Person = id
	default:
		if len(l.Changes) > 0 {
			if err := members.ApplyContact(ctx, tx, row.Person, row.contact(*l.Person)); err != nil {
				return row, err
			}
		}
	}
	if l.Registration != nil {
		row.Charge = l.Charge
		row.TermKind, row.TermTo, row.Trace = l.Registration.Kind, l.Registration.To, l.Registration.Trace
	}
	return row, nil
}

// standing works out where a confirmed return, or one without a list, stands.
func standing(ctx context.Context, q store.Queryer, h constitution.History, r Return) (Affiliation, error) {
	all, err := standings(ctx, q, h, []Return{r})
	return all[r.ID], err
}

// credits are what was paid and counts towards a fee.
func credits(counted []treasury.Counted) []constitution.Credit {
	var out []constitution.Credit
	for _, c := range counted {
		if c.Amount > 0 {
			out = append(out, constitution.Credit{Day: c.Day, Amount: c.Amount, Kind: constitution.Paid})
		}
	}
	return out
}

// waivers are what was waived of a fee. A waiver of what was paid already counts since it was paid: that the money settles
// something else now does not take back that the fee was in.
func waivers(waived []constitution.Credit, counted []treasury.Counted) (out []constitution.Credit) {
	out = slices.Clone(waived)
	slices.SortStableFunc(out, func(a, b constitution.Credit) int { return b.Day.Compare(a.Day) }) // the latest first
	for _, c := range counted {
		for n := range out {
			part := min(c.Freed, out[n].Amount)
			if part <= 0 || !c.Day.Before(out[n].Day) {
				continue
			}
			c.Freed, out[n].Amount = c.Freed-part, out[n].Amount-part
			out = append(out, constitution.Credit{Day: c.Day, Amount: part, Kind: constitution.Waived})
		}
	}
	return slices.DeleteFunc(out, func(w constitution.Credit) bool { return w.Amount == 0 })
}

// standings works out where each of the returns stands, by the constitution of
// the day on which its list was received. Of a return that is not confirmed
// only the payments are known.
func standings(
	ctx context.Context, q store.Queryer, h constitution.History, returns []Return,
) (map[ReturnID]Affiliation, error) {
	ids := make([]ReturnID, len(returns))
	for i, r := range returns {
		ids[i] = r.ID
	}
	paid, err := treasury.CreditsOn(ctx, q, ids)
	if err != nil {
		return nil, err
	}
	waived, err := waivedCharges(ctx, q, ids)
	if err != nil {
		return nil, err
	}
	out := make(map[ReturnID]Affiliation, len(returns))
	for _, r := range returns {
		l := constitution.ClubList{Year: r.Year, Credits: append(waivers(waived[r.ID], paid[r.ID]), credits(paid[r.ID])...)}
		if r.State == Confirmed {
			l.Members, l.Charged, l.Rate, l.Received = r.Members, r.Charged, r.RateAmount, r.ListReceived
			l.Differ = r.Fee - r.RateAmount.Times(r.Charged)
		}
		out[r.ID] = affiliate(h.On(r.ListReceived), l, r.FeeTrace)
	}
	return out, nil
}

// settle brings the terms of a confirmed return in line with its standing: they
// are written when the full fee is in, and cancelled when it no longer is. What
// officers corrected about a term stays corrected when it comes back.
func settle(
	ctx context.Context, tx *store.Tx, permit usecase.Permit, r *Return, why string,
) (Affiliation, *usecase.Entry, error) {
	actor := auth.Actor{Person: permit.Person()}
	h, err := governance.Load(ctx, tx)
	if err != nil {
		return Affiliation{}, nil, err
	}
	a, err := standing(ctx, tx, h, *r)
	if err != nil || r.State != Confirmed || a.From == r.From && a.FeeComplete == r.FeeComplete {
		return a, nil, err
	}
	rows, err := rowsOf(ctx, tx, r.ID)
	if err != nil {
		return a, nil, err
	}
	if !r.From.IsZero() {
		if err := endTerms(ctx, tx, permit.Now(), actor, rows, why); err != nil {
			return a, nil, err
		}
	}
	before := r.From
	r.From, r.FeeComplete = a.From, a.FeeComplete
	if err := saveReturn(ctx, tx, r); err != nil {
		return a, nil, err
	}
	written := 0
	if !r.From.IsZero() {
		if written, err = beginTerms(ctx, tx, permit.Now(), actor, h, *r, rows); err != nil {
			return a, nil, err
		}
	}
	return a, permit.Did(
		"settle.return", "club_return", int64(r.ID),
		map[string]any{"effective_from": before},
		map[string]any{"effective_from": r.From, "standing": a.Standing, "terms": written},
	), nil
}
