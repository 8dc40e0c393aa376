package committee

import (
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/auth"
	"nzgs/internal/clubs"
	"nzgs/internal/governance/committee"
	"nzgs/internal/governance/constitution"
	"nzgs/web/kit"
)

// ExclusionsPage lists the cases of rule 2.5.
type ExclusionsPage struct {
	kit.Page
	Tabs    kit.Tabs
	MayKeep bool
	Rows    []ExclusionLine
	Empty   *kit.Empty
}

// ExclusionLine is a case in the list.
type ExclusionLine struct {
	Name, URL, Rules string
	Sent, Hearing    string
	State            kit.Badge
	Decided          string
}

// ExclusionPage is one case.
type ExclusionPage struct {
	kit.Page
	Tabs    kit.Tabs
	State   kit.Badge
	Facts   []kit.Fact
	Texts   []kit.Fact
	Steps   []kit.Step
	Of      string         // member or club
	Missing []kit.RuleText // before the exclusion
	Left    []kit.OfficeLine
	Actions []kit.Link
}

var (
	exclusionsView = kit.NewView[ExclusionsPage](templates, "exclusions.html")
	exclusionView  = kit.NewView[ExclusionPage](templates, "exclusion.html")
)

func exclusionBadge(s committee.ExclusionState) kit.Badge {
	switch s {
	case committee.Excluded:
		return kit.Badge{Kind: kit.KindError, Text: s.Label()}
	case committee.Dropped:
		return kit.Badge{Kind: kit.KindNeutral, Text: s.Label()}
	}
	return kit.Badge{Kind: kit.KindWarning, Text: s.Label()}
}

func (s *Desk) exclusions(c echo.Context) error {
	list, err := s.committee.Exclusions(c.Request().Context(), s.Actor(c))
	if err != nil {
		return err
	}
	kit.NoStore(c)
	page := ExclusionsPage{
		Page: s.Page(c, "Exclusions", committeeCrumb), Tabs: committeeTabs(kit.ExclusionsPath), MayKeep: s.keepsCommittee(c),
	}
	for _, x := range list {
		page.Rows = append(page.Rows, ExclusionLine{
			Name: x.Name(), URL: kit.Below(kit.ExclusionsPath, x.ID), Rules: x.Rules, Sent: x.SentOn.Long(),
			Hearing: x.HearingOn.Long(), State: exclusionBadge(x.State), Decided: x.DecidedOn.Long(),
		})
	}
	if len(list) == 0 {
		page.Empty = &kit.Empty{
			Title: "No cases",
			Text: "The committee may exclude a member or a club for a breach of the constitution. It must give its reasons " +
				"and a chance to be heard first (rule 2.5).",
		}
	}
	return exclusionsView.Render(c, http.StatusOK, page)
}

func (s *Desk) exclusionOf(c echo.Context) (committee.Exclusion, error) {
	id, err := kit.PathID[committee.ExclusionID](c, "id")
	if err != nil {
		return committee.Exclusion{}, err
	}
	kit.NoStore(c)
	return s.committee.Exclusion(c.Request().Context(), s.Actor(c), id)
}

func (s *Desk) exclusion(c echo.Context) error {
	x, err := s.exclusionOf(c)
	if err != nil {
		return err
	}
	here := kit.Below(kit.ExclusionsPath, x.ID)
	page := ExclusionPage{
		Page: s.Page(c, "Exclusion: "+x.Name(), committeeCrumb, kit.Crumb{Label: "Exclusions", URL: kit.ExclusionsPath}),
		Tabs: committeeTabs(kit.ExclusionsPath), State: exclusionBadge(x.State), Steps: exclusionSteps(x), Of: string(x.Of()),
	}
	page.Facts = []kit.Fact{
		accusedFact(x), {Label: "Rules said to be broken", Value: x.Rules},
		{Label: "Recorded", Value: x.RecordedAt.Long() + " by " + x.RecordedBy},
	}
	add := func(label, value string) {
		if value != "" {
			page.Facts = append(page.Facts, kit.Fact{Label: label, Value: value})
		}
	}
	add("Sent to the "+string(x.Of())+" on", x.SentOn.Long())
	add("Could be heard on", x.HearingOn.Long())
	add("Decided on", x.DecidedOn.Long())
	if x.Resolution.ID != 0 {
		page.Facts = append(
			page.Facts,
			kit.Fact{
				Label: "Resolution", Value: x.Resolution.Number.String(), URL: kit.Below(kit.ResolutionsPath, x.Resolution.ID),
			},
			kit.Fact{Label: "By the rule", Trace: new(kit.RuleTrace(kit.Capital(x.Trace.Outcome), x.Trace))},
		)
	}
	for _, t := range []kit.Fact{
		{Label: "What the " + string(x.Of()) + " is said to have done", Value: x.Reasons},
		{Label: "What was sent", Value: x.Sent}, {Label: "What the " + string(x.Of()) + " said", Value: x.Heard},
		{Label: "The committee’s reasons", Value: x.Decision},
	} {
		if t.Value != "" {
			page.Texts = append(page.Texts, t)
		}
	}
	if x.State == committee.ExclusionOpen {
		for _, f := range x.Missing {
			page.Missing = append(page.Missing, kit.CiteRules(f.String()))
		}
		if s.keepsCommittee(c) {
			page.Actions = []kit.Link{
				{Label: "Continue the case", URL: here + "/edit"},
				{Label: "Record the decision", URL: here + "/decide", Kind: "secondary"},
			}
			if !x.Missing.Blocked() { // the decision is all that is missing
				page.Actions = []kit.Link{
					{Label: "Record the decision", URL: here + "/decide"},
					{Label: "Change the record", URL: here + "/edit", Kind: "secondary"},
				}
			}
		}
	}
	if x.State == committee.Excluded && x.Who.Person != 0 {
		if page.Left, err = s.officesLeft(c, x.Who.Person); err != nil {
			return err
		}
	}
	return exclusionView.Render(c, http.StatusOK, page)
}

