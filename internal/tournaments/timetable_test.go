package tournaments

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
)

func TestReadHourOfDay(t *testing.T) {
	for text, want := range map[string]string{
		"9:30": "9:30 am", "09:30": "9:30 am", "9.30 am": "9:30 am", "14:00": "2:00 pm", "2 pm": "2:00 pm", "2.15PM": "2:15 pm",
		"12 am": "12:00 am", "12 pm": "12:00 pm", "noon": "12:00 pm", "0:05": "12:05 am", " 2  p.m. ": "2:00 pm", "23:59": "11:59 pm",
		"": "", "9": "", "25:00": "", "9:60": "", "13 pm": "", "0 am": "", "morning": "", "9:3": "", "-1:00": "", "9:30 xm": "",
	} {
		got, err := ReadHourOfDay(text)
		if (err == nil) != (want != "") || err == nil && got.String() != want {
			t.Errorf("%q: %v, %v; want %q", text, got, err, want)
		}
	}
}

func FuzzReadHourOfDay(f *testing.F) {
	f.Add("9:30 am")
	f.Fuzz(func(t *testing.T, text string) {
		h, err := ReadHourOfDay(text)
		if err != nil {
			return
		}
		if again, err := ReadHourOfDay(h.Input()); err != nil || again != h || h < 0 || h >= 24*60 {
			t.Errorf("%q is %d, read again %d, %v", text, h, again, err)
		}
	})
}

func eventOn(from, to string) Event { return Event{Name: "Congress", From: day(from), To: day(to)} }

// timesOf is a timetable in a line a round.
func timesOf(t Timetable) string {
	var out []string
	for _, s := range t.Slots {
		line := s.Day.String()[8:] + " " + s.Starts.Input() + "–" + t.Hour(t.Ends(s))
		if s.Pause != "" {
			line += " " + s.Pause
		}
		out = append(out, line)
	}
	return strings.Join(out, "; ")
}

func TestProposeTimetable(t *testing.T) {
	for name, c := range map[string]struct {
		from, to, clocks string
		rounds           int
		want             string
	}{
		"weekend": {
			"2027-01-02", "2027-01-03", "60 minutes and 3 × 30 seconds", 5,
			"02 09:30–12:00 pm Lunch; 02 13:00–3:30 pm; 02 15:45–6:15 pm; 03 09:30–12:00 pm Lunch; 03 13:00–3:30 pm",
		},
		"a day of short games": {
			"2027-01-02", "2027-01-02", "20 min", 4, "02 09:30–10:45 am; 02 11:00–12:15 pm Lunch; 02 13:15–2:30 pm; 02 14:45–4:00 pm",
		},
		"more days than rounds":   {"2027-01-02", "2027-01-09", "", 2, "02 09:30–12:00 pm; 03 09:30–12:00 pm"},
		"what does not fit stays": {"2027-01-02", "2027-01-02", "", 6, "02 09:30–12:00 pm Lunch; 02 13:00–3:30 pm; 02 15:45–6:15 pm; 02 18:30–9:00 pm"},
	} {
		got := ProposeTimetable(eventOn(c.from, c.to), c.rounds, c.clocks)
		if timesOf(got) != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", name, timesOf(got), c.want)
		}
	}
}

// What is proposed can always be saved as it is.
func TestAProposalIsInOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		from := day("2026-01-01").AddDays(rapid.IntRange(0, 800).Draw(t, "from"))
		e := Event{From: from, To: from.AddDays(rapid.IntRange(0, 12).Draw(t, "days"))}
		rounds := rapid.IntRange(1, 30).Draw(t, "rounds")
		in := ProposeTimetable(e, rounds, rapid.SampledFrom([]string{"", "5 min", "60 minutes", "240 min", "999 min"}).Draw(t, "clocks"))
		if _, f := in.check(e, rounds); len(f) > 0 {
			t.Fatalf("%+v: %v", in, f)
		}
	})
}

func slot(round int, on, at string, minutes int) Slot {
	h, err := ReadHourOfDay(at)
	if err != nil {
		panic(err)
	}
	return Slot{Round: round, Day: day(on), Starts: h, Minutes: minutes}
}

