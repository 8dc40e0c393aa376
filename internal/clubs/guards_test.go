package clubs_test

import (
	"slices"
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/clubs"
	"nzgs/internal/money"
)

// What a list would change of somebody who is with another club is that
// person's and the treasurer's to see.
func TestAClubDoesNotSeeWhatItsListChangesOfAnotherClubsMember(t *testing.T) {
	each(t, func(t *testing.T, s *society) {
		s.capitalList()
		id := s.upload(
			s.harbourSecretary, s.harbour, "", "Tui,Aroha,,027 555 999,", "Heke,One,,,", "Heke,Two,,,", "Heke,Three,,,",
			"Heke,Four,,,",
		).Return
		s.must(s.Submit(ctx, s.harbourSecretary, s.ref(id), consented))
		aroha := s.line(s.view(s.treasurer, id), "Aroha")
		s.must(s.Decide(ctx, s.treasurer, s.ref(id), []clubs.Choice{
			{Row: aroha.Row.ID, Decision: clubs.SamePerson, Person: aroha.Candidates[0].Person},
		}))
		if l := s.line(s.view(s.treasurer, id), "Aroha"); len(l.Changes) != 1 || l.Changes[0].Was != "021 555 001" {
			t.Fatalf("the treasurer sees %+v", l.Changes)
		}
		if l := s.line(s.view(s.harbourSecretary, id), "Aroha"); len(l.Changes) != 0 || l.Person.Contact.Phone != "" {
			t.Errorf("the other club's secretary sees %+v of %+v", l.Changes, l.Person)
		}
	})
}

// Lists of other years and of other clubs have no part in a return's preview.
func TestAPreviewLooksAtItsOwnYearAndClub(t *testing.T) {
	each(t, func(t *testing.T, s *society) {
		s.capitalList()
		s.on("2026-09-01")
		harbour := append([]string{"Peters,James,james@example.nz,,"}, eight[:4]...)
		other := s.upload(s.treasurer, s.harbour, "", harbour...).Return
		v := s.view(s.treasurer, other)
		for _, l := range v.Lines[1:] {
			s.must(s.Decide(ctx, s.treasurer, s.ref(other), []clubs.Choice{
				{Row: l.Row.ID, Decision: clubs.SamePerson, Person: s.member(l.Row.Given).Person.ID},
			}))
		}
		if v = s.view(s.treasurer, other); v.Preview.Counts[clubs.RowUnchanged] != 0 || v.Preview.Members != 5 {
			t.Errorf("whom Capital has registered counts at Harbour: %v, %d members", v.Preview.Counts, v.Preview.Members)
		}
		s.must(s.Decide(ctx, s.treasurer, s.ref(other), []clubs.Choice{{Row: v.Lines[0].Row.ID, Decision: clubs.NewPerson}}))
		s.confirm(other) // and awaits its fee

		s.on("2027-07-05")
		s.rate(2027, "20")
		out, err := s.Upload(ctx, s.treasurer, clubs.UploadInput{Club: s.capital, Year: 2027, List: s.csv(eight...)})
		s.must(err)
		if out.Outcome != clubs.Started {
			t.Errorf("the list of last year again, for this one: %s", out.Outcome)
		}
		if v := s.view(s.treasurer, out.Return); len(v.Preview.Obstacles) != 0 || v.Preview.Counts[clubs.RowMatch] != 8 ||
			v.Preview.Members != 8 {
			t.Errorf(
				"Harbour's unpaid list, or last year's members: %+v, %v, %d members", v.Preview.Obstacles, v.Preview.Counts,
				v.Preview.Members,
			)
		}
		harbours, err := s.Upload(ctx, s.treasurer, clubs.UploadInput{Club: s.harbour, Year: 2027, List: s.csv(harbour...)})
		s.must(err)
		for _, o := range s.view(s.treasurer, harbours.Return).Preview.Obstacles {
			if o.Kind == clubs.NeedsFee {
				t.Errorf("Harbour's unpaid list of last year: %+v", o)
			}
		}
	})
}

func TestTheFeeOfAFurtherListNamesWhoWasRegisteredBefore(t *testing.T) {
	each(t, func(t *testing.T, s *society) {
		s.capitalList()
		further := s.upload(
			s.treasurer, s.capital, "", append([]string{"Fisher,New,fisher@example.nz,,"}, eight...)...,
		).Return
		want := []string{"9 members of the club, 8 of them already registered for 2026/27", "1 × $20.00 = $20.00"}
		if got := s.view(s.treasurer, further).Preview.FeeTrace.Lines()[:2]; !slices.Equal(got, want) {
			t.Errorf("preview: %q", got)
		}
		s.confirm(further)
		if got := s.view(s.treasurer, further).Affiliation.FeeTrace.Lines()[:2]; !slices.Equal(got, want) {
			t.Errorf("confirmed: %q", got)
		}
	})
}

// A waiver before the confirmation counts from the day of the list, whichever
// day that is at last.
func TestAWaiverFollowsTheDayOfTheList(t *testing.T) {
	each(t, func(t *testing.T, s *society) {
		id := s.upload(s.treasurer, s.capital, "2026-08-03", eight...).Return
		s.must(s.Waive(ctx, s.treasurer, s.ref(id), s.line(s.view(s.treasurer, id), "Aroha").Row.ID, "hardship"))
		s.must(s.SetReceived(ctx, s.treasurer, s.ref(id), day("2026-07-20")))
		s.confirm(id)
		if got := s.line(s.view(s.treasurer, id), "Aroha").Row.Waiver.On; got != day("2026-07-20") {
			t.Errorf("waived on %s", got)
		}
		if out := s.pay(id, "140", "2026-07-25"); out.Affiliation.From != day("2026-07-25") {
			t.Errorf("list, waiver and the rest are in by 25 July: %+v", out.Affiliation)
		}
	})
}

func TestAReversalIsNotReversed(t *testing.T) {
	each(t, func(t *testing.T, s *society) {
		id := s.capitalList()
		_, err := s.ReverseFee(ctx, s.treasurer, s.view(s.treasurer, id).Payments[0].ID, "bounced")
		s.must(err)
		reversal := s.view(s.treasurer, id).Payments[1].ID
		if _, err := s.ReverseFee(ctx, s.treasurer, reversal, "it did not"); apperr.KindOf(err) != apperr.Invalid {
			t.Errorf("taking a reversal back: %v", err)
		}
		if v := s.view(s.treasurer, id); len(v.Payments) != 2 || v.Affiliation.Missing != money.MustParse("160") {
			t.Errorf("afterwards: %+v", v.Affiliation)
		}
	})
}
