package tournaments

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"nzgs/internal/apperr"
	"nzgs/internal/formats"
)

// The players of another program's event are a list of entries: each row can be looked
// at first, and what is not taken is named.
func TestPlayersOfAnEventFile(t *testing.T) {
	w := newWorldSQLite(t)
	_, from := w.event(open5())
	entries := w.enter(from, w.members(3)...)
	in := entries[1].Input()
	in.Absent = []int{2, 4}
	w.must(w.s.EditEntry(ctx, w.director, entries[1].ID, in))
	w.publish(from)
	file, _ := w.chart(from).File()
	file.People[0].Country = "AU"

	to, err := w.s.CreateEvent(ctx, w.director, EventInput{Name: "Winter Cup", From: day("2027-07-03"), To: day("2027-07-03")})
	w.must(err)
	section, err := w.s.AddSection(ctx, w.director, to.ID, open5())
	w.must(err)
	for _, format := range []formats.Format{formats.JSON, formats.OpenGotha, formats.H9, formats.TOU, formats.AGA} {
		data, _, err := formats.Write(format, file)
		w.must(err)
		l, err := w.s.ReadEntryList(ctx, w.director, to.ID, "congress."+string(format), strings.NewReader(string(data)))
		w.must(err)
		if len(l.Rows) != 3 || !contains(strings.Join(l.Ignored, "; "), "the round that was drawn") {
			t.Fatalf("%s: %d rows without %q", format, len(l.Rows), l.Ignored)
		}
		for i, row := range l.Rows {
			if row.Choice.Kind != Match || row.Section != section || len(row.Problems) > 0 {
				t.Errorf("%s, row %d: %+v", format, i+1, row)
			}
		}
		if format == formats.JSON && !cmp.Equal(l.Rows[1].Absent, []int{2, 4}) {
			t.Errorf("absent in %v", l.Rows[1].Absent)
		}
		if format == formats.JSON && l.Rows[0].elsewhere.Country != "AU" {
			t.Errorf("from %q", l.Rows[0].elsewhere.Country)
		}
	}
	for name, content := range map[string]string{
		"broken.json": `{"players": [`, "broken.xml": `<Tournament><Players>`, "none.json": `{"name":"x","rounds":3,"players":[]}`,
		"bomb.xml": `<!DOCTYPE a [<!ENTITY b "cc">]><Tournament>&b;</Tournament>`, "broken.h9": "; EV[x]\n1 A", "odd.tou": "\x00\x01",
	} {
		_, err := w.s.ReadEntryList(ctx, w.director, to.ID, name, strings.NewReader(content))
		w.refused(err, apperr.Invalid, "file: The file cannot be read")
	}
}
