package meetings_test

import (
	"net/http"
	"regexp"
	"strings"
	"testing"

	"nzgs/internal/governance/elections"
	"nzgs/internal/governance/meetings"
	"nzgs/internal/store"
	"nzgs/web/kit"
	"nzgs/web/kit/kittest"
)

// A ballot with spoiled and blank papers, its second count, and an outcome that
// was declared by mistake, on the page of the motion.
func TestPapersAndSecondCountsOfAMotion(t *testing.T) {
	a := newAssembly(t)
	a.planned()
	a.open(12)
	first := a.path("motions", "1")
	a.secretary.Get(first).Wants(t, http.StatusOK, "11 people may vote now", "Spoiled papers", "Blank papers")
	a.secretary.Post(first+"/count", "amendment", "0", "method", "hands", "yes", "5", "no", "4", "spoiled", "1").
		Wants(t, http.StatusUnprocessableEntity, "Only ballot papers can be spoiled")
	a.secretary.Post(first+"/count", "amendment", "0", "method", "ballot", "yes", "6", "no", "4", "spoiled", "1", "blank", "1").
		Wants(t, http.StatusUnprocessableEntity, "12 papers in all")
	a.counts(first, "amendment", "0", "method", "ballot", "yes", "5", "no", "4", "spoiled", "1", "blank", "1")
	a.secretary.Get(first).Wants(
		t, http.StatusOK, "5 yes, 4 no, 0 abstentions; 1 spoiled, 1 blank: 11 papers", "11 people could vote", "Counted again",
	)
	a.does(first, first+"/declare", "amendment", "0").LeadsTo(t, first+"#vote")
	a.secretary.Get(first).Wants(t, http.StatusOK, "11 papers = 9 with a vote &#43; 1 spoiled &#43; 1 blank", "Declared by mistake?")

	undo := first + "/undo?amendment=0&count=0"
	a.member.Get(undo).Wants(t, http.StatusForbidden)
	page := a.secretary.Get(undo)
	page.Wants(t, http.StatusOK, "Set “Carried” aside")
	a.secretary.Post(undo, "version", kittest.VersionOn(t, a.secretary.Get(undo))).
		Wants(t, http.StatusUnprocessableEntity, `id="reason-error"`)
	a.secretary.Post(undo, "version", kittest.VersionOn(t, a.secretary.Get(undo)), "reason", "The papers are counted again.").
		LeadsTo(t, first+"#vote")
	a.secretary.Get(first).Wants(
		t, http.StatusOK, "“Carried” was declared by mistake and set aside: The papers are counted again.", "Put the motion",
	)

	again := first + "/recount?amendment=0&count=1"
	a.secretary.Get(again).Wants(t, http.StatusOK, "the same papers counted again", "5 yes, 4 no")
	a.secretary.Post(again, "yes", "5", "no", "6").
		Wants(t, http.StatusUnprocessableEntity, `id="stands-error"`, `id="reason-error"`, `value="6"`)
	a.secretary.Post(
		again, "yes", "5", "no", "6", "asked", kit.IDText(a.people[5]), "stands", "second", "reason", "Two papers stuck together.",
	).LeadsTo(t, first+"#vote")
	a.secretary.Get(first).Wants(
		t, http.StatusOK, "Count 1 was counted again as Kenji Test asked; the second count stands: Two papers stuck together.",
		"Declare: not carried",
	)
	a.secretary.Get(first+"/recount?amendment=0&count=9").Wants(t, http.StatusNotFound)
	a.secretary.Get(first+"/recount?amendment=0&count=0").Wants(t, http.StatusNotFound)

	wrong := first + "/undo?amendment=0&count=2"
	a.secretary.Post(wrong, "version", kittest.VersionOn(t, a.secretary.Get(wrong)), "reason", "It was of another motion.").
		LeadsTo(t, first+"#vote")
	a.secretary.Get(first).Wants(t, http.StatusOK, "Set aside: It was of another motion.", "Declare: carried")
}

// An amendment's outcome is set aside from the motion's page.
func TestAnAmendmentsOutcomeIsSetAside(t *testing.T) {
	a := newAssembly(t)
	a.planned()
	a.open(12)
	first := a.path("motions", "1")
	a.secretary.Post(
		first+"/amend", "text", "That there be two.", "mover", kit.IDText(a.people[5]), "seconder", kit.IDText(a.people[6]),
	).LeadsTo(t, first+"#vote")
	a.counts(first, "amendment", "1", "method", "hands", "yes", "6", "no", "5")
	a.does(first, first+"/declare", "amendment", "1").LeadsTo(t, first+"#vote")
	undo := first + "/undo?amendment=1&count=0"
	a.secretary.Get(first).Wants(t, http.StatusOK, "Set this outcome aside")
	a.secretary.Get(undo).Wants(t, http.StatusOK, "Set “Adopted” aside")
	a.secretary.Post(undo, "version", kittest.VersionOn(t, a.secretary.Get(undo)), "reason", "A slip.").LeadsTo(t, first+"#vote")
	a.secretary.Get(first).Wants(t, http.StatusOK, "Put amendment 1 to the vote", "“Adopted” was declared by mistake")
	a.secretary.Get(first+"/undo?amendment=7&count=0").Wants(t, http.StatusNotFound)
}

