package treasury_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"nzgs/internal/apperr"
	"nzgs/internal/audit"
	"nzgs/internal/auth"
	"nzgs/internal/members"
	"nzgs/internal/money"
	"nzgs/internal/store"
	"nzgs/internal/store/storetest"
	"nzgs/internal/treasury"
	"nzgs/internal/treasury/ledger"
)

func (d *desk) member() ledger.Party { return ledger.Party{Person: int64(d.person)} }

// asks makes an invoice of one line.
func (d *desk) asks(p ledger.Party, amount money.Cents) (treasury.InvoiceID, error) {
	return d.MakeInvoice(ctx, d.treasurer, treasury.InvoiceInput{
		Party: p, Due: d.now.Date().AddDays(10), Text: "Books", Lines: []treasury.InvoiceLine{
			{Text: "A book", Amount: amount, Account: ledger.BookSales},
		},
	})
}

func (d *desk) takes(p ledger.Party, amount money.Cents, reference string) (treasury.Payment, error) {
	return d.Take(ctx, d.treasurer, treasury.ReceiveInput{
		Party: p, Amount: amount, ReceivedOn: d.now.Date(), Method: treasury.Bank, Reference: reference,
	})
}

func (d *desk) invoice(t interface{ Fatal(...any) }, id treasury.InvoiceID) treasury.InvoiceFile {
	i, err := d.Invoice(ctx, d.treasurer, id)
	if err != nil {
		t.Fatal(err)
	}
	return i
}

// agree checks that the journal says what the documents say.
func (d *desk) agree(t interface {
	Fatal(...any)
	Errorf(string, ...any)
}) {
	trial, err := d.TrialBalance(ctx, d.treasurer)
	if err != nil {
		t.Fatal(err)
	}
	if sum := trial.Balances.Sum(); sum != 0 {
		t.Errorf("the journal sums to %s", sum)
	}
	if problem, err := treasury.CompareWithLog(ctx, d.db); err != nil || problem != "" {
		t.Errorf("the log and the sums that are kept: %s, %v", problem, err)
	}
	list, err := d.InvoiceList(ctx, d.treasurer, treasury.InvoiceFilter{})
	all := list.Invoices
	if err != nil {
		t.Fatal(err)
	}
	paid, err := d.Payments(ctx, d.treasurer, treasury.PaymentFilter{})
	if err != nil {
		t.Fatal(err)
	}
	owed := -paid.Left
	for _, i := range all {
		if i.Open() < 0 || i.Paid < 0 {
			t.Errorf("%s: %s open, %s paid", i.Number, i.Open(), i.Paid)
		}
		owed += i.Open()
	}
	if got := trial.Balances[ledger.MembersOwe] + trial.Balances[ledger.ClubsOwe]; got != owed {
		t.Errorf("the journal says members and clubs owe %s, the documents %s", got, owed)
	}
	if got := trial.Balances[ledger.BankAccount] + trial.Balances[ledger.CashAccount]; got != paid.Received {
		t.Errorf("the journal has %s in the bank, the payments come to %s", got, paid.Received)
	}
}

func TestAnInvoiceIsPaidInPartsAndTooMuchIsCredit(t *testing.T) {
	each(t, func(t *testing.T, d *desk) {
		id, err := d.asks(d.member(), 10000)
		d.must(t, err)
		if i := d.invoice(t, id); i.State() != treasury.InvoiceOpen || i.Number.String() != "I-2026-0001" {
			t.Errorf("%+v", i)
		}
		_, err = d.takes(d.member(), 4000, "one")
		d.must(t, err)
		if i := d.invoice(t, id); i.State() != treasury.InvoicePartPaid || i.Open() != 6000 {
			t.Errorf("%+v", i)
		}
		over, err := d.takes(d.member(), 9000, "two")
		d.must(t, err)
		if i := d.invoice(t, id); i.State() != treasury.InvoicePaid {
			t.Errorf("%+v", i)
		}
		next, err := d.asks(d.member(), 5000)
		d.must(t, err)
		if i := d.invoice(t, next); i.Paid != 3000 || i.State() != treasury.InvoicePartPaid {
			t.Errorf("the next invoice takes the credit: %+v", i)
		}
		d.agree(t)
		d.must(t, d.ReverseTaken(ctx, d.treasurer, over.ID, "bounced"))
		if a, b := d.invoice(t, id), d.invoice(t, next); a.Open() != 6000 || b.Open() != 5000 {
			t.Errorf("after the reversal %s and %s are open", a.Open(), b.Open())
		}
		d.agree(t)
		d.must(t, d.CreditInvoice(ctx, d.treasurer, treasury.CreditInput{
			Invoice: id, Kind: treasury.Credited, Amount: 7000, Reason: "Damaged",
		}))
		if i, n := d.invoice(t, id), d.invoice(t, next); i.Open() != 0 || i.Paid != 3000 || n.Paid != 1000 {
			t.Errorf("what was paid beyond the rest settles what else is owed: %+v, %+v", i, n)
		}
		d.agree(t)
		d.must(t, d.CreditInvoice(ctx, d.treasurer, treasury.CreditInput{
			Invoice: next, Kind: treasury.WriteOff, Amount: 4000, Reason: "Moved away",
		}))
		if i := d.invoice(t, next); i.State() != treasury.InvoiceWrittenOff {
			t.Errorf("%+v", i)
		}
		d.agree(t)
	})
}

