package clubs_test

import "testing"

// Bug: who had resigned between a list and its fee was a member again when the fee came.
func TestAFeeMakesNoOneAMemberWhoResignedSinceTheList(t *testing.T) {
	each(t, func(t *testing.T, s *society) {
		id := s.upload(s.treasurer, s.capital, "", eight...).Return
		s.confirm(id)
		who, before := s.member("aroha").Person.ID, s.member("mere").Person.ID
		s.departs(before, "resigned", "2026-08-02") // and is on the list that came the day after
		s.on("2026-08-10")
		departure := s.departs(who, "resigned", "2026-08-10")
		s.on("2026-08-12")
		s.pay(id, "160", "2026-08-12")
		s.has("resigned since the list", who)
		s.has("resigned before the list", before, "2026-08-12 2027-06-30 capital")
		s.bounces(id)
		s.paysAgain(id, "2026-08-12")
		s.has("paid again", who)
		if n := s.lives(who, departure); n != 1 {
			t.Errorf("%d terms begin", n)
		}
		s.has("undone", who, "2026-08-12 2027-06-30 capital")
		s.bounces(id)
		s.paysAgain(id, "2026-08-12")
		s.has("undone, paid again", who, "2026-08-12 2027-06-30 capital")
	})
}
