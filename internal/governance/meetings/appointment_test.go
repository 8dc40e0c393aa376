package meetings

import (
	"testing"

	"nzgs/internal/auth"
)

func TestWhenAMeetingBegins(t *testing.T) {
	for _, c := range []struct{ name, date, time, want string }{
		{"winter", "2026-07-01", "19:30", "2026-07-01T07:30:00.000Z"},
		{"summer", "2026-01-15", "19:30", "2026-01-15T06:30:00.000Z"},
		{"the evening of the day on which summer time ends", "2026-04-05", "14:00", "2026-04-05T02:00:00.000Z"},
		{"the evening of the day on which summer time begins", "2026-09-27", "14:00", "2026-09-27T01:00:00.000Z"},
		{"midnight", "2026-03-01", "00:00", "2026-02-28T11:00:00.000Z"},
	} {
		if got := (Meeting{Date: day(c.date), Time: c.time}).Start().String(); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

func TestMeetingsInCalendars(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		id := w.create(agm("2026-03-14"))
		in := agm("2026-01-08")
		in.Kind = Committee
		committee := w.create(in)
		of := func(by auth.Actor) (ids []ID) {
			all, err := w.s.Appointments(ctx, by)
			w.must(err)
			for _, a := range all {
				ids = append(ids, a.ID)
				if a.Changed != w.now {
					t.Errorf("changed %s", a.Changed)
				}
			}
			return ids
		}
		for _, c := range []struct {
			name string
			by   auth.Actor
			want int
		}{{"nobody", auth.Actor{}, 0}, {"lapsed", w.lapsed, 0}, {"member", w.member, 1}, {"committee", w.ordinary, 2}} {
			if got := of(c.by); len(got) != c.want {
				t.Errorf("%s: %v", c.name, got)
			}
		}
		w.must(w.s.Cancel(ctx, w.secretary, committee, w.version(committee), "Nobody can come."))
		all, err := w.s.Appointments(ctx, w.ordinary)
		if err != nil || len(all) != 2 || all[0].State != Cancelled || all[0].Version != 2 || all[1].ID != id {
			t.Errorf("called off: %+v, %v", all, err)
		}
		w.on("2027-03-16")
		if got := of(w.member); got != nil {
			t.Errorf("a year later: %v", got)
		}
	})
}
