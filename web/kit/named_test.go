package kit_test

import (
	"strings"
	"testing"

	"nzgs/internal/auth"
	"nzgs/internal/members"
	"nzgs/web/kit"
)

// Somebody is meant by number, by the whole name, or by words that only one
// has; anything else is said.
func TestWhoIsNamed(t *testing.T) {
	among := kit.PeopleOf(members.Fold, []kit.Named{
		{Person: 7, Name: "Aroha Tūī"}, {Person: 12, Name: "Aroha Test"}, {Person: 70, Name: "王小明"},
		{Person: 71, Name: "Ana Test-Smith"},
	})
	for typed, want := range map[string]auth.PersonID{
		"7": 7, "007": 7, "aroha tui": 7, "Tūī": 7, "Aroha Test": 12, "Aroha Test (12)": 12, "王小明": 70, "smith": 71,
		" ana ": 71, "": 0,
	} {
		in := kit.NewFilling()
		in.Set("who", typed)
		if got := in.Person("who", among); got != want || in.Refusal(nil) != nil {
			t.Errorf("%q is %d (%v), want %d", typed, got, in.Refusal(nil), want)
		}
	}
	for typed, want := range map[string]string{
		"Aroha": "Several have this name: Aroha Tūī (7), Aroha Test (12)", "8": "No one here", "roha": "No one here",
		"()": "No one here", "0": "No one here",
	} {
		in := kit.NewFilling()
		in.Set("who", typed)
		var page kit.Page
		if got := in.Person("who", among); got != 0 || !page.Invalid(in.Refusal(nil)) ||
			!strings.HasPrefix(page.ErrorOn("who"), want) {
			t.Errorf("%q is %d: %q, want %q", typed, got, page.ErrorOn("who"), want)
		}
	}
}

// Several of the same name: no more are named than a reader takes in.
func TestNotEverybodyOfANameIsNamed(t *testing.T) {
	var list []kit.Named
	for i := range 9 {
		list = append(list, kit.Named{Person: auth.PersonID(i + 1), Name: "Ana " + string(rune('A'+i))})
	}
	_, problem := kit.PeopleOf(members.Fold, list).Find("ana")
	if !strings.HasSuffix(problem, "Ana D (4) and others. Write the member number.") {
		t.Error(problem)
	}
}
