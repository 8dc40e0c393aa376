package pairing

import "testing"

// By the section's setting an absence scores ½. c is absent in round 1 and drawn with ½ in round 2. Worked out by hand:
//
//	round 1: a beat b, d the bye; c absent ½      round 2: d beat a, b and c jigo
//	scores: d 2, a 1, c 1, b ½
//
//	SOS, the absence by each setting:
//	  d: bye (virtual 0 + 2 × ½ = 1, half 2 × ½ = 1, zero 0) and a 1
//	  a: b ½ and d 2
//	  c: absence (virtual 0 + 2 × ½ = 1, half 1, zero 0) and b ½
//	  b: a 1 and c 1
//	CUSS: d 1 + 2, a 1 + 1, c ½ + 1, b 0 + ½
//	SODOS: d bye 1 or 0, and a 1; a b ½; c half of the absence ½ or 0, and half of b ¼; b half of c ½
func TestAnAbsenceScoresHalfAPointBySetting(t *testing.T) {
	ev := &Event{
		System: Swiss, Rounds: 3, AbsenceHalf: true, TieBreaks: []TieBreak{SOS, CUSS, SODOS},
		Players: with(entries("4d", "3d", "2d", "1d"), func(p map[ID]*Player) { p["c"].Absent = []int{1} }),
		Played:  rounds("ab d", "da bcJ"),
	}
	for _, c := range []struct {
		unplayed Unplayed
		want     string
	}{
		{UnplayedVirtual, `
			1/1 d 2 2 3 2
			2/2–3 a 1 2½ 2 ½
			3/2–3 c 1 1½ 1½ ¾
			4/4 b ½ 2 ½ ½
		`},
		{UnplayedHalf, `
			1/1 d 2 2 3 2
			2/2–3 a 1 2½ 2 ½
			3/2–3 c 1 1½ 1½ ¾
			4/4 b ½ 2 ½ ½
		`},
		{UnplayedZero, `
			1/1 d 2 1 3 1
			2/2–3 a 1 2½ 2 ½
			3/2–3 c 1 ½ 1½ ¼
			4/4 b ½ 2 ½ ½
		`},
	} {
		ev.Unplayed = c.unplayed
		wantTable(t, Standings(ev, 2), c.want)
	}
	// The draw goes by it as well: before round 3, c and a are on 1 and meet.
	ev.Players[3].WithdrawnAfter = 2
	d := mustDraw(t, ev, 3)
	if plain(d) != "ac b" {
		t.Errorf("round 3 is %s, want a–c and the bye for b, who is on ½", plain(d))
	}
	ev.AbsenceHalf = false
	wantTable(t, Standings(&Event{
		System: ev.System, Rounds: 3, Players: ev.Players, Played: ev.Played,
	}, 2), `
		1/1 d 2
		2/2 a 1
		3–4/3–4 b ½
		3–4/3–4 c ½
	`)
}

// In a McMahon the half point comes on top of the starting score; it never counts for a round outside the event, and a
// half-point bye stays half a point whatever the setting.
func TestAbsencesInAMcMahon(t *testing.T) {
	ev := &Event{
		System: McMahon, Rounds: 2, AbsenceHalf: true, Bar: rating("2d"), Floor: rating("1k"),
		TieBreaks: []TieBreak{MMS},
		Players: with(entries("2d", "1d", "1k", "5k"), func(p map[ID]*Player) {
			p["a"].Absent = []int{1, 2}     // 2d begins with 31: and ½ twice
			p["b"].HalfPointByes = []int{1} // 30 and ½, then 1
			p["c"].EnteredIn = 2            // nothing for round 1, lost round 2
			p["d"].WithdrawnAfter = 1       // the bye of round 1, nothing for round 2
			p["d"].StartScore = 1           // and ½ from the director
		}),
		Played: rounds("d", "bc"),
	}
	wantTable(t, Standings(ev, 2), `
		1/1 a 32 32
		2/2 b 31½ 31½
		3/3 d 30½ 30½
		4/4 c 29 29
	`)
	ev.AbsenceHalf = false
	wantTable(t, Standings(ev, 2), `
		1/1 b 31½ 31½
		2/2 a 31 31
		3/3 d 30½ 30½
		4/4 c 29 29
	`)
}
