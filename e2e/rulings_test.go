package e2e

import (
	"net/http"
	"net/url"
	"regexp"
	"time"
)

// What the committee rules during TestAmendmentsAndRulingsBite, on questions about
// meetings, elections and lists. What leads up to each page is sent without the
// browser; the pages that show another outcome after the ruling are looked at.

// sends posts a form of a page, with what the page hides in it, and says where the
// answer leads.
func (f *inForce) sends(page, action string, fields url.Values) string {
	f.Helper()
	c := f.caller()
	form := hidden(f.T, c.page(page), action)
	for name, values := range fields {
		form[name] = values
	}
	got := c.post(action, form)
	if got.Status != http.StatusSeeOther {
		f.Fatalf("send %v to %s: %s", form, action, got)
	}
	return got.Location
}

var mayBeTeller = regexp.MustCompile(`name="tellers" value="(\d+)"`)

// tenOpenIt: ten come, and elect two tellers.
func (f *inForce) tenOpenIt(m *agm) {
	c := f.caller()
	for _, number := range m.people[:10] {
		form := url.Values{"person": {number}, "do": {"here"}}
		if got := c.post(m.path+"/door", form); got.Status != http.StatusSeeOther {
			f.Fatalf("No. %s at the door: %s", number, got)
		}
	}
	chair := m.path + "/chair"
	f.sends(chair, m.path+"/open", nil)
	tellers := url.Values{}
	for _, one := range mayBeTeller.FindAllStringSubmatch(c.page(chair), 2) {
		tellers.Add("tellers", one[1])
	}
	f.sends(chair, m.path+"/tellers", tellers)
}

// tenIncludeTheChairAsTheCommitteeRuled: ten are present, the chair among them, and
// all of them are counted for an amendment (4.8-ten).
func (f *inForce) tenIncludeTheChairAsTheCommitteeRuled(m *agm, motion string) {
	count := func() {
		m.goTo(motion)
		m.fill("Yes", "10")
		m.fill("No", "0")
		m.press("Record the count")
	}
	count()
	m.seeProblem("Yes", "10 votes in all")
	f.rule("4.8-ten", "On an amendment the chair votes with the others, and is one of the ten.")
	count()
	m.press("Declare: carried")
	m.see("The motion is carried.")
}

var ordinaryMembers = regexp.MustCompile(`href="(/elections/\d+)"[^>]*>\s*Ordinary committee members`)

// threeStand are nominated for the two ordinary seats; it gives the page of their
// election.
func (f *inForce) threeStand(m *agm) string {
	all := m.path + "/elections"
	f.sends(all, all+"/prepare", nil)
	found := ordinaryMembers.FindStringSubmatch(f.caller().page(all))
	if found == nil {
		f.Fatal("there is no election of ordinary members")
	}
	election := found[1]
	for _, number := range m.people[6:9] {
		f.sends(election+"/nominate", election+"/nominate", url.Values{
			"candidate": {number}, "proposer": {m.people[4]}, "seconder": {m.people[5]}, "signed": {"on"},
			"received": {iso(f.agm.AddDate(0, 0, -1))},
		})
	}
	return election
}

var votesFields = regexp.MustCompile(`name="(votes-[^"]+)"`)

// aTieForTheLastSeatIsAsTheCommitteeRuled: of nine, five and five votes for two
// seats (4.16-totals).
func (f *inForce) aTieForTheLastSeatIsAsTheCommitteeRuled(m *agm, election string) {
	f.as("Secretary")
	ballot := url.Values{"ballots": {"10"}, "invalid": {"0"}}
	for i, field := range votesFields.FindAllStringSubmatch(f.caller().page(election), -1) {
		ballot.Set(field[1], []string{"9", "5", "5"}[i])
	}
	f.sends(election, election+"/ballots", ballot)
	m.goTo(election)
	m.see("a tie for 1 seat", "Another ballot among those tied")
	f.rule("4.16-totals", "All who tie for the last seat, even if there are not enough seats.")
	m.goTo(election)
	m.see("Decided")
	m.dontSee("a tie for 1 seat", "Another ballot among those tied")
}

