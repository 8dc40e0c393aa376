package tournaments

import (
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"nzgs/internal/civil"
	"nzgs/internal/members"
	"nzgs/internal/pairing"
	"nzgs/internal/ratings"
	"nzgs/internal/ratings/scale"
)

func TestStages(t *testing.T) {
	all := []Status{Draft, Open, Running, Final, Rated}
	want := map[Status]string{
		Draft: "open running", Open: "draft running", Running: "open final", Final: "running rated", Rated: "final",
	}
	for _, from := range all {
		var may []string
		for _, to := range all {
			if from.mayBecome(to) {
				may = append(may, string(to))
			}
		}
		if got := strings.Join(may, " "); got != want[from] {
			t.Errorf("%s may become %q, want %q", from, got, want[from])
		}
	}
	for _, s := range all {
		if s.TakesChanges() != (s == Draft || s == Open || s == Running) || s.Public() != (s != Draft) {
			t.Errorf("%s: TakesChanges %v, Public %v", s, s.TakesChanges(), s.Public())
		}
	}
}

func TestDays(t *testing.T) {
	d := civil.MustParseDate
	for _, tt := range []struct{ from, to, want string }{
		{"2026-11-21", "2026-11-21", "21 November 2026"},
		{"2027-01-02", "2027-01-04", "2–4 January 2027"},
		{"2027-01-30", "2027-02-01", "30 January – 1 February 2027"},
		{"2026-12-30", "2027-01-03", "30 December 2026 – 3 January 2027"},
	} {
		if got := Days(d(tt.from), d(tt.to)); got != tt.want {
			t.Errorf("Days(%s, %s) = %q, want %q", tt.from, tt.to, got, tt.want)
		}
	}
}

func term(from, to string) members.Term {
	return members.Term{From: civil.MustParseDate(from), To: civil.MustParseDate(to)}
}

func TestCheckMembership(t *testing.T) {
	for _, tt := range []struct {
		name     string
		terms    []members.Term
		from, to string
		want     string
	}{
		{"covered", []members.Term{term("2026-07-01", "2027-06-30")}, "2027-01-02", "2027-01-04", ""},
		{"last day", []members.Term{term("2026-07-01", "2027-06-30")}, "2027-06-30", "2027-06-30", ""},
		{"lapsed", []members.Term{term("2025-07-01", "2026-06-30")}, "2027-01-03", "2027-01-03",
			"not a member on 3 January 2027 (term ended 30 June 2026)"},
		{"ends during the event", []members.Term{term("2025-07-01", "2026-06-30")}, "2026-06-29", "2026-07-02",
			"not a member on 1 July 2026 (term ended 30 June 2026)"},
		{"two terms that touch", []members.Term{term("2025-07-01", "2026-06-30"), term("2026-07-01", "2027-06-30")},
			"2026-06-29", "2026-07-02", ""},
		{"gap during the event", []members.Term{term("2025-07-01", "2026-06-30"), term("2026-07-02", "2027-06-30")},
			"2026-06-29", "2026-07-02", "not a member on 1 July 2026 (term ended 30 June 2026)"},
		{"begins later", []members.Term{term("2027-02-01", "2027-06-30")}, "2027-01-03", "2027-01-03",
			"not a member on 3 January 2027 (term begins 1 February 2027)"},
		{"never", nil, "2027-01-03", "2027-01-03", "not a member on 3 January 2027 (no term in the register)"},
	} {
		ok, got := CheckMembership(tt.terms, civil.MustParseDate(tt.from), civil.MustParseDate(tt.to))
		if got != tt.want || ok != (tt.want == "") {
			t.Errorf("%s: %v, %q; want %q", tt.name, ok, got, tt.want)
		}
	}
}

func TestWhoPlays(t *testing.T) {
	e := Entry{EnteredIn: 2, Absent: []int{3}, HalfByes: []int{4}, Withdrawn: true, WithdrawnAfter: 5}
	var got []int
	for n := 1; n <= 7; n++ {
		if e.Plays(n) {
			got = append(got, n)
		}
	}
	if want := []int{2, 5}; !cmp.Equal(got, want) {
		t.Errorf("plays in rounds %v, want %v", got, want)
	}
	never := Entry{EnteredIn: 1, Withdrawn: true}
	if never.In(1) || !never.neverPlays(5) {
		t.Error("who withdrew before the first round is in it")
	}
}

