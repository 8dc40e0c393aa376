package letters

import (
	"net/url"

	"github.com/labstack/echo/v4"

	"nzgs/internal/auth"
	"nzgs/internal/letters"
	"nzgs/web/kit"
)

// PlanPage shows whom letters would go to, and how one of them reads.
type PlanPage struct {
	kit.Page
	kit.FormKey
	Unset   bool
	Intro   string
	Facts   []kit.Fact
	Edit    *kit.Link
	To      []PlanRow
	Paper   []PlanRow
	None    []PlanRow
	Written string
	Preview *Preview
	Action  string
	Seen    string
	Submit  string // "": there is no one to write to
	MayKeep bool   // who is left out can be kept without sending
	Empty   *kit.Empty
}

// PlanRow is someone who would be written to.
type PlanRow struct {
	ID, Key    string
	Name, Read string // Read: address of the letter as they would read it
	Address    string
	Why        string
	Out        bool
}

// Preview is a letter as one of those who get it reads it.
type Preview struct{ Name, Subject, Body string }

var planView = kit.NewView[PlanPage](templates, "plan.html")

func (s *Desk) occasion(c echo.Context) error { return s.showOccasion(c, nil) }

func (s *Desk) showOccasion(c echo.Context, refused error) error {
	o := letters.Occasion(c.Param("occasion"))
	p, err := s.letters.Plan(c.Request().Context(), s.Actor(c), o)
	if err != nil {
		return err
	}
	page := PlanPage{
		Page: s.Page(c, p.Title, hubCrumb), Intro: "For " + p.Who + ". Answers go to you.",
		Edit:   &kit.Link{Label: "Change the text", URL: occasionURL(o, "text")},
		Action: occasionURL(o), MayKeep: true,
	}
	return s.showPlan(c, page, p, occasionURL(o), Shown, refused)
}

// Contacts says whether addresses are shown.
type Contacts string

// The two.
const (
	Shown  Contacts = "shown"
	Hidden Contacts = "hidden"
)

// showPlan fills in who is written to.
func (s *Desk) showPlan(
	c echo.Context, page PlanPage, p letters.Plan, at string, contacts Contacts, refused error,
) error {
	page.Unset, page.Seen, page.FormKey = !s.mail.Sends(), p.Seen, page.Page.Form("send")
	status, err := page.TakeRefusal(refused)
	if err != nil {
		return err
	}
	out := 0
	rows := func(prefix string, list []letters.Addressee) (all []PlanRow) {
		for i, a := range list {
			row := PlanRow{
				ID: prefix + kit.IDText(i), Key: a.Key, Name: a.Name, Why: a.Why, Out: a.LeftOut,
				Read: at + "?" + url.Values{"as": {a.Key}}.Encode() + "#preview",
			}
			if contacts == Shown {
				row.Address = a.Email
			}
			if row.Name == "" {
				row.Name = "No name"
			}
			if row.Out {
				out++
			}
			all = append(all, row)
		}
		return all
	}
	page.To, page.Paper, page.None = rows("to", p.To), rows("paper", p.Paper), rows("none", p.None)
	kit.NamesPeople(c, len(page.To)+len(page.Paper)+len(page.None))
	if p.Written > 0 {
		page.Written = kit.Plural(p.Written, "letter of this kind was", "letters of this kind were") +
			" written already; no one gets it twice."
	}
	if a, l, ok := s.letters.Preview(p, c.QueryParam("as")); ok {
		page.Preview = &Preview{Name: a.Name, Subject: l.Subject, Body: l.Body}
	}
	n := len(page.To) + len(page.Paper)
	if n > 0 {
		page.Submit = "Send to everyone who is not left out"
	} else {
		page.Empty = &kit.Empty{Title: "There is no one to write to", Text: "No one on this list is waiting for this letter."}
	}
	page.Facts = []kit.Fact{
		{Label: "By e-mail", Value: kit.Plural(len(page.To), "letter", "letters")},
		{Label: "On paper", Value: kit.Plural(len(page.Paper), "letter", "letters")},
	}
	if out > 0 {
		page.Facts = append(page.Facts, kit.Fact{Label: "Left out", Value: kit.Plural(out, "person", "people")})
	}
	return planView.Render(c, status, page)
}

// occasionPress sends letters of an occasion, or keeps who is left out.
func (s *Desk) occasionPress(c echo.Context) error {
	in, err := kit.Sent(c)
	if err != nil {
		return err
	}
	o := letters.Occasion(c.Param("occasion"))
	if in.Text("do") == "keep" {
		if err := s.letters.LeaveOut(c.Request().Context(), s.Actor(c), o, in.All("out"), in.Text("seen")); err != nil {
			return s.showOccasion(c, err)
		}
		s.Flash(c, kit.KindSuccess, "Saved who is left out.")
		return kit.SeeOther(c, occasionURL(o))
	}
	sent, err := s.letters.Send(c.Request().Context(), s.Actor(c), o, in.All("out"), in.Text("seen"))
	if err != nil {
		return s.showOccasion(c, err)
	}
	return s.sent(c, sent)
}

