package printed_test

// What stands for parameters of several routes.
const (
	ofCongress      = ` FROM section s JOIN event e ON e.id = s.event_id WHERE e.slug LIKE 'congress-%' ORDER BY s.id`
	congress        = `SELECT e.slug` + ofCongress
	congressID      = `SELECT e.id` + ofCongress
	open            = `SELECT e.slug || '|' || s.slug` + ofCongress
	openID          = `SELECT s.id` + ofCongress
	openRound       = `SELECT s.id || '|3'` + ofCongress
	openPlayers     = `SELECT n.person_id FROM entry n WHERE n.section_id = (SELECT s.id` + ofCongress + ` LIMIT 1)`
	congressPlayers = `SELECT n.person_id FROM entry n JOIN section s ON s.id = n.section_id JOIN event e ON e.id = s.event_id WHERE e.slug LIKE 'congress-%'`
	playedOut       = `SELECT s.id FROM section s JOIN event e ON e.id = s.event_id WHERE e.slug LIKE 'event-2026-%' ORDER BY s.id LIMIT 1`
	announced       = `SELECT e.slug || '|' || s.slug FROM section s JOIN event e ON e.id = s.event_id WHERE s.id = (` + playedOut + `)`
	cupPlayers      = `SELECT n.person_id FROM entry n JOIN section s ON s.id = n.section_id WHERE s.system = 'knockout'`
	cup             = `SELECT e.slug || '|' || s.slug FROM section s JOIN event e ON e.id = s.event_id WHERE s.system = 'knockout'`
)

// eventFiles are those of events.
var eventFiles = []file{
	// For everyone.
	{route: "/events.csv"},
	{route: "/events.ics"},
	{route: "/events/:event/crosstable.xlsx", at: congress, who: congressPlayers},
	{route: "/events/:event/timetable.ics", at: congress},
	{route: "/events/:event/timetable.pdf", at: congress, codes: 1},
	{route: "/events/:event/sections/:section/standings.csv", at: open, who: openPlayers},
	{route: "/events/:event/sections/:section/standings.pdf", at: open, who: openPlayers},
	{route: "/events/:event/sections/:section/crosstable.csv", at: open, who: openPlayers},
	{route: "/events/:event/sections/:section/crosstable.pdf", at: open, who: openPlayers},
	{route: "/events/:event/sections/:section/bracket.pdf", at: cup, who: cupPlayers},
	{route: "/events/:event/sections/:section/players.pdf", at: open, who: openPlayers},
	{route: "/events/:event/sections/:section/players.csv", at: open, who: openPlayers},
	{route: "/events/:event/sections/:section/teams.csv", lacks: "no teams play"},
	{route: "/events/:event/sections/:section/prizes.pdf", at: announced},
	{route: "/events/:event/sections/:section/prizes.csv", at: announced},
	{route: "/events/:event/sections/:section/rounds/:round", at: `SELECT e.slug || '|' || s.slug || '|3.pdf'` + ofCongress, who: openPlayers},
	{route: "/events/:event/sections/:section/rounds/:round", at: `SELECT e.slug || '|' || s.slug || '|3.pdf'` + ofCongress, ask: "?by=name", who: openPlayers},
	{route: "/events/:event/sections/:section/rounds/:round", at: `SELECT e.slug || '|' || s.slug || '|2.pdf'` + ofCongress, ask: "?with=results", who: openPlayers},
	{route: "/records/:id/record.pdf", at: `SELECT id FROM game_record ORDER BY id`},
	{route: "/records/:id/record.pdf", at: `SELECT id FROM game_record ORDER BY id`, ask: "?moves=100"},
	{route: "/play/:id/record.pdf", lacks: "no game is played by turns"},

	// For the director.
	{route: "/director/events/:id/check-in.pdf", as: "director", at: congressID, who: congressPlayers},
	{route: "/director/events/:id/rounds/:round/sheet.pdf", as: "director", at: `SELECT e.id || '|3'` + ofCongress, who: congressPlayers},
	{route: "/director/events/:id/check-in.pdf", as: "director", at: congressID, ask: "?by=section", who: congressPlayers, bundle: true},
	{route: "/director/events/:id/wall-chart.pdf", as: "director", at: congressID, who: congressPlayers},
	{route: "/director/events/:id/wall-chart.pdf", as: "director", at: congressID, ask: "?paper=a3", who: congressPlayers},
	{route: "/director/events/:id/rounds/:round/bundle.pdf", as: "director", at: `SELECT e.id || '|3'` + ofCongress, who: openPlayers, codes: 8, cut: true, bundle: true},
	{route: "/director/events/:id/entries.xlsx", as: "director", at: congressID},
	{route: "/director/events/:id/entries.csv", as: "director", at: congressID},
	{route: "/director/events/:id/online/list.xlsx", as: "director", at: `SELECT event_id FROM entry_terms`},
	{route: "/director/events/:id/online/list.csv", as: "director", at: `SELECT event_id FROM entry_terms`},
	{route: "/director/events/:id/paid.xlsx", as: "director", at: `SELECT event_id FROM entry_terms`},
	{route: "/director/events/:id/paid.csv", as: "director", at: `SELECT event_id FROM entry_terms`},
	{route: "/director/sections/:id/prizes/list.pdf", as: "director", at: openID},
	{route: "/director/sections/:id/prizes/list.xlsx", as: "director", at: openID},
	{route: "/director/sections/:id/prizes/certificates.pdf", as: "director", at: openID, ask: "?for=everyone", who: openPlayers, cut: true},
	{route: "/director/sections/:id/entries.csv", as: "director", at: openID, who: openPlayers},
	{route: "/director/sections/:id/entries.xlsx", as: "director", at: openID, who: openPlayers},
	{route: "/director/sections/:id/poster.pdf", as: "director", at: openID, codes: 1, cut: true},
	{route: "/director/sections/:id/badges.pdf", as: "director", at: openID, who: openPlayers, cut: true},
	{route: "/director/sections/:id/files/event.csv", as: "director", at: openID},
	{route: "/director/sections/:id/cards.pdf", as: "director", at: openID, codes: 8, cut: true},
	{route: "/director/sections/:id/rounds/:round/slips.pdf", as: "director", at: openRound, who: openPlayers, codes: 8, cut: true},
	{route: "/director/sections/:id/rounds/:round/bundle.pdf", as: "director", at: openRound, who: openPlayers, codes: 8, cut: true, bundle: true},
	{route: "/director/rulings/:id/sheet.pdf", as: "referee", at: `SELECT id FROM game_ruling`},
}
