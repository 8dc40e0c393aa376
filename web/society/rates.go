package society

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"nzgs/internal/auth"
	"nzgs/internal/members"
	"nzgs/internal/members/kinds"
	"nzgs/internal/treasury"
	"nzgs/reports"
	"nzgs/web/kit"
)

// RatesPage lists the subscriptions with the resolutions that set them.
type RatesPage struct {
	kit.Page
	Head   kit.ListHead
	Rates  []RateLine
	Kinds  bool   // a kind of members has a rate of its own
	Listed string // where the members of each kind are listed; "" for whoever may not see it
	MaySet bool
	Empty  *kit.Empty
}

// RateLine is the subscription of a year.
type RateLine struct {
	Year     string
	For      string
	Amount   kit.Trace
	Source   string
	Replaced bool // a later resolution holds
}

var ratesView = kit.NewView[RatesPage](templates, "treasurer/rates.html")

var treasurerCrumb = kit.Crumb{Label: "Treasurer", URL: treasurerPath}

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
		Page:   s.Page(c, "Subscription rates", treasurerCrumb),
		Head:   kit.ListHead{Count: kit.Plural(len(list), "rate", "rates"), Exports: kit.Exports(c, "XLSX", ".xlsx", "CSV", ".csv")},
		MaySet: auth.Can(s.Actor(c), auth.SetRates, auth.Object{}, s.Today()),
	}
	if page.Listed = kit.KindsPath; !auth.Can(s.Actor(c), auth.SetKinds, auth.Object{}, s.Today()) {
		page.Listed = ""
	}
	held := map[rateScope]bool{}
	for _, r := range list {
		page.Rates = append(page.Rates, RateLine{
			Year: rules.Days(r.Year).String(), For: kit.Capital(r.Kind.Each()), Amount: kit.RuleTrace(r.Amount.String(), r.Trace(rules)), Source: r.Source(),
			Replaced: held[rateScope{r.Year, r.Kind}],
		})
		held[rateScope{r.Year, r.Kind}] = true
		page.Kinds = page.Kinds || r.Kind != kinds.Full
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

// rateScope is what one rate holds for: the newest for a year and a kind holds.
type rateScope struct {
	year members.Year
	kind kinds.Kind
}

// ratesFile is the list of rates as a file.
func (s *Desk) ratesFile(c echo.Context) error {
	list, err := s.treasury.Rates(c.Request().Context())
	if err != nil {
		return err
	}
	t := reports.Table{
		Title: "Subscription rates", Note: "As at " + s.Today().Long(),
		Columns: kit.Columns("Year", "For", "Amount", "Passed by", "Day of the meeting", "Resolution", "State"),
	}
	held := map[rateScope]bool{}
	for _, r := range list {
		state := "holds"
		if held[rateScope{r.Year, r.Kind}] {
			state = "replaced by a later resolution"
		}
		held[rateScope{r.Year, r.Kind}] = true
		t.Rows = append(t.Rows, []reports.Cell{
			reports.Text(r.Year.String()), reports.Text(kit.Capital(r.Kind.Each())), reports.Money(r.Amount),
			reports.Text(r.Meeting.Label()), reports.Date(r.MeetingDay), reports.Text(r.Resolution), reports.Text(state),
		})
	}
	_, format := kit.SplitFormat(c.Request().URL.Path)
	return s.SendTable(c, format, s.TodaysFile("subscription rates", ""), t)
}

// setRate records a rate.
func (s *Desk) setRate() kit.Form[kit.Nothing] {
	return kit.Form[kit.Nothing]{
		Site: s.Site,
		Fill: func(_ echo.Context, in *kit.Filling, _ kit.Nothing) {
			in.Set("meeting", string(treasury.AGM))
			in.Set("kind", string(kinds.Full))
		},
		Show: func(c echo.Context, p *kit.FormPage, _ kit.Nothing) error {
			rules, err := s.governance.Today(c.Request().Context())
			if err != nil {
				return err
			}
			p.Page = s.Page(
				c, "Record a rate", treasurerCrumb, kit.Crumb{Label: "Subscription rates", URL: kit.RatesPath},
			)
			p.Action, p.Submit, p.Back = kit.RatesPath+"/new", "Record the rate", kit.RatesPath
			p.Say("A subscription can be charged only by resolution of a general meeting (rule 2.2).")
			current := rules.YearOf(s.Today())
			year := yearChoice(p.In(), rules, current, current+2, current-5)
			meeting := kit.Field{Name: "meeting", Label: "Passed by", Type: "radios", Required: true}
			for _, m := range []treasury.Meeting{treasury.AGM, treasury.EGM} {
				meeting.Options = append(meeting.Options, kit.Option{Value: string(m), Label: m.Label()})
			}
			day := kit.DayField("meeting_day", "Day of the meeting", "")
			day.Required = true
			p.Group(
				"", year, kit.AmountField("amount", "Annual subscription for each member", ""), meeting, day,
				kit.Field{
					Name: "resolution", Label: "Resolution", Hint: "As worded in the minutes.", Type: "textarea", Required: true,
				},
			)
			kind := kit.Field{Name: "kind", Label: "The amount is for", Type: "radios"}
			for _, k := range kinds.Rated {
				kind.Options = append(kind.Options, kit.Option{Value: string(k), Label: kit.Capital(k.Each())})
			}
			p.Group("A rate for one kind of members", kind).
				Text("A family pays once, for all who are paid for. What was invoiced before stays as it is.").
				Fold("only if the meeting set one")
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, _ kit.Nothing) (kit.Done, error) {
			_, err := s.treasury.SetRate(c.Request().Context(), s.Actor(c), treasury.RateInput{
				Year: members.Year(in.NumberOr("year", 0)), Kind: kinds.Kind(in.Text("kind")), Amount: in.Amount("amount"),
				Meeting: treasury.Meeting(in.Text("meeting")), MeetingDay: in.Day("meeting_day"),
				Resolution: in.Lines("resolution"),
			})
			return kit.Done{To: kit.RatesPath, Message: "Recorded."}, err
		},
	}
}
