package clubs_test

import (
	"strings"
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/audit"
	"nzgs/internal/clubs"
	"nzgs/internal/members"
	"nzgs/internal/money"
	"nzgs/internal/store"
	"nzgs/internal/treasury"
	"nzgs/internal/usecase"
)

// A return that a fee has begun is neither handed in, confirmed nor given up.
func TestAReturnWithAFeeAndNoList(t *testing.T) {
	each(t, func(t *testing.T, s *society) {
		fee := clubs.FeeInput{
			Club: s.capital, Year: 2026, Amount: money.MustParse("160"), ReceivedOn: day("2026-08-03"), Method: treasury.Bank,
		}
		noYear, noClub := fee, fee
		noYear.Year, noClub.Club = 0, 999
		if _, err := s.ReceiveFee(ctx, s.treasurer, noYear); problems(err) != "year" {
			t.Errorf("a fee for no year: %v", err)
		}
		_, err := s.ReceiveFee(ctx, s.treasurer, noClub)
		s.refused("a fee of no club", err, apperr.NotFound, "")
		_, err = s.ReceiveFee(ctx, s.treasurer, clubs.FeeInput{Return: 999})
		s.refused("a fee for no return", err, apperr.NotFound, "")
		paid, err := s.ReceiveFee(ctx, s.treasurer, fee)
		s.must(err)
		id := paid.Return
		s.refused("handing in", s.Submit(ctx, s.capitalSecretary, s.ref(id), consented), apperr.Invalid, "no list yet")
		_, err = s.Confirm(ctx, s.treasurer, s.ref(id), consented)
		s.refused("confirming", err, apperr.Invalid, "no list yet")
		s.refused("giving up", s.Withdraw(ctx, s.treasurer, s.ref(id)), apperr.Invalid, "A payment was received")
		s.refused(
			"reversing it as a person's own", s.ReverseOwn(ctx, s.treasurer, paid.Payment.ID, "bounced"),
			apperr.Invalid, "Reverse it there",
		)
		_, err = s.ReverseFee(ctx, s.treasurer, paid.Payment.ID, "bounced")
		s.must(err)
		in, err := s.Inbox(ctx, s.treasurer)
		s.must(err)
		if n := len(in.AwaitList) + len(in.Drafts) + len(in.AwaitFee) + len(in.ToConfirm); n != 0 {
			t.Errorf("nothing is paid and nothing there: %+v", in)
		}
		s.must(s.Withdraw(ctx, s.treasurer, s.ref(id)))
	})
}

// A payment without a return goes to the list that waits for it, else to the
// newest return of its year.
func TestWhichReturnAFeeIsFor(t *testing.T) {
	each(t, func(t *testing.T, s *society) {
		pay := func(year members.Year, amount string) clubs.ReturnID {
			t.Helper()
			out, err := s.ReceiveFee(ctx, s.treasurer, clubs.FeeInput{
				Club: s.capital, Year: year, Amount: money.MustParse(amount), ReceivedOn: s.now.Date(), Method: treasury.Bank,
			})
			s.must(err)
			return out.Return
		}
		s.on("2027-03-01")
		s.rate(2027, "20")
		first := s.upload(s.treasurer, s.capital, "", eight...).Return
		s.confirm(first)
		out, err := s.Upload(ctx, s.treasurer, clubs.UploadInput{Club: s.capital, Year: 2027, List: s.csv(eight...)})
		s.must(err)
		further := s.upload(s.treasurer, s.capital, "", append([]string{"Fisher,New,,,"}, eight...)...).Return
		for _, tt := range []struct {
			year   members.Year
			amount string
			want   clubs.ReturnID
		}{{2026, "100", first}, {2027, "1", out.Return}, {2026, "60", first}, {2026, "20", further}} {
			if got := pay(tt.year, tt.amount); got != tt.want {
				t.Errorf("$%s for %s: return %d, want %d", tt.amount, tt.year, got, tt.want)
			}
		}
		s.confirm(further)
		if got := pay(2026, "5"); got != further {
			t.Errorf("more than is asked for: return %d, want %d", got, further)
		}
		joined, err := s.money.Join(ctx, s.treasurer, treasury.JoinInput{
			Application: treasury.Application{Person: s.treasurer.Person, Year: 2026, Received: s.now.Date()},
			Method:      treasury.Cash, Consented: true,
		})
		s.must(err)
		_, err = s.ReverseFee(ctx, s.treasurer, joined.Payment.ID, "bounced")
		s.refused("reversing a person's own as a club's", err, apperr.Invalid, "not made for a club")
	})
}

