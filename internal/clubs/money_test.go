package clubs_test

import (
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/money"
	"nzgs/internal/treasury"
	"nzgs/internal/treasury/ledger"
)

// Bug: a club's part of a transfer for several became its credit though the fee of its list was open, and a payment that had
// settled a fee as credit was reversed without the club's affiliation and terms.
func TestAClubsMoneySettlesItsListAndTheListFollows(t *testing.T) {
	each(t, func(t *testing.T, s *society) {
		id := s.upload(s.treasurer, s.capital, "", eight...).Return
		s.confirm(id)
		club, payer := ledger.Party{Club: int64(s.capital)}, ledger.Party{Person: int64(s.treasurer.Person)}
		p, err := s.TakeTransfer(ctx, s.treasurer, treasury.TransferInput{
			Payer: treasury.Payer{Party: payer}, Amount: money.MustParse("200.00"), ReceivedOn: s.now.Date(), Method: treasury.Bank,
			Parts: []treasury.TransferPart{
				{Party: club, Amount: money.MustParse("170.00")}, {Party: payer, Amount: money.MustParse("30.00")},
			},
		})
		s.must(err)
		affiliated := func(want bool) {
			t.Helper()
			if a := s.view(s.treasurer, id).Affiliation; a.From.IsZero() == want {
				t.Errorf("the club stands: %+v, want affiliated %t", a, want)
			}
			f, err := s.people.File(ctx, s.treasurer, s.member("aroha").Person.ID)
			s.must(err)
			if got := f.Summary.Status == "member"; got != want {
				t.Errorf("a member of it is %s", f.Summary.Status)
			}
		}
		affiliated(true)
		_, credit, err := s.money.InvoicesOf(ctx, s.treasurer, club)
		if s.must(err); credit.Others != money.MustParse("10.00") || credit.Own != 0 {
			t.Errorf("its credit is %+v: the rest is theirs who paid", credit)
		}
		s.must(s.ReverseTaken(ctx, s.treasurer, p.ID, "It bounced"))
		affiliated(false)
		_, err = s.Take(ctx, s.treasurer, treasury.ReceiveInput{
			Party: club, Amount: money.MustParse("160.00"), ReceivedOn: s.now.Date(), Method: treasury.Cash,
		})
		s.must(err)
		affiliated(true)
		for who, kind := range map[*auth.Actor]apperr.Kind{{}: apperr.SignIn, &s.capitalSecretary: apperr.Forbidden} {
			_, take := s.Take(ctx, *who, treasury.ReceiveInput{})
			_, transfer := s.TakeTransfer(ctx, *who, treasury.TransferInput{})
			for what, err := range map[string]error{"Take": take, "TakeTransfer": transfer, "ReverseTaken": s.ReverseTaken(ctx, *who, p.ID, "so")} {
				if apperr.KindOf(err) != kind {
					t.Errorf("%s: %v", what, err)
				}
			}
		}
	})
}
