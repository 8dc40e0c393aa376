package postal

import (
	"slices"
	"strings"
	"testing"
)

// Every envelope has its line: also one without a name, and one of someone who is not on
// the roll. They are counted as rejected, with their reason, to the declaration.
func TestAnEnvelopeOfNoOneOnTheRollHasItsLine(t *testing.T) {
	each(t, 14, func(t *testing.T, w *society) {
		ana := w.actors["ana"]
		w.reach(StateDespatched, draft)
		w.on("2026-04-10")
		nameless := Receipt{Received: day("2026-04-10"), Route: Direct, Standing: Rejected, Why: WhyNoName}
		e, err := w.Receive(ctx, ana, w.vote, nameless)
		if err != nil || e.Person != 0 || e.Who() != "Without a name" || e.Reason != "Without a name." {
			t.Errorf("without a name: %+v, %v", e, err)
		}
		stranger := nameless
		stranger.Why, stranger.Named = WhyNotOnRoll, "A  Stranger"
		e, err = w.Receive(ctx, ana, w.vote, stranger)
		if err != nil || e.Who() != "A Stranger (not on the roll)" {
			t.Errorf("of someone else: %+v, %v", e, err)
		}
		for name, spoil := range map[string]func(*Receipt){
			"valid":           func(r *Receipt) { r.Standing = Valid },
			"for another one": func(r *Receipt) { r.Why = WhyUnsigned },
			"for none":        func(r *Receipt) { r.Why, r.Reason = "", "In a green envelope." },
		} {
			r := nameless
			spoil(&r)
			if _, err := w.Receive(ctx, ana, w.vote, r); !strings.Contains(fields(err), "person") {
				t.Errorf("of no one, %s: %v", name, err)
			}
		}
		if err := w.Rule(ctx, ana, w.vote, e.ID, 1, Valid, "She wrote to us."); fields(err) != "standing" {
			t.Errorf("a paper of no one counts: %v", err)
		}
		w.must(w.Service.Rule(ctx, ana, w.vote, e.ID, 1, Rejected, WhyNoName, ""))
		reg, err := w.Service.Register(ctx, ana, w.vote)
		if w.must(err); len(reg.Envelopes) != 2 || reg.Counts != (Counts{Roll: 14, Rejected: 2}) {
			t.Errorf("the register: %+v", reg.Counts)
		}
		w.advance(StateClosed, "yn", "yn", "yn", "na", "ya", "yy", "yy", "yy", "yy", "yy")
		w.advance(StateReported, "yn", "yn", "yn", "na", "ya", "yy", "yy", "yy", "yy", "yy")
		why, err := w.Rejections(ctx, w.actors["secretary"], w.vote)
		if w.must(err); !slices.Equal(why, []RejectedFor{{2, "without a name (Rule 5.10)"}}) {
			t.Errorf("the report: %+v", why)
		}
		if _, err := w.Rejections(ctx, w.actors["member"], w.vote); err == nil {
			t.Error("a member reads the report")
		}
		w.advance(StateDeclared)
		d, err := w.Declaration(ctx, w.vote)
		if w.must(err); d.Papers != 12 || d.Valid != 10 || d.Rejected != 2 || *d.Flow.Back.Why != (Void{NoName: 2}) {
			t.Errorf("declared: %d papers, %d valid, %d rejected, %+v", d.Papers, d.Valid, d.Rejected, d.Flow.Back.Why)
		}
		w.advance(StateDestroyed)
		if n := w.rows("postal_envelope"); n != 0 {
			t.Errorf("%d lines are left", n)
		}
	})
}

// The reasons are counted by what the tellers chose, not by what they wrote.
func TestRejectedPapersAreCountedByReason(t *testing.T) {
	var register []Envelope
	for _, why := range append(Whys(), WhyUnsigned) {
		register = append(register, Envelope{Receipt: Receipt{
			Person: 1, Received: day("2026-04-20"), Standing: Rejected, Why: why, Reason: "Signed by Ana’s neighbour.",
		}})
	}
	register[4].Received = day("2026-04-21")
	register = append(register, Envelope{Receipt: Receipt{ // a late one that is unsigned too
		Person: 2, Received: day("2026-04-22"), Standing: Rejected, Why: WhyUnsigned,
	}})
	want := Void{Late: 1, Several: 1, Other: 1, Unsigned: 3, NoName: 1, NotOnRoll: 1, Unreadable: 1, Electronic: 1, Nameless: 2}
	got := voidOf(register, day("2026-04-20"), len(register)+2)
	if got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	sum := 0
	for _, r := range got.Reasons() {
		if sum += r.Papers; strings.Contains(r.Reason, "neighbour") {
			t.Errorf("the report has a teller's own words: %q", r.Reason)
		}
	}
	if sum != len(register)+2 {
		t.Errorf("the reasons add up to %d of %d", sum, len(register)+2)
	}
}

// A late paper is void because it is late, whoever records it and whatever they wrote.
func TestALatePaperIsRecordedAsLate(t *testing.T) {
	each(t, 14, func(t *testing.T, w *society) {
		w.reach(StateDespatched, draft)
		w.on("2026-04-22")
		late := Receipt{Person: w.people[3], Received: day("2026-04-21"), Route: Direct, Standing: Rejected}
		e, err := w.Receive(ctx, w.actors["ana"], w.vote, late)
		if err != nil || e.Why != WhyLate || e.Reason != "Came after the last day for papers." {
			t.Errorf("%+v, %v", e, err)
		}
		late.Received, late.Why = day("2026-04-20"), WhyLate
		if _, err := w.Receive(ctx, w.actors["ana"], w.vote, late); fields(err) != "why" {
			t.Errorf("one of the last day is called late: %v", err)
		}
		late.Why = "Because."
		if _, err := w.Receive(ctx, w.actors["ana"], w.vote, late); fields(err) != "why reason" && fields(err) != "why" {
			t.Errorf("a reason of one's own making: %v", err)
		}
	})
}
