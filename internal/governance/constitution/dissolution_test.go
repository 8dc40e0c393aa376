package constitution

import (
	"math/big"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"nzgs/internal/money"
)

// Rule 4.20: the vector of the reading, and others.
func TestShares(t *testing.T) {
	for _, tt := range []struct {
		name   string
		assets string
		clubs  []ClubSize
		want   string
	}{
		{"the vector", "1000.01", []ClubSize{{"A", 7}, {"B", 5}, {"C", 5}}, "411.77 294.12 294.12"},
		{"the vector in another order", "1000.01", []ClubSize{{"C", 5}, {"A", 7}, {"B", 5}}, "294.12 411.77 294.12"},
		{"it divides", "90.00", []ClubSize{{"A", 4}, {"B", 5}}, "40.00 50.00"},
		{"a cent among equals goes by name", "0.01", []ClubSize{{"C", 5}, {"B", 5}, {"A", 5}}, "0.00 0.00 0.01"},
		{"equal remainders go to the larger club", "0.01", []ClubSize{{"A", 1}, {"B", 1}, {"C", 2}}, "0.00 0.00 0.01"},
		{"two cents among three", "0.02", []ClubSize{{"A", 5}, {"B", 5}, {"C", 5}}, "0.01 0.01 0.00"},
		{"nothing", "0.00", []ClubSize{{"A", 5}}, "0.00"},
		{"a club without members", "10.01", []ClubSize{{"A", 0}, {"B", 3}}, "0.00 10.01"},
		{"the largest amounts", "10000000.00", []ClubSize{{"A", 1_000_000}, {"B", 999_999}}, "5000002.50 4999997.50"},
	} {
		got, trace, err := shipped.Shares(money.MustParse(tt.assets), tt.clubs)
		if err != nil {
			t.Fatal(err)
		}
		var plain []string
		for i, s := range got {
			plain = append(plain, s.Amount.Plain())
			if s.Name != tt.clubs[i].Name {
				t.Errorf("%s: share %d is %s's", tt.name, i, s.Name)
			}
		}
		if names(plain) != tt.want || trace.Rule != "4.20" {
			t.Errorf("%s: %v, want %s", tt.name, plain, tt.want)
		}
	}
	_, trace, err := shipped.Shares(money.MustParse("1000.01"), []ClubSize{{"A", 7}, {"B", 5}, {"C", 5}})
	if err != nil {
		t.Fatal(err)
	}
	wantTrace(
		t, trace,
		"A: $1,000.01 × 7 / 17 ≈ $411.77 (4.20); B: $1,000.01 × 5 / 17 ≈ $294.12 (4.20); C: $1,000.01 × 5 / 17 ≈ $294.12 "+
			"(4.20): $1,000.01 in all, advisory only [reading 4.20-cents]",
	)
}

func TestSharesRefuseTheImpossible(t *testing.T) {
	for _, tt := range []struct {
		name   string
		assets money.Cents
		clubs  []ClubSize
		want   string
	}{
		{"no clubs", 100, nil, "clubs"},
		{"nobody in them", 100, []ClubSize{{"A", 0}, {"B", 0}}, "clubs"},
		{"negative", -1, []ClubSize{{"A", -1}}, "assets clubs"},
		{"one twice", 100, []ClubSize{{"A", 5}, {"A", 5}}, "clubs"},
		{"without a name", 100, []ClubSize{{"", 5}}, "clubs"},
		{"too many members", 100, []ClubSize{{"A", 1 << 60}}, "clubs"},
	} {
		_, _, err := shipped.Shares(tt.assets, tt.clubs)
		if got := fields(t, err); got != tt.want {
			t.Errorf("%s: refused %q, want %q", tt.name, got, tt.want)
		}
	}
}

// Shares sum to the assets, lie within a cent of the exact proportion, follow
// the clubs' sizes, and know no order.
func TestSharesProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		assets := money.Cents(rapid.Int64Range(0, int64(money.MaxInput)).Draw(t, "assets"))
		var clubs []ClubSize
		total := 0
		for i := range rapid.IntRange(1, 12).Draw(t, "clubs") {
			clubs = append(clubs, ClubSize{string(rune('A' + i)), rapid.IntRange(0, 60).Draw(t, "members")})
			total += clubs[i].Members
		}
		shares, _, err := shipped.Shares(assets, clubs)
		if total == 0 {
			if err == nil {
				t.Fatal("nobody, and no refusal")
			}
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		var sum money.Cents
		by := make(map[string]money.Cents)
		for i, s := range shares {
			sum += s.Amount
			by[s.Name] = s.Amount
			exact := big.NewRat(int64(assets)*int64(s.Members), int64(total))
			off := new(big.Rat).Sub(new(big.Rat).SetInt64(int64(s.Amount)), exact)
			if off.Abs(off).Cmp(big.NewRat(1, 1)) >= 0 {
				t.Fatalf("%+v is %s off", s, off)
			}
			for j := range i {
				if o := shares[j]; o.Members > s.Members && o.Amount < s.Amount || o.Members < s.Members && o.Amount > s.Amount {
					t.Fatalf("%+v beside %+v", o, s)
				}
			}
		}
		if sum != assets {
			t.Fatalf("the shares sum to %s, not %s", sum, assets)
		}
		again, _, err := shipped.Shares(assets, rapid.Permutation(clubs).Draw(t, "shuffled"))
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range again {
			if by[s.Name] != s.Amount {
				t.Fatalf("in another order %s has %s, not %s", s.Name, s.Amount, by[s.Name])
			}
		}
	})
}

