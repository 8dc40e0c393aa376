package meetings_test

import (
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"nzgs/web/kit"
)

var (
	hiddenVersion = regexp.MustCompile(`<input type="hidden" name="version" value="(\d+)">`)
	formPattern   = regexp.MustCompile(`(?s)<form[^>]*action="([^"]*)"[^>]*>(.*?)</form>`)
)

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

func TestHoldingAnAGM(t *testing.T) {
	a := newAssembly(t)
	a.planned()
	a.open(12)
	a.secretary.Get(a.path("door")).Wants(t, http.StatusOK, "12 people are here", "Present at the beginning", "Came later")
	a.secretary.Get(a.path("door")+"?q=zo").Wants(t, http.StatusOK, "Zoe Test", "1 of 14 people")
	a.secretary.Get(a.path("chair")).Wants(
		t, http.StatusOK, "12 of 10 needed", "Pita President", "2 motions to decide", "Ana Test and Rua Test",
	)
	a.tap(a.path("chair")+"?item=7", a.path("take"), "Deal with this item now")
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
		a.path("minutes", "edit"), a.path("minutes", "edit"), "text-0",
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
	stale := a.secretary.Post(a.path("minutes", "edit"), "version", "0", "text-0", "Mine.")
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
