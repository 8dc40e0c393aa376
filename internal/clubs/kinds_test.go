package clubs_test

import (
	"strings"
	"testing"

	"nzgs/internal/clubs"
	"nzgs/internal/members"
	"nzgs/internal/members/kinds"
	"nzgs/internal/money"
	"nzgs/internal/treasury"
	"nzgs/internal/treasury/ledger"
)

// On a club's list each member pays the rate of their kind, a family once, and a life member nothing; the club is affiliated
// with that fee, and the books have the income by kind.
func TestEachOfAListPaysByKind(t *testing.T) {
	each(t, func(t *testing.T, s *society) {
		s.capitalList()
		s.on("2027-08-03")
		s.rate(2027, "20.00")
		for kind, amount := range map[kinds.Kind]string{kinds.Student: "8.00", kinds.Family: "30.00"} {
			_, err := s.money.SetRate(ctx, s.treasurer, treasury.RateInput{
				Year: 2027, Kind: kind, Amount: money.MustParse(amount), Meeting: treasury.AGM, MeetingDay: day("2027-03-14"),
				Resolution: "That " + kind.Each() + " pay $" + amount + ".",
			})
			s.must(err)
		}
		set := func(name string, k kinds.Kind, payer members.PersonID) members.PersonID {
			id := s.member(name).Person.ID
			s.must(kinds.New(s.db, s.clock).Set(ctx, s.treasurer, kinds.Input{
				Person: id, Kind: k, From: 2027, Payer: payer, Reason: "Resolution of 14 March 2027.",
			}))
			return id
		}
		set("Aroha", kinds.Student, 0)
		set("Bob", kinds.Family, set("Ann", kinds.Family, 0))
		set("Carol", kinds.Life, 0)

		up, err := s.Upload(ctx, s.treasurer, clubs.UploadInput{Club: s.capital, Year: 2027, List: s.csv(eight...)})
		s.must(err)
		// 4 × $20 + $8 + $30 + nothing for the other of the family and the life member
		want := money.MustParse("118.00")
		v := s.view(s.treasurer, up.Return)
		if v.Preview.Fee != want {
			t.Errorf("the preview's fee is %s, want %s", v.Preview.Fee, want)
		}
		for given, charge := range map[string]string{"Aroha": "8.00", "Ann": "30.00", "Bob": "0.00", "Carol": "0.00", "Mere": "20.00"} {
			if l := s.line(v, given); l.Charge != money.MustParse(charge) {
				t.Errorf("%s is charged %s, want %s", given, l.Charge, charge)
			}
		}
		if a := s.confirm(up.Return); a.Fee != want || a.Missing != want {
			t.Errorf("confirmed: fee %s, missing %s", a.Fee, a.Missing)
		}
		if a := s.pay(up.Return, "117.99", "2027-08-03").Affiliation; !a.From.IsZero() {
			t.Error("a cent short, and affiliated")
		}
		if a := s.pay(up.Return, "0.01", "2027-08-03").Affiliation; a.From != day("2027-08-03") || a.Over != 0 {
			t.Errorf("paid in full: from %s, %s over", a.From, a.Over)
		}
		all, _, err := s.money.InvoicesOf(ctx, s.treasurer, ledger.Party{Club: int64(s.capital)})
		s.must(err)
		file, err := s.money.Invoice(ctx, s.treasurer, all[0].ID)
		s.must(err)
		got := map[ledger.Code]money.Cents{}
		for _, l := range file.Lines {
			got[l.Account] += l.Amount
		}
		if got[ledger.ClubFees] != money.MustParse("80.00") || got[ledger.StudentFees] != money.MustParse("8.00") ||
			got[ledger.FamilyFees] != money.MustParse("30.00") {
			t.Errorf("the invoice's lines are %v", file.Lines)
		}
		v = s.view(s.treasurer, up.Return)
		var why strings.Builder
		for _, step := range v.Affiliation.FeeTrace.Steps {
			why.WriteString(step.Text + "\n")
		}
		if !strings.Contains(why.String(), "kind Student: $8.00 in place of 1 × $20.00") {
			t.Errorf("the fee is explained by\n%s", why.String())
		}
	})
}
