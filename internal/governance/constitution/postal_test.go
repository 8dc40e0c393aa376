package constitution

import (
	"strings"
	"testing"
)

// Rule 5.10.
func TestOnePaperForEachMember(t *testing.T) {
	for reading, want := range map[ReadingID]string{
		"tellers": "enter wait wait", "last": "leave_out leave_out enter", "none": "leave_out leave_out leave_out",
	} {
		got, trace := ruled(t, SecondPaper, reading).PapersOfMember(3)
		var words []string
		for _, e := range got {
			words = append(words, string(e))
		}
		if names(words) != want || !trace.Uses(SecondPaper) {
			t.Errorf("reading %s: %v, want %s", reading, words, want)
		}
		if one, trace := ruled(t, SecondPaper, reading).PapersOfMember(1); len(one) != 1 || one[0] != Enter ||
			trace.Uses(SecondPaper) {
			t.Errorf("reading %s, one paper: %v", reading, one)
		}
	}
	if none, _ := shipped.PapersOfMember(-1); len(none) != 0 {
		t.Errorf("%v", none)
	}
}

func TestElectronicVotingIsOff(t *testing.T) {
	if on, trace := shipped.ElectronicVoting(); on || !trace.Uses(Electronic) {
		t.Errorf("%t, %s", on, trace)
	}
	if on, _ := ruled(t, Electronic, "electronic").ElectronicVoting(); !on {
		t.Error("off by the other reading")
	}
}

// Rule 5.11.
func TestReportAndRetention(t *testing.T) {
	if got, trace := shipped.ReportDue(day("2026-04-25")); got != day("2026-05-02") || trace.Rule != "5.11" {
		t.Errorf("report by %s under %s", got, trace.Rule)
	}
	for _, tt := range []struct {
		closing, declared string
		reading           ReadingID
		want              string
	}{
		{"2026-04-25", "2026-05-02", "declaration", "2026-11-02"},
		{"2026-04-25", "2026-05-02", "closing", "2026-10-25"},
		{"2026-10-20", "2026-10-31", "declaration", "2027-04-30"},
		{"2027-08-20", "2027-08-31", "declaration", "2028-02-29"},
	} {
		if got, trace := ruled(t, SixMonths, tt.reading).DestroyNotBefore(
			day(tt.closing), day(tt.declared),
		); got != day(tt.want) || !trace.Uses(SixMonths) {
			t.Errorf("%+v: %s", tt, got)
		}
	}
}

// Rule 5.13.
func TestPostalEffect(t *testing.T) {
	if got, trace := shipped.PostalEffect(day("2026-05-10")); got != day("2026-05-10") || trace.Rule != "5.13" {
		t.Errorf("%s under %s", got, trace.Rule)
	}
}

// Rule 5.12 as the letter tells it: by the figures and rulings of the vote.
func TestMajoritiesByPost(t *testing.T) {
	c := ruled(t, AbstainRecorded, "not-recorded")
	c.Figures.RecordedByPost, c.Figures.ConstitutionByPost = 12, Majority{3, 4, AtLeast}
	got, trace := c.MajoritiesByPost()
	if !strings.Contains(
		got, "12 members must record a vote",
	) || !strings.Contains(
		got, "at least three quarters",
	) || !strings.Contains(got, "not a recorded vote") || !trace.Uses(AbstainRecorded) {
		t.Errorf("%s; %s", got, trace)
	}
	if got, _ := shipped.MajoritiesByPost(); !strings.Contains(got, "10 members") || !strings.Contains(
		got, "counts as a recorded vote too",
	) {
		t.Error(got)
	}
}
