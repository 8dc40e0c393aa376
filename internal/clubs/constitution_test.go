package clubs_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"nzgs/internal/apperr"
	"nzgs/internal/clubs"
	"nzgs/internal/governance"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/members"
	"nzgs/internal/money"
	"nzgs/internal/store"
	"nzgs/internal/treasury"
	"nzgs/internal/usecase"
)

// amend has an AGM of a day adopt other figures.
func (s *society) amend(from string, change func(*constitution.Figures)) {
	s.t.Helper()
	c, err := governance.On(ctx, s.db, day(from))
	s.must(err)
	c.From, c.AdoptedBy = day(from), "That the rules be changed."
	change(&c.Figures)
	rules := governance.New(s.db, s.clock)
	permit, err := usecase.New(s.db, s.clock).Allow(s.treasurer.By(), nil)
	s.must(err)
	s.must(s.db.InTx(ctx, func(tx *store.Tx) error { return rules.Adopt(ctx, tx, permit, "motion:1", c) }))
}

// rule has the committee rule on an open question on a day.
func (s *society) rule(on string, question constitution.QuestionID, reading constitution.ReadingID) {
	s.t.Helper()
	s.must(governance.New(s.db, s.clock).RecordRuling(ctx, s.secretary, constitution.Ruling{
		Question: question, Reading: reading, Meeting: day(on), Words: "So it is.",
	}))
}

// Bug: after an amendment that lowered the minimum a list of four was refused
// all the same.
func TestAnAmendedMinimumHoldsFromItsDay(t *testing.T) {
	each(t, func(t *testing.T, s *society) {
		s.on("2026-09-20")
		s.amend("2026-09-12", func(f *constitution.Figures) { f.ClubMinimum = 3 })
		before := s.upload(s.treasurer, s.harbour, "2026-09-11", eight[4:]...).Return
		if _, err := s.Confirm(
			ctx, s.treasurer, s.ref(before), consented,
		); apperr.KindOf(err) != apperr.Invalid || !strings.Contains(err.Error(), "4 < 5") {
			t.Errorf("four on a list received the day before the amendment: %v", err)
		}
		after := s.upload(s.treasurer, s.capital, "2026-09-12", eight[:4]...).Return
		if a := s.confirm(after); a.Fee != money.MustParse("80") {
			t.Errorf("four on a list received on its day: %+v", a)
		}
		if v := s.view(s.treasurer, after); v.Affiliation.FeeTrace.Amended != day("2026-09-12") {
			t.Errorf("the fee does not say under which constitution it was worked out: %+v", v.Affiliation.FeeTrace)
		}
	})
}

// A fee keeps the trace that it was confirmed with, whatever is ruled later for
// an earlier day.
func TestAFeeKeepsItsTrace(t *testing.T) {
	each(t, func(t *testing.T, s *society) {
		id := s.capitalList()
		was := s.view(s.treasurer, id).Affiliation.FeeTrace
		s.on("2026-10-01")
		s.amend("2026-08-01", func(f *constitution.Figures) { f.ClubMinimum = 3 }) // recorded late
		now := s.view(s.treasurer, id).Affiliation.FeeTrace
		if !now.Amended.IsZero() || now.Text != was.Text || !slices.Equal(now.Lines(), was.Lines()) {
			t.Errorf("the fee's trace was %+v, is now %+v", was, now)
		}
		if !slices.Contains(now.Lines(), "8 × $20.00 = $160.00") {
			t.Errorf("the fee's trace: %q", now.Lines())
		}
	})
}

