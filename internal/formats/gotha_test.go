package formats

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"nzgs/internal/pairing"
)

// congress.xml is laid out as OpenGotha saves it; congress.json is what it holds, worked out by hand. On the European
// scale 2412 is 4.1 and 2 points, 2105 is 1.1 less 5. OpenGotha groups by rank, between floor 6k and bar 3d:
//
//	van Dyk  2d, rated 1.8, a 1d here: starts one point above
//	Kim      6d, rated 5.6, a 5d here: both above the bar
//	Kauri    8k: under the floor
//	Rata     2k with a correction of 1
//	Pania    3k, rated −0.7, a 2k here: lowered to the top of 3k, −1.1
func TestGothaIsRead(t *testing.T) {
	f, notes, err := Read(OpenGotha, golden(t, "congress.xml"))
	if err != nil {
		t.Fatal(err)
	}
	data, _ := mustWrite(t, JSON, f)
	if diff := cmp.Diff(string(golden(t, "congress.json")), string(data)); diff != "" {
		t.Error(diff)
	}
	want := `colours are not known in 1 game; they were read as written
not kept: where ratings are from; the state of French licences; the director; how its lists are shown; groups of clubs
not confirmed yet, so not drawn: Ina Away`
	if diff := cmp.Diff(want, strings.Join(notes, "\n")); diff != "" {
		t.Error(diff)
	}
}

// McMahon scores after two rounds, worked out by hand: the group from 30 kyu (6k is 24, 3d is 32), corrections and
// results, ½ for an absence, rounded down.
func TestGothaGroupsAreKept(t *testing.T) {
	f := mustRead(t, OpenGotha, string(golden(t, "congress.xml")))
	want := map[pairing.ID]string{
		"p1": "34",  // 3d: 32; win, win by default
		"p2": "31½", // 2d: 31; jigo, lost by default
		"p3": "30½", // 1d: 30; jigo, both lose
		"p4": "26",  // 5k: 25; win, absent: its half is rounded down
		"p5": "25",  // floor: 24; absent, bye: their 1½ are rounded down
		"p6": "32",  // bar: 32; lost, both lose
		"p7": "27",  // 3k: 27; not confirmed
		"p8": "30",  // 2k and one more: 29; lost, won
		"p9": "28",  // 3k: 27; bye, lost
	}
	for _, row := range pairing.Standings(&f.Event, 2).Rows {
		if row.Score.String() != want[row.ID] {
			t.Errorf("%s has %s; want %s", row.ID, row.Score, want[row.ID])
		}
	}
}

// Writing what was read and reading it again changes nothing.
func TestGothaRoundTrip(t *testing.T) {
	f := mustRead(t, OpenGotha, string(golden(t, "congress.xml")))
	data, notes := mustWrite(t, OpenGotha, f)
	if notes != "" {
		t.Errorf("lost in writing: %s", notes)
	}
	again := mustRead(t, OpenGotha, string(data))
	if diff := cmp.Diff(f, again, sameValues); diff != "" {
		t.Error(diff)
	}
	for _, want := range []string{
		`firstName="Aroha" grade="4D" name="Ngata" participating="11111111111111111111" rank="4D" rating="2412"`,
		`firstName="Piet" grade="2D" name="van Dyk" participating="11111111111111111111" rank="2D" rating="2180" ratingOrigin="MAN" registeringStatus="FIN" smmsCorrection="0"`,
		`firstName="Tama &amp; Co" grade="2K" name="Rata" participating="11111111111111111111" rank="2K" rating="1950" ratingOrigin="MAN" registeringStatus="FIN" smmsCorrection="1"`,
		`firstName="Ina" grade="3K" name="Away" participating="11111111111111111111" rank="3K" rating="1750" ratingOrigin="MAN" registeringStatus="PRE" smmsCorrection="0"`,
		`firstName="-" grade="3K" name="Pania"`,
		`<Game blackPlayer="NGATAAROHA" handicap="0" knownColor="true" result="RESULT_BLACKWINS_BYDEF" roundNumber="2" tableNumber="1" whitePlayer="VANDYKPIET"/>`,
		`genMMBar="3D" genMMFloor="6K" genMMS2ValueAbsent="1"`, `komi="6.5" location="Nelson" name="Congress &lt;Open&gt;"`,
		`<PlacementCriterion name="MMS" number="1"/>`, `paiMaSeedSystem2="SPLITANDFOLD"`,
	} {
		if !strings.Contains(string(data), want) {
			t.Errorf("%s\nlacks %s", data, want)
		}
	}
}

// gothaFile puts a file together from players, games and settings.
func gothaFile(players, games, settings string) string {
	return `<?xml version="1.0" encoding="UTF-8"?>
<Tournament dataVersion="201">
<Players>
` + players + `
</Players>
<Games>
` + games + `
</Games>
<TournamentParameterSet>
` + settings + `
</TournamentParameterSet>
</Tournament>
`
}

