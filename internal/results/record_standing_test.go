package results

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/audit"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

func TestWhoSeesARecordAndWhatTheyMayDo(t *testing.T) {
	viewers := []struct {
		name string
		v    RecordViewer
	}{
		{"anyone", RecordViewer{}}, {"black", RecordViewer{Side: BlackSide}}, {"white", RecordViewer{Side: WhiteSide}},
		{"director", RecordViewer{Runs: true, Tends: true}}, {"administrator", RecordViewer{Tends: true}},
	}
	for _, tt := range []struct {
		record Record
		want   [5]string // of each viewer: whether they see it, and what they may do
	}{
		{Record{Standing: RecordWaiting}, [5]string{
			"not_found []", "sees [accept]", "sees [accept]", "sees [accept hide remove]", "sees [hide remove]",
		}},
		{Record{Standing: RecordWaiting, BlackAccepts: true}, [5]string{
			"not_found []", "sees []", "sees [accept]", "sees [accept hide remove]", "sees [hide remove]",
		}},
		{Record{Standing: RecordShown}, [5]string{
			"sees []", "sees []", "sees []", "sees [hide remove]", "sees [hide remove]",
		}},
		{Record{Standing: RecordHidden}, [5]string{
			"not_found []", "not_found []", "not_found []", "sees [show remove]", "sees [show remove]",
		}},
		{Record{Standing: RecordRemoved}, [5]string{"gone []", "gone []", "gone []", "gone []", "gone []"}},
	} {
		for i, viewer := range viewers {
			sees := "sees"
			if err := tt.record.seen(viewer.v); err != nil {
				sees = string(apperr.KindOf(err))
			}
			if got := fmt.Sprintf("%s %v", sees, tt.record.May(viewer.v)); got != tt.want[i] {
				t.Errorf("%s, %s: %s, want %s", tt.record.Standing, viewer.name, got, tt.want[i])
			}
		}
	}
}

func TestOnePlayerAloneDoesNotShowARecord(t *testing.T) {
	r := Record{Standing: RecordWaiting}
	r, err := r.after(AcceptRecord, RecordViewer{Side: BlackSide})
	if r.Standing != RecordWaiting || !r.BlackAccepts || err != nil {
		t.Errorf("after Black: %+v, %v", r, err)
	}
	if _, err := r.after(AcceptRecord, RecordViewer{Side: BlackSide}); !errors.Is(err, usecase.ErrSame) {
		t.Errorf("Black again: %v", err)
	}
	if _, err := r.after(AcceptRecord, RecordViewer{}); apperr.KindOf(err) != apperr.Forbidden {
		t.Errorf("anyone: %v", err)
	}
	if r, err = r.after(AcceptRecord, RecordViewer{Side: WhiteSide}); r.Standing != RecordShown || err != nil {
		t.Errorf("after both: %+v, %v", r, err)
	}
}

// sent is a record that somebody sent by the card of a table.
func (w *world) sent(table int, content string) Record {
	w.t.Helper()
	r, err := w.s.AttachRecord(ctx, auth.Actor{}, AttachForm{
		Card: w.card(table), Game: w.game(table).ID, FileName: "card.sgf", Content: []byte(content),
	})
	w.must(err)
	return r
}

// sees says how a record answers somebody.
func (w *world) sees(actor auth.Actor, id RecordID) apperr.Kind {
	w.t.Helper()
	_, err := w.s.Record(ctx, actor, id)
	return apperr.KindOf(err)
}

