package ballot

import (
	"bytes"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"slices"
	"strings"
	"testing"

	"filippo.io/age"
	"pgregory.net/rapid"
)

func TestSealAndOpen(t *testing.T) {
	v := newVote(t, 3, 5, 1)
	papers := []Paper{
		v.paper(0, "yna"), v.paper(1, "-!y"), v.rejected(2, Unsigned), v.paper(3, "aaa"), v.rejected(4, OtherCause),
	}
	records := v.seal(t, 2, papers...)
	for who, id := range v.ids {
		b, err := v.Open(id, 2, records)
		if err != nil {
			t.Fatalf("teller %d: %v", who+1, err)
		}
		if b.Teller != 2 || b.Root != Root(records) || len(b.Papers) != len(papers) {
			t.Fatalf("%d papers of teller %d", len(b.Papers), b.Teller)
		}
		for _, p := range papers {
			i := slices.IndexFunc(b.Papers, func(o Opened) bool { return o.Paper.Serial == p.Serial })
			if i < 0 || b.Papers[i].Paper.Rejected != p.Rejected || !slices.Equal(b.Papers[i].Paper.Choices, p.Choices) {
				t.Errorf("%s came back otherwise", p)
			}
		}
		if !slices.IsSortedFunc(b.Papers, func(a, b Opened) int {
			return strings.Compare(
				a.Paper.Serial.symbols, b.Paper.Serial.symbols,
			)
		}) {
			t.Error("opened papers come by serial, whatever the order of records")
		}
	}
}

// TestEveryRecordHasOneSize: the size of what is stored does not depend on
// what is on the paper, for any number of tellers and motions.
func TestEveryRecordHasOneSize(t *testing.T) {
	for _, motions := range []int{1, 7, maxMotions} {
		v := newVote(t, motions, 3, 1)
		for _, tellers := range []int{2, 3, 4} {
			all, ids := slices.Clone(v.Tellers), keys()
			for n := 2; n < tellers; n++ {
				all = append(all, Teller{fmt.Sprint("Teller ", n), keys()[n].Card()})
			}
			p := v.withTellers(t, ids[:tellers], all...)
			for _, paper := range []Paper{
				v.paper(0, strings.Repeat("y", motions)), v.paper(1, strings.Repeat("!", motions)), v.rejected(2, NotOnRoll),
			} {
				r, err := p.Seal(1, paper, seeded(1))
				if err != nil {
					t.Fatal(err)
				}
				if len(r.Sealed) != p.RecordSize() {
					t.Errorf("%d motions, %d tellers: %d bytes, want %d", motions, tellers, len(r.Sealed), p.RecordSize())
				}
			}
		}
	}
}

func TestSealingTwiceLooksDifferent(t *testing.T) {
	v := newVote(t, 2, 1, 1)
	a, b := v.seal(t, 1, v.paper(0, "yy"))[0], v.seal(t, 1, v.paper(0, "yy"))[0]
	if bytes.Equal(a.Sealed, b.Sealed) || bytes.Contains(a.Sealed, []byte(v.serials[0].symbols)) {
		t.Error("the same paper gives the same record, or shows its serial")
	}
}

