package record

import (
	"strings"
	"testing"

	"nzgs/internal/gorules"
)

// A ko refused under other rules cites those, and no one forfeits where no one can claim.
func TestARulingCitesItsOwnRules(t *testing.T) {
	const ko = "(;GM[1]SZ[5]KM[7];B[bc];W[cc];B[cb];W[db];B[cd];W[dd];B[aa];W[ec];B[dc];W[cc])"
	for set, source := range map[RuleSet]string{
		NZ: "NZ Rules of Go, the definition of a move", Short: "Short rules, rule 4", ItsYourTurn: "It’s Your Turn, Go: Ko",
		IGGC: "igGameCenter, Go: Ko rule", Japanese: "Japanese rules, on ko", Chinese: "Chinese rules", AGA: "AGA rules",
	} {
		r := examined(t, Options{Rules: set}, ko)
		if len(r.Study.Replays) != 1 {
			t.Fatalf("%s: %d replays", set, len(r.Study.Replays))
		}
		ruling := r.Study.Replays[0].Ruling
		if !strings.HasPrefix(ruling.Source, source) || set != NZ && strings.Contains(ruling.Text, "forfeits") {
			t.Errorf("%s: %+v", set, ruling)
		}
	}
	off := RulingOn(Violation{Kind: gorules.OffBoard}, NZ)
	if strings.Contains(off.Text, "forfeits") || !strings.Contains(off.Text, "fault of the file") {
		t.Errorf("off the board: %+v", off)
	}
}

// Moves beyond the limit of a site are no one's fault: the game is counted where it ended.
func TestTheLimitOfMovesHasNoOffender(t *testing.T) {
	game := "(;GM[1]SZ[9]RE[?]"
	points := "abcdefghi"
	for i := range 77 {
		game += ";" + []string{"B", "W"}[i%2] + "[" + string(points[i%9]) + string(points[(i/9)%9]) + "]"
	}
	r := checked(t, Options{Rules: ItsYourTurn}, game+")")
	last := r.Violations[len(r.Violations)-1]
	if row := rowViolation(last); row.Kind != "after_end" || row.Move != 76 || !r.OK() || r.Played != 75 {
		t.Errorf("%+v, OK %v, %d played", row, r.OK(), r.Played)
	}
	if ruling := RulingOn(last, ItsYourTurn); !strings.Contains(ruling.Source, "house rule") ||
		strings.Contains(ruling.Text, "offender") {
		t.Errorf("%+v", ruling)
	}
}

// It’s Your Turn finds the dead stones itself once the game has ended, and says how sure
// it is.
func TestTheProgramFindsTheDeadStones(t *testing.T) {
	const game = "(;GM[1]SZ[9]KM[3.5];B[ca];W[ga];B[cb];W[gb];B[cc];W[gc];B[cd];W[gd];B[ce];W[ge];B[cf];W[gf];B[cg];W[gg];" +
		"B[ch];W[gh];B[ci];W[gi];B[da];W[aa]"
	open := checked(t, Options{Rules: ItsYourTurn}, game+")")
	ended := checked(t, Options{Rules: ItsYourTurn}, game+";B[];W[])")
	if open.Score.White-open.Score.Black == ended.Score.White-ended.Score.Black {
		t.Errorf("the same count: %+v, %+v", open.Score, ended.Score)
	}
	if all := strings.Join(ended.Warnings, "\n"); !strings.Contains(all, "White at A9, 1 stone (") ||
		!strings.Contains(all, "the program finds the dead stones") {
		t.Errorf("%q", all)
	}
}

// The button is worth half a point, and lifts the ko.
func TestTheButtonIsReadAndCounted(t *testing.T) {
	for _, move := range []string{"W[button]", "W[]C[White takes the button]"} {
		r := checked(t, Options{Rules: IGGC}, "(;GM[1]SZ[5]KM[0];B[cc];"+move+";B[dd])")
		if wrong(r) != "" || r.Verdict.Counted.String() != "B+22.5" {
			t.Errorf("%s: %q, %s", move, wrong(r), r.Verdict.Counted)
		}
		again := checked(t, Options{Rules: IGGC}, "(;GM[1]SZ[5]KM[0];B[cc];"+move+";B[button])")
		if got := wrong(again); !strings.HasSuffix(got, " button") {
			t.Errorf("again: %q", got)
		}
	}
	none := checked(t, Options{}, "(;GM[1]SZ[5]KM[0];B[cc];W[button])")
	if got := wrong(none); got != "2 W button button" {
		t.Errorf("by our rules: %q", got)
	}
	if says := none.Violations[0].Says(5); strings.Contains(says, "taken") {
		t.Errorf("by our rules no one has taken a button: %q", says)
	}
}

// TestTheButtonCountsByTheRecordsOwnRules: also where the record is checked by rules that have none.
func TestTheButtonCountsByTheRecordsOwnRules(t *testing.T) {
	for _, move := range []string{"W[button]", "W[]C[White takes the button]"} {
		for _, set := range []RuleSet{NZ, IGGC} {
			for _, on := range []gorules.OnViolation{gorules.Stop, gorules.BecomePass} {
				r := checked(t, Options{Rules: set, OnViolation: on, Own: OwnAlways},
					"(;GM[1]SZ[9]KM[6]RU[igGameCenter]RE[B+73.5];B[ee];"+move+";B[];W[])")
				if r.ByOwn == nil || r.ByOwn.Counted.String() != "B+73.5" || r.ByOwn.Agreement != Agrees {
					t.Errorf("%s by %s, %v: %+v", move, set, on, r.ByOwn)
				}
				if stopped := set == NZ && on == gorules.Stop && move == "W[button]"; r.Answer.How == FromNone || !stopped && r.Answer.How != FromCount {
					t.Errorf("%s by %s, %v: %q", move, set, on, r.Answer.How)
				}
			}
		}
	}
}

// TestHandicapStonesOnOtherPointsAreRemarked: It's Your Turn puts them on its points on all three sizes; elsewhere they
// may be anywhere.
func TestHandicapStonesOnOtherPointsAreRemarked(t *testing.T) {
	const warning = "the handicap stones are not on the points that these rules give them: "
	for _, c := range []struct {
		text  string
		rules RuleSet
		want  string
	}{
		{"(;SZ[9]HA[2]AB[gc][cg];W[ee])", ItsYourTurn, ""}, {"(;SZ[9]HA[2]AB[aa][cg];W[ee])", ItsYourTurn, "G7 C3"},
		{"(;SZ[13]HA[3]AB[jd][dj][jj];W[ee])", ItsYourTurn, ""}, {"(;SZ[13]HA[3]AB[jd][dj][dd];W[ee])", ItsYourTurn, "K10 D4 K4"},
		{"(;SZ[19]HA[2]AB[pd][dp];W[ee])", ItsYourTurn, ""}, {"(;SZ[19]HA[2]AB[qd][dp];W[ee])", ItsYourTurn, "Q16 D4"},
		{"(;SZ[19]HA[2]AB[qd][dp];W[ee])", NZ, ""}, {"(;SZ[19]AB[aa][bb]AW[cc];W[ee])", ItsYourTurn, ""},
	} {
		g := one(t, c.text)
		w, err := WalkAlong(t.Context(), g, Options{Rules: c.rules})
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, said := range w.Report.Warnings {
			if rest, ok := strings.CutPrefix(said, warning); ok {
				got = rest
			}
		}
		if got != c.want {
			t.Errorf("%s by %s: %q; want %q (%q)", c.text, c.rules, got, c.want, w.Report.Warnings)
		}
	}
}
