package meetings

import (
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/treasury"
)

// The treasurer's report goes with the notice, its adoption is a motion of the AGM, and by the motion the year is locked.
func TestAccountsAreAdoptedByAnAGM(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		until := day("2025-12-31")
		present := func(actor auth.Actor, id ID) (MotionID, error) {
			return w.s.PresentAccounts(ctx, actor, AccountsInput{Meeting: id, Until: until, Report: pdf("accounts.pdf")})
		}
		var motion MotionID
		id := w.held(func(id ID) {
			for name, actor := range map[string]auth.Actor{"a secretary": w.secretary, "a member": w.member} {
				_, err := present(actor, id)
				w.refused(name, err, apperr.Forbidden, "")
			}
			_, err := present(auth.Actor{}, id)
			w.refused("a stranger", err, apperr.SignIn, "")
			_, err = present(w.treasurer, 0)
			w.refused("nowhere", err, apperr.Invalid, "meeting")
			_, err = w.s.PresentAccounts(ctx, w.treasurer, AccountsInput{Meeting: id, Until: day("2026-03-14"), Report: pdf("a.pdf")})
			w.refused("a year that ends later", err, apperr.Invalid, "after")
			_, err = w.s.PresentAccounts(ctx, w.treasurer, AccountsInput{
				Meeting: id, Until: w.s.cases.Today(), Report: pdf("a.pdf"),
			})
			w.refused("a year that is running", err, apperr.Invalid, "not ended")
			first, err := present(w.treasurer, id)
			w.must(err)
			motion, err = present(w.treasurer, id) // again, corrected
			w.must(err)
			if v := w.view(id); motion != first || len(v.Papers) != 1 || len(v.Motions) != 1 {
				t.Errorf("presented twice: %d papers, %d motions", len(v.Papers), len(v.Motions))
			}
			w.refused("another text", w.s.EditMotion(ctx, w.secretary, motion, w.motion(motion).Version, MotionInput{
				Item: constitution.Reports, Origin: constitution.Formal, Title: "Tea", Text: "That there be tea.",
			}), apperr.Conflict, "adopts")
		})
		if p := w.view(id).Papers; len(p) != 1 || p[0].Announced != 1 {
			t.Errorf("the notice names %+v", p)
		}
		lock := func() error { return w.s.LockAdopted(ctx, w.treasurer, id, motion, until) }
		w.refused("before the vote", lock(), apperr.Invalid, "not adopted")
		w.count(motion, 0, constitution.Hands, votes(9, 1, 1))
		w.declare(motion)
		w.refused("while the meeting is open", lock(), apperr.Invalid, "Open")
		w.must(w.s.Close(ctx, w.secretary, id, w.version(id)))
		w.refused("a secretary", w.s.LockAdopted(ctx, w.secretary, id, motion, until), apperr.Forbidden, "")
		w.refused("another year", w.s.LockAdopted(ctx, w.treasurer, id, motion, day("2024-12-31")), apperr.NotFound, "")
		w.must(lock())
		w.refused("again", lock(), apperr.Invalid, "until")
		books := treasury.New(w.db, w.s.cases.Now)
		y, err := books.YearTo(ctx, w.treasurer, until)
		w.must(err)
		if a := y.Adopted; a == nil || a.Motion != int64(motion) || a.Meeting != int64(id) || a.Note != "AGM of 14 March 2026, motion 1" ||
			y.Locked != until {
			t.Errorf("adopted: %+v, locked up to %s", y.Adopted, y.Locked)
		}
		now, err := w.s.Accounts(ctx, w.treasurer, until)
		if err != nil || len(now.Presented) != 1 || !now.Presented[0].Adopted() {
			t.Errorf("%+v, %v", now, err)
		}
		_, err = w.s.Accounts(ctx, w.member, until)
		w.refused("a member", err, apperr.Forbidden, "")
		_, err = present(w.treasurer, id)
		w.refused("a meeting that is over", err, apperr.Conflict, "still to be held")
	})
}
