package web

import (
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/governance/meetings"
	"nzgs/internal/members"
	"nzgs/internal/money"
	"nzgs/internal/treasury"
)

// assembly is a society of members, its secretary at a browser, and an AGM.
type assembly struct {
	*site
	t         *testing.T
	accounts  [2]auth.AccountID // the secretary's and the member's
	secretary *browser
	member    *browser
	people    []members.PersonID // the secretary and the president first
	id        meetings.ID
}

// newAssembly has 14 members, of whom five have no e-mail address in the register.
func newAssembly(t *testing.T) *assembly {
	t.Helper()
	s := emptySite(t)
	a := &assembly{site: s, t: t}
	year := constitution.Shipped().YearOf(s.now.Date())
	_, err := s.treasury.SetRate(t.Context(), program, treasury.RateInput{
		Year: year, Amount: money.MustParse("40.00"), Meeting: treasury.AGM, MeetingDay: s.now.Date().AddDays(-60), Resolution: "That the subscription be $40.00",
	})
	s.must(err)
	given := []string{"Sina", "Pita", "Aroha", "Wiremu", "Mei", "Kenji", "Ngaio", "Tama", "Ana", "Rua", "Kiri", "Hoani", "Zoe", "Manu"}
	for i, name := range given {
		var person members.PersonID
		var account auth.AccountID
		switch i {
		case 0:
			account, person = s.account(name, "Secretary", auth.Office{Role: auth.Secretary})
			a.accounts[0] = account
		case 1:
			_, person = s.account(name, "President", auth.Office{Role: auth.President})
		case 2:
			account, person = s.account(name, "Test")
			a.accounts[1] = account
		default:
			in := members.PersonInput{GivenNames: name, FamilyName: "Test", Address: "1 Kōwhai Street\nWellington 6011"}
			if i < 12 {
				in.Email = strings.ToLower(name) + "@example.nz"
			}
			ids, err := s.members.RegisterAll(t.Context(), program, []members.PersonInput{in})
			s.must(err)
			person = ids[0]
		}
		_, err := s.treasury.Join(t.Context(), program, treasury.JoinInput{
			Application: treasury.Application{Person: person, Year: year, Received: s.now.Date()}, Method: treasury.Cash, Consented: true,
		})
		s.must(err)
		a.people = append(a.people, person)
	}
	a.signIn()
	return a
}

// on moves the clock to noon of a day in Auckland.
func (a *assembly) on(day string) {
	a.now = civil.MustParseDate(day).Midnight().Add(12 * 3600 * 1e9)
	a.signIn()
}

func (a *assembly) signIn() {
	a.secretary, a.member = a.browser(a.session(a.accounts[0])), a.browser(a.session(a.accounts[1]))
}

// path is an address of the meeting.
func (a *assembly) path(part ...string) string { return meetingURL(a.id, part...) }

var (
	hiddenVersion = regexp.MustCompile(`<input type="hidden" name="version" value="(\d+)">`)
	formPattern   = regexp.MustCompile(`(?s)<form[^>]*action="([^"]*)"[^>]*>(.*?)</form>`)
)

// versionIn is the version that a page's form to the address carries.
func (a *assembly) versionIn(page answer, action string) string {
	a.t.Helper()
	for _, m := range formPattern.FindAllStringSubmatch(page.body, -1) {
		if v := hiddenVersion.FindStringSubmatch(m[2]); m[1] == action && v != nil {
			return v[1]
		}
	}
	a.t.Fatalf("no form to %s with a version\n%s", action, page.body)
	return ""
}

// does opens a page as the secretary and sends its form to the action.
func (a *assembly) does(page, action string, pairs ...string) answer {
	a.t.Helper()
	open := a.secretary.get(page)
	if open.status != http.StatusOK {
		a.t.Fatalf("%s: %d\n%s", page, open.status, open.body)
	}
	return a.secretary.post(action, append([]string{"version", a.versionIn(open, action)}, pairs...)...)
}

