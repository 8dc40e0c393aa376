package meetings_test

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
	"nzgs/web/kit"
	"nzgs/web/kit/kittest"
	webmeetings "nzgs/web/meetings"
)

// assembly is a society of members, its secretary at a browser, and an AGM.
type assembly struct {
	*kittest.Site
	t         *testing.T
	accounts  [2]auth.AccountID // the secretary's and the member's
	secretary *kittest.Browser
	member    *kittest.Browser
	people    []members.PersonID // the secretary and the president first
	id        meetings.ID
}

// newAssembly has 14 members, of whom five have no e-mail address in the register.
func newAssembly(t *testing.T) *assembly {
	t.Helper()
	s := kittest.EmptySite(t)
	a := &assembly{Site: s, t: t}
	year := constitution.Shipped().YearOf(s.Now.Date())
	_, err := s.Treasury.SetRate(t.Context(), kittest.Program, treasury.RateInput{
		Year: year, Amount: money.MustParse("40.00"), Meeting: treasury.AGM, MeetingDay: s.Now.Date().AddDays(-60),
		Resolution: "That the subscription be $40.00",
	})
	s.Must(err)
	given := []string{
		"Sina", "Pita", "Aroha", "Wiremu", "Mei", "Kenji", "Ngaio", "Tama", "Ana", "Rua", "Kiri", "Hoani", "Zoe", "Manu",
	}
	for i, name := range given {
		var person members.PersonID
		var account auth.AccountID
		switch i {
		case 0:
			account, person = s.Account(name, "Secretary", auth.Office{Role: auth.Secretary})
			a.accounts[0] = account
		case 1:
			_, person = s.Account(name, "President", auth.Office{Role: auth.President})
		case 2:
			account, person = s.Account(name, "Test")
			a.accounts[1] = account
		default:
			in := members.PersonInput{GivenNames: name, FamilyName: "Test", Address: "1 Kōwhai Street\nWellington 6011"}
			if i < 12 {
				in.Email = strings.ToLower(name) + "@example.nz"
			}
			ids, err := s.Members.RegisterAll(t.Context(), kittest.Program, []members.PersonInput{in})
			s.Must(err)
			person = ids[0]
		}
		_, err := s.Treasury.Join(t.Context(), kittest.Program, treasury.JoinInput{
			Application: treasury.Application{Person: person, Year: year, Received: s.Now.Date()}, Method: treasury.Cash,
			Consented: true,
		})
		s.Must(err)
		a.people = append(a.people, person)
	}
	a.signIn()
	return a
}

// on moves the clock to noon of a day in Auckland.
func (a *assembly) on(day string) {
	a.Now = civil.MustParseDate(day).Midnight().Add(12 * 3600 * 1e9)
	a.signIn()
}

func (a *assembly) signIn() {
	a.secretary, a.member = a.Browser(a.Session(a.accounts[0])), a.Browser(a.Session(a.accounts[1]))
}

// path is an address of the meeting.
func (a *assembly) path(part ...string) string { return kit.MeetingURL(a.id, part...) }

var (
	hiddenVersion = regexp.MustCompile(`<input type="hidden" name="version" value="(\d+)">`)
	formPattern   = regexp.MustCompile(`(?s)<form[^>]*action="([^"]*)"[^>]*>(.*?)</form>`)
)

// versionIn is the version that a page's form to the address carries.
func (a *assembly) versionIn(page kittest.Answer, action string) string {
	a.t.Helper()
	for _, m := range formPattern.FindAllStringSubmatch(page.Body, -1) {
		if v := hiddenVersion.FindStringSubmatch(m[2]); m[1] == action && v != nil {
			return v[1]
		}
	}
	a.t.Fatalf("no form to %s with a version\n%s", action, page.Body)
	return ""
}

// does opens a page as the secretary and sends its form to the action.
func (a *assembly) does(page, action string, pairs ...string) kittest.Answer {
	a.t.Helper()
	open := a.secretary.Get(page)
	if open.Status != http.StatusOK {
		a.t.Fatalf("%s: %d\n%s", page, open.Status, open.Body)
	}
	return a.secretary.Post(action, append([]string{"version", a.versionIn(open, action)}, pairs...)...)
}

