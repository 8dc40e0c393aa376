package web

import (
	"context"
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/clubs"
)

// returnStep moves a return on or back.
type returnStep func(ctx context.Context, actor auth.Actor, ref clubs.Ref) error

// returnChange carries a step out that needs no more than a button.
func (s *Server) returnChange(step returnStep, done string) echo.HandlerFunc {
	return func(c echo.Context) error {
		ref, err := returnRef(c)
		if err != nil {
			return err
		}
		if err := step(c.Request().Context(), s.actor(c), ref); err != nil {
			return s.showReturn(c, err)
		}
		s.flash(c, KindSuccess, done)
		return seeOther(c, returnURL(ref.Return))
	}
}

// returnWithdraw gives a list up and goes back to the club.
func (s *Server) returnWithdraw(c echo.Context) error {
	ref, err := returnRef(c)
	if err != nil {
		return err
	}
	ctx, actor := c.Request().Context(), s.actor(c)
	v, err := s.clubs.View(ctx, actor, ref.Return)
	if err != nil {
		return err
	}
	if err := s.clubs.Withdraw(ctx, actor, ref); err != nil {
		return s.showReturn(c, err)
	}
	s.flash(c, KindSuccess, "The list is withdrawn; nothing was registered.")
	return seeOther(c, clubDeskURL(v.Club.ID))
}

// returnReceived corrects the day on which the list was received.
func (s *Server) returnReceived(c echo.Context) error {
	ref, err := returnRef(c)
	if err != nil {
		return err
	}
	if err := s.clubs.SetReceived(c.Request().Context(), s.actor(c), ref, formDay(c, "received")); err != nil {
		return s.showReturn(c, err)
	}
	s.flash(c, KindSuccess, "The day is changed; the terms follow it.")
	return seeOther(c, returnURL(ref.Return))
}

// WaivePage asks why a fee is not charged.
type WaivePage struct {
	Page
	Facts  []Fact
	Why    []RowNote
	Action string
	Field  Field
	Hidden []Hidden
	Back   string
}

var waiveView = newView[WaivePage]("clubs/waive.html")

func (s *Server) returnWaive(c echo.Context) error { return s.showWaive(c, nil) }

func (s *Server) showWaive(c echo.Context, refused error) error {
	v, l, err := s.rowAt(c)
	if err != nil {
		return err
	}
	if l.Charge == 0 || !l.Row.Waiver.On.IsZero() {
		return apperr.New(apperr.NotFound, "There is no fee to waive here.")
	}
	back := returnURL(v.Return.ID)
	page := WaivePage{
		Page:   s.page(c, "Waive a fee", s.clubCrumbs(c, Crumb{v.Club.Name, clubDeskURL(v.Club.ID)}, Crumb{"List for " + v.Return.Year.String(), back})...),
		Facts:  []Fact{{Label: "Member", Value: rowName(l.Row.ListRow)}, {Label: "Club", Value: v.Club.Name}, {Label: "Fee", Value: l.Charge.String()}},
		Action: back + "/rows/" + idText(l.Row.ID) + "/waive", Back: back + "#row-" + idText(l.Row.ID), Hidden: []Hidden{version(v.Return.Version)},
	}
	for _, f := range l.Findings {
		page.Why = append(page.Why, RowNote{Kind: string(f.Level), Text: f.Text})
	}
	status := http.StatusOK
	switch {
	case refused == nil:
	case page.invalid(refused):
		status = http.StatusUnprocessableEntity
	case page.conflicting(refused):
		status = http.StatusConflict
	default:
		return refused
	}
	page.Field = page.Page.field(Field{Name: "reason", Label: "Reason", Hint: "It stands in the records, such as: pays through the Kāpiti club.", Value: formText(c, "reason"), Required: true})
	return waiveView.render(c, status, page)
}

func (s *Server) returnWaiveSave(c echo.Context) error {
	ref, err := returnRef(c)
	if err != nil {
		return err
	}
	row, err := pathID[clubs.RowID](c, "row")
	if err != nil {
		return err
	}
	if err := s.clubs.Waive(c.Request().Context(), s.actor(c), ref, row, formText(c, "reason")); err != nil {
		return s.showWaive(c, err)
	}
	s.flash(c, KindSuccess, "The fee is waived.")
	return seeOther(c, returnURL(ref.Return)+"#row-"+strconv.FormatInt(int64(row), 10))
}

func (s *Server) returnCharge(c echo.Context) error {
	ref, err := returnRef(c)
	if err != nil {
		return err
	}
	row, err := pathID[clubs.RowID](c, "row")
	if err != nil {
		return err
	}
	if err := s.clubs.Unwaive(c.Request().Context(), s.actor(c), ref, row); err != nil {
		return s.showReturn(c, err)
	}
	s.flash(c, KindSuccess, "The fee is charged after all.")
	return seeOther(c, returnURL(ref.Return)+"#row-"+strconv.FormatInt(int64(row), 10))
}
