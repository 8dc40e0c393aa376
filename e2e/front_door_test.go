package e2e

import (
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"nzgs/internal/mail/mailtest"
)

// TestTheFrontDoor is the way of a newcomer from the map to the newsletter: Mika finds the nearest club, reads the rules and
// plays a first move, says that they come along, asks for the newsletter, takes an event into a calendar, joins, pays and
// orders a book as a member; the secretary publishes news and sends them by a mail server, to Mika alone.
func TestTheFrontDoor(t *testing.T) {
	t.Parallel()
	f := &frontDoor{membersYear: membersYear{treasurersYear: treasurersYear{t: t, box: mailtest.Start(t), data: t.TempDir()}}}
	f.theSocietyIsSetUp()
	f.on(time.September, 1)
	f.theRateAndTheAccountAreRecorded()
	f.aClubIsAffiliated()
	f.theClubSaysWhereItMeets()
	f.anEventIsAnnounced()
	f.aBookIsOffered()

	f.visitor = open(t, f.server, phone)
	f.theyFindTheNearestClub()
	f.theyReadTheRules()
	f.theyComeAlong()
	f.theyAskForTheNewsletter()
	f.theyTakeTheEventIntoTheirCalendar()
	f.theyJoinOnline()
	f.theyPay()
	f.theyOrderABook()

	f.theSecretaryPublishesNews()
	f.theSecretarySendsTheNewsletter()
}

type frontDoor struct {
	membersYear
	visitor *window // Mika, before anyone knows them
}

// theClubSaysWhereItMeets, on its page and with a weekly evening.
func (f *frontDoor) theClubSaysWhereItMeets() {
	w := f.secretary
	w.goTo("/clubs/1/edit")
	w.fill("Town", "Paraparaumu")
	w.fill("E-mail of the club", "kapiti@example.nz")
	w.fill("Where and when it meets", "Tuesdays at seven in the library.")
	w.press("Save")
	w.goTo("/clubs/1/evenings/new")
	w.choose("Every", "Tuesday")
	w.fill("From", "19:00")
	w.fill("Until", "22:00")
	w.press("Add the evening")
	w.see("The next evenings", "Tuesday")
}

// anEventIsAnnounced by the secretary, three weeks on.
func (f *frontDoor) anEventIsAnnounced() {
	w := f.secretary
	w.goTo("/director/events/new")
	w.fill("Name", "Spring Cup")
	w.fill("First day", iso(f.day.AddDate(0, 0, 20)))
	w.press("Set up the event")
	w.press("Open entries")
}

// theyFindTheNearestClub by a town that has none, in Māori.
func (f *frontDoor) theyFindTheNearestClub() {
	w := f.visitor
	w.goTo("/")
	w.accessible("the front page")
	w.goTo("/clubs")
	w.fill("Town, place or club", "Te Whanganui-a-Tara")
	w.keys("\r")
	w.see("the nearest to", "Kāpiti Go Club")
	w.accessible("clubs near a town")
	w.photograph("clubs")
	w.follow("Kāpiti Go Club")
	w.see("Tuesdays at seven in the library.", "Come along")
	w.accessible("a club's page")
	w.photograph("club")
}

// aBookIsOffered with a price for members, three copies, and postage.
func (f *frontDoor) aBookIsOffered() {
	c := f.treasurer.caller()
	article := c.sends(
		"/bookshop/desk/articles/new", "/bookshop/desk/articles/new", "title", "First steps on the board",
		"body", "A book for **beginners**.", "price", "30.00", "member_price", "24.00", "grams", "420", "shown", "on",
	)
	c.sends(article+"/stock", article+"/stock", "why", "bought", "number", "3")
	c.sends("/bookshop/desk/postage", "/bookshop/desk/postage", "place_1", "New Zealand", "grams_1", "1000", "price_1", "8.90")
}

// theyReadTheRules, step through a lesson, and play a move on a board.
func (f *frontDoor) theyReadTheRules() {
	w := f.visitor
	w.goTo("/")
	w.follow("Read the rules")
	w.accessible("the rules of Go")
	w.photograph("rules")
	w.goTo("/rules/first-steps")
	w.see("The rules in short")
	w.accessible("the first lessons")
	w.click("button", "On", "Lesson 1: A stone is captured")
	w.see("Step 1 of 1. Black plays there.")
	w.follow("A board for two")
	w.see("Black to move.")
	w.follow("Play at E5")
	w.see("Move 1 was E5. White to move.")
	w.accessible("a board for two")
}

// theyComeAlong on the next evening: the club is told once the address is confirmed.
func (f *frontDoor) theyComeAlong() {
	w := f.visitor
	w.goTo("/clubs/1")
	w.follow("Come along", "Where and when")
	w.choose("Which evening", "(not confirmed yet)")
	w.fill("Your name", "Mika")
	w.fill("E-mail address", "newcomer@example.nz")
	time.Sleep(3100 * time.Millisecond) // faster are only programs
	w.press("I would like to come")
	link := regexp.MustCompile(`/visits/[\w-]+`).FindString(f.letterWith("newcomer@example.nz", "/visits/"))
	w.goTo(link)
	w.press("I come along")
	w.see("Your address is confirmed.")
	f.letterWith("kapiti@example.nz", "Mika")
}