// rounds makes rounds of games from their results: "WB?" is a published round
// of three tables, the last without a result; a leading "p" makes a preview.
func rounds(texts ...string) []Round {
	codes := map[rune]pairing.Result{
		'W': pairing.WhiteWins, 'B': pairing.BlackWins, 'J': pairing.Jigo, '?': pairing.NoResult,
	}
	var out []Round
	for i, text := range texts {
		r := Round{ID: RoundID(i + 1), Number: i + 1, State: Published}
		for _, c := range text {
			if c == 'p' {
				r.State = Preview
				continue
			}
			n := len(r.Games)
			r.Games = append(r.Games, Game{Table: n + 1, Black: EntryID(2*n + 1), White: EntryID(2*n + 2), Result: codes[c]})
		}
		out = append(out, r)
	}
	return out
}

func TestNextRound(t *testing.T) {
	for _, tt := range []struct {
		planned int
		rounds  []Round
		number  int
		why     string
		left    string // before the section is finished
	}{
		{3, nil, 1, "", "Round 1 of 3 has not been played yet."},
		{3, rounds("p??"), 1, "", "Round 1 of 3 has not been played yet."},
		{3, rounds("WB"), 2, "", "Round 2 of 3 has not been played yet."},
		{
			3, rounds("W?"), 2, "Round 1 is not finished: results are missing at table 2.",
			"Round 1 is not finished: results are missing at table 2.",
		},
		{
			3, rounds("??W?"), 2, "Round 1 is not finished: results are missing at tables 1, 2 and 4.",
			"Round 1 is not finished: results are missing at tables 1, 2 and 4.",
		},
		{2, rounds("WB", "JJ"), 0, "All 2 rounds are played.", ""},
		{
			2, rounds("WB", "J?"), 0, "All 2 rounds are drawn. Results of round 2 are missing at table 2.",
			"Results of round 2 are missing at table 2.",
		},
		{2, rounds("W?", "JJ"), 0, "All 2 rounds are played.", "Results of round 1 are missing at table 2."},
		{2, rounds("WB", "p??"), 2, "", "Round 2 of 2 has not been played yet."},
		{1, rounds(""), 0, "The only round is played.", ""},
	} {
		number, why := nextRound(tt.planned, tt.rounds)
		if number != tt.number || why != tt.why {
			t.Errorf("nextRound(%d, %v) = %d, %q; want %d, %q", tt.planned, tt.rounds, number, why, tt.number, tt.why)
		}
		if left := allPlayed(tt.planned, tt.rounds); left != tt.left {
			t.Errorf("allPlayed(%d, %v) = %q, want %q", tt.planned, tt.rounds, left, tt.left)
		}
	}
}

func TestChangedPast(t *testing.T) {
	was := Entry{EnteredIn: 1, Absent: []int{1}}
	for _, tt := range []struct {
		name  string
		now   Entry
		field string
		round int
	}{
		{"nothing", was, "", 0},
		{"a later absence", Entry{EnteredIn: 1, Absent: []int{1, 3}}, "", 0},
		{"an absence of a published round", Entry{EnteredIn: 1, Absent: []int{1, 2}}, "absent", 2},
		{"an absence taken back", Entry{EnteredIn: 1}, "absent", 1},
		{"a half-point bye", Entry{EnteredIn: 1, Absent: []int{1}, HalfByes: []int{2}}, "half_byes", 2},
		{"entered later", Entry{EnteredIn: 3, Absent: []int{1}}, "entered_in", 1},
	} {
		if field, round := changedPast(was, tt.now, 2); field != tt.field || round != tt.round {
			t.Errorf("%s: %q in round %d, want %q in round %d", tt.name, field, round, tt.field, tt.round)
		}
	}
}

