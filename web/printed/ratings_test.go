package printed_test

const (
	rated        = `SELECT person_id FROM rating WHERE last_day > '2024-11-21'`
	pointsPeople = `SELECT person_id FROM points_placing WHERE person_id IS NOT NULL AND member`
	ratedEvent   = `SELECT e.slug || '.pdf' FROM rating_event s JOIN event e ON e.id = s.event_id WHERE s.withdrawn_at IS NULL ORDER BY s.id DESC`
	ratedPlayers = `SELECT person_id FROM rating_change WHERE submission_id = (SELECT MAX(id) FROM rating_event WHERE withdrawn_at IS NULL)`
	pointed      = `SELECT person_id FROM points_placing ORDER BY person_id`
)

// ratingFiles are those of ratings, points, titles and grades.
var ratingFiles = []file{
	{route: "/ratings.csv", who: rated},
	{route: "/ratings.xlsx", who: rated},
	{route: "/ratings.pdf", who: rated},
	{route: "/ratings/events/:event", at: ratedEvent, who: ratedPlayers, bundle: true},
	{route: "/ratings/desk/list.pdf", as: "secretary", who: rated},
	{route: "/ratings/desk/list.xlsx", as: "secretary", who: rated},
	{route: "/ratings/desk/list.csv", as: "secretary", who: rated},
	{route: "/ratings/desk/changes.pdf", as: "secretary"},
	{route: "/ratings/desk/changes.xlsx", as: "secretary"},
	{route: "/ratings/desk/changes.csv", as: "secretary"},
	{route: "/points.csv", who: pointsPeople},
	{route: "/points.xlsx", who: pointsPeople},
	{route: "/points.pdf", who: pointsPeople},
	{route: "/points/history.csv"},
	{route: "/points/history.xlsx"},
	{route: "/points/history.pdf"},
	{route: "/points/players/:player/account.csv", at: pointed},
	{route: "/points/players/:player/account.xlsx", at: pointed},
	{route: "/points/players/:player/account.pdf", at: pointed},
	{route: "/titles.csv"},
	{route: "/titles.xlsx"},
	{route: "/titles.pdf"},
	{route: "/titles/awards/:award/certificate.pdf", as: "secretary", at: `SELECT id FROM title_award ORDER BY id`, cut: true},
	{route: "/titles/desk/champions.xlsx", as: "secretary"},
	{route: "/titles/desk/champions.csv", as: "secretary"},
	{route: "/diplomas.csv"},
	{route: "/diplomas.xlsx"},
	{route: "/diplomas.pdf"},
	{route: "/diplomas/numbers/:number/diploma.pdf", as: "secretary", at: `SELECT number FROM grade_award ORDER BY id`, cut: true},
}
