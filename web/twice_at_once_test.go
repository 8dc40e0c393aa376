package web

import (
	"sync"
	"testing"

	"nzgs/internal/auth"
)

// Bug: of two presses of a button at the same moment, the second could be told
// that somebody else had saved, and be shown its own words beside themselves.
func TestAFormSentTwiceAtOnce(t *testing.T) {
	s := emptySite(t)
	made := s.fillSmall().halves[0]
	id, _ := s.account("Aroha", "Tūī", auth.Office{Role: auth.Treasurer})
	session := s.session(id)
	path := clubURL(made.Club) + "/edit"
	answers := make([]answer, 12)
	var all sync.WaitGroup
	for i := range answers {
		b := s.browser(session)
		all.Go(func() {
			answers[i] = b.post(path, "name", "Kāpiti Go Club", "city", "Paekākāriki", "version", "1", "key", "club-at-once")
		})
	}
	all.Wait()
	for _, a := range answers {
		a.leadsTo(t, clubDeskURL(made.Club))
	}
}
