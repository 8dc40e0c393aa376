package formats

import (
	"strings"
	"testing"
)

// A game of a knock-out that was drawn for third place says so in the file, and only there.
func TestTheGameForThirdPlace(t *testing.T) {
	const file = `{"system":"knockout","rounds":2,"knockout":{"third_place":true},
		"players":[{"id":"a","name":"A","rating":"1"},{"id":"b","name":"B","rating":"1"},{"id":"c","name":"C","rating":"1"},{"id":"d","name":"D","rating":"1"}],
		"played":[{"round":1,"games":[{"white":"a","black":"d","result":"W"},{"white":"b","black":"c","result":"W"}]},
		{"round":2,"games":[{"white":"a","black":"b"},{"white":"d","black":"c","third_place":true}]}]}`
	f, _, err := Read(JSON, []byte(file))
	if err != nil {
		t.Fatal(err)
	}
	out, _, err := Write(JSON, f)
	if err != nil || strings.Count(string(out), `"third_place":true`) != 2 {
		t.Errorf("%v\n%s", err, out)
	}
	again, _, err := Read(JSON, out)
	if err != nil || !again.Event.Played[1].Games[1].Third || again.Event.Played[1].Games[0].Third {
		t.Errorf("%v, %+v", err, again.Event.Played)
	}
	_, _, err = Read(JSON, []byte(strings.Replace(strings.Replace(file, "knockout", "swiss", 1), `"knockout":{"third_place":true},`, "", 1)))
	if err == nil || !strings.Contains(err.Error(), "played[1].games[1].third_place: only a knock-out has a game for third place") {
		t.Errorf("a Swiss with one: %v", err)
	}
}
