package record

import (
	"strings"
	"testing"

	"nzgs/internal/gorules"
)

// inTerritory has a stone of Black's more in his own territory, so that area and
// territory differ by a point: 15 and 15 by area, 4 and 5 by territory.
const inTerritory = `
	XX.O.
	.X.O.
	.X.O.
	.X.O.
	.X.O.`

// A record that names its rules is counted by ours and by its own, and its claim is
// right if it is so by its own.
func TestARecordIsCountedByItsOwnRules(t *testing.T) {
	tests := []struct {
		name, record string
		computed     string // by our rules
		agrees       bool
		how          Consistency
		own          string // rules and count, "" for none
	}{
		{"Japanese", setUpOf(t, inTerritory) + "KM[0]RU[Japanese]RE[W+1])", "W+0", false, FromCount, "japanese W+1"},
		{"Korean", setUpOf(t, inTerritory) + "KM[0]RU[한국]RE[W+1])", "W+0", false, FromCount, "korean W+1"},
		{"Chinese", setUpOf(t, inTerritory) + "KM[0.5]RU[中国规则]RE[W+0.5])", "W+0.5", true, FromCount, "chinese W+0.5"},
		{"ours", setUpOf(t, inTerritory) + "KM[0]RU[NZ]RE[0])", "W+0", true, FromCount, "nz W+0"},
		{"ours, claimed by territory", setUpOf(t, inTerritory) + "KM[0]RU[NZ]RE[W+1])", "W+0", false, FromNone, "nz W+0"},
		{"no rules named", setUpOf(t, inTerritory) + "KM[0]RE[W+1])", "W+0", false, FromCount, ""},
		{"rules of no one, by territory", setUpOf(t, inTerritory) + "KM[0]RU[ours]RE[W+1])", "W+0", false, FromCount, ""},
		{"rules of no one", setUpOf(t, inTerritory) + "KM[0]RU[ours]RE[W+2])", "W+0", false, NotKnown, ""},
		{"no rules named, and nothing gives it", setUpOf(t, inTerritory) + "KM[0]RE[W+2])", "W+0", false, FromNone, ""},
		{"the year of the rules", setUpOf(t, inTerritory) + "KM[0]RU[Japanese1989]RE[W+1])", "W+0", false, FromCount, "japanese W+1"},
		// White's stone at aa is captured: a prisoner by territory, nothing by area.
		{
			"prisoners", "(;GM[1]SZ[5]KM[0]RU[Japanese]RE[B+22];B[ab];W[aa];B[ba];W[])", "B+25", false, FromNone,
			"japanese B+24",
		},
		{"prisoners counted", "(;GM[1]SZ[5]KM[0]RU[Japanese]RE[B+24];B[ab];W[aa];B[ba];W[])", "B+25", false, FromCount, "japanese B+24"},
		// AGA by territory: a stone for each pass.
		{
			"pass stones", "(;GM[1]SZ[5]KM[0]RU[AGA]RE[B+24];B[cc];W[];B[];W[];B[];W[])", "B+25", false, FromNone, "aga B+25",
		},
		{
			"pass stones, claimed as counted", "(;GM[1]SZ[5]KM[0]RU[AGA]RE[B+24];B[cc];W[];B[dd];W[];B[])", "B+25", false,
			FromCount, "aga B+24",
		},
		// Chinese and AGA give White something for the handicap.
		{
			"Chinese handicap", "(;GM[1]SZ[5]HA[2]KM[0]RU[Chinese]RE[B+23]AB[bb][dd];W[];B[])", "B+25", false, FromCount,
			"chinese B+23",
		},
		{
			"Chinese handicap, not given", "(;GM[1]SZ[5]HA[2]KM[0]RU[Chinese]RE[B+25]AB[bb][dd];W[];B[])", "B+25", true, FromCount,
			"chinese B+23",
		},
		{
			"AGA handicap", "(;GM[1]SZ[5]HA[3]KM[0]RU[AGA]RE[B+23]AB[bb][dd][bd];W[];B[])", "B+25", false, FromCount,
			"aga B+23",
		},
		{"stones of Chinese counting", "(;GM[1]SZ[5]KM[3.75]RU[Chinese]RE[B+8.75];B[cc])", "B+17.5", true, FromCount, "chinese B+17.5"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			r := checked(t, Options{}, test.record)
			own := ""
			if r.ByOwn != nil {
				own = string(r.ByOwn.Set) + " " + r.ByOwn.Counted.String()
			}
			if got := r.Verdict.Counted.String(); got != test.computed || (r.Verdict.Agreement == Agrees) != test.agrees ||
				r.Answer.How != test.how || own != test.own {
				t.Errorf("counted %s, %v, %s, own %q; want %s, %v, %s, %q", got, r.Verdict.Agreement == Agrees, r.Answer.How, own,
					test.computed, test.agrees, test.how, test.own)
			}
			if r.OK() != (test.how != FromNone) {
				t.Errorf("OK is %v for %s", r.OK(), test.how)
			}
		})
	}
}

