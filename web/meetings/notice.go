package meetings

import (
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/governance/meetings"
	"nzgs/internal/mail"
	"nzgs/reports"
	"nzgs/web/kit"
)

// NoticePage is the notice of a meeting: as it would be given today,
// and those that were, with the roll.
type NoticePage struct {
	kit.Page
	Head    Head
	Send    *NoticeForm
	Given   []NoticeCard
	Roll    []RollLine
	RollURL string         // of its prints
	Posted  *kit.SmallForm // when the letters by post went
	Missing *Unreached     // whom no letter of the latest notice can go to
	Papers  *Papers
	Unset   bool     // no mail server
	Waits   []string // why letters of the notice have not left, and until when
	Prints  []kit.Link
}

// NoticeForm is the notice before it is given.
type NoticeForm struct {
	kit.FormKey
	URL        string
	Hidden     []kit.Hidden
	Fields     []kit.Field
	Timeliness kit.Trace
	Findings   []kit.Finding
	Left       []MotionRow // what does not go on the agenda, with the reason
	Subject    string
	Body       string
	Count      string // whom it goes to
	Missing    *Unreached
}

// RollLine is a member on the roll.
type RollLine struct{ Name, Reached, State, Address string }

var noticeView = kit.NewView[NoticePage](templates, "notice.html")

func (s *Desk) meetingNotice(c echo.Context) error {
	v, err := s.meetingView(c)
	if err != nil {
		return err
	}
	return s.showNotice(c, kit.NewFilling(), v, nil)
}

// readNotice reads what a notice is given with.
func (s *Desk) readNotice(in *kit.Filling, m meetings.Meeting) meetings.NoticeInput {
	out := meetings.NoticeInput{
		Way: meetings.Letters, Words: in.Lines("words"), LateReason: in.Text("late_reason"), Site: s.BaseURL,
		Attachments: attachedTo(m),
	}
	if in.Text("way") == string(meetings.Newsletter) {
		out.Way, out.Sent, out.Attachments = meetings.Newsletter, in.Day("sent"), nil
	}
	return out
}

func (s *Desk) showNotice(
	c echo.Context, in *kit.Filling, v meetings.View, refused error, said ...kit.Flash,
) error {
	m := v.Meeting
	page := NoticePage{
		Page: s.Page(c, m.Title()+": notice", meetingsCrumb, kit.Crumb{Label: m.Title(), URL: kit.MeetingURL(m.ID)}),
		Head: meetingHead(v, "notice"), Unset: !s.mail.Sends(),
	}
	status, err := page.TakeRefusal(refused)
	if err != nil {
		return err
	}
	page.Flash = append(page.Flash, said...)
	page.Papers = meetingPapers(&page.Page, v)
	waiting := 0
	for _, n := range v.Notices {
		page.Given = append(page.Given, *noticeCard(m, n))
		waiting += n.Leaving.Waiting
	}
	if waiting > 0 && !page.Unset && auth.Can(s.Actor(c), auth.KeepOutbox, auth.Object{}, s.Today()) {
		waits, err := s.mail.Backlog(c.Request().Context(), s.Actor(c))
		if err != nil {
			return err
		}
		page.Waits = waits.Reasons()
	}
	if err := s.noticeRoll(c, in, &page, v); err != nil {
		return err
	}
	kit.NamesPeople(c, len(page.Roll))
	if v.May.SendNotice {
		if page.Send, err = s.noticeForm(c, in, &page.Page, v); err != nil {
			return err
		}
	}
	page.Prints = []kit.Link{
		{Label: "Notice and agenda (PDF)", URL: kit.MeetingURL(m.ID, "notice.pdf")},
		{Label: "Everything to print for this meeting", URL: kit.MeetingURL(m.ID, "prints")},
	}
	return noticeView.Render(c, status, page)
}

