package books

import (
	"fmt"
	"slices"

	"github.com/labstack/echo/v4"

	"nzgs/internal/booking"
	"nzgs/internal/treasury"
	"nzgs/internal/treasury/bank"
	"nzgs/web/kit"
)

// uploadBank takes a bank's file.
func (s *Desk) uploadBank() kit.Form[treasury.BankAccount] {
	return kit.Form[treasury.BankAccount]{
		Site: s.Site, Load: s.bankAt,
		Show: func(c echo.Context, p *kit.FormPage, b treasury.BankAccount) error {
			p.Page = s.Page(c, "Upload a bank’s file", treasurerCrumb, bankCrumb)
			p.Action, p.Submit, p.Back = kit.Below(bankPath, b.ID, "upload"), "Read the file", bankPath
			p.Say("The CSV files of ANZ, ASB, BNZ, Westpac and Kiwibank, OFX and QIF. Lines that were uploaded before are not " +
				"taken twice. Nothing is booked before you say so.")
			p.Uploads = []kit.Upload{{ID: "file", Name: "file", Label: "File", Accept: ".csv,.ofx,.qfx,.qif,.txt", Required: true}}
			p.Group("", kit.Field{
				Name: "anyway", Type: "checkbox", Label: "Take lines that look like ones that are here",
				Hint: "For two payments of one amount on one day, in two files.",
			})
			p.Group("", kit.Field{
				Name: "days", Label: "How the file writes days", Type: "select", Options: []kit.Option{
					{Label: "Find out"}, {Value: "dmy", Label: "Day, month, year: 21/11/2026"}, {Value: "mdy", Label: "Month, day, year: 11/21/2026"},
					{Value: "ymd", Label: "Year, month, day: 2026/11/21"},
				},
			})
			p.Group("Another bank’s CSV file").Text("Write the headings of the file’s columns once; they are remembered. Of a file without headings write the columns’ letters: A, B, C.").Fold("say which column is what")
			for _, f := range bank.Fields() {
				p.Row(kit.Field{Name: "column_" + string(f), Label: "Column: " + columnLabels[f]})
			}
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, b treasury.BankAccount) (kit.Done, error) {
			name, data, given, err := kit.ChosenContent(c, "file", bank.MaxBytes+1)
			if err != nil {
				return kit.Done{}, err
			}
			if !given {
				in.Problem("file", "Choose the bank’s file.")
				return kit.Done{}, nil
			}
			file := booking.File{Bank: b, Name: name, Data: data, Days: bank.Days(in.Text("days")), Anyway: in.Ticked("anyway")}
			for _, f := range bank.Fields() {
				if heading := in.Text("column_" + string(f)); heading != "" {
					if file.Columns == nil {
						file.Columns = map[bank.Field]string{}
					}
					file.Columns[f] = heading
				}
			}
			if file.Days != "" && !file.Days.Known() {
				in.Problem("days", "Choose how the file writes days.")
			}
			taken, err := s.booking.TakeFile(c.Request().Context(), s.Actor(c), file)
			if err != nil {
				return kit.Done{}, err
			}
			asks := slices.IndexFunc(taken.Problems, func(p bank.Problem) bool { return p.Days != "" })
			if guess(in, taken.Unknown) {
				in.Problem("file", "%s Look below at what each column may be, and choose the file again.", fileProblems(taken.Problems))
				in.Problem("column_date", "These are proposed from the headings: see that each is right.")
			} else if asks >= 0 {
				in.Problem(
					"days", "“%s” reads as day and month, and as month and day. Choose which it is, and choose the file again.",
					taken.Problems[asks].Days,
				)
			} else if len(taken.Problems) > 0 {
				in.Problem("file", "%s", fileProblems(taken.Problems))
			}
			return kit.Done{To: bankPath, Message: fmt.Sprintf(
				"%s in the file, %d of them new.", kit.Plural(taken.Lines, "line is", "lines are"), taken.New,
			)}, nil
		},
	}
}

// guess fills in what the columns of an unknown file may be, where the treasurer has not said it; false: nothing is known.
func guess(in *kit.Filling, headings []string) bool {
	guesses := bank.Guess(headings)
	for _, f := range bank.Fields() {
		if in.Text("column_"+string(f)) != "" {
			return false
		}
	}
	for f, heading := range guesses {
		in.Set("column_"+string(f), heading)
	}
	return len(guesses) > 0
}

var columnLabels = map[bank.Field]string{
	bank.Date: "day", bank.Amount: "amount", bank.Credit: "money in", bank.Debit: "money out", bank.Payee: "payer or payee",
	bank.Reference: "reference", bank.Particulars: "particulars", bank.Code: "code", bank.Identity: "the bank’s number",
	bank.Balance: "balance", bank.Account: "account",
}

// problemsShown is how many problems of a file the page tells of.
const problemsShown = 10

// fileProblems are a file's problems in a sentence each.
func fileProblems(all []bank.Problem) string {
	out := "Nothing was taken from the file."
	for _, p := range all[:min(len(all), problemsShown)] {
		out += " " + p.String()
	}
	if more := len(all) - problemsShown; more > 0 {
		out += fmt.Sprintf(" And %d more.", more)
	}
	return out
}
