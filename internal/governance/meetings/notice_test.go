package meetings

import (
	"cmp"
	"strings"
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/audit"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/mail"
)

func TestNoticeOfAMeeting(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		id := w.create(agm("2026-03-14"))
		w.propose(id, MotionInput{Title: "A library", Text: "That a library be founded."})
		w.on("2026-02-27")
		in := NoticeInput{
			Words:       "Bring a board.",
			Attachments: []mail.Attachment{{Name: "notice.pdf", MediaType: "application/pdf", Content: []byte("%PDF")}},
		}
		p, err := w.s.PreviewNotice(ctx, w.secretary, id, in)
		w.must(err)
		if p.Timeliness != constitution.InTime || len(p.Roll) != memberCount || len(p.Motions) != 1 || p.Agenda.Blocked() {
			t.Errorf("preview: %s, %d on the roll, motions %v, %v", p.Timeliness, len(p.Roll), p.Motions, p.Agenda)
		}
		w.must(w.s.SendNotice(ctx, w.secretary, id, w.version(id), in))
		w.lettersLeave(id)
		v := w.view(id)
		n := v.Notices[0]
		if v.Meeting.State != NoticeSent || n.Mail != memberCount-3 || n.Post != 3 || n.Sent != day("2026-02-27") ||
			n.Timeliness != constitution.InTime || !v.Motions[0].OnNotice {
			t.Errorf("after sending: %s, %+v", v.Meeting.State, n)
		}
		for _, words := range []string{"Saturday, 14 March 2026", "2:00 pm", "Club rooms, Wellington", "Bring a board.", "a) Electing tellers", "h) Other business",
			"Motion 1: A library", "(rule 4.13)", "That a library be founded.",
			"Moved by Kiri Testcase06, seconded by Kiri Testcase07.", "Kiri Testcase01"} {
			if !strings.Contains(n.Body, words) {
				t.Errorf("the notice lacks %q:\n%s", words, n.Body)
			}
		}
		box, err := w.outbox.Outbox(ctx, w.secretary, mail.Filter{Size: 100})
		if err != nil || box.Matches != memberCount-3 {
			t.Errorf("%d letters, %v", box.Matches, err)
		}
		for _, e := range box.Entries {
			if e.Subject != "Notice of the AGM of 14 March 2026" || e.Body != n.Body || e.To.Address == "" {
				t.Errorf("letter %+v", e)
			}
		}
		w.refused("again", w.s.SendNotice(ctx, w.secretary, id, w.version(id), in), apperr.Conflict, "notice written")

		roll, err := w.s.Roll(ctx, w.treasurer, id, 1)
		if err != nil || len(roll) != memberCount || roll[memberCount-1].Reached != ByPost || !strings.Contains(
			roll[memberCount-1].Address, "Invented Street",
		) {
			t.Errorf("roll %+v, %v", roll, err)
		}
		if roll, err = w.s.Roll(ctx, w.ordinary, id, 1); err != nil || roll[0].Address != "" || roll[0].Name == "" {
			t.Errorf("the committee reads addresses: %+v, %v", roll[0], err)
		}
		_, err = w.s.Roll(ctx, w.member, id, 1)
		w.refused("a member reads the roll", err, apperr.Forbidden, "")
		_, err = w.s.Roll(ctx, w.treasurer, id, 2)
		w.refused("no such notice", err, apperr.NotFound, "")
	})
}

