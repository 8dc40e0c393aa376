package meetings

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
	"nzgs/internal/governance/meetings"
	"nzgs/web/kit"
)

// changeRows is how many figures one motion can change, and wordingRows of how
// many rules the wording.
const (
	changeRows  = 4
	wordingRows = 2
)

// changeFields are what a motion on the constitution changes, figures and
// wording; nothing of an ordinary one.
func changeFields(
	p *kit.Page, c echo.Context, r meetings.Record, kind constitution.Kind, now []meetings.FigureChange,
) []kit.Field {
	if kind != constitution.Constitutional {
		return nil
	}
	var figures, rules []meetings.FigureChange
	for _, ch := range now {
		if ch.Wording() {
			rules = append(rules, ch)
		} else {
			figures = append(figures, ch)
		}
	}
	return append(figureFields(p, c, r.Constitution, figures), wordingFields(p, c, r, rules)...)
}

func figureFields(p *kit.Page, c echo.Context, con constitution.Constitution, now []meetings.FigureChange) []kit.Field {
	var out []kit.Field
	for i := range changeRows {
		n := strconv.Itoa(i + 1)
		var row meetings.FigureChange
		if i < len(now) {
			row = now[i]
		}
		chosen := typedOr(c, "figure_"+n, row.Name)
		f := kit.Field{
			ID: "figure_" + n, Name: "figure_" + n, Label: "Figure that changes", Type: "select",
			Options: []kit.Option{{Label: "None: the wording only"}},
		}
		if i == 0 {
			f.ID, f.Error = "change", p.ErrorOn("change")
		} else {
			f.Label, f.Options[0].Label = "Another figure that changes", "None"
		}
		for _, figure := range con.Figures.List() {
			f.Options = append(f.Options, kit.Option{
				Value: figure.Name, Label: figure.Rule + " " + figure.Label + ": " + figure.Text(), Selected: figure.Name == chosen,
			})
		}
		out = append(
			out, f,
			p.Field(kit.Field{
				Name: "value_" + n, Label: "New value", Value: typedOr(c, "value_"+n, row.Value), Width: "medium",
				Autocomplete: "off",
			}),
		)
	}
	out[1].Hint = "As you would write it: 12, two thirds, 31 March."
	return out
}

// wordingFields take what a rule would read. A number without a text is answered
// with the wording in force, to be changed.
func wordingFields(p *kit.Page, c echo.Context, r meetings.Record, now []meetings.FigureChange) []kit.Field {
	var out []kit.Field
	for i := range wordingRows {
		n := strconv.Itoa(i + 1)
		var row meetings.FigureChange
		if i < len(now) {
			row = now[i]
		}
		rule := typedOr(c, "rule_"+n, row.Name)
		words := typedOr(c, "words_"+n, row.Value)
		if words == "" {
			words = r.WordingOf(rule)
		}
		out = append(out,
			p.Field(kit.Field{
				Name: "rule_" + n, Label: "Rule whose wording changes", Value: rule, Width: "short", Autocomplete: "off",
			}),
			p.Field(kit.Field{Name: "words_" + n, Label: "Its new wording", Type: "textarea", Rows: 5, Value: words}))
	}
	out[0].Hint = "Its number, such as 4.2. Leave the wording empty to start from the wording in force."
	out[2].Label = "Another rule whose wording changes"
	return out
}

// readChange reads the figures and the wordings that a form changes.
func readChange(c echo.Context, f *apperr.Fields) []meetings.FigureChange {
	var out []meetings.FigureChange
	for i := range changeRows {
		n := strconv.Itoa(i + 1)
		change := meetings.FigureChange{Name: kit.FormText(c, "figure_"+n), Value: kit.FormText(c, "value_"+n)}
		if change.Name == "" && change.Value != "" {
			f.Add("change", "Choose the figure that becomes “%s”, or leave its new value empty.", change.Value)
			continue
		}
		if change.Name != "" {
			out = append(out, change)
		}
	}
	for i := range wordingRows {
		n := strconv.Itoa(i + 1)
		change := meetings.FigureChange{Name: kit.FormText(c, "rule_"+n), Value: strings.TrimSpace(c.FormValue("words_" + n))}
		switch {
		case change.Name == "" && change.Value == "":
		case !change.Wording():
			f.Add("rule_"+n, "Enter the number of the rule, such as 4.2.")
		default:
			out = append(out, change)
		}
	}
	return out
}

