package members

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"nzgs/internal/ratings/scale"
)

func TestFold(t *testing.T) {
	for in, want := range map[string]string{
		"Tūī":           "tui",
		"TU\u0304I":     "tui", // the macron as a combining character
		"O’Brien":       "obrien",
		"O'Brien":       "obrien",
		"O‘Brien":       "obrien",
		"O`Brien":       "obrien",
		"J.R. Hēnare":   "jr henare",
		"Hone 2":        "hone 2",
		"Smith-Jones":   "smith jones",
		"  van  der Ä ": "van der a",
		"Nguyễn":        "nguyen",
		"Đặng":          "dang",
		"Ｗａｎｇ":          "wang", // full width
		"王小明":           "王小明",
		"が":             "が", // the sound mark is no diacritic
		"김민준":           "김민준",
		"Łukasz Straße": "lukasz strasse",
		"%_":            "",
	} {
		if got := Fold(in); got != want {
			t.Errorf("Fold(%q) = %q, want %q", in, got, want)
		}
	}
}

// Bug: an ʻokina stayed in the key of a name, so that Kaʻahumanu with another
// apostrophe or none was somebody else.
func TestAnOkinaIsAnApostropheLikeAnyOther(t *testing.T) {
	for _, in := range []string{"Kaʻahumanu", "Ka’ahumanu", "Ka'ahumanu", "Kaahumanu"} {
		if got := Fold(in); got != "kaahumanu" {
			t.Errorf("Fold(%q) = %q", in, got)
		}
	}
}

