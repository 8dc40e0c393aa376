package printed_test

// What stands for parameters of several routes.
const (
	ofCongress = ` FROM section s JOIN event e ON e.id = s.event_id WHERE e.slug LIKE 'congress-%' ORDER BY s.id`
	congress   = `SELECT e.slug` + ofCongress
	congressID = `SELECT e.id` + ofCongress
	open       = `SELECT e.slug || '|' || s.slug` + ofCongress
	openID     = `SELECT s.id` + ofCongress
	openRound  = `SELECT s.id || '|3'` + ofCongress
	cup        = `SELECT e.slug || '|' || s.slug FROM section s JOIN event e ON e.id = s.event_id WHERE s.system = 'knockout'`
)

// eventFiles are those of events.
var eventFiles = []file{
	// For everyone.
	{route: "/events.csv"},
	{route: "/events/:event/crosstable.xlsx", at: congress},
	{route: "/events/:event/timetable.ics", at: congress},
	{route: "/events/:event/timetable.pdf", at: congress},
	{route: "/events/:event/sections/:section/standings.csv", at: open},
	{route: "/events/:event/sections/:section/standings.pdf", at: open},
	{route: "/events/:event/sections/:section/crosstable.csv", at: open},
	{route: "/events/:event/sections/:section/crosstable.pdf", at: open},
	{route: "/events/:event/sections/:section/bracket.pdf", at: cup},
	{route: "/events/:event/sections/:section/players.pdf", at: open},
	{route: "/events/:event/sections/:section/players.csv", at: open},
	{route: "/events/:event/sections/:section/teams.csv", lacks: "no teams play"},
	{route: "/events/:event/sections/:section/prizes.pdf", lacks: "no prizes are announced"},
	{route: "/events/:event/sections/:section/prizes.csv", lacks: "no prizes are announced"},
	{route: "/events/:event/sections/:section/rounds/:round", at: `SELECT e.slug || '|' || s.slug || '|3.pdf'` + ofCongress},
	{route: "/events/:event/sections/:section/rounds/:round", at: `SELECT e.slug || '|' || s.slug || '|3.pdf'` + ofCongress, ask: "?by=name"},
	{route: "/events/:event/sections/:section/rounds/:round", at: `SELECT e.slug || '|' || s.slug || '|2.pdf'` + ofCongress, ask: "?with=results"},

	// For the director.
	{route: "/director/events/:id/check-in.pdf", as: "director", at: congressID},
	{route: "/director/events/:id/rounds/:round/sheet.pdf", as: "director", at: `SELECT e.id || '|3'` + ofCongress},
	{route: "/director/events/:id/entries.xlsx", as: "director", at: congressID},
	{route: "/director/events/:id/entries.csv", as: "director", at: congressID},
	{route: "/director/events/:id/online/list.xlsx", as: "director", at: `SELECT event_id FROM entry_terms`},
	{route: "/director/events/:id/online/list.csv", as: "director", at: `SELECT event_id FROM entry_terms`},
	{route: "/director/events/:id/paid.xlsx", as: "director", at: `SELECT event_id FROM entry_terms`},
	{route: "/director/events/:id/paid.csv", as: "director", at: `SELECT event_id FROM entry_terms`},
	{route: "/director/sections/:id/prizes/list.pdf", as: "director", at: openID},
	{route: "/director/sections/:id/prizes/list.xlsx", as: "director", at: openID},
	{route: "/director/sections/:id/prizes/certificates.pdf", as: "director", at: openID, ask: "?for=everyone"},
	{route: "/director/sections/:id/entries.csv", as: "director", at: openID},
	{route: "/director/sections/:id/entries.xlsx", as: "director", at: openID},
	{route: "/director/sections/:id/poster.pdf", as: "director", at: openID},
	{route: "/director/sections/:id/badges.pdf", as: "director", at: openID},
	{route: "/director/sections/:id/files/event.csv", as: "director", at: openID},
	{route: "/director/sections/:id/cards.pdf", as: "director", at: openID},
	{route: "/director/sections/:id/rounds/:round/slips.pdf", as: "director", at: openRound},
	{route: "/director/sections/:id/rounds/:round/bundle.pdf", as: "director", at: openRound},
	{route: "/director/rulings/:id/sheet.pdf", as: "referee", at: `SELECT id FROM game_ruling`},
}
