package venue

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"nzgs/internal/apperr"
	"nzgs/internal/civil"
	"nzgs/internal/store"
	"nzgs/internal/store/storetest"
	"nzgs/internal/tournaments"
)

// Whoever has the file of an event can write what they like into a push. It is their event; everything else is not.

// forges pushes the event of a file as it was changed.
func (w *world) forges(file []byte, change func(d *Document)) error {
	w.t.Helper()
	d, err := Parse(file)
	w.must(err)
	key := d.Home.Key
	d.Home, d.Others, d.Sections = nil, nil, nil
	start, err := d.Hash()
	w.must(err)
	change(d)
	hash, err := d.Hash()
	w.must(err)
	packed, err := d.Pack()
	w.must(err)
	_, err = w.site.Arrive(ctx, Arrival{Key: key, Push: Push{Hash: hash, After: []string{start}}, Packed: packed})
	return err
}

// copyRow adds a row like the first of a table, with changed cells.
func copyRow(d *Document, name string, cells map[string]any) {
	t := d.table(name)
	row := append([]any{}, t.Rows[0]...)
	for column, v := range cells {
		row[tableNamed(name).index(column)] = v
	}
	t.Rows = append(t.Rows, row)
}

func called(d *Document, at any) {
	game := d.rows("game")[0][0]
	d.table("referee_call").Rows = [][]any{{d.newID(1), game, "black", nil, "a player", at, nil, ""}}
}

func changed(d *Document, at any) {
	game := d.rows("game")[0][0]
	d.table("result_change").Rows = [][]any{{d.newID(1), game, at, nil, "a player", "players", "", "", "B", "", "", nil}}
}

// newID is a number that no row has.
func (d *Document) newID(n int64) int64 { return 900 + n }

