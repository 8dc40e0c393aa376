package ledger

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"nzgs/internal/civil"
	"nzgs/internal/money"
)

func day(s string) civil.Date { return civil.MustParseDate(s) }

func TestWhatAnEntryIsRefusedFor(t *testing.T) {
	good := func() Entry {
		return Entry{Day: day("2026-07-01"), Text: "Interest", Document: ByHand, Lines: []Line{
			{Account: BankAccount, Amount: 500}, {Account: "4500", Amount: -500},
		}}
	}
	for name, tt := range map[string]struct {
		change func(*Entry)
		want   string
	}{
		"nothing":             {func(*Entry) {}, ""},
		"no day":              {func(e *Entry) { e.Day = civil.Date{} }, "day"},
		"no text":             {func(e *Entry) { e.Text = "" }, "says what"},
		"no document":         {func(e *Entry) { e.Document = OfInvoice }, "document"},
		"one line":            {func(e *Entry) { e.Lines = e.Lines[:1] }, "two lines"},
		"a cent too much":     {func(e *Entry) { e.Lines[0].Amount++ }, "differ by $0.01"},
		"an empty line":       {func(e *Entry) { e.Lines = append(e.Lines, Line{Account: "5000"}) }, "amount"},
		"no account":          {func(e *Entry) { e.Lines[0].Account = "" }, "account"},
		"a balance of no one": {func(e *Entry) { e.Lines[0].Account = MembersOwe }, "names who"},
		"the bank of someone": {func(e *Entry) { e.Lines[0].Party = Party{Person: 1} }, "names who"},
		"a club as a member": {func(e *Entry) {
			e.Lines[0].Account, e.Lines[0].Party = MembersOwe, Party{Club: 1}
		}, "not of that party"},
		"a member's": {func(e *Entry) { e.Lines[0].Account, e.Lines[0].Party = MembersOwe, Party{Person: 1} }, ""},
	} {
		e := good()
		tt.change(&e)
		err := e.Check()
		if (err == nil) != (tt.want == "") || err != nil && !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, want %q", name, err, tt.want)
		}
	}
}

func TestAReferenceShowsSlips(t *testing.T) {
	n := InvoiceNo{2026, 17}
	ref := n.Reference()
	if len(ref) != 8 {
		t.Fatalf("%q", ref)
	}
	for _, text := range []string{ref, strings.ToLower(ref), "Subs " + ref[:3] + "-" + ref[3:] + " from Aroha", "SUBS" + ref} {
		if got := References(text); len(got) != 1 || got[0] != n {
			t.Errorf("%q: %v", text, got)
		}
	}
	for i := 1; i < len(ref); i++ {
		for _, r := range "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ" {
			if slip := ref[:i] + string(r) + ref[i+1:]; slip != ref {
				for _, got := range References(slip) {
					t.Errorf("%q is read as %v", slip, got)
				}
			}
		}
		if i+1 < len(ref) && ref[i] != ref[i+1] {
			slip := ref[:i] + string(ref[i+1]) + string(ref[i]) + ref[i+2:]
			for _, got := range References(slip) {
				t.Errorf("%q is read as %v", slip, got)
			}
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		n := InvoiceNo{rapid.IntRange(2000, 2099).Draw(t, "year"), rapid.IntRange(1, 999999).Draw(t, "no")}
		if got := References("x " + n.Reference() + " y"); len(got) != 1 || got[0] != n {
			t.Fatalf("%v: %s read as %v", n, n.Reference(), got)
		}
	})
}

func FuzzReferences(f *testing.F) {
	f.Add("S260017K thanks")
	f.Fuzz(func(t *testing.T, text string) {
		for _, n := range References(text) {
			if n.No <= 0 || n.Year < 2000 || n.Year > 2099 {
				t.Errorf("%q: %v", text, n)
			}
		}
	})
}

// anyYears are entries over some years, each of which can be booked.
func anyYears(t *rapid.T) []Entry {
	accounts := chart()
	var out []Entry
	for n := range rapid.IntRange(1, 40).Draw(t, "entries") {
		e := Entry{
			ID: int64(n + 1), Number: EntryNo{2026, n + 1}, Document: ByHand,
			Day:  day("2023-01-01").AddDays(rapid.IntRange(0, 1300).Draw(t, "day")),
			Text: rapid.SampledFrom([]string{"Hall; two days", "Books | order", "Māori “name”", "a (b) * c"}).Draw(t, "text"),
		}
		var sum money.Cents
		for range rapid.IntRange(1, 4).Draw(t, "lines") {
			l := Line{
				Account: rapid.SampledFrom(accounts).Draw(t, "account").Code,
				Amount:  money.Cents(rapid.Int64Range(-100000, 100000).Filter(func(v int64) bool { return v != 0 }).Draw(t, "cents")),
				Tag:     rapid.SampledFrom([]string{"", "Congress, 2026"}).Draw(t, "tag"),
			}
			switch l.Account {
			case MembersOwe:
				l.Party = Party{Person: 1}
			case ClubsOwe:
				l.Party = Party{Club: 2}
			}
			sum += l.Amount
			e.Lines = append(e.Lines, l)
		}
		if sum != 0 {
			e.Lines = append(e.Lines, Line{Account: BankAccount, Amount: -sum})
		}
		if len(e.Lines) < 2 {
			continue
		}
		if err := e.Check(); err != nil {
			t.Fatal(err)
		}
		out = append(out, e)
		if rapid.IntRange(0, 4).Draw(t, "reversed") == 0 {
			back := e.Reversal(e.Day.AddDays(1), "reversed")
			back.ID, back.Number = int64(1000+n), EntryNo{2027, n + 1}
			out = append(out, back)
		}
	}
	return out
}

