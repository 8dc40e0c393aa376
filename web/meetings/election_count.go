package meetings

import (
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/governance/elections"
	"nzgs/web/kit"
)

// formFigure reads a count from a form; what is not one is a problem of its
// field.
func formFigure(c echo.Context, f *apperr.Fields, name, label string) int {
	text := kit.FormText(c, name)
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

func (s *Desk) electionBallot(c echo.Context) error {
	v, err := s.electionOf(c)
	if err != nil {
		return err
	}
	var f apperr.Fields
	in := elections.BallotInput{Election: v.ID, Version: kit.FormVersion(c), Votes: map[elections.CandidateID]int{}}
	in.Papers = formFigure(c, &f, "ballots", "Valid papers")
	in.Invalid = formFigure(c, &f, "invalid", "Invalid papers")
	names := v.Names()
	for _, id := range v.Outcome.Among {
		in.Votes[id] = formFigure(c, &f, elections.VotesField(id), names[id])
	}
	if err = errNotElections(v.May.Count); err == nil {
		if err = f.Err(); err == nil {
			err = s.elections.RecordBallot(c.Request().Context(), s.Actor(c), in)
		}
	}
	if err != nil {
		return s.showElection(c, v, err)
	}
	s.Flash(c, kit.KindSuccess, "The ballot is recorded.")
	return kit.SeeOther(c, kit.ElectionURL(v.ID))
}

func (s *Desk) electionTie(c echo.Context) error {
	v, err := s.electionOf(c)
	if err != nil {
		return err
	}
	if err := errNotElections(v.May.Count); err != nil {
		return err
	}
	in := elections.TieInput{Election: v.ID, Version: kit.FormVersion(c), Way: elections.Way(kit.FormText(c, "way"))}
	for _, text := range formValues(c, "chosen") {
		in.Chosen = append(in.Chosen, kit.ParseID[elections.CandidateID](text))
	}
	if err := s.elections.BreakTie(c.Request().Context(), s.Actor(c), in); err != nil {
		return s.showElection(c, v, err)
	}
	s.Flash(c, kit.KindSuccess, "How the tie was broken is recorded.")
	return kit.SeeOther(c, kit.ElectionURL(v.ID))
}

// countNo is the number of a count in the address.
func countNo(c echo.Context) (int, error) {
	n, err := kit.PathID[int64](c, "count")
	return int(n), err
}

func (s *Desk) countAside(c echo.Context) error { return s.showCountAside(c, nil) }

func (s *Desk) showCountAside(c echo.Context, refused error) error {
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
		return apperr.New(apperr.NotFound, "Count not found, or it is not the latest one that counts.")
	}
	if err := errNotElections(v.May.Count); err != nil {
		return err
	}
	page := MeetingFormPage{
		Page: s.electionPage(c, v.Meeting, "Set the last count aside", electionCrumb(v.Election)),
		Intro: kit.CiteRules(
			"It will no longer count, but it stays in the record with your reason. You can then enter the ballot again, or " +
				"hold another one.",
		),
		Action: kit.ElectionURL(v.ID, "counts", strconv.Itoa(no), "set-aside"),
		Hidden: []kit.Hidden{kit.VersionField(v.Version)},
		Submit: "Set it aside", Danger: true, Back: kit.ElectionURL(v.ID),
	}
	page.Shape = kit.ShapeNarrow
	return page.show(c, refused, func(p *kit.Page) []kit.FieldGroup {
		return []kit.FieldGroup{{Legend: "Why", Fields: []kit.Field{
			p.Field(kit.Field{
				Name: "reason", Label: "Reason",
				Hint:  "It goes into the minutes. For example: a slip of the pen, a ballot held again.",
				Value: kit.FormText(c, "reason"), Required: true, MaxLength: 500,
			}),
		}}}
	})
}

func (s *Desk) countAsideSave(c echo.Context) error {
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
	in := elections.SetAsideInput{Election: v.ID, Version: kit.FormVersion(c), No: no, Reason: kit.FormText(c, "reason")}
	if err := s.elections.SetAside(c.Request().Context(), s.Actor(c), in); err != nil {
		return s.showCountAside(c, err)
	}
	s.Flash(c, kit.KindSuccess, "The count was set aside.")
	return kit.SeeOther(c, kit.ElectionURL(v.ID))
}
