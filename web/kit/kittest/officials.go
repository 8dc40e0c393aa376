package kittest

import (
	"testing"

	"nzgs/internal/auth"
)

// EndSocietyDirectors ends the offices of those who direct every event.
func (s *Site) EndSocietyDirectors(t *testing.T) {
	t.Helper()
	list, err := s.Auth.Offices(t.Context(), Program)
	s.Must(err)
	for _, a := range list {
		if a.Role == auth.Director && a.Office.Event == 0 {
			s.Must(s.Auth.EndOffice(t.Context(), Program, a.ID, a.Version, TestNow.Date().AddDays(-1)))
		}
	}
}
