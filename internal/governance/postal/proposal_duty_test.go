package postal

import (
	"slices"
	"strings"
	"testing"

	"nzgs/internal/auth"
	"nzgs/internal/governance"
)

// An open proposal is due of whom it waits for, so that they find it without a letter;
// and once the teller is another one, both sign the keys before anything else.
func TestAProposalIsDueOfWhomItWaitsFor(t *testing.T) {
	each(t, 14, func(t *testing.T, w *society) {
		w.offices()
		w.reach(StateDespatched, draft)
		w.on("2026-04-10") // long enough for the offices
		due := func(want string, people ...auth.PersonID) {
			t.Helper()
			duties, err := w.gov.DutiesOf(ctx, source(w.vote))
			w.must(err)
			i := slices.IndexFunc(duties, func(d governance.Duty) bool { return d.What == dutyProposal && !d.Done() })
			switch {
			case want == "" && i >= 0:
				t.Errorf("%q is due still", duties[i].Title)
			case want == "":
			case i < 0 || duties[i].Title != want || !slices.Equal(duties[i].People, people):
				t.Errorf("due: %+v, want %q of %v", duties, want, people)
			}
		}
		due("")
		w.must(w.Propose(ctx, w.actors["secretary"], w.vote, w.third()))
		due("Register the key that is proposed for “"+draft.Title+"”", w.people[6])
		w.offer("third", 2)
		due("Confirm another teller or key of “"+draft.Title+"”", w.people[1])
		for _, name := range []string{"president", "ana", "secretary"} {
			w.must(w.confirm(name))
		}
		due("")
		for _, name := range []string{"ana", "third"} {
			f, err := w.Vote(ctx, w.actors[name], w.vote)
			w.must(err)
			if next := f.Next(w.actors[name].Person); next.Action != ActKey || strings.Contains(next.Text, "go out") {
				t.Errorf("%s is led to %+v", name, next)
			}
		}
		w.signKeys("ana", 0)
		w.signKeys("third", 2)
		f, err := w.Vote(ctx, w.actors["third"], w.vote)
		w.must(err)
		if next := f.Next(w.actors["third"].Person); next.Action != ActEnvelope {
			t.Errorf("then the new teller is led to %+v", next)
		}
	})
}

// Bug: when a proposal had lapsed its duty stayed overdue until something else was done
// with the vote.
func TestTheDutyOfAProposalEndsWithIt(t *testing.T) {
	each(t, 14, func(t *testing.T, w *society) {
		w.offices()
		w.reach(StateDespatched, draft)
		w.on("2026-04-10")
		w.must(w.Propose(ctx, w.actors["secretary"], w.vote, w.third()))
		for _, c := range []struct {
			on   string
			want bool
		}{{"2026-04-23", true}, {"2026-04-24", false}} {
			w.on(c.on)
			duties, err := w.gov.Duties(ctx, w.actors["secretary"])
			w.must(err)
			got := slices.ContainsFunc(duties, func(d governance.Duty) bool { return d.What == dutyProposal })
			if got != c.want {
				t.Errorf("on %s it is due: %t", c.on, got)
			}
		}
	})
}