// Whoever asks for other rules gets their count as the chosen one.
func TestRecordsAreCheckedByTheRulesAskedFor(t *testing.T) {
	for set, want := range map[RuleSet]string{
		NZ: "W+0", Japanese: "W+1", Korean: "W+1", Chinese: "W+0", AGA: "W+0", Ing: "W+0", TrompTaylor: "W+0", Short: "W+1",
	} {
		r := checked(t, Options{Rules: set}, setUpOf(t, inTerritory)+"KM[0])")
		if got := r.Verdict.Counted.String(); got != want || r.Set != set {
			t.Errorf("%s: %s, want %s", set, got, want)
		}
	}
}

func TestRulesAreNamedInManyWays(t *testing.T) {
	for text, want := range map[string]RuleSet{
		"Japanese": Japanese, "japanese": Japanese, "JAPANESE RULES": Japanese, "Japan": Japanese, "jp": Japanese,
		"日本": Japanese, "日本ルール": Japanese, "日本规则": Japanese, "日規": Japanese, "일본룰": Japanese, "IGS": Japanese,
		"Chinese": Chinese, "chinese (OGS)": Chinese, "CN": Chinese, "中国规则": Chinese, "中國": Chinese, "数子规则": Chinese,
		"Korean": Korean, "韓国ルール": Korean, "한국": Korean, "AGA": AGA, "American Go Association": AGA, "French": AGA,
		"Ing": Ing, "GOE": Ing, "Ing's rules": Ing, "應氏計點": Ing, "Ing Goe Rules": Ing,
		"NZ": NZ, "New Zealand": NZ, "new-zealand": NZ, "nz rules": NZ, "Tromp-Taylor": TrompTaylor, "tromp taylor": TrompTaylor,
		"koPOSITIONALscoreAREAtaxNONEsui1": Chinese, "koSIMPLEscoreTERRITORYtaxSEKIsui0": Japanese,
		"Jap.": Japanese, "Japanese1989": Japanese, "Japanese 2003": Japanese, "territory": Japanese, "Territory scoring": Japanese, "EGF": Japanese,
		"AGA1991": AGA, "chinese2002": Chinese, "Area": Chinese, "area scoring": Chinese, "CWA": Chinese, "NZGS": NZ, "TT": TrompTaylor,
		"1989": "", "Jasper": "",
		"": "", "?": "", "our own": "", "finger": "", "being": "", "Saturday": "",
	} {
		if got, known := RuleSetNamed(text); got != want || known != (want != "") {
			t.Errorf("%q is %q", text, got)
		}
	}
	for _, r := range RuleSets() {
		if got, err := ParseRuleSet(string(r)); err != nil || got != r || r.Name() == "" {
			t.Errorf("%s: %s, %v", r, got, err)
		}
	}
}

// A group without two eyes beside a point that neither fills has no points in it.
func TestPointsInSekiAreNoOnes(t *testing.T) {
	// Black's chain at the top has the eye A5 and lives because of E5.
	const seki = `
		.XXX.OO
		XXOOOO.
		OOO.O.O
		.O.OOOO
		OOOOXXX
		XXXXX.X
		.X.X.XX`
	r := checked(t, Options{Rules: Japanese}, setUpOf(t, seki)+"KM[0])")
	all := r.Rules
	all.Scoring = gorules.TerritoryAndCaptures
	with, err := all.Count(setUpBoard(t, seki), gorules.Prisoners{})
	if err != nil || with.Black-r.Score.Black != 1 || with.White != r.Score.White {
		t.Errorf("with the points in seki %+v, without %+v, %v", with, r.Score, err)
	}
}

func setUpBoard(t *testing.T, diagram string) *gorules.Board {
	t.Helper()
	return examined(t, Options{}, setUpOf(t, diagram)+")").Study.Standing.Board
}

// The record's own marks come before proof, and proof before an estimate; the last
// node may take the dead stones off.
func TestMarksComeFirst(t *testing.T) {
	const dead = `
		.X.XO.O
		XX.XOOO
		O.XXO..
		XXXXOOO
		.X.XO.O
		XXXXOOO
		.X.XO.O`
	for _, test := range []struct {
		name, rest string
		how        Consistency
	}{
		{"territory marked", "KM[0]RE[B+7]TB[ac])", FromMarks},
		{"a later node takes it off", "KM[0]RE[B+7];B[];W[];AE[ac])", FromMarks},
		{"crosses", "KM[0]RE[B+7];MA[ac])", FromMarks},
		{"proof", "KM[0]RE[B+7])", FromProof},
		{"a cross on the last move says nothing", "KM[0]RE[B+4]MA[ac])", FromCount},
		// Marks that say what no rule does: no point of the middle is anyone's.
		{"only what is marked", "KM[0]RU[Japanese]RE[W+2]TB[aa][cb]TW[fa][fc][gc][fe])", FromMarks},
		{"nothing gives it", "KM[0]RE[B+6]TB[ac])", FromNone},
	} {
		if r := checked(t, Options{}, setUpOf(t, dead)+test.rest); r.Answer.How != test.how {
			t.Errorf("%s: %s, want %s (%s)", test.name, r.Answer.How, test.how, r.Answer.Says(7))
		}
	}
}

