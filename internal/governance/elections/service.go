package elections

import (
	"context"
	"slices"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/governance"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/governance/meetings"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// Service is the use cases of elections.
type Service struct {
	db         *store.DB
	cases      usecase.Cases
	governance *governance.Service
	meetings   *meetings.Service
	offices    *auth.Service
}

// New returns the service on an open database.
func New(
	db *store.DB, clock civil.Clock, rules *governance.Service, held *meetings.Service, offices *auth.Service,
) *Service {
	return &Service{db: db, cases: usecase.New(db, clock), governance: rules, meetings: held, offices: offices}
}

// View is an election as the actor sees it.
type View struct {
	Result
	Meeting   meetings.Meeting
	Limits    constitution.Figures // of the constitution that the meeting is held by
	Sitting   []Person             // officers who may stand again without nomination (4.14) and do not stand yet; of one election only
	Ways      []Way                // in which the tie may be broken, where there is one
	ChairTied bool                 // the chair is among those tied: another takes the chair for the casting vote
	StandIns  []Person             // who may, officers first; of one election only
	Present   []Person             // who were at the meeting, on any of its days; of one election, for whoever enters counts
	Stands    civil.Date           // earlier day that decided it: the last count is not set aside; else zero; as Present
	May       May
}

// May is what the actor may do with an election now.
type May struct {
	Nominate bool // nominations, the number of seats
	Withdraw bool
	Count    bool // ballots, ties
	Confirm  bool // the meeting is closed
}

// MeetingView is the elections of a meeting as the actor sees them.
type MeetingView struct {
	Meeting   meetings.Meeting
	Elections []View // officers by seniority, then the ordinary members; none before they are prepared
	May       May
}

// Decided reports whether every election of the meeting has come to its end.
func (v MeetingView) Decided() bool {
	return len(v.Elections) > 0 && !slices.ContainsFunc(
		v.Elections, func(e View) bool { return e.Outcome.State != Decided },
	)
}

// Confirmed reports whether the results of the meeting are confirmed.
func (v MeetingView) Confirmed() bool {
	return len(v.Elections) > 0 && !slices.ContainsFunc(
		v.Elections, func(e View) bool { return e.Election.Confirmed == nil },
	)
}

// Election gives one election to whoever is signed in.
func (s *Service) Election(ctx context.Context, actor auth.Actor, id ID) (View, error) {
	if err := mustSignIn(actor); err != nil {
		return View{}, err
	}
	e, err := electionByID(ctx, s.db, id)
	if err != nil {
		return View{}, err
	}
	m, c, err := s.held(ctx, s.db, e.Meeting)
	if err != nil {
		return View{}, err
	}
	v, err := s.view(actor, m, c, e)
	if err != nil {
		return v, err
	}
	if err := s.atTheMeeting(ctx, &v, business{c, m, v.Election}); err != nil {
		return v, err
	}
	if !v.May.Nominate || len(e.Valid()) > 0 {
		return v, nil
	}
	v.Sitting, err = s.sitting(ctx, m, e)
	return v, err
}

// atTheMeeting adds who was there, for whoever enters counts.
func (s *Service) atTheMeeting(ctx context.Context, v *View, b business) (err error) {
	if !v.May.Count {
		return nil
	}
	if v.Present, err = b.whoCame(ctx, s.db, 0); err != nil {
		return err
	}
	for _, n := range v.Counts {
		if _, last := v.Last(n.No); !last {
			continue
		}
		if v.Stands, err = standsSince(ctx, s.db, v.Meeting, v.Outcome, n); err != nil {
			return err
		}
	}
	v.ChairTied = v.Outcome.State == Tied && slices.Contains(v.Ways, constitution.CastingVote) && b.chairIsTied(v.Outcome)
	if v.ChairTied {
		v.StandIns, err = b.standIns(ctx, s.db, v.Outcome, 0)
	}
	return err
}

// sitting are the officers of an election's post on the day of the meeting who
// do not stand.
func (s *Service) sitting(ctx context.Context, m meetings.Meeting, e Election) ([]Person, error) {
	if e.Post == Ordinary {
		return nil, nil
	}
	held, err := auth.SeatsOn(ctx, s.db, m.Date)
	var out []Person
	for _, a := range held {
		if a.Role == e.Post.Role() && !a.Acting && !e.stands(a.Person) {
			out = append(out, Person{a.Person, a.Name.String()})
		}
	}
	return out, err
}

// OfMeeting gives the elections of an AGM to whoever is signed in.
func (s *Service) OfMeeting(ctx context.Context, actor auth.Actor, meeting meetings.ID) (MeetingView, error) {
	if err := mustSignIn(actor); err != nil {
		return MeetingView{}, err
	}
	m, c, err := s.held(ctx, s.db, meeting)
	if err != nil {
		return MeetingView{}, err
	}
	list, err := electionsOf(ctx, s.db, meeting)
	if err != nil {
		return MeetingView{}, err
	}
	out := MeetingView{Meeting: m, May: s.may(actor, m)}
	for _, e := range list {
		v, err := s.view(actor, m, c, e)
		if err != nil {
			return MeetingView{}, err
		}
		out.Elections = append(out.Elections, v)
	}
	if len(list) > 0 && out.Confirmed() {
		out.May = May{}
	}
	return out, nil
}

func mustSignIn(actor auth.Actor) error {
	if !actor.SignedIn() {
		return apperr.New(apperr.SignIn, "Sign in to see the elections.")
	}
	return nil
}

func (s *Service) view(actor auth.Actor, m meetings.Meeting, c constitution.Constitution, e Election) (View, error) {
	e = e.seated(c)
	v := View{Result: Result{Election: e}, Meeting: m, Limits: c.Figures}
	if e.Confirmed != nil {
		v.Outcome = e.Confirmed.Outcome
		return v, nil
	}
	v.May = s.may(actor, m)
	var err error
	if v.Outcome, err = Decide(c, e); err != nil || v.Outcome.State != Tied {
		return v, err
	}
	for _, way := range []Way{Ballot, constitution.CastingVote, constitution.DrawingLots} {
		if may, _ := c.MayBreakTie(way); may {
			v.Ways = append(v.Ways, way)
		}
	}
	return v, nil
}

func (s *Service) may(actor auth.Actor, m meetings.Meeting) May {
	holds, open := s.meetings.Holds(actor), m.Kind == meetings.AGM
	return May{
		Nominate: holds && open && takes(nominating, m.State),
		Withdraw: open && takes(withdrawing, m.State) && s.meetings.Runs(actor, m),
		Count:    open && takes(counting, m.State) && s.meetings.Runs(actor, m),
		Confirm:  holds && open && takes(confirming, m.State),
	}
}

// work is a part of an election's business.
type work string

const (
	nominating  work = "nominations"
	withdrawing work = "withdrawals"
	counting    work = "counts"
	confirming  work = "confirmations"
)

// takes reports whether a meeting in the state is open for the work. What was
// on paper at the meeting may still be entered once it is closed.
func takes(w work, s meetings.State) bool {
	switch w {
	case nominating, withdrawing:
		return s.Upcoming() || s == meetings.Closed
	case counting:
		return s == meetings.Open || s == meetings.Closed
	}
	return s == meetings.Closed || s == meetings.Approved
}

// refuseState says why a meeting is not open for the work.
func refuseState(w work, m meetings.Meeting) error {
	switch {
	case m.Kind != meetings.AGM:
		return apperr.UnderRule("4.4", "Only an AGM holds elections. This is the %s.", m.Title())
	case takes(w, m.State):
		return nil
	case m.State == meetings.Adjourned && w == counting:
		return apperr.New(apperr.Conflict, "The %s is adjourned. Enter the counts once it continues.", m.Title())
	case m.State.Upcoming() && w == counting:
		return apperr.New(apperr.Conflict, "The %s has not been opened yet. Enter the counts once it is.", m.Title())
	case m.State.Upcoming():
		return apperr.New(apperr.Conflict, "The %s is not closed yet. Confirm the results after its end.", m.Title())
	}
	return apperr.New(apperr.Conflict, "The %s takes no more %s: %s.", m.Title(), w, m.State.Label())
}

// ask asks whether an actor may do the work at the meeting.
func (s *Service) ask(actor auth.Actor, w work, m meetings.Meeting) (usecase.Permit, error) {
	if (w == counting || w == withdrawing) && s.meetings.Runs(actor, m) {
		return s.cases.Allow(actor.By(), nil)
	}
	return s.cases.May(actor, auth.HoldMeetings, auth.Object{})
}

// held reads a meeting with the constitution that it is held by.
func (s *Service) held(
	ctx context.Context, q store.Queryer, id meetings.ID,
) (meetings.Meeting, constitution.Constitution, error) {
	m, err := meetings.ByID(ctx, q, id)
	if err != nil {
		return m, constitution.Constitution{}, err
	}
	c, err := s.governance.Governing(ctx, q, m.Date)
	return m, c, err
}

// Prepare makes the elections that an AGM holds by rule 4.4 e and f: one for
// each officer, and one for the ordinary members with the seats of rule 3.2.
func (s *Service) Prepare(ctx context.Context, actor auth.Actor, meeting meetings.ID) error {
	return s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		m, c, err := s.held(ctx, tx, meeting)
		if err != nil {
			return nil, err
		}
		permit, err := s.ask(actor, nominating, m)
		if err != nil {
			return nil, err
		}
		if err := refuseState(nominating, m); err != nil {
			return nil, err
		}
		posts, err := postsOf(c)
		if err != nil {
			return nil, err
		}
		done := permit.Did("prepare.elections", "meeting", int64(m.ID), nil, map[string]any{
			"posts": posts, "seats": c.Figures.OrdinarySeats,
		})
		if err := done.Write(ctx, tx); err != nil { // a form that is sent twice is known by it
			return nil, err
		}
		for i, post := range posts {
			_, err := insertElection(ctx, tx, Election{Meeting: m.ID, Post: post, Seats: seatsOf(c, post)}, i+1)
			if store.IsUnique(err) {
				return nil, apperr.New(apperr.Conflict, "The elections of the %s are prepared already.", m.Title())
			}
			if err != nil {
				return nil, err
			}
		}
		return done, nil
	})
}