func TestNoticeInTime(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		for _, c := range []struct {
			sent, posted string
			reason       string
			want         constitution.Timeliness
		}{
			{"2026-02-27", "", "", constitution.InTime},
			{"2026-02-28", "", "", constitution.Exactly},
			{"2026-03-01", "", "", constitution.TooLate},
			{"2026-03-01", "", "The printer broke.", constitution.TooLate},
			{"2026-02-27", "2026-02-28", "", constitution.Exactly},
			{"2026-02-27", "2026-03-02", "", constitution.TooLate},
		} {
			w.on("2026-01-05")
			id := w.create(agm("2026-03-14"))
			w.on(c.sent)
			err := w.s.SendNotice(ctx, w.secretary, id, w.version(id), NoticeInput{LateReason: c.reason})
			if c.want == constitution.TooLate && c.posted == "" && c.reason == "" {
				w.refused(c.sent, err, apperr.Invalid, "13 days from 1 March 2026 to 14 March 2026 < 14")
				continue
			}
			w.must(err)
			w.deliver(nil)
			posted := cmp.Or(c.posted, c.sent)
			w.on(posted)
			w.must(w.posted(id, 1, posted, PostedPrinted))
			n := w.view(id).Notices[0]
			if n.Timeliness != c.want || n.LateReason != c.reason {
				t.Errorf("sent %s, posted %s: %s, %q; want %s", c.sent, c.posted, n.Timeliness, n.LateReason, c.want)
			}
		}
	})
}

func TestNoticesThatAreRefused(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		id := w.create(agm("2026-03-14"))
		send := func(in NoticeInput) error { return w.s.SendNotice(ctx, w.secretary, id, w.version(id), in) }
		w.refused("letters of yesterday", send(NoticeInput{Sent: day("2026-01-04")}), apperr.Invalid, "sent")
		w.refused(
			"a newsletter of tomorrow", send(NoticeInput{Way: Newsletter, Sent: day("2026-01-06")}), apperr.Invalid, "sent",
		)
		w.refused("pigeons", send(NoticeInput{Way: "pigeon"}), apperr.Invalid, "way")
		w.refused("a treasurer", w.s.SendNotice(ctx, w.treasurer, id, w.version(id), NoticeInput{}), apperr.Forbidden, "")
		w.on("2026-03-15")
		w.refused("after the day", send(NoticeInput{LateReason: "Oh."}), apperr.Invalid, "past")
		w.on("2026-01-05")
		w.must(send(NoticeInput{Way: Newsletter, Sent: day("2026-01-02")}))
		if n := w.view(id).Notices[0]; n.Way != Newsletter || n.Mail+n.Post != 0 || n.Timeliness != constitution.InTime {
			t.Errorf("newsletter: %+v", n)
		}
		if box, err := w.outbox.Outbox(ctx, w.secretary, mail.Filter{}); err != nil || box.Matches != 0 {
			t.Errorf("the newsletter queued %d letters, %v", box.Matches, err)
		}
		w.refused("nobody was written to by post", w.posted(id, 1, "2026-01-05", PostedPrinted), apperr.Invalid, "posted")
	})
}

// The head of the log stands at the foot of the letters, and the log says so.
func TestANoticeBearsTheHeadOfTheLog(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		id := w.create(agm("2026-03-14"))
		head, err := w.s.LogHead(ctx)
		w.must(err)
		w.must(w.s.SendNotice(ctx, w.secretary, id, w.version(id), NoticeInput{}))
		n := w.view(id).Notices[0]
		if n.LogHead != head || !strings.HasSuffix(strings.TrimSpace(n.Body), "log when this was written: "+head) {
			t.Errorf("head %q:\n%s", n.LogHead, n.Body)
		}
		given, err := audit.GivenOut(ctx, w.db, func(r audit.Record) string { return r.Action })
		if len(given) != 1 || err != nil || given[0].String() != head || given[0].With != "send.notice" {
			t.Errorf("%+v, %v", given, err)
		}
		later := w.create(agm("2026-04-14"))
		w.must(w.s.SendNotice(ctx, w.secretary, later, w.version(later), NoticeInput{Way: Newsletter, LogHead: head}))
		if n := w.view(later).Notices[0]; n.LogHead != "" || strings.Contains(n.Body, head) {
			t.Errorf("a newsletter that was printed before has the head %q", n.LogHead)
		}
	})
}

// Who joins or leaves after the notice changes nothing in its roll.
func TestTheRollIsFrozen(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		id := w.create(agm("2029-07-20"))
		w.on("2029-06-30")
		w.notify(id)
		w.on("2029-07-01") // everybody's term is over
		if roll, err := w.s.Roll(ctx, w.secretary, id, 1); err != nil || len(roll) != memberCount {
			t.Errorf("%d on the roll, %v", len(roll), err)
		}
	})
}

