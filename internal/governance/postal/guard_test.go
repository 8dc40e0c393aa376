package postal

import (
	"strings"
	"testing"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/governance/constitution"
)

// Each guard, with what it looks at on both sides of what it asks for.
func TestWhatEachGuardAsksFor(t *testing.T) {
	rules := constitution.Shipped()
	ana, secretary := auth.Actor{Account: 1, Person: 1}, auth.Actor{Account: 2, Person: 9}
	entered := func(people ...int) (out []teller) {
		for i, n := range people {
			one := teller{position: i + 1}
			one.Person, one.Entered = auth.PersonID(i+1), n
			out = append(out, one)
		}
		return out
	}
	proven := entered(0, 0)
	for i := range proven {
		proven[i].Proven = civil.MustParseInstant("2026-04-01T00:00:00.000Z")
	}
	finished := entered(3, 3)
	for i := range finished {
		finished[i].Finished = civil.MustParseInstant("2026-04-21T00:00:00.000Z")
	}
	vote := func(change func(*Vote)) Vote {
		v := Vote{Draft: Draft{EGM: day(egm), Closing: day(closing)}}
		change(&v)
		return v
	}
	same := func(*Vote) {}
	valid := func(n int) Counts { return Counts{Valid: n} }
	for _, c := range []struct {
		name  string
		guard guard
		facts facts
		says  string // "": it holds
	}{
		{"all are entered", allEntered, facts{actor: ana, tellers: entered(3, 0), counts: valid(3)}, ""},
		{"too few", allEntered, facts{actor: ana, tellers: entered(1, 3), counts: valid(3)}, "Enter the other 2"},
		{"too many", allEntered, facts{actor: ana, tellers: entered(4, 3), counts: valid(3)}, "a paper that is entered twice"},
		{"somebody who enters none", allEntered, facts{actor: secretary, tellers: entered(3, 3), counts: valid(3)}, ""},
		{"a third teller", allEntered, facts{actor: ana, tellers: entered(0, 3, 3), counts: valid(3)}, ""},
		{"before the EGM", egmHeld, facts{Vote: vote(same), today: day("2026-03-13")}, "freeze them afterwards"},
		{"on its day", egmHeld, facts{Vote: vote(same), today: day(egm)}, ""},
		{"no meeting and no words", namesMeeting, facts{Vote: vote(same)}, "name the meeting"},
		{"a meeting alone", namesMeeting, facts{Vote: vote(func(v *Vote) { v.Meeting = 3 })}, ""},
		{"which, and not why", namesMeeting, facts{Vote: vote(func(v *Vote) { v.Held = "EGM" })}, "name the meeting"},
		{"why, and not which", namesMeeting, facts{Vote: vote(func(v *Vote) { v.Typed = "Paper." })}, "name the meeting"},
		{"which and why", namesMeeting, facts{Vote: vote(func(v *Vote) { v.Held, v.Typed = "EGM", "Paper." })}, ""},
		{"no motion", hasMotions, facts{Vote: vote(same)}, "no motion"},
		{"a motion", hasMotions, facts{Vote: vote(func(v *Vote) { v.Motions = draft.Motions })}, ""},
		{"no address", hasAddress, facts{Vote: vote(same)}, "address"},
		{"an address", hasAddress, facts{Vote: vote(func(v *Vote) { v.Address = "PO Box 12" })}, ""},
		{"no closing", hasClosing, facts{Vote: vote(func(v *Vote) { v.Closing = civil.Date{} })}, "last day"},
		{"a closing", hasClosing, facts{Vote: vote(same)}, ""},
		{"a closing in time", closingInTime, facts{Vote: vote(same), dates: rules}, ""},
		{
			"a closing too late", closingInTime,
			facts{Vote: vote(func(v *Vote) { v.Closing = day("2026-12-31") }), dates: rules}, "choose an earlier last day",
		},
		{"papers in time", noticePossible, facts{Vote: vote(same), today: day(egm), dates: rules}, ""},
		{"papers too late", noticePossible, facts{Vote: vote(same), today: day("2026-04-19"), dates: rules}, "too late"},
		{
			"papers for no day", noticePossible,
			facts{Vote: vote(func(v *Vote) { v.Closing = civil.Date{} }), today: day("2026-04-19"), dates: rules}, "",
		},
		{"no key is proved", keysProven, facts{tellers: entered(0, 0)}, "has not proved a key"},
		{"one key is proved", keysProven, facts{tellers: append(entered(0), proven[1])}, "has not proved a key"},
		{"all keys are proved", keysProven, facts{tellers: proven}, ""},
		{"one paper is entered", nothingEntered, facts{tellers: entered(0, 1)}, "start the entry again"},
		{"nothing is entered", nothingEntered, facts{tellers: entered(0, 0)}, ""},
		{"on the last day", closingAhead, facts{Vote: vote(same), today: day(closing)}, ""},
		{"a day later", closingAhead, facts{Vote: vote(same), today: day(closing).AddDays(1)}, "The last day for papers was"},
		{"still on the last day", closingPassed, facts{Vote: vote(same), today: day(closing)}, "Papers may come in"},
		{"once it is over", closingPassed, facts{Vote: vote(same), today: day(closing).AddDays(1)}, ""},
		{"nothing waits", nonePending, facts{}, ""},
		{"one waits", nonePending, facts{counts: Counts{Waiting: 1}}, "A paper waits"},
		{"two wait", nonePending, facts{counts: Counts{Waiting: 2}}, "2 papers wait"},
		{"one has finished", bothEntered, facts{tellers: append(entered(3), finished[1])}, "each alone"},
		{"both have", bothEntered, facts{tellers: finished}, ""},
		{"they differed before", bothEntered, facts{Vote: vote(func(v *Vote) { v.State = StateRecheck }), tellers: entered(3, 3)}, ""},
		{"totals of one", bothFinished, facts{tellers: append(entered(3), finished[1])}, "Totals are approved once"},
		{"totals of one who looked again", bothFinished, facts{
			Vote: vote(func(v *Vote) { v.State = StateRecheck }), tellers: append(entered(3), finished[1]),
		}, "Totals are approved once"},
		{"totals of both", bothFinished, facts{tellers: finished}, ""},
		{"destroyed at once", keptLongEnough, facts{
			Vote: vote(func(v *Vote) { v.Declared = day("2026-04-25") }), today: day("2026-04-26"), decision: rules,
		}, "are kept until"},
		{"destroyed much later", keptLongEnough, facts{
			Vote: vote(func(v *Vote) { v.Declared = day("2026-04-25") }), today: day("2027-12-31"), decision: rules,
		}, ""},
	} {
		got := c.guard.holds(c.facts)
		if (got == "") != (c.says == "") || !strings.Contains(got, c.says) {
			t.Errorf("%s: %q, want %q", c.name, got, c.says)
		}
	}
}

