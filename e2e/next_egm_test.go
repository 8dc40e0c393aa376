package e2e

import (
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// TestAnEGMByItsNextSteps is an EGM that members ask for, as its secretary goes through
// it who follows only what is next: from the request, that arrives by post, to the draft
// of the postal vote on a motion that the meeting amended.
func TestAnEGMByItsNextSteps(t *testing.T) {
	t.Parallel()
	s := serveDemo(t)
	f := &followedEGM{follower: newcomer(t, s, "Secretary", phone), server: s, today: today(t)}
	f.request()
	f.call()
	f.giveNotice()
	f.open()
	f.amend()
	f.close()
	f.prepareTheVote()
}

type followedEGM struct {
	*follower
	server *server
	today  time.Time
	path   string
}

func (f *followedEGM) request() {
	members := (&egm{window: f.window}).registered("status=member")
	f.goTo("/meetings/requests") // that a letter has come no page can know
	f.follow("Record a request")
	f.fill("Received by the secretary on", iso(f.today))
	f.fill("Proposer", members[0])
	f.fill("Who signed", strings.Join(members[:10], "\n"))
	f.fill("Proposal 1", "The quorum")
	f.fill("Wording of proposal 1", "That the quorum of rule 4.2 be eight members.")
	f.choose("What proposal 1 changes", "The constitution")
	f.press("Check the signatures")
	f.press("Record the request")
	f.see("The request is recorded.")
}

func (f *followedEGM) call() {
	f.line("Call the EGM that members requested")
	f.goesOn("Call the EGM")
	f.fill("Day", iso(f.today))
	f.fill("Time", "14:00")
	f.fill("Place", "Newtown Hall")
	f.fill("Last day for voting papers", iso(f.today.AddDate(0, 0, 20)))
	f.press("Work out the dates")
	f.press("Plan the meeting")
	f.see("The meeting is planned")
	f.path = f.address()
}

func (f *followedEGM) giveNotice() {
	f.line("the EGM")
	f.goesOn("Give notice")
	f.fill("Why notice is given late", "The quorum must be settled this month.")
	f.press("Give notice")
	f.see("The letters are in the outbox")
}

func (f *followedEGM) open() {
	people, _ := f.atTheDoor(f.path + "/door")
	f.line("EGM of ")
	f.goesOn("On the day: who is here?")
	for _, number := range people[:12] {
		f.isPresent(number)
	}
	f.line("EGM of ")
	f.goesOn("The meeting cannot open yet")
	f.tick("Also the letters that have not gone by e-mail")
	f.press("Record the letters as posted")
	f.line("EGM of ")
	f.goesOn("Open the meeting")
	f.press("Open the meeting")
	f.do(chromedp.Evaluate(`[...document.querySelectorAll('input[name="tellers"]')].slice(-2).forEach((el) => el.click())`, nil))
	f.press("Record the tellers")
}

// amend shows an amendment word by word, on a phone, and sends what it makes of the
// motion to the postal vote.
func (f *followedEGM) amend() {
	people, _ := f.atTheDoor(f.path + "/door")
	f.line("EGM of ")
	f.goesOn("The meeting is open")
	f.follow("Word it, or send it to the postal vote")
	f.unfold("Record an amendment to it")
	f.fill("The motion as it would read", "That the quorum of rule 4.2 be nine members.")
	f.pick("mover", people[6])
	f.pick("seconder", people[7])
	f.press("Record the amendment")
	f.see("It is decided before the motion.", "goes: eight ; comes: nine ; members.")
	if !f.has("main del") || !f.has("main ins") {
		f.fail("what the amendment takes out and puts in is not shown")
	}
	f.fill("Yes", "8")
	f.fill("No", "3")
	f.press("Record the count")
	f.press("Declare: carried")
	f.see("The amendment is carried.")
	f.press("The wording is final: send it to the postal vote")
	f.see("The wording is fixed for the postal vote.")
}

func (f *followedEGM) close() {
	f.line("EGM of ")
	f.goesOn("The meeting is open")
	f.press("Close the meeting")
	f.line("EGM of ")
	f.goesOn("Write the minutes")
	f.press("Save the minutes")
	f.see("The minutes are saved.", "nine members")
}

func (f *followedEGM) prepareTheVote() {
	f.line("EGM of ")
	f.goesOn("Prepare the postal vote")
	f.see("That the quorum of rule 4.2 be nine members.")
	f.fill("Tellers’ address", "The tellers\nPO Box 12\nTe Whanganui-a-Tara")
	f.press("Show the dates")
	f.press("Save the draft")
	f.see("The draft is saved")
}
