package bank

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"nzgs/internal/civil"
	"nzgs/internal/money"
	"nzgs/internal/sheet"
)

// Limits of a file: a society's year is far below.
const (
	MaxBytes = 10 << 20
	MaxLines = 50_000
)

// Line is one line of a statement.
type Line struct {
	Row         int // in the file, from 1
	Date        civil.Date
	Amount      money.Cents // below zero where the account pays
	Payee       string      // the other party
	Reference   string
	Particulars string
	Code        string
	Balance     *money.Cents // of the account after the line, where the file has it
	ID          string       // the bank's, else made of what the line says; "" without a day
}

// Statement is what a file holds.
type Statement struct {
	Bank     string // "ANZ", "ASB", "BNZ", "Westpac", "Kiwibank", "OFX", "QIF"; "" for another
	Account  string // as the file writes it; "" where it does not say
	Days     Days   // how its days are written; "" while that is not known
	Lines    []Line // as in the file
	Problems []Problem
	Unknown  []string // headings, of a file whose columns nobody has named; nil: it is known
}

// Problem is something that has to be settled before anything of the file is booked.
type Problem struct {
	Row     int    // 0: the whole file
	Column  string // heading; "" for the whole row
	Message string // a sentence that says what to do
	Days    string // the days read both ways: one of them as it is written; "" otherwise
}

func (p Problem) String() string {
	switch {
	case p.Row > 0 && p.Column != "":
		return fmt.Sprintf("line %d, %s: %s", p.Row, p.Column, p.Message)
	case p.Row > 0:
		return fmt.Sprintf("line %d: %s", p.Row, p.Message)
	}
	return p.Message
}

// Options are what a person said about a file.
type Options struct {
	Days    Days             // how its days are written; "" finds out
	Before  Days             // how days were said to be written before: where those of the file read two ways, and it is one
	Columns map[Field]string // headings of a file that no bank here writes
	Account string           // the account that is expected; "" takes any
}

// Field is what a column holds.
type Field string

// The fields. Amount is the signed amount; Credit and Debit take its place where a file has two columns.
const (
	Date        Field = "date"
	Amount      Field = "amount"
	Credit      Field = "credit"
	Debit       Field = "debit"
	Payee       Field = "payee"
	Reference   Field = "reference"
	Particulars Field = "particulars"
	Code        Field = "code"
	Identity    Field = "id"
	Balance     Field = "balance"
	Account     Field = "account"
)

// Fields lists the fields that a person can name.
func Fields() []Field {
	return []Field{Date, Amount, Credit, Debit, Payee, Reference, Particulars, Code, Identity, Balance, Account}
}

// Read reads a statement. What cannot be read is among its problems.
func Read(data []byte, o Options) Statement {
	var s Statement
	switch {
	case len(data) > MaxBytes:
		s.add(0, "", "The file is larger than %d MB. Send it in parts.", MaxBytes>>20)
	default:
		s.readText(data, o)
	}
	s.finish(o)
	return s
}

// readText reads a file by what it begins with. OFX and QIF come in as many encodings as CSV does.
func (s *Statement) readText(data []byte, o Options) {
	if text, err := sheet.Text(data); err == nil {
		switch {
		case looksLikeOFX(text):
			s.readOFX(text)
			return
		case looksLikeQIF(text):
			s.readQIF(text, o)
			return
		}
	}
	s.readCSV(data, o)
}

func (s *Statement) add(row int, column, format string, args ...any) {
	s.Problems = append(s.Problems, Problem{Row: row, Column: column, Message: fmt.Sprintf(format, args...)})
}

// finish gives lines their ids and looks at the statement as a whole.
func (s *Statement) finish(o Options) {
	if s.Days != "" { // a line whose day cannot be read is a problem, and no line
		s.Lines = slices.DeleteFunc(s.Lines, func(l Line) bool { return l.Date.IsZero() })
	}
	s.identify()
	s.checkBalances()
	if o.Account != "" && s.Account != "" && !sameAccount(s.Account, o.Account) {
		s.add(0, "", "The file is of account %s, not of %s. Choose the file of that account.", s.Account, o.Account)
	}
	if len(s.Lines) == 0 && len(s.Problems) == 0 {
		s.add(0, "", "The file has no lines.")
	}
	slices.SortStableFunc(s.Problems, func(a, b Problem) int { return a.Row - b.Row })
}

// identify makes ids for lines to which the bank gave none: of account, day, amount, texts and balance, numbered where a day
// has several that are alike.
func (s *Statement) identify() {
	given := map[string]int{}
	made := map[string]int{}
	for i := range s.Lines {
		l := &s.Lines[i]
		if l.ID != "" {
			if first, twice := given[l.ID]; twice {
				s.add(l.Row, "", "The bank’s number %s is that of line %d too. Ask the bank for the file again.", l.ID, first)
			}
			given[l.ID] = l.Row
			continue
		}
		if l.Date.IsZero() {
			continue
		}
		balance := ""
		if l.Balance != nil {
			balance = l.Balance.Plain()
		}
		sum := sha256.Sum256([]byte(strings.Join([]string{
			digitsOf(s.Account), l.Date.String(), l.Amount.Plain(), l.Payee, l.Reference, l.Particulars, l.Code, balance,
		}, "\x00")))
		l.ID = hex.EncodeToString(sum[:10])
		if made[l.ID]++; made[l.ID] > 1 {
			l.ID += "-" + strconv.Itoa(made[l.ID])
		}
	}
}

// checkBalances looks whether each balance follows from the one before it, in whichever order the lines are.
func (s *Statement) checkBalances() {
	forth, back := s.gaps(true), s.gaps(false)
	gaps := forth
	if len(back) < len(forth) {
		gaps = back
	}
	for _, i := range gaps {
		s.add(
			s.Lines[i].Row, "", "The balance does not follow from that of line %d: a line may be missing between them. Ask the "+
				"bank for the file again.", s.Lines[i-1].Row,
		)
	}
}

// gaps gives the lines whose balance does not fit the line before: with the oldest line first, or the newest.
func (s *Statement) gaps(oldestFirst bool) []int {
	var out []int
	for i := 1; i < len(s.Lines); i++ {
		a, b := s.Lines[i-1], s.Lines[i]
		if a.Balance == nil || b.Balance == nil {
			continue
		}
		if oldestFirst && *a.Balance+b.Amount != *b.Balance || !oldestFirst && *b.Balance+a.Amount != *a.Balance {
			out = append(out, i)
		}
	}
	return out
}

// readable gives the rows of a text file, or says why there are none.
func (s *Statement) readable(data []byte) *sheet.List {
	if bytes.HasPrefix(data, []byte("PK\x03\x04")) {
		s.add(0, "", "The file is a spreadsheet. Ask the bank for CSV or OFX, or save the spreadsheet as CSV.")
		return nil
	}
	list, err := sheet.Lines(data, MaxLines)
	var wrong *sheet.Error
	switch {
	case errors.As(err, &wrong):
		s.add(0, "", "%s", strings.Replace(wrong.Error(), sheet.SaveAs, "Ask the bank for CSV or OFX.", 1))
		return nil
	case err != nil:
		s.add(0, "", "The file cannot be read.")
		return nil
	}
	return list
}
