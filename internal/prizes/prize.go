package prizes

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"nzgs/internal/apperr"
	"nzgs/internal/money"
	"nzgs/internal/pairing"
	"nzgs/internal/ratings/scale"
	"nzgs/internal/tournaments"
)

// Kind is what a prize is for.
type Kind string

// The kinds of prizes.
const (
	ByPlace  Kind = "place"  // a place in the standings
	ByBand   Kind = "band"   // the best between two grades
	ByJunior Kind = "junior" // the best junior
	ByWoman  Kind = "woman"  // the best woman
	MostWins Kind = "most_wins"
	Wins     Kind = "wins" // everyone with so many wins
	ByClub   Kind = "club" // the club whose best players have the most points
)

// The kinds of prizes that a section of teams has besides: four for teams, one for their players.
const (
	TeamPlace   Kind = "team_place" // a place in the standings of teams
	TeamBand    Kind = "team_band"  // the best team between two grades
	TeamMost    Kind = "team_most_wins"
	TeamWins    Kind = "team_wins" // every team that won so many matches
	BestOnBoard Kind = "board"     // the player with the most points at one board
)

// Kinds are the kinds that a section can have, as a form offers them.
func Kinds(section tournaments.Settings) []Kind {
	players := []Kind{ByPlace, ByBand, ByJunior, ByWoman, MostWins, Wins, ByClub}
	if section.Teams() {
		return append([]Kind{TeamPlace, TeamBand, TeamMost, TeamWins, BestOnBoard}, players...)
	}
	return players
}

// Teams reports whether teams win it, not players.
func (k Kind) Teams() bool { return k != k.single() }

// Banded reports whether it is for those between two grades.
func (k Kind) Banded() bool { return k.single() == ByBand }

// single is the same kind where players play for themselves.
func (k Kind) single() Kind {
	switch k {
	case TeamPlace:
		return ByPlace
	case TeamBand:
		return ByBand
	case TeamMost:
		return MostWins
	case TeamWins:
		return Wins
	}
	return k
}

// Label says what a kind is.
func (k Kind) Label() string {
	switch k {
	case ByPlace:
		return "A place"
	case ByBand:
		return "Best between two grades"
	case ByJunior:
		return "Best junior"
	case ByWoman:
		return "Best woman"
	case MostWins:
		return "Most wins"
	case Wins:
		return "Everyone with so many wins"
	case ByClub:
		return "Best club"
	case TeamPlace:
		return "Teams: a place"
	case TeamBand:
		return "Teams: best between two grades"
	case TeamMost:
		return "Teams: most matches won"
	case TeamWins:
		return "Teams: everyone with so many matches won"
	case BestOnBoard:
		return "Best on a board"
	}
	return string(k)
}

// Private reports whether who can win it is known to directors alone.
func (k Kind) Private() bool { return k == ByJunior || k == ByWoman }

// PrizeID numbers the prizes of a list; it stays with a prize when others come and go.
type PrizeID int

// Prize is one prize. The comments are the names of the inputs, which end in the prize's line: kind_1.
type Prize struct {
	ID      PrizeID      `json:"id"`
	Kind    Kind         `json:"kind"`              // kind
	Name    string       `json:"name,omitempty"`    // name; "": what the rule is called
	Nth     int          `json:"nth"`               // nth: 1 is the best; of Wins how many
	Best    scale.Rating `json:"best,omitempty"`    // best: the highest grade of a band, as its lowest rating
	Weakest scale.Rating `json:"weakest,omitempty"` // weakest: the lowest grade of a band, as its lowest rating
	Players int          `json:"players,omitempty"` // players: of a club that are counted
	Board   int          `json:"board,omitempty"`   // board: at which a player of a team sat
	Money   money.Cents  `json:"money,omitempty"`   // money
	Thing   string       `json:"thing,omitempty"`   // thing: "Trophy"
	Also    bool         `json:"also,omitempty"`    // also: for who has won another prize too
}

// Ties says which players are tied for prizes.
type Ties string

// The ways to settle ties.
const (
	TiesByPlace Ties = "place" // those who share a place of the standings, tie-breaks and all
	TiesByScore Ties = "score" // those with equal scores, whatever the tie-breaks
)

// Rules are a section's prizes in the order in which they are given: the better one first.
type Rules struct {
	Prizes []Prize `json:"prizes"`
	Once   bool    `json:"once"`         // once: a player wins one prize, the first of the list
	Ties   Ties    `json:"ties"`         // ties
	Shown  bool    `json:"as_it_stands"` // shown: players read how it stands while they play
}

