package qr

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
	"rsc.io/qr/coding"
)

// slowPenalty counts module by module, as the standard words it.
func slowPenalty(c Code) int {
	n, total, dark := c.Size, 0, 0
	for _, at := range []func(line, i int) bool{
		func(line, i int) bool { return c.Dark(i, line) }, func(line, i int) bool { return c.Dark(line, i) },
	} {
		for line := range n {
			for i := 0; i < n; {
				run := 1
				for i+run < n && at(line, i+run) == at(line, i) {
					run++
				}
				if run >= 5 {
					total += 3 + run - 5
				}
				i += run
			}
			for i := 0; i+11 <= n; i++ {
				for _, e := range []string{"#.###.#....", "....#.###.#"} {
					k := 0
					for k < 11 && at(line, i+k) == (e[k] == '#') {
						k++
					}
					if k == 11 {
						total += 40
					}
				}
			}
		}
	}
	for y := range n {
		for x := range n {
			if c.Dark(x, y) {
				dark++
			}
			if x+1 < n && y+1 < n && c.Dark(x, y) == c.Dark(x+1, y) && c.Dark(x, y) == c.Dark(x, y+1) && c.Dark(x, y) == c.Dark(x+1, y+1) {
				total += 3
			}
		}
	}
	for part := 5; part <= 50; part += 5 { // of a hundred
		if 100*dark <= (50-part)*n*n || 100*dark >= (50+part)*n*n {
			total += 10
		}
	}
	return total
}

// longest is a text that fills a version to its last byte.
func longest(v coding.Version) string {
	n := v.DataBytes(level)
	for coding.String(strings.Repeat("x", n)).Bits(v) > v.DataBytes(level)*8 {
		n--
	}
	return strings.Repeat("https://go.example.nz/m/OKA42?x=%F0&7 ", n)[:n]
}

// The penalty that is found by bits is that which one counts, of codes of every size and of any modules.
func TestPenaltyIsAsOneCounts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := 17 + 4*rapid.IntRange(1, 40).Draw(t, "version")
		some := rapid.SliceOfN(rapid.Byte(), 1, 60).Draw(t, "modules")
		c := Code{n, make([]row, n)}
		for y := range c.rows {
			for i := range (n + 7) / 8 {
				c.rows[y].put(i, some[(y*7+i)%len(some)])
			}
			c.rows[y] = c.rows[y].and(first(n))
		}
		got, want := c.penalty(math.MaxInt), slowPenalty(c)
		if got != want {
			t.Fatalf("of %d modules on a side: %d, counted %d", n, got, want)
		}
		most := rapid.IntRange(0, 2*want+1).Draw(t, "most")
		if got := c.penalty(most); got < min(want, most) || got > want {
			t.Fatalf("of %d, asked as far as %d: %d", want, most, got)
		}
	})
	for v := coding.Version(1); v <= 40; v++ {
		_, c, err := encode(longest(v))
		if err != nil || c.Size != 17+4*int(v) {
			t.Fatalf("version %d: %d modules, %v", v, c.Size, err)
		}
		if got, want := c.penalty(math.MaxInt), slowPenalty(c); got != want {
			t.Errorf("version %d: %d, counted %d", v, got, want)
		}
	}
}

// The library draws the same code in a mask that is given to it, and the code that is taken is the one of the least
// penalty among the eight.
func TestMaskIsTheBest(t *testing.T) {
	for _, v := range []coding.Version{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 25, 40} {
		for _, text := range []string{longest(v), longest(v)[:len(longest(v))-1]} {
			best, err := Encode(text)
			if err != nil {
				t.Fatal(err)
			}
			p, drawn, err := encode(text)
			if err != nil {
				t.Fatal(err)
			}
			least := -1
			for mask, change := range p.masks {
				c := drawn.changed(change)
				by, err := coding.NewPlan(v, level, coding.Mask(mask))
				if err != nil {
					t.Fatal(err)
				}
				want, err := by.Encode(coding.String(strings.ToValidUTF8(text, "\uFFFD")))
				if err != nil {
					t.Fatal(err)
				}
				if !slices.Equal(codeOf(want).rows, c.rows) {
					t.Fatalf("version %d, mask %d is not as the library draws it", v, mask)
				}
				if s := slowPenalty(c); least < 0 || s < least {
					least = s
				}
			}
			if got := slowPenalty(best); got != least {
				t.Errorf("version %d: a code of penalty %d, and there is one of %d", v, got, least)
			}
		}
	}
	if _, err := Encode(strings.Repeat("a", 2332)); err == nil {
		t.Error("a text that is too long has a code")
	}
}

