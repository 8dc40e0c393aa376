package money

import (
	"testing"

	"pgregory.net/rapid"
)

func TestParse(t *testing.T) {
	for _, tt := range []struct {
		in   string
		want Cents
	}{
		{"20", 2000}, {"20.5", 2050}, {"20.05", 2005}, {" $1,234.50 ", 123450}, {"$ 25", 2500}, {"1 234.50", 123450},
		{"0", 0}, {"0.01", 1}, {"1,234,567.89", 123456789}, {"10000000", 1_000_000_000},
	} {
		if got, err := Parse(tt.in); err != nil || got != tt.want {
			t.Errorf("Parse(%q) = %d, %v; want %d", tt.in, got, err, tt.want)
		}
	}
	for _, in := range []string{
		"", "-1", "1.234", "1.", ".5", "1,2", "12,34", "1,2345", "1e3", "ten", "$", "٣", "10000000.01",
		"99999999999999999999", "1.-5", "+1", "1.+5", "25 50", "2 5", "1 000,000", "1.5 0", "$$5",
	} {
		if got, err := Parse(in); err == nil {
			t.Errorf("Parse(%q) = %d, want an error", in, got)
		}
	}
}

func TestString(t *testing.T) {
	for _, tt := range []struct {
		in   Cents
		want string
	}{
		{0, "$0.00"}, {5, "$0.05"}, {-5, "−$0.05"}, {100000, "$1,000.00"},
		{123456789, "$1,234,567.89"}, {-99999, "−$999.99"},
	} {
		if got := tt.in.String(); got != tt.want {
			t.Errorf("%d.String() = %q, want %q", int64(tt.in), got, tt.want)
		}
	}
}

func TestPlain(t *testing.T) {
	for in, want := range map[Cents]string{0: "0.00", 123456: "1234.56", -5: "-0.05"} {
		if got := in.Plain(); got != want {
			t.Errorf("%d.Plain() = %q, want %q", int64(in), got, want)
		}
	}
}

func TestParseReadsWhatStringWrites(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := Cents(rapid.Int64Range(0, int64(MaxInput)).Draw(t, "cents"))
		for _, s := range []string{c.String(), c.Plain()} {
			if got, err := Parse(s); err != nil || got != c {
				t.Fatalf("Parse(%q) = %d, %v; want %d", s, got, err, c)
			}
		}
	})
}