func TestTimetableRefuses(t *testing.T) {
	e := eventOn("2026-09-26", "2026-09-28") // the clocks go forward on the 27th
	ok := slot(1, "2026-09-26", "10:00", 120)
	for name, c := range map[string]struct {
		zone  string
		slots []Slot
		says  string
	}{
		"fine":              {"Pacific/Auckland", []Slot{ok, slot(3, "2026-09-26", "12:00", 60)}, ""},
		"a place unknown":   {"Mars/Base", []Slot{ok}, "zone: Choose one"},
		"a file of the box": {"../../etc/passwd", []Slot{ok}, "zone: Choose one"},
		"nothing":           {"Pacific/Auckland", nil, "day_1: Enter the day"},
		"another day":       {"Pacific/Auckland", []Slot{slot(1, "2026-09-29", "10:00", 60)}, "day_1: The event is on"},
		"no day":            {"Pacific/Auckland", []Slot{{Round: 1, Starts: 600, Minutes: 60}}, "day_1: Enter the day of round 1"},
		"no end":            {"Pacific/Auckland", []Slot{slot(1, "2026-09-26", "10:00", 0)}, "minutes_1: "},
		"before the one before": {
			"Pacific/Auckland", []Slot{ok, slot(2, "2026-09-26", "11:59", 60)},
			"starts_2: Round 1 takes until 12:00 pm on Saturday 26 September.",
		},
		"an hour that there is not": {"Pacific/Auckland", []Slot{slot(1, "2026-09-27", "2:30", 60)}, "starts_1: The clocks go forward"},
		"the same in Perth":         {"Australia/Perth", []Slot{slot(1, "2026-09-27", "2:30", 60)}, ""},
		"over the change":           {"Pacific/Auckland", []Slot{slot(1, "2026-09-27", "1:00", 60), slot(2, "2026-09-27", "3:00", 60)}, ""},
		"a long pause":              {"Pacific/Auckland", []Slot{{Round: 1, Day: ok.Day, Starts: 600, Minutes: 60, Pause: strings.Repeat("ü", 61)}}, "pause_1: Shorten"},
	} {
		_, f := Timetable{Zone: c.zone, Slots: c.slots}.check(e, 5)
		var got []string
		for _, one := range f {
			got = append(got, one.Name+": "+one.Message)
		}
		if text := strings.Join(got, "; "); (c.says == "") != (text == "") || !strings.Contains(text, c.says) {
			t.Errorf("%s: %q, want %q", name, text, c.says)
		}
	}
}

func TestDelay(t *testing.T) {
	in := Timetable{Zone: "Pacific/Auckland", Slots: []Slot{
		slot(1, "2027-01-02", "9:30", 150), slot(2, "2027-01-02", "13:00", 150), slot(3, "2027-01-02", "22:30", 60), slot(4, "2027-01-03", "9:30", 60),
	}}
	for name, c := range map[string]struct {
		round, minutes int
		moves          Moves
		want           string
	}{
		"the day":       {2, 30, MovesDay, "02 09:30; 02 13:30; 02 23:00; 03 09:30"},
		"all":           {2, 30, MovesAll, "02 09:30; 02 13:30; 02 23:00; 03 10:00"},
		"none":          {1, 15, MovesNone, "02 09:45; 02 13:00; 02 22:30; 03 09:30"},
		"over midnight": {3, 100, MovesDay, "02 09:30; 02 13:00; 03 00:10; 03 09:30"},
		"earlier":       {4, -600, MovesNone, "02 09:30; 02 13:00; 02 22:30; 02 23:30"},
		"no such round": {9, 30, MovesAll, "02 09:30; 02 13:00; 02 22:30; 03 09:30"},
	} {
		var got []string
		for _, s := range in.Delay(c.round, c.minutes, c.moves).Slots {
			got = append(got, s.Day.String()[8:]+" "+s.Starts.Input())
		}
		if text := strings.Join(got, "; "); text != c.want {
			t.Errorf("%s: %s, want %s", name, text, c.want)
		}
	}
}

func TestWhatIsPlayedNow(t *testing.T) {
	in := Timetable{Zone: "Pacific/Chatham", Slots: []Slot{slot(1, "2027-01-02", "9:30", 60), slot(2, "2027-01-02", "11:00", 60)}}
	at := func(text string) (int, int) {
		playing, next := in.At(civil.MustParseInstant(text))
		return playing.Round, next.Round
	}
	for _, c := range []struct {
		at            string
		playing, next int
	}{ // 9:30 on the Chathams is 19:45 in UTC the day before
		{"2027-01-01T19:44:59.000Z", 0, 1}, {"2027-01-01T19:45:00.000Z", 1, 2}, {"2027-01-01T20:45:00.000Z", 0, 2},
		{"2027-01-01T21:15:00.000Z", 2, 0}, {"2027-01-02T00:00:00.000Z", 0, 0},
	} {
		if p, n := at(c.at); p != c.playing || n != c.next {
			t.Errorf("%s: %d is played and %d next, want %d and %d", c.at, p, n, c.playing, c.next)
		}
	}
	e := eventOn("2027-01-02", "2027-01-02")
	if got := in.StartsText(e, in.Slots[0]); got != "9:30 am (Chatham Islands time)" {
		t.Error(got)
	}
	if got := in.Local(in.Begins(in.Slots[0])); got != "2027-01-02T09:30:00+13:45" {
		t.Error(got)
	}
}

