package meetings

import (
	"context"
	"slices"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/members"
	"nzgs/internal/store"
)

// PresentAt reads who was present at a meeting as rule 4.2 sees it and is a
// member on its day, with those who left, by name.
func PresentAt(ctx context.Context, q store.Queryer, m Meeting, c constitution.Constitution) ([]Presence, error) {
	all, err := presencesOf(ctx, q, m.ID)
	if err != nil {
		return nil, err
	}
	ids := make([]PersonID, len(all))
	for i, p := range all {
		ids[i] = p.Person
	}
	day, err := LastDay(ctx, q, m)
	if err != nil {
		return nil, err
	}
	member, err := members.MembersOn(ctx, q, ids, day)
	if err != nil {
		return nil, err
	}
	known, err := names(ctx, q, ids)
	if err != nil {
		return nil, err
	}
	for i := range all {
		all[i].Name, all[i].Entitled = known[all[i].Person], member[all[i].Person]
	}
	return slices.DeleteFunc(all, func(p Presence) bool {
		return !p.Entitled || !present(m.Kind, c, p)
	}), nil
}

// CameTo are the members who were at a meeting on any of its days: those of the last first,
// as PresentAt has them.
func CameTo(ctx context.Context, q store.Queryer, m Meeting, c constitution.Constitution) ([]Presence, error) {
	there, err := PresentAt(ctx, q, m, c)
	if err != nil {
		return nil, err
	}
	sittings, err := sittingsOf(ctx, q, m.ID)
	if err != nil || len(sittings) == 0 {
		return there, err
	}
	var ids []PersonID
	for _, s := range sittings {
		ids = append(ids, s.people()...)
	}
	known, err := names(ctx, q, ids)
	if err != nil {
		return nil, err
	}
	for i := range sittings {
		s := &sittings[i]
		s.Attendance = slices.DeleteFunc(s.Attendance, func(p Presence) bool { return !present(m.Kind, c, p) })
		for j := range s.Attendance {
			s.Attendance[j].Name = known[s.Attendance[j].Person]
		}
	}
	return onAnyDay(there, sittings), nil
}

// PapersAt is how many papers of an election by a rule there may be of those that
// were given at an instant, by who was there on that day of the meeting; the zero
// instant is of its last day. recorded is false where nobody's presence is.
func PapersAt(
	ctx context.Context, q store.Queryer, m Meeting, c constitution.Constitution, rule string, at civil.Instant,
) (most int, why constitution.Trace, recorded bool, err error) {
	sittings, err := sittingsOf(ctx, q, m.ID)
	if err != nil {
		return 0, why, false, err
	}
	s, adjourned := earlier(sittings, at)
	n := len(sittings)
	if n > 0 && sittings[n-1].ResumedAt.IsZero() && !adjourned { // it did not continue
		s, adjourned = sittings[n-1], true
	}
	if adjourned {
		there := slices.DeleteFunc(s.Attendance, func(p Presence) bool { return !p.Entitled || !present(m.Kind, c, p) })
		most, why = papersOf(c, rule, there, s.BeganAt, s.Chair.Person)
		return most, why, len(there) > 0, nil
	}
	there, err := PresentAt(ctx, q, m, c)
	if err != nil {
		return 0, why, false, err
	}
	began := m.OpenedAt
	if n > 0 {
		began = sittings[n-1].ResumedAt
	}
	most, why = papersOf(c, rule, there, began, m.Chair)
	return most, why, len(there) > 0, nil
}

func papersOf(
	c constitution.Constitution, rule string, there []Presence, began civil.Instant, chair PersonID,
) (int, constitution.Trace) {
	chairs := constitution.Absent
	if slices.ContainsFunc(there, func(p Presence) bool { return p.Person == chair }) {
		chairs = constitution.Present
	}
	return c.BallotPapers(rule, mostTogether(there, began), chairs)
}

// mostTogether is the most of some people who were there together at one moment
// since a day of the meeting began, at its end or just before one of them left.
func mostTogether(people []Presence, began civil.Instant) int {
	together := func(there func(Presence) bool) (n int) {
		for _, p := range people {
			if there(p) {
				n++
			}
		}
		return n
	}
	most := together(Presence.Here)
	for _, gone := range people {
		if !gone.Here() && !gone.LeftAt.Before(began) {
			most = max(most, together(thereAt(gone.LeftAt)))
		}
	}
	return most
}

// sees reports whether the actor sees the records of meetings: the committee,
// those who hold meetings, and the chair of this one.
func (s *Service) sees(actor auth.Actor, m Meeting) bool {
	return s.requireSee(actor) == nil || s.Runs(actor, m)
}

