package meetings

import (
	"strings"
	"testing"

	"nzgs/internal/governance/constitution"
)

// Every step between states with everything that may stand in its way.
func TestGuards(t *testing.T) {
	for _, c := range []struct {
		name    string
		state   State
		to      State
		arrange func(r *Record)
		words   string // of the refusal; "" when it is allowed
	}{
		{"notice", Planned, NoticeSent, nil, ""},
		{"notice after the day", Planned, NoticeSent, func(r *Record) { r.facts.today = day("2026-03-15") }, "is past"},
		{
			"notice with an item missing", Planned, NoticeSent, func(r *Record) { r.Agenda = r.Agenda[1:] },
			"“Electing tellers” is missing from the agenda (rule 4.4)",
		},
		{
			"notice with items out of order", Planned, NoticeSent,
			func(r *Record) { r.Agenda[3], r.Agenda[4] = r.Agenda[4], r.Agenda[3] }, "(rule 4.4)",
		},
		{"notice twice", NoticeSent, NoticeSent, nil, "cannot become"},
		{"open", NoticeSent, Open, nil, ""},
		{
			"open on the day before", NoticeSent, Open, func(r *Record) { r.facts.today = day("2026-03-13") },
			"The meeting is on 14 March 2026",
		},
		{
			"open without a notice", NoticeSent, Open, func(r *Record) { r.Notices = nil },
			"No notice of this day was given: the secretary",
		},
		{
			"open with a notice of another day", NoticeSent, Open, func(r *Record) { r.Notices[0].ForDate = day("2026-03-13") },
			"No notice",
		},
		{"open with a late notice", NoticeSent, Open, func(r *Record) { r.Notices[0].Sent = day("2026-03-10") }, ""},
		{
			"open with nine", NoticeSent, Open, func(r *Record) { r.Attendance = r.Attendance[:9] },
			"9 present at the beginning < 10 (rule 4.2)",
		},
		{"open a planned committee meeting", Planned, Open, func(r *Record) {
			r.Meeting.Kind, r.Notices = Committee, nil
			for i := range 3 {
				r.facts.offices[r.Attendance[i].Person] = "Committee member"
			}
		}, ""},
		{"open a planned AGM", Planned, Open, func(r *Record) { r.Notices = nil }, "No notice"},
		{"inquorate", NoticeSent, Inquorate, func(r *Record) { r.Attendance = r.Attendance[:9] }, ""},
		{"inquorate with ten", NoticeSent, Inquorate, nil, "there is a quorum (rule 4.2)"},
		{
			"inquorate too early", NoticeSent, Inquorate,
			func(r *Record) { r.Attendance, r.facts.today = nil, day("2026-03-13") }, "The meeting is on",
		},
		{
			"inquorate without a notice", Planned, Inquorate, func(r *Record) { r.Attendance, r.Notices = nil, nil },
			"No notice",
		},
		{"close", Open, Closed, nil, ""},
		{
			"close with a motion undecided", Open, Closed, func(r *Record) { r.Motions[1].State = Pending },
			"Motion 2 is still to be decided (rule 4.8)",
		},
		{"close what has not opened", NoticeSent, Closed, nil, "cannot become"},
		{"approve", Closed, Approved, func(r *Record) { r.Minutes.Version = 1 }, ""},
		{"approve nothing", Closed, Approved, nil, "No minutes are saved (rule 4.5)"},
		{"approve while open", Open, Approved, nil, "cannot become"},
		{"cancel", NoticeSent, Cancelled, nil, ""},
		{"cancel what is open", Open, Cancelled, nil, "cannot become"},
		{"open what was cancelled", Cancelled, Open, nil, "cannot become"},
		{"open what was inquorate", Inquorate, Open, nil, "cannot become"},
	} {
		r := someMeeting()
		r.Meeting.State = c.state
		if c.arrange != nil {
			c.arrange(&r)
		}
		r.derive()
		err := r.guard(c.to)
		if (err == nil) != (c.words == "") || err != nil && !strings.Contains(describe(err), c.words) {
			t.Errorf("%s: %v; want %q", c.name, err, c.words)
		}
		for _, step := range r.steps() {
			if step.To == c.to && step.Open() != (err == nil) {
				t.Errorf("%s: the step is shown as %t and is refused with %v", c.name, step.Open(), err)
			}
		}
	}
}

// Every state can be told from the others in words.
func TestEveryStateHasALabel(t *testing.T) {
	seen := map[string]bool{}
	for _, s := range []State{Planned, NoticeSent, Open, Closed, Approved, Inquorate, Cancelled} {
		if label := s.Label(); label == string(s) || seen[label] {
			t.Errorf("%s: %q", s, label)
		}
		seen[s.Label()] = true
	}
	for _, s := range []MotionState{Pending, Carried, NotCarried, Framed, Lapsed, Withdrawn, RuledOut, NotReached} {
		if label := s.Label(); label == string(s) || seen[label] {
			t.Errorf("%s: %q", s, label)
		}
		seen[s.Label()] = true
	}
}

// Rule 7.1 through everything that can keep a motion on the constitution from
// being put.
func TestWhatStopsAMotionOnTheConstitution(t *testing.T) {
	for _, c := range []struct {
		name    string
		arrange func(r *Record, m *Motion)
		words   string
	}{
		{"nothing", func(*Record, *Motion) {}, ""},
		{
			"not on the agenda", func(r *Record, _ *Motion) { r.Notices[0].Motions = []int{1} },
			"Motion 2 is not on the agenda of the notice (rule 7.1)",
		},
		{"received late", func(r *Record, m *Motion) {
			m.Received = day("2026-02-01")
			r.facts.signed[signing{4, m.Received}], r.facts.signed[signing{5, m.Received}] = true, true
		}, "the secretary’s acceptance is not recorded (rule 4.17)"},
		{
			"signed by one who was no member",
			func(r *Record, _ *Motion) { delete(r.facts.signed, signing{5, day("2026-01-05")}) }, "Signed by 1 member < 2",
		},
		{
			"its proposer is absent",
			func(r *Record, m *Motion) { m.Mover.Person = 30; r.facts.signed[signing{30, m.Received}] = true },
			"The proposer is absent",
		},
		{
			"its seconder has left", func(r *Record, _ *Motion) { r.Attendance[4].LeftAt = r.Meeting.ClosedAt },
			"The seconder is absent",
		},
		{"both are absent", func(r *Record, _ *Motion) {
			r.Attendance[3].LeftAt, r.Attendance[4].LeftAt = r.Meeting.ClosedAt, r.Meeting.ClosedAt
		}, "Proposer and seconder are absent"},
	} {
		r := someMeeting()
		m := &r.Motions[1]
		m.State, m.Counts = Pending, nil
		c.arrange(&r, m)
		r.derive()
		err := refused(r.Motions[1].Stops)
		if (err == nil) != (c.words == "") || err != nil && !strings.Contains(describe(err), c.words) {
			t.Errorf("%s: %v; want %q", c.name, err, c.words)
		}
	}
	r := someMeeting()
	if err := refused(
		r.stops(r.Motions[1], constitution.Voice),
	); err == nil || !strings.Contains(describe(err), "(rule 7.2)") {
		t.Errorf("by voice: %v", err)
	}
}
