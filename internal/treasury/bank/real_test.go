package bank

import (
	"strings"
	"testing"
	"unicode/utf16"
)

// The forms in which banks’ files arrive: with everything that programs between the bank and here do to them.
func TestFilesAsTheyArrive(t *testing.T) {
	const (
		west = "Date,Amount,Other Party,Description,Reference,Particulars,Analysis Code\n"
		asb  = "Created date / time : 23 June 2026 / 18:36:55,,,,,,\nBank 12; Branch 3627; Account 0005597-00 (Account 2),,,,,,\n" +
			"From date 20260401,,,,,,\nTo date 20260623,,,,,,\nAvail Bal : 6790.45 as of 20260623,,,,,,\n" +
			"Ledger Balance : 6790.45 as of 20260623,,,,,,\nDate,Unique Id,Tran Type,Cheque Number,Payee,Memo,Amount\n,,,,,,\n" +
			"18/04/2026,2026041801,D/C,,\"D/C FROM KOWHAI,TOBI\",INV-0018,1000\n"
		ofx = "OFXHEADER:100\r\nDATA:OFXSGML\r\nCHARSET:1252\r\n\r\n<OFX><STMTRS><CURDEF>NZD<BANKACCTFROM><BANKID>01<BRANCHID>0123" +
			"<ACCTID>0123456-00<ACCTTYPE>CHECKING</BANKACCTFROM><BANKTRANLIST>\r\n<STMTTRN><DTPOSTED>20261121<TRNAMT>25.00<FITID>1" +
			"<NAME>Caf\xe9 Tui & Co</STMTTRN></BANKTRANLIST><LEDGERBAL><BALAMT>100.00</LEDGERBAL></STMTRS></OFX>\r\n"
		bare = "38-9000-0123456-00,,,,\n31 Jan 2026 ,INTEREST EARNED ;,,0.25,71.16\n01 Feb 2026 ,AP A TUI ;subs,,25.00,96.16\n"
		qif  = "!Option:AutoSwitch\n!Account\nNSociety\nTBank\n^\n!Type:Bank\nD21/11'26\nT-1,080.50\nPHall\nSExpense\n$-1000\n^\n"
	)
	tui := "2026-11-21 25.00 Café Tui & Co|||"
	for name, tt := range map[string]struct {
		file          string
		o             Options
		bank, account string
		want          []string // lines, then what each problem says
	}{
		"ASB through a spreadsheet": {
			asb, Options{Account: "12-3627-0005597-000"}, "ASB", "12-3627-0005597-00", []string{"2026-04-18 1000.00 D/C FROM KOWHAI,TOBI|INV-0018||"},
		},
		"ASB of another account": {
			asb, Options{Account: "12-3627-0005597-02"}, "ASB", "12-3627-0005597-00",
			[]string{"2026-04-18 1000.00 D/C FROM KOWHAI,TOBI|INV-0018||", "The file is of account 12-3627-0005597-00, not of 12-3627-0005597-02."},
		},
		"line ends of old Macs": {
			strings.ReplaceAll(west+"21/11/2026,5,P,,,,\n", "\n", "\r"), Options{}, "Westpac", "", []string{"2026-11-21 5.00 P|||"},
		},
		"ANZ with quotes and empty lines": {
			"\"Type\",\"Details\",\"Particulars\",\"Code\",\"Reference\",\"Amount\",\"Date\",\"ForeignCurrencyAmount\",\"ConversionCharge\"\r\n" +
				"\"Direct Credit\",\"Acme, Ltd\",\"a \"\"b\"\"\",\"\",\"Aug\",\"2,650.00\",\"14/09/2026\",\"\",\"\"\r\n\r\n\r\n",
			Options{}, "ANZ", "", []string{`2026-09-14 2650.00 Acme, Ltd|Aug|a "b"|`},
		},
		"ANZ with a balance": {
			"Transaction Date,Processed Date,Type,Details,Particulars,Code,Reference,Amount,Balance,To/From Account Number,Conversion " +
				"Charge,Foreign Currency Amount\n21/11/2026,23/11/2026,Direct Credit,A Tui,subs,2026,NZGS7K,25.00,125.00,01-0001-0000001-00,,\n",
			Options{}, "ANZ", "", []string{"2026-11-21 25.00 A Tui|NZGS7K|subs|2026"},
		},
		"BNZ with signs": {
			"Date,Amount,Payee,Particulars,Code,Reference,Tran Type,This Party Account,Other Party Account,Serial,Transaction Code,Batch " +
				"Number,Originating Bank/Branch,Processed Date\n27/01/26,+49.00,Savings,,,INTERNET XFR,FT,02-1269-0029601-66,02-1269-0029601-10" +
				",,\"50\",0000,\"02-1255\",27/01/26\n",
			Options{Account: "02-1269-0029601-066"}, "BNZ", "02-1269-0029601-66", []string{"2026-01-27 49.00 Savings|INTERNET XFR||"},
		},
		"Kiwibank without its sum": {
			strings.SplitN(files["Kiwibank"], "\n", 2)[0] + "\n38-9000-0123456-00,14-09-2026,MERCURY ;,DD,,,,,,,Mercury,,,182.40,,1000.00\n",
			Options{}, "Kiwibank", "38-9000-0123456-00", []string{"2026-09-14 -182.40 Mercury|||"},
		},
		"Kiwibank without headings": {
			bare, Options{Account: "38-9000-0123456-00"}, "Kiwibank", "38-9000-0123456-00",
			[]string{"2026-01-31 0.25 INTEREST EARNED ;|||", "2026-02-01 25.00 AP A TUI ;subs|||"},
		},
		"a file without headings": {
			"21/11/2026,25.00,A Tui\n", Options{}, "", "", []string{"The file has no headings. Say by its letter which column is what"},
		},
		"a file without headings by its letters": {
			"From 1 November\n21/11/2026,25.00,A Tui\n", Options{Columns: map[Field]string{Date: "a", Amount: "B", Payee: "C"}}, "", "",
			[]string{"2026-11-21 25.00 A Tui|||"},
		},
		"a file without headings, letters that are not there": {
			"21/11/2026,25.00,A Tui\n", Options{Columns: map[Field]string{Date: "C", Amount: "B"}}, "", "", []string{"No row has the headings"},
		},
		"sums below the lines, in any column": {
			west + "21/11/2026,5,P,,,,\n22/11/2026,6,P,,,,\n,11.00,Total,,,,\nClosing balance,,311.00\n", Options{}, "Westpac", "",
			[]string{"2026-11-21 5.00 P|||", "2026-11-22 6.00 P|||"},
		},
		"a sum that does not agree": {
			west + "21/11/2026,5,P,,,,\n,12.00,Total,,,,\n", Options{}, "Westpac", "",
			[]string{"2026-11-21 5.00 P|||", "line 3: The total is $12.00, but the lines add up to $5.00."},
		},
		"totals of both ways": {
			west + "21/11/2026,5,P,,,,\n22/11/2026,-3,P,,,,\nTotal credits,5.00,,,,,\nTotal debits,3.00,,,,,\nTotal,2.00,,,,,\n",
			Options{}, "Westpac", "", []string{"2026-11-21 5.00 P|||", "2026-11-22 -3.00 P|||"},
		},
		"totals whose words say both ways": {
			west + "21/11/2026,5,P,,,,\n22/11/2026,-3,P,,,,\nTotal paid in,5.00,,,,,\nTotal paid out,3.00,,,,,\n" +
				"Total payments received,5.00,,,,,\nTotal paid in,4.00,,,,,\n",
			Options{}, "Westpac", "", []string{
				"2026-11-21 5.00 P|||", "2026-11-22 -3.00 P|||", "line 7: The total is $4.00, but the lines add up to $2.00.",
			},
		},
		"totals of both ways without words": {
			west + "21/11/2026,5,P,,,,\n22/11/2026,-3,P,,,,\nTotal,5.00,,,,,\nTotal,-3.00,,,,,\n",
			Options{}, "Westpac", "", []string{"2026-11-21 5.00 P|||", "2026-11-22 -3.00 P|||"},
		},
		"a total at the foot of each page": {
			west + "21/11/2026,5,P,,,,\nTotal,5.00,,,,,\n22/11/2026,6,P,,,,\nTotal,6.00,,,,,\nTotal,11.00,,,,,\n",
			Options{}, "Westpac", "", []string{"2026-11-21 5.00 P|||", "2026-11-22 6.00 P|||"},
		},
		"two totals, one of which does not agree": {
			west + "21/11/2026,5,P,,,,\n22/11/2026,-3,P,,,,\nTotal withdrawals,4.00,,,,,\nTotal deposits,5.00,,,,,\n",
			Options{}, "Westpac", "", []string{
				"2026-11-21 5.00 P|||", "2026-11-22 -3.00 P|||",
				"line 4: The total of what went out is $4.00, but the lines add up to $3.00.",
			},
		},
		"one total of what came in alone": {
			west + "21/11/2026,5,P,,,,\n22/11/2026,-3,P,,,,\nTotal,5.00,,,,,\n", Options{}, "Westpac", "", []string{
				"2026-11-21 5.00 P|||", "2026-11-22 -3.00 P|||", "line 4: The total is $5.00, but the lines add up to $2.00.",
			},
		},
		"what the account held": {
			west + "01/11/2026,,Opening Balance,,,,\n21/11/2026,5,P,,,,\n30/11/2026,,Closing balance,,,,\n", Options{}, "Westpac", "",
			[]string{"2026-11-21 5.00 P|||"},
		},
		"a payment without an amount": {
			west + "21/11/2026,,P,,,,\n", Options{}, "Westpac", "", []string{"line 2, Amount: The line has no amount."},
		},
		"cut off in the last line": {
			west + "21/11/2026,5,P,,,,\n22/11/2026,-80", Options{}, "Westpac", "",
			[]string{"2026-11-21 5.00 P|||", "2026-11-22 -80.00 |||", "line 3: The file ends in the middle of this line."},
		},
		"cut off in the last line's amount": {
			asb + "19/04/2026,2,D/C,,P,M,20.00\n20/04/2026,3,D/C,,P,M,-80.0", Options{Account: "12-3627-0005597-00"}, "ASB",
			"12-3627-0005597-00", []string{"2026-04-18 1000.00 D/C FROM KOWHAI,TOBI|INV-0018||", "2026-04-19 20.00 P|M||", "2026-04-20 -80.00 P|M||"},
		},
		"cut off in the last line's amount, as the bank writes it": {
			strings.Replace(asb, ",1000\n", ",1000.00\n", 1) + "20/04/2026,3,D/C,,P,M,-8", Options{Account: "12-3627-0005597-00"}, "ASB",
			"12-3627-0005597-00", []string{
				"2026-04-18 1000.00 D/C FROM KOWHAI,TOBI|INV-0018||", "2026-04-20 -8.00 P|M||",
				"line 10: The file ends in the middle of this line.",
			},
		},
		"the last line's amount is whole": {
			strings.Replace(asb, ",1000\n", ",1000.00\n", 1) + "20/04/2026,3,D/C,,P,M,-80.00", Options{Account: "12-3627-0005597-00"}, "ASB",
			"12-3627-0005597-00", []string{"2026-04-18 1000.00 D/C FROM KOWHAI,TOBI|INV-0018||", "2026-04-20 -80.00 P|M||"},
		},
		"blanks after the last line": {
			west + "21/11/2026,5,P,,,,\n  ", Options{}, "Westpac", "", []string{"2026-11-21 5.00 P|||"},
		},
		"no end of the last line": {west + "21/11/2026,5,P,,,,\n22/11/2026,6,P,,,,", Options{}, "Westpac", "", []string{"2026-11-21 5.00 P|||", "2026-11-22 6.00 P|||"}},
		"a sum without an end":    {west + "21/11/2026,5,P,,,,\nTotal,5", Options{}, "Westpac", "", []string{"2026-11-21 5.00 P|||"}},
		"bytes of something else": {west + "21/11/2026,\x00,P\n", Options{}, "", "", []string{"Row 2 has a NUL character: this is not a spreadsheet, or it is damaged. Ask the bank for CSV or OFX."}},
		"the headings again": {
			west + "21/11/2026,5,P,,,,\n" + west + "22/11/2026,6,P,,,,\n", Options{}, "Westpac", "",
			[]string{"2026-11-21 5.00 P|||", "2026-11-22 6.00 P|||"},
		},
		"OFX of Windows": {ofx, Options{Account: "01-0123-0123456-00"}, "OFX", "01-0123-0123456-00", []string{tui}},
		"OFX in UTF-16": {
			utf16le(strings.ReplaceAll(ofx, "\xe9", "é")), Options{Account: "01-0123-0123456-000"}, "OFX", "01-0123-0123456-00", []string{tui},
		},
		"OFX with the number alone": {
			strings.NewReplacer("<BANKID>01<BRANCHID>0123", "<BANKID>Bank", "0123456-00", "0123456").Replace(ofx),
			Options{Account: "01-0123-0123456-00"}, "OFX", "0123456", []string{tui},
		},
		"OFX with number and suffix of another account": {
			strings.NewReplacer("<BANKID>01<BRANCHID>0123", "", "0123456-00", "0123456-25").Replace(ofx),
			Options{Account: "01-0123-0123456-00"}, "OFX", "0123456-25", []string{tui, "The file is of account 0123456-25, not of 01-0123-0123456-00."},
		},
		"OFX cut off": {
			ofx[:strings.Index(ofx, "</STMTTRN>")], Options{}, "OFX", "01-0123-0123456-00", []string{tui, "The file ends in the middle"},
		},
		"QIF with an account before it":       {qif, Options{}, "QIF", "", []string{"2026-11-21 -1080.50 Hall|||"}},
		"QIF of old Macs":                     {strings.ReplaceAll(qif, "\n", "\r"), Options{}, "QIF", "", []string{"2026-11-21 -1080.50 Hall|||"}},
		"QIF of Windows":                      {"!Type:Bank\r\nD21/11/26\r\nT25.00\r\nPCaf\xe9\r\n^\r\n", Options{}, "QIF", "", []string{"2026-11-21 25.00 Café|||"}},
		"QIF in UTF-16":                       {utf16be("!Type:Bank\nD21/11/26\nT25.00\nPTūī\n^\n"), Options{}, "QIF", "", []string{"2026-11-21 25.00 Tūī|||"}},
		"QIF of shares":                       {"!Type:Invst\nD21/11/26\nNBuy\nT25.00\n^\n", Options{}, "QIF", "", []string{"line 1: “!Type:Invst” is no list of a bank account’s"}},
		"days asked about before":             {west + "05/11/2026,5,P,,,,\n", Options{Before: DayMonthYear}, "Westpac", "", []string{"2026-11-05 5.00 P|||"}},
		"days that say otherwise than before": {west + "2026/11/05,5,P,,,,\n", Options{Before: DayMonthYear}, "Westpac", "", []string{"2026-11-05 5.00 P|||"}},
	} {
		s := Read([]byte(tt.file), tt.o)
		got := strings.Split(brief(s), "\n")
		same := len(got) == len(tt.want) && s.Bank == tt.bank && s.Account == tt.account
		for i := range got {
			same = same && strings.HasPrefix(got[i], tt.want[i])
		}
		if !same {
			t.Errorf("%s: %s %s\n%s\nwant %s %s\n%s", name, s.Bank, s.Account, brief(s), tt.bank, tt.account, strings.Join(tt.want, "\n"))
		}
	}
}

func utf16be(text string) string {
	b := []byte{0xfe, 0xff}
	for _, u := range utf16.Encode([]rune(text)) {
		b = append(b, byte(u>>8), byte(u))
	}
	return string(b)
}

func TestGuess(t *testing.T) {
	got := Guess([]string{"Date", "Description", "Debit", "Credit", "Balance"})
	want := map[Field]string{Date: "Date", Payee: "Description", Debit: "Debit", Credit: "Credit", Balance: "Balance"}
	if len(got) != len(want) {
		t.Errorf("%v", got)
	}
	for f, h := range want {
		if got[f] != h {
			t.Errorf("%s is guessed to be %q", f, got[f])
		}
	}
	if got := Guess([]string{"Transaction date", "Amount", "Credit", "Name"}); got[Credit] != "" || got[Date] != "Transaction date" || got[Payee] != "Name" {
		t.Errorf("%v", got)
	}
	if got := Guess([]string{"x", ""}); len(got) != 0 {
		t.Errorf("%v", got)
	}
}
