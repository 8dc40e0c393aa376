package record

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"nzgs/internal/gorules"
)

// examined studies the only game of a text.
func examined(t testing.TB, o Options, text string) *Report {
	t.Helper()
	r, err := Examine(t.Context(), one(t, text), o, nil)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return r
}

func TestBothRulingsAreReplayed(t *testing.T) {
	tests := []struct {
		name    string
		record  string
		stands  string // "" if it cannot
		claimed string
	}{
		// White takes the ko back at once.
		{"repetition", "(;SZ[5]KM[0];B[bc];W[cc];B[cb];W[db];B[cd];W[dd];B[aa];W[ec];B[dc];W[cc];B[ee])",
			"Black 20, White 20, 15 of them shared: W+0", "Black 22, White 18, 15 of them shared: B+4"},
		{"occupied", "(;SZ[5]KM[0];B[aa];W[aa];B[bb])", "", "Black 25, White 0: B+25"},
		{"off the board", "(;SZ[5]KM[0];B[aa];W[gg];B[bb])", "", "Black 25, White 0: B+25"},
		{"two moves running", "(;SZ[5]KM[0];B[aa];W[bb];W[cc];B[dd])",
			"Black 23, White 23, 21 of them shared: W+0", "Black 24, White 23, 22 of them shared: B+1"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s := examined(t, Options{}, test.record).Study
			if len(s.Replays) != 1 || s.MoreReplays != 0 {
				t.Fatalf("%d replays and %d more", len(s.Replays), s.MoreReplays)
			}
			replay := s.Replays[0]
			stands := ""
			if replay.Stands != nil {
				stands = replay.Stands.Says(replay.Violation.Number)
			}
			if claimed := replay.Claimed.Says(replay.Violation.Number); stands != test.stands || claimed != test.claimed {
				t.Errorf("stands %q, claimed %q; want %q, %q", stands, claimed, test.stands, test.claimed)
			}
			if replay.Before.Stones(gorules.White)+replay.Before.Stones(gorules.Black) == 0 {
				t.Error("the position before the move is empty")
			}
		})
	}
}

// One illegal move makes later ones illegal, or takes their fault away.
func TestCascades(t *testing.T) {
	s := examined(t, Options{}, "(;SZ[5]KM[0];B[aa];B[bb];W[bb];B[];W[cc];W[cd])").Study
	if got := len(s.Replays); got != 3 {
		t.Fatalf("%d replays", got)
	}
	// With Black's second move a pass, White's third is legal.
	if got := len(s.Replays[0].Claimed.Violations); got != 2 {
		t.Errorf("%d violations left when the first is claimed", got)
	}
	if len(s.Standing.Violations) != 3 || len(s.AllClaimed.Violations) != 2 {
		t.Errorf("%d standing, %d claimed", len(s.Standing.Violations), len(s.AllClaimed.Violations))
	}
}

func TestManyViolationsAreBounded(t *testing.T) {
	text := "(;GM[1]SZ[9]KM[0];B[aa]" + strings.Repeat(";B[aa]", 50_000) + ")"
	r := examined(t, Options{OnViolation: gorules.Stand}, text)
	if len(r.Violations) != MaxViolations || r.MoreViolations != 50_000-MaxViolations {
		t.Errorf("%d violations and %d more", len(r.Violations), r.MoreViolations)
	}
	s := r.Study
	if len(s.Replays) != MaxReplays || s.MoreReplays != 50_000-MaxReplays {
		t.Errorf("%d replays and %d more", len(s.Replays), s.MoreReplays)
	}
}

// setUpOf writes a diagram as the set-up of a record.
func setUpOf(t testing.TB, diagram string) string {
	t.Helper()
	var rows []string
	for line := range strings.Lines(diagram) {
		if row := strings.Join(strings.Fields(line), ""); row != "" {
			rows = append(rows, row)
		}
	}
	ab, aw := "", ""
	for y, row := range rows {
		for x, point := range row {
			switch point {
			case 'X':
				ab += "[" + gorules.At(x, y).String() + "]"
			case 'O':
				aw += "[" + gorules.At(x, y).String() + "]"
			}
		}
	}
	text := fmt.Sprintf("(;GM[1]SZ[%d:%d]", len(rows[0]), len(rows))
	if ab != "" {
		text += "AB" + ab
	}
	if aw != "" {
		text += "AW" + aw
	}
	return text
}

