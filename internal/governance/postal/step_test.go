package postal

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/store"
	"nzgs/internal/store/storetest"
)

var update = flag.Bool("update", false, "write the golden files anew")

// who asks, in the order of the table's letters.
var askers = []struct{ letter, name string }{
	{"S", "secretary"}, {"T", "ana"}, {"a", "administrator"}, {"t", "treasurer"}, {"m", "member"}, {"n", "nobody"},
}

// asked is what comes of an action: "+" it may be taken, "!" it is theirs and
// something stands in its way, "x" it is not theirs in this state or ever.
func (w *society) asked(f facts, action Action, name string) string {
	w.t.Helper()
	err := w.check(request{actor: w.actors[name], id: w.vote, action: action}, f)
	kind := apperr.KindOf(err)
	switch {
	case err == nil:
		return "+"
	case kind == apperr.Forbidden || kind == apperr.SignIn || kind == apperr.NotFound:
		return "x"
	case kind == apperr.Invalid && !strings.Contains(
		err.Error(), "the vote is not at that step",
	) && !strings.Contains(err.Error(), "are entered on"):
		return "!"
	}
	return "."
}

// table is every action by everybody in the state that the vote is in.
func (w *society) table(title string) string {
	f, err := w.facts(ctx, w.db, w.vote)
	w.must(err)
	var b strings.Builder
	fmt.Fprintf(&b, "\n%s\n", title)
	for _, r := range rules {
		line := fmt.Sprintf("  %-9s", r.action)
		for _, a := range askers {
			mark := w.asked(f, r.action, a.name)
			if mark == "x" {
				mark = "-"
			}
			line += " " + a.letter + mark
		}
		fmt.Fprintln(&b, line)
	}
	return b.String()
}

// Every action, by everybody, in every state: the state machine as a table.
func TestWhoMayTakeWhichStepWhen(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		w := newSociety(t, db, 14)
		out := "S secretary, T teller, a administrator, t treasurer, m member, n nobody.\n" +
			"+ may, ! may once what stands in the way is done, . not in this state, - never: it is not theirs.\n"
		marks := strings.Split(strings.Repeat("yn ", 10), " ")[:10]
		var err error
		w.vote, err = w.Draft(ctx, w.actors["secretary"], draft)
		w.must(err)
		for _, state := range states() {
			main := w.vote
			if state == StateRecheck {
				w.differing(marks)
			} else {
				w.advance(state, marks...)
			}
			if w.state() != state {
				t.Fatalf("the vote stands at %s, want %s", w.state(), state)
			}
			out += w.table(string(state))
			w.vote = main
			if state == StateClosed {
				offline, today, serials := draft, w.now, w.serials
				offline.Way = Offline
				w.on("2026-03-15")
				w.reach(state, offline, marks...)
				out += w.table("closed, entered offline")
				w.vote, w.now, w.serials = main, today, serials
			}
		}
		golden(t, "steps.txt", out)
	})
}

// differing holds another vote, up to two tellers who differ.
func (w *society) differing(marks []string) {
	w.t.Helper()
	today, serials := w.now, w.serials
	w.on("2026-03-15")
	w.reach(StateClosed, draft, marks...)
	for i, name := range []string{"ana", "ben"} {
		read := w.entries(marks...)
		read[0] = w.entry(0, string("yn"[i])+"n")
		w.must(w.Enter(ctx, w.actors[name], w.vote, read))
		w.must(w.Finish(ctx, w.actors[name], w.vote))
	}
	_, err := w.Compare(ctx, w.actors["ana"], w.vote, w.key("ana"))
	w.must(err)
	w.other = w.serials
	w.now, w.serials = today, serials
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s (-recorded +now); if it is meant so, run with -update and read the difference:\n%s", name, diff)
	}
}

