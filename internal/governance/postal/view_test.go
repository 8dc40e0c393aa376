package postal

import (
	"strings"
	"testing"

	"nzgs/internal/apperr"
)

// Who sees a vote, and how much of it, in each state.
func TestWhoSeesWhat(t *testing.T) {
	each(t, 14, func(t *testing.T, w *society) {
		marks := strings.Split(strings.Repeat("yn ", 10), " ")[:10]
		w.reach(StateDraft, draft)
		for _, state := range states() {
			if state == StateRecheck {
				continue
			}
			w.advance(state, marks...)
			for _, name := range []string{"secretary", "ana", "member", "administrator", "nobody"} {
				f, err := w.Vote(ctx, w.actors[name], w.vote)
				kind := apperr.KindOf(err)
				inside := name == "secretary" || name == "ana" && !state.before(StateTellers)
				switch {
				case name == "nobody":
					if kind != apperr.SignIn {
						t.Errorf("%s: nobody sees it: %v", state, err)
					}
				case inside:
					if err != nil || f.Manages != (name == "secretary") || f.Tells != (name == "ana") || f.Counts.Roll != f.RollCount {
						t.Errorf("%s: %s: %+v, %v", state, name, f, err)
					}
				case state.before(StateDespatched):
					if kind != apperr.NotFound {
						t.Errorf("%s: %s: %v", state, name, err)
					}
				default:
					if err != nil || f.Steps != nil || f.Counts != (Counts{}) || f.ReportNote != "" || f.Tellers[0].Recipient != "" ||
						len(f.Motions) != 2 {
						t.Errorf("%s: %s: %+v, %v", state, name, f, err)
					}
				}
				listed, err := w.Votes(ctx, w.actors[name])
				w.must(err)
				want := inside || name != "nobody" && !state.before(StateDespatched) || !state.before(StateDeclared)
				if (len(listed) == 1) != want {
					t.Errorf("%s: the list of %s has %d votes", state, name, len(listed))
				}
			}
		}
		if _, err := w.Vote(ctx, w.actors["secretary"], 999); apperr.KindOf(err) != apperr.NotFound {
			t.Errorf("a vote that is not there: %v", err)
		}
	})
}

// The steps that a page offers are those that the table allows.
func TestStepsAreThoseOfTheTable(t *testing.T) {
	each(t, 14, func(t *testing.T, w *society) {
		w.reach(StateDraft, draft)
		for _, state := range []State{StateDraft, StateFrozen, StateTellers, StatePapers, StateDespatched, StateClosed} {
			w.advance(state)
			for _, name := range []string{"secretary", "ana"} {
				f, err := w.Vote(ctx, w.actors[name], w.vote)
				if err != nil {
					continue
				}
				facts, err := w.facts(ctx, w.db, w.vote)
				w.must(err)
				offered := map[Action]string{}
				for _, s := range f.Steps {
					offered[s.Action] = map[bool]string{true: "+", false: "!"}[s.Ready()]
					if !s.Yours {
						offered[s.Action] = "x"
					}
					for _, o := range s.Obstacles {
						if o.Text == "" || o.Guard == "" || !strings.HasSuffix(o.Text, ".") {
							t.Errorf("%s: %+v", s.Action, o)
						}
					}
				}
				for _, r := range rules {
					got, want := offered[r.action], w.asked(facts, r.action, name)
					if want == "." || got == "" && want == "x" {
						want = ""
					}
					if got != want {
						t.Errorf("%s: %s is offered %s as %q, the table says %q", state, name, r.action, got, want)
					}
				}
			}
		}
	})
}

func TestStatesAndActionsHaveNames(t *testing.T) {
	for _, s := range states() {
		if s.Label() == "" {
			t.Errorf("%s has no label", s)
		}
	}
	reached := map[Action]bool{}
	for _, r := range rules {
		if r.label == "" || r.number == "" || len(r.from) == 0 || reached[r.action] {
			t.Errorf("%+v", r)
		}
		reached[r.action] = true
	}
	if ruleOf("nothing").action != "" {
		t.Error("an action that is none has a rule")
	}
}
