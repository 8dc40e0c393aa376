package bank

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"pgregory.net/rapid"

	"nzgs/internal/civil"
	"nzgs/internal/money"
)

// files are the same two payments as each bank writes them: 25.00 from A Tui on 21 November 2026, 80.50 to a hall on the
// 22nd.
var files = map[string]string{
	"ANZ": `Type,Details,Particulars,Code,Reference,Amount,Date,ForeignCurrencyAmount,ConversionCharge
Direct Credit,A Tui,subs,2026,NZGS7K,25.00,21/11/2026,,
Payment,Bridge Hall,hire,,INV 12,-80.50,22/11/2026,,
`,
	"ASB": `Created date / time : 24 November 2026 / 09:12:01
Bank 12; Branch 3456; Account 0123456-00 (Society)
From date 20261101
To date 20261123
Avail Bal : 1234.50 as of 20261123
Ledger Balance : 1234.50 as of 20261123
Date,Unique Id,Tran Type,Cheque Number,Payee,Memo,Amount

2026/11/21,2026112101,D/C,2026,"A Tui",NZGS7K,25.00
2026/11/22,2026112201,DEBIT,,"Bridge Hall","INV 12",-80.50
`,
	"BNZ": `Date,Amount,Payee,Particulars,Code,Reference,Tran Type,This Party Account,Other Party Account,Serial,Transaction Code,Batch Number,Originating Bank/Branch,Processed Date
21/11/26,25.00,A Tui,subs,2026,NZGS7K,DC,02-0123-0123456-000,01-0001-0000001-00,,50,1,010001,21/11/26
22/11/26,-80.50,Bridge Hall,hire,,INV 12,BP,02-0123-0123456-000,,,00,2,020123,22/11/26
`,
	"Westpac": `Date,Amount,Other Party,Description,Reference,Particulars,Analysis Code
21-11-2026,25.00,A Tui,DIRECT CREDIT,NZGS7K,subs,2026
22-11-2026,-80.50,Bridge Hall,BILL PAYMENT,INV 12,hire,
`,
	"Kiwibank": `Account number,Date,Memo/Description,Source Code (payment type),TP ref,TP part,TP code,OP ref,OP part,OP code,OP name,OP Bank Account Number,Amount (credit),Amount (debit),Amount,Balance
38-9000-0123456-00,21-11-2026,DIRECT CREDIT A TUI,DC,NZGS7K,subs,2026,,,,A Tui,01-0001-0000001-00,25.00,,25.00,125.00
38-9000-0123456-00,22-11-2026,PAY Bridge Hall,BP,INV 12,hire,,,,,Bridge Hall,,,80.50,-80.50,44.50
`,
	"OFX": `OFXHEADER:100
DATA:OFXSGML
VERSION:102

<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>NZD<BANKACCTFROM><BANKID>01<ACCTID>01-0123-0123456-00<ACCTTYPE>CHECKING</BANKACCTFROM>
<BANKTRANLIST><DTSTART>20261101<DTEND>20261123
<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20261121120000[+13:NZDT]<TRNAMT>25.0000<FITID>2026112101<NAME>A Tui<MEMO>NZGS7K
<CHECKNUM>2026
</STMTTRN>
<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20261122<TRNAMT>-80.50<FITID>2026112201<NAME>Bridge Hall<MEMO>INV 12
</STMTTRN></BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>
`,
	"QIF": "!Type:Bank\nD21/11/26\nT25.00\nPA Tui\nMNZGS7K\nN2026\n^\nD22/11/26\nT-80.50\nPBridge Hall\nMINV 12\n^\n",
}

const xmlOFX = `<?xml version="1.0" encoding="UTF-8"?><?OFX OFXHEADER="200" VERSION="211"?>
<OFX><STMTRS><CURDEF>NZD</CURDEF><BANKACCTFROM><ACCTID>01-0123-0123456-00</ACCTID></BANKACCTFROM><BANKTRANLIST>
<STMTTRN><DTPOSTED>20261121</DTPOSTED><TRNAMT>25.00</TRNAMT><FITID>2026112101</FITID><NAME>A Tui</NAME><REFNUM>NZGS7K</REFNUM><CHECKNUM>2026</CHECKNUM><MEMO>subs &amp; all</MEMO></STMTTRN>
<STMTTRN><DTPOSTED>20261122</DTPOSTED><TRNAMT>-80.50</TRNAMT><FITID>2026112201</FITID><NAME>Bridge Hall</NAME><MEMO>INV 12</MEMO></STMTTRN>
</BANKTRANLIST></STMTRS></OFX>`

