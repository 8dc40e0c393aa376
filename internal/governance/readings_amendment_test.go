package governance_test

import (
	"fmt"
	"testing"

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

// Rule 7.2, open question 7.2-end: the day from which an amendment is in force is
// settled when its meeting ends, by the reading of that day. A later ruling on the
// question, even one of an earlier day that is recorded late, is for the amendments
// to come: what was decided under a version in force stays decided under it.
func TestAnAmendmentKeepsTheDayThatItsMeetingGaveIt(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		at, later constitution.ReadingID
		on, next  int // quorum on the day of the meeting and on the day after
	}{{"next-day", "same-day", 10, 12}, {"same-day", "next-day", 12, 12}} {
		for _, ruledOn := range []string{"2026-03-20", "2026-03-01"} {
			s := newSociety(t)
			s.rule(constitution.EndOfMeeting, tt.at)
			var m meetings.MotionID
			agm := s.hold(meetings.AGM, func(id meetings.ID) { m = s.propose(id, quorumOfTwelve) })
			s.must(s.count(m, 10, 1, 0))
			s.declare(agm, m)
			s.end(agm)
			s.on("2026-03-20")
			s.must(s.rules.RecordRuling(ctx, s.secretary, constitution.Ruling{
				Question: constitution.EndOfMeeting, Reading: tt.later, Meeting: day(ruledOn), Words: "From now on.",
			}))
			if on, next := s.quorumOn(meetingDay), s.quorumOn("2026-03-15"); on != tt.on || next != tt.next {
				t.Errorf("%s, then ruled %s on %s: a quorum of %d and %d, want %d and %d", tt.at, tt.later, ruledOn, on, next,
					tt.on, tt.next)
			}
			for held, want := range map[string]int{meetingDay: 10, "2026-03-15": 12} {
				c, err := s.rules.Governing(ctx, s.db, day(held))
				if s.must(err); c.Figures.Quorum != want {
					t.Errorf("%s, then ruled %s on %s: a meeting on %s has a quorum of %d, want %d", tt.at, tt.later, ruledOn,
						held, c.Figures.Quorum, want)
				}
			}
		}
	}
}