func TestSealRefuses(t *testing.T) {
	v := newVote(t, 2, 2, 1) // motions 1 and 3
	stranger, _ := NewSerial(seeded(9))
	for name, c := range map[string]struct {
		paper Paper
		want  []string
	}{
		"a serial of no paper":   {Paper{Serial: stranger, Choices: []Choice{Yes, No}}, []string{"serial"}},
		"no serial":              {Paper{Choices: []Choice{Yes, No}}, []string{"serial"}},
		"a choice too few":       {v.paper(0, "y"), []string{"choices"}},
		"a choice too many":      {v.paper(0, "yyy"), []string{"choices"}},
		"letters of no choice":   {v.paper(0, "Y\x00"), []string{"choice-1", "choice-3"}},
		"rejected with votes":    {Paper{v.serials[0], Late, []Choice{Yes, No}}, []string{"choices"}},
		"a reason nobody knows":  {v.rejected(0, "because"), []string{"rejected"}},
		"everything at once":     {Paper{stranger, "because", []Choice{'x'}}, []string{"serial", "rejected", "choice-1"}},
		"nothing on it at all":   {v.paper(0, ""), []string{"choices"}},
		"more than there can be": {v.paper(0, strings.Repeat("y", 5000)), []string{"choices"}},
	} {
		_, err := v.Seal(1, c.paper, seeded(1))
		if got := fieldsOf(t, err); !slices.Equal(got, c.want) {
			t.Errorf("%s: fields %q, want %q", name, got, c.want)
		}
	}
	for _, teller := range []TellerNumber{-1, 0, 3, 256, 257} {
		if _, err := v.Seal(teller, v.paper(0, "yy"), seeded(1)); !errors.Is(err, ErrForeign) {
			t.Errorf("teller %d: %v", teller, err)
		}
	}
	if _, err := v.Seal(1, v.paper(0, "yy"), strings.NewReader("dry")); err == nil {
		t.Error("sealed without randomness")
	}
}

func TestOpenRefuses(t *testing.T) {
	v, other := newVote(t, 2, 4, 1), newVote(t, 2, 4, 2)
	records := v.seal(t, 1, v.paper(0, "yn"), v.paper(1, "na"))
	edit := func(change func([]Record) []Record) []Record {
		out := slices.Clone(records)
		for i := range out {
			out[i].Sealed = bytes.Clone(out[i].Sealed)
		}
		return change(out)
	}
	for name, c := range map[string]struct {
		id      *Identity
		teller  TellerNumber
		records []Record
		want    error
	}{
		"a key of no teller": {keys()[2], 1, records, ErrForeign},
		"another teller's":   {v.ids[0], 2, records, ErrForeign},
		"no such teller":     {v.ids[0], 3, records, ErrForeign},
		"another vote's":     {v.ids[0], 1, other.seal(t, 1, other.paper(0, "yn")), ErrForeign},
		"exchanged ids": {
			v.ids[0], 1, edit(func(r []Record) []Record { r[0].ID, r[1].ID = r[1].ID, r[0].ID; return r }), ErrForeign,
		},
		"one id twice": {v.ids[0], 1, edit(func(r []Record) []Record { return append(r, r[0]) }), ErrSecond},
		"a copy, renamed": {
			v.ids[0], 1, edit(func(r []Record) []Record { return append(r, Record{"00" + r[0].ID[2:], r[0].Sealed}) }),
			ErrForeign,
		},
		"truncated": {
			v.ids[0], 1, edit(func(r []Record) []Record { r[0].Sealed = r[0].Sealed[:200]; return r }), ErrDamaged,
		},
		"longer": {
			v.ids[0], 1, edit(func(r []Record) []Record { r[0].Sealed = append(r[0].Sealed, 0); return r }), ErrDamaged,
		},
		"empty": {v.ids[0], 1, edit(func(r []Record) []Record { r[0].Sealed = nil; return r }), ErrDamaged},
		"id in upper case": {
			v.ids[0], 1, edit(func(r []Record) []Record { r[0].ID = RecordID(strings.Repeat("AB", 16)); return r }), ErrDamaged,
		},
		"no id":                {v.ids[0], 1, edit(func(r []Record) []Record { r[0].ID = ""; return r }), ErrDamaged},
		"far too many records": {v.ids[0], 1, make([]Record, 9), ErrDamaged},
	} {
		t.Run(name, func(t *testing.T) {
			b, err := v.Open(c.id, c.teller, c.records)
			if !errors.Is(err, c.want) || len(b.Papers) > 0 {
				t.Errorf("error %v, want %v, and %d papers", err, c.want, len(b.Papers))
			}
		})
	}
}

