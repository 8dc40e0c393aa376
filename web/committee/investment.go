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

func (s *Desk) investments(c echo.Context) error {
	return s.showInvestments(c, 0, kit.NewFilling(), nil)
}

// showInvestments answers with the investments, with what a refusal says about
// ending one of them.
func (s *Desk) showInvestments(c echo.Context, about committee.InvestmentID, in *kit.Filling, refused error) error {
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
	_, into, err := s.committee.PaymentAccounts(c.Request().Context(), s.Actor(c))
	if err != nil {
		return err
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
		day, account := kit.DayField("ended_on", "Ended on", ""), accountField("Paid into", into)
		if i.ID == about {
			day, account = in.Field(&page.Page, day), in.Field(&page.Page, account)
		} else {
			day.ID, day.Value = "ended_on-"+id, s.Today().String()
			account.ID = "account-" + id
		}
		line.End.Fields = []kit.Field{day, account}
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

func (s *Desk) recordInvestment() kit.Form[kit.Nothing] {
	return kit.Form[kit.Nothing]{
		Site: s.Site,
		Fill: func(_ echo.Context, in *kit.Filling, _ kit.Nothing) { in.SetDay("day", s.Today()) },
		Show: func(c echo.Context, page *kit.FormPage, _ kit.Nothing) error {
			authority, err := s.authorityField(c, "By resolution", "Choose a resolution")
			if err != nil {
				return err
			}
			people, err := s.signers(c, page.In())
			if err != nil {
				return err
			}
			_, from, err := s.committee.PaymentAccounts(c.Request().Context(), s.Actor(c))
			if err != nil {
				return err
			}
			page.Page = s.Page(
				c, "Record an investment", committeeCrumb, kit.Crumb{Label: "Investments", URL: kit.InvestmentsPath},
			)
			page.Action, page.Submit, page.Back = kit.InvestmentsPath+"/new", "Record the investment", kit.InvestmentsPath
			page.Say(investingText)
			page.Group("The investment",
				kit.Field{
					Name: "what", Label: "What it is", Hint: "For example: term deposit, 12 months.", Required: true, MaxLength: 200,
				},
				kit.Field{Name: "place", Label: "Where the money is", Required: true, MaxLength: 200},
				kit.AmountField("amount", "Amount", ""), kit.DayField("day", "Made on", ""), accountField("Paid from", from),
			)
			who := func(name, label string) kit.Field {
				return kit.Field{
					Name: name, Label: label, Type: "select", Options: peopleOptions("Choose an officer", people),
				}
			}
			page.Group("Decision and approval", authority, kit.Field{
				Name: "care", Label: "What the committee considered",
				Hint: "How safe it is, what it earns, when the money is needed.", Type: "textarea", Rows: 3, Required: true,
			}).Row(who("approver", "Payment approved by"), who("second", "And by"))
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, _ kit.Nothing) (kit.Done, error) {
			_, err := s.committee.Invest(c.Request().Context(), s.Actor(c), committee.InvestmentInput{
				What: in.Text("what"), Place: in.Text("place"), Amount: in.Amount("amount"), Day: in.Day("day"),
				Care: in.Lines("care"), Resolution: chosenResolution(in), Approver: chosenPerson(in, "approver"),
				Second: chosenPerson(in, "second"), Account: chosenAccount(in),
			})
			return kit.Done{To: kit.InvestmentsPath, Message: "The investment is recorded."}, err
		},
	}
}

func (s *Desk) investmentEnded(c echo.Context) error {
	id, err := kit.PathID[committee.InvestmentID](c, "id")
	if err != nil {
		return err
	}
	in, err := kit.Sent(c)
	if err != nil {
		return err
	}
	if refused := in.Refusal(s.committee.EndInvestment(c.Request().Context(), s.Actor(c), committee.InvestmentEnd{
		ID: id, Version: in.Version(), On: in.Day("ended_on"), Account: chosenAccount(in),
	})); refused != nil {
		return s.showInvestments(c, id, in, refused)
	}
	s.Flash(c, kit.KindSuccess, "The end of the investment is recorded.")
	return kit.SeeOther(c, kit.InvestmentsPath)
}