func brief(s Statement) string {
	var out []string
	for _, l := range s.Lines {
		out = append(out, fmt.Sprintf("%s %s %s|%s|%s|%s", l.Date, l.Amount.Plain(), l.Payee, l.Reference, l.Particulars, l.Code))
	}
	for _, p := range s.Problems {
		out = append(out, p.String())
	}
	return strings.Join(out, "\n")
}

func TestBanksFiles(t *testing.T) {
	for bank, file := range files {
		particulars := [2]string{"subs", "hire"}
		if bank == "ASB" || bank == "OFX" || bank == "QIF" {
			particulars = [2]string{} // they have no such column
		}
		want := fmt.Sprintf("2026-11-21 25.00 A Tui|NZGS7K|%s|2026\n2026-11-22 -80.50 Bridge Hall|INV 12|%s|", particulars[0], particulars[1])
		for name, data := range map[string]string{
			"as it is": file, "with CRLF": strings.ReplaceAll(file, "\n", "\r\n"), "with a mark": "\xef\xbb\xbf" + file,
			"UTF-16": utf16le(file), "semicolons": semicolons(bank, file), "capitals": heads(bank, file),
			"empty columns behind": strings.ReplaceAll(file, "\n", ",,\n"),
		} {
			if (bank == "OFX" || bank == "QIF") && (name == "UTF-16" || name == "empty columns behind") {
				continue
			}
			s := Read([]byte(data), Options{})
			if s.Bank != bank || brief(s) != want {
				t.Errorf("%s %s: %s\n%s\nwant\n%s", bank, name, s.Bank, brief(s), want)
			}
		}
		s := Read([]byte(file), Options{})
		ids := map[string]bool{}
		for _, l := range s.Lines {
			ids[l.ID] = true
		}
		if len(ids) != 2 || ids[""] {
			t.Errorf("%s: ids %v", bank, ids)
		}
		if (bank == "ASB" || bank == "OFX") && s.Lines[0].ID != "2026112101" {
			t.Errorf("%s: the bank’s own id is %s", bank, s.Lines[0].ID)
		}
		account := Read([]byte(file), Options{Account: "99-9999-9999999-99"})
		if known := s.Account != ""; known != (len(account.Problems) == 1) {
			t.Errorf("%s, of account %q: another account gives %v", bank, s.Account, account.Problems)
		}
		if s.Account != "" {
			if same := Read([]byte(file), Options{Account: digitsOf(s.Account)}); len(same.Problems) > 0 {
				t.Errorf("%s: the account itself gives %v", bank, same.Problems)
			}
		}
	}
	if got, want := brief(Read([]byte(xmlOFX), Options{})), "2026-11-21 25.00 A Tui|NZGS7K|subs & all|2026\n2026-11-22 -80.50 Bridge Hall|INV 12||"; got != want {
		t.Errorf("OFX 2: %s", got)
	}
}

func utf16le(text string) string {
	b := []byte{0xff, 0xfe}
	for _, u := range utf16.Encode([]rune(text)) {
		b = append(b, byte(u), byte(u>>8))
	}
	return string(b)
}

func semicolons(bank, file string) string {
	if bank == "OFX" || bank == "QIF" || bank == "ASB" { // ASB’s lines before the headings have semicolons of their own
		return file
	}
	return strings.ReplaceAll(file, ",", ";")
}

func heads(bank, file string) string {
	if bank == "OFX" || bank == "QIF" || bank == "ASB" {
		return file
	}
	head, rest, _ := strings.Cut(file, "\n")
	return strings.ToUpper(head) + "\n" + rest
}

func TestAmounts(t *testing.T) {
	for text, want := range map[string]string{
		"25": "25.00", "25.0": "25.00", "25.00": "25.00", "$25": "25.00", "-25": "-25.00", "−25.50": "-25.50", "+25": "25.00",
		"(25.00)": "-25.00", "25.00-": "-25.00", "25.00 CR": "25.00", "25.00 DR": "-25.00", "25.00DR": "-25.00", "-$25": "-25.00",
		"$-25": "-25.00", "1,234.50": "1234.50", "1.234,50": "1234.50", "1,234": "1234.00", "25,50": "25.50", "NZD 25": "25.00",
		"1 234.50": "1234.50", ".50": "0.50", "1,000,000.00": "1000000.00", "10000000.00": "10000000.00", "0": "0.00", "-0.01": "-0.01",
		"1.234.567,89": "1234567.89",
		"25.001":       "", "1.234": "", "": "", "-": "", "abc": "", "NaN": "", "1e5": "", "12,34,56": "", "1,23": "1.23", "1,2345": "", "--5": "",
		"10000000.01": "", "99999999999999999999": "", "25.00.00": "", "1,234,50": "", "0x10": "", "½": "", "(25.00": "", "1,234.5678": "",
	} {
		got, ok := parseAmount(text)
		if ok != (want != "") || ok && got.Plain() != want {
			t.Errorf("%q is %s, %v; want %q", text, got.Plain(), ok, want)
		}
	}
}

