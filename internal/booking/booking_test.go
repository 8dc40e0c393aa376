package booking_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/booking"
	"nzgs/internal/civil"
	"nzgs/internal/clubs"
	"nzgs/internal/members"
	"nzgs/internal/money"
	"nzgs/internal/store"
	"nzgs/internal/store/storetest"
	"nzgs/internal/treasury"
	"nzgs/internal/treasury/bank"
	"nzgs/internal/treasury/ledger"
)

var ctx = context.Background()

func day(s string) civil.Date { return civil.MustParseDate(s) }

// desk is a treasurer with two members and the bank's lines.
type desk struct {
	*booking.Service
	t         testing.TB
	db        *store.DB
	money     *treasury.Service
	clubs     *clubs.Service
	treasurer auth.Actor
	aroha, bo ledger.Party
}

func newDesk(t testing.TB, db *store.DB) *desk {
	t.Helper()
	ids, err := members.New(db, clock).RegisterAll(ctx, auth.System("test"), []members.PersonInput{
		{FamilyName: "Tūī", GivenNames: "Aroha"}, {FamilyName: "Rata", GivenNames: "Bo"},
	})
	if err != nil {
		t.Fatal(err)
	}
	return deskOn(t, db, ids...)
}

func clock() civil.Instant { return day("2026-09-10").Midnight() }

// deskOn is the desk on a database that has the two members.
func deskOn(t testing.TB, db *store.DB, ids ...members.PersonID) *desk {
	d := &desk{t: t, db: db, money: treasury.New(db, clock), clubs: clubs.New(db, clock, auth.New(db, clock, auth.Settings{}))}
	d.Service = booking.New(db, clock, d.clubs)
	d.aroha, d.bo = ledger.Party{Person: int64(ids[0])}, ledger.Party{Person: int64(ids[1])}
	d.treasurer = auth.Actor{
		Person: ids[0], Name: "Aroha Tūī", Offices: []auth.Office{{Role: auth.Treasurer, From: day("2020-01-01")}},
	}
	return d
}

func each(t *testing.T, test func(t *testing.T, d *desk)) {
	storetest.Each(t, func(t *testing.T, db *store.DB) { test(t, newDesk(t, db)) })
}

func (d *desk) must(err error) {
	d.t.Helper()
	if err != nil {
		d.t.Fatal(err)
	}
}

func (d *desk) asks(p ledger.Party, amount money.Cents) treasury.Invoice {
	d.t.Helper()
	id, err := d.money.MakeInvoice(ctx, d.treasurer, treasury.InvoiceInput{
		Party: p, Due: day("2026-10-01"), Text: "Books",
		Lines: []treasury.InvoiceLine{{Text: "A book", Amount: amount, Account: ledger.BookSales}},
	})
	d.must(err)
	f, err := d.money.Invoice(ctx, d.treasurer, id)
	d.must(err)
	return f.Invoice
}

const head = "Type,Details,Particulars,Code,Reference,Amount,Date,ForeignCurrencyAmount,ConversionCharge\n"

func (d *desk) takes(lines ...string) booking.Taken {
	d.t.Helper()
	return d.takesDays("dmy", lines...)
}

func (d *desk) takesDays(days bank.Days, lines ...string) booking.Taken {
	d.t.Helper()
	out, err := d.TakeFile(ctx, d.treasurer, booking.File{
		Bank: d.desk().Bank, Name: "september.csv", Data: []byte(head + strings.Join(lines, "\n") + "\n"), Days: days,
	})
	d.must(err)
	return out
}

func (d *desk) desk() booking.Desk {
	d.t.Helper()
	all, err := d.Desks(ctx, d.treasurer)
	d.must(err)
	return all[0]
}

func (d *desk) ledger(code ledger.Code) money.Cents {
	d.t.Helper()
	b, err := d.money.TrialBalance(ctx, d.treasurer)
	d.must(err)
	if sum := b.Balances.Sum(); sum != 0 {
		d.t.Errorf("the journal sums to %s", sum)
	}
	return b.Balances[code]
}

