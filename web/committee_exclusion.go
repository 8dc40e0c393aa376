package web

import (
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/auth"
	"nzgs/internal/clubs"
	"nzgs/internal/governance/committee"
	"nzgs/internal/governance/constitution"
)

// ExclusionsPage lists the cases of rule 2.5.
type ExclusionsPage struct {
	Page
	Tabs    Tabs
	MayKeep bool
	Rows    []ExclusionLine
	Empty   *Empty
}

// ExclusionLine is a case in the list.
type ExclusionLine struct {
	Name, URL, Rules string
	Sent, Hearing    string
	State            Badge
	Decided          string
}

// ExclusionPage is one case.
type ExclusionPage struct {
	Page
	Tabs    Tabs
	State   Badge
	Facts   []Fact
	Texts   []Fact
	Steps   []Step
	Of      string     // member or club
	Missing []RuleText // before the exclusion
	Left    []OfficeLine
	Actions []Link
}

var (
	exclusionsView = newView[ExclusionsPage]("committee/exclusions.html")
	exclusionView  = newView[ExclusionPage]("committee/exclusion.html")
)

func exclusionBadge(s committee.ExclusionState) Badge {
	switch s {
	case committee.Excluded:
		return Badge{KindError, s.Label()}
	case committee.Dropped:
		return Badge{KindNeutral, s.Label()}
	}
	return Badge{KindWarning, s.Label()}
}

func (s *Server) exclusions(c echo.Context) error {
	list, err := s.committee.Exclusions(c.Request().Context(), s.actor(c))
	if err != nil {
		return err
	}
	noStore(c)
	page := ExclusionsPage{Page: s.page(c, "Exclusions", committeeCrumb), Tabs: committeeTabs(exclusionsPath), MayKeep: s.keepsCommittee(c)}
	for _, x := range list {
		page.Rows = append(page.Rows, ExclusionLine{
			Name: x.Name(), URL: below(exclusionsPath, x.ID), Rules: x.Rules, Sent: x.SentOn.Long(), Hearing: x.HearingOn.Long(), State: exclusionBadge(x.State), Decided: x.DecidedOn.Long(),
		})
	}
	if len(list) == 0 {
		page.Empty = &Empty{Title: "No cases", Text: "The committee may exclude a member or a club for a breach of the constitution, with its reasons, and after the chance to be heard (rule 2.5)."}
	}
	return exclusionsView.render(c, http.StatusOK, page)
}

func (s *Server) exclusionOf(c echo.Context) (committee.Exclusion, error) {
	id, err := pathID[committee.ExclusionID](c, "id")
	if err != nil {
		return committee.Exclusion{}, err
	}
	noStore(c)
	return s.committee.Exclusion(c.Request().Context(), s.actor(c), id)
}