func TestWhatMayBeWaived(t *testing.T) {
	each(t, func(t *testing.T, s *society) {
		id := s.upload(s.treasurer, s.capital, "2026-07-20", append([]string{"Fisher,New,,,"}, eight...)...).Return
		v := s.view(s.treasurer, id)
		aroha, mere, fisher := s.line(v, "Aroha").Row.ID, s.line(v, "Mere").Row.ID, s.line(v, "New").Row.ID
		s.must(s.Decide(ctx, s.treasurer, s.ref(id), []clubs.Choice{{Row: fisher, Decision: clubs.LeaveOut}}))
		old := s.ref(id)
		s.must(s.Waive(ctx, s.treasurer, old, aroha, "hardship"))
		s.refused("on an old page", s.Waive(ctx, s.treasurer, old, mere, "hardship"), apperr.Conflict, "")
		if w := s.line(s.view(s.treasurer, id), "Aroha").Row.Waiver; w.On != day("2026-07-20") {
			t.Errorf("waived before the confirmation: %+v", w)
		}
		p := s.view(s.treasurer, id).Preview
		if p.Waivers != 1 || p.Listed != 8 || p.Charged != 8 || p.Members != 8 || p.Fee != money.MustParse("140") {
			t.Errorf("%d waived, %d listed, %d charged, %d members, %s", p.Waivers, p.Listed, p.Charged, p.Members, p.Fee)
		}
		s.must(s.Unwaive(ctx, s.treasurer, s.ref(id), aroha))
		s.must(s.Waive(ctx, s.treasurer, s.ref(id), aroha, "hardship after all"))
		s.confirm(id)
		s.refused("twice", s.Waive(ctx, s.treasurer, s.ref(id), aroha, "again"), apperr.Invalid, "already waived")
		s.refused("taken back", s.Unwaive(ctx, s.treasurer, s.ref(id), aroha), apperr.Invalid, "already waived")
		s.refused("who is left out", s.Waive(ctx, s.treasurer, s.ref(id), fisher, "why"), apperr.Invalid, "No fee is charged")
		states := map[string]clubs.RowState{}
		for _, l := range s.view(s.treasurer, id).Lines {
			states[l.Row.Given] = l.State
		}
		if states["New"] != clubs.RowLeftOut || states["Mere"] != clubs.RowNew {
			t.Errorf("as the confirmation left them: %v", states)
		}
	})
}