// requireMember is for whoever is a member today, or sees meetings by office.
func (s *Service) requireMember(ctx context.Context, actor auth.Actor) error {
	if s.requireSee(actor) == nil {
		return nil
	}
	if !actor.SignedIn() {
		return apperr.New(apperr.SignIn, "Sign in to see the society’s meetings.")
	}
	member, err := members.MembersOn(ctx, s.db, []PersonID{actor.Person}, s.cases.Today())
	if err != nil {
		return err
	}
	if !member[actor.Person] {
		return apperr.New(apperr.Forbidden, "The society’s meetings are shown to its members.")
	}
	return nil
}

// List gives the meetings that the actor may see: of the committee’s only the
// committee.
func (s *Service) List(ctx context.Context, actor auth.Actor) (Meetings, error) {
	if err := s.requireMember(ctx, actor); err != nil {
		return Meetings{}, err
	}
	all, err := allMeetings(ctx, s.db)
	if err != nil {
		return Meetings{}, err
	}
	tallies, err := talliesOf(ctx, s.db)
	if err != nil {
		return Meetings{}, err
	}
	continues, err := furtherDays(ctx, s.db)
	if err != nil {
		return Meetings{}, err
	}
	chairs := make([]PersonID, 0, len(all))
	for _, m := range all {
		if m.Chair != 0 {
			chairs = append(chairs, m.Chair)
		}
	}
	known, err := names(ctx, s.db, chairs)
	if err != nil {
		return Meetings{}, err
	}
	out := Meetings{MayCall: s.Holds(actor)}
	for _, m := range all {
		if m.Kind == Committee && !s.sees(actor, m) {
			continue
		}
		has := tallies[m.ID]
		one := Summary{
			Meeting: m, ChairName: known[m.Chair], Motions: has.motions,
			HasMinutes: has.minutes && (has.readable || s.sees(actor, m)),
		}
		if on, adjourned := continues[m.ID]; adjourned && m.State == Adjourned {
			one.Continues = &on
		}
		if m.State.Upcoming() {
			out.Upcoming = append(out.Upcoming, one)
		} else {
			out.Past = append(out.Past, one)
		}
	}
	slices.Reverse(out.Past)
	return out, nil
}

// View gives a meeting with everything that was recorded, to those who hold
// meetings, the committee and whoever has its chair; other members see it with
// Published.
func (s *Service) View(ctx context.Context, actor auth.Actor, id ID) (View, error) {
	r, err := s.read(ctx, s.db, id)
	if err != nil {
		return View{}, err
	}
	if !s.sees(actor, r.Meeting) {
		return View{}, s.requireSee(actor)
	}
	v := View{Record: r, Next: r.steps(), Attend: r.mayAttend(), May: s.may(actor, r)}
	if v.Own, err = s.ownApology(ctx, s.db, actor, r); err != nil {
		return v, err
	}
	plan, err := s.plan(ctx, s.db, r.Meeting.input(), r.Meeting)
	if err != nil {
		return v, err
	}
	duties, err := s.governance.DutiesOf(ctx, r.Meeting.Source())
	if err != nil {
		return v, err
	}
	calendar, err := s.continued(ctx, s.db, r, plan.Calendar)
	if err != nil {
		return v, err
	}
	v.Deadlines = r.deadlines(calendar, duties)
	v.Warnings, v.Reminders = plan.Calendar.Warnings, plan.Calendar.Reminders
	if r.Meeting.Follows != 0 {
		before, err := ByID(ctx, s.db, r.Meeting.Follows)
		if err != nil {
			return v, err
		}
		v.Previous = &before
	}
	further, err := furtherDate(ctx, s.db, id)
	if err != nil {
		return v, err
	}
	if further.ID != 0 {
		v.Further = &further
		v.May.SetFurther = false
	}
	return v, nil
}

