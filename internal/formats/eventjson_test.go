package formats

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"nzgs/internal/civil"
	"nzgs/internal/pairing"
	"nzgs/internal/ratings/scale"
)

// sameValues lets cmp compare days and empty lists.
var sameValues = cmp.Options{cmpopts.EquateComparable(civil.Date{}), cmpopts.EquateEmpty()}

// event puts an event together from its players, further fields and rounds, as JSON.
func event(players, more, played string) string {
	return fmt.Sprintf(`{"system":"swiss","rounds":3,"players":[%s],%s"played":[%s]}`, players, more, played)
}

const four = `{"id":"p1","rating":"3.4"},{"id":"p2","rating":"2d"},{"id":"p3","rating":"-0.2"},{"id":"p4","rating":"5k"}`

func mustRead(t *testing.T, format Format, text string) *File {
	t.Helper()
	f, _, err := Read(format, []byte(text))
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return f
}

// Some programs write every number with a point.
func TestWholeNumbersMayHaveAPoint(t *testing.T) {
	f := mustRead(t, JSON, `{"system":"swiss","rounds":5.0,"seed":18446744073709551615.00,"players":[
		{"id":"p1","rating":1,"absent":[2.0],"start_score":1.0},{"id":"p2","rating":-2.5}]}`)
	p := f.Event.Players[0]
	if f.Event.Rounds != 5 || f.Event.Seed != 1<<64-1 || len(p.Absent) != 1 || p.Absent[0] != 2 ||
		p.StartScore != pairing.OnePoint {
		t.Errorf("read as %+v", f.Event)
	}
}

func TestJSONTakesEveryField(t *testing.T) {
	f := mustRead(t, JSON, `{
		"name":"Open","place":"Nelson","country":"NZ","from":"2026-11-21","to":"2026-11-22","class":"B","comment":"no smoking",
		"time":{"minutes":60,"overtime":"canadian","seconds":300,"moves":15},
		"system":"mcmahon","rounds":5,
		"handicap":{"by":"rating","ceiling":6,"reduction":1,"even_under_half":true},
		"komi":6.5,"seeding":"fold","seed":18446744073709551615,
		"criteria":["score_difference","bye"],"apart":{"firm":2,"weak":3},"acceleration":{"rounds":2,"points":0.5},
		"tie_breaks":["SOS","sos-1","wins with Black","DC"],"unplayed":"half","absence_half":true,"handicap_in_sosm":true,
		"bar":"4d","floor":"15k",
		"players":[
			{"id":"p1","name":"Piet van Dyk","number":7,"rating":"3.4","grade":"2d","european_rating":2342,"club":"Nelson",
			 "city":"Nelson","country":"AU","pin":"123","licence":"7654321","absent":[3],"withdrawn_after":4,"entered_in":2,
			 "start_score":0.5,"half_point_byes":[4]},
			{"id":"p2","name":"Mere Te Rangi","family_name":"Te Rangi","given_names":"Mere","number":2,"rating":-2},
			{"id":"p3","rating":" 15 kyu ","number":3},
			{"id":"p4","rating":"1d","number":4,"preliminary":true}],
		"forbidden":[["p2","p4"]],
		"fixed":[{"white":"p1","black":"p2","round":2,"colours":"draw"},{"bye":"p3"},{"round":1,"white":"p3","black":"p2"}],
		"played":[{"round":1,"games":[{"table":9,"white":"p2","black":"p3","handicap":3,"result":"W"}]},
			{"round":2,"games":[{"white":"p1","black":"p2"}],"byes":["p3"]}]
	}`)
	bar, floor, grade := scale.MustParse("4d"), scale.MustParse("15k"), scale.Grade(2)
	want := &File{
		Name: "Open", Place: "Nelson", Country: "NZ", From: civil.On(2026, time.November, 21),
		To:    civil.On(2026, time.November, 22),
		Class: "B", Comment: "no smoking", Time: TimeLimit{Minutes: 60, Overtime: Canadian, Seconds: 300, Moves: 15},
		Event: pairing.Event{
			System: pairing.McMahon, Rounds: 5, Komi: 13, Seeding: pairing.SeedFold, Seed: 1<<64 - 1,
			Handicap: pairing.HandicapRule{By: scale.ByRating, Ceiling: 6, Reduction: 1, EvenUnderHalf: true},
			Criteria: []pairing.Criterion{pairing.CriterionScore, pairing.CriterionBye}, Apart: pairing.Apart{Firm: 2, Weak: 3},
			Acceleration: pairing.Acceleration{Rounds: 2, Points: pairing.HalfPoint}, Bar: &bar, Floor: &floor,
			TieBreaks: []pairing.TieBreak{pairing.SOS, pairing.SOS1, pairing.WinsWithBlack, pairing.DC},
			Unplayed:  pairing.UnplayedHalf, AbsenceHalf: true, HandicapInSOSM: true,
			Players: []pairing.Player{
				{
					ID: "p1", Name: "Piet van Dyk", Number: 7, Rating: 34, Club: "Nelson", City: "Nelson", Absent: []int{3},
					WithdrawnAfter: 4, EnteredIn: 2, StartScore: pairing.HalfPoint, HalfPointByes: []int{4},
					Grade: &grade,
				},
				{ID: "p2", Name: "Mere Te Rangi", Number: 2, Rating: -20},
				{ID: "p3", Number: 3, Rating: -140},
				{ID: "p4", Number: 4, Rating: 10, Preliminary: true},
			},
			Forbidden: [][2]pairing.ID{{"p2", "p4"}},
			Played: []pairing.Round{
				{
					Number: 1, Games: []pairing.Game{{Table: 9, White: "p2", Black: "p3", Handicap: 3, Result: pairing.WhiteWins}},
					Fixed: []pairing.Fixed{{White: "p3", Black: "p2"}},
				},
				{
					Number: 2, Games: []pairing.Game{{White: "p1", Black: "p2"}}, Byes: []pairing.ID{"p3"},
					Fixed: []pairing.Fixed{{White: "p1", Black: "p2", Colours: pairing.ColoursByDraw}},
				},
			},
		},
		People: []Person{
			{Points: 2, Country: "AU", PIN: "123", Licence: "7654321"},
			{Family: "Te Rangi", Given: "Mere"}, {}, {},
		},
		Fixed: []pairing.Fixed{{White: "p3"}},
	}
	if diff := cmp.Diff(want, f, sameValues); diff != "" {
		t.Error(diff)
	}
}

