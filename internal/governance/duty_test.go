package governance

import (
	"fmt"
	"strings"
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/store"
)

const source = "meeting:7"

func duty(what, due string, owner constitution.Owner, people ...auth.PersonID) Duty {
	d := Duty{
		What: what, Title: "Do " + what, Owner: owner, People: people, Due: day(due), Rule: "4.1",
		Trace: "14 March 2026 − 15 days", Link: "/meetings/7",
	}
	if owner == constitution.OwnerMembers {
		d.Until = d.Due
	}
	return d
}

func (w *society) set(duties ...Duty) {
	w.t.Helper()
	w.tx(func(tx *store.Tx) error { return w.s.SetDuties(ctx, tx, source, duties) })
}

// list writes what the actor sees: "notice 2026-02-27 r0 soon".
func (w *society) list(actor auth.Actor) string {
	w.t.Helper()
	all, err := w.s.Duties(ctx, actor)
	if err != nil {
		w.t.Fatal(err)
	}
	var out []string
	for _, d := range all {
		out = append(out, fmt.Sprintf("%s %s r%d %s", d.What, d.Due, d.Revision, d.StateOn(w.now.Date())))
	}
	return strings.Join(out, ", ")
}

func TestDutiesFollowTheirDates(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		steps := []struct {
			name string
			do   func()
			want string
		}{
			{"set", func() {
				w.set(
					duty("notice", "2026-03-27", constitution.OwnerSecretary),
					duty("minutes", "2026-05-01", constitution.OwnerChair, w.chair.Person),
				)
			}, "notice 2026-03-27 r0 soon, minutes 2026-05-01 r0 later"},
			{"set again", func() {
				w.set(
					duty("notice", "2026-03-27", constitution.OwnerSecretary),
					duty("minutes", "2026-05-01", constitution.OwnerChair, w.chair.Person),
				)
			}, "notice 2026-03-27 r0 soon, minutes 2026-05-01 r0 later"},
			{"the day moves", func() {
				w.set(
					duty("notice", "2026-03-19", constitution.OwnerSecretary),
					duty("minutes", "2026-05-01", constitution.OwnerChair, w.chair.Person),
				)
			}, "notice 2026-03-19 r1 overdue, minutes 2026-05-01 r0 later"},
			{"one is done", func() {
				w.tx(func(tx *store.Tx) error { return w.s.FinishDuty(ctx, tx, source, "notice") })
			}, "minutes 2026-05-01 r0 later, notice 2026-03-19 r2 done"},
			{
				"one is no longer asked for", func() { w.set(duty("notice", "2026-03-19", constitution.OwnerSecretary)) },
				"notice 2026-03-19 r2 done",
			},
			{"it is asked for again", func() {
				w.set(
					duty("notice", "2026-03-19", constitution.OwnerSecretary),
					duty("minutes", "2026-05-02", constitution.OwnerChair, w.chair.Person),
				)
			}, "minutes 2026-05-02 r2 later, notice 2026-03-19 r2 done"},
		}
		for _, step := range steps {
			step.do()
			if got := w.list(w.secretary); got != step.want {
				t.Errorf("%s: %s; want %s", step.name, got, step.want)
			}
		}
	})
}

func TestWhoSeesADuty(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		w.set(duty(
			"notice", "2026-03-27", constitution.OwnerSecretary,
		), duty("minutes", "2026-05-01", constitution.OwnerChair, w.chair.Person),
			duty("request", "2026-04-01", constitution.OwnerCommittee))
		committee := w.ordinary
		committee.Offices = []auth.Office{{Role: auth.Committee, From: day("2020-01-01")}}
		for _, c := range []struct {
			name  string
			actor auth.Actor
			want  int
		}{{"secretary", w.secretary, 3}, {"chair", w.chair, 1}, {"committee", committee, 1}, {"member", w.ordinary, 0}} {
			if all, err := w.s.Duties(ctx, c.actor); err != nil || len(all) != c.want {
				t.Errorf("%s: %d duties, %v; want %d", c.name, len(all), err, c.want)
			}
		}
		if _, err := w.s.Duties(ctx, auth.Actor{}); apperr.KindOf(err) != apperr.SignIn {
			t.Errorf("nobody: %v", err)
		}
	})
}

func TestACalendarIsFoundByItsSecretAddressOnly(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		first, err := w.s.NewFeed(ctx, w.chair)
		if err != nil {
			t.Fatal(err)
		}
		second, err := w.s.NewFeed(ctx, w.chair)
		if err != nil {
			t.Fatal(err)
		}
		if owner, err := w.s.FeedOwner(ctx, second); err != nil || owner != w.chair.Person {
			t.Errorf("owner %d, %v", owner, err)
		}
		for _, token := range []string{first, "", "x", feedHash(second)} {
			if _, err := w.s.FeedOwner(ctx, token); apperr.KindOf(err) != apperr.NotFound {
				t.Errorf("%q: %v", token, err)
			}
		}
	})
}

// A calendar program is told of what was cancelled; the list of duties is not
// cluttered with it.
func TestFeedTellsOfWhatWasCancelled(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		w.set(duty("notice", "2026-03-27", constitution.OwnerSecretary))
		w.set()
		feed, err := w.s.Feed(ctx, w.secretary)
		if err != nil || len(feed) != 1 || !feed[0].Cancelled || feed[0].Revision != 1 {
			t.Errorf("feed %+v, %v", feed, err)
		}
		if got := w.list(w.secretary); got != "" {
			t.Errorf("list %s", got)
		}
	})
}

// Bug: the last day for proposals stayed overdue for good, though nobody owes one: once a
// day of the members is past nothing is to be done by it.
func TestADayOfTheMembersIsOverWhenItIsPast(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		today := w.now.Date()
		past, now := today.AddDays(-1).String(), today.String()
		w.set(
			duty("proposals", past, constitution.OwnerMembers), duty("closing", now, constitution.OwnerMembers),
			duty("notice", past, constitution.OwnerSecretary),
		)
		if got, want := w.list(w.secretary), "notice "+past+" r0 overdue, closing "+now+" r0 soon"; got != want {
			t.Errorf("got %q, want %q", got, want)
		}
		w.tx(func(tx *store.Tx) error { return w.s.FinishDuty(ctx, tx, source, "proposals") })
		if got := w.list(w.secretary); !strings.HasSuffix(got, "proposals "+past+" r1 done") {
			t.Errorf("what is done is not among %q", got)
		}
	})
}