// accusedFact leads to the member or the club that a case is about.
func accusedFact(x committee.Exclusion) kit.Fact {
	if x.Club.ID != 0 {
		return kit.Fact{Label: "Club", Value: x.Club.Name, URL: kit.ClubURL(x.Club.ID)}
	}
	return kit.Fact{Label: "Member", Value: x.Who.Name}
}

// exclusionSteps are the stages of a case.
func exclusionSteps(x committee.Exclusion) []kit.Step {
	done := []bool{true, !x.SentOn.IsZero(), x.Heard != "", x.State != committee.ExclusionOpen}
	out := []kit.Step{{Label: "Reasons"}, {Label: "Sent"}, {Label: "Heard"}, {Label: "Decided"}}
	current := x.State == committee.ExclusionOpen
	for i := range out {
		switch {
		case done[i]:
			out[i].State = "done"
		case current:
			out[i].State, current = "current", false
		default:
			out[i].State = "todo"
		}
	}
	return out
}

func (s *Desk) exclusionNew(c echo.Context) error {
	page := s.exclusionForm(c)
	if c.QueryParam("of") == string(constitution.AccusedClub) {
		return s.showExclusionForm(c, page, filled("of", string(constitution.AccusedClub)), nil)
	}
	open, err := s.chooseMember(c, &page, kit.ExclusionsPath+"/new")
	if err != nil {
		return err
	}
	if open {
		return page.show(c, filled(), nil, func(*kit.Page, typed) []kit.FieldGroup { return nil }, nil)
	}
	return s.showExclusionForm(c, page, filled("person", c.QueryParam("person")), nil)
}

func (s *Desk) exclusionForm(c echo.Context) CommitteeForm {
	return CommitteeForm{
		Page: s.Page(c, "Open a case of exclusion", committeeCrumb, kit.Crumb{
			Label: "Exclusions", URL: kit.ExclusionsPath,
		}), Action: kit.ExclusionsPath + "/new", Submit: "Open the case", Back: kit.ExclusionsPath,
		Intro: kit.CiteRules(
			"A breach of the constitution may lead to exclusion at the committee’s discretion (rule 2.5). Only the committee " +
				"sees this. Before it decides, it sends the member or the club the reasons and gives them a chance to be heard.",
		),
	}
}

func (s *Desk) showExclusionForm(c echo.Context, page CommitteeForm, v typed, refused error) error {
	if v.text("of") == string(constitution.AccusedClub) {
		all, err := s.clubs.Clubs(c.Request().Context())
		if err != nil {
			return err
		}
		page.Hidden = []kit.Hidden{{Name: "of", Value: string(constitution.AccusedClub)}}
		return page.show(c, v, refused, func(p *kit.Page, v typed) []kit.FieldGroup {
			field := kit.Field{
				Name: "club", Label: "Club", Type: "select", Required: true, Options: []kit.Option{{Label: "Choose a club"}},
			}
			for _, one := range all {
				field.Options = append(field.Options, kit.Option{Value: kit.IDText(one.ID), Label: one.Name})
			}
			return append(
				[]kit.FieldGroup{{Legend: "The club", Fields: []kit.Field{v.fieldOf(p, field)}}}, exclusionFields(p, v)...,
			)
		}, nil)
	}
	one, err := s.Auth.Person(c.Request().Context(), s.Actor(c), v.person("person"))
	if err != nil {
		return err
	}
	page.Facts = []kit.Fact{{Label: "Member", Value: one.Name.String()}}
	page.Hidden = []kit.Hidden{{Name: "person", Value: kit.IDText(one.Person)}}
	page.Again = kit.ExclusionsPath + "/new"
	return page.show(c, v, refused, exclusionFields, nil)
}

