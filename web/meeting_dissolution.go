package web

import (
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/civil"
	"nzgs/internal/money"
)

// DissolutionPage is the calculation of rule 4.20. It decides nothing.
type DissolutionPage struct {
	Page
	Intro  RuleText
	Fields []Field
	May    *Trace
	Shares []ShareRow
	Ask    string // what is to be entered before there are shares
	How    *Trace
}

// ShareRow is what a club would get.
type ShareRow struct{ Club, Members, Amount string }

var dissolutionView = newView[DissolutionPage]("meetings/dissolution.html")

func (s *Server) dissolution(c echo.Context) error {
	page := DissolutionPage{
		Page:  s.page(c, "After an AGM without a quorum", meetingsCrumb),
		Intro: ruleText("When an AGM has no quorum, the committee arranges a further date. If none has had a quorum for long enough after it, the committee may dissolve the society, and its assets go to the affiliated clubs in proportion to their members (rule 4.20). This page only calculates."),
	}
	status := http.StatusOK
	var f apperr.Fields
	on := s.today()
	if c.QueryParams().Has("on") {
		on = meetingDay(c, &f, "on")
		if on.IsZero() && !f.Has("on") {
			f.Add("on", "Enter the day that is asked about.")
		}
	}
	var assets money.Cents
	if text := formText(c, "assets"); text != "" {
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
		if !page.invalid(err) {
			return err
		}
		status = http.StatusUnprocessableEntity
	}
	day := formText(c, "on")
	if day == "" {
		day = on.String()
	}
	page.Fields = []Field{
		page.field(Field{Name: "on", Label: "On", Hint: "The day that is asked about.", Type: "date", Value: day, Width: "medium"}),
		page.field(Field{Name: "assets", Label: "Assets", Hint: "What is left once every debt is paid.", Prefix: "$", Value: formText(c, "assets"), InputMode: "decimal", Width: "medium"}),
	}
	return dissolutionView.render(c, status, page)
}

// dissolutionOf puts the calculation on the page.
func (s *Server) dissolutionOf(c echo.Context, page *DissolutionPage, on civil.Date, assets money.Cents) error {
	advice, err := s.meetings.Dissolution(c.Request().Context(), s.actor(c), on, assets)
	if err != nil {
		return err
	}
	answer := "The committee may not dissolve the society on " + on.Long()
	if advice.May.Allowed {
		answer = "The committee may dissolve the society on " + on.Long()
	}
	may := ruleTrace(answer, advice.May.Trace)
	page.May = &may
	switch {
	case len(advice.Shares) == 0:
		page.Ask = "No club was affiliated on " + advice.AsOf.Long() + "."
		return nil
	case assets == 0:
		page.Ask = "Enter the assets to see what each of the " + plural(len(advice.Shares), "affiliated club", "affiliated clubs") + " would get."
		return nil
	}
	how := ruleTrace(advice.Assets.String(), advice.Trace)
	page.How = &how
	for _, share := range advice.Shares {
		page.Shares = append(page.Shares, ShareRow{Club: share.Name, Members: strconv.Itoa(share.Members), Amount: share.Amount.String()})
	}
	return nil
}
