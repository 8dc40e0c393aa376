package society

import (
	"slices"
	"strings"

	"nzgs/internal/governance/constitution"
	"nzgs/internal/members"
)

// SpanLine is a stretch with or without membership.
type SpanLine struct {
	Text string
	Gap  bool
	Late string // the days on which it was renewed after a year had begun, or ""
}

// renewedLate is how many months a renewal may come after the year began to be one that was late, and not a new beginning.
const renewedLate = 3

// spanLines are the stretches of somebody's membership, the newest first. A club's list and fee often come some days into
// the year: those days stand with the stretch that they interrupt.
func spanLines(rules constitution.Constitution, spans []members.Span) []SpanLine {
	var lines []SpanLine
	for i := 0; i < len(spans); i++ {
		from, to := spans[i].From, spans[i].To
		var late []string
		for ; !spans[i].Gap && i+2 < len(spans) && onlyLate(rules, spans[i+1]); i += 2 {
			to = spans[i+2].To
			late = append(late, spans[i+1].To.AddDays(1).Long())
		}
		line := SpanLine{Text: from.Long() + " – " + to.Long(), Gap: spans[i].Gap}
		if len(late) > 0 {
			slices.Reverse(late)
			line.Late = "Renewed after the year had begun, on " + strings.Join(late, ", ") +
				": not registered on the days of the year before."
		}
		lines = append(lines, line)
	}
	slices.Reverse(lines)
	return lines
}

// onlyLate reports whether a gap is that a renewal came after the year had begun.
func onlyLate(rules constitution.Constitution, gap members.Span) bool {
	first := rules.First(rules.YearOf(gap.From))
	return gap.From == first && gap.To.Before(first.AddMonths(renewedLate))
}
