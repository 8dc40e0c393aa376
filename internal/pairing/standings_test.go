package pairing

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// writeTable gives the standings as "place/place by score player score tie-breaks", a line each.
func writeTable(t *Table) string {
	var b strings.Builder
	for _, r := range t.Rows {
		fmt.Fprintf(&b, "%s/%s %s %s", r.Place, r.ScorePlace, r.ID, r.Score)
		for _, v := range r.Values {
			fmt.Fprintf(&b, " %s", v)
		}
		b.WriteString("\n")
	}
	return b.String()
}

func wantTable(t *testing.T, got *Table, want string) {
	t.Helper()
	want = strings.TrimPrefix(strings.ReplaceAll(want, "\t", ""), "\n")
	if writeTable(got) != want {
		t.Errorf("standings\n%swant\n%s", writeTable(got), want)
	}
}

// Four players, three rounds, every game played: worked out by hand.
//
//	a beat b, beat c, jigo d: 2½    b lost a, beat d, beat c: 2
//	d lost b, beat c, jigo a: 1½    c lost to all: 0
func TestTieBreaksOfAFullCrosstable(t *testing.T) {
	ev := &Event{
		System: Swiss, Rounds: 3, Players: entries("1.5", "2d", "3d", "4.2"),
		Played:    rounds("abW dcW", "acW bdW", "adJ cbB"),
		TieBreaks: []TieBreak{SOS, SOS1, SOS2, SODOS, SOSOS, CUSS, Wins, WinsWithBlack, ByRating},
	}
	wantTable(t, Standings(ev, 3), `
		1/1 a 2½ 3½ 3½ 2 2¾ 14½ 5½ 2 0 1.5
		2/2 b 2 4 4 2½ 1½ 14 3 2 1 2.0
		3/3 d 1½ 4½ 4½ 2½ 1¼ 13½ 3½ 1 0 4.2
		4/4 c 0 6 4½ 2½ 0 12 0 0 0 3.0
	`)
}

// A round without an opponent by each setting, worked out by hand: byes for e, d and b in turn, a half-point bye of c
// and an absence of e in round 3.
//
//	virtual, e: bye in round 1: 0 + 3 × ½; b 2; absent in round 3: 1 + ½; together 5
//	half, d: c 1½; bye: 3 × ½; a 3; together 6
func TestRoundsWithoutAnOpponent(t *testing.T) {
	cases := []struct {
		unplayed Unplayed
		want     string
	}{
		{UnplayedVirtual, `
			1/1 a 3 4½ 4½
			2/2 b 2 5½ 2½
			3/3 c 1½ 5½ 1¾
			4/4–5 d 1 5½ 1
			5/4–5 e 1 5 1½
		`},
		{UnplayedHalf, `
			1/1 a 3 4½ 4½
			2/2 b 2 5½ 2½
			3/3 c 1½ 5½ 1¾
			4/4–5 d 1 6 1½
			5/4–5 e 1 5 1½
		`},
		{UnplayedZero, `
			1/1 a 3 4½ 4½
			2/2 b 2 4 1
			3/3 c 1½ 4 1
			4/4–5 d 1 4½ 0
			5/4–5 e 1 2 0
		`},
	}
	ev := &Event{
		System: Swiss, Rounds: 3, TieBreaks: []TieBreak{SOS, SODOS},
		Players: with(entries("5d", "4d", "3d", "2d", "1d"), func(p map[ID]*Player) {
			p["c"].HalfPointByes, p["e"].Absent = []int{3}, []int{3}
		}),
		Played: rounds("abW cdW e", "acW ebB d", "adW b"),
	}
	for _, c := range cases {
		t.Run(string(c.unplayed), func(t *testing.T) {
			ev.Unplayed = c.unplayed
			wantTable(t, Standings(ev, 3), c.want)
		})
	}
	ev.Unplayed, ev.TieBreaks = "", []TieBreak{SOSOS}
	// By default as virtual. e: own SOS 5 twice, b 5½.
	if row, _ := Standings(ev, 3).Row("e"); row.Values[0].String() != "15½" {
		t.Errorf("SOSOS of e is %s, want 15½", row.Values[0])
	}
	ev.Unplayed = UnplayedZero
	if row, _ := Standings(ev, 3).Row("e"); row.Values[0].String() != "4" {
		t.Errorf("SOSOS of e with nothing for unplayed rounds is %s, want 4", row.Values[0])
	}
}

