package web

import (
	"io"
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/audit"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/clubs"
	"nzgs/internal/governance/elections"
	"nzgs/internal/governance/meetings"
	"nzgs/internal/governance/postal"
	"nzgs/internal/mail"
	"nzgs/internal/members"
	"nzgs/internal/treasury"
)

// route is one address: what answers it, and who may come. access is decided
// before the handler runs; services ask auth.Can again for the object at hand.
type route struct {
	method, path string
	handler      echo.HandlerFunc
	access       access
	upload       bool // takes a file
	repeatable   bool // does the same when it is sent again: no key holds it up
	ungated      bool // answers at once, or for long: does not wait in line with the pages
}

// access says who may come to a route.
type access struct {
	public   bool          // everybody
	signedIn bool          // whoever is signed in
	actions  []auth.Action // whoever may do one of these to some object (the service checks which)
}

var (
	everyone        = access{public: true}
	anybodySignedIn = access{signedIn: true}
)

// may is access for whoever may do one of the actions to at least one object.
func may(actions ...auth.Action) access { return access{actions: actions} }

// The shapes of a route.
func get(path string, h echo.HandlerFunc, a access) route {
	return route{method: http.MethodGet, path: path, handler: h, access: a}
}

func post(path string, h echo.HandlerFunc, a access) route {
	return route{method: http.MethodPost, path: path, handler: h, access: a}
}

func upload(path string, h echo.HandlerFunc, a access) route {
	return route{method: http.MethodPost, path: path, handler: h, access: a, upload: true}
}

// uploadAgain is an upload that does the same when it is sent again.
func uploadAgain(path string, h echo.HandlerFunc, a access) route {
	return route{method: http.MethodPost, path: path, handler: h, access: a, upload: true, repeatable: true}
}

// again is a post that does the same when it is sent again.
func again(path string, h echo.HandlerFunc, a access) route {
	return route{method: http.MethodPost, path: path, handler: h, access: a, repeatable: true}
}

// atOnce is a get that does not wait in line with the pages.
func atOnce(path string, h echo.HandlerFunc, a access) route {
	return route{method: http.MethodGet, path: path, handler: h, access: a, ungated: true}
}