// One payment of someone else settles invoices of several members.
func TestOnePaymentForSeveral(t *testing.T) {
	each(t, func(t *testing.T, d *desk) {
		ids, err := d.people.RegisterAll(ctx, auth.System("test"), []members.PersonInput{
			{FamilyName: "Lin", GivenNames: "Mei"}, {FamilyName: "Lin", GivenNames: "Bo"},
		})
		d.must(t, err)
		parts := map[treasury.InvoiceID]money.Cents{}
		for _, id := range ids {
			i, err := d.asks(ledger.Party{Person: int64(id)}, 2500)
			d.must(t, err)
			parts[i] = 2500
		}
		p, err := d.Take(ctx, d.treasurer, treasury.ReceiveInput{
			Party: d.member(), Amount: 6000, ReceivedOn: d.now.Date(), Method: treasury.Bank, PaidBy: treasury.Payer{Name: "Tui Trust"}, Parts: parts,
		})
		d.must(t, err)
		for id := range parts {
			if i := d.invoice(t, id); i.State() != treasury.InvoicePaid {
				t.Errorf("%+v", i)
			}
		}
		if f, err := d.PaymentFileOf(ctx, d.treasurer, p.ID); err != nil || f.Left != 1000 || len(f.Settlements) != 2 {
			t.Errorf("%+v, %v", f, err)
		}
		d.agree(t)
		for id := range parts {
			err := d.Settle(ctx, d.treasurer, treasury.SettleInput{Payment: p.ID, Parts: map[treasury.InvoiceID]money.Cents{id: 1}})
			if !strings.HasPrefix(problems(err), "amount_") {
				t.Errorf("beyond what is open: %v", err)
			}
		}
		d.must(t, d.ReverseTaken(ctx, d.treasurer, p.ID, "bounced"))
		d.agree(t)
	})
}

func TestWhatABadInvoiceIsRefusedFor(t *testing.T) {
	each(t, func(t *testing.T, d *desk) {
		good := treasury.InvoiceInput{
			Party: d.member(), Due: day("2026-09-01"), Text: "Books",
			Lines: []treasury.InvoiceLine{{Text: "A book", Amount: 100, Account: ledger.BookSales}},
		}
		for name, tt := range map[string]struct {
			change func(*treasury.InvoiceInput)
			want   string
		}{
			"to no one":           {func(in *treasury.InvoiceInput) { in.Party = ledger.Party{Person: 999} }, "party"},
			"no title":            {func(in *treasury.InvoiceInput) { in.Text = " " }, "text"},
			"due before today":    {func(in *treasury.InvoiceInput) { in.Due = day("2026-07-31") }, "due"},
			"nothing":             {func(in *treasury.InvoiceInput) { in.Lines = nil }, "line_1"},
			"a million too much":  {func(in *treasury.InvoiceInput) { in.Lines[0].Amount = money.MaxInput + 1 }, "amount_1"},
			"below zero":          {func(in *treasury.InvoiceInput) { in.Lines[0].Amount = -5 }, "amount_1"},
			"for the bank":        {func(in *treasury.InvoiceInput) { in.Lines[0].Account = ledger.BankAccount }, "account_1"},
			"for what they owe":   {func(in *treasury.InvoiceInput) { in.Lines[0].Account = ledger.MembersOwe }, "account_1"},
			"for no account":      {func(in *treasury.InvoiceInput) { in.Lines[0].Account = "9999" }, "account_1"},
			"all that is wrong":   {func(in *treasury.InvoiceInput) { *in = treasury.InvoiceInput{} }, "party text due line_1"},
			"to a club and a man": {func(in *treasury.InvoiceInput) { in.Party.Club = 1 }, "party"},
		} {
			in := good
			in.Lines = append([]treasury.InvoiceLine(nil), good.Lines...)
			tt.change(&in)
			if _, err := d.MakeInvoice(ctx, d.treasurer, in); problems(err) != tt.want {
				t.Errorf("%s: %v, want problems with %q", name, err, tt.want)
			}
		}
		d.agree(t)
	})
}

