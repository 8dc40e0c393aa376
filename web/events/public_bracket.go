package events

import (
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"nzgs/internal/pairing"
	"nzgs/internal/results"
	"nzgs/internal/tournaments"
	"nzgs/reports"
	"nzgs/web/kit"
)

// BracketPage is the bracket of a knock-out.
type BracketPage struct {
	kit.Page
	Head    SectionHead
	Bracket []Stage
	Exports []kit.Link
	Wall    string
	Empty   *kit.Empty
}

// Stage is one round of a bracket (partial "bracket", dot []Stage).
type Stage struct {
	Name  string // "The semi-finals"
	Round string // "Round 2"
	Ties  []Tie
}

// Tie is one place of a bracket.
type Tie struct {
	Label string // "For third place", or ""
	Sides [2]TieSide
	Text  string // "Table 3, even", "White won", "to come"
	How   string // how the handicap was worked out, in a line
}

// TieSide is one side of a tie; without a player Text says why.
type TieSide struct {
	Seed   string
	Player Seat
	Text   string
	Won    bool // went through
	Lost   bool
}

var bracketView = kit.NewView[BracketPage](templates, "bracket.html")

// sectionBracket shows the bracket of a knock-out, or prints it.
func (s *Desk) sectionBracket(c echo.Context) error {
	w, format, err := s.chartAt(c)
	if err != nil {
		return err
	}
	if w.Section.System != pairing.Knockout {
		return kit.ErrNoSuchPage
	}
	switch format {
	case kit.FormatPDF:
		return s.sendBracket(c, w)
	case "":
	default:
		return kit.ErrNoSuchPage
	}
	page := BracketPage{}
	page.Page, page.Head = s.sectionPage(c, w, w.Section.Name+": bracket", "Bracket")
	page.Bracket = bracketOf(w)
	if len(page.Bracket) == 0 {
		page.Empty = &kit.Empty{Title: "No bracket yet", Text: "The bracket appears when round 1 is published."}
		return bracketView.Render(c, http.StatusOK, page)
	}
	page.Wall = sectionURL(w.Event.Slug, w.Section.Slug) + "/wall?show=bracket"
	page.Exports = kit.Exports(c, "PDF", ".pdf")
	return bracketView.Render(c, http.StatusOK, page)
}

// bracketOf is the bracket of a knock-out; none before round 1 is published.
func bracketOf(w *tournaments.Wallchart) []Stage {
	var out []Stage
	at := placeOf(w.Event, w.Section)
	for _, st := range w.Bracket() {
		matches := w.Matches(st.Round)
		stage := Stage{Name: kit.Capital(st.Name), Round: "Round " + strconv.Itoa(st.Round)}
		for _, t := range st.Ties {
			tie := Tie{Text: tieText(t)}
			if w.Section.Teams() {
				tie.Text = matchTieText(w, t, matches)
			}
			if t.Game.ID != 0 {
				tie.How = t.Game.HandicapShort()
			}
			if t.ThirdPlace {
				tie.Label = "For third place"
			}
			for k, side := range t.Sides {
				tie.Sides[k] = tieSide(at, t, side)
			}
			stage.Ties = append(stage.Ties, tie)
		}
		out = append(out, stage)
	}
	return out
}

func tieSide(at place, t tournaments.BracketTie, side tournaments.BracketSide) TieSide {
	switch {
	case side.Free:
		return TieSide{Text: "No one"}
	case side.Team.ID != 0:
		won := t.Winner == side.Team.ID.Side()
		return TieSide{Seed: strconv.Itoa(side.Seed), Player: Seat{Name: side.Team.Name}, Won: won, Lost: t.Winner != 0 && !won}
	case side.Entry.ID == 0:
		return TieSide{Text: "Not known yet"}
	}
	out := TieSide{
		Seed: strconv.Itoa(side.Seed), Player: playerSeat(at, side.Entry),
		Won: t.Winner == side.Entry.ID, Lost: t.Winner != 0 && t.Winner != side.Entry.ID,
	}
	out.Player.Club = ""
	switch side.Entry.ID {
	case t.Game.Black:
		out.Player.Colour = string(pairing.Black)
	case t.Game.White:
		out.Player.Colour = string(pairing.White)
	}
	return out
}

// tieText says how far a place of the bracket is.
func tieText(t tournaments.BracketTie) string {
	text := ""
	switch {
	case t.Game.ID == 0 && t.Winner != 0 && t.ThirdPlace:
		return "Third without a game"
	case t.Game.ID == 0 && t.Winner != 0:
		return "Through without a game"
	case t.Game.ID == 0 && t.Drawn:
		return "No one goes through"
	case t.Game.ID == 0 && (t.Sides[0].Free != t.Sides[1].Free):
		return "No game"
	case t.Game.ID == 0:
		return "To come"
	}
	text = "Table " + strconv.Itoa(t.Game.Table) + ", " + gameTerms(t.Game.Handicap)
	if result := results.Text(t.Game); result != "" {
		text += ": " + result
		if t.Winner == 0 && t.Game.Result != pairing.BothLose && t.Game.Result != pairing.BothDefault {
			text += ", to be played again"
		}
	}
	return text
}

// matchTieText says how far a match of teams in a bracket is: "From table 4: 2–1".
func matchTieText(w *tournaments.Wallchart, t tournaments.BracketTie, matches []tournaments.MatchChart) string {
	for _, m := range matches {
		if !(tournaments.TeamMatch{White: m.White.ID, Black: m.Black.ID}).Has(t.Sides[0].Team.ID) {
			continue
		}
		text := "From table " + strconv.Itoa(m.Table) + ": "
		score := m.Score
		if m.White.ID != t.Sides[0].Team.ID {
			score[0], score[1] = score[1], score[0]
		}
		switch {
		case m.In == 0 && m.Total > 0:
			return text + "being played"
		case !m.Complete():
			return text + score[0].String() + "–" + score[1].String() + " so far"
		case m.Through == 0:
			return text + score[0].String() + "–" + score[1].String() + ", " + matchWon(m)
		}
		text += score[0].String() + "–" + score[1].String()
		if score[0] == score[1] {
			text += ", " + matchWon(m)
		}
		return text
	}
	switch text := tieText(t); {
	case t.Winner != 0 && t.ThirdPlace:
		return "Third without a match"
	case t.Winner != 0:
		return "Through without a match"
	case text == "No game":
		return "No match"
	default:
		return text
	}
}

// sendBracket prints the bracket.
func (s *Desk) sendBracket(c echo.Context, w *tournaments.Wallchart) error {
	in := reports.Bracket{Event: w.Event.Name, Section: w.Section.Name, AsAt: s.Clock().Long()}
	for _, st := range bracketOf(w) {
		stage := reports.BracketStage{Name: st.Name}
		for _, t := range st.Ties {
			tie := reports.BracketTie{Label: t.Label, Text: t.Text}
			for k, side := range t.Sides {
				tie.Sides[k] = reports.BracketSide{Seed: side.Seed, Name: side.Player.Name, Text: side.Text, Won: side.Won}
			}
			stage.Ties = append(stage.Ties, tie)
		}
		in.Stages = append(in.Stages, stage)
	}
	return kit.SendPrint(c, s.fileName(w, "bracket"), s.Press().BracketPDF, in)
}
