package meetings

import (
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/civil"
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
	status := http.StatusOK
	var f apperr.Fields
	on := s.Today()
	if c.QueryParams().Has("on") {
		on = meetingDay(c, &f, "on")
		if on.IsZero() && !f.Has("on") {
			f.Add("on", "Enter the day you are asking about.")
		}
	}
	var assets money.Cents
	if text := kit.FormText(c, "assets"); text != "" {
		var err error
		if assets, err = money.Parse(text); err != nil {
			f.Add("assets", "Enter an amount such as 1000.01.")
		}
	}
	err := f.Err()
	if err == nil {
		err = s.dissolutionOf(c, &page, on, assets)
	}
	if err != nil {
		if !page.Invalid(err) {
			return err
		}
		status = http.StatusUnprocessableEntity
	}
	day := kit.FormText(c, "on")
	if day == "" {
		day = on.String()
	}
	page.Fields = []kit.Field{
		page.Field(kit.Field{
			Name: "on", Label: "On", Hint: "The day you are asking about.", Type: "date", Value: day, Width: "medium",
		}),
		page.Field(kit.Field{
			Name: "assets", Label: "Assets", Hint: "What is left once every debt is paid.", Prefix: "$",
			Value: kit.FormText(c, "assets"), InputMode: "decimal", Width: "medium",
		}),
	}
	return dissolutionView.Render(c, status, page)
}

// dissolutionOf puts the calculation on the page.
func (s *Desk) dissolutionOf(c echo.Context, page *DissolutionPage, on civil.Date, assets money.Cents) error {
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
