package clubs

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"nzgs/internal/apperr"
	"nzgs/internal/civil"
	"nzgs/internal/members"
	"nzgs/internal/money"
)

func day(s string) civil.Date {
	if s == "" {
		return civil.Date{}
	}
	return civil.MustParseDate(s)
}

func paid(d, amount string) Credit { return Credit{day(d), money.MustParse(amount), Paid} }

// Rule 2.3: four are refused, five accepted.
func TestListSize(t *testing.T) {
	for n, accepted := range map[int]bool{0: false, 1: false, 4: false, 5: true, 6: true, 300: true} {
		err := Affiliations.CheckSize(n)
		if (err == nil) != accepted {
			t.Errorf("a list of %d: %v", n, err)
		}
		var e *apperr.Error
		if !accepted && (!errors.As(err, &e) || e.Rule != "2.3" || !strings.Contains(e.Message, "at least 5")) {
			t.Errorf("a list of %d: %v, want the refusal of rule 2.3", n, err)
		}
	}
}

func TestAffiliate(t *testing.T) {
	rate := money.MustParse("20.00")
	for _, tt := range []struct {
		name    string
		c       Case
		want    Standing
		fee     string
		missing string
		over    string
		from    string
	}{
		{"list and fee on one day", Case{Year: 2026, Members: 5, Charged: 5, Rate: rate, ListReceived: day("2026-07-10"), Credits: []Credit{paid("2026-07-10", "100")}},
			Effective, "100", "0", "0", "2026-07-10"},
		{"fee later", Case{Year: 2026, Members: 5, Charged: 5, Rate: rate, ListReceived: day("2026-07-10"), Credits: []Credit{paid("2026-08-02", "100")}},
			Effective, "100", "0", "0", "2026-08-02"},
		{"list later", Case{Year: 2026, Members: 5, Charged: 5, Rate: rate, ListReceived: day("2026-08-10"), Credits: []Credit{paid("2026-07-02", "100")}},
			Effective, "100", "0", "0", "2026-08-10"},
		{"no list", Case{Year: 2026, Credits: []Credit{paid("2026-07-02", "100")}},
			AwaitingList, "0", "0", "0", ""},
		{"no fee", Case{Year: 2026, Members: 8, Charged: 8, Rate: rate, ListReceived: day("2026-07-10")},
			AwaitingFee, "160", "160", "0", ""},
		{"a cent short", Case{Year: 2026, Members: 5, Charged: 5, Rate: rate, ListReceived: day("2026-07-10"), Credits: []Credit{paid("2026-07-10", "99.99")}},
			AwaitingFee, "100", "0.01", "0", ""},
		{"two parts, the second completes", Case{Year: 2026, Members: 8, Charged: 8, Rate: rate, ListReceived: day("2026-07-10"), Credits: []Credit{paid("2026-09-01", "60"), paid("2026-07-12", "100")}},
			Effective, "160", "0", "0", "2026-09-01"},
		{"a third part beyond the fee does not move the day", Case{Year: 2026, Members: 8, Charged: 8, Rate: rate, ListReceived: day("2026-07-10"), Credits: []Credit{paid("2026-07-12", "100"), paid("2026-09-01", "60"), paid("2026-10-01", "20")}},
			Effective, "160", "0", "20", "2026-09-01"},
		{"one waived", Case{Year: 2026, Members: 8, Charged: 8, Rate: rate, ListReceived: day("2026-07-10"), Credits: []Credit{paid("2026-07-12", "140"), {day("2026-07-10"), rate, Waived}}},
			Effective, "160", "0", "0", "2026-07-12"},
		{"waived later than paid", Case{Year: 2026, Members: 8, Charged: 8, Rate: rate, ListReceived: day("2026-07-10"), Credits: []Credit{paid("2026-07-12", "140"), {day("2026-07-20"), rate, Waived}}},
			Effective, "160", "0", "0", "2026-07-20"},
		{"all registered before", Case{Year: 2026, Members: 8, Charged: 0, Rate: rate, ListReceived: day("2026-10-10")},
			Effective, "0", "0", "0", "2026-10-10"},
		{"three added", Case{Year: 2026, Members: 11, Charged: 3, Rate: rate, ListReceived: day("2026-10-10"), Credits: []Credit{paid("2026-10-11", "60")}},
			Effective, "60", "0", "0", "2026-10-11"},
		{"fee on the last day", Case{Year: 2026, Members: 5, Charged: 5, Rate: rate, ListReceived: day("2027-06-01"), Credits: []Credit{paid("2027-06-30", "100")}},
			Effective, "100", "0", "0", "2027-06-30"},
		{"fee a day after the year", Case{Year: 2026, Members: 5, Charged: 5, Rate: rate, ListReceived: day("2027-06-01"), Credits: []Credit{paid("2027-07-01", "100")}},
			TooLate, "100", "0", "0", "2027-07-01"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			a := Affiliations.Affiliate(tt.c)
			if a.Standing != tt.want || a.From != day(tt.from) {
				t.Errorf("%s from %q, want %s from %q", a.Standing, a.From, tt.want, tt.from)
			}
			if a.Fee != money.MustParse(tt.fee) || a.Missing != money.MustParse(tt.missing) || a.Over != money.MustParse(tt.over) {
				t.Errorf("fee %s, missing %s, over %s; want %s, %s, %s", a.Fee, a.Missing, a.Over, tt.fee, tt.missing, tt.over)
			}
			if last := a.FromTrace.Lines[len(a.FromTrace.Lines)-1]; !a.From.IsZero() && a.Standing == Effective && !strings.Contains(last, a.From.Long()) {
				t.Errorf("the trace does not lead to the day: %q", last)
			}
		})
	}
}

