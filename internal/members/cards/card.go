package cards

import (
	"slices"
	"strings"

	"nzgs/internal/apperr"
	"nzgs/internal/civil"
	"nzgs/internal/members"
	"nzgs/internal/members/kinds"
)

// Shows is which name a card and its page have.
type Shows string

// The names of a card.
const (
	Usual  Shows = ""       // nothing was chosen: of a junior the short name, else the public one
	Public Shows = "public" // as on public pages
	Short  Shows = "short"  // first name and initial
	Full   Shows = "full"   // as in the register
)

// Choices are the names that can be chosen, in the order of forms.
var Choices = []Shows{Public, Short, Full}

func (s Shows) check() error {
	var f apperr.Fields
	if !slices.Contains(Choices, s) {
		f.Add("shows", "Choose the name on the card.")
	}
	return f.Err()
}

// Meant is what is shown where nothing was chosen.
func (s Shows) Meant(kind kinds.Kind, p members.Person) Shows {
	switch {
	case s != Usual:
		return s
	case kind == kinds.Junior && p.PublicAs != members.ByAlias:
		return Short
	}
	return Public
}

// Name is the name of a person as a choice has it.
func (s Shows) Name(p members.Person) string {
	switch s {
	case Short:
		return shortName(p.Name)
	case Full:
		return p.Name.String()
	}
	return p.PublicName()
}

// shortName is the first of the given names with the initial of the family name; of who has one name, its initial.
func shortName(n members.Name) string {
	initial := ""
	given, family := strings.Fields(n.Given), []rune(strings.TrimSpace(n.Family))
	if len(family) > 1 || len(given) == 0 && len(family) > 0 { // a family name of one sign would stand there whole
		initial = string(family[0]) + "."
	}
	if len(given) == 0 {
		return initial
	}
	return strings.TrimSpace(given[0] + " " + initial)
}

// Card is someone's membership card as it would be printed today.
type Card struct {
	Person  members.Person
	Kind    kinds.Kind
	Clubs   []string
	Summary members.Summary
	Shows   Shows  // which name it has
	Version int64  // of the choice of a name; 0: nothing was chosen
	Code    string // opens its page; "" while no card was made

	inForce []members.Term
}

// Name is the name on the card and on its page.
func (c Card) Name() string { return c.Shows.Name(c.Person) }

// Printable reports whether there is a card to print: of who is a member today.
func (c Card) Printable() bool {
	return c.Summary.Status == members.Member && c.Person.Died.IsZero()
}

func (c Card) refusal() error {
	text := "A membership card is for members. %s is not a member now."
	if c.Summary.Status == members.Upcoming {
		text = "The membership of %s has not begun yet. Make the card once it has."
	}
	return apperr.New(apperr.Invalid, text, c.Person.Name)
}

// Verdict is what the page of a card says.
type Verdict struct {
	Good  bool
	Name  string     // of a good card alone
	Until civil.Date // of a good card: the last day of the membership as it stands today
}

// judge says whether a card is good on a day, of a person with these terms in force.
func judge(ended bool, p members.Person, inForce []members.Term, day civil.Date, shows Shows) Verdict {
	if ended || !p.Died.IsZero() || len(members.On(inForce, day)) == 0 {
		return Verdict{}
	}
	return Verdict{Good: true, Name: shows.Name(p), Until: members.Summarise(inForce, day).Until}
}
