package money

import (
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
)

// Currency is money that is counted in hundredths.
type Currency struct {
	Code   string // of ISO 4217: "NZD"
	Symbol string // before an amount: "$"; behind it where After says so: " kr"
	Units  string // as one says it: "dollars and cents"
	After  bool   // as where the currency is used: "1,234.50 zł"
}

// Sign is the symbol by itself.
func (c Currency) Sign() string { return strings.TrimSpace(c.Symbol) }

// around puts the symbol to the figures of an amount.
func (c Currency) around(figures string) string {
	if c.After {
		return figures + c.Symbol
	}
	return c.Symbol + figures
}

// NewZealand is the currency of a society that has not said another.
const NewZealand = "NZD"

// currencies are those that a society can keep its books in.
var currencies = []Currency{
	{NewZealand, "$", "dollars and cents", false}, {"AUD", "$", "dollars and cents", false},
	{"BRL", "R$", "reais and centavos", false}, {"CAD", "$", "dollars and cents", false},
	{"CHF", "CHF ", "francs and rappen", false}, {"CZK", " Kč", "koruny and haléře", true},
	{"DKK", " kr", "kroner and øre", true}, {"EUR", "€", "euros and cents", false}, // as English writes it; other languages behind
	{"FJD", "$", "dollars and cents", false}, {"GBP", "£", "pounds and pence", false},
	{"HKD", "$", "dollars and cents", false}, {"MXN", "$", "pesos and centavos", false},
	{"MYR", "RM", "ringgit and sen", false}, {"NOK", "kr ", "kroner and øre", false},
	{"PLN", " zł", "zlotys and groszy", true}, {"RON", " lei", "lei and bani", true},
	{"SEK", " kr", "kronor and öre", true}, {"SGD", "$", "dollars and cents", false},
	{"USD", "$", "dollars and cents", false}, {"ZAR", "R", "rand and cents", false},
}

// inUse is the society's currency: one for all of the program, said before it does anything.
var inUse atomic.Pointer[Currency]

func init() { inUse.Store(&currencies[0]) }

// InUse is the currency of every amount that the society writes.
func InUse() Currency { return *inUse.Load() }

// SetCurrency has every amount be of the currency: once, as the program starts.
func SetCurrency(code string) error {
	c, err := ReadCurrency(code)
	if err == nil {
		inUse.Store(&c)
	}
	return err
}

// ReadCurrency finds a currency by its code of ISO 4217. The error names those that there are.
func ReadCurrency(code string) (Currency, error) {
	i := slices.IndexFunc(currencies, func(c Currency) bool { return c.Code == code })
	if i < 0 {
		codes := make([]string, len(currencies))
		for i, c := range currencies {
			codes[i] = c.Code
		}
		return Currency{}, fmt.Errorf(
			"%q is not a currency that books can be kept in: write one of %s", code, strings.Join(codes, ", "),
		)
	}
	return currencies[i], nil
}

// Names are what a statement may call the currency, in capitals, the longest first: "NZD", "NZ$", "$".
func (c Currency) Names() []string {
	symbol := strings.ToUpper(c.Sign())
	return []string{c.Code, c.Code[:2] + symbol, symbol}
}

// Bare is an amount as it was typed or exported, without what names the society's currency: of "NZD 20.00", "NZ$20" and
// "20.00 $" the figures.
func Bare(s string) string {
	s = strings.TrimSpace(s)
	capitals := strings.ToUpper(s)
	if len(capitals) != len(s) {
		return s
	}
	for _, name := range InUse().Names() {
		if strings.HasPrefix(capitals, name) {
			return strings.TrimSpace(s[len(name):])
		}
		if strings.HasSuffix(capitals, name) {
			return strings.TrimSpace(s[:len(s)-len(name)])
		}
	}
	return s
}
