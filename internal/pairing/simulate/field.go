package simulate

import (
	"fmt"
	"math"
	"math/rand/v2"

	"nzgs/internal/pairing"
	"nzgs/internal/ratings/scale"
)

// Field says who comes to the events. Strengths are in stones on the rating scale. Probabilities are in thousandths and
// stand for one player in one round, where nothing else is said.
type Field struct {
	Players int

	// Entrants, when given, are who comes to every event, Players of them: only their form differs from one event to the
	// next. Without them strengths are drawn from a normal distribution cut off at both ends.
	Entrants           []Entrant
	Mean, Spread       float64 // of the distribution
	Weakest, Strongest float64
	Clubs              int // entrants not given belong to so many clubs; 0 means that no one has one

	Form     float64 // standard deviation of true strength − published rating, in stones
	Late     int     // a player enters in the second or third round
	Absent   int     // absent from a round
	HalfBye  int     // asks for a half-point bye; one at most for a player
	Withdraw int     // withdraws after a round
	Default  int     // of games: one of the two does not come
	Jigo     int     // of even games between equals
}

// Entrant is someone who comes, as the director knows them.
type Entrant struct {
	Rating scale.Rating
	Club   string
}

// DefaultField is so many players spread like the society's rating list: a bell round 6 kyu from 22 kyu to 6 dan, from
// eight clubs, who mostly keep to the rounds.
func DefaultField(players int) Field {
	return Field{
		Players: players,
		Mean:    -5, Spread: 5, Weakest: -21, Strongest: 6.5, Clubs: 8,
		Form: 0.7, Late: 20, Absent: 10, HalfBye: 5, Withdraw: 10, Default: 5, Jigo: 25,
	}
}

// entered is a field as one event has it.
type entered struct {
	players  []pairing.Player // numbered from 1
	strength []float64        // true strength of each, in stones
	third    []int            // of the field by rating: 0 upper, 1 middle, 2 lower
}

// draw makes the players of one event. It always looks MaxRounds ahead, so that the same players come, and behave the
// same, however many rounds are played.
func (f *Field) draw(r *rand.Rand) entered {
	e := entered{players: make([]pairing.Player, f.Players), strength: make([]float64, f.Players)}
	for i := range f.Players {
		p := &e.players[i]
		p.ID, p.Number = pairing.ID(fmt.Sprintf("p%d", i+1)), i+1
		form := f.Form * r.NormFloat64()
		if len(f.Entrants) > 0 {
			p.Rating, p.Club = f.Entrants[i].Rating, f.Entrants[i].Club
			e.strength[i] = stones(p.Rating) + form
		} else {
			e.strength[i] = f.oneStrength(r)
			p.Rating = published(e.strength[i] - form)
			p.Club = f.oneClub(r)
		}
		f.presence(r, p)
	}
	e.third = thirds(e.players)
	return e
}

// thirds parts the field by rating. Players of one rating are in the same third.
func thirds(players []pairing.Player) []int {
	ratings := make([]float64, len(players))
	for i, p := range players {
		ratings[i] = stones(p.Rating)
	}
	out := make([]int, len(players))
	for i, place := range ranks(ratings) {
		out[i] = int(3 * (place - 0.5) / float64(len(players)))
	}
	return out
}

// oneStrength draws from the bell, again where it fell outside; a distribution that hardly reaches inside gives its
// nearer end.
func (f *Field) oneStrength(r *rand.Rand) float64 {
	s := f.Mean
	for range 20 {
		if s = f.Mean + f.Spread*r.NormFloat64(); s >= f.Weakest && s <= f.Strongest {
			return s
		}
	}
	return math.Max(f.Weakest, math.Min(f.Strongest, s))
}

func (f *Field) oneClub(r *rand.Rand) string {
	if f.Clubs == 0 {
		return ""
	}
	return fmt.Sprintf("Club %d", 1+r.IntN(f.Clubs))
}

// presence draws when a player is there. The number of values taken from r is always the same.
func (f *Field) presence(r *rand.Rand, p *pairing.Player) {
	late, lateBy := happens(r, f.Late), 2+r.IntN(2)
	if late {
		p.EnteredIn = lateBy
	}
	for round := 1; round <= MaxRounds; round++ {
		away, half, leaves := happens(r, f.Absent), happens(r, f.HalfBye), happens(r, f.Withdraw)
		switch in := round >= p.EnteredIn && p.WithdrawnAfter == 0; {
		case !in:
			continue
		case away:
			p.Absent = append(p.Absent, round)
		case half && len(p.HalfPointByes) == 0:
			p.HalfPointByes = []int{round}
		}
		if leaves {
			p.WithdrawnAfter = round
		}
	}
}

// within gives the field of an event of so many rounds. Who would enter later than its last round does not come; a
// round robin, whose table is made once, takes late entries as players who are absent at first.
func (e *entered) within(rounds int, system pairing.System) entered {
	var out entered
	for i, p := range e.players {
		p.Absent, p.HalfPointByes = through(p.Absent, rounds), through(p.HalfPointByes, rounds)
		if p.WithdrawnAfter >= rounds {
			p.WithdrawnAfter = 0
		}
		if system == pairing.RoundRobin {
			var before []int
			for round := 1; round < min(p.EnteredIn, rounds+1); round++ {
				before = append(before, round)
			}
			p.Absent, p.EnteredIn = append(before, p.Absent...), 0
		}
		if p.EnteredIn <= rounds {
			out.players = append(out.players, p)
			out.strength = append(out.strength, e.strength[i])
			out.third = append(out.third, e.third[i])
		}
	}
	return out
}

func through(list []int, round int) []int {
	for k, r := range list {
		if r > round {
			return list[:k:k]
		}
	}
	return list
}

// happens is true so many times in a thousand.
func happens(r *rand.Rand, thousandths int) bool { return r.IntN(1000) < thousandths }

func stones(r scale.Rating) float64 { return float64(r) / 10 }

// published is the rating the list would give a strength.
func published(strength float64) scale.Rating {
	return max(scale.MinRating, min(scale.MaxRating, scale.Rating(math.Round(strength*10))))
}
