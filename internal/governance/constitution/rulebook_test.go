package constitution

import (
	"fmt"
	"strings"
	"testing"
)

// The rules of each chapter, 1.1 to 7.2.
var chapters = map[string]int{"1": 2, "2": 5, "3": 7, "4": 20, "5": 13, "6": 6, "7": 2}

func TestRulebookHasEveryRule(t *testing.T) {
	rules := Shipped().Rules()
	i := 0
	for _, part := range Parts() {
		for n := 1; n <= chapters[part.Number]; n++ {
			want := fmt.Sprintf("%s.%d", part.Number, n)
			if i >= len(rules) || rules[i].Number != want || rules[i].Part() != part.Number {
				t.Fatalf("rule %d is not %s", i, want)
			}
			r := rules[i]
			if r.Title == "" || r.Summary == "" || !strings.HasSuffix(r.Summary, ".") ||
				strings.ContainsAny(r.Summary+r.Applied, "{}\n") {
				t.Errorf("rule %s: %+v", want, r)
			}
			i++
		}
	}
	if i != len(rules) {
		t.Errorf("%d rules beyond the last", len(rules)-i)
	}
}

// A summary has the version's own figures.
func TestSummariesFollowTheFigures(t *testing.T) {
	c := Shipped()
	c.Figures.Quorum, c.Figures.ConstitutionAtMeeting, c.Figures.YearBegins = 17, Majority{3, 4, AtLeast}, MonthDay{1, 1}
	for number, want := range map[string]string{
		"4.2": "17 members present", "7.2": "at least three quarters", "2.2": "from 1 January to 31 December",
	} {
		r, ok := c.Rule(number)
		if !ok || !strings.Contains(r.Summary, want) {
			t.Errorf("%s: %q lacks %q", number, r.Summary, want)
		}
	}
	if _, ok := c.Rule("9.9"); ok {
		t.Error("there is a rule 9.9")
	}
}

// Every figure stands in the summary or the application of its rule, so that
// no text keeps a number of its own.
func TestFiguresAreInTheTexts(t *testing.T) {
	for _, d := range figureList {
		found := false
		for _, r := range rulebook {
			if r.Number == d.rule && strings.Contains(r.Summary+r.Applied, "{"+d.name+"}") {
				found = true
			}
		}
		if !found {
			t.Errorf("rule %s does not say its figure %s", d.rule, d.name)
		}
	}
	for _, r := range rulebook {
		if text := r.Summary + r.Applied; strings.ContainsAny(
			placeholder.ReplaceAllString(strings.ReplaceAll(strings.ReplaceAll(text, "rule 4.17", ""), "rule 4.1", ""), ""),
			"0123456789",
		) {
			t.Errorf("rule %s has a number that is no figure: %s", r.Number, text)
		}
	}
}

func TestFiguresAndQuestionsOfARule(t *testing.T) {
	if got := Shipped().FiguresOf("5.9"); len(got) != 2 || got[0].Value != "42" || got[1].Value != "14" {
		t.Errorf("figures of 5.9: %+v", got)
	}
	if got := questionsOf("5.12"); len(got) != 3 {
		t.Errorf("questions of 5.12: %+v", got)
	}
}
