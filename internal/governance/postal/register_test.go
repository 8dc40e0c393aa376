package postal

import (
	"strings"
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/governance/constitution"
)

func TestReceiptsThatAreRefused(t *testing.T) {
	each(t, 14, func(t *testing.T, w *society) {
		w.reach(StateDespatched, draft)
		w.on("2026-04-22")
		good := Receipt{Person: w.people[3], Received: day("2026-04-20"), Route: Direct, Standing: Valid}
		for _, c := range []struct {
			name   string
			spoil  func(*Receipt)
			fields string
		}{
			{"nothing", func(r *Receipt) { *r = Receipt{} }, "person received route standing"},
			{"nobody of the roll", func(r *Receipt) { r.Person = 999 }, "person"},
			{"a day to come", func(r *Receipt) { r.Received = day("2026-04-23") }, "received"},
			{"before the papers went out", func(r *Receipt) { r.Received = day("2026-03-14") }, "received"},
			{"valid, a day late", func(r *Receipt) { r.Received = day("2026-04-21") }, "standing"},
			{"through an unnamed club", func(r *Receipt) { r.Route = ClubSecretary }, "club"},
			{"by pigeon", func(r *Receipt) { r.Route = "pigeon" }, "route"},
			{"rejected for no reason", func(r *Receipt) { r.Standing = Rejected }, "why"},
			{"waiting by its own say", func(r *Receipt) { r.Standing = Waiting }, "standing"},
		} {
			r := good
			c.spoil(&r)
			if _, err := w.Receive(ctx, w.actors["ana"], w.vote, r); fields(err) != c.fields {
				t.Errorf("%s: fields %q, want %q", c.name, fields(err), c.fields)
			}
		}
		if n := w.rows("postal_envelope"); n != 0 {
			t.Errorf("%d papers are in the register", n)
		}
		late := good
		late.Received, late.Standing, late.Reason = day("2026-04-21"), Rejected, "Came a day late."
		if e, err := w.Receive(ctx, w.actors["ana"], w.vote, late); err != nil || e.Standing != Rejected {
			t.Errorf("a late paper, rejected: %+v, %v", e, err)
		}
		through := good
		through.Route, through.Club = ClubSecretary, " Kāpiti  Go Club"
		e, err := w.Receive(ctx, w.actors["ben"], w.vote, through)
		if err != nil || e.Standing != Valid || e.Club != "Kāpiti Go Club" || e.Name != "Member Testcase003" {
			t.Errorf("%+v, %v", e, err)
		}
		w.refused(
			w.Rule(ctx, w.actors["ana"], w.vote, 1, 1, Valid, "Let it count."), "", "standing: It came after 20 April 2026",
		)
	})
}

// standings writes the member's papers in the register: "valid rejected".
func (w *society) standings() string {
	w.t.Helper()
	r, err := w.Service.Register(ctx, w.actors["ana"], w.vote)
	w.must(err)
	var out []string
	for _, e := range r.Envelopes {
		out = append(out, string(e.Standing))
	}
	return strings.Join(out, " ")
}

// Rule 5.10 by each reading of a second paper, in whatever order they are
// recorded.
func TestASecondPaperByEachReading(t *testing.T) {
	each(t, 14, func(t *testing.T, w *society) {
		for i, c := range []struct {
			reading constitution.ReadingID
			days    []string // of receipt, in the order of recording
			want    string   // by the day of receipt
		}{
			{"tellers", []string{"2026-04-01"}, "valid"},
			{"tellers", []string{"2026-04-01", "2026-04-02"}, "valid waiting"},
			{"tellers", []string{"2026-04-02", "2026-04-01"}, "valid waiting"},
			{"tellers", []string{"2026-04-01", "2026-04-02", "2026-04-03"}, "valid waiting waiting"},
			{"last", []string{"2026-04-01", "2026-04-02"}, "rejected valid"},
			{"last", []string{"2026-04-02", "2026-04-01"}, "rejected valid"},
			{"none", []string{"2026-04-01", "2026-04-02"}, "rejected rejected"},
		} {
			w.on("2026-03-15")
			w.must(w.gov.RecordRuling(ctx, w.actors["secretary"], constitution.Ruling{
				Question: constitution.SecondPaper, Reading: c.reading, Meeting: day("2026-02-05").AddDays(i),
				Words: "So it is read.",
			}))
			w.reach(StateDespatched, draft)
			w.on("2026-04-10")
			for _, d := range c.days {
				_, err := w.Receive(ctx, w.actors["ana"], w.vote, Receipt{
					Person: w.people[3], Received: day(d), Route: Direct, Standing: Valid,
				})
				w.must(err)
			}
			if got := w.standings(); got != c.want {
				t.Errorf("%s, %v: %s, want %s", c.reading, c.days, got, c.want)
			}
		}
	})
}

