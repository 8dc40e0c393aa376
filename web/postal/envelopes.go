package postal

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/governance/postal"
	"nzgs/internal/members"
	"nzgs/web/kit"
)

// EnvelopesPage is the tellers' register of the papers that came back. It
// holds no vote.
type EnvelopesPage struct {
	kit.Page
	Head      Head
	Obstacles []kit.RuleText
	Record    bool // the register can take papers
	Action    string
	Name      kit.Field
	Names     []string // for the list of suggestions
	Fields    []kit.Field
	Waiting   []kit.InboxCard
	Filters   kit.Filters
	ListHead  kit.ListHead
	Rows      []EnvelopeRow
	Empty     *kit.Empty
	Back      string
}

// EnvelopeRow is a paper in the register.
type EnvelopeRow struct {
	Name, URL, Received, How, Reason, By string
	Standing                             kit.Badge
}

var envelopesView = kit.NewView[EnvelopesPage](templates, "envelopes.html")

const protectsEnvelopes = "The register shows who returned a paper, when, how, and whether it is valid. It has no " +
	"votes and no serials, and only the tellers of this vote can open it. It shows who took part, so keep it as safe " +
	"as the papers (Rule 5.11)."

// envelopeFile is the vote while its register can be read, by a teller.
func (s *Desk) envelopeFile(c echo.Context) (postal.File, error) {
	f, err := s.loadVote(c)
	switch {
	case err != nil:
		return f, err
	case !f.Tells:
		return f, apperr.New(apperr.Forbidden, "%s", tasks[postal.ActEnvelope].refusal())
	case f.Despatched.IsZero():
		return f, &kit.Elsewhere{To: kit.PostalURL(f.ID), Why: "The register opens once the papers have gone out."}
	case f.State == postal.StateDestroyed:
		return f, &kit.Elsewhere{To: kit.PostalURL(f.ID), Why: "The register was destroyed with the papers."}
	}
	return f, nil
}

// receivePaper records a paper, above the register of those that came before.
func (s *Desk) receivePaper() kit.Form[postal.File] {
	return kit.Form[postal.File]{
		Site: s.Site,
		Load: func(c echo.Context) (postal.File, error) {
			if c.Request().Method == http.MethodGet {
				return s.envelopeFile(c)
			}
			f, _, err := s.loadStep(c, postal.ActEnvelope)
			return f, err
		},
		Fill: func(c echo.Context, in *kit.Filling, f postal.File) {
			came := queryDate(c, "came") // of the one before, in a pile
			day := came
			if day.IsZero() {
				day = s.Today()
			}
			in.SetDay("received", day)
			in.Set("form", string(postal.OnPaper))
			in.Set("route", string(postal.Direct))
			in.Set("standing", string(postal.Valid))
			if came.After(f.Closing) { // this one is late too, and does not count (rule 5.9)
				in.Set("standing", string(postal.Rejected))
				in.Set("why", string(postal.WhyLate))
			}
		},
		Show: func(c echo.Context, p *kit.FormPage, f postal.File) error {
			kit.NoStore(c)
			p.Page = s.votePage(c, f, "Register of envelopes")
			p.Action, p.Back = kit.PostalURL(f.ID, "envelopes"), kit.PostalURL(f.ID)
			envelopeFields(p)
			return nil
		},
		Take: s.takePaper, Render: s.renderEnvelopes,
	}
}

func (s *Desk) takePaper(c echo.Context, in *kit.Filling, f postal.File) (kit.Done, error) {
	who, named, err := s.sender(c, in, f)
	if err != nil {
		return kit.Done{}, err
	}
	received := in.Day("received")
	got, err := s.postal.Receive(c.Request().Context(), s.Actor(c), f.ID, postal.Receipt{
		Person: who, Named: named, Why: postal.Why(in.Text("why")), Received: received, Form: postal.Form(in.Text("form")), Route: postal.Route(in.Text("route")),
		Club: in.Text("club"), Standing: postal.Standing(in.Text("standing")), Reason: in.Text("reason"),
	})
	if err != nil {
		return kit.Done{}, renamed(err, map[string]string{"person": "find"})
	}
	done := kit.Done{To: kit.PostalURL(f.ID, "envelopes"), Message: "The paper of " + got.Who() + " is recorded."}
	switch {
	case got.Standing == postal.Valid && got.Reading != "":
		done.Kind = kit.KindWarning
		done.Message = "The paper of " + got.Name + " is recorded and counts instead of the other one. If the other one " +
			"was already entered, its entry is removed."
	case got.Standing == postal.Waiting:
		done.Kind = kit.KindWarning
		done.Message = "The paper of " + got.Name + " is the member’s second: it waits for the tellers’ ruling."
	case got.Person == 0:
		done.Message = "The paper is recorded as rejected: " + got.Why.Label() + "."
	case got.Standing == postal.Rejected:
		done.Message = "The paper of " + got.Name + " is recorded as rejected."
	}
	if received != s.Today() { // the next of a pile came on the same day
		done.To += "?came=" + received.String()
	}
	return done, nil
}

