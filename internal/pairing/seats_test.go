package pairing

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"nzgs/internal/ratings/scale"
)

// letters gives so many players of different ratings, a the strongest.
func letters(n int) []Player {
	players := make([]Player, n)
	for i := range players {
		players[i] = Player{ID: ID('a' + rune(i)), Rating: scale.Rating(60 - 3*i)}
	}
	return players
}

// elsewhere plays rounds of a Berger table with the players in other seats, in another order of its rounds and with
// other colours, as another program may have.
func elsewhere(r *rand.Rand, players []Player, rounds int) []Round {
	n := len(players)
	size := n + n%2
	who, order := r.Perm(n), r.Perm(size-1)
	var out []Round
	for k := range rounds {
		round := Round{Number: k + 1}
		for _, m := range berger(seat(size), order[k]+1) {
			a, b := int(m.white)-1, int(m.black)-1
			switch {
			case max(a, b) >= n:
				round.Byes = append(round.Byes, players[who[min(a, b)]].ID)
			case r.IntN(2) == 0:
				round.Games = append(round.Games, Game{White: players[who[a]].ID, Black: players[who[b]].ID, Result: WhiteWins})
			default:
				round.Games = append(round.Games, Game{White: players[who[b]].ID, Black: players[who[a]].ID, Result: Jigo})
			}
		}
		out = append(out, round)
	}
	return out
}

// A round robin that was begun by another table is played to its end: no one meets twice, everyone meets everyone,
// and with an odd number everyone sits out once.
func TestRoundRobinGoesOnFromAnotherTable(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 15))
	for n := 3; n <= 14; n++ {
		all := n - 1 + n%2
		for played := range all {
			ev := &Event{System: RoundRobin, Rounds: all, Seed: r.Uint64(), Players: letters(n)}
			ev.Played = elsewhere(r, ev.Players, played)
			for round := played + 1; round <= all; round++ {
				ev.Played = append(ev.Played, mustDraw(t, ev, round).AsRound())
			}
			met, free := map[[2]ID]int{}, map[ID]int{}
			for _, round := range ev.Played {
				for _, g := range round.Games {
					met[[2]ID{min(g.White, g.Black), max(g.White, g.Black)}]++
				}
				for _, id := range round.Byes {
					free[id]++
				}
			}
			for pair, times := range met {
				if times > 1 {
					t.Errorf("%d players, %d rounds played elsewhere: %v meet %d times", n, played, pair, times)
				}
			}
			if len(met) != n*(n-1)/2 || len(free) != n%2*n {
				t.Errorf(
					"%d players, %d rounds played elsewhere: %d pairs have met, %d have sat out", n, played, len(met), len(free),
				)
			}
		}
	}
}

// The rounds of a handbook's table for six, seats by the list, are gone on with whatever the seed: so are those that
// are printed as a circle, in which the rounds come in another order.
func TestRoundRobinGoesOnFromAPrintedTable(t *testing.T) {
	for seed := range uint64(20) {
		for _, begun := range [][]Round{
			rounds("af be cd"), rounds("af be cd", "fd ec ab"), rounds("fd ec ab"), rounds("ab cd ef"),
			rounds("af be cd", "fd ec ab", "bf ca de", "fe ad bc"),
		} {
			ev := &Event{System: RoundRobin, Rounds: 5, Seed: seed, Players: letters(6), Played: begun}
			for round := len(begun) + 1; round <= 5; round++ {
				d := mustDraw(t, ev, round)
				for _, p := range d.Pairs {
					for _, g := range roundsOf(ev, p.White, p.Black) {
						t.Fatalf("seed %d: %s and %s meet in rounds %d and %d", seed, p.White, p.Black, g, round)
					}
				}
				ev.Played = append(slices.Clone(ev.Played), d.AsRound())
			}
		}
	}
}

// roundsOf lists the rounds in which two players met.
func roundsOf(ev *Event, a, b ID) (found []int) {
	for _, r := range ev.Played {
		for _, g := range r.Games {
			if g.White == a && g.Black == b || g.White == b && g.Black == a {
				found = append(found, r.Number)
			}
		}
	}
	return found
}

