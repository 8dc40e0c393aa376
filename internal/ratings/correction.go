package ratings

import (
	"context"
	"fmt"
	"strings"
	"unicode/utf8"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/mail"
	"nzgs/internal/members"
	"nzgs/internal/ratings/scale"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// CorrectionID numbers ratings that were set.
type CorrectionID int64

// correction is a rating that was set, as the history is worked out from it: it holds
// from the morning of its day, for whoever had a rated game before; one that was taken
// over from another list for everyone.
type correction struct {
	person PersonID
	day    civil.Date
	milli  scale.Milli
	games  int // on the other list; 0: it was not taken over
}

// morning gives corrections as the days of events come.
type morning struct{ left []correction } // by day

// until takes those that hold on a day or before it.
func (m *morning) until(day civil.Date) []correction {
	n := 0
	for n < len(m.left) && !m.left[n].day.After(day) {
		n++
	}
	out := m.left[:n]
	m.left = m.left[n:]
	return out
}

// on is where someone stands whose rating is set. Without a rated game that says
// nothing, and the strength declared counts, unless the rating was taken over.
func (c correction) on(st standing) standing {
	switch {
	case st.games > 0:
		st.milli = c.milli
	case c.games > 0:
		return standing{milli: c.milli, games: c.games, last: c.day}
	}
	return st
}

// Correction is a rating that the ratings officer set.
type Correction struct {
	ID           CorrectionID
	Person       PersonID
	Name         string // as public pages show it
	Day          civil.Date
	Rating       scale.Rating
	Games        int // that it stands on in the list from which it was taken over; 0: it was not taken over
	Reason       string
	RecordedAt   civil.Instant
	RecordedBy   string
	WithdrawnAt  civil.Instant // zero: it counts
	WithdrawnBy  string
	WithdrawnWhy string
}

// Counts reports whether the correction was not withdrawn.
func (c Correction) Counts() bool { return c.WithdrawnAt.IsZero() }

// Corrections are the ratings that were set of a person that count; of everyone for
// person 0, then with those that were withdrawn. The latest day comes first. They are
// public, as the ratings are.
func (s *Service) Corrections(ctx context.Context, person PersonID) ([]Correction, error) {
	return correctionsOf(ctx, s.db, person)
}

// CorrectionInput is a rating as it is set. Its fields are day, rating and reason.
type CorrectionInput struct {
	Person PersonID
	Day    civil.Date // from its morning on
	Rating string
	Reason string // public
}

// maxReason bounds a reason, in characters.
const maxReason = 300

// Correct sets a player's rating from the morning of a day on: where it is wrong, or
// after a long pause. What follows is worked out again; the number of rated games
// stays. It needs the permission to keep the ratings, and is never one's own.
//
// Errors: Invalid with every field that is wrong; Conflict when a rating was set for
// that day.
func (s *Service) Correct(ctx context.Context, actor auth.Actor, in CorrectionInput) (done Followed, err error) {
	permit, err := s.cases.May(actor, auth.KeepRatings, auth.Object{})
	if err != nil {
		return done, err
	}
	if in.Person == actor.Person {
		return done, apperr.New(apperr.Invalid, "No one sets their own rating. Ask another officer to do it.")
	}
	err = s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		if err := lockList(ctx, tx); err != nil {
			return nil, err
		}
		to, f := in.check(s.cases.Today())
		stood, err := standingsBefore(ctx, tx, []PersonID{in.Person}, position{day: in.Day})
		if err != nil {
			return nil, err
		}
		at := stood[in.Person]
		if at.games == 0 && !f.Has("day") {
			f.Add("day", "The player has no rated game before this day. The strength they declare counts in their first event.")
		}
		if at.games > 0 && at.milli == to && !f.Has("rating") {
			f.Add("rating", "The rating is %s on this day already.", to.Published())
		}
		if err := f.Err(); err != nil {
			return nil, err
		}
		id, err := insertCorrection(ctx, tx, in, to, 0, s.cases.Now(), permit.Name())
		if err != nil {
			return nil, err
		}
		if done.Later, err = s.follow(ctx, tx, in.Person, in.Day, correction{milli: to}.on(at)); err != nil {
			return nil, err
		}
		if done.Told, err = s.tell(ctx, tx, in.Person, fmt.Sprintf("rating:set:%d", id), "Your rating was set", fmt.Sprintf(
			"%s has set your rating to %s from %s on; it was %s. The reason: %s\n\nThe events of that day and later are rated from "+
				"it.", permit.Name(), to.Published(), in.Day.Long(), at.milli.Published(), in.Reason,
		)); err != nil {
			return nil, err
		}
		return permit.Did("correct.rating", "rating_correction", int64(id), nil, map[string]any{
			"person": in.Person, "day": in.Day, "from": at.milli, "to": to, "reason": in.Reason, "later": auditLaters(done.Later),
		}), nil
	})
	return done, err
}

// Followed is what setting a rating, or withdrawing that, did.
type Followed struct {
	Later []Later // events that were worked out again, in their order
	Told  bool    // a letter to the player is in the outbox
}

