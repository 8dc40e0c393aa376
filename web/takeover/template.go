package takeover

import (
	"io"

	"github.com/labstack/echo/v4"

	"nzgs/reports"
	"nzgs/web/kit"
)

// membersTemplate answers with an empty list of members to fill in, for a society that has none as a file.
func (s *Desk) membersTemplate(c echo.Context) error {
	_, format := kit.SplitFormat(c.Request().URL.Path)
	write := reports.FormCSV
	if format == kit.FormatXLSX {
		write = s.Press().FormXLSX
	}
	return kit.SendWritten(c, format, s.TodaysFile("list of members to fill in", ""), func(w io.Writer) error {
		return write(w, membersForm(s.Society))
	})
}

func membersForm(society string) reports.Form {
	return reports.Form{
		Title: society + ": members", Sheet: reports.MembersSheet, Freeze: 3, Above: []string{"Members of " + society},
		Columns: []reports.FormColumn{
			{Title: "Member no.", Width: 12, Example: "123"}, {Title: "Family name", Width: 20, Example: "Tūī"},
			{Title: "Given names", Width: 22, Example: "Aroha"}, {Title: "E-mail", Width: 30, Example: "aroha@mail.example"},
			{Title: "Phone", Width: 18, Example: "021 555 0123"},
			{Title: "Address", Width: 44, Example: "1 Hill Street, Karori, Wellington 6012"},
			{Title: "Playing strength", Width: 17, Example: "3 dan", Choices: reports.GradeChoices()},
			{Title: "Club", Width: 24, Example: "Wellington"}, {Title: "Member since", Width: 15, Example: "2019"},
			{
				Title: "Kind of membership", Width: 19, Example: "full",
				Choices: []string{"full", "student", "junior", "family", "life"},
			},
			{Title: "Left on", Width: 14, Example: "30 June 2025"},
		},
		Steps: []reports.FormStep{
			{About: "Who", Text: "A row for each member, also those who left in the past seven years. Names are needed."},
			{About: "Member no.", Text: "Numbers that members know stay theirs. Leave it blank where there is none."},
			{About: "Member since", Text: "The day, or the year. It decides who is a new member (Rule 2.2)."},
			{About: "Kind of membership", Text: "Choose one of the list. Leave it blank for a full member."},
			{About: "Left on", Text: "The last day of who is no longer a member. Leave it blank for everyone else."},
			{About: "Years", Text: "A column for each year, headed by it as 2024/25, with x for who was a member, may be added."},
			{About: "Headings", Text: "Keep the row of headings. Columns may be left out, and stand in any order."},
			{About: "Send it", Text: "Upload the file where you got it. You see what each row would do before anything is done."},
		},
	}
}
