package meetings

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"nzgs/internal/apperr"
	"nzgs/internal/governance/constitution"
)

// drawCounts draws counts as they would be recorded, numbered from 1.
func drawCounts(t *rapid.T) []Count {
	n := rapid.IntRange(1, 6).Draw(t, "counts")
	out := make([]Count, n)
	for i := range out {
		method := rapid.SampledFrom([]constitution.Method{
			constitution.Voice, constitution.Hands, constitution.Ballot,
		}).Draw(t, "method")
		out[i].Count = constitution.Count{Method: method, No: i + 1}
		if method == constitution.Voice {
			out[i].Call = rapid.SampledFrom([]constitution.Call{constitution.Ayes, constitution.Noes}).Draw(t, "call")
		} else {
			out[i].Votes = votes(
				rapid.IntRange(0, 8).Draw(t, "yes"), rapid.IntRange(0, 8).Draw(t, "no"), rapid.IntRange(0, 3).Draw(t, "abstain"),
			)
		}
	}
	return out
}

func recordOf(kind Kind) Record {
	return Record{Meeting: Meeting{Kind: kind, State: Open}, Constitution: constitution.Shipped()}
}

// In which order the counts are listed, and which less formal ones stand beside
// the one that decides, changes nothing.
func TestOutcomeIsOfTheMostFormalCount(t *testing.T) {
	formality := map[constitution.Method]int{constitution.Voice: 1, constitution.Hands: 2, constitution.Ballot: 3}
	rapid.Check(t, func(t *rapid.T) {
		r := recordOf(rapid.SampledFrom([]Kind{AGM, Committee}).Draw(t, "kind"))
		counts := drawCounts(t)
		chair := constitution.ChairSilent
		if r.Meeting.Kind == AGM {
			chair = rapid.SampledFrom([]constitution.ChairVote{
				constitution.ChairSilent, constitution.ChairYes, constitution.ChairNo,
			}).Draw(t, "chair")
		}
		out, decisive := r.outcome(constitution.Ordinary, Ballot{Counts: counts, ChairVote: chair})
		shuffled, again := r.outcome(constitution.Ordinary, Ballot{
			Counts: rapid.Permutation(counts).Draw(t, "order"), ChairVote: chair,
		})
		if out.Carried != shuffled.Carried || decisive != again || out.Trace.String() != shuffled.Trace.String() {
			t.Fatalf("in another order: %s by %d, %s by %d", out.Trace, decisive, shuffled.Trace, again)
		}
		best := counts[decisive-1]
		for _, c := range counts {
			if formality[c.Method] > formality[best.Method] || c.Method == best.Method && c.No > best.No {
				t.Fatalf("count %d decides over count %d", best.No, c.No)
			}
		}
		alone := best
		alone.No = 1
		single, _ := r.outcome(constitution.Ordinary, Ballot{Counts: []Count{alone}, ChairVote: chair})
		if single.Carried != out.Carried {
			t.Fatalf("alone %t, among others %t", single.Carried, out.Carried)
		}
		if best.Method != constitution.Voice && best.Votes.Yes != best.Votes.No {
			if silent, _ := r.outcome(constitution.Ordinary, Ballot{Counts: counts}); silent.Carried != out.Carried {
				t.Fatalf("the chair decided unequal votes %s", best.Votes)
			}
		}
	})
}

// One more Yes never turns carried into not carried.
func TestOneMoreYesNeverHurts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := recordOf(AGM)
		kind := rapid.SampledFrom([]constitution.Kind{constitution.Ordinary, constitution.Constitutional}).Draw(t, "kind")
		v := votes(
			rapid.IntRange(0, 30).Draw(t, "yes"), rapid.IntRange(0, 30).Draw(t, "no"), rapid.IntRange(0, 10).Draw(t, "abstain"),
		)
		carried := func(v constitution.Votes) bool {
			out, _ := r.outcome(kind, Ballot{
				Counts: []Count{{Count: constitution.Count{Method: constitution.Ballot, No: 1, Votes: v}}},
			})
			return out.Carried
		}
		if more := votes(v.Yes+1, v.No, v.Abstain); carried(v) && !carried(more) {
			t.Fatalf("%s is carried and %s is not", v, more)
		}
	})
}

