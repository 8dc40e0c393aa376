package postal_test

import (
	"net/http"
	"testing"
)

// BenchmarkDeclaration is what everybody can read of a declared vote of 60 members and
// 30 papers: signatures, keys and log are checked anew at each look.
func BenchmarkDeclaration(b *testing.B) {
	const papers = 30
	w := newPostalWorld(b, 2*papers)
	letters := make([]string, papers)
	for i := range letters {
		letters[i] = "yn"
	}
	w.toTheCount(papers)
	w.enter("ana", letters...)
	w.enter("ben", letters...)
	w.sendKey("ana", w.at("compare")).Wants(b, http.StatusOK)
	w.approve()
	w.report()
	w.declare()
	everybody := w.Browser("")
	for _, part := range []string{"declaration", "declaration/vote.json", "declaration/result.json", "declaration.pdf"} {
		b.Run(part, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if a := everybody.Get(w.at(part)); a.Status != http.StatusOK {
					b.Fatal(a.Status)
				}
			}
		})
	}
}
