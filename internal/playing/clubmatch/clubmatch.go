// Package clubmatch seats two clubs against each other: who plays whom at which board, and how the match stands. It is
// pure.
package clubmatch

import (
	"cmp"
	"slices"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/ratings/scale"
)

// Entry is someone who has put themselves down for a club.
type Entry struct {
	Person  auth.PersonID
	Rated   bool // a rating or a grade is known
	Rating  scale.Rating
	Entered civil.Instant
}

// Board is two who play each other.
type Board struct{ Home, Away auth.PersonID }

// HomeIsBlack tells who takes Black at a board, counted from 1, where the ratings do not decide it: turn about, so that
// each club has Black at every other board.
func HomeIsBlack(board int) bool { return board%2 == 1 }

// Seat makes the boards: as many as the smaller side fills, and at most so many. Those who put themselves down first
// play; the strongest sit at the first boards, those of whom no strength is known at the last. Who is left over comes
// back in the order in which they entered.
func Seat(home, away []Entry, most int) (boards []Board, left []auth.PersonID) {
	home, away = byEntry(home), byEntry(away)
	n := min(len(home), len(away), most)
	for _, side := range [][]Entry{home[n:], away[n:]} {
		for _, e := range side {
			left = append(left, e.Person)
		}
	}
	h, a := byStrength(home[:n]), byStrength(away[:n])
	for i := range n {
		boards = append(boards, Board{h[i].Person, a[i].Person})
	}
	return boards, left
}

func byEntry(all []Entry) []Entry {
	return slices.SortedStableFunc(slices.Values(all), func(a, b Entry) int {
		return cmp.Or(a.Entered.Time().Compare(b.Entered.Time()), cmp.Compare(a.Person, b.Person))
	})
}

func byStrength(all []Entry) []Entry {
	return slices.SortedStableFunc(slices.Values(all), func(a, b Entry) int {
		if a.Rated != b.Rated {
			if a.Rated {
				return -1
			}
			return 1
		}
		return cmp.Compare(b.Rating, a.Rating)
	})
}

// Score is how a match stands, in half points: a game won is two, a tie one for each.
type Score struct{ Home, Away, Played, Boards int }

// Outcome is how a board has ended.
type Outcome string

// The outcomes.
const (
	Open    Outcome = "" // not ended
	HomeWon Outcome = "home"
	AwayWon Outcome = "away"
	Tied    Outcome = "tied"
)

// Count adds the boards up.
func Count(boards []Outcome) Score {
	s := Score{Boards: len(boards)}
	for _, b := range boards {
		switch b {
		case Open:
			continue
		case HomeWon:
			s.Home += 2
		case AwayWon:
			s.Away += 2
		case Tied:
			s.Home++
			s.Away++
		}
		s.Played++
	}
	return s
}

// Decided says which side has won for certain, whatever the boards that are left come to; Open while neither has.
func (s Score) Decided() Outcome {
	rest := 2 * (s.Boards - s.Played)
	switch {
	case s.Home > s.Away+rest:
		return HomeWon
	case s.Away > s.Home+rest:
		return AwayWon
	case rest == 0 && s.Boards > 0:
		return Tied
	}
	return Open
}
