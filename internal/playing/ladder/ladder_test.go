package ladder

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"nzgs/internal/auth"
)

// told reads events like "+1 +2 2>1 #7 -1": joined, won against in a game, left, idle.
func told(t *testing.T, text string) (events []Event) {
	t.Helper()
	for _, word := range strings.Fields(text) {
		var e Event
		var err error
		switch {
		case strings.HasPrefix(word, "+"):
			e.Kind = Joined
			_, err = fmt.Sscanf(word, "+%d", &e.Person)
		case strings.HasPrefix(word, "-"):
			e.Kind = Left
			_, err = fmt.Sscanf(word, "-%d", &e.Person)
		case strings.HasPrefix(word, "~"):
			e.Kind = Idle
			_, err = fmt.Sscanf(word, "~%d", &e.Person)
		case strings.Contains(word, ">"):
			e.Kind = Won
			_, err = fmt.Sscanf(word, "%d>%d#%d", &e.Person, &e.Other, &e.Game)
		default:
			e.Kind = Tied
			_, err = fmt.Sscanf(word, "%d=%d#%d", &e.Person, &e.Other, &e.Game)
		}
		if err != nil {
			t.Fatalf("%s: %v", word, err)
		}
		events = append(events, e)
	}
	return events
}

func TestPlaces(t *testing.T) {
	for _, c := range []struct{ name, told, want string }{
		{"nobody", "", "[]"},
		{"at the foot", "+1 +2 +3", "[1 2 3]"},
		{"twice", "+1 +2 +1", "[1 2]"},
		{"the lower wins", "+1 +2 +3 +4 4>2#1", "[1 4 2 3]"},
		{"the higher wins", "+1 +2 +3 1>3#1", "[1 2 3]"},
		{"a tie", "+1 +2 2=1#1", "[1 2]"},
		{"leaving", "+1 +2 +3 -2", "[1 3]"},
		{"leaving twice", "+1 +2 -2 -2", "[1]"},
		{"idle and back", "+1 +2 +3 ~1 +1", "[2 3 1]"},
		{"a winner who has left", "+1 +2 -2 2>1#1", "[1]"},
		{"a loser who has left", "+1 +2 -1 2>1#1", "[2]"},
		{"somebody against themselves, as after a merge", "+1 +2 2>2#1", "[1 2]"},
		{"a referee takes a win away", "+1 +2 +3 +4 4>2#1 2>4#1", "[1 2 3 4]"},
		{"a referee gives a win", "+1 +2 +3 1>3#1 3>1#1", "[3 1 2]"},
		{"a referee says it is a tie", "+1 +2 2>1#1 1=2#1", "[1 2]"},
		{"a decision holds where the game ended", "+1 +2 +3 3>1#1 2>3#2 1>3#1", "[1 2 3]"},
		{"two games of the same two", "+1 +2 2>1#1 1>2#2", "[1 2]"},
	} {
		t.Run(c.name, func(t *testing.T) {
			order := Replay(told(t, c.told))
			if got := fmt.Sprint(order); got != c.want {
				t.Errorf("%s: %s, want %s", c.told, got, c.want)
			}
		})
	}
}

func TestWhoCanBeChallenged(t *testing.T) {
	order := []auth.PersonID{1, 2, 3, 4, 5, 6}
	for person, want := range map[auth.PersonID]string{1: "[]", 2: "[1]", 4: "[3 2 1]", 6: "[5 4 3]", 9: "[]"} {
		if got := fmt.Sprint(Reachable(order, person)); got != want {
			t.Errorf("%d: %s, want %s", person, got, want)
		}
	}
}

// TestAnyLadder: nobody stands twice, who has joined and not left stands, a winner stands above the loser right after,
// and a decision leaves the order that the game would have led to had it ended so.
func TestAnyLadder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		person := rapid.Custom(func(t *rapid.T) auth.PersonID { return auth.PersonID(rapid.IntRange(1, 7).Draw(t, "person")) })
		events := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) Event {
			return Event{
				Kind:   rapid.SampledFrom([]Kind{Joined, Joined, Left, Idle, Won, Won, Tied}).Draw(t, "kind"),
				Person: person.Draw(t, "one"), Other: person.Draw(t, "other"), Game: rapid.Int64Range(1, 8).Draw(t, "game"),
			}
		}), 0, 40).Draw(t, "events")
		order := Replay(events)
		stands := map[auth.PersonID]bool{}
		for _, e := range events {
			switch e.Kind {
			case Joined:
				stands[e.Person] = true
			case Left, Idle:
				delete(stands, e.Person)
			}
		}
		sorted := slices.Sorted(slices.Values(order))
		if len(slices.Compact(sorted)) != len(order) || len(order) != len(stands) {
			t.Fatalf("%v after %v", order, events)
		}
		var as []Event // as if each game had ended as it was decided
		last := map[int64]int{}
		for i, e := range events {
			if e.isGame() {
				last[e.Game] = i
			}
		}
		done := map[int64]bool{}
		for _, e := range events {
			if e.isGame() {
				if done[e.Game] {
					continue
				}
				done[e.Game] = true
				e = events[last[e.Game]]
			}
			as = append(as, e)
		}
		if want := Replay(as); !slices.Equal(order, want) {
			t.Fatalf("%v, want %v", order, want)
		}
		if n := len(as); n > 0 && as[n-1].Kind == Won && !slices.Contains(events[:len(events)-1], events[len(events)-1]) {
			w, l := Place(order, as[n-1].Person), Place(order, as[n-1].Other)
			if w > 0 && l > 0 && w > l {
				t.Fatalf("%d lost to %d and stands above: %v", as[n-1].Other, as[n-1].Person, order)
			}
		}
	})
}