// seatsOf is how many are elected to a post by rules 3.1 and 3.2.
func seatsOf(c constitution.Constitution, post Post) int {
	if post == Ordinary {
		return max(1, c.Figures.OrdinarySeats)
	}
	return 1
}

// seated gives an election the seats of the constitution that its meeting is
// held by, which may have been amended since it was prepared. A number that the
// meeting set, or that a ballot was counted for, or a result was confirmed with
// stands.
func (e Election) seated(c constitution.Constitution) Election {
	if e.SeatsSet || e.Confirmed != nil {
		return e
	}
	if valid := e.Valid(); len(valid) > 0 {
		e.Seats = valid[0].Seats
	} else {
		e.Seats = seatsOf(c, e.Post)
	}
	return e
}

// postsOf are the posts that an AGM elects to, in the order of rule 4.4.
func postsOf(c constitution.Constitution) ([]Post, error) {
	var out []Post
	for _, o := range c.Figures.Officers {
		if p := Post(o); !slices.Contains(auth.Roles, p.Role()) {
			return nil, apperr.UnderRule("3.1", "The program does not know the office of %s, so it cannot run its election.", o)
		}
		out = append(out, Post(o))
	}
	return append(out, Ordinary), nil
}

// change runs fn in a transaction that holds an election at the version, for
// whoever may do the work, and writes the audit entry that fn gives.
func (s *Service) change(
	ctx context.Context, actor auth.Actor, w work, id ID, version int64, fn func(tx *store.Tx, b business) (entry, error),
) error {
	return s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		first, err := electionByID(ctx, tx, id)
		if err != nil {
			return nil, err
		}
		if err := meetings.Hold(ctx, tx, first.Meeting); err != nil {
			return nil, err
		}
		m, c, err := s.held(ctx, tx, first.Meeting)
		if err != nil {
			return nil, err
		}
		permit, err := s.ask(actor, w, m)
		if err != nil {
			return nil, err
		}
		if err := refuseState(w, m); err != nil {
			return nil, err
		}
		if taken, err := takeElection(ctx, tx, id, version); err != nil || !taken {
			return nil, refuseTaken(ctx, tx, id, err)
		}
		e, err := electionByID(ctx, tx, id)
		if err != nil {
			return nil, err
		}
		done, err := fn(tx, business{Constitution: c, meeting: m, election: e.seated(c)})
		if err != nil {
			return nil, err
		}
		return permit.Did(done.action, "election", int64(id), done.before, done.after), nil
	})
}