func TestDays(t *testing.T) {
	for _, tt := range []struct {
		days string
		ask  Days
		want string // days, or what is asked
	}{
		{"21/11/2026 05/11/2026", "", "2026-11-21 2026-11-05"},
		{"11/21/2026 11/05/2026", "", "2026-11-21 2026-11-05"},
		{"2026/11/21 2026/11/05", "", "2026-11-21 2026-11-05"},
		{"20261121 20261105", "", "2026-11-21 2026-11-05"},
		{"21112026 05112026", "", "2026-11-21 2026-11-05"},
		{"21-11-26 05-11-26", "", "2026-11-21 2026-11-05"},
		{"21.11.2026 5.11.2026", "", "2026-11-21 2026-11-05"},
		{"21-Nov-26 05-Nov-26", "", "2026-11-21 2026-11-05"},
		{"05/11/2026 06/11/2026", "", "asked"},
		{"05/11/2026 06/11/2026", DayMonthYear, "2026-11-05 2026-11-06"},
		{"05/11/2026 06/11/2026", MonthDayYear, "2026-05-11 2026-06-11"},
		{"05/11/2026", "", "asked"},
		{"11/11/2026", "", "2026-11-11"},                                             // the same either way
		{"05/11/2026 12/11/2026 03/12/2026", "", "2026-11-05 2026-11-12 2026-12-03"}, // the other way they would not be in order
		{"03/12/2026 12/11/2026 05/11/2026", "", "2026-12-03 2026-11-12 2026-11-05"},
		{"21/11/2026 29/02/2027", "", "2026-11-21 line 3, Date: “29/02/2027” is not a day as the others are. Write it as 21/11/2026."},
		{"21/11/2026 soon", "", "2026-11-21 line 3, Date: “soon” is not a day as the others are. Write it as 21/11/2026."},
		{"soon later", "", "The days cannot be read, such as “soon”. Write them as 21/11/2026."},
	} {
		file := "Date,Amount,Other Party,Description,Reference,Particulars,Analysis Code\n"
		for _, d := range strings.Fields(tt.days) {
			file += d + ",1.00,P,,,,\n"
		}
		s := Read([]byte(file), Options{Days: tt.ask})
		var got []string
		for _, l := range s.Lines {
			if !l.Date.IsZero() {
				got = append(got, l.Date.String())
			}
		}
		for _, p := range s.Problems {
			text := p.String()
			if strings.Contains(text, "read two ways") {
				text = "asked"
			}
			got = append(got, text)
		}
		if text := strings.Join(got, " "); text != tt.want {
			t.Errorf("%s: %s, want %s", tt.days, text, tt.want)
		}
		if tt.want == "asked" && slices.ContainsFunc(s.Lines, func(l Line) bool { return !l.Date.IsZero() || l.ID != "" }) {
			t.Errorf("%s: a day was guessed: %s", tt.days, brief(s))
		}
	}
}

