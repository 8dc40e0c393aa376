package ballot

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestCompare(t *testing.T) {
	v := newVote(t, 3, 6, 1) // motions 1, 3, 5
	s := func(n int) Serial { return v.serials[n] }
	for name, c := range map[string]struct {
		a, b []Paper
		want []Difference
	}{
		"nothing at all": {nil, nil, nil},
		"the same": {
			[]Paper{v.paper(0, "yna"), v.rejected(1, Late)}, []Paper{v.rejected(1, Late), v.paper(0, "yna")}, nil,
		},
		"one motion": {[]Paper{v.paper(0, "yna")}, []Paper{v.paper(0, "yya")}, []Difference{{s(0), FieldMotion, 3, 0}}},
		"every motion": {[]Paper{v.paper(0, "yna")}, []Paper{v.paper(0, "ny-")},
			[]Difference{{s(0), FieldMotion, 1, 0}, {s(0), FieldMotion, 3, 0}, {s(0), FieldMotion, 5, 0}}},
		"blank and spoiled": {
			[]Paper{v.paper(0, "yn-")}, []Paper{v.paper(0, "yn!")}, []Difference{{s(0), FieldMotion, 5, 0}},
		},
		"one rejects": {
			[]Paper{v.paper(0, "yna")}, []Paper{v.rejected(0, Unsigned)}, []Difference{{s(0), FieldValidity, 0, 0}},
		},
		"other reasons": {
			[]Paper{v.rejected(0, NoName)}, []Paper{v.rejected(0, Unsigned)}, []Difference{{s(0), FieldReason, 0, 0}},
		},
		"the second lacks it": {[]Paper{v.paper(0, "yna")}, nil, []Difference{{s(0), FieldMissing, 0, 2}}},
		"the first lacks it":  {nil, []Paper{v.paper(0, "yna")}, []Difference{{s(0), FieldMissing, 0, 1}}},
		"the first twice": {
			[]Paper{v.paper(0, "yna"), v.paper(0, "yna")}, []Paper{v.paper(0, "yna")}, []Difference{{s(0), FieldSecond, 0, 1}},
		},
		"both twice": {
			[]Paper{v.paper(0, "yna"), v.paper(0, "nnn")}, []Paper{v.paper(0, "yna"), v.paper(0, "nnn")},
			[]Difference{{s(0), FieldSecond, 0, 1}, {s(0), FieldSecond, 0, 2}},
		},
		"twice and not at all": {
			[]Paper{v.paper(0, "yna"), v.paper(0, "nnn")}, nil,
			[]Difference{{s(0), FieldMissing, 0, 2}, {s(0), FieldSecond, 0, 1}},
		},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := v.Compare(batch(1, c.a...), batch(2, c.b...))
			if err != nil {
				t.Fatal(err)
			}
			slices.SortFunc(c.want, func(x, y Difference) int { return strings.Compare(fmt.Sprint(x), fmt.Sprint(y)) })
			sorted := slices.Clone(got)
			slices.SortFunc(sorted, func(x, y Difference) int { return strings.Compare(fmt.Sprint(x), fmt.Sprint(y)) })
			if !slices.Equal(sorted, c.want) {
				t.Errorf("got %v, want %v", got, c.want)
			}
			swapped, err := v.Compare(batch(2, c.b...), batch(1, c.a...))
			if err != nil || !slices.Equal(swapped, got) {
				t.Errorf("named the other way round: %v, %v", swapped, err)
			}
		})
	}
}

func TestCompareRefuses(t *testing.T) {
	v := newVote(t, 1, 2, 1)
	good := batch(2, v.paper(0, "y"))
	for name, bad := range map[string]Batch{
		"the same teller":  batch(2, v.paper(0, "y")),
		"no such teller":   batch(3, v.paper(0, "y")),
		"an unknown paper": batch(1, Paper{Serial: newVote(t, 1, 1, 2).serials[0], Choices: []Choice{Yes}}),
		"a broken paper":   batch(1, v.paper(0, "yy")),
	} {
		if _, err := v.Compare(bad, good); err == nil {
			t.Errorf("%s was compared", name)
		}
		if _, err := v.Compare(good, bad); err == nil {
			t.Errorf("%s was compared", name)
		}
		if _, err := v.Count(good, bad); err == nil {
			t.Errorf("%s was counted", name)
		}
	}
}

