package leaving_test

import (
	"strings"
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/members"
	"nzgs/internal/members/leaving"
	"nzgs/internal/store"
	"nzgs/internal/treasury"
)

// clubs makes two clubs, of which both are affiliated this year, and puts the member with the first.
func (w *world) clubs() (from, to members.ClubID) {
	w.t.Helper()
	rate, err := treasury.New(w.db, clock).SetRate(ctx, w.acting(auth.Treasurer), treasury.RateInput{
		Year: 2026, Amount: 0, Meeting: treasury.AGM, MeetingDay: day("2026-03-01"), Resolution: "It is free.",
	})
	w.must(err)
	w.must(w.db.InTx(ctx, func(tx *store.Tx) error {
		for i, name := range []string{"Kāpiti", "Ōtautahi"} {
			id, err := store.One(ctx, tx, store.Value[members.ClubID], `
				INSERT INTO club (name, name_key, sort_key, created_at) VALUES ($1, $1, $1, $2) RETURNING id`, name, clock())
			if err != nil {
				return err
			}
			if i == 0 {
				from = id
			} else {
				to = id
			}
			_, err = tx.Exec(ctx, `
				INSERT INTO club_return (club_id, year, state, file_name, content_hash, rows_hash, columns_read, list_received, members,
				                         charged, fee, fee_complete, effective_from, created_at, confirmed_at, rate_id)
				VALUES ($1, 2026, 'confirmed', 'x', '', '', '[]', '2026-07-01', 5, 5, 0, '2026-07-01', '2026-07-01', $2, $2, $3)`, id, clock(), rate)
			if err != nil {
				return err
			}
		}
		_, err := tx.Exec(ctx, `UPDATE membership_term SET club_id = $1 WHERE person_id = $2`, from, w.ids[1])
		return err
	}))
	return from, to
}

func (w *world) moves(from, to members.ClubID, on string) leaving.MoveInput {
	return leaving.MoveInput{
		Person: w.ids[1], Version: w.file(1).Person.Version, From: from, To: to, Day: day(on), Reason: "She moved house.",
	}
}

func TestAMemberMovesAndBack(t *testing.T) {
	each(t, func(w *world) {
		from, to := w.clubs()
		_, err := w.offices.Appoint(ctx, auth.System("test"), auth.Office{Person: w.ids[2], Role: auth.ClubSecretary, Club: from, From: w.from})
		w.must(err)
		w.must(w.db.InTx(ctx, func(tx *store.Tx) error {
			_, err := tx.Exec(ctx, `UPDATE person SET email = 'james@example.nz' WHERE id = $1`, w.ids[2])
			return err
		}))
		was := w.file(1)
		own := auth.Actor{Account: 2, Person: w.ids[1], Name: "Aroha Tūī"}
		m, err := w.s.Moving(ctx, own, w.ids[1])
		if w.must(err); len(m.Clubs) != 1 || len(m.To) != 2 || m.Few[from] != 0 || len(m.Few) != 1 {
			t.Errorf("she can move so: %+v", m)
		}
		w.must(w.s.Move(ctx, own, w.moves(from, to, "2026-09-01")))
		clubOn := func(d string) members.ClubID {
			t.Helper()
			on := members.On(members.InForce(w.file(1).Terms), day(d))
			if len(on) != 1 {
				t.Fatalf("on %s: %+v", d, on)
			}
			return on[0].Club
		}
		now := w.file(1)
		if clubOn("2026-08-31") != from || clubOn("2026-09-01") != to || clubOn("2027-08-01") != to || clubOn("2026-01-01") != from {
			t.Errorf("the terms are %+v", members.InForce(now.Terms))
		}
		if now.Summary.Until != was.Summary.Until || now.Summary.Joined != was.Summary.Joined || len(now.Terms) <= len(was.Terms) {
			t.Errorf("days or history changed: %+v, was %+v", now.Summary, was.Summary)
		}
		letters, err := store.All(ctx, w.db, store.Value[string], `SELECT subject FROM mail_letter WHERE to_address = 'james@example.nz' AND purpose = 'Moved to another club'`)
		if w.must(err); len(letters) != 1 || letters[0] != "Aroha Tūī moves to Ōtautahi" {
			t.Errorf("the old club was told %v", letters)
		}
		w.must(w.s.Move(ctx, w.secretary, w.moves(to, from, "2026-09-01"))) // it was a mistake
		if clubOn("2026-08-31") != from || clubOn("2026-09-01") != from || clubOn("2027-08-01") != from {
			t.Errorf("moved back: %+v", members.InForce(w.file(1).Terms))
		}
	})
}

// Bug: whoever had died could still be moved, and undoing the death then left the membership ended.
func TestWhoDiedIsNotMoved(t *testing.T) {
	each(t, func(w *world) {
		from, to := w.clubs()
		w.must(w.s.Record(ctx, w.secretary, w.input(1, leaving.Died, "2026-08-20")))
		w.wants(w.s.Move(ctx, w.secretary, w.moves(from, to, "2026-08-01")), apperr.Conflict, "died on 20 August 2026")
	})
}

