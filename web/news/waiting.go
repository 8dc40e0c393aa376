package news

import (
	"github.com/labstack/echo/v4"

	"nzgs/internal/auth"
	"nzgs/internal/news"
	"nzgs/web/kit"
)

// lookedAt is how many of the drafts that were changed last are looked at.
const lookedAt = 20

// Waiting is what waits at the news desk for the reader: drafts that another officer is to read before they appear.
func (s *Desk) Waiting(c echo.Context) (tasks []kit.Task, err error) {
	actor := s.Actor(c)
	if !auth.Can(actor, auth.ApproveNews, auth.Object{}, s.Today()) {
		return nil, nil
	}
	items, _, err := s.news.Items(c.Request().Context(), actor, 1, lookedAt)
	for _, i := range items {
		if i.State == news.Draft && i.TwoEyes && !i.Approved() && i.MayApprove(actor.Person) {
			tasks = append(tasks, kit.Task{
				Title: "Read “" + i.Title + "” before it is published", Text: "Last changed by " + i.ChangedBy + ".",
				URL: deskURL(i.ID), Action: "Read it",
			})
		}
	}
	return tasks, err
}
