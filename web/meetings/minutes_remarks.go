package meetings

import (
	"context"
	"fmt"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/auth"
	"nzgs/internal/governance/meetings"
	"nzgs/web/kit"
)

// MembersRead says whether members read the minutes, and changes it.
type MembersRead struct {
	Text    string
	Letters string
	Button  *kit.PostButton
}

// RemarkRow is a remark on minutes with its answer, or the form for one.
type RemarkRow struct {
	By, Section, At, Text string
	Answer                kit.Badge
	Reply                 string
	Form                  *kit.SmallForm
	Open                  bool // the form was sent and is wrong
}

// remarks are what members said about the minutes, for whoever may read them.
func (s *Desk) remarks(
	c echo.Context, in *kit.Filling, page *MinutesPage, v meetings.View, answered meetings.RemarkID,
) error {
	if !v.Meeting.Kind.General() {
		return nil
	}
	runs := v.May.Hold || v.May.Chair
	list, err := s.meetings.Remarks(c.Request().Context(), s.Actor(c), v.Meeting.ID)
	if err != nil {
		return err
	}
	for _, r := range list {
		row := remarkRow(r)
		if runs && v.Minutes.Approved == 0 {
			filled, of := kit.NewFilling(), &kit.Page{}
			if r.ID == answered {
				filled, of, row.Open = in, &page.Page, true
			}
			row.Form = answerForm(filled, of, page.Form("answer"+kit.IDText(r.ID)), v.Meeting.ID, r)
		}
		page.Remarks = append(page.Remarks, row)
	}
	if runs {
		if page.Members, err = s.membersRead(c, page, v); err != nil {
			return err
		}
	}
	if v.Minutes.Readable() && v.Minutes.Approved == 0 {
		page.Remark = remarkForm(in, page, v)
	}
	return nil
}

func remarkRow(r meetings.Remark) RemarkRow {
	kinds := map[meetings.Answer]string{
		meetings.Unanswered: kit.KindWarning, meetings.Taken: kit.KindSuccess, meetings.NotTaken: kit.KindInfo,
	}
	return RemarkRow{
		By: r.By.Name, Section: sectionName(r.Section), At: r.At.Date().Long(), Text: r.Text, Reply: r.Reply,
		Answer: kit.Badge{Kind: kinds[r.Answer], Text: r.Answer.Label()},
	}
}

// sectionName is the heading of a section, or what the beginning is called.
func sectionName(title string) string {
	if title == "" {
		return "Beginning"
	}
	return title
}

func answerForm(
	in *kit.Filling, page *kit.Page, key kit.FormKey, meeting meetings.ID, r meetings.Remark,
) *kit.SmallForm {
	id := kit.IDText(r.ID)
	answer := kit.Field{
		ID: "answer-" + id, Name: "answer", Label: "Answer", Type: "select", Required: true, Options: []kit.Option{
			{Label: "Choose"}, {Value: string(meetings.Taken), Label: "Taken: the minutes are changed"},
			{Value: string(meetings.NotTaken), Label: "Not taken"},
		},
	}
	return &kit.SmallForm{
		FormKey: key, Action: kit.MeetingURL(meeting, "minutes", "remarks", id),
		Hidden: []kit.Hidden{kit.VersionField(r.Version)}, Fields: []kit.Field{
			in.Field(page, answer),
			in.Field(page, kit.Field{
				ID: "reply-" + id, Name: "reply", Label: "What you say to it", Type: "textarea", Rows: 2,
				Hint: "The member reads it. A remark that is not taken needs a reason.",
			}),
		}, Submit: "Record the answer", Kind: "secondary",
	}
}

func remarkForm(in *kit.Filling, page *MinutesPage, v meetings.View) *kit.SmallForm {
	section := kit.Field{Name: "section", Label: "About", Type: "select"}
	for _, p := range meetings.MinutesParts(v.Minutes.Text) {
		section.Options = append(section.Options, kit.Option{Value: p.Title, Label: sectionName(p.Title)})
	}
	return &kit.SmallForm{
		FormKey: page.Form("remark"), Action: kit.MeetingURL(v.Meeting.ID, "minutes", "remarks"), Fields: []kit.Field{
			in.Field(&page.Page, section),
			in.Field(&page.Page, kit.Field{
				Name: "remark", Label: "Your remark", Type: "textarea", Rows: 4, Required: true,
				Hint: "What is wrong or missing. The secretary reads it with your name, and answers here.",
			}),
		}, Submit: "Send the remark", Kind: "secondary",
	}
}

