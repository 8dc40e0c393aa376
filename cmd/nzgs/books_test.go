package main

import (
	"encoding/json"
	"os"
	"regexp"
	"strings"
	"testing"
)

const anzFile = `Type,Details,Particulars,Code,Reference,Amount,Date,ForeignCurrencyAmount,ConversionCharge
Direct Credit,A Tui,subs,2026,NZGS7K,25.00,21/11/2026,,
`

// The JSON is that of the page about banks' files, to the byte.
func TestBooksBank(t *testing.T) {
	read := nzgs(t, anzFile, "books", "bank", "--json", "-")
	if read.status != 0 {
		t.Fatal(read.stderr)
	}
	page, err := os.ReadFile("../../docs/bank-files.md")
	if err != nil {
		t.Fatal(err)
	}
	line := regexp.MustCompile(`\{"date":.*\}`).FindString(string(page))
	var want, got any
	if err := json.Unmarshal([]byte(`{"bank":"ANZ","lines":[`+line+`],"problems":[]}`), &want); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal([]byte(read.stdout), &got); err != nil {
		t.Fatal(err)
	}
	a, _ := json.Marshal(want)
	b, _ := json.Marshal(got)
	if string(a) != string(b) {
		t.Errorf("got %s\nwant %s", b, a)
	}
	text := nzgs(t, anzFile, "books", "bank", "-")
	if text.status != 0 || !strings.Contains(text.stdout, "ANZ: 1 line\n") || !strings.Contains(text.stdout, "2026-11-21  25.00  A Tui  NZGS7K  subs  2026") {
		t.Errorf("%v\n%s", text.stderr, text.stdout)
	}
	for _, args := range [][]string{
		{"books", "bank", "--days", "ddmm", "-"}, {"books", "bank", "--columns", "day=Day", "-"}, {"books", "bank", "--columns", "date", "-"},
		{"books", "bank"},
	} {
		if got := nzgs(t, anzFile, args...); got.status != 2 {
			t.Errorf("%v: %d, %s", args, got.status, got.stderr)
		}
	}
	bad := nzgs(t, strings.Replace(anzFile, "25.00", "25.001", 1), "books", "bank", "--json", "-")
	if bad.status != 1 || !strings.Contains(bad.stdout, `"line": 2`) || !strings.Contains(bad.stdout, `"lines": []`) {
		t.Errorf("%v\n%s", bad.stderr, bad.stdout)
	}
}
