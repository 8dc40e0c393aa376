package postal

import (
	"errors"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/civil"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/governance/postal"
	"nzgs/internal/members"
	"nzgs/web/kit"
)

// PostalEnvelopesPage is the tellers' register of the papers that came back. It
// holds no vote.
type PostalEnvelopesPage struct {
	kit.Page
	Head      PostalHead
	Obstacles []kit.RuleText
	Record    bool // the register can take papers
	Action    string
	Name      kit.Field
	Names     []string // for the list of suggestions
	Fields    []kit.Field
	Waiting   []kit.InboxCard
	Filters   kit.Filters
	ListHead  kit.ListHead
	Rows      []PostalEnvelopeRow
	Empty     *kit.Empty
	Back      string
}

// PostalEnvelopeRow is a paper in the register.
type PostalEnvelopeRow struct {
	Name, URL, Received, How, Reason, By string
	Standing                             kit.Badge
}

var postalEnvelopesView = kit.NewView[PostalEnvelopesPage](templates, "envelopes.html")

const protectsEnvelopes = "The register shows who returned a paper, when, how, and whether it is valid. It has no " +
	"votes and no serials, and only the tellers of this vote can open it. It shows who took part, so keep it as safe " +
	"as the papers (Rule 5.11)."

func (s *Desk) postalEnvelopes(c echo.Context) error {
	f, err := s.envelopeFile(c)
	if err != nil {
		return err
	}
	return s.showEnvelopes(c, http.StatusOK, f, nil)
}

// envelopeFile is the vote while its register can be read, by a teller.
func (s *Desk) envelopeFile(c echo.Context) (postal.File, error) {
	f, err := s.postalVote(c)
	switch {
	case err != nil:
		return f, err
	case !f.Tells:
		return f, apperr.New(apperr.Forbidden, "%s", postalWork[postal.ActEnvelope].refusal())
	case f.Despatched.IsZero():
		return f, &kit.Elsewhere{To: kit.PostalURL(f.ID), Why: "The register opens once the papers have gone out."}
	case f.State == postal.StateDestroyed:
		return f, &kit.Elsewhere{To: kit.PostalURL(f.ID), Why: "The register was destroyed with the papers."}
	}
	return f, nil
}

func (s *Desk) postalReceive(c echo.Context) error {
	f, _, err := s.postalStep(c, postal.ActEnvelope)
	if err != nil {
		return err
	}
	in := postal.Receipt{
		Received: formDate(c, "received"), Form: postal.Form(kit.FormText(c, "form")),
		Route: postal.Route(kit.FormText(c, "route")), Club: kit.FormText(c, "club"),
		Standing: postal.Standing(kit.FormText(c, "standing")), Reason: kit.FormText(c, "reason"),
	}
	who, err := s.voterNamed(c, f, "find")
	var got postal.Envelope
	if err == nil {
		in.Person = who.Person
		got, err = s.postal.Receive(c.Request().Context(), s.Actor(c), f.ID, in)
	}
	if kind := apperr.KindOf(err); kind == apperr.Invalid || kind == apperr.Conflict {
		return s.showEnvelopes(c, kit.StatusOf[kind], f, renamed(err, "person", "find"))
	}
	if err != nil {
		return err
	}
	switch {
	case got.Standing == postal.Valid && got.Reading != "":
		s.Flash(
			c, kit.KindWarning,
			"The paper of "+got.Name+" is recorded and counts instead of the other one. If the other one was already "+
				"entered, its entry is removed.",
		)
	case got.Standing == postal.Waiting:
		s.Flash(c, kit.KindWarning, "The paper of "+got.Name+" is the member’s second: it waits for the tellers’ ruling.")
	case got.Standing == postal.Rejected:
		s.Flash(c, kit.KindSuccess, "The paper of "+got.Name+" is recorded as rejected.")
	default:
		s.Flash(c, kit.KindSuccess, "The paper of "+got.Name+" is recorded.")
	}
	to := kit.PostalURL(f.ID, "envelopes")
	if in.Received != s.Today() { // the next of a pile came on the same day
		to += "?came=" + in.Received.String()
	}
	return kit.SeeOther(c, to)
}

