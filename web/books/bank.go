package books

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/booking"
	"nzgs/internal/treasury"
	"nzgs/internal/treasury/ledger"
	"nzgs/web/kit"
)

var bankCrumb = kit.Crumb{Label: "Bank", URL: bankPath}

// BankPage is the bank's lines that wait.
type BankPage struct {
	kit.Page
	Banks []BankPart
	Add   *kit.Link
}

// BankPart is an account at a bank.
type BankPart struct {
	Title   string
	Facts   []kit.Fact
	Actions []kit.Link
	Certain *kit.PostButton
	Lines   *Table
	More    string // how many lines are not shown
	Empty   *kit.Empty
}

var bankView = kit.NewView[BankPage](templates, "bank.html")

func lineURL(id booking.LineID) string { return kit.Below(bankPath+"/lines", id) }

// bank shows the lines that wait to be booked, each with what it may be and why.
func (s *Desk) bank(c echo.Context) error {
	desks, err := s.booking.Desks(c.Request().Context(), s.Actor(c))
	if err != nil {
		return err
	}
	page := BankPage{Page: s.Page(c, "Bank", treasurerCrumb)}
	if s.keeps(c) {
		page.Add = &kit.Link{Label: "Add a bank account", URL: bankPath + "/new", Kind: "secondary"}
	}
	n := 0
	for _, d := range desks {
		page.Banks = append(page.Banks, s.bankPart(c, page.Page, d))
		n += len(d.Lines)
	}
	kit.NamesPeople(c, n)
	return bankView.Render(c, http.StatusOK, page)
}

func (s *Desk) bankPart(c echo.Context, page kit.Page, d booking.Desk) BankPart {
	b := d.Bank
	part := BankPart{Title: b.Name, Facts: bankFacts(d)}
	part.Actions = append(s.bankActions(c, b), kit.Link{Label: "All lines", URL: kit.Below(bankPath, b.ID), Kind: "secondary"})
	if s.keeps(c) {
		if n, last := d.Certain(); n > 0 {
			part.Certain = page.Button(
				"certain-"+kit.IDText(b.ID), kit.Below(bankPath, b.ID, "certain"), "Confirm all certain ("+strconv.Itoa(n)+")",
				kit.Hidden{Name: "last", Value: kit.IDText(last)},
			)
		}
	}
	switch {
	case d.Total == 0:
		part.Empty = &kit.Empty{Title: "No lines yet", Text: "Download a file of payments from the bank, and upload it here."}
	case len(d.Lines) == 0:
		part.Empty = &kit.Empty{Title: "Every line is booked"}
	default:
		part.Lines = linesTable(d)
		if more := len(d.Lines) - pageRows; more > 0 {
			part.More = kit.Plural(more, "more line waits", "more lines wait") + ": book these first."
		}
	}
	return part
}

func bankFacts(d booking.Desk) []kit.Fact {
	facts := []kit.Fact{
		{Label: "Number", Value: orText(d.Bank.Number)}, {Label: "Balance by the books", Value: d.Ledger.String()},
		{Label: "Lines to be booked", Value: strconv.Itoa(len(d.Lines))},
	}
	if d.Last != nil {
		facts = append(facts, kit.Fact{Label: "Agreed with the bank on", Value: d.Last.Day.Long()})
	}
	return facts
}

// bankActions are what the treasurer does with an account.
func (s *Desk) bankActions(c echo.Context, b treasury.BankAccount) []kit.Link {
	if !s.keeps(c) {
		return nil
	}
	return []kit.Link{
		{Label: "Upload a file", URL: kit.Below(bankPath, b.ID, "upload")},
		{Label: "Compare with the statement", URL: kit.Below(bankPath, b.ID, "reconcile"), Kind: "secondary"},
		{Label: "Account number", URL: kit.Below(bankPath, b.ID, "number"), Kind: "secondary"},
	}
}

func orText(s string) string {
	if s == "" {
		return "not entered yet"
	}
	return s
}