// theyAskForTheNewsletter, which is sent to no one who has not confirmed the address.
func (f *frontDoor) theyAskForTheNewsletter() {
	w := f.visitor
	w.goTo("/newsletter")
	w.fill("E-mail address", "member@demo.example")
	w.press("Send me the newsletter")
	w.goTo("/newsletter")
	w.fill("E-mail address", "someone.else@example.nz")
	w.press("Send me the newsletter")
	link := regexp.MustCompile(`/newsletter/confirm/[\w-]+`).FindString(f.letterWith("member@demo.example", "/newsletter/confirm/"))
	w.goTo(link)
	w.press("Confirm")
}

// theyTakeTheEventIntoTheirCalendar.
func (f *frontDoor) theyTakeTheEventIntoTheirCalendar() {
	w := f.visitor
	w.goTo("/events")
	w.follow("Spring Cup")
	w.see("Days for your calendar")
	w.photograph("event")
	w.accessible("an event before it begins")
	path := strings.TrimPrefix(w.address(), w.base)
	for _, calendar := range []string{path + "/timetable.ics", "/events.ics"} {
		status, body := f.server.get(calendar)
		entries := calendarEntries(body)
		if status != http.StatusOK || len(entries) != 1 {
			f.t.Fatalf("%s: status %d, %d entries\n%s", calendar, status, len(entries), body)
		}
		day := f.day.AddDate(0, 0, 20).Format("20060102")
		if got := entries[0]; got["SUMMARY"] != "Spring Cup" || got["DTSTART;VALUE=DATE"] != day || got["UID"] == "" {
			f.t.Errorf("%s has %v, want the Spring Cup on %s", calendar, got, day)
		}
	}
}

// calendarEntries reads the entries of a calendar (RFC 5545): folded lines put together, what each property says by its name
// with what qualifies it.
func calendarEntries(calendar string) (all []map[string]string) {
	for line := range strings.Lines(strings.ReplaceAll(calendar, "\r\n ", "")) {
		name, value, _ := strings.Cut(strings.TrimRight(line, "\r\n"), ":")
		if name == "BEGIN" && value == "VEVENT" {
			all = append(all, map[string]string{})
		} else if len(all) > 0 {
			all[len(all)-1][name] = value
		}
	}
	return all
}

// theyOrderABook at the price for members, and pay it by the bank.
func (f *frontDoor) theyOrderABook() {
	w := f.member
	w.goTo("/")
	w.follow("Bookshop")
	w.accessible("a small bookshop")
	w.follow("First steps on the board")
	w.fill("How many", "1")
	w.press("Order")
	w.choose("Sent to", "New Zealand")
	w.press("Work out what it comes to")
	w.see("The price for members", "$24.00", "$32.90")
	w.fill("Postal address", "4 Tui Street\nParaparaumu 5032")
	w.press("Order for $32.90")
	w.see("Ordered. It is held for you", "Still to pay")
	paid := orderReference.FindString(w.html())
	w.goTo("/bookshop")
	w.seeBeside("First steps on the board", "2 left")
	f.uploadBank(f.anz("book.csv", [4]string{"M FERNSIDE", paid, "32.90", f.september(1)}))
	f.treasurer.press("Confirm all certain (1)")
	w.goTo("/bookshop/orders")
	w.seeBeside("First steps on the board", "To be sent")
	w.accessible("a member's order that is paid")
}

// theSecretaryPublishesNews, which stand on the front page and in the feed.
func (f *frontDoor) theSecretaryPublishesNews() {
	w := f.secretary
	w.goTo("/news/desk/new")
	w.fill("Title", "The Spring Cup is open")
	w.fill("Text", "Enter by **Friday**. <script>alert(1)</script>")
	w.press("Save, and see how it looks")
	w.see("Enter by Friday.", "<script>alert(1)</script>")
	w.accessible("a draft of news")
	w.follow("Publish")
	w.press("Publish")
	f.visitor.goTo("/")
	f.visitor.see("The Spring Cup is open")
	f.visitor.follow("The Spring Cup is open")
	f.visitor.accessible("a piece of news")
	if status, body := f.server.get("/news.atom"); status != http.StatusOK || !strings.Contains(body, "The Spring Cup is open") {
		f.t.Errorf("the feed: %d\n%s", status, body)
	}
}

// theSecretarySendsTheNewsletter to who confirmed the address, and to no one else.
func (f *frontDoor) theSecretarySendsTheNewsletter() {
	w := f.secretary
	w.goTo("/newsletter/desk/new")
	w.fill("Title", "Spring letter")
	w.fill("Introduction", "What is new.")
	w.tick("The Spring Cup is open")
	w.press("Save, and see how it looks")
	w.follow("Send it")
	w.see("It goes to 1 reader")
	w.press("Send it")
	f.letterWith("member@demo.example", "Subject: Spring letter")
	for _, l := range f.box.Letters() {
		if l.To == "someone.else@example.nz" && strings.Contains(l.Raw, "Subject: Spring letter") {
			f.t.Error("the newsletter went to an address that no one confirmed")
		}
	}
	f.visitor.goTo("/newsletter")
	f.visitor.follow("Spring letter")
	f.visitor.see("What is new.", "Enter by Friday.")
}
