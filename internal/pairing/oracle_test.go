package pairing

import (
	"math"
	"slices"
	"sort"

	"nzgs/internal/ratings/scale"
)

// oracle judges any draw of a round by the definitions alone. It looks at the event as it stands and shares with the
// draw only the lot, which has no definition but itself.
type oracle struct {
	ev     *Event
	round  int
	player map[ID]Player
	number map[ID]uint64
	fixed  [][2]ID
}

func newOracle(ev *Event, round int, fixed [][2]ID) *oracle {
	o := &oracle{ev: ev, round: round, player: map[ID]Player{}, number: map[ID]uint64{}, fixed: fixed}
	players, numbers := numbered(ev.Players)
	for i, p := range players {
		o.player[p.ID], o.number[p.ID] = *p, numbers[i]
	}
	return o
}

// gameOf finds a player's game in a round.
func (o *oracle) gameOf(id ID, round int) (Game, bool) {
	for _, r := range o.ev.Played {
		for _, g := range r.Games {
			if r.Number == round && (g.White == id || g.Black == id) {
				return g, true
			}
		}
	}
	return Game{}, false
}

func (o *oracle) hadBye(id ID, round int) bool {
	for _, r := range o.ev.Played {
		if r.Number == round && slices.Contains(r.Byes, id) {
			return true
		}
	}
	return false
}

// score is what the draw of a round goes by.
// unlent is the score before a round without points lent.
func (o *oracle) unlent(id ID, round int) Score {
	p := o.player[id]
	total := p.StartScore + o.mcmahon(p)
	for n := 1; n < round; n++ {
		g, played := o.gameOf(id, n)
		switch {
		case played && (g.Result == WhiteWins || g.Result == WhiteDefault) && g.White == id:
			total += 2
		case played && (g.Result == BlackWins || g.Result == BlackDefault) && g.Black == id:
			total += 2
		case played && g.Result == Jigo:
			total++
		case played:
		case o.hadBye(id, n):
			total += 2
		case n < p.EnteredIn || p.WithdrawnAfter != 0 && n > p.WithdrawnAfter:
		case slices.Contains(p.HalfPointByes, n) || o.ev.AbsenceHalf && slices.Contains(p.Absent, n):
			total++
		}
	}
	return total
}

func (o *oracle) score(id ID, round int) Score {
	total := o.unlent(id, round)
	if round <= o.ev.Acceleration.Rounds && o.upperHalf(id, round) {
		if o.ev.Acceleration.Points == 0 {
			return total + 2
		}
		return total + o.ev.Acceleration.Points
	}
	return total
}

func (o *oracle) upperHalf(id ID, round int) bool {
	above, field := 0, 0
	for _, p := range o.ev.Players {
		if p.EnteredIn > round {
			continue
		}
		field++
		me := o.player[id]
		if p.Rating > me.Rating || p.Rating == me.Rating && o.before(p.ID, id) {
			above++
		}
	}
	return above < (field+1)/2
}

// before orders players whom nothing else tells apart.
func (o *oracle) before(a, b ID) bool { return o.number[a] < o.number[b] }

func (o *oracle) mcmahon(p Player) Score {
	if o.ev.System != McMahon {
		return 0
	}
	if len(o.ev.Bands) > 0 {
		n := 0
		for _, band := range o.ev.Bands {
			if p.Rating >= band {
				n++
			}
		}
		return Score(2 * n)
	}
	capped := func(q Player) int {
		g := int(q.Rating+1000)/10 - 100 // floor for anything above −100.0
		if o.ev.Bar != nil {
			g = min(g, int(*o.ev.Bar)/10)
		}
		if o.ev.Floor != nil {
			g = max(g, int(*o.ev.Floor)/10)
		}
		return g
	}
	base := -29 // 30 kyu
	if o.ev.Floor != nil {
		base = min(base, int(*o.ev.Floor)/10)
	}
	return Score(2 * (max(capped(p), base) - base))
}

func (o *oracle) byesBefore(id ID) (n int64) {
	for r := 1; r < o.round; r++ {
		g, played := o.gameOf(id, r)
		if o.hadBye(id, r) || played && (g.White == id && g.Result == WhiteDefault ||
			g.Black == id && g.Result == BlackDefault) {
			n++
		}
	}
	return n
}

