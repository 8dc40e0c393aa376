package governance

import (
	"slices"

	"nzgs/internal/governance/constitution"
)

// WordingChangeKind says what becomes of a rule's wording.
type WordingChangeKind string

// The kinds of change.
const (
	WordingAdded   WordingChangeKind = "added"
	WordingChanged WordingChangeKind = "changed"
	WordingRemoved WordingChangeKind = "removed"
)

// WordingChange is a rule whose wording differs between two texts. Before is
// empty of one that was added, After of one that was removed.
type WordingChange struct {
	Number        string // "4.16"
	Kind          WordingChangeKind
	Before, After constitution.Paragraph
}

// CompareWording gives the rules whose wording differs, in the document's
// order. On which line of a file a rule stands makes no difference.
func CompareWording(before, after []constitution.Paragraph) []WordingChange {
	old := make(map[string]constitution.Paragraph, len(before))
	for _, p := range before {
		old[p.Number] = p
	}
	var out []WordingChange
	for _, p := range after {
		was, found := old[p.Number]
		switch {
		case !found:
			out = append(out, WordingChange{Number: p.Number, Kind: WordingAdded, After: p})
		case !sameWords(was, p):
			out = append(out, WordingChange{p.Number, WordingChanged, was, p})
		}
		delete(old, p.Number)
	}
	for number, p := range old {
		out = append(out, WordingChange{Number: number, Kind: WordingRemoved, Before: p})
	}
	slices.SortFunc(out, func(a, b WordingChange) int { return constitution.CompareNumbers(a.Number, b.Number) })
	return out
}

func sameWords(a, b constitution.Paragraph) bool {
	return a.Heading == b.Heading && a.Text == b.Text && slices.Equal(a.Items, b.Items)
}
