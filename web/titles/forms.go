package titles

import (
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/pairing"
	"nzgs/internal/titles"
	"nzgs/internal/tournaments"
	"nzgs/web/kit"
)

// another names another title.
func (s *Desk) another() kit.Form[kit.Nothing] {
	return kit.Form[kit.Nothing]{
		Site: s.Site,
		Show: func(c echo.Context, page *kit.FormPage, _ kit.Nothing) error {
			page.Page = s.Page(c, "Another title", rollCrumb, deskCrumb)
			page.Action, page.Submit, page.Back = kit.TitlesDeskPath+"/new", "Add the title", kit.TitlesDeskPath
			page.Group("", nameField(), breaksField())
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, _ kit.Nothing) (kit.Done, error) {
			err := s.titles.Save(c.Request().Context(), s.Actor(c), titles.Input{Name: in.Text("name"), Breaks: breaks(in)})
			return kit.Done{To: kit.TitlesDeskPath, Message: "The title is added."}, err
		},
	}
}

func nameField() kit.Field {
	return kit.Field{Name: "name", Label: "Name", MaxLength: 80, Required: true}
}

func breaksField() kit.Field {
	var names []string
	for _, b := range pairing.TieBreaks() {
		names = append(names, titles.BreakName(b))
	}
	return kit.Field{
		Name: "tie_breaks", Label: "Players equal first by score are separated by", MaxLength: 200,
		Hint: "Tie-breaks in their order, like SOS, SOSOS. Empty: they share the title. There are " + strings.Join(names, ", ") + ".",
	}
}

// breaks reads tie-breaks in their order.
func breaks(in *kit.Filling) (out []pairing.TieBreak) {
	for text := range strings.SplitSeq(in.Text("tie_breaks"), ",") {
		if text = strings.TrimSpace(text); text == "" {
			continue
		}
		one := pairing.TieBreak(text) // refused by the service where it is none
		for _, b := range pairing.TieBreaks() {
			if strings.EqualFold(titles.BreakName(b), text) {
				one = b
			}
		}
		out = append(out, one)
	}
	return out
}

// title changes a title of the list.
func (s *Desk) title() kit.Form[titles.Title] {
	return kit.Form[titles.Title]{
		Site: s.Site,
		Load: func(c echo.Context) (titles.Title, error) {
			id, err := kit.PathID[titles.ID](c, "title")
			if err != nil {
				return titles.Title{}, err
			}
			return s.titles.Title(c.Request().Context(), s.Actor(c), id)
		},
		Fill: func(_ echo.Context, in *kit.Filling, t titles.Title) {
			var names []string
			for _, b := range t.Rules[len(t.Rules)-1].Breaks {
				names = append(names, titles.BreakName(b))
			}
			in.Set("name", t.Name)
			in.Set("tie_breaks", strings.Join(names, ", "))
			in.Tick("retired", t.Retired)
		},
		Version: func(t titles.Title) int64 { return t.Version },
		Show: func(c echo.Context, page *kit.FormPage, t titles.Title) error {
			page.Page = s.Page(c, t.Name, rollCrumb, deskCrumb)
			page.Action, page.Submit = kit.Below(kit.TitlesDeskPath+"/titles", t.ID), "Save"
			page.Back = kit.TitlesDeskPath
			for _, r := range t.Rules {
				page.Facts = append(page.Facts, kit.Fact{Label: "From " + r.From.Long(), Value: r.String()})
			}
			page.Group("", nameField(), breaksField(),
				kit.DayField("from", "A changed rule holds from", "For events that begin on that day or later. Only where the rule changes."),
				kit.Field{Name: "retired", Label: "It is no longer awarded", Type: "checkbox", Hint: "Its roll stays."})
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, t titles.Title) (kit.Done, error) {
			err := s.titles.Save(c.Request().Context(), s.Actor(c), titles.Input{
				ID: t.ID, Name: in.Text("name"), Retired: in.Ticked("retired"), Breaks: breaks(in), From: in.Day("from"),
				Version: in.Version(),
			})
			return kit.Done{To: kit.TitlesDeskPath, Message: "Saved."}, err
		},
	}
}

// entry enters the champions of an earlier year.
func (s *Desk) entry() kit.Form[kit.Nothing] {
	return kit.Form[kit.Nothing]{
		Site: s.Site,
		Show: func(c echo.Context, page *kit.FormPage, _ kit.Nothing) error {
			list, err := s.titles.Titles(c.Request().Context())
			if err != nil {
				return err
			}
			page.Page = s.Page(c, "Champion of an earlier year", rollCrumb, deskCrumb)
			page.Action, page.Submit, page.Back = kit.TitlesDeskPath+"/champions/new", "Enter", kit.TitlesDeskPath
			title := kit.Field{Name: "title", Label: "Title", Type: "select", Options: []kit.Option{{Label: "Choose a title"}}}
			for _, t := range list {
				title.Options = append(title.Options, kit.Option{Value: t.Name, Label: t.Name})
			}
			page.Group("", title,
				kit.Field{Name: "year", Label: "Year", InputMode: "numeric", Width: "short", Required: true},
				kit.Field{
					Name: "champion", Label: "Champion", Type: "textarea", Required: true,
					Hint: "One a line where several shared the title. Of someone in the register write the member number behind the " +
						"name: Mei Lin (12). Without a number no one in the register is meant.",
				},
				kit.Field{Name: "event", Label: "Event", MaxLength: 200, Hint: "As it is named on this site, where it is here."},
				kit.Field{Name: "source", Label: "Known from", MaxLength: 200, Required: true, Hint: "Like Go Journal, March 1988."})
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, _ kit.Nothing) (kit.Done, error) {
			err := s.titles.Enter(c.Request().Context(), s.Actor(c), titles.Row{
				Year: in.Text("year"), Title: in.Text("title"), Champion: in.Lines("champion"), Event: in.Text("event"),
				Source: in.Text("source"),
			})
			return kit.Done{To: kit.TitlesDeskPath, Message: "The champion is entered."}, err
		},
	}
}

