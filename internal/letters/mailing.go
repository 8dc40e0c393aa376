package letters

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/entering"
	"nzgs/internal/members"
	"nzgs/internal/store"
	"nzgs/internal/tournaments"
	"nzgs/internal/usecase"
)

// MailingID names a mailing.
type MailingID int64

// way is how a letter goes.
type way string

const (
	byMail  way = "mail"
	onPaper way = "paper"
)

// Source is the list whose people someone writes to: of a club, of an event, or of the register.
type Source struct {
	Club     members.ClubID         `json:"club,omitempty"`
	Event    tournaments.EventID    `json:"event,omitempty"`
	Register members.RegisterFilter `json:"register,omitzero"`
}

// may asks whether an actor may write to the people of the list: officers may, a club's secretary to the club's
// members, a director to the event's entrants.
func (s *Service) may(actor auth.Actor, src Source) (usecase.Permit, error) {
	switch {
	case src.Club != 0 && src.Event != 0: // who may write to the one may not thereby write to the other
		return usecase.Permit{}, apperr.New(apperr.Invalid, "Write to the people of one list: a club’s or an event’s.")
	case src.Club != 0:
		return s.cases.May(actor, auth.ViewContact, auth.Object{Club: src.Club})
	case src.Event != 0 && auth.Can(actor, auth.DirectEvent, auth.Object{Event: src.Event}, s.cases.Today()):
		return s.cases.May(actor, auth.DirectEvent, auth.Object{Event: src.Event})
	}
	return s.cases.May(actor, auth.KeepOutbox, auth.Object{})
}

func (src Source) topic() Topic {
	switch {
	case src.Event != 0:
		return OfEvents
	case src.Club != 0:
		return OfClub
	}
	return News
}

// Mailing is a letter to many, as it is written or was sent.
type Mailing struct {
	ID        MailingID
	Occasion  Occasion
	Source    Source
	Text      Text
	Template  int
	Person    auth.PersonID // who wrote it; 0: the program
	WrittenBy string
	Made      civil.Instant
	Sent      civil.Instant // zero: a draft
	Version   int64
	Mail      int // letters by mail
	Paper     int // on paper
}

// Title is what the mailing is about, in a list.
func (m Mailing) Title() string {
	if a, ok := OccasionOf(m.Occasion); ok {
		return a.Title
	}
	return m.Text.Subject
}

// freeFields are the fields of a letter that someone writes.
func freeFields(src Source) []string {
	if src.Event != 0 {
		return append(slices.Clone(always), "event", "days")
	}
	return always
}

// FreeFields are the fields that a letter to the people of a list may use.
func FreeFields(src Source) []string { return freeFields(src) }

// EventLetter is what the house, or an officer, proposes to say to entrants of an event that was moved.
func (s *Service) EventLetter(ctx context.Context, actor auth.Actor, src Source) (Text, error) {
	if _, err := s.may(actor, src); err != nil {
		return Text{}, err
	}
	a, _ := OccasionOf(EventMoved)
	t, err := templateOf(ctx, s.db, a)
	return t.Text, err
}

// Compose keeps a letter to the people of a list as a draft: nothing is sent.
func (s *Service) Compose(ctx context.Context, actor auth.Actor, src Source, t Text) (MailingID, error) {
	permit, err := s.may(actor, src)
	if err != nil {
		return 0, err
	}
	t = t.tidied()
	if err := t.check(freeFields(src), nil).Err(); err != nil {
		return 0, err
	}
	var id MailingID
	err = s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		id, err = insertMailing(ctx, tx, permit, Mailing{Occasion: Free, Source: src, Text: t})
		return permit.Did("write.mailing", "mailing", int64(id), nil, map[string]any{"subject": t.Subject}), err
	})
	return id, err
}

