package web

import (
	"bytes"
	"net/http"
	"slices"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/governance/meetings"
	"nzgs/internal/governance/postal"
)

// A postal vote on the motions of an EGM that is kept here: how it is begun from
// the meeting's page, and what comes along.

// postalNewOn begins the draft on what a meeting framed; of a meeting whose vote
// there is already, it leads to that.
func (s *Server) postalNewOn(c echo.Context, id postal.MeetingID) error {
	v, err := s.postal.OfMeeting(c.Request().Context(), s.actor(c), id)
	switch {
	case apperr.KindOf(err) == apperr.Invalid:
		return s.refusedAt(c, err, meetingURL(meetings.ID(id)))
	case err != nil:
		return err
	case v.ID != 0:
		return seeOther(c, postalURL(v.ID))
	}
	return s.showPostalDraft(c, http.StatusOK, postal.File{}, draftForm(v.Draft, v.ProposerName), nil)
}

// readFramed takes the motions from the meeting, whatever a form has.
func (s *Server) readFramed(c echo.Context, in postalDraftForm) (postalDraftForm, error) {
	v, err := s.postal.OfMeeting(c.Request().Context(), s.actor(c), in.Meeting)
	if err != nil {
		return in, err
	}
	in.Motions = v.Motions
	return s.readProposer(c, in)
}

// postalMinutesAdd puts the minutes of the meeting, as they are kept here, among
// the documents that go out (rule 5.9 a).
func (s *Server) postalMinutesAdd(c echo.Context) error {
	f, _, err := s.postalStep(c, postal.ActEdit)
	if err != nil {
		return err
	}
	ctx, actor := c.Request().Context(), s.actor(c)
	v, err := s.meetings.View(ctx, actor, meetings.ID(f.Meeting))
	if err != nil {
		return err
	}
	if v.Minutes.Text == "" {
		return s.refusedAt(c, apperr.New(apperr.Conflict, "The minutes are not written yet: make a draft of them on the meeting’s page first."), postalURL(f.ID, "edit"))
	}
	var pdf bytes.Buffer
	name, write := s.minutesOf(v)
	if err := write(&pdf); err != nil {
		return err
	}
	_, err = s.postal.AddDocument(ctx, actor, f.ID, postal.Document{
		Name: name + ".pdf", MediaType: mediaTypes[".pdf"], Minutes: true, Content: pdf.Bytes(),
	})
	if err != nil {
		return s.refusedAt(c, err, postalURL(f.ID, "edit"))
	}
	s.flash(c, KindSuccess, "The minutes go out with the papers.")
	return seeOther(c, postalURL(f.ID, "edit"))
}

// voteFact leads from an EGM to the postal vote on its motions, if the actor may
// see one.
func (s *Server) voteFact(c echo.Context, m meetings.Meeting) (*Fact, error) {
	if m.Kind != meetings.EGM {
		return nil, nil
	}
	list, err := s.postal.Votes(c.Request().Context(), s.actor(c))
	if err != nil {
		return nil, err
	}
	i := slices.IndexFunc(list, func(v postal.Summary) bool { return v.Meeting == postal.MeetingID(m.ID) })
	if i < 0 {
		return nil, nil
	}
	return &Fact{Label: "Postal vote", Value: list[i].State.Label(), URL: postalURL(list[i].ID)}, nil
}

// voteToDraft is what comes after an EGM that framed motions, for whoever
// prepares its postal vote.
func voteToDraft(v meetings.View) NextStep {
	step := NextStep{Kind: KindInfo, Title: "Prepare the postal vote", Text: "The motions that the meeting framed go to all members (rule 5.9).",
		Link: &Link{Label: "Draft the postal vote", URL: postalPath + "/new?meeting=" + idText(v.Meeting.ID)}}
	for _, d := range v.Deadlines {
		if d.What == constitution.DutyDespatch {
			step.Text = "The motions that the meeting framed go to all members by " + d.By.Long() + " (rule 5.9)."
		}
	}
	return step
}

// hasFramed reports whether a meeting sends motions to a postal vote.
func hasFramed(v meetings.View) bool {
	return slices.ContainsFunc(v.Motions, func(m meetings.Motion) bool { return m.State == meetings.Framed })
}