// The motion's text is that of the last amendment adopted, whatever became of
// the others; every text is kept.
func TestTextAfterAmendments(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := recordOf(AGM)
		m := Motion{Number: 1, Moved: "moved", State: Pending, MovedChange: []FigureChange{{"quorum", "12"}}}
		want, ready := "moved", true
		change := m.MovedChange
		for i := range rapid.IntRange(0, 6).Draw(t, "amendments") {
			fate := rapid.SampledFrom([]constitution.Fate{
				constitution.Undecided, constitution.Adopted, constitution.Rejected, constitution.Withdrawn, constitution.Ruled,
			}).Draw(t, "fate")
			a := Amendment{
				Number: i + 1, Text: fmt.Sprintf("text %d", i+1), Fate: fate, Mover: Someone{Person: 1},
				Seconder: Someone{Person: 2},
			}
			if rapid.Bool().Draw(t, "figures") {
				a.Change = []FigureChange{{"quorum", fmt.Sprint(20 + i)}}
			}
			m.Amendments = append(m.Amendments, a)
			switch fate {
			case constitution.Adopted:
				want = a.Text
				if a.Change != nil {
					change = a.Change
				}
			case constitution.Undecided:
				ready = false
			}
		}
		r.deriveMotion(&m)
		if m.Text != want || m.Ready != ready || m.Moved != "moved" || !slices.Equal(m.Change, change) {
			t.Fatalf("text %q, ready %t, figures %v; want %q, %t, %v", m.Text, m.Ready, m.Change, want, ready, change)
		}
		if ready != (r.next(m) == 0) {
			t.Fatalf("ready %t and amendment %d next", ready, r.next(m))
		}
	})
}

// Of a request, the order of the signatures changes nothing, and neither does
// signing twice.
func TestSignaturesInAnyOrder(t *testing.T) {
	c := constitution.Shipped()
	rapid.Check(t, func(t *rapid.T) {
		people := rapid.SliceOfN(rapid.Int64Range(0, 15), 1, 25).Draw(t, "signers")
		in := RequestInput{Received: day("2026-01-05"), Proposer: 1, Proposals: []RequestedProposal{{Title: "A", Text: "B"}}}
		member, distinct := map[PersonID]bool{}, map[PersonID]bool{}
		for _, p := range people {
			id := PersonID(p)
			in.Signers = append(in.Signers, Signer{Person: id, Name: "Somebody"})
			member[id] = id != 0 && id%7 != 0
			if member[id] {
				distinct[id] = true
			}
		}
		a := assessed(c, in, member, nil)
		in.Signers = rapid.Permutation(in.Signers).Draw(t, "order")
		b := assessed(c, in, member, nil)
		if a.Counted != len(distinct) || a.Valid != (len(distinct) >= 10 && distinct[1]) {
			t.Fatalf("%d count, valid %t, of %d members: %s", a.Counted, a.Valid, len(distinct), a.Trace)
		}
		if a.Counted != b.Counted || a.Valid != b.Valid {
			t.Fatalf("in another order: %d, %t and %d, %t", a.Counted, a.Valid, b.Counted, b.Valid)
		}
		counted := 0
		for _, s := range b.Signatures {
			if s.Counts != (s.Why == "") {
				t.Fatalf("a signature without a reason: %+v", s)
			}
			if s.Counts {
				counted++
			}
		}
		if counted != b.Counted {
			t.Fatalf("%d are said to count, %d do", counted, b.Counted)
		}
	})
}

func TestAmendedConstitutions(t *testing.T) {
	base := constitution.Shipped()
	for _, c := range []struct {
		name    string
		changes []FigureChange
		want    string // label of a figure and its value
		words   string // of the refusal
	}{
		{"none", nil, "quorum 10", ""},
		{"a number", []FigureChange{{"quorum", " 12 "}}, "quorum 12", ""},
		{"a majority", []FigureChange{{"majority", "at least three fifths"}}, "majority at least three fifths", ""},
		{"a majority as it is stored", []FigureChange{{"majority", ">=3/5"}}, "majority at least three fifths", ""},
		{"a day", []FigureChange{{"year_begins", "1 April"}}, "year_begins 1 April", ""},
		{"a day as it is stored", []FigureChange{{"year_begins", "04-01"}}, "year_begins 1 April", ""},
		{
			"officers", []FigureChange{{"officers", "president, vice-president, secretary, treasurer"}},
			"officers president, vice-president, secretary and treasurer", "",
		},
		{"unknown", []FigureChange{{"size", "12"}}, "", "size"},
		{"twice", []FigureChange{{"quorum", "12"}, {"quorum", "13"}}, "", "twice"},
		{"empty", []FigureChange{{"quorum", " "}}, "", "quorum"},
		{"half a person", []FigureChange{{"quorum", "10.5"}}, "", "quorum"},
		{"with a sign", []FigureChange{{"quorum", "+12"}}, "", "quorum"},
		{"JSON", []FigureChange{{"quorum", "{}"}}, "", "quorum"},
		{"half the votes", []FigureChange{{"majority", ">=1/2"}}, "", "majority"},
		{"no majority", []FigureChange{{"majority", "most"}}, "", "majority"},
		{"29 February", []FigureChange{{"year_begins", "29 February"}}, "", "29 February does not come every year"},
		{"31 February", []FigureChange{{"year_begins", "31 February"}}, "", "31 February does not exist"},
		{"far too long", []FigureChange{{"officers", strings.Repeat("x,", 1000)}}, "", "officers"},
		{"two that clash", []FigureChange{{"closing_days", "10"}}, "", "closing_notice_days"},
	} {
		got, err := Amend(base, c.changes)
		if c.words != "" {
			if err == nil || !strings.Contains(describe(err), c.words) {
				t.Errorf("%s: %v; want a refusal with %q", c.name, err, c.words)
			}
			continue
		}
		name, value, _ := strings.Cut(c.want, " ")
		i := slices.IndexFunc(got.Figures.List(), func(f constitution.Figure) bool { return f.Name == name })
		if err != nil || got.Figures.List()[i].Value != value {
			t.Errorf("%s: %+v, %v; want %s", c.name, got.Figures.List()[i], err, c.want)
		}
	}
	if base.Figures.Quorum != 10 || len(base.Figures.Officers) != 3 {
		t.Errorf("the constitution that was amended changed: %+v", base.Figures)
	}
}

