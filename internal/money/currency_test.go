package money

import (
	"strings"
	"testing"
)

func TestAmountsAreOfTheSocietysCurrency(t *testing.T) {
	defer func() {
		if err := SetCurrency(NewZealand); err != nil {
			t.Fatal(err)
		}
	}()
	for _, c := range []struct {
		code, amount, owed string
		typed              []string
		refused            string
	}{
		{"NZD", "$1,234.50", "−$0.05", []string{"1234.5", "$1,234.50", "$ 1234.50"}, "£1234.50"},
		{"GBP", "£1,234.50", "−£0.05", []string{"1234.5", "£1,234.50", "£ 1234.50"}, "$1234.50"},
		{"EUR", "€1,234.50", "−€0.05", []string{"€1,234.50"}, "$1234.50"},
		{"CHF", "CHF 1,234.50", "−CHF 0.05", []string{"CHF 1,234.50", "1234.50"}, "€1234.50"},
	} {
		t.Run(c.code, func(t *testing.T) {
			if err := SetCurrency(c.code); err != nil {
				t.Fatal(err)
			}
			if got := Cents(123450).String(); got != c.amount {
				t.Errorf("%q, want %q", got, c.amount)
			}
			if got := Cents(-5).String(); got != c.owed {
				t.Errorf("%q, want %q", got, c.owed)
			}
			if got := Cents(-123456789).Plain(); got != "-1234567.89" {
				t.Errorf("plain: %q", got)
			}
			for _, typed := range c.typed {
				if got, err := Parse(typed); err != nil || got != 123450 {
					t.Errorf("%q: %d, %v", typed, got, err)
				}
			}
			if got, err := Parse(c.refused); err == nil {
				t.Errorf("%q is %s", c.refused, got)
			}
		})
	}
}

func TestWhatNamesTheCurrencyIsLeftOut(t *testing.T) {
	for _, s := range []string{"20.00", "$20.00", "NZ$20.00", "NZD 20.00", "20.00 NZD", "20.00 $", " $ 20.00 "} {
		if got := Bare(s); got != "20.00" {
			t.Errorf("%q is %q", s, got)
		}
	}
}

func TestCurrenciesThatThereAre(t *testing.T) {
	for _, code := range []string{"", "nzd", "JPY", "XXX", "$", "NZD "} {
		if _, err := ReadCurrency(code); err == nil || !strings.Contains(err.Error(), "NZD") {
			t.Errorf("%q: %v", code, err)
		}
	}
	for _, c := range currencies {
		if len(c.Code) != 3 || strings.TrimSpace(c.Symbol) == "" || c.Units == "" {
			t.Errorf("%+v", c)
		}
	}
}

// Letters that name a currency are read in whatever case they are typed.
func TestSignsOfLetters(t *testing.T) {
	defer func() { _ = SetCurrency(NewZealand) }()
	for code, typed := range map[string][]string{
		"SEK": {"kr 20.00", "20.00 Kr", "20.00 SEK", "20.00"}, "ZAR": {"R20.00", "R 20.00", "ZAR 20.00", "20.00 r"},
	} {
		if err := SetCurrency(code); err != nil {
			t.Fatal(err)
		}
		for _, s := range typed {
			if got := Bare(s); got != "20.00" {
				t.Errorf("%s: %q is %q", code, s, got)
			}
		}
	}
}

// Of each currency that can be chosen, the minus is the first sign, the symbol stands where it does in its country, and what is
// written can be typed again, with the symbol at either side, and by its code.
func TestEachCurrencyIsWrittenAndRead(t *testing.T) {
	defer func() { _ = SetCurrency(NewZealand) }()
	want := map[string]string{
		"NZD": "−$1,234.50", "AUD": "−$1,234.50", "BRL": "−R$1,234.50", "CAD": "−$1,234.50", "CHF": "−CHF 1,234.50",
		"CZK": "−1,234.50 Kč", "DKK": "−1,234.50 kr", "EUR": "−€1,234.50", "FJD": "−$1,234.50", "GBP": "−£1,234.50",
		"HKD": "−$1,234.50", "MXN": "−$1,234.50", "MYR": "−RM1,234.50", "NOK": "−kr 1,234.50", "PLN": "−1,234.50 zł",
		"RON": "−1,234.50 lei", "SEK": "−1,234.50 kr", "SGD": "−$1,234.50", "USD": "−$1,234.50", "ZAR": "−R1,234.50",
	}
	if len(want) != len(currencies) {
		t.Errorf("%d currencies, and %d are written here", len(currencies), len(want))
	}
	for _, c := range currencies {
		if err := SetCurrency(c.Code); err != nil {
			t.Fatal(err)
		}
		if got := Cents(-123450).String(); got != want[c.Code] {
			t.Errorf("%s: %q, want %q", c.Code, got, want[c.Code])
		}
		for _, typed := range []string{
			Cents(123450).String(), Cents(123450).Plain(), c.Sign() + "1,234.50", c.Sign() + " 1234.5", "1,234.50" + c.Sign(),
			"1 234.50 " + c.Sign(), c.Code + " 1,234.50", "1234.50 " + c.Code, "1,234.50\u00a0" + c.Sign(),
		} {
			if got, err := Parse(typed); err != nil || got != 123450 {
				t.Errorf("%s: %q is %d, %v", c.Code, typed, got, err)
			}
		}
		for _, typed := range []string{Cents(-5).String(), c.Sign(), c.Code, c.Sign() + c.Sign() + "5", c.Sign() + "5" + c.Sign(), "5 JPY"} {
			if got, err := Parse(typed); err == nil {
				t.Errorf("%s: %q is %s", c.Code, typed, got)
			}
		}
	}
}