func TestWithdrawable(t *testing.T) {
	list := rounds("WB", "W")
	list[1].Byes = []EntryID{3}
	absentHalf := Settings{Rounds: 5, AbsenceHalf: true}
	const asksForBye = "Round 2 is published with a half-point bye for this player, which cannot be changed. Withdraw " +
		"after round 2."
	const asksForAbsence = "Round 2 is published with half a point for this player’s absence, which cannot be changed. " +
		"Withdraw after round 2."
	for _, tt := range []struct {
		name     string
		entry    Entry
		after    int
		settings Settings
		why      string
	}{
		{
			"has played round 1", Entry{ID: 4}, 0, Settings{Rounds: 5},
			"Round 1 is published with this player in it. Withdraw after round 1, and enter the result by default if the " +
				"game is not played.",
		},
		{"was not drawn in round 2", Entry{ID: 4}, 1, Settings{Rounds: 5}, ""},
		{
			"had the bye in round 2", Entry{ID: 3}, 1, Settings{Rounds: 5},
			"Round 2 is published with this player in it. Withdraw after round 2, and enter the result by default if the " +
				"game is not played.",
		},
		{"had the bye in round 2, then leaves", Entry{ID: 3}, 2, Settings{Rounds: 5}, ""},
		{"was never drawn", Entry{ID: 9}, 0, Settings{Rounds: 5}, ""},
		{"had a half-point bye in round 2", Entry{ID: 4, HalfByes: []int{2}}, 1, Settings{Rounds: 5}, asksForBye},
		{"leaves with the half-point bye", Entry{ID: 4, HalfByes: []int{2, 3}}, 2, absentHalf, ""},
		{"was absent for nothing", Entry{ID: 4, Absent: []int{2}}, 1, Settings{Rounds: 5}, ""},
		{"was absent for half a point", Entry{ID: 4, Absent: []int{2}}, 1, absentHalf, asksForAbsence},
		{"was not drawn, which is no absence", Entry{ID: 4}, 1, absentHalf, ""},
		{"left before it", Entry{ID: 4, HalfByes: []int{2}, Withdrawn: true, WithdrawnAfter: 1}, 1, absentHalf, ""},
		{"entered after it", Entry{ID: 9, EnteredIn: 3}, 0, absentHalf, ""},
		{
			"half a point in the last round", Entry{ID: 4, HalfByes: []int{2}}, 1, Settings{Rounds: 2},
			"Round 2, the last, is published with a half-point bye for this player, which cannot be changed.",
		},
	} {
		if why := withdrawable(tt.entry, tt.after, tt.settings, list); why != tt.why {
			t.Errorf("%s, withdraws after round %d: %q, want %q", tt.name, tt.after, why, tt.why)
		}
	}
}

func TestTheSettingsOfASection(t *testing.T) {
	bar, floor := scale.MustParse("3d"), scale.MustParse("10k")
	in := SectionInput{Name: " Handicap ", Settings: Settings{
		System: pairing.McMahon, Rounds: 6, Komi: 13, BoardTime: " 45  minutes", BoardSize: 13, FirstTable: 21,
		Handicap: scale.Setting{By: scale.ByRating, Ceiling: 6, Reduction: 1, EvenUnderHalf: true},
		Seeding:  pairing.SeedFold, Seed: 42, Apart: pairing.Apart{Firm: 3, Weak: 5}, Bar: &bar, Floor: &floor,
		TieBreaks: []pairing.TieBreak{pairing.SOSM, pairing.SOSOSM}, Unplayed: pairing.UnplayedHalf, AbsenceHalf: true,
		Rated: true, Weight: ratings.ThreeQuarters,
	}}
	name, s, problems := in.check()
	if len(problems) > 0 || name != "Handicap" {
		t.Fatalf("%q, %v", name, problems)
	}
	want := in.Settings
	want.BoardTime = "45 minutes"
	if diff := cmp.Diff(want, s); diff != "" {
		t.Errorf("settings (-want +got):\n%s", diff)
	}
	if _, _, problems := (SectionInput{Name: "Open", Settings: DefaultSettings()}).check(); len(problems) > 0 {
		t.Errorf("the usual settings: %v", problems)
	}
}

