package record

import (
	"strings"
	"testing"

	"nzgs/internal/gorules"
	"nzgs/internal/sgf"
)

// one reads the only game of a text.
func one(t testing.TB, text string) *sgf.Game {
	t.Helper()
	f := sgf.Parse([]byte(text))
	if f.Err != nil || len(f.Games) != 1 {
		t.Fatalf("%s: %d games, %v", text, len(f.Games), f.Err)
	}
	return &f.Games[0]
}

// checked checks the only game of a text.
func checked(t testing.TB, o Options, text string) *Report {
	t.Helper()
	r := &Report{}
	c := Checker{Options: o}
	if err := c.Check(t.Context(), one(t, text), r); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return r
}

// wrong writes violations shortly: "6 W aa superko 4".
func wrong(r *Report) string {
	var all []string
	for _, v := range r.Violations {
		row := rowViolation(v)
		text := strings.Join([]string{itoa(row.Move), row.Colour, row.Point, row.Kind}, " ")
		if v.Kind == gorules.Superko {
			text += " " + itoa(row.Repeats)
		}
		all = append(all, text)
	}
	return strings.Join(all, ", ")
}

func TestWhatIsIllegal(t *testing.T) {
	const ko = "(;SZ[5]KM[7];B[bc];W[cc];B[cb];W[db];B[cd];W[dd];B[aa];W[ec];B[dc]"
	tests := []struct {
		name   string
		rules  RuleSet
		record string
		want   string
		played int // under stop
	}{
		// Each repeats a position by the letter of the rules, or does not.
		{"suicide of one stone", NZ, "(;SZ[4];B[ab];W[dd];B[ba];W[aa])", "", 4},
		{"suicide of one stone again", NZ, "(;SZ[4];B[ab];W[dd];B[ba];W[aa];B[];W[aa])", "6 W aa superko 4", 5},
		{"suicide after an own pass", NZ, "(;SZ[4];B[ab];W[dd];B[ba];W[];B[];W[aa])", "6 W aa superko 4", 5},
		{"send two, return one", NZ, "(;SZ[5];B[ab];W[ba];B[bb];W[da];B[bc];W[cb];B[ee];W[aa];B[ca];W[ba])", "", 10},
		{"one point", NZ, "(;SZ[1];B[aa];W[aa];B[aa])", "3 B aa superko 1", 2},
		{"suicide of several stones", NZ, "(;SZ[5];B[ca];W[aa];B[bb];W[ba];B[ac];W[ab])", "", 6},
		{"ko", NZ, ko + ";W[cc])", "10 W cc superko 8", 9},
		{"ko after a move elsewhere", NZ, ko + ";W[ee];B[ae];W[cc])", "", 12},
		{"ko after two passes", NZ, ko + ";W[];B[];W[cc])", "12 W cc superko 8", 11},

		{"on a stone", NZ, "(;SZ[5];B[aa];W[aa])", "2 W aa occupied", 1},
		{"off the board", NZ, "(;SZ[5];B[aa];W[ff])", "2 W ff off_board", 1},
		{"tt on a large board is a point", NZ, "(;SZ[25];B[tt];W[tt])", "2 W tt occupied", 1},
		{"tt on a usual board is a pass", NZ, "(;SZ[19];B[tt];W[tt])", "", 2},
		{"no point at all", NZ, "(;SZ[5];B[aa];W[a7])", "2 W a7 off_board", 1},
		{"two moves running", NZ, "(;SZ[5];B[aa];B[bb];W[cc])", "2 B bb out_of_turn", 1},
		{"a pass out of turn", NZ, "(;SZ[5];B[aa];B[];W[cc])", "2 B  out_of_turn", 1},
		{"White first", NZ, "(;SZ[5];W[aa];B[bb])", "1 W aa out_of_turn", 0},
		{"both colours in a node", NZ, "(;SZ[5];B[aa]W[bb];B[cc])", "", 3},
		{"play goes on after passes", NZ, "(;SZ[5];B[aa];W[];B[];W[bb])", "", 4},
		{"after passes the players agree who moves next", NZ, "(;SZ[5];B[aa];W[];B[];B[bb];W[cc])", "", 5},
		{"and then they take turns", NZ, "(;SZ[5];B[aa];W[];B[];B[bb];B[cc])", "5 B cc out_of_turn", 4},
		{"one pass is not enough", NZ, "(;SZ[5];B[aa];W[];W[bb])", "3 W bb out_of_turn", 2},

		{"suicide elsewhere", ItsYourTurn, "(;SZ[9];B[ab];W[dd];B[ba];W[aa])", "4 W aa suicide", 3},
		{"suicide by the short rules", Short, "(;SZ[4];B[ab];W[dd];B[ba];W[aa])", "4 W aa suicide", 3},
		{"suicide at igGameCenter", IGGC, "(;SZ[4];B[ab];W[dd];B[ba];W[aa])", "4 W aa suicide", 3},
		{"after two passes elsewhere", ItsYourTurn, "(;SZ[9];B[aa];W[];B[];W[bb])", "4 W bb after_end", 3},
		{"after two passes by the short rules", Short, "(;SZ[9];B[aa];W[];B[];W[bb])", "4 W bb after_end", 3},
		{"ko elsewhere", ItsYourTurn, ko + ";W[cc])", "10 W cc superko 8", 9},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			r := checked(t, Options{Rules: test.rules}, test.record)
			if got := wrong(r); got != test.want || r.Played != test.played {
				t.Errorf("wrong: %q after %d moves, want %q after %d", got, r.Played, test.want, test.played)
			}
		})
	}
}

