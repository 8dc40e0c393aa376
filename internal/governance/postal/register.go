package postal

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/store"
)

// Register is the envelope register, for the vote's tellers.
func (s *Service) Register(ctx context.Context, actor auth.Actor, id VoteID) (Register, error) {
	f, err := s.facts(ctx, s.db, id)
	if err != nil {
		return Register{}, err
	}
	if err := s.mayTake(actor, ruleOf(ActEnvelope), f); err != nil {
		return Register{}, err
	}
	lines, err := envelopes(ctx, s.db, id)
	return Register{lines, f.counts}, err
}

// Receive records a paper that came back, and says what becomes of it. Fields:
// person, received, form, route, club, standing, why, reason.
func (s *Service) Receive(ctx context.Context, actor auth.Actor, id VoteID, r Receipt) (Envelope, error) {
	r.Club, r.Reason = oneLine(r.Club), oneLine(r.Reason)
	if r.Route != ClubSecretary {
		r.Club = ""
	}
	if r.Form == "" {
		r.Form = OnPaper
	}
	if r.Named = oneLine(r.Named); r.Person != 0 || r.Why != WhyNotOnRoll {
		r.Named = ""
	}
	var e Envelope
	err := s.take(ctx, request{actor: actor, id: id, action: ActEnvelope}, func(tx *store.Tx, f *facts) (any, error) {
		r.complete(f.Closing)
		name, err := voterName(ctx, tx, id, r.Person)
		if err != nil && !errors.Is(err, store.ErrNoRows) {
			return nil, err
		}
		if err := r.check(*f, name); err != nil {
			return nil, err
		}
		counted, err := validPapers(ctx, tx, id)
		if err != nil {
			return nil, err
		}
		e = Envelope{Receipt: r, Name: name, RecordedBy: actor.Name, RecordedAt: s.cases.Now()}
		if err := s.receive(ctx, tx, f, &e); err != nil {
			return nil, err
		}
		return e.facts(), s.forgetProgress(ctx, tx, f, counted)
	})
	return e, err
}

// check is what can be wrong with a receipt; name is "" of somebody who is not
// on the roll: such a paper is recorded as void, for that reason.
func (r Receipt) check(f facts, name string) error {
	var fields apperr.Fields
	if name == "" && (r.Person != 0 || r.Standing != Rejected || !r.Why.nameless()) {
		fields.Add("person", "This person is not on the roll of %s. Record the paper as rejected, without a name or from someone "+
			"who is not on the roll.", f.RollDay.Long())
	}
	constitution.CheckDay(&fields, "received", r.Received)
	switch {
	case fields.Has("received"):
	case r.Received.After(f.today):
		fields.Add("received", "This day is still to come.")
	case r.Received.Before(f.Despatched):
		fields.Add("received", "The papers went out on %s: none came back before.", f.Despatched.Long())
	}
	if r.Form != OnPaper && r.Form != Electronic {
		fields.Add("form", "Choose whether it came on paper or electronically.")
	}
	switch r.Route {
	case Direct:
	case ClubSecretary:
		checkText(&fields, "club", r.Club, maxTitle, "Name the club whose secretary sent it on.")
	default:
		fields.Add("route", "Choose how the paper came: direct, or through a club secretary (rule 5.10).")
	}
	switch r.Standing {
	case Valid:
		if !fields.Has("received") && r.Received.After(f.Closing) {
			fields.Add(
				"standing", "It came after %s, the last day for papers (rule 5.9): record it as rejected, with that reason.",
				f.Closing.Long(),
			)
		}
		f.checkForm(&fields, r.Form)
	case Rejected:
		r.checkWhy(f, &fields)
	default:
		fields.Add("standing", "Choose valid or rejected.")
	}
	return fields.Err()
}

