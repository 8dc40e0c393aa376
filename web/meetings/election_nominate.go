package meetings

import (
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/governance/elections"
	"nzgs/internal/governance/meetings"
	"nzgs/internal/members"
	"nzgs/web/kit"
)

func (s *Desk) nominationNew(c echo.Context) error { return s.showNomination(c, nil) }

func (s *Desk) showNomination(c echo.Context, refused error) error {
	v, err := s.electionOf(c)
	if err != nil {
		return err
	}
	if err := errNotElections(v.May.Nominate); err != nil {
		return err
	}
	page := MeetingFormPage{
		Page: s.electionPage(c, v.Meeting, "Nomination: "+v.Post.Title(), electionCrumb(v.Election)),
		Intro: kit.CiteRules(
			"A nomination must reach the secretary before the AGM, in writing, signed by the proposer, the seconder and the " +
				"candidate: three different members (rule 4.13).",
		),
		Action: kit.ElectionURL(v.ID, "nominate"), Hidden: []kit.Hidden{kit.VersionField(v.Version)},
		Submit: "Enter the nomination", Back: kit.ElectionURL(v.ID),
	}
	return page.show(c, refused, func(p *kit.Page) []kit.FieldGroup { return nominationFields(p, c, v) })
}

func nominationFields(p *kit.Page, c echo.Context, v elections.View) []kit.FieldGroup {
	person := func(name, label string) []kit.Field {
		return []kit.Field{
			personField(p, c, name, label, "Name as in the register, or member number.", meetings.Someone{}),
			p.Field(kit.Field{
				Name: name + "_signed", Label: "Has signed", Type: "checkbox", Checked: kit.FormText(c, name+"_signed") != "",
			}),
		}
	}
	received := []kit.Field{
		p.Field(kit.Field{
			Name: "received", Label: "Received by the secretary on", Type: "date", Value: kit.FormText(c, "received"),
			Width: "medium", Hint: "Before the AGM of " + v.Meeting.Date.Long() + ".",
		}),
	}
	if p.ErrorOn("before_meeting") != "" || kit.FormText(c, "before_meeting") != "" {
		received = append(
			received,
			p.Field(kit.Field{
				Name: "before_meeting", Label: "It was received before the meeting began", Type: "checkbox",
				Checked: kit.FormText(c, "before_meeting") != "",
			}),
		)
	}
	return []kit.FieldGroup{
		{
			Legend: "Who signs",
			Rows: [][]kit.Field{
				person("candidate", "Candidate"), person("proposer", "Proposer"), person("seconder", "Seconder"),
			},
		},
		{Legend: "When", Fields: received},
	}
}

func (s *Desk) nominationSave(c echo.Context) error {
	v, err := s.electionOf(c)
	if err != nil {
		return err
	}
	if err := errNotElections(v.May.Nominate); err != nil {
		return err
	}
	var f apperr.Fields
	in := elections.NominationInput{Election: v.ID, Version: kit.FormVersion(c)}
	for _, one := range []struct {
		name   string
		who    *auth.PersonID
		signed *elections.Signature
	}{
		{"candidate", &in.Candidate, &in.CandidateSigned}, {"proposer", &in.Proposer, &in.ProposerSigned},
		{"seconder", &in.Seconder, &in.SeconderSigned},
	} {
		if *one.who, err = s.registered(c, &f, one.name); err != nil {
			return err
		}
		if kit.FormText(c, one.name+"_signed") != "" {
			*one.signed = elections.Signed
		}
	}
	in.Received = meetingDay(c, &f, "received")
	if in.Received.IsZero() && !f.Has("received") {
		f.Add("received", "Enter the day on which the secretary received the nomination (rule 4.13).")
	}
	if kit.FormText(c, "before_meeting") != "" {
		in.Before = elections.BeforeMeeting
	}
	if err = f.Err(); err == nil {
		err = s.elections.Nominate(c.Request().Context(), s.Actor(c), in)
	}
	if err != nil {
		return s.showNomination(c, err)
	}
	s.Flash(c, kit.KindSuccess, "The nomination is entered.")
	return kit.SeeOther(c, kit.ElectionURL(v.ID))
}

