package elsewhere

import (
	"fmt"
	"strings"
	"testing"

	"nzgs/internal/ratings/scale"
)

const egdList = "<pre>\n" +
	"   Pin     Player                            Co. Club  Grade         GoR  +-  Last\n" +
	"  10000001  Testman Anna Maria                    SE  Goth   4d   --    2422   141  T260101A\n" +
	"  10000002  Invented Bo                           FR  xxx   20k   --      15     2  T200202B\n" +
	"  10000003  Noclub Cy                             DE         1d   2d    2095    12  T250202B\n" +
	"  10000004  Weak Di                               PL  Kra   30k   --    -900     1  T250202B\n" +
	"  10000005  Broken line without anything\n" +
	"  10000006  Strong Ed                             JP  Tok    7p   --    2900     1  T250202B\n" +
	"  10000007  Far Off                               PL  Kra   30k   --    9999     1  T250202B\n" +
	"</pre>\n"

func rating(p Player) string {
	if p.Rating == nil {
		return "none"
	}
	return p.Rating.String()
}

func TestParseEGD(t *testing.T) {
	players, bad, err := Parse(EGD, []byte(egdList))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, p := range players {
		got = append(got, strings.Join([]string{p.Number, p.Family, p.Given, p.Country, p.Club, p.Grade, p.Stated, rating(p)}, "|"))
	}
	want := []string{
		"10000001|Testman|Anna Maria|SE|Goth|4d|2422|4.2", "10000002|Invented|Bo|FR||20k|15|−19.9", "10000003|Noclub|Cy|DE||1d|2095|1.0",
		"10000004|Weak|Di|PL|Kra|30k|-900|−29.0", "10000006|Strong|Ed|JP|Tok||2900|9.0",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("read\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if len(bad) != 2 || bad[0].Line != 7 || bad[1].Line != 9 {
		t.Errorf("left out %v", bad)
	}
}

func TestParseAGA(t *testing.T) {
	players, bad, err := Parse(AGA, []byte("Testman, Anna\t1234\tFull\t3.45\t2027-01-01\tNOVA\tVA\n"+
		"Bo Invented\t1235\tForgn\t-4.20\t\t\t\r\n\nNever, Rated\t1236\tFull\t0\t\n"+
		"No Number\tx\tFull\t1.0\nGap, In The\t7\tFull\t0.5\nAlmost, Dan\t8\tFull\t-1.00\tx\nJust, Kyu\t9\tFull\t-1.99\nx\n"))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, p := range players {
		got = append(got, strings.Join([]string{p.Number, p.Family, p.Given, p.Country, p.Club, p.Grade, rating(p)}, "|"))
	}
	want := []string{
		"1234|Testman|Anna|US|NOVA|3d|3.4", "1235|Invented|Bo|||4k|−2.2", "1236|Never|Rated|US|||none",
		"8|Almost|Dan|US||1k|0.9", "9|Just|Kyu|US||1k|0.0",
	}
	want[1] = strings.Replace(want[1], "4k|−2.2", "4k|−2.2", 1)
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("read\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if fmt.Sprint(bad) != `[line 5: the second column is no member number line 6: the rating "0.5" is none of the American scale `+
		`line 9: there are no four columns with tabs between them]` {
		t.Errorf("left out %v", bad)
	}
}

func TestParseOpenGotha(t *testing.T) {
	players, _, err := Parse(OpenGotha, []byte(`<?xml version="1.0"?><Tournament dataVersion="201"><Players>
<Player agaId="" club="Kra" country="PL" egfPin="10000009" firstName="Ewa" grade="2D" name="INVENTED" participating="11111" rank="2D" rating="2210" ratingOrigin="EGF" registeringStatus="FIN" smmsCorrection="0"/>
</Players></Tournament>`))
	if err != nil {
		t.Fatal(err)
	}
	if p := players[0]; p.Number != "10000009" || rating(p) != "2.1" || p.Country != "PL" {
		t.Errorf("read %+v", p)
	}
}

// What is not a list is refused whole, and takes neither time nor memory.
func TestHostileFiles(t *testing.T) {
	for name, data := range map[string]string{
		"empty": "", "no list": "hello\nworld\n", "markup": "<html><script>alert(1)</script></html>",
		"one endless line": " 10000001 " + strings.Repeat("x", maxBytes/2), "many lines": strings.Repeat("\n", maxLines+1),
		"too large": strings.Repeat(" ", maxBytes+1), "mostly bad": " 10000001 x\n 10000002 y\n",
		"billion laughs": `<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><Tournament>&b;</Tournament>`,
	} {
		for _, source := range Sources {
			if players, _, err := Parse(source, []byte(data)); err == nil {
				t.Errorf("%s is taken as %s: %d players", name, source, len(players))
			}
		}
	}
	latin := strings.Replace(egdList, "Testman", "T\xe9stman", 1)
	players, _, err := Parse(EGD, []byte(latin))
	if err != nil || players[0].Family != "Téstman" {
		t.Errorf("Latin letters: %v %v", players, err)
	}
}

func FuzzParse(f *testing.F) {
	f.Add(egdList)
	f.Add("Testman, Anna\t1234\tFull\t3.45\t2027-01-01\tNOVA\tVA\n")
	f.Fuzz(func(t *testing.T, data string) {
		for _, source := range []Source{EGD, AGA} {
			players, _, _ := Parse(source, []byte(data))
			for _, p := range players {
				if p.Family == "" || len(p.Country) != 0 && len(p.Country) != 2 ||
					p.Rating != nil && (*p.Rating < scale.MinRating || *p.Rating > scale.MaxRating) {
					t.Fatalf("%+v", p)
				}
			}
		}
	})
}