func TestWhatBecomesOfIllegalMoves(t *testing.T) {
	const twice = "(;SZ[5];B[aa];B[bb];W[bb];B[];W[cc];W[cd])"
	tests := []struct {
		policy gorules.OnViolation
		want   string
		played int
		black  int // stones
		white  int
	}{
		{gorules.Stop, "2 B bb out_of_turn", 1, 1, 0},
		// Black's second move stands, so that White's third is on a stone.
		{gorules.Stand, "2 B bb out_of_turn, 3 W bb occupied, 6 W cd out_of_turn", 6, 2, 2},
		{gorules.BecomePass, "2 B bb out_of_turn, 6 W cd out_of_turn", 6, 1, 2},
	}
	for _, test := range tests {
		c, r := Checker{Options: Options{OnViolation: test.policy}}, &Report{}
		if err := c.Check(t.Context(), one(t, twice), r); err != nil {
			t.Fatal(err)
		}
		black, white := c.game.Board().Stones(gorules.Black), c.game.Board().Stones(gorules.White)
		if wrong(r) != test.want || r.Played != test.played || black != test.black || white != test.white {
			t.Errorf("policy %d: %q, %d played, %d and %d stones; want %q, %d, %d and %d", test.policy,
				wrong(r), r.Played, black, white, test.want, test.played, test.black, test.white)
		}
	}
}

func TestTheThreeWaysToWriteAHandicapAreEqual(t *testing.T) {
	const rest = ";W[ee];B[ec];W[eg])"
	tests := []struct{ name, record string }{
		{"passes", "(;GM[1]SZ[9]HA[3];B[cc];W[];B[gg];W[];B[cg]" + rest},
		{"passes as tt", "(;GM[1]SZ[9]HA[3];B[cc];W[tt];B[gg];W[tt];B[cg]" + rest},
		{"moves in a row", "(;GM[1]SZ[9]HA[3];B[cc];B[gg];B[cg]" + rest},
		{"one pass left out", "(;GM[1]SZ[9]HA[3];B[cc];W[];B[gg];B[cg]" + rest},
		{"set up, White to move", "(;GM[1]SZ[9]HA[3]AB[cc][gg][cg]PL[W]" + rest},
		{"set up, White moves", "(;GM[1]SZ[9]HA[3]AB[cc][gg][cg]" + rest},
		{"set up, without HA", "(;GM[1]SZ[9]AB[cc][gg][cg]PL[W]" + rest},
		{"set up, without HA and PL", "(;GM[1]SZ[9]AB[cc][gg][cg]" + rest},
		{"set up in the second node", "(;GM[1]SZ[9]HA[3];AB[cc][gg][cg]" + rest},
		{"some set up, the rest played", "(;GM[1]SZ[9]HA[3]AB[cc];B[gg];B[cg]" + rest},
	}
	for _, test := range tests {
		r := checked(t, Options{}, test.record)
		if wrong(r) != "" || r.Handicap != 3 || r.Komi != 0 || r.Score.Margin != 2 || r.Played != r.Moves {
			t.Errorf(
				"%s: wrong %q, handicap %d, komi %s, margin %d, %d of %d played", test.name, wrong(r), r.Handicap, r.Komi,
				r.Score.Margin, r.Played, r.Moves,
			)
		}
		for _, w := range r.Warnings {
			if !strings.Contains(w, "set up") {
				t.Errorf("%s: warning %q", test.name, w)
			}
		}
		last := checked(t, Options{}, strings.TrimSuffix(test.record, ")")+";B[eg])")
		if want := itoa(last.Moves) + " B eg occupied"; wrong(last) != want {
			t.Errorf("%s: then %q, want %q", test.name, wrong(last), want)
		}
	}
}

