package meetings

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/governance"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/members"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// requireSee is for whoever sees the committee's records.
func (s *Service) requireSee(actor auth.Actor) error {
	return auth.Require(actor, auth.TakePartInCommittee, auth.Object{}, s.cases.Today())
}

// AssessRequest says what rule 5.1 makes of a request. Nothing is saved.
func (s *Service) AssessRequest(ctx context.Context, actor auth.Actor, in RequestInput) (Assessment, error) {
	if err := s.requireHold(actor); err != nil {
		return Assessment{}, err
	}
	in, err := s.checkedRequest(ctx, s.db, in)
	if err != nil {
		return Assessment{}, err
	}
	return s.assess(ctx, s.db, in)
}

// RecordRequest records a request that was received, valid or not.
func (s *Service) RecordRequest(ctx context.Context, actor auth.Actor, in RequestInput) (RequestID, error) {
	permit, err := s.cases.May(actor, auth.HoldMeetings, auth.Object{})
	if err != nil {
		return 0, err
	}
	var id RequestID
	err = s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		in, err := s.checkedRequest(ctx, tx, in)
		if err != nil {
			return nil, err
		}
		assessment, err := s.assess(ctx, tx, in)
		if err != nil {
			return nil, err
		}
		if id, err = insertRequest(ctx, tx, in, s.cases.Now(), actor.Name); err != nil {
			return nil, err
		}
		if err := s.requestDuty(ctx, tx, id); err != nil {
			return nil, err
		}
		return permit.Did("record.request", "egm_request", int64(id), nil, map[string]any{
			"received": in.Received, "proposer": in.Proposer, "signatures": len(in.Signers), "counted": assessment.Counted,
			"proposals": len(in.Proposals), "valid": assessment.Valid,
		}), nil
	})
	return id, err
}

// requestDuty is rule 5.1: a valid request on which no meeting is called is the
// committee's to see to. Once one is called, its own duties say by when.
func (s *Service) requestDuty(ctx context.Context, tx *store.Tx, id RequestID) error {
	if id == 0 {
		return nil
	}
	r, err := requestByID(ctx, tx, id)
	if err != nil {
		return err
	}
	a, err := s.assess(ctx, tx, r.RequestInput)
	if err != nil {
		return err
	}
	var duties []governance.Duty
	if a.Valid && r.Meeting == 0 {
		duties = []governance.Duty{{
			What: string(a.HoldBy.What), Title: fmt.Sprintf("Call the EGM that members requested on %s", r.Received.Long()),
			Owner: a.HoldBy.Owner,
			Due:   a.HoldBy.By, Rule: a.HoldBy.Rule, Trace: a.HoldBy.Trace.String(),
			Link: "/meetings/requests/" + strconv.FormatInt(int64(id), 10),
		}}
	}
	return s.governance.SetDuties(ctx, tx, "egm_request:"+strconv.FormatInt(int64(id), 10), duties)
}

// Request gives one request with what rule 5.1 says of it.
func (s *Service) Request(ctx context.Context, actor auth.Actor, id RequestID) (Request, Assessment, error) {
	if err := s.requireSee(actor); err != nil {
		return Request{}, Assessment{}, err
	}
	r, err := requestByID(ctx, s.db, id)
	if err != nil {
		return Request{}, Assessment{}, err
	}
	a, err := s.assess(ctx, s.db, r.RequestInput)
	return r, a, err
}

// Requests are all requests, the latest first, without their signatures and
// proposals.
func (s *Service) Requests(ctx context.Context, actor auth.Actor) ([]Request, error) {
	if err := s.requireSee(actor); err != nil {
		return nil, err
	}
	return requests(ctx, s.db)
}

// checkedRequest tidies a request and refuses what cannot be recorded. What
// makes it invalid under rule 5.1 is recorded all the same.
func (s *Service) checkedRequest(ctx context.Context, q store.Queryer, in RequestInput) (RequestInput, error) {
	var f apperr.Fields
	constitution.CheckDay(&f, "received", in.Received)
	if !f.Has("received") && in.Received.After(s.cases.Today()) {
		f.Add("received", "%s is still to come.", in.Received.Long())
	}
	in.Signers, in.Proposals = slices.Clone(in.Signers), slices.Clone(in.Proposals)
	if err := nameSigners(ctx, q, &f, &in); err != nil {
		return in, err
	}
	if len(in.Proposals) > maxProposals {
		f.Add("proposals", "Enter at most %d proposals.", maxProposals)
	}
	for i := range in.Proposals {
		p := &in.Proposals[i]
		p.Title, p.Text = line(p.Title), paragraph(p.Text)
		if p.Kind == "" {
			p.Kind = constitution.Ordinary
		}
		checkProposal(&f, i+1, *p)
	}
	in.Document = paragraph(in.Document)
	checkOptional(&f, "document", in.Document, maxText)
	return in, f.Err()
}

