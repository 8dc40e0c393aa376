package clubs

import (
	"context"
	"slices"
	"strings"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/governance"
	"nzgs/internal/members"
	"nzgs/internal/store"
	"nzgs/internal/treasury"
	"nzgs/internal/usecase"
)

// Ref names a return as it was shown.
type Ref struct {
	Return  ReturnID
	Version int64
}

// change runs fn on an open return that the actor may work on and that nobody
// else changed since ref, then saves it.
func (s *Service) change(
	ctx context.Context, actor auth.Actor, ref Ref, action string, fn func(tx *store.Tx, r *Return) (after any, err error),
) error {
	return s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		r, permit, err := s.openFor(ctx, tx, actor, ref)
		if err != nil {
			return nil, err
		}
		after, err := fn(tx, &r)
		if err != nil {
			return nil, err
		}
		if err := saveReturn(ctx, tx, &r); err != nil {
			return nil, err
		}
		return permit.Did(action, "club_return", int64(r.ID), nil, after), nil
	})
}

// openFor reads an open return for somebody who wants to change it.
func (s *Service) openFor(
	ctx context.Context, q store.Queryer, actor auth.Actor, ref Ref,
) (Return, usecase.Permit, error) {
	r, err := s.visible(ctx, q, actor, ref.Return)
	if err != nil {
		return r, usecase.Permit{}, err
	}
	permit, err := s.cases.May(actor, auth.SubmitReturn, auth.Object{Club: r.Club})
	switch {
	case err != nil:
	case r.Version != ref.Version:
		err = errChanged(r.ID)
	case !r.State.Open():
		err = apperr.New(
			apperr.Conflict, "This return is %s and can no longer be changed.", strings.ToLower(r.State.Label()),
		)
	case r.State == Submitted && !s.mayConfirm(actor):
		err = errSubmitted()
	}
	return r, permit, err
}

// visible reads a return for somebody who may see it.
func (s *Service) visible(ctx context.Context, q store.Queryer, actor auth.Actor, id ReturnID) (Return, error) {
	if !actor.SignedIn() {
		if err := s.cases.Require(actor, auth.ViewClubDesk, auth.Object{}); err != nil {
			return Return{}, err
		}
	}
	r, err := returnByID(ctx, q, id)
	if err != nil {
		return r, err
	}
	return r, s.cases.Require(actor, auth.ViewClubDesk, auth.Object{Club: r.Club})
}

func errSubmitted() error {
	return apperr.New(apperr.Conflict, "This return is with the treasurer. Withdraw it before you change it.")
}

// Choice is what somebody decides about a row.
type Choice struct {
	Row      RowID
	Decision Decision
	Person   PersonID // of SamePerson
}

// Decide records choices for rows of a return.
func (s *Service) Decide(ctx context.Context, actor auth.Actor, ref Ref, choices []Choice) error {
	return s.change(ctx, actor, ref, "decide.return", func(tx *store.Tx, r *Return) (any, error) {
		changed, err := s.decide(ctx, tx, actor, *r, choices)
		return map[string]any{"rows": changed}, err
	})
}

// decide records choices within tx and returns the numbers of the rows that
// they changed.
func (s *Service) decide(
	ctx context.Context, tx *store.Tx, actor auth.Actor, r Return, choices []Choice,
) (map[int]Decision, error) {
	if len(choices) == 0 {
		return nil, nil
	}
	rows, err := rowsOf(ctx, tx, r.ID)
	if err != nil {
		return nil, err
	}
	h, err := governance.Load(ctx, tx)
	if err != nil {
		return nil, err
	}
	m, err := s.gather(ctx, tx, h, r, rows)
	if err != nil {
		return nil, err
	}
	byID := make(map[RowID]Row, len(rows))
	for _, row := range rows {
		byID[row.ID] = row
	}
	changed := map[int]Decision{}
	for _, c := range choices {
		row, ok := byID[c.Row]
		if !ok {
			return nil, apperr.New(apperr.NotFound, "Row not found in this return.")
		}
		if row.Decision == c.Decision && (c.Decision != SamePerson || row.Person == c.Person) {
			continue
		}
		if err := s.checkChoice(ctx, tx, actor, m, c); err != nil {
			return nil, err
		}
		row.Decision, row.Person = c.Decision, 0
		if c.Decision == SamePerson {
			row.Person = c.Person
		}
		if err := saveRow(ctx, tx, row); err != nil {
			return nil, err
		}
		changed[row.Number] = c.Decision
	}
	return changed, nil
}

