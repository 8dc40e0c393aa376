package constitution

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"nzgs/internal/civil"
)

// Traces were kept in two forms before they were one: with lines and a sentence
// (terms and fees), and with steps and readings (motions, payments, the
// committee's entries). Both are read as they were kept.
func TestKeptTracesAreRead(t *testing.T) {
	byDay := cmp.Comparer(func(a, b civil.Date) bool { return a == b })
	for name, tt := range map[string]struct {
		kept string
		want Trace
	}{
		"none": {"", Trace{}},
		"lines and a sentence": {
			`{"rule":"2.2","text":"Membership runs to 30 June.","lines":["Received 31 January 2026","To 30 June 2027"],` +
				`"reading":"A new member has no term now. The committee made this ruling on 5 November 2025.",` +
				`"amended":"2025-10-04"}`,
			Trace{
				Rule: "2.2", Text: "Membership runs to 30 June.", Amended: civil.MustParseDate("2025-10-04"),
				Steps: []Step{{Text: "Received 31 January 2026"}, {Text: "To 30 June 2027"}},
				Readings: []Used{{
					Words: "A new member has no term now. The committee made this ruling on 5 November 2025.",
				}},
			},
		},
		"lines alone": {
			`{"rule":"2.3","text":"A club pays for each member.","lines":null}`,
			Trace{Rule: "2.3", Text: "A club pays for each member."},
		},
		"steps and readings": {
			`{"rule":"5.12","steps":[{"rule":"5.12","text":"11 recorded ≥ 10"}],"outcome":"carried",` +
				`"readings":[{"question":"5.12-abstain","reading":"recorded","ruled":"2026-03-05"}]}`,
			Trace{
				Rule: "5.12", Steps: []Step{{"5.12", "11 recorded ≥ 10"}}, Outcome: "carried",
				Readings: []Used{{
					Question: "5.12-abstain", Reading: "recorded", Ruled: civil.MustParseDate("2026-03-05"),
				}},
			},
		},
	} {
		got, err := DecodeTrace(tt.kept)
		if diff := cmp.Diff(tt.want, got, byDay); diff != "" || err != nil {
			t.Errorf("%s: %v %s", name, err, diff)
		}
		text, err := EncodeTrace(got)
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		again, err := DecodeTrace(text)
		if diff := cmp.Diff(tt.want, again, byDay); diff != "" || err != nil {
			t.Errorf("%s, kept again: %v %s", name, err, diff)
		}
	}
	if _, err := DecodeTrace(`{"rule":`); err == nil {
		t.Error("half a trace was read")
	}
}

// A fee that was kept in lines goes on with what has been paid since, and says
// a reading that it was kept with once.
func TestAKeptTraceGoesOn(t *testing.T) {
	used := Used{Question: NewMember, Reading: "not-now", Ruled: civil.MustParseDate("2025-11-05")}
	kept := Trace{Rule: "2.3", Steps: []Step{{Text: "8 × $20.00 = $160.00"}}, Readings: []Used{{Words: used.told()}}}
	other := Used{Question: NewMember, Reading: "never"}
	got := kept.With(Trace{Steps: []Step{{"2.3", "Paid $100.00"}}, Readings: []Used{used, other, other}})
	if diff := cmp.Diff([]string{"8 × $20.00 = $160.00", "Paid $100.00"}, got.Lines()); diff != "" {
		t.Error(diff)
	}
	if len(got.Readings) != 2 || got.Readings[1] != other {
		t.Errorf("the readings are %+v", got.Readings)
	}
	if len(kept.Steps) != 1 || len(kept.Readings) != 1 {
		t.Errorf("the kept trace has changed: %+v", kept)
	}
	if got := kept.Sentences(); got != "8 × $20.00 = $160.00. "+used.told() {
		t.Errorf("in sentences: %q", got)
	}
	if got := kept.String(); got != "8 × $20.00 = $160.00 [reading: "+used.told()+"]" {
		t.Errorf("in a line: %q", got)
	}
}
