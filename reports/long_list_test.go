package reports

import (
	"bytes"
	"errors"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"nzgs/internal/civil"
	"nzgs/internal/money"
	"nzgs/internal/spool"
)

// oneByOne is a table whose rows come one after another, each gone when the next comes.
func oneByOne(t Table) Table {
	rows, note := t.Rows, t.Note
	read := false
	t.Rows, t.Note = nil, ""
	t.Each = func(take func([]Cell) error) error {
		var row []Cell
		for _, r := range rows {
			row = append(row[:0], r...)
			if err := take(row); err != nil {
				return err
			}
			clear(row)
		}
		read = true
		return nil
	}
	t.NoteAfter = func() string {
		if !read {
			return "asked for before the rows were read"
		}
		return note
	}
	return t
}

var anyCell = rapid.Custom(func(t *rapid.T) Cell {
	switch rapid.IntRange(0, 6).Draw(t, "kind") {
	case 0:
		return Cell{}
	case 1:
		return Figure(rapid.SampledFrom([]float64{0, 1, -1, 9.5, 99.96, 0.1239, 1234567.125, NoFigure}).Draw(t, "figure"))
	case 2:
		return Money(money.Cents(rapid.Int64Range(-1e12, 1e12).Draw(t, "cents")))
	case 3:
		return Date(civil.On(rapid.IntRange(1, 9999).Draw(t, "year"), 2, 28).AddDays(rapid.IntRange(0, 2).Draw(t, "days")))
	case 4:
		return ratingCell("12.3")
	}
	return Text(rapid.StringOf(rapid.RuneFrom([]rune("aĀ中 \n=+'\"é"))).Draw(t, "text"))
})

// A list whose rows come one after another is the same file, to the byte, as one that is held.
func TestLongListsAreTheSameFiles(t *testing.T) {
	folder := t.TempDir()
	spools, err := spool.Open(folder, 0, time.Now().Add(time.Minute))
	if err != nil {
		t.Fatal(err)
	}
	by := Press{Society: "Society", Spools: spools}
	rapid.Check(t, func(t *rapid.T) {
		table := Table{Title: "List", Note: rapid.SampledFrom([]string{"", "As at today"}).Draw(t, "note")}
		for range rapid.IntRange(1, 4).Draw(t, "columns") {
			table.Columns = append(table.Columns, Column{Title: "Column", Width: 3})
		}
		table.Rows = rapid.SliceOfN(rapid.SliceOfN(anyCell, 0, len(table.Columns)), 0, 6).Draw(t, "rows")
		for name, write := range map[string]func(io.Writer, Table) error{"csv": TableCSV, "xlsx": by.TableXLSX} {
			var held, long bytes.Buffer
			if err := errors.Join(write(&held, table), write(&long, oneByOne(table))); err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(held.Bytes(), long.Bytes()) {
				t.Fatalf("%s: the files differ\n%q\n%q", name, held.Bytes(), long.Bytes())
			}
		}
	})
	if left, err := os.ReadDir(folder); err != nil || len(left) > 0 || spools.Used() != 0 {
		t.Errorf("left behind: %v, %d bytes, %v", left, spools.Used(), err)
	}
}

// A list that is longer than the library keeps in memory is whole, and one that cannot be read to its end is no file.
func TestLongLists(t *testing.T) {
	folder := t.TempDir()
	spools, err := spool.Open(folder, 0, time.Now().Add(time.Minute))
	if err != nil {
		t.Fatal(err)
	}
	by := Press{Spools: spools}
	const rows = 60_000
	gone := errors.New("the database has gone")
	list := Table{Title: "Long", Columns: []Column{{Title: "No."}, {Title: "Text"}, {Title: "Amount"}}}
	list.Each = func(take func([]Cell) error) error {
		for n := range rows {
			if err := take([]Cell{Int(n), Text("a text that makes the sheet long, with its row and all"), Money(1)}); err != nil {
				return err
			}
		}
		return nil
	}
	f := openBook(t, func(w io.Writer) error { return by.TableXLSX(w, list) })
	got, err := f.Rows("Long")
	if err != nil {
		t.Fatal(err)
	}
	defer got.Close()
	n := 0
	for got.Next() {
		n++
	}
	if n != rows+1 {
		t.Errorf("%d rows in the workbook, want %d", n, rows+1)
	}
	whole := list.Each
	list.Each = func(take func([]Cell) error) error { return errors.Join(whole(take), gone) }
	for name, write := range map[string]func(io.Writer, Table) error{"csv": TableCSV, "xlsx": by.TableXLSX} {
		if err := write(io.Discard, list); !errors.Is(err, gone) {
			t.Errorf("%s of a list that broke off: %v", name, err)
		}
	}
	if left, err := os.ReadDir(folder); err != nil || len(left) > 0 || spools.Used() != 0 {
		t.Errorf("left behind: %v, %d bytes, %v", left, spools.Used(), err)
	}
}

// On the roll and on a club's list no day and no phone number goes over the end of a line, and what became of a letter is
// said in words.
func TestDaysAndPhoneNumbersStandOnOneLine(t *testing.T) {
	list, roll := sampleClubList(12), sampleRoll(12)
	for i := range list.Rows {
		m := &list.Rows[i]
		m.TermEnd = civil.On(2027, time.September, 30)
		m.Email, m.Phone = strings.Repeat("featherstonehaugh.", i)+"player@example.org.nz", "+64 21 555 0101 1234"
		roll.Rows[i].State = "Handed to the mail server on 20 September 2026, returned 30 September 2026"
		roll.Rows[i].Address = m.Email
	}
	day := civil.On(2027, time.September, 30)
	register, seal, account := manyRegistered(), sampleSeal(12), Statement{To: "Aroha Tūī", Until: day, HowToPay: true}
	register.Sections[0].Rows = register.Sections[0].Rows[:12]
	for i := range 12 {
		row := &register.Sections[0].Rows[i]
		row.Since, row.First, row.TermEnd = day, day, day
		seal.Rows[i].Day, seal.Rows[i].Decided, seal.Rows[i].Struck = day, day, ""
		account.Lines = append(account.Lines, StatementLine{day, "Fee", 2500})
		account.Open = append(account.Open, OpenInvoice{"I-2027-0001", "S270001X", "Fee", day, 2500})
	}
	const longest = "30 September 2027"
	for name, c := range map[string]struct {
		write func(io.Writer) error
		whole []string
	}{
		"register":  {func(w io.Writer) error { return press.RegisterPDF(w, register) }, []string{longest + "\nfirst " + longest + "\n" + longest}},
		"seal":      {func(w io.Writer) error { return press.SealRegisterPDF(w, seal) }, []string{"12|" + longest, "2026/3\n" + longest}},
		"account":   {func(w io.Writer) error { return press.StatementPDF(w, account) }, []string{longest + "|Fee|", "Fee|" + longest}},
		"club list": {func(w io.Writer) error { return press.ClubListPDF(w, list) }, []string{"30 September 2027", "+64 21 555 0101 1234"}},
		"roll":      {func(w io.Writer) error { return press.MeetingRollPDF(w, roll) }, []string{"20 September 2026", "30 September 2026", "Handed to"}},
	} {
		text := allText(textsOf(t, written(t, c.write)))
		for _, whole := range c.whole {
			if n := strings.Count(text, whole); n != 12 {
				t.Errorf("%s: %q stands %d times, not 12:\n%s", name, whole, n, text)
			}
		}
	}
}