// atItsField puts what is wrong with a figure or a wording beside what was typed
// for it; what is wrong with one that the form does not change stands with the first.
func atItsField(c echo.Context, err error) error {
	refused, ok := errors.AsType[*apperr.Error](err)
	if !ok {
		return err
	}
	moved := *refused
	moved.Fields = slices.Clone(refused.Fields)
	for i, p := range moved.Fields {
		if constitution.IsFigure(p.Name) {
			moved.Fields[i].Name = "change"
		}
		for row := range changeRows {
			if n := strconv.Itoa(row + 1); kit.FormText(c, "figure_"+n) == p.Name {
				moved.Fields[i].Name = "value_" + n
			}
		}
		for row := range wordingRows {
			if n := strconv.Itoa(row + 1); kit.FormText(c, "rule_"+n) == p.Name {
				moved.Fields[i].Name = "words_" + n
			}
		}
	}
	return &moved
}

// motionKind is which form is asked for.
func motionKind(c echo.Context) constitution.Kind {
	if kit.FormText(c, "kind") == string(constitution.Constitutional) {
		return constitution.Constitutional
	}
	return constitution.Ordinary
}

// motionDraft is the form of a proposal before it is recorded, or as it is.
type motionDraft struct {
	meetings.MotionInput
	mover, seconder meetings.Someone
}

func (s *Desk) motionNew(c echo.Context) error {
	v, err := s.meetingRun(c)
	if err != nil {
		return err
	}
	d := motionDraft{
		MotionInput: meetings.MotionInput{
			Kind: motionKind(c), Item: constitution.Item(c.QueryParam("item")),
			Origin: constitution.Origin(c.QueryParam("origin")),
		},
	}
	if d.Item == constitution.PastMinutes && d.Origin == constitution.Formal {
		d.Title, d.Text = "Minutes taken as read", "That the minutes be taken as read."
	}
	return s.showMotionForm(c, s.newMotionPage(c, v, d.Kind), v, d, nil)
}

func (s *Desk) newMotionPage(c echo.Context, v meetings.View, kind constitution.Kind) MeetingFormPage {
	page := MeetingFormPage{
		Page: s.meetingPage(c, v.Meeting, "Record a proposal"), Action: kit.MeetingURL(v.Meeting.ID, "motions", "new"),
		Submit: "Record the proposal", Back: kit.MeetingURL(v.Meeting.ID),
	}
	if v.Meeting.Kind != meetings.EGM { // whose form asks for it
		page.Hidden = []kit.Hidden{{Name: "kind", Value: string(kind)}}
	}
	switch {
	case v.Meeting.Kind == meetings.EGM && v.Meeting.State != meetings.Planned:
		page.Title, page.Submit = "A motion at the meeting", "Record the motion"
		page.Intro = kit.CiteRules(
			"The meeting words motions on the proposals it was called for, and deals with nothing else (rule 5.7).",
		)
	case v.Meeting.Kind == meetings.EGM:
		page.Intro = kit.CiteRules(
			"An EGM deals only with what it was called for (rule 5.7). Record what is to be discussed before notice is given.",
		)
	case kind == constitution.Constitutional:
		page.Title, page.Submit = "Record an amendment of the constitution", "Record the amendment"
		page.Intro = kit.CiteRules(
			"It can be passed only at an AGM, if it was sent in on time and is on the agenda. It lapses if its proposer or " +
				"seconder is absent (rule 7.1). It needs " + amendmentMajority(v.Constitution),
		)
	case v.Meeting.State == meetings.Open:
		page.Title, page.Submit = "A motion at the meeting", "Record the motion"
	case v.Meeting.Kind == meetings.AGM:
		page.Intro = kit.CiteRules(
			"Two members sign a proposal. It must reach the secretary " + kit.Plural(
				v.Constitution.Figures.ProposalMonths, "month", "months",
			) + " before the AGM, or as late as the secretary finds practical (rule 4.17).",
		)
	}
	return page
}