// Nobody but the treasurer changes the books, whatever the page says; a member sees the own debts and no one else's.
func TestWhoKeepsTheBooks(t *testing.T) {
	each(t, func(t *testing.T, d *desk) {
		ids, err := d.people.RegisterAll(ctx, auth.System("test"), []members.PersonInput{{FamilyName: "Lin", GivenNames: "Mei"}})
		d.must(t, err)
		id, err := d.asks(d.member(), 1000)
		d.must(t, err)
		p, err := d.takes(d.member(), 300, "x")
		d.must(t, err)
		for name, tt := range map[string]struct {
			actor        auth.Actor
			change, read apperr.Kind
			own          apperr.Kind // the invoice of d.person
		}{
			"nobody":        {auth.Actor{}, apperr.SignIn, apperr.SignIn, apperr.SignIn},
			"a member":      {auth.Actor{Account: 2, Person: ids[0]}, apperr.Forbidden, apperr.Forbidden, apperr.Forbidden},
			"who owes":      {auth.Actor{Account: 3, Person: d.person}, apperr.Forbidden, apperr.Forbidden, ""},
			"the secretary": {d.officer(auth.Secretary), apperr.Forbidden, "", ""},
		} {
			_, making := d.MakeInvoice(ctx, tt.actor, treasury.InvoiceInput{})
			_, taking := d.Take(ctx, tt.actor, treasury.ReceiveInput{})
			for what, err := range map[string]error{
				"MakeInvoice": making, "Take": taking,
				"CreditInvoice": d.CreditInvoice(ctx, tt.actor, treasury.CreditInput{Invoice: id}),
				"Settle":        d.Settle(ctx, tt.actor, treasury.SettleInput{Payment: p.ID}),
				"ReverseTaken":  d.ReverseTaken(ctx, tt.actor, p.ID, "so"),
				"BookByHand":    d.BookByHand(ctx, tt.actor, treasury.HandInput{}),
				"ReverseByHand": d.ReverseByHand(ctx, tt.actor, 1, "so"),
				"AddAccount":    d.AddAccount(ctx, tt.actor, "5999", "Mine"),
				"ChangeAccount": d.ChangeAccount(ctx, tt.actor, "5000", "Mine", false),
				"LockBooks":     d.LockBooks(ctx, tt.actor, treasury.LockInput{}),
				"SetBankNumber": d.SetBankNumber(ctx, tt.actor, 1, 1, "01-0234-0567890-00"),
			} {
				if apperr.KindOf(err) != tt.change {
					t.Errorf("%s by %s: %v, want %s", what, name, err, tt.change)
				}
			}
			_, payments := d.Payments(ctx, tt.actor, treasury.PaymentFilter{})
			_, invoices := d.InvoiceList(ctx, tt.actor, treasury.InvoiceFilter{})
			_, eachPayment := d.EachPayment(ctx, tt.actor, treasury.PaymentFilter{})
			_, eachInvoice := d.EachInvoice(ctx, tt.actor, treasury.InvoiceFilter{})
			_, journalFile := d.JournalFile(ctx, tt.actor, treasury.JournalFilter{})
			_, journal := d.ReadJournal(ctx, tt.actor, treasury.JournalFilter{})
			_, trial := d.TrialBalance(ctx, tt.actor)
			_, year := d.YearTo(ctx, tt.actor, day("2026-06-30"))
			_, file := d.PaymentFileOf(ctx, tt.actor, p.ID)
			for what, err := range map[string]error{
				"Payments": payments, "InvoiceList": invoices, "ReadJournal": journal, "TrialBalance": trial, "YearTo": year,
				"PaymentFileOf": file, "EachPayment": eachPayment, "EachInvoice": eachInvoice, "JournalFile": journalFile,
			} {
				if apperr.KindOf(err) != tt.read {
					t.Errorf("%s by %s: %v, want %s", what, name, err, tt.read)
				}
			}
			_, invoice := d.Invoice(ctx, tt.actor, id)
			_, _, list := d.InvoicesOf(ctx, tt.actor, d.member())
			_, receipt := d.ReceiptFor(ctx, tt.actor, p.ID)
			for what, err := range map[string]error{"Invoice": invoice, "InvoicesOf": list, "ReceiptFor": receipt} {
				if apperr.KindOf(err) != tt.own {
					t.Errorf("%s by %s: %v, want %s", what, name, err, tt.own)
				}
			}
		}
		d.agree(t)
	})
}

