package postal

import (
	"context"
	"errors"
	"slices"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/members"
	"nzgs/internal/store"
)

// File is a vote as a page shows it to the actor.
type File struct {
	Vote
	Documents []Document
	Tellers   []Appointed
	Calendar  constitution.Calendar // of the dates as they stand
	Findings  constitution.Findings // what is to be looked at before going on
	Steps     []Step                // that the state allows, in order; nil for those who only look on
	Manages   bool                  // the actor may take a manager's steps
	Tells     bool                  // the actor is a teller of this vote
	Proposed  *Replacement          // open proposal, for those two and whom it names; nil without one
	Joins     bool                  // the actor is whom it names as teller
	Majority  string                // what rule 5.12 asks for, by the constitution of the closing day
	Keys      Keys                  // of the tellers; zero for whoever neither manages nor tells
	OwnFrom   civil.Instant         // from when the actor can register a key and confirm a proposal; zero: now
	Opened    []auth.Opening        // the tellers’ accounts, in the last seven days; none for whoever neither manages nor tells
	Counts    Counts                // zero for whoever neither manages nor tells
	Today     civil.Date
	NoAccount []Person // tellers, and who is proposed as one, who cannot sign in; of managers, until papers are destroyed
	Invites   bool     // the actor may invite them
	Remind    bool     // members are to be reminded of the closing day now; of managers
	Untold    bool     // members have not been told the declared result; of managers
}

// Vote shows a vote: to managers and its tellers always, to others once the
// papers are out.
func (s *Service) Vote(ctx context.Context, actor auth.Actor, id VoteID) (File, error) {
	f, err := s.facts(ctx, s.db, id)
	if err != nil {
		return File{}, err
	}
	if err := s.maySee(actor, f); err != nil {
		return File{}, err
	}
	out := File{Today: f.today, Vote: f.Vote, Manages: s.manages(actor), Tells: f.isTeller(actor)}
	if out.Documents, err = documentsOf(ctx, s.db, id); err != nil {
		return File{}, err
	}
	if out.Calendar, err = postalDates(f.dates, f.Vote); err != nil {
		return File{}, err
	}
	out.Findings = f.findings()
	out.Majority, _ = f.decision.MajoritiesByPost()
	if out.Manages && out.Tells {
		out.Findings = append(out.Findings, constitution.Finding{Gravity: constitution.Warning, Rule: "5.11",
			Text: "You are one of the tellers of this vote: another officer runs it, because papers are secret from officers " +
				"only where tellers are others"})
	}
	inside := out.Manages || out.Tells
	if inside {
		if out.Opened, err = s.openedLately(ctx, f); err != nil {
			return File{}, err
		}
	}
	out.Joins = f.proposal != nil && actor.SignedIn() && f.proposal.In.Person == actor.Person
	if inside || out.Joins {
		out.Proposed = f.shown(actor)
		if out.OwnFrom, err = s.keptFrom(ctx, actor); err != nil {
			return File{}, err
		}
	}
	set, complete := f.keySet()
	for _, t := range f.tellers {
		t.Signed = complete && f.unsignedBy(t, set) == ""
		if !inside {
			t.Appointed = Appointed{Person: t.Person, Name: t.Name}
		}
		out.Tellers = append(out.Tellers, t.Appointed)
	}
	if inside {
		out.Steps, out.Counts, out.Keys = s.steps(actor, f), f.counts, f.keys()
	} else {
		out.ReportNote = ""
	}
	if out.Joins && !inside {
		out.Steps = s.steps(actor, f)
	}
	if out.Manages {
		if out.NoAccount, err = s.withoutAccount(ctx, f); err != nil {
			return File{}, err
		}
		out.Invites = auth.Can(actor, auth.ManageAccounts, auth.Object{}, f.today)
		if out.Remind, err = s.remindNow(ctx, f); err != nil {
			return File{}, err
		}
		out.Untold, err = s.untold(ctx, f)
	}
	return out, err
}

// withoutAccount are the tellers who have no account: until they have one they can do
// nothing of what falls to them.
func (s *Service) withoutAccount(ctx context.Context, f facts) ([]Person, error) {
	if f.State == StateDestroyed {
		return nil, nil
	}
	var named []Person
	for _, t := range f.tellers {
		named = append(named, Person{t.Person, t.Name})
	}
	if f.proposal != nil && !f.proposal.OwnKey() {
		named = append(named, f.proposal.In)
	}
	people := make([]auth.PersonID, len(named))
	for i, p := range named {
		people[i] = p.Person
	}
	have, err := haveAccounts(ctx, s.db, people)
	return slices.DeleteFunc(named, func(p Person) bool { return slices.Contains(have, p.Person) }), err
}

// untold reports whether no member was told the declared result yet. Who joined since
// the letters were written is not chased after.
func (s *Service) untold(ctx context.Context, f facts) (bool, error) {
	if f.State != StateDeclared {
		return false, nil
	}
	told, _, err := s.announcement(ctx, s.db, f)
	return told.Missing() > 0 && told.Queued == 0, err
}

