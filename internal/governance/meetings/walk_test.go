package meetings

import (
	"flag"
	"fmt"
	"slices"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"nzgs/internal/apperr"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/store/storetest"
)

// Whatever people do at a meeting, in whatever order: it keeps its quorum and a
// chair who is there, counts and texts are kept, and what is declared is what
// the counts say.
func TestAMeetingHoldsTogether(t *testing.T) {
	fewer(t, "25")
	w := newSociety(t, storetest.SQLite(t))
	rapid.Check(t, func(t *rapid.T) {
		w.on("2026-01-05")
		var motions []MotionID
		id := w.held(func(id ID) {
			motions = append(motions, w.propose(id, MotionInput{Title: "One"}), w.propose(id, MotionInput{Title: "Two"}))
		})
		counted, texts := map[MotionID]int{}, map[MotionID]int{}
		for range rapid.IntRange(5, 25).Draw(t, "steps") {
			person := w.people[rapid.IntRange(0, memberCount-1).Draw(t, "person")]
			m := w.motion(motions[rapid.IntRange(0, 1).Draw(t, "motion")])
			amendment := AmendmentID(0)
			if n := len(m.Amendments); n > 0 {
				amendment = m.Amendments[rapid.IntRange(0, n-1).Draw(t, "amendment")].ID
			}
			w.now = w.now.Add(60_000_000_000)
			err := w.step(t, id, person, m, amendment)
			if kind := apperr.KindOf(err); err != nil && kind == "" {
				t.Fatalf("not a refusal: %v", err)
			}
			w.holdsTogether(t, id, counted, texts)
			if w.view(id).Meeting.State != Open {
				return
			}
		}
	})
}

// fewer keeps a walk through the database short, unless more was asked for.
func fewer(t *testing.T, checks string) {
	t.Helper()
	f := flag.Lookup("rapid.checks")
	if was := f.Value.String(); was == f.DefValue {
		if err := f.Value.Set(checks); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { f.Value.Set(was) })
	}
}

// step does one thing at the meeting that may be refused.
func (w *society) step(t *rapid.T, id ID, person PersonID, m Motion, amendment AmendmentID) error {
	s, by := w.s, w.secretary
	v := votes(
		rapid.IntRange(0, 7).Draw(t, "yes"), rapid.IntRange(0, 7).Draw(t, "no"), rapid.IntRange(0, 2).Draw(t, "abstain"),
	)
	method := rapid.SampledFrom([]constitution.Method{
		constitution.Voice, constitution.Hands, constitution.Ballot,
	}).Draw(t, "method")
	on := rapid.SampledFrom([]AmendmentID{0, amendment}).Draw(t, "on")
	switch rapid.SampledFrom([]string{
		"arrive", "leave", "strike", "elect", "tellers", "amend", "count", "count", "count", "chair", "declare",
		"declare amendment", "withdraw amendment", "set aside", "close",
	}).Draw(t, "what") {
	case "arrive":
		return s.Arrive(ctx, by, id, PresenceInput{Person: person})
	case "leave":
		return s.Leave(ctx, by, id, person)
	case "strike":
		return s.Strike(ctx, by, id, person)
	case "elect":
		return s.ElectChair(ctx, by, id, w.version(id), person)
	case "tellers":
		return s.SetTellers(ctx, by, id, w.version(id), []PersonID{person, w.people[9]})
	case "amend":
		_, err := s.MoveAmendment(ctx, by, AmendmentInput{
			Motion: m.ID, Text: fmt.Sprintf("Text %d.", len(m.Amendments)+1), Mover: person, Seconder: w.people[9],
		})
		return err
	case "count":
		return s.RecordCount(ctx, by, CountInput{
			Motion: m.ID, Amendment: on, Method: method, Votes: v, Call: constitution.Ayes,
		})
	case "chair":
		version := m.Version
		if on != 0 {
			version = m.amendment(on).Version
		}
		return s.CastChairVote(ctx, by, m.ID, on, version, constitution.ChairYes)
	case "declare":
		_, err := s.Declare(ctx, by, m.ID, m.Version)
		return err
	case "declare amendment":
		if amendment == 0 {
			return nil
		}
		_, err := s.DeclareAmendment(ctx, by, amendment, m.amendment(amendment).Version)
		return err
	case "withdraw amendment":
		if amendment == 0 {
			return nil
		}
		return s.WithdrawAmendment(ctx, by, amendment, m.amendment(amendment).Version)
	case "set aside":
		return s.SetAside(ctx, by, m.ID, m.Version)
	}
	return s.Close(ctx, by, id, w.version(id))
}

