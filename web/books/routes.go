package books

import (
	"nzgs/internal/auth"
	"nzgs/web/kit"
)

// Routes are the addresses of the books.
func (s *Desk) Routes() []kit.Route {
	read, keep := kit.May(auth.ViewBooks), kit.May(auth.KeepBooks)
	newPayment, reversePayment, settle, refund := s.newPayment(), s.reversePayment(), s.settle(), s.refund()
	newTransfer := s.newTransfer()
	newInvoice, creditInvoice, undoCredit := s.newInvoice(), s.creditInvoice(), s.undoCredit()
	uploadBank, bookLine, reconcile := s.uploadBank(), s.bookLine(), s.reconcile()
	addBank, unlink := s.addBank(), s.unlinkLine()
	lockYear, setNumber, presentYear, setBudget := s.lockYear(), s.setNumber(), s.presentYear(), s.setBudget()
	newEntry, reverseEntry, newAccount, changeAccount := s.newEntry(), s.reverseEntry(), s.newAccount(), s.changeAccount()
	return []kit.Route{
		// Payments received.
		kit.Get("/books/payments", s.payments, read).Lists("payments received"),
		kit.Get("/books/payments.xlsx", s.paymentsFile, read.Again()).Lists("payments received"),
		kit.Get("/books/payments.csv", s.paymentsFile, read.Again()).Lists("payments received"),
		kit.Get("/books/payments/new", newPayment.Get, keep),
		kit.Post("/books/payments/new", newPayment.Post, keep),
		kit.Get("/books/payments/several", newTransfer.Get, keep),
		kit.Post("/books/payments/several", newTransfer.Post, keep),
		kit.Get("/books/payments/:id", s.payment, read),
		kit.Get("/books/payments/:id/receipt.pdf", s.paymentReceipt, kit.SignedIn),
		kit.Get("/books/payments/:id/settle", settle.Get, keep),
		kit.Post("/books/payments/:id/settle", settle.Post, keep),
		kit.Get("/books/payments/:id/refund", refund.Get, keep),
		kit.Post("/books/payments/:id/refund", refund.Post, keep),
		kit.Get("/books/payments/:id/reverse", reversePayment.Get, keep),
		kit.Post("/books/payments/:id/reverse", reversePayment.Post, keep),

		// Invoices.
		kit.Get("/books/invoices", s.invoices, read).Lists("invoices"),
		kit.Get("/books/invoices.xlsx", s.invoicesFile, read.Again()).Lists("invoices"),
		kit.Get("/books/invoices.csv", s.invoicesFile, read.Again()).Lists("invoices"),
		kit.Get("/books/invoices/new", newInvoice.Get, keep),
		kit.Post("/books/invoices/new", newInvoice.Post, keep),
		kit.Get("/books/invoices/:id", s.invoice, kit.SignedIn),
		kit.Get("/books/invoices/:id/invoice.pdf", s.invoicePrint, kit.SignedIn),
		kit.Get("/books/invoices/:id/credit", creditInvoice.Get, keep),
		kit.Post("/books/invoices/:id/credit", creditInvoice.Post, keep),
		kit.Get("/books/invoices/:id/undo", undoCredit.Get, keep),
		kit.Post("/books/invoices/:id/undo", undoCredit.Post, keep),

		kit.Get("/books/mine", s.ownInvoices, kit.SignedIn),
		kit.Get("/books/clubs/:id", s.clubInvoices, kit.May(auth.ViewClubDesk)),
		kit.Get("/books/clubs/:id/statement.pdf", s.clubStatement, kit.May(auth.ViewClubDesk)),
		kit.Get("/books/people/:id/statement.pdf", s.personStatement, kit.SignedIn),

		// The journal and its accounts.
		kit.Get("/books/journal", s.journal, read).Lists("journal of the books"),
		kit.Get("/books/journal.xlsx", s.journalFile, read.Again()).Lists("journal of the books"),
		kit.Get("/books/journal.csv", s.journalFile, read.Again()).Lists("journal of the books"),
		kit.Get("/books/journal.txt", s.journalText, read.Again()).Lists("journal of the books"),
		kit.Get("/books/journal/new", newEntry.Get, keep),
		kit.Post("/books/journal/new", newEntry.Post, keep),
		kit.Get("/books/journal/:id/reverse", reverseEntry.Get, keep),
		kit.Post("/books/journal/:id/reverse", reverseEntry.Post, keep),
		kit.Get("/books/accounts", s.accounts, read),
		kit.Get("/books/accounts.xlsx", s.accountsFile, read),
		kit.Get("/books/accounts.csv", s.accountsFile, read),
		kit.Get("/books/accounts/new", newAccount.Get, keep),
		kit.Post("/books/accounts/new", newAccount.Post, keep),
		kit.Get("/books/accounts/:code", changeAccount.Get, keep),
		kit.Post("/books/accounts/:code", changeAccount.Post, keep),

		kit.Get("/books/figures", s.figures, read),
		kit.Get("/books/figures.xlsx", s.figuresFile, read),
		kit.Get("/books/figures.csv", s.figuresFile, read),

		// The accounts of a year, and the bank account.
		kit.Get("/books/year", s.year, read).Lists("open invoices"),
		kit.Get("/books/year.pdf", s.yearPrint, read),
		kit.Get("/books/year.xlsx", s.yearPack, read.Again()).Lists("reviewer’s pack"),
		kit.Get("/books/year/budget", setBudget.Get, keep),
		kit.Post("/books/year/budget", setBudget.Post, keep),
		kit.Get("/books/year/present", presentYear.Get, keep),
		kit.Post("/books/year/present", presentYear.Post, keep),
		kit.Get("/books/year/lock", lockYear.Get, keep),
		kit.Post("/books/year/lock", lockYear.Post, keep.Again()),
		kit.Get("/books/bank", s.bank, read).Lists("lines of the bank"),
		kit.Get("/books/bank/new", addBank.Get, keep),
		kit.Post("/books/bank/new", addBank.Post, keep.Again()),
		kit.Get("/books/bank/:id", s.bankAccount, read).Lists("lines of the bank"),
		kit.Get("/books/bank/:id/lines.xlsx", s.bankLinesFile, read.Again()).Lists("lines of the bank"),
		kit.Get("/books/bank/:id/lines.csv", s.bankLinesFile, read.Again()).Lists("lines of the bank"),
		kit.Get("/books/bank/:id/upload", uploadBank.Get, keep),
		kit.PostFile("/books/bank/:id/upload", uploadBank.Post, keep),
		kit.Post("/books/bank/:id/certain", s.bookCertain, keep),
		kit.Get("/books/bank/:id/reconcile", reconcile.Get, keep),
		kit.Post("/books/bank/:id/reconcile", reconcile.Post, keep),
		kit.Get("/books/bank/lines/:line", bookLine.Get, keep),
		kit.Post("/books/bank/lines/:line", bookLine.Post, keep),
		kit.Get("/books/bank/lines/:line/links/:part", unlink.Get, keep),
		kit.Post("/books/bank/lines/:line/links/:part", unlink.Post, keep),
		kit.Get("/books/bank/:id/number", setNumber.Get, keep),
		kit.Post("/books/bank/:id/number", setNumber.Post, keep.Again()),
	}
}
