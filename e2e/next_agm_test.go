package e2e

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"nzgs/internal/mail/mailtest"
)

// TestAnAGMByItsNextSteps is an AGM of the demonstration society as people go through
// it who follow only what their front page and its pages say is next: from the notice to the offices, and to the next AGM that approves the
// minutes.
func TestAnAGMByItsNextSteps(t *testing.T) {
	t.Parallel()
	f := &followedAGM{t: t, box: mailtest.Start(t), data: t.TempDir()}
	f.seed()
	f.on(0)
	f.noticeIsTried()
	f.nominationsComeIn()
	f.theMemberCannotCome()
	f.on(agmAhead)
	f.theyArrive()
	f.theChairOpens()
	f.theChairTapsThroughTheAgenda()
	f.twoStandForPresident()
	f.theMotionIsCounted()
	f.theMeetingCloses()
	f.theResultsAreConfirmed()
	f.theMinutesAreShown()
	f.theMemberRemarks()
	f.theRemarkIsAnswered()
	f.theNextAGMIsPlanned()
	f.on(agmAhead + 60)
	f.theNextAGMApproves()
}

// followedAGM is the society of the journey on one of its days.
type followedAGM struct {
	t     *testing.T
	box   *mailtest.Server // nil: letters are printed and posted
	today time.Time        // the society's first day
	later int              // how many days it is after the machine's
	data  string
	ahead int // of the first day

	server            *server
	secretary, member *follower
	people            []string
	path              string
	secretaryName     string
}

// agmAhead is how many days ahead the demonstration's AGM is.
const agmAhead = 45

// seed makes the society as of an October, so that its members are still members at the
// next AGM too.
func (f *followedAGM) seed() {
	now := today(f.t)
	f.today = time.Date(now.Year(), time.October, 1, 0, 0, 0, 0, time.UTC)
	if f.today.Before(now) {
		f.today = f.today.AddDate(1, 0, 0)
	}
	f.later = int(f.today.Sub(now).Hours() / 24)
	if out, err := runCommand("seed", "--data", f.data, "--ahead", itoa(f.later)); err != nil {
		f.t.Fatalf("make the society: %v\n%s", err, out)
	}
}

// on serves the society some days ahead; whoever is at work signs in again.
func (f *followedAGM) on(ahead int) {
	f.t.Helper()
	if f.server != nil {
		f.server.stop()
	}
	f.ahead = ahead
	flags := []string{"--ahead", itoa(f.later + ahead)}
	if f.box != nil {
		flags = append(
			flags, "--smtp-host", "127.0.0.1", "--smtp-port", itoa(f.box.Port), "--smtp-encryption", "none", "--mail-from",
			"secretary@example.nz",
		)
	}
	f.server = start(f.t, "demo", f.data, flags...)
	f.secretaryName = f.server.Invited("Secretary")
	f.secretary, f.member = newcomer(f.t, f.server, "Secretary", desktop), newcomer(f.t, f.server, "Member", phone)
}

func (f *followedAGM) day() time.Time { return f.today.AddDate(0, 0, f.ahead) }

func (f *followedAGM) noticeIsTried() {
	s := f.secretary
	s.line("Send notice and agenda of the AGM")
	f.path = s.address()
	s.accessible("planned")
	s.goesOn("Give notice")
	s.accessible("notice")
	s.press("Send a test letter to me")
	s.see("test letter")
	s.press("Give notice")
	s.see("The letters are in the outbox")
	s.lettersLeave(f.path)
	if n := len(f.box.Letters()); n <= 70 {
		s.fail("%d letters have left", n)
	}
}

