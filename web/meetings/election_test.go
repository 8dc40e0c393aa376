package meetings_test

import (
	"net/http"
	"regexp"
	"strings"
	"testing"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/governance/elections"
	"nzgs/internal/governance/meetings"
	"nzgs/internal/members"
	"nzgs/internal/store"
	"nzgs/web/kit"
	"nzgs/web/kit/kittest"
	webmeetings "nzgs/web/meetings"
)

// agmSite is a society with officers and members before its AGM of 5 July
// 2026, which Hemi will chair.
type agmSite struct {
	*kittest.Site
	agm                      meetings.ID
	people                   map[string]members.PersonID
	accounts                 map[string]auth.AccountID
	secretary, chair, member *kittest.Browser
}

func newAGM(t *testing.T) *agmSite {
	s := kittest.EmptySite(t)
	a := &agmSite{Site: s, people: map[string]members.PersonID{}, accounts: map[string]auth.AccountID{}}
	sign := func(given string, offices ...auth.Office) *kittest.Browser {
		account, person := s.Account(given, "Test", offices...)
		a.people[given], a.accounts[given] = person, account
		a.join(person)
		return s.Browser(s.Session(account))
	}
	a.secretary = sign("Sione", auth.Office{Role: auth.Secretary})
	a.chair, a.member = sign("Hemi"), sign("Fay")
	sign("Pania", auth.Office{Role: auth.President})
	sign("Tomas", auth.Office{Role: auth.Treasurer})
	sign("Kura", auth.Office{Role: auth.Committee})
	for _, given := range []string{"Ana", "Ben", "Cal", "Eva"} {
		a.people[given] = s.Register(given, "Test")
		a.join(a.people[given])
	}
	a.people["Stray"] = s.Register("Stray", "Test")
	a.agm = a.AddMeeting("agm")
	return a
}

func (a *agmSite) exec(query string, args ...any) {
	a.T.Helper()
	a.Must(a.DB.InTx(a.T.Context(), func(tx *store.Tx) error {
		_, err := tx.Exec(a.T.Context(), query, args...)
		return err
	}))
}

func (a *agmSite) join(person members.PersonID) {
	a.T.Helper()
	a.exec(`INSERT INTO membership_term (person_id, year, from_day, to_day, kind, trace, recorded_at)
		VALUES ($1, 2026, '2026-07-01', '2027-06-30', 'renewal', '', $2)`, person, a.Now)
}

// state moves the AGM on.
func (a *agmSite) state(to meetings.State) {
	a.T.Helper()
	a.exec(
		`UPDATE meeting SET state = $2, chair_id = $3, chair_how = 'elected' WHERE id = $1`, a.agm, string(to),
		a.people["Hemi"],
	)
	if to == meetings.Closed {
		a.Now = civil.MustParseInstant("2026-07-05T22:00:00.000Z")
		a.secretary, a.chair = a.Browser(
			a.Session(a.accounts["Sione"]),
		), a.Browser(a.Session(a.accounts["Hemi"])) // days later
	}
}

// post sends a form to an election's page with the version that stands there.
func (a *agmSite) send(b *kittest.Browser, e elections.ID, path string, pairs ...string) kittest.Answer {
	a.T.Helper()
	v, err := store.One(a.T.Context(), a.DB, store.Value[int64], `SELECT version FROM election WHERE id = $1`, e)
	a.Must(err)
	return b.Post(path, append(pairs, "version", kit.IDText(v))...)
}

func (a *agmSite) nominate(e elections.ID, given string) {
	a.T.Helper()
	a.send(a.secretary, e, kit.ElectionURL(e, "nominate"), "candidate", given+" Test", "proposer", "Eva Test", "seconder", kit.IDText(a.people["Fay"]),
		"signed", "on", "received",
		"2026-07-01").LeadsTo(a.T, kit.ElectionURL(e))
}

// votes are the names of the fields of a ballot, by candidate.
func (a *agmSite) votes(b *kittest.Browser, e elections.ID) map[string]string {
	a.T.Helper()
	out := map[string]string{}
	for _, m := range regexp.MustCompile(
		`<label for="(votes-\d+)">(\w+) Test</label>`,
	).FindAllStringSubmatch(b.Get(kit.ElectionURL(e)).Body, -1) {
		out[m[2]] = m[1]
	}
	return out
}