func exclusionFields(p *kit.Page, v typed) []kit.FieldGroup {
	return []kit.FieldGroup{
		{Legend: "The breach", Fields: []kit.Field{
			v.fieldOf(p, kit.Field{
				Name: "rules", Label: "Rules said to be broken", Hint: "By number: 2.1, 3.3", Width: "medium", Required: true,
			}),
			v.fieldOf(p, kit.Field{Name: "reasons", Label: "What was done", Type: "textarea", Required: true}),
		}},
		{Legend: "The chance to be heard", Fields: []kit.Field{
			v.fieldOf(p, dayField("sent_on", "Sent on", "The reasons, to the member or to the club’s secretary.")),
			v.fieldOf(p, kit.Field{Name: "sent", Label: "What was sent, and how", Type: "textarea", Rows: 2}),
			v.fieldOf(p, dayField("hearing_on", "Could be heard on, or until", "After the day of sending.")),
			v.fieldOf(p, kit.Field{
				Name: "heard", Label: "What was said in answer", Hint: "If nothing came, say so.", Type: "textarea",
			}),
		}},
	}
}

func (v typed) exclusionInput() committee.ExclusionInput {
	return committee.ExclusionInput{
		Of: constitution.Accused(v.text("of")), Person: v.person("person"),
		Club: parseCommitteeID[clubs.ClubID](v.text("club")), Rules: v.text("rules"), Reasons: v.text("reasons"),
		SentOn: v.day("sent_on"), Sent: v.text("sent"), HearingOn: v.day("hearing_on"), Heard: v.text("heard"),
	}
}

func (s *Desk) exclusionOpen(c echo.Context) error {
	v, err := typedForm(c)
	if err != nil {
		return err
	}
	kit.NoStore(c)
	id, err := s.committee.OpenExclusion(c.Request().Context(), s.Actor(c), v.exclusionInput())
	if refused := v.refusal(err); refused != nil {
		page := s.exclusionForm(c)
		if v.person("person") != 0 || v.text("of") != "" {
			return s.showExclusionForm(c, page, v, refused)
		}
		if !page.Invalid(refused) {
			return refused
		}
		choice, err := s.ChoosePerson(
			c, &page.Page, kit.ExclusionsPath+"/new", func(auth.Someone) kit.Link { return kit.Link{} },
		)
		if err != nil {
			return err
		}
		page.Choice = &choice
		return committeeFormView.Render(c, page.Status(), page)
	}
	s.Flash(c, kit.KindSuccess, "The case was opened.")
	return kit.SeeOther(c, kit.Below(kit.ExclusionsPath, id))
}

func exclusionTyped(x committee.Exclusion) typed {
	return filled(
		"rules", x.Rules, "reasons", x.Reasons, "sent_on", x.SentOn.String(), "sent", x.Sent, "hearing_on",
		x.HearingOn.String(), "heard", x.Heard, "version", kit.IDText(x.Version),
	)
}

func (s *Desk) exclusionEdit(c echo.Context) error {
	x, err := s.exclusionOf(c)
	if err != nil {
		return err
	}
	return s.showExclusionEdit(c, x, exclusionTyped(x), nil)
}

func (s *Desk) showExclusionEdit(c echo.Context, x committee.Exclusion, v typed, refused error) error {
	here := kit.Below(kit.ExclusionsPath, x.ID)
	page := CommitteeForm{
		Page: s.Page(
			c, "Continue the case", committeeCrumb, kit.Crumb{Label: "Exclusions", URL: kit.ExclusionsPath},
			kit.Crumb{Label: x.Name(), URL: here},
		),
		Action: here + "/edit", Submit: "Save", Back: here, Facts: []kit.Fact{accusedFact(x)},
	}
	return page.show(c, v, refused, exclusionFields, func() (typed, int64, error) {
		now, err := s.exclusionOf(c)
		return exclusionTyped(now), now.Version, err
	})
}