// Change changes a draft.
func (s *Service) Change(ctx context.Context, actor auth.Actor, id MailingID, version int64, t Text) error {
	m, err := s.Mailing(ctx, actor, id)
	if err != nil {
		return err
	}
	permit, err := s.may(actor, m.Source)
	if err != nil {
		return err
	}
	t = t.tidied()
	if err := t.check(freeFields(m.Source), nil).Err(); err != nil {
		return err
	}
	return s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		return permit.Did("change.mailing", "mailing", int64(id), nil, map[string]any{"subject": t.Subject}),
			updateMailing(ctx, tx, id, version, t)
	})
}

// Mailing reads a mailing: the officers see all, others those to their own club or event.
func (s *Service) Mailing(ctx context.Context, actor auth.Actor, id MailingID) (Mailing, error) {
	if !actor.SignedIn() {
		return Mailing{}, apperr.New(apperr.SignIn, "Sign in to see this letter.")
	}
	m, err := mailingByID(ctx, s.db, id)
	if err != nil {
		return m, err
	}
	_, err = s.may(actor, m.Source)
	return m, err
}

// Mailings lists the newest mailings.
func (s *Service) Mailings(ctx context.Context, actor auth.Actor, page, size int) ([]Mailing, int, error) {
	if err := s.cases.Require(actor, auth.KeepOutbox, auth.Object{}); err != nil {
		return nil, 0, err
	}
	n, err := countMailings(ctx, s.db)
	if err != nil {
		return nil, 0, err
	}
	page = store.PageIn(page, size, n)
	list, err := newestMailings(ctx, s.db, (page-1)*size, size)
	return list, n, err
}

// PlanOf says whom a draft goes to.
func (s *Service) PlanOf(ctx context.Context, actor auth.Actor, id MailingID) (Plan, error) {
	m, err := s.Mailing(ctx, actor, id)
	if err != nil {
		return Plan{}, err
	}
	return s.planOf(ctx, s.db, actor, m)
}

func (s *Service) planOf(ctx context.Context, q store.Queryer, actor auth.Actor, m Mailing) (Plan, error) {
	p := Plan{
		Template: Template{About: About{Occasion: m.Occasion, Title: m.Title(), Who: "the people of the list"}, Text: m.Text},
		Mailing:  m.ID, source: m.Source, topic: m.Source.topic(),
	}
	p.Version = int(m.Version)
	all, err := s.listed(ctx, q, actor, m.Source)
	if err != nil {
		return p, err
	}
	for i := range all {
		all[i].Key = fmt.Sprintf("mailing:%d:%s", m.ID, all[i].Key)
	}
	return p, s.sort(ctx, q, &p, all)
}

// SendMailing writes a draft to everyone of its list but those who are left out.
func (s *Service) SendMailing(
	ctx context.Context, actor auth.Actor, id MailingID, leftOut []string, seen string,
) (SentOut, error) {
	m, err := s.Mailing(ctx, actor, id)
	if err != nil {
		return SentOut{}, err
	}
	permit, err := s.may(actor, m.Source)
	if err != nil {
		return SentOut{}, err
	}
	reply, err := s.replyTo(ctx, actor)
	if err != nil {
		return SentOut{}, err
	}
	plan, err := s.planOf(ctx, s.db, actor, m)
	if err != nil {
		return SentOut{}, err
	}
	plan.replyTo = reply
	return s.send(ctx, permit, func(tx *store.Tx) (Plan, error) {
		now, err := mailingByID(ctx, tx, id)
		if err != nil {
			return plan, err
		}
		if !now.Sent.IsZero() {
			return plan, apperr.New(apperr.Conflict, "This letter was written on %s. It was not written again.", now.Sent.Long())
		}
		if now.Version != m.Version {
			return plan, errChanged
		}
		return plan, nil
	}, leftOut, seen)
}

// Printed is a letter on paper.
type Printed struct {
	Name, Postal  string
	Subject, Body string
}

