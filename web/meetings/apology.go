package meetings

import (
	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/governance/meetings"
	"nzgs/web/kit"
)

// Apologies are on a meeting's page: one's own, and for the officers everyone's.
type Apologies struct {
	Own    *kit.PostButton // sends or withdraws one's own
	Sent   bool
	Rows   []ApologyRow
	Add    *kit.SmallForm
	Adding bool // one was refused
}

// ApologyRow is somebody who sent apologies.
type ApologyRow struct {
	Name, By string
	Clear    *kit.PostButton
}

// apologiesOf puts the apologies on the page; nil where there are none and none can
// be sent.
func apologiesOf(p *kit.Page, in *kit.Filling, v meetings.View) *Apologies {
	url := kit.MeetingURL(v.Meeting.ID, "apologies")
	out := &Apologies{Sent: v.Own.Sent}
	if v.Own.May {
		do, label := "send", "I cannot come: send my apologies"
		if v.Own.Sent {
			do, label = "clear", "I can come after all"
		}
		out.Own = p.Button("apology-own", url, label, kit.Hidden{Name: "do", Value: do})
		out.Own.Kind = "secondary"
	}
	for _, a := range v.Apologies {
		row := ApologyRow{Name: a.Name, By: "recorded by " + a.By}
		if v.May.Apologies {
			row.Clear = p.Button(
				"apology"+kit.IDText(a.Person), url, "Remove", kit.Hidden{Name: "do", Value: "clear"},
				kit.Hidden{Name: "person", Value: kit.IDText(a.Person)},
			)
			row.Clear.Kind, row.Clear.Small, row.Clear.For = "quiet", "small", a.Name
		}
		out.Rows = append(out.Rows, row)
	}
	if v.May.Apologies {
		out.Add = &kit.SmallForm{
			FormKey: p.Form("apology"), Action: url, Hidden: []kit.Hidden{{Name: "do", Value: "send"}},
			Fields: []kit.Field{in.Field(p, kit.PersonField("apology", "Who sent apologies", "Name or member number."))},
			Submit: "Record the apologies", Kind: "secondary",
		}
		out.Adding = p.ErrorOn("apology") != ""
	}
	if out.Own == nil && out.Add == nil && len(out.Rows) == 0 {
		return nil
	}
	return out
}

// apologySend records apologies, one's own or, for the officers, another's, or
// withdraws them.
func (s *Desk) apologySend(c echo.Context) error {
	id, err := kit.PathID[meetings.ID](c, "id")
	if err != nil {
		return err
	}
	in, err := kit.Sent(c)
	if err != nil {
		return err
	}
	ctx, actor, here := c.Request().Context(), s.Actor(c), kit.MeetingURL(id)+"#apologies"
	person := kit.Chosen[meetings.PersonID](in, "person")
	switch {
	case in.Sends("apology"):
		return s.apologyFor(c, in, id)
	case person == 0:
		person = actor.Person
	}
	done := "The apologies are recorded."
	switch in.Text("do") {
	case "send":
		err = s.meetings.Apologise(ctx, actor, id, person)
	case "clear":
		err, done = s.meetings.ClearApology(ctx, actor, id, person), "The apologies are withdrawn."
	default:
		err = apperr.New(apperr.Invalid, "Use the buttons on the page.")
	}
	if err != nil {
		return s.RefusedAt(c, err, here)
	}
	s.Flash(c, kit.KindSuccess, done)
	return kit.SeeOther(c, here)
}

// apologyFor records the apologies of whoever is named in the form.
func (s *Desk) apologyFor(c echo.Context, in *kit.Filling, id meetings.ID) error {
	v, err := s.meetingView(c)
	if err != nil {
		return err
	}
	among, err := s.entitledAt(c, id)
	if err != nil {
		return err
	}
	person := in.Person("apology", among)
	if in.Text("apology") == "" {
		in.Problem("apology", "Enter who sent apologies.")
	}
	err = s.meetings.Apologise(c.Request().Context(), s.Actor(c), id, person)
	if err := in.Refusal(err); err != nil {
		return s.showMeeting(c, in, v, err)
	}
	s.Flash(c, kit.KindSuccess, "The apologies are recorded.")
	return kit.SeeOther(c, kit.MeetingURL(id)+"#apologies")
}