func TestProposalsAndConfirmingAllThatIsCertain(t *testing.T) {
	each(t, func(t *testing.T, d *desk) {
		one, two, three := d.asks(d.aroha, 2500), d.asks(d.bo, 4000), d.asks(d.bo, 700)
		taken := d.takes(
			"Direct Credit,A Tui,subs,"+one.Number.Reference()+",,25.00,01/09/2026,,",
			"Direct Credit,Grandmother,,,"+strings.ToLower(two.Number.Reference())+" for Bo,30.00,02/09/2026,,",
			"Direct Credit,Bo Rata,,,books,7.00,03/09/2026,,",
			"Direct Credit,Someone,,,"+one.Number.Reference()[:7]+"?,25.00,04/09/2026,,",
			"Bank Fee,Monthly fee,,,,-5.00,15/08/2026,,",
			"Direct Debit,Hall,,,,-40.00,05/09/2026,,",
		)
		if len(taken.Problems) != 0 || taken.New != 6 {
			t.Fatalf("%+v", taken)
		}
		if again := d.takes("Direct Credit,Bo Rata,,,books,7.00,03/09/2026,,"); again.New != 0 || again.Lines != 1 {
			t.Errorf("the same line again: %+v", again)
		}
		p := d.desk()
		var got []string
		for _, x := range p.Proposals {
			got = append(got, string(x.Sure))
		}
		if strings.Join(got, " ") != "likely certain certain likely none none" {
			t.Errorf("%v\n%+v", got, p.Proposals)
		}
		n, last := p.Certain()
		if n != 2 {
			t.Fatalf("%d are certain", n)
		}
		for _, want := range []int{2, 0} { // pressed twice
			if n, err := d.BookCertain(ctx, d.treasurer, p.Bank.ID, last); err != nil || n != want {
				t.Errorf("%d booked, %v; want %d", n, err, want)
			}
		}
		if got := d.ledger(ledger.BankAccount); got != 5500 {
			t.Errorf("%s in the bank", got)
		}
		for id, want := range map[treasury.InvoiceID]money.Cents{one.ID: 0, two.ID: 1000, three.ID: 700} {
			if i, err := d.money.Invoice(ctx, d.treasurer, id); err != nil || i.Open() != want {
				t.Errorf("%s: %s open, %v; want %s", i.Number, i.Open(), err, want)
			}
		}
		list, err := d.money.Payments(ctx, d.treasurer, treasury.PaymentFilter{Text: "Grandmother"})
		if err != nil || len(list.Payments) != 1 || list.Payments[0].Payer.Name != "Grandmother" {
			t.Errorf("the receipt goes to who paid: %+v, %v", list, err)
		}
	})
}

func (d *desk) line(payee string) booking.Line {
	d.t.Helper()
	for _, l := range d.desk().Lines {
		if l.Payee == payee {
			return l
		}
	}
	d.t.Fatalf("no line of %s", payee)
	return booking.Line{}
}

