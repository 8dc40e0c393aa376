package ratings

import (
	"fmt"
	"strings"
	"testing"

	"nzgs/internal/civil"
	"nzgs/internal/ratings"
	"nzgs/internal/ratings/scale"
)

// line is a player with an event every so many days, given by the ratings after them.
func line(name string, days int, after ...scale.Milli) said {
	p := said{name: name, all: len(after), url: func(int, ratings.PlayerEvent) string { return "#" }}
	day := civil.MustParseDate("2026-01-10")
	for i, m := range after {
		e := ratings.PlayerEvent{Step: ratings.Step{Name: fmt.Sprint("Event ", i), Day: day.AddDays(i * days), After: m}}
		p.events = append([]ratings.PlayerEvent{e}, p.events...)
	}
	return p
}

// Every marker lies within its plot, later events are further right, and higher
// ratings further up.
func TestGraphPlacesEveryEvent(t *testing.T) {
	for _, tt := range []struct {
		name    string
		players []said
	}{
		{"one event", []said{line("A", 7, -1900)}},
		{"a flat line", []said{line("A", 7, -1900, -1901, -1900)}},
		{"a steep line", []said{line("A", 30, -29000, -14000, 9900)}},
		{"many years", []said{line("A", 700, 0, 500, 1000, 2000, 3000, 3500)}},
		{"two players", []said{line("A", 30, 1000, 1100), line("B", 90, -3000, -2800, -2500)}},
		{"all on one day", []said{line("A", 0, 1000, 1100)}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			for _, d := range ratingGraph("g", "Ratings", tt.players...).Drawings {
				covered := 0
				for _, b := range d.Bands {
					covered += b.Height
				}
				if covered != d.PlotEnd-d.Top {
					t.Errorf("the grades cover %d of %d", covered, d.PlotEnd-d.Top)
				}
				for _, tick := range d.Ticks {
					if tick.X < d.Left || tick.X > d.Left+d.PlotWidth {
						t.Errorf("the day %s is beside the plot at %d", tick.Label, tick.X)
					}
				}
				if len(d.Ticks) == 0 || len(d.Ticks) > 10 {
					t.Errorf("%d days below the graph", len(d.Ticks))
				}
				for i, l := range d.Lines {
					events := tt.players[i].events
					if len(l.Markers) != len(events) {
						t.Fatalf("%d markers for %d events", len(l.Markers), len(events))
					}
					for k, m := range l.Markers {
						if m.X < d.Left || m.X > d.Left+d.PlotWidth || m.Y < d.Top || m.Y > d.PlotEnd {
							t.Errorf("a marker is beside the plot: %+v", m)
						}
						if k == 0 {
							continue
						}
						was, rises := l.Markers[k-1], events[len(events)-1-k].After > events[len(events)-k].After
						if m.X < was.X || rises && m.Y > was.Y {
							t.Errorf("marker %d is wrongly beside %d: %+v, %+v", k, k-1, m, was)
						}
					}
				}
			}
		})
	}
}

// A rating that hardly moves is drawn as a line in the middle, against the grades
// around it, and not as a mountain.
func TestAFlatLineIsReadable(t *testing.T) {
	for _, d := range ratingGraph("g", "Rating", line("A", 7, -1950, -1940, -1945)).Drawings {
		middle := (d.Top + d.PlotEnd) / 2
		var labels []string
		for _, b := range d.Bands {
			labels = append(labels, b.Label)
		}
		if got := strings.Join(labels, ","); !strings.Contains(got, "3 kyu") || !strings.Contains(got, "4 kyu") {
			t.Errorf("grades %s", got)
		}
		for _, m := range d.Lines[0].Markers {
			if m.Y < middle-5 || m.Y > middle+5 {
				t.Errorf("a hundredth of a stone is drawn at %d, the middle is %d", m.Y, middle)
			}
		}
		if d.Lines[0].Last.Label != "−1.9" {
			t.Errorf("the line ends with %q", d.Lines[0].Last.Label)
		}
	}
}

func TestNoGraphWithoutEvents(t *testing.T) {
	if g := ratingGraph("g", "Rating", line("A", 7)); g != nil {
		t.Errorf("a graph of nothing: %+v", g)
	}
}
