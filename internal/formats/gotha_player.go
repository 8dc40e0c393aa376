package formats

import (
	"fmt"
	"slices"
	"strings"

	"nzgs/internal/pairing"
	"nzgs/internal/ratings/scale"
)

func (r *gothaReader) player(e *element) {
	if len(r.entries) == pairing.MaxPlayers {
		e.wrong("too many: at most %d players", pairing.MaxPlayers)
		r.enough = true
		return
	}
	family, given := e.text("name"), e.text("firstName")
	if family == "" {
		e.wrong("name is missing")
	}
	key := gothaKey(family, given)
	if first, taken := r.players[key]; taken {
		e.wrong("%s %s is already in line %d; players must have different names", family, given, r.entries[first].line)
	}
	if given == noGiven || given == "x" {
		given = ""
	}
	i := len(r.entries)
	name, person := joinName(family, given)
	p := pairing.Player{ID: pairing.ID(fmt.Sprintf("p%d", i+1)), Name: name, Club: e.text("club")}
	entry := gothaEntry{line: e.line, correction: e.whole("smmsCorrection", 0, -20, 20), sat: e.text("participating")}
	p.Rating, person.Points, entry.rank = r.strength(e)
	if g := entry.rank; g != p.Rating.Grade() {
		p.Grade = &g
	}
	if c := strings.ToUpper(e.text("country")); country.MatchString(c) {
		person.Country = c
	} else if c != "" {
		r.notes.add("line %d: %q is not a country of two letters; it was ignored", e.line, shorten(c))
	}
	person.PIN, person.Licence, person.AGA = e.text("egfPin"), e.text("ffgLicence"), e.text("agaId")
	switch status := e.text("registeringStatus"); status {
	case "", "FIN":
	case "PRE":
		p.Preliminary = true
	default:
		e.wrong("registeringStatus is %q; it must be FIN or PRE", shorten(status))
	}
	if strings.Trim(entry.sat, "01") != "" {
		e.wrong("participating must be a 0 or a 1 for each round")
	}
	r.personal(e)
	r.at.put(fmt.Sprintf("players[%d]", i), e.line, "<Player>")
	r.players[key] = i
	r.entries = append(r.entries, entry)
	r.file.Event.Players = append(r.file.Event.Players, p)
	r.file.People = append(r.file.People, person)
}

// personal says what is not kept of players. A grade is what the rank says again.
func (r *gothaReader) personal(e *element) {
	for _, a := range []struct {
		name    string
		nothing []string // what says nothing: entered by hand, worked out from the grade
		what    string
	}{
		{"agaExpirationDate", nil, "until when AGA memberships are paid"},
		{"ffgLicenceStatus", []string{"-"}, "the state of French licences"}, {"userName", nil, "user names"},
		{"ratingOrigin", []string{"INI", "MAN"}, "where ratings are from"},
	} {
		if v := e.text(a.name); v != "" && !slices.Contains(a.nothing, v) {
			r.leave(a.what)
		}
	}
	e.known("grade")
}

// strength reads a player's rating and rank. Each stands in for the other.
func (r *gothaReader) strength(e *element) (rating scale.Rating, points int, rank scale.Grade) {
	rankText := e.text("rank")
	rank, ranked := parseGothaGrade(rankText)
	if rankText != "" && !ranked {
		e.wrong("rank is %q; it must be a grade such as 3D or 15K", shorten(rankText))
	}
	_, rated := e.value("rating")
	european := e.whole("rating", gothaMinEuropean, -100_000, 100_000)
	switch {
	case rated && r.oldRatings:
		european += 2050
	case !rated && ranked:
		european = Person{}.European(rank.Rating())
	case !rated:
		e.wrong("rank and rating are missing")
	}
	if inside := min(max(european, gothaMinEuropean), gothaMaxEuropean); inside != european {
		r.notes.add("line %d: the rating %d is outside %d to %d; read as %d", e.line, european, gothaMinEuropean,
			gothaMaxEuropean, inside)
		european = inside
	}
	rating, points = fromEuropean(european)
	if !ranked {
		rank = rating.Grade()
	}
	return rating, points, rank
}
