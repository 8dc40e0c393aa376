package record

import (
	"encoding/json"
	"testing"

	"nzgs/internal/gorules"
)

// wild are records as they are found in the world.
var wild = []string{
	"(;GM[1]FF[4]SZ[4]KM[7]RE[W+3.5];B[ab];W[dd];B[ba];W[aa];B[];W[aa])",
	"(;SZ[5]KM[750];B[ab];W[ba];B[bb];W[da];B[bc];W[cb];B[ee];W[aa];B[ca];W[ba])",
	"(;SZ[1];B[aa];W[aa];B[aa])",
	"(;SZ[9]HA[3];B[cc];B[gg];B[cg];W[ee])",
	"(;SZ[9]HA[2]AB[cc:dd]PL[W];W[ee]AB[aa];PL[W];W[ii])TB[aa:cc]TW[dd]",
	"(;SZ[5:3]RE[Black wins by 3 1/2 points]KM[3,5];B[aa]W[bb];;(;B[zz])(;B[cc]))",
	"(;GM[2]SZ[8])(;GM[1]SZ[3]RE[0];B[aa];W[tt];B[]",
	"text before (;FF[3]SiZe[3]Black[aa];White[bb]CoPyright[x]) text after\x00\x1a",
	"\ufeff(;CA[GBK]SZ[19]RE[\xba\xda\xd6\xd0\xc5\xcc\xca\xa4]PB[\xda\x5d];B[qd])",
	"(;SZ[7]AB[aa:gc]AW[ae:gg]RE[B+1])",
	"(;SZ[3]AB[aa][ba][ca][ab][bb][cb][ac][bc]AW[cc];W[cc];B[cc])",
	"(;SZ[52]HA[999]KM[-1];B[ZZ];W[zz];B[Zz])",
	"(;SZ[2]RE[W+0];B[aa];B[aa];W[aa];W[ab];B[ba];W[bb];B[aa];W[ab])",
	"",
	"(;",
}

// FuzzCheck checks anything: it never fails but with an error, and what it says
// holds together.
func FuzzCheck(f *testing.F) {
	for i, text := range wild {
		f.Add([]byte(text), uint8(i))
	}
	f.Fuzz(func(t *testing.T, data []byte, how uint8) {
		o := Options{
			Rules: RuleSets()[how%4], OnViolation: gorules.OnViolation(how / 4 % 3), Start: gorules.Start(how / 12 % 2),
		}
		c := Checker{Options: o}
		found := 0
		c.CheckFile(t.Context(), data, func(f Found) {
			found++
			row := RowOf("x", f.Number, f.Report, f.Err)
			if !json.Valid(row.AppendLine(nil)) {
				t.Fatalf("%+v is no JSON", row)
			}
			if f.Err != nil {
				return
			}
			holdsTogether(t, o, f)
		})
		if found == 0 {
			t.Fatal("nothing is said about the input")
		}
	})
}

func holdsTogether(t *testing.T, o Options, f Found) {
	r := *f.Report
	if r.Played > r.Moves || o.OnViolation != gorules.Stop && r.Played != r.Moves {
		t.Fatalf("%d of %d moves played", r.Played, r.Moves)
	}
	if len(r.Violations) == 0 && r.Played != r.Moves {
		t.Fatalf("%d of %d moves played without a violation", r.Played, r.Moves)
	}
	if r.Score.Margin != r.Score.Black-r.Score.White {
		t.Fatalf("score %+v", r.Score)
	}
	for _, v := range r.Violations {
		if v.Number < 1 || v.Number > r.Moves || v.Repeats >= v.Number || v.Says(r.Height) == "" {
			t.Fatalf("violation %+v", v)
		}
	}
	if r.Width*r.Height > 25 || r.Moves > 200 {
		return
	}
	full, err := Examine(t.Context(), f.Game, o, nil)
	if err != nil {
		t.Fatal(err)
	}
	s := full.Study
	if full.Score != r.Score || full.Played != r.Played || (len(full.Violations) > 0) != (len(s.Standing.Violations) > 0) {
		t.Fatalf("examined: %+v, checked: %+v", full, r)
	}
	_ = s.Answer.Says(r.Height)
	for _, choice := range []Choice{s.Answer.Any, s.Answer.Sensible} {
		if choice.Finding != Smallest {
			continue
		}
		if a, _ := judge(r.Verdict.Claim, choice.Counted); a != Agrees {
			t.Fatalf("the choice %+v does not give %q", choice, r.Verdict.Claimed)
		}
	}
	if s.Answer.Impossible() && s.Answer.Sensible.Finding == Smallest {
		t.Fatal("an impossible claim is possible")
	}
	frames, err := Frames(t.Context(), f.Game, o, 0)
	if err != nil {
		t.Fatal(err)
	}
	end, err := BoardAfter(Steps(frames, r.Height), len(frames)-1, r.Width, r.Height)
	if err != nil || end.String() != s.Standing.Board.String() {
		t.Fatalf("frames end with\n%s, the game with\n%s", end, s.Standing.Board)
	}
}
