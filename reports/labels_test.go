package reports

import (
	"io"
	"strings"
	"testing"
)

func init() {
	prints["address-labels"] = func(w io.Writer) error { return press.AddressLabelsPDF(w, "Labels", sampleLabels(30)) }
	emptyPrints["address-labels"] = func(w io.Writer) error { return press.AddressLabelsPDF(w, "Labels", nil) }
}

func sampleLabels(n int) []AddressLabel {
	var out []AddressLabel
	for _, a := range sampleAddressees(n) {
		out = append(out, AddressLabel{append([]string{a.Name}, a.Address...)})
	}
	return out
}

func TestLabelsKeepToTheirPlace(t *testing.T) {
	labels := sampleLabels(24)
	labels[5].Lines = []string{
		strings.Repeat("Long ", 30), strings.Repeat("Street ", 30), "", "Riccarton", "Ward", "Town 8011",
	}
	pages := textsOf(t, written(t, func(w io.Writer) error { return press.AddressLabelsPDF(w, "Labels", labels) }))
	if len(pages) != 1 {
		t.Fatalf("%d pages", len(pages))
	}
	if !strings.Contains(allText(pages), "Town 8011") {
		t.Error("a label lost its town")
	}
	for _, p := range pages[0] {
		x, y := p.x*25.4/72, (841.89-p.y)*25.4/72
		if down := y - float64(int(y/labelHeight))*labelHeight; down < 4 || down > labelHeight-1 {
			t.Errorf("%q stands %g mm below the edge of its label", p.text, down)
		}
		if across := x - float64(int(x/labelWidth))*labelWidth; across < 6 {
			t.Errorf("%q stands %g mm from the edge of its label", p.text, across)
		}
	}
}