// noticeRoll puts the roll of the latest notice on the page.
func (s *Desk) noticeRoll(c echo.Context, in *kit.Filling, page *NoticePage, v meetings.View) error {
	if len(v.Notices) == 0 {
		return nil
	}
	n := v.Notices[0]
	roll, err := s.meetings.Roll(c.Request().Context(), s.Actor(c), v.Meeting.ID, n.Number)
	if err != nil {
		return err
	}
	for _, r := range roll {
		line := RollLine{
			Name: r.Name, Reached: reachedText(r.Reached), State: letterState(r),
			Address: strings.ReplaceAll(r.Address, "\n", ", "),
		}
		if r.Unreached {
			line.Address = "None known"
		}
		page.Roll = append(page.Roll, line)
	}
	if page.Missing = s.unreachedAfter(in, &page.Page, v); v.May.Post && n.Leaving.Still() > len(n.Unreached) {
		page.Posted = s.postedForm(in, &page.Page, v.Meeting.ID, n)
	}
	return nil
}

// postedForm records when printed letters went: those to members without an
// e-mail address, and those that have not gone by e-mail.
func (s *Desk) postedForm(in *kit.Filling, p *kit.Page, id meetings.ID, n meetings.Notice) *kit.SmallForm {
	if !in.Sends("posted") {
		in.SetDay("posted", s.Today())
	}
	day := kit.DayField("posted", "Printed letters posted on", "")
	day.Required = true
	form := &kit.SmallForm{
		FormKey: p.Form("posted"), Action: kit.MeetingURL(id, "posted"), Submit: "Record the letters as posted",
		Hidden: []kit.Hidden{{Name: "notice", Value: strconv.Itoa(n.Number)}}, Fields: []kit.Field{in.Field(p, day)},
	}
	if unsent := n.Leaving.Still() - n.Leaving.Unposted; unsent > 0 {
		form.Fields = append(form.Fields, in.Field(p, kit.Field{
			Name: "which", Label: "Also the letters that have not gone by e-mail", Type: "checkbox",
			Hint: kit.Plural(unsent, "letter", "letters") + ". Tick this if they were printed and posted as well.",
		}))
	}
	return form
}

// letterState says how far the letter to somebody on a roll has gone.
func letterState(r meetings.RollEntry) string {
	switch {
	case r.ByHand:
		return "Handed over " + r.Left.Long()
	case !r.Left.IsZero() && r.Left == r.Posted:
		return "Posted " + r.Left.Long()
	case !r.Left.IsZero():
		return "Sent " + r.Left.Long()
	case r.Letter == mail.Failed:
		return "Could not be sent"
	case r.Letter == mail.Sending:
		return "Not known whether it left"
	case r.Reached == meetings.ByPost:
		return "Not recorded as posted"
	}
	return "Waiting to be sent"
}

func reachedText(r meetings.Reached) string {
	switch r {
	case meetings.ByMail:
		return "E-mail"
	case meetings.ByPost:
		return "Post"
	}
	return "Newsletter"
}

