package takeover

import (
	"strings"
	"testing"

	"nzgs/internal/civil"
	"nzgs/internal/sheet"
)

func readText(t *testing.T, text string, before remembered) content {
	t.Helper()
	list, err := sheet.Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	c, err := read(list, before)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func means(c content) string {
	var out []string
	for _, col := range c.Columns {
		out = append(out, string(col.Means))
	}
	return string(c.What) + ": " + strings.Join(out, " ")
}

// Headings in any words: what each column is taken for.
func TestColumnsAreGuessed(t *testing.T) {
	for name, tt := range map[string]struct{ text, want string }{
		"as the template has them": {"Member no.,Family name,Given names,E-mail\n7,Tūī,Aroha,a@example.nz\n", "people: member_no family_name given_names email"},
		"in other words":           {"Surname;First names;Email (home);Mobile no.;Date joined;Go rank\nTūī;Aroha;a@example.nz;021 555 001;21/11/1998;3d\n", "people: family_name given_names email phone member_since grade"},
		"with years":               {"Name\t2017/18\t18/19\tPaid 2019\t2020 sub\nAroha Tūī\tx\t\t$25\t25.00\n", "people: name year_paid year_paid year_paid year_paid"},
		"an address in parts":      {"Name,Street,Suburb,City,Post code,Country\nAroha Tūī,1 Rata St,Te Aro,Wellington,6011,NZ\n", "people: name address suburb city postcode address_country"},
		"a title above":            {"Members of the society,,\nas at 3 March 2026,,\nName,Club,Joined\nAroha Tūī,Capital,1998\n", "people: name club member_since"},
		"rows per year":            {"Year,Name,Amount\n2019,Aroha Tūī,25\n2020,Aroha Tūī,25\n", "people: row_year name "},
		"clubs":                    {"Club,Secretary,Email,Phone,Meets\nCapital Go Club,Aroha Tūī,a@example.nz,021 555 001,Tuesdays\n", "clubs: club secretary secretary_email secretary_phone club_meets"},
		"clubs by name":            {"Name,City,Contact\nCapital Go Club,Wellington,Aroha Tūī\n", "clubs: club club_city secretary"},
		"a rating list":            {"Pos,Name,Rating,Games,Club\n1,Aroha Tūī,3.4,55,Capital\n", "people:  name rating games club"},
		"by its cells":             {"Name,Contact details,How strong\nAroha Tūī,a@example.nz,3d\nMere Kererū,m@example.nz,12k\n", "people: name email grade"},
		"No. that counts":          {"No,Name,Email\n1,Aroha Tūī,a@example.nz\n2,Mere Kererū,m@example.nz\n", "people:  name email"},
		"No. that does not":        {"No,Name,Email\n17,Aroha Tūī,a@example.nz\n212,Mere Kererū,m@example.nz\n", "people: member_no name email"},
		"twice":                    {"Name,Email,Email address\nAroha Tūī,a@example.nz,b@example.nz\n", "people: name email "},
		"two years of one name":    {"Name,2019,2019\nAroha Tūī,x,\n", "people: name year_paid year_paid"},
		"a total of years":         {"Name,2019,Total paid\nAroha Tūī,x,1\n", "people: name year_paid "},
		"kind, birth, leaving":     {"Name,Membership type,DOB,Status,Resigned on,Deceased\nAroha Tūī,Life,1950,Active,,\n", "people: name kind born status left died"},
	} {
		if got := means(readText(t, tt.text, nil)); got != tt.want {
			t.Errorf("%s: %s, want %s", name, got, tt.want)
		}
	}
	for i, col := range readText(t, "No,Surname,Given,Foo,2019\n1,Tūī,Aroha,bar,x\n2,Kererū,Mere,,x\n", nil).Columns {
		if (col.Why == "") != (i == 3) {
			t.Errorf("column %d: %+v", i+1, col)
		}
	}
	c := readText(t, "Name,Foo,Email\nAroha Tūī,Capital,a@example.nz\n", remembered{"foo": "club", "email": ""})
	if means(c) != "people: name club " || !strings.Contains(c.Columns[1].Why, "before") {
		t.Errorf("remembered: %s", means(c))
	}
}

func TestYears(t *testing.T) {
	for text, want := range map[string]string{
		"2019/20": "2019/20", "2019-2020": "2019/20", "19/20": "2019/20", "1999/00": "1999/00", "98/99": "1998/99", "FY 2019/20": "2019/20",
		"2019": "2019/20 bare", "Paid 2019": "2019/20 bare", "2019 sub": "2019/20 bare", "Subs 2019–20": "2019/20", "Member in 2019": "2019/20 bare",
		"2019.0": "2019/20 bare", "2019 ($)": "2019/20 bare",
		"2019/21": "", "Year": "", "19": "", "": "", "Phone 2": "", "1819": "", "20191": "",
	} {
		y, bare, ok := yearOfHeading(text)
		got := ""
		if ok {
			got = y.String()
		}
		if bare {
			got += " bare"
		}
		if got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	if Ends.meant(2019, true) != 2018 || Ends.meant(2019, false) != 2019 || Begins.meant(2019, true) != 2019 {
		t.Error("a bare year that ends is the one before")
	}
}

func TestTicks(t *testing.T) {
	for text, want := range map[string]string{
		"x": "yes", "X": "yes", "✓": "yes", "Yes": "yes", "paid": "yes", "$25": "yes", "25.00": "yes", "1": "yes", "Life": "yes", "NZ$25.00": "yes",
		"": "no", "-": "no", "no": "no", "0": "no", "0.00": "no", "$0": "no", "unpaid": "no", "n/a": "no", "owing": "no",
		"see note": "?", "-25": "?", "moved to Sydney": "?", "1.234,50 EUR": "?",
	} {
		is, ok := paid(text)
		got := map[bool]string{true: "yes", false: "no"}[is]
		if !ok {
			got = "?"
		}
		if got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}

// Days are read in the order that the file has as a whole.
func TestDaysAsTheFileHasThem(t *testing.T) {
	today := civil.MustParseDate("2026-11-26")
	for name, tt := range map[string]struct {
		cells []string
		order Order
		asked string
		want  string
	}{
		"day first":   {[]string{"21/11/1998", "03/04/99", "1998", "Nov 98"}, DayFirst, "", "1998-11-21 1999-04-03 1998-12-31 1998-11-30"},
		"month first": {[]string{"11/21/1998", "03/04/99", "1998/99"}, MonthFirst, "", "1998-11-21 1999-03-04 1999-06-30"},
		"either":      {[]string{"03/04/1999", "1998"}, DayFirst, "03/04/1999", "1999-04-03 1998-12-31"},
		"both":        {[]string{"21/11/1998", "11/21/1998"}, DayFirst, "21/11/1998", "1998-11-21 ?"},
		"none":        {[]string{"1998-11-21", "21 November 1998", "since 1998"}, DayFirst, "", "1998-11-21 1998-11-21 1998-12-31"},
	} {
		order, why, asked := orderIn(tt.cells)
		var got []string
		for _, cell := range tt.cells {
			_, last, ok := readDays(cell, order, today)
			if got = append(got, last.String()); !ok {
				got[len(got)-1] = "?"
			}
		}
		if order != tt.order || asked != tt.asked || strings.Join(got, " ") != tt.want || why != "" && asked != "" {
			t.Errorf("%s: %s (%s), asked %q: %v", name, order, why, asked, got)
		}
	}
}

func TestWhatIsMissing(t *testing.T) {
	for text, want := range map[string]string{
		"Name,Email\nAroha Tūī,a@example.nz\n":       "already",
		"Surname,Email\nTūī,a@example.nz\n":          "what already",
		"Name,2019\nAroha Tūī,x\n":                   "years already",
		"Name,2019/20\nAroha Tūī,x\n":                "already",
		"Name,Year\nAroha Tūī,2019\n":                "years already",
		"Name,Rating\nAroha Tūī,3.4\n":               "already day source games",
		"Name,Rating,Games\nAroha Tūī,3.4,9\n":       "already day source",
		"City,Contact,Website\nOamaru,A. Tūī,x.nz\n": "what",
	} {
		c := readText(t, text, nil)
		var got []string
		for _, m := range c.missing() {
			got = append(got, m.Field)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%q: %v, want %s", text, got, want)
		}
	}
}

func FuzzRead(f *testing.F) {
	for _, s := range []string{"Name,2019,Joined\nA B,x,1/2/98\n", "Club;Secretary\nX;Y\n", "\xff\xfea\x00,\x00", "=1,2\n", "No\n1\n"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		list, err := sheet.Parse(data)
		if err != nil {
			return
		}
		c, err := read(list, nil)
		if err != nil {
			return
		}
		for _, l := range c.lines(0) {
			l.name()
			l.address()
			l.key()
			l.says()
		}
		c.missing()
	})
}

func FuzzCells(f *testing.F) {
	for _, s := range []string{"2019/20", "$25", "31/02/1998", "Nov 98", "99/00"} {
		f.Add(s)
	}
	today := civil.MustParseDate("2026-11-26")
	f.Fuzz(func(t *testing.T, s string) {
		paid(s)
		if y, _, ok := yearOfHeading(s); ok && (y < 1900 || y > 2099) {
			t.Errorf("%q is %d", s, y)
		}
		for _, order := range []Order{DayFirst, MonthFirst} {
			if first, last, ok := readDays(s, order, today); ok && (last.Before(first) || last.Year() > 2028) {
				t.Errorf("%q: %s to %s", s, first, last)
			}
		}
		byHeading(OfPeople, s)
		byHeading(OfClubs, s)
	})
}
