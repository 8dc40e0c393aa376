package clubs

import (
	"context"
	"fmt"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/civil"
	"nzgs/internal/clubs"
	"nzgs/internal/hosting"
	"nzgs/web/kit"
)

const (
	visitSent = "A letter to your address leaves in a few minutes. Your visit counts once you open its link and press “I come along”. " +
		"Nothing came? Look among unwanted mail."
	messageSent = "Your message leaves in a few minutes. The club answers to your address."
	// trapField is what only programs fill in.
	trapField = "website"
)

// Invitation is a club with its next evenings, for a form.
type Invitation struct {
	clubs.Club
	next  []hosting.Next
	sends bool
}

// invitation reads the club of the address.
func (s *Desk) invitation(c echo.Context) (in Invitation, err error) {
	id, err := kit.PathID[clubs.ClubID](c, "id")
	if err != nil {
		return in, err
	}
	ctx := c.Request().Context()
	if in.Club, err = s.clubs.Club(ctx, id); err != nil {
		return in, err
	}
	in.sends = s.hosting.Sends()
	in.next, err = s.hosting.Next(ctx, id)
	return in, err
}

// whenKey names an evening in a form.
func whenKey(n hosting.Next) string { return kit.IDText(n.Evening.ID) + " " + n.Day.String() }

func readWhen(text string) (id hosting.EveningID, day civil.Date) {
	number, on, _ := strings.Cut(text, " ")
	day, err := civil.ParseDate(on)
	if err != nil {
		return 0, civil.Date{}
	}
	return kit.ParseID[hosting.EveningID](number), day
}

func whenText(n hosting.Next) string {
	return n.Day.Weekday().String() + " " + n.Day.Long() + ", " + n.Evening.From.String() + " to " + n.Evening.Until.String()
}

// visitForm takes the form of a newcomer.
func (s *Desk) visitForm() kit.Form[Invitation] {
	return kit.Form[Invitation]{
		Site: s.Site, Load: s.invitation, Render: s.renderVisitor,
		Fill: func(c echo.Context, in *kit.Filling, _ Invitation) { in.Set("when", c.QueryParam("when")) },
		Show: func(c echo.Context, p *kit.FormPage, about Invitation) error {
			kit.NoStore(c)
			p.Page = s.Page(c, "Come along to "+about.Name, clubsCrumb, kit.Crumb{Label: about.Name, URL: kit.ClubURL(about.ID)})
			p.Shape = kit.ShapeNarrow
			p.Action, p.Submit, p.Back = kit.ClubURL(about.ID)+"/visit", "I would like to come", kit.ClubURL(about.ID)
			when := kit.Field{Name: "when", Label: "Which evening", Type: "select", Required: true, Options: []kit.Option{{Label: "Choose"}}}
			for _, n := range about.next {
				if n.Open() {
					label := whenText(n)
					if n.Word == hosting.Silent {
						label += " (not confirmed yet)"
					}
					when.Options = append(when.Options, kit.Option{Value: whenKey(n), Label: label})
				}
			}
			switch {
			case !about.sends:
				p.Barred = append(p.Barred, kit.CiteRules("This site sends no letters, so the form is closed."))
			case len(when.Options) == 1:
				p.Barred = append(p.Barred, kit.CiteRules("The club has not said when it meets in the next four weeks."))
			}
			p.Say("You need to know nothing about Go, and bring nothing. The club is told once you have confirmed your address.")
			p.Group("", when,
				kit.Field{Name: "name", Label: "Your name", Required: true, Autocomplete: "name", MaxLength: 100},
				kit.Field{
					Name: "email", Label: "E-mail address", Type: "email", Required: true, Autocomplete: "email", MaxLength: 200,
					Hint: "The club’s secretary sees it, and is sent it in a letter. It is deleted 60 days after the evening, but for that letter.",
				},
				kit.Field{
					Name: "note", Label: "A note to the club", Type: "textarea", Rows: 3, MaxLength: 500,
					Hint: "Have you played before? Do you bring someone?",
				})
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, about Invitation) (kit.Done, error) {
			evening, day := readWhen(in.Text("when"))
			return kit.Done{To: kit.ClubURL(about.ID), Message: visitSent}, s.hosting.Ask(c.Request().Context(), hosting.Input{
				Club: about.ID, Evening: evening, Day: day, Name: in.Text("name"), Email: in.Text("email"), Note: in.Lines("note"),
			}, kit.Network(c))
		},
	}
}