func TestAbsenceHalf(t *testing.T) {
	ev := &Event{
		System: Swiss, Rounds: 2, AbsenceHalf: true, Played: rounds("ab", "ab"),
		Players: with(entries("3d", "2d", "1d", "1k"), func(p map[ID]*Player) {
			p["c"].Absent, p["c"].WithdrawnAfter = []int{1}, 1
			p["d"].EnteredIn, p["d"].Absent = 2, []int{2}
		}),
	}
	table := Standings(ev, 2)
	for id, want := range map[ID]Score{"c": HalfPoint, "d": HalfPoint} {
		if row, _ := table.Row(id); row.Score != want {
			t.Errorf("%s has %s, want %s: only announced absences count, not rounds outside the event", id, row.Score, want)
		}
	}
	ev.AbsenceHalf = false
	if row, _ := Standings(ev, 2).Row("c"); row.Score != 0 {
		t.Errorf("without the setting, c has %s", row.Score)
	}
}

func TestResultsBring(t *testing.T) {
	cases := []struct {
		result       Result
		white, black Score
		kind         Kind
	}{
		{WhiteWins, 2, 0, KindGame}, {BlackWins, 0, 2, KindGame}, {Jigo, 1, 1, KindGame}, {BothLose, 0, 0, KindGame},
		{WhiteDefault, 2, 0, KindDefault}, {BlackDefault, 0, 2, KindDefault}, {BothDefault, 0, 0, KindDefault},
		{NoResult, 0, 0, KindPending},
	}
	for _, c := range cases {
		ev := &Event{System: Swiss, Rounds: 1, Players: entries("2d", "1d"), Played: rounds("ab")}
		ev.Played[0].Games[0].Result = c.result
		table := Standings(ev, 1)
		a, _ := table.Row("a")
		b, _ := table.Row("b")
		if a.Score != c.white || b.Score != c.black || a.Rounds[0].Kind != c.kind || b.Rounds[0].Opponent != "a" {
			t.Errorf("%q brings %s and %s as %s", c.result, a.Score, b.Score, a.Rounds[0].Kind)
		}
	}
}

// A game decided by default counts the opponent drawn; a game not finished counts nothing yet.
func TestDefaultsAndPendingGamesInSOS(t *testing.T) {
	ev := &Event{
		System: Swiss, Rounds: 2, Players: entries("4d", "3d", "2d", "1d"), TieBreaks: []TieBreak{SOS, SODOS},
		Played: rounds("abW_default cdW", "acW bd?"),
	}
	wantTable(t, Standings(ev, 2), `
		1/1 a 2 1 1
		2/2 c 1 2 0
		3/3–4 b 0 2 0
		4/3–4 d 0 1 0
	`)
}

func TestWinsCountDefaultsButNotByes(t *testing.T) {
	ev := &Event{
		System: Swiss, Rounds: 4, Players: entries("3d", "2d", "1d"), TieBreaks: []TieBreak{Wins, WinsWithBlack},
		Played: rounds("baB c", "caB_default b", "bc a"),
	}
	if row, _ := Standings(ev, 3).Row("a"); row.Score != 6 || row.Wins != 2 || row.Values[0].Number != 2 ||
		row.Values[1].Number != 1 {
		t.Errorf("a win with Black, one by default and a bye: %+v", row)
	}
}

