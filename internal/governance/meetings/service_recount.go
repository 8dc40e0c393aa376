package meetings

import (
	"context"
	"fmt"
	"slices"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// Which says which of two counts of the same papers or hands stands.
type Which string

const (
	SecondStands Which = "second"
	FirstStands  Which = "first"
)

// RecountInput is a second count of the papers or hands of an earlier one. Its
// fields are of, yes, no, abstain, spoiled, blank, asked, stands and reason.
type RecountInput struct {
	Motion    MotionID
	Amendment AmendmentID // 0: of the motion itself
	Of        int         // number of the count before
	Votes     constitution.Votes
	Spoiled   int
	Blank     int
	Asked     PersonID // who asked for it; 0: the tellers or the chair
	Stands    Which
	Reason    string // why it was counted again, and why the one that stands does
}

// RecordRecount records that the tellers counted the same papers or hands again,
// rule 4.11. Both counts are kept, and which of them stands. Where the second
// does, what was declared is opened again.
func (s *Service) RecordRecount(ctx context.Context, actor auth.Actor, in RecountInput) error {
	meeting, err := meetingOfMotion(ctx, s.db, in.Motion)
	if err != nil {
		return err
	}
	return s.atTable(ctx, actor, meeting, func(tx *store.Tx, permit usecase.Permit, r Record) (*usecase.Entry, error) {
		m := *r.motion(in.Motion)
		if in.Amendment == 0 {
			if !m.State.decidedByVote() {
				return nil, apperr.New(
					apperr.Conflict, "Motion %d is “%s”: there is nothing to count again.", m.Number, m.State.Label(),
				)
			}
			if err := r.standsFrom(m, 0); err != nil {
				return nil, err
			}
			count, decides, err := r.recount(m.Kind, m.Ballot, in, permit.Name())
			if err != nil {
				return nil, err
			}
			if err := s.mayReopen(ctx, tx, r, m, decides); err != nil {
				return nil, err
			}
			return s.keepMotionCount(ctx, tx, permit, m, count, decides)
		}
		i := slices.IndexFunc(m.Amendments, func(a Amendment) bool { return a.ID == in.Amendment })
		if i < 0 {
			return nil, apperr.New(apperr.NotFound, "Amendment not found.")
		}
		a := m.Amendments[i]
		if err := r.standsFrom(m, a.ID); err != nil {
			return nil, err
		}
		if err := r.mayCountAgain(m, a); err != nil {
			return nil, err
		}
		count, decides, err := r.recount(constitution.Ordinary, a.Ballot, in, permit.Name())
		if err != nil {
			return nil, err
		}
		return s.keepAmendmentCount(ctx, tx, permit, m, a, count, decides)
	})
}

// decidedByVote reports whether votes decide it, or did.
func (s MotionState) decidedByVote() bool { return s == Pending || s == Carried || s == NotCarried }

// mayCountAgain refuses a change of the votes on an amendment on which something
// rests that came after it.
func (r Record) mayCountAgain(m Motion, a Amendment) error {
	switch last := r.lastDealtWith(m); {
	case m.State != Pending:
		return apperr.UnderRule(
			"4.18", "Motion %d is “%s”, with its amendments as they were decided: set that outcome aside first.", m.Number,
			m.State.Label(),
		)
	case m.Put():
		return apperr.UnderRule(
			"4.18", "Motion %d was put to the vote after its amendments: set the counts of the motion aside first.", m.Number,
		)
	case last > a.Number:
		return apperr.UnderRule(
			"4.18", "Amendment %d was decided after amendment %d, and rests on it: set that outcome aside first.", last,
			a.Number,
		)
	}
	return nil
}

// recount checks a second count and numbers it; decides reports whether it
// would take the place of the count that decides.
func (r Record) recount(
	kind constitution.Kind, b Ballot, in RecountInput, by string,
) (c Count, decides bool, err error) {
	first, found := b.count(in.Of)
	again := slices.ContainsFunc(b.Standing(), func(c Count) bool { return c.No == in.Of })
	var f apperr.Fields
	if !found || !again || first.Method == constitution.Voice {
		f.Add("of", "Choose a count of hands or ballot papers that stands.")
		return c, false, f.Err()
	}
	c = Count{
		Count: constitution.Count{
			Method: first.Method, No: len(b.Counts) + 1, Votes: in.Votes, Spoiled: in.Spoiled, Blank: in.Blank,
		},
		By: by, Chair: first.Chair, Voters: first.Voters,
		Recount: &Recount{
			Of: in.Of, Asked: Someone{Person: in.Asked}, Reason: paragraph(in.Reason), Stands: in.Stands == SecondStands,
		},
	}
	now, why := r.mayHaveVoted(kind)
	if c.Voters == 0 { // of a count that was recorded before this was kept
		c.Voters = now
	} else if c.Voters != now {
		why = constitution.Trace{Rule: "4.8", Steps: []constitution.Step{
			{Rule: "4.8", Text: fmt.Sprintf("%d could vote when it was counted first", c.Voters)},
		}}
	}
	r.checkVotes(&f, c, why)
	if in.Asked != 0 && !r.cameByRight(in.Asked) {
		f.Add("asked", "Choose someone who was at the meeting and entitled to be.")
	}
	if in.Stands != SecondStands && in.Stands != FirstStands {
		f.Add("stands", "Say which of the two counts stands.")
	}
	checkText(&f, "reason", c.Recount.Reason, "Enter why it was counted again, and why this count stands.")
	decides, err = r.takes(f, "of", kind, b, c)
	return c, decides, err
}

// cameByRight reports whether somebody is or was at the meeting by right, on any of its
// days.
func (r Record) cameByRight(id PersonID) bool {
	return slices.ContainsFunc(r.CameByRight(), func(p Presence) bool { return p.Person == id })
}

// CameByRight are those who are or were at the meeting by right, on any of its days: those
// of the last first, each day's by name.
func (r Record) CameByRight() []Presence { return onAnyDay(r.Attendance, r.Sittings) }

// onAnyDay are those of a day who are there by right, and then those who were on earlier
// ones, each once.
func onAnyDay(there []Presence, before []Sitting) []Presence {
	var out []Presence
	add := func(day []Presence) {
		for _, p := range day {
			if p.Entitled && !slices.ContainsFunc(out, func(o Presence) bool { return o.Person == p.Person }) {
				out = append(out, p)
			}
		}
	}
	add(there)
	for _, s := range before {
		add(s.Attendance)
	}
	return out
}
