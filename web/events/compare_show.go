package events

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"nzgs/internal/pairing/simulate"
	"nzgs/web/kit"
)

// Comparison is the answer to a question.
type Comparison struct {
	Events   string           // "71 events each way"
	Verdicts []CompareVerdict // of each but the first, if there are few
	Charts   []BarChart
	Columns  []string
	Span     int  // columns of the table, that of the names too
	Stack    bool // few enough columns to be cards on a phone
	Groups   []CompareGroup
	Meanings []kit.Fact
}

// CompareVerdict says how one thing compares with the first.
type CompareVerdict struct {
	Name, Against string
	Better, Worse []string
}

// CompareGroup is a part of the table.
type CompareGroup struct {
	Title string
	Rows  []CompareRow
}

// CompareRow is one figure of everything that is compared.
type CompareRow struct {
	Label string
	Cells []CompareCell
}

// CompareCell is a figure with its standard error. Verdict is "better",
// "worse", "differs" or empty; Kind picks its icon.
type CompareCell struct {
	Column, Value, Error string
	Verdict, Kind        string
}

// BarChart is one figure between 0 and 1 as bars.
type BarChart struct {
	Title, Text string
	Bars        []CompareBar
}

// CompareBar is a bar with the range of its standard error, drawn 1000 wide and
// 20 high.
type CompareBar struct {
	Label, Value string
	Length       int
	Range        string // path of a line over the range; empty when it is not known
}

// chartMeasures is what the charts show.
var chartMeasures = []simulate.Measure{
	simulate.Spearman, simulate.StrongestFirst, simulate.SoleWinner, simulate.CloseGames,
}

// stackedColumns is how many things can stand below each other on a card.
const stackedColumns = 4

// comparison lays a report out for the page.
func comparison(r *simulate.Report) *Comparison {
	names, _ := simulate.Labels(r.Plan.Variants())
	for i := range names {
		names[i] = kit.Capital(names[i])
	}
	out := &Comparison{
		Events: kit.Plural(r.Plan.Events, "event", "events") + " each way", Columns: names, Span: len(names) + 1,
		Stack: len(names) <= stackedColumns,
	}
	for _, m := range chartMeasures {
		out.Charts = append(out.Charts, barChart(m, r.Outcomes, names))
	}
	for _, g := range simulate.Groups() {
		group := CompareGroup{Title: string(g)}
		for _, m := range simulate.Measures() {
			if m.About().Group == g {
				group.Rows = append(group.Rows, compareRow(m, r.Outcomes, names))
			}
		}
		out.Groups = append(out.Groups, group)
	}
	first := r.Outcomes[0]
	for i, o := range r.Outcomes[1:] {
		if !out.Stack {
			break // the table says it more briefly
		}
		v := CompareVerdict{Name: names[i+1], Against: names[0]}
		for _, m := range simulate.Measures() {
			switch m.Verdict(o.Lead[m]) {
			case simulate.ClearlyBetter:
				v.Better = append(v.Better, m.Against(o, first))
			case simulate.ClearlyWorse:
				v.Worse = append(v.Worse, m.Against(o, first))
			}
		}
		out.Verdicts = append(out.Verdicts, v)
	}
	for _, m := range simulate.Measures() {
		out.Meanings = append(out.Meanings, kit.Fact{Label: m.About().Title, Value: kit.Capital(m.About().Definition) + "."})
	}
	return out
}

func compareRow(m simulate.Measure, outcomes []simulate.Outcome, names []string) CompareRow {
	row := CompareRow{Label: m.About().Title}
	for i, o := range outcomes {
		cell := CompareCell{Column: names[i]}
		cell.Value, cell.Error = m.Text(o.Values[m])
		switch m.Verdict(o.Lead[m]) {
		case simulate.ClearlyBetter:
			cell.Verdict, cell.Kind = "better", kit.KindSuccess
		case simulate.ClearlyWorse:
			cell.Verdict, cell.Kind = "worse", kit.KindWarning
		case simulate.Differs:
			cell.Verdict, cell.Kind = "differs", kit.KindNeutral
		}
		row.Cells = append(row.Cells, cell)
	}
	return row
}

func barChart(m simulate.Measure, outcomes []simulate.Outcome, names []string) BarChart {
	thousandths := func(x float64) int { return int(math.Round(1000 * max(0, min(1, x)))) }
	chart := BarChart{Title: m.About().Title, Text: kit.Capital(m.About().Definition) + "."}
	for i, o := range outcomes {
		e := o.Values[m]
		mean, standardError := m.Text(e)
		bar := CompareBar{Label: names[i], Value: "–"}
		if mean != "" {
			bar.Value, bar.Length = mean, thousandths(e.Mean)
		}
		if standardError != "" {
			from, to := thousandths(e.Mean-e.Error), thousandths(e.Mean+e.Error)
			bar.Range = fmt.Sprintf("M%d 10H%dM%d 4V16M%d 4V16", from, to, from, to)
		}
		chart.Bars = append(chart.Bars, bar)
	}
	return chart
}

// questionTitle is "What would 5, 6 or 7 rounds give?".
func questionTitle(p simulate.Plan) string {
	if len(p.Rounds) == 1 {
		return "What would " + kit.Plural(p.Rounds[0], "round", "rounds") + " give?"
	}
	return "What would " + enumerate(p.Rounds, strconv.Itoa, "or") + " rounds give?"
}

// questionText says what was asked: "60 players spread like the rating list;
// Swiss and McMahon; slide; even games; 7 rounds."
func questionText(p simulate.Plan) string {
	who := kit.Plural(p.Field.Players, "player", "players") + " spread like the rating list"
	if len(p.Field.Entrants) > 0 {
		who = "The " + strconv.Itoa(p.Field.Players) + " who are entered"
	}
	rounds := enumerate(p.Rounds, strconv.Itoa, "and") + " rounds"
	if len(p.Rounds) == 1 {
		rounds = kit.Plural(p.Rounds[0], "round", "rounds")
	}
	return strings.Join([]string{
		who, enumerate(p.Systems, simulate.SystemName, "and"), enumerate(p.Seedings, simulate.SeedingName, "and"),
		enumerate(p.Handicaps, simulate.HandicapName, "and"), rounds,
	}, "; ") + "."
}

// enumerate lists values in a sentence: "5, 6 or 7".
func enumerate[T any](values []T, text func(T) string, last string) string {
	var b strings.Builder
	for i, v := range values {
		switch {
		case i > 0 && i == len(values)-1:
			b.WriteString(" " + last + " ")
		case i > 0:
			b.WriteString(", ")
		}
		b.WriteString(text(v))
	}
	return b.String()
}
