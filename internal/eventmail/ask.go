package eventmail

import (
	"context"
	"crypto/rand"
	"fmt"
	"strings"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/mail"
	"nzgs/internal/members"
	"nzgs/internal/store"
	"nzgs/internal/tournaments"
	"nzgs/internal/usecase"
)

// Standing is how it stands with letters about the rounds of a player.
type Standing struct {
	Offered bool   // the section is played at tables, and the event goes on here, on the site
	Own     bool   // whoever asks is the player
	On      bool   // whoever asks, the player, has asked for letters
	Address string // where they go: of the player alone
}

// Of says how it stands for whoever looks at a player's page.
func (s *Service) Of(ctx context.Context, actor auth.Actor, w *tournaments.Wallchart, id tournaments.EntryID) (Standing, error) {
	var out Standing
	e, ok := w.Entry(id)
	if !ok || !w.Event.TakesChanges() || w.Event.AtVenue || !w.Event.Status.Public() || e.Withdrawn {
		return out, nil
	}
	online, err := playedOnline(ctx, s.db, w.Section.ID)
	if err != nil || online {
		return out, err
	}
	out.Offered = true
	if out.Own = actor.SignedIn() && actor.Person == e.Person; !out.Own {
		return out, nil
	}
	people, err := members.People(ctx, s.db, []tournaments.PersonID{e.Person})
	if err != nil {
		return out, err
	}
	out.Address = people[e.Person].Contact.Email
	a, found, err := askedBy(ctx, s.db, id, "")
	out.On = found && a.confirmed
	return out, err
}

// Ask turns letters about a player's own rounds on or off, for the player who is signed in.
//
// Errors: Forbidden for anyone else; Invalid without an e-mail address in the register.
func (s *Service) Ask(ctx context.Context, actor auth.Actor, section tournaments.SectionID, id tournaments.EntryID, on Switch) error {
	w, at, err := s.offered(ctx, actor, section, id)
	if err != nil {
		return err
	}
	e, _ := w.Entry(id)
	if !actor.SignedIn() {
		return apperr.New(apperr.SignIn, "Sign in to be written to about your rounds, or leave an address.")
	}
	if !at.Own {
		return apperr.New(apperr.Forbidden, "Only %s can ask for these letters like this.", e.Name)
	}
	if on == On && !mail.ValidAddress(at.Address) {
		return apperr.New(apperr.Invalid, "The register has no e-mail address for you. Enter one on My page first.")
	}
	permit, err := s.cases.Allow(actor.By(), nil)
	if err != nil {
		return err
	}
	return s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		a, found, err := askedBy(ctx, tx, id, "")
		switch {
		case err != nil:
			return nil, err
		case found == (on == On):
			return nil, usecase.ErrSame
		case on == On:
			err = insertAsked(ctx, tx, asked{entry: id, person: actor.Person, token: rand.Text(), confirmed: true}, s.cases.Now())
		default:
			err = deleteAsked(ctx, tx, a.id)
		}
		return permit.Did("want.letters", "entry", int64(id), nil, map[string]any{"round": on}), err
	})
}

// offered is the section of a player whose rounds may be written about.
func (s *Service) offered(
	ctx context.Context, actor auth.Actor, section tournaments.SectionID, id tournaments.EntryID,
) (*tournaments.Wallchart, Standing, error) {
	w, err := s.events.Wallchart(ctx, actor, section)
	if err != nil {
		return nil, Standing{}, err
	}
	if _, ok := w.Entry(id); !ok {
		return nil, Standing{}, apperr.New(apperr.NotFound, "%s has no such player.", w.Section.Name)
	}
	at, err := s.Of(ctx, actor, w, id)
	if err == nil && !at.Offered {
		err = apperr.New(apperr.Conflict, "No letters are written about this section.")
	}
	return w, at, err
}

// maxAddresses bounds the addresses that are written to about one player.
const maxAddresses = 5