func TestAffiliationShowsItsArithmetic(t *testing.T) {
	a := Affiliations.Affiliate(Case{
		Year: 2026, Members: 11, Charged: 8, Rate: money.MustParse("20"), ListReceived: day("2026-08-03"),
		Credits: []Credit{paid("2026-08-03", "100"), paid("2026-08-10", "40"), {day("2026-08-03"), money.MustParse("20"), Waived}},
	})
	if diff := cmp.Diff([]string{
		"11 members of the club, 3 of them registered for 2026/27 before",
		"8 × $20.00 = $160.00",
		"Waived by the treasurer: $20.00",
		"$160.00 − $20.00 = $140.00",
	}, a.FeeTrace.Lines); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{
		"List received 3 August 2026",
		"Full fee received 10 August 2026 ($100.00 on 3 August 2026, $40.00 on 10 August 2026)",
		"The later of the two: 10 August 2026",
	}, a.FromTrace.Lines); diff != "" {
		t.Error(diff)
	}
}

// The order in which credits are written down never matters, and a
// registration is effective exactly when the credits reach the fee.
func TestAffiliationProperties(t *testing.T) {
	start := day("2026-07-01")
	rapid.Check(t, func(t *rapid.T) {
		c := Case{
			Year: 2026, Charged: rapid.IntRange(0, 12).Draw(t, "charged"), Rate: money.Cents(rapid.IntRange(0, 3000).Draw(t, "rate")),
			ListReceived: start.AddDays(rapid.IntRange(0, 300).Draw(t, "list")),
		}
		c.Members = c.Charged + rapid.IntRange(0, 5).Draw(t, "before")
		var sum money.Cents
		for range rapid.IntRange(0, 5).Draw(t, "credits") {
			credit := Credit{start.AddDays(rapid.IntRange(0, 300).Draw(t, "day")), money.Cents(rapid.IntRange(1, 20000).Draw(t, "amount")), Paid}
			c.Credits, sum = append(c.Credits, credit), sum+credit.Amount
		}
		a := Affiliations.Affiliate(c)
		if covered := sum >= a.Fee; covered == a.From.IsZero() {
			t.Fatalf("%s towards %s: effective from %q", sum, a.Fee, a.From)
		}
		if a.Missing > 0 && a.Over > 0 || a.Paid+a.Missing-a.Over != a.Due() {
			t.Fatalf("paid %s + missing %s − over %s ≠ due %s", a.Paid, a.Missing, a.Over, a.Due())
		}
		if !a.From.IsZero() && a.From.Before(c.ListReceived) {
			t.Fatalf("effective %s before the list of %s", a.From, c.ListReceived)
		}
		shuffled := rapid.Permutation(c.Credits).Draw(t, "order")
		c.Credits = shuffled
		if b := Affiliations.Affiliate(c); b.From != a.From || b.Standing != a.Standing {
			t.Fatalf("in another order: %s %s, was %s %s", b.Standing, b.From, a.Standing, a.From)
		}
	})
}

func TestReportDueAndSizeWarning(t *testing.T) {
	due, trace := Affiliations.ReportDue(day("2028-02-29"))
	if due != day("2029-02-28") || trace.Rule != "2.4" {
		t.Errorf("due %s under %s", due, trace.Rule)
	}
	if w := Affiliations.WarnSize(5, 2026); w != "" {
		t.Errorf("five members: %q", w)
	}
	if w := Affiliations.WarnSize(4, members.Year(2026)); w != "4 members left, fewer than 5. The club stays affiliated until 30 June 2027 (Rule 2.3)." {
		t.Errorf("four members: %q", w)
	}
}
