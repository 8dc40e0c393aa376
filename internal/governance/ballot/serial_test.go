package ballot

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestParseSerial(t *testing.T) {
	s, err := NewSerial(seeded(1))
	if err != nil {
		t.Fatal(err)
	}
	plain := strings.ReplaceAll(s.String(), "-", "")
	for name, c := range map[string]struct {
		in string
		ok bool
	}{
		"as printed":        {s.String(), true},
		"without groups":    {plain, true},
		"lower case":        {strings.ToLower(s.String()), true},
		"with spaces":       {" " + strings.ReplaceAll(s.String(), "-", " ") + "\n", true},
		"from the QR code":  {s.QR(), true},
		"QR in lower case":  {strings.ToLower(s.QR()), true},
		"empty":             {"", false},
		"only hyphens":      {"----", false},
		"one symbol short":  {plain[1:], false},
		"one symbol more":   {plain + "0", false},
		"a U":               {"U" + plain[1:], false},
		"not ASCII":         {"é" + plain[1:], false},
		"full width":        {"７" + plain[1:], false},
		"endless":           {strings.Repeat("0", 1<<20), false},
		"another prefix":    {"SGZN:" + plain, false},
		"twelve of nothing": {"            ", false},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := ParseSerial(c.in)
			if (err == nil) != c.ok {
				t.Fatalf("error %v", err)
			}
			if c.ok && got != s || !c.ok && !got.IsZero() {
				t.Fatalf("got %s, want %s", got, s)
			}
		})
	}
}

func TestLettersThatLookLikeDigits(t *testing.T) {
	zero := Serial{strings.Repeat("0", serialSymbols)} // its check symbol is 0 too
	if got, err := ParseSerial("oO0o-OOOO-0000"); err != nil || got != zero {
		t.Errorf("O is read as 0: %v, %v", got, err)
	}
	for range 50 {
		s, _ := NewSerial(seeded(2))
		if got, err := ParseSerial(strings.NewReplacer("1", "l", "0", "o").Replace(s.String())); err != nil || got != s {
			t.Errorf("%s: %v, %v", s, got, err)
		}
		if got, err := ParseSerial(strings.ReplaceAll(s.String(), "1", "i")); err != nil || got != s {
			t.Errorf("%s: %v, %v", s, got, err)
		}
	}
}

// TestSerialCheck tries every wrong symbol and every exchange of two symbols.
func TestSerialCheck(t *testing.T) {
	random := seeded(3)
	for range 40 {
		s, err := NewSerial(random)
		if err != nil {
			t.Fatal(err)
		}
		for i := range serialSymbols {
			for _, c := range alphabet {
				wrong := s.symbols[:i] + string(c) + s.symbols[i+1:]
				if got, err := ParseSerial(wrong); err == nil && got != s {
					t.Fatalf("%s was taken for %s", wrong, s)
				}
			}
			for j := i + 1; j < serialSymbols; j++ {
				b := []byte(s.symbols)
				b[i], b[j] = b[j], b[i]
				if got, err := ParseSerial(string(b)); err == nil && got != s {
					t.Fatalf("%s was taken for %s", b, s)
				}
			}
		}
	}
}

func TestSerialsAreRandomAndEven(t *testing.T) {
	random := seeded(4)
	var count [serialSymbols][128]int
	seen := map[Serial]bool{}
	const n = 3200
	for range n {
		s, err := NewSerial(random)
		if err != nil || seen[s] {
			t.Fatalf("%s again, or %v", s, err)
		}
		seen[s] = true
		for i := range s.symbols {
			count[i][s.symbols[i]]++
		}
	}
	for i := range count {
		for _, c := range alphabet {
			if got := count[i][c]; got < 50 || got > 160 { // 100 expected, ± 6σ
				t.Errorf("symbol %d is %c %d times of %d", i, c, got, n)
			}
		}
	}
	if _, err := NewSerial(strings.NewReader("short")); err == nil {
		t.Error("a source that runs dry is an error")
	}
}

func TestSerialRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s, err := NewSerial(seeded(rapid.Byte().Draw(t, "seed")))
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range []string{s.String(), s.QR()} {
			if got, err := ParseSerial(text); err != nil || got != s {
				t.Fatalf("%q: %v, %v", text, got, err)
			}
		}
	})
}

func FuzzParseSerial(f *testing.F) {
	s, _ := NewSerial(seeded(5))
	f.Add(s.String())
	f.Add(s.QR())
	f.Add("nzgs:oil0-----")
	f.Fuzz(func(t *testing.T, in string) {
		got, err := ParseSerial(in)
		if err != nil {
			if !got.IsZero() || got.String() != "" {
				t.Fatal("a serial with an error")
			}
			return
		}
		if again, err := ParseSerial(got.String()); err != nil || again != got {
			t.Fatalf("%q gives %s, which gives %s, %v", in, got, again, err)
		}
	})
}