// Bug: after an amendment that moved 31 January to 31 March, a member who
// joined on 4 February still got the next year.
func TestAnAmendedCarryOverHoldsFromItsDay(t *testing.T) {
	each(t, func(t *testing.T, s *society) {
		s.on("2027-02-10")
		s.amend("2027-01-16", func(f *constitution.Figures) {
			f.CarryOverAfter = constitution.MonthDay{Month: time.March, Day: 31}
		})
		id := s.upload(s.treasurer, s.capital, "2027-02-04", eight...).Return
		s.confirm(id)
		s.pay(id, "160", "2027-02-04")
		f, err := s.people.File(ctx, s.treasurer, s.member("aroha").Person.ID)
		s.must(err)
		if got := f.Terms[0]; got.To != day("2027-06-30") || got.Trace.Amended != day("2027-01-16") {
			t.Errorf("joined on 4 February after the amendment: until %s, %+v", got.To, got.Trace)
		}
		alone, err := s.people.Register(ctx, s.treasurer, members.RegisterInput{
			PersonInput: members.PersonInput{FamilyName: "Heke", GivenNames: "Ana"},
		})
		s.must(err)
		for received, want := range map[string]string{"2027-01-15": "2027-06-30", "2027-02-04": "2027-06-30"} {
			q, err := s.money.Quote(ctx, s.treasurer, treasury.Application{Person: alone, Year: 2026, Received: day(received)})
			s.must(err)
			if q.Registration.To != day(want) {
				t.Errorf("alone on %s: until %s, want %s", received, q.Registration.To, want)
			}
		}
		// In the year before, 31 January still held.
		s.rate(2025, "20")
		q, err := s.money.Quote(ctx, s.treasurer, treasury.Application{
			Person: alone, Year: 2025, Received: day("2026-02-04"),
		})
		s.must(err)
		if q.Registration.To != day("2027-06-30") || !q.Registration.Trace.Amended.IsZero() {
			t.Errorf("a year before the amendment: until %s, %+v", q.Registration.To, q.Registration.Trace)
		}
	})
}

// Rules 2.2 and 2.3: list and fee on both sides of 31 January, by each reading.
func TestANewMemberJoinsWhenListAndFeeAreIn(t *testing.T) {
	for _, tt := range []struct {
		name      string
		list, fee string
		ruled     constitution.ReadingID // "": none
		until     string
		kind      members.TermKind
	}{
		{"both before", "2027-01-20", "2027-01-31", "", "2027-06-30", members.KindNew},
		{"fee after", "2027-01-20", "2027-02-04", "", "2028-06-30", members.KindCarriedOver},
		{"list after", "2027-02-04", "2027-01-20", "", "2028-06-30", members.KindCarriedOver},
		{"both after", "2027-02-04", "2027-02-05", "", "2028-06-30", members.KindCarriedOver},
		{"fee after, by the day of the list", "2027-01-20", "2027-02-04", "list", "2027-06-30", members.KindNew},
		{"list after, by the day of the list", "2027-02-04", "2027-01-20", "list", "2028-06-30", members.KindCarriedOver},
	} {
		for _, feeFirst := range []bool{false, true} { // recorded before the confirmation, or after it
			t.Run(tt.name, func(t *testing.T) {
				each(t, func(t *testing.T, s *society) {
					s.on("2027-03-01")
					if tt.ruled != "" {
						s.rule("2026-08-01", constitution.JoiningByList, tt.ruled)
					}
					id := s.upload(s.treasurer, s.capital, tt.list, eight...).Return
					if feeFirst {
						s.pay(id, "160", tt.fee)
						if l := s.line(s.view(s.treasurer, id), "Aroha"); l.Registration.To != day(tt.until) {
							t.Errorf("preview: until %s, want %s", l.Registration.To, tt.until)
						}
					}
					s.confirm(id)
					if !feeFirst {
						s.pay(id, "160", tt.fee)
					}
					f, err := s.people.File(ctx, s.treasurer, s.member("aroha").Person.ID)
					s.must(err)
					got := f.Terms[len(f.Terms)-1]
					if got.To != day(tt.until) || got.Kind != tt.kind {
						t.Errorf("until %s (%s), want %s (%s); %q", got.To, got.Kind, tt.until, tt.kind, got.Trace.Lines())
					}
					if l := s.line(s.view(s.treasurer, id), "Aroha"); l.Registration.To != got.To || l.Registration.Kind != got.Kind {
						t.Errorf("the return says until %s, the term %s", l.Registration.To, got.To)
					}
					read := strings.Contains(got.Trace.ReadingsTold(), "The committee made this ruling on 1 August 2026.")
					if differ := tt.list < tt.fee; read != (tt.ruled != "" && differ) {
						t.Errorf("the ruling is named %t: %q", read, got.Trace.ReadingsTold())
					}
				})
			})
		}
	}
}

