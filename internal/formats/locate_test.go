package formats

import (
	"strings"
	"testing"
)

// Each problem of an event file has its line, found again by its path; what is missing
// has that of what it is missing in.
func TestProblemsHaveTheirLines(t *testing.T) {
	text := `{
  "name": "Winter Open",
  "rounds": 0,
  "players": [
    {"id": "a", "rating": "banana", "note": {"x": [1, [2, {"y": 3}], []]}},

    {"id": "a",
     "rating": "1d",
     "absent": [1,
       "two"]},
    {"id": "c"}
  ],
  "odd": {"players": [1]},
  "played": [
    {"round": 1, "games": [
      {"white": "a", "black": "x", "result": "W"}
    ]}
  ]
}`
	_, _, err := Read(JSON, []byte(text))
	if err == nil {
		t.Fatal("the file is taken")
	}
	for _, want := range []string{
		"line 3, rounds: ", "line 5, players[0].rating: ", "line 5, players[0].note: ", "line 7, players[1].id: ",
		"line 10, players[1].absent[1]: ", "line 11, players[2].rating: missing", "line 13, odd: ",
		"line 16, played[0].games[0].black: ",
	} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("nothing begins with %q:\n%s", want, err)
		}
	}
}

// However deep and however odd its names, a text is walked through once.
func TestProblemsOfOddTexts(t *testing.T) {
	for _, text := range []string{
		`{"players":` + strings.Repeat("[", 5000) + strings.Repeat("]", 5000) + `}`,
		`{"":{"":[{"":1}]},"{":[],"players":[{"{":[{"[":2}]}]}`,
		`{"players":[null,1,"a",true,{},[]],"rounds":"x"}`,
		`{"a":1,"a":2,"players":{"id":3}}`,
	} {
		if _, _, err := Read(JSON, []byte(text)); err == nil || !strings.Contains(err.Error(), "line 1") {
			t.Errorf("%.60s: %v", text, err)
		}
	}
}
