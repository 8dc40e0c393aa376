// Package record checks game records: a record's main line is played through the Rules of Go, and the referee is told
// what happened. It reads records with sgf and plays them with gorules; it knows no files, pages or people.
//
// A [Checker] does what a list of games needs, one game after the other in the same memory: which moves are illegal,
// the count where play ends, and whether the claimed result agrees with it ([Report], and [Row] as JSON). [Examine]
// does what a referee needs of one game ([Study]): both rulings on each illegal move, proposals of dead stones, and
// whether any choice of dead stones gives what is claimed. [Frames] shows a game step by step to whoever knows no
// rules; a [Diagram] is one of its positions with all that is marked and said, as plain values for pages and paper.
//
// # Rulings
//
// A repetition stands unless the opponent claims it before the next move; then it becomes a pass. Any other illegal
// move is a pass, in the position restored. A record does not tell what was said at the board, so that each violation
// is replayed both ways. In these replays all other violations stand, as far as a board can show them: what was made
// of one move decides which later ones are legal.
//
// # Handicap and komi
//
// White passes the first n-1 moves of a handicap game of n. Records write these passes, or leave them out (HA, with n
// moves of Black in a row), or set the stones up (AB, White to move); all three are played alike. Of stones set up the
// order is unknown, so that their positions are in no one's history. Komi is that of the game's table, else the
// record's, else the rules', with a handicap as without. Where a record can be understood in more than one way, a
// warning says how it was.
//
// # Dead stones
//
// Which stones are dead is for the players to agree. It is never decided here by estimate: without an agreement every
// stone is alive. Stones are proposed by the record's own marks, by proof, and last by random games, and each proposal
// says which it is.
//
// # Whether a claim can be right
//
// A record's result was counted by the rules that it names, with stones taken off of which it may say nothing. So a
// claim that is not the count is looked at further, by the chosen rules and by the record's own ([Reading]): without
// the stones that the record gives as dead, without those that are proved dead, without those that random games find
// dead, and then without any choice of them. The first that gives it is how it can be right ([Consistency]). Only if no
// choice gives it under any of these is it wrong; a komi that cannot be that of the result is said to be that.
//
// A [Choice] is a set of chains to be taken off. By the letter of the rules the players may agree on any. Nearly every
// small difference can be made up by some absurd choice, such as a stone out of the middle of a living wall. So a first
// question asks for a sensible one:
//   - no chain is taken off that is proved alive
//   - every point of the stones taken off becomes the opponent's alone. So chains of one colour that share a region are
//     dead or alive together, and chains of both colours beside each other are not both dead
//
// Both questions are answered exactly, and the choice shown is the one that differs least from the record's marks, else
// from the estimate: by fewest stones, then by fewest chains, then by the one whose chains come first on the board, row
// by row. Points in seki are not counted by Japanese rules; which they are is for the players too, so that such a claim
// is also right if they are counted ([gorules.TerritoryWithoutSeki]). A search that would take too long is given up, and
// the answer then is that the question is not decided.
//
// # What always holds
//
//   - Nothing here fails on any input but with an error that says what to do; time and memory are in proportion to the
//     record's length, and what is not listed or replayed for its number is counted.
//   - Moves are numbered from 1 as the record has them; implied passes have no number.
//   - Counts and komi are exact.
package record