// A move that repeats the position in which White's pass was only implied.
func TestImpliedPassesAreMovesOfTheHistory(t *testing.T) {
	for _, record := range []string{
		"(;SZ[4]HA[2];B[ab];W[];B[ba];W[aa])", // written: after White's pass, one stone; not repeated
		"(;SZ[4]HA[2];B[ab];B[ba];W[aa])",
	} {
		if got := wrong(checked(t, Options{}, record)); got != "" {
			t.Errorf("%s: %s", record, got)
		}
	}
	// White passes over two black stones, and then makes that position again.
	for record, want := range map[string]string{
		"(;SZ[4]HA[3];B[ab];W[];B[ba];W[];B[];W[aa])": "6 W aa superko 4",
		"(;SZ[4]HA[2];B[ab];B[ba];W[];B[];W[aa])":     "5 W aa superko 3",
	} {
		if got := wrong(checked(t, Options{}, record)); got != want {
			t.Errorf("%s: %q, want %q", record, got, want)
		}
	}
}

func TestOpenings(t *testing.T) {
	tests := []struct {
		name     string
		record   string
		wrong    string
		handicap int
		komi     string
		setUp    int
		warning  string // part of one, "" for none
	}{
		{"even", "(;SZ[9];B[cc];W[dd])", "", 0, "7", 0, ""},
		{"komi of its own", "(;SZ[9]KM[6.5];B[cc];W[dd])", "", 0, "6.5", 0, "the record's komi is 6.5"},
		{"komi in hundredths", "(;SZ[9]KM[750];B[cc];W[dd])", "", 0, "7.5", 0, "the record's komi is 7.5"},
		{"komi in stones", "(;SZ[9]KM[375];B[cc];W[dd])", "", 0, "7.5", 0, "the record's komi is 7.5"},
		{"Black first without komi", "(;SZ[9]HA[1];B[cc];W[dd])", "", 1, "0", 0, ""},
		{"komi in a handicap game", "(;SZ[9]HA[2]KM[0.5];B[cc];B[gg];W[dd])", "", 2, "0.5", 0, "by these rules it is 0 with a handicap"},
		{
			"fewer stones than said", "(;SZ[9]HA[3];B[cc];B[gg];W[dd])", "", 3, "0", 0,
			"HA says 3 handicap stones, but Black has only 2",
		},
		{"more stones than said", "(;SZ[9]HA[2];B[cc];B[gg];B[cg];W[dd])", "3 B cg out_of_turn", 2, "0", 0, ""},
		{"more set up than said", "(;SZ[9]HA[2]AB[cc][gg][cg];W[dd])", "", 2, "0", 3, "HA says 2 handicap stones, but 3"},
		{"Black again after the handicap", "(;SZ[9]HA[2]AB[cc][gg];B[cg];W[dd])", "1 B cg out_of_turn", 2, "0", 2, "set up"},
		{
			"Black again because PL says so", "(;SZ[9]HA[2]AB[cc][gg]PL[B];B[cg];W[dd])", "", 2, "0", 2,
			"Black moves first (PL)",
		},
		{"a problem", "(;SZ[9]AB[cc][gg]AW[dd][ee];W[cg];B[dh])", "", 0, "7", 4, "starts from a position that is set up"},
		{
			"a problem with PL", "(;SZ[9]AB[cc][gg]AW[dd][ee]PL[B];W[cg];B[dh])", "1 W cg out_of_turn", 0, "7", 4,
			"starts from a position that is set up",
		},
		{"set up for Black", "(;SZ[9]AB[cc][gg];B[cg];W[dd])", "", 0, "7", 2, "starts from a position that is set up"},
		{"PL for White", "(;SZ[9]PL[W];W[cg];B[dd])", "", 0, "7", 0, "White moves first because the record says so"},
		{"PL against the moves", "(;SZ[9]PL[W];B[cg];W[dd])", "", 0, "7", 0, "PL was ignored"},
		{
			"passes without HA", "(;SZ[9];B[cc];W[];B[gg];W[dd])", "", 0, "7", 0,
			"it was counted as an even game, not as a handicap of 2 stones",
		},
		{"absurd handicap", "(;SZ[2]HA[99];B[aa];W[bb])", "", 0, "7", 0, "more than the board has points"},
		{"set up later", "(;SZ[9];B[cc];AW[dd][ee];W[gg];B[hh])", "", 0, "7", 2, "after move 1 stones are set up"},
		{
			"another turn later", "(;SZ[9];B[cc];PL[B];B[gg];W[hh])", "", 0, "7", 0,
			"after move 1 the record says that Black moves next",
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			r := checked(t, Options{}, "(;GM[1]"+test.record[2:])
			if wrong(r) != test.wrong || r.Handicap != test.handicap || r.Komi.String() != test.komi ||
				r.SetUpStones != test.setUp {
				t.Errorf("wrong %q, handicap %d, komi %s, %d set up; want %q, %d, %s, %d",
					wrong(r), r.Handicap, r.Komi, r.SetUpStones, test.wrong, test.handicap, test.komi, test.setUp)
			}
			all := strings.Join(r.Warnings, "\n")
			if !strings.Contains(all, test.warning) || test.warning == "" && all != "" {
				t.Errorf("warnings %q, want %q", all, test.warning)
			}
		})
	}
}

