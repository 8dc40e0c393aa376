package postal

import (
	"context"
	"fmt"
	"slices"

	"nzgs/internal/apperr"
	"nzgs/internal/audit"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/governance/ballot"
	"nzgs/internal/store"
)

// Proposal is who is to be a teller in whose place once the papers are out: the
// same person for another key.
type Proposal struct {
	Out, In    auth.PersonID
	Reason     string
	Resolution string // by which In is teller; ignored of another key
}

// Propose proposes another teller, or another key of one. It waits until the person
// has proved a key for it and all confirm. Fields: out, in, reason, resolution.
func (s *Service) Propose(ctx context.Context, actor auth.Actor, id VoteID, in Proposal) error {
	in.Reason, in.Resolution = oneLine(in.Reason), oneLine(in.Resolution)
	if in.Out == in.In {
		in.Resolution = ""
	}
	return s.take(ctx, request{actor: actor, id: id, action: ActPropose}, func(tx *store.Tx, f *facts) (any, error) {
		if f.proposal != nil {
			return nil, apperr.New(apperr.Conflict, "A proposal waits already: confirm it, or withdraw it first.")
		}
		if err := s.checkProposal(ctx, tx, f, in); err != nil {
			return nil, err
		}
		if err := lapseReplacements(ctx, tx, id, s.cases.Now()); err != nil {
			return nil, err
		}
		r := replacement{vote: id, by: actor.Person, Replacement: Replacement{
			Out: Person{Person: in.Out}, In: Person{Person: in.In}, Reason: in.Reason, Resolution: in.Resolution,
			By: actor.Name, At: s.cases.Now(),
		}}
		if err := insertReplacement(ctx, tx, r); err != nil {
			return nil, err
		}
		var err error
		if f.proposal, err = openReplacement(ctx, tx, id); err != nil {
			return nil, err
		}
		return f.proposal.logged(), s.tellTellers(ctx, tx, f, told{
			What: "proposal about a teller", Text: actor.Name + " proposed: " + f.proposal.says() + "."})
	})
}

// checkProposal: a teller goes, and a member who may be one comes.
func (s *Service) checkProposal(ctx context.Context, tx *store.Tx, f *facts, in Proposal) error {
	var fields apperr.Fields
	at := slices.IndexFunc(f.tellers, func(t teller) bool { return t.Person == in.Out })
	if at < 0 {
		fields.Add("out", "Choose one of the tellers of this vote.")
	}
	if in.In == 0 {
		fields.Add("in", "Choose who is to be teller, the same person for another key.")
	} else if in.In != in.Out && slices.ContainsFunc(f.tellers, func(t teller) bool { return t.Person == in.In }) {
		fields.Add("in", "This is a teller of the vote already.")
	}
	checkText(&fields, "reason", in.Reason, maxTitle, "Say why.")
	if in.Out != in.In {
		checkText(&fields, "resolution", in.Resolution, maxTitle, "Name the minute or resolution by which this person is "+
			"teller, with its day: by rules 4.4 and 5.5 the meeting elects tellers, and the rules name no one else who may.")
	}
	if err := fields.Err(); err != nil {
		return err
	}
	return onField("in", s.checkTellers(ctx, tx, f, f.peopleWith(in.Out, in.In)))
}

// peopleWith are the tellers with somebody in another's place.
func (f facts) peopleWith(out, in auth.PersonID) []auth.PersonID {
	people := make([]auth.PersonID, len(f.tellers))
	for i, t := range f.tellers {
		if people[i] = t.Person; t.Person == out {
			people[i] = in
		}
	}
	return people
}

// OfferKey keeps the card of whom the open proposal names, and returns the test
// message that only its secret opens. What was confirmed before is void. Field:
// recipient.
func (s *Service) OfferKey(
	ctx context.Context, actor auth.Actor, id VoteID, card string,
) (test string, err error) {
	err = s.take(ctx, request{
		actor: actor, id: id, action: ActOffer,
	}, func(tx *store.Tx, f *facts) (any, error) {
		if err := s.refuseOpened(ctx, tx, actor); err != nil {
			return nil, err
		}
		c, message, text, err := s.tested(*f, actor, card)
		if err != nil {
			return nil, err
		}
		test = text
		f.proposal.card, f.proposal.test, f.proposal.Proven = c.String(), message, civil.Instant{}
		if err := updateOffer(ctx, tx, *f.proposal); err != nil {
			return nil, err
		}
		return map[string]any{"name": f.proposal.In.Name, "card": c.String()}, s.tellTellers(ctx, tx, f, told{
			What: "key registered", Text: f.proposal.In.Name + " registered the key for what is proposed: " +
				f.proposal.says() + ". Its number is " + c.Fingerprint() + "."})
	})
	if err != nil {
		return "", err
	}
	return test, nil
}

// AnswerOffer takes what the person read in the test message. Field: answer.
func (s *Service) AnswerOffer(ctx context.Context, actor auth.Actor, id VoteID, answer string) error {
	return s.take(ctx, request{actor: actor, id: id, action: ActAnswer}, func(tx *store.Tx, f *facts) (any, error) {
		if err := s.refuseOpened(ctx, tx, actor); err != nil {
			return nil, err
		}
		if err := checkAnswer(f.proposal.test, answer); err != nil {
			return nil, err
		}
		f.proposal.test, f.proposal.Proven = "", s.cases.Now()
		return map[string]any{"name": f.proposal.In.Name, "proven": true}, updateOffer(ctx, tx, *f.proposal)
	})
}

