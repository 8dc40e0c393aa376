package books

import (
	"github.com/labstack/echo/v4"

	"nzgs/internal/money"
	"nzgs/internal/treasury"
	"nzgs/internal/treasury/ledger"
	"nzgs/web/kit"
)

func journalFilter(c echo.Context) (treasury.JournalFilter, *kit.Filling, string) {
	in := kit.Asked(c)
	from, until, problem := between(in)
	return treasury.JournalFilter{
		From: from, Until: until, Account: ledger.Code(in.Text("account")), Tag: in.Text("tag"),
	}, in, problem
}

// pageEntries is how many entries one page of the journal shows, each of two lines or more.
const pageEntries = 50

// journal lists the entries of the journal, the oldest first.
func (s *Desk) journal(c echo.Context) error {
	filter, in, problem := journalFilter(c)
	filter.Page = pageOf(c, pageEntries)
	j, err := s.treasury.ReadJournal(c.Request().Context(), s.Actor(c), filter)
	if err != nil {
		return err
	}
	kit.NamesPeople(c, len(j.Names))
	page := ListPage{
		Page: s.Page(c, "Journal", treasurerCrumb, accountsCrumb), Label: "Journal",
		Say: "Entries are never changed. A mistake is undone by another entry.", Filters: journalFilters(in, j.Accounts),
		Heads: heads("Entry", "Day", "Text", "Account", "#Debit", "#Credit"),
		Head: kit.ListHead{
			Count: kit.Plural(j.Count, "entry", "entries"), Problem: problem,
			Exports: append(exports(c, journalPath), kit.Link{
				Label: "Plain text (hledger)", URL: kit.WithQuery(journalPath+".txt", c.Request().URL),
			}),
		},
	}
	if s.keeps(c) {
		page.Actions = []kit.Link{{Label: "Make an entry", URL: journalPath + "/new"}}
	}
	for _, e := range j.Entries {
		for n, l := range e.Lines {
			first := row(cell(e.Number.String()), cell(""), cell(""))
			if n == 0 {
				first = row(s.entryCell(c, e), cell(e.Day.Long()), cell(e.Text))
			}
			account := noted(string(l.Account)+" "+j.Called[l.Account], noteOf(j, l))
			page.Rows = append(page.Rows, row(append(first.Cells, account, debit(l.Amount), debit(-l.Amount))...))
		}
	}
	page.Sums = []string{"Sum", "", "", "", j.Debits.String(), j.Debits.String()}
	if len(page.Rows) == 0 {
		page.Empty = &kit.Empty{Title: "No entries", Text: "Clear the filters. Invoices and payments make entries by themselves."}
	}
	return page.renderOf(c, pageEntries, j.Count)
}

// noteOf is whose a line of the journal is, and the project or event that it counts to.
func noteOf(j treasury.JournalRead, l ledger.Line) string {
	name := j.Names[l.Party]
	if name != "" && l.Tag != "" {
		return name + ", " + l.Tag
	}
	return name + l.Tag
}

// entryCell leads to where an entry is undone that is undone by itself.
func (s *Desk) entryCell(c echo.Context, e ledger.Entry) Cell {
	if e.Document.Undone() && e.Reverses == 0 && s.keeps(c) {
		return link(e.Number.String(), kit.Below(journalPath, e.ID, "reverse"))
	}
	return cell(e.Number.String())
}

func debit(c money.Cents) Cell {
	if c <= 0 {
		return cell("")
	}
	return amount(c)
}

func journalFilters(in *kit.Filling, accounts []ledger.Account) *kit.Filters {
	options := []kit.Option{{Label: "Every account"}}
	for _, a := range accounts {
		options = append(options, kit.Option{Value: string(a.Code), Label: string(a.Code) + " " + a.Name})
	}
	f := &kit.Filters{Action: journalPath, Target: listID, Fields: []kit.Field{
		choice("account", "Account", in.Text("account"), options...), dayFilter(in, "from", "From"),
		dayFilter(in, "until", "Until"),
		{ID: "tag", Name: "tag", Label: "Project or event", Type: "search", Value: in.Text("tag")},
	}}
	for _, name := range []string{"account", "from", "until", "tag"} {
		if in.Text(name) != "" {
			f.Clear = journalPath
		}
	}
	return f
}

