package mail

import (
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
)

func (h *house) hold(want int) {
	h.t.Helper()
	if n, err := HoldRestored(ctx, h.db, console, h.s.cases.Now); n != want || err != nil {
		h.t.Fatalf("%d held, %v, want %d", n, err, want)
	}
}

func TestAnOfficerReleasesTheLettersOfABackup(t *testing.T) {
	onBoth(t, func(t *testing.T, h *house) {
		h.queue(letterTo("mere@example.nz"), letterTo("wiremu@example.nz"))
		h.hold(2)
		if got := h.deliver(); got != (Delivered{}) {
			t.Errorf("delivered %+v", got)
		}
		for _, actor := range []auth.Actor{{}, {Account: 7, Person: 7, Name: "Rangi"}} {
			for name, do := range map[string]func() (int, error){
				"release":   func() (int, error) { return h.s.ReleaseRestored(ctx, actor) },
				"keep back": func() (int, error) { return h.s.KeepBackRestored(ctx, actor) },
			} {
				want := apperr.Forbidden
				if !actor.SignedIn() {
					want = apperr.SignIn
				}
				if n, err := do(); n != 0 || apperr.KindOf(err) != want {
					t.Errorf("%s by %q: %d, %v", name, actor.Name, n, err)
				}
			}
		}
		if w, err := h.s.Backlog(ctx, console); err != nil || w.Restored != 2 || w.Ordinary != 0 {
			t.Errorf("backlog %+v, %v", w, err)
		}
		if n, err := h.s.ReleaseRestored(ctx, console); n != 2 || err != nil {
			t.Errorf("%d released, %v", n, err)
		}
		if n, err := h.s.ReleaseRestored(ctx, console); n != 0 || err != nil {
			t.Errorf("once more: %d released, %v", n, err)
		}
		if got := h.deliver(); got != (Delivered{Sent: 2}) {
			t.Errorf("delivered %+v", got)
		}
		h.hold(0)
	})
}

func TestAnOfficerKeepsTheLettersOfABackupBack(t *testing.T) {
	onBoth(t, func(t *testing.T, h *house) {
		h.queue(letterTo("mere@example.nz"), letterTo("wiremu@example.nz"))
		h.hold(2)
		out := h.outbox(Filter{})
		one := out.Entries[0]
		if !one.Restored {
			t.Errorf("%+v is not marked", one)
		}
		if err := h.s.SendAgain(ctx, console, one.ID); err != nil { // one of them by itself
			t.Fatal(err)
		}
		if got := h.deliver(); got != (Delivered{Sent: 1}) {
			t.Errorf("delivered %+v", got)
		}
		if n, err := h.s.KeepBackRestored(ctx, console); n != 1 || err != nil {
			t.Errorf("%d kept back, %v", n, err)
		}
		if got := h.deliver(); got != (Delivered{}) {
			t.Errorf("delivered %+v", got)
		}
		other := h.outbox(Filter{State: Failed}).Entries
		if len(other) != 1 || other[0].Problem != KeptBack || other[0].Restored {
			t.Fatalf("failed: %+v", other)
		}
		if err := h.s.SendAgain(ctx, console, other[0].ID); err != nil {
			t.Fatal(err)
		}
		if got := h.deliver(); got != (Delivered{Sent: 1}) {
			t.Errorf("delivered %+v", got)
		}
	})
}
