package events

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/pairing"
	"nzgs/internal/ratings/scale"
	"nzgs/internal/tournaments"
	"nzgs/web/kit"
)

// typed is a form with what was typed, of pairs: name, value.
func typed(pairs ...string) *kit.Filling {
	in := kit.NewFilling()
	for i := 0; i+1 < len(pairs); i += 2 {
		in.Add(pairs[i], pairs[i+1])
	}
	return in
}

// unread are the fields that could not be read.
func unread(in *kit.Filling) string {
	var e *apperr.Error
	if !errors.As(in.Refusal(nil), &e) {
		return ""
	}
	var names []string
	for _, f := range e.Fields {
		names = append(names, f.Name)
	}
	return strings.Join(names, " ")
}

func TestCriteriaStandInTheOrderOfTheirNumbers(t *testing.T) {
	usual := pairing.DefaultCriteria()
	filled := func(change ...string) *kit.Filling {
		in := kit.NewFilling()
		fillCriteria(in, nil)
		for i := 0; i+1 < len(change); i += 2 {
			in.Set(change[i], change[i+1])
		}
		return in
	}
	for _, tt := range []struct {
		name  string
		in    *kit.Filling
		want  []pairing.Criterion
		wrong string
	}{
		{"none given is none", typed(), nil, ""},
		{"blanks are none", typed("criterion_bye", " "), nil, ""},
		{"as they are filled in", filled(), usual, ""},
		{
			"one change moves one", filled("criterion_colours", "15"),
			[]pairing.Criterion{usual[0], pairing.CriterionColours, usual[1], usual[2], usual[3], usual[4], usual[6]}, "",
		},
		{
			"one without a number is not considered", typed("criterion_score_difference", "2", "criterion_bye", "0"),
			[]pairing.Criterion{pairing.CriterionBye, pairing.CriterionScore}, "",
		},
		{"what cannot be ordered is passed over", typed("criterion_lot", "1", "criterion_luck", "2"), nil, ""},
		{
			"every problem at once", typed(
				"criterion_bye", "-1", "criterion_score_difference", "1000", "criterion_floats", "x", "criterion_club", "5",
				"criterion_city", "05",
			), []pairing.Criterion{pairing.CriterionClub},
			"criterion_bye criterion_score_difference criterion_floats criterion_city",
		},
	} {
		got := readCriteria(tt.in)
		if wrong := unread(tt.in); wrong != tt.wrong || !slices.Equal(got, tt.want) {
			t.Errorf("%s: %v with problems at %q, want %v with problems at %q", tt.name, got, wrong, tt.want, tt.wrong)
		}
		if got := criteriaInOrder(tt.in); len(got) != len(pairing.Criteria()) {
			t.Errorf("%s: the form lists %v", tt.name, got)
		}
	}
	form := criteriaInOrder(typed("criterion_seeding", "1", "criterion_bye", "2", "criterion_club", "huge"))
	if form[0] != pairing.CriterionSeeding || form[1] != pairing.CriterionBye || form[2] != pairing.CriterionScore {
		t.Errorf("the form lists %v, want those with numbers first", form)
	}
}

// TestASectionIsReadAsItWasFilledIn, and what is left out is as usual.
func TestASectionIsReadAsItWasFilledIn(t *testing.T) {
	bar, floor := scale.MustParse("3d"), scale.MustParse("10k")
	want := tournaments.DefaultSettings()
	want.System, want.Rounds, want.Komi, want.BoardTime, want.FirstTable = pairing.McMahon, 6, 13, "45 minutes", 21
	want.Handicap = scale.Setting{By: scale.ByRating, Ceiling: 6, Reduction: 1, EvenUnderHalf: true}
	want.Seeding, want.Seed, want.Apart = pairing.SeedFold, 42, pairing.Apart{Firm: 3, Weak: 5}
	want.Bar, want.Floor, want.Bands = &bar, &floor, []scale.Rating{-140, -25, 10}
	want.Criteria = []pairing.Criterion{pairing.CriterionSeeding, pairing.CriterionScore}
	want.Acceleration = pairing.Acceleration{Rounds: 2, Points: 3}
	want.TieBreaks = []pairing.TieBreak{pairing.SOSM, pairing.SOSOSM}
	want.Unplayed, want.AbsenceHalf, want.HandicapInSOSM = pairing.UnplayedHalf, true, true
	want.Unpaired = tournaments.Unpaired{
		Bye: pairing.ByeHalf, HalvesDown: true, Reseed: pairing.Reseed{From: 4, Seeding: pairing.SeedRandom},
	}
	want.Rated, want.Weight = false, 750
	in := kit.NewFilling()
	in.Set("name", "Handicap")
	fillSettings(in, want)
	got := readSection(in, 7)
	if wrong := unread(in); wrong != "" || got.Name != "Handicap" || !sameSettings(got.Settings, want) {
		t.Errorf("problems at %q,\ngot  %+v\nwant %+v", wrong, got, want)
	}
	usual := tournaments.DefaultSettings()
	usual.Seed, usual.TieBreaks, usual.Rated, usual.Acceleration.Points = 7, nil, false, pairing.OnePoint
	in = typed("name", "Open", "rounds", "5", "tie_breaks", "")
	if got := readSection(in, 7); unread(in) != "" || !sameSettings(got.Settings, usual) {
		t.Errorf("problems at %q,\ngot  %+v\nwant %+v", unread(in), got.Settings, usual)
	}
}