func TestProposalsComeInOrderAndSayWhatTheyAre(t *testing.T) {
	r := examined(t, Options{}, setUpOf(t, `
		.X.XO.O
		XX.XOOO
		O.XXO..
		XXXXOOO
		.X.XO.O
		XXXXOOO
		.X.XO.O`)+"KM[0]RE[B+3]TB[ac][bc]TW[fc])")
	var got []string
	for _, p := range r.Study.Proposals {
		var chains []string
		for _, c := range p.Chains {
			chains = append(chains, c.Says(7))
		}
		got = append(got, fmt.Sprintf("%s: %s = %s", p.Basis, strings.Join(chains, ", "), p.Counted))
		if p.Says() == "" {
			t.Errorf("%s does not say what it is", p.Basis)
		}
	}
	want := []string{"marks: White at A5, 1 stone = B+7", "proof: White at A5, 1 stone = B+7", "estimate: White at A5, 1 stone = B+7"}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%q, want %q", got, want)
	}
	if r := examined(t, Options{}, setUpOf(t, ".X.\n...\n...")+")"); r.Study.Proposals[0].Basis != ByProof {
		t.Errorf("a record without marks has the proposal %s first", r.Study.Proposals[0].Basis)
	}
	if r := examined(
		t, Options{Estimate: NotEstimated}, "(;SZ[3];B[bb])",
	); len(r.Study.Proposals) != 1 || r.Study.Proposals[0].Basis != ByProof {
		t.Errorf("without an estimate there are the proposals %v", r.Study.Proposals)
	}
}

func TestAnswers(t *testing.T) {
	// White's stone at A5 is dead; without it Black has 28 and White 21.
	const position = `
		.X.XO.O
		XX.XOOO
		O.XXO..
		XXXXOOO
		.X.XO.O
		XXXXOOO
		.X.XO.O`
	tests := []struct {
		name, info string
		how        Consistency
		want       string
	}{
		{"right as it is", "KM[0]RE[B+4]", FromCount, "The claimed result is that of the count as the board stands."},
		{
			"a dead stone", "KM[0]RE[B+7]", FromProof,
			"The claimed result is that of the count without the stones that are proved dead: White at A5, 1 stone.",
		},
		{
			"a marked stone", "KM[0]RE[B+7]TB[ac]", FromMarks,
			"The claimed result is that of the count without the stones that the record gives as dead: White at A5, 1 stone.",
		},
		{
			"a stone with a cross", "KM[0]RE[B+7]MA[ac]", FromMarks,
			"The claimed result is that of the count without the stones that the record gives as dead: White at A5, 1 stone.",
		},
		{
			"half a point", "KM[0]RE[B+7.5]", NotKnown,
			"The record's komi does not fit its result: no count with this komi has such a fraction of a point.",
		},
		{
			"half a point with such a komi", "KM[0.5]RE[B+6.5]", FromProof,
			"The claimed result is that of the count without the stones that are proved dead: White at A5, 1 stone.",
		},
		{
			"more than there is", "KM[0]RE[B+51]", FromNone,
			"No choice of dead stones gives the claimed result, so the claimed count is wrong whatever was agreed.",
		},
		{
			"a parity that no choice has", "KM[0]RE[B+6]", FromNone,
			"No choice of dead stones gives the claimed result, so the claimed count is wrong whatever was agreed.",
		},
		{
			"everything but the letter", "KM[0]RE[B+49]", FromSome,
			"The choice of dead stones that gives the claimed result and differs least from an estimate is: White at E7, " +
				"16 stones; White at A5, 1 stone. It takes off stones that are proved alive: White at E7, 16 stones. Strictly by " +
				"the rules, the players may take off any stones they agree on.",
		},
		{"the winner", "KM[0]RE[B]", FromCount, "The claimed winner is that of the count as the board stands."},
		{
			"another winner", "KM[6.5]RE[B]", FromProof,
			"The claimed winner is that of the count without the stones that are proved dead: White at A5, 1 stone.",
		},
		{"resigned", "KM[0]RE[B+R]", NoClaim, ""},
		{"nothing claimed", "KM[0]", NoClaim, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			r := examined(t, Options{}, setUpOf(t, position)+test.info+")")
			if got := r.Study.Answer.Says(r.Height); got != test.want || r.Answer.How != test.how {
				t.Errorf("%s: %q, want %s: %q", r.Answer.How, got, test.how, test.want)
			}
		})
	}
}

func TestTotalsHandedIn(t *testing.T) {
	g := one(t, setUpOf(t, ".X.XO.O\nXX.XOOO\nO.XXO..\nXXXXOOO\n.X.XO.O\nXXXXOOO\n.X.XO.O")+"KM[7]RE[B+R])")
	for counts, want := range map[Counts]string{
		{Black: 28, White: 21}: "The totals handed in are those of the count without the stones that are proved dead: White at " +
			"A5, 1 stone.",
		{Black: 28, White: 22}: "No choice of dead stones gives the totals handed in, so the claimed count is wrong " +
			"whatever was agreed.",
		{Black: -1 << 40}: "No choice of dead stones gives the totals handed in, so the claimed count is wrong " +
			"whatever was agreed.",
	} {
		r, err := Examine(t.Context(), g, Options{}, &counts)
		if err != nil {
			t.Fatal(err)
		}
		if got := r.Study.Answer.Says(r.Height); got != want || r.Study.SubmittedAgree {
			t.Errorf("%+v: %q, want %q", counts, got, want)
		}
	}
}

