package mail

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"nzgs/internal/apperr"
	"nzgs/internal/civil"
	"nzgs/internal/members"
	"nzgs/internal/store"
)

// A program that was killed while it sent a letter does not send it again by itself, and the outbox says that nothing
// is known of it; the others leave.
func TestKilledWhileSending(t *testing.T) {
	onBoth(t, func(t *testing.T, h *house) {
		h.queue(letterTo("mere@example.nz"), letterTo("wiremu@example.nz"))
		e, found, err := h.s.claim(ctx) // and the program is killed
		if err != nil || !found {
			t.Fatal(found, err)
		}
		again := New(h.db, func() civil.Instant { return h.now }, h.s.post)
		h.now = h.now.Add(48 * time.Hour)
		if done, err := again.Deliver(ctx); err != nil || done.Sent != 1 {
			t.Errorf("%+v, %v", done, err)
		}
		if got := h.server.Letters(); len(got) != 1 || got[0].To == e.To.Address {
			t.Errorf("%+v", got)
		}
		if out := h.outbox(Filter{State: Sending}); out.Matches != 1 || out.Entries[0].ID != e.ID {
			t.Errorf("%+v", out)
		}
	})
}

// A clock that was wrong for a while, and is set back, does not hold up letters until it is that late again.
func TestTheClockIsSetBack(t *testing.T) {
	onBoth(t, func(t *testing.T, h *house) {
		h.pace(Pace{PerMinute: 2})
		right := h.now
		h.now = right.Add(24 * time.Hour)
		h.queue(letterTo("a@example.nz"), letterTo("b@example.nz"))
		h.deliver()
		h.now = right
		h.queue(letterTo("c@example.nz"), letterTo("d@example.nz"), letterTo("e@example.nz"))
		if done := h.deliver(); done.Sent != 2 {
			t.Errorf("%+v", done)
		}
	})
}

// A report names the address in small letters, as servers do; a full mailbox or a refused sender is no bad address.
func TestWhichReportsAreBounces(t *testing.T) {
	onBoth(t, func(t *testing.T, h *house) {
		h.queue(letterTo("Mere.K@Example.nz"))
		h.deliver()
		for _, status := range []string{"5.2.2", "5.7.1", "5.4.4"} {
			about := fmt.Sprintf("Final-Recipient: rfc822; mere.k@example.nz\nAction: failed\nStatus: %s\n", status)
			if noted, err := h.s.NoteBounce(ctx, console, "", about); apperr.KindOf(err) != apperr.Invalid {
				t.Errorf("%s: %v, %v", status, noted, err)
			}
		}
		about := "Final-Recipient: rfc822; mere.k@example.nz\nAction: failed\nStatus: 5.1.1\n"
		if noted, err := h.s.NoteBounce(ctx, console, "", about); err != nil || len(noted) != 1 {
			t.Errorf("%v, %v", noted, err)
		}
	})
}

// Of who has died, a letter that came back and waits again can be taken out, and none is sent again.
func TestNoLetterGoesAgainToWhoDied(t *testing.T) {
	onBoth(t, func(t *testing.T, h *house) {
		var id int64
		in := func(do func(tx *store.Tx) error) {
			t.Helper()
			if err := h.db.InTx(ctx, do); err != nil {
				t.Fatal(err)
			}
		}
		in(func(tx *store.Tx) error {
			p, err := members.InsertPerson(ctx, tx, h.now, members.PersonInput{FamilyName: "Kererū", GivenNames: "Mere"})
			id = int64(p)
			return err
		})
		for _, address := range []string{"old@example.nz", "older@example.nz"} {
			h.server.Answer(address, "550 5.1.1 no such person")
			l := letterTo(address)
			l.To.Person = id
			h.queue(l)
		}
		h.deliver()
		failed := h.outbox(Filter{State: Failed}).Entries
		if len(failed) != 2 {
			t.Fatalf("%+v", failed)
		}
		if err := h.s.SendAgain(ctx, console, failed[0].ID); err != nil {
			t.Fatal(err)
		}
		in(func(tx *store.Tx) error { return h.s.WithdrawTo(ctx, tx, id) })
		if list, err := h.s.Bounces(ctx, console); err != nil || len(list) != 2 {
			t.Errorf("%+v, %v", list, err)
		}
		in(func(tx *store.Tx) error {
			_, err := tx.Exec(ctx, `
				INSERT INTO departure (person_id, kind, day, reason, recorded_at, recorded_by)
				VALUES ($1, 'died', '2026-11-01', 'Her family', $2, 'Secretary')`, id, h.now)
			return err
		})
		err := h.s.SendAgain(ctx, console, failed[1].ID)
		if apperr.KindOf(err) != apperr.Conflict || !strings.Contains(err.Error(), "has died") {
			t.Errorf("%v", err)
		}
	})
}
