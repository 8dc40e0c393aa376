// Package points works out who has how many points towards representing New Zealand at the World Amateur Go
// Championship: what events happened in, a ledger out. It knows no database, clock or member.
//
// The rules are those of the society's AGM motion of 1987, as the Go Journal of March 1988 prints them: a national
// event gives its first six places 10, 7, 5, 3, 2 and 1 points, a regional one its first four 4, 3, 2 and 1. A place
// follows from the final score alone, never from a tie-break. Only members are given points. The points year ends
// with the New Zealand Championship; the member with most points who wishes to go represents New Zealand. Then
// everyone loses a quarter, and the representative a fixed number besides. Every figure is part of a [System], which
// holds from a day on: the fixed number was 33 in 1988, 22.5 in 1995 and 30 in 2002.
//
// # Readings
//
// What the motion leaves open is read so:
//
//   - Players with one score share their places and are given the mean of what the places have, rounded half up to a
//     hundredth. A place beyond the table has 0 in it.
//   - A visitor keeps the place that the score gave, and no points: no one moves up.
//   - The quarter is taken off first, rounded half away from zero to a hundredth, and then the fixed number. A balance
//     may be negative; a quarter brings it nearer to zero.
//   - Of equal balances the one who represented New Zealand longer ago, or never, comes first; then the one with the
//     better place in the latest national event that each took part in. Beyond that they are level.
//   - Events of one day are taken in the order: those that do not end the year, by name, then the one that does.
//
// # Invariants
//
//   - A player's lines sum to the player's balance, and each line tells the balance after it.
//   - The order in which events and players are given is of no effect.
package points