// tell writes to a player about their rating, and reports whether there is an address.
func (s *Service) tell(
	ctx context.Context, tx *store.Tx, person PersonID, key, subject, said string,
) (bool, error) {
	if s.outbox == nil {
		return false, nil
	}
	people, err := members.People(ctx, tx, []PersonID{person})
	if err != nil {
		return false, err
	}
	to := people[person]
	if !mail.ValidAddress(to.Contact.Email) {
		return false, nil
	}
	page := "It stands on your page of the rating list."
	if s.site != "" {
		page = fmt.Sprintf("It stands on your page:\n\n%s/ratings/%d", s.site, person)
	}
	_, err = s.outbox.Queue(ctx, tx, mail.Letter{
		Key: key, Purpose: subject, Subject: subject,
		To: mail.Recipient{Person: int64(person), Name: to.PublicName(), Address: to.Contact.Email},
		Body: fmt.Sprintf("%s\n\n%s\n\n%s\n\nIf something in it is wrong, answer the ratings officer or the secretary.\n",
			s.society, said, page),
	})
	return err == nil, err
}

func (in *CorrectionInput) check(today civil.Date) (to scale.Milli, f apperr.Fields) {
	rating, err := scale.Parse(in.Rating)
	switch floor := nzgs2026.Floor.Milli(); {
	case err != nil:
		f.Add("rating", "Enter a rating or a grade, such as −2.3 or 5k.")
	case rating.Milli() < floor || rating.Milli() > nzgs2026.Ceiling.Milli():
		f.Add("rating", "Enter a rating between %s and %s.", floor.Published(), nzgs2026.Ceiling.Milli().Published())
	}
	if in.Day.IsZero() || in.Day.After(today) {
		f.Add("day", "Choose a day that is not in the future.")
	}
	in.Reason = strings.TrimSpace(in.Reason)
	if n := utf8.RuneCountInString(in.Reason); n == 0 || n > maxReason {
		f.Add("reason", "Say in at most %d characters why the rating is set.", maxReason)
	}
	return rating.Milli(), f
}

// WithdrawCorrection takes a rating that was set out of what counts, with the reason;
// what follows is worked out again.
func (s *Service) WithdrawCorrection(
	ctx context.Context, actor auth.Actor, id CorrectionID, reason string,
) (done Followed, err error) {
	permit, err := s.cases.May(actor, auth.KeepRatings, auth.Object{})
	if err != nil {
		return done, err
	}
	reason = strings.TrimSpace(reason)
	if n := utf8.RuneCountInString(reason); n == 0 || n > maxReason {
		return done, apperr.Fields{{
			Name: "reason", Message: "Say in a sentence why it is withdrawn.",
		}}.Err()
	}
	err = s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		if err := lockList(ctx, tx); err != nil {
			return nil, err
		}
		was, err := withdrawCorrection(ctx, tx, id, reason, s.cases.Now(), permit.Name())
		if err != nil {
			return nil, err
		}
		if was.person == actor.Person {
			return nil, apperr.New(apperr.Invalid, "No one changes their own rating. Ask another officer to do it.")
		}
		stood, err := standingsBefore(ctx, tx, []PersonID{was.person}, position{day: was.day})
		if err != nil {
			return nil, err
		}
		if done.Later, err = s.follow(ctx, tx, was.person, was.day, stood[was.person]); err != nil {
			return nil, err
		}
		key := fmt.Sprintf("rating:set:%d:withdrawn", id)
		if done.Told, err = s.tell(ctx, tx, was.person, key, "The rating that was set for you is withdrawn", fmt.Sprintf(
			"%s has withdrawn the rating of %s that was set for you from %s on. The reason: %s\n\nWhat followed is worked out again "+
				"as if it had not been set.", permit.Name(), was.milli.Published(), was.day.Long(), reason,
		)); err != nil {
			return nil, err
		}
		return permit.Did("withdraw.rating_correction", "rating_correction", int64(id), nil, map[string]any{
			"person": was.person, "day": was.day, "reason": reason, "later": auditLaters(done.Later),
		}), nil
	})
	return done, err
}

func auditLaters(later []Later) []auditLater {
	out := make([]auditLater, len(later))
	for i, l := range later {
		out[i] = auditLater{l.Event, l.Players}
	}
	return out
}

// follow works out again what comes after the morning of a day on which a player now
// stands elsewhere, and writes it.
func (s *Service) follow(
	ctx context.Context, tx *store.Tx, person PersonID, day civil.Date, at standing,
) ([]Later, error) {
	order, err := submissionsFrom(ctx, tx, position{day: day})
	if err != nil {
		return nil, err
	}
	stored, err := changesOf(ctx, tx, ids(order))
	if err != nil {
		return nil, err
	}
	in, err := s.facts.read(ctx, tx, ids(order))
	if err != nil {
		return nil, err
	}
	set, err := correctionsAfter(ctx, tx, day)
	if err != nil {
		return nil, err
	}
	at.last = civil.Date{}
	r := spread{service: s, moved: map[PersonID]standing{person: at}, set: morning{set}}
	out, _, err := r.through(order, in, stored, nil)
	if err != nil {
		return nil, err
	}
	return out.list(), out.write(ctx, tx, []change{{person: person}})
}