// planned is an AGM on 10 October 2026 with two proposals.
func (a *assembly) planned() {
	a.t.Helper()
	made := a.secretary.post("/meetings/new", "kind", "agm", "date", "2026-10-10", "time", "14:00", "place", "Newtown Hall", "previous", "2025-10-11")
	if made.status != http.StatusSeeOther {
		a.t.Fatalf("plan the AGM: %d\n%s", made.status, made.body)
	}
	if _, err := fmt.Sscanf(made.location, "/meetings/%d", &a.id); err != nil {
		a.t.Fatal(made.location)
	}
	a.secretary.post(a.path("motions", "new"), "title", "A youth tournament", "text", "That there be a youth tournament.", "origin", "member", "item", "proposals",
		"mover", "Aroha Test", "seconder", "Wiremu", "received", "2026-07-01").leadsTo(a.t, a.path("motions", "1"))
	a.secretary.post(a.path("motions", "new"), "kind", "constitutional", "title", "The quorum", "text", "That the quorum be twelve.",
		"mover", "Mei Test", "seconder", "Kenji Test", "received", "2026-07-01", "figure_1", "quorum", "value_1", "12").leadsTo(a.t, a.path("motions", "2"))
}

// notified gives notice of the meeting: its letters are printed and posted on the
// same day.
func (a *assembly) notified(pairs ...string) {
	a.t.Helper()
	a.does(a.path("notice"), a.path("notice"), append([]string{"do", "send"}, pairs...)...).leadsTo(a.t, a.path("notice"))
	a.lettersPosted()
}

// lettersPosted records that every letter of the first notice was posted today.
func (a *assembly) lettersPosted() {
	a.t.Helper()
	a.secretary.post(a.path("posted"), "notice", "1", "posted", a.now.Date().String(), "which", "yes").leadsTo(a.t, a.path("notice"))
}

// open sends notice and opens the meeting with so many present.
func (a *assembly) open(present int) {
	a.t.Helper()
	a.on("2026-09-20")
	a.notified()
	a.on("2026-10-10")
	for _, p := range a.people[:present] {
		a.secretary.post(a.path("door"), "person", idText(p), "do", "here").leadsTo(a.t, a.path("door")+"#p"+idText(p))
	}
	a.does(a.path("chair"), a.path("open")).leadsTo(a.t, a.path("chair"))
	a.does(a.path("chair"), a.path("tellers"), "tellers", idText(a.people[8]), "tellers", idText(a.people[9])).leadsTo(a.t, a.path("chair"))
}

// TestTellersLeftOutAreAskedForAgain: the form comes back with what is wrong, at
// its own item and not at the next.
func TestTellersLeftOutAreAskedForAgain(t *testing.T) {
	a := newAssembly(t)
	a.planned()
	a.on("2026-09-20")
	a.notified()
	a.on("2026-10-10")
	for _, p := range a.people[:12] {
		a.secretary.post(a.path("door"), "person", idText(p), "do", "here").leadsTo(t, a.path("door")+"#p"+idText(p))
	}
	a.does(a.path("chair"), a.path("open")).leadsTo(t, a.path("chair"))
	open := a.secretary.get(a.path("chair"))
	item := regexp.MustCompile(`name="item" value="(\d+)"`).FindStringSubmatch(open.body)
	if item == nil {
		t.Fatalf("the form of the tellers names no item:\n%s", open.body)
	}
	a.does(a.path("chair"), a.path("tellers"), "item", item[1]).wants(t, http.StatusUnprocessableEntity, "Please mend", "Record the tellers")
}

// Who may not go to the chair's page is not led there.
func TestAMotionLeadsToTheChairsPageWhoeverMayGo(t *testing.T) {
	a := newAssembly(t)
	a.planned()
	chair := `href="` + a.path("chair")
	a.secretary.get(a.path("motions", "1")).wants(t, http.StatusOK, chair)
	if got := a.member.get(a.path("motions", "1")); strings.Contains(got.body, chair) {
		t.Error("a member is led to the chair's page")
	}
}

