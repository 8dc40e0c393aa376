package takeover

import (
	"fmt"
	"slices"
	"strconv"

	"nzgs/internal/civil"
	"nzgs/internal/ratings"
	"nzgs/internal/ratings/scale"
	"nzgs/internal/sheet"
)

// ratingList are the ratings of one file.
type ratingList struct {
	Day     civil.Date
	Source  string
	players []ratedPlayer
}

// ratedOn is somebody with the day of a rating.
type ratedOn struct {
	person int // place among the planned people
	day    civil.Date
}

type ratedPlayer struct {
	person int // place among the planned people
	rating scale.Rating
	games  int
}

// setRating is a rating that was set already.
type setRating struct {
	Day    civil.Date
	Rating scale.Rating
	Games  int
}

const maxGames = 10_000

// rateAll reads the ratings of the rows.
func (p *planner) rateAll() {
	lists := map[int]int{}
	rated := map[ratedOn]int{} // the row
	for i := range p.Plan.Rows {
		r := &p.Plan.Rows[i]
		text := r.line.get(sheet.Rating)
		if text == "" || r.person < 0 || r.line.club != nil {
			continue
		}
		s := p.files[r.line.file].Settings
		rating, err := scale.Parse(text)
		if err != nil {
			r.Notes = append(r.Notes, fmt.Sprintf("“%s” is not a rating, so it is left out: write 3.4, 3d or 12k.", text))
			continue
		}
		if !ratings.CanStart(rating) {
			r.Notes = append(r.Notes, fmt.Sprintf("The rating %s is outside the rating list’s range, so it is left out.", rating))
			continue
		}
		games := s.Games
		if said := r.line.get(sheet.Games); said != "" {
			if games, err = strconv.Atoi(said); err != nil || games < 1 || games > maxGames {
				r.Notes = append(r.Notes, fmt.Sprintf("“%s” is not a number of games between 1 and %d, so the rating is left out.", said, maxGames))
				continue
			}
		}
		if games == 0 {
			r.Notes = append(r.Notes, "The number of rated games is missing, so the rating is left out.")
			continue
		}
		key := ratedOn{r.person, s.Day}
		if first, twice := rated[key]; twice {
			r.Notes = append(r.Notes, fmt.Sprintf("Row %d of %s has a rating of the same person, which counts.",
				p.Plan.Rows[first].Row, p.Plan.Rows[first].FileName))
			continue
		}
		rated[key] = i
		id := p.Plan.folk[r.person].id
		if id != 0 && id == p.actor {
			r.Notes = append(r.Notes, "No one sets their own rating: another officer sets yours on the ratings desk.")
			continue
		}
		if s.Day.IsZero() || s.Source == "" || p.isSet(id, setRating{s.Day, rating, games}) {
			continue
		}
		if slices.ContainsFunc(p.rated[id], func(x setRating) bool { return id != 0 && x.Day == s.Day }) {
			r.Notes = append(r.Notes, fmt.Sprintf("Another rating was set for %s already: withdraw it on the ratings desk first.", s.Day.Long()))
			continue
		}
		at, begun := lists[r.line.file]
		if !begun {
			at = len(p.ratings)
			lists[r.line.file] = at
			p.ratings = append(p.ratings, ratingList{Day: s.Day, Source: s.Source})
		}
		p.ratings[at].players = append(p.ratings[at].players, ratedPlayer{r.person, rating, games})
		r.Does = append(r.Does, fmt.Sprintf("Rating %s from %s, on %d games", rating, s.Day.Long(), games))
		p.Rated++
	}
}

// isSet reports whether the very same rating was set already.
func (p *planner) isSet(id PersonID, x setRating) bool {
	for _, have := range p.rated[id] {
		if have == x {
			return true
		}
	}
	return false
}
