// Package ladder is the order of those who challenge each other to games for their places: one ladder for each game
// that is played here. It is pure: an order follows from what has happened, one event after the other.
//
// # Rules
//
// Who joins begins at the foot. A challenge goes to someone at most [Reach] places higher. If the lower player of a game
// wins it, they take the other's place, and the other and all in between go one down; otherwise nothing changes. Who
// leaves is taken off, and so is who has finished no game of the ladder in [IdleDays]; those below go one up. Where a
// referee decides a game otherwise than it had ended, the ladder stands as if it had ended so.
package ladder

import (
	"slices"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
)

const (
	// Reach is how many places higher a challenge may go.
	Reach = 3
	// IdleDays is how long someone stays who finishes no game of the ladder.
	IdleDays = 180
)

// Kind is what has happened.
type Kind string

// The kinds of events.
const (
	Joined Kind = "joined"
	Left   Kind = "left"
	Idle   Kind = "idle" // taken off for having finished no game
	Won    Kind = "won"  // Person won against Other
	Tied   Kind = "tied"
)

// Event is something that has happened on a ladder.
type Event struct {
	Kind          Kind
	Person, Other auth.PersonID
	Game          int64 // of Won and Tied; another event of the same game is a referee's decision, which holds instead
	At            civil.Instant
	// From and To are the places of Person before and after, as they were then; 0 is none.
	From, To int
}

// Replay gives the order after events in their own order, the top first. A referee's decision
// takes effect where the game had ended, so that nobody in between is moved by a result that does not stand.
func Replay(events []Event) (order []auth.PersonID) {
	final := make(map[int64]Event)
	for _, e := range events {
		if e.isGame() {
			final[e.Game] = e
		}
	}
	seen := make(map[int64]bool)
	for _, e := range events {
		if e.isGame() {
			if seen[e.Game] {
				continue
			}
			seen[e.Game] = true
			e = final[e.Game]
		}
		order = e.after(order)
	}
	return order
}

func (e Event) isGame() bool { return e.Kind == Won || e.Kind == Tied }

// after is the order after an event.
func (e Event) after(order []auth.PersonID) []auth.PersonID {
	at := slices.Index(order, e.Person)
	switch e.Kind {
	case Joined:
		if at < 0 {
			return append(slices.Clone(order), e.Person)
		}
	case Left, Idle:
		if at >= 0 {
			return slices.Delete(slices.Clone(order), at, at+1)
		}
	case Won:
		to := slices.Index(order, e.Other)
		if at >= 0 && to >= 0 && to < at {
			return slices.Insert(slices.Delete(slices.Clone(order), at, at+1), to, e.Person)
		}
	}
	return order
}

// Place is where someone stands, counted from 1 at the top; 0 for who is not on the ladder.
func Place(order []auth.PersonID, person auth.PersonID) int { return slices.Index(order, person) + 1 }

// Reachable are those whom someone may challenge, the nearest place first; nobody for who is not on the ladder.
func Reachable(order []auth.PersonID, person auth.PersonID) []auth.PersonID {
	at := slices.Index(order, person)
	if at < 0 {
		return nil
	}
	above := slices.Clone(order[max(0, at-Reach):at])
	slices.Reverse(above)
	return above
}