// checkForm refuses to count an electronic paper where rule 5.10 is read as
// asking for paper, by the constitution of the closing day.
func (f facts) checkForm(fields *apperr.Fields, form Form) {
	if taken, _ := f.decision.ElectronicVoting(); form == Electronic && !taken {
		fields.Add("standing", "Votes are on signed paper only (rule 5.10): record it as rejected, with that reason.")
	}
}

// receive applies rule 5.10 to all papers of the member that nobody rejected:
// which is entered, which waits for a ruling, which is left out.
func (s *Service) receive(ctx context.Context, tx *store.Tx, f *facts, e *Envelope) error {
	if e.Standing == Rejected {
		return s.keepNew(ctx, tx, f.ID, e)
	}
	papers, err := envelopesOfVoter(ctx, tx, f.ID, int64(e.Person))
	if err != nil {
		return err
	}
	papers = slices.DeleteFunc(papers, func(p Envelope) bool { return p.Standing == Rejected })
	papers = append(papers, *e)
	slices.SortStableFunc(papers, func(a, b Envelope) int { return cmp.Compare(a.Received.Compare(b.Received), 0) })
	entries, trace := f.decision.PapersOfMember(len(papers))
	var fresh Envelope
	var changed []Envelope
	for i, p := range papers {
		was := p.Standing
		p.Standing, p.Reason, p.Reading = standingOf(entries[i], trace)
		if p.Why = ""; p.Standing == Rejected {
			p.Why = WhySecond
		}
		switch {
		case p.ID == 0:
			fresh = p
		case p.Standing != was:
			p.RuledBy = e.RecordedBy
			changed = append(changed, p)
		}
	}
	// Those that no longer count first: one of a member's papers is valid at most.
	slices.SortStableFunc(changed, func(a, b Envelope) int { return cmp.Compare(order(a.Standing), order(b.Standing)) })
	for _, p := range changed {
		if err := ruleOnEnvelope(ctx, tx, f.ID, p); err != nil {
			return err
		}
	}
	if len(changed) > 0 {
		fresh.Reading = trace.String() // it counts, or does not, instead of another one
	}
	*e = fresh
	return s.keepNew(ctx, tx, f.ID, e)
}

func order(s Standing) int {
	if s == Valid {
		return 1
	}
	return 0
}

func (s *Service) keepNew(ctx context.Context, tx *store.Tx, id VoteID, e *Envelope) (err error) {
	e.Version = 1
	e.ID, err = insertEnvelope(ctx, tx, id, *e)
	return err
}

func standingOf(e constitution.Entry, t constitution.Trace) (s Standing, reason, reading string) {
	switch e {
	case constitution.Wait:
		return Waiting, "", t.String()
	case constitution.LeaveOut:
		return Rejected, "More than one paper of the member came in.", t.String()
	}
	return Valid, "", ""
}

// Rule is the tellers' ruling on a paper: Valid or Rejected, with a reason.
// Of a member's papers one is valid at most. Fields: standing, why, reason.
func (s *Service) Rule(
	ctx context.Context, actor auth.Actor, id VoteID, envelope EnvelopeID, version int64, to Standing, why Why, reason string,
) error {
	reason = oneLine(reason)
	return s.take(ctx, request{actor: actor, id: id, action: ActRule}, func(tx *store.Tx, f *facts) (any, error) {
		lines, err := envelopes(ctx, tx, id)
		if err != nil {
			return nil, err
		}
		i := slices.IndexFunc(lines, func(e Envelope) bool { return e.ID == envelope })
		if i < 0 {
			return nil, apperr.New(apperr.NotFound, "Paper not found in the register.")
		}
		e := lines[i]
		if why == "" && e.Standing == Waiting { // it waits because another one of the member came
			why = WhySecond
		}
		ruled := Receipt{Received: e.Received, Standing: to, Why: why, Reason: reason}
		if ruled.complete(f.Closing); to != Rejected {
			ruled.Reason = reason
		}
		if err := f.checkRuling(e, ruled); err != nil {
			return nil, err
		}
		for _, other := range lines {
			if to == Valid && other.ID != e.ID && other.Person == e.Person && other.Standing == Valid {
				return nil, apperr.UnderRule(
					"5.10", "Another paper of %s counts: a member has one paper. Reject that one first.", e.Name,
				)
			}
		}
		counted, err := validPapers(ctx, tx, id)
		if err != nil {
			return nil, err
		}
		e.Version, e.Standing, e.Why, e.Reason, e.RuledBy = version, to, ruled.Why, ruled.Reason, actor.Name
		if err := ruleOnEnvelope(ctx, tx, id, e); err != nil {
			return nil, err
		}
		return e.facts(), s.forgetProgress(ctx, tx, f, counted)
	})
}

