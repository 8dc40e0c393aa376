package web

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"nzgs/internal/auth"
)

// QuestionsPage is the register of open questions.
type QuestionsPage struct {
	Page
	Count     string
	Questions []QuestionCard
}

var questionsView = newView[QuestionsPage]("governance/questions.html")

func (s *Server) constitutionQuestions(c echo.Context) error {
	questions, err := s.governance.Questions(c.Request().Context())
	if err != nil {
		return err
	}
	page := QuestionsPage{Page: s.page(c, "Open questions of the constitution", Crumb{"Constitution", constitutionPath})}
	keeper := auth.Can(s.actor(c), auth.ManageConstitution, auth.Object{}, s.today())
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
	page.Count = plural(len(questions), "question", "questions") + ", " + plural(ruled, "ruling", "rulings") + " in force"
	return questionsView.render(c, http.StatusOK, page)
}
