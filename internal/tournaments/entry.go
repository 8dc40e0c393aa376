package tournaments

import (
	"nzgs/internal/pairing"
	"nzgs/internal/ratings/scale"
)

// RatingSource says where the rating of an entry comes from.
type RatingSource string

// The sources of an entry's rating.
const (
	FromList     RatingSource = "list"     // the rating list on the event's first day
	FromGrade    RatingSource = "grade"    // the grade the player declared
	FromDirector RatingSource = "director" // set by the director
)

// Membership says whether the player is a member on the days of the event.
type Membership string

// What the check of membership can say.
const (
	IsMember  Membership = "member"
	NotMember Membership = "not_member" // the director should look at it
	Visitor   Membership = "visitor"    // not a member, accepted by the director
)

// Entry is a person in a section.
type Entry struct {
	ID      EntryID
	Section SectionID
	Person  PersonID
	Number  int    // in order of entering, from 1; the lot knows players by it
	Name    string // as public pages show it
	SortKey string // collation key of the name

	Rating       scale.Rating
	RatingSource RatingSource
	Club, City   string // as the draw shows them

	Absent         []int         // rounds, ascending
	HalfByes       []int         // rounds with a half-point bye, ascending
	EnteredIn      int           // first round; 1 for everybody who was there from the start
	StartScore     pairing.Score // half points, of a late entry
	Withdrawn      bool
	WithdrawnAfter int // last round, when Withdrawn; 0: before the first

	Membership Membership
	Warning    string // "not a member on 3 January 2027 (term ended 30 June 2026)"
	Version    int64
}

// Grade is the grade shown beside the rating: "3d".
func (e Entry) Grade() string { return e.Rating.Grade().Short() }

// EntryForm is an entry as somebody types it. The comments are the names of
// the inputs, by which problems are reported.
type EntryForm struct {
	Section    SectionID // section
	Rating     string    // rating: 3d, 3.4, 15k; empty takes the rating list's, else the declared grade
	Club       string    // club; empty takes the club of the membership
	Absent     string    // absent: rounds, "2, 4-5"
	HalfByes   string    // half_byes: rounds
	EnteredIn  string    // entered_in: first round; empty is 1
	StartScore string    // start_score: 1, 1½, 1.5; empty is 0
	Visitor    bool      // visitor: accept somebody who is not a member
	Version    int64
}

// GuestForm is somebody who is not in the register yet.
type GuestForm struct {
	FamilyName  string // family_name
	GivenNames  string // given_names
	FamilyFirst bool   // family_first
	Email       string // email
	EntryForm
}
