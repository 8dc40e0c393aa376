package joining_test

import (
	"net/http"
	"testing"

	"nzgs/internal/members/cards"
	"nzgs/web/kit"
	"nzgs/web/kit/kittest"
)

// BenchmarkCardCheck is what whoever scans a member's card reads.
func BenchmarkCardCheck(b *testing.B) {
	s := kittest.EmptySite(b)
	account, id := s.Account("Aroha", "Tūī")
	join(s, 0, id)
	s.Browser(s.Session(account)).Post(kit.MemberCardURL(id))
	c, err := cards.New(s.DB, s.Clock).Of(b.Context(), kittest.Program, id)
	s.Must(err)
	visitor := s.Browser("")
	b.ReportAllocs()
	for b.Loop() {
		if a := visitor.Get(kit.CardURL(c.Code)); a.Status != http.StatusOK {
			b.Fatal(a.Status)
		}
	}
}
