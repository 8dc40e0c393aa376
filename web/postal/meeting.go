package postal

import (
	"bytes"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/governance/meetings"
	"nzgs/internal/governance/postal"
	"nzgs/web/kit"
)

// A postal vote on the motions of an EGM that is kept here: how it is begun from
// the meeting's page, and what comes along.

// newVote begins a draft, of a meeting on what it framed; of a meeting whose
// vote there is already, it leads to that.
func (s *Desk) newVote(start kit.Form[postal.File]) echo.HandlerFunc {
	return func(c echo.Context) error {
		if id := kit.QueryID[postal.MeetingID](c, "meeting"); id != 0 {
			v, err := s.postal.OfMeeting(c.Request().Context(), s.Actor(c), id)
			switch {
			case apperr.KindOf(err) == apperr.Invalid:
				return s.RefusedAt(c, err, kit.MeetingURL(meetings.ID(id)))
			case err == nil && v.ID != 0:
				return kit.SeeOther(c, kit.PostalURL(v.ID))
			}
		}
		return start.Get(c)
	}
}

// minutesAdd puts the minutes of the meeting, as they are kept here, among
// the documents that go out (rule 5.9 a).
func (s *Desk) minutesAdd(c echo.Context) error {
	f, _, err := s.loadStep(c, postal.ActEdit)
	if err != nil {
		return err
	}
	ctx, actor := c.Request().Context(), s.Actor(c)
	v, err := s.meetings.View(ctx, actor, meetings.ID(f.Meeting))
	if err != nil {
		return err
	}
	if v.Minutes.Text == "" {
		return s.RefusedAt(
			c, apperr.New(apperr.Conflict, "The minutes are not written yet. Make a draft on the meeting’s page first."),
			kit.PostalURL(f.ID, "edit"),
		)
	}
	var pdf bytes.Buffer
	name, write := s.minutesOf(v)
	if err := write(&pdf); err != nil {
		return err
	}
	_, err = s.postal.AddDocument(ctx, actor, f.ID, postal.Document{
		Name: name, MediaType: "application/pdf", Minutes: true, Content: pdf.Bytes(),
	})
	if err != nil {
		return s.RefusedAt(c, err, kit.PostalURL(f.ID, "edit"))
	}
	s.Flash(c, kit.KindSuccess, "The minutes will go out with the papers.")
	return kit.SeeOther(c, kit.PostalURL(f.ID, "edit"))
}