func linesTable(d booking.Desk) *Table {
	t := &Table{Title: "Lines to be booked", Label: d.Bank.Name, Heads: heads("Day", "Payer or payee", "#Amount", "What it may be")}
	for i, l := range d.Lines[:min(len(d.Lines), pageRows)] {
		p := d.Proposals[i]
		kind := map[booking.Sureness]string{booking.Certain: kit.KindSuccess, booking.Likely: kit.KindInfo, booking.None: kit.KindNeutral}
		t.Rows = append(t.Rows, row(
			link(l.Day.Long(), lineURL(l.ID)), noted(l.Payee, l.Texts()), leftOf(l),
			Cell{Badge: &kit.Badge{Kind: kind[p.Sure], Text: p.Sure.Label()}, Note: p.Why},
		))
	}
	return t
}

// leftOf is what of a line is to be booked.
func leftOf(l booking.Line) Cell {
	out := amount(l.Left())
	if l.As != 0 {
		out.Note = "left of " + l.Amount.String()
	}
	return out
}

// bookCertain books every line that is certain, as far as the page showed them.
func (s *Desk) bookCertain(c echo.Context) error {
	id, err := kit.PathID[treasury.BankID](c, "id")
	if err != nil {
		return err
	}
	n, err := s.booking.BookCertain(c.Request().Context(), s.Actor(c), id, kit.FormID[booking.LineID](c, "last"))
	if err != nil {
		return s.RefusedAt(c, err, bankPath)
	}
	s.Flash(c, kit.KindSuccess, kit.Plural(n, "line is booked.", "lines are booked."))
	return kit.SeeOther(c, bankPath)
}

// partsOfForm is how many parts a line can be split into, and shownOfForm how many are there at first: more can be opened.
const partsOfForm, shownOfForm = treasury.MaxTransferParts, 6

// bookLine books one line as the treasurer says.
func (s *Desk) bookLine() kit.Form[booking.LineFile] {
	return kit.Form[booking.LineFile]{
		Site: s.Site,
		Load: func(c echo.Context) (booking.LineFile, error) {
			id, err := kit.PathID[booking.LineID](c, "line")
			if err != nil {
				return booking.LineFile{}, err
			}
			return s.booking.LineByID(c.Request().Context(), s.Actor(c), id)
		},
		Fill:    fillLine,
		Version: func(l booking.LineFile) int64 { return l.Version },
		Show:    s.showLine,
		Take: func(c echo.Context, in *kit.Filling, l booking.LineFile) (kit.Done, error) {
			choice := booking.Choice{
				Line: l.ID, Version: in.Version(), Aside: in.Text("aside"), Remember: in.Ticked("remember"),
			}
			if in.Ticked("recorded") {
				choice.Entry = l.Proposal.Entry
			}
			if choice.Aside == "" && choice.Entry == 0 {
				choice.Parts = lineParts(in, l)
			}
			if in.Text("member") != "" && l.Amount > 0 {
				party, err := s.memberNamed(c, in, "member")
				if err != nil {
					return kit.Done{}, err
				}
				choice.Parts = []booking.Part{{Party: party, Amount: l.Left()}}
			}
			var err error
			if choice.Payer, err = s.payer(c, in); err != nil {
				return kit.Done{}, err
			}
			return kit.Done{To: bankPath, Message: "The line is booked."}, s.booking.Book(c.Request().Context(), s.Actor(c), choice)
		},
	}
}

// fillLine fills the form with the proposal.
func fillLine(_ echo.Context, in *kit.Filling, l booking.LineFile) {
	in.Tick("recorded", l.Proposal.Entry != 0)
	in.Tick("remember", true)
	fillPayer(in, l.Proposal.Payer)
	for n, p := range l.Proposal.Parts {
		in.Set(fmt.Sprintf("to_%d", n+1), partValue(p))
		in.Set(fmt.Sprintf("amount_%d", n+1), abs(p.Amount).Plain())
	}
}

// fillPayer fills in who the payer of a line is, as it was said before.
func fillPayer(in *kit.Filling, p treasury.Payer) {
	switch {
	case p.Party.Person != 0:
		in.Set("payer", kit.IDText(p.Party.Person))
	case p.Party.Club != 0:
		in.Set("payer_club", kit.IDText(p.Party.Club))
	default:
		in.Set("paid_by", p.Name)
		in.Set("payer_address", p.Address)
		in.Set("payer_email", p.Email)
	}
	in.Tick("payer_quiet", p.Quiet)
}

func abs(c treasury.Amount) treasury.Amount { return max(c, -c) }