// registered finds the person of the register whom a field names by number, by
// name, or by both as a form shows them; who is not found, or who may be
// several, is a problem of the field.
func (s *Desk) registered(c echo.Context, f *apperr.Fields, name string) (auth.PersonID, error) {
	typed := kit.FormText(c, name)
	if typed == "" {
		f.Add(name, "Enter the %s: name or member number.", name)
		return 0, nil
	}
	ctx, actor := c.Request().Context(), s.Actor(c)
	if id := numberIn(typed); id != 0 {
		one, err := s.Auth.Person(ctx, actor, id)
		if err == nil {
			return one.Person, nil
		}
		if apperr.KindOf(err) != apperr.NotFound {
			return 0, err
		}
	}
	found, err := s.Auth.FindPeople(ctx, actor, members.Fold(typed), kit.FoundPeople)
	if err != nil {
		return 0, err
	}
	among := make([]meetings.Someone, len(found))
	for i, one := range found {
		among[i] = meetings.Someone{Person: one.Person, Name: one.Name.String()}
	}
	one, problem := whoIsNamed(typed, among)
	if problem != "" {
		f.Add(name, "%s", problem)
	}
	return one.Person, nil
}

// numberIn is the member number in "17" or "Mei Lin (17)", else 0.
func numberIn(typed string) auth.PersonID {
	if open := strings.LastIndexByte(typed, '('); open >= 0 && strings.HasSuffix(typed, ")") {
		typed = typed[open+1 : len(typed)-1]
	}
	n, err := strconv.ParseInt(typed, 10, 64)
	if err != nil || n < 1 {
		return 0
	}
	return auth.PersonID(n)
}

// standAgain enters a sitting officer, who needs no nomination.
func (s *Desk) standAgain(c echo.Context) error {
	v, err := s.electionOf(c)
	if err != nil {
		return err
	}
	in := elections.NominationInput{
		Election: v.ID, Version: kit.FormVersion(c), Candidate: kit.FormID[auth.PersonID](c, "candidate"),
	}
	if err := s.elections.Nominate(c.Request().Context(), s.Actor(c), in); err != nil {
		return s.showElection(c, v, err)
	}
	s.Flash(c, kit.KindSuccess, "The sitting officer is standing again.")
	return kit.SeeOther(c, kit.ElectionURL(v.ID))
}

func (s *Desk) candidateWithdraw(c echo.Context) error { return s.showWithdraw(c, nil) }

func (s *Desk) showWithdraw(c echo.Context, refused error) error {
	v, one, err := s.candidateOf(c)
	if err != nil {
		return err
	}
	page := MeetingFormPage{
		Page: s.electionPage(c, v.Meeting, "Withdrawal of "+one.Person.Name, electionCrumb(v.Election)),
		Intro: kit.CiteRules(
			"Someone who withdraws is no longer standing for this post. They may be nominated again before the AGM.",
		),
		Action: kit.ElectionURL(v.ID, "candidates", kit.IDText(one.ID), "withdraw"),
		Hidden: []kit.Hidden{kit.VersionField(v.Version)},
		Submit: "Record the withdrawal", Danger: true, Back: kit.ElectionURL(v.ID),
	}
	page.Shape = kit.ShapeNarrow
	return page.show(c, refused, func(p *kit.Page) []kit.FieldGroup {
		return []kit.FieldGroup{{Legend: "How", Fields: []kit.Field{
			p.Field(kit.Field{
				Name: "reason", Label: "How they said so",
				Hint: "For example by letter, or at the meeting. You can leave this empty.", Value: kit.FormText(c, "reason"),
				MaxLength: 500,
			}),
		}}}
	})
}

