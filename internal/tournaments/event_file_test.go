package tournaments

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/formats"
	"nzgs/internal/pairing"
	"nzgs/internal/store"
)

// takeIn reads a file and confirms it as proposed, those who are not in the register as guests.
func (w *world) takeIn(name string, data []byte) (Event, SectionID) {
	w.t.Helper()
	l, err := w.s.ReadEventFile(ctx, w.director, name, "", strings.NewReader(string(data)))
	w.must(err)
	in := EventFileInput{Event: l.Event, Section: "Open", Version: l.Version}
	if in.Event.Name == "" {
		in.Event.Name = "A File"
	}
	if in.Event.From.IsZero() {
		in.Event.From = day("2027-01-02")
	}
	if in.Event.To.Before(in.Event.From) {
		in.Event.To = in.Event.From
	}
	var choices []Choice
	for _, row := range l.Rows {
		if row.Choice.Kind == "" {
			choices = append(choices, Choice{Row: row.Number, Kind: Guest})
		}
	}
	e, id, _, err := w.s.ConfirmEventFile(ctx, w.director, l.ID, in, choices)
	w.must(err)
	return e, id
}

// places are the lines of a table of standings, with names.
func places(ev *pairing.Event, name func(pairing.ID) string) []string {
	last := 0
	for _, r := range ev.Played {
		last = max(last, r.Number)
	}
	var out []string
	for _, row := range pairing.Standings(ev, last).Rows {
		line := fmt.Sprintf("%s %s %s %s", row.Place, row.ScorePlace, name(row.ID), row.Score)
		for _, v := range row.Values {
			line += fmt.Sprintf(" %s=%s", v.TieBreak, v)
		}
		out = append(out, line)
	}
	return out
}

func placesOfFile(f *formats.File) []string {
	return places(&f.Event, func(id pairing.ID) string {
		for _, p := range f.Event.Players {
			if p.ID == id {
				return p.Name
			}
		}
		return "?"
	})
}

func (w *world) placesOf(section SectionID) []string {
	c := w.chart(section)
	return places(c.field.event(0), func(id pairing.ID) string {
		e, _ := c.Entry(EntryOf(id))
		return e.Name
	})
}

// halfPlayed is a McMahon as other programs write it, with what only files say: a start by grade, a
// bye of half a point, halves rounded down, a late player, an absence, a correction, a default, a
// game still open.
const halfPlayed = `{
 "name": "Puddle McMahon", "place": "Ōtaki", "from": "2027-03-06", "to": "2027-03-07",
 "system": "mcmahon", "rounds": 4, "bar": "2d", "floor": "5k", "start_by_grade": true,
 "handicap": {"by": "rating", "ceiling": 5, "reduction": 2}, "komi": 6.5, "board_size": 13, "seeding": "fold",
 "reseed": {"from": 3, "seeding": "slide"},
 "tie_breaks": ["SOSM", "NBW", "SOSOSM"], "unplayed": "zero", "absence_half": true, "bye": "half", "halves_down": true,
 "players": [
  {"id": "a", "name": "Ana Pīwakawaka", "rating": 3.4, "grade": "2d", "club": "Ōtaki", "country": "NZ"},
  {"id": "b", "name": "Ben Kererū", "rating": 2.1, "start_score": -1},
  {"id": "c", "name": "Cass Tūī", "rating": 0.5, "absent": [2]},
  {"id": "d", "name": "Dov Kākā", "rating": -1.2, "half_point_byes": [1]},
  {"id": "e", "name": "Eli Ruru", "rating": -3.0, "withdrawn_after": 2},
  {"id": "f", "name": "Fay Weka", "rating": -2.2, "entered_in": 2},
  {"id": "g", "name": "Gil Moa", "rating": -1.9},
  {"id": "h", "name": "Not Yet", "rating": 1.0, "preliminary": true}
 ],
 "forbidden": [["a", "c"]],
 "fixed": [{"white": "a", "black": "g"}],
 "played": [
  {"round": 1, "games": [
    {"table": 2, "white": "a", "black": "b", "result": "W"},
    {"table": 1, "white": "c", "black": "e", "handicap": 2, "result": "B_default"}], "byes": ["g"]},
  {"round": 2, "games": [
    {"table": 1, "white": "a", "black": "d", "handicap": 1, "result": "J"},
    {"table": 2, "white": "b", "black": "g", "handicap": 2, "result": "B"},
    {"table": 3, "white": "f", "black": "e", "result": ""}]}
 ]}`

