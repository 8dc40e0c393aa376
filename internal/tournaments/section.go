package tournaments

import (
	"cmp"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base32"
	"fmt"
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

// Settings is how a section is played.
type Settings struct {
	System         pairing.System
	Rounds         int
	Komi           scale.HalfPoints // of even games
	BoardTime      string           // "60 minutes and 3 × 30 seconds"
	FirstTable     int              // number of the first table; 1 unless sections share a room
	Handicap       scale.Setting
	Seeding        pairing.Seeding
	Seed           uint64              // of the lot; up to 2⁶³ − 1
	Criteria       []pairing.Criterion // the director's order; none is the usual one
	Apart          pairing.Apart
	Acceleration   pairing.Acceleration
	Bar, Floor     *scale.Rating
	Bands          []scale.Rating // McMahon, rising, in place of bar and floor
	TieBreaks      []pairing.TieBreak
	Unplayed       pairing.Unplayed
	AbsenceHalf    bool
	HandicapInSOSM bool
	Rated          bool           // its games are submitted for rating
	Weight         ratings.Weight // of its games in the rating formula
}

// DefaultSettings are the settings of a Swiss of five rounds with even games.
func DefaultSettings() Settings {
	return Settings{
		System:     pairing.Swiss,
		Rounds:     5,
		Komi:       scale.EvenKomi,
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

// SectionForm is a section as someone types it. The comments are the names of
// the inputs, by which problems are reported.
type SectionForm struct {
	Name           string           // name
	System         string           // system: swiss, mcmahon, roundrobin
	Rounds         string           // rounds: 1 to 99
	Komi           string           // komi: 7, 6.5, 6½; empty is 7
	BoardTime      string           // board_time
	FirstTable     string           // first_table; empty is 1
	Handicap       string           // handicap: none, rating
	Ceiling        string           // ceiling: most stones; empty is 9
	Reduction      string           // reduction: stones taken off; empty is 0
	EvenUnderHalf  bool             // even_under_half
	Seeding        string           // seeding: slide, fold, random, closest, handicap
	Seed           string           // seed; empty draws a lot
	Criteria       CriterionNumbers // criterion_bye, criterion_score_difference …
	ApartFirm      string           // apart_firm: last round club-mates are firmly kept apart; empty: all
	ApartWeak      string           // apart_weak: last round it still counts; empty: all
	Accelerated    string           // accelerated: rounds; empty is none
	Lent           string           // accelerated_points: what the upper half is lent; empty is 1
	Bar, Floor     string           // bar, floor: grades or ratings; empty is none
	Bands          string           // bands: rising grades or ratings, separated by commas; empty is none
	TieBreaks      []string         // tie_breaks, in order
	Unplayed       string           // unplayed: virtual, half, zero
	AbsenceHalf    bool             // absence_half
	HandicapInSOSM bool             // handicap_in_sosm
	Rated          bool             // rated
	Weight         string           // weight: 1, 0.75, 0.5, 0.25; empty is 1
	Version        int64
}

// Form is the section as its form shows it.
func (s Section) Form() SectionForm {
	f := SectionForm{
		Name: s.Name, System: string(s.System), Rounds: strconv.Itoa(s.Rounds), Komi: s.Komi.String(),
		BoardTime: s.BoardTime, FirstTable: strconv.Itoa(s.FirstTable),
		Handicap: string(s.Handicap.By), Ceiling: strconv.Itoa(s.Handicap.Ceiling),
		Reduction:     strconv.Itoa(s.Handicap.Reduction),
		EvenUnderHalf: s.Handicap.EvenUnderHalf, Seeding: string(s.Seeding), Seed: strconv.FormatUint(s.Seed, 10),
		Criteria: s.criterionNumbers(), ApartFirm: orBlank(s.Apart.Firm), ApartWeak: orBlank(s.Apart.Weak),
		Accelerated: orBlank(s.Acceleration.Rounds), Bands: formatBands(s.Bands),
		Unplayed: string(s.Unplayed), AbsenceHalf: s.AbsenceHalf, HandicapInSOSM: s.HandicapInSOSM,
		Rated: s.Rated, Weight: s.Weight.String(), Version: s.Version,
	}
	if s.Acceleration.Rounds > 0 {
		f.Lent = FormatScore(cmp.Or(s.Acceleration.Points, pairing.OnePoint))
	}
	if s.Bar != nil {
		f.Bar = s.Bar.String()
	}
	if s.Floor != nil {
		f.Floor = s.Floor.String()
	}
	for _, b := range s.TieBreaks {
		f.TieBreaks = append(f.TieBreaks, string(b))
	}
	return f
}

func orBlank(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}

// Limits of what is typed, in characters.
const (
	maxNameRunes = 100
	maxTextRunes = 4000
)

// read checks the form and gives the settings it asks for; seed is the lot
// used when none is given.
func (in SectionForm) read(seed uint64) (name string, s Settings, problems apperr.Fields) {
	var f apperr.Fields
	s = DefaultSettings()
	name = oneLine(in.Name)
	if name == "" || utf8.RuneCountInString(name) > maxNameRunes {
		f.Add("name", "Enter a name for the section, such as Open or Handicap, of at most %d letters.", maxNameRunes)
	}
	s.System = choose(&f, "system", in.System, s.System, pairing.Swiss, pairing.McMahon, pairing.RoundRobin)
	s.Rounds = count(&f, "rounds", in.Rounds, 0, 1, maxRounds)
	in.readGames(&f, &s)
	in.readDraw(&f, &s, seed)
	in.readPlaces(&f, &s)
	s.Rated, s.Weight = in.Rated, ratings.FullWeight
	if text := strings.TrimSpace(in.Weight); text != "" {
		w, err := strconv.ParseFloat(strings.Replace(text, ",", ".", 1), 64)
		s.Weight = ratings.Weight(w*float64(ratings.FullWeight) + 0.5)
		if err != nil || s.Weight < 1 || s.Weight > ratings.FullWeight {
			f.Add("weight", "Enter a weight above 0 and at most 1.")
		}
	}
	return name, s, f
}

// readGames reads how the games are played.
func (in SectionForm) readGames(f *apperr.Fields, s *Settings) {
	if strings.TrimSpace(in.Komi) != "" {
		komi, ok := parseHalves(in.Komi)
		if !ok || komi == 0 || komi < -200 || komi > 200 {
			f.Add("komi", "Write the komi of even games as 7 or 6.5; an even game has one.")
		}
		s.Komi = scale.HalfPoints(komi)
	}
	s.BoardTime = oneLine(in.BoardTime)
	if utf8.RuneCountInString(s.BoardTime) > maxNameRunes {
		f.Add("board_time", "Shorten this to %d characters.", maxNameRunes)
	}
	s.FirstTable = count(f, "first_table", in.FirstTable, 1, 1, 9000)
	s.Handicap.By = choose(f, "handicap", in.Handicap, scale.ByNone, scale.ByNone, scale.ByRating)
	s.Handicap.Ceiling = count(f, "ceiling", in.Ceiling, scale.DefaultCeiling, 1, maxStones)
	s.Handicap.Reduction = count(f, "reduction", in.Reduction, 0, 0, maxStones)
	s.Handicap.EvenUnderHalf = in.EvenUnderHalf
}

// maxStones is the largest handicap; more is a slip of the finger, and the
// rating list takes no more.
const maxStones = 25

// readDraw reads how the rounds are drawn.
func (in SectionForm) readDraw(f *apperr.Fields, s *Settings, seed uint64) {
	s.Seeding = choose(f, "seeding", in.Seeding, pairing.SeedSlide,
		pairing.SeedSlide, pairing.SeedFold, pairing.SeedRandom, pairing.SeedClosest, pairing.SeedHandicap)
	s.Seed = seed
	if text := strings.TrimSpace(in.Seed); text != "" {
		n, err := strconv.ParseInt(text, 10, 64)
		if err != nil || n < 0 {
			f.Add("seed", "Enter a whole number, or leave this empty for a random one.")
		}
		s.Seed = uint64(n)
	}
	s.Criteria = in.Criteria.read(f)
	s.Apart.Firm = count(f, "apart_firm", in.ApartFirm, 0, 0, maxRounds)
	s.Apart.Weak = count(f, "apart_weak", in.ApartWeak, 0, 0, maxRounds)
	in.readAcceleration(f, s)
	in.readStart(f, s)
}

// readAcceleration reads which rounds are drawn accelerated, and how much.
func (in SectionForm) readAcceleration(f *apperr.Fields, s *Settings) {
	s.Acceleration.Rounds = count(f, "accelerated", in.Accelerated, 0, 0, maxRounds)
	halves, ok := parseHalves(in.Lent)
	if !ok || halves < 0 || halves > pairing.MaxScore || halves == 0 && strings.TrimSpace(in.Lent) != "" {
		f.Add("accelerated_points", "Write the points as 1 or 1½, or leave this empty for 1.")
	}
	if points := pairing.Score(halves); s.Acceleration.Rounds > 0 && points != pairing.OnePoint {
		s.Acceleration.Points = points // none stored is one point
	}
}

// readStart reads with how many points players begin a McMahon.
func (in SectionForm) readStart(f *apperr.Fields, s *Settings) {
	s.Bar = optionalGrade(f, "bar", in.Bar)
	s.Floor = optionalGrade(f, "floor", in.Floor)
	if s.Bar != nil && s.Floor != nil && *s.Floor > *s.Bar {
		f.Add("floor", "The floor is above the bar. Lower the floor.")
	}
	s.Bands = readBands(f, in.Bands)
	switch {
	case s.System != pairing.McMahon:
		s.Bar, s.Floor, s.Bands = nil, nil, nil
	case len(s.Bands) > 0 && (s.Bar != nil || s.Floor != nil):
		f.Add("bands", "Bands replace the bar and the floor. Clear one or the other.")
	}
}

// readPlaces reads how places are worked out.
func (in SectionForm) readPlaces(f *apperr.Fields, s *Settings) {
	s.Unplayed = choose(f, "unplayed", in.Unplayed, pairing.UnplayedVirtual,
		pairing.UnplayedVirtual, pairing.UnplayedHalf, pairing.UnplayedZero)
	s.AbsenceHalf, s.HandicapInSOSM = in.AbsenceHalf, in.HandicapInSOSM
	s.TieBreaks = nil
	known := pairing.TieBreaks()
	for _, text := range in.TieBreaks {
		b := pairing.TieBreak(strings.TrimSpace(text))
		switch {
		case b == "":
		case !slices.Contains(known, b):
			f.Add("tie_breaks", "“%s” is not a tie-break. Choose from the list.", text)
		case slices.Contains(s.TieBreaks, b):
			f.Add("tie_breaks", "%s is chosen twice. Leave one out.", text)
		default:
			s.TieBreaks = append(s.TieBreaks, b)
		}
	}
}

// choose reads one of several values; blank is the default.
func choose[T ~string](f *apperr.Fields, field, text string, blank T, values ...T) T {
	v := T(strings.TrimSpace(text))
	switch {
	case v == "":
		return blank
	case !slices.Contains(values, v):
		f.Add(field, "Choose one of the values offered.")
	}
	return v
}

func count(f *apperr.Fields, field, text string, blank, low, high int) int {
	n, ok := parseCount(text, blank, low, high)
	if !ok || n < low {
		f.Add(field, "Enter a whole number from %d to %d.", low, high)
	}
	return n
}

func optionalGrade(f *apperr.Fields, field, text string) *scale.Rating {
	if strings.TrimSpace(text) == "" {
		return nil
	}
	r, err := scale.Parse(text)
	if err != nil {
		f.Add(field, "Write a grade: 3d, 5k.")
		return nil
	}
	if r%10 != 0 {
		f.Add(field, "%s is inside a grade. Enter a whole grade, such as %s.", r, r.Grade().Short())
	}
	return &r
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
	if s.System == pairing.RoundRobin && next.Seed != s.Seed {
		f.Add("seed", "Round 1 is published, so the table of the round robin can no longer be changed.")
	}
	return f
}

// tableStands reports whether the table of a round robin is made: who is in it
// and with which number stays as it is from the first published round on.
func (s Settings) tableStands(published int) bool {
	return s.System == pairing.RoundRobin && published > 0
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

func errNoCard() error {
	return apperr.New(
		apperr.NotFound, "This table card is not valid. It may be from another event, or newer cards may have been printed.",
	)
}
