package members

import (
	"slices"
	"testing"
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

func TestAGradeThatIsNone(t *testing.T) {
	f := PersonInput{FamilyName: "Tūī", Grade: "3.45"}.Check()
	if want := "Write a grade from 50k to 9d, such as 12k or 3d, or a rating from −49.0 to 12.9 with one decimal, such " +
		"as 3.4."; len(f) != 1 || f[0].Message != want {
		t.Errorf("3.45 is refused with %v, want %q", f, want)
	}
	if f := (PersonInput{FamilyName: "Tūī", Grade: " "}).Check(); len(f) != 0 {
		t.Errorf("no grade is refused with %v", f)
	}
	if got := (PersonInput{Grade: " "}).tidied().Grade + (PersonInput{Grade: "3 Dan"}).tidied().Grade; got != "3d" {
		t.Errorf("the grades are kept as %q", got)
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
