package e2e

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"nzgs/internal/mail/mailtest"
)

var entryLink = regexp.MustCompile(`/entered/[A-Z0-9]{26}`)

// entries is a new event that two visitors want to enter, with one place.
type entries struct {
	*testing.T
	box *mailtest.Server
}

// TestEnteringOnline: a director opens entries with two fields and two presses; a visitor on a phone enters and
// confirms by the mailed link; the next one waits, and has the place when the first withdraws.
func TestEnteringOnline(t *testing.T) {
	t.Parallel()
	e := &entries{T: t, box: mailtest.Start(t)}
	s := start(
		t, "demo", demoCopy(t), "--smtp-host", "127.0.0.1", "--smtp-port", itoa(e.box.Port),
		"--smtp-encryption", "none", "--mail-from", "secretary@example.nz",
	)
	d := signedIn(t, s, "Director", desktop)
	d.goTo("/director/events/new")
	d.fill("Name", "Autumn Cup")
	d.fill("First day", iso(today(t).AddDate(0, 0, 30)))
	d.press("Set up the event")
	desk := strings.TrimPrefix(d.address(), s.URL)
	d.press("Open entries")
	d.see("The event is announced, and people can enter online.")
	d.follow("Online entry: terms, places, fees")
	d.fill("Places in Open", "1")
	d.accessible("terms of entry")
	d.press("Save")
	d.see("The terms of entry are saved.")

	first, second := open(t, s, phone), open(t, s, phone)
	mine := e.enter(first, s, "Rima", "rima@example.org")
	first.see("You have a place.")
	first.accessible("one’s own entry")
	theirs := e.enter(second, s, "Wiremu", "wiremu@example.org")
	second.see("number 1 on the waiting list")

	d.goTo(desk + "/online/list")
	d.see("Rima", "1 of 1 place, 1 waiting")
	d.accessible("who entered")
	first.goTo(mine)
	first.press("Withdraw my entry")
	first.see("This entry is withdrawn.")
	if subject, _ := e.letter("wiremu@example.org", "you have a place"); subject == "" {
		t.Error("who moved up is not told")
	}
	second.goTo(theirs)
	second.see("You have a place.")
	d.reload()
	d.press("Confirm 1 preliminary entry")
	d.see("1 entry is confirmed.")
	second.reload()
	second.see("The director has confirmed your entry.")
}

// enter fills the form in on a phone, and confirms by the link that comes.
func (e *entries) enter(w *window, s *server, given, address string) string {
	e.Helper()
	w.goTo("/events")
	w.follow("Autumn Cup")
	w.follow("Enter")
	w.accessible("the form for entries")
	w.fill("Given names", given)
	w.fill("Family name", "Visitortest")
	w.fill("E-mail address", address)
	w.fill("Grade", "5k")
	pollFor(4*time.Second, func() bool { return false }) // no one writes faster
	w.press("Enter")
	w.see("A letter to your address leaves")
	_, body := e.letter(address, "confirm your entry")
	link := entryLink.FindString(body)
	if link == "" {
		e.Fatalf("no link in %q", body)
	}
	w.goTo(link)
	w.press("Confirm my entry")
	return link
}

// letter is the letter to an address about something, once it has come.
func (e *entries) letter(address, about string) (subject, body string) {
	e.Helper()
	pollFor(lettersTake, func() bool {
		for _, l := range e.box.Letters() {
			if l.To == address && strings.Contains(subjectOf(l), about) {
				subject, body = subjectOf(l), textOf(e.T, l)
			}
		}
		return subject != ""
	})
	return subject, body
}
