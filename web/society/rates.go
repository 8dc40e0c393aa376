package society

import (
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/members"
	"nzgs/internal/money"
	"nzgs/internal/treasury"
	"nzgs/web/kit"
)

// RatesPage lists the subscriptions with the resolutions that set them.
type RatesPage struct {
	kit.Page
	Rates  []RateLine
	MaySet bool
	Empty  *kit.Empty
}

// RateLine is the subscription of a year.
type RateLine struct {
	Year     string
	Amount   kit.Trace
	Source   string
	Replaced bool // a later resolution holds
}

// RateForm records a rate.
type RateForm struct {
	kit.Page
	Fields []kit.Field
}

var (
	ratesView    = kit.NewView[RatesPage](templates, "treasurer/rates.html")
	rateFormView = kit.NewView[RateForm](templates, "treasurer/rate.html")
)

func (s *Desk) rates(c echo.Context) error {
	list, err := s.treasury.Rates(c.Request().Context())
	if err != nil {
		return err
	}
	rules, err := s.governance.Today(c.Request().Context())
	if err != nil {
		return err
	}
	page := RatesPage{
		Page:   s.Page(c, "Subscription rates", kit.Crumb{Label: "Treasurer", URL: "/treasurer"}),
		MaySet: auth.Can(s.Actor(c), auth.SetRates, auth.Object{}, s.Today()),
	}
	held := map[members.Year]bool{}
	for _, r := range list {
		page.Rates = append(page.Rates, RateLine{
			Year: rules.Days(r.Year).String(), Amount: kit.RuleTrace(r.Amount.String(), r.Trace(rules)), Source: r.Source(),
			Replaced: held[r.Year],
		})
		held[r.Year] = true
	}
	if len(list) == 0 {
		page.Empty = &kit.Empty{
			Title:  "No rate yet",
			Text:   "A subscription is set by a resolution of a general meeting (rule 2.2). Record the resolution first.",
			Action: &kit.Link{Label: "Record a rate", URL: kit.RatesPath + "/new"},
		}
	}
	return ratesView.Render(c, http.StatusOK, page)
}

func (s *Desk) rateNew(c echo.Context) error {
	return s.rateForm(c, http.StatusOK, map[string]string{"meeting": string(treasury.AGM)}, nil)
}

func (s *Desk) rateForm(c echo.Context, status int, typed map[string]string, refused error) error {
	page := RateForm{
		Page: s.Page(c, "Record a rate", kit.Crumb{
			Label: "Treasurer", URL: "/treasurer",
		}, kit.Crumb{Label: "Subscription rates", URL: kit.RatesPath}),
	}
	if refused != nil && !page.Invalid(refused) {
		return refused
	}
	field := func(name, label, hint, kind, width string) kit.Field {
		return kit.Field{
			ID: name, Name: name, Label: label, Hint: hint, Type: kind, Value: typed[name], Error: page.ErrorOn(name),
			Required: true, Width: width,
		}
	}
	year := field("year", "Subscription year", "", "select", "")
	rules, err := s.governance.Today(c.Request().Context())
	if err != nil {
		return err
	}
	current := rules.YearOf(s.Today())
	if typed["year"] == "" {
		typed["year"] = strconv.Itoa(int(current))
	}
	for y := current + 2; y >= current-5; y-- {
		value := strconv.Itoa(int(y))
		year.Options = append(year.Options, kit.Option{
			Value: value, Label: rules.Days(y).String(), Selected: value == typed["year"],
		})
	}
	meeting := field("meeting", "Passed by", "", "radios", "")
	for _, m := range []treasury.Meeting{treasury.AGM, treasury.EGM} {
		meeting.Options = append(meeting.Options, kit.Option{
			Value: string(m), Label: m.Label(), Selected: string(m) == typed["meeting"],
		})
	}
	amount := field("amount", "Annual subscription for each member", "", "text", "short")
	amount.Prefix, amount.InputMode = "$", "decimal"
	resolution := field("resolution", "Resolution", "As worded in the minutes.", "textarea", "")
	page.Fields = []kit.Field{
		year, amount, meeting, field("meeting_day", "Day of the meeting", "", "date", "medium"), resolution,
	}
	return rateFormView.Render(c, status, page)
}

func (s *Desk) rateSave(c echo.Context) error {
	typed := map[string]string{}
	for _, name := range []string{"year", "amount", "meeting", "meeting_day", "resolution"} {
		typed[name] = kit.FormText(c, name)
	}
	in := treasury.RateInput{Meeting: treasury.Meeting(typed["meeting"]), Resolution: typed["resolution"]}
	var problems apperr.Fields
	if y, err := strconv.Atoi(typed["year"]); err == nil {
		in.Year = members.Year(y)
	}
	amount, err := money.Parse(typed["amount"])
	if err != nil {
		problems.Add("amount", "Enter dollars and cents, for example 20.00.")
	}
	in.Amount = amount
	if typed["meeting_day"] != "" {
		if in.MeetingDay, err = civil.ParseDate(typed["meeting_day"]); err != nil {
			problems.Add("meeting_day", "Enter the day as 2026-03-14.")
		}
	}
	if err := s.treasury.CheckRate(in, problems); err != nil {
		return s.rateForm(c, http.StatusUnprocessableEntity, typed, err)
	}
	if _, err := s.treasury.SetRate(c.Request().Context(), s.Actor(c), in); err != nil {
		return s.rateForm(c, http.StatusUnprocessableEntity, typed, err)
	}
	s.Flash(c, kit.KindSuccess, "Recorded.")
	return kit.SeeOther(c, kit.RatesPath)
}
