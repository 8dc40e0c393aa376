package pairing

import (
	"cmp"
	"slices"

	"nzgs/internal/ratings/scale"
)

// field is an event indexed for work: players in the order of their entry numbers, with a line for every drawn round.
// Because everything runs in this order, the order of the event's lists changes nothing.
type field struct {
	ev      *Event
	players []*Player
	number  []uint64 // what the lot knows each player by
	index   map[ID]int
	start   []Score  // McMahon score before the first round
	rounds  []*Round // drawn rounds, ascending
	lines   [][]Line // of each player, one for each of rounds
	extra   []int    // of each player, what decides the place besides the score: of a knock-out and of a match given up
}

// newField indexes a valid event with its rounds through the given one.
func newField(ev *Event, through int) *field {
	f := &field{ev: ev, index: make(map[ID]int, len(ev.Players))}
	f.players, f.number = numbered(ev.Players)
	for i, p := range f.players {
		f.index[p.ID] = i
	}
	f.start = startScores(ev, f.players)
	for i := range ev.Played {
		if ev.Played[i].Number <= through {
			f.rounds = append(f.rounds, &ev.Played[i])
		}
	}
	slices.SortFunc(f.rounds, func(a, b *Round) int { return cmp.Compare(a.Number, b.Number) })
	f.lines, f.extra = make([][]Line, len(f.players)), make([]int, len(f.players))
	for i, p := range f.players {
		f.lines[i] = make([]Line, len(f.rounds))
		for k, r := range f.rounds {
			f.lines[i][k] = f.unplayed(p, r.Number)
		}
	}
	for k, r := range f.rounds {
		f.enterRound(k, r)
	}
	f.wentOut()
	for i, p := range f.players {
		total := p.StartScore
		if ev.HalvesDown {
			roundDown(f.lines[i])
		}
		for k := range f.lines[i] {
			if !f.lines[i][k].ThirdPlace {
				total += f.lines[i][k].Points
			}
			f.lines[i][k].Total = total
		}
	}
	f.givenUp()
	return f
}

// EntryOrder gives the positions of players in the order of their entry numbers: by number, or, where none has one, in
// the order in which a draw numbers them.
func EntryOrder(list []Player) []int {
	order := make([]int, len(list))
	for i := range list {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, k int) int {
		a, b := &list[i], &list[k]
		return cmp.Or(
			cmp.Compare(a.Number, b.Number),
			cmp.Compare(a.firstRound(), b.firstRound()),
			cmp.Compare(b.Rating, a.Rating),
			cmp.Compare(b.StartScore, a.StartScore),
		)
	})
	return order
}

// numbered gives the players in the order of their numbers. Where the director's list has no numbers they are numbered
// by what distinguishes them in the event, late entries last so that they leave the others' numbers alone.
func numbered(list []Player) (players []*Player, number []uint64) {
	players = make([]*Player, len(list))
	for k, i := range EntryOrder(list) {
		players[k] = &list[i]
	}
	number = make([]uint64, len(players))
	for i, p := range players {
		number[i] = uint64(p.Number)
		if p.Number == 0 {
			number[i] = uint64(i + 1)
		}
	}
	return players, number
}

func (p *Player) firstRound() int { return max(1, p.EnteredIn) }

// in reports whether the player has entered by a round and not withdrawn before it.
func (p *Player) in(round int) bool {
	return round >= p.firstRound() && (p.WithdrawnAfter == 0 || round <= p.WithdrawnAfter)
}

// plays reports whether the player is there to be drawn in a round.
func (p *Player) plays(round int) bool {
	return p.in(round) && !p.Preliminary && !slices.Contains(p.Absent, round) && !slices.Contains(p.HalfPointByes, round)
}

// unplayed gives the line of a player who is neither in a game of the round nor has its bye.
func (f *field) unplayed(p *Player, round int) Line {
	l := Line{Round: round}
	switch {
	case !p.in(round):
		l.Kind = KindNotIn
	case f.ev.System == Knockout:
		l.Kind = KindNotIn // out, or never in the bracket
	case slices.Contains(p.HalfPointByes, round):
		l.Kind, l.Points = KindHalfBye, HalfPoint
	case f.ev.System == RoundRobin && !slices.Contains(p.Absent, round):
		l.Kind = KindFreeRound // the table's opponent is absent or has withdrawn
	case !slices.Contains(p.Absent, round):
		l.Kind = KindNotDrawn
	default:
		l.Kind = KindAbsent
		if f.ev.AbsenceHalf {
			l.Points = HalfPoint
		}
	}
	return l
}

// roundDown takes the odd half point off what a player's absences and byes score together, at every round: the first
// of two absences at ½ scores nothing, the second a point.
func roundDown(lines []Line) {
	var exact, given Score
	for k := range lines {
		if l := &lines[k]; l.Kind == KindAbsent || l.Kind == KindBye {
			exact += l.Points
			l.Points = exact/OnePoint*OnePoint - given
			given += l.Points
		}
	}
}

