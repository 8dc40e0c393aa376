package tournaments

import (
	"testing"

	"nzgs/internal/pairing"
)

// TestCrosstableOfTeams: each match stands in both teams' lines with the points of the boards, the bye and an open match
// say what they are, and the table that the players have is another.
func TestCrosstableOfTeams(t *testing.T) {
	w := newWorldSQLite(t)
	_, section, _ := teamsWorld(w, 3, 2)
	r := w.publish(section)
	open, err := w.chart(section).TeamCrosstable(1)
	w.must(err)
	for _, row := range open.Rows {
		if got := row.Cells[0].Text; got != "0+" && got != "1?" && got != "2?" && got != "3?" {
			t.Errorf("before the results: %q", got)
		}
	}
	w.play(section, r, nil)
	c := w.chart(section)
	ct, err := c.TeamCrosstable(0)
	w.must(err)
	if ct.Through != 1 || len(ct.Rows) != 3 {
		t.Fatalf("%+v", ct)
	}
	byes := 0
	for i, row := range ct.Rows {
		cell := row.Cells[0]
		if row.Line != i+1 {
			t.Errorf("line %d of row %d", row.Line, i)
		}
		if cell.Match == nil {
			byes++
			if cell.Text != "0+" || cell.OpponentLine != 0 {
				t.Errorf("the bye: %+v", cell)
			}
			continue
		}
		other := ct.Rows[cell.OpponentLine-1]
		if back := other.Cells[0]; back.OpponentLine != row.Line || back.Match.Table != cell.Match.Table || back.Side == cell.Side {
			t.Errorf("%s – %s: %+v", row.Team.Name, other.Team.Name, back)
		}
		want := " 2–0"
		if cell.Points == 0 {
			want = " 0–2"
		}
		if len(cell.Text) < 3 || cell.Text[2:] != want || len(cell.Match.Boards) != 2 {
			t.Errorf("%s: %q", row.Team.Name, cell.Text)
		}
		points := pairing.Score(0)
		for _, b := range cell.Match.Boards {
			p, in := b.Brought(cell.Side)
			if points += p; !in {
				t.Errorf("%+v", b)
			}
		}
		if points != cell.Match.Score[cell.Side] {
			t.Errorf("boards bring %v, the match %v", points, cell.Match.Score[cell.Side])
		}
	}
	if byes != 1 {
		t.Errorf("%d byes", byes)
	}
	if _, err := c.TeamCrosstable(9); err == nil {
		t.Error("a round that is not published")
	}
	players, err := c.Crosstable(0)
	w.must(err)
	if len(players.Rows) != 9 {
		t.Errorf("%d players", len(players.Rows))
	}
}
