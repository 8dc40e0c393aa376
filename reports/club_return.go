package reports

import (
	"fmt"
	"io"

	"nzgs/internal/sheet"
)

// MembersSheet is the name of the worksheet of a club return that holds the
// list; an upload is read from it when there is one.
const MembersSheet = "Members"

// ClubReturnXLSX writes the list that a club fills in for its yearly return: a
// sheet with last year's members, all cells text so that phone numbers keep
// their zeros, and a sheet that says how.
func (by Press) ClubReturnXLSX(w io.Writer, t ClubReturnTemplate) error {
	b, err := by.newWorkbook(documentTitle(t.Club, "yearly return", t.Year))
	if err != nil {
		return err
	}
	if err := b.add(t.membersSheet()); err != nil {
		return err
	}
	if err := b.add(by.instructionsSheet(t)); err != nil {
		return err
	}
	return b.write(w)
}

// ClubReturnCSV writes the same list as CSV, without the instructions.
func ClubReturnCSV(w io.Writer, t ClubReturnTemplate) error {
	table := Table{Title: MembersSheet}
	for _, c := range sheet.ReturnTemplateColumns() {
		table.Columns = append(table.Columns, Column{Title: c.Title})
	}
	for _, r := range t.Rows {
		row := make([]Cell, len(table.Columns))
		for i, c := range sheet.ReturnTemplateColumns() {
			row[i] = Text(r.field(c.Key))
		}
		table.Rows = append(table.Rows, row)
	}
	return TableCSV(w, table)
}

func (r ReturnRow) field(key sheet.Key) string {
	switch key {
	case sheet.MemberNo:
		return r.Number
	case sheet.FamilyName:
		return r.FamilyName
	case sheet.GivenNames:
		return r.GivenNames
	case sheet.Email:
		return r.Email
	case sheet.Phone:
		return r.Phone
	case sheet.Address:
		return r.Address
	case sheet.Grade:
		return r.Grade
	case sheet.Since:
		return r.Since
	case sheet.Notes:
		return r.Notes
	}
	return ""
}

var returnWidths = map[sheet.Key]float64{
	sheet.MemberNo: 12, sheet.FamilyName: 20, sheet.GivenNames: 22, sheet.Email: 30, sheet.Phone: 16,
	sheet.Address: 44, sheet.Grade: 17, sheet.Since: 15, sheet.Notes: 30,
}

func (t ClubReturnTemplate) membersSheet() excelSheet {
	s := excelSheet{name: MembersSheet, landscape: landscape, freeze: 3, use: toFillIn}
	for _, c := range sheet.ReturnTemplateColumns() {
		s.columns = append(s.columns, excelColumn{title: c.Title, width: returnWidths[c.Key], text: onlyText})
	}
	for _, r := range t.Rows {
		row := make([]excelCell, len(s.columns))
		for i, c := range sheet.ReturnTemplateColumns() {
			row[i] = Text(r.field(c.Key)).excel()
		}
		s.rows = append(s.rows, row)
	}
	return s
}

// instructionsSheet says in a dozen lines what a club secretary needs to know
// once a year.
func (by Press) instructionsSheet(t ClubReturnTemplate) excelSheet {
	s := excelSheet{
		name:    "Instructions",
		use:     toRead,
		above:   []string{"Yearly return: " + t.Club, "Subscription year " + t.Year},
		columns: []excelColumn{{title: "Step", width: 20}, {title: "What to do", width: 92}},
	}
	all := "List every member of the club (Rule 2.3), each person once."
	if t.AtLeast > 0 {
		all = fmt.Sprintf("List every member of the club, each person once. A club needs at least %d (Rule 2.3).", t.AtLeast)
	}
	steps := [][2]string{
		{"Who", all},
		{
			"Last year's list",
			"Last year's members are filled in on the sheet “Members”. Delete the rows of those who have left, correct what " +
				"has changed, and add new members below.",
		},
		{"Member no.", "Do not change it. Leave it blank for a new member: the society will give the number."},
		{"Names", "Everyone needs a family name and given names. Macrons and any script are welcome."},
		{
			"Contact",
			"E-mail, phone and address, and the playing strength: the society asks for them once a year (Rule 2.4). A blank " +
				"cell changes nothing: the society keeps the details it has.",
		},
		{"Playing strength", "For example 3 dan, 3d, 12 kyu or 12k."},
		{
			"Member since",
			"For someone whom the society does not know yet, but who was a member before: the year or the day. Such a person " +
				"renews and does not get the year beyond as a new member does (Rule 2.2). Leave it blank for everyone else.",
		},
		{
			"Headings",
			"Keep the row of headings. The columns can be in any order. A suburb, town or postcode can have a column of its own; " +
				"the page that you send the list to shows which columns are read. Do not use formulas.",
		},
		{
			"Tell your members",
			"Their details go to the society, " + by.Society +
				", which uses them to keep its register and shows them only to people who need them.",
		},
		{"Send it", t.sendStep()},
	}
	for _, step := range steps {
		s.rows = append(s.rows, []excelCell{
			{value: step[0], style: excelStyle{weight: bold}},
			{value: step[1], style: excelStyle{wrap: wrapped}},
		})
	}
	return s
}

func (t ClubReturnTemplate) sendStep() string {
	const again = "You will see what each row changes before anything is saved. Sending the same file again changes " +
		"nothing."
	if t.ReplyTo == "" {
		return "Save the file and upload it on your club's page. " + again
	}
	return "Save the file and upload it at " + t.ReplyTo + ". " + again
}
