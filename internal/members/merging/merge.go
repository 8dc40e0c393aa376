package merging

import (
	"cmp"
	"slices"
	"strings"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/members"
)

// ID is the number of a merge.
type ID int64

// Merge is two records that were joined.
type Merge struct {
	ID         ID
	Kept, Gone members.PersonID
	Reason     string
	At         civil.Instant
	By         string
	UndoneAt   civil.Instant // zero: it stands
	UndoneBy   string
	UndoneWhy  string

	movedAccount bool
	closed       auth.AccountID
	was          string // the fields that were filled in, by commas
}

// Stands reports whether the merge was not undone.
func (m Merge) Stands() bool { return m.UndoneAt.IsZero() }

// Input says which records are joined.
type Input struct {
	Kept, Gone               members.PersonID
	KeptVersion, GoneVersion int64            // that were shown
	SignsIn                  members.PersonID // whose account signs in, where both have one
	Reason                   string
}

const maxReason = 500

// check finds what is wrong with what was typed.
func (in Input) check(c Comparison) error {
	var f apperr.Fields
	checkReason(&f, in.Reason, "Say how you know that these are one person.")
	if c.AskAccount() && in.SignsIn != in.Kept && in.SignsIn != in.Gone {
		f.Add("signs_in", "Choose the address that signs in from now on.")
	}
	return f.Err()
}

func checkReason(f *apperr.Fields, reason, missing string) {
	switch {
	case strings.TrimSpace(reason) == "":
		f.Add("reason", "%s", missing)
	case len([]rune(reason)) > maxReason:
		f.Add("reason", "Shorten this to %d characters.", maxReason)
	}
}

// Comparison is two records beside each other, before they are joined.
type Comparison struct {
	Kept, Gone members.File
	Accounts   [2]auth.Account // of the kept and the gone one; number 0: none
	Obstacles  []string        // why they cannot be joined, all of them
	Carried    []Count         // what would be carried
	Filled     []string        // fields of the kept record that would be filled in
}

// Count is how many rows of a kind would be carried.
type Count struct {
	What string
	Rows int
}

// AskAccount reports whether it has to be said which of two accounts signs in.
func (c Comparison) AskAccount() bool { return c.Accounts[0].ID != 0 && c.Accounts[1].ID != 0 }

// whose is the record whose account signs in, and the other one; 0 where there is no account.
func (c Comparison) whose(signsIn members.PersonID) (owner, other members.PersonID) {
	kept, gone := c.Kept.Person.ID, c.Gone.Person.ID
	switch {
	case c.AskAccount() && signsIn == gone, c.Accounts[0].ID == 0 && c.Accounts[1].ID != 0:
		return gone, kept
	case c.Accounts[0].ID != 0:
		return kept, gone
	}
	return 0, 0
}

// labels name the tables whose rows people ask after; the others are counted together.
var labels = map[string]string{
	"membership_term": "terms of membership", "entry": "entries in events", "pair_partner": "entries as a partner",
	"rating_player": "rated events", "points_line": "lines of points", "title_award": "lines of the roll of champions",
	"grade_award": "diplomas", "invoice": "invoices", "shop_order": "orders of the bookshop", "payment": "payments", "office": "offices",
	"club_return_row": "rows of clubs’ lists", "earlier_membership": "earlier memberships", "membership_consent": "consents", "mail_letter": "letters",
	"application": "online entries", "meeting_presence": "meetings attended", "meeting_roll": "notices of meetings",
}

// fill completes the kept person by what only the gone record has, and names the fields.
// Who is shown by an alias in one of the two is shown by an alias.
func fill(kept, gone members.Person) (in members.PersonInput, fields []string) {
	in, from := inputOf(kept), inputOf(gone)
	for _, name := range fillable {
		own, other := at(&in, name), *at(&from, name)
		switch {
		case other == "" || *own == other:
			continue
		case name == "note" && *own != "":
			other = *own + "\n" + other
		case name == "public_as" && other == string(members.ByName), name != "public_as" && *own != "":
			continue
		}
		if name == "note" && len([]rune(other)) > maxNote {
			continue
		}
		*own = other
		fields = append(fields, name)
	}
	return in, fields
}

// What of a kept record is changed beside the fields that are filled in.
const (
	showsFormer = "show_former" // former names were public
	emailWas    = "email was "  // with the address until then
)

// lettersOf is where letters to the owner of an account go.
func lettersOf(p members.Person, account string) string { return cmp.Or(p.Contact.Email, account) }

// writesTo makes the address of an account that comes with the gone record the kept person's: whoever signs in with it is
// written to there.
func writesTo(c Comparison, in members.PersonInput, fields []string) (members.PersonInput, []string) {
	was, address := c.Kept.Person.Contact.Email, lettersOf(c.Gone.Person, c.Accounts[1].Email)
	if members.EmailKey(in.Email) == members.EmailKey(address) {
		return in, fields
	}
	in.Email = address
	fields = slices.DeleteFunc(fields, func(name string) bool { return name == "email" })
	return in, append(fields, emailWas+was)
}

// maxNote is what a note holds, in characters.
const maxNote = 1000

// empty undoes fill where a field still says what it was filled with.
func empty(kept, gone members.Person, account string, fields []string) members.PersonInput {
	in, from := inputOf(kept), inputOf(gone)
	for _, name := range fields {
		if was, ok := strings.CutPrefix(name, emailWas); ok && members.EmailKey(in.Email) == members.EmailKey(lettersOf(gone, account)) {
			in.Email = was
		}
		own, other := at(&in, name), at(&from, name)
		if other == nil || *own != *other && name != "note" {
			continue
		}
		switch name {
		case "public_as":
			*own = string(members.ByName)
		case "note":
			*own = strings.TrimSuffix(strings.TrimSuffix(*own, *other), "\n")
		default:
			*own = ""
		}
	}
	if in.PublicAs == members.ByAlias && in.Alias == "" {
		in.PublicAs = members.ByName
	}
	return in
}

// fillable are the fields that are filled in where the kept record has nothing.
var fillable = []string{"email", "phone", "address", "grade", "alias", "public_as", "note"}

func at(in *members.PersonInput, field string) *string {
	switch field {
	case "email":
		return &in.Email
	case "phone":
		return &in.Phone
	case "address":
		return &in.Address
	case "grade":
		return &in.Grade
	case "alias":
		return &in.Alias
	case "public_as":
		return (*string)(&in.PublicAs)
	case "note":
		return &in.Note
	}
	return nil
}

func inputOf(p members.Person) members.PersonInput {
	return members.PersonInput{
		FamilyName: p.Name.Family, GivenNames: p.Name.Given, Order: p.Name.Order, Alias: p.Alias, PublicAs: p.PublicAs,
		Email: p.Contact.Email, Phone: p.Contact.Phone, Address: p.Contact.Address, Grade: p.Grade, Note: p.Note,
	}
}
