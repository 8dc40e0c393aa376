package record

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"nzgs/internal/gorules"
	"nzgs/internal/sgf"
)

// generated writes records of games of about that many moves on 19×19, all legal, that
// are played to no plan but to fill no own eye. They look like real ones: a third have
// the clock's times with each move, a third have comments and variations, and a move
// stands on a line of its own or ten do. All name their rules; they were resigned.
func generated(tb testing.TB, n, moves int) [][]byte {
	tb.Helper()
	r := rand.New(rand.NewPCG(19, 361))
	all := make([][]byte, n)
	for i := range all {
		var game gorules.Game
		if err := game.Reset(gorules.NZ(), 19, 19); err != nil {
			tb.Fatal(err)
		}
		var b bytes.Buffer
		fmt.Fprintf(&b, "(;GM[1]FF[4]CA[UTF-8]AP[nzgs]ST[2]\nRU[Japanese]SZ[19]KM[6.50]TM[1200]OT[5x30 byo-yomi]\n"+
			"PW[White %d]PB[Black %d]WR[4d]BR[3d]DT[2026-11-21]PC[A server for examples]RE[B+Resign]\n", i, i)
		length := moves - 20 + r.IntN(41)
		open := 0
		for n := 1; n <= length; {
			m := gorules.Move{Colour: game.Turn(), Point: gorules.At(r.IntN(19), r.IntN(19))}
			if fillsEye(game.Board(), m) || game.Play(m) != nil {
				continue
			}
			fmt.Fprintf(&b, ";%s", m)
			switch {
			case i%3 == 0:
				fmt.Fprintf(&b, "%sL[%d.%03d]\n", m.Colour, 1200-4*n, r.IntN(1000))
			case i%3 == 1 && n%20 == 0:
				fmt.Fprintf(&b, "C[White %d [4d\\]: thank you for move %d\n]\n", i, n)
			case n%10 == 0 || i%2 == 0:
				b.WriteByte('\n')
			}
			if i%3 == 1 && n%60 == 0 && n < length {
				open++
				b.WriteString("(")
			}
			n++
		}
		for range open {
			b.WriteString(")(;B[aa]C[another way];W[bb])")
		}
		b.WriteString(")\n")
		all[i] = b.Bytes()
	}
	return all
}

func fillsEye(b *gorules.Board, m gorules.Move) bool {
	x, y := m.Point.X(), m.Point.Y()
	for _, d := range [][2]int{{1, 0}, {-1, 0}, {0, 1}, {0, -1}} {
		if q := gorules.At(x+d[0], y+d[1]); b.Has(q) && b.At(q) != m.Colour {
			return false
		}
	}
	return true
}

// BenchmarkWholeJob reads, replays and counts records as the command does, on one
// core. Beside moves a second it tells how long it takes as a multiple of what
// hashing the same bytes takes in the same run: with this program's SHA-256, and
// with the sha256sum command where there is one.
func BenchmarkWholeJob(b *testing.B) {
	records := generated(b, 500, 200)
	var (
		reader sgf.Reader
		c      Checker
		r      Report
		moves  int
	)
	size := 0
	for _, text := range records {
		size += len(text)
	}
	b.SetBytes(int64(size))
	b.ReportAllocs()
	begin := spent(b)
	for b.Loop() {
		for _, text := range records {
			f := reader.Read(text)
			if f.Err != nil || len(f.Games) != 1 {
				b.Fatal(f.Err)
			}
			if err := c.Check(b.Context(), &f.Games[0], &r); err != nil || len(r.Violations) > 0 {
				b.Fatal(err, r.Violations)
			}
			moves += r.Played
		}
	}
	took := b.Elapsed().Seconds()
	b.ReportMetric(float64(moves)/took, "moves/s")
	b.ReportMetric(float64(moves)/(spent(b)-begin), "moves/cpu-s")
	perRun := took / float64(b.N)
	b.ReportMetric(perRun/hashing(records), "x-sha256")
	if again := sha256sum(b, records); again > 0 {
		b.ReportMetric(perRun/again, "x-sha256sum")
	}
}

// BenchmarkWholeJobOnAllCores is the same on as many cores as there are, each with
// a checker of its own, as the command's jobs have.
func BenchmarkWholeJobOnAllCores(b *testing.B) {
	records := generated(b, 500, 200)
	var moves atomic.Int64
	b.RunParallel(func(pb *testing.PB) {
		var (
			reader sgf.Reader
			c      Checker
			r      Report
		)
		for pb.Next() {
			for _, text := range records {
				f := reader.Read(text)
				if len(f.Games) != 1 {
					b.Error(f.Err)
					return
				}
				if err := c.Check(b.Context(), &f.Games[0], &r); err != nil {
					b.Error(err)
					return
				}
				moves.Add(int64(r.Played))
			}
		}
	})
	b.ReportMetric(float64(moves.Load())/b.Elapsed().Seconds(), "moves/s")
}

// hashing is how many seconds hashing all records takes here.
func hashing(records [][]byte) float64 {
	best := time.Hour
	for range 20 {
		start := time.Now()
		for _, text := range records {
			sha256.Sum256(text)
		}
		best = min(best, time.Since(start))
	}
	return best.Seconds()
}

// sha256sum is how many seconds the command takes for the bytes of all records,
// without its start; 0 if there is none.
func sha256sum(b *testing.B, records [][]byte) float64 {
	path, err := exec.LookPath("sha256sum")
	if err != nil {
		return 0
	}
	const times = 100
	once := bytes.Join(records, nil)
	long, short := filepath.Join(b.TempDir(), "long"), filepath.Join(b.TempDir(), "short")
	if err := os.WriteFile(long, bytes.Repeat(once, times), 0o600); err != nil {
		b.Fatal(err)
	}
	if err := os.WriteFile(short, nil, 0o600); err != nil {
		b.Fatal(err)
	}
	run := func(file string) float64 {
		best := time.Hour
		for range 3 {
			start := time.Now()
			if err := exec.Command(path, file).Run(); err != nil {
				b.Fatal(err)
			}
			best = min(best, time.Since(start))
		}
		return best.Seconds()
	}
	return (run(long) - run(short)) / times
}
