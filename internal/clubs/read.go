package clubs

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"nzgs/internal/apperr"
	"nzgs/internal/members"
	"nzgs/internal/ratings/scale"
	"nzgs/internal/sheet"
)

// ListRow is one person on a club's list, as typed.
type ListRow struct {
	Number   int    // row in the spreadsheet, from 1
	MemberNo string // the society's member number, if the list has it
	Family   string
	Given    string
	Email    string
	Phone    string
	Address  string
	Grade    string
	Note     string
	Since    string // since when somebody has been a member
}

// Column says how one column of an upload was understood.
type Column struct {
	Heading string `json:"heading"` // as in the file
	Letter  string `json:"letter"`  // A, B, …
	Means   string `json:"means"`   // title of the column it was taken for; "" if it was not read
}

// List is an upload that could be read.
type List struct {
	FileName    string
	ContentHash string // of the file, byte by byte
	RowsHash    string // of what the rows say, in any order and format
	Columns     []Column
	Rows        []ListRow
}

// maxFileName keeps a hostile name from filling a page.
const maxFileName = 120

// ReadList reads an uploaded list, XLSX or CSV. What is wrong with the file is
// an Invalid apperr.Error on the field "file", naming row and column where
// there is one.
func ReadList(fileName string, r io.Reader) (List, error) {
	data, err := sheet.Take(r)
	if err != nil {
		return List{}, refuseFile(err)
	}
	l := List{FileName: cleanFileName(fileName), ContentHash: hash(data)}
	file, err := sheet.Parse(data)
	if err != nil {
		return List{}, refuseFile(err)
	}
	mapping, rows, err := sheet.MapHeader(file.Rows, sheet.ClubReturnColumns())
	if err == nil {
		err = mapping.Err()
	}
	if err != nil {
		return List{}, refuseFile(err)
	}
	l.Columns = columnsRead(mapping)
	for _, row := range rows {
		l.Rows = append(l.Rows, listRow(mapping, row))
	}
	if len(l.Rows) == 0 {
		return List{}, refuseFile(&sheet.Error{Problem: "The list has headings but no names. Add a row for each member."})
	}
	l.RowsHash = hashRows(l.Rows)
	return l, nil
}

// ListOf makes a List of rows that come from elsewhere than a file.
func ListOf(name string, rows []ListRow) List {
	h := hashRows(rows)
	return List{FileName: name, ContentHash: h, RowsHash: h, Rows: rows}
}

func refuseFile(err error) error {
	var e *sheet.Error
	if !errors.As(err, &e) {
		return err
	}
	var f apperr.Fields
	f.Add("file", "%s", e.Error())
	return f.Err()
}

func columnsRead(m *sheet.Mapping) []Column {
	var out []Column
	type placed struct {
		Column
		at int
	}
	var all []placed
	add := func(at int, heading, means string) {
		all = append(all, placed{Column{heading, sheet.ColumnName(at), means}, at})
	}
	for _, c := range sheet.ClubReturnColumns() {
		if !m.Has(c.Key) {
			continue
		}
		add(m.ColumnOf(c.Key), m.Heading(c.Key), c.Title)
	}
	for _, h := range m.Unread() {
		add(h.Column, h.Text, "")
	}
	slices.SortFunc(all, func(a, b placed) int { return cmp.Compare(a.at, b.at) })
	for _, p := range all {
		out = append(out, p.Column)
	}
	return out
}

func listRow(m *sheet.Mapping, row sheet.Row) ListRow {
	r := ListRow{
		Number:   row.Number,
		MemberNo: m.Cell(row, sheet.MemberNo),
		Family:   oneLine(m.Cell(row, sheet.FamilyName)),
		Given:    oneLine(m.Cell(row, sheet.GivenNames)),
		Email:    oneLine(m.Cell(row, sheet.Email)),
		Phone:    oneLine(m.Cell(row, sheet.Phone)),
		Address:  addressIn(m, row),
		Grade:    oneLine(m.Cell(row, sheet.Grade)),
		Note:     m.Cell(row, sheet.Notes),
		Since:    oneLine(m.Cell(row, sheet.Since)),
	}
	if r.Family == "" && r.Given == "" {
		r.Family, r.Given, _ = members.SplitName(m.Cell(row, sheet.FullName))
	}
	return r
}

// addressIn is an address that stands in one column or in several.
func addressIn(m *sheet.Mapping, row sheet.Row) string {
	var lines []string
	for _, line := range []string{
		m.Cell(row, sheet.Address), m.Cell(row, sheet.Address2), m.Cell(row, sheet.Suburb),
		oneLine(m.Cell(row, sheet.City) + " " + m.Cell(row, sheet.Postcode)), m.Cell(row, sheet.Abroad),
	} {
		if line = strings.TrimSpace(line); line != "" {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "\n")
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

func cleanFileName(name string) string {
	name = oneLine(strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(name, "")))
	if i := strings.LastIndexAny(name, `/\`); i >= 0 {
		name = name[i+1:]
	}
	if name == "" {
		return "list"
	}
	if runes := []rune(name); len(runes) > maxFileName {
		return string(runes[:maxFileName])
	}
	return name
}

func hash(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// hashRows is the same for two lists that say the same of the same people:
// the order of rows and the spelling of e-mail, phone and grade do not matter.
func hashRows(rows []ListRow) string {
	keys := make([]string, len(rows))
	for i, r := range rows {
		keys[i] = r.key()
	}
	slices.Sort(keys)
	return hash([]byte(strings.Join(keys, "\n")))
}

// key is what a row says, apart from where it stands.
func (r ListRow) key() string {
	grade, _ := scale.Stated(r.Grade)
	cells := []string{
		r.MemberNo, r.Family, r.Given, members.EmailKey(r.Email), members.PhoneKey(r.Phone),
		oneLine(r.Address), grade, oneLine(r.Note),
	}
	if r.Since != "" { // lists that were kept before it was read stay the same
		cells = append(cells, r.Since)
	}
	return fmt.Sprintf("%q", cells)
}

// person is what the row says of somebody, as typed.
func (r ListRow) person() members.PersonInput {
	return members.PersonInput{
		FamilyName: r.Family, GivenNames: r.Given,
		Email: r.Email, Phone: r.Phone, Address: r.Address, Grade: r.Grade,
	}
}

// newPerson is person for the register: without a playing strength that is none.
func (r ListRow) newPerson() members.PersonInput {
	in := r.person()
	in.Grade, _ = scale.Stated(r.Grade)
	return in
}

// contact is what the row changes of a person who is in the register.
func (r ListRow) contact(p members.Person) members.ContactChange {
	in := r.newPerson()
	if r.namesPlaceOf(p) {
		in.Address = ""
	}
	return members.ContactChange{Email: in.Email, Phone: in.Phone, Address: in.Address, Grade: in.Grade}
}

// namesPlaceOf reports whether the list names no more than the place of the address that the register has: a list with a
// column for the town alone takes nobody's street away.
func (r ListRow) namesPlaceOf(p members.Person) bool {
	known := " " + members.Fold(p.Contact.Address) + " "
	for line := range strings.Lines(r.Address) {
		words := members.Fold(line)
		if street := strings.TrimRight(words, "0123456789 "); strings.ContainsAny(street, "0123456789") ||
			!strings.Contains(known, " "+words+" ") {
			return false
		}
	}
	return true
}

func (r ListRow) name() string {
	return members.Name{Family: r.Family, Given: r.Given, Order: members.GuessOrder(r.Family, r.Given)}.String()
}
