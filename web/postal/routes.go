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
	announce, destroy, remind := s.announce(), s.destroy(), s.remind()
	propose, confirm, withdraw := s.proposeTeller(), s.confirmTeller(), s.withdrawTeller()
	key, proposed := s.tellerKey(), s.proposedKey()
	return []kit.Route{
		kit.Get(kit.PostalPath, s.listVotes, kit.Everyone),
		kit.Get(protection, s.protection, kit.Everyone),
		kit.Get(kit.PostalPath+"/new", s.newVote(start), kit.May(auth.ManagePostalVotes)),
		kit.Post(kit.PostalPath+"/new", start.Post, kit.May(auth.ManagePostalVotes)),
		kit.PostAgain(kit.PostalPath+"/dates", start.Typed, kit.May(auth.ManagePostalVotes)),
		kit.Get(kit.PostalPath+"/:id", s.showVote, kit.SignedIn),
		kit.Get(kit.PostalPath+"/:id/declaration", s.declaration, kit.Everyone),
		kit.Get(kit.PostalPath+"/:id/declaration.pdf", s.printDeclaration, kit.Everyone),
		kit.Get(kit.PostalPath+"/:id/declaration/vote.json", s.publishedPackage, kit.Everyone),
		kit.Get(kit.PostalPath+"/:id/declaration/result.json", s.publishedResult, kit.Everyone),
		kit.Get(kit.PostalPath+"/:id/edit", change.Get, kit.May(auth.ManagePostalVotes)),
		kit.Post(kit.PostalPath+"/:id/edit", change.Post, kit.May(auth.ManagePostalVotes)),
		kit.PostAgain(kit.PostalPath+"/:id/dates", change.Typed, kit.May(auth.ManagePostalVotes)),
		kit.PostFile(kit.PostalPath+"/:id/documents", s.addDocument().Post, kit.May(auth.ManagePostalVotes)),
		kit.Post(kit.PostalPath+"/:id/minutes", s.minutesAdd, kit.May(auth.ManagePostalVotes)),
		kit.Get(kit.PostalPath+"/:id/documents/:document", s.document, kit.SignedIn),
		kit.Post(kit.PostalPath+"/:id/documents/:document/remove", s.documentRemove, kit.May(auth.ManagePostalVotes)),
		kit.Get(kit.PostalPath+"/:id/freeze", freeze.Get, kit.May(auth.ManagePostalVotes).Again()),
		kit.Post(kit.PostalPath+"/:id/freeze", freeze.Post, kit.May(auth.ManagePostalVotes).Again()),
		kit.Get(kit.PostalPath+"/:id/reopen", reopen.Get, kit.May(auth.ManagePostalVotes)),
		kit.Post(kit.PostalPath+"/:id/reopen", reopen.Post, kit.May(auth.ManagePostalVotes)),
		kit.Get(kit.PostalPath+"/:id/tellers", tellers.Get, kit.May(auth.ManagePostalVotes).Again()),
		kit.Post(kit.PostalPath+"/:id/tellers", tellers.Post, kit.May(auth.ManagePostalVotes).Again()),
		kit.PostAgain(kit.PostalPath+"/:id/tellers/search", tellers.Typed, kit.May(auth.ManagePostalVotes)),
		kit.Get(kit.PostalPath+"/:id/key", s.keyPage(key), kit.SignedIn.Again()),
		kit.Post(kit.PostalPath+"/:id/key", s.registerKey(key), kit.SignedIn.Again()),
		kit.Get(kit.PostalPath+"/:id/key/test.age", s.keyTest(key), kit.SignedIn),
		kit.Post(kit.PostalPath+"/:id/key/proof", s.proveKey(key), kit.SignedIn.Again()),
		kit.Get(kit.PostalPath+"/:id/change", propose.Get, kit.SignedIn.Again()),
		kit.Post(kit.PostalPath+"/:id/change", propose.Post, kit.SignedIn.Again()),
		kit.Get(kit.PostalPath+"/:id/change/key", s.keyPage(proposed), kit.SignedIn.Again()),
		kit.Post(kit.PostalPath+"/:id/change/key", s.registerKey(proposed), kit.SignedIn.Again()),
		kit.Get(kit.PostalPath+"/:id/change/key/test.age", s.keyTest(proposed), kit.SignedIn),
		kit.Post(kit.PostalPath+"/:id/change/key/proof", s.proveKey(proposed), kit.SignedIn.Again()),
		kit.Get(kit.PostalPath+"/:id/change/confirm", confirm.Get, kit.SignedIn.Again()),
		kit.Post(kit.PostalPath+"/:id/change/confirm", confirm.Post, kit.SignedIn.Again()),
		kit.Get(kit.PostalPath+"/:id/change/withdraw", withdraw.Get, kit.SignedIn),
		kit.Post(kit.PostalPath+"/:id/change/withdraw", withdraw.Post, kit.SignedIn),
		kit.Get(kit.PostalPath+"/:id/papers", s.papersPage, kit.May(auth.ManagePostalVotes)),
		kit.Post(kit.PostalPath+"/:id/papers", s.makeNewPapers, kit.May(auth.ManagePostalVotes)),
		kit.PostAgain(
			kit.PostalPath+"/:id/papers/print", s.printPapers, kit.May(auth.ManagePostalVotes),
		).Lists("voting papers of a postal vote"),
		kit.Get(kit.PostalPath+"/:id/addresses", addresses.Get, kit.May(auth.ManagePostalVotes).Again()),
		kit.PostAgain(
			kit.PostalPath+"/:id/addresses", addresses.Post, kit.May(auth.ManagePostalVotes).Again(),
		).Lists("addresses for a postal vote"),
		kit.Get(kit.PostalPath+"/:id/register.pdf", s.registerSheet, kit.SignedIn).Lists("roll of a postal vote"),
		kit.Get(kit.PostalPath+"/:id/tally.pdf", s.tally, kit.SignedIn),
		kit.Get(kit.PostalPath+"/:id/despatch", despatch.Get, kit.May(auth.ManagePostalVotes)),
		kit.Post(kit.PostalPath+"/:id/despatch", despatch.Post, kit.May(auth.ManagePostalVotes)),
		kit.Get(kit.PostalPath+"/:id/replace", replace.Get, kit.May(auth.ManagePostalVotes)),
		kit.Post(kit.PostalPath+"/:id/replace", replace.Post, kit.May(auth.ManagePostalVotes)),
		kit.Get(kit.PostalPath+"/:id/remind", remind.Get, kit.May(auth.ManagePostalVotes)),
		kit.Post(kit.PostalPath+"/:id/remind", remind.Post, kit.May(auth.ManagePostalVotes)),
		kit.Get(kit.PostalPath+"/:id/envelopes", receive.Get, kit.SignedIn),
		kit.Post(kit.PostalPath+"/:id/envelopes", receive.Post, kit.SignedIn),
		kit.Get(kit.PostalPath+"/:id/envelopes/:envelope", ruling.Get, kit.SignedIn),
		kit.Post(kit.PostalPath+"/:id/envelopes/:envelope", ruling.Post, kit.SignedIn),
		kit.Get(kit.PostalPath+"/:id/close", closing.Get, kit.SignedIn),
		kit.Post(kit.PostalPath+"/:id/close", closing.Post, kit.SignedIn),
		kit.Get(kit.PostalPath+"/:id/entry", s.entry, kit.SignedIn),
		kit.PostAgain(kit.PostalPath+"/:id/entry", s.entryRead, kit.SignedIn),
		kit.PostAgain(kit.PostalPath+"/:id/entry/keys", s.keysKnown, kit.SignedIn),
		kit.Post(kit.PostalPath+"/:id/entry/save", s.entrySave, kit.SignedIn),
		kit.Get(kit.PostalPath+"/:id/finish", finish.Get, kit.SignedIn),
		kit.Post(kit.PostalPath+"/:id/finish", finish.Post, kit.SignedIn),
		kit.Get(kit.PostalPath+"/:id/compare", s.compare, kit.SignedIn),
		kit.PostFileAgain(kit.PostalPath+"/:id/compare", s.compareNow, kit.SignedIn),
		kit.Get(kit.PostalPath+"/:id/correct", s.correct, kit.SignedIn),
		kit.PostFile(kit.PostalPath+"/:id/correct", s.correctSave, kit.SignedIn),
		kit.Get(kit.PostalPath+"/:id/approve", s.showApproval, kit.SignedIn),
		kit.PostFile(kit.PostalPath+"/:id/approve", s.approveNow, kit.SignedIn),
		kit.PostFileAgain(kit.PostalPath+"/:id/approve/totals", s.approveTotals, kit.SignedIn),
		kit.PostAgain(kit.PostalPath+"/:id/sitting/end", s.endSitting, kit.SignedIn),
		kit.Get(kit.PostalPath+"/:id/restart", restart.Get, kit.SignedIn.Again()),
		kit.Post(kit.PostalPath+"/:id/restart", restart.Post, kit.SignedIn.Again()),
		kit.Get(kit.PostalPath+"/:id/offline", handIn.Get, kit.SignedIn),
		kit.Get(kit.PostalPath+"/:id/package.json", s.downloadPackage, kit.SignedIn),
		kit.PostFile(kit.PostalPath+"/:id/offline", handIn.Post, kit.SignedIn),
		kit.Get(kit.PostalPath+"/:id/report", report.Get, kit.SignedIn),
		kit.Post(kit.PostalPath+"/:id/report", report.Post, kit.SignedIn),
		kit.Get(kit.PostalPath+"/:id/report.pdf", s.printReport, kit.SignedIn),
		kit.Get(kit.PostalPath+"/:id/declare", declare.Get, kit.May(auth.ManagePostalVotes).Again()),
		kit.Post(kit.PostalPath+"/:id/declare", declare.Post, kit.May(auth.ManagePostalVotes).Again()),
		kit.Get(kit.PostalPath+"/:id/announce", announce.Get, kit.May(auth.ManagePostalVotes)),
		kit.Post(kit.PostalPath+"/:id/announce", announce.Post, kit.May(auth.ManagePostalVotes)),
		kit.Get(kit.PostalPath+"/:id/destroy", destroy.Get, kit.SignedIn),
		kit.Post(kit.PostalPath+"/:id/destroy", destroy.Post, kit.SignedIn),
		kit.Get(kit.PostalPath+"/:id/destruction.pdf", s.printDestruction, kit.SignedIn),
	}
}
