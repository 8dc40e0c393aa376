package tournaments

import (
	"cmp"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base32"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"nzgs/internal/apperr"
	"nzgs/internal/pairing"
	"nzgs/internal/ratings"
	"nzgs/internal/ratings/scale"
)

// Section is a field of players drawn and placed together.
type Section struct {
	ID      SectionID
	Event   EventID
	Seq     int    // order within the event, from 1
	Slug    string // its address below the event's: open
	Name    string
	Version int64 // goes back with the form
	Settings
	cardSecret string
}

// Settings is how a section is played. The comments begin with the names of the
// inputs, by which problems are reported.
type Settings struct {
	System       pairing.System       // system
	Rounds       int                  // rounds
	Komi         scale.HalfPoints     // komi: of even games
	BoardTime    string               // board_time: "60 minutes and 3 × 30 seconds"
	BoardSize    int                  // board_size: its lines
	FirstTable   int                  // first_table: its number; 1 unless sections share a room
	Handicap     scale.Setting        // handicap, ceiling, reduction, even_under_half, no_handicap_above
	Seeding      pairing.Seeding      // seeding
	Seed         uint64               // seed: of the lot; up to 2⁶³ − 1
	Criteria     []pairing.Criterion  // criteria: the director's order; none is the usual one
	Apart        pairing.Apart        // apart_firm, apart_weak
	Acceleration pairing.Acceleration // accelerated, accelerated_points
	Bar, Floor   *scale.Rating        // bar, floor
	Bands        []scale.Rating       // bands: McMahon, rising, in place of bar and floor
	TieBreaks    []pairing.TieBreak   // tie_breaks
	Unplayed     pairing.Unplayed     // unplayed
	AbsenceHalf  bool
	Unpaired
	HandicapInSOSM bool
	Rated          bool                  // its games are submitted for rating
	Weight         ratings.Weight        // weight: of its games in the rating formula
	Knockout       pairing.KnockoutRules // third_place, jigo: of a knock-out
	Pairs          bool                  // pairs: pair go, two people an entry
	Boards         int                   // boards: of an event of teams; 0 where players play for themselves
	PlayOut        bool                  // play_out: a match goes on after it is decided
	FromFile       FileRules             // what an event file said besides; no form asks it
}

// DefaultSettings are the settings of a Swiss of five rounds with even games.
func DefaultSettings() Settings {
	return Settings{
		System:     pairing.Swiss,
		Rounds:     5,
		Komi:       scale.EvenKomi,
		BoardSize:  UsualBoard,
		FirstTable: 1,
		Handicap:   scale.Setting{By: scale.ByNone, Ceiling: scale.DefaultCeiling},
		Seeding:    pairing.SeedSlide,
		Seed:       1,
		TieBreaks:  []pairing.TieBreak{pairing.SOS, pairing.SOSOS},
		Unplayed:   pairing.UnplayedVirtual,
		Rated:      true,
		Weight:     ratings.FullWeight,
	}
}

// CardToken is the code on the card of a table: who has it may report results
// at that table. It cannot be guessed from another table's code.
func (s Section) CardToken(table int) string {
	mac := hmac.New(sha256.New, []byte(s.cardSecret))
	fmt.Fprintf(mac, "table card %d %d", s.ID, table)
	code := base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(mac.Sum(nil)[:cardBytes])
	return fmt.Sprintf("%d-%d-%s", s.ID, table, strings.ToLower(code))
}

// cardBytes is 80 bits: enough against guessing over a network, and short
// enough to be typed from the card.
const cardBytes = 10

// splitCard reads section and table from a card's code; whether the code is
// right is for the section to say.
func splitCard(token string) (id SectionID, table int, ok bool) {
	parts := strings.Split(strings.ToLower(strings.TrimSpace(token)), "-")
	if len(parts) != 3 {
		return 0, 0, false
	}
	n, err1 := strconv.ParseInt(parts[0], 10, 64)
	table, err2 := strconv.Atoi(parts[1])
	return SectionID(n), table, err1 == nil && err2 == nil && n > 0 && table > 0
}

// opens reports whether the code is the one of that table's card.
func (s Section) opens(token string, table int) bool {
	return hmac.Equal([]byte(s.CardToken(table)), []byte(strings.ToLower(strings.TrimSpace(token))))
}

// SectionInput is a section as someone wants it. The comments are the names of
// the inputs, by which problems are reported; Settings has the others.
type SectionInput struct {
	Name string // name
	Settings
	Lot     LotKind // of a new section; with LotCommitted the seed is not asked for
	Version int64
}

// Limits of what is typed, in characters.
const (
	maxNameRunes = 100
	maxTextRunes = 4000
)

