package web

import (
	"net/http"
	"regexp"
	"strings"
	"testing"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/governance/elections"
	"nzgs/internal/governance/meetings"
	"nzgs/internal/members"
	"nzgs/internal/store"
)

// agmSite is a society with officers and members before its AGM of 5 July
// 2026, which Hemi will chair.
type agmSite struct {
	*site
	agm                      meetings.ID
	people                   map[string]members.PersonID
	accounts                 map[string]auth.AccountID
	secretary, chair, member *browser
}

func newAGM(t *testing.T) *agmSite {
	s := emptySite(t)
	a := &agmSite{site: s, people: map[string]members.PersonID{}, accounts: map[string]auth.AccountID{}}
	sign := func(given string, offices ...auth.Office) *browser {
		account, person := s.account(given, "Test", offices...)
		a.people[given], a.accounts[given] = person, account
		a.join(person)
		return s.browser(s.session(account))
	}
	a.secretary = sign("Sione", auth.Office{Role: auth.Secretary})
	a.chair, a.member = sign("Hemi"), sign("Fay")
	sign("Pania", auth.Office{Role: auth.President})
	sign("Tomas", auth.Office{Role: auth.Treasurer})
	sign("Kura", auth.Office{Role: auth.Committee})
	for _, given := range []string{"Ana", "Ben", "Cal", "Eva"} {
		a.people[given] = s.register(given, "Test")
		a.join(a.people[given])
	}
	a.people["Stray"] = s.register("Stray", "Test")
	a.agm = a.addMeeting("agm")
	return a
}

func (a *agmSite) exec(query string, args ...any) {
	a.t.Helper()
	a.must(a.db.InTx(a.t.Context(), func(tx *store.Tx) error {
		_, err := tx.Exec(a.t.Context(), query, args...)
		return err
	}))
}

func (a *agmSite) join(person members.PersonID) {
	a.t.Helper()
	a.exec(`INSERT INTO membership_term (person_id, year, from_day, to_day, kind, trace, recorded_at)
		VALUES ($1, 2026, '2026-07-01', '2027-06-30', 'renewal', '', $2)`, person, a.now)
}

func (s *site) addMeeting(kind string) (id meetings.ID) {
	s.t.Helper()
	s.must(s.db.InTx(s.t.Context(), func(tx *store.Tx) (err error) {
		id, err = store.One(s.t.Context(), tx, store.Value[meetings.ID], `
			INSERT INTO meeting (kind, date, time, place, called_by, created_at, created_by)
			VALUES ($1, '2026-07-05', '19:30', 'The hall', 'committee', $2, 'the test')
			RETURNING id`, kind, s.now)
		return err
	}))
	return id
}

// fillElection adds an AGM that is open, with a tie between two of its
// candidates for ordinary member.
func (s *site) fillElection() (agm meetings.ID, election elections.ID, candidate elections.CandidateID) {
	s.t.Helper()
	agm = s.addMeeting("agm")
	s.must(s.elections.Prepare(s.t.Context(), program, agm))
	s.must(s.db.InTx(s.t.Context(), func(tx *store.Tx) (err error) {
		election, err = store.One(s.t.Context(), tx, store.Value[elections.ID], `SELECT id FROM election WHERE meeting_id = $1 AND post = 'ordinary'`, agm)
		return err
	}))
	for i, given := range []string{"Tied", "Level", "Even"} {
		person := s.register(given, "Candidate")
		s.must(s.db.InTx(s.t.Context(), func(tx *store.Tx) (err error) {
			candidate, err = store.One(s.t.Context(), tx, store.Value[elections.CandidateID], `
				INSERT INTO election_candidate (election_id, person_id, proposer_id, seconder_id, received, trace, recorded_at, recorded_by)
				VALUES ($1, $2, $2, $2, '2026-07-01', '{}', $3, 'the test')
				RETURNING id`, election, person, s.now)
			if i == 0 && err == nil {
				_, err = tx.Exec(s.t.Context(), `UPDATE meeting SET state = 'open' WHERE id = $1`, agm)
			}
			return err
		}))
	}
	in := elections.BallotInput{Election: election, Version: 1, Papers: 12, Votes: map[elections.CandidateID]int{candidate - 2: 5, candidate - 1: 5, candidate: 5}}
	s.must(s.elections.RecordBallot(s.t.Context(), program, in))
	return agm, election, candidate
}

// state moves the AGM on.
func (a *agmSite) state(to meetings.State) {
	a.t.Helper()
	a.exec(`UPDATE meeting SET state = $2, chair_id = $3, chair_how = 'elected' WHERE id = $1`, a.agm, string(to), a.people["Hemi"])
	if to == meetings.Closed {
		a.now = civil.MustParseInstant("2026-07-05T22:00:00.000Z")
		a.secretary, a.chair = a.browser(a.session(a.accounts["Sione"])), a.browser(a.session(a.accounts["Hemi"])) // days later
	}
}

