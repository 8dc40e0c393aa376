package meetings

import (
	"nzgs/internal/auth"
	"nzgs/web/kit"
)

// Routes are the addresses of meetings and their elections.
func (s *Desk) Routes() []kit.Route {
	change, callOff, write := s.changeMeeting(), s.callOff(), s.writeMinutes()
	adjourn := s.adjournMeeting()
	record, reword := s.recordMotion(), s.changeMotion()
	nominate, seats, withdraw, aside := s.enterNomination(), s.changeSeats(), s.withdrawCandidate(), s.setCountAside()
	again, undo, recount := s.countAgain(), s.undoVotes(), s.recountBallot()
	return []kit.Route{
		// Meetings. Who has the chair and may record what happens, the service asks.
		kit.Get(kit.MeetingsPath, s.meetingList, kit.SignedIn),
		kit.Get(kit.MeetingsPath+"/new", s.meetingNew, kit.May(auth.HoldMeetings)),
		kit.Post(kit.MeetingsPath+"/new", s.meetingCreate, kit.May(auth.HoldMeetings)),
		kit.Get(kit.MeetingsPath+"/dissolution", s.dissolution, kit.May(auth.HoldMeetings)),
		kit.Get(requestsPath, s.requestList, kit.May(auth.HoldMeetings)),
		kit.Get(requestsPath+"/new", s.requestNew, kit.May(auth.HoldMeetings)),
		kit.Post(requestsPath+"/new", s.requestSave, kit.May(auth.HoldMeetings)),
		kit.Get(requestsPath+"/:request", s.request, kit.May(auth.HoldMeetings)),
		kit.Get(kit.MeetingsPath+"/:id", s.meeting, kit.SignedIn),
		kit.Get(kit.MeetingsPath+"/:id/edit", change.Get, kit.May(auth.HoldMeetings)),
		kit.Post(kit.MeetingsPath+"/:id/edit", change.Post, kit.May(auth.HoldMeetings)),
		kit.Get(kit.MeetingsPath+"/:id/cancel", callOff.Get, kit.May(auth.HoldMeetings)),
		kit.Post(kit.MeetingsPath+"/:id/cancel", callOff.Post, kit.May(auth.HoldMeetings)),
		kit.Post(kit.MeetingsPath+"/:id/items", s.itemAdd, kit.May(auth.HoldMeetings)),
		kit.Post(kit.MeetingsPath+"/:id/items/:item/remove", s.itemRemove, kit.May(auth.HoldMeetings)),
		kit.Post(kit.MeetingsPath+"/:id/tasks", s.taskAdd, kit.SignedIn),
		kit.Post(kit.MeetingsPath+"/:id/tasks/:task/done", s.taskDone, kit.SignedIn),
		kit.Get(kit.MeetingsPath+"/:id/notice", s.meetingNotice, kit.SignedIn).Lists("roll of a meeting"),
		kit.Post(kit.MeetingsPath+"/:id/notice", s.noticeSend, kit.May(auth.HoldMeetings)),
		kit.Post(kit.MeetingsPath+"/:id/posted", s.noticePosted, kit.May(auth.HoldMeetings)),
		kit.Get(kit.MeetingsPath+"/:id/notice.pdf", s.noticePrint, kit.SignedIn),
		kit.Get(kit.MeetingsPath+"/:id/roll.pdf", s.rollPrint, kit.May(auth.HoldMeetings).Again()).Lists("roll of a meeting"),
		kit.Get(kit.MeetingsPath+"/:id/labels.pdf", s.labelsPrint, kit.May(auth.HoldMeetings).Again()).Lists("labels for a meeting"),
		kit.Get(kit.MeetingsPath+"/:id/door", s.door, kit.SignedIn),
		kit.Post(kit.MeetingsPath+"/:id/door", s.doorRecord, kit.SignedIn),
		kit.Get(kit.MeetingsPath+"/:id/attendance.pdf", s.attendancePrint, kit.SignedIn).Lists("attendance sheet of a meeting"),
		kit.Get(kit.MeetingsPath+"/:id/chair", s.chair, kit.SignedIn),
		kit.Post(kit.MeetingsPath+"/:id/open", s.chairChange(s.meetingOpen, "The meeting is open."), kit.SignedIn),
		kit.Post(
			kit.MeetingsPath+"/:id/inquorate", s.chairChange(s.meetingInquorate, "It is recorded that there was no quorum."),
			kit.SignedIn,
		),
		kit.Post(kit.MeetingsPath+"/:id/elect-chair", s.chairChange(s.chairElect, "The chair is recorded."), kit.SignedIn),
		kit.Post(
			kit.MeetingsPath+"/:id/tellers", s.chairChange(s.tellersSet, "The tellers are recorded."), kit.SignedIn.Again(),
		),
		kit.Post(
			kit.MeetingsPath+"/:id/close",
			s.chairChange(s.meetingClose, "The meeting is closed. A draft of the minutes can be made."), kit.SignedIn,
		),
		kit.Get(kit.MeetingsPath+"/:id/adjourn", adjourn.Get, kit.SignedIn),
		kit.Post(kit.MeetingsPath+"/:id/adjourn", adjourn.Post, kit.SignedIn),
		kit.Post(kit.MeetingsPath+"/:id/apologies", s.apologySend, kit.SignedIn),
		kit.Post(kit.MeetingsPath+"/:id/take", s.chairTap(s.itemTake, false, ""), kit.SignedIn),
		kit.Post(kit.MeetingsPath+"/:id/done", s.chairTap(s.itemDone, false, ""), kit.SignedIn),
		kit.Post(kit.MeetingsPath+"/:id/notes", s.chairTap(s.noteAdd, true, "The note is saved."), kit.SignedIn),
		kit.Post(
			kit.MeetingsPath+"/:id/notes/:note/remove", s.chairTap(s.noteRemove, true, "The note was removed."), kit.SignedIn,
		),
		kit.Post(kit.MeetingsPath+"/:id/speakers", s.chairTap(s.speakerAdd, true, ""), kit.SignedIn),
		kit.Post(kit.MeetingsPath+"/:id/speakers/next", s.chairTap(s.speakerNext, true, ""), kit.SignedIn),
		kit.Post(kit.MeetingsPath+"/:id/speakers/:speaker/clear", s.chairTap(s.speakerClear, true, ""), kit.SignedIn),
		kit.Post(kit.MeetingsPath+"/:id/formal", s.chairTap(s.formalMove, true, "The motion is recorded."), kit.SignedIn),
		kit.Post(kit.MeetingsPath+"/:id/procedure", s.chairTap(s.procedureMove, true, "The motion is recorded."), kit.SignedIn),
		kit.Post(kit.MeetingsPath+"/:id/voice", s.chairTap(s.voiceDeclare, true, "It is declared."), kit.SignedIn),
		kit.Get(kit.MeetingsPath+"/:id/wall", s.meetingWall, kit.SignedIn),
		kit.Get(kit.MeetingsPath+"/:id/ballots.pdf", s.ballotsPrint, kit.SignedIn),
		kit.Get(kit.MeetingsPath+"/:id/count.pdf", s.countPrint, kit.SignedIn),
		kit.Get(kit.MeetingsPath+"/:id/motions/new", record.Get, kit.SignedIn),
		kit.Post(kit.MeetingsPath+"/:id/motions/new", record.Post, kit.SignedIn),
		kit.Get(kit.MeetingsPath+"/:id/motions/:motion", s.motion, kit.SignedIn),
		kit.Get(kit.MeetingsPath+"/:id/motions/:motion/edit", reword.Get, kit.SignedIn),
		kit.Post(kit.MeetingsPath+"/:id/motions/:motion/edit", reword.Post, kit.SignedIn),
		kit.Post(kit.MeetingsPath+"/:id/motions/:motion/count", s.motionCount, kit.SignedIn),
		kit.Post(kit.MeetingsPath+"/:id/motions/:motion/chair-vote", s.motionChairVote, kit.SignedIn),
		kit.Post(kit.MeetingsPath+"/:id/motions/:motion/declare", s.motionDeclare, kit.SignedIn),
		kit.Post(kit.MeetingsPath+"/:id/motions/:motion/amend", s.motionAmend, kit.SignedIn),
		kit.Post(kit.MeetingsPath+"/:id/motions/:motion/end", s.motionEnd, kit.SignedIn),
		kit.Get(kit.MeetingsPath+"/:id/motions/:motion/recount", again.Get, kit.SignedIn),
		kit.Post(kit.MeetingsPath+"/:id/motions/:motion/recount", again.Post, kit.SignedIn),
		kit.Get(kit.MeetingsPath+"/:id/motions/:motion/undo", undo.Get, kit.SignedIn),
		kit.Post(kit.MeetingsPath+"/:id/motions/:motion/undo", undo.Post, kit.SignedIn),
		kit.Get(kit.MeetingsPath+"/:id/minutes", s.minutes, kit.SignedIn),
		kit.Get(kit.MeetingsPath+"/:id/minutes.pdf", s.minutesPrint, kit.SignedIn),
		kit.Get(kit.MeetingsPath+"/:id/minutes/edit", write.Get, kit.SignedIn),
		kit.Post(kit.MeetingsPath+"/:id/minutes/edit", write.Post, kit.SignedIn),
		kit.Post(kit.MeetingsPath+"/:id/minutes/preview", write.Typed, kit.SignedIn),
		kit.Post(kit.MeetingsPath+"/:id/minutes/show", s.minutesShow, kit.SignedIn),
		kit.Post(kit.MeetingsPath+"/:id/minutes/hide", s.minutesHide, kit.SignedIn),
		kit.Post(kit.MeetingsPath+"/:id/minutes/remarks", s.remarkAdd, kit.SignedIn),
		kit.Post(kit.MeetingsPath+"/:id/minutes/remarks/:remark", s.remarkAnswer, kit.SignedIn),
		kit.Post(kit.MeetingsPath+"/:id/minutes/approve", s.minutesApprove, kit.SignedIn),

		// Elections at an AGM. Who has the chair and may enter counts, the service asks.
		kit.Get(kit.MeetingsPath+"/:id/elections", s.meetingElections, kit.SignedIn),
		kit.Post(kit.MeetingsPath+"/:id/elections/prepare", s.electionsPrepare, kit.May(auth.HoldMeetings)),
		kit.Get(kit.MeetingsPath+"/:id/elections/confirm", s.electionsConfirm, kit.May(auth.HoldMeetings)),
		kit.Post(kit.MeetingsPath+"/:id/elections/confirm", s.electionsConfirmSave, kit.May(auth.HoldMeetings).Again()),
		kit.Get("/elections/:id", s.election, kit.SignedIn),
		kit.Get("/elections/:id/nominate", nominate.Get, kit.May(auth.HoldMeetings)),
		kit.Post("/elections/:id/nominate", nominate.Post, kit.May(auth.HoldMeetings)),
		kit.Post("/elections/:id/again", s.standAgain, kit.May(auth.HoldMeetings)),
		kit.Get("/elections/:id/seats", seats.Get, kit.May(auth.HoldMeetings)),
		kit.Post("/elections/:id/seats", seats.Post, kit.May(auth.HoldMeetings)),
		kit.Get("/elections/:id/candidates/:candidate/withdraw", withdraw.Get, kit.SignedIn),
		kit.Post("/elections/:id/candidates/:candidate/withdraw", withdraw.Post, kit.SignedIn),
		kit.Post("/elections/:id/ballots", s.electionBallot, kit.SignedIn),
		kit.Post("/elections/:id/tie", s.electionTie, kit.SignedIn),
		kit.Get("/elections/:id/counts/:count/recount", recount.Get, kit.SignedIn),
		kit.Post("/elections/:id/counts/:count/recount", recount.Post, kit.SignedIn),
		kit.Get("/elections/:id/counts/:count/set-aside", aside.Get, kit.SignedIn),
		kit.Post("/elections/:id/counts/:count/set-aside", aside.Post, kit.SignedIn),
	}
}