// partValue is where a part goes, as the form's select names it.
func partValue(p booking.Part) string {
	switch {
	case p.Invoice != 0:
		return "invoice-" + kit.IDText(p.Invoice)
	case p.Account != "":
		return "account-" + string(p.Account)
	case p.Party.Club != 0:
		return "club-" + kit.IDText(p.Party.Club)
	}
	return "member-" + kit.IDText(p.Party.Person)
}

// partOptions are what a part of a line can go to.
func (s *Desk) partOptions(c echo.Context, l booking.LineFile) ([]kit.Option, error) {
	offered := map[string]bool{}
	out := []kit.Option{{Label: "Choose"}}
	add := func(p booking.Part, label string) {
		if value := partValue(p); !offered[value] {
			offered[value] = true
			out = append(out, kit.Option{Value: value, Label: label})
		}
	}
	if l.Amount > 0 {
		for _, p := range l.Proposal.Parts {
			if p.Account == "" {
				add(booking.Part{Invoice: p.Invoice, Party: p.Party}, p.Text)
			}
		}
		for _, i := range l.Open {
			add(booking.Part{Invoice: i.ID, Party: i.Party}, fmt.Sprintf("%s, %s: %s open", i.Number, i.Name, i.Open()))
		}
		for _, i := range l.Open {
			add(booking.Part{Party: i.Party}, "Balance of "+i.Name)
		}
		list, err := s.clubs.Clubs(c.Request().Context())
		if err != nil {
			return nil, err
		}
		for _, club := range list {
			add(booking.Part{Party: ledger.Party{Club: int64(club.ID)}}, "Balance of "+club.Name)
		}
	}
	accounts, err := s.treasury.Accounts(c.Request().Context(), s.Actor(c))
	for _, a := range accounts {
		if !a.Closed && !a.Code.OfParties() && a.Code != l.Account.Account {
			add(booking.Part{Account: a.Code}, string(a.Code)+" "+a.Name)
		}
	}
	return out, err
}

func (s *Desk) showLine(c echo.Context, p *kit.FormPage, l booking.LineFile) error {
	p.Page = s.Page(c, "Book a line of the bank", treasurerCrumb, bankCrumb)
	p.Action, p.Submit, p.Back = lineURL(l.ID), "Book the line", bankPath
	p.Facts = []kit.Fact{
		{Label: "Day", Value: l.Day.Long()}, {Label: "Amount", Value: l.Amount.String()}, {Label: "Payer or payee", Value: l.Payee},
		{Label: "Says", Value: l.Texts()}, {Label: "Proposed", Badge: &kit.Badge{Kind: kit.KindInfo, Text: l.Proposal.Sure.Label()}},
	}
	p.Say(l.Proposal.Why)
	p.Facts = append(p.Facts, bookedFacts(l)...)
	if l.Booked() {
		p.Barred = append(p.Barred, kit.CiteRules("This line has been booked. To book it again, reverse what it was booked as, or undo "+
			"that it is an entry which was there already."))
		return nil
	}
	if l.Line.As != 0 {
		p.Facts = append(p.Facts, kit.Fact{Label: "Left to be booked", Value: l.Left().String()})
	}
	if l.Proposal.Entry != 0 {
		p.Group("", kit.Field{Name: "recorded", Label: "It has been recorded already: do not book it again", Type: "checkbox"})
	}
	options, err := s.partOptions(c, l)
	if err != nil {
		return err
	}
	p.Group("What it is", kit.Field{Name: "parts", Type: "hidden"}).Text("Split it over several lines where it pays for several things. They come to all that is to be booked. " +
		"An amount that goes to an account can be counted to a project or event.")
	for n := 1; n <= partsOfForm; n++ {
		if n == shownOfForm+1 {
			moreRows(p, n, partsOfForm, "to", "amount", "tag")
		}
		f := kit.AmountField(fmt.Sprintf("amount_%d", n), fmt.Sprintf("Amount %d", n), "")
		f.Required = false
		p.Row(kit.Field{
			Name: fmt.Sprintf("to_%d", n), Label: fmt.Sprintf("Part %d", n), Type: "select", Options: options,
		}, f, kit.Field{Name: fmt.Sprintf("tag_%d", n), Label: fmt.Sprintf("Project or event %d", n)})
	}
	if l.Amount > 0 {
		p.Group("Someone else", kit.PersonField("member", "Balance of another member", "Name or member number, for all that is to be booked.").Proposing(kit.NamesPath))
	}
	if l.Amount > 0 {
		clubs, err := s.clubOptions(c)
		if err != nil {
			return err
		}
		p.AskPayer(clubs)
	}
	p.Group("", kit.Field{Name: "remember", Label: "Remember whose money this payer’s is", Type: "checkbox"})
	p.Group("Not for the books", kit.Field{Name: "aside", Label: "Why it is not booked", Hint: "Leave it empty to book the line."}).
		Fold("set the line aside")
	return nil
}

