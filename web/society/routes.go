package society

import (
	"nzgs/internal/auth"
	"nzgs/web/kit"
)

// Routes are the addresses of the register, money, clubs and letters.
func (s *Desk) Routes() []kit.Route {
	return []kit.Route{
		// The register, and one's own page in it.
		kit.Get("/members", s.register, kit.May(auth.ViewRegister)),
		kit.Get("/members.xlsx", s.registerXLSX, kit.May(auth.ViewRegister)),
		kit.Get("/members.csv", s.registerCSV, kit.May(auth.ViewRegister)),
		kit.Get("/members/new", s.personNew, kit.May(auth.EditPerson)),
		kit.Post("/members/new", s.personCreate, kit.May(auth.EditPerson)),
		kit.Get("/members/:id", s.person, kit.SignedIn),
		kit.Get("/members/:id/edit", s.personEdit, kit.May(auth.EditPerson)),
		kit.Post("/members/:id/edit", s.personSave, kit.May(auth.EditPerson)),
		kit.Get("/members/:id/join", s.personJoin, kit.May(auth.ManageTerms)),
		kit.Post("/members/:id/join", s.personJoinSave, kit.May(auth.ManageTerms)),
		kit.Get("/members/:id/terms/:term", s.termCorrect, kit.May(auth.ManageTerms)),
		kit.Post("/members/:id/terms/:term", s.termCorrectSave, kit.May(auth.ManageTerms)),
		kit.Get("/members/:id/payments/:payment", s.personPaymentReverse, kit.May(auth.RecordPayment)),
		kit.Post("/members/:id/payments/:payment", s.personPaymentReverseSave, kit.May(auth.RecordPayment)),
		kit.Get("/members/:id/payments/:payment/receipt.pdf", s.personReceipt, kit.SignedIn),
		kit.Get("/me", s.myPage, kit.SignedIn),
		kit.Get("/me/edit", s.myEdit, kit.SignedIn),
		kit.Post("/me/edit", s.mySave, kit.SignedIn),

		// The treasurer's desk.
		kit.Get("/treasurer", s.treasurer, kit.May(auth.ConfirmReturn)),
		kit.Get("/treasurer/clubs", s.clubOverview, kit.May(auth.ViewClubDesk)),
		kit.Get("/treasurer/clubs.xlsx", s.clubOverviewFile, kit.May(auth.ViewClubDesk)),
		kit.Get("/treasurer/clubs.csv", s.clubOverviewFile, kit.May(auth.ViewClubDesk)),

		// Clubs.
		kit.Get("/clubs", s.clubList, kit.Everyone),
		kit.Get("/clubs/new", s.clubNew, kit.May(auth.ManageClubs)),
		kit.Post("/clubs/new", s.clubCreate, kit.May(auth.ManageClubs)),
		kit.Get("/clubs/:id", s.club, kit.Everyone),
		kit.Get("/clubs/:id/edit", s.clubEdit, kit.May(auth.ManageClubs)),
		kit.Post("/clubs/:id/edit", s.clubSave, kit.May(auth.ManageClubs)),
		kit.Get("/clubs/:id/desk", s.clubDesk, kit.May(auth.ViewClubDesk)),
		kit.Get("/clubs/:id/members", s.clubMembers, kit.May(auth.ViewClubDesk)),
		kit.Get("/clubs/:id/members.xlsx", s.clubMembersFile, kit.May(auth.ViewClubDesk)),
		kit.Get("/clubs/:id/members.csv", s.clubMembersFile, kit.May(auth.ViewClubDesk)),
		kit.Get("/clubs/:id/members.pdf", s.clubMembersFile, kit.May(auth.ViewClubDesk)),
		kit.Get("/clubs/:id/secretary", s.clubSecretary, kit.May(auth.ManageClubs, auth.SubmitReturn)),
		kit.Post("/clubs/:id/secretary", s.clubSecretarySave, kit.May(auth.ManageClubs, auth.SubmitReturn)),
		kit.Get("/clubs/:id/payment", s.clubPay, kit.May(auth.RecordPayment)),
		kit.Post("/clubs/:id/payment", s.clubPaySave, kit.May(auth.RecordPayment)),

		// A club's list for a year, its fee and its receipt.
		kit.Get("/clubs/:id/return", s.returnStart, kit.May(auth.SubmitReturn)),
		kit.PostFile("/clubs/:id/return", s.returnUpload, kit.May(auth.SubmitReturn)),
		kit.Get("/clubs/:id/template.xlsx", s.returnTemplate, kit.May(auth.SubmitReturn)),
		kit.Get("/clubs/:id/template.csv", s.returnTemplate, kit.May(auth.SubmitReturn)),
		kit.Get("/returns/:id", s.clubReturn, kit.May(auth.ViewClubDesk)),
		kit.Post("/returns/:id/choices", s.returnChoices, kit.May(auth.SubmitReturn)),
		kit.Post("/returns/:id/received", s.returnReceived, kit.May(auth.ConfirmReturn)),
		kit.Post(
			"/returns/:id/take-back", s.returnChange(s.clubs.MakeDraft, "The list is a draft again."), kit.May(auth.SubmitReturn),
		),
		kit.Post("/returns/:id/withdraw", s.returnWithdraw, kit.May(auth.SubmitReturn)),
		kit.Get("/returns/:id/rows/:row", s.returnRowEdit, kit.May(auth.SubmitReturn)),
		kit.Post("/returns/:id/rows/:row", s.returnRowSave, kit.May(auth.SubmitReturn)),
		kit.Get("/returns/:id/rows/:row/waive", s.returnWaive, kit.May(auth.RecordPayment)),
		kit.Post("/returns/:id/rows/:row/waive", s.returnWaiveSave, kit.May(auth.RecordPayment)),
		kit.Post("/returns/:id/rows/:row/charge", s.returnCharge, kit.May(auth.RecordPayment)),
		kit.Get("/returns/:id/payment", s.returnPay, kit.May(auth.RecordPayment)),
		kit.Post("/returns/:id/payment", s.returnPaySave, kit.May(auth.RecordPayment)),
		kit.Get("/returns/:id/payments/:payment", s.paymentReverse, kit.May(auth.RecordPayment)),
		kit.Post("/returns/:id/payments/:payment", s.paymentReverseSave, kit.May(auth.RecordPayment)),
		kit.Get("/returns/:id/receipt.pdf", s.returnReceipt, kit.May(auth.ViewClubDesk)),

		// Rates.
		kit.Get("/treasurer/rates", s.rates, kit.May(auth.SetRates, auth.ConfirmReturn)),
		kit.Get("/treasurer/rates/new", s.rateNew, kit.May(auth.SetRates)),
		kit.Post("/treasurer/rates/new", s.rateSave, kit.May(auth.SetRates)),

		// Letters to members.
		kit.Get(kit.OutboxPath, s.outbox, kit.May(auth.KeepOutbox)),
		kit.Get(kit.OutboxPath+"/:id", s.letter, kit.May(auth.KeepOutbox)),
		kit.Post(kit.OutboxPath+"/:id/send", s.letterSend, kit.May(auth.KeepOutbox)),
	}
}
