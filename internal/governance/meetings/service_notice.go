package meetings

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"nzgs/internal/apperr"
	"nzgs/internal/audit"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/mail"
	"nzgs/internal/members"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// PreviewNotice gives the notice as it would be sent today.
func (s *Service) PreviewNotice(ctx context.Context, actor auth.Actor, id ID, in NoticeInput) (NoticePreview, error) {
	if err := s.requireHold(actor); err != nil {
		return NoticePreview{}, err
	}
	r, err := s.read(ctx, s.db, id)
	if err != nil {
		return NoticePreview{}, err
	}
	in = in.tidied(s.cases.Today())
	if err := in.check(s.cases.Today()); err != nil {
		return NoticePreview{}, err
	}
	return s.preview(ctx, s.db, actor, r, in)
}

func (s *Service) preview(
	ctx context.Context, q store.Queryer, actor auth.Actor, r Record, in NoticeInput,
) (NoticePreview, error) {
	p := NoticePreview{Subject: r.subject(), Agenda: r.agendaFindings()}
	p.Motions, p.Left = r.forAgenda()
	p.Text = r.NoticeText(in, p.Motions)
	p.Body = r.letter(in, actor.Name+headLine(in.LogHead), p.Text)
	if len(p.Body) > mail.MaxBody {
		var f apperr.Fields
		f.Add("words", "The notice is too long for a letter. Shorten this, or the titles on the agenda.")
		return p, f.Err()
	}
	if r.Meeting.Kind.General() {
		p.Timeliness, p.Trace = r.Constitution.NoticeOfMeeting(noticeRule(r.Meeting.Kind), r.Meeting.Date, in.Sent)
	}
	var err error
	p.Roll, err = s.roll(ctx, q, r, in.Way)
	return p, err
}

// forAgenda is which motions go on the agenda of a notice, and which do not.
func (r Record) forAgenda() (numbers []int, left []MotionFinding) {
	for _, m := range r.Motions {
		switch {
		case m.State != Pending:
		case m.Late.Blocked():
			left = append(left, MotionFinding{m.Number, m.Title, m.Late})
		default:
			numbers = append(numbers, m.Number)
		}
	}
	return numbers, left
}

// roll is whom a notice of today goes to, by name: every member of today, or
// the committee.
func (s *Service) roll(ctx context.Context, q store.Queryer, r Record, way Way) ([]RollEntry, error) {
	ids, err := s.addressees(ctx, q, r)
	if err != nil {
		return nil, err
	}
	people, err := members.People(ctx, q, ids)
	if err != nil {
		return nil, err
	}
	out := make([]RollEntry, len(ids))
	for i, id := range ids {
		p := people[id]
		out[i] = RollEntry{Person: id, Name: p.Name.String(), Reached: ByMail, Address: p.Contact.Email}
		switch {
		case way == Newsletter:
			out[i].Reached, out[i].Address = InNewsletter, ""
		case !mail.ValidAddress(p.Contact.Email):
			out[i].Reached, out[i].Address = ByPost, strings.TrimSpace(p.Contact.Address)
			out[i].Postal, out[i].Unreached = out[i].Address, out[i].Address == ""
		}
	}
	return out, nil
}

func (s *Service) addressees(ctx context.Context, q store.Queryer, r Record) ([]PersonID, error) {
	if r.Meeting.Kind == Committee {
		ids := make([]PersonID, len(r.facts.committee))
		for i, c := range r.facts.committee {
			ids[i] = c.Person
		}
		return ids, nil
	}
	return registeredOn(ctx, q, s.cases.Today())
}

// registeredOn is everybody who is a member on a day, by name.
func registeredOn(ctx context.Context, q store.Queryer, day civil.Date) ([]PersonID, error) {
	ids, err := registered(ctx, q, day)
	if err != nil {
		return nil, err
	}
	member, err := members.MembersOn(ctx, q, ids, day)
	return slices.DeleteFunc(ids, func(id PersonID) bool { return !member[id] }), err
}

// tidied is the input with its defaults.
func (in NoticeInput) tidied(today civil.Date) NoticeInput {
	in.Words, in.LateReason = paragraph(in.Words), paragraph(in.LateReason)
	if in.Way == "" {
		in.Way = Letters
	}
	if in.Sent.IsZero() {
		in.Sent = today
	}
	return in
}

