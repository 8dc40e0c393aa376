package postal

import (
	"strings"
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/governance/ballot"
)

func TestEntriesThatAreRefused(t *testing.T) {
	each(t, 14, func(t *testing.T, w *society) {
		w.reach(StateClosed, draft, "yn", "yn")
		foreign, err := ballot.ParseSerial(pack2(t))
		w.must(err)
		for _, c := range []struct {
			name   string
			papers []Entry
			fields string
		}{
			{"none", nil, "papers"},
			{"a thousand", make([]Entry, 1000), "papers"},
			{"no serial", []Entry{{Marks: []Mark{MarkYes, MarkNo}}}, "serial_1"},
			{"a serial that nobody drew", []Entry{{Serial: foreign.String(), Marks: []Mark{MarkYes, MarkNo}}}, "serial_1"},
			{"a mistyped one", []Entry{{Serial: w.serials[w.people[0]][1:] + "A", Marks: []Mark{MarkYes, MarkNo}}}, "serial_1"},
			{"a huge one", []Entry{{Serial: strings.Repeat("7", 1<<20), Marks: []Mark{MarkYes, MarkNo}}}, "serial_1"},
			{"one paper twice", []Entry{w.entry(0, "yn"), w.entry(1, "yn"), w.entry(0, "yn")}, "serial_3"},
			{"no marks", []Entry{w.entry(0, "")}, "mark_1_1"},
			{"a mark less", []Entry{w.entry(0, "yn"), w.entry(1, "y")}, "mark_2_2"},
			{"a mark more", []Entry{w.entry(0, "yna")}, "mark_1_3"},
			{"a mark that is none", []Entry{{Serial: w.serials[w.people[0]], Marks: []Mark{"maybe", MarkNo}}}, "mark_1_1"},
			{"all at once", []Entry{{Serial: "x", Marks: []Mark{"z", MarkNo}}, w.entry(1, "y")}, "serial_1 mark_1_1 mark_2_2"},
		} {
			if err := w.Enter(ctx, w.actors["ana"], w.vote, c.papers); fields(err) != c.fields {
				t.Errorf("%s: fields %q, want %q", c.name, fields(err), c.fields)
			}
		}
		if n := w.rows("postal_entry"); n != 0 {
			t.Errorf("%d entries were kept", n)
		}
		// As people type: small letters, no groups, O for 0.
		typed := w.entry(0, "yn")
		typed.Serial = strings.ToLower(strings.ReplaceAll(typed.Serial, "-", " "))
		w.must(w.Enter(ctx, w.actors["ana"], w.vote, []Entry{typed}))
	})
}

// pack2 is a serial of another vote.
func pack2(t *testing.T) string {
	t.Helper()
	_, serials := pack()
	return serials[0].String()
}

func TestATellersKeyIsTheRegisteredOne(t *testing.T) {
	each(t, 14, func(t *testing.T, w *society) {
		marks := strings.Split(strings.Repeat("yn ", 10), " ")[:10]
		w.reach(StateClosed, draft, marks...)
		for _, name := range []string{"ana", "ben"} {
			w.must(w.Enter(ctx, w.actors[name], w.vote, w.entries(marks...)))
			w.must(w.Finish(ctx, w.actors[name], w.vote))
		}
		for _, c := range []struct {
			name   string
			key    Key
			fields string
		}{
			{"nothing", Key{}, "key passphrase"},
			{"no passphrase", Key{Identity: w.key("ana").Identity}, "passphrase"},
			{"a wrong one", Key{Identity: w.key("ana").Identity, Passphrase: "another passphrase"}, "passphrase"},
			{"the other teller's", w.key("ben"), "key"},
			{"one that is no key", Key{Identity: []byte("hello"), Passphrase: passphrase}, "key"},
			{"a huge file", Key{Identity: make([]byte, 1<<22), Passphrase: passphrase}, "key"},
		} {
			if _, err := w.Compare(ctx, w.actors["ana"], w.vote, c.key); fields(err) != c.fields {
				t.Errorf("%s: %v, want fields %q", c.name, err, c.fields)
			}
		}
	})
}

