package pairing

import (
	"testing"

	"nzgs/internal/ratings/scale"
)

// Rounds that a player has without an opponent, by OpenGotha's settings. Worked out by hand; 4 dan begins with 33 and
// 3 dan with 32, and so on down.
//
//	a has the bye of round 1 and beats b in round 2; b is absent in round 1; c is absent in rounds 1, 2 and 3; d is there
//	in every round, but drawn only in round 3, against b, whom d beats.
func settled(change func(ev *Event)) *Event {
	ev := &Event{
		System: McMahon, Rounds: 3, Unplayed: UnplayedZero, TieBreaks: []TieBreak{SOSM, SODOSM, SOSOSM},
		Players: with(entries("4d", "3d", "2d", "1d"), func(p map[ID]*Player) {
			p["b"].Absent, p["c"].Absent = []int{1}, []int{1, 2, 3}
		}),
		Played: rounds("a", "abW", "dbW"),
	}
	change(ev)
	return ev
}

func TestUnplayedRoundsAsOpenGothaCountsThem(t *testing.T) {
	cases := []struct {
		name   string
		change func(ev *Event)
		want   string
	}{
		{ // SOSM: a 33 + b 32 + 33; b 32 + a 35 + d 31; c 3 × 31; d 30 + 30 + b 32.
			// SODOSM: a's bye counts nothing, b 32; d b 32. SOSOSM: a 99 + b 98 + 99; b 96 + a 98 + d 92; c 3 × 93;
			// d 90 + 90 + b 98.
			"the player's own start", func(*Event) {}, `
				1/1 a 35 98 32 296
				2/2 b 32 98 0 286
				3/3–4 c 31 93 0 279
				4/3–4 d 31 92 32 278
			`,
		},
		{ // b's half and the third of c's are rounded down
			"halves rounded down", func(ev *Event) { ev.AbsenceHalf, ev.HalvesDown, ev.TieBreaks = true, true, nil }, `
				1/1 a 35
				2–3/2–3 b 32
				2–3/2–3 c 32
				4/4 d 31
			`,
		},
		{
			"halves as they are", func(ev *Event) { ev.AbsenceHalf, ev.TieBreaks = true, nil }, `
				1/1 a 35
				2–3/2–3 b 32½
				2–3/2–3 c 32½
				4/4 d 31
			`,
		},
		{"a bye of half a point", func(ev *Event) { ev.Bye, ev.TieBreaks = ByeHalf, nil }, `
				1/1 a 34½
				2/2 b 32
				3–4/3–4 c 31
				3–4/3–4 d 31
			`},
		{"a bye of nothing", func(ev *Event) { ev.Bye, ev.TieBreaks = ByeNothing, nil }, `
				1/1 a 34
				2/2 b 32
				3–4/3–4 c 31
				3–4/3–4 d 31
			`},
		{ // NBW counts the bye, though not as a win: a 2, d 1
			"NBW", func(ev *Event) { ev.TieBreaks = []TieBreak{NBW, Wins} }, `
				1/1 a 35 2 1
				2/2 b 32 0 0
				3/3–4 d 31 1 1
				4/3–4 c 31 0 0
			`,
		},
		{ // of b: 32 and ½ for round 1; of a: 33 + 1 and ½ for each of rounds 1 and 3; of d: 30 + 1 and ½ twice
			"opponents' rounds without a game at ½", func(ev *Event) {
				ev.OpponentsHalf, ev.TieBreaks = true, []TieBreak{SOSM}
			}, `
				1/1 a 35 98½
				2/2 b 32 99
				3/3–4 c 31 93
				4/3–4 d 31 92½
			`,
		},
		{ // the grade puts b with the dans, the rating stays; c starts a point below the grade
			"by the grade entered with", func(ev *Event) {
				grade := scale.Grade(5)
				ev.StartByGrade, ev.TieBreaks = true, []TieBreak{ByRating, ByRank}
				ev.Players[1].Grade, ev.Players[2].StartScore = &grade, -OnePoint
			}, `
				1/1 a 35 4.0 4
				2/2 b 34 3.0 5
				3/3 d 31 1.0 1
				4/4 c 30 2.0 2
			`,
		},
		{ // first those of 3 dan and up, and only then the score
			"categories before the score", func(ev *Event) {
				ev.Categories, ev.BeforeScore, ev.TieBreaks = []scale.Grade{4, 2}, []TieBreak{CAT}, nil
				ev.System = Swiss
			}, `
				1/1 a 2 1
				2–3/3–4 b 0 2
				2–3/3–4 c 0 2
				4/2 d 1 3
			`,
		},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			ev := settled(c.change)
			if err := ev.Validate(); err != nil {
				t.Fatal(err)
			}
			wantTable(t, Standings(ev, 3), c.want)
		})
	}
}

