package constitution_test

import (
	"net/http"
	"strings"
	"testing"

	"nzgs/internal/civil"
	"nzgs/internal/governance/constitution"
	"nzgs/web/kit"
	"nzgs/web/kit/kittest"
)

// written is a RuleText with its links in brackets.
func written(r kit.RuleText) string {
	var b strings.Builder
	for _, p := range r {
		if p.URL != "" {
			b.WriteString("[" + p.Text + " " + p.URL + "]")
		} else {
			b.WriteString(p.Text)
		}
	}
	return b.String()
}

func TestCitedRulesAreLinks(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"in brackets", "11 recorded ≥ 10 (5.12)", "11 recorded ≥ 10 ([5.12 /constitution/rules/5.12])"},
		{
			"several in brackets", "too late (4.1, 4.5)",
			"too late ([4.1 /constitution/rules/4.1], [4.5 /constitution/rules/4.5])",
		},
		{"named", "Rule 2.3 asks", "Rule [2.3 /constitution/rules/2.3] asks"},
		{
			"two named", "under rules 7.1 and 7.2.",
			"under rules [7.1 /constitution/rules/7.1] and [7.2 /constitution/rules/7.2].",
		},
		{"named in brackets", "refused (rule 2.5)", "refused (rule [2.5 /constitution/rules/2.5])"},
		{"at the end", "see rule 4.2", "see rule [4.2 /constitution/rules/4.2]"},
		{"a figure in brackets", "(2.5 stones)", "(2.5 stones)"},
		{"a figure that goes on", "rule 2.345, (2.34.5) and rule 2.3.4", "rule 2.345, (2.34.5) and rule 2.3.4"},
		{"money", "5 × $2.50 = $12.50 ($2.50)", "5 × $2.50 = $12.50 ($2.50)"},
		{"no such rule", "(4.99) and rule 9.1", "(4.99) and rule 9.1"},
		{"a broken bracket", "(4.1", "(4.1"},
		{"nothing", "", ""},
	} {
		if got := written(kit.CiteRules(c.text)); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func FuzzCitedRulesLoseNothing(f *testing.F) {
	f.Add("(4.1, 4.5) rule 2.3 and rules 7.1 or 7.2")
	f.Fuzz(func(t *testing.T, text string) {
		got := ""
		for _, p := range kit.CiteRules(text) {
			got += p.Text
		}
		if got != text {
			t.Errorf("%q became %q", text, got)
		}
	})
}

// A rating's arithmetic has figures in brackets that are no rules.
func TestOnlyTracesOfTheConstitutionCiteIt(t *testing.T) {
	got := kittest.RenderPart(t, "trace", kit.Trace{
		Value: "+0.1", Rule: "2021 formula", Lines: []string{"con(r) of the opponent (2.3)"},
	})
	if strings.Contains(got, "/constitution") {
		t.Error(got)
	}
	got = kittest.RenderPart(t, "trace", kit.Trace{
		Value: "30 June", Rule: "Rule 2.2", RuleURL: kit.RuleURL("2.2"), Text: "As rule 2.3 says.",
		Lines: []string{"carried over (2.2)"},
	})
	for _, want := range []string{
		`<a href="/constitution/rules/2.2">Rule 2.2</a>`, `rule <a href="/constitution/rules/2.3">2.3</a>`,
		`(<a href="/constitution/rules/2.2">2.2</a>)`,
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %s in %s", want, got)
		}
	}
}