func TestASectionNamesEveryProblemAtOnce(t *testing.T) {
	bar, floor := scale.Rating(25), scale.Rating(-3)
	bad := SectionInput{Settings: Settings{
		System: "lottery", Komi: 0, BoardTime: strings.Repeat("x", 101), Handicap: scale.Setting{By: "age", Ceiling: 26, Reduction: -10},
		Seeding: "tarot", Seed: math.MaxInt64 + 1, Criteria: []pairing.Criterion{"luck"}, Apart: pairing.Apart{Firm: 100, Weak: -1},
		Acceleration: pairing.Acceleration{Rounds: -1, Points: -1}, Bar: &bar, Floor: &floor,
		TieBreaks: []pairing.TieBreak{"SOS", "SOS", "luck"}, Unplayed: "?", Weight: 2 * ratings.FullWeight,
	}}
	_, _, problems := bad.check()
	var got []string
	for _, p := range problems {
		got = append(got, p.Name)
	}
	want := "name system rounds komi board_time first_table handicap ceiling reduction seeding seed criteria apart_firm " +
		"apart_weak accelerated accelerated_points bar floor unplayed tie_breaks tie_breaks weight"
	if strings.Join(got, " ") != want {
		t.Errorf("problems at %q,\nwant        %q", strings.Join(got, " "), want)
	}
	for _, tt := range []struct {
		change func(s *Settings)
		field  string
	}{
		{func(s *Settings) { s.System, s.Bar = pairing.McMahon, rated("2.5") }, "bar"},
		{func(s *Settings) { s.System, s.Bar, s.Floor = pairing.McMahon, rated("1d"), rated("2d") }, "floor"},
		{func(s *Settings) { s.Komi = 0 }, "komi"},
		{func(s *Settings) { s.Handicap.By = scale.ByScore }, "handicap"}, // in a Swiss
		{func(s *Settings) {
			top := scale.Grade(1)
			s.System, s.Bands, s.Handicap.By, s.Handicap.Top = pairing.McMahon, []scale.Rating{0}, scale.ByScore, &top
		}, "no_handicap_above"},
		{func(s *Settings) { s.Komi = 201 }, "komi"},
		{func(s *Settings) { s.Komi = -201 }, "komi"},
		{func(s *Settings) { s.Rounds = 0 }, "rounds"},
		{func(s *Settings) { s.Rounds = 100 }, "rounds"},
		{func(s *Settings) { s.FirstTable = 9001 }, "first_table"},
		{func(s *Settings) { s.BoardSize = 4 }, "board_size"},
		{func(s *Settings) { s.BoardSize = 26 }, "board_size"},
		{func(s *Settings) { s.Weight = 0 }, "weight"},
		{func(s *Settings) { s.Seed = math.MaxInt64 + 1 }, "seed"},
	} {
		in := aSection("A", 5, tt.change)
		if _, _, problems := in.check(); len(problems) != 1 || problems[0].Name != tt.field {
			t.Errorf("%+v: problems %v, want one at %s", in, problems, tt.field)
		}
	}
}

func TestAnEntryIsChecked(t *testing.T) {
	section := Section{Settings: DefaultSettings()}
	in := EntryInput{
		Rating: rated("3d"), Club: " Wellington ", Absent: []int{4, 2, 4}, HalfByes: []int{1}, StartScore: 3,
	}
	var e Entry
	if problems := in.check(&e, section); len(problems) > 0 {
		t.Fatal(problems)
	}
	want := Entry{
		Rating: 30, RatingSource: FromDirector, Club: "Wellington", Absent: []int{2, 4}, HalfByes: []int{1}, EnteredIn: 1,
		StartScore: 3,
	}
	if diff := cmp.Diff(want, e, sameMoment); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	for _, bad := range []EntryInput{
		{Absent: []int{2, 9}, HalfByes: []int{0}, EnteredIn: 7, StartScore: -1},
		{Absent: []int{-1}, HalfByes: []int{6}, EnteredIn: -1, StartScore: 11},
	} {
		var got []string
		for _, p := range bad.check(&e, section) {
			got = append(got, p.Name)
		}
		if want := "absent half_byes entered_in start_score"; strings.Join(got, " ") != want {
			t.Errorf("problems at %q, want %q", got, want)
		}
	}
	both := EntryInput{Absent: []int{2}, HalfByes: []int{2}}
	if problems := both.check(&e, section); len(problems) != 1 || problems[0].Name != "half_byes" {
		t.Errorf("absent with a half-point bye: %v", problems)
	}
	kept := Entry{Rating: 21, RatingSource: FromList}
	if (EntryInput{Rating: rated("2.1")}).check(&kept, section); kept.RatingSource != FromList {
		t.Error("the rating of the list given again is no rating of the director's")
	}
}

