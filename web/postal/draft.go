package postal

import (
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/civil"
	"nzgs/internal/governance"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/governance/postal"
	"nzgs/internal/members"
	"nzgs/web/kit"
)

// DraftPage is the form in which a postal vote is prepared, with every
// date that follows from it.
type DraftPage struct {
	kit.FormPage
	Dates    string // where the dates are worked out without saving
	Timeline []Date
	Warnings []kit.RuleText

	Asked     kit.RuleText    // what rule 5.8 asks for, above motions that are typed by hand
	Framed    []Motion        // as the meeting worded them: nothing to be typed
	Documents []Document      // of a draft that is saved
	KeptHere  *kit.PostButton // puts the minutes that are kept here among them
	File      *kit.Upload
	Minutes   kit.Field
	UploadTo  string
	Form2     kit.FormKey
}

// Document is a document that goes out with the papers.
type Document struct {
	Label, URL string
	Remove     *kit.PostButton
}

var draftView = kit.NewView[DraftPage](templates, "draft.html")

// spareMotions is how many empty motions the form ends with.
const (
	spareMotions = 2
	mostMotions  = 50
)

// fillDraft fills the form with a draft as it is saved.
func fillDraft(_ echo.Context, in *kit.Filling, f postal.File) {
	in.Set("title", f.Title)
	in.SetDay("egm", f.EGM)
	in.SetDay("closing", f.Closing)
	in.Set("address", f.Address)
	in.Set("way", string(f.Way))
	in.Set("proposer", kit.Named{Person: f.Proposer, Name: f.ProposerName}.String())
	in.Set("held", f.Held)
	in.Set("typed", f.Typed)
	kit.SetChosen(in, "meeting", f.Meeting)
	fillMotions(in, f.Motions)
}

// fillMotions puts the motions into the form in their order, and nothing below.
func fillMotions(in *kit.Filling, list []postal.Motion) {
	for n := 1; n <= mostMotions; n++ {
		m := postal.Motion{Kind: constitution.Ordinary}
		if n <= len(list) {
			m = list[n-1]
		}
		in.Set("motion_"+strconv.Itoa(n), m.Text)
		in.Set("kind_"+strconv.Itoa(n), string(m.Kind))
	}
}

// readMotions reads the motions that were typed: one without a text is left out,
// in the form too, and the others are numbered in their order.
func readMotions(in *kit.Filling) []postal.Motion {
	var out []postal.Motion
	for n := 1; n <= mostMotions; n++ {
		text, kind := strings.TrimSpace(in.Lines("motion_"+strconv.Itoa(n))), in.Text("kind_"+strconv.Itoa(n))
		if text != "" {
			out = append(out, postal.Motion{Number: len(out) + 1, Text: text, Kind: constitution.Kind(kind)})
		}
	}
	fillMotions(in, out)
	return out
}

// readDraft reads the form. The motions of a meeting that is kept here come from
// the meeting, whatever the form has.
func (s *Desk) readDraft(c echo.Context, in *kit.Filling) (postal.Draft, error) {
	d := postal.Draft{
		Title: in.Text("title"), EGM: in.Day("egm"), Closing: in.Day("closing"),
		Address: strings.TrimSpace(in.Lines("address")), Way: postal.Way(in.Text("way")), Held: in.Text("held"),
		Typed: in.Text("typed"), Meeting: kit.Chosen[postal.MeetingID](in, "meeting"),
	}
	if in.Text("proposer") != "" {
		among, err := s.registered(c)
		if err != nil {
			return d, err
		}
		d.Proposer = in.Person("proposer", among)
	}
	if d.Meeting == 0 {
		d.Motions = readMotions(in)
		return d, nil
	}
	v, err := s.postal.OfMeeting(c.Request().Context(), s.Actor(c), d.Meeting)
	d.Motions = v.Motions
	return d, err
}

// registered is everyone in the register, whom a form can name.
func (s *Desk) registered(c echo.Context) (kit.People, error) {
	register, err := s.members.All(c.Request().Context(), s.Actor(c), members.RegisterFilter{})
	list := make([]kit.Named, len(register.Entries))
	for i, e := range register.Entries {
		list[i] = kit.Named{Person: e.Person.ID, Name: e.Person.Name.String()}
	}
	return kit.PeopleOf(members.Fold, list), err
}

