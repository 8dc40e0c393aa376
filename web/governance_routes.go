package web

import (
	"net/http"

	"nzgs/internal/auth"
)

// governanceRoutes are the addresses of the constitution, duties, letters, meetings and their elections.
func (s *Server) governanceRoutes() []route {
	return []route{
		// The constitution.
		get(constitutionPath, s.constitution, everyone),
		get(constitutionPath+"/rules/:number", s.constitutionRule, everyone),
		get(questionsPath, s.constitutionQuestions, everyone),
		get(questionsPath+"/:question/ruling", s.rulingNew, may(auth.ManageConstitution)),
		post(questionsPath+"/:question/ruling", s.rulingSave, may(auth.ManageConstitution)),
		get(wordingPath, s.wordingNew, may(auth.ManageConstitution)),
		{method: http.MethodPost, path: wordingPath + "/preview", handler: s.wordingPreview, access: may(auth.ManageConstitution), upload: true, repeatable: true},
		upload(wordingPath, s.wordingSave, may(auth.ManageConstitution)),

		// What is due, and the calendar of it.
		get(dutiesPath, s.duties, anybodySignedIn),
		again(dutiesPath+"/calendar", s.dutyFeedNew, anybodySignedIn),
		get(dutiesPath+"/calendar/:token", s.dutyFeed, everyone),

		// Letters to members.
		get(outboxPath, s.outbox, may(auth.KeepOutbox)),
		get(outboxPath+"/:id", s.letter, may(auth.KeepOutbox)),
		post(outboxPath+"/:id/send", s.letterSend, may(auth.KeepOutbox)),

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
	}
}