func TestPlanningAMeeting(t *testing.T) {
	a := newAssembly(t)
	a.secretary.get("/meetings").wants(t, http.StatusOK, "No meetings yet", "Plan a meeting")
	a.member.get("/meetings/new").wants(t, http.StatusForbidden)
	a.secretary.get("/meetings/new?kind=agm").wants(t, http.StatusOK, "Work out the dates", "Previous AGM")
	worked := a.secretary.get("/meetings/new?kind=agm&date=2026-10-10&time=14%3A00&place=Hall&previous=2025-10-11")
	worked.wants(t, http.StatusOK, "10 August 2026", "Rule 4.17", "25 September 2026", "Rule 4.1", "24 October 2026", "Rule 4.5", `value="2026-10-10"`, "Plan the meeting")
	a.secretary.get("/meetings/new?kind=agm&date=tomorrow").wants(t, http.StatusUnprocessableEntity, "Enter the day as 2026-03-14.", "tomorrow")
	a.secretary.post("/meetings/new", "kind", "agm", "date", "2026-10-10").wants(t, http.StatusUnprocessableEntity, `id="time-error"`, `id="place-error"`)
	a.planned()
	a.secretary.get(a.path()).wants(t, http.StatusOK, "AGM of 10 October 2026", "Give notice", "2:00 pm", "Electing tellers", "A youth tournament", "Amends the constitution")
	a.member.get(a.path()).wants(t, http.StatusOK, "AGM of 10 October 2026")
	a.secretary.get("/duties").wants(t, http.StatusOK, "10 August 2026", "25 September 2026")

	// The day moves, and the duties with it; another who saves an old page is told.
	version := a.versionIn(a.secretary.get(a.path("edit")), a.path("edit"))
	a.secretary.post(a.path("edit"), "version", version, "date", "2026-10-17", "time", "14:00", "place", "Newtown Hall", "previous", "2025-10-11").leadsTo(t, a.path())
	a.secretary.get("/duties").wants(t, http.StatusOK, "17 August 2026")
	a.secretary.post(a.path("edit"), "version", version, "date", "2026-10-24", "time", "15:00", "place", "Newtown Hall", "previous", "2025-10-11").
		wants(t, http.StatusConflict, "What is saved now", "2026-10-17", "2026-10-24")
	a.does(a.path("cancel"), a.path("cancel")).wants(t, http.StatusUnprocessableEntity, `id="reason-error"`)
	a.does(a.path("cancel"), a.path("cancel"), "reason", "The hall burnt down.").leadsTo(t, a.path())
	a.secretary.get(a.path()).wants(t, http.StatusOK, "Cancelled", "The hall burnt down.")
}

func TestProposalsBeforeTheMeeting(t *testing.T) {
	a := newAssembly(t)
	a.planned()
	form := a.path("motions", "new")
	a.secretary.post(form, "title", "X", "text", "That X.", "origin", "member", "mover", "Nobody Known", "seconder", "Test").
		wants(t, http.StatusUnprocessableEntity, "Nobody here has the name or number “Nobody Known”", "Several have this name", `value="Nobody Known"`)
	a.on("2026-09-02")
	a.secretary.post(form, "title", "Late", "text", "That it be late.", "origin", "member", "item", "proposals", "mover", "Ana Test", "seconder", "Rua Test", "received", "2026-09-01").
		leadsTo(t, a.path("motions", "3"))
	late := a.path("motions", "3")
	a.secretary.get(late).wants(t, http.StatusOK, "4.17", "Take it although it is late")
	a.does(late, late+"/end", "do", "accept_late").wants(t, http.StatusUnprocessableEntity, `id="late_reason-error"`)
	a.does(late, late+"/end", "do", "accept_late", "reason", "It fits on the agenda.").leadsTo(t, late)
	a.secretary.get(late).wants(t, http.StatusOK, "It fits on the agenda.")
	a.secretary.get(a.path("motions", "2")).wants(t, http.StatusOK, "Members present at the beginning of a general meeting (rule 4.2): 10 members → 12 members", "10 October 2026")
	a.secretary.get(late+"/edit").wants(t, http.StatusOK, "That it be late.", "Ana Test")
	a.does(late+"/edit", late+"/edit", "title", "Later", "text", "That it be later.", "origin", "member", "item", "proposals", "mover", "Ana Test", "seconder", "Rua Test", "received", "2026-09-01").leadsTo(t, late)
	a.secretary.get(late).wants(t, http.StatusOK, "That it be later.")
	a.does(a.path(), a.path("items"), "title", "A talk on joseki").leadsTo(t, a.path()+"#agenda")
	a.secretary.get(a.path()).wants(t, http.StatusOK, "A talk on joseki", "Take off")
}

