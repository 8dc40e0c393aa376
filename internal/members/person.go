package members

import (
	"cmp"
	"errors"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/ratings/scale"
)

// PublicAs says how public pages show a person.
type PublicAs string

const (
	ByName  PublicAs = "name"
	ByAlias PublicAs = "alias"
)

// Contact is how a person is reached, shown only to those who need it.
type Contact struct {
	Email   string
	Phone   string
	Address string
}

// Person is somebody the society knows: member, former member, guest player.
type Person struct {
	ID       PersonID
	Name     Name
	Alias    string
	PublicAs PublicAs
	Contact  Contact
	Grade    string // declared playing strength: "3d", "12k", "3.4"; "" if unknown
	Note     string // of the officers
	Since    civil.Instant
	Version  int64
	Died     civil.Date // zero: not known to have died

	ShowFormer bool // the person wants public pages to show former names

	// SignsInWith is the address of the account; "" without one that is open. Letters go
	// there too, unless their owner said otherwise; both are changed with the account.
	SignsInWith string
}

// WrittenTo is where letters go: the register's address, or the account's where that has none.
func (p Person) WrittenTo() string { return cmp.Or(p.Contact.Email, p.SignsInWith) }

// SignsInApart reports whether the person signs in with another address than letters go to.
func (p Person) SignsInApart() bool {
	return p.SignsInWith != "" && EmailKey(p.SignsInWith) != EmailKey(p.WrittenTo())
}

// PublicName is what public pages show.
func (p Person) PublicName() string {
	if p.PublicAs == ByAlias && p.Alias != "" {
		return p.Alias
	}
	return p.Name.String()
}

// PublicParts are the parts of the public name: family and given names, or all of an
// alias as family.
func (p Person) PublicParts() (family, given string) {
	if p.PublicAs == ByAlias && p.Alias != "" {
		return p.Alias, ""
	}
	return p.Name.Family, p.Name.Given
}

// Strength is the declared playing strength as people read it: "3d", "−2.3".
func (p Person) Strength() string { return strings.Replace(p.Grade, "-", "−", 1) }

// PersonInput is what is known of a person; its fields carry the names of the
// form's inputs in their problems.
type PersonInput struct {
	FamilyName string
	GivenNames string
	Order      NameOrder // "": GuessOrder
	Alias      string
	PublicAs   PublicAs // "": by name
	Email      string
	Phone      string
	Address    string
	Grade      string
	Note       string
}

func (in PersonInput) name() Name {
	return Name{Family: in.FamilyName, Given: in.GivenNames, Order: in.Order}
}

// Limits of what is typed, in characters.
const (
	maxName    = 100
	maxContact = 200
	maxAddress = 400
	maxNote    = 1000
)

// tidied is the input with composed characters and no stray spaces.
func (in PersonInput) tidied() PersonInput {
	line := func(s string) string { return strings.Join(strings.Fields(norm.NFC.String(s)), " ") }
	in.FamilyName, in.GivenNames, in.Alias = line(in.FamilyName), line(in.GivenNames), line(in.Alias)
	in.Email, in.Phone = line(in.Email), line(in.Phone)
	in.Address = strings.TrimSpace(norm.NFC.String(strings.ReplaceAll(in.Address, "\r\n", "\n")))
	in.Note = strings.TrimSpace(norm.NFC.String(strings.ReplaceAll(in.Note, "\r\n", "\n")))
	if g, err := scale.Stated(in.Grade); err == nil || errors.Is(err, scale.ErrEmpty) {
		in.Grade = g
	}
	if in.Order == "" {
		in.Order = GuessOrder(in.FamilyName, in.GivenNames)
	}
	if in.PublicAs == "" {
		in.PublicAs = ByName
	}
	return in
}

const gradeWanted = "Write a grade from 50k to 9d, such as 12k or 3d, or a rating from −49.0 to 12.9 with one decimal, " +
	"such as 3.4."

// Check returns every problem of the input, in form order.
func (in PersonInput) Check() apperr.Fields {
	var f apperr.Fields
	checkName(&f, "family_name", in.FamilyName)
	if strings.TrimSpace(in.FamilyName) == "" {
		f.Add("family_name", "Enter a family name. If the person has only one name, enter it here.")
	}
	checkName(&f, "given_names", in.GivenNames)
	if in.Order != "" && in.Order != GivenFirst && in.Order != FamilyFirst {
		f.Add("order", "Choose which name is written first.")
	}
	in.checkOwn(&f)
	if _, err := scale.Stated(in.Grade); err != nil && !errors.Is(err, scale.ErrEmpty) {
		f.Add("grade", gradeWanted)
	}
	if tooLong(in.Note, maxNote) {
		f.Add("note", "Shorten this to %d characters.", maxNote)
	}
	return f
}

// checkOwn checks what people may change of themselves.
func (in PersonInput) checkOwn(f *apperr.Fields) {
	if in.Email != "" && !auth.ValidEmail(in.Email) {
		f.Add("email", "Enter an e-mail address like aroha@example.nz, or leave it empty.")
	}
	if in.Phone != "" && len(PhoneKey(in.Phone)) < 5 || tooLong(in.Phone, maxContact) {
		f.Add("phone", "Enter a phone number with its area code, or leave it empty.")
	}
	if tooLong(in.Address, maxAddress) {
		f.Add("address", "Shorten the address to %d characters.", maxAddress)
	}
	checkName(f, "alias", in.Alias)
	switch in.PublicAs {
	case "", ByName:
	case ByAlias:
		if strings.TrimSpace(in.Alias) == "" {
			f.Add("alias", "Enter the alias to show on public pages.")
		}
	default:
		f.Add("public_as", "Choose the name or the alias.")
	}
}

func checkName(f *apperr.Fields, field, s string) {
	switch {
	case tooLong(s, maxName):
		f.Add(field, "Shorten this to %d characters.", maxName)
	case strings.ContainsFunc(s, func(r rune) bool {
		return unicode.IsControl(r) && r != '\n' && r != '\t' ||
			r == utf8.RuneError
	}):
		f.Add(field, "This has characters that cannot be shown. Type it again.")
	case s != "" && !strings.ContainsFunc(s, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }):
		f.Add(field, "Enter a name with letters in it.")
	}
}

func tooLong(s string, limit int) bool { return utf8.RuneCountInString(s) > limit }