func TestWhatAKeyCannotDo(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		hidden := w.person("Hidden", "Person")
		other, otherFile := w.another()
		file := w.lend()
		theirs, err := Parse(otherFile)
		w.must(err)
		before := w.peopleAsText()
		for name, c := range map[string]struct {
			says   string
			change func(d *Document)
		}{
			"a person who is not public": {"neither in the file", func(d *Document) { d.rows("entry")[0][2] = int64(hidden) }},
			"a partner who is not public": {"neither in the file", func(d *Document) {
				d.table("pair_partner").Rows = [][]any{{d.rows("entry")[0][0], d.rows("section")[0][0], int64(hidden), int64(-10), "grade",
					"", "", "", "visitor", int64(-10), "grade"}}
			}},
			"a number beyond the loan": {"not one of this event", func(d *Document) {
				copyRow(d, "section", map[string]any{"id": int64(1 << 40), "seq": int64(2), "slug": "b", "name": "B"})
			}},
			"a row of another event": {"of other events", func(d *Document) {
				copyRow(d, "section", map[string]any{"id": theirs.rows("section")[0][0], "seq": int64(2), "slug": "b", "name": "B"})
			}},
			"a number set aside for another event": {"another event’s", func(d *Document) {
				copyRow(d, "section", map[string]any{"id": theirs.Home.NewFrom + 5, "seq": int64(2), "slug": "b", "name": "B"})
			}},
			"a player of another event":  {"not in it", func(d *Document) { set(d, "game", 0, "black_id", theirs.rows("entry")[0][0]) }},
			"a player who is not there":  {"not in it", func(d *Document) { set(d, "game", 0, "black_id", int64(99_999)) }},
			"a result that is none":      {"do not fit", func(d *Document) { set(d, "game", 0, "result", "X") }},
			"a stage that is the site's": {"not one that an event has", func(d *Document) { d.Event.Status = "rated" }},
			"no name":                    {"name", func(d *Document) { d.Event.Name = "" }},
			"an endless name":            {"name", func(d *Document) { d.Event.Name = strings.Repeat("x", 1<<20) }},
			"a text for a number":        {"cannot be read", func(d *Document) { set(d, "game", 0, "table_no", "one") }},
			"a number out of all bounds": {"out of all bounds", func(d *Document) { set(d, "game", 0, "table_no", int64(1)<<60) }},
			"settings that are none":     {"do not fit", func(d *Document) { set(d, "section", 0, "system", "ladder") }},
			"a huge text":                {"at most 10000", func(d *Document) { set(d, "round", 0, "starts", strings.Repeat("x", 1<<19)) }},
			"a huge name":                {"at most 300", func(d *Document) { set(d, "entry", 0, "club", strings.Repeat("ā", 301)) }},
			"other lots":                 {"other lots", func(d *Document) { set(d, "section_lot", 0, "chain_end", strings.Repeat("0", 64)) }},
			"no lots":                    {"other lots", func(d *Document) { d.table("section_lot").Rows = nil }},
			"lots that are none":         {"other lots", func(d *Document) { set(d, "section_lot", 0, "chain_end", strings.Repeat("x", 64)) }},
			"lots since another day": {"other lots", func(d *Document) {
				set(d, "section_lot", 0, "committed_at", "2020-01-01T00:00:00.000Z")
			}},
			"a fault in a list":        {"cannot be read", func(d *Document) { set(d, "round", 0, "explanation", "{") }},
			"a call at no instant":     {`row 1 of "referee_call": "at"`, func(d *Document) { called(d, "twenty-four characters!!") }},
			"a call in another form":   {"no instant", func(d *Document) { called(d, "2027-01-02T02:00:00+13:00") }},
			"a call on no day":         {"no instant", func(d *Document) { called(d, "2027-02-30T02:00:00.000Z") }},
			"a call before all clocks": {"out of all bounds", func(d *Document) { called(d, "0001-01-02T02:00:00.000Z") }},
			"a call after all":         {"out of all bounds", func(d *Document) { called(d, "9999-01-02T02:00:00.000Z") }},
			"a call at no time":        {"do not fit", func(d *Document) { called(d, nil) }},
			"a call at a number":       {"cannot be read", func(d *Document) { called(d, int64(3)) }},
			"a result at no instant":   {`row 1 of "result_change": "at"`, func(d *Document) { changed(d, "2027-01-02 02:00:00.0000") }},
			"a result after all":       {"out of all bounds", func(d *Document) { changed(d, "2200-01-02T02:00:00.000Z") }},
			"an answer to a call at none": {"no instant", func(d *Document) {
				called(d, "2027-01-02T02:00:00.000Z")
				set(d, "referee_call", 0, "answered_at", strings.Repeat("9", 24))
			}},
			"a prize list of the section that is next": {"is missing", func(d *Document) {
				d.table("prize_list").Rows = [][]any{{nil, `{"prizes":[],"ties":"score"}`, "[]", "", nil, "", int64(1)}}
			}},
			"prizes that are none": {"list of prizes", func(d *Document) {
				d.table("prize_list").Rows = [][]any{{d.rows("section")[0][0], `"x"`, "[]", "", nil, "", int64(1)}}
			}},
			"prizes beyond all money": {"list of prizes", func(d *Document) {
				d.table("prize_list").Rows = [][]any{{
					d.rows("section")[0][0], `{"prizes":[{"id":1,"kind":"place","nth":1,"money":99999999999}],"ties":"score"}`, "[]", "", nil, "",
					int64(1),
				}}
			}},
			"a lot of a round that a page never counts to": {"out of all bounds", func(d *Document) {
				d.table("lot_drawing").Rows = [][]any{{
					d.rows("section")[0][0], int64(1 << 30), int64(1), "Again", "Someone", "2027-01-01T00:00:00.000Z",
				}}
			}},
			"bands that are none": {"cannot be read", func(d *Document) { set(d, "section", 0, "bands", "{") }},
			"a day that is none": {"no day", func(d *Document) {
				section := d.rows("section")[0][0]
				d.table("timetable").Rows = [][]any{{section, "Pacific/Auckland", "2027-01-01T00:00:00.000Z", int64(1)}}
				d.table("timetable_round").Rows = [][]any{{section, int64(1), "2027-02-30", int64(600), int64(60), "", ""}}
			}},
		} {
			err := w.forges(file, c.change)
			if apperr.KindOf(err) != apperr.Invalid || !strings.Contains(err.Error(), c.says) {
				t.Errorf("%s: %v, want %q", name, err, c.says)
			}
			if l := w.loan(); l.Pushes != 0 || l.State != Out {
				t.Errorf("%s: the loan is %+v", name, l)
			}
		}
		if now := w.peopleAsText(); now != before {
			t.Errorf("the register was\n%s\nand is\n%s", before, now)
		}
		// What was refused is kept aside, as it came and once, and the other event is as it was.
		if n := len(w.asides()); n == 0 {
			t.Error("nothing is kept aside")
		}
		w.must(w.forges(otherFile, func(d *Document) { d.Event.Place = "Ōtaki" }))
		if e := w.eventOf(other); e.Place != "Ōtaki" {
			t.Errorf("the other event is at %q", e.Place)
		}
	})
}

