package meetings

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"nzgs/internal/apperr"
	"nzgs/internal/store"
)

// minuted is an AGM that has closed, with minutes.
func (w *society) minuted() ID {
	w.t.Helper()
	id := w.held(nil)
	w.must(w.s.Close(ctx, w.secretary, id, w.version(id)))
	w.must(w.s.SaveMinutes(ctx, w.secretary, id, 0, "# Minutes\n\nThey met.\n\n## Present\n\nTwelve.", ""))
	return id
}

func TestMinutesInDraftAreShownToMembers(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		id := w.minuted()
		w.refused("a remark before", w.s.Remark(ctx, w.member, id, "Present", "Eleven."), apperr.NotFound, "")
		chair := w.actor(w.people[0])
		w.refused("shown by a member", w.s.ShowMinutes(ctx, w.member, id, 1, ""), apperr.Forbidden, "")
		w.refused("an old version", w.s.ShowMinutes(ctx, chair, id, 0, ""), apperr.Conflict, "")
		w.must(w.s.ShowMinutes(ctx, chair, id, 1, "https://go.example.nz"))
		body, err := store.One(ctx, w.db, store.Value[string], `SELECT MIN(body) FROM mail_letter WHERE letter_key LIKE '%minutes-draft%'`)
		w.must(err)
		if want := fmt.Sprintf("https://go.example.nz/meetings/%d/minutes\n", id); !strings.Contains(body, want) {
			t.Errorf("the letter does not lead to %s:\n%s", want, body)
		}
		p, err := w.s.Published(ctx, w.member, id)
		if err != nil || p.Minutes == nil || p.Minutes.Approved != 0 || p.Minutes.ShownBy == "" {
			t.Fatalf("%+v, %v", p.Minutes, err)
		}
		letters := func() DraftLetters {
			got, err := w.s.DraftLetters(ctx, w.secretary, id)
			w.must(err)
			return got
		}
		if got := letters(); got != (DraftLetters{Waiting: 21, Without: 3}) {
			t.Errorf("before anything left: %+v", got)
		}
		w.deliver(map[string]error{})
		if got := letters(); got != (DraftLetters{Sent: 21, Without: 3}) {
			t.Errorf("after they left: %+v", got)
		}
		_, err = w.s.DraftLetters(ctx, w.member, id)
		w.refused("a member counts letters", err, apperr.Forbidden, "")

		w.refused("empty", w.s.Remark(ctx, w.member, id, "Present", " "), apperr.Invalid, "remark")
		w.refused("about nothing", w.s.Remark(ctx, w.member, id, "Absent", "x"), apperr.Invalid, "section")
		w.refused("from a lapsed member", w.s.Remark(ctx, w.lapsed, id, "Present", "x"), apperr.Forbidden, "")
		w.must(w.s.Remark(ctx, w.member, id, "Present", "Eleven were there."))
		w.must(w.s.Remark(ctx, w.actor(w.people[7]), id, "", "They met late."))
		all, err := w.s.Remarks(ctx, w.secretary, id)
		if err != nil || len(all) != 2 || all[0].By.Name == "" || all[0].Section != "Present" {
			t.Fatalf("%+v, %v", all, err)
		}
		if mine, err := w.s.Remarks(ctx, w.member, id); err != nil || len(mine) != 1 || mine[0].Text != "Eleven were there." {
			t.Errorf("a member reads %+v, %v", mine, err)
		}
		one := all[0]
		w.refused("answered by a member", w.s.AnswerRemark(ctx, w.member, one.ID, one.Version, Taken, ""), apperr.Forbidden, "")
		w.refused("no answer", w.s.AnswerRemark(ctx, w.secretary, one.ID, one.Version, "", ""), apperr.Invalid, "answer")
		w.refused("no reason", w.s.AnswerRemark(ctx, w.secretary, one.ID, one.Version, NotTaken, ""), apperr.Invalid, "reply")
		w.must(w.s.AnswerRemark(ctx, w.secretary, one.ID, one.Version, NotTaken, "Twelve signed the list."))
		w.refused("twice", w.s.AnswerRemark(ctx, w.secretary, one.ID, one.Version, Taken, ""), apperr.Conflict, "")
		w.refused("no remark", w.s.AnswerRemark(ctx, w.secretary, 999, 1, Taken, ""), apperr.NotFound, "")
		if mine, _ := w.s.Remarks(ctx, w.member, id); mine[0].Answer != NotTaken || mine[0].Reply != "Twelve signed the list." {
			t.Errorf("the answer: %+v", mine[0])
		}

		w.must(w.s.HideMinutes(ctx, w.secretary, id, w.view(id).Minutes.Version))
		if p, _ := w.s.Published(ctx, w.member, id); p.Minutes != nil {
			t.Error("minutes that are hidden are read")
		}
		if all, _ := w.s.Remarks(ctx, w.secretary, id); len(all) != 2 {
			t.Errorf("remarks were lost: %+v", all)
		}
	})
}

