package scale

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestParse(t *testing.T) {
	cases := []struct {
		in    string
		want  Rating
		text  string
		grade string
		short string
	}{
		{"3d", 30, "3.0", "3 dan", "3d"},
		{"3 dan", 30, "3.0", "3 dan", "3d"},
		{" 3 DAN ", 30, "3.0", "3 dan", "3d"},
		{"3.4d", 34, "3.4", "3 dan", "3d"},
		{"3.4", 34, "3.4", "3 dan", "3d"},
		{"+3.4", 34, "3.4", "3 dan", "3d"},
		{"3,4", 34, "3.4", "3 dan", "3d"},
		{"3,4 Dan", 34, "3.4", "3 dan", "3d"},
		{"１ｋ", 0, "0.0", "1 kyu", "1k"},
		{"12 kyu.", -110, "−11.0", "12 kyu", "12k"},
		{"1d", 10, "1.0", "1 dan", "1d"},
		{"0.9", 9, "0.9", "1 kyu", "1k"},
		{"1.7999999999999998", 18, "1.8", "1 dan", "1d"}, // what arithmetic leaves in a spreadsheet
		{"-2,3000000000000003", -23, "−2.3", "4 kyu", "4k"},
		{"0.99999999999999989", 10, "1.0", "1 dan", "1d"},
		{"-0.9999999999", -10, "−1.0", "2 kyu", "2k"},
		{"1k", 0, "0.0", "1 kyu", "1k"},
		{"0", 0, "0.0", "1 kyu", "1k"},
		{"-0.0", 0, "0.0", "1 kyu", "1k"},
		{"-0.1", -1, "−0.1", "2 kyu", "2k"},
		{"-2.3", -23, "−2.3", "4 kyu", "4k"},
		{"−2.3", -23, "−2.3", "4 kyu", "4k"},
		{"15k", -140, "−14.0", "15 kyu", "15k"},
		{"15 kyu", -140, "−14.0", "15 kyu", "15k"},
		{"30K", -290, "−29.0", "30 kyu", "30k"},
		{"50k", -490, "−49.0", "50 kyu", "50k"},
		{"12.9", 129, "12.9", "12 dan", "12d"},
	}
	for _, c := range cases {
		t.Run(c.in, func(t *testing.T) {
			got, err := Parse(c.in)
			if err != nil || got != c.want {
				t.Fatalf("Parse(%q) = %d, %v; want %d", c.in, got, err, c.want)
			}
			if got.String() != c.text || got.Grade().String() != c.grade || got.Grade().Short() != c.short {
				t.Errorf("%d shows as %q, %q, %q; want %q, %q, %q",
					got, got, got.Grade(), got.Grade().Short(), c.text, c.grade, c.short)
			}
		})
	}
}

func TestParseRefuses(t *testing.T) {
	cases := []struct{ in, want string }{
		{"0d", "dan grades start at 1 dan"},
		{"0.5d", "dan grades start at 1 dan"},
		{"-3d", "dan grades start at 1 dan"},
		{"0k", "kyu grades start at 1 kyu"},
		{"-3k", "kyu grades start at 1 kyu"},
		{"3.4k", "kyu grades are whole numbers"},
		{"3.45", "one decimal place"},
		{"3.4500000000", "one decimal place"},
		{"3.49999999", "one decimal place"}, // too few digits to be a slip of arithmetic
		{"13.0", "between −49.0 and 12.9"},
		{"51k", "between −49.0 and 12.9"},
		{"99999999999999999999", "between −49.0 and 12.9"},
		{"3p", "professional grades"},
		{"3,4,5", "write a rating such as"},
		{"d", "write a rating such as"},
		{"3.", "write a rating such as"},
		{".5", "write a rating such as"},
		{"--3", "write a rating such as"},
		{"3d4", "write a rating such as"},
		{"three", "write a rating such as"},
		{"٣d", "write a rating such as"},
	}
	for _, c := range cases {
		t.Run(c.in, func(t *testing.T) {
			r, err := Parse(c.in)
			var parse *ParseError
			if !errors.As(err, &parse) {
				t.Fatalf("Parse(%q) = %v, %v; want a ParseError", c.in, r, err)
			}
			if parse.Input != c.in || !strings.Contains(err.Error(), c.want) {
				t.Errorf("Parse(%q): %v; want it to say %q", c.in, err, c.want)
			}
		})
	}
	for _, blank := range []string{"", "  ", "\t"} {
		if _, err := Parse(blank); !errors.Is(err, ErrEmpty) {
			t.Errorf("Parse(%q): %v; want ErrEmpty", blank, err)
		}
	}
}

