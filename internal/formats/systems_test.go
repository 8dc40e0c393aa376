package formats

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestJSONKeepsEverySystem: what only a knock-out, a match, pairs and teams have is written as it was read.
func TestJSONKeepsEverySystem(t *testing.T) {
	for name, text := range map[string]string{
		"knock-out": `{"system":"knockout","rounds":1,"seeding":"order","knockout":{"third_place":true,"jigo":"white"},
			"players":[{"id":"a","rating":"1d","seed":2},{"id":"b","rating":"2d","seed":1}]}`,
		"match": `{"system":"match","rounds":3,"play_out":true,"players":[{"id":"a","rating":"1d"},{"id":"b","rating":"2d"}]}`,
		"pairs": `{"system":"swiss","rounds":3,"players":[{"id":"a","name":"A & B","rating":"1.5","pair":[
			{"name":"A","rating":"1.0","club":"Nelson"},{"name":"B","rating":"1.9","city":"Hutt","country":"NZ"}]}]}`,
		"teams": `{"system":"swiss","rounds":3,"boards":1,"players":[{"id":"a","rating":"1d"},{"id":"b","rating":"2d"}],
			"teams":[{"id":"A","name":"Nelson","number":1,"captain":"Ana","club":"Nelson","players":["a"],"lineups":[{"round":2,"boards":[""]}]},{"id":"B","number":2,"players":["b"]}],
			"forbidden_teams":[["A","B"]],"fixed":[{"round":1,"white":"A","black":"B"},{"bye":"B"}],
			"played":[{"round":1,"games":[{"white":"a","black":"b","handicap":0,"result":"W"}],"matches":[{"white":"A","black":"B"}]}]}`,
	} {
		first, _, err := Read(JSON, []byte(text))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		data, _, err := Write(JSON, first)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		again, _, err := Read(JSON, data)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		for what, pair := range map[string][2]any{
			"players": {first.Event.Players, again.Event.Players}, "teams": {first.Event.Teams, again.Event.Teams}, "rounds": {first.Event.Played, again.Event.Played},
			"fixed":           {first.Fixed, again.Fixed},
			"forbidden teams": {first.Event.ForbiddenTeams, again.Event.ForbiddenTeams},
			"the knock-out":   {first.Event.Knockout, again.Event.Knockout}, "boards": {first.Event.Boards, again.Event.Boards},
			"play out": {first.Event.PlayOut, again.Event.PlayOut},
		} {
			if diff := cmp.Diff(pair[0], pair[1]); diff != "" {
				t.Errorf("%s, %s: %s", name, what, diff)
			}
		}
	}
}

// TestFixedPairsOfTeams: who is fixed in an event of teams are teams, each once.
func TestFixedPairsOfTeams(t *testing.T) {
	for fixed, says := range map[string]string{
		`{"white":"a","black":"B"}`:             `fixed[0].white: "a" is no team`,
		`{"white":"A","black":"B"},{"bye":"A"}`: `fixed[1].bye: "A" is no team, or is in another fixed pair`,
	} {
		_, _, err := Read(JSON, []byte(`{"system":"swiss","rounds":3,"boards":1,"players":[{"id":"a","rating":"1d"},
			{"id":"b","rating":"2d"}],"teams":[{"id":"A","players":["a"]},{"id":"B","players":["b"]}],"fixed":[`+fixed+`]}`))
		if err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v, want %s", fixed, err, says)
		}
	}
}