// membersRead says whether members read the minutes in draft, how far the letters
// to them have gone, and has the button that changes it.
func (s *Desk) membersRead(c echo.Context, page *MinutesPage, v meetings.View) (m MembersRead, err error) {
	if v.Minutes.Approved != 0 || v.Minutes.Version == 0 {
		return m, nil
	}
	version := kit.VersionField(v.Minutes.Version)
	switch {
	case v.May.HideMinutes:
		m.Text = fmt.Sprintf(
			"Members can read the draft and remark on it since %s; %s recorded that the chair agreed.", v.Minutes.ShownAt.Date().Long(),
			v.Minutes.ShownBy,
		)
		m.Button = page.Button("hide", kit.MeetingURL(v.Meeting.ID, "minutes", "hide"), "Show it to members no longer", version)
		m.Button.Kind = "secondary"
	case v.May.ShowMinutes:
		m.Text = "Members do not see the draft. When the chair says so, show it to them: they can remark on each section"
		if inNewsletter(v) {
			m.Text += ". Notice was in the newsletter, so you tell them where to read it."
		} else {
			m.Text += ", and are told by e-mail."
		}
		m.Button = page.Button(
			"show", kit.MeetingURL(v.Meeting.ID, "minutes", "show"), "The chair agrees: show the draft to members", version,
		)
		return m, nil
	default:
		return m, nil
	}
	letters, err := s.meetings.DraftLetters(c.Request().Context(), s.Actor(c), v.Meeting.ID)
	if err != nil {
		return m, err
	}
	m.Letters = lettersText(letters)
	return m, nil
}

// inNewsletter reports whether notice of the meeting was given in the newsletter: no
// one is written to.
func inNewsletter(v meetings.View) bool {
	return len(v.Notices) > 0 && v.Notices[0].Way == meetings.Newsletter
}

// lettersText says of letters only what has become of them.
func lettersText(l meetings.DraftLetters) string {
	var parts []string
	add := func(n int, one, many string) {
		if n > 0 {
			parts = append(parts, kit.Plural(n, one, many))
		}
	}
	add(l.Sent, "letter has left by e-mail", "letters have left by e-mail")
	add(l.Waiting, "letter waits to be sent", "letters wait to be sent")
	add(l.Failed, "letter could not be sent", "letters could not be sent")
	if l.Without > 0 {
		parts = append(parts, kit.Plural(l.Without, "member has", "members have")+" no e-mail address: print the draft for them")
	}
	if l.Newsletter {
		return "Notice was in the newsletter, so no letters are written about the draft: tell members where to read it."
	}
	if len(parts) == 0 {
		return ""
	}
	return strings.Join(parts, "; ") + "."
}

func (s *Desk) minutesShow(c echo.Context) error { return s.minutesTurn(c, true) }
func (s *Desk) minutesHide(c echo.Context) error { return s.minutesTurn(c, false) }

// minutesTurn shows the minutes in draft to members, or no longer.
func (s *Desk) minutesTurn(c echo.Context, show bool) error {
	v, err := s.meetingView(c)
	if err != nil {
		return err
	}
	in, err := kit.Sent(c)
	if err != nil {
		return err
	}
	change, said := s.meetings.HideMinutes, "Members no longer see the draft."
	if show {
		change, said = func(ctx context.Context, by auth.Actor, id meetings.ID, version int64) error {
			return s.meetings.ShowMinutes(ctx, by, id, version, s.BaseURL)
		}, "Members can read the draft. Letters to them are written; below is how many have left."
		if inNewsletter(v) {
			said = "Members can read the draft. No letters are written: tell them where to read it."
		}
	}
	if err := change(c.Request().Context(), s.Actor(c), v.Meeting.ID, in.Version()); err != nil {
		return s.showMinutes(c, in, v, 0, err)
	}
	s.Flash(c, kit.KindSuccess, said)
	return kit.SeeOther(c, kit.MeetingURL(v.Meeting.ID, "minutes")+"#members")
}

func (s *Desk) remarkAdd(c echo.Context) error {
	v, err := s.minutesReadable(c)
	if err != nil {
		return err
	}
	in, err := kit.Sent(c)
	if err != nil {
		return err
	}
	err = s.meetings.Remark(c.Request().Context(), s.Actor(c), v.Meeting.ID, in.Text("section"), in.Lines("remark"))
	if err := in.Refusal(err); err != nil {
		return s.showMinutes(c, in, v, 0, err)
	}
	s.Flash(c, kit.KindSuccess, "Your remark is kept. The answer will be here.")
	return kit.SeeOther(c, kit.MeetingURL(v.Meeting.ID, "minutes")+"#remarks")
}

func (s *Desk) remarkAnswer(c echo.Context) error {
	v, err := s.meetingView(c)
	if err != nil {
		return err
	}
	id, err := kit.PathID[meetings.RemarkID](c, "remark")
	if err != nil {
		return err
	}
	in, err := kit.Sent(c)
	if err != nil {
		return err
	}
	err = s.meetings.AnswerRemark(
		c.Request().Context(), s.Actor(c), id, in.Version(), meetings.Answer(in.Text("answer")), in.Lines("reply"),
	)
	if err := in.Refusal(err); err != nil {
		return s.showMinutes(c, in, v, id, err)
	}
	s.Flash(c, kit.KindSuccess, "The answer is recorded.")
	return kit.SeeOther(c, kit.MeetingURL(v.Meeting.ID, "minutes")+"#remarks")
}
