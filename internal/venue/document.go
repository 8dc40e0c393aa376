package venue

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"nzgs/internal/apperr"
	"nzgs/internal/civil"
	"nzgs/internal/money"
)

// Format is the form of documents that this program writes, and reads.
const Format = 1

// Document is the whole event as a file. Its sections open in every program that reads event files.
type Document struct {
	Format   int       `json:"nzgs_event"`
	Says     string    `json:"about_this_file"`
	Home     *Home     `json:"home,omitempty"` // of the file that opens an event at its venue
	Event    Facts     `json:"event"`
	People   []Player  `json:"people"`             // of the event
	Others   []Player  `json:"others,omitempty"`   // of the public rating list, for entries at the venue
	Sections []Section `json:"sections,omitempty"` // as event files
	Tables   []Table   `json:"tables"`
}

// Home is where the event is from, and what opens the way back.
type Home struct {
	Site    string `json:"site"` // its address
	Society string `json:"society"`
	Money   string `json:"currency,omitempty"` // its code; "": New Zealand's, of a site that did not say it yet
	Zone    string `json:"zone,omitempty"`     // of the society's clocks; "": New Zealand's, of a site that did not say it yet
	EventID int64  `json:"event"`
	Slug    string `json:"address"`
	Number  int    `json:"number"` // of the loan
	Key     string `json:"key"`
	NewFrom int64  `json:"new_from"`
	LentAt  string `json:"lent_at"`
	LentBy  string `json:"lent_by"`
	Lender  int64  `json:"lender"`
}

// Facts are an event's own.
type Facts struct {
	Name   string `json:"name"`
	Place  string `json:"place"`
	From   string `json:"from"`
	To     string `json:"to"`
	About  string `json:"about"`
	Status string `json:"status"`
}

// Player is somebody of the register as the file has them: a name and a rating, and nothing else.
type Player struct {
	ID          int64  `json:"id"`
	Family      string `json:"family"`
	Given       string `json:"given"`
	FamilyFirst bool   `json:"family_first,omitempty"`
	Alias       string `json:"alias,omitempty"` // what public pages show in place of the name
	Rating      string `json:"rating,omitempty"`
}

// Name is the player's name as a list has it.
func (p Player) Name() string { return strings.TrimSpace(p.Family + " " + p.Given) }

// Section is a section as an event file.
type Section struct {
	Name    string          `json:"name"`
	Address string          `json:"address"`
	File    json.RawMessage `json:"event_file"`
}

// Table is the rows of a table, in the order of their numbers.
type Table struct {
	Name    string   `json:"table"`
	Columns []string `json:"columns"`
	Rows    [][]any  `json:"rows"`
}

// rows are those of a table, without any when the document does not have it.
func (d *Document) rows(name string) [][]any {
	for _, t := range d.Tables {
		if t.Name == name {
			return t.Rows
		}
	}
	return nil
}

// Hash knows the event by what it holds: its own fields and every row. The names and ratings of people are the
// register's.
func (d *Document) Hash() (string, error) {
	data, err := json.Marshal(struct {
		Event  Facts
		Tables []Table
	}{d.Event, d.Tables})
	if err != nil {
		return "", fmt.Errorf("hash an event: %w", err)
	}
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:]), nil
}

// Bounds of a document. A congress of 400 players over nine rounds has 20,000 rows.
const (
	MaxBytes   = 64 << 20
	maxRows    = 200_000
	maxCell    = 1 << 20
	maxPeople  = 50_000
	maxLetters = 200 // of a name
)

// Parse reads a document, also a compressed one, strictly: a cell that does not fit its column is refused, with its
// place. It says nothing of whether rows fit each other.
func Parse(data []byte) (*Document, error) {
	if bytes.HasPrefix(data, []byte{0x1f, 0x8b}) {
		var err error
		if data, err = unpack(data); err != nil {
			return nil, err
		}
	}
	if len(data) > MaxBytes {
		return nil, tooLarge()
	}
	if !bytes.Contains(data, []byte(`"nzgs_event"`)) {
		return nil, wrong("this is not an event that was taken along. Take the file that the event’s page on the site gives")
	}
	var d Document
	r := json.NewDecoder(bytes.NewReader(data))
	r.UseNumber()
	if err := r.Decode(&d); err != nil {
		return nil, wrong("it cannot be read (%v). Download it again", err)
	}
	if _, err := r.Token(); !errors.Is(err, io.EOF) {
		return nil, wrong("something follows its end. Download it again")
	}
	if d.Format != Format {
		return nil, wrong("it has the form %d, and this program reads %d. Use the same version of nzgs as the site", d.Format, Format)
	}
	if err := d.check(); err != nil {
		return nil, err
	}
	if err := d.Home.check(); err != nil {
		return nil, err
	}
	return &d, nil
}

// check checks that the society's clocks are somewhere, and that its currency is one.
func (h *Home) check() error {
	if h == nil {
		return nil
	}
	if _, err := civil.ReadZone(h.Zone); h.Zone != "" && err != nil {
		return wrong("its society’s clocks are unknown (%v)", err)
	}
	if _, err := money.ReadCurrency(h.Money); h.Money != "" && err != nil {
		return wrong("its society’s currency is unknown (%v)", err)
	}
	return nil
}