// check gives the name and the settings that are asked for, as they are kept.
func (in SectionInput) check() (name string, s Settings, f apperr.Fields) {
	name, s = oneLine(in.Name), in.Settings
	if name == "" || utf8.RuneCountInString(name) > maxNameRunes {
		f.Add("name", "Enter a name for the section, such as Open or Handicap, of at most %d letters.", maxNameRunes)
	}
	offered(&f, "system", s.System, pairing.Systems()...)
	s.settle(&f)
	within(&f, "rounds", s.Rounds, 1, maxRounds)
	s.checkGames(&f)
	s.checkDraw(&f)
	s.checkPlaces(&f)
	if s.Weight < 1 || s.Weight > ratings.FullWeight {
		f.Add("weight", "Enter a weight above 0 and at most 1.")
	}
	return name, s, f
}

// maxStones is the largest handicap; more is a slip of the finger, and the
// rating list takes no more.
const maxStones = 25

// maxKomi is the largest komi that White or Black is given.
const maxKomi = 200

// UsualBoard is the board of a game that nothing else is said of, and the others are from
// smallestBoard to largestBoard lines.
const (
	UsualBoard    = 19
	smallestBoard = 5
	largestBoard  = 25
)

// checkGames checks how the games are played.
func (s *Settings) checkGames(f *apperr.Fields) {
	if s.Komi == 0 || s.Komi < -maxKomi || s.Komi > maxKomi {
		f.Add("komi", "Write the komi of even games as 7 or 6.5; an even game has one.")
	}
	s.BoardTime = oneLine(s.BoardTime)
	if utf8.RuneCountInString(s.BoardTime) > maxNameRunes {
		f.Add("board_time", "Shorten this to %d characters.", maxNameRunes)
	}
	s.BoardSize = cmp.Or(s.BoardSize, UsualBoard)
	within(f, "board_size", s.BoardSize, smallestBoard, largestBoard)
	within(f, "first_table", s.FirstTable, 1, 9000)
	s.checkHandicap(f)
}

// checkHandicap checks how handicaps are worked out; a grade at which they end is dropped where none can.
func (s *Settings) checkHandicap(f *apperr.Fields) {
	h := &s.Handicap
	offered(f, "handicap", h.By, scale.ByNone, scale.ByRating, scale.ByGrade, scale.ByScore)
	if h.By == scale.ByScore && s.System != pairing.McMahon {
		f.Add("handicap", "Only a McMahon has McMahon scores. Choose another way, or the system McMahon.")
	}
	within(f, "ceiling", h.Ceiling, 1, maxStones)
	within(f, "reduction", h.Reduction, -pairing.MaxRaised, maxStones)
	switch {
	case h.By != scale.ByGrade && h.By != scale.ByScore:
		h.Top = nil
	case h.Top != nil && h.By == scale.ByScore && len(s.Bands) > 0:
		f.Add("no_handicap_above", "With bands no score belongs to a grade. Clear this.")
	}
}

// checkDraw checks how the rounds are drawn.
func (s *Settings) checkDraw(f *apperr.Fields) {
	offered(f, "seeding", s.Seeding, seedings...)
	if s.Seed > math.MaxInt64 {
		f.Add("seed", "Enter a smaller number, or leave this empty for a random one.")
	}
	s.checkCriteria(f)
	within(f, "apart_firm", s.Apart.Firm, 0, maxRounds)
	within(f, "apart_weak", s.Apart.Weak, 0, maxRounds)
	within(f, "accelerated", s.Acceleration.Rounds, 0, maxRounds)
	if p := s.Acceleration.Points; p < 0 || p > pairing.MaxScore {
		f.Add("accelerated_points", "Write the points as 1 or 1½, or leave this empty for 1.")
	}
	if s.Acceleration.Rounds == 0 || s.Acceleration.Points == pairing.OnePoint {
		s.Acceleration.Points = 0 // none stored is one point
	}
	s.checkStart(f)
}

// checkCriteria checks what a draw goes by; the usual order is kept as none.
func (s *Settings) checkCriteria(f *apperr.Fields) {
	usual := pairing.DefaultCriteria()
	for i, c := range s.Criteria {
		if !slices.Contains(pairing.Criteria(), c) || slices.Contains(s.Criteria[:i], c) {
			f.Add("criteria", "Choose each criterion once, from the list.")
			break
		}
	}
	if len(s.Criteria) == 0 || slices.Equal(s.Criteria, usual) {
		s.Criteria = nil
	}
}

// maxBands is how many bands a McMahon may have.
const maxBands = 100