// OfferTest is the test message that waits for the answer of whom the open proposal
// names; "" when none does.
func (s *Service) OfferTest(ctx context.Context, actor auth.Actor, id VoteID) (string, error) {
	f, err := s.facts(ctx, s.db, id)
	if err != nil {
		return "", err
	}
	if err := s.mayJoin(actor, f); err != nil || f.proposal.test == "" {
		return "", err
	}
	return testMessage(f.proposal.test)
}

// Confirm confirms the open proposal as it was shown, by its digest. The last
// confirmation makes it so: what was entered is void, and is entered again.
func (s *Service) Confirm(ctx context.Context, actor auth.Actor, id VoteID, digest string) error {
	return s.take(ctx, request{
		actor: actor, id: id, action: ActConfirm,
	}, func(tx *store.Tx, f *facts) (any, error) {
		r := f.proposal
		if digest != r.digest(f.tellers) {
			return nil, apperr.New(apperr.Conflict, "The proposal is not as it was shown to you. Read it again before you confirm it.")
		}
		office, obstacle := f.confirmsAs(actor)
		if obstacle != "" {
			return nil, apperr.New(apperr.Invalid, "%s", obstacle)
		}
		if err := auth.RefuseLatelyOpened(
			ctx, tx, actor.Person, s.cases.Now(), "you can confirm another teller or key",
		); err != nil {
			return nil, err
		}
		c := Confirmation{Person: actor.Person, Office: office, Name: actor.Name, At: s.cases.Now(), ofState: digest}
		if err := insertConfirmation(ctx, tx, r.ID, c); err != nil {
			return nil, err
		}
		r.confirmed = append(slices.DeleteFunc(r.confirmed, func(old Confirmation) bool { return old.Person == c.Person }), c)
		after := map[string]any{"office": office, "replacement": r.logged()}
		if waits := f.missing(); len(waits) > 0 {
			return after, s.tellTellers(ctx, tx, f, told{
				What: "proposal about a teller confirmed", Text: fmt.Sprintf(
					"%s confirmed as %s: %s. Still to confirm: %s.", actor.Name, office, r.says(), listed(waits))})
		}
		after["made"] = true
		return after, s.replace(ctx, tx, f, actor)
	})
}

// replace makes what all have confirmed so: the person takes the place with the key
// that was confirmed, and nothing that was entered is sealed to it.
func (s *Service) replace(ctx context.Context, tx *store.Tx, f *facts, actor auth.Actor) error {
	r := *f.proposal
	if err := s.checkTellers(ctx, tx, f, f.peopleWith(r.Out.Person, r.In.Person)); err != nil {
		return err
	}
	were := slices.Clone(f.tellers)
	for i := range f.tellers {
		if t := &f.tellers[i]; t.Person == r.Out.Person {
			t.Person, t.Name, t.Recipient, t.test, t.Proven = r.In.Person, r.In.Name, r.card, "", r.Proven
			t.signed = ballot.SignedKeys{} // all sign the keys as they are now
		}
	}
	if err := f.beginSigning(ctx, tx); err != nil {
		return err
	}
	if err := replaceTellers(ctx, tx, f.ID, f.tellers); err != nil {
		return err
	}
	if err := s.beginAgain(ctx, tx, f); err != nil {
		return err
	}
	if err := endReplacement(ctx, tx, r.ID, "made", s.cases.Now()); err != nil {
		return err
	}
	if err := s.refreshPackage(ctx, tx, f); err != nil {
		return err
	}
	text := fmt.Sprintf("With the confirmation of %s this is now so: %s. All papers that were entered are void and are "+
		"entered again.", actor.Name, r.says())
	return s.tellTellers(ctx, tx, f, told{What: "teller or key replaced", Text: text, Also: were})
}

// Withdraw takes the open proposal back.
func (s *Service) Withdraw(ctx context.Context, actor auth.Actor, id VoteID) error {
	return s.take(ctx, request{actor: actor, id: id, action: ActWithdraw}, func(tx *store.Tx, f *facts) (any, error) {
		if err := endReplacement(ctx, tx, f.proposal.ID, "withdrawn", s.cases.Now()); err != nil {
			return nil, err
		}
		return f.proposal.logged(), s.tellTellers(ctx, tx, f, told{
			What: "proposal about a teller withdrawn", Text: actor.Name + " withdrew the proposal: " + f.proposal.says() + "."})
	})
}

// says is what is proposed, as the end of a sentence.
func (r replacement) says() string {
	if r.OwnKey() {
		return r.Out.Name + " gets another key"
	}
	return fmt.Sprintf("%s takes the place of %s as teller (%s)", r.In.Name, r.Out.Name, r.Resolution)
}

// logged is what the log keeps of a proposal.
func (r replacement) logged() map[string]any {
	return map[string]any{
		"out": r.Out.Person, "out_name": r.Out.Name, "in": r.In.Person, "in_name": r.In.Name, "reason": r.Reason,
		"resolution": r.Resolution, "card": r.card,
	}
}

// proposed reads the open proposal of a vote, if it has not lapsed, and who holds the
// offices that confirm it.
func (s *Service) proposed(ctx context.Context, q store.Queryer, f *facts) error {
	if !slices.Contains(counting, f.State) {
		return nil
	}
	r, err := openReplacement(ctx, q, f.ID)
	if err != nil || r == nil || r.lapsed(f.State, f.today) {
		return err
	}
	f.proposal = r
	if f.officers, err = officersOn(ctx, q, f.today); err != nil {
		return err
	}
	for i, o := range f.officers {
		last, err := audit.Of(ctx, q, "office", int64(o.id), 1) // by its index, of two or three
		if err != nil {
			return err
		}
		if len(last) > 0 && last[0].At.After(o.entered) {
			f.officers[i].entered = last[0].At
		}
	}
	return nil
}
