package committee

import (
	"nzgs/internal/auth"
	"nzgs/internal/governance/act"
	"nzgs/web/kit"
)

// Routes are the addresses of the committee's business.
func (s *Desk) Routes() []kit.Route {
	sits, keeps, approves := kit.May(auth.TakePartInCommittee), kit.May(auth.KeepCommittee), kit.May(auth.ApprovePayments)
	coopt, acting, endSeat := s.coopt(), s.appointActing(), s.endAppointment()
	absent, back := s.recordAbsence(), s.endAbsence()
	record, correct := s.recordResolution(), s.correctResolution()
	ask, change := s.askPayment(), s.changePayment()
	borrow, invest := s.recordLoan(), s.recordInvestment()
	seal, strike := s.recordSealing(), s.strikeSealing()
	accuse, proceed, decide := s.openExclusion(), s.continueExclusion(), s.decideExclusion()
	actYear, tickAct, undoAct, recordAct, endAct := s.actYear(), s.tickAct(), s.undoAct(), s.recordAct(), s.endAct()
	lawful := kit.May(auth.ManageConstitution)
	return []kit.Route{
		kit.Get(kit.CommitteePath, s.committeeHome, sits),
		kit.Get(cooptPath, coopt.Get, keeps).Lists(kit.Searched),
		kit.Post(cooptPath, coopt.Post, keeps.Again()),
		kit.Get(actingPath, acting.Get, keeps).Lists(kit.Searched),
		kit.Post(actingPath, acting.Post, keeps.Again()),
		kit.Get(appointmentsPath+"/:id", endSeat.Get, keeps),
		kit.Post(appointmentsPath+"/:id", endSeat.Post, keeps.Again()),
		kit.Get(absencesPath, absent.Get, keeps),
		kit.Post(absencesPath, absent.Post, keeps),
		kit.Get(absencesPath+"/:id", back.Get, keeps),
		kit.Post(absencesPath+"/:id", back.Post, keeps),

		kit.Get(handoversPath, s.handovers, kit.SignedIn),
		kit.Get(handoversPath+"/:id", s.handoverPage, kit.SignedIn),
		kit.Post(handoversPath+"/:id/add", s.changeHandover("It is on the list.", s.addToHandover), kit.SignedIn),
		kit.Post(handoversPath+"/:id/tick", s.changeHandover("It is handed over.", s.tickHandover), kit.SignedIn),
		kit.Post(handoversPath+"/:id/confirm", s.changeHandover("You have confirmed it.", s.confirmHandover), kit.SignedIn),
		kit.Post(
			handoversPath+"/:id/confirm-for", s.changeHandover("You have confirmed it in their place.", s.confirmHandoverFor),
			kit.May(auth.ManageOffices),
		),

		kit.Get(act.Path, s.actHome, sits),
		kit.Get(act.Path+"/year", actYear.Get, lawful),
		kit.Post(act.Path+"/year", actYear.Post, lawful),
		kit.Get(act.Path+"/steps/:step", tickAct.Get, lawful),
		kit.Post(act.Path+"/steps/:step", tickAct.Post, lawful),
		kit.Get(act.Path+"/steps/:step/undo", undoAct.Get, lawful),
		kit.Post(act.Path+"/steps/:step/undo", undoAct.Post, lawful),
		kit.Get(act.Path+"/records/new", recordAct.Get, lawful),
		kit.Post(act.Path+"/records/new", recordAct.Post, lawful),
		kit.Get(act.Path+"/records/:id", endAct.Get, lawful),
		kit.Post(act.Path+"/records/:id", endAct.Post, lawful),

		kit.Get(kit.ResolutionsPath, s.resolutions, sits),
		kit.Get(kit.ResolutionsPath+".xlsx", s.resolutionsFile, sits),
		kit.Get(kit.ResolutionsPath+".csv", s.resolutionsFile, sits),
		kit.Get(kit.ResolutionsPath+"/new", s.askMeeting(record), keeps),
		kit.Post(kit.ResolutionsPath+"/new", record.Post, keeps),
		kit.Get(kit.ResolutionsPath+"/:id", s.resolution, sits),
		kit.Get(kit.ResolutionsPath+"/:id/edit", correct.Get, keeps),
		kit.Post(kit.ResolutionsPath+"/:id/edit", correct.Post, keeps),

		kit.Get(kit.OutPaymentsPath, s.outPayments, sits),
		kit.Get(kit.OutPaymentsPath+".xlsx", s.outPaymentsFile, sits),
		kit.Get(kit.OutPaymentsPath+".csv", s.outPaymentsFile, sits),
		kit.Get(kit.OutPaymentsPath+"/new", ask.Get, sits),
		kit.Post(kit.OutPaymentsPath+"/new", ask.Post, sits),
		kit.Get(kit.OutPaymentsPath+"/:id", s.outPayment, sits),
		kit.Get(kit.OutPaymentsPath+"/:id/approval.pdf", s.outPaymentPrint, sits),
		kit.Get(kit.OutPaymentsPath+"/:id/edit", change.Get, sits),
		kit.Post(kit.OutPaymentsPath+"/:id/edit", change.Post, sits),
		kit.Post(kit.OutPaymentsPath+"/:id/approve", s.outPaymentApprove, approves),
		kit.Post(kit.OutPaymentsPath+"/:id/reject", s.outPaymentReject, approves),
		kit.Post(kit.OutPaymentsPath+"/:id/paid", s.outPaymentPaid, approves),

		kit.Get(kit.LoansPath, s.loans, sits),
		kit.Get(kit.LoansPath+"/new", borrow.Get, keeps),
		kit.Post(kit.LoansPath+"/new", borrow.Post, keeps),
		kit.Post(kit.LoansPath+"/:id/repaid", s.loanRepaid, keeps),

		kit.Get(kit.InvestmentsPath, s.investments, sits),
		kit.Get(kit.InvestmentsPath+"/new", invest.Get, keeps),
		kit.Post(kit.InvestmentsPath+"/new", invest.Post, keeps),
		kit.Post(kit.InvestmentsPath+"/:id/ended", s.investmentEnded, keeps),

		kit.Get(kit.SealPath, s.seal, sits),
		kit.Get(kit.SealPath+".xlsx", s.sealFile, sits),
		kit.Get(kit.SealPath+".csv", s.sealFile, sits),
		kit.Get(kit.SealPath+".pdf", s.sealPrint, sits),
		kit.Get(kit.SealPath+"/new", seal.Get, keeps),
		kit.Post(kit.SealPath+"/new", seal.Post, keeps),
		kit.Get(kit.SealPath+"/:id", strike.Get, keeps),
		kit.Post(kit.SealPath+"/:id", strike.Post, keeps),

		kit.Get(kit.ExclusionsPath, s.exclusions, sits),
		kit.Get(kit.ExclusionsPath+"/new", accuse.Get, keeps).Lists(kit.Searched),
		kit.Post(kit.ExclusionsPath+"/new", accuse.Post, keeps),
		kit.Get(kit.ExclusionsPath+"/:id", s.exclusion, sits),
		kit.Get(kit.ExclusionsPath+"/:id/edit", proceed.Get, keeps),
		kit.Post(kit.ExclusionsPath+"/:id/edit", proceed.Post, keeps),
		kit.Get(kit.ExclusionsPath+"/:id/decide", decide.Get, keeps),
		kit.Post(kit.ExclusionsPath+"/:id/decide", decide.Post, keeps),
	}
}