// enterRound writes the lines of those who were drawn in the k-th round.
func (f *field) enterRound(k int, r *Round) {
	for _, id := range r.Byes {
		if i, ok := f.index[id]; ok {
			f.lines[i][k] = Line{Round: r.Number, Kind: KindBye, Points: f.ev.Bye.score()}
			switch {
			case f.ev.System == Knockout:
				f.lines[i][k].Points = OnePoint
			case f.freeForAll():
				f.lines[i][k] = Line{Round: r.Number, Kind: KindFreeRound}
			}
		}
	}
	for _, g := range r.Games {
		line := Line{Round: r.Number, Kind: g.Result.kind(), Handicap: g.Handicap, Result: g.Result}
		white, black := f.ev.pointsOf(g.Result)
		if i, ok := f.index[g.White]; ok {
			line.Opponent, line.Colour, line.Points = g.Black, White, white
			f.lines[i][k] = line
		}
		if i, ok := f.index[g.Black]; ok {
			line.Opponent, line.Colour, line.Points = g.White, Black, black
			f.lines[i][k] = line
		}
	}
}

// freeForAll reports whether the free round is everyone's in turn: in a round robin of an odd number of players that
// goes through the whole table. In a shorter one it is a bye like any other.
func (f *field) freeForAll() bool {
	n := len(f.players)
	return f.ev.System == RoundRobin && n%2 == 1 && f.ev.Rounds%n == 0
}

func (r Result) kind() Kind {
	switch r {
	case NoResult:
		return KindPending
	case WhiteDefault, BlackDefault, BothDefault, BothWinDefault, JigoDefault:
		return KindDefault
	}
	return KindGame
}

// Points gives what a result brings White and Black.
func (r Result) Points() (white, black Score) { return r.points() }

func (r Result) points() (white, black Score) {
	switch r {
	case WhiteWins, WhiteDefault:
		return OnePoint, 0
	case BlackWins, BlackDefault:
		return 0, OnePoint
	case Jigo, JigoDefault:
		return HalfPoint, HalfPoint
	case BothWin, BothWinDefault:
		return OnePoint, OnePoint
	}
	return 0, 0
}

// before gives a player's points before a round, without the McMahon start.
func (f *field) before(i, round int) Score {
	points := f.players[i].StartScore
	for _, l := range f.lines[i] {
		if l.Round < round {
			points = l.Total
		}
	}
	return points
}

// name gives a player as explanations show them.
func (f *field) name(i int) string {
	if n := f.players[i].Name; n != "" {
		return n
	}
	return string(f.players[i].ID)
}

// startScores gives the McMahon scores before the first round; zero in the other systems.
func startScores(ev *Event, players []*Player) []Score {
	start := make([]Score, len(players))
	if ev.System != McMahon {
		return start
	}
	if len(ev.Bands) > 0 {
		for i, p := range players {
			for _, band := range ev.Bands {
				if p.Rating >= band {
					start[i] += OnePoint
				}
			}
		}
		return start
	}
	zero := ev.McMahonZero()
	for i, p := range players {
		grade := p.Rating.Grade()
		if ev.StartByGrade {
			grade = p.grade()
		}
		if ev.Bar != nil {
			grade = min(grade, ev.Bar.Grade())
		}
		if ev.Floor != nil {
			grade = max(grade, ev.Floor.Grade())
		}
		start[i] = OnePoint * Score(max(grade, zero)-zero)
	}
	return start
}

// McMahonZero is the grade that begins with no points: [LowestZero], or a floor below it.
func (ev *Event) McMahonZero() scale.Grade {
	if ev.Floor != nil {
		return min(LowestZero, ev.Floor.Grade())
	}
	return LowestZero
}

// LowestZero is 30 kyu. It is the same in every field, so that an entry or a withdrawal moves no one's score.
const LowestZero = scale.Grade(1 - 30)

// grade gives the grade a player is entered with.
func (p *Player) grade() scale.Grade {
	if p.Grade != nil {
		return *p.Grade
	}
	return p.Rating.Grade()
}

// accelerated gives the points each player is lent in a round.
func (f *field) accelerated(round int) []Score {
	lent := make([]Score, len(f.players))
	if round > f.ev.Acceleration.Rounds {
		return lent
	}
	var field []int
	for i, p := range f.players {
		if p.firstRound() <= round {
			field = append(field, i)
		}
	}
	slices.SortStableFunc(field, func(a, b int) int { return cmp.Compare(f.players[b].Rating, f.players[a].Rating) })
	points := f.ev.Acceleration.Points
	if points == 0 {
		points = OnePoint
	}
	for _, i := range field[:(len(field)+1)/2] {
		lent[i] = points
	}
	return lent
}
