package constitution

import (
	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/governance/constitution"
	"nzgs/web/kit"
)

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

// recordRuling records what the committee ruled on an open question.
func (s *Desk) recordRuling() kit.Form[constitution.Question] {
	return kit.Form[constitution.Question]{
		Site: s.Site, Load: questionOf,
		Show: func(c echo.Context, page *kit.FormPage, q constitution.Question) error {
			page.Page = s.Page(c, "Record a ruling: "+q.Title, constitutionCrumb, questionsCrumb)
			page.Action, page.Submit, page.Back = questionRulingURL(q.ID), "Record the ruling", kit.QuestionsPath
			page.Intro = []kit.RuleText{questionText(q)}
			reading := kit.Field{Name: "reading", Label: "The committee’s reading", Type: "radios", Required: true}
			for _, r := range q.Readings {
				reading.Options = append(reading.Options, kit.Option{Value: string(r.ID), Label: r.Text})
			}
			meeting := kit.DayField(
				"meeting", "Day of the committee’s meeting", "Decisions from this day onwards follow the ruling.",
			)
			meeting.Required = true
			page.Group("", reading, meeting, kit.Field{
				Name: "words", Label: "The ruling", Hint: "As in the minutes.", Type: "textarea", Required: true,
			})
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, q constitution.Question) (kit.Done, error) {
			return kit.Done{To: kit.QuestionURL(q.ID), Message: "The ruling is recorded."}, s.governance.RecordRuling(
				c.Request().Context(), s.Actor(c), constitution.Ruling{
					Question: q.ID, Reading: constitution.ReadingID(in.Text("reading")), Meeting: in.Day("meeting"),
					Words: in.Lines("words"),
				},
			)
		},
	}
}

// questionText is what is open, and the rules that it is about.
func questionText(q constitution.Question) kit.RuleText {
	about := " (rules "
	if len(q.Rules) == 1 {
		about = " (rule "
	}
	out := append(kit.CiteRules(q.Issue), kit.RulePiece{Text: about})
	return append(append(out, ruleNumbers(q.Rules)...), kit.RulePiece{Text: ")"})
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