func TestStandingsOfAnEarlierRound(t *testing.T) {
	ev := &Event{
		System: Swiss, Rounds: 3, TieBreaks: []TieBreak{SOS}, Played: rounds("ab c", "bc a"),
		Players: with(entries("3d", "2d", "1d", "9d"), func(p map[ID]*Player) { p["d"].EnteredIn = 2 }),
	}
	table := Standings(ev, 1)
	wantTable(t, table, `
		1/1–2 c 1 ½
		2/1–2 a 1 0
		3/3 b 0 1
	`)
	if table.Through != 1 || Standings(ev, 9).Through != 2 {
		t.Errorf("counted through round %d and %d", table.Through, Standings(ev, 9).Through)
	}
}

// From 30 kyu: 3 dan begins with 32, 2 dan with 31, 1 kyu, the floor, with 29.
func TestMcMahonStandings(t *testing.T) {
	ev := &Event{
		System: McMahon, Rounds: 2, Bar: rating("3d"), Floor: rating("1k"),
		Players:   entries("5.0", "3.0", "2.4", "-5.0"),
		TieBreaks: []TieBreak{MMS, SOSM, SODOSM, CUSM, SOS, SOSOSM},
		Played: []Round{
			playedRound(1, "abW cdB"),
			playedRound(2, "acW bdW"),
		},
	}
	ev.Played[0].Games[1].Handicap = 3
	wantTable(t, Standings(ev, 2), `
		1/1 a 34 34 64 64 67 1 128
		2/2 b 33 33 64 30 65 3 128
		3/3 c 31 31 64 0 62 3 128
		4/4 d 30 30 64 31 60 1 128
	`)
	ev.HandicapInSOSM, ev.TieBreaks = true, []TieBreak{SOSM, SODOSM, SOS}
	wantTable(t, Standings(ev, 2), `
		1/1 a 34 64 64 1
		2/2 b 33 64 30 3
		3/3 c 31 67 0 3
		4/4 d 30 61 28 1
	`)
	start := map[ID]Score{}
	for _, r := range Standings(ev, 2).Rows {
		start[r.ID] = r.Start
	}
	if want := (map[ID]Score{"a": 64, "b": 64, "c": 62, "d": 58}); fmt.Sprint(start) != fmt.Sprint(want) {
		t.Errorf("starting scores %v, want %v", start, want)
	}
}

func TestDirectComparison(t *testing.T) {
	cases := []struct {
		name    string
		start   string // half points to begin with, by player
		played  []Round
		dc, sdc string // places
	}{
		{
			"the winner of the game between two stands first", "0000", rounds("baW dcW", "acW dbW"),
			"d 1, b 2, a 3, c 4", "d 1, b 2, a 3, c 4",
		},
		{ // a beat b, b beat c: a stands above c although they have not met
			"two of three have not met", "0002", rounds("abW cdW", "bcW daW"),
			"d 1, a 2, b 3, c 4", "d 1, a 2–4, b 2–4, c 2–4",
		},
		{ // c is below b, and nothing stands between a and c, who share the place below
			"two of three have not met, though the values differ", "203", rounds("abJ", "bcW"),
			"b 1, a 2–3, c 2–3", "a 1–3, b 1–3, c 1–3",
		},
		{
			"each beat one of the others", "000", rounds("abW c", "bcW a", "caW b"),
			"a 1–3, b 1–3, c 1–3", "a 1–3, b 1–3, c 1–3",
		},
		{
			"all have met and it decides", "024", rounds("abW", "bcW", "acW"),
			"a 1, b 2, c 3", "a 1, b 2, c 3",
		},
		{
			"all have met and it decides only in part", "003", rounds("abJ", "bcW", "acW"),
			"a 1–2, b 1–2, c 3", "a 1–3, b 1–3, c 1–3",
		},
	}
	for _, c := range cases {
		for _, tb := range []TieBreak{DC, SDC} {
			t.Run(c.name+" "+string(tb), func(t *testing.T) {
				ev := &Event{System: Swiss, Rounds: 3, TieBreaks: []TieBreak{tb}, Played: c.played}
				ev.Players = entries("4d", "3d", "2d", "1d")[:len(c.start)]
				for i := range ev.Players {
					ev.Players[i].StartScore = Score(c.start[i] - '0')
				}
				var got []string
				for _, r := range Standings(ev, 3).Rows {
					got = append(got, fmt.Sprintf("%s %s", r.ID, r.Place))
				}
				want := map[TieBreak]string{DC: c.dc, SDC: c.sdc}[tb]
				if strings.Join(got, ", ") != want {
					t.Errorf("%s, want %s", strings.Join(got, ", "), want)
				}
			})
		}
	}
}

