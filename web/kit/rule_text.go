package kit

import (
	"regexp"
	"strings"

	"nzgs/internal/governance/constitution"
)

// RuleText is a text in which every rule of the constitution that it cites
// leads to the rule's page (partial "rule-ref").
type RuleText []RulePiece

// RulePiece is a stretch of a RuleText; URL is "" of plain words.
type RulePiece struct{ Text, URL string }

var (
	// "Rule 2.2", "rules 7.1 and 7.2", "(4.16)", "(4.1, 4.5)".
	citation   = regexp.MustCompile(`(?:\b[Rr]ules? |\()([1-9]\.[1-9][0-9]?(?:(?:, | and | or | to )[1-9]\.[1-9][0-9]?)*)`)
	ruleNumber = regexp.MustCompile(`[1-9]\.[1-9][0-9]?`)
)

// CiteRules finds the rules that a text cites. A number in brackets is a
// citation only when nothing else is in them: "(2.5 stones)" is none.
func CiteRules(text string) RuleText {
	if text != "" && !mayCite(text) {
		return RuleText{{Text: text}}
	}
	var out RuleText
	from := 0
	add := func(to int) {
		if to > from {
			out = append(out, RulePiece{Text: text[from:to]})
		}
	}
	for _, m := range citation.FindAllStringSubmatchIndex(text, -1) {
		if followed := text[m[1]:]; text[m[0]] == '(' && (followed == "" || followed[0] != ')') || startsFraction(followed) {
			continue
		}
		for _, n := range ruleNumber.FindAllStringIndex(text[m[2]:m[3]], -1) {
			start, end := m[2]+n[0], m[2]+n[1]
			url := KnownRuleURL(text[start:end])
			if url == "" {
				continue
			}
			add(start)
			out = append(out, RulePiece{Text: text[start:end], URL: url})
			from = end
		}
	}
	add(len(text))
	return out
}

// mayCite rules out the many texts in which nothing stands before a number; the
// expression takes a hundred times as long to find that out.
func mayCite(text string) bool {
	for i := 1; i+1 < len(text); i++ {
		if text[i+1] != '.' || text[i] < '1' || text[i] > '9' {
			continue
		}
		if text[i-1] == '(' || text[i-1] == ' ' && i > 1 && (text[i-2] == 'e' || text[i-2] == 's') {
			return true
		}
	}
	return false
}

// startsFraction reports whether a number goes on: "rule 2.345" cites nothing.
func startsFraction(s string) bool {
	return s != "" && s[0] >= '0' && s[0] <= '9' || len(s) > 1 && s[0] == '.' && s[1] >= '0' && s[1] <= '9'
}

// KnownRuleURL is the page of a rule that the program knows, or "".
func KnownRuleURL(number string) string {
	if constitution.HasRule(number) {
		return RuleURL(number)
	}
	return ""
}

// Ruled is a text with the rule that it rests on.
func Ruled(text, rule string) RuleText { return CiteRules(Citing(text, rule)) }

// Citing is a text that names the rule it rests on, before its full stop; once,
// where arithmetic in it names the rule already.
func Citing(text, rule string) string {
	text = WithoutReading(text)
	if rule == "" || strings.Contains(text, "("+rule+")") {
		return text
	}
	sentence, stopped := strings.CutSuffix(text, ".")
	sentence += " (Rule " + rule + ")"
	if stopped {
		sentence += "."
	}
	return sentence
}

// theReading is what a trace says of the reading it applies; a link to the
// question says more.
var theReading = regexp.MustCompile(` \[reading [^\]]*\]`)

func WithoutReading(trace string) string { return theReading.ReplaceAllString(trace, "") }

// WordChange is what becomes of the wording of a rule, word by word (partial
// "word-changes").
type WordChange struct {
	Heading RuleText
	Pieces  []constitution.Piece
}
