package pairing

import (
	"testing"

	"pgregory.net/rapid"
)

// teamKnock is a knock-out of n teams of b players.
func teamKnock(n, b int) *Event {
	ev := &Event{System: Knockout, Boards: b, Rounds: BracketRounds(n)}
	for i := range n {
		t := Team{ID: ID(rune('A' + i)), Number: i + 1}
		for k := range b {
			id := ID(string(rune('a'+i)) + string(rune('0'+k)))
			ev.Players = append(ev.Players, Player{ID: id, Rating: 5})
			t.Players = append(t.Players, id)
		}
		ev.Teams = append(ev.Teams, t)
	}
	return ev
}

// A knock-out of teams ends with one winner, or says which match is level, whatever the boards bring, and a later
// correction neither breaks the table nor gives another round.
func TestKnockoutOfTeamsHolds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, b := rapid.IntRange(2, 9).Draw(t, "teams"), rapid.IntRange(1, 4).Draw(t, "boards")
		ev := teamKnock(n, b)
		ev.Knockout.ThirdPlace = rapid.Bool().Draw(t, "third")
		results := rapid.SampledFrom(Results()[1:])
		for round := 1; round <= ev.Rounds; round++ {
			d, err := Draw(ev, round, nil)
			if err != nil {
				break
			}
			r := Round{Number: round, Matches: d.Matches}
			for _, p := range d.Pairs {
				r.Games = append(r.Games, Game{Table: p.Table, White: p.White, Black: p.Black, Result: results.Draw(t, "result")})
			}
			for _, th := range d.Through {
				r.Byes = append(r.Byes, th.ID)
			}
			ev.Played = append(ev.Played, r)
		}
		if len(ev.Played) > 0 {
			for _, r := range ev.Played {
				for i := range r.Games {
					if rapid.IntRange(0, 3).Draw(t, "correct") == 0 {
						r.Games[i].Result = results.Draw(t, "other")
					}
				}
			}
		}
		if err := ev.Validate(); err != nil {
			t.Fatal(err)
		}
		if got := PlannedRounds(ev); got > ev.Rounds {
			t.Errorf("%d rounds", got)
		}
		TeamStandings(ev, ev.Rounds)
		Standings(ev, ev.Rounds)
		Stages(ev.AsTeams())
		if _, err := Check(ev); err != nil {
			t.Error(err)
		}
	})
}

// Whatever is corrected in a knock-out afterwards, the last round that was drawn stays the last, its final decides the
// first place, and no one has two places.
func TestKnockoutCorrectedHolds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 16).Draw(t, "players")
		ev := &Event{System: Knockout, Rounds: BracketRounds(n), Players: letters(n)}
		ev.Knockout.ThirdPlace = rapid.Bool().Draw(t, "third")
		won := rapid.SampledFrom([]Result{WhiteWins, BlackWins, WhiteDefault, BlackDefault})
		for round := 1; round <= ev.Rounds; round++ {
			d, err := Draw(ev, round, nil)
			if err != nil {
				t.Fatal(err)
			}
			r := Round{Number: round}
			for _, p := range d.Pairs {
				r.Games = append(r.Games, Game{Table: p.Table, White: p.White, Black: p.Black, Result: won.Draw(t, "result")})
			}
			for _, th := range d.Through {
				r.Byes = append(r.Byes, th.ID)
			}
			ev.Played = append(ev.Played, r)
		}
		rounds := ev.Rounds
		final := ev.Played[rounds-1].Games[0]
		// One result is corrected.
		k := rapid.IntRange(0, rounds-1).Draw(t, "round")
		if g := ev.Played[k].Games; len(g) > 0 && k < rounds-1 {
			i := rapid.IntRange(0, len(g)-1).Draw(t, "game")
			g[i].Result = rapid.SampledFrom([]Result{WhiteWins, BlackWins, BothLose, BothDefault}).Draw(t, "corrected")
		}
		ev.Rounds = rounds + 2
		if got := PlannedRounds(ev); got != rounds {
			t.Fatalf("%d rounds, not %d", got, rounds)
		}
		winner := final.White
		if final.Result == BlackWins || final.Result == BlackDefault {
			winner = final.Black
		}
		table := Standings(ev, ev.Rounds)
		if table.Rows[0].ID != winner || table.Rows[0].Place.Shared() {
			t.Fatalf("%s won the final, %s is %v", winner, table.Rows[0].ID, table.Rows[0].Place)
		}
		if second := table.Rows[1]; second.ID != final.White && second.ID != final.Black || second.Place.Shared() {
			t.Fatalf("second is %s %v", second.ID, second.Place)
		}
		st := Stages(ev)
		if last := st[len(st)-1]; last.Round != rounds || last.Ties[0].Winner != winner {
			t.Fatalf("the bracket ends with %+v", last)
		}
		if _, err := Check(ev); err != nil {
			t.Fatal(err)
		}
	})
}
