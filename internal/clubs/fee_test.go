package clubs_test

import (
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/clubs"
	"nzgs/internal/members"
	"nzgs/internal/money"
	"nzgs/internal/treasury"
)

func TestFeeBeforeList(t *testing.T) {
	each(t, func(t *testing.T, s *society) {
		paid, err := s.ReceiveFee(ctx, s.treasurer, clubs.FeeInput{
			Club: s.capital, Year: 2026, Amount: money.MustParse("160"), ReceivedOn: day("2026-07-20"), Method: treasury.Bank,
		})
		s.must(err)
		if paid.Affiliation.Standing != clubs.AwaitingList {
			t.Errorf("fee without list: %+v", paid.Affiliation)
		}
		in, err := s.Inbox(ctx, s.treasurer)
		s.must(err)
		if len(in.AwaitList) != 1 || in.AwaitList[0].Club.ID != s.capital {
			t.Errorf("inbox: %+v", in)
		}
		up := s.upload(s.treasurer, s.capital, "2026-07-25", eight...)
		if up.Return != paid.Return || up.Outcome != clubs.Started {
			t.Errorf("the list came to %+v, the fee to return %d", up, paid.Return)
		}
		if a := s.confirm(up.Return); a.Standing != clubs.Effective || a.From != day("2026-07-25") {
			t.Errorf("after the list: %+v", a)
		}
		if e := s.member("carol"); e.Summary.Joined != day("2026-07-25") {
			t.Errorf("joined %s", e.Summary.Joined)
		}
	})
}

func TestTakingAPaymentBackEndsTheTermsItPaidFor(t *testing.T) {
	each(t, func(t *testing.T, s *society) {
		id := s.capitalList()
		v := s.view(s.treasurer, id)
		s.on("2026-08-20")
		back, err := s.ReverseFee(ctx, s.treasurer, v.Payments[0].ID, "bounced")
		s.must(err)
		if back.Affiliation.Standing != clubs.AwaitingFee {
			t.Errorf("after the reversal: %+v", back.Affiliation)
		}
		if e := s.member("aroha"); e.Summary.Status != members.Unenrolled {
			t.Errorf("after the reversal: %+v", e.Summary)
		}
		if _, err := s.ReverseFee(ctx, s.treasurer, v.Payments[0].ID, "again"); apperr.KindOf(err) != apperr.Conflict {
			t.Errorf("twice: %v", err)
		}
		s.pay(id, "160.00", "2026-08-19")
		e := s.member("aroha")
		if e.Summary.Joined != day("2026-08-19") {
			t.Errorf("after paying again: %+v", e.Summary)
		}
		f, err := s.people.File(ctx, s.treasurer, e.Person.ID)
		s.must(err)
		if len(f.Terms) != 3 || f.Terms[1].Kind != members.KindVoid ||
			f.Terms[1].Reason != "Payment R-2026-0001 was reversed: bounced" {
			t.Errorf("the history: %+v", f.Terms)
		}
	})
}

func TestALateWaiverMayCompleteTheFee(t *testing.T) {
	each(t, func(t *testing.T, s *society) {
		id := s.upload(s.treasurer, s.capital, "", eight...).Return
		s.confirm(id)
		s.pay(id, "140", "2026-08-03")
		s.on("2026-08-30")
		v := s.view(s.treasurer, id)
		if err := s.Waive(ctx, s.treasurer, s.ref(id), v.Lines[0].Row.ID, " "); apperr.KindOf(err) != apperr.Invalid {
			t.Errorf("a waiver without a reason: %v", err)
		}
		s.must(s.Waive(ctx, s.treasurer, s.ref(id), v.Lines[0].Row.ID, "hardship"))
		v = s.view(s.treasurer, id)
		if v.Affiliation.Standing != clubs.Effective || v.Affiliation.From != day("2026-08-30") ||
			v.Affiliation.Due() != money.MustParse("140") {
			t.Errorf("after the waiver: %+v", v.Affiliation)
		}
		if e := s.member("aroha"); e.Summary.Joined != day("2026-08-30") {
			t.Errorf("joined %s", e.Summary.Joined)
		}
	})
}

func TestNothingIsChargedWithoutAResolution(t *testing.T) {
	each(t, func(t *testing.T, s *society) {
		s.on("2027-07-10")
		out, err := s.Upload(ctx, s.treasurer, clubs.UploadInput{Club: s.capital, Year: 2027, List: s.csv(eight...)})
		s.must(err)
		v := s.view(s.treasurer, out.Return)
		if v.Preview.Priced || len(v.Preview.Obstacles) != 1 || v.Preview.Obstacles[0].Kind != clubs.NeedsRate ||
			v.Preview.Obstacles[0].Rule != "2.2" {
			t.Errorf("preview without a rate: %+v", v.Preview.Obstacles)
		}
		if _, err := s.Confirm(ctx, s.treasurer, s.ref(out.Return), consented); apperr.KindOf(err) != apperr.Invalid {
			t.Errorf("confirming without a rate: %v", err)
		}
		s.rate(2027, "25")
		if a := s.confirm(out.Return); a.Fee != money.MustParse("200") {
			t.Errorf("fee: %s", a.Fee)
		}
	})
}