// floated is 1 after meeting a higher score in the round before, −1 after a lower one.
func (o *oracle) floated(id ID) int {
	g, played := o.gameOf(id, o.round-1)
	if !played {
		return 0
	}
	other := g.White
	if other == id {
		other = g.Black
	}
	return compareInts(int64(o.score(other, o.round-1)), int64(o.score(id, o.round-1)))
}

func compareInts(a, b int64) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

func (o *oracle) blackMinusWhite(id ID) (d int64) {
	for n := 1; n < o.round; n++ {
		g, played := o.gameOf(id, n)
		if !played || g.Handicap > 0 || g.Result == WhiteDefault || g.Result == BlackDefault || g.Result == BothDefault {
			continue
		}
		if g.Black == id {
			d++
		} else {
			d--
		}
	}
	return d
}

// level is what a handicap goes by: tenths of a stone by ratings, otherwise stones.
func (o *oracle) level(id ID) int {
	h, p := o.ev.Handicap, o.player[id]
	level := int(p.Rating.Grade())
	if p.Grade != nil {
		level = int(*p.Grade)
	}
	switch h.By {
	case scale.ByScore:
		zero := -29
		if f := o.ev.Floor; f != nil && int(f.Grade()) < zero {
			zero = int(f.Grade())
		}
		whole := int(math.Floor(float64(o.unlent(id, o.round)) / 2))
		level = zero + whole
	case scale.ByGrade:
	default:
		return int(p.Rating)
	}
	if h.Top != nil && *h.Top < scale.Grade(level) {
		return int(*h.Top)
	}
	return level
}

func (o *oracle) stones(a, b ID) int {
	if by := o.ev.Handicap.By; by == scale.ByGrade || by == scale.ByScore {
		d := o.level(a) - o.level(b)
		d = max(d, -d)
		if d > 0 {
			d = max(0, d-o.ev.Handicap.Reduction)
		}
		return min(d, 9)
	}
	return scale.Between(o.player[a].Rating, o.player[b].Rating, o.ev.Handicap).Stones
}

// groupOf lists the freely drawn players on a score, the strongest first.
func (o *oracle) groupOf(score Score) []ID {
	var group []ID
	for _, p := range o.ev.Players {
		isFixed := slices.ContainsFunc(o.fixed, func(f [2]ID) bool { return f[0] == p.ID || f[1] == p.ID })
		if takesPart(p, o.round) && !isFixed && o.score(p.ID, o.round) == score {
			group = append(group, p.ID)
		}
	}
	sort.Slice(group, func(i, j int) bool {
		a, b := group[i], group[j]
		if o.player[a].Rating != o.player[b].Rating {
			return o.player[a].Rating > o.player[b].Rating
		}
		return lot(o.ev.Seed, o.round, lotSeat, o.number[a], 0) < lot(o.ev.Seed, o.round, lotSeat, o.number[b], 0)
	})
	return group
}

// seeding gives the distance from the seeding, and for slide whether the game stays inside one half of its group.
func (o *oracle) seeding(a, b ID) (distance, inHalf int64) {
	sa, sb := o.score(a, o.round), o.score(b, o.round)
	square := func(d int) int64 { return int64(d * d) }
	switch o.ev.Seeding {
	case SeedRandom:
		return 0, 0
	case SeedClosest:
		return square(int(o.player[a].Rating - o.player[b].Rating)), 0
	case SeedHandicap:
		return square(o.stones(a, b)), 0
	}
	if sa < sb {
		a, b, sa, sb = b, a, sb, sa
	}
	ga, gb := o.groupOf(sa), o.groupOf(sb)
	i, j := slices.Index(ga, a), slices.Index(gb, b)
	if sa != sb {
		return square(len(ga)-1-i) + square(j), 0 // bottom of the upper group, top of the lower
	}
	i, j = min(i, j), max(i, j)
	if o.ev.Seeding == SeedFold {
		return square(i + j - (len(ga) - 1)), 0
	}
	middle := float64(len(ga)-1) / 2
	if (float64(i)-middle)*(float64(j)-middle) > 0 {
		inHalf = 1
	}
	return square(j - i - len(ga)/2), inHalf
}

