package meetings

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/governance"
	"nzgs/internal/governance/constitution"
)

// dates writes deadlines as "notice 2026-02-27 (4.1)".
func dates(list []constitution.Deadline) string {
	var out []string
	for _, d := range list {
		out = append(out, fmt.Sprintf("%s %s (%s)", d.What, d.By, d.Rule))
	}
	return strings.Join(out, ", ")
}

func TestPlanComputesEveryDeadline(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		request := w.request("2026-02-01", 10)
		for _, c := range []struct {
			name     string
			in       PlanInput
			want     string
			warnings []string // rules
		}{
			{"AGM", PlanInput{Kind: AGM, Date: day("2026-03-14")},
				"proposals 2026-01-14 (4.17), notice 2026-02-27 (4.1), minutes 2026-03-28 (4.5)", nil},
			{"AGM later than eighteen months and than the Act's fifteen", PlanInput{
				Kind: AGM, Date: day("2026-03-14"), Previous: day("2024-09-13"),
			},
				"proposals 2026-01-14 (4.17), notice 2026-02-27 (4.1), minutes 2026-03-28 (4.5)",
				[]string{"4.1", "4.1", "Incorporated Societies Act 2022, s 84"}},
			{"AGM with a year between that had none", PlanInput{Kind: AGM, Date: day("2026-02-01"), Previous: day("2024-12-10")},
				"proposals 2025-12-01 (4.17), notice 2026-01-17 (4.1), minutes 2026-02-15 (4.5)", []string{"4.1"}},
			{"AGM of a month's end", PlanInput{Kind: AGM, Date: day("2026-04-30")},
				"proposals 2026-02-28 (4.17), notice 2026-04-15 (4.1), minutes 2026-05-14 (4.5)", nil},
			{"EGM of the committee", PlanInput{Kind: EGM, Date: day("2026-03-14")},
				"notice 2026-02-27 (5.3), motions_to_secretary 2026-03-21 (5.8), minutes 2026-03-28 (4.5), despatch 2026-04-10 " +
					"(5.9), closing 2026-04-25 (5.9), report 2026-05-02 (5.11), destroy_not_before 2026-11-02 (5.11)", nil},
			{"EGM on request, in time", PlanInput{Kind: EGM, Date: day("2026-04-01"), Request: request},
				"notice 2026-03-17 (5.3), request 2026-04-01 (5.1), motions_to_secretary 2026-04-08 (5.8), minutes 2026-04-15 " +
					"(4.5), despatch 2026-04-28 (5.9), closing 2026-05-13 (5.9), report 2026-05-20 (5.11), destroy_not_before " +
					"2026-11-20 (5.11)", nil},
			{"EGM on request, too late", PlanInput{
				Kind: EGM, Date: day("2026-04-02"), Request: request, Closing: day("2026-05-01"),
			},
				"notice 2026-03-18 (5.3), request 2026-04-01 (5.1), motions_to_secretary 2026-04-09 (5.8), minutes 2026-04-16 " +
					"(4.5), despatch 2026-04-16 (5.9), closing 2026-05-01 (5.9), report 2026-05-08 (5.11), destroy_not_before " +
					"2026-11-08 (5.11)", []string{"5.1"}},
			{"committee", PlanInput{Kind: Committee, Date: day("2026-03-05")}, "minutes 2026-03-19 (4.5)", nil},
		} {
			p, err := w.s.Plan(ctx, w.secretary, c.in)
			if err != nil {
				t.Errorf("%s: %v", c.name, err)
				continue
			}
			if got := dates(p.Calendar.Deadlines); got != c.want {
				t.Errorf("%s:\n got %s\nwant %s", c.name, got, c.want)
			}
			var rules []string
			for _, f := range p.Calendar.Warnings {
				rules = append(rules, f.Rule)
			}
			if !slices.Equal(rules, c.warnings) {
				t.Errorf("%s: warnings %v, want %v", c.name, p.Calendar.Warnings, c.warnings)
			}
			for _, d := range p.Calendar.Deadlines {
				if len(d.Trace.Steps) == 0 {
					t.Errorf("%s: %s has no arithmetic", c.name, d.What)
				}
			}
		}
	})
}