// maxProposals is how many proposals a request may bring.
const maxProposals = 100

func checkProposal(f *apperr.Fields, n int, p RequestedProposal) {
	var problems apperr.Fields
	checkLine(&problems, "proposals", p.Title, "give it a title")
	checkText(&problems, "proposals", p.Text, "enter its text")
	if p.Kind != constitution.Ordinary && p.Kind != constitution.Constitutional {
		problems.Add("proposals", "say whether it is about the constitution")
	}
	for _, x := range problems {
		f.Add("proposals", "Proposal %d: %s.", n, x.Message)
	}
}

// nameSigners fills in the names of signers from the register.
func nameSigners(ctx context.Context, q store.Queryer, f *apperr.Fields, in *RequestInput) error {
	switch n := len(in.Signers); {
	case n == 0:
		f.Add("signers", "Enter who signed.")
		return nil
	case n > maxSigners:
		f.Add("signers", "Enter at most %d signatures.", maxSigners)
		return nil
	}
	var ids []PersonID
	for _, g := range in.Signers {
		if g.Person != 0 {
			ids = append(ids, g.Person)
		}
	}
	if in.Proposer != 0 {
		ids = append(ids, in.Proposer)
	}
	known, err := names(ctx, q, ids)
	if err != nil {
		return err
	}
	if in.Proposer != 0 && known[in.Proposer] == "" {
		f.Add("proposer", "This person is not in the register. Choose another.")
	}
	for i := range in.Signers {
		g := &in.Signers[i]
		g.Name = line(g.Name)
		if g.Person != 0 {
			g.Name = known[g.Person]
		}
		if g.Name == "" {
			f.Add("signers", "Signature %d: choose the person, or enter the name as it is written.", i+1)
			continue
		}
		checkOptional(f, "signers", g.Name, maxLine)
	}
	return nil
}

// assess applies rule 5.1 to a request.
func (s *Service) assess(ctx context.Context, q store.Queryer, in RequestInput) (Assessment, error) {
	c, err := s.governance.On(ctx, q, in.Received)
	if err != nil {
		return Assessment{}, err
	}
	var ids []PersonID
	for _, g := range in.Signers {
		if g.Person != 0 {
			ids = append(ids, g.Person)
		}
	}
	member, err := members.MembersOn(ctx, q, ids, in.Received)
	if err != nil {
		return Assessment{}, err
	}
	known, err := names(ctx, q, append(ids, in.Proposer))
	if err != nil {
		return Assessment{}, err
	}
	return assessed(c, in, member, known), nil
}

// assessed is assess with the facts at hand: member says who was one on the
// day of receipt. A person who signed twice is one signature.
func assessed(
	c constitution.Constitution, in RequestInput, member map[PersonID]bool, known map[PersonID]string,
) Assessment {
	var a Assessment
	request := constitution.EGMRequest{Received: in.Received, Proposals: len(in.Proposals)}
	if in.Proposer != 0 {
		request.Proposer = Someone{in.Proposer, known[in.Proposer]}.as()
	}
	first := map[PersonID]int{}
	for i, g := range in.Signers {
		state := SignatureState{Signer: g}
		switch at, again := first[g.Person]; {
		case g.Person == 0:
			state.Why = "No one in the register has this name."
		case again:
			state.Why = fmt.Sprintf("Signed already: signature %d. A person counts once.", at)
		case !member[g.Person]:
			state.Why = "Was not a member on " + in.Received.Long() + "."
		default:
			state.Counts = true
			a.Counted++
		}
		if g.Person != 0 && first[g.Person] == 0 {
			first[g.Person] = i + 1
		}
		a.Signatures = append(a.Signatures, state)
		// Nobody of the register is somebody of their own for the rule: a negative id.
		id := int64(g.Person)
		if id == 0 {
			id = -int64(i + 1)
		}
		request.Signers = append(request.Signers, constitution.Signature{
			Person: constitution.Person{ID: id, Name: g.Name}, Entitled: member[g.Person],
		})
	}
	a.Findings, a.Trace = c.RequestEGM(request)
	a.Valid = !a.Findings.Blocked()
	if cal, err := c.EGMCalendar(constitution.EGM{Date: in.Received, Requested: in.Received}); err == nil {
		for _, d := range cal.Deadlines {
			if d.What == constitution.DutyRequest {
				a.HoldBy = d
			}
		}
	}
	return a
}
