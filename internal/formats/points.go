package formats

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"nzgs/internal/civil"
	"nzgs/internal/ratings/points"
)

// Bounds of a file of points.
const (
	maxPointsEvents   = 2_000
	maxPointsPlacings = 1_000
	maxTable          = 100
)

// ReadPoints reads the events that points follow from: docs/points-file.md. The error is [*Problems], each with its line
// and path. What the file does not say of how points are given is as the society has it ([points.Shipped]).
func ReadPoints(data []byte) (*points.Record, error) {
	if len(data) > MaxBytes {
		return nil, problem("", "the file is too large: at most %d MB are read", MaxBytes>>20)
	}
	tokens, err := newJSONReader(data, "a file of points")
	if err != nil {
		return nil, err
	}
	r := &pointsReader{jsonReader: tokens, record: points.Record{Systems: points.Shipped()}}
	r.lines = map[string]int{}
	r.object(fields{
		"points":          r.systems,
		"opening":         func() { r.array(maxPointsEvents, r.opening) },
		"events":          func() { r.array(maxPointsEvents, r.event) },
		"representatives": func() { r.array(maxPointsEvents, r.representative) },
	}, "events")
	if r.enough {
		return nil, r.err()
	}
	var invalid points.Invalid
	if err := r.record.Validate(); errors.As(err, &invalid) {
		for _, f := range invalid {
			if !r.has(f.Path) {
				r.Problems.line(r.lineOf(f.Path), f.Path, "%s", f.Message)
			}
		}
	}
	for _, d := range r.record.Doubled() {
		path := fmt.Sprintf("opening[%d].date", d.Opening)
		if o, e := r.record.Opening[d.Opening], r.record.Events[d.Event]; !r.has(path) {
			r.Problems.line(r.lineOf(path), path, "%s", strings.TrimSuffix(d.Say(o.Player, o.Day, e.Name, e.Day), "."))
		}
	}
	if err := r.err(); err != nil {
		return nil, err
	}
	return &r.record, nil
}

// pointsReader reads a record of points from JSON.
type pointsReader struct {
	*jsonReader
	record points.Record
}

// lineOf is the line of a path, or of what it would be in.
func (r *pointsReader) lineOf(path string) int {
	for path != "" {
		if line := r.lines[path]; line > 0 {
			return line
		}
		path = path[:max(0, strings.LastIndexAny(path, ".["))]
	}
	return 0
}

// systems reads one system, or several that each hold from a day on.
func (r *pointsReader) systems() {
	if r.next != json.Delim('[') {
		r.record.Systems = []points.System{r.system()}
		return
	}
	r.record.Systems = nil
	r.array(maxTable, func(int) { r.record.Systems = append(r.record.Systems, r.system()) })
}

func (r *pointsReader) system() points.System {
	shipped := points.Shipped()
	s := shipped[len(shipped)-1]
	s.From = civil.Date{}
	table := func(to *[]points.Amount) func() {
		return func() {
			*to = nil
			r.array(maxTable, func(int) { *to = append(*to, written(r, points.ParseAmount)) })
		}
	}
	r.object(fields{
		"from":     func() { s.From = r.date() },
		"national": table(&s.National),
		"regional": table(&s.Regional),
		"loss":     func() { s.Loss = written(r, points.ParseShare) },
		"fixed":    func() { s.Fixed = written(r, points.ParseAmount) },
	})
	return s
}

// name reads a name, with one space between its words: two that look the same are the same.
func (r *pointsReader) name() string { return strings.Join(strings.Fields(r.text(maxText)), " ") }

func (r *pointsReader) opening(int) {
	var o points.Opening
	r.object(fields{
		"player":      func() { o.Player = r.name() },
		"date":        func() { o.Day = r.date() },
		"points":      func() { o.Points = written(r, points.ParseAmount) },
		"source":      func() { o.Source = r.text(maxText) },
		"represented": func() { o.Represented = r.date() },
	}, "player", "date", "points")
	r.record.Opening = append(r.record.Opening, o)
}

func (r *pointsReader) event(int) {
	var e points.Event
	r.object(fields{
		"name":     func() { e.Name = r.name() },
		"date":     func() { e.Day = r.date() },
		"kind":     func() { e.Kind = points.Kind(r.text(maxText)) },
		"year_end": func() { e.YearEnd = r.truth() },
		"placings": func() {
			r.array(maxPointsPlacings, func(int) { e.Placings = append(e.Placings, r.placing()) })
		},
	}, "name", "date", "kind", "placings")
	r.record.Events = append(r.record.Events, e)
}

func (r *pointsReader) placing() points.Placing {
	p := points.Placing{Member: true}
	r.object(fields{
		"player": func() { p.Player = r.name() },
		"score":  func() { p.Score = written(r, points.ParseScore) },
		"member": func() { p.Member = r.truth() },
		"place":  func() { p.Place = r.whole(1, maxPointsPlacings) },
	}, "player", "score")
	return p
}

func (r *pointsReader) representative(int) {
	var one points.Representative
	r.object(fields{
		"year_end": func() { one.YearEnd = r.date() },
		"player":   func() { one.Player = r.name() },
	}, "year_end", "player")
	r.record.Representatives = append(r.record.Representatives, one)
}

// written reads a figure that is written as a text, "4½", or as a number, 4.5.
func written[T any](r *pointsReader, parse func(string) (T, error)) T {
	var out T
	text := ""
	switch v := r.next.(type) {
	case string:
		text = strings.TrimSpace(v)
	case json.Number:
		text = v.String()
	default:
		r.unfit("a figure, as a text or a number")
		return out
	}
	r.advance()
	if len(text) > maxText {
		r.wrong("is too long: at most %d characters", maxText)
		return out
	}
	out, err := parse(text)
	if err != nil {
		r.wrong("%s", err)
	}
	return out
}
