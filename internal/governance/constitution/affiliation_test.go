package constitution

import (
	"strings"
	"testing"

	"nzgs/internal/civil"
	"nzgs/internal/money"
)

// Rule 2.3: four are refused, five accepted; effective on the later of list
// and full fee; short payment is not effective.
func TestAffiliate(t *testing.T) {
	for _, tt := range []struct {
		name      string
		members   int
		list, fee string
		paid      string // "": the full fee
		accepted  bool
		cost      string
		effective string
	}{
		{"four are refused", 4, "2026-07-10", "2026-07-10", "", false, "80.00", ""},
		{"nobody at all", 0, "2026-07-10", "2026-07-10", "", false, "0.00", ""},
		{"five are accepted", 5, "2026-07-10", "2026-07-10", "", true, "100.00", "2026-07-10"},
		{"the fee later", 5, "2026-07-10", "2026-08-02", "", true, "100.00", "2026-08-02"},
		{"the list later", 5, "2026-08-10", "2026-07-02", "", true, "100.00", "2026-08-10"},
		{"a leap day", 5, "2028-02-29", "2028-02-28", "", true, "100.00", "2028-02-29"},
		{"a cent short", 5, "2026-07-10", "2026-07-10", "99.99", true, "100.00", ""},
		{"exactly paid", 5, "2026-07-10", "2026-07-10", "100.00", true, "100.00", "2026-07-10"},
		{"paid over", 5, "2026-07-10", "2026-07-10", "120.00", true, "100.00", "2026-07-10"},
		{"nothing paid", 5, "2026-07-10", "2026-07-10", "0.00", true, "100.00", ""},
		{"no list yet", 5, "", "2026-07-10", "", true, "100.00", ""},
		{"no fee yet", 5, "2026-07-10", "", "", true, "100.00", ""},
		{"neither", 5, "", "", "", true, "100.00", ""},
		{"many", 300, "2026-07-10", "2026-07-11", "", true, "6000.00", "2026-07-11"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			a := Application{
				Members: tt.members, Rate: money.MustParse("20"), ListReceived: day(tt.list), FeeReceived: day(tt.fee),
				Paid: FullFee,
			}
			if tt.paid != "" {
				a.Paid = money.MustParse(tt.paid)
			}
			got, err := shipped.Affiliate(a)
			if err != nil {
				t.Fatal(err)
			}
			if got.Accepted != tt.accepted || got.Fee.Plain() != tt.cost || got.Effective != day(tt.effective) {
				t.Errorf(
					"accepted %t, fee %s, effective %q; want %t, %s, %q", got.Accepted, got.Fee.Plain(), got.Effective, tt.accepted,
					tt.cost, tt.effective,
				)
			}
			if got.Trace.Rule != "2.3" || got.Trace.Outcome == "" {
				t.Errorf("trace: %+v", got.Trace)
			}
		})
	}
}

func TestAffiliateShowsItsArithmetic(t *testing.T) {
	got, err := shipped.Affiliate(Application{
		Members: 5, Rate: 2000, ListReceived: day("2026-07-10"), FeeReceived: day("2026-08-02"), Paid: FullFee,
	})
	if err != nil {
		t.Fatal(err)
	}
	wantTrace(t, got.Trace, "5 members on the list ≥ 5 (2.3); 5 × $20.00 = $100.00 (2.3); List received 10 July 2026 "+
		"(2.3); "+
		"Full fee received 2 August 2026 (2.3); The later of the two: 2 August 2026 (2.3): effective from 2 August 2026")
	got, err = shipped.Affiliate(Application{
		Members: 4, Rate: 2000, ListReceived: day("2026-07-10"), FeeReceived: day("2026-08-02"), Paid: FullFee,
	})
	if err != nil {
		t.Fatal(err)
	}
	wantTrace(t, got.Trace, "4 members on the list < 5 (2.3); 4 × $20.00 = $80.00 (2.3): the list is refused")
	got, err = shipped.Affiliate(Application{
		Members: 5, Rate: 2000, ListReceived: day("2026-06-20"), FeeReceived: day("2026-07-01"), Paid: FullFee,
	})
	if err != nil || !strings.Contains(got.Trace.String(), "different subscription years") {
		t.Errorf("across the turn of the year: %s, %v", got.Trace, err)
	}
}

func TestAffiliateRefusesTheImpossible(t *testing.T) {
	for _, tt := range []struct {
		name string
		in   Application
		want string
	}{
		{
			"everything",
			Application{
				Members: -1, Rate: -1, ListReceived: day("9999-01-01"), FeeReceived: day("9999-01-01"), Paid: money.MaxInput + 1,
			},
			"members rate list_received fee_received paid",
		},
		{"paid on no day", Application{Members: 5, Rate: 2000, Paid: 100}, "paid"},
		{"too many", Application{Members: 1_000_001, Rate: 2000, Paid: FullFee}, "members"},
	} {
		_, err := shipped.Affiliate(tt.in)
		if got := fields(t, err); got != tt.want {
			t.Errorf("%s: refused %q, want %q", tt.name, got, tt.want)
		}
	}
}

