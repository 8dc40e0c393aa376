package meetings

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"nzgs/internal/apperr"
	"nzgs/internal/governance/constitution"
)

// Amend gives the constitution with some of its figures changed. The error
// names each figure that is unknown or cannot be so, and each rule whose wording
// cannot.
func Amend(base constitution.Constitution, changes []FigureChange) (constitution.Constitution, error) {
	out := base
	var f apperr.Fields
	for i, c := range changes {
		if slices.ContainsFunc(changes[:i], func(d FigureChange) bool { return d.Name == c.Name }) {
			f.Add(c.Name, "This is changed twice.")
			continue
		}
		if c.Wording() {
			if _, problem := constitution.ReadRule(c.Name, c.Value); problem != "" {
				f.Add(c.Name, "%s", problem)
			} else if len(c.Value) > maxText {
				f.Add(c.Name, "Shorten this to %d characters.", maxText)
			}
			continue
		}
		figures, problems := out.Figures.With(c.Name, c.Value)
		if f = append(f, problems...); len(problems) == 0 {
			out.Figures = figures
		}
	}
	for _, p := range out.Check() {
		if !f.Has(p.Name) {
			f = append(f, p)
		}
	}
	if err := f.Err(); err != nil {
		return base, err
	}
	return out, nil
}

// RuleChange is what a motion makes of the wording of a rule.
type RuleChange struct {
	Rule    string
	Entered bool                 // the wording in force is: without it nothing is known of what goes
	Pieces  []constitution.Piece // of the wording, word by word
}

// RuleChanges says what a change makes of the constitution's wording.
func (r Record) RuleChanges(changes []FigureChange) []RuleChange {
	var out []RuleChange
	for _, c := range changes {
		if !c.Wording() {
			continue
		}
		after, _ := constitution.ReadRule(c.Name, c.Value)
		out = append(out, RuleChange{
			Rule: c.Name, Entered: len(r.facts.wording) > 0,
			Pieces: constitution.CompareWords(r.facts.wording[c.Name].Words(), after.Words()),
		})
	}
	return out
}

// WordingOf is the wording in force of a rule, "" of one without.
func (r Record) WordingOf(rule string) string { return r.facts.wording[rule].Words() }

// amendedWording is what the motions carried under rule 7.2 make of the official
// wording. ok is false when that is not known for certain: the wording in force
// is not entered, or one of the motions does not say what becomes of it.
func (r Record) amendedWording() (out []constitution.Paragraph, ok bool) {
	now := maps.Clone(r.facts.wording)
	for _, m := range r.Motions {
		if m.Kind == constitution.Constitutional && m.State == Carried && !slices.ContainsFunc(
			m.Change, FigureChange.Wording,
		) {
			return nil, false
		}
	}
	for _, c := range r.carriedChanges() {
		if p, problem := constitution.ReadRule(c.Name, c.Value); c.Wording() && problem == "" {
			p.Heading, p.Line = now[c.Name].Heading, now[c.Name].Line
			now[c.Name] = p
		}
	}
	byNumber := func(a, b constitution.Paragraph) int { return constitution.CompareNumbers(a.Number, b.Number) }
	return slices.SortedFunc(maps.Values(now), byNumber), len(r.facts.wording) > 0
}

// Heading says what the pieces are: "Rule 4.2, word by word".
func (c RuleChange) Heading() string {
	if !c.Entered {
		return "Rule " + c.Rule + " would read; its wording in force is not entered, so what goes is not shown"
	}
	return "Rule " + c.Rule + ", word by word"
}

// Text is the change in plain text: "[out: Ten] [in: Twelve] shall suffice."
func (c RuleChange) Text() string {
	if c.Entered {
		return constitution.MarkedWords(c.Pieces)
	}
	var b strings.Builder
	for _, p := range c.Pieces {
		b.WriteString(p.Text)
	}
	return b.String()
}

// ChangeTexts says what a change makes of the figures of the constitution that
// the meeting is held by.
func (r Record) ChangeTexts(changes []FigureChange) []string {
	figures := r.Constitution.Figures
	for _, c := range changes {
		if set, problems := figures.With(c.Name, c.Value); len(problems) == 0 {
			figures = set
		}
	}
	return r.Constitution.Figures.Changes(figures)
}

// asWritten is a change as people read it, whichever way it is stored: "31
// March". What cannot be read stays as it is.
func asWritten(base constitution.Constitution, changes []FigureChange) []FigureChange {
	if changes == nil {
		return nil
	}
	out := slices.Clone(changes)
	for i, c := range out {
		if set, problems := base.Figures.With(c.Name, c.Value); len(problems) == 0 {
			list := set.List()
			at := slices.IndexFunc(list, func(f constitution.Figure) bool { return f.Name == c.Name })
			out[i].Value = list[at].Value
		}
	}
	return out
}

// merged are the changes of several motions in their order; of two that set
// one figure the later stands.
func merged(lists ...[]FigureChange) []FigureChange {
	var out []FigureChange
	for _, list := range lists {
		for _, c := range list {
			out = slices.DeleteFunc(out, func(d FigureChange) bool { return d.Name == c.Name })
			out = append(out, c)
		}
	}
	return out
}

// carriedChanges are the figures that the motions carried under rule 7.2 set.
func (r Record) carriedChanges() []FigureChange {
	var lists [][]FigureChange
	for _, m := range r.Motions {
		if m.Kind == constitution.Constitutional && m.State == Carried {
			lists = append(lists, m.Change)
		}
	}
	return merged(lists...)
}

// version is what the motions carried under rule 7.2 make of the constitution
// from the end of the meeting; ok is false when none was.
func (r Record) version() (c constitution.Constitution, motion string, ok bool, err error) {
	var titles, ids []string
	for _, m := range r.Motions {
		if m.Kind == constitution.Constitutional && m.State == Carried {
			titles = append(titles, fmt.Sprintf("motion %d, %s", m.Number, m.Title))
			ids = append(ids, fmt.Sprintf("motion:%d", m.ID))
		}
	}
	if ids == nil {
		return c, "", false, nil
	}
	if c, err = Amend(r.Constitution, r.carriedChanges()); err != nil {
		return c, "", false, err
	}
	c.Meeting = r.Day() // of an adjourned one the last: what is carried has effect from the meeting's end
	c.From, _ = r.Constitution.AmendmentEffect(c.Meeting)
	c.AdoptedBy = shortened(r.Meeting.Title()+": "+strings.Join(titles, "; "), maxAdoptedBy)
	return c, strings.Join(ids, " "), true, nil
}

// maxAdoptedBy is how much of a resolution a version names.
const maxAdoptedBy = 500

// shortened is a text of at most so many characters.
func shortened(s string, most int) string {
	runes := []rune(s)
	if len(runes) <= most {
		return s
	}
	return string(runes[:most-1]) + "…"
}