// startVote begins a draft.
func (s *Desk) startVote() kit.Form[postal.File] {
	return kit.Form[postal.File]{
		Site: s.Site, Load: s.newDraft, Fill: fillDraft, Show: s.showDraft, Render: s.renderDraft,
		Take: func(c echo.Context, in *kit.Filling, _ postal.File) (kit.Done, error) {
			d, err := s.readDraft(c, in)
			if err != nil {
				return kit.Done{}, err
			}
			id, err := s.postal.Draft(c.Request().Context(), s.Actor(c), d)
			return kit.Done{
				To:      kit.PostalURL(id, "edit"),
				Message: "The draft is saved. Add the documents that go out with the papers.",
			}, ofDraft(err, d)
		},
	}
}

// changeDraft changes a draft. Its Typed, as that of startVote, works the dates
// out and saves nothing.
func (s *Desk) changeDraft() kit.Form[postal.File] {
	return kit.Form[postal.File]{
		Site: s.Site, Load: s.savedDraft, Fill: fillDraft, Show: s.showDraft, Render: s.renderDraft,
		Version: func(f postal.File) int64 { return f.Version },
		Take: func(c echo.Context, in *kit.Filling, f postal.File) (kit.Done, error) {
			d, err := s.readDraft(c, in)
			if err != nil {
				return kit.Done{}, err
			}
			err = s.postal.Edit(c.Request().Context(), s.Actor(c), f.ID, shownVersion(in), d)
			return kit.Done{To: kit.PostalURL(f.ID), Message: "The draft is saved."}, ofDraft(err, d)
		},
	}
}

func (s *Desk) savedDraft(c echo.Context) (postal.File, error) {
	f, _, err := s.loadStep(c, postal.ActEdit)
	return f, err
}

// newDraft is what a draft begins with: the meeting's day, or what it framed.
func (s *Desk) newDraft(c echo.Context) (postal.File, error) {
	var f postal.File
	if c.Request().Method != http.MethodGet {
		return f, nil
	}
	if id := kit.QueryID[postal.MeetingID](c, "meeting"); id != 0 {
		v, err := s.postal.OfMeeting(c.Request().Context(), s.Actor(c), id)
		f.Vote = v
		return f, err
	}
	f.Way, f.EGM = postal.Web, queryDate(c, "egm")
	return f, nil
}

// ofDraft says what is wrong with the motions at the first that is typed; with
// those of a meeting, and with the meeting, at no field.
func ofDraft(err error, d postal.Draft) error {
	if d.Meeting != 0 {
		return renamed(err, map[string]string{"motions": "", "meeting": ""})
	}
	return renamed(err, map[string]string{"motions": "motion_1"})
}

// showDraft writes the form of a draft.
func (s *Desk) showDraft(c echo.Context, p *kit.FormPage, f postal.File) error {
	p.Page, p.Action, p.Back = s.Page(c, "Start a postal vote", crumb), kit.PostalPath+"/new", kit.PostalPath
	if f.ID != 0 {
		p.Page = s.votePage(c, f, "Change the draft")
		p.Action, p.Back = kit.PostalURL(f.ID, "edit"), kit.PostalURL(f.ID)
	}
	meeting := kit.Chosen[postal.MeetingID](p.In(), "meeting")
	p.Hide("meeting", kit.IDText(meeting))
	draftGroups(p)
	if meeting == 0 {
		motionGroups(p, len(readMotions(p.In())))
	}
	return nil
}

// renderDraft answers with the form as it is filled in, and the dates that
// follow from it.
func (s *Desk) renderDraft(c echo.Context, status int, p *kit.FormPage, f postal.File) error {
	page, d := DraftPage{FormPage: *p, Dates: kit.PostalPath + "/dates"}, f.Draft
	if f.ID != 0 {
		page.Dates = kit.PostalURL(f.ID, "dates")
		s.draftDocuments(&page, f)
	}
	if c.Request().Method == http.MethodPost {
		var err error
		if d, err = s.readDraft(c, p.In()); err != nil && apperr.KindOf(err) != apperr.Invalid {
			return err
		}
	}
	if d.Meeting != 0 {
		page.Framed = motionsOf(d.Motions)
	} else if err := s.askedOfMotions(c, &page, d.EGM); err != nil {
		return err
	}
	if !d.EGM.IsZero() {
		k, err := s.postal.Calendar(c.Request().Context(), s.Actor(c), d)
		switch {
		case err == nil:
			page.Timeline = calendarLines(k, nil)
			for _, w := range k.Warnings {
				page.Warnings = append(page.Warnings, kit.Ruled(w.Text, w.Rule))
			}
		case apperr.KindOf(err) != apperr.Invalid:
			return err
		}
	}
	return draftView.Render(c, status, page)
}

