// Package merging joins two records of one person in the register, and parts them
// again when that was wrong.
//
// One record is kept, the other is gone: everything that refers to it is carried
// to the kept one (terms, entries and results, ratings, points, titles, invoices
// and payments, offices, letters, the account), its number leads to the kept one,
// and its name is kept as a former name. What was carried is written down row by
// row, so that undoing it gives back exactly that; what has come since stays with
// the kept record, and is counted.
//
// Invariants: no reference to a person is forgotten (a test walks both databases);
// what would say of one person what only two can have done is refused, with the
// place where it stands; the log and what postal votes rest on stay as they were
// written. No record is joined by the program itself: it only proposes pairs.
// Terms that overlap stay as they are, both in sight. Ratings are worked out again
// from the games, with one history.
//
// Who joins is the secretary or the treasurer, never for a record of their own, and
// never so that an account comes to an office that it did not have.
package merging
