package web

import (
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/governance/elections"
	"nzgs/internal/governance/meetings"
	"nzgs/internal/members"
)

func (s *Server) nominationNew(c echo.Context) error { return s.showNomination(c, nil) }

func (s *Server) showNomination(c echo.Context, refused error) error {
	v, err := s.electionOf(c)
	if err != nil {
		return err
	}
	if err := errNotElections(v.May.Nominate); err != nil {
		return err
	}
	page := MeetingFormPage{
		Page:   s.electionPage(c, v.Meeting, "Nomination: "+v.Post.Title(), electionCrumb(v.Election)),
		Intro:  ruleText("A nomination reaches the secretary before the AGM, in writing, with the signatures of proposer, seconder and candidate: three different members (rule 4.13)."),
		Action: electionURL(v.ID, "nominate"), Hidden: []Hidden{version(v.Version)}, Submit: "Enter the nomination", Back: electionURL(v.ID),
	}
	return page.show(c, refused, func(p *Page) []FieldGroup { return nominationFields(p, c, v) })
}

func nominationFields(p *Page, c echo.Context, v elections.View) []FieldGroup {
	person := func(name, label string) []Field {
		return []Field{
			personField(p, c, name, label, "Name as in the register, or member number.", meetings.Someone{}),
			p.field(Field{Name: name + "_signed", Label: "Has signed", Type: "checkbox", Checked: formText(c, name+"_signed") != ""}),
		}
	}
	received := []Field{p.field(Field{Name: "received", Label: "Received by the secretary on", Type: "date", Value: formText(c, "received"), Width: "medium", Hint: "Before the AGM of " + v.Meeting.Date.Long() + "."})}
	if p.errorOn("before_meeting") != "" || formText(c, "before_meeting") != "" {
		received = append(received, p.field(Field{Name: "before_meeting", Label: "It was received before the meeting began", Type: "checkbox", Checked: formText(c, "before_meeting") != ""}))
	}
	return []FieldGroup{
		{Legend: "Who signs", Rows: [][]Field{person("candidate", "Candidate"), person("proposer", "Proposer"), person("seconder", "Seconder")}},
		{Legend: "When", Fields: received},
	}
}

func (s *Server) nominationSave(c echo.Context) error {
	v, err := s.electionOf(c)
	if err != nil {
		return err
	}
	if err := errNotElections(v.May.Nominate); err != nil {
		return err
	}
	var f apperr.Fields
	in := elections.NominationInput{Election: v.ID, Version: formVersion(c)}
	for _, one := range []struct {
		name   string
		who    *auth.PersonID
		signed *elections.Signature
	}{{"candidate", &in.Candidate, &in.CandidateSigned}, {"proposer", &in.Proposer, &in.ProposerSigned}, {"seconder", &in.Seconder, &in.SeconderSigned}} {
		if *one.who, err = s.registered(c, &f, one.name); err != nil {
			return err
		}
		if formText(c, one.name+"_signed") != "" {
			*one.signed = elections.Signed
		}
	}
	in.Received = meetingDay(c, &f, "received")
	if in.Received.IsZero() && !f.Has("received") {
		f.Add("received", "Enter the day on which the secretary received the nomination (rule 4.13).")
	}
	if formText(c, "before_meeting") != "" {
		in.Before = elections.BeforeMeeting
	}
	if err = f.Err(); err == nil {
		err = s.elections.Nominate(c.Request().Context(), s.actor(c), in)
	}
	if err != nil {
		return s.showNomination(c, err)
	}
	s.flash(c, KindSuccess, "The nomination is entered.")
	return seeOther(c, electionURL(v.ID))
}

