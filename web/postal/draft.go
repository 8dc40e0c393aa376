package postal

import (
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/governance/postal"
	"nzgs/internal/members"
	"nzgs/web/kit"
)

// PostalDraftPage is the form in which a postal vote is prepared, with every
// date that follows from it.
type PostalDraftPage struct {
	kit.Page
	Action   string
	Dates    string // where the dates are worked out without saving
	Hidden   []kit.Hidden
	Conflict *kit.Conflict
	Groups   []kit.FieldGroup
	Timeline []PostalDate
	Warnings []kit.RuleText
	Back     string

	Asked     kit.RuleText     // what rule 5.8 asks for, above motions that are typed by hand
	Framed    []PostalMotion   // as the meeting worded them: nothing to be typed
	Documents []PostalDocument // of a draft that is saved
	KeptHere  *kit.PostButton  // puts the minutes that are kept here among them
	Upload    *kit.Upload
	Minutes   kit.Field
	UploadTo  string
	Form2     kit.FormKey
}

// PostalDocument is a document that goes out with the papers.
type PostalDocument struct {
	Label, URL string
	Remove     *kit.PostButton
}

var postalDraftView = kit.NewView[PostalDraftPage](templates, "draft.html")

// spareMotions is how many empty motions the form ends with.
const (
	spareMotions = 2
	mostMotions  = 50
)

// postalDraftForm is what was typed.
type postalDraftForm struct {
	postal.Draft
	egm, closing, proposer string
}

func draftForm(d postal.Draft, proposer string) postalDraftForm {
	in := postalDraftForm{Draft: d, proposer: proposer}
	if !d.EGM.IsZero() {
		in.egm = d.EGM.String()
	}
	if !d.Closing.IsZero() {
		in.closing = d.Closing.String()
	}
	return in
}

// readPostalDraft reads the form; motions without a text are left out, and the
// others numbered in their order.
func (s *Desk) readPostalDraft(c echo.Context) (postalDraftForm, error) {
	in := postalDraftForm{
		egm: kit.FormText(c, "egm"), closing: kit.FormText(c, "closing"), proposer: kit.FormText(c, "proposer"),
	}
	in.Held, in.Typed = kit.FormText(c, "held"), kit.FormText(c, "typed")
	in.Title, in.Address = kit.FormText(c, "title"), strings.ReplaceAll(kit.FormText(c, "address"), "\r\n", "\n")
	in.Way, in.Meeting = postal.Way(kit.FormText(c, "way")), kit.FormID[postal.MeetingID](c, "meeting")
	in.EGM, in.Closing = formDate(c, "egm"), formDate(c, "closing")
	if in.Meeting != 0 {
		return s.readFramed(c, in)
	}
	for n := 1; n <= mostMotions; n++ {
		text := strings.ReplaceAll(kit.FormText(c, "motion_"+strconv.Itoa(n)), "\r\n", "\n")
		if text == "" {
			continue
		}
		in.Motions = append(in.Motions, postal.Motion{
			Number: len(in.Motions) + 1, Text: text, Kind: constitution.Kind(kit.FormText(c, "kind_"+strconv.Itoa(n))),
		})
	}
	return s.readProposer(c, in)
}

// readProposer reads the rest of the form: who is named as the proposer, and
// whether the closing day is a day.
func (s *Desk) readProposer(c echo.Context, in postalDraftForm) (postalDraftForm, error) {
	var f apperr.Fields
	if in.closing != "" && in.Closing.IsZero() {
		f.Add("closing", "Enter the closing day as a date.")
	}
	if in.proposer != "" {
		id, problem, err := s.memberNamed(c, in.proposer)
		if err != nil {
			return in, err
		}
		if problem != "" {
			f.Add("proposer", "%s", problem)
		}
		in.Proposer = id
	}
	return in, f.Err()
}

