package formats

import (
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"nzgs/internal/pairing"
)

func documentation(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile("../../docs/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// The example of the page is read, and is written as it stands there.
func TestDocumentedExample(t *testing.T) {
	_, rest, _ := strings.Cut(documentation(t, "event-file.md"), "```json\n")
	example, _, ok := strings.Cut(rest, "```")
	if !ok {
		t.Fatal("the page has no example")
	}
	f := mustRead(t, JSON, example)
	data, _ := mustWrite(t, JSON, f)
	if diff := cmp.Diff(example, string(data)); diff != "" {
		t.Error(diff)
	}
	if _, err := pairing.Draw(&f.Event, f.NextRound(), f.Fixed); err != nil {
		t.Error(err)
	}
	if redraws, err := pairing.Check(f.Checkable()); err != nil || len(redraws) != 1 {
		t.Error(err)
	}
}

// schema is as much of a JSON schema as ours uses.
type schema struct {
	Properties map[string]*schema `json:"properties"`
	Items      *schema            `json:"items"`
	Enum       []any              `json:"enum"`
	Required   []string           `json:"required"`
}

// The schema, the page, the reader and the writer know the same fields.
func TestSchemaIsTheFormat(t *testing.T) {
	var s schema
	if err := json.Unmarshal([]byte(documentation(t, "event-file.schema.json")), &s); err != nil {
		t.Fatal(err)
	}
	page := documentation(t, "event-file.md")
	for _, c := range []struct {
		what    string
		at      *schema
		written []reflect.Type
		wrap    string // an event with a field in that place
		more    []string
	}{
		{
			"event", &s, []reflect.Type{reflect.TypeFor[jsonEvent]()}, `{%s}`,
			[]string{"players", "teams", "forbidden_teams", "forbidden", "fixed", "played"},
		},
		{"time", s.Properties["time"], []reflect.Type{reflect.TypeFor[jsonTime]()}, `{"time":{%s}}`, nil},
		{"handicap", s.Properties["handicap"], []reflect.Type{reflect.TypeFor[jsonHandicap]()}, `{"handicap":{%s}}`, nil},
		{"reseed", s.Properties["reseed"], []reflect.Type{reflect.TypeFor[jsonReseed]()}, `{"reseed":{%s}}`, nil},
		{"knockout", s.Properties["knockout"], []reflect.Type{reflect.TypeFor[jsonKnockout]()}, `{"knockout":{%s}}`, nil},
		{"apart", s.Properties["apart"], []reflect.Type{reflect.TypeFor[jsonApart]()}, `{"apart":{%s}}`, nil},
		{
			"acceleration", s.Properties["acceleration"], []reflect.Type{reflect.TypeFor[jsonAcceleration]()},
			`{"acceleration":{%s}}`, nil,
		},
		{"player", s.Properties["players"].Items, []reflect.Type{reflect.TypeFor[jsonPlayer]()}, `{"players":[{%s}]}`, nil},
		{
			"pair", s.Properties["players"].Items.Properties["pair"].Items, []reflect.Type{reflect.TypeFor[jsonPairPlayer]()},
			`{"players":[{"pair":[{%s}]}]}`, nil,
		},
		{"fixed pair", s.Properties["fixed"].Items, []reflect.Type{reflect.TypeFor[jsonFixed]()}, `{"fixed":[{%s}]}`, nil},
		{"round", s.Properties["played"].Items, nil, `{"played":[{%s}]}`, []string{"round", "games", "matches", "byes"}},
		{"team", s.Properties["teams"].Items, []reflect.Type{reflect.TypeFor[jsonTeam]()}, `{"teams":[{%s}]}`, nil},
		{
			"line-up", s.Properties["teams"].Items.Properties["lineups"].Items, []reflect.Type{reflect.TypeFor[jsonLineup]()},
			`{"teams":[{"lineups":[{%s}]}]}`, nil,
		},
		{
			"match", s.Properties["played"].Items.Properties["matches"].Items, []reflect.Type{reflect.TypeFor[jsonMatch]()},
			`{"played":[{"matches":[{%s}]}]}`, nil,
		},
		{
			"game", s.Properties["played"].Items.Properties["games"].Items, []reflect.Type{reflect.TypeFor[jsonGame]()},
			`{"played":[{"games":[{%s}]}]}`, nil,
		},
	} {
		want := slices.Clone(c.more)
		for _, typ := range c.written {
			for i := range typ.NumField() {
				name, _, _ := strings.Cut(typ.Field(i).Tag.Get("json"), ",")
				want = append(want, name)
			}
		}
		var got []string
		for name := range c.at.Properties {
			got = append(got, name)
			_, _, err := Read(JSON, []byte(fmt.Sprintf(c.wrap, `"`+name+`":null`)))
			if err != nil && strings.Contains(err.Error(), "unknown field") {
				t.Errorf("the reader does not know %s of a %s: %v", name, c.what, err)
			}
			if !strings.Contains(page, "`"+name+"`") && !strings.Contains(page, `"`+name+`":`) &&
				!strings.Contains(page, "."+name+"`") {
				t.Errorf("the page does not describe %s of a %s", name, c.what)
			}
		}
		slices.Sort(got)
		slices.Sort(want)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("fields of a %s: %s", c.what, diff)
		}
	}
	var named []string
	for _, tb := range pairing.TieBreaks() {
		named = append(named, string(tb))
	}
	if got := fmt.Sprint(s.Properties["tie_breaks"].Items.Enum); got != fmt.Sprint(named) {
		t.Errorf("tie-breaks of the schema: %s; want %s", got, named)
	}
	if got := fmt.Sprint(s.Properties["criteria"].Items.Enum); got != fmt.Sprint(pairing.Criteria()) {
		t.Errorf("criteria of the schema: %s", got)
	}
}
