package ratings

import (
	"strings"
	"testing"

	"nzgs/internal/civil"
	"nzgs/internal/ratings"
	"nzgs/internal/ratings/scale"
)

// played gives an event games with opponents of some ratings: won, lost, jigo by turns.
func played(e ratings.PlayerEvent, opponents ...scale.Milli) ratings.PlayerEvent {
	for i, r := range opponents {
		g := ratings.PlayerGame{OpponentName: "Someone", OpponentBefore: r}
		g.Terms.Score = []ratings.Score{ratings.Win, ratings.Loss, ratings.Half}[i%3]
		e.Played = append(e.Played, g)
	}
	return e
}

// Opponents stand on the graph at their ratings; those far away would press the line flat, and are counted instead.
func TestOpponentsStandOnTheGraph(t *testing.T) {
	day := civil.MustParseDate("2026-06-06")
	one := func(far ...scale.Milli) *Graph {
		e := played(event(day), append([]scale.Milli{900, 2000, -500}, far...)...)
		return ratingGraph("r", "Rating", said{name: "Ana", events: []ratings.PlayerEvent{e}, all: 1, url: noURL})
	}
	g := one()
	dots := g.Drawings[0].Dots
	if len(dots) != 3 || dots[0].Class != "won" || dots[1].Class != "lost" || dots[2].Class != "jigo" {
		t.Fatalf("dots %+v", dots)
	}
	if !(dots[1].Y < dots[0].Y && dots[0].Y < dots[2].Y && dots[0].X < dots[1].X && dots[1].X < dots[2].X) {
		t.Errorf("a stronger opponent is not higher, or a later one not to the right: %+v", dots)
	}
	if len(g.Legend) != 4 || g.Note != "" {
		t.Errorf("legend %+v, note %q", g.Legend, g.Note)
	}
	for _, d := range g.Drawings {
		for _, dot := range d.Dots {
			if dot.X < d.Left || dot.X > d.Left+d.PlotWidth || dot.Y < d.Top || dot.Y > d.PlotEnd {
				t.Errorf("%s: %+v is outside the plot", d.Class, dot)
			}
		}
	}
	g = one(9000, -20000)
	if len(g.Drawings[0].Dots) != 3 || !strings.Contains(g.Note, "2 opponents much stronger or weaker") {
		t.Errorf("%d dots, note %q", len(g.Drawings[0].Dots), g.Note)
	}
}

// A graph of few events is small and has its figures beside it; each event is in the figures of either.
func TestAGraphHasItsFigures(t *testing.T) {
	day := civil.MustParseDate("2026-06-06")
	for n := 1; n < 6; n++ {
		var events []ratings.PlayerEvent
		for i := range n {
			events = append(events, event(day.AddDays(-30*i)))
		}
		g := ratingGraph("r", "Rating", said{name: "Ana", events: events, all: n, url: noURL})
		if g.Small != (n < 3) || len(g.Figures) != n || len(g.Legend) != 1 {
			t.Errorf("%d events: small %t, %d figures, legend %v", n, g.Small, len(g.Figures), g.Legend)
		}
		if f := g.Figures[0]; f.After != "1.2" || f.Before != "1.0" || f.Games != "–" || f.Day != "6 June 2026" {
			t.Errorf("the newest is %+v", f)
		}
	}
	events := []ratings.PlayerEvent{played(event(day), 1, 2, 3, 4)}
	if g := ratingGraph("r", "", said{events: events, all: 1, url: noURL}); g.Figures[0].Games != "2 won, 1 lost, 1 jigo" {
		t.Errorf("games %q", g.Figures[0].Games)
	}
	two := ratingGraph("r", "", said{events: events, url: noURL}, said{events: events, url: noURL})
	if len(two.Figures)+len(two.Legend)+len(two.Drawings[0].Dots) != 0 {
		t.Error("a graph of two players has the figures of one")
	}
}

func noURL(int, ratings.PlayerEvent) string { return "#event" }

func event(day civil.Date) ratings.PlayerEvent {
	return ratings.PlayerEvent{Step: ratings.Step{Name: "Open", Day: day, Before: 1000, After: 1200}}
}