// The register keeps what people state of themselves.
func TestStated(t *testing.T) {
	for in, want := range map[string]string{
		"3d": "3d", "3 Dan": "3d", "12 kyu": "12k", "１ｋ": "1k", "03d": "3d", "3,4": "3.4", "−2.3": "-2.3", "-14": "-14",
		"50k": "50k", "9d": "9d", "12.9": "12.9", "-49": "-49", "-49.0": "-49.0", "12 kyu.": "12k",
		"3.4d": "3.4", "3,4 Dan": "3.4", "3.0d": "3.0", "9.9d": "9.9", "+3": "3", "+2.5": "2.5",
	} {
		if got, err := Stated(in); err != nil || got != want {
			t.Errorf("Stated(%q) = %q, %v; want %q", in, got, err, want)
		}
	}
	for _, in := range []string{
		"", "10d", "0k", "51k", "strong", "3dx", "2024-01-01", "d3", "3.456", "3.45", "13.0", "13", "99", "-49.1", "-50",
		"3.4k", "3p", "-3d", "0.9d", "10.0d", "3.45d", "+3d", "+13",
	} {
		if got, err := Stated(in); err == nil {
			t.Errorf("Stated(%q) = %q, want a refusal", in, got)
		}
	}
	for r, want := range map[Rating]string{30: "3d", 34: "3.4", 0: "1k", -140: "15k", -23: "-2.3", 90: "9d", 120: "12.0"} {
		if got := r.Stated(); got != want {
			t.Errorf("%s is stated as %q, want %q", r, got, want)
		}
	}
}

// What is stated stays the same when it is read once more, and is the rating that was read.
func TestStatedIsReadAgain(t *testing.T) {
	typed := rapid.OneOf(
		rapid.StringMatching(`[-−+]?[0-9]{1,3}([.,][0-9]{1,2})?`),
		rapid.StringMatching(` ?[0-9]{1,3}([.,][0-9])? ?([dDkKp]|dan|Kyu)?\.?`),
		rapid.String(),
	)
	rapid.Check(t, func(t *rapid.T) {
		in := typed.Draw(t, "typed")
		stated, err := Stated(in)
		if err != nil {
			return
		}
		was, err1 := Parse(in)
		is, err2 := Parse(stated)
		if again, err := Stated(stated); err != nil || err1 != nil || err2 != nil || again != stated || was != is {
			t.Fatalf("%q becomes %q and then %q: %s and %s; %v, %v, %v", in, stated, again, was, is, err, err1, err2)
		}
	})
}

// People read a true minus; files and programs get the one on every keyboard.
func TestMinus(t *testing.T) {
	for _, c := range []struct {
		r            Rating
		shown, plain string
	}{
		{34, "3.4", "3.4"}, {0, "0.0", "0.0"}, {-1, "−0.1", "-0.1"}, {-140, "−14.0", "-14.0"},
	} {
		if c.r.String() != c.shown || c.r.Plain() != c.plain {
			t.Errorf("%d is shown as %q, written as %q; want %q, %q", int32(c.r), c.r, c.r.Plain(), c.shown, c.plain)
		}
	}
	if got := Milli(-50).String(); got != "−0.050" {
		t.Errorf("−50 thousandths are shown as %q", got)
	}
}

func TestRatingAsJSON(t *testing.T) {
	var got struct{ Rating, Bar Rating }
	if err := json.Unmarshal([]byte(`{"rating":"-2.3","bar":"4d"}`), &got); err != nil {
		t.Fatal(err)
	}
	out, err := json.Marshal(got)
	if want := `{"Rating":"-2.3","Bar":"4.0"}`; err != nil || string(out) != want {
		t.Errorf("read and written again: %s, %v; want %s", out, err, want)
	}
	if err := json.Unmarshal([]byte(`{"rating":"strong"}`), &got); err == nil {
		t.Error("an unreadable rating was accepted")
	}
}

