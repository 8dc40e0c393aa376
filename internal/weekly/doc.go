// Package weekly owns sections that are played online, a round a week or so: the
// last day of each round, the letters about it, and what is due for a game.
//
// Invariants:
//   - A day is New Zealand's: a round may be played until midnight there, wherever
//     the players are. Every letter and page says so.
//   - Nothing here decides a game. When the last day has passed, the section's rule
//     says what the director does; no result is entered by the program.
//   - Everyone who plays a round is written to when it is published, in the
//     transaction that publishes it, and reminded once before the last day and once
//     after it while there is no result. The director sees whom no letter reached.
//   - A player's record is shown to everyone at once only when nothing in it differs
//     from the table; else both players, or the director, accept it first.
//
// Pairs, results and records are those of packages tournaments and results.
package weekly
