package e2e

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// TestAnAGMPutOffByItsNextSteps is an AGM whose day is moved after notice was given, to
// which too few come, and which is held on a further date, as its secretary goes through
// it who follows only what is next.
func TestAnAGMPutOffByItsNextSteps(t *testing.T) {
	t.Parallel()
	f := &oddAGM{followedAGM{t: t, data: t.TempDir()}}
	f.seed()
	f.on(0)
	f.noticeIsGiven("Send notice and agenda of the AGM")
	f.twoStandAgainstEachOther()
	f.theDayIsMoved(agmAhead + 7)
	f.on(agmAhead + 7)
	f.tooFewCome()
	f.aFurtherDateIsSet(agmAhead + 28)
	f.on(agmAhead + 28)
	f.twelveArrive("AGM of " + long(f.day()))
	f.theChairOpens()
	f.theyComeToTheElections()
	f.secretary.goesOn("President: enter the ballot")
}

// TestAnAdjournedAGMByItsNextSteps is an AGM that declares an outcome by mistake, counts
// papers again, is adjourned to another day, and elects there a President who has the
// chair, after a tie for which another takes it.
func TestAnAdjournedAGMByItsNextSteps(t *testing.T) {
	t.Parallel()
	f := &oddAGM{followedAGM{t: t, data: t.TempDir()}}
	f.seed()
	f.on(0)
	f.noticeIsGiven("Send notice and agenda of the AGM")
	f.twoStandAgainstEachOther()
	f.on(agmAhead)
	f.twelveArrive("AGM of ")
	f.theChairOpens()
	f.theWrongOutcomeIsDeclared()
	f.thePapersAreCountedAgain()
	f.theMeetingAdjourns(agmAhead + 7)
	f.on(agmAhead + 7)
	f.theMeetingContinues()
	f.theChairIsTied()
	f.theRestIsDone()
	f.theMinutesTellOfIt()
}

// oddAGM is an AGM at which something happens that seldom does.
type oddAGM struct{ followedAGM }

// noticeIsGiven by letters that are printed and posted, of the meeting of a line.
func (f *oddAGM) noticeIsGiven(line string) {
	s := f.secretary
	s.line(line)
	f.path = s.address()
	s.goesOn("Give notice")
	s.press("Give notice")
	s.see("The letters are in the outbox")
	s.line("AGM of ")
	s.goesOn("Some letters have not left yet")
	s.tick("Also the letters that have not gone by e-mail")
	s.press("Record the letters as posted")
	s.line("AGM of ")
}

// twoStandAgainstEachOther prepares the elections: the President stands again, and a
// member against them; every other post has one who stands.
func (f *oddAGM) twoStandAgainstEachOther() {
	s := f.secretary
	f.people, _ = s.atTheDoor(f.path + "/door")
	s.goesOn("Prepare the elections")
	s.press("Prepare the elections")
	for range 9 {
		s.line("AGM of ")
		if s.next().Title != "Enter the nominations" {
			break
		}
		s.followNext()
		if strings.Contains(s.text(), "stands again") {
			s.press("stands again")
			if !s.heading("President") {
				continue
			}
		}
		s.follow("Enter a nomination")
		s.fill("Candidate", f.people[20])
		f.people = append(f.people[:20:20], f.people[21:]...)
		s.fill("Proposed by", f.people[14])
		s.fill("Seconded by", f.people[15])
		s.do(chromedp.Click("#signed", chromedp.ByQuery))
		s.fill("Received by the secretary on", iso(f.day()))
		s.press("Enter the nomination")
	}
	s.line("AGM of ")
	s.goesOn("On the day")
}

// heading reports whether the page is headed so.
func (f *follower) heading(want string) bool {
	f.t.Helper()
	var is string
	f.do(chromedp.Evaluate(`document.querySelector("h1").innerText`, &is))
	return is == want
}

// theDayIsMoved some days ahead: the notice that was given is no longer one, and
// another is.
func (f *oddAGM) theDayIsMoved(ahead int) {
	s := f.secretary
	s.line("AGM of ")
	s.follow("Change the date or the place")
	s.fill("Day", iso(f.today.AddDate(0, 0, ahead)))
	s.press("Save")
	f.noticeIsGiven("AGM of " + long(f.today.AddDate(0, 0, ahead)))
	s.goesOn("On the day")
}

