// Package ledger is double-entry bookkeeping: accounts, entries whose lines sum to zero, balances, payment references,
// statements of a year, and the plain-text journal that hledger reads. It is pure: values in, values out, whole cents.
//
// What always holds: an entry that [Entry.Check] accepts sums to zero, so every set of such entries does; a balance is
// the sum of its lines and nothing else. Debits are above zero, credits below.
package ledger