func TestTheTellersRuleOnAPaper(t *testing.T) {
	each(t, 14, func(t *testing.T, w *society) {
		w.reach(StateDespatched, draft)
		first := w.receive(w.people[3], Valid)
		second := w.receive(w.people[3], Valid)
		if second.Standing != Waiting || !strings.Contains(second.Reading, "reading 5.10-second") {
			t.Fatalf("%+v", second)
		}
		ana, ben := w.actors["ana"], w.actors["ben"]
		rule := func(e Envelope, version int64, to Standing, reason string) error {
			return w.Rule(ctx, ben, w.vote, e.ID, version, to, reason)
		}
		if err := rule(second, 1, Valid, " "); fields(err) != "reason" {
			t.Errorf("for no reason: %v", err)
		}
		if err := rule(second, 1, Waiting, "Let it wait."); fields(err) != "standing" {
			t.Errorf("to waiting: %v", err)
		}
		w.refused(rule(second, 1, Valid, "It is the clearer one."), "5.10", "Another paper of Member Testcase003 counts")
		w.must(rule(first, 1, Rejected, "The member sent a corrected one."))
		w.must(rule(second, 1, Valid, "It is the corrected one."))
		if err := rule(second, 1, Rejected, "A change of mind."); apperr.KindOf(err) != apperr.Conflict {
			t.Errorf("with an old version: %v", err)
		}
		if err := rule(Envelope{ID: 999}, 1, Valid, "x"); apperr.KindOf(err) != apperr.NotFound {
			t.Errorf("a line that is not there: %v", err)
		}
		r, err := w.Service.Register(ctx, ana, w.vote)
		w.must(err)
		if r.Members != 1 || r.Valid != 1 || r.Rejected != 1 || r.Waiting != 0 || r.Papers() != 2 || r.Roll != 14 ||
			r.Envelopes[0].RuledBy == "" {
			t.Errorf("%+v", r)
		}
		// Only the tellers of this vote see who returned a paper.
		for name, kind := range map[string]apperr.Kind{
			"secretary": apperr.Forbidden, "administrator": apperr.Forbidden, "member": apperr.Forbidden,
			"nobody": apperr.SignIn,
		} {
			if _, err := w.Service.Register(ctx, w.actors[name], w.vote); apperr.KindOf(err) != kind {
				t.Errorf("%s: %v", name, err)
			}
		}
	})
}

// A rejected paper leaves the member's other one to count.
func TestAfterARejectedPaperTheNextCounts(t *testing.T) {
	each(t, 14, func(t *testing.T, w *society) {
		w.reach(StateDespatched, draft)
		w.receive(w.people[3], Rejected)
		if e := w.receive(w.people[3], Valid); e.Standing != Valid {
			t.Errorf("%+v", e)
		}
		if e := w.receive(w.people[3], Rejected); e.Standing != Rejected || e.Reason != "Not signed." {
			t.Errorf("%+v", e)
		}
	})
}

