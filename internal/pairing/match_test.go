package pairing

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"nzgs/internal/ratings/scale"
)

func TestMatch(t *testing.T) {
	two := func() []Player { return entries("5d", "4d") }
	white := func(ev Event, round int) ID {
		t.Helper()
		ev.System, ev.Rounds = Match, 5
		return mustDraw(t, &ev, round).Pairs[0].White
	}
	if got := white(Event{Players: two(), Seeding: SeedOrder}, 1); got != "b" {
		t.Errorf("the first in order takes Black: %s has White", got)
	}
	seen := map[ID]bool{}
	for seed := range uint64(20) {
		seen[white(Event{Players: two(), Seed: seed}, 1)] = true
	}
	if len(seen) != 2 {
		t.Errorf("nigiri: only %v", seen)
	}
	if got := white(Event{Players: two(), Played: rounds("ab", "baB")}, 3); got != "a" {
		t.Errorf("colours change: %s", got)
	}
	ev := Event{Players: two(), Played: rounds("ab"), Handicap: HandicapRule{By: scale.ByRating, Ceiling: 9}}
	if got := white(ev, 2); got != "a" {
		t.Errorf("with a handicap the stronger has White: %s", got)
	}
}

func TestMatchEnds(t *testing.T) {
	refused := func(ev Event, round int, says string) {
		t.Helper()
		ev.System = Match
		if _, err := Draw(&ev, round, nil); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%v, want … %s", err, says)
		}
	}
	two := entries("5d", "4d")
	refused(Event{Rounds: 3, Players: two, Played: rounds("ab", "baB")}, 3, "decided after game 2, 2–0")
	refused(Event{Rounds: 3, Players: entries("5d", "4d", "3d")}, 1, "between two players, and 3 are entered")
	refused(Event{Rounds: 3, Players: two, Forbidden: [][2]ID{{"a", "b"}}}, 1, "forbidden its only pair")
	gone := with(entries("5d", "4d"), func(p map[ID]*Player) { p["a"].WithdrawnAfter = 1 })
	refused(Event{Rounds: 3, Players: gone, Played: rounds("ab")}, 2, "A does not play (withdrew after round 1)")

	planned := func(ev Event, want int) {
		t.Helper()
		ev.System = Match
		if got := PlannedRounds(&ev); got != want {
			t.Errorf("%d games, want %d", got, want)
		}
	}
	planned(Event{Rounds: 3, Players: two, Played: rounds("ab")}, 3)
	planned(Event{Rounds: 3, Players: two, Played: rounds("ab", "baB")}, 2)
	planned(Event{Rounds: 3, Players: two, Played: rounds("ab", "baB"), PlayOut: true}, 3)
	planned(Event{Rounds: 5, Players: two, Played: rounds("abJ", "ba", "ab", "baJ")}, 5)
	planned(Event{Rounds: 5, Players: two, Played: rounds("ab", "baB", "abJ")}, 5)
	planned(Event{Rounds: 5, Players: two, Played: rounds("ab", "baB", "abJ", "baJ")}, 4)
	planned(Event{Rounds: 3, Players: gone, Played: rounds("ab")}, 1)

	ev := Event{System: Match, Rounds: 3, Players: gone, Played: rounds("ab")}
	if rows := Standings(&ev, 3).Rows; rows[0].ID != "b" || rows[0].Place.Shared() {
		t.Errorf("who withdrew loses the match: %v", rows)
	}
	ev = Event{System: Match, Rounds: 2, Players: two, Played: rounds("ab", "ba")}
	if rows := Standings(&ev, 2).Rows; !rows[0].Place.Shared() {
		t.Errorf("a level match has no winner: %v", rows)
	}
}

// A match of n even games ends as soon as, and no sooner than, the leader cannot be caught; colours change.
func TestMatchProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ev := &Event{
			System: Match, Rounds: rapid.IntRange(1, 9).Draw(t, "games"), Seed: rapid.Uint64().Draw(t, "seed"),
			Players: entries("3d", "1d"), PlayOut: rapid.Bool().Draw(t, "play out"),
		}
		score, last := map[ID]Score{}, ID("")
		for round := 1; round <= PlannedRounds(ev); round++ {
			d, err := Draw(ev, round, nil)
			if err != nil {
				t.Fatal(err)
			}
			r := d.AsRound()
			g := &r.Games[0]
			if g.White == last {
				t.Fatal("the same colours twice")
			}
			last = g.White
			g.Result = rapid.SampledFrom([]Result{WhiteWins, BlackWins, Jigo}).Draw(t, "result")
			w, b := g.Result.points()
			lead := max(score["a"], score["b"]) - min(score["a"], score["b"])
			if left := Score(ev.Rounds-round+1) * OnePoint; lead > left && !ev.PlayOut {
				t.Fatalf("game %d of a match that was decided", round)
			}
			score[g.White] += w
			score[g.Black] += b
			ev.Played = append(ev.Played, r)
		}
		if n := len(ev.Played); n < ev.Rounds && (ev.PlayOut || max(score["a"], score["b"])*2 <= Score(ev.Rounds)*OnePoint) {
			t.Fatalf("ended after %d of %d on %v", n, ev.Rounds, score)
		}
		redraws, err := Check(ev)
		if err != nil || len(redraws) > 0 && len(redraws[len(redraws)-1].Differences) > 0 {
			t.Fatal(redraws, err)
		}
	})
}

// A game without a result is still left to play, and one that was played stays, whatever is corrected before it.
func TestMatchDecidedByWhatIsKnown(t *testing.T) {
	ev := Event{System: Match, Rounds: 5, Players: eight()[:2], Played: rounds("ab", "baB", "abJ", "ba?")}
	if got := PlannedRounds(&ev); got != 5 {
		t.Errorf("2½–½ with game 4 on: %d games", got)
	}
	ev.Played = rounds("ab", "baB", "ab", "ba", "ab")
	if got := PlannedRounds(&ev); got != 5 {
		t.Errorf("decided after game 3 by a correction, when 5 were played: %d games", got)
	}
}
