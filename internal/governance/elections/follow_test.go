package elections

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/governance/meetings"
	"nzgs/internal/store"
)

// stand lists who stands or was struck off at a meeting, post by post:
// "president: Ana (Eva, Fay), -Pania".
func (w *society) stand(id meetings.ID) string {
	w.t.Helper()
	all, err := w.s.OfMeeting(ctx, w.secretary, id)
	w.must(err)
	var out []string
	for _, v := range all.Elections {
		var names []string
		for _, c := range v.Candidates {
			name := c.Person.Name
			if c.Nominated() {
				name += fmt.Sprintf(" (%s, %s)", c.Proposer.Name, c.Seconder.Name)
			}
			if c.Struck {
				name = "-" + name
			}
			if c.Withdrawn == nil {
				names = append(names, name)
			}
		}
		if names != nil {
			out = append(out, string(v.Post)+": "+strings.Join(names, ", "))
		}
	}
	return strings.ReplaceAll(strings.Join(out, "; "), " Testcase", "")
}

func (w *society) again(post Post, given string) {
	w.t.Helper()
	v := w.view(post)
	w.must(w.s.Nominate(ctx, w.secretary, NominationInput{Election: v.ID, Version: v.Version, Candidate: w.people[given]}))
}

// follow wires elections to their meetings as the program does.
func (w *society) follow() {
	w.s.meetings.WhenMoved(w.s.Follow)
	w.s.meetings.WhenHeld(w.s.Opened)
}

func (w *society) plan(date string, follows meetings.ID) meetings.PlanInput {
	return meetings.PlanInput{Kind: meetings.AGM, Date: day(date), Time: "14:00", Place: "The hall", Follows: follows}
}

func (w *society) move(date string) {
	w.t.Helper()
	m, err := meetings.ByID(ctx, w.db, w.agm)
	w.must(err)
	w.must(w.s.meetings.Edit(ctx, w.secretary, w.agm, m.Version, w.plan(date, 0)))
}

// inquorate declares the AGM to be without a quorum, on its day.
func (w *society) inquorate() {
	w.t.Helper()
	w.now = civil.MustParseInstant("2026-03-14T07:00:00.000Z")
	w.exec(`UPDATE meeting SET state = 'inquorate', closed_at = $2 WHERE id = $1`, w.agm, w.now)
}

// Rule 4.20: the nominations for an AGM without a quorum hold for its further
// date, with those who made them.
func TestNominationsAreCarriedOver(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		w.follow()
		w.prepare()
		w.nominate("president", "Ana")
		w.again("president", "Pania")
		w.nominate("ordinary", "Ben", "Cal", "Dee")
		v := w.view("ordinary")
		w.must(w.s.SetSeats(ctx, w.secretary, SeatsInput{
			Election: v.ID, Version: v.Version, Seats: 3, Decision: "The AGM of 2025 wants three.",
		}))
		v = w.view("ordinary")
		w.must(w.s.Withdraw(ctx, w.secretary, WithdrawInput{
			Election: v.ID, Version: v.Version, Candidate: w.candidate("ordinary", "Cal"),
		}))
		w.inquorate()
		first := w.agm
		further, err := w.s.meetings.Create(ctx, w.secretary, w.plan("2026-03-28", first))
		w.must(err)
		w.agm = further
		want := "president: Ana (Eva, Fay), Pania; ordinary: Ben (Eva, Fay), Dee (Eva, Fay)"
		if got := w.stand(further); got != want {
			t.Errorf("at the further date: %s\nwant %s", got, want)
		}
		if v := w.view("ordinary"); v.Seats != 3 || v.Decision != "The AGM of 2025 wants three." {
			t.Errorf("%d seats, %q", v.Seats, v.Decision)
		}
		for _, c := range w.view("president").Candidates {
			if c.Nominated() != (c.CarriedOver() == "Sent in for the AGM of 14 March 2026, which had no quorum: it still "+
				"counts on the further date, 28 March 2026") {
				t.Errorf("%s: %s", c.Person.Name, c.Why)
			}
			if c.Nominated() && (c.Received != day("2026-03-01") || !c.Why.Uses(constitution.CarriedOver)) {
				t.Errorf("%s, received %s: %s", c.Person.Name, c.Received, c.Why)
			}
		}
		if got := w.stand(first); got != want {
			t.Errorf("the first meeting keeps its own: %s", got)
		}
		// More may come in until the further date, also of the days between.
		in := w.nomination("treasurer", "Cal")
		in.Received = day("2026-03-14")
		w.must(w.s.Nominate(ctx, w.secretary, in))

		// Called off, and arranged again: what came in meanwhile goes along.
		m, err := meetings.ByID(ctx, w.db, further)
		w.must(err)
		w.must(w.s.meetings.Cancel(ctx, w.secretary, further, m.Version, "The hall is shut."))
		last, err := w.s.meetings.Create(ctx, w.secretary, w.plan("2026-04-25", first))
		w.must(err)
		if got := w.stand(last); got != "president: Ana (Eva, Fay), Pania; treasurer: Cal (Eva, Fay); ordinary: Ben (Eva, "+
			"Fay), Dee (Eva, Fay)" {
			t.Errorf("at the date after: %s", got)
		}
	})
}

