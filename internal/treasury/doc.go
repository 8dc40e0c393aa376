// Package treasury owns the subscription rates with the resolutions that set
// them, and the payments received with their receipt numbers.
//
// Invariants: a rate names the general meeting's resolution it rests on (Rule
// 2.2); without one nothing is charged. Rates and payments are never changed:
// a later rate replaces an earlier one for what is charged after it, and a
// mistaken payment is undone by a reversal that names it. Receipt numbers
// run without gaps within a calendar year: the number is taken in the
// transaction that records the payment.
//
// The double-entry ledger is not here. Its seam is the payment: each one names
// what it was for, and is recorded in one place.
package treasury