func TestGivingNotice(t *testing.T) {
	a := newAssembly(t)
	a.planned()
	a.on("2026-09-20")
	a.secretary.get(a.path("notice")).wants(t, http.StatusOK, "In time", "14 members: 9 by e-mail, 5 by post", "A youth tournament", "Give notice")
	if got := a.secretary.get(a.path("notice.pdf")); got.status != http.StatusOK || !strings.HasPrefix(got.body, "%PDF") {
		t.Errorf("the draft: %d", got.status)
	}
	a.member.get(a.path("notice.pdf")).wants(t, http.StatusNotFound)
	a.does(a.path("notice"), a.path("notice"), "do", "look", "words", "Come, all of you.").wants(t, http.StatusOK, "Come, all of you.")
	a.does(a.path("notice"), a.path("notice"), "do", "send", "words", "Come, all of you.").leadsTo(t, a.path("notice"))
	box := a.secretary.get("/outbox")
	box.wants(t, http.StatusOK, "9 letters", "ngaio@example.nz")
	a.secretary.get(a.path("notice")).wants(t, http.StatusOK, "Written on 20 September 2026, not given to all yet", "Not given yet",
		"9 letters are still waiting to be sent.", "5 printed letters are not recorded as posted.", "Printed letters posted on", "Manu Test")
	a.member.get(a.path()).wants(t, http.StatusOK, "9 letters are still waiting to be sent.")
	for _, print := range []string{"notice.pdf", "roll.pdf", "labels.pdf", "attendance.pdf"} {
		if got := a.secretary.get(a.path(print)); got.status != http.StatusOK || !strings.HasPrefix(got.body, "%PDF") {
			t.Errorf("%s: %d %s", print, got.status, got.body)
		}
	}
	a.member.get(a.path("notice.pdf")).wants(t, http.StatusOK, "%PDF")
	a.member.get(a.path("labels.pdf")).wants(t, http.StatusForbidden)
	a.secretary.post(a.path("posted"), "notice", "1", "posted", "2026-09-20").leadsTo(t, a.path("notice"))
	a.secretary.get(a.path("notice")).wants(t, http.StatusOK, "Roll (PDF)", "9 letters are still waiting to be sent.")
	a.lettersPosted()
	a.member.get(a.path()).wants(t, http.StatusOK, "Given on 20 September 2026", "That the quorum be twelve.")
}

// Notice that is too late is given only with a reason.
func TestLateNotice(t *testing.T) {
	a := newAssembly(t)
	a.planned()
	a.on("2026-10-01")
	a.secretary.get(a.path("notice")).wants(t, http.StatusOK, "Too late", "Why notice is given although it is too late")
	a.does(a.path("notice"), a.path("notice"), "do", "send").wants(t, http.StatusUnprocessableEntity, `id="late_reason-error"`)
	a.does(a.path("notice"), a.path("notice"), "do", "send", "late_reason", "The printer broke.").leadsTo(t, a.path("notice"))
}

// votes are the counts on a motion and the buttons that decide it.
func (a *assembly) counts(motion string, pairs ...string) {
	a.t.Helper()
	a.secretary.post(motion+"/count", pairs...).leadsTo(a.t, motion+"#vote")
}