func TestARecordByTheCardWaits(t *testing.T) {
	onBoth(t, 2, func(t *testing.T, w *world) {
		chart, game := w.chart(), w.game(1)
		var black, white auth.Actor
		for _, p := range chart.Pairings(1) {
			if p.Game.ID == game.ID {
				black, white = w.player(p.Black.Entry), w.player(p.White.Entry)
			}
		}
		admin := auth.Actor{Person: w.people[len(w.people)-1], Name: "Admin", Offices: []auth.Office{{
			Role: auth.Administrator, From: civil.MustParseDate("2026-01-01"),
		}}}
		r := w.sent(1, someRecord)
		if r.Standing != RecordWaiting {
			t.Fatalf("%+v", r)
		}
		public, err := w.s.RecordsOfRound(ctx, chart.Rounds[0].ID)
		if len(public) != 0 || err != nil || w.sees(auth.Actor{}, r.ID) != apperr.NotFound {
			t.Errorf("everybody sees it: %v, %v", public, err)
		}
		if w.sees(black, r.ID) != "" || w.sees(white, r.ID) != "" || w.sees(w.director, r.ID) != "" {
			t.Error("players and director do not see it")
		}
		w.refused(w.s.Tend(ctx, auth.Actor{}, r.ID, AcceptRecord, ""), apperr.SignIn, "Sign in")
		w.refused(w.s.Tend(ctx, admin, r.ID, AcceptRecord, ""), apperr.Forbidden, "Only the two players")
		w.refused(w.s.Tend(ctx, black, r.ID, RemoveRecord, "Because."), apperr.Forbidden, "hide or remove")
		w.must(w.s.Tend(ctx, black, r.ID, AcceptRecord, ""))
		audited := w.audited()
		w.must(w.s.Tend(ctx, black, r.ID, AcceptRecord, ""))
		if w.sees(auth.Actor{}, r.ID) != apperr.NotFound || w.audited() != audited {
			t.Error("one player has shown it alone")
		}
		w.must(w.s.Tend(ctx, white, r.ID, AcceptRecord, ""))
		if w.sees(auth.Actor{}, r.ID) != "" {
			t.Error("both have accepted it, and nobody sees it")
		}
		w.refused(w.s.Tend(ctx, admin, r.ID, HideRecord, "  "), apperr.Invalid, "reason")
		w.must(w.s.Tend(ctx, admin, r.ID, HideRecord, "It says where she lives."))
		if w.sees(auth.Actor{}, r.ID) != apperr.NotFound || w.sees(black, r.ID) != apperr.NotFound || w.sees(admin, r.ID) != "" {
			t.Error("hidden, and seen")
		}
		w.must(w.s.Tend(ctx, w.director, r.ID, ShowRecord, ""))
		w.must(w.s.Tend(ctx, w.director, r.ID, RemoveRecord, "It says where she lives."))
		for _, actor := range []auth.Actor{{}, black, w.director, admin} {
			if got := w.sees(actor, r.ID); got != apperr.Gone {
				t.Errorf("%s: %s, want gone", actor.Name, got)
			}
		}
		w.refused(w.s.Tend(ctx, w.director, r.ID, ShowRecord, ""), apperr.Gone, "was removed")
		w.isRemoved(r)
	})
}

// isRemoved wants the file gone from the database, its hash and reason kept, and the
// same file refused.
func (w *world) isRemoved(r Record) {
	w.t.Helper()
	kept, err := recordByID(ctx, w.db, r.ID)
	w.must(err)
	if len(kept.Content) != 0 || kept.Hash != r.Hash || kept.FileName != "removed" {
		w.t.Errorf("kept %+v", kept)
	}
	_, err = w.s.AttachRecord(ctx, w.director, AttachForm{Game: r.Game, FileName: "again.sgf", Content: r.Content})
	w.refused(err, apperr.Conflict, "was removed")
	last, err := audit.Of(ctx, w.db, "game", int64(r.Game), 1)
	w.must(err)
	if len(last) != 1 || last[0].Action != "remove.record" || !strings.Contains(last[0].Detail, r.Hash) ||
		!strings.Contains(last[0].Detail, "It says where she lives.") {
		w.t.Errorf("the log says %+v", last)
	}
}

// Whoever has the card cannot take all the places that a game has for records.
func TestTheCardCannotFillAGame(t *testing.T) {
	onBoth(t, 2, func(t *testing.T, w *world) {
		for i := range maxWaiting {
			w.sent(1, fmt.Sprintf("(;SZ[9];B[ee]C[%d])", i))
		}
		_, err := w.s.AttachRecord(ctx, auth.Actor{}, AttachForm{
			Card: w.card(1), Game: w.game(1).ID, FileName: "more.sgf", Content: []byte("(;SZ[9])"),
		})
		w.refused(err, apperr.Conflict, "wait to be accepted")
		_, err = w.attach(w.director, 1, "(;SZ[9])")
		w.must(err)
	})
}

// Records of before: those that somebody sent by the card alone wait.
func TestOldRecordsByTheCardWait(t *testing.T) {
	onBoth(t, 2, func(t *testing.T, w *world) {
		r := w.sent(1, someRecord)
		directors, err := w.attach(w.director, 1, someRecord+" ")
		w.must(err)
		w.must(w.db.InTx(ctx, func(tx *store.Tx) error { // as the migration finds and leaves them
			if _, err := tx.Exec(ctx, `UPDATE game_record SET standing = 'shown'`); err != nil {
				return err
			}
			_, err := tx.Exec(ctx, `UPDATE game_record SET standing = 'waiting' WHERE attached_by = 'a player at the table'`)
			return err
		}))
		if w.sees(auth.Actor{}, r.ID) != apperr.NotFound || w.sees(auth.Actor{}, directors.ID) != "" {
			t.Error("the wrong one waits")
		}
	})
}