// planned is an AGM on 10 October 2026 with two proposals.
func (a *assembly) planned() {
	a.t.Helper()
	made := a.secretary.Post(
		"/meetings/new", "kind", "agm", "date", "2026-10-10", "time", "14:00", "place", "Newtown Hall", "previous",
		"2025-10-11",
	)
	if made.Status != http.StatusSeeOther {
		a.t.Fatalf("plan the AGM: %d\n%s", made.Status, made.Body)
	}
	if _, err := fmt.Sscanf(made.Location, "/meetings/%d", &a.id); err != nil {
		a.t.Fatal(made.Location)
	}
	a.secretary.Post(a.path("motions", "new"), "title", "A youth tournament", "text", "That there be a youth tournament.", "origin", "member", "item", "proposals",
		"mover", "Aroha Test", "seconder", "Wiremu", "received", "2026-07-01").LeadsTo(a.t, a.path("motions", "1"))
	a.secretary.Post(a.path("motions", "new"), "kind", "constitutional", "title", "The quorum", "text", "That the quorum be twelve.",
		"mover", "Mei Test", "seconder", "Kenji Test", "received", "2026-07-01", "figure_1", "quorum", "value_1",
		"12").LeadsTo(a.t, a.path("motions", "2"))
}

// notified gives notice of the meeting: its letters are printed and posted on the
// same day.
func (a *assembly) notified(pairs ...string) {
	a.t.Helper()
	a.does(a.path("notice"), a.path("notice"), append([]string{"do", "send"}, pairs...)...).LeadsTo(a.t, a.path("notice"))
	a.lettersPosted()
}

// lettersPosted records that every letter of the first notice was posted today.
func (a *assembly) lettersPosted() {
	a.t.Helper()
	a.secretary.Post(
		a.path("posted"), "notice", "1", "posted", a.Now.Date().String(), "which", "yes",
	).LeadsTo(a.t, a.path("notice"))
}

// open sends notice and opens the meeting with so many present.
func (a *assembly) open(present int) {
	a.t.Helper()
	a.on("2026-09-20")
	a.notified()
	a.on("2026-10-10")
	for _, p := range a.people[:present] {
		a.secretary.Post(
			a.path("door"), "person", kit.IDText(p), "do", "here",
		).LeadsTo(a.t, a.path("door")+"#p"+kit.IDText(p))
	}
	a.does(a.path("chair"), a.path("open")).LeadsTo(a.t, a.path("chair"))
	a.does(
		a.path("chair"), a.path("tellers"), "tellers", kit.IDText(a.people[8]), "tellers", kit.IDText(a.people[9]),
	).LeadsTo(a.t, a.path("chair"))
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
		a.secretary.Post(a.path("door"), "person", kit.IDText(p), "do", "here").LeadsTo(t, a.path("door")+"#p"+kit.IDText(p))
	}
	a.does(a.path("chair"), a.path("open")).LeadsTo(t, a.path("chair"))
	open := a.secretary.Get(a.path("chair"))
	item := regexp.MustCompile(`name="item" value="(\d+)"`).FindStringSubmatch(open.Body)
	if item == nil {
		t.Fatalf("the form of the tellers names no item:\n%s", open.Body)
	}
	a.does(
		a.path("chair"), a.path("tellers"), "item", item[1],
	).Wants(t, http.StatusUnprocessableEntity, "Please fix", "Record the tellers")
}

// Who may not go to the chair's page is not led there.
func TestAMotionLeadsToTheChairsPageWhoeverMayGo(t *testing.T) {
	a := newAssembly(t)
	a.planned()
	chair := `href="` + a.path("chair")
	a.secretary.Get(a.path("motions", "1")).Wants(t, http.StatusOK, chair)
	if got := a.member.Get(a.path("motions", "1")); strings.Contains(got.Body, chair) {
		t.Error("a member is led to the chair's page")
	}
}