// memberNamed finds the one person of the register who is meant by a name, or
// says why it cannot.
func (s *Desk) memberNamed(c echo.Context, name string) (auth.PersonID, string, error) {
	const shown = 8
	found, err := s.members.List(c.Request().Context(), s.Actor(c), members.RegisterFilter{Query: name, Size: shown})
	if err != nil {
		return 0, "", err
	}
	var exact []auth.PersonID
	var names []string
	for _, e := range found.Entries {
		names = append(names, e.Person.Name.String())
		if members.Fold(e.Person.Name.String()) == members.Fold(name) ||
			members.Fold(e.Person.Name.Listed()) == members.Fold(name) {
			exact = append(exact, e.Person.ID)
		}
	}
	switch {
	case len(exact) == 1:
		return exact[0], "", nil
	case len(found.Entries) == 1:
		return found.Entries[0].Person.ID, "", nil
	case len(found.Entries) == 0:
		return 0, "No one in the register has this name.", nil
	}
	return 0, "Several people match. Enter one name in full: " + strings.Join(names, "; ") + ".", nil
}

func (s *Desk) postalNew(c echo.Context) error {
	in := postalDraftForm{
		Draft: postal.Draft{Way: postal.Web, Meeting: kit.QueryID[postal.MeetingID](c, "meeting")}, egm: c.QueryParam("egm"),
	}
	in.EGM = queryDate(c, "egm")
	if in.Meeting != 0 {
		return s.postalNewOn(c, in.Meeting)
	}
	return s.showPostalDraft(c, http.StatusOK, postal.File{}, in, nil)
}

func (s *Desk) postalCreate(c echo.Context) error {
	in, err := s.readPostalDraft(c)
	if err != nil {
		return s.showPostalDraft(c, http.StatusUnprocessableEntity, postal.File{}, in, err)
	}
	id, err := s.postal.Draft(c.Request().Context(), s.Actor(c), in.Draft)
	if err != nil {
		return s.showPostalDraft(c, http.StatusUnprocessableEntity, postal.File{}, in, err)
	}
	s.Flash(c, kit.KindSuccess, "The draft is saved. Add the documents that go out with the papers.")
	return kit.SeeOther(c, kit.PostalURL(id, "edit"))
}

func (s *Desk) postalEdit(c echo.Context) error {
	f, _, err := s.postalStep(c, postal.ActEdit)
	if err != nil {
		return err
	}
	return s.showPostalDraft(c, http.StatusOK, f, draftForm(f.Draft, f.ProposerName), nil)
}

func (s *Desk) postalSave(c echo.Context) error {
	f, _, err := s.postalStep(c, postal.ActEdit)
	if err != nil {
		return err
	}
	in, err := s.readPostalDraft(c)
	if err == nil {
		err = s.postal.Edit(c.Request().Context(), s.Actor(c), f.ID, shownVersion(c), in.Draft)
	}
	switch kind := apperr.KindOf(err); {
	case err == nil:
		s.Flash(c, kit.KindSuccess, "The draft is saved.")
		return kit.SeeOther(c, kit.PostalURL(f.ID))
	case kind == apperr.Invalid || kind == apperr.Conflict:
		return s.showPostalDraft(c, kit.StatusOf[kind], f, in, err)
	}
	return err
}

// postalDates works the dates out and saves nothing.
func (s *Desk) postalDates(c echo.Context) error {
	var f postal.File
	if c.Param("id") != "" {
		var err error
		if f, _, err = s.postalStep(c, postal.ActEdit); err != nil {
			return err
		}
	}
	in, err := s.readPostalDraft(c)
	if err != nil && apperr.KindOf(err) != apperr.Invalid {
		return err
	}
	return s.showPostalDraft(c, http.StatusOK, f, in, nil)
}

