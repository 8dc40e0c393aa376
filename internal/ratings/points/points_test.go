package points

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"nzgs/internal/civil"
)

// record is a record under the system as it is now, of events that are written as "national 2026-11-22 Congress: A 5,
// B 4½, (C) 4": in brackets stand visitors, and "end" before the kind says that the points year ends with it.
func record(t *testing.T, events ...string) *Record {
	t.Helper()
	r := &Record{Systems: Shipped()}
	for _, text := range events {
		head, placings, _ := strings.Cut(text, ": ")
		head, end := strings.CutPrefix(head, "end ")
		kind, head, _ := strings.Cut(head, " ")
		day, name, _ := strings.Cut(head, " ")
		e := Event{Name: name, Day: civil.MustParseDate(day), Kind: Kind(kind), YearEnd: end}
		for one := range strings.SplitSeq(placings, ", ") {
			name, points, _ := strings.Cut(one, " ")
			player := strings.Trim(name, "()")
			e.Placings = append(e.Placings, Placing{Player: player, Score: score(t, points), Member: name == player})
		}
		r.Events = append(r.Events, e)
	}
	return r
}

func (r *Record) represents(yearEnd, player string) *Record {
	r.Representatives = append(r.Representatives, Representative{civil.MustParseDate(yearEnd), player})
	return r
}

