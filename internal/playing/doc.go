// Package playing is playing games here by turns: who would like to play, challenges, games under way, their records.
// The course of a game is match's; a game is kept as its terms and its acts.
//
// # Invariants
//
//   - Only members play. What a page was made from is the number of acts of the game; an act is kept only with the
//     next number, so that it is done once, and in the position that its player saw. Remarks change no position.
//   - A game is seen by its two players, by a referee while it is disputed and after the ruling, and by others who are
//     signed in only if both players allow it.
//   - People are named as public pages name them. Who can be challenged has said so.
//   - A letter says once that it is someone's turn, and is withdrawn unsent when they have moved.
package playing
