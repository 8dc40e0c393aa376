package web

import "nzgs/internal/auth"

// societyRoutes are the addresses of the register, money, clubs and letters.
func (s *Server) societyRoutes() []route {
	return []route{
		// The register, and one's own page in it.
		get("/members", s.register, may(auth.ViewRegister)),
		get("/members.xlsx", s.registerXLSX, may(auth.ViewRegister)),
		get("/members.csv", s.registerCSV, may(auth.ViewRegister)),
		get("/members/new", s.personNew, may(auth.EditPerson)),
		post("/members/new", s.personCreate, may(auth.EditPerson)),
		get("/members/:id", s.person, anybodySignedIn),
		get("/members/:id/edit", s.personEdit, may(auth.EditPerson)),
		post("/members/:id/edit", s.personSave, may(auth.EditPerson)),
		get("/members/:id/join", s.personJoin, may(auth.ManageTerms)),
		post("/members/:id/join", s.personJoinSave, may(auth.ManageTerms)),
		get("/members/:id/terms/:term", s.termCorrect, may(auth.ManageTerms)),
		post("/members/:id/terms/:term", s.termCorrectSave, may(auth.ManageTerms)),
		get("/members/:id/payments/:payment", s.personPaymentReverse, may(auth.RecordPayment)),
		post("/members/:id/payments/:payment", s.personPaymentReverseSave, may(auth.RecordPayment)),
		get("/members/:id/payments/:payment/receipt.pdf", s.personReceipt, anybodySignedIn),
		get("/me", s.myPage, anybodySignedIn),
		get("/me/edit", s.myEdit, anybodySignedIn),
		post("/me/edit", s.mySave, anybodySignedIn),

		// The treasurer's desk.
		get("/treasurer", s.treasurer, may(auth.ConfirmReturn)),
		get("/treasurer/clubs", s.clubOverview, may(auth.ViewClubDesk)),
		get("/treasurer/clubs.xlsx", s.clubOverviewFile, may(auth.ViewClubDesk)),
		get("/treasurer/clubs.csv", s.clubOverviewFile, may(auth.ViewClubDesk)),

		// Clubs.
		get("/clubs", s.clubList, everyone),
		get("/clubs/new", s.clubNew, may(auth.ManageClubs)),
		post("/clubs/new", s.clubCreate, may(auth.ManageClubs)),
		get("/clubs/:id", s.club, everyone),
		get("/clubs/:id/edit", s.clubEdit, may(auth.ManageClubs)),
		post("/clubs/:id/edit", s.clubSave, may(auth.ManageClubs)),
		get("/clubs/:id/desk", s.clubDesk, may(auth.ViewClubDesk)),
		get("/clubs/:id/members", s.clubMembers, may(auth.ViewClubDesk)),
		get("/clubs/:id/members.xlsx", s.clubMembersFile, may(auth.ViewClubDesk)),
		get("/clubs/:id/members.csv", s.clubMembersFile, may(auth.ViewClubDesk)),
		get("/clubs/:id/members.pdf", s.clubMembersFile, may(auth.ViewClubDesk)),
		get("/clubs/:id/secretary", s.clubSecretary, may(auth.ManageClubs, auth.SubmitReturn)),
		post("/clubs/:id/secretary", s.clubSecretarySave, may(auth.ManageClubs, auth.SubmitReturn)),
		get("/clubs/:id/payment", s.clubPay, may(auth.RecordPayment)),
		post("/clubs/:id/payment", s.clubPaySave, may(auth.RecordPayment)),

		// A club's list for a year, its fee and its receipt.
		get("/clubs/:id/return", s.returnStart, may(auth.SubmitReturn)),
		upload("/clubs/:id/return", s.returnUpload, may(auth.SubmitReturn)),
		get("/clubs/:id/template.xlsx", s.returnTemplate, may(auth.SubmitReturn)),
		get("/clubs/:id/template.csv", s.returnTemplate, may(auth.SubmitReturn)),
		get("/returns/:id", s.clubReturn, may(auth.ViewClubDesk)),
		post("/returns/:id/choices", s.returnChoices, may(auth.SubmitReturn)),
		post("/returns/:id/received", s.returnReceived, may(auth.ConfirmReturn)),
		post("/returns/:id/take-back", s.returnChange(s.clubs.TakeBack, "The list is a draft again."), may(auth.SubmitReturn)),
		post("/returns/:id/withdraw", s.returnWithdraw, may(auth.SubmitReturn)),
		get("/returns/:id/rows/:row", s.returnRowEdit, may(auth.SubmitReturn)),
		post("/returns/:id/rows/:row", s.returnRowSave, may(auth.SubmitReturn)),
		get("/returns/:id/rows/:row/waive", s.returnWaive, may(auth.RecordPayment)),
		post("/returns/:id/rows/:row/waive", s.returnWaiveSave, may(auth.RecordPayment)),
		post("/returns/:id/rows/:row/charge", s.returnCharge, may(auth.RecordPayment)),
		get("/returns/:id/payment", s.returnPay, may(auth.RecordPayment)),
		post("/returns/:id/payment", s.returnPaySave, may(auth.RecordPayment)),
		get("/returns/:id/payments/:payment", s.paymentReverse, may(auth.RecordPayment)),
		post("/returns/:id/payments/:payment", s.paymentReverseSave, may(auth.RecordPayment)),
		get("/returns/:id/receipt.pdf", s.returnReceipt, may(auth.ViewClubDesk)),

		// Rates.
		get("/treasurer/rates", s.rates, may(auth.SetRates, auth.ConfirmReturn)),
		get("/treasurer/rates/new", s.rateNew, may(auth.SetRates)),
		post("/treasurer/rates/new", s.rateSave, may(auth.SetRates)),

		// Letters to members.
		get(outboxPath, s.outbox, may(auth.KeepOutbox)),
		get(outboxPath+"/:id", s.letter, may(auth.KeepOutbox)),
		post(outboxPath+"/:id/send", s.letterSend, may(auth.KeepOutbox)),
	}
}
