package committee

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/governance/act"
	"nzgs/web/kit"
)

// ActPage is what the Incorporated Societies Act asks of the society, and how it stands with it.
type ActPage struct {
	kit.Page
	Tabs     kit.Tabs
	Actions  []kit.Link
	Say      []string
	Steps    []ActStep
	Done     []ActStep
	Contacts []ActRecord
	Consents []ActRecord
	Interest []ActRecord
}

// ActStep is a step, with its day and arithmetic.
type ActStep struct {
	Title string
	Due   kit.Trace
	URL   string // where it is ticked off, or that undone, or ""
	Label string // of the way there
	Proof string // of one that is done
	Was   []string
}

// ActRecord is a record that the secretary keeps.
type ActRecord struct {
	Name, Days, Text string
	URL              string // where it is ended, or ""
}

var actView = kit.NewView[ActPage](templates, "act.html")

func actURL(part string) string { return act.Path + part }

func (s *Desk) keepsAct(c echo.Context) bool {
	return auth.Can(s.Actor(c), auth.ManageConstitution, auth.Object{}, s.Today())
}

func (s *Desk) actHome(c echo.Context) error {
	v, err := s.act.View(c.Request().Context(), s.Actor(c))
	if err != nil {
		return err
	}
	keeps := s.keepsAct(c)
	page := ActPage{Page: s.Page(c, "The Act’s year", committeeCrumb), Tabs: committeeTabs(act.Path)}
	if keeps {
		page.Actions = []kit.Link{
			{Label: "Record a contact person, a consent or an interest", URL: actURL("/records/new")},
			{Label: "Name a balance date", URL: actURL("/year"), Kind: "secondary"},
		}
	}
	if len(v.Years) == 0 {
		page.Say = append(page.Say, "No balance date is named yet. Name the last day of a year of the accounts: what is due then follows.")
	}
	switch {
	case v.Few:
		page.Say = append(page.Say, "No contact person is recorded here. A society has one to three.")
	case v.Many:
		page.Say = append(page.Say, "More than three contact persons are recorded. A society has one to three.")
	}
	for _, who := range v.Missing {
		page.Say = append(page.Say, "No consent of "+who.Name+" to being an officer is recorded here.")
	}
	for _, step := range v.Steps {
		line := actStep(step)
		if keeps {
			line.URL, line.Label = actURL("/steps/"+step.Key), "Tick it off"
		}
		page.Steps = append(page.Steps, line)
	}
	for _, step := range v.Done {
		line := actStep(step)
		if keeps {
			line.URL, line.Label = actURL("/steps/"+step.Key+"/undo"), "It is not done: undo"
		}
		page.Done = append(page.Done, line)
	}
	for _, r := range v.Records {
		line := ActRecord{Name: r.Person.Name, Days: "since " + r.From.Long(), Text: r.Text}
		if !r.Until.IsZero() {
			line.Days = r.From.Long() + " to " + r.Until.Long()
		} else if keeps {
			line.URL = actURL("/records/" + kit.IDText(r.ID))
		}
		switch r.Kind {
		case act.Contact:
			page.Contacts = append(page.Contacts, line)
		case act.Consent:
			page.Consents = append(page.Consents, line)
		default:
			page.Interest = append(page.Interest, line)
		}
	}
	kit.NamesPeople(c, len(v.Records))
	return actView.Render(c, http.StatusOK, page)
}

func actStep(step act.Step) ActStep {
	line := ActStep{Title: step.Title, Due: kit.Trace{Value: step.Due.Long(), Rule: act.Law, Lines: []string{step.Why}}}
	if p := step.Done; p != nil {
		line.Proof = "Done on " + proofWords(*p) + "."
	}
	for _, u := range step.Undone {
		line.Was = append(line.Was, "Ticked off on "+u.Ticked.Date().Long()+byWhom(u.By)+" as done on "+proofWords(u.Proof)+
			"; undone on "+u.At.Date().Long()+byWhom(u.Who)+": "+u.Reason)
	}
	return line
}

func byWhom(who act.Someone) string {
	if who.Name == "" {
		return ""
	}
	return " by " + who.Name
}