// A fee that is paid again after 31 January begins other terms than the one
// that bounced; what an officer shortened stays short.
func TestTermsFollowTheDayTheFeeIsInAtLast(t *testing.T) {
	each(t, func(t *testing.T, s *society) {
		s.on("2027-01-20")
		id := s.capitalList()
		until := func(name string) string { t.Helper(); return s.member(name).Summary.Until.String() }
		if got := until("carol"); got != "2027-06-30" {
			t.Fatalf("paid in January: until %s", got)
		}
		f, err := s.people.File(ctx, s.treasurer, s.member("mere").Person.ID)
		s.must(err)
		s.must(s.people.CorrectTerm(ctx, s.treasurer, members.CorrectInput{
			Term: f.Terms[0].ID, To: day("2027-05-31"), Reason: "resigned",
		}))
		for _, paid := range []string{"2027-02-04", "2027-01-25"} {
			s.on("2027-02-10")
			v := s.view(s.treasurer, id)
			_, err := s.ReverseFee(ctx, s.treasurer, v.Payments[len(v.Payments)-1].ID, "bounced")
			s.must(err)
			s.pay(id, "160", paid)
			want := map[string]string{"2027-02-04": "2028-06-30", "2027-01-25": "2027-06-30"}[paid]
			if got := until("carol"); got != want {
				t.Errorf("paid again on %s: until %s, want %s", paid, got, want)
			}
			if got := until("mere"); got != "2027-05-31" {
				t.Errorf("paid again on %s: who resigned is a member until %s", paid, got)
			}
		}
	})
}

// Rule 2.3, open question 2.3-late-list.
func TestARulingOnLateLists(t *testing.T) {
	each(t, func(t *testing.T, s *society) {
		s.on("2027-03-10")
		s.rule("2027-03-01", constitution.LateList, "one-term")
		id := s.upload(s.treasurer, s.capital, "2027-03-05", eight...).Return
		s.confirm(id)
		s.pay(id, "160", "2027-03-05")
		if e := s.member("aroha"); e.Summary.Until != day("2027-06-30") {
			t.Errorf("on a list of March, as ruled: until %s", e.Summary.Until)
		}
	})
}

// Rule 2.3, open question 2.3-two-lists.
func TestARulingOnTwoLists(t *testing.T) {
	each(t, func(t *testing.T, s *society) {
		s.capitalList()
		s.on("2026-09-10")
		s.rule("2026-09-01", constitution.TwoLists, "once")
		list := func(received string) clubs.View {
			s.upload(s.treasurer, s.harbour, received, append([]string{"Heke,Ana,,,"}, eight[:4]...)...)
			d, err := s.Desk(ctx, s.treasurer, s.harbour)
			s.must(err)
			return s.view(s.treasurer, d.Returns[0].Return.ID)
		}
		if v := list("2026-09-10"); v.Preview.Fee != money.MustParse("20") || v.Preview.Charged != 1 ||
			v.Preview.Doubles != 0 ||
			!strings.Contains(
				v.Preview.FeeTrace.ReadingsTold(), "not charged again. The committee made this ruling on 1 September 2026.",
			) {
			t.Errorf("four of five are registered by Capital: %+v", v.Preview)
		}
		v := list("2026-09-10")
		s.must(s.SetReceived(ctx, s.treasurer, s.ref(v.Return.ID), day("2026-08-31")))
		if v = s.view(s.treasurer, v.Return.ID); v.Preview.Fee != money.MustParse("100") || v.Preview.Doubles != 4 {
			t.Errorf("a list of the day before the ruling: %+v", v.Preview)
		}
		s.must(s.SetReceived(ctx, s.treasurer, s.ref(v.Return.ID), day("2026-09-10")))
		if a := s.confirm(v.Return.ID); a.Fee != money.MustParse("20") {
			t.Errorf("confirmed: %+v", a)
		}
		s.pay(v.Return.ID, "20", "2026-09-10")
		if e := s.member("aroha"); len(e.Summary.Clubs) != 2 {
			t.Errorf("who was not charged is not registered by the club: %+v", e.Summary)
		}
		aroha := s.line(s.view(s.treasurer, v.Return.ID), "Aroha")
		if err := s.Waive(
			ctx, s.treasurer, s.ref(v.Return.ID), aroha.Row.ID, "why not",
		); apperr.KindOf(err) != apperr.Invalid {
			t.Errorf("a waiver of what is not charged: %v", err)
		}
	})
}