// A name of over 200 bytes fails no move.
func TestALongNameMoves(t *testing.T) {
	each(t, func(w *world) {
		from, to := w.clubs()
		w.must(w.db.InTx(ctx, func(tx *store.Tx) error {
			_, err := tx.Exec(ctx, `UPDATE person SET family_name = $2 WHERE id = $1`, w.ids[1], strings.Repeat("Te Whānau ", 25))
			return err
		}))
		w.must(w.s.Move(ctx, w.secretary, w.moves(from, to, "2026-09-01")))
	})
}

func TestWhoMayMoveAMember(t *testing.T) {
	each(t, func(w *world) {
		from, to := w.clubs()
		club := func(id members.ClubID) auth.Actor {
			return auth.Actor{Account: 9, Person: w.ids[2], Name: "James Peters", Offices: []auth.Office{
				{Person: w.ids[2], Role: auth.ClubSecretary, Club: id, From: w.from},
			}}
		}
		in := w.moves(from, to, "2026-09-01")
		w.wants(w.s.Move(ctx, auth.Actor{}, in), apperr.SignIn, "")
		_, err := w.s.Moving(ctx, auth.Actor{}, w.ids[1])
		w.wants(err, apperr.SignIn, "")
		for _, a := range []auth.Actor{{Account: 8, Person: w.ids[2], Name: "James Peters"}, club(to)} { // no poaching
			w.wants(w.s.Move(ctx, a, in), apperr.Forbidden, "")
			_, err := w.s.Moving(ctx, a, w.ids[1])
			w.wants(err, apperr.Forbidden, "")
		}
		for name, change := range map[string]func(in *leaving.MoveInput){
			"another club": func(in *leaving.MoveInput) { in.To = in.From }, "Say why": func(in *leaving.MoveInput) { in.Reason = " " },
			"first day":     func(in *leaving.MoveInput) { in.Day = leaving.MoveInput{}.Day },
			"within a year": func(in *leaving.MoveInput) { in.Day = day("2020-01-01") },
			"no membership": func(in *leaving.MoveInput) { in.From = 0 },
		} {
			bad := in
			change(&bad)
			w.wants(w.s.Move(ctx, w.secretary, bad), apperr.Invalid, name)
		}
		w.must(w.db.InTx(ctx, func(tx *store.Tx) error {
			_, err := tx.Exec(ctx, `DELETE FROM club_return WHERE club_id = $1`, to)
			return err
		}))
		w.wants(w.s.Move(ctx, w.secretary, in), apperr.Invalid, "not affiliated")
		in.To = 0
		in.Version--
		w.wants(w.s.Move(ctx, w.secretary, in), apperr.Conflict, "first")
		in.Version++
		w.must(w.s.Move(ctx, club(from), in))
	})
}

// Bug: a member, or the secretary of the club that is left, changed with which club a member had been a year ago, also to one
// that was not affiliated then.
func TestOnlyOfficersMoveAMemberInThePast(t *testing.T) {
	each(t, func(w *world) {
		from, to := w.clubs()
		own := auth.Actor{Account: 2, Person: w.ids[1], Name: "Aroha Tūī"}
		left := auth.Actor{Account: 9, Person: w.ids[2], Name: "James Peters", Offices: []auth.Office{
			{Person: w.ids[2], Role: auth.ClubSecretary, Club: from, From: w.from},
		}}
		for _, a := range []auth.Actor{own, left} {
			w.wants(w.s.Move(ctx, a, w.moves(from, to, "2026-08-31")), apperr.Invalid, "today or a later day")
		}
		w.wants(w.s.Move(ctx, w.secretary, w.moves(from, to, "2026-06-01")), apperr.Invalid, "was not affiliated on 1 June 2026")
		w.must(w.s.Move(ctx, w.secretary, w.moves(from, to, "2026-08-01")))
	})
}

// Bug: a member whom someone else moved was not told.
func TestAMemberIsToldOfAMoveByOthers(t *testing.T) {
	each(t, func(w *world) {
		from, to := w.clubs()
		told := func() int {
			t.Helper()
			n, err := store.One(ctx, w.db, store.Value[int], `SELECT COUNT(*) FROM mail_letter WHERE to_address = 'aroha@example.nz'`)
			w.must(err)
			return n
		}
		w.must(w.s.Move(ctx, auth.Actor{Account: 2, Person: w.ids[1], Name: "Aroha Tūī"}, w.moves(from, to, "2026-09-01")))
		if n := told(); n != 0 {
			t.Errorf("%d letters about what she did herself", n)
		}
		w.must(w.s.Move(ctx, w.secretary, w.moves(to, from, "2026-09-01")))
		if n := told(); n != 1 {
			t.Errorf("%d letters about what another did", n)
		}
	})
}

// Bug: who is with the club from a later day on was taken off those that it has today.
func TestFewCountsWhoIsLeft(t *testing.T) {
	each(t, func(w *world) {
		from, _ := w.clubs()
		w.must(w.db.InTx(ctx, func(tx *store.Tx) error {
			later := w.file(1).Terms[1]
			later.ID, later.Person, later.Club, later.From = 0, w.ids[2], from, day("2026-12-01")
			return members.InsertTerms(ctx, tx, []members.Term{later})
		}))
		m, err := w.s.Moving(ctx, w.secretary, w.ids[2])
		if w.must(err); m.Few[from] != 1 {
			t.Errorf("%d are left, want 1: %+v", m.Few[from], m)
		}
	})
}
