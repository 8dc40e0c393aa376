package web

import (
	"strings"

	"nzgs/internal/governance/constitution"
)

// readingBegins begins the line of a trace that names an open question.
const readingBegins = "Reading applied to open question "

// readingLine says which reading a result rests on, as a line of its trace:
// "Reading applied to open question 4.15-tie, as the committee ruled on 5 March
// 2026: Only another ballot breaks it."
func readingLine(u constitution.Used) string { return readingBegins + readingText(u) }

// readingText names the open question, the committee's ruling where there is
// one, and the reading.
func readingText(u constitution.Used) string {
	out := string(u.Question)
	if !u.Ruled.IsZero() {
		out += ", as the committee ruled on " + u.Ruled.Long()
	}
	return out + ": " + u.Text()
}

// questionCited leads from the question that such a line names to the register
// of open questions; ok is false of every other line.
func questionCited(line string) (cited RuleText, ok bool) {
	rest, ok := strings.CutPrefix(line, readingBegins)
	end := strings.IndexAny(rest, ",:")
	if !ok || end < 0 {
		return nil, false
	}
	id := constitution.QuestionID(rest[:end])
	if _, known := constitution.QuestionByID(id); !known {
		return nil, false
	}
	return RuleText{{Text: readingBegins}, {Text: rest[:end], URL: questionURL(id)}, {Text: rest[end:]}}, true
}
