package record

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strconv"
	"testing"

	"nzgs/internal/gorules"
)

func itoa(n int) string { return strconv.Itoa(n) }

// playedOut is a position after so many moves that fill no own eye, or when
// there are no more such.
func playedOut(tb testing.TB, r *rand.Rand, size, moves int) *Line {
	tb.Helper()
	var g gorules.Game
	if err := g.Reset(gorules.NZ(), size, size); err != nil {
		tb.Fatal(err)
	}
	for tries := 0; g.Moves() < moves && tries < 50*moves; tries++ {
		m := gorules.Move{Colour: g.Turn(), Point: gorules.At(r.IntN(size), r.IntN(size))}
		if !fillsEye(g.Board(), m) {
			_ = g.Play(m)
		}
	}
	score, err := g.Score()
	if err != nil {
		tb.Fatal(err)
	}
	return &Line{Board: g.Board().Clone(), Prisoners: g.Prisoners(), Score: score}
}

// claimOf asks whether the position can count so much more for Black than it does.
func claimOf(l *Line, more int) demand {
	want := int32(l.Score.Margin + more)
	return demand{
		line: l, report: &Report{}, reading: &Reading{Rules: gorules.NZ()}, prisoners: l.Prisoners, whole: true,
		work: 10_000_000, target: target{low: want, high: want}, blocks: blocksOfBoard(l.Board),
		life: gorules.Alive(l.Board, gorules.SuicideLegal), submitted: &Counts{},
	}
}

// answer asks both questions, from no given choice.
func (d demand) answer(ctx context.Context) Answer {
	return Answer{Sensible: d.choose(ctx, surrounded), Any: d.choose(ctx, takenOff)}
}

// On boards as they are at the end of games every claim is decided.
func TestClaimsOnWholeBoardsAreDecided(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 2))
	for _, moves := range []int{120, 220, 300, 500} {
		l := playedOut(t, r, 19, moves)
		for _, more := range []int{1, -2, 7, -12, 25, 60} {
			d := claimOf(l, more)
			a := d.answer(context.Background())
			for name, c := range map[string]Choice{"any": a.Any, "sensible": a.Sensible} {
				switch {
				case c.Finding == NotDecided || c.Finding == NotAsked:
					t.Errorf("%d moves, %+d, %s: %+v", moves, more, name, c)
				case c.Finding == Smallest && c.Score.Margin != l.Score.Margin+more:
					t.Errorf("%d moves, %+d, %s: counts %d", moves, more, name, c.Score.Margin-l.Score.Margin)
				}
			}
			if a.Any.Finding == NoChoice && a.Sensible.Finding == Smallest ||
				a.Sensible.Finding == Smallest && a.Sensible.Stones < a.Any.Stones {
				t.Errorf("%d moves, %+d: sensible %+v, any %+v", moves, more, a.Sensible, a.Any)
			}
		}
	}
}

// BenchmarkAnswer asks both questions about a 19×19 position.
func BenchmarkAnswer(b *testing.B) {
	for _, moves := range []int{220, 300, 500} {
		l := playedOut(b, rand.New(rand.NewPCG(4, 2)), 19, moves)
		for _, more := range []int{1, 20} {
			b.Run(fmt.Sprintf("moves=%d/off=%d", moves, more), func(b *testing.B) {
				for b.Loop() {
					d := claimOf(l, more)
					d.answer(context.Background())
				}
			})
		}
	}
}