func TestWhatCannotBePlanned(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		good := agm("2026-03-14")
		for _, c := range []struct {
			name  string
			actor auth.Actor
			spoil func(*PlanInput)
			kind  apperr.Kind
			words string
		}{
			{"a member", w.member, func(*PlanInput) {}, apperr.Forbidden, "president"},
			{"the treasurer", w.treasurer, func(*PlanInput) {}, apperr.Forbidden, "president"},
			{"nobody", auth.Actor{}, func(*PlanInput) {}, apperr.SignIn, ""},
			{"no kind", w.secretary, func(in *PlanInput) { in.Kind = "party" }, apperr.Invalid, "kind"},
			{"no day", w.secretary, func(in *PlanInput) { in.Date = civil.Date{} }, apperr.Invalid, "date"},
			{"yesterday", w.secretary, func(in *PlanInput) { in.Date = day("2026-01-04") }, apperr.Invalid, "past"},
			{"half past", w.secretary, func(in *PlanInput) { in.Time = "24:00" }, apperr.Invalid, "time"},
			{"a time in words", w.secretary, func(in *PlanInput) { in.Time = "2 pm" }, apperr.Invalid, "time"},
			{"no place", w.secretary, func(in *PlanInput) { in.Place = " " }, apperr.Invalid, "place"},
			{
				"a place too long", w.secretary, func(in *PlanInput) { in.Place = strings.Repeat("x", 201) }, apperr.Invalid,
				"place",
			},
			{
				"a script for an address", w.secretary, func(in *PlanInput) { in.Online = "javascript:alert(1)" }, apperr.Invalid,
				"online",
			},
			{
				"an AGM before the previous one", w.secretary, func(in *PlanInput) { in.Previous = day("2026-03-14") },
				apperr.Invalid, "previous",
			},
			{
				"an EGM with a balance date", w.secretary, func(in *PlanInput) { in.Kind, in.Balance = EGM, day("2025-12-31") },
				apperr.Invalid, "balance_date",
			},
			{"an AGM on request", w.secretary, func(in *PlanInput) { in.Request = 1 }, apperr.Invalid, "request"},
			{
				"an EGM on a request that is not there", w.secretary, func(in *PlanInput) { in.Kind, in.Request = EGM, 99 },
				apperr.NotFound, "Request",
			},
			{
				"an EGM that closes before it is held", w.secretary,
				func(in *PlanInput) { in.Kind, in.Closing = EGM, day("2026-03-14") }, apperr.Invalid, "closing",
			},
			{"the further date of nothing", w.secretary, func(in *PlanInput) { in.Follows = 99 }, apperr.NotFound, ""},
		} {
			in := good
			c.spoil(&in)
			_, err := w.s.Create(ctx, c.actor, in)
			w.refused(c.name, err, c.kind, c.words)
		}
		if list, err := w.s.List(ctx, w.secretary); err != nil || len(list.Upcoming) != 0 {
			t.Errorf("something was planned: %v, %v", list, err)
		}
	})
}

// dutyList writes the duties of a meeting: "notice 2026-02-27, …", those that
// are done in brackets.
func (w *society) dutyList(id ID) string {
	w.t.Helper()
	all, err := w.rules.DutiesOf(ctx, Meeting{ID: id}.Source())
	w.must(err)
	var out []string
	for _, d := range all {
		s := d.What + " " + d.Due.String()
		if d.Done() {
			s = "(" + s + ")"
		}
		out = append(out, s)
	}
	return strings.Join(out, ", ")
}

func TestDutiesFollowTheMeeting(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		var id ID
		for _, step := range []struct {
			name string
			do   func()
			want string
		}{
			{
				"planned", func() { id = w.create(agm("2026-03-14")) },
				"proposals 2026-01-14, notice 2026-02-27, minutes 2026-03-28",
			},
			{"moved", func() { w.must(w.s.Edit(ctx, w.secretary, id, w.version(id), agm("2026-03-21"))) },
				"proposals 2026-01-21, notice 2026-03-06, minutes 2026-04-04"},
			{"the notice is written, and its letters wait", func() {
				w.on("2026-02-20")
				w.must(w.s.SendNotice(ctx, w.secretary, id, w.version(id), NoticeInput{}))
			}, "(proposals 2026-01-21), notice 2026-03-06, minutes 2026-04-04"},
			{
				"three are to be posted", func() { w.deliver(nil) },
				"(proposals 2026-01-21), notice 2026-03-06, minutes 2026-04-04",
			},
			{"posted", func() { w.must(w.posted(id, 1, "2026-02-20", PostedPrinted)) },
				"(proposals 2026-01-21), (notice 2026-03-06), minutes 2026-04-04"},
			{"moved after the notice", func() { w.must(w.s.Edit(ctx, w.secretary, id, w.version(id), agm("2026-03-28"))) },
				"(proposals 2026-01-28), notice_2 2026-03-13, minutes 2026-04-11"},
			{"noticed again and held", func() {
				w.notify(id)
				w.on("2026-03-28")
				w.arrive(id, 12)
				w.open(id)
			}, "(proposals 2026-01-28), (notice_2 2026-03-13), minutes 2026-04-11"},
			{"closed, with minutes", func() {
				w.must(w.s.Close(ctx, w.secretary, id, w.version(id)))
				w.must(w.s.SaveMinutes(ctx, w.secretary, id, 0, "# Minutes", ""))
			}, "(proposals 2026-01-28), (notice_2 2026-03-13), (minutes 2026-04-11)"},
		} {
			step.do()
			if got := w.dutyList(id); got != step.want {
				t.Errorf("%s:\n got %s\nwant %s", step.name, got, step.want)
			}
		}
		other := w.create(agm("2026-09-12"))
		w.must(w.s.Cancel(ctx, w.secretary, other, w.version(other), "The hall is closed."))
		if got := w.dutyList(other); got != "" {
			t.Errorf("cancelled: %s", got)
		}
		chair, err := w.rules.Duties(ctx, w.actor(w.people[0]))
		if err != nil || !slices.ContainsFunc(chair, func(d governance.Duty) bool {
			return d.What == "minutes" &&
				slices.Equal(d.People, w.people[:1])
		}) {
			t.Errorf("the minutes do not fall to the chair: %v, %v", chair, err)
		}
	})
}