// Elections of an AGM, from the preparation to the offices that follow.
func TestElectionsOfAnAGM(t *testing.T) {
	a := newAGM(t)
	list := webmeetings.ElectionsURL(a.agm)
	const president, secretary, treasurer, ordinary = elections.ID(1), elections.ID(2), elections.ID(3), elections.ID(4)

	a.member.Get(list).Wants(t, http.StatusOK, "No elections yet")
	if strings.Contains(a.member.Get(list).Body, list+"/prepare") {
		t.Error("a member is offered to prepare the elections")
	}
	a.secretary.Get(list).Wants(t, http.StatusOK, "No elections yet", `action="`+list+`/prepare"`)
	a.secretary.Post(list+"/prepare").LeadsTo(t, list)
	a.secretary.Get(list).Wants(
		t, http.StatusOK, "President", "Ordinary committee members (2 seats)", "No one", "Nominations",
	)
	a.secretary.Post(list+"/prepare").Wants(t, http.StatusConflict, "prepared already")

	// Nominations, rules 4.13 and 4.14.
	a.secretary.Get(kit.ElectionURL(president)).Wants(t, http.StatusOK, "Pania Test stands again", "Enter a nomination")
	a.send(a.secretary, president, kit.ElectionURL(president, "again"), "candidate", kit.IDText(a.people["Tomas"])).
		Wants(t, http.StatusUnprocessableEntity, "Tomas Test needs a nomination for this")
	a.send(
		a.secretary, president, kit.ElectionURL(president, "again"), "candidate", kit.IDText(a.people["Pania"]),
	).LeadsTo(t, kit.ElectionURL(president))
	a.secretary.Get(kit.ElectionURL(president)).Wants(
		t, http.StatusOK, "Sitting officer, without nomination", `href="/constitution/rules/4.14"`,
		"Pania Test is standing unopposed so far",
	)

	form := kit.ElectionURL(secretary, "nominate")
	a.secretary.Get(form).Wants(t, http.StatusOK, "Candidate", "Proposed by", "Seconded by", "All three have signed it", "Received by the secretary on",
		`value="`+a.Now.Date().String()+`"`)
	a.send(a.secretary, secretary, form, "candidate", "Nobody at All", "seconder", "Test").
		Wants(
			t, http.StatusUnprocessableEntity, "No one here has the name or number “Nobody at All”",
			"Enter the proposer: name or member number.", "Several have this name",
			"Enter the day on which the secretary received the nomination (rule 4.13).",
		)
	a.send(
		a.secretary, secretary, form, "candidate", "Stray", "proposer", "Eva", "seconder", "Eva Test ("+kit.IDText(a.people["Eva"])+")", "received", "2026-07-01",
	).
		Wants(
			t, http.StatusUnprocessableEntity, `href="#candidate"`, "Stray Test is not a member", "three different people",
			"Tick this once they have.", `value="Stray"`,
		)
	a.nominate(secretary, "Ana")
	a.nominate(secretary, "Ben")
	for _, given := range []string{"Ana", "Ben", "Cal"} {
		a.nominate(ordinary, given)
	}
	a.secretary.Get(kit.ElectionURL(secretary)).Wants(
		t, http.StatusOK, "Nominated by Eva Test and Fay Test", "Ballot to be held", `href="/constitution/rules/4.15"`,
	)
	if got := a.votes(a.secretary, secretary); len(got) != 0 {
		t.Errorf("a ballot before the meeting: %v", got)
	}
	a.member.Get(form).Wants(t, http.StatusForbidden)
	seats := kit.ElectionURL(ordinary, "seats")
	a.secretary.Get(seats).Wants(t, http.StatusOK, "rule <a href=\"/constitution/rules/3.2\">3.2</a>")
	a.send(
		a.secretary, ordinary, seats, "seats", "five",
	).Wants(t, http.StatusUnprocessableEntity, "Seats: enter a whole number.", `value="five"`)
	a.send(a.secretary, ordinary, seats, "seats", "3").Wants(t, http.StatusUnprocessableEntity, "no decision is recorded")
	a.secretary.Get(kit.ElectionURL(president, "seats")).Wants(t, http.StatusNotFound)

	// The chair's table.
	a.state(meetings.Open)
	field := a.votes(a.chair, secretary)
	if len(field) != 2 || len(a.votes(a.member, secretary)) != 0 {
		t.Fatalf("fields of the ballot: %v", field)
	}
	ballot := kit.ElectionURL(secretary, "ballots")
	a.send(
		a.member, secretary, ballot, "ballots", "12", "invalid", "0", field["Ana"], "6", field["Ben"], "6",
	).Wants(t, http.StatusForbidden)
	a.send(a.chair, secretary, ballot, "ballots", "twelve", "invalid", "", field["Ana"], "6").
		Wants(
			t, http.StatusUnprocessableEntity, `href="#ballots"`, "Valid papers: enter a whole number.", `href="#invalid"`,
			`href="#`+field["Ben"]+`"`, `value="twelve"`,
		)
	a.send(a.chair, secretary, ballot, "ballots", "12", "invalid", "0", field["Ana"], "7", field["Ben"], "6").
		Wants(
			t, http.StatusUnprocessableEntity, `href="#votes"`, "There are 13 votes, more than 1 on each of 12 ballot papers.",
			`value="7"`,
		)
	a.send(
		a.chair, secretary, ballot, "ballots", "12", "invalid", "0", field["Ana"], "6", field["Ben"], "6",
	).LeadsTo(t, kit.ElectionURL(secretary))
	tied := a.chair.Get(kit.ElectionURL(secretary))
	tied.Wants(
		t, http.StatusOK, "Another ballot among those tied", "The chair’s casting vote", "Tie",
		"Ana Test and Ben Test tie with 6 votes for 1 seat", "Reading applied", "Set it aside",
	)
	if strings.Contains(tied.Body, "by lot") {
		t.Error("lots are offered, which the reading does not have")
	}
	a.send(
		a.chair, secretary, kit.ElectionURL(secretary, "tie"), "way", "chair",
	).Wants(t, http.StatusUnprocessableEntity, `href="#chosen"`, "Choose as many as there are seats left: 1.")
	ben := strings.TrimPrefix(field["Ben"], "votes-")
	a.send(
		a.chair, secretary, kit.ElectionURL(secretary, "tie"), "way", "chair", "chosen", ben,
	).LeadsTo(t, kit.ElectionURL(secretary))
	a.chair.Get(kit.ElectionURL(secretary)).Wants(
		t, http.StatusOK, "Elected Ben Test", "2. The chair’s casting vote", "Hemi Test was in the chair.",
	)
	aside := kit.ElectionURL(secretary, "counts", "2", "set-aside")
	a.chair.Get(kit.ElectionURL(secretary, "counts", "1", "set-aside")).Wants(t, http.StatusNotFound)
	a.chair.Get(aside).Wants(t, http.StatusOK, "Set the last count aside")
	a.send(
		a.chair, secretary, aside, "reason", "",
	).Wants(t, http.StatusUnprocessableEntity, "Enter why this count is set aside.")
	a.send(a.chair, secretary, aside, "reason", "A slip of the pen").LeadsTo(t, kit.ElectionURL(secretary))
	a.chair.Get(kit.ElectionURL(secretary)).Wants(t, http.StatusOK, "A slip of the pen")
	withdraw := kit.ElectionURL(secretary, "candidates", ben, "withdraw")
	a.member.Get(withdraw).Wants(t, http.StatusForbidden)
	a.chair.Get(withdraw).Wants(t, http.StatusOK, "Withdrawal of Ben Test")
	a.send(a.chair, secretary, withdraw, "reason", "At the meeting").LeadsTo(t, kit.ElectionURL(secretary))
	a.chair.Get(kit.ElectionURL(secretary)).Wants(
		t, http.StatusOK, "Ana Test is elected unopposed", "Withdrew on 1 July 2026", "Ben Test has withdrawn",
	)

	// A candidate under ten per cent, rule 4.16.
	field = a.votes(a.chair, ordinary)
	a.send(
		a.chair, ordinary, kit.ElectionURL(ordinary, "ballots"), "ballots", "21", "invalid", "1", field["Ana"], "20",
		field["Ben"], "2", field["Cal"], "1",
	).LeadsTo(t, kit.ElectionURL(ordinary))
	a.chair.Get(kit.ElectionURL(ordinary)).Wants(
		t, http.StatusOK, "Elected Ana Test; not filled: 1 seat", "Ben Test 2 of 21 &lt; 10%",
		`href="/constitution/rules/4.16"`, "A seat is empty",
	)

	// The results are confirmed once, after the meeting.
	confirm := list + "/confirm"
	a.secretary.Get(confirm).Wants(t, http.StatusConflict, "not closed yet")
	a.state(meetings.Closed)
	a.chair.Get(confirm).Wants(t, http.StatusForbidden)
	a.secretary.Get(list).Wants(t, http.StatusOK, "Confirm the results", `href="`+confirm+`"`)
	shown := a.secretary.Get(confirm)
	shown.Wants(
		t, http.StatusOK, "Offices that begin on 6 July 2026", "Tomas Test, Treasurer", "Kura Test, Committee member",
		"Ana Test is elected more than once", "Offices that end on 5 July 2026",
	)
	pairs := []string{}
	for _, m := range regexp.MustCompile(`name="(version-\d+)" value="(\d+)"`).FindAllStringSubmatch(shown.Body, -1) {
		pairs = append(pairs, m[1], m[2])
	}
	a.secretary.Post(confirm, "stay", "999").Wants(
		t, http.StatusUnprocessableEntity, "One of the offices that were to stay has a successor",
	)
	a.secretary.Post(confirm).Wants(t, http.StatusConflict, "Someone else changed this election first")
	treasury := regexp.MustCompile(`value="(\d+)"[^>]*><label[^>]*>Tomas Test`).FindStringSubmatch(shown.Body)
	if treasury == nil {
		t.Fatalf("no way to let the treasurer stay\n%s", shown.Body)
	}
	a.secretary.Post(confirm, append(pairs, "stay", treasury[1])...).LeadsTo(t, list)
	a.Now = civil.MustParseInstant("2026-07-06T02:00:00.000Z")
	a.chair.Get(list).Wants(t, http.StatusOK, "The results are confirmed", "On 6 July 2026 by Sione Test")
	a.secretary.Get(list + "/prepare") // the secretary before is a member now
	a.secretary.Get(confirm).Wants(t, http.StatusForbidden)
	seatsNow, err := auth.SeatsOn(t.Context(), a.DB, a.Now.Date())
	a.Must(err)
	var got []string
	for _, seat := range seatsNow {
		got = append(got, string(seat.Role)+" "+seat.Name.Given)
	}
	if strings.Join(got, ", ") != "president Pania, secretary Ana, treasurer Tomas, committee Ana" {
		t.Errorf("offices: %v", got)
	}
	_ = treasurer
}