func TestPlanningAMeeting(t *testing.T) {
	a := newAssembly(t)
	a.secretary.Get("/meetings").Wants(t, http.StatusOK, "No meetings yet", "Plan a meeting")
	a.member.Get("/meetings/new").Wants(t, http.StatusForbidden)
	a.secretary.Get("/meetings/new?kind=agm").Wants(t, http.StatusOK, "Work out the dates", "Previous AGM")
	worked := a.secretary.Get("/meetings/new?kind=agm&date=2026-10-10&time=14%3A00&place=Hall&previous=2025-10-11")
	worked.Wants(
		t, http.StatusOK, "10 August 2026", "Rule 4.17", "25 September 2026", "Rule 4.1", "24 October 2026", "Rule 4.5",
		`value="2026-10-10"`, "Plan the meeting",
	)
	a.secretary.Get(
		"/meetings/new?kind=agm&date=tomorrow",
	).Wants(t, http.StatusUnprocessableEntity, "Enter a date like 1 July 2026.", "tomorrow")
	a.secretary.Post(
		"/meetings/new", "kind", "agm", "date", "2026-10-10",
	).Wants(t, http.StatusUnprocessableEntity, `id="time-error"`, `id="place-error"`)
	a.planned()
	a.secretary.Get(a.path()).Wants(
		t, http.StatusOK, "AGM of 10 October 2026", "Give notice", "2:00 pm", "Electing tellers", "A youth tournament",
		"Amends the constitution",
	)
	a.member.Get(a.path()).Wants(t, http.StatusOK, "AGM of 10 October 2026")
	a.secretary.Get("/duties").Wants(t, http.StatusOK, "10 August 2026", "25 September 2026")

	// The day moves, and the duties with it; another who saves an old page is told.
	version := a.versionIn(a.secretary.Get(a.path("edit")), a.path("edit"))
	a.secretary.Post(
		a.path("edit"), "version", version, "date", "2026-10-17", "time", "14:00", "place", "Newtown Hall", "previous",
		"2025-10-11",
	).LeadsTo(t, a.path())
	a.secretary.Get("/duties").Wants(t, http.StatusOK, "17 August 2026")
	a.secretary.Post(
		a.path("edit"), "version", version, "date", "2026-10-24", "time", "15:00", "place", "Newtown Hall", "previous",
		"2025-10-11",
	).
		Wants(t, http.StatusConflict, "What is saved now", "2026-10-17", "2026-10-24")
	a.does(a.path("cancel"), a.path("cancel")).Wants(t, http.StatusUnprocessableEntity, `id="reason-error"`)
	a.does(a.path("cancel"), a.path("cancel"), "reason", "The hall burnt down.").LeadsTo(t, a.path())
	a.secretary.Get(a.path()).Wants(t, http.StatusOK, "Cancelled", "The hall burnt down.")
}

func TestProposalsBeforeTheMeeting(t *testing.T) {
	a := newAssembly(t)
	a.planned()
	form := a.path("motions", "new")
	a.secretary.Post(
		form, "title", "X", "text", "That X.", "origin", "member", "mover", "Nobody Known", "seconder", "Test",
	).
		Wants(
			t, http.StatusUnprocessableEntity, "No one here has the name or number “Nobody Known”", "Several have this name",
			`value="Nobody Known"`,
		)
	a.on("2026-09-02")
	a.secretary.Post(
		form, "title", "Late", "text", "That it be late.", "origin", "member", "item", "proposals", "mover", "Ana Test",
		"seconder", "Rua Test", "received", "2026-09-01",
	).
		LeadsTo(t, a.path("motions", "3"))
	late := a.path("motions", "3")
	a.secretary.Get(late).Wants(t, http.StatusOK, "4.17", "Accept it although it is late")
	a.does(late, late+"/end", "do", "accept_late").Wants(t, http.StatusUnprocessableEntity, `id="late_reason-error"`)
	a.does(late, late+"/end", "do", "accept_late", "reason", "It fits on the agenda.").LeadsTo(t, late)
	a.secretary.Get(late).Wants(t, http.StatusOK, "It fits on the agenda.")
	a.secretary.Get(a.path("motions", "2")).Wants(
		t, http.StatusOK, "Members present at the beginning of a general meeting (rule 4.2): 10 members → 12 members",
		"10 October 2026",
	)
	a.secretary.Get(late+"/edit").Wants(t, http.StatusOK, "That it be late.", "Ana Test")
	a.does(
		late+"/edit", late+"/edit", "title", "Later", "text", "That it be later.", "origin", "member", "item", "proposals",
		"mover", "Ana Test", "seconder", "Rua Test", "received", "2026-09-01",
	).LeadsTo(t, late)
	a.secretary.Get(late).Wants(t, http.StatusOK, "That it be later.")
	a.does(a.path(), a.path("items"), "title", "A talk on joseki").LeadsTo(t, a.path()+"#agenda")
	a.secretary.Get(a.path()).Wants(t, http.StatusOK, "A talk on joseki", "Remove")
}