// Into a locked period nothing is booked: not by hand, not by a payment of an earlier day, not by a reversal.
func TestALockedPeriodTakesNothing(t *testing.T) {
	each(t, func(t *testing.T, d *desk) {
		p, err := d.takes(d.member(), 300, "x")
		d.must(t, err)
		d.now = day("2026-09-10").Midnight()
		for until, want := range map[string]string{"2026-09-10": "until", "2027-01-01": "until", "": "until"} {
			in := treasury.LockInput{Why: treasury.LockByHand}
			if until != "" {
				in.Until = day(until)
			}
			if err := d.LockBooks(ctx, d.treasurer, in); problems(err) != want {
				t.Errorf("a lock until %q: %v", until, err)
			}
		}
		d.must(t, d.LockBooks(ctx, d.treasurer, treasury.LockInput{Until: day("2026-08-31"), Why: treasury.LockByHand}))
		_, err = d.Take(ctx, d.treasurer, treasury.ReceiveInput{
			Party: d.member(), Amount: 500, ReceivedOn: day("2026-08-31"), Method: treasury.Cash,
		})
		if problems(err) != "received_on" {
			t.Errorf("a payment of an earlier day: %v", err)
		}
		err = d.BookByHand(ctx, d.treasurer, treasury.HandInput{
			Day: day("2026-08-31"), Text: "Gift", Debit: ledger.CashAccount, Credit: "4400", Amount: 500,
		})
		if problems(err) != "day" {
			t.Errorf("an entry of an earlier day: %v", err)
		}
		before, err := d.YearTo(ctx, d.treasurer, day("2026-08-31"))
		d.must(t, err)
		d.must(t, d.ReverseTaken(ctx, d.treasurer, p.ID, "bounced"))
		after, err := d.YearTo(ctx, d.treasurer, day("2026-08-31"))
		d.must(t, err)
		if before.Funds != after.Funds || before.MoneyAfter != after.MoneyAfter {
			t.Errorf("a reversal changed a locked year: %v, %v", before.MoneyAfter, after.MoneyAfter)
		}
		if err := d.LockBooks(ctx, d.treasurer, treasury.LockInput{Until: day("2026-08-31"), Why: treasury.YearClosed}); problems(err) != "note" {
			t.Errorf("accounts that no meeting adopted: %v", err)
		}
		d.agree(t)
	})
}

// Money does not leave by an entry by hand, and what members owe is not changed by one.
func TestWhatAnEntryByHandMayNot(t *testing.T) {
	each(t, func(t *testing.T, d *desk) {
		for name, tt := range map[string]struct {
			debit, credit ledger.Code
			want          string
		}{
			"bank charges":        {"5400", ledger.BankAccount, ""},
			"what we began with":  {ledger.BankAccount, ledger.Funds, ""},
			"to the deposit":      {ledger.TermDeposits, ledger.BankAccount, ""},
			"paying for travel":   {"5100", ledger.BankAccount, "credit"},
			"paying someone":      {ledger.Unidentified, ledger.CashAccount, "credit"},
			"a member owes less":  {"4400", ledger.MembersOwe, "credit"},
			"a club owes more":    {ledger.ClubsOwe, "4000", "debit"},
			"from here to here":   {"5000", "5000", "credit"},
			"an account that isn": {"5001", "5000", "debit"},
		} {
			err := d.BookByHand(ctx, d.treasurer, treasury.HandInput{
				Day: day("2026-08-01"), Text: "So", Debit: tt.debit, Credit: tt.credit, Amount: 100,
			})
			if problems(err) != tt.want || (err == nil) != (tt.want == "") {
				t.Errorf("%s: %v, want problems with %q", name, err, tt.want)
			}
		}
	})
}

