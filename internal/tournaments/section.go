package tournaments

import (
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
	Seed           uint64 // of the lot; up to 2⁶³ − 1
	Criteria       []pairing.Criterion
	Apart          pairing.Apart
	Accelerated    int // first rounds drawn accelerated
	Bar, Floor     *scale.Rating
	TieBreaks      []pairing.TieBreak
	Unplayed       pairing.Unplayed
	AbsenceHalf    bool
	HandicapInSOSM bool
	Rated          bool           // its games are submitted for rating
	Weight         ratings.Weight // of its games in the rating formula
}

// SectionForm is a section as somebody types it. The comments are the names of
// the inputs, by which problems are reported.
type SectionForm struct {
	Name           string   // name
	System         string   // system: swiss, mcmahon, roundrobin
	Rounds         string   // rounds: 1 to 99
	Komi           string   // komi: 7, 6.5, 6½; empty is 7
	BoardTime      string   // board_time
	FirstTable     string   // first_table; empty is 1
	Handicap       string   // handicap: none, rating
	Ceiling        string   // ceiling: most stones; empty is 9
	Reduction      string   // reduction: stones taken off; empty is 0
	EvenUnderHalf  bool     // even_under_half
	Seeding        string   // seeding: slide, fold, random, closest, handicap
	Seed           string   // seed; empty draws a lot
	ApartFirm      string   // apart_firm: last round club-mates are firmly kept apart; empty: all
	ApartWeak      string   // apart_weak: last round it still counts; empty: all
	Accelerated    string   // accelerated: rounds; empty is none
	Bar, Floor     string   // bar, floor: grades or ratings; empty is none
	TieBreaks      []string // tie_breaks, in order
	Unplayed       string   // unplayed: virtual, half, zero
	AbsenceHalf    bool     // absence_half
	HandicapInSOSM bool     // handicap_in_sosm
	Rated          bool     // rated
	Weight         string   // weight: 1, 0.75, 0.5, 0.25; empty is 1
	Version        int64
}
