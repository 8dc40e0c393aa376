package meetings_test

import (
	"net/http"
	"strings"
	"testing"

	"nzgs/internal/civil"
	"nzgs/web/kit"
)

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
	for _, no := range []string{"1", "2"} {
		a.does(
			a.path("motions", no), a.path("motions", no, "end"), "do", "withdraw", "amendment", "0",
		).LeadsTo(t, a.path("motions", no))
	}
	a.secretary.Post(a.path("take"), "item", "7")
	a.member.Get(a.path()).Wants(t, http.StatusOK, goes, comes, `>goes: </span>twelve.<`, `>comes: </span>eleven.<`)
	for _, page := range []string{a.path("chair") + "?item=7", a.path("wall"), a.path()} {
		a.secretary.Get(page).Wants(
			t, http.StatusOK, `>goes: </span>twelve.<`, `>comes: </span>eleven.<`, `>comes: </span>Eleven<`,
		)
	}
	a.counts(a.path("motions", "3"), "amendment", "1", "method", "hands", "yes", "9", "no", "2")
	a.does(a.path("motions", "3"), a.path("motions", "3", "declare"), "amendment", "1").LeadsTo(
		t, a.path("motions", "3")+"#vote",
	)
	for _, page := range []string{a.path("motions", "3"), a.path("chair") + "?item=7", a.path("wall"), a.path()} {
		a.secretary.Get(page).Wants(
			t, http.StatusOK, `>goes: </span>twelve.<`, `>comes: </span>eleven.<`, `>comes: </span>Eleven<`,
		)
	}
	a.member.Get(a.path()).Wants(
		t, http.StatusOK, `>goes: </span>twelve.<`, `>comes: </span>eleven.<`, `>comes: </span>Eleven<`,
	)
	draft := a.secretary.Get(a.path("minutes", "edit"))
	draft.Wants(t, http.StatusOK, "That rule 4.2 say [out: twelve.][in: eleven.]", "[out: Ten][in: Eleven] members")
}