// Each entry of the journal is in the log, whole.
func TestTheLogTellsEachEntry(t *testing.T) {
	d := newDesk(t, storetest.SQLite(t))
	_, err := d.asks(d.member(), 1000)
	d.must(t, err)
	_, err = d.takes(d.member(), 300, "x")
	d.must(t, err)
	j, err := d.ReadJournal(ctx, d.treasurer, treasury.JournalFilter{})
	d.must(t, err)
	if len(j.Entries) != 2 {
		t.Fatalf("%d entries", len(j.Entries))
	}
	for _, e := range j.Entries {
		log, err := audit.Of(ctx, d.db, "journal_entry", e.ID, 1)
		if err != nil || len(log) != 1 || !strings.Contains(log[0].Detail, e.Number.String()) ||
			!strings.Contains(log[0].Detail, `"cents":`) {
			t.Errorf("%s: %+v, %v", e.Number, log, err)
		}
	}
	if problem, err := treasury.CompareWithLog(ctx, d.db); err != nil || problem != "" {
		t.Errorf("%q, %v", problem, err)
	}
	// Somebody writes to the database: who takes the triggers away can change the journal, and the log tells.
	d.must(t, d.db.InTx(ctx, func(tx *store.Tx) error {
		if _, err := tx.Exec(ctx, "DROP TRIGGER journal_line_not_changed"); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, "UPDATE journal_line SET cents = 2 * cents WHERE entry_id = $1", j.Entries[0].ID)
		return err
	}))
	if problem, err := treasury.CompareWithLog(ctx, d.db); err != nil || !strings.Contains(problem, j.Entries[0].Number.String()) {
		t.Errorf("a changed journal: %q, %v", problem, err)
	}
}

// Whatever a year brings, the journal sums to zero and says what the documents say.
func TestRandomYears(t *testing.T) {
	d := newDesk(t, storetest.SQLite(t))
	ids, err := d.people.RegisterAll(ctx, auth.System("test"), []members.PersonInput{
		{FamilyName: "Lin", GivenNames: "Mei"}, {FamilyName: "Rata", GivenNames: "Bo"},
	})
	d.must(t, err)
	parties := []ledger.Party{d.member(), {Person: int64(ids[0])}, {Person: int64(ids[1])}}
	var invoices []treasury.InvoiceID
	var payments []treasury.PaymentID
	rapid.Check(t, func(t *rapid.T) {
		for range rapid.IntRange(1, 6).Draw(t, "steps") {
			d.now = d.now.Add(60 * 60 * 1e9)
			p := rapid.SampledFrom(parties).Draw(t, "party")
			amount := money.Cents(rapid.Int64Range(1, 20000).Draw(t, "cents"))
			refused := func(err error) {
				if err != nil && apperr.KindOf(err) != apperr.Invalid {
					t.Fatal(err)
				}
			}
			switch rapid.IntRange(0, 5).Draw(t, "what") {
			case 0, 1:
				id, err := d.asks(p, amount)
				refused(err)
				if err == nil {
					invoices = append(invoices, id)
				}
			case 2:
				pay, err := d.takes(p, amount, d.now.String())
				refused(err)
				if err == nil {
					payments = append(payments, pay.ID)
				}
			case 3:
				if len(payments) > 0 {
					err := d.ReverseTaken(ctx, d.treasurer, rapid.SampledFrom(payments).Draw(t, "payment"), "so")
					if apperr.KindOf(err) != apperr.Conflict {
						refused(err)
					}
				}
			case 4:
				if len(invoices) > 0 {
					refused(d.CreditInvoice(ctx, d.treasurer, treasury.CreditInput{
						Invoice: rapid.SampledFrom(invoices).Draw(t, "invoice"), Amount: amount, Reason: "So",
						Kind: rapid.SampledFrom([]treasury.CreditKind{treasury.Credited, treasury.Waived, treasury.WriteOff}).Draw(t, "kind"),
					}))
				}
			case 5:
				if len(invoices) > 0 && len(payments) > 0 {
					refused(d.Settle(ctx, d.treasurer, treasury.SettleInput{
						Payment: rapid.SampledFrom(payments).Draw(t, "payment"),
						Parts:   map[treasury.InvoiceID]money.Cents{rapid.SampledFrom(invoices).Draw(t, "invoice"): amount},
					}))
				}
			}
		}
		d.agree(t)
	})
	if problem, err := treasury.CompareWithLog(ctx, d.db); err != nil || problem != "" {
		t.Errorf("%q, %v", problem, err)
	}
	list, err := d.Payments(ctx, d.treasurer, treasury.PaymentFilter{})
	d.must(t, err)
	if len(list.Payments) != list.All || list.All != len(payments) {
		t.Errorf("%d of %d payments are listed", len(list.Payments), len(payments))
	}
}
