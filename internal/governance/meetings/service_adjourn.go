package meetings

import (
	"context"
	"fmt"
	"slices"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/mail"
	"nzgs/internal/members"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// Adjourn ends the meeting for today: it continues on another day, with the same
// agenda and with what was decided. Who was there is kept, and those of the further
// day are recorded again. Of a meeting that is adjourned already it is another day
// than the one that was chosen. Letters are queued to whom the input says.
func (s *Service) Adjourn(ctx context.Context, actor auth.Actor, id ID, version int64, in AdjournInput) error {
	return s.running(ctx, actor, id, onVersion(version, func(
		tx *store.Tx, permit usecase.Permit, r Record,
	) (*usecase.Entry, error) {
		in := in.tidied()
		further := r.Meeting.State == Adjourned
		if !further {
			if err := r.guard(Adjourned); err != nil {
				return nil, err
			}
		}
		if err := in.check(r, s.cases.Today()).Err(); err != nil {
			return nil, err
		}
		if further {
			return s.chooseAnother(ctx, tx, permit, r, in)
		}
		return s.adjourn(ctx, tx, permit, r, in)
	}))
}

func (in AdjournInput) tidied() AdjournInput {
	in.Time, in.Place, in.Online, in.Reason = line(in.Time), line(in.Place), line(in.Online), paragraph(in.Reason)
	if in.Tell == "" {
		in.Tell = TellNone
	}
	return in
}

func (in AdjournInput) check(r Record, today civil.Date) apperr.Fields {
	as := PlanInput{Kind: r.Meeting.Kind, Date: in.Day, Time: in.Time, Place: in.Place, Online: in.Online}
	f := as.check()
	began := r.began().Date()
	switch {
	case f.Has("date"):
	case in.Day.Before(today):
		f.Add("date", "%s is past. Enter today or a day to come.", in.Day.Long())
	case in.Day.Before(began):
		f.Add("date", "Enter %s or a later day.", began.Long())
	}
	checkOptional(&f, "reason", in.Reason, maxText)
	if in.Tell != TellNone && in.Tell != TellPresent && in.Tell != TellAll {
		f.Add("tell", "Choose who is written to.")
	}
	return f
}

func (s *Service) adjourn(
	ctx context.Context, tx *store.Tx, permit usecase.Permit, r Record, in AdjournInput,
) (*usecase.Entry, error) {
	sitting := Sitting{
		Number: len(r.Sittings) + 1, AdjournInput: in, BeganAt: r.began(), AdjournedAt: s.cases.Now(), By: permit.Name(),
		Quorum: r.Quorum, Chair: Someone{Person: r.Meeting.Chair}, ChairHow: r.Meeting.ChairHow, Attendance: r.Attendance, Version: 1,
	}
	var err error
	if sitting.ID, err = insertSitting(ctx, tx, r.Meeting.ID, sitting); err != nil {
		return nil, err
	}
	if err := deleteSpeakers(ctx, tx, r.Meeting.ID); err != nil {
		return nil, err
	}
	before, m := r.Meeting, r.Meeting
	m.State, m.Chair, m.ChairHow = Adjourned, 0, NoChair
	if _, err := s.save(ctx, tx, permit, "adjourn.meeting", before, m); err != nil {
		return nil, err
	}
	if err := s.tellOfDay(ctx, tx, r, sitting, permit.Name(), nil, AdjournInput{}); err != nil {
		return nil, err
	}
	done := permit.Did("adjourn_to.meeting", "meeting", int64(m.ID), nil, adjournFacts(sitting))
	return done, s.setDuties(ctx, tx, m.ID)
}

func adjournFacts(p Sitting) map[string]any {
	return map[string]any{
		"number": p.Number, "day": p.Day, "time": p.Time, "place": p.Place, "reason": p.Reason, "told": p.Tell,
	}
}

// chooseAnother changes the day on which an adjourned meeting continues.
func (s *Service) chooseAnother(
	ctx context.Context, tx *store.Tx, permit usecase.Permit, r Record, in AdjournInput,
) (*usecase.Entry, error) {
	before, _ := r.Continues()
	after := before
	after.AdjournInput, after.Version = in, before.Version+1
	told, err := toldAlready(ctx, tx, before.ID)
	if err != nil {
		return nil, err
	}
	if err := updateSitting(ctx, tx, after); err != nil {
		return nil, err
	}
	if after.Day != before.Day { // who came on the day that was is not there on this one
		if err := deletePresences(ctx, tx, r.Meeting.ID); err != nil {
			return nil, err
		}
	}
	if err := updateMeeting(ctx, tx, r.Meeting); err != nil { // the next version
		return nil, err
	}
	r.Attendance = before.Attendance
	if err := s.tellOfDay(ctx, tx, r, after, permit.Name(), told, before.AdjournInput); err != nil {
		return nil, err
	}
	done := permit.Did("adjourn_to.meeting", "meeting", int64(r.Meeting.ID), adjournFacts(before), adjournFacts(after))
	return done, s.setDuties(ctx, tx, r.Meeting.ID)
}

// tellOfDay queues the letters about the day on which a meeting continues, and
// keeps whom none can reach. Who was told of another day, was, is told of this one,
// too, whoever else is.
func (s *Service) tellOfDay(
	ctx context.Context, tx *store.Tx, r Record, p Sitting, from string, told []PersonID, was AdjournInput,
) error {
	ids, err := s.toldOf(ctx, tx, r, p)
	if err != nil {
		return err
	}
	for _, id := range told {
		if !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	people, err := members.People(ctx, tx, ids)
	if err != nil {
		return err
	}
	subject, body := r.adjourning(p.AdjournInput, was, from)
	var letters []mail.Letter
	for _, id := range ids {
		who := people[id]
		byMail := mail.ValidAddress(who.Contact.Email)
		if err := insertTold(ctx, tx, p.ID, id, byMail); err != nil {
			return err
		}
		if byMail {
			letters = append(letters, mail.Letter{
				Key: p.letterKey(r.Meeting.ID, id), Purpose: subject, Subject: subject, Body: body,
				To: mail.Recipient{Person: int64(id), Name: who.Name.String(), Address: who.Contact.Email},
			})
		}
	}
	_, err = s.outbox.Queue(ctx, tx, letters...)
	return err
}

// toldOf are those whom the letters about a day go to.
func (s *Service) toldOf(ctx context.Context, q store.Queryer, r Record, p Sitting) ([]PersonID, error) {
	switch p.Tell {
	case TellAll:
		return s.addressees(ctx, q, r)
	case TellPresent:
		var ids []PersonID
		for _, a := range r.Attendance {
			if a.Entitled {
				ids = append(ids, a.Person)
			}
		}
		return ids, nil
	}
	return nil, nil
}

// letterKey names the letter about a day to somebody in the outbox.
func (p Sitting) letterKey(m ID, person PersonID) string {
	return fmt.Sprintf("%s:adjourned:%d:%d:person:%d", Meeting{ID: m}.Source(), p.Number, p.Version, person)
}

// countLetters says how many of the letters about the days of a meeting have left.
func (s *Service) countLetters(ctx context.Context, q store.Queryer, r *Record) error {
	for i := range r.Sittings {
		p := &r.Sittings[i]
		if p.Letters.Queued == 0 {
			continue
		}
		ids, err := toldByMail(ctx, q, p.ID)
		if err != nil {
			return err
		}
		keys := make([]string, len(ids))
		for j, id := range ids {
			keys[j] = p.letterKey(r.Meeting.ID, id)
		}
		standings, err := s.outbox.Standings(ctx, q, keys)
		if err != nil {
			return err
		}
		for _, letter := range standings {
			if letter.State == mail.Sent {
				p.Letters.Left++
			}
		}
	}
	return nil
}

// resume opens an adjourned meeting on its further day, with those who are there.
func (s *Service) resume(
	ctx context.Context, tx *store.Tx, permit usecase.Permit, r Record,
) (*usecase.Entry, error) {
	sitting, _ := r.Continues()
	if err := setResumed(ctx, tx, sitting.ID, s.cases.Now()); err != nil {
		return nil, err
	}
	before, m := r.Meeting, r.Meeting
	m.State = Open
	m.takeChair(r)
	done, err := s.save(ctx, tx, permit, "resume.meeting", before, m)
	if err != nil {
		return nil, err
	}
	return done, s.setDuties(ctx, tx, m.ID)
}

// leaveUndecided gives an end to the motions that a meeting leaves undecided when
// it closes: those that procedure laid aside, and of a meeting that does not
// continue those that it did not come to.
func (s *Service) leaveUndecided(ctx context.Context, tx *store.Tx, permit usecase.Permit, r *Record) error {
	if err := deleteSpeakers(ctx, tx, r.Meeting.ID); err != nil {
		return err
	}
	for i := range r.Motions {
		m := &r.Motions[i]
		if m.State == Pending && r.Meeting.State == Adjourned {
			m.State, m.Reason = NotReached, "The meeting was adjourned and did not continue."
			m.Trace, m.DecidedAt = constitution.Trace{}, s.cases.Now()
		} else if !m.laidAside {
			continue
		}
		done, err := s.saveMotion(ctx, tx, permit, "leave.motion", *m, *m)
		if err != nil {
			return err
		}
		if err := done.Write(ctx, tx); err != nil {
			return err
		}
	}
	return nil
}

// continued is the calendar of a meeting that was adjourned: what is due after a
// meeting is due after its last day.
func (s *Service) continued(
	ctx context.Context, q store.Queryer, r Record, first constitution.Calendar,
) (constitution.Calendar, error) {
	if len(r.Sittings) == 0 {
		return first, nil
	}
	in := r.Meeting.input()
	in.Date = r.Day()
	if !in.Closing.IsZero() && !in.Closing.After(in.Date) {
		in.Closing = civil.Date{}
	}
	last, err := s.plan(ctx, q, in, Meeting{})
	if err != nil {
		return first, err
	}
	for i, d := range first.Deadlines {
		switch d.What {
		case constitution.DutyProposals, constitution.DutyNotice, constitution.DutyRequest:
			continue
		}
		for _, l := range last.Calendar.Deadlines {
			if l.What == d.What {
				first.Deadlines[i] = l
			}
		}
	}
	return first, nil
}