// What is corrected after an approval takes the approvals back.
func TestACorrectionTakesApprovalsBack(t *testing.T) {
	each(t, 14, func(t *testing.T, w *society) {
		marks := strings.Split(strings.Repeat("yn ", 10), " ")[:10]
		w.differing(marks)
		ana, ben := w.actors["ana"], w.actors["ben"]
		w.serials = w.other
		w.on("2026-04-21")
		correct := func(name, marks string) {
			w.must(w.Correct(ctx, w.actors[name], w.vote, w.key(name), []Entry{w.entry(0, marks)}))
			w.must(w.Finish(ctx, w.actors[name], w.vote))
		}
		correct("ben", "yn")
		correct("ana", "yn")
		_, err := w.Approve(ctx, ana, w.vote, w.key("ana"))
		w.must(err)
		correct("ben", "an")
		_, err = w.Approve(ctx, ben, w.vote, w.key("ben"))
		w.refused(err, "5.11", "entries differ")
		correct("ana", "an")
		_, err = w.Approve(ctx, ben, w.vote, w.key("ben"))
		w.must(err)
		if w.state() != StateRecheck {
			t.Fatalf("the approval of other entries counts: %s", w.state())
		}
		totals, err := w.Approve(ctx, ana, w.vote, w.key("ana"))
		if err != nil || w.state() != StateAgreed || totals.Motions[0] != (MotionTotal{1, 9, 0, 1, 0}) {
			t.Errorf("%+v, %v", totals, err)
		}
	})
}

// Two tellers enter, and no third.
func TestTwoTellersEnter(t *testing.T) {
	each(t, 14, func(t *testing.T, w *society) {
		marks := strings.Split(strings.Repeat("yn ", 10), " ")[:10]
		w.reach(StateFrozen, draft)
		w.actors["third"] = w.actor("third", w.people[6], "")
		w.must(w.Appoint(
			ctx, w.actors["secretary"], w.vote, w.version(), minuted([]auth.PersonID{w.people[1], w.people[2], w.people[6]}...),
		))
		w.proveKey("ana", 0)
		w.proveKey("ben", 1)
		w.proveKey("third", 2)
		w.signKeys("ana", 0)
		w.signKeys("ben", 1)
		w.advance(StateClosed, marks...)
		w.must(w.Enter(ctx, w.actors["third"], w.vote, w.entries(marks...)))
		w.must(w.Finish(ctx, w.actors["third"], w.vote))
		w.must(w.Enter(ctx, w.actors["ben"], w.vote, w.entries(marks...)))
		w.refused(
			w.Enter(ctx, w.actors["ana"], w.vote, w.entries(marks...)), "5.11", "Two other tellers are entering the papers",
		)
		w.must(w.Finish(ctx, w.actors["ben"], w.vote))
		_, err := w.Compare(ctx, w.actors["ana"], w.vote, w.key("ana"))
		w.refused(err, "5.11", "Two other tellers entered the papers")
		for _, name := range []string{"third", "ben"} {
			_, err := w.Approve(ctx, w.actors[name], w.vote, w.key(name))
			w.must(err)
		}
		if w.state() != StateAgreed {
			t.Errorf("%s", w.state())
		}
	})
}

