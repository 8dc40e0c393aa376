package constitution

import (
	"slices"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/civil"
	"nzgs/internal/governance"
	"nzgs/internal/governance/constitution"
	"nzgs/web/kit"
)

// RulePage is everything that is known of a rule on a day.
type RulePage struct {
	kit.Page
	On         OnDay
	Summary    kit.RuleText
	Wording    *RuleWording // nil: not entered
	Applied    kit.RuleText // what the program does with it
	Figures    []constitution.Figure
	Questions  []QuestionCard
	Prev, Next *kit.Link
}

// RuleWording is the official wording of a rule.
type RuleWording struct {
	Text     string
	Lettered bool
	Items    []constitution.Point
}

// QuestionCard is an open question as people read it.
type QuestionCard struct {
	ID, Title, URL string
	Rules          kit.RuleText
	Several        bool // rules, not one
	Issue          kit.RuleText
	Readings       []ReadingLine
	Ruling         *RulingLine // the one that holds; nil: none
	Earlier        []RulingLine
	RuleOnIt       string // where a ruling is recorded, or ""
}

// ReadingLine is one way to read the text.
type ReadingLine struct {
	Text    string
	Applied bool
}

// RulingLine is a ruling of the committee.
type RulingLine struct{ Meeting, Reading, Words, Recorded string }

var ruleView = kit.NewView[RulePage](templates, "governance/rule.html")

func (s *Desk) constitutionRule(c echo.Context) error {
	number := c.Param("number")
	page := RulePage{Page: s.Page(c, "Rule", constitutionCrumb)}
	day := s.onDay(c, &page.Page, &page.On)
	rules, err := s.governance.Rules(c.Request().Context(), day)
	if err != nil {
		return err
	}
	at := slices.IndexFunc(rules, func(r governance.Rule) bool { return r.Number == number })
	if at < 0 {
		return apperr.New(
			apperr.NotFound, "The constitution had no rule with this number on %s. See the list of rules on its page.",
			day.Long(),
		)
	}
	r := rules[at]
	page.Title = ruleName(r)
	page.Summary, page.Applied, page.Figures = kit.CiteRules(summaryOf(r)), kit.CiteRules(r.Applied), r.Figures
	if r.Worded() {
		page.Wording = &RuleWording{
			Text: r.Wording.Text, Items: r.Wording.Items, Lettered: len(r.Wording.Items) > 0 && r.Wording.Items[0].Label != "",
		}
	}
	for _, q := range r.Questions {
		page.Questions = append(page.Questions, questionCard(q))
	}
	if at > 0 {
		page.Prev = s.ruleLink(rules[at-1], day)
	}
	if at+1 < len(rules) {
		page.Next = s.ruleLink(rules[at+1], day)
	}
	return ruleView.Render(c, page.Status(), page)
}

// ruleName is "Rule 4.2: Quorum".
func ruleName(r governance.Rule) string {
	if r.Title == "" {
		return "Rule " + r.Number
	}
	return "Rule " + r.Number + ": " + r.Title
}

func (s *Desk) ruleLink(r governance.Rule, day civil.Date) *kit.Link {
	return &kit.Link{Label: ruleName(r), URL: kit.RuleURL(r.Number) + s.onQuery(day)}
}

func questionCard(q governance.Question) QuestionCard {
	applied, ruled := q.Applied()
	card := QuestionCard{
		ID: string(q.ID), Title: q.Title, URL: kit.QuestionURL(q.ID), Issue: kit.CiteRules(q.Issue),
		Rules: ruleNumbers(q.Rules), Several: len(q.Rules) > 1,
	}
	texts := map[constitution.ReadingID]string{}
	for _, r := range q.Readings {
		texts[r.ID] = r.Text
		card.Readings = append(card.Readings, ReadingLine{Text: r.Text, Applied: r.ID == applied.ID})
	}
	for i, r := range q.Rulings {
		line := RulingLine{
			Meeting: r.Meeting.Long(), Reading: texts[r.Reading], Words: r.Words,
			Recorded: r.RecordedAt.Date().Long() + " by " + r.RecordedBy,
		}
		if i == 0 && ruled {
			card.Ruling = &line
			continue
		}
		card.Earlier = append(card.Earlier, line)
	}
	return card
}
