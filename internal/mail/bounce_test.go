package mail

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/store"
)

// An address that the server refuses for good is noted once and asked about; a refusal for another reason says nothing
// of the address.
func TestWhichRefusalsAreBounces(t *testing.T) {
	for answer, want := range map[string]int{
		"550 5.1.1 no such person": 1, "550 no such person": 1, "553 bad name": 1,
		"550 5.7.1 looks like spam": 0, "552 5.2.2 mailbox full": 0, "451 4.7.1 later": 0,
	} {
		t.Run(answer, func(t *testing.T) {
			onBoth(t, func(t *testing.T, h *house) {
				h.server.Answer("Mere@example.nz", answer)
				one, two := letterTo("Mere@example.nz"), letterTo("Mere@example.nz")
				two.Key = "another"
				h.queue(one, two)
				h.deliver()
				list, err := h.s.Bounces(ctx, console)
				if err != nil || len(list) != want {
					t.Fatalf("%+v, %v", list, err)
				}
				known, err := Bounced(ctx, h.db, []string{"mere@EXAMPLE.nz", "x@example.nz"})
				if err != nil || len(known) != want {
					t.Errorf("%v, %v", known, err)
				}
				if want == 0 {
					return
				}
				if list[0].Name != "Mere Testcase" || list[0].Problem != answer {
					t.Errorf("%+v", list[0]) // as the server said it, and nothing else
				}
				if err := h.s.SettleBounce(ctx, console, list[0].ID); err != nil {
					t.Fatal(err)
				}
				if list, _ = h.s.Bounces(ctx, console); len(list) != 0 {
					t.Errorf("settled, and there: %+v", list)
				}
			})
		})
	}
}

const report = `This is the mail system at host mx.example.nz.

--x
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example.nz

Final-Recipient: rfc822; mere@example.nz
Original-Recipient: rfc822;mere@example.nz
Action: failed
Status: 5.1.1
Diagnostic-Code: smtp; 550 5.1.1 <mere@example.nz>: no such
 person

Final-Recipient: rfc822; late@example.nz
Action: delayed
Status: 4.4.1
`

func TestNoteABounce(t *testing.T) {
	onBoth(t, func(t *testing.T, h *house) {
		h.queue(letterTo("mere@example.nz"), letterTo("late@example.nz"))
		h.deliver()
		member := auth.Actor{Person: 7, Name: "Aroha Tūī"}
		if _, err := h.s.NoteBounce(ctx, member, "mere@example.nz", ""); apperr.KindOf(err) != apperr.Forbidden {
			t.Errorf("by a member: %v", err)
		}
		if _, err := h.s.Bounces(ctx, member); apperr.KindOf(err) != apperr.Forbidden {
			t.Errorf("read by a member: %v", err)
		}
		if err := h.s.SettleBounce(ctx, member, 1); apperr.KindOf(err) != apperr.Forbidden {
			t.Errorf("settled by a member: %v", err)
		}
		for _, c := range []struct{ address, message, field string }{
			{"", "", "address"}, {"nonsense", "", "address"}, {"stranger@example.nz", "", "address"},
			{"", "Hello", "message"}, {"", strings.Repeat("x", maxBounce+1), "message"},
			{"", strings.ReplaceAll(report, "mere@", "stranger@"), "message"},
		} {
			_, err := h.s.NoteBounce(ctx, console, c.address, c.message)
			if apperr.KindOf(err) != apperr.Invalid || !strings.Contains(err.Error(), c.field) {
				t.Errorf("%q %.20q: %v", c.address, c.message, err)
			}
		}
		noted, err := h.s.NoteBounce(ctx, console, "", "> "+strings.ReplaceAll(report, "\n", "\r\n> "))
		if err != nil || len(noted) != 1 || noted[0] != "mere@example.nz" {
			t.Errorf("%v, %v", noted, err)
		}
		if _, err := h.s.NoteBounce(ctx, console, "late@example.nz", ""); err != nil {
			t.Error(err)
		}
		if list, err := h.s.Bounces(ctx, console); err != nil || len(list) != 2 || !strings.Contains(list[1].Problem, "550") {
			t.Errorf("%+v, %v", list, err)
		}
	})
}

// while is a server that does something else before it refuses a letter.
type while func()

func (do while) Send(context.Context, Message) error {
	do()
	return fmt.Errorf("%w: 550 <mere@example.nz> is not known", ErrNoAddress)
}

// Who is erased while a letter to them is on its way leaves no address by what the server said of it.
func TestNoAddressComesBackOfWhoWasErased(t *testing.T) {
	onBoth(t, func(t *testing.T, h *house) {
		s := New(h.db, func() civil.Instant { return h.now }, while(func() {
			if err := h.db.InTx(ctx, func(tx *store.Tx) error {
				_, err := tx.Exec(ctx, `UPDATE mail_letter SET to_address = '(removed)', body = ''`)
				return err
			}); err != nil {
				t.Error(err)
			}
		}))
		h.queue(letterTo("mere@example.nz"))
		if _, err := s.Deliver(ctx); err != nil {
			t.Fatal(err)
		}
		list, err := s.Bounces(ctx, console)
		if e := h.outbox(Filter{}).Entries; err != nil || len(list) != 0 || len(e) != 1 || e[0].Problem != "" {
			t.Errorf("%+v, %v, %+v", list, err, e)
		}
	})
}

