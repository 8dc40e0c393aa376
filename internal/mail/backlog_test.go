package mail

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
)

// Officers are told why letters wait and until when; of letters that leave now nothing is said.
func TestWhyLettersWait(t *testing.T) {
	noon, evening := civil.MustParseInstant("2026-11-20T23:00:00.000Z"), civil.MustParseInstant("2026-11-21T09:30:00.000Z")
	early := civil.MustParseInstant("2026-11-21T15:30:00.000Z") // 4:30 am
	pace := Pace{PerMinute: 100, QuietFrom: 21, QuietUntil: 8}
	for name, c := range map[string]struct {
		is   Backlog
		now  civil.Instant
		want string
	}{
		"nothing waits":      {Backlog{}, noon, ""},
		"they leave now":     {Backlog{Ordinary: 40, Mailings: 60}, noon, ""},
		"more than a minute": {Backlog{Ordinary: 40, Mailings: 211}, noon, "At most 100 letters leave a minute: 251 letters wait, the last of them at about 12:02 pm."},
		"after others":       {Backlog{Ordinary: 1, Tried: 100}, noon, "At most 100 letters leave a minute: 1 letter waits, the last of them at about 12:01 pm."},
		"the evening":        {Backlog{Mailings: 250}, evening, "It is a quiet hour: mailings wait until 8:00 am, with 250 letters. Other letters leave."},
		"the small hours":    {Backlog{Ordinary: 3}, early, "It is a quiet hour: mailings wait until 8:00 am. Other letters leave."},
		"the server said no": {Backlog{Again: 2, AgainAt: noon.Add(time.Hour)}, noon, "The mail server did not take 2 letters, which are tried again, the first on 21 November 2026, 1:00 pm."},
		"held":               {Backlog{Held: 1, HeldTo: noon.Add(48 * time.Hour)}, noon, "1 letter is held until 23 November 2026, 12:00 pm."},
	} {
		t.Run(name, func(t *testing.T) {
			c.is.pace, c.is.now = pace, c.now
			if got := strings.Join(c.is.Reasons(), " "); got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
	for at, want := range map[civil.Instant]string{evening: "2026-11-21T19:00:00.000Z", early: "2026-11-21T19:00:00.000Z"} {
		if got := pace.quietUntil(at).String(); got != want {
			t.Errorf("quiet at %s until %s, want %s", at, got, want)
		}
	}
}

// What waits is counted by what it waits for, and only officers read the outbox.
func TestTheBacklogIsCounted(t *testing.T) {
	onBoth(t, func(t *testing.T, h *house) {
		h.server.Answer("later@example.nz", "451 4.7.1 later")
		h.queue(letterTo("later@example.nz"))
		h.deliver()
		bulk := letterTo("bulk@example.nz")
		bulk.Turn = Bulk
		h.queue(letterTo("now@example.nz"), bulk)
		w, err := h.s.Backlog(ctx, console)
		if err != nil || w.Ordinary != 1 || w.Mailings != 1 || w.Again != 1 || !w.AgainAt.After(h.now) || w.Held != 0 || w.Tried != 1 {
			t.Errorf("%+v, %v", w, err)
		}
		letter := h.outbox(Filter{}).Entries[0].ID
		for want, actor := range map[apperr.Kind]auth.Actor{
			apperr.Forbidden: {Person: 7, Name: "Aroha Tūī"}, apperr.SignIn: {},
		} {
			_, box := h.s.Outbox(ctx, actor, Filter{})
			_, one := h.s.Letter(ctx, actor, letter)
			_, why := h.s.Backlog(ctx, actor)
			_, all := h.s.EachLetter(ctx, actor, Filter{})
			for what, err := range map[string]error{"the outbox": box, "a letter": one, "what waits": why, "all letters": all} {
				if apperr.KindOf(err) != want {
					t.Errorf("%s, read by %q: %v", what, actor.Name, err)
				}
			}
		}
	})
}

// A file of the outbox has each letter of the filter once, the newest first, whatever is written after it was begun.
func TestAFileOfTheOutbox(t *testing.T) {
	onBoth(t, func(t *testing.T, h *house) {
		for n := range 3 {
			h.queue(letterTo(fmt.Sprintf("p%d@example.nz", n)))
		}
		h.deliver()
		h.queue(letterTo("waits@example.nz"))
		for state, want := range map[State][]string{
			"":      {"waits@example.nz", "p2@example.nz", "p1@example.nz", "p0@example.nz"},
			Sent:    {"p2@example.nz", "p1@example.nz", "p0@example.nz"},
			Waiting: {"waits@example.nz"},
		} {
			each, err := h.s.EachLetter(ctx, console, Filter{State: state, Page: 2, Size: 1})
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			if err := each(func(e Entry) error { got = append(got, e.To.Address); return nil }); err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(got, want) {
				t.Errorf("%q: %v, want %v", state, got, want)
			}
		}
	})
}
