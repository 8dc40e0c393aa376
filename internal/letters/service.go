package letters

import (
	"context"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/entering"
	"nzgs/internal/mail"
	"nzgs/internal/members"
	"nzgs/internal/store"
	"nzgs/internal/tournaments"
	"nzgs/internal/treasury"
	"nzgs/internal/usecase"
)

// Service writes letters to many.
type Service struct {
	db      *store.DB
	cases   usecase.Cases
	society string
	site    string // its address
	people  *members.Service
	money   *treasury.Service
	entries *entering.Service
	outbox  *mail.Service
}

// New gives the service, and has the outbox ask it where readers leave letters.
func New(
	db *store.DB, clock civil.Clock, society, site string, people *members.Service, money *treasury.Service,
	entries *entering.Service, outbox *mail.Service,
) *Service {
	s := &Service{
		db: db, cases: usecase.New(db, clock), society: society, site: site, people: people, money: money,
		entries: entries, outbox: outbox,
	}
	outbox.LeaveBy(s.leaveAt)
	entries.WordBy(s.entryConfirmed)
	return s
}

// ReachedAt says at which address the site is reached.
func (s *Service) ReachedAt(site string) { s.site = site }

// Sends reports whether letters can be sent at all.
func (s *Service) Sends() bool { return s.outbox.Sends() }

// Template is what letters of an occasion say now.
type Template struct {
	About
	Text
	Version   int  // 0: it was never changed
	Own       bool // the officers' own words, not the house's
	ChangedBy string
	ChangedAt civil.Instant
}

// Templates are what letters say now, of every occasion in their order.
func (s *Service) Templates(ctx context.Context, actor auth.Actor) ([]Template, error) {
	if err := s.cases.Require(actor, auth.KeepOutbox, auth.Object{}); err != nil {
		return nil, err
	}
	out := make([]Template, len(Occasions))
	for i, a := range Occasions { // a handful
		var err error
		if out[i], err = templateOf(ctx, s.db, a); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// Template is what letters of an occasion say now.
func (s *Service) Template(ctx context.Context, actor auth.Actor, o Occasion) (Template, error) {
	if err := s.cases.Require(actor, auth.KeepOutbox, auth.Object{}); err != nil {
		return Template{}, err
	}
	a, err := about(o)
	if err != nil {
		return Template{}, err
	}
	return templateOf(ctx, s.db, a)
}

func about(o Occasion) (About, error) {
	a, ok := OccasionOf(o)
	if !ok {
		return a, apperr.New(apperr.NotFound, "Letter not found.")
	}
	return a, nil
}

// SetTemplate changes what letters of an occasion say from now on.
func (s *Service) SetTemplate(ctx context.Context, actor auth.Actor, o Occasion, version int, t Text) error {
	return s.change(ctx, actor, o, version, func(a About) (Text, error) {
		t = t.tidied()
		return t, t.check(a.Names(), a.Must).Err()
	})
}

// ResetTemplate has letters of an occasion say again what the house says.
func (s *Service) ResetTemplate(ctx context.Context, actor auth.Actor, o Occasion, version int) error {
	return s.change(ctx, actor, o, version, func(About) (Text, error) { return Text{}, nil })
}

func (s *Service) change(
	ctx context.Context, actor auth.Actor, o Occasion, version int, text func(About) (Text, error),
) error {
	permit, err := s.cases.May(actor, auth.KeepOutbox, auth.Object{})
	if err != nil {
		return err
	}
	a, err := about(o)
	if err != nil {
		return err
	}
	t, err := text(a)
	if err != nil {
		return err
	}
	return s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		before, err := templateOf(ctx, tx, a)
		if err != nil {
			return nil, err
		}
		if before.Version != version {
			return nil, usecase.Stale("this letter", "letter_template", 0)
		}
		if before.Text == t || t == (Text{}) && !before.Own {
			return nil, usecase.ErrSame
		}
		if err := insertTemplate(ctx, tx, o, version+1, t, permit); err != nil {
			return nil, err
		}
		return permit.Did("change.template", "letter_template", 0, nil, map[string]any{
			"occasion": o, "version": version + 1, "subject": t.Subject, "house": t == Text{},
		}), nil
	})
}

// entryConfirmed words the letter that an entry is confirmed, where the officers have their own words.
func (s *Service) entryConfirmed(
	ctx context.Context, q store.Queryer, e tournaments.Event, section, name, given string,
) (subject, body string, err error) {
	a, _ := OccasionOf(EntryIn)
	t, err := templateOf(ctx, q, a)
	if err != nil || !t.Own {
		return "", "", err
	}
	f := Fields{
		"name": name, "given_name": given, "society": s.society, "site": s.site, "event": e.Name, "section": section,
		"days": e.Dates(),
	}
	return FillLine(t.Subject, f), Fill(t.Body, f), nil
}
