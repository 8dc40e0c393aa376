package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/xuri/excelize/v2"
	"golang.org/x/text/encoding/charmap"
)

// How the treasurer's year begins: a society that exists is taken over from the files that it has.

// oldFiles are three files of the years before: the members in a workbook with a title, addresses in several columns, two
// people in a row and a total; the clubs with their secretaries, as Windows writes; who has paid for which year, in UTF-16.
func (y *treasurersYear) oldFiles() []string {
	y.t.Helper()
	book := excelize.NewFile()
	for i, row := range [][]any{
		{"Aotearoa Go Players"}, {fmt.Sprintf("All members at 30 June %d", y.first)}, {},
		{"Mem. no", "Surname", "First names", "E-mail (home)", "Street", "Suburb", "Town/City", "P/code", "Date joined", "Local club"},
		{101, "Tūī", "Aroha", "aroha@example.nz", "1 Kauri Street", "Riccarton", "Christchurch", "8011", "21/11/1998", "Ōtautahi Go Club"},
		{102, "Ashcroft", "Beatrix", "beatrix@example.nz", "2 Kauri Street", "", "Christchurch", "8011", "'04", "Ōtautahi Go Club"},
		{103, "Brightwater", "Callum", "", "3 Kauri Street", "", "Christchurch", "8011", "2011", "Ōtautahi Go Club"},
		{104, "佐藤", "花子", "hanako@example.nz", "4 Kauri Street", "", "Christchurch", "8011", "2019", "Otautahi"},
		{105, "Dunmore", "Elspeth", "elspeth@example.nz", "5 Kauri Street", "", "Christchurch", "8011", "2020", "Ōtautahi Go Club"},
		{106, "Ferndale", "Gilbert", "gilbert@example.nz", "6 Kauri Street", "", "Christchurch", "8011", "2021", "Ōtautahi Go Club"},
		{107, "Marsden", "Tom & Jane", "marsden@example.nz", "7 Kauri Street", "", "Christchurch", "8011", "2022", "Ōtautahi Go Club"},
		{108, "Harakeke", "Ihaia", "ihaia@example.nz", "8 Kauri Street", "", "Christchurch", "8011", "2022", "Ōtautahi Go Club"},
		{109, "Weka", "Rangi", "rangi@example.nz", "", "", "", "", "2001", "Kāpiti Go Club"},
		{110, "Jörgensen", "Mia", "mia@example.nz", "", "", "", "", "2015", "Kāpiti Go Club"},
		{111, "Tussock", "Violet", "violet@example.nz", "", "", "", "", "2002", "Te Awa Go Club"},
		{112, "Underhill", "Wiremu", "wiremu@example.nz", "", "", "", "", "2003", "Te Awa Go Club"},
		{"Total", 13},
	} {
		if err := book.SetSheetRow(book.GetSheetName(0), "A"+itoa(i+1), &row); err != nil {
			y.t.Fatal(err)
		}
	}
	dir := y.t.TempDir()
	xlsx, csv, tabs := filepath.Join(dir, "Members NEW (2).xlsx"), filepath.Join(dir, "clubs.csv"), filepath.Join(dir, "subs.txt")
	if err := book.SaveAs(xlsx); err != nil {
		y.t.Fatal(err)
	}
	clubs, err := charmap.Windows1252.NewEncoder().String("Club;Secretary;Secretary email;Club email;Town;Meets\r\n" +
		"Otautahi Go Club;Elspeth Dunmore;elspeth@example.nz;otautahi@example.nz;Christchurch;Tuesdays 7 pm, Café Éclair\r\n" +
		"Kapiti Go Club;Jörgensen, Mia;mia@example.nz;kapiti@example.nz;Paraparaumu;\r\n" +
		"Te Awa Go Club;Violet Tussock;violet@example.nz;teawa@example.nz;Hamilton;Sundays\r\n")
	if err != nil {
		y.t.Fatal(err)
	}
	last, before := fmt.Sprintf("%d/%02d", y.first-1, y.first%100), fmt.Sprintf("%d/%02d", y.first-2, (y.first-1)%100)
	paid := strings.ReplaceAll("\ufeffName\t"+before+"\t"+last+"\tTotal\r\nAroha Tūī\tx\tx\t2\r\nASHCROFT, Beatrix\t\tpaid\t1\r\n"+
		"Callum Brightwater\t$25\t$25.00\t2\r\n佐藤花子\tx\tx\t2\r\nElspeth Dunmore\tx\tx\t2\r\nGilbert Ferndale\tx\t-\t1\r\n"+
		"Mia Jorgensen\tx\tx\t2\r\nRangi Weka\tx\tx\t2\r\nViolet Tussock\tx\tx\t2\r\nWiremu Underhill\tx\t\t1\r\n", "佐藤花子", "佐藤 花子")
	for file, content := range map[string][]byte{csv: []byte(clubs), tabs: inUTF16(paid)} {
		if err := os.WriteFile(file, content, 0o600); err != nil {
			y.t.Fatal(err)
		}
	}
	return []string{xlsx, csv, tabs}
}

// theSocietyIsTakenOver by its secretary, in one step once everything that is asked is said: no one is written to.
func (y *treasurersYear) theSocietyIsTakenOver() {
	w := y.secretary
	w.goTo("/take-over")
	w.attach("The files", y.oldFiles()...)
	w.press("Read the files")
	w.see("The files are read. Nothing of them is in the register yet.", "3 rows wait for you to say who they are")
	w.accessible("take-over")
	for _, file := range []string{"Members NEW (2).xlsx", "subs.txt"} {
		w.choose("Were these people members already", "Yes, they were members", "Columns of "+file)
		w.press("Save how this file is read", "Columns of "+file)
		w.see("The rows are read again.")
	}
	w.choose("who it is", "Aroha Tūī, no. 1", "The row has the number 101")
	w.choose("who it is", "Leave out", "This reads like two people")
	w.choose("who it is", "Leave out", "This reads like a total")
	w.press("Save the choices")
	w.see("The choices are saved.")
	w.seeBeside("People added to the register", "10")
	w.seeBeside("Club secretaries named", "3")
	w.press("Take all of this over")
	w.see("Taken over: 10 people added, 17 terms. No one was written to.")
	w.goTo("/members/102")
	w.see("Beatrix Ashcroft", "since '04", "2 Kauri Street", "Ōtautahi Go Club")
	w.goTo("/outbox")
	w.dontSee("beatrix@example.nz")
}