func TestALineIsSplitAndAPayerRemembered(t *testing.T) {
	each(t, func(t *testing.T, d *desk) {
		one, two := d.asks(d.aroha, 2500), d.asks(d.bo, 2500)
		d.takes("Direct Credit,Trust,,,for two,60.00,01/09/2026,,", "Direct Credit,Whanau,,,,9.00,02/09/2026,,",
			"Direct Credit,Whanau,,,,9.00,02/09/2026,,")
		l := d.line("Trust")
		parts := []booking.Part{
			{Invoice: one.ID, Party: d.aroha, Amount: 2500}, {Invoice: two.ID, Party: d.bo, Amount: 2500},
			{Account: "4400", Amount: 1000},
		}
		for name, tt := range map[string]struct {
			parts []booking.Part
			want  string
		}{
			"nothing":          {nil, "parts"},
			"too little":       {parts[:2], "parts"},
			"nowhere":          {[]booking.Part{{Amount: 6000}}, "amount_1"},
			"below zero":       {append(parts[:2:2], booking.Part{Account: "4400", Amount: -1}), "amount_3"},
			"what others owe":  {[]booking.Part{{Account: ledger.MembersOwe, Amount: 6000}}, "amount_1"},
			"an account of no": {[]booking.Part{{Account: "4999", Amount: 6000}}, "amount_1"},
		} {
			err := d.Book(ctx, d.treasurer, booking.Choice{Line: l.ID, Version: l.Version, Parts: tt.parts})
			var e *apperr.Error
			if !errors.As(err, &e) || len(e.Fields) != 1 || e.Fields[0].Name != tt.want {
				t.Errorf("%s: %v, want a problem with %s", name, err, tt.want)
			}
		}
		d.must(d.Book(ctx, d.treasurer, booking.Choice{Line: l.ID, Version: l.Version, Parts: parts}))
		if got := d.ledger(ledger.BankAccount); got != 6000 {
			t.Errorf("%s in the bank", got)
		}
		if got := d.ledger(ledger.MembersOwe); got != 0 {
			t.Errorf("members owe %s", got)
		}
		w := d.line("Whanau")
		d.must(d.Book(ctx, d.treasurer, booking.Choice{
			Line: w.ID, Version: w.Version, Parts: []booking.Part{{Party: d.bo, Amount: 900}}, Remember: true,
		}))
		second := d.desk() // two equal payments on a day are two
		if len(second.Lines) != 1 || second.Proposals[0].Sure != booking.Likely || second.Proposals[0].Parts[0].Party != d.bo {
			t.Fatalf("%+v", second)
		}
		d.must(d.Book(ctx, d.treasurer, booking.Choice{
			Line: second.Lines[0].ID, Version: second.Lines[0].Version, Parts: second.Proposals[0].Parts,
		}))
		list, err := d.money.Payments(ctx, d.treasurer, treasury.PaymentFilter{Text: "Whanau"})
		if err != nil || len(list.Payments) != 2 {
			t.Fatalf("%+v, %v", list, err)
		}
		d.must(d.clubs.ReverseTaken(ctx, d.treasurer, list.Payments[0].ID, "wrong"))
		if again := d.desk(); len(again.Lines) != 1 {
			t.Errorf("what was reversed waits again: %+v", again.Lines)
		}
	})
}

// Two treasurers press at once: one booking.
func TestALineIsBookedOnce(t *testing.T) {
	storetest.Both(t, func(t *testing.T, db *store.DB) {
		d := newDesk(t, db)
		d.takes("Direct Credit,Trust,,,x,60.00,01/09/2026,,")
		l := d.line("Trust")
		var wg sync.WaitGroup
		errs := make([]error, 4)
		for i := range errs {
			wg.Go(func() {
				errs[i] = d.Book(ctx, d.treasurer, booking.Choice{
					Line: l.ID, Version: l.Version, Parts: []booking.Part{{Party: d.bo, Amount: 6000}},
				})
			})
		}
		wg.Wait()
		booked := 0
		for _, err := range errs {
			if err == nil {
				booked++
			} else if apperr.KindOf(err) != apperr.Conflict {
				t.Error(err)
			}
		}
		if got := d.ledger(ledger.BankAccount); booked != 1 || got != 6000 {
			t.Errorf("booked %d times, %s in the bank", booked, got)
		}
		now, err := d.LineByID(ctx, d.treasurer, l.ID)
		d.must(err)
		if err := d.Book(ctx, d.treasurer, booking.Choice{
			Line: l.ID, Version: now.Version, Parts: []booking.Part{{Party: d.bo, Amount: 6000}},
		}); apperr.KindOf(err) != apperr.Conflict {
			t.Errorf("with the newest version: %v", err)
		}
	})
}

func TestWhatWasRecordedIsNotBookedTwiceAndTheBankAgrees(t *testing.T) {
	each(t, func(t *testing.T, d *desk) {
		_, err := d.clubs.Take(ctx, d.treasurer, treasury.ReceiveInput{
			Party: d.bo, Amount: 1500, ReceivedOn: day("2026-09-02"), Method: treasury.Bank,
		})
		d.must(err)
		d.takes("Direct Credit,Bo R,,,,15.00,03/09/2026,,")
		p := d.desk()
		if p.Proposals[0].Entry == 0 {
			t.Fatalf("%+v", p.Proposals)
		}
		in := booking.ReconcileInput{Bank: p.Bank.ID, Day: day("2026-09-05"), Balance: 1500}
		refused := func(want string) {
			t.Helper()
			var e *apperr.Error
			if err := d.Reconcile(ctx, d.treasurer, in); !errors.As(err, &e) || len(e.Fields) != 1 || e.Fields[0].Name != want {
				t.Errorf("%v, want a problem with %s", err, want)
			}
		}
		refused("day") // a line waits
		d.must(d.Book(ctx, d.treasurer, booking.Choice{Line: p.Lines[0].ID, Version: p.Lines[0].Version, Entry: p.Proposals[0].Entry}))
		if got := d.ledger(ledger.BankAccount); got != 1500 {
			t.Errorf("%s in the bank", got)
		}
		in.Balance = 1501
		refused("balance")
		in.Balance, in.Day = 1500, day("2026-09-10")
		refused("day") // today
		in.Day = day("2026-09-05")
		d.must(d.Reconcile(ctx, d.treasurer, in))
		_, err = d.clubs.Take(ctx, d.treasurer, treasury.ReceiveInput{
			Party: d.bo, Amount: 1, ReceivedOn: day("2026-09-05"), Method: treasury.Cash,
		})
		if err == nil {
			t.Error("a month that agrees with the bank takes a payment")
		}
		refused("day") // again
	})
}

