package meetings

import (
	"bytes"
	"fmt"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/governance/meetings"
	"nzgs/internal/mail"
	"nzgs/reports"
	"nzgs/web/kit"
)

// What goes with each letter of a notice: its print, and for an AGM the form by which
// members are nominated.

const (
	noticeFile     = "notice.pdf"
	nominationFile = "nomination-form.pdf"
)

// attachedTo are the files that go with the letters of a notice, by name alone.
func attachedTo(m meetings.Meeting) []mail.Attachment {
	out := []mail.Attachment{{Name: noticeFile}}
	if m.Kind == meetings.AGM {
		out = append(out, mail.Attachment{Name: nominationFile})
	}
	return out
}

// printAttached makes those files, with the head of the log that stands on the print, and the print that is kept.
func (s *Desk) printAttached(c echo.Context, v meetings.View, notice *meetings.NoticeInput) (err error) {
	if notice.Way != meetings.Letters {
		notice.Attachments = nil
	} else if notice.LogHead, err = s.meetings.LogHead(c.Request().Context()); err != nil {
		return err
	}
	sheet, of, err := s.noticeSheet(c, v, *notice)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	if err := s.Press().MeetingNoticePDF(&b, sheet); err != nil {
		return fmt.Errorf("print %s: %w", noticeFile, err)
	}
	notice.Print = meetings.Print{Content: b.Bytes(), Of: of}
	for i := range notice.Attachments {
		a := &notice.Attachments[i]
		a.MediaType, a.Content = "application/pdf", notice.Print.Content
		if a.Name != nominationFile {
			continue
		}
		var form bytes.Buffer
		if err := s.Press().NominationFormPDF(&form, s.nominationSheet(c, v.Meeting, sheet.Nominations)); err != nil {
			return fmt.Errorf("print %s: %w", a.Name, err)
		}
		a.Content = form.Bytes()
	}
	return nil
}

// nominationSheet is the form by which somebody is nominated at an AGM; posts are its
// elections, where they are prepared.
func (s *Desk) nominationSheet(c echo.Context, m meetings.Meeting, posts []reports.NoticePost) reports.NominationForm {
	out := reports.NominationForm{Meeting: s.printHead(m)}
	for _, p := range posts {
		out.Posts = append(out.Posts, p.Post)
	}
	if out.Posts == nil {
		out.Posts = []string{"President", "Secretary", "Treasurer", "Ordinary member of the committee"}
	}
	out.To, out.Reach = s.secretaryReached(c)
	return out
}

// nominationPrint prints the form for every member.
func (s *Desk) nominationPrint(c echo.Context) error {
	v, err := s.meetingView(c)
	switch apperr.KindOf(err) {
	case apperr.Forbidden, apperr.NotFound:
		v, err = s.publishedAsView(c)
	}
	if err != nil {
		return err
	}
	if v.Meeting.Kind != meetings.AGM {
		return apperr.New(apperr.NotFound, "Only an AGM elects, so this meeting has no nominations.")
	}
	list, err := s.electionsAt(c, v.Meeting)
	if err != nil {
		return err
	}
	var posts []reports.NoticePost
	for _, e := range list {
		posts = append(posts, reports.NoticePost{Post: e.Post.Title()})
	}
	return kit.SendPrint(
		c, s.meetingFile(v.Meeting, "nomination"), s.Press().NominationFormPDF, s.nominationSheet(c, v.Meeting, posts),
	)
}

// noticeTrial sends the notice to whoever asks for it, and to no one else.
func (s *Desk) noticeTrial(c echo.Context, in *kit.Filling, v meetings.View, notice meetings.NoticeInput) error {
	if err := s.printAttached(c, v, &notice); err != nil {
		return err
	}
	to, err := s.meetings.SendTrial(c.Request().Context(), s.Actor(c), v.Meeting.ID, notice)
	if err != nil {
		return s.showNotice(c, in, v, err)
	}
	text := "A test letter to " + to + " is in the outbox. Nothing was written to the members."
	if !s.mail.Sends() {
		text += " No mail server is set up, so it waits there."
	}
	return s.showNotice(c, in, v, nil, kit.Flash{Kind: kit.KindSuccess, Text: text})
}
