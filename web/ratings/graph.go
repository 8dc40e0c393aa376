package ratings

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"nzgs/internal/civil"
	"nzgs/internal/ratings"
	"nzgs/internal/ratings/scale"
	"nzgs/web/kit"
)

// Graph is the ratings of one or two players over time, drawn without scripts.
// The drawings show the same, one for wide pages and one for phones.
type Graph struct {
	ID, Title string
	Summary   string // what it shows, in a sentence
	Note      string // what it leaves out; "" for nothing
	Drawings  []Drawing
	Names     []GraphName // of the lines, where there are two
	After     string      // the id of what follows, for those who skip the markers
	Small     bool        // too few events for a line: the figures stand beside it
	Legend    []LegendLine
	Figures   []Figure // of one player, the newest first
}

// GraphName tells which line is whose.
type GraphName struct{ Name, Class, Marks string }

// Drawing is an SVG picture; lengths are in its own units.
type Drawing struct {
	Class              string
	Width, Height      int
	Left, Top          int // of the plot
	PlotWidth, PlotEnd int
	Readout            int // where what a marker says is shown
	ReadoutHeight      int
	Bands              []Band
	Ticks              []Tick
	Lines              []GraphLine
	Dots               []Dot // opponents, where the graph is of one player
}

// Band is a grade: from one whole rating to the next.
type Band struct {
	Class     string // the bands alternate
	Y, Height int
	LabelY    int
	Label     string // "3 kyu"; "" where there is no room
}

// Tick is a day below the graph.
type Tick struct {
	X     int
	Label string
}

// GraphLine is one player's line with a marker for each event.
type GraphLine struct {
	Class   string
	Path    string // "12,40 30,38"
	Markers []Marker
	Last    Tick // the published rating after the last event
	LastY   int
}

// Marker is an event on the line: a link to its games.
type Marker struct {
	X, Y   int
	Square bool
	URL    string
	Event  string // "Winter Open, 6 June 2026"
	Text   string // "−1.9 → −1.7. Won against Mei Lin (−2.0), White, 3 stones; lost to Moa 12 (1.2)."
}

// said is one player's part of a graph.
type said struct {
	name   string
	events []ratings.PlayerEvent // the newest first
	all    int                   // rated events in all
	set    string                // where the ratings that were set stand
	url    func(newest int, e ratings.PlayerEvent) string
}

// shown is how many events the graph has, without ratings that were set.
func (p said) shown() (n int) {
	for _, e := range p.events {
		if !e.Set {
			n++
		}
	}
	return n
}

// The two drawings.
const (
	wideGraph, wideGraphHeight     = 760, 270
	narrowGraph, narrowGraphHeight = 330, 230
	smallGraph, smallGraphHeight   = 420, 190
	gamesOnMarker                  = 6
)

// ratingGraph draws the players' ratings; nil where no event is given.
func ratingGraph(id, title string, players ...said) *Graph {
	g := &Graph{ID: id, Title: title}
	var frame graphFrame
	var sums []string
	for i, p := range players {
		for _, e := range p.events {
			frame.take(e.Day, e.After)
		}
		if n := len(p.events); n > 0 {
			first, last := p.events[n-1], p.events[0]
			sum := fmt.Sprintf("from %s on %s to %s on %s", first.After.Published(), first.Day.Long(),
				last.After.Published(), last.Day.Long())
			if n == 1 {
				sum = last.After.Published().String() + " on " + last.Day.Long()
			}
			sums = append(sums, p.name+": "+sum)
		}
		if p.shown() < p.all {
			g.Note = fmt.Sprintf(
				"The graph shows the last %d events; the earlier ones are in the tables.", ratings.GraphEvents,
			)
		}
		if len(players) > 1 {
			g.Names = append(g.Names, GraphName{
				Name: p.name, Class: lineClass(i), Marks: []string{"round markers", "square markers, broken line"}[i%2],
			})
		}
	}
	if frame.first.IsZero() {
		return nil
	}
	g.Summary = strings.Join(sums, "; ")
	width, height := wideGraph, wideGraphHeight
	if len(players) == 1 {
		if far := frame.takeOpponents(players[0].events); far > 0 {
			g.Note = strings.TrimSpace(g.Note + " " + kit.Plural(far, "opponent", "opponents") + " much stronger or weaker " +
				"than the player: not on the graph.")
		}
		g.Figures = figures(players[0])
		if g.Small = len(players[0].events) < fewEvents; g.Small {
			width, height = smallGraph, smallGraphHeight
		}
	}
	g.Drawings = []Drawing{
		frame.draw("graph-wide", width, height, 58, 9, players),
		frame.draw("graph-narrow", narrowGraph, narrowGraphHeight, 112, 2, players),
	}
	if len(players) == 1 {
		g.Legend = legend(g.Drawings[0].Dots)
	}
	return g
}