// zbarRead is what another program reads in codes, one picture each.
func zbarRead(t *testing.T, codes []Code) []string {
	t.Helper()
	const module = 3 // pixels
	dir := t.TempDir()
	args := []string{"-q", "--raw", "-Sbinary"}
	for i, c := range codes {
		side := (c.Size + 2*QuietModules) * module
		img := image.NewPaletted(image.Rect(0, 0, side, side), color.Palette{color.White, color.Black})
		for y := range c.Size * module {
			for x := range c.Size * module {
				if c.Dark(x/module, y/module) {
					img.SetColorIndex(x+QuietModules*module, y+QuietModules*module, 1)
				}
			}
		}
		var out bytes.Buffer
		if err := png.Encode(&out, img); err != nil {
			t.Fatal(err)
		}
		name := filepath.Join(dir, fmt.Sprintf("%03d.png", i))
		if err := os.WriteFile(name, out.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
		args = append(args, name)
	}
	var read []string
	for i, name := range args[3:] {
		out, err := exec.CommandContext(t.Context(), "zbarimg", append(args[:3:3], name)...).Output()
		if err != nil {
			t.Fatalf("code %d is not read: %v", i, err)
		}
		read = append(read, string(out))
	}
	return read
}

// Another program reads codes of versions 1 to 10, and the largest that we print, in each of the eight masks.
func TestEveryMaskIsRead(t *testing.T) {
	var codes []Code
	var texts []string
	for _, v := range []coding.Version{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 25} {
		text := longest(v)
		p, drawn, err := encode(text)
		if err != nil {
			t.Fatal(err)
		}
		for _, change := range p.masks {
			codes, texts = append(codes, drawn.changed(change)), append(texts, text)
		}
	}
	for i, got := range zbarRead(t, codes) {
		if got != texts[i] {
			t.Errorf("code %d is read as %q, not %q", i, got, texts[i])
		}
	}
}

// Every byte that a text can have is read back: ASCII signs, and those that letters of other scripts are made of. What is
// not UTF-8 is made to be.
func TestEveryByteIsRead(t *testing.T) {
	var texts []string
	for from := 0; from < 128; from += 32 {
		b := []byte("http://go.example.nz/")
		for i := range 32 {
			if from+i != 0 {
				b = append(b, byte(from+i))
			}
		}
		texts = append(texts, string(b))
	}
	texts = append(texts, "NZGS:7K3M9QTR5XHM", "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:")
	for _, s := range []string{"Ōtautahi, Māori, ñandú, ÿ", "碁 囲碁 바둑", "ไทย सुनीता محمد", "🐉👩‍👩‍👧"} {
		texts = append(texts, "http://go.example.nz/?q="+s)
	}
	var codes []Code
	for _, text := range texts {
		c, err := Encode(text)
		if err != nil {
			t.Fatal(err)
		}
		again, err := Encode(text)
		if err != nil || !slices.Equal(c.rows, again.rows) {
			t.Errorf("%q has another code the second time: %v", text, err)
		}
		codes = append(codes, c)
	}
	for i, got := range zbarRead(t, codes) {
		if got != texts[i] {
			t.Errorf("%q is read as %q", texts[i], got)
		}
	}
	if paper := codes[4]; paper.Size != 21 {
		t.Errorf("the code of a voting paper has %d modules on a side, not the 21 of the smallest", paper.Size)
	}
	bad, err := Encode("http://go.example.nz/\xff")
	if err != nil {
		t.Fatal(err)
	}
	if got := zbarRead(t, []Code{bad})[0]; got != "http://go.example.nz/\uFFFD" {
		t.Errorf("read as %q", got)
	}
}

func BenchmarkEncode(b *testing.B) {
	for b.Loop() {
		if _, err := Encode("https://go.example.org.nz/m/7KX4TQHZ2M"); err != nil {
			b.Fatal(err)
		}
	}
}
