package pairing

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"nzgs/internal/ratings/scale"
)

// fourRounds gives a Swiss of so many players with four rounds behind it.
func fourRounds(b *testing.B, players int) *Event {
	r := rand.New(rand.NewPCG(7, uint64(players)))
	ev := &Event{System: Swiss, Rounds: 9, Seed: 1}
	for i := range players {
		ev.Players = append(ev.Players, Player{
			ID: ID(fmt.Sprint(i)), Rating: scale.Rating(50 - r.IntN(200)),
			Club: fmt.Sprint("club ", r.IntN(12)), City: fmt.Sprint("city ", r.IntN(6)),
		})
	}
	for round := 1; round <= 4; round++ {
		d, err := Draw(ev, round, nil)
		if err != nil {
			b.Fatal(err)
		}
		next := d.AsRound()
		for i := range next.Games {
			next.Games[i].Result = randomResult(r)
		}
		ev.Played = append(ev.Played, next)
	}
	return ev
}

func BenchmarkDraw(b *testing.B) {
	for _, players := range []int{30, 60, 150, 300} {
		b.Run(fmt.Sprint(players), func(b *testing.B) {
			ev := fourRounds(b, players)
			b.ResetTimer()
			for range b.N {
				if _, err := Draw(ev, 5, nil); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkStandings(b *testing.B) {
	ev := fourRounds(b, 150)
	ev.TieBreaks = TieBreaks()
	b.ResetTimer()
	for range b.N {
		Standings(ev, 4)
	}
}
