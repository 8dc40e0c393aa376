package cancelling

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"nzgs/internal/auth"
	"nzgs/internal/entering"
	"nzgs/internal/eventmail"
	"nzgs/internal/mail"
	"nzgs/internal/members"
	"nzgs/internal/money"
	"nzgs/internal/store"
	"nzgs/internal/tournaments"
)

// concerned is someone who hears that an event is cancelled: who stands on its list, or asked for letters about someone.
type concerned struct {
	key           string // of the letter
	person        PersonID
	name, address string
	sections      []string
	paid          money.Cents
	asked         []string // by which invoices the books ask for fees
	follows       bool     // asked for letters about a player
}

// list collects who is concerned, each once.
type list struct {
	all   []*concerned
	known map[string]*concerned
}

func (l *list) add(c concerned, section string, paid money.Cents) {
	at, ok := l.known[c.key]
	if ok {
		at.asked = append(at.asked, c.asked...)
	} else {
		at = &c
		l.all, l.known[c.key] = append(l.all, at), at
	}
	if section != "" && !slices.Contains(at.sections, section) {
		at.sections = append(at.sections, section)
	}
	if at.address == "" {
		at.address = c.address
	}
	at.paid += paid
}

// concerned lists who stands on the list of an event, in order of their names, and who asked for letters about them.
func (s *Service) concerned(ctx context.Context, q store.Queryer, e tournaments.Event) ([]*concerned, error) {
	sections, err := tournaments.SectionsIn(ctx, q, e.ID)
	if err != nil {
		return nil, err
	}
	applications, err := s.entries.ApplicationsIn(ctx, q, e.ID)
	if err != nil {
		return nil, err
	}
	entries := make(map[tournaments.SectionID][]tournaments.Entry, len(sections))
	var ids []PersonID
	for _, section := range sections { // a handful
		if entries[section.ID], err = tournaments.EntriesIn(ctx, q, section.ID); err != nil {
			return nil, err
		}
		for _, n := range entries[section.ID] {
			ids = append(ids, playersOf(n)...)
		}
	}
	for _, a := range applications {
		ids = append(ids, a.Person)
	}
	people, err := members.People(ctx, q, ids)
	if err != nil {
		return nil, err
	}
	l := list{known: make(map[string]*concerned)}
	l.addPlayers(sections, entries, applications, people)
	slices.SortStableFunc(l.all, func(a, b *concerned) int {
		return cmp.Compare(members.Fold(a.name), members.Fold(b.name))
	})
	followers, err := eventmail.Followers(ctx, q, e.ID)
	for _, address := range followers {
		written := slices.ContainsFunc(l.all, func(c *concerned) bool {
			return members.EmailKey(c.address) == members.EmailKey(address)
		})
		if !written {
			l.add(concerned{key: "follower:" + members.EmailKey(address), address: address, follows: true}, "", 0)
		}
	}
	return l.all, err
}

// addPlayers adds who is entered and not withdrawn, and who has entered online and is not confirmed.
func (l *list) addPlayers(
	sections []tournaments.Section, entries map[tournaments.SectionID][]tournaments.Entry,
	applications []entering.Application, people map[PersonID]members.Person,
) {
	of := make(map[tournaments.EntryID]entering.Application, len(applications))
	for _, a := range applications {
		if a.Entry != 0 {
			of[a.Entry] = a
		}
	}
	known := func(id PersonID, email string) concerned {
		p := people[id]
		return concerned{
			key: fmt.Sprintf("person:%d", id), person: id, name: p.Name.String(), address: cmp.Or(email, p.WrittenTo()),
		}
	}
	names := make(map[tournaments.SectionID]string, len(sections))
	for _, section := range sections {
		names[section.ID] = section.Name
		for _, n := range entries[section.ID] {
			if n.Withdrawn {
				continue
			}
			a := of[n.ID]
			c := known(n.Person, a.Email)
			if a.Bill != nil && a.Bill.Open() > 0 {
				c.asked = []string{fmt.Sprintf("To pay %s of your fee beforehand, give this payment reference: %s",
					a.Bill.Open(), a.Bill.Number.Reference())}
			}
			l.add(c, section.Name, a.PaidSoFar())
			if n.Partner != nil {
				l.add(known(n.Partner.Person, ""), section.Name, 0)
			}
		}
	}
	for _, a := range applications {
		if a.State != entering.Preliminary && a.State != entering.Waiting {
			continue
		}
		c := known(a.Person, a.Email)
		if a.Person == 0 {
			c = concerned{name: a.Name.String(), address: a.Email}
			c.key = "application:" + members.EmailKey(a.Email) + ":" + members.Fold(c.name)
		}
		l.add(c, names[a.Section], a.PaidSoFar())
	}
}