func TestGivingNotice(t *testing.T) {
	a := newAssembly(t)
	a.planned()
	a.on("2026-09-20")
	a.secretary.Get(a.path("notice")).Wants(
		t, http.StatusOK, "In time", "14 members: 9 by e-mail, 5 by post", "A youth tournament", "Give notice",
	)
	if got := a.secretary.Get(a.path("notice.pdf")); got.Status != http.StatusOK || !strings.HasPrefix(got.Body, "%PDF") {
		t.Errorf("the draft: %d", got.Status)
	}
	a.member.Get(a.path("notice.pdf")).Wants(t, http.StatusNotFound)
	a.does(
		a.path("notice"), a.path("notice"), "do", "look", "words", "Come, all of you.",
	).Wants(t, http.StatusOK, "Come, all of you.")
	a.does(a.path("notice"), a.path("notice"), "do", "send", "words", "Come, all of you.").LeadsTo(t, a.path("notice"))
	box := a.secretary.Get("/outbox")
	box.Wants(t, http.StatusOK, "9 letters", "ngaio@example.nz")
	a.secretary.Get(a.path("notice")).Wants(t, http.StatusOK, "Written on 20 September 2026, not yet given to everyone", "Not given yet",
		"9 letters are still waiting to be sent.", "5 printed letters are not recorded as posted.",
		"Printed letters posted on", "Manu Test")
	a.member.Get(a.path()).Wants(t, http.StatusOK, "9 letters are still waiting to be sent.")
	for _, print := range []string{"notice.pdf", "roll.pdf", "labels.pdf", "attendance.pdf"} {
		if got := a.secretary.Get(a.path(print)); got.Status != http.StatusOK || !strings.HasPrefix(got.Body, "%PDF") {
			t.Errorf("%s: %d %s", print, got.Status, got.Body)
		}
	}
	a.member.Get(a.path("notice.pdf")).Wants(t, http.StatusOK, "%PDF")
	a.member.Get(a.path("labels.pdf")).Wants(t, http.StatusForbidden)
	a.secretary.Post(a.path("posted"), "notice", "1", "posted", "2026-09-20").LeadsTo(t, a.path("notice"))
	a.secretary.Get(a.path("notice")).Wants(t, http.StatusOK, "Roll (PDF)", "9 letters are still waiting to be sent.")
	a.lettersPosted()
	a.member.Get(a.path()).Wants(t, http.StatusOK, "Given on 20 September 2026", "That the quorum be twelve.")
}

// Notice that is too late is given only with a reason.
func TestLateNotice(t *testing.T) {
	a := newAssembly(t)
	a.planned()
	a.on("2026-10-01")
	a.secretary.Get(a.path("notice")).Wants(t, http.StatusOK, "Too late", "Why notice is given late")
	a.does(
		a.path("notice"), a.path("notice"), "do", "send",
	).Wants(t, http.StatusUnprocessableEntity, `id="late_reason-error"`)
	a.does(
		a.path("notice"), a.path("notice"), "do", "send", "late_reason", "The printer broke.",
	).LeadsTo(t, a.path("notice"))
}

// votes are the counts on a motion and the buttons that decide it.
func (a *assembly) counts(motion string, pairs ...string) {
	a.t.Helper()
	a.secretary.Post(motion+"/count", pairs...).LeadsTo(a.t, motion+"#vote")
}

