package postal

import (
	"strings"
	"testing"

	"nzgs/internal/audit"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/store"
)

// Forty papers, two tellers, two differences: as issue and rules have it.
func TestAPostalVoteFromDraftToDestruction(t *testing.T) {
	each(t, 45, func(t *testing.T, w *society) {
		marks := make([]string, 40)
		for i := range marks {
			marks[i] = "y" + string("ynnna-!"[i%7])
		}
		w.reach(StateClosed, draft, marks...)
		ana, ben := w.actors["ana"], w.actors["ben"]

		// Each enters alone, in an own order and in own batches.
		all := w.entries(marks...)
		w.must(w.Enter(ctx, ana, w.vote, all[:25]))
		w.refused(
			w.Finish(ctx, ana, w.vote), "5.11", "You have entered 25 papers, and the envelope register has 40 valid ones.",
		)
		w.must(w.Enter(ctx, ana, w.vote, all[25:]))
		w.must(w.Finish(ctx, ana, w.vote))
		_, err := w.Compare(ctx, ana, w.vote, w.key("ana"))
		w.refused(err, "5.11", "before two tellers have entered every paper")
		wrong := append([]Entry{}, all...)
		wrong[3] = w.entry(3, "n"+marks[3][1:])
		wrong[7] = w.entry(7, "yn")
		for i := range wrong {
			j := len(wrong) - 1 - i
			w.must(w.Enter(ctx, ben, w.vote, wrong[j:j+1]))
		}
		w.must(w.Finish(ctx, ben, w.vote))
		w.refused(w.Enter(ctx, ben, w.vote, all[:1]), "5.11", "You have said that all papers are entered")

		c, err := w.Compare(ctx, ana, w.vote, w.key("ana"))
		w.must(err)
		if len(c.Differences) != 2 || w.state() != StateRecheck {
			t.Fatalf("differences %+v, state %s", c.Differences, w.state())
		}
		for _, d := range c.Differences {
			want := 1
			if d.Serial == w.serials[w.people[7]] {
				want = 2
			} else if d.Serial != w.serials[w.people[3]] {
				t.Errorf("paper %s differs", d.Serial)
			}
			if d.Field != "motion" || d.Motion != want || d.Of != "" {
				t.Errorf("%+v, want motion %d", d, want)
			}
		}
		_, err = w.Approve(ctx, ana, w.vote, w.key("ana"))
		w.refused(err, "5.11", "have checked those papers and said so again")

		// Both look at the papers again.
		w.must(w.Finish(ctx, ana, w.vote))
		w.must(w.Correct(ctx, ben, w.vote, w.key("ben"), []Entry{w.entry(3, marks[3]), w.entry(7, marks[7])}))
		_, err = w.Approve(ctx, ana, w.vote, w.key("ana"))
		w.refused(err, "5.11", "have checked those papers and said so again")
		w.must(w.Finish(ctx, ben, w.vote))
		c, err = w.Compare(ctx, ben, w.vote, w.key("ben"))
		w.must(err)
		if !c.Agreed() || c.Papers != 40 {
			t.Fatalf("after the correction: %+v", c)
		}
		shown, err := w.Totals(ctx, ben, w.vote, w.key("ben"))
		w.must(err)
		first, err := w.Approve(ctx, ben, w.vote, w.key("ben"))
		w.must(err)
		if w.state() != StateRecheck {
			t.Fatalf("one approval is enough: %s", w.state())
		}
		_, err = w.AgreedTotals(ctx, ana, w.vote)
		w.refused(err, "5.11", "There are no totals yet")
		second, err := w.Approve(ctx, ana, w.vote, w.key("ana"))
		w.must(err)
		if w.state() != StateAgreed || first.RootHash != second.RootHash || shown.RootHash != first.RootHash {
			t.Fatalf("state %s, roots %s %s", w.state(), first.RootHash, second.RootHash)
		}
		want := []MotionTotal{{1, 40, 0, 0, 0}, {2, 6, 18, 6, 10}}
		if second.Papers != 40 || second.Motions[0] != want[0] || second.Motions[1] != want[1] {
			t.Errorf("totals %+v, want %+v", second, want)
		}
		w.declared(second)
	})
}