func playersOf(n tournaments.Entry) []PersonID {
	if n.Partner != nil {
		return []PersonID{n.Person, n.Partner.Person}
	}
	return []PersonID{n.Person}
}

// paidIn lists who paid.
func (s *Service) paidIn(ctx context.Context, q store.Queryer, id EventID) (Paid, error) {
	e, err := tournaments.EventIn(ctx, q, id)
	if err != nil {
		return Paid{}, err
	}
	sections, err := tournaments.SectionsIn(ctx, q, id)
	if err != nil {
		return Paid{}, err
	}
	applications, err := s.entries.ApplicationsIn(ctx, q, id)
	if err != nil {
		return Paid{}, err
	}
	var ids []PersonID
	for _, a := range applications {
		ids = append(ids, a.Person)
	}
	people, err := members.People(ctx, q, ids)
	if err != nil {
		return Paid{}, err
	}
	out := Paid{Event: e}
	for _, a := range applications {
		paid := a.PaidSoFar()
		if paid == 0 {
			continue
		}
		row := PaidRow{Name: a.Name.String(), Person: a.Person, Email: a.Email, Fee: paid, Paid: a.Paid, State: a.State}
		if !a.Paid.Made() {
			row.Invoice = a.Bill.Number.String()
		}
		if p, ok := people[a.Person]; ok {
			row.Name, row.Email = p.Name.String(), cmp.Or(a.Email, p.WrittenTo())
		}
		for _, section := range sections {
			if section.ID == a.Section {
				row.Section = section.Name
			}
		}
		out.Rows, out.Total = append(out.Rows, row), out.Total+paid
	}
	slices.SortStableFunc(out.Rows, func(a, b PaidRow) int {
		return cmp.Compare(members.Fold(a.Name), members.Fold(b.Name))
	})
	return out, nil
}

// tell writes to everyone concerned who does not know it, and to the treasurers where fees were paid; how many letters
// that are. They leave after a while: a letter about an earlier turn that still waits is withdrawn.
func (s *Service) tell(ctx context.Context, tx *store.Tx, e tournaments.Event) (int, error) {
	players, err := s.players(ctx, tx, e)
	if err != nil {
		return 0, err
	}
	treasurers, err := s.toTreasurers(ctx, tx, e)
	if err != nil {
		return 0, err
	}
	letters := 0
	for i, to := range []recipients{players, treasurers} {
		write, waiting, err := s.news(ctx, tx, e, to)
		if err != nil {
			return 0, err
		}
		if err := s.outbox.Withdraw(ctx, tx, waiting); err != nil {
			return 0, err
		}
		if err := s.outbox.Outdate(ctx, tx, to.earlier(e), outdatedBy(e)); err != nil { // what failed is not sent again now
			return 0, err
		}
		n, err := s.outbox.Queue(ctx, tx, write...)
		if err != nil {
			return 0, err
		}
		var keys []string
		for _, l := range write {
			keys = append(keys, l.Key)
		}
		if err := s.outbox.Hold(ctx, tx, keys, s.cases.Now().Add(HeldFor)); err != nil {
			return 0, err
		}
		if i == 0 {
			letters = n
		}
	}
	return letters, nil
}

// outdatedBy says why a letter about an earlier turn of an event is not sent again.
func outdatedBy(e tournaments.Event) string {
	if e.Cancelled.Is {
		return e.Name + " was cancelled again since."
	}
	return e.Name + " takes place after all."
}