func proofWords(p act.Proof) string {
	text := p.On.Long()
	for _, more := range []struct{ before, text string }{
		{", reference ", p.Reference}, {", paper: ", p.Document}, {", signed by ", p.Signer.Name}, {" and ", p.Second.Name},
	} {
		if more.text != "" {
			text += more.before + more.text
		}
	}
	return text
}

// undoAct says that a step was ticked off by mistake.
func (s *Desk) undoAct() kit.Form[act.Step] {
	return kit.Form[act.Step]{
		Site: s.Site, Load: s.actStepAt,
		Show: func(c echo.Context, p *kit.FormPage, step act.Step) error {
			p.Page = s.Page(c, "Not done: "+step.Title, committeeCrumb)
			p.Action, p.Submit, p.Back = actURL("/steps/"+step.Key+"/undo"), "Undo it", act.Path
			if step.Done == nil {
				p.Barred = append(p.Barred, kit.CiteRules("This is not ticked off."))
				return nil
			}
			p.Say("It will be due again. Who ticked it off and when, and your reason, stay on the page.")
			p.Facts = []kit.Fact{{Label: "As it was ticked off", Value: "Done on " + proofWords(*step.Done) + byWhom(step.Done.By)}}
			p.Group("", kit.Field{Name: "reason", Label: "Why it was a mistake", Required: true, MaxLength: 300})
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, step act.Step) (kit.Done, error) {
			return kit.Done{To: act.Path, Message: "It is due again."},
				s.act.Undo(c.Request().Context(), s.Actor(c), step.Key, in.Text("reason"))
		},
	}
}

// actYear names a balance date.
func (s *Desk) actYear() kit.Form[kit.Nothing] {
	return kit.Form[kit.Nothing]{
		Site: s.Site,
		Show: func(c echo.Context, p *kit.FormPage, _ kit.Nothing) error {
			p.Page = s.Page(c, "Name a balance date", committeeCrumb)
			p.Action, p.Submit, p.Back = actURL("/year"), "Save", act.Path
			p.Say("The years after it follow by themselves. Changes from before the first balance date are not asked about.")
			day := kit.DayField("balance", "Balance date", "The last day of a year of the society’s accounts.")
			day.Required = true
			p.Group("", day)
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, _ kit.Nothing) (kit.Done, error) {
			return kit.Done{To: act.Path, Message: "The balance date is named."},
				s.act.BeginYear(c.Request().Context(), s.Actor(c), in.Day("balance"))
		},
	}
}

func (s *Desk) actStepAt(c echo.Context) (act.Step, error) {
	v, err := s.act.View(c.Request().Context(), s.Actor(c))
	if err != nil {
		return act.Step{}, err
	}
	for _, step := range append(v.Steps, v.Done...) {
		if step.Key == c.Param("step") {
			return step, nil
		}
	}
	return act.Step{}, apperr.New(apperr.NotFound, "The Act asks for no such step now.")
}

// tickAct records that a step was done, with its proof.
func (s *Desk) tickAct() kit.Form[act.Step] {
	return kit.Form[act.Step]{
		Site: s.Site, Load: s.actStepAt,
		Fill: func(_ echo.Context, in *kit.Filling, _ act.Step) { in.SetDay("on", s.Today()) },
		Show: func(c echo.Context, p *kit.FormPage, step act.Step) error {
			p.Page = s.Page(c, step.Title, committeeCrumb)
			p.Action, p.Submit, p.Back = actURL("/steps/"+step.Key), "It is done", act.Path
			p.Facts = []kit.Fact{{Label: "By", Trace: &kit.Trace{Value: step.Due.Long(), Rule: act.Law, Lines: []string{step.Why}}}}
			day := kit.DayField("on", "Done on", "")
			day.Required = true
			p.Group("", day)
			if step.Signs {
				p.Group(
					"Signed by", kit.PersonField("signer", "An officer", "Name or member number.").Proposing(kit.NamesPath),
					kit.PersonField("second", "Another officer", "Name or member number.").Proposing(kit.NamesPath),
				)
			}
			p.Group(
				"Proof", kit.Field{Name: "reference", Label: "The registrar’s reference", MaxLength: 300},
				kit.Field{Name: "document", Label: "Where the paper is found", Hint: "One of the two is needed.", MaxLength: 300},
			)
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, step act.Step) (kit.Done, error) {
			input := act.ProofInput{
				Key: step.Key, On: in.Day("on"), Reference: in.Text("reference"), Document: in.Text("document"),
			}
			for field, to := range map[string]*auth.PersonID{"signer": &input.Signer, "second": &input.Second} {
				if !step.Signs || in.Text(field) == "" {
					continue
				}
				var err error
				if *to, err = s.PersonNamed(c, in, field); err != nil {
					return kit.Done{}, err
				}
			}
			return kit.Done{To: act.Path, Message: "It is ticked off."}, s.act.TickOff(c.Request().Context(), s.Actor(c), input)
		},
	}
}

