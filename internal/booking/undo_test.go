package booking_test

import (
	"strings"
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/booking"
	"nzgs/internal/treasury"
	"nzgs/internal/treasury/ledger"
)

func (d *desk) file(id booking.LineID) booking.LineFile {
	d.t.Helper()
	l, err := d.LineByID(ctx, d.treasurer, id)
	d.must(err)
	return l
}

// Bug: a line that was linked to the wrong entry stayed so, and what it was could never be booked.
func TestALineIsUnlinked(t *testing.T) {
	each(t, func(t *testing.T, d *desk) {
		for _, p := range []ledger.Party{d.bo, d.aroha} {
			_, err := d.clubs.Take(ctx, d.treasurer, treasury.ReceiveInput{
				Party: p, Amount: 1500, ReceivedOn: day("2026-09-02"), Method: treasury.Bank,
			})
			d.must(err)
		}
		d.takes("Direct Credit,B,,,,15.00,03/09/2026,,", "Direct Credit,Trust,,,,15.00,04/09/2026,,")
		p := d.desk()
		wrong, right := p.Proposals[0].Entry, p.Proposals[1].Entry
		if wrong == 0 || right == 0 || wrong == right {
			t.Fatalf("%+v", p.Proposals)
		}
		link := func(n int, e treasury.EntryID) {
			t.Helper()
			l := d.file(p.Lines[n].ID)
			d.must(d.Book(ctx, d.treasurer, booking.Choice{Line: l.ID, Version: l.Version, Entry: e}))
		}
		link(0, wrong)
		l := d.file(p.Lines[0].ID)
		if !l.Booked() || len(l.As) != 1 {
			t.Fatalf("%+v", l)
		}
		part := l.As[0].Part
		for name, a := range map[string]auth.Actor{"nobody": {}, "a member": {Person: 1, Name: "Member"}} {
			if err := d.Unlink(ctx, a, l.ID, l.Version, part); apperr.KindOf(err) != apperr.Forbidden && apperr.KindOf(err) != apperr.SignIn {
				t.Errorf("%s: %v", name, err)
			}
		}
		for name, err := range map[string]error{
			"an old page":  d.Unlink(ctx, d.treasurer, l.ID, l.Version-1, part),
			"another link": d.Unlink(ctx, d.treasurer, l.ID, l.Version, part+9),
			"another line": d.Unlink(ctx, d.treasurer, p.Lines[1].ID, p.Lines[1].Version, part),
		} {
			if apperr.KindOf(err) != apperr.Conflict {
				t.Errorf("%s: %v", name, err)
			}
		}
		d.must(d.Unlink(ctx, d.treasurer, l.ID, l.Version, part))
		if l := d.file(l.ID); l.Booked() || l.Standing() != "waiting" || len(d.desk().Lines) != 2 {
			t.Errorf("it does not wait: %+v", l)
		}
		if got := d.ledger(ledger.BankAccount); got != 3000 {
			t.Errorf("%s in the bank", got)
		}
		link(1, wrong) // the entry is free for the line that it is
		link(0, right)
		if n := len(d.desk().Lines); n != 0 {
			t.Errorf("%d lines wait", n)
		}
	})
}

// What was booked from a line is reversed, not unlinked.
func TestWhatALineMadeIsNotUnlinked(t *testing.T) {
	each(t, func(t *testing.T, d *desk) {
		d.takes("Direct Credit,Trust,,,,60.00,03/09/2026,,")
		l := d.line("Trust")
		d.must(d.Book(ctx, d.treasurer, booking.Choice{Line: l.ID, Version: l.Version, Parts: []booking.Part{
			{Party: d.bo, Amount: 4000}, {Account: "4500", Amount: 2000},
		}}))
		f := d.file(l.ID)
		for _, b := range f.As {
			if err := d.Unlink(ctx, d.treasurer, l.ID, f.Version, b.Part); apperr.KindOf(err) != apperr.Invalid {
				t.Errorf("%s: %v", b.Number, err)
			}
		}
	})
}

