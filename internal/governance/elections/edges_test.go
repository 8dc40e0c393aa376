package elections

import (
	"slices"
	"sync"
	"testing"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/governance/meetings"
)

// Rule 4.4 a): of two who write at once, one that makes somebody a teller and
// one that lets them stand, only one is heard.
func TestATellerOrACandidate(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		w.prepare()
		w.s.meetings.AskCandidates(Candidates)
		w.now = civil.MustParseInstant(agmDay + "T01:00:00.000Z")
		w.state(meetings.Open)
		for _, given := range []string{"Ana", "Ben", "Cal", "Dee", "Tomas", "Kura", "Hemi"} {
			w.must(w.s.meetings.Arrive(ctx, w.secretary, w.agm, meetings.PresenceInput{Person: w.people[given]}))
		}
		for _, given := range []string{"Ana", "Ben", "Cal", "Dee", "Tomas", "Kura"} {
			m, err := meetings.ByID(ctx, w.db, w.agm)
			w.must(err)
			in := w.nomination("president", given)
			var both sync.WaitGroup
			var stands, counts error
			both.Go(func() { stands = w.s.Nominate(ctx, w.secretary, in) })
			both.Go(func() {
				counts = w.s.meetings.SetTellers(
					ctx, w.secretary, w.agm, m.Version, []auth.PersonID{w.people[given], w.people["Hemi"]},
				)
			})
			both.Wait()
			if (stands == nil) == (counts == nil) {
				t.Errorf("%s: stands %v, counts %v", given, stands, counts)
			}
			w.exec(`DELETE FROM meeting_teller WHERE meeting_id = $1`, w.agm)
		}
	})
}

// Rule 4.14: who no longer holds the office on the day of the meeting, because
// it moved, is named to whoever confirms the results.
func TestASittingOfficerOfADayThatMoved(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		w.prepare()
		v := w.view("president")
		w.must(w.s.Nominate(ctx, w.secretary, NominationInput{
			Election: v.ID, Version: v.Version, Candidate: w.people["Pania"],
		}))
		w.exec(`UPDATE office SET until_day = $2 WHERE person_id = $1`, w.people["Pania"], day("2026-03-14"))
		w.exec(`UPDATE meeting SET date = $2 WHERE id = $1`, w.agm, day("2026-03-21"))
		w.state(meetings.Closed)
		w.now = civil.MustParseInstant("2026-03-22T01:00:00.000Z")
		warns := func() bool {
			next, err := w.s.Succession(ctx, w.secretary, w.agm, nil)
			w.must(err)
			return slices.ContainsFunc(next.Findings, func(f constitution.Finding) bool { return f.Rule == "4.14" })
		}
		if !warns() {
			t.Error("nobody is told that the office ended before the meeting")
		}
		w.exec(`UPDATE office SET until_day = $2 WHERE person_id = $1`, w.people["Pania"], day("2026-03-21"))
		if warns() {
			t.Error("an officer until the day of the meeting needs no nomination")
		}
	})
}
