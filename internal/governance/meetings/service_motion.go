package meetings

import (
	"context"
	"slices"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/members"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// maxMotions is how many motions a meeting takes.
const maxMotions = 500

// Propose records a proposal, before the meeting or at it.
func (s *Service) Propose(ctx context.Context, actor auth.Actor, id ID, in MotionInput) (MotionID, error) {
	var motion MotionID
	err := s.running(ctx, actor, id, func(tx *store.Tx, permit usecase.Permit, r Record) (*usecase.Entry, error) {
		if !r.Meeting.State.Upcoming() {
			return nil, apperr.New(
				apperr.Conflict, "The %s is “%s”: it takes no more motions.", r.Meeting.Title(), r.Meeting.State.Label(),
			)
		}
		m, err := s.checkedMotion(ctx, tx, r, in)
		if err != nil {
			return nil, err
		}
		m.Meeting, m.Number = id, len(r.Motions)+1
		if motion, err = insertMotion(ctx, tx, m); err != nil {
			return nil, err
		}
		return permit.Did("propose.motion", "motion", int64(motion), nil, factsOfMotion(m)), nil
	})
	return motion, err
}

// EditMotion changes a proposal that was neither sent with a notice nor put.
func (s *Service) EditMotion(ctx context.Context, actor auth.Actor, id MotionID, version int64, in MotionInput) error {
	return s.onMotion(ctx, actor, id, version, func(
		tx *store.Tx, permit usecase.Permit, r Record, m Motion,
	) (*usecase.Entry, error) {
		switch {
		case m.State != Pending || !r.Meeting.State.Upcoming():
			return nil, apperr.New(apperr.Conflict, "Motion %d is “%s” and stays as it is.", m.Number, m.State.Label())
		case m.OnNotice:
			return nil, apperr.UnderRule(
				"4.18", "Motion %d is in the notice. Its text is changed by an amendment at the meeting.", m.Number,
			)
		case len(m.Amendments) > 0 || len(m.Counts) > 0:
			return nil, apperr.UnderRule("4.18", "Motion %d was put already. Its text is changed by an amendment.", m.Number)
		}
		if of, err := adoptsAccounts(ctx, tx, m.ID); err != nil || of {
			if of {
				err = apperr.New(
					apperr.Conflict, "Motion %d adopts the accounts of a year, so its text stays. Withdraw it if it is not to be put.",
					m.Number,
				)
			}
			return nil, err
		}
		after, err := s.checkedMotion(ctx, tx, r, in)
		if err != nil {
			return nil, err
		}
		after.ID, after.Meeting, after.Number, after.State = m.ID, m.Meeting, m.Number, m.State
		if after.CopiedFrom == 0 {
			after.CopiedFrom = m.CopiedFrom
		}
		if after.Received == m.Received {
			after.Accepted, after.LateReason = m.Accepted, m.LateReason
		}
		return s.saveMotion(ctx, tx, permit, "edit.motion", m, after)
	})
}

// checkedMotion tidies a motion and refuses what cannot be moved at the
// meeting as it stands.
func (s *Service) checkedMotion(ctx context.Context, q store.Queryer, r Record, in MotionInput) (Motion, error) {
	in = in.tidied(r)
	if in.Received.IsZero() {
		in.Received = s.cases.Today()
	}
	f := in.check(r)
	if !f.Has("received") && in.Received.After(s.cases.Today()) {
		f.Add("received", "%s is still to come.", in.Received.Long())
	}
	if len(r.Motions) >= maxMotions {
		f.Add("title", "A meeting takes at most %d motions.", maxMotions)
	}
	if err := checkMovers(ctx, q, &f, r, in); err != nil {
		return Motion{}, err
	}
	if in.Change != nil && !f.Has("change") {
		if _, err := Amend(r.Constitution, in.Change); err != nil {
			f = append(f, fieldsOf("change", err)...)
		}
	}
	if err := f.Err(); err != nil {
		return Motion{}, err
	}
	if err := r.mayMove(in); err != nil {
		return Motion{}, err
	}
	return Motion{
		Origin: in.Origin, Kind: in.Kind, Item: in.Item, Title: in.Title, Moved: in.Text, MovedChange: in.Change,
		Effect: in.Effect,
		Mover:  Someone{Person: in.Mover}, Seconder: Someone{Person: in.Seconder}, Received: in.Received, State: Pending,
		CopiedFrom: in.Proposal,
	}, nil
}

// fieldsOf are the problems that an error names, or the error itself as one of
// the field.
func fieldsOf(field string, err error) apperr.Fields {
	var f apperr.Fields
	if e, ok := err.(*apperr.Error); ok && len(e.Fields) > 0 {
		return e.Fields
	}
	f.Add(field, "%s", err.Error())
	return f
}

func (in MotionInput) tidied(r Record) MotionInput {
	in.Title, in.Text = line(in.Title), paragraph(in.Text)
	if in.Origin == "" {
		in.Origin = constitution.FromMember
	}
	if in.Kind == "" {
		in.Kind = constitution.Ordinary
	}
	if in.Item == "" {
		in.Item = map[Kind]constitution.Item{AGM: constitution.Proposals, EGM: constitution.Discussion}[r.Meeting.Kind]
	}
	switch {
	case in.Item != constitution.OtherBusiness:
	case in.Kind == constitution.Constitutional: // whatever was said of it
		in.Effect = constitution.ChangesRules
	case in.Effect == "":
		in.Effect = constitution.NoSubstance
	}
	if len(in.Change) == 0 {
		in.Change = nil
	}
	return in
}

// formality reports whether it is of a formal nature, rule 4.12: nothing on the
// constitution is.
func (in MotionInput) formality() bool {
	return in.Origin == constitution.Formal && in.Kind != constitution.Constitutional
}

// check returns what is wrong with a motion, in form order.
func (in MotionInput) check(r Record) apperr.Fields {
	var f apperr.Fields
	onAgenda := slices.ContainsFunc(r.Agenda, func(i AgendaItem) bool { return i.Item == in.Item && in.Item != "" })
	if !onAgenda && (in.Item != "" || r.Meeting.Kind != Committee) {
		f.Add("item", "Choose an item of the agenda.")
	}
	if onAgenda && r.Meeting.Kind == AGM && !in.formality() && in.Item != constitution.Proposals &&
		in.Item != constitution.OtherBusiness {
		f.Add(
			"item",
			"Only formal motions, such as to accept the minutes, are moved under this item. Choose proposals or other business.",
		)
	}
	if !slices.Contains(
		[]constitution.Origin{constitution.FromMember, constitution.FromCommittee, constitution.Formal}, in.Origin,
	) {
		f.Add("origin", "Choose whether a member, the committee or the chair brings it.")
	}
	if in.Kind != constitution.Ordinary && in.Kind != constitution.Constitutional {
		f.Add("kind", "Say whether it is about the constitution.")
	}
	checkLine(&f, "title", in.Title, "Give the motion a title.")
	checkText(&f, "text", in.Text, "Enter the text of the motion.")
	if !in.Received.IsZero() {
		constitution.CheckDay(&f, "received", in.Received)
	}
	if in.Item == constitution.OtherBusiness &&
		!slices.Contains([]constitution.Effect{constitution.NoSubstance, constitution.ChangesFee,
			constitution.ChangesOfficer, constitution.ChangesRules, constitution.ChangesOtherwise}, in.Effect) {
		f.Add("effect", "Say what it would change.")
	}
	if in.Proposal != 0 && (r.Meeting.Kind != EGM || r.calledFor(in.Proposal) != constitution.CalledFor) {
		f.Add("proposal", "Choose a proposal of this meeting’s notice.")
	}
	if in.Change != nil && in.Kind != constitution.Constitutional {
		f.Add("change", "Only a motion on the constitution changes its figures.")
	}
	if len(in.Change) > maxChanges {
		f.Add("change", "Change at most %d figures.", maxChanges)
	}
	return f
}

// maxChanges is more than there are figures.
const maxChanges = 100

// checkMovers asks for a mover and a seconder where rules 4.12, 4.17 and 7.1
// do: of the members' motions at a general meeting, and of every motion on the
// constitution.
func checkMovers(ctx context.Context, q store.Queryer, f *apperr.Fields, r Record, in MotionInput) error {
	needed, t := r.Constitution.MoverNeeded(in.Origin, in.Kind)
	if !r.Meeting.Kind.General() {
		needed = false
	}
	known, err := names(ctx, q, []PersonID{in.Mover, in.Seconder})
	if err != nil {
		return err
	}
	member, err := members.MembersOn(ctx, q, []PersonID{in.Mover, in.Seconder}, in.Received)
	if err != nil {
		return err
	}
	for _, who := range []struct {
		field, word string
		person      PersonID
	}{{"mover", "proposes", in.Mover}, {"seconder", "seconds", in.Seconder}} {
		problems := len(*f)
		if err := members.CheckCurrent(ctx, q, f, who.field, who.person); err != nil {
			return err
		}
		switch {
		case len(*f) > problems:
		case who.person == 0 && needed:
			f.Add(who.field, "Choose the member who %s it (rule %s).", who.word, t.Rule)
		case who.person == 0:
		case known[who.person] == "":
			f.Add(who.field, "This person is not in the register. Choose another.")
		case r.Meeting.Kind.General() && !member[who.person]:
			f.Add(who.field, "%s was not a member on %s.", known[who.person], in.Received.Long())
		}
	}
	if in.Mover != 0 && in.Mover == in.Seconder {
		f.Add("seconder", "Choose another member than the one who proposes it.")
	}
	return nil
}

// mayMove refuses a motion that cannot be moved at this meeting now.
func (r Record) mayMove(in MotionInput) error {
	m := r.Meeting
	if err := r.newBusiness(in.Item); err != nil {
		return err
	}
	switch {
	case m.Kind == Committee && in.Kind == constitution.Constitutional:
		return apperr.UnderRule("7.1", "The committee cannot amend the constitution.")
	case in.Item == constitution.OtherBusiness:
		findings, _ := r.Constitution.ProposeUnderOtherBusiness(in.Effect, constitution.Given)
		return refused(findings)
	case m.Kind == EGM && m.State != Planned:
		findings, _ := r.Constitution.MoveAtEGM(in.subject(), r.calledFor(in.Proposal))
		return refused(findings)
	case m.Kind == AGM && in.Item == constitution.Proposals && m.State != Planned && !in.formality():
		return apperr.UnderRule(
			"4.17", "The notice with its agenda is written: what is not on it can only be moved under other business.",
		)
	}
	return nil
}

// subject is what a vote on it is about.
func (in MotionInput) subject() constitution.Subject {
	return Motion{Origin: in.Origin, Kind: in.Kind}.subject()
}

// calledFor reports whether the meeting was called for a proposal: whether it
// was sent with the notice.
func (r Record) calledFor(proposal MotionID) constitution.Called {
	if slices.ContainsFunc(r.Motions, func(m Motion) bool { return m.ID == proposal && m.OnNotice }) {
		return constitution.CalledFor
	}
	return constitution.NotCalledFor
}

// Words gives the proposal of an EGM's notice that a motion words, if it was
// moved on one.
func (r Record) Words(m Motion) (Motion, bool) {
	i := slices.IndexFunc(r.Motions, func(from Motion) bool { return from.ID == m.CopiedFrom })
	if i < 0 {
		return Motion{}, false
	}
	return r.Motions[i], true
}

// motionFacts are what the audit log keeps of a motion.
type motionFacts struct {
	Meeting  ID                  `json:"meeting"`
	Number   int                 `json:"number"`
	Kind     constitution.Kind   `json:"kind"`
	Origin   constitution.Origin `json:"origin"`
	Title    string              `json:"title"`
	Text     string              `json:"text"`
	Change   []FigureChange      `json:"change,omitempty"`
	Mover    PersonID            `json:"mover,omitempty"`
	Seconder PersonID            `json:"seconder,omitempty"`
	State    MotionState         `json:"state"`
	Outcome  string              `json:"outcome,omitempty"`
	Reason   string              `json:"reason,omitempty"`
	From     MotionID            `json:"from,omitempty"`
}

func factsOfMotion(m Motion) motionFacts {
	return motionFacts{
		m.Meeting, m.Number, m.Kind, m.Origin, m.Title, m.Moved, m.MovedChange, m.Mover.Person, m.Seconder.Person, m.State,
		m.Trace.String(), m.Reason, m.CopiedFrom,
	}
}

// saveMotion writes a motion and its audit entry.
func (s *Service) saveMotion(
	ctx context.Context, tx *store.Tx, permit usecase.Permit, action string, before, after Motion,
) (*usecase.Entry, error) {
	if err := updateMotion(ctx, tx, after); err != nil {
		return nil, err
	}
	return permit.Did(
		action, "motion", int64(after.ID),
		factsOfMotion(before),
		factsOfMotion(after),
	), nil
}

// onMotion runs fn for whoever runs the meeting, on the version of the motion
// that was shown.
func (s *Service) onMotion(
	ctx context.Context, actor auth.Actor, id MotionID, version int64,
	fn func(tx *store.Tx, permit usecase.Permit, r Record, m Motion) (*usecase.Entry, error),
) error {
	meeting, err := meetingOfMotion(ctx, s.db, id)
	if err != nil {
		return err
	}
	return s.running(ctx, actor, meeting, func(tx *store.Tx, permit usecase.Permit, r Record) (*usecase.Entry, error) {
		m := *r.motion(id)
		if m.Version != version {
			return nil, usecase.Stale("this motion", "motion", int64(id))
		}
		return fn(tx, permit, r, m)
	})
}

func obstacles(f constitution.Findings) int {
	n := 0
	for _, x := range f {
		if x.Gravity == constitution.Obstacle {
			n++
		}
	}
	return n
}
