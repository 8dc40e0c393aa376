package auth

import (
	"cmp"

	"nzgs/internal/apperr"
)

// AddressUse is what an address of someone with an account is for. The database has
// the same list.
type AddressUse string

const (
	ForBoth    AddressUse = "both"
	ForSignIn  AddressUse = "sign_in"
	ForLetters AddressUse = "letters" // all but those about the account itself
)

// AddressUses are the uses to choose from.
var AddressUses = []AddressUse{ForBoth, ForSignIn, ForLetters}

// Text is the use in words.
func (u AddressUse) Text() string {
	return map[AddressUse]string{
		ForBoth: "Signing in and letters", ForSignIn: "Signing in only", ForLetters: "Letters only",
	}[u]
}

// only says in the middle of a sentence what a change is limited to.
func (u AddressUse) only() string {
	return map[AddressUse]string{ForSignIn: ", for signing in only", ForLetters: ", for letters only"}[u]
}

// forTheirs says to a mailbox that may be a stranger's what its address would be for.
func (u AddressUse) forTheirs() string {
	if u == ForLetters {
		return "letters to them from the society"
	}
	return "their account"
}

func checkUse(f *apperr.Fields, use AddressUse) {
	if use.Text() == "" {
		f.Add("use", "Choose what the address is for.")
	}
}

// NewAddress is an address that was confirmed, and what it is for.
type NewAddress struct {
	Email string
	Use   AddressUse
}

// addresses are those of someone with an account: one, unless they said otherwise.
type addresses struct{ signIn, letters string }

func (a Account) addresses() addresses { return addresses{a.Email, cmp.Or(a.Letters, a.Email)} }

// Apart reports whether letters go elsewhere than to the address for signing in.
func (a Account) Apart() bool { return a.addresses().apart() }

// LettersTo is where letters go that are not about the account itself.
func (a Account) LettersTo() string { return a.addresses().letters }

func (a addresses) apart() bool { return EmailKey(a.signIn) != EmailKey(a.letters) }

func (a addresses) with(use AddressUse, email string) addresses {
	if use != ForLetters {
		a.signIn = email
	}
	if use != ForSignIn {
		a.letters = email
	}
	return a
}

// stops is what a mailbox may stop of a change of address.
type stops int

const (
	stopsAll     stops = iota // it signs in: all of it
	stopsLetters              // only letters went there, and they would no longer: that
	stopsNothing              // only letters went there, and they still do
)

// stoppedBy is what one of the addresses until now may stop of the change.
func (c addressChange) stoppedBy(address string) stops {
	switch key := EmailKey(address); key {
	case EmailKey(c.old.signIn):
		return stopsAll
	case EmailKey(c.old.with(c.use, c.new).letters):
		return stopsNothing
	}
	return stopsLetters
}

func (a addresses) same(b addresses) bool {
	return EmailKey(a.signIn) == EmailKey(b.signIn) && EmailKey(a.letters) == EmailKey(b.letters)
}

func (a addresses) each() []string { return distinct(a.signIn, a.letters) }

// distinct leaves each mailbox once.
func distinct(list ...string) (out []string) {
	told := map[string]bool{"": true}
	for _, address := range list {
		if key := EmailKey(address); !told[key] {
			told[key] = true
			out = append(out, address)
		}
	}
	return out
}