func TestNominationsAnew(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		w.follow()
		w.prepare()
		w.nominate("president", "Ana")
		w.inquorate()
		w.exec(`
			INSERT INTO constitution_ruling (question, reading, meeting_day, words, recorded_at, recorded_by)
			VALUES ('4.20-carried', 'anew', '2026-03-14', 'Everything anew.', $1, 'the test')`, w.now)
		further, err := w.s.meetings.Create(ctx, w.secretary, w.plan("2026-03-28", w.agm))
		w.must(err)
		if got := w.stand(further); got != "" {
			t.Errorf("carried over: %s", got)
		}
		w.agm = further
		w.prepare()
		old := w.nomination("president", "Ana")
		if got := fields(w.s.Nominate(ctx, w.secretary, old)); got != "received" {
			t.Errorf("the old paper: %q", got)
		}
		w.now = civil.MustParseInstant("2026-03-15T00:00:00.000Z")
		old.Received = day("2026-03-15")
		w.must(w.s.Nominate(ctx, w.secretary, old))
	})
}

// An AGM without elections yet leaves nothing to carry over, nor does an EGM.
func TestNothingToCarryOver(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		w.follow()
		w.inquorate()
		further, err := w.s.meetings.Create(ctx, w.secretary, w.plan("2026-03-28", w.agm))
		w.must(err)
		if got := w.stand(further); got != "" {
			t.Errorf("%s", got)
		}
		w.must(w.s.Prepare(ctx, w.secretary, further))
	})
}

// Rules 4.13 and 4.14 when the day of the AGM moves.
func TestNominationsAreJudgedAgain(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		w.follow()
		w.prepare()
		// Pania's office ends on the last day of March.
		w.exec(`UPDATE office SET until_day = '2026-03-31' WHERE person_id = $1`, w.people["Pania"])
		w.nominate("president", "Ana")
		w.again("president", "Pania")
		says := func(given, want string) {
			t.Helper()
			for _, c := range w.view("president").Candidates {
				if c.Person.ID == w.people[given] && !strings.Contains(c.Why.String(), want) {
					t.Errorf("%s: %s, want %q", given, c.Why, want)
				}
			}
		}
		stands := func(when, want string) {
			t.Helper()
			if got := w.stand(w.agm); got != want {
				t.Errorf("%s: %s, want %s", when, got, want)
			}
		}
		says("Ana", "before the AGM of 14 March 2026")
		w.move("2026-04-04")
		stands("after her office has ended", "president: Ana (Eva, Fay), -Pania")
		says("Ana", "before the AGM of 4 April 2026")
		says("Pania", "does not hold the office of president on 4 April 2026")
		if v := w.view("president"); len(v.Standing()) != 1 || v.Outcome.State != Decided {
			t.Errorf("%d stand, %s", len(v.Standing()), v.Outcome.State)
		}
		if ids, err := Candidates(ctx, w.db, w.agm); err != nil || slices.Contains(ids, w.people["Pania"]) {
			t.Errorf("candidates %v, %v", ids, err)
		}
		w.move("2026-03-28")
		stands("moved back", "president: Ana (Eva, Fay), Pania")

		// Struck off, nominated, and moved back: one candidature stands.
		w.move("2026-04-04")
		w.nominate("president", "Pania")
		stands("nominated", "president: Ana (Eva, Fay), -Pania, Pania (Eva, Fay)")
		w.move("2026-03-28")
		stands("nominated and moved back", "president: Ana (Eva, Fay), -Pania, Pania (Eva, Fay)")

		// Received today, and moved to today: it was there before the meeting.
		w.move("2026-03-01")
		stands("moved to the day of receipt", "president: Ana (Eva, Fay), -Pania, Pania (Eva, Fay)")
		says("Ana", "before the AGM, which was then set for 14 March 2026")
	})
}

// An officer who has left the office by the day of the AGM stands no more when
// it opens.
func TestNominationsAreJudgedWhenTheAGMOpens(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		w.follow()
		w.prepare()
		w.again("president", "Pania")
		w.nominate("secretary", "Ana")
		w.exec(`UPDATE office SET until_day = '2026-03-10' WHERE person_id = $1`, w.people["Pania"])
		w.now = civil.MustParseInstant("2026-03-14T01:00:00.000Z")
		w.state(meetings.Open)
		m, err := meetings.ByID(ctx, w.db, w.agm)
		w.must(err)
		w.tx(func(tx *store.Tx) error { return w.s.Opened(ctx, tx, m) })
		if got := w.stand(w.agm); got != "president: -Pania; secretary: Ana (Eva, Fay)" {
			t.Errorf("%s", got)
		}
		text := markdown(minutesBlocks([]Result{w.view("president").Result})[0])
		if !strings.Contains(text, "did not stand any more when the meeting opened") {
			t.Errorf("minutes:\n%s", text)
		}
		if holders := w.holders("2026-03-14"); strings.Contains(holders, string(auth.President)) {
			t.Errorf("holders %s", holders)
		}
	})
}
