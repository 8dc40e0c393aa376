package events_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/pairing"
	"nzgs/internal/pairing/simulate"
	"nzgs/internal/ratings/scale"
	webevents "nzgs/web/events"
	"nzgs/web/kit/kittest"
)

// smallQuestion is answered within the first look.
const smallQuestion = "?players=6&rounds=2,3&system=swiss&system=roundrobin&seeding=slide&handicap=none"

func TestCompareAnswersInATable(t *testing.T) {
	d := newDesk(t)
	page := d.UntilAnswered(t, webevents.ComparePath+smallQuestion)
	page.Wants(t, http.StatusOK,
		"What would 2 or 3 rounds give?",
		"6 players spread like the rating list; Swiss and Round robin; slide; even games; 2 and 3 rounds.",
		"Places follow strength", "200 events each way", "Round robin, 3 rounds against Swiss, 2 rounds", "does not apply",
		"What each figure means", "<svg viewBox=\"0 0 1000 20\"",
	)
	again := d.Get(webevents.ComparePath + smallQuestion)
	if figures(again.Body) != figures(page.Body) || figures(page.Body) == "" {
		t.Error("the same question has another answer")
	}
	if strings.Contains(page.Body, "data-live-every") || page.Header.Get("Cache-Control") != "no-store" {
		t.Error("the page of an answer goes on asking")
	}
}

func figures(body string) string {
	return regexp.MustCompile(`(?s)<table.*</table>`).FindString(body)
}

// Every bar stands beside the figure that the table has too.
func TestCompareChartsAgreeWithTheTable(t *testing.T) {
	plan := simulate.DefaultPlan()
	plan.Field, plan.Rounds, plan.Events = simulate.DefaultField(8), []int{3}, 20
	report, err := simulate.Run(t.Context(), plan, simulate.Options{})
	if err != nil {
		t.Fatal(err)
	}
	shown := webevents.ComparisonOf(report)
	cells := map[string]string{}
	for _, g := range shown.Groups {
		for _, r := range g.Rows {
			for _, c := range r.Cells {
				cells[r.Label+" "+c.Column] = c.Value
			}
		}
	}
	for _, chart := range shown.Charts {
		for _, bar := range chart.Bars {
			if cells[chart.Title+" "+bar.Label] != bar.Value || bar.Value == "" {
				t.Errorf("%s of %s is %q, in the table %q", chart.Title, bar.Label, bar.Value, cells[chart.Title+" "+bar.Label])
			}
			var from, to, a, b int
			if _, err := fmt.Sscanf(bar.Range, "M%d 10H%dM%d 4V16M%d 4V16", &from, &to, &a, &b); err != nil {
				t.Errorf("%+v: %v", bar, err)
			}
			if from < 0 || from > bar.Length || bar.Length > to || to > 1000 || a != from || b != to {
				t.Errorf("%+v", bar)
			}
		}
	}
}

func TestCompareTheFieldOfASection(t *testing.T) {
	d := newDesk(t)
	d.setUp("reduction", "1", "accelerated", "1")
	d.Get("/director/events/1").Wants(t, http.StatusOK, `href="/director/sections/1/compare"`)
	d.Get("/director/sections/1/compare").Wants(t, http.StatusOK, `name="players"`, `value="60"`)
	d.guests("Ash", "Beech", "Cedar", "Elm", "Fir", "Kauri", "Larch")
	form := d.Get("/director/sections/1/compare")
	form.Wants(t, http.StatusOK, "The 7 players entered", `value="entries" checked`, `value="swiss" checked`, `value="mcmahon" checked`,
		`value="slide" checked`, `value="none" checked`, `name="rounds" value="3"`)
	page := d.UntilAnswered(
		t,
		"/director/sections/1/compare?who=entries&players=&rounds=3&system=swiss&seeding=slide&handicap=none&handicap=rating",
	)
	page.Wants(t, http.StatusOK, "The 7 who are entered; Swiss; slide; even games and handicap less 1; 3 rounds.")
}

// TestCompareGoesByTheSectionsRules: criteria, bands and acceleration are the
// section's; a bar that is asked for takes the place of its bands.
func TestCompareGoesByTheSectionsRules(t *testing.T) {
	d := newDesk(t)
	d.setUp(
		"system", "mcmahon", "criterion_score_difference", "1", "bands", "10k, 1d", "accelerated", "2", "accelerated_points",
		"2", "absence_half", "on",
	)
	w := d.chart()
	plan, err := webevents.SectionPlan(w.Section.Settings, "")
	if err != nil {
		t.Fatal(err)
	}
	want := simulate.Rules{
		Criteria: []pairing.Criterion{pairing.CriterionScore}, Bands: []scale.Rating{-90, 10},
		Acceleration: pairing.Acceleration{Rounds: 2, Points: 4}, AbsenceHalf: true,
	}
	if !reflect.DeepEqual(plan.Rules, want) {
		t.Errorf("played by %+v, want %+v", plan.Rules, want)
	}
	if plan, err = webevents.SectionPlan(w.Section.Settings, "2d"); err != nil || plan.Rules.Bands != nil || plan.Bar == nil {
		t.Errorf("with a bar, played by %+v, %v", plan.Rules, err)
	}
	d.Get("/director/sections/1/compare").Wants(t, http.StatusOK, "Empty, and no floor: the bands of the section.")
	d.UntilAnswered(
		t, "/director/sections/1/compare?who=list&players=6&rounds=2&system=swiss&system=mcmahon&seeding=slide&handicap=none",
	).
		Wants(t, http.StatusOK, "What each figure means")
}

