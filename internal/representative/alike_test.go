package representative_test

import (
	"strings"
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/ratings/points"
	"nzgs/internal/representative"
)

func congressFile(name, day string) representative.File {
	return file("points.json", []byte(`{"events": [{"name": "`+name+`", "date": "`+day+`", "kind": "national",
		"placings": [{"player": "Aroha Tūī", "score": "5"}, {"player": "Bea Tūī", "score": "4"}]}]}`))
}

// Bug: one event from a file, "Congress", and as a section, "Congress, Open", counted twice.
func TestOneEventByFileAndBySection(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		s := w.section("Congress", "2026-11-22")
		s.Name = "Congress, Open"
		w.declare(s, points.National, false)
		for _, posted := range []bool{false, true} { // a section that is still to be finished is asked about too
			if posted {
				w.post(s, 8, 6, 4)
			}
			for _, in := range []representative.File{
				congressFile("Congress", "2026-11-22"), congressFile("NZ Go Congress 2026", "2026-11-20"),
			} {
				_, err := w.s.Enter(ctx, officer, in)
				w.refused(err, apperr.Invalid, "may be the same event as Congress, Open of 22 November 2026")
			}
		}
		w.wants("2026-12-01", "10.00 7.00 5.00 – – –")
		_, err := w.s.Enter(ctx, officer, congressFile("Masters", "2026-11-20")) // the players tell
		w.refused(err, apperr.Invalid, "events[0]: Masters of 20 November 2026 may be the same event as Congress, Open")
		_, err = w.s.Enter(ctx, officer, congressFile("Masters", "2026-11-18")) // other days
		w.must(err)
		w.wants("2026-12-01", "20.00 14.00 5.00 – – –")

		in := congressFile("Rapid Congress", "2026-11-22")
		in.Different = true
		_, err = w.s.Enter(ctx, officer, in)
		w.must(err)
		w.wants("2026-12-01", "30.00 21.00 5.00 – – –")
		w.post(s, 6, 8, 4) // a correction asks nothing
		w.wants("2026-12-01", "27.00 24.00 5.00 – – –")
	})
}

// The other way round: the section is declared, or finished, after the file was entered.
func TestASectionOfAnEventOfAFile(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		_, err := w.s.Enter(ctx, officer, congressFile("Congress", "2026-11-22"))
		w.must(err)
		s := w.section("Congress", "2026-11-22")
		in := representative.Declaration{Kind: points.National, Club: w.club}
		w.refused(w.declaring(s, in), apperr.Invalid,
			"different: Congress of 22 November 2026 may be the same event as Congress of 22 November 2026")
		near, err := w.s.Near(ctx, s)
		w.must(err)
		if strings.Join(near, ";") != "Congress of 22 November 2026" {
			t.Errorf("near are %q", near)
		}
		in.Kind = points.Regional // of another kind
		w.must(w.declaring(s, in))
		in.Kind, in.Version = points.National, 1
		w.refused(w.declaring(s, in), apperr.Invalid, "different: ")
		in.Different = true
		w.must(w.declaring(s, in))
		in.Different, in.Club, in.Version = false, w.club, 2
		in.EndsYear = true
		w.must(w.declaring(s, in)) // it has been said
		s.Name = "Congress, Open"
		w.post(s, 8, 6, 4)
		w.wants("2026-12-01", "20.00 14.00 5.00 – – –")

		// One of which only the players tell waits when it is finished, until someone has said so.
		other := w.section("Masters", "2026-11-23")
		w.declare(other, points.National, false)
		w.post(other, 8, 6)
		w.wants("2026-12-01", "20.00 14.00 5.00 – – –")
		desk, err := w.s.Desk(ctx, officer)
		w.must(err)
		if len(desk.Waiting) != 1 || !strings.Contains(desk.Waiting[0].Waits, "may be the same event as Congress of 22") {
			t.Errorf("waiting are %+v", desk.Waiting)
		}
		w.must(w.declaring(other, representative.Declaration{
			Kind: points.National, Club: w.club, Different: true, Version: 1,
		}))
		w.post(other, 8, 6)
		w.wants("2026-12-01", "30.00 21.00 5.00 – – –")
	})
}

// Two events of one day are no question where two clubs held them, nor are two sections of one event.
func TestEventsOfOneDay(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		first := w.regional("Autumn Open", "2026-08-02", 8, 6)
		second := w.section("Spring Cup", "2026-08-02")
		in := representative.Declaration{Kind: points.Regional, Club: w.club}
		w.refused(w.declaring(second, in), apperr.Invalid, "different: Spring Cup of 2 August 2026 may be the same event as Autumn Open")
		id, err := w.events.AddSection(ctx, program, first.Event, aSection("Kyu"))
		w.must(err)
		w.declare(representative.Section{
			ID: representative.SectionID(id), Event: first.Event, Name: "Autumn Open, Kyu", LastDay: first.LastDay,
		}, points.Regional, false)
		_, err = w.s.Enter(ctx, officer, file("points.json", []byte(`{"events": [
			{"name": "Otago Open", "date": "2026-05-04", "kind": "regional", "placings": [{"player": "Aroha Tūī", "score": "5"}]},
			{"name": "Kapi-Mana Day", "date": "2026-05-04", "kind": "regional", "placings": [{"player": "Bea Tūī", "score": "5"}]},
			{"name": "Open of Otago, A", "date": "2026-05-04", "kind": "regional", "placings": [{"player": "Dana Tūī", "score": "5"}]}
		]}`)))
		w.refused(err, apperr.Invalid, "events[2]: Open of Otago, A of 4 May 2026 may be the same event as Otago Open")
	})
}
