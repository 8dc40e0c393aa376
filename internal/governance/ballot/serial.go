package ballot

import "io"

// Serial is the random number of one voting paper: eleven symbols of
// Crockford's base 32 (55 bits) and a check symbol. The zero Serial is none.
type Serial struct{ symbols string }

// NewSerial draws a serial; random is crypto/rand's Reader outside tests.
func NewSerial(random io.Reader) (Serial, error) { panic("not written yet") }

// ParseSerial reads a serial as a person types it or a QR code carries it: any
// case, with or without groups, O for 0 and I or L for 1. A mistyped symbol or
// two exchanged neighbours are refused.
func ParseSerial(s string) (Serial, error) { panic("not written yet") }

// String is the serial in groups of four: 7K3M-9QTR-5XHD.
func (s Serial) String() string { panic("not written yet") }

// QR is the text of the serial's QR code, all in the alphanumeric mode:
// "NZGS:7K3M9QTR5XHD".
func (s Serial) QR() string { panic("not written yet") }

// IsZero reports whether s is no serial.
func (s Serial) IsZero() bool { return s.symbols == "" }