// Everything that is wrong with a question is said at once, beside its field,
// and what was asked stays.
func TestCompareRefusesAQuestion(t *testing.T) {
	d := newDesk(t)
	ask := func(pairs ...string) kittest.Answer {
		q := url.Values{}
		for i := 0; i+1 < len(pairs); i += 2 {
			q.Add(pairs[i], pairs[i+1])
		}
		return d.Get(webevents.ComparePath + "?" + q.Encode())
	}
	ask("players", "many", "rounds", "5;x", "bar", "very", "effort", "endless").Wants(t, http.StatusUnprocessableEntity,
		"Please fix 7 things", `value="many"`, `value="5;x"`, "Give the number of players, 2 to 1000.",
		"Write one number of rounds, or several: 5, 6, 7.", "Tick at least one.",
		"Write a grade: 3d, 5k.", "Choose one of the values offered.")
	ask(
		"players", "1001", "rounds", "21", "system", "knockout", "seeding", "slide", "handicap", "none",
	).Wants(t, http.StatusUnprocessableEntity,
		"Give the number of players, 2 to 1000.", "21: must be between 1 and 20.", "Tick at least one.")
	ask(
		"players", "60", "rounds", "3,4,5,6,7,8,9", "system", "swiss", "system", "mcmahon", "seeding", "slide", "handicap",
		"none",
	).Wants(t,
		http.StatusUnprocessableEntity, "That makes 14 combinations.")
	ask(
		"players", "1000", "rounds", "20", "system", "swiss", "seeding", "slide", "handicap", "none",
	).Wants(t, http.StatusUnprocessableEntity,
		"This would take too long.")
	if d.Site.Events().Comparisons().Count() > 0 {
		t.Error("a question that was refused is worked on")
	}
}

// While the work goes on the page says how far it is; without scripts there is
// a link to look again.
func TestCompareShowsHowFarItIs(t *testing.T) {
	d := newDesk(t)
	d.Site.Events().Comparisons().Hold()
	const path = webevents.ComparePath + smallQuestion
	page := d.Get(path)
	page.Wants(t, http.StatusOK, `data-live-every="2"`, `data-live-src="/director/compare?players=6&amp;rounds=2,3`, "Check whether it is done",
		"Playing rounds", `id="comparison"`)
	d.Site.Events().Comparisons().Release()
	d.UntilAnswered(t, path).Wants(t, http.StatusOK, "The figures are ready.", `id="comparison"`, `id="compare-progress"`)
}

func TestCompareSaysWhenItIsBusy(t *testing.T) {
	d := newDesk(t)
	d.Site.Events().Comparisons().Hold()
	for seed := range webevents.CompareWaiting {
		webevents.MustAsk(t, d.Site.Events().Comparisons(), webevents.QuickPlan(uint64(seed+100)))
	}
	d.Get(webevents.ComparePath+smallQuestion).Wants(t, http.StatusServiceUnavailable, "Try again in a minute.")
	d.Site.Events().Comparisons().Stop()
}

// What went wrong is said in the page, which then stops asking.
func TestCompareSaysWhyThereIsNoAnswer(t *testing.T) {
	d := newDesk(t)
	for fault, text := range map[error]string{
		context.DeadlineExceeded: "This took too long and was stopped.",
		errors.New("a fault"):    "This could not be worked out. The fault is logged under ",
	} {
		d.Site.Events().Comparisons().Forget()
		d.Site.Events().Comparisons().Hold()
		d.Get(webevents.ComparePath + smallQuestion)
		d.Site.Events().Comparisons().Fail(fault)
		d.Site.Events().Comparisons().Release()
		page := d.Get(webevents.ComparePath + smallQuestion)
		page.Wants(t, http.StatusOK, text)
		if strings.Contains(page.Body, "data-live-every") {
			t.Error("the page goes on asking")
		}
	}
}

// Whatever an address asks, the answer is a problem with a field or a plan that
// is not too much work.
func FuzzCompareQuestion(f *testing.F) {
	f.Add(smallQuestion[1:])
	f.Add("players=1000&rounds=20&system=swiss&seeding=slide&handicap=rating&effort=thorough")
	f.Add("players=-1&rounds=5;;9999999999999999999&system=&seeding=\x00&handicap=none&bar=15k&floor=4d&who=entries")
	f.Fuzz(func(t *testing.T, query string) {
		r := httptest.NewRequest(http.MethodGet, webevents.ComparePath, nil)
		r.URL.RawQuery = query
		c := echo.New().NewContext(r, httptest.NewRecorder())
		plan, err := webevents.AskedPlan(c)
		if err != nil {
			if apperr.KindOf(err) != apperr.Invalid {
				t.Fatal(err)
			}
			return
		}
		if err := plan.Validate(); err != nil || plan.Work() > webevents.CompareEffort[webevents.CompareThorough].Work ||
			plan.Events < 1 {
			t.Fatalf("%+v: %d events, %d work, %v", plan, plan.Events, plan.Work(), err)
		}
		if webevents.QuestionText(plan) == "" || webevents.QuestionTitle(plan) == "" {
			t.Fatalf("%+v has no words", plan)
		}
	})
}