// randomRecord is a game of random moves, some of them passes, with a claim.
func randomRecord(r *rand.Rand, width, height int) string {
	var g gorules.Game
	if err := g.Reset(gorules.NZ(), width, height); err != nil {
		panic(err)
	}
	text := fmt.Sprintf("(;GM[1]SZ[%d:%d]KM[%d]", width, height, r.IntN(3))
	claim := []string{"B+%d", "W+%d", "B", "W", "0"}[r.IntN(5)]
	if strings.Contains(claim, "%") {
		claim = fmt.Sprintf(claim, r.IntN(width*height+2))
	}
	text += "RE[" + claim + "]"
	for n := r.IntN(5 * width * height); n > 0; n-- {
		m := gorules.Move{Colour: g.Turn(), Point: gorules.At(r.IntN(width), r.IntN(height))}
		if r.IntN(20) == 0 {
			m.Point = gorules.Pass
		}
		if m.Point == gorules.Pass || !fillsEye(g.Board(), m) {
			if g.Play(m) == nil {
				text += ";" + m.String()
			}
		}
	}
	return text + ")"
}

// TestAnswersAreThoseOfEnumeration takes every set of chains off the end
// positions of random games, and counts by the rules.
func TestAnswersAreThoseOfEnumeration(t *testing.T) {
	random := rand.New(rand.NewPCG(8, 15))
	some := map[Finding]int{}
	for range 1500 {
		text := randomRecord(random, 1+random.IntN(5), 1+random.IntN(5))
		set := RuleSets()[random.IntN(4)]
		r := examined(t, Options{Rules: set, OnViolation: gorules.Stand}, text)
		l := &r.Study.Standing
		if r.Study.Answer.Wanted == WantedNothing {
			continue
		}
		life := gorules.Alive(l.Board, r.Rules.Suicide)
		blocks := blocksOfBoard(l.Board)
		var chains []DeadChain
		for _, b := range blocks {
			if b.colour != gorules.Empty {
				chains = append(chains, b.deadChain(l.Board))
			}
		}
		if len(chains) > 9 {
			continue
		}
		for _, sensible := range []bool{false, true} {
			d := demand{
				line: l, report: r, reading: &r.readings()[0], prisoners: l.Prisoners, work: searchWork, blocks: blocks, life: life,
			}
			d.aim()
			got := d.answer(t.Context()).Any
			if sensible {
				got = d.answer(t.Context()).Sensible
			}
			want := enumerated(r, l, chains, life, sensible)
			some[got.Finding]++
			if (got.Finding == Smallest) != (want != "none") || got.Finding == Smallest && fmt.Sprint(got.Chains) != want {
				t.Fatalf(
					"%s by %s, sensible %v: found %v, %v; enumeration finds %s\n%s", text, set, sensible, got.Finding, got.Chains,
					want, l.Board,
				)
			}
			if !sensible && got.Finding != Smallest && (r.Answer.How == FromSome || r.Answer.How == FromCount) &&
				r.Answer.By.Kind == ByChosenRules {
				t.Fatalf("%s: consistent by %s, and no choice gives it", text, r.Answer.How)
			}
			if got.Finding == Smallest && r.Answer.How == FromNone {
				t.Fatalf("%s: there is a choice, but it is said that there is none", text)
			}
			if got.Finding == Smallest {
				if a, _ := judge(r.Verdict.Claim, got.Counted); a != Agrees {
					t.Fatalf("%s: the choice found gives %s", text, got.Counted)
				}
			}
		}
	}
	t.Logf("findings: %v", some)
}

// enumerated is the smallest choice by looking at all.
func enumerated(r *Report, l *Line, chains []DeadChain, life *gorules.Life, sensible bool) string {
	best, bestText := [2]int{1 << 30}, "none"
	for bits := 0; bits < 1<<len(chains); bits++ {
		var dead []gorules.Point
		var set []DeadChain
		size, ok := [2]int{}, true
		for i, c := range chains {
			if bits>>i&1 == 1 {
				dead, set = append(dead, c.Points[0]), append(set, c)
				size[0], size[1] = size[0]+len(c.Points), size[1]+1
				ok = ok && r.Rules.Dead != gorules.DeadUnstated && !(sensible && life.Alive(c.Points[0]))
			}
		}
		if !ok {
			continue
		}
		score, err := r.Rules.Count(l.Board, l.Prisoners, dead...)
		if err != nil {
			panic(err)
		}
		if a, _ := judge(
			r.Verdict.Claim, MarginOf(score, r.Komi),
		); a != Agrees || sensible && !becomeTheOpponents(l.Board, set, dead) {
			continue
		}
		text := fmt.Sprint(set)
		smaller := size[0] < best[0] || size[0] == best[0] &&
			(size[1] < best[1] || size[1] == best[1] && before(set, chains, bestText))
		if smaller {
			best, bestText = size, text
		}
	}
	return bestText
}