// Rule 2.3, open question 2.3-under-minimum.
func TestARulingOnClubsThatGrowTooSmall(t *testing.T) {
	each(t, func(t *testing.T, s *society) {
		id := s.upload(s.treasurer, s.capital, "", eight[:5]...).Return
		s.confirm(id)
		s.pay(id, "100", "2026-08-03")
		f, err := s.people.File(ctx, s.treasurer, s.member("aroha").Person.ID)
		s.must(err)
		s.must(s.people.CorrectTerm(ctx, s.treasurer, members.CorrectInput{
			Term: f.Terms[0].ID, To: day("2026-10-31"), Reason: "resigned",
		}))
		affiliated := func(on string, want bool, warning string) {
			t.Helper()
			s.on(on)
			d, err := s.Desk(ctx, s.treasurer, s.capital)
			s.must(err)
			all, err := s.Overviews(ctx, s.treasurer, 2026)
			s.must(err)
			if d.Affiliated != want || all[0].Affiliated != want || !strings.Contains(d.SizeWarning, warning) ||
				warning != "" && !slices.Contains(all[0].Warnings, d.SizeWarning) {
				t.Errorf(
					"on %s: desk %t %q, overview %t %q; want %t and %q", on, d.Affiliated, d.SizeWarning, all[0].Affiliated,
					all[0].Warnings, want, warning,
				)
			}
		}
		affiliated("2026-10-31", true, "")
		affiliated("2026-11-20", true, "stays affiliated until 30 June 2027")
		s.rule("2026-11-15", constitution.UnderMinimum, "ceases")
		affiliated("2026-11-20", false, "ended on 1 November 2026")
		// A further list that brings the club to five again affiliates it again.
		further := s.upload(s.treasurer, s.capital, "2026-11-20", append([]string{"Heke,Ana,,,"}, eight[1:5]...)...).Return
		s.confirm(further)
		s.pay(further, "20", "2026-11-20")
		affiliated("2026-11-20", true, "")
		s.on("2027-09-01")
		all, err := s.Overviews(ctx, s.treasurer, 2026)
		s.must(err)
		if !all[0].Affiliated || len(all[0].Warnings) > 1 {
			t.Errorf("of a year that is over: %+v", all[0])
		}
	})
}

// A club that is registered for the coming year has not too few members yet.
func TestAClubOfTheComingYearHasNotTooFewMembers(t *testing.T) {
	each(t, func(t *testing.T, s *society) {
		s.capitalList()
		s.on("2027-06-15")
		s.rate(2027, "20")
		list := clubs.PastList{Club: s.harbour, Year: 2027, Received: day("2027-06-15"), Source: "records"}
		for _, name := range []string{"aroha", "mere", "carol", "maeve", "ann smith"} {
			list.Rows = append(list.Rows, clubs.PastRow{Person: s.member(name).Person.ID})
		}
		id, _, err := s.TakeOver(ctx, s.treasurer, list)
		s.must(err)
		s.pay(id, "100", "2027-06-15")
		for on, members := range map[string]int{"2027-06-20": 0, "2027-07-01": 5} {
			s.on(on)
			all, err := s.Overviews(ctx, s.treasurer, 2027)
			s.must(err)
			if o := all[1]; !o.Affiliated || o.Members != members || slices.ContainsFunc(
				o.Warnings, func(w string) bool { return strings.Contains(w, "left") },
			) {
				t.Errorf("on %s: affiliated %t with %d members, %q", on, o.Affiliated, o.Members, o.Warnings)
			}
		}
	})
}

// Rule 2.4, open question 2.4-secretary.
func TestARulingOnWhoMayBeSecretary(t *testing.T) {
	each(t, func(t *testing.T, s *society) {
		s.capitalList()
		aroha := s.member("aroha").Person.ID
		s.must(s.NameSecretary(ctx, s.treasurer, clubs.NameSecretary{
			Club: s.capital, Person: aroha, From: day("2026-08-03"),
		}))
		s.on("2027-08-01") // nobody is registered for 2027/28 yet
		check := func(eligible int, isMember bool, kind apperr.Kind) {
			t.Helper()
			list, err := s.Eligible(ctx, s.treasurer, s.capital)
			s.must(err)
			d, err := s.Desk(ctx, s.treasurer, s.capital)
			s.must(err)
			in := clubs.NameSecretary{Club: s.capital, Person: s.member("mere").Person.ID, From: day("2027-08-01")}
			err = s.NameSecretary(ctx, s.treasurer, in)
			if len(list) != eligible || d.Secretaries[0].IsMember != isMember || apperr.KindOf(err) != kind {
				t.Errorf(
					"%d may be secretary, who is counts as a member %t, naming one: %v", len(list), d.Secretaries[0].IsMember, err,
				)
			}
		}
		s.rule("2027-07-20", constitution.SecretaryOfClub, "current")
		check(0, false, apperr.Invalid)
		s.rule("2027-07-25", constitution.SecretaryOfClub, "two-years")
		check(8, true, "")
	})
}