func TestOldVersionsAreRefused(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		id := w.create(agm("2026-03-14"))
		old := w.version(id)
		w.must(w.s.Edit(ctx, w.president, id, old, agm("2026-03-21")))
		for name, do := range map[string]func() error{
			"edit":   func() error { return w.s.Edit(ctx, w.secretary, id, old, agm("2026-04-14")) },
			"cancel": func() error { return w.s.Cancel(ctx, w.secretary, id, old, "Why not.") },
			"notice": func() error { return w.s.SendNotice(ctx, w.secretary, id, old, NoticeInput{}) },
			"open":   func() error { return w.s.Open(ctx, w.secretary, id, old) },
			"close":  func() error { return w.s.Close(ctx, w.secretary, id, old) },
			"item": func() error {
				_, err := w.s.AddItem(ctx, w.secretary, id, old, ItemInput{Title: "Prizes"})
				return err
			},
		} {
			w.refused(
				name, do(),
				apperr.Conflict, "Someone else changed this meeting first. The last change was made by Kiri Testcase00 on",
			)
		}
	})
}

func TestAgendas(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		titles := func(id ID) string {
			var out []string
			for _, it := range w.view(id).Agenda {
				out = append(out, it.Title)
			}
			return strings.Join(out, "; ")
		}
		id := w.create(agm("2026-03-14"))
		first := w.view(id).Agenda[0].ID
		item, err := w.s.AddItem(ctx, w.secretary, id, w.version(id), ItemInput{Title: " Prizes  of honour "})
		w.must(err)
		_, err = w.s.AddItem(ctx, w.secretary, id, w.version(id), ItemInput{Title: "Apologies", After: first})
		w.must(err)
		want := "Electing tellers; Apologies; Minutes of the last AGM and of EGMs since; Matters arising; Officers’ " +
			"reports; Electing officers; " +
			"Electing ordinary committee members; Proposals; Prizes of honour; Other business"
		if got := titles(id); got != want {
			t.Errorf("agenda %s\nwant %s", got, want)
		}
		w.must(w.s.RemoveItem(ctx, w.secretary, id, w.version(id), item))
		w.refused("an item of rule 4.4", w.s.RemoveItem(ctx, w.secretary, id, w.version(id), first), apperr.Invalid, "[4.4]")
		_, err = w.s.AddItem(ctx, w.secretary, id, w.version(id), ItemInput{Title: " ", After: 12345})
		w.refused("nothing after nothing", err, apperr.Invalid, "after")

		in := agm("2026-03-15")
		in.Kind = EGM
		egm := w.create(in)
		_, err = w.s.AddItem(ctx, w.secretary, egm, w.version(egm), ItemInput{Title: "Prizes"})
		w.refused("business of an EGM", err, apperr.Invalid, "[5.7]")
		if got := titles(egm); got != "Electing tellers; Discussing the proposals; Wording the motions for the postal vote" {
			t.Errorf("an EGM's agenda %s", got)
		}
		w.on("2026-02-20")
		w.notify(id)
		_, err = w.s.AddItem(ctx, w.secretary, id, w.version(id), ItemInput{Title: "Late"})
		w.refused("after the notice", err, apperr.Conflict, "agenda")
	})
}

// Bug: the notice of a meeting whose day had passed without one stayed overdue for good, though no one
// could give it any longer. Minutes can be written late.
func TestNoNoticeIsOwedOfAMeetingWhoseDayIsPast(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		id := w.create(agm("2026-03-14"))
		all, err := w.rules.DutiesOf(ctx, Meeting{ID: id}.Source())
		w.must(err)
		over := map[string]string{"proposals": "2026-01-15", "notice": "2026-03-15", "minutes": ""}
		for _, d := range all {
			last, known := over[d.What]
			switch {
			case !known:
				t.Errorf("%s is not expected", d.What)
			case last == "":
				if d.Over(day("2036-01-01")) {
					t.Errorf("%s is over", d.What)
				}
			case d.Over(day(last).AddDays(-1)) || !d.Over(day(last)):
				t.Errorf("%s is over on %s: %t, the day before: %t", d.What, last, d.Over(day(last)), d.Over(day(last).AddDays(-1)))
			}
		}
	})
}
