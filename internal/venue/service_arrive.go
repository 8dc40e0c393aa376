package venue

import (
	"context"
	"errors"
	"net/netip"
	"net/url"

	"nzgs/internal/apperr"
	"nzgs/internal/audit"
	"nzgs/internal/civil"
	"nzgs/internal/prizes"
	"nzgs/internal/store"
	"nzgs/internal/tournaments"
	"nzgs/internal/usecase"
)

// Arrival is a push as it came.
type Arrival struct {
	Key string // of the file
	Push
	Packed []byte        // the event; nil: the laptop believes that nothing is new
	Clock  civil.Instant // what the laptop's clock says
	Place  string        // its address in the venue's network
}

// Answer is what the site says to a push.
type Answer struct {
	State string        `json:"state"`
	Hash  string        `json:"hash,omitempty"` // of the version that the site has now
	Why   string        `json:"why,omitempty"`
	Clock civil.Instant `json:"clock"`
}

// What the site says of a push.
const (
	Taken     = "taken"    // the site has this version, and the event is still away
	GivenBack = "returned" // the site has this version, and writes the event itself from now on
	Wanted    = "wanted"   // the site does not know this version: send the event
	NotTaken  = "refused"  // kept aside as a file: the laptop no longer writes the event
)

// maxAsides bounds what a laptop can have kept aside.
const maxAsides = 100

// Arrive takes what a laptop sends, whoever has the key of its file. The same push once more changes nothing.
//
// Errors: NotFound for a key that opens nothing; Invalid for an event that the site cannot keep, which is then kept
// aside as it came.
func (s *Service) Arrive(ctx context.Context, in Arrival) (Answer, error) {
	loan, err := loanByKey(ctx, s.db, hashOfKey(in.Key))
	if err != nil {
		return Answer{}, err
	}
	in.Place = tidyPlace(in.Place)
	if len(in.Packed) == 0 {
		return s.greet(ctx, loan, in)
	}
	d, err := Parse(in.Packed)
	if err != nil {
		return Answer{}, err
	}
	if hash, err := d.Hash(); err != nil || hash != in.Hash {
		return Answer{}, wrong("it arrived damaged. It is sent again by itself")
	}
	out, err := s.arrive(ctx, loan, in, d)
	if apperr.KindOf(err) == apperr.Invalid {
		return s.keepUnread(ctx, loan, in, err)
	}
	return out, err
}

// tidyPlace is the laptop's address as it may be shown: plain HTTP in a private network, and nothing else.
func tidyPlace(place string) string {
	u, err := url.Parse(place)
	if err != nil || u.Scheme != "http" || u.Path != "" || u.RawQuery != "" || u.Fragment != "" || u.User != nil {
		return ""
	}
	at, err := netip.ParseAddr(u.Hostname())
	if err != nil || !at.IsPrivate() && !at.IsLinkLocalUnicast() && !at.IsLoopback() {
		return ""
	}
	return "http://" + u.Host
}

// greet hears of a laptop that has nothing new to say.
func (s *Service) greet(ctx context.Context, loan Loan, in Arrival) (Answer, error) {
	had, err := hadVersion(ctx, s.db, loan.ID, in.Hash)
	if err != nil {
		return Answer{}, err
	}
	verdict, why := loan.Judge(in.Push, had)
	switch {
	case verdict == Take:
		return s.answer(Wanted, loan, ""), nil
	case verdict == Keep && in.Hash == loan.Hash, verdict == Past: // nothing in it that the site did not have
		return s.answer(NotTaken, loan, why), nil
	case verdict == Keep:
		return s.answer(Wanted, loan, ""), nil
	case in.Gives && loan.State == Out:
		return s.returned(ctx, loan, in)
	}
	if err := s.heard(ctx, loan, in); err != nil {
		return Answer{}, err
	}
	return s.answer(stateOf(loan), loan, ""), nil
}

func (s *Service) answer(state string, l Loan, why string) Answer {
	return Answer{State: state, Hash: l.Hash, Why: why, Clock: s.cases.Now()}
}

func stateOf(l Loan) string {
	if l.State == Returned {
		return GivenBack
	}
	return Taken
}

// returned takes an event back of which the site has every result.
func (s *Service) returned(ctx context.Context, loan Loan, in Arrival) (Answer, error) {
	var out Answer
	err := s.onLoan(ctx, loan, func(tx *store.Tx, permit usecase.Permit, e tournaments.Event, l Loan) (*usecase.Entry, error) {
		if l.State != Out || l.Hash != in.Hash {
			return nil, apperr.New(apperr.Busy, "The event changed while it was given back. It is tried again by itself.")
		}
		entry, err := s.takeBack(ctx, tx, permit, &l, in)
		out = s.answer(GivenBack, l, "")
		return entry, err
	})
	return out, err
}