// checkChoice lets a club's secretary choose among the club's own people only;
// the treasurer may choose anybody in the register.
func (s *Service) checkChoice(ctx context.Context, q store.Queryer, actor auth.Actor, m material, c Choice) error {
	switch c.Decision {
	case Undecided, NewPerson, LeaveOut:
		return nil
	case SamePerson:
	default:
		return apperr.New(apperr.Invalid, "Choose what to do with each row.")
	}
	if auth.Can(actor, auth.ViewRegister, auth.Object{}, s.cases.Today()) {
		_, err := members.PersonByID(ctx, q, c.Person)
		return err
	}
	shown := slices.ContainsFunc(m.candidates[c.Row], func(x RowCandidate) bool { return x.Person == c.Person })
	if !shown || !ownMember(m.terms[c.Person], m.ret.Club, m.ret.Year, s.cases.Today()) {
		return apperr.New(apperr.Forbidden, "Choose one of the people shown for the row. The treasurer deals with the rest.")
	}
	return nil
}

// CorrectRow changes the cells of a row. Whom it may be is looked up anew.
func (s *Service) CorrectRow(ctx context.Context, actor auth.Actor, ref Ref, id RowID, in ListRow) error {
	return s.change(ctx, actor, ref, "correct.return_row", func(tx *store.Tx, r *Return) (any, error) {
		row, err := rowByID(ctx, tx, r.ID, id)
		if err != nil {
			return nil, err
		}
		in.Number = row.Number
		for _, cell := range []*string{&in.MemberNo, &in.Family, &in.Given, &in.Email, &in.Phone, &in.Grade, &in.Since} {
			*cell = oneLine(*cell)
		}
		in.Address, in.Note = strings.TrimSpace(in.Address), strings.TrimSpace(in.Note)
		var f apperr.Fields
		for _, found := range checkRow(Row{ListRow: in}) {
			if found.Level == Problem {
				f.Add(found.Field, "%s", found.Text)
			}
		}
		if _, ok := MemberSince(in.Since, s.cases.Today()); in.Since != "" && !ok {
			f.Add("since", "Enter a year like 1998 or a day like 12 March 1998, or leave it empty.")
		}
		if err := f.Err(); err != nil {
			return nil, err
		}
		directory, err := members.LoadDirectory(ctx, tx)
		if err != nil {
			return nil, err
		}
		decision, person, candidates := proposeRow(directory, r.Club, in)
		if row.Decision != SamePerson || row.name() != in.name() {
			row.Decision, row.Person = decision, person
		}
		if row.name() != in.name() {
			r.Consent = members.Consent{} // it was said of those on the list then
		}
		row.ListRow = in
		if err := saveRow(ctx, tx, row); err != nil {
			return nil, err
		}
		if err := deleteCandidates(ctx, tx, row.ID); err != nil {
			return nil, err
		}
		if err := insertCandidates(ctx, tx, r.ID, map[int][]RowCandidate{row.Number: candidates}); err != nil {
			return nil, err
		}
		rows, err := rowsOf(ctx, tx, r.ID)
		if err != nil {
			return nil, err
		}
		list := make([]ListRow, len(rows))
		for i := range rows {
			list[i] = rows[i].ListRow
		}
		r.RowsHash = hashRows(list)
		return map[string]any{"row": row.Number}, nil
	})
}

// SetReceived corrects the day on which the treasurer received the list.
func (s *Service) SetReceived(ctx context.Context, actor auth.Actor, ref Ref, day civil.Date) error {
	if err := s.cases.Require(actor, auth.ConfirmReturn, auth.Object{}); err != nil {
		return err
	}
	if err := treasury.CheckReceived("received", day, s.cases.Today()).Err(); err != nil {
		return err
	}
	return s.change(ctx, actor, ref, "date.return", func(tx *store.Tx, r *Return) (any, error) {
		rules, err := governance.Load(ctx, tx)
		if err != nil {
			return nil, err
		}
		if err := (members.Joining{Received: day, Year: r.Year}).Check(rules); err != nil {
			var f apperr.Fields
			f.Add("received", "%s", messageOf(err))
			return nil, f.Err()
		}
		r.ListReceived = day
		return map[string]any{"list_received": day}, nil
	})
}

// Last is what comes with the last press on a list's page.
type Last struct {
	Choices   []Choice // as in Decide
	Consented bool     // each new member has consented: members.ConsentOnList
}