// sameSettings compares what the settings say: bar and floor by their value.
func sameSettings(a, b tournaments.Settings) bool {
	text := func(s tournaments.Settings) string {
		in := kit.NewFilling()
		fillSettings(in, s)
		var out []string
		for _, f := range []string{
			"system", "rounds", "komi", "board_time", "board_size", "first_table", "handicap", "ceiling", "reduction", "even_under_half",
			"seeding", "seed", "bar", "floor", "bands", "accelerated", "accelerated_points", "apart_firm", "apart_weak",
			"tie_breaks", "unplayed", "bye", "halves_down", "reseed", "reseed_from", "absence_half", "handicap_in_sosm", "rated", "weight",
		} {
			out = append(out, f+"="+strings.Join(in.All(f), ","))
		}
		return strings.Join(out, " ")
	}
	return text(a) == text(b) && (len(a.Criteria) == 0 || slices.Equal(a.Criteria, b.Criteria))
}

func TestWhatCannotBeReadOfASection(t *testing.T) {
	for name, texts := range map[string]struct{ good, bad []string }{
		"komi":               {[]string{"", "6½", "6.5", "-7"}, []string{"6.4", "x"}},
		"rounds":             {[]string{"", "3"}, []string{"many", "1e3"}},
		"first_table":        {[]string{"", "21"}, []string{"x"}},
		"ceiling":            {[]string{"", "9"}, []string{"all"}},
		"reseed_from":        {[]string{"", "3"}, []string{"x"}},
		"reduction":          {[]string{"", "1"}, []string{"x"}},
		"seed":               {[]string{"", "42"}, []string{"-1", "x", "99999999999999999999"}},
		"apart_firm":         {[]string{"", "3"}, []string{"y"}},
		"apart_weak":         {[]string{"", "3"}, []string{"y"}},
		"accelerated":        {[]string{"", "2"}, []string{"x"}},
		"accelerated_points": {[]string{"", "1½"}, []string{"0", "0.3", "x"}},
		"bar":                {[]string{"", "3d", "3,4"}, []string{"99d", "0k", "best"}},
		"floor":              {[]string{"", "10k"}, []string{"99d", "0k"}},
		"bands":              {[]string{"", " , ", "1d, 15k;5k\n-2.5"}, []string{"1d, strong", "0k"}},
		"weight":             {[]string{"", "1", "0,75"}, []string{"2", "0", "x"}},
	} {
		for _, text := range texts.good {
			in := typed("name", "Open", name, text)
			if readSection(in, 1); unread(in) != "" {
				t.Errorf("%s %q: problems at %q", name, text, unread(in))
			}
		}
		for _, text := range texts.bad {
			in := typed("name", "Open", name, text)
			if readSection(in, 1); unread(in) != name {
				t.Errorf("%s %q: problems at %q", name, text, unread(in))
			}
		}
	}
}

func TestWhatCannotBeReadOfAnEntry(t *testing.T) {
	in := typed("rating", "3.44", "absent", "two", "half_byes", "x", "entered_in", "y", "start_score", "0.3")
	if readEntry(in); unread(in) != "rating absent half_byes entered_in start_score" {
		t.Errorf("problems at %q", unread(in))
	}
	in = typed("rating", "3 Dan", "absent", "2", "absent", "4-5", "half_byes", "1", "start_score", "1½")
	e := readEntry(in)
	if unread(in) != "" || *e.Rating != 30 || !slices.Equal(e.Absent, []int{2, 4, 5}) || !slices.Equal(e.HalfByes, []int{1}) ||
		e.EnteredIn != 0 || e.StartScore != 3 {
		t.Errorf("%+v, problems at %q", e, unread(in))
	}
	if e := readEntry(typed()); e.Rating != nil || e.Absent != nil || e.StartScore != 0 {
		t.Errorf("nothing typed is read as %+v", e)
	}
}