// registered finds the person of the register whom a field names by number, by
// name, or by both as a form shows them; who is not found, or who may be
// several, is a problem of the field.
func (s *Server) registered(c echo.Context, f *apperr.Fields, name string) (auth.PersonID, error) {
	typed := formText(c, name)
	if typed == "" {
		f.Add(name, "Enter the %s: name or member number.", name)
		return 0, nil
	}
	ctx, actor := c.Request().Context(), s.actor(c)
	if id := numberIn(typed); id != 0 {
		one, err := s.auth.Person(ctx, actor, id)
		if err == nil {
			return one.Person, nil
		}
		if apperr.KindOf(err) != apperr.NotFound {
			return 0, err
		}
	}
	found, err := s.auth.FindPeople(ctx, actor, members.Fold(typed), foundPeople)
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
func (s *Server) standAgain(c echo.Context) error {
	v, err := s.electionOf(c)
	if err != nil {
		return err
	}
	in := elections.NominationInput{Election: v.ID, Version: formVersion(c), Candidate: formID[auth.PersonID](c, "candidate")}
	if err := s.elections.Nominate(c.Request().Context(), s.actor(c), in); err != nil {
		return s.showElection(c, v, err)
	}
	s.flash(c, KindSuccess, "The sitting officer stands again.")
	return seeOther(c, electionURL(v.ID))
}

func (s *Server) candidateWithdraw(c echo.Context) error { return s.showWithdraw(c, nil) }

func (s *Server) showWithdraw(c echo.Context, refused error) error {
	v, one, err := s.candidateOf(c)
	if err != nil {
		return err
	}
	page := MeetingFormPage{
		Page:   s.electionPage(c, v.Meeting, "Withdrawal of "+one.Person.Name, electionCrumb(v.Election)),
		Intro:  ruleText("Who withdraws no longer stands for this post. They may be nominated again before the AGM."),
		Action: electionURL(v.ID, "candidates", idText(one.ID), "withdraw"), Hidden: []Hidden{version(v.Version)},
		Submit: "Record the withdrawal", Danger: true, Back: electionURL(v.ID),
	}
	page.Shape = ShapeNarrow
	return page.show(c, refused, func(p *Page) []FieldGroup {
		return []FieldGroup{{Legend: "How", Fields: []Field{
			p.field(Field{Name: "reason", Label: "How they said so", Hint: "By letter, at the meeting. It may stay empty.", Value: formText(c, "reason"), MaxLength: 500}),
		}}}
	})
}

// candidateOf reads the candidate of the address, who can still be withdrawn.
func (s *Server) candidateOf(c echo.Context) (elections.View, elections.Candidate, error) {
	v, err := s.electionOf(c)
	if err != nil {
		return v, elections.Candidate{}, err
	}
	id, err := pathID[elections.CandidateID](c, "candidate")
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
	return v, elections.Candidate{}, apperr.New(apperr.NotFound, "There is no such candidate in this election.")
}

func (s *Server) candidateWithdrawSave(c echo.Context) error {
	v, one, err := s.candidateOf(c)
	if err != nil {
		return err
	}
	in := elections.WithdrawInput{Election: v.ID, Version: formVersion(c), Candidate: one.ID, Reason: formText(c, "reason")}
	if err := s.elections.Withdraw(c.Request().Context(), s.actor(c), in); err != nil {
		return s.showWithdraw(c, err)
	}
	s.flash(c, KindSuccess, one.Person.Name+" no longer stands.")
	return seeOther(c, electionURL(v.ID))
}

func (s *Server) electionSeats(c echo.Context) error { return s.showSeats(c, nil) }

func (s *Server) showSeats(c echo.Context, refused error) error {
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
		Page:   s.electionPage(c, v.Meeting, "Number of ordinary members", electionCrumb(v.Election)),
		Intro:  ruleText("The committee has " + plural(v.Limits.OrdinarySeats, "ordinary member", "ordinary members") + " (rule 3.2). The meeting may decide on more; its decision is recorded."),
		Action: electionURL(v.ID, "seats"), Hidden: []Hidden{version(v.Version)}, Submit: "Save the number", Back: electionURL(v.ID),
	}
	page.Shape = ShapeNarrow
	seats, decision := strconv.Itoa(v.Seats), v.Decision
	if refused != nil {
		seats, decision = formText(c, "seats"), formText(c, "decision")
	}
	return page.show(c, refused, func(p *Page) []FieldGroup {
		return []FieldGroup{{Legend: "Seats", Fields: []Field{
			p.field(Field{Name: "seats", Label: "How many", Type: "number", InputMode: "numeric", Min: "1", Width: "short", Value: seats, Required: true}),
			p.field(Field{Name: "decision", Label: "The meeting’s decision", Hint: "As it stands in the minutes. Only for more than " + strconv.Itoa(v.Limits.OrdinarySeats) + ".", Type: "textarea", Rows: 3, Value: decision, MaxLength: 500}),
		}}}
	})
}

func (s *Server) electionSeatsSave(c echo.Context) error {
	v, err := s.electionOf(c)
	if err != nil {
		return err
	}
	var f apperr.Fields
	in := elections.SeatsInput{Election: v.ID, Version: formVersion(c), Seats: formFigure(c, &f, "seats", "Seats"), Decision: formText(c, "decision")}
	if err = f.Err(); err == nil {
		err = s.elections.SetSeats(c.Request().Context(), s.actor(c), in)
	}
	if err != nil {
		return s.showSeats(c, err)
	}
	s.flash(c, KindSuccess, "The number of seats is saved.")
	return seeOther(c, electionURL(v.ID))
}