func wrong(format string, args ...any) error {
	return apperr.New(apperr.Invalid, "The file of the event: %s.", fmt.Sprintf(format, args...))
}

func tooLarge() error {
	return apperr.New(apperr.TooLarge, "The file of an event has at most %d MB.", MaxBytes>>20)
}

func unpack(data []byte) ([]byte, error) {
	z, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return nil, wrong("it cannot be unpacked (%v)", err)
	}
	out, err := io.ReadAll(io.LimitReader(z, MaxBytes+1))
	switch {
	case err != nil:
		return nil, wrong("it cannot be unpacked (%v)", err)
	case len(out) > MaxBytes:
		return nil, tooLarge()
	}
	return out, nil
}

// Pack writes a document compressed, as it goes over a network.
func (d *Document) Pack() ([]byte, error) {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if err := json.NewEncoder(z).Encode(d); err != nil {
		return nil, fmt.Errorf("write an event: %w", err)
	}
	if err := z.Close(); err != nil {
		return nil, fmt.Errorf("write an event: %w", err)
	}
	return b.Bytes(), nil
}

// check checks every value by itself and puts the tables in their order.
func (d *Document) check() error {
	if len(d.People)+len(d.Others) > maxPeople {
		return wrong("it has more than %d people", maxPeople)
	}
	for _, p := range slices.Concat(d.People, d.Others) {
		for _, s := range []string{p.Family, p.Given, p.Alias, p.Rating} {
			if !readable(s) || utf8.RuneCountInString(s) > maxLetters {
				return wrong("the name or rating of person %d is too long or cannot be read", p.ID)
			}
		}
		if p.ID < 1 || p.Family == "" {
			return wrong("a person has no number or no name")
		}
	}
	named := make(map[string]Table, len(d.Tables))
	total := 0
	for _, t := range d.Tables {
		if _, twice := named[t.Name]; twice || tableNamed(t.Name) == nil {
			return wrong("it has a table %q that does not belong, or twice", shorten(t.Name))
		}
		if total += len(t.Rows); total > maxRows {
			return wrong("it has more than %d rows", maxRows)
		}
		named[t.Name] = t
	}
	ordered := make([]Table, 0, len(tables))
	for _, want := range tables {
		t, ok := named[want.name]
		if !ok {
			return wrong("the table %q is missing", want.name)
		}
		if !slices.Equal(t.Columns, want.names()) {
			return wrong("the table %q has other columns. Use the same version of nzgs as the site", want.name)
		}
		if err := want.checkRows(t.Rows); err != nil {
			return err
		}
		ordered = append(ordered, t)
	}
	d.Tables = ordered
	return nil
}

func shorten(s string) string { return strings.ToValidUTF8(s[:min(len(s), 40)], "?") }

// readable reports whether both databases can keep the text.
func readable(s string) bool {
	return utf8.ValidString(s) && !strings.ContainsRune(s, 0) && len(s) <= maxCell
}

// checkRows makes the cells of rows what their columns hold, and refuses the first that does not fit. Numbered rows
// stand in the order of their numbers, each once.
func (t *table) checkRows(rows [][]any) error {
	var last int64
	for n, row := range rows {
		if len(row) != len(t.columns) {
			return wrong("row %d of %q has %d values, not %d", n+1, t.name, len(row), len(t.columns))
		}
		for i, c := range t.columns {
			v, ok := c.take(row[i])
			if !ok {
				return wrong("row %d of %q: %q cannot be read", n+1, t.name, c.name)
			}
			row[i] = v
		}
		if !t.numbered {
			continue
		}
		id, _ := row[0].(int64)
		if id <= last {
			return wrong("row %d of %q does not follow the one before it", n+1, t.name)
		}
		last = id
	}
	return nil
}

// take reads a cell: a whole number is an int64, a blob stays base64.
func (c column) take(v any) (any, bool) {
	switch v := v.(type) {
	case nil:
		return nil, true // the database knows what may be missing
	case json.Number:
		n, err := v.Int64()
		return n, err == nil && c.kind == whole && (c.ref == "" || n > 0 && n < math.MaxInt64)
	case string:
		if c.kind == blob {
			_, err := base64.StdEncoding.DecodeString(v)
			return v, err == nil && len(v) <= 4*maxCell
		}
		return v, c.kind != whole && c.kind != truth && readable(v)
	case bool:
		return v, c.kind == truth
	}
	return nil, false
}

// clone is the document with rows of its own.
func (d *Document) clone() *Document {
	out := *d
	out.Tables = make([]Table, len(d.Tables))
	for i, t := range d.Tables {
		rows := make([][]any, len(t.Rows))
		for n, row := range t.Rows {
			rows[n] = slices.Clone(row)
		}
		out.Tables[i] = Table{Name: t.Name, Columns: t.Columns, Rows: rows}
	}
	return &out
}