// Rule 4.20: eighteen months from the latest AGM without a quorum, by another
// reading from the first.
func TestMayDissolve(t *testing.T) {
	quorate := func(s string) PastAGM { return PastAGM{day(s), WithQuorum} }
	inquorate := func(s string) PastAGM { return PastAGM{day(s), WithoutQuorum} }
	for _, tt := range []struct {
		name    string
		agms    []PastAGM
		on      string
		reading ReadingID
		from    string
		allowed bool
	}{
		{"never tried", nil, "2026-01-01", "first", "", false},
		{"all had a quorum", []PastAGM{quorate("2025-03-14")}, "2029-01-01", "first", "", false},
		{
			"the last day that is not after eighteen months", []PastAGM{quorate("2024-03-14"), inquorate("2025-03-14")},
			"2026-09-14", "first", "2026-09-15", false,
		},
		{
			"the first day after them", []PastAGM{quorate("2024-03-14"), inquorate("2025-03-14")}, "2026-09-15", "first",
			"2026-09-15", true,
		},
		{
			"a second attempt changes nothing", []PastAGM{inquorate("2025-06-01"), inquorate("2025-03-14")}, "2026-09-15",
			"first", "2026-09-15", true,
		},
		{
			"unless the latest is the one", []PastAGM{inquorate("2025-06-01"), inquorate("2025-03-14")}, "2026-09-15", "latest",
			"2026-12-02", false,
		},
		{
			"one with a quorum since", []PastAGM{inquorate("2025-03-14"), quorate("2025-05-01")}, "2029-01-01", "first", "",
			false,
		},
		{
			"and one without after it", []PastAGM{inquorate("2025-03-14"), quorate("2025-05-01"), inquorate("2026-05-01")},
			"2027-11-02", "first", "2027-11-02", true,
		},
		{"from a month's end", []PastAGM{inquorate("2024-08-31")}, "2026-03-01", "first", "2026-03-01", true},
		{
			"a later meeting is not known yet", []PastAGM{inquorate("2025-03-14"), quorate("2026-12-01")}, "2026-10-01", "first",
			"2026-09-15", true,
		},
	} {
		got := ruled(t, PreviousInquorate, tt.reading).MayDissolve(tt.agms, day(tt.on))
		if got.From != day(tt.from) || got.Allowed != tt.allowed || got.Inquorate != (tt.from != "") {
			t.Errorf("%s: %+v, want from %q, allowed %t", tt.name, got, tt.from, tt.allowed)
		}
		reversed := slices.Clone(tt.agms)
		slices.Reverse(reversed)
		if again := ruled(
			t, PreviousInquorate, tt.reading,
		).MayDissolve(reversed, day(tt.on)); again.Trace.String() != got.Trace.String() {
			t.Errorf("%s, reversed: %s, was %s", tt.name, again.Trace, got.Trace)
		}
	}
}

// A dissolution cannot be undone: without a ruling the later day holds.
func TestDissolutionIsCautiousWithoutARuling(t *testing.T) {
	agms := []PastAGM{{day("2025-03-14"), WithoutQuorum}, {day("2025-06-01"), WithoutQuorum}}
	if got := shipped.MayDissolve(agms, day("2026-09-15")); got.Allowed || got.From != day("2026-12-02") {
		t.Errorf("%+v", got)
	}
}

// Rule 4.20: whose clubs are counted.
func TestSharedAsOf(t *testing.T) {
	arisen := Dissolution{Inquorate: true, From: day("2026-09-15"), Allowed: true}
	for _, tt := range []struct {
		reading ReadingID
		d       Dissolution
		want    string
	}{
		{"right", arisen, "2026-09-15"},
		{"day", arisen, "2027-02-01"},
		{"right", Dissolution{Inquorate: true, From: day("2027-09-15")}, "2027-02-01"}, // yet to arise
		{"right", Dissolution{}, "2027-02-01"},
	} {
		if got, trace := ruled(
			t, ClubsThatShare, tt.reading,
		).SharedAsOf(tt.d, day("2027-02-01")); got != day(tt.want) || trace.Uses(ClubsThatShare) != tt.d.Allowed {
			t.Errorf("%s: %s, want %s: %s", tt.reading, got, tt.want, trace)
		}
	}
}

// Cents that the committee gives away are in no share.
func TestCentsLeftToTheCommittee(t *testing.T) {
	got, trace, err := ruled(t, OddCents, "committee").Shares(5, []ClubSize{{"A", 1}, {"B", 1}, {"C", 1}})
	if err != nil || got[0].Amount+got[1].Amount+got[2].Amount != 3 || !strings.Contains(
		trace.String(), "$0.02 left, for the committee",
	) {
		t.Errorf("%v, %s, %v", got, trace, err)
	}
}
