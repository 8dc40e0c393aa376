package meetings

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/civil"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// when is a day, or none.
func when(s string) civil.Date {
	if s == "" {
		return civil.Date{}
	}
	return day(s)
}

func TestWhichDayStood(t *testing.T) {
	moved := Days{
		{7, day("2026-03-14"), day("2026-02-01")}, {7, day("2026-03-21"), day("2026-02-05")},
		{7, day("2026-03-07"), civil.Date{}},
	}
	further := Days{
		{7, day("2026-03-14"), day("2026-02-01")}, {7, day("2026-03-21"), day("2026-03-21")},
		{9, day("2026-04-18"), day("2026-03-25")}, {9, day("2026-04-11"), civil.Date{}},
	}
	for _, tt := range []struct {
		days                  Days
		received, stood, for_ string
	}{
		{nil, "2026-01-01", "", ""},
		{moved, "", "", ""},
		{moved, "2025-12-01", "2026-03-14", ""},
		{moved, "2026-02-01", "2026-03-14", ""},
		{moved, "2026-02-02", "2026-03-21", ""},
		{moved, "2026-02-06", "2026-03-07", ""},
		{further, "2026-01-05", "2026-03-14", "2026-03-21"},
		{further, "2026-03-21", "2026-03-21", "2026-03-21"},
		{further, "2026-03-22", "2026-04-18", ""},
		{further, "2026-03-26", "2026-04-11", ""},
	} {
		want := constitution.Earlier{Stood: when(tt.stood), Carried: when(tt.for_)}
		if got := tt.days.Earlier(when(tt.received)); got != want {
			t.Errorf("received %q of %v: %+v, want %+v", tt.received, tt.days, got, want)
		}
	}
	if got := len(moved.Before()); got != 2 {
		t.Errorf("%d days before", got)
	}
}

// standing says what becomes of a meeting's motions by rule 4.17: "1 ok; 2 4.17".
func (w *society) standing(id ID) string {
	w.t.Helper()
	var out []string
	for _, m := range w.view(id).Motions {
		text := "ok"
		for _, x := range m.Late {
			text = fmt.Sprintf("%s %s", x.Gravity, x.Rule)
		}
		out = append(out, fmt.Sprintf("%d %s", m.Number, text))
	}
	return strings.Join(out, "; ")
}

// Rule 4.17 when the day of an AGM moves: earlier, later, and back.
func TestProposalsOfAnAGMThatMoves(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		id := w.create(agm("2026-03-14"))
		w.on("2026-01-14")
		w.propose(id, MotionInput{Title: "On the last day"})
		w.on("2026-01-15")
		late := w.propose(id, MotionInput{Title: "A day late"})
		move := func(to, want string) {
			t.Helper()
			w.must(w.s.Edit(ctx, w.secretary, id, w.version(id), agm(to)))
			if got := w.standing(id); got != want {
				t.Errorf("moved to %s: %s, want %s", to, got, want)
			}
		}
		w.on("2026-01-20")
		move("2026-03-07", "1 ok; 2 obstacle 4.17")
		if m := w.view(id).Motions[0]; !m.Timely.Uses(constitution.MovedDate) || !strings.Contains(
			m.Timely.String(), "which was then set for 14 March 2026",
		) {
			t.Errorf("trace %s", m.Timely)
		}
		w.on("2026-01-21")
		w.propose(id, MotionInput{Title: "Late for the day that stands", Received: day("2026-01-21")})
		move("2026-03-21", "1 ok; 2 ok; 3 ok")
		move("2026-03-14", "1 ok; 2 obstacle 4.17; 3 obstacle 4.17")
		w.must(w.s.AcceptLate(ctx, w.secretary, late, w.motion(late).Version, "There was time."))
		move("2026-02-05", "1 ok; 2 warning 4.17; 3 obstacle 4.17")
		if days := w.view(id).Days; len(days) != 5 || days[0].Day != day("2026-03-14") || days[4].Day != day("2026-02-05") ||
			days[3].Until != day("2026-01-21") {
			t.Errorf("days %v", days)
		}
		v := w.view(id)
		in := agm("2026-02-05")
		in.Place = "Another hall"
		w.must(w.s.Edit(ctx, w.secretary, id, v.Meeting.Version, in))
		if days := w.view(id).Days; len(days) != 5 {
			t.Errorf("another place is no other day: %v", days)
		}
	})
}

// inquorate is an AGM of 14 March that was found without a quorum, with what
// prepare adds to it.
func (w *society) inquorate(prepare func(id ID)) ID {
	w.t.Helper()
	id := w.create(agm("2026-03-14"))
	prepare(id)
	w.on("2026-02-20")
	w.notify(id)
	w.on("2026-03-14")
	w.must(w.s.DeclareInquorate(ctx, w.secretary, id, w.version(id)))
	return id
}

