// Package act owns what the Incorporated Societies Act 2022 asks of a society's year beside its constitution: statements and
// return to the registrar, changes that the registrar is told of, contact persons, officers' consents, disclosed interests.
//
// Invariants: a step is ticked off once, with the day and a proof; statements bear two different signatures. What the program
// does not know it does not claim: the year begins with a balance date that the secretary names, changes from before the
// first one are not asked about, and periods of the Act are reminders to confirm, as elsewhere, never legal advice.
package act