// holdsTogether checks what is always true of a meeting that has opened.
func (w *society) holdsTogether(t *rapid.T, id ID, counted, texts map[MotionID]int) {
	v := w.view(id)
	if !v.Quorum.Reached {
		t.Fatalf("the quorum is gone: %s", v.Quorum.Trace)
	}
	if v.Meeting.State == Open && v.Meeting.Chair == 0 && len(v.officersHere()) > 0 {
		t.Fatalf("nobody has the chair and %v are there", v.officersHere())
	}
	if v.Meeting.State == Open && v.Meeting.Chair != 0 && !v.stillHere(v.Meeting.Chair) {
		t.Fatalf("the chair has left")
	}
	for _, m := range v.Motions {
		counts := len(m.Counts)
		for _, a := range m.Amendments {
			counts += len(a.Counts)
			if a.Fate == constitution.Adopted != a.Outcome.Carried &&
				(a.Fate == constitution.Adopted || a.Fate == constitution.Rejected) {
				t.Fatalf("amendment %d is %s by %s", a.Number, a.Fate, a.Outcome.Trace)
			}
		}
		if counts < counted[m.ID] || len(m.Amendments) < texts[m.ID] {
			t.Fatalf(
				"motion %d has %d counts of %d and %d amendments of %d", m.Number, counts, counted[m.ID], len(m.Amendments),
				texts[m.ID],
			)
		}
		counted[m.ID], texts[m.ID] = counts, len(m.Amendments)
		if m.Moved != "That the matter be settled." {
			t.Fatalf("the text as moved became %q", m.Moved)
		}
		if (m.State == Carried || m.State == NotCarried) && (m.State == Carried) != m.Outcome.Carried {
			t.Fatalf("motion %d is %s by %s", m.Number, m.State, m.Outcome.Trace)
		}
		if (m.State == Carried || len(m.Counts) > 0) && !m.Ready {
			t.Fatalf("motion %d was put before its amendments", m.Number)
		}
		if v.Meeting.State == Closed && m.State == Pending {
			t.Fatalf("closed with motion %d undecided", m.Number)
		}
	}
}

// Two people at two machines lose nothing: every count is kept under a number
// of its own, and of two declarations one is told of the other.
func TestTwoAtTheTable(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		var m MotionID
		w.held(func(id ID) { m = w.propose(id, MotionInput{}) })
		const many = 8
		var wait sync.WaitGroup
		errs := make([]error, many)
		for i := range many {
			wait.Go(func() {
				errs[i] = w.s.RecordCount(ctx, w.secretary, CountInput{
					Motion: m, Method: constitution.Hands, Votes: votes(i, 3, 0),
				})
			})
		}
		wait.Wait()
		for _, err := range errs {
			w.must(err)
		}
		got := w.motion(m)
		var numbers []int
		for _, c := range got.Counts {
			numbers = append(numbers, c.No)
		}
		slices.Sort(numbers)
		if !slices.Equal(numbers, []int{1, 2, 3, 4, 5, 6, 7, 8}) || got.Decisive != many {
			t.Errorf("counts %v, %d decides", numbers, got.Decisive)
		}
		for i := range many {
			wait.Go(func() { _, errs[i] = w.s.Declare(ctx, w.secretary, m, got.Version) })
		}
		wait.Wait()
		declared := 0
		for _, err := range errs {
			if err == nil {
				declared++
			} else {
				w.refused("the other declaration", err, apperr.Conflict, "")
			}
		}
		if declared != 1 {
			t.Errorf("declared %d times", declared)
		}
	})
}
