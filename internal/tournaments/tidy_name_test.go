package tournaments

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"nzgs/internal/members"
)

func TestTidyNames(t *testing.T) {
	for _, tt := range []struct{ family, given, wantFamily, wantGiven string }{
		{"smith", "john", "Smith", "John"}, {"WANG", "Mei", "Wang", "Mei"}, {"WANG", "MEI", "Wang", "Mei"},
		{"SMITH, John", "", "Smith", "John"}, {"O'BRIEN", "SEÁN", "O'Brien", "Seán"}, {"o’brien", "pat", "O’Brien", "Pat"},
		{"MCDONALD", "ANN", "McDonald", "Ann"}, {"MACDONALD", "ANN", "Macdonald", "Ann"}, {"mcdonald", "ann", "McDonald", "Ann"},
		{"McDonald", "Ann", "McDonald", "Ann"}, {"deGroot", "Jan", "deGroot", "Jan"}, {"van dyk", "piet", "van Dyk", "Piet"},
		{"VAN DYK", "PIET", "Van Dyk", "Piet"}, {"TŪĪ", "AROHA", "Tūī", "Aroha"}, {"smith-jones", "mary ann", "Smith-Jones", "Mary Ann"},
		{"Smith", "JJ", "Smith", "JJ"}, {"LI", "Wei", "Li", "Wei"}, {"Lin", "j.", "Lin", "J."}, {"Lin", "J", "Lin", "J"},
		{"王", "小明", "王", "小明"}, {"Te Kanawa", "Aroha", "Te Kanawa", "Aroha"}, {"Smith", "John", "Smith", "John"}, {"", "", "", ""},
		{"x", "", "X", ""}, {"MC", "Al", "Mc", "Al"}, {"a", "AA", "A", "AA"}, {"A", "AA", "A", "AA"},
	} {
		if f, g := tidyName(tt.family, tt.given); f != tt.wantFamily || g != tt.wantGiven {
			t.Errorf("%q, %q: %q, %q; want %q, %q", tt.family, tt.given, f, g, tt.wantFamily, tt.wantGiven)
		}
	}
}

func TestSplitFullNames(t *testing.T) {
	for _, tt := range []struct{ full, family, given string }{
		{"SMITH, John", "SMITH", "John"}, {"SMITH John", "SMITH", "John"}, {"John SMITH", "SMITH", "John"},
		{"WANG Xiao Ming", "WANG", "Xiao Ming"}, {"Piet VAN DYK", "VAN DYK", "Piet"}, {"VAN DYK Piet", "VAN DYK", "Piet"},
		{"John Smith", "Smith", "John"}, {"JOHN SMITH", "SMITH", "JOHN"}, {"J SMITH", "SMITH", "J"}, {"john smith", "smith", "john"},
		{"John J Smith", "Smith", "John J"}, {"王小明", "王", "小明"}, {"Smith", "Smith", ""},
	} {
		if f, g := splitFull(tt.full); f != tt.family || g != tt.given {
			t.Errorf("%q: %q, %q; want %q, %q", tt.full, f, g, tt.family, tt.given)
		}
	}
}

// A tidied name is the same name, and tidying it again changes nothing.
func TestTidyNamesKeepTheirLetters(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.StringMatching(`[A-Za-zāŌ'’ .-]{0,20}`)
		family, given := name.Draw(t, "family"), name.Draw(t, "given")
		f, g := tidyName(family, given)
		if members.NameKey(f, g) != members.NameKey(family, given) {
			t.Fatalf("%q, %q became %q, %q", family, given, f, g)
		}
		if f2, g2 := tidyName(f, g); strings.TrimSpace(f2+g2) != strings.TrimSpace(f+g) && letterCount(f+g) > 2 {
			t.Fatalf("%q, %q became %q, %q", f, g, f2, g2)
		}
	})
}
