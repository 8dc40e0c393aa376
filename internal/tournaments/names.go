package tournaments

import (
	"regexp"
	"strconv"
	"strings"
)

// Texts that explain a draw or a tie-break are made once and kept, but names
// are not: a player may choose an alias for public pages at any time. Package
// pairing is therefore given marks for names, and every text it makes is read
// with the names of the moment.

// nameMark stands for the name of an entry, or of a team, in a kept text.
func nameMark(id EntryID) string { return "⟦" + strconv.FormatInt(int64(id), 10) + "⟧" }

var nameMarks = regexp.MustCompile(`⟦-?\d+⟧`)

// withNames puts names in place of the marks.
func withNames(text string, name func(EntryID) string) string {
	if !strings.Contains(text, "⟦") {
		return text
	}
	return nameMarks.ReplaceAllStringFunc(text, func(mark string) string {
		id, _ := strconv.ParseInt(strings.Trim(mark, "⟦⟧"), 10, 64) // as matched
		return name(EntryID(id))
	})
}

// startsWithMark reports whether a kept text is about that entry.
func startsWithMark(text string, id EntryID) bool { return strings.HasPrefix(text, nameMark(id)+" ") }