func FuzzReadBounce(f *testing.F) {
	f.Add(report)
	f.Add("Final-Recipient: rfc822; a@b\nAction: failed\nStatus: 5")
	f.Fuzz(func(t *testing.T, message string) {
		for address, why := range ReadBounce(message) {
			if !ValidAddress(address) || len([]rune(why)) > 301 || strings.ContainsAny(why, "\r\n") {
				t.Errorf("%q: %q", address, why)
			}
		}
	})
}

// A letter that came back goes to the address that the register has now, once, with its files; one with a link of its own
// does not.
func TestALetterThatCameBackGoesToTheCorrectedAddress(t *testing.T) {
	onBoth(t, func(t *testing.T, h *house) {
		h.server.Answer("mere@example.nz", "550 5.1.1 no such person")
		set := func(email string) {
			t.Helper()
			if err := h.db.InTx(ctx, func(tx *store.Tx) error {
				_, err := tx.Exec(ctx, `UPDATE person SET email = $1, email_key = $1 WHERE id = 7`, email)
				return err
			}); err != nil {
				t.Fatal(err)
			}
		}
		if err := h.db.InTx(ctx, func(tx *store.Tx) error {
			_, err := tx.Exec(ctx, `INSERT INTO person (id, family_name, given_names, name_key, sort_key, created_at)
				VALUES (7, 'Testcase', 'Mere', 'testcase mere', 'testcase mere', $1)`, h.now)
			return err
		}); err != nil {
			t.Fatal(err)
		}
		l := letterTo("mere@example.nz")
		l.To.Person = 7
		h.queue(l)
		h.deliver()
		back := func() Bounce {
			t.Helper()
			list, err := h.s.Bounces(ctx, console)
			if err != nil || len(list) != 1 {
				t.Fatalf("%+v, %v", list, err)
			}
			return list[0]
		}
		member := auth.Actor{Person: 7, Name: "Mere"}
		for _, wrong := range []string{"", "MERE@example.nz", "nonsense"} {
			set(wrong)
			if b := back(); b.Corrected != "" {
				t.Errorf("with %q: corrected to %q", wrong, b.Corrected)
			}
			if err := h.s.SendCorrected(ctx, console, back().ID); apperr.KindOf(err) != apperr.Conflict {
				t.Errorf("with %q: %v", wrong, err)
			}
		}
		set("mere@new.example.nz")
		b := back()
		if b.Corrected != "mere@new.example.nz" {
			t.Fatalf("%+v", b)
		}
		if err := h.s.SendCorrected(ctx, member, b.ID); apperr.KindOf(err) != apperr.Forbidden {
			t.Errorf("by a member: %v", err)
		}
		errs := make(chan error, 2)
		for range cap(errs) {
			go func() { errs <- h.s.SendCorrected(ctx, console, b.ID) }()
		}
		if one, two := <-errs, <-errs; (one == nil) == (two == nil) {
			t.Errorf("two at once: %v, %v", one, two)
		}
		h.deliver()
		n := 0
		for _, m := range h.server.Letters() {
			if m.To == "mere@new.example.nz" {
				n++
			}
		}
		if n != 1 {
			t.Errorf("%d letters came to the corrected address", n)
		}
		if list, _ := h.s.Bounces(ctx, console); len(list) != 0 {
			t.Errorf("still asked about: %+v", list)
		}
	})
}

// A letter about an account goes to the address that signs in, also when it comes back again: others may read the mailbox
// that the other letters go to.
func TestALetterAboutAnAccountIsNotSentAgainToWhereOtherLettersGo(t *testing.T) {
	onBoth(t, func(t *testing.T, h *house) {
		h.server.Answer("mere@example.nz", "550 5.1.1 no such person")
		h.server.Answer("mere@work.example.nz", "550 5.1.1 no such person")
		exec := func(query string, args ...any) {
			t.Helper()
			if err := h.db.InTx(ctx, func(tx *store.Tx) error {
				_, err := tx.Exec(ctx, query, args...)
				return err
			}); err != nil {
				t.Fatal(err)
			}
		}
		exec(`INSERT INTO person (id, family_name, given_names, name_key, sort_key, email, email_key, created_at)
			VALUES (7, 'Testcase', 'Mere', 'testcase mere', 'testcase mere', 'home@example.nz', 'home@example.nz', $1)`, h.now)
		exec(`INSERT INTO account (person_id, email, email_key, created_at)
			VALUES (7, 'mere@example.nz', 'mere@example.nz', $1)`, h.now)
		l := letterTo("mere@example.nz")
		l.Key, l.To.Person = auth.AboutAccount+"1", 7
		h.queue(l)
		h.deliver()
		corrected := func(want string) BounceID {
			t.Helper()
			list, err := h.s.Bounces(ctx, console)
			if err != nil || len(list) != 1 || list[0].Corrected != want {
				t.Fatalf("want %q: %+v, %v", want, list, err)
			}
			return list[0].ID
		}
		if err := h.s.SendCorrected(ctx, console, corrected("")); apperr.KindOf(err) != apperr.Conflict {
			t.Errorf("%v", err)
		}
		exec(`UPDATE account SET email = 'mere@work.example.nz', email_key = 'mere@work.example.nz'`)
		if err := h.s.SendCorrected(ctx, console, corrected("mere@work.example.nz")); err != nil {
			t.Fatal(err)
		}
		h.deliver()
		corrected("")
	})
}
