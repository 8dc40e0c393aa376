package constitution

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"nzgs/internal/auth"
	"nzgs/web/kit"
)

// QuestionsPage is the register of open questions.
type QuestionsPage struct {
	kit.Page
	Count     string
	Questions []QuestionCard
}

var questionsCrumb = kit.Crumb{Label: "Open questions", URL: kit.QuestionsPath}

var questionsView = kit.NewView[QuestionsPage](templates, "governance/questions.html")

func (s *Desk) constitutionQuestions(c echo.Context) error {
	questions, err := s.governance.Questions(c.Request().Context())
	if err != nil {
		return err
	}
	page := QuestionsPage{
		Page: s.Page(c, "Open questions of the constitution", constitutionCrumb),
	}
	keeper := auth.Can(s.Actor(c), auth.ManageConstitution, auth.Object{}, s.Today())
	ruled := 0
	for _, q := range questions {
		card := questionCard(q)
		if keeper {
			card.RuleOnIt = questionRulingURL(q.ID)
		}
		if card.Ruling != nil {
			ruled++
		}
		page.Questions = append(page.Questions, card)
	}
	page.Count = kit.Plural(
		len(questions), "question", "questions",
	) + ", " + kit.Plural(ruled, "ruling", "rulings") + " in force"
	return questionsView.Render(c, http.StatusOK, page)
}