// Every use case asks for its own step: in a state that does not allow it, and
// of somebody whom it is not for, each is refused.
func TestEveryUseCaseIsGuarded(t *testing.T) {
	each(t, 14, func(t *testing.T, w *society) {
		w.reach(StateDestroyed, draft, strings.Split(strings.Repeat("yn ", 10), " ")[:10]...)
		type call struct {
			name   string
			action Action
			do     func(a auth.Actor) error
		}
		key := w.key("ana")
		calls := []call{
			{"Edit", ActEdit, func(a auth.Actor) error { return w.Edit(ctx, a, w.vote, w.version(), draft) }},
			{"AddDocument", ActEdit, func(a auth.Actor) error {
				_, err := w.AddDocument(ctx, a, w.vote, Document{Name: "a.txt", MediaType: "text/plain", Content: []byte("x")})
				return err
			}},
			{
				"RemoveDocument", ActEdit,
				func(a auth.Actor) error { return w.RemoveDocument(ctx, a, w.vote, 1) },
			},
			{
				"Freeze", ActFreeze, func(a auth.Actor) error { return w.Freeze(ctx, a, w.vote, w.version()) },
			},
			{
				"Reopen", ActReopen,
				func(a auth.Actor) error { return w.Reopen(ctx, a, w.vote, w.version(), "why") },
			},
			{"Appoint", ActAppoint, func(a auth.Actor) error {
				return w.Appoint(ctx, a, w.vote, w.version(), minuted(w.people[1:3]...))
			}},
			{"RegisterKey", ActKey, func(a auth.Actor) error {
				_, err := w.RegisterKey(ctx, a, w.vote, "x")
				return err
			}},
			{"ProveKey", ActProve, func(a auth.Actor) error { return w.ProveKey(ctx, a, w.vote, "x") }},
			{"MakePapers", ActPapers, func(a auth.Actor) error {
				_, err := w.MakePapers(ctx, a, w.vote, w.version())
				return err
			}},
			{
				"Sheets", ActPrint,
				func(a auth.Actor) error { _, err := w.Sheets(ctx, a, w.vote, "x"); return err },
			},
			{"Despatch", ActDespatch, func(a auth.Actor) error {
				return w.Service.Despatch(ctx, a, w.vote, w.version(), Despatch{})
			}},
			{"ReplacePaper", ActReplace, func(a auth.Actor) error {
				_, err := w.ReplacePaper(ctx, a, w.vote, w.people[0], "lost")
				return err
			}},
			{"Receive", ActEnvelope, func(a auth.Actor) error {
				_, err := w.Receive(ctx, a, w.vote, Receipt{})
				return err
			}},
			{"Rule", ActRule, func(a auth.Actor) error { return w.Rule(ctx, a, w.vote, 1, 1, Valid, "x") }},
			{"Close", ActClose, func(a auth.Actor) error { return w.Close(ctx, a, w.vote, w.version()) }},
			{
				"Package", ActPackage,
				func(a auth.Actor) error { _, err := w.Package(ctx, a, w.vote); return err },
			},
			{"TakeResult", ActResult, func(a auth.Actor) error {
				_, err := w.TakeResult(ctx, a, w.vote, []byte("{}"))
				return err
			}},
			{"Enter", ActEnter, func(a auth.Actor) error { return w.Enter(ctx, a, w.vote, nil) }},
			{"Finish", ActFinish, func(a auth.Actor) error { return w.Finish(ctx, a, w.vote) }},
			{"Compare", ActCompare, func(a auth.Actor) error {
				_, err := w.Compare(ctx, a, w.vote, key)
				return err
			}},
			{
				"Correct", ActCorrect, func(a auth.Actor) error { return w.Correct(ctx, a, w.vote, key, nil) },
			},
			{
				"Totals", ActApprove,
				func(a auth.Actor) error { _, err := w.Totals(ctx, a, w.vote, key); return err },
			},
			{"Approve", ActApprove, func(a auth.Actor) error {
				_, err := w.Approve(ctx, a, w.vote, key)
				return err
			}},
			{
				"Restart", ActRestart,
				func(a auth.Actor) error { return w.Restart(ctx, a, w.vote, w.version(), "x") },
			},
			{"Propose", ActPropose, func(a auth.Actor) error { return w.Propose(ctx, a, w.vote, w.third()) }},
			{"OfferKey", ActOffer, func(a auth.Actor) error {
				_, err := w.OfferKey(ctx, a, w.vote, "x")
				return err
			}},
			{"AnswerOffer", ActAnswer, func(a auth.Actor) error { return w.AnswerOffer(ctx, a, w.vote, "x") }},
			{"Confirm", ActConfirm, func(a auth.Actor) error { return w.Confirm(ctx, a, w.vote, "x") }},
			{"Withdraw", ActWithdraw, func(a auth.Actor) error { return w.Withdraw(ctx, a, w.vote) }},
			{
				"Report", ActReport,
				func(a auth.Actor) error { return w.Report(ctx, a, w.vote, w.version(), "") },
			},
			{
				"Declare", ActDeclare,
				func(a auth.Actor) error { return w.Declare(ctx, a, w.vote, w.version()) },
			},
			{"Destroy", ActDestroy, func(a auth.Actor) error {
				return w.Destroy(ctx, a, w.vote, w.version(), Destruction{"x", "y"})
			}},
		}
		before := w.rows("audit_entry")
		for _, c := range calls {
			for _, name := range []string{"secretary", "ana"} {
				want, kind := ruleOf(c.action).label+": the vote is not at that step", apperr.Invalid
				switch role := ruleOf(c.action).role; {
				case role == Manager && name == "ana", role == Teller && name == "secretary", role == Joiner:
					want, kind = "", apperr.Forbidden
				case ruleOf(c.action).way == Offline:
					want = "are entered on this server"
				}
				if err := c.do(w.actors[name]); apperr.KindOf(err) != kind || !strings.Contains(fmt.Sprint(err), want) {
					t.Errorf("%s by %s after the end: %v", c.name, name, err)
				}
			}
			for _, name := range []string{"administrator", "treasurer", "member"} {
				if err := c.do(w.actors[name]); apperr.KindOf(err) != apperr.Forbidden {
					t.Errorf("%s by %s: %v", c.name, name, err)
				}
			}
			if err := c.do(auth.Actor{}); apperr.KindOf(err) != apperr.SignIn {
				t.Errorf("%s by nobody: %v", c.name, err)
			}
		}
		if now := w.rows("audit_entry"); now != before {
			t.Errorf("%d refused calls left %d audit entries", len(calls), now-before)
		}
		if _, err := w.Draft(ctx, w.actors["ana"], draft); apperr.KindOf(err) != apperr.Forbidden {
			t.Errorf("a draft by a teller: %v", err)
		}
	})
}

