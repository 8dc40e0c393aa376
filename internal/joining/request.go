package joining

import (
	"slices"
	"strings"
	"unicode/utf8"

	"nzgs/internal/apperr"
	"nzgs/internal/civil"
	"nzgs/internal/members"
	"nzgs/internal/members/kinds"
)

// ID names a request.
type ID int64

// State is how far a request has come.
type State string

// The states.
const (
	Unconfirmed State = "unconfirmed"
	Waiting     State = "waiting" // for an officer
	Accepted    State = "accepted"
	Refused     State = "refused"
)

// Request is someone's own wish to become a member.
type Request struct {
	ID        ID
	State     State
	Name      members.Name
	Email     string
	Club      members.ClubID // 0: none
	Kind      kinds.Kind
	Note      string
	Consent   string // the words that were agreed to
	Asked     civil.Instant
	Expires   civil.Instant // of an address that is not confirmed
	Confirmed civil.Instant
	Decided   civil.Instant
	By        string
	Reason    string
	Person    members.PersonID // once accepted
	Version   int64
}

// Input is what the form asks. Its fields are given_names, family_name, email, club, kind, note and consent.
type Input struct {
	FamilyName, GivenNames, Email string
	Club                          members.ClubID
	Kind                          kinds.Kind
	Note                          string
	Consented                     bool
}

// Consent is what whoever joins agrees to (Incorporated Societies Act 2022, s 76; Privacy Act 2020).
const Consent = "I ask to become a member of the society, and consent to being one (Incorporated Societies Act 2022, " +
	"section 76). The society keeps my name, my contact details and the dates of my membership in its register of members, " +
	"as the Act asks."

const maxNote = 500

// request is the request of an input; offered are the kinds that the form offered.
func (in Input) request(offered []kinds.Kind, clubs []members.ClubID) (Request, apperr.Fields) {
	line := func(s string) string { return strings.Join(strings.Fields(s), " ") }
	person := members.PersonInput{FamilyName: line(in.FamilyName), GivenNames: line(in.GivenNames), Email: line(in.Email)}
	f := person.Check()
	if person.Email == "" {
		f.Add("email", "Enter your e-mail address: a letter with a link goes there.")
	}
	r := Request{
		Name: members.Name{Family: person.FamilyName, Given: person.GivenNames}, Email: person.Email, Club: in.Club, Kind: in.Kind,
		Note: strings.TrimSpace(in.Note), Consent: Consent,
	}
	r.Name.Order = members.GuessOrder(r.Name.Family, r.Name.Given)
	if r.Club != 0 && !slices.Contains(clubs, r.Club) {
		f.Add("club", "Choose a club of the list, or none.")
	}
	if r.Kind == "" {
		r.Kind = kinds.Full
	}
	if r.Kind != kinds.Full && !slices.Contains(offered, r.Kind) {
		f.Add("kind", "Choose one of the kinds.")
	}
	if utf8.RuneCountInString(r.Note) > maxNote {
		f.Add("note", "Shorten this to %d characters.", maxNote)
	}
	if !in.Consented {
		f.Add("consent", "Tick this to ask for membership: without your consent no one can make you a member.")
	}
	return r, f
}