// TestEveryByteOfARecordIsProtected changes each byte of a record in turn.
func TestEveryByteOfARecordIsProtected(t *testing.T) {
	v := newVote(t, 2, 1, 1)
	record := v.seal(t, 1, v.paper(0, "yn"))[0]
	for at := range record.Sealed {
		changed := Record{record.ID, bytes.Clone(record.Sealed)}
		changed.Sealed[at] ^= 1
		_, err := v.Open(v.ids[0], 1, []Record{changed})
		if !errors.Is(err, ErrDamaged) && !errors.Is(err, ErrForeign) {
			t.Errorf("byte %d changed: %v", at, err)
		}
	}
}

// TestASealedSerialOfNoPaperIsRefused: whoever knows the public cards can seal,
// but not invent papers.
func TestASealedSerialOfNoPaperIsRefused(t *testing.T) {
	v := newVote(t, 1, 1, 1)
	stranger, _ := NewSerial(seeded(9))
	h := plainHeader{pack: v.Hash(), teller: 1}
	for name, c := range map[string]struct {
		plain []byte
		want  error
	}{
		"as it should be":     {h.encode(v.paper(0, "y")), nil},
		"a stranger's serial": {h.encode(Paper{Serial: stranger, Choices: []Choice{Yes}}), ErrForeign},
		"no serial":           {append(h.encode(v.paper(0, "y"))[:50], make([]byte, plainSize-50)...), ErrDamaged},
		"too few choices":     {h.encode(Paper{Serial: v.serials[0]}), ErrDamaged},
		"a wrong letter":      {h.encode(Paper{Serial: v.serials[0], Choices: []Choice{'x'}}), ErrDamaged},
		"padding not zero":    {append(h.encode(v.paper(0, "y"))[:plainSize-1], 1), ErrDamaged},
		"another version":     {append([]byte{2}, h.encode(v.paper(0, "y"))[1:]...), ErrDamaged},
	} {
		var out bytes.Buffer
		w, err := age.Encrypt(&out, v.ids[0].secret.Recipient(), v.ids[1].secret.Recipient())
		if err != nil {
			t.Fatal(err)
		}
		w.Write(c.plain)
		w.Close()
		_, err = v.Open(v.ids[0], 1, []Record{{RecordID(strings.Repeat("00", 16)), out.Bytes()}})
		if !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
	}
}

func TestPapersAreNotPrinted(t *testing.T) {
	v := newVote(t, 3, 2, 1)
	p := v.paper(0, "!!!")
	b := batch(1, p)
	var log bytes.Buffer
	slog.New(slog.NewTextHandler(&log, nil)).Info("", "paper", p, "batch", b)
	slog.New(slog.NewJSONHandler(&log, nil)).Info("", "paper", p)
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x"} {
		fmt.Fprintf(&log, verb, p)
		fmt.Fprintf(&log, verb, &p)
		fmt.Fprintf(&log, verb, b)
	}
	for _, leak := range []string{"!!!", "33 33", "0x21", "212121", "spoiled", "Spoiled"} {
		if strings.Contains(log.String(), leak) {
			t.Errorf("%q is printed: %s", leak, log.String())
		}
	}
}

func TestRootDoesNotDependOnOrder(t *testing.T) {
	v := newVote(t, 1, 6, 1)
	var papers []Paper
	for n := range 6 {
		papers = append(papers, v.paper(n, "y"))
	}
	records := v.seal(t, 1, papers...)
	want := Root(records)
	rapid.Check(t, func(t *rapid.T) {
		mixed := rapid.Permutation(records).Draw(t, "records")
		if Root(mixed) != want {
			t.Fatal("the root depends on the order")
		}
		i := rapid.IntRange(0, len(mixed)-1).Draw(t, "changed")
		changed := slices.Clone(mixed)
		changed[i].Sealed = append([]byte{changed[i].Sealed[0] ^ 1}, changed[i].Sealed[1:]...)
		if Root(changed) == want || Root(mixed[1:]) == want || Root(append(mixed, mixed[0])) == want {
			t.Fatal("the root misses a change")
		}
	})
}