// Rules 2.3 and 2.5: from the day of its list and fee to the end of the year,
// unless the committee excluded it and no list came since.
func TestOnWhichDaysAClubIsAffiliated(t *testing.T) {
	each(t, func(t *testing.T, s *society) {
		affiliated := func(club clubs.ClubID, on string, want bool) {
			t.Helper()
			got, err := clubs.AffiliatedOn(ctx, s.db, club, day(on))
			if err != nil || got != want {
				t.Errorf("on %s: %t, %v; want %t", on, got, err, want)
			}
			all, err := clubs.Affiliated(ctx, s.db, day(on))
			if err != nil || all[club] != want {
				t.Errorf("on %s, of all clubs: %t, %v; want %t", on, all[club], err, want)
			}
		}
		s.capitalList()
		affiliated(s.capital, "2026-08-02", false)
		affiliated(s.capital, "2026-08-03", true)
		affiliated(s.capital, "2027-06-30", true)
		affiliated(s.capital, "2027-07-01", false)
		affiliated(s.harbour, "2026-08-03", false)
		s.on("2026-10-01")
		exclude := func(club clubs.ClubID) error {
			cases := usecase.New(s.db, s.clock)
			permit, err := cases.Allow(s.treasurer.By(), nil)
			s.must(err)
			return cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
				return clubs.Exclude(ctx, tx, permit, club, day("2026-10-01"))
			})
		}
		s.must(exclude(s.capital))
		affiliated(s.capital, "2026-09-30", true)
		affiliated(s.capital, "2026-10-01", false)
		desk, err := s.Desk(ctx, s.treasurer, s.capital)
		s.must(err)
		all, err := s.OverviewsOn(ctx, s.treasurer, day("2026-10-01"))
		s.must(err)
		if desk.Affiliated || all[0].Affiliated || len(all[0].Warnings) == 0 ||
			!strings.Contains(all[0].Warnings[0], "excluded this club on 1 October 2026 (Rule 2.5)") {
			t.Errorf("excluded: desk %t, overview %+v", desk.Affiliated, all[0])
		}
		if !desk.ReportDue.IsZero() || !all[0].ReportDue.IsZero() || desk.Lapsed != day("2026-10-01") || all[0].Lapsed != desk.Lapsed {
			t.Errorf("excluded: a list is due on %s, %s; affiliated until %s, %s", desk.ReportDue, all[0].ReportDue, desk.Lapsed, all[0].Lapsed)
		}
		s.on("2027-07-10")
		s.rate(2027, "20")
		in, err := s.Inbox(ctx, s.treasurer)
		s.must(err)
		if len(in.NoReturn) != 0 {
			t.Errorf("an excluded club is asked for its list: %+v", in.NoReturn)
		}
		out, err := s.Upload(ctx, s.treasurer, clubs.UploadInput{Club: s.capital, Year: 2027, List: s.csv(eight...)})
		s.must(err)
		s.confirm(out.Return)
		affiliated(s.capital, "2027-07-10", false) // the fee is not in
		s.pay(out.Return, "160", "2027-07-10")
		affiliated(s.capital, "2027-07-10", true)
		if exclude(999) == nil {
			t.Error("a club that is not there is excluded")
		}
	})
}

// Only the terms that the club gave end, and only those that go on.
func TestWhichTermsEndWithAClub(t *testing.T) {
	each(t, func(t *testing.T, s *society) {
		s.capitalList()
		harbour := s.upload(s.treasurer, s.harbour, "", "Tūī,Aroha,,,", "Heke,One,,,", "Heke,Two,,,", "Heke,Three,,,", "Heke,Four,,,").Return
		aroha := s.line(s.view(s.treasurer, harbour), "Aroha")
		s.must(s.Decide(ctx, s.treasurer, s.ref(harbour), []clubs.Choice{
			{Row: aroha.Row.ID, Decision: clubs.SamePerson, Person: aroha.Candidates[0].Person},
		}))
		s.confirm(harbour)
		s.pay(harbour, "100", "2026-08-03")
		end := func(on string) (ended []members.Term) {
			t.Helper()
			s.must(s.db.InTx(ctx, func(tx *store.Tx) (err error) {
				ended, err = clubs.EndTerms(ctx, tx, s.now, s.treasurer, s.capital, day(on), "excluded")
				return err
			}))
			return ended
		}
		if n := len(end("2027-06-30")); n != 0 {
			t.Errorf("%d terms end that ended on that day", n)
		}
		if n := len(end("2026-12-31")); n != 8 {
			t.Errorf("%d terms end, want the eight of Capital", n)
		}
		for name, until := range map[string]string{"aroha": "2027-06-30", "mere": "2026-12-31", "heke one": "2027-06-30"} {
			if e := s.member(name); e.Summary.Until != day(until) {
				t.Errorf("%s until %s, want %s", name, e.Summary.Until, until)
			}
		}
	})
}

