package meetings

import (
	"strconv"

	"github.com/labstack/echo/v4"

	"nzgs/internal/governance/constitution"
	"nzgs/internal/governance/elections"
	"nzgs/internal/governance/meetings"
	"nzgs/reports"
	"nzgs/web/kit"
)

// electionsAt are the elections of a meeting; none of one that elects nobody.
func (s *Desk) electionsAt(c echo.Context, m meetings.Meeting) ([]elections.View, error) {
	if m.Kind != meetings.AGM {
		return nil, nil
	}
	v, err := s.elections.OfMeeting(c.Request().Context(), s.Actor(c), m.ID)
	return v.Elections, err
}

// standingIn are those who stand in some of the elections.
func standingIn(list []elections.View) map[meetings.PersonID]bool {
	out := map[meetings.PersonID]bool{}
	for _, e := range list {
		for _, one := range e.Standing() {
			out[one.Person.ID] = true
		}
	}
	return out
}

// addNominations puts who stands so far on a notice.
func (s *Desk) addNominations(c echo.Context, v meetings.View, out *reports.MeetingNotice) error {
	list, err := s.electionsAt(c, v.Meeting)
	if err != nil {
		return err
	}
	for _, e := range list {
		post := reports.NoticePost{Post: e.Election.Post.Title()}
		if e.Election.Post == elections.Ordinary {
			post.Post += " (" + kit.Plural(e.Election.Seats, "seat", "seats") + ")"
		}
		for _, one := range e.Election.Standing() {
			post.Candidates = append(post.Candidates, one.Person.Name)
		}
		out.Nominations = append(out.Nominations, post)
	}
	return nil
}

// ballotToCome reports whether an election is still to be decided by papers,
// for the first time or after a tie (rules 4.15, 4.16).
func ballotToCome(e elections.Result) bool {
	return e.Outcome.State == elections.AwaitsBallot || e.Outcome.State == elections.Tied
}

// electionPapers are the ballot papers of a meeting's elections.
func (s *Desk) electionPapers(
	c echo.Context, v meetings.View, head reports.MeetingHead, copies int,
) ([]reports.BallotPaper, error) {
	list, err := s.electionsAt(c, v.Meeting)
	if err != nil {
		return nil, err
	}
	var out []reports.BallotPaper
	for _, e := range list {
		if !ballotToCome(e.Result) {
			continue
		}
		mark := "Mark one name (rule 4.15)."
		if e.Election.Post == elections.Ordinary {
			mark = markText(e.Outcome.VotesEach(e.Limits, e.Post))
		}
		out = append(out, reports.BallotPaper{
			Meeting: head, Question: e.Election.Post.Title(), Choices: namesAmong(e.Result), Mark: mark, Copies: copies,
		})
	}
	return out, nil
}

// markText says how a paper for ordinary members is marked.
func markText(votes int) string {
	if votes == 1 {
		return "Mark one name (rule 4.16)."
	}
	return "Mark up to " + kit.Plural(votes, "name", "names") + ", each once (rule 4.16)."
}

// namesAmong are those whom the ballot that comes next is among, as a paper
// names them: all who stand, after a tie those tied.
func namesAmong(e elections.Result) []string {
	names := e.Names()
	out := make([]string, len(e.Outcome.Among))
	for i, id := range e.Outcome.Among {
		out[i] = names[id]
	}
	return out
}

// ordinarySlip says on a count slip who of the ordinary members is elected.
func ordinarySlip(c constitution.Constitution, seats int) string {
	return "The highest totals for " + kit.Plural(seats, "seat", "seats") + ", but no one with less than " +
		strconv.Itoa(c.Figures.SupportPercent) + "% of those voting (rule 4.16). The meeting decides a tie."
}

// electionSlips are the sheets that the tellers count the elections on.
func (s *Desk) electionSlips(
	c echo.Context, v meetings.View, head reports.MeetingHead, tellers []string,
) ([]reports.CountSlip, error) {
	list, err := s.electionsAt(c, v.Meeting)
	if err != nil {
		return nil, err
	}
	var out []reports.CountSlip
	for _, e := range list {
		if !ballotToCome(e.Result) {
			continue
		}
		note := "Most votes (rule 4.15). The meeting decides a tie."
		if e.Election.Post == elections.Ordinary {
			note = ordinarySlip(v.Constitution, e.Outcome.Seats)
		}
		out = append(out, reports.CountSlip{
			Meeting: head, Question: e.Election.Post.Title(), Choices: namesAmong(e.Result), Notes: []string{note},
			Tellers: tellers,
		})
	}
	return out, nil
}

// electionBlocks are the elections as the minutes tell them.
func (s *Desk) electionBlocks(c echo.Context, m meetings.Meeting) ([]meetings.Block, error) {
	if m.Kind != meetings.AGM {
		return nil, nil
	}
	return s.elections.Blocks(c.Request().Context(), s.Actor(c), m.ID)
}

// electionState says how far those of a meeting's elections under an item of
// the agenda are, and whether something of them is to be done.
func electionState(list []elections.View, m meetings.Meeting, item constitution.Item) (text string, pending bool) {
	open, all, empty := 0, 0, 0
	for _, e := range list {
		if (e.Election.Post == elections.Ordinary) != (item == constitution.ElectOrdinary) {
			continue
		}
		all++
		if e.Outcome.State != elections.Decided {
			open++
		} else if len(e.Outcome.Elected) == 0 || e.Outcome.Empty > 0 {
			empty++
		}
	}
	switch {
	case all == 0:
		return "Not prepared yet", true
	case !m.State.Held():
		return "Nominations", true
	case open == 0 && empty > 0:
		return "Decided, " + kit.Plural(empty, "post not filled", "posts not filled"), false
	case open == 0:
		return "Decided", false
	}
	return kit.Plural(open, "election to decide", "elections to decide"), true
}
