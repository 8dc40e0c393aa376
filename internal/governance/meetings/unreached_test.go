package meetings

import (
	"slices"
	"strings"
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/mail"
	"nzgs/internal/store"
)

// address sets the postal address of a member who has no e-mail address.
func (w *society) address(id PersonID, address string) {
	w.t.Helper()
	w.tx(func(tx *store.Tx) error {
		_, err := tx.Exec(ctx, `UPDATE person SET address = $2 WHERE id = $1`, id, address)
		return err
	})
}

// Whom no letter can go to is named before the notice and after it, is not among
// those whose letters were posted, and is reached by an address or by hand.
func TestMembersWithoutAnyAddress(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		first, second := w.people[memberCount-1], w.people[memberCount-2]
		w.address(first, "")
		w.address(second, " ")
		id := w.create(agm("2026-03-14"))
		p, err := w.s.PreviewNotice(ctx, w.secretary, id, NoticeInput{})
		w.must(err)
		if got := unreachedOf(p.Roll); len(got) != 2 {
			t.Errorf("the preview names %v", got)
		}
		w.must(w.s.SendNotice(ctx, w.secretary, id, w.version(id), NoticeInput{}))
		w.deliver(nil)
		w.must(w.posted(id, 1, "2026-01-05", PostedPrinted))
		n := w.view(id).Notices[0]
		if n.Leaving.Unposted != 2 || len(n.Unreached) != 2 || !n.Leaving.Given().IsZero() {
			t.Errorf("after posting: %+v, %v", n.Leaving, n.Unreached)
		}

		w.address(second, "2 New Street\nNapier")
		if n = w.view(id).Notices[0]; len(n.Unreached) != 1 || n.Unreached[0].Person != first {
			t.Errorf("with an address: %v", n.Unreached)
		}
		w.on("2026-01-06")
		w.must(w.posted(id, 1, "2026-01-06", PostedPrinted))
		roll, err := w.s.Roll(ctx, w.secretary, id, 1)
		w.must(err)
		at := slices.IndexFunc(roll, func(e RollEntry) bool { return e.Person == second })
		if e := roll[at]; e.Address != "2 New Street\nNapier" || e.Left != day("2026-01-06") || e.ByHand {
			t.Errorf("posted to the new address: %+v", e)
		}

		hand := PostedInput{Notice: 1, Day: day("2026-01-06"), Which: HandedOver}
		w.refused("to no one", w.s.RecordPosted(ctx, w.secretary, id, hand), apperr.Invalid, "to")
		hand.To = []PersonID{first, second}
		w.refused("whose letter left", w.s.RecordPosted(ctx, w.secretary, id, hand), apperr.Invalid, "to")
		hand.To = []PersonID{first}
		w.must(w.s.RecordPosted(ctx, w.secretary, id, hand))
		roll, err = w.s.Roll(ctx, w.secretary, id, 1)
		w.must(err)
		at = slices.IndexFunc(roll, func(e RollEntry) bool { return e.Person == first })
		if e := roll[at]; !e.ByHand || e.Left != day("2026-01-06") || e.Unreached {
			t.Errorf("handed over: %+v", e)
		}
		if n = w.view(id).Notices[0]; n.Leaving.Given() != day("2026-01-06") || n.Unreached != nil {
			t.Errorf("all have theirs: %+v, %v", n.Leaving, n.Unreached)
		}
	})
}

// A letter that the mail server refused, to a member without a postal address, can
// go nowhere either.
func TestARefusedLetterWithoutAnAddress(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		id := w.create(agm("2026-03-14"))
		w.must(w.s.SendNotice(ctx, w.secretary, id, w.version(id), NoticeInput{}))
		w.deliver(map[string]error{"kiri05@example.nz": mail.ErrRefused})
		w.must(w.posted(id, 1, "2026-01-05", PostedPrinted))
		n := w.view(id).Notices[0]
		if len(n.Unreached) != 1 || !strings.Contains(n.Unreached[0].Name, "Testcase05") {
			t.Errorf("unreached: %v", n.Unreached)
		}
		w.must(w.posted(id, 1, "2026-01-05", PostedUnsent))
		if n = w.view(id).Notices[0]; n.Leaving.Failed != 1 || len(n.Unreached) != 1 {
			t.Errorf("posted without an address: %+v, %v", n.Leaving, n.Unreached)
		}
	})
}
