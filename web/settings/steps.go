package settings

import (
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/auth"
	"nzgs/internal/firststeps"
	"nzgs/internal/settings"
	"nzgs/web/kit"
)

// StepsPage is the first steps of a new society, for one of its officers.
type StepsPage struct {
	kit.Page
	First *kit.FirstSteps
}

var stepsView = kit.NewView[StepsPage](templates, "steps.html")

// stepWords are what a step is called, and what it is for.
var stepWords = map[firststeps.Step]struct{ title, text string }{
	firststeps.Details: {"The society’s details", "So that pages, letters and prints carry its name, and people can reach it."},
	firststeps.Mail:    {"The mail server", "So that invitations, notices and receipts leave. Without one, letters wait in the outbox."},
	firststeps.Offices: {"President, secretary and treasurer", "So that each sees the pages of the office, and no others."},
	firststeps.Clubs:   {"Clubs", "So that clubs can send their lists, and newcomers find one nearby."},
	firststeps.Rates: {"Fees and kinds of membership",
		"So that members can be charged what a general meeting decided; students, juniors and families may have a rate of their own."},
	firststeps.Members: {"Members", "So that the register has its members. A person becomes one with the fee, or with a club’s list."},
	firststeps.Backup:  {"Backups", "So that nothing is lost with the machine."},
	firststeps.Event:   {"The first event", "So that players can find it and enter. It has a public page once it is announced."},
}

// stepLink is a page that does a step, for whoever may do the action.
type stepLink struct {
	action     auth.Action
	label, url string
}

func stepLinks(step firststeps.Step, f firststeps.Facts) []stepLink {
	files := stepLink{auth.TakeOver, "Take over from files", kit.TakeOverPath}
	switch step {
	case firststeps.Details:
		return []stepLink{{auth.KeepSettings, "Enter the details", detailsPath}}
	case firststeps.Mail:
		if f.Setup.Mail == settings.MailUnset {
			return []stepLink{{auth.KeepSettings, "Set the mail server", mailPath}}
		}
		return []stepLink{{auth.KeepSettings, "Open the mail server", kit.SettingsPath + "#mail"}}
	case firststeps.Offices:
		return []stepLink{{auth.ManageOffices, "Open the offices", kit.OfficesPath}}
	case firststeps.Clubs:
		return []stepLink{{auth.ManageClubs, "Add a club", kit.ClubsPath + "/new"}, files}
	case firststeps.Rates:
		return []stepLink{{auth.SetRates, "Record a rate", kit.RatesPath + "/new"}, {auth.SetKinds, "Kinds of members", kit.KindsPath}}
	case firststeps.Members:
		return []stepLink{
			{auth.EditPerson, "Enter someone", kit.RegisterPath + "/new"}, {auth.ViewRegister, "Open the register", kit.RegisterPath}, files,
		}
	case firststeps.Backup:
		return []stepLink{{auth.KeepSettings, "Make a backup", kit.BackupsPath}}
	case firststeps.Event:
		return []stepLink{{auth.CreateEvent, "Set up an event", "/director/events/new"}, {auth.CreateEvent, "Open the events", "/director"}}
	}
	return nil
}

// stands says how a step stands by the data.
func stands(step firststeps.Step, f firststeps.Facts) string {
	either := func(done bool, is, not string) string {
		if done {
			return is
		}
		return not
	}
	switch step {
	case firststeps.Details:
		switch {
		case !f.Setup.Named && !f.Setup.Reached:
			return "Neither the name nor an address has been entered."
		case !f.Setup.Named:
			return "The name has not been entered."
		}
		return either(f.Setup.Reached, "The name is entered, and an address.", "There is no postal address, and no e-mail address for everyone.")
	case firststeps.Mail:
		return map[settings.MailState]string{
			settings.MailUnset:   "No mail server is set.",
			settings.MailHeld:    "The mail server came with a backup that was restored, and is not used.",
			settings.MailUntried: "A mail server is set. Send yourself a test letter, to see that the server takes it.",
			settings.MailFailed:  "The mail server did not take the test letter of " + f.Setup.Tried.Long() + ".",
			settings.MailWorked: "The mail server took a test letter, " + f.Setup.Tried.Long() +
				". Only the mailbox shows that it arrived.",
		}[f.Setup.Mail]
	case firststeps.Offices:
		var missing []string
		for _, role := range f.Missing() {
			missing = append(missing, strings.ToLower(role.Title()))
		}
		return either(len(missing) == 0, "All three offices are held today.", "Today no one is "+orList(missing)+".")
	case firststeps.Clubs:
		return either(f.Clubs, "A club is entered.", "No club is entered.")
	case firststeps.Rates:
		return either(f.Rates, "A subscription of full members is recorded.", "No subscription of full members is recorded.")
	case firststeps.Members:
		return either(f.Members, "A membership is recorded.", "No membership is recorded.")
	case firststeps.Backup:
		return either(!f.Backup.IsZero(), "One was made and checked, "+f.Backup.Long()+".",
			"None has been made of this database, as far as it knows.")
	case firststeps.Event:
		return either(f.Event, "An event is announced, or the results of one are here.", "No event is announced.")
	}
	return ""
}

// orList joins names as one of which none is there: "president, secretary or treasurer".
func orList(names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:len(names)-1], ", ") + " or " + names[len(names)-1]
}

