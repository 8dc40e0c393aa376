package events

import (
	"github.com/labstack/echo/v4"

	"nzgs/internal/pairing/simulate"
	"nzgs/internal/tournaments"
)

// What the tests of the desk's pages see of it.

var CompareEffort = compareEffort

const ComparePath = comparePath
const CompareThorough = compareThorough
const CompareWaiting = compareWaiting

var ComparisonOf = comparison
var MustAsk = mustAsk
var QuestionText = questionText
var QuestionTitle = questionTitle
var QuickPlan = quickPlan

// SectionPlan is what the form about a section asks, with another bar.
func SectionPlan(s tournaments.Settings, bar string) (simulate.Plan, error) {
	f := sectionQuestion(s, nil)
	if bar != "" {
		f.in.Set("bar", bar)
	}
	return f.plan()
}

// AskedPlan is what an address asks.
func AskedPlan(c echo.Context) (simulate.Plan, error) { return anyQuestion().asked(c).plan() }