// renamed is a refusal whose problems with one field are said of another.
func renamed(err error, from, to string) *apperr.Error {
	var e *apperr.Error
	if !errors.As(err, &e) {
		return apperr.New(apperr.Invalid, "%s", err.Error())
	}
	out := *e
	out.Fields = slices.Clone(e.Fields)
	for i := range out.Fields {
		if out.Fields[i].Name == from {
			out.Fields[i].Name = to
		}
	}
	return &out
}

// voterNamed is the member of the roll whose name stands in a field of the
// form. Members of the same name are told apart by their number on the roll.
func (s *Desk) voterNamed(c echo.Context, f postal.File, field string) (postal.Voter, error) {
	roll, err := s.postal.Roll(c.Request().Context(), s.Actor(c), f.ID)
	if err != nil {
		return postal.Voter{}, err
	}
	typed := kit.FormText(c, field)
	var problem apperr.Fields
	if typed == "" {
		problem.Add(field, "Enter the member’s name.")
		return postal.Voter{}, problem.Err()
	}
	var exact, fits []int
	for i, label := range rollLabels(roll) {
		switch {
		case label == typed:
			return roll[i], nil
		case members.Fold(roll[i].Name) == members.Fold(typed):
			exact = append(exact, i)
		case nameFits(roll[i].Name, typed):
			fits = append(fits, i)
		}
	}
	if len(exact) > 0 {
		fits = exact
	}
	switch {
	case len(fits) == 1:
		return roll[fits[0]], nil
	case len(fits) == 0:
		problem.Add(
			field,
			"No one on the roll has this name. Check the spelling, or whether the paper is from someone who is not a member.",
		)
	default:
		labels := rollLabels(roll)
		var some []string
		for _, i := range fits[:min(len(fits), 6)] {
			some = append(some, labels[i])
		}
		problem.Add(field, "%d members match. Enter one of them in full: %s.", len(fits), strings.Join(some, "; "))
	}
	return postal.Voter{}, problem.Err()
}

// rollLabels are the names of the roll; a name that two members have is
// followed by its place on the roll.
func rollLabels(roll []postal.Voter) []string {
	count := map[string]int{}
	for _, v := range roll {
		count[v.Name]++
	}
	out := make([]string, len(roll))
	for i, v := range roll {
		out[i] = v.Name
		if count[v.Name] > 1 {
			out[i] += " (no. " + strconv.Itoa(i+1) + " on the roll)"
		}
	}
	return out
}

func (s *Desk) showEnvelopes(c echo.Context, status int, f postal.File, refused error) error {
	kit.NoStore(c)
	ctx := c.Request().Context()
	page := PostalEnvelopesPage{
		Page: s.postalPage(c, f, "Register of envelopes"), Head: postalHead(f, protectsEnvelopes),
		Action: kit.PostalURL(f.ID, "envelopes"), Back: kit.PostalURL(f.ID),
	}
	if refused != nil && !page.Invalid(refused) && !page.Conflicting(refused) {
		return refused
	}
	if step, ok := stepOf(f, postal.ActEnvelope); ok {
		page.Record = step.Ready()
		for _, o := range step.Obstacles {
			page.Obstacles = append(page.Obstacles, kit.Ruled(o.Text, o.Rule))
		}
	}
	register, err := s.postal.Register(ctx, s.Actor(c), f.ID)
	if err != nil {
		return err
	}
	roll, err := s.postal.Roll(ctx, s.Actor(c), f.ID)
	if err != nil {
		return err
	}
	page.Names = rollLabels(roll)
	s.envelopeFields(c, &page)
	find := c.QueryParam("find")
	page.Filters = kit.Filters{
		Action: page.Action, Target: "envelopes",
		Fields: []kit.Field{{ID: "q", Name: "find", Label: "Find a name", Type: "search", Value: find}},
	}
	if find != "" {
		page.Filters.Clear = page.Action
	}
	for _, e := range register.Envelopes {
		row := envelopeRow(f, e)
		if e.Standing == postal.Waiting {
			page.Waiting = append(page.Waiting, kit.InboxCard{
				Title: e.Name, URL: row.URL, Meta: row.Received + ", " + row.How, Badge: &row.Standing,
				Actions: []kit.Link{{Label: "Rule on it", URL: row.URL, Kind: "secondary small"}},
			})
		}
		if find == "" || nameFits(e.Name, find) {
			page.Rows = append(page.Rows, row)
		}
	}
	page.ListHead.Count = papersText(register.Counts)
	if len(register.Envelopes) == 0 {
		page.Empty = &kit.Empty{
			Title: "No paper has come back yet", Text: "When an envelope arrives, type the member’s name above.",
		}
	}
	return postalEnvelopesView.Render(c, status, page)
}

