package simulate

import (
	"cmp"
	"math"
	"slices"

	"nzgs/internal/clubname"
	"nzgs/internal/pairing"
)

// tally is what an event's rounds have added up to so far.
type tally struct {
	games, close, floats, clubMates int
	rematches, repeatedFloats       int
	handicap                        int
	scoreGap                        pairing.Score // sum over games, in half points
	strengthGap                     float64       // sum over games, in stones
	byes                            []int         // of each player
	byesOfThird                     [3]int        // upper, middle, lower
	colours                         []int         // of each player, Black minus White over even games
	drift                           []int         // of each player in the last round counted: −1 floated down, 1 up
	met                             map[[2]int]bool
}

func newTally(players int) tally {
	return tally{
		byes: make([]int, players), colours: make([]int, players), drift: make([]int, players), met: map[[2]int]bool{},
	}
}

// count adds a round that has been drawn and played, but is not yet in the event. chances are White's expectations.
func (c *tally) count(t *tournament, d *pairing.Drawing, chances []float64, games []pairing.Game) {
	score := t.scoresBefore(d.Round)
	drift := make([]int, len(c.drift))
	for i := range d.Pairs {
		p := &d.Pairs[i]
		white, black := t.index[p.White], t.index[p.Black]
		c.games++
		c.handicap += p.Handicap
		c.strengthGap += math.Abs(t.strength[white] - t.strength[black])
		if min(chances[i], 1-chances[i]) >= CloseChance {
			c.close++
		}
		if gap := score[p.White] - score[p.Black]; gap != 0 {
			c.floats++
			c.scoreGap += max(gap, -gap)
			drift[white], drift[black] = cmp.Compare(0, gap), cmp.Compare(gap, 0)
		}
		if clubname.Same(t.ev.Players[white].Club, t.ev.Players[black].Club) {
			c.clubMates++
		}
		c.meet(white, black)
		if p.Handicap == 0 && !byDefault(games[i].Result) {
			c.colours[white]--
			c.colours[black]++
		}
	}
	if i, ok := t.index[d.Bye]; ok {
		c.byes[i]++
		c.byesOfThird[t.third[i]]++
	}
	c.float(drift)
}

// float takes over who floated in a round. It is counted whatever the draw goes by.
func (c *tally) float(drift []int) {
	for i, d := range drift {
		if d != 0 && d == c.drift[i] {
			c.repeatedFloats++
		}
	}
	c.drift = drift
}

func (c *tally) meet(a, b int) {
	pair := [2]int{min(a, b), max(a, b)}
	if c.met[pair] {
		c.rematches++
	}
	c.met[pair] = true
}

func byDefault(r pairing.Result) bool {
	return r == pairing.WhiteDefault || r == pairing.BlackDefault || r == pairing.BothDefault
}

// scoresBefore gives the scores before a round that is not in the event yet, of all who have entered by then, McMahon
// starts included.
func (t *tournament) scoresBefore(round int) map[pairing.ID]pairing.Score {
	plain := *t.ev
	plain.TieBreaks = nil
	score := make(map[pairing.ID]pairing.Score, len(t.ev.Players))
	for _, row := range pairing.Standings(&plain, round).Rows {
		score[row.ID] = row.Score
	}
	return score
}

// figures gives every measure of the event as if it ended with that round, which must be the last one played. A measure
// that says nothing about the event is NaN.
func (t *tournament) figures(round int) map[Measure]float64 {
	c := &t.tally
	ofGames := func(n float64) float64 { return n / float64(c.games) } // 0⁄0 is NaN: no one has played
	byes := 0
	for _, n := range c.byesOfThird {
		byes += n
	}
	f := map[Measure]float64{
		StrengthGap:     ofGames(c.strengthGap),
		CloseGames:      ofGames(float64(c.close)),
		ScoreGap:        ofGames(float64(c.scoreGap) / 2),
		Floats:          ofGames(float64(c.floats)),
		RepeatedFloats:  float64(c.repeatedFloats),
		MeanHandicap:    ofGames(float64(c.handicap)),
		ColourImbalance: t.colourImbalance(round),
		ClubGames:       ofGames(float64(c.clubMates)),
		Byes:            float64(byes),
		SecondByes:      float64(c.secondByes()),
		ByesUpper:       float64(c.byesOfThird[0]) / float64(byes),
		ByesMiddle:      float64(c.byesOfThird[1]) / float64(byes),
		ByesLower:       float64(c.byesOfThird[2]) / float64(byes),
		Rematches:       float64(c.rematches),
		Stuck:           float64(len(t.stuck)),
	}
	t.placing(round, f)
	for m := range f {
		if !m.applies(t.ev.System) {
			f[m] = math.NaN()
		}
	}
	return f
}

// colourImbalance is the mean over those who have entered by a round.
func (t *tournament) colourImbalance(round int) float64 {
	sum, entered := 0, 0
	for i, n := range t.tally.colours {
		if t.ev.Players[i].EnteredIn <= round {
			sum += max(n, -n)
			entered++
		}
	}
	return float64(sum) / float64(entered)
}

func (c *tally) secondByes() int {
	second := 0
	for _, n := range c.byes {
		if n > 1 {
			second++
		}
	}
	return second
}

// placing compares the final places of those who played to the end with their true strengths.
func (t *tournament) placing(round int, f map[Measure]float64) {
	var strength, height []float64
	var scores []pairing.Score
	for _, row := range pairing.Standings(t.ev, round).Rows {
		i := t.index[row.ID]
		if last := t.ev.Players[i].WithdrawnAfter; last > 0 && last < round {
			continue
		}
		strength = append(strength, t.strength[i])
		height = append(height, -float64(row.Place.From))
		scores = append(scores, row.Score)
	}
	if len(strength) == 0 {
		return
	}
	deserved, got := ranks(strength), ranks(height)
	f[Spearman], f[Kendall] = correlation(deserved, got), kendall(deserved, got)
	off := 0.
	for i := range got {
		off += math.Abs(got[i] - deserved[i])
	}
	f[PlaceError] = off / float64(len(got))
	f[SoleWinner] = 0
	if slices.Sort(scores); len(scores) == 1 || scores[len(scores)-1] > scores[len(scores)-2] {
		f[SoleWinner] = 1
	}
	first, strongest := leaders(got), leaders(deserved)
	f[StrongestFirst], f[StrongestPlace] = 0, 0
	for _, i := range strongest {
		f[StrongestPlace] += got[i] / float64(len(strongest))
		if slices.Contains(first, i) {
			f[StrongestFirst] += 1 / float64(len(first))
		}
	}
}

// leaders gives those who have or share the first place.
func leaders(places []float64) []int {
	var out []int
	best := slices.Min(places)
	for i, p := range places {
		if p == best {
			out = append(out, i)
		}
	}
	return out
}