// players are everyone concerned whom a letter reaches.
func (s *Service) players(ctx context.Context, q store.Queryer, e tournaments.Event) (recipients, error) {
	all, err := s.concerned(ctx, q, e)
	var out recipients
	for _, c := range all {
		if mail.ValidAddress(c.address) {
			out.add(keyed(c.key), s.letter(e, *c))
		}
	}
	return out, err
}

// about begins a letter: cancelled, or taking place after all.
func (s *Service) about(e tournaments.Event, key string) mail.Letter {
	l := mail.Letter{Subject: e.Name + isCancelled}
	if !e.Cancelled.Is {
		l.Subject = e.Name + " takes place after all"
	}
	l.Purpose = l.Subject
	l.Key = keyOf(e, e.Cancelled.Turns, key)
	return l
}

// keyed is a key of a letter that shows no address.
func keyed(key string) string {
	if strings.HasPrefix(key, "person:") {
		return key
	}
	sum := sha256.Sum256([]byte(key))
	return hex.EncodeToString(sum[:16])
}

func (s *Service) letter(e tournaments.Event, c concerned) mail.Letter {
	l := s.about(e, keyed(c.key))
	l.To = mail.Recipient{Person: int64(c.person), Name: c.name, Address: c.address}
	said := []string{s.society + "\n" + e.Name + ", " + e.Dates()}
	if e.Place != "" {
		said[0] += ", " + e.Place
	}
	said = append(said, l.Subject+".")
	in := "You asked for letters about a player."
	if !c.follows {
		in = "You are on the list of " + strings.Join(c.sections, " and ") + "."
	}
	if e.Cancelled.Is {
		said = append(said, "Why: "+e.Cancelled.Reason)
		if !c.follows {
			in += " There is nothing for you to do."
		}
	} else if !c.follows {
		in += " Your entry stands as it was."
	}
	said = append(said, in)
	if !e.Cancelled.Is {
		said = append(said, c.asked...)
	}
	if c.paid > 0 && e.Cancelled.Is {
		said = append(said, fmt.Sprintf("Your fee of %s is noted as paid. The treasurer has the list of who paid.", c.paid))
	}
	said = append(said, "The page of the event: "+s.site+"/events/"+e.Slug)
	l.Body = strings.Join(said, "\n\n") + "\n"
	return l
}

// toTreasurers are the letters to whoever is treasurer today, where fees were paid.
func (s *Service) toTreasurers(ctx context.Context, q store.Queryer, e tournaments.Event) (out recipients, err error) {
	paid, err := s.paidIn(ctx, q, e.ID)
	if err != nil || len(paid.Rows) == 0 {
		return out, err
	}
	treasurers, err := s.treasurers(ctx, q)
	for _, to := range treasurers {
		key := fmt.Sprintf("treasurer:%d", to.Person)
		l := s.about(e, key)
		l.To = to
		l.Body = fmt.Sprintf("%s\n%s, %s\n\n%s. Fees of %s in all are noted as paid for it. Who paid: %s%s\n",
			s.society, e.Name, e.Dates(), l.Subject, paid.Total, s.site, PaidPath(e.ID))
		out.add(key, l)
	}
	return out, err
}

// treasurers are who is treasurer today and can be written to.
func (s *Service) treasurers(ctx context.Context, q store.Queryer) ([]mail.Recipient, error) {
	seats, err := auth.SeatsOn(ctx, q, s.cases.Today())
	if err != nil {
		return nil, err
	}
	var ids []PersonID
	for _, seat := range seats {
		if seat.Role == auth.Treasurer {
			ids = append(ids, seat.Person)
		}
	}
	people, err := members.People(ctx, q, ids)
	var out []mail.Recipient
	for _, id := range ids {
		p := people[id]
		if address := p.WrittenTo(); mail.ValidAddress(address) {
			out = append(out, mail.Recipient{Person: int64(id), Name: p.Name.String(), Address: address})
		}
	}
	return out, err
}

// PaidPath is the page of who paid, below the site's address.
func PaidPath(id EventID) string { return fmt.Sprintf("/director/events/%d/paid", id) }