// What the bank shows on a day that was locked since is booked on the first open day; the receipt has the true one.
func TestALineOfALockedDay(t *testing.T) {
	each(t, func(t *testing.T, d *desk) {
		d.takes("Direct Credit,Bo,,,,15.00,03/08/2026,,", "Direct Credit,Bank,interest,,,1.50,04/08/2026,,")
		d.must(d.money.LockBooks(ctx, d.treasurer, treasury.LockInput{Until: day("2026-08-31"), Why: treasury.LockByHand}))
		bo, bank := d.line("Bo"), d.line("Bank")
		d.must(d.Book(ctx, d.treasurer, booking.Choice{
			Line: bo.ID, Version: bo.Version, Parts: []booking.Part{{Party: d.bo, Amount: 1500}},
		}))
		d.must(d.Book(ctx, d.treasurer, booking.Choice{
			Line: bank.ID, Version: bank.Version, Parts: []booking.Part{{Account: "4500", Amount: 150}},
		}))
		j, err := d.money.ReadJournal(ctx, d.treasurer, treasury.JournalFilter{Until: day("2026-08-31")})
		if err != nil || len(j.Entries) != 0 || d.ledger(ledger.BankAccount) != 1650 {
			t.Errorf("%+v, %v", j.Entries, err)
		}
		list, err := d.money.Payments(ctx, d.treasurer, treasury.PaymentFilter{})
		if err != nil || len(list.Payments) != 1 || list.Payments[0].ReceivedOn != day("2026-08-03") {
			t.Errorf("%+v, %v", list, err)
		}
	})
}

func TestABadFileIsSaidBeforeAnythingIsBooked(t *testing.T) {
	each(t, func(t *testing.T, d *desk) {
		for name, lines := range map[string][]string{
			"an amount that reads two ways": {"Direct Credit,A,,,,25.001,21/08/2026,,"},
			"a day to come":                 {"Direct Credit,A,,,,25.00,21/11/2026,,"},
			"days that read both ways":      {"Direct Credit,A,,,,25.00,03/04/2026,,"},
		} {
			if out := d.takesDays("", lines...); len(out.Problems) == 0 || out.New != 0 {
				t.Errorf("%s: %+v", name, out)
			}
		}
		if p := d.desk(); p.Total != 0 {
			t.Errorf("%d lines are kept", p.Total)
		}
	})
}

func TestWhoBooks(t *testing.T) {
	d := newDesk(t, storetest.SQLite(t))
	d.takes("Direct Credit,Trust,,,x,60.00,21/08/2026,,")
	l := d.line("Trust")
	secretary := auth.Actor{Person: 2, Name: "Sec", Offices: []auth.Office{{Role: auth.Secretary, From: day("2020-01-01")}}}
	for name, tt := range map[string]struct {
		actor        auth.Actor
		change, read apperr.Kind
	}{
		"nobody": {auth.Actor{}, apperr.SignIn, apperr.SignIn}, "a member": {auth.Actor{Account: 2, Person: 2}, apperr.Forbidden, apperr.Forbidden},
		"the secretary": {secretary, apperr.Forbidden, ""},
	} {
		_, take := d.TakeFile(ctx, tt.actor, booking.File{})
		_, certain := d.BookCertain(ctx, tt.actor, l.Bank, l.ID)
		for what, err := range map[string]error{
			"TakeFile": take, "BookCertain": certain, "Book": d.Book(ctx, tt.actor, booking.Choice{Line: l.ID, Version: l.Version}),
			"Reconcile": d.Reconcile(ctx, tt.actor, booking.ReconcileInput{}),
		} {
			if apperr.KindOf(err) != tt.change {
				t.Errorf("%s by %s: %v, want %s", what, name, err, tt.change)
			}
		}
		_, desks := d.Desks(ctx, tt.actor)
		_, line := d.LineByID(ctx, tt.actor, l.ID)
		for what, err := range map[string]error{"Desks": desks, "LineByID": line} {
			if apperr.KindOf(err) != tt.read {
				t.Errorf("%s by %s: %v, want %s", what, name, err, tt.read)
			}
		}
	}
}

