package meetings

import (
	"context"
	"fmt"
	"slices"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// Procedure is what a procedural motion asks for.
type Procedure string

// The procedural motions that have an effect of their own, and the others.
const (
	PutQuestion    Procedure = "put"     // no one speaks any more: the vote
	NextBusiness   Procedure = "next"    // the motion is left undecided
	LieOnTable     Procedure = "table"   // and may be taken up again
	TakeUp         Procedure = "take_up" // what lies on the table
	AdjournNow     Procedure = "adjourn" // to another day
	Dissent        Procedure = "dissent" // from the chair's ruling
	OtherProcedure Procedure = "other"
)

// Procedures are the procedural motions in the order in which they are offered.
func Procedures() []Procedure {
	return []Procedure{PutQuestion, NextBusiness, LieOnTable, TakeUp, AdjournNow, Dissent, OtherProcedure}
}

// Label is the motion as people read it.
func (p Procedure) Label() string {
	switch p {
	case PutQuestion:
		return "That the question be put"
	case NextBusiness:
		return "That the meeting move to the next business"
	case LieOnTable:
		return "That the motion lie on the table"
	case TakeUp:
		return "That the motion be taken from the table"
	case AdjournNow:
		return "That the meeting adjourn"
	case Dissent:
		return "That the chair’s ruling be dissented from"
	case OtherProcedure:
		return "Another motion on procedure"
	}
	return string(p)
}

// NeedsMotion reports whether it is about another motion.
func (p Procedure) NeedsMotion() bool { return p == PutQuestion || p == LieOnTable || p == TakeUp }

// ProcedureInput is a procedural motion as it is moved. Its form fields are
// procedure, about, words, mover and seconder.
type ProcedureInput struct {
	Procedure Procedure
	About     MotionID // 0: none
	Words     string   // of another one; of dissent: the ruling
	Mover     PersonID // 0: moved from the chair
	Seconder  PersonID
	Item      ItemID // under which it is moved
}

// MoveProcedure records a motion on procedure. It is of a formal nature (rule
// 4.12), and is voted on as every motion (4.8 to 4.11). What it brings about
// follows from its being carried.
func (s *Service) MoveProcedure(ctx context.Context, actor auth.Actor, id ID, in ProcedureInput) (MotionID, error) {
	var motion MotionID
	err := s.atTable(ctx, actor, id, func(tx *store.Tx, permit usecase.Permit, r Record) (*usecase.Entry, error) {
		in := in
		in.Words = paragraph(in.Words)
		if err := in.check(r); err != nil {
			return nil, err
		}
		m := in.motion(r)
		m.Meeting, m.Number, m.Received = id, len(r.Motions)+1, s.cases.Today()
		var err error
		if motion, err = insertMotion(ctx, tx, m); err != nil {
			return nil, err
		}
		return permit.Did("propose.motion", "motion", int64(motion), nil, factsOfMotion(m)), nil
	})
	return motion, err
}

func (in ProcedureInput) check(r Record) error {
	var f apperr.Fields
	if !slices.Contains(Procedures(), in.Procedure) {
		f.Add("procedure", "Choose what is moved.")
	}
	in.checkAbout(&f, r)
	if in.Procedure == OtherProcedure {
		checkText(&f, "words", in.Words, "Enter what is moved: “That …”.")
	} else {
		checkOptional(&f, "words", in.Words, maxText)
	}
	for _, who := range []struct {
		field  string
		person PersonID
	}{{"mover", in.Mover}, {"seconder", in.Seconder}} {
		if who.person != 0 && !r.here(who.person) {
			f.Add(who.field, "Choose someone who is here and entitled to be.")
		}
	}
	if in.Mover != 0 && in.Mover == in.Seconder {
		f.Add("seconder", "Choose another member than the one who moves it.")
	}
	if len(r.Motions) >= maxMotions {
		f.Add("procedure", "A meeting takes at most %d motions.", maxMotions)
	}
	return f.Err()
}

// checkAbout asks for the motion that it is about, as that stands.
func (in ProcedureInput) checkAbout(f *apperr.Fields, r Record) {
	i := slices.IndexFunc(r.Motions, func(m Motion) bool { return m.ID == in.About })
	if i < 0 {
		if in.About != 0 || in.Procedure.NeedsMotion() {
			f.Add("about", "Choose the motion that it is about.")
		}
		return
	}
	switch about := r.Motions[i]; {
	case about.Procedural != "":
		f.Add("about", "Motion %d is on procedure itself.", about.Number)
	case in.Procedure == TakeUp && !about.laidAside:
		f.Add("about", "Motion %d does not lie on the table.", about.Number)
	case in.Procedure == Dissent && about.State != RuledOut:
		f.Add("about", "Motion %d was not ruled out. Leave this empty for another ruling.", about.Number)
	case in.Procedure != TakeUp && in.Procedure != Dissent && about.State != Pending:
		f.Add("about", "Motion %d is “%s” already.", about.Number, about.State.Label())
	}
}

// motion is the motion that is put.
func (in ProcedureInput) motion(r Record) Motion {
	out := Motion{
		Origin: constitution.Formal, Kind: constitution.Ordinary, Title: in.Procedure.Label(), State: Pending,
		Moved: in.Procedure.Label() + ".", Mover: Someone{Person: in.Mover}, Seconder: Someone{Person: in.Seconder},
		Procedural: in.Procedure, About: in.About,
	}
	if i := slices.IndexFunc(r.Agenda, func(it AgendaItem) bool { return it.ID == in.Item }); i >= 0 {
		out.Item = r.Agenda[i].Item
	}
	if in.About != 0 {
		about := r.motion(in.About)
		out.Item = about.Item
		out.Title += fmt.Sprintf(" (motion %d)", about.Number)
	}
	if out.Item == constitution.OtherBusiness {
		out.Effect = constitution.NoSubstance
	}
	if in.Words == "" {
		return out
	}
	if in.Procedure == OtherProcedure {
		out.Title, out.Moved = shortened(line(in.Words), maxLine), in.Words
		return out
	}
	out.Moved += " " + in.Words
	return out
}

// applyProcedure lets the procedural motions that were carried have their effect
// on the motions that they are about: the last one stands. It is worked out at each
// reading, so that another count, or a declaration that is set aside, undoes it.
func (r *Record) applyProcedure() {
	for i := range r.Motions {
		m := &r.Motions[i]
		by, ok := r.lastProcedure(*m)
		if !ok {
			continue
		}
		switch by.Procedural {
		case NextBusiness, LieOnTable:
			if m.State == Pending {
				m.State, m.laidAside, m.DecidedAt, m.Trace = NotReached, true, by.DecidedAt, constitution.Trace{}
				m.Reason = fmt.Sprintf("%s: motion %d was carried.", by.Procedural.Label(), by.Number)
			}
		case Dissent:
			if m.State == RuledOut && by.DecidedAt.After(m.DecidedAt) {
				m.State, m.Reason, m.DecidedAt = Pending, "", civil.Instant{}
			}
		}
	}
}

// lastProcedure is the last procedural motion about a motion that was carried and
// has an effect on it.
func (r Record) lastProcedure(m Motion) (last Motion, ok bool) {
	for _, p := range r.Motions {
		if p.About != m.ID || p.State != Carried {
			continue
		}
		switch p.Procedural {
		case NextBusiness, LieOnTable, TakeUp, Dissent:
			if !ok || p.DecidedAt.After(last.DecidedAt) {
				last, ok = p, true
			}
		}
	}
	return last, ok
}

// QuestionPut reports whether the meeting decided that the question be put on a
// motion that is not decided: no one speaks on it any more.
func (r Record) QuestionPut(m Motion) bool {
	return m.State == Pending && slices.ContainsFunc(r.Motions, func(p Motion) bool {
		return p.Procedural == PutQuestion && p.About == m.ID && p.State == Carried
	})
}

// ToAdjourn reports whether the meeting decided in this sitting that it adjourn.
func (r Record) ToAdjourn() bool {
	return slices.ContainsFunc(r.Motions, func(p Motion) bool {
		return p.Procedural == AdjournNow && p.State == Carried && p.DecidedAt.After(r.began())
	})
}

// DecideByVoice records what the chair heard on a motion (rule 4.9) and declares
// it. A member may still call for a show of hands, which opens it again.
func (s *Service) DecideByVoice(
	ctx context.Context, actor auth.Actor, id MotionID, version int64, call constitution.Call,
) error {
	return s.onMotion(ctx, actor, id, version, func(
		tx *store.Tx, permit usecase.Permit, r Record, m Motion,
	) (*usecase.Entry, error) {
		if r.Meeting.State != Open || m.State != Pending || m.Put() {
			return nil, apperr.New(apperr.Conflict, "Motion %d was voted on, or is not before the meeting.", m.Number)
		}
		heard, err := s.countMotion(ctx, tx, permit, r, m, CountInput{Motion: id, Method: constitution.Voice, Call: call})
		if err != nil {
			return nil, err
		}
		if r, err = s.read(ctx, tx, m.Meeting); err != nil {
			return nil, err
		}
		declared, err := s.declareMotion(ctx, tx, permit, r, *r.motion(id))
		if err != nil {
			return nil, err
		}
		return heard.Then(declared), nil
	})
}
