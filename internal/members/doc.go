// Package members owns the people the society knows and their membership.
//
// A person has names in the order the person writes them, contact data, a
// declared playing strength, and a say in how public pages show them.
//
// Membership is a list of terms, never one moving end date. Terms are
// append-only: a mistake is put right by a further term that names the one it
// corrects, so that gaps and corrections stay visible and "is a member on this
// day" is a question to the list.
//
// Invariants: a term never ends before it begins; a term that another corrects
// no longer counts; a term carries the rule and the arithmetic it came from.
// Names are compared by their key (composed, lower case, no diacritics) and
// sorted by a collation key, both made here and stored.
//
// Rules of the constitution applied here: 2.2 (subscription year, new members
// after 31 January). The rule, its figures and its readings are the package
// constitution's, asked of the day on which somebody joins; what is added here:
// an application received after 31 January may be for the coming year. A new
// member's consent (Incorporated Societies Act 2022, s 76) is kept with its day
// and its words. Contact data is shown to those whose office needs it
// and to the person.
package members
