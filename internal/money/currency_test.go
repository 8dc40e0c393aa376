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
