package clubs

import (
	"context"
	"fmt"

	"nzgs/internal/apperr"
	"nzgs/internal/audit"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/members"
	"nzgs/internal/store"
	"nzgs/internal/treasury"
)

// Confirm accepts a return, with the last choices made on its page: new people
// enter the register, contact data is brought up to date, the fee is fixed,
// and, if it is paid already, the terms begin. All of it in one transaction,
// or nothing.
func (s *Service) Confirm(ctx context.Context, actor auth.Actor, ref Ref, choices ...Choice) (Affiliation, error) {
	if err := s.require(actor, auth.ConfirmReturn, 0); err != nil {
		return Affiliation{}, err
	}
	var out Affiliation
	err := s.db.InTx(ctx, func(tx *store.Tx) error {
		r, err := s.openFor(ctx, tx, actor, ref)
		if err != nil {
			return err
		}
		if _, err := s.decide(ctx, tx, actor, r, choices); err != nil {
			return err
		}
		p, err := s.preview(ctx, tx, r)
		if err != nil {
			return err
		}
		out, err = s.confirm(ctx, tx, actor, &r, p)
		return err
	})
	return out, err
}

func (s *Service) confirm(ctx context.Context, tx *store.Tx, actor auth.Actor, r *Return, p Preview) (Affiliation, error) {
	if len(p.Obstacles) > 0 {
		o := p.Obstacles[0]
		return Affiliation{}, &apperr.Error{Kind: apperr.Invalid, Message: o.Text, Rule: o.Rule}
	}
	added := 0
	for _, l := range p.Lines {
		row, err := s.takeRow(ctx, tx, l)
		if !row.Waiver.On.IsZero() {
			row.Waiver.On = r.ListReceived // the day may have been corrected since
		}
		if err != nil {
			return Affiliation{}, fmt.Errorf("row %d: %w", l.Row.Number, err)
		}
		if l.State == RowNew {
			added++
		}
		if err := fixRow(ctx, tx, row); err != nil {
			return Affiliation{}, err
		}
	}
	r.State, r.ConfirmedAt, r.ConfirmedBy = Confirmed, s.clock(), actor.Person
	r.Rate, r.RateAmount = p.Rate.ID, p.Rate.Amount
	r.Members, r.Charged, r.Fee = p.Members, p.Charged, p.Rate.Amount.Times(p.Charged)
	// The amounts of waivers are known now; the return must be stored as
	// confirmed before its standing is worked out.
	if err := saveReturn(ctx, tx, r); err != nil {
		return Affiliation{}, err
	}
	if err := audit.Write(ctx, tx, audit.Entry{
		At: s.clock(), By: actor.By(), Action: "confirm.return", Object: "club_return", ObjectID: int64(r.ID),
		After: map[string]any{
			"club": r.Club, "year": r.Year, "list_received": r.ListReceived, "members": r.Members, "charged": r.Charged,
			"added": added, "changed": p.Changes, "rate": p.Rate.Amount, "fee": p.Fee,
		},
	}); err != nil {
		return Affiliation{}, err
	}
	return s.settle(ctx, tx, actor, r, "")
}

