package letters

import (
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/civil"
	"nzgs/internal/letters"
	"nzgs/internal/members"
	"nzgs/internal/tournaments"
	"nzgs/web/kit"
)

// fieldsHint names the fields that a text may use.
func fieldsHint(names []string) string {
	return "Fields: {" + strings.Join(names, "}, {") + "}. A line that begins with “? ” is left out when " +
		"one of its fields is empty."
}

func textFields(names []string) []kit.Field {
	return []kit.Field{
		{Name: "subject", Label: "Subject", MaxLength: 150},
		{Name: "body", Label: "Text", Type: "textarea", Rows: 16, Hint: fieldsHint(names)},
	}
}

// template is the form of what letters of an occasion say.
func (s *Desk) template() kit.Form[letters.Template] {
	return kit.Form[letters.Template]{
		Site: s.Site,
		Load: func(c echo.Context) (letters.Template, error) {
			return s.letters.Template(c.Request().Context(), s.Actor(c), letters.Occasion(c.Param("occasion")))
		},
		Version: func(t letters.Template) int64 { return int64(t.Version) },
		Fill: func(_ echo.Context, in *kit.Filling, t letters.Template) {
			in.Set("subject", t.Subject)
			in.Set("body", t.Body)
		},
		Show: func(c echo.Context, page *kit.FormPage, t letters.Template) error {
			page.Page = s.Page(c, t.Title+": text", hubCrumb)
			page.Say("For " + t.Who + ". Letters that were written keep the text they had.")
			page.Action, page.Submit, page.Back = occasionURL(t.Occasion, "text"), "Save", kit.LettersPath
			page.Group("", textFields(t.Names())...)
			if t.Own {
				page.Say("Changed by " + t.ChangedBy + " on " + t.ChangedAt.Long() + ".")
				reset := page.Button(
					"reset", occasionURL(t.Occasion, "reset"), "Use the house’s text again", kit.VersionField(int64(t.Version)),
				)
				page.Others = append(page.Others, reset)
			}
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, t letters.Template) (kit.Done, error) {
			return kit.Done{To: kit.LettersPath, Message: "Saved."}, s.letters.SetTemplate(
				c.Request().Context(), s.Actor(c), t.Occasion, int(in.Version()),
				letters.Text{Subject: in.Text("subject"), Body: in.Lines("body")},
			)
		},
	}
}

// resetPress has the house's text used again.
func (s *Desk) resetPress(c echo.Context) error {
	o := letters.Occasion(c.Param("occasion"))
	err := s.letters.ResetTemplate(c.Request().Context(), s.Actor(c), o, int(kit.FormVersion(c)))
	if err != nil {
		return s.RefusedAt(c, err, occasionURL(o, "text"))
	}
	s.Flash(c, kit.KindSuccess, "The house’s text is used again.")
	return kit.SeeOther(c, occasionURL(o, "text"))
}

// schedule is the form of whether letters of an occasion go by themselves.
func (s *Desk) schedule() kit.Form[letters.Schedule] {
	return kit.Form[letters.Schedule]{
		Site: s.Site,
		Load: func(c echo.Context) (letters.Schedule, error) {
			return s.letters.Schedule(c.Request().Context(), s.Actor(c), letters.Occasion(c.Param("occasion")))
		},
		Version: func(x letters.Schedule) int64 { return x.Version },
		Fill: func(_ echo.Context, in *kit.Filling, x letters.Schedule) {
			in.Tick("active", x.Active)
			in.Set("days", kit.IDText(x.Days))
		},
		Show: func(c echo.Context, page *kit.FormPage, x letters.Schedule) error {
			page.Page = s.Page(c, x.Title+": when", hubCrumb)
			page.Action, page.Submit, page.Back = occasionURL(x.Occasion, "schedule"), "Save", kit.LettersPath
			page.Say("For " + x.Who + ".")
			fields := []kit.Field{{Name: "active", Label: "The program writes these letters by itself", Type: "checkbox"}}
			switch {
			case x.Pattern == letters.BeforeEnd:
				fields = append(fields, daysField("Days before the subscription year ends"))
			case x.Pattern == letters.AfterBegin:
				fields = append(fields, daysField("Days after the subscription year began"))
			case x.Occasion == letters.FeeDue:
				fields = append(fields, daysField("Days after the day it was to be paid by"))
			default:
				page.Say("They go as it happens. What happened before you switch this on is not written about.")
				page.Hide("days", "0")
			}
			page.Group("", fields...)
			if x.Year != 0 && x.Active {
				page.Say("Next: " + x.Day.Long() + ". If the program was not running on that day, they go when it runs again.")
				page.Others = decisions(page, x)
			}
			page.Instead = &kit.Link{Label: "See who gets them", URL: occasionURL(x.Occasion)}
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, x letters.Schedule) (kit.Done, error) {
			to := letters.Off
			if in.Ticked("active") {
				to = letters.On
			}
			return kit.Done{To: occasionURL(x.Occasion, "schedule"), Message: "Saved."}, s.letters.SetSchedule(
				c.Request().Context(), s.Actor(c), x.Occasion, in.Version(), to, in.NumberOr("days", -1),
			)
		},
	}
}

func daysField(label string) kit.Field {
	return kit.Field{Name: "days", Label: label, InputMode: "numeric", Width: "short"}
}

