package mail

import (
	"context"
	"io"
	netmail "net/mail"
	"regexp"
	"strings"
	"testing"
	"time"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/mail/mailtest"
	"nzgs/internal/store"
	"nzgs/internal/store/storetest"
)

var ctx = context.Background()

// house is an outbox with a server.
type house struct {
	t      *testing.T
	db     *store.DB
	s      *Service
	server *mailtest.Server
	now    civil.Instant
}

func onBoth(t *testing.T, test func(t *testing.T, h *house)) {
	t.Helper()
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		h := &house{t: t, db: db, server: mailtest.Start(t), now: civil.MustParseInstant("2026-11-21T01:00:00.000Z")}
		h.s = New(db, func() civil.Instant { return h.now }, SMTP{
			Host: "127.0.0.1", Port: h.server.Port, Encryption: Plain, From: "secretary@go.example.nz",
			FromName: "Ōtautahi Go Society",
		})
		test(t, h)
	})
}

func (h *house) queue(letters ...Letter) int {
	h.t.Helper()
	var n int
	if err := h.db.InTx(ctx, func(tx *store.Tx) (err error) {
		n, err = h.s.Queue(ctx, tx, letters...)
		return err
	}); err != nil {
		h.t.Fatal(err)
	}
	return n
}

func (h *house) deliver() Delivered {
	h.t.Helper()
	done, err := h.s.Deliver(ctx)
	if err != nil {
		h.t.Fatal(err)
	}
	return done
}

func (h *house) outbox(f Filter) Outbox {
	h.t.Helper()
	out, err := h.s.Outbox(ctx, console, f)
	if err != nil {
		h.t.Fatal(err)
	}
	return out
}

func letterTo(address string) Letter {
	return Letter{
		Key: "notice:1:" + address, Purpose: "Notice of the AGM", To: Recipient{Name: "Mere Testcase", Address: address},
		Subject: "Notice of the annual general meeting – Ōtautahi",
		Body:    "Kia ora Mere\n\nThe meeting is on 14 March 2026.\n.\n",
	}
}

func TestLettersAreSentOnce(t *testing.T) {
	onBoth(t, func(t *testing.T, h *house) {
		a, b := letterTo("mere@example.nz"), letterTo("wiremu@example.nz")
		if n := h.queue(a, b, a); n != 2 {
			t.Errorf("%d queued, want 2: the third has the first one's key", n)
		}
		if got := h.deliver(); got != (Delivered{Sent: 2}) {
			t.Errorf("delivered %+v", got)
		}
		if n := h.queue(a); n != 0 {
			t.Errorf("%d queued, though it has gone", n)
		}
		if got := h.deliver(); got != (Delivered{}) {
			t.Errorf("delivered again: %+v", got)
		}
		got := h.server.Letters()
		if len(got) != 2 || got[0].To != "mere@example.nz" || got[0].From != "secretary@go.example.nz" {
			t.Fatalf("the server has %+v", got)
		}
		if from := got[0].Header("From"); !strings.Contains(from, "<secretary@go.example.nz>") {
			t.Errorf("From: %s", from)
		}
		if out := h.outbox(Filter{State: Sent}); out.Matches != 2 || out.Entries[0].SentAt != h.now {
			t.Errorf("outbox %+v", out)
		}
	})
}

