package meetings

import (
	"context"
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

// Roll gives the roll of a notice, by name. Addresses are left out for those
// who may not see contact data.
func (s *Service) Roll(ctx context.Context, actor auth.Actor, id ID, notice int) ([]RollEntry, error) {
	if err := s.requireSee(actor); err != nil {
		return nil, err
	}
	row, err := noticeOf(ctx, s.db, id, notice)
	if err != nil {
		return nil, err
	}
	roll, err := s.rollWithLetters(ctx, s.db, id, row)
	if err != nil {
		return nil, err
	}
	if !auth.Can(actor, auth.ViewContact, auth.Object{}, s.cases.Today()) {
		for i := range roll {
			roll[i].Address = ""
		}
		return roll, nil
	}
	return roll, addPostal(ctx, s.db, roll)
}

// PrintedRoll is Roll for a print of it or of its labels: for whoever has signed in
// lately, because the addresses leave the site. Nothing is posted to who has died since.
func (s *Service) PrintedRoll(ctx context.Context, actor auth.Actor, id ID, notice int) ([]RollEntry, error) {
	roll, err := s.Roll(ctx, actor, id, notice)
	if err != nil {
		return nil, err
	}
	if err := auth.RequireProof(actor, s.cases.Now()); err != nil {
		return nil, err
	}
	ids := make([]PersonID, len(roll))
	for i, e := range roll {
		ids[i] = e.Person
	}
	people, err := members.People(ctx, s.db, ids)
	if err != nil {
		return nil, err
	}
	for i := range roll {
		if !people[roll[i].Person].Died.IsZero() {
			roll[i].Postal = ""
		}
	}
	return roll, nil
}

// addPostal adds the postal addresses of those whom no letter has reached yet:
// as on the roll, or of today where an e-mail was to go to them or the roll has
// none.
func addPostal(ctx context.Context, q store.Queryer, roll []RollEntry) error {
	var unsent []PersonID
	for i := range roll {
		switch e := &roll[i]; {
		case e.Reached == ByPost && e.Address != "":
			e.Postal = e.Address
		case e.Reached != InNewsletter && e.Left.IsZero():
			unsent = append(unsent, e.Person)
		}
	}
	people, err := members.People(ctx, q, unsent)
	if err != nil {
		return err
	}
	for i := range roll {
		if p, ok := people[roll[i].Person]; ok {
			roll[i].Postal = p.Contact.Address
		}
	}
	return nil
}

func noticeOf(ctx context.Context, q store.Queryer, id ID, number int) (noticeRow, error) {
	rows, err := noticesOf(ctx, q, id)
	if err != nil {
		return noticeRow{}, err
	}
	i := slices.IndexFunc(rows, func(n noticeRow) bool { return n.Number == number })
	if i < 0 {
		return noticeRow{}, apperr.New(apperr.NotFound, "Notice not found.")
	}
	return rows[i], nil
}

// RecordPosted records the day on which printed letters were posted: those to
// members without an e-mail address, and where it is said those that have not
// gone by e-mail.
func (s *Service) RecordPosted(ctx context.Context, actor auth.Actor, id ID, in PostedInput) error {
	return s.byHolder(ctx, actor, id, func(tx *store.Tx, permit usecase.Permit, _ Record) (*usecase.Entry, error) {
		row, err := noticeOf(ctx, tx, id, in.Notice)
		if err != nil {
			return nil, err
		}
		roll, err := s.rollWithLetters(ctx, tx, id, row)
		if err != nil {
			return nil, err
		}
		if err := addPostal(ctx, tx, roll); err != nil {
			return nil, err
		}
		row.Leaving = leavingOf(roll)
		people := in.postedTo(roll)
		if err := in.check(row.Notice, people, s.cases.Today()); err != nil {
			return nil, err
		}
		if err := in.keep(ctx, tx, row.id, roll, people); err != nil {
			return nil, err
		}
		facts := map[string]any{"notice": in.Notice, "posted": in.Day, "letters": len(people)}
		if in.Which == HandedOver {
			facts["by_hand"] = people
		}
		done := permit.Did("post.notice", "meeting", int64(id), nil, facts)
		now, err := s.read(ctx, tx, id)
		if err != nil {
			return nil, err
		}
		return done, s.finishNotice(ctx, tx, now)
	})
}

// postedTo are those on a roll whose letters were posted or handed over: what has
// no address is not posted, and what was handed over stays so.
func (in PostedInput) postedTo(roll []RollEntry) []PersonID {
	var out []PersonID
	for _, e := range roll {
		switch {
		case in.Which == HandedOver:
			if e.Left.IsZero() && slices.Contains(in.To, e.Person) {
				out = append(out, e.Person)
			}
		case e.Unreached || e.ByHand:
		case e.Reached == ByPost, in.Which == PostedUnsent && e.unsent() && (e.Postal != "" || !e.Posted.IsZero()):
			out = append(out, e.Person)
		}
	}
	return out
}

// unsent reports whether a letter to somebody has not gone by e-mail.
func (e RollEntry) unsent() bool { return e.Reached == ByMail && e.Letter != mail.Sent }

// keep writes down the letters that went, and for the roll the addresses that
// became known after the notice.
func (in PostedInput) keep(
	ctx context.Context, tx *store.Tx, notice noticeID, roll []RollEntry, people []PersonID,
) error {
	if err := setPosted(ctx, tx, notice, people, in.Day, in.Which == HandedOver); err != nil {
		return err
	}
	for _, e := range roll {
		if in.Which == HandedOver || e.Reached != ByPost || e.Address != "" || !slices.Contains(people, e.Person) {
			continue
		}
		if err := setRollAddress(ctx, tx, notice, e.Person, e.Postal); err != nil {
			return err
		}
	}
	return nil
}

func (in PostedInput) check(n Notice, people []PersonID, today civil.Date) error {
	var f apperr.Fields
	constitution.CheckDay(&f, "posted", in.Day)
	if in.Which != PostedPrinted && in.Which != PostedUnsent && in.Which != HandedOver {
		f.Add("which", "Say which letters were posted.")
	}
	switch {
	case f != nil:
	case in.Which == HandedOver && (len(people) == 0 || len(people) < len(in.To)):
		f.Add("to", "Tick those whom the letter was handed to, among those whose letter has not left.")
	case len(people) == 0:
		f.Add("posted", "%s", noneToPost(n))
	case in.Day.After(today):
		f.Add("posted", "%s is still to come.", in.Day.Long())
	case in.Day.Before(n.Sent):
		f.Add("posted", "The notice is of %s: enter that day or a later one.", n.Sent.Long())
	case in.Day.After(n.ForDate):
		f.Add(
			"posted",
			"The notice is of a meeting on %s: letters that went later gave none of it. Enter that day or an earlier one.",
			n.ForDate.Long(),
		)
	}
	return f.Err()
}

// noneToPost says why nothing can be recorded as posted.
func noneToPost(n Notice) string {
	if n.Leaving.Still() > 0 {
		return "No letter with a postal address is left to be posted. Add the missing addresses to the register, or hand " +
			"the letters over."
	}
	return "No letter of this notice is left to be posted."
}