func TestWhatHasToBeSettled(t *testing.T) {
	const west = "Date,Amount,Other Party,Description,Reference,Particulars,Analysis Code\n"
	kiwi, _, _ := strings.Cut(files["Kiwibank"], "\n")
	line := func(account, day, in, out, amount, balance string) string {
		return "\n" + account + "," + day + ",M,DC,,,,,,,P,," + in + "," + out + "," + amount + "," + balance
	}
	for name, tt := range map[string]struct {
		file  string
		o     Options
		lines int
		wants []string
	}{
		"a bad amount leaves the others": {west + "21/11/2026,25.001,P,,,,\n22/11/2026,5,P,,,,\n", Options{}, 1, []string{"line 2, Amount: “25.001” is no amount"}},
		"no amount":                      {west + "21/11/2026,,P,,,,\n", Options{}, 0, []string{"line 2, Amount: The line has no amount."}},
		"a missing line": {
			kiwi + line("38", "21-11-2026", "25.00", "", "25.00", "125.00") + line("38", "22-11-2026", "", "5.00", "-5.00", "130.00"),
			Options{}, 2, []string{"line 3: The balance does not follow from that of line 2"},
		},
		"newest first": {
			kiwi + line("38", "22-11-2026", "", "5.00", "-5.00", "120.00") + line("38", "21-11-2026", "25.00", "", "25.00", "125.00"),
			Options{}, 2, nil,
		},
		"in and out disagree": {
			kiwi + line("38", "21-11-2026", "25.00", "", "26.00", "125.00"), Options{}, 0,
			[]string{"The amount is $26.00, but the columns of what goes in and out give $25.00."},
		},
		"two accounts": {
			kiwi + line("38-9", "21-11-2026", "1", "", "1", "1") + line("38-8", "22-11-2026", "1", "", "1", "2"), Options{}, 2,
			[]string{"line 3: The line is of account 38-8, the ones before of 38-9."},
		},
		"another currency": {strings.Replace(xmlOFX, "NZD", "USD", 1), Options{}, 2, []string{"The statement is in USD."}},
		"a number twice": {
			strings.Replace(xmlOFX, "2026112201", "2026112101", 1), Options{}, 2, []string{"The bank’s number 2026112101 is that of line 3 too."},
		},
		"a total that agrees": {west + "21/11/2026,5,P,,,,\n22/11/2026,6,P,,,,\nTotal,11.00\n", Options{}, 2, nil},
		"a total that does not": {
			west + "21/11/2026,5,P,,,,\n22/11/2026,6,P,,,,\nTotal,12.00\n", Options{}, 2,
			[]string{"line 4: The total is $12.00, but the lines add up to $11.00."},
		},
		"unknown headings": {"Day,Sum\n21/11/2026,5\n", Options{}, 0, []string{"not the headings of a bank that is known here: “Day”, “Sum”"}},
		"named columns": {
			"x\nDay,In,Out,Who\n21/11/2026,5,,Tui\n22/11/2026,,7,Hall\n",
			Options{Columns: map[Field]string{Date: "day", Credit: "in", Debit: "OUT", Payee: "Who"}}, 2, nil,
		},
		"columns that are not there": {"Day,Sum\n21/11/2026,5\n", Options{Columns: map[Field]string{Date: "Day", Amount: "Amt"}}, 0, []string{"No row has the headings"}},
		"a web page":                 {"<!doctype html><p>Sign in", Options{}, 0, []string{"web page"}},
		"a PDF":                      {"%PDF-1.7", Options{}, 0, []string{"PDF"}},
		"a spreadsheet":              {"PK\x03\x04zz", Options{}, 0, []string{"spreadsheet"}},
		"nothing":                    {"", Options{}, 0, []string{"empty"}},
		"only headings":              {west, Options{}, 0, []string{"The file has no lines."}},
		"NUL":                        {west + "21/11/2026,\x00,P\n", Options{}, 0, []string{"NUL"}},
		"a quotation mark left open": {west + "\"21/11/2026,5\n", Options{}, 0, []string{"quotation mark"}},
		"text that begins with =":    {west + "21/11/2026,5,=P(1),,,,\n", Options{}, 1, nil},
	} {
		s := Read([]byte(tt.file), tt.o)
		got := ""
		for _, p := range s.Problems {
			got += p.String() + "\n"
		}
		if len(s.Lines) != tt.lines || len(s.Problems) != len(tt.wants) {
			t.Errorf("%s: %d lines, %s", name, len(s.Lines), got)
			continue
		}
		for _, want := range tt.wants {
			if !strings.Contains(got, want) {
				t.Errorf("%s: %s lacks %q", name, got, want)
			}
		}
	}
}

