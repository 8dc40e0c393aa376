package governance

import (
	"context"
	"slices"

	"nzgs/internal/apperr"
	"nzgs/internal/civil"
	"nzgs/internal/governance/constitution"
)

// Rule is what is known of a rule on a day. A rule that an amendment added and
// that the program does not know has a number and its wording only.
type Rule struct {
	constitution.Rule
	Wording   constitution.Paragraph // without a number until it was imported
	Figures   []constitution.Figure
	Questions []Question // with the rulings that were made by the day
}

// Worded reports whether the rule's official wording was imported.
func (r Rule) Worded() bool { return r.Wording.Number != "" }

// Rules is what is known of every rule on a day, in the document's order.
func (s *Service) Rules(ctx context.Context, day civil.Date) ([]Rule, error) {
	c, err := s.On(ctx, s.db, day)
	if err != nil {
		return nil, err
	}
	paragraphs, err := s.Wording(ctx, day)
	if err != nil {
		return nil, err
	}
	questions, err := s.questionsOn(ctx, day)
	if err != nil {
		return nil, err
	}
	worded := make(map[string]constitution.Paragraph, len(paragraphs))
	for _, p := range paragraphs {
		worded[p.Number] = p
	}
	var out []Rule
	for _, r := range c.Rules() {
		out = append(out, Rule{
			Rule: r, Wording: worded[r.Number], Figures: c.FiguresOf(r.Number), Questions: about(questions, r.Number),
		})
		delete(worded, r.Number)
	}
	for number, p := range worded {
		out = append(out, Rule{Rule: constitution.Rule{Number: number, Title: p.Heading}, Wording: p})
	}
	slices.SortFunc(out, func(a, b Rule) int { return constitution.CompareNumbers(a.Number, b.Number) })
	return out, nil
}

// Rule gives what is known of a rule on a day.
func (s *Service) Rule(ctx context.Context, number string, day civil.Date) (Rule, error) {
	rules, err := s.Rules(ctx, day)
	if err != nil {
		return Rule{}, err
	}
	for _, r := range rules {
		if r.Number == number {
			return r, nil
		}
	}
	return Rule{}, apperr.New(apperr.NotFound, "The constitution has no rule %s on %s.", number, day.Long())
}

// questionsOn is the register with the rulings made by a day.
func (s *Service) questionsOn(ctx context.Context, day civil.Date) ([]Question, error) {
	all, err := s.Questions(ctx)
	for i := range all {
		all[i].Rulings = slices.DeleteFunc(all[i].Rulings, func(r Ruling) bool { return r.Meeting.After(day) })
	}
	return all, err
}

func about(all []Question, rule string) []Question {
	var out []Question
	for _, q := range all {
		if slices.Contains(q.Rules, rule) {
			out = append(out, q)
		}
	}
	return out
}
