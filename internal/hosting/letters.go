package hosting

import (
	"context"
	"crypto/rand"
	"fmt"
	"strings"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/clubs"
	"nzgs/internal/mail"
	"nzgs/internal/members"
	"nzgs/internal/store"
)

// why is what a letter is about.
type why string

const (
	confirmIt why = "confirm"
	known     why = "known"
	calledOff why = "called-off"
	answered  why = "answered"
	after     why = "after"
	offer     why = "offer"
	comes     why = "comes"
	comesNot  why = "comes-not"
)

// when is an evening in a sentence.
func (v Visit) when() string {
	return v.Day.Weekday().String() + " " + v.Day.Long() + ", " + v.Evening.From.String()
}

func (v Visit) where() string {
	if v.Evening.Venue == "" {
		return v.ClubName
	}
	return v.ClubName + ", " + v.Evening.Venue
}

// toVisitor writes to whoever comes along. What was typed is in no letter before the address is confirmed.
func (s *Service) toVisitor(ctx context.Context, tx *store.Tx, v Visit, about why) error {
	const page = auth.LinkHere
	var subject string
	var body []string
	hello := "Kia ora " + v.Name
	stop := "No more letters about this visit, by one press: " + page
	switch about {
	case confirmIt:
		subject = "Confirm that you come along to " + v.ClubName
		body = []string{
			"Someone, probably you, gave this address to come along to " + v.where() + ", on " + v.when() + ". Open this page and " +
				"press the button:", page,
			"The link works until " + v.Expires.Long() + " " + civil.ZoneWords() + ". Then the club is told.",
			"If it was not you, do nothing: all of it is forgotten.",
		}
	case known:
		subject = "Your visit to " + v.ClubName
		body = []string{hello, "Someone, probably you, sent the form again. The club knows already that you come on " + v.when() + ".",
			"If you cannot come, say so here: " + page}
	case calledOff:
		subject = v.ClubName + " does not meet on " + v.Day.Long()
		body = []string{hello, "The club does not meet on " + v.when() + ". Choose another evening on its page: " +
			s.site + clubPath(v.Club)}
	case answered:
		subject = "An answer from " + v.ClubName
		body = []string{hello, "The club answers about your visit on " + v.when() + ":", v.Answer, "If you cannot come, say so here: " + page}
	case after:
		subject = "How was your visit to " + v.ClubName + "?"
		body = []string{
			hello, "You wanted to come along to " + v.ClubName + " on " + v.Day.Long() + ". We hope that you enjoyed it, and that you come again: " +
				s.site + clubPath(v.Club), "The rules of Go, with boards to play through: " + s.site + "/rules", stop,
		}
	case offer:
		subject = "Join " + s.society
		body = []string{
			hello, "You wanted to come along to " + v.ClubName + " on " + v.Day.Long() + ". If you like to play, become a member: " + s.site + "/join",
			"We do not write about this again.", stop,
		}
	}
	l := mail.Letter{
		Key: fmt.Sprintf("visit:%d:%s:%s", v.ID, about, rand.Text()), Purpose: "Coming along to a club", Subject: cut(subject),
		To: mail.Recipient{Name: nameOnce(v), Address: v.Email}, Body: strings.Join(append([]string{s.society}, body...), "\n\n") + "\n",
	}
	if about != calledOff {
		l.Link, l.LinkTo = int64(v.ID), mail.ToVisit
	}
	_, err := s.outbox.Queue(ctx, tx, l)
	return err
}

// nameOnce is the visitor's name, once the address is confirmed.
func nameOnce(v Visit) string {
	if v.State == Unconfirmed {
		return ""
	}
	return v.Name
}

// cut keeps a subject within the outbox's bound.
func cut(s string) string {
	const most = 190
	for len(s) > most {
		r := []rune(s)
		s = string(r[:len(r)-1])
	}
	return s
}

func clubPath(id clubs.ClubID) string { return fmt.Sprintf("/clubs/%d", id) }

// VisitsPath is where a club sees who comes along.
func VisitsPath(id clubs.ClubID) string { return clubPath(id) + "/visits" }

// host is whom letters to a club go to: its own address, else its secretary. false: no one.
func (s *Service) host(ctx context.Context, q store.Queryer, id clubs.ClubID) (mail.Recipient, bool, error) {
	club, err := clubs.ByID(ctx, q, id)
	if err != nil {
		return mail.Recipient{}, false, err
	}
	if mail.ValidAddress(club.Email) {
		return mail.Recipient{Name: club.Name, Address: club.Email}, true, nil
	}
	held, err := clubs.SecretariesOn(ctx, q, s.cases.Today())
	if err != nil || held[id].Person == 0 {
		return mail.Recipient{}, false, err
	}
	p, err := members.PersonByID(ctx, q, held[id].Person)
	to := mail.Recipient{Person: int64(p.ID), Name: p.Name.String(), Address: p.Contact.Email}
	return to, err == nil && mail.ValidAddress(to.Address), err
}

// toHost tells the club about a visitor. Without an address the visit stands on the club's page of visits alone.
func (s *Service) toHost(ctx context.Context, tx *store.Tx, v Visit, about why) error {
	to, ok, err := s.host(ctx, tx, v.Club)
	if err != nil || !ok {
		return err
	}
	subject := v.Name + " comes along on " + v.Day.Long()
	body := []string{s.society, v.Name + " would like to come along to " + v.ClubName + " on " + v.when() + "."}
	if v.Note != "" {
		body = append(body, "A note from "+v.Name+":", v.Note)
	}
	body = append(body, "Answer here, signed in: "+s.site+VisitsPath(v.Club), "Or answer this letter: it goes to the visitor.")
	if about == comesNot {
		subject = v.Name + " does not come on " + v.Day.Long()
		body = []string{s.society, v.Name + " does not come along to " + v.ClubName + " on " + v.when() + " after all."}
	}
	_, err = s.outbox.Queue(ctx, tx, mail.Letter{
		Key: fmt.Sprintf("visit:%d:%s:%s", v.ID, about, rand.Text()), Purpose: "A visitor comes along", Subject: cut(subject), To: to,
		ReplyTo: mail.Recipient{Name: v.Name, Address: v.Email}, Body: strings.Join(body, "\n\n") + "\n",
	})
	return err
}
