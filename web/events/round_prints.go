package events

import (
	"io"
	"strconv"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/pairing"
	"nzgs/internal/results"
	"nzgs/internal/tournaments"
	"nzgs/reports"
	"nzgs/web/kit"
)

// withResults puts the results that are in beside the games.
func withResults(sheet *reports.PairingSheet, w *tournaments.Wallchart, round int) {
	r, _ := w.Round(round)
	at := map[int]tournaments.Game{}
	for _, g := range r.Games {
		at[g.Table] = g
	}
	for i, g := range sheet.Games {
		sheet.Games[i].Result = "to come"
		if game := at[g.Table]; game.Result != pairing.NoResult {
			sheet.Games[i].Result = results.Text(game)
		}
	}
}

// roundBundle prints all that a section needs for a round: the draw by table and by name, and the slips.
func (s *Desk) roundBundle(c echo.Context) error {
	w, round, err := s.deskRound(c, auth.DirectEvent)
	if err != nil {
		return err
	}
	if r, ok := w.Round(round); !ok || r.State != tournaments.Published {
		return apperr.New(apperr.NotFound, "That round is not published yet.")
	}
	return kit.SendPrint(c, s.fileName(w, "bundle round", strconv.Itoa(round)), s.Press().RoundBundle, reports.RoundSheet{
		Event: w.Event.Name, Round: round, Sections: []reports.PairingSheet{s.withCodes(w, pairingSheet(w, round))},
	})
}

// eventBundle prints all that the sections of an event need for a round.
func (s *Desk) eventBundle(c echo.Context) error {
	return s.sendRound(c, "bundle round", s.Press().RoundBundle, func(w *tournaments.Wallchart, round int) reports.PairingSheet {
		return s.withCodes(w, pairingSheet(w, round))
	})
}

// roundSheet prints a round of all sections of an event.
func (s *Desk) roundSheet(c echo.Context) error {
	return s.sendRound(c, "pairings round", s.Press().RoundSheetPDF, func(w *tournaments.Wallchart, round int) reports.PairingSheet {
		sheet := pairingSheet(w, round)
		if w.Progress(round).In > 0 {
			withResults(&sheet, w, round)
		}
		return sheet
	})
}

// sendRound prints a round of the sections of an event that have published it.
func (s *Desk) sendRound(
	c echo.Context, what string, write func(io.Writer, reports.RoundSheet) error,
	draw func(w *tournaments.Wallchart, round int) reports.PairingSheet,
) error {
	e, err := s.deskEvent(c, auth.DirectEvent)
	if err != nil {
		return err
	}
	round, err := kit.PathID[int64](c, "round")
	if err != nil {
		return err
	}
	charts, _, err := s.eventCharts(c, e.Slug)
	if err != nil {
		return err
	}
	in := reports.RoundSheet{Event: e.Name, Round: int(round), AsAt: s.Clock().Long()}
	for _, w := range charts {
		if int(round) <= w.Published() {
			in.Sections = append(in.Sections, draw(w, int(round)))
		}
	}
	if len(in.Sections) == 0 {
		return apperr.New(apperr.NotFound, "That round is not published yet in any section.")
	}
	return kit.SendPrint(c, s.TodaysFile(what+" "+strconv.Itoa(int(round)), e.Slug), write, in)
}
