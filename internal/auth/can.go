package auth

import (
	"strings"

	"nzgs/internal/civil"
)

// Action is something a person may or may not do.
type Action string

const (
	// The register of members, with contact data.
	ViewRegister  Action = "view the register"
	ViewContact   Action = "view contact data"   // of Object.Person or of Object.Club's members
	EditPerson    Action = "edit a person"       // of Object.Person
	ManageTerms   Action = "record memberships"  // joining, renewing, correcting
	ViewOwn       Action = "view own data"       // of Object.Person
	RecordLeaving Action = "record who left"     // resigned or died; of Object.Person
	MergePeople   Action = "merge records"       // two of one person, and undoing it
	TakeOver      Action = "take a society over" // from its files: people, terms, clubs, ratings, events
	AcceptMembers Action = "accept new members"  // who asked to join online

	// Clubs and the treasurer's desk.
	ManageClubs   Action = "manage clubs"
	EditClub      Action = "edit a club"        // Object.Club: where and when it meets, what it says of itself
	HostVisitors  Action = "host visitors"      // of Object.Club: who comes along, and their notes
	CountVisitors Action = "count visitors"     // how many came along, by club
	ViewClubDesk  Action = "view a club's desk" // of Object.Club: list, fee, returns
	SubmitReturn  Action = "submit a club return"
	ConfirmReturn Action = "confirm a club return"
	RecordPayment Action = "record a payment"
	SetRates      Action = "set subscription rates"
	SetKinds      Action = "set the kinds of members"
	ViewBooks     Action = "view the books" // invoices, payments, the journal, statements
	KeepBooks     Action = "keep the books" // invoices, credits, the bank's lines, locks

	// Events.
	CreateEvent    Action = "create an event"
	DirectEvent    Action = "direct an event"     // of Object.Event: entries, draw, publish
	EnterResult    Action = "enter results"       // of Object.Event
	TendRecords    Action = "tend game records"   // of Object.Event: hide and remove them
	RateEvent      Action = "rate an event"       // of Object.Event
	ViewEntries    Action = "view entry lists"    // the director's list from the register
	AppointToEvent Action = "appoint to an event" // of Object.Event: its directors and referees

	// Games played here by turns.
	RuleOnPlay   Action = "decide disputed games" // that were counted, and whose count a player disputes
	ArrangeMatch Action = "arrange matches"       // of Object.Club with other clubs

	// Points towards representing the country.
	DeclarePoints Action = "say which sections give points" // of Object.Event
	KeepPoints    Action = "keep the points"                // year ends, wishes, the choice, files

	// The rating list.
	KeepRatings Action = "keep the ratings" // what waits, lists of past days

	// Titles and dan grades.
	DeclareTitles Action = "say which sections decide titles" // of Object.Event
	KeepTitles    Action = "keep the titles"                  // which there are, the roll of champions
	KeepGrades    Action = "keep the dan grades"              // proposals, diplomas, the register of diplomas

	// The constitution.
	ManageConstitution Action = "keep the constitution" // its wording, the committee's rulings
	ManagePostalVotes  Action = "manage postal votes"   // all but what is the tellers'
	HoldMeetings       Action = "hold meetings"         // plan them, send notices, write minutes; and all at the table

	// The committee's business between general meetings.
	TakePartInCommittee Action = "take part in the committee"   // read its records, ask for payments
	KeepCommittee       Action = "keep the committee's records" // resolutions, seats, seal, loans, exclusions
	ApprovePayments     Action = "approve payments"             // Rule 3.4

	// Letters to members.
	KeepOutbox Action = "keep the outbox" // read letters, send them again

	// What the society tells the public.
	KeepNews    Action = "keep the news"    // write and publish it
	ApproveNews Action = "approve the news" // as the second pair of eyes

	// What the society sells.
	KeepBookshop Action = "keep the bookshop" // articles, stock, postage, orders

	// How long personal data is kept, and people who ask to be erased.
	KeepRetention Action = "decide how long data is kept"
	ErasePeople   Action = "erase people"

	// The program.
	ManageOffices  Action = "appoint officers"
	ManageAccounts Action = "manage accounts"
	AgreeToAccess  Action = "agree for an account" // to what was asked for that of someone who is trusted
	ViewAudit      Action = "view the audit log"
	ViewMoneyLog   Action = "view the log of money" // of the audit log, what concerns money
	KeepSettings   Action = "keep the settings"     // of the site: name, letters, sign-in, backups
	KeepFirstSteps Action = "keep the first steps"  // of a new society: see them, and put aside those that one may do
)

// Object is what the action is about; only the fields that matter are set.
type Object struct {
	Person PersonID
	Club   ClubID
	Event  EventID
}

// permission says which roles allow an action: anywhere, for the object's own
// club, for the object's own event, or for the person it is about.
type permission struct {
	society []Role
	club    []Role
	event   []Role
	self    bool
}

// officers are the society's officers, Rule 3.1.
var officers = []Role{President, Secretary, Treasurer}