// drawPapers draws a paper for some of the serials.
func drawPapers(t *rapid.T, v vote, label string) map[int]Paper {
	out := map[int]Paper{}
	for n := range v.serials {
		switch rapid.IntRange(0, 4).Draw(t, label) {
		case 0:
		case 1:
			out[n] = v.rejected(n, rapid.SampledFrom(Rejections()).Draw(t, "why"))
		default:
			p := Paper{Serial: v.serials[n]}
			for range v.Motions {
				p.Choices = append(p.Choices, rapid.SampledFrom([]Choice{Yes, No, Abstain, Blank, Spoiled}).Draw(t, "choice"))
			}
			out[n] = p
		}
	}
	return out
}

func papersOf(t *rapid.T, m map[int]Paper) []Paper {
	var numbers []int
	for n := range m {
		numbers = append(numbers, n)
	}
	slices.Sort(numbers)
	var out []Paper
	for _, n := range rapid.Permutation(numbers).Draw(t, "order") {
		out = append(out, m[n])
	}
	return out
}

// TestCompareAgainstOracle: differences are exactly where a plain comparison
// finds them, and agreeing batches, and only they, are counted.
func TestCompareAgainstOracle(t *testing.T) {
	v := newVote(t, 2, 5, 1)
	rapid.Check(t, func(t *rapid.T) {
		as := drawPapers(t, v, "a")
		bs := as
		if rapid.Bool().Draw(t, "differ") {
			bs = drawPapers(t, v, "b")
		}
		want := map[string]bool{}
		for n, s := range v.serials {
			a, inA := as[n]
			b, inB := bs[n]
			switch {
			case inA && !inB:
				want[s.String()+"/missing/2"] = true
			case inB && !inA:
				want[s.String()+"/missing/1"] = true
			case !inA:
			case (a.Rejected == "") != (b.Rejected == ""):
				want[s.String()+"/validity/0"] = true
			case a.Rejected != b.Rejected:
				want[s.String()+"/reason/0"] = true
			case a.Rejected == "":
				for i := range a.Choices {
					if a.Choices[i] != b.Choices[i] {
						want[fmt.Sprintf("%s/motion/%d", s, v.Motions[i].Number)] = true
					}
				}
			}
		}
		a, b := batch(1, papersOf(t, as)...), batch(2, papersOf(t, bs)...)
		got, err := v.Compare(a, b)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range got {
			key := fmt.Sprintf("%s/%s/%d", d.Serial, d.Field, max(d.Motion, int(d.Teller)))
			if !want[key] {
				t.Fatalf("%s is no difference", key)
			}
			delete(want, key)
		}
		if len(want) > 0 {
			t.Fatalf("not found: %v", want)
		}
		if _, err := v.Count(a, b); errors.Is(err, ErrDiffers) != (len(got) > 0) {
			t.Fatalf("%d differences, and counting says %v", len(got), err)
		}
	})
}

// TestADifferenceTellsNoValue: what is shown is the same whichever teller read
// what, so that it cannot say what anybody voted.
func TestADifferenceTellsNoValue(t *testing.T) {
	v := newVote(t, 1, 1, 1)
	choices := []string{"y", "n", "a", "-", "!"}
	var shown []string
	for _, x := range choices {
		for _, y := range choices {
			if x == y {
				continue
			}
			got, err := v.Compare(batch(1, v.paper(0, x)), batch(2, v.paper(0, y)))
			if err != nil || len(got) != 1 {
				t.Fatal(got, err)
			}
			shown = append(shown, fmt.Sprintf("%s %+v %#v", got[0], got[0], got[0]))
		}
	}
	if slices.Sort(shown); shown[0] != shown[len(shown)-1] {
		t.Errorf("%q and %q", shown[0], shown[len(shown)-1])
	}
}

func TestDifferencesInWords(t *testing.T) {
	v := newVote(t, 1, 1, 1)
	s := v.serials[0]
	for want, d := range map[string]Difference{
		"teller 2 has not entered it":        {s, FieldMissing, 0, 2},
		"teller 1 entered it more than once": {s, FieldSecond, 0, 1},
		"valid or rejected":                  {s, FieldValidity, 0, 0},
		"the reason why it is rejected":      {s, FieldReason, 0, 0},
		"motion 7":                           {s, FieldMotion, 7, 0},
	} {
		if got := d.String(); got != s.String()+": "+want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