// TestOrderSaysNothing enters a thousand papers, and looks for any trace of the
// order of entry in the order in which they are kept.
func TestOrderSaysNothing(t *testing.T) {
	const n = 1000
	v := newVote(t, 1, n, 1)
	random := seeded(42)
	entered := make(map[RecordID]int, n)
	var records []Record
	for i := range n {
		choice := "y"
		if i >= n/2 {
			choice = "n" // all the Noes come last
		}
		r, err := v.Seal(1, v.paper(i, choice), random)
		if err != nil {
			t.Fatal(err)
		}
		entered[r.ID] = i
		records = append(records, r)
	}
	e, err := SignEntries(v.Package, v.ids[0], records)
	if err != nil {
		t.Fatal(err)
	}
	var order []int
	for _, r := range e.Records {
		order = append(order, entered[r.ID])
	}
	checkRandomOrder(t, "sorted by id", order)
}

// checkRandomOrder looks at the rank correlation with the order of entry, at
// neighbours that stayed neighbours, at rising steps, and at how many of the
// first half of the entries are in the first half: all within 4 σ.
func checkRandomOrder(t *testing.T, name string, order []int) {
	t.Helper()
	n := float64(len(order))
	var d2 float64
	var neighbours, rising, firstHalf int
	for at, was := range order {
		d2 += float64(at-was) * float64(at-was)
		if at > 0 && (was-order[at-1] == 1 || was-order[at-1] == -1) {
			neighbours++
		}
		if at > 0 && was > order[at-1] {
			rising++
		}
		if at < len(order)/2 && was < len(order)/2 {
			firstHalf++
		}
	}
	rho := 1 - 6*d2/(n*(n*n-1))
	if math.Abs(rho) > 4/math.Sqrt(n-1) {
		t.Errorf("%s: rank correlation %f", name, rho)
	}
	if neighbours > 10 { // 2 expected
		t.Errorf("%s: %d neighbours of entry stayed neighbours", name, neighbours)
	}
	if math.Abs(float64(rising)-n/2) > 4*math.Sqrt(n/12) {
		t.Errorf("%s: %d rising steps", name, rising)
	}
	if math.Abs(float64(firstHalf)-n/4) > 4*math.Sqrt(n)/4 {
		t.Errorf("%s: %d of the first half in the first half", name, firstHalf)
	}
}

func FuzzDecodePaper(f *testing.F) {
	v := newVote(f, 3, 2, 1)
	h := plainHeader{pack: v.Hash(), teller: 1}
	f.Add(h.encode(v.paper(0, "yn!")))
	f.Add(h.encode(v.rejected(1, Late)))
	f.Add(bytes.Repeat([]byte{1}, plainSize))
	f.Fuzz(func(t *testing.T, in []byte) {
		p, err := h.decode(in)
		if err == nil && !bytes.Equal(h.encode(p), in) {
			t.Fatal("one paper in two forms")
		}
	})
}

func FuzzOpenRecord(f *testing.F) {
	v := newVote(f, 2, 1, 1)
	r, err := v.Seal(1, v.paper(0, "yn"), seeded(1))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(string(r.ID), r.Sealed)
	f.Add("", []byte("age-encryption.org/v1\n-> X25519 "))
	f.Fuzz(func(t *testing.T, id string, sealed []byte) {
		b, err := v.Open(v.ids[0], 1, []Record{{RecordID(id), sealed}})
		if err == nil && (id != string(r.ID) || !bytes.Equal(sealed, r.Sealed)) {
			t.Fatalf("%d papers of a record nobody sealed", len(b.Papers))
		}
	})
}