// permissions is the whole policy. An action that is not in it is allowed to no one.
var permissions = map[Action]permission{
	ViewRegister:  {society: officers},
	ViewContact:   {society: officers, club: []Role{ClubSecretary}, self: true},
	EditPerson:    {society: []Role{Secretary, Treasurer}, self: true},
	ManageTerms:   {society: []Role{Treasurer}},
	ViewOwn:       {society: officers, self: true},
	RecordLeaving: {society: []Role{Secretary, Treasurer}, self: true},
	AcceptMembers: {society: []Role{Secretary, Treasurer}},
	MergePeople:   {society: []Role{Secretary, Treasurer}},
	TakeOver:      {society: []Role{Secretary, Administrator}},

	ManageClubs:   {society: []Role{Secretary, Treasurer}},
	EditClub:      {society: []Role{Secretary, Treasurer}, club: []Role{ClubSecretary}},
	HostVisitors:  {society: []Role{Secretary}, club: []Role{ClubSecretary}},
	CountVisitors: {society: append([]Role{Committee}, officers...)},
	ViewClubDesk:  {society: officers, club: []Role{ClubSecretary}},
	SubmitReturn:  {society: []Role{Treasurer}, club: []Role{ClubSecretary}},
	ConfirmReturn: {society: []Role{Treasurer}},
	RecordPayment: {society: []Role{Treasurer}},
	SetRates:      {society: []Role{Treasurer, Secretary}},
	SetKinds:      {society: []Role{Treasurer, Secretary}},
	ViewBooks:     {society: officers},
	KeepBooks:     {society: []Role{Treasurer}},

	CreateEvent:    {society: append([]Role{Director, Committee}, officers...)},
	DirectEvent:    {event: []Role{Director}},
	EnterResult:    {event: []Role{Director, Referee}},
	TendRecords:    {society: []Role{Administrator}, event: []Role{Director, Referee}},
	RateEvent:      {society: []Role{RatingsOfficer}, event: []Role{Director}},
	ViewEntries:    {society: officers, event: []Role{Director}},
	AppointToEvent: {society: []Role{Administrator, President, Secretary}, event: []Role{Director}},

	RuleOnPlay:   {society: []Role{Referee, President, Secretary}},
	ArrangeMatch: {club: []Role{ClubSecretary}},

	DeclarePoints: {society: []Role{RatingsOfficer, President, Secretary}, event: []Role{Director}},
	KeepPoints:    {society: []Role{RatingsOfficer, President, Secretary}},

	KeepRatings: {society: []Role{RatingsOfficer, President, Secretary}},

	DeclareTitles: {society: []Role{RatingsOfficer, President, Secretary}, event: []Role{Director}},
	KeepTitles:    {society: []Role{RatingsOfficer, President, Secretary}},
	KeepGrades:    {society: []Role{RatingsOfficer, President, Secretary}},

	HoldMeetings:       {society: []Role{President, Secretary}},
	ManageConstitution: {society: []Role{President, Secretary}},
	ManagePostalVotes:  {society: []Role{President, Secretary}},

	TakePartInCommittee: {society: append([]Role{Committee}, officers...)},
	KeepCommittee:       {society: officers},
	ApprovePayments:     {society: officers},

	KeepOutbox: {society: officers},

	KeepNews:    {society: []Role{President, Secretary}},
	ApproveNews: {society: officers},

	KeepBookshop: {society: []Role{Treasurer, Secretary}},

	KeepRetention: {society: []Role{Secretary, Administrator}},
	ErasePeople:   {society: []Role{President, Secretary, Treasurer}},

	ManageOffices:  {society: []Role{Administrator, President, Secretary}},
	ManageAccounts: {society: []Role{Administrator, Secretary}},
	AgreeToAccess:  {society: append([]Role{Administrator}, officers...)},
	ViewAudit:      {society: []Role{Administrator, President, Secretary}},
	ViewMoneyLog:   {society: []Role{Treasurer}},
	KeepSettings:   {society: []Role{Administrator}},
	KeepFirstSteps: {society: append([]Role{Administrator}, officers...)},
}

// Can decides whether actor may do action to object on the given day. A
// director or referee without an event serves every event; an action on an
// object of no club or event is not opened by an office of one.
func Can(a Actor, action Action, object Object, day civil.Date) bool {
	p, known := permissions[action]
	if !known {
		return false
	}
	if a.system {
		return true
	}
	if !a.SignedIn() {
		return false
	}
	if p.self && object.Person != 0 && object.Person == a.Person {
		return true
	}
	for _, o := range a.Offices {
		if !o.HeldOn(day) {
			continue
		}
		switch {
		case has(p.society, o.Role) && o.Club == 0 && o.Event == 0,
			has(p.club, o.Role) && o.Club != 0 && o.Club == object.Club,
			has(p.event, o.Role) && (o.Event == 0 || o.Event == object.Event):
			return true
		}
	}
	return false
}

func has(roles []Role, role Role) bool {
	for _, r := range roles {
		if r == role {
			return true
		}
	}
	return false
}

// needs names who may do the action, for the refusal a person reads.
func (action Action) needs() string {
	p := permissions[action]
	var names []string
	for _, r := range p.society {
		if r == Committee { // several people
			names = append(names, "a member of the committee")
			continue
		}
		names = append(names, "the "+strings.ToLower(r.Title()))
	}
	for range p.club {
		names = append(names, "the secretary of that club")
	}
	for _, r := range p.event {
		names = append(names, "the "+strings.ToLower(r.Title())+" of that event")
	}
	if p.self {
		names = append(names, "the person concerned")
	}
	if len(names) == 0 {
		return "an office that does not exist"
	}
	if len(names) == 1 {
		return names[0]
	}
	return strings.Join(names[:len(names)-1], ", ") + " or " + names[len(names)-1]
}

// CanSomewhere reports whether actor may, by an office held on the day, do
// action to at least one object: whether a page that leads to such objects is
// open to them. What people may do to their own data alone does not count.
func CanSomewhere(a Actor, action Action, day civil.Date) bool {
	if Can(a, action, Object{}, day) {
		return true
	}
	for _, o := range a.Offices {
		if Can(a, action, Object{Club: o.Club, Event: o.Event}, day) {
			return true
		}
	}
	return false
}
