package tournaments

import (
	"fmt"
	"strings"
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/formats"
	"nzgs/internal/pairing"
	"nzgs/internal/ratings/scale"
)

// scored gives handicaps by McMahon scores, none above 1 dan.
func scored(s *Settings) {
	last, bar := scale.Grade(1), rated("3d")
	s.System, s.Bar = pairing.McMahon, bar
	s.Handicap = scale.Setting{By: scale.ByScore, Ceiling: 9, Reduction: 1, Top: &last}
}

// A McMahon with handicaps by scores is drawn, explained and kept as it is set, and goes into a file and back.
func TestHandicapsByMcMahonScores(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		_, id := w.event(aSection("Open", 3, scored))
		w.enter(id, w.members(10)...) // 6 dan to 4 kyu
		w.play(id, w.publish(id), nil)
		w.publish(id)
		c := w.chart(id)
		if h := c.Section.Handicap; h.By != scale.ByScore || h.Top == nil || *h.Top != 1 || h.Reduction != 1 {
			t.Fatalf("kept as %+v", h)
		}
		given := 0
		for _, p := range c.Pairings(2) {
			if p.Game.ID == 0 {
				continue
			}
			// 1 dan begins with 30 points; more count as 30.
			level := func(s Seat) int { return min(int(s.Score)/2, 30) }
			difference := level(p.White) - level(p.Black)
			want := max(0, max(difference, -difference)-1)
			if p.Game.Handicap != want || want > 0 && difference < 0 {
				t.Errorf("%s (%s) with White against %s (%s): %d stones, want %d",
					p.White.Entry.Name, p.White.Score, p.Black.Entry.Name, p.Black.Score, p.Game.Handicap, want)
			}
			if told := strings.Join(c.Section.ExplainHandicap(p.Game, p.Black, p.White, Everyone), "; "); want > 0 {
				given++
				if !strings.Contains(told, fmt.Sprintf("McMahon scores %d − %d = %d; Reduced by 1: %d; The stronger takes White",
					level(p.White), level(p.Black), difference, want)) || strings.Contains(told, "differs") {
					t.Errorf("explained as %s", told)
				}
			}
		}
		file, _ := c.File()
		data, _, err := formats.Write(formats.OpenGotha, file)
		w.must(err)
		back, notes, err := formats.Read(formats.OpenGotha, data)
		w.must(err)
		if h := back.Event.Handicap; h.By != scale.ByScore || *h.Top != 1 || h.Reduction != 1 || len(notes) > 0 {
			t.Errorf("comes back as %+v, %v", h, notes)
		}
		w.roundTrip(id)
	})
}

// Where players are from is kept, drawn by where the director asks it, and told; the numbers that other associations
// know them by are for officials.
func TestPlayersFromElsewhere(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		people := []PersonID{
			w.person("Kahu", "A", "4d"), w.person("Kea", "B", "3d"), w.person("Kiwi", "C", "2d"), w.person("Kōtuku", "D", "1d"),
		}
		_, id := w.event(aSection("Open", 2, func(s *Settings) { s.Criteria = pairing.Criteria() }))
		from := []string{"nz", "AU", " NZ", ""}
		var entries []EntryID
		for i, person := range people {
			e, err := w.s.Enter(ctx, w.director, person, EntryInput{
				Section: id, Visitor: true, Elsewhere: Elsewhere{Country: from[i], PIN: fmt.Sprint("1700000", i), AGA: "123"},
			})
			w.must(err)
			entries = append(entries, e.ID)
		}
		_, err := w.s.Enter(ctx, w.director, w.person("Wrong", "All", "1d"), EntryInput{
			Section: id, Elsewhere: Elsewhere{Country: "New Zealand", PIN: "12a", AGA: "-1"},
		})
		for _, says := range []string{"country: Write", "pin: Enter", "aga_id: Enter"} {
			w.refused(err, apperr.Invalid, says)
		}

		c := w.chart(id)
		var kept []string
		for _, e := range c.Entries {
			kept = append(kept, e.Country+e.PIN)
		}
		if got := strings.Join(kept, " "); got != "NZ17000000 AU17000001 NZ17000002 17000003" {
			t.Errorf("kept as %s", got)
		}
		// By slide the first would meet the third, who is from the same country.
		w.publish(id)
		first := w.chart(id).Rounds[0].Games[0]
		if !first.Has(entries[0]) || first.Has(entries[2]) {
			t.Errorf("the first plays %d–%d of %v", first.Black, first.White, entries)
		}

		own, _ := w.chart(id).File()
		public := w.chart(id).PublicFile()
		for i := range own.People {
			o, p := own.People[i], public.People[i]
			if o.PIN == "" || o.AGA != "123" || o.Country != p.Country {
				t.Errorf("the director’s file has %+v, the public one %+v", o, p)
			}
			if p.PIN+p.AGA+p.Licence != "" {
				t.Errorf("the public file has %+v", p)
			}
		}
		data, _, err := formats.Write(formats.JSON, own)
		w.must(err)
		_, again := w.takeIn("again.json", data)
		for i, e := range w.chart(again).Entries {
			if e.Elsewhere != c.Entries[i].Elsewhere {
				t.Errorf("%+v comes back as %+v", c.Entries[i].Elsewhere, e.Elsewhere)
			}
		}

		// A change of something else leaves them.
		in := c.Entries[0].Input()
		in.Club = "Ōtaki"
		w.must(w.s.EditEntry(ctx, w.director, c.Entries[0].ID, in))
		if e := w.chart(id).Entries[0]; e.PIN != "17000000" || e.Country != "NZ" || e.Club != "Ōtaki" {
			t.Errorf("after a change of the club: %+v", e)
		}
	})
}
