package records_test

import (
	"net/http"
	"strconv"
	"strings"
	"testing"

	"nzgs/internal/store"
	"nzgs/web/kit"
	"nzgs/web/kit/kittest"
)

// BenchmarkKeptRecord is a record that a table sent in, as everybody reads it: its
// stored report and its board, or its file, or its print.
func BenchmarkKeptRecord(b *testing.B) {
	s := kittest.EmptySite(b)
	record := kit.RecordURL(s.FillSmall().Halves[0].Record)
	everybody := s.Browser("")
	for _, part := range []string{"", "/record.sgf", "/record.pdf"} {
		b.Run("page"+part, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if a := everybody.Get(record + part); a.Status != http.StatusOK {
					b.Fatal(a.Status)
				}
			}
		})
	}
}

// BenchmarkTableCard is what whoever has a table's card can do with it, who need not be
// signed in: look, report a result, and hand in a record of nearly one megabyte.
func BenchmarkTableCard(b *testing.B) {
	s := kittest.EmptySite(b)
	half := s.FillSmall().Halves[0]
	card := kit.TableCardURL(half.Card)
	player := s.Browser("")
	b.Run("look", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if a := player.Get(card); a.Status != http.StatusOK {
				b.Fatal(a.Status)
			}
		}
	})
	b.Run("result", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			a := player.Post(card+"?side=black", "game", kit.IDText(half.Game), "result", "B")
			if a.Status != http.StatusSeeOther {
				b.Fatal(a.Status)
			}
		}
	})
	b.Run("record", func(b *testing.B) {
		b.ReportAllocs()
		moves := strings.Repeat(";B[aa];W[bb]", 80_000)
		for b.Loop() {
			sent++
			a := player.Upload(card+"/record", "game.sgf", "(;GM[1]SZ[19]C["+strconv.Itoa(sent)+"]"+moves+")")
			if a.Status != http.StatusSeeOther {
				b.Fatal(a.Status)
			}
			b.StopTimer() // five at most wait to be accepted
			s.Must(s.DB.InTx(b.Context(), func(tx *store.Tx) error {
				_, err := tx.Exec(b.Context(), `DELETE FROM game_record WHERE standing = 'waiting'`)
				return err
			}))
			b.StartTimer()
		}
	})
}

// sent makes each record that is handed in another one.
var sent int