// Title is what the prize is called.
func (p Prize) Title() string {
	if p.Name != "" {
		return p.Name
	}
	nth := ""
	if p.Nth > 1 {
		nth = ordinal(p.Nth) + " "
	}
	switch p.Kind {
	case ByPlace:
		return ordinal(p.Nth) + " place"
	case ByBand:
		return capital(nth + "best " + p.band())
	case ByJunior:
		return capital(nth + "best junior")
	case ByWoman:
		return capital(nth + "best woman")
	case MostWins:
		if p.Nth > 1 {
			return ordinal(p.Nth) + " by wins"
		}
		return "Most wins"
	case Wins:
		return plural(p.Nth, "win", "wins")
	case ByClub:
		return capital(nth + "best club")
	case TeamPlace:
		return ordinal(p.Nth) + " place of teams"
	case TeamBand:
		return capital(nth + "best team, " + p.band())
	case TeamMost:
		if p.Nth > 1 {
			return ordinal(p.Nth) + " by matches won"
		}
		return "Most matches won"
	case TeamWins:
		return plural(p.Nth, "match won", "matches won")
	case BestOnBoard:
		return capital(fmt.Sprintf("%sbest on board %d", nth, p.Board))
	}
	return ""
}

// band is "10–15 kyu", "4 dan", "1 dan – 3 kyu".
func (p Prize) band() string {
	best, weakest := p.Best.Grade().String(), p.Weakest.Grade().String()
	if best == weakest {
		return best
	}
	number, unit, _ := strings.Cut(best, " ")
	if strings.HasSuffix(weakest, " "+unit) {
		return number + "–" + weakest
	}
	return best + " – " + weakest
}

// inBand reports whether a rating is between the grades, both included.
func (p Prize) inBand(r scale.Rating) bool {
	return r.Grade() <= p.Best.Grade() && r.Grade() >= p.Weakest.Grade()
}

// family are the prizes of which one is the next best of the other.
func (p Prize) family() string {
	of := 0
	if p.Kind.single() == Wins {
		of = p.Nth // who has four wins has three as well
	}
	return fmt.Sprint(p.Kind, p.Best.Grade(), p.Weakest.Grade(), p.Players, p.Also, of, p.Board)
}

// Below are the prizes that are the next best of a prize.
func (r Rules) Below(p Prize) (out []Prize) {
	for _, other := range r.Prizes {
		if other.family() == p.family() && other.Nth > p.Nth && p.Kind != Wins {
			out = append(out, other)
		}
	}
	return out
}

// Worth is the prize in words: "$100.00 and a trophy".
func Worth(cents money.Cents, thing string) string {
	switch {
	case cents == 0:
		return thing
	case thing == "":
		return cents.String()
	}
	return cents.String() + " and " + thing
}

// Limits of a list.
const (
	MaxPrizes = 60
	maxMoney  = 100_000_00
	maxNth    = 100
	maxRunes  = 80
)

// PrizeField is the name of an input of a line: "kind_2".
func PrizeField(name string, line int) string { return fmt.Sprintf("%s_%d", name, line) }

// check gives the rules as they are kept; lines are named from 1.
func (r Rules) check() (Rules, apperr.Fields) {
	var f apperr.Fields
	if len(r.Prizes) > MaxPrizes {
		f.Add("kind_1", "Keep at most %d prizes.", MaxPrizes)
	}
	if r.Ties != TiesByPlace && r.Ties != TiesByScore {
		f.Add("ties", "Choose who is tied.")
	}
	out := r
	out.Prizes = slices.Clone(r.Prizes)
	for i := range out.Prizes {
		out.Prizes[i].check(&f, i+1)
	}
	seen := map[string]int{}
	for i, p := range out.Prizes {
		key := fmt.Sprint(p.family(), "#", p.Nth)
		if first, ok := seen[key]; ok && len(f) == 0 {
			f.Add(PrizeField("kind", i+1), "This is the same as line %d. Change one, or leave it out.", first)
		}
		seen[key] = i + 1
	}
	return out, f
}

