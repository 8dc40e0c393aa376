package e2e

import (
	"html"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestAnExtraordinaryGeneralMeeting is an EGM from the members' request to the
// declaration of its postal vote of 40 papers. It is held today, so that notice
// is given too late, with a reason.
func TestAnExtraordinaryGeneralMeeting(t *testing.T) {
	t.Parallel()
	s := serveDemo(t)
	day := today(t)
	m := &egm{window: signedIn(t, s, "Secretary", desktop), server: s, today: day, closing: day.AddDate(0, 0, 20)}
	m.elects = tellers

	m.hold()
	m.decide()
}

// hold takes the meeting from the members' request to its minutes.
func (m *egm) hold() {
	m.nineSignAndThenTen()
	m.plan()
	m.giveNotice()
	m.twelveCome()
	m.takeNothingElse()
	m.amendAndFrame()
	m.closeIt()
}

// egm is an EGM seen from its secretary's window.
type egm struct {
	*window
	server         *server
	today, closing time.Time
	path           string   // of its page
	people         []string // who may come: their numbers, officers first
	names          map[string]string
	withdrawn      string   // a motion that was
	elects         []string // roles of the demonstration; fewer than two: with someone without an account
}

// asked are the proposals of the request, and framed what the meeting makes of
// them: the first one is amended.
var (
	asked = [3][2]string{
		{"Sets for schools", "That the society buy ten sets of equipment for schools."},
		{"The quorum", "That the quorum of rule 4.2 be eight members."},
		{"The congress", "That the 2027 congress be held in Ōtepoti."},
	}
	framed = [3]string{"That the society buy twenty sets of equipment for schools.", asked[1][1], asked[2][1]}
)

var inTheRegister = regexp.MustCompile(`<a href="/members/(\d+)">`)

// registered are the numbers of the people of a page of the register.
func (m *egm) registered(query string) []string {
	_, body := m.sameCookies()("/members?" + query)
	var out []string
	for _, found := range inTheRegister.FindAllStringSubmatch(body, -1) {
		if !slices.Contains(out, found[1]) {
			out = append(out, html.UnescapeString(found[1]))
		}
	}
	return out
}

// nineSignAndThenTen: of twelve signatures nine count, and the page says why the
// others do not; with a tenth member the request stands.
func (m *egm) nineSignAndThenTen() {
	members, lapsed := m.registered("status=member"), m.registered("status=lapsed")
	if len(members) < 10 || len(lapsed) == 0 {
		m.fail("%d members, %d lapsed", len(members), len(lapsed))
	}
	m.goTo("/meetings/requests")
	m.follow("Record a request")
	m.fill("Received by the secretary on", iso(m.today))
	m.fill("Proposer", members[0])
	m.fill("Who signed", strings.Join(append(slices.Clone(members[:9]), members[3], lapsed[0], "Nobody Known"), "\n"))
	m.propose(0)
	m.propose(1)
	m.choose("What proposal 2 changes", "The constitution")
	m.press("Check the signatures")
	m.see("The request is not valid yet", "Signed by 9 members < 10")
	m.seeBeside("Signed already: signature 4", "Does not count")
	m.seeBeside("Was not a member on "+long(m.today), "Does not count")
	m.seeBeside("Nobody Known", "Does not count", "No one in the register has this name")
	m.dontSee("Record the request")
	m.accessible("secretary")
	m.fill("Who signed", strings.Join(members[:10], "\n"))
	m.propose(2)
	m.press("Check it again")
	m.see("The request is valid", "To be held by", long(twoMonthsAfter(m.today)))
	m.press("Record the request")
	m.see("The request is recorded.", asked[0][1], asked[1][1], asked[2][1])
}

// propose fills in a proposal of the request, counted from 0.
func (m *egm) propose(i int) {
	m.fill("Proposal "+itoa(i+1), asked[i][0])
	m.fill("Wording of proposal "+itoa(i+1), asked[i][1])
}

// twoMonthsAfter is rule 5.1's limit, at the latest the month's last day.
func twoMonthsAfter(day time.Time) time.Time {
	end := time.Date(day.Year(), day.Month()+3, 0, 0, 0, 0, 0, time.UTC)
	if after := day.AddDate(0, 2, 0); after.Before(end) {
		return after
	}
	return end
}

// plan is from the request: within its two months, with every date up to the
// closing of the vote.
func (m *egm) plan() {
	m.follow("Plan the EGM")
	m.fill("Day", iso(m.today))
	m.fill("Time", "14:00")
	m.fill("Place", "Newtown Hall")
	m.fill("Last day for voting papers", iso(m.closing))
	m.press("Work out the dates")
	for _, due := range []time.Time{
		twoMonthsAfter(m.today), m.today.AddDate(0, 0, 7), m.today.AddDate(0, 0, 14), m.closing.AddDate(0, 0, -15), m.closing,
		m.closing.AddDate(0, 0, 7),
	} {
		m.see(long(due))
	}
	m.accessible("secretary")
	m.press("Plan the meeting")
	m.see("The meeting is planned", "On the request received on "+long(m.today), "Wording the motions for the postal vote")
	m.path = m.address()
	m.people, m.names = m.atTheDoor(m.path + "/door")
	if len(m.people) < 12 {
		m.fail("%d people may come", len(m.people))
	}
	last := len(m.people) - 1
	m.people[11], m.people[last] = m.people[last], m.people[11]
	for i, role := range m.elects {
		name := m.server.Invited(role)
		at := slices.IndexFunc(m.people, func(number string) bool { return m.names[number] == name })
		if at < 0 {
			m.fail("%s is not at the door", name)
		}
		m.people[10+i], m.people[at] = m.people[at], m.people[10+i]
	}
}

// tellers are whom the meeting elects, and who count the votes (rule 5.5).
var tellers = []string{"Member", "Director"}

func (m *egm) giveNotice() {
	m.follow("See the notice")
	m.see("Too late", asked[0][0], asked[1][0], asked[2][0])
	m.fill("Why notice is given late", "The congress must be settled this month.")
	m.press("Give notice")
	m.see("The letters are in the outbox", "Written on "+long(m.today))
	notice := plain(pdfText(m.window, m.download("Notice and agenda (PDF)")))
	for _, want := range []string{"Newtown Hall", asked[0][1], asked[1][1], asked[2][1]} {
		if !strings.Contains(notice, plain(want)) {
			m.t.Errorf("the notice lacks %q:\n%s", want, notice)
		}
	}
	m.lettersLeave(m.path+"/notice", false)
}

// twelveCome, and the meeting opens with its chair and two tellers.
func (m *egm) twelveCome() {
	m.goTo(m.path + "/door")
	for _, number := range m.people[:12] {
		m.press("Present " + m.names[number])
	}
	m.see("12 people are here")
	m.goTo(m.path + "/chair")
	m.see("12 of 10 needed", "In the chair:")
	m.press("Open the meeting")
	m.see("The meeting is open.", "Electing tellers")
	m.electTellers(m.people[10:12])
	m.see("The tellers are recorded.", "Discussing the proposals")
	m.accessible("in the chair")
}

// takeNothingElse: a motion on what the meeting was not called for is refused
// (rule 5.7); another wording of a proposal is taken, and withdrawn.
func (m *egm) takeNothingElse() {
	m.follow("Record another motion")
	m.fill("In a few words", "A clubhouse")
	m.fill("Its full text", "That the society build a clubhouse.")
	m.pick("mover", m.people[6])
	m.pick("seconder", m.people[7])
	m.press("Record the motion")
	m.see("Please fix", "an EGM does only what it was called for")
	m.accessible("secretary")
	m.withdrawn = "That the 2027 congress be held in a clubhouse."
	m.fill("Its full text", m.withdrawn)
	m.choose("The proposal in the notice that it puts into words", "3. "+asked[2][0])
	m.press("Record the motion")
	m.see("The motion is recorded.", m.withdrawn)
	m.unfold("Something else happened to it")
	m.tick("Withdrawn")
	m.press("Record it")
	m.see("Recorded.", "Withdrawn")
}

// amendAndFrame: the tellers count an amendment of the first motion, and the
// wordings of all three are final.
func (m *egm) amendAndFrame() {
	m.toMotion(0)
	m.unfold("Record an amendment to it")
	m.fill("The motion as it would read", framed[0])
	m.pick("mover", m.people[6])
	m.pick("seconder", m.people[7])
	m.press("Record the amendment")
	m.see("It is decided before the motion.", "Put amendment 1 to the vote")
	m.dontSee("The wording is final")
	m.fill("Yes", "8")
	m.fill("No", "3")
	m.fill("Abstain", "0")
	m.press("Record the count")
	m.press("Declare: carried")
	m.see("The amendment is carried.")
	for i := range asked {
		if i > 0 {
			m.toMotion(i)
		}
		m.press("The wording is final: send it to the postal vote")
		m.see("The wording is fixed for the postal vote.", "On the voting papers", "Motion "+itoa(i+1), framed[i])
	}
	m.accessible("in the chair")
}

// toMotion goes to a motion from the meeting's page.
func (m *egm) toMotion(i int) {
	m.goTo(m.path)
	m.follow(asked[i][0])
}

// closeIt ends the meeting, and its minutes are written from what was recorded.
func (m *egm) closeIt() {
	m.goTo(m.path + "/chair")
	m.press("Close the meeting")
	m.see("The meeting is closed.")
	m.goTo(m.path + "/minutes/edit")
	m.see("This draft was made from what was recorded")
	m.press("Save the minutes")
	m.see("The minutes are saved.", framed[0], m.withdrawn, "as motion 3 of its papers", "It words motion 3")
	m.goTo(m.path)
	m.see("Prepare the postal vote", "by "+long(m.closing.AddDate(0, 0, -15)))
	m.accessible("secretary")
}