// FirstSteps are the first steps of a new society that whoever is signed in may do; nil: they are shown none.
func (s *Desk) FirstSteps(c echo.Context) (*kit.FirstSteps, error) {
	actor, day := s.Actor(c), s.Today()
	if !auth.Can(actor, auth.KeepFirstSteps, auth.Object{}, day) {
		return nil, nil
	}
	list, err := s.first.List(c.Request().Context(), actor)
	if err != nil {
		return nil, err
	}
	out, page := &kit.FirstSteps{Open: list.Open()}, s.Page(c, "")
	done, aside := 0, 0
	for _, of := range list.Steps {
		words := stepWords[of.Step]
		row := kit.FirstStep{Key: string(of.Step), Title: words.title, Text: words.text, Stands: stands(of.Step, list.Facts)}
		path := kit.FirstStepsPath + "/" + row.Key
		switch {
		case of.Done:
			done++
			row.State, row.Badge = "done", &kit.Badge{Kind: kit.KindSuccess, Text: "Done"}
		case of.Aside != nil:
			aside++
			row.State, row.Badge = "aside", &kit.Badge{Kind: kit.KindNeutral, Text: "Put aside"}
			row.Stands = "Since " + of.Aside.At.Long() + ": " + of.Aside.Reason
			row.TakeUp = page.Button("take-up-"+row.Key, path+"/take-up", "Do it after all")
			row.TakeUp.Kind, row.TakeUp.Small, row.TakeUp.For = "secondary", "small", row.Title
		default:
			for _, l := range stepLinks(of.Step, list.Facts) {
				if !auth.Can(actor, l.action, auth.Object{}, day) {
					continue
				}
				link := kit.Link{Label: l.label, URL: l.url, Kind: "secondary"}
				if len(row.Links) > 0 {
					link.Kind = "quiet"
				}
				row.Links = append(row.Links, link)
			}
			row.PutAside = &kit.Link{Label: "Put aside", URL: path + "/put-aside"}
			if out.Next.Title == "" {
				out.Next = kit.Task{
					Title: "First steps of the society", Text: "Next: " + row.Title + ". " + row.Stands, URL: kit.FirstStepsPath,
					Action: "Open the first steps",
				}
			}
		}
		out.Steps = append(out.Steps, row)
	}
	out.Count = kit.IDText(done) + " of " + kit.IDText(len(out.Steps)) + " are done"
	if aside > 0 {
		out.Count += ", and " + kit.Plural(aside, "is put aside", "are put aside")
	}
	out.Count += "."
	if len(list.Others) > 0 {
		var titles []string
		for _, step := range list.Others {
			titles = append(titles, stepWords[step].title)
		}
		out.Others = "For other officers, who see it here when they sign in: " + strings.Join(titles, "; ") + "."
	}
	return out, nil
}

// Waiting is the first steps as one thing that waits for an officer, while any of theirs is open.
func (s *Desk) Waiting(c echo.Context) ([]kit.Task, error) {
	first, err := s.FirstSteps(c)
	if err != nil || first == nil || first.Open == 0 {
		return nil, err
	}
	return []kit.Task{first.Next}, nil
}

func (s *Desk) steps(c echo.Context) error {
	first, err := s.FirstSteps(c)
	if err != nil {
		return err
	}
	return stepsView.Render(c, http.StatusOK, StepsPage{Page: s.Page(c, "First steps", adminCrumb), First: first})
}

// firstSteps is the section of the settings from which the first steps are found again.
func (s *Desk) firstSteps(c echo.Context) (Section, error) {
	first, err := s.FirstSteps(c)
	if err != nil {
		return Section{}, err
	}
	return Section{
		ID: "first-steps", Title: "First steps of the society", Texts: []string{first.Count},
		Links: []kit.Link{{Label: "Open the first steps", URL: kit.FirstStepsPath, Kind: "secondary"}},
	}, nil
}

// putAside says why the society does without a step.
func (s *Desk) putAside() kit.Form[firststeps.Standing] {
	return kit.Form[firststeps.Standing]{
		Site: s.Site,
		Load: func(c echo.Context) (firststeps.Standing, error) {
			return s.first.Step(c.Request().Context(), s.Actor(c), firststeps.Step(c.Param("step")))
		},
		Show: func(c echo.Context, page *kit.FormPage, of firststeps.Standing) error {
			words := stepWords[of.Step]
			page.Page = s.Page(c, "Put aside: "+words.title, adminCrumb, kit.Crumb{Label: "First steps", URL: kit.FirstStepsPath})
			page.Action, page.Submit = kit.FirstStepsPath+"/"+string(of.Step)+"/put-aside", "Put it aside"
			page.Back, page.Leave = kit.FirstStepsPath, "Keep it on the list"
			switch {
			case of.Done:
				page.Over = "This step is done: there is nothing to put aside."
				return nil
			case of.Aside != nil:
				page.Over = "This step was put aside on " + of.Aside.At.Long() + ": " + of.Aside.Reason
				return nil
			}
			page.Say(words.text, "The step then counts as put aside, not as done. Whoever may put it aside can have it back on the list.")
			page.Group("", kit.Field{
				Name: "reason", Label: "Why the society does without it", MaxLength: firststeps.MostReason, Required: true,
				Hint: "As: We do without for now. It stands in the list, for whoever may put this step aside, and in the audit log.",
			})
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, of firststeps.Standing) (kit.Done, error) {
			return kit.Done{To: kit.FirstStepsPath, Message: "“" + stepWords[of.Step].title + "” is put aside."},
				s.first.PutAside(c.Request().Context(), s.Actor(c), of.Step, in.Text("reason"))
		},
	}
}

// takeUp has a step that was put aside be done after all.
func (s *Desk) takeUp(c echo.Context) error {
	step := firststeps.Step(c.Param("step"))
	if err := s.first.TakeUp(c.Request().Context(), s.Actor(c), step); err != nil {
		return err
	}
	s.Flash(c, kit.KindSuccess, "“"+stepWords[step].title+"” is on the list again.")
	return kit.SeeOther(c, kit.FirstStepsPath)
}