// bookedFacts are what a line was booked as, each with where it is reversed.
func bookedFacts(l booking.LineFile) []kit.Fact {
	var out []kit.Fact
	for _, b := range l.As {
		f := kit.Fact{Label: "Booked as", Value: b.Number + ", " + b.Amount.String(), URL: paymentURL(b.Payment)}
		if b.Payment == 0 {
			f.Value, f.URL = b.Number+": "+b.Text+", "+b.Amount.String(), ""
			if f.URL = kit.Below(journalPath, b.Entry, "reverse"); b.Linked() {
				f.URL = lineURL(l.ID) + "/links/" + kit.IDText(b.Part)
			}
		}
		out = append(out, f)
	}
	return out
}

// lineParts reads the parts of the form.
func lineParts(in *kit.Filling, l booking.LineFile) []booking.Part {
	sign := treasury.Amount(1)
	if l.Amount < 0 {
		sign = -1
	}
	var out []booking.Part
	for n := 1; n <= partsOfForm; n++ {
		to, field := in.Text(fmt.Sprintf("to_%d", n)), fmt.Sprintf("amount_%d", n)
		tag := in.Text(fmt.Sprintf("tag_%d", n))
		if to == "" && in.Text(field) == "" && tag == "" {
			continue
		}
		p, known := partOf(to, l)
		if !known {
			in.Problem(fmt.Sprintf("to_%d", n), "Choose what this part is.")
		}
		p.Amount, p.Tag = sign*in.Amount(field), tag
		out = append(out, p)
	}
	return out
}

// partOf reads where a part goes.
func partOf(value string, l booking.LineFile) (booking.Part, bool) {
	kind, id, _ := strings.Cut(value, "-")
	switch kind {
	case "invoice":
		invoice := kit.ParseID[treasury.InvoiceID](id)
		for _, i := range l.Open {
			if i.ID == invoice {
				return booking.Part{Invoice: invoice, Party: i.Party}, true
			}
		}
		for _, p := range l.Proposal.Parts {
			if p.Invoice == invoice {
				return booking.Part{Invoice: invoice, Party: p.Party}, true
			}
		}
	case "account":
		return booking.Part{Account: ledger.Code(id)}, true
	case "club":
		return booking.Part{Party: ledger.Party{Club: kit.ParseID[int64](id)}}, true
	case "member":
		return booking.Part{Party: ledger.Party{Person: kit.ParseID[int64](id)}}, true
	}
	return booking.Part{}, false
}

// reconcile compares the books with the bank's statement.
func (s *Desk) reconcile() kit.Form[treasury.BankAccount] {
	return kit.Form[treasury.BankAccount]{
		Site: s.Site, Load: s.bankAt,
		Show: func(c echo.Context, p *kit.FormPage, b treasury.BankAccount) error {
			p.Page = s.Page(c, "Compare with the statement", treasurerCrumb, bankCrumb)
			p.Action, p.Submit, p.Back = kit.Below(bankPath, b.ID, "reconcile"), "Compare", bankPath
			p.Say("When the books agree with the bank’s closing balance, nothing more is booked to this account up to that day. As " +
				"far as all bank accounts agree, the books are locked; a lock cannot be undone.")
			day := kit.DayField("day", "Last day of the statement", "")
			day.Required = true
			p.Group("", day, kit.AmountField("balance", "Closing balance", ""), kit.Field{
				Name: "below", Label: "The balance is below zero", Type: "checkbox",
			})
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, b treasury.BankAccount) (kit.Done, error) {
			balance := in.Amount("balance")
			if in.Ticked("below") {
				balance = -balance
			}
			return kit.Done{To: bankPath, Message: "The books agree with the bank up to that day."},
				s.booking.Reconcile(c.Request().Context(), s.Actor(c), booking.ReconcileInput{
					Bank: b.ID, Day: in.Day("day"), Balance: balance,
				})
		},
	}
}
