package formats

import (
	"errors"
	"strings"
	"testing"

	"nzgs/internal/ratings/points"
)

// The example of the page is read, and comes to what the page says.
func TestDocumentedPoints(t *testing.T) {
	page := documentation(t, "points-file.md")
	_, rest, _ := strings.Cut(page, "```json\n")
	example, _, ok := strings.Cut(rest, "```")
	if !ok {
		t.Fatal("the page has no example")
	}
	r, err := ReadPoints([]byte(example))
	if err != nil {
		t.Fatal(err)
	}
	l, err := points.Compute(r)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range l.Standing {
		if line := "| " + s.Player + " | " + s.Points.String() + " |"; !strings.Contains(page, line) {
			t.Errorf("the page does not say %s", line)
		}
	}
}

func TestPointsAsAFile(t *testing.T) {
	r, err := ReadPoints([]byte(`{
		"points": [
			{"national": ["10", 7.5, 5], "regional": [], "loss": "12.5%", "fixed": 22.5},
			{"from": "2020-01-01", "fixed": "30"}
		],
		"opening": [{"player": "C", "date": "2019-12-31", "points": "-7.50", "source": "Newsletter", "represented": "2018-11-25"}],
		"events": [{"name": "Congress", "date": "2026-11-22", "kind": "national", "year_end": true,
			"placings": [{"player": "A", "score": "4½"}, {"player": "B", "score": 4.5, "member": false, "place": 2}, {"player": "C", "score": 0}]}],
		"representatives": [{"year_end": "2026-11-22", "player": "A"}]
	}`))
	if err != nil {
		t.Fatal(err)
	}
	first, second := r.Systems[0], r.Systems[1]
	if len(first.National) != 3 || first.National[1] != 750 || len(first.Regional) != 0 || first.Loss != 1250 || first.Fixed != 2250 {
		t.Errorf("the first system is %+v", first)
	}
	if second.Fixed != 3000 || second.Loss != 2500 || len(second.National) != 6 || second.From.String() != "2020-01-01" {
		t.Errorf("the second system is %+v: what it does not say is the society’s", second)
	}
	if o := r.Opening[0]; o.Points != -750 || o.Represented.String() != "2018-11-25" || o.Source != "Newsletter" {
		t.Errorf("the opening balance is %+v", o)
	}
	e := r.Events[0]
	if e.Placings[0].Score != 9 || !e.Placings[0].Member || e.Placings[1].Score != 9 || e.Placings[1].Member || !e.YearEnd {
		t.Errorf("the event is %+v", e)
	}
}

// Every mistake is told, with its line and path.
func TestMistakesInAFileOfPoints(t *testing.T) {
	const whole = `{
"points": {"national": ["10", "x"], "loss": "25", "extra": 1},
"events": [
  {"name": "Congress", "date": "2026-11-22", "kind": "local",
   "placings": [
     {"player": "A", "score": "-1"},
     {"player": "A", "score": "4¼"},
     {"score": 5}
   ]},
  {"date": "22 November", "kind": "regional",
   "placings": [{"player": "B", "score": "3", "place": 2}]}
],
"representatives": [
  {"year_end": "2025-01-01",
   "player": "Z"}
]}`
	_, err := ReadPoints([]byte(whole))
	if err == nil {
		t.Fatal("it is read")
	}
	for _, want := range []string{
		"line 2, points.national[1]: ", "line 2, points.loss: ", "line 2, points.extra: unknown field",
		"line 4, events[0].kind: ", "line 6, events[0].placings[0].score: -1 is negative",
		"line 7, events[0].placings[1].score: ", "line 7, events[0].placings[1].player: A is listed twice",
		"line 8, events[0].placings[2].player: missing", "line 10, events[1].date: ", "line 10, events[1].name: missing",
		"line 11, events[1].placings[0].place: place 2 contradicts the score",
		"line 14, representatives[0].year_end: ", "line 15, representatives[0].player: Z is not among the players",
	} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%q is not said in\n%s", want, err)
		}
	}
}

// Bug: one name with one space and with two was two players.
func TestNamesThatLookTheSame(t *testing.T) {
	for _, other := range []string{`Ana  Ro`, ` Ana Ro `, `Ana\u00a0Ro`, `Ana Ro`} {
		_, err := ReadPoints([]byte(`{"events":[{"name":"Congress","date":"2026-11-22","kind":"national",
			"placings":[{"player":"Ana Ro","score":5},{"player":"` + other + `","score":4}]}]}`))
		if err == nil || !strings.Contains(err.Error(), "is listed twice") {
			t.Errorf("%q besides Ana Ro: %v", other, err)
		}
	}
}

// What is not a number, is huge, or is given twice is a problem of its field, and deep or cut files are refused.
func TestHostilePoints(t *testing.T) {
	placing := func(fields string) string {
		return `{"events":[{"name":"C","date":"2026-01-01","kind":"national","placings":[{"player":"A",` + fields + `}]}]}`
	}
	for text, want := range map[string]string{
		placing(`"score":NaN`):                                       "invalid character 'N'",
		placing(`"score":"NaN"`):                                     "is not a score",
		placing(`"score":1e999`):                                     "is not a score",
		placing(`"score":99999999999999999999999999`):                "is not a score",
		placing(`"score":5,"score":6`):                               "given twice",
		placing(`"score":5,"member":"false"`):                        "must be true or false",
		placing(`"score":5,"player":"A\u0000"`):                      "given twice",
		`{"events":` + strings.Repeat("[", 100_000):                  "exceeded max depth",
		`{"x":` + strings.Repeat(`{"a":`, 100_000) + `1`:             "exceeded max depth",
		`{"events":[]} {}`:                                           "after top-level value",
		strings.Replace(placing(`"score":5`), `"C"`, `"C\u202e"`, 1): "cannot be shown",
	} {
		if _, err := ReadPoints([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.80s: %v, want %q", text, err, want)
		}
	}
}

func TestFilesThatAreNoPoints(t *testing.T) {
	for name, text := range map[string]string{
		"empty": "", "a list": "[]", "cut off": `{"events": [`, "no events": `{}`, "a score that is a list": `{"events":[{"name":"A","date":"2026-01-01","kind":"national","placings":[{"player":"A","score":[1]}]}]}`,
		"a long score": `{"events":[{"name":"A","date":"2026-01-01","kind":"national","placings":[{"player":"A","score":"` +
			strings.Repeat("9", 5000) + `"}]}]}`,
	} {
		_, err := ReadPoints([]byte(text))
		var problems *Problems
		if !errors.As(err, &problems) || len(problems.List) == 0 {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func FuzzReadPoints(f *testing.F) {
	f.Add([]byte(`{"events":[{"name":"A","date":"2026-01-01","kind":"national","placings":[{"player":"A","score":"4½"}]}]}`))
	f.Add([]byte(`{"points":[{"from":"1988-01-01"}],"opening":[{"player":"A","date":"1987-01-01","points":-1}],"events":[]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		r, err := ReadPoints(data)
		if err != nil {
			return
		}
		if _, err := points.Compute(r); err != nil {
			t.Fatalf("a file that is read cannot be worked out: %v", err)
		}
	})
}
