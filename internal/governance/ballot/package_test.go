package ballot

import (
	"bytes"
	"encoding/json"
	"errors"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/civil"
)

func TestPackageRoundTrip(t *testing.T) {
	v := newVote(t, 3, 40, 1)
	got, err := ParsePackage(v.Encode())
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got, v.Package) || got.Hash() != v.Hash() {
		t.Error("read otherwise than written")
	}
	spaced := bytes.ReplaceAll(v.Encode(), []byte("\n"), []byte("\r\n\t"))
	if got, err := ParsePackage(spaced); err != nil || got.Hash() != v.Hash() {
		t.Errorf("white space does not matter: %v", err)
	}
	for _, s := range v.serials {
		if !v.Knows(s) {
			t.Errorf("%s is not known", s)
		}
		if bytes.Contains(v.Encode(), []byte(s.symbols)) || bytes.Contains(v.Encode(), []byte(s.String())) {
			t.Errorf("%s stands in the package", s)
		}
	}
	stranger, _ := NewSerial(seeded(9))
	if v.Knows(stranger) || v.Knows(Serial{}) {
		t.Error("an unknown serial is known")
	}
	if !slices.IsSortedFunc(v.Serials, compareHashes) {
		t.Error("commitments in an order that may tell something")
	}
	if v.TellerOf(v.ids[0].Card()) != 1 || v.TellerOf(v.ids[1].Card()) != 2 || v.TellerOf(keys()[2].Card()) != 0 {
		t.Error("tellers have their place as number")
	}
}

func TestEverythingOfAPackageIsInItsHash(t *testing.T) {
	v := newVote(t, 2, 5, 1)
	for name, change := range map[string]func(*Package){
		"vote":       func(p *Package) { p.Vote += "b" },
		"title":      func(p *Package) { p.Title += "!" },
		"closing":    func(p *Package) { p.Closing = p.Closing.AddDays(1) },
		"text":       func(p *Package) { p.Motions[1].Text += "?" },
		"number":     func(p *Package) { p.Motions[1].Number++ },
		"tellers":    func(p *Package) { slices.Reverse(p.Tellers) },
		"serial key": func(p *Package) { p.SerialKey[0] ^= 1 },
		"serials":    func(p *Package) { p.Serials = p.Serials[1:] },
	} {
		p, err := ParsePackage(v.Encode())
		if err != nil {
			t.Fatal(err)
		}
		change(p)
		if p.Hash() == v.Hash() {
			t.Errorf("%s changed, and the hash did not", name)
		}
	}
}

