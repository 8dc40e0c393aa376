package treasury_test

import (
	"strings"
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/members"
	"nzgs/internal/money"
	"nzgs/internal/store"
	"nzgs/internal/treasury"
	"nzgs/internal/treasury/ledger"
)

// others registers members beside the treasurer's.
func (d *desk) others(t *testing.T, given ...string) (out []ledger.Party) {
	var in []members.PersonInput
	for _, g := range given {
		in = append(in, members.PersonInput{FamilyName: "Lin", GivenNames: g})
	}
	ids, err := d.people.RegisterAll(ctx, auth.System("test"), in)
	d.must(t, err)
	for _, id := range ids {
		out = append(out, ledger.Party{Person: int64(id)})
	}
	return out
}

func own(p ledger.Party) auth.Actor {
	return auth.Actor{Account: auth.AccountID(100 + p.Person), Person: members.PersonID(p.Person)}
}

// The receipt is for who paid; who is paid for sees that it is paid and, unless the payer wished otherwise, by whom.
func TestTheReceiptGoesToWhoPaid(t *testing.T) {
	each(t, func(t *testing.T, d *desk) {
		p := d.others(t, "Mei", "Bo", "Ken")
		mei, bo, ken := p[0], p[1], p[2]
		for name, tt := range map[string]struct {
			by    treasury.Payer
			told  string // to who is paid for
			payer bool   // of the register
		}{
			"a member":           {treasury.Payer{Party: bo}, "Bo Lin", true},
			"quietly":            {treasury.Payer{Party: bo, Quiet: true}, treasury.SomeoneElse, true},
			"an employer":        {treasury.Payer{Name: "Acme Ltd", Address: "1 Hill Rd\nPōneke", Email: "a@example.nz"}, "Acme Ltd", false},
			"an employer, quiet": {treasury.Payer{Name: "Acme Ltd", Quiet: true}, treasury.SomeoneElse, false},
			"themselves":         {treasury.Payer{Party: mei}, "", false},
		} {
			id, err := d.asks(mei, 2000)
			d.must(t, err)
			paid, err := d.Take(ctx, d.treasurer, treasury.ReceiveInput{
				Party: mei, Amount: 2000, ReceivedOn: d.now.Date(), Method: treasury.Bank, Reference: name, PaidBy: tt.by,
			})
			d.must(t, err)
			i, err := d.Invoice(ctx, own(mei), id)
			d.must(t, err)
			if i.Open() != 0 || len(i.Settlements) != 1 || i.Settlements[0].By.Name != tt.told || i.Settlements[0].By.Address != "" {
				t.Errorf("%s: the member sees %+v", name, i.Settlements)
			}
			list, err := d.PaymentsOf(ctx, own(mei), members.PersonID(mei.Person))
			d.must(t, err)
			if got := list[0].Payer; got.Name != tt.told || got.Address+got.Email != "" {
				t.Errorf("%s: among the own payments %+v", name, got)
			}
			_, member := d.ReceiptFor(ctx, own(mei), paid.ID)
			_, payer := d.ReceiptFor(ctx, own(bo), paid.ID)
			_, other := d.ReceiptFor(ctx, own(ken), paid.ID)
			if (apperr.KindOf(member) == apperr.Forbidden) == (tt.told == "") || (payer == nil) != tt.payer ||
				apperr.KindOf(other) != apperr.Forbidden {
				t.Errorf("%s: the member gets %v, the payer %v, another %v", name, member, payer, other)
			}
			file, err := d.PaymentFileOf(ctx, d.treasurer, paid.ID)
			d.must(t, err)
			if tt.by.Address != file.Payer.Address || tt.by.Email != file.Payer.Email {
				t.Errorf("%s: kept %+v", name, file.Payer)
			}
		}
		mine, err := d.PaidForOthers(ctx, own(bo), bo)
		if err != nil || len(mine) != 2 || mine[0].Name != "Mei Lin" {
			t.Errorf("what Bo paid for others: %+v, %v", mine, err)
		}
		if _, err := d.PaidForOthers(ctx, own(mei), bo); apperr.KindOf(err) != apperr.Forbidden {
			t.Errorf("another reads what Bo paid: %v", err)
		}
		for text, want := range map[string]int{"acme": 2, "bo lin": 2, "mei": 1, "": 5} {
			all, err := d.Payments(ctx, d.treasurer, treasury.PaymentFilter{Payer: text})
			if err != nil || len(all.Payments) != want {
				t.Errorf("paid by %q: %d, want %d (%v)", text, len(all.Payments), want, err)
			}
		}
		if all, err := d.Payments(ctx, d.treasurer, treasury.PaymentFilter{ByOthers: true}); err != nil || len(all.Payments) != 4 {
			t.Errorf("by someone else: %d, %v", len(all.Payments), err)
		}
		d.agree(t)
	})
}