// arrive are marked at the door, by their numbers.
func (f *oddAGM) arrive(numbers []string) {
	s := f.secretary
	for _, number := range numbers {
		s.isPresent(number)
	}
}

func (f *oddAGM) tooFewCome() {
	s := f.secretary
	s.line("AGM of ")
	s.goesOn("On the day: who is here?")
	f.arrive(f.people[:4])
	s.see("4 people are here")
	s.follow("No one else is coming")
	s.unfold("No one else is coming")
	s.press("Record that there is no quorum")
	s.see("It is recorded that there was no quorum.")
}

// aFurtherDateIsSet, and notice given of it; who stood stands there too.
func (f *oddAGM) aFurtherDateIsSet(ahead int) {
	s := f.secretary
	s.line("Arrange a further date after the AGM of ")
	s.goesOn("Arrange a further date")
	s.fill("Day", iso(f.today.AddDate(0, 0, ahead)))
	s.press("Work out the dates")
	s.press("Plan the meeting")
	s.see("The meeting is planned")
	f.path = s.address()
	f.noticeIsGiven("AGM of " + long(f.today.AddDate(0, 0, ahead)))
	s.goesOn("On the day")
}

func (f *oddAGM) twelveArrive(line string) {
	s := f.secretary
	s.line(line)
	s.goesOn("On the day: who is here?")
	f.arrive(f.people[:12])
	s.line(line)
	s.goesOn("Open the meeting")
}

// theyComeToTheElections taps through the agenda as far as the elections' page.
func (f *oddAGM) theyComeToTheElections() {
	s := f.secretary
	s.see("Minutes of the last AGM")
	s.press("Move: minutes taken as read")
	s.press("Carried by voice")
	s.press("Done. Next: Matters arising")
	s.press("Done. Next: Officers’ reports")
	s.press("Done. Next: Electing officers")
	s.follow("Nominations, ballots and results")
}

// theWrongOutcomeIsDeclared: the votes on the second motion were entered for the first.
func (f *oddAGM) theWrongOutcomeIsDeclared() {
	s := f.secretary
	s.see("Minutes of the last AGM")
	s.follow("Proposals")
	s.press("Deal with this item now")
	s.follow("Hands, ballots, amendments motion 1")
	s.fill("Yes", "4")
	s.fill("No", "7")
	s.press("Record the count")
	s.press("Declare: not carried")
	s.see("The motion is not carried.")
	s.follow("Declared by mistake? Set the outcome aside")
	s.press("Set it aside")
	s.seeProblem("Reason", "why")
	s.fill("Reason", "It was the vote on motion 2.")
	s.press("Set it aside")
	s.see("The outcome was set aside.")
	s.follow("Set it aside")
	s.fill("Reason", "It was the vote on motion 2.")
	s.press("Set it aside")
	s.see("The count was set aside.")
	s.see("“Not carried” was declared by mistake and set aside: It was the vote on motion 2.")
}

// thePapersAreCountedAgain: a ballot, whose papers a member asks to have counted again.
func (f *oddAGM) thePapersAreCountedAgain() {
	s := f.secretary
	s.tick("Ballot", "Counted by")
	s.fill("Yes", "6")
	s.fill("No", "5")
	s.press("Record the count")
	s.follow("Enter a second count")
	s.accessible("a second count")
	s.fill("Yes", "7")
	s.fill("No", "4")
	s.pick("asked", f.people[8])
	s.tick("The second")
	s.fill("Why it was counted again, and why this count stands", "One paper was in the wrong pile.")
	s.press("Record the second count")
	s.see("The second count is recorded.")
	s.press("Declare: carried")
	s.see("The motion is carried.")
	s.follow("Back to the chair’s page")
}

