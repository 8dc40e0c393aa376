package meetings

import (
	"fmt"
	"strings"
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/mail"
)

// stepTo finds the way of a meeting to a state.
func (w *society) stepTo(id ID, to State) Step {
	w.t.Helper()
	for _, s := range w.view(id).Next {
		if s.To == to {
			return s
		}
	}
	w.t.Fatalf("there is no way to %s", to)
	return Step{}
}

// Rule 4.1: a notice is given when its letters have left, on the day of the last
// one; while some wait, the meeting's page, its obstacles and its minutes say so.
func TestANoticeIsGivenWhenItsLettersHaveLeft(t *testing.T) {
	refusing := map[string]error{"kiri05@example.nz": fmt.Errorf("no such mailbox: %w", mail.ErrRefused),
		"kiri06@example.nz": mail.ErrUnknown}
	onBoth(t, func(t *testing.T, w *society) {
		w.address(w.people[5], "5 Invented Street\nWellington")
		w.address(w.people[6], "6 Invented Street\nWellington")
		id := w.create(agm("2026-03-14"))
		for _, c := range []struct {
			name, on string
			do       func()
			want     constitution.Timeliness
			leaving  constitution.Leaving
			words    string
		}{
			{"written, and the outbox waits", "2026-02-20", func() {
				w.must(w.s.SendNotice(ctx, w.secretary, id, w.version(id), NoticeInput{}))
			},
				constitution.NotYet, constitution.Leaving{Waiting: 21, Unposted: 3},
				"21 letters are still waiting to be sent (4.1); 3 printed letters are not recorded as posted (4.1)"},
			{"they wait until it is too late", "2026-03-01", func() {},
				constitution.TooLate, constitution.Leaving{Waiting: 21, Unposted: 3}, "21 letters are still waiting to be sent"},
			{"sent but for two", "2026-02-21", func() { w.deliver(refusing) },
				constitution.NotYet, constitution.Leaving{Last: day("2026-02-21"), Unknown: 1, Failed: 1, Unposted: 3},
				"1 letter could not be sent"},
			{"the printed ones are posted", "2026-02-24", func() { w.must(w.posted(id, 1, "2026-02-23", PostedPrinted)) },
				constitution.NotYet, constitution.Leaving{Last: day("2026-02-23"), Unknown: 1, Failed: 1},
				"1 letter could not be sent"},
			{"and those that were not sent", "2026-03-03", func() { w.must(w.posted(id, 1, "2026-02-27", PostedUnsent)) },
				constitution.InTime, constitution.Leaving{Last: day("2026-02-27")}, "15 days from 27 February 2026"},
			{"on a later day after all", "2026-03-03", func() { w.must(w.posted(id, 1, "2026-03-02", PostedUnsent)) },
				constitution.TooLate, constitution.Leaving{Last: day("2026-03-02")},
				"12 days from 2 March 2026 to 14 March 2026 < 14"},
		} {
			w.on(c.on)
			c.do()
			n := w.view(id).Notices[0]
			if n.Timeliness != c.want || n.Leaving != c.leaving || !strings.Contains(n.Trace.String(), c.words) {
				t.Errorf("%s: %s, %+v: %s; want %s, %+v", c.name, n.Timeliness, n.Leaving, n.Trace, c.want, c.leaving)
			}
			if done := strings.Contains(w.dutyList(id), "(notice "); done != (c.leaving.Still() == 0) {
				t.Errorf("%s: duties %s", c.name, w.dutyList(id))
			}
		}
		if v := w.view(id); len(v.Warnings) != 1 || !strings.Contains(v.Warnings[0].String(), "too late") {
			t.Errorf("the calendar of a late notice: %v", v.Warnings)
		}
	})
}

// Without a letter that has left no notice was given: the meeting neither opens
// nor is found without a quorum.
func TestLettersThatWaitOnTheDay(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		id := w.create(agm("2026-03-14"))
		w.on("2026-02-20")
		w.must(w.s.SendNotice(ctx, w.secretary, id, w.version(id), NoticeInput{}))
		w.on("2026-03-14")
		w.refused("no quorum", w.s.DeclareInquorate(ctx, w.secretary, id, w.version(id)), apperr.Invalid,
			"21 letters are still waiting to be sent")
		w.arrive(id, 12)
		w.refused("opening", w.s.Open(ctx, w.secretary, id, w.version(id)), apperr.Invalid,
			"No letter of the notice has left: 21 letters are still waiting")
		w.deliver(nil)
		if step := w.stepTo(id, Open); !step.Open() || !strings.Contains(fmt.Sprint(step.Findings),
			"too late: 3 printed letters are not recorded as posted") {
			t.Errorf("once they have left: %v", step.Findings)
		}
		w.open(id)
		minutes, err := w.s.DraftMinutes(ctx, w.secretary, id, nil)
		w.must(err)
		for _, words := range []string{
			"Notice to 24 members was written on 20 February 2026. It was sent by e-mail to 21; 3 of the letters have not left.",
			"3 printed letters are not recorded as posted (4.1)", "too late",
		} {
			if !strings.Contains(minutes.Markdown(), words) {
				t.Errorf("the minutes lack %q:\n%s", words, minutes.Markdown())
			}
		}
		if strings.Contains(minutes.Markdown(), "in time") {
			t.Errorf("the minutes say that it was in time:\n%s", minutes.Markdown())
		}
	})
}

// What a letter's leaving follows is the notice of its own meeting, and nothing
// of letters about other things.
func TestLettersAboutOtherThings(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		w.must(w.s.LettersLeft(ctx, []string{"vote:7:person:3", "meeting:x:notice:1:person:2",
			"meeting:7:called-off:person:2", ""}))
		id := w.create(agm("2026-03-14"))
		w.must(w.s.SendNotice(ctx, w.secretary, id, w.version(id), NoticeInput{}))
		w.must(w.s.LettersLeft(ctx, []string{letterKey(id, 1, w.people[0])}))
		if got := w.dutyList(id); strings.Contains(got, "(notice ") {
			t.Errorf("nothing has left, and the duties are %s", got)
		}
	})
}

// Where the letters to those who have no e-mail that left go is on the roll, for
// labels; to those who may not see addresses it is not.
func TestAddressesOfLettersThatDidNotLeave(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		id := w.create(agm("2026-03-14"))
		w.must(w.s.SendNotice(ctx, w.secretary, id, w.version(id), NoticeInput{}))
		w.deliver(map[string]error{"kiri05@example.nz": mail.ErrRefused})
		roll, err := w.s.Roll(ctx, w.secretary, id, 1)
		w.must(err)
		for i, e := range roll {
			if i == 5 && (e.Letter != mail.Failed || !e.Left.IsZero()) || i == 4 && e.Left != day("2026-01-05") ||
				i >= memberCount-3 && e.Postal == "" {
				t.Errorf("entry %d: %+v", i, e)
			}
		}
		if roll, err = w.s.Roll(ctx, w.ordinary, id, 1); err != nil || roll[memberCount-1].Postal != "" {
			t.Errorf("the committee reads %q, %v", roll[memberCount-1].Postal, err)
		}
	})
}
