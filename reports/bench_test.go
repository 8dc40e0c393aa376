package reports

import (
	"io"
	"testing"
)

// A draw of 100 tables with Chinese, Japanese and Korean names.
func BenchmarkPairingsByTable100(b *testing.B) {
	s := samplePairings(200)
	b.ReportAllocs()
	for b.Loop() {
		if err := press.PairingsByTable(io.Discard, s); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkRegisterXLSX2000(b *testing.B) {
	r := sampleRegister()
	for len(r.Rows) < 2000 {
		r.Rows = append(r.Rows, r.Rows...)
	}
	b.ReportAllocs()
	for b.Loop() {
		if err := press.RegisterXLSX(io.Discard, r); err != nil {
			b.Fatal(err)
		}
	}
}

// A crosstable of 60 players and ten rounds, and the list of its players, as anybody may print them.
func BenchmarkWallLists(b *testing.B) {
	table := Listing{Over: "Congress", Title: "Open: crosstable", Columns: []ListingColumn{{Width: 8, Figure: true}, {Title: "Player", Lines: 2}}}
	players := Listing{Over: "Congress", Title: "Open: players", Columns: []ListingColumn{{Title: "Player", Lines: 2}, {Title: "Club", Width: 30}}}
	for range 10 {
		table.Columns = append(table.Columns, ListingColumn{Title: "1", Width: 11.5, Lines: 2})
	}
	for i := range 60 {
		p := samplePlayer(i)
		row := []string{"12", p.Name}
		for range 10 {
			row = append(row, "12+w3")
		}
		table.Rows, players.Rows = append(table.Rows, row), append(players.Rows, []string{p.Name, p.Club})
	}
	for name, list := range map[string]Listing{"crosstable": table, "players": players} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if err := press.ListingPDF(io.Discard, list); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkSchedulePDF is the schedule card of an event with three sections.
func BenchmarkSchedulePDF(b *testing.B) {
	s := sampleSchedule(3)
	b.ReportAllocs()
	for b.Loop() {
		if err := press.SchedulePDF(io.Discard, s); err != nil {
			b.Fatal(err)
		}
	}
}
