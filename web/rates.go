package web

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
)

// RatesPage lists the subscriptions with the resolutions that set them.
type RatesPage struct {
	Page
	Rates  []RateLine
	MaySet bool
	Empty  *Empty
}

// RateLine is the subscription of a year.
type RateLine struct {
	Year     string
	Amount   Trace
	Source   string
	Replaced bool // a later resolution holds
}

// RateForm records a rate.
type RateForm struct {
	Page
	Fields []Field
}

var (
	ratesView    = newView[RatesPage]("treasurer/rates.html")
	rateFormView = newView[RateForm]("treasurer/rate.html")
)

func (s *Server) rates(c echo.Context) error {
	list, err := s.treasury.Rates(c.Request().Context())
	if err != nil {
		return err
	}
	rules, err := s.governance.Today(c.Request().Context())
	if err != nil {
		return err
	}
	page := RatesPage{Page: s.page(c, "Subscription rates", Crumb{"Treasurer", "/treasurer"}), MaySet: auth.Can(s.actor(c), auth.SetRates, auth.Object{}, s.today())}
	held := map[members.Year]bool{}
	for _, r := range list {
		page.Rates = append(page.Rates, RateLine{Year: rules.Days(r.Year).String(), Amount: *traceOf(r.Amount.String(), r.Trace(rules)), Source: r.Source(), Replaced: held[r.Year]})
		held[r.Year] = true
	}
	if len(list) == 0 {
		page.Empty = &Empty{Title: "No rate yet", Text: "A subscription is charged by the resolution of a general meeting (rule 2.2). Record the resolution first.", Action: &Link{Label: "Record a rate", URL: ratesPath + "/new"}}
	}
	return ratesView.render(c, http.StatusOK, page)
}

func (s *Server) rateNew(c echo.Context) error {
	return s.rateForm(c, http.StatusOK, map[string]string{"meeting": string(treasury.AGM)}, nil)
}

func (s *Server) rateForm(c echo.Context, status int, typed map[string]string, refused error) error {
	page := RateForm{Page: s.page(c, "Record a rate", Crumb{"Treasurer", "/treasurer"}, Crumb{"Subscription rates", ratesPath})}
	if refused != nil && !page.invalid(refused) {
		return refused
	}
	field := func(name, label, hint, kind, width string) Field {
		return Field{ID: name, Name: name, Label: label, Hint: hint, Type: kind, Value: typed[name], Error: page.errorOn(name), Required: true, Width: width}
	}
	year := field("year", "Subscription year", "", "select", "")
	rules, err := s.governance.Today(c.Request().Context())
	if err != nil {
		return err
	}
	current := rules.YearOf(s.today())
	if typed["year"] == "" {
		typed["year"] = strconv.Itoa(int(current))
	}
	for y := current + 2; y >= current-5; y-- {
		value := strconv.Itoa(int(y))
		year.Options = append(year.Options, Option{Value: value, Label: rules.Days(y).String(), Selected: value == typed["year"]})
	}
	meeting := field("meeting", "Passed by", "", "radios", "")
	for _, m := range []treasury.Meeting{treasury.AGM, treasury.EGM} {
		meeting.Options = append(meeting.Options, Option{Value: string(m), Label: m.Label(), Selected: string(m) == typed["meeting"]})
	}
	amount := field("amount", "Annual subscription for each member", "", "text", "short")
	amount.Prefix, amount.InputMode = "$", "decimal"
	resolution := field("resolution", "Resolution", "As it stands in the minutes.", "textarea", "")
	page.Fields = []Field{year, amount, meeting, field("meeting_day", "Day of the meeting", "", "date", "medium"), resolution}
	return rateFormView.render(c, status, page)
}

func (s *Server) rateSave(c echo.Context) error {
	typed := map[string]string{}
	for _, name := range []string{"year", "amount", "meeting", "meeting_day", "resolution"} {
		typed[name] = formText(c, name)
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
	if _, err := s.treasury.SetRate(c.Request().Context(), s.actor(c), in); err != nil {
		return s.rateForm(c, http.StatusUnprocessableEntity, typed, err)
	}
	s.flash(c, KindSuccess, "Recorded.")
	return seeOther(c, ratesPath)
}
