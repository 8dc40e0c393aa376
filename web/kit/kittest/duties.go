package kittest

import (
	"nzgs/internal/governance"
	"nzgs/internal/store"
)

// Owe sets the duties of a meeting; today is 1 July 2026.
func (s *Site) Owe(duties ...governance.Duty) {
	s.T.Helper()
	s.Must(s.DB.InTx(s.T.Context(), func(tx *store.Tx) error {
		return s.Governance.SetDuties(s.T.Context(), tx, "meeting:7", duties)
	}))
}