// journalFile is the journal as a file: a row for each line.
func (s *Desk) journalFile(c echo.Context) error {
	filter, _, _ := journalFilter(c)
	j, err := s.treasury.JournalFile(c.Request().Context(), s.Actor(c), filter)
	if err != nil {
		return err
	}
	people := named(&j)
	err = s.send(c, "journal", JournalTable(j))
	kit.NamesPeople(c, people())
	return err
}

// journalText is the journal as hledger and ledger read it.
func (s *Desk) journalText(c echo.Context) error {
	filter, _, _ := journalFilter(c)
	j, err := s.treasury.JournalFile(c.Request().Context(), s.Actor(c), filter)
	if err != nil {
		return err
	}
	people := named(&j)
	err = kit.SendPlain(c, s.TodaysFile("journal", ""), j.WritePlain)
	kit.NamesPeople(c, people())
	return err
}

// newEntry makes an entry by hand.
func (s *Desk) newEntry() kit.Form[kit.Nothing] {
	return kit.Form[kit.Nothing]{
		Site: s.Site,
		Fill: func(_ echo.Context, in *kit.Filling, _ kit.Nothing) { in.SetDay("day", s.Today()) },
		Show: func(c echo.Context, p *kit.FormPage, _ kit.Nothing) error {
			p.Page = s.Page(c, "Make an entry", treasurerCrumb, accountsCrumb, journalCrumb)
			p.Action, p.Submit, p.Back = journalPath+"/new", "Make the entry", journalPath
			p.Say("For what no document makes by itself: interest, bank charges, what the society had when the books began (from " +
				"accumulated funds to the bank). Payments to others go through two officers (rule 3.4).")
			options, err := s.accountOptions(c, func(ledger.Account) bool { return true })
			if err != nil {
				return err
			}
			day := kit.DayField("day", "Day", "")
			day.Required = true
			p.Group(
				"", day, kit.Field{Name: "text", Label: "What for", Required: true},
				kit.Field{Name: "debit", Label: "To (debit)", Type: "select", Options: options, Required: true},
				kit.Field{Name: "credit", Label: "From (credit)", Type: "select", Options: options, Required: true},
				kit.AmountField("amount", "Amount", ""), kit.Field{Name: "tag", Label: "Project or event", Hint: "You may leave it empty."},
			)
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, _ kit.Nothing) (kit.Done, error) {
			return kit.Done{To: journalPath, Message: "The entry is made."},
				s.treasury.BookByHand(c.Request().Context(), s.Actor(c), treasury.HandInput{
					Day: in.Day("day"), Text: in.Text("text"), Debit: ledger.Code(in.Text("debit")),
					Credit: ledger.Code(in.Text("credit")), Amount: in.Amount("amount"), Tag: in.Text("tag"),
				})
		},
	}
}

// reverseEntry undoes an entry that was made by hand or from a line of the bank.
func (s *Desk) reverseEntry() kit.Form[ledger.Entry] {
	return kit.Form[ledger.Entry]{
		Site: s.Site, Load: kit.ByID(s.Site, s.treasury.JournalEntry),
		Show: func(c echo.Context, p *kit.FormPage, e ledger.Entry) error {
			p.Page = s.Page(c, "Reverse "+e.Number.String(), treasurerCrumb, accountsCrumb, journalCrumb)
			p.Action, p.Submit, p.Kind = kit.Below(journalPath, e.ID, "reverse"), "Reverse the entry", "danger"
			p.Back = journalPath
			p.Facts = []kit.Fact{{Label: "Entry", Value: e.Text}, {Label: "Day", Value: e.Day.Long()}}
			p.Say("Both stay in the books. The reversal has today’s date. A line of the bank then waits to be booked again.")
			p.Group("", kit.Field{Name: "reason", Label: "Reason", Type: "textarea", Required: true})
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, e ledger.Entry) (kit.Done, error) {
			return kit.Done{To: journalPath, Message: "The entry is reversed."},
				s.treasury.ReverseByHand(c.Request().Context(), s.Actor(c), e.ID, in.Text("reason"))
		},
	}
}