func TestAnEventIsChecked(t *testing.T) {
	e, problems := EventInput{Name: " Kāpiti  Open ", Place: "Paraparaumu", From: day("2027-01-02")}.check()
	if len(problems) > 0 || e.Name != "Kāpiti Open" || e.To != e.From || e.Slug != "kapiti-open-2027" {
		t.Errorf("%+v, %v", e, problems)
	}
	_, problems = EventInput{
		Slug: "Not a slug", To: day("2027-01-02"), Place: strings.Repeat("x", 101), About: strings.Repeat("x", 4001),
	}.check()
	var got []string
	for _, p := range problems {
		got = append(got, p.Name)
	}
	if want := "name slug place from about"; strings.Join(got, " ") != want {
		t.Errorf("problems at %q, want %q", got, want)
	}
	for _, to := range []string{"2027-01-01", "2028-06-01"} {
		if _, problems := (EventInput{
			Name: "A", From: day("2027-01-02"), To: day(to),
		}).check(); len(problems) != 1 || problems[0].Name != "to" {
			t.Errorf("to %s: %v", to, problems)
		}
	}
}

func TestTableCards(t *testing.T) {
	a := Section{ID: 7, cardSecret: "one"}
	b := Section{ID: 7, cardSecret: "two"}
	token := a.CardToken(12)
	if id, table, ok := splitCard(" " + strings.ToUpper(token)); id != 7 || table != 12 || !ok {
		t.Errorf("splitCard(%q) = %d, %d, %v", token, id, table, ok)
	}
	if !a.opens(strings.ToUpper(token), 12) {
		t.Error("a card does not open its own table")
	}
	other := strings.Replace(token, "-12-", "-13-", 1)
	if a.opens(token, 13) || a.opens(other, 13) || b.opens(token, 12) {
		t.Error("a card opens another table, or one of another secret")
	}
	for _, bad := range []string{"", "7-12", "x-1-y", "7-0-abc", "-7-1-abc", "7-12-", strings.Repeat("9", 40) + "-1-a"} {
		if id, table, ok := splitCard(bad); ok && a.opens(bad, table) {
			t.Errorf("%q opens table %d of section %d", bad, table, id)
		}
	}
}

func TestCells(t *testing.T) {
	cell := func(kind pairing.Kind, opponent int, colour pairing.Colour, handicap int, points pairing.Score) Cell {
		return Cell{
			OpponentLine: opponent, Line: pairing.Line{Kind: kind, Colour: colour, Handicap: handicap, Points: points},
		}
	}
	for _, tt := range []struct {
		cell Cell
		want string
	}{
		{cell(pairing.KindGame, 23, pairing.White, 0, 2), "23+w"},
		{cell(pairing.KindGame, 4, pairing.Black, 2, 0), "4-b2"},
		{cell(pairing.KindGame, 4, pairing.Black, 0, 1), "4=b"},
		{cell(pairing.KindPending, 4, pairing.Black, 0, 0), "4?b"},
		{cell(pairing.KindDefault, 4, pairing.White, 0, 2), "4+!w"},
		{cell(pairing.KindBye, 0, "", 0, 2), "0+"},
		{cell(pairing.KindHalfBye, 0, "", 0, 1), "0="},
		{cell(pairing.KindAbsent, 0, "", 0, 0), "0-"},
	} {
		if got := tt.cell.text(); got != tt.want {
			t.Errorf("%+v = %q, want %q", tt.cell, got, tt.want)
		}
	}
}

func TestNamesStandInForMarks(t *testing.T) {
	name := func(id EntryID) string { return map[EntryID]string{1: "Aroha Ngata", 12: "王小明"}[id] }
	got := withNames(nameMark(1)+" floats down, "+nameMark(12)+" floats up", name)
	if want := "Aroha Ngata floats down, 王小明 floats up"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestSectionCalled(t *testing.T) {
	sections := []Section{{ID: 1, Name: "Open"}, {ID: 2, Name: "Handicap"}, {ID: 3, Name: "Handicap B"}}
	for _, tt := range []struct {
		text string
		want SectionID
	}{
		{"Open", 1}, {"open section", 1}, {"o", 1}, {"handicap", 2}, {"Hand", 0}, {"handicap b", 3}, {"", 0}, {"Youth", 0},
	} {
		if got, _ := sectionCalled(tt.text, sections); got.ID != tt.want {
			t.Errorf("sectionCalled(%q) = %d, want %d", tt.text, got.ID, tt.want)
		}
	}
	if got, ok := sectionCalled("", sections[:1]); !ok || got.ID != 1 {
		t.Error("the only section is not taken when the list names none")
	}
}