// before tells whether a set comes first on the board: its chains are met first.
func before(set, chains []DeadChain, other string) bool {
	for _, c := range chains {
		in := false
		for _, d := range set {
			in = in || d.Points[0] == c.Points[0]
		}
		if inOther := strings.Contains(other, fmt.Sprint(c)); in != inOther {
			return in
		}
	}
	return false
}

// becomeTheOpponents tells whether the dead stones' points are then reached by
// the opponent alone.
func becomeTheOpponents(b *gorules.Board, set []DeadChain, dead []gorules.Point) bool {
	territory, err := gorules.NZ().Territory(b, dead...)
	if err != nil {
		panic(err)
	}
	for _, c := range set {
		for _, p := range c.Points {
			if territory.At(p) != gorules.Owner(c.Colour.Opponent()) {
				return false
			}
		}
	}
	return true
}

func TestFramesNeedNoRules(t *testing.T) {
	const record = "(;GM[1]SZ[5]AB[ee];B[ab];W[aa];B[ba];W[dd];AW[ee][de];B[cc];B[cc];W[])"
	frames, err := Frames(t.Context(), one(t, record), Options{}, 0)
	if err != nil {
		t.Fatal(err)
	}
	var g gorules.Game
	if err := g.Reset(gorules.NZ(), 5, 5); err != nil {
		t.Fatal(err)
	}
	at := func(s string) gorules.Point { p, _ := gorules.ParsePoint(s); return p }
	var want []string
	show := func() { want = append(want, g.Board().String()) }
	_ = g.SetUp(gorules.Black, at("ee"))
	show()
	for _, m := range []string{"ab", "aa", "ba", "dd"} {
		_ = g.PlayStanding(gorules.Move{Colour: g.Turn(), Point: at(m)})
		show()
	}
	_ = g.SetUp(gorules.White, at("ee"), at("de"))
	show()
	_ = g.Play(gorules.Move{Colour: gorules.Black, Point: at("cc")})
	for range 3 {
		show() // Black's second move is on a stone, White's a pass
	}
	if len(frames) != len(want) {
		t.Fatalf("%d frames, want %d", len(frames), len(want))
	}
	for i := range frames {
		b, err := BoardAfter(Steps(frames, 5), i, 5, 5)
		if err != nil || b.String() != want[i] {
			t.Errorf("frame %d shows\n%s, want\n%s", i, b, want[i])
		}
		if i == 3 && frames[i].Removed[0].Point != at("aa") {
			t.Errorf("frame 3: removed %v", frames[i].Removed)
		}
	}
	if v := frames[7].Violation; v == nil || v.Number != 6 || frames[7].Move.Point != gorules.Pass {
		t.Errorf("frame 7: %+v", frames[7])
	}
	if frames[6].Violation != nil {
		t.Error("a legal move is shown as illegal")
	}
	if _, err := Frames(t.Context(), one(t, "(;GM[1]SZ[9]"+strings.Repeat(";B[];W[]", MaxFrames)+")"), Options{}, 0); err == nil {
		t.Error("no limit to frames")
	}
}

// On boards with as many chains as can be, the search ends, and never says what it
// has not found out.
func TestHardPositionsAreGivenUp(t *testing.T) {
	for _, size := range []int{9, 19, 52} {
		text := strings.Builder{}
		fmt.Fprintf(&text, "(;GM[1]SZ[%d]KM[0]RE[B+%d]", size, size*size-3)
		for colour, name := range []string{"AB", "AW"} {
			text.WriteString(name)
			for y := range size {
				for x := range size {
					if (x+y)%2 == colour {
						fmt.Fprintf(&text, "[%s]", gorules.At(x, y))
					}
				}
			}
		}
		r := examined(t, Options{}, text.String()+")")
		for _, c := range []Choice{r.Study.Answer.Any, r.Study.Answer.Sensible} {
			if c.Finding == Smallest && c.Counted != Margin(size*size-3)*100 || c.Finding == NoFraction {
				t.Errorf("%d×%d: %+v", size, size, c)
			}
			t.Logf("%d×%d: finding %d, %d stones, ruled out %d", size, size, c.Finding, c.Stones, c.RuledOut)
		}
		_ = r.Study.Answer.Says(size)
	}
}