// another is an event of its own with a player, lent, and its file.
func (w *world) another() (EventID, []byte) {
	w.t.Helper()
	e, err := w.events.CreateEvent(ctx, w.director, tournaments.EventInput{Name: "Other", From: civil.MustParseDate("2027-01-02")})
	w.must(err)
	in := tournaments.SectionInput{Name: "Open", Settings: tournaments.DefaultSettings()}
	in.Rounds = 3
	section, err := w.events.AddSection(ctx, w.director, e.ID, in)
	w.must(err)
	_, err = w.events.Enter(ctx, w.director, w.people[0], tournaments.EntryInput{Section: section, Visitor: true})
	w.must(err)
	_, err = w.site.Lend(ctx, w.director, e.ID)
	w.must(err)
	file, _, err := w.site.File(ctx, w.director, e.ID)
	w.must(err)
	return e.ID, file
}

// peopleAsText is the register: names, addresses and whose accounts there are.
func (w *world) peopleAsText() string {
	w.t.Helper()
	rows, err := store.All(ctx, w.db, func(s store.Scanner) (string, error) {
		var id int64
		var family, given, email, address string
		err := s.Scan(&id, &family, &given, &email, &address)
		return fmt.Sprintln(id, family, given, email, address), err
	}, `SELECT id, family_name, given_names, email, address FROM person ORDER BY id`)
	w.must(err)
	return strings.Join(rows, "")
}

// A clock that was never set, or is years ahead, is a clock: what it says is kept.
func TestAnInstantOfAnyClockIsKept(t *testing.T) {
	for _, at := range []string{"1970-01-01T00:00:07.000Z", "2027-01-03T02:00:00.000Z", "2199-01-01T00:00:00.000Z"} {
		onBoth(t, func(t *testing.T, w *world) {
			w.must(w.forges(w.lend(), func(d *Document) { called(d, at) }))
			if calls, err := w.results.Calls(ctx, w.director, w.event); err != nil || len(calls) != 1 || calls[0].At.String() != at {
				t.Errorf("%s: %+v, %v", at, calls, err)
			}
		})
	}
}

// A section that is left out of a push keeps its lots, so that no other ones can be made up in a second push, and what
// was said of lots that were drawn again stays.
func TestASectionThatIsLeftOutKeepsItsLots(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		lot, err := w.events.Lot(ctx, w.director, w.section)
		w.must(err)
		file := w.lend()
		l := w.laptop(file)
		l.enterAll(l.director, w.section, 1)
		r, err := l.desk.events.Draw(ctx, l.director, w.section, 0)
		l.must(err)
		_, err = l.desk.events.Redraw(ctx, l.director, w.section, r.Number, "Two who came together met")
		l.must(err)
		w.reaches(l)

		d, err := w.site.document(ctx, w.db, w.get())
		w.must(err)
		was, err := d.Hash()
		w.must(err)
		home, err := Parse(file)
		w.must(err)
		push := func(d *Document) error {
			hash, err := d.Hash()
			w.must(err)
			packed, err := d.Pack()
			w.must(err)
			_, err = w.site.Arrive(ctx, Arrival{Key: home.Home.Key, Push: Push{Hash: hash, After: []string{was, w.loan().Hash}}, Packed: packed})
			return err
		}
		without := d.clone()
		for i := range without.Tables {
			without.Tables[i].Rows = [][]any{}
		}
		w.must(push(without))
		if now, err := w.events.Lot(ctx, w.director, w.section); err != nil || now.Commitment != lot.Commitment {
			t.Fatalf("the lots are committed to as %q, were %q (%v)", now.Commitment, lot.Commitment, err)
		}
		again := d.clone()
		set(again, "section_lot", 0, "chain_end", strings.Repeat("0", 64))
		w.refused(push(again), apperr.Invalid, "other lots")
		again = d.clone()
		again.table("lot_drawing").Rows = [][]any{}
		w.must(push(again))
		if n, err := store.One(ctx, w.db, store.Value[int], `SELECT COUNT(*) FROM lot_drawing`); err != nil || n != 1 {
			t.Errorf("%d lots that were drawn again, %v", n, err)
		}
	})
}

// A field as large as a file can hold is judged while people wait.
func TestAHugePushIsBounded(t *testing.T) {
	w := newWorld(t, storetest.SQLite(t))
	file := w.lend()
	begin := time.Now()
	err := w.forges(file, func(d *Document) {
		section := d.rows("section")[0][0]
		from := int64(2000)
		for i := range int64(20_000) {
			copyRow(d, "entry", map[string]any{"id": from + i, "section_id": section, "person_id": from + i, "number": 100 + i})
			d.People = append(d.People, Player{ID: from + i, Family: fmt.Sprint("Stranger", i), Given: "A"})
		}
	})
	if apperr.KindOf(err) != apperr.Invalid || !strings.Contains(err.Error(), "20000 players") || time.Since(begin) > 20*time.Second {
		t.Errorf("after %s: %v", time.Since(begin), err)
	}
	if n, err := store.One(ctx, w.db, store.Value[int], `SELECT COUNT(*) FROM person WHERE family_name LIKE 'Stranger%'`); err != nil || n != 0 {
		t.Errorf("%d strangers are in the register, %v", n, err)
	}
}

