package committee

import (
	"github.com/labstack/echo/v4"

	"nzgs/internal/governance/committee"
	"nzgs/web/kit"
)

// InvestmentsPage lists what the committee invested.
type InvestmentsPage struct {
	kit.Page
	Tabs    kit.Tabs
	MayKeep bool
	Rows    []InvestmentLine
	Empty   *kit.Empty
}

// InvestmentLine is an investment.
type InvestmentLine struct {
	What, Place, Amount, Day string
	Care, Approved           string
	Resolution, ByURL        string
	Rule                     *kit.Trace
	Ended                    string        // when, or ""
	End                      kit.SmallForm // where it goes on
}

var investmentsView = kit.NewView[InvestmentsPage](templates, "investments.html")

var investingText = "The committee invests the society’s money as trustees would. It decides, records what it " +
	"considered, and officers approve the payment (rule 3.6 and rule 3.4)."

func (s *Desk) investments(c echo.Context) error { return s.showInvestments(c, 0, filled(), nil) }

// showInvestments answers with the investments, with what a refusal says about
// ending one of them.
func (s *Desk) showInvestments(c echo.Context, about committee.InvestmentID, v typed, refused error) error {
	list, err := s.committee.Investments(c.Request().Context(), s.Actor(c))
	if err != nil {
		return err
	}
	page := InvestmentsPage{
		Page: s.Page(c, "Investments", committeeCrumb), Tabs: committeeTabs(kit.InvestmentsPath),
		MayKeep: s.keepsCommittee(c),
	}
	if refused != nil && !page.Invalid(refused) {
		return refused
	}
	for _, i := range list {
		id := kit.IDText(i.ID)
		line := InvestmentLine{
			What: i.What, Place: i.Place, Amount: i.Amount.String(), Day: i.Day.Long(), Care: i.Care, Approved: i.Approver.Name,
			Resolution: i.Resolution.Number.String(), ByURL: kit.Below(kit.ResolutionsPath, i.Resolution.ID),
			Rule: new(kit.RuleTrace(kit.Capital(i.Trace.Outcome), i.Trace)), Ended: i.EndedOn.Long(),
		}
		if i.Second.Name != "" {
			line.Approved += " and " + i.Second.Name
		}
		line.End = kit.SmallForm{
			FormKey: page.Form("ended-" + id),
			Action:  kit.Below(kit.InvestmentsPath, i.ID, "ended"),
			Hidden:  []kit.Hidden{kit.VersionField(i.Version)}, Submit: "Record the end", Kind: "secondary",
		}
		day := dayField("ended_on", "Ended on", "")
		day.Value = s.Today().String()
		if i.ID == about {
			day = v.fieldOf(&page.Page, day)
		} else {
			day.ID = "ended_on-" + id
		}
		line.End.Fields = []kit.Field{day}
		page.Rows = append(page.Rows, line)
	}
	if len(list) == 0 {
		page.Empty = &kit.Empty{Title: "No investments", Text: investingText}
		if page.MayKeep {
			page.Empty.Action = &kit.Link{Label: "Record an investment", URL: kit.InvestmentsPath + "/new"}
		}
	}
	return investmentsView.Render(c, page.Status(), page)
}

func (s *Desk) investmentNew(c echo.Context) error {
	return s.showInvestmentForm(c, filled("day", s.Today().String()), nil)
}

func (s *Desk) showInvestmentForm(c echo.Context, v typed, refused error) error {
	authority, err := s.authorityField(c, "By resolution", "Choose a resolution")
	if err != nil {
		return err
	}
	people, err := s.sealSigners(c, v)
	if err != nil {
		return err
	}
	page := CommitteeForm{
		Page:   s.Page(c, "Record an investment", committeeCrumb, kit.Crumb{Label: "Investments", URL: kit.InvestmentsPath}),
		Action: kit.InvestmentsPath + "/new", Submit: "Record the investment", Back: kit.InvestmentsPath,
		Intro: kit.CiteRules(investingText),
	}
	return page.show(c, v, refused, func(p *kit.Page, v typed) []kit.FieldGroup {
		who := func(name, label string) kit.Field {
			return v.fieldOf(p, kit.Field{
				Name: name, Label: label, Type: "select", Options: peopleOptions("Choose an officer", people),
			})
		}
		return []kit.FieldGroup{
			{Legend: "The investment", Fields: []kit.Field{
				v.fieldOf(p, kit.Field{
					Name: "what", Label: "What it is", Hint: "For example: term deposit, 12 months.", Required: true, MaxLength: 200,
				}),
				v.fieldOf(p, kit.Field{Name: "place", Label: "Where the money is", Required: true, MaxLength: 200}),
				v.fieldOf(p, kit.Field{
					Name: "amount", Label: "Amount", Prefix: "$", InputMode: "decimal", Width: "short", Required: true,
				}),
				v.fieldOf(p, dayField("day", "Made on", "")),
			}},
			{Legend: "Decision and approval", Fields: []kit.Field{
				v.fieldOf(p, authority),
				v.fieldOf(p, kit.Field{
					Name: "care", Label: "What the committee considered",
					Hint: "How safe it is, what it earns, when the money is needed.", Type: "textarea", Rows: 3, Required: true,
				}),
			}, Rows: [][]kit.Field{{who("approver", "Payment approved by"), who("second", "And by")}}},
		}
	}, nil)
}

func (s *Desk) investmentSave(c echo.Context) error {
	v, err := typedForm(c)
	if err != nil {
		return err
	}
	_, err = s.committee.Invest(c.Request().Context(), s.Actor(c), committee.InvestmentInput{
		What: v.text("what"), Place: v.text("place"), Amount: v.amount("amount"), Day: v.day("day"), Care: v.text("care"),
		Resolution: v.resolution(), Approver: v.person("approver"), Second: v.person("second"),
	})
	if refused := v.refusal(err); refused != nil {
		return s.showInvestmentForm(c, v, refused)
	}
	s.Flash(c, kit.KindSuccess, "The investment is recorded.")
	return kit.SeeOther(c, kit.InvestmentsPath)
}

func (s *Desk) investmentEnded(c echo.Context) error {
	id, err := kit.PathID[committee.InvestmentID](c, "id")
	if err != nil {
		return err
	}
	v, err := typedForm(c)
	if err != nil {
		return err
	}
	if refused := v.refusal(s.committee.EndInvestment(
		c.Request().Context(), s.Actor(c), id, v.version(), v.day("ended_on"),
	)); refused != nil {
		return s.showInvestments(c, id, v, refused)
	}
	s.Flash(c, kit.KindSuccess, "The end of the investment is recorded.")
	return kit.SeeOther(c, kit.InvestmentsPath)
}