// noticeForm is the notice as it would be given with what is typed so far.
func (s *Desk) noticeForm(
	c echo.Context, in *kit.Filling, p *kit.Page, v meetings.View,
) (*NoticeForm, error) {
	m, notice := v.Meeting, s.readNotice(in, v.Meeting)
	preview, err := s.meetings.PreviewNotice(c.Request().Context(), s.Actor(c), m.ID, notice)
	if apperr.KindOf(err) == apperr.Invalid { // said beside the fields; the notice is shown as it would be without them
		preview, err = s.meetings.PreviewNotice(
			c.Request().Context(), s.Actor(c), m.ID, s.readNotice(kit.NewFilling(), m),
		)
	}
	if err != nil {
		return nil, err
	}
	form := &NoticeForm{
		FormKey: p.Form("notice"), URL: kit.MeetingURL(m.ID, "notice"), Hidden: []kit.Hidden{kit.VersionField(m.Version)},
		Timeliness: kit.RuleTrace(timelinessText(preview.Timeliness), preview.Trace),
		Findings:   findingLines(preview.Agenda), Subject: preview.Subject, Body: preview.Body,
	}
	for _, left := range preview.Left {
		form.Left = append(form.Left, MotionRow{
			Number: strconv.Itoa(left.Number), Title: left.Title, URL: numberedMotion(v, left.Number),
			Findings: findingLines(left.Findings),
		})
	}
	byMail := 0
	for _, r := range preview.Roll {
		if r.Reached == meetings.ByMail {
			byMail++
		}
	}
	form.Missing = unreachedBefore(preview.Roll)
	form.Count = kit.Plural(
		len(preview.Roll), "member", "members",
	) + ": " + strconv.Itoa(byMail) + " by e-mail, " + strconv.Itoa(len(preview.Roll)-byMail) + " by post"
	if form.Missing != nil {
		form.Count += ", of whom " + strconv.Itoa(len(form.Missing.People)) + " without an address"
	}
	if notice.Way == meetings.Newsletter {
		form.Count = kit.Plural(len(preview.Roll), "member", "members") + " by the newsletter"
	}
	in.Set("way", string(notice.Way))
	form.Fields = []kit.Field{
		in.Field(p, kit.Field{
			Name: "words", Label: "Your introduction to the agenda", Type: "textarea", Rows: 5,
			Hint: "You can leave this empty.",
		}),
		in.Field(p, kit.Field{Name: "way", Label: "How notice is given", Type: "radios", Options: []kit.Option{
			{
				Value: string(meetings.Letters), Label: "By letter, today",
				Hint: "An e-mail to everyone with an address; the others are listed for posting.",
			},
			{
				Value: string(meetings.Newsletter), Label: "It was in the newsletter",
				Hint: "Rule 4.1 allows this if it reached all clubs and other members in time.",
			},
		}}),
		in.Field(p, kit.DayField("sent", "Day of the newsletter", "Only if it was in the newsletter.")),
	}
	if preview.Timeliness == constitution.TooLate || p.ErrorOn("late_reason") != "" {
		form.Fields = append(form.Fields, in.Field(p, kit.Field{
			Name: "late_reason", Label: "Why notice is given late", Type: "textarea", Rows: 3, Required: true,
		}))
	}
	return form, nil
}

// noticeSend shows the notice again with what was typed, or gives it.
func (s *Desk) noticeSend(c echo.Context) error {
	v, err := s.meetingView(c)
	if err != nil {
		return err
	}
	in, err := kit.Sent(c)
	if err != nil {
		return err
	}
	notice := s.readNotice(in, v.Meeting)
	if v.May.SendNotice {
		_, err = s.meetings.PreviewNotice(c.Request().Context(), s.Actor(c), v.Meeting.ID, notice)
	}
	if err := in.Refusal(err); err != nil {
		return s.showNotice(c, in, v, err)
	}
	switch in.Text("do") {
	case "try":
		return s.noticeTrial(c, in, v, notice)
	case "send":
	default:
		return s.showNotice(c, in, v, nil)
	}
	if err := s.printAttached(c, v, &notice); err != nil {
		return err
	}
	if err := s.meetings.SendNotice(c.Request().Context(), s.Actor(c), v.Meeting.ID, in.Version(), notice); err != nil {
		return s.showNotice(c, in, v, err)
	}
	text := "The letters are in the outbox. Notice is given when the last one has left."
	switch {
	case notice.Way == meetings.Newsletter:
		text = "Notice is given."
	case !s.mail.Sends():
		text += " No mail server is set up, so they wait there until they are printed and posted."
	}
	s.Flash(c, kit.KindSuccess, text)
	return kit.SeeOther(c, kit.MeetingURL(v.Meeting.ID, "notice"))
}

// readPosted reads which letters went, and what to say once that is kept.
func readPosted(in *kit.Filling) (out meetings.PostedInput, done string) {
	out.Notice = int(kit.Chosen[int64](in, "notice"))
	switch {
	case in.Text("which") == string(meetings.HandedOver):
		out.Day, out.Which, out.To = in.Day("handed"), meetings.HandedOver, handedTo(in)
		return out, "The notice is recorded as handed over."
	case in.Ticked("which"):
		out.Which = meetings.PostedUnsent
	}
	out.Day = in.Day("posted")
	return out, "The letters that have an address are recorded as posted."
}