func (f *oddAGM) theMeetingAdjourns(ahead int) {
	s := f.secretary
	s.unfold("A motion on procedure")
	s.pick("procedure", "adjourn")
	s.press("Put it to the meeting")
	s.press("Carried by voice motion 3")
	s.line("AGM of ")
	s.goesOn("Adjourn the meeting")
	s.accessible("adjourning")
	s.fill("On", iso(f.today.AddDate(0, 0, ahead)))
	s.fill("Why", "The caretaker closes the hall.")
	s.press("Adjourn the meeting")
	s.see("The meeting is adjourned to that day.")
	s.waits("The meeting continues on " + long(f.today.AddDate(0, 0, ahead)))
	f.member.line("AGM of ")
	f.member.goesOn("The meeting continues on " + long(f.today.AddDate(0, 0, ahead)))
}

func (f *oddAGM) theMeetingContinues() {
	s := f.secretary
	s.line("AGM of ")
	s.goesOn("On the day: who is here?")
	f.arrive(f.people[:12])
	s.line("AGM of ")
	s.goesOn("Resume the meeting")
	s.press("Resume the meeting")
	s.line("AGM of ")
	s.goesOn("The meeting is open")
}

func (f *oddAGM) theChairIsTied() {
	s := f.secretary
	s.follow("Electing officers")
	s.press("Deal with this item now")
	s.follow("Nominations, ballots and results")
	s.goesOn("President: enter the ballot")
	f.votes("6", "6")
	s.see("The ballot is recorded.", "The chair is among those tied and does not decide.")
	s.accessible("a tie")
	other := s.second("Who took the chair for it")
	s.do(chromedp.Click(`form:has(select[name="chair"]) input[name="chosen"]`, chromedp.ByQuery))
	s.press("Record the casting vote")
	s.see("How the tie was broken is recorded.", other+" took the chair for the casting vote.")
}

// second chooses the first name of a list after “Choose”, and says which.
func (f *follower) second(list string) string {
	f.t.Helper()
	var name string
	f.do(chromedp.Evaluate(`document.querySelector("#`+f.find("list", list).ID+`").options[1].label`, &name))
	f.choose(list, name)
	return name
}

// votes are entered of as many papers as there are votes.
func (f *oddAGM) votes(votes ...string) {
	s := f.secretary
	s.fill("Valid papers", "12")
	var ids []string
	s.do(chromedp.Evaluate(`[...document.querySelectorAll('input[name^="votes-"]')].map((el) => el.id)`, &ids))
	if len(ids) != len(votes) {
		s.fail("%d stand, not %d", len(ids), len(votes))
	}
	for i, id := range ids {
		s.do(chromedp.SetValue("#"+id, votes[i], chromedp.ByQuery))
	}
	s.press("Record the ballot")
}

// theRestIsDone, from what the page of the election leads back to.
func (f *oddAGM) theRestIsDone() {
	s := f.secretary
	s.follow("Back to the chair’s page")
	s.press("Done. Next: Electing ordinary committee members")
	s.follow("Nominations, ballots and results")
	s.goesOn("Ordinary committee members: enter the ballot")
	f.votes("12")
	s.follow("Back to the chair’s page")
	s.press("Done. Next: Proposals")
	s.press("Carried by voice motion 2")
	s.press("Done. Next: Other business")
	s.press("Done")
	s.press("Close the meeting")
	s.see("The meeting is closed.")
}

// theMinutesTellOfIt in the draft that is made from what was recorded.
func (f *oddAGM) theMinutesTellOfIt() {
	s := f.secretary
	s.line("AGM of ")
	s.goesOn("Write the minutes")
	s.see("This draft was made from what was recorded")
	text := s.drafted()
	for _, told := range []string{
		"declared by mistake", "It was the vote on motion 2.",
		"One paper was in the wrong pile.", "The caretaker closes the hall.", "took the chair",
	} {
		if !strings.Contains(text, told) {
			s.fail("the minutes do not tell of %q:\n%s", told, text)
		}
	}
	s.press("Save the minutes")
	s.see("The minutes are saved.")
	s.line("AGM of ")
	s.goesOn("Confirm the results")
	s.press("Confirm the results")
	s.see("The results are confirmed")
}

// drafted is what stands in the fields of a form.
func (f *follower) drafted() string {
	f.t.Helper()
	var text string
	f.do(chromedp.Evaluate(`[...document.querySelectorAll("main textarea")].map((el) => el.value).join("\n")`, &text))
	return text
}