// routes is every address of the site, by subject.
func (s *Server) routes() []route {
	return append([]route{
		// The program.
		atOnce("/static/*", static(), everyone),
		atOnce("/healthz", s.health, everyone),
		atOnce("/metrics", s.metricsPage, everyone),

		// Coming in and going out.
		get("/sign-in", s.signInForm, everyone),
		again("/sign-in", s.signIn, everyone),
		again("/sign-out", s.signOut, everyone),
		get("/link/:token", s.linkForm, everyone),
		post("/link/:token", s.linkUse, everyone),

		// One's own account.
		get("/account", s.account, anybodySignedIn),
		get("/account/password", s.accountPasswordForm, anybodySignedIn),
		post("/account/password", s.accountPassword, anybodySignedIn),
		post("/account/sessions/end", s.accountSessionsEnd, anybodySignedIn),
		post("/account/sessions/:id/end", s.accountSessionEnd, anybodySignedIn),

		// Administration.
		get("/admin", s.admin, may(auth.ManageAccounts, auth.ManageOffices, auth.ViewAudit)),
		get("/admin/accounts", s.adminAccounts, may(auth.ManageAccounts)),
		post("/admin/accounts", s.adminInvite, may(auth.ManageAccounts)),
		get("/admin/accounts/invite", s.adminInviteForm, may(auth.ManageAccounts)),
		get("/admin/accounts/:id", s.adminAccount, may(auth.ManageAccounts)),
		post("/admin/accounts/:id/email", s.adminAccountEmail, may(auth.ManageAccounts)),
		post("/admin/accounts/:id/link", s.adminAccountLink, may(auth.ManageAccounts)),
		post("/admin/accounts/:id/disable", s.adminAccountChange(s.auth.Disable, "The account is closed, and signed out everywhere."), may(auth.ManageAccounts)),
		post("/admin/accounts/:id/enable", s.adminAccountChange(s.auth.Enable, "The account is open again."), may(auth.ManageAccounts)),
		get("/admin/offices", s.adminOffices, may(auth.ManageOffices)),
		post("/admin/offices", s.adminAppoint, may(auth.ManageOffices)),
		get("/admin/offices/ended", s.adminOfficesEnded, may(auth.ManageOffices)),
		get("/admin/offices/appoint", s.adminAppointForm, may(auth.ManageOffices)),
		get("/admin/offices/:id", s.adminOffice, may(auth.ManageOffices)),
		post("/admin/offices/:id/end", s.adminOfficeEnd, may(auth.ManageOffices)),
		get("/admin/audit", s.adminAudit, may(auth.ViewAudit)),

		// The constitution.
		get(constitutionPath, s.constitution, everyone),
		get(constitutionPath+"/rules/:number", s.constitutionRule, everyone),
		get(questionsPath, s.constitutionQuestions, everyone),
		get(questionsPath+"/:question/ruling", s.rulingNew, may(auth.ManageConstitution)),
		post(questionsPath+"/:question/ruling", s.rulingSave, may(auth.ManageConstitution)),
		get(wordingPath, s.wordingNew, may(auth.ManageConstitution)),
		{method: http.MethodPost, path: wordingPath + "/preview", handler: s.wordingPreview, access: may(auth.ManageConstitution), upload: true, repeatable: true},
		upload(wordingPath, s.wordingSave, may(auth.ManageConstitution)),

		// Postal votes. Who is a teller of a vote, the service asks.
		get(postalPath, s.postalVotes, everyone),
		get(postalProtection, s.postalProtection, everyone),
		get(postalPath+"/new", s.postalNew, may(auth.ManagePostalVotes)),
		post(postalPath+"/new", s.postalCreate, may(auth.ManagePostalVotes)),
		again(postalPath+"/dates", s.postalDates, may(auth.ManagePostalVotes)),
		get(postalPath+"/:id", s.postalVotePage, anybodySignedIn),
		get(postalPath+"/:id/declaration", s.postalDeclaration, everyone),
		get(postalPath+"/:id/declaration.pdf", s.postalDeclarationPrint, everyone),
		get(postalPath+"/:id/edit", s.postalEdit, may(auth.ManagePostalVotes)),
		post(postalPath+"/:id/edit", s.postalSave, may(auth.ManagePostalVotes)),
		again(postalPath+"/:id/dates", s.postalDates, may(auth.ManagePostalVotes)),
		upload(postalPath+"/:id/documents", s.postalDocumentAdd, may(auth.ManagePostalVotes)),
		get(postalPath+"/:id/documents/:document", s.postalDocument, anybodySignedIn),
		post(postalPath+"/:id/documents/:document/remove", s.postalDocumentRemove, may(auth.ManagePostalVotes)),
		get(postalPath+"/:id/freeze", s.postalFormPage(s.postalFreeze()), may(auth.ManagePostalVotes)),
		post(postalPath+"/:id/freeze", s.postalFormTake(s.postalFreeze()), may(auth.ManagePostalVotes)),
		get(postalPath+"/:id/reopen", s.postalFormPage(s.postalReopen()), may(auth.ManagePostalVotes)),
		post(postalPath+"/:id/reopen", s.postalFormTake(s.postalReopen()), may(auth.ManagePostalVotes)),
		get(postalPath+"/:id/tellers", s.postalTellersForm, may(auth.ManagePostalVotes)),
		post(postalPath+"/:id/tellers", s.postalAppoint, may(auth.ManagePostalVotes)),
		again(postalPath+"/:id/tellers/search", s.postalTellersSearch, may(auth.ManagePostalVotes)),
		get(postalPath+"/:id/key", s.postalKey, anybodySignedIn),
		post(postalPath+"/:id/key", s.postalKeyRegister, anybodySignedIn),
		post(postalPath+"/:id/key/proof", s.postalKeyProve, anybodySignedIn),
		get(postalPath+"/:id/papers", s.postalPapers, may(auth.ManagePostalVotes)),
		post(postalPath+"/:id/papers", s.postalPapersMake, may(auth.ManagePostalVotes)),
		again(postalPath+"/:id/papers/print", s.postalPapersPrint, may(auth.ManagePostalVotes)),
		get(postalPath+"/:id/letters.pdf", s.postalLetters, may(auth.ManagePostalVotes)),
		get(postalPath+"/:id/labels.pdf", s.postalLabels, may(auth.ManagePostalVotes)),
		get(postalPath+"/:id/register.pdf", s.postalRegisterSheet, anybodySignedIn),
		get(postalPath+"/:id/tally.pdf", s.postalTally, anybodySignedIn),
		get(postalPath+"/:id/despatch", s.postalFormPage(s.postalDespatch()), may(auth.ManagePostalVotes)),
		post(postalPath+"/:id/despatch", s.postalFormTake(s.postalDespatch()), may(auth.ManagePostalVotes)),
		get(postalPath+"/:id/replace", s.postalFormPage(s.postalReplace()), may(auth.ManagePostalVotes)),
		post(postalPath+"/:id/replace", s.postalReplaceTake, may(auth.ManagePostalVotes)),
		get(postalPath+"/:id/envelopes", s.postalEnvelopes, anybodySignedIn),
		post(postalPath+"/:id/envelopes", s.postalReceive, anybodySignedIn),
		get(postalPath+"/:id/envelopes/:envelope", s.postalRule, anybodySignedIn),
		post(postalPath+"/:id/envelopes/:envelope", s.postalRuleSave, anybodySignedIn),
		get(postalPath+"/:id/close", s.postalFormPage(s.postalClose()), anybodySignedIn),
		post(postalPath+"/:id/close", s.postalFormTake(s.postalClose()), anybodySignedIn),
		get(postalPath+"/:id/entry", s.postalEntry, anybodySignedIn),
		again(postalPath+"/:id/entry", s.postalEntryRead, anybodySignedIn),
		post(postalPath+"/:id/entry/save", s.postalEntrySave, anybodySignedIn),
		get(postalPath+"/:id/finish", s.postalFormPage(s.postalFinish()), anybodySignedIn),
		post(postalPath+"/:id/finish", s.postalFormTake(s.postalFinish()), anybodySignedIn),
		get(postalPath+"/:id/compare", s.postalCompare, anybodySignedIn),
		uploadAgain(postalPath+"/:id/compare", s.postalCompareNow, anybodySignedIn),
		get(postalPath+"/:id/correct", s.postalCorrect, anybodySignedIn),
		upload(postalPath+"/:id/correct", s.postalCorrectSave, anybodySignedIn),
		get(postalPath+"/:id/approve", s.postalApprove, anybodySignedIn),
		upload(postalPath+"/:id/approve", s.postalApproveNow, anybodySignedIn),
		uploadAgain(postalPath+"/:id/approve/totals", s.postalApproveTotals, anybodySignedIn),
		get(postalPath+"/:id/restart", s.postalFormPage(s.postalRestart()), anybodySignedIn),
		post(postalPath+"/:id/restart", s.postalFormTake(s.postalRestart()), anybodySignedIn),
		get(postalPath+"/:id/offline", s.postalOffline, anybodySignedIn),
		get(postalPath+"/:id/package.json", s.postalPackage, anybodySignedIn),
		upload(postalPath+"/:id/offline", s.postalResult, anybodySignedIn),
		get(postalPath+"/:id/report", s.postalFormPage(s.postalReport()), anybodySignedIn),
		post(postalPath+"/:id/report", s.postalFormTake(s.postalReport()), anybodySignedIn),
		get(postalPath+"/:id/report.pdf", s.postalReportPrint, anybodySignedIn),
		get(postalPath+"/:id/declare", s.postalDeclare, may(auth.ManagePostalVotes)),
		post(postalPath+"/:id/declare", s.postalDeclareNow, may(auth.ManagePostalVotes)),
		get(postalPath+"/:id/destroy", s.postalFormPage(s.postalDestroy()), anybodySignedIn),
		post(postalPath+"/:id/destroy", s.postalFormTake(s.postalDestroy()), anybodySignedIn),
		get(postalPath+"/:id/destruction.pdf", s.postalDestructionPrint, anybodySignedIn),

		// Meetings. Who has the chair and may record what happens, the service asks.
		get(meetingsPath, s.meetingList, anybodySignedIn),
		get(meetingsPath+"/new", s.meetingNew, may(auth.HoldMeetings)),
		post(meetingsPath+"/new", s.meetingCreate, may(auth.HoldMeetings)),
		get(meetingsPath+"/dissolution", s.dissolution, may(auth.HoldMeetings)),
		get(requestsPath, s.requestList, may(auth.HoldMeetings)),
		get(requestsPath+"/new", s.requestNew, may(auth.HoldMeetings)),
		post(requestsPath+"/new", s.requestSave, may(auth.HoldMeetings)),
		get(requestsPath+"/:request", s.request, may(auth.HoldMeetings)),
		get(meetingsPath+"/:id", s.meeting, anybodySignedIn),
		get(meetingsPath+"/:id/edit", s.meetingEdit, may(auth.HoldMeetings)),
		post(meetingsPath+"/:id/edit", s.meetingSave, may(auth.HoldMeetings)),
		get(meetingsPath+"/:id/cancel", s.meetingCancel, may(auth.HoldMeetings)),
		post(meetingsPath+"/:id/cancel", s.meetingCancelled, may(auth.HoldMeetings)),
		post(meetingsPath+"/:id/items", s.itemAdd, may(auth.HoldMeetings)),
		post(meetingsPath+"/:id/items/:item/remove", s.itemRemove, may(auth.HoldMeetings)),
		post(meetingsPath+"/:id/tasks", s.taskAdd, anybodySignedIn),
		post(meetingsPath+"/:id/tasks/:task/done", s.taskDone, anybodySignedIn),
		get(meetingsPath+"/:id/notice", s.meetingNotice, anybodySignedIn),
		post(meetingsPath+"/:id/notice", s.noticeSend, may(auth.HoldMeetings)),
		post(meetingsPath+"/:id/posted", s.noticePosted, may(auth.HoldMeetings)),
		get(meetingsPath+"/:id/notice.pdf", s.noticePrint, anybodySignedIn),
		get(meetingsPath+"/:id/roll.pdf", s.rollPrint, may(auth.HoldMeetings)),
		get(meetingsPath+"/:id/labels.pdf", s.labelsPrint, may(auth.HoldMeetings)),
		get(meetingsPath+"/:id/door", s.door, anybodySignedIn),
		post(meetingsPath+"/:id/door", s.doorRecord, anybodySignedIn),
		get(meetingsPath+"/:id/attendance.pdf", s.attendancePrint, anybodySignedIn),
		get(meetingsPath+"/:id/chair", s.chair, anybodySignedIn),
		post(meetingsPath+"/:id/open", s.chairChange(s.meetingOpen, "The meeting is open."), anybodySignedIn),
		post(meetingsPath+"/:id/inquorate", s.chairChange(s.meetingInquorate, "It is recorded that there was no quorum."), anybodySignedIn),
		post(meetingsPath+"/:id/elect-chair", s.chairChange(s.chairElect, "The chair is recorded."), anybodySignedIn),
		post(meetingsPath+"/:id/tellers", s.chairChange(s.tellersSet, "The tellers are recorded."), anybodySignedIn),
		post(meetingsPath+"/:id/close", s.chairChange(s.meetingClose, "The meeting is closed. A draft of the minutes can be made."), anybodySignedIn),
		get(meetingsPath+"/:id/wall", s.meetingWall, anybodySignedIn),
		get(meetingsPath+"/:id/ballots.pdf", s.ballotsPrint, anybodySignedIn),
		get(meetingsPath+"/:id/count.pdf", s.countPrint, anybodySignedIn),
		get(meetingsPath+"/:id/motions/new", s.motionNew, anybodySignedIn),
		post(meetingsPath+"/:id/motions/new", s.motionCreate, anybodySignedIn),
		get(meetingsPath+"/:id/motions/:motion", s.motion, anybodySignedIn),
		get(meetingsPath+"/:id/motions/:motion/edit", s.motionEdit, anybodySignedIn),
		post(meetingsPath+"/:id/motions/:motion/edit", s.motionSave, anybodySignedIn),
		post(meetingsPath+"/:id/motions/:motion/count", s.motionCount, anybodySignedIn),
		post(meetingsPath+"/:id/motions/:motion/chair-vote", s.motionChairVote, anybodySignedIn),
		post(meetingsPath+"/:id/motions/:motion/declare", s.motionDeclare, anybodySignedIn),
		post(meetingsPath+"/:id/motions/:motion/amend", s.motionAmend, anybodySignedIn),
		post(meetingsPath+"/:id/motions/:motion/end", s.motionEnd, anybodySignedIn),
		get(meetingsPath+"/:id/minutes", s.minutes, anybodySignedIn),
		get(meetingsPath+"/:id/minutes.pdf", s.minutesPrint, anybodySignedIn),
		get(meetingsPath+"/:id/minutes/edit", s.minutesEdit, anybodySignedIn),
		post(meetingsPath+"/:id/minutes/edit", s.minutesSave, anybodySignedIn),
		post(meetingsPath+"/:id/minutes/approve", s.minutesApprove, anybodySignedIn),

		// Elections at an AGM. Who has the chair and may enter counts, the service asks.
		get(meetingsPath+"/:id/elections", s.meetingElections, anybodySignedIn),
		post(meetingsPath+"/:id/elections/prepare", s.electionsPrepare, may(auth.HoldMeetings)),
		get(meetingsPath+"/:id/elections/confirm", s.electionsConfirm, may(auth.HoldMeetings)),
		post(meetingsPath+"/:id/elections/confirm", s.electionsConfirmSave, may(auth.HoldMeetings)),
		get("/elections/:id", s.election, anybodySignedIn),
		get("/elections/:id/nominate", s.nominationNew, may(auth.HoldMeetings)),
		post("/elections/:id/nominate", s.nominationSave, may(auth.HoldMeetings)),
		post("/elections/:id/again", s.standAgain, may(auth.HoldMeetings)),
		get("/elections/:id/seats", s.electionSeats, may(auth.HoldMeetings)),
		post("/elections/:id/seats", s.electionSeatsSave, may(auth.HoldMeetings)),
		get("/elections/:id/candidates/:candidate/withdraw", s.candidateWithdraw, anybodySignedIn),
		post("/elections/:id/candidates/:candidate/withdraw", s.candidateWithdrawSave, anybodySignedIn),
		post("/elections/:id/ballots", s.electionBallot, anybodySignedIn),
		post("/elections/:id/tie", s.electionTie, anybodySignedIn),
		get("/elections/:id/counts/:count/set-aside", s.countAside, anybodySignedIn),
		post("/elections/:id/counts/:count/set-aside", s.countAsideSave, anybodySignedIn),

		// What is due, and the calendar of it.
		get(dutiesPath, s.duties, anybodySignedIn),
		again(dutiesPath+"/calendar", s.dutyFeedNew, anybodySignedIn),
		get(dutiesPath+"/calendar/:token", s.dutyFeed, everyone),

		// Letters to members.
		get(outboxPath, s.outbox, may(auth.KeepOutbox)),
		get(outboxPath+"/:id", s.letter, may(auth.KeepOutbox)),
		post(outboxPath+"/:id/send", s.letterSend, may(auth.KeepOutbox)),

		// Checking a record that nobody keeps.
		get(checkRecordPath, s.recordCheckForm, everyone),
		{method: http.MethodPost, path: checkRecordPath, handler: s.recordCheck, access: everyone, upload: true, repeatable: true},

		// Records of games, and rulings.
		get("/records/:id", s.publicRecord, everyone),
		get("/records/:id/record.sgf", s.recordFile, everyone),
		get("/director/records/:id", s.gameRecord, may(auth.EnterResult)),
		post("/director/records/:id", s.gameRule, may(auth.EnterResult)),
		get("/director/rulings/:id/sheet.pdf", s.rulingSheet, may(auth.EnterResult)),
		upload("/director/games/:id/records", s.recordAttach, may(auth.EnterResult)),

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

		// Events as everybody sees them; .json and .csv at the same addresses.
		get("/", s.home, everyone),
		get("/events", s.eventList, everyone),
		get("/events.json", s.eventListData, everyone),
		get("/events.csv", s.eventListData, everyone),
		get("/events/:event", s.eventPage, everyone),
		get("/events/:event/crosstable.xlsx", s.eventCrosstable, everyone),
		get("/events/:event/sections/:section", s.sectionNow, everyone),
		get("/events/:event/sections/:section/rounds/:round", s.sectionRound, everyone),
		get("/events/:event/sections/:section/standings", s.sectionStandings, everyone),
		get("/events/:event/sections/:section/standings.json", s.sectionStandings, everyone),
		get("/events/:event/sections/:section/standings.csv", s.sectionStandings, everyone),
		get("/events/:event/sections/:section/standings.pdf", s.sectionStandings, everyone),
		get("/events/:event/sections/:section/crosstable", s.sectionCrosstable, everyone),
		get("/events/:event/sections/:section/crosstable.json", s.sectionCrosstable, everyone),
		get("/events/:event/sections/:section/crosstable.csv", s.sectionCrosstable, everyone),
		get("/events/:event/sections/:section/players", s.sectionPlayers, everyone),
		get("/events/:event/sections/:section/players.json", s.sectionPlayers, everyone),
		get("/events/:event/sections/:section/players.csv", s.sectionPlayers, everyone),
		get("/events/:event/sections/:section/wall", s.sectionWall, everyone),

		// A table on a player's phone, by the code on its card.
		get("/t/:card", s.tablePage, everyone),
		post("/t/:card", s.tableReport, everyone),
		upload("/t/:card/record", s.tableRecord, everyone),

		// The director's desk: events.
		get("/director", s.directorHome, may(auth.DirectEvent, auth.EnterResult, auth.CreateEvent)),
		get("/director/events/new", s.eventNew, may(auth.CreateEvent)),
		post("/director/events", s.eventCreate, may(auth.CreateEvent)),
		get("/director/events/:id", s.eventDesk, may(auth.EnterResult)),
		get("/director/events/:id/edit", s.eventEdit, may(auth.DirectEvent)),
		post("/director/events/:id/edit", s.eventSave, may(auth.DirectEvent)),
		post("/director/events/:id/announce", s.eventStage(s.tournaments.Announce, "The event is announced."), may(auth.DirectEvent)),
		post("/director/events/:id/unannounce", s.eventStage(s.tournaments.Unannounce, "The announcement is taken back."), may(auth.DirectEvent)),
		post("/director/events/:id/close", s.eventStage(s.tournaments.Close, "The places are final."), may(auth.DirectEvent)),
		post("/director/events/:id/reopen", s.eventStage(s.tournaments.Reopen, "The event is open again."), may(auth.DirectEvent)),
		get("/director/events/:id/rating", s.eventRating, may(auth.RateEvent)),
		post("/director/events/:id/rating/submit", s.eventRate, may(auth.RateEvent)),
		post("/director/events/:id/rating/withdraw", s.eventUnrate, may(auth.RateEvent)),
		get("/director/events/:id/officials", s.officials, may(auth.EnterResult, auth.AppointToEvent)),
		get("/director/events/:id/officials/appoint", s.officialForm, may(auth.AppointToEvent)),
		post("/director/events/:id/officials", s.officialAppoint, may(auth.AppointToEvent)),
		post("/director/events/:id/officials/:office/end", s.officialEnd, may(auth.AppointToEvent)),

		// What other systems would give; answered in the background.
		atOnce("/director/compare", s.compare, may(auth.CreateEvent, auth.DirectEvent)),
		atOnce("/director/sections/:id/compare", s.compareSection, may(auth.DirectEvent)),

		// The director's desk: sections.
		get("/director/events/:id/sections/new", s.sectionNew, may(auth.DirectEvent)),
		post("/director/events/:id/sections", s.sectionCreate, may(auth.DirectEvent)),
		get("/director/sections/:id/edit", s.sectionEdit, may(auth.DirectEvent)),
		post("/director/sections/:id/edit", s.sectionSave, may(auth.DirectEvent)),
		post("/director/sections/:id/remove", s.sectionRemove, may(auth.DirectEvent)),

		// The director's desk: entries.
		get("/director/sections/:id/entries", s.entries, may(auth.DirectEvent)),
		get("/director/sections/:id/entries.csv", s.entriesFile, may(auth.DirectEvent)),
		get("/director/sections/:id/entries.xlsx", s.entriesFile, may(auth.DirectEvent)),
		post("/director/sections/:id/entries", s.entryCreate, may(auth.DirectEvent)),
		post("/director/sections/:id/entries/refresh", s.entriesRefresh, may(auth.DirectEvent)),
		get("/director/sections/:id/entries/guest", s.guestNew, may(auth.DirectEvent)),
		post("/director/sections/:id/entries/guest", s.guestCreate, may(auth.DirectEvent)),
		get("/director/entries/:id", s.entryEdit, may(auth.DirectEvent)),
		post("/director/entries/:id", s.entrySave, may(auth.DirectEvent)),
		post("/director/entries/:id/withdraw", s.entryWithdraw, may(auth.DirectEvent)),
		post("/director/entries/:id/readmit", s.entryReadmit, may(auth.DirectEvent)),
		post("/director/entries/:id/visitor", s.entryVisitor, may(auth.DirectEvent)),
		post("/director/entries/:id/remove", s.entryRemove, may(auth.DirectEvent)),
		post("/director/entries/:id/absent", s.entryAbsent, may(auth.DirectEvent)),
		get("/director/events/:id/entries", s.entryUpload, may(auth.DirectEvent)),
		get("/director/events/:id/entries.xlsx", s.entryTemplate, may(auth.DirectEvent)),
		get("/director/events/:id/entries.csv", s.entryTemplate, may(auth.DirectEvent)),
		upload("/director/events/:id/entries", s.entryUploaded, may(auth.DirectEvent)),
		get("/director/lists/:id", s.entryList, may(auth.DirectEvent)),
		post("/director/lists/:id", s.entryListConfirm, may(auth.DirectEvent)),

		// The director's desk: the draw.
		get("/director/sections/:id/draw", s.drawNow, may(auth.DirectEvent)),
		get("/director/sections/:id/rounds/:round", s.drawRound, may(auth.DirectEvent)),
		post("/director/sections/:id/rounds/:round/draw", s.drawMake, may(auth.DirectEvent)),
		post("/director/sections/:id/rounds/:round/redraw", s.drawAgain, may(auth.DirectEvent)),
		post("/director/sections/:id/rounds/:round/relax", s.drawRelax, may(auth.DirectEvent)),
		post("/director/sections/:id/rounds/:round/discard", s.drawDiscard, may(auth.DirectEvent)),
		post("/director/sections/:id/rounds/:round/publish", s.drawPublish, may(auth.DirectEvent)),
		post("/director/sections/:id/rounds/:round/unpublish", s.drawUnpublish, may(auth.DirectEvent)),
		post("/director/sections/:id/rounds/:round/fix", s.drawFix, may(auth.DirectEvent)),
		post("/director/sections/:id/rounds/:round/letgo", s.drawLetGo, may(auth.DirectEvent)),
		post("/director/sections/:id/rounds/:round/forbid", s.drawForbid, may(auth.DirectEvent)),
		post("/director/sections/:id/rounds/:round/allow", s.drawAllow, may(auth.DirectEvent)),
		post("/director/games/:id/swap", s.gameSwap, may(auth.DirectEvent)),
		post("/director/games/:id/handicap", s.gameHandicap, may(auth.DirectEvent)),

		// The director's desk: results, places, prints; the referee's inbox.
		get("/director/sections/:id/results", s.resultsNow, may(auth.EnterResult)),
		get("/director/sections/:id/rounds/:round/results", s.resultsRound, may(auth.EnterResult)),
		post("/director/sections/:id/rounds/:round/results", s.resultSave, may(auth.EnterResult)),
		post("/director/sections/:id/rounds/:round/results/undo", s.resultUndo, may(auth.EnterResult)),
		get("/director/games/:id", s.game, may(auth.EnterResult)),
		post("/director/games/:id", s.gameSave, may(auth.EnterResult)),
		post("/director/games/:id/undo", s.gameUndo, may(auth.EnterResult)),
		get("/director/events/:id/disputes", s.disputes, may(auth.EnterResult)),
		post("/director/events/:id/disputes", s.disputeSettle, may(auth.EnterResult)),
		get("/director/sections/:id/standings", s.standingsDesk, may(auth.DirectEvent)),
		get("/director/sections/:id/prints", s.prints, may(auth.DirectEvent)),
		get("/director/sections/:id/cards.pdf", s.tableCards, may(auth.DirectEvent)),
		post("/director/sections/:id/cards", s.renewCards, may(auth.DirectEvent)),
		get("/director/sections/:id/rounds/:round/slips.pdf", s.resultSlips, may(auth.DirectEvent)),

		// Ratings.
		get("/ratings", s.ratingList, everyone),
		get("/ratings.json", s.ratingListFile, everyone),
		get("/ratings.csv", s.ratingListFile, everyone),
		get("/ratings.xlsx", s.ratingListFile, everyone),
		get("/ratings/how", s.ratingRules, everyone),
		get("/ratings/:player", s.ratingPlayer, everyone),

		// Events, live.
		atOnce("/events/:id/live", s.eventLive, everyone),
		atOnce("/events/:id/revision", s.eventRevision, everyone),
	}, s.committeeRoutes()...)
}