// The choice shown changes what is marked, else what is estimated, as little as can be.
func TestTheChoiceShownChangesTheMarksLeast(t *testing.T) {
	// White has a stone alone in each of Black's three corners of a board of 9.
	record := setUpOf(t, `
		O..X.X.XO
		.X.X.X.X.
		XXXXXXXXX
		.........
		OOOOOOOOO
		.O.O.O.O.
		OO.O.O.OO
		.O.O.O.O.
		OOOOOOOOO`)
	both := checked(t, Options{}, record+"KM[0]RU[NZ]RE[W+18]TB[aa][ia])")
	if both.Answer.How == FromNone || both.Answer.How == NotKnown {
		t.Fatalf("%s: %s", both.Answer.How, both.Answer.Says(9))
	}
	if a := both.Answer; a.How == FromSome && (a.Basis != ByMarks || len(a.Dead) == 0) {
		t.Errorf("%+v", a)
	}
}

// Komi is the record's with a handicap and without; a table's before either.
func TestKomiIsAlikeWithAndWithoutHandicap(t *testing.T) {
	terms := &Terms{Komi: 700}
	for _, test := range []struct {
		record   string
		terms    *Terms
		komi     string
		computed string
		rules    string // komi that the rules have
		how      Consistency
		warning  string
	}{
		{"(;GM[1]SZ[5]HA[2]KM[0.5]RE[B+24.5];B[aa];B[bb];W[])", nil, "0.5", "B+24.5", "0", FromCount, "by these rules it is 0"},
		{"(;GM[1]SZ[5]HA[2]RE[B+25];B[aa];B[bb];W[])", nil, "0", "B+25", "0", FromCount, ""},
		{"(;GM[1]SZ[5]KM[0]RE[W+3.5];B[aa])", nil, "0", "B+25", "7", NotKnown, "the record's komi does not fit its result"},
		{"(;GM[1]SZ[5]KM[0.5]RE[B+24.5];B[aa])", terms, "7", "B+18", "7", NotKnown, "its table's is 7"},
		{"(;GM[1]SZ[5]KM[7]RE[B+18];B[aa])", terms, "7", "B+18", "7", FromCount, ""},
		{"(;GM[1]SZ[5]RE[B+18];B[aa])", terms, "7", "B+18", "7", FromCount, ""},
	} {
		r := checked(t, Options{Terms: test.terms}, test.record)
		all := strings.Join(r.Warnings, "\n")
		if r.Komi.String() != test.komi || r.Verdict.Counted.String() != test.computed || r.RulesKomi.String() != test.rules ||
			r.Answer.How != test.how || !strings.Contains(all, test.warning) || test.warning == "" && all != "" {
			t.Errorf("%s: komi %s, %s, rules %s, %s, %q", test.record, r.Komi, r.Verdict.Counted, r.RulesKomi, r.Answer.How, all)
		}
	}
}

// "Wrong whatever was agreed" is never said of a game whose komi is in doubt, and stones
// are called alive only where that is proved.
func TestNoMoreIsSaidThanIsProved(t *testing.T) {
	for _, record := range []string{
		"(;GM[1]SZ[5]KM[0]RE[W+3.5];B[aa])",
		"(;GM[1]SZ[5]KM[6.5]RE[B+18];B[aa])",
	} {
		r := examined(t, Options{}, record)
		if text := r.Answer.Says(5); strings.Contains(text, "whatever was agreed") || !strings.Contains(text, "komi does not fit") ||
			!r.OK() {
			t.Errorf("%s: %q", record, text)
		}
	}
	r := examined(t, Options{}, setUpOf(t, ".X.O.\n.X.O.\n.X.O.\n.X.O.\n.X.O.")+"KM[0]RU[NZ]RE[B+25])")
	if text := r.Answer.Says(5); r.Answer.How == FromNone || strings.Contains(text, "proved alive") {
		t.Errorf("%s: %q", r.Answer.How, text)
	}
}

// An illegal move stops the count; nothing is said about the claim then.
func TestNothingIsSaidOfTheClaimBeforeTheEnd(t *testing.T) {
	r := checked(t, Options{}, "(;GM[1]SZ[5]KM[0]RE[B+3];B[aa];W[aa];B[bb])")
	if r.Answer.How != NotKnown || r.OK() || !strings.Contains(r.Answer.Says(5), "the end of the game was not reached") {
		t.Errorf("%s: %s", r.Answer.How, r.Answer.Says(5))
	}
}
