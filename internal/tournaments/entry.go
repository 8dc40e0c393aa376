package tournaments

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"nzgs/internal/apperr"
	"nzgs/internal/civil"
	"nzgs/internal/members"
	"nzgs/internal/pairing"
	"nzgs/internal/ratings/scale"
)

// RatingSource says where the rating of an entry comes from.
type RatingSource string

// The sources of an entry's rating.
const (
	FromList     RatingSource = "list"     // the rating list
	FromGrade    RatingSource = "grade"    // the grade in the register
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
	Family  string // part of the name; an alias is all of it
	Given   string // the other part
	SortKey string // collation key of the name, for lists by name
	Listed  bool   // on the rating list, which has a page about the player

	Rating       scale.Rating
	RatingSource RatingSource
	Entered      *scale.Grade // the grade a file gives the player, where it is not that of the rating
	Club, City   string       // as the draw shows them
	Elsewhere

	Absent         []int         // rounds, ascending
	HalfByes       []int         // rounds with a half-point bye, ascending
	EnteredIn      int           // first round; 1 for everyone who was there from the start
	StartScore     pairing.Score // half points, of a late entry
	Seed           int           // in the director's order of a knock-out or match, from 1; 0 is after those with one
	Withdrawn      bool
	WithdrawnAfter int // last round, when Withdrawn; 0: before the first

	Team     TeamID // of a section of teams; 0 is none
	TeamName string // "" without one

	Partner *Partner // the second player of a pair; nil of a single player

	Here       Here       // zero for those who may not see it
	Membership Membership // "" for those who may not see it, and so is Warning
	Warning    string     // "not a member on 3 January 2027 (term ended 30 June 2026)"
	Version    int64
}

// Elsewhere is where a player is from and what other associations know the player by; "" is not known.
type Elsewhere struct {
	Country string // country: two capital letters
	PIN     string // pin: in the European Go Database
	Licence string // of the French federation; only files bring it
	AGA     string // aga_id: in the American Go Association
}

// Checked gives it as it is kept, and adds what is wrong with it to f.
func (w Elsewhere) Checked(f *apperr.Fields) Elsewhere {
	w.Country = strings.ToUpper(oneLine(w.Country))
	if w.Country != "" && !twoLetters.MatchString(w.Country) {
		f.Add("country", "Write the country as two letters, such as NZ, AU or JP.")
		w.Country = ""
	}
	number := func(field string, text *string) {
		*text = oneLine(*text)
		if *text != "" && !digits.MatchString(*text) {
			f.Add(field, "Enter the number in digits only, or leave this empty.")
			*text = ""
		}
	}
	number("pin", &w.PIN)
	number("aga_id", &w.AGA)
	w.Licence = oneLine(w.Licence)
	return w
}

var (
	twoLetters = regexp.MustCompile(`^[A-Z]{2}$`)
	digits     = regexp.MustCompile(`^[0-9]{1,12}$`)
)

// Grade is the grade shown beside the rating: "3d".
func (e Entry) Grade() string {
	if e.Entered != nil {
		return e.Entered.Short()
	}
	return e.Rating.Grade().Short()
}

// ByFamily is the name as lists by name print it: "TŪĪ Aroha". An alias, and who has but one name, stand in capitals.
func (e Entry) ByFamily() string {
	return members.Name{Family: cmp.Or(e.Family, e.Name), Given: e.Given}.ByFamily()
}

// NeedsLook reports whether the entry has something the director has not
// settled.
func (e Entry) NeedsLook() bool { return e.Membership == NotMember }

// public is the entry without what is between the player and the society.
func (e Entry) public() Entry {
	e.Membership, e.Warning, e.Here = "", "", Here{}
	e.PIN, e.Licence, e.AGA = "", "", ""
	return e
}

// In reports whether the entry belongs to the round: entered, and not
// withdrawn before it.
func (e Entry) In(round int) bool {
	return round >= e.EnteredIn && !(e.Withdrawn && round > e.WithdrawnAfter)
}

// Plays reports whether the entry is to be drawn in the round.
func (e Entry) Plays(round int) bool {
	return e.In(round) && !slices.Contains(e.Absent, round) && !slices.Contains(e.HalfByes, round)
}

// EntryInput is an entry as someone wants it. The comments are the names of
// the inputs, by which problems are reported.
type EntryInput struct {
	Section SectionID     // section
	Rating  *scale.Rating // rating; none takes the rating list's, else the declared grade
	Club    string        // club; empty takes the club of the membership
	Elsewhere
	Absent     []int         // absent: rounds
	HalfByes   []int         // half_byes: rounds
	EnteredIn  int           // entered_in: first round; 0 is the first that can be
	StartScore pairing.Score // start_score
	Seed       int           // seed: in the director's order
	Visitor    bool          // visitor: accept someone who is not a member
	Team       TeamID        // team: of a new entry in a section of teams; 0 is none yet
	Version    int64
}