// declared goes on from agreed totals to the end.
func (w *society) declared(totals Totals) {
	t, secretary := w.t, w.actors["secretary"]
	_, err := w.AgreedTotals(ctx, secretary, w.vote)
	w.refused(err, "5.11", "There are no totals yet")
	_, err = w.Outcomes(ctx, secretary, w.vote)
	w.refused(err, "5.11", "The tellers have not reported yet")
	w.must(w.Report(ctx, w.actors["ben"], w.vote, w.version(), "Two papers were looked at again."))
	if got, err := w.AgreedTotals(ctx, secretary, w.vote); err != nil || got.RootHash != totals.RootHash {
		t.Errorf("%+v, %v", got, err)
	}
	_, before, err := audit.Head(ctx, w.db)
	w.must(err)
	w.must(w.Declare(ctx, secretary, w.vote, w.version()))
	d, err := w.Service.Declaration(ctx, w.vote)
	w.must(err)
	if out, err := w.HeadsOut(ctx); len(out) != 1 || err != nil || out[0].String() != d.LogHead() {
		t.Errorf("heads that went out: %+v, %v", out, err)
	}
	if d.AuditHead != before || d.Papers != 40 || d.Valid != 40 || d.RollCount != 45 || len(d.Tellers) != 2 {
		t.Errorf("declaration %+v", d)
	}
	if o := d.Outcomes[0]; !o.Carried || o.Referred ||
		o.Trace.String() != "40 recorded ≥ 10 (5.12); 40 yes > 0 no (5.12): carried" {
		t.Errorf("motion 1: %s", o.Trace)
	}
	if o := d.Outcomes[1]; o.Carried || !strings.HasPrefix(
		o.Trace.String(), "30 recorded ≥ 10 (5.12); 6 of 24 for or against < 2/3 (5.12): not carried",
	) {
		t.Errorf("motion 2: %s", o.Trace)
	}
	if d.KeptUntil != day("2026-10-21") {
		t.Errorf("kept until %s", d.KeptUntil)
	}
	w.refused(
		w.Destroy(ctx, w.actors["ana"], w.vote, w.version(), Destruction{"x", "y"}), "5.11",
		"kept until 21 October 2026",
	)
	w.on("2026-10-20")
	w.refused(
		w.Destroy(ctx, w.actors["ana"], w.vote, w.version(), Destruction{"x", "y"}), "5.11",
		"kept until 21 October 2026",
	)
	w.on("2026-10-21")
	w.must(w.Destroy(
		ctx, w.actors["ana"], w.vote, w.version(), Destruction{"Files deleted", "Shredded by both"},
	))
	after, err := w.Service.Declaration(ctx, w.vote)
	w.must(err)
	if after.Destroyed != day("2026-10-21") || len(after.Outcomes) != 2 ||
		after.Outcomes[1].MotionTotal != d.Outcomes[1].MotionTotal {
		t.Errorf("after the destruction: %+v", after)
	}
	for _, table := range []string{"postal_entry", "postal_envelope", "postal_voter", "postal_print"} {
		if n := w.rows(table); n != 0 {
			t.Errorf("%s still has %d rows", table, n)
		}
	}
	f, err := w.facts(ctx, w.db, w.vote)
	if err != nil || f.tellers[0].Recipient != "" {
		t.Errorf("keys are left: %v", err)
	}
	if f.pack == "" || f.result == "" || !after.Proven {
		t.Error("what the result is checked with is gone")
	}
	duties, err := w.gov.DutiesOf(ctx, source(w.vote))
	w.must(err)
	for _, duty := range duties {
		if !duty.Done() {
			t.Errorf("the duty %s is not done", duty.What)
		}
	}
	if len(duties) != 4 {
		t.Errorf("%d duties", len(duties))
	}
}

func TestACarriedConstitutionalMotionIsReferred(t *testing.T) {
	each(t, 14, func(t *testing.T, w *society) {
		marks := make([]string, 12)
		for i := range marks {
			marks[i] = string("yyyyyyyynnnn"[i]) + string("yyyyyyyynnnn"[i])
		}
		w.reach(StateDeclared, draft, marks...)
		d, err := w.Service.Declaration(ctx, w.vote)
		w.must(err)
		if o := d.Outcomes[1]; !o.Carried || !o.Referred || o.Kind != constitution.Constitutional ||
			o.Trace.Outcome != "carried; referred to the AGM (7.1)" {
			t.Errorf("%+v", o)
		}
		if n := w.rows("constitution_version"); n != 0 {
			t.Errorf("%d versions were adopted by post", n)
		}
	})
}

// Ruling 5.12-constitution: a carried vote on the constitution makes the version
// that its EGM framed, from the day of the declaration.
func TestAPostalVoteAmendsTheConstitutionWhereItIsReadSo(t *testing.T) {
	each(t, 14, func(t *testing.T, w *society) {
		w.must(w.gov.RecordRuling(ctx, w.actors["secretary"], constitution.Ruling{
			Question: constitution.ConstitutionByPost, Reading: "amends", Meeting: day("2026-02-05"), Words: "By post too.",
		}))
		var held MeetingID
		w.must(w.db.InTx(ctx, func(tx *store.Tx) (err error) {
			if held, err = store.One(ctx, tx, store.Value[MeetingID], `
				INSERT INTO meeting (kind, date, time, place, state, called_by, created_at, created_by)
				VALUES ('egm', $1, '19:30', 'Hall', 'closed', 'committee', $2, 'test')
				RETURNING id`, egm, w.now); err != nil {
				return err
			}
			for i, m := range draft.Motions {
				change := ""
				if m.Kind == constitution.Constitutional {
					change = `[{"name":"quorum","value":"8"}]`
				}
				if _, err := tx.Exec(ctx, `
					INSERT INTO motion (meeting_id, number, paper_number, origin, kind, item, title, wording, change, state)
					VALUES ($1, $2, $2, 'committee', $3, 'discussion', 'A matter', $4, $5, 'framed')`, held, i+1, string(m.Kind),
					m.Text, change); err != nil {
					return err
				}
			}
			return nil
		}))
		d := draft
		d.Meeting = held
		w.reach(StateReported, d, strings.Split(strings.Repeat("yy ", 11)+"yy", " ")...)
		w.advance(StateDeclared)
		for on, want := range map[string]int{"2026-04-20": 10, w.now.Date().String(): 8} {
			if c, err := w.gov.On(ctx, w.db, day(on)); err != nil || c.Figures.Quorum != want {
				t.Errorf("on %s a quorum of %d, %v; want %d", on, c.Figures.Quorum, err, want)
			}
		}
	})
}
