package formats

import (
	"strings"
	"testing"
)

const siteOpen = `{"system":"swiss","rounds":2,"players":[{"id":"a","name":"Al A","rating":1},{"id":"b","name":"Bo B","rating":2}]}`

// What the site answers with at /events/NAME.json is an event file: of its only section, or of the one that is named.
func TestAnEventOfTheSite(t *testing.T) {
	handicap := strings.Replace(siteOpen, `"swiss"`, `"roundrobin"`, 1)
	one := `{"name":"Congress","sections":[{"name":"Open","address":"open","players":[],` + "\n" + `"event_file":` + siteOpen + `}]}`
	two := `{"name":"Congress","sections":[{"name":"Open","address":"open","event_file":` + siteOpen +
		`},{"name":"Handicap","address":"hc","event_file":` + handicap + `}]}`
	for _, tt := range []struct{ name, data, section, system, says string }{
		{"the only section", one, "", "swiss", ""},
		{"by name", two, "handicap", "roundrobin", ""},
		{"by address", two, "HC", "roundrobin", ""},
		{"our own file", siteOpen, "", "swiss", ""},
		{"which of two", two, "", "", "several sections, Open and Handicap"},
		{"none of that name", two, "Teams", "", `no section "Teams"; there is Open and Handicap`},
		{"a section of a file", siteOpen, "Open", "", "one section"},
		{"none with players", `{"name":"x","sections":[{"name":"event_file","event_file":null}]}`, "Open", "", "no section of it"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			data, err := Section([]byte(tt.data), tt.section)
			if tt.says != "" {
				if err == nil || !strings.Contains(err.Error(), tt.says) {
					t.Fatalf("refused as %v, want %q", err, tt.says)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			f, _, err := Read(JSON, data)
			if err != nil || string(f.Event.System) != tt.system {
				t.Errorf("read as %+v, %v", f, err)
			}
		})
	}
	f, _, err := Read(JSON, []byte(one))
	if err != nil || len(f.Event.Players) != 2 {
		t.Errorf("read without choosing: %v", err)
	}
	_, _, err = Read(JSON, []byte(strings.Replace(one, `"rating":2`, `"rating":"two"`, 1)))
	if err == nil || !strings.Contains(err.Error(), "line 2") {
		t.Errorf("an error in it is at %v, want line 2", err)
	}
}