// Hostile figures are refused within bounds and never change what they do not
// name.
func FuzzAmend(f *testing.F) {
	base := constitution.Shipped()
	list := base.Figures.List()
	values := []string{
		"0", "1", "12", "1001", "-1", "012", ">=2/3", ">1/2", "=1/2", "07-01", "02-29", "31 March", "two thirds",
		"three weeks", "president", "president, chair", "president, president", "a\x00b",
	}
	for i, figure := range list {
		f.Add(uint8(i), stored(figure), uint8(i+1), values[i%len(values)])
		for _, v := range values {
			f.Add(uint8(i), v, uint8(i), v)
		}
	}
	f.Fuzz(func(t *testing.T, first uint8, value string, second uint8, other string) {
		a := FigureChange{list[int(first)%len(list)].Name, value}
		b := FigureChange{list[int(second)%len(list)].Name, other}
		changes := []FigureChange{a, b}
		if a.Name == b.Name {
			changes = changes[:1]
		}
		got, err := Amend(base, changes)
		if !slices.Equal(base.Figures.List(), list) {
			t.Fatalf("%q changed the version before", changes)
		}
		if err != nil {
			checkRefusal(t, changes, err)
			return
		}
		checkAmended(t, base, changes, got)
		slices.Reverse(changes)
		if back, err := Amend(base, changes); err != nil || !slices.Equal(back.Figures.List(), got.Figures.List()) {
			t.Fatalf("%q in another order: %v, %v", changes, back.Figures, err)
		}
	})
}

// stored is a figure's value as a motion writes it.
func stored(f constitution.Figure) string { return strings.ReplaceAll(f.Value, " and ", ", ") }

// checkRefusal: a refusal is one that a person can act on, and names figures.
func checkRefusal(t *testing.T, changes []FigureChange, err error) {
	t.Helper()
	refusal, ok := errors.AsType[*apperr.Error](err)
	if !ok || len(refusal.Fields) == 0 {
		t.Fatalf("%q: %v is no refusal of a field", changes, err)
	}
	for _, problem := range refusal.Fields {
		known := slices.ContainsFunc(
			constitution.Shipped().Figures.List(), func(f constitution.Figure) bool { return f.Name == problem.Name },
		)
		if !known || problem.Message == "" {
			t.Fatalf("%q is refused for %q: %q", changes, problem.Name, problem.Message)
		}
	}
}

// checkAmended: what was taken is what was written, nothing else changed, and
// the version holds, stored and read again, and amended by the same once more.
func checkAmended(t *testing.T, base constitution.Constitution, changes []FigureChange, got constitution.Constitution) {
	t.Helper()
	if p := got.Check(); p != nil {
		t.Fatalf("%q was taken: %v", changes, p)
	}
	before := base.Figures.List()
	for i, figure := range got.Figures.List() {
		at := slices.IndexFunc(changes, func(c FigureChange) bool { return c.Name == figure.Name })
		if at < 0 && figure != before[i] {
			t.Fatalf("%q changed %s from %s to %s", changes, figure.Name, before[i].Value, figure.Value)
		}
		if at < 0 || figure.Name == "officers" {
			continue
		}
		if again, err := Amend(base, []FigureChange{
			{figure.Name, changes[at].Value}, {"officers", "president, secretary, treasurer"},
		}); err == nil && again.Figures.List()[i] != figure {
			t.Fatalf("%q is %s, and beside another change %s", changes[at], figure.Value, again.Figures.List()[i].Value)
		}
		if n, err := strconv.Atoi(strings.TrimSpace(changes[at].Value)); err == nil && strconv.Itoa(n) != figure.Value {
			t.Fatalf("%q became %s", changes[at], figure.Value)
		}
	}
	encoded, err := json.Marshal(got)
	if err != nil {
		t.Fatal(err)
	}
	read, err := constitution.Decode(encoded)
	if err != nil || !slices.Equal(read.Figures.List(), got.Figures.List()) {
		t.Fatalf("%q: stored and read again %v, %v", changes, read.Figures, err)
	}
	if again, err := Amend(got, changes); err != nil || !slices.Equal(again.Figures.List(), got.Figures.List()) {
		t.Fatalf("%q once more: %v, %v", changes, again.Figures, err)
	}
}