func TestHoldingAnAGM(t *testing.T) {
	a := newAssembly(t)
	a.planned()
	a.open(12)
	a.secretary.get(a.path("door")).wants(t, http.StatusOK, "12 people are there", "Present at the beginning", "Came later")
	a.secretary.get(a.path("door")+"?q=zo").wants(t, http.StatusOK, "Zoe Test", "1 of 14 people")
	a.secretary.get(a.path("chair")).wants(t, http.StatusOK, "12 of 10 needed", "Pita President", "2 motions to decide", "Ana Test and Rua Test")
	a.secretary.get(a.path("wall")).wants(t, http.StatusOK, "That there be a youth tournament.")

	// An amendment is decided before the motion; the chair breaks its tie.
	first := a.path("motions", "1")
	a.secretary.post(first+"/amend", "text", "That there be a youth tournament in July.", "mover", idText(a.people[5])).wants(t, http.StatusUnprocessableEntity, `id="seconder-error"`)
	a.secretary.post(first+"/amend", "text", "That there be a youth tournament in July.", "mover", idText(a.people[5]), "seconder", idText(a.people[6])).leadsTo(t, first+"#vote")
	a.secretary.get(first).wants(t, http.StatusOK, "Put amendment 1 to the vote", "Its amendments come first")
	a.counts(first, "amendment", "1", "method", "voice", "call", "no")
	a.secretary.post(first+"/count", "amendment", "1", "method", "hands", "yes", "many", "no", "5").wants(t, http.StatusUnprocessableEntity, "Enter the number of votes", `value="many"`)
	a.counts(first, "amendment", "1", "method", "hands", "yes", "5", "no", "5", "abstain", "1")
	page := a.secretary.get(first)
	page.wants(t, http.StatusOK, "The votes are equal", "The noes have it", "5 yes, 5 no, 1 abstention")
	if !strings.Contains(page.body, "The chair votes yes") {
		t.Fatal("whoever holds the meeting cannot record the chair’s vote")
	}
	a.does(first, first+"/chair-vote", "amendment", "1", "chair", "yes").leadsTo(t, first+"#vote")
	a.does(first, first+"/declare", "amendment", "1").leadsTo(t, first+"#vote")
	a.secretary.get(first).wants(t, http.StatusOK, "The amendment is carried.", "Adopted", "Put the motion to the vote", "That there be a youth tournament in July.", "As it was moved")
	a.counts(first, "amendment", "0", "method", "hands", "yes", "9", "no", "2")
	a.does(first, first+"/declare", "amendment", "0").leadsTo(t, first+"#vote")
	a.secretary.get(first).wants(t, http.StatusOK, "Carried", "9")

	// The constitution needs a counted vote, two thirds and ten votes.
	second := a.path("motions", "2")
	a.counts(second, "amendment", "0", "method", "ballot", "yes", "8", "no", "3", "abstain", "0")
	a.does(second, second+"/declare", "amendment", "0").leadsTo(t, second+"#vote")
	a.secretary.get(second).wants(t, http.StatusOK, "Carried", "7.2")
	a.does(a.path("chair"), a.path("close")).leadsTo(t, a.path("chair"))
	a.secretary.get("/constitution?on=2026-10-12").wants(t, http.StatusOK, "12 members")

	// The minutes, of which members see nothing before they are approved.
	a.secretary.get(a.path("minutes")).wants(t, http.StatusOK, "No minutes yet")
	draft := a.secretary.get(a.path("minutes", "edit"))
	draft.wants(t, http.StatusOK, "That there be a youth tournament in July.", "Pita President")
	a.member.get(a.path("minutes")).wants(t, http.StatusNotFound)
	a.does(a.path("minutes", "edit"), a.path("minutes", "edit"), "minutes", "# AGM\n\n## Present\n\n- **Sina** <b>\n\n> That it be.").leadsTo(t, a.path("minutes"))
	a.secretary.get(a.path("minutes")).wants(t, http.StatusOK, "<strong>Sina</strong>", "&lt;b&gt;", "Draft of 10 October 2026")
	link := `href="` + a.path("minutes") + `"`
	a.secretary.get("/meetings").wants(t, http.StatusOK, link)
	if got := a.member.get("/meetings"); strings.Contains(got.body, link) {
		t.Error("the list leads a member to minutes that are a draft")
	}
	if got := a.secretary.get(a.path("minutes.pdf")); !strings.HasPrefix(got.body, "%PDF") {
		t.Errorf("minutes: %d", got.status)
	}
	stale := a.secretary.post(a.path("minutes", "edit"), "version", "0", "minutes", "Mine.")
	stale.wants(t, http.StatusConflict, "What is saved now", "Mine.")
	a.member.get(a.path()).wants(t, http.StatusOK, "Carried", "That there be a youth tournament in July.")
}

func TestAMeetingWithoutAQuorum(t *testing.T) {
	a := newAssembly(t)
	a.planned()
	a.on("2026-09-20")
	a.notified()
	a.on("2026-10-10")
	for _, p := range a.people[:9] {
		a.secretary.post(a.path("door"), "person", idText(p), "do", "here")
	}
	a.secretary.get(a.path("chair")).wants(t, http.StatusOK, "9 of 10 needed", "no quorum", "Record that there is no quorum")
	a.does(a.path("chair"), a.path("inquorate")).leadsTo(t, a.path("chair"))
	a.secretary.get(a.path()).wants(t, http.StatusOK, "Arrange a further date", "follows="+idText(a.id))
	made := a.secretary.post("/meetings/new", "kind", "agm", "date", "2026-11-14", "time", "14:00", "place", "Newtown Hall", "follows", idText(a.id))
	if made.status != http.StatusSeeOther {
		t.Fatalf("%d\n%s", made.status, made.body)
	}
	a.secretary.get(made.location).wants(t, http.StatusOK, "Further date of", "A youth tournament")
	a.secretary.get("/meetings/dissolution?on=2028-05-01&assets=1000.01").wants(t, http.StatusOK, "Rule 4.20", "The committee may")
	a.secretary.get("/meetings/dissolution?on=never&assets=much").wants(t, http.StatusUnprocessableEntity, `id="on-error"`, `id="assets-error"`, `value="never"`)
}