func score(t *testing.T, s string) Score {
	t.Helper()
	n, err := ParseScore(s)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func compute(t *testing.T, r *Record) *Ledger {
	t.Helper()
	l, err := Compute(r)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// balances are all balances, "A 10.00, B 7.00", in the order of the ranking.
func balances(l *Ledger) string {
	var out []string
	for _, s := range l.Standing {
		out = append(out, s.Player+" "+s.Points.String())
	}
	return strings.Join(out, ", ")
}

func TestPlacesGivePoints(t *testing.T) {
	for _, test := range []struct{ name, event, want string }{
		{"a national event, six places", "national 2026-11-22 Congress: A 6, B 5, C 4, D 3, E 2, F 1, G 0",
			"A 10.00, B 7.00, C 5.00, D 3.00, E 2.00, F 1.00, G 0.00"},
		{"a regional event, four places", "regional 2026-05-02 Otago: A 5, B 4, C 3, D 2, E 1",
			"A 4.00, B 3.00, C 2.00, D 1.00, E 0.00"},
		{"2nd to 4th share", "national 2026-11-22 Congress: A 6, B 4½, C 4½, D 4½, E 1",
			"A 10.00, B 5.00, C 5.00, D 5.00, E 2.00"},
		{"two at the top", "national 2026-11-22 Congress: A 5, B 5, C 4", "A 8.50, B 8.50, C 5.00"},
		{"a tie over the end of the table", "regional 2026-05-02 Otago: A 5, B 4, C 3, D 2, E 2, F 2",
			"A 4.00, B 3.00, C 2.00, D 0.33, E 0.33, F 0.33"},
		{"half up to a hundredth", "national 2026-11-22 Congress: A 5, B 5, C 5", "A 7.33, B 7.33, C 7.33"},
		{"up from two thirds", "regional 2026-05-02 Otago: A 4, B 3, C 3, D 3, E 1", "A 4.00, B 2.00, C 2.00, D 2.00, E 0.00"},
		{"a visitor keeps the place", "national 2026-11-22 Congress: A 5, (B) 4½, C 4", "A 10.00, C 5.00"},
		{"a visitor shares", "national 2026-11-22 Congress: A 5, (B) 4, C 4", "A 10.00, C 6.00"},
		{"only visitors", "national 2026-11-22 Congress: (A) 5, (B) 4", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := balances(compute(t, record(t, test.event))); got != test.want {
				t.Errorf("\n got %s\nwant %s", got, test.want)
			}
		})
	}
}

// Bug: of a system without places a line said that its table ends with 0th place.
func TestASystemWithoutPlaces(t *testing.T) {
	r := record(t, "regional 2026-05-02 Otago: A 5")
	r.Systems = []System{{National: []Amount{1000}}}
	l := compute(t, r).Lines[0]
	if l.Rule != "regional event: no place has points" || l.Trace != "1st place of 1 with 5: no place has points: 0 points" {
		t.Errorf("the line says %q, %q", l.Rule, l.Trace)
	}
}

func TestTheYearEnd(t *testing.T) {
	// 20 points, then 10 of the Championship: 30 − 7.50 = 22.50, − 30 = −7.50.
	r := record(
		t, "national 2026-01-04 Summer: A 5, B 4", "national 2026-02-04 Autumn: A 5, C 4",
		"end national 2026-11-22 Congress: A 5, B 4, C 3",
	).represents("2026-11-22", "A")
	l := compute(t, r)
	if got, want := balances(l), "B 10.50, C 9.00, A -7.50"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	last := l.Lines[len(l.Lines)-1]
	if last.Trace != "22.5 − 30 = −7.5" || last.Points != -3000 || last.Balance != -750 {
		t.Errorf("the last line is %+v", last)
	}
	// A quarter brings a negative balance nearer to zero, in the next year: −7.50 → −5.62 (1.875 is 1.88).
	r.Events = append(r.Events, record(t, "end national 2027-11-21 Congress 2027: D 5").Events...)
	if got, want := balances(compute(t, r)), "B 7.87, D 7.50, C 6.75, A -5.62"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestTheDeductionIsOfItsDay(t *testing.T) {
	for day, want := range map[string]string{
		"1988-01-02": "A -25.50", "1994-12-31": "A -25.50", "1995-01-02": "A -15.00", "2001-12-30": "A -15.00",
		"2002-01-02": "A -22.50",
	} {
		r := record(t, "end national "+day+" Congress: A 5").represents(day, "A")
		if got := balances(compute(t, r)); got != want {
			t.Errorf("%s: got %s, want %s", day, got, want)
		}
	}
}

func TestEqualBalances(t *testing.T) {
	t.Run("who represented longer ago comes first", func(t *testing.T) {
		r := record(t, "end national 2020-11-22 One: Z 1, A 0, B 0, C 0", "end national 2021-11-22 Two: Z 1, A 0, B 0, C 0").
			represents("2020-11-22", "B").represents("2021-11-22", "A")
		for i := range r.Systems {
			r.Systems[i].Fixed, r.Systems[i].Loss, r.Systems[i].National = 0, 0, nil
		}
		if got, want := balances(compute(t, r)), "Z 0.00, C 0.00, B 0.00, A 0.00"; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	})
	t.Run("then the better place in the latest national event", func(t *testing.T) {
		r := record(
			t, "national 2025-11-22 Old: A 5, B 4", "national 2026-02-01 New: A 1, B 4, (C) 5", "regional 2026-03-01 Here: A 9, B 1",
		)
		r.Systems = []System{{National: []Amount{0}, Regional: []Amount{0}}}
		l := compute(t, r)
		if got, want := balances(l), "B 0.00, A 0.00"; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
		if Level(l.Standing[0], l.Standing[1]) {
			t.Error("they are level")
		}
	})
	t.Run("beyond that they are level", func(t *testing.T) {
		l := compute(t, record(t, "regional 2026-05-02 Otago: B 3, A 3"))
		if !Level(l.Standing[0], l.Standing[1]) {
			t.Error("A and B are not level")
		}
	})
}

func TestEveryLineTellsItsArithmetic(t *testing.T) {
	r := record(
		t, "regional 2026-05-02 Otago: A 5, B 2, C 2, D 2, (E) 2", "end national 2026-11-22 Congress: A 5, B 4, (C) 4, D 3",
	).represents("2026-11-22", "B")
	r.Opening = []Opening{{Player: "B", Day: civil.MustParseDate("2025-12-31"), Points: -250, Source: "Newsletter 4"}}
	var got []string
	for _, l := range compute(t, r).Lines {
		got = append(got, fmt.Sprintf("%s %s %s %s → %s | %s | %s", l.Day, l.Event, l.Player, l.Points, l.Balance, l.Rule, l.Trace))
	}
	want := `2025-12-31 Newsletter 4 B -2.50 → -2.50 | balance brought in | −2.5 points
2026-05-02 Otago A 4.00 → 4.00 | regional event: 4, 3, 2, 1 by final score alone | 1st place of 5 with 5: 4 points
2026-05-02 Otago B 1.50 → -1.00 | regional event: 4, 3, 2, 1 by final score alone | places 2 to 5 of 5 with 2: (3 + 2 + 1 + 0) ÷ 4 = 1.5 points
2026-05-02 Otago C 1.50 → 1.50 | regional event: 4, 3, 2, 1 by final score alone | places 2 to 5 of 5 with 2: (3 + 2 + 1 + 0) ÷ 4 = 1.5 points
2026-05-02 Otago D 1.50 → 1.50 | regional event: 4, 3, 2, 1 by final score alone | places 2 to 5 of 5 with 2: (3 + 2 + 1 + 0) ÷ 4 = 1.5 points
2026-11-22 Congress A 10.00 → 14.00 | national event: 10, 7, 5, 3, 2, 1 by final score alone | 1st place of 4 with 5: 10 points
2026-11-22 Congress B 6.00 → 5.00 | national event: 10, 7, 5, 3, 2, 1 by final score alone | places 2 to 3 of 4 with 4: (7 + 5) ÷ 2 = 6 points
2026-11-22 Congress D 3.00 → 4.50 | national event: 10, 7, 5, 3, 2, 1 by final score alone | 4th place of 4 with 3: 3 points
2026-11-22 Congress A -3.50 → 10.50 | year end: everyone loses 25% | 25% of 14 is 3.5; 14 − 3.5 = 10.5
2026-11-22 Congress B -1.25 → 3.75 | year end: everyone loses 25% | 25% of 5 is 1.25; 5 − 1.25 = 3.75
2026-11-22 Congress D -1.13 → 3.37 | year end: everyone loses 25% | 25% of 4.5 is 1.13; 4.5 − 1.13 = 3.37
2026-11-22 Congress C -0.38 → 1.12 | year end: everyone loses 25% | 25% of 1.5 is 0.38; 1.5 − 0.38 = 1.12
2026-11-22 Congress B -30.00 → -26.25 | year end: the representative loses a further 30 | 3.75 − 30 = −26.25`
	if text := strings.Join(got, "\n"); text != want {
		t.Errorf("got\n%s\nwant\n%s", text, want)
	}
}

func TestWhatARecordCannotHave(t *testing.T) {
	good := func() *Record {
		return record(t, "regional 2026-05-02 Otago: A 3, B 2", "end national 2026-11-22 Congress: A 5, B 4")
	}
	for _, test := range []struct {
		name, path string
		change     func(*Record)
	}{
		{"a score below 0", "events[0].placings[1].score", func(r *Record) { r.Events[0].Placings[1].Score = -1 }},
		{"one player twice", "events[0].placings[1].player", func(r *Record) { r.Events[0].Placings[1].Player = "A" }},
		{"no name", "events[0].placings[0].player", func(r *Record) { r.Events[0].Placings[0].Player = "" }},
		{"a place that contradicts the score", "events[0].placings[1].place", func(r *Record) { r.Events[0].Placings[1].Place = 1 }},
		{"another kind", "events[0].kind", func(r *Record) { r.Events[0].Kind = "local" }},
		{"an event without a name", "events[0].name", func(r *Record) { r.Events[0].Name = "" }},
		{"an event without a day", "events[0].date", func(r *Record) { r.Events[0].Day = civil.Date{} }},
		{"an event without players", "events[0].placings", func(r *Record) { r.Events[0].Placings = nil }},
		{"one event twice", "events[2].name", func(r *Record) { r.Events = append(r.Events, r.Events[0]) }},
		{"a year closed twice", "events[2].year_end", func(r *Record) {
			again := r.Events[1]
			again.Name = "Another"
			r.Events = append(r.Events, again)
		}},
		{"a regional event ends the year", "events[0].year_end", func(r *Record) { r.Events[0].YearEnd = true }},
		{"a representative of no year", "representatives[0].year_end", func(r *Record) { r.represents("2026-05-02", "A") }},
		{"two representatives", "representatives[1].year_end", func(r *Record) {
			r.represents("2026-11-22", "A").represents("2026-11-22", "B")
		}},
		{"a representative without a day", "representatives[0].year_end", func(r *Record) {
			r.Representatives = []Representative{{Player: "A"}}
		}},
		{"an unknown representative", "representatives[0].player", func(r *Record) { r.represents("2026-11-22", "C") }},
		{"a representative without a name", "representatives[0].player", func(r *Record) { r.represents("2026-11-22", "") }},
		{"no system", "points", func(r *Record) { r.Systems = nil }},
		{"two systems from one day", "points[3].from", func(r *Record) { r.Systems = append(r.Systems, r.Systems[0]) }},
		{"a table that rises", "points.national[1]", func(r *Record) { r.Systems = []System{{National: []Amount{100, 200}}} }},
		{"a place with less than nothing", "points.regional[0]", func(r *Record) { r.Systems = []System{{Regional: []Amount{-100}}} }},
		{"a deduction below 0", "points.fixed", func(r *Record) { r.Systems = []System{{Fixed: -1}} }},
		{"two opening balances", "opening[1].player", func(r *Record) {
			o := Opening{Player: "A", Day: civil.On(2025, 1, 1)}
			r.Opening = []Opening{o, o}
		}},
		{"an opening balance without a day", "opening[0].date", func(r *Record) { r.Opening = []Opening{{Player: "A"}} }},
		{"an opening balance of no one", "opening[0].player", func(r *Record) {
			r.Opening = []Opening{{Day: civil.On(2025, 1, 1)}}
		}},
		{"represented after the balance", "opening[0].represented", func(r *Record) {
			r.Opening = []Opening{{Player: "A", Day: civil.On(2025, 1, 1), Represented: civil.On(2026, 1, 1)}}
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := good()
			test.change(r)
			_, err := Compute(r)
			var invalid Invalid
			if !errors.As(err, &invalid) || len(invalid) != 1 || invalid[0].Path != test.path || invalid[0].Message == "" {
				t.Errorf("the faults are %+v, want one at %s", err, test.path)
			}
		})
	}
	if err := good().Validate(); err != nil {
		t.Errorf("a good record is refused: %v", err)
	}
}

func TestParseScore(t *testing.T) {
	for text, want := range map[string]Score{
		"5": 10, "0": 0, "4.5": 9, "4½": 9, "½": 1, "0.5": 1, "5.0": 10, "31": 62, "1000": 2000,
	} {
		if got, err := ParseScore(text); err != nil || got != want {
			t.Errorf("%q: %v, %v, want %v", text, got, err, want)
		}
	}
	for _, text := range []string{"", "-1", "−½", "4.25", "4.", ".5", "4.5½", "4½½", "½4", "five", "1001", "99999999999999", "5 ", "+5"} {
		if got, err := ParseScore(text); err == nil {
			t.Errorf("%q is read as %v", text, got)
		}
	}
	for s, want := range map[Score]string{0: "0", 1: "½", 9: "4½", 10: "5"} {
		if s.String() != want {
			t.Errorf("%d is written %s", int(s), s)
		}
	}
}

func TestParseAmount(t *testing.T) {
	for text, want := range map[string]Amount{
		"10": 1000, "22.5": 2250, "0.05": 5, "-7.50": -750, "−1": -100, "1000000": 100_000_000,
	} {
		if got, err := ParseAmount(text); err != nil || got != want {
			t.Errorf("%q: %v, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "-", "1.234", "1e3", "ten", "1000000.01", "99999999999999999999", "--1", "1."} {
		if got, err := ParseAmount(text); err == nil {
			t.Errorf("%q is read as %v", text, got)
		}
	}
	for a, want := range map[Amount]string{-5: "-0.05", 750: "7.50", -750: "-7.50", 0: "0.00"} {
		if a.String() != want {
			t.Errorf("%d is written %s, want %s", int64(a), a, want)
		}
	}
}

func TestParseShare(t *testing.T) {
	for text, want := range map[string]Share{"25%": 2500, "0%": 0, "100%": 10_000, "12.5%": 1250, "25 %": 2500} {
		if got, err := ParseShare(text); err != nil || got != want {
			t.Errorf("%q: %v, %v", text, got, err)
		}
	}
	for _, text := range []string{"25", "", "%", "-1%", "100.01%", "0.25"} {
		if got, err := ParseShare(text); err == nil {
			t.Errorf("%q is read as %v", text, got)
		}
	}
}
