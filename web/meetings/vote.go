package meetings

import (
	"slices"

	"github.com/labstack/echo/v4"

	"nzgs/internal/governance/constitution"
	"nzgs/internal/governance/meetings"
	"nzgs/internal/governance/postal"
	"nzgs/web/kit"
)

// voteFact leads from an EGM to the postal vote on its motions, if the actor may
// see one.
func (s *Desk) voteFact(c echo.Context, m meetings.Meeting) (*kit.Fact, error) {
	if m.Kind != meetings.EGM {
		return nil, nil
	}
	list, err := s.postal.Votes(c.Request().Context(), s.Actor(c))
	if err != nil {
		return nil, err
	}
	i := slices.IndexFunc(list, func(v postal.Summary) bool { return v.Meeting == postal.MeetingID(m.ID) })
	if i < 0 {
		return nil, nil
	}
	return &kit.Fact{Label: "Postal vote", Value: list[i].State.Label(), URL: kit.PostalURL(list[i].ID)}, nil
}

// voteToDraft is what comes after an EGM that framed motions, for whoever
// prepares its postal vote.
func voteToDraft(v meetings.View) kit.NextStep {
	step := kit.NextStep{Kind: kit.KindInfo, Title: "Prepare the postal vote", Text: "The motions that the meeting " +
		"framed go to all members (rule 5.9).",
		Link: &kit.Link{Label: "Draft the postal vote", URL: kit.PostalPath + "/new?meeting=" + kit.IDText(v.Meeting.ID)}}
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
