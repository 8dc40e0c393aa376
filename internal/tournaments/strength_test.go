package tournaments

import (
	"errors"
	"testing"

	"nzgs/internal/ratings/scale"
)

func TestStrengthsAsListsHaveThem(t *testing.T) {
	for _, tt := range []struct {
		text string
		want string // "" for a strength that has to be asked for
		said string
	}{
		{"3d", "3.0", ""}, {"3,4", "3.4", ""}, {"−2.3", "−2.3", ""}, {"15 kyu", "−14.0", ""},
		{"2 dan (AGA)", "2.0", "“2 dan (AGA)” is read as 2 dan. Grades of AGA may differ from ours: check it."},
		{"2d(AGA)", "2.0", "Grades of AGA may differ"}, {"AGA 2d", "2.0", "is read as 2 dan."},
		{"EGF 2100", "1.0", "“EGF 2100” is read as 1 dan."}, {"2143", "1.4", "“2143” is read as 1.4 (1 dan)."},
		{"2100 (EGF)", "1.0", "1 dan"}, {"GoR: 1850", "−1.5", "(3 kyu)"}, {"egf2100", "1.0", "1 dan"}, {"EGF -300", "−23.0", "24 kyu"},
		{"15k?", "−14.0", "“15k?” is read as 15 kyu. Check it with the player."}, {"~15k", "−14.0", "Check it"},
		{"ca. 3 kyu", "−2.0", "Check it"}, {"about 3d", "3.0", "Check it"}, {"5k OGS", "−4.0", "Grades of OGS"},
		{"AGA 3.25", "3.2", "3.2 (3 dan)"}, {"AGA -1.0", "1.0", ""}, {"AGA -4.5", "−2.5", "(4 kyu)"}, {"AGA 0.3", "", ""},
		{"1st dan", "1.0", "1 dan"}, {"2nd kyu", "−1.0", "2 kyu"}, {"shodan", "1.0", "1 dan"}, {"3段", "3.0", "3 dan"},
		{"5级", "−4.0", "5 kyu"}, {"2 dan amateur", "2.0", "2 dan"}, {"NZ 4k", "−3.0", "4 kyu"},
		{"banana", "", ""}, {"5k/4k", "", ""}, {"15-16k", "", ""}, {"3p", "", ""}, {"9999", "", ""}, {"?3?4?", "", ""}, {"k", "", ""},
		{"EGF", "", ""}, {"12 dan dan", "", ""}, {"99999999999999999999", "", ""},
	} {
		got, said, err := readStrength(tt.text)
		if tt.want == "" {
			var wrong *scale.ParseError
			if !errors.As(err, &wrong) {
				t.Errorf("%q: read as %v, %v", tt.text, got, err)
			}
			continue
		}
		if err != nil || got.String() != tt.want || !contains(said, tt.said) {
			t.Errorf("%q: %v, %q, %v; want %s, %q", tt.text, got, said, err, tt.want, tt.said)
		}
	}
	for _, none := range []string{"", " ", "-", "?", "n/a", "Unrated"} {
		if _, _, err := readStrength(none); !errors.Is(err, scale.ErrEmpty) {
			t.Errorf("%q: %v", none, err)
		}
	}
}

func FuzzStrength(f *testing.F) {
	for _, s := range []string{"2 dan (AGA)", "EGF 2100", "15k?", "AGA -4.5", "3段", "−9e99", "aga NaN", "aga inf"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		r, _, err := readStrength(text)
		if err == nil && (r < scale.MinRating || r > scale.MaxRating) {
			t.Fatalf("%q is %v", text, r)
		}
	})
}
