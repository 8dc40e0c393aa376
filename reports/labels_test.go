package reports

import (
	"io"
	"math"
	"strings"
	"testing"
)

func init() {
	for _, sheet := range LabelSheets {
		prints["address-labels-"+sheet.Key] = func(w io.Writer) error {
			return press.AddressLabelsPDF(w, Labels{Title: "Labels", Sheet: sheet, First: 4, List: sampleLabels(30)})
		}
	}
	emptyPrints["address-labels"] = func(w io.Writer) error { return press.AddressLabelsPDF(w, Labels{Title: "Labels"}) }
}

func sampleLabels(n int) []AddressLabel {
	var out []AddressLabel
	for _, a := range sampleAddressees(n) {
		out = append(out, AddressLabel{append([]string{a.Name}, a.Address...)})
	}
	return out
}

// The measures are those that the maker publishes, and what is left of the sheet is equal at both edges.
func TestSheetsOfLabelsHaveTheirMeasures(t *testing.T) {
	for key, want := range map[string]struct {
		labels                 int
		left, top, right, down float64 // the first label, and the last one's edges from the other sides of the sheet
	}{
		"plain": {24, 0, 0, 0, 0},
		"L7160": {21, 7.25, 15.15, 7.25, 15.15},
		"L7163": {14, 4.65, 15.15, 4.65, 15.15},
	} {
		s := LabelSheetOf(key)
		left, top := s.at(0)
		x, y := s.at(s.Labels() - 1)
		for _, got := range [][2]float64{
			{left, want.left}, {top, want.top}, {pageWidth - x - s.Width, want.right}, {pageHeight - y - s.Height, want.down},
		} {
			if math.Abs(got[0]-got[1]) > 0.01 {
				t.Errorf("%s: %g mm, want %g", key, got[0], got[1])
			}
		}
		if s.Labels() != want.labels {
			t.Errorf("%s has %d labels, want %d", key, s.Labels(), want.labels)
		}
	}
}

func TestLabelsKeepToTheirPlace(t *testing.T) {
	for _, sheet := range LabelSheets {
		for _, first := range []int{0, 1, 5, sheet.Labels()} {
			labels := sampleLabels(sheet.Labels())
			labels[5].Lines = []string{
				strings.Repeat("Long ", 30), strings.Repeat("Street ", 30), "", "Riccarton", "Ward", "Town 8011",
			}
			pages := textsOf(t, written(t, func(w io.Writer) error {
				return press.AddressLabelsPDF(w, Labels{Title: "Labels", Sheet: sheet, First: first, List: labels})
			}))
			if want := map[bool]int{true: 1, false: 2}[first <= 1]; len(pages) != want {
				t.Errorf("%s from %d: %d pages, want %d", sheet.Key, first, len(pages), want)
			}
			if !strings.Contains(allText(pages), "Town 8011") {
				t.Error("a label lost its town")
			}
			for n, page := range pages {
				for _, p := range page {
					at := sheet.labelAt(p.x*25.4/72, (841.89-p.y)*25.4/72)
					if at < 0 || n == 0 && at < first-1 {
						t.Errorf("%s from %d, page %d: %q stands on label %d", sheet.Key, first, n+1, p.text, at+1)
					}
				}
			}
		}
	}
}

// labelAt is the label on which a text begins, clear of its edges; -1: none.
func (s LabelSheet) labelAt(x, y float64) int {
	for n := range s.Labels() {
		left, top := s.at(n)
		if x >= left+5 && x < left+s.Width-5 && y > top+4 && y < top+s.Height-1 {
			return n
		}
	}
	return -1
}