func (f *followedAGM) nominationsComeIn() {
	s := f.secretary
	f.people, _ = s.atTheDoor(f.path + "/door")
	s.line("AGM of ")
	s.goesOn("Prepare the elections")
	s.press("Prepare the elections")
	s.see("President")
	for i := range 2 {
		if i == 0 {
			s.goesOn("Enter the nominations")
		}
		s.see("President")
		s.follow("Enter a nomination")
		s.accessible("nomination")
		s.fill("Candidate", f.people[10+i])
		s.fill("Proposed by", f.people[20])
		s.fill("Seconded by", f.people[21])
		s.do(chromedp.Click("#signed", chromedp.ByQuery))
		s.fill("Received by the secretary on", iso(f.day()))
		s.press("Enter the nomination")
	}
	for range 9 { // every other post has one who stands
		s.line("AGM of ")
		if s.next().Title != "Enter the nominations" {
			break
		}
		s.followNext()
		if again := f.secretaryName + " stands again"; strings.Contains(s.text(), plain(again)) {
			s.press(again)
			continue
		}
		s.follow("Enter a nomination")
		s.fill("Candidate", f.people[22])
		f.people = slices.Delete(f.people, 22, 23)
		s.fill("Proposed by", f.people[20])
		s.fill("Seconded by", f.people[21])
		s.do(chromedp.Click("#signed", chromedp.ByQuery))
		s.fill("Received by the secretary on", iso(f.day()))
		s.press("Enter the nomination")
	}
	s.line("AGM of ")
	s.goesOn("On the day")
}

// theMemberCannotCome follows the line of the front page, on a phone.
func (f *followedAGM) theMemberCannotCome() {
	m := f.member
	m.line("AGM of ")
	m.goesOn("The meeting is on " + long(f.today.AddDate(0, 0, agmAhead)))
	m.press("I cannot come: send my apologies")
	m.see("Your apologies are recorded.")
	m.line("AGM of ")
	m.waits("The meeting is on " + long(f.today.AddDate(0, 0, agmAhead)))
}

func (f *followedAGM) theyArrive() {
	s := f.secretary
	s.screen = phone
	s.do(phone.emulate())
	s.line("AGM of ")
	s.goesOn("On the day: who is here?")
	s.accessible("at the door")
	for _, number := range f.people[:16] {
		s.isPresent(number)
	}
	s.line("AGM of ")
	s.goesOn("Open the meeting")
}

func (f *followedAGM) theChairOpens() {
	s := f.secretary
	s.accessible("before it opens")
	s.press("Open the meeting")
	s.see("The meeting is open.", "Electing tellers")
	s.do(chromedp.Evaluate(`[...document.querySelectorAll('input[name="tellers"]')].slice(-2).forEach((el) => el.click())`, nil))
	s.press("Record the tellers")
	s.see("The tellers are recorded.")
	s.line("AGM of ")
	s.goesOn("The meeting is open")
}

func (f *followedAGM) theChairTapsThroughTheAgenda() {
	s := f.secretary
	s.see("Minutes of the last AGM")
	s.press("Move: minutes taken as read")
	s.press("Carried by voice")
	s.press("Done. Next: Matters arising")
	s.press("Done. Next: Officers’ reports")
	s.press("Move: reports accepted")
	s.press("Carried by voice")
	s.accessible("in the chair")
	s.press("Done. Next: Electing officers")
}

func (f *followedAGM) twoStandForPresident() {
	s := f.secretary
	s.follow("Nominations, ballots and results")
	s.goesOn("President: enter the ballot")
	s.accessible("a ballot")
	f.ballot("11", "5")
	s.follow("Back to the chair’s page")
	s.press("Done. Next: Electing ordinary committee members")
	s.follow("Nominations, ballots and results")
	s.goesOn("Ordinary committee members: enter the ballot")
	f.ballot("16")
	s.follow("Back to the chair’s page")
	s.press("Done. Next: Proposals")
}

// ballot enters what the tellers counted of sixteen papers.
func (f *followedAGM) ballot(votes ...string) {
	s := f.secretary
	s.fill("Valid papers", "16")
	var ids []string
	s.do(chromedp.Evaluate(`[...document.querySelectorAll('input[name^="votes-"]')].map((el) => el.id)`, &ids))
	for i, id := range ids {
		s.do(chromedp.SetValue("#"+id, votes[i], chromedp.ByQuery))
	}
	s.press("Record the ballot")
}

