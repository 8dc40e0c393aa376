package elections

import (
	"context"
	"slices"
	"strings"
	"unicode/utf8"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/governance/meetings"
	"nzgs/internal/members"
	"nzgs/internal/store"
)

// Signature says whether somebody has signed a nomination.
type Signature string

const (
	Unsigned Signature = ""
	Signed   Signature = "signed"
)

// NominationInput is a nomination as it reached the secretary, or a sitting
// officer who stands again: then only the candidate is given. Its fields are
// candidate, proposer, seconder, candidate_signed, proposer_signed,
// seconder_signed, received and before_meeting.
type NominationInput struct {
	Election  ID
	Version   int64
	Candidate auth.PersonID
	Proposer  auth.PersonID
	Seconder  auth.PersonID

	CandidateSigned, ProposerSigned, SeconderSigned Signature

	Received civil.Date // by the secretary
	Before   Beginning  // of a nomination received on the day of the AGM
}

// Beginning says whether something was before the meeting began.
type Beginning string

const (
	NotSaid       Beginning = ""
	BeforeMeeting Beginning = "before"
)

// Nominate enters a candidate, as rules 4.13 and 4.14 allow. Candidate,
// proposer and seconder are members on the day on which the secretary received
// the nomination; a sitting officer is one on the day of entry, or of the
// meeting when that is past.
func (s *Service) Nominate(ctx context.Context, actor auth.Actor, in NominationInput) error {
	return s.change(ctx, actor, nominating, in.Election, in.Version, func(tx *store.Tx, b business) (entry, error) {
		if len(b.election.Valid()) > 0 {
			return entry{}, apperr.New(
				apperr.Conflict, "A ballot was counted already. Set it aside before you add another candidate.",
			)
		}
		n, err := s.nomination(ctx, tx, b, in)
		if err != nil {
			return entry{}, err
		}
		why, err := s.admit(b, in, n)
		if err != nil {
			return entry{}, err
		}
		if err := refuseTeller(ctx, tx, b.meeting, n.Candidate); err != nil {
			return entry{}, err
		}
		c := Candidate{Person: Person{in.Candidate, ""}, Why: why}
		if !byOffice(why) {
			c.Proposer.ID, c.Seconder.ID, c.Received = in.Proposer, in.Seconder, in.Received
		}
		_, err = insertCandidate(ctx, tx, in.Election, c, s.cases.Now(), actor.Name)
		if store.IsUnique(err) {
			var f apperr.Fields
			f.Add("candidate", "%s is already standing for this.", n.Candidate.Person.Name)
			return entry{}, f.Err()
		}
		return entry{action: "nominate.candidate", after: map[string]any{
			"candidate": in.Candidate, "proposer": in.Proposer, "seconder": in.Seconder, "received": in.Received,
			"post": b.election.Post,
		}}, err
	})
}

// byOffice reports whether a candidate stands by rule 4.14.
func byOffice(why constitution.Trace) bool {
	return slices.ContainsFunc(why.Steps, func(s constitution.Step) bool { return s.Rule == "4.14" })
}

// sitting reports whether only a candidate was given.
func sitting(in NominationInput) bool {
	return in.Proposer == 0 && in.Seconder == 0 && in.Received.IsZero()
}

// nomination brings together what the rules ask about. A person who is not in
// the register is a problem of the field.
func (s *Service) nomination(
	ctx context.Context, tx *store.Tx, b business, in NominationInput,
) (n constitution.Nomination, err error) {
	people := []auth.PersonID{in.Candidate, in.Proposer, in.Seconder}
	names, err := namesOf(ctx, tx, slices.Clone(people))
	if err != nil {
		return n, err
	}
	var f apperr.Fields
	for i, field := range []string{"candidate", "proposer", "seconder"} {
		if names[people[i]] == "" && (i == 0 || !sitting(in)) {
			f.Add(field, "Choose the %s from the register.", field)
		}
	}
	if err := f.Err(); err != nil {
		return n, err
	}
	entitled, err := members.MembersOn(ctx, tx, people, s.memberOn(b.meeting, in))
	if err != nil {
		return n, err
	}
	signature := func(id auth.PersonID) constitution.Signature {
		return constitution.Signature{Person: constitution.Person{ID: int64(id), Name: names[id]}, Entitled: entitled[id]}
	}
	n = constitution.Nomination{
		Candidate: signature(in.Candidate), Proposer: signature(in.Proposer), Seconder: signature(in.Seconder),
		Received: in.Received, AGM: b.meeting.Date,
	}
	around, err := circumstancesOf(ctx, tx, b.meeting)
	if err != nil {
		return n, err
	}
	around.tell(&n, b)
	for _, p := range []struct {
		signed Signature
		who    constitution.Signature
	}{{in.CandidateSigned, n.Candidate}, {in.ProposerSigned, n.Proposer}, {in.SeconderSigned, n.Seconder}} {
		if p.signed != Signed {
			n.Unsigned = append(n.Unsigned, p.who.Person)
		}
	}
	return n, nil
}

// memberOn is the day on which those who sign have to be members.
func (s *Service) memberOn(m meetings.Meeting, in NominationInput) civil.Date {
	if !in.Received.IsZero() {
		return in.Received
	}
	if today := s.cases.Today(); today.Before(m.Date) {
		return today
	}
	return m.Date
}