// askedOfMotions says what rule 5.8 asks for, as it stands on the day of the
// meeting.
func (s *Desk) askedOfMotions(c echo.Context, page *DraftPage, on civil.Date) error {
	if on.IsZero() {
		on = s.Today()
	}
	rule, err := s.governance.Rule(c.Request().Context(), "5.8", on)
	page.Asked = kit.CiteRules("Rule 5.8: " + rule.Summary +
		" Start a vote from the meeting’s page, with its motions as they were framed. " +
		"Type them here only if the meeting’s record is kept elsewhere, and say so.")
	return err
}

// draftGroups are the fields of every draft.
func draftGroups(p *kit.FormPage) {
	egm := kit.DayField("egm", "Day of the meeting", "")
	egm.Required = true
	p.Group("The vote", kit.Field{
		Name: "title", Label: "Title", Required: true,
		Hint: "As on the papers: Extraordinary general meeting of 14 March 2026.",
	}).Row(egm, kit.DayField(
		"closing", "Closing day",
		"The last day for papers to arrive. “Show the dates” says the latest that rule 5.9 allows.",
	))
	p.Group("Tellers and papers",
		kit.Field{
			Name: "address", Label: "Tellers’ address", Type: "textarea", Rows: 3, Required: true,
			Hint: "Where papers are sent (Rule 5.9 d), line by line.",
		},
		kit.Field{Name: "way", Label: "How the papers are entered", Type: "radios", Required: true, Options: []kit.Option{
			{
				Value: string(postal.Web), Label: "Here, sealed to the tellers’ keys",
				Hint: "The tellers type the papers into this site. Each entry is sealed before it is saved.",
			},
			{
				Value: string(postal.Offline), Label: "On the tellers’ own machines",
				Hint: "With the command nzgs teller. This program never sees a paper, only totals that both tellers approved.",
			},
		}},
		kit.PersonField(
			"proposer", "Proposer of the members’ request",
			"Name or member number, if members requested the meeting (Rule 5.1). Leave it empty if the committee called "+
				"it. It is better if someone else is a teller.",
		).Proposing(kit.NamesPath),
	)
}

// motionGroups are the fields of motions that are typed by hand.
func motionGroups(p *kit.FormPage, typed int) {
	p.Group("Motions typed by hand",
		kit.Field{
			Name: "held", Label: "Meeting that framed them", Required: true, MaxLength: 200,
			Hint: "Which meeting, and where: extraordinary general meeting in Wellington.",
		},
		kit.Field{
			Name: "typed", Label: "Why they are typed here", Required: true, MaxLength: 200,
			Hint: "Everyone sees this on the vote’s page and with the result.",
		},
	)
	majorities := []kit.Option{
		{Value: string(constitution.Ordinary), Label: "The ordinary majority"},
		{Value: string(constitution.Constitutional), Label: "The majority for the constitution (5.12)"},
	}
	var fields []kit.Field
	for n := 1; n <= min(typed+spareMotions, mostMotions); n++ {
		number := strconv.Itoa(n)
		fields = append(fields,
			kit.Field{Name: "motion_" + number, Label: "Motion " + number, Type: "textarea", Rows: 3},
			kit.Field{
				Name: "kind_" + number, Label: "What motion " + number + " needs", Type: "select", Options: majorities,
			},
		)
	}
	p.Group("Motions", fields...).Text(
		"In number order. A motion without a text is left out. To add more motions than fit, save or show the dates.",
	)
}

func (s *Desk) draftDocuments(page *DraftPage, f postal.File) {
	for _, d := range f.Documents {
		button := page.Button(
			"remove"+kit.IDText(d.ID), kit.PostalURL(f.ID, "documents", kit.IDText(d.ID), "remove"), "Remove",
		)
		button.Kind, button.Small, button.For = "secondary", "small", d.Name
		page.Documents = append(page.Documents, Document{
			Label: documentLabel(d), URL: kit.PostalURL(f.ID, "documents", kit.IDText(d.ID)), Remove: button,
		})
	}
	if f.Meeting != 0 && !slices.ContainsFunc(f.Documents, func(d postal.Document) bool { return d.Minutes }) {
		page.KeptHere = page.Button("keptminutes", kit.PostalURL(f.ID, "minutes"), "Add the minutes kept here")
	}
	page.File = &kit.Upload{
		ID: "document", Name: "document", Label: "A document",
		Hint: "The minutes of the meeting, or another document for all members (Rule 5.9 a, b): PDF, text, Markdown, " +
			"PNG or JPEG.",
		Accept: governance.DocumentEndings, Error: page.ErrorOn("document"),
	}
	page.Minutes = page.In().Field(&page.Page, kit.Field{
		Name: "minutes", Label: "These are the minutes of the meeting", Type: "checkbox",
	})
	page.UploadTo, page.Form2 = kit.PostalURL(f.ID, "documents"), page.Form("document")
}
