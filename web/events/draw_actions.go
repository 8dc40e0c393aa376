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

// drawForm answers a form about the draw of the round in the address.
func (s *Desk) drawForm(
	done string, change func(c echo.Context, in *kit.Filling, w *tournaments.Wallchart, round int) error,
) echo.HandlerFunc {
	return func(c echo.Context) error {
		w, round, err := s.deskRound(c, auth.DirectEvent)
		if err != nil {
			return err
		}
		in, err := kit.Sent(c)
		if err != nil {
			return err
		}
		if err := in.Refusal(change(c, in, w, round)); err != nil {
			return s.showRefusedDraw(c, w, round, in, err)
		}
		if done != "" {
			s.Flash(c, kit.KindSuccess, strings.ReplaceAll(done, "{round}", strconv.Itoa(round)))
		}
		return kit.SeeOther(c, roundDeskURL(w.Section.ID, round))
	}
}

// drawMake draws a round, or draws its preview again.
func (s *Desk) drawMake(c echo.Context, in *kit.Filling, w *tournaments.Wallchart, round int) error {
	_, err := s.tournaments.DrawCounting(c.Request().Context(), s.Actor(c), w.Section.ID, round, readCounts(in, w, round))
	return err
}

// drawAgain draws a preview with another lot.
func (s *Desk) drawAgain(c echo.Context, in *kit.Filling, w *tournaments.Wallchart, round int) error {
	_, err := s.tournaments.Redraw(c.Request().Context(), s.Actor(c), w.Section.ID, round, in.Text("reason"))
	return err
}

// drawRelax takes a way out of an impossible draw, and draws.
func (s *Desk) drawRelax(c echo.Context, in *kit.Filling, w *tournaments.Wallchart, round int) error {
	var lifts []tournaments.Lift
	for _, text := range in.All("lift") {
		rule, pair, _ := strings.Cut(text, ":")
		a, b, _ := strings.Cut(pair, ":")
		lifts = append(lifts, tournaments.Lift{
			Rule: pairing.Rule(rule), A: kit.ParseID[tournaments.EntryID](a), B: kit.ParseID[tournaments.EntryID](b),
		})
	}
	_, err := s.tournaments.Relax(c.Request().Context(), s.Actor(c), w.Section.ID, round, lifts)
	return err
}

func (s *Desk) drawPublish(c echo.Context, in *kit.Filling, w *tournaments.Wallchart, round int) error {
	r, drawn := w.Round(round)
	if !drawn {
		return apperr.New(apperr.Conflict, "This draw was discarded after you opened it. Draw the round again.")
	}
	if err := s.tournaments.Publish(c.Request().Context(), s.Actor(c), r.ID, in.Version(), in.Text("starts")); err != nil {
		return err
	}
	kind, text := kit.KindSuccess, fmt.Sprintf("Round %d is published.", round)
	if w.Event.Status == tournaments.Draft {
		kind, text = kit.KindWarning, text+" "+notAnnounced
	}
	s.Flash(c, kind, text)
	return nil
}

// notAnnounced says who sees what is published of an event that is not announced.
const notAnnounced = "The event is not announced, so players do not see it yet: announce it on the event’s page."

// seenBy is the message for what is changed where everyone sees it, of an event that is announced.
func seenBy(w *tournaments.Wallchart, done, seen string) string {
	if w.Event.Status == tournaments.Draft {
		return done + " " + notAnnounced
	}
	return done + " " + seen
}

func (s *Desk) drawUnpublish(c echo.Context, in *kit.Filling, w *tournaments.Wallchart, round int) error {
	r, _ := w.Round(round)
	return s.tournaments.Unpublish(c.Request().Context(), s.Actor(c), r.ID, in.Version())
}

func (s *Desk) drawDiscard(c echo.Context, in *kit.Filling, w *tournaments.Wallchart, round int) error {
	r, _ := w.Round(round)
	return s.tournaments.DiscardPreview(c.Request().Context(), s.Actor(c), r.ID, in.Version())
}

func (s *Desk) drawFix(c echo.Context, in *kit.Filling, w *tournaments.Wallchart, round int) error {
	fix := tournaments.FixInput{
		Section: w.Section.ID, Round: round, White: sideIn(in, "white"),
		Black: sideIn(in, "black"), Colours: pairing.FixedColours(in.Text("colours")),
		Reason: in.Text("reason"),
	}
	if in.Text("handicap") != "" {
		stones := in.Number("handicap")
		fix.Handicap = &stones
	}
	return s.tournaments.Fix(c.Request().Context(), s.Actor(c), fix)
}

func (s *Desk) drawLetGo(c echo.Context, in *kit.Filling, _ *tournaments.Wallchart, _ int) error {
	return s.tournaments.LetGo(c.Request().Context(), s.Actor(c), decisionIn[tournaments.FixedID](in, "fixed"))
}

func (s *Desk) drawForbid(c echo.Context, in *kit.Filling, w *tournaments.Wallchart, _ int) error {
	return s.tournaments.Forbid(c.Request().Context(), s.Actor(c), tournaments.ForbidInput{
		Section: w.Section.ID, Round: in.NumberOr("only", 0), Reason: in.Text("reason"),
		A: sideIn(in, "a"), B: sideIn(in, "b"),
	})
}

func (s *Desk) drawAllow(c echo.Context, in *kit.Filling, _ *tournaments.Wallchart, _ int) error {
	return s.tournaments.Allow(c.Request().Context(), s.Actor(c), decisionIn[tournaments.ForbidID](in, "forbidden"))
}

func (s *Desk) gameSwap(c echo.Context, in *kit.Filling, id tournaments.GameID) error {
	return s.tournaments.SwapColours(c.Request().Context(), s.Actor(c), id, in.Version())
}

func (s *Desk) gameHandicap(c echo.Context, in *kit.Filling, id tournaments.GameID) error {
	return s.tournaments.SetHandicap(
		c.Request().Context(), s.Actor(c), id, in.Version(), in.Number("handicap"), in.Text("reason"),
	)
}

// gameForm answers a form about a game in the draw. A refusal is shown on the
// page of its round; where the game is not there any more, the answer leads
// back to the page of the draw that had the form.
func (s *Desk) gameForm(
	done string, change func(c echo.Context, in *kit.Filling, id tournaments.GameID) error,
) echo.HandlerFunc {
	return func(c echo.Context) error {
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
		in, err := kit.Sent(c)
		if err != nil {
			return err
		}
		if err := in.Refusal(change(c, in, id)); err != nil {
			w, again := s.tournaments.Wallchart(c.Request().Context(), s.Actor(c), t.Section.ID)
			if again != nil {
				return again
			}
			return s.showRefusedDraw(c, w, t.Round, in, err)
		}
		s.Flash(c, kit.KindSuccess, done)
		return kit.SeeOther(c, roundDeskURL(t.Section.ID, t.Round))
	}
}
