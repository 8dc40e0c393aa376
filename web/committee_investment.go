package web

import (
	"github.com/labstack/echo/v4"

	"nzgs/internal/governance/committee"
)

// InvestmentsPage lists what the committee invested.
type InvestmentsPage struct {
	Page
	Tabs    Tabs
	MayKeep bool
	Rows    []InvestmentLine
	Empty   *Empty
}

// InvestmentLine is an investment.
type InvestmentLine struct {
	What, Place, Amount, Day string
	Care, Approved           string
	Resolution, ByURL        string
	Rule                     *Trace
	Ended                    string       // when, or ""
	End                      CommitteeAct // where it goes on
}

var investmentsView = newView[InvestmentsPage]("committee/investments.html")

var investingText = "The committee invests the society’s money as trustees do: it decides, records what it weighed, and officers approve the payment (rule 3.6 and rule 3.4)."

func (s *Server) investments(c echo.Context) error { return s.showInvestments(c, 0, filled(), nil) }

// showInvestments answers with the investments, with what a refusal says about
// ending one of them.
func (s *Server) showInvestments(c echo.Context, about committee.InvestmentID, v typed, refused error) error {
	list, err := s.committee.Investments(c.Request().Context(), s.actor(c))
	if err != nil {
		return err
	}
	page := InvestmentsPage{Page: s.page(c, "Investments", committeeCrumb), Tabs: committeeTabs(investmentsPath), MayKeep: s.keepsCommittee(c)}
	if refused != nil && !page.invalid(refused) {
		return refused
	}
	for _, i := range list {
		id := idText(i.ID)
		line := InvestmentLine{
			What: i.What, Place: i.Place, Amount: i.Amount.String(), Day: i.Day.Long(), Care: i.Care, Approved: i.Approver.Name,
			Resolution: i.Resolution.Number.String(), ByURL: below(resolutionsPath, i.Resolution.ID),
			Rule: committeeTrace(capital(i.Trace.Outcome), i.Trace), Ended: i.EndedOn.Long(),
		}
		if i.Second.Name != "" {
			line.Approved += " and " + i.Second.Name
		}
		line.End = CommitteeAct{
			FormKey: page.Form("ended-" + id), ID: "ended-" + id, Title: "Ended", Action: below(investmentsPath, i.ID, "ended"),
			Hidden: []Hidden{version(i.Version)}, Submit: "Record the end",
		}
		day := dayField("ended_on", "Ended on", "")
		day.Value = s.today().String()
		if i.ID == about {
			day = v.fieldOf(&page.Page, day)
		} else {
			day.ID = "ended_on-" + id
		}
		line.End.Fields = []Field{day}
		page.Rows = append(page.Rows, line)
	}
	if len(list) == 0 {
		page.Empty = &Empty{Title: "No investments", Text: investingText}
		if page.MayKeep {
			page.Empty.Action = &Link{Label: "Record an investment", URL: investmentsPath + "/new"}
		}
	}
	return investmentsView.render(c, page.status(), page)
}

func (s *Server) investmentNew(c echo.Context) error {
	return s.showInvestmentForm(c, filled("day", s.today().String()), nil)
}

func (s *Server) showInvestmentForm(c echo.Context, v typed, refused error) error {
	authority, err := s.authorityField(c, "By resolution", "Choose a resolution")
	if err != nil {
		return err
	}
	people, err := s.sealSigners(c, v)
	if err != nil {
		return err
	}
	page := CommitteeForm{
		Page:   s.page(c, "Record an investment", committeeCrumb, Crumb{"Investments", investmentsPath}),
		Action: investmentsPath + "/new", Submit: "Record the investment", Back: investmentsPath, Intro: ruleText(investingText),
	}
	return page.show(c, v, refused, func(p *Page, v typed) []FieldGroup {
		who := func(name, label string) Field {
			return v.fieldOf(p, Field{Name: name, Label: label, Type: "select", Options: peopleOptions("Choose an officer", people)})
		}
		return []FieldGroup{
			{Legend: "The investment", Fields: []Field{
				v.fieldOf(p, Field{Name: "what", Label: "What it is", Hint: "For example: term deposit, 12 months.", Required: true, MaxLength: 200}),
				v.fieldOf(p, Field{Name: "place", Label: "Where the money is", Required: true, MaxLength: 200}),
				v.fieldOf(p, Field{Name: "amount", Label: "Amount", Prefix: "$", InputMode: "decimal", Width: "short", Required: true}),
				v.fieldOf(p, dayField("day", "Made on", "")),
			}},
			{Legend: "Decision and approval", Fields: []Field{
				v.fieldOf(p, authority),
				v.fieldOf(p, Field{Name: "care", Label: "What the committee weighed", Hint: "How safe it is, what it earns, when the money is needed.", Type: "textarea", Rows: 3, Required: true}),
			}, Rows: [][]Field{{who("approver", "Payment approved by"), who("second", "And by")}}},
		}
	}, nil)
}

func (s *Server) investmentSave(c echo.Context) error {
	v, err := typedForm(c)
	if err != nil {
		return err
	}
	_, err = s.committee.Invest(c.Request().Context(), s.actor(c), committee.InvestmentInput{
		What: v.text("what"), Place: v.text("place"), Amount: v.amount("amount"), Day: v.day("day"), Care: v.text("care"),
		Resolution: v.resolution(), Approver: v.person("approver"), Second: v.person("second"),
	})
	if refused := v.refusal(err); refused != nil {
		return s.showInvestmentForm(c, v, refused)
	}
	s.flash(c, KindSuccess, "The investment is recorded.")
	return seeOther(c, investmentsPath)
}

func (s *Server) investmentEnded(c echo.Context) error {
	id, err := pathID[committee.InvestmentID](c, "id")
	if err != nil {
		return err
	}
	v, err := typedForm(c)
	if err != nil {
		return err
	}
	if refused := v.refusal(s.committee.EndInvestment(c.Request().Context(), s.actor(c), id, v.version(), v.day("ended_on"))); refused != nil {
		return s.showInvestments(c, id, v, refused)
	}
	s.flash(c, KindSuccess, "The end of the investment is recorded.")
	return seeOther(c, investmentsPath)
}