func TestPublishedRounding(t *testing.T) {
	cases := []struct {
		milli Milli
		want  Rating
	}{
		{3449, 34}, {3450, 35}, {3451, 35}, {3499, 35},
		{49, 0}, {50, 1}, {0, 0}, {-50, 0}, {-51, -1}, {-49, 0},
		{-2349, -23}, {-2350, -23}, {-2351, -24}, {-2400, -24},
	}
	for _, c := range cases {
		if got := c.milli.Published(); got != c.want {
			t.Errorf("%s published as %s; want %s", c.milli, got, c.want)
		}
	}
}

func TestEveryRatingSurvivesItsText(t *testing.T) {
	for r := MinRating; r <= MaxRating; r++ {
		if back, err := Parse(r.String()); err != nil || back != r {
			t.Fatalf("%d written as %s is read as %d, %v", r, r, back, err)
		}
		if r.Milli().Published() != r {
			t.Fatalf("%s to thousandths and back is %s", r, r.Milli().Published())
		}
		if g, err := Parse(r.Grade().Short()); err != nil || g != r.Grade().Rating() || g > r || r-g > 9 {
			t.Fatalf("%s has grade %s, which is read as %s, %v", r, r.Grade(), g, err)
		}
	}
}

func TestHandicap(t *testing.T) {
	byRating := Setting{By: ByRating}
	cases := []struct {
		name    string
		a, b    string
		setting Setting
		stones  int
		komi    HalfPoints
		offered bool
		says    string
	}{
		// The table of the rules' explanation.
		{"3.6 apart", "3.4", "-0.2", byRating, 4, 0, false, "3.4 − (−0.2) = 3.6, rounded up 4: 4 stones, no komi"},
		{"exactly a half", "3.5", "3.0", byRating, 1, 0, false, "3.5 − 3.0 = 0.5, rounded up 1: Black first, no komi"},
		{
			"under a half", "3.4", "3.0", byRating, 1, 0, true,
			"3.4 − 3.0 = 0.4, rounded up 1: Black first, no komi (less than half a stone apart: the players may choose an " +
				"even game)",
		},
		{"whole stones stay whole", "4.4", "1.4", byRating, 3, 0, false, "4.4 − 1.4 = 3.0: 3 stones, no komi"},
		{"equal", "2.2", "2.2", byRating, 0, 14, false, "2.2 − 2.2 = 0.0: even, komi 7"},

		{"the stronger is White in either order", "-0.2", "3.4", byRating, 4, 0, false, "3.4 − (−0.2) = 3.6"},
		{
			"5 dan v 15 kyu without a ceiling", "5d", "15k", Setting{By: ByRating, Ceiling: 99}, 19, 0, false, "19.0: 19 stones",
		},
		{"default ceiling", "5d", "15k", byRating, 9, 0, false, "at most 9: 9 stones"},
		{"nine needs no ceiling", "5d", "-4.0", byRating, 9, 0, false, "9.0: 9 stones"},
		{"own ceiling", "5d", "15k", Setting{By: ByRating, Ceiling: 4}, 4, 0, false, "at most 4: 4 stones"},
		{
			"reduction", "3.4", "-0.2", Setting{By: ByRating, Reduction: 1}, 3, 0, false, "rounded up 4, reduced by 1: 3 stones",
		},
		{
			"reduction before ceiling", "5d", "-5.0", Setting{By: ByRating, Reduction: 1}, 9, 0, false, "reduced by 1: 9 stones",
		},
		{"reduced to even", "3.4", "3.0", Setting{By: ByRating, Reduction: 2}, 0, 14, false, "reduced by 1: even, komi 7"},
		{
			"even under a half by setting", "3.4", "3.0", Setting{By: ByRating, EvenUnderHalf: true}, 0, 14, false,
			"under half a stone by this event's setting: even, komi 7",
		},
		{
			"that setting stops at a half", "3.5", "3.0", Setting{By: ByRating, EvenUnderHalf: true}, 1, 0, false, "Black first",
		},
		{"switched off", "5d", "15k", Setting{By: ByNone}, 0, 14, false, "no handicaps in this event: even, komi 7"},
		{"zero setting", "5d", "15k", Setting{}, 0, 14, false, "no handicaps in this event"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			h := Between(MustParse(c.a), MustParse(c.b), c.setting)
			if h.Stones != c.stones || h.Komi != c.komi || h.EvenOffered != c.offered {
				t.Errorf("%s v %s: %d stones, komi %s, even offered %v; want %d, %s, %v",
					c.a, c.b, h.Stones, h.Komi, h.EvenOffered, c.stones, c.komi, c.offered)
			}
			if !strings.Contains(h.String(), c.says) {
				t.Errorf("says %q; want %q in it", h, c.says)
			}
		})
	}
}