func TestJSONUsualSettings(t *testing.T) {
	f := mustRead(t, JSON, `{"system":"mcmahon","rounds":3,"players":[{"id":"a","rating":"1d"}]}`)
	want := &File{Event: pairing.Event{
		System: pairing.McMahon, Rounds: 3, Handicap: pairing.HandicapRule{},
		Players:   []pairing.Player{{ID: "a", Rating: 10}},
		TieBreaks: []pairing.TieBreak{pairing.SOSM, pairing.SODOSM},
	}}
	if diff := cmp.Diff(want, f, sameValues); diff != "" {
		t.Error(diff)
	}
	none := mustRead(t, JSON, `{"system":"swiss","rounds":3,"tie_breaks":[],"players":[],"bar":null,"handicap":null,"played":null,
		"fixed":null,"forbidden":null}`)
	if len(none.Event.TieBreaks) != 0 {
		t.Errorf("no tie-breaks were asked for: %v", none.Event.TieBreaks)
	}
	blank := mustRead(t, JSON, event(
		`{"id":"a","rating":"1d","withdrawn_after":null,"absent":null,"start_score":null},{"id":"b","rating":"1d","withdrawn_after":0,"entered_in":0}`,
		"", `{"round":1,"games":[{"white":"a","black":"b","result":null}],"byes":[]}`))
	if p := blank.Event.Players[1]; p.WithdrawnAfter != 0 || p.EnteredIn != 0 {
		t.Errorf("%+v", p)
	}
	swiss, notes, err := Read(JSON, []byte(`{"system":"swiss","rounds":3,"bar":"4d","floor":"15k","players":[]}`))
	if err != nil || swiss.Event.Bar != nil || len(notes) != 1 || !strings.Contains(notes[0], "only work in a McMahon") {
		t.Errorf("%v, %v, %v", swiss, notes, err)
	}
}