func (s *Desk) envelopeFields(c echo.Context, page *PostalEnvelopesPage) {
	value := func(name, otherwise string) string {
		if c.Request().Method == http.MethodPost {
			return kit.FormText(c, name)
		}
		return otherwise
	}
	form := value("form", string(postal.OnPaper))
	route, standing := value("route", string(postal.Direct)), value("standing", string(postal.Valid))
	came, err := civil.ParseDate(c.QueryParam("came"))
	if err != nil {
		came = s.Today()
	}
	page.Name = page.Field(kit.Field{Name: "find", Label: "Member", Value: value("find", ""), Required: true})
	page.Fields = []kit.Field{
		page.Field(kit.Field{
			Name: "received", Label: "Received on", Type: "date", Value: value("received", came.String()), Required: true,
			Width: "medium",
		}),
		page.Field(kit.Field{Name: "form", Label: "What was received", Type: "radios", Options: []kit.Option{
			{Value: string(postal.OnPaper), Label: "The paper itself", Selected: form != string(postal.Electronic)},
			{Value: string(postal.Electronic), Label: "A signed electronic one", Selected: form == string(postal.Electronic)},
		}}),
		page.Field(kit.Field{Name: "route", Label: "How it was sent", Type: "radios", Options: []kit.Option{
			{Value: string(postal.Direct), Label: "Direct", Selected: route == string(postal.Direct)},
			{
				Value: string(postal.ClubSecretary), Label: "Through a club secretary",
				Selected: route == string(postal.ClubSecretary),
			},
		}}),
		page.Field(kit.Field{
			Name: "club", Label: "Which club", Value: value("club", ""), Hint: "Only for papers a club secretary forwarded.",
		}),
		page.Field(kit.Field{Name: "standing", Label: "The paper is", Type: "radios", Options: []kit.Option{
			{Value: string(postal.Valid), Label: "Valid", Selected: standing == string(postal.Valid)},
			{Value: string(postal.Rejected), Label: "Rejected", Selected: standing == string(postal.Rejected)},
		}}),
		page.Field(kit.Field{
			Name: "reason", Label: "Reason", Value: value("reason", ""),
			Hint: "If you reject it: not signed, no name, too late.",
		}),
	}
}

func envelopeRow(f postal.File, e postal.Envelope) PostalEnvelopeRow {
	row := PostalEnvelopeRow{
		Name: e.Name, Received: e.Received.Long(), How: "Direct", Reason: e.Reason, By: e.RecordedBy,
		URL: kit.PostalURL(f.ID, "envelopes", kit.IDText(e.ID)), Standing: paperBadge(e.Standing),
	}
	if e.Route == postal.ClubSecretary {
		row.How = "Through " + e.Club
	}
	if e.Form == postal.Electronic {
		row.How += ", electronic"
	}
	if e.RuledBy != "" {
		row.By = e.RuledBy + " ruled"
	}
	return row
}

func paperBadge(standing postal.Standing) kit.Badge {
	switch standing {
	case postal.Valid:
		return kit.Badge{Kind: kit.KindSuccess, Text: "Valid"}
	case postal.Rejected:
		return kit.Badge{Kind: kit.KindError, Text: "Rejected"}
	}
	return kit.Badge{Kind: kit.KindWarning, Text: "Waiting for a ruling"}
}