// showMotionForm answers with the form of a proposal.
func (s *Desk) showMotionForm(
	c echo.Context, page MeetingFormPage, v meetings.View, d motionDraft, refused error,
) error {
	return page.show(c, refused, func(p *kit.Page) []kit.FieldGroup { return s.motionFields(p, c, v, d) })
}

// motionFields are the fields of a proposal.
func (s *Desk) motionFields(p *kit.Page, c echo.Context, v meetings.View, d motionDraft) []kit.FieldGroup {
	text := kit.FieldGroup{Legend: "The proposal", Fields: []kit.Field{
		p.Field(kit.Field{
			Name: "title", Label: "In a few words", Value: typedOr(c, "title", d.Title), Required: true, MaxLength: 200,
		}),
		p.Field(kit.Field{
			Name: "text", Label: "Its full text", Type: "textarea", Rows: 6, Value: typedOr(c, "text", d.Text),
			Hint: "As it will be voted on: “That …”.", Required: true,
		}),
	}}
	amends := d.Kind == constitution.Constitutional && v.Meeting.Kind != meetings.EGM
	if v.Meeting.Kind == meetings.EGM {
		text.Fields = append(text.Fields, egmFields(p, c, v, d)...)
	}
	who := kit.FieldGroup{Legend: "Where it comes from"}
	if !amends {
		origin := typedOr(c, "origin", string(d.Origin))
		who.Fields = append(who.Fields, p.Field(kit.Field{Name: "origin", Label: "From", Type: "radios", Options: []kit.Option{
			{
				Value: string(constitution.FromMember), Label: "Members", Hint: "A proposer and a seconder (rule 4.17).",
				Selected: origin == "" || origin == string(constitution.FromMember),
			},
			{
				Value: string(constitution.FromCommittee), Label: "The committee", Hint: "Needs neither (rule 4.12).",
				Selected: origin == string(constitution.FromCommittee),
			},
			{
				Value: string(constitution.Formal), Label: "A formal motion",
				Hint:     "Such as taking the minutes as read; needs neither (rule 4.12).",
				Selected: origin == string(constitution.Formal),
			},
		}}))
	}
	if v.Meeting.State == meetings.Open {
		who.Rows = [][]kit.Field{
			{
				presentField(p, c, v, "mover", "Proposed by", d.Mover),
				presentField(p, c, v, "seconder", "Seconded by", d.Seconder),
			},
		}
	} else {
		who.Rows = [][]kit.Field{{
			personField(p, c, "mover", "Proposed by", "Name or member number.", d.mover),
			personField(p, c, "seconder", "Seconded by", "Name or member number.", d.seconder),
		}}
		who.Rows = append(who.Rows, []kit.Field{
			p.Field(kit.Field{
				Name: "received", Label: "Received by the secretary on", Type: "date",
				Value: typedOr(c, "received", dayOr(d.Received, s.Today()).String()), Width: "medium",
			}),
		})
	}
	where := kit.FieldGroup{Legend: "On the agenda", Fields: itemFields(p, c, v, d)}
	out := []kit.FieldGroup{text, who}
	if amends {
		out = append(out, kit.FieldGroup{
			Legend: "What it changes", Text: "The figures this program works with, and the wording of rules.",
			Fields: changeFields(p, c, v.Record, d.Kind, d.Change),
		})
	} else if len(where.Fields) > 0 {
		out = append(out, where)
	}
	return out
}

// maxChoice is how much of a title a list to choose from shows, in characters:
// as much as a phone has room for.
const maxChoice = 28

