package venue

import (
	"context"
	"errors"
	"fmt"
	"time"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/ratings"
	"nzgs/internal/store"
	"nzgs/internal/tournaments"
	"nzgs/internal/usecase"
)

// Laptop keeps an event that was lent, in a database of its own.
type Laptop struct {
	*Service
	accounts *auth.Service
}

// NewLaptop gives the laptop's service on its database.
func NewLaptop(
	db *store.DB, clock civil.Clock, society string, accounts *auth.Service, events *tournaments.Service,
	list *ratings.Service,
) *Laptop {
	return &Laptop{Service: New(db, clock, society, events, list), accounts: accounts}
}

// Origin is where the laptop's event is from, and how the two stand.
type Origin struct {
	Event     EventID
	Number    int
	Site      string
	Society   string
	LentAt    civil.Instant
	LentBy    string
	Hash      string        // of the version that the site is known to have
	Heard     civil.Instant // last answer of the site, by the laptop's clock; zero: none yet
	SiteClock civil.Instant // what the site's clock said then
	Tried     civil.Instant
	Answer    string // what went wrong last; "": nothing

	secret string
}

// ClockOff is how many minutes the laptop's clock is ahead of the site's, as far as is known.
func (o Origin) ClockOff() int { return ClockOff(o.Heard, o.SiteClock) }

// Open fills an empty database with the event of the file, whole or not at all. A database that has it already is left
// alone, as it is after the laptop was stopped.
//
// Errors: Conflict when the database has another event, or the same from another loan.
func (l *Laptop) Open(ctx context.Context, d *Document) error {
	if d.Home == nil || d.Home.Key == "" {
		return wrong("it does not say where the event is from. Take the file that the event’s page on the site gives")
	}
	if err := d.fits(); err != nil {
		return err
	}
	return l.note(ctx, func(tx *store.Tx) error {
		have, err := originOf(ctx, tx)
		switch {
		case err == nil && (int64(have.Event) != d.Home.EventID || have.secret != d.Home.Key):
			return apperr.New(
				apperr.Conflict, "This folder has the event that was lent as number %d. Choose an empty folder for this file with --data.",
				have.Number,
			)
		case err == nil:
			return nil
		case !errors.Is(err, store.ErrNoRows):
			return err
		}
		return l.fill(ctx, tx, d)
	})
}

func (l *Laptop) fill(ctx context.Context, tx *store.Tx, d *Document) error {
	now := l.cases.Now()
	if err := insertPeople(ctx, tx, d, now); err != nil {
		return err
	}
	if err := insertEventOf(ctx, tx, d, now); err != nil {
		return err
	}
	for i, t := range tables {
		var extra map[string]any
		if t.name == "section" {
			extra = map[string]any{"event_id": d.Home.EventID}
		}
		if err := insertRows(ctx, tx, t, extra, d.Tables[i].Rows); err != nil {
			return unreadable(err)
		}
	}
	if err := tx.StartAt(ctx, d.Home.NewFrom, append(numbered(), person)...); err != nil {
		return err
	}
	if err := insertDirector(ctx, tx, d, now); err != nil {
		return err
	}
	hash, err := d.Hash()
	if err != nil {
		return err
	}
	if err := insertOrigin(ctx, tx, d.Home, hash); err != nil {
		return err
	}
	return l.events.CheckKept(ctx, tx, EventID(d.Home.EventID))
}

// Origin says where the event is from.
func (l *Laptop) Origin(ctx context.Context) (Origin, error) { return originOf(ctx, l.db) }

// Event is the laptop's event.
func (l *Laptop) Event(ctx context.Context) (tournaments.Event, error) {
	o, err := originOf(ctx, l.db)
	if err != nil {
		return tournaments.Event{}, err
	}
	return l.events.EventByID(ctx, auth.System("the laptop"), o.Event)
}

// Send takes a push to the site and brings the answer.
type Send func(ctx context.Context, to string, in Arrival) (Answer, error)

// Push sends the event home if the site does not have it as it is, and otherwise says that all is well. What is sent
// is noted first, so that it is known for ours when no answer comes.
func (l *Laptop) Push(ctx context.Context, send Send, place string) error {
	var o Origin
	in := Arrival{Place: place}
	err := l.note(ctx, func(tx *store.Tx) (err error) {
		in.Packed = nil
		o, in.Push, in.Packed, err = l.toSend(ctx, tx)
		return err
	})
	if err != nil || in.Hash == "" {
		return err
	}
	in.Key = o.secret
	packed := in.Packed
	if in.Hash == o.Hash {
		in.Packed = nil
	}
	answer, err := l.send(ctx, send, o, in)
	if err == nil && answer.State == Wanted {
		in.Packed = packed
		answer, err = l.send(ctx, send, o, in)
	}
	if err != nil {
		return errors.Join(err, l.noteFailure(ctx, err))
	}
	return l.answered(ctx, o, in, answer)
}

func (l *Laptop) send(ctx context.Context, send Send, o Origin, in Arrival) (Answer, error) {
	in.Clock = l.cases.Now()
	return send(ctx, o.Site, in)
}