// Three rounds between two teams of three leave two triangles, in which there is no full round: that is said, and by
// whom it could be had.
func TestRoundRobinThatNoTableFits(t *testing.T) {
	ev := &Event{System: RoundRobin, Rounds: 5, Players: letters(6), Played: rounds("ad be cf", "ae bf cd", "af bd ce")}
	_, err := Draw(ev, 4, nil)
	var no *Impossible
	if !errors.As(err, &no) || !slices.Contains(no.Rules, RuleRematch) || len(no.Relax) == 0 {
		t.Fatalf("%v", err)
	}
	lift := no.Relax[0].Lift[0]
	if d := mustDraw(t, ev, 4, Fixed{White: lift.A, Black: lift.B}); len(d.Pairs) != 3 {
		t.Errorf("with the pair fixed: %s", plain(d))
	}
	// Two rounds that are two squares fit no table of eight, but leave rounds without rematches.
	ev = &Event{System: RoundRobin, Rounds: 7, Players: letters(8), Played: rounds("ab cd ef gh", "bc da fg he")}
	d := mustDraw(t, ev, 3)
	for _, p := range d.Pairs {
		if met := roundsOf(ev, p.White, p.Black); len(met) > 0 {
			t.Errorf("%s and %s meet again", p.White, p.Black)
		}
	}
	if len(d.Pairs) != 4 || !strings.Contains(d.Pairs[0].Explain(), "not met before") {
		t.Errorf("%s: %s", plain(d), d.Pairs[0].Explain())
	}
}

// A forbidden pair is never drawn in silence, in a round robin either.
func TestRoundRobinWithAForbiddenPair(t *testing.T) {
	ev := &Event{System: RoundRobin, Rounds: 3, Players: entries("4d", "3d", "2d", "1d"), Forbidden: [][2]ID{{"a", "b"}}}
	refused := 0
	for round := 1; round <= 3; round++ {
		d, err := Draw(ev, round, nil)
		var no *Impossible
		if errors.As(err, &no) {
			refused++
			want := "this round of the table has A–B, which the director has forbidden; if one of them is absent, the other " +
				"has a free round"
			turned := strings.Replace(want, "A–B", "B–A", 1)
			if no.Message != want && no.Message != turned || len(no.Relax) != 1 || no.Relax[0].Lift[0].Rule != RuleForbidden ||
				!strings.Contains(no.Relax[0].Text, "off the forbidden pairs") {
				t.Errorf("%+v", no)
			}
			ev.Players[0].Absent = []int{round}
			if d = mustDraw(t, ev, round); len(d.Pairs) != 1 {
				t.Errorf("with a absent: %s", plain(d))
			}
			ev.Players[0].Absent = nil
			ev.Forbidden = nil
			d = mustDraw(t, ev, round)
			ev.Forbidden = [][2]ID{{"b", "a"}}
		}
		ev.Played = append(ev.Played, d.AsRound())
	}
	if refused != 1 {
		t.Errorf("refused in %d rounds, want the one in which they meet", refused)
	}
}

// The search for seats ends: with rounds that nothing fits, a large field goes on without a table.
func TestTheSearchForSeatsIsBounded(t *testing.T) {
	const n = 400
	r := rand.New(rand.NewPCG(4, 4))
	ev := &Event{System: RoundRobin, Rounds: 9}
	for i := range n {
		ev.Players = append(ev.Players, Player{ID: ID(fmt.Sprint(i))})
	}
	for round := 1; round <= 4; round++ {
		order := r.Perm(n)
		next := Round{Number: round}
		for k := 0; k < n; k += 2 {
			next.Games = append(next.Games, Game{
				White: ID(fmt.Sprint(order[k])), Black: ID(fmt.Sprint(order[k+1])), Result: WhiteWins,
			})
		}
		ev.Played = append(ev.Played, next)
	}
	if d := mustDraw(t, ev, 5); len(d.Pairs) != n/2 {
		t.Errorf("%d pairs", len(d.Pairs))
	}
}
