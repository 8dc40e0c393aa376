package constitution

import (
	"slices"
	"strings"
	"testing"
)

// Figures as people write them.
func TestFiguresAsPeopleWriteThem(t *testing.T) {
	for _, tt := range []struct{ figure, written, want string }{
		{"carry_over_after", "31 March", "31 March"},
		{"carry_over_after", "  31  march ", "31 March"},
		{"carry_over_after", "31st of March", "31 March"},
		{"carry_over_after", "the 1st of March", "1 March"},
		{"carry_over_after", "March 31", "31 March"},
		{"carry_over_after", "March 2nd", "2 March"},
		{"carry_over_after", "31 Mar.", "31 March"},
		{"carry_over_after", "1 Sept", "1 September"},
		{"carry_over_after", "03 April", "3 April"},
		{"carry_over_after", "03-31", "31 March"},
		{"carry_over_after", "28 February", "28 February"},
		{"carry_over_after", "29 February", "! 29 February does not come every year: enter 28 February or 1 March."},
		{"carry_over_after", "02-29", "29 February"}, // as it is stored: refused by Check
		{
			"carry_over_after", "31 February",
			"! 31 February does not exist: enter a day that comes every year, such as 31 March.",
		},
		{"carry_over_after", "31 June", "! 31 June does not exist: enter a day that comes every year, such as 31 March."},
		{"carry_over_after", "0 March", "! Enter a day that comes every year, such as 31 March."},
		{"carry_over_after", "31 March 2026", "! Leave out the year: enter a day that comes every year, such as 31 March."},
		{"carry_over_after", "31/3", "! Enter a day that comes every year, such as 31 March."},
		{"carry_over_after", "31", "! Enter a day that comes every year, such as 31 March."},
		{"carry_over_after", "31 Ma", "! Enter a day that comes every year, such as 31 March."},
		{"carry_over_after", "soon", "! Enter a day that comes every year, such as 31 March."},
		{"carry_over_after", "", "! Enter a day that comes every year, such as 31 March."},

		{"constitution_at_meeting", "two thirds", "at least two thirds"},
		{"constitution_at_meeting", "Two-thirds of those voting", "at least two thirds"},
		{"constitution_at_meeting", "at least 2/3", "at least two thirds"},
		{"constitution_at_meeting", "a two-thirds majority", "at least two thirds"},
		{"constitution_at_meeting", "⅔", "at least two thirds"},
		{"constitution_at_meeting", ">=2/3", "at least two thirds"},
		{"constitution_at_meeting", "≥ 2/3", "at least two thirds"},
		{"constitution_at_meeting", "not less than three quarters", "at least three quarters"},
		{"constitution_at_meeting", "more than three fifths", "more than three fifths"},
		{"constitution_at_meeting", "60%", "at least three fifths"},
		{"constitution_at_meeting", "55 per cent", "at least 11/20"},
		{"constitution_at_meeting", "sixty percent", "at least three fifths"},
		{"constitution_at_meeting", "more than half", "more than half"},
		{"constitution_at_meeting", "a simple majority", "more than half"},
		{"constitution_at_meeting", ">1/2", "more than half"},
		{"constitution_at_meeting", "all", "all"},
		{
			"constitution_at_meeting", "half",
			"! Enter a majority of more than half, such as more than half, at least two thirds or 60%.",
		},
		{
			"constitution_at_meeting", "one third",
			"! Enter a majority of more than half, such as more than half, at least two thirds or 60%.",
		},
		{
			"constitution_at_meeting", "3/2",
			"! Enter a majority of more than half, such as more than half, at least two thirds or 60%.",
		},
		{
			"constitution_at_meeting", "most",
			"! Enter a majority of more than half, such as more than half, at least two thirds or 60%.",
		},
		{
			"constitution_at_meeting", "",
			"! Enter a majority of more than half, such as more than half, at least two thirds or 60%.",
		},

		{"quorum", "12", "12"},
		{"quorum", "twelve", "12"},
		{"quorum", "Twenty-five members", "25"},
		{"quorum", "1 member", "1"},
		{"quorum", "12 days", "! Enter a whole number of members, such as 12."},
		{"quorum", "10.5", "! Enter a whole number of members, such as 12."},
		{"quorum", "+12", "! Enter a whole number of members, such as 12."},
		{"quorum", "012", "! Enter a whole number of members, such as 12."},
		{"quorum", "", "! Enter a whole number of members, such as 12."},
		{"quorum", strings.Repeat("1", 600), "! This is too long."},
		{"notice_days", "three weeks", "21"},
		{"notice_days", "21 days", "21"},
		{"agm_months", "two years", "24"},
		{"support_percent", "10%", "10"},
		{"support_percent", "ten percent", "10"},

		{"officers", "president, secretary and treasurer", "president, secretary and treasurer"},
		{"officers", "president, vice-president, secretary, treasurer", "president, vice-president, secretary and treasurer"},
		{"size", "12", `! There is no figure called "size".`},
	} {
		f, problems := shippedFigures.With(tt.figure, tt.written)
		got := ""
		if i := slices.IndexFunc(f.List(), func(g Figure) bool { return g.Name == tt.figure }); i >= 0 {
			got = f.List()[i].Value
		}
		if len(problems) > 0 {
			got = "! " + problems[0].Message
		}
		if got != tt.want {
			t.Errorf("%s %q: %s, want %s", tt.figure, tt.written, got, tt.want)
		}
	}
}

// What a figure reads as can be written again.
func TestFiguresReadAsTheyAreWritten(t *testing.T) {
	for _, f := range shippedFigures.List() {
		for _, text := range []string{f.Value, strings.TrimSpace(f.Value + " " + f.Unit)} {
			again, problems := shippedFigures.With(f.Name, text)
			if problems != nil || !slices.Equal(again.List(), shippedFigures.List()) {
				t.Errorf("%s %q: %v", f.Name, text, problems)
			}
		}
	}
	for num := 1; num <= 12; num++ {
		for den := num; den <= 12; den++ {
			for _, bound := range []Bound{MoreThan, AtLeast} {
				m := Majority{num, den, bound}
				if !m.Valid() {
					continue
				}
				got, problem := readMajority(m.String())
				if problem != "" || got.Num*m.Den != m.Num*got.Den || got.Bound != m.Bound {
					t.Errorf("%v reads %q, and again %v, %s", m, m, got, problem)
				}
			}
		}
	}
}

// No text makes reading a figure fail otherwise than by saying so.
func FuzzFiguresAsWritten(f *testing.F) {
	for i, text := range []string{
		"31 March", "two thirds", "60 per cent", "three weeks", "a and b, c", "½", ">=2/3", "\xff", "of of of",
	} {
		f.Add(uint8(i), text)
	}
	f.Fuzz(func(t *testing.T, which uint8, text string) {
		name := figureList[int(which)%len(figureList)].name
		before := shippedFigures.List()
		got, problems := shippedFigures.With(name, text)
		for i, g := range got.List() {
			if g.Name != name && g != before[i] {
				t.Fatalf("%s %q changed %s", name, text, g.Name)
			}
		}
		if !slices.Equal(shippedFigures.List(), before) {
			t.Fatalf("%s %q changed the figures before", name, text)
		}
		for _, p := range problems {
			if p.Name != name || p.Message == "" {
				t.Fatalf("%s %q: %+v", name, text, p)
			}
		}
	})
}