// Rule 2.3, the readings: a person on two lists, and a club that falls under
// five.
func TestChargedTwiceByTheLetter(t *testing.T) {
	for reading, want := range map[ReadingID]bool{"twice": true, "once": false} {
		if got, trace := ruled(t, TwoLists, reading).Charged(); got != want || !trace.Uses(TwoLists) {
			t.Errorf("reading %s: charged %t, want %t", reading, got, want)
		}
	}
}

func TestFallingUnderFiveDuringTheYear(t *testing.T) {
	since := day("2026-11-03")
	until, below, trace := shipped.AffiliatedUntil(4, since, 2026)
	if until != day("2027-06-30") || !below || !trace.Uses(UnderMinimum) {
		t.Errorf("four left: until %s, below %t; %s", until, below, trace)
	}
	if until, below, trace := shipped.AffiliatedUntil(5, civil.Date{}, 2026); until != day("2027-06-30") || below ||
		trace.Uses(UnderMinimum) {
		t.Errorf("five: until %s, below %t; %s", until, below, trace)
	}
	if until, _, _ := ruled(t, UnderMinimum, "ceases").AffiliatedUntil(4, since, 2026); until != since {
		t.Errorf("by the other reading: until %s", until)
	}
}

// Rule 2.4.
func TestClubReportDue(t *testing.T) {
	for _, tt := range []struct {
		last string
		year Year
		want string
		why  string // the trace's last line
	}{
		{"2026-05-03", 2026, "2027-05-03", "12 months"}, {"2028-02-29", 2028, "2029-02-28", "12 months"},
		{"2026-08-03", 2026, "2027-06-30", "The affiliation for 2026/27 ends on 30 June 2027"},
		{"2027-05-20", 2026, "2027-06-30", "ends on 30 June 2027"}, // a late list gives no further year
	} {
		got, trace := shipped.ClubReportDue(day(tt.last), tt.year)
		if got != day(tt.want) || trace.Rule != "2.4" || !strings.Contains(trace.String(), tt.why) {
			t.Errorf("last %s for %s: due %s, want %s; %s", tt.last, tt.year, got, tt.want, trace)
		}
	}
}

func TestClubSecretaryIsAMemberOfTheClub(t *testing.T) {
	for _, tt := range []struct {
		from, to string
		on       string
		reading  ReadingID
		want     bool
	}{
		{"2025-07-10", "2026-06-30", "2026-07-20", "two-years", true},
		{"2025-07-10", "2026-06-30", "2026-07-20", "current", false},
		{"2025-07-10", "2026-06-30", "2026-06-20", "current", true},
		{"2024-07-10", "2025-06-30", "2026-07-20", "two-years", false},
	} {
		if got, _ := ruled(
			t, SecretaryOfClub, tt.reading,
		).MayBeClubSecretary([]Span{{day(tt.from), day(tt.to)}}, day(tt.on)); got != tt.want {
			t.Errorf("registered %s – %s, on %s, reading %s: %t", tt.from, tt.to, tt.on, tt.reading, got)
		}
	}
	if got, _ := shipped.MayBeClubSecretary(nil, day("2026-07-20")); got {
		t.Error("somebody whom the club never registered may be its secretary")
	}
}

// Rule 2.5: a recorded decision with reasons, after a chance to be heard.
func TestExclude(t *testing.T) {
	full := Exclusion{
		Of: AccusedMember, Rules: "2.1", Reasons: "Sold the boards.", SentOn: day("2026-05-01"), Sent: "Letter.",
		Hearing: day("2026-05-20"), Heard: "Denied it.", Decided: day("2026-06-01"),
	}
	for _, tt := range []struct {
		name   string
		change func(*Exclusion)
		want   string // of the obstacle; "": none
	}{
		{"in order", func(*Exclusion) {}, ""},
		{"a club", func(e *Exclusion) { e.Of = AccusedClub }, ""},
		{"on the day of the hearing", func(e *Exclusion) { e.Decided = day("2026-05-20") }, ""},
		{"before the hearing", func(e *Exclusion) { e.Decided = day("2026-05-19") }, "19 May 2026 is before the hearing"},
		{"no decision", func(e *Exclusion) { e.Decided = civil.Date{} }, "decision is not recorded"},
		{"no reasons", func(e *Exclusion) { e.Reasons = " " }, "The breach is not recorded"},
		{"no rules", func(e *Exclusion) { e.Rules = "" }, "The breach is not recorded"},
		{"no day of sending", func(e *Exclusion) { e.SentOn = civil.Date{} }, "What was sent to the member"},
		{"nothing sent to a club", func(e *Exclusion) { e.Of, e.Sent = AccusedClub, "" }, "What was sent to the club"},
		{"no hearing", func(e *Exclusion) { e.Hearing = civil.Date{} }, "No day was set"},
		{"a hearing on the day of sending", func(e *Exclusion) { e.Hearing = e.SentOn }, "The hearing is not after"},
		{"what was said is not recorded", func(e *Exclusion) { e.Heard = "" }, "What the member said"},
	} {
		e := full
		tt.change(&e)
		found, trace := shipped.Exclude(e)
		if tt.want == "" && (found.Blocked() || trace.Outcome != "may be excluded") ||
			tt.want != "" && (len(found) != 1 || !found.Blocked() || !strings.Contains(found[0].Text, tt.want) ||
				trace.Outcome != "may not be excluded") {
			t.Errorf("%s: %v, %s", tt.name, found, trace)
		}
	}
}
