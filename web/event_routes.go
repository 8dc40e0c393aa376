package web

import "nzgs/internal/auth"

// eventRoutes are the addresses of events, and of the director's and referee's desks.
func (s *Server) eventRoutes() []route {
	return []route{
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
		upload("/director/games/:id/records", s.recordAttach, may(auth.EnterResult)),

		// What other systems would give; answered in the background.
		atOnce("/director/compare", s.compare, may(auth.CreateEvent, auth.DirectEvent)),
		atOnce("/director/sections/:id/compare", s.compareSection, may(auth.DirectEvent)),

		// Events, live.
		atOnce("/events/:id/live", s.eventLive, everyone),
		atOnce("/events/:id/revision", s.eventRevision, everyone),
	}
}