// What changes the number of papers to be entered takes back that all were.
func TestAPaperThatComesToLightUndoesTheFinish(t *testing.T) {
	each(t, 14, func(t *testing.T, w *society) {
		marks := strings.Split(strings.Repeat("yn ", 10), " ")[:10]
		w.reach(StateClosed, draft, marks...)
		for _, name := range []string{"ana", "ben"} {
			w.must(w.Enter(ctx, w.actors[name], w.vote, w.entries(marks...)))
			w.must(w.Finish(ctx, w.actors[name], w.vote))
		}
		_, err := w.Approve(ctx, w.actors["ana"], w.vote, w.key("ana"))
		w.must(err)
		_, err = w.Receive(ctx, w.actors["ana"], w.vote, Receipt{
			Person: w.people[10], Received: day("2026-04-20"), Route: Direct, Standing: Valid,
		})
		w.must(err)
		f, err := w.facts(ctx, w.db, w.vote)
		w.must(err)
		if f.result != "" || f.finished() != 0 || !f.tellers[0].Approved.IsZero() {
			t.Errorf("finished %d, result %q", f.finished(), f.result)
		}
		_, err = w.Approve(ctx, w.actors["ben"], w.vote, w.key("ben"))
		w.refused(err, "5.11", "once both tellers have said that all is entered")
		w.refused(
			w.Finish(ctx, w.actors["ana"], w.vote), "5.11",
			"You have entered 10 papers, and the envelope register has 11 valid ones",
		)
		for _, name := range []string{"ana", "ben"} {
			w.must(w.Enter(ctx, w.actors[name], w.vote, []Entry{w.entry(10, "an")}))
			w.must(w.Finish(ctx, w.actors[name], w.vote))
		}
		_, err = w.Approve(ctx, w.actors["ana"], w.vote, w.key("ana"))
		w.must(err)
		totals, err := w.Approve(ctx, w.actors["ben"], w.vote, w.key("ben"))
		if err != nil || totals.Papers != 11 || totals.Motions[0] != (MotionTotal{1, 10, 0, 1, 0}) {
			t.Errorf("%+v, %v", totals, err)
		}
	})
}

// Rule 5.9: the closing day is the members' to the end.
func TestAVoteClosesOnceItsClosingDayIsOver(t *testing.T) {
	each(t, 14, func(t *testing.T, w *society) {
		w.reach(StateDespatched, draft)
		for _, c := range []struct{ today, want string }{
			{"2026-04-19", "from 21 April 2026"}, {"2026-04-20", "from 21 April 2026"}, {"2026-04-21", ""},
		} {
			w.on(c.today)
			err := w.Close(ctx, w.actors["ben"], w.vote, w.version())
			if c.want == "" {
				w.must(err)
				continue
			}
			w.refused(err, "5.9", c.want)
		}
		// No paper came: both say so, and nothing is carried.
		for _, name := range []string{"ana", "ben"} {
			w.must(w.Finish(ctx, w.actors[name], w.vote))
		}
		for _, name := range []string{"ana", "ben"} {
			_, err := w.Approve(ctx, w.actors[name], w.vote, w.key(name))
			w.must(err)
		}
		w.advance(StateDeclared)
		d, err := w.Service.Declaration(ctx, w.vote)
		if err != nil || d.Papers != 0 || d.Outcomes[0].Carried || d.Outcomes[1].Carried {
			t.Errorf("%+v, %v", d, err)
		}
	})
}

