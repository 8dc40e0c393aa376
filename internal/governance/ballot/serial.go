package ballot

import (
	"fmt"
	"io"
	"strings"

	"nzgs/internal/apperr"
)

// Serial is the random number of one voting paper: eleven symbols of
// Crockford's base 32 (55 bits) and a check symbol. The zero Serial is none.
type Serial struct{ symbols string }

const (
	alphabet      = "0123456789ABCDEFGHJKMNPQRSTVWXYZ" // Crockford's: no I, L, O, U
	serialSymbols = 12
	serialGroup   = 4
	serialPrefix  = "NZGS:" // of the QR code's text
)

// NewSerial draws a serial; random is crypto/rand's Reader outside tests.
func NewSerial(random io.Reader) (Serial, error) {
	var b [serialSymbols - 1]byte
	if _, err := io.ReadFull(random, b[:]); err != nil {
		return Serial{}, fmt.Errorf("draw a serial: %w", err)
	}
	var s [serialSymbols]byte
	var check byte
	for i := range b {
		s[i+1] = b[i] % 32 // 256 is a multiple of 32
		check ^= gfMul(s[i+1], gfPower[i+1])
	}
	s[0] = check
	return Serial{spell(s)}, nil
}

// spell writes the check symbol last, where people expect it.
func spell(s [serialSymbols]byte) string {
	var out [serialSymbols]byte
	for i := range s {
		out[i] = alphabet[s[(i+1)%serialSymbols]]
	}
	return string(out[:])
}

// ParseSerial reads a serial as a person types it or a QR code carries it: any
// case, with or without groups, O for 0 and I or L for 1. A mistyped symbol or
// two exchanged symbols are refused.
func ParseSerial(s string) (Serial, error) {
	bad := apperr.New(
		apperr.Invalid,
		"This serial is mistyped. A serial has twelve letters and digits, such as 7K3M-9QTR-5XHM: check the paper again.",
	)
	if len(s) > 64 {
		return Serial{}, bad
	}
	s = strings.TrimPrefix(strings.ToUpper(strings.TrimSpace(s)), serialPrefix)
	var out [serialSymbols]byte
	n := 0
	var sum byte
	for _, c := range s {
		if c == ' ' || c == '-' {
			continue
		}
		v := symbolValue(c)
		if v < 0 || n == serialSymbols {
			return Serial{}, bad
		}
		out[n] = alphabet[v]
		n++
		sum ^= gfMul(byte(v), gfPower[n%serialSymbols]) // the last one, the check, has weight 1
	}
	if n != serialSymbols || sum != 0 {
		return Serial{}, bad
	}
	return Serial{string(out[:])}, nil
}

func symbolValue(c rune) int {
	switch c {
	case 'O':
		c = '0'
	case 'I', 'L':
		c = '1'
	}
	return strings.IndexRune(alphabet, c)
}

// String is the serial in groups of four: 7K3M-9QTR-5XHM.
func (s Serial) String() string {
	if s.IsZero() {
		return ""
	}
	g := serialGroup
	return s.symbols[:g] + "-" + s.symbols[g:2*g] + "-" + s.symbols[2*g:]
}

// QR is the text of the serial's QR code, all of it in QR's alphanumeric mode:
// "NZGS:7K3M9QTR5XHM".
func (s Serial) QR() string { return serialPrefix + s.symbols }

// IsZero reports whether s is no serial.
func (s Serial) IsZero() bool { return s.symbols == "" }

// The check symbol makes the sum of symbol × weight zero in the field of 32
// elements, with different powers of one generator as weights: one wrong
// symbol or any two exchanged ones never leave it zero.
var gfPower = func() (p [31]byte) {
	p[0] = 1
	for i := 1; i < len(p); i++ {
		p[i] = gfMul(p[i-1], 2)
	}
	return p
}()

// gfMul multiplies in GF(32) modulo x⁵ + x² + 1.
func gfMul(a, b byte) byte {
	var out byte
	for ; b > 0; b >>= 1 {
		if b&1 == 1 {
			out ^= a
		}
		a <<= 1
		if a&0b100000 != 0 {
			a ^= 0b100101
		}
	}
	return out
}
