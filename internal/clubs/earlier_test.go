package clubs_test

import (
	"testing"

	"nzgs/internal/members"
	"nzgs/internal/store"
	"nzgs/internal/treasury"
)

// A society that goes live in March has no terms of its members: who was one already, by its
// earlier records, gets no free year, neither by a club's list nor alone.
func TestWhoWasAMemberAlreadyGetsNoFreeYear(t *testing.T) {
	each(t, func(t *testing.T, s *society) {
		s.on("2027-03-10")
		ids, err := s.people.RegisterAll(ctx, s.treasurer, []members.PersonInput{
			{FamilyName: "Tūī", GivenNames: "Aroha", Email: "aroha@example.nz"}, {FamilyName: "Alone", GivenNames: "Ana"},
		})
		s.must(err)
		s.must(s.db.InTx(ctx, func(tx *store.Tx) error {
			var all []members.Earlier
			for _, id := range ids {
				all = append(all, members.Earlier{
					Person: id, From: day("1998-12-31"), To: day("2027-03-10"), Told: "since 1998", Source: "members.xlsx, row 2",
					RecordedAt: s.now, RecordedBy: "The secretary",
				})
			}
			made, err := members.InsertEarlier(ctx, tx, all)
			if len(made) != 2 {
				t.Errorf("made %v", made)
			}
			return err
		}))
		up := s.upload(s.treasurer, s.capital, "2027-03-10", eight...)
		if got := s.line(s.view(s.treasurer, up.Return), "Aroha"); got.Registration == nil || got.Registration.Kind != members.KindRenewal {
			t.Errorf("the preview: %+v", got.Registration)
		}
		if got := s.line(s.view(s.treasurer, up.Return), "Mere"); got.Registration == nil || got.Registration.Kind != members.KindCarriedOver {
			t.Errorf("who is new: %+v", got.Registration)
		}
		s.confirm(up.Return)
		s.pay(up.Return, "160.00", "2027-03-10")
		if got := s.member("Aroha"); got.Summary.Until != day("2027-06-30") {
			t.Errorf("a member until %s", got.Summary.Until)
		}
		q, err := s.money.Quote(ctx, s.treasurer, treasury.Application{Person: ids[1], Year: 2026, Received: day("2027-03-10")})
		s.must(err)
		if q.Registration.Kind != members.KindRenewal || q.Registration.To != day("2027-06-30") {
			t.Errorf("alone: %+v", q.Registration)
		}
	})
}
