package ballot

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"nzgs/internal/apperr"
)

// ParseVotes reads what a teller types for a paper: a letter for each motion
// in order (y Yes, n No, a Abstain, - blank, ! spoiled; spaces do not matter),
// or r and the number of a reason in [Rejections], from 1, for a paper that is
// rejected.
func (p *Package) ParseVotes(typed string) (Rejection, []Choice, error) {
	typed = strings.Join(strings.Fields(typed), "")
	if reason, ok := strings.CutPrefix(strings.ToLower(typed), "r"); ok {
		n, err := strconv.Atoi(reason)
		if err != nil || n < 1 || n > len(Rejections()) || strconv.Itoa(n) != reason {
			return "", nil, apperr.New(
				apperr.Invalid, "A rejected paper is r and the number of the reason, from r1 to r%d.", len(Rejections()),
			)
		}
		return Rejections()[n-1], nil, nil
	}
	var out []Choice
	for _, letter := range typed {
		c, err := ParseChoice(letter)
		if err != nil {
			return "", nil, err
		}
		if out = append(out, c); len(out) > len(p.Motions) {
			break
		}
	}
	if len(out) != len(p.Motions) {
		return "", nil, apperr.New(apperr.Invalid, "There are %d motions: type a letter for each.", len(p.Motions))
	}
	return Valid, out, nil
}

const (
	maxCSV         = 4 << 20
	maxCSVProblems = 50 // told at once
)

// csvChoices are the words of a cell beside the letters of [ParseChoice].
var csvChoices = map[string]Choice{
	"": Blank, "blank": Blank, "yes": Yes, "no": No, "abstain": Abstain, "spoiled": Spoiled,
}

// ReadCSV reads papers from a table of at most 4 MiB whose first line names the
// columns: "serial", each motion's number, and perhaps "rejected" with a
// [Rejection]. Cells have Yes, No, Abstain, blank or spoiled, or their letters;
// an empty one is blank. Commas, semicolons or tabs part the cells. All
// problems, up to 50, are told at once by line and column, never with a cell's
// content.
func (p *Package) ReadCSV(data []byte) ([]Paper, error) {
	if len(data) > maxCSV {
		return nil, apperr.New(apperr.TooLarge, "The table is larger than %d MiB.", maxCSV>>20)
	}
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	r := csv.NewReader(bytes.NewReader(data))
	r.Comma = separator(data)
	r.FieldsPerRecord = -1
	r.TrimLeadingSpace = r.Comma != '\t'
	r.ReuseRecord = true
	head, err := r.Read()
	if err != nil {
		return nil, apperr.New(apperr.Invalid, "The table is empty or its first line cannot be read.")
	}
	t, err := p.csvTable(head)
	if err != nil {
		return nil, err
	}
	for {
		row, err := r.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		var broken *csv.ParseError
		switch {
		case errors.As(err, &broken):
			t.problems.Add(fmt.Sprintf("line %d", broken.Line), "The quotation marks in this line do not match.")
		case err != nil:
			return nil, fmt.Errorf("read the table: %w", err)
		default:
			line, _ := r.FieldPos(0)
			t.row(line, row)
		}
		if broken != nil || len(t.problems) >= maxCSVProblems {
			break
		}
	}
	if err := t.problems.Err(); err != nil {
		return nil, err
	}
	return t.papers, nil
}

// separator is what parts the cells of the first line.
func separator(data []byte) rune {
	head, _, _ := bytes.Cut(data, []byte("\n"))
	for _, c := range "\t;" {
		if bytes.ContainsRune(head, c) {
			return c
		}
	}
	return ','
}

// csvTable is a table of papers while it is read.
type csvTable struct {
	p                *Package
	serial, rejected int   // columns; rejected is -1 when there is none
	motions          []int // columns, in the package's order of motions
	columns          int
	seen             map[Serial]int // the line of each serial
	papers           []Paper
	problems         apperr.Fields
}

func (p *Package) csvTable(head []string) (*csvTable, error) {
	at := map[string]int{}
	var f apperr.Fields
	for i, name := range head {
		name = strings.ToLower(strings.TrimSpace(name))
		if _, twice := at[name]; twice {
			f.Add("line 1", "Column %d has the same name as another.", i+1)
		}
		at[name] = i
	}
	column := func(name string) int {
		i, ok := at[name]
		delete(at, name)
		if !ok {
			i = -1
		}
		return i
	}
	t := &csvTable{
		p: p, serial: column("serial"), rejected: column("rejected"), columns: len(head), seen: map[Serial]int{},
	}
	if t.serial < 0 {
		f.Add("line 1", "There is no column called serial.")
	}
	for _, m := range p.Motions {
		i := column(strconv.Itoa(m.Number))
		if i < 0 {
			f.Add("line 1", "There is no column %d for motion %d.", m.Number, m.Number)
		}
		t.motions = append(t.motions, i)
	}
	for _, i := range at {
		f.Add("line 1", "Column %d is neither serial nor a motion's number nor rejected.", i+1)
	}
	slices.SortFunc(f, func(a, b apperr.Field) int { return strings.Compare(a.Message, b.Message) })
	return t, f.Err()
}

func (t *csvTable) row(line int, cells []string) {
	bad := func(format string, args ...any) {
		t.problems.Add(fmt.Sprintf("line %d", line), format, args...)
	}
	if len(cells) != t.columns {
		bad("There are %d cells and %d columns.", len(cells), t.columns)
		return
	}
	paper := Paper{}
	serial, err := ParseSerial(cells[t.serial])
	switch {
	case err != nil:
		bad("The serial is mistyped.")
	case !t.p.Knows(serial):
		bad("No paper of this vote has this serial.")
	case t.seen[serial] > 0:
		bad("The serial is also on line %d.", t.seen[serial])
	}
	paper.Serial = serial
	t.seen[serial] = line
	if t.rejected >= 0 {
		paper.Rejected = Rejection(strings.ToLower(strings.TrimSpace(cells[t.rejected])))
	}
	if paper.Rejected.code() < 0 {
		bad("The entry under rejected is not one of the reasons.")
	}
	for i, column := range t.motions {
		cell := strings.ToLower(strings.TrimSpace(cells[column]))
		c, known := csvChoices[cell]
		if !known && len(cell) == 1 {
			c, err = ParseChoice(rune(cell[0]))
			known = err == nil
		}
		switch {
		case !known:
			bad("Motion %d: write Yes, No, Abstain, blank or spoiled.", t.p.Motions[i].Number)
		case paper.Rejected == Valid:
			paper.Choices = append(paper.Choices, c)
		case cell != "":
			bad("Motion %d: a rejected paper has no votes.", t.p.Motions[i].Number)
		}
	}
	t.papers = append(t.papers, paper)
}
