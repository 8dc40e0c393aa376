package gorules

import (
	"math/rand/v2"
	"testing"
)

// playedGames gives games of about 200 moves on 19×19 that are played to no
// plan but to fill no own eye, all legal, with the captures that come of it.
func playedGames(tb testing.TB, n, moves int) [][]Move {
	tb.Helper()
	rng := rand.New(rand.NewPCG(19, 361))
	games := make([][]Move, n)
	for i := range games {
		g, err := NewGame(NZ(), 19, 19)
		if err != nil {
			tb.Fatal(err)
		}
		for len(games[i]) < moves {
			m := Move{g.Turn(), At(rng.IntN(19), rng.IntN(19))}
			if ownEye(g.Board(), m) || g.Play(m) != nil {
				continue
			}
			games[i] = append(games[i], m)
		}
	}
	return games
}

// ownEye tells whether all points beside a move are the mover's.
func ownEye(b *Board, m Move) bool {
	for _, d := range directions {
		if q := m.Point + d; b.Has(q) && b.At(q) != m.Colour {
			return false
		}
	}
	return true
}

func BenchmarkPlay(b *testing.B) {
	games := playedGames(b, 200, 200)
	g, _ := NewGame(NZ(), 19, 19)
	moves := 0
	b.ReportAllocs()
	for b.Loop() {
		for _, game := range games {
			_ = g.Reset(NZ(), 19, 19)
			for _, m := range game {
				if why := g.Play(m); why != nil {
					b.Fatal(why)
				}
			}
			moves += len(game)
		}
	}
	b.ReportMetric(float64(moves)/b.Elapsed().Seconds(), "moves/s")
}

func BenchmarkPlayAndScore(b *testing.B) {
	games := playedGames(b, 200, 200)
	g, _ := NewGame(NZ(), 19, 19)
	moves := 0
	b.ReportAllocs()
	for b.Loop() {
		for _, game := range games {
			_ = g.Reset(NZ(), 19, 19)
			for _, m := range game {
				if why := g.Play(m); why != nil {
					b.Fatal(why)
				}
			}
			moves += len(game)
			if _, err := g.Score(); err != nil {
				b.Fatal(err)
			}
		}
	}
	b.ReportMetric(float64(moves)/b.Elapsed().Seconds(), "moves/s")
}
