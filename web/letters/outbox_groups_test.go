package letters

import (
	"fmt"
	"testing"

	"nzgs/internal/mail"
)

// What failed is on top, mailings about one thing are one row that opens to them, and every mailing and every letter is
// there once, whatever they are called.
func TestTheOutboxGroupsMailings(t *testing.T) {
	list := []mail.Batch{
		{Key: "f", Purpose: "A fee is overdue", Letters: 2, Failed: 1},
		{Key: "a", Purpose: "Weekly, round 2: your game with A", Letters: 1, Waiting: 1},
		{Key: "b", Purpose: "Weekly, round 2: your game with B", Letters: 2, Waiting: 1, Left: 1},
		{Key: "c", Purpose: "Weekly, round 2", Letters: 1, Waiting: 1},
		{Key: "d", Purpose: "Weekly, round 1: play C", Letters: 1},
		{Key: "e", Purpose: ": odd", Letters: 1},
	}
	groups := batchGroups(list)
	var got []string
	letters, keys := 0, map[string]bool{}
	for _, g := range groups {
		for _, r := range g.Rows {
			got = append(got, fmt.Sprintf("%s: %s, %d letters, %d sent, %d parts", g.Title, r.Purpose, r.Letters, r.Sent, len(r.Parts)))
			letters += r.Letters
			if len(r.Parts) == 0 {
				keys[r.URL] = true
			}
			for _, p := range r.Parts {
				keys[p.URL] = true
			}
		}
	}
	want := []string{
		"Something failed: A fee is overdue, 2 letters, 1 sent, 0 parts",
		"Waiting: Weekly, round 2, 3 letters, 0 sent, 2 parts",
		"Waiting: Weekly, round 2, 1 letters, 0 sent, 0 parts",
		"Settled: Weekly, round 1: play C, 1 letters, 1 sent, 0 parts",
		"Settled: : odd, 1 letters, 1 sent, 0 parts",
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	if letters != 8 || len(keys) != len(list) {
		t.Errorf("%d letters in %d mailings are shown, want 8 in %d", letters, len(keys), len(list))
	}
	if batchGroups(nil) != nil {
		t.Error("of nothing there is something")
	}
}
