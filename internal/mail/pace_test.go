package mail

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
)

var console = auth.System("the console")

func TestQuietHours(t *testing.T) {
	for _, c := range []struct {
		from, until int
		at          string // by the society's clock, 13 hours ahead in November
		want        bool
	}{
		{21, 8, "2026-11-21T08:30:00.000Z", true},  // 9:30 pm
		{21, 8, "2026-11-21T07:59:00.000Z", false}, // 8:59 pm
		{21, 8, "2026-11-21T18:59:00.000Z", true},  // 7:59 am
		{21, 8, "2026-11-21T19:00:00.000Z", false}, // 8:00 am
		{21, 8, "2026-11-21T11:30:00.000Z", true},  // 12:30 am
		{9, 17, "2026-11-20T23:30:00.000Z", true},  // 12:30 pm
		{9, 17, "2026-11-21T11:30:00.000Z", false},
		{8, 8, "2026-11-21T19:30:00.000Z", false}, // none
		{21, 8, "2026-06-21T19:30:00.000Z", true}, // 7:30 am in winter
	} {
		p := Pace{PerMinute: 1, QuietFrom: c.from, QuietUntil: c.until}
		if got := p.quiet(civil.MustParseInstant(c.at)); got != c.want {
			t.Errorf("%d to %d at %s: %v", c.from, c.until, c.at, got)
		}
	}
}

// order is the addresses in the order in which the server has letters.
func (h *house) order() (out []string) {
	for _, l := range h.server.Letters() {
		out = append(out, strings.TrimSuffix(l.To, "@example.nz"))
	}
	return out
}

func (h *house) pace(p Pace) {
	h.t.Helper()
	now, err := h.s.Pace(ctx, console)
	if err != nil {
		h.t.Fatal(err)
	}
	p.Version = now.Version
	if err := h.s.SetPace(ctx, console, p); err != nil {
		h.t.Fatal(err)
	}
}

// Who waits for a letter has it before a mailing that was written earlier; mailings wait in quiet hours, and no more
// leave in a minute than the rate.
func TestWhichLetterGoesFirst(t *testing.T) {
	onBoth(t, func(t *testing.T, h *house) {
		with := func(name string, turn Turn) Letter {
			l := letterTo(name + "@example.nz")
			l.Turn = turn
			return l
		}
		h.queue(with("bulk1", Bulk), with("bulk2", Bulk))
		h.now = h.now.Add(time.Second)
		h.queue(with("notice", Ordinary), with("link", AtOnce))
		h.pace(Pace{PerMinute: 3, QuietFrom: 13, QuietUntil: 15}) // it is 2 pm
		h.deliver()
		if got := h.order(); !slices.Equal(got, []string{"link", "notice"}) {
			t.Fatalf("in quiet hours: %v", got)
		}
		h.pace(Pace{PerMinute: 3, QuietFrom: 21, QuietUntil: 8})
		h.deliver()
		if got := h.order(); !slices.Equal(got, []string{"link", "notice", "bulk1"}) {
			t.Fatalf("three a minute: %v", got)
		}
		h.queue(with("link2", AtOnce))
		h.deliver()
		if got := h.order(); got[len(got)-1] != "link2" {
			t.Errorf("a link waits for the rate: %v", got)
		}
		h.now = h.now.Add(minute)
		h.deliver()
		if got := h.order(); got[len(got)-1] != "bulk2" {
			t.Errorf("a minute later: %v", got)
		}
	})
}

func TestThePaceIsTheOfficers(t *testing.T) {
	onBoth(t, func(t *testing.T, h *house) {
		member := auth.Actor{Person: 7, Name: "Aroha Tūī"}
		if _, err := h.s.Pace(ctx, member); apperr.KindOf(err) != apperr.Forbidden {
			t.Errorf("read by a member: %v", err)
		}
		if err := h.s.SetPace(ctx, member, Pace{PerMinute: 5}); apperr.KindOf(err) != apperr.Forbidden {
			t.Errorf("set by a member: %v", err)
		}
		err := h.s.SetPace(ctx, console, Pace{PerMinute: 0, QuietFrom: -1, QuietUntil: 24, Version: 1})
		for _, field := range []string{"per_minute", "quiet_from", "quiet_until"} {
			if apperr.KindOf(err) != apperr.Invalid || !strings.Contains(err.Error(), field) {
				t.Errorf("%v lacks %s", err, field)
			}
		}
		h.pace(Pace{PerMinute: 9})
		if err := h.s.SetPace(ctx, console, Pace{PerMinute: 5, Version: 1}); apperr.KindOf(err) != apperr.Conflict {
			t.Errorf("an old version: %v", err)
		}
	})
}

