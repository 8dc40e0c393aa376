// Package match is the course of a game that two people play here by turns: whose turn it is, what they may do, how the
// game ends. It is pure: a game is its terms and what was done, one act after the other, and every state follows from
// them. Moves are judged by the engines of the games; what else a player can do is decided here.
//
// # Ends
//
// Hex, Amazons and Tanbo end on the board. In Hex the first piece can be taken over; sides are not exchanged, since a player
// keeps the colour that the game began with. Of Go each text ends its own way:
//
//   - New Zealand: two passes stop play. One player says which stones are dead, the other agrees, and the position is
//     counted; or either plays on. If play stops again without a stone played in between, they agree on nothing, and
//     all stones stay and are counted.
//   - igGameCenter: the same, but that play resumes as often as they disagree.
//   - It's Your Turn: two passes or the limit of moves end the game, and the program finds the dead stones.
//   - Short rules: two passes end the game, and what stands on the board counts.
//
// Whoever holds that a count is wrong says so within [DisputeDays], once; a referee then decides.
//
// # Time
//
// A player has a number of days for each move. Each has a number of vacation days, taken at the own turn, a day for
// each. When the time has run out, the opponent may claim the game; [ClaimDays] later it ends by itself. While
// play has stopped, time that runs out loses no game: who has not answered which stones are dead agrees, and where no
// one has said anything, all stones stay. Either way the count can be disputed.
package match