// Attack: whoever has the key names a member, whom the public rating list names, as who entered a result or reported one.
// Only who plays in the event can be named; what was kept here of who entered what stays.
func TestAKeyNamesNoStrangerAsAuthor(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		listed := w.rated("Listed", "Member")
		player := w.people[0]
		authors := func() (out [2]int64) {
			t.Helper()
			for i, query := range []string{
				`SELECT COALESCE(MAX(by_id), 0) FROM result_change`, `SELECT COALESCE(MAX(person_id), 0) FROM referee_call`,
			} {
				n, err := store.One(ctx, w.db, store.Value[int64], query)
				w.must(err)
				out[i] = n
			}
			return out
		}
		file := w.lend()
		names := func(id tournaments.PersonID) error {
			return w.forges(file, func(d *Document) {
				changed(d, "2027-01-02T02:00:00.000Z")
				called(d, "2027-01-02T02:00:00.000Z")
				set(d, "result_change", 0, "by_id", int64(id))
				set(d, "referee_call", 0, "person_id", int64(id))
			})
		}
		w.must(names(listed))
		if got := authors(); got != [2]int64{} {
			t.Errorf("the authors are %v, and %d does not play", got, listed)
		}
		w.must(w.site.Reclaim(ctx, w.director, w.event))
		file = w.lend()
		w.must(names(player))
		if got := authors(); got != [2]int64{int64(player), int64(player)} {
			t.Errorf("the authors are %v, want %d", got, player)
		}
	})
}

// Someone on the rating list of the laptop's file who asks to be named otherwise while the event is away, and is entered
// there, comes home with it.
func TestWhoIsHiddenWhileTheEventIsAwayIsEntered(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		late := w.rated("Late", "Riser")
		l := w.laptop(w.lend())
		w.must(w.db.InTx(ctx, func(tx *store.Tx) error {
			_, err := tx.Exec(ctx, `UPDATE person SET public_as = 'alias', alias = 'Wren' WHERE id = $1`, late)
			return err
		}))
		_, err := l.desk.events.Enter(ctx, l.director, late, tournaments.EntryInput{Section: w.section, Visitor: true})
		l.must(err)
		w.reaches(l)
		entries := w.chart(w.director, w.section).Entries
		if n := len(entries); n != 7 || entries[6].Person != late {
			t.Errorf("the site has %d entries, the last %+v", n, entries[n-1])
		}
		if a := w.asides(); len(a) != 0 {
			t.Errorf("kept aside: %+v", a)
		}
	})
}

// Bug: someone whose record was merged while the event was away came home under the number that is gone.
func TestWhoWasMergedWhileTheEventWasAwayComesHomeUnderTheNewNumber(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		gone, kept := w.rated("Late", "Riser"), w.rated("Early", "Riser")
		l := w.laptop(w.lend())
		w.must(w.db.InTx(ctx, func(tx *store.Tx) error {
			_, err := tx.Exec(ctx, `
				INSERT INTO person_merge (id, kept_id, gone_id, reason, was, merged_at, merged_by)
				VALUES (1, $1, $2, 'One person.', '', $3, 'x')`, kept, gone, w.now)
			if err == nil {
				_, err = tx.Exec(ctx, `INSERT INTO person_alias (gone_id, kept_id, merge_id) VALUES ($1, $2, 1)`, gone, kept)
			}
			return err
		}))
		_, err := l.desk.events.Enter(ctx, l.director, gone, tournaments.EntryInput{Section: w.section, Visitor: true})
		l.must(err)
		w.reaches(l)
		entries := w.chart(w.director, w.section).Entries
		if n := len(entries); n != 7 || entries[6].Person != kept {
			t.Errorf("the site has %d entries, the last %+v", n, entries[n-1])
		}
		w.reaches(l) // and again
		_, err = l.desk.events.Enter(ctx, l.director, kept, tournaments.EntryInput{Section: w.section, Visitor: true})
		l.must(err)
		err = l.Push(ctx, w.send, "http://192.168.1.20:8080")
		if n := len(w.chart(w.director, w.section).Entries); n != 7 || !strings.Contains(fmt.Sprint(err), "Undo the merge") {
			t.Errorf("one person plays twice: %d entries, %v", n, err)
		}
	})
}