// Input is the entry as it stands, to be changed.
func (e Entry) Input() EntryInput {
	return EntryInput{
		Section: e.Section, Rating: &e.Rating, Club: e.Club, Elsewhere: e.Elsewhere, Absent: e.Absent, HalfByes: e.HalfByes,
		EnteredIn: e.EnteredIn, StartScore: e.StartScore, Seed: e.Seed, Visitor: e.Membership == Visitor, Version: e.Version,
	}
}

// GuestInput is someone who is not in the register yet.
type GuestInput struct {
	FamilyName  string // family_name
	GivenNames  string // given_names
	FamilyFirst bool   // family_first
	Email       string // email
	EntryInput
}

// check puts what is asked for into e. The rating is left alone when none is
// given.
func (in EntryInput) check(e *Entry, section Section) apperr.Fields {
	var f apperr.Fields
	if e.Partner != nil {
		in.Rating = nil // that of both
	}
	if in.Rating != nil && (*in.Rating != e.Rating || e.RatingSource == "") {
		e.Rating, e.RatingSource, e.Entered = *in.Rating, FromDirector, nil
	}
	if club := oneLine(in.Club); club != "" {
		e.Club = club
	}
	if utf8.RuneCountInString(e.Club) > maxNameRunes {
		f.Add("club", "Shorten this to %d characters.", maxNameRunes)
	}
	e.Elsewhere = in.Elsewhere.Checked(&f)
	e.Absent = checkRounds(&f, "absent", in.Absent, section.Rounds)
	e.HalfByes = checkRounds(&f, "half_byes", in.HalfByes, section.Rounds)
	for _, n := range e.HalfByes {
		if slices.Contains(e.Absent, n) {
			f.Add("half_byes", "Round %d is in both lists. Leave out the absence or the half-point bye.", n)
		}
	}
	e.EnteredIn = cmp.Or(in.EnteredIn, 1)
	within(&f, "entered_in", e.EnteredIn, 1, section.Rounds)
	was := e.StartScore
	e.StartScore = in.StartScore
	if in.StartScore != was && (e.StartScore < 0 || int(e.StartScore) > 2*section.Rounds) {
		f.Add("start_score", "Write points as 1 or 1½, at most one point for each round.")
	}
	e.Seed = in.Seed
	if section.Teams() && len(e.HalfByes) > 0 {
		f.Add("half_byes", "A team event has no half-point byes. Mark the player absent: a reserve plays, or the board is lost.")
	}
	if section.Teams() && e.StartScore != 0 {
		f.Add("start_score", "Teams have the points, not their players. Leave this empty.")
	}
	e.checkSettled(section, &f)
	if e.Withdrawn && e.WithdrawnAfter != 0 && e.WithdrawnAfter < e.EnteredIn {
		f.Add("entered_in", "The player withdrew after round %d. Enter an earlier round.", e.WithdrawnAfter)
	}
	return f
}

// checkRounds gives the rounds in order and each once, as they are kept.
func checkRounds(f *apperr.Fields, field string, list []int, rounds int) []int {
	for _, n := range list {
		if n < 1 || n > rounds {
			f.Add(field, "There is no round %d; the last one is round %d.", n, rounds)
			return nil
		}
	}
	return slices.Compact(slices.Sorted(slices.Values(list)))
}

// CheckMembership says whether someone with these terms in force is a member
// on every day from the first to the last, and if not, since when or why not:
// "not a member on 3 January 2027 (term ended 30 June 2026)".
func CheckMembership(inForce []members.Term, from, to civil.Date) (ok bool, warning string) {
	day := from
	for !day.After(to) {
		held := members.On(inForce, day)
		if len(held) == 0 {
			return false, fmt.Sprintf("not a member on %s (%s)", day.Long(), nearestTerm(inForce, day))
		}
		for _, t := range held {
			day = civil.Later(day, t.To)
		}
		day = day.AddDays(1)
	}
	return true, ""
}

// nearestTerm names the term that ended last before the day, else the one that
// begins first after it.
func nearestTerm(inForce []members.Term, day civil.Date) string {
	var ended, begins civil.Date
	for _, t := range inForce {
		if t.To.Before(day) {
			ended = civil.Later(ended, t.To)
		}
		if t.From.After(day) && (begins.IsZero() || t.From.Before(begins)) {
			begins = t.From
		}
	}
	switch {
	case !ended.IsZero():
		return "term ended " + ended.Long()
	case !begins.IsZero():
		return "term begins " + begins.Long()
	default:
		return "no term in the register"
	}
}