// onLoan runs a change by the laptop of a loan in a transaction that holds its event.
func (s *Service) onLoan(
	ctx context.Context, loan Loan,
	do func(tx *store.Tx, permit usecase.Permit, e tournaments.Event, l Loan) (*usecase.Entry, error),
) error {
	permit, err := s.cases.Allow(audit.By{Name: "the laptop of " + loan.LentBy}, nil) // whoever has the key of the file
	if err != nil {
		return err
	}
	return s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		e, err := s.events.TouchAway(ctx, tx, loan.Event)
		if err != nil {
			return nil, err
		}
		l, err := loanByID(ctx, tx, loan.ID)
		if err != nil {
			return nil, err
		}
		return do(tx, permit, e, l)
	})
}

func (s *Service) takeBack(
	ctx context.Context, tx *store.Tx, permit usecase.Permit, l *Loan, in Arrival,
) (*usecase.Entry, error) {
	l.State, l.EndedAt, l.EndedBy = Returned, permit.Now(), permit.Name()
	l.Heard, l.Told, l.Place = permit.Now(), in.Clock, in.Place
	if err := saveLoan(ctx, tx, *l); err != nil {
		return nil, err
	}
	return permit.Did(
		"return.event", "event", int64(l.Event), loanFacts{Number: l.Number, State: Out},
		loanFacts{Number: l.Number, State: Returned},
	), s.events.SetAway(ctx, tx, l.Event, "")
}

func (s *Service) arrive(ctx context.Context, loan Loan, in Arrival, d *Document) (Answer, error) {
	var out Answer
	err := s.onLoan(ctx, loan, func(tx *store.Tx, permit usecase.Permit, e tournaments.Event, l Loan) (*usecase.Entry, error) {
		had, err := hadVersion(ctx, tx, l.ID, in.Hash)
		if err != nil {
			return nil, err
		}
		verdict, why := l.Judge(in.Push, had)
		switch verdict {
		case Take:
			entry, err := s.take(ctx, tx, permit, e, &l, in, d)
			out = s.answer(stateOf(l), l, "")
			return entry, err
		case Same:
			out = s.answer(stateOf(l), l, "")
			if in.Gives && l.State == Out {
				entry, err := s.takeBack(ctx, tx, permit, &l, in)
				out = s.answer(GivenBack, l, "")
				return entry, err
			}
			return nil, usecase.ErrSame
		case Past:
			out = s.answer(NotTaken, l, why)
			return nil, usecase.ErrSame
		}
		out = s.answer(NotTaken, l, why)
		if in.Hash == l.Hash {
			return nil, usecase.ErrSame // reclaimed, and there is nothing in it that the site does not have
		}
		return s.keepAside(ctx, tx, permit, l, in, why)
	})
	return out, err
}

// take makes the event what it is at the venue.
func (s *Service) take(
	ctx context.Context, tx *store.Tx, permit usecase.Permit, e tournaments.Event, l *Loan, in Arrival, d *Document,
) (*usecase.Entry, error) {
	before, err := s.document(ctx, tx, e)
	if err != nil {
		return nil, err
	}
	differ := Compare(before, d).Games
	entry, err := s.become(ctx, tx, permit, e, l, d)
	if err != nil {
		return nil, err
	}
	if err := insertVersion(ctx, tx, l.ID, in.Hash, permit.Now()); err != nil {
		return nil, err
	}
	l.Hash, l.Heard, l.Told, l.Place, l.Pushes = in.Hash, permit.Now(), in.Clock, in.Place, l.Pushes+1
	facts := loanFacts{Number: l.Number, State: Out, Results: differ}
	const most = 40
	if len(facts.Results) > most {
		facts.Results, facts.More = facts.Results[:most], len(facts.Results)-most
	}
	entry = entry.Then(permit.Did("push.event", "event", int64(e.ID), nil, facts))
	if !in.Gives {
		return entry, saveLoan(ctx, tx, *l)
	}
	back, err := s.takeBack(ctx, tx, permit, l, in)
	return entry.Then(back), err
}