// business is an election that is being changed.
type business struct {
	constitution.Constitution
	meeting  meetings.Meeting
	election Election
}

// entry is what the audit log keeps of a change.
type entry struct {
	action        string
	before, after any
}

// refuseTaken says why an election could not be taken for a change.
func refuseTaken(ctx context.Context, tx *store.Tx, id ID, err error) error {
	if err != nil {
		return err
	}
	e, err := electionByID(ctx, tx, id)
	switch {
	case err != nil:
		return err
	case e.Confirmed != nil:
		return apperr.New(apperr.Conflict, "The result was confirmed on %s and stays as it is.", e.Confirmed.At.Date().Long())
	}
	return usecase.Stale("this election", "election", int64(id))
}

// SeatsInput sets how many ordinary members are elected. Its fields are seats
// and decision.
type SeatsInput struct {
	Election ID
	Version  int64
	Seats    int
	Decision string // of the meeting, as in its minutes; needed above the seats of rule 3.2
}

const maxDecision = 500

// SetSeats sets how many ordinary members are elected, before a ballot. Rule
// 3.2 names the number; more needs the meeting's recorded decision.
func (s *Service) SetSeats(ctx context.Context, actor auth.Actor, in SeatsInput) error {
	return s.change(ctx, actor, nominating, in.Election, in.Version, func(tx *store.Tx, b business) (entry, error) {
		in.Decision = tidy(in.Decision)
		e := b.election
		if err := b.checkSeats(in); err != nil {
			return entry{}, err
		}
		before := map[string]any{"seats": e.Seats, "decision": e.Decision}
		return entry{"set.seats", before, map[string]any{"seats": in.Seats, "decision": in.Decision}},
			updateSeats(ctx, tx, e.ID, in.Seats, in.Decision)
	})
}

func (b business) checkSeats(in SeatsInput) error {
	if b.election.Post != Ordinary {
		return apperr.UnderRule("3.1", "There is one %s.", b.election.Post)
	}
	if len(b.election.Valid()) > 0 {
		return apperr.New(
			apperr.Conflict, "A ballot was counted already. Set it aside before you change the number of seats.",
		)
	}
	f := b.CheckOrdinaryElection(constitution.OrdinaryElection{
		Seats: in.Seats, Candidates: []constitution.Candidate{{Name: "anyone"}},
	})
	if tooLong(in.Decision, maxDecision) {
		f.Add("decision", "Shorten this to %d characters.", maxDecision)
	}
	if !f.Has("seats") {
		committee := constitution.Composition{Officers: b.Figures.Officers, Ordinary: in.Seats, Override: in.Decision}
		findings, _ := b.Committee(committee)
		for _, x := range findings {
			if x.Gravity == constitution.Obstacle && in.Decision == "" {
				f.Add("decision", "%s. Enter the meeting’s decision as in the minutes.", x)
			} else if x.Gravity == constitution.Obstacle {
				f.Add("seats", "%s.", x)
			}
		}
	}
	return f.Err()
}