// EXT, EXR and CPS, worked out by hand from three rounds of two games.
//
//	a 4d, b 3d, c 2d, d 1d. Round 1: a beat d giving 3, b beat c even. Round 2: a beat b even, c beat d giving 1.
//	Round 3: c beat a even, b beat d giving 3.
//	points: a 2, b 2, c 2, d 0
//	EXT: a: d 3 given of 3 → 1 × 0; b even, natural 1 less → 0; c even, natural 2 → 0; together 0
//	     b: c even, natural 1 given → 0; a even, a stone less than the 1 to take → 2 × 2 = 4; d 3 given of 2 → 2 × 0
//	     c: b a stone less → 2 × 2; d 1 of 1 → 1 × 0; a two stones less → 3 × 2; together 10
//	     d: a takes 3 of 3 → 1 × 2; c takes 1 of 1 → 1 × 2; b takes 3, more than 2 → 0; together 4
//	EXR: a 0; b 0 (beat c and d); c 6 (beat d and a); d 0
//	CPS: a 4 + 2 + 0 = 6; b 4 + 0 + 1 = 5; c 0 + 2 + 1 = 3; d 0
func TestExploitsAndCup(t *testing.T) {
	ev := &Event{
		System: Swiss, Rounds: 3, Players: entries("4d", "3d", "2d", "1d"),
		Played:    rounds("adW bcW", "abW cdW", "caW bdW"),
		TieBreaks: []TieBreak{EXT, EXR, CPS},
	}
	ev.Played[0].Games[0].Handicap, ev.Played[1].Games[1].Handicap, ev.Played[2].Games[1].Handicap = 3, 1, 3
	wantTable(t, Standings(ev, 3), `
		1/1–3 c 2 10 6 3
		2/1–3 b 2 4 0 5
		3/1–3 a 2 0 0 6
		4/4 d 0 4 0 0
	`)
}

// A game that both won brings both a point, by default as well, and a jigo by default half of one.
func TestResultsOfEventFiles(t *testing.T) {
	for result, want := range map[Result]string{BothWin: "1/1", BothWinDefault: "1/1", JigoDefault: "½/½"} {
		ev := &Event{System: Swiss, Rounds: 1, Players: entries("4d", "3d"), Played: rounds("ab")}
		ev.Played[0].Games[0].Result = result
		table := Standings(ev, 1)
		if got := table.Rows[0].Score.String() + "/" + table.Rows[1].Score.String(); got != want {
			t.Errorf("%s brings %s, want %s", result, got, want)
		}
	}
}

// An entry of a weaker player, or none below the floor, moves no one's McMahon score.
func TestMcMahonBeginsAt30Kyu(t *testing.T) {
	for _, weakest := range []string{"10k", "30k", "45k"} {
		ev := &Event{System: McMahon, Rounds: 1, Players: entries("1d", weakest)}
		if row, _ := Standings(ev, 0).Row("a"); row.Start != 30*OnePoint {
			t.Errorf("beside %s, 1 dan begins with %s", weakest, row.Start)
		}
	}
}

// Someone whose entry is not confirmed is not drawn and scores nothing, whatever an absence scores.
func TestNotConfirmed(t *testing.T) {
	ev := &Event{System: Swiss, Rounds: 2, AbsenceHalf: true, Players: entries("4d", "3d", "2d")}
	ev.Players[2].Preliminary = true
	d := mustDraw(t, ev, 1)
	if plain(d) != "ab" && plain(d) != "ba" {
		t.Errorf("drawn: %s", plain(d))
	}
	ev.Played = rounds("abW")
	if row, _ := Standings(ev, 1).Row("c"); row.Score != 0 || row.Rounds[0].Kind != KindNotDrawn {
		t.Errorf("%+v", row)
	}
}
