package tournaments

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"nzgs/internal/civil"
	"nzgs/internal/pairing"
	"nzgs/internal/ratings/scale"
)

// RoundState says who sees a round.
type RoundState string

// The states of a round that was drawn.
const (
	Preview   RoundState = "draft" // only the director
	Published RoundState = "published"
)

// Round is a round that was drawn.
type Round struct {
	ID          RoundID
	Section     SectionID
	Number      int // from 1
	State       RoundState
	Starts      string // for the wall: "Saturday, 10.00 am"
	Byes        []EntryID
	Games       []Game      // by table
	Matches     []TeamMatch // of a section of teams, by table
	ByeWhy      []pairing.Reason
	Idle        []Idle         // who does not play this round, and why
	Cost        []pairing.Cost // of the whole draw
	ByHand      []HandChange   // since it was drawn, the oldest first
	Seed        uint64         // of the lot it was drawn with
	DrawnAt     civil.Instant
	PublishedAt civil.Instant
	Version     int64
	drawnFrom   string // hash of what it was drawn from
}

// TeamMatch is two teams that meet in a round. Its boards are games from a table on; the first team has White at the
// first of them.
type TeamMatch struct {
	Table        int // of the first board
	White, Black TeamID
}

// Has reports whether a team plays the match.
func (m TeamMatch) Has(id TeamID) bool { return m.White == id || m.Black == id }

// Idle is an entry that takes no part in a round.
type Idle struct {
	Entry EntryID
	Text  string // "absent", "half-point bye"
}

// Game is one table of a round.
type Game struct {
	ID             GameID
	Round          RoundID
	Table          int // as on the table's card
	Black, White   EntryID
	Handicap       int // stones; 0 is even, 1 is Black first without komi
	Komi           scale.HalfPoints
	HandicapReason string      // set when the director chose the handicap
	HandicapBy     string      // who chose it; "" of one from before that was kept
	Basis          scale.Basis // what the draw worked the handicap out from; zero of a game that was not drawn here
	Fixed          bool        // by the director
	Third          bool        // of a knock-out: it was drawn as the game for third place
	Why            []pairing.Reason
	Result         pairing.Result // NoResult until it is reported
	Margin         string         // as told: "4½", "resignation"
	ResultBy       string         // who entered it
	ResultAt       civil.Instant
	CountsAs       CountsAs // in the draw of later rounds, while it had no result
	Version        int64    // goes back with a result: two directors never overwrite each other
}

// Has reports whether the entry plays the game.
func (g Game) Has(id EntryID) bool { return g.Black == id || g.White == id }

// swap exchanges the colours.
func (g *Game) swap() {
	g.Black, g.White = g.White, g.Black
	g.Basis = g.Basis.Swapped()
}

// FixedPair is a pair the director has decided on for a round.
type FixedPair struct {
	ID       FixedID
	Section  SectionID
	Round    int
	White    EntryID
	Black    EntryID // 0: White has the bye
	Colours  pairing.FixedColours
	Handicap *int // nil: by the section's rule
	Reason   string

	HandicapBy string // who set Handicap
}

// ForbiddenPair is a pair the director does not allow.
type ForbiddenPair struct {
	ID      ForbidID
	Section SectionID
	Round   int // 0: every round
	A, B    EntryID
	Reason  string
}

// FixInput is a pair to fix. The comments are the names of the inputs, by which
// problems are reported.
type FixInput struct {
	Section  SectionID
	Round    int
	White    EntryID              // white
	Black    EntryID              // black; 0 gives White the bye
	Colours  pairing.FixedColours // colours
	Handicap *int                 // handicap: stones; none is by the section's rule
	Reason   string               // reason; wanted when the handicap is set
}

// ForbidInput is a pair to forbid.
type ForbidInput struct {
	Section SectionID
	Round   int     // round; 0: every round
	A, B    EntryID // a, b
	Reason  string  // reason
}

// Progress is how many results of a round are in.
type Progress struct {
	Round       int
	State       RoundState // "" while the round is not drawn
	In, Total   int        // games with a result, games
	Outstanding []int      // tables without a result, ascending
}

// Complete reports whether the round was published and every result is in.
func (p Progress) Complete() bool { return p.State == Published && p.In == p.Total }

// Missing names the tables without a result: "table 4", "tables 1, 4 and 7".
func (p Progress) Missing() string { return tables(p.Outstanding) }

// Progress says how many results of the round are in.
func (r Round) Progress() Progress {
	p := Progress{Round: r.Number, State: r.State, Total: len(r.Games)}
	for _, g := range r.Games {
		if g.Result == pairing.NoResult {
			p.Outstanding = append(p.Outstanding, g.Table)
		}
	}
	p.In = p.Total - len(p.Outstanding)
	return p
}

