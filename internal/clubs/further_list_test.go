package clubs_test

import (
	"errors"
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/clubs"
	"nzgs/internal/money"
)

// Bug: members on a list that awaited its fee were charged again with the
// club's next list of the year.
func TestAFurtherListWaitsForTheFeeOfTheOneBefore(t *testing.T) {
	each(t, func(t *testing.T, s *society) {
		first := s.upload(s.treasurer, s.capital, "", eight...).Return
		s.confirm(first)
		nine := append([]string{"Fisher,New,fisher@example.nz,,"}, eight...)
		further := s.upload(s.capitalSecretary, s.capital, "", nine...).Return
		s.must(s.Submit(ctx, s.capitalSecretary, s.ref(further), consented))

		v := s.view(s.treasurer, further)
		if len(v.Preview.Obstacles) != 1 || v.Preview.Obstacles[0].Kind != clubs.NeedsFee ||
			v.Preview.Obstacles[0].Return != first {
			t.Errorf("obstacles: %+v", v.Preview.Obstacles)
		}
		_, err := s.Confirm(ctx, s.treasurer, s.ref(further), consented)
		var e *apperr.Error
		if !errors.As(err, &e) || e.Kind != apperr.Invalid || e.Rule != "2.3" {
			t.Fatalf("confirming while the first list awaits its fee: %v", err)
		}
		s.pay(first, "160", "2026-08-03")
		if a := s.confirm(further); a.Fee != money.MustParse("20") {
			t.Errorf("the fee of the one who was added: %s", a.Fee)
		}
	})
}

// Bug: a further list, paid for, kept a club affiliated whose first list was
// no longer paid for.
func TestAClubIsAffiliatedByItsFirstList(t *testing.T) {
	each(t, func(t *testing.T, s *society) {
		first := s.capitalList()
		further := s.upload(
			s.treasurer, s.capital, "", append([]string{"Fisher,New,fisher@example.nz,,"}, eight...)...,
		).Return
		s.confirm(further)
		affiliated := func(want bool) {
			t.Helper()
			desk, err := s.Desk(ctx, s.treasurer, s.capital)
			s.must(err)
			all, err := s.Overviews(ctx, s.treasurer, 2026)
			s.must(err)
			if desk.Affiliated != want || all[0].Affiliated != want {
				t.Errorf("affiliated: desk %t, overview %t; want %t", desk.Affiliated, all[0].Affiliated, want)
			}
		}
		affiliated(true) // the further list's fee adds a member, it does not suspend the club
		s.pay(further, "20", "2026-08-03")
		_, err := s.ReverseFee(ctx, s.treasurer, s.view(s.treasurer, first).Payments[0].ID, "bounced")
		s.must(err)
		affiliated(false)
	})
}