func TestPhoneKey(t *testing.T) {
	for in, want := range map[string]string{
		"021 555 012":       "021555012",
		"+64 21 555 012":    "021555012",
		"+64 (0)21 555-012": "021555012",
		"0064 21 555012":    "021555012",
		"(04) 555 0123":     "045550123",
		"+81 3 5555 0123":   "81355550123",
		"64 555 0123":       "645550123", // without the plus it is no country's
		"":                  "",
	} {
		if got := PhoneKey(in); got != want {
			t.Errorf("PhoneKey(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestNamesAsPeopleWriteThem(t *testing.T) {
	for _, tt := range []struct {
		name         Name
		want, listed string
	}{
		{Name{Family: "Tūī", Given: "Aroha", Order: GivenFirst}, "Aroha Tūī", "Tūī, Aroha"},
		{Name{Family: "王", Given: "小明", Order: FamilyFirst}, "王小明", "王小明"},
		{Name{Family: "田中", Given: "太郎", Order: FamilyFirst}, "田中太郎", "田中太郎"},
		{Name{Family: "김", Given: "민준", Order: FamilyFirst}, "김민준", "김민준"},
		{Name{Family: "Nguyễn", Given: "Văn An", Order: FamilyFirst}, "Nguyễn Văn An", "Nguyễn Văn An"},
		{Name{Family: "Moana", Given: "", Order: GivenFirst}, "Moana", "Moana"},
	} {
		if got := tt.name.String(); got != tt.want {
			t.Errorf("%+v is written %q, want %q", tt.name, got, tt.want)
		}
		if got := tt.name.Listed(); got != tt.listed {
			t.Errorf("%+v is listed %q, want %q", tt.name, got, tt.listed)
		}
	}
}

func TestSplitName(t *testing.T) {
	for _, tt := range []struct {
		full, family, given string
		ok                  bool
	}{
		{"Aroha Tūī", "Tūī", "Aroha", true},
		{"Tūī, Aroha Jane", "Tūī", "Aroha Jane", true},
		{"王小明", "王", "小明", true},
		{"田中 太郎", "田中", "太郎", true},
		{"Moana", "Moana", "", false},
		{"Tūī,", "Tūī", "", false},
		{", Aroha", "", "Aroha", false},
		{"王", "王", "", false},
		{"山田花太郎", "山田花太郎", "", false}, // too long to say where the family name ends
		{"Ngata", "Ngata", "", false},
		{"Moa", "Moa", "", false},
	} {
		f, g, ok := SplitName(tt.full)
		if f != tt.family || g != tt.given || ok != tt.ok {
			t.Errorf("SplitName(%q) = %q, %q, %v; want %q, %q, %v", tt.full, f, g, ok, tt.family, tt.given, tt.ok)
		}
	}
}

func TestGuessOrder(t *testing.T) {
	for _, tt := range []struct {
		family, given string
		want          NameOrder
	}{
		{"Tūī", "Aroha", GivenFirst}, {"王", "小明", FamilyFirst}, {"王", "", FamilyFirst}, {"王", "Xiaoming", GivenFirst},
		{"Wang", "小明", GivenFirst}, {"Moana", "", GivenFirst},
	} {
		if got := GuessOrder(tt.family, tt.given); got != tt.want {
			t.Errorf("%s, %s: %s first, want %s", tt.family, tt.given, got, tt.want)
		}
	}
}

func TestSortKeyOrdersAsAListDoes(t *testing.T) {
	want := [][2]string{
		{"Ng", "Zoe"}, {"Ngata", "Ana"}, {"ngata", "Bob"}, {"O’Brien", "Ann"},
		{"Tūī", "Aroha"}, {"Tui", "Zac"}, {"Tūī", "Zac"}, {"Tuimavave", "Ana"}, {"Zhang", "Wei"}, {"王", "小明"},
	}
	keys := make([]string, len(want))
	for i, n := range want {
		keys[i] = SortKey(n[0], n[1])
	}
	if !slices.IsSorted(keys) {
		for i := 1; i < len(keys); i++ {
			if keys[i-1] > keys[i] {
				t.Errorf("%v sorts after %v", want[i-1], want[i])
			}
		}
	}
	if keys[0] != SortKey("Ng", "Zoe") {
		t.Error("the same name has two keys")
	}
}

func TestNormalGrade(t *testing.T) {
	for in, want := range map[string]string{
		"3d": "3d", "3 Dan": "3d", "12 kyu": "12k", "１ｋ": "1k", "03d": "3d", "3,4": "3.4", "−2.3": "-2.3", "": "",
		"-14": "-14",
		"50k": "50k", "9d": "9d", "12.9": "12.9", "-49": "-49", "-49.0": "-49.0", "12 kyu.": "12k",
		"3.4d": "3.4", "3,4 Dan": "3.4", "3.0d": "3.0", "9.9d": "9.9", "+3": "3", "+2.5": "2.5",
	} {
		if got, ok := NormalGrade(in); !ok || got != want {
			t.Errorf("NormalGrade(%q) = %q, %v; want %q", in, got, ok, want)
		}
	}
	for _, in := range []string{
		"10d", "0k", "51k", "strong", "3dx", "2024-01-01", "d3", "3.456", "3.45", "13.0", "13", "99", "-49.1", "-50", "3.4k",
		"3p", "-3d", "0.9d", "10.0d", "3.45d", "+3d", "+13",
	} {
		if got, ok := NormalGrade(in); ok {
			t.Errorf("NormalGrade(%q) = %q, want a refusal", in, got)
		}
	}
	f := PersonInput{FamilyName: "Tūī", Grade: "3.45"}.Check()
	if want := "Write a grade from 50k to 9d, such as 12k or 3d, or a rating from −49.0 to 12.9 with one decimal, such " +
		"as 3.4."; len(f) != 1 || f[0].Message != want {
		t.Errorf("3.45 is refused with %v, want %q", f, want)
	}
}

// People read a true minus; files keep the strength as it is stored.
func TestDeclaredStrength(t *testing.T) {
	for grade, want := range map[string]string{"": "", "3d": "3d", "3.4": "3.4", "-2.3": "−2.3", "-14": "−14"} {
		if got := (Person{Grade: grade}).Strength(); got != want {
			t.Errorf("%q is shown as %q, want %q", grade, got, want)
		}
	}
}

// Every strength the register takes is one that a rating can begin from.
func TestEveryNormalGradeIsARating(t *testing.T) {
	typed := rapid.OneOf(
		rapid.StringMatching(`[-−+]?[0-9]{1,3}([.,][0-9]{1,2})?`),
		rapid.StringMatching(` ?[0-9]{1,3}([.,][0-9])? ?([dDkKp]|dan|Kyu)?\.?`),
		rapid.String(),
	)
	rapid.Check(t, func(t *rapid.T) {
		in := typed.Draw(t, "typed")
		grade, ok := NormalGrade(in)
		if !ok || grade == "" {
			return
		}
		if _, err := scale.Parse(grade); err != nil {
			t.Fatalf("the register takes %q as %q: %v", in, grade, err)
		}
		if again, ok := NormalGrade(grade); !ok || again != grade {
			t.Fatalf("%q becomes %q and then %q, %v", in, grade, again, ok)
		}
	})
}

func TestPersonInputSaysEverythingAtOnce(t *testing.T) {
	in := PersonInput{Email: "aroha@", Phone: "12", Grade: "strong", PublicAs: ByAlias}
	var names []string
	for _, f := range in.Check() {
		names = append(names, f.Name)
	}
	if want := []string{"family_name", "email", "phone", "alias", "grade"}; !slices.Equal(names, want) {
		t.Errorf("problems with %v, want %v", names, want)
	}
	ok := PersonInput{FamilyName: "Tūī", GivenNames: "Aroha", Email: "aroha@example.nz", Phone: "021 555 012", Grade: "3d"}
	if f := ok.Check(); f != nil {
		t.Errorf("a good input: %v", f)
	}
}
