// Package clubs owns the clubs, their affiliation and their returns: the list
// of members with its fee that a club sends for each subscription year.
//
// A return goes through these states: a draft (the list is uploaded, looked at
// row by row and corrected), submitted (the club's secretary handed it in),
// confirmed (the treasurer accepted it). Whether a club is affiliated follows
// from a confirmed list and the payments: awaiting list, awaiting fee,
// effective from the later of the two days.
//
// Invariants: nothing of the register changes before the treasurer confirms,
// and then everything does in one transaction; blank cells never overwrite;
// nobody is taken for somebody else without a person's choice; the terms of a
// list are written when, and only when, its full fee is in; the same list
// again changes nothing.
//
// Rules of the constitution applied here: 2.3 (affiliation), 2.4 (club
// secretary, yearly report). A club's secretary sees the own club's data only.
package clubs
