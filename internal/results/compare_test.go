package results

import (
	"fmt"
	"strings"
	"testing"

	"nzgs/internal/civil"
	"nzgs/internal/gorules/record"
	"nzgs/internal/pairing"
	"nzgs/internal/sgf"
	"nzgs/internal/tournaments"
)

func TestCompare(t *testing.T) {
	table := Told{
		Black: "Aroha Tūī", White: "Mei Lin", BoardSize: 19, Handicap: 0, Komi: 14,
		Results: []ToldResult{{"the table", pairing.WhiteWins, "7"}},
		From:    civil.MustParseDate("2026-11-30"), To: civil.MustParseDate("2026-12-06"),
	}
	text := func(properties string) string {
		return "(;GM[1]FF[4]CA[UTF-8]" + properties + ";B[pd];W[dd])"
	}
	agrees := "SZ[19]KM[7]PB[aroha TUI]PW[Mei  Lin]RE[W+7]DT[2026-12-02]"
	for _, tt := range []struct {
		name, content string
		differs       string // what, of each difference
	}{
		{"nothing", text(agrees), ""},
		{"colours swapped", text("SZ[19]KM[7]PB[Mei Lin]PW[Aroha Tui]RE[W+7]"), "Black White"},
		{"a nickname", text("SZ[19]KM[7]PB[kiwi99]PW[Mei Lin]"), "Black"},
		{"no names said", text("SZ[19]KM[7]"), ""},
		{"board", "(;GM[1]SZ[13]KM[7];B[cc];W[dd])", "Board"},
		{"komi", text("SZ[19]KM[6.5]"), "Komi"},
		{"komi in hundredths", text("SZ[19]KM[700]"), ""},
		{"winner", text("SZ[19]KM[7]RE[B+R]"), "Result"},
		{"margin", text("SZ[19]KM[7]RE[W+8]"), "Result The engine"},
		{"margin not said", text("SZ[19]KM[7]RE[W+]"), ""},
		{"resigned", text("SZ[19]KM[7]RE[W+R]"), ""},
		{"before the draw", text("SZ[19]KM[7]DT[2026-11-20]"), "Date"},
		{"after it was handed in", text("SZ[19]KM[7]DT[2026-12-09]"), "Date"},
		// In America it is still the day before, and a clock in Kiribati is ahead.
		{"a clock of another place", text("SZ[19]KM[7]DT[2026-11-29]"), ""},
		{"a clock ahead", text("SZ[19]KM[7]DT[2026-12-07]"), ""},
		{"an illegal move", "(;GM[1]SZ[19]KM[7];B[pd];W[pd])", "The engine"},
		{"not a record", "PK", "The record"},
		{"two games", text(agrees) + text(agrees), "The record"},
		{"no moves", "(;GM[1]SZ[19]KM[7])", "The record"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var what []string
			for _, d := range Compare(ReadRecord(t.Context(), []byte(tt.content), WithEngine, record.Terms{Komi: 700}), table) {
				what = append(what, d.What)
			}
			if got := strings.Join(what, " "); got != tt.differs {
				t.Errorf("differs in %q, want %q", got, tt.differs)
			}
		})
	}
	handicap := table
	handicap.Handicap, handicap.Komi = 3, 0
	even := ReadRecord(t.Context(), []byte(text("SZ[19]KM[0]")), WithEngine, record.Terms{Handicap: 3})
	if d := Compare(even, handicap); len(d) != 1 || d[0].What != "Handicap" {
		t.Errorf("an even record of a handicap game: %+v", d)
	}
	reported := table
	reported.Results = []ToldResult{{"Aroha Tūī", pairing.BlackWins, ""}, {"Mei Lin", pairing.WhiteWins, ""}}
	d := Compare(ReadRecord(t.Context(), []byte(text("SZ[19]KM[7]RE[W+R]")), WithEngine, record.Terms{Komi: 700}), reported)
	if len(d) != 1 || d[0].Table != "Aroha Tūī: "+Label(pairing.BlackWins) {
		t.Errorf("against two reports: %+v", d)
	}
}

// A game won by default is one that the record says was forfeited, not another result.
func TestForfeitIsNoOtherResultThanADefault(t *testing.T) {
	for _, c := range []struct {
		claim  string
		table  pairing.Result
		differ bool
	}{
		{"W+F", pairing.WhiteDefault, false},
		{"B+Forfeit", pairing.BlackDefault, false},
		{"B+F", pairing.WhiteDefault, true},
		{"W+F", pairing.BlackDefault, true},
		{"W+F", pairing.WhiteWins, false},
		{"W+F", pairing.BothDefault, true},
		{"W+R", pairing.WhiteDefault, true}, // it was played
		{"Void", pairing.WhiteWins, false},
	} {
		f := Facts{Width: 19, Height: 19, Result: sgf.ParseResult(c.claim), ResultText: c.claim}
		told := Told{BoardSize: 19, Results: []ToldResult{{"the table", c.table, ""}}}
		if d := Compare(f, told); (len(d) > 0) != c.differ {
			t.Errorf("%s at %s: %+v", c.claim, c.table, d)
		}
	}
}

// A section says on which board it is played, and its records are compared with that.
func TestARecordIsComparedWithTheBoardOfItsSection(t *testing.T) {
	onBoth(t, 2, func(t *testing.T, w *world) {
		record := []byte("(;GM[1]SZ[9]KM[7];B[ee];W[cc])")
		differs := func() string {
			p, err := tournaments.GameByID(ctx, w.db, w.game(1).ID)
			w.must(err)
			list, err := w.s.Differences(ctx, p, record, WithEngine, civil.MustParseDate("2027-01-02"))
			w.must(err)
			return fmt.Sprint(list)
		}
		if got := differs(); got != "[{Board 9 × 9 19 × 19}]" {
			t.Errorf("on the usual board: %s", got)
		}
		chart := w.chart()
		in := tournaments.SectionInput{Name: chart.Section.Name, Settings: chart.Section.Settings, Version: chart.Section.Version}
		in.BoardSize = 9
		w.must(w.events.EditSection(ctx, w.director, w.section, in))
		if got := differs(); got != "[]" {
			t.Errorf("on 9 lines: %s", got)
		}
	})
}

func TestNamesOfAPair(t *testing.T) {
	for _, c := range []struct {
		record, table string
		same          bool
	}{
		{"Aroha Tūī / Mei Lin", "Aroha Tūī & Mei Lin", true}, {"mei lin&aroha tui", "Aroha Tūī & Mei Lin", true},
		{"Aroha Tūī and Mei Lin", "Aroha Tūī & Mei Lin", true}, {"Aroha Tūī＆Mei Lin", "Aroha Tūī & Mei Lin", true},
		{"Aroha Tūī", "Aroha Tūī & Mei Lin", false}, {"Aroha Tūī / Someone", "Aroha Tūī & Mei Lin", false},
		{"Aroha Tūī / Aroha Tūī", "Aroha Tūī & Mei Lin", false}, {"Andrea Land", "Andrea Land", true}, {"/", "Aroha Tūī", false},
	} {
		if got := sameName(c.record, c.table); got != c.same {
			t.Errorf("%q and %q: %v", c.record, c.table, got)
		}
	}
}