// renamed is a refusal whose problems are said of other fields, or of none.
var renamed = kit.Renamed

// sender is the member of the roll who is named in "find"; of a paper that is rejected
// for it, no one, and the name that is on it.
func (s *Desk) sender(c echo.Context, in *kit.Filling, f postal.File) (who auth.PersonID, named string, err error) {
	typed, why := in.Text("find"), postal.Why(in.Text("why"))
	if rejected := postal.Standing(in.Text("standing")) == postal.Rejected; !rejected || why != postal.WhyNoName && why != postal.WhyNotOnRoll {
		who, err = s.voter(c, in, f)
		return who, "", err
	}
	if typed == "" {
		return 0, "", nil
	}
	if why == postal.WhyNoName { // the envelope has a name, and the paper has none
		who, err = s.voter(c, in, f)
		return who, "", err
	}
	roll, err := s.postal.Roll(c.Request().Context(), s.Actor(c), f.ID)
	if err != nil {
		return 0, "", err
	}
	for _, v := range roll {
		if members.Fold(v.Name) == members.Fold(typed) {
			in.Problem("find", "%s is on the roll of %s.", v.Name, f.RollDay.Long())
		}
	}
	return 0, typed, nil
}

// votersOf are the members of the roll, whom a form can name.
func votersOf(roll []postal.Voter) kit.People {
	list := make([]kit.Named, len(roll))
	for i, v := range roll {
		list[i] = kit.Named{Person: v.Person, Name: v.Name}
	}
	return kit.PeopleOf(members.Fold, list)
}

// voter is the member of the roll who is named in "find"; the field has the problem
// if that is not one of them.
func (s *Desk) voter(c echo.Context, in *kit.Filling, f postal.File) (auth.PersonID, error) {
	roll, err := s.postal.Roll(c.Request().Context(), s.Actor(c), f.ID)
	if err != nil {
		return 0, err
	}
	if in.Text("find") == "" {
		in.Problem("find", "Enter the member’s name or number.")
	}
	return in.Person("find", votersOf(roll)), nil
}

func (s *Desk) renderEnvelopes(c echo.Context, status int, p *kit.FormPage, f postal.File) error {
	ctx := c.Request().Context()
	fields := p.Groups[0].Fields
	page := EnvelopesPage{
		Page: p.Page, Head: headOf(f, protectsEnvelopes), Action: p.Action, Name: fields[0], Fields: fields[1:],
		Back: p.Back,
	}
	if step, ok := stepOf(f, postal.ActEnvelope); ok {
		page.Record, page.Obstacles = step.Ready(), inTheWay(step)
	}
	register, err := s.postal.Register(ctx, s.Actor(c), f.ID)
	if err != nil {
		return err
	}
	roll, err := s.postal.Roll(ctx, s.Actor(c), f.ID)
	if err != nil {
		return err
	}
	page.Names = votersOf(roll).Names()
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
				Title: e.Who(), URL: row.URL, Meta: row.Received + ", " + row.How, Badge: &row.Standing,
				Actions: []kit.Link{{Label: "Rule on it", URL: row.URL, Kind: "secondary small"}},
			})
		}
		if find == "" || nameFits(e.Who(), find) {
			page.Rows = append(page.Rows, row)
		}
	}
	page.ListHead.Count = papersText(register.Counts)
	if len(register.Envelopes) == 0 {
		page.Empty = &kit.Empty{
			Title: "No paper has come back yet", Text: "When an envelope arrives, type the member’s name above.",
		}
	}
	return envelopesView.Render(c, status, page)
}

func envelopeFields(p *kit.FormPage) {
	received := kit.DayField("received", "Received on", "")
	received.Required = true
	p.Group("",
		kit.Field{
			Name: "find", Label: "Name on it",
			Hint: "A member’s name or number. Without a name, or from someone who is not on the roll, it is recorded too: choose " +
				"Rejected and that reason below. Leave this empty if there is no name.",
		},
		received,
		kit.Field{Name: "form", Label: "What was received", Type: "radios", Options: []kit.Option{
			{Value: string(postal.OnPaper), Label: "The paper itself"},
			{Value: string(postal.Electronic), Label: "A signed electronic one"},
		}},
		kit.Field{Name: "route", Label: "How it was sent", Type: "radios", Options: []kit.Option{
			{Value: string(postal.Direct), Label: "Direct"},
			{Value: string(postal.ClubSecretary), Label: "Through a club secretary"},
		}},
		kit.Field{Name: "club", Label: "Which club", Hint: "Only for papers a club secretary forwarded."},
		kit.Field{Name: "standing", Label: "The paper is", Type: "radios", Options: standings},
		whyField(),
		kit.Field{
			Name: "reason", Label: "In your words",
			Hint: "Only if you reject it for another reason, or to say more. The member can read it; the report does not have it.",
		},
	)
}