// A grave step asks for a sign-in of the last ten minutes, in every state that allows it.
func TestGraveStepsAskForAProof(t *testing.T) {
	each(t, 14, func(t *testing.T, w *society) {
		asks := func(err error) {
			t.Helper()
			if apperr.KindOf(err) != apperr.Prove {
				t.Errorf("got %v, want to be asked to sign in again", err)
			}
		}
		by := func(name string) auth.Actor { // in a browser that was left open
			a := w.actors[name]
			a.Session, a.Proof = 4, auth.Proof{At: w.now.Add(-10 * time.Minute)}
			return a
		}
		marks := strings.Split(strings.Repeat("yn ", 10), " ")[:10]
		w.reach(StateDraft, draft)
		asks(w.Freeze(ctx, by("secretary"), w.vote, w.version()))
		w.reach(StateFrozen, draft)
		asks(w.Appoint(ctx, by("secretary"), w.vote, w.version(), minuted(w.people[1:3]...)))
		w.reach(StateTellers, draft)
		_, err := w.RegisterKey(ctx, by("ana"), w.vote, keyring()[2].identity.Card().String())
		asks(err)
		asks(w.ProveKey(ctx, by("ana"), w.vote, "x"))
		w.reach(StateClosed, draft, marks...)
		for _, name := range []string{"ana", "ben"} {
			w.must(w.Enter(ctx, w.actors[name], w.vote, w.entries(marks...)))
			w.must(w.Finish(ctx, w.actors[name], w.vote))
		}
		_, err = w.Sit(ctx, by("ana"), w.vote, w.key("ana"))
		asks(err)
		_, err = w.Compare(ctx, by("ana"), w.vote, w.key("ana"))
		asks(err)
		_, err = w.Totals(ctx, by("ana"), w.vote, w.key("ana"))
		asks(err)
		_, err = w.Approve(ctx, by("ana"), w.vote, w.key("ana"))
		asks(err)
		_, _, err = w.OpenEntered(ctx, by("ana"), w.vote, w.key("ana"))
		asks(err)
		asks(w.Correct(ctx, by("ana"), w.vote, w.key("ana"), w.entries(marks...)))
		asks(w.Restart(ctx, by("ana"), w.vote, w.version(), "why"))
		asks(w.Propose(ctx, by("ana"), w.vote, w.third()))
		w.on("2026-03-15")
		w.reach(StateReported, draft, marks...)
		asks(w.Declare(ctx, by("secretary"), w.vote, w.version()))
		w.must(w.Declare(ctx, w.actors["secretary"], w.vote, w.version()))
		w.on("2026-10-21")
		asks(w.Destroy(ctx, by("ana"), w.vote, w.version(), Destruction{"x", "y"}))
	})
}
