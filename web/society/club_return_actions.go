package society

import (
	"context"
	"net/http"
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
		ref, err := returnRef(c)
		if err != nil {
			return err
		}
		if err := step(c.Request().Context(), s.Actor(c), ref); err != nil {
			return s.showReturn(c, err)
		}
		s.Flash(c, kit.KindSuccess, done)
		return kit.SeeOther(c, kit.ReturnURL(ref.Return))
	}
}

// returnWithdraw gives a list up and goes back to the club.
func (s *Desk) returnWithdraw(c echo.Context) error {
	ref, err := returnRef(c)
	if err != nil {
		return err
	}
	ctx, actor := c.Request().Context(), s.Actor(c)
	v, err := s.clubs.View(ctx, actor, ref.Return)
	if err != nil {
		return err
	}
	if err := s.clubs.Withdraw(ctx, actor, ref); err != nil {
		return s.showReturn(c, err)
	}
	s.Flash(c, kit.KindSuccess, "The list is withdrawn; nothing was registered.")
	return kit.SeeOther(c, kit.ClubDeskURL(v.Club.ID))
}

// returnReceived corrects the day on which the list was received.
func (s *Desk) returnReceived(c echo.Context) error {
	ref, err := returnRef(c)
	if err != nil {
		return err
	}
	if err := s.clubs.SetReceived(c.Request().Context(), s.Actor(c), ref, formDay(c, "received")); err != nil {
		return s.showReturn(c, err)
	}
	s.Flash(c, kit.KindSuccess, "The day is changed, and the terms with it.")
	return kit.SeeOther(c, kit.ReturnURL(ref.Return))
}

// WaivePage asks why a fee is not charged.
type WaivePage struct {
	kit.Page
	Facts  []kit.Fact
	Why    []RowNote
	Action string
	Field  kit.Field
	Hidden []kit.Hidden
	Back   string
}

var waiveView = kit.NewView[WaivePage](templates, "clubs/waive.html")

func (s *Desk) returnWaive(c echo.Context) error { return s.showWaive(c, nil) }

func (s *Desk) showWaive(c echo.Context, refused error) error {
	v, l, err := s.rowAt(c)
	if err != nil {
		return err
	}
	if l.Charge == 0 || !l.Row.Waiver.On.IsZero() {
		return apperr.New(apperr.NotFound, "There is no fee to waive here.")
	}
	back := kit.ReturnURL(v.Return.ID)
	page := WaivePage{
		Page: s.Page(
			c, "Waive a fee",
			s.clubCrumbs(c, kit.Crumb{
				Label: v.Club.Name, URL: kit.ClubDeskURL(v.Club.ID),
			}, kit.Crumb{Label: "List for " + v.Return.Year.String(), URL: back})...,
		),
		Facts: []kit.Fact{
			{Label: "Member", Value: rowName(l.Row.ListRow)}, {Label: "Club", Value: v.Club.Name},
			{Label: "Fee", Value: l.Charge.String()},
		},
		Action: back + "/rows/" + kit.IDText(l.Row.ID) + "/waive", Back: back + "#row-" + kit.IDText(l.Row.ID),
		Hidden: []kit.Hidden{kit.VersionField(v.Return.Version)},
	}
	for _, f := range l.Findings {
		page.Why = append(page.Why, RowNote{Kind: string(f.Level), Text: f.Text})
	}
	status := http.StatusOK
	switch {
	case refused == nil:
	case page.Invalid(refused):
		status = http.StatusUnprocessableEntity
	case page.Conflicting(refused):
		status = http.StatusConflict
	default:
		return refused
	}
	page.Field = page.Page.Field(kit.Field{
		Name: "reason", Label: "Reason", Hint: "Kept in the records. For example: pays through the Kāpiti club.",
		Value: kit.FormText(c, "reason"), Required: true,
	})
	return waiveView.Render(c, status, page)
}

func (s *Desk) returnWaiveSave(c echo.Context) error {
	ref, err := returnRef(c)
	if err != nil {
		return err
	}
	row, err := kit.PathID[clubs.RowID](c, "row")
	if err != nil {
		return err
	}
	if err := s.clubs.Waive(c.Request().Context(), s.Actor(c), ref, row, kit.FormText(c, "reason")); err != nil {
		return s.showWaive(c, err)
	}
	s.Flash(c, kit.KindSuccess, "The fee is waived.")
	return kit.SeeOther(c, kit.ReturnURL(ref.Return)+"#row-"+strconv.FormatInt(int64(row), 10))
}

func (s *Desk) returnCharge(c echo.Context) error {
	ref, err := returnRef(c)
	if err != nil {
		return err
	}
	row, err := kit.PathID[clubs.RowID](c, "row")
	if err != nil {
		return err
	}
	if err := s.clubs.Unwaive(c.Request().Context(), s.Actor(c), ref, row); err != nil {
		return s.showReturn(c, err)
	}
	s.Flash(c, kit.KindSuccess, "The fee is charged after all.")
	return kit.SeeOther(c, kit.ReturnURL(ref.Return)+"#row-"+strconv.FormatInt(int64(row), 10))
}
