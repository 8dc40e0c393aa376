package meetings

import (
	"context"
	"slices"
	"strconv"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/governance"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/store"
	"nzgs/internal/treasury"
	"nzgs/internal/usecase"
)

// AccountsInput are the accounts of a year as the treasurer presents them to an AGM. Its field is meeting.
type AccountsInput struct {
	Meeting ID
	Until   civil.Date          // the year's last day
	Report  governance.Document // that goes with the notice
}

// Presented is an AGM to which the accounts of a year were presented, with the motion that adopts them.
type Presented struct {
	Meeting Meeting
	Motion  Motion
}

// Adopted reports whether the meeting has adopted the accounts: the motion was carried, and the meeting is over, so that
// it stays so.
func (p Presented) Adopted() bool {
	return p.Motion.State == Carried && (p.Meeting.State == Closed || p.Meeting.State == Approved)
}

// AccountsStanding is how far the accounts of a year have come.
type AccountsStanding struct {
	AGMs      []Meeting   // that are still to be held
	Presented []Presented // the latest first
}

// Accounts says to which AGMs the accounts of a year were presented, and to which they can be.
func (s *Service) Accounts(ctx context.Context, actor auth.Actor, until civil.Date) (AccountsStanding, error) {
	var out AccountsStanding
	if err := s.cases.Require(actor, auth.ViewBooks, auth.Object{}); err != nil {
		return out, err
	}
	all, err := allMeetings(ctx, s.db)
	if err != nil {
		return out, err
	}
	motions, err := motionsOfAccounts(ctx, s.db, until)
	if err != nil {
		return out, err
	}
	for _, m := range slices.Backward(all) {
		if m.Kind == AGM && (m.State == Planned || m.State == NoticeSent) {
			out.AGMs = append(out.AGMs, m)
		}
		for _, found := range motions {
			if found.meeting != m.ID {
				continue
			}
			r, err := s.read(ctx, s.db, m.ID)
			if err != nil {
				return out, err
			}
			if at := slices.IndexFunc(r.Motions, func(x Motion) bool { return x.ID == found.motion }); at >= 0 {
				out.Presented = append(out.Presented, Presented{r.Meeting, r.Motions[at]})
			}
		}
	}
	return out, nil
}

// PresentAccounts hands the accounts of a year in for an AGM that is still to be held: the report becomes a paper of the
// meeting, and its adoption a formal motion under the reports. Done again, the paper takes the place of the one that no
// notice has named.
func (s *Service) PresentAccounts(ctx context.Context, actor auth.Actor, in AccountsInput) (motion MotionID, err error) {
	permit, err := s.cases.May(actor, auth.KeepBooks, auth.Object{})
	if err != nil {
		return 0, err
	}
	if in.Meeting == 0 {
		var f apperr.Fields
		f.Add("meeting", "Choose the AGM that the accounts go to.")
		return 0, f.Err()
	}
	allow := func(Record) (usecase.Permit, error) { return permit, nil }
	err = s.within(ctx, in.Meeting, allow, func(
		tx *store.Tx, permit usecase.Permit, r Record,
	) (*usecase.Entry, error) {
		switch {
		case r.Meeting.Kind != AGM:
			return nil, apperr.New(apperr.Invalid, "The accounts go to an annual general meeting.")
		case r.Meeting.State != Planned && r.Meeting.State != NoticeSent:
			return nil, apperr.New(
				apperr.Conflict, "The %s is “%s”: the accounts go to a meeting that is still to be held.", r.Meeting.Title(),
				r.Meeting.State.Label(),
			)
		case !in.Until.Before(r.Meeting.Date):
			return nil, apperr.New(apperr.Invalid, "The year to %s ends after the meeting.", in.Until.Long())
		case !in.Until.Before(s.cases.Today()):
			return nil, apperr.New(apperr.Invalid, "The year to %s has not ended yet.", in.Until.Long())
		}
		entry, err := s.replaceReport(ctx, tx, permit, r, in.Report)
		if err != nil {
			return nil, err
		}
		found, err := motionsOfAccounts(ctx, tx, in.Until)
		if err != nil {
			return nil, err
		}
		pending := func(m Motion) bool {
			return m.State == Pending && slices.Contains(found, accountsMotion{m.ID, in.Meeting})
		}
		if at := slices.IndexFunc(r.Motions, pending); at >= 0 {
			motion = r.Motions[at].ID
			return entry, nil
		}
		var done *usecase.Entry
		motion, done, err = s.moveAdoption(ctx, tx, permit, r, in.Until)
		return entry.Then(done), err
	})
	return motion, err
}