// toSend is what the site is to be told now; no Hash when the event is at home again.
func (l *Laptop) toSend(ctx context.Context, tx *store.Tx) (Origin, Push, []byte, error) {
	o, err := originOf(ctx, tx)
	if err != nil {
		return o, Push{}, nil, err
	}
	e, err := l.events.EventByID(ctx, auth.System("the laptop"), o.Event)
	if err != nil || e.Away == tournaments.Returned {
		return o, Push{}, nil, err
	}
	d, err := l.document(ctx, tx, e)
	if err != nil {
		return o, Push{}, nil, err
	}
	p := Push{Gives: e.Away == tournaments.Giving}
	if p.Hash, err = d.Hash(); err != nil {
		return o, p, nil, err
	}
	if p.After, err = sentBefore(ctx, tx); err != nil {
		return o, p, nil, err
	}
	if e.Away == tournaments.Refused && o.Hash == p.Hash {
		return o, Push{}, nil, nil // the site has all that there was
	}
	packed, err := d.Pack()
	if err != nil {
		return o, p, nil, err
	}
	return o, p, packed, insertSent(ctx, tx, p.Hash, l.cases.Now())
}

// answered keeps what the site said.
func (l *Laptop) answered(ctx context.Context, o Origin, in Arrival, a Answer) error {
	return l.note(ctx, func(tx *store.Tx) error {
		away := tournaments.Away("")
		o.Heard, o.SiteClock, o.Answer = l.cases.Now(), a.Clock, ""
		switch a.State {
		case Taken:
			o.Hash = in.Hash
		case GivenBack:
			o.Hash, away = in.Hash, tournaments.Returned
		case NotTaken:
			o.Hash, away, o.Answer = in.Hash, tournaments.Refused, a.Why
		default:
			o.Answer = "The site answered in a way that this program does not know."
		}
		if away != "" {
			e, err := l.events.TouchAway(ctx, tx, o.Event)
			if err != nil {
				return err
			}
			if away == tournaments.Returned && e.Away == "" {
				away = "" // the director went on here while the answer was on its way: the next push says so
			} else if err := l.events.SetAway(ctx, tx, o.Event, away); err != nil {
				return err
			}
		}
		return updateOrigin(ctx, tx, o)
	})
}

func (l *Laptop) noteFailure(ctx context.Context, why error) error {
	text := "The site could not be reached."
	var said *apperr.Error
	if errors.As(why, &said) {
		text = said.Message
	}
	return l.note(ctx, func(tx *store.Tx) error { return updateAnswer(ctx, tx, text, l.cases.Now()) })
}

// note runs what the laptop keeps for itself; nothing of the event changes by it but where it is written.
func (l *Laptop) note(ctx context.Context, do func(tx *store.Tx) error) error {
	return l.db.InTx(ctx, do)
}

// heardLately is how recently the site must have answered for the event to be given back.
const heardLately = 3 * time.Minute

// GiveBack ends the writing on the laptop: what is there is sent home and the event is the site's again. A director may,
// while the site is within reach: the laptop writes nothing until it has the site's answer.
func (l *Laptop) GiveBack(ctx context.Context, actor auth.Actor) error {
	return l.turn(ctx, actor, "give_back.event", "", tournaments.Giving, func(o Origin) error {
		if l.cases.Now().Time().Sub(o.Heard.Time()).Abs() > heardLately || o.Answer != "" {
			return apperr.New(
				apperr.Conflict, "The site is not within reach, so the event cannot be given back now. Connect the laptop to the internet; "+
					"this page says when the site has answered.",
			)
		}
		return nil
	})
}

// KeepOn undoes GiveBack while the site has not answered. If it has the event already, what is entered here from now on
// is kept aside there.
func (l *Laptop) KeepOn(ctx context.Context, actor auth.Actor) error {
	return l.turn(ctx, actor, "keep.event", tournaments.Giving, "", func(Origin) error { return nil })
}

func (l *Laptop) turn(
	ctx context.Context, actor auth.Actor, action string, from, to tournaments.Away, check func(Origin) error,
) error {
	o, err := originOf(ctx, l.db)
	if err != nil {
		return err
	}
	permit, err := l.cases.May(actor, auth.DirectEvent, auth.Object{Event: o.Event})
	if err != nil {
		return err
	}
	return l.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		e, err := l.events.TouchAway(ctx, tx, o.Event)
		if err != nil {
			return nil, err
		}
		switch {
		case e.Away == to:
			return nil, usecase.ErrSame
		case e.Away != from:
			return nil, apperr.New(apperr.Conflict, "%s is no longer written on this laptop.", e.Name)
		}
		if o, err = originOf(ctx, tx); err != nil {
			return nil, err
		}
		if err := check(o); err != nil {
			return nil, err
		}
		return permit.Did(action, "event", int64(o.Event), nil, nil), l.events.SetAway(ctx, tx, o.Event, to)
	})
}

// Pending reports whether the laptop has something that the site is not known to have.
func (l *Laptop) Pending(ctx context.Context) (bool, error) {
	e, err := l.Event(ctx)
	if err != nil {
		return false, err
	}
	o, err := originOf(ctx, l.db)
	if err != nil {
		return false, err
	}
	d, err := l.document(ctx, l.db, e)
	if err != nil {
		return false, fmt.Errorf("read the event: %w", err)
	}
	hash, err := d.Hash()
	return hash != o.Hash, err
}