func (f *followedAGM) theMotionIsCounted() {
	s := f.secretary
	s.follow("Hands, ballots, amendments motion 1")
	s.accessible("a vote")
	s.fill("Yes", "11")
	s.fill("No", "4")
	s.press("Record the count")
	s.press("Declare: carried")
	s.see("The motion is carried.")
	s.line("AGM of ")
	s.goesOn("The meeting is open")
	s.press("Carried by voice motion 2")
	s.press("Done. Next: Other business")
	s.press("Done")
}

func (f *followedAGM) theMeetingCloses() {
	s := f.secretary
	s.press("Close the meeting")
	s.see("The meeting is closed.")
	s.line("AGM of ")
	s.goesOn("Write the minutes")
	s.see("This draft was made from what was recorded")
	s.accessible("minutes")
	s.press("Save the minutes")
	s.see("The minutes are saved.")
}

func (f *followedAGM) theMinutesAreShown() {
	s := f.secretary
	s.line("AGM of ")
	s.goesOn("Show the draft to members")
	s.press("The chair agrees: show the draft to members")
	s.see("Members can read the draft")
	s.accessible("draft shown")
}

func (f *followedAGM) theMemberRemarks() {
	m := f.member
	m.line("AGM of ")
	m.goesOn("Read the draft of the minutes")
	m.fill("Your remark", "I sent my apologies.")
	m.press("Send the remark")
	m.see("I sent my apologies.")
	m.accessible("a remark")
}

func (f *followedAGM) theRemarkIsAnswered() {
	s := f.secretary
	s.line("AGM of ")
	s.goesOn("Answer the remarks on the minutes")
	s.unfold("Answer this remark")
	s.do(chromedp.SetValue(`select[name="answer"]`, "not_taken", chromedp.ByQuery))
	s.fill("What you say to it", "They are in the list of apologies.")
	s.press("Record the answer")
	s.see("They are in the list of apologies.")
}

func (f *followedAGM) theResultsAreConfirmed() {
	s := f.secretary
	s.line("AGM of ")
	s.goesOn("Confirm the results")
	s.accessible("results")
	s.press("Confirm the results")
	s.see("The results are confirmed")
}

func (f *followedAGM) theNextAGMIsPlanned() {
	s := f.secretary
	s.line("AGM of ")
	s.goesOn("Plan the next annual general meeting")
	s.fill("Day", iso(f.today.AddDate(0, 0, agmAhead+60)))
	s.fill("Time", "14:00")
	s.fill("Place", "Newtown Hall")
	s.press("Work out the dates")
	s.press("Plan the meeting")
	s.see("The meeting is planned")
}

// theNextAGMApproves is called today, with a reason, and opened; it approves the
// minutes of the AGM before.
func (f *followedAGM) theNextAGMApproves() {
	s, next := f.secretary, "AGM of "+long(f.day())
	s.line(next)
	f.path = s.address()
	s.goesOn("Give notice")
	s.fill("Why notice is given late", "The hall was found only yesterday.")
	s.press("Give notice")
	s.see("The letters are in the outbox")
	s.lettersLeave(f.path)
	people, _ := s.atTheDoor(f.path + "/door")
	s.line(next)
	s.goesOn("On the day: who is here?")
	for _, number := range people[:12] {
		s.isPresent(number)
	}
	s.line(next)
	s.goesOn("Open the meeting")
	s.press("Open the meeting")
	s.line("AGM of " + long(f.today.AddDate(0, 0, agmAhead)))
	s.goesOn("Record that the minutes were approved")
	s.choose("Approved at", next)
	s.press("Record the approval")
	s.see("The minutes are approved")
	m := f.member
	m.line(next)
	m.waits("The meeting is open")
}
