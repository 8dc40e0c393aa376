package events

import "nzgs/internal/auth"

// Comparisons are the desk's comparisons, for tests of what happens between requests.
func (s *Desk) Comparisons() *comparisons { return s.comparisons }

// FillLive lets as many pages of one network watch an event as may; stop lets one
// of them go.
func (s *Desk) FillLive(id auth.EventID) (stop func()) {
	for ok := true; ok; {
		var next func()
		if _, next, ok = s.live.watch(id, "192.0.2.1", 1); ok {
			stop = next
		}
	}
	return stop
}
