package ballot

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"nzgs/internal/apperr"
)

func TestParseVotes(t *testing.T) {
	v := newVote(t, 3, 1, 1)
	for in, want := range map[string]string{
		"yna": "yna", "YNA": "yna", " y n a ": "yna", "-!y": "-!y", "- - -": "---",
		"r1": "unsigned", "R 7": "other", " r3": "not_on_roll",
		"": "", "yn": "", "ynay": "", "yxn": "", "r": "", "r0": "", "r8": "", "r01": "", "r+1": "", "r1x": "", "ynr1": "",
		"ýna": "", strings.Repeat("y", 1<<20): "",
	} {
		why, choices, err := v.ParseVotes(in)
		got := string(why)
		for _, c := range choices {
			got += string(rune(c))
		}
		if got != want || (err == nil) != (want != "") {
			t.Errorf("%.20q: got %q, %v; want %q", in, got, err, want)
		}
		if err != nil && in == "yxn" && strings.Contains(err.Error(), in) {
			t.Errorf("the error tells what was typed: %v", err)
		}
	}
}

func TestReadCSV(t *testing.T) {
	v := newVote(t, 2, 4, 1) // motions 1 and 3
	a, b := v.serials[0].String(), v.serials[1].String()
	stranger, _ := NewSerial(seeded(9))
	for name, c := range map[string]struct {
		in   string
		want string // choices of the papers, or
		bad  []string
	}{
		"words":                {"serial,1,3\n" + a + ",Yes,No\n" + b + ",ABSTAIN,spoiled\n", "yn a!", nil},
		"letters":              {"serial,1,3\n" + a + ",y,N\n" + b + ",-,!\n", "yn -!", nil},
		"empty cells":          {"serial,1,3\n" + a + ",,blank\n", "--", nil},
		"columns anywhere":     {"3,Rejected,SERIAL,1\nno,," + strings.ToLower(a) + ",yes\n", "yn", nil},
		"a rejected paper":     {"serial,1,3,rejected\n" + a + ",,,late\n" + b + ",y,y,\n", "late yy", nil},
		"semicolons and a BOM": {"\ufeffserial;1;3\r\n" + a + ";y;n\r\n", "yn", nil},
		"tabs":                 {"serial\t1\t3\n" + a + "\t\tn\n", "-n", nil},
		"quoted":               {"\"serial\",\"1\",\"3\"\n\"" + a + "\",\"y\",\"n\"\n", "yn", nil},
		"only a heading":       {"serial,1,3\n", "", nil},

		"nothing":           {"", "", []string{}},
		"no heading":        {a + ",y,n\n", "", []string{"line 1", "line 1", "line 1", "line 1", "line 1", "line 1"}},
		"a motion lacks":    {"serial,1\n", "", []string{"line 1"}},
		"an unknown motion": {"serial,1,3,4\n", "", []string{"line 1"}},
		"a column twice":    {"serial,1,3,3\n", "", []string{"line 1"}},
		"everything at once": {
			"serial,1,3\nnonsense,x,y\n" + stranger.String() + ",y,maybe\n" + a + ",y\n", "",
			[]string{"line 2", "line 2", "line 3", "line 3", "line 4"},
		},
		"a serial twice":          {"serial,1,3\n" + a + ",y,y\n" + a + ",y,y\n", "", []string{"line 3"}},
		"a reason nobody knows":   {"serial,1,3,rejected\n" + a + ",,,ugly\n", "", []string{"line 2"}},
		"a rejected one votes":    {"serial,1,3,rejected\n" + a + ",y,n,late\n", "", []string{"line 2", "line 2"}},
		"a quote left open":       {"serial,1,3\n" + a + ",\"y,n\n", "", []string{"line 2"}},
		"problems without number": {"serial,1,3\n" + strings.Repeat("x,y,n\n", 500), "", slices.Repeat([]string{"line"}, 50)},
	} {
		t.Run(name, func(t *testing.T) {
			papers, err := v.ReadCSV([]byte(c.in))
			var got []string
			for _, p := range papers {
				s := string(p.Rejected)
				for _, c := range p.Choices {
					s += string(rune(c))
				}
				got = append(got, s)
			}
			if strings.Join(got, " ") != c.want || (err != nil) != (c.bad != nil) {
				t.Fatalf("got %q, %v; want %q", got, err, c.want)
			}
			if c.bad == nil {
				return
			}
			fields := fieldsOf(t, err)
			if len(fields) != len(c.bad) {
				t.Fatalf("%d problems, want %d: %v", len(fields), len(c.bad), err)
			}
			for i := range fields {
				if !strings.HasPrefix(fields[i], c.bad[i]) {
					t.Errorf("%q, want %q: %v", fields, c.bad, err)
				}
			}
			if strings.Contains(err.Error(), "maybe") || strings.Contains(err.Error(), "nonsense") {
				t.Errorf("tells what is written: %v", err)
			}
		})
	}
	if _, err := v.ReadCSV(make([]byte, maxCSV+1)); apperr.KindOf(err) != apperr.TooLarge {
		t.Errorf("an endless table: %v", err)
	}
}

func FuzzReadCSV(f *testing.F) {
	v := newVote(f, 2, 2, 1)
	f.Add("serial,1,3,rejected\n" + v.serials[0].String() + ",y,n,\n")
	f.Add("serial;1;3\n\"")
	f.Fuzz(func(t *testing.T, in string) {
		papers, err := v.ReadCSV([]byte(in))
		for _, p := range papers {
			if err := v.CheckPaper(p); err != nil {
				t.Fatal("a paper that cannot be sealed")
			}
		}
		if err != nil && len(papers) > 0 || err != nil && errors.Is(err, ErrSecond) {
			t.Fatal("papers of a bad table")
		}
	})
}

func FuzzParseVotes(f *testing.F) {
	v := newVote(f, 2, 1, 1)
	f.Add("y!")
	f.Add("r1")
	f.Fuzz(func(t *testing.T, in string) {
		why, choices, err := v.ParseVotes(in)
		if err == nil && v.CheckPaper(Paper{v.serials[0], why, choices}) != nil {
			t.Fatal("votes that cannot be sealed")
		}
	})
}