func TestHoldingAnAGM(t *testing.T) {
	a := newAssembly(t)
	a.planned()
	a.open(12)
	a.secretary.Get(a.path("door")).Wants(t, http.StatusOK, "12 people are here", "Present at the beginning", "Came later")
	a.secretary.Get(a.path("door")+"?q=zo").Wants(t, http.StatusOK, "Zoe Test", "1 of 14 people")
	a.secretary.Get(a.path("chair")).Wants(
		t, http.StatusOK, "12 of 10 needed", "Pita President", "2 motions to decide", "Ana Test and Rua Test",
	)
	a.secretary.Get(a.path("wall")).Wants(t, http.StatusOK, "That there be a youth tournament.")

	// An amendment is decided before the motion; the chair breaks its tie.
	first := a.path("motions", "1")
	a.secretary.Post(
		first+"/amend", "text", "That there be a youth tournament in July.", "mover", kit.IDText(a.people[5]),
	).Wants(t, http.StatusUnprocessableEntity, `id="seconder-error"`)
	a.secretary.Post(
		first+"/amend", "text", "That there be a youth tournament in July.", "mover", kit.IDText(a.people[5]), "seconder",
		kit.IDText(a.people[6]),
	).LeadsTo(t, first+"#vote")
	a.secretary.Get(first).Wants(t, http.StatusOK, "Put amendment 1 to the vote", "Its amendments come first")
	a.counts(first, "amendment", "1", "method", "voice", "call", "no")
	a.secretary.Post(
		first+"/count", "amendment", "1", "method", "hands", "yes", "many", "no", "5",
	).Wants(t, http.StatusUnprocessableEntity, "Enter the number of votes", `value="many"`)
	a.counts(first, "amendment", "1", "method", "hands", "yes", "5", "no", "5", "abstain", "1")
	page := a.secretary.Get(first)
	page.Wants(t, http.StatusOK, "The votes are equal", "The noes have it", "5 yes, 5 no, 1 abstention")
	if !strings.Contains(page.Body, "The chair votes yes") {
		t.Fatal("whoever holds the meeting cannot record the chair’s vote")
	}
	a.does(first, first+"/chair-vote", "amendment", "1", "chair", "yes").LeadsTo(t, first+"#vote")
	a.does(first, first+"/declare", "amendment", "1").LeadsTo(t, first+"#vote")
	a.secretary.Get(first).Wants(
		t, http.StatusOK, "The amendment is carried.", "Adopted", "Put the motion to the vote",
		"That there be a youth tournament in July.", "What its amendments changed, word by word",
	)
	a.counts(first, "amendment", "0", "method", "hands", "yes", "9", "no", "2")
	a.does(first, first+"/declare", "amendment", "0").LeadsTo(t, first+"#vote")
	a.secretary.Get(first).Wants(t, http.StatusOK, "Carried", "9")

	// The constitution needs a counted vote, two thirds and ten votes.
	second := a.path("motions", "2")
	a.counts(second, "amendment", "0", "method", "ballot", "yes", "8", "no", "3", "abstain", "0")
	a.does(second, second+"/declare", "amendment", "0").LeadsTo(t, second+"#vote")
	a.secretary.Get(second).Wants(t, http.StatusOK, "Carried", "7.2")
	a.does(a.path("chair"), a.path("close")).LeadsTo(t, a.path("chair"))
	a.secretary.Get("/constitution?on=2026-10-12").Wants(t, http.StatusOK, "12 members")

	// The minutes, of which members see nothing before they are approved.
	a.secretary.Get(a.path("minutes")).Wants(t, http.StatusOK, "No minutes yet")
	draft := a.secretary.Get(a.path("minutes", "edit"))
	draft.Wants(t, http.StatusOK, "That there be a youth tournament in July.", "Pita President")
	a.member.Get(a.path("minutes")).Wants(t, http.StatusNotFound)
	a.does(
		a.path("minutes", "edit"), a.path("minutes", "edit"), "minutes",
		"# AGM\n\n## Present\n\n- **Sina** <b>\n\n> That it be.",
	).LeadsTo(t, a.path("minutes"))
	a.secretary.Get(a.path("minutes")).Wants(
		t, http.StatusOK, "<strong>Sina</strong>", "&lt;b&gt;", "Draft of 10 October 2026",
	)
	link := `href="` + a.path("minutes") + `"`
	a.secretary.Get("/meetings").Wants(t, http.StatusOK, link)
	if got := a.member.Get("/meetings"); strings.Contains(got.Body, link) {
		t.Error("the list leads a member to minutes that are a draft")
	}
	if got := a.secretary.Get(a.path("minutes.pdf")); !strings.HasPrefix(got.Body, "%PDF") {
		t.Errorf("minutes: %d", got.Status)
	}
	stale := a.secretary.Post(a.path("minutes", "edit"), "version", "0", "minutes", "Mine.")
	stale.Wants(t, http.StatusConflict, "What is saved now", "Mine.")
	a.member.Get(a.path()).Wants(t, http.StatusOK, "Carried", "That there be a youth tournament in July.")
}