// candidateOf reads the candidate of the address, who can still be withdrawn.
func (s *Desk) candidateOf(c echo.Context) (elections.View, elections.Candidate, error) {
	v, err := s.electionOf(c)
	if err != nil {
		return v, elections.Candidate{}, err
	}
	id, err := kit.PathID[elections.CandidateID](c, "candidate")
	if err != nil {
		return v, elections.Candidate{}, err
	}
	if err := errNotElections(v.May.Withdraw); err != nil {
		return v, elections.Candidate{}, err
	}
	for _, one := range v.Candidates {
		if one.ID == id {
			return v, one, nil
		}
	}
	return v, elections.Candidate{}, apperr.New(apperr.NotFound, "Candidate not found in this election.")
}

func (s *Desk) candidateWithdrawSave(c echo.Context) error {
	v, one, err := s.candidateOf(c)
	if err != nil {
		return err
	}
	in := elections.WithdrawInput{
		Election: v.ID, Version: kit.FormVersion(c), Candidate: one.ID, Reason: kit.FormText(c, "reason"),
	}
	if err := s.elections.Withdraw(c.Request().Context(), s.Actor(c), in); err != nil {
		return s.showWithdraw(c, err)
	}
	s.Flash(c, kit.KindSuccess, one.Person.Name+" is no longer standing.")
	return kit.SeeOther(c, kit.ElectionURL(v.ID))
}

func (s *Desk) electionSeats(c echo.Context) error { return s.showSeats(c, nil) }

func (s *Desk) showSeats(c echo.Context, refused error) error {
	v, err := s.electionOf(c)
	if err != nil {
		return err
	}
	if err := errNotElections(v.May.Nominate); err != nil {
		return err
	}
	if v.Post != elections.Ordinary {
		return apperr.New(apperr.NotFound, "Each office has one holder; only the ordinary members have seats.")
	}
	page := MeetingFormPage{
		Page: s.electionPage(c, v.Meeting, "Number of ordinary members", electionCrumb(v.Election)),
		Intro: kit.CiteRules(
			"The committee has " + kit.Plural(
				v.Limits.OrdinarySeats, "ordinary member", "ordinary members",
			) + " (rule 3.2). The meeting may decide on more; record its decision here.",
		),
		Action: kit.ElectionURL(v.ID, "seats"), Hidden: []kit.Hidden{kit.VersionField(v.Version)},
		Submit: "Save the number", Back: kit.ElectionURL(v.ID),
	}
	page.Shape = kit.ShapeNarrow
	seats, decision := strconv.Itoa(v.Seats), v.Decision
	if refused != nil {
		seats, decision = kit.FormText(c, "seats"), kit.FormText(c, "decision")
	}
	return page.show(c, refused, func(p *kit.Page) []kit.FieldGroup {
		return []kit.FieldGroup{{Legend: "Seats", Fields: []kit.Field{
			p.Field(kit.Field{
				Name: "seats", Label: "How many", Type: "number", InputMode: "numeric", Min: "1", Width: "short", Value: seats,
				Required: true,
			}),
			p.Field(kit.Field{
				Name: "decision", Label: "The meeting’s decision",
				Hint: "As in the minutes. Only for more than " + strconv.Itoa(v.Limits.OrdinarySeats) + ".", Type: "textarea",
				Rows: 3, Value: decision, MaxLength: 500,
			}),
		}}}
	})
}

func (s *Desk) electionSeatsSave(c echo.Context) error {
	v, err := s.electionOf(c)
	if err != nil {
		return err
	}
	var f apperr.Fields
	in := elections.SeatsInput{
		Election: v.ID, Version: kit.FormVersion(c), Seats: formFigure(c, &f, "seats", "Seats"),
		Decision: kit.FormText(c, "decision"),
	}
	if err = f.Err(); err == nil {
		err = s.elections.SetSeats(c.Request().Context(), s.Actor(c), in)
	}
	if err != nil {
		return s.showSeats(c, err)
	}
	s.Flash(c, kit.KindSuccess, "The number of seats was saved.")
	return kit.SeeOther(c, kit.ElectionURL(v.ID))
}
