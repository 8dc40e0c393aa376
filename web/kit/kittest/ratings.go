package kittest

import (
	"strings"

	"nzgs/internal/civil"
	"nzgs/internal/ratings"
	"nzgs/internal/store"
	"nzgs/internal/tournaments"
)

// Readable is the answer with plus signs as people see them; the templates
// write them as entities.
func (a Answer) Readable() Answer {
	a.Body = strings.ReplaceAll(a.Body, "&#43;", "+")
	return a
}

// RateGames rates games as an event that began on the day.
func (s *Site) RateGames(name, day string, games ...ratings.Game) {
	s.T.Helper()
	began := civil.MustParseDate(day)
	e, err := s.Tournaments.CreateEvent(s.T.Context(), Program, tournaments.EventInput{Name: name, From: began})
	s.Must(err)
	s.Must(s.DB.InTx(s.T.Context(), func(tx *store.Tx) error {
		_, err := s.Ratings.RateEvent(s.T.Context(), tx, Program, ratings.Submission{
			Event: e.ID, Name: name, Day: began, Weight: ratings.FullWeight, Games: games,
		})
		return err
	}))
}