// Bug: a line of several parts, one of which was undone, did not wait: what was left of it was in no one's books.
func TestAHalfUndoneLineWaits(t *testing.T) {
	each(t, func(t *testing.T, d *desk) {
		d.takes("Direct Credit,Trust,,,,60.00,03/09/2026,,")
		l := d.line("Trust")
		d.must(d.Book(ctx, d.treasurer, booking.Choice{Line: l.ID, Version: l.Version, Parts: []booking.Part{
			{Party: d.bo, Amount: 4000}, {Account: "4500", Amount: 2000},
		}}))
		list, err := d.money.Payments(ctx, d.treasurer, treasury.PaymentFilter{})
		d.must(err)
		d.must(d.clubs.ReverseTaken(ctx, d.treasurer, list.Payments[0].ID, "it is Aroha’s"))
		now := d.desk()
		if len(now.Lines) != 1 || now.Lines[0].Left() != 4000 || now.Lines[0].Standing() != "waiting" {
			t.Fatalf("%+v", now.Lines)
		}
		in := booking.ReconcileInput{Bank: now.Bank.ID, Day: day("2026-09-05"), Balance: 2000}
		if err := d.Reconcile(ctx, d.treasurer, in); apperr.KindOf(err) != apperr.Invalid || !strings.Contains(err.Error(), "$40.00") {
			t.Errorf("reconciled while $40.00 waits: %v", err)
		}
		l = now.Lines[0]
		again := func(amount treasury.Amount) error {
			return d.Book(ctx, d.treasurer, booking.Choice{
				Line: l.ID, Version: l.Version, Parts: []booking.Part{{Party: d.aroha, Amount: amount}},
			})
		}
		if err := again(6000); apperr.KindOf(err) != apperr.Invalid {
			t.Errorf("booked beyond what is left: %v", err)
		}
		if err := d.Book(ctx, d.treasurer, booking.Choice{Line: l.ID, Version: l.Version, Aside: "forget it"}); apperr.KindOf(err) != apperr.Invalid {
			t.Errorf("set aside with a part booked: %v", err)
		}
		d.must(again(4000))
		if got := d.ledger(ledger.BankAccount); got != 6000 || len(d.desk().Lines) != 0 {
			t.Errorf("%s in the bank", got)
		}
	})
}

// What a file of another account or currency, of the same month again or with a wrong total comes to is said before
// anything of it is kept.
func TestBadFilesAreSaidBeforeAnythingIsKept(t *testing.T) {
	const kiwi = "Account number,Date,Memo/Description,Source Code (payment type),TP ref,TP part,TP code,OP ref,OP part,OP code," +
		"OP name,OP Bank Account Number,Amount (credit),Amount (debit),Amount,Balance\n"
	kiwiLine := func(account, date string) string {
		return account + "," + date + ",Bo Rata,Direct Credit,,,,,,,Bo Rata,,25.00,,25.00,125.00\n"
	}
	each(t, func(t *testing.T, d *desk) {
		take := func(data string, anyway bool) booking.Taken {
			t.Helper()
			out, err := d.TakeFile(ctx, d.treasurer, booking.File{Bank: d.desk().Bank, Name: "bank", Data: []byte(data), Anyway: anyway})
			d.must(err)
			return out
		}
		refused := func(name, data, want string) {
			t.Helper()
			before := d.desk().Total
			out := take(data, false)
			var text []string
			for _, p := range out.Problems {
				text = append(text, p.String())
			}
			if got := strings.Join(text, " "); !strings.Contains(got, want) || out.New != 0 || d.desk().Total != before {
				t.Errorf("%s: %q, %d new; want %q", name, got, out.New, want)
			}
		}
		const number = "38-9000-0000000-00"
		refused("an account whose number is not known", kiwiLine0(kiwi, number), "Enter the number")
		b := d.desk().Bank
		d.must(d.money.SetBankNumber(ctx, d.treasurer, b.ID, b.Version, number))
		refused("another account", kiwi+kiwiLine("38-9000-0000001-00", "21-08-2026"), "not of "+number)
		refused("two accounts", kiwi+kiwiLine(number, "21-08-2026")+kiwiLine("38-9000-0000001-00", "22-08-2026"), "one account")
		refused("another currency", strings.Replace(head, "\n", ",Currency\n", 1)+"Direct Credit,A,,,,25.00,21/08/2026,,,AUD\n", "AUD")
		refused("another currency above", "Account currency,USD\n"+head+"Direct Credit,A,,,,25.00,21/08/2026,,\n", "USD")
		refused("another currency in OFX", "OFXHEADER:100\n<OFX><CURDEF>AUD<STMTTRN><TRNAMT>25.00<DTPOSTED>20260821<FITID>1</STMTTRN></OFX>", "AUD")
		refused("days that read both ways", head+"Direct Credit,A,,,,25.00,03/04/2026,,\n", "03/04/2026")
		refused("a total", head+"Direct Credit,A,,,,25.00,21/08/2026,,\nTotal,,,,,26.00,,,\n", "add up to $25.00")
		august := kiwi + kiwiLine(number, "21-08-2026")
		if out := take(august, false); out.New != 1 || len(out.Problems) > 0 {
			t.Fatalf("%+v", out)
		}
		if out := take(august, false); out.New != 0 || out.Lines != 1 || len(out.Problems) > 0 {
			t.Errorf("the same month again: %+v", out)
		}
		other := head + "Direct Credit,B RATA,,,,25.00,21/08/2026,,\n"
		refused("the same month in another format", other, "another format")
		if out := take(other, true); out.New != 1 {
			t.Errorf("another payment of the day: %+v", out)
		}
		if out := take(other, false); out.New != 0 || len(out.Problems) > 0 {
			t.Errorf("that one again: %+v", out)
		}
	})
}