// maxWords is how much the secretary may say in a notice, in characters.
const maxWords = 5000

func (in NoticeInput) check(today civil.Date) error {
	var f apperr.Fields
	switch {
	case in.Way != Letters && in.Way != Newsletter:
		f.Add("way", "Choose letters or the newsletter.")
	case in.Way == Letters && in.Sent != today:
		f.Add("sent", "Letters go today. Leave the day out.")
	case in.Sent.After(today):
		f.Add("sent", "%s is still to come. Record the newsletter once it is out.", in.Sent.Long())
	}
	checkOptional(&f, "words", in.Words, maxWords)
	checkOptional(&f, "late_reason", in.LateReason, maxText)
	return f.Err()
}

// SendNotice gives notice of a meeting: the roll is frozen, a letter to
// everybody with an e-mail address is queued in the outbox, and the others are
// listed for post. A notice too late for rule 4.1 or 5.3 needs a reason.
func (s *Service) SendNotice(ctx context.Context, actor auth.Actor, id ID, version int64, in NoticeInput) error {
	in = in.tidied(s.cases.Today())
	return s.holding(ctx, actor, id, version, func(tx *store.Tx, permit usecase.Permit, r Record) (*usecase.Entry, error) {
		if err := in.check(s.cases.Today()); err != nil {
			return nil, err
		}
		if err := r.guard(NoticeSent); err != nil {
			return nil, err
		}
		if _, err := audit.BindStreams(ctx, tx, s.cases.Now()); err != nil { // so that the head is of all that was done
			return nil, err
		}
		if err := headOf(ctx, tx, &in); err != nil {
			return nil, err
		}
		p, err := s.preview(ctx, tx, actor, r, in)
		if err != nil {
			return nil, err
		}
		if p.Timeliness == constitution.TooLate && in.LateReason == "" {
			return nil, lateNotice(noticeRule(r.Meeting.Kind), p.Trace)
		}
		if len(p.Roll) == 0 {
			return nil, apperr.New(apperr.Invalid, "There is no one to send the notice to.")
		}
		if in.Print.Content != nil && in.Print.Of != p.Body {
			return nil, apperr.New(
				apperr.Conflict, "What the notice says changed while it was printed. Read it again, then give notice.",
			)
		}
		return s.sendNotice(ctx, tx, permit, r, p, in)
	})
}

// headOf puts the head of the log at the foot of letters, unless the print that
// goes with them has one already.
func headOf(ctx context.Context, q store.Queryer, in *NoticeInput) error {
	if in.Way != Letters {
		in.LogHead = ""
		return nil
	}
	if in.LogHead != "" {
		return nil
	}
	seq, hash, err := audit.Head(ctx, q)
	if err == nil && seq > 0 {
		in.LogHead = audit.MarkOf(seq, hash).String()
	}
	return err
}

// LogHead is the head of the log, as letters and prints have it; "" of a log
// without entries.
func (s *Service) LogHead(ctx context.Context) (string, error) {
	in := NoticeInput{Way: Letters}
	err := headOf(ctx, s.db, &in)
	return in.LogHead, err
}

// headLine says at the foot of a letter what the head of the log was; "" where
// none is known.
func headLine(head string) string {
	if head == "" {
		return ""
	}
	return "\n\nHead of the society’s log when this was written: " + head
}

// lateNotice refuses a notice that is too late and says what to do.
func lateNotice(rule string, t constitution.Trace) error {
	var f apperr.Fields
	f.Add(
		"late_reason",
		"This notice is too late: %s. Choose a later day for the meeting, or enter why the notice is given anyway.", t,
	)
	return &apperr.Error{Kind: apperr.Invalid, Message: "The notice is too late (" + rule + ").", Fields: f, Rule: rule}
}