func TestAMeetingWithoutAQuorum(t *testing.T) {
	a := newAssembly(t)
	a.planned()
	a.on("2026-09-20")
	a.notified()
	a.on("2026-10-10")
	for _, p := range a.people[:9] {
		a.secretary.Post(a.path("door"), "person", kit.IDText(p), "do", "here")
	}
	a.secretary.Get(a.path("chair")).Wants(
		t, http.StatusOK, "9 of 10 needed", "no quorum", "Record that there is no quorum",
	)
	a.does(a.path("chair"), a.path("inquorate")).LeadsTo(t, a.path("chair"))
	a.secretary.Get(a.path()).Wants(t, http.StatusOK, "Arrange a further date", "follows="+kit.IDText(a.id))
	made := a.secretary.Post(
		"/meetings/new", "kind", "agm", "date", "2026-11-14", "time", "14:00", "place", "Newtown Hall", "follows",
		kit.IDText(a.id),
	)
	if made.Status != http.StatusSeeOther {
		t.Fatalf("%d\n%s", made.Status, made.Body)
	}
	a.secretary.Get(made.Location).Wants(t, http.StatusOK, "Further date of", "A youth tournament")
	a.secretary.Get(
		"/meetings/dissolution?on=2028-05-01&assets=1000.01",
	).Wants(t, http.StatusOK, "Rule 4.20", "The committee may")
	a.secretary.Get(
		"/meetings/dissolution?on=never&assets=much",
	).Wants(t, http.StatusUnprocessableEntity, `id="on-error"`, `id="assets-error"`, `value="never"`)
}

func TestRequestsForAnEGM(t *testing.T) {
	a := newAssembly(t)
	names := []string{
		"Aroha Test", "wiremu test", "Mei", "Kenji Test", "Ngaio Test", "Tama Test", "Ana Test", "Rua Test", "Kiri Test",
	}
	form := []string{
		"received", "2026-07-01", "proposer", "Aroha Test", "title_1", "The fee", "text_1", "That the fee be halved.",
		"kind_1", "ordinary",
	}
	a.secretary.Get("/meetings/requests/new").Wants(t, http.StatusOK, "Check the signatures")
	a.secretary.Post(
		"/meetings/requests/new",
		append(
			slices.Clone(form), "do", "check", "signers",
			strings.Join(append(slices.Clone(names), "Nobody Known", "Mei Test"), "\n"),
		)...,
	).
		Wants(
			t, http.StatusOK, "The request is not valid yet", "Nobody Known", "Does not count", "Rule 5.1",
			"Wording of proposal 1", `value="check">Check it again`, "Record it anyway",
		)
	a.secretary.Post(
		"/meetings/requests/new", append(slices.Clone(form), "do", "check", "signers", "Test\nAroha Test")...,
	).Wants(t, http.StatusUnprocessableEntity, "Several have this name")
	full := strings.Join(append(names, kit.IDText(a.people[11])), "\n")
	a.secretary.Post(
		"/meetings/requests/new", append(slices.Clone(form), "do", "check", "signers", full)...,
	).Wants(t, http.StatusOK, "The request is valid", "Record the request", "1 September 2026")
	made := a.secretary.Post("/meetings/requests/new", append(slices.Clone(form), "do", "record", "signers", full)...)
	made.LeadsTo(t, "/meetings/requests/1")
	a.secretary.Get("/meetings/requests").Wants(t, http.StatusOK, "1 July 2026", "None called yet")
	a.secretary.Get("/meetings/requests/1").Wants(t, http.StatusOK, "That the fee be halved.", "Plan the EGM")
	a.secretary.Get(
		"/meetings/new?kind=egm&request=1&date=2026-08-01&time=14%3A00&place=Hall",
	).Wants(t, http.StatusOK, "1 September 2026", "Rule 5.1", "Rule 5.9")
	made = a.secretary.Post(
		"/meetings/new", "kind", "egm", "request", "1", "date", "2026-08-01", "time", "14:00", "place", "Hall",
	)
	a.secretary.Get(made.Location).Wants(
		t, http.StatusOK, "EGM of 1 August 2026", "The fee", "On the request received on 1 July 2026",
	)
}

func TestTimesAndLetters(t *testing.T) {
	for in, want := range map[string]string{
		"19:30": "7:30 pm", "00:05": "12:05 am", "12:00": "12:00 pm", "soon": "soon", "": "",
	} {
		if got := (meetings.Meeting{Time: in}).Clock(); got != want {
			t.Errorf("%q is shown as %q, want %q", in, got, want)
		}
	}
	for i, want := range map[int]string{0: "a", 7: "h", 25: "z", 26: "aa", 27: "ab", 701: "zz", 702: "aaa"} {
		if got := webmeetings.AgendaLetter(i); got != want {
			t.Errorf("item %d has the letter %q, want %q", i, got, want)
		}
	}
}