func kiwiLine0(head, account string) string {
	return head + account + ",21-08-2026,Bo Rata,Direct Credit,,,,,,,Bo Rata,,25.00,,25.00,125.00\n"
}

// Bug: a transfer between two accounts is an entry of the line that it was booked from, and the other account's line that was
// linked to it by mistake could not be undone without reversing both.
func TestTheOtherLineOfATransferIsUnlinked(t *testing.T) {
	each(t, func(t *testing.T, d *desk) {
		d.must(d.money.AddBankAccount(ctx, d.treasurer, "Savings account", "01-0234-0567890-30"))
		all, err := d.money.BankAccounts(ctx, d.treasurer)
		d.must(err)
		main, savings := all[0], all[1]
		d.takesAt(main, "Transfer,Savings,,,,-60.00,04/08/2026,,")
		d.takesAt(savings, "Transfer,Main,,,,60.00,04/08/2026,,")
		from := d.desk().Lines[0]
		d.must(d.Book(ctx, d.treasurer, booking.Choice{
			Line: from.ID, Version: from.Version, Parts: []booking.Part{{Account: savings.Account, Amount: -6000}},
		}))
		other, err := d.Bank(ctx, d.treasurer, savings.ID)
		d.must(err)
		l := other.Lines[0]
		d.must(d.Book(ctx, d.treasurer, booking.Choice{Line: l.ID, Version: l.Version, Entry: other.Proposals[0].Entry}))
		made, linked := d.file(from.ID), d.file(l.ID)
		if err := d.Unlink(ctx, d.treasurer, from.ID, made.Version, made.As[0].Part); apperr.KindOf(err) != apperr.Invalid {
			t.Errorf("the line that the transfer was booked from: %v", err)
		}
		d.must(d.Unlink(ctx, d.treasurer, l.ID, linked.Version, linked.As[0].Part))
		if !d.file(from.ID).Booked() || d.file(l.ID).Standing() != "waiting" || d.ledger(savings.Account) != 6000 {
			t.Errorf("%+v, %+v", d.file(from.ID), d.file(l.ID))
		}
	})
}

// Attack: two treasurers send the same month at once, each in another format: its lines would be there twice.
func TestTheSameMonthAtOnce(t *testing.T) {
	each(t, func(t *testing.T, d *desk) {
		at := d.desk().Bank
		var send []func()
		for _, payee := range []string{"Trust", "THE TRUST", "Trust Ltd", "T R U S T"} {
			send = append(send, func() {
				_, err := d.TakeFile(ctx, d.treasurer, booking.File{
					Bank: at, Name: "september.csv", Days: "dmy", Data: []byte(head + "Direct Credit," + payee + ",,,,60.00,03/09/2026,,\n"),
				})
				if err != nil {
					t.Error(err)
				}
			})
		}
		together(send...)
		if n := len(d.desk().Lines); n != 1 {
			t.Errorf("%d lines of one payment", n)
		}
	})
}
