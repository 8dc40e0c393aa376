package ballot

import (
	"bytes"
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// resultOf is the result of papers that both tellers entered alike, approved
// by both.
func resultOf(t testing.TB, v vote, papers ...Paper) *Result {
	t.Helper()
	var batches [2]Batch
	for i := range batches {
		n := TellerNumber(i + 1)
		b, err := v.Open(v.ids[i], n, v.seal(t, n, papers...))
		if err != nil {
			t.Fatal(err)
		}
		batches[i] = b
	}
	r, err := v.Count(batches[1], batches[0])
	if err != nil {
		t.Fatal(err)
	}
	for i := range v.ids {
		if err := r.Approve(v.Package, v.ids[1-i]); err != nil {
			t.Fatal(err)
		}
	}
	return r
}

func TestCount(t *testing.T) {
	v := newVote(t, 2, 8, 1)
	for name, c := range map[string]struct {
		papers   []Paper
		rejected int
		want     []Tally
	}{
		"no paper came back": {nil, 0, []Tally{{Motion: 1}, {Motion: 3}}},
		"one of each": {[]Paper{v.paper(0, "yy"), v.paper(1, "nn"), v.paper(2, "aa"), v.paper(3, "--"), v.paper(4, "!!")}, 0,
			[]Tally{{1, 1, 1, 1, 2}, {3, 1, 1, 1, 2}}},
		"motions apart": {
			[]Paper{v.paper(0, "yn"), v.paper(1, "ya"), v.paper(2, "y-")}, 0, []Tally{{1, 3, 0, 0, 0}, {3, 0, 1, 1, 1}},
		},
		"rejected papers": {
			[]Paper{v.paper(0, "yn"), v.rejected(1, Unsigned), v.rejected(2, Second)}, 2,
			[]Tally{{1, 1, 0, 0, 0}, {3, 0, 1, 0, 0}},
		},
		"all rejected": {[]Paper{v.rejected(0, Late)}, 1, []Tally{{Motion: 1}, {Motion: 3}}},
	} {
		t.Run(name, func(t *testing.T) {
			r := resultOf(t, v, c.papers...)
			if r.Papers != len(c.papers) || r.Rejected != c.rejected || !slices.Equal(r.Motions, c.want) {
				t.Errorf("%d papers, %d rejected, %v; want %v", r.Papers, r.Rejected, r.Motions, c.want)
			}
			if err := r.Verify(v.Package); err != nil {
				t.Error(err)
			}
			got, err := ParseResult(r.Encode())
			if err != nil || !reflect.DeepEqual(got, r) {
				t.Errorf("read back as %+v, %v", got, err)
			}
		})
	}
}

// TestCountDoesNotDependOnOrder, and adds up, whatever the papers.
func TestCountDoesNotDependOnOrder(t *testing.T) {
	v := newVote(t, 3, 8, 1)
	rapid.Check(t, func(t *rapid.T) {
		papers := drawPapers(t, v, "paper")
		r, err := v.Count(batch(1, papersOf(t, papers)...), batch(2, papersOf(t, papers)...))
		if err != nil {
			t.Fatal(err)
		}
		again, err := v.Count(batch(2, papersOf(t, papers)...), batch(1, papersOf(t, papers)...))
		if err != nil || !r.Same(again) {
			t.Fatal("the count depends on the order of entry")
		}
		rejected := 0
		for _, p := range papers {
			if p.Rejected != Valid {
				rejected++
			}
		}
		for i, m := range r.Motions {
			want := Tally{Motion: v.Motions[i].Number}
			for _, p := range papers {
				if p.Rejected != Valid {
					continue
				}
				switch p.Choices[i] {
				case Yes:
					want.Yes++
				case No:
					want.No++
				case Abstain:
					want.Abstain++
				default:
					want.Informal++
				}
			}
			if m != want || m.Yes+m.No+m.Abstain+m.Informal != len(papers)-rejected || r.Rejected != rejected {
				t.Fatalf("%+v, want %+v of %d papers, %d rejected", m, want, len(papers), rejected)
			}
		}
	})
}

// TestEveryFigureIsApproved changes each part of an approved result.
func TestEveryFigureIsApproved(t *testing.T) {
	v := newVote(t, 2, 6, 1)
	other := newVote(t, 2, 6, 2)
	file := resultOf(t, v, v.paper(0, "yn"), v.paper(1, "yy"), v.rejected(2, Late)).Encode()
	for name, c := range map[string]struct {
		change func(*Result)
		want   error
	}{
		"nothing":             {func(*Result) {}, nil},
		"a vote moved":        {func(r *Result) { r.Motions[0].Yes--; r.Motions[0].No++ }, ErrDamaged},
		"a vote more":         {func(r *Result) { r.Motions[0].Yes++ }, ErrDamaged},
		"negative":            {func(r *Result) { r.Motions[0].Yes += 9; r.Motions[0].No -= 9 }, ErrDamaged},
		"a paper more":        {func(r *Result) { r.Papers++; r.Rejected++ }, ErrDamaged},
		"more than were made": {func(r *Result) { r.Papers += 9; r.Rejected += 9 }, ErrDamaged},
		"another root":        {func(r *Result) { r.Batches[0].Root[0] ^= 1 }, ErrDamaged},
		"one batch":           {func(r *Result) { r.Batches = r.Batches[:1] }, ErrDamaged},
		"one batch twice":     {func(r *Result) { r.Batches[1] = r.Batches[0] }, ErrDamaged},
		"an unknown teller":   {func(r *Result) { r.Batches[1].Teller = 3; r.Approvals[1].Teller = 3 }, ErrForeign},
		"motions exchanged":   {func(r *Result) { slices.Reverse(r.Motions) }, ErrDamaged},
		"a motion left out":   {func(r *Result) { r.Motions = r.Motions[:1] }, ErrDamaged},
		"another vote":        {func(r *Result) { r.Vote = "other" }, ErrForeign},
		"another package":     {func(r *Result) { r.Package = other.Hash() }, ErrForeign},
		"no approval":         {func(r *Result) { r.Approvals = nil }, ErrUnapproved},
		"one approval":        {func(r *Result) { r.Approvals = r.Approvals[1:] }, ErrUnapproved},
		"one approval twice":  {func(r *Result) { r.Approvals[1] = r.Approvals[0] }, ErrDamaged},
		"approvals exchanged": {
			func(r *Result) { a := r.Approvals; a[0].Signature, a[1].Signature = a[1].Signature, a[0].Signature }, ErrDamaged,
		},
		"a cut signature":      {func(r *Result) { r.Approvals[0].Signature = r.Approvals[0].Signature[:63] }, ErrDamaged},
		"no signature":         {func(r *Result) { r.Approvals[0].Signature = nil }, ErrDamaged},
		"a stranger's":         {func(r *Result) { r.Approvals[0].Signature = keys()[2].sign(r.statement()) }, ErrDamaged},
		"an approval too many": {func(r *Result) { r.Approvals = append(r.Approvals, r.Approvals[0]) }, ErrDamaged},
	} {
		t.Run(name, func(t *testing.T) {
			r, err := ParseResult(file)
			if err != nil {
				t.Fatal(err)
			}
			c.change(r)
			if err := r.Verify(v.Package); !errors.Is(err, c.want) {
				t.Errorf("error %v, want %v", err, c.want)
			}
			if c.want != nil {
				return
			}
			if err := r.Verify(other.Package); !errors.Is(err, ErrForeign) {
				t.Errorf("taken for another vote: %v", err)
			}
		})
	}
}

// TestASignatureIsNotEnough: figures that cannot be are refused even when both
// tellers signed them.
func TestASignatureIsNotEnough(t *testing.T) {
	v := newVote(t, 2, 6, 1)
	for name, change := range map[string]func(*Result){
		"a vote less":         func(r *Result) { r.Motions[1].No-- },
		"a vote more":         func(r *Result) { r.Motions[1].No++ },
		"negative":            func(r *Result) { r.Motions[0].Yes += 9; r.Motions[0].No -= 9 },
		"more than were made": func(r *Result) { r.Papers += 9; r.Rejected += 9 },
		"more rejected":       func(r *Result) { r.Papers, r.Rejected, r.Motions = 0, 1, r.Motions[:0] },
		"motions exchanged":   func(r *Result) { slices.Reverse(r.Motions) },
		"a motion left out":   func(r *Result) { r.Motions = r.Motions[:1] },
		"batches exchanged":   func(r *Result) { slices.Reverse(r.Batches) },
		"an unknown teller":   func(r *Result) { r.Batches[1].Teller = 3 },
		"another format":      func(r *Result) { r.Format = "nzgs-vote-result/2" },
	} {
		r := resultOf(t, v, v.paper(0, "yn"), v.paper(1, "yy"))
		change(r)
		for i := range v.ids {
			r.Approvals[i].Signature = v.ids[i].sign(r.statement())
		}
		if r.Verify(v.Package) == nil {
			t.Errorf("%s: verified", name)
		}
		if r.Approve(v.Package, v.ids[0]) == nil {
			t.Errorf("%s: approved", name)
		}
	}
	r := resultOf(t, v, v.paper(0, "yn"), v.paper(1, "yy"))
	for name, change := range map[string]func(*Result){
		"a vote less": func(r *Result) { r.Motions[1].No-- }, "a vote more": func(r *Result) { r.Motions[1].No++ },
	} {
		changed, err := ParseResult(r.Encode())
		if err != nil {
			t.Fatal(err)
		}
		change(changed)
		if _, err := ParseResult(changed.Encode()); !errors.Is(err, ErrDamaged) {
			t.Errorf("%s: read, %v", name, err)
		}
	}
}

func TestWhoMayApprove(t *testing.T) {
	v := newVote(t, 1, 2, 1)
	ids := keys()
	v.Package = v.withTellers(t, ids[:3], append(slices.Clone(v.Tellers), Teller{"Cal Tui", keys()[2].Card()})...)
	r := resultOf(t, v, v.paper(0, "y"))
	for name, id := range map[string]*Identity{"a teller who entered nothing": keys()[2], "a stranger": keys()[3]} {
		if err := r.Approve(v.Package, id); !errors.Is(err, ErrForeign) {
			t.Errorf("%s: %v", name, err)
		}
	}
	forged := *r
	forged.Approvals = []Approval{r.Approvals[0], {3, keys()[2].sign(r.statement())}}
	if err := forged.CheckApprovals(v.Package); !errors.Is(err, ErrDamaged) {
		t.Errorf("an approval of a teller who entered nothing: %v", err)
	}
	if err := r.Approve(v.Package, v.ids[0]); err != nil || len(r.Approvals) != 2 {
		t.Errorf("approving again replaces: %d approvals, %v", len(r.Approvals), err)
	}
	r.Motions[0].Yes++
	if err := r.Approve(v.Package, v.ids[0]); !errors.Is(err, ErrDamaged) {
		t.Errorf("figures that do not add up: %v", err)
	}
	err := resultMissing(t, v).Verify(v.Package)
	if !errors.Is(err, ErrUnapproved) || !strings.Contains(err.Error(), "Ben Kea") {
		t.Errorf("whose approval is missing? %v", err)
	}
}

func resultMissing(t *testing.T, v vote) *Result {
	r := resultOf(t, v, v.paper(0, "y"))
	r.Approvals = r.Approvals[:1]
	return r
}

// TestSignaturesServeOnePurpose: what a teller signs for one thing is never
// valid for another.
func TestSignaturesServeOnePurpose(t *testing.T) {
	v := newVote(t, 1, 1, 1)
	r := resultOf(t, v)
	e, err := SignEntries(v.Package, v.ids[0], nil)
	if err != nil {
		t.Fatal(err)
	}
	test, _ := newTest(t, v.Vote, v.ids[0], 1)
	statements := [][]byte{r.statement(), e.statement(), test.statement()}
	for i, a := range statements {
		for j, b := range statements {
			first, _, _ := bytes.Cut(a, []byte("\n"))
			if i != j && bytes.HasPrefix(b, first) {
				t.Errorf("%q begins like %q", a, b)
			}
		}
	}
}

func TestEntries(t *testing.T) {
	v := newVote(t, 2, 4, 1)
	other := newVote(t, 2, 4, 2)
	records := v.seal(t, 1, v.paper(0, "yn"), v.paper(1, "aa"), v.rejected(2, Late))
	e, err := SignEntries(v.Package, v.ids[0], records)
	if err != nil {
		t.Fatal(err)
	}
	got, err := ParseEntries(e.Encode())
	if err != nil || !reflect.DeepEqual(got, e) {
		t.Fatalf("read back otherwise: %v", err)
	}
	if b, err := got.Open(v.ids[1]); err != nil || b.Teller != 1 || len(b.Papers) != 3 {
		t.Errorf("the other teller opens it: %v", err)
	}
	for name, c := range map[string]struct {
		change func(*Entries)
		want   error
	}{
		"a record less":      {func(e *Entries) { e.Records = e.Records[1:] }, ErrDamaged},
		"and a new root":     {func(e *Entries) { e.Records = e.Records[1:]; e.Root = Root(e.Records) }, ErrDamaged},
		"another order":      {func(e *Entries) { slices.Reverse(e.Records) }, ErrDamaged},
		"another teller":     {func(e *Entries) { e.Teller = 2 }, ErrDamaged},
		"no teller":          {func(e *Entries) { e.Teller = 0 }, ErrForeign},
		"signed by another":  {func(e *Entries) { e.Signature = v.ids[1].sign(e.statement()) }, ErrDamaged},
		"not signed":         {func(e *Entries) { e.Signature = nil }, ErrDamaged},
		"another package":    {func(e *Entries) { e.Package = other.Package }, ErrDamaged},
		"no package":         {func(e *Entries) { e.Package = nil }, ErrDamaged},
		"a record twice":     {func(e *Entries) { e.Records = append(e.Records, e.Records[0]) }, ErrSecond},
		"a record cut short": {func(e *Entries) { e.Records[0].Sealed = e.Records[0].Sealed[1:] }, ErrDamaged},
	} {
		t.Run(name, func(t *testing.T) {
			e, err := ParseEntries(e.Encode())
			if err != nil {
				t.Fatal(err)
			}
			c.change(e)
			if _, err := ParseEntries(e.Encode()); !errors.Is(err, c.want) {
				t.Errorf("error %v, want %v", err, c.want)
			}
		})
	}
	if _, err := SignEntries(v.Package, keys()[2], records); !errors.Is(err, ErrForeign) {
		t.Errorf("signed by a stranger: %v", err)
	}
	if _, err := SignEntries(v.Package, v.ids[0], append(records, records[0])); !errors.Is(err, ErrSecond) {
		t.Errorf("a record twice: %v", err)
	}
}

func FuzzParseEntries(f *testing.F) {
	v := newVote(f, 1, 2, 1)
	e, err := SignEntries(v.Package, v.ids[0], v.seal(f, 1, v.paper(0, "y")))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(e.Encode())
	f.Fuzz(func(t *testing.T, in []byte) {
		got, err := ParseEntries(in)
		if err != nil {
			return
		}
		again, err := ParseEntries(got.Encode())
		if err != nil || !reflect.DeepEqual(again, got) || got.Root != Root(got.Records) {
			t.Fatalf("read otherwise than written: %v", err)
		}
		if got.Package.Hash() == v.Hash() && got.Root != e.Root {
			t.Fatal("entries nobody signed")
		}
	})
}

func FuzzParseResult(f *testing.F) {
	v := newVote(f, 2, 2, 1)
	r := resultOf(f, v, v.paper(0, "yn"))
	f.Add(r.Encode())
	f.Fuzz(func(t *testing.T, in []byte) {
		got, err := ParseResult(in)
		if err != nil {
			return
		}
		if got.Verify(v.Package) == nil && !got.Same(r) {
			t.Fatal("a result nobody approved")
		}
		if again, err := ParseResult(got.Encode()); err != nil || !again.Same(got) {
			t.Fatalf("%v", err)
		}
	})
}
