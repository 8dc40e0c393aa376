package web

import "nzgs/internal/auth"

// committeeRoutes are the addresses of the committee's business.
func (s *Server) committeeRoutes() []route {
	sits, keeps, approves := may(auth.TakePartInCommittee), may(auth.KeepCommittee), may(auth.ApprovePayments)
	coopt, acting := s.cooptForm(), s.actingForm()
	return []route{
		get(committeePath, s.committeeHome, sits),
		get(cooptPath, s.appointmentPage(coopt), keeps),
		post(cooptPath, s.appointmentSave(coopt), keeps),
		get(actingPath, s.appointmentPage(acting), keeps),
		post(actingPath, s.appointmentSave(acting), keeps),
		get(appointmentsPath+"/:id", s.appointmentEnd, keeps),
		post(appointmentsPath+"/:id", s.appointmentEndSave, keeps),
		get(absencesPath, s.absenceNew, keeps),
		post(absencesPath, s.absenceSave, keeps),
		get(absencesPath+"/:id", s.absenceEnd, keeps),
		post(absencesPath+"/:id", s.absenceEndSave, keeps),

		get(resolutionsPath, s.resolutions, sits),
		get(resolutionsPath+".xlsx", s.resolutionsFile, sits),
		get(resolutionsPath+".csv", s.resolutionsFile, sits),
		get(resolutionsPath+"/new", s.resolutionNew, keeps),
		post(resolutionsPath+"/new", s.resolutionSave, keeps),
		get(resolutionsPath+"/:id", s.resolution, sits),
		get(resolutionsPath+"/:id/edit", s.resolutionEdit, keeps),
		post(resolutionsPath+"/:id/edit", s.resolutionCorrect, keeps),

		get(outPaymentsPath, s.outPayments, sits),
		get(outPaymentsPath+".xlsx", s.outPaymentsFile, sits),
		get(outPaymentsPath+".csv", s.outPaymentsFile, sits),
		get(outPaymentsPath+"/new", s.outPaymentNew, sits),
		post(outPaymentsPath+"/new", s.outPaymentAsk, sits),
		get(outPaymentsPath+"/:id", s.outPayment, sits),
		get(outPaymentsPath+"/:id/approval.pdf", s.outPaymentPrint, sits),
		get(outPaymentsPath+"/:id/edit", s.outPaymentEdit, sits),
		post(outPaymentsPath+"/:id/edit", s.outPaymentChange, sits),
		post(outPaymentsPath+"/:id/approve", s.outPaymentApprove, approves),
		post(outPaymentsPath+"/:id/reject", s.outPaymentReject, approves),
		post(outPaymentsPath+"/:id/paid", s.outPaymentPaid, approves),

		get(loansPath, s.loans, sits),
		get(loansPath+"/new", s.loanNew, keeps),
		post(loansPath+"/new", s.loanSave, keeps),
		post(loansPath+"/:id/repaid", s.loanRepaid, keeps),

		get(investmentsPath, s.investments, sits),
		get(investmentsPath+"/new", s.investmentNew, keeps),
		post(investmentsPath+"/new", s.investmentSave, keeps),
		post(investmentsPath+"/:id/ended", s.investmentEnded, keeps),

		get(sealPath, s.seal, sits),
		get(sealPath+".xlsx", s.sealFile, sits),
		get(sealPath+".csv", s.sealFile, sits),
		get(sealPath+".pdf", s.sealPrint, sits),
		get(sealPath+"/new", s.sealNew, keeps),
		post(sealPath+"/new", s.sealSave, keeps),
		get(sealPath+"/:id", s.sealStrike, keeps),
		post(sealPath+"/:id", s.sealStrikeSave, keeps),

		get(exclusionsPath, s.exclusions, sits),
		get(exclusionsPath+"/new", s.exclusionNew, keeps),
		post(exclusionsPath+"/new", s.exclusionOpen, keeps),
		get(exclusionsPath+"/:id", s.exclusion, sits),
		get(exclusionsPath+"/:id/edit", s.exclusionEdit, keeps),
		post(exclusionsPath+"/:id/edit", s.exclusionSave, keeps),
		get(exclusionsPath+"/:id/decide", s.exclusionDecide, keeps),
		post(exclusionsPath+"/:id/decide", s.exclusionClose, keeps),
	}
}
