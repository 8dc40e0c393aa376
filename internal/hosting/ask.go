package hosting

import (
	"context"
	"slices"
	"time"

	"nzgs/internal/apperr"
	"nzgs/internal/audit"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/clubs"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// How often, in a day, a network may send the forms, an address is written to, and a club gets a letter; and how many
// visits may wait at once.
const (
	formsOfNetwork   = 10
	lettersToAddress = 3
	lettersToClub    = 30
	mostComing       = 30  // to one evening
	mostOpen         = 300 // unconfirmed, in all
	confirmWithin    = 48 * time.Hour
	keptFor          = 60 // days after the evening
)

// visitor is whoever sends a form, or presses a letter's link.
func (s *Service) visitor() (usecase.Permit, error) {
	return s.cases.Allow(audit.By{Name: "the form of visitors"}, nil)
}

// Sends reports whether letters can be sent: without them no one can come along by the form.
func (s *Service) Sends() bool { return s.outbox.Sends() }

// Ask takes the form of a newcomer. A letter goes to the address; the answer is the same whatever is known of it. Errors:
// Invalid with the fields; TooMany for a network that sends many, or while very many wait.
func (s *Service) Ask(ctx context.Context, in Input, network string) error {
	if !s.outbox.Sends() {
		return apperr.New(apperr.Invalid, "This site sends no letters. Come along anyway, or ask the society’s secretary.")
	}
	v, problems := in.visit()
	if err := problems.Err(); err != nil {
		return err
	}
	permit, err := s.visitor()
	if err != nil {
		return err
	}
	return s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		if err := usecase.Alone(ctx, tx); err != nil {
			return nil, err
		}
		return s.ask(ctx, tx, permit, v, network)
	})
}

func (s *Service) ask(ctx context.Context, tx *store.Tx, permit usecase.Permit, v Visit, network string) (*usecase.Entry, error) {
	kept, err := s.spare(ctx, tx, network, "visit-address:"+digest(auth.EmailKey(v.Email)), lettersToAddress)
	if err != nil {
		return nil, err
	}
	if err := s.checkDay(ctx, tx, &v); err != nil {
		return nil, err
	}
	if !kept { // who asks is not told
		return permit.Did("ask.club_visit", "club_visit", 0, nil, map[string]string{"kept": "nothing, the address had enough letters"}), nil
	}
	here, all, err := openVisits(ctx, tx, v.Evening.ID, v.Day, s.cases.Today())
	if err != nil {
		return nil, err
	}
	if here >= mostComing || all >= mostOpen {
		return nil, apperr.New(apperr.TooMany, "Very many visitors have asked. Choose another evening, or try again tomorrow.")
	}
	v.Asked, v.Expires = permit.Now(), permit.Now().Add(confirmWithin)
	earlier, found, err := visitOfAddress(ctx, tx, v.Evening.ID, v.Day, v.Email)
	switch {
	case err != nil:
		return nil, err
	case found && earlier.State == Coming:
		return permit.Did("ask.club_visit", "club_visit", int64(earlier.ID), nil, nil), s.toVisitor(ctx, tx, earlier, known)
	case found:
		v.ID, v.Version = earlier.ID, earlier.Version
		err = saveVisit(ctx, tx, v)
	default:
		v.ID, err = insertVisit(ctx, tx, v)
	}
	if err != nil {
		return nil, err
	}
	if v, err = visitByID(ctx, tx, v.ID); err != nil {
		return nil, err
	}
	return permit.Did("ask.club_visit", "club_visit", int64(v.ID), nil, nil), s.toVisitor(ctx, tx, v, confirmIt)
}

