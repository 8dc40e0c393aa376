package ledger

import (
	"fmt"
	"strings"
)

// InvoiceNo is the number of an invoice; No runs from 1 without gaps within a calendar year.
type InvoiceNo struct{ Year, No int }

// String is "I-2026-0017", or "" for none.
func (n InvoiceNo) String() string {
	if n.No == 0 {
		return ""
	}
	return fmt.Sprintf("I-%d-%04d", n.Year, n.No)
}

// Reference is what a payer writes to the bank: "S260017K", short enough for any bank's field. The last letter is a check:
// one wrong digit, or two that changed places, give another one.
func (n InvoiceNo) Reference() string {
	if n.No == 0 {
		return ""
	}
	digits := fmt.Sprintf("%02d%04d", n.Year%100, n.No)
	return referenceMark + digits + string(checkLetter(digits))
}

const (
	referenceMark = "S"
	// checkLetters are as many as a prime, without the ones that look like digits.
	checkLetters = "ABCDEFGHJKLMNPQRTUVWXYZ"
)

func checkLetter(digits string) byte {
	sum := 0
	for i := range len(digits) {
		// Weights differ and are below the prime, so that each slip shows.
		sum += (len(digits) - i + 1) * int(digits[i]-'0')
	}
	return checkLetters[sum%len(checkLetters)]
}

// References finds the invoices whose references stand in a text, as people type it: small letters, spaces and dashes in
// between make no difference. One with a wrong check letter is none.
func References(text string) []InvoiceNo {
	var b strings.Builder
	for _, r := range strings.ToUpper(text) {
		if r >= '0' && r <= '9' || r >= 'A' && r <= 'Z' {
			b.WriteRune(r)
		}
	}
	s := b.String()
	var out []InvoiceNo
	for i := 0; i < len(s); i++ {
		if s[i] != referenceMark[0] {
			continue
		}
		end := i + 1
		for end < len(s) && s[end] >= '0' && s[end] <= '9' {
			end++
		}
		digits := s[i+1 : end]
		if len(digits) < 6 || len(digits) > 8 || end == len(s) || s[end] != checkLetter(digits) {
			continue
		}
		n := InvoiceNo{Year: 2000 + int(digits[0]-'0')*10 + int(digits[1]-'0')}
		for _, d := range digits[2:] {
			n.No = n.No*10 + int(d-'0')
		}
		if n.No > 0 && n.Reference() == s[i:end+1] {
			out = append(out, n)
		}
	}
	return out
}
