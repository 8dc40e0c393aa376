package postal

import (
	"nzgs/internal/auth"
	"nzgs/web/kit"
)

// Routes are the addresses of postal votes. Who is a teller of a vote, the service asks.
func (s *Desk) Routes() []kit.Route {
	start, change, tellers, addresses := s.startVote(), s.changeDraft(), s.appointTellers(), s.printAddresses()
	freeze, reopen, despatch, replace := s.freeze(), s.reopen(), s.despatch(), s.replacePaper()
	receive, ruling, closing, finish := s.receivePaper(), s.ruleOnPaper(), s.closeVote(), s.finishEntry()
	restart, handIn, report, declare := s.restartEntry(), s.handIn(), s.report(), s.declare()
	announce, destroy := s.announce(), s.destroy()
	return []kit.Route{
		kit.Get(kit.PostalPath, s.postalVotes, kit.Everyone),
		kit.Get(postalProtection, s.postalProtection, kit.Everyone),
		kit.Get(kit.PostalPath+"/new", s.postalNew(start), kit.May(auth.ManagePostalVotes)),
		kit.Post(kit.PostalPath+"/new", start.Post, kit.May(auth.ManagePostalVotes)),
		kit.PostAgain(kit.PostalPath+"/dates", start.Typed, kit.May(auth.ManagePostalVotes)),
		kit.Get(kit.PostalPath+"/:id", s.postalVotePage, kit.SignedIn),
		kit.Get(kit.PostalPath+"/:id/declaration", s.postalDeclaration, kit.Everyone),
		kit.Get(kit.PostalPath+"/:id/declaration.pdf", s.postalDeclarationPrint, kit.Everyone),
		kit.Get(kit.PostalPath+"/:id/declaration/vote.json", s.publishedPackage, kit.Everyone),
		kit.Get(kit.PostalPath+"/:id/declaration/result.json", s.publishedResult, kit.Everyone),
		kit.Get(kit.PostalPath+"/:id/edit", change.Get, kit.May(auth.ManagePostalVotes)),
		kit.Post(kit.PostalPath+"/:id/edit", change.Post, kit.May(auth.ManagePostalVotes)),
		kit.PostAgain(kit.PostalPath+"/:id/dates", change.Typed, kit.May(auth.ManagePostalVotes)),
		kit.PostFile(kit.PostalPath+"/:id/documents", s.addDocument().Post, kit.May(auth.ManagePostalVotes)),
		kit.Post(kit.PostalPath+"/:id/minutes", s.postalMinutesAdd, kit.May(auth.ManagePostalVotes)),
		kit.Get(kit.PostalPath+"/:id/documents/:document", s.postalDocument, kit.SignedIn),
		kit.Post(kit.PostalPath+"/:id/documents/:document/remove", s.postalDocumentRemove, kit.May(auth.ManagePostalVotes)),
		kit.Get(kit.PostalPath+"/:id/freeze", freeze.Get, kit.May(auth.ManagePostalVotes).Again()),
		kit.Post(kit.PostalPath+"/:id/freeze", freeze.Post, kit.May(auth.ManagePostalVotes).Again()),
		kit.Get(kit.PostalPath+"/:id/reopen", reopen.Get, kit.May(auth.ManagePostalVotes)),
		kit.Post(kit.PostalPath+"/:id/reopen", reopen.Post, kit.May(auth.ManagePostalVotes)),
		kit.Get(kit.PostalPath+"/:id/tellers", tellers.Get, kit.May(auth.ManagePostalVotes).Again()),
		kit.Post(kit.PostalPath+"/:id/tellers", tellers.Post, kit.May(auth.ManagePostalVotes).Again()),
		kit.PostAgain(kit.PostalPath+"/:id/tellers/search", tellers.Typed, kit.May(auth.ManagePostalVotes)),
		kit.Get(kit.PostalPath+"/:id/key", s.postalKey, kit.SignedIn.Again()),
		kit.Post(kit.PostalPath+"/:id/key", s.postalKeyRegister, kit.SignedIn.Again()),
		kit.Get(kit.PostalPath+"/:id/key/test.age", s.postalKeyTest, kit.SignedIn),
		kit.Post(kit.PostalPath+"/:id/key/proof", s.postalKeyProve, kit.SignedIn.Again()),
		kit.Get(kit.PostalPath+"/:id/papers", s.postalPapers, kit.May(auth.ManagePostalVotes)),
		kit.Post(kit.PostalPath+"/:id/papers", s.postalPapersMake, kit.May(auth.ManagePostalVotes)),
		kit.PostAgain(kit.PostalPath+"/:id/papers/print", s.postalPapersPrint, kit.May(auth.ManagePostalVotes)),
		kit.Get(kit.PostalPath+"/:id/addresses", addresses.Get, kit.May(auth.ManagePostalVotes).Again()),
		kit.PostAgain(kit.PostalPath+"/:id/addresses", addresses.Post, kit.May(auth.ManagePostalVotes).Again()),
		kit.Get(kit.PostalPath+"/:id/register.pdf", s.postalRegisterSheet, kit.SignedIn),
		kit.Get(kit.PostalPath+"/:id/tally.pdf", s.postalTally, kit.SignedIn),
		kit.Get(kit.PostalPath+"/:id/despatch", despatch.Get, kit.May(auth.ManagePostalVotes)),
		kit.Post(kit.PostalPath+"/:id/despatch", despatch.Post, kit.May(auth.ManagePostalVotes)),
		kit.Get(kit.PostalPath+"/:id/replace", replace.Get, kit.May(auth.ManagePostalVotes)),
		kit.Post(kit.PostalPath+"/:id/replace", replace.Post, kit.May(auth.ManagePostalVotes)),
		kit.Get(kit.PostalPath+"/:id/envelopes", receive.Get, kit.SignedIn),
		kit.Post(kit.PostalPath+"/:id/envelopes", receive.Post, kit.SignedIn),
		kit.Get(kit.PostalPath+"/:id/envelopes/:envelope", ruling.Get, kit.SignedIn),
		kit.Post(kit.PostalPath+"/:id/envelopes/:envelope", ruling.Post, kit.SignedIn),
		kit.Get(kit.PostalPath+"/:id/close", closing.Get, kit.SignedIn),
		kit.Post(kit.PostalPath+"/:id/close", closing.Post, kit.SignedIn),
		kit.Get(kit.PostalPath+"/:id/entry", s.postalEntry, kit.SignedIn),
		kit.PostAgain(kit.PostalPath+"/:id/entry", s.postalEntryRead, kit.SignedIn),
		kit.Post(kit.PostalPath+"/:id/entry/save", s.postalEntrySave, kit.SignedIn),
		kit.Get(kit.PostalPath+"/:id/finish", finish.Get, kit.SignedIn),
		kit.Post(kit.PostalPath+"/:id/finish", finish.Post, kit.SignedIn),
		kit.Get(kit.PostalPath+"/:id/compare", s.postalCompare, kit.SignedIn),
		kit.PostFileAgain(kit.PostalPath+"/:id/compare", s.postalCompareNow, kit.SignedIn),
		kit.Get(kit.PostalPath+"/:id/correct", s.postalCorrect, kit.SignedIn),
		kit.PostFile(kit.PostalPath+"/:id/correct", s.postalCorrectSave, kit.SignedIn),
		kit.Get(kit.PostalPath+"/:id/approve", s.postalApprove, kit.SignedIn),
		kit.PostFile(kit.PostalPath+"/:id/approve", s.postalApproveNow, kit.SignedIn),
		kit.PostFileAgain(kit.PostalPath+"/:id/approve/totals", s.postalApproveTotals, kit.SignedIn),
		kit.Get(kit.PostalPath+"/:id/restart", restart.Get, kit.SignedIn.Again()),
		kit.Post(kit.PostalPath+"/:id/restart", restart.Post, kit.SignedIn.Again()),
		kit.Get(kit.PostalPath+"/:id/offline", handIn.Get, kit.SignedIn),
		kit.Get(kit.PostalPath+"/:id/package.json", s.postalPackage, kit.SignedIn),
		kit.PostFile(kit.PostalPath+"/:id/offline", handIn.Post, kit.SignedIn),
		kit.Get(kit.PostalPath+"/:id/report", report.Get, kit.SignedIn),
		kit.Post(kit.PostalPath+"/:id/report", report.Post, kit.SignedIn),
		kit.Get(kit.PostalPath+"/:id/report.pdf", s.postalReportPrint, kit.SignedIn),
		kit.Get(kit.PostalPath+"/:id/declare", declare.Get, kit.May(auth.ManagePostalVotes).Again()),
		kit.Post(kit.PostalPath+"/:id/declare", declare.Post, kit.May(auth.ManagePostalVotes).Again()),
		kit.Get(kit.PostalPath+"/:id/announce", announce.Get, kit.May(auth.ManagePostalVotes)),
		kit.Post(kit.PostalPath+"/:id/announce", announce.Post, kit.May(auth.ManagePostalVotes)),
		kit.Get(kit.PostalPath+"/:id/destroy", destroy.Get, kit.SignedIn),
		kit.Post(kit.PostalPath+"/:id/destroy", destroy.Post, kit.SignedIn),
		kit.Get(kit.PostalPath+"/:id/destruction.pdf", s.postalDestructionPrint, kit.SignedIn),
	}
}
