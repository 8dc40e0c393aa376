package events

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"nzgs/internal/auth"
	"nzgs/internal/pairing/simulate"
	"nzgs/internal/tournaments"
	"nzgs/web/kit"
)

// ComparePage asks what systems and numbers of rounds would give, and answers
// by playing random events.
type ComparePage struct {
	kit.Page
	Lead    string
	Action  string
	Groups  []kit.FieldGroup
	Example *kit.Link // a question to begin with

	// Of a question that was asked.
	Question string
	Progress *kit.Progress
	Failure  string // why there is no answer
	Answer   *Comparison
}

var compareView = kit.NewView[ComparePage](templates, "director/compare.html")

const comparePath = "/director/compare"

// compareMoment is how long a page waits for an answer before it shows how far
// the work has come.
const compareMoment = 30 * time.Millisecond

// compareExample asks: seven rounds for sixty players, Swiss or McMahon?
const compareExample = comparePath + "?players=60&rounds=7&system=swiss&system=mcmahon&seeding=slide&handicap=none"

// compare is the question for any field. What is asked is in the address, so
// that an answer can be left and come back to, kept and passed on.
func (s *Desk) compare(c echo.Context) error {
	page := ComparePage{
		Page: s.Page(c, "Compare systems", kit.Crumb{Label: "Director", URL: "/director"}), Action: comparePath,
		Lead: "This page draws and plays random events with everything you want to compare, with players spread like the " +
			"rating list. It shows how well places follow strength, and what the draws are like.",
	}
	if !asksSomething(c) {
		page.Example = &kit.Link{Label: "Seven rounds for sixty players: Swiss or McMahon?", URL: compareExample}
	}
	return s.showCompare(c, page, anyQuestion())
}

// compareSection is the question for the field of a section.
func (s *Desk) compareSection(c echo.Context) error {
	w, err := s.deskChart(c, auth.DirectEvent)
	if err != nil {
		return err
	}
	e, sec := w.Event, w.Section
	page := ComparePage{
		Page: s.Page(
			c, sec.Name+": compare systems for this field", kit.Crumb{Label: "Director", URL: "/director"},
			kit.Crumb{Label: e.Name, URL: kit.EventDeskURL(e.ID)},
		),
		Action: sectionDeskURL(sec.ID, "compare"),
		Lead: "This page draws and plays random events with everything you want to compare, and otherwise as the " +
			"section is set up. The section itself does not change.",
	}
	return s.showCompare(c, page, sectionQuestion(sec.Settings, entrants(w)))
}

// asksSomething reports whether the address asks a question: the form always sends its
// rounds.
func asksSomething(c echo.Context) bool { return c.QueryParams().Has("rounds") }

// entrants is who plays in a section, as a simulation needs them.
func entrants(w *tournaments.Wallchart) []simulate.Entrant {
	var out []simulate.Entrant
	for _, e := range w.Entries {
		if !e.Withdrawn {
			out = append(out, simulate.Entrant{Rating: e.Rating, Club: e.Club})
		}
	}
	return out
}

// showCompare shows the form, and the answer when the address asks for one.
func (s *Desk) showCompare(c echo.Context, page ComparePage, form compareForm) error {
	if !asksSomething(c) {
		page.Groups = form.fields(&page.Page)
		return compareView.Render(c, http.StatusOK, page)
	}
	form = form.asked(c)
	plan, err := form.plan()
	if err != nil {
		if !page.Invalid(err) {
			return err
		}
		page.Groups = form.fields(&page.Page)
		return compareView.Render(c, http.StatusUnprocessableEntity, page)
	}
	job, err := s.comparisons.ask(plan)
	if err != nil {
		return err
	}
	job.wait(c.Request().Context(), compareMoment)
	page.Groups = form.fields(&page.Page)
	page.Crumbs = append(page.Crumbs, kit.Crumb{Label: page.Title, URL: page.Action})
	page.Title, page.Question = questionTitle(plan), questionText(plan)
	switch {
	case !job.isReady():
		done, total := job.progress()
		page.Progress = &kit.Progress{
			ID: "compare-progress", Label: "Playing rounds", Done: done, Total: total, LiveURL: page.Path,
			Text: "You can leave this page and come back to it.",
		}
	case job.err != nil:
		page.Failure = s.compareFailure(c, job.err)
	default:
		page.Answer = comparison(job.report)
	}
	c.Response().Header().Set("Cache-Control", "no-store")
	return compareView.Render(c, http.StatusOK, page)
}

// compareFailure says why there is no answer. It is part of the page, so that a
// page that waits for the answer stops waiting.
func (s *Desk) compareFailure(c echo.Context, err error) string {
	if errors.Is(err, context.DeadlineExceeded) {
		return "This took too long and was stopped. Ask for fewer players, rounds or combinations."
	}
	s.Log.ErrorContext(c.Request().Context(), "comparison failed", "err", err, "request_id", kit.RequestID(c))
	return "This could not be worked out. The fault is logged under " + kit.RequestID(c) + "."
}