func TestRequestsForAnEGM(t *testing.T) {
	a := newAssembly(t)
	names := []string{"Aroha Test", "wiremu test", "Mei", "Kenji Test", "Ngaio Test", "Tama Test", "Ana Test", "Rua Test", "Kiri Test"}
	form := []string{"received", "2026-07-01", "proposer", "Aroha Test", "title_1", "The fee", "text_1", "That the fee be halved.", "kind_1", "ordinary"}
	a.secretary.get("/meetings/requests/new").wants(t, http.StatusOK, "Check the signatures")
	a.secretary.post("/meetings/requests/new", append(slices.Clone(form), "do", "check", "signers", strings.Join(append(slices.Clone(names), "Nobody Known", "Mei Test"), "\n"))...).
		wants(t, http.StatusOK, "The request does not stand yet", "Nobody Known", "Does not count", "Rule 5.1", "Wording of proposal 1", `value="check">Check it again`, "Record it all the same")
	a.secretary.post("/meetings/requests/new", append(slices.Clone(form), "do", "check", "signers", "Test\nAroha Test")...).wants(t, http.StatusUnprocessableEntity, "Several have this name")
	full := strings.Join(append(names, idText(a.people[11])), "\n")
	a.secretary.post("/meetings/requests/new", append(slices.Clone(form), "do", "check", "signers", full)...).wants(t, http.StatusOK, "The request stands", "Record the request", "1 September 2026")
	made := a.secretary.post("/meetings/requests/new", append(slices.Clone(form), "do", "record", "signers", full)...)
	made.leadsTo(t, "/meetings/requests/1")
	a.secretary.get("/meetings/requests").wants(t, http.StatusOK, "1 July 2026", "None called yet")
	a.secretary.get("/meetings/requests/1").wants(t, http.StatusOK, "That the fee be halved.", "Plan the EGM")
	a.secretary.get("/meetings/new?kind=egm&request=1&date=2026-08-01&time=14%3A00&place=Hall").wants(t, http.StatusOK, "1 September 2026", "Rule 5.1", "Rule 5.9")
	made = a.secretary.post("/meetings/new", "kind", "egm", "request", "1", "date", "2026-08-01", "time", "14:00", "place", "Hall")
	a.secretary.get(made.location).wants(t, http.StatusOK, "EGM of 1 August 2026", "The fee", "On the request received on 1 July 2026")
}

func TestTimesAndLetters(t *testing.T) {
	for in, want := range map[string]string{"19:30": "7:30 pm", "00:05": "12:05 am", "12:00": "12:00 pm", "soon": "soon", "": ""} {
		if got := (meetings.Meeting{Time: in}).Clock(); got != want {
			t.Errorf("%q is shown as %q, want %q", in, got, want)
		}
	}
	for i, want := range map[int]string{0: "a", 7: "h", 25: "z", 26: "aa", 27: "ab", 701: "zz", 702: "aaa"} {
		if got := agendaLetter(i); got != want {
			t.Errorf("item %d has the letter %q, want %q", i, got, want)
		}
	}
}

// Somebody is meant by number, by the whole name, or by words that only one
// has; anything else is said.
func TestWhoIsNamed(t *testing.T) {
	among := []meetings.Someone{{Person: 7, Name: "Aroha Tūī"}, {Person: 12, Name: "Aroha Test"}, {Person: 70, Name: "王小明"}, {Person: 71, Name: "Ana Test-Smith"}}
	for typed, want := range map[string]meetings.PersonID{
		"7": 7, "007": 7, "aroha tui": 7, "Tūī": 7, "Aroha Test": 12, "Aroha Test (12)": 12, "王小明": 70, "smith": 71, " ana ": 71, "": 0,
	} {
		if found, problem := whoIsNamed(typed, among); found.Person != want || problem != "" {
			t.Errorf("%q is %d (%s), want %d", typed, found.Person, problem, want)
		}
	}
	for typed, want := range map[string]string{"Aroha": "Several have this name: Aroha Tūī (7), Aroha Test (12)", "8": "Nobody here", "roha": "Nobody here", "()": "Nobody here"} {
		if found, problem := whoIsNamed(typed, among); found.Person != 0 || !strings.HasPrefix(problem, want) {
			t.Errorf("%q is %d: %q, want %q", typed, found.Person, problem, want)
		}
	}
}

