package entering

import (
	"strings"
	"testing"
	"time"

	"nzgs/internal/apperr"
	"nzgs/internal/civil"
	"nzgs/internal/store"
)

// Notes, addresses and links of those who withdrew have an end date, thirty days after it; who never came into the register
// is forgotten whole, unless money is to go back. The log says how much was forgotten, and no more.
func TestWhoWithdrewIsForgotten(t *testing.T) {
	onBoth(t, 0, func(t *testing.T, w *world) {
		w.terms(func(in *TermsInput) { in.Fees, in.Billed = Fees{Visitor: 5000}, false })
		enters := func(family string) (Application, string) {
			in := visitor(family, strings.ToLower(family)+"@example.org")
			in.Note = "I need a chair"
			token := w.asks(in)
			a, err := w.s.Confirm(ctx, token)
			w.must(err)
			return a, token
		}
		gone, link := enters("Gone")
		paid, _ := enters("Paid")
		stays, _ := enters("Stays")
		w.must(w.s.Pay(ctx, w.director, paid.ID, Beforehand, paid.Version))
		w.must(w.s.Decline(ctx, w.director, paid.ID, paid.Version+1))
		w.must(w.s.WithdrawByLink(ctx, link, gone.Version))
		kept := func(id ApplicationID) (a Application, ok bool) {
			t.Helper()
			a, err := byID(ctx, w.db, id)
			if apperr.KindOf(err) == apperr.NotFound {
				return a, false
			}
			w.must(err)
			return a, true
		}
		w.now = w.now.Date().AddDays(keptFor).Midnight().Add(-time.Millisecond)
		if _, err := w.s.Forget(ctx); err != nil {
			t.Fatal(err)
		}
		if a, ok := kept(gone.ID); !ok || a.Note == "" || a.Email == "" {
			t.Errorf("forgotten too early: %+v", a)
		}
		w.later(time.Millisecond)
		if _, err := w.s.Forget(ctx); err != nil {
			t.Fatal(err)
		}
		if a, ok := kept(gone.ID); ok {
			t.Errorf("who withdrew is kept: %+v", a)
		}
		if _, err := w.s.ByLink(ctx, link); apperr.KindOf(err) != apperr.NotFound {
			t.Errorf("the link of who is forgotten: %v", err)
		}
		if a, ok := kept(paid.ID); !ok || a.Note != "" || a.Email != "" || a.Name.Family != "Paid" || !a.Paid.Made() {
			t.Errorf("who is owed money back: %+v", a)
		}
		if a, ok := kept(stays.ID); !ok || a.Note == "" || a.Email == "" {
			t.Errorf("who stands on the list is forgotten: %+v", a)
		}
		detail, err := store.One(ctx, w.db, store.Value[string], `SELECT detail FROM audit_entry WHERE action = 'forget.application'`)
		w.must(err)
		if !strings.Contains(detail, `"notes":1`) || !strings.Contains(detail, `"strangers":1`) || strings.Contains(detail, "Gone") {
			t.Errorf("the log says %s", detail)
		}
		n := w.lines()
		if _, err := w.s.Forget(ctx); err != nil {
			t.Fatal(err)
		}
		if w.lines() != n {
			t.Error("what forgot nothing is in the log")
		}
		w.audited()
	})
}

// Thirty days after an event no note or address of it is left, and a link of its letters leads nowhere.
func TestAPastEventKeepsNoNotes(t *testing.T) {
	onBoth(t, 0, func(t *testing.T, w *world) {
		in := visitor("Ngata", "rima@example.org")
		in.Note = "late train"
		token := w.asks(in)
		a, err := w.s.Confirm(ctx, token)
		w.must(err)
		never, _ := w.enters("Never")
		w.must(w.s.ConfirmOne(ctx, w.director, a.ID, 0, a.Version))
		w.now = w.event.To.AddDays(keptFor).Midnight().Add(-time.Millisecond)
		if _, err := w.s.Forget(ctx); err != nil {
			t.Fatal(err)
		}
		if a, err := byID(ctx, w.db, a.ID); err != nil || a.Note == "" {
			t.Errorf("forgotten too early: %+v %v", a, err)
		}
		w.now = civil.At(w.now.Time().Add(24 * time.Hour))
		if _, err := w.s.Forget(ctx); err != nil {
			t.Fatal(err)
		}
		if a, err := byID(ctx, w.db, a.ID); err != nil || a.Note != "" || a.Email != "" || a.Entry == 0 {
			t.Errorf("after the event: %+v %v", a, err)
		}
		if _, err := byID(ctx, w.db, never.ID); apperr.KindOf(err) != apperr.NotFound {
			t.Errorf("whom the director never confirmed: %v", err)
		}
		if rows := w.sheet().Rows; len(rows) != 1 || rows[0].Player != "Given Ngata" {
			t.Errorf("the list has %+v", rows)
		}
	})
}

func (w *world) lines() int {
	w.t.Helper()
	n, err := store.One(ctx, w.db, store.Value[int], `SELECT COUNT(*) FROM audit_entry`)
	w.must(err)
	return n
}