// After a tie for one seat a paper has one vote, and the papers name only those
// who are tied.
func TestATieForOneSeat(t *testing.T) {
	a := newAGM(t)
	a.secretary.Post(webmeetings.ElectionsURL(a.agm, "prepare")).LeadsTo(t, webmeetings.ElectionsURL(a.agm))
	const ordinary = elections.ID(4)
	for _, given := range []string{"Ana", "Ben", "Cal"} {
		a.nominate(ordinary, given)
	}
	a.state(meetings.Open)
	page := kit.ElectionURL(ordinary)
	first := a.chair.Get(page)
	first.Wants(
		t, http.StatusOK, "Each paper has up to 2 votes for different candidates", kit.MeetingURL(a.agm, "ballots.pdf"),
		`href="/meetings" aria-current="page"`, kit.MeetingURL(a.agm, "chair"),
	)
	field := a.votes(a.chair, ordinary)
	a.send(
		a.chair, ordinary, page+"/ballots", "ballots", "12", "invalid", "0", field["Ana"], "10", field["Ben"], "5",
		field["Cal"], "5",
	).LeadsTo(t, page)
	tied := a.chair.Get(page)
	tied.Wants(t, http.StatusOK, "For 1 seat. Each paper has one vote")
	if field = a.votes(a.chair, ordinary); len(field) != 2 {
		t.Fatalf("in the ballot: %v", field)
	}
	a.send(a.chair, ordinary, page+"/ballots", "ballots", "12", "invalid", "0", field["Ben"], "12", field["Cal"], "12").
		Wants(t, http.StatusUnprocessableEntity, "There are 24 votes, more than 1 on each of 12 ballot papers.")
	a.send(
		a.chair, ordinary, page+"/ballots", "ballots", "12", "invalid", "0", field["Ben"], "7", field["Cal"], "5",
	).LeadsTo(t, page)
	a.chair.Get(page).Wants(t, http.StatusOK, "Elected Ana Test and Ben Test", "Back to the chair’s page")
}