// The statements of any years hold together: what we have less what we owe is the funds, the funds are those of before
// with the surplus and what was booked to them, and money held follows from receipts and payments.
func TestStatementsHoldTogether(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		entries := anyYears(t)
		if sum := balancesOf(entries, civil.Date{}).Sum(); sum != 0 {
			t.Fatalf("the journal sums to %s", sum)
		}
		year := YearTo(day("2025-03-31"))
		this, last := figuresOf(chart(), entries, year), figuresOf(chart(), entries, year.Before())
		s := Close(chart(), year, this, last, nil)
		gift := -this.Flow[Funds]
		if s.Opening.This+s.Surplus.This+gift != s.Funds.This {
			t.Errorf("%s + %s + %s is not %s", s.Opening.This, s.Surplus.This, gift, s.Funds.This)
		}
		if s.Opening.This != s.Funds.Last {
			t.Errorf("the year begins with %s, the one before ends with %s", s.Opening.This, s.Funds.Last)
		}
		if s.Gifts.This != gift {
			t.Errorf("%s was booked to the funds, not %s", s.Gifts.This, gift)
		}
		if got := plus("", totals(s.Resources)...); got.This != s.Assets.Total.This || got.Last != s.Assets.Total.Last {
			t.Errorf("resources come to %v, assets to %v", got, s.Assets.Total)
		}
		if got := plus("", totals(s.Commitments)...); got.This != s.Liabilities.Total.This {
			t.Errorf("commitments come to %v, liabilities to %v", got, s.Liabilities.Total)
		}
		if s.MoneyBefore.This+s.Brought.This+s.Change.This != s.MoneyAfter.This {
			t.Errorf("%s + %s + %s is not %s", s.MoneyBefore.This, s.Brought.This, s.Change.This, s.MoneyAfter.This)
		}
		if s.MoneyBefore.This != s.MoneyAfter.Last {
			t.Errorf("the year begins with %s in the bank, the one before ends with %s", s.MoneyBefore.This, s.MoneyAfter.Last)
		}
	})
}

func TestAYearIsTwelveMonths(t *testing.T) {
	for last, want := range map[string]string{"2026-06-30": "2025-07-01", "2024-02-29": "2023-03-01", "2026-12-31": "2026-01-01"} {
		if got := YearTo(day(last)); got.From != day(want) {
			t.Errorf("the year to %s begins on %s", last, got.From)
		}
	}
	if got := YearTo(day("2026-06-30")).Before(); got != (Period{day("2024-07-01"), day("2025-06-30")}) {
		t.Errorf("%v", got)
	}
}

// hledger agrees with us about every account of random years, to the cent, and finds nothing wrong with the file.
func TestHledgerAgrees(t *testing.T) {
	if _, err := exec.LookPath("hledger"); err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal("no hledger, and nothing may be skipped in CI: run make test")
		}
		t.Skip("hledger is not installed: run make test")
	}
	names := map[Party]string{{Person: 1}: "Aroha Tūī, jr; x", {Club: 2}: "Capital | Go"}
	runs := 0
	rapid.Check(t, func(t *rapid.T) {
		if runs++; runs > 12 {
			return // each starts a program
		}
		entries := anyYears(t)
		var b bytes.Buffer
		if err := writeJournal(&b, chart(), entries, names); err != nil {
			t.Fatal(err)
		}
		if out, err := hledger(b.Bytes(), "check", "--strict"); err != nil {
			t.Fatalf("%v\n%s\n%s", err, out, b.String())
		}
		out, err := hledger(b.Bytes(), "balance", "--flat", "--no-total", "--empty", "-O", "csv")
		if err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		want := balancesOf(entries, civil.Date{})
		for _, a := range chart() {
			line := fmt.Sprintf("%q,%q", a.PlainName(), want[a.Code].Plain()+" NZD")
			if want[a.Code] != 0 && !strings.Contains(out, line) {
				t.Errorf("no line %s in\n%s", line, out)
			}
		}
	})
}

func hledger(journal []byte, args ...string) (string, error) {
	cmd := exec.Command("hledger", append([]string{"-f", "-"}, args...)...)
	cmd.Env = append(cmd.Environ(), "LC_ALL=C.UTF-8")
	cmd.Stdin = bytes.NewReader(journal)
	out, err := cmd.CombinedOutput()
	return string(out), err
}