// What one has and the other has not, and a paper that was entered twice, are
// found by serial; and mended.
func TestMissingAndDoublePapersAreFound(t *testing.T) {
	each(t, 14, func(t *testing.T, w *society) {
		marks := strings.Split(strings.Repeat("yn ", 10), " ")[:10]
		w.reach(StateClosed, draft, marks...)
		w.must(w.Enter(ctx, w.actors["ana"], w.vote, w.entries(marks...)))
		w.must(w.Enter(ctx, w.actors["ben"], w.vote, w.entries(marks[:9]...)))
		w.must(w.Enter(ctx, w.actors["ben"], w.vote, []Entry{w.entry(4, "yn")})) // instead of the tenth
		for _, name := range []string{"ana", "ben"} {
			w.must(w.Finish(ctx, w.actors[name], w.vote))
		}
		c, err := w.Compare(ctx, w.actors["ben"], w.vote, w.key("ben"))
		w.must(err)
		want := map[string]string{w.serials[w.people[4]]: "second", w.serials[w.people[9]]: "missing"}
		for _, d := range c.Differences {
			if want[d.Serial] != d.Field || d.Of != "Member Testcase002" || d.Motion != 0 {
				t.Errorf("%+v", d)
			}
			delete(want, d.Serial)
		}
		if len(want) != 0 {
			t.Errorf("not found: %v", want)
		}
		// Corrected: one line for the double one, and the missing one.
		w.must(w.Correct(
			ctx, w.actors["ben"], w.vote, w.key("ben"), []Entry{w.entry(4, "yn"), w.entry(9, marks[9])},
		))
		c, err = w.Compare(ctx, w.actors["ana"], w.vote, w.key("ana"))
		w.must(err)
		if !c.Agreed() {
			t.Errorf("%+v", c)
		}
		// Taken out, for it should never have been entered.
		w.must(w.Correct(ctx, w.actors["ben"], w.vote, w.key("ben"), []Entry{w.entry(9, "")}))
		w.refused(w.Finish(ctx, w.actors["ben"], w.vote), "5.11", "You have entered 9 papers")
	})
}

// Before the closing nobody sees anything of votes, and before the agreement
// no total.
func TestNoTotalsBeforeTheirTime(t *testing.T) {
	each(t, 14, func(t *testing.T, w *society) {
		marks := strings.Split(strings.Repeat("yn ", 10), " ")[:10]
		nothing := func() {
			t.Helper()
			for _, name := range []string{"secretary", "ana", "member", "nobody", "administrator"} {
				if _, err := w.AgreedTotals(ctx, w.actors[name], w.vote); err == nil {
					t.Errorf("%s: %s sees totals", w.state(), name)
				}
				if _, err := w.Outcomes(ctx, w.actors[name], w.vote); err == nil {
					t.Errorf("%s: %s sees outcomes", w.state(), name)
				}
			}
			if _, err := w.Service.Declaration(ctx, w.vote); apperr.KindOf(err) != apperr.NotFound {
				t.Errorf("%s: a declaration: %v", w.state(), err)
			}
		}
		for _, state := range []State{StateDraft, StateFrozen, StateTellers, StatePapers, StateDespatched} {
			if state == StateDraft {
				w.reach(state, draft)
			} else {
				w.advance(state)
			}
			nothing()
			for _, err := range []error{
				w.Enter(ctx, w.actors["ana"], w.vote, w.entries(marks...)), w.Finish(ctx, w.actors["ana"], w.vote),
			} {
				if err == nil {
					t.Errorf("%s: papers are entered", state)
				}
			}
		}
		w.advance(StateClosed, marks...)
		nothing()
		w.must(w.Enter(ctx, w.actors["ana"], w.vote, w.entries(marks...)))
		_, err := w.Totals(ctx, w.actors["ana"], w.vote, w.key("ana"))
		w.refused(err, "5.11", "once both tellers have said")
		w.must(w.Enter(ctx, w.actors["ben"], w.vote, w.entries(marks...)))
		w.must(w.Finish(ctx, w.actors["ana"], w.vote))
		w.must(w.Finish(ctx, w.actors["ben"], w.vote))
		_, err = w.Approve(ctx, w.actors["ana"], w.vote, w.key("ana"))
		w.must(err)
		nothing()
		_, err = w.Approve(ctx, w.actors["ben"], w.vote, w.key("ben"))
		w.must(err)
		if _, err := w.AgreedTotals(ctx, w.actors["secretary"], w.vote); err == nil {
			t.Error("the secretary sees totals before the report")
		}
		if _, err := w.AgreedTotals(ctx, w.actors["member"], w.vote); apperr.KindOf(err) != apperr.Forbidden {
			t.Errorf("a member: %v", err)
		}
	})
}