// checkDay reads the evening of a visit, and refuses a day on which there is none.
func (s *Service) checkDay(ctx context.Context, q store.Queryer, v *Visit) (err error) {
	var f apperr.Fields
	if v.Evening, err = eveningOf(ctx, q, v.Club, v.Evening.ID); apperr.KindOf(err) == apperr.NotFound {
		f.Add("when", "The club does not meet on this evening. Choose another.")
		return f.Err()
	} else if err != nil {
		return err
	}
	out, err := clubs.ShutOut(ctx, q, s.cases.Today())
	if err != nil {
		return err
	}
	if out[v.Club] {
		f.Add("when", "The committee has excluded this club from the society, so no one comes along to it from here.")
		return f.Err()
	}
	word, err := wordOn(ctx, q, v.Evening.ID, v.Day)
	if err != nil {
		return err
	}
	if word == NoMeeting || v.Evening.Over(v.Day, s.cases.Now()) || !slices.Contains(v.Evening.Days(s.cases.Today(), Ahead), v.Day) {
		f.Add("when", "The club does not meet on this day. Choose another.")
	}
	return f.Err()
}

// spare counts a form of a network and a letter to someone; kept is false where they had enough.
func (s *Service) spare(ctx context.Context, tx *store.Tx, network, to string, limit int) (kept bool, err error) {
	ofNetwork := "visit-network:" + digest(network)
	over, err := s.offices.Spare(ctx, tx, map[string]int{to: limit, ofNetwork: formsOfNetwork})
	if err == nil && over[ofNetwork] {
		err = apperr.New(apperr.TooMany, "Your network sent this form often today. Try again tomorrow.")
	}
	return !over[to], err
}

// Confirm confirms the address of a visit, and tells the club. Pressed again it changes nothing.
func (s *Service) Confirm(ctx context.Context, token string) error {
	return s.press(ctx, token, "confirm.club_visit", func(tx *store.Tx, v *Visit) error {
		switch v.State {
		case Coming:
			return usecase.ErrSame
		case Cancelled:
			return apperr.New(apperr.Conflict, "You have said that you do not come. Send the form again if you do.")
		}
		if !s.cases.Now().Before(v.Expires) {
			return errNoVisit()
		}
		if v.Word == NoMeeting || v.Evening.Over(v.Day, s.cases.Now()) {
			return apperr.New(apperr.Conflict, "The club does not meet on this day any longer. Choose another evening on its page.")
		}
		v.State, v.Expires = Coming, civil.Instant{}
		return s.toHost(ctx, tx, *v, comes)
	})
}

// Cancel says that a visitor does not come, and tells the club.
func (s *Service) Cancel(ctx context.Context, token string) error {
	return s.press(ctx, token, "cancel.club_visit", func(tx *store.Tx, v *Visit) error {
		switch {
		case v.State == Cancelled:
			return usecase.ErrSame
		case v.State == Coming && v.Day.Before(s.cases.Today()):
			return apperr.New(apperr.Conflict, "The evening has passed, so the club is told nothing.")
		case v.State == Coming:
			if err := s.toHost(ctx, tx, *v, comesNot); err != nil {
				return err
			}
		}
		v.State, v.Expires, v.Stopped = Cancelled, civil.Instant{}, true
		return nil
	})
}

// Stop ends the letters about a visit.
func (s *Service) Stop(ctx context.Context, token string) error {
	return s.press(ctx, token, "stop.club_visit", func(_ *store.Tx, v *Visit) error {
		if v.Stopped {
			return usecase.ErrSame
		}
		v.Stopped = true
		return nil
	})
}

// press changes the visit of a letter's link by one press.
func (s *Service) press(ctx context.Context, token, did string, change func(tx *store.Tx, v *Visit) error) error {
	permit, err := s.visitor()
	if err != nil {
		return err
	}
	if _, err := s.byLink(ctx, s.db, token); err != nil { // who guesses has no one wait
		return err
	}
	return s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		if err := usecase.Alone(ctx, tx); err != nil {
			return nil, err
		}
		v, err := s.byLink(ctx, tx, token)
		if err != nil {
			return nil, err
		}
		if err := change(tx, &v); err != nil {
			return nil, err
		}
		return permit.Did(did, "club_visit", int64(v.ID), nil, nil), saveVisit(ctx, tx, v)
	})
}
