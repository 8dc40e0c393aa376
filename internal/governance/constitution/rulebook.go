package constitution

import (
	"regexp"
	"slices"
	"strings"
)

// Rule is a rule of the constitution in our own words. The official wording is
// data that the society enters.
type Rule struct {
	Number  string // "4.16"
	Title   string
	Summary string // in one line, with the figures of a version
	Applied string // what the program does with it; "" where nothing is computed
}

// Part is a chapter of the constitution.
type Part struct {
	Number string // "4"
	Title  string
}

// Parts are the chapters, in order.
func Parts() []Part {
	return []Part{
		{"1", "Name and purpose"}, {"2", "Members and clubs"}, {"3", "Officers, money and seal"},
		{"4", "Annual general meeting"}, {"5", "Extraordinary general meeting and postal vote"}, {"6", "Committee"},
		{"7", "Amendments"},
	}
}

// Part is the number of the chapter that the rule stands in.
func (r Rule) Part() string { part, _, _ := strings.Cut(r.Number, "."); return part }

// Rules are all rules in the document's order, with this version's figures.
func (c Constitution) Rules() []Rule {
	fill := c.filler()
	out := make([]Rule, len(rulebook))
	for i, r := range rulebook {
		r.Summary, r.Applied = fill(r.Summary), fill(r.Applied)
		out[i] = r
	}
	return out
}

// HasRule reports whether the program knows a rule, in whatever version.
func HasRule(number string) bool {
	return slices.ContainsFunc(rulebook, func(r Rule) bool { return r.Number == number })
}

// Rule finds a rule by its number, with this version's figures.
func (c Constitution) Rule(number string) (Rule, bool) {
	i := slices.IndexFunc(rulebook, func(r Rule) bool { return r.Number == number })
	if i < 0 {
		return Rule{}, false
	}
	r, fill := rulebook[i], c.filler()
	r.Summary, r.Applied = fill(r.Summary), fill(r.Applied)
	return r, true
}

// FiguresOf are the figures that stand in a rule.
func (c Constitution) FiguresOf(number string) []Figure {
	var out []Figure
	for _, f := range c.Figures.List() {
		if f.Rule == number {
			out = append(out, f)
		}
	}
	return out
}

var placeholder = regexp.MustCompile(`\{[a-z_]+\}`)

// filler puts this version's figures into a text: {quorum} is 10. {year_ends}
// is the last day of the subscription year.
func (c Constitution) filler() func(string) string {
	return func(text string) string {
		return placeholder.ReplaceAllStringFunc(text, func(name string) string {
			if name == "{year_ends}" {
				last := c.Last(2000)
				return MonthDay{last.Month(), last.Day()}.String()
			}
			i := slices.IndexFunc(figureList, func(f figure) bool { return "{"+f.name+"}" == name })
			if i < 0 {
				return name
			}
			return figureList[i].value(&c.Figures)
		})
	}
}
