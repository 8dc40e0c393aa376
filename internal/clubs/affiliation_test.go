package clubs

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"nzgs/internal/apperr"
	"nzgs/internal/civil"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/members"
	"nzgs/internal/money"
)

func day(s string) civil.Date {
	if s == "" {
		return civil.Date{}
	}
	return civil.MustParseDate(s)
}

func paid(d, amount string) constitution.Credit {
	return constitution.Credit{Day: day(d), Amount: money.MustParse(amount), Kind: constitution.Paid}
}

func waived(d, amount string) constitution.Credit {
	return constitution.Credit{Day: day(d), Amount: money.MustParse(amount), Kind: constitution.Waived}
}

var shipped = constitution.Shipped()

// Rule 2.3: four are refused, five accepted.
func TestListSize(t *testing.T) {
	for n, accepted := range map[int]bool{0: false, 1: false, 4: false, 5: true, 6: true, 300: true} {
		err := refuseSize(shipped, n)
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
		c       constitution.ClubList
		want    Standing
		fee     string
		missing string
		over    string
		from    string
	}{
		{"list and fee on one day", constitution.ClubList{
			Year: 2026, Members: 5, Charged: 5, Rate: rate, Received: day("2026-07-10"),
			Credits: []constitution.Credit{paid("2026-07-10", "100")},
		},
			Effective, "100", "0", "0", "2026-07-10"},
		{"fee later", constitution.ClubList{
			Year: 2026, Members: 5, Charged: 5, Rate: rate, Received: day("2026-07-10"),
			Credits: []constitution.Credit{paid("2026-08-02", "100")},
		},
			Effective, "100", "0", "0", "2026-08-02"},
		{"list later", constitution.ClubList{
			Year: 2026, Members: 5, Charged: 5, Rate: rate, Received: day("2026-08-10"),
			Credits: []constitution.Credit{paid("2026-07-02", "100")},
		},
			Effective, "100", "0", "0", "2026-08-10"},
		{"no list", constitution.ClubList{Year: 2026, Credits: []constitution.Credit{paid("2026-07-02", "100")}},
			AwaitingList, "0", "0", "0", ""},
		{"no fee", constitution.ClubList{Year: 2026, Members: 8, Charged: 8, Rate: rate, Received: day("2026-07-10")},
			AwaitingFee, "160", "160", "0", ""},
		{"a cent short", constitution.ClubList{
			Year: 2026, Members: 5, Charged: 5, Rate: rate, Received: day("2026-07-10"),
			Credits: []constitution.Credit{paid("2026-07-10", "99.99")},
		},
			AwaitingFee, "100", "0.01", "0", ""},
		{"two parts, the second completes", constitution.ClubList{
			Year: 2026, Members: 8, Charged: 8, Rate: rate, Received: day("2026-07-10"),
			Credits: []constitution.Credit{paid("2026-09-01", "60"), paid("2026-07-12", "100")},
		},
			Effective, "160", "0", "0", "2026-09-01"},
		{"a third part beyond the fee does not move the day", constitution.ClubList{
			Year: 2026, Members: 8, Charged: 8, Rate: rate, Received: day("2026-07-10"),
			Credits: []constitution.Credit{paid("2026-07-12", "100"), paid("2026-09-01", "60"), paid("2026-10-01", "20")},
		},
			Effective, "160", "0", "20", "2026-09-01"},
		{"one waived", constitution.ClubList{
			Year: 2026, Members: 8, Charged: 8, Rate: rate, Received: day("2026-07-10"),
			Credits: []constitution.Credit{paid("2026-07-12", "140"), waived("2026-07-10", "20")},
		},
			Effective, "160", "0", "0", "2026-07-12"},
		{"waived later than paid", constitution.ClubList{
			Year: 2026, Members: 8, Charged: 8, Rate: rate, Received: day("2026-07-10"),
			Credits: []constitution.Credit{paid("2026-07-12", "140"), waived("2026-07-20", "20")},
		},
			Effective, "160", "0", "0", "2026-07-20"},
		{"all registered before", constitution.ClubList{
			Year: 2026, Members: 8, Charged: 0, Rate: rate, Received: day("2026-10-10"),
		},
			Effective, "0", "0", "0", "2026-10-10"},
		{"three added", constitution.ClubList{
			Year: 2026, Members: 11, Charged: 3, Rate: rate, Received: day("2026-10-10"),
			Credits: []constitution.Credit{paid("2026-10-11", "60")},
		},
			Effective, "60", "0", "0", "2026-10-11"},
		{"fee on the last day", constitution.ClubList{
			Year: 2026, Members: 5, Charged: 5, Rate: rate, Received: day("2027-06-01"),
			Credits: []constitution.Credit{paid("2027-06-30", "100")},
		},
			Effective, "100", "0", "0", "2027-06-30"},
		{"fee a day after the year", constitution.ClubList{
			Year: 2026, Members: 5, Charged: 5, Rate: rate, Received: day("2027-06-01"),
			Credits: []constitution.Credit{paid("2027-07-01", "100")},
		},
			TooLate, "100", "0", "0", "2027-07-01"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			a := affiliate(shipped, tt.c, constitution.Trace{})
			if a.Standing != tt.want || a.From != day(tt.from) {
				t.Errorf("%s from %q, want %s from %q", a.Standing, a.From, tt.want, tt.from)
			}
			if a.Fee != money.MustParse(tt.fee) || a.Missing != money.MustParse(tt.missing) ||
				a.Over != money.MustParse(tt.over) {
				t.Errorf("fee %s, missing %s, over %s; want %s, %s, %s", a.Fee, a.Missing, a.Over, tt.fee, tt.missing, tt.over)
			}
			if last := a.FromTrace.Lines()[len(a.FromTrace.Lines())-1]; !a.From.IsZero() && a.Standing == Effective &&
				!strings.Contains(last, a.From.Long()) {
				t.Errorf("the trace does not lead to the day: %q", last)
			}
		})
	}
}