// state keeps what was said of the new members' consent, and refuses a list
// whose new members have not given it (Incorporated Societies Act 2022, s 76).
func (in Last) state(actor auth.Actor, today civil.Date, r *Return, p Preview) error {
	switch {
	case !p.AskConsent:
	case !in.Consented:
		var f apperr.Fields
		f.Add("consent", "Each new member must consent to joining. Ask those who have not, then tick this.")
		return f.Err()
	default:
		r.Consent = members.StateConsent(actor, today, members.ConsentOnList)
	}
	return nil
}

// Submit hands a return in to the treasurer, with the last choices made on its
// page: the list counts as received today.
func (s *Service) Submit(ctx context.Context, actor auth.Actor, ref Ref, in Last) error {
	return s.change(ctx, actor, ref, "submit.return", func(tx *store.Tx, r *Return) (any, error) {
		if r.State == Submitted {
			return nil, apperr.New(apperr.Conflict, "This return is already with the treasurer.")
		}
		if _, err := s.decide(ctx, tx, actor, *r, in.Choices); err != nil {
			return nil, err
		}
		r.ListReceived = s.cases.Today()
		p, err := s.shownTo(ctx, tx, actor, *r)
		if err != nil {
			return nil, err
		}
		if err := p.refuseOpen(); err != nil {
			return nil, err
		}
		for _, o := range p.Obstacles {
			// Who the rows are that only the treasurer may compare with the register, what the rate is and which fee is awaited,
			// is for the treasurer.
			if o.Kind == NeedsRate || o.Kind == NeedsFee || o.Kind == NeedsRows && p.Counts[RowError] == 0 {
				continue
			}
			return nil, &apperr.Error{Kind: apperr.Invalid, Message: o.Text, Rule: o.Rule}
		}
		if err := in.state(actor, s.cases.Today(), r, p); err != nil {
			return nil, err
		}
		r.State, r.SubmittedAt, r.SubmittedBy = Submitted, s.cases.Now(), actor.Person
		return map[string]any{"rows": p.Listed, "list_received": r.ListReceived}, nil
	})
}

func (s *Service) preview(ctx context.Context, q store.Queryer, r Return) (Preview, error) {
	m, err := s.material(ctx, q, r)
	if err != nil {
		return Preview{}, err
	}
	return assess(m), nil
}

// shownTo is the preview as somebody may see it.
func (s *Service) shownTo(ctx context.Context, q store.Queryer, actor auth.Actor, r Return) (Preview, error) {
	m, err := s.material(ctx, q, r)
	if err != nil {
		return Preview{}, err
	}
	p := assess(m)
	p.hideFrom(actor, m, s.cases.Today())
	return p, nil
}

func (s *Service) material(ctx context.Context, q store.Queryer, r Return) (material, error) {
	if !r.HasList() {
		return material{}, apperr.New(apperr.Invalid, "There is no list yet. Upload the club’s list first.")
	}
	rows, err := rowsOf(ctx, q, r.ID)
	if err != nil {
		return material{}, err
	}
	h, err := governance.Load(ctx, q)
	if err != nil {
		return material{}, err
	}
	return s.gather(ctx, q, h, r, rows)
}

// MakeDraft makes a submitted return a draft again, for its club's secretary or
// the treasurer.
func (s *Service) MakeDraft(ctx context.Context, actor auth.Actor, ref Ref) error {
	return s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		r, err := s.visible(ctx, tx, actor, ref.Return)
		if err != nil {
			return nil, err
		}
		permit, err := s.cases.May(actor, auth.SubmitReturn, auth.Object{Club: r.Club})
		if err != nil {
			return nil, err
		}
		if r.State != Submitted || r.Version != ref.Version {
			return nil, errChanged(r.ID)
		}
		r.State, r.SubmittedAt, r.SubmittedBy = Draft, civil.Instant{}, 0
		if err := saveReturn(ctx, tx, &r); err != nil {
			return nil, err
		}
		return permit.Did("take_back.return", "club_return", int64(r.ID), nil, nil), nil
	})
}

// Withdraw gives up a draft. Payments on it must be reversed first.
func (s *Service) Withdraw(ctx context.Context, actor auth.Actor, ref Ref) error {
	return s.change(ctx, actor, ref, "withdraw.return", func(tx *store.Tx, r *Return) (any, error) {
		paid, err := treasury.PaymentsOn(ctx, tx, []ReturnID{r.ID})
		if err != nil {
			return nil, err
		}
		if len(treasury.Standing(paid[r.ID])) > 0 {
			return nil, apperr.New(
				apperr.Invalid, "A payment was received for this return. Upload another list, or reverse the payment first.",
			)
		}
		r.State = Withdrawn
		return nil, nil
	})
}
