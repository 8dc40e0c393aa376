// Package gorules plays Go by the New Zealand rules, to the letter, and by other rule sets. It knows nothing of
// records, files or people.
//
// # What it offers
//
// [Rules] is a rule set as a plain value: [NZ], [ItsYourTurn], [Short] and [IGGC] are the society's own and three
// others; [PositionalSuperko] and [NaturalSituational] are for comparison. A [Game] is played by [Game.Play], which
// refuses an illegal move and says why in an [Illegal]; [Game.PlayUnder] lets it stand or become a pass instead.
// [Game.Score] counts the position, [Rules.Territory] maps it. [Alive] proves which stones live and which are dead.
//
// # The New Zealand rules as they are applied
//
//   - A play puts a stone on an empty point, removes every opponent's chain without liberties, then every own chain
//     without liberties. Suicide is legal, of one stone or many. Stones that were set up without liberties are
//     removed by the next play, wherever they are.
//   - A play is illegal if the whole board is then as it was after any earlier move of the same player. A pass is a
//     move. The starting position, and any that is set up, is after no one's move.
//   - In a handicap game White passes the first n-1 moves. Passes that are not written count as moves, but have no
//     number.
//   - Nothing ends a game but the players' agreement. Play may go on after any number of passes.
//   - Each side's territory is its stones and the empty points connected to it; points connected to both count for
//     both.
//
// # Choices where the texts say nothing
//
//   - If a move breaks several rules, the first of these is named: after the end, out of turn, off the board, occupied,
//     suicide, repetition.
//   - [Illegal.Repeats] is the earliest move after which the position was the same and that binds the player.
//   - With [StartCounts] the starting position binds both players, as if each had moved to it.
//   - The rules of repetition other than the New Zealand one are applied to whole boards too; simple ko is the position
//     before the opponent's last move.
//   - A stone's chain that dies by suicide where suicide is illegal, but stands unclaimed, is removed.
//
// # Invariants
//
//   - A hash only says where to look: a repetition is reported only after the two positions were compared stone by
//     stone.
//   - Making a move allocates nothing, once the memory of the game has grown to its length.
//   - A move takes bounded time, whatever the moves before it were.
//   - The same calls give the same answers. The keys of the hash differ from process to process, so that no one can
//     prepare a record whose positions collide.
//
// The tests compare the engine with a second, slow player written straight from the text, in random games of all kinds.
package gorules