// An event that is half played elsewhere goes on here: the same places, and the next round is drawn
// as the file would draw it once the last result is in.
func TestAHalfPlayedEventFromAFile(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		file, _, err := formats.Read(formats.JSON, []byte(halfPlayed))
		w.must(err)
		l, err := w.s.ReadEventFile(ctx, w.director, "puddle.json", "", strings.NewReader(halfPlayed))
		w.must(err)
		if l.Rounds != 2 || l.Open != 1 || len(l.Moved) != 0 || len(l.Rows) != 7 {
			t.Fatalf("%d rounds, %d open, moved %v, %d rows", l.Rounds, l.Open, l.Moved, len(l.Rows))
		}
		told := strings.Join(slices.Concat(l.Changed, l.Section.FromFile.Says(), l.Section.Unpaired.Says()), "; ")
		for _, part := range []string{"Not Yet", "a bye is worth half", "NBW", "rounded down", "from round 3"} {
			if !contains(told, part) {
				t.Errorf("nothing is said of %q: %s", part, told)
			}
		}
		e, id := w.takeIn("puddle.json", []byte(halfPlayed))
		if e.Status != Draft {
			t.Errorf("the event is %s", e.Status)
		}
		if chart, err := w.s.Wallchart(ctx, w.director, id); err != nil || chart.Section.BoardSize != 13 {
			t.Errorf("the board has %d lines, %v", chart.Section.BoardSize, err)
		} else if again, _ := chart.File(); again.Board != 13 {
			t.Errorf("written again the board has %d lines", again.Board)
		}
		file.Event.Players = file.Event.Players[:7]
		if got, want := w.placesOf(id), placesOfFile(file); strings.Join(got, "\n") != strings.Join(want, "\n") {
			t.Errorf("places\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
		w.roundTrip(id)

		c := w.chart(id)
		for _, g := range c.Rounds[1].Games {
			if g.Result == pairing.NoResult {
				w.tx(func(tx *store.Tx) error {
					_, err := SaveResult(ctx, tx, g, pairing.WhiteWins, "", "Referee", w.now)
					return err
				})
			}
		}
		file.Event.Played[1].Games[2].Result = pairing.WhiteWins
		d, err := pairing.Draw(&file.Event, 3, file.Fixed)
		w.must(err)
		r, err := w.s.Draw(ctx, w.director, id, 0)
		w.must(err)
		c = w.chart(id)
		name := func(e EntryID) string { x, _ := c.Entry(e); return x.Name }
		var got, want []string
		for _, g := range r.Games {
			got = append(got, fmt.Sprintf("%d %s %s %d", g.Table, name(g.White), name(g.Black), g.Handicap))
		}
		byID := map[pairing.ID]string{}
		for _, p := range file.Event.Players {
			byID[p.ID] = p.Name
		}
		for _, p := range d.Pairs {
			want = append(want, fmt.Sprintf("%d %s %s %d", p.Table, byID[p.White], byID[p.Black], p.Handicap))
		}
		if strings.Join(got, "\n") != strings.Join(want, "\n") {
			t.Errorf("round 3 is drawn\n%s\nthe file draws\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
		}

		// Publishing shows no one's name: only announcing does.
		w.must(w.s.Publish(ctx, w.director, r.ID, r.Version, ""))
		if now := w.get(e.ID); now.Status != Draft {
			t.Errorf("a published round made the event %s", now.Status)
		}
		_, err = w.s.Wallchart(ctx, auth.Actor{}, id)
		w.refused(err, apperr.NotFound, "Section not found")
		w.must(w.s.Announce(ctx, w.director, e.ID, w.get(e.ID).Version))
		if now := w.get(e.ID); now.Status != Running {
			t.Errorf("announced, the event is %s", now.Status)
		}
	})
}

// roundTrip writes a section as our own file, takes that in as another event, and wants the same
// places.
func (w *world) roundTrip(id SectionID) {
	w.t.Helper()
	file, _ := w.chart(id).File()
	data, _, err := formats.Write(formats.JSON, file)
	w.must(err)
	_, again := w.takeIn("again.json", data)
	if got, want := w.placesOf(again), w.placesOf(id); strings.Join(got, "\n") != strings.Join(want, "\n") {
		w.t.Errorf("after the round trip\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// A section of the site comes back from each format that holds rounds.
func TestASectionComesBackFromItsFile(t *testing.T) {
	w := newWorldSQLite(t)
	_, id := w.event(aSection("Open", 3, byRating))
	w.enter(id, w.members(9)...)
	w.play(id, w.publish(id), nil)
	w.play(id, w.publish(id), func(g Game, _, _ Entry) pairing.Result {
		return []pairing.Result{pairing.Jigo, pairing.WhiteWins, pairing.BlackWins}[g.Table%3]
	})
	w.roundTrip(id)
	file, _ := w.chart(id).File()
	for _, format := range []formats.Format{formats.OpenGotha, formats.H9, formats.TOU, formats.CSV, formats.AGA} {
		data, _, err := formats.Write(format, file)
		w.must(err)
		back, _, err := formats.Read(format, data)
		w.must(err)
		_, in := w.takeIn("event."+string(format), data)
		if got, want := w.placesOf(in), placesOfFile(back); strings.Join(got, "\n") != strings.Join(want, "\n") {
			t.Errorf("%s: places\n%s\nwant\n%s", format, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
}

// What is wrong is refused with its line, and leaves nothing.
func TestFilesThatAreNoEvent(t *testing.T) {
	w := newWorldSQLite(t)
	one := func(played string) string {
		return `{"name":"x","system":"swiss","rounds":3,"players":[{"id":"a","name":"Al A","rating":1},{"id":"b","name":"Bo B","rating":1}],` +
			"\n\"played\":[" + played + "]}"
	}
	before := w.audited()
	for name, tt := range map[string]struct{ content, says string }{
		"broken.json": {"{\n\"players\": [", "line 2"},
		"none.json":   {`{"name":"x","system":"swiss","rounds":3,"players":[]}`, "no players"},
		"bomb.xml":    {`<!DOCTYPE a [<!ENTITY b "cc">]><Tournament>&b;</Tournament>`, "file: "},
		"half.xml":    {"<Tournament><Players>\n<Player name='x'", "line 2"},
		"list.txt":    {"Al A 1d", "must end in"},
		"gap.json":    {one(`{"round":2,"games":[{"white":"a","black":"b","result":"W"}]}`), "this must be round 1, not 2"},
		"who.json":    {one(`{"round":1,"games":[{"white":"a","black":"z","result":"W"}]}`), "line 2"},
		"long.json":   {strings.Replace(one(""), `"rounds":3`, `"rounds":120`, 1), "rounds"},
		"huge.json":   {strings.Repeat(" ", formats.MaxBytes+10), "file: "},
	} {
		_, err := w.s.ReadEventFile(ctx, w.director, name, "", strings.NewReader(tt.content))
		w.refused(err, apperr.Invalid, tt.says)
	}
	if w.audited() != before {
		t.Error("a refused file left something")
	}
}

// Results that other programs have are kept, and count as there: both won, by default too, and a jigo by default.
func TestResultsOfOtherPrograms(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		for i, result := range []pairing.Result{pairing.BothWin, pairing.BothWinDefault, pairing.JigoDefault} {
			text := fmt.Sprintf(`{"name":"x%d","system":"swiss","rounds":3,"players":[{"id":"a","name":"Al A","rating":1},`+
				`{"id":"b","name":"Bo B","rating":1}],"played":[{"round":1,"games":[{"white":"a","black":"b","result":%q}]}]}`, i, result)
			file, _, err := formats.Read(formats.JSON, []byte(text))
			w.must(err)
			_, id := w.takeIn("event.json", []byte(text))
			if got := w.chart(id).Rounds[0].Games[0].Result; got != result {
				t.Errorf("%s became %q", result, got)
			}
			if got, want := w.placesOf(id), placesOfFile(file); strings.Join(got, "\n") != strings.Join(want, "\n") {
				t.Errorf("%s: places %q, want %q", result, got, want)
			}
		}
		w.audited()
	})
}

// All or nothing, for the account that sent the file alone, and once.
func TestWhoConfirmsAnEventFile(t *testing.T) {
	w := newWorldSQLite(t)
	me, other := w.director, w.director
	me.Account, other.Account = 7, 8
	nobody := w.actor(w.person("Plain", "Member", "1k"))
	_, err := w.s.ReadEventFile(ctx, nobody, "puddle.json", "", strings.NewReader(halfPlayed))
	w.refused(err, apperr.Forbidden, "")
	l, err := w.s.ReadEventFile(ctx, me, "puddle.json", "", strings.NewReader(halfPlayed))
	w.must(err)
	_, err = w.s.EventFile(ctx, other, l.ID)
	w.refused(err, apperr.NotFound, "")
	in := EventFileInput{Event: l.Event, Section: "Open", Version: l.Version}
	_, _, _, err = w.s.ConfirmEventFile(ctx, other, l.ID, in, nil)
	w.refused(err, apperr.NotFound, "")
	w.refused(w.s.DiscardEventFile(ctx, other, l.ID), apperr.NotFound, "")

	// Someone who plays cannot be left out, and everything that is wrong is said at once.
	wrong := in
	wrong.Section, wrong.Event.Name = "", ""
	before := w.audited()
	_, _, _, err = w.s.ConfirmEventFile(ctx, me, l.ID, wrong, []Choice{{Row: 2, Kind: LeaveIt}})
	for _, part := range []string{"name: ", "section: ", "row-2: "} {
		w.refused(err, apperr.Invalid, part)
	}
	// The same person in two rows: nothing is left of the guests that came before.
	_, _, _, err = w.s.ConfirmEventFile(ctx, me, l.ID, in, []Choice{
		{Row: 5, Kind: Match, Person: w.director.Person}, {Row: 6, Kind: Match, Person: w.director.Person},
	})
	w.refused(err, apperr.Invalid, "the same person as in row 5")
	if w.audited() != before {
		t.Error("a refused confirmation left something")
	}
	_, _, _, err = w.s.ConfirmEventFile(ctx, me, l.ID, in, nil)
	w.must(err)
	_, _, _, err = w.s.ConfirmEventFile(ctx, me, l.ID, in, nil)
	w.refused(err, apperr.NotFound, "was entered")

	// A newer file takes the place of one that was left; a discarded one is gone.
	old, err := w.s.ReadEventFile(ctx, me, "puddle.json", "", strings.NewReader(halfPlayed))
	w.must(err)
	l, err = w.s.ReadEventFile(ctx, me, "puddle.json", "", strings.NewReader(halfPlayed))
	w.must(err)
	_, err = w.s.EventFile(ctx, me, old.ID)
	w.refused(err, apperr.NotFound, "")
	w.must(w.s.DiscardEventFile(ctx, me, l.ID))
	_, err = w.s.EventFile(ctx, me, l.ID)
	w.refused(err, apperr.NotFound, "")
}

// Settings that came with a file stay when its form is saved, and the form gives no section any.
func TestRulesOfAFileStay(t *testing.T) {
	w := newWorldSQLite(t)
	e, id := w.takeIn("puddle.json", []byte(halfPlayed))
	section, err := w.s.Section(ctx, w.director, id)
	w.must(err)
	in := section.input()
	in.FromFile, in.BoardTime = FileRules{}, "60 minutes"
	w.must(w.s.EditSection(ctx, w.director, id, in))
	now, err := w.s.Section(ctx, w.director, id)
	w.must(err)
	if !now.HalvesDown || !now.FromFile.StartByGrade || now.BoardTime != "60 minutes" {
		t.Errorf("after saving the form: %+v", now.Settings)
	}
	other := aSection("Other", 3)
	other.FromFile = FileRules{StartByGrade: true}
	added, err := w.s.AddSection(ctx, w.director, e.ID, other)
	w.must(err)
	now, err = w.s.Section(ctx, w.director, added)
	w.must(err)
	if kept, err := now.Settings.stored(); err != nil || kept != "" {
		t.Errorf("a section of the form has %s, %v", kept, err)
	}
}