// What a receipt says beside the matter is not kept, and a paper of another
// member stands in nobody's way.
func TestWhatIsKeptOfAReceipt(t *testing.T) {
	each(t, 14, func(t *testing.T, w *society) {
		w.reach(StateDespatched, draft)
		w.on("2026-04-10")
		e, err := w.Receive(ctx, w.actors["ana"], w.vote, Receipt{
			Person: w.people[3], Received: day("2026-04-10"), Route: Direct, Standing: Valid, Club: "Kāpiti Go Club",
			Reason: "None.",
		})
		if err != nil || e.Club != "" || e.Reason != "" {
			t.Errorf("a direct and valid one: %+v, %v", e, err)
		}
		w.receive(w.people[4], Valid)
		rejected := w.receive(w.people[5], Rejected)
		w.must(w.Rule(ctx, w.actors["ben"], w.vote, rejected.ID, 1, Valid, "It is signed on its back."))
		w.must(w.Rule(ctx, w.actors["ben"], w.vote, rejected.ID, 2, Valid, "It is signed, in pencil."))
		if got := w.standings(); got != "valid valid valid" {
			t.Errorf("three members: %s", got)
		}
	})
}

// A paper that is not counted changes nothing about those that are: who has
// finished has.
func TestARejectedPaperLeavesTheFinishAlone(t *testing.T) {
	each(t, 14, func(t *testing.T, w *society) {
		w.reach(StateClosed, draft, "yn", "ny")
		w.must(w.Enter(ctx, w.actors["ana"], w.vote, w.entries("yn", "ny")))
		w.must(w.Finish(ctx, w.actors["ana"], w.vote))
		_, err := w.Receive(ctx, w.actors["ben"], w.vote, Receipt{
			Person: w.people[10], Received: day("2026-04-21"), Route: Direct, Standing: Rejected, Reason: "Came late.",
		})
		w.must(err)
		f, err := w.facts(ctx, w.db, w.vote)
		w.must(err)
		if f.finished() != 1 {
			t.Errorf("%d tellers have finished, want 1", f.finished())
		}
	})
}

// Where the last paper counts, its line says by which reading.
func TestThePaperThatCountsInsteadSaysWhy(t *testing.T) {
	each(t, 14, func(t *testing.T, w *society) {
		w.must(w.gov.RecordRuling(ctx, w.actors["secretary"], constitution.Ruling{
			Question: constitution.SecondPaper, Reading: "last", Meeting: day("2026-02-05"), Words: "So it is read.",
		}))
		w.reach(StateDespatched, draft)
		if e := w.receive(w.people[3], Valid); e.Reading != "" {
			t.Errorf("the only paper counts by the reading %q", e.Reading)
		}
		if e := w.receive(w.people[3], Valid); e.Standing != Valid || e.Reading == "" {
			t.Errorf("the paper that counts instead: %+v", e)
		}
	})
}
