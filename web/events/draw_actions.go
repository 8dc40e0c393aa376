package events

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/pairing"
	"nzgs/internal/tournaments"
	"nzgs/web/kit"
)

// drawChange carries out one change of the draw of the round in the address.
func (s *Desk) drawChange(c echo.Context, done string, change func(w *tournaments.Wallchart, round int) error) error {
	w, round, err := s.deskRound(c, auth.DirectEvent)
	if err != nil {
		return err
	}
	if err := change(w, round); err != nil {
		return s.showRefusedDraw(c, w, round, err)
	}
	s.Flash(c, kit.KindSuccess, done)
	return kit.SeeOther(c, roundDeskURL(w.Section.ID, round))
}

func (s *Desk) drawPublish(c echo.Context) error {
	w, round, err := s.deskRound(c, auth.DirectEvent)
	if err != nil {
		return err
	}
	r, drawn := w.Round(round)
	if !drawn {
		return apperr.New(apperr.Conflict, "This draw was discarded after you opened it. Draw the round again.")
	}
	if err := s.tournaments.Publish(
		c.Request().Context(), s.Actor(c), r.ID, kit.FormVersion(c), kit.FormText(c, "starts"),
	); err != nil {
		return s.showRefusedDraw(c, w, round, err)
	}
	s.Flash(c, kit.KindSuccess, fmt.Sprintf("Round %d is published.", round))
	return kit.SeeOther(c, roundDeskURL(w.Section.ID, round))
}

func (s *Desk) drawUnpublish(c echo.Context) error {
	return s.drawChange(c, "The round is no longer published; only you see the draw now.", func(
		w *tournaments.Wallchart, round int,
	) error {
		r, _ := w.Round(round)
		return s.tournaments.Unpublish(c.Request().Context(), s.Actor(c), r.ID, kit.FormVersion(c))
	})
}

func (s *Desk) drawDiscard(c echo.Context) error {
	return s.drawChange(c, "The draw is discarded.", func(w *tournaments.Wallchart, round int) error {
		r, _ := w.Round(round)
		return s.tournaments.DiscardPreview(c.Request().Context(), s.Actor(c), r.ID, kit.FormVersion(c))
	})
}

func (s *Desk) drawFix(c echo.Context) error {
	return s.drawChange(c, "The pair is fixed.", func(w *tournaments.Wallchart, round int) error {
		return s.tournaments.Fix(c.Request().Context(), s.Actor(c), tournaments.FixForm{
			Section: w.Section.ID, Round: round,
			White: kit.FormID[tournaments.EntryID](c, "white"), Black: kit.FormID[tournaments.EntryID](c, "black"),
			Colours: pairing.FixedColours(kit.FormText(c, "colours")), Handicap: kit.FormText(c, "handicap"),
			Reason: kit.FormText(c, "reason"),
		})
	})
}

func (s *Desk) drawLetGo(c echo.Context) error {
	return s.drawChange(c, "The pair is no longer fixed.", func(*tournaments.Wallchart, int) error {
		return s.tournaments.LetGo(c.Request().Context(), s.Actor(c), kit.FormID[tournaments.FixedID](c, "fixed"))
	})
}

func (s *Desk) drawForbid(c echo.Context) error {
	return s.drawChange(c, "These two will not be paired.", func(w *tournaments.Wallchart, _ int) error {
		only, err := strconv.Atoi(kit.FormText(c, "only"))
		if err != nil || only < 0 {
			only = 0
		}
		return s.tournaments.Forbid(c.Request().Context(), s.Actor(c), tournaments.ForbidForm{
			Section: w.Section.ID, Round: only, Reason: kit.FormText(c, "reason"),
			A: kit.FormID[tournaments.EntryID](c, "a"), B: kit.FormID[tournaments.EntryID](c, "b"),
		})
	})
}

func (s *Desk) drawAllow(c echo.Context) error {
	return s.drawChange(c, "The pair is allowed again.", func(*tournaments.Wallchart, int) error {
		return s.tournaments.Allow(c.Request().Context(), s.Actor(c), kit.FormID[tournaments.ForbidID](c, "forbidden"))
	})
}

// gameSwap swaps the colours of a game.
func (s *Desk) gameSwap(c echo.Context) error {
	return s.gameChange(c, "The colours are swapped.", func(id tournaments.GameID) error {
		return s.tournaments.SwapColours(c.Request().Context(), s.Actor(c), id, kit.FormVersion(c))
	})
}

// gameHandicap sets the handicap of a game.
func (s *Desk) gameHandicap(c echo.Context) error {
	return s.gameChange(c, "The handicap is set.", func(id tournaments.GameID) error {
		return s.tournaments.SetHandicap(
			c.Request().Context(), s.Actor(c), id, kit.FormVersion(c), kit.FormText(c, "handicap"), kit.FormText(c, "reason"),
		)
	})
}

// gameChange carries out a change of a game in the draw. A refusal is shown on
// the page of its round; where the game is not there any more, the answer leads
// back to the page of the draw that had the form.
func (s *Desk) gameChange(c echo.Context, done string, change func(tournaments.GameID) error) error {
	id, err := kit.PathID[tournaments.GameID](c, "id")
	if err != nil {
		return err
	}
	t, err := s.results.Table(c.Request().Context(), s.Actor(c), id)
	if from := kit.RefererPath(c); apperr.KindOf(err) == apperr.NotFound &&
		strings.HasPrefix(from, "/director/sections/") {
		return &kit.Elsewhere{To: from, Why: "Game not found; the round may have been drawn again."}
	}
	if err != nil {
		return err
	}
	if err := change(id); err != nil {
		w, again := s.tournaments.Wallchart(c.Request().Context(), s.Actor(c), t.Section.ID)
		if again != nil {
			return again
		}
		return s.showRefusedDraw(c, w, t.Round, err)
	}
	s.Flash(c, kit.KindSuccess, done)
	return kit.SeeOther(c, roundDeskURL(t.Section.ID, t.Round))
}
