package events

import (
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"nzgs/internal/tournaments"
	"nzgs/web/kit"
)

// LotPage says where a section's lots come from, and how anyone checks a draw.
type LotPage struct {
	kit.Page
	Head      SectionHead
	Committed string // "" where nothing is committed to
	At        string
	Drafted   string // how often rounds were drawn before that; "": never
	Rounds    []LotLine
	File      string // address of the event file
	Section   string
	Data      string // address of this page's figures
}

// LotLine is a round on the page of the lot.
type LotLine struct {
	Round, Value, Seed string
	Drawn              string // "once", "3 times"
	Again              []string
}

var lotView = kit.NewView[LotPage](templates, "lot.html")

// lotData is the page of the lot for machines.
type lotData struct {
	Kind       tournaments.LotKind `json:"kind"` // "committed", or "" for a number that someone chose
	Commitment string              `json:"commitment,omitempty"`
	At         string              `json:"committed_at,omitempty"`
	Drafted    int                 `json:"drawn_before_announced,omitempty"` // in all sections of the event
	Rounds     []lotRoundData      `json:"rounds"`
}

type lotRoundData struct {
	Round int            `json:"round"`
	Value string         `json:"value,omitempty"`
	Seed  uint64         `json:"seed,omitempty"`
	Again []lotAgainData `json:"drawn_again"`
}

type lotAgainData struct {
	Number int    `json:"number"`
	Reason string `json:"reason"`
	At     string `json:"at"`
}

func lotURL(at place) string { return sectionURL(at.event, at.section) + "/lot" }

func (s *Desk) sectionLot(c echo.Context) error {
	w, format, err := s.chartAt(c)
	if err != nil {
		return err
	}
	lot, err := s.tournaments.Lot(c.Request().Context(), s.Actor(c), w.Section.ID)
	if err != nil {
		return err
	}
	switch format {
	case kit.FormatJSON:
		return kit.SendData(c, s.fileName(w, "lot"), lotDataOf(lot))
	case "":
	default:
		return kit.ErrNoSuchPage
	}
	page := LotPage{
		Committed: lot.Commitment, File: kit.EventURL(w.Event.Slug) + ".json", Section: w.Section.Name,
		Data: lotURL(placeOf(w.Event, w.Section)) + ".json",
	}
	page.Page, page.Head = s.sectionPage(c, w, w.Section.Name+": how to check the draw", "")
	if lot.Kind == tournaments.LotCommitted {
		page.At = lot.CommittedAt.Long()
		if lot.DraftDraws > 0 {
			page.Drafted = kit.Plural(lot.DraftDraws, "time", "times")
		}
	}
	for _, r := range lot.Rounds {
		line := LotLine{Round: strconv.Itoa(r.Round), Value: r.Value, Drawn: "with its first lot"}
		if r.Published {
			line.Seed = strconv.FormatUint(r.Seed, 10)
		}
		if n := len(r.Again); n > 0 {
			line.Drawn = kit.Plural(n, "time", "times") + " again with another lot"
		}
		for _, d := range r.Again {
			line.Again = append(line.Again, "Draw "+strconv.Itoa(d.Number)+", "+d.At.Long()+": "+d.Reason)
		}
		page.Rounds = append(page.Rounds, line)
	}
	return lotView.Render(c, http.StatusOK, page)
}

func lotDataOf(lot tournaments.Lot) lotData {
	out := lotData{Kind: lot.Kind, Commitment: lot.Commitment, Rounds: []lotRoundData{}}
	if lot.Kind == tournaments.LotCommitted {
		out.At, out.Drafted = lot.CommittedAt.String(), lot.DraftDraws
	}
	for _, r := range lot.Rounds {
		round := lotRoundData{Round: r.Round, Value: r.Value, Seed: r.Seed, Again: []lotAgainData{}}
		for _, d := range r.Again {
			round.Again = append(round.Again, lotAgainData{d.Number, d.Reason, d.At.String()})
		}
		out.Rounds = append(out.Rounds, round)
	}
	return out
}