func (s *Service) keepAside(
	ctx context.Context, tx *store.Tx, permit usecase.Permit, l Loan, in Arrival, why string,
) (*usecase.Entry, error) {
	if err := dropEarlier(ctx, tx, l.ID, in.After); err != nil {
		return nil, err
	}
	n, err := countAsides(ctx, tx, l.Event)
	if err != nil {
		return nil, err
	}
	if n >= maxAsides {
		return nil, apperr.New(
			apperr.TooMany, "%d versions of this event are kept aside already, so this one is not. It stays on the laptop.", n,
		)
	}
	a := Aside{Event: l.Event, Loan: l.ID, Hash: in.Hash, Why: why, CameAt: permit.Now()}
	added, err := insertAside(ctx, tx, a, in.Packed)
	if err != nil {
		return nil, err
	}
	if !added {
		return nil, usecase.ErrSame
	}
	return permit.Did(
		"keep_aside.event", "event", int64(l.Event), nil, loanFacts{Number: l.Number, State: l.State, Why: why},
	), nil
}

// keepUnread keeps an event aside that the site cannot become, and passes on why.
func (s *Service) keepUnread(ctx context.Context, loan Loan, in Arrival, why error) (Answer, error) {
	var message *apperr.Error
	text := "The site could not read it."
	if errors.As(why, &message) {
		text = message.Error()
	}
	err := s.onLoan(ctx, loan, func(tx *store.Tx, permit usecase.Permit, _ tournaments.Event, l Loan) (*usecase.Entry, error) {
		return s.keepAside(ctx, tx, permit, l, in, text)
	})
	return Answer{}, errors.Join(why, err)
}

// become makes the event what the document says, within tx: everything of it or nothing.
func (s *Service) become(
	ctx context.Context, tx *store.Tx, permit usecase.Permit, e tournaments.Event, l *Loan, d *Document,
) (*usecase.Entry, error) {
	if err := d.fits(); err != nil {
		return nil, err
	}
	d = d.clone() // the transaction may be tried again
	for i, t := range tables {
		if !t.numbered {
			continue
		}
		if err := refuseOthers(ctx, tx, t, e.ID, d.Tables[i].Rows, l.NewUntil); err != nil {
			return nil, err
		}
	}
	if err := refuseOtherLots(ctx, tx, e.ID, d); err != nil {
		return nil, err
	}
	if err := refuseOtherLoans(ctx, tx, e.ID, d); err != nil {
		return nil, err
	}
	entry, err := s.bringHome(ctx, tx, permit, e, l, d)
	if err != nil {
		return nil, err
	}
	if err := s.keepStanding(ctx, tx, e, d); err != nil {
		return nil, err
	}
	if err := s.keepRows(ctx, tx, e, d); err != nil {
		return nil, unreadable(err)
	}
	if err := s.keepFacts(ctx, tx, e, d.Event); err != nil {
		return nil, err
	}
	if err := s.events.CheckKept(ctx, tx, e.ID); err != nil {
		return nil, err
	}
	if err := prizes.CheckKept(ctx, tx, e.ID); err != nil {
		return nil, err
	}
	return entry, s.events.TellKept(ctx, tx, e.ID)
}

// unreadable is the refusal of rows that the database does not take.
func unreadable(err error) error {
	var u *unkept
	if !errors.As(err, &u) || store.IsUnavailable(err) {
		return err
	}
	return errors.Join(wrong("the rows of %q do not fit (%v)", u.table, u.err), err)
}

func (s *Service) keepRows(ctx context.Context, tx *store.Tx, e tournaments.Event, d *Document) error {
	kept, err := wipe(ctx, tx, e.ID)
	if err != nil {
		return err
	}
	for i, t := range tables {
		if t.name == "section" {
			err = keepSections(ctx, tx, t, e.ID, d.Tables[i].Rows, kept.promised)
		} else {
			err = insertRows(ctx, tx, t, nil, d.Tables[i].Rows)
		}
		if err != nil {
			return err
		}
	}
	return kept.putBack(ctx, tx)
}

// keepFacts keeps the event's own fields. One that was finished at the venue is played to the end here: its points are
// posted and its titles awarded when its director finishes it on the site.
func (s *Service) keepFacts(ctx context.Context, tx *store.Tx, e tournaments.Event, f Facts) error {
	from, err := civil.ParseDate(f.From)
	if err != nil {
		return wrong("the first day %q is not a day", shorten(f.From))
	}
	to, err := civil.ParseDate(f.To)
	if err != nil {
		return wrong("the last day %q is not a day", shorten(f.To))
	}
	status := tournaments.Status(f.Status)
	switch status {
	case tournaments.Draft, tournaments.Open, tournaments.Running:
	case tournaments.Final:
		status = tournaments.Running
	default:
		return wrong("the stage %q is not one that an event has at its venue", shorten(f.Status))
	}
	return s.events.KeepFacts(ctx, tx, e, tournaments.EventInput{
		Name: f.Name, Place: f.Place, From: from, To: to, Organiser: e.Organiser, About: f.About,
	}, status)
}
