package formats

import (
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
	want := `unknown placement criteria that were ignored: EXT
3 players in a higher McMahon group than the rating's; the difference became the start score
in a lower McMahon group than the rating's, so the rating was lowered to fit: Pania
colours are not known in 1 game; they were read as written
the seeding changes after round 2; an event here has one for all rounds, and fold was used
handicaps by McMahon scores, only below 1d; here they go by the ratings of all players
OpenGotha rounds half points for absences down; here they are not rounded
not kept: the director and groups of clubs
not confirmed yet, so absent from every round: Ina Away`
	if diff := cmp.Diff(want, strings.Join(notes, "\n")); diff != "" {
		t.Error(diff)
	}
}

// McMahon scores after two rounds, worked out by hand: the group over the floor (6k is 0, 3d is 8), corrections and
// results, ½ for an absence.
func TestGothaGroupsAreKept(t *testing.T) {
	f := mustRead(t, OpenGotha, string(golden(t, "congress.xml")))
	want := map[pairing.ID]string{
		"p1": "10", // 3d: 8; win, win by default
		"p2": "7½", // 2d: 7; jigo, lost by default
		"p3": "6½", // 1d: 6; jigo, both lose
		"p4": "2½", // 5k: 1; win, absent
		"p5": "1½", // floor: 0; absent, bye
		"p6": "8",  // bar: 8; lost, both lose
		"p7": "4",  // 3k: 3; not confirmed, absent twice
		"p8": "6",  // 2k and one more: 5; lost, won
		"p9": "4",  // 3k: 3; bye, lost
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
	if notes != "OpenGotha bases handicaps on the difference of grades, not of ratings" {
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
		`<PlacementCriterion name="MMS" number="1"/>`, `paiMaSeedSystem1="SPLITANDFOLD"`,
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
			`line 4, <Player>: rating is "2k"; it must be a whole number from -5000 to 5000`,
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
			"unknown player", gothaFile(twoPlayers, strings.Replace(oneGame, "KIM", "LEE", 1), ""),
			`line 8, <Game>: whitePlayer: there is no player "LEEHANA"`,
		},
		{
			"no player in a game", gothaFile(twoPlayers, `<Game roundNumber="1" whitePlayer="KIMHANA"/>`, ""),
			"line 8, <Game>: blackPlayer is missing",
		},
		{
			"twice in a round",
			gothaFile(
				twoPlayers+`<Player name="C" firstName="D" rank="1D"/>`,
				oneGame+"\n"+`<Game roundNumber="1" tableNumber="2" whitePlayer="CD" blackPlayer="KIMHANA"/>`, "",
			),
			"line 9, <Game> black: Hana Kim is already in games[0] of round 1",
		},
		{
			"one table",
			gothaFile(
				twoPlayers+`<Player name="C" firstName="D" rank="1D"/><Player name="E" firstName="F" rank="1D"/>`,
				oneGame+"\n"+`<Game roundNumber="1" tableNumber="1" whitePlayer="CD" blackPlayer="EF"/>`, "",
			),
			"line 9, <Game> table: games[0] is at table 1 already",
		},
		{
			"not taking part",
			gothaFile(strings.Replace(twoPlayers, `rank="2D"`, `rank="2D" participating="01"`, 1), oneGame, ""),
			"line 8, <Game> white: Hana Kim is absent from round 1",
		},
		{
			"not confirmed",
			gothaFile(strings.Replace(twoPlayers, `rank="2D"`, `rank="2D" registeringStatus="PRE"`, 1), oneGame, ""),
			"line 8, <Game> white: Hana Kim is absent from round 1",
		},
		{
			"result", gothaFile(twoPlayers, strings.Replace(oneGame, "WHITEWINS", "WON", 1), ""),
			`line 8, <Game>: result is "RESULT_WON", which is not known`,
		},
		{
			"result of OpenGotha alone", gothaFile(twoPlayers, strings.Replace(oneGame, "WHITEWINS", "BOTHWIN", 1), ""),
			"line 8, <Game>: result is RESULT_BOTHWIN, which is not possible here; change it in OpenGotha first",
		},
		{
			"handicap",
			gothaFile(twoPlayers, `<Game roundNumber="1" whitePlayer="KIMHANA" blackPlayer="NGATAAROHA" handicap="99"/>`, ""),
			`line 8, <Game>: handicap is "99"; it must be a whole number from 0 to 50`,
		},
		{
			"round", gothaFile(twoPlayers, `<Game roundNumber="-1" whitePlayer="KIMHANA" blackPlayer="NGATAAROHA"/>`, ""),
			`line 8, <Game>: roundNumber is "-1"; it must be a whole number from 1 to 200`,
		},
		{
			"bar below floor",
			gothaFile(
				twoPlayers, "",
				`<GeneralParameterSet genMMBar="9K" genMMFloor="1D"/><PlacementParameterSet><PlacementCriteria><PlacementCriterion number="1" name="MMS"/></PlacementCriteria></PlacementParameterSet>`,
			),
			"<GeneralParameterSet>: genMMBar, 9k, is below genMMFloor, 1d",
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
line 8, <Game>: result is "RESULT_X", which is not known
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
