package mail

import (
	"context"
	"testing"
	"time"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/store"
	"nzgs/internal/store/storetest"
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

// cutOff takes letters, and shuts the database's door just then, for a moment.
type cutOff struct {
	door *storetest.Interrupted
	sent int
}

func (p *cutOff) Send(context.Context, Message) error {
	p.sent++
	p.door.Shut()
	time.AfterFunc(300*time.Millisecond, p.door.Open) // raced by TestALetterThatLeftDuringAnOutageIsNoted
	return nil
}

// The database goes away between a letter's leaving and the note of it: nobody is asked to send it a second time.
func TestALetterThatLeftDuringAnOutageIsNoted(t *testing.T) {
	door := storetest.NewInterrupted(t)
	db, err := store.Open(ctx, door.Address)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Migrate(ctx); err != nil {
		t.Fatal(err)
	}
	post := &cutOff{door: door}
	h := &house{t: t, db: db, now: civil.MustParseInstant("2026-11-21T01:00:00.000Z")}
	h.s = New(db, func() civil.Instant { return h.now }, post)
	h.queue(letterTo("mere@example.nz"))
	if got := h.deliver(); got != (Delivered{Sent: 1}) || post.sent != 1 {
		t.Errorf("delivered %+v", got)
	}
	if out := h.outbox(Filter{State: Sent}); out.Matches != 1 {
		t.Errorf("outbox %+v", out.Counts)
	}
}

// What the program writes by itself right after a restore may have left after the backup was made: it is held as well,
// until all that was due by then is written. What people write leaves.
func TestWhatGoesByItselfAfterARestoreIsHeld(t *testing.T) {
	onBoth(t, func(t *testing.T, h *house) {
		write := func(by context.Context, address string) {
			t.Helper()
			if err := h.db.InTx(by, func(tx *store.Tx) error {
				_, err := h.s.Queue(by, tx, letterTo(address))
				return err
			}); err != nil {
				t.Fatal(err)
			}
		}
		write(ByItself(ctx), "before@example.nz")
		if got := h.deliver(); got != (Delivered{Sent: 1}) {
			t.Errorf("without a restore: %+v", got)
		}
		h.hold(0)
		if is, err := h.s.JustRestored(ctx); !is || err != nil {
			t.Errorf("just restored: %t, %v", is, err)
		}
		write(ByItself(ctx), "mere@example.nz")
		write(ctx, "wiremu@example.nz")
		if got := h.deliver(); got != (Delivered{Sent: 1}) {
			t.Errorf("after a restore: %+v, want what a person wrote alone", got)
		}
		if n, err := h.s.HeldRestored(ctx); n != 1 || err != nil {
			t.Errorf("%d held, %v", n, err)
		}
		if err := h.s.CaughtUp(ctx); err != nil {
			t.Fatal(err)
		}
		write(ByItself(ctx), "rangi@example.nz")
		if got := h.deliver(); got != (Delivered{Sent: 1}) {
			t.Errorf("what came later: %+v", got)
		}
		if n, err := h.s.ReleaseRestored(ctx, console); n != 1 || err != nil {
			t.Errorf("%d released, %v", n, err)
		}
		if got := h.deliver(); got != (Delivered{Sent: 1}) {
			t.Errorf("released: %+v", got)
		}
	})
}