func lineClass(i int) string { return []string{"line-one", "line-two"}[i%2] }

// graphFrame is the days and ratings that a graph spans.
type graphFrame struct {
	first, last   civil.Date
	least, most   scale.Milli
	low, high     scale.Milli // opponents between them are shown
	bottom, top   scale.Milli // what is drawn: never less than two stones
	left, right   int
	above, below  int
	width, height int
}

func (f *graphFrame) take(day civil.Date, m scale.Milli) {
	if f.first.IsZero() {
		f.first, f.last, f.least, f.most = day, day, m, m
		return
	}
	if day.Before(f.first) {
		f.first = day
	}
	f.last = civil.Later(f.last, day)
	f.least, f.most = min(f.least, m), max(f.most, m)
}

// leastSpan is two stones: a line that hardly moves shall look so, and still be
// seen against its grades.
const leastSpan = 2000

// draw makes one drawing, with room for what a marker says and at most so many
// days below it.
func (f graphFrame) draw(class string, width, height, readout, days int, players []said) Drawing {
	f.width, f.height = width, height
	f.left, f.right, f.above, f.below = 62, width-44, 10, height-28
	span := max(leastSpan, f.most-f.least+500)
	middle := f.least + (f.most-f.least)/2
	f.bottom, f.top = middle-span/2, middle+span/2
	d := Drawing{
		Class: class, Width: width, Height: height + 4 + readout, Left: f.left, Top: f.above,
		PlotWidth: f.right - f.left, PlotEnd: f.below, Readout: height + 4, ReadoutHeight: readout,
		Bands: f.bands(), Ticks: f.ticks(days),
	}
	for i, p := range players {
		d.Lines = append(d.Lines, f.line(i, p))
	}
	if len(players) == 1 {
		d.Dots = f.dots(players[0].events)
	}
	return d
}

func (f graphFrame) y(m scale.Milli) int {
	return f.below - int(int64(m-f.bottom)*int64(f.below-f.above)/int64(f.top-f.bottom))
}

// inset keeps the first and last markers off the frame.
const inset = 14

func (f graphFrame) x(day civil.Date) int {
	all := f.first.DaysUntil(f.last)
	if all == 0 {
		return (f.left + f.right) / 2
	}
	return f.left + inset + f.first.DaysUntil(day)*(f.right-f.left-2*inset)/all
}

// bands are the grades between bottom and top, the lowest first.
func (f graphFrame) bands() []Band {
	var out []Band
	first := f.bottom.Published().Grade()
	stone := max(1, f.y(f.bottom)-f.y(f.bottom+1000))
	every := (13 + stone - 1) / stone // a label is 13 units high
	for g := first; g.Rating().Milli() < f.top; g++ {
		from, to := max(f.bottom, g.Rating().Milli()), min(f.top, (g+1).Rating().Milli())
		if to <= from {
			continue
		}
		b := Band{Class: "band", Y: f.y(to), Height: f.y(from) - f.y(to), LabelY: (f.y(from)+f.y(to))/2 + 4}
		if g%2 != 0 {
			b.Class = "band odd"
		}
		if int(g)%every == 0 && (b.Height >= 13 || every > 1) {
			b.Label = g.String()
		}
		out = append(out, b)
	}
	return out
}

