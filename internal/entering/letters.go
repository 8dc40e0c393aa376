package entering

import (
	"cmp"
	"context"
	"crypto/rand"
	"fmt"
	"strings"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/mail"
	"nzgs/internal/members"
	"nzgs/internal/store"
	"nzgs/internal/tournaments"
)

// why is what a letter is about.
type why string

const (
	confirmIt why = "confirm"  // the address
	alreadyIn why = "already"  // the form was sent again
	placed    why = "placed"   // holds a place
	inTheLine why = "waiting"  // for one
	movedUp   why = "moved"    // from the line to a place
	accepted  why = "accepted" // by the director
	declined  why = "declined"
	gone      why = "gone"    // withdrew
	billed    why = "billed"  // there is an invoice of the fee
	matched   why = "matched" // to someone in the register: a letter to the address there
)

// Wording words the letter that an entry is confirmed; "" leaves it as it is.
type Wording func(
	ctx context.Context, q store.Queryer, e tournaments.Event, section, name, given string,
) (subject, body string, err error)

// WordBy has the letter that an entry is confirmed worded. Called where services are put together.
func (s *Service) WordBy(words Wording) { s.wordBy = words }

// tell writes to a player, within tx. Of who has no address that letters reach the director is told on the list.
func (s *Service) tell(ctx context.Context, tx *store.Tx, f field, a Application, about why) error {
	to, err := recipient(ctx, tx, a)
	if err != nil || !mail.ValidAddress(to.Address) {
		return err
	}
	section, _ := f.section(a.Section)
	l := mail.Letter{
		Key: fmt.Sprintf("application:%d:%s:%s", a.ID, about, rand.Text()), Purpose: "Entry to " + f.event.Name, To: to,
	}
	text, err := s.text(ctx, tx, f, section, a, about)
	if err != nil {
		return err
	}
	l.Subject = f.event.Name + ": " + text[0]
	if about == accepted && s.wordBy != nil {
		given, err := givenOf(ctx, tx, a)
		if err != nil {
			return err
		}
		subject, own, err := s.wordBy(ctx, tx, f.event, section.Name, to.Name, cmp.Or(given, to.Name))
		if err != nil {
			return err
		}
		if own != "" {
			l.Subject, text[1] = subject, own
		}
	}
	body := append([]string{s.society + "\n" + f.event.Name + ", " + section.Name + ", " + f.event.Dates()}, text[1:]...)
	if about != declined && about != gone {
		body = append(body, s.linkOf(&l, a)...)
	}
	l.Body = strings.Join(body, "\n\n") + "\n"
	_, err = s.outbox.Queue(ctx, tx, l)
	return err
}

// linkOf says where the player sees, changes and withdraws the entry. A letter to someone in the register has no link
// that works for whoever reads it: they sign in; who has no account writes to the director.
func (s *Service) linkOf(l *mail.Letter, a Application) []string {
	if a.Email == "" {
		return []string{"See, change or withdraw your entry here, signed in: " + s.site + OwnPath(a.ID)}
	}
	l.Link, l.LinkTo = int64(a.ID), mail.ToApplication
	if a.State == Unconfirmed {
		return []string{auth.LinkHere}
	}
	return []string{"See, change or withdraw your entry here. Keep this link to yourself:", auth.LinkHere}
}

// recipient is who a letter goes to. The name that was typed into a form is in no letter before the address is
// confirmed.
func recipient(ctx context.Context, q store.Queryer, a Application) (mail.Recipient, error) {
	switch {
	case a.State == Unconfirmed:
		return mail.Recipient{Address: a.Email}, nil
	case a.Email != "":
		return mail.Recipient{Person: int64(a.Person), Name: a.Name.String(), Address: a.Email}, nil
	}
	people, err := members.People(ctx, q, []PersonID{a.Person})
	p := people[a.Person]
	return mail.Recipient{Person: int64(a.Person), Name: p.Name.String(), Address: p.Contact.Email}, err
}

// text is a letter's subject and its paragraphs.
func (s *Service) text(
	ctx context.Context, q store.Queryer, f field, section tournaments.Section, a Application, about why,
) ([]string, error) {
	closes := f.terms.Closes.Long() + " " + civil.ZoneWords()
	fee, err := s.feeText(ctx, q, f, a)
	if err != nil {
		return nil, err
	}
	switch about {
	case confirmIt:
		return []string{
			"confirm your entry",
			"Someone, probably you, gave this address to enter " + f.event.Name + ". To enter, open this page and press the button:",
			"Until you do, no place is held. The link works until " + a.Expires.Long() + " " + civil.ZoneWords() + ".",
			"If it was not you, do nothing: the entry is forgotten.",
		}, nil
	case alreadyIn:
		return []string{"you are entered already", "Someone, probably you, sent the form again. Your entry stands as it was."}, nil
	case placed:
		return []string{
			"your entry has come in",
			"You have a place in " + section.Name + ". The director still confirms your entry.", fee,
			"You can change or withdraw your entry until " + closes + ".",
		}, nil
	case inTheLine:
		n, err := inLine(ctx, q, a)
		return []string{
			"you are on the waiting list",
			fmt.Sprintf("%s is full. You are number %d on the waiting list. When a place becomes free, it goes to whoever waits "+
				"longest, and we write to you.", section.Name, n), fee,
			"If you no longer want to play, please withdraw.",
		}, err
	case movedUp:
		return []string{
			"you have a place",
			"A place in " + section.Name + " became free, and it is yours. If you can no longer come, withdraw: the next in line has it then.",
			fee,
		}, nil
	case accepted:
		return []string{"your entry is confirmed", "The director has confirmed your entry in " + section.Name + ".", fee}, nil
	case billed:
		return []string{"your fee", "You can pay your fee for " + section.Name + " beforehand.", fee}, nil
	case matched:
		name, err := nameOf(ctx, q, a)
		return []string{
			"you are entered",
			"Someone entered " + name + " by the form for visitors, from another address. The director has taken that to be you. " +
				"From now on only you can change this entry.",
			"If it was not you, tell the director, or withdraw the entry.", fee,
		}, err
	case declined:
		return []string{
			"your entry is off the list", "The director has taken your entry off the list of " + section.Name + ". Questions go to the director.",
		}, nil
	}
	return []string{"your entry is withdrawn", "You have withdrawn from " + section.Name + "."}, nil
}

func (s *Service) feeText(ctx context.Context, q store.Queryer, f field, a Application) (string, error) {
	if err := withBills(ctx, q, &a); err != nil {
		return "", err
	}
	text := fmt.Sprintf("Your fee is %s (%s). You can pay beforehand or at the door.", a.Fee, a.Kind)
	switch {
	case a.Fee == 0:
		return "You owe no fee.", nil
	case !a.Paid.Made() && a.Settled() && a.PaidSoFar() == 0:
		return "You owe no fee any more.", nil
	case a.Settled():
		return fmt.Sprintf("Your fee of %s is paid.", a.Fee), nil
	case a.Bill != nil:
		account, err := payInto(ctx, q)
		if err != nil {
			return "", err
		}
		text += fmt.Sprintf(
			"\nTo pay %s beforehand, give this payment reference, which tells the treasurer whose fee it is: %s",
			a.Bill.Open(), a.Bill.Number.Reference(),
		)
		if account != "" {
			text += "\nPay into the account " + account + "."
		}
	}
	if f.terms.Pay != "" {
		text += "\n" + f.terms.Pay
	}
	return text, nil
}