// A club's secretary is not told of an employer who paid for the club.
func TestAClubIsNotToldOfWhom(t *testing.T) {
	each(t, func(t *testing.T, d *desk) {
		var club int64
		d.must(t, d.db.InTx(ctx, func(tx *store.Tx) (err error) {
			club, err = store.One(ctx, tx, store.Value[int64], `
				INSERT INTO club (name, name_key, sort_key, created_at) VALUES ('Ōtaki', 'otaki', 'otaki', $1) RETURNING id`, d.now)
			return err
		}))
		party := ledger.Party{Club: club}
		secretary := auth.Actor{Account: 50, Person: d.person, Offices: []auth.Office{
			{Role: auth.ClubSecretary, Club: auth.ClubID(club), From: day("2020-01-01")},
		}}
		id, err := d.asks(party, 2000)
		d.must(t, err)
		p, err := d.Take(ctx, d.treasurer, treasury.ReceiveInput{
			Party: party, Amount: 2000, ReceivedOn: d.now.Date(), Method: treasury.Bank, PaidBy: treasury.Payer{Name: "Acme Ltd"},
		})
		d.must(t, err)
		i, err := d.Invoice(ctx, secretary, id)
		if err != nil || i.Open() != 0 || i.Settlements[0].By.Name != treasury.SomeoneElse {
			t.Errorf("%+v, %v", i, err)
		}
		if _, err := d.ReceiptFor(ctx, secretary, p.ID); apperr.KindOf(err) != apperr.Forbidden {
			t.Errorf("the receipt: %v", err)
		}
		if _, err := d.ReceiptFor(ctx, auth.Actor{}, p.ID); apperr.KindOf(err) != apperr.SignIn {
			t.Errorf("not signed in: %v", err)
		}
	})
}

func TestWhatIsSaidOfAPayerIsBounded(t *testing.T) {
	each(t, func(t *testing.T, d *desk) {
		long := strings.Repeat("x", 500)
		for want, by := range map[string]treasury.Payer{
			"payer":                     {Party: ledger.Party{Person: 9999}},
			"paid_by":                   {Name: long},
			"paid_by payer_email":       {Email: "nobody"},
			"payer_address":             {Name: "A", Address: long},
			"payer_address payer_email": {Name: "A", Address: strings.Repeat("x\n", 9) + "x", Email: "a@b"},
		} {
			_, err := d.Take(ctx, d.treasurer, treasury.ReceiveInput{
				Party: d.member(), Amount: 100, ReceivedOn: d.now.Date(), Method: treasury.Bank, PaidBy: by,
			})
			if problems(err) != want {
				t.Errorf("%+v: %q, want %q", by, problems(err), want)
			}
		}
	})
}

