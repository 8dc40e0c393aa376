package formats

import (
	"cmp"
	"fmt"
	"slices"

	"nzgs/internal/civil"
	"nzgs/internal/pairing"
	"nzgs/internal/ratings/scale"
)

// File is an event as a file describes it.
type File struct {
	Name     string
	Place    string     // the town
	Country  string     // two capital letters; also of every player without one of their own
	From, To civil.Date // first and last day
	Class    string     // class of the European database, A to D
	Time     TimeLimit
	Board    int // its lines; 0 is the usual board of 19
	Comment  string

	Event  pairing.Event
	People []Person        // of Event.Players, in the same order; nil when nothing more is known of anyone
	Fixed  []pairing.Fixed // what the director has fixed for the next round
}

// Person is what files say of a player and a draw does not ask. The zero value says nothing.
type Person struct {
	// Family and Given are the parts of the player's name, where [SplitName] would not find them.
	Family, Given string

	Country string // two capital letters

	// Points is what the player's European rating has beyond its published tenth, in rating points: −5 to 4.
	// See [Person.European].
	Points int

	PIN     string // in the European database
	Licence string // of the French federation
	AGA     string // number in the American Go Association
}

// European gives a rating in points of the European scale, on which 1 dan begins at 2100 and a stone is 100 points.
func (p Person) European(r scale.Rating) int { return 2000 + 10*int(r) + p.Points }

// fromEuropean turns points of the European scale into a published rating, half a tenth going up, and what is left
// over in points.
func fromEuropean(points int) (r scale.Rating, rest int) {
	tenths := floorDiv(points-2000+5, 10)
	return scale.Rating(tenths), points - 2000 - 10*tenths
}

func floorDiv(a, b int) int {
	q := a / b
	if a%b < 0 {
		q--
	}
	return q
}

// Person gives what is known of the i-th player.
func (f *File) Person(i int) Person {
	if i < len(f.People) {
		return f.People[i]
	}
	return Person{}
}

// NextRound is the round after the last one drawn. It is past the last round when all have been drawn.
func (f *File) NextRound() int {
	last := 0
	for i := range f.Event.Played {
		last = max(last, f.Event.Played[i].Number)
	}
	return last + 1
}

// FixedIn gives what the director has fixed in a round: for the next round what the file says, for an earlier one what
// stands with it.
func (f *File) FixedIn(round int) []pairing.Fixed {
	for i := range f.Event.Played {
		if f.Event.Played[i].Number == round {
			return f.Event.Played[i].Fixed
		}
	}
	if round == f.NextRound() {
		return f.Fixed
	}
	return nil
}

// Drawable gives the event for drawing: every player with a country, the own or the event's.
func (f *File) Drawable() *pairing.Event {
	ev := f.Event
	ev.Players = slices.Clone(ev.Players)
	for i := range ev.Players {
		ev.Players[i].Country = f.countryOf(i)
	}
	return &ev
}

// Checkable gives the event for checking its rounds: a pair that is listed as fixed without a round, and was played,
// counts as fixed in the round in which it last was.
func (f *File) Checkable() *pairing.Event {
	ev := f.Drawable()
	ev.Played = slices.Clone(ev.Played)
	for _, fx := range f.Fixed {
		latest := -1
		for i, r := range ev.Played {
			if r.Number >= 1 && played(r, fx) && (latest < 0 || r.Number > ev.Played[latest].Number) {
				latest = i
			}
		}
		if latest < 0 || slices.ContainsFunc(ev.Played[latest].Fixed, func(o pairing.Fixed) bool { return shares(o, fx) }) {
			continue
		}
		r := &ev.Played[latest]
		r.Fixed = append(slices.Clone(r.Fixed), fx)
	}
	return ev
}

// played reports whether a fixed pair, or bye, is in a round.
func played(r pairing.Round, fx pairing.Fixed) bool {
	if fx.Black == "" {
		return slices.Contains(r.Byes, fx.White)
	}
	return slices.ContainsFunc(r.Games, func(g pairing.Game) bool {
		return unordered(g.White, g.Black) == unordered(fx.White, fx.Black)
	})
}