// The position after a set-up is no one's.
func TestAPositionSetUpMayBeMadeAgain(t *testing.T) {
	// White's suicide leaves the board as it was set up.
	const setUp = "(;GM[1]SZ[4]AB[ab][ba]PL[W]AW[dd];W[aa];B[];W[aa])"
	if got, want := wrong(checked(t, Options{}, setUp)), "3 W aa superko 1"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got, want := wrong(checked(t, Options{Start: gorules.StartCounts}, setUp)), "1 W aa superko 0"; got != want {
		t.Errorf("where the start counts: %q, want %q", got, want)
	}
}

func TestTheScore(t *testing.T) {
	tests := []struct {
		name   string
		rules  RuleSet
		record string
		want   gorules.Score
		komi   string
	}{
		{
			"columns", NZ, "(;SZ[5]KM[7]AB[ba][bb][bc][bd][be]AW[da][db][dc][dd][de])",
			gorules.Score{Black: 15, White: 15, Shared: 5}, "7",
		},
		{"a lone stone", NZ, "(;SZ[5];B[cc])", gorules.Score{Black: 25, Margin: 25}, "7"},
		{"nothing", NZ, "(;SZ[5])", gorules.Score{}, "7"},
		{
			"captures count where the rules say so", Short, "(;SZ[5];B[aa];W[ab];B[ee];W[ba])",
			gorules.Score{White: 2, Margin: -2}, "0",
		},
		{
			"losses count where the rules say so", ItsYourTurn, "(;SZ[9];B[aa];W[ab];B[ii];W[ba])",
			gorules.Score{Black: -1, White: 1, Margin: -2}, "3.5",
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			r := checked(t, Options{Rules: test.rules}, test.record)
			if r.Score != test.want || r.Komi.String() != test.komi {
				t.Errorf("%+v with komi %s, want %+v with %s", r.Score, r.Komi, test.want, test.komi)
			}
		})
	}
}