func TestNewPackageTellsEveryProblem(t *testing.T) {
	v := newVote(t, 1, 2, 1)
	for name, c := range map[string]struct {
		change func(*Package)
		want   []string
	}{
		"nothing": {
			func(p *Package) { *p = Package{} }, []string{"vote", "title", "closing", "motions", "tellers"},
		},
		"vote's id":          {func(p *Package) { p.Vote = "a/b" }, []string{"vote"}},
		"title with escape":  {func(p *Package) { p.Title = "\x1b[2J" }, []string{"title"}},
		"title of two lines": {func(p *Package) { p.Title = "a\nb" }, []string{"title"}},
		"long title":         {func(p *Package) { p.Title = strings.Repeat("ā", 201) }, []string{"title"}},
		"text turned around": {func(p *Package) { p.Motions[0].Text = "a\u202eb" }, []string{"motions"}},
		"text not UTF-8":     {func(p *Package) { p.Motions[0].Text = "a\xff" }, []string{"motions"}},
		"empty text":         {func(p *Package) { p.Motions[0].Text = " \n" }, []string{"motions"}},
		"long text":          {func(p *Package) { p.Motions[0].Text = strings.Repeat("x", 4001) }, []string{"motions"}},
		"motion 0":           {func(p *Package) { p.Motions[0].Number = 0 }, []string{"motions"}},
		"motion 1000":        {func(p *Package) { p.Motions[0].Number = 1000 }, []string{"motions"}},
		"motions not rising": {func(p *Package) { p.Motions = append(p.Motions, p.Motions[0]) }, []string{"motions"}},
		"too many motions":   {func(p *Package) { p.Motions = manyMotions(41) }, []string{"motions"}},
		"one teller":         {func(p *Package) { p.Tellers = p.Tellers[:1] }, []string{"tellers"}},
		"one key for two":    {func(p *Package) { p.Tellers[1].Card = p.Tellers[0].Card }, []string{"tellers"}},
		"shared approval key": {
			func(p *Package) { p.Tellers[1].Card.Approval = p.Tellers[0].Card.Approval }, []string{"tellers"},
		},
		"a teller's no card": {func(p *Package) { p.Tellers[1].Card.Recipient = "age1" }, []string{"tellers"}},
		"a nameless teller":  {func(p *Package) { p.Tellers[1].Name = "" }, []string{"tellers"}},
		"six tellers": {
			func(p *Package) { p.Tellers = slices.Repeat(p.Tellers, 3) },
			[]string{"tellers", "tellers", "tellers", "tellers", "tellers"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			p, err := ParsePackage(v.Encode())
			if err != nil {
				t.Fatal(err)
			}
			c.change(p)
			_, err = NewPackage(*p, v.serials, seeded(1))
			if got := fieldsOf(t, err); !slices.Equal(got, c.want) {
				t.Errorf("fields %q, want %q: %v", got, c.want, err)
			}
			if _, err := ParsePackage(p.Encode()); err == nil {
				t.Error("and reading it back found nothing")
			}
		})
	}
	for name, serials := range map[string][]Serial{
		"none": nil, "twice": {v.serials[0], v.serials[0]}, "an empty one": {{}},
	} {
		if _, err := NewPackage(*v.Package, serials, seeded(1)); apperr.KindOf(err) != apperr.Invalid {
			t.Errorf("serials %s: %v", name, err)
		}
	}
}

func manyMotions(n int) (out []Motion) {
	for i := range n {
		out = append(out, Motion{i + 1, "text"})
	}
	return out
}

func TestNewPackageTakesBrowsersLineEnds(t *testing.T) {
	v := newVote(t, 1, 1, 1)
	p := *v.Package
	p.Motions = []Motion{{1, "first\r\nsecond"}}
	got, err := NewPackage(p, v.serials, seeded(1))
	if err != nil || got.Motions[0].Text != "first\nsecond" || p.Motions[0].Text != "first\r\nsecond" {
		t.Errorf("%v", err)
	}
}

func TestPackagesFromPackages(t *testing.T) {
	v := newVote(t, 1, 3, 1)
	lost, _ := NewSerial(seeded(7))
	more, err := v.WithSerial(lost)
	if err != nil || !more.Knows(lost) || !more.Knows(v.serials[2]) || v.Knows(lost) || len(v.Serials) != 3 ||
		more.Hash() == v.Hash() {
		t.Errorf("one paper more: %v", err)
	}
	if _, err := v.WithSerial(v.serials[1]); err == nil {
		t.Error("a serial was added twice")
	}
	if _, err := v.WithSerial(Serial{}); err == nil {
		t.Error("an empty serial was added")
	}
	others := v.withTellers(t, []*Identity{keys()[2], v.ids[1]}, Teller{"Ana Weta", keys()[2].Card()}, v.Tellers[1])
	if others.TellerOf(keys()[2].Card()) != 1 || v.TellerOf(keys()[2].Card()) != 0 {
		t.Error("other tellers")
	}
	if _, err := v.WithTellers(nil, nil); err == nil {
		t.Error("a vote without tellers")
	}
}

func TestPapersAreOpenedAfterTheClosingDay(t *testing.T) {
	v := newVote(t, 1, 1, 1) // closes on 25 April 2026
	for day, ok := range map[string]bool{
		"2026-04-24": false, "2026-04-25": false, "2026-04-26": true, "2027-01-01": true,
	} {
		err := v.CheckOpen(civil.MustParseDate(day))
		if (err == nil) != ok {
			t.Errorf("%s: %v", day, err)
		}
		var e *apperr.Error
		if !ok && (!errors.As(err, &e) || e.Rule != "5.11") {
			t.Errorf("%s: the refusal names its rule: %v", day, err)
		}
	}
}