// egmFields say which proposal of an EGM's notice a motion words, and of a new
// one what majority it needs in the postal vote.
func egmFields(p *kit.Page, c echo.Context, v meetings.View, d motionDraft) []kit.Field {
	var out []kit.Field
	if v.Meeting.State != meetings.Planned {
		chosen := typedOr(c, "proposal", kit.IDText(d.Proposal))
		f := p.Field(kit.Field{
			Name: "proposal", Label: "The proposal in the notice that it puts into words", Type: "select",
			Hint:    "An EGM deals with nothing else (rule 5.7). Procedural motions need none.",
			Options: []kit.Option{{Label: "None of its proposals"}},
		})
		for _, m := range v.Motions {
			if m.OnNotice {
				f.Options = append(f.Options, kit.Option{
					Value: kit.IDText(m.ID), Label: strconv.Itoa(m.Number) + ". " + kit.Shortened(m.Title, maxChoice),
					Selected: kit.IDText(m.ID) == chosen,
				})
			}
		}
		out = append(out, f)
	}
	if d.Title == "" || c.Request().Method == http.MethodPost && !c.Request().PostForm.Has("version") {
		out = append(out, p.Field(kit.Field{Name: "kind", Label: "What it affects", Type: "select", Options: []kit.Option{
			{Value: string(constitution.Ordinary), Label: "Not the constitution"},
			{
				Value:    string(constitution.Constitutional),
				Label:    "The constitution: " + v.Constitution.Figures.ConstitutionByPost.String() + " (rule 5.12)",
				Selected: d.Kind == constitution.Constitutional,
			},
		}}))
	}
	return out
}

func dayOr(d, otherwise civil.Date) civil.Date {
	if d.IsZero() {
		return otherwise
	}
	return d
}

// itemFields say under which item of the agenda a motion comes, and of one
// under other business what it would change.
func itemFields(p *kit.Page, c echo.Context, v meetings.View, d motionDraft) []kit.Field {
	chosen := typedOr(c, "item", string(d.Item))
	item := p.Field(kit.Field{Name: "item", Label: "Item", Type: "select"})
	other := false
	for i, it := range v.Agenda {
		if it.Own() || slices.Contains(
			[]constitution.Item{
				constitution.ElectChair, constitution.ElectTellers, constitution.ElectOfficers, constitution.ElectOrdinary,
			},
			it.Item,
		) {
			continue
		}
		usual := chosen == "" && (it.Item == constitution.Proposals || it.Item == constitution.Discussion)
		item.Options = append(item.Options, kit.Option{
			Value: string(it.Item), Label: agendaLetter(i) + ") " + it.Title, Selected: usual || chosen == string(it.Item),
		})
		other = other || it.Item == constitution.OtherBusiness
	}
	if len(item.Options) == 0 {
		return nil
	}
	out := []kit.Field{item}
	if other {
		effect := typedOr(c, "effect", string(d.Effect))
		f := p.Field(kit.Field{
			Name: "effect", Label: "Under other business: what would it change?", Type: "select",
			Hint: "Other business must not substantially affect the society’s conduct (rule 4.19).",
		})
		for _, e := range []struct {
			effect constitution.Effect
			label  string
		}{
			{constitution.NoSubstance, "Nothing of substance"}, {constitution.ChangesFee, "A fee"},
			{constitution.ChangesOfficer, "An officer"}, {constitution.ChangesRules, "The constitution"},
			{constitution.ChangesOtherwise, "Something else of substance"},
		} {
			f.Options = append(f.Options, kit.Option{
				Value: string(e.effect), Label: e.label, Selected: string(e.effect) == effect,
			})
		}
		out = append(out, f)
	}
	return out
}

// readMotion reads the form of a proposal.
func (s *Desk) readMotion(c echo.Context, v meetings.View) (d motionDraft, f apperr.Fields, err error) {
	d.MotionInput = meetings.MotionInput{
		Item: constitution.Item(kit.FormText(c, "item")), Origin: constitution.Origin(kit.FormText(c, "origin")),
		Kind:  motionKind(c),
		Title: kit.FormText(c, "title"), Text: strings.TrimSpace(c.FormValue("text")),
		Received: meetingDay(c, &f, "received"),
		Proposal: kit.FormID[meetings.MotionID](c, "proposal"),
	}
	if d.Kind == constitution.Constitutional {
		d.Change = readChange(c, &f)
	}
	if d.Item == constitution.OtherBusiness {
		d.Effect = constitution.Effect(kit.FormText(c, "effect"))
	}
	if v.Meeting.State == meetings.Open {
		d.Mover, d.Seconder = kit.FormID[meetings.PersonID](c, "mover"), kit.FormID[meetings.PersonID](c, "seconder")
		return d, f, nil
	}
	among, err := s.entitledAt(c, v.Meeting.ID)
	if err != nil {
		return d, f, err
	}
	d.Mover, d.Seconder = namedPerson(c, &f, "mover", among), namedPerson(c, &f, "seconder", among)
	return d, f, nil
}