// A director sets times, moves a round with those after it, and everyone reads them with the round; no one else changes
// them, and of two directors the second is told.
func TestTimetableOfASection(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		e, id := w.event(aSection("Open", 3))
		w.enter(id, w.members(4)...)
		in := ProposeTimetable(e, 3, "60 minutes")
		stranger := w.actor(w.person("Kea", "No", ""))
		w.refused(w.s.SetTimetable(ctx, stranger, id, in), apperr.Forbidden, "")
		w.refused(w.s.DelayRound(ctx, stranger, id, DelayInput{Round: 1, Minutes: 5, Moves: MovesAll}), apperr.Forbidden, "")
		w.refused(w.s.RemoveTimetable(ctx, stranger, id, 1), apperr.Forbidden, "")
		w.must(w.s.SetTimetable(ctx, w.director, id, in))
		w.refused(w.s.SetTimetable(ctx, w.director, id, in), apperr.Conflict, "")
		r, err := w.s.Draw(ctx, w.director, id, 0)
		w.must(err)
		w.must(w.s.Publish(ctx, w.director, r.ID, r.Version, "when the kettle has boiled"))
		starts := func() string {
			c, err := w.s.Wallchart(ctx, auth.Actor{}, id)
			w.must(err)
			r, _ := c.Round(1)
			return r.Starts
		}
		if got := starts(); got != "Saturday 2 January, 9:30 am" {
			t.Errorf("round 1 starts %q", got)
		}
		revision := w.get(e.ID).Revision
		delay := DelayInput{Round: 1, Minutes: 20, Moves: MovesDay, Version: 1}
		w.must(w.s.DelayRound(ctx, w.director, id, delay))
		if got := starts(); got != "Saturday 2 January, 9:50 am" || w.get(e.ID).Revision == revision {
			t.Errorf("round 1 starts %q after the delay", got)
		}
		w.refused(w.s.DelayRound(ctx, w.director, id, delay), apperr.Conflict, "")
		for says, in := range map[string]DelayInput{
			"round: Choose a round":        {Round: 7, Minutes: 5, Moves: MovesDay, Version: 2},
			"minutes: Enter by how many":   {Round: 1, Moves: MovesDay, Version: 2},
			"moves: Choose one":            {Round: 1, Minutes: 5, Moves: "some", Version: 2},
			"minutes: The event is on 2–4": {Round: 1, Minutes: -601, Moves: MovesNone, Version: 2},
		} {
			w.refused(w.s.DelayRound(ctx, w.director, id, in), apperr.Invalid, says)
		}
		if c := w.chart(id); len(c.Timetable.Slots) != 3 || c.Timetable.Version != 2 {
			t.Errorf("%+v", c.Timetable)
		}
		w.must(w.s.RemoveTimetable(ctx, w.director, id, 2))
		if got := starts(); got != "when the kettle has boiled" {
			t.Errorf("without a timetable round 1 starts %q", got)
		}
		w.refused(w.s.RemoveTimetable(ctx, w.director, id, 2), apperr.Conflict, "")
		w.refused(w.s.RemoveTimetable(ctx, w.director, id, 3), apperr.Conflict, "")
		if c := w.chart(id); c.Timetable.Set() || c.Timetable.Version != 3 {
			t.Errorf("removed: %+v", c.Timetable)
		}
		in.Version = 3
		w.must(w.s.SetTimetable(ctx, w.director, id, in))
		if c := w.chart(id); !c.Timetable.Set() || c.Timetable.Version != 4 { // calendars take the later version
			t.Errorf("set again: %+v", c.Timetable)
		}
		w.audited()
	})
}

// A section with a timetable and without entries can be removed.
func TestASectionGoesWithItsTimetable(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		e, _ := w.event(aSection("Open", 3))
		id, err := w.s.AddSection(ctx, w.director, e.ID, aSection("Other", 3))
		w.must(err)
		w.must(w.s.SetTimetable(ctx, w.director, id, ProposeTimetable(e, 3, "")))
		w.must(w.s.RemoveSection(ctx, w.director, id, w.chart(id).Section.Version))
	})
}

// An event that is held a week later takes its timetables along; one that only begins a day earlier keeps them, and a day
// that the event no longer has stands in none.
func TestTimetablesFollowTheDaysOfTheEvent(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		e, id := w.event(aSection("Open", 3))
		w.must(w.s.SetTimetable(ctx, w.director, id, ProposeTimetable(e, 3, "")))
		for _, c := range []struct{ from, to, want string }{
			{"2027-01-01", "2027-01-04", "2027-01-02 2027-01-03 2027-01-04"},
			{"2027-01-09", "2027-01-12", "2027-01-10 2027-01-11 2027-01-12"},
			{"2027-01-09", "2027-01-11", "2027-01-10 2027-01-11"},
		} {
			now := w.get(e.ID)
			w.must(w.s.EditEvent(ctx, w.director, e.ID, EventInput{
				Name: now.Name, Place: now.Place, From: day(c.from), To: day(c.to), Organiser: w.club, Version: now.Version,
			}))
			var got []string
			for _, s := range w.chart(id).Timetable.Slots {
				got = append(got, s.Day.String())
			}
			if text := strings.Join(got, " "); text != c.want {
				t.Errorf("%s to %s: %s, want %s", c.from, c.to, text, c.want)
			}
		}
		w.audited()
	})
}
