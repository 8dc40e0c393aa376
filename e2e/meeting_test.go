package e2e

import (
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"nzgs/internal/mail/mailtest"
)

// TestAnAnnualGeneralMeeting is an AGM as its secretary and its chair go
// through it: from the date to the minutes. It is held today, so that notice is
// given too late, with a reason.
func TestAnAnnualGeneralMeeting(t *testing.T) {
	t.Parallel()
	box := mailtest.Start(t)
	data := t.TempDir()
	copyFile(t, filepath.Join(demoData(t), databaseName), filepath.Join(data, databaseName))
	s := start(
		t, "demo", data, "--smtp-host", "127.0.0.1", "--smtp-port", itoa(box.Port), "--smtp-encryption", "none",
		"--mail-from", "secretary@example.nz",
	)
	m := &agm{window: signedIn(t, s, "Secretary", desktop), box: box, today: today(t)}

	m.plan()
	m.propose()
	m.nominate()
	m.giveNotice()
	m.twelveArrive()
	m.open()
	m.amendAndBreakTheTie()
	m.elect()
	m.close()
	m.writeTheMinutes()
	m.lettersHaveLeft()
}

// agm is an AGM seen from its secretary's window.
type agm struct {
	*window
	box    *mailtest.Server
	today  time.Time
	path   string   // of its page
	motion string   // and of its proposal's
	people []string // who may come, by the names at the door
}

func (m *agm) plan() {
	m.goTo("/meetings/new?kind=agm")
	m.fill("Day", iso(m.today))
	m.fill("Time", "14:00")
	m.fill("Place", "Newtown Hall")
	m.fill("Previous AGM", iso(m.today.AddDate(0, -12, 0)))
	m.press("Work out the dates")
	m.see("What follows from this day", "Proposals reach the secretary", "Minutes reach the secretary")
	m.unfold("why?", "Notice and agenda are sent")
	m.see("Rule 4.1")
	m.press("Plan the meeting")
	m.see("The meeting is planned", "Electing tellers")
	m.path = m.address()
	m.goTo(m.path + "/door")
	m.people, _ = m.atTheDoor(m.path + "/door")
	if len(m.people) < 16 {
		m.fail("%d people may come", len(m.people))
	}
}

func (m *agm) propose() {
	m.goTo(m.path)
	m.follow("Record a proposal")
	m.press("Record the proposal")
	m.see("Please fix")
	m.fill("In a few words", "A youth tournament")
	m.fill("Its full text", "That there be a youth tournament each year.")
	m.fill("Proposed by", m.people[4])
	m.fill("Seconded by", m.people[5])
	m.fill("Received by the secretary on", iso(m.today.AddDate(0, -3, 0)))
	m.press("Record the proposal")
	m.see("The proposal is recorded.", "That there be a youth tournament each year.")
	m.motion = m.address()
}

// nominate names three for the two ordinary seats.
func (m *agm) nominate() {
	m.goTo(m.path + "/elections")
	m.press("Prepare the elections")
	m.follow("Ordinary committee members")
	for i := range 3 {
		m.follow("Enter a nomination")
		m.fill("Candidate", m.people[6+i])
		m.fill("Proposed by", m.people[9])
		m.fill("Seconded by", m.people[10])
		m.do(chromedp.Click("#signed", chromedp.ByQuery))
		m.fill("Received by the secretary on", iso(m.today.AddDate(0, 0, -1)))
		m.press("Enter the nomination")
	}
}

func (m *agm) giveNotice() {
	m.goTo(m.path + "/notice")
	m.see("Too late", "A youth tournament")
	m.press("Give notice")
	m.seeProblem("Why notice is given late", "")
	m.fill("Why notice is given late", "The hall was found only yesterday.")
	m.fill("Your introduction to the agenda", "Come, all of you: nau mai, haere mai.")
	m.press("Give notice")
	m.see("The letters are in the outbox", "Written on "+long(m.today))
	notice := plain(pdfText(m.window, m.download("Notice and agenda (PDF)")))
	for _, want := range []string{
		"Newtown Hall", "That there be a youth tournament each year.", "h) other business", "Ordinary committee members",
	} {
		if !strings.Contains(notice, plain(want)) {
			m.t.Errorf("the notice lacks %q:\n%s", want, notice)
		}
	}
	m.lettersLeave(m.path+"/notice", true)
}

