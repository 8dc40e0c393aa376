package sgf

import "strings"

// A Komi is in hundredths of a point for White: 750 is 7.5.
type Komi int

// String is the exact number of points without needless zeros.
func (k Komi) String() string { return (amount(k) * (one / 100)).String() }

// maxKomi is the largest komi that is believed, in points.
const maxKomi = 1000 * one

// komiForm says how a komi was written.
type komiForm uint8

const (
	komiPlain      komiForm = iota // "7.5"
	komiUnusual                    // "7,5", "7目半"
	komiHundredths                 // "750"
	komiStones                     // "3.75", "375": stones of Chinese counting
	komiRounded                    // "7.499999"
)

// readKomi reads what stands in KM. Besides the number of points that the
// format asks for, records have it in hundredths, in stones of Chinese
// counting (a stone is two points, so that a quarter of one can only be that),
// in hundredths of these, and with units.
func readKomi(text string) (k Komi, form komiForm, ok bool) {
	s := fold(text)
	for _, word := range []string{"komi", "コミ", "黑贴", "黒贴", "贴", "貼", "덤", ":", "=", " "} {
		s = strings.TrimSpace(strings.TrimPrefix(s, word))
	}
	negative := strings.HasPrefix(s, "-")
	digits := strings.TrimLeft(s, "+-")
	a, in, rest, ok := leadingQuantity(strings.TrimSpace(digits))
	if !ok || len(s)-len(digits) > 1 || strings.Trim(rest, " .") != "" {
		return 0, komiPlain, false
	}
	if in != noUnit || !plainDecimal(text) {
		form = komiUnusual
	}
	if in == unitStones {
		form = komiStones
	}
	if in != unitStones && a >= 100*one && a < 1000*one && a%(25*one) == 0 {
		a, form = a/100, komiHundredths
	}
	if in != unitStones && a%(one/2) == one/4 {
		a, form = 2*a, komiStones
	}
	if a%(one/100) != 0 {
		a, form = (a+one/200)/(one/100)*(one/100), komiRounded
	}
	if a > maxKomi {
		return 0, komiPlain, false
	}
	if negative {
		a = -a
	}
	return Komi(a / (one / 100)), form, true
}

// plainDecimal says that a text is a number as the format has it.
func plainDecimal(text string) bool {
	text = strings.TrimSpace(text)
	point := false
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case c >= '0' && c <= '9':
		case c == '.' && !point && i > 0:
			point = true
		case (c == '-' || c == '+') && i == 0 && len(text) > 1:
		default:
			return false
		}
	}
	return text != ""
}

// plainKomi reads a komi as the format has it, below a hundred points and in
// whole or half ones: "7", "7.5", "6.50", "-5.5".
func plainKomi(raw []byte) (Komi, bool) {
	sign := Komi(1)
	if len(raw) > 0 && raw[0] == '-' {
		sign, raw = -1, raw[1:]
	}
	whole, decimals := raw, []byte(nil)
	for i, c := range raw {
		if c == '.' {
			whole, decimals = raw[:i], raw[i+1:]
			break
		}
	}
	n, ok := plainNumber(whole)
	if !ok || n >= 100 {
		return 0, false
	}
	k := Komi(n) * 100
	for i, c := range decimals {
		switch {
		case i == 0 && c == '5':
			k += 50
		case c != '0':
			return 0, false
		}
	}
	return sign * k, len(decimals) > 0 || len(whole) == len(raw)
}