const (
	twoPlayers = `<Player name="Ngata" firstName="Aroha" rank="1D"/>
<Player name="Kim" firstName="Hana" rank="2D"/>`
	oneGame = `<Game roundNumber="1" tableNumber="1" whitePlayer="KIMHANA" blackPlayer="NGATAAROHA" result="RESULT_WHITEWINS"/>`
)

func TestGothaRefuses(t *testing.T) {
	cases := []struct{ name, in, want string }{
		{"nothing", "", "the file is empty"},
		{"no XML", "PK\x03\x04", "line 1: this is not XML: illegal character code U+0003"},
		{"text alone", "hello", "the file is empty"},
		{"another root", "<html></html>", "line 1, <html>: this is not an OpenGotha file: those begin with <Tournament>"},
		{
			"cut off", "<Tournament dataVersion=\"201\">\n<Players>", "line 2, <Players>: is not closed; the file is incomplete",
		},
		{"cut in a tag", "<Tournament>\n<Players>\n<Player na", "line 3: this is not XML: unexpected EOF"},
		{
			"crossed", "<Tournament>\n<Players></Games></Players></Tournament>",
			"line 2, </Games>: closes an element that is not open",
		},
		{
			"two roots", "<Tournament/>\n<Tournament/>",
			"line 2, <Tournament>: this is not a tournament file: its elements are nested too deep, or it has two roots",
		},
		{
			"too deep", strings.Repeat("<Tournament>", 100),
			"line 1, <Tournament>: this is not a tournament file: its elements are nested too deep, or it has two roots",
		},
		{
			"entities", `<!DOCTYPE Tournament [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><Tournament x="&b;"/>`,
			"line 1: declarations inside the document type are not allowed; take them out",
		},
		{"unknown entity", `<Tournament x="&b;"/>`, "line 1: this is not XML: invalid character entity &b;"},
		{
			"unknown encoding", `<?xml version="1.0" encoding="EBCDIC"?><Tournament/>`,
			`this is not XML: xml: opening charset "EBCDIC": the encoding "EBCDIC" is not known; save the file in UTF-8`,
		},
		{"no player", gothaFile("", "", ""), "the file has no players and no settings"},
		{"no name", gothaFile(`<Player firstName="A" rank="1D"/>`, "", ""), "line 4, <Player>: name is missing"},
		{
			"no strength", gothaFile(`<Player name="A" firstName="B"/>`, "", ""),
			"line 4, <Player>: rank and rating are missing",
		},
		{"rank", gothaFile(
			`<Player name="A" firstName="B" rank="good"/>`, "", "",
		), `line 4, <Player>: rank is "good"; it must be a grade such as 3D or 15K
line 4, <Player>: rank and rating are missing`},
		{
			"rating", gothaFile(`<Player name="A" firstName="B" rank="1D" rating="2k"/>`, "", ""),
			`line 4, <Player>: rating is "2k"; it must be a whole number from -100000 to 100000`,
		},
		{
			"status", gothaFile(`<Player name="A" firstName="B" rank="1D" registeringStatus="MAYBE"/>`, "", ""),
			`line 4, <Player>: registeringStatus is "MAYBE"; it must be FIN or PRE`,
		},
		{
			"participating", gothaFile(`<Player name="A" firstName="B" rank="1D" participating="1121"/>`, "", ""),
			"line 4, <Player>: participating must be a 0 or a 1 for each round",
		},
		{
			"same name", gothaFile(twoPlayers+`<Player name="Kim Ha" firstName="na" rank="1D"/>`, "", ""),
			"line 5, <Player>: Kim Ha na is already in line 5; players must have different names",
		},
		{
			"attribute twice", gothaFile(`<Player name="A" name="B" firstName="C" rank="1D"/>`, "", ""),
			"line 4, <Player>: name is given twice",
		},
		{
			"day", gothaFile(twoPlayers, "", `<GeneralParameterSet beginDate="04/07/2026"/>`),
			`line 11, <GeneralParameterSet>: beginDate is "04/07/2026"; it must be a date such as 2026-11-21`,
		},
		{
			"overtime", gothaFile(twoPlayers, "", `<GeneralParameterSet complementaryTimeSystem="NONE"/>`),
			`line 11, <GeneralParameterSet>: complementaryTimeSystem is "NONE", which is not known`,
		},
		{"everything at once", gothaFile(
			twoPlayers+`<Player/>`, strings.Replace(oneGame, "WHITEWINS", "X", 1), `<GeneralParameterSet numberOfRounds="0"/>`,
		), `line 5, <Player>: name is missing
line 5, <Player>: rank and rating are missing
line 11, <GeneralParameterSet>: numberOfRounds is "0"; it must be a whole number from 1 to 200`},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			f, _, err := Read(OpenGotha, []byte(c.in))
			if err == nil {
				t.Fatalf("taken: %+v", f)
			}
			if err.Error() != c.want {
				t.Errorf("\n%s\nwant\n%s", err, c.want)
			}
		})
	}
}

