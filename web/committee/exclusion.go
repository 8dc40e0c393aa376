package committee

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"nzgs/internal/auth"
	"nzgs/internal/governance/committee"
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

var exclusionsCrumb = kit.Crumb{Label: "Exclusions", URL: kit.ExclusionsPath}

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
	kit.NoStore(c)
	return kit.ByID(s.Site, s.committee.Exclusion)(c)
}

func (s *Desk) exclusion(c echo.Context) error {
	x, err := s.exclusionOf(c)
	if err != nil {
		return err
	}
	here := kit.Below(kit.ExclusionsPath, x.ID)
	page := ExclusionPage{
		Page: s.Page(c, "Exclusion: "+x.Name(), committeeCrumb, exclusionsCrumb),
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
