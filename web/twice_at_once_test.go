package web_test

import (
	"sync"
	"testing"

	"nzgs/internal/auth"
	"nzgs/web/kit"
	"nzgs/web/kit/kittest"
)

// Bug: of two presses of a button at the same moment, the second could be told
// that somebody else had saved, and be shown its own words beside themselves.
func TestAFormSentTwiceAtOnce(t *testing.T) {
	s := kittest.EmptySite(t)
	made := s.FillSmall().Halves[0]
	id, _ := s.Account("Aroha", "Tūī", auth.Office{Role: auth.Treasurer})
	session := s.Session(id)
	path := kit.ClubURL(made.Club) + "/edit"
	answers := make([]kittest.Answer, 12)
	var all sync.WaitGroup
	for i := range answers {
		b := s.Browser(session)
		all.Go(func() {
			answers[i] = b.Post(path, "name", "Kāpiti Go Club", "city", "Paekākāriki", "version", "1", "key", "club-at-once")
		})
	}
	all.Wait()
	for _, a := range answers {
		a.LeadsTo(t, kit.ClubDeskURL(made.Club))
	}
}
