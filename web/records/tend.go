package records

import (
	"slices"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/results"
	"nzgs/web/kit"
)

// standingText says of a record that not everybody sees how it stands, and why.
func standingText(r results.Record) string {
	switch r.Standing {
	case results.RecordWaiting:
		text := "This record was sent by the card of the table and is waiting to be accepted. Only the two players, signed in, " +
			"the director, the referee and the administrator see it."
		switch {
		case r.BlackAccepts:
			text += " Black has accepted it."
		case r.WhiteAccepts:
			text += " White has accepted it."
		}
		return text
	case results.RecordHidden:
		return "This record is hidden. Hidden by " + r.StandingBy + " on " + r.StandingAt.Long() + ": " + r.StandingWhy
	}
	return ""
}

// tend offers what the reader may do about the record.
func (p *PublicPage) tend(r results.SeenRecord, typed *kit.Filling) {
	p.Standing = standingText(r.Record)
	here, may := kit.RecordURL(r.ID), r.May(r.Viewer)
	if slices.Contains(may, results.AcceptRecord) {
		p.Accept = p.Button("accept", here+"/accept", "Accept the record")
	}
	if slices.Contains(may, results.ShowRecord) {
		p.Show = p.Button("show", here+"/show", "Show it to everyone")
	}
	for _, act := range []struct {
		act                          results.RecordAct
		title, submit, kind, explain string
	}{
		{
			results.HideRecord, "Hide this record", "Hide the record", "secondary",
			"Only the director, the referee and the administrator see it then. It can be shown again.",
		},
		{
			results.RemoveRecord, "Remove this record", "Remove the record", "danger",
			"Its file is deleted and cannot be brought back. The log keeps its SHA-256 and your reason.",
		},
	} {
		if !slices.Contains(may, act.act) {
			continue
		}
		name := string(act.act)
		in := kit.NewFilling()
		if typed != nil && typed.Sends(name) {
			in = typed
		}
		field := kit.Field{
			ID: "reason-" + name, Name: "reason", Label: "Reason", Required: true, MaxLength: 500, Hint: act.explain,
		}
		if in == typed {
			field = in.Field(&p.Page, field)
		}
		p.Tend = append(p.Tend, &kit.SmallForm{
			FormKey: p.Form(name), ID: name, Title: act.title, Action: here + "/" + name, Submit: act.submit, Kind: act.kind,
			Hidden: []kit.Hidden{{Name: name, Value: "yes"}}, Fields: []kit.Field{field},
		})
	}
}

// tendRecord takes what somebody does about a record.
func (s *Desk) tendRecord(act results.RecordAct, done string) echo.HandlerFunc {
	return func(c echo.Context) error {
		id, err := kit.PathID[results.RecordID](c, "id")
		if err != nil {
			return err
		}
		in, err := kit.Sent(c)
		if err != nil {
			return err
		}
		err = in.Refusal(s.results.Tend(c.Request().Context(), s.Actor(c), id, act, in.Text("reason")))
		if kind := apperr.KindOf(err); kind == apperr.Invalid || kind == apperr.Conflict {
			return s.showPublic(c, in, err)
		}
		if err != nil {
			return err
		}
		s.Flash(c, kit.KindSuccess, done)
		if act == results.RemoveRecord {
			return kit.SeeOther(c, "/")
		}
		return kit.SeeOther(c, kit.RecordURL(id))
	}
}