// replaceReport keeps a report as a paper, in the place of those of its name that no notice has named.
func (s *Service) replaceReport(
	ctx context.Context, tx *store.Tx, permit usecase.Permit, r Record, d governance.Document,
) (entry *usecase.Entry, err error) {
	id, left := int64(r.Meeting.ID), []Paper{}
	for _, p := range r.Papers {
		if p.Name != governance.FileName(d.Name) || p.Announced != 0 || p.Requested {
			left = append(left, p)
			continue
		}
		if err := deletePaper(ctx, tx, p.ID); err != nil {
			return nil, err
		}
		entry = entry.Then(permit.Did("remove.paper", "meeting", id, map[string]any{"name": p.Name}, nil))
	}
	d, err = s.keepPaper(ctx, tx, left, r.Meeting.ID, 0, d)
	return entry.Then(permit.Did("add.paper", "meeting", id, nil, map[string]any{"name": d.Name, "size": d.Size})), err
}

// moveAdoption moves that the accounts be adopted.
func (s *Service) moveAdoption(
	ctx context.Context, tx *store.Tx, permit usecase.Permit, r Record, until civil.Date,
) (MotionID, *usecase.Entry, error) {
	m, err := s.checkedMotion(ctx, tx, r, MotionInput{
		Item: constitution.Reports, Origin: constitution.Formal, Title: "Accounts for the year to " + until.Long(),
		Text: "That the accounts for the year to " + until.Long() + " be adopted.",
	})
	if err != nil {
		return 0, nil, err
	}
	m.Meeting, m.Number = r.Meeting.ID, len(r.Motions)+1
	id, err := insertMotion(ctx, tx, m)
	if err != nil {
		return 0, nil, err
	}
	if err := insertAccountsMotion(ctx, tx, id, until); err != nil {
		return 0, nil, err
	}
	return id, permit.Did("propose.motion", "motion", int64(id), nil, factsOfMotion(m)), nil
}

// LockAdopted locks the books of a year whose accounts an AGM has adopted, with the motion.
func (s *Service) LockAdopted(ctx context.Context, actor auth.Actor, id ID, motion MotionID, until civil.Date) error {
	permit, err := s.cases.May(actor, auth.KeepBooks, auth.Object{})
	if err != nil {
		return err
	}
	allow := func(Record) (usecase.Permit, error) { return permit, nil }
	return s.within(ctx, id, allow, func(tx *store.Tx, permit usecase.Permit, r Record) (*usecase.Entry, error) {
		found, err := motionsOfAccounts(ctx, tx, until)
		if err != nil {
			return nil, err
		}
		at := slices.IndexFunc(r.Motions, func(m Motion) bool { return m.ID == motion })
		if at < 0 || !slices.Contains(found, accountsMotion{motion, id}) {
			return nil, apperr.New(apperr.NotFound, "Motion not found.")
		}
		p := Presented{r.Meeting, r.Motions[at]}
		if !p.Adopted() {
			return nil, apperr.New(
				apperr.Invalid, "Motion %d of the %s has not adopted the accounts: it is “%s”, and the meeting “%s”.", p.Motion.Number,
				r.Meeting.Title(), p.Motion.State.Label(), r.Meeting.State.Label(),
			)
		}
		return treasury.LockYear(ctx, tx, permit, until, int64(motion), p.Name())
	})
}

// Name is the motion as the books name it: "AGM of 14 November 2026, motion 3".
func (p Presented) Name() string {
	return p.Meeting.Title() + ", motion " + strconv.Itoa(p.Motion.Number)
}
