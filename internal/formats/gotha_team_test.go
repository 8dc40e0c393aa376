package formats

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// gothaOfTeams is a file of three teams of two boards: in round 1 the first meets the second, whose second board is empty;
// in round 2 the first has another line-up.
const gothaOfTeams = `<?xml version="1.0" encoding="UTF-8"?>
<Tournament dataVersion="201"><Players>
<Player firstName="One" name="Ash" rank="1D" grade="1D" rating="2100" participating="11" registeringStatus="FIN"/>
<Player firstName="Two" name="Ash" rank="2K" grade="2K" rating="1900" participating="11" registeringStatus="FIN"/>
<Player firstName="One" name="Birch" rank="1K" grade="1K" rating="2000" participating="11" registeringStatus="FIN"/>
<Player firstName="One" name="Cedar" rank="3K" grade="3K" rating="1800" participating="11" registeringStatus="FIN"/>
<Player firstName="Two" name="Cedar" rank="4K" grade="4K" rating="1700" participating="11" registeringStatus="FIN"/>
<Player firstName="Six" name="Loose" rank="4K" grade="4K" rating="1700" participating="11" registeringStatus="FIN"/>
</Players><Games>
<Game blackPlayer="BIRCHONE" handicap="0" knownColor="true" result="RESULT_WHITEWINS" roundNumber="1" tableNumber="1" whitePlayer="ASHONE"/>
<Game blackPlayer="CEDARONE" handicap="0" knownColor="true" result="RESULT_BLACKWINS" roundNumber="2" tableNumber="1" whitePlayer="ASHTWO"/>
<Game blackPlayer="ASHONE" handicap="0" knownColor="true" result="RESULT_UNKNOWN" roundNumber="2" tableNumber="2" whitePlayer="CEDARTWO"/>
</Games><ByePlayers/>
<Teams>
<Team teamName="Ash" teamNumber="2"><Board boardNumber="1" player="ASHONE" roundNumber="1"/><Board boardNumber="2" player="ASHTWO" roundNumber="1"/>
<Board boardNumber="1" player="ASHTWO" roundNumber="2"/><Board boardNumber="2" player="ASHONE" roundNumber="2"/></Team>
<Team teamName="Birch" teamNumber="1"><Board boardNumber="1" player="BIRCHONE" roundNumber="1"/><Board boardNumber="1" player="BIRCHONE" roundNumber="2"/></Team>
<Team teamName="Cedar" teamNumber="3"><Board boardNumber="1" player="CEDARONE"/><Board boardNumber="2" player="CEDARTWO"/></Team>
</Teams>
<TournamentParameterSet><GeneralParameterSet name="Teams" numberOfRounds="2"/><HandicapParameterSet hdCeiling="0"/>
<PlacementParameterSet><PlacementCriteria><PlacementCriterion name="NBW" number="1"/></PlacementCriteria></PlacementParameterSet></TournamentParameterSet>
<TeamTournamentParameterSet><TeamGeneralParameterSet teamSize="2"/><TeamPlacementParameterSet><PlacementCriteria>
<PlacementCriterion name="TEAMP" number="1"/><PlacementCriterion name="BDW3U" number="2"/></PlacementCriteria></TeamPlacementParameterSet></TeamTournamentParameterSet>
</Tournament>`

func TestTeamsOfOpenGotha(t *testing.T) {
	first, notes, err := Read(OpenGotha, []byte(gothaOfTeams))
	if err != nil {
		t.Fatal(err)
	}
	all := strings.Join(notes, "; ")
	for _, says := range []string{"in no team, so left out: Six Loose", "the order of the teams’ tie-breaks", "some boards had no player"} {
		if !strings.Contains(all, says) {
			t.Errorf("no %q in %s", says, all)
		}
	}
	ev := &first.Event
	if ev.Boards != 2 || len(ev.Teams) != 3 || ev.Teams[0].Name != "Ash" || ev.Teams[0].Number != 2 || len(ev.Players) != 5 {
		t.Fatalf("%d boards, %+v", ev.Boards, ev.Teams)
	}
	if l := ev.Teams[0].Lineups; len(l) != 1 || l[0].Round != 2 {
		t.Errorf("line-ups of Ash: %+v", l)
	}
	if m := ev.Played[1].Matches; len(m) != 1 || m[0].White != "t1" || m[0].Black != "t3" {
		t.Errorf("round 2: %+v", m)
	}
	data, _, err := Write(OpenGotha, first)
	if err != nil {
		t.Fatal(err)
	}
	again, _, err := Read(OpenGotha, data)
	if err != nil {
		t.Fatal(err)
	}
	for what, pair := range map[string][2]any{
		"teams": {first.Event.Teams, again.Event.Teams}, "rounds": {first.Event.Played, again.Event.Played},
		"boards": {first.Event.Boards, again.Event.Boards}, "players": {first.Event.Players, again.Event.Players},
	} {
		if diff := cmp.Diff(pair[0], pair[1]); diff != "" {
			t.Errorf("%s: %s", what, diff)
		}
	}
	twice, _, err := Write(OpenGotha, again)
	if err != nil || string(twice) != string(data) {
		t.Errorf("written again it is another file: %v", err)
	}
	kept, _, err := Write(JSON, first)
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := Read(JSON, kept); err != nil {
		t.Error(err)
	}
}

// Teams in an event that was not played by teams are told of and left out.
func TestTeamsThatDidNotPlayAsTeams(t *testing.T) {
	for from, c := range map[string]struct{ to, says string }{
		`whitePlayer="ASHTWO"`: {`whitePlayer="BIRCHONE"`, "in round 2 one of them met two others"},
		`whitePlayer="ASHONE"`: {`whitePlayer="LOOSESIX"`, "round 1 has a game that is not between two of them"},
		`player="CEDARONE"`:    {`player="ASHONE"`, "a player is in two of them"},
		`teamSize="2"`:         {`teamSize="99"`, "with more than 20 boards"},
	} {
		f, notes, err := Read(OpenGotha, []byte(strings.Replace(gothaOfTeams, from, c.to, 1)))
		if err != nil {
			t.Errorf("%s: %v", c.says, err)
			continue
		}
		if all := strings.Join(notes, "; "); !strings.Contains(all, c.says) || f.Event.Boards != 0 || len(f.Event.Teams) != 0 {
			t.Errorf("no %q in %s", c.says, all)
		}
	}
}

// Formats without teams say so, and have the games.
func TestFormatsWithoutTeams(t *testing.T) {
	f, _, err := Read(OpenGotha, []byte(gothaOfTeams))
	if err != nil {
		t.Fatal(err)
	}
	for _, format := range []Format{H9, TOU, CSV, AGA} {
		data, notes, err := Write(format, f)
		if all := strings.Join(notes, "; "); err != nil || !strings.Contains(all, "the teams are not in this file") || !strings.Contains(string(data), "Ash") {
			t.Errorf("%s: %v, %s", format, err, all)
		}
	}
}
