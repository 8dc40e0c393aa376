package meetings

import (
	"strings"
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/civil"
	"nzgs/internal/governance"
	"nzgs/internal/governance/constitution"
)

func (w *society) officialWording() {
	w.t.Helper()
	_, err := w.rules.ImportWording(ctx, w.secretary, governance.WordingImport{Paragraphs: []constitution.Paragraph{
		{Number: "4.2", Heading: "Meetings", Text: "Ten members shall suffice."},
		{Number: "4.3", Text: "The senior officer has the chair."},
	}})
	w.must(err)
}

// wordingIn is a rule's official wording on a day; "" when it is not entered.
func (w *society) wordingIn(rule string, on civil.Date) string {
	w.t.Helper()
	r, err := w.rules.Rule(ctx, rule, on)
	w.must(err)
	return r.Wording.Words()
}

// A motion that changes a rule's wording says so word by word in the notice and
// the minutes; carried, it makes the next version's wording.
func TestAMotionChangesTheWordingOfARule(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		w.officialWording()
		twelve := FigureChange{"4.2", "Twelve members\r\nshall suffice."}
		var m MotionID
		id := w.held(func(id ID) {
			for name, c := range map[string]struct {
				change FigureChange
				words  string
			}{
				"no wording":   {FigureChange{"4.2", " "}, "Enter the wording of rule 4.2"},
				"two rules":    {FigureChange{"4.2", "Twelve.\n4.3 The senior."}, "rule 4.2 alone"},
				"no such rule": {FigureChange{"0.2", "Twelve."}, "not a rule’s number"},
				"far too long": {FigureChange{"4.2", strings.Repeat("x", maxText+1)}, "Shorten"},
			} {
				_, err := w.s.Propose(ctx, w.secretary, id, MotionInput{
					Title: "The quorum", Text: "That it be so.", Kind: constitution.Constitutional, Mover: w.people[6],
					Seconder: w.people[7],
					Change:   []FigureChange{c.change},
				})
				w.refused(name, err, apperr.Invalid, c.words)
			}
			m = w.amending(id, "twelve be a quorum", FigureChange{"quorum", "twelve"}, twelve)
		})
		const change = "Rule 4.2, word by word:\n[out: Ten][in: Twelve] members\nshall suffice.\n"
		if body := w.view(id).Notices[0].Body; !strings.Contains(body, change) {
			t.Errorf("the notice has no %q:\n%s", change, body)
		}
		draft, err := w.s.DraftMinutes(ctx, w.secretary, id, nil)
		w.must(err)
		if !strings.Contains(draft.Markdown(), "Rule 4.2, word by word") {
			t.Errorf("the minutes:\n%s", draft.Markdown())
		}
		w.count(m, 0, constitution.Hands, votes(9, 2, 0))
		w.declare(m)
		w.must(w.s.Close(ctx, w.secretary, id, w.version(id)))
		for on, want := range map[string]string{
			"2026-03-13": "Ten members shall suffice.", "2026-03-14": "Twelve members\nshall suffice.",
		} {
			if got := w.wordingIn("4.2", day(on)); got != want {
				t.Errorf("on %s: %q, want %q", on, got, want)
			}
		}
		if got := w.wordingIn("4.3", day("2026-03-14")); got != "The senior officer has the chair." {
			t.Errorf("another rule: %q", got)
		}
		if c := w.view(id).RuleChanges([]FigureChange{twelve}); len(c) != 1 || !c[0].Entered {
			t.Errorf("seen afterwards: %+v", c)
		}
	})
}

// Where a carried motion does not say what becomes of the wording, or none is
// entered, nobody knows the new version's: the secretary imports it.
func TestAWordingThatIsNotKnownIsNotMadeUp(t *testing.T) {
	for name, prepare := range map[string]func(w *society, id ID) []MotionID{
		"a motion without its wording": func(w *society, id ID) []MotionID {
			w.officialWording()
			return []MotionID{
				w.amending(id, "twelve be a quorum", FigureChange{"4.2", "Twelve."}), w.amending(id, "the text be clearer"),
			}
		},
		"no wording entered": func(w *society, id ID) []MotionID {
			return []MotionID{w.amending(id, "twelve be a quorum", FigureChange{"4.2", "Twelve."})}
		},
	} {
		t.Run(name, func(t *testing.T) {
			onBoth(t, func(t *testing.T, w *society) {
				var all []MotionID
				id := w.held(func(id ID) { all = prepare(w, id) })
				for _, m := range all {
					w.count(m, 0, constitution.Hands, votes(9, 2, 0))
					w.declare(m)
				}
				w.must(w.s.Close(ctx, w.secretary, id, w.version(id)))
				if got := w.wordingIn("4.2", day("2026-03-14")); got != "" {
					t.Errorf("the new version’s wording is %q", got)
				}
			})
		})
	}
}

// Without the wording in force a notice says that it does not know what goes.
func TestARuleChangeWithoutTheWordingInForce(t *testing.T) {
	r := someMeeting()
	c := r.RuleChanges([]FigureChange{{"4.2", "Twelve."}, {"quorum", "12"}})
	if len(c) != 1 || c[0].Entered || !strings.Contains(
		c[0].Heading(), "what goes is not shown",
	) || c[0].Text() != "Twelve." {
		t.Errorf("%+v", c)
	}
}
