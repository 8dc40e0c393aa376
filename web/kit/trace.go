package kit

import (
	"strings"

	"nzgs/internal/governance/constitution"
)

// readingBegins begins the line of a trace that names an open question.
const readingBegins = "Reading applied to open question "

// ReadingLine says which reading a result rests on, as a line of its trace:
// "Reading applied to open question 4.15-tie, as the committee ruled on 5 March
// 2026: Only another ballot breaks it."
func ReadingLine(u constitution.Used) string { return readingBegins + ReadingText(u) }

// ReadingText names the open question, the committee's ruling where there is
// one, and the reading.
func ReadingText(u constitution.Used) string {
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
	return RuleText{{Text: readingBegins}, {Text: rest[:end], URL: QuestionURL(id)}, {Text: rest[end:]}}, true
}

// Sentence is the trace's text with the rules it cites.
func (t Trace) Sentence() RuleText { return t.cited(t.Text) }

// Steps are the trace's lines with the rules they cite.
func (t Trace) Steps() []RuleText {
	out := make([]RuleText, len(t.Lines))
	for i, line := range t.Lines {
		out[i] = t.cited(line)
	}
	return out
}

// cited finds rules only in what follows from the constitution: a rating's
// arithmetic has numbers of its own.
func (t Trace) cited(text string) RuleText {
	if t.RuleURL == "" {
		return RuleText{{Text: text}}
	}
	if cited, ok := questionCited(text); ok {
		return cited
	}
	return CiteRules(text)
}

// RuleTrace is a figure with the arithmetic that the constitution gives it.
func RuleTrace(value string, t constitution.Trace) Trace {
	out := Trace{Value: value, Text: t.Text}
	if t.Rule != "" {
		out.Rule, out.RuleURL = "Rule "+t.Rule, KnownRuleURL(t.Rule)
	}
	if t.Text != "" {
		out.Lines = toldLines(t)
		return out
	}
	for _, step := range t.Steps {
		out.Lines = append(out.Lines, step.String())
	}
	if t.Outcome != "" {
		out.Lines = append(out.Lines, Capital(t.Outcome))
	}
	for _, used := range t.Readings {
		out.Lines = append(out.Lines, ReadingLine(used))
	}
	return out
}

// GameTerms is how a game is played, wherever it stands (partial "game-terms"): it opens to the arithmetic of its
// handicap, or has it beside it in a line where no one can press.
type GameTerms struct {
	Text  string   // "3 stones", "Even game, komi 7"
	Lines []string // the arithmetic, a step a line; none where there is nothing to tell
	Short string   // the same in a line
}

// Plain has the arithmetic in a line, for walls.
func (g GameTerms) Plain() GameTerms {
	g.Lines = nil
	return g
}

// Trace opens to the arithmetic.
func (g GameTerms) Trace() *Trace {
	if len(g.Lines) == 0 {
		return nil
	}
	return &Trace{Value: g.Text, Rule: "Handicap", Lines: g.Lines}
}

// Fact is a line of a summary.
func (g GameTerms) Fact(label string) Fact {
	return Fact{Label: label, Value: g.Text, Trace: g.Trace()}
}

// toldLines are the lines of a trace that says its rule in a sentence and is of
// its figure: the steps need no rule, and the figure is the outcome.
func toldLines(t constitution.Trace) []string {
	out := t.Lines()
	if read := t.ReadingsTold(); read != "" {
		out = append(out, read)
	}
	if !t.Amended.IsZero() {
		out = append(out, "Under the constitution as amended on "+t.Amended.Long()+".")
	}
	return out
}
