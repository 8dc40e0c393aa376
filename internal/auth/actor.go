package auth

import (
	"strings"

	"nzgs/internal/apperr"
	"nzgs/internal/audit"
	"nzgs/internal/civil"
)

// Ids of what a permission can be about. The packages that own these things
// use the same types.
type (
	PersonID  int64
	ClubID    int64
	EventID   int64
	AccountID int64
	SessionID int64
	OfficeID  int64
)

// Role is an office of the society, of a club or of an event.
type Role string

const (
	Administrator Role = "administrator"  // looks after the program: accounts, backups
	President     Role = "president"      // Rule 3.1
	Secretary     Role = "secretary"      // Rule 3.1
	Treasurer     Role = "treasurer"      // Rule 3.1
	Committee     Role = "committee"      // Rule 3.2: ordinary and co-opted members
	ClubSecretary Role = "club_secretary" // Rule 2.4, of one club
	Director      Role = "director"       // of one event, or of every event when Event is 0
	Referee       Role = "referee"        // of one event, or of every event when Event is 0

	RatingsOfficer Role = "ratings_officer" // the rating list, and the points towards representing the country
)

// Title is the office as people say it.
func (r Role) Title() string {
	switch r {
	case Administrator:
		return "Administrator"
	case President:
		return "President"
	case Secretary:
		return "Secretary"
	case Treasurer:
		return "Treasurer"
	case Committee:
		return "Committee member"
	case ClubSecretary:
		return "Club secretary"
	case Director:
		return "Tournament director"
	case Referee:
		return "Referee"
	case RatingsOfficer:
		return "Ratings officer"
	}
	return string(r)
}

// Office is a role held by a person from one day until another, both included.
type Office struct {
	ID      OfficeID
	Person  PersonID
	Role    Role
	Club    ClubID     // of a club secretary, else 0
	Event   EventID    // of a director or referee of one event, else 0
	Acting  bool       // of an officer whom the committee appointed in place of another (Rule 6.6)
	From    civil.Date // first day
	Until   civil.Date // last day; zero while no end is set
	Version int64
}

// Title is the office as people say it: "Treasurer", "Acting treasurer".
func (o Office) Title() string {
	if o.Acting {
		return "Acting " + strings.ToLower(o.Role.Title())
	}
	return o.Role.Title()
}

// HeldOn reports whether the office is held on the given day.
func (o Office) HeldOn(day civil.Date) bool {
	return !day.Before(o.From) && (o.Until.IsZero() || !day.After(o.Until))
}

// Actor is who asks for something: a signed-in person with the offices held,
// the program itself, or no one (the zero Actor).
type Actor struct {
	Account AccountID
	Person  PersonID
	Name    string
	Offices []Office
	Session SessionID
	Proof   Proof // of a session; who has none was not asked by a page
	system  bool
}

// System is the program itself, for commands run on the society's own machine.
func System(name string) Actor { return Actor{Name: name, system: true} }

// SignedIn reports whether the actor is a person who has signed in.
func (a Actor) SignedIn() bool { return a.Person != 0 }

// By names the actor in the audit log.
func (a Actor) By() audit.By { return audit.By{PersonID: int64(a.Person), Name: a.Name} }

// Holds reports whether the actor holds one of the roles on the day, of the
// society as a whole or of any club or event.
func (a Actor) Holds(day civil.Date, roles ...Role) bool {
	for _, o := range a.Offices {
		for _, r := range roles {
			if o.Role == r && o.HeldOn(day) {
				return true
			}
		}
	}
	return false
}

// ClubsOn lists the clubs whose secretary the actor is on the day.
func (a Actor) ClubsOn(day civil.Date) []ClubID {
	var ids []ClubID
	for _, o := range a.Offices {
		if o.Role == ClubSecretary && o.HeldOn(day) {
			ids = append(ids, o.Club)
		}
	}
	return ids
}

// Require is nil when Can allows the action, else the refusal: sign in first,
// you do not have access, or set up your second factor.
func Require(a Actor, action Action, object Object, day civil.Date) error {
	switch {
	case Can(a, action, object, day):
		return refuseUntilEnrolled(a)
	case !a.SignedIn():
		return apperr.New(apperr.SignIn, "Sign in to do this.")
	default:
		return apperr.New(apperr.Forbidden, "Only %s can do this.", action.needs())
	}
}