// What waits for the treasurer is sorted by what it waits for.
func TestWhatWaitsForTheTreasurer(t *testing.T) {
	each(t, func(t *testing.T, s *society) {
		counts := func() [6]int {
			t.Helper()
			in, err := s.Inbox(ctx, s.treasurer)
			s.must(err)
			return [6]int{
				len(in.ToConfirm), len(in.Drafts), len(in.AwaitFee), len(in.AwaitList), len(in.NoReturn), in.Affiliated,
			}
		}
		wants := func(what string, want ...int) {
			t.Helper()
			if got := counts(); got != [6]int(want) {
				t.Errorf("%s: to confirm, drafts, fee, list, no return, affiliated: %v, want %v", what, got, want)
			}
		}
		wants("nothing", 0, 0, 0, 0, 0, 0)
		id := s.upload(s.treasurer, s.capital, "", eight...).Return
		wants("a draft", 0, 1, 0, 0, 0, 0)
		s.must(s.Submit(ctx, s.treasurer, s.ref(id), consented))
		wants("handed in", 1, 0, 0, 0, 0, 0)
		s.confirm(id)
		wants("confirmed", 0, 0, 1, 0, 0, 0)
		s.pay(id, "160", "2026-08-03")
		wants("paid", 0, 0, 0, 0, 0, 1)
		withdrawn := s.upload(s.treasurer, s.harbour, "", "Heke,One,,,", "Heke,Two,,,").Return
		s.must(s.Withdraw(ctx, s.treasurer, s.ref(withdrawn)))
		wants("withdrawn", 0, 0, 0, 0, 0, 1)
		s.on("2027-03-31")
		years := func() (n int) {
			in, err := s.Inbox(ctx, s.treasurer)
			s.must(err)
			return len(in.NoRate)
		}
		if n := years(); n != 0 {
			t.Errorf("%d years without a rate at the end of March", n)
		}
		s.on("2027-04-01")
		if n := years(); n != 1 {
			t.Errorf("%d years without a rate from April on, want the coming one", n)
		}
		s.rate(2027, "20")
		if n := years(); n != 0 {
			t.Errorf("%d years without a rate once it is there", n)
		}
		s.on("2027-07-01")
		wants("a new year", 0, 0, 0, 0, 1, 0)
	})
}

// A club is warned of having no secretary, or one who is no member (Rule 2.4),
// once it has had members.
func TestAClubIsWarnedAboutItsSecretary(t *testing.T) {
	each(t, func(t *testing.T, s *society) {
		warnings := func(club int) string {
			t.Helper()
			all, err := s.Overviews(ctx, s.treasurer, 2026)
			s.must(err)
			return strings.Join(all[club].Warnings, " ")
		}
		s.must(s.NameSecretary(ctx, s.treasurer, clubs.NameSecretary{
			Club: s.harbour, Person: s.harbourSecretary.Person, From: day("2026-08-03"),
		}))
		for i := range 2 {
			if got := warnings(i); got != "" {
				t.Errorf("a club that has no members yet: %q", got)
			}
		}
		s.capitalList()
		id := s.upload(s.treasurer, s.harbour, "", "Heke,One,,,", "Heke,Two,,,", "Heke,Three,,,", "Heke,Four,,,", "Heke,Five,,,").Return
		s.confirm(id)
		s.pay(id, "100", "2026-08-03")
		if got := warnings(0); got != "No club secretary is recorded (Rule 2.4)." {
			t.Errorf("no secretary: %q", got)
		}
		if got := warnings(1); got != "James Peters is not a member of the club (Rule 2.4)." {
			t.Errorf("a secretary who is no member: %q", got)
		}
		in, err := s.Inbox(ctx, s.treasurer)
		if err != nil || len(in.Warnings) != 2 {
			t.Errorf("%d clubs with warnings, %v", len(in.Warnings), err)
		}
	})
}

// More money than the fee changes no term, and is no settling of the return.
func TestMoneyBeyondTheFeeSettlesNothing(t *testing.T) {
	each(t, func(t *testing.T, s *society) {
		id := s.capitalList()
		settled := func() int {
			t.Helper()
			log, err := audit.Of(ctx, s.db, "club_return", int64(id), 100)
			s.must(err)
			n := 0
			for _, e := range log {
				if e.Action == "settle.return" {
					n++
				}
			}
			return n
		}
		before := settled()
		s.on("2026-09-01")
		if out := s.pay(id, "5", "2026-09-01"); out.Affiliation.Over != money.MustParse("5") ||
			out.Affiliation.From != day("2026-08-03") {
			t.Errorf("after too much: %+v", out.Affiliation)
		}
		f, err := s.people.File(ctx, s.treasurer, s.member("aroha").Person.ID)
		s.must(err)
		if len(f.Terms) != 1 || settled() != before {
			t.Errorf("%d rows of terms, settled %d times; want 1 and %d", len(f.Terms), settled(), before)
		}
	})
}