func (s *Desk) motionCreate(c echo.Context) error {
	v, err := s.meetingRun(c)
	if err != nil {
		return err
	}
	d, f, err := s.readMotion(c, v)
	if err != nil {
		return err
	}
	var id meetings.MotionID
	if err = f.Err(); err == nil {
		id, err = s.meetings.Propose(c.Request().Context(), s.Actor(c), v.Meeting.ID, d.MotionInput)
		err = atItsField(c, err)
	}
	if err != nil {
		return s.showMotionForm(c, s.newMotionPage(c, v, d.Kind), v, d, err)
	}
	done := "The proposal is recorded."
	switch {
	case v.Meeting.State == meetings.Open:
		done = "The motion is recorded."
	case d.Kind == constitution.Constitutional && v.Meeting.Kind == meetings.AGM:
		done = "The amendment is recorded."
	}
	s.Flash(c, kit.KindSuccess, done)
	return kit.SeeOther(c, motionURL(v.Meeting.ID, id))
}

func (s *Desk) motionEdit(c echo.Context) error {
	v, m, err := s.motionRun(c)
	if err != nil {
		return err
	}
	return s.showMotionForm(c, s.editMotionPage(c, v, m), v, draftOf(m), nil)
}

func (s *Desk) editMotionPage(c echo.Context, v meetings.View, m meetings.Motion) MeetingFormPage {
	url := motionURL(v.Meeting.ID, m.ID)
	return MeetingFormPage{
		Page: s.Page(
			c, "Change the proposal", meetingsCrumb, kit.Crumb{Label: v.Meeting.Title(), URL: kit.MeetingURL(v.Meeting.ID)},
			kit.Crumb{Label: m.Title, URL: url},
		),
		Action: url + "/edit", Submit: "Save", Back: url,
		Hidden: []kit.Hidden{kit.VersionField(m.Version), {Name: "kind", Value: string(m.Kind)}},
	}
}

// draftOf is a motion as its form has it.
func draftOf(m meetings.Motion) motionDraft {
	return motionDraft{MotionInput: meetings.MotionInput{
		Item: m.Item, Origin: m.Origin, Kind: m.Kind, Title: m.Title, Text: m.Moved, Mover: m.Mover.Person,
		Seconder: m.Seconder.Person,
		Received: m.Received, Effect: m.Effect, Change: m.MovedChange, Proposal: m.CopiedFrom,
	}, mover: m.Mover, seconder: m.Seconder}
}

func (s *Desk) motionSave(c echo.Context) error {
	v, m, err := s.motionRun(c)
	if err != nil {
		return err
	}
	d, f, err := s.readMotion(c, v)
	if err != nil {
		return err
	}
	d.Kind = m.Kind
	if err = f.Err(); err == nil {
		err = atItsField(c, s.meetings.EditMotion(c.Request().Context(), s.Actor(c), m.ID, kit.FormVersion(c), d.MotionInput))
	}
	if err != nil {
		page := s.editMotionPage(c, v, m)
		if message, late := kit.TooLate(err); late {
			asked := c.Request()
			yours := s.motionFields(&kit.Page{}, c, v, d)
			read := asked.Clone(asked.Context())
			read.Method = http.MethodGet
			c.SetRequest(read)
			page.Conflict = kit.FormConflict(message, yours, s.motionFields(&kit.Page{}, c, v, draftOf(m)))
			c.SetRequest(asked)
		}
		return s.showMotionForm(c, page, v, d, err)
	}
	s.Flash(c, kit.KindSuccess, "Saved.")
	return kit.SeeOther(c, motionURL(v.Meeting.ID, m.ID))
}

// badChange reports whether a figure or a wording that was typed has a problem.
func badChange(p *kit.Page) bool {
	return slices.ContainsFunc(p.Errors, func(e kit.FieldError) bool {
		kind, _, _ := strings.Cut(e.Field, "_")
		return kind == "value" || kind == "rule" || kind == "words"
	})
}