// Thousands of bank lines are read at once, and each has its proposal.
func TestManyLines(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	d := newDesk(t, storetest.SQLite(t))
	var lines []string
	for i := range 5000 {
		lines = append(lines, fmt.Sprintf("Direct Credit,Payer %d,,,%d,%d.00,21/08/2026,,", i, i, i%90+1))
	}
	d.takes(lines...)
	if p := d.desk(); len(p.Lines) != 5000 || len(p.Proposals) != 5000 {
		t.Errorf("%d lines", len(p.Lines))
	}
}

// One transfer for two is one transfer with one payer; the next one of this payer is proposed for the same two.
func TestATransferForSeveralIsRemembered(t *testing.T) {
	each(t, func(t *testing.T, d *desk) {
		one, two := d.asks(d.aroha, 2500), d.asks(d.bo, 1500)
		d.takes("Direct Credit,ACME LTD,,,,40.00,01/09/2026,,", "Direct Credit,TUI AROHA,,,,40.00,02/09/2026,,")
		l := d.line("ACME LTD")
		parts := []booking.Part{{Invoice: one.ID, Party: d.aroha, Amount: 2500}, {Invoice: two.ID, Party: d.bo, Amount: 1500}}
		d.must(d.Book(ctx, d.treasurer, booking.Choice{
			Line: l.ID, Version: l.Version, Parts: parts, Remember: true,
			Payer: treasury.Payer{Name: "Acme Limited", Address: "1 Hill Rd"},
		}))
		list, err := d.money.Payments(ctx, d.treasurer, treasury.PaymentFilter{Payer: "acme limited"})
		d.must(err)
		if len(list.Payments) != 2 || list.Payments[0].Transfer != list.Payments[1].ID {
			t.Fatalf("%+v", list.Payments)
		}
		receipt, err := d.money.ReceiptFor(ctx, d.treasurer, list.Payments[0].ID)
		if err != nil || len(receipt) != 2 {
			t.Errorf("%+v, %v", receipt, err)
		}
		one, two = d.asks(d.aroha, 2500), d.asks(d.bo, 1500)
		d.takes("Direct Credit,ACME LTD,,,again,40.00,03/09/2026,,", "Direct Credit,ACME LTD,,,odd,39.00,04/09/2026,,")
		l = d.line("ACME LTD")
		f, err := d.LineByID(ctx, d.treasurer, l.ID)
		d.must(err)
		if f.Proposal.Sure != booking.Likely || len(f.Proposal.Parts) != 2 || f.Proposal.Payer.Name != "Acme Limited" ||
			f.Proposal.Payer.Address != "1 Hill Rd" {
			t.Errorf("%+v", f.Proposal)
		}
		for _, x := range d.desk().Proposals[1:] {
			if x.Sure == booking.Likely && len(x.Parts) > 0 && x.Parts[0].Amount == 3900 {
				t.Errorf("an amount that ends within an invoice: %+v", x)
			}
		}
		// A member whose own name the line has paid for both.
		own := d.line("TUI AROHA")
		d.must(d.Book(ctx, d.treasurer, booking.Choice{Line: own.ID, Version: own.Version, Parts: []booking.Part{
			{Invoice: one.ID, Party: d.aroha, Amount: 2500}, {Invoice: two.ID, Party: d.bo, Amount: 1500},
		}}))
		paid, err := d.money.PaidForOthers(ctx, d.treasurer, d.aroha)
		if err != nil || len(paid) != 1 || paid[0].Name != "Bo Rata" {
			t.Errorf("%+v, %v", paid, err)
		}
		if got := d.ledger(ledger.MembersOwe); got != 0 {
			t.Errorf("members owe %s", got)
		}
	})
}

