package gorules

import (
	"math/rand/v2"
	"sync/atomic"
	"testing"
)

// playedGames gives games on 19×19 that are played to no plan but to fill no own
// eye, all legal, with the captures that come of it. Who finds no move passes.
func playedGames(tb testing.TB, n, moves int) [][]Move {
	tb.Helper()
	rng := rand.New(rand.NewPCG(19, 361))
	games := make([][]Move, n)
	for i := range games {
		g, err := NewGame(NZ(), 19, 19)
		if err != nil {
			tb.Fatal(err)
		}
		for tries := 0; len(games[i]) < moves; tries++ {
			m := Move{g.Turn(), At(rng.IntN(19), rng.IntN(19))}
			if tries > 2000 {
				m.Point = Pass
			} else if ownEye(g.Board(), m) {
				continue
			}
			if g.Play(m) == nil {
				games[i] = append(games[i], m)
				tries = 0
			}
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

// replay plays games one after the other, with a score at the end of each if
// that is asked for, and gives the number of moves.
func replay(tb testing.TB, g *Game, games [][]Move, end func(*Game)) (moves int) {
	for _, game := range games {
		if err := g.Reset(NZ(), 19, 19); err != nil {
			tb.Fatal(err)
		}
		for _, m := range game {
			if why := g.Play(m); why != nil {
				tb.Fatal(why)
			}
		}
		end(g)
		moves += len(game)
	}
	return moves
}

func justEnd(*Game) {}

func score(g *Game) {
	if _, err := g.Score(); err != nil {
		panic(err)
	}
}

// BenchmarkPlay replays games of 200 moves on 19×19, every move checked for
// legality and repetition. Its peers on one core: KataGo's board with a set of
// hashes for each colour 2.8 million moves a second, its own history 0.53
// million.
func BenchmarkPlay(b *testing.B) { benchmark(b, 200, justEnd) }

// BenchmarkPlayAndScore counts every game at its end.
func BenchmarkPlayAndScore(b *testing.B) { benchmark(b, 200, score) }

// BenchmarkPlayOn replays games that are far longer than any real one, full of
// captures.
func BenchmarkPlayOn(b *testing.B) { benchmark(b, 800, justEnd) }

func benchmark(b *testing.B, length int, end func(*Game)) {
	games := playedGames(b, 100, length)
	g := &Game{}
	moves := 0
	b.ReportAllocs()
	for b.Loop() {
		moves += replay(b, g, games, end)
	}
	b.ReportMetric(float64(moves)/b.Elapsed().Seconds(), "moves/s")
}

// BenchmarkPlayOnAllCores replays the same games on as many cores as there are.
func BenchmarkPlayOnAllCores(b *testing.B) {
	games := playedGames(b, 100, 200)
	var moves atomic.Int64
	b.RunParallel(func(pb *testing.PB) {
		g := &Game{}
		for pb.Next() {
			moves.Add(int64(replay(b, g, games, score)))
		}
	})
	b.ReportMetric(float64(moves.Load())/b.Elapsed().Seconds(), "moves/s")
}

// BenchmarkAlive proves what lives after 200 moves.
func BenchmarkAlive(b *testing.B) {
	g := &Game{}
	replay(b, g, playedGames(b, 1, 200), justEnd)
	for b.Loop() {
		Alive(g.Board(), SuicideLegal)
	}
}