// post sends a form to an election's page with the version that stands there.
func (a *agmSite) send(b *browser, e elections.ID, path string, pairs ...string) answer {
	a.t.Helper()
	v, err := store.One(a.t.Context(), a.db, store.Value[int64], `SELECT version FROM election WHERE id = $1`, e)
	a.must(err)
	return b.post(path, append(pairs, "version", idText(v))...)
}

func (a *agmSite) nominate(e elections.ID, given string) {
	a.t.Helper()
	a.send(a.secretary, e, electionURL(e, "nominate"), "candidate", given+" Test", "proposer", "Eva Test", "seconder", idText(a.people["Fay"]),
		"candidate_signed", "on", "proposer_signed", "on", "seconder_signed", "on", "received", "2026-07-01").leadsTo(a.t, electionURL(e))
}

// votes are the names of the fields of a ballot, by candidate.
func (a *agmSite) votes(b *browser, e elections.ID) map[string]string {
	a.t.Helper()
	out := map[string]string{}
	for _, m := range regexp.MustCompile(`<label for="(votes-\d+)">(\w+) Test</label>`).FindAllStringSubmatch(b.get(electionURL(e)).body, -1) {
		out[m[2]] = m[1]
	}
	return out
}

// Elections of an AGM, from the preparation to the offices that follow.
func TestElectionsOfAnAGM(t *testing.T) {
	a := newAGM(t)
	list := electionsURL(a.agm)
	const president, secretary, treasurer, ordinary = elections.ID(1), elections.ID(2), elections.ID(3), elections.ID(4)

	a.member.get(list).wants(t, http.StatusOK, "No elections yet")
	if strings.Contains(a.member.get(list).body, list+"/prepare") {
		t.Error("a member is offered to prepare the elections")
	}
	a.secretary.get(list).wants(t, http.StatusOK, "No elections yet", `action="`+list+`/prepare"`)
	a.secretary.post(list+"/prepare").leadsTo(t, list)
	a.secretary.get(list).wants(t, http.StatusOK, "President", "Ordinary committee members (2 seats)", "Nobody", "Nominations")
	a.secretary.post(list+"/prepare").wants(t, http.StatusConflict, "prepared already")

	// Nominations, rules 4.13 and 4.14.
	a.secretary.get(electionURL(president)).wants(t, http.StatusOK, "Pania Test stands again", "Enter a nomination")
	a.send(a.secretary, president, electionURL(president, "again"), "candidate", idText(a.people["Tomas"])).
		wants(t, http.StatusUnprocessableEntity, "Tomas Test needs a nomination for this")
	a.send(a.secretary, president, electionURL(president, "again"), "candidate", idText(a.people["Pania"])).leadsTo(t, electionURL(president))
	a.secretary.get(electionURL(president)).wants(t, http.StatusOK, "Sitting officer, without nomination", `href="/constitution/rules/4.14"`, "Pania Test stands unopposed so far")

	form := electionURL(secretary, "nominate")
	a.secretary.get(form).wants(t, http.StatusOK, "Candidate", "Proposer", "Seconder", "Received by the secretary on")
	a.send(a.secretary, secretary, form, "candidate", "Nobody at All", "seconder", "Test").
		wants(t, http.StatusUnprocessableEntity, "Nobody here has the name or number “Nobody at All”", "Enter the proposer: name or member number.", "Several have this name", "Enter the day on which the secretary received the nomination (rule 4.13).")
	a.send(a.secretary, secretary, form, "candidate", "Stray", "candidate_signed", "on", "proposer", "Eva", "proposer_signed", "on", "seconder", "Eva Test ("+idText(a.people["Eva"])+")", "received", "2026-07-01").
		wants(t, http.StatusUnprocessableEntity, `href="#candidate"`, "Stray Test is not a member", "three different people", "Eva Test has not signed", `value="Stray"`)
	a.nominate(secretary, "Ana")
	a.nominate(secretary, "Ben")
	for _, given := range []string{"Ana", "Ben", "Cal"} {
		a.nominate(ordinary, given)
	}
	a.secretary.get(electionURL(secretary)).wants(t, http.StatusOK, "Nominated by Eva Test and Fay Test", "Ballot to be held", `href="/constitution/rules/4.15"`)
	if got := a.votes(a.secretary, secretary); len(got) != 0 {
		t.Errorf("a ballot before the meeting: %v", got)
	}
	a.member.get(form).wants(t, http.StatusForbidden)
	seats := electionURL(ordinary, "seats")
	a.secretary.get(seats).wants(t, http.StatusOK, "rule <a href=\"/constitution/rules/3.2\">3.2</a>")
	a.send(a.secretary, ordinary, seats, "seats", "five").wants(t, http.StatusUnprocessableEntity, "Seats: enter a whole number.", `value="five"`)
	a.send(a.secretary, ordinary, seats, "seats", "3").wants(t, http.StatusUnprocessableEntity, "without a recorded decision")
	a.secretary.get(electionURL(president, "seats")).wants(t, http.StatusNotFound)

	// The chair's table.
	a.state(meetings.Open)
	field := a.votes(a.chair, secretary)
	if len(field) != 2 || len(a.votes(a.member, secretary)) != 0 {
		t.Fatalf("fields of the ballot: %v", field)
	}
	ballot := electionURL(secretary, "ballots")
	a.send(a.member, secretary, ballot, "ballots", "12", "invalid", "0", field["Ana"], "6", field["Ben"], "6").wants(t, http.StatusForbidden)
	a.send(a.chair, secretary, ballot, "ballots", "twelve", "invalid", "", field["Ana"], "6").
		wants(t, http.StatusUnprocessableEntity, `href="#ballots"`, "Valid papers: enter a whole number.", `href="#invalid"`, `href="#`+field["Ben"]+`"`, `value="twelve"`)
	a.send(a.chair, secretary, ballot, "ballots", "12", "invalid", "0", field["Ana"], "7", field["Ben"], "6").
		wants(t, http.StatusUnprocessableEntity, `href="#votes"`, "There are 13 votes, more than 1 on each of 12 ballot papers.", `value="7"`)
	a.send(a.chair, secretary, ballot, "ballots", "12", "invalid", "0", field["Ana"], "6", field["Ben"], "6").leadsTo(t, electionURL(secretary))
	tied := a.chair.get(electionURL(secretary))
	tied.wants(t, http.StatusOK, "Another ballot among those tied", "The chair’s casting vote", "Tie", "Ana Test and Ben Test tie with 6 votes for 1 seat", "Reading applied", "Set it aside")
	if strings.Contains(tied.body, "by lot") {
		t.Error("lots are offered, which the reading does not have")
	}
	a.send(a.chair, secretary, electionURL(secretary, "tie"), "way", "chair").wants(t, http.StatusUnprocessableEntity, `href="#chosen"`, "Choose as many as there are seats left: 1.")
	ben := strings.TrimPrefix(field["Ben"], "votes-")
	a.send(a.chair, secretary, electionURL(secretary, "tie"), "way", "chair", "chosen", ben).leadsTo(t, electionURL(secretary))
	a.chair.get(electionURL(secretary)).wants(t, http.StatusOK, "Elected Ben Test", "2. The chair’s casting vote", "Hemi Test had the chair.")
	aside := electionURL(secretary, "counts", "2", "set-aside")
	a.chair.get(electionURL(secretary, "counts", "1", "set-aside")).wants(t, http.StatusNotFound)
	a.chair.get(aside).wants(t, http.StatusOK, "Set the last count aside")
	a.send(a.chair, secretary, aside, "reason", "").wants(t, http.StatusUnprocessableEntity, "Enter why this count is set aside.")
	a.send(a.chair, secretary, aside, "reason", "A slip of the pen").leadsTo(t, electionURL(secretary))
	a.chair.get(electionURL(secretary)).wants(t, http.StatusOK, "A slip of the pen")
	withdraw := electionURL(secretary, "candidates", ben, "withdraw")
	a.member.get(withdraw).wants(t, http.StatusForbidden)
	a.chair.get(withdraw).wants(t, http.StatusOK, "Withdrawal of Ben Test")
	a.send(a.chair, secretary, withdraw, "reason", "At the meeting").leadsTo(t, electionURL(secretary))
	a.chair.get(electionURL(secretary)).wants(t, http.StatusOK, "Ana Test is elected unopposed", "Withdrew on 1 July 2026", "Ben Test has withdrawn")

	// A candidate under ten per cent, rule 4.16.
	field = a.votes(a.chair, ordinary)
	a.send(a.chair, ordinary, electionURL(ordinary, "ballots"), "ballots", "21", "invalid", "1", field["Ana"], "20", field["Ben"], "2", field["Cal"], "1").leadsTo(t, electionURL(ordinary))
	a.chair.get(electionURL(ordinary)).wants(t, http.StatusOK, "Elected Ana Test; not filled: 1 seat", "Ben Test 2 of 21 &lt; 10 %", `href="/constitution/rules/4.16"`, "A seat is empty")

	// The results are confirmed once, after the meeting.
	confirm := list + "/confirm"
	a.secretary.get(confirm).wants(t, http.StatusConflict, "not closed yet")
	a.state(meetings.Closed)
	a.chair.get(confirm).wants(t, http.StatusForbidden)
	a.secretary.get(list).wants(t, http.StatusOK, "Confirm the results", `href="`+confirm+`"`)
	shown := a.secretary.get(confirm)
	shown.wants(t, http.StatusOK, "Offices that begin on 6 July 2026", "Tomas Test, Treasurer", "Kura Test, Committee member", "Ana Test is elected more than once", "Offices that end on 5 July 2026")
	pairs := []string{}
	for _, m := range regexp.MustCompile(`name="(version-\d+)" value="(\d+)"`).FindAllStringSubmatch(shown.body, -1) {
		pairs = append(pairs, m[1], m[2])
	}
	a.secretary.post(confirm, "stay", "999").wants(t, http.StatusUnprocessableEntity, "One of the offices that were to stay has a successor")
	a.secretary.post(confirm).wants(t, http.StatusConflict, "Somebody else changed this election meanwhile")
	treasury := regexp.MustCompile(`value="(\d+)"[^>]*><label[^>]*>Tomas Test`).FindStringSubmatch(shown.body)
	if treasury == nil {
		t.Fatalf("no way to let the treasurer stay\n%s", shown.body)
	}
	a.secretary.post(confirm, append(pairs, "stay", treasury[1])...).leadsTo(t, list)
	a.now = civil.MustParseInstant("2026-07-06T02:00:00.000Z")
	a.chair.get(list).wants(t, http.StatusOK, "The results are confirmed", "On 6 July 2026 by Sione Test")
	a.secretary.get(list + "/prepare") // the secretary before is a member now
	a.secretary.get(confirm).wants(t, http.StatusForbidden)
	seatsNow, err := auth.SeatsOn(t.Context(), a.db, a.now.Date())
	a.must(err)
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
	a.secretary.post(electionsURL(a.agm, "prepare")).leadsTo(t, electionsURL(a.agm))
	const ordinary = elections.ID(4)
	for _, given := range []string{"Ana", "Ben", "Cal"} {
		a.nominate(ordinary, given)
	}
	a.state(meetings.Open)
	page := electionURL(ordinary)
	first := a.chair.get(page)
	first.wants(t, http.StatusOK, "Each paper has up to 2 votes for different candidates", meetingURL(a.agm, "ballots.pdf"), `href="/meetings" aria-current="page"`, meetingURL(a.agm, "chair"))
	field := a.votes(a.chair, ordinary)
	a.send(a.chair, ordinary, page+"/ballots", "ballots", "12", "invalid", "0", field["Ana"], "10", field["Ben"], "5", field["Cal"], "5").leadsTo(t, page)
	tied := a.chair.get(page)
	tied.wants(t, http.StatusOK, "For 1 seat. Each paper has one vote")
	if field = a.votes(a.chair, ordinary); len(field) != 2 {
		t.Fatalf("in the ballot: %v", field)
	}
	a.send(a.chair, ordinary, page+"/ballots", "ballots", "12", "invalid", "0", field["Ben"], "12", field["Cal"], "12").
		wants(t, http.StatusUnprocessableEntity, "There are 24 votes, more than 1 on each of 12 ballot papers.")
	a.send(a.chair, ordinary, page+"/ballots", "ballots", "12", "invalid", "0", field["Ben"], "7", field["Cal"], "5").leadsTo(t, page)
	a.chair.get(page).wants(t, http.StatusOK, "Elected Ana Test and Ben Test", "Back to the chair’s page")
}

// Whoever is signed in sees who stands; nobody else does.
func TestElectionsAreForMembers(t *testing.T) {
	a := newAGM(t)
	list := electionsURL(a.agm)
	a.secretary.post(list+"/prepare").leadsTo(t, list)
	a.nominate(2, "Ana")
	a.member.get(electionURL(2)).wants(t, http.StatusOK, "Ana Test", "Nominated by Eva Test and Fay Test")
	for _, path := range []string{"/nominate", "/again", "/seats", "/ballots", "withdraw", "set-aside"} {
		if body := a.member.get(electionURL(2)).body; strings.Contains(body, path) {
			t.Errorf("a member is offered %s", path)
		}
	}
	if got := a.browser("").get(electionURL(2)); got.status != http.StatusSeeOther || !strings.HasPrefix(got.location, "/sign-in") {
		t.Errorf("nobody sees it: %d %s", got.status, got.location)
	}
	a.secretary.get(electionURL(99)).wants(t, http.StatusNotFound)
	a.secretary.get(electionsURL(99)).wants(t, http.StatusNotFound)
	a.secretary.get(electionsURL(a.addMeeting("egm"))).wants(t, http.StatusNotFound)
}