// When another paper of a member counts than the one that was entered, what the
// tellers said of having finished, and an approval, are taken back: the number
// of valid papers is the same, and the papers are not.
func TestAnotherPaperOfAMemberCountsAfterEntry(t *testing.T) {
	each(t, 14, func(t *testing.T, w *society) {
		for i, c := range []struct {
			name     string
			reading  constitution.ReadingID
			received string // of the second paper; the first came on 10 April
		}{
			{"the last one counts", "last", "2026-04-15"},
			{"an earlier one turns up", "tellers", "2026-04-05"},
		} {
			w.on("2026-03-15")
			w.must(w.gov.RecordRuling(ctx, w.actors["secretary"], constitution.Ruling{
				Question: constitution.SecondPaper, Reading: c.reading, Meeting: day("2026-02-05").AddDays(i),
				Words: "So it is read.",
			}))
			w.reach(StateDespatched, draft)
			w.on("2026-04-10")
			w.advance(StateClosed, "yn")
			for _, name := range []string{"ana", "ben"} {
				w.must(w.Enter(ctx, w.actors[name], w.vote, w.entries("yn")))
				w.must(w.Finish(ctx, w.actors[name], w.vote))
			}
			_, err := w.Approve(ctx, w.actors["ana"], w.vote, w.key("ana"))
			w.must(err)
			w.on("2026-04-22")
			_, err = w.Receive(ctx, w.actors["ben"], w.vote, Receipt{
				Person: w.people[0], Received: day(c.received), Route: Direct, Standing: Valid,
			})
			w.must(err)
			f, err := w.facts(ctx, w.db, w.vote)
			w.must(err)
			if f.finished() != 0 || f.result != "" || !f.tellers[0].Approved.IsZero() {
				t.Errorf("%s: %d tellers have still finished, result %d bytes", c.name, f.finished(), len(f.result))
			}
		}
	})
}

// Rule 5.10 by each reading of electronic papers, by the constitution of the
// closing day.
func TestElectronicPapersByEachReading(t *testing.T) {
	each(t, 14, func(t *testing.T, w *society) {
		for i, reading := range []constitution.ReadingID{"paper", "electronic"} {
			w.on("2026-03-15")
			w.must(w.gov.RecordRuling(ctx, w.actors["secretary"], constitution.Ruling{
				Question: constitution.Electronic, Reading: reading, Meeting: day("2026-02-05").AddDays(i), Words: "So it is read.",
			}))
			w.reach(StateDespatched, draft)
			r := Receipt{
				Person: w.people[3], Received: w.now.Date(), Form: Electronic, Route: Direct, Standing: Rejected,
				Reason: "Not on paper.",
			}
			e, err := w.Receive(ctx, w.actors["ana"], w.vote, r)
			w.must(err)
			ruling := w.Rule(ctx, w.actors["ben"], w.vote, e.ID, e.Version, Valid, "It is signed.")
			r.Person, r.Standing = w.people[4], Valid
			_, err = w.Receive(ctx, w.actors["ana"], w.vote, r)
			if reading == "electronic" {
				w.must(ruling)
				w.must(err)
			} else if fields(err) != "standing" || fields(ruling) != "standing" {
				t.Errorf("on paper only: %v; %v", err, ruling)
			}
			list, err := w.Register(ctx, w.actors["ana"], w.vote)
			w.must(err)
			if list.Envelopes[0].Form != Electronic {
				t.Errorf("%+v", list.Envelopes[0])
			}
			r.Form = "carrier pigeon"
			if _, err := w.Receive(ctx, w.actors["ana"], w.vote, r); fields(err) != "form" {
				t.Errorf("another form: %v", err)
			}
		}
	})
}

// What the committee rules after the closing day leaves the papers of a vote as
// they were treated.
func TestARulingAfterTheClosingDayLeavesPapersAlone(t *testing.T) {
	each(t, 14, func(t *testing.T, w *society) {
		w.reach(StateDespatched, draft)
		w.receive(w.people[3], Valid)
		w.on("2026-04-22")
		w.must(w.gov.RecordRuling(ctx, w.actors["secretary"], constitution.Ruling{
			Question: constitution.SecondPaper, Reading: "none", Meeting: day("2026-04-21"), Words: "Neither counts.",
		}))
		_, err := w.Receive(ctx, w.actors["ana"], w.vote, Receipt{
			Person: w.people[3], Received: day("2026-04-19"), Route: Direct, Standing: Valid,
		})
		w.must(err)
		if got := w.standings(); got != "valid waiting" {
			t.Errorf("%s, want the reading of the closing day", got)
		}
	})
}
