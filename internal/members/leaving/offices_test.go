package leaving_test

import (
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/clubs"
	"nzgs/internal/members/leaving"
	"nzgs/internal/money"
	"nzgs/internal/treasury"
)

// appoints gives someone an office without an end.
func (w *world) appoints(i int, role auth.Role) {
	w.t.Helper()
	_, err := w.offices.Appoint(ctx, auth.System("test"), auth.Office{Person: w.ids[i], Role: role, From: w.from})
	w.must(err)
}

func (w *world) roles(i int) (out []auth.Role) {
	w.t.Helper()
	held, err := w.offices.OfficesOf(ctx, w.ids[i])
	w.must(err)
	for _, o := range held {
		if o.HeldOn(clock().Date()) {
			out = append(out, o.Role)
		}
	}
	return out
}

func (w *world) acting(roles ...auth.Role) auth.Actor {
	a := w.secretary
	a.Offices = nil
	for _, r := range roles {
		a.Offices = append(a.Offices, auth.Office{Person: w.ids[0], Role: r, From: day("2020-01-01")})
	}
	return a
}

// Bug: an officer who resigned stayed in office, and kept its access.
func TestAnOfficerWhoResignsIsOutOfOfficeAtOnce(t *testing.T) {
	each(t, func(w *world) {
		w.appoints(1, auth.President)
		w.appoints(1, auth.RatingsOfficer)
		own, err := w.offices.ActingAs(ctx, w.ids[1])
		w.must(err)
		own.Account = 2
		w.must(w.s.Resign(ctx, own, w.file(1).Person.Version, "Moving overseas."))
		if got := w.roles(1); len(got) != 1 || got[0] != auth.RatingsOfficer {
			t.Errorf("held after resigning: %v; a ratings officer need not be a member", got)
		}
		done, err := w.s.Undo(ctx, w.secretary, w.last(1).ID, "She meant the newsletter.")
		w.must(err)
		if got := w.roles(1); done.Offices != 1 || done.Closed != 0 || len(got) != 2 {
			t.Errorf("after undoing: %+v, held %v", done, got)
		}
	})
}

func TestEveryOfficeOfWhoDiedEnds(t *testing.T) {
	each(t, func(w *world) {
		w.appoints(1, auth.Treasurer)
		w.appoints(1, auth.Director)
		w.must(w.s.Record(ctx, w.secretary, w.input(1, leaving.Died, "2026-08-20")))
		if got := w.roles(1); len(got) != 0 {
			t.Errorf("the dead hold %v", got)
		}
		w.from = day("2026-09-01")
		w.appoints(2, auth.Treasurer)
		done, err := w.s.Undo(ctx, w.secretary, w.last(1).ID, "It was her namesake.")
		w.must(err)
		if got := w.roles(1); done.Offices != 1 || done.Closed != 1 || len(got) != 1 || got[0] != auth.Director {
			t.Errorf("someone else is the treasurer now: %+v, held %v", done, got)
		}
	})
}

// Attack: a treasurer who may not appoint officers records that the president resigned, or died.
func TestATreasurerTakesNoOfficeFromAnother(t *testing.T) {
	each(t, func(w *world) {
		w.appoints(1, auth.President)
		for _, kind := range []leaving.Kind{leaving.Resigned, leaving.Died} {
			w.wants(w.s.Record(ctx, w.acting(auth.Treasurer), w.input(1, kind, "2026-08-20")), apperr.Forbidden, "president")
		}
		if got := w.roles(1); len(got) != 1 {
			t.Errorf("held: %v", got)
		}
		w.must(w.s.Record(ctx, w.secretary, w.input(1, leaving.Died, "2026-08-20")))
		done, err := w.s.Undo(ctx, w.acting(auth.Treasurer), w.last(1).ID, "A mistake.")
		w.must(err)
		if done.Offices != 0 || done.Closed != 1 || len(w.roles(1)) != 0 {
			t.Errorf("a treasurer gave the office of the president: %+v", done)
		}
	})
}

// Bug: who resigned before a year that was paid for lost the money without a word.
func TestAYearPaidAheadIsCreditedOrKeptByADecision(t *testing.T) {
	each(t, func(w *world) {
		books := treasury.New(w.db, clock)
		deciding := clubs.New(w.db, clock, auth.New(w.db, clock, auth.Settings{}))
		treasurer := w.acting(auth.Treasurer)
		_, err := books.SetRate(ctx, w.acting(auth.Treasurer), treasury.RateInput{
			Year: 2026, Amount: money.MustParse("40"), Meeting: treasury.AGM, MeetingDay: day("2026-03-01"), Resolution: "The subscription is $40.",
		})
		w.must(err)
		joined, err := books.Join(ctx, treasurer, treasury.JoinInput{
			Application: treasury.Application{Person: w.ids[2], Year: 2026, Received: day("2026-08-30")}, Method: "cash", Consented: true,
		})
		w.must(err)
		unused := func() []treasury.Unused {
			t.Helper()
			list, err := books.Unused(ctx, treasurer, w.ids[2])
			w.must(err)
			return list
		}
		if got := unused(); len(got) != 0 {
			t.Fatalf("before: %+v", got)
		}
		w.must(w.s.Record(ctx, w.secretary, w.input(2, leaving.Died, "2026-08-20")))
		got := unused()
		if len(got) != 1 || got[0].Amount != money.MustParse("40") || got[0].Kept != "" {
			t.Fatalf("paid and never a member: %+v", got)
		}
		list, err := books.UnusedPayments(ctx, treasurer)
		if w.must(err); len(list) != 1 {
			t.Errorf("the desk has %+v", list)
		}
		in := treasury.UnusedInput{Person: w.ids[2], Payment: joined.Payment.ID, Decision: treasury.KeepUnused, Reason: "The family gives it."}
		w.wants(deciding.DecideUnused(ctx, w.secretary, in), apperr.Forbidden, "treasurer")
		w.wants(deciding.DecideUnused(ctx, auth.Actor{}, in), apperr.SignIn, "")
		w.wants(deciding.DecideUnused(ctx, treasurer, treasury.UnusedInput{Person: in.Person, Payment: in.Payment}), apperr.Invalid, "")
		w.must(deciding.DecideUnused(ctx, treasurer, in))
		if list, err = books.UnusedPayments(ctx, treasurer); err != nil || len(list) != 0 || unused()[0].Kept != in.Reason {
			t.Errorf("after keeping it: %+v %+v %v", list, unused(), err)
		}
		in.Decision, in.Reason = treasury.CreditUnused, "The family asks for it."
		w.must(deciding.DecideUnused(ctx, treasurer, in))
		w.wants(deciding.DecideUnused(ctx, treasurer, in), apperr.Conflict, "")
		_, have, err := books.InvoicesOf(ctx, treasurer, joined.Payment.Party())
		if w.must(err); have.Own != money.MustParse("40") {
			t.Errorf("the credit is %s", have.Own)
		}
		done, err := w.s.Undo(ctx, w.secretary, w.last(2).ID, "It was his namesake.")
		w.must(err)
		if done.Back != 0 || done.Unpaid != 1 {
			t.Errorf("a term came back without its money: %+v", done)
		}
	})
}
