package reports

import (
	"io"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/xuri/excelize/v2"
)

// What stands above a list is printed whole: what is printed goes as far as it, or it stands on several lines.
func TestTitlesOfWorksheetsAreNotCut(t *testing.T) {
	for _, n := range []int{5, 30, 60, 110, 200, 600} {
		title := strings.Repeat("Long ", n/5)
		table := Table{Title: title, Note: "As at 21 November 2026 · " + title, Columns: []Column{{Title: "No."}, {Title: "A"}}, Rows: [][]Cell{{Int(1), Text("x")}}}
		f := openBook(t, func(w io.Writer) error { return press.TableXLSX(w, table) })
		name := f.GetSheetName(0)
		wide := printedWidth(t, f, name)
		for row, line := range []string{table.Title, table.Note} {
			factor := 1.0
			if row == 0 {
				factor = 14.0 / 11
			}
			needed := charsOf(line) * factor
			if needed <= wide {
				continue
			}
			merged, err := f.GetMergeCells(name)
			if err != nil || len(merged) == 0 {
				t.Errorf("%d characters: line %d takes %.0f, %.0f are printed: %v", n, row+1, needed, wide, err)
			}
			height, err := f.GetRowHeight(name, row+1)
			if err != nil || height < needed/wide*11 {
				t.Errorf("%d characters: line %d is %.0f points high: %v", n, row+1, height, err)
			}
		}
	}
}

// The foot of a page has room for 255 UTF-16 units, in which & stands twice: a long title is cut there, and nothing in two.
func TestTheFootOfAPageHasRoomForAnyTitle(t *testing.T) {
	for _, tt := range []struct {
		text string
		n    int
	}{
		{"a", 60}, {"a", 150}, {"a", 1000}, {"ā", 150}, {"😀", 60}, {"😀", 100}, {"😀", 101}, {"𠮷", 105}, {"&", 60}, {"&", 120},
		{"&", 121}, {"a&", 90}, {"&😀", 80}, {"a😀&", 70}, {"x&", 1000}, {" &", 200},
	} {
		for shift := range 5 {
			title := strings.Repeat("x", shift) + strings.Repeat(tt.text, tt.n)
			f := openBook(t, func(w io.Writer) error {
				return press.TableXLSX(w, Table{Title: title, Columns: []Column{{Title: "A"}}, Rows: [][]Cell{{Text("x")}}})
			})
			foot, err := f.GetHeaderFooter(f.GetSheetName(0))
			if err != nil {
				t.Fatal(err)
			}
			text, codes := strings.CutSuffix(strings.TrimPrefix(foot.OddFooter, "&L"), "Page &P of &N")
			text, below, long := strings.Cut(text, "\n") // a long one has the day and the page on a second line
			if want := "&R"; long {
				codes = codes && below == press.Day.Long()+want+"\n"
			} else {
				text, codes = strings.TrimSuffix(text, want), codes && strings.HasSuffix(text, want)
			}
			said := strings.ReplaceAll(text, "&&", "\x00") // a & that is left stands alone
			if !codes || strings.ContainsAny(said, "&\uFFFD") || len(utf16.Encode([]rune(foot.OddFooter))) > 255 {
				t.Errorf("%d of %q: the foot is %q", tt.n, tt.text, foot.OddFooter)
			}
			whole := press.Society + " · " + strings.TrimSpace(title)
			if !long {
				whole += " · " + press.Day.Long()
			}
			said = strings.ReplaceAll(said, "\x00", "&")
			begun, cut := strings.CutSuffix(said, "…")
			if !strings.HasPrefix(whole, begun) || !cut && begun != whole || cut && len(utf16.Encode([]rune(text))) < 208 {
				t.Errorf("%d of %q: the foot says %q", tt.n, tt.text, said)
			}
		}
	}
}

// printedWidth is how wide what a sheet prints is, in characters.
func printedWidth(t *testing.T, f *excelize.File, sheet string) (wide float64) {
	for _, n := range f.GetDefinedName() {
		if n.Scope != sheet || !strings.HasSuffix(n.Name, "Print_Area") {
			continue
		}
		_, last, _ := strings.Cut(n.RefersTo, ":$")
		column, _, _ := strings.Cut(last, "$")
		end, err := excelize.ColumnNameToNumber(column)
		if err != nil {
			t.Fatal(err)
		}
		for i := range end {
			w, err := f.GetColWidth(sheet, columnName(i+1))
			if err != nil {
				t.Fatal(err)
			}
			wide += w
		}
	}
	return wide
}
