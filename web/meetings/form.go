package meetings

import (
	"net/http"
	"net/url"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/governance/meetings"
	"nzgs/internal/members"
	"nzgs/web/kit"
)

// MeetingFormPage is a form about a meeting, with what is to be known before it
// is sent.
type MeetingFormPage struct {
	kit.Page
	Intro    kit.RuleText
	Facts    []kit.Fact
	Findings []kit.Finding
	Conflict *kit.Conflict
	Action   string
	Hidden   []kit.Hidden
	Groups   []kit.FieldGroup
	Submit   string
	Danger   bool // it cannot be undone
	Back     string
}

var meetingFormView = kit.NewView[MeetingFormPage](templates, "form.html")

// show answers with the form, and with what a refusal says beside its fields.
func (p MeetingFormPage) show(c echo.Context, refused error, fields func(p *kit.Page) []kit.FieldGroup) error {
	status := http.StatusOK
	if refused != nil {
		status = http.StatusUnprocessableEntity
		if !p.Invalid(refused) {
			if !p.Conflicting(refused) {
				return refused
			}
			status = http.StatusConflict
		}
	}
	p.Groups = fields(&p.Page)
	return meetingFormView.Render(c, status, p)
}

// nobodyFound is the number of nobody: what was typed names no single person,
// and the service must not take it for "nobody".
const nobodyFound meetings.PersonID = -1

// namedPerson finds the person whom a field names, among those who can be
// meant: by member number, or by words of the name that only one has. An empty
// field is nobody.
func namedPerson(c echo.Context, f *apperr.Fields, name string, among []meetings.Someone) meetings.PersonID {
	found, problem := whoIsNamed(kit.FormText(c, name), among)
	if problem != "" {
		f.Add(name, "%s", problem)
		return nobodyFound
	}
	return found.Person
}

// maxMeant is how many people a problem names who could be meant.
const maxMeant = 4

// whoIsNamed finds a person by number or name; problem says what to do when it
// is not one.
func whoIsNamed(typed string, among []meetings.Someone) (found meetings.Someone, problem string) {
	typed = strings.TrimSpace(typed)
	if typed == "" {
		return meetings.Someone{}, ""
	}
	var matching []meetings.Someone
	words := strings.Fields(members.Fold(typed))
	for _, one := range among {
		folded := members.Fold(one.Name)
		switch {
		case kit.IDText(one.Person) == strings.TrimLeft(typed, "0"), folded == members.Fold(typed), listedName(one) == typed:
			return one, ""
		case len(words) > 0 && hasWords(folded, words):
			matching = append(matching, one)
		}
	}
	switch {
	case len(matching) == 1:
		return matching[0], ""
	case len(matching) == 0:
		return meetings.Someone{}, "No one here has the name or number “" + kit.Shortened(typed, 60) +
			"”. Write the name as it is in the register, or the member number."
	}
	var names []string
	for _, one := range matching[:min(len(matching), maxMeant)] {
		names = append(names, one.Name+" ("+kit.IDText(one.Person)+")")
	}
	more := ""
	if len(matching) > maxMeant {
		more = " and others"
	}
	return meetings.Someone{}, "Several have this name: " + strings.Join(names, ", ") + more + ". Write the member number."
}

// listedName is a person as a form shows who was chosen: name and number.
func listedName(one meetings.Someone) string {
	if one.Person == 0 {
		return ""
	}
	return one.Name + " (" + kit.IDText(one.Person) + ")"
}

// hasWords reports whether each of the words begins a word of a folded name.
func hasWords(folded string, words []string) bool {
	for _, w := range words {
		if !strings.HasPrefix(folded, w) && !strings.Contains(folded, " "+w) {
			return false
		}
	}
	return true
}

// entitledAt are those who may take part in a meeting, by name.
func (s *Desk) entitledAt(c echo.Context, id meetings.ID) ([]meetings.Someone, error) {
	door, err := s.meetings.Door(c.Request().Context(), s.Actor(c), id)
	out := make([]meetings.Someone, len(door))
	for i, e := range door {
		out[i] = e.Someone
	}
	return out, err
}

// personField asks for a person by name or number.
func personField(p *kit.Page, c echo.Context, name, label, hint string, now meetings.Someone) kit.Field {
	value := kit.FormText(c, name)
	if value == "" && c.Request().Method == http.MethodGet {
		value = listedName(now)
	}
	return p.Field(kit.Field{Name: name, Label: label, Hint: hint, Value: value, Autocomplete: "off"})
}

// presentField asks for one of those who are at the meeting.
func presentField(p *kit.Page, c echo.Context, v meetings.View, name, label string, now meetings.PersonID) kit.Field {
	f := p.Field(kit.Field{Name: name, Label: label, Type: "select", Options: []kit.Option{{Label: "Choose"}}})
	chosen := kit.FormText(c, name)
	if chosen == "" && now != 0 {
		chosen = kit.IDText(now)
	}
	for _, one := range v.Attendance {
		if one.Here() && one.Entitled {
			f.Options = append(f.Options, kit.Option{
				Value: kit.IDText(one.Person), Label: one.Name, Selected: kit.IDText(one.Person) == chosen,
			})
		}
	}
	return f
}

// onlyQuery is an address's query of one value.
func onlyQuery(name, value string) string { return url.Values{name: {value}}.Encode() }
