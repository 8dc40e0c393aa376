package constitution

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/civil"
	"nzgs/internal/governance/constitution"
	"nzgs/web/kit"
)

// RulingForm records what the committee ruled on an open question.
type RulingForm struct {
	kit.Page
	Action string
	Rules  kit.RuleText
	Issue  kit.RuleText
	Fields []kit.Field
}

var rulingFormView = kit.NewView[RulingForm](templates, "governance/ruling.html")

// questionRulingURL is where a ruling on a question is recorded.
func questionRulingURL(id constitution.QuestionID) string {
	return kit.QuestionsPath + "/" + string(id) + "/ruling"
}

func questionOf(c echo.Context) (constitution.Question, error) {
	q, known := constitution.QuestionByID(constitution.QuestionID(c.Param("question")))
	if !known {
		return q, apperr.New(apperr.NotFound, "Open question not found. See the register of open questions.")
	}
	return q, nil
}

func (s *Desk) rulingNew(c echo.Context) error {
	q, err := questionOf(c)
	if err != nil {
		return err
	}
	return s.rulingForm(c, http.StatusOK, q, map[string]string{}, nil)
}

func (s *Desk) rulingForm(
	c echo.Context, status int, q constitution.Question, typed map[string]string, refused error,
) error {
	page := RulingForm{
		Page: s.Page(
			c, "Record a ruling: "+q.Title, kit.Crumb{Label: "Constitution", URL: kit.ConstitutionPath},
			kit.Crumb{Label: "Open questions", URL: kit.QuestionsPath},
		),
		Action: questionRulingURL(q.ID), Issue: kit.CiteRules(q.Issue), Rules: ruleNumbers(q.Rules),
	}
	if refused != nil && !page.Invalid(refused) {
		return refused
	}
	reading := kit.Field{Name: "reading", Label: "The committee’s reading", Type: "radios", Required: true}
	for _, r := range q.Readings {
		reading.Options = append(reading.Options, kit.Option{
			Value: string(r.ID), Label: r.Text, Selected: string(r.ID) == typed["reading"],
		})
	}
	page.Fields = []kit.Field{
		page.Field(reading),
		page.Field(kit.Field{
			Name: "meeting", Label: "Day of the committee’s meeting", Hint: "Decisions from this day onwards follow the ruling.",
			Type: "date", Value: typed["meeting"], Required: true, Width: "medium",
		}),
		page.Field(kit.Field{
			Name: "words", Label: "The ruling", Hint: "As in the minutes.", Type: "textarea", Value: typed["words"],
			Required: true,
		}),
	}
	return rulingFormView.Render(c, status, page)
}

func (s *Desk) rulingSave(c echo.Context) error {
	q, err := questionOf(c)
	if err != nil {
		return err
	}
	typed := map[string]string{}
	for _, name := range []string{"reading", "meeting", "words"} {
		typed[name] = kit.FormText(c, name)
	}
	r := constitution.Ruling{Question: q.ID, Reading: constitution.ReadingID(typed["reading"]), Words: typed["words"]}
	if typed["meeting"] != "" {
		if r.Meeting, err = civil.ParseDate(typed["meeting"]); err != nil {
			r.Meeting = civil.Date{} // the rules ask for a day
		}
	}
	if err := s.governance.RecordRuling(c.Request().Context(), s.Actor(c), r); err != nil {
		return s.rulingForm(c, http.StatusUnprocessableEntity, q, typed, err)
	}
	s.Flash(c, kit.KindSuccess, "The ruling is recorded.")
	return kit.SeeOther(c, kit.QuestionURL(q.ID))
}

// ruleNumbers lists rules, each with its page.
func ruleNumbers(numbers []string) kit.RuleText {
	var out kit.RuleText
	for i, number := range numbers {
		if i > 0 {
			out = append(out, kit.RulePiece{Text: ", "})
		}
		out = append(out, kit.RulePiece{Text: number, URL: kit.RuleURL(number)})
	}
	return out
}
