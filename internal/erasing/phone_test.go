package erasing

import (
	"errors"
	"strings"
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/audit"
	"nzgs/internal/auth"
	"nzgs/internal/members"
	"nzgs/internal/store"
)

func TestNumbersAreFoundHoweverTheyAreWritten(t *testing.T) {
	var a about
	a.add("021 555 0199", "+61 2 5550 1234")
	for text, want := range map[string]bool{
		"0215550199": true, "Call 021-555-0199.": true, "+64 21 555 0199": true, "+64 (0)21 555 0199": true, "0064 21 5550199": true,
		"(021) 555 0199, evenings": true, "09 123 4567 021 555 0199": true, "+61255501234": true, "+61 (2) 5550.1234": true,
		"021 555 0198": false, "x0215550199": false, "1021 555 0199": false, "61 2 5550 1234": false, "2021-05-55": false, "": false,
	} {
		if got := a.calls(text); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
	var date about
	date.add("2026 1121") // as its own number someone wrote a day
	if date.calls("2026-11-21") {
		t.Error("days of others are erased")
	}
}

// The name of someone else who is called the same stays in the log, and a number goes however it was written.
func TestTheLogKeepsTheNameOfANamesake(t *testing.T) {
	for _, namesake := range []bool{true, false} {
		each(t, func(w *world) {
			if namesake {
				_, err := w.people.RegisterAll(ctx, auth.System("test"), []members.PersonInput{
					{FamilyName: "Quillfeather", GivenNames: "Ottoline"},
				})
				w.must(err)
			}
			w.must(w.db.InTx(ctx, func(tx *store.Tx) error {
				return audit.Write(ctx, tx, audit.Entry{
					At: w.now, By: audit.By{Name: "X"}, Action: "decide.motion", Object: "motion", ObjectID: 3, After: map[string]any{
						"mover": "Ottoline Quillfeather", "note": "ring +64 21 555 0199",
					},
				})
			}))
			w.now = w.now.Add(8 * 366 * 24 * 3600 * 1e9) // the name goes too
			w.must(w.Ask(ctx, w.secretary, w.member.Person, false))
			w.must(w.Confirm(ctx, w.treasurer, w.member.Person))
			all, err := audit.Of(ctx, w.db, "motion", 3, 1)
			if w.must(err); len(all) != 1 {
				t.Fatalf("%d entries", len(all))
			}
			mover := `"mover":"(erased)"`
			if namesake {
				mover = `"mover":"OttolineQuillfeather"`
			}
			if got := strings.ReplaceAll(all[0].Detail, " ", ""); !strings.Contains(got, mover) || strings.Contains(got, "0199") {
				t.Errorf("a namesake %v: %s", namesake, got)
			}
			_, err = audit.Verify(ctx, w.db)
			w.must(err)
		})
	}
}

// Of two who ask at once one asks, and the other is not told of a broken rule of the database.
func TestTwoAskAtOnce(t *testing.T) {
	each(t, func(w *world) {
		errs := make(chan error, 2)
		for _, who := range []auth.Actor{w.secretary, w.treasurer} {
			go func() { errs <- w.Ask(ctx, who, w.member.Person, false) }()
		}
		for range 2 {
			var known *apperr.Error
			if err := <-errs; err != nil && !errors.As(err, &known) {
				t.Errorf("%v", err)
			}
		}
		n, err := store.One(ctx, w.db, store.Value[int], `SELECT COUNT(*) FROM erasure WHERE withdrawn_at IS NULL`)
		if w.must(err); n != 1 {
			t.Errorf("%d requests", n)
		}
	})
}

// Where no other officer could confirm it, that is said.
func TestNoOneElseCouldConfirm(t *testing.T) {
	each(t, func(w *world) {
		v, err := w.Of(ctx, w.secretary, w.member.Person)
		if w.must(err); v.NoSecond {
			t.Error("the treasurer could")
		}
		w.exec(`UPDATE office SET until_day = '2026-01-01' WHERE person_id = $1`, w.treasurer.Person)
		if v, err = w.Of(ctx, w.secretary, w.member.Person); err != nil || !v.NoSecond {
			t.Errorf("no one could: %+v, %v", v, err)
		}
		if v, err = w.Of(ctx, w.member, w.member.Person); err != nil || v.NoSecond {
			t.Errorf("asked by the person, the secretary could: %+v, %v", v, err)
		}
	})
}
