package events

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/labstack/echo/v4"

	"nzgs/internal/pairing"
	"nzgs/internal/store"
	"nzgs/internal/tournaments"
	"nzgs/web/kit"
)

// wanted is what somebody looks for in the list of events.
type wanted struct {
	tournaments.EventFilter
	text, place, year string // as they were typed
	problem           string // what was not understood, or cannot be shown
}

// chosen reports whether it is a choice among the events.
func (w wanted) chosen() bool { return w.Year != 0 || w.System != "" || w.Among != nil }

// eventKinds are the kinds of events, by how a section of them is drawn.
var eventKinds = []kit.Option{
	{Value: string(pairing.McMahon), Label: "McMahon"}, {Value: string(pairing.Swiss), Label: "Swiss"},
	{Value: string(pairing.RoundRobin), Label: "Round robin"}, {Value: string(pairing.Knockout), Label: "Knock-out"},
	{Value: string(pairing.Match), Label: "Match"},
}

const (
	longestWanted = 100 // letters of a text
	mostChosen    = store.MaxIn
)

// wantedEvents reads from the address what is looked for. What has no meaning is said, and taken as not asked.
func (s *Desk) wantedEvents(c echo.Context) (w wanted, err error) {
	in := kit.Asked(c)
	if s.AtVenue {
		return w, nil
	}
	w.text, w.place = kit.Shortened(in.Text("q"), longestWanted), kit.Shortened(in.Text("place"), longestWanted)
	w.year = kit.Shortened(in.Text("year"), 20)
	if n, err := strconv.Atoi(w.year); err == nil && n >= 1000 && n <= 9999 {
		w.Year = n
	} else if w.year != "" {
		w.problem = "A year has four digits, such as 2026. Events of every year are shown."
	}
	kind := pairing.System(in.Text("kind"))
	if slices.Contains(pairing.Systems(), kind) {
		w.System = kind
	}
	if w.text == "" && w.place == "" {
		return w, nil
	}
	err = s.findWanted(c, &w)
	return w, err
}

// findWanted finds the events with the words. The index of words may be half a minute behind, so the page is not kept
// for others.
func (s *Desk) findWanted(c echo.Context, w *wanted) error {
	kit.NoStore(c)
	text := w.text
	if w.Year != 0 {
		text += " " + strconv.Itoa(w.Year)
	}
	ids, more, ok, err := s.search.EventsWith(c.Request().Context(), text, w.place, mostChosen)
	if err != nil || !ok {
		return err
	}
	w.Among = make([]tournaments.EventID, len(ids))
	for i, id := range ids {
		w.Among[i] = tournaments.EventID(id)
	}
	if more && w.problem == "" {
		w.problem = fmt.Sprintf(
			"Very many events have these words: these are among the latest %d. Add a word or a year.", mostChosen,
		)
	}
	return nil
}

// form asks what to look for.
func (w wanted) form() *kit.Filters {
	kinds := append([]kit.Option{{Label: "Every kind"}}, eventKinds...)
	for i := range kinds {
		kinds[i].Selected = w.System != "" && kinds[i].Value == string(w.System)
	}
	f := &kit.Filters{Action: "/events", Target: "events", Fields: []kit.Field{
		{ID: "q", Name: "q", Label: "Search", Type: "search", Value: w.text, MaxLength: longestWanted},
		{ID: "place", Name: "place", Label: "Place", Type: "search", Value: w.place, MaxLength: longestWanted},
		{ID: "year", Name: "year", Label: "Year", Value: w.year, InputMode: "numeric", MaxLength: 4, Width: "short"},
		{ID: "kind", Name: "kind", Label: "Kind", Type: "select", Options: kinds},
	}}
	if w.text+w.place+w.year != "" || w.System != "" {
		f.Clear = "/events"
	}
	return f
}