// withdraw takes an entry of an earlier year out of the roll.
func (s *Desk) withdraw() kit.Form[titles.Award] {
	return kit.Form[titles.Award]{
		Site: s.Site,
		Load: func(c echo.Context) (titles.Award, error) {
			id, err := kit.PathID[titles.AwardID](c, "award")
			if err != nil {
				return titles.Award{}, err
			}
			d, err := s.titles.Desk(c.Request().Context(), s.Actor(c))
			if err != nil {
				return titles.Award{}, err
			}
			for _, a := range d.Roll {
				if a.ID == id && !a.FromSection() {
					return a, nil
				}
			}
			return titles.Award{}, apperr.New(apperr.NotFound, "This line of the roll does not exist.")
		},
		Show: func(c echo.Context, page *kit.FormPage, a titles.Award) error {
			page.Page = s.Page(c, "Withdraw "+a.Name+", "+a.TitleName+" of "+kit.IDText(a.Year), rollCrumb, deskCrumb)
			page.Action, page.Submit = kit.Below(kit.TitlesDeskPath+"/champions", a.ID, "withdraw"), "Withdraw"
			page.Kind, page.Back = "danger", kit.TitlesDeskPath
			page.Say("The line stays to be read, with a line that reverses it and the reason. Everyone who shared the title is withdrawn with it.")
			page.Group("", kit.Field{Name: "reason", Label: "Why", MaxLength: 200, Required: true})
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, a titles.Award) (kit.Done, error) {
			err := s.titles.Withdraw(c.Request().Context(), s.Actor(c), a.ID, in.Text("reason"))
			return kit.Done{To: kit.TitlesDeskPath, Message: "It is withdrawn."}, err
		},
	}
}

// upload takes a file of earlier champions, to be looked at first.
func (s *Desk) upload() kit.Form[kit.Nothing] {
	return kit.Form[kit.Nothing]{
		Site: s.Site,
		Show: func(c echo.Context, page *kit.FormPage, _ kit.Nothing) error {
			page.Page = s.Page(c, "Earlier champions from a file", rollCrumb, deskCrumb)
			page.Action, page.Submit, page.Back = kit.TitlesDeskPath+"/files/new", "Check the file", kit.TitlesDeskPath
			page.Say("One champion a row. Rows of one title and year share it. A champion is linked to the register by member number alone: "+
				"another may have the same name.",
				"The columns are Year, Title, Champion, Member no., Event and Source; the desk has an empty list to fill in.")
			page.Uploads = []kit.Upload{{
				ID: "file", Name: "file", Label: "The list", Accept: ".xlsx,.csv", Required: true,
				Hint: "XLSX or CSV. Nothing is entered until you have seen what each row would do.",
			}}
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, _ kit.Nothing) (kit.Done, error) {
			file, err := kit.ChosenFile(c, "file")
			if err != nil {
				return kit.Done{}, err
			}
			if file == nil {
				in.Problem("file", "Choose a file first.")
				return kit.Done{}, nil
			}
			defer file.Close()
			id, err := s.titles.ReadFile(c.Request().Context(), s.Actor(c), file.Name, file)
			return kit.Done{To: fileURL(id)}, err
		},
	}
}

// declare says which title a section decides.
func (s *Desk) declare() kit.Form[tournaments.TitleSection] {
	return kit.Form[tournaments.TitleSection]{
		Site: s.Site, Load: kit.ByID(s.Site, s.tournaments.TitleSection),
		Fill: func(_ echo.Context, in *kit.Filling, t tournaments.TitleSection) {
			kit.SetChosen(in, "title", t.Declared.Title)
		},
		Version: func(t tournaments.TitleSection) int64 { return t.Declared.Version },
		Show: func(c echo.Context, page *kit.FormPage, t tournaments.TitleSection) error {
			list, err := s.titles.Titles(c.Request().Context())
			if err != nil {
				return err
			}
			page.Page = s.Page(c, "Title of "+t.Event.Name+", "+t.Section.Name,
				kit.Crumb{Label: t.Event.Name, URL: "/events/" + t.Event.Slug}, kit.Crumb{Label: "Titles", URL: sectionsURL(t.Event.ID)})
			page.Action, page.Submit = kit.Below("/director/sections", t.Section.ID, "title"), "Save"
			page.Back = sectionsURL(t.Event.ID)
			title := kit.Field{Name: "title", Label: "This section decides", Type: "radios", Options: []kit.Option{{Label: "No title"}}}
			for _, one := range list {
				if !one.Retired || one.ID == t.Declared.Title {
					title.Options = append(title.Options, kit.Option{
						Value: kit.IDText(one.ID), Label: one.Name + ". " + one.On(t.Event.From).String(),
					})
				}
			}
			page.Say("Only members on the event’s last day hold a title. A visitor who wins takes the prize; the next member takes the title.")
			page.Group("", title)
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, t tournaments.TitleSection) (kit.Done, error) {
			err := s.tournaments.DeclareTitle(
				c.Request().Context(), s.Actor(c), t.Section.ID, kit.Chosen[titles.ID](in, "title"), in.Version(),
			)
			return kit.Done{To: sectionsURL(t.Event.ID), Message: "Saved."}, err
		},
	}
}
