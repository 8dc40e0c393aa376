package web

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/civil"
	"nzgs/internal/governance/constitution"
)

// RulingForm records what the committee ruled on an open question.
type RulingForm struct {
	Page
	Action string
	Rules  RuleText
	Issue  RuleText
	Fields []Field
}

var rulingFormView = newView[RulingForm]("governance/ruling.html")

// questionRulingURL is where a ruling on a question is recorded.
func questionRulingURL(id constitution.QuestionID) string {
	return questionsPath + "/" + string(id) + "/ruling"
}

func questionOf(c echo.Context) (constitution.Question, error) {
	q, known := constitution.QuestionByID(constitution.QuestionID(c.Param("question")))
	if !known {
		return q, apperr.New(apperr.NotFound, "There is no such open question. The register lists them.")
	}
	return q, nil
}

func (s *Server) rulingNew(c echo.Context) error {
	q, err := questionOf(c)
	if err != nil {
		return err
	}
	return s.rulingForm(c, http.StatusOK, q, map[string]string{}, nil)
}

func (s *Server) rulingForm(c echo.Context, status int, q constitution.Question, typed map[string]string, refused error) error {
	page := RulingForm{
		Page:   s.page(c, "Record a ruling: "+q.Title, Crumb{"Constitution", constitutionPath}, Crumb{"Open questions", questionsPath}),
		Action: questionRulingURL(q.ID), Issue: ruleText(q.Issue), Rules: ruleNumbers(q.Rules),
	}
	if refused != nil && !page.invalid(refused) {
		return refused
	}
	reading := Field{Name: "reading", Label: "The committee’s reading", Type: "radios", Required: true}
	for _, r := range q.Readings {
		o := Option{Value: string(r.ID), Label: r.Text, Selected: string(r.ID) == typed["reading"]}
		if r.ByHand {
			o.Hint = "The program cannot follow this reading: people work it out and record it."
		}
		reading.Options = append(reading.Options, o)
	}
	page.Fields = []Field{
		page.field(reading),
		page.field(Field{Name: "meeting", Label: "Day of the committee’s meeting", Hint: "Decisions from this day on follow the ruling.", Type: "date", Value: typed["meeting"], Required: true, Width: "medium"}),
		page.field(Field{Name: "words", Label: "The ruling", Hint: "As it stands in the minutes.", Type: "textarea", Value: typed["words"], Required: true}),
	}
	return rulingFormView.render(c, status, page)
}

func (s *Server) rulingSave(c echo.Context) error {
	q, err := questionOf(c)
	if err != nil {
		return err
	}
	typed := map[string]string{}
	for _, name := range []string{"reading", "meeting", "words"} {
		typed[name] = formText(c, name)
	}
	r := constitution.Ruling{Question: q.ID, Reading: constitution.ReadingID(typed["reading"]), Words: typed["words"]}
	if typed["meeting"] != "" {
		if r.Meeting, err = civil.ParseDate(typed["meeting"]); err != nil {
			r.Meeting = civil.Date{} // the rules ask for a day
		}
	}
	if err := s.governance.RecordRuling(c.Request().Context(), s.actor(c), r); err != nil {
		return s.rulingForm(c, http.StatusUnprocessableEntity, q, typed, err)
	}
	s.flash(c, KindSuccess, "The ruling is recorded.")
	return seeOther(c, questionURL(q.ID))
}

// ruleNumbers lists rules, each with its page.
func ruleNumbers(numbers []string) RuleText {
	var out RuleText
	for i, number := range numbers {
		if i > 0 {
			out = append(out, RulePiece{Text: ", "})
		}
		out = append(out, RulePiece{Text: number, URL: ruleURL(number)})
	}
	return out
}