// Bug: a second showing of the draft wrote no letters though it said so.
func TestEachShowingOfTheDraftIsTold(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		id := w.minuted()
		show := func(want DraftLetters) {
			t.Helper()
			w.must(w.s.ShowMinutes(ctx, w.secretary, id, w.view(id).Minutes.Version, ""))
			got, err := w.s.DraftLetters(ctx, w.secretary, id)
			if err != nil || got != want {
				t.Errorf("%+v, %v; want %+v", got, err, want)
			}
		}
		show(DraftLetters{Waiting: 21, Without: 3})
		w.deliver(nil)
		w.must(w.s.HideMinutes(ctx, w.secretary, id, w.view(id).Minutes.Version))
		w.now = w.now.Add(time.Minute)
		show(DraftLetters{Waiting: 21, Without: 3})
		// Letters of before each showing was told are found by their old name.
		w.tx(func(tx *store.Tx) error {
			if _, err := tx.Exec(ctx, `DELETE FROM mail_letter WHERE letter_key LIKE '%minutes-draft:2026-03-14T00:01%'`); err != nil {
				return err
			}
			_, err := tx.Exec(ctx, `
				UPDATE mail_letter
				SET letter_key = replace(letter_key, 'minutes-draft:2026-03-14T00:00:00.000Z', 'minutes-draft')`)
			return err
		})
		if got, err := w.s.DraftLetters(ctx, w.secretary, id); err != nil || got != (DraftLetters{Sent: 21, Without: 3}) {
			t.Errorf("of before: %+v, %v", got, err)
		}
	})
}

// Bug: after a notice in the newsletter every member counted as one without an e-mail
// address.
func TestDraftLettersAfterANewsletter(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		id := w.create(agm("2026-03-14"))
		w.on("2026-02-20")
		w.must(w.s.SendNotice(ctx, w.secretary, id, w.version(id), NoticeInput{Way: Newsletter, Sent: day("2026-02-20")}))
		w.on("2026-03-14")
		w.arrive(id, 12)
		w.open(id)
		w.must(w.s.Close(ctx, w.secretary, id, w.version(id)))
		w.must(w.s.SaveMinutes(ctx, w.secretary, id, 0, "# Minutes", ""))
		w.must(w.s.ShowMinutes(ctx, w.secretary, id, 1, ""))
		if got, err := w.s.DraftLetters(ctx, w.secretary, id); err != nil || got != (DraftLetters{Newsletter: true}) {
			t.Errorf("%+v, %v", got, err)
		}
	})
}

// What a meeting approved, and with which corrections, stands in its own minutes.
func TestApprovalWithCorrections(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		id := w.minuted()
		w.must(w.s.ShowMinutes(ctx, w.secretary, id, 1, ""))
		w.must(w.s.Remark(ctx, w.member, id, "Present", "Eleven were there."))
		next := w.create(agm("2027-03-14"))
		w.on("2027-02-20")
		w.notify(next)
		w.on("2027-03-14")
		w.arrive(next, 12)
		w.open(next)
		if m := w.view(id).Meeting; !m.ApprovableAt(w.view(next).Meeting) || w.view(next).Meeting.ApprovableAt(m) {
			t.Error("which meeting approves which")
		}
		w.must(w.s.ApproveMinutes(ctx, w.secretary, id, 2, next, "Eleven were there,\nnot twelve."))
		if got := w.view(id).Minutes; got.Corrections != "Eleven were there,\nnot twelve." || got.Approved != next {
			t.Errorf("%+v", got)
		}
		remarks, err := w.s.Remarks(ctx, w.secretary, id)
		w.must(err)
		w.refused("an answer afterwards", w.s.AnswerRemark(
			ctx, w.secretary, remarks[0].ID, remarks[0].Version, Taken, "",
		), apperr.Conflict, "approved")
		w.refused("a remark afterwards", w.s.Remark(ctx, w.member, id, "Present", "x"), apperr.Conflict, "approved")
		draft, err := w.s.DraftMinutes(ctx, w.secretary, next, nil)
		w.must(err)
		if got := draft.Markdown(); !strings.Contains(
			got, "The minutes of the AGM of 14 March 2026 were approved, with these corrections: Eleven were there,  \nnot twelve.",
		) {
			t.Errorf("%s", got)
		}
		for _, s := range draft.Sections {
			for _, one := range s.Sentences {
				if strings.Contains(one.Text, "were approved") && !strings.Contains(s.Title, "Minutes") {
					t.Errorf("under %q", s.Title)
				}
			}
		}
	})
}

// The committee's own minutes are not for members.
func TestCommitteeMinutesAreNotShown(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		in := agm("2026-03-14")
		in.Kind = Committee
		id := w.create(in)
		w.on("2026-03-14")
		w.arrive(id, 4)
		w.open(id)
		w.must(w.s.Close(ctx, w.secretary, id, w.version(id)))
		w.must(w.s.SaveMinutes(ctx, w.secretary, id, 0, "They met.", ""))
		w.refused("shown", w.s.ShowMinutes(ctx, w.secretary, id, 1, ""), apperr.Conflict, "committee")
		if v := w.view(id); v.May.ShowMinutes || v.May.HideMinutes {
			t.Error("a button for it")
		}
	})
}
