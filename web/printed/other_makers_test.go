package printed_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"nzgs/internal/clubs"
	"nzgs/internal/demo"
	"nzgs/internal/sheet"
)

// cells are those of a workbook by sheet and place, "Members!B2", with what they are: n, s or d.
type cells map[string][2]string

// byOpenpyxl and byExcelJS print the cells of a workbook as JSON.
const (
	byOpenpyxl = `
import sys, json, datetime, openpyxl
out = {}
for s in openpyxl.load_workbook(sys.argv[1]):
    for row in s.iter_rows():
        for c in row:
            v = c.value
            if v is None: continue
            if isinstance(v, (int, float)): k = ["n", repr(round(float(v), 6))]
            elif isinstance(v, datetime.datetime): k = ["d", v.strftime("%Y-%m-%d")]
            else: k = ["s", str(v)]
            out[s.title + "!" + c.coordinate] = k
print(json.dumps(out))`
	byExcelJS = `
const E = require(process.argv[1] + '/exceljs');
(async () => {
  const b = new E.Workbook(), out = {};
  await b.xlsx.readFile(process.argv[2]);
  for (const s of b.worksheets) s.eachRow(r => r.eachCell(c => {
    if (c.isMerged && c.master !== c) return;
    const v = c.value;
    if (v === null) return;
    const f = x => { const t = String(Math.round(x * 1e6) / 1e6); return t.includes('.') || t.includes('e') ? t : t + '.0' };
    out[s.name + '!' + c.address] = typeof v === 'number' ? ['n', f(v)] : v instanceof Date ? ['d', v.toISOString().slice(0, 10)] : ['s', String(v)];
  }));
  console.log(JSON.stringify(out));
})().catch(e => { console.error(e); process.exit(1) })`
)

func (s *society) cellsBy(program string, args ...string) (out cells) {
	s.Helper()
	s.Must(json.Unmarshal(s.run(program, args...), &out))
	return out
}

// Every workbook of the site is read by two libraries of other makers, who find the same in it: ExcelJS where
// scripts/readers.sh has installed it. Numbers are numbers, and what looks like one and is none has a heading that says so.
func TestEveryWorkbookIsReadByOtherMakers(t *testing.T) {
	s := settle(t, demo.Small())
	modules := os.Getenv("NZGS_NODE_MODULES")
	n := 0
	for _, f := range files() {
		if f.lacks != "" || !strings.HasSuffix(f.route, ".xlsx") {
			continue
		}
		m, ok := s.makeFile(f)
		if !ok {
			continue
		}
		n++
		path := s.save(m)
		py := s.cellsBy("/usr/bin/python3", "-c", byOpenpyxl, path)
		s.checkNumbers(m.address, py)
		if modules == "" {
			continue
		}
		if js := s.cellsBy("node", "-e", byExcelJS, modules, path); !maps.Equal(js, py) {
			s.Errorf("%s: %s", m.address, differ(js, py))
		}
	}
	if n < 25 {
		t.Errorf("only %d workbooks were read", n)
	}
	if modules == "" {
		t.Log("ExcelJS has read none: sh scripts/readers.sh installs it and runs this")
	}
}

func differ(a, b cells) string {
	var out []string
	for _, at := range slices.Sorted(maps.Keys(b)) {
		if a[at] != b[at] {
			out = append(out, fmt.Sprintf("%s is %q, by the other %q", at, a[at], b[at]))
		}
	}
	return fmt.Sprintf("%d and %d cells: %s", len(a), len(b), strings.Join(out[:min(len(out), 5)], "; "))
}

var (
	looksLikeNumber = regexp.MustCompile(`^-?[0-9]+(\.[0-9]+)?$`)
	place           = regexp.MustCompile(`^(.*)!([A-Z]+)([0-9]+)$`)
	// shownAsTheyAre are headings of numbers that are names: no one adds them up.
	shownAsTheyAre = regexp.MustCompile(`(?i)^(member no\.|no\.|number|phone|reference|receipt|account|code|table|place|year|` +
		`egf pin|aga number|diploma|playing strength|round.*|absent rounds|rank|misses rounds|example.*|postcode|member since|#)$`)
)

