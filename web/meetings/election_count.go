package meetings

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/governance/elections"
	"nzgs/internal/governance/meetings"
	"nzgs/web/kit"
)

// figureIn reads a count; what is not one is said with the name of its field.
func figureIn(in *kit.Filling, name, label string) int {
	if in.Text(name) == "" {
		in.Problem(name, "%s: enter a number, 0 if there are none.", label)
	} else if _, err := strconv.Atoi(in.Text(name)); err != nil {
		in.Problem(name, "%s: enter a whole number.", label)
	}
	return in.Number(name)
}

// electionSent is electionOf of a form that came about the election.
func (s *Desk) electionSent(c echo.Context) (elections.View, *kit.Filling, error) {
	v, err := s.electionOf(c)
	if err != nil {
		return v, nil, err
	}
	in, err := kit.Sent(c)
	return v, in, err
}

func (s *Desk) electionBallot(c echo.Context) error {
	v, in, err := s.electionSent(c)
	if err != nil {
		return err
	}
	if err := errNotElections(v.May.Count); err != nil {
		return err
	}
	ballot := ballotIn(in, v, v.Outcome.Among)
	err = s.elections.RecordBallot(c.Request().Context(), s.Actor(c), ballot)
	if _, unread := strconv.Atoi(in.Text("ballots")); unread != nil {
		err = withoutVotes(err)
	}
	if err := in.Refusal(err); err != nil {
		return s.showElection(c, in, v, err)
	}
	s.Flash(c, kit.KindSuccess, "The ballot is recorded.")
	return kit.SeeOther(c, kit.ElectionURL(v.ID))
}

// ballotIn reads the figures of a ballot among some of the candidates.
func ballotIn(in *kit.Filling, v elections.View, among []elections.CandidateID) elections.BallotInput {
	ballot := elections.BallotInput{
		Election: v.ID, Version: in.Version(), Papers: figureIn(in, "ballots", "Valid papers"),
		Invalid: figureIn(in, "invalid", "Spoiled papers"), Votes: map[elections.CandidateID]int{},
	}
	if in.Text("blank") == "" {
		in.Set("blank", "0")
	}
	ballot.Blank = figureIn(in, "blank", "Blank papers")
	names := v.Names()
	for _, id := range among {
		ballot.Votes[id] = figureIn(in, elections.VotesField(id), names[id])
	}
	return ballot
}

// withoutVotes is a refusal of a ballot whose papers could not be read: nothing can
// be said of the votes on them.
func withoutVotes(err error) error {
	refused, ok := errors.AsType[*apperr.Error](err)
	if !ok {
		return err
	}
	rest := *refused
	rest.Fields = slices.DeleteFunc(slices.Clone(refused.Fields), func(p apperr.Field) bool {
		return strings.HasPrefix(p.Name, "votes")
	})
	return &rest
}

func (s *Desk) electionTie(c echo.Context) error {
	v, in, err := s.electionSent(c)
	if err != nil {
		return err
	}
	if err := errNotElections(v.May.Count); err != nil {
		return err
	}
	err = s.elections.BreakTie(c.Request().Context(), s.Actor(c), elections.TieInput{
		Election: v.ID, Version: in.Version(), Way: elections.Way(in.Text("way")),
		Chosen: kit.AllChosen[elections.CandidateID](in, "chosen"), Chair: kit.Chosen[auth.PersonID](in, "chair"),
	})
	if err := in.Refusal(err); err != nil {
		return s.showElection(c, in, v, err)
	}
	s.Flash(c, kit.KindSuccess, "How the tie was broken is recorded.")
	return kit.SeeOther(c, kit.ElectionURL(v.ID))
}

// lastCount is the latest count of an election that counts.
type lastCount struct {
	elections.View
	no int
}

// lastCountOf reads the count of the address, which has to be the latest.
func (s *Desk) lastCountOf(c echo.Context) (out lastCount, err error) {
	if out.View, err = s.electionOf(c); err != nil {
		return out, err
	}
	no, err := kit.PathID[int64](c, "count")
	if err != nil {
		return out, err
	}
	if err := errNotElections(out.May.Count); err != nil {
		return out, err
	}
	out.no = int(no)
	if _, last := out.Last(out.no); !last {
		return out, apperr.New(apperr.NotFound, "Count not found, or it is not the latest one that counts.")
	}
	return out, nil
}

