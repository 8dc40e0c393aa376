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
	Symbol string // before an amount: "$"
	Units  string // as one says it: "dollars and cents"
}

// NewZealand is the currency of a society that has not said another.
const NewZealand = "NZD"

// currencies are those that a society can keep its books in.
var currencies = []Currency{
	{NewZealand, "$", "dollars and cents"}, {"AUD", "$", "dollars and cents"}, {"BRL", "R$", "reais and centavos"},
	{"CAD", "$", "dollars and cents"}, {"CHF", "CHF ", "francs and rappen"}, {"CZK", "Kč ", "koruny and haléře"},
	{"DKK", "kr ", "kroner and øre"}, {"EUR", "€", "euros and cents"}, {"FJD", "$", "dollars and cents"},
	{"GBP", "£", "pounds and pence"}, {"HKD", "$", "dollars and cents"}, {"MXN", "$", "pesos and centavos"},
	{"MYR", "RM", "ringgit and sen"}, {"NOK", "kr ", "kroner and øre"}, {"PLN", "zł ", "zlotys and groszy"},
	{"RON", "lei ", "lei and bani"}, {"SEK", "kr ", "kronor and öre"}, {"SGD", "$", "dollars and cents"},
	{"USD", "$", "dollars and cents"}, {"ZAR", "R", "rand and cents"},
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
	symbol := strings.ToUpper(strings.TrimSpace(c.Symbol))
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
