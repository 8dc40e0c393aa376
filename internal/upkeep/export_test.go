package upkeep

import "time"

// SetPatience has what takes longer count as not well.
func (s *Service) SetPatience(d time.Duration) { s.patience = d }
