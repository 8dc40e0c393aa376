package e2e

import (
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// letters are the most that someone types to find the own table.
const letters = 6

// TestAPlayersDay: a player says by the code on the poster to be there, and has on one page of a phone the table, the
// opponent, the handicap with its arithmetic, the report, the result and when the next round begins.
func TestAPlayersDay(t *testing.T) {
	t.Parallel()
	s := serveDemo(t)
	name := s.Invited("Member")
	family := name[strings.LastIndex(name, " ")+1:]
	short := string([]rune(family)[:min(letters, len([]rune(family)))])
	c := &congress{T: t, server: s, director: signedIn(t, s, "Director", desktop)}
	me := signedIn(t, s, "Member", phone)
	c.aDayCup(me)

	w := c.director
	w.goTo(c.desk)
	w.follow("Check-in: who has come")
	door := doors.FindStringSubmatch(w.html())
	if door == nil {
		t.Fatal("no code for the door")
	}
	me.goTo(door[1]) // the scan
	me.fill("Your name", short)
	me.press("Find")
	me.press("I am here", name)
	me.see("Welcome,", "The director can see that you are here.")
	page := me.address()
	me.accessible("a player’s page before the first round")
	me.reload()

	w.goTo(c.open + "/draw")
	w.press("Draw round 1")
	w.press("Publish")
	me.see("Table", "Who won?", "Call the referee", "Handicap", "Round 1") // by itself
	me.photograph("table")
	me.unfold("why?", "Black against")
	me.see("rounded up")
	me.accessible("a player’s page with a table")
	me.reload()

	anyone := open(t, s, phone)
	anyone.goTo("/events")
	anyone.follow("Day Cup")
	anyone.fill("Find my table", short)
	anyone.press("Find")
	anyone.see(name, "Table ")

	me.press(name, "Who won?")
	me.see("You said: ", "Waiting for")
	c.play(c.open, 1, everyTable)
	me.see("Round 2 of 2 starts on ", "It stands here as soon as it is published.", "Place", "after round 1") // by itself
	me.photograph("result")
	me.accessible("a player’s page after a round")
	me.goTo("/me")
	me.follow("Day Cup")
	if at := me.address(); !strings.HasPrefix(at, page) {
		t.Errorf("the own page leads to %s, not to %s", at, page)
	}
}

// aDayCup is an event of today and tomorrow with a handicap section of two rounds, a timetable, and a member among visitors.
func (c *congress) aDayCup(member *window) {
	w := c.director
	w.goTo("/director/events/new")
	w.fill("Name", "Day Cup")
	w.fill("First day", iso(today(c.T)))
	w.fill("Last day", iso(today(c.T).AddDate(0, 0, 1)))
	w.press("Set up the event")
	c.desk = w.address()
	w.follow("Add a section", "Add the first section")
	w.follow("Handicap weekend")
	w.fill("Name", "Open")
	w.fill("Rounds", "2")
	w.press("Add the section")
	c.open = sectionLinks(w.html())[0]
	w.follow("Timetable", "Open")
	w.press("Save the timetable")
	w.goTo(c.desk)
	w.press("Announce")
	w.follow("Online entry")
	w.fill("Entries close", iso(today(c.T).AddDate(0, 0, 1)))
	w.press("Open entries")
	member.goTo("/events")
	member.follow("Day Cup")
	member.follow("Enter")
	member.press("Enter")
	member.see("You have a place")
	w.goTo(c.desk)
	w.follow("Who entered, and who paid")
	w.press("Confirm 1 preliminary entry")
	for _, guest := range [][2]string{{"Xanthe", "9k"}, {"Quillon", "15k"}, {"Yestin", "4d"}} {
		c.oneMore(guest[0], "Underbrook", guest[1])
	}
}

// TestTheProjectorTurnsByItself: with scripts the projector of a section turns its own pages, where a list is longer than
// the wall; Space and the button stop it, and arrows turn it.
func TestTheProjectorTurnsByItself(t *testing.T) {
	t.Parallel()
	s := serveDemo(t)
	w := signedIn(t, s, "Director", desktop)
	thirtyTables(t, w.caller())
	wall := open(t, s, phone) // a small wall
	wall.goTo("/events/thirty-tables-2027/sections/open/wall")
	wall.see("Page 1 of", "Pause")
	shown := func() (rows []string) {
		wall.do(chromedp.Evaluate(`[...document.querySelectorAll("main tbody > tr")].filter((tr) => tr.checkVisibility())
			.map((tr) => tr.innerText)`, &rows))
		return rows
	}
	first := shown()
	wall.keys(kb.ArrowRight)
	wall.see("Page 2 of")
	second := shown()
	if len(first) == 0 || len(second) == 0 || first[0] == second[0] {
		t.Errorf("page 1 shows %q, page 2 %q", first, second)
	}
	if !pollFor(30*time.Second, func() bool { return strings.Contains(wall.text(), "page 3 of") }) {
		t.Error("it does not turn by itself")
	}
	wall.keys(" ")
	wall.see("Resume")
	wall.keys(kb.ArrowLeft)
	wall.see("Page 2 of")
	wall.keys(kb.ArrowLeft)
	wall.keys(kb.ArrowLeft) // and round to the last one
	wall.dontSee("Page 1 of")
	wall.click("button", "Resume")
	wall.see("Pause")
	wall.accessible("a projector that turns by itself")
}