func (s *Desk) noticePosted(c echo.Context) error {
	v, err := s.meetingView(c)
	if err != nil {
		return err
	}
	in, err := kit.Sent(c)
	if err != nil {
		return err
	}
	posted, done := readPosted(in)
	err = s.meetings.RecordPosted(c.Request().Context(), s.Actor(c), v.Meeting.ID, posted)
	if posted.Which == meetings.HandedOver {
		err = kit.Renamed(err, map[string]string{"posted": "handed"})
	}
	if err := in.Refusal(err); err != nil {
		return s.showNotice(c, in, v, err)
	}
	s.Flash(c, kit.KindSuccess, done)
	return kit.SeeOther(c, kit.MeetingURL(v.Meeting.ID, "notice"))
}

// printHead says on a print which meeting it is about.
func (s *Desk) printHead(m meetings.Meeting) reports.MeetingHead {
	place := m.Place
	if m.Online != "" {
		place = strings.TrimPrefix(place+" · "+m.Online, " · ")
	}
	return reports.MeetingHead{
		Name: m.Kind.Label(), Date: m.Date.Weekday().String() + " " + m.Date.Long(), Time: m.Clock(), Place: place,
	}
}

// noticeSheet is the notice as it is printed: as it would be given with in, or as the latest one was given. It says the
// same as the letter of, where it is made for one.
func (s *Desk) noticeSheet(
	c echo.Context, v meetings.View, in meetings.NoticeInput,
) (out reports.MeetingNotice, of string, err error) {
	m := v.Meeting
	out = reports.MeetingNotice{Meeting: s.printHead(m), Issued: s.Today().Long()}
	out.From, out.Reach = s.secretaryReached(c)
	for _, p := range v.Papers {
		out.Papers = append(out.Papers, p.Name)
	}
	if out.Papers != nil {
		out.PapersAt = s.BaseURL + kit.MeetingURL(m.ID)
	}
	var text meetings.NoticeText
	head := in.LogHead
	switch {
	case v.May.SendNotice:
		preview, err := s.meetings.PreviewNotice(c.Request().Context(), s.Actor(c), m.ID, in)
		if err != nil {
			return out, "", err
		}
		text, of = preview.Text, preview.Body
	case len(v.Notices) > 0:
		text, head = v.NoticeText(in, v.Notices[0].Motions), v.Notices[0].LogHead
	default:
		text = v.NoticeText(in, nil)
	}
	out.Opening, out.Support, out.Notes = text.Opening, text.Support, text.Remarks
	if text.Replaces != "" {
		out.Opening = text.Replaces + "\n\n" + out.Opening
	}
	for _, item := range text.Agenda {
		line := reports.AgendaLine{Letter: item.Label, Text: item.Title, Rule: item.Rule}
		if item.Note != "" {
			line.Details = append(line.Details, item.Note)
		}
		out.Agenda = append(out.Agenda, line)
	}
	for _, motion := range text.Motions {
		out.Motions = append(out.Motions, reports.NoticeMotion{
			Title: motion.Heading, Text: motion.Text, By: motion.Moved, Remark: motion.Needs, Changes: motion.Changes,
		})
	}
	for _, d := range v.Deadlines {
		if d.Done.IsZero() && !d.By.Before(s.Today()) && d.By.Before(m.Date) && d.What != constitution.DutyNotice {
			out.Deadlines = append(out.Deadlines, reports.NoticeDeadline{What: d.What.Label(), By: d.By.Long(), Rule: d.Rule})
		}
	}
	if head != "" {
		out.Notes = append(out.Notes, "Head of the society’s log when this was written: "+head)
	}
	return out, of, s.addNominations(c, v, &out)
}

// numberedMotion is the page of a motion by its number.
func numberedMotion(v meetings.View, number int) string {
	for _, m := range v.Motions {
		if m.Number == number {
			return motionURL(v.Meeting.ID, m.ID)
		}
	}
	return kit.MeetingURL(v.Meeting.ID) + "#motions"
}
