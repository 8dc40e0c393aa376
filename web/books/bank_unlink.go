package books

import (
	"slices"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/booking"
	"nzgs/web/kit"
)

// lineLink is that a line of the bank was said to be an entry which was there already.
type lineLink struct {
	booking.LineFile
	as booking.BookedAs
}

// unlinkLine undoes that a line is an entry which was there already.
func (s *Desk) unlinkLine() kit.Form[lineLink] {
	return kit.Form[lineLink]{
		Site: s.Site,
		Load: func(c echo.Context) (lineLink, error) {
			var l lineLink
			id, err := kit.PathID[booking.LineID](c, "line")
			if err != nil {
				return l, err
			}
			part, err := kit.PathID[int64](c, "part")
			if err != nil {
				return l, err
			}
			if l.LineFile, err = s.booking.LineByID(c.Request().Context(), s.Actor(c), id); err != nil {
				return l, err
			}
			at := slices.IndexFunc(l.As, func(b booking.BookedAs) bool { return b.Part == part && b.Linked() })
			if at < 0 {
				return l, apperr.New(apperr.NotFound, "This line is not linked to an entry.")
			}
			l.as = l.As[at]
			return l, nil
		},
		Version: func(l lineLink) int64 { return l.Version },
		Show: func(c echo.Context, p *kit.FormPage, l lineLink) error {
			p.Page = s.Page(c, "Undo the link", treasurerCrumb, bankCrumb, kit.Crumb{Label: l.Day.Long(), URL: lineURL(l.ID)})
			p.Action, p.Submit = lineURL(l.ID)+"/links/"+kit.IDText(l.as.Part), "Undo the link"
			p.Back = lineURL(l.ID)
			p.Say("The line waits to be booked again. The entry stays in the journal as it is: if it is wrong too, reverse it there.")
			p.Facts = []kit.Fact{
				{Label: "Line", Value: l.Day.Long() + ", " + l.Payee + ", " + l.Amount.String()},
				{Label: "Entry", Value: l.as.Number + ": " + l.as.Text},
			}
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, l lineLink) (kit.Done, error) {
			return kit.Done{To: lineURL(l.ID), Message: "The line waits to be booked."},
				s.booking.Unlink(c.Request().Context(), s.Actor(c), l.ID, in.Version(), l.as.Part)
		},
	}
}
