// Package simulate makes random events from a seed and plays thousands of them, to say what a system, a seeding, a
// number of rounds or a handicap does to a field: how well final places follow true strength, who has the byes, how
// far apart opponents are. Values in, values out: it knows no database, clock, web or file format.
//
// # The model
//
// A player has a true strength, which decides games, and a published rating, which decides handicaps, McMahon starts
// and seedings; the two differ by a player's form. Strengths are spread like the society's rating list ([Field]) or
// taken from a given list of entrants. White's expectation is the rating formula's (ratings.Formula.Expected) for the
// true strengths, with the formula's worth of the handicap added to Black's, so that a simulated event is exactly as
// surprising as the rating list believes events to be. In an even game with a whole number of komi part of the
// expectation is a jigo, most often between equals; the expectation itself stays what it was.
//
// Around the games there is what goes on in events: absences, half-point byes asked for, late entries, withdrawals,
// games won by default, club-mates. Rounds are drawn by [pairing.Draw], and where a draw is impossible the smallest
// relaxation it offers is taken, as a director would.
//
// # What is compared
//
// A [Plan] names systems, seedings, handicaps and numbers of rounds; every combination is a [Variant]. Each event is
// played by every variant with the same players, absences and luck: two players who meet in the same round get the
// same result in every variant with the same handicap. Differences between variants are therefore taken event by
// event, and known more precisely than the figures themselves.
//
// Invariants
//   - The same plan gives the same report to the last bit, whatever the number of workers.
//   - An event does not depend on how many others are played, and its first rounds not on how many follow.
//   - Every played event satisfies [pairing.Event.Validate], and [pairing.Check] finds nothing in it.
//   - The work of a plan is bounded by its validation.
//
// Floating point stands for strengths, chances and statistics only; draws and places come from package pairing, in
// whole numbers.
package simulate