// recordAct keeps a contact person, a consent or an interest.
func (s *Desk) recordAct() kit.Form[kit.Nothing] {
	return kit.Form[kit.Nothing]{
		Site: s.Site,
		Fill: func(_ echo.Context, in *kit.Filling, _ kit.Nothing) { in.SetDay("from", s.Today()) },
		Show: func(c echo.Context, p *kit.FormPage, _ kit.Nothing) error {
			p.Page = s.Page(c, "Record a contact person, a consent or an interest", committeeCrumb)
			p.Action, p.Submit, p.Back = actURL("/records/new"), "Record", act.Path
			day := kit.DayField("from", "Since", "")
			day.Required = true
			who := kit.PersonField("person", "Who", "Name or member number.").Proposing(kit.NamesPath)
			who.Required = true
			p.Group("", kit.Field{Name: "kind", Label: "What is recorded", Type: "radios", Required: true, Options: []kit.Option{
				{Value: string(act.Contact), Label: "A contact person, whom the registrar writes to"},
				{Value: string(act.Consent), Label: "An officer’s written consent, with the certificate that nothing disqualifies them"},
				{Value: string(act.Interest), Label: "An interest that an officer disclosed"},
			}}, who, day, kit.Field{
				Name: "text", Label: "What it is", Hint: "Of an interest: in which matter. Of a consent: where the paper is found.", MaxLength: 300,
			})
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, _ kit.Nothing) (kit.Done, error) {
			input := act.RecordInput{Kind: act.Kind(in.Text("kind")), From: in.Day("from"), Text: in.Text("text")}
			if in.Text("person") != "" {
				var err error
				if input.Person, err = s.PersonNamed(c, in, "person"); err != nil {
					return kit.Done{}, err
				}
			}
			return kit.Done{To: act.Path, Message: "It is recorded."}, s.act.Record(c.Request().Context(), s.Actor(c), input)
		},
	}
}

func (s *Desk) actRecordAt(c echo.Context) (act.Record, error) {
	id, err := kit.PathID[act.RecordID](c, "id")
	if err != nil {
		return act.Record{}, err
	}
	v, err := s.act.View(c.Request().Context(), s.Actor(c))
	for _, r := range v.Records {
		if r.ID == id {
			return r, err
		}
	}
	if err == nil {
		err = apperr.New(apperr.NotFound, "Record not found.")
	}
	return act.Record{}, err
}

// endAct ends such a record.
func (s *Desk) endAct() kit.Form[act.Record] {
	return kit.Form[act.Record]{
		Site: s.Site, Load: s.actRecordAt,
		Fill: func(_ echo.Context, in *kit.Filling, _ act.Record) { in.SetDay("until", s.Today()) },
		Show: func(c echo.Context, p *kit.FormPage, r act.Record) error {
			p.Page = s.Page(c, "End what is recorded of "+r.Person.Name, committeeCrumb)
			p.Action, p.Submit, p.Back = actURL("/records/"+kit.IDText(r.ID)), "End it", act.Path
			p.Facts = []kit.Fact{{Label: "Since", Value: r.From.Long()}, {Label: "What it is", Value: r.Text}}
			day := kit.DayField("until", "Last day", "")
			day.Required = true
			p.Group("", day)
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, r act.Record) (kit.Done, error) {
			return kit.Done{To: act.Path, Message: "It has ended."},
				s.act.End(c.Request().Context(), s.Actor(c), r.ID, in.Day("until"))
		},
	}
}
