package constitution

import (
	"strings"
	"testing"
)

// Rule 7.1: who records an amendment is told what the readings in force ask.
func TestWhatAnAmendmentAsksFollowsTheReadings(t *testing.T) {
	for _, tt := range []struct {
		name string
		c    Constitution
		want string
	}{
		{"shipped", Shipped(), "It can be passed only at an AGM, if it was sent in on time and is on the agenda. It lapses " +
			"if its proposer or seconder is absent (rule 7.1)."},
		{"any general meeting", ruled(t, WhichMeeting, "general"), "only at a general meeting, if"},
		{"both absent", ruled(t, Lapse, "both"), "It lapses if both its proposer and its seconder are absent (rule 7.1)."},
	} {
		if got, trace := tt.c.AmendmentAsks(); !strings.Contains(got, tt.want) || len(trace.Readings) != 2 {
			t.Errorf("%s: %s (%v)", tt.name, got, trace.Readings)
		}
	}
}

// Rule 7.1.
func TestPutAmendment(t *testing.T) {
	whole := ConstitutionalMotion{
		Meeting: AnnualMeeting, Agenda: []int{1, 2, 3}, Number: 2, Proposer: Present, Seconder: Present, Method: Hands,
		Proposal: Proposal{AGM: day("2026-03-14"), Received: day("2026-01-14"), Proposer: member(1), Seconder: member(2)},
	}
	for _, tt := range []struct {
		name string
		with func(*ConstitutionalMotion)
		want string
	}{
		{"in order", func(*ConstitutionalMotion) {}, ""},
		{"at an EGM", func(m *ConstitutionalMotion) { m.Meeting = ExtraordinaryMeeting }, "obstacle 7.1"},
		{"not on the agenda", func(m *ConstitutionalMotion) { m.Agenda = []int{1, 3} }, "obstacle 7.1"},
		{"late", func(m *ConstitutionalMotion) { m.Proposal.Received = day("2026-01-15") }, "obstacle 4.17"},
		{"late and accepted", func(m *ConstitutionalMotion) {
			m.Proposal.Received, m.Proposal.Accepted = day("2026-01-15"), day("2026-01-16")
		}, "warning 4.17"},
		{"the proposer is absent", func(m *ConstitutionalMotion) { m.Proposer = Absent }, "obstacle 7.1"},
		{"the seconder is absent", func(m *ConstitutionalMotion) { m.Seconder = Absent }, "obstacle 7.1"},
		{"both are absent", func(m *ConstitutionalMotion) { m.Proposer, m.Seconder = Absent, Absent }, "obstacle 7.1"},
		{"by voice", func(m *ConstitutionalMotion) { m.Method = Voice }, "obstacle 7.2"},
	} {
		m := whole
		tt.with(&m)
		if got, trace := shipped.PutAmendment(m); texts(got) != tt.want || trace.Rule != "7.1" {
			t.Errorf("%s: %v, want %q", tt.name, got, tt.want)
		}
	}
	lone := whole
	lone.Seconder = Absent
	if got, _ := ruled(t, Lapse, "both").PutAmendment(lone); got.Blocked() {
		t.Errorf("by the other reading it lapses with one absent: %v", got)
	}
	egm := whole
	egm.Meeting = ExtraordinaryMeeting
	if got, _ := ruled(t, WhichMeeting, "general").PutAmendment(egm); got.Blocked() {
		t.Errorf("by the other reading any general meeting will do: %v", got)
	}
}

// Rule 7.2: from the end of the meeting.
func TestAmendmentEffect(t *testing.T) {
	for reading, want := range map[ReadingID]string{"same-day": "2026-03-14", "next-day": "2026-03-15"} {
		if got, trace := ruled(t, EndOfMeeting, reading).AmendmentEffect(day("2026-03-14")); got != day(want) ||
			trace.Rule != "7.2" {
			t.Errorf("reading %s: from %s", reading, got)
		}
	}
}

func TestRemindersAreWhole(t *testing.T) {
	seen := make(map[string]bool)
	for _, r := range Reminders() {
		if r.ID == "" || r.Law == "" || r.Text == "" || seen[r.ID] {
			t.Errorf("reminder %+v", r)
		}
		seen[r.ID] = true
	}
}

// Rule 4.12 against 7.1: the committee's amendment is signed and its movers are
// there, unless it is ruled that the chair moves it.
func TestTheCommitteesAmendment(t *testing.T) {
	m := motionWith(func(m *ConstitutionalMotion) {
		m.Proposal.From, m.Proposal.Kind, m.Proposer, m.Seconder = FromCommittee, Constitutional, Absent, Absent
		m.Proposal.Proposer, m.Proposal.Seconder = Signature{}, Signature{}
	})
	if got, trace := shipped.PutAmendment(m); !strings.Contains(texts(got), "obstacle 4.17") ||
		!strings.Contains(texts(got), "obstacle 7.1") || !trace.Uses(CommitteesMotion) {
		t.Errorf("without a ruling: %v; %s", got, trace)
	}
	fromChair := ruled(t, CommitteesMotion, "chair")
	if got, trace := fromChair.PutAmendment(m); texts(got) != "" || !trace.Uses(CommitteesMotion) {
		t.Errorf("by the ruling: %v; %s", got, trace)
	}
	m.Proposal.Received = day("2026-01-20")
	if got, _ := fromChair.PutAmendment(m); texts(got) != "obstacle 4.17" {
		t.Errorf("a late one by the ruling: %v", got)
	}
	m.Proposal.From = FromMember
	if got, _ := fromChair.PutAmendment(m); !strings.Contains(texts(got), "7.1") {
		t.Errorf("a member’s by the ruling: %v", got)
	}
}