func TestStandingsUnfold(t *testing.T) {
	ev := &Event{
		System: Swiss, Rounds: 2, TieBreaks: []TieBreak{SOS1, SODOS},
		Players: with(entries("4d", "3d", "2d"), func(p map[ID]*Player) { p["a"].Name = "Aroha Ngata" }),
		Played:  rounds("abJ c", "caW b"),
	}
	if _, ok := Standings(ev, 2).Row("z"); ok {
		t.Error("a row for no one")
	}
	row, ok := Standings(ev, 2).Row("c")
	if !ok {
		t.Fatal("c is missing")
	}
	want := []Value{
		{TieBreak: SOS1, Unit: 2, Number: 2, Terms: []Term{
			{Round: 1, Number: 2, Text: "bye: own 0 before it and ½ for each of 2 rounds"},
			{Round: 2, Opponent: "a", Number: 1, Left: true, Text: "Aroha Ngata ½"},
		}},
		{TieBreak: SODOS, Unit: 4, Number: 6, Terms: []Term{
			{Round: 1, Number: 4, Text: "bye: own 0 before it and ½ for each of 2 rounds"},
			{Round: 2, Opponent: "a", Number: 2, Text: "Aroha Ngata ½"},
		}},
	}
	if diff := cmp.Diff(want, row.Values); diff != "" {
		t.Error(diff)
	}
	var lines []string
	for _, l := range row.Rounds {
		lines = append(lines, fmt.Sprintf("%d %s %s %s %s", l.Round, l.Kind, l.Opponent, l.Colour, l.Total))
	}
	if want := []string{"1 bye   1", "2 game a white 2"}; !slices.Equal(lines, want) {
		t.Errorf("%q, want %q", lines, want)
	}
}

func TestValueText(t *testing.T) {
	cases := []struct {
		v    Value
		want string
	}{
		{Value{Number: 33, Unit: 2}, "16½"}, {Value{Number: 29, Unit: 4}, "7¼"}, {Value{Number: 3, Unit: 4}, "¾"},
		{Value{Number: 0, Unit: 4}, "0"}, {Value{Number: -1, Unit: 2}, "−½"}, {Value{Number: 7, Unit: 1}, "7"},
		{Value{Number: -23, Unit: 10}, "−2.3"}, {Value{Number: 34, Unit: 10}, "3.4"},
	}
	for _, c := range cases {
		if c.v.String() != c.want {
			t.Errorf("%d/%d is %q, want %q", c.v.Number, c.v.Unit, c.v, c.want)
		}
	}
	if f := (Value{Number: 33, Unit: 2}).Float(); f != 16.5 {
		t.Errorf("%v", f)
	}
	if Score(5).Float() != 2.5 || Score(5).String() != "2½" || Score(-1).String() != "−½" || Score(1).String() != "½" {
		t.Error("scores")
	}
}

func TestDefaultTieBreaks(t *testing.T) {
	for _, s := range []System{Swiss, McMahon, RoundRobin} {
		ev := &Event{System: s, Rounds: 1, Players: entries("1d", "2d"), TieBreaks: DefaultTieBreaks(s)}
		if err := ev.Validate(); err != nil {
			t.Error(err)
		}
	}
}
