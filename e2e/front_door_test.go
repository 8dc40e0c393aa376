package e2e

import (
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"nzgs/internal/mail/mailtest"
)

// TestTheFrontDoor is the way of a newcomer from the map to the newsletter: Mika finds the nearest club, reads the rules,
// says that they come along, joins, asks for the newsletter and takes an event into a calendar; the secretary
// publishes news and sends them.
func TestTheFrontDoor(t *testing.T) {
	t.Parallel()
	f := &frontDoor{membersYear: membersYear{treasurersYear: treasurersYear{t: t, box: mailtest.Start(t), data: t.TempDir()}}}
	f.theSocietyIsSetUp()
	f.on(time.September, 1)
	f.theRateAndTheAccountAreRecorded()
	f.aClubIsAffiliated()
	f.theClubSaysWhereItMeets()
	f.anEventIsAnnounced()

	f.visitor = open(t, f.server, phone)
	f.theyFindTheNearestClub()
	f.theyReadTheRules()
	f.theyComeAlong()
	f.theyAskForTheNewsletter()
	f.theyTakeTheEventIntoTheirCalendar()
	f.theyJoinOnline()
	f.theyPay()

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

// theyReadTheRules and play an example through.
func (f *frontDoor) theyReadTheRules() {
	w := f.visitor
	w.goTo("/")
	w.follow("Read the rules")
	w.accessible("the rules of Go")
	w.photograph("rules")
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
	path := strings.TrimPrefix(w.address(), w.base)
	status, body := f.server.get(path + "/timetable.ics")
	if status != http.StatusOK || !strings.Contains(body, "SUMMARY:Spring Cup") {
		f.t.Errorf("the event's calendar: %d\n%s", status, body)
	}
	if status, body = f.server.get("/events.ics"); status != http.StatusOK || !strings.Contains(body, "Spring Cup") {
		f.t.Errorf("the calendar of all events: %d\n%s", status, body)
	}
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