// The largest files are read or refused, and keep to the limit.
func TestHostileFiles(t *testing.T) {
	fill := func(s string) string { return strings.Repeat(s, (MaxBytes-2000)/len(s)) }
	const west = "Date,Amount,Other Party,Description,Reference,Particulars,Analysis Code\n"
	for name, file := range map[string]string{
		"commas": fill(","), "rows": west + fill("21/11/2026,5,P,,,,\n"), "lines": fill("\n"), "tags": "<OFX>" + fill("<a>"),
		"open tags": "<OFX>" + fill("<"), "transactions": "<OFX>" + fill("<STMTTRN>"), "letters": "!Type:Bank\n" + fill("D\n"),
		"ends": "!Type:Bank\n" + fill("T5\n^\n"), "binary": fill("\x00\x01\xff"), "too large": strings.Repeat("x", MaxBytes+1),
		"one cell": west + fill("y"), "bad amounts": west + strings.Repeat("21/11/2026,x,P,,,,\n", MaxLines-1),
	} {
		s := Read([]byte(file), Options{})
		if len(s.Lines) > MaxLines+1 || len(s.Problems) == 0 {
			t.Errorf("%s: %d lines, %d problems", name, len(s.Lines), len(s.Problems))
		}
	}
}

// Lines written in a bank's layout come back, with the same ids in whichever order, and equal lines of a day each have their
// own.
func TestLinesComeBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.SampledFrom([]string{"", "A Tui", "O’Kea, B", "NZGS7K", "Ōtaki \"x\"", "12"})
		n := rapid.IntRange(1, 12).Draw(t, "lines")
		var want []Line
		day := civil.MustParseDate("2026-11-13")
		for range n {
			day = day.AddDays(rapid.IntRange(0, 9).Draw(t, "later"))
			want = append(want, Line{
				Date: day, Amount: money.Cents(rapid.Int64Range(-1_000_000, 1_000_000).Draw(t, "cents")), Payee: text.Draw(t, "payee"),
				Reference: text.Draw(t, "reference"), Particulars: text.Draw(t, "particulars"), Code: text.Draw(t, "code"),
			})
		}
		quote := func(s string) string { return `"` + strings.ReplaceAll(s, `"`, `""`) + `"` }
		write := func(lines []Line) string {
			out := "Type,Details,Particulars,Code,Reference,Amount,Date,ForeignCurrencyAmount,ConversionCharge\n"
			for _, l := range lines {
				d := l.Date.String()
				out += strings.Join([]string{
					"x", quote(l.Payee), quote(l.Particulars), quote(l.Code), quote(l.Reference), l.Amount.Plain(),
					d[8:] + "/" + d[5:7] + "/" + d[:4], "", "",
				}, ",") + "\n"
			}
			return out
		}
		got := Read([]byte(write(want)), Options{})
		if len(got.Problems) > 0 || len(got.Lines) != n {
			t.Fatalf("%s", brief(got))
		}
		ids := map[string]bool{}
		for i, l := range got.Lines {
			ids[l.ID] = true
			l.Row, l.ID = 0, ""
			if l != want[i] {
				t.Fatalf("%+v came back as %+v", want[i], l)
			}
		}
		if len(ids) != n {
			t.Fatalf("%d ids for %d lines", len(ids), n)
		}
		slices.Reverse(want)
		for _, l := range Read([]byte(write(want)), Options{}).Lines {
			if !ids[l.ID] {
				t.Fatalf("the other way round a line has the id %s", l.ID)
			}
			delete(ids, l.ID)
		}
		if len(ids) > 0 {
			t.Fatal("two lines have one id the other way round")
		}
	})
}

func FuzzRead(f *testing.F) {
	for _, file := range files {
		f.Add([]byte(file))
	}
	f.Add([]byte(xmlOFX))
	f.Fuzz(func(t *testing.T, data []byte) {
		s := Read(data, Options{})
		if len(s.Lines) == 0 && len(s.Problems) == 0 {
			t.Error("nothing is said of a file without lines")
		}
		for _, l := range s.Lines {
			if l.Date.IsZero() != (s.Days == "") && s.Bank != "OFX" {
				t.Errorf("a day is %s while days are written %q", l.Date, s.Days)
			}
			if l.Amount > money.MaxInput || l.Amount < -money.MaxInput {
				t.Errorf("an amount of %s", l.Amount)
			}
		}
	})
}

func BenchmarkRead(b *testing.B) {
	file := []byte("Type,Details,Particulars,Code,Reference,Amount,Date,ForeignCurrencyAmount,ConversionCharge\n")
	for i := range 5000 {
		file = fmt.Appendf(file, "Direct Credit,Payer %d,subs,%d,NZGS%d,25.00,%02d/11/2026,,\n", i%700, i, i, i%28+1)
	}
	b.ReportAllocs()
	for b.Loop() {
		if s := Read(file, Options{}); len(s.Lines) != 5000 || len(s.Problems) > 0 {
			b.Fatal(len(s.Lines), s.Problems)
		}
	}
}