// admit asks the rules, and gives what they say of a nomination that stands.
// Each obstacle stands beside the field that it is about.
func (s *Service) admit(b business, in NominationInput, n constitution.Nomination) (constitution.Trace, error) {
	findings, trace := b.Nominate(n)
	f := b.obstacles(n, findings)
	if !in.Received.IsZero() {
		constitution.CheckDay(&f, "received", in.Received)
	}
	if !f.Has("received") && in.Received.After(s.cases.Today()) {
		f.Add("received", "This day is still to come. Enter the nomination once it is received.")
	}
	if len(f) == 0 && in.Before != BeforeMeeting {
		for _, x := range findings {
			f.Add("before_meeting", "%s.", x)
		}
	}
	return trace, f.Err()
}

// obstacles asks the rules about one thing at a time, everything else in
// order, to learn which field an obstacle is about.
func (b business) obstacles(n constitution.Nomination, findings constitution.Findings) apperr.Fields {
	var f apperr.Fields
	if !findings.Blocked() {
		return f
	}
	someone := func(id int64) constitution.Signature {
		return constitution.Signature{Person: constitution.Person{ID: id}, Entitled: true}
	}
	good := constitution.Nomination{
		Candidate: someone(-1), Proposer: someone(-2), Seconder: someone(-3), For: n.For, Received: n.AGM.AddDays(-1),
		AGM: n.AGM,
	}
	ask := func(field string, with func(*constitution.Nomination)) {
		one := good
		with(&one)
		found, _ := b.Nominate(one)
		for _, x := range found {
			if x.Gravity == constitution.Obstacle {
				f.Add(field, "%s.", x)
			}
		}
	}
	ask("candidate", func(one *constitution.Nomination) { one.Candidate = n.Candidate })
	if n.Proposer.Person.ID == 0 && n.Seconder.Person.ID == 0 && n.Received.IsZero() {
		f.Add(
			"candidate",
			"%s needs a nomination for this: enter its proposer, its seconder and the day on which it was received (rule 4.13).",
			n.Candidate.Person.Name,
		)
		return f
	}
	ask("proposer", func(one *constitution.Nomination) { one.Proposer = n.Proposer })
	ask("seconder", func(one *constitution.Nomination) { one.Seconder = n.Seconder })
	ask("seconder", func(one *constitution.Nomination) {
		one.Candidate.Person, one.Proposer.Person, one.Seconder.Person = n.Candidate.Person, n.Proposer.Person, n.Seconder.Person
	})
	for _, who := range []struct {
		field string
		of    constitution.Signature
	}{{"candidate_signed", n.Candidate}, {"proposer_signed", n.Proposer}, {"seconder_signed", n.Seconder}} {
		ask(who.field, func(one *constitution.Nomination) {
			if slices.Contains(n.Unsigned, who.of.Person) {
				one.Candidate.Person, one.Unsigned = who.of.Person, []constitution.Person{who.of.Person}
			}
		})
	}
	ask("received", func(one *constitution.Nomination) { one.Received, one.Earlier = n.Received, n.Earlier })
	return f
}

// refuseTeller keeps tellers from standing, rule 4.4 a).
func refuseTeller(ctx context.Context, q store.Queryer, m meetings.Meeting, candidate constitution.Signature) error {
	tellers, err := meetings.TellersOf(ctx, q, m.ID)
	if err != nil {
		return err
	}
	var f apperr.Fields
	for _, t := range tellers {
		if int64(t.Person) == candidate.Person.ID {
			f.Add(
				"candidate", "%s is a teller of the meeting and cannot stand (rule 4.4). Choose another teller first.",
				candidate.Person.Name,
			)
		}
	}
	return f.Err()
}

// WithdrawInput is a candidate who withdraws. Its field is reason.
type WithdrawInput struct {
	Election  ID
	Version   int64
	Candidate CandidateID
	Reason    string // may be empty
}

const maxReason = 500

// Withdraw takes a candidate off an election: before a ballot, or from a tie
// that is not broken yet.
func (s *Service) Withdraw(ctx context.Context, actor auth.Actor, in WithdrawInput) error {
	in.Reason = tidy(in.Reason)
	return s.change(ctx, actor, withdrawing, in.Election, in.Version, func(tx *store.Tx, b business) (entry, error) {
		at := slices.IndexFunc(b.election.Candidates, func(c Candidate) bool { return c.ID == in.Candidate })
		if at < 0 {
			return entry{}, apperr.New(apperr.NotFound, "Candidate not found in this election.")
		}
		c := b.election.Candidates[at]
		if c.Withdrawn != nil {
			return entry{}, apperr.New(apperr.Conflict, "%s has withdrawn already.", c.Person.Name)
		}
		if tooLong(in.Reason, maxReason) {
			var f apperr.Fields
			f.Add("reason", "Shorten this to %d characters.", maxReason)
			return entry{}, f.Err()
		}
		w := Withdrawal{At: s.cases.Now(), Reason: in.Reason}
		if counts := b.election.Valid(); len(counts) > 0 {
			o, err := Decide(b.Constitution, b.election)
			if err != nil {
				return entry{}, err
			}
			if o.State != Tied || !slices.Contains(o.Among, c.ID) {
				return entry{}, apperr.New(
					apperr.Conflict, "The ballot is counted, and %s is not tied. Set the ballot aside if it is to be held again.",
					c.Person.Name,
				)
			}
			w.After = counts[len(counts)-1].No
		}
		return entry{
				"withdraw.candidate", map[string]any{"candidate": c.Person.ID},
				map[string]any{"candidate": c.Person.ID, "after": w.After, "reason": w.Reason},
			},
			withdrawCandidate(ctx, tx, c.ID, w)
	})
}

func tidy(s string) string { return strings.TrimSpace(strings.ReplaceAll(s, "\r\n", "\n")) }

func tooLong(s string, limit int) bool { return utf8.RuneCountInString(s) > limit }