func TestTheConstitutionOfADay(t *testing.T) {
	s := kittest.EmptySite(t)
	b := s.Browser("")
	b.Get("/constitution").Wants(
		t, http.StatusOK, "4.2 Quorum", "10 members present at the beginning", "has not been entered for this version",
		"As far back as the records go", "In force on 1 July 2026",
	)
	s.Adopt("2026-03-14", 12)
	s.ImportWording(civil.Date{}, "4.2 Ten <b>shall</b> suffice.\n4.4 The agenda:\na) Tellers.\nb) Reports.\n")
	s.ImportWording(
		civil.MustParseDate("2026-03-14"), "4.2 Twelve shall suffice.\n4.21 Tea is served.\n8.1 There is a flag.\n",
	)

	b.Get("/constitution").Wants(t, http.StatusOK, "12 members present at the beginning", "official wording of 3 rules of", "4.21", "8.1", "8. Added by an amendment",
		"14 March 2026", "That the constitution be amended.",
		"beginning of a general meeting (rule 4.2): 10 members → 12 members", "/constitution?on=2026-03-13")
	before := b.Get("/constitution?on=2026-03-13")
	before.Wants(
		t, http.StatusOK, "10 members present at the beginning", "In force on 13 March 2026",
		`href="/constitution/rules/4.2?on=2026-03-13"`,
	)
	rules, versions, _ := strings.Cut(before.Body, `id="versions"`)
	if strings.Contains(rules, "4.21") {
		t.Error("a rule of the later version stands in the earlier one")
	}
	for _, word := range []string{
		`<del><span class="sr-only">goes: </span>Ten &lt;b&gt;shall&lt;/b&gt;<`,
		`<ins><span class="sr-only">comes: </span>Twelve shall<`, "Rule <a href=\"/constitution/rules/4.4\">",
	} {
		if !strings.Contains(versions, word) {
			t.Errorf("the versions do not say %q: %s", word, versions)
		}
	}

	b.Get("/constitution/rules/4.2").Wants(
		t, http.StatusOK, "Rule 4.2: Quorum", "Twelve shall suffice.", "12 members", "takes part online",
		`href="/constitution/rules/4.1"`, `href="/constitution/rules/4.3"`,
	)
	b.Get(
		"/constitution/rules/4.2?on=2026-03-13",
	).Wants(t, http.StatusOK, "Ten &lt;b&gt;shall&lt;/b&gt; suffice.", "10 members")
	b.Get("/constitution/rules/4.4?on=2026-03-13").Wants(t, http.StatusOK, "a) Tellers.", "b) Reports.")
	b.Get("/constitution/rules/4.21").Wants(
		t, http.StatusOK, "Tea is served.", "Added by an amendment: see its official wording",
	)
	b.Get("/constitution/rules/4.21?on=2026-03-13").Wants(t, http.StatusNotFound)
	b.Get("/constitution/rules/2.2").Wants(t, http.StatusOK, "Who is a new member?", "The committee has not ruled")
}

func TestAConstitutionOfNoDay(t *testing.T) {
	b := kittest.EmptySite(t).Browser("")
	for _, path := range []string{"/constitution", "/constitution/rules/4.2"} {
		b.Get(path+"?on=yesterday").Wants(
			t, http.StatusUnprocessableEntity, "Enter a date like 1 July 2026.", `value="yesterday"`, "1 July 2026",
		)
		b.Get(path+"?on=13+March+2026").Wants(t, http.StatusOK, `value="2026-03-13"`, "13 March 2026")
		b.Get(path+"?on=0001-01-01").Wants(t, http.StatusUnprocessableEntity, `href="#on"`)
	}
	for _, number := range []string{"9.9", "4.02", "x", "4", "4.2%20", "%3Cscript%3E"} {
		b.Get("/constitution/rules/"+number).Wants(t, http.StatusNotFound)
	}
}

func TestTheRegisterOfOpenQuestions(t *testing.T) {
	s := kittest.EmptySite(t)
	s.Must(s.Governance.RecordRuling(t.Context(), kittest.Program, constitution.Ruling{
		Question: constitution.TwoWeeks, Reading: "clear", Meeting: civil.MustParseDate("2026-02-05"),
		Words: "Fourteen days are too few.",
	}))
	b := s.Browser("")
	page := b.Get("/constitution/questions")
	page.Wants(
		t, http.StatusOK, `id="q-4.1-two-weeks"`, "The committee ruled on 5 February 2026", "Fourteen days are too few.",
		"1 ruling in force",
	)
	if n := strings.Count(page.Body, `class="applied"`); n != len(constitution.Questions()) {
		t.Errorf("%d readings are applied, of %d questions", n, len(constitution.Questions()))
	}
	b.Get("/constitution/rules/4.1?on=2026-02-05").Wants(t, http.StatusOK, "Fourteen days are too few.")
	if b := b.Get("/constitution/rules/4.1?on=2026-02-04"); strings.Contains(b.Body, "Fourteen days are too few.") {
		t.Error("the rule's page shows a ruling before it was made")
	}
}