// whyField asks for which reason a paper is rejected.
func whyField() kit.Field {
	field := kit.Field{
		Name: "why", Label: "Why it is rejected", Type: "select", Options: []kit.Option{{Value: "", Label: "–"}},
		Hint: "The report counts the rejected papers by this. A paper that came after the last day is late, and does not count " +
			"(Rule 5.9).",
	}
	for _, why := range postal.Whys() {
		field.Options = append(field.Options, kit.Option{Value: string(why), Label: why.Label()})
	}
	return field
}

// standings are what a teller can say of a paper.
var standings = []kit.Option{
	{Value: string(postal.Valid), Label: "Valid"}, {Value: string(postal.Rejected), Label: "Rejected"},
}

func envelopeRow(f postal.File, e postal.Envelope) EnvelopeRow {
	row := EnvelopeRow{
		Name: e.Who(), Received: e.Received.Long(), How: "Direct", Reason: reasonOf(e), By: e.RecordedBy,
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

// reasonOf is why a paper is rejected, with the teller's words where there are more.
func reasonOf(e postal.Envelope) string {
	label := e.Why.Label()
	if label == "" || e.Why == postal.WhyOther || e.Reason == label+"." {
		return e.Reason
	}
	return label + ": " + e.Reason
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

// paper is a paper of the register on which the tellers rule.
type paper struct {
	turn
	envelope postal.Envelope
}

// ruleOnPaper records the tellers' ruling.
func (s *Desk) ruleOnPaper() kit.Form[paper] {
	return kit.Form[paper]{
		Site: s.Site,
		Load: func(c echo.Context) (p paper, err error) {
			if p.turn, err = s.turnOf(postal.ActRule)(c); err != nil {
				return p, err
			}
			p.envelope, err = s.envelopeOf(c, p.File)
			return p, err
		},
		Fill: func(_ echo.Context, in *kit.Filling, p paper) {
			if p.envelope.Standing == postal.Waiting {
				in.Set("why", string(postal.WhySecond))
			}
		},
		Show: s.showRuling,
		Take: func(c echo.Context, in *kit.Filling, p paper) (kit.Done, error) {
			return kit.Done{To: kit.PostalURL(p.ID, "envelopes"), Message: "The ruling is recorded."},
				s.postal.Rule(
					c.Request().Context(), s.Actor(c), p.ID, p.envelope.ID, shownVersion(in),
					postal.Standing(in.Text("standing")), postal.Why(in.Text("why")), in.Text("reason"),
				)
		},
		Render: func(c echo.Context, status int, page *kit.FormPage, p paper) error {
			return stepRender(protectsEnvelopes)(c, status, page, p.turn)
		},
	}
}

func (s *Desk) showRuling(c echo.Context, page *kit.FormPage, p paper) error {
	kit.NoStore(c)
	e, register := p.envelope, kit.PostalURL(p.ID, "envelopes")
	page.Page = s.votePage(c, p.File, "Rule on the paper of "+e.Who())
	page.Crumbs = append(page.Crumbs, kit.Crumb{Label: "Register of envelopes", URL: register})
	page.Action, page.Submit, page.Back = kit.PostalURL(p.ID, "envelopes", kit.IDText(e.ID)), "Record the ruling", register
	page.Hide("version", kit.IDText(e.Version))
	page.Barred = inTheWay(p.step)
	page.Say(
		"The tellers decide whether a vote is valid (Rule 5.11). At most one paper from each member is valid (Rule 5.10).",
	)
	row := envelopeRow(p.File, e)
	page.Facts = []kit.Fact{
		{Label: "Received on", Value: row.Received}, {Label: "How", Value: row.How}, {Label: "Now", Badge: &row.Standing},
		{Label: "Recorded by", Value: e.RecordedBy},
	}
	if e.Reading != "" {
		page.Facts = append(page.Facts, kit.Fact{
			Label: "Reading applied", Value: kit.WithoutReading(e.Reading), URL: kit.QuestionURL(constitution.SecondPaper),
		})
	}
	if row.Reason != "" {
		page.Facts = append(page.Facts, kit.Fact{Label: "Reason", Value: row.Reason})
	}
	page.Group("",
		kit.Field{Name: "standing", Label: "The paper is", Type: "radios", Required: true, Options: standings},
		whyField(),
		kit.Field{
			Name: "reason", Label: "Reason in your words", Hint: "Needed if you rule that it is valid, or choose another reason.",
		},
	)
	return nil
}
