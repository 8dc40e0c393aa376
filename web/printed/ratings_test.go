package printed_test

const pointed = `SELECT person_id FROM points_placing ORDER BY person_id`

// ratingFiles are those of ratings, points, titles and grades.
var ratingFiles = []file{
	{route: "/ratings.csv"},
	{route: "/ratings.xlsx"},
	{route: "/ratings/desk/list.pdf", as: "secretary"},
	{route: "/ratings/desk/list.xlsx", as: "secretary"},
	{route: "/ratings/desk/list.csv", as: "secretary"},
	{route: "/ratings/desk/changes.pdf", as: "secretary"},
	{route: "/ratings/desk/changes.xlsx", as: "secretary"},
	{route: "/ratings/desk/changes.csv", as: "secretary"},
	{route: "/points.csv"},
	{route: "/points.xlsx"},
	{route: "/points.pdf"},
	{route: "/points/history.csv"},
	{route: "/points/history.xlsx"},
	{route: "/points/history.pdf"},
	{route: "/points/players/:player/account.csv", at: pointed},
	{route: "/points/players/:player/account.xlsx", at: pointed},
	{route: "/points/players/:player/account.pdf", at: pointed},
	{route: "/titles.csv"},
	{route: "/titles.xlsx"},
	{route: "/titles.pdf"},
	{route: "/titles/awards/:award/certificate.pdf", as: "secretary", at: `SELECT id FROM title_award ORDER BY id`},
	{route: "/titles/desk/champions.xlsx", as: "secretary"},
	{route: "/titles/desk/champions.csv", as: "secretary"},
	{route: "/diplomas.csv"},
	{route: "/diplomas.xlsx"},
	{route: "/diplomas.pdf"},
	{route: "/diplomas/numbers/:number/diploma.pdf", as: "secretary", at: `SELECT number FROM grade_award ORDER BY id`},
}
