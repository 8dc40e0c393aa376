package governance_test

import (
	"slices"
	"testing"

	"nzgs/internal/governance/constitution"
)

// play takes a society, in which one ruling on the question is recorded, through
// one situation and tells what came of it. It asks the services, never the rule
// functions below them: what it shows is that the ruling reaches people.
type play func(s *society) string

type plays map[constitution.QuestionID]play

// areas are the plays by what the questions are about.
var areas = []plays{registerPlays, meetingPlays, committeePlays, postalPlays, amendmentPlays}

// Every open question has a situation in which each reading that is offered
// gives something different from every other, through the services: a ruling
// that changes nothing is not offered.
func TestEveryReadingChangesWhatTheServicesDo(t *testing.T) {
	t.Parallel()
	questions := constitution.Questions()
	for _, q := range questions {
		run := playOf(t, q.ID)
		if run == nil {
			continue
		}
		t.Run(string(q.ID), func(t *testing.T) {
			t.Parallel()
			by := map[string]constitution.ReadingID{}
			for _, r := range q.Readings {
				s := newSociety(t)
				s.rule(q.ID, r.ID)
				came := run(s)
				if other, same := by[came]; same {
					t.Errorf("reading %s and reading %s both come to: %s", other, r.ID, came)
				}
				by[came] = r.ID
			}
			if came := run(newSociety(t)); by[came] != q.Default().ID {
				t.Errorf("without a ruling: %s; that is not what reading %s comes to: %v", came, q.Default().ID, by)
			}
		})
	}
	for _, area := range areas {
		for id := range area {
			if !slices.ContainsFunc(questions, func(q constitution.Question) bool { return q.ID == id }) {
				t.Errorf("question %s has a play and is not in the register", id)
			}
		}
	}
}

// playOf is a question's play, or nil.
func playOf(t *testing.T, id constitution.QuestionID) play {
	t.Helper()
	var found play
	for _, area := range areas {
		if p, ok := area[id]; ok {
			if found != nil {
				t.Errorf("question %s has two plays", id)
			}
			found = p
		}
	}
	if found == nil {
		t.Errorf("question %s has no play: show in one of readings_*_test.go what its readings change", id)
	}
	return found
}
