package formats

import (
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"unicode"

	"github.com/google/go-cmp/cmp"

	"nzgs/internal/pairing"
)

// Whatever is sent, reading ends soon, within bounded memory, and with few words.
func TestHostileFiles(t *testing.T) {
	const size = MaxBytes - 1000
	fill := func(unit string) string { return strings.Repeat(unit, size/len(unit)) }
	head := `{"system":"swiss","rounds":200,"players":`
	cases := []struct {
		name   string
		format Format
		in     string
	}{
		{"too large", JSON, strings.Repeat(" ", MaxBytes+1)},
		{"blanks", JSON, strings.Repeat(" ", MaxBytes)},
		{"deep lists", JSON, fill("[")},
		{"deep objects", JSON, fill(`{"a":`)},
		{"deep in a field", JSON, `{"comment":` + strings.Repeat("[", 9000) + strings.Repeat("]", 9000) + "}"},
		{"unknown fields", JSON, "{" + strings.TrimSuffix(fill(`"x":1,`), ",") + "}"},
		{"different unknown fields", JSON, "{" + strings.TrimSuffix(numbered(`"x%d":1,`, 1_000_000), ",") + "}"},
		{"players without anything", JSON, head + "[" + strings.TrimSuffix(fill("{},"), ",") + "]}"},
		{"players", JSON, head + "[" + strings.TrimSuffix(numbered(`{"id":"p%d","rating":"1d"},`, 500_000), ",") + "]}"},
		{"absences", JSON, head + `[{"id":"a","rating":"1d","absent":[` + strings.TrimSuffix(fill("9,"), ",") + "]}]}"},
		{"forbidden pairs", JSON, head + `[],"forbidden":[` + strings.TrimSuffix(fill(`["a","b"],`), ",") + "]}"},
		{
			"games", JSON,
			head + `[],"played":[{"round":1,"games":[` + strings.TrimSuffix(fill(`{"white":"a","black":"b"},`), ",") + "]}]}",
		},
		{"rounds", JSON, head + `[],"played":[` + strings.TrimSuffix(fill(`{"round":1},`), ",") + "]}"},
		{"endless text", JSON, `{"name":"` + fill("x") + `"}`},
		{"endless number", JSON, `{"rounds":` + fill("9") + "}"},
		{"endless rating", JSON, head + `[{"id":"a","rating":"` + fill("9") + `"}]}`},
		{"huge exponent", JSON, `{"komi":1e999999999,"seed":1e999999999,"rounds":1e-999999999}`},
		{"deep elements", OpenGotha, fill("<a>")},
		{"elements", OpenGotha, "<Tournament><Games>" + fill("<Game/>") + "</Games></Tournament>"},
		{
			"named players", OpenGotha,
			"<Tournament><Players>" + numbered(
				`<Player name="p%d" firstName="x" rank="1D"/>`, 500_000,
			) + "</Players></Tournament>",
		},
		{"attributes", OpenGotha, "<Tournament " + numbered(`a%d="" `, 1_000_000) + "/>"},
		{"attributes twice", OpenGotha, "<Tournament " + fill(`a="" `) + "/>"},
		{"many attributes", OpenGotha, "<Tournament " + numbered(`a%d="" `, 101) + "/>"},
		{"endless attribute", OpenGotha, `<Tournament dataVersion="` + fill("9") + `"/>`},
		{"endless comment", OpenGotha, "<Tournament><!--" + fill("x") + "--></Tournament>"},
		{"endless name", OpenGotha, "<" + fill("a") + "/>"},
		{"entity after entity", OpenGotha, `<Tournament x="` + fill("&amp;") + `"/>`},
		{"lines", H9, fill("\n")},
		{"rows", H9, fill("1 A B 1d NZ c 0+\n")},
		{"one row", H9, fill("1 A B 1d NZ c 0+ ")},
		{"words", TOU, "1 A B 1d NZ c " + fill("0+ ")},
		{"headers", H9, "; " + fill("EV[") + "\n"},
		{"comments", TOU, fill(";name=x\n")},
		{"commas", CSV, fill(",")},
		{"records", CSV, "Name,Rating\n" + fill("A,1d\n")},
		{"zeros", CSV, fill("\x00")},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			var before, after runtime.MemStats
			runtime.GC()
			runtime.ReadMemStats(&before)
			f, notes, err := Read(c.format, []byte(c.in))
			runtime.GC()
			runtime.ReadMemStats(&after)
			if grown := int64(after.HeapAlloc) - int64(before.HeapAlloc); grown > 50<<20 {
				t.Errorf("holds %d MB", grown>>20)
			}
			if err == nil {
				t.Fatalf("taken: %d players, %v", len(f.Event.Players), notes)
			}
			if len(err.Error()) > 20_000 {
				t.Errorf("%d bytes of problems", len(err.Error()))
			}
		})
	}
}

func numbered(format string, n int) string {
	var b strings.Builder
	for i := 0; i < n && b.Len() < MaxBytes-1000; i++ { // stays under the limit, which is not the point here
		fmt.Fprintf(&b, format, i)
	}
	return b.String()
}