// What is wrong with one game, or with what the file says of someone who played, leaves the rest readable: the file is
// taken, and a note says what was done.
func TestGothaTakesTheRest(t *testing.T) {
	third := twoPlayers + `<Player name="C" firstName="D" rank="1D"/>`
	bar := `<GeneralParameterSet genMMBar="9K" genMMFloor="1D"/><PlacementParameterSet><PlacementCriteria>` +
		`<PlacementCriterion number="1" name="MMS"/></PlacementCriteria></PlacementParameterSet>`
	for _, c := range []struct{ name, in, note, games string }{
		{
			"unknown player", gothaFile(twoPlayers, strings.Replace(oneGame, "KIM", "LEE", 1), ""),
			`line 8: there is no player "LEEHANA"; the game was left out`, "",
		},
		{
			"no player", gothaFile(twoPlayers, oneGame+"\n"+`<Game roundNumber="2" whitePlayer="KIMHANA"/>`, ""),
			`line 9: there is no player ""; the game was left out`, "W",
		},
		{
			"twice in a round",
			gothaFile(third, oneGame+"\n"+`<Game roundNumber="1" tableNumber="2" whitePlayer="CD" blackPlayer="KIMHANA"/>`, ""),
			"line 9: left out, because a player of it is in the round already", "W",
		},
		{
			"one table",
			gothaFile(
				third+`<Player name="E" firstName="F" rank="1D"/>`,
				oneGame+"\n"+`<Game roundNumber="1" tableNumber="1" whitePlayer="CD" blackPlayer="EF"/>`, "",
			),
			"line 9: table 1 is taken twice in round 1; this game was given none", "W ",
		},
		{
			"not taking part",
			gothaFile(strings.Replace(twoPlayers, `rank="2D"`, `rank="2D" participating="01"`, 1), oneGame, ""),
			"Hana Kim is in round 1 although the file says absent; read as there", "W",
		},
		{
			"result", gothaFile(twoPlayers, strings.Replace(oneGame, "WHITEWINS", "WON", 1), ""),
			`line 8: the result "RESULT_WON" is not known; the game was read without a result`, "",
		},
		{"both won", gothaFile(twoPlayers, strings.Replace(oneGame, "WHITEWINS", "BOTHWIN", 1), ""), "", "both_win"},
		{
			"handicap",
			gothaFile(twoPlayers, oneGame+"\n"+
				`<Game roundNumber="2" whitePlayer="KIMHANA" blackPlayer="NGATAAROHA" handicap="99"/>`, ""),
			`line 9, <Game>: handicap is "99"; it must be a whole number from 0 to 50; the game was left out`, "W",
		},
		{
			"round", gothaFile(twoPlayers, oneGame+`<Game roundNumber="-1" whitePlayer="KIMHANA" blackPlayer="NGATAAROHA"/>`, ""),
			`line 8, <Game>: roundNumber is "-1"; it must be a whole number from 1 to 200; the game was left out`, "W",
		},
		{
			"bar below floor", gothaFile(twoPlayers, "", bar),
			"genMMBar, 9k, is below genMMFloor, 1d; everyone starts at the bar, as in OpenGotha", "",
		},
		{
			"rating below all", gothaFile(`<Player name="A" firstName="B" rank="30K" rating="-1234"/>`, "", ""),
			"line 4: the rating -1234 is outside -900 to 2949; read as -900", "",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			f, notes, err := Read(OpenGotha, []byte(c.in))
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Contains(notes, c.note) && (c.note != "" || len(notes) > 0) {
				t.Errorf("%q, want %q", notes, c.note)
			}
			var results []string
			for _, r := range f.Event.Played {
				for _, g := range r.Games {
					results = append(results, string(g.Result))
				}
			}
			if got := strings.Join(results, " "); got != c.games {
				t.Errorf("games %q, want %q", got, c.games)
			}
		})
	}
}