func (o *oracle) lot(a, b ID) int64 {
	x, y := o.number[a], o.number[b]
	if b != "" {
		x, y = min(x, y), max(x, y)
	}
	return int64(lot(o.ev.Seed, o.round, lotPair, x, y) >> 32)
}

// cost judges a draw by every criterion in order. Pairs are White, Black.
func (o *oracle) cost(d anyDraw) []int64 {
	order := o.ev.Criteria
	if len(order) == 0 {
		order = []Criterion{"bye", "score_difference", "floats", "club", "city", "colours", "seeding"}
	}
	var firm, weak []int64
	for _, c := range order {
		v := o.criterion(c, d)
		switch a := o.ev.Apart; {
		case c != "club" && c != "city" && c != "country" || a.Firm == 0 || o.round <= a.Firm:
			firm = append(firm, v...)
		case a.Weak == 0 || o.round <= a.Weak:
			weak = append(weak, v...)
		}
	}
	total := int64(0)
	for _, p := range d.pairs {
		total += o.lot(p[0], p[1])
	}
	if d.bye != "" {
		total += o.lot(d.bye, "")
	}
	return append(slices.Concat(firm, weak), total)
}

func (o *oracle) criterion(c Criterion, d anyDraw) []int64 {
	sum, second := int64(0), int64(0)
	if c == CriterionBye {
		if d.bye == "" {
			return []int64{0, 0, 0}
		}
		return []int64{o.byesBefore(d.bye), int64(o.score(d.bye, o.round)), int64(o.player[d.bye].Rating)}
	}
	for _, p := range d.pairs {
		w, b := o.player[p[0]], o.player[p[1]]
		diff := int64(o.score(w.ID, o.round) - o.score(b.ID, o.round))
		switch c {
		case CriterionScore:
			sum += diff * diff
		case CriterionFloats:
			if diff != 0 && o.floated(w.ID) == compareInts(0, diff) {
				sum++
			}
			if diff != 0 && o.floated(b.ID) == compareInts(diff, 0) {
				sum++
			}
		case CriterionClub:
			if w.Club != "" && w.Club == b.Club {
				sum++
			}
		case CriterionCity:
			if w.City != "" && w.City == b.City && (w.Club == "" || w.Club != b.Club) {
				sum++
			}
		case CriterionCountry:
			club, city := w.Club != "" && w.Club == b.Club, w.City != "" && w.City == b.City
			if w.Country != "" && w.Country == b.Country && !club && !city {
				sum++
			}
		case CriterionColours:
			dw, db := o.blackMinusWhite(w.ID), o.blackMinusWhite(b.ID)
			if o.stones(w.ID, b.ID) == 0 {
				dw, db = dw-1, db+1
			}
			sum += dw*dw + db*db
		case CriterionSeeding:
			if !slices.ContainsFunc(o.fixed, func(f [2]ID) bool { return f[0] == w.ID || f[1] == w.ID }) {
				distance, inHalf := o.seeding(w.ID, b.ID)
				sum, second = sum+distance, second+inHalf
			}
		}
	}
	if c == CriterionColours && d.bye != "" {
		sum += o.blackMinusWhite(d.bye) * o.blackMinusWhite(d.bye)
	}
	if c == CriterionSeeding {
		return []int64{sum, second}
	}
	return []int64{sum}
}

// best tries every legal draw with every way to give colours. Fixed pairs keep the colours they have.
func (o *oracle) best() (best []int64, of anyDraw) {
	for _, d := range legalDraws(o.ev, o.round, o.fixed) {
		for mask := range 1 << len(d.pairs) {
			turned := anyDraw{pairs: slices.Clone(d.pairs), bye: d.bye}
			possible := true
			for i, p := range turned.pairs {
				stones := o.stones(p[0], p[1]) > 0
				if mask>>i&1 == 1 {
					if slices.Contains(o.fixed, p) && !stones {
						possible = false
					}
					turned.pairs[i] = [2]ID{p[1], p[0]}
				}
				if w, b := turned.pairs[i][0], turned.pairs[i][1]; stones && o.level(w) < o.level(b) {
					possible = false
				}
			}
			if !possible {
				continue
			}
			if c := o.cost(turned); best == nil || slices.Compare(c, best) < 0 {
				best, of = c, turned
			}
		}
	}
	return best, of
}
