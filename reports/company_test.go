package reports

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// Lines to write on at the end of a list begin no page by themselves: the last name goes with them.
func TestLinesToWriteOnHaveCompany(t *testing.T) {
	for n := range 70 {
		l := Listing{
			Title: "Check-in", Columns: []ListingColumn{{Title: "Here", Width: 10}, {Title: "Player", Lines: Whole}},
			Blank: []string{"☐", ""}, Blanks: 6, Large: true,
		}
		for i := range n {
			l.Rows = append(l.Rows, []string{"☐", fmt.Sprintf("Player %d Kōwhai", i+1)})
		}
		var pdf bytes.Buffer
		if err := press.ListingPDF(&pdf, l); err != nil {
			t.Fatal(err)
		}
		pages := textsOf(t, pdf.Bytes())
		text := allText(pages[len(pages)-1:])
		blank := strings.Count(text, "☐") - strings.Count(text, "Kōwhai")
		if n > 0 && !strings.Contains(text, fmt.Sprintf("Player %d Kōwhai", n)) || blank < 3 || blank > 6 {
			t.Errorf("of %d the last page has %d lines to write on:\n%s", n, blank, text)
		}
		if n == 0 && len(pages) != 1 {
			t.Errorf("of no one there are %d pages", len(pages))
		}
	}
}

// Heads of a list without lines do not stand there as if there were some.
func TestAListOfNothingSaysSo(t *testing.T) {
	var pdf bytes.Buffer
	if err := press.ListingPDF(&pdf, Listing{Title: "Ratings", Columns: []ListingColumn{{Title: "Player"}}}); err != nil {
		t.Fatal(err)
	}
	if text := allText(textsOf(t, pdf.Bytes())); !strings.Contains(text, nothingYet) {
		t.Errorf("it says %s", text)
	}
}

// A name to sign beside is whole, has its number and office, and a line as high as it needs; all stand on the sheet in their
// order, in columns no higher than the page.
func TestNamesToSignBesideHaveRoom(t *testing.T) {
	forty := strings.TrimSpace(strings.Repeat("Ana Bea Cy Van der Lo ", 7))
	for _, name := range []string{"Aroha Tūī", "Bartholomew Featherstonehaugh-Cholmondeley", forty, ""} {
		r := newSignRow(1, AttendanceRow{Name: name, Number: "1017", Club: "Treasurer · " + forty})
		if got := strings.Join(r.lines, " "); strings.ReplaceAll(got, "- ", "-") != name {
			t.Errorf("%q is printed as %q", name, got)
		}
		if got := strings.Join(r.details, " "); !strings.Contains(got, forty) {
			t.Errorf("below %q stands %q", name, got)
		}
		if needs := float64(len(r.lines))*r.name.leading() + float64(len(r.details))*smallStyle.leading(); r.height < needs {
			t.Errorf("%q needs %.1f mm and has %.1f", name, needs, r.height)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		var rows []signRow
		for range rapid.IntRange(1, 60).Draw(t, "rows") {
			rows = append(rows, signRow{height: rapid.Float64Range(signHeight, 60).Draw(t, "height")})
		}
		const most = 200.0
		first, second, height := inColumns(rows, most)
		if first < 1 || first+second > len(rows) || height > most {
			t.Fatalf("%d and %d of %d in %.1f mm", first, second, len(rows), height)
		}
		sum := 0.0
		for _, r := range rows[:first+second] {
			sum += r.height
		}
		if sum > 2*height+0.01 {
			t.Fatalf("%.1f mm of rows in two columns of %.1f", sum, height)
		}
	})
}

// In a bracket with room every name can be read, and stays within its box.
func TestNamesInABracketCanBeRead(t *testing.T) {
	forty := strings.TrimSpace(strings.Repeat("Ana Bea Cy Van der Lo ", 7))
	b := sampleBracket(3)
	b.Stages[0].Ties[1].Sides[0].Name = forty
	var pdf bytes.Buffer
	if err := press.BracketPDF(&pdf, b); err != nil {
		t.Fatal(err)
	}
	smallest := 100.0
	for _, text := range textsOf(t, pdf.Bytes())[0] {
		smallest = min(smallest, text.size)
	}
	if smallest < 5 {
		t.Errorf("something is set in %.1f points", smallest)
	}
}
