package ratings

import (
	"math/rand/v2"
	"testing"

	"nzgs/internal/civil"
	"nzgs/internal/ratings/scale"
	"nzgs/internal/store"
	"nzgs/internal/store/storetest"
)

// longEvents is how many events the long history has, of fullGames games each:
// 600,000 games.
const longEvents = 4000

// longHistory stores the facts of the long history and works it out once.
func longHistory(b *testing.B) (*world, Submission) {
	b.Helper()
	grades := make([]string, fullPeople)
	rng := rand.New(rand.NewPCG(1, 2))
	for i := range grades {
		grades[i] = scale.Grade(5 - rng.IntN(20)).Short()
	}
	w := newWorld(b, storetest.SQLite(b), grades)
	first := civil.MustParseDate("2000-01-01")
	events := make([]EventID, longEvents)
	for i := range events {
		events[i] = w.event(first.AddDays(2 * i).String())
	}
	var oldest Submission
	for at := 0; at < longEvents; at += 200 {
		w.tx(func(tx *store.Tx) error {
			for i := at; i < at+200; i++ {
				in, _, err := w.fullEvent(rng, events[i], first.AddDays(2*i)).prepare()
				if err != nil {
					return err
				}
				if i == 0 {
					oldest = in
				}
				declared, err := declaredStrengths(ctx, tx, in)
				if err != nil {
					return err
				}
				if _, err := insertSubmission(ctx, tx, submission{
					event: in.Event, name: in.Name, day: in.Day, formula: nzgs2026.Name, players: len(declared),
					games: len(in.Games), submittedAt: now, submittedBy: "test",
				}, declared, in.Games); err != nil {
					return err
				}
			}
			return nil
		})
	}
	if _, err := w.s.Recalculate(ctx, desk, Repair, nil); err != nil {
		b.Fatal(err)
	}
	return w, oldest
}

// BenchmarkLongHistory measures what the oldest of 4,000 events costs: its
// preview, which holds no one up; writing it down, while everyone who writes
// waits; one result of it corrected; and the whole history worked out again. The
// limit is one scan by the database of the rows that a recalculation reads.
func BenchmarkLongHistory(b *testing.B) {
	w, oldest := longHistory(b)
	must := func(err error) {
		b.Helper()
		if err != nil {
			b.Fatal(err)
		}
	}
	write := func(again Again, p *Plan) {
		w.tx(func(tx *store.Tx) error {
			_, err := w.s.RatePlanned(ctx, tx, desk, oldest, again, p)
			return err
		})
	}
	b.Run("recalculate", func(b *testing.B) {
		for b.Loop() {
			report, err := w.s.Recalculate(ctx, desk, Check, nil)
			must(err)
			if !report.OK() || report.Games != longEvents*fullGames {
				b.Fatal(report)
			}
		}
	})
	b.Run("limit scan", func(b *testing.B) {
		for b.Loop() {
			for _, query := range []string{
				`SELECT sum(submission_id + ref + black_id + white_id + round + handicap + weight) FROM rating_game`,
				`SELECT sum(submission_id + person_id + declared) FROM rating_player`,
				`SELECT sum(submission_id + person_id + before_milli + after_milli + games_before + games) FROM rating_change`,
			} {
				_, err := store.One(ctx, w.db, store.Value[int64], query)
				must(err)
			}
		}
	})
	b.Run("correct", func(b *testing.B) {
		for i := 0; b.Loop(); i++ {
			oldest.Games[0].Result = []Result{BlackWins, WhiteWins}[i%2]
			p, err := w.s.PlanRating(ctx, oldest, InPlace)
			must(err)
			write(InPlace, p)
		}
	})
	b.Run("preview", func(b *testing.B) {
		w.mustWithdraw(oldest.Event)
		for b.Loop() {
			_, err := w.s.PlanRating(ctx, oldest, Once)
			must(err)
		}
	})
	b.Run("write", func(b *testing.B) {
		for b.Loop() {
			b.StopTimer()
			p, err := w.s.PlanRating(ctx, oldest, Once)
			must(err)
			b.StartTimer()
			write(Once, p)
			b.StopTimer()
			w.mustWithdraw(oldest.Event)
			b.StartTimer()
		}
	})
}
