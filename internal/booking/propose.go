package booking

import (
	"fmt"
	"slices"
	"strings"

	"nzgs/internal/civil"
	"nzgs/internal/members"
	"nzgs/internal/money"
	"nzgs/internal/treasury"
	"nzgs/internal/treasury/ledger"
)

// Sureness is how much a proposal rests on.
type Sureness string

// How sure a proposal is.
const (
	Certain Sureness = "certain" // by a payment reference, whose letter was checked
	Likely  Sureness = "likely"
	None    Sureness = "none"
)

// Label is it as people read it.
func (s Sureness) Label() string {
	switch s {
	case Certain:
		return "Certain"
	case Likely:
		return "Likely"
	}
	return "Not known"
}

// Part is what of a line settles an invoice, goes to a member's or club's balance, or to an account.
type Part struct {
	Invoice treasury.InvoiceID
	Party   ledger.Party
	Account ledger.Code
	Amount  money.Cents // as the line: below zero of what goes out
	Text    string      // as people read it
	Tag     string      // a project or event, of what goes to an account; or ""
}

// Proposal is what a line may be, and why.
type Proposal struct {
	Sure  Sureness
	Why   string
	Parts []Part
	Entry treasury.EntryID // that has been booked already; 0: none
	Payer treasury.Payer   // who the payer is, where that was said before
}

// Booked is an entry that changed the bank's account and is no line's yet.
type Booked struct {
	Entry  treasury.EntryID
	Number string
	Text   string
	Day    civil.Date
	Amount money.Cents
	Party  ledger.Party // whose balance it changed, or zero
}

// Payer is on whose account a payer's money was booked before.
type Payer struct {
	Party   ledger.Party
	Account ledger.Code
	For     []ledger.Party // of a line that was for several
	Who     treasury.Payer // who the payer is, where that was said
}

// Known is what proposals are made from.
type Known struct {
	Open   []treasury.Invoice                    // with something to pay, the oldest first
	All    map[ledger.InvoiceNo]treasury.Invoice // to which the lines refer
	Booked []Booked
	Payers map[string]Payer // by folded name
	Own    ledger.Code      // the account that the lines are of
	Names  map[ledger.Party]string
}

// daysApart is how far the day of a recorded payment may be from the bank's.
const daysApart = 7

// Propose says what each of some lines may be, in their order: what one takes, the next cannot.
func Propose(lines []Line, k Known) []Proposal {
	open := map[treasury.InvoiceID]money.Cents{}
	for _, i := range k.Open {
		open[i.ID] = i.Open()
	}
	used := map[treasury.EntryID]bool{}
	out := make([]Proposal, len(lines))
	for n, l := range lines {
		p := k.propose(l, open, used)
		p.Payer = k.Payers[members.Fold(l.Payee)].Who
		for _, part := range p.Parts {
			if part.Invoice != 0 {
				open[part.Invoice] -= part.Amount
			}
		}
		if p.Entry != 0 {
			used[p.Entry] = true
		}
		out[n] = p
	}
	return out
}

func (k Known) propose(l Line, open map[treasury.InvoiceID]money.Cents, used map[treasury.EntryID]bool) Proposal {
	if p, found := k.recorded(l, used); found {
		return p
	}
	if l.Amount > 0 {
		for _, rule := range []func(Line, map[treasury.InvoiceID]money.Cents) (Proposal, bool){
			k.byReference, k.byAmountAndName, k.byPayer,
		} {
			if p, found := rule(l, open); found {
				return p
			}
		}
	}
	if p, found := k.byWords(l); found {
		return p
	}
	return Proposal{Sure: None, Why: "No reference, no payer that is known, and no open invoice of this amount and name."}
}

// referring are the texts of a line in which a reference may stand.
func (l Line) referring() []string { return []string{l.Reference, l.Particulars, l.Code, l.Payee} }

// referred finds the invoices whose references stand in the line's texts.
func (k Known) referred(l Line) (named []treasury.Invoice) {
	for _, text := range l.referring() {
		for _, no := range ledger.References(text) {
			i, known := k.All[no]
			if known && !slices.ContainsFunc(named, func(x treasury.Invoice) bool { return x.ID == i.ID }) {
				named = append(named, i)
			}
		}
	}
	return named
}

// byReference: every reference in the line's texts is that of an invoice.
func (k Known) byReference(l Line, open map[treasury.InvoiceID]money.Cents) (Proposal, bool) {
	named := k.referred(l)
	if len(named) == 0 {
		return Proposal{}, false
	}
	p, left := Proposal{Sure: Certain}, l.Amount
	var why []string
	for _, i := range named {
		part := min(left, max(0, open[i.ID]))
		why = append(why, i.Number.Reference()+" is the reference of "+i.Number.String()+" of "+i.Name)
		if part > 0 {
			p.Parts = append(p.Parts, Part{Invoice: i.ID, Party: i.Party, Amount: part, Text: i.Number.String() + ", " + i.Name})
			left -= part
		}
	}
	p.Why = strings.Join(why, "; ")
	switch {
	case len(p.Parts) == 0:
		p.Sure = Likely
		p.Why += "; nothing is open on it, so this is credit"
	case left > 0:
		p.Why += fmt.Sprintf("; %s beyond it is credit", left)
	case len(named) == 1 && l.Amount < open[named[0].ID]:
		p.Why += "; a part of it"
	}
	if left > 0 {
		party := named[len(named)-1].Party
		p.Parts = append(p.Parts, Part{Party: party, Amount: left, Text: "Credit of " + named[len(named)-1].Name})
	}
	return p, true
}

