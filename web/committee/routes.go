package committee

import (
	"nzgs/internal/auth"
	"nzgs/web/kit"
)

// Routes are the addresses of the committee's business.
func (s *Desk) Routes() []kit.Route {
	sits, keeps, approves := kit.May(auth.TakePartInCommittee), kit.May(auth.KeepCommittee), kit.May(auth.ApprovePayments)
	coopt, acting := s.cooptForm(), s.actingForm()
	ask, change := s.askPayment(), s.changePayment()
	return []kit.Route{
		kit.Get(kit.CommitteePath, s.committeeHome, sits),
		kit.Get(cooptPath, s.appointmentPage(coopt), keeps),
		kit.Post(cooptPath, s.appointmentSave(coopt), keeps),
		kit.Get(actingPath, s.appointmentPage(acting), keeps),
		kit.Post(actingPath, s.appointmentSave(acting), keeps),
		kit.Get(appointmentsPath+"/:id", s.appointmentEnd, keeps),
		kit.Post(appointmentsPath+"/:id", s.appointmentEndSave, keeps),
		kit.Get(absencesPath, s.absenceNew, keeps),
		kit.Post(absencesPath, s.absenceSave, keeps),
		kit.Get(absencesPath+"/:id", s.absenceEnd, keeps),
		kit.Post(absencesPath+"/:id", s.absenceEndSave, keeps),

		kit.Get(kit.ResolutionsPath, s.resolutions, sits),
		kit.Get(kit.ResolutionsPath+".xlsx", s.resolutionsFile, sits),
		kit.Get(kit.ResolutionsPath+".csv", s.resolutionsFile, sits),
		kit.Get(kit.ResolutionsPath+"/new", s.resolutionNew, keeps),
		kit.Post(kit.ResolutionsPath+"/new", s.resolutionSave, keeps),
		kit.Get(kit.ResolutionsPath+"/:id", s.resolution, sits),
		kit.Get(kit.ResolutionsPath+"/:id/edit", s.resolutionEdit, keeps),
		kit.Post(kit.ResolutionsPath+"/:id/edit", s.resolutionCorrect, keeps),

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
		kit.Get(kit.LoansPath+"/new", s.loanNew, keeps),
		kit.Post(kit.LoansPath+"/new", s.loanSave, keeps),
		kit.Post(kit.LoansPath+"/:id/repaid", s.loanRepaid, keeps),

		kit.Get(kit.InvestmentsPath, s.investments, sits),
		kit.Get(kit.InvestmentsPath+"/new", s.investmentNew, keeps),
		kit.Post(kit.InvestmentsPath+"/new", s.investmentSave, keeps),
		kit.Post(kit.InvestmentsPath+"/:id/ended", s.investmentEnded, keeps),

		kit.Get(kit.SealPath, s.seal, sits),
		kit.Get(kit.SealPath+".xlsx", s.sealFile, sits),
		kit.Get(kit.SealPath+".csv", s.sealFile, sits),
		kit.Get(kit.SealPath+".pdf", s.sealPrint, sits),
		kit.Get(kit.SealPath+"/new", s.sealNew, keeps),
		kit.Post(kit.SealPath+"/new", s.sealSave, keeps),
		kit.Get(kit.SealPath+"/:id", s.sealStrike, keeps),
		kit.Post(kit.SealPath+"/:id", s.sealStrikeSave, keeps),

		kit.Get(kit.ExclusionsPath, s.exclusions, sits),
		kit.Get(kit.ExclusionsPath+"/new", s.exclusionNew, keeps),
		kit.Post(kit.ExclusionsPath+"/new", s.exclusionOpen, keeps),
		kit.Get(kit.ExclusionsPath+"/:id", s.exclusion, sits),
		kit.Get(kit.ExclusionsPath+"/:id/edit", s.exclusionEdit, keeps),
		kit.Post(kit.ExclusionsPath+"/:id/edit", s.exclusionSave, keeps),
		kit.Get(kit.ExclusionsPath+"/:id/decide", s.exclusionDecide, keeps),
		kit.Post(kit.ExclusionsPath+"/:id/decide", s.exclusionClose, keeps),
	}
}
