package tournaments

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestParseRounds(t *testing.T) {
	for _, tt := range []struct {
		text string
		want []int
		ok   bool
	}{
		{"", nil, true},
		{"  ", nil, true},
		{"2", []int{2}, true},
		{"2, 4-5", []int{2, 4, 5}, true},
		{"4–5 2", []int{2, 4, 5}, true},
		{"R2; R3 & 3", []int{2, 3}, true},
		{"1 - 3", []int{1, 2, 3}, true},
		{"5-2", nil, false},
		{"0", nil, false},
		{"100", nil, false},
		{"two", nil, false},
		{"2-", nil, false},
		{"-2", nil, false},
		{"1-99999999999999999999", nil, false},
	} {
		got, err := ParseRounds(tt.text)
		if (err == nil) != tt.ok || !cmp.Equal(got, tt.want) {
			t.Errorf("ParseRounds(%q) = %v, %v; want %v, ok %v", tt.text, got, err, tt.want, tt.ok)
		}
	}
}

func TestRoundsAreReadAsTheyAreWritten(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		seen := map[int]bool{}
		var rounds []int
		for n := range maxRounds {
			if rapid.Bool().Draw(t, "in") && !seen[n+1] {
				rounds = append(rounds, n+1)
			}
		}
		got, err := ParseRounds(FormatRounds(rounds))
		if err != nil || !cmp.Equal(got, rounds) {
			t.Fatalf("%v is written %q and read %v, %v", rounds, FormatRounds(rounds), got, err)
		}
	})
}

func TestSlugs(t *testing.T) {
	for _, tt := range []struct{ name, want string }{
		{"New Zealand Go Congress", "new-zealand-go-congress-2027"},
		{"Ōtautahi Open 2027", "otautahi-open-2027"},
		{"  Hans' & Co: the 3rd! ", "hans-co-the-3rd-2027"},
		{"囲碁大会", "event-2027"},
		{strings.Repeat("long ", 40), strings.TrimSuffix(strings.Repeat("long-", 12), "-") + "-2027"},
	} {
		got := eventSlug(tt.name, 2027)
		if got != tt.want {
			t.Errorf("eventSlug(%q) = %q, want %q", tt.name, got, tt.want)
		}
	}
	if got := freeSlug("congress-2027", []string{"congress-2027", "congress-2027-2"}); got != "congress-2027-3" {
		t.Errorf("the third congress is at %q", got)
	}
	if got := freeSlug("results", nil); got != "results-2" {
		t.Errorf("a section may not stand at %q", got)
	}
}

// Whatever is written for rounds is refused, or read as rounds that can be written again: in order, each once, within bounds.
func FuzzParseRounds(f *testing.F) {
	for _, text := range []string{"2, 4-5", "R1 & r3", "1–99,1–99", "9-1", "", "０", "1-", "-1"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		rounds, err := ParseRounds(text)
		if err != nil {
			return
		}
		again, err := ParseRounds(FormatRounds(rounds))
		if err != nil || !slices.Equal(rounds, again) {
			t.Errorf("%q is %v, and written again %v (%v)", text, rounds, again, err)
		}
		for i, n := range rounds {
			if n < 1 || n > maxRounds || i > 0 && n <= rounds[i-1] {
				t.Errorf("%q is %v", text, rounds)
			}
		}
	})
}