// Who is there online is not counted, and the pages say so; one rule is cited once.
func TestThoseOnlineAreNotCounted(t *testing.T) {
	a := newAssembly(t)
	a.planned()
	a.on("2026-09-20")
	a.notified()
	a.on("2026-10-10")
	for i, p := range a.people[:12] {
		do := "here"
		if i >= 10 {
			do = "online"
		}
		a.secretary.Post(a.path("door"), "person", kit.IDText(p), "do", do)
	}
	for _, page := range []string{"door", "chair", "wall"} {
		a.secretary.Get(a.path(page)).Wants(t, http.StatusOK, "10 of 10 needed; 2 online, not counted")
	}
	a.does(a.path("chair"), a.path("open")).LeadsTo(t, a.path("chair"))
	a.secretary.Get(a.path("chair")).Wants(t, http.StatusOK, "9 people may vote now")
	refused := a.secretary.Post(
		a.path("motions", "new"), "title", "The fee", "text", "That the fee be more.", "origin", "member", "item",
		"other_business", "effect", "fee", "mover", kit.IDText(a.people[5]), "seconder", kit.IDText(a.people[6]),
	)
	refused.Wants(t, http.StatusUnprocessableEntity, "4.19")
	if text := strings.Join(strings.Fields(tags.ReplaceAllString(refused.Body, "")), " "); strings.Contains(
		text, "(rule 4.19) (rule 4.19)",
	) {
		t.Error("the rule is cited twice")
	}
}

// A chair among those tied is asked who took the chair; who lost no longer
// “stands” while the others are tied; a second count of the papers.
func TestATieWithTheChair(t *testing.T) {
	a := newAGM(t)
	a.secretary.Post(electionsPath(a.agm, "prepare")).LeadsTo(t, electionsPath(a.agm))
	post := a.electionOf("president")
	for _, given := range []string{"Ana", "Ben", "Hemi"} {
		a.nominate(post, given)
	}
	a.state(meetings.Open)
	for _, given := range []string{"Ana", "Ben", "Cal", "Hemi", "Tomas"} {
		a.exec(
			`INSERT INTO meeting_presence (meeting_id, person_id, came, place, came_at) VALUES ($1, $2, 'beginning', 'room', $3)`,
			a.agm, a.people[given], a.Now,
		)
	}
	url := kit.ElectionURL(post)
	votes := a.votes(a.chair, post)
	ballot := func(at string, papers, spoiled, blank string, figures [3]string, more ...string) kittest.Answer {
		return a.send(a.chair, post, at, append([]string{
			"ballots", papers, "invalid", spoiled, "blank", blank, votes["Ana"], figures[0], votes["Ben"], figures[1],
			votes["Hemi"], figures[2],
		}, more...)...)
	}
	ballot(url+"/ballots", "4", "1", "1", [3]string{"2", "0", "2"}).
		Wants(t, http.StatusUnprocessableEntity, "There are 6 ballot papers, and 5 members may have one", "4.15")
	ballot(url+"/ballots", "3", "1", "1", [3]string{"2", "1", "0"}).LeadsTo(t, url)
	a.chair.Get(url).Wants(t, http.StatusOK, "3 valid papers, 1 spoiled, 1 blank: 5 in all", "Counted again")
	again := url + "/counts/1/recount"
	a.chair.Get(again).Wants(t, http.StatusOK, "The same papers counted again", "Who asked for it", "Cal Test")
	ballot(again, "4", "1", "0", [3]string{"2", "0", "2"}).
		Wants(t, http.StatusUnprocessableEntity, `id="stands-error"`, `id="reason-error"`)
	a.member.Get(again).Wants(t, http.StatusForbidden)
	ballot(
		again, "4", "1", "0", [3]string{"2", "0", "2"}, "stands", "second", "reason", "One was not blank.", "asked",
		kit.IDText(a.people["Cal"]),
	).LeadsTo(t, url)
	page := a.chair.Get(url)
	page.Wants(
		t, http.StatusOK, "Count 1 was counted again as Cal Test asked; the second count stands: One was not blank.",
		"The chair is among those tied and does not decide", "Who took the chair for it", "Not elected",
	)
	if strings.Contains(page.Body, "</svg>Stands</span>") {
		t.Error("someone who lost is said to stand")
	}
	ana := votes["Ana"][len("votes-"):]
	a.send(a.chair, post, url+"/tie", "way", "chair", "chosen", ana).
		Wants(t, http.StatusUnprocessableEntity, `id="chair-error"`)
	a.send(a.chair, post, url+"/tie", "way", "chair", "chosen", ana, "chair", kit.IDText(a.people["Tomas"])).LeadsTo(t, url)
	a.chair.Get(url).Wants(
		t, http.StatusOK, "Hemi Test is among those tied; Tomas Test took the chair for the casting vote.", "Elected",
	)
}

// electionOf is the election of a post.
func (a *agmSite) electionOf(post string) elections.ID {
	a.T.Helper()
	id, err := store.One(a.T.Context(), a.DB, store.Value[elections.ID], `SELECT id FROM election WHERE post = $1`, post)
	a.Must(err)
	return id
}

func electionsPath(id meetings.ID, part ...string) string {
	return kit.MeetingURL(id, append([]string{"elections"}, part...)...)
}

// tags are what of a page is no text.
var tags = regexp.MustCompile(`<[^>]*>`)
