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
		{Person: 71, Name: "Ana Test-Smith"}, {Person: 72, Name: "דוד"},
	})
	for typed, want := range map[string]auth.PersonID{
		"7": 7, "007": 7, "aroha tui": 7, "Tūī": 7, "Aroha Test": 12, "Aroha Test (12)": 12, "王小明": 70, "smith": 71,
		" ana ": 71, "": 0, "\u2068דוד\u2069 (72)": 72, "דוד": 72,
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

// TestTwoOfOneNameAreNotTakenForEachOther: a whole name that two people have is
// neither of them until a member number says which.
func TestTwoOfOneNameAreNotTakenForEachOther(t *testing.T) {
	among := kit.PeopleOf(members.Fold, []kit.Named{
		{Person: 3, Name: "Ana Tūī"}, {Person: 4, Name: "Mere Tui-Ana"}, {Person: 5, Name: "Ana Tui"}, {Person: 6, Name: "Mere Kea"},
	})
	found, problem := among.Find("ana tui")
	if found.Person != 0 || problem != "Several have this name: Ana Tūī (3), Ana Tui (5). Write the member number." {
		t.Errorf("%v: %q", found, problem)
	}
	for i, label := range among.Names() {
		if found, problem := among.Find(label); problem != "" || found.Person != auth.PersonID(i+3) {
			t.Errorf("%q finds %v: %q", label, found, problem)
		}
	}
	if got := strings.Join(among.Names(), ", "); got != "Ana Tūī (3), Mere Tui-Ana, Ana Tui (5), Mere Kea" {
		t.Error(got)
	}
}
