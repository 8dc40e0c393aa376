package playing_test

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"testing"
	"time"

	"nzgs/internal/auth"
	"nzgs/internal/playing"
	"nzgs/internal/playing/match"
	"nzgs/internal/store"
	"nzgs/web/kit"
	"nzgs/web/kit/kittest"
)

const (
	gamesUnderWay = 1000
	movesPlayed   = 100
)

// spread are points of a board of 19 lines of which no two are neighbours, so that every order of them is a game without a
// capture.
func spread() (points []string) {
	for y := range 19 {
		for x := y % 2; x < 19; x += 2 {
			points = append(points, string([]byte{byte('a' + x), byte('a' + y)}))
		}
	}
	return points
}

// underWay fills a site with games between two members, each of so many moves.
func underWay(b *testing.B) (s *kittest.Site, viewer *kittest.Browser, black, white auth.Actor) {
	b.Helper()
	s = kittest.EmptySite(b)
	account, one := s.Account("Aroha", "Tūī")
	_, other := s.Account("Wiremu", "Ruru")
	s.Must(s.DB.InTx(b.Context(), func(tx *store.Tx) error {
		for id := 1; id <= gamesUnderWay; id++ {
			if _, err := tx.Exec(b.Context(), `
				INSERT INTO play_game (game, size, rules, handicap, komi, by_rating, days, vacation, wish, challenger_id, opponent_id,
				                       black_id, white_id, challenger_open, stage, turn, deadline, acts, made_at, begun_at)
				VALUES ('go', 19, 'nz', 0, 0, FALSE, 30, 0, 'black', $1, $2, $1, $2, FALSE, 'playing', 'B', $3, $4, $5, $5)`,
				one, other, s.Now.Add(24*time.Hour), movesPlayed, s.Now); err != nil {
				return err
			}
			for n, point := range spread()[:movesPlayed] {
				if _, err := tx.Exec(b.Context(), `
					INSERT INTO play_act (game_id, number, kind, side, text, done_at)
					VALUES ($1, $2, 'move', $3, $4, $5)`, id, n+1, []string{"B", "W"}[n%2], point, s.Now); err != nil {
					return err
				}
			}
		}
		return nil
	}))
	return s, s.Browser(s.Session(account)), auth.Actor{Person: one}, auth.Actor{Person: other}
}

// BenchmarkAThousandGames is the page of a game after 100 moves while 1,000 are under way and a move is made each second:
// the 50th and the 99th percentile, and the slowest.
func BenchmarkAThousandGames(b *testing.B) {
	s, viewer, black, white := underWay(b)
	ctx, stop := context.WithCancel(b.Context())
	done := make(chan error, 1)
	go func() { done <- moveEachSecond(ctx, s.Playing, black, white) }()
	var took []time.Duration
	id := 0
	for b.Loop() {
		id = id%gamesUnderWay + 1
		began := time.Now()
		if a := viewer.Get(kit.PlayURL(playing.ID(id))); a.Status != http.StatusOK {
			b.Fatal(a.Status)
		}
		took = append(took, time.Since(began))
	}
	stop()
	if err := <-done; err != nil {
		b.Fatal(err)
	}
	slices.Sort(took)
	at := func(part float64) float64 { return float64(took[int(part*float64(len(took)-1))].Microseconds()) / 1000 }
	b.ReportMetric(at(.5), "p50-ms")
	b.ReportMetric(at(.99), "p99-ms")
	b.ReportMetric(at(1), "max-ms")
}

// moveEachSecond makes a move each second, in one game after the other, until ctx ends.
func moveEachSecond(ctx context.Context, games *playing.Service, black, white auth.Actor) error {
	points := spread()
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for n := 0; ; n++ {
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
		made := n / gamesUnderWay
		who := []auth.Actor{black, white}[made%2]
		err := games.Act(context.WithoutCancel(ctx), who, playing.Input{
			Game: playing.ID(n%gamesUnderWay + 1), Number: movesPlayed + made, Kind: match.Move, Text: points[movesPlayed+made],
		})
		if err != nil {
			return fmt.Errorf("move %d: %w", n+1, err)
		}
	}
}