func TestProblemsAreFew(t *testing.T) {
	_, _, err := Read(
		JSON, []byte(event(strings.TrimSuffix(strings.Repeat(`{"id":"","rating":"x"},`, 1000), ","), "", "")),
	)
	var problems *Problems
	if !errors.As(err, &problems) || len(problems.List) != maxProblems || problems.More == 0 {
		t.Fatalf("%+v", err)
	}
	if lines := strings.Split(err.Error(), "\n"); len(lines) != maxProblems+1 ||
		lines[maxProblems] != fmt.Sprintf("and %d more", problems.More) {
		t.Errorf("%q", lines)
	}
}

// fuzz checks what holds of every file that is read: it is in order, it can be written as our own format without loss,
// and in its own format again; and what is said of it can be shown on a terminal.
func fuzz(f *testing.F, format Format, seeds ...string) {
	for _, s := range seeds {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		file, notes, err := Read(format, data)
		shown := strings.Join(notes, "\n")
		if err != nil {
			shown = err.Error()
		}
		if i := strings.IndexFunc(shown, func(r rune) bool { return r != '\n' && !unicode.IsPrint(r) }); i >= 0 {
			t.Fatalf("%q cannot be shown", shown)
		}
		if err != nil {
			return
		}
		if err := file.Validate(); err != nil {
			t.Fatalf("not in order: %v", err)
		}
		own, _, err := Write(JSON, file)
		if err != nil {
			t.Fatal(err)
		}
		again, _, err := Read(JSON, own)
		if err != nil {
			t.Fatalf("%v\n%s", err, own)
		}
		twice, _, err := Write(JSON, again)
		if err != nil || string(twice) != string(own) {
			t.Fatalf("%v\n%s", err, cmp.Diff(string(own), string(twice)))
		}
		pairing.Standings(&file.Event, pairing.MaxRounds)
		for _, other := range []Format{OpenGotha, H9, TOU, CSV, AGA} {
			data, _, err := Write(other, file)
			if err != nil || len(file.Event.Players) == 0 {
				continue // more rounds than it has room for; no one to list
			}
			if _, _, err := Read(other, data); err != nil {
				t.Fatalf("%s is not read back: %v\n%s", other, err, data)
			}
		}
	})
}

func FuzzEventJSON(f *testing.F) {
	fuzz(f, JSON, "{}", event(four, "", ""), event(
		four, `"forbidden":[["p1","p2"]],"fixed":[{"bye":"p1"}],`,
		`{"round":1,"games":[{"white":"p1","black":"p2","result":"J"}],"byes":["p3"]}`,
	),
		`{"system":"mcmahon","rounds":2,"bar":"1d","floor":"9k","players":[{"id":"a","rating":"3.4","start_score":0.5,"absent":[1]}]}`)
}

func FuzzOpenGotha(f *testing.F) {
	fuzz(f, OpenGotha, "<Tournament/>", gothaFile(twoPlayers, oneGame, `<GeneralParameterSet komi="6.5"/>`),
		gothaFile(`<Player name="a" firstName="b" rank="1D" rating="2060" smmsCorrection="1" participating="01" registeringStatus="PRE"/>`, "",
			`<PlacementParameterSet><PlacementCriteria><PlacementCriterion number="1" name="MMS"/><PlacementCriterion number="2" name="SOSM"/></PlacementCriteria></PlacementParameterSet>`))
}

func FuzzH9(f *testing.F) {
	fuzz(f, H9, "; EV[x] DT[2026-01-01,] HA[h2]\n1 A B 3d NZ c 0 0 0 0 2+/w3 0+\n2 C D 1k AU x 0 0 0 0 1-/b3 0=\n",
		"   1 Ngata Aroha                     3D NZ Well    1    0    0    0    2+!w0\n   2 Kim Hana                      "+
			"  1D XX xxxx    0    0    0    0    1-!b0\n")
}

func FuzzTOU(f *testing.F) {
	fuzz(
		f, TOU,
		";name=x\n;date=01/02/2026\n;komi=6,5\n   1 Ngata Aroha               3D 0712345 Well    2+w0\n   2 Kim Hana      "+
			"            1D              1-b0\n",
	)
}

func FuzzCSV(f *testing.F) {
	fuzz(
		f, CSV, "Name,Rating,R1\nA,3d,2+/w2\nB,1d,1-/b2\n",
		"No;Id;Name;Grade;Club;First round;Start score;Round 1\n7;x;A;3d;c;1;0.5;bye\n",
		"No;Id;Name;Grade;Club;First round;dtart score;Round 1\n7;x;,;10;0;0;00000000",
	)
}

func FuzzAGA(f *testing.F) {
	fuzz(
		f, AGA, "TOURNEY x, y\n\tstart=6/15/2026\n\tfinish=2026-06-30\n\trules=AGA\nPLAYERS\n 489 Hill, Ann 4k\n3199 Rock, Bo -3.5 CLUB=c\n"+
			"GAMES\n489 3199 b 0 7\n3199 489 w 0 0\nGAMES 4\n489 3199 ? 3 0.5 # late\nEND\n",
		"Tourney\tx\nPLAYERS\n1\ta, b\t3P\n", "TOURNEY\nPLAYERS\n1 , 1d\n2 A 1k\nGAMES 200\n1 2 * 50 -6.5\n",
	)
}