// The closing day ends where the society is: a teller's program knows that from the package alone.
func TestTheClosingDayEndsWhereTheSocietyIs(t *testing.T) {
	for _, c := range []struct {
		zone, now string
		opens     bool
	}{
		{"", "2026-04-25T11:59:59.999Z", false}, {"", "2026-04-25T12:00:00.000Z", true}, // NZST
		{"Europe/London", "2026-04-25T12:00:00.000Z", false}, {"Europe/London", "2026-04-25T22:59:59.999Z", false},
		{"Europe/London", "2026-04-25T23:00:00.000Z", true}, // BST
		{"America/Havana", "2026-04-26T03:59:59.999Z", false}, {"America/Havana", "2026-04-26T04:00:00.000Z", true},
		{"Nowhere/Place", "2030-01-01T00:00:00.000Z", false},
	} {
		p := Package{Closing: civil.MustParseDate("2026-04-25"), Zone: c.zone}
		if err := p.CheckOpen(p.Today(civil.MustParseInstant(c.now))); (err == nil) != c.opens {
			t.Errorf("%q at %s: %v", c.zone, c.now, err)
		}
	}
}

// variants are ways of writing a file that a strict reader refuses.
func variants(file []byte) map[string][]byte {
	at := bytes.IndexByte(file, '{') + 1
	insert := func(s string) []byte { return slices.Concat(file[:at], []byte(s), file[at:]) }
	first, _, _ := bytes.Cut(file[at:], []byte(","))
	return map[string][]byte{
		"nothing":         nil,
		"null":            []byte("null"),
		"an empty object": []byte("{}"),
		"a list":          []byte("[]"),
		"an unknown name": insert(`"extra":1,`),
		"a doubled name":  insert(string(first) + ","),
		"another case":    bytes.Replace(file, []byte(`"format"`), []byte(`"Format"`), 1),
		"another version": regexp.MustCompile(`/[12]"`).ReplaceAll(file, []byte(`/9"`)),
		"escaped letters": bytes.Replace(file, []byte(`"nzgs-`), []byte(`"\u006ezgs-`), 1),
		"more behind it":  append(bytes.Clone(file), "{}"...),
		"cut short":       file[:len(file)-3],
		"a number in a":   bytes.Replace(file, []byte(`"nzgs-`), []byte(`1,"nzgs-`), 1),
		"deep nesting":    insert(`"extra":` + strings.Repeat("[", 1<<18)),
		"too large":       bytes.Repeat([]byte(" "), maxEntriesFile+1),
	}
}

func TestFilesAreReadStrictly(t *testing.T) {
	v := newVote(t, 2, 3, 1)
	entries, err := SignEntries(v.Package, v.ids[0], v.seal(t, 1, v.paper(0, "yn")))
	if err != nil {
		t.Fatal(err)
	}
	r := resultOf(t, v, v.paper(0, "yn"))
	for what, f := range map[string]struct {
		file []byte
		read func([]byte) error
	}{
		"package": {v.Encode(), func(b []byte) error { _, err := ParsePackage(b); return err }},
		"entries": {entries.Encode(), func(b []byte) error { _, err := ParseEntries(b); return err }},
		"result":  {r.Encode(), func(b []byte) error { _, err := ParseResult(b); return err }},
	} {
		if err := f.read(f.file); err != nil {
			t.Errorf("%s: %v", what, err)
		}
		for name, bad := range variants(f.file) {
			if apperr.KindOf(f.read(bad)) == "" {
				t.Errorf("%s, %s: not refused in words, but %v", what, name, f.read(bad))
			}
		}
		if !json.Valid(f.file) || !bytes.HasSuffix(f.file, []byte("}\n")) {
			t.Errorf("%s: not a JSON file", what)
		}
	}
}

func FuzzParsePackage(f *testing.F) {
	v := newVote(f, 2, 3, 1)
	f.Add(v.Encode())
	for _, bad := range variants(v.Encode()) {
		if len(bad) < 1<<16 {
			f.Add(bad)
		}
	}
	f.Fuzz(func(t *testing.T, in []byte) {
		p, err := ParsePackage(in)
		if err != nil {
			return
		}
		again, err := ParsePackage(p.Encode())
		if err != nil || again.Hash() != p.Hash() || len(p.Tellers) < 2 {
			t.Fatalf("%v", err)
		}
	})
}