// AskAt asks for letters about a player's rounds to an address. A letter goes there, once a day at
// most, and nothing else before it is confirmed from it.
//
// Errors: Invalid for an address that is none; Conflict when too many have asked.
func (s *Service) AskAt(ctx context.Context, section tournaments.SectionID, id tournaments.EntryID, address string) error {
	w, _, err := s.offered(ctx, auth.Actor{}, section, id)
	if err != nil {
		return err
	}
	address = strings.ToLower(strings.TrimSpace(address))
	if !mail.ValidAddress(address) {
		var f apperr.Fields
		f.Add("address", "Enter an e-mail address, like name@example.nz.")
		return f.Err()
	}
	e, _ := w.Entry(id)
	permit, err := s.cases.Allow(auth.System("a visitor").By(), nil)
	if err != nil {
		return err
	}
	return s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		a, found, err := askedBy(ctx, tx, id, address)
		if err != nil {
			return nil, err
		}
		if found && a.confirmed {
			return nil, usecase.ErrSame // and it is not said whether it was
		}
		if !found {
			if n, err := countAsked(ctx, tx, id); err != nil {
				return nil, err
			} else if n >= maxAddresses {
				return nil, apperr.New(apperr.Conflict, "Enough people are written to about this player. Ask the director.")
			}
			a = asked{entry: id, address: address, token: rand.Text()}
			if err := insertAsked(ctx, tx, a, s.cases.Now()); err != nil {
				return nil, err
			}
		}
		subject := fmt.Sprintf("%s: letters about %s’s rounds?", w.Event.Name, e.Name)
		queued, err := s.outbox.Queue(ctx, tx, mail.Letter{
			Key:     fmt.Sprintf("round-letters:%s:%s", address, s.cases.Today()),
			Purpose: subject, Subject: subject, To: mail.Recipient{Address: address},
			Body: fmt.Sprintf("%s\n%s, %s\n\nSomeone asked that letters about %s’s rounds go to this address: table, opponent and "+
				"handicap, when a round is published. If it was you, confirm it here:\n\n%s%s\n\nIf not, do nothing: no other letter "+
				"will come.\n", s.society, w.Event.Name, w.Section.Name, e.Name, s.site, Path(a.token)),
		})
		if err == nil && queued == 0 && found {
			err = usecase.ErrSame
		}
		return permit.Did("ask.letters", "entry", int64(id), nil, nil), err
	})
}

// Letters are what a token of a letter is about.
type Letters struct {
	Event, Section, Player string
	Page                   string // the player's page
	Confirmed              bool
}

// ByToken says what the token of a letter is about.
func (s *Service) ByToken(ctx context.Context, token string) (Letters, error) {
	a, err := askedByToken(ctx, s.db, token)
	if err != nil {
		return Letters{}, err
	}
	w, err := s.events.Wallchart(ctx, auth.Actor{}, a.section)
	if err != nil {
		return Letters{}, err
	}
	e, _ := w.Entry(a.entry)
	return Letters{
		Event: w.Event.Name, Section: w.Section.Name, Player: e.Name, Confirmed: a.confirmed,
		Page: PlayerPath(w.Event.Slug, w.Section.Slug, e.Number),
	}, nil
}

// Confirm starts the letters of a token, and Stop ends them: whoever has a letter may.
func (s *Service) Confirm(ctx context.Context, token string) error {
	return s.byToken(ctx, token, func(tx *store.Tx, a asked) error {
		if a.confirmed {
			return usecase.ErrSame
		}
		return confirmAsked(ctx, tx, a.id, s.cases.Now())
	})
}

// Stop ends the letters of a token.
func (s *Service) Stop(ctx context.Context, token string) error {
	return s.byToken(ctx, token, func(tx *store.Tx, a asked) error { return deleteAsked(ctx, tx, a.id) })
}

func (s *Service) byToken(ctx context.Context, token string, do func(tx *store.Tx, a asked) error) error {
	permit, err := s.cases.Allow(auth.System("whoever has the letter").By(), nil)
	if err != nil {
		return err
	}
	return s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		a, err := askedByToken(ctx, tx, token)
		if err != nil {
			return nil, err
		}
		err = do(tx, a)
		return permit.Did("change.letters", "entry", int64(a.entry), nil, nil), err
	})
}

// Forget removes the addresses of events that ended before yesterday. The program runs it every day.
func (s *Service) Forget(ctx context.Context) (removed int64, err error) {
	err = s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		n, err := forgetAsked(ctx, tx, s.cases.Today().AddDays(-1))
		removed = n
		if err == nil && n == 0 {
			err = usecase.ErrSame
		}
		return &usecase.Entry{}, err // nothing that anyone did
	})
	return removed, err
}

// asked is one who asked for letters about a player.
type asked struct {
	id        int64
	entry     tournaments.EntryID
	section   tournaments.SectionID
	person    tournaments.PersonID
	address   string
	token     string
	confirmed bool
}

// said is what was last said of a round, and how often something was.
type said struct {
	said  string
	times int
}