func TestDeadStones(t *testing.T) {
	const record = "(;SZ[5]AB[ca][cb][cc][cd][ce]AW[ea][eb][aa][ab])"
	points := func(names string) []gorules.Point {
		p, err := ParseDead(names)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	for dead, want := range map[string]int{"": 1, "aa": 13, "ab,aa": 13, "aa,eb": 25, "ca": -25} {
		if r := checked(t, Options{Dead: points(dead)}, record); r.Score.Margin != want {
			t.Errorf("dead %q: margin %d, want %d", dead, r.Score.Margin, want)
		}
	}
	for _, dead := range []string{"dd", "zz"} {
		c, r := Checker{Options: Options{Dead: points(dead)}}, &Report{}
		if err := c.Check(t.Context(), one(t, record), r); err == nil || !strings.Contains(err.Error(), dead) {
			t.Errorf("dead %s: %v", dead, err)
		}
	}
	for _, bad := range []string{"a", "abc", "a1", "aa bb"} {
		if _, err := ParseDead(bad); err == nil {
			t.Errorf("%q is read as points", bad)
		}
	}
}

func TestWhatCannotBeChecked(t *testing.T) {
	for record, want := range map[string]string{
		"(;GM[2]SZ[8]PB[Ada]RE[B+3])":  "not of a game of Go (GM[2])",
		"(;GM[1]SZ[99]PB[Ada]RE[B+3])": "line 1, column",
		"(;GM[1]SZ[9]PB[Ada]RE[B+3];B[aa]" + strings.Repeat(
			";B[bb]AB[cc];W[aa]", maxSetUps+1,
		) + ")": "this game cannot be checked",
	} {
		c, r := Checker{Options: Options{OnViolation: gorules.Stand}}, &Report{}
		err := c.Check(t.Context(), one(t, record), r)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.40s: %v, want %q", record, err, want)
		}
		if r.Black != "Ada" || r.Verdict.Claimed != "B+3" {
			t.Errorf("%.40s: the names and the result are lost: %+v", record, r)
		}
	}
}

// It’s Your Turn puts handicap stones on the usual points itself, and White begins.
func TestFixedHandicapStonesAreSetUp(t *testing.T) {
	for n, want := range map[int]string{2: "gc cg", 5: "gc cg gg cc ee"} {
		r := checked(t, Options{Rules: ItsYourTurn}, "(;GM[1]SZ[9]KM[0]HA["+itoa(n)+"];W[ac];B[ga])")
		if wrong(r) != "" || r.SetUpStones != n || r.Handicap != n {
			t.Errorf("%d: wrong %q, %d set up, handicap %d", n, wrong(r), r.SetUpStones, r.Handicap)
		}
		on := checked(t, Options{Rules: ItsYourTurn}, "(;GM[1]SZ[9]KM[0]HA["+itoa(n)+"];W["+want[:2]+"])")
		if got := wrong(on); got != "1 W gc occupied" {
			t.Errorf("%d: %q", n, got)
		}
	}
	if r := checked(t, Options{}, "(;GM[1]SZ[9]KM[0]HA[2];B[cc];B[gg];W[ac])"); r.SetUpStones != 0 {
		t.Errorf("ours: %d set up", r.SetUpStones)
	}
}

// A checker keeps what the last record claimed, and each record is judged by its own claim.
func TestClaimsOfRecordsInTurn(t *testing.T) {
	var c Checker
	for _, test := range []struct {
		claimed string
		want    sgf.Result
	}{
		{"", sgf.Result{Winner: sgf.Unknown}},
		{"B+R", sgf.Result{Winner: sgf.BlackWins, By: sgf.ByResignation}},
		{"B+R", sgf.Result{Winner: sgf.BlackWins, By: sgf.ByResignation}},
		{"W+3.5", sgf.Result{Winner: sgf.WhiteWins, By: "3.5"}},
		{"", sgf.Result{Winner: sgf.Unknown}},
	} {
		c.CheckFile(t.Context(), []byte("(;GM[1]SZ[9]RE["+test.claimed+"];B[aa];W[ii])"), func(f Found) {
			if v := f.Report.Verdict; f.Err != nil || v.Claimed != test.claimed || v.Claim != test.want {
				t.Errorf("%q: %v %+v", test.claimed, f.Err, v)
			}
		})
	}
}
