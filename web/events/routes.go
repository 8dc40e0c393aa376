package events

import (
	"context"

	"github.com/labstack/echo/v4"

	"nzgs/internal/auth"
	"nzgs/internal/formats"
	"nzgs/web/kit"
)

// Routes are the addresses of events, and of the director's and referee's desks.
func (s *Desk) Routes() []kit.Route {
	director := kit.May(auth.DirectEvent)
	setUp, changeEvent, uploadEvent := s.setUpEvent(), s.changeEvent(), s.uploadEvent()
	addPast, addList := s.addPastEvents(), s.addStartingList()
	addSection, changeSection := s.addSection(), s.changeSection()
	changeTeam, changeLineup := s.changeTeam(), s.changeLineup()
	changeEntry, enterGuest, uploadEntries := s.changeEntry(), s.enterGuest(), s.uploadEntries()
	correctGuest := s.correctGuest()
	appoint, deadlines := s.appointOfficial(), s.setDeadlines()
	projector, typeCard := s.setProjector(), s.typeCard()
	timetable, delay := s.setTimetable(), s.delayRound()
	setPrizes, prizeGroups, decidePrize := s.setPrizes(), s.setPrizeGroups(), s.decidePrize()
	press := func(
		change func(ctx context.Context, actor auth.Actor, id auth.EventID, version int64) error, done string,
	) echo.HandlerFunc {
		return kit.Press(s.Site, change, kit.EventDeskURL, done)
	}
	return []kit.Route{
		// Events as everybody sees them; .json and .csv at the same addresses.
		kit.Public("/events", s.eventList, kit.OnAll).InWords(eventsView),
		kit.Public("/events.json", s.eventListData, kit.OnAll),
		kit.Public("/events.csv", s.eventListData, kit.OnAll),
		kit.Public("/events/:event", s.eventPage, kit.OnEvent).InWords(eventView),
		kit.Public("/events/:event/crosstable.xlsx", s.eventCrosstable, kit.OnEvent),
		kit.Public("/events/:event/wall", s.eventWall, kit.OnEvent),
		kit.Public("/events/:event/timetable.ics", s.eventCalendar, kit.OnEvent),
		kit.Public("/events/:event/timetable.pdf", s.eventSchedule, kit.OnEvent),
		kit.Public("/events/:event/sections/:section", s.sectionNow, kit.OnEvent),
		kit.Public("/events/:event/sections/:section/rounds/:round", s.sectionRound, kit.OnEvent),
		kit.Public("/events/:event/sections/:section/standings", s.sectionStandings, kit.OnEvent),
		kit.Public("/events/:event/sections/:section/standings.json", s.sectionStandings, kit.OnEvent),
		kit.Public("/events/:event/sections/:section/standings.csv", s.sectionStandings, kit.OnEvent),
		kit.Public("/events/:event/sections/:section/standings.pdf", s.sectionStandings, kit.OnEvent),
		kit.Public("/events/:event/sections/:section/crosstable", s.sectionCrosstable, kit.OnEvent),
		kit.Public("/events/:event/sections/:section/crosstable.json", s.sectionCrosstable, kit.OnEvent),
		kit.Public("/events/:event/sections/:section/crosstable.csv", s.sectionCrosstable, kit.OnEvent),
		kit.Public("/events/:event/sections/:section/crosstable.pdf", s.sectionCrosstable, kit.OnEvent),
		kit.Public("/events/:event/sections/:section/bracket", s.sectionBracket, kit.OnEvent),
		kit.Public("/events/:event/sections/:section/bracket.pdf", s.sectionBracket, kit.OnEvent),
		kit.Public("/events/:event/sections/:section/players.pdf", s.sectionPlayers, kit.OnEvent),
		kit.Public("/events/:event/sections/:section/players", s.sectionPlayers, kit.OnEvent),
		kit.Public("/events/:event/sections/:section/players.json", s.sectionPlayers, kit.OnEvent),
		kit.Public("/events/:event/sections/:section/players.csv", s.sectionPlayers, kit.OnEvent),
		kit.Public("/events/:event/sections/:section/teams", s.sectionTeams, kit.OnEvent),
		kit.Public("/events/:event/sections/:section/teams.csv", s.sectionTeams, kit.OnEvent),
		kit.Public("/events/:event/sections/:section/teams.json", s.sectionTeams, kit.OnEvent),
		kit.Public("/events/:event/sections/:section/players/:player", s.eventPlayer, kit.OnEvent),
		kit.Public("/events/:event/sections/:section/prizes", s.sectionPrizes, kit.OnEvent),
		kit.Public("/events/:event/sections/:section/prizes.pdf", s.sectionPrizes, kit.OnEvent),
		kit.Public("/events/:event/sections/:section/prizes.csv", s.sectionPrizes, kit.OnEvent),
		kit.Public("/events/:event/sections/:section/prizes.json", s.sectionPrizes, kit.OnEvent),
		kit.Post("/events/:event/sections/:section/players/:player/letters", s.playerLetters, kit.Everyone),
		kit.Post("/events/:event/sections/:section/players/:player/report", s.playerReport, kit.SignedIn),
		kit.Post("/events/:event/sections/:section/players/:player/here", s.playerHere, kit.SignedIn),
		kit.Post("/events/:event/sections/:section/players/:player/call", s.playerCall, kit.SignedIn),
		kit.Public("/events/:event/sections/:section/lot", s.sectionLot, kit.OnEvent),
		kit.Public("/events/:event/sections/:section/lot.json", s.sectionLot, kit.OnEvent),
		kit.Public("/events/:event/sections/:section/wall", s.sectionWall, kit.OnEvent),

		// A table on a player's phone, by the code on its card or the letters below that.
		kit.Get(kit.TypedCardPath, typeCard.Get, kit.Everyone),
		kit.PostAgain(kit.TypedCardPath, typeCard.Post, kit.Everyone).TakesCode(),
		kit.Get("/t/:card", s.tablePage, kit.Everyone),
		kit.Post("/t/:card", s.tableReport, kit.Everyone),
		kit.Post("/t/:card/call", s.tableCall, kit.Everyone),
		kit.PostFile("/t/:card/record", s.tableRecord, kit.Everyone),
		kit.Get("/round-letters/:token", s.roundLetters, kit.Everyone),
		kit.Post("/round-letters/:token", s.roundLettersPress, kit.Everyone),

		// Games with a last day, for whoever plays them.
		kit.Get("/games", s.ownGames, kit.SignedIn),
		kit.Get("/games/:id", s.ownGame, kit.SignedIn),
		kit.Post("/games/:id", s.ownReport, kit.SignedIn),
		kit.PostFile("/games/:id/record", s.ownRecord, kit.SignedIn),
		kit.Post("/games/:id/accept", s.ownAccept, kit.SignedIn),

		// The director's desk: events.
		kit.Get("/director", s.directorHome, kit.May(auth.DirectEvent, auth.EnterResult, auth.CreateEvent)),
		kit.Get("/director/events/new", setUp.Get, kit.May(auth.CreateEvent)),
		kit.Post("/director/events", setUp.Post, kit.May(auth.CreateEvent)),
		kit.Get(pastEventsPath, s.pastEvents, kit.May(auth.KeepRatings)),
		kit.Post(pastEventsPath, s.pastEventsTake, kit.May(auth.KeepRatings)),
		kit.Get(pastEventsPath+"/add", addPast.Get, kit.May(auth.KeepRatings)),
		kit.PostFile(pastEventsPath+"/add", addPast.Post, kit.May(auth.KeepRatings)),
		kit.Get(pastEventsPath+"/add-list", addList.Get, kit.May(auth.KeepRatings)),
		kit.PostFile(pastEventsPath+"/add-list", addList.Post, kit.May(auth.KeepRatings)),
		kit.Post(pastEventsPath+"/:id/remove", s.pastEventRemove, kit.May(auth.KeepRatings)),
		kit.Get(eventUploadPath, uploadEvent.Get, kit.May(auth.CreateEvent)),
		kit.PostFile(eventUploadPath, uploadEvent.Post, kit.May(auth.CreateEvent)),
		kit.Get("/director/event-files/:id", s.eventFile, kit.May(auth.CreateEvent)),
		kit.Post("/director/event-files/:id", s.eventFileConfirm, kit.May(auth.CreateEvent)),
		kit.Post("/director/event-files/:id/discard", s.eventFileDiscard, kit.May(auth.CreateEvent)),
		kit.Get("/director/events/:id", s.eventDesk, kit.May(auth.EnterResult)),
		kit.Get("/director/events/:id/edit", changeEvent.Get, director),
		kit.Post("/director/events/:id/edit", changeEvent.Post, director),
		kit.Post("/director/events/:id/announce", press(s.tournaments.Announce, "The event is announced."), director),
		kit.Post(
			"/director/events/:id/unannounce", press(s.tournaments.Unannounce, "The announcement is withdrawn."), director,
		),
		kit.Post("/director/events/:id/close", press(s.tournaments.Close, "The places are final."), director),
		kit.Post("/director/events/:id/reopen", press(s.tournaments.Reopen, "The event is open again."), director),
		kit.Get("/director/events/:id/rating", s.eventRating, kit.May(auth.RateEvent)),
		kit.Post("/director/events/:id/rating/submit", s.eventRate, kit.May(auth.RateEvent)),
		kit.Post("/director/events/:id/rating/withdraw", s.eventUnrate, kit.May(auth.RateEvent)),
		kit.Get("/director/events/:id/officials", s.officials, kit.May(auth.EnterResult, auth.AppointToEvent)),
		kit.Get("/director/events/:id/officials/appoint", appoint.Get, kit.May(auth.AppointToEvent)).Lists(kit.Searched),
		kit.Post("/director/events/:id/officials", appoint.Post, kit.May(auth.AppointToEvent).Again()),
		kit.Post("/director/events/:id/officials/:office/end", s.officialEnd, kit.May(auth.AppointToEvent).Again()),

		kit.Get("/director/events/:id/projector", projector.Get, director),
		kit.Post("/director/events/:id/projector", projector.Post, director),
		kit.Get("/director/events/:id/check-in.pdf", s.checkInSheet, director),
		kit.Get("/director/events/:id/wall-chart.pdf", s.wallChart, director),
		kit.Get("/director/events/:id/rounds/:round/sheet.pdf", s.roundSheet, director),
		kit.Get("/director/events/:id/rounds/:round/bundle.pdf", s.eventBundle, director),

		// The director's desk: sections.
		kit.Get("/director/events/:id/sections/new", addSection.Get, director),
		kit.Post("/director/events/:id/sections", addSection.Post, director),
		kit.Get("/director/sections/:id/edit", changeSection.Get, director),
		kit.Post("/director/sections/:id/edit", changeSection.Post, director),
		kit.Get("/director/sections/:id/deadlines", deadlines.Get, director),
		kit.Post("/director/sections/:id/deadlines", deadlines.Post, director),
		kit.Post("/director/sections/:id/deadlines/remove", s.deadlinesRemove, director),
		kit.Get("/director/sections/:id/timetable", timetable.Get, director),
		kit.Post("/director/sections/:id/timetable", timetable.Post, director),
		kit.Get("/director/sections/:id/timetable/delay", delay.Get, director),
		kit.Post("/director/sections/:id/timetable/delay", delay.Post, director),
		kit.Post("/director/sections/:id/timetable/remove", s.timetableRemove, director),
		kit.Post("/director/sections/:id/remove", s.sectionRemove, director),

		// The director's desk: prizes.
		kit.Get("/director/sections/:id/prizes", s.prizesDesk, director),
		kit.Get("/director/sections/:id/prizes/edit", setPrizes.Get, director),
		kit.Post("/director/sections/:id/prizes/edit", setPrizes.Post, director),
		kit.Get("/director/sections/:id/prizes/groups", prizeGroups.Get, director),
		kit.Post("/director/sections/:id/prizes/groups", prizeGroups.Post, director),
		kit.Get("/director/sections/:id/prizes/:prize/decide", decidePrize.Get, director),
		kit.Post("/director/sections/:id/prizes/:prize/decide", decidePrize.Post, director),
		kit.Post("/director/sections/:id/prizes/:prize/decide/undo", s.undecidePrize, director),
		kit.Post("/director/sections/:id/prizes/publish", s.prizesPress(true), director),
		kit.Post("/director/sections/:id/prizes/withdraw", s.prizesPress(false), director),
		kit.Get("/director/sections/:id/prizes/list.pdf", s.prizesPrint, director),
		kit.Get("/director/sections/:id/prizes/list.xlsx", s.prizesSheet, director),
		kit.Get("/director/sections/:id/prizes/certificates.pdf", s.certificates, director),

		// The director's desk: entries.
		kit.Get("/director/sections/:id/entries", s.entries, director),
		kit.Get("/director/sections/:id/entries.csv", s.entriesFile, director),
		kit.Get("/director/sections/:id/entries.xlsx", s.entriesFile, director),
		kit.Post("/director/sections/:id/entries", s.entryCreate, director),
		kit.Post("/director/sections/:id/entries/refresh", s.entriesRefresh, director),
		kit.Get("/director/sections/:id/entries/guest", enterGuest.Get, director),
		kit.Post("/director/sections/:id/entries/guest", enterGuest.Post, director),
		kit.Get("/director/entries/:id", changeEntry.Get, director),
		kit.Post("/director/entries/:id", changeEntry.Post, director),
		kit.Get("/director/entries/:id/name", correctGuest.Get, director),
		kit.Post("/director/entries/:id/name", correctGuest.Post, director),
		kit.Post("/director/entries/:id/withdraw", s.entryWithdraw, director),
		kit.Post("/director/entries/:id/pair", s.entryPair, director),
		kit.Post("/director/entries/:id/part", s.entryPress(s.tournaments.PartPair, "are two entries"), director),
		kit.Post("/director/entries/:id/table", s.entryTable, director),
		kit.Post("/director/entries/:id/team", s.entryTeam, director),
		kit.Post("/director/entries/:id/readmit", s.entryPress(s.tournaments.Readmit, "is back in"), director),
		kit.Post(
			"/director/entries/:id/visitor", s.entryPress(s.tournaments.AcceptVisitor, "is accepted as a visitor"), director,
		),
		kit.Post("/director/entries/:id/remove", s.entryPress(s.tournaments.RemoveEntry, "is removed"), director),
		kit.Post("/director/entries/:id/absent", s.entryAbsent, director),
		kit.Get("/director/events/:id/entries", uploadEntries.Get, director),
		kit.Get("/director/events/:id/entries.xlsx", s.entryTemplate, director),
		kit.Get("/director/events/:id/entries.csv", s.entryTemplate, director),
		kit.PostFile("/director/events/:id/entries", uploadEntries.Post, director),
		kit.Get("/director/lists/:id", s.entryList, director),
		kit.Post("/director/lists/:id", s.entryListConfirm, director),

		// The director's desk: teams.
		kit.Get("/director/sections/:id/teams", s.teams, director),
		kit.Post("/director/sections/:id/teams", s.teamCreate, director),
		kit.Get("/director/teams/:id", changeTeam.Get, director),
		kit.Post("/director/teams/:id", changeTeam.Post, director),
		kit.Post("/director/teams/:id/join", s.teamJoin, director),
		kit.Post("/director/teams/:id/remove", s.teamRemove, director),
		kit.Post("/director/teams/:id/withdraw", s.teamWithdraw, director),
		kit.Post("/director/teams/:id/readmit", s.teamReadmit, director),
		kit.Get("/director/teams/:id/lineups/:round", changeLineup.Get, director),
		kit.Post("/director/teams/:id/lineups/:round", changeLineup.Post, director),

		// Who has come, at the desk and by the code on the poster at the door.
		kit.Get("/director/events/:id/check-in", s.checkIn, kit.May(auth.EnterResult)),
		kit.Post("/director/entries/:id/here", s.checkInPress(true), kit.May(auth.EnterResult)),
		kit.Post("/director/entries/:id/not-here", s.checkInPress(false), kit.May(auth.EnterResult)),
		kit.Post("/director/sections/:id/rounds/:round/sit-out", s.drawForm("", s.drawSitOut), director),
		kit.Get("/here/:card", s.door, kit.Everyone),
		kit.Post("/here/:card", s.doorPress, kit.Everyone),

		// The director's desk: the draw.
		kit.Get("/director/sections/:id/draw", s.drawNow, director),
		kit.Get("/director/sections/:id/rounds/:round", s.drawRound, director),
		kit.Post("/director/sections/:id/rounds/:round/draw", s.drawForm("", s.drawMake), director),
		kit.Post(
			"/director/sections/:id/rounds/:round/redraw", s.drawForm("Drawn again with new lots.", s.drawAgain), director,
		),
		kit.Post(
			"/director/sections/:id/rounds/:round/relax", s.drawForm("Round {round} is drawn.", s.drawRelax), director,
		),
		kit.Post(
			"/director/sections/:id/rounds/:round/discard", s.drawForm("The draw is discarded.", s.drawDiscard), director,
		),
		kit.Post(
			"/director/sections/:id/rounds/:round/publish", s.drawForm("", s.drawPublish), director,
		),
		kit.Post(
			"/director/sections/:id/rounds/:round/unpublish",
			s.drawForm("The round is no longer published; only you see the draw now.", s.drawUnpublish), director,
		),
		kit.Post(
			"/director/sections/:id/rounds/:round/by-hand",
			s.drawForm("Round {round} is changed. Only the games of these players are touched.", s.drawByHand), director,
		),
		kit.Post("/director/sections/:id/rounds/:round/fix", s.drawForm("The pair is fixed.", s.drawFix), director),
		kit.Post(
			"/director/sections/:id/rounds/:round/letgo", s.drawForm("The pair is no longer fixed.", s.drawLetGo), director,
		),
		kit.Post(
			"/director/sections/:id/rounds/:round/forbid", s.drawForm("These two will not be paired.", s.drawForbid), director,
		),
		kit.Post(
			"/director/sections/:id/rounds/:round/allow", s.drawForm("The pair is allowed again.", s.drawAllow), director,
		),
		kit.Post("/director/games/:id/swap", s.gameForm("The colours are swapped.", s.gameSwap), director),
		kit.Post("/director/games/:id/handicap", s.gameForm("The handicap is set.", s.gameHandicap), director),

		// The director's desk: results, places, prints; the referee's inbox.
		kit.Get("/director/sections/:id/results", s.resultsNow, kit.May(auth.EnterResult)),
		kit.Get("/director/sections/:id/rounds/:round/results", s.resultsRound, kit.May(auth.EnterResult)),
		kit.Post("/director/sections/:id/rounds/:round/results", s.resultSave, kit.May(auth.EnterResult)),
		kit.Post("/director/sections/:id/rounds/:round/results/undo", s.resultUndo, kit.May(auth.EnterResult)),
		kit.Get("/director/games/:id", s.game, kit.May(auth.EnterResult)),
		kit.Post("/director/games/:id", s.gameSave, kit.May(auth.EnterResult)),
		kit.Post("/director/games/:id/correct", s.gameCorrect, kit.May(auth.RateEvent)),
		kit.Post("/director/games/:id/undo", s.gameUndo, kit.May(auth.EnterResult)),
		kit.Get("/director/events/:id/disputes", s.disputes, kit.May(auth.EnterResult)),
		kit.Post("/director/events/:id/disputes", s.disputeSettle, kit.May(auth.EnterResult)),
		kit.Post("/director/events/:id/disputes/answer", s.callAnswer, kit.May(auth.EnterResult)),
		kit.Post("/director/events/:id/disputes/letters", s.refereeLetters, kit.May(auth.EnterResult)),
		kit.Get("/director/sections/:id/standings", s.standingsDesk, director),
		kit.Get("/director/sections/:id/prints", s.prints, director),
		kit.Get("/director/sections/:id/poster.pdf", s.doorPoster, director),
		kit.Get("/director/sections/:id/badges.pdf", s.badges, director),
		kit.Get("/director/sections/:id/files", s.files, director),
		kit.Get("/director/sections/:id/files/event.json", s.sectionFile(formats.JSON), director),
		kit.Get("/director/sections/:id/files/event.xml", s.sectionFile(formats.OpenGotha), director),
		kit.Get("/director/sections/:id/files/event.h9", s.sectionFile(formats.H9), director),
		kit.Get("/director/sections/:id/files/event.tou", s.sectionFile(formats.TOU), director),
		kit.Get("/director/sections/:id/files/event.aga", s.sectionFile(formats.AGA), director),
		kit.Get("/director/sections/:id/files/event.csv", s.sectionFile(formats.CSV), director),
		kit.Get("/director/sections/:id/cards.pdf", s.tableCards, director),
		kit.Post(
			"/director/sections/:id/cards", kit.Press(
				s.Site, s.tournaments.RenewCards, printsURL,
				"The cards have new codes; those on the tables no longer work. Print the cards again.",
			), director,
		),
		kit.Get("/director/sections/:id/rounds/:round/slips.pdf", s.resultSlips, director),
		kit.Get("/director/sections/:id/rounds/:round/bundle.pdf", s.roundBundle, director),
		kit.PostFile("/director/games/:id/records", s.recordAttach, kit.May(auth.EnterResult)),

		// What other systems would give; answered in the background.
		kit.GetAtOnce("/director/compare", s.compare, kit.May(auth.CreateEvent, auth.DirectEvent)),
		kit.GetAtOnce("/director/sections/:id/compare", s.compareSection, director),

		// Events, live.
		kit.GetAtOnce("/events/:id/live", s.eventLive, kit.Everyone),
		kit.GetAtOnce("/events/:id/revision", s.eventRevision, kit.Everyone),
	}
}