// guarded refuses whoever may not come, before their form is taken in.
func (s *Server) guarded(a access, next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		if err := a.admits(s.actor(c), s); err != nil {
			// A browser that is still sending would not see the answer.
			io.CopyN(io.Discard, c.Request().Body, uploadLimit)
			return err
		}
		return next(c)
	}
}

func (a access) admits(actor auth.Actor, s *Server) error {
	switch {
	case a.public:
		return nil
	case !actor.SignedIn():
		return apperr.New(apperr.SignIn, "Sign in to open this page.")
	case a.signedIn:
		return nil
	}
	for _, action := range a.actions {
		if auth.CanSomewhere(actor, action, s.today()) {
			return nil
		}
	}
	return auth.Require(actor, a.actions[0], auth.Object{}, s.today())
}

// objectURL is the page of what an audit entry is about: where a request that
// was already carried out leads.
func (s *Server) objectURL(c echo.Context, r audit.Record) string {
	switch actor := s.actor(c); {
	case r.Object == "account" && !actor.SignedIn():
		return "/sign-in" // a link that was used
	case r.Object == "account" && r.ObjectID == int64(actor.Account):
		return "/account" // its owner need not be one who manages accounts
	case r.Object == "person" && r.ObjectID == int64(actor.Person):
		return "/me"
	case r.Object == "payment":
		return s.paymentPage(c, treasury.PaymentID(r.ObjectID))
	}
	// What somebody did to an object of their own club is theirs to see.
	if page, known := objectPages[r.Object]; known && (page.needs == "" || auth.CanSomewhere(s.actor(c), page.needs, s.today())) {
		return page.url(r.ObjectID)
	}
	return refererPath(c)
}

