package events

// Comparisons are the desk's comparisons, for tests of what happens between requests.
func (s *Desk) Comparisons() *comparisons { return s.comparisons }