func (f facts) checkRuling(e Envelope, ruled Receipt) error {
	var fields apperr.Fields
	to := ruled.Standing
	switch {
	case to != Valid && to != Rejected:
		fields.Add("standing", "Choose valid or rejected.")
	case to == Rejected:
		ruled.checkWhy(f, &fields)
		return fields.Err()
	case e.Person == 0:
		fields.Add("standing", "A paper that is of no one on the roll cannot count (rule 5.10). If you find out whose it is, record "+
			"it for that member.")
	case e.Received.After(f.Closing):
		fields.Add("standing", "It came after %s, the last day for papers (rule 5.9), and cannot count.", f.Closing.Long())
	default:
		f.checkForm(&fields, e.Form)
	}
	checkText(
		&fields, "reason", ruled.Reason, maxRemark,
		"Give the reason for the ruling (rule 5.11), without saying how the paper votes.",
	)
	return fields.Err()
}

// forgetProgress takes back that all papers were entered, and the approvals,
// when other papers count than before: another number of them, or another one
// of a member's papers.
func (s *Service) forgetProgress(ctx context.Context, tx *store.Tx, f *facts, before []EnvelopeID) error {
	now, err := validPapers(ctx, tx, f.ID)
	if err != nil || slices.Equal(now, before) {
		return err
	}
	return s.resetProgress(ctx, tx, f)
}

// resetProgress takes back what every teller said of having finished, and the
// approvals.
func (s *Service) resetProgress(ctx context.Context, tx *store.Tx, f *facts) error {
	return s.takeBack(ctx, tx, f, func(teller) bool { return true })
}

// takeBack takes back what some tellers said of having finished, and all
// approvals: they are of entries as they were.
func (s *Service) takeBack(ctx context.Context, tx *store.Tx, f *facts, whose func(teller) bool) error {
	for _, t := range f.tellers {
		was := t.Appointed
		if t.Approved = (civil.Instant{}); whose(t) {
			t.Finished = civil.Instant{}
		}
		if t.Appointed == was {
			continue
		}
		if err := updateProgress(ctx, tx, f.ID, t); err != nil {
			return err
		}
	}
	if f.result == "" {
		return nil
	}
	return setResult(ctx, tx, f.ID, "")
}

// facts are what the audit log keeps of a line of the register: neither whose
// paper it is nor why it was rejected, for the log is read by others than
// tellers and outlives the register.
func (e Envelope) facts() any {
	return map[string]any{
		"envelope": e.ID, "received": e.Received, "form": e.Form, "route": e.Route, "standing": e.Standing,
	}
}

// Close closes the vote once the closing day is over.
func (s *Service) Close(ctx context.Context, actor auth.Actor, id VoteID, version int64) error {
	return s.take(ctx, request{
		actor: actor, id: id, action: ActClose, version: version,
	}, func(tx *store.Tx, f *facts) (any, error) {
		if err := s.gov.FinishDuty(ctx, tx, source(id), string(constitution.DutyClosing)); err != nil {
			return nil, err
		}
		if err := s.tellersCount(ctx, tx, f); err != nil {
			return nil, err
		}
		return map[string]any{"closing": f.Closing, "papers": f.counts.Papers()}, closeVote(ctx, tx, id, s.cases.Now())
	})
}