// countToSetAside is lastCountOf of a count that does not stand.
func (s *Desk) countToSetAside(c echo.Context) (lastCount, error) {
	v, err := s.lastCountOf(c)
	if err == nil && !v.Stands.IsZero() {
		err = elections.ErrStands(v.Stands)
	}
	return v, err
}

func (s *Desk) setCountAside() kit.Form[lastCount] {
	return kit.Form[lastCount]{
		Site: s.Site, Load: s.countToSetAside,
		Show: func(c echo.Context, page *kit.FormPage, v lastCount) error {
			page.Page = s.electionPage(c, v.Meeting, "Set the last count aside", electionCrumb(v.Election))
			page.Shape = kit.ShapeNarrow
			page.Action = kit.ElectionURL(v.ID, "counts", strconv.Itoa(v.no), "set-aside")
			page.Submit, page.Kind, page.Back = "Set it aside", "danger", kit.ElectionURL(v.ID)
			page.Hidden = []kit.Hidden{kit.VersionField(v.Version)}
			page.Say(
				"It will no longer count, but it stays in the record with your reason. You can then enter the ballot again, " +
					"or hold another one.",
			)
			page.Group("Why", kit.Field{
				Name: "reason", Label: "Reason",
				Hint:     "It goes into the minutes. For example: a slip of the pen, a ballot held again.",
				Required: true, MaxLength: 500,
			})
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, v lastCount) (kit.Done, error) {
			return kit.Done{
					To: kit.ElectionURL(v.ID), Message: "The count was set aside.",
				}, s.elections.SetAside(c.Request().Context(), s.Actor(c), elections.SetAsideInput{
					Election: v.ID, Version: in.Version(), No: v.no, Reason: in.Text("reason"),
				})
		},
	}
}

// countedBallot is the last ballot of an election, whose papers can be counted
// again.
func (s *Desk) countedBallot(c echo.Context) (out lastCount, err error) {
	if out, err = s.lastCountOf(c); err != nil {
		return out, err
	}
	valid := out.Valid()
	if last := valid[len(valid)-1]; last.No != out.no || last.Way != elections.Ballot {
		return out, apperr.New(apperr.NotFound, "Only the papers of the last ballot are counted again.")
	}
	return out, nil
}

// among are those whom the ballot was among.
func (v lastCount) among() []elections.CandidateID {
	var out []elections.CandidateID
	for _, n := range v.Counts {
		for _, vote := range n.Votes {
			if n.No == v.no {
				out = append(out, vote.Candidate)
			}
		}
	}
	return out
}

// recountBallot records a second count of the papers of the last ballot.
func (s *Desk) recountBallot() kit.Form[lastCount] {
	return kit.Form[lastCount]{
		Site: s.Site, Load: s.countedBallot, Version: func(v lastCount) int64 { return v.Version },
		Fill: func(_ echo.Context, in *kit.Filling, _ lastCount) { noneUnlessSent(in) },
		Show: func(c echo.Context, page *kit.FormPage, v lastCount) error {
			page.Page = s.electionPage(c, v.Meeting, "The same papers counted again", electionCrumb(v.Election))
			page.Action = kit.ElectionURL(v.ID, "counts", strconv.Itoa(v.no), "recount")
			page.Submit, page.Back = "Record the second count", kit.ElectionURL(v.ID)
			page.Say(
				"Both counts stay in the record; say which of them stands. If the ballot is held again with new papers, set the " +
					"first one aside instead (rule 4.11).",
			)
			page.Group("Papers").Row(paperFields()...)
			page.Group("Votes").Row(candidateFields(v.View, v.among())...)
			asked := kit.Field{Name: "asked", Type: "select", Options: []kit.Option{{}}}
			asked.Options = append(asked.Options, personOptions(v.Present)...)
			page.Group("", recountFields(asked)...)
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, v lastCount) (kit.Done, error) {
			err := s.elections.RecordRecount(c.Request().Context(), s.Actor(c), elections.RecountInput{
				BallotInput: ballotIn(in, v.View, v.among()), Of: v.no, Asked: kit.Chosen[auth.PersonID](in, "asked"),
				Stands: meetings.Which(in.Text("stands")), Reason: in.Text("reason"),
			})
			return kit.Done{To: kit.ElectionURL(v.ID), Message: "The second count is recorded."}, err
		},
	}
}