// Rule 4.20: the proposals of an AGM without a quorum at its further date, with
// the late one that the secretary took.
func TestProposalsAtTheFurtherDate(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		id := w.inquorate(func(id ID) {
			w.propose(id, MotionInput{Title: "In time"})
			w.on("2026-02-01")
			m := w.propose(id, MotionInput{Title: "Late and taken", Received: day("2026-02-01")})
			w.must(w.s.AcceptLate(ctx, w.secretary, m, w.motion(m).Version, "There was time."))
			gone := w.propose(id, MotionInput{Title: "Withdrawn"})
			w.must(w.s.WithdrawMotion(ctx, w.secretary, gone, w.motion(gone).Version, ""))
		})
		in := agm("2026-03-28")
		in.Follows = id
		w.on("2026-03-15")
		further := w.create(in)
		if got := w.standing(further); got != "1 ok; 2 warning 4.17" {
			t.Errorf("at the further date: %s", got)
		}
		v := w.view(further)
		taken := v.Motions[1]
		if taken.Accepted != day("2026-02-01") || taken.LateReason != "There was time." ||
			taken.Mover.Person != w.people[6] || taken.Received != day("2026-02-01") {
			t.Errorf("taken over as %+v", taken)
		}
		for _, m := range v.Motions {
			if !m.Timely.Uses(constitution.CarriedOver) || !strings.Contains(
				m.Timely.String(), "Sent in for the AGM of 14 March 2026, which had no quorum",
			) {
				t.Errorf("%s: %s", m.Title, m.Timely)
			}
		}
		w.propose(further, MotionInput{Title: "Since then", Received: day("2026-03-15")})
		if m := w.view(further).Motions[2]; m.Timely.Uses(constitution.CarriedOver) ||
			w.standing(further) != "1 ok; 2 warning 4.17; 3 obstacle 4.17" {
			t.Errorf("%s; %s", w.standing(further), m.Timely)
		}

		// What was sent in for a further date that is called off goes to the next one.
		w.must(w.s.Cancel(ctx, w.secretary, further, w.version(further), "The hall is shut."))
		in.Date = day("2026-06-20")
		if got := w.standing(w.create(in)); got != "1 ok; 2 ok; 3 ok" {
			t.Errorf("at the date after: %s", got)
		}
	})
}

// A ruling may have it that all is to be sent in anew.
func TestProposalsThatAreToBeSentInAnew(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		id := w.inquorate(func(id ID) { w.propose(id, MotionInput{Title: "In time"}) })
		w.must(w.rules.RecordRuling(ctx, w.secretary, constitution.Ruling{
			Question: constitution.CarriedOver, Reading: "anew", Meeting: day("2026-03-14"), Words: "Everything anew.",
		}))
		in := agm("2026-06-20")
		in.Follows = id
		further := w.create(in)
		if n := len(w.view(further).Motions); n != 0 {
			t.Errorf("%d motions were taken over", n)
		}
		w.propose(further, MotionInput{Title: "In time", Received: day("2026-01-05")})
		if got := w.standing(further); got != "1 obstacle 4.20" {
			t.Errorf("the old paper again: %s", got)
		}
	})
}

// Other packages follow the day of a meeting, in its transaction.
func TestWhoFollowsAMeetingsDay(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		var told []string
		var fail error
		w.s.WhenMoved(func(_ context.Context, _ *store.Tx, permit usecase.Permit, from, to Meeting) error {
			told = append(told, fmt.Sprintf("%s %s→%s %t", permit.Name(), from.Date, to.Date, from.ID == to.ID))
			return fail
		})
		id := w.inquorate(func(id ID) {
			w.must(w.s.Edit(ctx, w.secretary, id, w.version(id), agm("2026-03-21")))
			w.must(w.s.Edit(ctx, w.secretary, id, w.version(id), agm("2026-03-21")))
			w.must(w.s.Edit(ctx, w.secretary, id, w.version(id), agm("2026-03-14")))
		})
		in := agm("2026-03-28")
		in.Follows = id
		fail = apperr.New(apperr.Conflict, "Not now.")
		_, err := w.s.Create(ctx, w.secretary, in)
		w.refused("what follows fails", err, apperr.Conflict, "Not now")
		fail = nil
		w.create(in)
		const name = "Kiri Testcase01 "
		want := name + "2026-03-14→2026-03-21 true; " + name + "2026-03-21→2026-03-14 true; " + name +
			"2026-03-14→2026-03-28 false; " + name + "2026-03-14→2026-03-28 false"
		if got := strings.Join(told, "; "); got != want {
			t.Errorf("told %s\nwant %s", got, want)
		}
		if v := w.view(id); v.Further == nil {
			t.Error("no further date")
		}
	})
}
