package constitution

import (
	"testing"

	"pgregory.net/rapid"
)

// Rule 4.17.
func TestPropose(t *testing.T) {
	whole := Proposal{AGM: day("2026-04-30"), Received: day("2026-02-28"), Proposer: member(1), Seconder: member(2)}
	for _, tt := range []struct {
		name string
		with func(*Proposal)
		want string
	}{
		{"on the last day", func(*Proposal) {}, ""},
		{"a day late", func(p *Proposal) { p.Received = day("2026-03-01") }, "obstacle 4.17"},
		{
			"a day late and accepted", func(p *Proposal) { p.Received, p.Accepted = day("2026-03-01"), day("2026-03-02") },
			"warning 4.17",
		},
		{
			"on the notice's last day", func(p *Proposal) { p.Received, p.Accepted = day("2026-04-15"), day("2026-04-15") },
			"warning 4.17",
		},
		{"after it", func(p *Proposal) { p.Received, p.Accepted = day("2026-04-16"), day("2026-04-16") }, "obstacle 4.17"},
		{
			"accepted after it", func(p *Proposal) { p.Received, p.Accepted = day("2026-04-15"), day("2026-04-16") },
			"obstacle 4.17",
		},
		{
			"accepted before it came", func(p *Proposal) { p.Received, p.Accepted = day("2026-03-02"), day("2026-03-01") },
			"obstacle 4.17",
		},
		{"one signature", func(p *Proposal) { p.Seconder = member(1) }, "obstacle 4.17"},
		{"the seconder is no member", func(p *Proposal) { p.Seconder = stranger(2) }, "warning 4.17, obstacle 4.17"},
		{"never received", func(p *Proposal) { p.Received = day("") }, "obstacle 4.17"},
	} {
		p := whole
		tt.with(&p)
		if got, _ := shipped.Propose(p); texts(got) != tt.want {
			t.Errorf("%s: %v, want %q", tt.name, got, tt.want)
		}
	}
}

func TestHowLateAProposalMayBe(t *testing.T) {
	for reading, want := range map[ReadingID]string{
		"notice": "2026-04-15", "meeting": "2026-04-29", "never": "2026-02-28",
	} {
		last := ""
		for d := day("2026-02-01"); d.Before(day("2026-05-02")); d = d.AddDays(1) {
			if got, _ := ruled(t, LateProposal, reading).Propose(Proposal{
				AGM: day("2026-04-30"), Received: d, Accepted: d, Proposer: member(1), Seconder: member(2),
			}); !got.Blocked() {
				last = d.String()
			}
		}
		if last != want {
			t.Errorf("reading %s: the last day is %s, want %s", reading, last, want)
		}
	}
}

// Rule 4.18.
func TestAmendedMotion(t *testing.T) {
	amendment := func(no int, fate Fate) MotionAmendment {
		return MotionAmendment{
			No: no, Text: string(rune('A'+no-1)) + "!", Proposer: person(1), Seconder: person(2), Fate: fate,
		}
	}
	for _, tt := range []struct {
		name  string
		list  []MotionAmendment
		text  string
		ready bool
		next  int
	}{
		{"none", nil, "As moved", true, 0},
		{"one adopted", []MotionAmendment{amendment(1, Adopted)}, "A!", true, 0},
		{"one rejected", []MotionAmendment{amendment(1, Rejected)}, "As moved", true, 0},
		{"one is left", []MotionAmendment{amendment(1, Adopted), amendment(2, Undecided)}, "A!", false, 2},
		{"the later one holds", []MotionAmendment{amendment(2, Adopted), amendment(1, Adopted)}, "B!", true, 0},
		{
			"adopted, then another rejected",
			[]MotionAmendment{amendment(1, Adopted), amendment(2, Rejected), amendment(3, Withdrawn)}, "A!", true, 0,
		},
		{"ruled out", []MotionAmendment{{No: 1, Text: "Weather", Proposer: person(1), Fate: Ruled}}, "As moved", true, 0},
	} {
		got, err := shipped.Amended("As moved", tt.list)
		if err != nil || got.Text != tt.text || got.Ready != tt.ready || got.Next != tt.next || got.Trace.Rule != "4.18" {
			t.Errorf("%s: %+v, %v", tt.name, got, err)
		}
	}
	for name, bad := range map[string][]MotionAmendment{
		"twice the same number":       {amendment(1, Adopted), amendment(1, Rejected)},
		"no number":                   {amendment(0, Adopted)},
		"seconded by the proposer":    {{No: 1, Text: "A", Proposer: person(1), Seconder: person(1)}},
		"without a seconder":          {{No: 1, Text: "A", Proposer: person(1)}},
		"without a text of its own":   {{No: 1, Text: " ", Proposer: person(1), Seconder: person(2)}},
		"adopted without being moved": {{No: 1, Text: "A", Fate: Adopted}},
	} {
		if _, err := shipped.Amended("As moved", bad); fields(t, err) != "amendments" {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestAmendmentsKnowNoOrderOfEntry(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var list []MotionAmendment
		for i := range rapid.IntRange(0, 5).Draw(t, "amendments") {
			list = append(list, MotionAmendment{No: i + 1, Text: string(rune('A' + i)), Proposer: person(1), Seconder: person(2),
				Fate: rapid.SampledFrom([]Fate{Undecided, Adopted, Rejected, Withdrawn, Ruled}).Draw(t, "fate")})
		}
		a, err := shipped.Amended("M", list)
		if err != nil {
			t.Fatal(err)
		}
		if len(list) == 0 {
			return
		}
		b, err := shipped.Amended("M", rapid.Permutation(list).Draw(t, "shuffled"))
		if err != nil || a.Text != b.Text || a.Next != b.Next || a.Trace.String() != b.Trace.String() {
			t.Fatalf("%+v, and in another order %+v, %v", a, b, err)
		}
	})
}

// Rule 4.19.
func TestOtherBusiness(t *testing.T) {
	for _, tt := range []struct {
		effect Effect
		leave  Leave
		want   string
	}{
		{NoSubstance, Given, ""},
		{NoSubstance, Refused, "obstacle 4.19"},
		{ChangesFee, Given, "obstacle 4.19"},
		{ChangesOfficer, Given, "obstacle 4.19"},
		{ChangesRules, Given, "obstacle 4.19"},
		{ChangesOtherwise, Given, "obstacle 4.19"},
		{ChangesFee, Refused, "obstacle 4.19, obstacle 4.19"},
	} {
		if got, _ := shipped.ProposeUnderOtherBusiness(tt.effect, tt.leave); texts(got) != tt.want {
			t.Errorf("%s, leave %s: %v, want %q", tt.effect, tt.leave, got, tt.want)
		}
	}
}
