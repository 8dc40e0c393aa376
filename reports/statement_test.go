package reports

import (
	"io"
	"strings"
	"testing"

	"nzgs/internal/civil"
	"nzgs/internal/money"
)

// A statement is a letter where the address is known, and calls its balance what it is: nothing is to pay where no invoice is
// open, and what others paid is not the reader's.
func TestAStatementIsALetterAndSaysWhoseItsBalanceIs(t *testing.T) {
	day := civil.MustParseDate("2026-09-01")
	line := func(amount int64) []StatementLine {
		return []StatementLine{{day, "Invoice", 0}, {day, "Line", money.Cents(amount)}}
	}
	for name, tt := range map[string]struct {
		Statement
		want, not string
	}{
		"with an address": {Statement{Address: "1 Hill Road\nŌtaki 5512", Lines: line(500), Open: []OpenInvoice{{Number: "I-1", Due: day, Open: 500}}},
			"1 Hill Road|Balance to pay", ""},
		"nothing is open":     {Statement{Lines: line(0)}, "No invoice is open.|Balance", "to pay"},
		"their own credit":    {Statement{Lines: line(-500), Credit: 500}, "Your credit", "theirs"},
		"the money of others": {Statement{Lines: line(-500), Others: 500}, "paid by others and theirs", "Your credit"},
	} {
		tt.To, tt.Until, tt.HowToPay = "Aroha Tūī", day, true
		var all []string
		pdf := written(t, func(w io.Writer) error { return press.StatementPDF(w, tt.Statement) })
		for _, page := range textsOf(t, pdf) {
			for _, p := range page {
				all = append(all, p.text)
				if down := 297 - p.y*25.4/72; p.text == "1 Hill Road" && (down < 50 || down > 84) {
					t.Errorf("%s: the address is %.0f mm from the top", name, down)
				}
			}
		}
		text := strings.Join(all, "\n")
		for _, want := range strings.Split(tt.want, "|") {
			if !strings.Contains(text, want) {
				t.Errorf("%s: %q is missing in\n%s", name, want, text)
			}
		}
		if tt.not != "" && strings.Contains(text, tt.not) {
			t.Errorf("%s: it says %q\n%s", name, tt.not, text)
		}
	}
}