// takeRow brings one row into the register and returns it as confirmed.
func (s *Service) takeRow(ctx context.Context, tx *store.Tx, l Line) (Row, error) {
	row := l.Row
	switch l.State {
	case RowLeftOut:
		return row, nil
	case RowNew:
		id, err := members.InsertPerson(ctx, tx, s.clock(), row.newPerson())
		if err != nil {
			return row, err
		}
		row.Person = id
	default:
		if len(l.Changes) > 0 {
			if err := members.ApplyContact(ctx, tx, row.Person, row.contact()); err != nil {
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
func standing(ctx context.Context, q store.Queryer, r Return) (Affiliation, error) {
	all, err := standings(ctx, q, []Return{r})
	return all[r.ID], err
}

// standings works out where each of the returns stands. Of a return that is
// not confirmed only the payments are known.
func standings(ctx context.Context, q store.Queryer, returns []Return) (map[ReturnID]Affiliation, error) {
	ids := make([]ReturnID, len(returns))
	for i, r := range returns {
		ids[i] = r.ID
	}
	payments, err := treasury.PaymentsOn(ctx, q, ids)
	if err != nil {
		return nil, err
	}
	waived, err := waivedCharges(ctx, q, ids)
	if err != nil {
		return nil, err
	}
	out := make(map[ReturnID]Affiliation, len(returns))
	for _, r := range returns {
		credits := waived[r.ID]
		for _, p := range treasury.Standing(payments[r.ID]) {
			credits = append(credits, Credit{p.ReceivedOn, p.Amount, Paid})
		}
		c := Case{Year: r.Year, Credits: credits}
		if r.State == Confirmed {
			c.Members, c.Charged, c.Rate, c.ListReceived = r.Members, r.Charged, r.RateAmount, r.ListReceived
		}
		out[r.ID] = Affiliations.Affiliate(c)
	}
	return out, nil
}

// settle brings the terms of a confirmed return in line with its standing: they
// are written when the full fee is in, and cancelled when it no longer is. What
// officers corrected about a term stays corrected when it comes back.
func (s *Service) settle(ctx context.Context, tx *store.Tx, actor auth.Actor, r *Return, why string) (Affiliation, error) {
	a, err := standing(ctx, tx, *r)
	if err != nil || r.State != Confirmed || a.From == r.From && a.FeeComplete == r.FeeComplete {
		return a, err
	}
	rows, err := rowsOf(ctx, tx, r.ID)
	if err != nil {
		return a, err
	}
	if !r.From.IsZero() {
		if err := s.endTerms(ctx, tx, actor, rows, why); err != nil {
			return a, err
		}
	}
	before := r.From
	r.From, r.FeeComplete = a.From, a.FeeComplete
	if err := saveReturn(ctx, tx, r); err != nil {
		return a, err
	}
	written := 0
	if !r.From.IsZero() {
		last, err := members.LastFromRows(ctx, tx, rowIDs(rows))
		if err != nil {
			return a, err
		}
		terms := termsOf(*r, rows, last, a, s.clock(), actor.Person)
		written = len(terms)
		if err := members.InsertTerms(ctx, tx, terms); err != nil {
			return a, err
		}
	}
	return a, audit.Write(ctx, tx, audit.Entry{
		At: s.clock(), By: actor.By(), Action: "settle.return", Object: "club_return", ObjectID: int64(r.ID),
		Before: map[string]any{"effective_from": before},
		After:  map[string]any{"effective_from": r.From, "standing": a.Standing, "terms": written},
	})
}

// termsOf are the terms that a return with these rows gives from its effective
// day on. A row whose term would be over by then gives none. last is the newest
// record of each row's term, if it had one before.
func termsOf(r Return, rows []Row, last map[int64]members.Term, a Affiliation, now civil.Instant, by PersonID) []members.Term {
	var out []members.Term
	for _, row := range rows {
		if row.TermKind == "" {
			continue
		}
		g := members.Registration{Kind: row.TermKind, Earliest: r.ListReceived, To: row.TermTo, Trace: row.Trace}
		if row.TermKind == members.KindRenewal {
			g.Earliest = civil.Later(g.Earliest, r.Year.First())
		}
		was, had := last[int64(row.ID)]
		if had && !was.ByStanding {
			continue // an officer cancelled it
		}
		shortened := had && was.To.Before(g.To)
		if shortened {
			g.To = was.To
		}
		from, ok := g.From(a.From)
		if !ok {
			continue
		}
		trace := row.Trace
		trace.Lines = append(trace.Lines[:len(trace.Lines):len(trace.Lines)], fmt.Sprintf("Begins %s: the club’s registration is effective from %s (Rule 2.3)", from.Long(), a.From.Long()))
		if shortened {
			trace.Step("Ends on %s, as an officer corrected it before", g.To.Long())
		}
		out = append(out, members.Term{
			Person: row.Person, Club: r.Club, Year: r.Year, From: from, To: g.To, Kind: row.TermKind,
			Trace: trace, ReturnRow: int64(row.ID), RecordedAt: now, RecordedBy: by,
		})
	}
	return out
}

// endTerms cancels the terms that came from the rows until the fee is in again.
func (s *Service) endTerms(ctx context.Context, tx *store.Tx, actor auth.Actor, rows []Row, why string) error {
	terms, err := members.TermsFromRows(ctx, tx, rowIDs(rows))
	if err != nil {
		return err
	}
	return members.CancelByStanding(ctx, tx, s.clock(), actor, terms, why)
}

// rowIDs are the ids of the rows as the terms name them.
func rowIDs(rows []Row) []int64 {
	ids := make([]int64, len(rows))
	for i, row := range rows {
		ids[i] = int64(row.ID)
	}
	return ids
}