// accounts lists the accounts with their balances.
func (s *Desk) accounts(c echo.Context) error {
	b, err := s.treasury.TrialBalance(c.Request().Context(), s.Actor(c))
	if err != nil {
		return err
	}
	page := ListPage{
		Page: s.Page(c, "Accounts", treasurerCrumb), Label: "Accounts",
		Actions: []kit.Link{
			{Label: "Journal", URL: journalPath, Kind: "secondary"}, {Label: "Accounts of a year", URL: yearPath, Kind: "secondary"},
		},
		Heads: heads("Account", "Kind", "#Debit", "#Credit"),
		Head:  kit.ListHead{Count: kit.Plural(len(b.Accounts), "account", "accounts"), Exports: exports(c, accountsPath)},
	}
	if s.keeps(c) {
		page.Actions = append([]kit.Link{{Label: "Add an account", URL: accountsPath + "/new"}}, page.Actions...)
	}
	var debits, credits money.Cents
	for _, a := range b.Accounts {
		v := b.Balances[a.Code]
		debits, credits = debits+max(0, v), credits+max(0, -v)
		name := link(string(a.Code)+" "+a.Name, journalPath+"?account="+string(a.Code))
		if a.Closed {
			name.Note = "Closed"
		}
		kind := cell(a.Kind.Label())
		if s.keeps(c) {
			kind = link(a.Kind.Label(), accountsPath+"/"+string(a.Code))
		}
		page.Rows = append(page.Rows, row(name, kind, debit(v), debit(-v)))
	}
	page.Sums = []string{"Sum", "", debits.String(), credits.String()}
	return page.render(c)
}

// accountsFile is the list of accounts with their balances as a file.
func (s *Desk) accountsFile(c echo.Context) error {
	b, err := s.treasury.TrialBalance(c.Request().Context(), s.Actor(c))
	if err != nil {
		return err
	}
	return s.send(c, "accounts", AccountsTable(b, s.Today()))
}

// newAccount adds an account.
func (s *Desk) newAccount() kit.Form[kit.Nothing] {
	return kit.Form[kit.Nothing]{
		Site: s.Site,
		Show: func(c echo.Context, p *kit.FormPage, _ kit.Nothing) error {
			p.Page = s.Page(c, "Add an account", treasurerCrumb, accountsCrumb)
			p.Action, p.Submit, p.Back = accountsPath+"/new", "Add the account", accountsPath
			p.Group("", kit.Field{
				Name: "code", Label: "Number", Width: "short", Required: true, InputMode: "numeric",
				Hint: "Four digits. The first says what it is: 1 what we have, 2 what we owe, 3 funds, 4 income, 5 expenses. 1000 to 1099 " +
					"is money; 43 sales, 44 donations, 45 interest; 57 grants that are paid. It then stands there in the accounts of a year.",
			}, kit.Field{Name: "name", Label: "Name", Required: true})
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, _ kit.Nothing) (kit.Done, error) {
			return kit.Done{To: accountsPath, Message: "The account is added."},
				s.treasury.AddAccount(c.Request().Context(), s.Actor(c), in.Text("code"), in.Text("name"))
		},
	}
}

// changeAccount renames an account or closes it.
func (s *Desk) changeAccount() kit.Form[ledger.Account] {
	return kit.Form[ledger.Account]{
		Site: s.Site,
		Load: func(c echo.Context) (ledger.Account, error) {
			return s.treasury.Account(c.Request().Context(), s.Actor(c), ledger.Code(c.Param("code")))
		},
		Fill: func(_ echo.Context, in *kit.Filling, a ledger.Account) {
			in.Set("name", a.Name)
			in.Tick("closed", a.Closed)
		},
		Show: func(c echo.Context, p *kit.FormPage, a ledger.Account) error {
			p.Page = s.Page(c, "Account "+string(a.Code), treasurerCrumb, accountsCrumb)
			p.Action, p.Submit, p.Back = accountsPath+"/"+string(a.Code), "Save", accountsPath
			p.Group("", kit.Field{Name: "name", Label: "Name", Required: true})
			if !a.Code.Own() {
				p.Group("", kit.Field{Name: "closed", Label: "Closed: takes no further entries", Type: "checkbox"})
			}
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, a ledger.Account) (kit.Done, error) {
			return kit.Done{To: accountsPath, Message: "Saved."},
				s.treasury.ChangeAccount(c.Request().Context(), s.Actor(c), a.Code, in.Text("name"), in.Ticked("closed"))
		},
	}
}