// TestAnAmendmentTakesFiguresAsPeopleWriteThem: days and majorities in words, each
// problem beside what was typed, and the motion reads so; its rule is cited once.
func TestAnAmendmentTakesFiguresAsPeopleWriteThem(t *testing.T) {
	a := newAssembly(t)
	a.planned()
	form := []string{
		"kind", "constitutional", "title", "Joining late", "text", "That it be so.", "mover", "Mei Test", "seconder", "Kenji Test",
		"received", "2026-07-01", "figure_1", "carry_over_after", "figure_3", "constitution_at_meeting",
	}
	a.secretary.post(a.path("motions", "new"), append(form, "value_1", "31 February", "value_3", "most")...).wants(t, http.StatusUnprocessableEntity,
		`href="#value_1"`, "There is no 31 February: enter a day that comes every year, such as 31 March.", `value="31 February"`,
		`href="#value_3"`, "Enter a majority of more than half", `value="most"`)
	a.secretary.post(a.path("motions", "new"), append(form, "value_1", "the 31st of March", "value_3", "three quarters")...).
		leadsTo(t, a.path("motions", "3"))
	page := a.secretary.get(a.path("motions", "3"))
	page.wants(t, http.StatusOK, "31 January → 31 March", "at least two thirds → at least three quarters")
	for _, cited := range []string{"2.2", "7.2"} {
		changes := page.body[strings.Index(page.body, "What it changes"):]
		changes = changes[:strings.Index(changes, "</ul>")]
		if n := strings.Count(changes, "(rule "+cited+")"); n != 1 {
			t.Errorf("rule %s is cited %d times in %s", cited, n, changes)
		}
	}
	a.secretary.get(a.path("motions", "3", "edit")).wants(t, http.StatusOK, `value="31 March"`, `value="at least three quarters"`)
}

// TestAnAmendmentOfATextIsShownWordByWord: on the form, the motion's page, in the
// notice, and on the page of the versions; marked by more than colour.
func TestAnAmendmentOfATextIsShownWordByWord(t *testing.T) {
	a := newAssembly(t)
	a.importWording(civil.Date{}, "4.2 Ten members shall suffice.\n4.3 The senior officer has the chair.\n")
	a.planned()
	form := []string{
		"kind", "constitutional", "title", "Twelve", "text", "That rule 4.2 say twelve.", "mover", "Mei Test", "seconder", "Kenji Test",
		"received", "2026-07-01",
	}
	path := a.path("motions", "new")
	a.secretary.post(path, append(form, "rule_1", "4.2", "rule_2", "quorum", "words_2", "Ten.")...).wants(t, http.StatusUnprocessableEntity,
		"Enter the number of the rule, such as 4.2.", "Ten members shall suffice.</textarea>")
	a.secretary.post(path, append(form, "rule_1", "4.2")...).wants(t, http.StatusUnprocessableEntity,
		`href="#words_1"`, "Enter the wording of rule 4.2 as it would be.", "Ten members shall suffice.</textarea>")
	a.secretary.post(path, append(form, "rule_1", "4.2", "words_1", "Twelve members shall suffice.")...).leadsTo(t, a.path("motions", "3"))
	const goes, comes = `<del><span class="sr-only">goes: </span>Ten<`, `<ins><span class="sr-only">comes: </span>Twelve<`
	a.secretary.get(a.path("motions", "3")).wants(t, http.StatusOK, goes, comes, "word by word")
	a.secretary.get(a.path("motions", "3", "edit")).wants(t, http.StatusOK, `value="4.2"`, "Twelve members shall suffice.</textarea>")
	a.on("2026-09-20")
	a.secretary.post(a.path("notice"), "way", "letters").wants(t, http.StatusOK, "[out: Ten][in: Twelve] members shall suffice.")
	a.open(12)
	a.secretary.post(a.path("motions", "3", "amend"), "text", "That rule 4.2 say eleven.", "mover", idText(a.people[4]), "seconder", idText(a.people[5]),
		"rule_1", "4.2", "words_1", "Eleven members shall suffice.").leadsTo(t, a.path("motions", "3")+"#vote")
	a.secretary.get(a.path("motions", "3")).wants(t, http.StatusOK, `>goes: </span>twelve.<`, `>comes: </span>eleven.<`, `>comes: </span>Eleven<`)
}