func (s *Desk) exclusionSave(c echo.Context) error {
	x, err := s.exclusionOf(c)
	if err != nil {
		return err
	}
	v, err := typedForm(c)
	if err != nil {
		return err
	}
	if refused := v.refusal(s.committee.SaveExclusion(
		c.Request().Context(), s.Actor(c), x.ID, v.version(), v.exclusionInput(),
	)); refused != nil {
		return s.showExclusionEdit(c, x, v, refused)
	}
	s.Flash(c, kit.KindSuccess, "Saved.")
	return kit.SeeOther(c, kit.Below(kit.ExclusionsPath, x.ID))
}

func (s *Desk) exclusionDecide(c echo.Context) error {
	x, err := s.exclusionOf(c)
	if err != nil {
		return err
	}
	return s.showDecision(c, x, filled("version", kit.IDText(x.Version)), nil)
}

func (s *Desk) showDecision(c echo.Context, x committee.Exclusion, v typed, refused error) error {
	authority, err := s.authorityField(c, "By resolution", "Choose the resolution that excludes")
	if err != nil {
		return err
	}
	ends := "The membership ends on its day."
	if x.Club.ID != 0 {
		ends = "The club is not affiliated from its day."
	}
	authority.Hint = "Of an exclusion. " + ends
	here := kit.Below(kit.ExclusionsPath, x.ID)
	page := CommitteeForm{
		Page: s.Page(
			c, "The committee’s decision", committeeCrumb, kit.Crumb{Label: "Exclusions", URL: kit.ExclusionsPath},
			kit.Crumb{Label: x.Name(), URL: here},
		),
		Action: here + "/decide", Submit: "Close the case", Danger: true, Back: here, Facts: []kit.Fact{accusedFact(x)},
		Intro: kit.CiteRules(
			"A closed case cannot be changed. Excluding a member ends the membership, and cancels what is paid for after it. " +
				"Excluding a club ends its affiliation (rule 2.5).",
		),
	}
	return page.show(c, v, refused, func(p *kit.Page, v typed) []kit.FieldGroup {
		return []kit.FieldGroup{{Legend: "The decision", Fields: []kit.Field{
			v.fieldOf(p, kit.Field{Name: "state", Label: "The committee decided", Type: "radios", Required: true, Options: []kit.Option{
				{Value: string(committee.Excluded), Label: "To exclude the " + string(x.Of())},
				{Value: string(committee.Dropped), Label: "Not to exclude the " + string(x.Of())},
			}}),
			v.fieldOf(p, authority),
			v.fieldOf(p, kit.Field{Name: "decision", Label: "Its reasons", Type: "textarea", Required: true}),
		}}}
	}, nil)
}

func (s *Desk) exclusionClose(c echo.Context) error {
	x, err := s.exclusionOf(c)
	if err != nil {
		return err
	}
	v, err := typedForm(c)
	if err != nil {
		return err
	}
	in := committee.DecisionInput{
		ID: x.ID, Version: v.version(), State: committee.ExclusionState(v.text("state")), Resolution: v.resolution(),
		Decision: v.text("decision"),
	}
	ended, err := s.committee.DecideExclusion(c.Request().Context(), s.Actor(c), in)
	if refused := v.refusal(err); refused != nil {
		return s.showDecision(c, x, v, refused)
	}
	kind, message := kit.KindSuccess, "The case is closed."
	if in.State == committee.Excluded {
		message = "The member is excluded, and the membership has ended."
		if ended.Club {
			message = "The club is excluded, and its affiliation has ended."
		}
		if ended.Club && len(ended.Terms) > 0 {
			message += " So have " + kit.Plural(len(ended.Terms), "membership", "memberships") + " that its lists gave."
		}
		if len(ended.Seats) > 0 {
			message += " So has the office of " + endedTitles(ended.Seats) + "."
		}
		if len(ended.Left) > 0 {
			kind, message = kit.KindWarning, message+" Still held: "+endedTitles(ended.Left)+". See below."
		}
	}
	s.Flash(c, kind, message)
	return kit.SeeOther(c, kit.Below(kit.ExclusionsPath, x.ID))
}

func endedTitles(offices []auth.Office) string {
	var out []string
	for _, o := range offices {
		out = append(out, strings.ToLower(o.Title()))
	}
	return strings.Join(out, ", ")
}

// officesLeft leads to each office that an excluded member still holds, for
// whoever may end it.
func (s *Desk) officesLeft(c echo.Context, person auth.PersonID) ([]kit.OfficeLine, error) {
	offices, err := s.Auth.OfficesOf(c.Request().Context(), person)
	if err != nil {
		return nil, err
	}
	var out []kit.OfficeLine
	for _, o := range offices {
		out = append(out, s.OfficeLine(c, o))
	}
	return out, nil
}