// sent says what became of a mailing.
func (s *Desk) sent(c echo.Context, out letters.SentOut) error {
	text := kit.Plural(out.Mail, "letter is", "letters are") + " in the outbox"
	if out.Paper > 0 {
		text += ", " + kit.Plural(out.Paper, "letter is", "letters are") + " to be printed"
	}
	s.Flash(c, kit.KindSuccess, text+".")
	return kit.SeeOther(c, mailingURL(out.Mailing))
}

// MailingPage is a mailing that was sent.
type MailingPage struct {
	kit.Page
	Unset  bool
	Facts  []kit.Fact
	Body   string
	Prints []kit.Link
}

var mailingView = kit.NewView[MailingPage](templates, "mailing.html")

func (s *Desk) mailing(c echo.Context) error { return s.showMailing(c, nil) }

func (s *Desk) showMailing(c echo.Context, refused error) error {
	ctx, actor := c.Request().Context(), s.Actor(c)
	id, err := kit.PathID[letters.MailingID](c, "id")
	if err != nil {
		return err
	}
	m, err := s.letters.Mailing(ctx, actor, id)
	if err != nil {
		return err
	}
	if m.Sent.IsZero() {
		p, err := s.letters.PlanOf(ctx, actor, id)
		if err != nil {
			return err
		}
		contacts := Shown
		if m.Source.Event != 0 {
			contacts = Hidden
		}
		return s.showPlan(c, PlanPage{
			Page: s.Page(c, m.Title(), s.crumbsOf(c)...), Intro: "For " + s.listName(m.Source) + ". Nothing is sent yet.",
			Edit: &kit.Link{Label: "Change the letter", URL: mailingURL(id, "edit")}, Action: mailingURL(id),
		}, p, mailingURL(id), contacts, refused)
	}
	kit.NamesPeople(c, 0)
	page := MailingPage{Page: s.Page(c, m.Title(), s.crumbsOf(c)...), Unset: !s.mail.Sends(), Body: m.Text.Body}
	page.Facts = []kit.Fact{
		{Label: "Subject", Value: m.Text.Subject}, {Label: "Written by", Value: m.WrittenBy},
		{Label: "Written", Value: m.Sent.Long()},
		{Label: "By e-mail", Value: kit.Plural(m.Mail, "letter", "letters")},
		{Label: "On paper", Value: kit.Plural(m.Paper, "letter", "letters")},
	}
	if m.Template > 0 {
		page.Facts = append(page.Facts, kit.Fact{Label: "Version of the text", Value: kit.IDText(m.Template)})
	}
	if s.keepsOutbox(c) {
		page.Facts = append(page.Facts, kit.Fact{
			Label: "In the outbox", Value: "What became of each letter",
			URL: kit.OutboxPath + "?" + url.Values{"batch": {"mailing:" + kit.IDText(id)}}.Encode(),
		})
	}
	if m.Paper > 0 && m.Source.Event == 0 {
		page.Prints = []kit.Link{
			{Label: "Letters (PDF)", URL: mailingURL(id, "letters.pdf")},
			{Label: "Labels: choose the sheet", URL: kit.LabelsURL(mailingURL(id, "labels.pdf"))},
		}
	}
	status, err := page.TakeRefusal(refused)
	if err != nil {
		return err
	}
	return mailingView.Render(c, status, page)
}

// mailingPress sends a draft.
func (s *Desk) mailingPress(c echo.Context) error {
	in, err := kit.Sent(c)
	if err != nil {
		return err
	}
	id, err := kit.PathID[letters.MailingID](c, "id")
	if err != nil {
		return err
	}
	out, err := s.letters.SendMailing(c.Request().Context(), s.Actor(c), id, in.All("out"), in.Text("seen"))
	if err != nil {
		return s.showMailing(c, err)
	}
	return s.sent(c, out)
}

// listName says to whom a letter goes that someone writes.
func (s *Desk) listName(src letters.Source) string {
	switch {
	case src.Event != 0:
		return "entrants of the event"
	case src.Club != 0:
		return "members of the club"
	}
	return "people of the register"
}

func (s *Desk) keepsOutbox(c echo.Context) bool {
	return auth.Can(s.Actor(c), auth.KeepOutbox, auth.Object{}, s.Today())
}

// crumbsOf leads back to the letters, for those who may see them.
func (s *Desk) crumbsOf(c echo.Context) []kit.Crumb {
	if s.keepsOutbox(c) {
		return []kit.Crumb{hubCrumb}
	}
	return nil
}