// Whoever is signed in sees who stands; nobody else does.
func TestElectionsAreForMembers(t *testing.T) {
	a := newAGM(t)
	list := webmeetings.ElectionsURL(a.agm)
	a.secretary.Post(list+"/prepare").LeadsTo(t, list)
	a.nominate(2, "Ana")
	a.member.Get(kit.ElectionURL(2)).Wants(t, http.StatusOK, "Ana Test", "Nominated by Eva Test and Fay Test")
	for _, path := range []string{"/nominate", "/again", "/seats", "/ballots", "withdraw", "set-aside"} {
		if body := a.member.Get(kit.ElectionURL(2)).Body; strings.Contains(body, path) {
			t.Errorf("a member is offered %s", path)
		}
	}
	if got := a.Browser("").Get(kit.ElectionURL(2)); got.Status != http.StatusSeeOther ||
		!strings.HasPrefix(got.Location, "/sign-in") {
		t.Errorf("nobody sees it: %d %s", got.Status, got.Location)
	}
	a.secretary.Get(kit.ElectionURL(99)).Wants(t, http.StatusNotFound)
	a.secretary.Get(webmeetings.ElectionsURL(99)).Wants(t, http.StatusNotFound)
	a.secretary.Get(webmeetings.ElectionsURL(a.AddMeeting("egm"))).Wants(t, http.StatusNotFound)
}

// TestACountSlipHasTheLeastSupportInForce: the figure of rule 4.16 is the society's.
func TestACountSlipHasTheLeastSupportInForce(t *testing.T) {
	t.Parallel()
	c := constitution.Shipped()
	c.Figures.SupportPercent = 15
	want := "The highest totals for 2 seats, but no one with less than 15% of those voting (rule 4.16). The meeting decides a tie."
	if got := webmeetings.OrdinarySlip(c, 2); got != want {
		t.Error(got)
	}
}