// decisions are the buttons to hold or skip letters of the year.
func decisions(page *kit.FormPage, x letters.Schedule) []*kit.PostButton {
	button := func(label string, to letters.RunState) *kit.PostButton {
		return page.Button(
			"decide"+string(to), occasionURL(x.Occasion, "decide"), label, kit.Hidden{Name: "to", Value: string(to)},
			kit.Hidden{Name: "year", Value: kit.IDText(x.Year)},
		)
	}
	switch x.State {
	case letters.Gone:
		return nil
	case letters.Held, letters.Skipped:
		return []*kit.PostButton{button("Let them go", letters.Coming)}
	}
	return []*kit.PostButton{button("Hold them", letters.Held), button("Skip this year", letters.Skipped)}
}

// decidePress holds or skips letters of a year, or lets them go.
func (s *Desk) decidePress(c echo.Context) error {
	in, err := kit.Sent(c)
	if err != nil {
		return err
	}
	o, to := letters.Occasion(c.Param("occasion")), letters.RunState(in.Text("to"))
	if err := s.letters.Decide(c.Request().Context(), s.Actor(c), o, in.NumberOr("year", 0), to); err != nil {
		return s.RefusedAt(c, err, occasionURL(o, "schedule"))
	}
	said := map[letters.RunState]string{
		letters.Held: "These letters are held.", letters.Skipped: "These letters are skipped this year.",
		letters.Coming: "These letters go on their day.",
	}
	s.Flash(c, kit.KindSuccess, said[to])
	return kit.SeeOther(c, occasionURL(o, "schedule"))
}

// sourceOf reads from the address to whom a letter is written.
func sourceOf(c echo.Context) letters.Source {
	in := kit.Asked(c)
	src := letters.Source{
		Club: kit.Chosen[members.ClubID](in, "of_club"), Event: kit.Chosen[tournaments.EventID](in, "event"),
	}
	if src.Club != 0 || src.Event != 0 {
		return src
	}
	src.Register = members.RegisterFilter{
		Query: in.Text("q"), Club: kit.Chosen[members.ClubID](in, "club"), Status: members.Status(in.Text("status")),
		Group: members.Group(in.Text("group")),
	}
	if day, err := civil.ParseDate(in.Text("on")); err == nil {
		src.Register.On = day
	}
	return src
}

// compose is the form of a letter to the people of a list.
func (s *Desk) compose() kit.Form[letters.Source] {
	return kit.Form[letters.Source]{
		Site: s.Site,
		Load: func(c echo.Context) (letters.Source, error) {
			src := sourceOf(c)
			_, err := s.letters.EventLetter(c.Request().Context(), s.Actor(c), src)
			return src, err
		},
		Fill: func(c echo.Context, in *kit.Filling, src letters.Source) {
			in.Set("body", "Kia ora {given_name}\n\n")
			if src.Event == 0 || c.QueryParam("about") != string(letters.EventMoved) {
				return
			}
			if t, err := s.letters.EventLetter(c.Request().Context(), s.Actor(c), src); err == nil {
				in.Set("subject", t.Subject)
				in.Set("body", t.Body)
			}
		},
		Show: func(c echo.Context, page *kit.FormPage, src letters.Source) error {
			page.Page = s.Page(c, "Write to "+s.listName(src), s.crumbsOf(c)...)
			page.Say("Each gets a letter of their own and sees no one else’s address. Answers go to you. " +
				"Next you see who gets it; nothing is sent before.")
			page.Action, page.Submit = c.Request().URL.RequestURI(), "See who gets it"
			page.Back = backOf(src)
			page.Group("", textFields(letters.FreeFields(src))...)
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, src letters.Source) (kit.Done, error) {
			id, err := s.letters.Compose(c.Request().Context(), s.Actor(c), src, letters.Text{
				Subject: in.Text("subject"), Body: in.Lines("body"),
			})
			return kit.Done{To: mailingURL(id)}, err
		},
	}
}

// backOf is the list that a letter is written from.
func backOf(src letters.Source) string {
	switch {
	case src.Event != 0:
		return kit.EventDeskURL(src.Event)
	case src.Club != 0:
		return kit.ClubDeskURL(src.Club)
	}
	return kit.RegisterPath
}

// rewrite is the form that changes a draft.
func (s *Desk) rewrite() kit.Form[letters.Mailing] {
	return kit.Form[letters.Mailing]{
		Site:    s.Site,
		Load:    kit.ByID(s.Site, s.letters.Mailing),
		Version: func(m letters.Mailing) int64 { return m.Version },
		Fill: func(_ echo.Context, in *kit.Filling, m letters.Mailing) {
			in.Set("subject", m.Text.Subject)
			in.Set("body", m.Text.Body)
		},
		Show: func(c echo.Context, page *kit.FormPage, m letters.Mailing) error {
			page.Page = s.Page(c, "Change the letter", s.crumbsOf(c)...)
			page.Action, page.Submit, page.Back = mailingURL(m.ID, "edit"), "See who gets it", mailingURL(m.ID)
			page.Group("", textFields(letters.FreeFields(m.Source))...)
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, m letters.Mailing) (kit.Done, error) {
			text := letters.Text{Subject: in.Text("subject"), Body: in.Lines("body")}
			return kit.Done{To: mailingURL(m.ID)}, s.letters.Change(
				c.Request().Context(), s.Actor(c), m.ID, in.Version(), text,
			)
		},
	}
}
