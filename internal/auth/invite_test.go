package auth

import (
	"context"
	"strings"
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/store"
)

// officeLetters has the world's letters go: into a list of them.
func (w *world) officeLetters() *[]Letter {
	var out []Letter
	w.post = func(_ context.Context, tx *store.Tx, l Letter) error { out = append(out, l); return nil }
	w.sendsMail = true
	return &out
}

func (w *world) email(person PersonID, address string) {
	w.set(`UPDATE person SET email = $2, email_key = $3 WHERE id = $1`, person, address, EmailKey(address))
}

// Whoever gets an office and does not sign in yet is invited by it, once, at the address of the register.
func TestAnOfficeInvites(t *testing.T) {
	each(t, func(w *world) {
		letters := w.officeLetters()
		person := w.person("Mere", "Kererū")
		w.email(person, "mere@example.nz")
		for _, role := range []Role{Treasurer, RatingsOfficer} {
			_, err := w.Appoint(ctx, program, Office{Person: person, Role: role, From: w.now.Date()})
			w.must(err)
		}
		if len(*letters) != 2 || (*letters)[0].Link == 0 || (*letters)[1].Link != 0 {
			w.t.Fatalf("letters %+v", *letters)
		}
		first := (*letters)[0]
		if first.Address != "mere@example.nz" || !strings.Contains(first.Body, "You were given the office Treasurer.") ||
			!strings.Contains(first.Body, LinkHere) || strings.Contains(first.Body, "/link/") {
			w.t.Errorf("letter %+v", first)
		}
		address, err := w.AddressOfLink(ctx, first.Link, first.Address)
		w.must(err)
		again, err := w.AddressOfLink(ctx, first.Link, first.Address) // as for a letter that is sent again
		w.must(err)
		_, err = w.LookAtLink(ctx, strings.TrimPrefix(address, testAddress+"/link/"))
		w.refused(err, apperr.NotFound, "newer one")
		_, err = w.SetPasswordByLink(ctx, Arrival{Token: strings.TrimPrefix(again, testAddress+"/link/")}, goodPassword)
		w.must(err)
		_, err = w.AddressOfLink(ctx, first.Link, first.Address)
		w.refused(err, apperr.NotFound, "no longer good")
	})
}

// What the page says on which an office is given.
func TestWhatIsSaidOfWhoGotAnOffice(t *testing.T) {
	each(t, func(w *world) {
		w.officeLetters()
		secretary := Actor{Account: 99, Person: w.person("Sec", "Retary"), Offices: []Office{{Role: Secretary, From: w.now.Date()}}}
		club := w.club("Kāpiti Go Club")
		ofClub := secretary
		ofClub.Offices = []Office{{Role: ClubSecretary, Club: club, From: w.now.Date()}}
		for i, tt := range []struct{ email, before, after, hidden string }{
			{"mere@example.nz", "Mere Test does not sign in yet: an invitation goes to mere@example.nz with the office.",
				"Mere Test is invited at mere@example.nz by letter.", "Mere Test is invited at m…@example.nz by letter."},
			{"", "Mere Test is not invited by letter: the register has no e-mail address. Whoever looks after the accounts can give them a link.",
				"Mere Test is not invited by letter: the register has no e-mail address. Whoever looks after the accounts can give them a link.", ""},
			{"mere at example", "", "Mere Test is not invited by letter: no letter can be sent to the e-mail address as it is written. Whoever looks after the accounts can give them a link.", ""},
			{"mere@example.nz", "", "Mere Test is not invited by letter: someone else has the same e-mail address. Whoever looks after the accounts can give them a link.", ""},
		} {
			person := w.person("Mere", "Test")
			w.email(person, tt.email)
			said := func(actor Actor) WithOffice {
				list, err := w.InvitedWithOffice(ctx, actor, person)
				w.must(err)
				return list[0]
			}
			if got := said(secretary).Before(); tt.before != "" && got != tt.before {
				w.t.Errorf("%d before: %s", i, got)
			}
			_, err := w.Appoint(ctx, program, Office{Person: person, Role: Committee, From: w.now.Date()})
			w.must(err)
			if got := said(secretary).Text(); got != tt.after {
				w.t.Errorf("%d after: %s", i, got)
			}
			if got := said(ofClub).Text(); tt.hidden != "" && got != tt.hidden {
				w.t.Errorf("%d to whoever may not see it: %s", i, got)
			}
		}
		_, err := w.InvitedWithOffice(ctx, Actor{Account: 5, Person: 5}, 1)
		w.refused(err, apperr.Forbidden, "Only")
		_, err = w.InvitedWithOffice(ctx, Actor{}, 1)
		w.refused(err, apperr.SignIn, "Sign in")
	})
}

// No one is invited where no mail is sent, nor by files that are taken over; who signs in is told as before.
func TestOfficesThatInviteNoOne(t *testing.T) {
	each(t, func(w *world) {
		person := w.person("Mere", "Kererū")
		w.email(person, "mere@example.nz")
		_, err := w.Appoint(ctx, program, Office{Person: person, Role: Committee, From: w.now.Date()})
		w.must(err)
		list, err := w.InvitedWithOffice(ctx, program, person)
		if w.must(err); list[0].Text() != "Mere Kererū is not invited by letter: this site sends no mail. Whoever looks after the accounts can give them a link." {
			w.t.Errorf("said: %s", list[0].Text())
		}
		letters := w.officeLetters()
		w.must(w.db.InTx(ctx, func(tx *store.Tx) error {
			_, err := w.AppointTakenOver(ctx, tx, program, Office{Person: person, Role: RatingsOfficer, From: w.now.Date()})
			return err
		}))
		signsIn, _ := w.account("Aroha", "Tūī")
		_, err = w.Appoint(ctx, program, Office{Person: signsIn, Role: Treasurer, From: w.now.Date()})
		w.must(err)
		if len(*letters) != 1 || (*letters)[0].Link != 0 || (*letters)[0].Subject != "Your offices have changed" {
			w.t.Errorf("letters %+v", *letters)
		}
		if list, err = w.InvitedWithOffice(ctx, program, signsIn); err != nil || list[0].Text() != "" || list[0].Before() != "" {
			w.t.Errorf("said %+v, %v", list, err)
		}
	})
}