// Everything that can be wrong, each with its path. A want of several lines lists all problems, in order.
func TestJSONRefuses(t *testing.T) {
	first := `{"round":1,"games":[{"white":"p1","black":"p2","result":"W"},{"white":"p3","black":"p4","result":"B"}]}`
	cases := []struct{ name, in, want string }{
		{"nothing", "", "the file is empty"},
		{"blanks", " \n", "the file is empty"},
		{"no JSON", "{\n  \"system\": swiss}", "line 2, column 13: invalid character 's' looking for beginning of value"},
		{"cut off", `{"system":"swiss"`, "line 1, column 18: unexpected end of JSON input"},
		{"two values", "{}\n{}", "line 2, column 1: invalid character '{' after top-level value"},
		{
			"characters count as columns", `{"name":"Ōtāhuhu" x}`,
			"line 1, column 19: invalid character 'x' after object key:value pair",
		},
		{"not UTF-8", "{\"name\":\"\xff\"}", "line 1, column 10: this is not UTF-8 text"},
		{"no object", `[]`, "line 1, column 1: an event must be an object, {…}"},
		{"nothing given", `{}`, "system: missing\nrounds: missing\nplayers: missing"},
		{"unknown field", `{"system":"swiss","rounds":3,"players":[],"colour":1}`, "colour: unknown field"},
		{
			"unknown field of a player", event(`{"id":"p1","rating":"1d","ratng":"2d"}`, "", ""),
			"players[0].ratng: unknown field",
		},
		{"unknown field in any case", `{"System":"swiss","system":"swiss","rounds":3,"players":[]}`, "System: unknown field"},
		{
			"hostile field", `{"system":"swiss","rounds":3,"players":[],"\u001b[31m":{"a":[{}]}}`, `["\x1b[31m"]: unknown field`,
		},
		{"field given twice", `{"system":"swiss","rounds":3,"rounds":4,"players":[]}`, "rounds: given twice"},
		{
			"field of a game given twice",
			event(four, "", `{"round":1,"games":[{"white":"p1","black":"p2","result":"W","result":"B"}]}`),
			"played[0].games[0].result: given twice",
		},
		{
			"unknown system", `{"system":"ladder","rounds":3,"players":[]}`,
			`system: "ladder" is not one of swiss, mcmahon, roundrobin, knockout, match`,
		},
		{"no rounds", `{"system":"swiss","rounds":0,"players":[]}`, "rounds: must be between 1 and 200"},
		{"too many rounds", `{"system":"swiss","rounds":1e9,"players":[]}`, "rounds: must be a whole number, not 1e9"},
		{"rounds in words", `{"system":"swiss","rounds":"3","players":[]}`, "rounds: must be a whole number, not a text"},
		{"half a round", `{"system":"swiss","rounds":2.5,"players":[]}`, "rounds: must be a whole number, not 2.5"},
		{"huge number", `{"system":"swiss","rounds":99999999999999999999,"players":[]}`, "rounds: must be between 1 and 200"},
		{"players no list", `{"system":"swiss","rounds":3,"players":{"p1":1}}`, "players: must be a list, not an object"},
		{
			"player no object", event(`"p1"`, "", ""),
			"players[0]: must be an object, not a text\nplayers[0].id: every player needs an id",
		},
		{"id missing", event(`{"rating":"1d"}`, "", ""), "players[0].id: missing"},
		{"id blank", event(`{"id":" ","rating":"1d"}`, "", ""), "players[0].id: every player needs an id"},
		{
			"id twice", event(`{"id":"p1","rating":"1d"},{"id":"p1","rating":"1d"}`, "", ""),
			`players[1].id: "p1" is already the id of players[0]`,
		},
		{"rating missing", event(`{"id":"p1"}`, "", ""), "players[0].rating: missing"},
		{
			"rating blank", event(`{"id":"p1","rating":""}`, "", ""),
			`players[0].rating: missing: give a rating such as "3.4", or a grade such as "4d"`,
		},
		{
			"rating unreadable", event(`{"id":"p1","rating":"strong"}`, "", ""),
			`players[0].rating: "strong" is not a rating: write a rating such as 3.4 or −2.3, or a grade such as 3d or 15k`,
		},
		{
			"rating too exact", event(`{"id":"p1","rating":"3.45"}`, "", ""),
			`players[0].rating: "3.45" is not a rating: ratings have one decimal place`,
		},
		{
			"kyu with a fraction", event(`{"id":"p1","rating":"3.4k"}`, "", ""),
			"players[0].rating: \"3.4k\" is not a rating: kyu grades are whole numbers; write the rating itself, such as −2.4",
		},
		{
			"rating out of range", event(`{"id":"p1","rating":"60k"}`, "", ""),
			"players[0].rating: \"60k\" is not a rating: it must be between −49.0 and 12.9",
		},
		{
			"bar below floor", `{"system":"mcmahon","rounds":3,"bar":"20k","floor":"4d","players":[]}`,
			"bar: the bar, 20k, is below the floor, 4d",
		},
		{
			"bar below floor in a swiss", `{"system":"swiss","rounds":3,"bar":"20k","floor":"4d","players":[]}`,
			"bar: the bar, 20k, is below the floor, 4d",
		},
		{
			"bar inside a grade", `{"system":"mcmahon","rounds":3,"bar":"3.4","players":[]}`,
			"bar: 3.4 is inside a grade; give a whole grade such as 3d, or use bands",
		},
		{
			"bar unreadable", `{"system":"mcmahon","rounds":3,"bar":"high","players":[]}`,
			`bar: "high" is not a rating: write a rating such as 3.4 or −2.3, or a grade such as 3d or 15k`,
		},
		{
			"bands and bar", `{"system":"mcmahon","rounds":3,"bar":"4d","bands":["1d","2d"],"players":[]}`,
			"bands: bands replace the bar and the floor; give one or the other",
		},
		{
			"bands that fall", `{"system":"mcmahon","rounds":3,"bands":["2d","1d"],"players":[]}`,
			"bands[1]: bands must go up: 1.0 is not above 2.0",
		},
		{
			"unknown tie-break", `{"system":"swiss","rounds":3,"tie_breaks":["SOS","luck"],"players":[]}`,
			`tie_breaks[1]: "luck" is not one of SOS, SOS-1, SOS-2, SODOS, SOSOS, CUSS, MMS, SOSM, SOSM-1, SOSM-2, SODOSM, SOSOSM, CUSM, DC, DC-points, SDC, wins, wins_black, rating, NBW, CAT, EXT, EXR, rank, CPS`,
		},
		{
			"tie-break twice", `{"system":"swiss","rounds":3,"tie_breaks":["SOS","sos"],"players":[]}`,
			"tie_breaks[1]: SOS is listed twice",
		},
		{
			"unknown seeding", `{"system":"swiss","rounds":3,"seeding":"best","players":[]}`,
			`seeding: "best" is not one of slide, fold, random, closest, handicap, order`,
		},
		{
			"unknown unplayed", `{"system":"swiss","rounds":3,"unplayed":"one","players":[]}`,
			`unplayed: "one" is not one of virtual, half, zero`,
		},
		{
			"unknown handicap", `{"system":"swiss","rounds":3,"handicap":{"by":"stones"},"players":[]}`,
			`handicap.by: "stones" is not one of none, rating, grade, score`,
		},
		{
			"handicap ceiling of nothing", `{"system":"swiss","rounds":3,"handicap":{"by":"rating","ceiling":0},"players":[]}`,
			`handicap.ceiling: a ceiling of 0 leaves no handicaps; write "by": "none" for an even event, or leave the ceiling out for 9`,
		},
		{
			"negative reduction", `{"system":"swiss","rounds":3,"handicap":{"by":"rating","reduction":-10},"players":[]}`,
			"handicap.reduction: must be between -9 and 50",
		},
		{
			"handicap in words", `{"system":"swiss","rounds":3,"handicap":"none","players":[]}`,
			"handicap: must be an object, not a text",
		},
		{
			"even in words", `{"system":"swiss","rounds":3,"handicap":{"even_under_half":"yes"},"players":[]}`,
			"handicap.even_under_half: must be true or false, not a text",
		},
		{
			"komi of nothing", `{"system":"swiss","rounds":3,"komi":0,"players":[]}`,
			"komi: even games have a komi; leave it out for 7",
		},
		{
			"komi of thirds", `{"system":"swiss","rounds":3,"komi":6.3,"players":[]}`,
			"komi: must be whole or half points, not 6.3",
		},
		{"komi huge", `{"system":"swiss","rounds":3,"komi":1e400,"players":[]}`, "komi: must be between -100 and 100"},
		{
			"negative seed", `{"system":"swiss","rounds":3,"seed":-1,"players":[]}`,
			"seed: must be a whole number from 0 to 18446744073709551615",
		},
		{
			"day", `{"system":"swiss","rounds":3,"from":"21/11/2026","players":[]}`,
			`from: "21/11/2026" is not a date: write it like 2026-11-21`,
		},
		{
			"last day first", `{"system":"swiss","rounds":3,"from":"2026-11-21","to":"2026-11-20","players":[]}`,
			"to: 2026-11-20 is before the first day, 2026-11-21",
		},
		{
			"country", `{"system":"swiss","rounds":3,"country":"nz","players":[]}`,
			`country: "nz" is not a country: two capital letters, such as NZ`,
		},
		{
			"line break in a name", event(`{"id":"p1","rating":"1d","name":"a\nb"}`, "", ""),
			"players[0].name: has a character that cannot be shown (U+000A)",
		},
		{
			"escape in a name", event(`{"id":"p1","rating":"1d","name":"\u001b[2J"}`, "", ""),
			"players[0].name: has a character that cannot be shown (U+001B)",
		},
		{
			"endless name", event(`{"id":"p1","rating":"1d","name":"`+strings.Repeat("x", 201)+`"}`, "", ""),
			"players[0].name: is too long: at most 200 characters",
		},
		{
			"absent from no round", event(`{"id":"p1","rating":"1d","absent":[0]}`, "", ""),
			"players[0].absent[0]: must be between 1 and 200",
		},
		{
			"absent from a round that is not", event(`{"id":"p1","rating":"1d","absent":[2,4]}`, "", ""),
			"players[0].absent[1]: the event has rounds 1 to 3",
		},
		{
			"absent twice", event(`{"id":"p1","rating":"1d","absent":[2,2]}`, "", ""),
			"players[0].absent[1]: round 2 is listed twice",
		},
		{
			"absent and half a point", event(`{"id":"p1","rating":"1d","absent":[2],"half_point_byes":[2]}`, "", ""),
			"players[0].half_point_byes[0]: round 2 is also listed as absent",
		},
		{
			"withdrawn before entering", event(`{"id":"p1","rating":"1d","entered_in":3,"withdrawn_after":1}`, "", ""),
			"players[0].withdrawn_after: round 1 is before the player enters",
		},
		{
			"entered after the end", event(`{"id":"p1","rating":"1d","entered_in":4}`, "", ""),
			"players[0].entered_in: must be between 0 and 3",
		},
		{
			"start score of a third", event(`{"id":"p1","rating":"1d","start_score":0.3}`, "", ""),
			"players[0].start_score: must be whole or half points, not 0.3",
		},
		{
			"negative start score", event(`{"id":"p1","rating":"1d","start_score":-1}`, "", ""),
			"players[0].start_score: must be between 0 and 200; only a McMahon starts a player below the grade",
		},
		{
			"european rating of someone else", event(`{"id":"p1","rating":"1d","european_rating":2200}`, "", ""),
			"players[0].european_rating: does not round to the rating 1.0",
		},
		{
			"grade inside a grade", event(`{"id":"p1","rating":"1d","grade":"1.5"}`, "", ""),
			"players[0].grade: 1.5 is inside a grade; give the grade, 1d",
		},
		{"forbidden unknown", event(four, `"forbidden":[["p1","p9"]],`, ""), `forbidden[0][1]: no player has the id "p9"`},
		{
			"forbidden alone", event(four, `"forbidden":[["p1"]],`, ""),
			"forbidden[0]: a pair needs two players\nforbidden[0][1]: missing: give a player's id",
		},
		{"forbidden three", event(four, `"forbidden":[["p1","p2","p3"]],`, ""), "forbidden[0]: too many: at most 2"},
		{
			"forbidden with oneself", event(four, `"forbidden":[["p1","p1"]],`, ""),
			"forbidden[0]: a pair needs two different players",
		},
		{
			"fixed unknown", event(four, `"fixed":[{"white":"p1","black":"p9"}],`, ""),
			`fixed[0].black: no player has the id "p9"`,
		},
		{
			"fixed twice", event(four, `"fixed":[{"white":"p1","black":"p2"},{"white":"p3","black":"p1"}],`, ""),
			`fixed[1].black: "p1" is already in a fixed pair of round 1`,
		},
		{
			"fixed alone", event(four, `"fixed":[{"white":"p1"}],`, ""),
			"fixed[0]: give white and black, or a bye\nfixed[0].bye: missing: give a player's id",
		},
		{
			"fixed and a bye", event(four, `"fixed":[{"white":"p1","black":"p2","bye":"p3"}],`, ""),
			"fixed[0]: give a pair, white and black, or a bye, not both",
		},
		{
			"two fixed byes", event(four, `"fixed":[{"bye":"p1"},{"bye":"p2"}],`, ""),
			"fixed[1].bye: only one player can have the bye of round 1",
		},
		{
			"fixed but absent",
			event(
				`{"id":"p1","rating":"1d","absent":[1]},{"id":"p2","rating":"1d"}`, `"fixed":[{"white":"p1","black":"p2"}],`, "",
			),
			`fixed[0].white: "p1" is absent from round 1`,
		},
		{
			"fixed and forbidden",
			event(four, `"forbidden":[["p3","p4"],["p2","p1"]],"fixed":[{"white":"p1","black":"p2"}],`, ""),
			"fixed[0]: this pair is forbidden[1]; take it off one of the two lists",
		},
		{
			"fixed in a later round", event(four, `"fixed":[{"white":"p1","black":"p2","round":3}],`, ""),
			"fixed[0].round: round 3 is not the next round, which is round 1",
		},
		{
			"colours fixed to what", event(four, `"fixed":[{"white":"p1","black":"p2","colours":"red"}],`, ""),
			`fixed[0].colours: "red" is not draw`,
		},
		{
			"unknown player",
			event(
				four, "",
				first+`,{"round":2,"games":[{"white":"p1","black":"p3","result":"W"},{"white":"p99","black":"p4","result":"W"}]}`,
			),
			`played[1].games[1].white: no player has the id "p99"`,
		},
		{"no one", event(four, "", `{"round":1,"games":[{"white":"p1","result":"W"}]}`), "played[0].games[0].black: missing"},
		{
			"twice in a round",
			event(
				four, "", `{"round":1,"games":[{"white":"p1","black":"p2","result":"W"},{"white":"p2","black":"p3","result":"W"}]}`,
			),
			`played[0].games[1].white: "p2" is already in games[0] of round 1`,
		},
		{
			"against oneself", event(four, "", `{"round":1,"games":[{"white":"p1","black":"p1","result":"W"}]}`),
			`played[0].games[0].black: "p1" is already in games[0] of round 1`,
		},
		{
			"game and bye", event(four, "", `{"round":1,"games":[{"white":"p1","black":"p2","result":"W"}],"byes":["p3","p1"]}`),
			`played[0].byes[1]: "p1" is already in games[0] of round 1`,
		},
		{
			"bye twice", event(four, "", `{"round":1,"games":[],"byes":["p3","p3"]}`),
			`played[0].byes[1]: "p3" is already on a bye of round 1`,
		},
		{
			"bye of no one", event(four, "", `{"round":1,"games":[],"byes":["p9"]}`),
			`played[0].byes[0]: no player has the id "p9"`,
		},
		{
			"absent",
			event(
				`{"id":"p1","rating":"1d","absent":[1]},{"id":"p2","rating":"1d"}`, "",
				`{"round":1,"games":[{"white":"p1","black":"p2","result":"W"}]}`,
			),
			`played[0].games[0].white: "p1" is absent from round 1`,
		},
		{
			"on a half-point bye",
			event(
				`{"id":"p1","rating":"1d"},{"id":"p2","rating":"1d","half_point_byes":[1]}`, "",
				`{"round":1,"games":[{"white":"p1","black":"p2","result":"W"}]}`,
			),
			`played[0].games[0].black: "p2" has a half-point bye in round 1`,
		},
		{
			"not there yet",
			event(
				`{"id":"p1","rating":"1d","entered_in":2},{"id":"p2","rating":"1d"}`, "",
				`{"round":1,"games":[{"white":"p1","black":"p2","result":"W"}]}`,
			),
			`played[0].games[0].white: "p1" enters in round 2 and cannot be in round 1`,
		},
		{
			"no longer there",
			event(
				`{"id":"p1","rating":"1d"},{"id":"p2","rating":"1d"},{"id":"p3","rating":"1d","withdrawn_after":1}`, "",
				`{"round":1,"games":[{"white":"p1","black":"p2","result":"W"}],"byes":["p3"]},{"round":2,"games":[{"white":"p3","black":"p2","result":"W"}]}`,
			),
			`played[1].games[0].white: "p3" withdrew after round 1 and cannot be in round 2`,
		},
		{
			"unknown result", event(four, "", `{"round":1,"games":[{"white":"p1","black":"p2","result":"white"}]}`),
			`played[0].games[0].result: "white" is not a result: give W, B, J, W_default, B_default, both_lose, both_default, both_win, both_win_default or J_default`,
		},
		{
			"result in small letters", event(four, "", `{"round":1,"games":[{"white":"p1","black":"p2","result":"w"}]}`),
			`played[0].games[0].result: "w" is not a result: give W, B, J, W_default, B_default, both_lose, both_default, both_win, both_win_default or J_default`,
		},
		{
			"negative handicap", event(four, "", `{"round":1,"games":[{"white":"p1","black":"p2","handicap":-2,"result":"W"}]}`),
			"played[0].games[0].handicap: must be between 0 and 50",
		},
		{
			"one table for two games",
			event(four, "", `{"round":1,"games":[{"table":1,"white":"p1","black":"p2"},{"table":1,"white":"p3","black":"p4"}]}`),
			"played[0].games[1].table: games[0] is at table 1 already",
		},
		{"round missing", event(four, "", `{"games":[]}`), "played[0].round: missing"},
		{
			"gap", event(four, "", first+`,{"round":3,"games":[]}`),
			"played[1].round: the rounds must be in order: this must be round 2, not 3",
		},
		{
			"round twice", event(four, "", first+","+first),
			"played[1].round: the rounds must be in order: this must be round 2, not 1",
		},
		{
			"last round first", event(four, "", strings.Replace(first, "1", "2", 1)+","+first),
			"played[0].round: the rounds must be in order: this must be round 1, not 2\nplayed[1].round: the rounds must be " +
				"in order: this must be round 2, not 1",
		},
		{
			"past the end", event(four, "", first+`,{"round":2,"games":[]},{"round":3,"games":[]},{"round":4,"games":[]}`),
			"played[3].round: the event has only 3 rounds",
		},
		{
			"late for a round robin", `{"system":"roundrobin","rounds":3,"players":[{"id":"p1","rating":"1d","entered_in":2}]}`,
			"players[0].entered_in: a round robin's table is made once; no one can enter later",
		},
		{"everything at once", event(
			`{"id":"p1","rating":"x"},{"id":"p2","rating":"1d","colour":"red"}`, "",
			`{"round":1,"games":[{"white":"p1","black":"p3","result":"W"}]},{"round":2,"games":[{"white":"p1","black":"p1","result":"X"}]}`,
		),
			`players[0].rating: "x" is not a rating: write a rating such as 3.4 or −2.3, or a grade such as 3d or 15k
players[1].colour: unknown field
played[0].games[0].black: no player has the id "p3"
played[1].games[0].black: "p1" is already in games[0] of round 2
played[1].games[0].result: "X" is not a result: give W, B, J, W_default, B_default, both_lose, both_default, both_win, both_win_default or J_default`},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			f, _, err := Read(JSON, []byte(c.in))
			if err == nil {
				t.Fatalf("taken: %+v", f)
			}
			if got := withoutLines(err.Error()); got != c.want {
				t.Errorf("\n%s\nwant\n%s", got, c.want)
			}
		})
	}
}

// withoutLines takes away the lines of problems that have a path, which
// TestProblemsHaveTheirLines looks at.
func withoutLines(problems string) string {
	return regexp.MustCompile(`(?m)^line \d+, (column)?`).ReplaceAllStringFunc(problems, func(where string) string {
		if strings.HasSuffix(where, "column") {
			return where
		}
		return ""
	})
}
