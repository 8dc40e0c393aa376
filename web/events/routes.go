package events

import (
	"nzgs/internal/auth"
	"nzgs/web/kit"
)

// Routes are the addresses of events, and of the director's and referee's desks.
func (s *Desk) Routes() []kit.Route {
	return []kit.Route{
		// Events as everybody sees them; .json and .csv at the same addresses.
		kit.Get("/", s.home, kit.Everyone),
		kit.Get("/events", s.eventList, kit.Everyone),
		kit.Get("/events.json", s.eventListData, kit.Everyone),
		kit.Get("/events.csv", s.eventListData, kit.Everyone),
		kit.Get("/events/:event", s.eventPage, kit.Everyone),
		kit.Get("/events/:event/crosstable.xlsx", s.eventCrosstable, kit.Everyone),
		kit.Get("/events/:event/sections/:section", s.sectionNow, kit.Everyone),
		kit.Get("/events/:event/sections/:section/rounds/:round", s.sectionRound, kit.Everyone),
		kit.Get("/events/:event/sections/:section/standings", s.sectionStandings, kit.Everyone),
		kit.Get("/events/:event/sections/:section/standings.json", s.sectionStandings, kit.Everyone),
		kit.Get("/events/:event/sections/:section/standings.csv", s.sectionStandings, kit.Everyone),
		kit.Get("/events/:event/sections/:section/standings.pdf", s.sectionStandings, kit.Everyone),
		kit.Get("/events/:event/sections/:section/crosstable", s.sectionCrosstable, kit.Everyone),
		kit.Get("/events/:event/sections/:section/crosstable.json", s.sectionCrosstable, kit.Everyone),
		kit.Get("/events/:event/sections/:section/crosstable.csv", s.sectionCrosstable, kit.Everyone),
		kit.Get("/events/:event/sections/:section/players", s.sectionPlayers, kit.Everyone),
		kit.Get("/events/:event/sections/:section/players.json", s.sectionPlayers, kit.Everyone),
		kit.Get("/events/:event/sections/:section/players.csv", s.sectionPlayers, kit.Everyone),
		kit.Get("/events/:event/sections/:section/wall", s.sectionWall, kit.Everyone),

		// A table on a player's phone, by the code on its card.
		kit.Get("/t/:card", s.tablePage, kit.Everyone),
		kit.Post("/t/:card", s.tableReport, kit.Everyone),
		kit.PostFile("/t/:card/record", s.tableRecord, kit.Everyone),

		// The director's desk: events.
		kit.Get("/director", s.directorHome, kit.May(auth.DirectEvent, auth.EnterResult, auth.CreateEvent)),
		kit.Get("/director/events/new", s.eventNew, kit.May(auth.CreateEvent)),
		kit.Post("/director/events", s.eventCreate, kit.May(auth.CreateEvent)),
		kit.Get("/director/events/:id", s.eventDesk, kit.May(auth.EnterResult)),
		kit.Get("/director/events/:id/edit", s.eventEdit, kit.May(auth.DirectEvent)),
		kit.Post("/director/events/:id/edit", s.eventSave, kit.May(auth.DirectEvent)),
		kit.Post(
			"/director/events/:id/announce", s.eventStage(s.tournaments.Announce, "The event is announced."),
			kit.May(auth.DirectEvent),
		),
		kit.Post(
			"/director/events/:id/unannounce", s.eventStage(s.tournaments.Unannounce, "The announcement is withdrawn."),
			kit.May(auth.DirectEvent),
		),
		kit.Post(
			"/director/events/:id/close", s.eventStage(s.tournaments.Close, "The places are final."), kit.May(auth.DirectEvent),
		),
		kit.Post(
			"/director/events/:id/reopen", s.eventStage(s.tournaments.Reopen, "The event is open again."),
			kit.May(auth.DirectEvent),
		),
		kit.Get("/director/events/:id/rating", s.eventRating, kit.May(auth.RateEvent)),
		kit.Post("/director/events/:id/rating/submit", s.eventRate, kit.May(auth.RateEvent)),
		kit.Post("/director/events/:id/rating/withdraw", s.eventUnrate, kit.May(auth.RateEvent)),
		kit.Get("/director/events/:id/officials", s.officials, kit.May(auth.EnterResult, auth.AppointToEvent)),
		kit.Get("/director/events/:id/officials/appoint", s.officialForm, kit.May(auth.AppointToEvent)),
		kit.Post("/director/events/:id/officials", s.officialAppoint, kit.May(auth.AppointToEvent)),
		kit.Post("/director/events/:id/officials/:office/end", s.officialEnd, kit.May(auth.AppointToEvent)),

		// The director's desk: sections.
		kit.Get("/director/events/:id/sections/new", s.sectionNew, kit.May(auth.DirectEvent)),
		kit.Post("/director/events/:id/sections", s.sectionCreate, kit.May(auth.DirectEvent)),
		kit.Get("/director/sections/:id/edit", s.sectionEdit, kit.May(auth.DirectEvent)),
		kit.Post("/director/sections/:id/edit", s.sectionSave, kit.May(auth.DirectEvent)),
		kit.Post("/director/sections/:id/remove", s.sectionRemove, kit.May(auth.DirectEvent)),

		// The director's desk: entries.
		kit.Get("/director/sections/:id/entries", s.entries, kit.May(auth.DirectEvent)),
		kit.Get("/director/sections/:id/entries.csv", s.entriesFile, kit.May(auth.DirectEvent)),
		kit.Get("/director/sections/:id/entries.xlsx", s.entriesFile, kit.May(auth.DirectEvent)),
		kit.Post("/director/sections/:id/entries", s.entryCreate, kit.May(auth.DirectEvent)),
		kit.Post("/director/sections/:id/entries/refresh", s.entriesRefresh, kit.May(auth.DirectEvent)),
		kit.Get("/director/sections/:id/entries/guest", s.guestNew, kit.May(auth.DirectEvent)),
		kit.Post("/director/sections/:id/entries/guest", s.guestCreate, kit.May(auth.DirectEvent)),
		kit.Get("/director/entries/:id", s.entryEdit, kit.May(auth.DirectEvent)),
		kit.Post("/director/entries/:id", s.entrySave, kit.May(auth.DirectEvent)),
		kit.Post("/director/entries/:id/withdraw", s.entryWithdraw, kit.May(auth.DirectEvent)),
		kit.Post("/director/entries/:id/readmit", s.entryReadmit, kit.May(auth.DirectEvent)),
		kit.Post("/director/entries/:id/visitor", s.entryVisitor, kit.May(auth.DirectEvent)),
		kit.Post("/director/entries/:id/remove", s.entryRemove, kit.May(auth.DirectEvent)),
		kit.Post("/director/entries/:id/absent", s.entryAbsent, kit.May(auth.DirectEvent)),
		kit.Get("/director/events/:id/entries", s.entryUpload, kit.May(auth.DirectEvent)),
		kit.Get("/director/events/:id/entries.xlsx", s.entryTemplate, kit.May(auth.DirectEvent)),
		kit.Get("/director/events/:id/entries.csv", s.entryTemplate, kit.May(auth.DirectEvent)),
		kit.PostFile("/director/events/:id/entries", s.entryUploaded, kit.May(auth.DirectEvent)),
		kit.Get("/director/lists/:id", s.entryList, kit.May(auth.DirectEvent)),
		kit.Post("/director/lists/:id", s.entryListConfirm, kit.May(auth.DirectEvent)),

		// The director's desk: the draw.
		kit.Get("/director/sections/:id/draw", s.drawNow, kit.May(auth.DirectEvent)),
		kit.Get("/director/sections/:id/rounds/:round", s.drawRound, kit.May(auth.DirectEvent)),
		kit.Post("/director/sections/:id/rounds/:round/draw", s.drawMake, kit.May(auth.DirectEvent)),
		kit.Post("/director/sections/:id/rounds/:round/redraw", s.drawAgain, kit.May(auth.DirectEvent)),
		kit.Post("/director/sections/:id/rounds/:round/relax", s.drawRelax, kit.May(auth.DirectEvent)),
		kit.Post("/director/sections/:id/rounds/:round/discard", s.drawDiscard, kit.May(auth.DirectEvent)),
		kit.Post("/director/sections/:id/rounds/:round/publish", s.drawPublish, kit.May(auth.DirectEvent)),
		kit.Post("/director/sections/:id/rounds/:round/unpublish", s.drawUnpublish, kit.May(auth.DirectEvent)),
		kit.Post("/director/sections/:id/rounds/:round/fix", s.drawFix, kit.May(auth.DirectEvent)),
		kit.Post("/director/sections/:id/rounds/:round/letgo", s.drawLetGo, kit.May(auth.DirectEvent)),
		kit.Post("/director/sections/:id/rounds/:round/forbid", s.drawForbid, kit.May(auth.DirectEvent)),
		kit.Post("/director/sections/:id/rounds/:round/allow", s.drawAllow, kit.May(auth.DirectEvent)),
		kit.Post("/director/games/:id/swap", s.gameSwap, kit.May(auth.DirectEvent)),
		kit.Post("/director/games/:id/handicap", s.gameHandicap, kit.May(auth.DirectEvent)),

		// The director's desk: results, places, prints; the referee's inbox.
		kit.Get("/director/sections/:id/results", s.resultsNow, kit.May(auth.EnterResult)),
		kit.Get("/director/sections/:id/rounds/:round/results", s.resultsRound, kit.May(auth.EnterResult)),
		kit.Post("/director/sections/:id/rounds/:round/results", s.resultSave, kit.May(auth.EnterResult)),
		kit.Post("/director/sections/:id/rounds/:round/results/undo", s.resultUndo, kit.May(auth.EnterResult)),
		kit.Get("/director/games/:id", s.game, kit.May(auth.EnterResult)),
		kit.Post("/director/games/:id", s.gameSave, kit.May(auth.EnterResult)),
		kit.Post("/director/games/:id/undo", s.gameUndo, kit.May(auth.EnterResult)),
		kit.Get("/director/events/:id/disputes", s.disputes, kit.May(auth.EnterResult)),
		kit.Post("/director/events/:id/disputes", s.disputeSettle, kit.May(auth.EnterResult)),
		kit.Get("/director/sections/:id/standings", s.standingsDesk, kit.May(auth.DirectEvent)),
		kit.Get("/director/sections/:id/prints", s.prints, kit.May(auth.DirectEvent)),
		kit.Get("/director/sections/:id/cards.pdf", s.tableCards, kit.May(auth.DirectEvent)),
		kit.Post("/director/sections/:id/cards", s.renewCards, kit.May(auth.DirectEvent)),
		kit.Get("/director/sections/:id/rounds/:round/slips.pdf", s.resultSlips, kit.May(auth.DirectEvent)),
		kit.PostFile("/director/games/:id/records", s.recordAttach, kit.May(auth.EnterResult)),

		// What other systems would give; answered in the background.
		kit.GetAtOnce("/director/compare", s.compare, kit.May(auth.CreateEvent, auth.DirectEvent)),
		kit.GetAtOnce("/director/sections/:id/compare", s.compareSection, kit.May(auth.DirectEvent)),

		// Events, live.
		kit.GetAtOnce("/events/:id/live", s.eventLive, kit.Everyone),
		kit.GetAtOnce("/events/:id/revision", s.eventRevision, kit.Everyone),
	}
}