func TestEvenKomiOfAnEvent(t *testing.T) {
	even := Between(22, 22, Setting{By: ByRating}).WithEvenKomi(13)
	if even.Komi != 13 || even.String() != "2.2 − 2.2 = 0.0: even, komi 6½" {
		t.Errorf("%+v says %q", even, even)
	}
	if h := Between(32, 22, Setting{By: ByRating}).WithEvenKomi(13); h.Komi != 0 {
		t.Errorf("a handicap game got komi %s", h.Komi)
	}
	for points, want := range map[HalfPoints]string{0: "0", 1: "½", -1: "−½", 13: "6½", -13: "−6½", 14: "7"} {
		if points.String() != want {
			t.Errorf("%d half points shown as %q; want %q", int32(points), points, want)
		}
	}
}

func TestHandicapProperties(t *testing.T) {
	rating := rapid.Custom(func(t *rapid.T) Rating {
		return Rating(rapid.Int32Range(int32(MinRating), int32(MaxRating)).Draw(t, "rating"))
	})
	rapid.Check(t, func(t *rapid.T) {
		a, b := rating.Draw(t, "a"), rating.Draw(t, "b")
		s := Setting{
			By: ByRating, Ceiling: rapid.IntRange(1, 20).Draw(t, "ceiling"),
			Reduction: rapid.IntRange(0, 5).Draw(t, "reduction"), EvenUnderHalf: rapid.Bool().Draw(t, "even"),
		}
		h := Between(a, b, s)
		if h != Between(b, a, s) {
			t.Fatal("the order of the players matters")
		}
		if h.Stones < 0 || h.Stones > s.Ceiling || (h.Komi == 0) != (h.Stones > 0) {
			t.Fatalf("%+v", h)
		}
		if full := Between(a, b, Setting{By: ByRating, Ceiling: 99}); 10*full.Stones < int(h.Difference) ||
			10*full.Stones-int(h.Difference) > 9 {
			t.Fatalf("difference %s is not rounded up: %d", h.Difference, full.Stones)
		}
	})
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{"3d", "3.4 dan", "-2.3", "−2.3", "15k", "1e9", "..", "-", "١"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		r, err := Parse(text)
		if err != nil {
			return
		}
		if back, err := Parse(r.String()); err != nil || back != r {
			t.Fatalf("%q read as %s, which is read as %s, %v", text, r, back, err)
		}
	})
}

func TestParseHalfPoints(t *testing.T) {
	for _, tt := range []struct {
		text string
		want HalfPoints
		ok   bool
	}{
		{"0", 0, true}, {"7", 14, true}, {"6.5", 13, true}, {"6½", 13, true}, {"6,5", 13, true},
		{"½", 1, true}, {"0.5", 1, true}, {".5", 1, true}, {"1 1/2", 3, true}, {"7.0", 14, true},
		{"-0.5", -1, true}, {"−½", -1, true}, {"-3", -6, true}, {" 7 ", 14, true},
		{"", 0, false}, {"6.4", 0, false}, {"x", 0, false}, {"1000", 0, false}, {"--1", 0, false}, {"1e3", 0, false},
	} {
		if got, ok := ParseHalfPoints(tt.text); ok != tt.ok || got != tt.want {
			t.Errorf("ParseHalfPoints(%q) = %d, %v; want %d, %v", tt.text, got, ok, tt.want, tt.ok)
		}
	}
}
