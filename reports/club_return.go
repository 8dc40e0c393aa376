package reports

import (
	"fmt"
	"io"

	"nzgs/internal/sheet"
)

// MembersSheet is the name of the worksheet of a club return that holds the
// list; an upload is read from it when there is one.
const MembersSheet = "Members"

// ClubReturnXLSX writes the list that a club fills in for its yearly return: last year's members, an example, and a sheet
// that says how.
func (by Press) ClubReturnXLSX(w io.Writer, t ClubReturnTemplate) error {
	return by.FormXLSX(w, by.returnForm(t))
}

// ClubReturnCSV writes the same list as CSV, without example and instructions.
func ClubReturnCSV(w io.Writer, t ClubReturnTemplate) error { return FormCSV(w, Press{}.returnForm(t)) }

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

// returnColumns is how wide the columns of the template are, what they show as an example, and what they offer.
var returnColumns = map[sheet.Key]FormColumn{
	sheet.MemberNo: {Width: 12, Example: "123"}, sheet.FamilyName: {Width: 20, Example: "Tūī"},
	sheet.GivenNames: {Width: 22, Example: "Aroha"}, sheet.Email: {Width: 30, Example: "aroha@mail.example"},
	sheet.Phone: {Width: 18, Example: "021 555 0123"}, sheet.Address: {Width: 44, Example: "1 Hill Street, Karori, Wellington 6012"},
	sheet.Grade: {Width: 17, Example: "3 dan", Choices: GradeChoices()}, sheet.Since: {Width: 15, Example: "2019"},
	sheet.Notes: {Width: 30, Example: "new member"},
}

func (by Press) returnForm(t ClubReturnTemplate) Form {
	f := Form{
		Title: documentTitle(t.Club, "yearly return", t.Year), Sheet: MembersSheet, Freeze: 3,
		Above: []string{"Yearly return: " + t.Club, "Subscription year " + t.Year}, Steps: by.returnSteps(t),
	}
	for _, c := range sheet.ReturnTemplateColumns() {
		column := returnColumns[c.Key]
		column.Title = c.Title
		f.Columns = append(f.Columns, column)
	}
	for _, r := range t.Rows {
		var row []string
		for _, c := range sheet.ReturnTemplateColumns() {
			row = append(row, r.field(c.Key))
		}
		f.Rows = append(f.Rows, row)
	}
	return f
}

// returnSteps say in a dozen lines what a club secretary needs to know once a year.
func (by Press) returnSteps(t ClubReturnTemplate) []FormStep {
	all := "List every member of the club (Rule 2.3), each person once."
	if t.AtLeast > 0 {
		all = fmt.Sprintf("List every member of the club, each person once. A club needs at least %d (Rule 2.3).", t.AtLeast)
	}
	return []FormStep{
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
		{"Playing strength", "Choose it from the list that the cell offers, or write it: 3 dan, 3d, 12 kyu or 12k."},
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
}

func (t ClubReturnTemplate) sendStep() string {
	const again = "You will see what each row changes before anything is saved. Sending the same file again changes " +
		"nothing."
	if t.ReplyTo == "" {
		return "Save the file and upload it on your club's page. " + again
	}
	return "Save the file and upload it at " + t.ReplyTo + ". " + again
}