// One transfer for several: a payment on the account of each, one receipt for who paid, and each sees the own part.
func TestOneTransferForSeveral(t *testing.T) {
	each(t, func(t *testing.T, d *desk) {
		p := d.others(t, "Mei", "Bo", "Ken")
		mei, bo, ken := p[0], p[1], p[2]
		var asked []treasury.InvoiceID
		for _, party := range p {
			id, err := d.asks(party, 2000)
			d.must(t, err)
			asked = append(asked, id)
		}
		in := treasury.TransferInput{
			Payer: treasury.Payer{Party: bo}, Amount: 6500, ReceivedOn: d.now.Date(), Method: treasury.Bank, Parts: []treasury.TransferPart{
				{Party: mei, Amount: 2000}, {Party: bo, Amount: 2500}, {Party: ken, Amount: 2000},
			},
		}
		for want, bad := range map[string]func(*treasury.TransferInput){
			"amount":           func(in *treasury.TransferInput) { in.Amount = 6400 },
			"party_2":          func(in *treasury.TransferInput) { in.Parts[1].Party = mei },
			"party_3 amount_3": func(in *treasury.TransferInput) { in.Parts[2] = treasury.TransferPart{} },
			"parts":            func(in *treasury.TransferInput) { in.Parts, in.Amount = in.Parts[:1], 2000 },
			"paid_by":          func(in *treasury.TransferInput) { in.Payer = treasury.Payer{} },
			"received_on method": func(in *treasury.TransferInput) {
				in.ReceivedOn, in.Method = d.now.Date().AddDays(1), ""
			},
		} {
			wrong := in
			wrong.Parts = append([]treasury.TransferPart{}, in.Parts...)
			bad(&wrong)
			if _, err := d.TakeTransfer(ctx, d.treasurer, wrong); problems(err) != want {
				t.Errorf("%q, want %q", problems(err), want)
			}
		}
		many := in
		many.Parts = make([]treasury.TransferPart, treasury.MaxTransferParts+1)
		if _, err := d.TakeTransfer(ctx, d.treasurer, many); problems(err) != "parts" {
			t.Errorf("too many: %v", err)
		}
		if _, err := d.TakeTransfer(ctx, own(bo), in); apperr.KindOf(err) != apperr.Forbidden {
			t.Errorf("a member records a transfer: %v", err)
		}
		first, err := d.TakeTransfer(ctx, d.treasurer, in)
		d.must(t, err)
		for _, id := range asked {
			if i := d.invoice(t, id); i.Open() != 0 {
				t.Errorf("%s: %s is open", i.Number, i.Open())
			}
		}
		all, err := d.ReceiptFor(ctx, own(bo), first.ID)
		d.must(t, err)
		var sum money.Cents
		for n, x := range all {
			sum += x.Amount
			if x.Receipt.No != first.Receipt.No+n {
				t.Errorf("receipt %s", x.Receipt)
			}
		}
		if len(all) != 3 || sum != 6500 {
			t.Errorf("the payer's receipt is of %d payments, %s", len(all), sum)
		}
		if _, err := d.ReceiptFor(ctx, own(mei), first.ID); apperr.KindOf(err) != apperr.Forbidden {
			t.Errorf("who is paid for gets the receipt of all: %v", err)
		}
		f, err := d.PaymentFileOf(ctx, d.treasurer, first.ID)
		if err != nil || len(f.Together) != 2 {
			t.Errorf("%+v, %v", f.Together, err)
		}
		d.agree(t)
	})
}

// The address of a payer is removed seven years after the payment; the name stays with the receipt.
func TestPayersAreForgotten(t *testing.T) {
	each(t, func(t *testing.T, d *desk) {
		p, err := d.Take(ctx, d.treasurer, treasury.ReceiveInput{
			Party: d.member(), Amount: 100, ReceivedOn: day("2026-07-01"), Method: treasury.Bank,
			PaidBy: treasury.Payer{Name: "Acme Ltd", Address: "1 Hill Rd", Email: "a@example.nz"},
		})
		d.must(t, err)
		for _, tt := range []struct{ on, address string }{{"2033-07-01", "1 Hill Rd"}, {"2033-07-02", ""}, {"2033-07-03", ""}} {
			d.now = day(tt.on).Midnight()
			if _, err := d.ForgetPayers(ctx); err != nil {
				t.Fatal(err)
			}
			f, err := d.PaymentFileOf(ctx, d.treasurer, p.ID)
			if err != nil || f.Payer.Name != "Acme Ltd" || f.Payer.Address != tt.address || (f.Payer.Email == "") != (tt.address == "") {
				t.Errorf("on %s: %+v, %v", tt.on, f.Payer, err)
			}
		}
	})
}
