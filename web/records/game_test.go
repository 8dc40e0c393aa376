package records_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"nzgs/internal/auth"
	"nzgs/internal/results"
	"nzgs/internal/store"
	"nzgs/web/kit"
	"nzgs/web/kit/kittest"
)

// What a referee types wrongly is said beside its field; the report and what
// was typed stay, and no ruling is recorded.
func TestARefereesSlipsOnARecord(t *testing.T) {
	s := kittest.EmptySite(t)
	half := s.FillSmall().Halves[0]
	account, _ := s.Account("Hēmi", "Silverdale", auth.Office{Role: auth.Referee})
	referee := s.Browser(s.Session(account))
	here := kit.RecordDeskURL(half.Record)

	for _, c := range []struct{ name, dead, says string }{
		{"no point", "?dead=zz9", "is not a point of this board"},
		{"no stone there", "?dead=A1", "no stone"},
	} {
		got := referee.Get(here + c.dead)
		got.Wants(t, http.StatusUnprocessableEntity, c.says, "Every move is legal", `id="dead-error"`)
	}
	before, err := s.Results.Rulings(t.Context(), half.Game)
	s.Must(err)
	got := referee.Post(
		here, "kind", "stands", "rule", "The definition of a move", "reason", "No one claimed it.", "move", "twelve",
		"version", "1",
	)
	got.Wants(t, http.StatusUnprocessableEntity, "Write the number of the move", `value="twelve"`, "No one claimed it.")
	referee.Post(here, "rule", "The definition of a move", "move", "-1", "version", "1").Wants(
		t, http.StatusUnprocessableEntity, "Please fix 3 things", "Choose the ruling.", "Give the reason, in at most",
		"Write the number of the move", `value="-1"`,
	)
	after, err := s.Results.Rulings(t.Context(), half.Game)
	if s.Must(err); len(after) != len(before) {
		t.Errorf("%d rulings, then %d", len(before), len(after))
	}
	if strings.Contains(got.Body, "ruled_move") {
		t.Error("the problem's link leads to no field")
	}
}

// A round's draw leads everybody to its games' records.
func TestADrawLeadsToRecords(t *testing.T) {
	s := kittest.EmptySite(t)
	half := s.FillSmall().Halves[0]
	kept, err := s.Results.Record(t.Context(), auth.Actor{}, half.Record)
	s.Must(err)
	played := kept.Played
	chart, err := s.Tournaments.Wallchart(t.Context(), kittest.Program, played.Section)
	s.Must(err)
	b := s.Browser("")
	draw := b.Get(fmt.Sprintf("/events/%s/sections/%s/rounds/%d", half.Slug, chart.Section.Slug, played.Round))
	draw.Wants(t, http.StatusOK, `href="`+kit.RecordURL(half.Record)+`"`)
	if n := strings.Count(draw.Body, `href="/records/`); n != 1 {
		t.Errorf("%d records, want one", n)
	}
	b.Get(kit.RecordURL(half.Record)).Wants(t, http.StatusOK)
}

// A dead point without a stone is a slip in that field, not in the record.
func TestADeadPointWithoutAStone(t *testing.T) {
	b := kittest.EmptySite(t).Browser("")
	b.Post(
		kit.CheckRecordPath, "record", "(;GM[1]SZ[9]KM[7];B[ee];W[cc])", "dead", "A1",
	).Wants(t, http.StatusUnprocessableEntity, `id="dead-error"`, "no stone")
}

// Looking at a kept record again plays nothing through: what is shown is stored.
// A report in another form than this program's is made again.
func TestAKeptRecordShowsItsStoredReport(t *testing.T) {
	s := kittest.EmptySite(t)
	half := s.FillSmall().Halves[0]
	first := s.Browser("").Get(kit.RecordURL(half.Record))
	first.Wants(t, http.StatusOK, `id="board"`)
	change := func(query string) {
		t.Helper()
		s.Must(s.DB.InTx(t.Context(), func(tx *store.Tx) error {
			n, err := tx.Exec(t.Context(), query, half.Record)
			if err == nil && n != 1 {
				t.Errorf("%d rows are changed by %s", n, query)
			}
			return err
		}))
	}
	change(`UPDATE game_record SET content = x'00' WHERE id = $1`)
	again := s.Browser("").Get(kit.RecordURL(half.Record))
	if again.Words() != first.Words() {
		t.Errorf("the second look differs\n%s", kittest.LineDiff(first.Words(), again.Words()))
	}
	s.Browser("").Get(kit.RecordURL(half.Record)+"?move=0").Wants(t, http.StatusOK, "The start")
	change(`UPDATE game_record_report SET made_as = made_as - 1 WHERE record_id = $1`)
	s.Browser("").Get(kit.RecordURL(half.Record)).Wants(t, http.StatusOK, "This cannot be read as a record")
}

// The referee's page and the ruling sheet name what differs between a record and its table,
// and count it by our rules, with the table's komi, and by the record's own.
func TestARefereeSeesWhatDiffersFromTheTable(t *testing.T) {
	s := kittest.EmptySite(t)
	half := s.FillSmall().Halves[0]
	account, _ := s.Account("Hēmi", "Silverdale", auth.Office{Role: auth.Referee})
	referee := s.Browser(s.Session(account))
	kept, err := s.Results.AttachRecord(t.Context(), kittest.Program, results.AttachForm{
		Game: half.Game, FileName: "x.sgf",
		Content: []byte("(;GM[1]SZ[5]KM[0.5]RU[Japanese]RE[B+23.5]PB[Someone Else];B[ab];W[aa];B[ba];W[])"),
	})
	s.Must(err)
	referee.Get(kit.RecordDeskURL(kept.ID)).Wants(
		t, http.StatusOK, "Is this the record of this game", "5 × 5", "19 × 19", "Someone Else", "0.5",
		"By the New Zealand rules", "By the Japanese rules, which the record names", "the table’s komi",
	)
	wrong := keptFor(t, s, half, "(;GM[1]SZ[5]KM[6.5]RU[Japanese]RE[B+3];B[bc];W[cc];B[cb];W[db];B[cd];W[dd];B[aa];W[ec];B[dc];W[cc];B[ee])")
	referee.Get(kit.RecordDeskURL(wrong)).Wants(
		t, http.StatusOK, "Is this the record of this game", "6.5", "Move 10: White at C3", "If it stands", "White wins by", "If it was claimed: a pass",
		"By the New Zealand rules", "By the Japanese rules, which the record names",
	)
	made, err := s.Results.Rule(t.Context(), kittest.Program, results.RulingInput{
		Game: half.Game, Record: kept.ID, Kind: results.OtherRuling, Rule: "NZ Rules of Go", Reason: "Because.",
	})
	s.Must(err)
	if pdf := referee.Get(kit.RulingSheetURL(made.ID)); pdf.Status != http.StatusOK {
		t.Errorf("the ruling sheet: %d", pdf.Status)
	}
	phone := s.Browser("")
	phone.Upload(kit.TableCardURL(half.Card)+"/record?side=black", "y.sgf", "(;GM[1]SZ[4]KM[7];B[aa];W[bb];B[cc])")
	phone.Get(kit.TableCardURL(half.Card)+"?side=black").Wants(
		t, http.StatusOK, "It differs from the table", "Board: 4 × 4 in the record, 19 × 19 at the table",
	)
}
