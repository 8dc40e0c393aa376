package web

import (
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/governance/elections"
)

// formFigure reads a count from a form; what is not one is a problem of its
// field.
func formFigure(c echo.Context, f *apperr.Fields, name, label string) int {
	text := formText(c, name)
	n, err := strconv.Atoi(strings.TrimPrefix(text, "+"))
	if err != nil {
		if text == "" {
			f.Add(name, "%s: enter a number, 0 if there are none.", label)
		} else {
			f.Add(name, "%s: enter a whole number.", label)
		}
		return 0
	}
	return n
}

func (s *Server) electionBallot(c echo.Context) error {
	v, err := s.electionOf(c)
	if err != nil {
		return err
	}
	var f apperr.Fields
	in := elections.BallotInput{Election: v.ID, Version: formVersion(c), Votes: map[elections.CandidateID]int{}}
	in.Papers = formFigure(c, &f, "ballots", "Valid papers")
	in.Invalid = formFigure(c, &f, "invalid", "Papers that are not valid")
	names := v.Names()
	for _, id := range v.Outcome.Among {
		in.Votes[id] = formFigure(c, &f, elections.VotesField(id), names[id])
	}
	if err = errNotElections(v.May.Count); err == nil {
		if err = f.Err(); err == nil {
			err = s.elections.RecordBallot(c.Request().Context(), s.actor(c), in)
		}
	}
	if err != nil {
		return s.showElection(c, v, err)
	}
	s.flash(c, KindSuccess, "The ballot is recorded.")
	return seeOther(c, electionURL(v.ID))
}

func (s *Server) electionTie(c echo.Context) error {
	v, err := s.electionOf(c)
	if err != nil {
		return err
	}
	if err := errNotElections(v.May.Count); err != nil {
		return err
	}
	in := elections.TieInput{Election: v.ID, Version: formVersion(c), Way: elections.Way(formText(c, "way"))}
	for _, text := range formValues(c, "chosen") {
		in.Chosen = append(in.Chosen, parseID[elections.CandidateID](text))
	}
	if err := s.elections.BreakTie(c.Request().Context(), s.actor(c), in); err != nil {
		return s.showElection(c, v, err)
	}
	s.flash(c, KindSuccess, "How the tie was broken is recorded.")
	return seeOther(c, electionURL(v.ID))
}

// countNo is the number of a count in the address.
func countNo(c echo.Context) (int, error) {
	n, err := pathID[int64](c, "count")
	return int(n), err
}

func (s *Server) countAside(c echo.Context) error { return s.showCountAside(c, nil) }

func (s *Server) showCountAside(c echo.Context, refused error) error {
	v, err := s.electionOf(c)
	if err != nil {
		return err
	}
	no, err := countNo(c)
	if err != nil {
		return err
	}
	valid := v.Valid()
	if len(valid) == 0 || valid[len(valid)-1].No != no {
		return apperr.New(apperr.NotFound, "There is no such count, or it is not the last one that counts.")
	}
	if err := errNotElections(v.May.Count); err != nil {
		return err
	}
	page := MeetingFormPage{
		Page:   s.electionPage(c, v.Meeting, "Set the last count aside", electionCrumb(v.Election)),
		Intro:  ruleText("It no longer counts, and stays in the record with your reason. Then the ballot can be entered again, or another one held."),
		Action: electionURL(v.ID, "counts", strconv.Itoa(no), "set-aside"), Hidden: []Hidden{version(v.Version)},
		Submit: "Set it aside", Danger: true, Back: electionURL(v.ID),
	}
	page.Shape = ShapeNarrow
	return page.show(c, refused, func(p *Page) []FieldGroup {
		return []FieldGroup{{Legend: "Why", Fields: []Field{
			p.field(Field{Name: "reason", Label: "Reason", Hint: "It stands in the minutes: a slip of the pen, a ballot held again.", Value: formText(c, "reason"), Required: true, MaxLength: 500}),
		}}}
	})
}

func (s *Server) countAsideSave(c echo.Context) error {
	v, err := s.electionOf(c)
	if err != nil {
		return err
	}
	no, err := countNo(c)
	if err != nil {
		return err
	}
	if err := errNotElections(v.May.Count); err != nil {
		return err
	}
	in := elections.SetAsideInput{Election: v.ID, Version: formVersion(c), No: no, Reason: formText(c, "reason")}
	if err := s.elections.SetAside(c.Request().Context(), s.actor(c), in); err != nil {
		return s.showCountAside(c, err)
	}
	s.flash(c, KindSuccess, "The count is set aside.")
	return seeOther(c, electionURL(v.ID))
}