// TestAnAmendmentTakesFiguresAsPeopleWriteThem: days and majorities in words, each
// problem beside what was typed, and the motion reads so; its rule is cited once.
func TestAnAmendmentTakesFiguresAsPeopleWriteThem(t *testing.T) {
	a := newAssembly(t)
	a.planned()
	form := []string{
		"kind", "constitutional", "title", "Joining late", "text", "That it be so.", "mover", "Mei Test", "seconder",
		"Kenji Test",
		"received", "2026-07-01", "figure_1", "carry_over_after", "figure_3", "constitution_at_meeting",
	}
	a.secretary.Post(
		a.path("motions", "new"), append(form, "value_1", "31 February", "value_3", "most")...,
	).Wants(t, http.StatusUnprocessableEntity,
		`href="#value_1"`, "31 February does not exist: enter a day that comes every year, such as 31 March.",
		`value="31 February"`,
		`href="#value_3"`, "Enter a majority of more than half", `value="most"`)
	a.secretary.Post(
		a.path("motions", "new"), append(form, "value_1", "the 31st of March", "value_3", "three quarters")...,
	).
		LeadsTo(t, a.path("motions", "3"))
	page := a.secretary.Get(a.path("motions", "3"))
	page.Wants(t, http.StatusOK, "31 January → 31 March", "at least two thirds → at least three quarters")
	for _, cited := range []string{"2.2", "7.2"} {
		changes := page.Body[strings.Index(page.Body, "What it changes"):]
		changes = changes[:strings.Index(changes, "</ul>")]
		if n := strings.Count(changes, "(rule "+cited+")"); n != 1 {
			t.Errorf("rule %s is cited %d times in %s", cited, n, changes)
		}
	}
	a.secretary.Get(
		a.path("motions", "3", "edit"),
	).Wants(t, http.StatusOK, `value="31 March"`, `value="at least three quarters"`)
}

// TestAnAmendmentOfATextIsShownWordByWord: on the form, the motion's page, in the
// notice, and on the page of the versions; marked by more than colour.
func TestAnAmendmentOfATextIsShownWordByWord(t *testing.T) {
	a := newAssembly(t)
	a.ImportWording(civil.Date{}, "4.2 Ten members shall suffice.\n4.3 The senior officer has the chair.\n")
	a.planned()
	form := []string{
		"kind", "constitutional", "title", "Twelve", "text", "That rule 4.2 say twelve.", "mover", "Mei Test", "seconder",
		"Kenji Test",
		"received", "2026-07-01",
	}
	path := a.path("motions", "new")
	a.secretary.Post(
		path, append(form, "rule_1", "4.2", "rule_2", "quorum", "words_2", "Ten.")...,
	).Wants(t, http.StatusUnprocessableEntity,
		"Enter the number of the rule, such as 4.2.", "Ten members shall suffice.</textarea>")
	a.secretary.Post(path, append(form, "rule_1", "4.2")...).Wants(t, http.StatusUnprocessableEntity,
		`href="#words_1"`, "Enter the wording of rule 4.2 as it would be.", "Ten members shall suffice.</textarea>")
	a.secretary.Post(
		path, append(form, "rule_1", "4.2", "words_1", "Twelve members shall suffice.")...,
	).LeadsTo(t, a.path("motions", "3"))
	const goes, comes = `<del><span class="sr-only">goes: </span>Ten<`, `<ins><span class="sr-only">comes: </span>Twelve<`
	a.secretary.Get(a.path("motions", "3")).Wants(t, http.StatusOK, goes, comes, "word by word")
	a.secretary.Get(
		a.path("motions", "3", "edit"),
	).Wants(t, http.StatusOK, `value="4.2"`, "Twelve members shall suffice.</textarea>")
	a.on("2026-09-20")
	a.secretary.Post(
		a.path("notice"), "way", "letters",
	).Wants(t, http.StatusOK, "[out: Ten][in: Twelve] members shall suffice.")
	a.open(12)
	a.secretary.Post(a.path("motions", "3", "amend"), "text", "That rule 4.2 say eleven.", "mover", kit.IDText(a.people[4]), "seconder", kit.IDText(a.people[5]),
		"rule_1", "4.2", "words_1", "Eleven members shall suffice.").LeadsTo(t, a.path("motions", "3")+"#vote")
	a.secretary.Get(a.path("motions", "3")).Wants(
		t, http.StatusOK, `>goes: </span>twelve.<`, `>comes: </span>eleven.<`, `>comes: </span>Eleven<`,
	)
}
