package bank

import (
	"strings"
	"testing"

	"nzgs/internal/money"
	"nzgs/internal/sheet"
)

// A society books what is in its own currency, however the statement names that, and nothing else. No test of this package
// runs beside another.
func TestStatementsOfASocietyElsewhere(t *testing.T) {
	t.Cleanup(func() { _ = money.SetCurrency(money.NewZealand) })
	for _, c := range []struct {
		code    string
		own     []string // names of the currency in a column
		other   []string
		amounts map[string]money.Cents
	}{
		{"NZD", []string{"NZD", "nzd", "NZ$"}, []string{"AUD", "EUR", "AU$"}, map[string]money.Cents{
			"$25.00": 2500, "NZ$25.00 DR": -2500, "25.00 DR NZD": -2500, "$(25.00)": -2500, "-$25.00": -2500, "25.00 CR": 2500,
		}},
		{"EUR", []string{"EUR"}, []string{"NZ$", "NZD", "USD"}, map[string]money.Cents{"€25.00": 2500, "25,00 €": 2500, "-25,00 EUR": -2500}},
		{"AUD", []string{"AUD", "AU$"}, []string{"NZ$", "NZD"}, map[string]money.Cents{"AU$25.00": 2500, "$25.00-": -2500}},
		{"ZAR", []string{"ZAR"}, []string{"NZD"}, map[string]money.Cents{
			"25.00 DR": -2500, "25.00 CR": 2500, "R25.00 DR": -2500, "-R25.00": -2500, "R 25.00": 2500,
		}},
		{"SEK", []string{"SEK"}, []string{"NOK"}, map[string]money.Cents{"25,00 kr": 2500, "Kr 25,00": 2500, "-25,00 SEK": -2500, "25.00KR DR": -2500}},
	} {
		t.Run(c.code, func(t *testing.T) {
			if err := money.SetCurrency(c.code); err != nil {
				t.Fatal(err)
			}
			for text, want := range c.amounts {
				if got, ok := parseAmount(text); !ok || got != want {
					t.Errorf("%q is %d, %v", text, got, ok)
				}
			}
			for _, name := range append(c.own, c.other...) {
				s := &Statement{}
				rows := []sheet.Row{{Number: 1, Cells: []string{"Date", "Amount", "Currency"}}, {Number: 2, Cells: []string{"2026-11-21", "25.00", name}}}
				s.checkCurrency(rows, table{head: rows[0]})
				refused := len(s.Problems) > 0
				if own := strings.Contains(strings.Join(c.own, " "), name); refused == own {
					t.Errorf("%s in a column: refused %v", name, refused)
				}
			}
		})
	}
}
