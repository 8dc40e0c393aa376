package meetings

import (
	"context"
	"slices"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/members"
	"nzgs/internal/money"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// Close ends a meeting. Every motion must have come to its end. What was
// carried under rules 7.1 and 7.2 becomes a version of the constitution in the
// same transaction, and an EGM's motions have reached the secretary (5.8). The
// chair may, too.
func (s *Service) Close(ctx context.Context, actor auth.Actor, id ID, version int64) error {
	return s.running(ctx, actor, id, onVersion(version, func(
		tx *store.Tx, permit usecase.Permit, r Record,
	) (*usecase.Entry, error) {
		if err := r.guard(Closed); err != nil {
			return nil, err
		}
		if err := s.leaveUndecided(ctx, tx, permit, &r); err != nil {
			return nil, err
		}
		before, m := r.Meeting, r.Meeting
		m.State, m.ClosedAt = Closed, s.cases.Now()
		quorum := r.Quorum
		if before.State == Adjourned { // no one has come together since
			last := r.Sittings[len(r.Sittings)-1]
			quorum, m.Chair, m.ChairHow = last.Quorum, last.Chair.Person, last.ChairHow
		}
		if err := m.keepQuorum(quorum); err != nil {
			return nil, err
		}
		done, err := s.save(ctx, tx, permit, "close.meeting", before, m)
		if err != nil {
			return nil, err
		}
		amended, motion, ok, err := r.version()
		if err != nil {
			return nil, err
		}
		if ok {
			if err := s.governance.Adopt(ctx, tx, permit, motion, amended); err != nil {
				return nil, err
			}
			if paragraphs, known := r.amendedWording(); known {
				if err := s.governance.AdoptWording(ctx, tx, permit, amended.From, paragraphs); err != nil {
					return nil, err
				}
			}
		}
		if err := s.setDuties(ctx, tx, id); err != nil {
			return nil, err
		}
		return done, s.finish(ctx, tx, r, constitution.DutyMotions)
	}))
}

// AddAction records what somebody was asked to do.
func (s *Service) AddAction(ctx context.Context, actor auth.Actor, id ID, in ActionInput) (ActionID, error) {
	var action ActionID
	err := s.running(ctx, actor, id, func(tx *store.Tx, permit usecase.Permit, r Record) (*usecase.Entry, error) {
		if r.Meeting.State != Open && r.Meeting.State != Adjourned && r.Meeting.State != Closed {
			return nil, apperr.New(
				apperr.Conflict,
				"The %s is “%s”: what was asked for is recorded at the meeting, and until its minutes are approved.",
				r.Meeting.Title(), r.Meeting.State.Label(),
			)
		}
		in.Task = line(in.Task)
		var f apperr.Fields
		checkLine(&f, "task", in.Task, "Enter what is to be done.")
		known, err := names(ctx, tx, []PersonID{in.Person})
		if err != nil {
			return nil, err
		}
		if in.Person != 0 && known[in.Person] == "" {
			f.Add("person", "This person is not in the register. Choose another.")
		}
		if err := members.CheckCurrent(ctx, tx, &f, "person", in.Person); err != nil {
			return nil, err
		}
		if !in.Due.IsZero() {
			constitution.CheckDay(&f, "due", in.Due)
		}
		if len(r.Actions) >= maxItems {
			f.Add("task", "A meeting records at most %d of these.", maxItems)
		}
		if err := f.Err(); err != nil {
			return nil, err
		}
		if action, err = insertAction(ctx, tx, id, in); err != nil {
			return nil, err
		}
		return permit.Did("add.action", "meeting", int64(id), nil, map[string]any{
			"task": in.Task, "person": in.Person, "due": in.Due,
		}), nil
	})
	return action, err
}

// FinishAction records that it was done: by whoever runs the meeting, or the
// person who was asked.
func (s *Service) FinishAction(ctx context.Context, actor auth.Actor, id ActionID) error {
	meeting, err := meetingOfAction(ctx, s.db, id)
	if err != nil {
		return err
	}
	asked := func(r Record) int { return slices.IndexFunc(r.Actions, func(a Action) bool { return a.ID == id }) }
	may := func(r Record) (usecase.Permit, error) {
		i := asked(r)
		if i < 0 {
			return usecase.Permit{}, apperr.New(apperr.NotFound, "Nothing like this was asked for.")
		}
		theirs := actor.SignedIn() && r.Actions[i].Who.Person == actor.Person
		return s.cases.Allow(actor.By(), unless(theirs || s.Runs(actor, r.Meeting), refuseRunning(actor)))
	}
	return s.within(ctx, meeting, may, func(tx *store.Tx, permit usecase.Permit, r Record) (*usecase.Entry, error) {
		if err := finishAction(ctx, tx, id, s.cases.Now()); err != nil {
			return nil, err
		}
		task := map[string]any{"task": r.Actions[asked(r)].Task}
		return permit.Did("finish.action", "meeting", int64(meeting), nil, task), nil
	})
}

// Dissolution gives the calculation of rule 4.20 on a day: whether the
// committee may dissolve the society, and what each affiliated club would get.
// It decides nothing. Fields: on, assets.
func (s *Service) Dissolution(
	ctx context.Context, actor auth.Actor, on civil.Date, assets money.Cents,
) (DissolutionAdvice, error) {
	if err := s.requireSee(actor); err != nil {
		return DissolutionAdvice{}, err
	}
	var f apperr.Fields
	constitution.CheckDay(&f, "on", on)
	if assets < 0 || assets > money.MaxInput {
		f.Add("assets", "Enter the assets, from 0.00 to %s.", money.MaxInput.Plain())
	}
	if err := f.Err(); err != nil {
		return DissolutionAdvice{}, err
	}
	out := DissolutionAdvice{On: on, Assets: assets}
	c, err := s.governance.On(ctx, s.db, on)
	if err != nil {
		return out, err
	}
	past, err := pastAGMs(ctx, s.db)
	if err != nil {
		return out, err
	}
	out.May = c.MayDissolve(past, on)
	var asOf constitution.Trace
	out.AsOf, asOf = c.SharedAsOf(out.May, on)
	if today := s.cases.Today(); out.AsOf.After(today) {
		out.AsOf = today
		asOf.Steps = append(asOf.Steps, constitution.Step{
			Rule: asOf.Rule, Text: "Who is affiliated then is not known yet: as on " + today.Long(),
		})
	}
	sizes, err := s.affiliated(ctx, out.AsOf)
	if err != nil || len(sizes) == 0 {
		return out, err
	}
	out.Shares, out.Trace, err = c.Shares(assets, sizes)
	out.Trace = asOf.Then(out.Trace)
	return out, err
}

// affiliated are the clubs that are affiliated on a day, with their members on
// it. It is asked for those who may not see every club's desk, too: the
// committee.
func (s *Service) affiliated(ctx context.Context, day civil.Date) ([]constitution.ClubSize, error) {
	all, err := s.clubs.OverviewsOn(ctx, auth.System("rule 4.20"), day)
	if err != nil {
		return nil, err
	}
	var out []constitution.ClubSize
	for _, o := range all {
		if o.Affiliated && !o.From.After(day) {
			out = append(out, constitution.ClubSize{Name: o.Club.Name, Members: o.Members})
		}
	}
	return out, nil
}