// planAGM plans an AGM for today.
func (f *inForce) planAGM() *agm {
	f.as("Secretary")
	got := f.caller().post("/meetings/new", url.Values{
		"kind": {"agm"}, "date": {iso(f.day)}, "time": {"14:00"}, "place": {"Newtown Hall"}, "previous": {iso(f.agm)},
	})
	if got.Status != http.StatusSeeOther {
		f.Fatalf("plan an AGM: %s", got)
	}
	return &agm{window: f.window, today: f.day, path: got.Location}
}

// theCommitteesAmendmentIsAsItRuled: it is sent in without movers (4.12-committee).
func (f *inForce) theCommitteesAmendmentIsAsItRuled(m *agm) {
	record := func() {
		m.goTo(m.path + "/motions/new?kind=constitutional")
		m.choose("From", "The committee")
		m.fill("In a few words", "A larger quorum")
		m.fill("Its full text", "That the quorum be larger.")
		m.press("Record the amendment")
	}
	record()
	m.seeProblem("Proposed by", "Choose the member who proposes it (rule 7.1).")
	f.rule(
		"4.12-committee",
		"It is moved from the chair without them; it must be in time and on the agenda like any other.",
	)
	record()
	m.see("The amendment is recorded.")
}

// noQuorum: nobody comes to an AGM of which notice was given in the newsletter.
func (f *inForce) noQuorum(m *agm) {
	f.as("Secretary")
	f.sends(m.path+"/notice", m.path+"/notice", url.Values{
		"way": {"newsletter"}, "sent": {iso(f.day.AddDate(0, 0, -20))}, "do": {"send"},
	})
	f.sends(m.path+"/chair", m.path+"/inquorate", nil)
}

// theDissolutionIsCountedAsTheCommitteeRuled: eighteen months after the first of two
// AGMs without a quorum, and not yet after the second (4.20-previous).
func (f *inForce) theDissolutionIsCountedAsTheCommitteeRuled(first time.Time) {
	f.as("Secretary")
	on := first.AddDate(0, 19, 0)
	page := "/meetings/dissolution?on=" + iso(on)
	f.goTo(page)
	f.see("The committee may not dissolve the society on " + long(on))
	f.rule("4.20-previous", "From the first AGM without a quorum since the last one with a quorum.")
	f.as("Secretary")
	f.goTo(page)
	f.see("The committee may dissolve the society on " + long(on))
}

const listOfThree = "Family name,Given names\nZeppelin,Ihaia\nZinnia,Moana\nZwingli,Rewi\n"

// whoIsOnAListJoinsAsTheCommitteeRuled: a list came in before the day from which new
// members are registered for the next year too, and its fee is not in on the day
// after (2.2-joining).
func (f *inForce) whoIsOnAListJoinsAsTheCommitteeRuled() {
	f.as("Treasurer")
	c := f.caller()
	got := c.post("/clubs/new", url.Values{"name": {"Listed Go Club"}, "short": {"Lis"}, "city": {"Ōtaki"}})
	club := regexp.MustCompile(`/clubs/\d+`).FindString(got.Location)
	if got.Status != http.StatusSeeOther || club == "" {
		f.Fatalf("add a club: %s", got)
	}
	got = c.upload(club+"/return", url.Values{"received": {iso(time.Date(f.year, time.March, 20, 0, 0, 0, 0, time.UTC))}},
		"list.csv", []byte(listOfThree))
	if got.Status != http.StatusSeeOther {
		f.Fatalf("send the list: %s", got)
	}
	list := got.Location
	f.goTo(list)
	f.seeBeside("Zeppelin", f.nextYear())
	f.rule("2.2-joining", "On the day the list is received.")
	f.goTo(list)
	f.seeBeside("Zeppelin", f.thisYear())
	f.dontSee(f.nextYear())
}