// twelveArrive are marked at the door, on a phone.
func (m *agm) twelveArrive() {
	m.onPhone(func() {
		for _, number := range m.people[:12] {
			m.goTo(m.path + "/door")
			m.isPresent(number)
			m.see("Present at the beginning")
		}
	})
	m.goTo(m.path + "/door")
	m.see("12 people are here")
}

// onPhone does something on a phone in the same window.
func (m *agm) onPhone(act func()) {
	m.screen = phone
	m.do(phone.emulate())
	act()
	m.screen = desktop
	m.do(desktop.emulate())
}

func (m *agm) open() {
	m.goTo(m.path + "/chair")
	m.see("12 of 10 needed")
	m.press("Open the meeting")
	m.see("The meeting is open.", "Electing tellers")
	m.press("Record the tellers")
	m.see("Please fix")
	m.electTellers(m.people[10:12])
	m.see("The tellers are recorded.")
	m.accessible("in the chair")
}

// amendAndBreakTheTie: an amendment is equal by hands, the chair votes for it,
// and the motion as amended is carried.
func (m *agm) amendAndBreakTheTie() {
	m.onPhone(func() {
		m.goTo(m.motion)
		m.unfold("Record an amendment to it")
		m.fill("The motion as it would read", "That there be a youth tournament each July.")
		m.pick("mover", m.people[6])
		m.pick("seconder", m.people[7])
		m.press("Record the amendment")
		m.see("It is decided before the motion.", "Put amendment 1 to the vote")
		m.press("The noes have it")
		m.see("Not carried")
		m.fill("Yes", "5")
		m.fill("No", "5")
		m.fill("Abstain", "1")
		m.press("Record the count")
		m.see("The votes are equal", "5 yes, 5 no, 1 abstention")
		m.accessible("equal votes")
		m.press("The chair votes yes")
		m.see("The chair’s vote is recorded.")
		m.press("Declare: carried")
		m.see("The amendment is carried.", "Put the motion to the vote", "each July")
	})
	m.fill("Yes", "9")
	m.fill("No", "2")
	m.press("Record the count")
	m.press("Declare: carried")
	m.see("The motion is carried.")
	m.unfold("Carried", "Outcome")
	m.see("9 yes > 2 no")
	m.goTo(m.path + "/wall")
	m.see("each July", "Carried")
	m.accessible("on the wall")
}

// elect: of three candidates for two seats one has less than ten percent.
func (m *agm) elect() {
	m.goTo(m.path + "/elections")
	m.follow("Ordinary committee members")
	m.fill("Valid papers", "12")
	var votes []string
	m.do(chromedp.Evaluate(`[...document.querySelectorAll('input[name^="votes-"]')].map((el) => el.id)`, &votes))
	for i, id := range votes {
		m.do(chromedp.SetValue("#"+id, []string{"11", "1", "0"}[i], chromedp.ByQuery))
	}
	m.press("Record the ballot")
	m.see("not filled: 1 seat")
	m.unfold("not filled: 1 seat", "Outcome")
	m.see("1 of 12 < 10%")
}

// close ends the meeting; what nobody stood for stays as it is.
func (m *agm) close() {
	m.goTo(m.path + "/chair")
	m.press("Close the meeting")
	m.see("The meeting is closed.")
}

func (m *agm) writeTheMinutes() {
	m.goTo(m.path + "/minutes")
	m.follow("Make a draft")
	m.see("This draft was made from what was recorded")
	m.press("Save the minutes")
	m.see("The minutes are saved.", "each July")
	m.accessible("minutes")
	text := plain(pdfText(m.window, m.download("PDF")))
	for _, want := range []string{"Annual general meeting", "each July", "Newtown Hall", "Draft of " + long(m.today)} {
		if !strings.Contains(text, plain(want)) {
			m.t.Errorf("the minutes lack %q:\n%s", want, text)
		}
	}
	if status, _ := m.sameCookies()(m.path + "/minutes.pdf"); status != http.StatusOK {
		m.t.Errorf("minutes.pdf answers %d", status)
	}
}

// lettersHaveLeft: the program looks into its outbox now and then.
func (m *agm) lettersHaveLeft() {
	if !pollFor(lettersTake, func() bool { return len(m.box.Letters()) > 20 }) {
		m.fail("%d letters have left", len(m.box.Letters()))
	}
	for _, letter := range m.box.Letters() { // the month's letter with the head of the log may be among them
		if strings.Contains(letter.Header("Subject"), "AGM") {
			if !strings.Contains(letter.Raw, "notice.pdf") {
				m.fail("the letter is\n%.2000s", letter.Raw)
			}
			return
		}
	}
	m.fail("no letter is about the AGM")
}