// OnPaper are the letters of a mailing that go by post. Addresses are for those who may see them.
func (s *Service) OnPaper(ctx context.Context, actor auth.Actor, id MailingID) (Mailing, []Printed, error) {
	m, err := s.Mailing(ctx, actor, id)
	if err != nil {
		return m, nil, err
	}
	action := auth.ViewRegister
	if m.Source.Club != 0 {
		action = auth.ViewContact
	}
	if err := s.cases.Require(actor, action, auth.Object{Club: m.Source.Club}); err != nil {
		return m, nil, err
	}
	if m.Sent.IsZero() {
		return m, nil, apperr.New(apperr.Conflict, "Send the letter first: who gets it on paper is known then.")
	}
	list, err := paperOf(ctx, s.db, id)
	return m, list, err
}

// listed are the people of a list, each once, as the actor may see them.
func (s *Service) listed(ctx context.Context, q store.Queryer, actor auth.Actor, src Source) ([]Addressee, error) {
	if src.Event != 0 {
		return s.entrants(ctx, q, src.Event)
	}
	var out []Addressee
	f, read := src.Register, s.people.All
	f.Club = cmp.Or(src.Club, f.Club)
	if src.Club != 0 {
		read = s.people.AllOfClub
	}
	r, err := read(ctx, actor, f)
	if err != nil {
		return nil, err
	}
	for _, e := range r.Entries {
		a := Addressee{Key: fmt.Sprintf("person:%d", e.Person.ID)}
		a.to(e.Person)
		if src.Club != 0 {
			a.Email = e.Person.Contact.Email // not the address of an account that the secretary may not see
		}
		out = append(out, a)
	}
	return out, nil
}

// entrants are who is entered in an event and has not withdrawn, and who entered online and is not confirmed yet.
func (s *Service) entrants(ctx context.Context, q store.Queryer, id tournaments.EventID) ([]Addressee, error) {
	e, err := tournaments.EventIn(ctx, q, id)
	if err != nil {
		return nil, err
	}
	sections, err := tournaments.SectionsIn(ctx, q, id)
	if err != nil {
		return nil, err
	}
	var ids []members.PersonID
	for _, section := range sections { // a handful
		entries, err := tournaments.EntriesIn(ctx, q, section.ID)
		if err != nil {
			return nil, err
		}
		for _, n := range entries {
			if n.Withdrawn {
				continue
			}
			ids = append(ids, n.Person)
			if n.Partner != nil {
				ids = append(ids, n.Partner.Person)
			}
		}
	}
	applications, err := s.entries.ApplicationsIn(ctx, q, id)
	if err != nil {
		return nil, err
	}
	own, strangers := map[members.PersonID]string{}, []entering.Application(nil)
	for _, a := range applications {
		stands := a.State == entering.Preliminary || a.State == entering.Waiting || a.State == entering.Confirmed
		switch {
		case !stands:
		case a.Person != 0:
			own[a.Person] = a.Email
			if a.State != entering.Confirmed {
				ids = append(ids, a.Person)
			}
		case a.State != entering.Confirmed:
			strangers = append(strangers, a)
		}
	}
	slices.Sort(ids)
	ids = slices.Compact(ids)
	people, err := members.People(ctx, q, ids)
	if err != nil {
		return nil, err
	}
	var out []Addressee
	f := Fields{"event": e.Name, "days": e.Dates()}
	for _, id := range ids {
		a := Addressee{Key: fmt.Sprintf("person:%d", id), Fields: f}
		a.to(people[id])
		a.Email, a.Postal = cmp.Or(own[id], a.Email), ""
		out = append(out, a)
	}
	for _, x := range strangers {
		out = append(out, Addressee{
			Key: fmt.Sprintf("application:%d", x.ID), Name: x.Name.String(), Given: x.Name.Given, Email: x.Email, Fields: f,
		})
	}
	slices.SortStableFunc(out, func(a, b Addressee) int { return cmp.Compare(members.Fold(a.Name), members.Fold(b.Name)) })
	return out, nil
}

// encoded is the source as it is stored.
func (src Source) encoded() (string, error) {
	b, err := json.Marshal(src)
	return string(b), err
}