// ticks are first days of months or years, at most so many; where the graph is
// shorter than that, its own days.
func (f graphFrame) ticks(atMost int) []Tick {
	months := (f.last.Year()-f.first.Year())*12 + int(f.last.Month()) - int(f.first.Month())
	if months < 2 {
		out := []Tick{{f.x(f.first), f.first.Short()}}
		if f.x(f.last)-f.x(f.first) > 90 {
			out = append(out, Tick{f.x(f.last), f.last.Short()})
		}
		return out
	}
	step := 1
	for _, step = range []int{1, 2, 3, 6, 12, 24, 60, 120, 240, 480} {
		if months/step <= atMost {
			break
		}
	}
	var out []Tick
	at := civil.On(f.first.Year(), time.January, 1)
	for ; !at.After(f.last); at = at.AddMonths(step) {
		if at.Before(f.first) {
			continue
		}
		label := strconv.Itoa(at.Year())
		if step < 12 {
			label = at.Month().String()[:3] + " " + label
		}
		out = append(out, Tick{f.x(at), label})
	}
	return out
}

func (f graphFrame) line(i int, p said) GraphLine {
	out := GraphLine{Class: lineClass(i)}
	var path []string
	newer := p.shown()
	for n := len(p.events) - 1; n >= 0; n-- {
		e := p.events[n]
		x, y := f.x(e.Day), f.y(e.After)
		path = append(path, fmt.Sprintf("%d,%d", x, y))
		m := Marker{
			X: x, Y: y, Square: i%2 == 1, Event: e.Name + ", " + e.Day.Long(),
			Text: e.Before.Published().String() + " → " + e.After.Published().String() + ". ",
		}
		if e.Set {
			m.Event, m.URL = kit.Capital(wasSet)+", "+e.Day.Long(), p.set
		} else {
			newer--
			m.URL = p.url(newer, e)
		}
		var games []string
		for k, g := range e.Played {
			if k == gamesOnMarker-1 && len(e.Played) > gamesOnMarker {
				games = append(games, fmt.Sprintf("and %d more games", len(e.Played)-k))
				break
			}
			games = append(games, markerGame(g))
		}
		if len(games) > 0 {
			m.Text += kit.Capital(strings.Join(games, "; ")) + "."
		}
		out.Markers = append(out.Markers, m)
		if n == 0 {
			out.Last, out.LastY = Tick{f.right + 4, e.After.Published().String()}, y+4
		}
	}
	out.Path = strings.Join(path, " ")
	return out
}

// markerGame is a game in a few words: "won against Mei Lin (−2.0)".
func markerGame(g ratings.PlayerGame) string {
	result := map[ratings.Score]string{ratings.Win: "won against ", ratings.Loss: "lost to ", ratings.Half: "jigo with "}
	text := result[g.Terms.Score] + g.OpponentName + " (" + g.OpponentBefore.Published().String() + ")"
	if h := g.Terms.Handicap; h > 0 {
		text += ", " + termsText(g.Terms.Colour, h)
	}
	return text
}

// eventAnchor is the id of an event on the player's page.
func eventAnchor(e ratings.PlayerEvent) string {
	return "event-" + strconv.FormatInt(int64(e.Event), 10)
}

// eventOnPage leads to an event on its player's page.
func eventOnPage(player ratings.PersonID, newest int, e ratings.PlayerEvent) string {
	url := kit.PlayerURL(player)
	if page := ratings.PageOf(newest); page > 1 {
		url += "?page=" + strconv.Itoa(page)
	}
	return url + "#" + eventAnchor(e)
}
