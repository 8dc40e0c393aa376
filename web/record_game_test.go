package web

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"nzgs/internal/auth"
)

// What a referee types wrongly is said beside its field; the report and what
// was typed stay, and no ruling is recorded.
func TestARefereesSlipsOnARecord(t *testing.T) {
	s := emptySite(t)
	half := s.fillSmall().halves[0]
	account, _ := s.account("Hēmi", "Silverdale", auth.Office{Role: auth.Referee})
	referee := s.browser(s.session(account))
	here := recordDeskURL(half.Record)

	for _, c := range []struct{ name, dead, says string }{
		{"no point", "?dead=zz9", "is not a point of this board"},
		{"no stone there", "?dead=A1", "no stone"},
	} {
		got := referee.get(here + c.dead)
		got.wants(t, http.StatusUnprocessableEntity, c.says, "Every move is legal", `id="dead-error"`)
	}
	before, err := s.results.Rulings(t.Context(), half.Game)
	s.must(err)
	got := referee.post(here, "kind", "stands", "rule", "The definition of a move", "reason", "Nobody claimed it.", "move", "twelve", "version", "1")
	got.wants(t, http.StatusUnprocessableEntity, "Write the number of the move", `value="twelve"`, "Nobody claimed it.")
	after, err := s.results.Rulings(t.Context(), half.Game)
	if s.must(err); len(after) != len(before) {
		t.Errorf("%d rulings, then %d", len(before), len(after))
	}
	if strings.Contains(got.body, "ruled_move") {
		t.Error("the problem's link leads to no field")
	}
}

// A round's draw leads everybody to its games' records.
func TestADrawLeadsToRecords(t *testing.T) {
	s := emptySite(t)
	half := s.fillSmall().halves[0]
	_, played, err := s.results.Record(t.Context(), half.Record)
	s.must(err)
	chart, err := s.tournaments.Wallchart(t.Context(), program, played.Section)
	s.must(err)
	b := s.browser("")
	draw := b.get(fmt.Sprintf("/events/%s/sections/%s/rounds/%d", half.Slug, chart.Section.Slug, played.Round))
	draw.wants(t, http.StatusOK, `href="`+recordURL(half.Record)+`"`)
	if n := strings.Count(draw.body, `href="/records/`); n != 1 {
		t.Errorf("%d records, want one", n)
	}
	b.get(recordURL(half.Record)).wants(t, http.StatusOK)
}

// A dead point without a stone is a slip in that field, not in the record.
func TestADeadPointWithoutAStone(t *testing.T) {
	b := emptySite(t).browser("")
	b.post(checkRecordPath, "record", "(;GM[1]SZ[9]KM[7];B[ee];W[cc])", "dead", "A1").wants(t, http.StatusUnprocessableEntity, `id="dead-error"`, "no stone")
}