// Files as other versions and other programs write them.
func TestGothaDialects(t *testing.T) {
	latin1 := strings.Replace(gothaFile("<Player name=\"M\xfcller\" firstName=\"Zo\xeb\" rank=\"1K\"/>"+`<Player name="Kim" firstName="Hana" rank="2D"/>`,
		`<Game roundNumber="1" whitePlayer="KIMHANA" blackPlayer="MULLERZOE" result="RESULT_BLACKWINS"/>`,
		""), "UTF-8", "ISO-8859-1", 1)
	f := mustRead(t, OpenGotha, latin1)
	if p := f.Event.Players[0]; p.Name != "Zoë Müller" || f.Event.Played[0].Games[0].Black != p.ID {
		t.Errorf("%+v", f.Event)
	}

	old := strings.Replace(
		gothaFile(`<Player name="Kim" firstName="Hana" rank="2D" rating="150"/>`, "", ""), "201", "200", 1,
	)
	if r := mustRead(t, OpenGotha, old).Event.Players[0].Rating; r != 20 {
		t.Errorf("150 on the old scale is %s; want 2.0", r)
	}
	doctype := strings.Replace(
		gothaFile(twoPlayers, "", ""), "<Tournament", `<!DOCTYPE Tournament SYSTEM "tournament.dtd"><Tournament`, 1,
	)
	mustRead(t, OpenGotha, "\ufeff"+doctype)

	ss := gothaFile(`<Player name="Groß" firstName="A" rank="1K"/><Player name="Kim" firstName="Hana" rank="2D"/>`,
		`<Game roundNumber="1" whitePlayer="KIMHANA" blackPlayer="GROSSA"/>`, "")
	if f := mustRead(t, OpenGotha, ss); f.Event.Played[0].Games[0].Black != "p1" {
		t.Error("Groß in capitals was not found")
	}

	if rounds := mustRead(
		t, OpenGotha, gothaFile(twoPlayers, strings.Replace(oneGame, `"1"`, `"2"`, 1), ""),
	).Event.Played; len(rounds) != 2 {
		t.Errorf("a round that was left out: %+v", rounds)
	}

	none := mustRead(
		t, OpenGotha,
		gothaFile(
			twoPlayers, "",
			`<HandicapParameterSet hdBasedOnMMS="false" hdCeiling="0" hdCorrection="0" hdNoHdRankThreshold="30K"/>`,
		),
	)
	if none.Event.Handicap.By != "none" || none.Event.System != pairing.Swiss {
		t.Errorf("%+v", none.Event)
	}
	_, notes, err := Read(
		OpenGotha, []byte(strings.Replace(gothaFile(twoPlayers, "", "<Extra/>"), `rank="1D"`, `rank="1D" shoeSize="9"`, 1)),
	)
	if err != nil || !strings.Contains(strings.Join(notes, "\n"), "unknown, so not read: Player/shoeSize and <Extra>") {
		t.Errorf("%v, %v", notes, err)
	}
}

// What OpenGotha cannot hold is said.
func TestGothaSaysWhatIsLost(t *testing.T) {
	f := mustRead(t, JSON, `{"name":"Loss","class":"B","comment":"x","system":"roundrobin","rounds":3,
		"handicap":{"by":"rating","ceiling":12,"even_under_half":true},
		"seeding":"closest","seed":3,"criteria":["bye"],"apart":{"firm":1,"weak":2},"acceleration":{"rounds":1},
		"tie_breaks":["wins_black","SOS","SODOS","SOSOS","CUSS","DC","wins","SOSM"],
		"players":[{"id":"a","name":"Aroha Ngata","rating":"11.0","number":1,"city":"Nelson","club":"Nelson","half_point_byes":[2]},
			{"id":"b","name":"Aroha Ngata","rating":"40k","number":2,"withdrawn_after":2,"start_score":0.5},{"id":"c","rating":"1d","number":3}],
		"forbidden":[["a","b"]],"fixed":[{"bye":"c"}],
		"played":[{"round":1,"games":[{"white":"a","black":"b","handicap":3,"result":"W"}],"byes":["c"]}]}`)
	_, notes := mustWrite(t, OpenGotha, f)
	want := `clubs were shortened to four characters: Nelson is Nels
players need different names: Ngata Aroha (2)
tie-breaks that OpenGotha does not have, or has no room for: wins_black, wins and SOSM
OpenGotha has no round robin; written as a Swiss
OpenGotha cannot seed by closest; written as slide
rounds without an opponent count nothing in OpenGotha's SOS
OpenGotha adds handicaps to opponents' McMahon scores in SOSM
OpenGotha bases handicaps on the difference of grades, not of ratings
OpenGotha does not make games under half a stone apart even
OpenGotha gives at most 9 stones and takes off at most 9
not in an OpenGotha file: players' ids, entry numbers and cities
half-point byes of 1 player become absences
late entries and withdrawals of 1 player become absences
ratings of 2 players are outside -900 to 2949 and were moved to the nearer end
start scores of 1 player cannot be kept exactly
not in an OpenGotha file: 1 forbidden pair, 1 fixed pair, the seed of the lot, the order of the criteria, how long clubs are kept apart, accelerated rounds and 2 others`
	if diff := cmp.Diff(want, notes); diff != "" {
		t.Error(diff)
	}
	f.Event.Rounds = 21
	if _, _, err := Write(OpenGotha, f); err == nil || err.Error() != "rounds: OpenGotha has at most 20 rounds" {
		t.Error(err)
	}
}
