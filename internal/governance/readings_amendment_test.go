package governance_test

import (
	"fmt"

	"nzgs/internal/governance/constitution"
	"nzgs/internal/governance/meetings"
)

// amendmentPlays are those of the questions on rules 7.x.
var amendmentPlays = plays{
	constitution.WhichMeeting: func(s *society) string {
		s.rule(constitution.BallotAtEGM, "all") // else an EGM decides nothing of substance at all
		var m meetings.MotionID
		s.hold(meetings.EGM, func(id meetings.ID) { m = s.propose(id, quorumOfTwelve) })
		return told(s.count(m, 10, 1, 0))
	},
	constitution.Lapse: func(s *society) string {
		var m meetings.MotionID
		in := quorumOfTwelve
		in.Mover, in.Seconder = s.people[5], s.people[20] // who does not come
		s.hold(meetings.AGM, func(id meetings.ID) { m = s.propose(id, in) })
		return told(s.count(m, 10, 1, 0))
	},
	constitution.EndOfMeeting: func(s *society) string {
		var m meetings.MotionID
		agm := s.hold(meetings.AGM, func(id meetings.ID) { m = s.propose(id, quorumOfTwelve) })
		s.must(s.count(m, 10, 1, 0))
		s.declare(agm, m)
		s.end(agm)
		next, err := s.rules.Governing(ctx, s.db, day("2026-03-15"))
		if s.must(err); next.Figures.Quorum != 12 {
			s.t.Errorf("a meeting on the next day has a quorum of %d", next.Figures.Quorum)
		}
		return fmt.Sprintf("a quorum of %d on that day, of %d on the next", s.quorumOn(meetingDay), s.quorumOn("2026-03-15"))
	},
}

// quorumOfTwelve is a motion on the constitution.
var quorumOfTwelve = meetings.MotionInput{
	Title: "The quorum", Text: "That twelve members be a quorum.", Kind: constitution.Constitutional,
	Change: []meetings.FigureChange{{Name: "quorum", Value: "12"}},
}

func (s *society) quorumOn(on string) int {
	s.t.Helper()
	c, err := s.rules.On(ctx, s.db, day(on))
	s.must(err)
	return c.Figures.Quorum
}
