package letters

import (
	"context"

	"github.com/labstack/echo/v4"

	"nzgs/internal/auth"
	"nzgs/internal/mail"
	"nzgs/web/kit"
)

// RestoredNote is about the letters that are held since a backup was restored.
type RestoredNote struct {
	Letters           string // how many are held
	Release, KeepBack *kit.PostButton
}

// restoredNote asks what becomes of the letters that are held; nil: none are.
func restoredNote(page kit.Page, held int) *RestoredNote {
	if held == 0 {
		return nil
	}
	letters := kit.Plural(held, "letter", "letters")
	note := &RestoredNote{
		Letters:  letters,
		Release:  page.Button("release", releasePath, "Release "+letters),
		KeepBack: page.Button("keep-back", keepBackPath, "Keep "+letters+" back"),
	}
	note.KeepBack.Kind = "secondary"
	return note
}

func (s *Desk) releaseRestored(c echo.Context) error {
	what := " released: they leave in their turn."
	if !s.mail.Sends() {
		what = " released: they wait for a mail server."
	}
	return s.decideRestored(c, s.mail.ReleaseRestored, what)
}

func (s *Desk) keepBackRestored(c echo.Context) error {
	return s.decideRestored(c, s.mail.KeepBackRestored, " kept back. You can still send each of them, among those that failed.")
}

func (s *Desk) decideRestored(
	c echo.Context, do func(context.Context, auth.Actor) (int, error), what string,
) error {
	n, err := do(c.Request().Context(), s.Actor(c))
	if err != nil {
		return s.RefusedAt(c, err, kit.OutboxPath)
	}
	if n == 0 {
		s.Flash(c, kit.KindWarning, "No letter is held any longer: someone else decided about them.")
	} else {
		s.Flash(c, kit.KindSuccess, kit.Plural(n, "letter", "letters")+what)
	}
	return kit.SeeOther(c, kit.OutboxPath)
}

// whyNot is the fact that says why a letter did not leave.
func whyNot(e mail.Entry) (kit.Fact, bool) {
	switch {
	case e.Restored:
		return kit.Fact{
			Label: "Held", Value: "A backup was restored, and this letter may have left before. An officer decides.",
		}, true
	case e.State == mail.Left:
		return kit.Fact{
			Label: "Why it did not go", Value: e.To.Name + " had chosen to get no letters of this kind.",
		}, true
	case e.Problem == mail.KeptBack:
		return kit.Fact{Label: "Why it did not go", Value: e.Problem}, true
	case e.Problem != "":
		return kit.Fact{Label: "What the mail server said", Value: e.Problem}, true
	}
	return kit.Fact{}, false
}