// Whatever signs the names have, the letter leaves, to its one reader, and the names are read back as they are.
func TestNamesWithAnySigns(t *testing.T) {
	onBoth(t, func(t *testing.T, h *house) {
		names := []string{
			`Mere "Ace" Testcase`, `Bob\`, `Bob"`, `x" <victim@example.nz>, "y`, `x" <victim@example.nz> (`, "Tūī, A.", "王小明", "<b>Jo</b>", "",
		}
		for i, name := range names {
			l := letterTo("mere@example.nz")
			l.Key += strings.Repeat("x", i)
			l.To.Name, l.ReplyTo = name, Recipient{Name: name, Address: "visitor@example.nz"}
			h.queue(l)
		}
		if done := h.deliver(); done.Sent != len(names) {
			t.Errorf("delivered %+v", done)
		}
		got := map[string]bool{}
		for _, l := range h.server.Letters() {
			if l.To != "mere@example.nz" {
				t.Errorf("a letter to %s", l.To)
			}
			for head, address := range map[string]string{"To": "mere@example.nz", "Reply-To": "visitor@example.nz"} {
				a, err := netmail.ParseAddressList(l.Header(head))
				if err != nil || len(a) != 1 || a[0].Address != address {
					t.Errorf("%s: %q, %v", head, l.Header(head), err)
					continue
				}
				got[a[0].Name] = true
			}
		}
		for _, name := range names {
			if !got[name] {
				t.Errorf("no letter with the name %q", name)
			}
		}
	})
}

func TestNoLetterWithoutItsCause(t *testing.T) {
	onBoth(t, func(t *testing.T, h *house) {
		err := h.db.InTx(ctx, func(tx *store.Tx) error {
			if _, err := h.s.Queue(ctx, tx, letterTo("mere@example.nz")); err != nil {
				t.Error(err)
			}
			return io.ErrUnexpectedEOF // the cause fails
		})
		if err == nil {
			t.Fatal("the transaction was kept")
		}
		if out := h.outbox(Filter{}); out.Matches != 0 {
			t.Errorf("%d letters", out.Matches)
		}
	})
}

func TestAttachments(t *testing.T) {
	onBoth(t, func(t *testing.T, h *house) {
		if err := h.db.InTx(ctx, func(tx *store.Tx) error {
			id, err := h.s.Attach(ctx, tx, Attachment{
				Name: "agenda.pdf", MediaType: "application/pdf", Content: []byte("%PDF-1.4 agenda"),
			})
			if err != nil {
				return err
			}
			one, two := letterTo("mere@example.nz"), letterTo("wiremu@example.nz")
			one.Attachments, two.Attachments = []AttachmentID{id}, []AttachmentID{id}
			_, err = h.s.Queue(ctx, tx, one, two)
			return err
		}); err != nil {
			t.Fatal(err)
		}
		h.deliver()
		for _, l := range h.server.Letters() {
			if !strings.Contains(l.Raw, `name="agenda.pdf"`) || !strings.Contains(
				l.Raw, "JVBERi0xLjQgYWdlbmRh",
			) { // base64 of the content
				t.Errorf("to %s: %s", l.To, l.Raw)
			}
		}
	})
}

// A server that takes a letter and no leave has it: it is not sent again.
func TestALetterThatWasTakenIsSent(t *testing.T) {
	onBoth(t, func(t *testing.T, h *house) {
		h.server.Answer("mere@example.nz", mailtest.DropOnceTaken)
		h.queue(letterTo("mere@example.nz"))
		h.deliver()
		if e := h.outbox(Filter{}).Entries[0]; e.State != Sent || len(h.server.Letters()) != 1 {
			t.Errorf("%s, %d letters", e.State, len(h.server.Letters()))
		}
	})
}

func TestWhatTheServerDoesNotTake(t *testing.T) {
	for _, c := range []struct {
		name, answer string
		first        State
		wait         time.Duration // until it has gone; 0: never
	}{
		{"not now", "451 try later", Waiting, time.Minute},
		{"no such person", "550 no such person", Failed, 0},
		{"no answer to the text", mailtest.DropAfterText, Sending, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			onBoth(t, func(t *testing.T, h *house) {
				h.server.Answer("mere@example.nz", c.answer)
				h.queue(letterTo("mere@example.nz"), letterTo("wiremu@example.nz"))
				h.deliver()
				e := h.outbox(Filter{}).Entries[1]
				if e.State != c.first || e.Attempts != 1 || e.Problem == "" {
					t.Errorf("%s after %d tries, problem %q; want %s", e.State, e.Attempts, e.Problem, c.first)
				}
				if n := len(h.server.Letters()); n != 1 {
					t.Errorf("%d letters taken: one must not hold up the other", n)
				}
				h.server.Answer("mere@example.nz", "")
				h.deliver() // not due yet
				h.now = h.now.Add(max(c.wait, 100*time.Hour))
				h.deliver()
				want := 1
				if c.wait > 0 {
					want = 2
				}
				if n := len(h.server.Letters()); n != want {
					t.Errorf("%d letters taken in the end, want %d", n, want)
				}
			})
		})
	}
}

func TestALetterIsNotTriedForEver(t *testing.T) {
	now := civil.MustParseInstant("2026-11-21T01:00:00.000Z")
	var waited time.Duration
	for tries := 1; ; tries++ {
		state, due := afterFailure(tries, now)
		if state == Failed {
			break
		}
		wait := due.Time().Sub(now.Time())
		if wait < time.Minute || tries > 20 {
			t.Fatalf("try %d: %s", tries, wait)
		}
		waited += wait
	}
	if waited < 48*time.Hour || waited > 7*24*time.Hour {
		t.Errorf("given up after %s", waited)
	}
}

func TestSendAgain(t *testing.T) {
	onBoth(t, func(t *testing.T, h *house) {
		by := auth.System("the console")
		h.server.Answer("mere@example.nz", "550 no such person")
		h.queue(letterTo("mere@example.nz"))
		h.deliver()
		h.server.Answer("mere@example.nz", "")
		id := h.outbox(Filter{}).Entries[0].ID
		member := auth.Actor{Person: 7, Name: "Aroha Tūī"}
		if err := h.s.SendAgain(ctx, member, id); apperr.KindOf(err) != apperr.Forbidden {
			t.Errorf("by a member: %v", err)
		}
		if err := h.s.SendAgain(ctx, by, id); err != nil {
			t.Fatal(err)
		}
		if got := h.deliver(); got.Sent != 1 {
			t.Errorf("delivered %+v", got)
		}
		if err := h.s.SendAgain(ctx, by, id); apperr.KindOf(err) != apperr.Conflict {
			t.Errorf("a letter that has gone: %v", err)
		}
		if err := h.s.SendAgain(ctx, by, 999); apperr.KindOf(err) != apperr.NotFound {
			t.Errorf("no such letter: %v", err)
		}
	})
}

// A letter is known by the society's domain, whatever the machine is called, and by the same name when it may have
// come already.
func TestALetterIsKnownByOneName(t *testing.T) {
	onBoth(t, func(t *testing.T, h *house) {
		h.queue(letterTo("mere@example.nz"), letterTo("wiremu@example.nz"))
		h.deliver()
		if err := h.db.InTx(ctx, func(tx *store.Tx) error { // as after a kill between the server's answer and ours
			_, err := tx.Exec(
				ctx, `UPDATE mail_letter SET state = 'sending', sent_at = NULL WHERE to_address = 'mere@example.nz'`,
			)
			return err
		}); err != nil {
			t.Fatal(err)
		}
		id := h.outbox(Filter{State: Sending}).Entries[0].ID
		if err := h.s.SendAgain(ctx, auth.System("the console"), id); err != nil {
			t.Fatal(err)
		}
		h.deliver()
		names := map[string][]string{}
		for _, l := range h.server.Letters() {
			names[l.To] = append(names[l.To], l.Header("Message-ID"))
		}
		mere, wiremu := names["mere@example.nz"], names["wiremu@example.nz"]
		if len(mere) != 2 || mere[0] != mere[1] || mere[0] == wiremu[0] {
			t.Errorf("known by %q", names)
		}
		if !regexp.MustCompile(`^<[0-9a-f]{24}@go\.example\.nz>$`).MatchString(mere[0]) {
			t.Errorf("known by %q", mere[0])
		}
	})
}

// A letter with a link has it made as it leaves; what is kept of it has none. One
// whose link is no longer good stays.
func TestALinkIsMadeAsItsLetterLeaves(t *testing.T) {
	onBoth(t, func(t *testing.T, h *house) {
		l := letterTo("mere@example.nz")
		l.Body, l.Link = "Choose a password:\n\n"+auth.LinkHere+"\n", 7
		spent := letterTo("wiremu@example.nz")
		spent.Body, spent.Link = "Choose a password:\n\n"+auth.LinkHere+"\n", 8
		h.queue(l)
		if got := h.deliver(); got != (Delivered{Later: 1}) {
			t.Errorf("without a maker of links: %+v", got)
		}
		h.s.FillLinks(ToAccount, func(_ context.Context, link int64, _ string) (string, error) {
			if link != 7 {
				return "", apperr.New(apperr.NotFound, "No such link.")
			}
			return "https://go.example.nz/link/secret", nil
		})
		h.now = h.now.Add(2 * time.Minute)
		h.queue(spent)
		if got := h.deliver(); got != (Delivered{Sent: 1, Failed: 1}) {
			t.Errorf("delivered %+v", got)
		}
		if got := h.server.Letters(); len(got) != 1 || !strings.Contains(got[0].Raw, "https://go.example.nz/link/secret") {
			t.Errorf("the server has %+v", got)
		}
		for _, e := range h.outbox(Filter{}).Entries {
			if strings.Contains(e.Body, "secret") || !strings.Contains(e.Body, auth.LinkHere) {
				t.Errorf("the outbox keeps %s", e.Body)
			}
		}
	})
}

func TestWithoutAServerLettersWait(t *testing.T) {
	onBoth(t, func(t *testing.T, h *house) {
		h.s.post = nil
		h.queue(letterTo("mere@example.nz"))
		if got := h.deliver(); got != (Delivered{}) || h.s.Sends() {
			t.Errorf("delivered %+v", got)
		}
		if out := h.outbox(Filter{}); out.Counts[Waiting] != 1 || out.Entries[0].Body != letterTo("x").Body {
			t.Errorf("outbox %+v", out)
		}
	})
}

// Many copies of the program that send at the same time send each letter once.
func TestCopiesOfTheProgramShareTheWork(t *testing.T) {
	onBoth(t, func(t *testing.T, h *house) {
		const n = 24
		for i := range n {
			l := letterTo("mere@example.nz")
			l.Key += strings.Repeat("x", i)
			h.queue(l)
		}
		errs := make(chan error)
		for range 4 {
			go func() {
				_, err := h.s.Deliver(ctx)
				errs <- err
			}()
		}
		for range 4 {
			if err := <-errs; err != nil {
				t.Error(err)
			}
		}
		if got := len(h.server.Letters()); got != n {
			t.Errorf("%d letters taken, want %d", got, n)
		}
	})
}

func TestLettersThatCannotBeQueued(t *testing.T) {
	onBoth(t, func(t *testing.T, h *house) {
		for _, c := range []struct {
			name  string
			spoil func(*Letter)
			field string
		}{
			{"no key", func(l *Letter) { l.Key = "" }, "key"},
			{"no purpose", func(l *Letter) { l.Purpose = "" }, "purpose"},
			{"no address", func(l *Letter) { l.To.Address = "" }, "address"},
			{"two addresses", func(l *Letter) { l.To.Address = "a@example.nz, b@example.nz" }, "address"},
			{"a name in the address", func(l *Letter) { l.To.Address = "Mere <a@example.nz>" }, "address"},
			{"a header in the address", func(l *Letter) { l.To.Address = "a@example.nz\r\nBcc: b@example.nz" }, "address"},
			{"a header in the subject", func(l *Letter) { l.Subject = "x\r\nBcc: b@example.nz" }, "subject"},
			{"no subject", func(l *Letter) { l.Subject = " " }, "subject"},
			{"no text", func(l *Letter) { l.Body = "" }, "body"},
			{"endless text", func(l *Letter) { l.Body = strings.Repeat("x", MaxBody+1) }, "body"},
		} {
			l := letterTo("mere@example.nz")
			c.spoil(&l)
			err := h.db.InTx(ctx, func(tx *store.Tx) error {
				_, err := h.s.Queue(ctx, tx, l)
				return err
			})
			if apperr.KindOf(err) != apperr.Invalid || !strings.Contains(err.Error(), c.field+":") {
				t.Errorf("%s: %v", c.name, err)
			}
		}
		if out := h.outbox(Filter{}); out.Matches != 0 {
			t.Errorf("%d letters", out.Matches)
		}
	})
}

// What follows from letters is told once for those that left, and of none that
// did not.
func TestWhatFollowsFromLettersThatLeft(t *testing.T) {
	onBoth(t, func(t *testing.T, h *house) {
		var told [][]string
		h.s.WhenSent(func(_ context.Context, keys []string) error { told = append(told, keys); return nil })
		h.deliver()
		one, two := letterTo("one@example.nz"), letterTo("two@example.nz")
		one.Key, two.Key = "one", "two"
		h.queue(one, two)
		before, err := h.s.Standings(ctx, h.db, []string{"one", "two", "three"})
		if err != nil || len(before) != 2 || before["one"] != (Standing{State: Waiting}) {
			t.Errorf("before: %+v, %v", before, err)
		}
		h.deliver()
		if len(told) != 1 || len(told[0]) != 2 {
			t.Errorf("told %v", told)
		}
		after, err := h.s.Standings(ctx, h.db, []string{"one"})
		if err != nil || after["one"] != (Standing{State: Sent, Sent: h.now}) {
			t.Errorf("after: %+v, %v", after, err)
		}
		h.queue(func() Letter { l := letterTo("three@example.nz"); l.Key = "three"; return l }())
		h.s.WhenSent(func(context.Context, []string) error { return io.ErrUnexpectedEOF })
		if done, err := h.s.Deliver(ctx); err == nil || done.Sent != 1 {
			t.Errorf("%+v, %v: the failure of what follows is told, and the letter stays sent", done, err)
		}
	})
}