// writeForm takes a message to a club.
func (s *Desk) writeForm() kit.Form[Invitation] {
	return kit.Form[Invitation]{
		Site: s.Site, Load: s.invitation, Render: s.renderVisitor,
		Show: func(c echo.Context, p *kit.FormPage, about Invitation) error {
			kit.NoStore(c)
			p.Page = s.Page(c, "Write to "+about.Name, clubsCrumb, kit.Crumb{Label: about.Name, URL: kit.ClubURL(about.ID)})
			p.Shape = kit.ShapeNarrow
			p.Action, p.Submit, p.Back = kit.ClubURL(about.ID)+"/write", "Send the message", kit.ClubURL(about.ID)
			reaches, err := s.hosting.Reaches(c.Request().Context(), about.ID)
			if err != nil {
				return err
			}
			if !reaches {
				p.Barred = append(p.Barred, kit.CiteRules("No letter reaches this club from here. Ask the society’s secretary."))
			}
			p.Group("",
				kit.Field{Name: "name", Label: "Your name", Required: true, Autocomplete: "name", MaxLength: 100},
				kit.Field{
					Name: "email", Label: "E-mail address", Type: "email", Required: true, Autocomplete: "email", MaxLength: 200,
					Hint: "The club’s answer goes there.",
				},
				kit.Field{Name: "message", Label: "Message", Type: "textarea", Rows: 6, Required: true, MaxLength: 2000})
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, about Invitation) (kit.Done, error) {
			return kit.Done{To: kit.ClubURL(about.ID), Message: messageSent}, s.hosting.Write(c.Request().Context(), hosting.Message{
				Club: about.ID, Name: in.Text("name"), Email: in.Text("email"), Message: in.Lines("message"),
			}, kit.Network(c))
		},
	}
}

var visitorView = kit.NewView[kit.FormPage](templates, "visitor_form.html")

func (s *Desk) renderVisitor(c echo.Context, status int, page *kit.FormPage, _ Invitation) error {
	return visitorView.Render(c, status, *page)
}

// untrapped answers a form that a program filled in like any other, and keeps it nowhere.
func (s *Desk) untrapped(take echo.HandlerFunc, says string) echo.HandlerFunc {
	return func(c echo.Context) error {
		in, err := kit.Sent(c)
		if err != nil {
			return err
		}
		if in.Text(trapField) == "" {
			return take(c)
		}
		id, err := kit.PathID[clubs.ClubID](c, "id")
		if err != nil {
			return err
		}
		s.Flash(c, kit.KindSuccess, says)
		return kit.SeeOther(c, kit.ClubURL(id))
	}
}

// VisitPage is a visit by the link of a letter.
type VisitPage struct {
	kit.Page
	Text    string
	Facts   []kit.Fact
	Answer  string
	Buttons []*kit.PostButton
}

var visitView = kit.NewView[VisitPage](templates, "visit.html")

// linked shows a visit to whoever has the link of a letter.
func (s *Desk) linked(c echo.Context) error {
	token := c.Param("token")
	v, err := s.hosting.ByLink(c.Request().Context(), token)
	if err != nil {
		return err
	}
	kit.NoStore(c)
	page := VisitPage{Page: s.Page(c, "Your visit to "+v.ClubName, clubsCrumb), Answer: v.Answer}
	page.Shape = kit.ShapeNarrow
	page.Text = map[hosting.State]string{
		hosting.Unconfirmed: "The club does not know yet: press the button to say that you come.",
		hosting.Coming:      "The club knows that you come.",
		hosting.Cancelled:   "You have said that you do not come.",
	}[v.State]
	ahead := !v.Evening.Over(v.Day, s.Clock())
	switch {
	case v.Word == hosting.NoMeeting:
		page.Text = "The club does not meet on this evening. Choose another on its page."
	case v.State == hosting.Coming && !ahead:
		page.Text = "The evening has passed."
	}
	page.Facts = []kit.Fact{
		{Label: "Club", Value: v.ClubName, URL: kit.ClubURL(v.Club)},
		{Label: "When", Value: v.Day.Weekday().String() + " " + v.Day.Long() + ", " + v.Evening.From.String()},
	}
	if v.Evening.Venue != "" {
		page.Facts = append(page.Facts, kit.Fact{Label: "Where", Value: v.Evening.Venue})
	}
	// What the club is told in the visitor's name: whoever confirms has seen it.
	page.Facts = append(page.Facts, kit.Fact{Label: "Your name", Value: v.Name})
	if v.Note != "" {
		page.Facts = append(page.Facts, kit.Fact{Label: "Your note to the club", Value: v.Note})
	}
	at := hosting.LinkPath(token)
	button := func(name, label, kind string) {
		b := page.Button(name, at+"/"+name, label)
		b.Kind = kind
		page.Buttons = append(page.Buttons, b)
	}
	if v.State == hosting.Unconfirmed && v.Word != hosting.NoMeeting && ahead {
		button("confirm", "I come along", "")
	}
	if v.State == hosting.Coming && ahead {
		button("cancel", "I cannot come", "secondary")
	}
	if v.State == hosting.Coming && !v.Stopped {
		button("stop", "No more letters about this visit", "secondary")
	}
	return visitView.Render(c, http.StatusOK, page)
}

// pressed answers a button of the page of a visit.
func (s *Desk) pressed(do func(context.Context, string) error, says string) echo.HandlerFunc {
	return func(c echo.Context) error {
		here := hosting.LinkPath(c.Param("token"))
		if err := do(c.Request().Context(), c.Param("token")); err != nil {
			return s.RefusedAt(c, err, here)
		}
		s.Flash(c, kit.KindSuccess, says)
		return kit.SeeOther(c, here)
	}
}

func visitorsOf(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("%s coming", kit.Plural(n, "newcomer", "newcomers"))
}
