package leaving_test

import (
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/clubs"
	"nzgs/internal/members"
	"nzgs/internal/members/leaving"
	"nzgs/internal/money"
	"nzgs/internal/store"
	"nzgs/internal/treasury"
)

// Bug: undoing that someone had resigned gave the terms and the offices back to one who has died since.
func TestWhatAnotherDepartureFollowedIsNotUndone(t *testing.T) {
	each(t, func(w *world) {
		w.appoints(1, auth.RatingsOfficer)
		w.must(w.s.Record(ctx, w.secretary, w.input(1, leaving.Resigned, "2026-08-01")))
		resigned := w.last(1)
		w.must(w.s.Record(ctx, w.secretary, w.input(1, leaving.Died, "2026-08-20")))
		_, err := w.s.Undo(ctx, w.secretary, resigned.ID, "She had meant the newsletter.")
		w.wants(err, apperr.Conflict, "the member died on 20 August 2026")
		if f := w.file(1); f.Summary.Status == members.Member || len(w.roles(1)) != 0 {
			t.Errorf("the dead are members and officers: %+v, %v", f.Summary, w.roles(1))
		}
		_, err = w.s.Undo(ctx, w.secretary, w.last(1).ID, "Her namesake died.")
		w.must(err)
		done, err := w.s.Undo(ctx, w.secretary, resigned.ID, "She had meant the newsletter.")
		if w.must(err); done.Back == 0 || w.file(1).Summary.Status != members.Member {
			t.Errorf("in turn: %+v", done)
		}
	})
}

// Bug: an office that had not begun came back at once, an acting officer as the officer, and a club's secretary beside the
// one whom the club had named since.
func TestOfficesComeBackAsTheyWere(t *testing.T) {
	each(t, func(w *world) {
		club, _ := w.clubs()
		gives := func(o auth.Office) {
			t.Helper()
			_, err := w.offices.Appoint(ctx, auth.System("test"), o)
			w.must(err)
		}
		gives(auth.Office{Person: w.ids[1], Role: auth.Committee, From: day("2026-12-01")})
		gives(auth.Office{Person: w.ids[1], Role: auth.Treasurer, Acting: true, From: w.from})
		gives(auth.Office{Person: w.ids[1], Role: auth.ClubSecretary, Club: club, From: w.from})
		w.must(w.s.Record(ctx, w.secretary, w.input(1, leaving.Died, "2026-08-20")))
		gives(auth.Office{Person: w.ids[2], Role: auth.ClubSecretary, Club: club, From: day("2026-09-01")})
		done, err := w.s.Undo(ctx, w.secretary, w.last(1).ID, "It was her namesake.")
		if w.must(err); done.Offices != 2 || done.Closed != 1 {
			t.Errorf("%+v", done)
		}
		held, err := w.offices.OfficesOf(ctx, w.ids[1])
		w.must(err)
		for _, o := range held {
			switch {
			case o.Role == auth.Committee && o.From == day("2026-12-01"), o.Role == auth.Treasurer && o.Acting:
			default:
				t.Errorf("came back as %+v", o)
			}
		}
	})
}

// Bug: an office that only a member holds came back to one whose membership did not.
func TestNoOfficeOfAMemberComesBackToOneWhoIsNone(t *testing.T) {
	each(t, func(w *world) {
		w.appoints(2, auth.President) // lapsed
		w.must(w.s.Record(ctx, w.secretary, w.input(2, leaving.Died, "2026-08-20")))
		done, err := w.s.Undo(ctx, w.secretary, w.last(2).ID, "It was his namesake.")
		if w.must(err); done.Offices != 0 || done.Closed != 1 || len(w.roles(2)) != 0 {
			t.Errorf("%+v, holds %v", done, w.roles(2))
		}
	})
}

// Bug: a family's subscription, which pays for the others, was to be credited in full because one of them left.
func TestAFamilysSubscriptionIsUsedWhileItPaysForOne(t *testing.T) {
	each(t, func(w *world) {
		books, treasurer := treasury.New(w.db, clock), w.acting(auth.Treasurer)
		deciding := clubs.New(w.db, clock, auth.New(w.db, clock, auth.Settings{}))
		_, err := books.SetRate(ctx, treasurer, treasury.RateInput{
			Year: 2026, Amount: money.MustParse("40"), Meeting: treasury.AGM, MeetingDay: day("2026-03-01"), Resolution: "The subscription is $40.",
		})
		w.must(err)
		joined, err := books.Join(ctx, treasurer, treasury.JoinInput{
			Application: treasury.Application{Person: w.ids[2], Year: 2026, Received: day("2026-08-30")}, Method: "cash", Consented: true,
		})
		w.must(err)
		w.must(w.db.InTx(ctx, func(tx *store.Tx) error {
			_, err := tx.Exec(ctx, `UPDATE membership_term SET payment_id = $1 WHERE person_id = $2 AND from_day = '2027-07-01'`,
				int64(joined.Payment.ID), w.ids[1])
			return err
		}))
		w.must(w.s.Record(ctx, w.secretary, w.input(1, leaving.Resigned, "2026-08-31")))
		if got, err := books.Unused(ctx, treasurer, w.ids[1]); err != nil || len(got) != 0 {
			t.Errorf("it pays for James: %+v %v", got, err)
		}
		err = deciding.DecideUnused(ctx, treasurer, treasury.UnusedInput{
			Person: w.ids[1], Payment: joined.Payment.ID, Decision: treasury.CreditUnused, Reason: "She left.",
		})
		w.wants(err, apperr.Conflict, "")
		w.must(w.s.Record(ctx, w.secretary, w.input(2, leaving.Died, "2026-08-20")))
		if got, err := books.Unused(ctx, treasurer, w.ids[2]); err != nil || len(got) != 1 {
			t.Errorf("it pays for no one: %+v %v", got, err)
		}
	})
}
