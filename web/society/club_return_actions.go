package society

import (
	"context"
	"strconv"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/clubs"
	"nzgs/web/kit"
)

// returnStep moves a return on or back.
type returnStep func(ctx context.Context, actor auth.Actor, ref clubs.Ref) error

// returnChange carries a step out that needs no more than a button.
func (s *Desk) returnChange(step returnStep, done string) echo.HandlerFunc {
	return func(c echo.Context) error {
		ref, in, err := returnRef(c)
		if err != nil {
			return err
		}
		if err := step(c.Request().Context(), s.Actor(c), ref); err != nil {
			return s.showReturn(c, in, err)
		}
		s.Flash(c, kit.KindSuccess, done)
		return kit.SeeOther(c, kit.ReturnURL(ref.Return))
	}
}

// returnWithdraw gives a list up and goes back to the club.
func (s *Desk) returnWithdraw(c echo.Context) error {
	ref, in, err := returnRef(c)
	if err != nil {
		return err
	}
	ctx, actor := c.Request().Context(), s.Actor(c)
	v, err := s.clubs.View(ctx, actor, ref.Return)
	if err != nil {
		return err
	}
	if err := s.clubs.Withdraw(ctx, actor, ref); err != nil {
		return s.showReturn(c, in, err)
	}
	s.Flash(c, kit.KindSuccess, "The list is withdrawn; nothing was registered.")
	return kit.SeeOther(c, kit.ClubDeskURL(v.Club.ID))
}

// returnReceived corrects the day on which the list was received.
func (s *Desk) returnReceived(c echo.Context) error {
	ref, in, err := returnRef(c)
	if err != nil {
		return err
	}
	err = s.clubs.SetReceived(c.Request().Context(), s.Actor(c), ref, in.Day("received"))
	if err := in.Refusal(err); err != nil {
		return s.showReturn(c, in, err)
	}
	s.Flash(c, kit.KindSuccess, "The day is changed, and the terms with it.")
	return kit.SeeOther(c, kit.ReturnURL(ref.Return))
}

// waiveFee asks why a fee is not charged.
func (s *Desk) waiveFee() kit.Form[listRow] {
	return kit.Form[listRow]{
		Site: s.Site,
		Load: func(c echo.Context) (listRow, error) {
			r, err := s.rowAt(c)
			if err == nil && (r.line.Charge == 0 || !r.line.Row.Waiver.On.IsZero()) {
				err = apperr.New(apperr.NotFound, "There is no fee to waive here.")
			}
			return r, err
		},
		Show: func(c echo.Context, p *kit.FormPage, r listRow) error {
			p.Page = s.Page(c, "Waive a fee", s.returnCrumbs(c, r.View)...)
			p.Action, p.Submit, p.Back = r.url()+"/waive", "Waive the fee", r.inList()
			p.Say("By the wording of Rule 2.3 every member on a list pays, even one who pays elsewhere. The treasurer may " +
				"waive the fee, with a reason.")
			p.Facts = []kit.Fact{
				{Label: "Member", Value: rowName(r.line.Row.ListRow)}, {Label: "Club", Value: r.Club.Name},
				{Label: "Fee", Value: r.line.Charge.String()},
			}
			for _, f := range r.line.Findings {
				p.Findings = append(p.Findings, kit.Finding{Kind: kit.KindWarning, Text: kit.CiteRules(f.Text)})
			}
			p.Hide("version", kit.IDText(r.Return.Version)) // of the list: the reason is not saved yet
			p.Group("", kit.Field{
				Name: "reason", Label: "Reason", Hint: "Kept in the records. For example: pays through the Kāpiti club.",
				Required: true,
			})
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, r listRow) (kit.Done, error) {
			ref := clubs.Ref{Return: r.Return.ID, Version: in.Version()}
			return kit.Done{To: r.inList(), Message: "The fee is waived."},
				s.clubs.Waive(c.Request().Context(), s.Actor(c), ref, r.line.Row.ID, in.Text("reason"))
		},
	}
}

func (s *Desk) returnCharge(c echo.Context) error {
	ref, in, err := returnRef(c)
	if err != nil {
		return err
	}
	row, err := kit.PathID[clubs.RowID](c, "row")
	if err != nil {
		return err
	}
	if err := s.clubs.Unwaive(c.Request().Context(), s.Actor(c), ref, row); err != nil {
		return s.showReturn(c, in, err)
	}
	s.Flash(c, kit.KindSuccess, "The fee is charged after all.")
	return kit.SeeOther(c, kit.ReturnURL(ref.Return)+"#row-"+strconv.FormatInt(int64(row), 10))
}
