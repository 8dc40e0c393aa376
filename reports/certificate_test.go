package reports

import (
	"io"
	"strings"
	"testing"
)

func sampleCertificate(name string) Certificate {
	return Certificate{
		Over: "Diploma", Number: "No. 12", Name: name, Before: "is awarded the grade of", What: "3 dan",
		By: "By resolution 2026/3 of the committee, 4 July 2026", Signed: []string{"President", "Secretary"},
	}
}

func sampleListing(rows int) Listing {
	out := Listing{
		Over: "Ratings", Title: "Rating list of 1 July 2026", Notes: []string{"Players with a rated game."}, AsAt: "1 July 2026",
		Columns: []ListingColumn{{Title: "Place", Width: 14, Figure: true}, {Title: "Player", Lines: 2}, {Title: "Rating", Width: 20}},
	}
	for range rows {
		out.Rows = append(out.Rows, []string{"1", "Hinemoa Te Aroha Ngā Puhi", "3.4"})
	}
	return out
}

// A certificate is one page whatever the name is, and no part of a name is cut.
func TestNoNameOnACertificateIsCut(t *testing.T) {
	for _, name := range []string{
		"Bo", "Mei Lin", "王小明", "Nguyễn Thị Minh Khai", strings.TrimSpace(strings.Repeat("Hinemoa ", 8)),
		strings.TrimSpace(strings.Repeat("Te Aroha ", 20)), strings.Repeat("Wolfeschlegel", 5),
	} {
		pages := textsOf(t, written(t, func(w io.Writer) error { return press.CertificatePDF(w, sampleCertificate(name)) }))
		if len(pages) != 1 {
			t.Errorf("%s: %d pages", name, len(pages))
		}
		squeezed := func(s string) string { return strings.Join(strings.Fields(s), "") }
		text := squeezed(allText(pages))
		for _, want := range []string{name, "3 dan", "No. 12", "resolution 2026/3", "President"} {
			if !strings.Contains(text, squeezed(want)) {
				t.Errorf("the certificate of %s lacks %q:\n%s", name, want, allText(pages))
			}
		}
	}
}