// checkStart checks with how many points players begin a McMahon.
func (s *Settings) checkStart(f *apperr.Fields) {
	wholeGrade(f, "bar", s.Bar)
	wholeGrade(f, "floor", s.Floor)
	if s.Bar != nil && s.Floor != nil && *s.Floor > *s.Bar {
		f.Add("floor", "The floor is above the bar. Lower the floor.")
	}
	s.Bands = slices.Sorted(slices.Values(s.Bands))
	for i, band := range s.Bands {
		if i > 0 && band == s.Bands[i-1] {
			f.Add("bands", "%s is listed twice. Leave one out.", band.Stated())
			break
		}
	}
	if len(s.Bands) > maxBands {
		f.Add("bands", "Give at most %d bands.", maxBands)
	}
	switch {
	case s.System != pairing.McMahon:
		s.Bar, s.Floor, s.Bands = nil, nil, nil
	case len(s.Bands) > 0 && (s.Bar != nil || s.Floor != nil):
		f.Add("bands", "Bands replace the bar and the floor. Clear one or the other.")
	}
}

func wholeGrade(f *apperr.Fields, field string, r *scale.Rating) {
	if r != nil && *r%10 != 0 {
		f.Add(field, "%s is inside a grade. Enter a whole grade, such as %s.", r, r.Grade().Short())
	}
}

// checkPlaces checks how places are worked out.
func (s *Settings) checkPlaces(f *apperr.Fields) {
	s.Unpaired.check(f, s.Rounds)
	offered(f, "unplayed", s.Unplayed, pairing.UnplayedVirtual, pairing.UnplayedHalf, pairing.UnplayedZero)
	known := pairing.TieBreaks()
	for i, b := range s.TieBreaks {
		switch {
		case !slices.Contains(known, b) || b.OfFiles() && !slices.Contains(s.FromFile.TieBreaks, b):
			f.Add("tie_breaks", "“%s” is not a tie-break. Choose from the list.", b)
		case slices.Contains(s.TieBreaks[:i], b):
			f.Add("tie_breaks", "%s is chosen twice. Leave one out.", b)
		}
	}
}

// seedings are all that a section can have.
var seedings = []pairing.Seeding{
	pairing.SeedSlide, pairing.SeedFold, pairing.SeedRandom, pairing.SeedClosest, pairing.SeedHandicap, pairing.SeedOrder,
}

// offered refuses what is not one of the values.
func offered[T ~string](f *apperr.Fields, field string, v T, values ...T) {
	if !slices.Contains(values, v) {
		f.Add(field, "Choose one of the values offered.")
	}
}

func within(f *apperr.Fields, field string, n, low, high int) {
	if n < low || n > high {
		f.Add(field, "Enter a whole number from %d to %d.", low, high)
	}
}

// mayBecome says what in the way of a section's change stands once rounds were
// published.
func (s Section) mayBecome(next Settings, drawn, published int) apperr.Fields {
	var f apperr.Fields
	if next.Rounds < drawn {
		f.Add("rounds", "Round %d is already drawn. Enter at least %d rounds.", drawn, drawn)
	}
	if published == 0 {
		return f
	}
	if next.Pairs != s.Pairs {
		f.Add("pairs", "Round 1 is published, so this can no longer be changed.")
	}
	if next.Boards != s.Boards {
		f.Add("boards", "Round 1 is published, so the number of boards can no longer be changed.")
	}
	if next.System != s.System {
		f.Add("system", "Round 1 is published, so the system can no longer be changed.")
	}
	if !sameRating(next.Bar, s.Bar) {
		f.Add("bar", "Round 1 is published, so the bar can no longer be changed.")
	}
	if !sameRating(next.Floor, s.Floor) {
		f.Add("floor", "Round 1 is published, so the floor can no longer be changed.")
	}
	if !slices.Equal(next.Bands, s.Bands) {
		f.Add("bands", "Round 1 is published, so the bands can no longer be changed.")
	}
	s.keepsPairs(next, &f)
	return f
}

// tableStands reports whether the table of a round robin or the bracket of a knock-out is made, or a match
// has begun: who is in it and with which number stays as it is from the first published round on.
func (s Settings) tableStands(published int) bool {
	return s.System.Settled() && published > 0
}

func sameRating(a, b *scale.Rating) bool {
	return a == nil && b == nil || a != nil && b != nil && *a == *b
}

// komi is what White gets in a game with that handicap.
func (s Settings) komi(handicap int) scale.HalfPoints {
	switch {
	case handicap > 0:
		return 0
	case s.Komi == 0:
		return scale.EvenKomi
	}
	return s.Komi
}

func errNotFinished(e Event) error {
	return apperr.New(apperr.Conflict, "%s is %s. Its points are posted when it is finished and closed.", e.Name, e.Status)
}

func errNoCard() error {
	return apperr.New(
		apperr.NotFound, "This table card is not valid. It may be from another event, or newer cards may have been printed.",
	)
}
