package constitution

import (
	"testing"

	"nzgs/internal/civil"
)

// Rule 6.1.
func TestMeetingsMissing(t *testing.T) {
	held := []civil.Date{day("2026-02-05"), day("2025-11-06"), day("2026-08-06")}
	for _, tt := range []struct {
		on      string
		reading ReadingID
		want    int
	}{
		{"2026-12-31", "calendar", 0},
		{"2025-12-31", "calendar", 1},
		{"2027-01-01", "calendar", 2},
		{"2026-06-30", "subscription", 0},
		{"2026-07-01", "subscription", 1},
	} {
		if got, trace := ruled(t, CommitteeYear, tt.reading).MeetingsMissing(held, day(tt.on)); got != tt.want ||
			trace.Rule != "6.1" {
			t.Errorf("on %s, reading %s: %d missing, want %d; %s", tt.on, tt.reading, got, tt.want, trace)
		}
	}
}

// Rule 6.2.
func TestCommitteeQuorum(t *testing.T) {
	for n, want := range map[int]bool{0: false, 2: false, 3: true, 7: true} {
		if got, trace := shipped.CommitteeQuorum(n); got != want || trace.Rule != "6.2" {
			t.Errorf("%d present: %t", n, got)
		}
	}
}

// Rule 6.5.
func TestCoopt(t *testing.T) {
	for _, tt := range []struct {
		who    Signature
		seated int
		want   string
	}{
		{member(1), 0, ""}, {member(1), 1, ""}, {member(1), 2, "obstacle 6.5"}, {stranger(1), 0, "obstacle 6.5"},
	} {
		if got, _ := shipped.Coopt(tt.who, tt.seated); texts(got) != tt.want {
			t.Errorf("%+v: %v", tt, got)
		}
	}
}

// Rule 6.6.
func TestActingOfficers(t *testing.T) {
	for _, tt := range []struct {
		office Office
		who    Signature
		want   string
	}{
		{Treasurer, member(1), ""}, {Treasurer, stranger(1), "obstacle 6.6"}, {"wizard", member(1), "obstacle 3.1"},
	} {
		if got, _ := shipped.AppointActing(tt.office, tt.who); texts(got) != tt.want {
			t.Errorf("%+v: %v", tt, got)
		}
	}
	all := []Officer{officer(President, 1), officer(Secretary, 2), officer(Treasurer, 3)}
	for _, tt := range []struct {
		gone Office
		left []Officer
		want Office
	}{
		{Treasurer, all[:2], President},
		{President, all[1:], Secretary},
		{President, all, Secretary}, // who does not function does not answer for the own office
		{President, nil, ""},
	} {
		if who, ok, trace := shipped.AnswersFor(tt.gone, tt.left); who.Office != tt.want || ok != (tt.want != "") ||
			trace.Rule != "6.6" {
			t.Errorf("for the %s: %+v, want %q", tt.gone, who, tt.want)
		}
	}
}
