package pairing

import (
	"fmt"

	"nzgs/internal/ratings/scale"
)

// PairPlayer is one of the two players of a pair in pair go.
type PairPlayer struct {
	Name       string
	Rating     scale.Rating
	Club, City string
	Country    string
}

// PairRating gives the rating of a pair: the mean of both ratings, rounded up to a tenth as handicaps are rounded up.
func PairRating(a, b scale.Rating) scale.Rating {
	sum := int(a) + int(b)
	if sum%2 != 0 && sum > 0 {
		sum++
	}
	return scale.Rating(sum / 2) // halves of negative sums are cut towards zero, which is up
}

// two are up to two tags: those of a player, or of both players of a pair.
type two [2]tag

// share reports whether two entries have one of the tags in common.
func (t two) share(other two) bool {
	for _, a := range t {
		if a != 0 && (a == other[0] || a == other[1]) {
			return true
		}
	}
	return false
}

// texts gives a text of a player, or those of both players of a pair.
func (p *Player) texts(single string, of func(p *PairPlayer) string) []string {
	if len(p.Pair) != 2 {
		return []string{single}
	}
	both := []string{of(&p.Pair[0]), of(&p.Pair[1])}
	if both[0] == both[1] || both[1] == "" {
		return both[:1]
	}
	return both
}

func (p *Player) clubs() []string {
	return p.texts(p.Club, func(one *PairPlayer) string { return one.Club })
}

func (p *Player) cities() []string {
	return p.texts(p.City, func(one *PairPlayer) string { return one.City })
}

func (p *Player) countries() []string {
	return p.texts(p.Country, func(one *PairPlayer) string { return one.Country })
}

// pair checks the two players of a pair.
func (v *validator) pair(path string, p *Player) {
	switch len(p.Pair) {
	case 0:
		return
	case 2:
	default:
		v.add(path+".pair", "a pair is two players")
		return
	}
	for k, one := range p.Pair {
		if one.Rating < scale.MinRating || one.Rating > scale.MaxRating {
			v.add(fmt.Sprintf("%s.pair[%d].rating", path, k), "must be between %s and %s", scale.MinRating, scale.MaxRating)
			return
		}
	}
	if want := PairRating(p.Pair[0].Rating, p.Pair[1].Rating); p.Rating != want {
		v.add(path+".rating", "the mean of %s and %s, rounded up, is %s", p.Pair[0].Rating, p.Pair[1].Rating, want)
	}
}
