package constitution

import (
	"slices"
	"strings"
	"testing"
	"time"
)

// marked writes pieces as "Ten [goes: members] [comes: people] shall".
func marked(pieces []Piece) string {
	var b strings.Builder
	for _, p := range pieces {
		if p.Kind == PieceStays {
			b.WriteString(p.Text)
			continue
		}
		b.WriteString("[" + string(p.Kind) + ": " + p.Text + "]")
	}
	return b.String()
}

func TestWhatAChangeMakesOfAText(t *testing.T) {
	for _, tt := range []struct{ name, before, after, want string }{
		{"nothing", "Ten shall suffice.", "Ten shall suffice.", "Ten shall suffice."},
		{
			"a word", "Ten members shall suffice.", "Twelve members shall suffice.",
			"[goes: Ten][comes: Twelve] members shall suffice.",
		},
		{"a word in between", "Ten shall suffice.", "Ten members shall suffice.", "Ten [comes: members ]shall suffice."},
		{"a word less", "Ten members shall suffice.", "Ten shall suffice.", "Ten [goes: members ]shall suffice."},
		{"the end", "Ten shall suffice", "Ten shall suffice from now on", "Ten shall suffice[comes:  from now on]"},
		{
			"two words beside each other, together", "The old rule stands.", "The new law stands.",
			"The [goes: old rule][comes: new law] stands.",
		},
		{
			"two changes apart", "One a two b three", "Uno a two b tres",
			"[goes: One][comes: Uno] a two b [goes: three][comes: tres]",
		},
		{"all of it", "One two", "Three four five", "[goes: One two][comes: Three four five]"},
		{"a new text", "", "Ten.", "[comes: Ten.]"},
		{"none left", "Ten.", "", "[goes: Ten.]"},
		{"no texts", "", "", ""},
		{
			"only where lines break", "Ten members\nshall suffice.", "Ten members shall\nsuffice.",
			"Ten members shall\nsuffice.",
		},
		{"lines", "a) One\nb) Two", "a) One\nb) Two\nc) Three", "a) One\nb) Two[comes: \nc) Three]"},
		{"macrons and other scripts", "Ngā mema tekau 十人", "Ngā mema tekau mā rua 十人", "Ngā mema tekau [comes: mā rua ]十人"},
	} {
		if got := marked(CompareWords(tt.before, tt.after)); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
	}
}

// Texts that are long and have nothing in common take little time.
func TestHostileTextsAreComparedWithinBounds(t *testing.T) {
	words := func(word string, n int) string { return strings.Repeat(word+" ", n) }
	alternating := strings.Repeat("a b ", 4000)
	for name, texts := range map[string][2]string{
		"nothing in common":    {words("a", 200_000), words("b", 200_000)},
		"within the bound":     {words("a", 4000), words("b", 4000)},
		"the other way round":  {alternating, "b " + strings.Repeat("b a ", 3999)},
		"one word without end": {strings.Repeat("a", 1<<20), strings.Repeat("b", 1<<20)},
		"only blanks":          {strings.Repeat(" ", 1<<20), strings.Repeat("\n", 1<<20)},
	} {
		began := time.Now()
		checkPieces(t, texts[0], texts[1])
		if took := time.Since(began); took > 2*time.Second {
			t.Errorf("%s: %s", name, took)
		}
	}
}

// checkPieces: what stays or goes has the words of the text before, what stays or comes the
// text after, and no two pieces of a kind stand beside each other.
func checkPieces(t *testing.T, before, after string) {
	t.Helper()
	var old, now strings.Builder
	last := PieceKind("")
	for _, p := range CompareWords(before, after) {
		if p.Kind != PieceComes {
			old.WriteString(p.Text)
		}
		if p.Kind != PieceGoes {
			now.WriteString(p.Text)
		}
		if p.Text == "" || p.Kind == last {
			t.Fatalf("%q to %q: a piece %+v after %s", before, after, p, last)
		}
		last = p.Kind
	}
	if !slices.Equal(strings.Fields(old.String()), strings.Fields(before)) || now.String() != after {
		t.Fatalf("%q to %q: the pieces are %q and %q", before, after, old.String(), now.String())
	}
}

func FuzzCompareWords(f *testing.F) {
	f.Add("Ten members shall suffice.", "Twelve members suffice.")
	f.Add("a b c a b b a", "c b a b a c")
	f.Add(" a  b\n", "\xff a\tb")
	f.Fuzz(func(t *testing.T, before, after string) {
		if len(before)+len(after) > 1<<14 {
			return
		}
		checkPieces(t, before, after)
	})
}