func (s *Server) exclusion(c echo.Context) error {
	x, err := s.exclusionOf(c)
	if err != nil {
		return err
	}
	here := below(exclusionsPath, x.ID)
	page := ExclusionPage{Page: s.page(c, "Exclusion: "+x.Name(), committeeCrumb, Crumb{"Exclusions", exclusionsPath}), Tabs: committeeTabs(exclusionsPath), State: exclusionBadge(x.State), Steps: exclusionSteps(x), Of: string(x.Of())}
	page.Facts = []Fact{accusedFact(x), {Label: "Rules said to be broken", Value: x.Rules}, {Label: "Recorded", Value: x.RecordedAt.Long() + " by " + x.RecordedBy}}
	add := func(label, value string) {
		if value != "" {
			page.Facts = append(page.Facts, Fact{Label: label, Value: value})
		}
	}
	add("Sent to the "+string(x.Of())+" on", x.SentOn.Long())
	add("Could be heard on", x.HearingOn.Long())
	add("Decided on", x.DecidedOn.Long())
	if x.Resolution.ID != 0 {
		page.Facts = append(page.Facts, Fact{Label: "Resolution", Value: x.Resolution.Number.String(), URL: below(resolutionsPath, x.Resolution.ID)}, Fact{Label: "By the rule", Trace: committeeTrace(capital(x.Trace.Outcome), x.Trace)})
	}
	for _, t := range []Fact{{Label: "What the " + string(x.Of()) + " is said to have done", Value: x.Reasons}, {Label: "What was sent", Value: x.Sent}, {Label: "What the " + string(x.Of()) + " said", Value: x.Heard}, {Label: "The committee’s reasons", Value: x.Decision}} {
		if t.Value != "" {
			page.Texts = append(page.Texts, t)
		}
	}
	if x.State == committee.ExclusionOpen {
		for _, f := range x.Missing {
			page.Missing = append(page.Missing, ruleText(f.String()))
		}
		if s.keepsCommittee(c) {
			page.Actions = []Link{{Label: "Go on with the case", URL: here + "/edit"}, {Label: "Record the decision", URL: here + "/decide", Kind: "secondary"}}
			if !x.Missing.Blocked() { // the decision is all that is missing
				page.Actions = []Link{{Label: "Record the decision", URL: here + "/decide"}, {Label: "Change the record", URL: here + "/edit", Kind: "secondary"}}
			}
		}
	}
	if x.State == committee.Excluded && x.Who.Person != 0 {
		if page.Left, err = s.officesLeft(c, x.Who.Person); err != nil {
			return err
		}
	}
	return exclusionView.render(c, http.StatusOK, page)
}

// accusedFact leads to the member or the club that a case is about.
func accusedFact(x committee.Exclusion) Fact {
	if x.Club.ID != 0 {
		return Fact{Label: "Club", Value: x.Club.Name, URL: clubURL(x.Club.ID)}
	}
	return Fact{Label: "Member", Value: x.Who.Name}
}