func TestCallingOff(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		id := w.create(agm("2026-03-14"))
		w.notify(id)
		w.refused("without a reason", w.s.Cancel(ctx, w.secretary, id, w.version(id), " "), apperr.Invalid, "reason")
		w.must(w.s.Cancel(ctx, w.secretary, id, w.version(id), "The hall is closed."))
		box, err := w.outbox.Outbox(ctx, w.secretary, mail.Filter{})
		if err != nil || box.Matches != 2*(memberCount-3) || box.Entries[0].Subject != "Called off: AGM of 14 March 2026" ||
			!strings.Contains(box.Entries[0].Body, "The hall is closed.") {
			t.Errorf("%d letters, %+v, %v", box.Matches, box.Entries[0], err)
		}
		w.refused("twice", w.s.Cancel(ctx, w.secretary, id, w.version(id), "Again."), apperr.Conflict, "cancelled")
	})
}

// What changes after the notice is told: another day by another notice, another
// time or place by a letter.
func TestAMeetingThatMoves(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		id := w.create(agm("2026-03-14"))
		w.on("2026-02-20")
		w.notify(id)
		letters := func(subject string) (n int, body string) {
			box, err := w.outbox.Outbox(ctx, w.secretary, mail.Filter{Size: 200})
			w.must(err)
			for _, e := range box.Entries {
				if e.Subject == subject {
					n, body = n+1, e.Body
				}
			}
			return n, body
		}
		in := agm("2026-03-14")
		in.Time, in.Place = "15:30", "The library, Wellington"
		w.must(w.s.Edit(ctx, w.secretary, id, w.version(id), in))
		if n, body := letters(
			"New time or place: AGM of 14 March 2026",
		); n != memberCount-3 || !strings.Contains(body, "Time: 3:30 pm") || !strings.Contains(body, "The library") {
			t.Errorf("%d letters: %s", n, body)
		}
		if v := w.view(id); v.Meeting.State != NoticeSent || v.Meeting.Time != "15:30" {
			t.Errorf("%+v", v.Meeting)
		}
		in.Date = day("2026-03-21")
		w.must(w.s.Edit(ctx, w.secretary, id, w.version(id), in))
		if v := w.view(id); v.Meeting.State != Planned {
			t.Errorf("%+v", v.Meeting)
		}
		w.notify(id)
		if n, body := letters(
			"Notice of the AGM of 21 March 2026",
		); n != memberCount-3 || !strings.Contains(body, "takes the place of that of 20 February 2026 for 14 March 2026") {
			t.Errorf("%d letters: %s", n, body)
		}
		if v := w.view(id); len(v.Notices) != 2 || v.Notices[0].Number != 2 {
			t.Errorf("%+v", v.Notices)
		}
	})
}

// Texts that no letter holds are left out of it, and the notice goes all the
// same.
func TestALongNotice(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		id := w.create(agm("2026-03-14"))
		for range 6 {
			w.propose(id, MotionInput{Title: "At length", Text: strings.Repeat("ā", maxText)})
		}
		w.notify(id)
		n := w.view(id).Notices[0]
		if len(n.Body) > mail.MaxBody || strings.Contains(n.Body, "āā") || !strings.Contains(
			n.Body, "Motion 6: At length",
		) || !strings.Contains(n.Body, "too long for this letter") {
			t.Errorf("%d bytes: %.2000s", len(n.Body), n.Body)
		}
	})
}

// A committee's notice goes to the committee.
func TestNoticeToTheCommittee(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		in := agm("2026-01-08")
		in.Kind = Committee
		id := w.create(in)
		w.notify(id)
		if roll, err := w.s.Roll(ctx, w.secretary, id, 1); err != nil || len(roll) != 4 || roll[0].Person != w.people[0] {
			t.Errorf("roll %+v, %v", roll, err)
		}
	})
}