// may is what the actor may do with a meeting now.
func (s *Service) may(actor auth.Actor, r Record) May {
	m := r.Meeting
	holds, runs, opens, open := s.Holds(actor), s.Runs(actor, m), s.mayOpen(actor, m), m.State == Open
	_, senior, _ := r.senior()
	return May{
		Hold: holds, Chair: actor.SignedIn() && m.Chair == actor.Person,
		Edit: holds && (m.State == Planned || m.State == NoticeSent), Agenda: holds && r.mayChangeAgenda(),
		Propose: runs && m.State.Upcoming() && m.State != Adjourned, SendNotice: holds && m.State == Planned,
		Post:       holds && len(r.Notices) > 0 && r.Notices[0].Leaving.Still() > 0,
		Attend:     opens && !r.mayAttend().Blocked(),
		Open:       opens && (m.State == NoticeSent || m.State == Adjourned || m.State == Planned && m.Kind == Committee),
		ElectChair: opens && open && !senior, SetTellers: runs && open && m.Kind.General(),
		Vote: runs && open, CastVote: runs && open && m.Chair != 0, Close: runs && (open || m.State == Adjourned),
		Adjourn: runs && (open || m.State == Adjourned),
		Note:    runs && r.mayNote() == nil, Apologies: opens && m.State.Upcoming(),
		ShowMinutes:  runs && r.mayShowMinutes() == nil && r.Minutes.ShownAt.IsZero(),
		HideMinutes:  runs && r.mayShowMinutes() == nil && !r.Minutes.ShownAt.IsZero(),
		WriteMinutes: runs && r.mayWriteMinutes() == nil, Approve: holds && m.State == Closed && r.Minutes.Version > 0,
		Cancel: holds && (m.State == Planned || m.State == NoticeSent), SetFurther: holds && m.State == Inquorate,
		SeeAddresses: auth.Can(actor, auth.ViewContact, auth.Object{}, s.cases.Today()),
	}
}

// Published gives a general meeting as every member sees it: the notice that
// was sent, its agenda, what was decided, and the minutes once approved.
func (s *Service) Published(ctx context.Context, actor auth.Actor, id ID) (Published, error) {
	if err := s.requireMember(ctx, actor); err != nil {
		return Published{}, err
	}
	r, err := s.read(ctx, s.db, id)
	if err != nil {
		return Published{}, err
	}
	if !r.Meeting.Kind.General() && !s.sees(actor, r.Meeting) {
		return Published{}, apperr.New(apperr.NotFound, "Meeting not found.")
	}
	out := r.published()
	if out.Own, err = s.ownApology(ctx, s.db, actor, r); err != nil {
		return out, err
	}
	further, err := furtherDate(ctx, s.db, id)
	if further.ID != 0 {
		out.Further = &further
	}
	return out, err
}

// published is what every member sees of a record.
func (r Record) published() Published {
	out := Published{
		Meeting: r.Meeting, Agenda: r.Agenda, On: r.Day(), Tellers: r.Tellers,
		Changes: map[MotionID][]string{}, Rules: map[MotionID][]RuleChange{},
	}
	if next, adjourned := r.Continues(); adjourned {
		out.Next = &next.AdjournInput
	}
	if n, sent := r.notice(); sent {
		n.RecordedBy, n.Unreached = "", nil
		out.Notice = &n
		// What came with a request is for members once a notice has named it.
		out.Papers = slices.DeleteFunc(slices.Clone(r.Papers), func(p Paper) bool { return p.Requested && p.Announced == 0 })
	} else {
		out.Papers = slices.DeleteFunc(slices.Clone(r.Papers), func(p Paper) bool { return p.Announced == 0 })
	}
	for _, m := range r.Motions {
		if m.OnNotice || m.State != Pending && m.State != Withdrawn {
			out.Motions = append(out.Motions, m.withoutCounters())
			out.Changes[m.ID], out.Rules[m.ID] = r.ChangeTexts(m.Change), r.RuleChanges(m.Change)
		}
	}
	if r.Meeting.State.Held() || r.Meeting.State == Inquorate {
		out.Quorum, out.Chair = r.Quorum, r.Chair
	}
	if s, adjourned := r.Continues(); adjourned { // no one has come together since
		out.Quorum = s.Quorum
	}
	if r.Minutes.Readable() {
		minutes := r.Minutes
		out.Minutes = &minutes
	}
	return out
}

// withoutCounters leaves out who entered the counts.
func (m Motion) withoutCounters() Motion {
	m.Ballot = m.Ballot.withoutCounters()
	m.Amendments = slices.Clone(m.Amendments)
	for i := range m.Amendments {
		m.Amendments[i].Ballot = m.Amendments[i].Ballot.withoutCounters()
	}
	return m
}

func (b Ballot) withoutCounters() Ballot {
	b.Counts = slices.Clone(b.Counts)
	for i := range b.Counts {
		c := &b.Counts[i]
		c.By = ""
		if c.SetAside != nil {
			c.SetAside = &SetAside{At: c.SetAside.At, Reason: c.SetAside.Reason}
		}
	}
	b.Undone = slices.Clone(b.Undone)
	for i := range b.Undone {
		b.Undone[i].By = ""
	}
	return b
}