// showPostalDraft answers with the form as it was filled in, and the dates that
// follow from it.
func (s *Desk) showPostalDraft(c echo.Context, status int, f postal.File, in postalDraftForm, refused error) error {
	page := PostalDraftPage{Action: kit.PostalPath + "/new", Dates: kit.PostalPath + "/dates", Back: kit.PostalPath}
	page.Page = s.Page(c, "Start a postal vote", postalCrumb)
	if f.ID != 0 {
		page.Page = s.postalPage(c, f, "Change the draft")
		page.Action, page.Dates, page.Back = kit.PostalURL(f.ID, "edit"), kit.PostalURL(f.ID, "dates"), kit.PostalURL(f.ID)
		shown := f.Version
		if c.Request().Method == http.MethodPost && apperr.KindOf(refused) != apperr.Conflict {
			shown = shownVersion(c)
		}
		page.Hidden = []kit.Hidden{kit.VersionField(shown)}
	}
	if refused != nil && !page.Invalid(refused) && apperr.KindOf(refused) != apperr.Conflict {
		return refused
	}
	page.Hidden = append(page.Hidden, kit.Hidden{Name: "meeting", Value: kit.IDText(in.Meeting)})
	page.Groups = postalDraftGroups(&page.Page, in)
	if in.Meeting != 0 {
		page.Framed = postalMotions(in.Motions)
	} else if err := s.askedOfMotions(c, &page, in); err != nil {
		return err
	}
	if apperr.KindOf(refused) == apperr.Conflict {
		var saved kit.Page
		page.Conflict = kit.FormConflict(
			"Someone else changed the draft first.", page.Groups, postalDraftGroups(&saved, draftForm(f.Draft, f.ProposerName)),
		)
	}
	if !in.EGM.IsZero() {
		k, err := s.postal.Calendar(c.Request().Context(), s.Actor(c), in.Draft)
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
	if f.ID != 0 {
		s.draftDocuments(&page, f)
	}
	return postalDraftView.Render(c, status, page)
}

// askedOfMotions says what rule 5.8 asks for, as it stands on the day of the
// meeting.
func (s *Desk) askedOfMotions(c echo.Context, page *PostalDraftPage, in postalDraftForm) error {
	on := in.EGM
	if on.IsZero() {
		on = s.Today()
	}
	rule, err := s.governance.Rule(c.Request().Context(), "5.8", on)
	page.Asked = kit.CiteRules("Rule 5.8: " + rule.Summary +
		" Start a vote from the meeting’s page, with its motions as they were framed. " +
		"Type them here only if the meeting’s record is kept elsewhere, and say so.")
	return err
}

// postalDraftGroups are the fields of the draft.
func postalDraftGroups(p *kit.Page, in postalDraftForm) []kit.FieldGroup {
	ways := []kit.Option{
		{
			Value: string(postal.Web), Label: "Here, sealed to the tellers’ keys", Selected: in.Way == postal.Web,
			Hint: "The tellers type the papers into this site. Each entry is sealed before it is saved.",
		},
		{
			Value: string(postal.Offline), Label: "On the tellers’ own machines", Selected: in.Way == postal.Offline,
			Hint: "With the command nzgs teller. This program never sees a paper, only totals that both tellers approved.",
		},
	}
	groups := []kit.FieldGroup{
		{Legend: "The vote", Fields: []kit.Field{
			p.Field(kit.Field{
				Name: "title", Label: "Title", Value: in.Title, Required: true,
				Hint: "As on the papers: Extraordinary general meeting of 14 March 2026.",
			}),
		}, Rows: [][]kit.Field{{
			p.Field(kit.Field{
				Name: "egm", Label: "Day of the meeting", Type: "date", Value: in.egm, Required: true, Width: "medium",
			}),
			p.Field(kit.Field{
				Name: "closing", Label: "Closing day", Type: "date", Value: in.closing, Width: "medium",
				Hint: "The last day for papers to arrive. “Show the dates” says the latest that rule 5.9 allows.",
			}),
		}}},
		{Legend: "Tellers and papers", Fields: []kit.Field{
			p.Field(kit.Field{
				Name: "address", Label: "Tellers’ address", Type: "textarea", Rows: 3, Value: in.Address, Required: true,
				Hint: "Where papers are sent (Rule 5.9 d), line by line.",
			}),
			p.Field(kit.Field{Name: "way", Label: "How the papers are entered", Type: "radios", Options: ways, Required: true}),
			p.Field(kit.Field{
				Name: "proposer", Label: "Proposer of the members’ request", Value: in.proposer,
				Hint: "The name as in the register, if members requested the meeting (Rule 5.1). Leave it empty if the " +
					"committee called it. The proposer cannot be a teller.",
				Autocomplete: "off",
			}),
		}},
	}
	if in.Meeting != 0 {
		for i := range p.Errors { // what is wrong with the meeting has no field
			if p.Errors[i].Field == "meeting" || p.Errors[i].Field == "motions" {
				p.Errors[i].Field = ""
			}
		}
		return groups
	}
	typed := kit.FieldGroup{Legend: "Motions typed by hand", Fields: []kit.Field{
		p.Field(kit.Field{
			Name: "held", Label: "Meeting that framed them", Value: in.Held, Required: true, MaxLength: 200,
			Hint: "Which meeting, and where: extraordinary general meeting in Wellington.",
		}),
		p.Field(kit.Field{
			Name: "typed", Label: "Why they are typed here", Value: in.Typed, Required: true, MaxLength: 200,
			Hint: "Everyone sees this on the vote’s page and with the result.",
		}),
	}}
	motions := kit.FieldGroup{
		Legend: "Motions",
		Text:   "In number order. A motion without a text is left out. To add more motions than fit, save or show the dates.",
	}
	for n := 1; n <= min(len(in.Motions)+spareMotions, mostMotions); n++ {
		var m postal.Motion
		if n <= len(in.Motions) {
			m = in.Motions[n-1]
		}
		number := strconv.Itoa(n)
		problem := p.ErrorOn("motion_" + number)
		if n == 1 && problem == "" {
			problem = p.ErrorOn("motions")
		}
		motions.Fields = append(motions.Fields,
			kit.Field{
				ID: "motion_" + number, Name: "motion_" + number, Label: "Motion " + number, Type: "textarea", Rows: 3,
				Value: m.Text, Error: problem,
			},
			p.Field(kit.Field{Name: "kind_" + number, Label: "What motion " + number +
				" needs", Type: "select", Options: []kit.Option{
				{
					Value: string(constitution.Ordinary), Label: "The ordinary majority",
					Selected: m.Kind != constitution.Constitutional,
				},
				{
					Value: string(constitution.Constitutional), Label: "The majority for the constitution (5.12)",
					Selected: m.Kind == constitution.Constitutional,
				},
			}}))
	}
	for i := range p.Errors {
		if p.Errors[i].Field == "motions" {
			p.Errors[i].Field = "motion_1"
		}
	}
	return append(groups, typed, motions)
}

func (s *Desk) draftDocuments(page *PostalDraftPage, f postal.File) {
	for _, d := range f.Documents {
		button := page.Button(
			"remove"+kit.IDText(d.ID), kit.PostalURL(f.ID, "documents", kit.IDText(d.ID), "remove"), "Remove",
		)
		button.Kind, button.Small, button.For = "secondary", "small", d.Name
		page.Documents = append(page.Documents, PostalDocument{
			Label: documentLabel(d), URL: kit.PostalURL(f.ID, "documents", kit.IDText(d.ID)), Remove: button,
		})
	}
	if f.Meeting != 0 && !slices.ContainsFunc(f.Documents, func(d postal.Document) bool { return d.Minutes }) {
		page.KeptHere = page.Button("keptminutes", kit.PostalURL(f.ID, "minutes"), "Add the minutes kept here")
	}
	page.Upload = &kit.Upload{
		ID: "document", Name: "document", Label: "A document",
		Hint: "The minutes of the meeting, or another document for all members (Rule 5.9 a, b): PDF, text, Markdown, " +
			"PNG or JPEG.",
		Accept: ".pdf,.txt,.md,.png,.jpg,.jpeg", Error: page.ErrorOn("document"),
	}
	page.Minutes = kit.Field{
		ID: "minutes", Name: "minutes", Label: "These are the minutes of the meeting", Type: "checkbox",
	}
	page.UploadTo, page.Form2 = kit.PostalURL(f.ID, "documents"), page.Form("document")
}