// envelopeOf is the paper of the address.
func (s *Desk) envelopeOf(c echo.Context, f postal.File) (postal.Envelope, error) {
	id, err := kit.PathID[postal.EnvelopeID](c, "envelope")
	if err != nil {
		return postal.Envelope{}, err
	}
	register, err := s.postal.Register(c.Request().Context(), s.Actor(c), f.ID)
	if err != nil {
		return postal.Envelope{}, err
	}
	for _, e := range register.Envelopes {
		if e.ID == id {
			return e, nil
		}
	}
	return postal.Envelope{}, apperr.New(apperr.NotFound, "Paper not found in the register.")
}

func (s *Desk) postalRule(c echo.Context) error {
	f, step, err := s.postalStep(c, postal.ActRule)
	if err != nil {
		return err
	}
	return s.showRule(c, http.StatusOK, f, step, nil)
}

func (s *Desk) postalRuleSave(c echo.Context) error {
	f, step, err := s.postalStep(c, postal.ActRule)
	if err != nil {
		return err
	}
	e, err := s.envelopeOf(c, f)
	if err != nil {
		return err
	}
	err = s.postal.Rule(
		c.Request().Context(), s.Actor(c), f.ID, e.ID, shownVersion(c), postal.Standing(kit.FormText(c, "standing")),
		kit.FormText(c, "reason"),
	)
	if kind := apperr.KindOf(err); kind == apperr.Invalid || kind == apperr.Conflict {
		return s.showRule(c, kit.StatusOf[kind], f, step, err)
	}
	if err != nil {
		return err
	}
	s.Flash(c, kit.KindSuccess, "The ruling is recorded.")
	return kit.SeeOther(c, kit.PostalURL(f.ID, "envelopes"))
}

func (s *Desk) showRule(c echo.Context, status int, f postal.File, step postal.Step, refused error) error {
	kit.NoStore(c)
	e, err := s.envelopeOf(c, f)
	if err != nil {
		return err
	}
	page := s.stepPage(c, f, step, protectsEnvelopes)
	page.Title, page.Submit, page.Back = "Rule on the paper of "+e.Name, "Record the ruling", kit.PostalURL(f.ID, "envelopes")
	page.Crumbs = append(page.Crumbs, kit.Crumb{Label: "Register of envelopes", URL: page.Back})
	page.Action, page.Hidden = kit.PostalURL(
		f.ID, "envelopes", kit.IDText(e.ID),
	), []kit.Hidden{kit.VersionField(e.Version)}
	if refused != nil && !page.Invalid(refused) && !page.Conflicting(refused) {
		return refused
	}
	page.say(
		"The tellers decide whether a vote is valid (Rule 5.11). At most one paper from each member is valid (Rule 5.10).",
	)
	row := envelopeRow(f, e)
	page.Facts = []kit.Fact{
		{Label: "Received on", Value: row.Received}, {Label: "How", Value: row.How}, {Label: "Now", Badge: &row.Standing},
		{Label: "Recorded by", Value: e.RecordedBy},
	}
	if e.Reading != "" {
		page.Facts = append(page.Facts, kit.Fact{
			Label: "Reading applied", Value: kit.WithoutReading(e.Reading), URL: kit.QuestionURL(constitution.SecondPaper),
		})
	}
	if e.Reason != "" {
		page.Facts = append(page.Facts, kit.Fact{Label: "Reason", Value: e.Reason})
	}
	to := kit.FormText(c, "standing")
	page.Fields = []kit.Field{
		page.Field(kit.Field{Name: "standing", Label: "The paper is", Type: "radios", Required: true, Options: []kit.Option{
			{Value: string(postal.Valid), Label: "Valid", Selected: to == string(postal.Valid)},
			{Value: string(postal.Rejected), Label: "Rejected", Selected: to == string(postal.Rejected)},
		}}),
		page.Field(kit.Field{Name: "reason", Label: "Reason", Value: kit.FormText(c, "reason"), Required: true}),
	}
	return postalStepView.Render(c, status, page)
}
