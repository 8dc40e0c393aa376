package booking

import (
	"context"
	"slices"
	"strings"

	"nzgs/internal/members"
	"nzgs/internal/money"
	"nzgs/internal/store"
	"nzgs/internal/treasury"
	"nzgs/internal/treasury/ledger"
)

// payerOf is who paid the parts of a line, and the payments that they were booked as: those of one transfer.
type payerOf struct {
	line     Line
	said     treasury.Payer // by the treasurer, or the party that the line names
	several  bool
	names    map[ledger.Party]string
	transfer treasury.PaymentID // the first payment, or 0
}

// whoPaid finds who paid a line: as the treasurer says; else, where it is for several, the one of them that the line names. Of
// two whose names it has, as of a joint account, each paid the own part.
func whoPaid(ctx context.Context, q store.Queryer, l Line, in Choice) (*payerOf, error) {
	out := &payerOf{line: l, said: in.Payer}
	parties := distinctParties(in.Parts)
	out.several = len(parties) > 1
	var err error
	if out.names, err = treasury.PartyNames(ctx, q, parties); err != nil || !out.said.IsZero() || !out.several {
		return out, err
	}
	var by []ledger.Party
	for _, p := range parties {
		if named(out.names[p], Line{Payee: l.Payee}) {
			by = append(by, p)
		}
	}
	if len(by) == 1 {
		out.said = treasury.Payer{Party: by[0]}
	}
	return out, nil
}

func distinctParties(parts []Part) (out []ledger.Party) {
	seen := map[ledger.Party]bool{{}: true}
	for _, p := range parts {
		if !seen[p.Party] {
			seen[p.Party] = true
			out = append(out, p.Party)
		}
	}
	return out
}

// of is who paid for a party, where it is someone else. The payer of a line for several is whoever the bank names; of a line
// for one it is them where a word of the name agrees.
func (b *payerOf) of(party ledger.Party) treasury.Payer {
	switch {
	case !b.said.IsZero():
		return b.said
	case b.line.Payee == "", !b.several && akin(b.line.Payee, b.names[party]),
		b.several && named(b.names[party], Line{Payee: b.line.Payee}):
		return treasury.Payer{}
	}
	return treasury.Payer{Name: short(b.line.Payee)}
}

func (b *payerOf) came(p treasury.Payment) {
	if b.transfer == 0 {
		b.transfer = p.ID
	}
}

// akin reports whether a word of a name stands in the payee's. Names like Bo Li and Xu Wu have no longer ones than of two letters.
func akin(payee, name string) bool {
	payee = " " + members.Fold(payee) + " "
	for _, w := range strings.Fields(members.Fold(name)) {
		if len(w) > 1 && strings.Contains(payee, " "+w+" ") {
			return true
		}
	}
	return false
}

// forSeveral proposes what a payer's line is who paid for several before: the open invoices of all of them, where they come
// to its amount, all or the oldest of them.
func (k Known) forSeveral(l Line, payer Payer, open map[treasury.InvoiceID]money.Cents) (Proposal, bool) {
	var names []string
	for _, p := range payer.For {
		names = append(names, k.Names[p])
	}
	out := Proposal{Sure: Likely, Why: l.Payee + " paid for " + strings.Join(names, ", ") + " before"}
	left := l.Amount
	for _, i := range k.Open {
		part := min(left, open[i.ID])
		if part <= 0 || !slices.Contains(payer.For, i.Party) {
			continue
		}
		if part < open[i.ID] {
			return Proposal{}, false // it ends within an invoice: whose is for the treasurer to say
		}
		out.Parts = append(out.Parts, Part{
			Invoice: i.ID, Party: i.Party, Amount: part, Text: i.Number.String() + ", " + k.Names[i.Party],
		})
		left -= part
	}
	if left > 0 {
		return Proposal{}, false
	}
	out.Why += "; their open invoices come to this amount"
	return out, true
}