// paymentPage is where a payment is found: on its return, or with its person.
func (s *Server) paymentPage(c echo.Context, id treasury.PaymentID) string {
	p, err := treasury.PaymentByID(c.Request().Context(), s.db, id)
	switch {
	case err != nil:
		return refererPath(c)
	case p.Return != 0:
		return returnURL(p.Return)
	}
	return personURL(p.Person)
}

// objectPage is the page of a kind of object of the audit log.
type objectPage struct {
	url   func(id int64) string
	needs auth.Action // to open it; "": it is public
}

// opensTo reports whether the actor may open the page on the day.
func (p objectPage) opensTo(actor auth.Actor, day civil.Date) bool {
	return p.needs == "" || auth.Can(actor, p.needs, auth.Object{}, day)
}

// objectPages says on which page an object of the audit log is found.
var objectPages = map[string]objectPage{
	"postal_vote":           {func(id int64) string { return postalURL(postal.VoteID(id)) }, ""},
	"event":                 {func(id int64) string { return "/events/" + strconv.FormatInt(id, 10) }, ""},
	"account":               {func(id int64) string { return accountURL(auth.AccountID(id)) }, auth.ManageAccounts},
	"office":                {func(id int64) string { return officeURL(auth.OfficeID(id)) }, auth.ManageOffices},
	"person":                {func(id int64) string { return personURL(members.PersonID(id)) }, auth.ViewRegister},
	"rate":                  {func(int64) string { return ratesPath }, auth.SetRates},
	"club":                  {func(id int64) string { return clubDeskURL(clubs.ClubID(id)) }, auth.ViewClubDesk},
	"constitution_ruling":   {func(int64) string { return questionsPath }, ""},
	"mail_letter":           {func(id int64) string { return letterURL(mail.LetterID(id)) }, auth.KeepOutbox},
	"meeting":               {func(id int64) string { return meetingURL(meetings.ID(id)) }, ""},
	"election":              {func(id int64) string { return electionURL(elections.ID(id)) }, ""},
	"committee_resolution":  {func(id int64) string { return committeePart(resolutionsPath, id) }, auth.TakePartInCommittee},
	"committee_appointment": {func(int64) string { return committeePath }, auth.TakePartInCommittee},
	"officer_absence":       {func(int64) string { return committeePath }, auth.TakePartInCommittee},
	"payment_request":       {func(id int64) string { return committeePart(outPaymentsPath, id) }, auth.TakePartInCommittee},
	"committee_loan":        {func(int64) string { return loansPath }, auth.TakePartInCommittee},
	"seal_use":              {func(int64) string { return sealPath }, auth.TakePartInCommittee},
	"exclusion":             {func(id int64) string { return committeePart(exclusionsPath, id) }, auth.TakePartInCommittee},
	"constitution_version":  {func(int64) string { return constitutionPath }, ""},
	"club_return":           {func(id int64) string { return returnURL(clubs.ReturnID(id)) }, auth.ViewClubDesk},
}
