package ratings

import (
	"fmt"

	"nzgs/internal/ratings"
	"nzgs/internal/ratings/scale"
	"nzgs/web/kit"
)

// Dot is an opponent on the graph: at the day of the event and the opponent's rating then.
type Dot struct {
	X, Y  int
	Class string // "won", "lost" or "jigo", of the player
}

// LegendLine says what a sign on the graph is.
type LegendLine struct{ Class, Text string }

// Figure is an event of the graph as its table has it.
type Figure struct {
	Event, URL, Day       string
	Before, After, Change string
	Games                 string // "3 won, 2 lost"
}

// fewEvents is how many events make a line that is worth its room. With fewer the graph is small, and its figures stand
// beside it.
const fewEvents = 3

// reach is how far beyond the player's own ratings opponents are shown. Farther ones would press the line flat.
const reach scale.Milli = 3000

// takeOpponents makes room for opponents near the player's ratings. It returns how many games have opponents farther
// away, who are not shown.
func (f *graphFrame) takeOpponents(events []ratings.PlayerEvent) (far int) {
	low, high := f.least-reach, f.most+reach
	for _, e := range events {
		for _, g := range e.Played {
			r := g.OpponentBefore
			if r < low || r > high {
				far++
				continue
			}
			f.least, f.most = min(f.least, r), max(f.most, r)
		}
	}
	f.low, f.high = low, high
	return far
}

// dotsApart is how far the games of an event stand from each other, round by round.
const dotsApart = 5

// dots are the opponents of a player's games.
func (f graphFrame) dots(events []ratings.PlayerEvent) (out []Dot) {
	for _, e := range events {
		n := len(e.Played)
		apart := min(dotsApart, 2*inset/max(1, n))
		for i, g := range e.Played {
			if g.OpponentBefore < f.low || g.OpponentBefore > f.high {
				continue
			}
			class := map[ratings.Score]string{ratings.Win: "won", ratings.Loss: "lost", ratings.Half: "jigo"}[g.Terms.Score]
			out = append(out, Dot{X: f.x(e.Day) + (2*i-n+1)*apart/2, Y: f.y(g.OpponentBefore), Class: class})
		}
	}
	return out
}

// legend says what the signs are that the dots have.
func legend(dots []Dot) []LegendLine {
	out := []LegendLine{{Class: "after", Text: "Rating after an event"}}
	if len(dots) == 0 {
		return out
	}
	for _, l := range []LegendLine{
		{"won", "Opponent, game won"}, {"lost", "Opponent, game lost"}, {"jigo", "Opponent, jigo"},
	} {
		for _, d := range dots {
			if d.Class == l.Class {
				out = append(out, l)
				break
			}
		}
	}
	return out
}

// figures are the events of a graph, the newest first.
func figures(p said) (out []Figure) {
	newer := 0
	for _, e := range p.events {
		row := Figure{
			Event: e.Name, Day: e.Day.Long(), Before: e.Before.Published().String(), After: e.After.Published().String(),
			Change: ratings.SignedMilli(e.After - e.Before), Games: scoresText(e.Played),
		}
		if e.Set {
			row.Event, row.URL = kit.Capital(wasSet), p.set
		} else {
			row.URL = p.url(newer, e)
			newer++
		}
		out = append(out, row)
	}
	return out
}

// scoresText is "3 won, 2 lost, 1 jigo".
func scoresText(games []ratings.PlayerGame) string {
	counts := map[ratings.Score]int{}
	for _, g := range games {
		counts[g.Terms.Score]++
	}
	text := ""
	for _, r := range []struct {
		score ratings.Score
		word  string
	}{{ratings.Win, "won"}, {ratings.Loss, "lost"}, {ratings.Half, "jigo"}} {
		if n := counts[r.score]; n > 0 {
			if text != "" {
				text += ", "
			}
			text += fmt.Sprintf("%d %s", n, r.word)
		}
	}
	if text == "" {
		return "–"
	}
	return text
}
