package reports

import (
	"strings"
	"testing"

	"nzgs/internal/qr"
)

// What a terminal draws are the light modules of the code, with a light zone around it.
func TestQRCodeInATerminal(t *testing.T) {
	const text = "http://192.168.1.20:8080"
	out, err := QRTerminal(text)
	if err != nil {
		t.Fatal(err)
	}
	code, err := encodeQR(text)
	if err != nil {
		t.Fatal(err)
	}
	n := code.Size
	lines := strings.Split(strings.TrimSuffix(out, "\n"), "\n")
	if len(lines) != (n+2*qr.QuietModules+1)/2 {
		t.Fatalf("%d lines for %d modules", len(lines), n)
	}
	for y := range n + 2*qr.QuietModules {
		line := []rune(lines[y/2])
		if len(line) != n+2*qr.QuietModules {
			t.Fatalf("line %d has %d places", y/2, len(line))
		}
		for x := range line {
			drawn := line[x] == '█' || line[x] == '▀' && y%2 == 0 || line[x] == '▄' && y%2 == 1
			light := true
			if cx, cy := x-qr.QuietModules, y-qr.QuietModules; cx >= 0 && cy >= 0 && cx < n && cy < n {
				light = !code.Dark(cx, cy)
			}
			if drawn != light {
				t.Fatalf("module %d, %d is drawn light: %t, want %t", x, y, drawn, light)
			}
		}
	}
	if _, err := QRTerminal(strings.Repeat("a", MaxCardURL+1)); err == nil {
		t.Error("a text that is too long has a code")
	}
}
