// Package constitution is the society's constitution as pure functions: facts
// in, a value and a [Trace] out. It knows no database, clock, web or person.
//
// A [Constitution] is a dated version. Every number in it (quorum, notice,
// majorities, terms) is one of its [Figures], each with the rule it stands in,
// because the society amends them; no function contains one. Every function
// names its rule in its comment, and the files follow the document: rules 2
// (term.go, affiliation.go, club.go), 3 (officers.go), 4 (agm.go, meeting.go,
// decision.go, election.go, proposal.go, dissolution.go), 5 (egm.go,
// postal.go), 6 (committee.go), 7 (amendment.go), and what the law adds
// (law.go).
//
// Where the text is silent or contradicts itself, a function asks the register
// of open questions ([Questions]) and its trace names the reading that was
// applied. The committee may rule on a question; see
// [History].
//
// [Rules] has a line of our own about every rule. The official wording is not
// part of the program: [ParseWording] reads it.
//
// Dates are calendar dates by the society's clocks.
//   - n months after a day keep the day of the month, or take the month's last
//     day where it is too short: 31 October + 6 months = 30 April.
//   - Two weeks' notice leaves out the day of sending and the day it is for:
//     sent 15 days before passes, exactly 14 days before passes with a
//     warning, later fails. A "by" date is the last one without a warning.
//
// Invariants: an outcome never depends on the order in which facts are given;
// one more Yes never turns a carried motion into one that is not; a date never
// falls outside its rule; shares add up to the cent; the program never breaks
// a tie in an election.
package constitution