// A mailing is one line of the outbox; so are the letters of one purpose.
func TestTheOutboxShowsMailingsTogether(t *testing.T) {
	onBoth(t, func(t *testing.T, h *house) {
		for i := range 3 {
			for _, mailing := range []string{"", "mailing:1", "mailing:2"} {
				l := letterTo(fmt.Sprintf("p%d@example.nz", i))
				l.Key, l.Mailing = fmt.Sprint(mailing, i), mailing
				h.queue(l)
			}
		}
		list, n, err := h.s.Batches(ctx, console, 1, 50)
		if err != nil || n != 3 || len(list) != 3 || list[0].Key != "mailing:2" ||
			list[0].Letters != 3 || list[0].Waiting != 3 {
			t.Fatalf("%+v, %d, %v", list, n, err)
		}
		if _, _, err := h.s.Batches(ctx, auth.Actor{Person: 7}, 1, 50); apperr.KindOf(err) != apperr.Forbidden {
			t.Errorf("by a member: %v", err)
		}
		h.deliver()
		if out := h.outbox(Filter{Batch: "mailing:1"}); out.Matches != 3 || out.Counts[Sent] != 3 || len(out.Entries) != 3 {
			t.Errorf("%+v", out)
		}
		if list, _, _ = h.s.Batches(ctx, console, 1, 50); list[0].Sent() != 3 {
			t.Errorf("%+v", list[0])
		}
	})
}

// A reader who wants no more of a kind of letter has the way out in the letter and in its header; whoever has gone that
// way since it was written is not sent it.
func TestLettersThatCanBeLeft(t *testing.T) {
	onBoth(t, func(t *testing.T, h *house) {
		l := letterTo("mere@example.nz")
		l.Topic, l.To.Person = "news", 0
		l.Body = "Kia ora\n\nNo more of these: " + LeaveHere + "\n"
		l.ReplyTo = Recipient{Name: "Tūī, Aroha", Address: "aroha@example.nz"}
		gone := letterTo("wiremu@example.nz")
		gone.Topic, gone.Body = "left", "x "+LeaveHere
		h.queue(l, gone)
		if got := h.deliver(); got != (Delivered{Later: 2}) {
			t.Errorf("without a way out: %+v", got)
		}
		h.s.LeaveBy(func(_ context.Context, _ int64, topic string) (string, error) {
			if topic == "left" {
				return "", ErrLeft
			}
			return "https://go.example.nz/letters/secret", nil
		})
		h.now = h.now.Add(2 * time.Minute)
		if got := h.deliver(); got != (Delivered{Sent: 1, Left: 1}) {
			t.Errorf("delivered %+v", got)
		}
		left := h.outbox(Filter{State: Left})
		if left.Matches != 1 || left.Entries[0].To.Address != gone.To.Address || h.outbox(Filter{State: Failed}).Matches != 0 {
			t.Errorf("left by its reader: %+v", left)
		}
		if list, _, err := h.s.Batches(ctx, console, 1, 50); err != nil || list[0].Left != 1 || list[0].Failed != 0 {
			t.Errorf("%+v, %v", list, err)
		}
		if err := h.s.SendAgain(ctx, console, left.Entries[0].ID); apperr.KindOf(err) != apperr.Conflict {
			t.Errorf("sent again to who left: %v", err)
		}
		got := h.server.Letters()[0]
		if got.Header("List-Unsubscribe") != "<https://go.example.nz/letters/secret>" ||
			got.Header("List-Unsubscribe-Post") != "List-Unsubscribe=One-Click" ||
			!strings.Contains(got.Header("Reply-To"), "<aroha@example.nz>") || !strings.Contains(got.Raw, "letters/secret") {
			t.Errorf("%s", got.Raw)
		}
		for _, e := range h.outbox(Filter{}).Entries {
			if strings.Contains(e.Body, "secret") {
				t.Errorf("the outbox keeps %s", e.Body)
			}
		}
		bad := letterTo("x@example.nz")
		bad.ReplyTo.Address = "a@example.nz\r\nBcc: b@example.nz"
		if err := bad.check(); err == nil {
			t.Error("a header in the address for answers")
		}
	})
}

// The outbox is looked at every few seconds. As long as nothing is due that changes nothing, so that public pages stay as
// they were made.
func TestALookThatFindsNothingDueChangesNothing(t *testing.T) {
	onBoth(t, func(t *testing.T, h *house) {
		before := h.db.Unlogged()
		for range 3 {
			h.deliver()
		}
		if changed := h.db.Unlogged() - before; changed > 0 {
			t.Errorf("three looks at an empty outbox are %d changes", changed)
		}
		h.queue(letterTo("tui@example.nz"))
		before = h.db.Unlogged()
		h.deliver()
		if len(h.server.Letters()) != 1 || h.db.Unlogged() == before {
			t.Error("a letter is not sent, or its sending is no change")
		}
	})
}
