package clubs_test

import (
	"testing"

	"nzgs/internal/clubs"
	"nzgs/internal/members"
	"nzgs/internal/money"
)

// Bug: a term that an officer had shortened or cancelled was there again in
// full once the club's payment was recorded anew.
func TestCorrectedTermsStayCorrectedWhenTheFeeIsPaidAnew(t *testing.T) {
	each(t, func(t *testing.T, s *society) {
		id := s.capitalList()
		term := func(name string) members.TermID {
			t.Helper()
			f, err := s.people.File(ctx, s.treasurer, s.member(name).Person.ID)
			s.must(err)
			inForce := members.InForce(f.Terms)
			return inForce[len(inForce)-1].ID
		}
		s.must(s.people.CorrectTerm(ctx, s.treasurer, members.CorrectInput{
			Term: term("aroha"), To: day("2026-10-31"), Reason: "moved away",
		}))
		s.must(s.people.CorrectTerm(ctx, s.treasurer, members.CorrectInput{Term: term("carol"), Reason: "excluded"}))
		for range 2 { // the second time round nothing is forgotten either
			v := s.view(s.treasurer, id)
			_, err := s.ReverseFee(ctx, s.treasurer, v.Payments[len(v.Payments)-1].ID, "typing error")
			s.must(err)
			s.on("2026-08-20")
			s.must(s.repay(id))
		}
		aroha, carol, mere := s.member("aroha"), s.member("carol"), s.member("mere")
		if aroha.Summary.Until != day("2026-10-31") || mere.Summary.Until != day("2027-06-30") {
			t.Errorf("until %s and %s", aroha.Summary.Until, mere.Summary.Until)
		}
		if carol.Summary.Status != members.Unenrolled {
			t.Errorf("whose term was cancelled: %+v", carol.Summary)
		}
	})
}

// repay records the fee of eight once more.
func (s *society) repay(id clubs.ReturnID) error {
	_, err := s.ReceiveFee(ctx, s.treasurer, feeOf(id))
	return err
}

func feeOf(id clubs.ReturnID) clubs.FeeInput {
	return clubs.FeeInput{Return: id, Amount: money.MustParse("160"), ReceivedOn: day("2026-08-05"), Method: "bank"}
}