// checkNumbers finds numbers that are kept as text.
func (s *society) checkNumbers(address string, all cells) {
	heads, told := map[string][]string{}, map[string]bool{}
	for _, at := range slices.SortedFunc(maps.Keys(all), byRow) {
		where := place.FindStringSubmatch(at)
		column, cell := where[1]+"!"+where[2], all[at]
		switch {
		case cell[0] != "s":
		case !looksLikeNumber.MatchString(cell[1]):
			if len(heads[column]) < 4 {
				heads[column] = append(heads[column], cell[1])
			}
		case !slices.ContainsFunc(heads[column], shownAsTheyAre.MatchString) && !told[column]:
			told[column] = true
			s.Errorf("%s, %s: %q is text below %q", address, at, cell[1], heads[column])
		}
	}
}

func byRow(a, b string) int {
	row := func(at string) (n int) {
		_, err := fmt.Sscan(place.FindStringSubmatch(at)[3], &n)
		if err != nil {
			panic(err)
		}
		return n
	}
	if row(a) != row(b) {
		return row(a) - row(b)
	}
	return strings.Compare(a, b)
}

// filledIn fills a template in as openpyxl does it: the example stays, or goes, and a person is added.
const filledIn = `
import sys, openpyxl
from openpyxl.utils import range_boundaries
b = openpyxl.load_workbook(sys.argv[1])
s = b.worksheets[0]
heads = [c.value for c in s[1]]
offered = 0
for v in s.data_validations.dataValidation:
    sheet, at = v.formula1.split('!')
    cells = b[sheet.strip("'")][at.replace('$', '')]
    assert v.type == 'list' and all(c[0].value for c in cells), v.formula1
    offered += len(cells)
assert 'Instructions' in b.sheetnames and b['Instructions'].max_row > 5
if sys.argv[3] == 'without': s.delete_rows(2)
s.append([{'Family name': 'Kōwhai', 'Given names': 'Ana', 'Playing strength': '3 dan', 'Grade': '3 dan'}.get(h) for h in heads])
b.save(sys.argv[2])
print(offered, s.title)`

// A template that is filled in with a program of another maker is read back without its example, whether that was left there
// or not; a template without one, as they were before, is read as well.
func TestTemplatesAreFilledInAndReadBack(t *testing.T) {
	s := settle(t, demo.Small())
	for _, f := range files() {
		read := map[string][]sheet.Column{
			"/clubs/:id/template.xlsx": sheet.ClubReturnColumns(), "/director/events/:id/entries.xlsx": sheet.EntryColumns(),
			"/take-over/members.xlsx": sheet.ClubReturnColumns(),
		}[f.route]
		if read == nil {
			continue
		}
		m, ok := s.makeFile(f)
		if !ok {
			continue
		}
		before := s.rowsOf(m.content, read)
		for _, with := range []string{"with", "without"} {
			path, to := s.save(m), s.save(m)
			out := string(s.run("/usr/bin/python3", "-c", filledIn, path, to, with))
			if !strings.Contains(out, " ") || strings.HasPrefix(out, "0 ") {
				t.Errorf("%s offers %s", m.address, out)
			}
			data, err := os.ReadFile(to)
			s.Must(err)
			rows := s.rowsOf(data, read)
			if len(rows) != len(before)+1 || rows[len(rows)-1] != "Kōwhai Ana 3 dan" || slices.Contains(rows, "e.g. Tūī e.g. Aroha e.g. 3 dan") {
				t.Errorf("%s, %s the example: read are %q, before %q", m.address, with, rows, before)
			}
			if f.route != "/clubs/:id/template.xlsx" {
				continue
			}
			list, err := clubs.ReadList("list.xlsx", strings.NewReader(string(data)))
			if err != nil || len(list.Rows) != len(before)+1 || list.Rows[len(before)].Family != "Kōwhai" {
				t.Errorf("%s the example a club’s list has %d rows, of %d and one: %v", with, len(list.Rows), len(before), err)
			}
		}
	}
}

// rowsOf are names and grades of a list.
func (s *society) rowsOf(data []byte, columns []sheet.Column) (out []string) {
	s.Helper()
	list, err := sheet.Parse(data, "Entries", "Members")
	s.Must(err)
	m, rows, err := sheet.MapHeader(list.Rows, columns)
	s.Must(err)
	for _, r := range rows {
		grade := m.Cell(r, sheet.Grade)
		if grade == "" {
			grade = m.Cell(r, sheet.Rank)
		}
		out = append(out, m.Cell(r, sheet.FamilyName)+" "+m.Cell(r, sheet.GivenNames)+" "+grade)
	}
	return out
}
