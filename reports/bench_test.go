package reports

import (
	"io"
	"testing"
)

// A draw of 100 tables with Chinese, Japanese and Korean names.
func BenchmarkPairingsByTable100(b *testing.B) {
	s := samplePairings(200)
	b.ReportAllocs()
	for b.Loop() {
		if err := press.PairingsByTable(io.Discard, s); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkRegisterXLSX2000(b *testing.B) {
	r := sampleRegister()
	for len(r.Rows) < 2000 {
		r.Rows = append(r.Rows, r.Rows...)
	}
	b.ReportAllocs()
	for b.Loop() {
		if err := press.RegisterXLSX(io.Discard, r); err != nil {
			b.Fatal(err)
		}
	}
}
