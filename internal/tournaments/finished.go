package tournaments

import (
	"nzgs/internal/civil"
	"nzgs/internal/pairing"
	"nzgs/internal/ratings/scale"
)

// FinishedEvent is an event that was played elsewhere or long ago, with all
// its results.
type FinishedEvent struct {
	Slug, Name, Place, About string
	From, To                 civil.Date
	Organiser                ClubID
	Sections                 []FinishedSection
}

// FinishedSection is a section of a finished event.
type FinishedSection struct {
	Name     string
	Settings Settings
	Players  []FinishedPlayer
	Rounds   []FinishedRound
}

// FinishedPlayer is a player of a finished section. Players are referred to by
// their position in FinishedSection.Players, from 0.
type FinishedPlayer struct {
	Person     PersonID
	Rating     scale.Rating
	Club, City string
	Absent     []int
	HalfByes   []int
	EnteredIn  int
	StartScore pairing.Score
	Withdrawn  bool
	After      int // last round, when Withdrawn
}

// FinishedRound is a round of a finished section.
type FinishedRound struct {
	Games []FinishedGame
	Byes  []int
}

// FinishedGame is a game with its result.
type FinishedGame struct {
	Table        int
	Black, White int
	Handicap     int
	Result       pairing.Result
	Margin       string
}
