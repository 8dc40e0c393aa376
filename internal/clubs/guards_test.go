package clubs_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"nzgs/internal/apperr"
	"nzgs/internal/clubs"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/members"
	"nzgs/internal/money"
	"nzgs/internal/store"
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

// A list is taken in for a year that its day belongs to; an amendment that is
// recorded before the list is confirmed may change that.
func TestAListThatIsTooEarlyByAnAmendmentIsNotConfirmed(t *testing.T) {
	each(t, func(t *testing.T, s *society) {
		id := s.upload(s.treasurer, s.capital, "2026-02-10", eight...).Return
		if o := s.view(s.treasurer, id).Preview.Obstacles; len(o) != 0 {
			t.Fatalf("before the amendment: %+v", o)
		}
		s.amend("2026-01-10", func(f *constitution.Figures) {
			f.CarryOverAfter = constitution.MonthDay{Month: time.March, Day: 31}
		})
		const why = "10 February 2026 is too early for the subscription year 2026/27, which can be paid from 1 April 2026."
		p := s.view(s.treasurer, id).Preview
		if len(p.Obstacles) != 1 || p.Obstacles[0].Kind != clubs.NeedsYear || p.Obstacles[0].Rule != "2.2" ||
			!strings.HasPrefix(p.Obstacles[0].Text, why) {
			t.Errorf("preview: %+v, want %q", p.Obstacles, why)
		}
		_, err := s.Confirm(ctx, s.treasurer, s.ref(id), consented)
		s.refused("confirmed", err, apperr.Invalid, why)
		s.must(s.SetReceived(ctx, s.treasurer, s.ref(id), day("2026-04-01")))
		s.confirm(id)
	})
}

// What an officer corrected shortens the term that comes back with the fee, says
// so, and never lengthens it beyond what the list gives by then.
func TestACorrectedTermComesBackNoLongerThanTheListGives(t *testing.T) {
	each(t, func(t *testing.T, s *society) {
		s.on("2027-02-10")
		id := s.upload(s.treasurer, s.capital, "2027-01-20", eight...).Return
		s.confirm(id)
		s.pay(id, "160", "2027-02-04")
		last := func(name string) members.Term {
			t.Helper()
			f, err := s.people.File(ctx, s.treasurer, s.member(name).Person.ID)
			s.must(err)
			inForce := members.InForce(f.Terms)
			return inForce[len(inForce)-1]
		}
		for name, to := range map[string]string{"aroha": "2027-12-31", "mere": "2027-05-31"} {
			s.must(s.people.CorrectTerm(ctx, s.treasurer, members.CorrectInput{
				Term: last(name).ID, To: day(to), Reason: "moved away",
			}))
		}
		payments := s.view(s.treasurer, id).Payments
		_, err := s.ReverseFee(ctx, s.treasurer, payments[len(payments)-1].ID, "typing error")
		s.must(err)
		s.pay(id, "160", "2027-01-25") // by which nobody has the next year
		for name, want := range map[string]struct {
			to        string
			corrected string // what the trace says, or ""
		}{
			"carol": {"2027-06-30", ""},
			"aroha": {"2027-06-30", ""}, // corrected to a later day than the list gives now
			"mere":  {"2027-05-31", "Ends on 31 May 2027, the day an officer corrected it to"},
		} {
			got := last(name)
			says := strings.Contains(got.Trace.String(), "an officer corrected it to")
			if got.To != day(want.to) || says != (want.corrected != "") ||
				!strings.Contains(got.Trace.String(), want.corrected) {
				t.Errorf("%s: until %s, %q; want %s, %q", name, got.To, got.Trace.Lines(), want.to, want.corrected)
			}
		}
	})
}

// Whom a new secretary must follow is said as it is: who holds the office from a
// later day on, or who held it until a day after the one entered.
func TestARefusedFirstDayOfASecretarySaysWhoseItIs(t *testing.T) {
	each(t, func(t *testing.T, s *society) {
		s.capitalList()
		s.on("2026-12-01")
		name := func(who, from string) error {
			return s.NameSecretary(ctx, s.treasurer, clubs.NameSecretary{
				Club: s.capital, Person: s.member(who).Person.ID, From: day(from),
			})
		}
		s.must(name("aroha", "2026-09-01"))
		s.refused(
			"before one who holds the office", name("carol", "2026-08-15"), apperr.Invalid,
			"from: Aroha Tūī is secretary from 1 September 2026. Enter a later day.",
		)
		s.must(s.db.InTx(ctx, func(tx *store.Tx) error {
			_, err := tx.Exec(ctx, `UPDATE office SET until_day = '2026-10-31' WHERE role = 'club_secretary'`)
			return err
		}))
		s.refused(
			"before the end of one who held it", name("carol", "2026-10-31"), apperr.Invalid,
			"from: Aroha Tūī was secretary until 31 October 2026. Enter a later day.",
		)
		s.must(name("carol", "2026-11-01"))
	})
}
