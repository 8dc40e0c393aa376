package meetings

import (
	"bytes"
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/mail"
	"nzgs/internal/store"
)

// What is kept of a notice is what was sent, to the byte; whoever may not see the meeting has only what is published, and
// a text that was changed since is told.
func TestANoticeIsKeptAsItWasSent(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		id := w.create(agm("2026-03-14"))
		w.propose(id, MotionInput{Title: "A library", Text: "That a library be founded."})
		w.on("2026-02-20")
		in := NoticeInput{Words: "Bring a board."}
		p, err := w.s.PreviewNotice(ctx, w.secretary, id, in)
		w.must(err)
		head, err := w.s.LogHead(ctx)
		w.must(err)
		in.LogHead, in.Print = head, Print{Content: []byte("%PDF one"), Of: p.Body}
		w.refused(
			"a print of other words", w.s.SendNotice(ctx, w.secretary, id, w.version(id), in), apperr.Conflict, "while it was printed",
		)
		p, err = w.s.PreviewNotice(ctx, w.secretary, id, in)
		w.must(err)
		in.Print.Of = p.Body
		_, _, err = w.s.NoticePrint(ctx, w.member, id, 0)
		w.refused("a print before the notice", err, apperr.NotFound, "")
		w.must(w.s.SendNotice(ctx, w.secretary, id, w.version(id), in))
		w.lettersLeave(id)
		n := w.view(id).Notices[0]
		box, err := w.outbox.Outbox(ctx, w.secretary, mail.Filter{Size: 100})
		w.must(err)
		for _, e := range box.Entries {
			if e.Body != p.Body || n.Body != p.Body {
				t.Errorf("the letter to %s is not the text that is kept", e.To.Name)
			}
		}
		if n.BodyHash != hashOf([]byte(p.Body)) || n.PrintHash != hashOf([]byte("%PDF one")) || n.Altered() {
			t.Errorf("kept with the hashes %q and %q", n.BodyHash, n.PrintHash)
		}
		_, print, err := w.s.NoticePrint(ctx, w.member, id, 0)
		if w.must(err); !bytes.Equal(print, []byte("%PDF one")) {
			t.Errorf("a member has the print %q", print)
		}
		_, _, err = w.s.NoticePrint(ctx, w.lapsed, id, 0)
		w.refused("who is no member", err, apperr.Forbidden, "")

		w.tx(func(tx *store.Tx) error {
			_, err := tx.Exec(ctx, `UPDATE meeting_notice SET body = body || 'x', print = print || $1`, []byte("x"))
			return err
		})
		if !w.view(id).Notices[0].Altered() {
			t.Error("no one sees that the text was changed")
		}
		if _, _, err := w.s.NoticePrint(ctx, w.secretary, id, 1); err == nil {
			t.Error("a changed print is given as the one that was sent")
		}
	})
}

// The print of a committee's notice is for the committee.
func TestTheNoticeOfACommitteeIsForTheCommittee(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		id := w.create(PlanInput{Kind: Committee, Date: day("2026-03-14"), Time: "19:00", Place: "Club rooms"})
		w.must(w.s.SendNotice(ctx, w.secretary, id, w.version(id), NoticeInput{}))
		if _, _, err := w.s.NoticePrint(ctx, w.ordinary, id, 1); err != nil {
			t.Error(err)
		}
		_, _, err := w.s.NoticePrint(ctx, w.member, id, 1)
		w.refused("a member", err, apperr.NotFound, "")
	})
}
