package society

import (
	"nzgs/internal/auth"
	"nzgs/web/kit"
)

// Routes are the addresses of the register, money, clubs and letters.
func (s *Desk) Routes() []kit.Route {
	addPerson, changePerson, changeMine := s.addPerson(), s.changePerson(), s.changeMine()
	join, correctTerm, reverseOwn, setRate := s.join(), s.correctTerm(), s.reverseOwn(), s.setRate()
	payClub, payReturn, reverseFee := s.payClub(), s.payReturn(), s.reverseFee()
	sendList, correctRow, waiveFee := s.sendList(), s.correctRow(), s.waiveFee()
	waiveDoubles := s.waiveDoubles()
	secretary := s.nameSecretary()
	return []kit.Route{
		// The register, and one's own page in it.
		kit.Get("/members", s.register, kit.May(auth.ViewRegister)).Lists("register of members"),
		kit.Get("/members.xlsx", s.registerXLSX, kit.May(auth.ViewRegister).Again()).Lists("register of members"),
		kit.Get("/members.csv", s.registerCSV, kit.May(auth.ViewRegister).Again()).Lists("register of members"),
		kit.Get("/members.pdf", s.registerPDF, kit.May(auth.ViewRegister).Again()).Lists("register of members"),
		kit.Get("/members/register.pdf", s.actRegister, kit.May(auth.ViewRegister).Again()).Lists("register of members"),
		kit.Get("/members/new", addPerson.Get, kit.May(auth.EditPerson)),
		kit.Post("/members/new", addPerson.Post, kit.May(auth.EditPerson)),
		kit.Get(kit.NamesPath, s.names, kit.May(auth.ViewRegister)).Lists(kit.Searched),
		kit.Get("/members/:id", s.person, kit.SignedIn),
		kit.Get("/members/:id/edit", changePerson.Get, kit.May(auth.EditPerson)),
		kit.Post("/members/:id/edit", changePerson.Post, kit.May(auth.EditPerson)),
		kit.Get("/members/:id/join", join.Get, kit.May(auth.ManageTerms)),
		kit.Post("/members/:id/join", join.Post, kit.May(auth.ManageTerms)),
		kit.Get("/members/:id/terms/:term", correctTerm.Get, kit.May(auth.ManageTerms)),
		kit.Post("/members/:id/terms/:term", correctTerm.Post, kit.May(auth.ManageTerms)),
		kit.Get("/members/:id/payments/:payment", reverseOwn.Get, kit.May(auth.RecordPayment)),
		kit.Post("/members/:id/payments/:payment", reverseOwn.Post, kit.May(auth.RecordPayment)),
		kit.Get("/members/:id/payments/:payment/receipt.pdf", s.personReceipt, kit.SignedIn),
		kit.Get(myPath, s.myPage, kit.SignedIn),
		kit.Get(heldPath, s.myData, kit.SignedIn.Again()),
		kit.Get(heldPath+".txt", s.myDataText, kit.SignedIn.Again()),
		kit.Get(heldPath+".json", s.myDataJSON, kit.SignedIn.Again()),
		kit.Get("/me/edit", changeMine.Get, kit.SignedIn),
		kit.Post("/me/edit", changeMine.Post, kit.SignedIn),

		// The treasurer's desk.
		kit.Get("/treasurer", s.treasurer, kit.May(auth.ConfirmReturn)),
		kit.Get("/treasurer/clubs", s.clubOverview, kit.May(auth.ViewClubDesk)),
		kit.Get("/treasurer/clubs.xlsx", s.clubOverviewFile, kit.May(auth.ViewClubDesk)),
		kit.Get("/treasurer/clubs.csv", s.clubOverviewFile, kit.May(auth.ViewClubDesk)),
		kit.Get(doublesPath, waiveDoubles.Get, kit.May(auth.RecordPayment)).Lists("people on two clubs’ lists"),
		kit.Get(doublesPath+".xlsx", s.doublesTable, kit.May(auth.RecordPayment).Again()).Lists("people on two clubs’ lists"),
		kit.Get(doublesPath+".csv", s.doublesTable, kit.May(auth.RecordPayment).Again()).Lists("people on two clubs’ lists"),
		kit.Post(doublesPath, waiveDoubles.Post, kit.May(auth.RecordPayment)),

		// Clubs.
		kit.Get("/clubs/:id/desk", s.clubDesk, kit.May(auth.ViewClubDesk)),
		kit.Get("/clubs/:id/members", s.clubMembers, kit.May(auth.ViewClubDesk)).Lists("members of a club"),
		kit.Get("/clubs/:id/members.xlsx", s.clubMembersFile, kit.May(auth.ViewClubDesk).Again()).Lists("members of a club"),
		kit.Get("/clubs/:id/members.csv", s.clubMembersFile, kit.May(auth.ViewClubDesk).Again()).Lists("members of a club"),
		kit.Get("/clubs/:id/members.pdf", s.clubMembersFile, kit.May(auth.ViewClubDesk).Again()).Lists("members of a club"),
		kit.Get("/clubs/:id/secretary", secretary.Get, kit.May(auth.ManageClubs, auth.SubmitReturn)),
		kit.Post("/clubs/:id/secretary", secretary.Post, kit.May(auth.ManageClubs, auth.SubmitReturn).Again()),
		kit.Get("/clubs/:id/payment", payClub.Get, kit.May(auth.RecordPayment)),
		kit.Post("/clubs/:id/payment", payClub.Post, kit.May(auth.RecordPayment)),

		// A club's list for a year, its fee and its receipt.
		kit.Get("/clubs/:id/return", sendList.Get, kit.May(auth.SubmitReturn)),
		kit.PostFile("/clubs/:id/return", sendList.Post, kit.May(auth.SubmitReturn)),
		kit.Get("/clubs/:id/template.xlsx", s.returnTemplate, kit.May(auth.SubmitReturn)),
		kit.Get("/clubs/:id/template.csv", s.returnTemplate, kit.May(auth.SubmitReturn)),
		kit.Get("/returns/:id", s.clubReturn, kit.May(auth.ViewClubDesk)).Lists("list of a club’s return"),
		kit.Post("/returns/:id/choices", s.returnChoices, kit.May(auth.SubmitReturn)),
		kit.Post("/returns/:id/received", s.returnReceived, kit.May(auth.ConfirmReturn)),
		kit.Post(
			"/returns/:id/take-back", s.returnChange(s.clubs.MakeDraft, "The list is a draft again."), kit.May(auth.SubmitReturn),
		),
		kit.Post("/returns/:id/withdraw", s.returnWithdraw, kit.May(auth.SubmitReturn)),
		kit.Get("/returns/:id/rows/:row", correctRow.Get, kit.May(auth.SubmitReturn)),
		kit.Post("/returns/:id/rows/:row", correctRow.Post, kit.May(auth.SubmitReturn)),
		kit.Get("/returns/:id/rows/:row/waive", waiveFee.Get, kit.May(auth.RecordPayment)),
		kit.Post("/returns/:id/rows/:row/waive", waiveFee.Post, kit.May(auth.RecordPayment)),
		kit.Post("/returns/:id/rows/:row/charge", s.returnCharge, kit.May(auth.RecordPayment)),
		kit.Get("/returns/:id/payment", payReturn.Get, kit.May(auth.RecordPayment)),
		kit.Post("/returns/:id/payment", payReturn.Post, kit.May(auth.RecordPayment)),
		kit.Get("/returns/:id/payments/:payment", reverseFee.Get, kit.May(auth.RecordPayment)),
		kit.Post("/returns/:id/payments/:payment", reverseFee.Post, kit.May(auth.RecordPayment)),
		kit.Get("/returns/:id/receipt.pdf", s.returnReceipt, kit.May(auth.ViewClubDesk)),

		// Rates.
		kit.Get("/treasurer/rates", s.rates, kit.May(auth.SetRates, auth.ConfirmReturn)),
		kit.Get("/treasurer/rates"+".xlsx", s.ratesFile, kit.May(auth.SetRates, auth.ConfirmReturn)),
		kit.Get("/treasurer/rates"+".csv", s.ratesFile, kit.May(auth.SetRates, auth.ConfirmReturn)),
		kit.Get("/treasurer/rates/new", setRate.Get, kit.May(auth.SetRates)),
		kit.Post("/treasurer/rates/new", setRate.Post, kit.May(auth.SetRates)),
	}
}