// shares reports whether two fixed pairs have a player in common.
func shares(a, b pairing.Fixed) bool {
	in := func(id pairing.ID) bool { return id != "" && (id == b.White || id == b.Black) }
	return in(a.White) || in(a.Black)
}

// familyGiven gives the parts of the i-th player's name.
func (f *File) familyGiven(i int) (family, given string) {
	p := f.Person(i)
	if p.Family != "" {
		return p.Family, p.Given
	}
	return SplitName(f.nameOf(i))
}

// nameOf gives the i-th player's name, or the id where there is none.
func (f *File) nameOf(i int) string {
	if n := f.Event.Players[i].Name; n != "" {
		return n
	}
	return string(f.Event.Players[i].ID)
}

// countryOf gives the i-th player's country, or the event's.
func (f *File) countryOf(i int) string {
	if c := f.Person(i).Country; c != "" {
		return c
	}
	return f.Country
}

// criteria gives what the draw goes by, in order.
func (f *File) criteria() []pairing.Criterion {
	if len(f.Event.Criteria) > 0 {
		return f.Event.Criteria
	}
	return pairing.DefaultCriteria()
}

// gradeOf gives the grade the i-th player is entered with.
func (f *File) gradeOf(i int) scale.Grade {
	if g := f.Event.Players[i].Grade; g != nil {
		return *g
	}
	return f.Event.Players[i].Rating.Grade()
}

// Overtime is what comes after the main time.
type Overtime string

// The kinds of overtime. The zero value means that it is not known.
const (
	SuddenDeath Overtime = "sudden_death"
	ByoYomi     Overtime = "byoyomi"  // a period of Seconds for each move
	Canadian    Overtime = "canadian" // Moves moves in Seconds
	Fischer     Overtime = "fischer"  // Seconds added for each move
)

// TimeLimit is the time a player has.
type TimeLimit struct {
	Minutes  int // main time; 0 when it is not known
	Overtime Overtime
	Seconds  int
	Moves    int
}

// String gives the time as players are told it, "60 minutes, byo-yomi of 30 seconds a move", or nothing when the main
// time is not known.
func (t TimeLimit) String() string {
	if t.Minutes == 0 {
		return ""
	}
	main := count(t.Minutes, "minute")
	switch {
	case t.Overtime == SuddenDeath:
		return main + ", no overtime"
	case t.Overtime == ByoYomi && t.Seconds > 0:
		return fmt.Sprintf("%s, byo-yomi of %s a move", main, count(t.Seconds, "second"))
	case t.Overtime == Canadian && t.Seconds > 0 && t.Moves > 0:
		return fmt.Sprintf("%s, then %s in %s", main, count(t.Moves, "move"), count(t.Seconds, "second"))
	case t.Overtime == Fischer && t.Seconds > 0:
		return fmt.Sprintf("%s and %s for each move", main, count(t.Seconds, "second"))
	}
	return main
}

// AdjustedMinutes gives the time by which the European database classes an event: the main time and what 45 moves of
// byo-yomi, 60 moves of Canadian overtime or 120 moves with a Fischer increment take, rounded down. It is 0 when the
// main time is not known.
func (t TimeLimit) AdjustedMinutes() int {
	if t.Minutes == 0 {
		return 0
	}
	seconds := 60 * t.Minutes
	switch t.Overtime {
	case ByoYomi:
		seconds += 45 * t.Seconds
	case Canadian:
		seconds += 60 * t.Seconds / max(1, t.Moves)
	case Fischer:
		seconds += 120 * t.Seconds
	}
	return seconds / 60
}

// The lines of a board: the usual one, and the smallest and largest that an event can have.
const usualBoard, smallestBoard, largestBoard = 19, 5, 25

// board is how many lines the board has.
func (f *File) board() int { return cmp.Or(f.Board, usualBoard) }
