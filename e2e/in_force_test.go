package e2e

import (
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// TestAmendmentsAndRulingsBite: an AGM in January lowers the least number of
// members on a club's list from five to three, and moves the day after which new
// members are registered for the next year too from 31 January to 31 March. From
// then on lists and joining follow them, and the committee's rulings, each from
// its day.
func TestAmendmentsAndRulingsBite(t *testing.T) {
	t.Parallel()
	now := today(t)
	tenth := time.Date(now.Year(), time.January, 10, 0, 0, 0, 0, time.UTC)
	if tenth.Before(now) {
		tenth = tenth.AddDate(1, 0, 0)
	}
	f := &inForce{T: t, now: now, agm: tenth, year: tenth.Year(), data: t.TempDir()}
	f.seed()

	f.on(f.agm)
	f.fourAreTooFew()
	f.theAGMAmends()

	f.on(time.Date(f.year, time.February, 4, 0, 0, 0, 0, time.UTC))
	f.theConstitutionSaysSo()
	f.threeAreEnough()
	f.whoJoinsIsRegisteredForThisYearOnly()
	inquorate := f.planAGM()
	f.theCommitteesAmendmentIsAsItRuled(inquorate)
	f.noQuorum(inquorate)

	f.on(time.Date(f.year, time.April, 4, 0, 0, 0, 0, time.UTC))
	f.whoJoinsIsRegisteredForTheNextYearToo()
	f.whoIsNewIsAsTheCommitteeRuled()
	f.aClubThatFallsBelowIsAsTheCommitteeRuled()
	f.onceAYearIsAsTheCommitteeRuled()
	f.whoIsOnAListJoinsAsTheCommitteeRuled()
	f.noQuorum(f.planAGM())
	f.theDissolutionIsCountedAsTheCommitteeRuled(inquorate.today)
}

// inForce is a society that is made as of one day and visited on later ones.
type inForce struct {
	*testing.T
	now, agm time.Time
	year     int // of the AGM
	data     string
	day      time.Time // on which the society is
	server   *server
	windows  map[string]*window // by office; a link to sign in works once
	*window                     // of the officer at work

	club string // address of the desk of the club with three members
}

// ahead is how many days a day is ahead of today.
func (f *inForce) ahead(day time.Time) string { return itoa(int(day.Sub(f.now).Hours() / 24)) }

func (f *inForce) seed() {
	if out, err := runCommand("seed", "--data", f.data, "--ahead", f.ahead(f.agm)); err != nil {
		f.Fatalf("make the society: %v\n%s", err, out)
	}
}

// on serves the society as it is on a day.
func (f *inForce) on(day time.Time) {
	if f.server != nil {
		f.server.stop()
	}
	f.day, f.windows = day, map[string]*window{}
	f.server = start(f.T, "demo", f.data, "--ahead", f.ahead(day))
	f.as("Treasurer")
}

// as sits down at an officer's window.
func (f *inForce) as(role string) {
	if f.windows[role] == nil {
		f.windows[role] = signedIn(f.T, f.server, role, desktop)
	}
	f.window = f.windows[role]
}

// thisYear and nextYear are the last days of the subscription years.
func (f *inForce) thisYear() string { return long(yearEnd(f.agm)) }
func (f *inForce) nextYear() string { return long(yearEnd(f.agm).AddDate(1, 0, 0)) }

// sendList sends a new club's list of so many people.
func (f *inForce) sendList(club string, people int) {
	f.goTo("/clubs/new")
	f.fill("Name", club)
	f.fill("Short name", club[:3])
	f.fill("Town", "Ōtaki")
	f.press("Add the club")
	f.club = f.address()
	f.follow("Send the list")
	rows := []map[string]string{
		aMember("Zzyzx", "Ngaire "+club[:3], "3k"), aMember("Zephyrine", "Tama "+club[:3], "4k"),
		aMember("Zimmerwald", "Pita "+club[:3], "5k"), aMember("Zuckerman", "Hana "+club[:3], "6k"),
	}
	f.attach("The filled-in list", fillSheet(f.T, f.download("XLSX"), "list.xlsx", rows[:people]))
	f.press("Check the list")
}

func (f *inForce) fourAreTooFew() {
	f.sendList("Four Go Club", 4)
	f.see("The list cannot be confirmed yet", "there must be at least 5: 4 < 5. (Rule 2.3)")
}

// theAGMAmends: both amendments are one motion, moved and carried as rules 7.1
// and 7.2 ask, by a meeting of ten.
func (f *inForce) theAGMAmends() {
	f.as("Secretary")
	m := &agm{window: f.window, today: f.agm}
	m.plan()
	f.goTo(m.path + "/motions/new?kind=constitutional")
	f.fill("In a few words", "Smaller clubs, and a later day")
	f.fill("Its full text", "That three members be enough for a club, and that new members be carried over after 31 March.")
	for i, change := range [][2]string{{"club_minimum", "3"}, {"carry_over_after", "31 March"}} {
		f.pick("figure_"+itoa(i+1), change[0])
		f.do(chromedp.SendKeys("#value_"+itoa(i+1), change[1], chromedp.ByQuery))
	}
	f.fill("Proposed by", m.people[4])
	f.fill("Seconded by", m.people[5])
	f.fill("Received by the secretary on", iso(f.agm.AddDate(0, -3, 0)))
	f.press("Record the amendment")
	f.see("31 March", "5", "3")
	motion := f.address()
	election := f.threeStand(m)

	f.goTo(m.path + "/notice")
	f.fill("Why notice is given late", "The hall was found only yesterday.")
	f.press("Give notice")
	f.see("The letters are in the outbox")
	f.lettersLeave(m.path+"/notice", false)
	f.tenOpenIt(m)
	f.tenIncludeTheChairAsTheCommitteeRuled(m, motion)
	f.aTieForTheLastSeatIsAsTheCommitteeRuled(m, election)
	m.goTo(m.path + "/chair")
	m.press("Close the meeting")
	m.see("The meeting is closed.")
}

func (f *inForce) theConstitutionSaysSo() {
	f.goTo("/constitution/rules/2.3")
	f.seeBeside("Fewest members on a club’s list", "3")
	f.goTo("/constitution/rules/2.2")
	f.see("31 March")
	f.goTo("/constitution")
	f.see("In force")
}

func (f *inForce) threeAreEnough() {
	f.sendList("Three Go Club", 3)
	f.see("The list can be confirmed", "3 members are registered")
	f.unfold(f.thisYear(), "Zzyzx")
	f.seeBeside("Zzyzx", f.thisYear())
	f.tick("Each new member on this list has consented")
	f.press("Confirm the list")
	f.see("is still to be paid")
	f.follow("Record a payment")
	f.press("Record the payment")
	f.see("Effective from " + long(f.day))
}

// join shows until when somebody new, or the person of a page, would be
// registered.
func (f *inForce) join(page string) {
	if page == "" {
		f.goTo("/members/new")
		f.fill("Family name", "Zabriskie "+f.day.Month().String())
		f.fill("Given names", "Ada")
		f.press("Add")
		page = f.address()
	}
	f.goTo(page + "/join")
	f.press("Show fee and term")
}

func (f *inForce) whoJoinsIsRegisteredForThisYearOnly() {
	f.join("")
	f.see("This is what the payment will do", f.thisYear())
	f.dontSee(f.nextYear())
}

func (f *inForce) whoJoinsIsRegisteredForTheNextYearToo() {
	f.join("")
	f.see("This is what the payment will do", f.nextYear())
}

// rule records what the committee ruled today on an open question.
func (f *inForce) rule(question, reading string) {
	f.as("Secretary")
	f.goTo("/constitution/questions/" + question + "/ruling")
	f.choose("The committee’s reading", reading)
	f.fill("Day of the committee’s meeting", iso(f.day))
	f.fill("The ruling", "Agreed.")
	f.press("Record the ruling")
	f.see("The ruling is recorded.")
	f.as("Treasurer")
}

// whoIsNewIsAsTheCommitteeRuled: of somebody who was a member only of the year
// before.
func (f *inForce) whoIsNewIsAsTheCommitteeRuled() {
	page := f.lapsed()
	f.join(page)
	f.see(f.thisYear())
	f.dontSee(f.nextYear())
	f.rule("2.2-new", "A new member is someone with no term in the current subscription year.")
	f.join(page)
	f.see(f.nextYear())
}

// lapsed is the page of somebody whose membership ended with the year before.
func (f *inForce) lapsed() string {
	f.goTo("/members?status=lapsed")
	return linkTo(f.T, f.html(), `/members/\d+`)
}

// aClubThatFallsBelowIsAsTheCommitteeRuled: one of the three leaves.
func (f *inForce) aClubThatFallsBelowIsAsTheCommitteeRuled() {
	f.goTo("/members?q=Zzyzx")
	f.follow("Zzyzx, Ngaire Thr")
	f.follow("Correct")
	f.fill("Last day", iso(f.day.AddDate(0, 0, -2)))
	f.fill("Reason", "She moved away.")
	f.press("Record the correction")
	f.goTo(f.club)
	f.see("affiliated")
	f.dontSee("not affiliated")
	f.rule("2.3-under-minimum", "The affiliation ends on the day the club falls below the minimum.")
	f.goTo(f.club)
	f.see("not affiliated", "2 members left, fewer than 3. The affiliation ended on "+long(f.day.AddDate(0, 0, -1)))
	f.see("The club is no longer affiliated")
}

// onceAYearIsAsTheCommitteeRuled: from January of one year to July of the next is
// within eighteen months and once in each calendar year, but leaves out a
// subscription year.
func (f *inForce) onceAYearIsAsTheCommitteeRuled() {
	next := time.Date(f.year+1, time.July, 5, 0, 0, 0, 0, time.UTC)
	warned := func() bool {
		f.as("Secretary")
		f.goTo("/meetings/new?kind=agm")
		f.fill("Day", iso(next))
		f.fill("Previous AGM", iso(f.agm))
		f.press("Work out the dates")
		f.see("What follows from this day")
		return strings.Contains(f.text(), plain("No AGM is held in the subscription year"))
	}
	if warned() {
		f.fail("without a ruling an AGM in each calendar year is warned of")
	}
	f.rule("4.1-year", "Once in each subscription year.")
	if !warned() {
		f.fail("the ruling that an AGM is held in each subscription year warns of nothing")
	}
}