func tables(numbers []int) string {
	if len(numbers) == 1 {
		return "table " + strconv.Itoa(numbers[0])
	}
	texts := make([]string, len(numbers))
	for i, n := range numbers {
		texts[i] = strconv.Itoa(n)
	}
	return "tables " + and(texts)
}

// and joins as people do: "a", "a and b", "a, b and c".
func and(parts []string) string {
	if len(parts) < 2 {
		return strings.Join(parts, "")
	}
	return strings.Join(parts[:len(parts)-1], ", ") + " and " + parts[len(parts)-1]
}

// publishedOf is the number of the last published round, 0 before the first.
func publishedOf(rounds []Round) int {
	n := 0
	for _, r := range rounds {
		if r.State == Published {
			n = max(n, r.Number)
		}
	}
	return n
}

// nextRound is the number of the round to draw next, a preview again included,
// and what stands in the way; why is "" when nothing does. The rounds are in
// order.
func nextRound(planned int, rounds []Round) (number int, why string) {
	if len(rounds) == 0 {
		return 1, ""
	}
	last := rounds[len(rounds)-1]
	if last.State == Preview {
		return last.Number, ""
	}
	p := last.Progress()
	switch {
	case last.Number >= planned && p.Complete():
		return 0, allRounds(planned) + " played."
	case last.Number >= planned:
		return 0, fmt.Sprintf("%s drawn. Results of round %d are missing at %s.", allRounds(planned), planned, p.Missing())
	case !p.Complete():
		return last.Number + 1, fmt.Sprintf("Round %d is not finished: results are missing at %s.", last.Number, p.Missing())
	}
	return last.Number + 1, ""
}

func allRounds(n int) string {
	if n == 1 {
		return "The only round is"
	}
	return fmt.Sprintf("All %d rounds are", n)
}

// allPlayed says what is left before a section is finished; "" when nothing is.
func allPlayed(planned int, rounds []Round) string {
	if n, why := nextRound(planned, rounds); n != 0 {
		return cmp.Or(why, fmt.Sprintf("Round %d of %d has not been played yet.", n, planned))
	}
	for _, r := range rounds {
		if p := r.Progress(); !p.Complete() {
			return fmt.Sprintf("Results of round %d are missing at %s.", r.Number, p.Missing())
		}
	}
	return ""
}

// changedPast says which rounds that are already published an entry's change
// would rewrite, in form order.
func changedPast(was, now Entry, published int) (field string, round int) {
	for n := 1; n <= published; n++ {
		switch {
		case slices.Contains(was.Absent, n) != slices.Contains(now.Absent, n):
			return "absent", n
		case slices.Contains(was.HalfByes, n) != slices.Contains(now.HalfByes, n):
			return "half_byes", n
		case n >= was.EnteredIn != (n >= now.EnteredIn):
			return "entered_in", n
		}
	}
	return "", 0
}

// withdrawable says why an entry cannot be withdrawn after that round: in a
// later one that is published it was drawn, or has half a point, and that stays
// as it is. "" when it can.
func withdrawable(e Entry, after int, s Settings, rounds []Round) string {
	for _, r := range slices.Backward(rounds) {
		if r.Number <= after || r.State != Published {
			continue
		}
		what, then := "", ""
		switch {
		case r.seats(e.ID):
			what, then = "this player in it.", ", and enter the result by default if the game is not played"
		case e.In(r.Number) && slices.Contains(e.HalfByes, r.Number):
			what = "a half-point bye for this player, which cannot be changed."
		case e.In(r.Number) && s.AbsenceHalf && slices.Contains(e.Absent, r.Number):
			what = "half a point for this player’s absence, which cannot be changed."
		default:
			continue
		}
		switch last := r.Number == s.Rounds; {
		case !last:
			return fmt.Sprintf("Round %d is published with %s Withdraw after round %[1]d%[3]s.", r.Number, what, then)
		case then != "":
			return fmt.Sprintf(
				"Round %d, the last, is published with %s Enter the result by default if the game is not played.", r.Number, what,
			)
		default:
			return fmt.Sprintf("Round %d, the last, is published with %s", r.Number, what)
		}
	}
	return ""
}

// seats reports whether the entry has a game or the bye in the round.
func (r Round) seats(id EntryID) bool {
	return slices.Contains(r.Byes, id) || slices.ContainsFunc(r.Games, func(g Game) bool { return g.Has(id) })
}
