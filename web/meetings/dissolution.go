package meetings

import (
	"strconv"

	"github.com/labstack/echo/v4"

	"nzgs/internal/money"
	"nzgs/web/kit"
)

// DissolutionPage is the calculation of rule 4.20. It decides nothing.
type DissolutionPage struct {
	kit.Page
	Intro  kit.RuleText
	Fields []kit.Field
	May    *kit.Trace
	Shares []ShareRow
	Ask    string // what is to be entered before there are shares
	How    *kit.Trace
}

// ShareRow is what a club would get.
type ShareRow struct{ Club, Members, Amount string }

var dissolutionView = kit.NewView[DissolutionPage](templates, "dissolution.html")

func (s *Desk) dissolution(c echo.Context) error {
	page := DissolutionPage{
		Page: s.Page(c, "After an AGM without a quorum", meetingsCrumb),
		Intro: kit.CiteRules(
			"When an AGM has no quorum, the committee arranges a further date. If long enough passes after that date without " +
				"a quorum, the committee may dissolve the society, and its assets go to the affiliated clubs in proportion to " +
				"their members (rule 4.20). This page only works out the figures.",
		),
	}
	in := kit.Asked(c)
	if !in.Sends("on") {
		in.SetDay("on", s.Today())
	}
	status, err := page.TakeRefusal(in.Refusal(s.dissolutionIn(c, in, &page)))
	if err != nil {
		return err
	}
	assets := kit.AmountField("assets", "Assets", "What is left once every debt is paid.")
	assets.Width, assets.Required = "medium", false
	page.Fields = []kit.Field{
		in.Field(&page.Page, kit.DayField("on", "On", "The day you are asking about.")), in.Field(&page.Page, assets),
	}
	return dissolutionView.Render(c, status, page)
}

// dissolutionIn puts the calculation that is asked for on the page.
func (s *Desk) dissolutionIn(c echo.Context, in *kit.Filling, page *DissolutionPage) error {
	on, assets := in.Day("on"), money.Cents(0)
	if in.Text("on") == "" {
		in.Problem("on", "Enter the day you are asking about.")
	}
	if in.Text("assets") != "" {
		assets = in.Amount("assets")
	}
	advice, err := s.meetings.Dissolution(c.Request().Context(), s.Actor(c), on, assets)
	if err != nil {
		return err
	}
	answer := "The committee may not dissolve the society on " + on.Long()
	if advice.May.Allowed {
		answer = "The committee may dissolve the society on " + on.Long()
	}
	may := kit.RuleTrace(answer, advice.May.Trace)
	page.May = &may
	switch {
	case len(advice.Shares) == 0:
		page.Ask = "No club was affiliated on " + advice.AsOf.Long() + "."
		return nil
	case assets == 0:
		page.Ask = "Enter the assets to see what each of the " + kit.Plural(
			len(advice.Shares), "affiliated club", "affiliated clubs",
		) + " would get."
		return nil
	}
	how := kit.RuleTrace(advice.Assets.String(), advice.Trace)
	page.How = &how
	for _, share := range advice.Shares {
		page.Shares = append(page.Shares, ShareRow{
			Club: share.Name, Members: strconv.Itoa(share.Members), Amount: share.Amount.String(),
		})
	}
	return nil
}