// exclusionSteps are the stages of a case.
func exclusionSteps(x committee.Exclusion) []Step {
	done := []bool{true, !x.SentOn.IsZero(), x.Heard != "", x.State != committee.ExclusionOpen}
	out := []Step{{Label: "Reasons"}, {Label: "Sent"}, {Label: "Heard"}, {Label: "Decided"}}
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

func (s *Server) exclusionNew(c echo.Context) error {
	page := s.exclusionForm(c)
	if c.QueryParam("of") == string(constitution.AccusedClub) {
		return s.showExclusionForm(c, page, filled("of", string(constitution.AccusedClub)), nil)
	}
	open, err := s.chooseMember(c, &page, exclusionsPath+"/new")
	if err != nil {
		return err
	}
	if open {
		return page.show(c, filled(), nil, func(*Page, typed) []FieldGroup { return nil }, nil)
	}
	return s.showExclusionForm(c, page, filled("person", c.QueryParam("person")), nil)
}

func (s *Server) exclusionForm(c echo.Context) CommitteeForm {
	return CommitteeForm{
		Page: s.page(c, "Open a case of exclusion", committeeCrumb, Crumb{"Exclusions", exclusionsPath}), Action: exclusionsPath + "/new", Submit: "Open the case", Back: exclusionsPath,
		Intro: ruleText("A breach of the constitution may lead to exclusion at the committee’s discretion (rule 2.5). Only the committee sees this. The member or the club is sent the reasons, and can be heard, before it decides."),
	}
}

func (s *Server) showExclusionForm(c echo.Context, page CommitteeForm, v typed, refused error) error {
	if v.text("of") == string(constitution.AccusedClub) {
		all, err := s.clubs.Clubs(c.Request().Context())
		if err != nil {
			return err
		}
		page.Hidden = []Hidden{{"of", string(constitution.AccusedClub)}}
		return page.show(c, v, refused, func(p *Page, v typed) []FieldGroup {
			field := Field{Name: "club", Label: "Club", Type: "select", Required: true, Options: []Option{{Label: "Choose a club"}}}
			for _, one := range all {
				field.Options = append(field.Options, Option{Value: idText(one.ID), Label: one.Name})
			}
			return append([]FieldGroup{{Legend: "The club", Fields: []Field{v.fieldOf(p, field)}}}, exclusionFields(p, v)...)
		}, nil)
	}
	one, err := s.auth.Person(c.Request().Context(), s.actor(c), v.person("person"))
	if err != nil {
		return err
	}
	page.Facts = []Fact{{Label: "Member", Value: one.Name.String()}}
	page.Hidden = []Hidden{{"person", idText(one.Person)}}
	page.Again = exclusionsPath + "/new"
	return page.show(c, v, refused, exclusionFields, nil)
}

func exclusionFields(p *Page, v typed) []FieldGroup {
	return []FieldGroup{
		{Legend: "The breach", Fields: []Field{
			v.fieldOf(p, Field{Name: "rules", Label: "Rules said to be broken", Hint: "By number: 2.1, 3.3", Width: "medium", Required: true}),
			v.fieldOf(p, Field{Name: "reasons", Label: "What was done", Type: "textarea", Required: true}),
		}},
		{Legend: "The chance to be heard", Fields: []Field{
			v.fieldOf(p, dayField("sent_on", "Sent on", "The reasons, to the member or to the club’s secretary.")),
			v.fieldOf(p, Field{Name: "sent", Label: "What was sent, and how", Type: "textarea", Rows: 2}),
			v.fieldOf(p, dayField("hearing_on", "Could be heard on, or until", "After the day of sending.")),
			v.fieldOf(p, Field{Name: "heard", Label: "What was said in answer", Hint: "Or that nothing came.", Type: "textarea"}),
		}},
	}
}

func (v typed) exclusionInput() committee.ExclusionInput {
	return committee.ExclusionInput{
		Of: constitution.Accused(v.text("of")), Person: v.person("person"), Club: parseCommitteeID[clubs.ClubID](v.text("club")), Rules: v.text("rules"), Reasons: v.text("reasons"), SentOn: v.day("sent_on"), Sent: v.text("sent"), HearingOn: v.day("hearing_on"), Heard: v.text("heard"),
	}
}

func (s *Server) exclusionOpen(c echo.Context) error {
	v, err := typedForm(c)
	if err != nil {
		return err
	}
	noStore(c)
	id, err := s.committee.OpenExclusion(c.Request().Context(), s.actor(c), v.exclusionInput())
	if refused := v.refusal(err); refused != nil {
		page := s.exclusionForm(c)
		if v.person("person") != 0 || v.text("of") != "" {
			return s.showExclusionForm(c, page, v, refused)
		}
		if !page.invalid(refused) {
			return refused
		}
		choice, err := s.choosePerson(c, &page.Page, exclusionsPath+"/new", func(auth.Someone) Link { return Link{} })
		if err != nil {
			return err
		}
		page.Choice = &choice
		return committeeFormView.render(c, page.status(), page)
	}
	s.flash(c, KindSuccess, "The case is open.")
	return seeOther(c, below(exclusionsPath, id))
}

func exclusionTyped(x committee.Exclusion) typed {
	return filled("rules", x.Rules, "reasons", x.Reasons, "sent_on", x.SentOn.String(), "sent", x.Sent, "hearing_on", x.HearingOn.String(), "heard", x.Heard, "version", idText(x.Version))
}

func (s *Server) exclusionEdit(c echo.Context) error {
	x, err := s.exclusionOf(c)
	if err != nil {
		return err
	}
	return s.showExclusionEdit(c, x, exclusionTyped(x), nil)
}

func (s *Server) showExclusionEdit(c echo.Context, x committee.Exclusion, v typed, refused error) error {
	here := below(exclusionsPath, x.ID)
	page := CommitteeForm{
		Page:   s.page(c, "Go on with the case", committeeCrumb, Crumb{"Exclusions", exclusionsPath}, Crumb{x.Name(), here}),
		Action: here + "/edit", Submit: "Save", Back: here, Facts: []Fact{accusedFact(x)},
	}
	return page.show(c, v, refused, exclusionFields, func() (typed, int64, error) {
		now, err := s.exclusionOf(c)
		return exclusionTyped(now), now.Version, err
	})
}

func (s *Server) exclusionSave(c echo.Context) error {
	x, err := s.exclusionOf(c)
	if err != nil {
		return err
	}
	v, err := typedForm(c)
	if err != nil {
		return err
	}
	if refused := v.refusal(s.committee.SaveExclusion(c.Request().Context(), s.actor(c), x.ID, v.version(), v.exclusionInput())); refused != nil {
		return s.showExclusionEdit(c, x, v, refused)
	}
	s.flash(c, KindSuccess, "Saved.")
	return seeOther(c, below(exclusionsPath, x.ID))
}

func (s *Server) exclusionDecide(c echo.Context) error {
	x, err := s.exclusionOf(c)
	if err != nil {
		return err
	}
	return s.showDecision(c, x, filled("version", idText(x.Version)), nil)
}

func (s *Server) showDecision(c echo.Context, x committee.Exclusion, v typed, refused error) error {
	authority, err := s.authorityField(c, "By resolution", "Choose the resolution that excludes")
	if err != nil {
		return err
	}
	ends := "The membership ends on its day."
	if x.Club.ID != 0 {
		ends = "The club is not affiliated from its day."
	}
	authority.Hint = "Of an exclusion. " + ends
	here := below(exclusionsPath, x.ID)
	page := CommitteeForm{
		Page:   s.page(c, "The committee’s decision", committeeCrumb, Crumb{"Exclusions", exclusionsPath}, Crumb{x.Name(), here}),
		Action: here + "/decide", Submit: "Close the case", Danger: true, Back: here, Facts: []Fact{accusedFact(x)},
		Intro: ruleText("The case stays as it is afterwards. An exclusion ends the membership, and cancels what is paid for after it; a club’s ends its affiliation (rule 2.5)."),
	}
	return page.show(c, v, refused, func(p *Page, v typed) []FieldGroup {
		return []FieldGroup{{Legend: "The decision", Fields: []Field{
			v.fieldOf(p, Field{Name: "state", Label: "The committee decided", Type: "radios", Required: true, Options: []Option{
				{Value: string(committee.Excluded), Label: "To exclude the " + string(x.Of())}, {Value: string(committee.Dropped), Label: "Not to exclude the " + string(x.Of())},
			}}),
			v.fieldOf(p, authority),
			v.fieldOf(p, Field{Name: "decision", Label: "Its reasons", Type: "textarea", Required: true}),
		}}}
	}, nil)
}

func (s *Server) exclusionClose(c echo.Context) error {
	x, err := s.exclusionOf(c)
	if err != nil {
		return err
	}
	v, err := typedForm(c)
	if err != nil {
		return err
	}
	in := committee.DecisionInput{ID: x.ID, Version: v.version(), State: committee.ExclusionState(v.text("state")), Resolution: v.resolution(), Decision: v.text("decision")}
	ended, err := s.committee.DecideExclusion(c.Request().Context(), s.actor(c), in)
	if refused := v.refusal(err); refused != nil {
		return s.showDecision(c, x, v, refused)
	}
	kind, message := KindSuccess, "The case is closed."
	if in.State == committee.Excluded {
		message = "The member is excluded, and the membership has ended."
		if ended.Club {
			message = "The club is excluded, and its affiliation has ended."
		}
		if ended.Club && len(ended.Terms) > 0 {
			message += " So have " + plural(len(ended.Terms), "membership", "memberships") + " that its lists gave."
		}
		if len(ended.Seats) > 0 {
			message += " So has the office of " + endedTitles(ended.Seats) + "."
		}
		if len(ended.Left) > 0 {
			kind, message = KindWarning, message+" Still held: "+endedTitles(ended.Left)+". See below."
		}
	}
	s.flash(c, kind, message)
	return seeOther(c, below(exclusionsPath, x.ID))
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
func (s *Server) officesLeft(c echo.Context, person auth.PersonID) ([]OfficeLine, error) {
	offices, err := s.auth.OfficesOf(c.Request().Context(), person)
	if err != nil {
		return nil, err
	}
	var out []OfficeLine
	for _, o := range offices {
		out = append(out, s.officeLine(c, o))
	}
	return out, nil
}
