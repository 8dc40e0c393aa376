package e2e

import (
	"regexp"
	"strings"
	"testing"
)

// TestPersonalDataEnds is what happens to data about people at the end: a card is lost and replaced, someone reads what is
// held about them, is erased by two officers, of whom games and counts stay, and what is due is removed with a report.
func TestPersonalDataEnds(t *testing.T) {
	t.Parallel()
	s := serveDemo(t)
	d := &dataEnds{membersYear{treasurersYear: treasurersYear{t: t, server: s}}, open(t, s, phone), nil, ""}
	d.aCardIsLostAndReplaced()

	d.former = newWindow(t, s, desktop)
	d.former.comeIn(s.LinkFor("Lapsed member"))
	d.theyReadWhatIsHeld()
	d.treasurer, d.secretary = newWindow(t, s, desktop), newWindow(t, s, desktop)
	d.treasurer.comeIn(s.LinkFor("Treasurer"))
	d.secretary.comeIn(s.LinkFor("Secretary"))
	d.oneOfficerAsks()
	d.anotherConfirms()
	d.gamesStayAndContactIsGone()
	d.whatIsDueIsRemoved()
}

// dataEnds is a demonstration society with who is erased.
type dataEnds struct {
	membersYear
	former *window  // who is erased
	email  []string // theirs
	games  string   // how many, as their page says it
}

// aCardIsLostAndReplaced: from then on the old code's page says so, and names no one.
func (d *dataEnds) aCardIsLostAndReplaced() {
	w := newWindow(d.t, d.server, phone)
	w.comeIn(d.server.LinkFor("Member"))
	w.goTo("/me")
	w.follow("Membership card")
	w.accessible("the card before it is made")
	at := w.address()
	d.number = regexp.MustCompile(`\d+`).FindString(at)
	c := w.caller()
	old := d.scan([]byte(c.page(c.sends(at, at))))
	w.reload()
	w.unfold("The card is lost")
	w.press("Make a new card")
	w.see("There is a new card to print. The one before is no longer good.")
	w.accessible("a card that was replaced")
	good := d.scan([]byte(c.page(at + ".pdf")))
	if good == old {
		d.t.Fatal("the new card has the code of the old one")
	}
	d.card = old
	d.cardSays("This card is no longer good.")
	d.former.goTo(old)
	d.former.dontSee("is a member of")
	d.former.accessible("the page of a lost card")
	d.card = good
	d.cardSays("is a member of")
}

// theyReadWhatIsHeld about themselves on a phone and as a file, and find the way to be erased.
func (d *dataEnds) theyReadWhatIsHeld() {
	w := d.former
	w.goTo("/me")
	way := regexp.MustCompile(`/members/(\d+)/erase`).FindStringSubmatch(w.html())
	if way == nil {
		w.fail("no way to be erased")
	}
	d.number = way[1]
	w.accessible("the page of who lapsed") // which leaves out what repeats
	d.email = append(emails.FindAllString(w.text(), -1), "lapsed@demo.example")
	w.goTo("/ratings/" + d.number)
	if d.games = ratedGames.FindString(w.text()); d.games == "" {
		d.t.Error("the page does not count the games")
	}
	w.goTo("/me/data")
	w.see("What is held about me")
	w.unfold("Account (1)")
	w.see("lapsed@demo.example")
	w.accessible("what is held about one")
	if file := w.caller().page("/me/data.json"); !strings.Contains(file, "lapsed@demo.example") {
		d.t.Errorf("the file does not have the address:\n%s", file)
	}
	w.goTo("/members/" + d.number + "/erase")
	w.see("These go at once", "Nothing happens before another officer has confirmed it.")
	w.accessible("erasing oneself")
}

// What the pages say of addresses, and of games.
var (
	emails     = regexp.MustCompile(`[\w.]+@[\w.]+\.example`)
	ratedGames = regexp.MustCompile(`\d+: \d+ won, \d+ lost`)
)

func (d *dataEnds) oneOfficerAsks() {
	w := d.treasurer
	w.goTo("/members/" + d.number)
	w.follow("Erase")
	w.grave("Ask for it")
	w.see("Asked for. Another officer has to confirm it.", "This waits for an officer who did not ask for it.")
	if w.has(`a[href$="/erase/confirm"]`) {
		d.t.Error("who asked is led to confirm it")
	}
	w.accessible("erasing that was asked for")
	w.goTo("/members/" + d.number + "/erase/confirm")
	w.see("You asked for this, or it is about you: another officer confirms it.")
	w.accessible("erasing that one may not confirm")
}

func (d *dataEnds) anotherConfirms() {
	w := d.secretary
	w.goTo("/members/" + d.number + "/erase")
	w.follow("Confirm it")
	w.accessible("erasing that waits for one")
	w.grave("Erase it: this cannot be undone")
	w.see("Erased.", "This is done, and cannot be undone.", "Kept in the register until 30 June")
	w.accessible("someone who was erased")
}

// gamesStayAndContactIsGone, and who was erased is no longer signed in.
func (d *dataEnds) gamesStayAndContactIsGone() {
	w := d.secretary
	w.goTo("/members/" + d.number)
	w.dontSee(d.email...)
	w.see("Erased", "Lapsed")
	w.accessible("the record of someone who was erased")
	public := newWindow(d.t, d.server, phone)
	public.goTo("/ratings/" + d.number)
	public.see("A former member")
	if now := ratedGames.FindString(public.text()); now != d.games {
		d.t.Errorf("%q, and before they were erased %q", now, d.games)
	}
	public.accessible("the player page of someone who was erased")
	d.former.goTo("/me")
	d.former.see("Sign in")
}

// whatIsDueIsRemoved after a preview, and the report says how much.
func (d *dataEnds) whatIsDueIsRemoved() {
	w := d.secretary
	w.goTo("/members/retention")
	w.accessible("what is kept")
	w.follow("Remove what is due")
	w.see("This is what would be removed now")
	w.accessible("what would be removed")
	w.grave("Remove it")
	w.see("Removed:", "The report is below.")
	w.accessible("what was removed")
}
