package kittest

import (
	"nzgs/internal/governance/elections"
	"nzgs/internal/governance/meetings"
	"nzgs/internal/store"
)

func (s *Site) AddMeeting(kind string) (id meetings.ID) {
	s.T.Helper()
	s.Must(s.DB.InTx(s.T.Context(), func(tx *store.Tx) (err error) {
		id, err = store.One(s.T.Context(), tx, store.Value[meetings.ID], `
			INSERT INTO meeting (kind, date, time, place, called_by, created_at, created_by)
			VALUES ($1, '2026-07-05', '19:30', 'The hall', 'committee', $2, 'the test')
			RETURNING id`, kind, s.Now)
		return err
	}))
	return id
}

// FillElection adds an AGM that is open, with a tie between two of its
// candidates for ordinary member.
func (s *Site) FillElection() (agm meetings.ID, election elections.ID, candidate elections.CandidateID) {
	s.T.Helper()
	agm = s.AddMeeting("agm")
	s.Must(s.Elections.Prepare(s.T.Context(), Program, agm))
	s.Must(s.DB.InTx(s.T.Context(), func(tx *store.Tx) (err error) {
		election, err = store.One(
			s.T.Context(), tx, store.Value[elections.ID], `SELECT id FROM election WHERE meeting_id = $1 AND post = 'ordinary'`,
			agm,
		)
		return err
	}))
	for i, given := range []string{"Tied", "Level", "Even"} {
		person := s.Register(given, "Candidate")
		s.Must(s.DB.InTx(s.T.Context(), func(tx *store.Tx) (err error) {
			candidate, err = store.One(s.T.Context(), tx, store.Value[elections.CandidateID], `
				INSERT INTO election_candidate (election_id, person_id, proposer_id, seconder_id, received, trace, recorded_at, recorded_by)
				VALUES ($1, $2, $2, $2, '2026-07-01', '{}', $3, 'the test')
				RETURNING id`, election, person, s.Now)
			if i == 0 && err == nil {
				_, err = tx.Exec(s.T.Context(), `UPDATE meeting SET state = 'open' WHERE id = $1`, agm)
			}
			return err
		}))
	}
	in := elections.BallotInput{
		Election: election, Version: 1, Papers: 12,
		Votes: map[elections.CandidateID]int{candidate - 2: 5, candidate - 1: 5, candidate: 5},
	}
	s.Must(s.Elections.RecordBallot(s.T.Context(), Program, in))
	return agm, election, candidate
}