// Who has a name of two letters pays for themselves; two of a joint account each the own part; one of whom the line names one
// alone paid for the other.
func TestWhoALineSaysPaid(t *testing.T) {
	each(t, func(t *testing.T, d *desk) {
		ids, err := members.New(d.db, func() civil.Instant { return day("2026-09-10").Midnight() }).RegisterAll(
			ctx, auth.System("test"), []members.PersonInput{
				{FamilyName: "Li", GivenNames: "Bo"}, {FamilyName: "Smith", GivenNames: "Tom"}, {FamilyName: "Smith", GivenNames: "Jane"},
			},
		)
		d.must(err)
		li, tom, jane := ledger.Party{Person: int64(ids[0])}, ledger.Party{Person: int64(ids[1])}, ledger.Party{Person: int64(ids[2])}
		d.takes(
			"Direct Credit,LI B,,,,20.00,01/09/2026,,", "Direct Credit,TOM JANE SMITH,,,,40.00,02/09/2026,,",
			"Direct Credit,JANE SMITH,,,,40.00,03/09/2026,,",
		)
		both := []booking.Part{{Party: tom, Amount: 2000}, {Party: jane, Amount: 2000}}
		for payee, parts := range map[string][]booking.Part{
			"LI B": {{Party: li, Amount: 2000}}, "TOM JANE SMITH": both, "JANE SMITH": both,
		} {
			l := d.line(payee)
			d.must(d.Book(ctx, d.treasurer, booking.Choice{Line: l.ID, Version: l.Version, Parts: parts}))
		}
		list, err := d.money.Payments(ctx, d.treasurer, treasury.PaymentFilter{ByOthers: true})
		d.must(err)
		if len(list.Payments) != 1 || list.Payments[0].Party() != tom || list.Payments[0].Payer.Party != jane {
			t.Errorf("by others: %+v", list.Payments)
		}
		all, err := d.money.Payments(ctx, d.treasurer, treasury.PaymentFilter{})
		d.must(err)
		for _, p := range all.Payments {
			want := 1 // each of a joint account has the own receipt
			if p.ReceivedOn == day("2026-09-03") {
				want = 2 // Jane's of what she paid for both
			}
			if r, err := d.money.ReceiptFor(ctx, d.treasurer, p.ID); err != nil || len(r) != want {
				t.Errorf("the receipt of %s is of %d payments, want %d (%v)", p.Receipt, len(r), want, err)
			}
		}
	})
}

// Whoever wished not to be named is not named by the next line either; and who a payer is can be forgotten.
func TestAQuietPayerStaysQuiet(t *testing.T) {
	each(t, func(t *testing.T, d *desk) {
		d.takes("Direct Credit,RATA B,,,,20.00,01/09/2026,,")
		l := d.line("RATA B")
		book := func(l booking.Line, by treasury.Payer) {
			t.Helper()
			d.must(d.Book(ctx, d.treasurer, booking.Choice{
				Line: l.ID, Version: l.Version, Parts: []booking.Part{{Party: d.aroha, Amount: 2000}}, Remember: true, Payer: by,
			}))
		}
		book(l, treasury.Payer{Party: d.bo, Quiet: true})
		i := d.asks(d.aroha, 4000) // the credit settles half of it
		d.takes("Direct Credit,RATA B,,," + i.Number.Reference() + ",20.00,02/09/2026,,")
		if _, err := d.BookCertain(ctx, d.treasurer, d.desk().Bank.ID, d.line("RATA B").ID); err != nil {
			t.Fatal(err)
		}
		list, err := d.money.Payments(ctx, d.treasurer, treasury.PaymentFilter{ByOthers: true})
		d.must(err)
		if len(list.Payments) != 2 || !list.Payments[0].Payer.Quiet {
			t.Errorf("the next one: %+v", list.Payments)
		}
		d.takes("Direct Credit,RATA B,,,third,20.00,03/09/2026,,")
		book(d.line("RATA B"), treasury.Payer{})
		d.takes("Direct Credit,RATA B,,,fourth,20.00,04/09/2026,,")
		f, err := d.LineByID(ctx, d.treasurer, d.line("RATA B").ID)
		if err != nil || !f.Proposal.Payer.IsZero() {
			t.Errorf("forgotten, and proposed as %+v (%v)", f.Proposal.Payer, err)
		}
	})
}