// byAmountAndName: one open invoice alone has this amount, and its name stands in the line.
func (k Known) byAmountAndName(l Line, open map[treasury.InvoiceID]money.Cents) (Proposal, bool) {
	var found []treasury.Invoice
	for _, i := range k.Open {
		if open[i.ID] == l.Amount && named(i.Name, l) {
			found = append(found, i)
		}
	}
	if len(found) != 1 {
		return Proposal{}, false
	}
	i := found[0]
	return Proposal{
		Sure: Likely, Why: fmt.Sprintf("%s of %s has this amount, and the name agrees", i.Number, i.Name),
		Parts: []Part{{Invoice: i.ID, Party: i.Party, Amount: l.Amount, Text: i.Number.String() + ", " + i.Name}},
	}, true
}

// byPayer: this payer's money was booked before.
func (k Known) byPayer(l Line, open map[treasury.InvoiceID]money.Cents) (Proposal, bool) {
	payer, known := k.Payers[members.Fold(l.Payee)]
	if known && len(payer.For) > 0 {
		if p, found := k.forSeveral(l, payer, open); found {
			return p, true
		}
	}
	if !known || payer.Account == "" && payer.Party.IsZero() || payer.Account != "" && payer.Account == k.Own {
		return Proposal{}, false
	}
	if payer.Account != "" {
		return Proposal{
			Sure: Likely, Why: "Money of " + l.Payee + " went to this account before",
			Parts: []Part{{Account: payer.Account, Amount: l.Amount, Text: string(payer.Account)}},
		}, true
	}
	name := k.Names[payer.Party]
	p := Proposal{Sure: Likely, Why: "Money of " + l.Payee + " was booked to " + name + " before"}
	for _, i := range k.Open {
		if i.Party == payer.Party && open[i.ID] == l.Amount {
			p.Parts = []Part{{Invoice: i.ID, Party: i.Party, Amount: l.Amount, Text: i.Number.String() + ", " + name}}
			p.Why += "; " + i.Number.String() + " has this amount"
			return p, true
		}
	}
	p.Parts = []Part{{Party: payer.Party, Amount: l.Amount, Text: "Balance of " + name}}
	return p, true
}

// recorded: an entry of this amount has been booked about this day. Where the line has the reference of someone's invoice, it is
// no payment of somebody else.
func (k Known) recorded(l Line, used map[treasury.EntryID]bool) (Proposal, bool) {
	named := k.referred(l)
	another := func(p ledger.Party) bool {
		return len(named) > 0 && !p.IsZero() && !slices.ContainsFunc(named, func(i treasury.Invoice) bool { return i.Party == p })
	}
	var found []Booked
	for _, b := range k.Booked {
		apart := b.Day.DaysUntil(l.Day)
		if b.Amount == l.Amount && !used[b.Entry] && !another(b.Party) && apart >= -daysApart && apart <= daysApart {
			found = append(found, b)
		}
	}
	slices.SortStableFunc(found, func(a, b Booked) int { return abs(a.Day.DaysUntil(l.Day)) - abs(b.Day.DaysUntil(l.Day)) })
	if len(found) == 0 {
		return Proposal{}, false
	}
	b := found[0]
	return Proposal{
		Sure: Likely, Entry: b.Entry,
		Why: fmt.Sprintf("It has been recorded already: %s of %s, %s", b.Number, b.Day.Long(), b.Text),
	}, true
}

// byWords: interest and the bank's charges say what they are.
func (k Known) byWords(l Line) (Proposal, bool) {
	text := members.Fold(strings.Join([]string{l.Payee, l.Particulars, l.Code, l.Reference}, " "))
	for _, w := range []struct {
		words   string
		in      bool
		account ledger.Code
	}{
		{"interest", true, "4500"}, {"account fee", false, "5400"}, {"bank fee", false, "5400"}, {"monthly fee", false, "5400"},
		{"bank charge", false, "5400"}, {"account charge", false, "5400"}, {"base fee", false, "5400"},
		{"transaction fee", false, "5400"}, {"service fee", false, "5400"},
	} {
		if strings.Contains(text, w.words) && w.in == (l.Amount > 0) {
			return Proposal{
				Sure: Likely, Why: "The line says “" + w.words + "”",
				Parts: []Part{{Account: w.account, Amount: l.Amount, Text: string(w.account)}},
			}, true
		}
	}
	return Proposal{}, false
}

// named reports whether every word of a name stands in a line's texts.
func named(name string, l Line) bool {
	text := " " + members.Fold(strings.Join([]string{l.Payee, l.Particulars, l.Code, l.Reference}, " ")) + " "
	words := strings.Fields(members.Fold(name))
	for _, w := range words {
		if !strings.Contains(text, " "+w+" ") {
			return false
		}
	}
	return len(words) > 0
}

func abs(n int) int { return max(n, -n) }