func (p *Prize) check(f *apperr.Fields, line int) {
	at := func(name string) string { return PrizeField(name, line) }
	p.Name, p.Thing = words(p.Name), words(p.Thing)
	if p.Kind.Label() == string(p.Kind) {
		f.Add(at("kind"), "Choose what the prize is for.")
	}
	if p.Nth < 1 || p.Nth > maxNth {
		f.Add(at("nth"), "Enter a number from 1 to %d.", maxNth)
	}
	if p.Kind.Banded() {
		if p.Best.Grade() < p.Weakest.Grade() {
			f.Add(at("weakest"), "The lowest grade is above the highest. Correct one of them.")
		}
	} else {
		p.Best, p.Weakest = 0, 0
	}
	if p.Kind == ByClub {
		if p.Players < 1 || p.Players > maxNth {
			f.Add(at("players"), "Enter how many players of a club are counted, from 1 to %d.", maxNth)
		}
	} else {
		p.Players = 0
	}
	if p.Kind != BestOnBoard {
		p.Board = 0
	} else if p.Board < 1 || p.Board > pairing.MaxBoards {
		f.Add(at("board"), "Enter the number of the board, from 1.")
	}
	if p.Money < 0 || p.Money > maxMoney {
		f.Add(at("money"), "Enter an amount from %s to %s.", money.Cents(0), maxMoneyText)
	}
	for name, text := range map[string]string{"name": p.Name, "thing": p.Thing} {
		if utf8.RuneCountInString(text) > maxRunes {
			f.Add(at(name), "Shorten this to %d characters.", maxRunes)
		}
	}
}

var maxMoneyText = money.Cents(maxMoney).String()

// fit refuses prizes that a section cannot give.
func (r Rules) fit(section tournaments.Settings) (f apperr.Fields) {
	for i, p := range r.Prizes {
		switch {
		case !slices.Contains(Kinds(section), p.Kind):
			f.Add(PrizeField("kind", i+1), "Players of this section play for themselves. Choose a prize for players.")
		case p.Board > section.Boards:
			f.Add(PrizeField("board", i+1), "Enter the number of a board, from 1 to %d.", section.Boards)
		}
	}
	return f
}

// OutOfOrder says where a prize of more money stands below one of less: who could win both gets the upper one.
func (r Rules) OutOfOrder() []string {
	if !r.Once {
		return nil
	}
	var out []string
	for i, p := range r.Prizes {
		if i == 0 || r.Prizes[i-1].Kind.Teams() != p.Kind.Teams() {
			continue
		}
		if !p.Also && p.Kind != ByClub && p.Kind.single() != Wins && p.Money > r.Prizes[i-1].Money && r.Prizes[i-1].Kind != ByClub {
			out = append(out, fmt.Sprintf(
				"“%s” (%s) stands above “%s” (%s): who could win both gets the first.",
				r.Prizes[i-1].Title(), r.Prizes[i-1].Money, p.Title(), p.Money,
			))
		}
	}
	return out
}

// Usual are the prizes that a list begins with: three places, and a prize for everyone who won half of the games. Where
// players play for teams they are the teams', and the best player on each board has one.
func Usual(section tournaments.Settings) Rules {
	half := max(1, (section.Rounds+1)/2)
	if section.Teams() {
		out := Rules{Once: true, Ties: TiesByPlace, Shown: true}
		for n := range 3 {
			out.Prizes = append(out.Prizes, Prize{ID: PrizeID(n + 1), Kind: TeamPlace, Nth: n + 1})
		}
		for n := range section.Boards {
			out.Prizes = append(out.Prizes, Prize{ID: PrizeID(n + 4), Kind: BestOnBoard, Nth: 1, Board: n + 1})
		}
		return out
	}
	return Rules{Once: true, Ties: TiesByPlace, Shown: true, Prizes: []Prize{
		{ID: 1, Kind: ByPlace, Nth: 1}, {ID: 2, Kind: ByPlace, Nth: 2}, {ID: 3, Kind: ByPlace, Nth: 3},
		{ID: 4, Kind: Wins, Nth: half},
	}}
}

// Player is what prizes are worked out from: a player, or a team.
type Player struct {
	ID        tournaments.EntryID
	Rating    scale.Rating
	Club      string
	Place     int // in the standings, tie-breaks and all; shared ones are equal
	Equal     int // place by score alone
	Score     string
	Figures   string // "4 points, SOS 17"
	Points    int    // half points
	Wins      int
	Played    bool // at least one game
	Withdrawn bool
	Junior    bool
	Woman     bool
	Team      bool // it is a team: ID is its side, Wins are matches, Rating is the mean of its boards
	Boards    []OnBoard
}

// OnBoard is what a player of a team did at one board, the bye of the team left out.
type OnBoard struct {
	Board  int
	Games  int // played, or won by default
	Points int // half points
}

func ordinal(n int) string {
	suffix := "th"
	if n/10%10 != 1 {
		switch n % 10 {
		case 1:
			suffix = "st"
		case 2:
			suffix = "nd"
		case 3:
			suffix = "rd"
		}
	}
	return fmt.Sprintf("%d%s", n, suffix)
}

func capital(s string) string {
	if s == "" || s[0] < 'a' || s[0] > 'z' {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

func plural(n int, one, more string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, more)
}

// words is a text in a line.
func words(s string) string { return strings.Join(strings.Fields(s), " ") }