// openedLately is what may have let somebody else into a teller's account.
func (s *Service) openedLately(ctx context.Context, f facts) ([]auth.Opening, error) {
	var people []auth.PersonID
	for _, t := range f.tellers {
		people = append(people, t.Person)
	}
	return auth.OpenedLately(ctx, s.db, people, s.cases.Now())
}

// keptFrom is until when a person can neither register a key nor confirm another's,
// because someone else may have come into the account; zero where there is nothing.
func (s *Service) keptFrom(ctx context.Context, actor auth.Actor) (civil.Instant, error) {
	lately, err := auth.OpenedLately(ctx, s.db, []auth.PersonID{actor.Person}, s.cases.Now())
	if err != nil || len(lately) == 0 {
		return civil.Instant{}, err
	}
	return lately[0].Until(), nil
}

// findings are what nothing forbids and yet is to be looked at.
func (f facts) findings() constitution.Findings {
	var out constitution.Findings
	warn := func(rule, text string) {
		out = append(out, constitution.Finding{Gravity: constitution.Warning, Rule: rule, Text: text})
	}
	if f.State.before(StateDespatched) && !f.minutes {
		warn("5.9", "The minutes of the EGM are not among the documents: they go out with the papers")
	}
	for _, t := range f.tellers {
		if f.Proposer != 0 && t.Person == f.Proposer {
			warn("5.11", t.Name+" proposed what is voted on and is a teller: no rule forbids it, and it is better avoided")
		}
	}
	if due, trace := f.dates.ReportDue(f.Closing); !f.Reported.IsZero() && f.Reported.After(due) {
		warn("5.11", "The tellers reported on "+f.Reported.Long()+", after "+due.Long()+": "+trace.String())
	}
	return out
}

// maySee refuses who may not look at a vote.
func (s *Service) maySee(actor auth.Actor, f facts) error {
	if s.manages(actor) || f.isTeller(actor) || actor.SignedIn() && !f.State.before(StateDespatched) {
		return nil
	}
	return s.hidden(actor, f)
}

// hidden is the refusal for who may not see something of a vote; of a vote
// whose papers are not out it does not even say that it is there.
func (s *Service) hidden(actor auth.Actor, f facts) error {
	switch {
	case !actor.SignedIn():
		return apperr.New(apperr.SignIn, "Sign in to see this.")
	case f.State.before(StateDespatched):
		return errNotFound
	}
	return apperr.New(apperr.Forbidden, "Only the people running this vote can see this.")
}

// Votes lists the votes that the actor may see, the latest EGM first.
func (s *Service) Votes(ctx context.Context, actor auth.Actor) ([]Summary, error) {
	all, err := allVotes(ctx, s.db)
	if err != nil {
		return nil, err
	}
	var own []VoteID
	if actor.SignedIn() {
		if own, err = votesOfTeller(ctx, s.db, actor.Person); err != nil {
			return nil, err
		}
	}
	manages := s.manages(actor)
	var out []Summary
	for _, v := range all {
		declared := !v.State.before(StateDeclared)
		out2 := actor.SignedIn() && !v.State.before(StateDespatched)
		if declared || out2 || manages || slices.Contains(own, v.ID) {
			out = append(out, Summary{v.ID, v.Title, v.State, v.Meeting, v.EGM, v.Closing, v.Declared})
		}
	}
	return out, nil
}

// facts reads a vote with all that guards look at.
func (s *Service) facts(ctx context.Context, q store.Queryer, id VoteID) (facts, error) {
	f := facts{today: s.cases.Today()}
	var err error
	if f.Vote, err = voteByID(ctx, q, id); errors.Is(err, store.ErrNoRows) {
		return f, errNotFound
	} else if err != nil {
		return f, err
	}
	if f.Proposer != 0 {
		people, err := members.People(ctx, q, []members.PersonID{f.Proposer})
		if err != nil {
			return f, err
		}
		f.ProposerName = people[f.Proposer].Name.String()
	}
	if f.tellers, err = tellersOf(ctx, q, id); err != nil {
		return f, err
	}
	if f.counts, err = countEnvelopes(ctx, q, id); err != nil {
		return f, err
	}
	f.counts.Roll = f.RollCount
	documents, err := documentsOf(ctx, q, id)
	if err != nil {
		return f, err
	}
	f.minutes = slices.ContainsFunc(documents, func(d Document) bool { return d.Minutes })
	if err = f.readPapers(ctx, q); err != nil {
		return f, err
	}
	if err := s.proposed(ctx, q, &f); err != nil {
		return f, err
	}
	return f, s.constitutions(ctx, q, &f)
}

// constitutions are those that the vote is held by: dates and tellers by the
// constitution that governs the EGM, papers, outcome and retention by the one on
// the closing day. What is amended or ruled later leaves a vote as it was.
func (s *Service) constitutions(ctx context.Context, q store.Queryer, f *facts) (err error) {
	if f.dates, err = s.gov.Governing(ctx, q, f.EGM); err != nil {
		return err
	}
	f.decision = f.dates
	if !f.Closing.IsZero() {
		f.decision, err = s.gov.On(ctx, q, f.Closing)
	}
	return err
}
