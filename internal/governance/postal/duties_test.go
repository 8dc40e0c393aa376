package postal

import (
	"fmt"
	"strings"
	"testing"

	"nzgs/internal/civil"
	"nzgs/internal/governance"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/store"
)

// The meeting's own duty to send the papers is done with the vote's.
func TestTheMeetingsDutyIsDoneToo(t *testing.T) {
	each(t, 14, func(t *testing.T, w *society) {
		w.reach(StatePapers, draft)
		w.must(w.db.InTx(ctx, func(tx *store.Tx) error {
			id, err := store.One(ctx, tx, store.Value[MeetingID], `
				INSERT INTO meeting (kind, date, time, place, called_by, created_at, created_by)
				VALUES ('egm', $1, '19:30', 'Hall', 'committee', $2, 'test')
				RETURNING id`, egm, w.now)
			if err != nil {
				return err
			}
			if _, err := tx.Exec(ctx, `UPDATE postal_vote SET meeting_id = $1`, id); err != nil {
				return err
			}
			after, err := leaves(ctx, tx, w.vote, nil)
			if err != nil {
				return err
			}
			if err := did(w.permit(), "link", w.vote, after).Write(ctx, tx); err != nil {
				return err
			}
			return w.gov.SetDuties(ctx, tx, meetingSource(id), []governance.Duty{{
				What: string(constitution.DutyDespatch), Title: "Send papers", Owner: constitution.OwnerSecretary,
				Due: day("2026-04-05"), Rule: "5.9",
			}})
		}))
		w.advance(StateDespatched)
		duties, err := w.gov.Duties(ctx, w.actors["secretary"])
		w.must(err)
		done := 0
		for _, d := range duties {
			if d.What == string(constitution.DutyDespatch) && d.Done() {
				done++
			}
		}
		if done != 2 {
			t.Errorf("%d of the two duties are done", done)
		}
	})
}

func TestDutiesFollowTheVote(t *testing.T) {
	each(t, 14, func(t *testing.T, w *society) {
		list := func() string {
			duties, err := w.gov.DutiesOf(ctx, fmt.Sprintf("postal:%d", w.vote))
			w.must(err)
			var out []string
			for _, d := range duties {
				done := ""
				if d.Done() {
					done = " done"
				}
				out = append(out, fmt.Sprintf("%s %s %s %d%s", d.What, d.Due, d.Owner, len(d.People), done))
			}
			return strings.Join(out, ", ")
		}
		w.reach(StateDraft, draft)
		if got, want := list(), "despatch 2026-04-05 secretary 0, closing 2026-04-20 secretary 0, report 2026-04-27 "+
			"tellers 0, destroy_not_before 2026-10-27 tellers 0"; got != want {
			t.Errorf("%s; want %s", got, want)
		}
		moved := draft
		moved.Closing = day("2026-04-18")
		w.must(w.Edit(ctx, w.actors["secretary"], w.vote, w.version(), moved))
		w.advance(StateDespatched)
		if got, want := list(), "despatch 2026-04-03 secretary 0 done, closing 2026-04-18 secretary 0, report 2026-04-25 "+
			"tellers 2, destroy_not_before 2026-10-25 tellers 2"; got != want {
			t.Errorf("%s; want %s", got, want)
		}
		var mine []governance.Duty
		mine, err := w.gov.Duties(ctx, w.actors["ana"])
		if err != nil || len(mine) != 2 {
			t.Errorf("the teller's duties: %v, %v", mine, err)
		}
	})
}

// What is due of a vote follows at once when the constitution of its days changes.
func TestDutiesFollowTheConstitution(t *testing.T) {
	each(t, 14, func(t *testing.T, w *society) {
		report := func() string {
			duties, err := w.gov.DutiesOf(ctx, source(w.vote))
			w.must(err)
			for _, d := range duties {
				if d.What == string(constitution.DutyReport) {
					return d.Due.String()
				}
			}
			return ""
		}
		adopt := func(from civil.Date, days int) {
			c := constitution.Shipped()
			c.From, c.AdoptedBy, c.Figures.ReportDays = from, "That the tellers have other days.", days
			w.must(w.db.InTx(ctx, func(tx *store.Tx) error {
				return w.gov.Adopt(ctx, tx, w.permit(), "motion:1", c)
			}))
		}
		w.reach(StateDraft, draft)
		if got := report(); got != "2026-04-27" {
			t.Errorf("as it was: %s", got)
		}
		adopt(draft.EGM, 20) // after the meeting
		if got := report(); got != "2026-04-27" {
			t.Errorf("amended after the EGM: %s", got)
		}
		adopt(draft.EGM.AddDays(-1), 10)
		if got := report(); got != "2026-04-30" {
			t.Errorf("amended before it: %s", got)
		}
	})
}
