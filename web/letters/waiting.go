package letters

import (
	"github.com/labstack/echo/v4"

	"nzgs/internal/auth"
	"nzgs/web/kit"
)

// Waiting is what waits at the outbox for who keeps it: letters that are held since a backup was restored, and
// addresses that letters came back from.
func (s *Desk) Waiting(c echo.Context) (tasks []kit.Task, err error) {
	ctx, actor := c.Request().Context(), s.Actor(c)
	if !auth.Can(actor, auth.KeepOutbox, auth.Object{}, s.Today()) {
		return nil, nil
	}
	waits, err := s.mail.Backlog(ctx, actor)
	if err != nil {
		return nil, err
	}
	if waits.Restored > 0 {
		tasks = append(tasks, kit.Task{
			Title: kit.Plural(waits.Restored, "letter is", "letters are") + " held since a backup was restored",
			Text:  "Send them, or keep them back if they were sent before.", URL: kit.OutboxPath, Action: "Decide",
		})
	}
	back, err := s.mail.Bounces(ctx, actor)
	if len(back) > 0 {
		tasks = append(tasks, kit.Task{
			Title: kit.Plural(len(back), "letter", "letters") + " came back", Text: "Ask for the right address.",
			URL: kit.OutboxPath, Action: "See whose",
		})
	}
	return tasks, err
}