func TestAffiliationShowsItsArithmetic(t *testing.T) {
	a := affiliate(shipped, constitution.ClubList{
		Year: 2026, Members: 11, Charged: 8, Rate: money.MustParse("20"), Received: day("2026-08-03"),
		Credits: []constitution.Credit{paid("2026-08-03", "100"), paid("2026-08-10", "40"), waived("2026-08-03", "20")},
	}, constitution.Trace{})
	if diff := cmp.Diff([]string{
		"11 members of the club, 3 of them already registered for 2026/27",
		"8 × $20.00 = $160.00",
		"Waived by the treasurer: $20.00",
		"$160.00 − $20.00 = $140.00",
	}, a.FeeTrace.Lines()); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{
		"List received 3 August 2026",
		"Full fee received 10 August 2026 ($100.00 on 3 August 2026, $40.00 on 10 August 2026)",
		"The later of the two: 10 August 2026",
	}, a.FromTrace.Lines()); diff != "" {
		t.Error(diff)
	}
}

// The order in which credits are written down never matters, and a
// registration is effective exactly when the credits reach the fee.
func TestAffiliationProperties(t *testing.T) {
	start := day("2026-07-01")
	rapid.Check(t, func(t *rapid.T) {
		c := constitution.ClubList{
			Year: 2026, Charged: rapid.IntRange(0, 12).Draw(t, "charged"),
			Rate:     money.Cents(rapid.IntRange(0, 3000).Draw(t, "rate")),
			Received: start.AddDays(rapid.IntRange(0, 300).Draw(t, "list")),
		}
		c.Members = c.Charged + rapid.IntRange(0, 5).Draw(t, "before")
		var sum money.Cents
		for range rapid.IntRange(0, 5).Draw(t, "credits") {
			credit := constitution.Credit{
				Day:    start.AddDays(rapid.IntRange(0, 300).Draw(t, "day")),
				Amount: money.Cents(rapid.IntRange(1, 20000).Draw(t, "amount")), Kind: constitution.Paid,
			}
			c.Credits, sum = append(c.Credits, credit), sum+credit.Amount
		}
		a := affiliate(shipped, c, constitution.Trace{})
		if covered := sum >= a.Fee; covered == a.From.IsZero() {
			t.Fatalf("%s towards %s: effective from %q", sum, a.Fee, a.From)
		}
		if a.Missing > 0 && a.Over > 0 || a.Paid+a.Missing-a.Over != a.Due() {
			t.Fatalf("paid %s + missing %s − over %s ≠ due %s", a.Paid, a.Missing, a.Over, a.Due())
		}
		if !a.From.IsZero() && a.From.Before(c.Received) {
			t.Fatalf("effective %s before the list of %s", a.From, c.Received)
		}
		shuffled := rapid.Permutation(c.Credits).Draw(t, "order")
		c.Credits = shuffled
		if b := affiliate(shipped, c, constitution.Trace{}); b.From != a.From || b.Standing != a.Standing {
			t.Fatalf("in another order: %s %s, was %s %s", b.Standing, b.From, a.Standing, a.From)
		}
	})
}

// Rule 2.3: what becomes of an affiliated club with fewer and fewer members.
func TestAClubThatGrowsTooSmall(t *testing.T) {
	var held []members.Term
	for i, to := range []string{"2027-06-30", "2027-06-30", "2027-06-30", "2027-06-30", "2026-10-31", "2026-09-30"} {
		held = append(held, members.Term{Person: PersonID(i + 1), From: day("2026-07-10"), To: day(to)})
	}
	held = append(held, members.Term{
		Person: 5, From: day("2026-07-10"), To: day("2026-07-20"),
	}) // of somebody with a longer one
	read := func() ([]members.Term, error) { return held, nil }
	ruled, err := constitution.NewHistory(nil, []constitution.Ruling{
		{Question: constitution.UnderMinimum, Reading: "ceases", Meeting: day("2026-07-01"), Words: "It ends."},
	})
	if err != nil {
		t.Fatal(err)
	}
	ceases := ruled.On(day("2026-08-01"))
	for _, tt := range []struct {
		name       string
		c          constitution.Constitution
		now        int
		on         string
		affiliated bool
		warning    string
	}{
		{"five", shipped, 5, "2026-10-31", true, ""},
		{
			"four", shipped, 4, "2026-12-01", true,
			"4 members left, fewer than 5. The club stays affiliated until 30 June 2027 (Rule 2.3).",
		},
		{"five, as ruled", ceases, 5, "2026-10-31", true, ""},
		{
			"the day on which it falls, as ruled", ceases, 4, "2026-11-01", true,
			"4 members left, fewer than 5. The club stays affiliated until 1 November 2026 (Rule 2.3).",
		},
		{
			"the day after, as ruled", ceases, 4, "2026-11-02", false,
			"4 members left, fewer than 5. The affiliation ended on 1 November 2026 (Rule 2.3).",
		},
		{
			"later, as ruled", ceases, 4, "2027-03-01", false,
			"4 members left, fewer than 5. The affiliation ended on 1 November 2026 (Rule 2.3).",
		},
	} {
		affiliated, warning, err := keptUp(tt.c, 2026, tt.now, read, day(tt.on))
		if err != nil || affiliated != tt.affiliated || warning != tt.warning {
			t.Errorf("%s: affiliated %t, %q, %v; want %t, %q", tt.name, affiliated, warning, err, tt.affiliated, tt.warning)
		}
	}
}