func (s *Service) sendNotice(
	ctx context.Context, tx *store.Tx, permit usecase.Permit, r Record, p NoticePreview, in NoticeInput,
) (*usecase.Entry, error) {
	n := Notice{
		Number: len(r.Notices) + 1, Way: in.Way, Sent: in.Sent, ForDate: r.Meeting.Date, Subject: p.Subject, Body: p.Body,
		BodyHash: hashOf([]byte(p.Body)), Motions: p.Motions, LogHead: in.LogHead, RecordedAt: s.cases.Now(), RecordedBy: permit.Name(),
	}
	if p.Timeliness == constitution.TooLate {
		n.LateReason = in.LateReason
	}
	if in.Print.Content != nil {
		n.PrintHash = hashOf(in.Print.Content)
	}
	row, err := insertNotice(ctx, tx, r.Meeting.ID, n, in.Print.Content)
	if err != nil {
		return nil, err
	}
	if err := insertRoll(ctx, tx, row, p.Roll); err != nil {
		return nil, err
	}
	if err := announcePapers(ctx, tx, r.Meeting, n.Number); err != nil {
		return nil, err
	}
	post, err := s.queue(ctx, tx, r, n, p.Roll, in.Attachments)
	if err != nil {
		return nil, err
	}
	before, m := r.Meeting, r.Meeting
	m.State = NoticeSent
	if err := updateMeeting(ctx, tx, m); err != nil {
		return nil, err
	}
	facts := map[string]any{
		"notice": n.Number, "way": n.Way, "sent": n.Sent, "roll": len(p.Roll), "post": post, "motions": n.Motions,
		"late": n.LateReason, "papers": paperNames(r.Papers),
		"text_sha256": n.BodyHash, "print_sha256": n.PrintHash,
	}
	if head, err := audit.ParseMark(n.LogHead); err == nil {
		audit.WithHead(facts, head)
	}
	done := permit.Did("send.notice", "meeting", int64(m.ID), factsOf(before), facts)
	if err := s.setDuties(ctx, tx, m.ID); err != nil { // the calendar looks at the day of sending
		return nil, err
	}
	if err := s.finish(ctx, tx, r, constitution.DutyProposals); err != nil {
		return nil, err
	}
	if r, err = s.read(ctx, tx, m.ID); err != nil {
		return nil, err
	}
	return done, s.finishNotice(ctx, tx, r) // of letters once the last has left
}

// queue puts a letter into the outbox for everybody on the roll who is reached
// by mail, and says how many are to be reached by post.
func (s *Service) queue(
	ctx context.Context, tx *store.Tx, r Record, n Notice, roll []RollEntry, files []mail.Attachment,
) (post int, err error) {
	attached, err := s.attach(ctx, tx, files)
	if err != nil {
		return 0, err
	}
	var letters []mail.Letter
	for _, e := range roll {
		switch e.Reached {
		case ByPost:
			post++
		case ByMail:
			letters = append(letters, mail.Letter{
				Key:     letterKey(r.Meeting.ID, n.Number, e.Person),
				Purpose: n.Subject, To: e.recipient(), Subject: n.Subject, Body: n.Body, Attachments: attached,
			})
		}
	}
	_, err = s.outbox.Queue(ctx, tx, letters...)
	return post, err
}

// attach keeps the files that go with letters.
func (s *Service) attach(
	ctx context.Context, tx *store.Tx, files []mail.Attachment,
) (attached []mail.AttachmentID, err error) {
	for _, a := range files {
		id, err := s.outbox.Attach(ctx, tx, a)
		if err != nil {
			return nil, err
		}
		attached = append(attached, id)
	}
	return attached, nil
}

func (e RollEntry) recipient() mail.Recipient {
	return mail.Recipient{Person: int64(e.Person), Name: e.Name, Address: e.Address}
}

// tell writes once to those whom the latest notice reached by mail; what names
// the occasion.
func (s *Service) tell(ctx context.Context, tx *store.Tx, id ID, what, subject, body string) error {
	rows, err := noticesOf(ctx, tx, id)
	if err != nil || len(rows) == 0 {
		return err
	}
	roll, err := rollOf(ctx, tx, rows[0].id)
	if err != nil {
		return err
	}
	var letters []mail.Letter
	for _, e := range roll {
		if e.Reached == ByMail {
			letters = append(letters, mail.Letter{
				Key:     toldKey(id, what, e.Person),
				Purpose: subject, To: e.recipient(), Subject: subject, Body: body,
			})
		}
	}
	_, err = s.outbox.Queue(ctx, tx, letters...)
	return err
}

// toldKey names the letter about an occasion to someone in the outbox.
func toldKey(id ID, what string, person PersonID) string {
	return fmt.Sprintf("%s:%s:person:%d", Meeting{ID: id}.Source(), what, person)
}
