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
// secretary, yearly report); the rules and their figures are the package
// constitution's. A club's secretary sees the own club's data only.
//
// Every rule is asked of the constitution of the day it is applied for: a list
// of the day on which it was received, a new member's term of the day on which
// the person joins, the standing of a club of today. A fee and a term keep the
// trace they were worked out with.
//
// What is added to the rules here:
//   - 2.3: a fee after the year's end begins no term of that year.
//   - 2.3: a further list in the year counts, with the members whom the earlier
//     ones registered, towards the minimum, and is charged for those it adds; it
//     waits for the fee of the one before. The club is affiliated by the first.
//   - 2.3: the treasurer may waive the fee of somebody who is registered
//     elsewhere, with a reason. A waiver counts towards the full fee from the
//     day of the list, one recorded after the confirmation from that day.
//   - Incorporated Societies Act 2022, s 76: whoever hands in or confirms a list
//     states that its new members have consented to become members.
package clubs
